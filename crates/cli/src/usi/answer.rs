//! From what the search says to what USI says.

use record::book::BookMove;
use search::mate::Verdict;
use search::{Decision, Limits, Outcome};
use std::time::Duration;
use usi::{BestMove, Checkmate, Go};

/// The bounds of a search in the words of `go`.
pub(crate) fn limits(go: &Go) -> Limits {
    Limits {
        depth: go.depth,
        nodes: go.nodes,
        move_time: go.movetime,
        clock: (!go.clock.is_empty()).then(|| clock(&go.clock)),
        infinite: go.infinite,
        ponder: go.ponder,
        search_moves: go.searchmoves.clone(),
    }
}

/// Clocks with zero for what was not sent.
pub(crate) fn clock(clock: &usi::Clock) -> search::Clock {
    let or_zero = |time: [Option<Duration>; 2]| time.map(Option::unwrap_or_default);
    search::Clock {
        time: or_zero(clock.time),
        byoyomi: clock.byoyomi.unwrap_or_default(),
        increment: or_zero(clock.increment),
    }
}

fn score(score: search::Score, bound: search::Bound) -> usi::Score {
    let value = match score {
        search::Score::Cp(cp) => usi::ScoreValue::Centipawns(cp),
        search::Score::Mate(plies) if plies > 0 => usi::ScoreValue::MateIn(plies.unsigned_abs()),
        search::Score::Mate(plies) => usi::ScoreValue::MatedIn(plies.unsigned_abs()),
    };
    let bound = match bound {
        search::Bound::Exact => usi::Bound::Exact,
        search::Bound::Lower => usi::Bound::Lower,
        search::Bound::Upper => usi::Bound::Upper,
    };
    usi::Score { value, bound }
}

/// A report; `multipv` is told only if several lines were asked for.
pub(crate) fn info(info: &search::Info, several: bool) -> usi::Info {
    usi::Info {
        depth: Some(info.line.depth),
        seldepth: Some(info.line.seldepth),
        multipv: several.then_some(info.multi_pv as u32),
        score: Some(score(info.line.score, info.line.bound)),
        nodes: Some(info.nodes),
        nps: Some(info.nps()),
        time: Some(info.time),
        hashfull: Some(info.hashfull),
        pv: info.line.pv.clone(),
        ..usi::Info::default()
    }
}

/// What to say beside a report whose score rests on a repetition.
pub(crate) fn remark(info: &search::Info, several: bool) -> Option<usi::Info> {
    let which = if several { format!("the score of line {}", info.multi_pv) } else { "the score".to_owned() };
    info.line.rests_on_repetition.then(|| usi::Info::text(format!("{which} rests on a repetition")))
}

/// What a search that ended before it began (a declaration, no legal move) has to report.
pub(crate) fn verdict(outcome: &Outcome) -> Option<usi::Info> {
    (outcome.lines.is_empty() || outcome.nodes == 0).then(|| usi::Info {
        depth: Some(0),
        score: Some(score(outcome.score(), search::Bound::Exact)),
        nodes: Some(outcome.nodes),
        time: Some(outcome.time),
        pv: outcome.best_move().into_iter().collect(),
        ..usi::Info::default()
    })
}

/// What a move from the book has to report.
pub(crate) fn book_info(entry: &BookMove) -> usi::Info {
    usi::Info {
        depth: entry.depth,
        score: entry.score.map(|cp| score(search::Score::Cp(cp), search::Bound::Exact)),
        pv: std::iter::once(entry.mv).chain(entry.reply).collect(),
        string: Some("from the book".to_owned()),
        ..usi::Info::default()
    }
}

/// What the search for a mate has to report beside its answer.
pub(crate) fn mate_info(verdict: &Verdict, nodes: u64, time: Duration) -> usi::Info {
    let pv = if let Verdict::Mate(moves) = verdict { moves.clone() } else { Vec::new() };
    let micros = time.as_micros().max(1);
    usi::Info {
        depth: Some(pv.len() as u32),
        score: (!pv.is_empty()).then(|| score(search::Score::Mate(pv.len() as i32), search::Bound::Exact)),
        nodes: Some(nodes),
        nps: u64::try_from(u128::from(nodes) * 1_000_000 / micros).ok(),
        time: Some(time),
        pv,
        ..usi::Info::default()
    }
}

/// The answer to `go mate`.
pub(crate) fn checkmate(verdict: Verdict) -> Checkmate {
    match verdict {
        Verdict::Mate(moves) => Checkmate::Moves(moves),
        Verdict::NoMate => Checkmate::NoMate,
        Verdict::Unknown => Checkmate::Timeout,
    }
}

/// The answer, a resignation where the score is at or below `-resign_value`.
pub(crate) fn best_move(outcome: &Outcome, resign_value: Option<i32>) -> BestMove {
    match outcome.decision {
        Decision::NoMove => BestMove::Resign,
        Decision::Declare => BestMove::Win,
        Decision::Play(_) if resign_value.is_some_and(|value| outcome.score().centipawns() <= -value) => {
            BestMove::Resign
        }
        Decision::Play(mv) => BestMove::Move { mv, ponder: outcome.ponder },
    }
}
