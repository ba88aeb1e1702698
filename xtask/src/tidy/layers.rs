//! The layer table: which crates there are, how high each stands, and what only some of them may do.

/// The crates of the workspace from the ground up. A crate may depend on crates of lower layers only, so that no
/// two crates can come to need each other; what ties two crates of one layer together lives in a layer above.
///
/// `xtask` stands above everything: it is no part of the program.
const LAYERS: &[&[&str]] = &[
    &["shogi", "game"],
    &["record", "table", "eval", "usi", "doves", "dobutsu", "tablebase", "exchange"],
    &["search", "retro", "learn", "verify"],
    &["report", "serve", "cli"],
    &["xtask"],
];

/// Arrows within one layer that are allowed all the same: from, to, and the reason.
pub(super) const SIDEWAYS: &[(&str, &str, &str)] = &[
    ("cli", "report", "the program shows what report draws; report does not know the program"),
    ("cli", "serve", "the program starts the server; serve does not know the program"),
    ("serve", "report", "the server hands out what report draws; report does not know the server"),
];

/// Crates in which a measured gain pays for `unsafe`.
pub(super) const MAY_USE_UNSAFE: &[&str] = &["shogi", "table", "eval", "tablebase"];

/// The lowest layer that may write to standard output and standard error.
pub(super) const FIRST_PRINTING: usize = 3;

/// Other people's implementations of the same rules: what we measure and test against, never what we build on.
pub(super) const PEERS: &[&str] = &["rsshogi", "haitaka", "tokyodoves"];

/// Libraries that one crate alone may depend on, so that another can take their place: library, crate.
pub(super) const CONFINED: &[(&str, &str)] = &[("timely", "exchange")];

/// The crate's name in the table above: its package name without the common prefix.
pub(super) fn short_name(package: &str) -> &str {
    package.strip_prefix("yomikiri-").unwrap_or(package)
}

/// The layer of a crate by its short name, counted from the ground.
pub(super) fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|crates| crates.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_stands_once_in_the_table() {
        let mut names: Vec<_> = LAYERS.concat();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn the_other_tables_name_crates_of_the_layer_table() {
        for (from, to, reason) in SIDEWAYS {
            assert_eq!(layer(from), layer(to), "{from} -> {to} is not within one layer");
            assert!(layer(from).is_some(), "{from} has no layer");
            assert!(!reason.is_empty(), "{from} -> {to} has no reason");
        }
        for name in MAY_USE_UNSAFE.iter().chain(CONFINED.iter().map(|(_, owner)| owner)) {
            assert!(layer(name).is_some(), "{name} has no layer");
        }
    }

    #[test]
    fn packages_lose_the_common_prefix() {
        assert_eq!(short_name("yomikiri-shogi"), "shogi");
        assert_eq!(short_name("xtask"), "xtask");
        assert_eq!(layer("shogi"), Some(0));
        assert_eq!(layer("anyhow"), None);
    }
}
