//! `yomikiri bench`: the parts of the slides' search by name, and refusals.

use crate::program::run;

#[test]
fn parts_of_the_slides_search_are_left_out_by_name() {
    let nodes = |without: &[&str]| {
        let slides = ["bench", "--search", "slides", "--depth", "2", "--hash", "1"];
        let (code, told, errors) = run(&[&slides, without].concat());
        assert_eq!(code, 0, "{errors}");
        told.lines()
            .last()
            .and_then(|line| line.strip_prefix("Bench: ")?.parse::<u64>().ok())
            .expect("a signature")
    };
    let whole = nodes(&[]);
    assert_eq!(whole, nodes(&[]));
    assert!(nodes(&["--without", "null-move,futility"]) > whole);
}

#[test]
fn what_belongs_to_another_search_is_bad_input() {
    for (arguments, says) in [
        (&["--without", "pvs"][..], "--search slides"),
        (&["--figures"], "--search slides"),
        (&["--search", "slides", "--without", "beta-cut"], "quiescence"),
        (&["--search", "slides", "--without", "late-move-reductions"], "null-move"),
    ] {
        let (code, _, errors) = run(&[&["bench"][..], arguments].concat());
        assert!(code == 2 && errors.contains(says), "{arguments:?}: {code} {errors}");
    }
}
