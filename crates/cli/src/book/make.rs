//! `yomikiri book make`: counts the first moves of games.

use crate::exit::BadInput;
use learn::{Found, Game, write_whole};
use record::book::{BookMove, write_book};
use shogi::{Color, Move, Position};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::path::PathBuf;

/// Make a book from games
///
/// From tables of games and records of any format, games from the usual start alone. A move gets into the book if it was
/// played often enough and did not do too badly. The score of a move is what its results come to on the scale of the
/// evaluation; a move of which no result is known counts as level.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Games: tables, or records in any format
    #[arg(required = true, value_name = "FILES")]
    games: Vec<PathBuf>,
    /// The book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Count the first so many moves of a game
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=512))]
    plies: u16,
    /// A move has to have been played so many times
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    least: u32,
    /// A move has to have scored so many percent of the points, as far as results are known
    #[arg(long, value_name = "PERCENT", default_value_t = 30, value_parser = clap::value_parser!(u8).range(0..=100))]
    points: u8,
}

/// Games that an unknown move is taken to have drawn, so that one result does not decide.
const PRIOR: f64 = 4.0;
/// Hundredths of a pawn by which the odds of a win grow e-fold.
const SCALE: f64 = 600.0;
/// So many bad games are told one by one.
const TOLD: usize = 20;

/// What was counted of a move.
#[derive(Default)]
struct Counted {
    times: u32,
    /// Times with a known result, and the points of the side that moved.
    known: u32,
    points: f64,
    replies: BTreeMap<u16, (Move, u32)>,
}

struct Node {
    /// With the least move number at which the position was met.
    position: Position,
    moves: Vec<(Move, Counted)>,
}

#[derive(Default)]
struct Counter {
    nodes: HashMap<u64, Node>,
    games: usize,
    other: usize,
    refused: Vec<String>,
    bad: usize,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let mut counter = Counter::default();
    for path in &arguments.games {
        learn::read_file(path, &mut |found| {
            match found {
                Found::Game(game, cut) => {
                    counter.count(&game, arguments.plies.into());
                    if let Some(cut) = cut {
                        counter.note(cut);
                    }
                }
                Found::OtherStart => counter.other += 1,
                Found::Refused(reason) => counter.note(reason),
            }
            Ok(())
        })
        .map_err(|error| BadInput(format!("{:#}", anyhow::Error::from(error))))?;
    }
    for reason in &counter.refused {
        // Nothing is left to tell anyone where standard error is closed.
        let _ = writeln!(io::stderr(), "{reason}");
    }
    let book = counter.book(arguments);
    let moves: usize = book.values().map(Vec::len).sum();
    if moves == 0 {
        let reason = format!("no move in {} games was played {} times", counter.games, arguments.least);
        return Err(BadInput(reason).into());
    }
    let mut bytes = Vec::new();
    write_book(&mut bytes, book.iter().map(|(sfen, moves)| (sfen.as_str(), moves.as_slice())))?;
    write_whole(&arguments.out, &bytes)?;
    let Counter { games, other, bad, .. } = counter;
    writeln!(
        out,
        "{games} games, {} positions and {moves} moves in {}",
        book.len(),
        arguments.out.display()
    )?;
    if other > 0 {
        writeln!(out, "{other} games from another start left out")?;
    }
    if bad > 0 {
        out.flush()?;
        return Err(BadInput(format!("{bad} games could not be read, or not to their end")).into());
    }
    Ok(())
}

impl Counter {
    fn note(&mut self, reason: String) {
        self.bad += 1;
        if self.refused.len() < TOLD {
            self.refused.push(reason);
        }
    }

    fn count(&mut self, game: &Game, plies: usize) {
        self.games += 1;
        let mut position = Position::startpos();
        for (ply, &mv) in game.moves.iter().take(plies).enumerate() {
            let side = position.side_to_move();
            let node = self
                .nodes
                .entry(position.key().low())
                .or_insert_with(|| Node { position: position.without_history(), moves: Vec::new() });
            if position.ply() < node.position.ply() {
                node.position = position.without_history();
            }
            node.note(mv, game, side, game.moves.get(ply + 1).copied());
            position.apply(mv);
        }
    }

