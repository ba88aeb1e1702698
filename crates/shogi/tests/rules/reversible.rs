//! Which moves a short loop can consist of.

use shogi::{Move, Position};

/// A move of a loop: itself, whether it is reversible, whether it captures or drops.
type Step = (Move, bool, bool);

/// Plays every line of four plies that comes back to the position and gives its moves to `visit`.
fn for_each_loop(position: &mut Position, line: &mut Vec<Step>, visit: &mut impl FnMut(&[Step])) {
    let start = position.history(0).map_or_else(|| position.key(), |first| first.key);
    for &mv in &position.legal_moves() {
        let exchanges = mv.is_drop() || position.piece_at(mv.to()).is_some();
        line.push((mv, position.is_reversible(mv), exchanges));
        position.apply(mv);
        if line.len() < 4 {
            for_each_loop(position, line, visit);
        } else if position.key() == start {
            visit(line);
        }
        position.undo();
        line.pop();
    }
}

/// The loops of four plies from a position, those with captures and drops counted apart.
fn loops(sfen: &str) -> [u32; 2] {
    let mut position = Position::from_sfen(sfen).expect(sfen);
    let mut count = [0; 2];
    for_each_loop(&mut position, &mut Vec::new(), &mut |line| {
        let exchanges = line.iter().any(|step| step.2);
        count[usize::from(exchanges)] += 1;
        assert_eq!(line.iter().all(|step| step.1), !exchanges, "{sfen}: {line:?}");
    });
    count
}

#[test]
fn a_loop_is_made_of_reversible_moves_or_exchanges_pieces() {
    // King, gold, silver, dragon.
    let [quiet, exchanging] = loops("4k4/9/4S4/9/+r8/9/9/9/4KG3 b - 1");
    assert!(quiet >= 20 && exchanging == 0, "{quiet} {exchanging}");
    // What never comes back: pawn, lance, knight, and hands.
    assert_eq!(loops("k8/9/9/p8/9/8P/9/9/NL6K b Pp 1"), [3, 0]);
    // Both sides take and drop again where they were: 4c5b+ 6a5b S*4c S*6a.
    let mut position =
        Position::from_sfen("ln1skg1nl/1r1sg2b1/ppp1GSppp/3p1p3/9/9/PPPPPPPPP/1B5R1/LN1GK2NL b Sp 1")
            .expect("a position");
    let mut round = || {
        for text in "4c5b+ 6a5b S*4c S*6a".split(' ') {
            let mv: Move = text.parse().expect(text);
            assert!(!position.is_reversible(mv), "{mv}");
            position.try_apply(mv).expect(text);
        }
        position.key()
    };
    assert_eq!(round(), round());
}

#[test]
fn captures_drops_promotions_and_what_only_goes_forward_are_not_reversible() {
    let position = Position::from_sfen("4k4/4p4/4G4/1S7/9/8P/9/9/NL2K3R b P 1").expect("a position");
    for (mv, reversible) in [
        ("5c5b", false),
        ("5c4c", true),
        ("8d8c", true),
        ("8d8c+", false),
        ("1f1e", false),
        ("8i8h", false),
        ("9i8g", false),
        ("P*7e", false),
        ("5i4h", true),
        ("1i1g", true),
    ] {
        let mv: Move = mv.parse().expect(mv);
        assert!(position.is_legal(mv), "{mv}");
        assert_eq!(position.is_reversible(mv), reversible, "{mv}");
    }
}
