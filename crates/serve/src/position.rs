//! A position with everything that the rules say about it: board, hands, moves, repetition, declaration, end.

use crate::body::Body;
use crate::error::{Answer, ApiError};
use crate::moves::{MoveText, kind, rewound, usi_text};
use crate::reason::Reason;
use crate::rules::Entering;
use crate::state::Server;
use axum::Json;
use axum::extract::State;
use record::referee::{Outcome, Rules};
use serde::{Deserialize, Serialize};
use shogi::{
    Color, Declaration, Dominance, Finding, Handicap, PieceKind, Position, Repetition, Square,
    japanese_square,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// `startpos moves …`, `sfen … moves …`, a SFEN.
    #[serde(default = "startpos")]
    position: String,
    /// A move to play there, in USI.
    #[serde(default)]
    r#move: Option<String>,
    /// Repair what programs write instead of SFEN.
    #[serde(default)]
    lenient: bool,
    #[serde(default)]
    rule: Entering,
}

pub(crate) fn startpos() -> String {
    "startpos".to_owned()
}

/// A piece on the board.
#[derive(Serialize)]
struct Placed {
    square: String,
    color: String,
    kind: &'static str,
    /// As in SFEN: `+R` for a promoted rook, lower case for White.
    letter: String,
    /// One kanji, 王 for White's king.
    text_ja: char,
}

#[derive(Serialize)]
struct Held {
    kind: &'static str,
    letter: char,
    count: u32,
    text_ja: &'static str,
}

#[derive(Serialize)]
struct Hands {
    black: Vec<Held>,
    white: Vec<Held>,
}

/// How often the position has occurred and what follows from it.
#[derive(Serialize)]
struct Repeats {
    /// This time included.
    occurrences: usize,
    /// The plies at which it occurred before, 0 being the first position.
    earlier: Vec<usize>,
    /// Of the fourth occurrence, for the side to move: `none`, `draw`, `win` or `loss`.
    result: &'static str,
    /// The same board occurred with other hands of the side to move: `none`, `superior` or `inferior`.
    dominance: &'static str,
}

/// What the side to move could claim.
#[derive(Serialize)]
struct Claim {
    rule: Entering,
    /// `none`, `win` or `draw`.
    possible: &'static str,
    king_inside: bool,
    pieces_inside: u32,
    points: u32,
}

/// How the game has ended, whatever the players say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Ended {
    /// `mate`, `no_legal_move`, `repetition`, `perpetual_check`, `try`, …
    pub(crate) kind: String,
    /// `black`, `white` or, for a draw, `null`.
    pub(crate) winner: Option<String>,
    /// The kind with its particulars, as people read it.
    pub(crate) text: String,
}

#[derive(Serialize)]
struct Validation {
    /// `parseable`, `consistent` or `playable`.
    level: String,
    findings: Vec<String>,
    /// The findings for programs, in the same order.
    reasons: Vec<Option<Reason>>,
}

/// The answer.
#[derive(Serialize)]
pub(crate) struct View {
    /// The position with its game, as `position` of USI writes it.
    position: String,
    sfen: String,
    side_to_move: String,
    /// Moves since the first position.
    ply: usize,
    /// As SFEN counts.
    move_number: u32,
    /// The name of the start, if it is a usual one (平手, 香落ち …).
    handicap: Option<&'static str>,
    board: Vec<Placed>,
    hands: Hands,
    check: bool,
    checkers: Vec<String>,
    /// Squares of the latest move, if there is one.
    last_move: Option<MoveText>,
    /// The moves from the first position.
    history: Vec<MoveText>,
    /// The legal moves; none where the game has ended or the position cannot be played.
    moves: Vec<MoveText>,
    repetition: Repeats,
    declaration: Claim,
    result: Option<Ended>,
    /// Whether moves can be played and searched from here.
    playable: bool,
    validation: Validation,
    repairs: Vec<String>,
}

pub(crate) fn color_name(color: Color) -> String {
    color.to_string()
}

/// The referee under a rule for entering kings.
pub(crate) fn referee(rule: Entering) -> Rules {
    Rules { entering_king: rule.into(), max_moves: None }
}

impl From<&Outcome> for Ended {
    fn from(outcome: &Outcome) -> Self {
        let kind = outcome.end.name().replace(' ', "_");
        Self { kind, winner: outcome.winner.map(color_name), text: outcome.end.to_string() }
    }
}

/// How the game has ended in a position, without anybody's claim.
pub(crate) fn ended(position: &Position, rule: Entering) -> Option<Ended> {
    referee(rule).after_move(position).as_ref().map(Ended::from)
}

fn placed(position: &Position) -> Vec<Placed> {
    let squares = Square::all().filter_map(|sq| Some((sq, position.piece_at(sq)?)));
    squares
        .map(|(sq, piece)| Placed {
            square: sq.to_string(),
            color: color_name(piece.color()),
            kind: kind(piece.kind()),
            letter: piece.to_string(),
            text_ja: match (piece.kind(), piece.color()) {
                (PieceKind::King, Color::White) => '王',
                (kind, _) => kind.kanji(),
            },
        })
        .collect()
}

