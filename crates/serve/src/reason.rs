//! Reasons of errors and notes for programs: a code and values beside the sentence, so that a client can say it in another
//! language.
//!
//! The crates below tell their reasons as sentences. Those that a user of the page can meet are recognised here by what they
//! say; the tests hold the list against what the crates really say, and against the page's texts. What is not recognised
//! is told by its sentence alone.

mod sentences;

use sentences::REASONS;
use serde::Serialize;
use std::collections::BTreeMap;

/// A reason that was recognised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Reason {
    /// Stable.
    code: &'static str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    values: BTreeMap<&'static str, String>,
    /// The reason behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<Box<Self>>,
}

/// Reasons within reasons: a place, a move, what is wrong with it.
const DEEPEST: usize = 4;

impl Reason {
    /// The reason that a sentence tells, if it is one of ours.
    pub(crate) fn of(sentence: &str) -> Option<Self> {
        recognised(sentence, DEEPEST)
    }
}

fn recognised(sentence: &str, depth: usize) -> Option<Reason> {
    let deeper = depth.checked_sub(1)?;
    REASONS.iter().find_map(|&(code, form)| {
        let mut reason = Reason { code, values: BTreeMap::new(), because: None };
        for (name, value) in values(sentence, form)? {
            if name == "*" {
                reason.because = Some(Box::new(recognised(value, deeper)?));
            } else {
                reason.values.insert(name, value.to_owned());
            }
        }
        Some(reason)
    })
}

