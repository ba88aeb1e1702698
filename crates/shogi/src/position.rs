//! A position with its history: apply, undo, null move, and what is read from them.

use crate::board::Board;
use crate::history::{CHECK, History, Past, QUIET, State, UNKNOWN};
use crate::legality::View;
use crate::moves::{Move, Move32, MoveFacts};
use crate::zobrist::{self, Key};
use crate::{Bitboard, Color, Hand, Piece, PieceKind, Square};

/// Cached keys and material, for correction histories and the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialKeys {
    /// Unpromoted pawns of both sides.
    pub pawn: Key,
    /// Lances, knights, silvers, golds and their promotions, tokins included, of both sides.
    pub minor: Key,
    /// Everything but unpromoted pawns, kings included, by side.
    pub non_pawn: [Key; 2],
    /// Board and hand material, Black minus White, a pawn being 100: an interim scale, not an evaluation.
    pub material: i32,
}

/// A position and everything that led to it.
///
/// The history reaches back to the position that the game began with and is never shortened: not by a search, not in a
/// clone. [`Position::without_history`] makes the light copy for callers that want none.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) board: Board,
    check: u8,
    /// Move number of the first position of the history, as SFEN counts it.
    first_ply: u32,
    pub(crate) history: History,
}

impl PartialEq for Position {
    /// The same board, hands, side to move, move number and history.
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.first_ply == other.first_ply && self.history == other.history
    }
}

impl Eq for Position {}

impl Default for Position {
    fn default() -> Self {
        Self::startpos()
    }
}

impl Position {
    pub(crate) fn from_board(board: Board, ply: u32) -> Self {
        Self { board, check: UNKNOWN, first_ply: ply, history: History::new() }
    }

    /// The same position as the beginning of a new game: no history, nothing allocated.
    #[must_use]
    #[inline]
    pub fn without_history(&self) -> Self {
        Self { board: self.board.clone(), check: self.check, first_ply: self.ply(), history: History::new() }
    }

    /// Makes room for `plies` more moves, so that [`Position::apply`] allocates nothing for that long.
    pub fn reserve(&mut self, plies: usize) {
        self.history.reserve(plies);
    }

    /// Plays a legal move.
    ///
    /// The caller knows that the move is legal, as moves from a generator are; [`Position::legality`] tells, and
    /// [`Position::try_apply`] asks it first. An illegal move gives a position without meaning.
    #[inline]
    pub fn apply(&mut self, mv: Move) {
        // The target of a drop is empty, so this is right for drops too.
        self.push(mv.bits(), self.board.code(mv.to()) as u8);
        self.board.play(mv);
    }

    /// As [`Position::apply`], when the caller already knows whether the move gives check.
    #[inline]
    pub fn apply_knowing_check(&mut self, mv: Move, gives_check: bool) {
        self.apply(mv);
        self.check = if gives_check { CHECK } else { QUIET };
    }

    /// Plays a legal move and says what it did.
    #[inline]
    pub fn apply_with_facts(&mut self, mv: Move) -> Option<MoveFacts> {
        let facts = self.facts(mv)?;
        self.apply(mv);
        Some(facts)
    }

    /// What `mv` would do here; `None` where the origin is empty.
    pub fn facts(&self, mv: Move) -> Option<MoveFacts> {
        let color = self.side_to_move();
        let before = match mv.dropped() {
            Some(kind) => Piece::new(color, kind),
            None => self.piece_at(mv.from()?)?,
        };
        let after =
            if mv.is_promotion() { Piece::new(before.color(), before.kind().promoted()?) } else { before };
        let captured = if mv.is_drop() { None } else { self.piece_at(mv.to()) };
        let hands_before = self.board.hands();
        Some(MoveFacts { color, from: mv.from(), to: mv.to(), before, after, captured, hands_before })
    }

    /// Whether the piece that `mv` moves could simply go back: `mv` neither captures nor drops nor promotes, and moves no
    /// pawn, lance or knight. After any other move the present position can come back only by further captures and drops.
    #[inline]
    pub fn is_reversible(&self, mv: Move) -> bool {
        use crate::PieceKind::{Knight, Lance, Pawn};
        let kind = mv.from().and_then(|from| self.piece_at(from)).map(Piece::kind);
        kind.is_some_and(|kind| !matches!(kind, Pawn | Lance | Knight))
            && !mv.is_promotion()
            && self.piece_at(mv.to()).is_none()
    }

    /// Passes. Legal play has no pass; searches do. The side to move must not be in check.
    pub fn apply_null(&mut self) {
        self.push(0, 0);
        self.board.pass();
        self.check = QUIET;
        self.history.raise_floor();
    }

    /// Takes back the latest move or pass; `None` at the beginning of the history, where nothing changes, and for a pass.
    #[inline]
    pub fn undo(&mut self) -> Option<Move> {
        let state = self.history.pop()?;
        self.check = state.check;
        let mv = state.mv();
        if let Some(mv) = mv {
            self.board.unplay(mv, state.captured, &state.keys, state.hands, state.material);
        } else {
            self.board.pass();
            self.history.lower_floor();
        }
        mv
    }

