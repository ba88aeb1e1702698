//! A temporary file with the games that were chosen, so that a corpus of any size needs little memory.

use crate::LearnError;
use crate::game::{Game, Result as GameResult, Score};
use shogi::Move;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Written so much at a time.
const BUFFER: usize = 1 << 20;

/// A game, and which of its moves are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The game.
    pub game: Game,
    /// For each move whether it is used.
    pub used: Vec<bool>,
}

impl Chosen {
    /// The plies of the moves that are used.
    pub fn plies(&self) -> impl Iterator<Item = usize> + '_ {
        self.used.iter().enumerate().filter(|&(_, &used)| used).map(|(ply, _)| ply)
    }
}

/// Games in a file that has no name any more: it goes away with the process, however that ends.
#[derive(Debug)]
pub(crate) struct Spool {
    file: File,
    pending: Vec<u8>,
    written: u64,
    /// Where each game begins, and its length.
    places: Vec<(u64, u32)>,
}

impl Spool {
    pub(crate) fn new() -> Result<Self, LearnError> {
        let file = tempfile::tempfile().map_err(LearnError::Spool)?;
        Ok(Self { file, pending: Vec::with_capacity(BUFFER), written: 0, places: Vec::new() })
    }

    /// How many games there are.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Adds a game at the end.
    pub(crate) fn push(&mut self, chosen: &Chosen) -> Result<(), LearnError> {
        let begin = self.pending.len();
        let at = self.written + begin as u64;
        let (game, out) = (&chosen.game, &mut self.pending);
        out.extend((game.id.len() as u32).to_le_bytes());
        out.extend((game.moves.len() as u32).to_le_bytes());
        out.extend((game.opening as u32).to_le_bytes());
        out.push(u8::from(!game.scores.is_empty()) << 2 | game.result.bits());
        out.extend(game.id.as_bytes());
        for mv in &game.moves {
            out.extend(mv.bits().to_le_bytes());
        }
        for score in &game.scores {
            out.extend(score.bits().to_le_bytes());
        }
        out.extend(chosen.used.iter().map(|&used| u8::from(used)));
        self.places.push((at, (out.len() - begin) as u32));
        if self.pending.len() >= BUFFER { self.flush().map_err(LearnError::Spool) } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.written))?;
        self.file.write_all(&self.pending)?;
        self.written += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    /// The games of these numbers.
    pub(crate) fn load(&mut self, numbers: &[u32]) -> Result<Vec<Chosen>, LearnError> {
        self.read(numbers).map_err(LearnError::Spool)
    }

    fn read(&mut self, numbers: &[u32]) -> io::Result<Vec<Chosen>> {
        self.flush()?;
        let mut bytes = Vec::new();
        let mut games = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let (at, length) = self.places[number as usize];
            bytes.resize(length as usize, 0);
            self.file.seek(SeekFrom::Start(at))?;
            self.file.read_exact(&mut bytes)?;
            games.push(parse(&bytes).ok_or_else(|| io::Error::other("not what was written"))?);
        }
        Ok(games)
    }
}

fn parse(bytes: &[u8]) -> Option<Chosen> {
    let (head, rest) = bytes.split_at_checked(13)?;
    let number =
        |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize;
    let (id, rest) = rest.split_at_checked(number(0))?;
    let plies = number(4);
    let (moves, rest) = rest.split_at_checked(2 * plies)?;
    let scored = if head[12] & 4 != 0 { 2 * plies } else { 0 };
    let (scores, used) = rest.split_at_checked(scored)?;
    let word = |pair: &[u8]| u16::from_le_bytes([pair[0], pair[1]]);
    let moves = moves.chunks_exact(2).map(|pair| Move::from_bits(word(pair))).collect::<Option<_>>()?;
    let scores = scores.chunks_exact(2).map(|pair| Score::from_bits(word(pair) as i16)).collect();
    let id = String::from_utf8(id.to_vec()).ok()?;
    let game = Game { id, moves, scores, opening: number(8), result: GameResult::from_bits(head[12] & 3) };
    (used.len() == plies).then(|| Chosen { game, used: used.iter().map(|&used| used != 0).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::Color;

    #[test]
    fn games_come_back_in_any_order() {
        let mut spool = Spool::new().unwrap();
        let game = |plies: usize, scored: bool| {
            let moves: Vec<Move> = ["7g7f", "3c3d", "8h2b+", "B*5e"]
                .iter()
                .cycle()
                .take(plies)
                .map(|text| text.parse().unwrap())
                .collect();
            let scores = if scored { vec![Score::Centipawns(-7); plies] } else { Vec::new() };
            let game = Game {
                id: format!("游{plies}"),
                scores,
                moves,
                opening: plies / 3,
                result: GameResult::Win(Color::White),
            };
            Chosen { used: (0..plies).map(|ply| ply % 3 == 0).collect(), game }
        };
        // Enough for several writes.
        let games: Vec<_> = (0..3000).map(|number| game(number % 400, number % 2 == 0)).collect();
        for game in &games {
            spool.push(game).unwrap();
        }
        let back = spool.load(&[2999, 0, 17]).unwrap();
        assert_eq!(back, [games[2999].clone(), games[0].clone(), games[17].clone()]);
        spool.push(&games[5]).unwrap();
        assert_eq!(spool.load(&[3000]).unwrap()[0], games[5]);
        assert_eq!(spool.len(), 3001);
    }
}
