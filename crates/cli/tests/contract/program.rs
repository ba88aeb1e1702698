//! Runs the program as a script would.

use serde_json::Value;
use std::process::Command;

/// The program with these arguments, not started yet.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.args(arguments).env_remove("YOMIKIRI_LOG");
    command
}

/// Exit code, standard output and standard error.
pub(crate) fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = command(arguments).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    let code = output.status.code().expect("the program ends by itself");
    (code, text(output.stdout), text(output.stderr))
}

/// The one JSON value that the program prints.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let (code, out, error) = run(arguments);
    assert_eq!(code, 0, "{arguments:?}: {error}");
    serde_json::from_str(&out).expect("one JSON value")
}
