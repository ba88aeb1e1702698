//! Move generation: legal by construction, from target sets, into a list or into a count.

mod count;
mod danger;
mod drops;
mod list;
mod safety;

use crate::attacks::{self, STEP};
use crate::board::Board;
use crate::{Bitboard, Color, PieceKind, Position, Square};
pub(crate) use count::Any;
pub(crate) use danger::attacked_by;
pub use list::MoveList;
pub(crate) use safety::Safety;

/// Receives target sets; what it makes of them (a list, a count, an early stop) is its own business.
pub(crate) trait Sink {
    /// Moves of the piece on `from` to `plain` squares without and to `promoting` squares with promotion.
    fn piece(&mut self, from: Square, plain: Bitboard, promoting: Bitboard);
    /// Pawn moves to these squares; every origin is one step behind, `back` being +1 for Black and -1 for White.
    fn pawns(&mut self, back: isize, plain: Bitboard, promoting: Bitboard);
    /// Drops of each of the kinds (indices 1 to 7) on each of the squares.
    fn drops(&mut self, kinds: &Kinds, to: Bitboard);
}

/// Kinds in hand, packed for the list's eight-at-a-time writes: `base[i]` is the drop of the i-th kind on square 0.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kinds {
    pub(crate) base: [u16; 8],
    pub(crate) len: usize,
}

impl Kinds {
    #[inline]
    fn push(&mut self, kind: usize, held: bool) {
        // Written always, kept only if held: no branch to mispredict.
        self.base[self.len & 7] = ((80 + kind) << 7) as u16;
        self.len += usize::from(held);
    }

    /// Each kind alone, with its index.
    pub(crate) fn each(&self) -> impl Iterator<Item = (usize, Self)> + '_ {
        self.base[..self.len].iter().map(|&base| {
            let mut one = Self::default();
            one.base[0] = base;
            one.len = 1;
            ((base >> 7) as usize - 80, one)
        })
    }
}

/// Which of the legal moves are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSet {
    /// Every one.
    All,
    /// Those that capture.
    Captures,
    /// Those that do not capture, drops included.
    Quiets,
    /// Drops only.
    Drops,
    /// Moves on the board only.
    Board,
    /// Moves on the board to one square (recaptures, when it is the target of the latest move).
    To(Square),
}

/// Where the moves may end.
#[derive(Clone, Copy)]
struct Targets {
    board: Bitboard,
    drops: Bitboard,
}

impl Targets {
    #[inline]
    fn new(board: &Board, set: MoveSet) -> Self {
        let (ours, theirs) = (board.color(board.side()), board.color(!board.side()));
        let empty = !(ours | theirs);
        match set {
            MoveSet::All => Self { board: !ours, drops: empty },
            MoveSet::Captures => Self { board: theirs, drops: Bitboard::EMPTY },
            MoveSet::Quiets => Self { board: empty, drops: empty },
            MoveSet::Drops => Self { board: Bitboard::EMPTY, drops: empty },
            MoveSet::Board => Self { board: !ours, drops: Bitboard::EMPTY },
            MoveSet::To(sq) => Self { board: Bitboard::of(sq) & !ours, drops: Bitboard::EMPTY },
        }
    }
}

/// By colour and origin: the targets on which a piece that can promote may do so.
static GATE: [[Bitboard; 81]; 2] = {
    let mut table = [[Bitboard::EMPTY; 81]; 2];
    let mut color = 0;
    while color < 2 {
        let us = color_of(color == 1);
        let mut index = 0;
        while index < 81 {
            let inside = Square::at(index).in_zone(us);
            table[color][index] = if inside { Bitboard::ALL } else { Bitboard::far_ranks(us, 3) };
            index += 1;
        }
        color += 1;
    }
    table
};

/// Where a knight or silver may not stand, by piece code.
static DEAD: [Bitboard; 32] = {
    let mut table = [Bitboard::EMPTY; 32];
    table[3] = attacks::dead_end(Color::Black, PieceKind::Knight);
    table[19] = attacks::dead_end(Color::White, PieceKind::Knight);
    table
};

