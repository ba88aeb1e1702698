//! Repetition against known games, against a comparison of written positions, and against rsshogi.

use crate::differential::theirs;
use crate::scenario::{self, Bytes};
use rsshogi::types::RepetitionState;
use shogi::{Color, Dominance, Hand, Move, Position, Repetition};

/// A position out of `startpos` or `sfen …`.
fn start(text: &str) -> Position {
    match text.strip_prefix("sfen ") {
        Some(sfen) => Position::from_sfen(sfen).unwrap(),
        None => Position::startpos(),
    }
}

#[test]
fn golden_games() {
    for line in include_str!("../data/repetition.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, position, moves, fourth, result, _note] = fields[..] else { panic!("{line}") };
        let fourth: usize = fourth.parse().unwrap();
        let expected = match result {
            "win" => Repetition::Win,
            "loss" => Repetition::Loss,
            "draw" => Repetition::Draw,
            other => panic!("{other}"),
        };
        let mut position = start(position);
        for (index, word) in moves.split(' ').take(fourth).enumerate() {
            assert_eq!(position.repetition(), Repetition::None, "{id} at ply {index}");
            position
                .try_apply(word.parse().unwrap())
                .unwrap_or_else(|reason| panic!("{id}: {word}: {reason}"));
        }
        assert_eq!(position.history_len(), fourth, "{id}");
        assert_eq!((position.repetition(), position.occurrences()), (expected, 4), "{id}");
        assert_eq!(position.dominance(), Dominance::None, "{id}");
        assert_eq!(position.clone().repetition(), expected, "{id}: a clone");
        position.undo();
        assert_eq!(position.repetition(), Repetition::None, "{id}: taken back");
    }
}

/// What a comparison of written positions remembers of each.
#[derive(Clone)]
struct Written {
    text: String,
    board: String,
    hand: Hand,
    in_check: bool,
}

impl Written {
    fn new(position: &Position) -> Self {
        let text = position.sfen_without_number();
        let board = text.rsplit_once(' ').unwrap().0.to_owned();
        let hand = position.hand(position.side_to_move());
        Self { text, board, hand, in_check: position.in_check() }
    }
}

/// The game so far, position by position, the present one last.
struct Game(Vec<Written>);

impl Game {
    /// The indices of the occurrences of position `at` up to itself.
    fn occurrences(&self, at: usize) -> Vec<usize> {
        (0..=at).filter(|&index| self.0[index].text == self.0[at].text).collect()
    }

    /// Whether the side to move at `last`, and whether the other side, gave check with every move since `first`.
    fn checkers(&self, first: usize, last: usize) -> (bool, bool) {
        let by_moves_into =
            |parity: usize| (first + 1..=last).all(|at| (last - at) % 2 != parity || self.0[at].in_check);
        (by_moves_into(1), by_moves_into(0))
    }

    fn meaning(&self, first: usize, last: usize) -> Repetition {
        match self.checkers(first, last) {
            (true, false) => Repetition::Loss,
            (false, true) => Repetition::Win,
            _ => Repetition::Draw,
        }
    }

    fn repetition(&self) -> Repetition {
        let last = self.0.len() - 1;
        match self.occurrences(last)[..] {
            [.., first, _, _, _] => self.meaning(first, last),
            _ => Repetition::None,
        }
    }

    /// The rule that searches use, with the root at history index `root`.
    fn repetition_in_search(&self, root: usize) -> Repetition {
        let last = self.0.len() - 1;
        let all = self.occurrences(last);
        let earlier = &all[..all.len() - 1];
        match (earlier.iter().find(|&&index| index > root), earlier) {
            (Some(&first), _) => self.meaning(first, last),
            (None, [.., first, _, _]) => self.meaning(*first, last),
            _ => Repetition::None,
        }
    }

    fn dominance(&self) -> Dominance {
        let last = self.0.len() - 1;
        if self.repetition() != Repetition::None {
            return Dominance::None;
        }
        let now = &self.0[last];
        let other = |was: &&Written| was.board == now.board && comparable(was.hand, now.hand);
        match self.0[..last].iter().rev().find(other) {
            Some(was) if now.hand.covers(was.hand) => Dominance::Superior,
            Some(_) => Dominance::Inferior,
            None => Dominance::None,
        }
    }

