//! The count of a match: wins and draws of A, pairs, faults of each engine, and what they say about strength.

use super::elo::{Elo, Pairs};
use super::outcome::Who;
use super::record::GameRecord;
use super::sprt::Sprt;
use serde::Serialize;
use shogi::Color;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A fault with the game and the engine it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Fault {
    /// Number of the game, from 1.
    pub(crate) game: usize,
    /// The engine at fault.
    pub(crate) engine: Who,
    /// The name of the fault.
    #[serde(rename = "fault")]
    pub(crate) name: &'static str,
    /// With particulars.
    pub(crate) detail: String,
}

/// Everything that is counted, from A's side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    /// Games won by Black and by White.
    pub(crate) won_by: [u64; 2],
    pub(crate) pairs: Pairs,
    pub(crate) ends: BTreeMap<&'static str, u64>,
    pub(crate) faults: Vec<Fault>,
    /// Games whose moves were those of an earlier game with the same colours: they say nothing new.
    pub(crate) repeated: u64,
    /// By how many milliseconds A and B exceeded their time at most, grace included.
    pub(crate) over_ms: [u64; 2],
    /// Plies of all games.
    pub(crate) plies: usize,
    half_points: HashMap<usize, usize>,
    seen: HashSet<(Who, String)>,
}

impl Tally {
    pub(crate) fn add(&mut self, record: &GameRecord) {
        match record.half_points() {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        if let Some(winner) = record.winner {
            self.won_by[record.color(winner).index()] += 1;
        }
        *self.ends.entry(record.end.name()).or_default() += 1;
        if let (Some(engine), Some(name)) = (record.at_fault(), record.end.fault_name()) {
            let detail = record.end.to_string();
            self.faults.push(Fault { game: record.game + 1, engine, name, detail });
        }
        self.plies += record.plies();
        for (most, over) in self.over_ms.iter_mut().zip(record.over_ms) {
            *most = over.max(*most);
        }
        if !self.seen.insert((record.black, record.usi.clone())) {
            self.repeated += 1;
        }
        match self.half_points.remove(&(record.game ^ 1)) {
            Some(other) => self.pairs.add(other + record.half_points()),
            None => {
                self.half_points.insert(record.game, record.half_points());
            }
        }
    }

    pub(crate) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub(crate) fn faults_of(&self, who: Who) -> usize {
        self.faults.iter().filter(|fault| fault.engine == who).count()
    }

    /// For a line of progress: `+3 =1 -2`, Elo once there is one.
    pub(crate) fn short(&self, sprt: Option<&Sprt>) -> String {
        let mut parts = vec![format!("+{} ={} -{}", self.wins, self.draws, self.losses)];
        parts.extend(self.pairs.elo().map(|elo| format!("Elo {}", elo_text(&elo))));
        parts.extend(sprt.map(|sprt| {
            let (low, high) = sprt.bounds();
            format!("LLR {:.2} ({low:.2}, {high:.2})", sprt.llr(&self.pairs))
        }));
        if !self.faults.is_empty() {
            parts.push(format!("faults A {} B {}", self.faults_of(Who::A), self.faults_of(Who::B)));
        }
        parts.join("  ")
    }

    /// The report for people.
    pub(crate) fn report(&self, names: &[String; 2], sprt: Option<&Sprt>) -> String {
        let [a, b] = names;
        let mut lines = vec![format!("{a} (A) against {b} (B): {} games", self.games())];
        let mut line = |name: &str, text: String| lines.push(format!("  {name:<18}{text}"));
        line("result of A", format!("+{} ={} -{}", self.wins, self.draws, self.losses));
        line(
            "pairs of A",
            format!("{} of 0, ½, 1, 1½, 2 points", self.pairs.0.map(|n| n.to_string()).join(" ")),
        );
        let stronger = self
            .pairs
            .superiority()
            .map_or_else(String::new, |chance| format!(", A stronger with probability {chance:.3}"));
        match self.pairs.elo() {
            Some(elo) => line("Elo difference", format!("{} (95 %){stronger}", elo_text(&elo))),
            None => line("Elo difference", "infinite, or no finished pair".to_owned()),
        }
        if let Some(sprt) = sprt {
            let (low, high) = sprt.bounds();
            let llr = sprt.llr(&self.pairs);
            let text = format!("LLR {llr:.3} in ({low:.3}, {high:.3}): {:?}", sprt.verdict(&self.pairs));
            line(&format!("SPRT {} / {}", sprt.elo0, sprt.elo1), text);
        }
        let [black, white] = Color::ALL.map(|color| self.won_by[color.index()]);
        line("by colour", format!("Black won {black}, White {white}"));
        let ends: Vec<_> = self.ends.iter().map(|(name, count)| format!("{name} {count}")).collect();
        line("ends", ends.join(", "));
        if self.games() > 0 {
            line("length", format!("{:.1} plies on average", self.plies as f64 / self.games() as f64));
        }
        if self.repeated > 0 {
            line("repeated", format!("{} games went exactly as an earlier one", self.repeated));
        }
        if self.over_ms != [0, 0] {
            let [a, b] = self.over_ms;
            line("over time", format!("A by {a} ms at most, B by {b} ms"));
        }
        line("faults", format!("A {}, B {}", self.faults_of(Who::A), self.faults_of(Who::B)));
        for fault in &self.faults {
            let name = &names[fault.engine.index()];
            line("", format!("game {}: {name} ({}): {}", fault.game, fault.engine, fault.detail));
        }
        lines.join("\n") + "\n"
    }
}

fn elo_text(elo: &Elo) -> String {
    let error = elo.error.map_or_else(|| "?".to_owned(), |error| format!("{error:.1}"));
    format!("{:+.1} ± {error}", elo.difference)
}

/// The last line of `--json`.
#[derive(Debug, Serialize)]
pub(crate) struct Summary<'a> {
    games: u64,
    /// Of A.
    wins: u64,
    draws: u64,
    losses: u64,
    /// Of both engines.
    faults: usize,
    faults_a: usize,
    faults_b: usize,
    /// Elo difference of A to B; null where it is infinite or unknown.
    elo: Option<f64>,
    /// Half of its 95 % interval; null where the pairs do not tell it.
    error: Option<f64>,
    llr: Option<f64>,
    sprt: Option<super::sprt::Verdict>,
    /// Finished pairs of A by points: 0, ½, 1, 1½, 2.
    pairs: [u64; 5],
    ends: &'a BTreeMap<&'static str, u64>,
    repeated: u64,
    /// By how much A and B exceeded their time at most, grace included.
    over_ms: [u64; 2],
    a: &'a str,
    b: &'a str,
    fault_list: &'a [Fault],
}

