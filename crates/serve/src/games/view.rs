//! A game as clients get it.

use super::play::Play;
use crate::lines::LineView;
use crate::moves::{MoveText, rewound, usi_text};
use crate::position::Ended;
use crate::rules::Entering;
use serde::Serialize;
use shogi::{Color, Declaration};

/// Both clocks.
#[derive(Serialize)]
struct ClockView {
    /// Main time left.
    black_ms: u64,
    white_ms: u64,
    byoyomi_ms: u64,
    increment_ms: u64,
    /// What is left of the byoyomi of the side to move, once it is in it.
    byoyomi_left_ms: u64,
    /// Whose clock runs at the moment.
    running: Option<String>,
}

#[derive(Serialize)]
struct PlayedView {
    #[serde(flatten)]
    mv: MoveText,
    /// `null` for moves given with the first position.
    time_ms: Option<u64>,
}

/// The state of a game.
#[derive(Serialize)]
pub(crate) struct GameState {
    id: String,
    /// `playing`, `over`, or `failed` where the engine could not answer.
    state: &'static str,
    position: String,
    /// The client's side.
    color: String,
    side_to_move: String,
    /// Whose turn it is: `you`, `engine`, or `null` when the game is over.
    turn: Option<&'static str>,
    level: u8,
    rule: Entering,
    max_moves: Option<usize>,
    clock: Option<ClockView>,
    moves: Vec<PlayedView>,
    /// Moves that were given with the first position.
    given: usize,
    /// How it ended.
    result: Option<Ended>,
    /// What the client may declare: `none`, `win` or `draw`.
    declaration: &'static str,
    can_take_back: bool,
    /// What the engine thought of its latest move.
    thought: Option<LineView>,
}

fn clock(play: &Play) -> Option<ClockView> {
    let clock = play.clock?;
    let side = play.position.side_to_move();
    let used = play.used();
    let left = |color: Color| {
        let used = if color == side { used } else { std::time::Duration::ZERO };
        clock.left(color, used).as_millis() as u64
    };
    let times = clock.times();
    let all = clock.allowed(side).saturating_sub(used).as_millis() as u64;
    Some(ClockView {
        black_ms: left(Color::Black),
        white_ms: left(Color::White),
        byoyomi_ms: times.byoyomi_ms,
        increment_ms: times.increment_ms,
        byoyomi_left_ms: all.min(times.byoyomi_ms),
        running: play.since.map(|_| side.to_string()),
    })
}

impl GameState {
    pub(crate) fn of(id: &str, play: &Play) -> Self {
        let (start, moves) = rewound(&play.position);
        let texts = MoveText::line(&start, moves).into_iter().enumerate();
        let time = |index: usize| {
            index.checked_sub(play.given).map(|index| play.plies[index].time.as_millis() as u64)
        };
        let declaration = match play.position.declaration(play.rule.into()) {
            Declaration::Win if play.is_humans_turn() => "win",
            Declaration::Draw if play.is_humans_turn() => "draw",
            _ => "none",
        };
        let human_moved = play.plies.len() > usize::from(play.first_mover() != play.human);
        Self {
            id: id.to_owned(),
            state: match (&play.outcome, play.failed) {
                (Some(_), _) => "over",
                (None, true) => "failed",
                (None, false) => "playing",
            },
            position: usi_text(&play.position),
            color: play.human.to_string(),
            side_to_move: play.position.side_to_move().to_string(),
            turn: match (play.is_humans_turn(), play.is_engines_turn()) {
                (true, _) => Some("you"),
                (_, true) => Some("engine"),
                _ => None,
            },
            level: play.level.number(),
            rule: play.rule,
            max_moves: play.rules.max_moves,
            clock: clock(play),
            moves: texts.map(|(index, mv)| PlayedView { mv, time_ms: time(index) }).collect(),
            given: play.given,
            result: play.outcome.as_ref().map(Ended::from),
            declaration,
            can_take_back: human_moved,
            thought: play.thought.clone(),
        }
    }
}

impl Play {
    /// The side that made, or is to make, the first move after those that were given.
    fn first_mover(&self) -> Color {
        let now = self.position.side_to_move();
        if self.plies.len().is_multiple_of(2) { now } else { !now }
    }
}
