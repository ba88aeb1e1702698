//! Closed variants of Tokyo Doves by the other method: a counter for each position, over the rules of single positions.

use super::Bar;
use ::doves::ClosedGame;
use game::solve::Value;
use retro::dense;
use retro::factored::{Row, Summary};

/// Solves the game with at most so many doves on the board.
pub(super) fn solve(max_doves: u32, threads: usize, bar: &Bar) -> anyhow::Result<Summary> {
    let game = ClosedGame::new(max_doves);
    let solution = dense::solve(&game, threads, bar)?;
    let mut rows: Vec<Row> = Vec::new();
    let classes = game.frames().classes.all();
    for (class, of) in classes.iter().enumerate() {
        let end = if class + 1 < classes.len() { game.first_rank(class + 1) } else { solution.len() };
        for rank in game.first_rank(class)..end {
            let Some(Value::Win(ply) | Value::Lose(ply)) = solution.value(rank) else { continue };
            while rows.len() <= usize::from(ply) {
                rows.push(Row { ply: rows.len() as u32, counts: [0; 13] });
            }
            rows[usize::from(ply)].counts[of.count() as usize] += 1;
        }
    }
    let free = game.frames().free_positions();
    Ok(Summary { rows, finished: true, free, traffic: [0; 2], history_bytes: 0 })
}
