//! The engine's turn in a game.

use super::play::Play;
use crate::feed::Feed;
use crate::lines::LineView;
use crate::pool::{Next, Ticket, Work};
use search::{Control, Decision, Engine, Info, Limits};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time for a move where there is no clock.
const TIME: Duration = Duration::from_secs(5);

/// A question to the engine.
pub(crate) struct Reply {
    pub(crate) feed: Arc<Feed<Play>>,
    pub(crate) turn: u64,
    pub(crate) ticket: Arc<Ticket>,
    /// The longest time for a move, whatever the clock says.
    pub(crate) longest: Duration,
}

impl Work for Reply {
    /// A move is bounded already, and a clock runs.
    fn gives_way(&self) -> bool {
        false
    }

    fn step(&mut self, engine: &mut Engine, base: &search::Options, control: &Control) -> Next {
        let asked = self.feed.update(|play| {
            (play.turn == self.turn && play.is_engines_turn()).then(|| {
                play.since = Some(Instant::now());
                (play.position.clone(), play.level, play.player, play.rule, play.clock)
            })
        });
        let Some((position, level, level_seed, rule, clock)) = asked else { return Next::Done };
        engine.set_options(search::Options {
            level,
            level_seed,
            entering_king: rule.into(),
            // Nobody is between this engine and its clock.
            network_delay: Duration::from_millis(20),
            network_delay2: Duration::from_millis(100),
            minimum_thinking_time: Duration::ZERO,
            round_up_to_full_second: false,
            ..base.clone()
        });
        let limits = Limits {
            move_time: Some(if clock.is_some() { self.longest } else { TIME.min(self.longest) }),
            clock: clock.map(|clock| clock.for_search()),
            ..Limits::default()
        };
        let outcome = engine.search(&position, &limits, control, &|_: &Info| {});
        if self.ticket.cancelled() || control.is_stopped() {
            return Next::Done;
        }
        let decision = outcome.decision;
        let chosen = outcome.lines.iter().find(|line| match decision {
            Decision::Play(mv) => line.pv.first() == Some(&mv),
            _ => false,
        });
        let thought = chosen.map(|line| {
            let info = Info {
                multi_pv: 1,
                line: line.clone(),
                nodes: outcome.nodes,
                time: outcome.time,
                hashfull: 0,
            };
            LineView::of(&position, &info, 0, Duration::ZERO)
        });
        let score = chosen.map_or_else(|| outcome.score(), |line| line.score).centipawns();
        self.feed.update(|play| {
            if play.turn == self.turn {
                play.thought = thought;
            }
            play.answer(self.turn, decision, outcome.time, score);
        });
        Next::Done
    }

    fn failed(&mut self) {
        self.feed.update(|play| play.failed = true);
    }
}
