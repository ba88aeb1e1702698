//! What a search of the slides takes: nodes by depth, and how much its frontier prunes.

use crate::claims;
use crate::root::RootMove;
use crate::worker::{Memory, Shared, Worker};
use crate::{Control, Limits, Method, Options, Slides};
use shogi::Position;
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};
use table::{Table, TableError};

/// Differences between evaluation and material are counted in steps of this, up to [`STEPS`] of them.
const STEP: i32 = 10;
const STEPS: usize = 500;

/// What a search of the slides did.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Nodes of quiescence, among all.
    pub quiescence: u64,
    /// Moves at the frontier that futility pruning was asked about.
    pub frontier: u64,
    /// Of these the ones that it left out.
    pub pruned: u64,
    /// For each depth completed the nodes up to its end, those of smaller depths included.
    pub nodes: Vec<u64>,
    /// The time it took.
    pub time: Duration,
    /// How often the evaluation differs from material by so many steps; empty where nobody asked.
    rest: Vec<u64>,
}

impl Counts {
    /// Counts what the evaluation has beside material, if asked to.
    pub(super) fn note_rest(&mut self, difference: impl FnOnce() -> i32) {
        if !self.rest.is_empty() {
            let step = (difference().abs() / STEP) as usize;
            self.rest[step.min(STEPS - 1)] += 1;
        }
    }

    /// Adds what another search did, but for its nodes by depth: depths were not completed alike.
    pub fn add(&mut self, other: &Self) {
        self.quiescence += other.quiescence;
        self.frontier += other.frontier;
        self.pruned += other.pruned;
        self.time += other.time;
        self.rest.resize(self.rest.len().max(other.rest.len()), 0);
        self.rest.iter_mut().zip(&other.rest).for_each(|(own, more)| *own += more);
    }

    /// What the evaluation has beside material at most in `thousandths` of the positions, in hundredths of a pawn.
    pub fn rest_within(&self, thousandths: u64) -> i32 {
        let all: u64 = self.rest.iter().sum();
        let mut seen = 0;
        let step = self.rest.iter().position(|&count| {
            seen += count;
            seen * 1000 >= all * thousandths
        });
        (step.unwrap_or(STEPS - 1) as i32 + 1) * STEP
    }
}

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Depth in plies.
    pub depth: u32,
    /// Nodes after which no answer is waited for; depths that are not complete do not count.
    pub nodes: u64,
    /// Whether to compare evaluation and material.
    pub rest: bool,
}

/// Searches `position` with an empty table and fresh statistics.
///
/// # Errors
/// If the memory for the table is not there.
pub fn measure(
    position: &Position,
    slides: Slides,
    options: &Options,
    limit: Limit,
) -> Result<Counts, TableError> {
    let options = Options { method: Method::Slides(slides), multi_pv: 1, threads: 1, ..options.clone() };
    let bytes = (options.hash_mib.max(1) as u64) << 20;
    let table = Table::new(table::Options { bytes, ..table::Options::default() })?;
    let control = Control::new();
    let limits = Limits { depth: Some(limit.depth), nodes: Some(limit.nodes), ..Limits::default() };
    let side = position.side_to_move();
    let draw = options.draw_value[side.index()];
    let shared = Shared {
        table: &table,
        salt: claims::salt(if side == shogi::Color::Black { draw } else { -draw }),
        options: &options,
        limits: &limits,
        control: &control,
        started: Instant::now(),
        done: AtomicBool::new(false),
        nodes: vec![AtomicU64::new(0)],
    };
    let mut memory = Memory::new();
    let root_moves: Vec<_> = position.legal_moves().iter().map(|&mv| RootMove::new(mv)).collect();
    if root_moves.is_empty() {
        return Ok(Counts::default());
    }
    let mut worker = Worker::new(&shared, &mut memory, 0, position, root_moves);
    if limit.rest {
        worker.counts.rest = vec![0; STEPS];
    }
    let by_depth = RefCell::new(Vec::new());
    worker.deepen(&|info| by_depth.borrow_mut().push((info.line.depth, info.nodes)));
    let completed = worker.completed as u32;
    let mut counts = std::mem::take(&mut worker.counts);
    for (depth, nodes) in by_depth.into_inner() {
        if depth <= completed && counts.nodes.len() < depth as usize {
            counts.nodes.push(nodes);
        }
    }
    counts.time = shared.started.elapsed();
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::slides::Futility;

    fn value(sfen: &str, slides: Slides, depth: u32) -> i32 {
        let position = Position::from_sfen(sfen).unwrap();
        let options = Options { hash_mib: 1, method: Method::Slides(slides), ..Options::default() };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        Engine::new(options).search(&position, &limits, &Control::new(), &|_| {}).score().centipawns()
    }

    #[test]
    fn what_is_cut_safely_changes_no_value() {
        let cut = Slides {
            beta_cut: true,
            aspiration: true,
            pvs: true,
            exchange_order: true,
            killers: true,
            history: true,
            ..Slides::MINIMAX
        };
        for (sfen, depth) in [
            ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 4),
            ("ln1gk2nl/1r4gs1/p1pppp1pp/1p4p2/9/2P5P/PPSPPPP2/2G4R1/LN2KGSNL b Bbs 1", 2),
            ("6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1", 2),
        ] {
            let plain = value(sfen, Slides::MINIMAX, depth);
            assert_eq!(value(sfen, cut, depth), plain, "{sfen}");
        }
    }

    #[test]
    fn each_part_saves_nodes() {
        let position = Position::startpos();
        let limit = Limit { depth: 4, nodes: 200_000, rest: true };
        let nodes = |slides| {
            let counts = measure(&position, slides, &Options::default(), limit).unwrap();
            assert!(counts.rest_within(1000) >= counts.rest_within(500));
            (counts.nodes[2], counts.pruned)
        };
        let (whole, pruned) = nodes(Slides::default());
        let (unpruned, none) = nodes(Slides { futility: Futility::Off, ..Slides::default() });
        let cut = Slides { beta_cut: true, exchange_order: true, history: true, ..Slides::MINIMAX };
        assert!(pruned > 0 && none == 0);
        assert!(whole < unpruned, "{whole} {unpruned}");
        assert!(nodes(cut).0 < nodes(Slides::MINIMAX).0);
    }

    #[test]
    fn a_mate_in_three_is_found_with_every_part() {
        let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b 2G2r2b2g4s4n4l17p 1";
        assert!(value(sfen, Slides::default(), 4) > 29_000);
    }
}
