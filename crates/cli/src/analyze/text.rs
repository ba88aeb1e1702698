//! The analysis as people read it: a line per position, and a summary.

use super::input::Game;
use report::{Align, Ending, Entry, Judgement, Side, Summary, Table, Variation, padded};
use std::io::{self, Write};

/// How many moves of a line are shown.
const SHOWN: usize = 8;

/// Widths of the columns ply, move, score and depth.
const WIDTHS: (usize, usize, usize, usize) = (4, 16, 9, 5);

/// What comes before a game that is not the only one.
pub(super) fn title(out: &mut impl Write, number: u64, game: &Game) -> io::Result<()> {
    let [black, white] = game.names.each_ref().map(|name| name.as_deref().unwrap_or_default());
    let space = if number > 1 { "\n" } else { "" };
    let text = format!("{space}game {number}, {}: ▲ {black} △ {white}", game.place);
    writeln!(out, "{}", text.trim_end_matches([' ', ':', '▲', '△']))
}

/// The heading of the lines that [`entry`] writes.
pub(super) fn heading(out: &mut impl Write) -> io::Result<()> {
    row(out, ["ply", "move", "score", "depth", "best line from there (score: ▲'s view)"])
}

fn row(out: &mut impl Write, cells: [&str; 5]) -> io::Result<()> {
    let [ply, mv, score, depth, line] = cells;
    let text = [
        padded(ply, WIDTHS.0, Align::Right),
        padded(mv, WIDTHS.1, Align::Left),
        padded(score, WIDTHS.2, Align::Right),
        padded(depth, WIDTHS.3, Align::Right),
        line.to_owned(),
    ]
    .join("  ");
    writeln!(out, "{}", text.trim_end())
}

/// The line of one position, and a line for each further variation.
pub(super) fn entry(out: &mut impl Write, entry: &Entry) -> io::Result<()> {
    let mark = entry.judgement.map_or("", Judgement::mark);
    let mv = entry.played.as_ref().map_or_else(|| "(start)".to_owned(), |(_, text)| format!("{text} {mark}"));
    let ply = entry.ply.to_string();
    let score = entry.study.score.to_string();
    let first = entry.study.lines.first();
    let depth = first.map_or_else(String::new, |line| line.depth.to_string());
    let mut line = first.map_or_else(String::new, variation);
    if let Some(ending) = entry.study.ending {
        line = told(ending, entry);
    } else if entry.occurrences > 1 {
        line = format!("[occurrence {}] {line}", entry.occurrences);
    }
    row(out, [&ply, &mv, &score, &depth, &line])?;
    for (index, line) in entry.study.lines.iter().enumerate().skip(1) {
        let number = format!("line {}", index + 1);
        row(out, ["", &number, &line.score.to_string(), &line.depth.to_string(), &variation(line)])?;
    }
    Ok(())
}

fn told(ending: Ending, entry: &Entry) -> String {
    let us = entry.side_to_move.mark();
    match ending {
        Ending::Repetition => "千日手: draw by the fourth occurrence".to_owned(),
        Ending::PerpetualCheck => {
            format!("連続王手の千日手: perpetual check, {}", entry.study.score)
        }
        Ending::Mate => format!("{us} is mated"),
        Ending::NoLegalMove => format!("{us} has no legal move and has lost"),
        Ending::Declaration => format!("{us} may declare: {}", entry.study.score),
    }
}

fn variation(line: &Variation) -> String {
    let mut text = line.japanese.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(" ");
    if line.japanese.len() > SHOWN {
        text += " …";
    }
    if let Some(ending) = line.ending {
        text = format!("{text} ({})", ending.name());
    } else if line.rests_on_repetition {
        text += " [rests on a repetition]";
    }
    text
}

/// What each side's moves add up to, and the moves that lost much.
pub(super) fn summary(out: &mut impl Write, entries: &[Entry], summary: &Summary) -> io::Result<()> {
    let columns = ["moves", "best", "mean loss", "mistakes ?", "blunders ??"];
    let columns = columns.map(|name| (name, Align::Right));
    let mut table = Table::new([("side", Align::Left)].into_iter().chain(columns));
    for (name, side) in [("▲ black", summary.black), ("△ white", summary.white)] {
        let Side { moves, best, mistakes, blunders, mean_loss } = side;
        let loss = format!("{:.1} %", mean_loss * 100.0);
        table.row([
            name.to_owned(),
            moves.to_string(),
            best.to_string(),
            loss,
            mistakes.to_string(),
            blunders.to_string(),
        ]);
    }
    writeln!(out, "\n{table}")?;
    let mut table = Table::new([
        ("ply", Align::Right),
        ("move", Align::Left),
        ("lost", Align::Right),
        ("better was", Align::Left),
    ]);
    let mut any = false;
    for pair in entries.windows(2) {
        let [before, after] = pair else { continue };
        let (Some(judgement), Some((_, text))) = (after.judgement, &after.played) else { continue };
        any = true;
        table.row([
            after.ply.to_string(),
            format!("{text} {}", judgement.mark()),
            format!("{:.0} %", after.loss.unwrap_or_default() * 100.0),
            before.study.lines.first().map_or_else(String::new, variation),
        ]);
    }
    if any {
        writeln!(out, "\n{table}")?;
    }
    let seconds = summary.time_ms as f64 / 1000.0;
    writeln!(out, "\n{} positions, {} nodes, {seconds:.1} s", summary.positions, summary.nodes)
}
