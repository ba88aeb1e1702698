//! The short campaign: no wrong root and no wrong claim, and every built-in error is caught.

use game::Rule;
use game::synthetic::Family;
use verify::{CampaignOptions, Case, Mode, Mutation, run};

#[test]
fn the_exact_mode_equals_brute_force() {
    let report = run(&CampaignOptions::quick(), &mut |_| ()).expect("small tables");
    assert!(report.passed(), "{report}");
    assert!(report.claims() > 250_000, "only {} claims", report.claims());
}

#[test]
fn every_mutation_is_caught() {
    let options = CampaignOptions {
        cases: 0,
        mutate: true,
        endgames: 0,
        game_depth: 0,
        index_keys: 0,
        ..CampaignOptions::quick()
    };
    let report = run(&options, &mut |_| ()).expect("small tables");
    for mutant in &report.mutants {
        assert!(mutant.wrong.0 + mutant.wrong.1 > 0, "{mutant}");
        assert!(mutant.counterexample.is_some(), "{mutant}");
    }
    assert_eq!(report.mutants.len(), Mutation::ALL.len());
}

#[test]
fn the_campaign_sees_that_the_unsound_modes_are_unsound() {
    for mode in [Mode::Plain, Mode::Source, Mode::SourceLetter] {
        let wrong: u64 = (0..60)
            .flat_map(|seed| [25, 60].map(|checks| Case::random(Family::Digraph, Rule::ENGINE, checks, seed)))
            .map(|case| case.run(mode, None).wrong_roots)
            .sum();
        assert!(wrong > 0, "{mode:?}");
    }
}
