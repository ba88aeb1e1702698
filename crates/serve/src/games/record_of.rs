//! The record of a game against the engine.

use super::play::Play;
use crate::moves::rewound;
use record::referee::{End, Outcome};
use record::{Ending, EndingKind, Game, Key, Place, Ply};
use shogi::Color;

/// The game with names, times, scores and its end.
pub(super) fn record(play: &Play) -> Game {
    let (start, moves) = rewound(&play.position);
    let mut game = Game::new(Place { file: "game".into(), line: 1, column: 1 }, start);
    let engine = format!("yomikiri, level {}", play.level.number());
    for (key, color) in [(Key::Black, Color::Black), (Key::White, Color::White)] {
        game.headers.push(key, if color == play.human { "player" } else { &engine });
    }
    for (index, mv) in moves.into_iter().enumerate() {
        let mut ply = Ply::from(mv);
        if let Some(played) = index.checked_sub(play.given).map(|index| &play.plies[index]) {
            ply.time = Some(played.time);
            ply.score = played.score;
        }
        game.main.plies.push(ply);
    }
    game.main.ending = play.outcome.as_ref().map(|outcome| ending(outcome, play.position.side_to_move()));
    game
}

fn ending(outcome: &Outcome, to_move: Color) -> Ending {
    let loser = outcome.winner.map(|winner| !winner);
    let foul = loser.map_or(EndingKind::Error, EndingKind::Foul);
    let kind = match &outcome.end {
        End::Mate | End::NoMoves => EndingKind::Mate,
        End::Resign if loser == Some(to_move) => EndingKind::Resignation,
        // Who gives up while the other thinks; and a king that has reached its square.
        End::Resign | End::Try => outcome.winner.map_or(EndingKind::Draw, EndingKind::Win),
        End::Declaration { .. } => EndingKind::Declaration,
        End::DeclarationDraw { .. } => EndingKind::Impasse,
        End::Repetition => EndingKind::Repetition,
        End::MaxMoves => EndingKind::MaxMoves,
        End::TimeLoss { .. } => EndingKind::Timeout,
        _ => foul,
    };
    Ending { comments: vec![outcome.end.to_string()], ..Ending::from(kind) }
}
