//! The values of a solved game, from the history of its run.

use super::error::SolveError;
use super::solver::Solver;
use doves::ClosedGame;
use doves::frames::{Assignments, COUNT};
use game::solve::{RankedGame, Value};
use std::path::Path;
use tablebase::ValueWriter;

impl Solver {
    /// The depths of all positions of a class, in the order of ranks; holes of the numbering included.
    fn codes(&self, class: usize) -> Result<Vec<u16>, SolveError> {
        if !self.keeps_history() {
            return Err(SolveError::NoHistory);
        }
        let layout = &self.layout;
        let mut codes = vec![Value::Draw.code(); layout.frames.positions_of(class) as usize];
        let mut first_of_frame = Vec::with_capacity(layout.frames.frames_of(class));
        let mut first = 0;
        for block in layout.blocks(class) {
            let mine = block.full.count_ones() as usize;
            debug_assert!(COUNT.contains(&mine) && block.full <= Assignments::all(5));
            let winning = layout.winning[class][block.frame];
            first_of_frame.push(first);
            for _ in 0..block.rows {
                fill(&mut codes[first..], winning, Value::Win(1).code());
                first += mine;
            }
        }
        self.settled.of_class(layout, class, |ply, block, row, bits| {
            let value = if ply % 2 == 0 { Value::Lose(ply as u16) } else { Value::Win(ply as u16) };
            let first = first_of_frame[block.frame] + row * block.full.count_ones() as usize;
            fill(&mut codes[first..], bits, value.code());
        })?;
        Ok(codes)
    }

    /// Writes the value table of a finished run: every position, in the numbering of [`ClosedGame`]. Returns the
    /// length of the file.
    ///
    /// # Errors
    /// If the run kept no history, or a file is at fault.
    pub fn write_table(&self, game: &ClosedGame, path: &Path) -> Result<u64, SolveError> {
        let mut writer =
            ValueWriter::create(path, "doves", u64::from(self.layout.frames.max_doves), game.size())?;
        for class in 0..self.layout.classes() {
            let symmetric = self.layout.frames.classes[class].distinct(8) < 8;
            for (rank, code) in (game.first_rank(class)..).zip(self.codes(class)?) {
                let hole = symmetric && game.unrank(rank).is_none();
                let value = Value::from_code(code).expect("only codes of values were written");
                writer.push((!hole).then_some(value))?;
            }
        }
        Ok(writer.finish()?)
    }
}

fn fill(codes: &mut [u16], mut bits: u128, code: u16) {
    while bits != 0 {
        codes[bits.trailing_zeros() as usize] = code;
        bits &= bits - 1;
    }
}
