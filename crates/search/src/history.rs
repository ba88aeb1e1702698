//! What earlier cut-offs say about moves: the statistics that order moves and steer reductions.

use shogi::{Color, Move, Position};

/// Codes of pieces with their owner, and squares.
const PIECES: usize = 32;
const SQUARES: usize = 81;
/// One row per piece and target.
pub(crate) const ROWS: usize = PIECES * SQUARES;
/// The greatest value that an entry takes.
const LIMIT: i32 = 16_384;
/// The row that stands for "no move": piece code 0 does not exist.
pub(crate) const NO_ROW: usize = 0;

/// Buckets of each correction table.
const CORRECTIONS: usize = 1 << 14;
const CORRECTION_GRAIN: i32 = 256;
const CORRECTION_LIMIT: i32 = 160 * CORRECTION_GRAIN;

/// The row of a move that is about to be made: the piece as it stands after the move, and the target.
#[inline]
pub(crate) fn row(position: &Position, mv: Move) -> usize {
    let piece = position.move32(mv).after().map_or(0, shogi::Piece::index);
    piece * SQUARES + mv.to().index()
}

/// Moves an entry towards the bonus; the nearer it is to its limit, the less.
#[inline]
fn adjust(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// The statistics of one thread.
#[derive(Debug)]
pub(crate) struct History {
    /// By side, origin (or dropped kind) and target.
    main: Vec<i16>,
    /// By row and captured kind.
    captures: Vec<i16>,
    /// By row of an earlier move and row of this one.
    continuation: Vec<i16>,
    /// By row of the opponent's move: the answer that worked.
    counters: Vec<Option<Move>>,
    /// Errors of the evaluation by pawns, minor pieces, and everything but pawns of each side; by side to move.
    corrections: Vec<i32>,
}

const ORIGINS: usize = 128;

#[inline]
fn main_index(color: Color, mv: Move) -> usize {
    // Origin or dropped kind in bits 7 to 13, target below.
    let bits = mv.bits() as usize & 0x3FFF;
    color.index() * ORIGINS * 128 + bits
}

impl History {
    pub(crate) fn new() -> Self {
        Self {
            main: vec![0; 2 * ORIGINS * 128],
            captures: vec![0; ROWS * 16],
            continuation: vec![0; ROWS * ROWS],
            counters: vec![None; ROWS],
            corrections: vec![0; 2 * 4 * CORRECTIONS],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.main.fill(0);
        self.captures.fill(0);
        self.continuation.fill(0);
        self.counters.fill(None);
        self.corrections.fill(0);
    }

    #[inline]
    pub(crate) fn quiet(&self, color: Color, mv: Move, row: usize, before: [usize; 2]) -> i32 {
        let main = i32::from(self.main[main_index(color, mv)]);
        main + before.iter().map(|&earlier| self.continuation(earlier, row)).sum::<i32>()
    }

    #[inline]
    fn continuation(&self, earlier: usize, row: usize) -> i32 {
        i32::from(self.continuation[earlier * ROWS + row])
    }

    pub(crate) fn reward_quiet(
        &mut self,
        color: Color,
        mv: Move,
        row: usize,
        before: [usize; 2],
        bonus: i32,
    ) {
        adjust(&mut self.main[main_index(color, mv)], bonus);
        for earlier in before {
            if earlier != NO_ROW {
                adjust(&mut self.continuation[earlier * ROWS + row], bonus);
            }
        }
    }

    #[inline]
    pub(crate) fn capture(&self, row: usize, taken: usize) -> i32 {
        i32::from(self.captures[row * 16 + (taken & 15)])
    }

    pub(crate) fn reward_capture(&mut self, row: usize, taken: usize, bonus: i32) {
        adjust(&mut self.captures[row * 16 + (taken & 15)], bonus);
    }

    #[inline]
    pub(crate) fn counter(&self, earlier: usize) -> Option<Move> {
        self.counters[earlier]
    }

    pub(crate) fn set_counter(&mut self, earlier: usize, mv: Move) {
        self.counters[earlier] = Some(mv);
    }

    #[inline]
    fn correction_slots(position: &Position) -> [usize; 4] {
        let keys = position.partial_keys();
        let side = position.side_to_move().index();
        let slot = |table: usize, key: shogi::Key| {
            (side * 4 + table) * CORRECTIONS + (key.low() as usize & (CORRECTIONS - 1))
        };
        [slot(0, keys.pawn), slot(1, keys.minor), slot(2, keys.non_pawn[0]), slot(3, keys.non_pawn[1])]
    }

    /// What the evaluation was off by in positions like this one.
    #[inline]
    pub(crate) fn correction(&self, position: &Position) -> i32 {
        let slots = Self::correction_slots(position);
        slots.iter().map(|&slot| self.corrections[slot]).sum::<i32>() / (3 * CORRECTION_GRAIN)
    }

    /// Notes that a search of `depth` found `error` more than the evaluation said.
    pub(crate) fn note_error(&mut self, position: &Position, error: i32, depth: i32) {
        let weight = (depth + 1).min(16);
        let error = (error.clamp(-400, 400)) * CORRECTION_GRAIN;
        for slot in Self::correction_slots(position) {
            let entry = &mut self.corrections[slot];
            let mixed = (*entry * (CORRECTION_GRAIN - weight) + error * weight) / CORRECTION_GRAIN;
            *entry = mixed.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_limit() {
        let mut history = History::new();
        let mv: Move = "7g7f".parse().unwrap();
        let row = row(&Position::startpos(), mv);
        for _ in 0..1000 {
            history.reward_quiet(Color::Black, mv, row, [5, NO_ROW], 4000);
        }
        let learnt = history.quiet(Color::Black, mv, row, [5, NO_ROW]);
        assert!(learnt > LIMIT && learnt <= 2 * LIMIT);
        assert_eq!(history.quiet(Color::White, mv, row, [6, 7]), 0);
        for _ in 0..1000 {
            history.reward_quiet(Color::Black, mv, row, [5, NO_ROW], -4000);
        }
        assert!(history.quiet(Color::Black, mv, row, [5, NO_ROW]) < -LIMIT);
    }

    #[test]
    fn corrections_follow_the_error() {
        let mut history = History::new();
        let position = Position::startpos();
        for _ in 0..500 {
            history.note_error(&position, 90, 10);
        }
        let learnt = history.correction(&position);
        assert!((60..=140).contains(&learnt), "{learnt}");
    }
}
