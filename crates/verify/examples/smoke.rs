//! Scratch.
use game::synthetic::Family;
use verify::{case::RULES, Case, Mode, Mutation, Verdict};
fn main() {
    let n: u64 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(100);
    let which = std::env::args().nth(2).unwrap_or_default();
    let sum = |mode: Mode, mutation: Option<Mutation>, fam: Family, rule, stop: bool| {
        let start = std::time::Instant::now();
        let mut t = Verdict::default();
        for seed in 0..n {
            for checks in [0, 25, 60] {
                let case = Case::random(fam, rule, checks, seed);
                assert!(case.is_valid());
                let v = case.run(mode, mutation);
                t.roots += v.roots; t.wrong_roots += v.wrong_roots; t.claims += v.claims; t.wrong_claims += v.wrong_claims; t.skipped += v.skipped; t.counters += v.counters;
                if t.failure.is_none() { t.failure = v.failure; }
                if stop && t.failure.is_some() { break; }
            }
        }
        (t, start.elapsed())
    };
    if which == "mutate" {
        for m in Mutation::ALL { print!("{:24}", m.name());
            for fam in Family::ALL { for rule in RULES {
                let (t, _) = sum(Mode::Exact, Some(m), fam, rule, false);
                print!(" {}/{}", t.wrong_roots, t.wrong_claims);
            } print!(" |"); } println!(); }
        return;
    }
    for fam in Family::ALL { for rule in RULES {
        let (bare, _) = sum(Mode::Bare, None, fam, rule, false);
        for mode in Mode::ALL {
            let (t, e) = sum(mode, None, fam, rule, false);
            println!("{:12} {:10} {:22} roots {} wrong {} ({:.2}%) claims {} wrong {} nodes {:.3} cuts {:.1}% open {:.1}% taint {:.1}% skip {} {:?}", fam.name(), format!("{rule:?}"), mode.name(), t.roots, t.wrong_roots, 100.0*t.wrong_roots as f64/t.roots as f64, t.claims, t.wrong_claims, t.counters.nodes as f64/bare.counters.nodes as f64, 100.0*t.counters.cut_rate(), 100.0*t.counters.open as f64/t.counters.stores.max(1) as f64, 100.0*t.counters.tainted as f64/t.counters.stores.max(1) as f64, t.skipped, e);
            if mode==Mode::Exact && t.failure.is_some() { println!("{:?}", t.failure); }
        }
    } }
}
