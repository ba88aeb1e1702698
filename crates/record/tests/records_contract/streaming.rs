//! Many games from one reader: one at a time, in memory that does not grow with their number.

use record::{Format, read_any, read_as};
use std::io::{self, Read};

/// Gives the same bytes `times` times without holding them more than once, and counts what was taken.
struct Repeated<'a> {
    bytes: &'a [u8],
    at: usize,
    times: u64,
    taken: &'a std::cell::Cell<u64>,
}

impl Read for Repeated<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.times == 0 {
            return Ok(0);
        }
        let part = (&self.bytes[self.at..]).read(buffer)?;
        self.at += part;
        if self.at == self.bytes.len() {
            (self.at, self.times) = (0, self.times - 1);
        }
        self.taken.set(self.taken.get() + part as u64);
        Ok(part)
    }
}

fn text_of(format: Format) -> Vec<u8> {
    let line = "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e 2b3c resign";
    let game = read_any(line.as_bytes(), "line").next().unwrap().unwrap();
    let mut writer = record::GameWriter::new(Vec::new(), format);
    writer.write(&game).unwrap();
    writer.into_inner()
}

#[test]
fn a_hundred_thousand_games_stream_through_every_format() {
    for format in Format::ALL {
        let mut bytes = text_of(format);
        if format == Format::Csa {
            bytes.extend_from_slice(b"/\n");
        }
        let taken = std::cell::Cell::new(0);
        let times = 100_000;
        let reader = Repeated { bytes: &bytes, at: 0, times, taken: &taken };
        let mut games = 0;
        for game in read_as(reader, "many", format) {
            let game = game.unwrap_or_else(|error| panic!("{format:?}: {error}"));
            assert_eq!(game.moves().len(), 6, "{format:?}");
            games += 1;
            // No more is read ahead than the first look and two buffers: the games are not collected.
            let used = games * bytes.len() as u64;
            assert!(
                taken.get() <= used + (1 << 18),
                "{format:?}: {} bytes taken for {games} games",
                taken.get()
            );
        }
        assert_eq!(games, times, "{format:?}");
    }
}

#[test]
fn a_line_without_end_and_a_game_without_end_are_refused_in_bounded_memory() {
    let taken = std::cell::Cell::new(0);
    let line = Repeated { bytes: &[b'x'; 4096], at: 0, times: 50_000, taken: &taken };
    let good = b"startpos moves 7g7f\n";
    let input = good.chain(line).chain(&b"\nstartpos moves 2g2f\n"[..]);
    let games: Vec<_> = read_any(input, "long").collect();
    assert_eq!(games.len(), 3);
    assert!(games[1].as_ref().unwrap_err().to_string().contains("long:2:1: the line is longer than 1 MiB"));
    assert!(games[0].is_ok() && games[2].is_ok());

    let head = b"V2.2\nPI\n+\n+7776FU\n";
    let comments =
        Repeated { bytes: b"'a comment that never ends\n", at: 0, times: 2_000_000, taken: &taken };
    let tail = b"/\nV2.2\nPI\n+\n+2726FU\n%TORYO\n";
    let games: Vec<_> = read_any(head.chain(comments).chain(&tail[..]), "large").collect();
    assert_eq!(games.len(), 2);
    assert!(games[0].as_ref().unwrap_err().to_string().contains("larger than 64 MiB"));
    assert_eq!(games[1].as_ref().unwrap().moves().len(), 1);
}

#[test]
fn a_reader_that_fails_gives_an_error_and_keeps_what_came_before() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    // More than the first look at the file, so that the failure comes in the middle.
    let good = b"startpos moves 7g7f 3c3d\n".repeat(4000);
    let games: Vec<_> = read_any(good.as_slice().chain(Broken), "disk").collect();
    assert_eq!(games.len(), 4001);
    assert!(games[..4000].iter().all(Result::is_ok));
    assert!(games[4000].as_ref().unwrap_err().to_string().contains("the disk is gone"));
}

#[test]
fn entries_that_are_cut_off_or_damaged_do_not_cost_the_others() {
    for format in [Format::Psv, Format::Hcpe] {
        let mut bytes = text_of(format).repeat(3);
        let size = if format == Format::Psv { record::PSV_BYTES } else { record::HCPE_BYTES };
        // The third entry of the second game gets a result that does not exist.
        let at = size * 8 + if format == Format::Psv { 38 } else { 36 };
        bytes[at] = 9;
        bytes.truncate(bytes.len() - 5);
        let games: Vec<_> = read_as(bytes.as_slice(), "data", format).collect();
        let plies: Vec<_> =
            games.iter().map(|game| game.as_ref().map_or(0, |game| game.moves().len())).collect();
        assert_eq!(plies, [6, 2, 0, 3, 5, 0], "{format:?}");
        let told = games[2].as_ref().unwrap_err().to_string();
        assert!(told.starts_with("data:9:") && told.contains("a result of 9"), "{told}");
        assert!(games[5].as_ref().unwrap_err().to_string().contains("ends within an entry"));
    }
}
