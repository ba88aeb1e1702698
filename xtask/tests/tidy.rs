//! `cargo xtask tidy` as its users run it: on this workspace, and on a small one that breaks the rules.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn tidy(folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("tidy")
        .current_dir(folder)
        .env_remove("CARGO_MANIFEST_DIR")
        .output()
        .expect("the xtask binary starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn this_workspace_is_tidy() {
    let output = tidy(Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn every_broken_rule_is_told_with_its_place() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("untidy");
    let write = |path: &str, content: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    };
    let package = |name: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n")
    };
    write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"crates/*\"]\n");
    write("README.md", &"line\n".repeat(121));
    write(
        "crates/game/Cargo.toml",
        &(package("yomikiri-game") + "rsshogi = \"1\"\nyomikiri-usi = { path = \"../usi\" }\n"),
    );
    write("crates/game/src/lib.rs", "//! A game.\n\nfn f() {\n    println!();\n}\n");
    write("crates/game/tests/rules.rs", "//! Its tests may print.\n\nfn f() {\n    println!();\n}\n");
    write("crates/usi/Cargo.toml", &(package("yomikiri-usi") + "timely = \"0.1\"\n"));
    write("crates/usi/src/lib.rs", "//! Messages.\n#![forbid(unsafe_code)]\n\n#[cfg(test)]\nmod tests;\n");
    write("crates/usi/src/tests.rs", "//! Tests in a file of their own.\n\nfn f() {\n    println!();\n}\n");
    write("crates/shogi/Cargo.toml", &package("yomikiri-shogi"));
    write("crates/shogi/src/lib.rs", "// Not its description.\nfn f() {\n    unsafe { g() }\n}\n");
    write("crates/shogi/src/util.rs", &("//! Too long.\n".to_owned() + &"\n".repeat(900)));
    write("crates/new/Cargo.toml", &package("yomikiri-new"));
    write("crates/new/src/lib.rs", "//! No layer yet.\n#![forbid(unsafe_code)]\n");

    let output = tidy(&root);
    let findings = text(&output.stdout);
    let places: Vec<_> =
        findings.lines().filter_map(|line| line.split_once(": ")).map(|(place, _)| place).collect();
    let expected = [
        "README.md:121",
        "crates/game/Cargo.toml:7",
        "crates/game/Cargo.toml:8",
        "crates/game/src/lib.rs:1",
        "crates/game/src/lib.rs:4",
        "crates/new/Cargo.toml:1",
        "crates/shogi/src/lib.rs:1",
        "crates/shogi/src/lib.rs:3",
        "crates/shogi/src/util.rs:1",
        "crates/shogi/src/util.rs:901",
        "crates/usi/Cargo.toml:7",
        "tidy",
    ];
    assert_eq!(places, expected, "{findings}{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
}
