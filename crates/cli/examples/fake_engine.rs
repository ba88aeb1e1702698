//! A small USI engine that misbehaves on request: what the tests of `yomikiri match` play against.
//!
//! `fake_engine [MANNER[@PLY]] [--name NAME]`: plays a legal move chosen from the position's key, and from move PLY
//! (default 1, the first) of the game on does what MANNER says:
//!
//! `good` nothing else · `illegal` an illegal move · `malformed` a `bestmove` that is none · `silent` no answer and deaf
//! to `stop` · `late` an answer only after `stop` · `crash` exit code 7 in the middle of the search · `abort` killed by a
//! signal · `declare` claims the win · `resign` · `garbage` good moves among bytes that are no text and a line without end ·
//! `noisy` good moves and a megabyte on standard error each · `twice` every `bestmove` twice · `shuffle` moves a piece
//! there and back · `deaf` never answers `usi` · `unready` never answers `isready` · `unready-later` answers the first one
//! only · `stay` good moves, and does not leave on `quit` · `slow` good moves after 30 ms each.

use shogi::{Move, Position};
use std::io::{self, BufRead, Write};
use std::time::Duration;
use usi::{BestMove, Command, Info, Reply, Score};

struct Engine {
    manner: String,
    from_ply: usize,
    name: String,
    position: Position,
    isready: usize,
    waiting: Option<Move>,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut manner, mut name) = ("good".to_owned(), "fake".to_owned());
    while let Some(argument) = arguments.next() {
        if argument == "--name" {
            name = arguments.next().expect("a name after --name");
        } else {
            manner = argument;
        }
    }
    let from_ply = match manner.split_once('@') {
        Some((_, ply)) => ply.parse().expect("a number after @"),
        None => 1,
    };
    let manner = manner.split('@').next().unwrap_or_default().to_owned();
    let mut engine =
        Engine { manner, from_ply, name, position: Position::startpos(), isready: 0, waiting: None };
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        match Command::parse(&line) {
            Ok(Command::Quit) if engine.manner == "stay" => std::thread::sleep(Duration::from_mins(10)),
            Ok(Command::Quit) => return,
            Ok(command) => engine.obey(command),
            Err(error) => say(&Reply::Info(Box::new(Info::text(format!("error: {error}"))))),
        }
    }
    if engine.manner == "stay" {
        std::thread::sleep(Duration::from_mins(10));
    }
}

fn say(reply: &Reply) {
    put(format!("{reply}\n").as_bytes());
}

fn put(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

impl Engine {
    fn obey(&mut self, command: Command) {
        match command {
            Command::Usi if self.manner == "deaf" => {}
            Command::Usi => {
                say(&Reply::Name(self.name.clone()));
                put(b"option name Level type spin default 3 min 1 max 9\n");
                put(b"option name Style type combo default calm var calm var wild\nusiok\n");
            }
            Command::IsReady => {
                self.isready += 1;
                let late = self.manner == "unready-later" && self.isready > 2;
                if self.manner != "unready" && !late {
                    say(&Reply::ReadyOk);
                }
            }
            Command::Position(read) => self.position = read.position,
            Command::Go(_) => self.go(),
            Command::Stop => {
                if let Some(mv) = self.waiting.take() {
                    say(&Reply::BestMove(BestMove::Move { mv, ponder: None }));
                }
            }
            _ => {}
        }
    }

    /// A legal move that depends on the position alone; preferably one that does not lose the piece at once.
    fn choose(&self) -> Option<Move> {
        let moves = self.position.legal_moves();
        let key = self.position.key().low();
        (!moves.is_empty()).then(|| moves[(key % moves.len() as u64) as usize])
    }

    fn go(&mut self) {
        let Some(mv) = self.choose() else {
            return say(&Reply::BestMove(BestMove::Resign));
        };
        let good = Reply::BestMove(BestMove::Move { mv, ponder: None });
        if self.position.history_len() + 1 < self.from_ply {
            return say(&good);
        }
        let report = Info {
            depth: Some(1),
            score: Some(Score::centipawns(self.position.material())),
            ..Info::default()
        };
        say(&Reply::Info(Box::new(report)));
        match self.manner.as_str() {
            "illegal" => put(b"bestmove 5e5d\n"),
            "malformed" => put(b"bestmove e2e4\n"),
            "silent" => {}
            "late" => self.waiting = Some(mv),
            "crash" => {
                eprintln!("something broke\nfor good");
                std::process::exit(7);
            }
            "abort" => std::process::abort(),
            "declare" => say(&Reply::BestMove(BestMove::Win)),
            "resign" => say(&Reply::BestMove(BestMove::Resign)),
            "garbage" => {
                put(b"\xff\xfe\x00 not text\r\nbestmoves 1a1b\n\n");
                put(&vec![b'x'; 3 << 20]);
                put(b"\n");
                say(&good);
            }
            "noisy" => {
                let _ = io::stderr().write_all(&vec![b'.'; 1 << 20]);
                say(&good);
            }
            "twice" => {
                say(&good);
                say(&good);
            }
            "shuffle" => {
                let back = self.position.history_len().checked_sub(2).and_then(|index| {
                    let earlier = self.position.history(index)?.mv?;
                    Some(Move::new(earlier.to(), earlier.from()?))
                });
                let rook = ["2h3h", "8b7b"].map(|text| text.parse::<Move>().expect("a move"));
                let choice =
                    back.into_iter().chain(rook).find(|&mv| self.position.is_legal(mv)).unwrap_or(mv);
                say(&Reply::BestMove(BestMove::Move { mv: choice, ponder: None }));
            }
            "slow" => {
                std::thread::sleep(Duration::from_millis(30));
                say(&good);
            }
            _ => say(&good),
        }
    }
}
