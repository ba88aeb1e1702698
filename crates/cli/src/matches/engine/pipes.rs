//! The engine's output, read by threads of their own so that no pipe ever fills up: lines with the time they came.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer lines are cut: no message is that long, and an engine that prints without end must not fill the memory.
const LONGEST_LINE: usize = 1 << 20;

/// How many lines wait to be looked at before the engine has to wait for us.
const WAITING_LINES: usize = 4096;

/// How soon a request to stop is noticed.
const SLICE: Duration = Duration::from_millis(50);

/// What [`Lines::next`] heard.
pub(super) enum Heard {
    Line {
        at: Instant,
        text: String,
    },
    /// Nothing until the time was over.
    Nothing,
    /// The output is closed.
    Closed,
    /// The match is being stopped.
    Interrupted,
}

/// The lines of the standard output.
pub(super) struct Lines {
    receiver: Receiver<(Instant, String)>,
}

impl Lines {
    pub(super) fn read(pipe: impl Read + Send + 'static) -> Self {
        let (sender, receiver) = sync_channel(WAITING_LINES);
        std::thread::spawn(move || pump(pipe, &sender));
        Self { receiver }
    }

    /// The next line, waiting for it until `until`.
    pub(super) fn next(&self, until: Instant, stop: &AtomicBool) -> Heard {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Heard::Interrupted;
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.receiver.recv_timeout(left.min(SLICE)) {
                Ok((at, text)) => return Heard::Line { at, text },
                Err(RecvTimeoutError::Disconnected) => return Heard::Closed,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Heard::Nothing,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Everything that has come so far.
    pub(super) fn drain(&self) -> impl Iterator<Item = String> {
        self.receiver.try_iter().map(|(_, text)| text)
    }
}

/// Ends when the pipe is closed, or with the line after the receiver is gone.
fn pump(pipe: impl Read, sender: &SyncSender<(Instant, String)>) {
    let mut reader = BufReader::new(pipe);
    let mut line = Vec::new();
    loop {
        line.clear();
        match reader.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
        if sender.send((Instant::now(), text)).is_err() {
            return;
        }
    }
}

/// The last lines of the standard error.
pub(super) struct Tail {
    lines: Arc<Mutex<VecDeque<String>>>,
    reader: JoinHandle<()>,
}

impl Tail {
    /// Lines that are kept.
    const KEPT: usize = 20;

    pub(super) fn read(pipe: impl Read + Send + 'static) -> Self {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&lines);
        let reader = std::thread::spawn(move || {
            let mut reader = BufReader::new(pipe);
            let mut line = Vec::new();
            loop {
                line.clear();
                match reader.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {}
                }
                let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                tracing::debug!("an engine's standard error: {text}");
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.push_back(text);
                if kept.len() > Self::KEPT {
                    kept.pop_front();
                }
            }
        });
        Self { lines, reader }
    }

    /// The last line that says something, once the process has ended or `patience` is over.
    pub(super) fn last_line(&self, patience: Duration) -> Option<String> {
        let until = Instant::now() + patience;
        while !self.reader.is_finished() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().rev().find(|line| !line.trim().is_empty()).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_whatever_they_hold() {
        let lines = Lines::read(&b"usiok\r\n\xff\xfe bytes\n\nlast without end"[..]);
        let stop = AtomicBool::new(false);
        let mut found = Vec::new();
        while let Heard::Line { text, .. } = lines.next(Instant::now() + Duration::from_secs(5), &stop) {
            found.push(text);
        }
        assert_eq!(found, ["usiok", "\u{fffd}\u{fffd} bytes", "", "last without end"]);
    }

    #[test]
    fn an_endless_line_is_cut() {
        let lines = Lines::read(std::io::repeat(b'x').take(3 * LONGEST_LINE as u64));
        let stop = AtomicBool::new(false);
        let mut count = 0;
        while let Heard::Line { text, .. } = lines.next(Instant::now() + Duration::from_secs(5), &stop) {
            assert_eq!(text.len(), LONGEST_LINE);
            count += 1;
        }
        assert_eq!(count, 3);
    }

    #[test]
    fn a_request_to_stop_is_noticed() {
        let (_keep_open, never) = std::io::pipe().map(|(r, w)| (w, r)).unwrap();
        let lines = Lines::read(never);
        let stop = AtomicBool::new(true);
        let heard = lines.next(Instant::now() + Duration::from_mins(1), &stop);
        assert!(matches!(heard, Heard::Interrupted));
    }
}
