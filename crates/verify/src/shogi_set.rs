//! Sets of shogi games on which the modes are compared with the search that has no table.

use std::time::Duration;

use game::random::Random;
use game::reference::alpha_beta;
use game::rule::DrawValue;
use game::value::INFINITY;
use game::{Game, History, Rule};
use shogi::{Move, Position};
use table::{Options, Table, TableError};
use thiserror::Error;

use crate::case::Verdict;
use crate::counters::Counters;
use crate::cpu_time::CpuTime;
use crate::mode::Mode;
use crate::searcher::{Searcher, Setup};
use crate::shogi_game::ShogiGame;

/// A game of shogi and where to search in it.
#[derive(Clone, Debug)]
pub struct ShogiLine {
    /// Name in reports.
    pub name: String,
    /// The position the game starts from.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// The number of moves played at the first root; every position from there on is one.
    pub first_root: usize,
}

/// Why a line of text is no game.
#[derive(Debug, Error)]
pub enum LineError {
    /// The start position.
    #[error("{name}: start position `{sfen}`: {reason}")]
    Start {
        /// Name of the game.
        name: String,
        /// The text.
        sfen: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A move.
    #[error("{name}: move {ply} `{text}`: expected a legal move in USI notation")]
    Move {
        /// Name of the game.
        name: String,
        /// Number of the move, from 1.
        ply: usize,
        /// The text.
        text: String,
    },
}

impl ShogiLine {
    /// Reads a start position (SFEN or `startpos`) and moves in USI notation; roots are the last `roots` positions.
    ///
    /// # Errors
    /// If the position or a move is not readable or not legal.
    pub fn parse(name: &str, start: &str, moves: &str, roots: usize) -> Result<Self, LineError> {
        let sfen = if start == "startpos" { shogi::STARTPOS } else { start };
        let start = Position::from_sfen(sfen).map_err(|error| LineError::Start {
            name: name.into(),
            sfen: sfen.into(),
            reason: error.to_string(),
        })?;
        let mut position = start.clone();
        let mut list = Vec::new();
        for (at, text) in moves.split_whitespace().enumerate() {
            let wrong = || LineError::Move { name: name.into(), ply: at + 1, text: text.into() };
            let mv: Move = text.parse().map_err(|_| wrong())?;
            position.try_apply(mv).map_err(|_| wrong())?;
            list.push(mv);
        }
        let first_root = (list.len() + 1).saturating_sub(roots);
        Ok(Self { name: name.into(), start, moves: list, first_root })
    }

    /// A random line that walks in circles, so that positions have occurred up to three times at its end.
    pub fn circles(name: &str, start: &Position, roots: usize, random: &mut Random) -> Self {
        let mut position = start.without_history();
        let mut moves: Vec<Move> = Vec::new();
        let wanted = 6 + random.below(14) + roots;
        while moves.len() < wanted {
            let legal = position.legal_moves();
            let earlier: Vec<_> = (0..position.history_len())
                .filter_map(|at| position.history(at))
                .map(|past| past.key)
                .collect();
            let count = |mv: Move| {
                let key = position.key_after(mv);
                earlier.iter().filter(|&&known| known == key).count() + usize::from(position.key() == key)
            };
            let allowed: Vec<Move> = legal.iter().copied().filter(|&mv| count(mv) < 3).collect();
            if allowed.is_empty() {
                break;
            }
            let back: Vec<Move> = allowed.iter().copied().filter(|&mv| count(mv) > 0).collect();
            let circle = !back.is_empty() && random.percent(75);
            // Going back where one came from is what makes circles possible.
            let own = moves.len().checked_sub(2).map(|at| moves[at]);
            let undoing = own.and_then(|mv| {
                allowed
                    .iter()
                    .copied()
                    .find(|next| next.from() == Some(mv.to()) && Some(next.to()) == mv.from())
            });
            let mv = match undoing {
                _ if circle => random.pick(&back),
                Some(mv) if random.percent(70) => mv,
                _ => random.pick(&allowed),
            };
            position.apply(mv);
            moves.push(mv);
        }
        let first_root = (moves.len() + 1).saturating_sub(roots);
        Self { name: name.into(), start: start.clone(), moves, first_root }
    }
}

/// How a set is searched.
#[derive(Clone, Copy, Debug)]
pub struct ShogiSet {
    /// The repetition rule.
    pub rule: Rule,
    /// Every depth from 1 to this one.
    pub depth: u32,
    /// Principal variation search.
    pub pvs: bool,
    /// Size of the table.
    pub table_bytes: u64,
    /// One claim in so many of the exact mode is checked by a search without table; 0 for none.
    pub sample: u32,
}

/// The result of one mode on a set.
#[derive(Clone, Debug, Default)]
pub struct ShogiVerdict {
    /// Roots and counters, as in the synthetic sets.
    pub verdict: Verdict,
    /// Processor time spent in searches.
    pub time: Duration,
    /// The counters by depth of the search; index 0 is depth 1.
    pub by_depth: Vec<Counters>,
    /// The first wrong root, in words.
    pub first_wrong: Option<String>,
}

impl ShogiSet {
    /// Searches every root of every line in every mode. The first mode must be [`Mode::Bare`], whose values are the
    /// reference. Each mode has a table of its own, which it carries along a line. `tell` hears of every line.
    ///
    /// # Errors
    /// If there is no table of this size.
    pub fn run(
        &self,
        lines: &[ShogiLine],
        modes: &[Mode],
        tell: &mut dyn FnMut(&[ShogiVerdict]),
    ) -> Result<Vec<ShogiVerdict>, TableError> {
        let options = Options { bytes: self.table_bytes, ..Options::default() };
        let tables: Vec<Table> = modes.iter().map(|_| Table::new(options)).collect::<Result<_, _>>()?;
        let mut sums = vec![ShogiVerdict::default(); modes.len()];
        for line in lines {
            // Each line starts without knowledge; the memory is touched once and for all by the first ones.
            tables.iter().for_each(Table::clear);
            self.run_line(line, modes, &tables, &mut sums);
            tell(&sums);
        }
        for sum in &mut sums {
            sum.by_depth.iter().for_each(|&counters| sum.verdict.counters += counters);
        }
        Ok(sums)
    }

