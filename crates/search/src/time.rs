//! How long to think about one move.

use crate::{Clock, Options};
use shogi::Color;
use std::time::Duration;

/// The time for one move, counted from when the clock began to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// Not less than this, unless there is nothing to decide.
    pub(crate) minimum: Duration,
    /// What an ordinary move is worth.
    pub(crate) optimum: Duration,
    /// Never more than this.
    pub(crate) maximum: Duration,
    /// Use up the second that has begun, except for this delay.
    round_up: Option<Duration>,
}

/// Moves that a game is expected to have left for one side, at the least and at the most.
const MOVES_LEFT: (u32, u32) = (24, 50);
/// The ply by which most games are decided.
const USUAL_LENGTH: u32 = 150;
/// The least that is kept back for the way of a message.
const LEAST_MARGIN: Duration = Duration::from_millis(10);

impl Budget {
    /// The budget for `side` at move number `ply`, or `None` when time does not matter.
    pub(crate) fn new(
        move_time: Option<Duration>,
        clock: Option<&Clock>,
        options: &Options,
        side: Color,
        ply: u32,
    ) -> Option<Self> {
        let fixed = move_time.map(Self::fixed);
        let clocked = clock.map(|clock| Self::clocked(clock, options, side, ply));
        match (fixed, clocked) {
            (Some(fixed), Some(clocked)) if clocked.maximum < fixed.maximum => Some(clocked),
            (Some(fixed), _) => Some(fixed),
            (None, clocked) => clocked,
        }
    }

    fn fixed(time: Duration) -> Self {
        let time = time.saturating_sub((time / 20).min(LEAST_MARGIN));
        Self { minimum: time, optimum: time, maximum: time, round_up: None }
    }

    fn clocked(clock: &Clock, options: &Options, side: Color, ply: u32) -> Self {
        let time = clock.time[side.index()];
        let increment = clock.increment[side.index()];
        // In USI the increment of this move is not yet in the main time; some programs send it with it. Main time below
        // the increment can only be the former, so only then is it counted on.
        let available = time + clock.byoyomi + if time < increment { increment } else { Duration::ZERO };
        // The worst delay is kept back, but never more than a quarter: with very short times the setting cannot be meant.
        let margin = options.network_delay2.min(available / 4).max(LEAST_MARGIN.min(available / 2));
        let maximum = available.saturating_sub(margin).max(Duration::from_millis(1));
        let left = moves_left(options.max_moves_to_draw, ply);
        let free = clock.byoyomi + increment;
        let share = time / left;
        // In byoyomi the time is there for every move and cannot be saved.
        let in_byoyomi = clock.byoyomi > Duration::ZERO && time < clock.byoyomi / 2;
        if in_byoyomi {
            let round_up = None;
            return Self { minimum: maximum, optimum: maximum, maximum, round_up };
        }
        let optimum = (share + free.mul_f64(0.9)).min(maximum);
        let longest = (free + share * 5).min(free + time.mul_f64(0.4)).min(maximum);
        let affordable = (share + free).max(Duration::from_millis(1));
        let minimum =
            options.minimum_thinking_time.saturating_sub(options.network_delay).min(affordable).min(longest);
        // Rounding up is free only on a clock that counts full seconds; with less than that at hand it cannot be one.
        let full_seconds = options.round_up_to_full_second && optimum >= Duration::from_secs(1);
        Self {
            minimum,
            optimum: optimum.max(minimum).min(longest),
            maximum: longest,
            round_up: full_seconds.then_some(options.network_delay),
        }
    }

    /// When to stop if the search is content to stop at `elapsed`.
    pub(crate) fn stop_at(&self, elapsed: Duration) -> Duration {
        let wanted = elapsed.max(self.minimum);
        let rounded = match self.round_up {
            Some(delay) => {
                let seconds = (wanted + delay).as_millis().div_ceil(1000) as u64;
                Duration::from_secs(seconds).saturating_sub(delay)
            }
            None => wanted,
        };
        rounded.min(self.maximum)
    }
}

fn moves_left(max_moves: u32, ply: u32) -> u32 {
    let usual = (USUAL_LENGTH.saturating_sub(ply) / 2).clamp(MOVES_LEFT.0, MOVES_LEFT.1);
    if max_moves == 0 { usual } else { usual.min(max_moves.saturating_sub(ply) / 2 + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn budget(time: u64, byoyomi: u64, increment: u64, options: &Options) -> Budget {
        let clock = Clock { time: [ms(time), ms(1)], byoyomi: ms(byoyomi), increment: [ms(increment); 2] };
        Budget::new(None, Some(&clock), options, Color::Black, 30).unwrap()
    }

    #[test]
    fn the_clock_is_never_overdrawn() {
        let options = Options::default();
        for time in [0, 5, 50, 300, 1000, 9000, 60_000, 3_600_000] {
            for byoyomi in [0, 20, 100, 1000, 10_000] {
                for increment in [0, 100, 1000, 5000] {
                    let available = time + byoyomi + increment;
                    if available == 0 {
                        continue;
                    }
                    let b = budget(time, byoyomi, increment, &options);
                    assert!(b.minimum <= b.optimum && b.optimum <= b.maximum, "{b:?}");
                    assert!(b.maximum < ms(available), "{time} {byoyomi} {increment} {b:?}");
                    assert!(b.stop_at(b.optimum) <= b.maximum);
                }
            }
        }
    }

    #[test]
    fn byoyomi_is_used_up() {
        let b = budget(0, 10_000, 0, &Options::default());
        assert_eq!((b.minimum, b.maximum), (ms(8880), ms(8880)));
    }

    #[test]
    fn the_second_is_used_up() {
        let b = budget(600_000, 0, 0, &Options::default());
        assert_eq!(b.stop_at(ms(3210)), ms(3880));
        assert_eq!(b.stop_at(ms(3900)), ms(4880));
        let exact = Options { round_up_to_full_second: false, ..Options::default() };
        assert_eq!(budget(600_000, 0, 0, &exact).stop_at(ms(3210)), ms(3210));
    }

    #[test]
    fn a_fixed_time_is_kept() {
        let b = Budget::new(Some(ms(1000)), None, &Options::default(), Color::White, 1).unwrap();
        assert_eq!((b.minimum, b.maximum), (ms(990), ms(990)));
        assert_eq!(Budget::new(None, None, &Options::default(), Color::White, 1), None);
    }

    #[test]
    fn near_the_move_limit_the_time_is_spent() {
        let near = Options { max_moves_to_draw: 34, ..Options::default() };
        assert!(budget(60_000, 0, 0, &near).optimum > budget(60_000, 0, 0, &Options::default()).optimum * 3);
    }
}
