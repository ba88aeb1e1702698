//! One game: an opening, then the engine against itself, until the rules or a threshold end it.

use super::arguments::Plan;
use super::choice::{self, Chosen};
use super::played::Played;
use crate::matches::outcome::{End, Outcome};
use game::random::{Random, mix};
use search::{Control, Engine, Info, Iterations, Limits, Options, Score};
use shogi::{Color, Position};
use std::sync::atomic::{AtomicBool, Ordering};

/// Depth and number of lines from which random moves are drawn.
const RANDOM_DEPTH: u32 = 4;
const RANDOM_LINES: usize = 8;
/// Number of lines from which noise chooses.
const NOISE_LINES: usize = 4;
/// A side gives up after so many bad scores in a row: a single one may be a search that was cut short.
const BAD_SCORES: usize = 2;

/// Plays game number `number`, from 1. `None` if `stop` ended it.
///
/// Each game has an engine of its own: what it remembers of other games would make the moves depend on their order.
pub(crate) fn play(plan: &Plan, number: usize, stop: &AtomicBool) -> anyhow::Result<Option<Played>> {
    let settings = &plan.settings;
    let mut position = plan.openings[(number - 1) % plan.openings.len()].position.clone();
    let before = position.ply() - 1 - position.history_len() as u32;
    let engine = Engine::new(Options {
        threads: 1,
        hash_mib: settings.hash,
        entering_king: plan.rules.entering_king,
        evaluation: plan.evaluation.clone(),
        // The engine counts from the move number of the start position, the rules from the first move.
        max_moves_to_draw: before + settings.max_moves as u32,
        ..Options::default()
    });
    let random = Random::new(mix(settings.seed).wrapping_add(mix(number as u64)));
    let mut table = Game { plan, engine, random, stop };
    let mut outcome = plan.rules.after_move(&position);
    for _ in 0..settings.random_plies {
        if outcome.is_some() {
            break;
        }
        let limits = Limits { depth: Some(RANDOM_DEPTH), ..Limits::default() };
        let chosen = table.think(&position, &limits, RANDOM_LINES, settings.random_margin)?;
        match chosen {
            None => return Ok(None),
            Some(Chosen::Move(mv, _)) => outcome = plan.rules.play(&mut position, mv),
            // The game has been decided in its opening; the engine will find the same.
            Some(Chosen::Declare) => break,
        }
    }
    let opening_plies = position.history_len();
    let mut scores = Vec::new();
    let outcome = match outcome {
        Some(outcome) => outcome,
        None => match table.take_turns(&mut position, &mut scores)? {
            Some(outcome) => outcome,
            None => return Ok(None),
        },
    };
    if outcome.end.is_fault() {
        anyhow::bail!("game {number}: the engine is at fault: {}, in {position}", outcome.end);
    }
    Ok(Some(Played::new(number, &position, opening_plies, &scores, outcome)))
}

struct Game<'a> {
    plan: &'a Plan,
    engine: Engine,
    random: Random,
    stop: &'a AtomicBool,
}

impl Game<'_> {
    fn take_turns(
        &mut self,
        position: &mut Position,
        scores: &mut Vec<Score>,
    ) -> anyhow::Result<Option<Outcome>> {
        let settings = &self.plan.settings;
        let limits = Limits { nodes: settings.nodes, depth: settings.depth, ..Limits::default() };
        let mut bad = [0; Color::ALL.len()];
        loop {
            let lines =
                if settings.noise > 0 && scores.len() < settings.noise_plies { NOISE_LINES } else { 1 };
            let side = position.side_to_move();
            let (mv, score) = match self.think(position, &limits, lines, settings.noise)? {
                None => return Ok(None),
                Some(Chosen::Declare) => return Ok(Some(self.plan.rules.claim(position))),
                Some(Chosen::Move(mv, score)) => (mv, score),
            };
            let bad = &mut bad[side.index()];
            let is_bad = settings.resign.is_some_and(|resign| score.centipawns() <= -resign);
            *bad = if is_bad { *bad + 1 } else { 0 };
            if *bad >= BAD_SCORES {
                return Ok(Some(Outcome::lost_by(side, End::Resign)));
            }
            let outcome = self.plan.rules.play(position, mv);
            scores.push(score);
            if outcome.is_some() {
                return Ok(outcome);
            }
        }
    }

    /// What to do in a position, chosen among so many lines; `None` if stopped.
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        lines: usize,
        margin: i32,
    ) -> anyhow::Result<Option<Chosen>> {
        if self.engine.options().multi_pv != lines {
            self.engine.set_options(Options { multi_pv: lines, ..self.engine.options().clone() });
        }
        let control = Control::new();
        let complete = Iterations::new(lines.min(position.legal_moves().len()));
        let stop = self.stop;
        let outcome = self.engine.search(position, limits, &control, &|info: &Info| {
            complete.note(info);
            if stop.load(Ordering::Relaxed) {
                control.stop();
            }
        });
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        choice::choose(&outcome, &complete.latest(), margin, &mut self.random).map(Some)
    }
}

#[cfg(test)]
pub(crate) mod tests;
