//! What was read and written, counted.

use record::{Game, LeftOut};
use serde::Serialize;
use shogi::Handicap;
use std::io::{self, Write};

/// The counts of one run.
#[derive(Debug, Default, Serialize)]
pub(super) struct Tally {
    /// Games that were read.
    pub(super) read: u64,
    /// Of these, games cut before an illegal move (in the main line).
    cut: u64,
    /// Of these, games that do not start as an even game does.
    other_starts: u64,
    /// Of these, games with notes.
    noted: u64,
    /// Games, or whole files, that could not be read.
    pub(super) refused: u64,
    /// Games that were read, but that the format cannot hold.
    pub(super) unwritable: u64,
    /// What is where it should be.
    #[serde(flatten)]
    whole: Written,
    /// What was written, perhaps into a file that is not yet in its place.
    #[serde(skip)]
    so_far: Written,
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Written {
    #[serde(rename = "written")]
    games: u64,
    /// Moves of the main lines written: of PSV and hcpe the number of entries.
    plies: u64,
    /// Branches that the format has no place for.
    branches_left_out: u64,
    /// Lines of comment that the format has no place for.
    comments_left_out: u64,
}

impl Tally {
    pub(super) fn read(&mut self, game: &Game) {
        self.read += 1;
        self.cut += u64::from(game.main.cut.is_some());
        self.other_starts += u64::from(game.handicap() != Some(Handicap::Even));
        self.noted += u64::from(!game.notes.is_empty());
    }

    pub(super) fn wrote(&mut self, game: &Game, left_out: LeftOut) {
        let so_far = &mut self.so_far;
        so_far.games += 1;
        so_far.plies += game.main.plies.len() as u64;
        so_far.branches_left_out += left_out.branches as u64;
        so_far.comments_left_out += left_out.comments as u64;
    }

    /// All that was written is where it should be. What never comes so far is not told as written.
    pub(super) fn confirm(&mut self) {
        self.whole = self.so_far;
    }

    /// Games that are where they should be.
    pub(super) fn written(&self) -> u64 {
        self.whole.games
    }

    /// One line, or one JSON object.
    pub(super) fn tell(&self, out: &mut impl Write, json: bool) -> io::Result<()> {
        if json {
            return writeln!(out, "{}", serde_json::to_string(self)?);
        }
        writeln!(
            out,
            "{} games read ({} cut, {} not from an even start, {} with notes), {} refused, {} that the format cannot \
             hold; {} written with {} plies",
            self.read,
            self.cut,
            self.other_starts,
            self.noted,
            self.refused,
            self.unwritable,
            self.whole.games,
            self.whole.plies
        )?;
        let Written { branches_left_out, comments_left_out, .. } = self.whole;
        if branches_left_out + comments_left_out > 0 {
            writeln!(
                out,
                "left out, for want of a place: {branches_left_out} branches, {comments_left_out} lines of comment"
            )?;
        }
        Ok(())
    }
}
