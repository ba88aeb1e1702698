//! Learning runs as pictures: J and agreement, piece values, margins, king-piece tables.

use crate::{HeatBoard, HeatMap, LineChart, Panel, Series};
use eval::{FRACTION, Weights};
use learn::{LearnError, MATERIAL_NAMES, QUANTILES, Quantiles, Row, TOP};
use shogi::Square;
use std::fs;
use std::io;
use std::path::Path;

/// The kinds of the family `king-piece`, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunKind {
    /// 歩
    Pawn,
    /// 香
    Lance,
    /// 桂
    Knight,
    /// 銀
    Silver,
    /// Gold and whatever moves like it
    Gold,
    /// 角
    Bishop,
    /// 飛
    Rook,
    /// 馬
    Horse,
    /// 龍
    Dragon,
}

impl RunKind {
    /// All kinds, in order.
    pub const ALL: [Self; 9] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Gold,
        Self::Bishop,
        Self::Rook,
        Self::Horse,
        Self::Dragon,
    ];

    /// As options and requests name it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Lance => "lance",
            Self::Knight => "knight",
            Self::Silver => "silver",
            Self::Gold => "gold",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Horse => "horse",
            Self::Dragon => "dragon",
        }
    }
}

/// Why a run could not be read.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Its checkpoint or weights.
    #[error(transparent)]
    Run(#[from] LearnError),
    /// Its manifest.
    #[error("{path}: {source}")]
    Manifest {
        /// The file.
        path: String,
        /// What is wrong.
        source: io::Error,
    },
}

/// A run as far as it has got.
pub struct Run {
    /// The name of its folder.
    pub name: String,
    /// One for each pass.
    pub rows: Vec<Row>,
    /// The latest weights.
    pub weights: Weights,
    /// How far moves change the evaluation; of a run that is done.
    pub margins: Vec<Quantiles>,
    /// What made the weights; of a run that is done.
    pub manifest: Option<serde_json::Value>,
}

impl Run {
    /// Reads the run in a folder.
    ///
    /// # Errors
    /// What is missing or cannot be understood.
    pub fn read(folder: &Path) -> Result<Self, RunError> {
        let (rows, weights) = learn::read_run(folder)?;
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let path = folder.join("manifest.json");
        let wrong = |source: io::Error| RunError::Manifest { path: path.display().to_string(), source };
        let manifest: Option<serde_json::Value> = match fs::read(&path) {
            // A run that is not done has no manifest yet.
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(wrong(error)),
            Ok(bytes) => Some(serde_json::from_slice(&bytes).map_err(|error| wrong(error.into()))?),
        };
        let margins = manifest.as_ref().map(|value| value["frontier_margins"].clone());
        let margins = margins.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default();
        Ok(Self { name, rows, weights, margins, manifest })
    }

    fn line(&self, name: &str, of: impl Fn(&Row) -> f64) -> Series {
        let points = self.rows.iter().map(|row| (f64::from(row.pass), of(row))).collect();
        Series { name: format!("{} {name}", self.name).trim().to_owned(), points }
    }

    /// The values of a kind of piece on each square with the own king on `king`, in hundredths of a pawn; of own pieces, or of
    /// the enemy's. `None` if the set has no such table; no value for the king's own square.
    pub fn king_piece(&self, king: Square, kind: RunKind, enemy: bool) -> Option<Vec<Option<f64>>> {
        let family = self.weights.set().layout().family("king-piece")?;
        if family.shape != [45, 2, 9, 81] {
            return None;
        }
        let unit = f64::from(family.scale) / f64::from(FRACTION);
        let value = |sq: Square| {
            // As the table is folded: the king on files 1 to 5, and there on the middle file the piece too.
            let (king, sq) = if king.file() > 4 { (king.mirror(), sq.mirror()) } else { (king, sq) };
            let sq = if king.file() == 4 && sq.file() > 4 { sq.mirror() } else { sq };
            let cell = ((king.index() * 2 + usize::from(enemy)) * 9 + kind as usize) * 81 + sq.index();
            f64::from(self.weights.values()[family.offset + cell]) * unit
        };
        let values = (0..81).map(|index| Square::from_index(index).filter(|&sq| sq != king).map(value));
        Some(values.collect())
    }
}

/// J and agreement by pass.
pub fn learning(runs: &[Run]) -> LineChart {
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

/// Piece values by pass.
pub fn material(runs: &[Run]) -> LineChart {
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

/// How far moves change the evaluation, beyond what is known before them.
pub fn margins(runs: &[Run]) -> LineChart {
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
pub fn king_piece(runs: &[Run], king: Square, kind: RunKind) -> Option<HeatMap> {
    let board = |run: &Run, enemy: bool| {
        let side = if enemy { "enemy" } else { "own" };
        Some(HeatBoard {
            title: format!("{}: {side}", run.name),
            values: run.king_piece(king, kind, enemy)?,
            marked: Some(king),
        })
    };
    let rows: Vec<Vec<_>> =
        [false, true].map(|enemy| runs.iter().filter_map(|run| board(run, enemy)).collect()).to_vec();
    let title = format!("{kind:?} with the king on {king}, in hundredths of a pawn");
    rows.iter().any(|row| !row.is_empty()).then_some(HeatMap { title, rows })
}
