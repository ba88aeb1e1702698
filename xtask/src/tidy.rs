//! `cargo xtask tidy`: the house rules, each finding printed as `file:line: message`.

mod arrows;
mod files;
mod layers;
mod scan;
mod source;

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use cargo_metadata::{Metadata, MetadataCommand, Package, TargetKind};

use files::SourceFile;

/// One broken rule, at one place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    /// Path relative to the workspace root.
    file: PathBuf,
    /// Counted from 1.
    line: usize,
    message: String,
}

impl Finding {
    fn new(file: impl Into<PathBuf>, line: usize, message: impl Into<String>) -> Self {
        Self { file: file.into(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.message)
    }
}

/// Checks the workspace that the current directory lies in.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let metadata = MetadataCommand::new()
        .no_deps()
        .exec()
        .context("tidy needs to be run inside the workspace: `cargo metadata` failed")?;
    let root = metadata.workspace_root.as_std_path();
    let mut findings = Vec::new();
    for package in metadata.workspace_packages() {
        findings.extend(arrows::check(root, package)?);
    }
    let sources = check_sources(&metadata, &mut findings)?;
    findings.extend(files::check_sizes(&sources));
    findings.extend(files::check_readme(root)?);

    findings.sort();
    for finding in &findings {
        println!("{finding}");
    }
    let median = files::median_lines(&sources);
    println!("tidy: {} files, median {median} lines, {} findings", sources.len(), findings.len());
    Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Reads every source file of every package once, appends what is wrong inside it, and returns the files' sizes.
fn check_sources(metadata: &Metadata, findings: &mut Vec<Finding>) -> anyhow::Result<Vec<SourceFile>> {
    let root = metadata.workspace_root.as_std_path();
    let mut sources = Vec::new();
    for package in metadata.workspace_packages() {
        let folder = package.manifest_path.as_std_path().parent().context("a manifest without a folder")?;
        let mut test_only = BTreeSet::new();
        let mut scans = Vec::new();
        for path in files::rust_files(folder)? {
            let text =
                std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
            let relative = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
            sources.push(SourceFile { path: relative.clone(), lines: text.lines().count() });
            findings.extend(files::check_name(&relative));
            findings.extend(files::check_first_line(&relative, &text));
            match scan::scan(&text) {
                Ok(scan) => {
                    test_only
                        .extend(scan.test_modules.iter().map(|module| files::module_path(&path, module)));
                    scans.push((path, relative, scan));
                }
                Err(error) => findings.push(Finding::new(relative, error.line, error.message)),
            }
        }
        for (path, relative, scan) in &scans {
            let policy = policy(package, folder, path, test_only.contains(path));
            findings.extend(source::check(relative, scan, policy));
        }
    }
    Ok(sources)
}

/// What the file at `path` may do, by the package that it belongs to and its place there.
fn policy(package: &Package, folder: &Path, path: &Path, test_only: bool) -> source::Policy {
    let name = layers::short_name(&package.name);
    let may_use_unsafe = layers::MAY_USE_UNSAFE.contains(&name);
    let prints = layers::layer(name).is_none_or(|layer| layer >= layers::FIRST_PRINTING);
    let in_sources = path.strip_prefix(folder).is_ok_and(|path| path.starts_with("src"));
    let is_root = package.targets.iter().any(|target| {
        let is_shipped = target.kind.iter().any(|kind| matches!(kind, TargetKind::Lib | TargetKind::Bin));
        is_shipped && target.src_path.as_std_path() == path
    });
    source::Policy {
        may_use_unsafe,
        // Tests, benches, examples and build scripts talk to whoever runs them.
        may_print: prints || !in_sources || test_only,
        must_forbid_unsafe: is_root && !may_use_unsafe,
    }
}