    /// Where rsshogi 1.7.3 is known to differ, each for a reason of its own:
    ///
    /// - It looks at the latest earlier position with the same board only. If that had a better or worse hand, it answers
    ///   superior or inferior, even at a fourth occurrence, and the count of later occurrences begins afresh.
    /// - Where both sides check throughout, it names the side to move the loser; we say draw.
    fn peer_differs(&self) -> bool {
        let last = self.0.len() - 1;
        let all = self.occurrences(last);
        let hidden = all.iter().any(|&at| {
            let same_board =
                |index: &usize| (at - index).is_multiple_of(2) && self.0[*index].board == self.0[at].board;
            let latest = (0..at).rev().find(same_board);
            latest.is_some_and(|index| self.0[index].hand != self.0[at].hand)
        });
        let both = all.windows(2).any(|pair| self.checkers(pair[0], pair[1]) == (true, true));
        hidden || both
    }
}

fn comparable(a: Hand, b: Hand) -> bool {
    a != b && (a.covers(b) || b.covers(a))
}

/// Moves that lead to repetitions: mostly back to where the piece came from, checks and evasions among them.
fn shuffle(bytes: &mut Bytes<'_>, position: &Position) -> Option<Move> {
    let list = position.legal_moves();
    let back_of = |plies: usize| {
        let mv = position.history(position.history_len().checked_sub(plies)?)?.mv?;
        let back = Move::new(mv.to(), mv.from()?);
        position.is_legal(back).then_some(back)
    };
    let again = || {
        let mv = position.history(position.history_len().checked_sub(4)?)?.mv?;
        position.is_legal(mv).then_some(mv)
    };
    let checking = |bytes: &mut Bytes<'_>| {
        let checks = position.checks();
        checks.get(bytes.below(checks.len())).copied()
    };
    match (position.history_len(), bytes.below(16)) {
        (0 | 1, 0..=9) | (_, 0) => checking(bytes),
        (_, 1 | 2) => back_of(2),
        (_, 3) => None,
        _ => again().or_else(|| back_of(2)),
    }
    .or_else(|| list.get(bytes.below(list.len())).copied())
}

/// Few pieces, so that games come round: kings in play, some pieces on the board and in hand.
const SHUFFLED: [&str; 8] = [
    "4r3k/9/9/9/9/9/9/9/K5R2 b P 1",
    "lnsg1gsnl/1r5b1/ppppppppp/4k4/9/4R4/PPPPPPPPP/1B7/LNSGKGSNL w - 1",
    "k5r2/+s8/9/9/9/9/9/9/S5K2 b - 1",
    "1+s4k2/5r3/9/9/9/9/9/9/1+N4K2 w - 1",
    "ln1skg1nl/1r1sg2b1/ppp1GSppp/3p1p3/9/9/PPPPPPPPP/1B5R1/LN1GK2NL b Sp 1",
    "4k4/4r4/9/9/4+b4/9/9/4R4/4K3+B b - 1",
    "9/3k5/9/2r3G2/9/4K4/9/2R6/9 b gp 1",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
];

#[test]
fn same_as_written_positions_and_as_the_peer() {
    let (mut met, mut compared, mut excused, mut dominated) = ([0; 4], 0, 0, 0);
    for game in 0..1600_u64 {
        let bytes = scenario::random_bytes(game ^ 0x5eed, 400);
        let mut bytes = Bytes::new(&bytes);
        let mut position = Position::from_sfen(SHUFFLED[game as usize % SHUFFLED.len()]).unwrap();
        let mut other = theirs(&position);
        let mut written = Game(vec![Written::new(&position)]);
        for _ in 0..64 {
            let Some(mv) = shuffle(&mut bytes, &position) else { break };
            position.apply(mv);
            other.apply_move(rsshogi::types::Move::from_usi(&mv.to_string()).unwrap());
            written.0.push(Written::new(&position));

            let repetition = written.repetition();
            let context = || format!("{position} after {:?}", moves(&position));
            assert_eq!(position.repetition(), repetition, "{}", context());
            let occurrences = written.occurrences(written.0.len() - 1);
            assert_eq!(position.occurrences(), occurrences.len(), "{}", context());
            let earlier: Vec<usize> = occurrences[..occurrences.len() - 1].iter().rev().copied().collect();
            assert_eq!(position.earlier_occurrences().collect::<Vec<_>>(), earlier, "{}", context());
            for root in [0, position.history_len() / 2, position.history_len()] {
                let expected = written.repetition_in_search(root);
                assert_eq!(position.repetition_in_search(root), expected, "root {root}, {}", context());
            }
            let dominance = written.dominance();
            assert_eq!(position.dominance(), dominance, "{}", context());
            dominated += usize::from(dominance != Dominance::None);

            if written.peer_differs() {
                excused += 1;
            } else {
                let expected = match (repetition, dominance) {
                    (Repetition::Win, _) => RepetitionState::Win,
                    (Repetition::Loss, _) => RepetitionState::Lose,
                    (Repetition::Draw, _) => RepetitionState::Draw,
                    // The peer's latest position with this board had the same hands, so it asks no further.
                    (Repetition::None, _) => RepetitionState::None,
                };
                assert_eq!(other.repetition_state(), expected, "{}", context());
                compared += 1;
            }
            met[repetition as usize] += 1;
            if repetition != Repetition::None {
                break;
            }
        }
    }
    assert!(met.iter().all(|&count| count > 10), "none, draw, win, loss: {met:?}");
    assert!(
        compared > 20 * excused && dominated > 50,
        "{compared} compared, {excused} not, {dominated} dominated"
    );
}

