//! The features of the slides straight from their definitions in the book: loops over files and ranks, nothing shared with the
//! crate but where a family begins.

use crate::board::Board;
use eval::Set;
use shogi::Color::{self, Black, White};
use shogi::PieceKind::{self, *};
use std::collections::BTreeMap;

type Place = (i32, i32);

/// Coefficients by weight: own (Black's) less enemy's.
pub(crate) fn coefficients(board: &Board) -> BTreeMap<usize, i32> {
    let mut sums = BTreeMap::new();
    for (view, sign) in [(board.clone(), 1), (board.turned(), -1)] {
        let mut add = |family: &str, at: &[usize]| {
            *sums.entry(cell(family, at)).or_insert(0) += sign;
        };
        material(&view, &mut add);
        let seen = match find_king(&view, Black) {
            Some((file, _)) if file > 4 => view.mirrored(),
            _ => view.clone(),
        };
        king_piece(&seen, &mut add);
        king_adjacent(&seen, &mut add);
        effects(&seen, &mut add);
        pins(&view, &mut add);
        pieces(&view, &mut add);
    }
    *sums.entry(cell("turn", &[0])).or_insert(0) += if board.side == Black { 1 } else { -1 };
    adjacent(board, &mut sums);
    sums.retain(|_, count| *count != 0);
    sums
}

fn cell(family: &str, at: &[usize]) -> usize {
    let family = Set::Slides.layout().family(family).unwrap_or_else(|| panic!("no family {family}"));
    assert_eq!(family.shape.len(), at.len(), "{}", family.name);
    let inner = at.iter().zip(&family.shape).fold(0, |index, (&at, &size)| {
        assert!(at < size, "{} {at} of {size}", family.name);
        index * size + at
    });
    family.offset + inner
}

fn at(board: &Board, (file, rank): Place) -> Option<(Color, PieceKind)> {
    on_board((file, rank)).then(|| board.squares[file as usize][rank as usize]).flatten()
}

fn on_board((file, rank): Place) -> bool {
    (0..9).contains(&file) && (0..9).contains(&rank)
}

fn places() -> impl Iterator<Item = Place> {
    (0..9).flat_map(|file| (0..9).map(move |rank| (file, rank)))
}

fn find_king(board: &Board, color: Color) -> Option<Place> {
    places().find(|&place| at(board, place) == Some((color, King)))
}

/// P L N S G B R H D K.
fn kind10(kind: PieceKind) -> usize {
    match kind {
        Pawn => 0,
        Lance => 1,
        Knight => 2,
        Silver => 3,
        Gold | ProPawn | ProLance | ProKnight | ProSilver => 4,
        Bishop => 5,
        Rook => 6,
        Horse => 7,
        Dragon => 8,
        King => 9,
    }
}

fn kind20((color, kind): (Color, PieceKind)) -> usize {
    kind10(kind) + if color == Black { 0 } else { 10 }
}

