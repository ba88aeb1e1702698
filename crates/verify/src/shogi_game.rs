//! Shogi as a game that the searches here can play.

use game::{Game, Reach, Side, Value};
use shogi::{Color, Move, Position};
use table::ShogiPast;

/// A position of shogi with everything that led to it.
#[derive(Clone, Debug)]
pub struct ShogiGame {
    position: Position,
}

impl ShogiGame {
    /// A game in this position, its past included.
    pub fn new(position: Position) -> Self {
        Self { position }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

impl Game for ShogiGame {
    type Move = Move;

    fn moves(&self, list: &mut Vec<Move>) {
        list.clear();
        let moves = self.position.legal_moves();
        // Captures first, the rest in the order of the generator: enough for alpha-beta to prune.
        let is_capture = |mv: &Move| !mv.is_drop() && self.position.piece_at(mv.to()).is_some();
        list.extend(moves.iter().copied().filter(is_capture));
        list.extend(moves.iter().copied().filter(|mv| !is_capture(mv)));
    }

    fn play(&mut self, mv: Move) {
        self.position.apply(mv);
    }

    fn undo(&mut self) {
        self.position.undo();
    }

    fn key(&self) -> u64 {
        self.position.key().low()
    }

    fn side(&self) -> Side {
        self.position.side_to_move().index() as Side
    }

    fn in_check(&self) -> bool {
        self.position.in_check()
    }

    /// Material, and a little that differs from position to position, so that the search has something to choose.
    fn evaluate(&self) -> Value {
        let material = self.position.material();
        let own = if self.position.side_to_move() == Color::Black { material } else { -material };
        own.clamp(-20_000, 20_000) + (self.key() >> 40 & 63) as Value - 32
    }

    fn is_reversible(&self, mv: Move) -> bool {
        self.position.is_reversible(mv)
    }

    fn pack(&self, mv: Move) -> u16 {
        mv.bits()
    }
}

impl Reach for ShogiGame {
    fn shortest_cycle(&self) -> u32 {
        table::shogi_past::SHORTEST_CYCLE
    }

    #[inline]
    fn walk_back(&self, most: usize, visit: impl FnMut(usize, u32)) {
        ShogiPast(&self.position).walk_back(most, visit);
    }
}
