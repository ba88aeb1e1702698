//! The whole campaign as one function with options and a report.

use game::Rule;
use game::random::Random;
use game::synthetic::Family;
use table::TableError;
use thiserror::Error;

use crate::bundled;
use crate::case::{Case, Known, RULES, Verdict};
use crate::collisions::{CollisionRow, collision_report};
use crate::counters::Counters;
use crate::indexes::{IndexRow, index_report};
use crate::mode::{Mode, Mutation};
use crate::shogi_set::{LineError, ShogiLine, ShogiSet};
use crate::shrink::{describe, shrink};

/// Percentages of positions that are check.
pub const CHECKS: [u32; 3] = [0, 25, 60];

/// What to run.
#[derive(Clone, Debug)]
pub struct CampaignOptions {
    /// Seed of the first case; the others follow.
    pub seed: u64,
    /// Cases per family, rule and check probability.
    pub cases: u64,
    /// Whether to build in each mutation and see that it is caught.
    pub mutate: bool,
    /// Cases per family, rule and check probability for each mutation.
    pub mutation_cases: u64,
    /// Lines in the endgames of shogi.
    pub endgames: usize,
    /// Depth of the searches in endgames.
    pub endgame_depth: u32,
    /// Depth of the searches in the golden games and in [`CampaignOptions::games`].
    pub game_depth: u32,
    /// Games to search where they repeat; those that do not are left out.
    pub games: Vec<ShogiLine>,
    /// Roots per line of shogi.
    pub roots: usize,
    /// One claim in so many is searched again without table, in shogi.
    pub sample: u32,
    /// Size of the tables for shogi.
    pub table_bytes: u64,
    /// Rounds of measuring the time per node; 0 to leave it out.
    pub time_rounds: usize,
    /// Keys per set for the comparison of index schemes, and 64 times the buckets for the accounting of collisions; 0 to
    /// leave both out.
    pub index_keys: usize,
}

impl CampaignOptions {
    /// The full campaign: more than ten million claims, several minutes.
    pub fn full() -> Self {
        Self {
            seed: 1,
            cases: 1_500,
            mutate: false,
            mutation_cases: 60,
            endgames: 30,
            endgame_depth: 6,
            game_depth: 4,
            games: Vec::new(),
            roots: 2,
            sample: 200,
            table_bytes: 16 << 20,
            time_rounds: 5,
            index_keys: 1 << 20,
        }
    }

    /// The short version, under a minute.
    pub fn quick() -> Self {
        Self {
            cases: 30,
            mutation_cases: 30,
            endgames: 10,
            endgame_depth: 4,
            game_depth: 3,
            sample: 50,
            table_bytes: 1 << 20,
            time_rounds: 1,
            index_keys: 1 << 16,
            ..Self::full()
        }
    }
}

/// How far a campaign is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is being run.
    pub stage: &'static str,
    /// Units done, of all stages.
    pub done: u64,
    /// Units in all.
    pub total: u64,
    /// Claims compared so far.
    pub claims: u64,
}

/// One line of the table: a set of cases in one mode.
#[derive(Clone, Debug)]
pub struct Row {
    /// The set.
    pub set: String,
    /// The mode.
    pub mode: Mode,
    /// The sums.
    pub verdict: Verdict,
    /// Nodes relative to the search without a table.
    pub nodes: f64,
    /// Processor time per node in nanoseconds, where it was measured.
    pub node_time: Option<f64>,
    /// Cut-offs per probe by depth of the search, from depth 1, where they were counted.
    pub use_by_depth: Vec<f64>,
    /// The first wrong root of a set of shogi.
    pub first_wrong: Option<String>,
}

/// One line of the mutation table.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The error built in.
    pub mutation: Mutation,
    /// Wrong roots and wrong claims it caused.
    pub wrong: (u64, u64),
    /// The smallest counterexample found, in words.
    pub counterexample: Option<String>,
}

/// Everything a campaign found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// One row per set and mode.
    pub rows: Vec<Row>,
    /// One line per mutation, if asked for.
    pub mutants: Vec<Mutant>,
    /// The smallest counterexample to the exact mode.
    pub counterexample: Option<String>,
    /// Processor time per node of plain and exact, by set of shogi.
    pub times: Vec<(String, [f64; 2])>,
    /// Collisions counted on the endgames.
    pub collisions: Vec<CollisionRow>,
    /// The index schemes compared.
    pub indexes: Vec<IndexRow>,
}

