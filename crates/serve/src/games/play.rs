//! A game between a client and the engine: moves, clocks, take-backs, and every kind of end, judged by the referee.

use super::clock::Clock;
use crate::error::{Answer, ApiError};
use crate::lines::LineView;
use crate::pool::Ticket;
use crate::rules::Entering;
use record::referee::{End, Outcome, Rules};
use search::{Decision, Level};
use shogi::{Color, Move, Position};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A move that was played.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) time: Duration,
    /// The clocks before it.
    clock: Option<Clock>,
    /// The engine's score in centipawns for the side that moved.
    pub(crate) score: Option<i32>,
}

/// A game.
pub(crate) struct Play {
    /// The present position, with the whole game as its history.
    pub(crate) position: Position,
    /// The client's side.
    pub(crate) human: Color,
    pub(crate) level: Level,
    /// Which player of the level plays: its misjudgements last a game.
    pub(crate) player: u64,
    pub(crate) rule: Entering,
    pub(crate) rules: Rules,
    pub(crate) engine_resigns: bool,
    pub(crate) clock: Option<Clock>,
    pub(crate) plies: Vec<Played>,
    /// Moves before the game, given with its first position.
    pub(crate) given: usize,
    pub(crate) outcome: Option<Outcome>,
    /// What the engine thought of its latest move.
    pub(crate) thought: Option<LineView>,
    /// Since when the clock of the side to move runs. The engine's stands until an engine is free.
    pub(crate) since: Option<Instant>,
    /// Grows with every change of the position: an answer to an earlier question is thrown away.
    pub(crate) turn: u64,
    pub(crate) ticket: Arc<Ticket>,
    pub(crate) failed: bool,
    /// Whether the client has removed the game.
    pub(crate) removed: bool,
}

/// Below this score, and twice in a row, the engine resigns where it may.
const HOPELESS: i32 = -3000;

impl Play {
    pub(crate) fn is_humans_turn(&self) -> bool {
        self.outcome.is_none() && self.position.side_to_move() == self.human
    }

    pub(crate) fn is_engines_turn(&self) -> bool {
        self.outcome.is_none() && self.position.side_to_move() != self.human
    }

    /// The first side's clock begins to run, unless the game is over at its beginning.
    pub(crate) fn begin(&mut self) {
        self.outcome = self.rules.after_move(&self.position);
        self.run_clock();
    }

    fn run_clock(&mut self) {
        self.turn += 1;
        self.since = self.is_humans_turn().then(Instant::now);
    }

    /// What the side to move has used of its time.
    pub(crate) fn used(&self) -> Duration {
        self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Ends the game where the client has let its time run out.
    pub(crate) fn look_at_clock(&mut self) -> bool {
        let side = self.position.side_to_move();
        let late = self.is_humans_turn() && self.clock.is_some_and(|clock| self.used() > clock.allowed(side));
        if late {
            self.lose_on_time(side, self.used());
        }
        late
    }

    fn lose_on_time(&mut self, side: Color, used: Duration) {
        let allowed = self.clock.map_or(Duration::ZERO, |clock| clock.allowed(side));
        let end = End::TimeLoss { used_ms: used.as_millis() as u64, allowed_ms: allowed.as_millis() as u64 };
        if let Some(clock) = &mut self.clock {
            clock.run_out(side);
        }
        self.end(Outcome::lost_by(side, end));
    }

    fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.since = None;
        self.turn += 1;
    }

    fn humans_turn(&mut self, to: &str) -> Answer<()> {
        self.look_at_clock();
        if let Some(outcome) = &self.outcome {
            let message = format!("cannot {to}: the game is over ({})", outcome.end);
            return Err(ApiError::conflict("game_over", message));
        }
        if !self.is_humans_turn() {
            return Err(ApiError::conflict("not_your_turn", format!("cannot {to}: it is the engine's turn")));
        }
        Ok(())
    }

    /// The client moves.
    pub(crate) fn play(&mut self, text: &str) -> Answer<()> {
        self.humans_turn("move")?;
        let mv: Move = text.parse().map_err(|error| ApiError::field("move", error))?;
        self.position.legality(mv).map_err(|reason| {
            let place = crate::error::Place::field("move");
            ApiError::bad("illegal_move", format!("move: {text} is illegal: {reason}")).at(place)
        })?;
        self.make(mv, self.used(), None);
        Ok(())
    }

    /// A legal move of the side to move.
    fn make(&mut self, mv: Move, used: Duration, score: Option<i32>) {
        let side = self.position.side_to_move();
        let before = self.clock;
        if self.clock.as_mut().is_some_and(|clock| !clock.charge(side, used)) {
            return self.lose_on_time(side, used);
        }
        self.plies.push(Played { time: used, clock: before, score });
        self.outcome = self.rules.play(&mut self.position, mv);
        self.run_clock();
    }

    /// The client gives up; also while the engine thinks.
    pub(crate) fn resign(&mut self) -> Answer<()> {
        self.look_at_clock();
        if let Some(outcome) = &self.outcome {
            let message = format!("cannot resign: the game is over ({})", outcome.end);
            return Err(ApiError::conflict("game_over", message));
        }
        self.end(Outcome::lost_by(self.human, End::Resign));
        Ok(())
    }

    /// The client declares. A claim without what it takes loses the game, but is refused first: `insist` is needed.
    pub(crate) fn declare(&mut self, insist: bool) -> Answer<()> {
        self.humans_turn("declare")?;
        let outcome = self.rules.claim(&self.position);
        match &outcome.end {
            End::FalseDeclaration { reason } if !insist => {
                let message =
                    format!("this declaration would lose the game: {reason}; `insist` makes it all the same");
                Err(ApiError::conflict("false_declaration", message))
            }
            _ => {
                self.end(outcome);
                Ok(())
            }
        }
    }

    /// Back to the client's latest turn before the present one, also after the end of the game.
    pub(crate) fn take_back(&mut self) -> Answer<()> {
        let engine = |index: usize| {
            let first = if (self.plies.len() - index).is_multiple_of(2) {
                self.position.side_to_move()
            } else {
                !self.position.side_to_move()
            };
            first != self.human
        };
        let Some(at) = (0..self.plies.len()).rev().find(|&index| !engine(index)) else {
            return Err(ApiError::conflict("nothing_to_take_back", "you have not moved yet"));
        };
        for played in self.plies.drain(at..).rev() {
            self.position.undo();
            self.clock = played.clock;
        }
        self.outcome = None;
        self.failed = false;
        self.thought = None;
        self.run_clock();
        Ok(())
    }

    /// The engine answers the question of `turn`.
    pub(crate) fn answer(&mut self, turn: u64, decision: Decision, used: Duration, score: i32) {
        if turn != self.turn || self.outcome.is_some() {
            return;
        }
        let engine = !self.human;
        let hopeless = |score: Option<i32>| score.is_some_and(|score| score <= HOPELESS);
        let before = self.plies.iter().rev().nth(1).and_then(|played| played.score);
        if self.engine_resigns && hopeless(Some(score)) && hopeless(before) {
            return self.end(Outcome::lost_by(engine, End::Resign));
        }
        match decision {
            Decision::Play(mv) => self.make(mv, used, Some(score)),
            Decision::Declare => self.end(self.rules.claim(&self.position)),
            // A position without a legal move has ended the game before the engine was asked.
            Decision::NoMove => self.end(Outcome::lost_by(engine, End::Resign)),
        }
    }
}