/// What stands in a sentence where its form has `{name}`, each as short as it can be; `None` if it has another form.
fn values<'a>(sentence: &'a str, form: &'static str) -> Option<Vec<(&'static str, &'a str)>> {
    let (first, mut form) = form.split_once('{').unwrap_or((form, ""));
    let mut rest = sentence.strip_prefix(first)?;
    let mut values = Vec::new();
    while !form.is_empty() {
        let (name, behind) = form.split_once('}')?;
        let (literal, next) = behind.split_once('{').unwrap_or((behind, ""));
        let at = match (literal, next) {
            ("", _) => rest.len(),
            (_, "") => rest.len() - rest.ends_with(literal).then_some(literal.len())?,
            _ => rest.find(literal)?,
        };
        values.push((name, &rest[..at]));
        rest = &rest[at + literal.len()..];
        form = next;
    }
    (rest.is_empty() && values.iter().all(|(_, value)| !value.is_empty())).then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use shogi::Position;

    fn told(sentence: &str) -> serde_json::Value {
        serde_json::to_value(Reason::of(sentence)).unwrap()
    }

    #[test]
    fn values_and_reasons_behind_reasons_are_found() {
        assert_eq!(told("a piece stands in the way"), json!({ "code": "blocked" }));
        assert_eq!(
            told("move 3, 2h2c+: a piece stands in the way"),
            json!({ "code": "at_move_number", "values": { "number": "3", "move": "2h2c+" },
                    "because": { "code": "blocked" } })
        );
        assert_eq!(
            told("expected a piece, found 'x'"),
            json!({ "code": "expected_found", "values": { "expected": "a piece", "found": "'x'" } })
        );
        let king = json!({ "code": "no_king", "values": { "side": "black" } });
        let game = told("no game can be played: black has no king");
        assert_eq!(game, json!({ "code": "no_game_from_here", "because": king }));
        assert_eq!(told("moves[0]: 玉 cannot be dropped")["because"]["code"], "piece_not_dropped");
        // What is not known as a whole is not known.
        for other in
            ["", "move 3, 2h2c+: the weather is bad", "a piece stands in the way!", "x: y: z: a: missing"]
        {
            assert_eq!(Reason::of(other), None, "{other}");
        }
    }

    #[test]
    fn every_form_recognises_itself() {
        for &(code, form) in REASONS {
            let sentence = form.replace("{*}", "missing");
            assert_eq!(Reason::of(&sentence).map(|reason| reason.code), Some(code), "{form}");
        }
    }

    #[test]
    fn what_the_rules_and_the_readers_say_is_recognised() {
        let code = |sentence: &str| Reason::of(sentence).unwrap_or_else(|| panic!("{sentence}")).code;
        let illegal = {
            use shogi::Illegal::*;
            [
                NoPiece,
                OpponentsPiece,
                OwnPiece,
                NotItsMove,
                Blocked,
                CannotPromote,
                OutsideZone,
                DeadEnd,
                NotInHand,
                Occupied,
                TwoPawns,
                PawnDropMate,
                KingIntoCheck,
                Pinned,
                CheckIgnored,
            ]
        };
        for reason in illegal {
            code(&reason.to_string());
        }
        for board in
            ["9/9/9/9/9/9/9/9/9", "P8/P8/4k4/4R4/9/9/9/9/PKK5P", "ppppppppp/ppppppppp/9/9/9/9/9/9/8p"]
        {
            let position = Position::from_sfen(&format!("{board} b - 1")).unwrap();
            assert!(
                position.validate().findings.iter().all(|finding| !code(&finding.to_string()).is_empty())
            );
        }
        for text in [
            "",
            "x",
            "9/9 b - 1",
            "+x w - 1",
            "K0 b - 1",
            "startpos x",
            "startpos moves 7g7f 7g7f",
            "startpos moves x",
            "9/9/9/9/9/9/9/9/9 x - 1",
            "9/9/9/9/9/9/9/9/9 b x 1",
            "9/9/9/9/9/9/9/9/9 b 2PP 1",
            "9/9/9/9/9/9/9/9/9 b - 0",
            "9/9/9/9/9/9/9/9/91 b - 1",
            "9/9/9/9/9/9/9/9/8+ b - 1",
            "9/9/9/9/9/9/9/9/9",
            "9/9/9/9/9/9/9/9/9 b 2 1",
            "4k4/9/9/9/9/9/9/9/4R3K b - 1 moves 5i5a",
            "9/9/9/9/9/9/9/9/9 b  1",
        ] {
            let error = record::read_position(text, false).unwrap_err();
            code(&error.to_string());
        }
        for text in [
            "",
            " \n",
            "hello\n",
            "\0\0\0",
            "V2.2\nPI\n+\n+7775FU\n",
            "V2.2\nPI\n+\n+77FU\n",
            "V2.2\nPI\n+\n-7776FU\n",
            "V2.2\nPI\n+\n+7776FU\nTx\n",
            "V2.2\nP1-KY\n+\n",
            "V2.2\nPI\n+\nx\n",
            "V2.2\nPI\n+\n%TORYO\n+7776FU\n",
            "手合割：平手\n   1 ７五歩(77)\n",
            "手合割：平手\n   2 ７六歩(77)\n",
            "手合割：平手\n   1 ７x\n",
            "手合割：平手\n▲５八金\n",
            "手合割：平手\n   1 ７六歩(77)\nx\n",
            "手合割：平手\n▲５五角\n",
            "手合割：その他\n   1 ７六歩(77)\n",
            "startpos x\n",
            "手合割：平手\n   1 ７六歩(77)\n変化：9手\n",
            "startpos moves 7g7f x\n",
            "startpos moves x\n",
            "後手の持駒：x\n",
            "手合割：平手\n△７六歩\n",
            "| ・|一\n",
            "startpos moves resign x\n",
        ] {
            let error = record::read_any(text.as_bytes(), "x").find_map(Result::err);
            code(&error.unwrap_or_else(|| panic!("{text}")).reason);
        }
        for text in [
            "+7776FU\n%X\n",
            "手合割：平手\nx\n   1 ７六歩(77) (x)\n   2 詰み\n",
            "手合割：平手\n   1 千日手\nまで1手で先手の勝ち\n",
            "startpos_moves",
            "sfen 4k4/9/9/9/9/9/9/9/9 B - 0",
            "V2.2\nPI\n+7776FU\n%KACHI\n",
        ] {
            for game in record::read_any(text.as_bytes(), "x").flatten() {
                assert!(game.notes.iter().all(|note| !code(&note.text).is_empty()));
            }
        }
    }

    /// The texts of the page, by code.
    fn page() -> BTreeMap<String, String> {
        let text = include_str!("../web/js/text/reasons.js");
        let (reasons, _) = text.split_once("export const words").unwrap();
        let lines = reasons.lines().filter_map(|line| line.trim().strip_suffix("',")?.split_once(": '"));
        lines.map(|(code, text)| (code.to_owned(), text.to_owned())).collect()
    }

    #[test]
    fn the_page_has_words_for_each_reason() {
        let page = page();
        assert_eq!(page.len(), REASONS.len());
        for (code, form) in REASONS {
            let text = page.get(*code).unwrap_or_else(|| panic!("{code}"));
            // It speaks of nothing that the reason does not have.
            for part in text.split('{').skip(1) {
                let name = part.split('}').next().unwrap();
                assert!(form.contains(&format!("{{{name}}}")), "{code}: {name}");
            }
            assert_eq!(form.contains("{*}"), text.contains("{*}"), "{code}");
        }
    }
}
