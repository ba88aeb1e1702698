//! Moves that give check, pinned pieces, and mate in one.

use crate::attacks;
use crate::board::Board;
use crate::generate::{Any, Kinds, MoveSet, Safety, Sink, generate};
use crate::legality::View;
use crate::moves::Move;
use crate::{Bitboard, Color, MoveList, Piece, PieceKind, Position, Square};

/// From where the side to move gives check: made once for a position, it answers for each of its moves in a few
/// instructions.
#[derive(Clone, Debug)]
pub struct CheckSquares {
    /// By kind: the squares from which a piece of the side to move would check. All empty without an enemy king.
    from: [Bitboard; 16],
    /// Own pieces whose leaving the line to the enemy king uncovers a check.
    covers: Bitboard,
    king: Option<Square>,
    us: Color,
}

impl CheckSquares {
    #[inline]
    fn new(board: &Board) -> Self {
        let us = board.side();
        let mut squares =
            Self { from: [Bitboard::EMPTY; 16], covers: Bitboard::EMPTY, king: board.king(!us), us };
        let Some(king) = squares.king else { return squares };
        let occupied = board.occupied();
        let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let (gold, round) = (attacks::gold(!us, king), attacks::king(king));
        // A piece of ours bears on the king from where the same piece of the enemy's would be borne on by it.
        let from = &mut squares.from;
        from[PieceKind::Pawn as usize] = attacks::pawn(!us, king);
        from[PieceKind::Lance as usize] = attacks::lance(!us, king, occupied);
        from[PieceKind::Knight as usize] = attacks::knight(!us, king);
        from[PieceKind::Silver as usize] = attacks::silver(!us, king);
        from[PieceKind::Bishop as usize] = bishop;
        from[PieceKind::Rook as usize] = rook;
        from[PieceKind::Horse as usize] = bishop | round;
        from[PieceKind::Dragon as usize] = rook | round;
        for kind in PieceKind::ALL.into_iter().filter(|kind| kind.is_gold_like()) {
            from[kind as usize] = gold;
        }
        squares.covers = covers(board, us, king);
        squares
    }

    /// Whether the legal move `mv` of `position` gives check, directly or by discovery.
    #[inline]
    pub fn gives_check(&self, position: &Position, mv: Move) -> bool {
        let to = Bitboard::of(mv.to());
        let kind = kind_after(&position.board, mv);
        let Some(from) = mv.from() else { return self.from[kind].meets(to) };
        // The squares are those of the present occupancy: no piece can step away from the king along a line on which it did
        // not bear on it before.
        self.from[kind].meets(to) || self.uncovering(from).meets(to)
    }

    /// The targets that uncover a check when the piece on `from` goes there.
    #[inline]
    fn uncovering(&self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.covers.has(from) => !attacks::line(king, from),
            _ => Bitboard::EMPTY,
        }
    }
}

/// The kind of the piece that moves, as it stands after the move.
#[inline]
fn kind_after(board: &Board, mv: Move) -> usize {
    match mv.from() {
        Some(from) => board.code(from) & 15 | if mv.is_promotion() { 8 } else { 0 },
        None => mv.origin().wrapping_sub(80) & 7,
    }
}

/// Own pieces that alone stand between an own slider and the enemy king.
fn covers(board: &Board, us: Color, king: Square) -> Bitboard {
    let occupied = board.occupied();
    let ours = board.color(us);
    let mut covers = Bitboard::EMPTY;
    for sniper in attacks::snipers(board, us, king) {
        let between = attacks::between(king, sniper) & occupied;
        if between.any() && !between.more_than_one() {
            covers |= between & ours;
        }
    }
    covers
}

/// Passes on only what gives check.
struct Checking<'a> {
    list: &'a mut MoveList,
    squares: &'a CheckSquares,
    board: &'a Board,
}

