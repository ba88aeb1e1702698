//! Training data: PSV (40 bytes a position) and hcpe (38 bytes a position), read and written.
//!
//! Sources: `PackedSfenValue` of `YaneuraOu` and `HuffmanCodedPosAndEval` of Apery. All numbers are little-endian.

use crate::hcp::HUFFMAN;
use crate::packed::{Codec, PACKED_SFEN};
use crate::{Ending, EndingKind, Format, Game, Outcome, Place, Ply, RecordError};
use shogi::{Color, Finding, Move, PieceKind, Position, Square};
use std::io::{self, Read};
use std::sync::Arc;

/// Bytes of a PSV entry: position 32, score 2, move 2, move number 2, result 1, padding 1.
pub const PSV_BYTES: usize = 40;
/// Bytes of a hcpe entry: position 32, score 2, move 2, result 1, padding 1.
pub const HCPE_BYTES: usize = 38;

/// One position of training data.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingPosition {
    /// The position, without history. In hcpe it has no move number, and is read with the number 1.
    pub position: Position,
    /// Score in centipawns of the side to move.
    pub score: i16,
    /// The move that was made; `None` where the entry has none.
    pub mv: Option<Move>,
    /// The result of the game, never [`Outcome::Unknown`].
    pub outcome: Outcome,
}

/// Why an entry is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {byte}: {reason}")]
pub struct BadRecord {
    /// Byte within the entry, from 0.
    pub byte: usize,
    /// What is wrong there.
    pub reason: String,
}

impl BadRecord {
    fn new(byte: usize, reason: impl Into<String>) -> Self {
        Self { byte, reason: reason.into() }
    }
}

