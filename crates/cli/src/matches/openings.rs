//! Openings: the positions that games start from, one line of USI moves each.

use super::fnv1a;
use crate::exit::BadInput;
use anyhow::Context;
use shogi::{Move, Position};
use std::path::Path;
use usi::{PositionCommand, position_text};

/// Openings of our own: main lines of the usual systems, entered from the textbook's first moves and kept where a
/// search found neither side better by much. How they were made: docs/book/src/match.md.
const BUILT_IN: &str = include_str!("openings.usi");

/// One opening: a start position and the moves from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    /// The position after its moves, with the history back to its start position.
    pub(crate) position: Position,
}

/// The openings of `file`, or the built-in ones, each cut to `plies` moves.
pub(crate) fn load(file: Option<&Path>, plies: Option<usize>) -> anyhow::Result<Vec<Opening>> {
    let Some(file) = file else { return parse(BUILT_IN, "built-in openings", plies) };
    let bytes = std::fs::read(file).with_context(|| format!("reading the openings {}", file.display()))?;
    let text = String::from_utf8(bytes)
        .map_err(|error| BadInput(format!("{}: not UTF-8 ({error}): expected USI lines", file.display())))?;
    parse(&text, &file.display().to_string(), plies)
}

/// Reads lines of the forms `startpos moves …`, `sfen … moves …` (with or without `position` before it) and bare moves
/// from the start position; empty lines and lines from `#` on are skipped.
fn parse(text: &str, source: &str, plies: Option<usize>) -> anyhow::Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim().trim_start_matches('\u{feff}');
        if line.is_empty() {
            continue;
        }
        let place = || format!("{source}, line {}", index + 1);
        let bare = line.split_whitespace().next().is_some_and(|word| word.parse::<Move>().is_ok());
        let given = if bare { format!("startpos moves {line}") } else { line.to_owned() };
        let mut position = PositionCommand::parse(&given)
            .map_err(|error| BadInput(format!("{}: {error}", place())))?
            .position;
        while plies.is_some_and(|plies| position.history_len() > plies) {
            position.undo();
        }
        if !position.has_legal_move() {
            return Err(BadInput(format!("{}: the game is over after this opening", place())).into());
        }
        openings.push(Opening { position });
    }
    if openings.is_empty() {
        return Err(BadInput(format!("{source}: no opening found, expected USI lines")).into());
    }
    Ok(openings)
}

/// Names the openings and their order: the same text, the same openings.
pub(crate) fn digest(openings: &[Opening]) -> String {
    let lines: Vec<_> = openings.iter().map(|opening| position_text(&opening.position)).collect();
    format!("{:016x}", fnv1a(lines.join("\n").as_bytes()))
}

/// Puts the openings in an order that depends on `seed` alone.
pub(crate) fn shuffle(openings: &mut [Opening], seed: u64) {
    // SplitMix64 (Steele, Lea, Flood 2014) driving Fisher and Yates' shuffle.
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    for last in (1..openings.len()).rev() {
        let other = (u128::from(next()) * (last as u128 + 1)) >> 64;
        openings.swap(last, other as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_built_in_openings_are_legal_and_differ() {
        let openings = load(None, None).unwrap();
        let distinct: HashSet<_> = openings.iter().map(|opening| opening.position.key()).collect();
        assert_eq!(distinct.len(), openings.len());
        assert!(openings.len() >= 50, "{}", openings.len());
        assert!(openings.iter().all(|opening| (6..=24).contains(&opening.position.history_len())));
        assert!(openings.iter().all(|opening| !opening.position.in_check()));
    }

    #[test]
    fn every_form_is_read_and_cut() {
        let text = "# two forms\n\n7g7f 3c3d # moves\r\nposition startpos moves 2g2f 8c8d 2f2e\n\
                    sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1\n";
        let openings = parse(text, "here", Some(2)).unwrap();
        let lengths: Vec<_> = openings.iter().map(|opening| opening.position.history_len()).collect();
        assert_eq!(lengths, [2, 2, 0]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, says) in [
            ("7g7f\n7g7f 7g7e\n", "here, line 2: token 3 \"7g7e\": illegal as move 2"),
            ("opening 1\n", "here, line 1: token 0 \"opening\""),
            ("# nothing\n", "here: no opening"),
            ("sfen k8/9/1+R7/9/9/9/9/9/4K4 w - 1", "here, line 1: the game is over"),
        ] {
            let error = parse(text, "here", None).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn a_seed_gives_one_order() {
        let order = |seed| {
            let mut openings = load(None, None).unwrap();
            shuffle(&mut openings, seed);
            openings.iter().map(|opening| opening.position.key()).collect::<Vec<_>>()
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        assert_eq!(order(1).iter().collect::<HashSet<_>>().len(), load(None, None).unwrap().len());
    }
}