/// Steps and rays of a kind, for Black, as (files to the left, ranks backward).
fn movement(kind: PieceKind) -> (Vec<Place>, Vec<Place>) {
    let gold = vec![(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
    let diagonal = vec![(-1, -1), (1, -1), (-1, 1), (1, 1)];
    let straight = vec![(0, -1), (-1, 0), (1, 0), (0, 1)];
    match kind {
        Pawn => (vec![(0, -1)], vec![]),
        Lance => (vec![], vec![(0, -1)]),
        Knight => (vec![(-1, -2), (1, -2)], vec![]),
        Silver => (vec![(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)], vec![]),
        Gold | ProPawn | ProLance | ProKnight | ProSilver => (gold, vec![]),
        Bishop => (vec![], diagonal),
        Rook => (vec![], straight),
        Horse => (straight, diagonal),
        Dragon => (diagonal, straight),
        King => ([diagonal, straight].concat(), vec![]),
    }
}

/// All places that the piece on `from` bears on.
fn reach(board: &Board, from: Place) -> Vec<Place> {
    let Some((color, kind)) = at(board, from) else { return vec![] };
    let turn = if color == Black { 1 } else { -1 };
    let (steps, rays) = movement(kind);
    let mut reached: Vec<_> =
        steps.iter().map(|step| (from.0 + turn * step.0, from.1 + turn * step.1)).collect();
    for ray in rays {
        let mut place = (from.0 + turn * ray.0, from.1 + turn * ray.1);
        while on_board(place) {
            reached.push(place);
            if at(board, place).is_some() {
                break;
            }
            place = (place.0 + turn * ray.0, place.1 + turn * ray.1);
        }
    }
    reached.retain(|&place| on_board(place));
    reached
}

fn material(board: &Board, add: &mut impl FnMut(&str, &[usize])) {
    let order = [
        Pawn, Lance, Knight, Silver, Bishop, Rook, Gold, ProPawn, ProLance, ProKnight, ProSilver, Horse,
        Dragon,
    ];
    for (index, &kind) in order.iter().enumerate() {
        for place in places() {
            if at(board, place) == Some((Black, kind)) {
                add("material", &[index]);
            }
        }
    }
    let mut row = 0;
    for (index, &kind) in order[..7].iter().enumerate() {
        let (size, held) = (kind.set_size(), board.hands[0][kind.index()]);
        for _ in 0..held {
            add("material", &[index]);
        }
        if held > 0 {
            add("hands", &[row + held.min(size) as usize - 1]);
        }
        row += size as usize;
    }
    assert_eq!(row, 38);
}

/// The king is on files 1 to 5.
fn king_piece(board: &Board, add: &mut impl FnMut(&str, &[usize])) {
    let Some(king) = find_king(board, Black) else { return };
    for place in places() {
        match at(board, place) {
            None | Some((_, King)) => {}
            Some((color, kind)) => {
                let file = if king.0 == 4 { place.0.min(8 - place.0) } else { place.0 };
                let square = (file * 9 + place.1) as usize;
                let king = (king.0 * 9 + king.1) as usize;
                add("king-piece", &[king, usize::from(color == White), kind10(kind), square]);
            }
        }
    }
}

/// The king is on files 1 to 5.
fn king_adjacent(board: &Board, add: &mut impl FnMut(&str, &[usize])) {
    let Some(king) = find_king(board, Black) else { return };
    let around = |size: i32| {
        (-size..=size)
            .flat_map(move |file| (-size..=size).map(move |rank| (file, rank)))
            .filter(|&step| step != (0, 0))
            .collect::<Vec<_>>()
    };
    let own = |step: Place| match at(board, (king.0 + step.0, king.1 + step.1)) {
        Some((Black, kind)) if kind10(kind) < 5 => Some(kind10(kind)),
        _ => None,
    };
    for &first in &around(1) {
        for &second in &around(2) {
            let (Some(one), Some(other)) = (own(first), own(second)) else { continue };
            if first == second {
                continue;
            }
            let left = if first.0 == 0 { second.0 > 0 } else { first.0 > 0 };
            let turn = if king.0 == 4 && left { -1 } else { 1 };
            let place = |list: &[Place], step: Place| {
                list.iter().position(|&other| other == (turn * step.0, step.1)).unwrap()
            };
            add("king-adjacent", &[place(&around(1), first), one, place(&around(2), second), other]);
        }
    }
}

/// The king is on files 1 to 5.
fn effects(board: &Board, add: &mut impl FnMut(&str, &[usize])) {
    let Some(king) = find_king(board, Black) else { return };
    let reaches: Vec<_> = places()
        .filter(|&from| from != king)
        .filter_map(|from| Some((at(board, from)?.0, reach(board, from))))
        .collect();
    for file in -2..=2 {
        for rank in -2..=2 {
            let place = (king.0 + file, king.1 + rank);
            let state = if on_board(place) {
                let count = |color| {
                    let bearing =
                        reaches.iter().filter(|(owner, reach)| *owner == color && reach.contains(&place));
                    bearing.count().min(3)
                };
                4 * count(Black) + count(White)
            } else {
                16
            };
            let file = if king.0 == 4 { file.min(-file) } else { file };
            add("effects", &[((file + 2) * 5 + rank + 2) as usize, state]);
        }
    }
}

fn pins(board: &Board, add: &mut impl FnMut(&str, &[usize])) {
    let Some(king) = find_king(board, Black) else { return };
    for (file, rank) in [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)] {
        let line: Vec<_> = (1..9)
            .map(|distance| (distance, (king.0 + distance * file, king.1 + distance * rank)))
            .filter_map(|(distance, place)| Some((distance, at(board, place)?)))
            .collect();
        let [(distance, (Black, pinned)), (_, (White, by)), ..] = line[..] else { continue };
        let bears = match by {
            Bishop | Horse => file != 0 && rank != 0,
            Rook | Dragon => file == 0 || rank == 0,
            // The enemy's lances look backward.
            Lance => (file, rank) == (0, -1),
            _ => false,
        };
        if bears {
            let line = match (file, rank) {
                (0, -1) => 0,
                (_, -1) => 1,
                (_, 0) => 2,
                (0, _) => 4,
                _ => 3,
            };
            add("pins", &[kind10(pinned), line, distance as usize - 1]);
        }
    }
}

/// The families that look at one own piece after the other.
fn pieces(board: &Board, add: &mut impl FnMut(&str, &[usize])) {
    for from in places() {
        let Some((Black, kind)) = at(board, from) else { continue };
        bears_on(board, from, kind, add);
        mobility(board, from, kind, add);
        bishop_pawns(board, from, kind, add);
        advance(board, from, kind, add);
        nearest_pawns(board, from, kind, add);
    }
}

fn bears_on(board: &Board, from: Place, kind: PieceKind, add: &mut impl FnMut(&str, &[usize])) {
    let (steps, rays) = movement(kind);
    let knight_steps = if kind == Knight { steps } else { vec![] };
    let rays = rays.iter().map(|&ray| (ray, 8)).chain(knight_steps.iter().map(|&step| (step, 1)));
    for (ray, length) in rays {
        let met = (1..=length)
            .map(|times| (from.0 + times * ray.0, from.1 + times * ray.1))
            .find_map(|place| at(board, place));
        let Some(met) = met else { continue };
        let class = match (kind, ray.1.signum()) {
            (Dragon, -1) => 0,
            (Dragon, 0) => 1,
            (Dragon, _) => 2,
            (Horse, -1) => 3,
            (Horse, _) => 4,
            (Rook, -1) => 5,
            (Rook, 0) => 6,
            (Rook, _) => 7,
            (Bishop, -1) => 8,
            (Bishop, _) => 9,
            (Lance, _) => 10,
            (Knight, _) => 11,
            _ => unreachable!("{kind:?} has no rays"),
        };
        add("bears-on", &[class, kind20(met)]);
    }
}

fn mobility(board: &Board, from: Place, kind: PieceKind, add: &mut impl FnMut(&str, &[usize])) {
    let mut free = reach(board, from);
    free.retain(|&place| at(board, place).is_none_or(|piece| piece.0 != Black));
    let along_file = free.iter().filter(|place| place.0 == from.0).count();
    let along_rank = free.iter().filter(|place| place.1 == from.1).count();
    match kind {
        Bishop => add("mobility", &[free.len()]),
        Horse => add("mobility", &[17 + free.len()]),
        Rook => {
            add("mobility", &[38 + along_file]);
            add("mobility", &[65 + along_rank]);
        }
        Dragon => {
            add("mobility", &[47 + along_file]);
            add("mobility", &[74 + along_rank]);
        }
        Lance => add("mobility", &[56 + along_file]),
        _ => {}
    }
}

fn bishop_pawns(board: &Board, from: Place, kind: PieceKind, add: &mut impl FnMut(&str, &[usize])) {
    if !matches!(kind, Bishop | Horse) {
        return;
    }
    let same_colour = |place: &Place| (place.0 + place.1 + from.0 + from.1) % 2 == 0;
    let pawns = places().filter(same_colour).filter(|&place| at(board, place) == Some((Black, Pawn)));
    add("bishop-pawns", &[usize::from(kind == Horse), pawns.count().min(9)]);
}

fn advance(board: &Board, from: Place, kind: PieceKind, add: &mut impl FnMut(&str, &[usize])) {
    let (row, state) = match kind {
        Pawn | Silver => {
            let front = (from.0, from.1 - 1);
            let state = match at(board, front) {
                None if on_board(front) => 0,
                Some((White, _)) => 1,
                _ => 2,
            };
            (usize::from(kind == Silver), state)
        }
        Knight => {
            let open = |place: &Place| !matches!(at(board, *place), Some((Black, _)));
            (2, reach(board, from).iter().filter(|place| open(place)).count())
        }
        _ => return,
    };
    add("advance", &[row, state, from.1 as usize]);
}

fn nearest_pawns(board: &Board, from: Place, kind: PieceKind, add: &mut impl FnMut(&str, &[usize])) {
    let row = match kind {
        Rook => 0,
        Dragon => 1,
        Lance => 2,
        _ => return,
    };
    let nearest = |step: i32| {
        let pawn = (1..9).find_map(|distance| match at(board, (from.0, from.1 + step * distance)) {
            Some((color, Pawn)) => Some(color),
            _ => None,
        });
        match pawn {
            None => 0,
            Some(Black) => 1,
            Some(White) => 2,
        }
    };
    add("nearest-pawns", &[row, nearest(-1), nearest(1)]);
}

/// Counted on the board, on its mirror image, and on both turned; the least name of the four stands for all.
fn adjacent(board: &Board, sums: &mut BTreeMap<usize, i32>) {
    // Second piece minus first piece, for relations 0 to 3: behind, to the left, left behind, left in front.
    let relations = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let pairs = |board: &Board| {
        let mut list = vec![];
        for first in places() {
            for (relation, step) in relations.iter().enumerate() {
                let second = (first.0 + step.0, first.1 + step.1);
                if let (Some(one), Some(other)) = (at(board, first), at(board, second)) {
                    let at = [relation, kind20(one), kind20(other)];
                    // Where the pair stands on the board as it came, to find it again in the pictures.
                    list.push((first, second, cell("adjacent", &at)));
                }
            }
        }
        list
    };
    let [plain, mirrored, turned, both] =
        [board.clone(), board.mirrored(), board.turned(), board.turned().mirrored()]
            .map(|board| pairs(&board));
    let find = |list: &[(Place, Place, usize)], one: Place, other: Place| {
        list.iter()
            .find(|pair| (pair.0, pair.1) == (one, other) || (pair.0, pair.1) == (other, one))
            .map(|pair| pair.2)
            .unwrap()
    };
    for &(one, other, name) in &plain {
        let mirror = |place: Place| (8 - place.0, place.1);
        let turn = |place: Place| (8 - place.0, 8 - place.1);
        let own = name.min(find(&mirrored, mirror(one), mirror(other)));
        let enemy =
            find(&turned, turn(one), turn(other)).min(find(&both, mirror(turn(one)), mirror(turn(other))));
        match own.cmp(&enemy) {
            std::cmp::Ordering::Less => *sums.entry(own).or_insert(0) += 1,
            std::cmp::Ordering::Greater => *sums.entry(enemy).or_insert(0) -= 1,
            std::cmp::Ordering::Equal => {}
        }
    }
}
