//! `yomikiri mate`: mates by continuous checks, of one position, of a list of them, or of the ends of games.

mod input;

use crate::exit::BadInput;
use anyhow::bail;
use input::Problem;
use search::mate::{Bounds, Solver, Verdict};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Solve mate problems: the side to move checks with every move
///
/// The answer is exact, repetition included: a line of legal moves that ends in mate (not always the shortest), or that there
/// is none. Either king may be missing, as in problems without the attacker's. Several positions get a line each and a
/// summary. The exit code is 0 where every position was decided, 1 where one was not within the limits, 2 for bad input.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Give up after this long, for each position [default: 10000, unless --nodes is given]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Give up after so many positions looked at: then the answer is the same on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
    /// Solve the positions of a file, one a line as they stand on the command line (`-`: standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "position"])]
    file: Option<PathBuf>,
    /// Solve where the last checks of games began: tables of games, and records of any format. Games whose winner did not
    /// check with the last three moves at least have no such place
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with = "position")]
    games: Vec<PathBuf>,
    /// One JSON object for each position, and nothing else
    #[arg(long)]
    json: bool,
    /// `startpos [moves …]`, `sfen … [moves …]` or a SFEN, quoted or not
    #[arg(value_name = "POSITION", required_unless_present_any = ["file", "games"])]
    position: Vec<String>,
}

/// Time for a position where nothing else is asked.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// What is told of a position.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    place: &'a str,
    sfen: &'a str,
    /// `mate`, `nomate` or `unknown`.
    result: &'static str,
    /// Length of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<usize>,
    nodes: u64,
    milliseconds: u64,
    moves: Vec<String>,
    /// The line as people write it.
    japanese: Vec<String>,
}

/// What is told of all of them.
#[derive(Default)]
struct Summary {
    mates: usize,
    denials: usize,
    unknown: usize,
    longest: usize,
    nodes: u64,
    slowest: Duration,
    time: Duration,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let problems = match &arguments.file {
        Some(path) => input::list(path)?,
        None if !arguments.games.is_empty() => input::ends_of_games(&arguments.games)?,
        None => vec![input::position(&arguments.position.join(" "))?],
    };
    let time = arguments.movetime.map(Duration::from_millis);
    let time = time.or_else(|| arguments.nodes.is_none().then_some(DEFAULT_TIME));
    let mut solver = Solver::new((arguments.hash as usize) << 20);
    let mut summary = Summary::default();
    for problem in &problems {
        let started = Instant::now();
        let bounds = Bounds { nodes: arguments.nodes, until: time.map(|time| started + time), control: None };
        let verdict = solver.solve(&problem.position, &bounds);
        let answer = answer(problem, &verdict, solver.nodes(), started.elapsed());
        summary.note(&answer, started.elapsed());
        if arguments.json {
            serde_json::to_writer(&mut *out, &answer)?;
            writeln!(out)?;
        } else if problems.len() > 1 {
            let Answer { place, sfen, result, nodes, milliseconds, moves, .. } = &answer;
            let plies = moves.len();
            writeln!(
                out,
                "{place}\t{sfen}\t{result}\t{plies}\t{nodes}\t{milliseconds}\t{}",
                moves.join(" ")
            )?;
        } else {
            tell(&answer, out)?;
        }
        out.flush()?;
    }
    if problems.len() > 1 && !arguments.json {
        summary.tell(out)?;
    }
    if summary.unknown > 0 {
        out.flush()?;
        bail!("{} of {} not decided within the limits", summary.unknown, problems.len());
    }
    Ok(())
}

fn answer<'a>(problem: &'a Problem, verdict: &Verdict, nodes: u64, time: Duration) -> Answer<'a> {
    let (result, moves) = match verdict {
        Verdict::Mate(moves) => ("mate", moves.as_slice()),
        Verdict::NoMate => ("nomate", &[][..]),
        Verdict::Unknown => ("unknown", &[][..]),
    };
    let mut position = problem.position.clone();
    let japanese = moves.iter().map(|&mv| {
        let text = position.japanese(mv);
        position.apply(mv);
        text
    });
    Answer {
        place: &problem.place,
        sfen: &problem.sfen,
        result,
        plies: (!moves.is_empty()).then_some(moves.len()),
        nodes,
        milliseconds: time.as_millis() as u64,
        japanese: japanese.collect(),
        moves: moves.iter().map(ToString::to_string).collect(),
    }
}

/// One position, for people.
fn tell(answer: &Answer<'_>, out: &mut impl Write) -> anyhow::Result<()> {
    match (answer.result, answer.plies) {
        ("mate", Some(plies)) => {
            writeln!(out, "mate in {plies} plies")?;
            writeln!(out, "{}", answer.moves.join(" "))?;
            writeln!(out, "{}", answer.japanese.join(" "))?;
        }
        ("nomate", _) => writeln!(out, "no mate")?,
        _ => writeln!(out, "not decided")?,
    }
    writeln!(out, "{} positions in {} ms", answer.nodes, answer.milliseconds)?;
    Ok(())
}

impl Summary {
    fn note(&mut self, answer: &Answer<'_>, time: Duration) {
        match answer.result {
            "mate" => self.mates += 1,
            "nomate" => self.denials += 1,
            _ => self.unknown += 1,
        }
        self.longest = self.longest.max(answer.moves.len());
        self.nodes += answer.nodes;
        self.slowest = self.slowest.max(time);
        self.time += time;
    }

    fn tell(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let Self { mates, denials, unknown, longest, nodes, slowest, time } = self;
        let count = mates + denials + unknown;
        writeln!(
            out,
            "{count} positions: {mates} mates (the longest {longest} plies), {denials} without, {unknown} not decided"
        )?;
        let (slowest, time) = (slowest.as_millis(), time.as_secs_f64());
        writeln!(out, "{nodes} positions looked at in {time:.1} s, the slowest took {slowest} ms")?;
        Ok(())
    }
}

/// For what is wrong with a place in a list.
fn bad(place: &str, reason: impl std::fmt::Display) -> anyhow::Error {
    BadInput(format!("{place}: {reason}")).into()
}