fn held(position: &Position, color: Color) -> Vec<Held> {
    let hand = position.hand(color);
    let kinds = PieceKind::HAND_ORDER.into_iter().filter(|&kind| hand.has(kind));
    kinds
        .map(|of| Held { kind: kind(of), letter: of.letter(), count: hand.count(of), text_ja: of.name() })
        .collect()
}

impl View {
    pub(crate) fn of(position: &Position, rule: Entering, repairs: Vec<String>) -> Self {
        let (start, moves) = rewound(position);
        let history = MoveText::line(&start, moves);
        let playable = record::refuse_unplayable(position).is_ok();
        let result = if playable { ended(position, rule) } else { None };
        let legal = position.legal_moves();
        let legal = legal.iter().filter(|_| playable && result.is_none());
        let count = position.declaration_count(position.side_to_move());
        let validation = position.validate();
        let findings: Vec<_> = validation.findings.iter().map(ToString::to_string).collect();
        Self {
            position: usi_text(position),
            sfen: position.to_sfen(),
            side_to_move: color_name(position.side_to_move()),
            ply: position.history_len(),
            move_number: position.ply(),
            handicap: Handicap::of(&start).map(Handicap::name),
            board: placed(position),
            hands: Hands { black: held(position, Color::Black), white: held(position, Color::White) },
            check: position.in_check(),
            checkers: position.checkers().into_iter().map(|sq| sq.to_string()).collect(),
            last_move: history.last().cloned(),
            moves: legal.map(|&mv| MoveText::of(position, mv)).collect(),
            history,
            repetition: Repeats {
                occurrences: position.occurrences(),
                earlier: in_order(position.earlier_occurrences()),
                result: match position.repetition() {
                    Repetition::None => "none",
                    Repetition::Draw => "draw",
                    Repetition::Win => "win",
                    Repetition::Loss => "loss",
                },
                dominance: match position.dominance() {
                    Dominance::None => "none",
                    Dominance::Superior => "superior",
                    Dominance::Inferior => "inferior",
                },
            },
            declaration: Claim {
                rule,
                possible: match position.declaration(rule.into()) {
                    Declaration::None => "none",
                    Declaration::Draw => "draw",
                    Declaration::Win | Declaration::Try(_) => "win",
                },
                king_inside: count.king_inside,
                pieces_inside: count.pieces_inside,
                points: count.points,
            },
            result,
            playable,
            validation: Validation {
                level: validation.level.to_string(),
                reasons: findings.iter().map(|finding| Reason::of(finding)).collect(),
                findings,
            },
            repairs,
        }
    }
}

/// Reads the position of a request that is to be played from.
pub(crate) fn playable(text: &str, plies: usize) -> Answer<Position> {
    let position = read(text, false, plies)?.position;
    record::refuse_unplayable(&position)?;
    Ok(position)
}

/// A game is played for two kings; without one there is nothing to win.
pub(crate) fn refuse_without_king(position: &Position) -> Answer<()> {
    match Color::ALL.into_iter().find(|&color| position.king(color).is_none()) {
        None => Ok(()),
        Some(color) => {
            Err(record::PositionError(format!("no game can be played: {}", Finding::NoKing(color))).into())
        }
    }
}

/// Reads the position of a request; the game is bounded before its moves are looked at.
pub(crate) fn read(text: &str, lenient: bool, plies: usize) -> Answer<record::PositionText> {
    if text.split_whitespace().nth(plies + 10).is_some() {
        return Err(ApiError::field("position", format!("more than {plies} moves")));
    }
    Ok(record::read_position(text.trim(), lenient)?)
}

/// `POST /api/v1/positions`
pub(crate) async fn view(State(server): State<Server>, Body(asked): Body<Asked>) -> Answer<Json<View>> {
    let plies = server.options().limits.plies;
    server
        .blocking(move || {
            let mut read = read(&asked.position, asked.lenient, plies)?;
            let repairs = read.repairs.iter().map(ToString::to_string).collect();
            if let Some(text) = &asked.r#move {
                record::refuse_unplayable(&read.position)?;
                play(&mut read.position, text, asked.rule)?;
            }
            Ok(Json(View::of(&read.position, asked.rule, repairs)))
        })
        .await
}

/// Plays a move given in USI, unless the game has ended.
pub(crate) fn play(position: &mut Position, text: &str, rule: Entering) -> Answer<()> {
    let mv: shogi::Move = text.parse().map_err(|error| ApiError::field("move", error))?;
    if let Some(end) = ended(position, rule) {
        let message = format!("move: {text}: the game has ended ({})", end.text);
        return Err(ApiError::conflict("game_over", message));
    }
    let at = japanese_square(mv.to());
    position.try_apply(mv).map_err(|reason| {
        let message = format!("move: {text} (to {at}) is illegal: {reason}");
        ApiError::bad("illegal_move", message).at(crate::error::Place::field("move"))
    })
}

/// Ascending.
fn in_order(latest_first: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut plies: Vec<_> = latest_first.collect();
    plies.reverse();
    plies
}
