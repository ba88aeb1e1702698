//! Standard output whose reader may go away while there is still a file to make.

use std::io::{self, ErrorKind, Write};

/// Passes everything on; once the reader has gone, and if the work is done for more than the reader, to nobody.
pub(super) struct Output<'a, W> {
    out: &'a mut W,
    go_on: bool,
    gone: bool,
}

impl<'a, W: Write> Output<'a, W> {
    /// `go_on`: a reader that has gone is no reason to stop.
    pub(super) fn new(out: &'a mut W, go_on: bool) -> Self {
        Self { out, go_on, gone: false }
    }

    fn pass<T>(&mut self, nothing: T, write: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        if self.gone {
            return Ok(nothing);
        }
        match write(self.out) {
            Err(error) if self.go_on && error.kind() == ErrorKind::BrokenPipe => {
                self.gone = true;
                Ok(nothing)
            }
            other => other,
        }
    }
}

impl<W: Write> Write for Output<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pass(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass((), Write::flush)
    }
}
