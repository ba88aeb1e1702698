//! How the program ends: which errors there are for the shell, and their exit codes.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// The input (an argument, a file, standard input) is wrong; the text says where and what was expected. Exit code 2, as
/// for an option that does not exist.
#[derive(Debug)]
pub(crate) struct BadInput(pub(crate) String);

impl BadInput {
    /// For `map_err`: whatever can say what is wrong.
    pub(crate) fn because(reason: impl fmt::Display) -> anyhow::Error {
        Self(reason.to_string()).into()
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

/// A verification that was asked for found a difference. Exit code 3.
#[derive(Debug)]
pub(crate) struct VerificationFailed(pub(crate) String);

impl fmt::Display for VerificationFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for VerificationFailed {}

/// Tells an error on standard error and chooses the exit code. A reader that went away (`yomikiri … | head`) is no error.
pub(crate) fn code(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    if error.chain().any(is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    // Nothing is left to tell anyone if standard error is closed too.
    let _ = writeln!(io::stderr(), "error: {error:#}");
    if error.is::<BadInput>() {
        ExitCode::from(2)
    } else if error.is::<VerificationFailed>() {
        ExitCode::from(3)
    } else {
        ExitCode::FAILURE
    }
}

fn is_broken_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    cause.downcast_ref::<io::Error>().is_some_and(broken)
        || cause
            .downcast_ref::<serde_json::Error>()
            .is_some_and(|error| error.io_error_kind() == Some(io::ErrorKind::BrokenPipe))
}
