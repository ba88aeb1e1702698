//! The process behind an engine: its own process group, so that a wrapper script does not leave the engine behind.

use std::io;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How long an engine may take to leave after `quit`.
const FAREWELL: Duration = Duration::from_secs(2);

pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
}

impl Process {
    pub(super) fn spawn(
        command: &[String],
        folder: Option<&Path>,
    ) -> io::Result<(Self, ChildStdout, ChildStderr)> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no command"))?;
        let mut builder = Command::new(program);
        builder.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = folder {
            builder.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let mut child = builder.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            unreachable!("all three pipes were asked for");
        };
        Ok((Self { child, stdin: Some(stdin) }, stdout, stderr))
    }

    pub(super) fn stdin(&mut self) -> Option<&mut ChildStdin> {
        self.stdin.as_mut()
    }

    /// How the process ended, or that it has not.
    pub(super) fn wait(&mut self, patience: Duration) -> String {
        match self.wait_quietly(patience) {
            Some(status) => describe(status),
            None => "its output is closed, the process goes on".to_owned(),
        }
    }

    fn wait_quietly(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= until {
                return None;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn kill(&mut self) {
        // The whole group: whatever a wrapper script started goes with it. The group's number cannot belong to anyone else
        // as long as its first process has not been waited for.
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    /// Asks the engine to leave, and if it does not, ends it. Either way it is waited for: no zombie stays.
    fn drop(&mut self) {
        if let Some(mut stdin) = self.stdin.take() {
            let _ = io::Write::write_all(&mut stdin, b"quit\n");
        }
        if self.wait_quietly(FAREWELL).is_none() {
            self.kill();
        }
    }
}

fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("killed by signal {signal}");
    }
    status.code().map_or_else(|| status.to_string(), |code| format!("exit code {code}"))
}