    /// Positions by their texts, which is the order that programs want that search a book on disk.
    fn book(&self, arguments: &Arguments) -> BTreeMap<String, Vec<BookMove>> {
        let mut book = BTreeMap::new();
        for node in self.nodes.values() {
            let good = |counted: &&(Move, Counted)| counted.1.is_good(arguments);
            let mut moves: Vec<_> =
                node.moves.iter().filter(good).map(|(mv, counted)| counted.entry(*mv)).collect();
            if !moves.is_empty() {
                moves.sort_by_key(|entry| (std::cmp::Reverse(entry.count), entry.mv.bits()));
                book.insert(node.position.to_sfen(), moves);
            }
        }
        book
    }
}

impl Node {
    fn note(&mut self, mv: Move, game: &Game, side: Color, reply: Option<Move>) {
        let place = self.moves.iter().position(|(known, _)| *known == mv).unwrap_or_else(|| {
            self.moves.push((mv, Counted::default()));
            self.moves.len() - 1
        });
        let counted = &mut self.moves[place].1;
        counted.times += 1;
        if let Some(points) = game.result.points(side) {
            counted.known += 1;
            counted.points += points;
        }
        if let Some(reply) = reply {
            counted.replies.entry(reply.bits()).or_insert((reply, 0)).1 += 1;
        }
    }
}

impl Counted {
    /// The share of the points, with some games drawn beside those that were played.
    fn share(&self) -> f64 {
        (self.points + PRIOR / 2.0) / (f64::from(self.known) + PRIOR)
    }

    fn is_good(&self, arguments: &Arguments) -> bool {
        self.times >= arguments.least && self.share() * 100.0 >= f64::from(arguments.points)
    }

    fn entry(&self, mv: Move) -> BookMove {
        let share = self.share();
        let reply = self.replies.values().max_by_key(|(_, times)| *times).map(|&(reply, _)| reply);
        BookMove {
            mv,
            reply,
            score: Some((SCALE * (share / (1.0 - share)).ln()).round() as i32),
            depth: Some(0),
            count: Some(self.times.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use learn::GameResult;

    fn arguments(least: u32, points: u8) -> Arguments {
        Arguments { games: Vec::new(), out: PathBuf::new(), plies: 30, least, points }
    }

    fn counted(games: &[(&str, GameResult)]) -> Counter {
        let mut counter = Counter::default();
        for (moves, result) in games {
            let moves: Vec<Move> = moves.split(' ').map(|word| word.parse().unwrap()).collect();
            let game = Game { id: String::new(), scores: Vec::new(), opening: 0, result: *result, moves };
            counter.count(&game, 4);
        }
        counter
    }

    #[test]
    fn moves_are_counted_with_their_results_and_replies() {
        let (black, white) = (GameResult::Win(Color::Black), GameResult::Win(Color::White));
        let counter = counted(&[
            ("7g7f 3c3d 2g2f 8c8d 2f2e", black),
            ("7g7f 8c8d 2g2f 3c3d", black),
            ("2g2f 8c8d 7g7f 3c3d", white),
            ("7g7f 3c3d 6g6f", GameResult::Unknown),
        ]);
        let book = counter.book(&arguments(1, 0));
        let start = &book[&Position::startpos().to_sfen()];
        let told: Vec<_> = start.iter().map(|entry| (entry.mv.to_string(), entry.count)).collect();
        assert_eq!(told, [("7g7f".to_owned(), Some(3)), ("2g2f".to_owned(), Some(1))]);
        assert_eq!(start[0].reply.unwrap().to_string(), "3c3d");
        // Two wins and four draws, then a loss and four draws.
        let score = |share: f64| (600.0 * (share / (1.0 - share)).ln()).round() as i32;
        assert_eq!(start[0].score, Some(score(4.0 / 6.0)));
        assert_eq!(start[1].score, Some(score(2.0 / 5.0)));
        // Positions that moves lead to in another order are one, and only the first four moves count.
        let fourth = "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w - 4";
        assert_eq!(book[fourth].iter().map(|entry| entry.count).collect::<Vec<_>>(), [Some(2)]);
        assert!(!book.keys().any(|sfen| sfen.ends_with(" 5")), "{:?}", book.keys());
        assert_eq!(counter.book(&arguments(2, 0)).values().map(Vec::len).sum::<usize>(), 3);
        assert_eq!(counter.book(&arguments(1, 45))[&Position::startpos().to_sfen()].len(), 1);
    }
}