    #[inline(always)]
    fn push(&mut self, mv: u16, captured: u8) {
        // Known once for all moves tried from here, so that no later look at the history has to rebuild the position.
        if self.check == UNKNOWN {
            self.check = self.compute_check();
        }
        let (keys, hands, material) = (*self.board.keys(), self.board.hands(), self.board.material());
        let state = State { keys, hands, material, mv, captured, check: self.check };
        self.history.push(state, self.board.side());
        self.check = UNKNOWN;
    }

    #[cold]
    fn compute_check(&self) -> u8 {
        if self.checkers().any() { CHECK } else { QUIET }
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.board.side()
    }

    /// The move number, as SFEN counts it: 1 at the start of an even game.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.first_ply + self.history.len() as u32
    }

    /// Number of moves (and passes) in the history.
    #[inline]
    pub fn history_len(&self) -> usize {
        self.history.len()
    }

    /// The earlier position number `index` (0 is the first), if there is one.
    #[inline]
    pub fn history(&self, index: usize) -> Option<Past> {
        self.history.past(index, self.side_to_move())
    }

    /// The latest move, unless the history is empty or ends in a pass.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        self.history.last().and_then(State::mv)
    }

    /// The piece that the latest move captured.
    pub fn last_captured(&self) -> Option<Piece> {
        self.history.last().and_then(|state| Piece::from_index(state.captured as usize))
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, sq: Square) -> Option<Piece> {
        self.board.piece(sq)
    }

    /// The code of the piece on a square ([`Piece::index`]), 0 for none: an index for tables.
    #[inline]
    pub fn code_at(&self, sq: Square) -> usize {
        self.board.code(sq)
    }

    /// The pieces that a side holds.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.board.hands()[color.index()]
    }

    /// Where a side's king stands, if it has one.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.board.king(color)
    }

    /// The squares of a side's pieces.
    #[inline]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.board.color(color)
    }

    /// The squares of all pieces of a kind.
    #[inline]
    pub fn of_kind(&self, kind: PieceKind) -> Bitboard {
        self.board.kind(kind)
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// The key of board, hands and side to move.
    #[inline]
    pub fn key(&self) -> Key {
        self.board_key() ^ self.board.keys().hand()
    }

    /// The key of board and side to move, without the hands.
    #[inline]
    pub fn board_key(&self) -> Key {
        self.board.keys().board(self.board.side())
    }

    /// [`Position::key`] after `mv`, which must be legal here; nothing is touched.
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        let (board, hand) = self.board.keys_after(mv);
        board ^ hand
    }

    /// [`Position::board_key`] after `mv`, which must be legal here; nothing is touched.
    #[inline]
    pub fn board_key_after(&self, mv: Move) -> Key {
        self.board.keys_after(mv).0
    }

    /// [`Position::key`] after a pass.
    #[inline]
    pub fn key_after_null(&self) -> Key {
        self.key() ^ zobrist::SIDE
    }

    /// As [`Position::apply`], calling `prefetch` with the key to come before any work is done, so that a table can ask
    /// memory for the entry in the meantime.
    #[inline]
    pub fn apply_prefetching(&mut self, mv: Move, prefetch: impl FnOnce(Key)) {
        prefetch(self.key_after(mv));
        self.apply(mv);
    }

    /// The cached partial keys and material.
    pub fn partial_keys(&self) -> PartialKeys {
        let keys = self.board.keys();
        PartialKeys {
            pawn: keys.pawn(),
            minor: keys.minor(),
            non_pawn: Color::ALL.map(|color| keys.non_pawn(color)),
            material: self.board.material(),
        }
    }

    /// Material from Black's view: see [`PartialKeys::material`].
    #[inline]
    pub fn material(&self) -> i32 {
        self.board.material()
    }

    /// The 32-bit form of a move that is possible here.
    #[inline]
    pub fn move32(&self, mv: Move) -> Move32 {
        let origin = mv.origin();
        if origin > 80 {
            return Move32::pack(mv, (origin - 80) | (self.side_to_move().index() << 4), 0);
        }
        let before = self.board.code(Square::at(origin));
        let after = if mv.is_promotion() { before | 8 } else { before };
        Move32::pack(mv, after, self.board.code(mv.to()))
    }

    /// The pieces of `by` that bear on `sq`, with `occupied` in the way.
    pub fn attackers(&self, by: Color, sq: Square, occupied: Bitboard) -> Bitboard {
        View(&self.board).attackers(by, sq, occupied)
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        let side = self.side_to_move();
        match self.king(side) {
            Some(king) => self.attackers(!side, king, self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        match self.check {
            UNKNOWN => self.checkers().any(),
            known => known == CHECK,
        }
    }
}
