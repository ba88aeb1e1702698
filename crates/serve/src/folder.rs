//! A folder that the server may read: what lies directly in it, under plain names, and nothing that leads out of it.

use crate::error::{Answer, ApiError};
use std::path::{Path, PathBuf};

/// Whether a name can be nothing but the name of something in a folder.
fn plain(name: &str) -> bool {
    let good =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b' ' | b'+' | b'=');
    !name.is_empty() && name.len() <= 200 && !name.starts_with('.') && name.bytes().all(good)
}

/// The path of something in the folder.
pub(crate) fn inside(folder: &Path, name: &str, what: &str) -> Answer<PathBuf> {
    let missing = || ApiError::missing(format!("{name:?}: there is no such {what}"));
    if !plain(name) {
        return Err(missing());
    }
    let folder = folder.canonicalize().map_err(|_| missing())?;
    let path = folder.join(name).canonicalize().map_err(|_| missing())?;
    // A link to elsewhere is not followed.
    if path.parent() == Some(&*folder) { Ok(path) } else { Err(missing()) }
}

/// The names in the folder, sorted; `keep` chooses by their paths.
pub(crate) fn names(folder: &Path, keep: impl Fn(&Path) -> bool) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let Ok(name) = entry?.file_name().into_string() else { continue };
        if inside(folder, &name, "file").is_ok_and(|path| keep(&path)) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_is_reached() {
        let top = tempfile::tempdir().unwrap();
        let folder = top.path().join("tables");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(top.path().join("secret"), "x").unwrap();
        std::fs::write(folder.join("good.tbl"), "x").unwrap();
        std::fs::write(folder.join(".hidden"), "x").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(top.path().join("secret"), folder.join("link")).unwrap();
        assert!(inside(&folder, "good.tbl", "table").is_ok());
        let long = "x".repeat(300);
        for bad in [
            "../secret",
            "..",
            ".",
            "",
            "/etc/passwd",
            "good.tbl/..",
            "link",
            ".hidden",
            "a\0b",
            "a/b",
            "a\\b",
            &long,
        ] {
            assert!(inside(&folder, bad, "table").is_err(), "{bad}");
        }
        assert_eq!(names(&folder, |_| true).unwrap(), ["good.tbl"]);
    }
}
