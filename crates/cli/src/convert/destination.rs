//! A file that appears under its name only when it is whole.

use anyhow::Context;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Written beside the file that it will replace. Dropped before [`Destination::finish`], it leaves the old file as it was.
pub(crate) struct Destination {
    out: Option<BufWriter<File>>,
    new: PathBuf,
    path: PathBuf,
}

impl Destination {
    pub(crate) fn create(path: &Path) -> anyhow::Result<Self> {
        let mut name = path.as_os_str().to_owned();
        // The process id keeps two runs that write the same file apart.
        name.push(format!(".{}.new", std::process::id()));
        let new = PathBuf::from(name);
        let file = File::create_new(&new).with_context(|| format!("creating {}", new.display()))?;
        Ok(Self { out: Some(BufWriter::with_capacity(1 << 16, file)), new, path: path.to_owned() })
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if let Some(out) = self.out.take() {
            out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        }
        fs::rename(&self.new, &self.path)
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.as_mut().map_or(Ok(0), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), BufWriter::flush)
    }
}

impl Drop for Destination {
    fn drop(&mut self) {
        // After `finish` there is nothing of that name any more.
        let _ = fs::remove_file(&self.new);
    }
}
