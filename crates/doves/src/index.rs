//! The numbering of the positions with at most N doves on the board, and that game for the dense solver.

use crate::frames::{COUNT, Frame, Frames};
use crate::geometry::bounds;
use crate::{HAND, Kind, Outcome, Position, Side};
use game::solve::{RankedGame, Value};

/// Tokyo Doves with at most N doves on the board: a dove may not be put when N are there, and who has no action that
/// does not surround the own boss has lost. With N = 12 this is the game as it is played.
///
/// As a [`RankedGame`] it plays by the rules of [`Position`], not by the frames' tables: the two solve the same
/// game by two ways. The numbering is class by class, in each by pair of bosses, colouring, assignment of the
/// side waiting, assignment of the side to move; positions that symmetry makes equal take the least number.
pub struct ClosedGame {
    frames: Frames,
    first: Vec<u64>,
}

impl ClosedGame {
    /// The game with at most `max_doves` doves on the board.
    ///
    /// # Panics
    /// If `max_doves` is not 2 to 12.
    pub fn new(max_doves: u32) -> Self {
        let frames = Frames::new(max_doves);
        let mut first = vec![0];
        for class in 0..frames.classes.len() {
            first.push(first[class] + frames.positions_of(class));
        }
        Self { frames, first }
    }

    /// The frames of the game.
    pub fn frames(&self) -> &Frames {
        &self.frames
    }

    /// The rank of the first position of a class; that of the number of classes is the number of ranks.
    pub fn first_rank(&self, class: usize) -> u64 {
        self.first[class]
    }

    /// The class that holds a rank.
    pub fn class_of(&self, rank: u64) -> usize {
        self.first.partition_point(|&first| first <= rank) - 1
    }

    /// Every number under which a position could be stored, one for each symmetry of its class; the rank is the
    /// least.
    ///
    /// # Errors
    /// Why the position has no number.
    pub fn ranks(&self, position: &Position) -> Result<Vec<u64>, NotInGame> {
        let mut ranks = Vec::new();
        self.each_rank(position, |rank| ranks.push(rank))?;
        Ok(ranks)
    }

    fn each_rank(&self, position: &Position, mut visit: impl FnMut(u64)) -> Result<(), NotInGame> {
        let found = self.frames.classes.find_all(position.occupied());
        let (class, maps) = found.ok_or_else(|| {
            let (count, max) = (position.count(), self.frames.max_doves);
            NotInGame::TooManyDoves { count, max }
        })?;
        let entry = &self.frames.classes[class];
        let me = position.turn();
        for map in maps {
            let boss = |side: Side| map.cell(position.place(side, Kind::Boss));
            let pair = entry.pair(boss(me), boss(me.other()));
            if pair == u16::MAX {
                return Err(NotInGame::Surrounded);
            }
            // Which kind stands on each cell, and which cells are the mover's.
            let (mut kinds, mut cells_of) = ([0u8; 16], [0u16; 2]);
            for (side, cells) in [me, me.other()].into_iter().zip(&mut cells_of) {
                for (kind, number) in Kind::OTHERS.iter().zip(0..) {
                    let place = position.place(side, *kind);
                    if place != HAND {
                        let cell = map.cell(place);
                        kinds[usize::from(cell)] = number;
                        *cells |= 1 << cell;
                    }
                }
            }
            // In ascending order of the cells, bosses left out: the colouring, and each side's kinds.
            let (mut set, mut bit, mut sequences, mut counts) = (0u16, 1u16, [[0u8; 5]; 2], [0; 2]);
            for cell in crate::geometry::cells(u64::from(cells_of[0] | cells_of[1])) {
                let side = usize::from(cells_of[0] >> cell & 1 == 0);
                set |= if side == 0 { bit } else { 0 };
                bit <<= 1;
                sequences[side][counts[side]] = kinds[usize::from(cell)];
                counts[side] += 1;
            }
            let number =
                |side: usize| self.frames.assignments.number(&sequences[side][..counts[side]]) as u64;
            let colourings = self.frames.colourings(class);
            let colouring = usize::from(colourings.number(set));
            visit(
                self.first[class]
                    + u64::from(pair) * colourings.positions()
                    + colourings.first_position(colouring)
                    + number(1) * COUNT[counts[0]] as u64
                    + number(0),
            );
        }
        Ok(())
    }