const fn color_of(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

struct Generator<'a, S, const WHITE: bool, const CONSIDERED: bool> {
    board: &'a Board,
    sink: &'a mut S,
    targets: Bitboard,
    occupied: Bitboard,
}

impl<S: Sink, const WHITE: bool, const CONSIDERED: bool> Generator<'_, S, WHITE, CONSIDERED> {
    const US: Color = color_of(WHITE);
    const ZONE: Bitboard = Bitboard::far_ranks(Self::US, 3);
    const FIRST: Bitboard = Bitboard::far_ranks(Self::US, 1);

    /// Splits what a piece that can promote reaches into plain and promoting targets; it may not stand on `dead`.
    #[inline(always)]
    fn promotable(&mut self, from: Square, reach: Bitboard, dead: Bitboard) {
        let gate = GATE[WHITE as usize][from.index()];
        self.sink.piece(from, reach.and_not(dead), reach & gate);
    }

    /// Where a lance may not stay (or, considered, hardly ever should: the second rank).
    const LANCE_DEAD: Bitboard = Bitboard::far_ranks(Self::US, if CONSIDERED { 2 } else { 1 });

    /// Bishop and rook lose nothing by promoting.
    #[inline(always)]
    fn big_dead(from: Square) -> Bitboard {
        if CONSIDERED { GATE[WHITE as usize][from.index()] } else { Bitboard::EMPTY }
    }

    #[inline(always)]
    fn knights_and_silvers(&mut self, pieces: Bitboard) {
        pieces.for_each(|from| {
            let code = self.board.code(from) & 31;
            let reach = STEP[code][from.index()] & self.targets;
            self.promotable(from, reach, DEAD[code]);
        });
    }

    #[inline(always)]
    fn golds(&mut self, pieces: Bitboard) {
        let table = &STEP[PieceKind::Gold as usize | (WHITE as usize) << 4];
        pieces.for_each(|from| {
            self.sink.piece(from, table[from.index()] & self.targets, Bitboard::EMPTY);
        });
    }

    #[inline(always)]
    fn slides(&mut self, free: Bitboard) {
        let of = |kind| self.board.kind(kind) & free;
        let occupied = self.occupied;
        let targets = self.targets;
        of(PieceKind::Lance).for_each(|from| {
            let reach = attacks::lance(Self::US, from, occupied) & targets;
            self.promotable(from, reach, Self::LANCE_DEAD);
        });
        of(PieceKind::Bishop).for_each(|from| {
            self.promotable(from, attacks::bishop(from, occupied) & targets, Self::big_dead(from));
        });
        of(PieceKind::Rook).for_each(|from| {
            self.promotable(from, attacks::rook(from, occupied) & targets, Self::big_dead(from));
        });
        of(PieceKind::Horse).for_each(|from| {
            let reach = (attacks::bishop(from, occupied) | attacks::king(from)) & targets;
            self.sink.piece(from, reach, Bitboard::EMPTY);
        });
        of(PieceKind::Dragon).for_each(|from| {
            let reach = (attacks::rook(from, occupied) | attacks::king(from)) & targets;
            self.sink.piece(from, reach, Bitboard::EMPTY);
        });
    }

    #[inline(always)]
    fn free_pawns(&mut self, pawns: Bitboard) {
        let reach = pawns.forward(Self::US) & self.targets;
        let promoting = reach & Self::ZONE;
        let plain = reach.and_not(if CONSIDERED { Self::ZONE } else { Self::FIRST });
        self.sink.pawns(if WHITE { -1 } else { 1 }, plain, promoting);
    }

    /// Every piece but king and pinned ones.
    #[inline(always)]
    fn free(&mut self, free: Bitboard) {
        let board = self.board;
        self.free_pawns(board.kind(PieceKind::Pawn) & free);
        self.knights_and_silvers((board.kind(PieceKind::Knight) | board.kind(PieceKind::Silver)) & free);
        self.golds(board.golds() & free);
        self.slides(free);
    }

    /// Pinned pieces, which move on the line to their king only.
    #[inline]
    fn pinned(&mut self, king: Square, pinned: Bitboard) {
        for from in pinned {
            let Some(piece) = self.board.piece(from) else { continue };
            let reach = attacks::attacks(piece, from, self.occupied) & self.targets;
            let reach = reach & attacks::line(king, from);
            if reach.is_empty() {
                continue;
            }
            match piece.kind() {
                PieceKind::Pawn if CONSIDERED => self.promotable(from, reach, Self::ZONE),
                PieceKind::Pawn => self.promotable(from, reach, Self::FIRST),
                PieceKind::Lance => self.promotable(from, reach, Self::LANCE_DEAD),
                PieceKind::Knight | PieceKind::Silver => {
                    self.promotable(from, reach, DEAD[piece.index() & 31]);
                }
                PieceKind::Bishop | PieceKind::Rook => self.promotable(from, reach, Self::big_dead(from)),
                _ => self.sink.piece(from, reach, Bitboard::EMPTY),
            }
        }
    }
}

