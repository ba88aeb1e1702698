//! One game: the engines take turns, the referee decides.

use super::engine::{Answer, Engine, NotReady, Thought};
use super::openings::Opening;
use super::outcome::{End, Outcome, Who};
use super::record::{GameRecord, score_text};
use ::record::referee::Rules;
use shogi::{Color, Position};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use usi::{BestMove, GameResult};

/// The match is being stopped: there is no outcome.
#[derive(Debug)]
pub(crate) struct Stopped;

/// Plays game number `game` and says how it went.
///
/// `engines` are A and B. One that was at fault is in no known state afterwards: the caller starts another.
pub(crate) fn play(
    game: usize,
    (number, opening): (usize, &Opening),
    engines: &mut [Engine; 2],
    rules: &Rules,
    stop: &AtomicBool,
) -> Result<GameRecord, Stopped> {
    let mut position = opening.position.clone();
    let mut record = GameRecord::begin(game, number, &position);
    let outcome = match prepare(&record, engines, stop)? {
        Some(outcome) => outcome,
        None => take_turns(&mut position, &mut record, engines, rules, stop)?,
    };
    let record = record.finish(&position, outcome);
    for who in Who::BOTH {
        let result = match record.winner {
            None => GameResult::Draw,
            Some(winner) if winner == who => GameResult::Win,
            Some(_) => GameResult::Lose,
        };
        engines[who.index()].game_over(result);
    }
    Ok(record)
}

/// Gets both engines ready; the outcome if one of them does not.
fn prepare(
    record: &GameRecord,
    engines: &mut [Engine; 2],
    stop: &AtomicBool,
) -> Result<Option<Outcome>, Stopped> {
    for who in Who::BOTH {
        let end = match engines[who.index()].new_game(stop) {
            Ok(()) => continue,
            Err(NotReady::Interrupted) => return Err(Stopped),
            Err(NotReady::Silent { waited }) => End::NotReady { waited_ms: whole_ms(waited) },
            Err(NotReady::Crashed { status }) => End::Crash { status },
        };
        return Ok(Some(Outcome::lost_by(record.color(who), end)));
    }
    Ok(None)
}

fn take_turns(
    position: &mut Position,
    record: &mut GameRecord,
    engines: &mut [Engine; 2],
    rules: &Rules,
    stop: &AtomicBool,
) -> Result<Outcome, Stopped> {
    let mut left = Color::ALL.map(|color| engines[record.who(color).index()].limit().at_start());
    // An opening may end the game, or reach the limit of moves.
    if let Some(outcome) = rules.after_move(position) {
        return Ok(outcome);
    }
    loop {
        let side = position.side_to_move();
        let who = record.who(side).index();
        let engine = &mut engines[who];
        let thought = engine.think(position, side, left, stop);
        let limit = engine.limit();
        record.ms.push(whole_ms(thought.used));
        if let Some(allowed) = limit.allowed(left[side.index()]) {
            let over = &mut record.over_ms[who];
            *over = whole_ms(thought.used.saturating_sub(allowed)).max(*over);
        }
        record.scores.push(score_text(thought.score));
        if let Some(outcome) = judge(position, &thought, rules)? {
            return Ok(outcome);
        }
        let left = &mut left[side.index()];
        *left = limit.after_move(*left, thought.used);
    }
}

/// What an answer means for the game; `None`: it goes on.
fn judge(position: &mut Position, thought: &Thought, rules: &Rules) -> Result<Option<Outcome>, Stopped> {
    let side = position.side_to_move();
    let used_ms = whole_ms(thought.used);
    let fault = match &thought.answer {
        Answer::Best(BestMove::Move { mv, .. }) => return Ok(rules.play(position, *mv)),
        Answer::Best(BestMove::Win) => return Ok(Some(rules.claim(position))),
        Answer::Best(BestMove::Resign) => End::Resign,
        Answer::Malformed { line, reason } => End::Malformed { line: line.clone(), reason: reason.clone() },
        Answer::Late { allowed } => End::TimeLoss { used_ms, allowed_ms: whole_ms(*allowed) },
        Answer::Silent => End::NoAnswer { waited_ms: used_ms },
        Answer::Crashed { status } => End::Crash { status: status.clone() },
        Answer::Interrupted => return Err(Stopped),
    };
    Ok(Some(Outcome::lost_by(side, fault)))
}

fn whole_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
