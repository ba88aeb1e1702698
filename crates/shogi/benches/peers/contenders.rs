//! What is measured: our three ways of counting, and two libraries in their own best two ways.

use cpu_time::ThreadTime;
use rsshogi::board::Move32List;
use shogi::{Perft, Position, perft};
use std::time::Duration;

/// A library and its way of counting.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contender {
    /// Ours, the last ply by the length of its move list.
    List,
    /// Ours, the last ply by target sets.
    Counting,
    /// Ours, every leaf reached by apply and left by undo.
    Leaves,
    /// rsshogi's own perft: the last ply by the length of its move list.
    RsshogiList,
    /// rsshogi, every leaf applied and undone.
    RsshogiLeaves,
    /// haitaka, the last ply by target sets.
    HaitakaCounting,
    /// haitaka, every leaf reached by copy and play.
    HaitakaLeaves,
}

impl Contender {
    pub(crate) const ALL: [Self; 7] = [
        Self::List,
        Self::RsshogiList,
        Self::Counting,
        Self::HaitakaCounting,
        Self::Leaves,
        Self::RsshogiLeaves,
        Self::HaitakaLeaves,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Counting => "counting",
            Self::Leaves => "leaves",
            Self::RsshogiList => "rsshogi list",
            Self::RsshogiLeaves => "rsshogi leaves",
            Self::HaitakaCounting => "haitaka counting",
            Self::HaitakaLeaves => "haitaka leaves",
        }
    }

    /// The leaves `depth` plies below and the time that counting took, the position being set up before.
    pub(crate) fn count(self, sfen: &str, depth: u32) -> (u64, Duration) {
        match self {
            Self::List => ours(sfen, depth, Perft::List),
            Self::Counting => ours(sfen, depth, Perft::Count),
            Self::Leaves => ours(sfen, depth, Perft::Leaves),
            Self::RsshogiList => {
                let mut position = rsshogi_position(sfen);
                timed(|| rsshogi::board::perft::compute_perft(&mut position, depth as u8))
            }
            Self::RsshogiLeaves => {
                let mut position = rsshogi_position(sfen);
                let mut lists: Vec<_> = (0..depth).map(|_| Move32List::new()).collect();
                timed(|| rsshogi_leaves(&mut position, &mut lists))
            }
            Self::HaitakaCounting => {
                let board = haitaka_board(sfen);
                timed(|| haitaka_walk::<true>(&board, depth))
            }
            Self::HaitakaLeaves => {
                let board = haitaka_board(sfen);
                timed(|| haitaka_walk::<false>(&board, depth))
            }
        }
    }
}

fn timed(count: impl FnOnce() -> u64) -> (u64, Duration) {
    let start = ThreadTime::now();
    let leaves = count();
    (leaves, start.elapsed())
}

fn ours(sfen: &str, depth: u32, how: Perft) -> (u64, Duration) {
    let mut position = Position::from_sfen(sfen).expect("a SFEN of the data file");
    timed(|| perft(&mut position, depth, how))
}

fn rsshogi_position(sfen: &str) -> rsshogi::board::Position {
    let mut position = rsshogi::board::position_from_sfen(sfen).expect("a SFEN of the data file");
    position.init_stack();
    position
}

/// One list per remaining ply; nothing is allocated on the way.
fn rsshogi_leaves(position: &mut rsshogi::board::Position, lists: &mut [Move32List]) -> u64 {
    let Some((list, below)) = lists.split_last_mut() else { return 1 };
    list.clear();
    rsshogi::board::movegen::generate_legal_all_move32(position, list);
    let mut leaves = 0;
    for &mv in list.iter() {
        position.apply_move32(mv);
        leaves += if below.is_empty() { 1 } else { rsshogi_leaves(position, below) };
        // SAFETY: `mv` is the move that was applied last, which is all that the function asks for.
        unsafe { position.undo_move32_unchecked(mv) };
    }
    leaves
}

fn haitaka_board(sfen: &str) -> haitaka::Board {
    sfen.parse().expect("a SFEN of the data file")
}

/// With `BULK`, the last ply is counted from the target sets; without, every leaf is played on a copy.
fn haitaka_walk<const BULK: bool>(board: &haitaka::Board, depth: u32) -> u64 {
    if !BULK && depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    let mut visit = |moves: haitaka::PieceMoves| {
        if BULK && depth == 1 {
            leaves += moves.into_iter().len() as u64;
        } else {
            for mv in moves {
                let mut copy = board.clone();
                copy.play_unchecked(mv);
                leaves += haitaka_walk::<BULK>(&copy, depth - 1);
            }
        }
        false
    };
    board.generate_board_moves(&mut visit);
    board.generate_drops(&mut visit);
    leaves
}
