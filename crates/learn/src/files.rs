//! Files that are whole or not there.

use crate::LearnError;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// Writes a file beside its place, makes sure it is on the disk, and puts it in its place. What stood there before is lost only
/// when the new one is whole.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), LearnError> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = Path::new(&name);
    let written = File::create(new)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(new, path));
    if written.is_err() {
        // The error that is told is the first one.
        let _ = fs::remove_file(new);
    }
    written.map_err(LearnError::file(path))
}
