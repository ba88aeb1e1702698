//! Where the end that a record tells and the last position disagree. The record's word is kept; a note says so.

use crate::EndingKind;
use shogi::{Declaration, EnteringKingRule, Position, Repetition};

/// What the last position has to say against the ending, if anything.
pub(crate) fn doubt(last: &Position, kind: EndingKind) -> Option<String> {
    match kind {
        EndingKind::Repetition => match last.repetition() {
            Repetition::Draw => None,
            Repetition::None => Some(format!(
                "a draw by repetition, but the last position has occurred {} times; the record's word is kept",
                last.occurrences()
            )),
            verdict => {
                let winner =
                    if verdict == Repetition::Win { last.side_to_move() } else { !last.side_to_move() };
                Some(format!(
                    "a draw by repetition, but by perpetual check {winner} has won; the record's word is kept"
                ))
            }
        },
        EndingKind::Mate if last.has_legal_move() => {
            Some("mate, but the side to move has a legal move; the record's word is kept".to_owned())
        }
        EndingKind::Declaration => {
            let rules =
                [EnteringKingRule::Points24, EnteringKingRule::Points27, EnteringKingRule::Points24Handicap];
            let shown = rules.into_iter().any(|rule| last.declaration(rule) != Declaration::None);
            let tried = last.has_tried(last.side_to_move()) || last.try_move().is_some();
            (!shown && !tried).then(|| {
                "a win by declaration, but the position does not meet its conditions; the record's word is kept"
                    .to_owned()
            })
        }
        _ => None,
    }
}
