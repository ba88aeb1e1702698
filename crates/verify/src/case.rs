//! One verification case: a game on a graph, a line of play, and searches at the end of it, compared with brute force.

use std::collections::HashMap;
use std::sync::Arc;

use game::random::Random;
use game::reference::{Facts, Tree};
use game::rule::DrawValue;
use game::synthetic::{Family, Graph, GraphGame};
use game::value::INFINITY;
use game::{Game, History, Rule, Value};
use table::{Index, Options, Table};

use crate::counters::Counters;
use crate::mode::{Mode, Mutation};
use crate::searcher::{Bounds, Searcher, Setup, WrongClaim};

/// The windows a root is searched with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WindowKind {
    /// The full window.
    Full,
    /// A null window at or beside the value.
    Null,
    /// Any window.
    Random,
}

/// Everything that determines one run.
#[derive(Clone, Debug)]
pub struct Case {
    /// The positions and moves.
    pub graph: Arc<Graph>,
    /// The line of play from the start of the game.
    pub line: Vec<u16>,
    /// The first index of the line at which to search; later ones reuse the table.
    pub first_root: usize,
    /// Searches go from depth 1 to this one.
    pub depth: u32,
    /// The repetition rule.
    pub rule: Rule,
    /// Worth of a draw to side 0.
    pub draw: Value,
    /// The windows.
    pub windows: WindowKind,
    /// Principal variation search.
    pub pvs: bool,
    /// Size of the table.
    pub table_bytes: u64,
    /// Its index scheme.
    pub index: Index,
    /// The largest reference tree; deeper searches are left out.
    pub most_nodes: usize,
    /// Whether closed claims are compared with the empty-history value as well.
    pub facts: bool,
    /// Seed of the windows.
    pub seed: u64,
    /// [`Setup::loosen`].
    pub loosen: u32,
}

/// Values of roots by index in the line and depth, by brute force.
#[derive(Clone, Debug, Default)]
pub struct Known(HashMap<(usize, u32), Value>);

/// What went wrong first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Index of the root in the line.
    pub root: usize,
    /// Depth of the search.
    pub depth: u32,
    /// Its window.
    pub window: (Value, Value),
    /// The value by brute force.
    pub value: Value,
    /// Lower and upper bound the search returned.
    pub returned: (Option<Value>, Option<Value>),
    /// The claim inside the tree, if it was one.
    pub claim: Option<WrongClaim>,
}

/// The result of a case.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// Searches compared.
    pub roots: u64,
    /// Searches whose answer brute force contradicts.
    pub wrong_roots: u64,
    /// Claims compared.
    pub claims: u64,
    /// Claims contradicted.
    pub wrong_claims: u64,
    /// Searches left out because the reference tree is too large.
    pub skipped: u64,
    /// What the searches counted.
    pub counters: Counters,
    /// The first failure.
    pub failure: Option<Failure>,
}

impl Verdict {
    /// Adds another result; the first failure stays.
    pub fn add(&mut self, other: Self) {
        self.roots += other.roots;
        self.wrong_roots += other.wrong_roots;
        self.claims += other.claims;
        self.wrong_claims += other.wrong_claims;
        self.skipped += other.skipped;
        self.counters += other.counters;
        self.failure = self.failure.take().or(other.failure);
    }
}

/// The rules every campaign covers.
pub const RULES: [Rule; 4] = [Rule::Fold(2), Rule::Fold(3), Rule::FOURFOLD, Rule::ENGINE];

impl Case {
    /// A random case of a family under a rule, with checks in `checks` percent of the positions.
    pub fn random(family: Family, rule: Rule, checks: u32, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let graph = Arc::new(family.generate(&mut random, checks));
        let (line, first_root) = random_line(&mut random, &graph, rule);
        Self {
            line,
            first_root,
            depth: 6 + random.below(8) as u32,
            most_nodes: random.pick(&[3_000, 20_000, 100_000, 100_000]),
            rule,
            draw: if random.percent(25) { random.between(-4, 4) } else { 0 },
            windows: random.pick(&[WindowKind::Full, WindowKind::Null, WindowKind::Random]),
            pvs: random.percent(50),
            // A quarter of the tables holds 64 entries: 56 in one half, 8 in the other.
            table_bytes: if random.percent(25) { 64 * 32 } else { 1 << 20 },
            index: random.pick(&Index::ALL),
            facts: random.percent(25),
            seed: random.word(),
            loosen: if random.percent(25) { 3 } else { 0 },
            graph,
        }
    }

    /// Whether the line is one of legal moves that no repetition ends.
    pub fn is_valid(&self) -> bool {
        let nodes = self.graph.nodes();
        let legal = self.line.windows(2).all(|pair| nodes[usize::from(pair[0])].edges.contains(&pair[1]));
        let most = self.rule.fold();
        let count = |node| self.line.iter().filter(|&&at| at == node).count();
        legal
            && self.first_root < self.line.len()
            && self.line.iter().all(|&at| count(at) < usize::from(most))
    }

    /// Searches every root of the line in turn with one table, and compares.
    pub fn run(&self, mode: Mode, mutation: Option<Mutation>) -> Verdict {
        self.run_knowing(mode, mutation, &mut Known::default())
    }

