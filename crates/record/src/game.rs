//! A game as every reader gives it and every writer takes it.

use crate::{Cut, Ending, Headers, Note, Outcome, Place};
use shogi::{Color, Handicap, Move, Position};
use std::time::Duration;

/// One move with what the record says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The time spent on it.
    pub time: Option<Duration>,
    /// The score that an engine gave, in centipawns of the side that makes the move.
    pub score: Option<i32>,
    /// Comments, one element for each line.
    pub comments: Vec<String>,
    /// The name of a bookmark (しおり) at this move.
    pub bookmark: Option<String>,
}

impl From<Move> for Ply {
    fn from(mv: Move) -> Self {
        Self { mv, time: None, score: None, comments: Vec::new(), bookmark: None }
    }
}

/// A line of moves and its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The moves, each legal.
    pub plies: Vec<Ply>,
    /// How it ended, if the record says.
    pub ending: Option<Ending>,
    /// Set if the record goes on with an illegal move; the moves before it are kept.
    pub cut: Option<Cut>,
}

/// A line that leaves another one (変化).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Index in [`Game::branches`] of the line that it leaves; `None` for the main line.
    pub parent: Option<usize>,
    /// Number of moves from the start of the game to where it leaves: its first move takes the place of the move with this
    /// index.
    pub at: usize,
    /// Its own moves.
    pub line: Line,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    /// Where the record begins.
    pub place: Place,
    /// Names, event, times and whatever else the record says of the whole.
    pub headers: Headers,
    /// The first position, without history.
    pub start: Position,
    /// Comments before the first move, one element for each line.
    pub comments: Vec<String>,
    /// The moves that were played.
    pub main: Line,
    /// All other lines, parents before children; see [`Game::children`].
    pub branches: Vec<Branch>,
    /// What was read leniently, and where the record and the rules disagree.
    pub notes: Vec<Note>,
}

impl Game {
    /// A game without moves.
    pub fn new(place: Place, start: Position) -> Self {
        Self {
            place,
            headers: Headers::default(),
            start,
            comments: Vec::new(),
            main: Line::default(),
            branches: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// A game made by a program: a start position and moves, which the caller knows to be legal.
    pub fn from_moves(start: Position, moves: impl IntoIterator<Item = Move>) -> Self {
        let place = Place { file: "game".into(), line: 1, column: 1 };
        let mut game = Self::new(place, start);
        game.main.plies.extend(moves.into_iter().map(Ply::from));
        game
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.main.plies.iter().map(|ply| ply.mv)
    }

    /// The position after the main line, its history included.
    pub fn last_position(&self) -> Position {
        let mut position = self.start.clone();
        self.moves().for_each(|mv| position.apply(mv));
        position
    }

    /// The side to move after `plies` moves.
    pub fn side_after(&self, plies: usize) -> Color {
        if plies.is_multiple_of(2) { self.start.side_to_move() } else { !self.start.side_to_move() }
    }

    /// The result of the main line.
    pub fn outcome(&self) -> Outcome {
        match &self.main.ending {
            Some(ending) => ending.kind.outcome(self.side_after(self.main.plies.len())),
            None => Outcome::Unknown,
        }
    }

    /// The usual start that the game has, if it is one: a learner wants [`Handicap::Even`] only.
    pub fn handicap(&self) -> Option<Handicap> {
        Handicap::of(&self.start)
    }

    /// Indices of the branches that leave the line `parent` (`None`: the main line), in the order of the record.
    pub fn children(&self, parent: Option<usize>) -> impl Iterator<Item = usize> {
        let branches = self.branches.iter().enumerate();
        branches.filter(move |(_, branch)| branch.parent == parent).map(|(index, _)| index)
    }

    /// All moves from the start to the end of a branch.
    pub fn branch_moves(&self, index: usize) -> Vec<Move> {
        self.branch_plies(index).map(|ply| ply.mv).collect()
    }

    /// As [`Game::branch_moves`], with what the record says about each move.
    pub fn branch_plies(&self, index: usize) -> impl Iterator<Item = &Ply> {
        let mut parts = Vec::new();
        let (mut line, mut end) = (Some(index), usize::MAX);
        while let Some((own, branch)) = line.and_then(|index| Some((index, self.branches.get(index)?))) {
            let plies = &branch.line.plies;
            parts.push(&plies[..plies.len().min(end.saturating_sub(branch.at))]);
            // Parents come before children, so that this ends.
            (line, end) = (branch.parent.filter(|&parent| parent < own), branch.at.min(end));
        }
        let main = &self.main.plies;
        parts.push(&main[..main.len().min(end)]);
        parts.into_iter().rev().flatten()
    }
}
