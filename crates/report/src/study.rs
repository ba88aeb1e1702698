//! One position studied: the rules first, then the engine.

use crate::{Rule, Score};
use search::{Control, Decision, Engine, Info, Limits, Outcome};
use shogi::{Color, Declaration, Move, Position, Repetition};
use std::time::Duration;

/// What ends a game in a position, whatever the engine thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The fourth occurrence: a draw.
    Repetition,
    /// The fourth occurrence, one side having checked throughout.
    PerpetualCheck,
    /// No legal move, in check.
    Mate,
    /// No legal move, not in check.
    NoLegalMove,
    /// The side to move may declare, or reach the try square.
    Declaration,
}

impl Ending {
    /// The ending in a word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual check",
            Self::Mate => "mate",
            Self::NoLegalMove => "no legal move",
            Self::Declaration => "declaration",
        }
    }
}

/// A line of play that the engine expects.
#[derive(Clone, Debug)]
pub struct Variation {
    /// From Black's view.
    pub score: Score,
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// The deepest ply looked at.
    pub seldepth: u32,
    /// The moves.
    pub moves: Vec<Move>,
    /// The moves in Japanese notation.
    pub japanese: Vec<String>,
    /// What the rules say about the position at its end.
    pub ending: Option<Ending>,
    /// Whether the score rests on a repetition, in the line or with the game before it.
    pub rests_on_repetition: bool,
}

