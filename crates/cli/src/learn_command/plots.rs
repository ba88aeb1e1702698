//! `yomikiri learn plot`: pictures of runs.

use crate::exit::BadInput;
use anyhow::Context;
use clap::{Args, ValueEnum};
use eval::{FRACTION, Weights};
use learn::{MATERIAL_NAMES, QUANTILES, Quantiles, Row, TOP};
use report::{HeatBoard, HeatMap, LineChart, Panel, Picture, Series};
use shogi::Square;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Pictures of runs: J and agreement, piece values, margins, king-piece tables
///
/// Writes `learning`, `material`, `margins` and `king-piece`, of several runs side by side: for example of one that learnt
/// without a penalty, with the same for all weights, and with the weighted one.
#[derive(Args)]
pub(super) struct Arguments {
    /// Where the pictures go [default: the folder of the first run]
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// The format
    #[arg(long, value_enum, default_value = "svg")]
    format: Format,
    /// The king's square in the king-piece table
    #[arg(long, value_name = "SQUARE", default_value = "8h")]
    king: Square,
    /// The kind of the other piece
    #[arg(long, value_enum, default_value = "gold")]
    piece: Kind,
    /// Folders of runs
    #[arg(required = true, value_name = "DIR")]
    runs: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Svg,
    Png,
}

/// The kinds of the family `king-piece`, in its order.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    Pawn,
    Lance,
    Knight,
    Silver,
    /// Gold and whatever moves like it
    Gold,
    Bishop,
    Rook,
    Horse,
    Dragon,
}

struct Run {
    name: String,
    rows: Vec<Row>,
    weights: Weights,
    margins: Vec<Quantiles>,
}

impl Run {
    fn read(folder: &Path) -> anyhow::Result<Self> {
        let (rows, weights) = learn::read_run(folder).map_err(BadInput::because)?;
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        // A run that is not done has no manifest yet.
        let margins = match fs::read(folder.join("manifest.json")) {
            Err(_) => Vec::new(),
            Ok(bytes) => {
                let value: serde_json::Value = serde_json::from_slice(&bytes)
                    .with_context(|| format!("{}/manifest.json", folder.display()))?;
                serde_json::from_value(value["frontier_margins"].clone()).unwrap_or_default()
            }
        };
        Ok(Self { name, rows, weights, margins })
    }

    fn line(&self, name: &str, of: impl Fn(&Row) -> f64) -> Series {
        let points = self.rows.iter().map(|row| (f64::from(row.pass), of(row))).collect();
        Series { name: format!("{} {name}", self.name).trim().to_owned(), points }
    }
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let runs: Vec<_> = arguments.runs.iter().map(|folder| Run::read(folder)).collect::<Result<_, _>>()?;
    let folder = arguments.to.clone().unwrap_or_else(|| arguments.runs[0].clone());
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let extension = match arguments.format {
        Format::Svg => "svg",
        Format::Png => "png",
    };
    let mut save = |name: &str, picture: &dyn Fn(&Path) -> Result<(), report::PictureError>| {
        let path = folder.join(format!("{name}.{extension}"));
        picture(&path)?;
        writeln!(out, "{}", path.display())?;
        anyhow::Ok(())
    };
    save("learning", &|path| learning(&runs).save(path))?;
    save("material", &|path| material(&runs).save(path))?;
    if runs.iter().any(|run| !run.margins.is_empty()) {
        save("margins", &|path| margins(&runs).save(path))?;
    }
    if let Some(map) = king_piece(&runs, arguments.king, arguments.piece) {
        save("king-piece", &|path| map.save(path))?;
    }
    Ok(())
}