impl Sink for Checking<'_> {
    fn piece(&mut self, from: Square, plain: Bitboard, promoting: Bitboard) {
        let kind = self.board.code(from) & 15;
        let uncovering = self.squares.uncovering(from);
        let keep = |targets: Bitboard, kind: usize| targets & (self.squares.from[kind] | uncovering);
        let (plain, promoting) = (keep(plain, kind), keep(promoting, kind | 8));
        self.list.piece(from, plain, promoting);
    }

    fn pawns(&mut self, back: isize, plain: Bitboard, promoting: Bitboard) {
        let Some(king) = self.squares.king else { return };
        // A pawn stays on a line only along its own file.
        let leaving = self.squares.covers.and_not(Bitboard::file(king.file()));
        let uncovering = leaving.forward(self.squares.us);
        let keep =
            |targets: Bitboard, kind: PieceKind| targets & (self.squares.from[kind as usize] | uncovering);
        self.list.pawns(back, keep(plain, PieceKind::Pawn), keep(promoting, PieceKind::ProPawn));
    }

    fn drops(&mut self, kinds: &Kinds, to: Bitboard) {
        for (kind, one) in kinds.each() {
            self.list.drops(&one, to & self.squares.from[kind]);
        }
    }
}

impl Position {
    /// From where the side to move gives check.
    #[inline]
    pub fn check_squares(&self) -> CheckSquares {
        CheckSquares::new(&self.board)
    }

    /// Whether the legal move `mv` gives check. For many moves of one position, make [`Position::check_squares`] once.
    pub fn gives_check(&self, mv: Move) -> bool {
        self.check_squares().gives_check(self, mv)
    }

    /// The legal moves that give check.
    pub fn checks(&self) -> MoveList {
        let mut list = MoveList::new();
        let squares = self.check_squares();
        if squares.king.is_some() {
            let mut sink = Checking { list: &mut list, squares: &squares, board: &self.board };
            generate(&self.board, &mut sink, MoveSet::All);
        }
        list
    }

    /// The pieces of `color` that are pinned to their king.
    pub fn pinned(&self, color: Color) -> Bitboard {
        match color {
            Color::Black => Safety::new::<false>(&self.board).pinned,
            Color::White => Safety::new::<true>(&self.board).pinned,
        }
    }

    /// A move that mates at once, if there is one. Exact, in check or not: every legal check is tried that leaves the king
    /// no obvious way out.
    pub fn mate_in_one(&self) -> Option<Move> {
        let king = self.board.king(!self.board.side())?;
        let checks = self.checks();
        if checks.is_empty() {
            return None;
        }
        let ways_out = WaysOut::new(&self.board, king);
        checks.iter().copied().find(|&mv| {
            if ways_out.remain(mv) {
                return false;
            }
            let mut board = self.board.clone();
            board.play(mv);
            let mut any = Any(false);
            generate(&board, &mut any, MoveSet::All);
            !any.0
        })
    }
}

/// Where the enemy king could go: most checks are seen to be no mate by it, without being played.
struct WaysOut<'a> {
    board: &'a Board,
    us: Color,
    king: Square,
    /// Squares around the king that are not its own side's and on which nothing of ours bears, the king away.
    free: Bitboard,
    /// What is occupied without the king: it does not hide behind itself.
    occupied: Bitboard,
}

impl<'a> WaysOut<'a> {
    fn new(board: &'a Board, king: Square) -> Self {
        let us = board.side();
        let occupied = board.occupied().and_not(Bitboard::of(king));
        let mut free = attacks::king(king).and_not(board.color(!us));
        for sq in free {
            if View(board).attackers(us, sq, occupied).any() {
                free = free.and_not(Bitboard::of(sq));
            }
        }
        Self { board, us, king, free, occupied }
    }

    /// Whether the king is seen to have a move after the check `mv`. `false` says nothing.
    fn remain(&self, mv: Move) -> bool {
        let to = Bitboard::of(mv.to());
        let vacated = mv.from().map_or(Bitboard::EMPTY, Bitboard::of);
        let Some(kind) = PieceKind::from_index(kind_after(self.board, mv)) else { return false };
        let occupied = self.occupied.and_not(vacated);
        if attacks::king(self.king).meets(to)
            && View(self.board).attackers(self.us, mv.to(), occupied).and_not(vacated).is_empty()
        {
            // Nothing covers the piece that checks.
            return true;
        }
        // A piece that leaves may open a line onto one of the squares; a drop only closes some.
        let opens = |from| View(self.board).sliders_at(self.us, from, self.occupied).any();
        if mv.from().is_some_and(opens) {
            return false;
        }
        let piece = Piece::new(self.us, kind);
        self.free.and_not(to).and_not(attacks::attacks(piece, mv.to(), occupied | to)).any()
    }
}
