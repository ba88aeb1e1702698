//! Positions and games that come with the program: small endgames of our own making, and games with repetitions.

use game::Outcome;
use game::random::Random;
use shogi::Position;

use crate::shogi_set::{LineError, ShogiLine};

/// Endgames with few pieces, in which play comes back to the same position all the time.
pub const ENDGAMES: [&str; 10] = [
    "4k4/9/9/9/9/9/9/9/4K4 b RGrg 1",
    "k8/9/1G7/9/9/9/9/9/8K b 2Pr2p 1",
    "4k4/4p4/9/4r4/9/4R4/9/4P4/4K4 w GSgs 1",
    "2sgk4/9/2p6/9/9/6B2/6P2/9/4KGS2 b - 1",
    "4k4/1r7/p8/9/8P/9/9/7R1/4K4 b - 1",
    "4k4/9/4p4/9/9/9/4P4/9/4K4 b RBrb 1",
    "8k/9/7+R1/9/9/9/1r7/9/K8 w Gg 1",
    "k5r2/+s8/9/9/9/9/9/9/S5K2 b - 1",
    "1+s4k2/5r3/9/9/9/9/9/9/1+N4K2 w - 1",
    "3gk4/9/3G5/9/9/5g3/9/9/4KG3 b 2P2p 1",
];

/// A game whose last position is its fourth occurrence.
#[derive(Clone, Copy, Debug)]
pub struct Golden {
    /// Name.
    pub name: &'static str,
    /// Start position.
    pub start: &'static str,
    /// The moves.
    pub moves: &'static str,
    /// Result for the side to move at the end.
    pub outcome: Outcome,
}

const fn golden(name: &'static str, start: &'static str, moves: &'static str, outcome: Outcome) -> Golden {
    Golden { name, start, moves, outcome }
}

