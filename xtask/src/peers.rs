//! `cargo xtask peers`: the bench `peers` of the shogi crate, built twice, run in turn and summed up in ratios.

mod figures;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, bail, ensure};
use cargo_metadata::{Message, MetadataCommand};

use figures::{Figures, POSITIONS};

/// Our default build, then the one for the processor that it runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Build {
    Default,
    Native,
}

impl Build {
    const ALL: [Self; 2] = [Self::Default, Self::Native];
}

/// Builds, measures `rounds` times, prints tables and means.
pub(crate) fn run(rounds: usize) -> anyhow::Result<ExitCode> {
    let metadata = MetadataCommand::new().no_deps().exec().context("peers runs inside the workspace")?;
    let target = metadata.target_directory.as_std_path();
    let mut programs = Vec::new();
    for build in Build::ALL {
        eprintln!("building the {build:?} variant");
        programs.push((build, build_bench(build, target)?));
    }
    let mut figures = Figures::default();
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        // The builds take turns position by position: whatever else the machine does hits both alike.
        for position in POSITIONS.iter().chain(&["clone"]) {
            for (build, program) in &programs {
                figures.add(*build, &measure(program, position)?)?;
            }
        }
    }
    print!("{}", figures.report()?);
    Ok(ExitCode::SUCCESS)
}

/// Builds the bench and returns its program. The native variant has a target folder of its own, so that neither build
/// throws away the other's.
fn build_bench(build: Build, target: &Path) -> anyhow::Result<PathBuf> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["bench", "--package", "yomikiri-shogi", "--bench", "peers", "--no-run"])
        .args(["--message-format", "json-render-diagnostics"])
        .stderr(Stdio::inherit());
    match build {
        // What the user's environment asks for must not leak into the default build.
        Build::Default => cargo.env("RUSTFLAGS", "").args(["--target-dir".as_ref(), target.as_os_str()]),
        Build::Native => {
            let folder = target.join("native");
            cargo.env("RUSTFLAGS", "-C target-cpu=native").args(["--target-dir".as_ref(), folder.as_os_str()])
        }
    };
    let output = cargo.output().context("starting cargo")?;
    ensure!(output.status.success(), "building the bench failed");
    for message in Message::parse_stream(output.stdout.as_slice()) {
        let Message::CompilerArtifact(artifact) = message.context("reading cargo's messages")? else {
            continue;
        };
        if let Some(program) = artifact.executable.filter(|_| artifact.target.name == "peers") {
            return Ok(program.into_std_path_buf());
        }
    }
    bail!("cargo built no program for the bench `peers`")
}

fn measure(program: &Path, position: &str) -> anyhow::Result<String> {
    let output = Command::new(program)
        .arg(position)
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("starting {}", program.display()))?;
    ensure!(output.status.success(), "a count was wrong or the bench failed on {position}");
    String::from_utf8(output.stdout).context("the bench printed something that is not UTF-8")
}
