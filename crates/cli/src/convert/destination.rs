//! A file that appears under its name only when it is whole.

use anyhow::{Context, bail};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Written beside the file that it will replace. Dropped before [`Destination::finish`], it leaves the old file as it was.
pub(crate) struct Destination {
    out: Option<BufWriter<File>>,
    /// The name while it is written, and the name in the end; none for what is no file, such as a pipe or a device, which
    /// is written into.
    names: Option<(PathBuf, PathBuf)>,
}

impl Destination {
    pub(crate) fn create(path: &Path) -> anyhow::Result<Self> {
        let found = fs::metadata(path).ok();
        if found.as_ref().is_some_and(fs::Metadata::is_dir) {
            bail!("{} is a folder, expected the name of a file", path.display());
        }
        let buffered = |file| Some(BufWriter::with_capacity(1 << 16, file));
        if found.is_some_and(|found| !found.is_file()) {
            let file = File::options().write(true).open(path);
            let file = file.with_context(|| format!("opening {}", path.display()))?;
            return Ok(Self { out: buffered(file), names: None });
        }
        let mut name = path.as_os_str().to_owned();
        // The process id keeps two runs that write the same file apart.
        name.push(format!(".{}.new", std::process::id()));
        let new = PathBuf::from(name);
        let file = File::create_new(&new).with_context(|| format!("creating {}", new.display()))?;
        Ok(Self { out: buffered(file), names: Some((new, path.to_owned())) })
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        let Some(out) = self.out.take() else { return Ok(()) };
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Some((new, path)) = &self.names {
            file.sync_all()?;
            fs::rename(new, path)?;
        }
        Ok(())
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
        if let Some((new, _)) = &self.names {
            // After `finish` there is nothing of that name any more.
            let _ = fs::remove_file(new);
        }
    }
}