/// Games that end with a fourth occurrence.
///
/// SOURCE: the project's golden repetition table (2026), games G1 to G14, composed and taken from play, results agreed on
/// by two independent classifiers.
pub const GOLDENS: [Golden; 11] = [
    golden(
        "G1",
        "startpos",
        "5g5f 5c5d 2h5h 5a5b 5f5e 5b5c 5h5f 5c6d 5f6f 6d7d 6f7f 7d6d 7f6f 6d7d 6f7f 7d6d 7f6f 6d7d 6f7f 7d6d 7f6f",
        Outcome::Win,
    ),
    golden(
        "G2",
        "startpos",
        "5g5f 5c5d 2h5h 5a5b 5f5e 5b5c 5h5f 5c6d 5f6f 6d7d 6f7f 7d6d 7f6f 6d7d 6f7f 7d6d 7i6h 3a4b 6h7i 4b3a 7f6f 6d7d 6f7f 7d6d",
        Outcome::Draw,
    ),
    golden(
        "G3",
        "ln1skg1nl/1r1sg2b1/ppp1GSppp/3p1p3/9/9/PPPPPPPPP/1B5R1/LN1GK2NL b Sp 1",
        "4c5b+ 6a5b S*4c S*6a 4c5b+ 6a5b S*4c S*6a 4c5b+ 6a5b S*4c S*6a 4c5b+",
        Outcome::Draw,
    ),
    golden(
        "G5",
        "l2g2B1l/1r2k2g1/p1nsppnp1/2pp4p/9/1pPS2s1P/P2PPPN1B/1PG6/LN2KG2L w S2Prp 66",
        "9c9d 3a5c+ 5b5a 5c6b 5a4b 6b5c 4b5a 5c6b 5a4b 6b5c 4b5a 5c6b 5a4b 6b5c 4b5a",
        Outcome::Loss,
    ),
    golden(
        "G6",
        "l2gk3l/1r5g1/2ns+Bpnp1/p1pp4p/9/1pPS2s1P/P2PPPN1B/1PG6/LN2KG2L b S3Prp 69",
        "5c6b 5a4b 6b5c 4b5a 5c6b 5a4b 6b5c 4b5a 5c6b 5a4b 6b5c 4b5a",
        Outcome::Loss,
    ),
    golden(
        "G7",
        "1+s4k2/5r3/9/9/9/9/9/9/1+N4K2 w - 1",
        "4b3b 3i4i 3b4b 4i3i 4b3b 3i4i 3b4b 4i3i 4b3b 3i4i 3b4b 4i3i",
        Outcome::Loss,
    ),
    golden(
        "G8",
        "k5r2/+s8/9/9/9/9/9/9/S5K2 b - 1",
        "3i2i 3a2a 2i3i 2a3a 3i2i 3a2a 2i3i 2a3a 3i2i 3a2a 2i3i 2a3a",
        Outcome::Win,
    ),
    golden(
        "G10",
        "lnsg1gsnl/1r5b1/ppppppppp/4k4/9/5R3/PPPPPPPPP/1B7/LNSGKGSNL b - 1",
        "4f5f 5d4d 5f4f 4d5d 4f5f 5d4d 5f4f 4d5d 4f5f 5d4d 5f4f 4d5d",
        Outcome::Loss,
    ),
    golden(
        "G11",
        "lnsg1gsnl/1r5b1/ppppppppp/4k4/9/4R4/PPPPPPPPP/1B7/LNSGKGSNL w - 1",
        "5d4d 5f4f 4d5d 4f5f 5d4d 5f4f 4d5d 4f5f 5d4d 5f4f 4d5d 4f5f",
        Outcome::Win,
    ),
    golden("G12", "startpos", "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b", Outcome::Draw),
    golden(
        "G14",
        "ln3g2l/1r2g1sk1/1pp1ppn2/p2ps1ppp/1PP6/2GP4P/P1N1PPPP1/1R2S1SK1/L4G1NL w Bb 44",
        "9d9e 8h6h 8b6b 6h8h 6b8b 8h6h 8b6b 6h8h 6b8b 8h6h 8b6b 6h8h 6b8b",
        Outcome::Draw,
    ),
];

/// `count` random lines that walk in circles in the endgames, each with `roots` roots at its end.
///
/// # Errors
/// If a bundled position is not readable: never, as a test shows.
pub fn endgame_lines(count: usize, roots: usize, random: &mut Random) -> Result<Vec<ShogiLine>, LineError> {
    ENDGAMES
        .iter()
        .enumerate()
        .cycle()
        .take(count)
        .enumerate()
        .map(|(number, (at, sfen))| {
            let start = ShogiLine::parse("endgame", sfen, "", 1)?.start;
            Ok(ShogiLine::circles(&format!("endgame {at}, line {number}"), &start, roots, random))
        })
        .collect()
}

/// The golden games without their last move, `roots` roots each.
///
/// # Errors
/// If a bundled game is not readable: never, as a test shows.
pub fn golden_lines(roots: usize) -> Result<Vec<ShogiLine>, LineError> {
    GOLDENS
        .iter()
        .map(|golden| {
            let mut line = ShogiLine::parse(golden.name, golden.start, golden.moves, roots + 1)?;
            line.moves.pop();
            Ok(line)
        })
        .collect()
}

/// The part of a game up to the last position that had occurred before, if there is one: where repetition matters.
pub fn until_repetition(mut line: ShogiLine, roots: usize) -> Option<ShogiLine> {
    let mut position: Position = line.start.clone();
    let mut last = None;
    for (at, &mv) in line.moves.iter().enumerate() {
        position.apply(mv);
        // A fourth occurrence ends the game: it is no root.
        match position.occurrences() {
            1 => {}
            2 | 3 => last = Some(at + 1),
            _ => break,
        }
    }
    let last = last?;
    line.moves.truncate(last);
    line.first_root = (last + 1).saturating_sub(roots);
    Some(line)
}
