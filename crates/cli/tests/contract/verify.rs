//! `yomikiri verify repetition`: exit codes, the report, and games that are not readable.

use crate::program::run;

const SMALL: [&str; 12] = [
    "verify",
    "repetition",
    "--quick",
    "--endgames",
    "0",
    "--game-depth",
    "0",
    "--index-keys",
    "0",
    "--time-rounds",
    "0",
    "--cases",
];

#[test]
fn a_clean_campaign_ends_well_and_says_how_much_it_compared() {
    let (code, out, error) = run(&[&SMALL[..], &["2"]].concat());
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("claims of the exact mode compared, 0 wrong"), "{out}");
    for mode in ["no table", "plain", "source", "exact", "practical"] {
        assert!(
            out.contains(&format!("tokens, ENGINE                   {mode:<22}")),
            "{mode} is missing:\n{out}"
        );
    }
}

#[test]
fn a_mutation_that_survives_is_a_failed_verification() {
    // Not a single case: nothing can be caught.
    let (code, out, error) = run(&[&SMALL[..], &["0", "--mutate", "--mutation-cases", "0"]].concat());
    assert_eq!(code, 3, "{out}{error}");
    assert!(out.contains("SURVIVED"), "{out}");
}

#[test]
fn an_illegal_game_is_named_by_file_line_and_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.tsv");
    std::fs::write(&path, "id\tmoves\na\t7g7f 3c3d\nb\t7g7f 7g7f\n").expect("written");
    let path = path.to_str().expect("UTF-8");
    let (code, _, error) = run(&[&SMALL[..], &["0", "--games", path]].concat());
    assert_eq!(code, 2, "{error}");
    assert!(error.contains("games.tsv:3: move 2 `7g7f`: expected a legal move"), "{error}");
}
