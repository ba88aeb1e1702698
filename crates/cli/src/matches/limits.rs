//! How long an engine may think: limits, clocks, and the `go` that tells them.

use serde::{Deserialize, Serialize};
use shogi::Color;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use usi::{Clock, Go};

/// The limits of one engine. Times in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Limit {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<u32>,
    /// Time for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) movetime: Option<u64>,
    /// Time for the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) time: Option<u64>,
    /// Time for each move once the time for the game is used up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) byoyomi: Option<u64>,
    /// Added to the time for the game with each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) increment: Option<u64>,
}

/// How the limit is told to the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GoStyle {
    /// With the argument that says it
    #[default]
    Standard,
    /// Always as `go btime N wtime N byoyomi N`, for engines that know no other
    Clock,
    /// As standard, the clocks of Black and White exchanged, for engines that confuse them
    Swapped,
}

impl Limit {
    /// Whether a game clock runs.
    pub(crate) fn has_clock(&self) -> bool {
        self.time.is_some() || self.byoyomi.is_some() || self.increment.is_some()
    }

    /// Whether nothing is limited.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What cannot be meant, or cannot be told in this style.
    pub(crate) fn check(&self, style: GoStyle) -> Result<(), String> {
        if self.movetime.is_some() && self.has_clock() {
            return Err("movetime excludes time, byoyomi and increment".to_owned());
        }
        if self.has_clock() && self.time.unwrap_or(0) + self.byoyomi.unwrap_or(0) == 0 {
            return Err("a clock needs a time or a byoyomi above 0 for the first move".to_owned());
        }
        if [self.nodes, self.depth.map(u64::from), self.movetime].contains(&Some(0)) {
            return Err("nodes, depth and movetime are at least 1".to_owned());
        }
        let untold = self.nodes.is_some() || self.depth.is_some();
        if style == GoStyle::Clock && untold {
            return Err("style clock cannot tell nodes or depth: give movetime or a clock".to_owned());
        }
        Ok(())
    }

    /// The time for the next move, with this much left of the time for the game.
    ///
    /// Engines differ about `binc`: some take the increment of the present move to be in `btime` already, some add it. It
    /// is told beside `btime`, not in it, and may be used for the present move: right for the one, safe for the other.
    pub(crate) fn allowed(&self, left: Duration) -> Option<Duration> {
        if let Some(movetime) = self.movetime {
            return Some(Duration::from_millis(movetime));
        }
        self.has_clock().then(|| left + milliseconds(self.increment) + milliseconds(self.byoyomi))
    }

    /// The time for the game at its beginning.
    pub(crate) fn at_start(&self) -> Duration {
        milliseconds(self.time)
    }

    /// What is left of the time for the game after a move that took `used`: byoyomi is there to be used up, what is left of
    /// an increment stays.
    pub(crate) fn after_move(&self, left: Duration, used: Duration) -> Duration {
        (left + milliseconds(self.increment)).saturating_sub(used)
    }

    /// The `go` for a move of `side`. `left` is what both sides have left for the game, Black first.
    pub(crate) fn go(&self, style: GoStyle, side: Color, left: [Duration; 2]) -> Go {
        let mut go = Go { nodes: self.nodes, depth: self.depth, ..Go::default() };
        match (style, self.movetime) {
            (GoStyle::Standard | GoStyle::Swapped, None) if !self.has_clock() => {}
            (GoStyle::Standard | GoStyle::Swapped, Some(movetime)) => {
                go.movetime = Some(Duration::from_millis(movetime));
            }
            (GoStyle::Standard | GoStyle::Swapped, None) => {
                go.clock.time = left.map(Some);
                if style == GoStyle::Swapped {
                    go.clock.time.reverse();
                }
                match self.increment {
                    Some(_) => go.clock.increment = [Some(milliseconds(self.increment)); 2],
                    None => go.clock.byoyomi = Some(milliseconds(self.byoyomi)),
                }
                if self.byoyomi.is_some() {
                    go.clock.byoyomi = Some(milliseconds(self.byoyomi));
                }
            }
            (GoStyle::Clock, movetime) => {
                let own = if movetime.is_some() { Duration::ZERO } else { left[side.index()] };
                let mut time = left.map(Some);
                time[side.index()] = Some(own);
                let byoyomi = Some(milliseconds(movetime.or(self.byoyomi)));
                go.clock = Clock { time, byoyomi, ..Clock::default() };
            }
        }
        go
    }
}

fn milliseconds(value: Option<u64>) -> Duration {
    Duration::from_millis(value.unwrap_or(0))
}

impl FromStr for Limit {
    type Err = String;