fn word(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn unpack(codec: &Codec, bytes: &[u8], ply: u32) -> Result<Position, BadRecord> {
    let mut packed = [0; 32];
    packed.copy_from_slice(&bytes[..32]);
    let position = codec.unpack(&packed, ply).map_err(|(byte, reason)| BadRecord { byte, reason })?;
    match position.validate().findings.first() {
        Some(finding @ (Finding::OpponentInCheck | Finding::TwoPawns(..) | Finding::DeadEnd(_))) => {
            Err(BadRecord::new(0, finding.to_string()))
        }
        _ => Ok(position),
    }
}

fn legal(position: &Position, mv: Option<Move>, bits: u16) -> Result<Option<Move>, BadRecord> {
    match (mv, bits) {
        (_, 0) => Ok(None),
        (None, _) => Err(BadRecord::new(34, format!("{bits:#06x} is no move"))),
        (Some(mv), _) => match position.legality(mv) {
            Ok(()) => Ok(Some(mv)),
            Err(reason) => Err(BadRecord::new(34, format!("{mv}: illegal move: {reason}"))),
        },
    }
}

/// Reads a PSV entry.
pub fn read_psv(bytes: &[u8; PSV_BYTES]) -> Result<TrainingPosition, BadRecord> {
    let ply = u32::from(word(bytes, 36)).max(1);
    let position = unpack(&PACKED_SFEN, bytes, ply)?;
    let bits = word(bytes, 34);
    let mv = legal(&position, psv_move(bits), bits)?;
    let us = position.side_to_move();
    let outcome = match bytes[38] as i8 {
        1 => Outcome::Win(us),
        0 => Outcome::Draw,
        -1 => Outcome::Win(!us),
        other => return Err(BadRecord::new(38, format!("a result of {other}, expected 1, 0 or -1"))),
    };
    Ok(TrainingPosition { position, score: word(bytes, 32) as i16, mv, outcome })
}

/// Target in bits 0-6, origin or dropped kind in bits 7-13, drop in bit 14, promotion in bit 15.
fn psv_move(bits: u16) -> Option<Move> {
    let to = Square::from_index(usize::from(bits & 127))?;
    let origin = usize::from(bits >> 7 & 127);
    match (bits >> 14 & 1, bits >> 15) {
        (1, 0) => PieceKind::from_index(origin).and_then(|kind| Move::drop(kind, to)),
        (0, promotes) => {
            let from = Square::from_index(origin).filter(|&from| from != to)?;
            Some(if promotes == 1 { Move::promotion(from, to) } else { Move::new(from, to) })
        }
        _ => None,
    }
}

fn psv_bits(mv: Move) -> u16 {
    let origin = match (mv.from(), mv.dropped()) {
        (Some(from), _) => from.index(),
        (None, kind) => 1 << 7 | kind.map_or(0, PieceKind::index),
    };
    mv.to().index() as u16 | (origin as u16) << 7 | u16::from(mv.is_promotion()) << 15
}

/// Writes a PSV entry; an error says what it cannot hold.
pub fn write_psv(entry: &TrainingPosition) -> Result<[u8; PSV_BYTES], String> {
    let mut bytes = [0; PSV_BYTES];
    bytes[..32].copy_from_slice(&PACKED_SFEN.pack(&entry.position)?);
    bytes[32..34].copy_from_slice(&entry.score.to_le_bytes());
    bytes[34..36].copy_from_slice(&entry.mv.map_or(0, psv_bits).to_le_bytes());
    let ply = entry.position.ply().min(u32::from(u16::MAX)) as u16;
    bytes[36..38].copy_from_slice(&ply.to_le_bytes());
    let us = entry.position.side_to_move();
    bytes[38] = match entry.outcome {
        Outcome::Win(winner) if winner == us => 1,
        Outcome::Win(_) => -1_i8 as u8,
        Outcome::Draw => 0,
        Outcome::Unknown => return Err("a game without a result".to_owned()),
    };
    Ok(bytes)
}

/// Reads a hcpe entry.
pub fn read_hcpe(bytes: &[u8; HCPE_BYTES]) -> Result<TrainingPosition, BadRecord> {
    let position = unpack(&HUFFMAN, bytes, 1)?;
    let bits = word(bytes, 34);
    // Target, origin (81 and more: a drop) and promotion lie as in our own 16 bits.
    let mv = legal(&position, Move::from_bits(bits), bits)?;
    let outcome = match bytes[36] {
        0 => Outcome::Draw,
        1 => Outcome::Win(Color::Black),
        2 => Outcome::Win(Color::White),
        other => return Err(BadRecord::new(36, format!("a result of {other}, expected 0, 1 or 2"))),
    };
    Ok(TrainingPosition { position, score: word(bytes, 32) as i16, mv, outcome })
}

/// Writes a hcpe entry; an error says what it cannot hold.
pub fn write_hcpe(entry: &TrainingPosition) -> Result<[u8; HCPE_BYTES], String> {
    let mut bytes = [0; HCPE_BYTES];
    bytes[..32].copy_from_slice(&HUFFMAN.pack(&entry.position)?);
    bytes[32..34].copy_from_slice(&entry.score.to_le_bytes());
    bytes[34..36].copy_from_slice(&entry.mv.map_or(0, Move::bits).to_le_bytes());
    bytes[36] = match entry.outcome {
        Outcome::Draw => 0,
        Outcome::Win(Color::Black) => 1,
        Outcome::Win(Color::White) => 2,
        Outcome::Unknown => return Err("a game without a result".to_owned()),
    };
    Ok(bytes)
}

/// An entry of either format.
pub(crate) fn read_entry(format: Format, bytes: &[u8]) -> Result<TrainingPosition, BadRecord> {
    let short = |_| BadRecord::new(0, "too short");
    match format {
        Format::Hcpe => read_hcpe(bytes.try_into().map_err(short)?),
        _ => read_psv(bytes.try_into().map_err(short)?),
    }
}

/// The entries of a game, one for each move of the main line. A move without a score gets 0.
pub(crate) fn entries(format: Format, game: &Game) -> Result<Vec<u8>, String> {
    let outcome = game.outcome();
    if outcome == Outcome::Unknown {
        return Err("the game has no result, which every entry has to tell".to_owned());
    }
    let mut bytes = Vec::new();
    let mut board = game.start.clone();
    for ply in &game.main.plies {
        let score = ply.score.unwrap_or(0).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        let entry = TrainingPosition { position: board.without_history(), score, mv: Some(ply.mv), outcome };
        match format {
            Format::Hcpe => bytes.extend_from_slice(&write_hcpe(&entry)?),
            _ => bytes.extend_from_slice(&write_psv(&entry)?),
        }
        board.apply(ply.mv);
    }
    Ok(bytes)
}

/// Reads entries as games: an entry that continues the one before it belongs to the same game, any other begins a new one.
pub(crate) struct Entries<R> {
    reader: R,
    format: Format,
    file: Arc<str>,
    number: u64,
    ended: bool,
    /// The game so far, its last position (`None` where nothing can follow) and its result.
    current: Option<(Game, Option<Position>, Outcome)>,
    /// What comes after the game that was just given out.
    waiting: Option<RecordError>,
}

impl<R: Read> Entries<R> {
    pub(crate) fn new(reader: R, format: Format, file: Arc<str>) -> Self {
        Self { reader, format, file, number: 0, ended: false, current: None, waiting: None }
    }

    fn error(&self, byte: usize, reason: impl Into<String>) -> RecordError {
        let place = Place { file: self.file.clone(), line: self.number, column: byte as u32 + 1 };
        RecordError::new(place, reason)
    }

    fn finish(&mut self) -> Option<Game> {
        let (mut game, _, outcome) = self.current.take()?;
        game.main.ending = match outcome {
            Outcome::Win(winner) => Some(Ending::from(EndingKind::Win(winner))),
            _ => Some(Ending::from(EndingKind::Draw)),
        };
        Some(game)
    }

    fn entry(&mut self) -> Option<Result<TrainingPosition, RecordError>> {
        let size = if self.format == Format::Hcpe { HCPE_BYTES } else { PSV_BYTES };
        let mut bytes = [0; PSV_BYTES];
        self.number += 1;
        match read_whole(&mut self.reader, &mut bytes[..size]) {
            Ok(0) => None,
            Ok(read) if read == size => {
                let entry = read_entry(self.format, &bytes[..size]);
                Some(entry.map_err(|bad| self.error(bad.byte, bad.reason)))
            }
            Ok(read) => {
                self.ended = true;
                let reason = format!("the file ends within an entry: {read} bytes, expected {size}");
                Some(Err(self.error(read, reason)))
            }
            Err(error) => {
                self.ended = true;
                Some(Err(self.error(0, format!("reading failed: {error}"))))
            }
        }
    }

    pub(crate) fn next(&mut self) -> Option<Result<Game, RecordError>> {
        if let Some(error) = self.waiting.take() {
            return Some(Err(error));
        }
        while !self.ended {
            let entry = match self.entry() {
                None => {
                    self.ended = true;
                    break;
                }
                Some(Err(error)) => match self.finish() {
                    Some(game) => {
                        self.waiting = Some(error);
                        return Some(Ok(game));
                    }
                    None => return Some(Err(error)),
                },
                Some(Ok(entry)) => entry,
            };
            let continues = self.current.as_ref().is_some_and(|(_, board, outcome)| {
                *outcome == entry.outcome
                    && board.as_ref().is_some_and(|board| {
                        board.key() == entry.position.key()
                            && (self.format == Format::Hcpe || board.ply() == entry.position.ply())
                    })
            });
            let finished = if continues { None } else { self.finish() };
            let place = Place { file: self.file.clone(), line: self.number, column: 1 };
            let (game, board, _) = self.current.get_or_insert_with(|| {
                let start = entry.position.clone();
                (Game::new(place, start.clone()), Some(start), entry.outcome)
            });
            if let Some(mv) = entry.mv {
                let score = Some(i32::from(entry.score));
                game.main.plies.push(Ply { score, ..Ply::from(mv) });
                if let Some(board) = board {
                    board.apply(mv);
                }
            } else {
                *board = None;
            }
            if let Some(game) = finished {
                return Some(Ok(game));
            }
        }
        self.finish().map(Ok)
    }
}

/// Fills the buffer as far as the input goes.
fn read_whole(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
