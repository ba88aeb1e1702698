//! The board, the hands, the side to move and their keys: the one type that can change a key.
//!
//! Every field is private and every change goes through `toggle`, the hand steps or `pass`, which change the key with
//! the thing; so the key cannot drift from the position.

use crate::moves::Move;
use crate::zobrist::{self, Key};
use crate::{Bitboard, Color, Hand, Piece, PieceKind, Square};

/// Values of the material cache, by kind: pawn units of 100. An interim scale, not an evaluation.
pub(crate) const MATERIAL: [i32; 16] =
    [0, 100, 350, 400, 550, 900, 1050, 600, 0, 600, 600, 600, 600, 1100, 1300, 0];

/// By piece code: material from Black's view on the board.
const BOARD_MATERIAL: [i32; 32] = {
    let mut table = [0; 32];
    let mut kind = 0;
    while kind < 16 {
        table[kind] = MATERIAL[kind];
        table[kind + 16] = -MATERIAL[kind];
        kind += 1;
    }
    table
};

/// By code of the captured piece: what Black's material gains when it changes hands.
static CAPTURE_MATERIAL: [i32; 32] = {
    let mut table = [0; 32];
    let mut kind = 1;
    while kind < 15 {
        let hand = if kind > 8 { kind - 8 } else { kind };
        table[kind] = -MATERIAL[kind] - MATERIAL[hand];
        table[kind + 16] = MATERIAL[kind] + MATERIAL[hand];
        kind += 1;
    }
    table
};

/// The part of the key that a piece belongs to, by piece code.
const PART: [u8; 32] = {
    let mut table = [0; 32];
    let mut code = 0;
    while code < 32 {
        let color = (code >> 4) as u8;
        table[code] = match code & 15 {
            1 => 0,
            2 | 3 | 4 | 7 | 9..=12 => 1 + color,
            _ => 3 + color,
        };
        code += 1;
    }
    table
};

/// The key in parts whose exclusive or is the whole, so that the partial keys cost nothing extra.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Keys {
    /// Pawns of both sides; Black's and White's minor pieces; Black's and White's major pieces with the king.
    parts: [Key; 5],
    hand: Key,
}

impl Keys {
    #[inline]
    pub(crate) fn board(&self, side: Color) -> Key {
        let [a, b, c, d, e] = self.parts;
        let side = if side == Color::White { zobrist::SIDE } else { Key::ZERO };
        a ^ b ^ c ^ d ^ e ^ side
    }

    #[inline]
    pub(crate) fn hand(&self) -> Key {
        self.hand
    }

    pub(crate) fn pawn(&self) -> Key {
        self.parts[0]
    }

    pub(crate) fn minor(&self) -> Key {
        self.parts[1] ^ self.parts[2]
    }

    pub(crate) fn non_pawn(&self, color: Color) -> Key {
        self.parts[1 + color.index()] ^ self.parts[3 + color.index()]
    }
}

/// The board as it stands, without history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    kinds: [Bitboard; 16],
    colors: [Bitboard; 2],
    keys: Keys,
    hands: [Hand; 2],
    material: i32,
    side: Color,
    /// Piece code by square, 0 for none.
    squares: [u8; 81],
}

impl Board {
    pub(crate) fn empty() -> Self {
        Self {
            kinds: [Bitboard::EMPTY; 16],
            colors: [Bitboard::EMPTY; 2],
            keys: Keys::default(),
            hands: [Hand::EMPTY; 2],
            material: 0,
            side: Color::Black,
            squares: [0; 81],
        }
    }

    /// Puts `code` on the empty square or takes it off the square that holds it: bitboards and key, not `squares`.
    #[inline(always)]
    fn toggle(&mut self, code: usize, sq: Square) {
        self.toggle_unkeyed(code, sq);
        self.keys.parts[PART[code & 31] as usize] ^= zobrist::PIECE[code & 31][sq.index()];
    }

    /// As `toggle`, without the key, which undo restores whole.
    #[inline(always)]
    fn toggle_unkeyed(&mut self, code: usize, sq: Square) {
        let one = Bitboard::of(sq);
        self.kinds[code & 15] ^= one;
        self.colors[code >> 4 & 1] ^= one;
    }

    /// Moves a piece that does not promote, both ends in one step: bitboards only.
    #[inline(always)]
    fn shift(&mut self, code: usize, from: Square, to: Square) {
        let both = Bitboard::of(from) ^ Bitboard::of(to);
        self.kinds[code & 15] ^= both;
        self.colors[code >> 4 & 1] ^= both;
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, piece: Piece, sq: Square) {
        debug_assert_eq!(self.squares[sq.index()], 0);
        self.squares[sq.index()] = piece.index() as u8;
        self.toggle(piece.index(), sq);
        self.material += BOARD_MATERIAL[piece.index()];
    }

    pub(crate) fn set_hand(&mut self, color: Color, hand: Hand) {
        let sign = if color == Color::Black { 1 } else { -1 };
        for kind in PieceKind::HAND {
            let (old, new) = (self.hands[color.index()].count(kind), hand.count(kind));
            self.keys.hand ^= zobrist::hand(color.index(), kind.index(), old as usize);
            self.keys.hand ^= zobrist::hand(color.index(), kind.index(), new as usize);
            self.material += sign * (new as i32 - old as i32) * MATERIAL[kind.index()];
        }
        self.hands[color.index()] = hand;
    }

