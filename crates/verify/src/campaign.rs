//! The whole campaign as one function with options and a report.

use game::synthetic::Family;

use crate::case::{Case, RULES, Verdict};
use crate::mode::{Mode, Mutation};
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
}

impl CampaignOptions {
    /// The full campaign: more than ten million claims.
    pub const fn full() -> Self {
        Self { seed: 1, cases: 3_000, mutate: false, mutation_cases: 60 }
    }

    /// The short version, under a minute.
    pub const fn quick() -> Self {
        Self { seed: 1, cases: 40, mutate: false, mutation_cases: 60 }
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
    fn set(&mut self, family: Family, rule: game::Rule, report: &mut Report) {
        let mut sums: Vec<Verdict> = vec![Verdict::default(); Mode::ALL.len()];
        for number in 0..self.options.cases {
            for checks in CHECKS {
                let case = Case::random(family, rule, checks, self.options.seed.wrapping_add(number));
                let mut claims = 0;
                for (sum, mode) in sums.iter_mut().zip(Mode::ALL) {
                    let verdict = case.run(mode, None);
                    if mode == Mode::Exact {
                        claims = verdict.claims;
                        if verdict.failure.is_some() && report.counterexample.is_none() {
                            report.counterexample =
                                shrink(&case, mode, None).map(|(case, failure)| describe(&case, &failure));
                        }
                    }
                    sum.add(verdict);
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
}

/// Runs the synthetic campaign; `tell` hears of every step.
pub fn run(options: &CampaignOptions, tell: &mut dyn FnMut(&Progress)) -> Report {
    let sets = (Family::ALL.len() * RULES.len()) as u64;
    let mutants = if options.mutate { sets * Mutation::ALL.len() as u64 } else { 0 };
    let total = sets * CHECKS.len() as u64 * options.cases + mutants;
    let progress = Progress { stage: "synthetic games", done: 0, total, claims: 0 };
    let mut runner = Runner { options, tell, progress };
    let mut report = Report::default();
    for family in Family::ALL {
        for rule in RULES {
            runner.set(family, rule, &mut report);
        }
    }
    if options.mutate {
        runner.progress.stage = "mutations";
        for mutation in Mutation::ALL {
            let mutant = runner.mutant(mutation);
            report.mutants.push(mutant);
        }
    }
    report
}
