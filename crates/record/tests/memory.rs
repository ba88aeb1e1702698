//! A hundred thousand games of all formats are read, and written, in memory that does not grow: counted at the allocator.
//!
//! Alone in its file, since the allocator counts the whole process.

use record::{Format, Game, GameWriter, read_any, read_as};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::io::{self, Read};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Games with branches, comments, times and names, as a file of the format has them.
fn sample() -> Vec<Game> {
    let texts = [
        "手合割：平手\n先手：黒井\n後手：白石\n   1 ７六歩(77)   ( 0:01/00:00:01)\n*はじめ\n   2 ３四歩(33)   ( 0:02/00:00:02)\n\
         &しおり\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 投了\n変化：3手\n   3 ２六歩(27)\n   4 ４四歩(43)\n",
        "手合割：香落ち\n   1 ３四歩(33)\n   2 ７六歩(77)\n   3 千日手\n",
    ];
    texts.iter().map(|text| read_any(text.as_bytes(), "sample").next().unwrap().unwrap()).collect()
}

/// The sample as a file, ready to be followed by itself.
fn bytes(format: Format) -> Vec<u8> {
    let mut writer = GameWriter::new(Vec::new(), format);
    for game in sample() {
        writer.write(&game).unwrap();
    }
    let mut bytes = writer.into_inner();
    match format {
        Format::Csa => bytes.extend_from_slice(b"/\n"),
        Format::Kif | Format::Ki2 => bytes.push(b'\n'),
        _ => {}
    }
    bytes
}

/// The same bytes again and again.
struct Repeated {
    bytes: Vec<u8>,
    at: usize,
    times: usize,
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.times == 0 {
            return Ok(0);
        }
        let part = (&self.bytes[self.at..]).read(buffer)?;
        self.at += part;
        if self.at == self.bytes.len() {
            (self.at, self.times) = (0, self.times - 1);
        }
        Ok(part)
    }
}

/// In each format; `records_contract` reads as many through every reader, and what is held would show long before.
const GAMES: usize = 100_000 / Format::ALL.len() / 2 * 2;
/// More than the first look at a file, the buffers and a game together.
const MOST: isize = 1 << 19;

#[test]
fn a_hundred_thousand_games_take_no_more_memory_than_one() {
    for format in Format::ALL {
        let reader = Repeated { bytes: bytes(format), at: 0, times: GAMES / 2 };
        let region = Region::new(ALLOCATOR);
        let held = || {
            let change = region.change();
            change.bytes_allocated as isize - change.bytes_deallocated as isize
        };
        let mut writer = GameWriter::new(io::sink(), format);
        let (mut games, mut most, mut allocated) = (0, 0, 0);
        for game in read_as(reader, "many", format) {
            let game = game.unwrap_or_else(|error| panic!("{format:?}: {error}"));
            writer.write(&game).unwrap();
            (games, allocated) = (games + 1, region.change().bytes_allocated);
            if games % 97 == 0 {
                most = held().max(most);
            }
        }
        assert_eq!(games, GAMES, "{format:?}");
        // All games together took far more than what was ever held.
        assert!(allocated > 4 * MOST as usize, "{format:?}: {allocated} bytes");
        assert!(most > 0 && most < MOST, "{format:?}: {most} bytes held");
        println!("{format:?}: {most} bytes held at most, {allocated} bytes allocated in all");
    }
}
