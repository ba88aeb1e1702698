//! Declaration by hand-made positions: every condition of every rule, one at a time.

use shogi::{Color, Declaration, EnteringKingRule, Position};

fn declare(sfen: &str, rule: EnteringKingRule) -> Declaration {
    Position::from_sfen(sfen).unwrap().declaration(rule)
}

use Declaration::{Draw, None, Win};
use EnteringKingRule::{Off, Points24, Points24Handicap, Points27, Points27Handicap, Try};

/// Ten pieces in the camp with a dragon and a horse: 18 points there; the hand makes up the rest.
fn black(hand: &str) -> String {
    format!("K8/+R+B+P+P+P+P+P+P+P/+P8/9/9/9/9/9/8k b {hand} 1")
}

#[test]
fn points_decide() {
    // (hand, points, 27-point rule, 24-point rule)
    let cases = [
        ("5P", 23, None, None),
        ("6P", 24, None, Draw),
        ("G8P", 27, None, Draw),
        ("2G8P", 28, Win, Draw),
        ("4G8P", 30, Win, Draw),
        ("RG7P", 31, Win, Win),
    ];
    for (hand, points, by27, by24) in cases {
        let position = Position::from_sfen(&black(hand)).unwrap();
        assert_eq!(position.declaration_count(Color::Black).points, points, "{hand}");
        assert_eq!(position.declaration(Points27), by27, "{hand}");
        assert_eq!(position.declaration(Points24), by24, "{hand}");
        assert_eq!(position.declaration(Off), None, "{hand}");
    }
}

#[test]
fn white_needs_one_point_less() {
    let white = |hand: &str| format!("8K/9/9/9/9/9/+p8/+r+b+p+p+p+p+p+p+p/k8 w {hand} 1");
    assert_eq!(declare(&white("8p"), Points27), None);
    assert_eq!(declare(&white("g8p"), Points27), Win);
    assert_eq!(declare(&white("g8p"), Points24), Draw);
}

#[test]
fn what_white_gave_counts_for_white_in_a_handicap_game() {
    // Black's other pieces are all there but for a rook and a bishop, ten points, which White gave.
    let sfen = "8K/9/9/9/9/9/+p8/+r+b+p+p+p+p+p+p+p/k8 w 4G4S4N4L8P 1";
    assert_eq!(declare(sfen, Points27), None);
    assert_eq!(declare(sfen, Points27Handicap), Win);
    assert_eq!(declare(sfen, Points24), None);
    assert_eq!(declare(sfen, Points24Handicap), Draw);
    // Black has no such claim.
    let sfen = "K8/+R+B+P+P+P+P+P+P+P/+P8/9/9/9/9/9/8k b 4g4s4n4l8p 1";
    assert_eq!((declare(sfen, Points27Handicap), declare(sfen, Points24Handicap)), (None, None));
}

#[test]
fn every_condition_is_needed() {
    let plenty = "R2G8P";
    assert_eq!(declare(&black(plenty), Points27), Win);
    let without = [
        // The king outside the camp; nine pieces; in check; the opponent to move.
        "9/+R+B+P+P+P+P+P+P+P/+P8/K8/9/9/9/9/8k b R2G8P 1",
        "K8/+R+B+P+P+P+P+P+P+P/9/9/9/9/9/9/8k b R2G9P 1",
        "K7r/+R+B+P+P+P+P+P+P+P/+P8/9/9/9/9/9/8k b 2G8P 1",
        "K8/+R+B+P+P+P+P+P+P+P/+P8/9/9/9/9/9/8k w R2G8P 1",
    ];
    for sfen in without {
        assert_eq!((declare(sfen, Points27), declare(sfen, Points24)), (None, None), "{sfen}");
    }
}

#[test]
fn the_king_is_not_one_of_the_ten() {
    let position = Position::from_sfen("K8/+R+B+P+P+P+P+P+P+P/9/9/9/9/9/9/8k b R2G9P 1").unwrap();
    assert_eq!(position.declaration_count(Color::Black).pieces_inside, 9);
}

#[test]
fn try_rule() {
    let position = Position::from_sfen("9/4K4/9/9/9/9/9/9/k8 b - 1").unwrap();
    let mv = "5b5a".parse().unwrap();
    assert_eq!((position.declaration(Try), position.has_tried(Color::Black)), (Declaration::Try(mv), false));
    let mut position = position;
    position.apply(mv);
    assert!(position.has_tried(Color::Black) && !position.has_tried(Color::White));
    // Guarded by the enemy; held by an own piece; too far away.
    for sfen in ["6r2/4K4/9/9/9/9/9/9/k8 b - 1", "4G4/4K4/9/9/9/9/9/9/k8 b - 1", "9/9/4K4/9/9/9/9/9/k8 b - 1"]
    {
        assert_eq!(declare(sfen, Try), None, "{sfen}");
    }
    let white = Position::from_sfen("8K/9/9/9/9/9/9/4k4/9 w - 1").unwrap();
    assert_eq!(white.declaration(Try), Declaration::Try("5h5i".parse().unwrap()));
}
