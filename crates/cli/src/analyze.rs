//! `yomikiri analyze`: a game, or one position, move by move.

mod entry;
mod input;
mod study;
mod summary;
mod text;

use crate::exit::BadInput;
use crate::rule::Rule;
use entry::{Entry, EntryJson};
use indicatif::{ProgressBar, ProgressStyle};
use input::Game;
use report::{Picture, PictureFormat, Point, ScoreGraph};
use search::{Engine, Info, Limits, Options};
use shogi::{Move, Position};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use study::Study;
use summary::Summary;

/// Analyze a game or a position with the engine
///
/// Without an argument, a game that comes with the program. A file (or `-`, standard input) holds one line with a USI
/// position, `startpos moves …` or `sfen … moves …`; blank lines and lines that begin with # are left out. The same can
/// stand on the command line. Without --depth, --nodes and --movetime, every position gets 100,000 nodes, so that the
/// answer is the same on every machine.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Search each position to this depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// Search each position with this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search each position for this long
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Threads of the search; with one the answer is reproducible
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Size of the table
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
    /// How many lines to tell for each position
    #[arg(long, value_name = "LINES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=593))]
    multipv: u16,
    /// The rule of declaration
    #[arg(long, value_enum, default_value = "27")]
    rule: Rule,
    /// One JSON object a line: type "position" for each position, "summary" at the end
    #[arg(long)]
    json: bool,
    /// Draw the score by ply; the name ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// A file, `-`, `startpos [moves …]`, `sfen … [moves …]` or a SFEN
    #[arg(value_name = "FILE|POSITION|-")]
    game: Vec<String>,
}

/// Nodes for each position where nothing else is asked.
const DEFAULT_NODES: u64 = 100_000;

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    // Everything that can be wrong with the arguments is told before the work begins.
    if let Some(path) = &arguments.graph {
        PictureFormat::of(path).map_err(BadInput::because)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            return Err(BadInput(format!("{}: its folder does not exist", path.display())).into());
        }
    }
    let game = Game::from_arguments(&arguments.game)?;
    position_is_playable(&game.end)?;
    if !arguments.json {
        if game.end.history_len() == 0 {
            writeln!(out, "{}", report::diagram(&game.end))?;
        }
        text::heading(out)?;
        out.flush()?;
    }
    let entries = study_all(arguments, &game, out)?;
    let summary = Summary::of(&entries);
    if arguments.json {
        serde_json::to_writer(&mut *out, &summary)?;
        writeln!(out)?;
    } else if game.end.history_len() > 0 {
        text::summary(out, &entries, &summary)?;
    }
    if let Some(path) = &arguments.graph {
        graph(&game, &entries).save(path)?;
        tracing::info!("wrote {}", path.display());
    }
    Ok(())
}

fn position_is_playable(position: &Position) -> anyhow::Result<()> {
    crate::position_text::refuse_king_capture(position)
}

/// Studies the positions from the first to the last, telling each as soon as it is done.
fn study_all(arguments: &Arguments, game: &Game, out: &mut impl Write) -> anyhow::Result<Vec<Entry>> {
    let mut engine = Engine::new(Options {
        threads: usize::from(arguments.threads),
        hash_mib: arguments.hash as usize,
        multi_pv: usize::from(arguments.multipv),
        entering_king: arguments.rule.into(),
        // No side is the engine's own, and so a draw is worth the same to both.
        draw_value: [0, 0],
        ..Options::default()
    });
    let limits = limits(arguments);
    let (mut position, moves) = rewound(&game.end);
    let bar = progress_bar(moves.len() as u64 + 1);
    let mut entries: Vec<Entry> = Vec::with_capacity(moves.len() + 1);
    let mut played = None;
    for next in moves.into_iter().map(Some).chain([None]) {
        let told = |info: &Info| {
            bar.set_message(format!("depth {}, {} knodes/s", info.line.depth, info.nps() / 1000));
        };
        let study = Study::of(&position, &mut engine, &limits, &told);
        let entry = Entry::new(&position, played.take(), study, entries.last());
        bar.inc(1);
        bar.suspend(|| -> anyhow::Result<()> {
            if arguments.json {
                serde_json::to_writer(&mut *out, &EntryJson::from(&entry))?;
                writeln!(out)?;
            } else {
                text::entry(out, &entry)?;
            }
            Ok(out.flush()?)
        })?;
        entries.push(entry);
        if let Some(mv) = next {
            played = Some((mv, position.japanese(mv)));
            position.apply(mv);
        }
    }
    bar.finish_and_clear();
    Ok(entries)
}

fn limits(arguments: &Arguments) -> Limits {
    let bounded = arguments.depth.is_some() || arguments.movetime.is_some();
    Limits {
        depth: arguments.depth,
        nodes: arguments.nodes.or((!bounded).then_some(DEFAULT_NODES)),
        move_time: arguments.movetime.map(Duration::from_millis),
        ..Limits::default()
    }
}

/// The first position of the game, and the moves from there.
fn rewound(end: &Position) -> (Position, Vec<Move>) {
    let mut position = end.clone();
    let mut moves = Vec::with_capacity(end.history_len());
    while let Some(mv) = position.undo() {
        moves.push(mv);
    }
    moves.reverse();
    (position, moves)
}

/// On standard error, and only where that is a terminal.
fn progress_bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {elapsed}, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn graph(game: &Game, entries: &[Entry]) -> ScoreGraph {
    let points = entries.iter().map(|entry| Point {
        ply: entry.ply,
        score: Some(entry.study.score),
        judgement: entry.judgement,
    });
    // The picture's font has no kanji.
    let name = if game.name.is_ascii() { &game.name } else { "game" };
    ScoreGraph { title: format!("Score of {name}"), points: points.collect(), size: (900, 360) }
}