impl Report {
    /// Whether the exact mode made no error and every mutation was caught.
    pub fn passed(&self) -> bool {
        self.counterexample.is_none()
            && self
                .rows
                .iter()
                .filter(|row| matches!(row.mode, Mode::Bare | Mode::Exact))
                .all(|row| row.verdict.wrong_roots == 0 && row.verdict.wrong_claims == 0)
            && self.mutants.iter().all(|mutant| mutant.wrong.0 + mutant.wrong.1 > 0)
    }

    /// Wrong roots and wrong claims of the exact mode.
    pub fn wrong(&self) -> u64 {
        let exact = self.rows.iter().filter(|row| row.mode == Mode::Exact);
        exact.map(|row| row.verdict.wrong_roots + row.verdict.wrong_claims).sum()
    }

    /// Claims of the exact mode that were compared.
    pub fn claims(&self) -> u64 {
        let exact = self.rows.iter().filter(|row| row.mode == Mode::Exact);
        exact.map(|row| row.verdict.claims).sum()
    }
}

struct Runner<'a> {
    options: &'a CampaignOptions,
    tell: &'a mut dyn FnMut(&Progress),
    progress: Progress,
}

impl Runner<'_> {
    fn step(&mut self, claims: u64) {
        self.progress.done += 1;
        self.progress.claims += claims;
        (self.tell)(&self.progress);
    }

    /// All modes on one family and rule.
    fn set(&mut self, family: Family, rule: Rule, report: &mut Report) {
        let mut sums: Vec<Verdict> = vec![Verdict::default(); Mode::ALL.len()];
        for number in 0..self.options.cases {
            for checks in CHECKS {
                let case = Case::random(family, rule, checks, self.options.seed.wrapping_add(number));
                // The exact mode needs whole trees; the others live on the values it leaves.
                let mut known = Known::default();
                let exact = case.run_knowing(Mode::Exact, None, &mut known);
                let claims = exact.claims;
                if exact.failure.is_some() && report.counterexample.is_none() {
                    report.counterexample =
                        shrink(&case, Mode::Exact, None).map(|(case, failure)| describe(&case, &failure));
                }
                for (sum, mode) in sums.iter_mut().zip(Mode::ALL) {
                    if mode == Mode::Exact {
                        sum.add(exact.clone());
                    } else {
                        sum.add(case.run_knowing(mode, None, &mut known));
                    }
                }
                self.step(claims);
            }
        }
        let bare = sums[0].counters.nodes.max(1) as f64;
        for (verdict, mode) in sums.into_iter().zip(Mode::ALL) {
            let nodes = verdict.counters.nodes as f64 / bare;
            report.rows.push(Row {
                set: format!("{}, {}", family.name(), rule.name()),
                mode,
                verdict,
                nodes,
                node_time: None,
                use_by_depth: Vec::new(),
                first_wrong: None,
            });
        }
    }

    fn mutant(&mut self, mutation: Mutation) -> Mutant {
        let mut sum = Verdict::default();
        let mut first: Option<(Case, usize)> = None;
        for family in Family::ALL {
            for rule in RULES {
                for number in 0..self.options.mutation_cases {
                    for checks in CHECKS {
                        let case = Case::random(family, rule, checks, self.options.seed.wrapping_add(number));
                        let verdict = case.run(Mode::Exact, Some(mutation));
                        let size = case.graph.nodes().len();
                        if verdict.failure.is_some() && first.as_ref().is_none_or(|(_, least)| size < *least)
                        {
                            first = Some((case, size));
                        }
                        sum.add(verdict);
                    }
                }
                self.step(0);
            }
        }
        let shrunk = first.and_then(|(case, _)| shrink(&case, Mode::Exact, Some(mutation)));
        Mutant {
            mutation,
            wrong: (sum.wrong_roots, sum.wrong_claims),
            counterexample: shrunk.map(|(case, failure)| describe(&case, &failure)),
        }
    }

    /// All modes on lines of shogi.
    fn shogi(
        &mut self,
        name: &str,
        lines: &[ShogiLine],
        set: ShogiSet,
        report: &mut Report,
    ) -> Result<(), CampaignError> {
        let mut claims = 0;
        let sums = set.run(lines, &Mode::ALL, &mut |sums| {
            let so_far: u64 = sums.iter().map(|sum| sum.verdict.claims).sum();
            self.step(so_far - claims);
            claims = so_far;
        })?;
        let bare = sums[0].verdict.counters.nodes.max(1) as f64;
        if self.options.time_rounds > 0 {
            let times = set.node_times(lines, [Mode::Plain, Mode::Exact], self.options.time_rounds)?;
            report.times.push((format!("{name}, {}, depth {}", set.rule.name(), set.depth), times));
        }
        for (sum, mode) in sums.into_iter().zip(Mode::ALL) {
            let nodes = sum.verdict.counters.nodes as f64;
            if mode == Mode::Exact
                && let Some(text) = &sum.first_wrong
            {
                report.counterexample.get_or_insert_with(|| text.clone());
            }
            report.rows.push(Row {
                set: format!("{name}, {}, depth {}", set.rule.name(), set.depth),
                mode,
                verdict: sum.verdict,
                nodes: nodes / bare,
                node_time: Some(sum.time.as_nanos() as f64 / nodes.max(1.0)),
                use_by_depth: sum.by_depth.iter().map(Counters::cut_rate).collect(),
                first_wrong: sum.first_wrong,
            });
        }
        Ok(())
    }
}

