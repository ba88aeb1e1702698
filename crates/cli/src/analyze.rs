//! `yomikiri analyze`: games, or one position, move by move.

mod input;
mod output;
mod text;

use crate::exit::BadInput;
use crate::rule::Rule;
use crate::weights_file::WeightsFile;
use indicatif::{ProgressBar, ProgressStyle};
use input::Game;
use output::Output;
use report::{Entry, EntryJson, Language, Picture, PictureFormat, Point, ScoreGraph, Study, Summary};
use search::{Control, Engine, Evaluation, Info, Limits, Options};
use shogi::{Move, Position};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Analyze games or a position with the engine
///
/// Without an argument, a game that comes with the program. Files (or `-`, standard input) hold any number of games in KIF,
/// KI2, CSA, USI lines (`startpos moves …`), PSV or hcpe, in UTF-8, cp932 or EUC-JP: format and character set are told from
/// the content. Of each game the main line is analyzed. A game that cannot be read, or not to its end, is told on standard
/// error with its place; the others are analyzed all the same, and the exit code is 2. A position, with or without moves,
/// can stand on the command line. Without --depth, --nodes and --movetime, every position gets 100,000 nodes, so that the
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
    #[command(flatten)]
    weights: WeightsFile,
    /// One JSON object a line: type "position" for each position, "summary" at the end of each game
    #[arg(long)]
    json: bool,
    /// Draw the score by ply; the name ends in .svg or .png. Of several games, FILE-1.svg, FILE-2.svg, …
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// Files, `-`, `startpos [moves …]`, `sfen … [moves …]` or a SFEN
    #[arg(value_name = "FILES|POSITION|-")]
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
    let evaluation = arguments.weights.evaluation()?;
    let mut games = input::games(&arguments.game)?.peekable();
    // The picture is wanted whether or not anybody reads on.
    let mut out = Output::new(out, arguments.graph.is_some());
    let mut engine = None;
    let (mut number, mut faulty) = (0, 0);
    while let Some(game) = games.next() {
        number += 1;
        let several = number > 1 || games.peek().is_some();
        let fault = match game {
            Ok(game) => {
                let engine = engine.get_or_insert_with(|| Engine::new(options(arguments, &evaluation)));
                engine.new_game();
                analyze(arguments, engine, &game, number, several, &mut out)?;
                game.cut.map(|cut| format!("cut: game {number}: {cut}"))
            }
            // What is wrong with the only game is what is wrong with the call.
            Err(reason) if !several => return Err(BadInput(reason).into()),
            Err(reason) => Some(format!("refused: game {number}: {reason}")),
        };
        if let Some(fault) = fault {
            faulty += 1;
            // Nothing is left to tell anyone where standard error is closed.
            let _ = writeln!(io::stderr(), "{fault}");
        }
    }
    if faulty > 0 {
        let text = format!("{faulty} of {number} games could not be read, or not to their end");
        return Err(BadInput(text).into());
    }
    Ok(())
}

/// One game: every position, the summary, the picture.
fn analyze(
    arguments: &Arguments,
    engine: &mut Engine,
    game: &Game,
    number: u64,
    several: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if !arguments.json {
        if several {
            text::title(out, number, game)?;
        }
        if game.end.history_len() == 0 {
            writeln!(out, "{}", report::diagram(&game.end))?;
        }
        text::heading(out)?;
        out.flush()?;
    }
    let entries = study_all(arguments, engine, game, number, out)?;
    let summary = Summary::of(number, &game.place.file, game.place.line, &entries);
    if arguments.json {
        serde_json::to_writer(&mut *out, &summary)?;
        writeln!(out)?;
    } else if game.end.history_len() > 0 {
        text::summary(out, &entries, &summary)?;
    }
    out.flush()?;
    if let Some(path) = &arguments.graph {
        let path = if several { &numbered(path, number) } else { path };
        graph(game, several.then_some(number), &entries).save(path)?;
        tracing::info!("wrote {}", path.display());
    }
    Ok(())
}

/// `score.svg` with a number: `score-2.svg`.
fn numbered(path: &Path, number: u64) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}."));
    name.push(path.extension().unwrap_or_default());
    path.with_file_name(name)
}

fn options(arguments: &Arguments, evaluation: &Evaluation) -> Options {
    Options {
        threads: usize::from(arguments.threads),
        hash_mib: arguments.hash as usize,
        multi_pv: usize::from(arguments.multipv),
        entering_king: arguments.rule.into(),
        // No side is the engine's own, and so a draw is worth the same to both.
        draw_value: [0, 0],
        evaluation: evaluation.clone(),
        ..Options::default()
    }
}

/// Studies the positions from the first to the last, telling each as soon as it is done.
fn study_all(
    arguments: &Arguments,
    engine: &mut Engine,
    game: &Game,
    number: u64,
    out: &mut impl Write,
) -> anyhow::Result<Vec<Entry>> {
    let limits = limits(arguments);
    let (mut position, moves) = rewound(&game.end);
    let bar = progress_bar(moves.len() as u64 + 1);
    let mut entries: Vec<Entry> = Vec::with_capacity(moves.len() + 1);
    let mut played = None;
    for next in moves.into_iter().map(Some).chain([None]) {
        let told = |info: &Info| {
            bar.set_message(format!("depth {}, {} knodes/s", info.line.depth, info.nps() / 1000));
        };
        let study = Study::of(&position, engine, &limits, &Control::new(), &told);
        let entry = Entry::new(&position, played.take(), study, entries.last());
        bar.inc(1);
        bar.suspend(|| -> anyhow::Result<()> {
            if arguments.json {
                serde_json::to_writer(&mut *out, &EntryJson::of(number, &entry))?;
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

fn graph(game: &Game, number: Option<u64>, entries: &[Entry]) -> ScoreGraph {
    let points = entries.iter().map(|entry| Point {
        ply: entry.ply,
        score: Some(entry.study.score),
        judgement: entry.judgement,
    });
    // The picture's font has no kanji.
    let name = if game.place.file.is_ascii() { &*game.place.file } else { "game" };
    let number = number.map_or_else(String::new, |number| format!(", game {number}"));
    ScoreGraph {
        title: format!("Score of {name}{number}"),
        points: points.collect(),
        size: (900, 360),
        language: Language::English,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_goes_before_the_ending() {
        assert_eq!(numbered(Path::new("a.b/score.x.svg"), 12), Path::new("a.b/score.x-12.svg"));
    }
}
