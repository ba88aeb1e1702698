//! The figures of the slides, measured: nodes by depth with one part after the other, the branching factor in the opening
//! and the endgame, and how much either form of futility pruning leaves out.

use report::{Align, Table};
use search::slides::{Counts, Futility, Limit, Slides, measure};
use search::{Options, TableMode};
use shogi::{Move, Position};
use std::fmt::Display;

/// The positions come from these games.
const GAMES: &str = include_str!("../../data/selfplay.tsv");

/// How much is measured.
#[derive(Clone, Copy)]
pub(super) struct Size {
    /// Positions of each phase.
    pub(super) positions: usize,
    /// The greatest depth.
    pub(super) depth: u32,
    /// Nodes for a position and a form of the search.
    pub(super) nodes: u64,
}

/// A part of the game: how far into it, in hundredths, and what the slides say about the growth with each ply there.
struct Phase {
    name: &'static str,
    at: usize,
    slides: &'static str,
}

const PHASES: [Phase; 2] =
    [Phase { name: "opening", at: 20, slides: "3" }, Phase { name: "endgame", at: 90, slides: "5" }];

/// One position of each of the first games, so far into it.
fn positions(at: usize, count: usize) -> Vec<Position> {
    let lines = GAMES.lines().skip(1).filter_map(|line| line.split('\t').nth(4));
    let position = |moves: &str| {
        let moves: Vec<Move> = moves.split(' ').filter_map(|text| text.parse().ok()).collect();
        let mut position = Position::startpos();
        for &mv in &moves[..moves.len() * at / 100] {
            position.try_apply(mv).ok()?;
        }
        Some(position)
    };
    lines.filter_map(position).take(count).collect()
}

/// The forms of the search, each the one before with something more.
fn forms(most: i32) -> [(&'static str, Slides); 8] {
    let cut = Slides { beta_cut: true, ..Slides::MINIMAX };
    let ordered = Slides { exchange_order: true, killers: true, history: true, ..cut };
    let windows = Slides { pvs: true, aspiration: true, ..ordered };
    let tabled = Slides { null_move: true, table: true, internal_deepening: true, ..windows };
    let whole = Slides::default();
    [
        ("min-max", Slides::MINIMAX),
        ("+ beta cut", cut),
        ("+ order of moves", ordered),
        ("+ windows", windows),
        ("+ null move, table", tabled),
        ("+ quiescence, extensions", Slides { futility: Futility::Off, ..whole }),
        ("+ futility of chess", Slides { futility: Futility::Chess(most), ..whole }),
        ("+ futility of the slides", whole),
    ]
}

/// What one form took over all positions of a phase.
struct Taken {
    counts: Vec<Counts>,
}

impl Taken {
    /// Nodes to the end of a depth, over all positions; nothing where one of them did not get there.
    fn nodes(&self, depth: usize) -> Option<u64> {
        self.counts.iter().map(|counts| counts.nodes.get(depth).copied()).sum()
    }

    /// By what the nodes grow with each ply, as a geometric mean over positions: to the greatest depth that each of them
    /// reached, from the second ply on.
    fn growth(&self) -> Option<f64> {
        let last = self.counts.iter().map(|counts| counts.nodes.len()).min()?.checked_sub(1)?;
        let plies = last.checked_sub(1).filter(|&plies| plies > 0)?;
        let log = |counts: &Counts| (counts.nodes[last] as f64 / counts.nodes[1] as f64).ln() / plies as f64;
        Some((self.counts.iter().map(log).sum::<f64>() / self.counts.len() as f64).exp())
    }
}

/// Measures and tells the tables.
pub(super) fn figures(
    size: Size,
    options: &Options,
    tell: &mut dyn FnMut(&dyn Display),
) -> anyhow::Result<()> {
    let options = Options { table_mode: TableMode::Practical, ..options.clone() };
    for phase in &PHASES {
        let positions = positions(phase.at, size.positions);
        let run = |slides, rest| {
            let limit = Limit { depth: size.depth, nodes: size.nodes, rest };
            let counts = positions.iter().map(|position| measure(position, slides, &options, limit));
            anyhow::Ok(Taken { counts: counts.collect::<Result<_, _>>()? })
        };
        // The chess form needs to know what the evaluation can have beside material.
        let mut rest = Counts::default();
        run(Slides { futility: Futility::Off, ..Slides::default() }, true)?
            .counts
            .iter()
            .for_each(|counts| rest.add(counts));
        let most = rest.rest_within(999);
        let forms = forms(most);
        let taken: Vec<Taken> =
            forms.iter().map(|(_, slides)| run(*slides, false)).collect::<Result<_, _>>()?;
        tell(&format_args!(
            "{}: {} positions at {} % of their games; nodes to the end of each depth, all positions together",
            phase.name,
            positions.len(),
            phase.at
        ));
        let depths: Vec<String> = (1..=size.depth).map(|depth| depth.to_string()).collect();
        let numbers =
            depths.iter().map(String::as_str).chain(["growth a ply"]).map(|name| (name, Align::Right));
        let mut table = Table::new([("search", Align::Left)].into_iter().chain(numbers));
        for ((name, _), taken) in forms.iter().zip(&taken) {
            let nodes = (0..size.depth as usize)
                .map(|depth| taken.nodes(depth).map_or_else(String::new, |n| n.to_string()));
            let growth = taken.growth().map_or_else(String::new, |growth| format!("{growth:.2}"));
            table.row([(*name).to_owned()].into_iter().chain(nodes).chain([growth]));
        }
        tell(&table);
        tell(&format_args!("the slides say that time grows about {} times with each ply here", phase.slides));
        let mut table = Table::new(
            [("futility pruning", Align::Left)]
                .into_iter()
                .chain(["frontier moves", "left out", "share"].map(|name| (name, Align::Right))),
        );
        for ((name, _), taken) in forms.iter().zip(&taken).skip(6) {
            let mut sum = Counts::default();
            taken.counts.iter().for_each(|counts| sum.add(counts));
            let share = 100.0 * sum.pruned as f64 / sum.frontier.max(1) as f64;
            let name = name.trim_start_matches("+ futility ").to_owned();
            table.row([name, sum.frontier.to_string(), sum.pruned.to_string(), format!("{share:.1} %")]);
        }
        tell(&table);
        tell(&format_args!(
            "beside material the evaluation has at most {most} hundredths of a pawn in 999 of 1000 nodes: V_max of the form of chess\n"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn the_tables_have_a_row_for_each_form() {
        let mut text = String::new();
        let size = Size { positions: 2, depth: 3, nodes: 20_000 };
        let options = Options { hash_mib: 1, ..Options::default() };
        figures(size, &options, &mut |line| writeln!(text, "{line}").unwrap()).unwrap();
        for (name, _) in forms(0) {
            assert_eq!(text.matches(name).count(), 2, "{name}\n{text}");
        }
        assert_eq!(text.matches("hundredths of a pawn").count(), 2);
    }
}
