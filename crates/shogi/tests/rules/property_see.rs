//! Static exchange evaluation against a plain recursion over an array of squares.

use crate::reference::Mailbox;
use crate::runs::{for_each_position, for_each_scenario};
use shogi::{Move, Piece, PieceKind, Position, Square};

/// The material scale, read off positions with one piece.
struct Scale([i32; 15]);

impl Scale {
    fn new() -> Self {
        let mut values = [0; 15];
        for kind in PieceKind::ALL {
            let piece = Piece::new(shogi::Color::Black, kind);
            let alone = Position::from_sfen(&format!("9/9/9/9/4{piece}4/9/9/9/9 b - 1")).unwrap();
            values[kind.index()] = alone.material();
        }
        Self(values)
    }

    fn value(&self, kind: PieceKind) -> i32 {
        self.0[kind.index()]
    }

    /// What a capture is worth: the piece leaves one side and comes into the other's hand.
    fn taken(&self, kind: PieceKind) -> i32 {
        self.value(kind) + self.value(kind.unpromoted())
    }

    /// What the side to take on `to` gains, cheapest taker first, or 0 when it does not take. Of pieces that cost the same an
    /// unpromoted one goes first, then the one on the lower square.
    fn gain(&self, board: &Mailbox, to: Square) -> i32 {
        let Some(standing) = board.piece(to) else { return 0 };
        let side = !standing.color();
        let kind = |sq: Square| board.piece(sq).map(Piece::kind);
        let cost = |sq: &Square| match kind(*sq) {
            Some(PieceKind::King) | None => (i32::MAX, false, *sq),
            Some(kind) => (self.taken(kind), kind.is_promoted(), *sq),
        };
        let Some(from) = board.attackers(side, to).into_iter().min_by_key(cost) else { return 0 };
        let taker = board.piece(from).expect("an attacker");
        let after = board.without(from).with(to, taker);
        if taker.kind() == PieceKind::King && !after.attackers(!side, to).is_empty() {
            return 0;
        }
        (self.taken(standing.kind()) - self.gain(&after, to)).max(0)
    }

    fn see(&self, position: &Position, mv: Move) -> i32 {
        let facts = position.facts(mv).unwrap();
        let mut board = Mailbox::of(position).with(mv.to(), facts.after);
        if let Some(from) = mv.from() {
            board = board.without(from);
        }
        let taken = facts.captured.map_or(0, |piece| self.taken(piece.kind()));
        let promoted = self.value(facts.after.kind()) - self.value(facts.before.kind());
        taken + promoted - self.gain(&board, mv.to())
    }
}

#[test]
fn see_equals_the_recursion() {
    let scale = Scale::new();
    let check = |position: &mut Position| {
        for &mv in &position.legal_moves() {
            let exact = scale.see(position, mv);
            assert_eq!(position.see(mv), exact, "{position}: {mv}");
            for threshold in [exact - 1, exact, exact + 1, 0, 1] {
                let enough = exact >= threshold;
                assert_eq!(position.see_at_least(mv, threshold), enough, "{position}: {mv} for {threshold}");
            }
        }
    };
    for_each_scenario(400, check);
    for_each_position(4, check);
}

#[test]
fn exchanges_known_by_hand() {
    let cases = [
        // A pawn takes a pawn that nothing guards; a pawn that a gold guards.
        ("4k4/9/9/9/4p4/4P4/9/9/4K4 b - 1", "5f5e", 200),
        ("4k4/9/9/4g4/4p4/4P4/9/9/4K4 b - 1", "5f5e", 0),
        // A rook for a pawn; with a second rook behind it the gold that took back is lost too.
        ("4k4/9/9/4g4/4p4/9/9/4R4/4K4 b - 1", "5h5e", 200 - 2100),
        ("4k4/9/9/4g4/4p4/9/4R4/4R4/3K5 b - 1", "5g5e", 200 - 2100 + 1200),
        // A drop onto a guarded square loses the piece, onto an unguarded one nothing.
        ("4k4/9/9/4g4/9/9/9/9/4K4 b S 1", "S*5e", -1100),
        ("4k4/9/9/4g4/9/9/9/9/4K4 b S 1", "S*1e", 0),
    ];
    for (sfen, mv, worth) in cases {
        assert_eq!(Position::from_sfen(sfen).unwrap().see(mv.parse().unwrap()), worth, "{sfen}: {mv}");
    }
}