impl<'a> Summary<'a> {
    pub(crate) fn of(tally: &'a Tally, names: &'a [String; 2], sprt: Option<&Sprt>) -> Self {
        let elo = tally.pairs.elo();
        Self {
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            faults: tally.faults.len(),
            faults_a: tally.faults_of(Who::A),
            faults_b: tally.faults_of(Who::B),
            elo: elo.map(|elo| elo.difference),
            error: elo.and_then(|elo| elo.error),
            llr: sprt.map(|sprt| sprt.llr(&tally.pairs)),
            sprt: sprt.map(|sprt| sprt.verdict(&tally.pairs)),
            pairs: tally.pairs.0,
            ends: &tally.ends,
            repeated: tally.repeated,
            over_ms: tally.over_ms,
            a: &names[0],
            b: &names[1],
            fault_list: &tally.faults,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::outcome::{End, Outcome};
    use shogi::Position;

    fn game(number: usize, winner: Option<Color>, end: End) -> GameRecord {
        let outcome = Outcome { winner, end };
        GameRecord::begin(number, number / 2, &Position::startpos()).finish(&Position::startpos(), outcome)
    }

    #[test]
    fn colours_are_turned_into_engines() {
        let crash = || End::Crash { status: "exit code 1".to_owned() };
        let mut tally = Tally::default();
        // A is Black in games 1, 3, 5 and White in games 2, 4, 6.
        tally.add(&game(0, Some(Color::Black), End::Mate));
        tally.add(&game(1, Some(Color::Black), crash()));
        tally.add(&game(3, Some(Color::White), End::Resign));
        tally.add(&game(2, None, End::Repetition));
        tally.add(&game(4, Some(Color::Black), crash()));
        assert_eq!((tally.wins, tally.draws, tally.losses), (3, 1, 1));
        // Pair 1: A won with Black, B won with Black. Pair 2: a draw and A's win with White. Pair 3 is not complete.
        assert_eq!(tally.pairs, Pairs([0, 0, 1, 1, 0]));
        assert_eq!(tally.won_by, [3, 1]);
        let at_fault: Vec<_> = tally.faults.iter().map(|fault| (fault.game, fault.engine)).collect();
        assert_eq!(at_fault, [(2, Who::A), (5, Who::B)]);
        assert_eq!((tally.faults_of(Who::A), tally.faults_of(Who::B)), (1, 1));
    }

    #[test]
    fn the_same_game_twice_is_told() {
        let mut tally = Tally::default();
        for number in 0..4 {
            tally.add(&game(number, None, End::MaxMoves));
        }
        assert_eq!(tally.repeated, 2);
        let names = ["x".to_owned(), "y".to_owned()];
        assert!(tally.report(&names, None).contains("2 games went exactly as an earlier one"));
    }

    #[test]
    fn the_summary_is_json_with_nulls_for_the_unknown() {
        let mut tally = Tally::default();
        tally.add(&game(0, Some(Color::Black), End::Mate));
        let names = ["x".to_owned(), "y".to_owned()];
        let json = serde_json::to_value(Summary::of(&tally, &names, None)).unwrap();
        assert_eq!(json["games"], 1);
        assert_eq!(json["wins"], 1);
        assert!(json["elo"].is_null() && json["llr"].is_null());
    }
}
