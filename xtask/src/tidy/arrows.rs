//! Dependencies: arrows between our crates go down, peers stay in tests, confined libraries stay at home.

use std::path::Path;

use anyhow::Context;
use cargo_metadata::{Dependency, DependencyKind, Package};

use super::Finding;
use super::layers::{self, CONFINED, PEERS, SIDEWAYS};

/// Checks every dependency that the package's manifest names.
pub(super) fn check(root: &Path, package: &Package) -> anyhow::Result<Vec<Finding>> {
    let path = package.manifest_path.as_std_path();
    let manifest = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let relative = path.strip_prefix(root).unwrap_or(path);
    let name = layers::short_name(&package.name);
    let mut findings = Vec::new();
    if layers::layer(name).is_none() {
        let message = format!("crate {name} has no layer: give it one in xtask/src/tidy/layers.rs");
        findings.push(Finding::new(relative, 1, message));
    }
    for dependency in &package.dependencies {
        let line = line_of_dependency(&manifest, dependency);
        findings.extend(
            complaints(name, &dependency.name, dependency.kind)
                .into_iter()
                .map(|message| Finding::new(relative, line, message)),
        );
    }
    Ok(findings)
}

/// What is wrong about crate `from` (a short name) depending on package `to`.
fn complaints(from: &str, to: &str, kind: DependencyKind) -> Vec<String> {
    let mut complaints = Vec::new();
    if PEERS.contains(&to) && kind != DependencyKind::Development {
        complaints.push(format!("{to} is a peer: it may only be a dev-dependency"));
    }
    for (library, owner) in CONFINED {
        if is_part_of(to, library) && from != *owner {
            complaints.push(format!("{to} may only be used by crate {owner}, not by {from}"));
        }
    }
    let target = layers::short_name(to);
    if let (Some(upper), Some(lower)) = (layers::layer(from), layers::layer(target))
        && upper <= lower
        && !(upper == lower && SIDEWAYS.iter().any(|arrow| (arrow.0, arrow.1) == (from, target)))
    {
        complaints.push(format!(
            "{from} (layer {upper}) must not depend on {target} (layer {lower}): arrows go strictly down"
        ));
    }
    complaints
}

/// Is `package` the library itself or one of its own parts, as `timely_communication` is of `timely`?
fn is_part_of(package: &str, library: &str) -> bool {
    package.strip_prefix(library).is_some_and(|rest| rest.is_empty() || rest.starts_with(['_', '-']))
}

/// The manifest's line that names the dependency, or 1 where it is written in a way not foreseen here.
fn line_of_dependency(manifest: &str, dependency: &Dependency) -> usize {
    let name = dependency.rename.as_deref().unwrap_or(&dependency.name);
    let sections: &[&str] = match dependency.kind {
        DependencyKind::Development => &["dev-dependencies"],
        DependencyKind::Build => &["build-dependencies"],
        _ => &["dependencies"],
    };
    let mut in_section = false;
    for (index, line) in manifest.lines().map(str::trim).enumerate() {
        if let Some(header) = line.strip_prefix('[').and_then(|line| line.split(']').next()) {
            // `[target.'cfg(unix)'.dependencies]` ends like the plain section, `[dependencies.name]` is the entry.
            in_section = sections.iter().any(|section| header.rsplit('.').next() == Some(section));
            if sections.iter().any(|section| header.ends_with(&format!("{section}.{name}"))) {
                return index + 1;
            }
        } else if in_section && line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '=', '.']))
        {
            return index + 1;
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;
    use DependencyKind::{Build, Development, Normal};

    #[test]
    fn arrows_that_go_down_are_fine() {
        for (from, to) in [
            ("table", "yomikiri-game"),
            ("search", "yomikiri-shogi"),
            ("cli", "yomikiri-search"),
            ("xtask", "anyhow"),
        ] {
            assert_eq!(complaints(from, to, Normal), Vec::<String>::new(), "{from} -> {to}");
        }
    }

    #[test]
    fn arrows_up_or_sideways_are_found_in_every_kind_of_dependency() {
        for (from, to) in
            [("game", "yomikiri-shogi"), ("shogi", "yomikiri-game"), ("shogi", "yomikiri-search")]
        {
            for kind in [Normal, Build, Development] {
                let found = complaints(from, to, kind);
                assert_eq!(found.len(), 1, "{from} -> {to}: {found:?}");
                assert!(found[0].contains("strictly down"), "{found:?}");
            }
        }
    }

    #[test]
    fn peers_are_for_tests_only() {
        assert_eq!(complaints("shogi", "rsshogi", Development), Vec::<String>::new());
        for kind in [Normal, Build] {
            let found = complaints("shogi", "rsshogi", kind);
            assert!(found.len() == 1 && found[0].contains("peer"), "{found:?}");
        }
    }

    #[test]
    fn timely_and_its_parts_stay_in_exchange() {
        for library in ["timely", "timely_communication"] {
            assert_eq!(complaints("exchange", library, Normal), Vec::<String>::new());
            let found = complaints("retro", library, Development);
            assert!(found.len() == 1 && found[0].contains("exchange"), "{found:?}");
        }
        assert_eq!(complaints("retro", "timelyish", Normal), Vec::<String>::new());
    }

    fn dependency(name: &str, kind: &str) -> Dependency {
        let json = format!(
            r#"{{"name": "{name}", "source": null, "req": "*", "kind": {kind}, "rename": null, "optional": false,
                "uses_default_features": true, "features": [], "target": null, "registry": null, "path": null}}"#
        );
        cargo_metadata::MetadataCommand::parse(metadata_with(&json)).unwrap().packages[0].dependencies[0]
            .clone()
    }

    /// The least that `cargo metadata` prints: one package with one dependency.
    fn metadata_with(dependency: &str) -> String {
        format!(
            r#"{{"packages": [{{"name": "yomikiri-retro", "version": "0.1.0", "id": "a", "dependencies": [{dependency}],
                "targets": [], "features": {{}}, "manifest_path": "/w/crates/retro/Cargo.toml"}}],
                "workspace_members": ["a"], "resolve": null, "target_directory": "/w/target", "version": 1,
                "workspace_root": "/w"}}"#
        )
    }

    #[test]
    fn a_dependency_is_found_in_its_own_section() {
        let manifest = "[package]\nname = \"x\"\n\n[dependencies]\nserde = \"1\"\n\n[dev-dependencies]\n\
                        timely = \"0.1\"\n[dependencies.rayon]\nversion = \"1\"\n[target.'cfg(unix)'.dependencies]\n\
                        timely.workspace = true\n";
        assert_eq!(line_of_dependency(manifest, &dependency("timely", "\"dev\"")), 8);
        assert_eq!(line_of_dependency(manifest, &dependency("timely", "null")), 12);
        assert_eq!(line_of_dependency(manifest, &dependency("rayon", "null")), 9);
        assert_eq!(line_of_dependency(manifest, &dependency("serde", "null")), 5);
        assert_eq!(line_of_dependency(manifest, &dependency("clap", "null")), 1);
    }
}