    /// The position of a number, red to move, whether or not it is the least for its position.
    ///
    /// # Panics
    /// If `rank` is not below [`RankedGame::size`].
    pub fn position(&self, rank: u64) -> Position {
        let class = self.class_of(rank);
        let colourings = self.frames.colourings(class);
        let within = rank - self.first[class];
        let pair = (within / colourings.positions()) as usize;
        let within = within % colourings.positions();
        let colouring = colourings.at_position(within);
        let within = (within - colourings.first_position(colouring)) as usize;
        let frame = self.frames.frame(class, pair, colouring);
        self.place(&frame, within / COUNT[frame.mine], within % COUNT[frame.mine])
    }

    /// The position of a frame, red to move, with the assignments of the side waiting (row) and of the mover.
    pub fn place(&self, frame: &Frame, row: usize, column: usize) -> Position {
        let class = &self.frames.classes[frame.class];
        let place = |cell: u8| 8 * (cell / 4) + cell % 4;
        let (mover, waiting) = class.pairs()[frame.pair];
        let mut places = [[HAND; 6]; 2];
        places[Side::Red as usize][0] = place(mover);
        places[Side::Green as usize][0] = place(waiting);
        let sides = [(Side::Red, frame.mine, column), (Side::Green, frame.theirs, row)];
        for ((side, doves, number), cells) in sides.into_iter().zip(frame.cells) {
            let kinds = self.frames.assignments.sequence(doves, number);
            for (cell, kind) in crate::geometry::cells(u64::from(cells)).zip(kinds) {
                places[side as usize][usize::from(*kind) + 1] = place(cell);
            }
        }
        debug_assert!(bounds(crate::position::occupied(&places)).height <= 4);
        Position::from_places(places, Side::Red)
    }
}

/// Why a position has no number in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotInGame {
    /// More doves than the game allows.
    #[error("{count} doves are on the board; this game has at most {max}")]
    TooManyDoves {
        /// Doves on the board.
        count: u32,
        /// Doves allowed.
        max: u32,
    },
    /// The game is over.
    #[error("a boss is surrounded: the game is over")]
    Surrounded,
}

impl RankedGame for ClosedGame {
    type Position = Position;

    fn size(&self) -> u64 {
        self.first[self.first.len() - 1]
    }

    fn rank(&self, position: &Position) -> u64 {
        let mut least = u64::MAX;
        self.each_rank(position, |rank| least = least.min(rank)).expect("a free position of this game");
        least
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let position = self.position(rank);
        // Only a class with symmetries of its own has several numbers for a position.
        let is_least =
            || self.frames.classes[self.class_of(rank)].is_asymmetric() || self.rank(&position) == rank;
        is_least().then_some(position)
    }

    fn terminal(&self, position: &Position) -> Option<Value> {
        let may_put = position.count() < self.frames.max_doves;
        let wins = position.legal_actions().into_iter().any(|a| {
            (may_put || !matches!(a, crate::Action::Put { .. })) && position.outcome(a) == Outcome::Wins
        });
        wins.then_some(Value::Win(1))
    }

    fn successors(&self, position: &Position, visit: &mut dyn FnMut(u64)) {
        for action in position.legal_actions() {
            let next = position.moved(action);
            if next.count() <= self.frames.max_doves && next.is_free() {
                visit(self.rank(&next));
            }
        }
    }

    fn predecessors(&self, position: &Position, visit: &mut dyn FnMut(u64)) {
        position.each_predecessor(|earlier| {
            if earlier.count() <= self.frames.max_doves {
                visit(self.rank(&earlier));
            }
        });
    }
}