/// Why a campaign could not run.
#[derive(Debug, Error)]
pub enum CampaignError {
    /// A bundled game is not readable.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A table could not be made.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Runs the campaign; `tell` hears of every step.
///
/// # Errors
/// If a table of the size asked for cannot be made.
pub fn run(options: &CampaignOptions, tell: &mut dyn FnMut(&Progress)) -> Result<Report, CampaignError> {
    let sets = (Family::ALL.len() * RULES.len()) as u64;
    let mutants = if options.mutate { sets * Mutation::ALL.len() as u64 } else { 0 };
    let mut random = Random::new(options.seed);
    let endgames = bundled::endgame_lines(options.endgames, options.roots, &mut random)?;
    let goldens = if options.game_depth > 0 { bundled::golden_lines(options.roots)? } else { Vec::new() };
    let games: Vec<ShogiLine> = options
        .games
        .iter()
        .filter_map(|line| bundled::until_repetition(line.clone(), options.roots))
        .collect();
    let lines = 2 * (endgames.len() + goldens.len() + games.len()) as u64;
    let total = sets * CHECKS.len() as u64 * options.cases + mutants + lines;
    let progress = Progress { stage: "synthetic games", done: 0, total, claims: 0 };
    let mut runner = Runner { options, tell, progress };
    let mut report = Report::default();
    if options.cases > 0 {
        for family in Family::ALL {
            for rule in RULES {
                runner.set(family, rule, &mut report);
            }
        }
    }
    if options.mutate {
        runner.progress.stage = "mutations";
        for mutation in Mutation::ALL {
            let mutant = runner.mutant(mutation);
            report.mutants.push(mutant);
        }
    }
    runner.progress.stage = "shogi";
    let set = |rule, depth| ShogiSet {
        rule,
        depth,
        pvs: true,
        table_bytes: options.table_bytes,
        sample: options.sample,
    };
    for rule in [Rule::ENGINE, Rule::FOURFOLD] {
        for (name, lines, depth) in [
            ("endgames", &endgames, options.endgame_depth),
            ("golden games", &goldens, options.game_depth),
            ("real games", &games, options.game_depth),
        ] {
            if !lines.is_empty() && depth > 0 {
                runner.shogi(name, lines, set(rule, depth), &mut report)?;
            }
        }
    }
    if options.index_keys > 0 {
        let depth = options.endgame_depth.min(5);
        report.collisions = collision_report(&endgames, depth, options.index_keys as u64 / 64)?;
        report.indexes = index_report(options.index_keys, options.seed);
    }
    Ok(report)
}
