//! The count of the games.

use super::played::Played;
use serde::Serialize;
use shogi::Color;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashSet};
use std::hash::{Hash, Hasher};

/// What is counted; serialized, the line of `--json`.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Tally {
    pub(crate) games: usize,
    /// Of these, games that an earlier run had played.
    pub(crate) resumed: usize,
    plies: usize,
    /// Moves with a score.
    positions: usize,
    /// Games won by Black, by White, by nobody.
    black: usize,
    white: usize,
    draws: usize,
    ends: BTreeMap<&'static str, usize>,
    /// Games whose moves were those of an earlier game: they teach nothing new.
    repeated: usize,
    /// Of this run.
    pub(crate) games_per_second: f64,
    out: String,
    format: &'static str,
    #[serde(skip)]
    seen: HashSet<u64>,
}

impl Tally {
    /// No game yet; the games go into this file in this format.
    pub(crate) fn new(out: String, format: &'static str) -> Self {
        Self { out, format, ..Self::default() }
    }

    pub(crate) fn add(&mut self, game: &Played) {
        self.games += 1;
        self.plies += game.plies();
        self.positions += game.positions();
        match game.winner() {
            Some(Color::Black) => self.black += 1,
            Some(Color::White) => self.white += 1,
            None => self.draws += 1,
        }
        *self.ends.entry(game.end.name()).or_default() += 1;
        let mut hasher = DefaultHasher::new();
        game.usi().hash(&mut hasher);
        self.repeated += usize::from(!self.seen.insert(hasher.finish()));
    }

    /// The summary for people.
    pub(crate) fn report(&self) -> String {
        let ends: Vec<_> = self.ends.iter().map(|(name, count)| format!("{name} {count}")).collect();
        let resumed =
            if self.resumed > 0 { format!(" ({} from before)", self.resumed) } else { String::new() };
        let repeated = if self.repeated > 0 {
            format!("; {} went exactly as an earlier one", self.repeated)
        } else {
            String::new()
        };
        format!(
            "{} games{resumed}, {} plies, {} positions with a score; Black {}, White {}, draws {} ({}){repeated}; {:.2} \
             games/s; {}\n",
            self.games,
            self.plies,
            self.positions,
            self.black,
            self.white,
            self.draws,
            ends.join(", "),
            self.games_per_second,
            self.out
        )
    }
}
