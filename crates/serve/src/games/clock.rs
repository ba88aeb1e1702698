//! The clocks of a game: main time, byoyomi, increment.

use serde::{Deserialize, Serialize};
use shogi::Color;
use std::time::Duration;

/// The times of both sides, as a request gives them.
#[allow(clippy::struct_field_names, reason = "the names of the interface have their units")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Times {
    #[serde(default)]
    pub(crate) main_ms: u64,
    /// Per move, once the main time is used up.
    #[serde(default)]
    pub(crate) byoyomi_ms: u64,
    /// Added after each move.
    #[serde(default)]
    pub(crate) increment_ms: u64,
}

/// The longest time that can be asked for.
pub(crate) const LONGEST_MS: u64 = 24 * 3600 * 1000;
/// The shortest time for a move: what a message takes must fit into it.
pub(crate) const SHORTEST_MS: u64 = 100;

impl Times {
    /// Whether a game can be played with them; otherwise what was expected.
    pub(crate) fn check(self) -> Result<(), String> {
        let each =
            [("main_ms", self.main_ms), ("byoyomi_ms", self.byoyomi_ms), ("increment_ms", self.increment_ms)];
        if let Some((name, value)) = each.into_iter().find(|&(_, value)| value > LONGEST_MS) {
            return Err(format!("{name} {value}: expected at most {LONGEST_MS}"));
        }
        if self.main_ms + self.byoyomi_ms < SHORTEST_MS {
            return Err(format!("main_ms and byoyomi_ms together: expected at least {SHORTEST_MS}"));
        }
        Ok(())
    }
}

/// Two clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    times: Times,
    left: [Duration; 2],
    /// The side whose time has run out: it has nothing left, no byoyomi either.
    fallen: Option<Color>,
}

impl Clock {
    pub(crate) fn new(times: Times) -> Self {
        Self { times, left: [Duration::from_millis(times.main_ms); 2], fallen: None }
    }

    pub(crate) fn times(&self) -> Times {
        self.times
    }

    fn byoyomi(&self) -> Duration {
        Duration::from_millis(self.times.byoyomi_ms)
    }

    /// Main time left when the side has thought for `used` about the present move.
    pub(crate) fn left(&self, side: Color, used: Duration) -> Duration {
        self.left[side.index()].saturating_sub(used)
    }

    /// All that the side may think about the present move.
    pub(crate) fn allowed(&self, side: Color) -> Duration {
        if self.fallen == Some(side) {
            return Duration::ZERO;
        }
        self.left[side.index()] + self.byoyomi()
    }

    /// The side has lost on time.
    pub(crate) fn run_out(&mut self, side: Color) {
        self.left[side.index()] = Duration::ZERO;
        self.fallen = Some(side);
    }

    /// The side has moved after `used`. `false`: too late.
    pub(crate) fn charge(&mut self, side: Color, used: Duration) -> bool {
        if used > self.allowed(side) {
            return false;
        }
        self.left[side.index()] = self.left(side, used) + Duration::from_millis(self.times.increment_ms);
        true
    }

    /// For the engine.
    pub(crate) fn for_search(&self) -> search::Clock {
        let increment = Duration::from_millis(self.times.increment_ms);
        search::Clock { time: self.left, byoyomi: self.byoyomi(), increment: [increment; 2] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn main_time_then_byoyomi_then_the_flag() {
        let mut clock = Clock::new(Times { main_ms: 1000, byoyomi_ms: 500, increment_ms: 0 });
        assert!(clock.charge(Color::Black, ms(700)));
        assert_eq!(clock.left(Color::Black, ms(100)), ms(200));
        assert!(clock.charge(Color::Black, ms(800)) && clock.left(Color::Black, ms(0)).is_zero());
        assert!(clock.charge(Color::Black, ms(500)));
        assert!(!clock.charge(Color::Black, ms(501)));
        assert_eq!(clock.allowed(Color::White), ms(1500));
        clock.run_out(Color::White);
        assert!(clock.left(Color::White, ms(0)).is_zero() && clock.allowed(Color::White).is_zero());
        assert_eq!(clock.allowed(Color::Black), ms(500));
    }

    #[test]
    fn the_increment_comes_after_the_move() {
        let mut clock = Clock::new(Times { main_ms: 1000, byoyomi_ms: 0, increment_ms: 300 });
        assert!(clock.charge(Color::White, ms(1000)));
        assert_eq!(clock.left(Color::White, ms(0)), ms(300));
        assert!(!clock.charge(Color::White, ms(301)));
    }

    #[test]
    fn times_without_time_are_refused() {
        assert!(Times { main_ms: 0, byoyomi_ms: 0, increment_ms: 500 }.check().is_err());
        assert!(Times { main_ms: LONGEST_MS + 1, byoyomi_ms: 0, increment_ms: 0 }.check().is_err());
        assert!(Times { main_ms: 0, byoyomi_ms: 1000, increment_ms: 0 }.check().is_ok());
    }
}
