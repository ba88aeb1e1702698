//! Positions and games out of bytes: the same for property tests, which shrink the bytes, and for fuzz targets.

use shogi::{Color, Move, Piece, PieceKind, Position, Square};

/// Bytes read as small numbers; all zero once they are used up.
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    fn next(&mut self) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first as usize
    }

    /// A number below `end`, which is at most 65,536. The bias is of no concern here.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let wide = if end > 256 { self.next() << 8 } else { 0 };
        (wide | self.next()) % end.max(1)
    }
}

/// Reproducible bytes for tests that need many: `SplitMix64` (Steele, Lea, Flood 2014).
pub(crate) fn random_bytes(seed: u64, len: usize) -> Vec<u8> {
    let mut counter = seed;
    let mut word = || {
        counter = counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = counter;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    (0..len).map(|_| (word() >> 56) as u8).collect()
}

/// A board and hands under construction.
struct Setup {
    squares: [Option<Piece>; 81],
    hands: [[u32; 8]; 2],
    side: Color,
}

impl Setup {
    /// Puts a piece where it is legal to stand, else into its owner's hand.
    fn place(&mut self, color: Color, kind: PieceKind, promote: bool, sq: Square) {
        let kind = if promote { kind.promoted().unwrap_or(kind) } else { kind };
        let stuck = shogi::attacks::dead_end(color, kind).has(sq);
        let pawn = Some(Piece::new(color, PieceKind::Pawn));
        let second_pawn = kind == PieceKind::Pawn
            && (0..9)
                .any(|rank| Square::new(sq.file(), rank).is_some_and(|sq| self.squares[sq.index()] == pawn));
        if self.squares[sq.index()].is_some() || stuck || second_pawn {
            self.hands[color.index()][kind.unpromoted().index()] += 1;
        } else {
            self.squares[sq.index()] = Some(Piece::new(color, kind));
        }
    }

    fn sfen(&self) -> String {
        let mut text = String::new();
        for rank in 0..9 {
            let mut empty = 0;
            for file in (0..9).rev() {
                let Some(piece) = self.squares[file * 9 + rank] else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                text += &piece.to_string();
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text += if rank < 8 { "/" } else { " " };
        }
        text += if self.side == Color::Black { "b " } else { "w " };
        let start = text.len();
        for color in Color::ALL {
            for letter in "RBGSNLP".chars() {
                let kind = PieceKind::from_letter(letter).expect("a piece letter");
                match self.hands[color.index()][kind.index()] {
                    0 => {}
                    1 => text += &Piece::new(color, kind).to_string(),
                    count => text += &[count.to_string(), Piece::new(color, kind).to_string()].concat(),
                }
            }
        }
        let end = if text.len() == start { "- 1" } else { " 1" };
        text + end
    }

    fn position(&self) -> Position {
        Position::from_sfen(&self.sfen()).expect("a SFEN by the rules")
    }

    /// Whoever is not to move must not be in check: its checkers go into hand.
    fn freed(mut self) -> Position {
        loop {
            let position = self.position();
            let (us, them) = (self.side, !self.side);
            let Some(king) = position.king(them) else { return position };
            let checkers = position.attackers(us, king, position.occupied());
            if checkers.is_empty() {
                return position;
            }
            for sq in checkers {
                let piece = self.squares[sq.index()].take().expect("a checker stands there");
                if piece.kind() != PieceKind::King {
                    self.hands[us.index()][piece.kind().unpromoted().index()] += 1;
                }
            }
        }
    }
}

/// A square near `king`, or on a line through it, or anywhere: `taste` says how often which.
fn square(bytes: &mut Bytes<'_>, king: Option<Square>, taste: usize) -> Square {
    let anywhere = Square::from_index(bytes.below(81)).expect("below 81");
    let Some(king) = king else { return anywhere };
    let step = |reach: usize, bytes: &mut Bytes<'_>| bytes.below(2 * reach + 1) as isize - reach as isize;
    let (file, rank) = match (taste, bytes.below(4)) {
        (1, 0..=2) | (2, 0) => (step(2, bytes), step(2, bytes)),
        (2, _) => {
            let distance = bytes.below(8) as isize + 1;
            let [file, rank] = [step(1, bytes), step(1, bytes)];
            (file * distance, rank * distance)
        }
        _ => return anywhere,
    };
    let shifted = |base: usize, by: isize| usize::try_from(base as isize + by).unwrap_or(9);
    Square::new(shifted(king.file(), file), shifted(king.rank(), rank)).unwrap_or(anywhere)
}

/// A consistent position whose opponent is not in check: pieces crowd around the kings or line up with them, hands are
/// full or empty, and now and then a king is missing, as the attacker's is in a mating problem.
pub(crate) fn position(bytes: &mut Bytes<'_>) -> Position {
    let (taste, crowd, kings) = (bytes.below(3), bytes.below(8), bytes.below(12));
    let side = if bytes.below(2) == 0 { Color::Black } else { Color::White };
    let mut setup = Setup { squares: [None; 81], hands: [[0; 8]; 2], side };
    let mut homes = [None; 2];
    for color in Color::ALL {
        if kings != 10 + color.index() {
            let sq = Square::from_index(bytes.below(81)).expect("below 81");
            if setup.squares[sq.index()].is_none() {
                setup.squares[sq.index()] = Some(Piece::new(color, PieceKind::King));
                homes[color.index()] = Some(sq);
            }
        }
    }
    for kind in PieceKind::HAND {
        for _ in 0..kind.set_size() {
            let color = if bytes.below(2) == 0 { Color::Black } else { Color::White };
            // Of eight pieces, `crowd` stand on the board, the others are in hand or, seldom, not in the game.
            if bytes.below(8) < crowd {
                let near = homes[bytes.below(2)];
                let (promote, sq) = (bytes.below(3) == 1, square(bytes, near, taste));
                setup.place(color, kind, promote, sq);
            } else if bytes.below(4) > 0 {
                setup.hands[color.index()][kind.index()] += 1;
            }
        }
    }
    setup.freed()
}

/// Plays up to `plies` moves out of the bytes, showing every position on the way, the last one included. Captures and
/// checks are taken a little more often than their share, and now and then the mover goes back to where it came from.
pub(crate) fn play(
    bytes: &mut Bytes<'_>,
    mut position: Position,
    plies: usize,
    mut visit: impl FnMut(&mut Position),
) {
    for _ in 0..plies {
        visit(&mut position);
        let Some(mv) = choose(bytes, &position) else { return };
        position.apply(mv);
    }
    visit(&mut position);
}

/// One legal move; `None` where there is none.
pub(crate) fn choose(bytes: &mut Bytes<'_>, position: &Position) -> Option<Move> {
    let list = position.legal_moves();
    let wish = bytes.below(8);
    let pick = |bytes: &mut Bytes<'_>, moves: &[Move]| moves.get(bytes.below(moves.len())).copied();
    if wish == 6 {
        let checks: Vec<Move> = list.iter().copied().filter(|&mv| position.gives_check(mv)).collect();
        if let Some(mv) = pick(bytes, &checks) {
            return Some(mv);
        }
    }
    if wish == 7 {
        let earlier = position.history_len().checked_sub(2).and_then(|index| position.history(index)?.mv);
        let back = earlier.and_then(|mv| Some(Move::new(mv.to(), mv.from()?)));
        if let Some(mv) = back.filter(|&mv| position.is_legal(mv)) {
            return Some(mv);
        }
    }
    pick(bytes, &list)
}

/// A king on an edge with the mover's pieces around it and in hand, and the mover's own king exposed to lines: there are
/// mates in one here, also for a mover who is in check.
pub(crate) fn siege(bytes: &mut Bytes<'_>) -> Position {
    let side = if bytes.below(2) == 0 { Color::Black } else { Color::White };
    let mut setup = Setup { squares: [None; 81], hands: [[0; 8]; 2], side };
    let besieged = Square::new(bytes.below(9), bytes.below(2)).expect("on the board").relative(side);
    // On a line with the besieged king or with a square beside it, so that what stops a check may give mate.
    let beside = square(bytes, Some(besieged), 1);
    let mut own = square(bytes, Some(beside), 2);
    if own == besieged {
        own = besieged.flip();
    }
    setup.squares[besieged.index()] = Some(Piece::new(!side, PieceKind::King));
    setup.squares[own.index()] = Some(Piece::new(side, PieceKind::King));
    for kind in PieceKind::HAND {
        for _ in 0..kind.set_size().min(4) {
            let promote = bytes.below(3) == 1;
            match bytes.below(16) {
                0..=3 => setup.place(side, kind, promote, square(bytes, Some(besieged), 1)),
                4 => setup.place(!side, kind, promote, square(bytes, Some(besieged), 1)),
                5 | 6 => setup.place(!side, kind, promote, square(bytes, Some(own), 2)),
                7 | 8 => setup.hands[side.index()][kind.index()] += 1,
                _ => setup.hands[(!side).index()][kind.index()] += 1,
            }
        }
    }
    setup.freed()
}

/// `position` with a piece that comes from its owner's hand, put on an empty square.
pub(crate) fn with_piece_from_hand(position: &Position, piece: Piece, sq: Square) -> Position {
    let mut setup = Setup { squares: [None; 81], hands: [[0; 8]; 2], side: position.side_to_move() };
    for sq in Square::all() {
        setup.squares[sq.index()] = position.piece_at(sq);
    }
    for (color, kind) in Color::ALL.into_iter().flat_map(|color| PieceKind::HAND.map(|kind| (color, kind))) {
        setup.hands[color.index()][kind.index()] = position.hand(color).count(kind);
    }
    setup.hands[piece.color().index()][piece.kind().unpromoted().index()] -= 1;
    setup.squares[sq.index()] = Some(piece);
    setup.freed()
}

/// A position in which the side to move may be about to declare: its king and many of its pieces in the enemy camp.
pub(crate) fn entering(bytes: &mut Bytes<'_>) -> Position {
    let side = if bytes.below(2) == 0 { Color::Black } else { Color::White };
    let mut setup = Setup { squares: [None; 81], hands: [[0; 8]; 2], side };
    // Ranks from the far edge: the camp, and one rank more, so that the king is outside now and then.
    let near = |bytes: &mut Bytes<'_>, ranks: usize| {
        let (file, rank) = (bytes.below(9), bytes.below(ranks));
        Square::new(file, rank).expect("on the board").relative(side)
    };
    let king = near(bytes, 4);
    setup.squares[king.index()] = Some(Piece::new(side, PieceKind::King));
    let other = near(bytes, 9);
    if bytes.below(4) > 0 && setup.squares[other.index()].is_none() {
        setup.squares[other.index()] = Some(Piece::new(!side, PieceKind::King));
    }
    let crowd = bytes.below(8);
    for kind in PieceKind::HAND {
        for _ in 0..kind.set_size() {
            match bytes.below(8) {
                choice if choice <= crowd => {
                    let sq = near(bytes, 4);
                    setup.place(side, kind, bytes.below(4) > 0, sq);
                }
                7 => setup.hands[side.index()][kind.index()] += 1,
                6 => {}
                _ => setup.hands[(!side).index()][kind.index()] += 1,
            }
        }
    }
    setup.freed()
}

/// A position that can be written down and no more: any pieces anywhere, kings included, up to a full board and full hands.
pub(crate) fn wild(bytes: &mut Bytes<'_>) -> Position {
    let side = if bytes.below(2) == 0 { Color::Black } else { Color::White };
    let mut setup = Setup { squares: [None; 81], hands: [[0; 8]; 2], side };
    let (crowd, favourite) = (bytes.below(9), PieceKind::ALL[bytes.below(14)]);
    let mut kings = if bytes.below(4) == 0 { u32::MAX } else { 0b11 };
    for square in &mut setup.squares {
        if bytes.below(8) < crowd {
            let color = if bytes.below(3) == 0 { !side } else { side };
            let kind = if bytes.below(2) == 0 { favourite } else { PieceKind::ALL[bytes.below(14)] };
            if kind == PieceKind::King {
                // Mostly one king a side, at most: positions with more have few answers to compare.
                if kings & 1 << color.index() == 0 {
                    continue;
                }
                kings &= if kings == u32::MAX { u32::MAX } else { !(1 << color.index()) };
            }
            *square = Some(Piece::new(color, kind));
        }
    }
    let hands = bytes.below(3) > 0;
    for color in Color::ALL.into_iter().filter(|_| hands) {
        for kind in PieceKind::HAND {
            let count = bytes.below(2 * kind.set_size() as usize) as u32;
            setup.hands[color.index()][kind.index()] =
                count.saturating_sub(kind.set_size() / 2).min(kind.set_size());
        }
    }
    setup.position()
}
