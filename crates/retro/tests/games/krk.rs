//! King and rook against king, up to the eight symmetries of the board.

use game::solve::{RankedGame, Value};

/// The ending. The last rank stands for the rook's capture.
pub(crate) struct Krk;

/// Squares 0 to 63; `white` says who is to move.
#[derive(Clone, Copy)]
pub(crate) struct Position {
    /// White king, rook, black king.
    pub(crate) men: [u8; 3],
    /// White to move.
    pub(crate) white: bool,
}

const CAPTURED: u64 = 1 << 19;

fn touch(a: u8, b: u8) -> bool {
    (a / 8).abs_diff(b / 8) <= 1 && (a % 8).abs_diff(b % 8) <= 1
}

fn king(from: u8) -> impl Iterator<Item = u8> {
    (0..64).filter(move |&to| to != from && touch(from, to))
}

/// Whether a rook goes from one square to the other past a king.
fn rook(from: u8, to: u8, past: u8) -> bool {
    if from == to || (from / 8 != to / 8 && from % 8 != to % 8) {
        return false;
    }
    let step = if from / 8 == to / 8 { 1i8 } else { 8 } * if to > from { 1 } else { -1 };
    let mut at = from as i8;
    loop {
        at += step;
        if at == to as i8 {
            return true;
        }
        if at == past as i8 {
            return false;
        }
    }
}

fn legal(p: Position) -> bool {
    let [wk, wr, bk] = p.men;
    wk != wr && wk != bk && wr != bk && !touch(wk, bk) && !(p.white && rook(wr, bk, wk))
}

fn code(p: Position) -> u64 {
    p.men.iter().fold(u64::from(p.white), |c, &m| c << 6 | u64::from(m))
}

fn image(square: u8, symmetry: u8) -> u8 {
    let (mut row, mut column) = (square / 8, square % 8);
    if symmetry & 1 == 1 {
        row = 7 - row;
    }
    if symmetry & 2 == 2 {
        column = 7 - column;
    }
    if symmetry & 4 == 4 { 8 * column + row } else { 8 * row + column }
}

impl RankedGame for Krk {
    type Position = Option<Position>;

    fn size(&self) -> u64 {
        CAPTURED + 1
    }

    fn rank(&self, position: &Option<Position>) -> u64 {
        let Some(p) = position else { return CAPTURED };
        (0..8)
            .map(|s| code(Position { men: p.men.map(|m| image(m, s)), white: p.white }))
            .min()
            .expect("eight symmetries")
    }

    fn unrank(&self, rank: u64) -> Option<Option<Position>> {
        if rank == CAPTURED {
            return Some(None);
        }
        let men = [12, 6, 0].map(|by| (rank >> by & 63) as u8);
        let p = Position { men, white: rank >> 18 == 1 };
        (legal(p) && self.rank(&Some(p)) == rank).then_some(Some(p))
    }

    fn terminal(&self, position: &Option<Position>) -> Option<Value> {
        let Some(p) = position else { return Some(Value::Draw) };
        let [wk, wr, bk] = p.men;
        let mut moves = false;
        self.successors(position, &mut |_| moves = true);
        // Stalemate; mate is left to the solver as a loss without moves.
        (!moves && !p.white && !rook(wr, bk, wk)).then_some(Value::Draw)
    }

    fn successors(&self, position: &Option<Position>, visit: &mut dyn FnMut(u64)) {
        let Some(p) = position else { return };
        let [wk, wr, bk] = p.men;
        let mut go = |men| {
            let next = Position { men, white: !p.white };
            if legal(next) {
                visit(self.rank(&Some(next)));
            }
        };
        if p.white {
            king(wk).for_each(|to| go([to, wr, bk]));
            (0..64)
                .filter(|&to| to != bk && rook(wr, to, wk) && rook(wr, to, bk))
                .for_each(|to| go([wk, to, bk]));
        } else {
            king(bk).filter(|&to| to != wr).for_each(|to| go([wk, wr, to]));
            if touch(bk, wr) && !touch(wk, wr) {
                visit(CAPTURED);
            }
        }
    }

    fn predecessors(&self, position: &Option<Position>, visit: &mut dyn FnMut(u64)) {
        let Some(p) = position else { return };
        let [wk, wr, bk] = p.men;
        let mut go = |men| {
            let earlier = Position { men, white: !p.white };
            if legal(earlier) {
                visit(self.rank(&Some(earlier)));
            }
        };
        if p.white {
            king(bk).filter(|&from| from != wr).for_each(|from| go([wk, wr, from]));
        } else {
            king(wk).for_each(|from| go([from, wr, bk]));
            (0..64).filter(|&f| f != bk && rook(f, wr, wk) && rook(f, wr, bk)).for_each(|f| go([wk, f, bk]));
        }
    }
}