    /// Processor time per node in nanoseconds of two modes that take turns on every line, the least of `rounds` rounds
    /// counting for each line: what is left when the machine's noise is taken out.
    ///
    /// # Errors
    /// If there is no table of this size.
    pub fn node_times(
        &self,
        lines: &[ShogiLine],
        modes: [Mode; 2],
        rounds: usize,
    ) -> Result<[f64; 2], TableError> {
        let set = Self { sample: 0, ..*self };
        let options = Options { bytes: self.table_bytes, ..Options::default() };
        let table = Table::new(options)?;
        let (mut times, mut nodes) = ([0.0; 2], [0.0; 2]);
        for line in lines {
            let mut least = [Duration::MAX; 2];
            let mut visited = [0; 2];
            for _ in 0..rounds {
                for (turn, &mode) in modes.iter().enumerate() {
                    table.clear();
                    let mut sums = [ShogiVerdict::default()];
                    set.run_line(line, &[mode], std::slice::from_ref(&table), &mut sums);
                    least[turn] = least[turn].min(sums[0].time);
                    visited[turn] = sums[0].by_depth.iter().map(|counters| counters.nodes).sum::<u64>();
                }
            }
            for turn in 0..2 {
                times[turn] += least[turn].as_nanos() as f64;
                nodes[turn] += visited[turn] as f64;
            }
        }
        Ok([times[0] / nodes[0].max(1.0), times[1] / nodes[1].max(1.0)])
    }

    fn run_line(&self, line: &ShogiLine, modes: &[Mode], tables: &[Table], sums: &mut [ShogiVerdict]) {
        let mut game = ShogiGame::new(line.start.without_history());
        let mut history = History::start(&game);
        for ply in 0..=line.moves.len() {
            if ply > 0 {
                game.play(line.moves[ply - 1]);
                history.push_game(&game);
            }
            if ply < line.first_root || !game.position().has_legal_move() {
                continue;
            }
            let mut values = Vec::new();
            for ((&mode, table), sum) in modes.iter().zip(tables).zip(sums.iter_mut()) {
                table.new_search();
                let mut setup = Setup::new(self.rule, mode);
                setup.pvs = self.pvs;
                let mut searcher = Searcher::new(game.clone(), history.clone(), table, setup);
                if mode == Mode::Exact {
                    searcher.watch.sample = self.sample;
                }
                for depth in 1..=self.depth {
                    // Repetitions near the root are few, and a search of what they would be worth is dear.
                    searcher.setup.loosen = depth.saturating_sub(table::shogi_past::SHORTEST_CYCLE);
                    let start = CpuTime::start();
                    let bounds = searcher.search(depth, -INFINITY, INFINITY);
                    let sampling = std::mem::take(&mut searcher.watch.sampling);
                    sum.time += start.elapsed().saturating_sub(sampling);
                    sum.by_depth.resize(sum.by_depth.len().max(depth as usize), Counters::default());
                    sum.by_depth[depth as usize - 1] += std::mem::take(&mut searcher.counters);
                    let value = bounds.lower.or(bounds.upper).map_or(0, |claim| claim.value);
                    if mode == Mode::Bare {
                        values.push(value);
                        continue;
                    }
                    sum.verdict.roots += 1;
                    let expected = values.get(depth as usize - 1).copied();
                    if let Some(expected) = expected.filter(|&expected| expected != value) {
                        sum.verdict.wrong_roots += 1;
                        sum.first_wrong.get_or_insert_with(|| {
                            let name = &line.name;
                            format!("{name}, after {ply} moves, depth {depth}: {value} instead of {expected}")
                        });
                    }
                }
                sum.verdict.claims += searcher.watch.claims;
                sum.verdict.wrong_claims += searcher.watch.wrong;
            }
        }
    }
}

/// Checks one bound by a search without table, from the current position with its whole history.
pub(crate) fn bound_holds<G: Game>(
    game: &mut G,
    history: &mut History,
    setup: &Setup,
    depth: u32,
    value: game::Value,
    lower: bool,
) -> bool {
    let draw: DrawValue = setup.draw;
    let window = if lower { (value - 1, value) } else { (value, value + 1) };
    let result = alpha_beta(game, history, setup.rule, draw, depth, window);
    if lower { result >= value } else { result <= value }
}
