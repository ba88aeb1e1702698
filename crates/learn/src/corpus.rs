//! All games of a run: read once, chosen from, divided by game into training and held-out games.

use crate::LearnError;
use crate::select::{LeftOut, Selection};
use crate::source::{FileFacts, Found, read_file};
use crate::spool::{Chosen, Spool};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::PathBuf;
use xxhash_rust::xxh3::xxh3_64;

/// So many messages about single games are kept; all are counted.
const MESSAGES: usize = 50;

/// What was found in the files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Games that were taken.
    pub games: u64,
    /// Of these, games cut before an illegal move.
    pub illegal: u64,
    /// Games that could not be read at all.
    pub refused: u64,
    /// Games that do not begin as an even game does.
    pub other_starts: u64,
    /// Games to learn from.
    pub training_games: u64,
    /// Positions of these.
    pub training_positions: u64,
    /// Games held out.
    pub held_out_games: u64,
    /// Positions of these.
    pub held_out_positions: u64,
    /// Of these, positions that are in the first plies of a training game too.
    pub shared_positions: u64,
    /// Moves that are not used.
    pub left_out: LeftOut,
}

/// The games of a run.
#[derive(Debug)]
pub struct Corpus {
    spool: Spool,
    /// The games to learn from, in the order of the files.
    pub training: Vec<u32>,
    /// The games held out.
    pub held_out: Vec<u32>,
    /// What was found.
    pub counts: Counts,
    /// Where something was wrong: the first of them, with their places.
    pub messages: Vec<String>,
    /// The files.
    pub files: Vec<FileFacts>,
    shared: HashSet<u64>,
}

/// Whether the game of that id is held out when `percent` of all games are. It depends on nothing else: adding games moves
/// none from one side to the other.
pub fn is_held_out(id: &str, percent: f64) -> bool {
    (xxh3_64(id.as_bytes()) >> 11) as f64 / (1_u64 << 53) as f64 * 100.0 < percent
}

impl Corpus {
    /// Reads files, any mixture of tables and records; `percent` of the games are held out.
    pub fn read(files: &[PathBuf], percent: f64) -> Result<Self, LearnError> {
        let mut scan = Scan::new(percent)?;
        let mut facts = Vec::new();
        for path in files {
            facts.push(read_file(path, &mut |found| scan.take(found))?);
        }
        scan.finish(facts)
    }

    /// The games of these numbers.
    pub fn load(&mut self, numbers: &[u32]) -> Result<Vec<Chosen>, LearnError> {
        self.spool.load(numbers)
    }

    /// Whether a position with this key is in the first plies of training games and of held-out games.
    pub fn is_shared(&self, key: u64) -> bool {
        self.shared.contains(&key)
    }

    /// A name for the content of the files and the split: a run goes on only with the same.
    pub fn fingerprint(&self) -> String {
        let hashes: Vec<_> = self.files.iter().map(|file| file.hash.as_str()).collect();
        let split = format!("{} {} {}", hashes.join(" "), self.training.len(), self.held_out.len());
        format!("{:016x}", xxh3_64(split.as_bytes()))
    }
}

struct Scan {
    percent: f64,
    selection: Selection,
    counts: Counts,
    messages: Vec<String>,
    spool: Spool,
    training: Vec<u32>,
    held_out: Vec<u32>,
    /// Keys of early positions by side of the split.
    early: [HashSet<u64>; 2],
    /// Moves of the held-out games that are used in early positions.
    early_held_out: Vec<u64>,
}

impl Scan {
    fn new(percent: f64) -> Result<Self, LearnError> {
        Ok(Self {
            percent,
            selection: Selection::default(),
            counts: Counts::default(),
            messages: Vec::new(),
            spool: Spool::new()?,
            training: Vec::new(),
            held_out: Vec::new(),
            early: Default::default(),
            early_held_out: Vec::new(),
        })
    }

    fn tell(&mut self, message: String) {
        if self.messages.len() < MESSAGES {
            self.messages.push(message);
        }
    }

    fn take(&mut self, found: Found) -> Result<(), LearnError> {
        let (game, cut) = match found {
            Found::OtherStart => {
                self.counts.other_starts += 1;
                return Ok(());
            }
            Found::Refused(reason) => {
                self.counts.refused += 1;
                self.tell(format!("refused: {reason}"));
                return Ok(());
            }
            Found::Game(game, cut) => (game, cut),
        };
        self.counts.games += 1;
        if let Some(cut) = cut {
            self.counts.illegal += 1;
            self.tell(format!("cut: {cut}"));
        }
        let held_out = is_held_out(&game.id, self.percent);
        let mut keys = Vec::new();
        let used = self.selection.select(&game, |key| keys.push(key));
        let positions = used.iter().filter(|&&used| used).count() as u64;
        let number = self.spool.len() as u32;
        if held_out {
            self.counts.held_out_games += 1;
            self.counts.held_out_positions += positions;
            self.held_out.push(number);
            self.early_held_out
                .extend(keys.iter().zip(&used).filter(|&(_, &used)| used).map(|(&key, _)| key));
        } else {
            self.counts.training_games += 1;
            self.counts.training_positions += positions;
            self.training.push(number);
        }
        self.early[usize::from(held_out)].extend(keys);
        self.spool.push(&Chosen { game, used })
    }

    fn finish(mut self, files: Vec<FileFacts>) -> Result<Corpus, LearnError> {
        if self.counts.training_positions + self.counts.held_out_positions == 0 {
            let first = self.messages.first().map_or("", String::as_str);
            return Err(LearnError::Nothing(format!(
                "{} games, {} refused, {} from another start; {first}",
                self.counts.games, self.counts.refused, self.counts.other_starts
            )));
        }
        let [training, held_out] = &self.early;
        let shared: HashSet<u64> = held_out.intersection(training).copied().collect();
        self.counts.shared_positions =
            self.early_held_out.iter().filter(|&key| shared.contains(key)).count() as u64;
        self.counts.left_out = self.selection.left_out;
        Ok(Corpus {
            spool: self.spool,
            training: self.training,
            held_out: self.held_out,
            counts: self.counts,
            messages: self.messages,
            files,
            shared,
        })
    }
}
