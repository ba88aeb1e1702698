//! The page of `yomikiri serve` in a real browser, where there are node, Chromium and what `npm ci` installs; told where not.

use std::path::Path;
use std::process::Command;

/// Scenes that show that every page works with this program; `npm test` has all of them.
const SCENES: [&str; 5] = ["record", "broken", "mate", "walk", "language"];

#[test]
fn the_page_works_in_a_browser() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../serve/browser");
    let browser = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
    let node = Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    let missing = [
        (!node, "node"),
        (!Path::new(&browser).is_file(), "chromium (or CHROMIUM)"),
        (!folder.join("node_modules/playwright-core").is_dir(), "npm ci in crates/serve/browser"),
    ];
    let missing: Vec<_> = missing.iter().filter(|(missing, _)| *missing).map(|(_, what)| *what).collect();
    if !missing.is_empty() {
        println!("not run: {} missing", missing.join(", "));
        return;
    }
    let mut run = Command::new("node");
    run.arg("run.mjs").args(SCENES).current_dir(&folder).env("YOMIKIRI", env!("CARGO_BIN_EXE_yomikiri"));
    // No scene of these looks at a learning run: an empty folder spares the time to make one.
    let runs = tempfile::tempdir().unwrap();
    let output = run.env("RUNS", runs.path()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("5 of 5 scenes passed"), "{told}");
}
