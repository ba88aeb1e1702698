//! Reads games in any format: an iterator over one game after the other.

use crate::lines::{Block, Blocks, Lines, Split};
use crate::training::Entries;
use crate::{Charset, Format, Game, Note, Place, RecordError, csa, detect, kifu, usi};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::Arc;

/// What is looked at before the first game is read.
const HEAD: usize = 1 << 16;

/// Reads games in whatever format and character set the input has. `name` is what errors call it, usually the path.
///
/// The games come one at a time, in the order of the input, each as a result of its own: after an error the next game
/// follows. No more than one game is held in memory. An input without any game gives one error.
pub fn read_any<'a>(reader: impl Read + 'a, name: &str) -> Games<'a> {
    Games::new(Box::new(reader), name, None)
}

/// As [`read_any`], in a given format.
pub fn read_as<'a>(reader: impl Read + 'a, name: &str, format: Format) -> Games<'a> {
    Games::new(Box::new(reader), name, Some(format))
}

type Input<'a> = BufReader<io::Chain<Cursor<Vec<u8>>, Box<dyn Read + 'a>>>;

/// The games of an input; see [`read_any`].
pub struct Games<'a> {
    source: Source<'a>,
    format: Option<Format>,
    name: Arc<str>,
    given: bool,
}

enum Source<'a> {
    Text(Box<Blocks<Input<'a>>>, Format),
    Entries(Box<Entries<Input<'a>>>),
    Failed(Option<RecordError>),
}

impl<'a> Games<'a> {
    fn new(mut reader: Box<dyn Read + 'a>, name: &str, format: Option<Format>) -> Self {
        let name: Arc<str> = name.into();
        let failed = |reason: String| {
            let place = Place { file: name.clone(), line: 1, column: 1 };
            Source::Failed(Some(RecordError::new(place, reason)))
        };
        let mut head = Vec::new();
        if let Err(error) = (&mut reader).take(HEAD as u64).read_to_end(&mut head) {
            return Self { source: failed(format!("reading failed: {error}")), format, name, given: true };
        }
        let found = format.map_or_else(|| detect(&head), Ok);
        let format = found.as_ref().ok().copied();
        let source = match found {
            Err(reason) => failed(reason),
            Ok(found) => {
                // The last line may be cut within a character.
                let whole = head.iter().rposition(|&byte| byte == b'\n').unwrap_or(head.len());
                let lines_head = head[..whole].to_vec();
                let input = BufReader::with_capacity(HEAD, Cursor::new(head).chain(reader));
                if found.is_binary() {
                    Source::Entries(Box::new(Entries::new(input, found, name.clone())))
                } else {
                    let lines = Lines::new(input, &lines_head);
                    Source::Text(Box::new(Blocks::new(lines, name.clone())), found)
                }
            }
        };
        Self { source, format, name, given: false }
    }

    /// The format that was found, if one was.
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// The character set of the latest line that was not plain ASCII.
    pub fn charset(&self) -> Option<Charset> {
        match &self.source {
            Source::Text(blocks, _) => blocks.charset(),
            _ => None,
        }
    }
}

/// The lines of the next game of a text and what they say; blank and commented parts between games are passed over.
fn next_text<R: BufRead>(blocks: &mut Blocks<R>, format: Format) -> Option<Result<Game, RecordError>> {
    loop {
        let block = match format {
            Format::Csa => {
                let mut splitter = csa::Splitter::default();
                blocks.next(|line| splitter.split(line))?
            }
            Format::Usi => blocks.next(|_| Split::Alone)?,
            _ => {
                let mut splitter = kifu::Splitter::default();
                blocks.next(|line| splitter.split(line))?
            }
        };
        let block = match block {
            Ok(block) => block,
            Err(error) => return Some(Err(error)),
        };
        if is_idle(&block, format) {
            continue;
        }
        let mut game = match format {
            Format::Csa => csa::parse(&block),
            Format::Usi => usi::parse(&block),
            _ => kifu::parse(&block),
        };
        if let (Ok(game), true) = (&mut game, block.torn) {
            let text = "reading failed behind this game, which may be longer".to_owned();
            game.notes.push(Note { place: game.place.clone(), text });
        }
        return Some(game);
    }
}

/// Whether a block says nothing: blank lines and lines that the format has readers pass over.
fn is_idle(block: &Block, format: Format) -> bool {
    block.lines.iter().all(|line| {
        let text = line.text.trim();
        let comment = match format {
            Format::Csa => text.starts_with('\''),
            _ => text.starts_with('#'),
        };
        text.is_empty() || comment
    })
}

impl Iterator for Games<'_> {
    type Item = Result<Game, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = match &mut self.source {
            Source::Text(blocks, format) => next_text(blocks, *format),
            Source::Entries(entries) => entries.next(),
            Source::Failed(error) => error.take().map(Err),
        };
        if next.is_none() && !std::mem::replace(&mut self.given, true) {
            let place = Place { file: self.name.clone(), line: 1, column: 1 };
            return Some(Err(RecordError::new(place, "no game in it")));
        }
        self.given = true;
        next
    }
}