    /// As [`Case::run`], with the values of the roots that an earlier run of the same case has left in `known`.
    pub fn run_knowing(&self, mode: Mode, mutation: Option<Mutation>, known: &mut Known) -> Verdict {
        let options = Options { bytes: self.table_bytes, index: self.index, twin_sixteenths: 2 };
        let table = Table::new(options).expect("campaign tables are small and not empty");
        let mut setup = Setup::new(self.rule, mode);
        setup.draw = DrawValue { first: self.draw };
        setup.mutation = mutation;
        setup.pvs = self.pvs;
        setup.loosen = self.loosen;
        let mut random = Random::new(self.seed);
        let mut verdict = Verdict::default();
        let mut game = GraphGame::new(Arc::clone(&self.graph), self.line[0]);
        let mut history = History::start(&game);
        for (index, &node) in self.line.iter().enumerate() {
            if index > 0 {
                game.play(node);
                history.push_game(&game);
            }
            if index < self.first_root {
                continue;
            }
            table.new_search();
            let mut searcher = Searcher::new(game.clone(), history.clone(), &table, setup);
            searcher.history.root_here();
            if self.facts && mode == Mode::Exact {
                searcher.watch.facts = Some(Facts::new(self.rule, setup.draw));
            }
            self.deepen(&mut searcher, index, &mut random, known, &mut verdict);
            verdict.counters += searcher.counters;
            verdict.claims += searcher.watch.claims;
            verdict.wrong_claims += searcher.watch.wrong;
        }
        verdict
    }

    fn deepen(
        &self,
        searcher: &mut Searcher<GraphGame>,
        root: usize,
        random: &mut Random,
        known: &mut Known,
        verdict: &mut Verdict,
    ) {
        let setup = searcher.setup;
        for depth in 1..=self.depth {
            // Claims of the unsound modes are not worth comparing: their roots are.
            let claims = setup.mode == Mode::Exact;
            let remembered = known.0.get(&(root, depth)).copied().filter(|_| !claims);
            let reference = remembered.map(|value| (value, None)).or_else(|| {
                let tree = self.tree(searcher, depth)?;
                let value = tree.node(Tree::ROOT).value;
                known.0.insert((root, depth), value);
                Some((value, Some(tree)))
            });
            let Some((value, tree)) = reference else {
                verdict.skipped += 1;
                break;
            };
            let window = self.window(value, random);
            searcher.watch.tree = tree.filter(|_| claims);
            let bounds = searcher.search(depth, window.0, window.1);
            verdict.roots += 1;
            let wrong = !answers(&bounds, window, value);
            verdict.wrong_roots += u64::from(wrong);
            if verdict.failure.is_none() && (wrong || searcher.watch.first_wrong.is_some()) {
                verdict.failure = Some(Failure {
                    root,
                    depth,
                    window,
                    value,
                    returned: (bounds.lower.map(|claim| claim.value), bounds.upper.map(|claim| claim.value)),
                    claim: searcher.watch.first_wrong.clone(),
                });
            }
        }
        searcher.watch.tree = None;
    }

    fn tree(&self, searcher: &mut Searcher<GraphGame>, depth: u32) -> Option<Tree> {
        let (rule, draw) = (searcher.setup.rule, searcher.setup.draw);
        Tree::build(&mut searcher.game, &mut searcher.history, rule, draw, depth, self.most_nodes)
    }

    fn window(&self, value: Value, random: &mut Random) -> (Value, Value) {
        match self.windows {
            WindowKind::Full => (-INFINITY, INFINITY),
            WindowKind::Null => {
                let low = (value + random.between(-2, 1)).clamp(-INFINITY, INFINITY - 1);
                (low, low + 1)
            }
            WindowKind::Random => {
                let low = random.between(-40, 40);
                (low, low + random.between(1, 40))
            }
        }
    }
}

/// Whether bounds answer the question of the window, and truly.
fn answers(bounds: &Bounds, (alpha, beta): (Value, Value), value: Value) -> bool {
    let low = bounds.lower.map(|claim| claim.value);
    let high = bounds.upper.map(|claim| claim.value);
    let decided = low.is_some_and(|low| low >= beta)
        || high.is_some_and(|high| high <= alpha)
        || low.is_some() && low == high;
    decided && low.is_none_or(|low| value >= low) && high.is_none_or(|high| value <= high)
}

fn random_line(random: &mut Random, graph: &Graph, rule: Rule) -> (Vec<u16>, usize) {
    let movable: Vec<u16> = (0..graph.nodes().len() as u16)
        .filter(|&node| !graph.nodes()[usize::from(node)].edges.is_empty())
        .collect();
    let start = if movable.is_empty() { 0 } else { random.pick(&movable) };
    let mut line = vec![start];
    let wanted = random.below(16) + 1;
    let searches = 1 + random.below(4);
    while line.len() < wanted + searches {
        let at = line[line.len() - 1];
        let count = |node: u16| line.iter().filter(|&&seen| seen == node).count();
        let allowed: Vec<u16> = graph.nodes()[usize::from(at)]
            .edges
            .iter()
            .copied()
            .filter(|&to| count(to) + 1 < usize::from(rule.fold()))
            .collect();
        if allowed.is_empty() {
            break;
        }
        // Real games that matter here walk in circles.
        let known: Vec<u16> = allowed.iter().copied().filter(|&to| count(to) > 0).collect();
        let circle = !known.is_empty() && random.percent(70);
        line.push(random.pick(if circle { &known } else { &allowed }));
    }
    let first_root = line.len().saturating_sub(searches);
    (line, first_root)
}
