//! Lines of text with their numbers, and the lines of one game at a time: what keeps memory bounded.

use crate::charset::{Charset, Decoder};
use crate::{Place, RecordError};
use std::io::{self, BufRead};
use std::sync::Arc;

/// Longer lines belong to no record: a game of ten thousand moves is a USI line of 60 KiB.
const LONGEST_LINE: usize = 1 << 20;
/// More bytes than any game with all its comments.
const LARGEST_GAME: usize = 1 << 26;

/// A line of text.
#[derive(Clone, Debug)]
pub(crate) struct TextLine {
    pub(crate) number: u64,
    pub(crate) text: String,
    pub(crate) fault: Option<&'static str>,
}

/// Lines of a text in any of the character sets, ended by CR, LF or both.
pub(crate) struct Lines<R> {
    reader: R,
    decoder: Decoder,
    number: u64,
    after_cr: bool,
    charset: Option<Charset>,
}

impl<R: BufRead> Lines<R> {
    /// `head` is what the reader will give first: the character set is told from it.
    pub(crate) fn new(reader: R, head: &[u8]) -> Self {
        let mut decoder = Decoder::default();
        decoder.learn(head);
        Self { reader, decoder, number: 0, after_cr: false, charset: None }
    }

    /// The character set of the latest line that was not plain ASCII.
    pub(crate) fn charset(&self) -> Option<Charset> {
        self.charset
    }

    /// The number of the latest line.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn next(&mut self) -> io::Result<Option<TextLine>> {
        let mut bytes = Vec::new();
        let mut too_long = false;
        loop {
            let buffer = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if std::mem::take(&mut self.after_cr) && buffer.first() == Some(&b'\n') {
                self.reader.consume(1);
                continue;
            }
            if buffer.is_empty() {
                if bytes.is_empty() && !too_long {
                    return Ok(None);
                }
                break;
            }
            let end = buffer.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let room = LONGEST_LINE.saturating_sub(bytes.len());
            too_long |= part.len() > room;
            bytes.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.after_cr = end.is_some_and(|end| buffer[end] == b'\r');
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        self.number += 1;
        // Old programs end a file with the end-of-file character of DOS.
        if bytes.last() == Some(&0x1a) {
            bytes.pop();
        }
        let (text, charset, replaced) = self.decoder.decode(&bytes);
        if !text.is_ascii() {
            self.charset = Some(charset);
        }
        let fault = match (too_long, replaced) {
            (true, _) => Some("the line is longer than 1 MiB"),
            (_, true) => Some("bytes that are no text in UTF-8, cp932 or EUC-JP"),
            _ => None,
        };
        Ok(Some(TextLine { number: self.number, text, fault }))
    }
}

/// What a line means for the division of a file into games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Split {
    /// It belongs to the game.
    Inside,
    /// It is the first of the next game.
    Before,
    /// It stands between two games and belongs to neither.
    Between,
    /// It is a game by itself.
    Alone,
}

/// The lines of one game.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) file: Arc<str>,
    pub(crate) lines: Vec<TextLine>,
    /// Reading failed behind the last line: what is there may be a part only.
    pub(crate) torn: bool,
}

impl Block {
    /// The place of a column in a line of the block.
    pub(crate) fn place(&self, line: &TextLine, column: usize) -> Place {
        Place { file: self.file.clone(), line: line.number, column: column as u32 }
    }

    /// The place of the first line that says something.
    pub(crate) fn first_place(&self) -> Place {
        let line = self.lines.iter().find(|line| !line.text.trim().is_empty()).or(self.lines.first());
        Place { file: self.file.clone(), line: line.map_or(1, |line| line.number), column: 1 }
    }
}

/// Divides lines into games.
pub(crate) struct Blocks<R> {
    lines: Lines<R>,
    pending: Option<TextLine>,
    file: Arc<str>,
    ended: bool,
    /// Given out after the lines that came before it.
    failed: Option<RecordError>,
}

impl<R: BufRead> Blocks<R> {
    pub(crate) fn new(lines: Lines<R>, file: Arc<str>) -> Self {
        Self { lines, pending: None, file, ended: false, failed: None }
    }

    pub(crate) fn charset(&self) -> Option<Charset> {
        self.lines.charset()
    }

    /// The lines of the next game; `split` is asked for each line and has the state that it needs for it.
    pub(crate) fn next(
        &mut self,
        mut split: impl FnMut(&str) -> Split,
    ) -> Option<Result<Block, RecordError>> {
        let mut block = Block { file: self.file.clone(), lines: Vec::new(), torn: false };
        let mut size = 0;
        let mut too_large = false;
        while !self.ended {
            let line = match self.pending.take() {
                Some(line) => line,
                None => match self.lines.next() {
                    Ok(Some(line)) => line,
                    Ok(None) => {
                        self.ended = true;
                        break;
                    }
                    Err(error) => {
                        self.ended = true;
                        let place =
                            Place { file: self.file.clone(), line: self.lines.number() + 1, column: 1 };
                        self.failed = Some(RecordError::new(place, format!("reading failed: {error}")));
                        block.torn = true;
                        break;
                    }
                },
            };
            match split(&line.text) {
                Split::Between => break,
                Split::Alone => {
                    block.lines.push(line);
                    break;
                }
                Split::Before if !block.lines.is_empty() => {
                    self.pending = Some(line);
                    break;
                }
                _ => {
                    size += line.text.len() + size_of::<TextLine>();
                    too_large |= size > LARGEST_GAME;
                    if !too_large || block.lines.is_empty() {
                        block.lines.push(line);
                    }
                }
            }
        }
        if too_large {
            return Some(Err(RecordError::new(block.first_place(), "the game is larger than 64 MiB")));
        }
        if self.ended && block.lines.is_empty() {
            return self.failed.take().map(Err);
        }
        Some(Ok(block))
    }
}
