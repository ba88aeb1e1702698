//! SFEN in and out: what each reader takes, where it says an error is, and that reading and writing are inverse.

use crate::properties::{mutated_sfen, sfen_readers};
use crate::runs::{for_each_bytes, for_each_position, for_each_scenario};
use shogi::{Level, Position, STARTPOS};

#[test]
fn verdicts() {
    let mut wrong = Vec::new();
    for line in include_str!("../data/sfen.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [text, strict, lenient, level, reason] = fields[..] else { panic!("{line}") };
        sfen_readers(text);
        let found_strict = match Position::from_sfen(text) {
            Ok(_) => "ok".to_owned(),
            Err(error) => format!("{}:{}", error.field, error.column),
        };
        let (found_lenient, found_level) = match Position::from_sfen_lenient(text) {
            Ok((position, repairs)) => (
                if repairs.is_empty() { "ok" } else { "repaired" },
                format!("{:?}", position.validate().level),
            ),
            Err(_) => ("error", "-".to_owned()),
        };
        if (found_strict.as_str(), found_lenient, found_level.as_str()) != (strict, lenient, level) {
            wrong.push(format!("{text:?} ({reason}): {found_strict}, {found_lenient}, {found_level}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn written_positions_are_read_as_they_were() {
    for_each_scenario(4000, |position| {
        let validation = position.validate();
        assert!(validation.level >= Level::Consistent, "{position}: {:?}", validation.findings);
        sfen_readers(&position.to_sfen());
    });
    for_each_position(4, |position| {
        sfen_readers(&position.to_sfen());
        assert_eq!(position.validate().level, position.without_history().validate().level);
    });
}

#[test]
fn damaged_text_is_refused_with_its_place_or_repaired_with_a_note() {
    for_each_bytes(20_000, 240, |bytes| sfen_readers(&mutated_sfen(bytes)));
}

#[test]
fn any_text_is_survived() {
    for text in [
        "",
        " ",
        "/",
        "+",
        "startpos ",
        "sfen",
        "sfen startpos",
        "９/9",
        "\u{0}",
        "9/9/9/9/9/9/9/9/9 b - 99999999999",
    ] {
        sfen_readers(text);
    }
    for_each_bytes(3000, 60, |bytes| {
        let text: String =
            (0..bytes.below(40)).filter_map(|_| char::from_u32(bytes.below(0x3100) as u32)).collect();
        sfen_readers(&text);
    });
}

#[test]
fn the_lenient_reader_says_everything_that_it_repaired() {
    let text = "  sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL_B - 0 extra";
    let (position, repairs) = Position::from_sfen_lenient(text).unwrap();
    assert_eq!(position.to_sfen(), STARTPOS);
    let notes: Vec<String> = repairs.iter().map(ToString::to_string).collect();
    for part in ["sfen", "blanks", "upper case", "move number", "behind"] {
        assert!(notes.iter().any(|note| note.contains(part)), "{part}: {notes:?}");
    }
    let short = "4k4/9/9/9/9/9/9/9/4K4 b";
    let (position, repairs) = Position::from_sfen_lenient(short).unwrap();
    assert_eq!(position.to_sfen(), format!("{short} - 1"));
    assert_eq!(repairs.len(), 2, "{repairs:?}");
}

#[test]
fn errors_name_field_column_and_what_was_expected() {
    let error = Position::from_sfen("4k4/9/9/9/9/9/9/9/4X4 b - 1").unwrap_err();
    let text = error.to_string();
    assert!(text.contains("column 20") && text.contains("board") && text.contains("'X'"), "{text}");
}
