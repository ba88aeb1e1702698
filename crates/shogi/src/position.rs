//! A position with its history: apply, undo, null move, and what is read from them.

use crate::board::{Board, Keys};
use crate::legality::View;
use crate::moves::{Move, Move32, MoveFacts};
use crate::zobrist::{self, Key};
use crate::{Bitboard, Color, Hand, Piece, PieceKind, Square};

/// Whether the side to move stands in check, remembered once it is known.
const UNKNOWN: u8 = 0;
const QUIET: u8 = 1;
const CHECK: u8 = 2;

/// What undo needs, and what repetition needs of an earlier position: one cache line with 64-bit keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub(crate) keys: Keys,
    pub(crate) hands: [Hand; 2],
    material: i32,
    /// The move played from this position; `None` for a null move.
    pub(crate) mv: Option<Move>,
    captured: u8,
    check: u8,
}

impl State {
    /// Whether the side to move stood in check.
    #[inline]
    pub(crate) fn was_check(&self) -> bool {
        self.check == CHECK
    }
}

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

/// One earlier position of the game, as [`Position::history`] gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Past {
    /// Its full key.
    pub key: Key,
    /// Its key without hands.
    pub board_key: Key,
    /// Both hands, Black first.
    pub hands: [Hand; 2],
    /// Its side to move.
    pub side: Color,
    /// Whether its side to move stood in check.
    pub in_check: bool,
    /// The move played from it (`None`: a null move).
    pub mv: Option<Move>,
    /// The piece that this move captured.
    pub captured: Option<Piece>,
}

/// A position and everything that led to it.
///
/// The history reaches back to the position that the game began with and is never shortened: not by a search, not in a
/// clone. [`Position::without_history`] makes the light copy for callers that want none.
#[derive(Debug)]
pub struct Position {
    pub(crate) board: Board,
    check: u8,
    /// Move number of the position, as SFEN counts it.
    ply: u32,
    /// First index of `states` after the latest null move: repetition never looks through a pass.
    pub(crate) floor: usize,
    pub(crate) states: Vec<State>,
    /// By side to move: the low 32 bits of the board key of each earlier position, packed for a fast scan.
    pub(crate) tags: [Vec<u32>; 2],
}

impl Clone for Position {
    /// The whole history is copied, and room for as many plies as the original had room for.
    fn clone(&self) -> Self {
        let mut copy = self.without_history();
        copy.floor = self.floor;
        copy.states.reserve(self.states.capacity());
        copy.states.extend_from_slice(&self.states);
        for (tags, original) in copy.tags.iter_mut().zip(&self.tags) {
            tags.reserve(original.capacity());
            tags.extend_from_slice(original);
        }
        copy
    }
}

impl PartialEq for Position {
    /// The same board, hands, side to move, move number and history.
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&State, &State)| a.keys == b.keys && a.hands == b.hands && a.mv == b.mv;
        self.board == other.board
            && self.ply == other.ply
            && self.states.len() == other.states.len()
            && self.states.iter().zip(&other.states).all(same)
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
        Self { board, check: UNKNOWN, ply, floor: 0, states: Vec::new(), tags: [Vec::new(), Vec::new()] }
    }

    /// The same position as the beginning of a new game: no history, nothing allocated.
    #[must_use]
    #[inline]
    pub fn without_history(&self) -> Self {
        Self {
            board: self.board.clone(),
            check: self.check,
            ply: self.ply,
            floor: 0,
            states: Vec::new(),
            tags: [Vec::new(), Vec::new()],
        }
    }

    /// Makes room for `plies` more moves, so that [`Position::apply`] allocates nothing for that long.
    pub fn reserve(&mut self, plies: usize) {
        self.states.reserve(plies);
        for tags in &mut self.tags {
            tags.reserve(plies / 2 + 1);
        }
    }

    /// Plays a legal move.
    ///
    /// The caller knows that the move is legal, as moves from a generator are; [`Position::legality`] tells, and
    /// [`Position::try_apply`] asks it first. An illegal move gives a position without meaning.
    #[inline]
    pub fn apply(&mut self, mv: Move) {
        // The target of a drop is empty, so this is right for drops too.
        self.push(Some(mv), self.board.code(mv.to()) as u8);
        self.board.play(mv);
        self.ply += 1;
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

    /// Passes. Legal play has no pass; searches do. The side to move must not be in check.
    pub fn apply_null(&mut self) {
        self.push(None, 0);
        self.board.pass();
        self.check = QUIET;
        self.ply += 1;
        self.floor = self.states.len();
    }

    /// Takes back the latest move or pass; `None` at the beginning of the history.
    #[inline]
    pub fn undo(&mut self) -> Option<Move> {
        let state = self.states.pop()?;
        if let Some(mv) = state.mv {
            self.board.unplay(mv, state.captured, state.keys, state.hands, state.material);
        } else {
            self.board.pass();
            self.floor = self.states.iter().rposition(|earlier| earlier.mv.is_none()).map_or(0, |i| i + 1);
        }
        self.tags[self.board.side().index()].pop();
        self.check = state.check;
        self.ply -= 1;
        state.mv
    }

    #[inline]
    fn push(&mut self, mv: Option<Move>, captured: u8) {
        // Known once for all moves tried from here, so that no later look at the history has to rebuild the position.
        if self.check == UNKNOWN {
            self.check = self.compute_check();
        }
        let keys = *self.board.keys();
        let side = self.board.side();
        self.states.push(State {
            keys,
            hands: self.board.hands(),
            material: self.board.material(),
            mv,
            captured,
            check: self.check,
        });
        self.tags[side.index()].push(keys.board(side).low() as u32);
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
        self.ply
    }

    /// Number of moves (and passes) in the history.
    #[inline]
    pub fn history_len(&self) -> usize {
        self.states.len()
    }

    /// The earlier position number `index` (0 is the first), if there is one.
    pub fn history(&self, index: usize) -> Option<Past> {
        let state = self.states.get(index)?;
        let back = self.states.len() - index;
        let side = if back.is_multiple_of(2) { self.side_to_move() } else { !self.side_to_move() };
        let board_key = state.keys.board(side);
        Some(Past {
            key: board_key ^ state.keys.hand(),
            board_key,
            hands: state.hands,
            side,
            in_check: state.check == CHECK,
            mv: state.mv,
            captured: Piece::from_index(state.captured as usize),
        })
    }

    /// The latest move, unless the history is empty or ends in a pass.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        self.states.last().and_then(|state| state.mv)
    }

    /// The piece that the latest move captured.
    pub fn last_captured(&self) -> Option<Piece> {
        self.states.last().and_then(|state| Piece::from_index(state.captured as usize))
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, sq: Square) -> Option<Piece> {
        self.board.piece(sq)
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
