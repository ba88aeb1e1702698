//! Settings that outlast one search.

use crate::{Constants, Evaluation, Level, Slides, TableMode};
use shogi::EnteringKingRule;
use std::time::Duration;

/// Which search finds the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The one that plays best.
    #[default]
    Today,
    /// The one of the slides, with these parts.
    Slides(Slides),
}

/// Settings of an engine. The defaults are those of the USI options of the same names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Threads; at least 1. One thread searches deterministically.
    pub threads: usize,
    /// Size of the table in MiB; at least 1.
    pub hash_mib: usize,
    /// Number of lines; at least 1.
    pub multi_pv: usize,
    /// What a GUI may take to pass on a message: subtracted when the time is rounded up to a full second.
    pub network_delay: Duration,
    /// The same at its worst: kept back where going over would lose the game.
    pub network_delay2: Duration,
    /// The least time for a move, as far as the clock allows it.
    pub minimum_thinking_time: Duration,
    /// Use the rest of a second that has begun, as servers count full seconds.
    pub round_up_to_full_second: bool,
    /// The game is drawn after this many moves; 0: never.
    pub max_moves_to_draw: u32,
    /// The rule of declaration.
    pub entering_king: EnteringKingRule,
    /// Value of a draw in hundredths of a pawn for the engine when it plays Black, and when it plays White.
    pub draw_value: [i32; 2],
    /// How bounds from the table are read.
    pub table_mode: TableMode,
    /// How much of the time for a move may first be spent on looking for a mate by checks, in percent. Only where time is
    /// what bounds the search.
    pub mate_share: u32,
    /// What judges positions.
    pub evaluation: Evaluation,
    /// How strong to play.
    pub level: Level,
    /// Below full strength: which player of the level plays this game. The same seed misjudges and overlooks the same.
    pub level_seed: u64,
    /// Which search finds the move.
    pub method: Method,
    /// The numbers of [`Method::Today`].
    pub constants: Constants,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mib: 256,
            multi_pv: 1,
            network_delay: Duration::from_millis(120),
            network_delay2: Duration::from_millis(1120),
            minimum_thinking_time: Duration::from_secs(2),
            round_up_to_full_second: true,
            max_moves_to_draw: 0,
            entering_king: EnteringKingRule::Points27,
            draw_value: [-2, -2],
            table_mode: TableMode::Practical,
            mate_share: 5,
            evaluation: Evaluation::default(),
            level: Level::FULL,
            level_seed: 0,
            method: Method::default(),
            constants: Constants::default(),
        }
    }
}