#[inline(always)]
fn generate_for<S: Sink, const WHITE: bool, const CONSIDERED: bool>(
    board: &Board,
    sink: &mut S,
    set: MoveSet,
) {
    let us = color_of(WHITE);
    let safety = Safety::new::<WHITE>(board);
    let ours = board.color(us);
    let mut targets = Targets::new(board, set);
    let occupied = board.occupied();
    let mut free = ours.and_not(safety.pinned);
    if let Some(king) = safety.king {
        let one = Bitboard::of(king);
        free = free.and_not(one);
        let steps = attacks::king(king) & targets.board;
        if steps.any() {
            let safe = steps.and_not(attacked_by::<WHITE>(board, occupied ^ one));
            sink.piece(king, safe, Bitboard::EMPTY);
        }
        if safety.checkers.any() {
            if safety.checkers.more_than_one() {
                return;
            }
            let blocks = safety.blocks(king);
            targets.board &= blocks | safety.checkers;
            targets.drops &= blocks;
        }
    }
    let mut generator = Generator::<S, WHITE, CONSIDERED> { board, sink, targets: targets.board, occupied };
    generator.free(free);
    if let (true, Some(king)) = (safety.pinned.any(), safety.king) {
        generator.pinned(king, safety.pinned);
    }
    if targets.drops.any() && !board.hands()[us.index()].is_empty() {
        drops::generate::<S, WHITE>(board, sink, targets.drops);
    }
}

/// Feeds the asked legal moves to a sink.
#[inline]
pub(crate) fn generate<S: Sink>(board: &Board, sink: &mut S, set: MoveSet) {
    match board.side() {
        Color::Black => generate_for::<S, false, false>(board, sink, set),
        Color::White => generate_for::<S, true, false>(board, sink, set),
    }
}

/// As [`generate`], leaving out the moves that decline a promotion for nothing.
#[inline]
pub(crate) fn generate_considered<S: Sink>(board: &Board, sink: &mut S, set: MoveSet) {
    match board.side() {
        Color::Black => generate_for::<S, false, true>(board, sink, set),
        Color::White => generate_for::<S, true, true>(board, sink, set),
    }
}

impl Position {
    /// All legal moves, those that decline a promotion included.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.moves(MoveSet::All)
    }

    /// The asked part of [`Position::legal_moves`].
    #[inline]
    pub fn moves(&self, set: MoveSet) -> MoveList {
        let mut list = MoveList::new();
        generate(&self.board, &mut list, set);
        list
    }

    /// The legal moves that a player would consider: all but those that decline a promotion which is hardly ever worse
    /// (pawn, bishop and rook in the zone, lance on the second rank). **Not** all legal moves: a game can hinge on a
    /// declined promotion (to avoid a pawn-drop mate), so use it for search, never for legality.
    #[inline]
    pub fn considered_moves(&self, set: MoveSet) -> MoveList {
        let mut list = MoveList::new();
        generate_considered(&self.board, &mut list, set);
        list
    }

    /// How many legal moves there are, counted by target sets without a list.
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        count::count(&self.board)
    }

    /// Whether the side to move has any legal move; if not, it has lost.
    pub fn has_legal_move(&self) -> bool {
        let mut any = Any(false);
        generate(&self.board, &mut any, MoveSet::All);
        any.0
    }
}