fn moves(position: &Position) -> Vec<String> {
    (0..position.history_len()).filter_map(|at| Some(position.history(at)?.mv?.to_string())).collect()
}

/// Two kings on rounds of 8 and 7 squares: the position comes round after 112 plies and occurs a fourth time after 336.
fn rounds() -> impl Iterator<Item = Move> {
    let tour = |squares: &'static str| {
        let squares: Vec<shogi::Square> = squares.split(' ').map(|text| text.parse().unwrap()).collect();
        (0..).map(move |at| Move::new(squares[at % squares.len()], squares[(at + 1) % squares.len()]))
    };
    let (black, white) = (tour("5i 4i 3i 3h 3g 4g 5g 5h"), tour("5a 4a 3a 3b 4c 5c 5b"));
    black.zip(white).flat_map(|(black, white)| [black, white])
}

#[test]
fn a_cycle_of_any_length_is_found_and_history_is_never_shortened() {
    let mut position = Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b - 1").unwrap();
    let mut keys = Vec::new();
    for (ply, mv) in rounds().take(336).enumerate() {
        assert_eq!(position.repetition(), Repetition::None, "ply {ply}");
        assert_eq!(position.occurrences(), ply / 112 + 1, "ply {ply}");
        keys.push(position.key());
        // Searches work on clones, and clones of clones.
        if ply % 50 == 0 {
            position = position.clone();
            position.reserve(10);
        }
        position.try_apply(mv).unwrap();
    }
    assert_eq!(position.repetition(), Repetition::Draw);
    assert_eq!(position.earlier_occurrences().collect::<Vec<_>>(), [224, 112, 0]);
    let clone = std::thread::spawn({
        let position = position.clone();
        move || (position.repetition(), position)
    });
    let (repetition, clone) = clone.join().unwrap();
    assert_eq!((repetition, clone.history_len()), (Repetition::Draw, 336));
    for (ply, &key) in keys.iter().enumerate() {
        let past = clone.history(ply).unwrap();
        assert_eq!((past.key, past.side), (key, if ply % 2 == 0 { Color::Black } else { Color::White }));
    }
    assert_eq!(position.without_history().repetition(), Repetition::None);
}

#[test]
fn history_remembers_three_thousand_plies() {
    let mut position = Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b - 1").unwrap();
    position.reserve(16);
    for mv in rounds().take(3000) {
        position.apply(mv);
    }
    assert_eq!(position.history_len(), 3000);
    assert_eq!(position.occurrences(), 1 + 3000 / 112);
    while position.undo().is_some() {}
    assert_eq!(position, Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b - 1").unwrap());
}

#[test]
fn nothing_is_repeated_through_a_pass() {
    let mut position = Position::startpos();
    let there_and_back = ["2h3h", "8b7b", "3h2h", "7b8b"].map(|text| text.parse::<Move>().unwrap());
    for &mv in there_and_back.iter().cycle().take(8) {
        position.apply(mv);
    }
    assert_eq!(position.occurrences(), 3);
    position.apply_null();
    position.apply_null();
    assert_eq!((position.occurrences(), position.clone().occurrences()), (1, 1));
    for &mv in &there_and_back {
        position.apply(mv);
    }
    assert_eq!((position.occurrences(), position.repetition()), (2, Repetition::None));
    for _ in 0..6 {
        position.undo();
    }
    assert_eq!(position.occurrences(), 3);
}
