//! Files as a whole: where they are, their names, their sizes, their first line, and the README's length.

use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::Finding;

/// Half of all files must be shorter than this.
const MEDIAN_LINES: usize = 180;
/// No file may be longer than this.
const MOST_LINES: usize = 900;
const MOST_README_LINES: usize = 120;

/// A source file's size.
#[derive(Debug, Clone)]
pub(super) struct SourceFile {
    /// Path relative to the workspace root.
    pub(super) path: PathBuf,
    pub(super) lines: usize,
}

/// All `.rs` files below a package's folder, build output and hidden folders left out, in a fixed order.
pub(super) fn rust_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("listing {}", folder.display()))? {
            let entry = entry.with_context(|| format!("listing {}", folder.display()))?;
            let name = entry.file_name();
            if entry.file_type()?.is_dir() {
                if name != "target" && !name.as_encoded_bytes().starts_with(b".") {
                    folders.push(entry.path());
                }
            } else if Path::new(&name).extension() == Some(OsStr::new("rs")) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The file that `mod name;` inside the file at `path` stands for.
pub(super) fn module_path(path: &Path, name: &str) -> PathBuf {
    let file = format!("{name}.rs");
    match path.file_stem().and_then(OsStr::to_str) {
        Some("lib" | "main") => path.with_file_name(file),
        _ => path.with_extension("").join(file),
    }
}

/// `foo.rs` and `foo/bar.rs`, not `foo/mod.rs`; and a name that says what is inside.
pub(super) fn check_name(path: &Path) -> Option<Finding> {
    if path.file_name() == Some(OsStr::new("mod.rs")) {
        let message = "name a module's file after the module (foo.rs beside foo/), not mod.rs";
        return Some(Finding::new(path, 1, message));
    }
    let says_nothing = |part: &OsStr| ["util", "utils"].iter().any(|name| part == *name);
    path.with_extension("")
        .iter()
        .any(says_nothing)
        .then(|| Finding::new(path, 1, "util says nothing: name the file after the one idea it holds"))
}

/// Every file begins by saying what it is.
pub(super) fn check_first_line(path: &Path, text: &str) -> Option<Finding> {
    let says_what = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("//!"))
        .is_some_and(|rest| !rest.trim().is_empty());
    (!says_what).then(|| Finding::new(path, 1, "the first line must be `//!` and say what the file is"))
}

/// The middle size; of an even number of files the upper of the two in the middle.
pub(super) fn median_lines(files: &[SourceFile]) -> usize {
    let mut sizes: Vec<_> = files.iter().map(|file| file.lines).collect();
    sizes.sort_unstable();
    sizes.get(sizes.len() / 2).copied().unwrap_or(0)
}

pub(super) fn check_sizes(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings: Vec<_> = files
        .iter()
        .filter(|file| file.lines > MOST_LINES)
        .map(|file| {
            let message = format!("{} lines: no file may have more than {MOST_LINES}", file.lines);
            Finding::new(&file.path, MOST_LINES + 1, message)
        })
        .collect();
    let median = median_lines(files);
    if median >= MEDIAN_LINES {
        let message =
            format!("the median of all source files is {median} lines: it must stay under {MEDIAN_LINES}");
        findings.push(Finding::new("crates", 1, message));
    }
    findings
}

pub(super) fn check_readme(root: &Path) -> anyhow::Result<Option<Finding>> {
    let path = root.join("README.md");
    match fs::read_to_string(&path) {
        Ok(text) => Ok(check_readme_text(&text)),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Ok(Some(Finding::new("README.md", 1, "the README is missing")))
        }
        Err(error) => Err(error).with_context(|| format!("reading {}", path.display())),
    }
}

fn check_readme_text(text: &str) -> Option<Finding> {
    let lines = text.lines().count();
    let message =
        format!("{lines} lines: a README may have {MOST_README_LINES}, the rest belongs into docs/");
    (lines > MOST_README_LINES).then(|| Finding::new("README.md", MOST_README_LINES + 1, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sized(lines: &[usize]) -> Vec<SourceFile> {
        lines.iter().map(|&lines| SourceFile { path: PathBuf::from(format!("{lines}.rs")), lines }).collect()
    }

    #[test]
    fn mod_rs_and_util_are_found_as_file_and_as_folder() {
        for bad in [
            "crates/a/src/b/mod.rs",
            "crates/a/src/util.rs",
            "crates/a/src/utils.rs",
            "crates/util/src/lib.rs",
        ] {
            assert!(check_name(Path::new(bad)).is_some(), "{bad}");
        }
        for good in ["crates/a/src/utility.rs", "crates/a/src/model.rs", "crates/a/src/lib.rs"] {
            assert_eq!(check_name(Path::new(good)), None, "{good}");
        }
    }

    #[test]
    fn the_first_line_must_say_something() {
        let check = |text| check_first_line(Path::new("a.rs"), text);
        assert_eq!(check("//! The rules.\nfn f() {}\n"), None);
        for bad in ["", "//!\n//! The rules.\n", "\n//! The rules.\n", "// The rules.\n", "fn f() {}\n"] {
            assert!(check(bad).is_some(), "{bad:?}");
        }
    }

    #[test]
    fn a_file_of_more_than_900_lines_is_found() {
        assert_eq!(check_sizes(&sized(&[1, 1, 900])), vec![]);
        let found = check_sizes(&sized(&[1, 1, 901]));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].to_string(), "901.rs:901: 901 lines: no file may have more than 900");
    }

    #[test]
    fn a_median_of_180_lines_is_found() {
        assert_eq!(check_sizes(&sized(&[10, 179, 800])), vec![]);
        assert_eq!(check_sizes(&sized(&[10, 180, 800])).len(), 1);
        assert_eq!(median_lines(&sized(&[1, 2, 3, 4])), 3);
        assert_eq!(median_lines(&[]), 0);
    }

    #[test]
    fn a_readme_of_more_than_120_lines_is_found() {
        assert_eq!(check_readme_text(&"line\n".repeat(120)), None);
        assert!(check_readme_text(&"line\n".repeat(121)).is_some());
    }

    #[test]
    fn a_module_lies_beside_the_crate_root_or_below_its_parent() {
        assert_eq!(module_path(Path::new("src/lib.rs"), "tests"), Path::new("src/tests.rs"));
        assert_eq!(module_path(Path::new("src/board.rs"), "tests"), Path::new("src/board/tests.rs"));
    }
}