    pub(crate) fn set_side(&mut self, side: Color) {
        self.side = side;
    }

    /// Plays a move whose parts exist (a piece of the side to move on the origin or in hand).
    #[inline(always)]
    pub(crate) fn play(&mut self, mv: Move) {
        let us = self.side.index();
        let to = mv.to();
        self.side = self.side.other();
        let Some(from) = mv.from() else {
            let kind = mv.origin().wrapping_sub(80) & 7;
            self.hands[us].remove_index(kind);
            let left = self.hands[us].count_index(kind);
            self.keys.hand ^= zobrist::HAND_STEP[us][kind][left];
            let code = kind | us << 4;
            self.squares[to.index()] = code as u8;
            self.toggle(code, to);
            return;
        };
        let before = self.squares[from.index()] as usize & 31;
        let taken = self.squares[to.index()] as usize & 31;
        if taken != 0 {
            self.toggle(taken, to);
            // A king taken (possible only from a position that is not playable) goes nowhere.
            let kind = taken & 7;
            if kind != 0 {
                let held = self.hands[us].count_index(kind);
                self.keys.hand ^= zobrist::HAND_STEP[us][kind][held];
                self.hands[us].add_index(kind);
                self.material += CAPTURE_MATERIAL[taken];
            }
        }
        self.squares[from.index()] = 0;
        if mv.is_promotion() {
            let after = before | 8;
            self.squares[to.index()] = after as u8;
            self.toggle(before, from);
            self.toggle(after, to);
            self.material += BOARD_MATERIAL[after] - BOARD_MATERIAL[before];
        } else {
            self.squares[to.index()] = before as u8;
            self.shift(before, from, to);
            let keys = &zobrist::PIECE[before];
            self.keys.parts[PART[before] as usize] ^= keys[from.index()] ^ keys[to.index()];
        }
    }

    /// Takes back the move that `play` made; keys, hands and material are given back whole.
    #[inline(always)]
    pub(crate) fn unplay(&mut self, mv: Move, captured: u8, keys: &Keys, hands: [Hand; 2], material: i32) {
        let to = mv.to();
        let after = self.squares[to.index()] as usize & 31;
        self.keys = *keys;
        self.hands = hands;
        self.material = material;
        self.side = self.side.other();
        self.squares[to.index()] = captured;
        let Some(from) = mv.from() else {
            self.toggle_unkeyed(after, to);
            return;
        };
        if mv.is_promotion() {
            let before = after & !8;
            self.squares[from.index()] = before as u8;
            self.toggle_unkeyed(before, from);
            self.toggle_unkeyed(after, to);
        } else {
            self.squares[from.index()] = after as u8;
            self.shift(after, from, to);
        }
        if captured != 0 {
            self.toggle_unkeyed(captured as usize, to);
        }
    }

    /// Passes the move.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.side = self.side.other();
    }

    /// The keys (board, hand) after `mv`, without playing it.
    #[inline]
    pub(crate) fn keys_after(&self, mv: Move) -> (Key, Key) {
        let us = self.side.index();
        let to = mv.to().index();
        let origin = mv.origin();
        let mut board = self.keys.board(self.side) ^ zobrist::SIDE;
        let mut hand = self.keys.hand;
        if origin > 80 {
            let kind = (origin - 80) & 7;
            let left = self.hands[us].count_index(kind).saturating_sub(1);
            hand ^= zobrist::HAND_STEP[us][kind][left];
            board ^= zobrist::PIECE[kind | us << 4][to];
        } else {
            let before = self.squares[origin] as usize & 31;
            let after = if mv.is_promotion() { before | 8 } else { before };
            let taken = self.squares[to] as usize & 31;
            if taken != 0 {
                board ^= zobrist::PIECE[taken][to];
                if taken & 7 != 0 {
                    let held = self.hands[us].count_index(taken & 7);
                    hand ^= zobrist::HAND_STEP[us][taken & 7][held];
                }
            }
            board ^= zobrist::PIECE[before][origin] ^ zobrist::PIECE[after][to];
        }
        (board, hand)
    }

    #[inline]
    pub(crate) fn keys(&self) -> &Keys {
        &self.keys
    }

    #[inline]
    pub(crate) fn side(&self) -> Color {
        self.side
    }

    #[inline]
    pub(crate) fn hands(&self) -> [Hand; 2] {
        self.hands
    }

    #[inline]
    pub(crate) fn material(&self) -> i32 {
        self.material
    }

    #[inline]
    pub(crate) fn code(&self, sq: Square) -> usize {
        self.squares[sq.index()] as usize
    }

    #[inline]
    pub(crate) fn piece(&self, sq: Square) -> Option<Piece> {
        Piece::from_index(self.squares[sq.index()] as usize)
    }

    #[inline]
    pub(crate) fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    #[inline]
    pub(crate) fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind as usize]
    }

    /// Everything that moves like a gold, of both sides.
    #[inline]
    pub(crate) fn golds(&self) -> Bitboard {
        self.kinds[7] | self.kinds[9] | self.kinds[10] | self.kinds[11] | self.kinds[12]
    }

    /// Where the king of `color` stands; the first of them, should a position that is not consistent have two.
    #[inline]
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        (self.kinds[8] & self.colors[color.index()]).first()
    }
}
