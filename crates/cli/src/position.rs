//! `yomikiri position`: everything the rules say about one position, drawn or as JSON.

mod facts;

use crate::position_text;
use crate::rule::Rule;
use facts::Facts;
use report::diagram;
use shogi::Position;
use std::io::Write;

/// Show a position: diagram, keys, check, legal moves, repetition, declaration, validation
///
/// Moves are played one by one, so that repetition is judged over the whole game. Keys are hexadecimal. Whether the pieces
/// make sense is told, not refused: see `validation`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// One JSON object, for scripts
    #[arg(long)]
    json: bool,
    /// Repair what programs write instead of SFEN, and say what was repaired
    #[arg(long)]
    lenient: bool,
    /// Declaration under this rule only
    #[arg(long, value_enum)]
    rule: Option<Rule>,
    /// `startpos [moves …]`, `sfen … [moves …]` or a SFEN, quoted or not
    #[arg(required = true)]
    position: Vec<String>,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let read = position_text::read(&arguments.position.join(" "), arguments.lenient)?;
    let rules = arguments.rule.map_or(Rule::ALL.to_vec(), |rule| vec![rule]);
    let facts = Facts::of(&read.position, &read.repairs, &rules);
    if arguments.json {
        serde_json::to_writer(&mut *out, &facts)?;
        writeln!(out)?;
    } else {
        write!(out, "{}", diagram(&read.position))?;
        tell(&read.position, &facts, &rules, out)?;
    }
    Ok(())
}

/// How many legal moves stand on a line.
const MOVES_PER_LINE: usize = 6;

fn tell(position: &Position, facts: &Facts, rules: &[Rule], out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out)?;
    let mut line = |name: &str, text: &str| writeln!(out, "{name:<12} {text}");
    line("SFEN", &facts.sfen)?;
    line("key", &format!("{} (without hands {})", facts.key, facts.board_key))?;
    let mark = position.side_to_move().mark();
    line("to move", &format!("{mark} {}, move {}", facts.side_to_move, facts.ply))?;
    if let Some(text) = latest_move(position) {
        line("latest move", &text)?;
    }
    line(
        "check",
        &if facts.in_check { format!("from {}", facts.checkers.join(" ")) } else { "no".to_owned() },
    )?;
    line("repetition", &repetition(facts))?;
    let claims: Vec<_> =
        rules.iter().map(|rule| format!("{}: {}", rule.name(), facts.declaration[rule.name()])).collect();
    line("declaration", &claims.join(", "))?;
    let count = &facts.declaration_count;
    let king = if count.king_inside { "inside" } else { "outside" };
    line(
        "",
        &format!(
            "king {king} the enemy camp, {} other pieces inside, {} points",
            count.pieces_inside, count.points
        ),
    )?;
    line("validation", &facts.validation.level)?;
    for finding in &facts.validation.findings {
        line("", finding)?;
    }
    for repair in &facts.repairs {
        line("repaired", repair)?;
    }
    let moves = position.legal_moves();
    let what = match (moves.len(), facts.in_check) {
        (0, true) => "none: the side to move is mated",
        (0, false) => "none: the side to move has lost without being in check",
        _ => "",
    };
    line("legal moves", &format!("{}{}{what}", moves.len(), if what.is_empty() { "" } else { ", " }))?;
    for some in moves.chunks(MOVES_PER_LINE) {
        let texts: Vec<_> =
            some.iter().map(|&mv| format!("{mv} {}", position.japanese_unmarked(mv))).collect();
        line("", &texts.join("  "))?;
    }
    Ok(())
}

/// The move that led here, in the notation of the position it was played in.
fn latest_move(position: &Position) -> Option<String> {
    let mv = position.last_move()?;
    let mut before = position.clone();
    before.undo();
    Some(format!("{} ({mv})", before.japanese(mv)))
}

fn repetition(facts: &Facts) -> String {
    let times = match facts.occurrences {
        1 => return "none".to_owned(),
        2 => "second occurrence",
        3 => "third occurrence",
        4 => "fourth occurrence",
        _ => "more than the fourth occurrence",
    };
    match facts.repetition {
        "draw" => format!("draw ({times})"),
        "win" => format!("win: the opponent gave perpetual check ({times})"),
        "loss" => format!("loss by perpetual check ({times})"),
        _ => format!("none yet ({times})"),
    }
}