/// What is known of one position.
#[derive(Clone, Debug)]
pub struct Study {
    /// From Black's view.
    pub score: Score,
    /// What the rules say about it.
    pub ending: Option<Ending>,
    /// Best first; none where the game has ended.
    pub lines: Vec<Variation>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl Study {
    /// The move that the engine would play.
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// Studies `position` until a limit is met or `control` stops the engine, telling `progress` of every line on the way.
    pub fn of(
        position: &Position,
        engine: &mut Engine,
        limits: &Limits,
        control: &Control,
        progress: &(dyn Fn(&Info) + Sync),
    ) -> Self {
        let us = position.side_to_move();
        let decided = |ending, score| Self {
            score,
            ending: Some(ending),
            lines: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
        };
        let by = |winner, by| Score::Decided { winner, by };
        if let Some(ending) = ended(position) {
            let score = match position.repetition() {
                Repetition::None => Score::Mate { winner: !us, plies: 0 },
                Repetition::Draw => by(None, Rule::Repetition),
                Repetition::Win => by(Some(us), Rule::PerpetualCheck),
                Repetition::Loss => by(Some(!us), Rule::PerpetualCheck),
            };
            return decided(ending, score);
        }
        match position.declaration(engine.options().entering_king) {
            Declaration::Win | Declaration::Try(_) => {
                return decided(Ending::Declaration, by(Some(us), Rule::Declaration));
            }
            Declaration::Draw | Declaration::None => {}
        }
        let outcome = engine.search(position, limits, control, progress);
        let Outcome { decision, nodes, time, .. } = outcome;
        let lines: Vec<_> = outcome.lines.iter().map(|line| Variation::of(position, line)).collect();
        let (score, ending) = match (decision, lines.first()) {
            // Only a drawn declaration is left here: it is claimed where the search finds nothing better.
            (Decision::Declare, _) => (by(None, Rule::Declaration), Some(Ending::Declaration)),
            (_, Some(line)) => (line.score, None),
            // The engine answers without a line only where it could not search at all.
            (_, None) => (Score::Centipawns(0), None),
        };
        Self { score, ending, lines, nodes, time }
    }
}

/// Whether the game has ended here without anybody's claim.
pub fn ended(position: &Position) -> Option<Ending> {
    match position.repetition() {
        Repetition::Draw => Some(Ending::Repetition),
        Repetition::Win | Repetition::Loss => Some(Ending::PerpetualCheck),
        Repetition::None if position.has_legal_move() => None,
        Repetition::None if position.in_check() => Some(Ending::Mate),
        Repetition::None => Some(Ending::NoLegalMove),
    }
}

impl Variation {
    /// The engine's line from `position`, which the rules end where they do.
    pub fn of(position: &Position, line: &search::Line) -> Self {
        let root = position.history_len();
        let mut walk = position.clone();
        let mut japanese = Vec::with_capacity(line.pv.len());
        let mut moves = Vec::with_capacity(line.pv.len());
        for &mv in &line.pv {
            let text = walk.japanese(mv);
            if walk.try_apply(mv).is_err() {
                break;
            }
            japanese.push(text);
            moves.push(mv);
        }
        // Inside a line the engine takes the first return to a position of the line for a repetition.
        let ending = match walk.repetition_in_search(root) {
            Repetition::Draw => Some(Ending::Repetition),
            Repetition::Win | Repetition::Loss => Some(Ending::PerpetualCheck),
            Repetition::None => ended(&walk),
        };
        let score = from_black(line.score, position.side_to_move());
        let rests_on_repetition = line.rests_on_repetition;
        Self {
            score,
            depth: line.depth,
            seldepth: line.seldepth,
            moves,
            japanese,
            ending,
            rests_on_repetition,
        }
    }
}

/// Beyond this many centipawns a score of the engine stands for a game decided by perpetual check: such scores lie within
/// 128 plies of 30,000, evaluations stay below.
const PERPETUAL_CHECK: i32 = 30_000 - 128;

/// The engine's score, which is that of the side to move, from Black's view.
pub fn from_black(score: search::Score, side: Color) -> Score {
    let winner = |positive: bool| if positive { side } else { !side };
    match score {
        search::Score::Mate(plies) => Score::Mate { winner: winner(plies > 0), plies: plies.unsigned_abs() },
        search::Score::Cp(value) if value.abs() >= PERPETUAL_CHECK => {
            Score::Decided { winner: Some(winner(value > 0)), by: Rule::PerpetualCheck }
        }
        search::Score::Cp(value) => Score::Centipawns(if side == Color::Black { value } else { -value }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Options;

    fn study(text: &str) -> Study {
        let position = record::read_position(text, false).unwrap().position;
        let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
        let limits = Limits { depth: Some(4), ..Limits::default() };
        Study::of(&position, &mut engine, &limits, &Control::new(), &|_| {})
    }

    #[test]
    fn the_rules_come_before_the_engine() {
        let cycle = "2h3h 8b7b 3h2h 7b8b ";
        let study_of = |times| study(&format!("startpos moves {}", cycle.repeat(times)));
        let fourth = study_of(3);
        assert_eq!(fourth.ending, Some(Ending::Repetition));
        assert_eq!(fourth.score, Score::Decided { winner: None, by: Rule::Repetition });
        assert!(study_of(2).best_move().is_some());
        let mated = study("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
        assert_eq!(mated.ending, Some(Ending::Mate));
        assert_eq!(mated.score, Score::Mate { winner: Color::Black, plies: 0 });
        let declared = study("+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1");
        assert_eq!(declared.ending, Some(Ending::Declaration));
        assert!((declared.score.expected() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_line_is_told_in_japanese_with_its_end() {
        let mate = study("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
        assert_eq!(mate.score, Score::Mate { winner: Color::Black, plies: 1 });
        let line = &mate.lines[0];
        assert_eq!((line.japanese.join(""), line.ending), ("▲５二金".to_owned(), Some(Ending::Mate)));
    }

    #[test]
    fn scores_turn_with_the_side() {
        use search::Score as Engine;
        assert_eq!(from_black(Engine::Cp(-70), Color::White), Score::Centipawns(70));
        assert_eq!(
            from_black(Engine::Mate(-4), Color::Black),
            Score::Mate { winner: Color::White, plies: 4 }
        );
        assert_eq!(from_black(Engine::Mate(0), Color::White), Score::Mate { winner: Color::Black, plies: 0 });
        let perpetual = Score::Decided { winner: Some(Color::White), by: Rule::PerpetualCheck };
        assert_eq!(from_black(Engine::Cp(29_990), Color::White), perpetual);
    }
}
