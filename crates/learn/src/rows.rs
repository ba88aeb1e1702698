//! Rows of variations: for every move in the window the coefficients by which its leaf differs from the record's.
//!
//! A row is what a step needs to know of a move: `x = Σ c_l · scale_l · v_l` for any weights, and its slopes. Rows are kept as bytes
//! (differences of indices and counts as variable-length integers, about three bytes for two numbers), in memory up to a limit and
//! in a temporary file beyond it.

use crate::LearnError;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

/// Rows are handled in pieces of about this size.
const PIECE: usize = 1 << 20;

/// Rows as one thread writes them.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
    pieces: Vec<Vec<u8>>,
}

fn put(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[inline]
fn take(bytes: &[u8], at: &mut usize) -> u32 {
    let mut value = 0;
    for shift in (0..35).step_by(7) {
        let byte = bytes.get(*at).copied().unwrap_or(0);
        *at += 1;
        value |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    value
}

impl Writer {
    /// Adds a row: indices ascending, no count 0.
    pub(crate) fn push(&mut self, row: &[(u32, i16)]) {
        put(&mut self.bytes, row.len() as u32);
        let mut before = 0;
        for &(index, count) in row {
            put(&mut self.bytes, index - before);
            let count = i32::from(count);
            put(&mut self.bytes, (count << 1 ^ count >> 31) as u32);
            before = index;
        }
        if self.bytes.len() >= PIECE {
            self.pieces.push(std::mem::take(&mut self.bytes));
        }
    }

    fn finish(mut self) -> Vec<Vec<u8>> {
        if !self.bytes.is_empty() {
            self.pieces.push(self.bytes);
        }
        self.pieces
    }
}

#[derive(Debug)]
enum Piece {
    Memory(Vec<u8>),
    File(u64, usize),
}

/// All rows of a pass.
#[derive(Debug)]
pub(crate) struct Rows {
    pieces: Vec<Piece>,
    file: Option<Mutex<File>>,
    written: u64,
    /// Bytes that may still stay in memory.
    room: u64,
}

impl Rows {
    /// Keeps up to `memory` bytes in memory.
    pub(crate) fn new(memory: u64) -> Self {
        Self { pieces: Vec::new(), file: None, written: 0, room: memory }
    }

    /// Takes over what a thread wrote.
    pub(crate) fn add(&mut self, writer: Writer) -> Result<(), LearnError> {
        for bytes in writer.finish() {
            if let Some(room) = self.room.checked_sub(bytes.len() as u64) {
                self.room = room;
                self.pieces.push(Piece::Memory(bytes));
            } else {
                self.spill(&bytes).map_err(LearnError::Rows)?;
            }
        }
        Ok(())
    }

    fn spill(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.file.is_none() {
            self.file = Some(Mutex::new(tempfile::tempfile()?));
        }
        let Some(file) = &self.file else { return Ok(()) };
        file.lock().unwrap_or_else(PoisonError::into_inner).write_all(bytes)?;
        self.pieces.push(Piece::File(self.written, bytes.len()));
        self.written += bytes.len() as u64;
        Ok(())
    }

    /// The numbers of the pieces.
    pub(crate) fn pieces(&self) -> Vec<usize> {
        (0..self.pieces.len()).collect()
    }

    /// Bytes in the temporary file.
    #[cfg(test)]
    fn on_disk(&self) -> u64 {
        self.written
    }

    /// Hands every row of a piece to `each`. To be called after all rows were added.
    pub(crate) fn read(&self, piece: usize, mut each: impl FnMut(&[(u32, i16)])) -> io::Result<()> {
        let loaded;
        let bytes = match &self.pieces[piece] {
            Piece::Memory(bytes) => bytes,
            &Piece::File(at, length) => {
                let mut bytes = vec![0; length];
                if let Some(file) = &self.file {
                    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                    file.seek(SeekFrom::Start(at))?;
                    file.read_exact(&mut bytes)?;
                }
                loaded = bytes;
                &loaded
            }
        };
        let (mut at, mut row) = (0, Vec::new());
        while at < bytes.len() {
            row.clear();
            let mut index = 0;
            for _ in 0..take(bytes, &mut at) {
                index += take(bytes, &mut at);
                let count = take(bytes, &mut at);
                row.push((index, ((count >> 1) as i32 ^ -((count & 1) as i32)) as i16));
            }
            each(&row);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_from_memory_and_from_disk() {
        let row = |number: u32| -> Vec<(u32, i16)> {
            (0..number % 90).map(|at| (at * (number % 17_000) + at, (at as i16 - 40) * 300 + 1)).collect()
        };
        for memory in [u64::MAX, 0, 2 << 20] {
            let mut rows = Rows::new(memory);
            for part in 0..4 {
                let mut writer = Writer::default();
                (part * 6000..(part + 1) * 6000).for_each(|number| writer.push(&row(number)));
                rows.add(writer).unwrap();
            }
            assert_eq!(rows.on_disk() == 0, memory == u64::MAX);
            let mut number = 0;
            for piece in rows.pieces() {
                rows.read(piece, |found| {
                    assert_eq!(found, row(number));
                    number += 1;
                })
                .unwrap();
            }
            assert_eq!(number, 24_000);
        }
    }
}