fn learning(runs: &[Run]) -> LineChart {
    let lines = |of: &dyn Fn(&Run) -> Vec<Series>| runs.iter().flat_map(of).collect();
    let j = lines(&|run| {
        vec![
            run.line("training", |row| row.training.j_per_sibling()),
            run.line("held out", |row| row.held_out.j_per_sibling()),
        ]
    });
    let percent = lines(&|run| {
        let held_out =
            |(place, rank)| run.line(&format!("top-{rank}"), move |row: &Row| row.held_out.percent()[place]);
        let mut all: Vec<_> = TOP.into_iter().enumerate().map(held_out).collect();
        all.push(run.line("top-1, training", |row| row.training.percent()[0]));
        all
    });
    LineChart {
        title: "Learning: J and agreement by pass".to_owned(),
        x: "pass".to_owned(),
        panels: vec![
            Panel { y: "J per move compared".to_owned(), series: j },
            Panel { y: "agreement, % (held out)".to_owned(), series: percent },
        ],
        size: (900, 900),
    }
}

fn material(runs: &[Run]) -> LineChart {
    let panel = |run: &Run| {
        let value = |place: usize| {
            move |row: &Row| row.material.get(place).map_or(f64::NAN, |&value| f64::from(value))
        };
        let kinds = MATERIAL_NAMES.iter().enumerate();
        let series = kinds.map(|(place, kind)| {
            let line = run.line("", value(place));
            Series { name: kind.replace('_', " "), ..line }
        });
        Panel { y: format!("value ({})", run.name), series: series.collect() }
    };
    LineChart {
        title: "Piece values by pass".to_owned(),
        x: "pass".to_owned(),
        panels: runs.iter().map(panel).collect(),
        size: (900, 60 + 540 * runs.len().clamp(1, 12) as u32),
    }
}

fn margins(runs: &[Run]) -> LineChart {
    // The last quantile is the largest change of all: a chance.
    let shown = QUANTILES.len() - 1;
    let panel = |y: &str, of: &dyn Fn(&Quantiles) -> [i32; 5]| {
        let classes = runs.iter().flat_map(|run| run.margins.iter().map(move |class| (run, class)));
        let series = classes.map(|(run, class)| {
            let points = QUANTILES.iter().zip(of(class)).take(shown);
            let nines = |&thousandths: &u64| -(1.0 - thousandths as f64 / 1000.0).log10();
            Series {
                name: format!("{} {}", run.name, class.class),
                points: points.map(|(quantile, value)| (nines(quantile), f64::from(value))).collect(),
            }
        });
        Panel { y: y.to_owned(), series: series.collect() }
    };
    LineChart {
        title: "How far a move changes the evaluation beyond what is known before it".to_owned(),
        x: "nines of the moves that are covered (1: 90 %, 2: 99 %, 3: 99.9 %)".to_owned(),
        panels: vec![
            panel("beyond material", &|class| class.whole),
            panel("beyond material, king-piece", &|class| class.rest),
        ],
        size: (900, 900),
    }
}

/// The table around a king, own pieces above and the enemy's below, a column for each run. `None` if no set has one.
fn king_piece(runs: &[Run], king: Square, kind: Kind) -> Option<HeatMap> {
    let board = |run: &Run, enemy: usize| {
        let family = run.weights.set().layout().family("king-piece")?;
        if family.shape != [45, 2, 9, 81] {
            return None;
        }
        let unit = f64::from(family.scale) / f64::from(FRACTION);
        let value = |sq: Square| {
            // As the table is folded: the king on files 1 to 5, and there on the middle file the piece too.
            let (king, sq) = if king.file() > 4 { (king.mirror(), sq.mirror()) } else { (king, sq) };
            let sq = if king.file() == 4 && sq.file() > 4 { sq.mirror() } else { sq };
            let cell = ((king.index() * 2 + enemy) * 9 + kind as usize) * 81 + sq.index();
            f64::from(run.weights.values()[family.offset + cell]) * unit
        };
        let values = (0..81).map(|index| Square::from_index(index).filter(|&sq| sq != king).map(value));
        let side = if enemy == 0 { "own" } else { "enemy" };
        Some(HeatBoard {
            title: format!("{}: {side}", run.name),
            values: values.collect(),
            marked: Some(king),
        })
    };
    let rows: Vec<Vec<_>> =
        [0, 1].map(|enemy| runs.iter().filter_map(|run| board(run, enemy)).collect()).to_vec();
    let title = format!("{kind:?} with the king on {king}, in hundredths of a pawn");
    rows.iter().any(|row| !row.is_empty()).then_some(HeatMap { title, rows })
}