    /// `nodes=20000`, `movetime=100`, `time=60000,increment=500` …
    fn from_str(text: &str) -> Result<Self, String> {
        let mut limit = Self::default();
        for part in text.split(',') {
            let names = "nodes, depth, movetime, time, byoyomi or increment";
            let (name, value) = part
                .split_once('=')
                .ok_or_else(|| format!("{part:?}: expected NAME=NUMBER, NAME being {names}"))?;
            let number =
                value.trim().parse().map_err(|_| format!("{part:?}: {value:?} is no whole number"))?;
            let field = match name.trim() {
                "nodes" => &mut limit.nodes,
                "movetime" => &mut limit.movetime,
                "time" => &mut limit.time,
                "byoyomi" => &mut limit.byoyomi,
                "increment" => &mut limit.increment,
                "depth" => {
                    let depth = u32::try_from(number).map_err(|_| format!("{part:?}: too deep"))?;
                    if limit.depth.replace(depth).is_some() {
                        return Err("depth is given twice".to_owned());
                    }
                    continue;
                }
                other => return Err(format!("{other:?} is no limit: expected {names}")),
            };
            if field.replace(number).is_some() {
                return Err(format!("{} is given twice", name.trim()));
            }
        }
        Ok(limit)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            ("nodes", self.nodes),
            ("depth", self.depth.map(u64::from)),
            ("movetime", self.movetime),
            ("time", self.time),
            ("byoyomi", self.byoyomi),
            ("increment", self.increment),
        ];
        let told = parts.iter().filter_map(|(name, value)| value.map(|value| format!("{name}={value}")));
        f.write_str(&told.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(limit: &str, style: GoStyle, side: Color, left: [u64; 2]) -> String {
        let limit: Limit = limit.parse().unwrap();
        limit.check(style).unwrap();
        limit.go(style, side, left.map(Duration::from_millis)).to_string()
    }

    #[test]
    fn each_limit_is_told_as_its_style_has_it() {
        use Color::{Black, White};
        use GoStyle::{Clock, Standard, Swapped};
        for (limit, style, side, expected) in [
            ("nodes=100", Standard, Black, "go nodes 100"),
            ("depth=4,nodes=9", Standard, Black, "go depth 4 nodes 9"),
            ("movetime=50", Standard, White, "go movetime 50"),
            ("movetime=50", Clock, White, "go btime 7 wtime 0 byoyomi 50"),
            ("time=7,byoyomi=1000", Standard, Black, "go btime 7 wtime 9 byoyomi 1000"),
            ("time=7,byoyomi=1000", Clock, White, "go btime 7 wtime 9 byoyomi 1000"),
            ("time=7,byoyomi=1000", Swapped, Black, "go btime 9 wtime 7 byoyomi 1000"),
            ("time=7", Standard, Black, "go btime 7 wtime 9 byoyomi 0"),
            ("time=7,increment=5", Standard, Black, "go btime 7 wtime 9 binc 5 winc 5"),
            ("time=7,increment=5", Clock, Black, "go btime 7 wtime 9 byoyomi 0"),
        ] {
            assert_eq!(go(limit, style, side, [7, 9]), expected, "{limit} {style:?}");
        }
    }

    #[test]
    fn clocks_run_as_their_rules_say() {
        let ms = Duration::from_millis;
        let byoyomi: Limit = "time=1000,byoyomi=200".parse().unwrap();
        assert_eq!(byoyomi.allowed(ms(300)), Some(ms(500)));
        assert_eq!(byoyomi.after_move(ms(300), ms(120)), ms(180));
        assert_eq!(byoyomi.after_move(ms(300), ms(450)), ms(0));
        let fischer: Limit = "time=1000,increment=50".parse().unwrap();
        assert_eq!(fischer.allowed(ms(300)), Some(ms(350)));
        assert_eq!(fischer.after_move(ms(300), ms(120)), ms(230));
        assert_eq!(fischer.after_move(ms(300), ms(345)), ms(5));
        let nodes: Limit = "nodes=5".parse().unwrap();
        assert_eq!(nodes.allowed(ms(0)), None);
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for bad in ["", "nodes", "nodes=x", "nodes=-1", "hours=3", "nodes=1,nodes=2", "depth=1,depth=1"] {
            assert!(bad.parse::<Limit>().is_err(), "{bad}");
        }
        for (bad, style) in [
            ("movetime=1,byoyomi=1", GoStyle::Standard),
            ("increment=100", GoStyle::Standard),
            ("byoyomi=0", GoStyle::Standard),
            ("nodes=0", GoStyle::Standard),
            ("nodes=10", GoStyle::Clock),
        ] {
            assert!(bad.parse::<Limit>().unwrap().check(style).is_err(), "{bad}");
        }
        let text = "nodes=3,time=60000,increment=10";
        assert_eq!(text.parse::<Limit>().unwrap().to_string(), text);
    }
}
