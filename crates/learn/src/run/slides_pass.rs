//! A pass of the slides' method: the variations of all positions, then steps on what they say.

use super::Run;
use crate::LearnError;
use crate::agreement::{BLOCK, items};
use crate::gradient::position_at;
use crate::objective::{Objective, Totals};
use crate::parallel::sweep;
use crate::quiescence::Prepared;
use crate::rows::{Rows, Writer};
use crate::sign_step::{Slopes, penalty, step, width};
use crate::slides::Slides;
use crate::spool::Chosen;
use crate::variations::{Searcher, leaf, sign};
use eval::{Coefficients, FRACTION, Weights};
use std::io;

/// What one thread does with positions.
pub(super) struct Rower<'a> {
    prepared: &'a Prepared,
    searcher: Searcher<'a>,
    pub(super) writer: Writer,
    record: Coefficients,
    row: Coefficients,
}

impl<'a> Rower<'a> {
    pub(super) fn new(prepared: &'a Prepared, objective: &'a Objective) -> Self {
        Self {
            prepared,
            searcher: Searcher::new(prepared, objective),
            writer: Writer::default(),
            record: Coefficients::new(),
            row: Coefficients::new(),
        }
    }

    /// Searches a position and writes a row for every move in the window.
    pub(super) fn add(&mut self, chosen: &Chosen, ply: usize) {
        let mut position = position_at(chosen, ply);
        let sign = sign(position.side_to_move()) as i16;
        let Some(found) = self.searcher.compare(&position, chosen.game.moves[ply]) else { return };
        if found.siblings.is_empty() {
            return;
        }
        leaf(self.prepared, &mut position, Some(found.mv), &found.line, &mut self.record);
        for sibling in &found.siblings {
            leaf(self.prepared, &mut position, Some(sibling.mv), &sibling.line, &mut self.row);
            for &(index, count) in self.record.entries() {
                self.row.add(index as usize, -count);
            }
            self.row.combine();
            if sign < 0 {
                let turned: Vec<_> =
                    self.row.entries().iter().map(|&(index, count)| (index, -count)).collect();
                self.writer.push(&turned);
            } else {
                self.writer.push(self.row.entries());
            }
        }
    }
}

/// Slopes and `J` of all rows under these weights.
pub(super) fn slopes(
    rows: &Rows,
    weights: &Weights,
    objective: &Objective,
    threads: usize,
) -> io::Result<(Slopes, i64)> {
    let layout = weights.set().layout();
    let scaled: Vec<i32> = weights
        .values()
        .iter()
        .zip(layout.scales())
        .map(|(&value, scale)| i32::from(value) * scale)
        .collect();
    let make = || (Slopes::new(scaled.len()), 0, None);
    let work = |state: &mut (Slopes, i64, Option<io::Error>), &piece: &usize| {
        let (slopes, t, failed) = state;
        let each = |row: &[(u32, i16)]| {
            let sum: i32 =
                row.iter().map(|&(index, count)| i32::from(count).wrapping_mul(scaled[index as usize])).sum();
            let x = sum / FRACTION;
            *t += objective.value(x);
            let slope = i64::from(objective.slope(x));
            if slope != 0 {
                slopes.add(row, slope);
            }
        };
        if let Err(error) = rows.read(piece, each) {
            *failed = Some(error);
        }
    };
    let mut parts = sweep(threads, &rows.pieces(), make, work, &|_| ()).into_iter();
    let (mut sums, mut t) = (Slopes::new(0), 0);
    if let Some((first, value, failed)) = parts.next() {
        failed.map_or(Ok(()), Err)?;
        (sums, t) = (first, value);
    }
    for (part, value, failed) in parts {
        failed.map_or(Ok(()), Err)?;
        sums.merge(&part);
        t += value;
    }
    Ok((sums, t))
}

impl Run<'_> {
    /// One pass of the slides' method. It is done as a whole: a run that was killed begins it again.
    pub(super) fn slides_pass(&mut self, settings: &Slides) -> Result<(), LearnError> {
        let pass = self.state.head.pass;
        let threads = self.options.threads;
        self.observer.begin(&format!("pass {}", pass + 1), self.corpus.counts.training_positions, 0);
        let mut rows = Rows::new(settings.memory);
        let mut totals = Totals::default();
        let prepared = Prepared::new(self.state.weights.clone());
        for block in self.corpus.training.clone().chunks(BLOCK) {
            let games = self.corpus.load(block)?;
            let make = || Rower::new(&prepared, &self.objective);
            let work = |rower: &mut Rower, &(game, ply): &(u32, u32)| {
                rower.add(&games[game as usize], ply as usize);
            };
            for rower in sweep(threads, &items(&games), make, work, &|done| self.observer.advance(done)) {
                totals.add(&rower.searcher.totals);
                rows.add(rower.writer)?;
            }
        }
        self.observer.begin(&format!("steps {}", pass + 1), u64::from(settings.steps), 0);
        let mut saturated = 0;
        for number in 0..settings.steps {
            let (slopes, _) =
                slopes(&rows, &self.state.weights, &self.objective, threads).map_err(LearnError::Rows)?;
            saturated += step(&mut self.state.weights, &slopes, settings, width(settings, pass, number));
            if number + 1 == settings.steps {
                self.state.head.penalty = penalty(&self.state.weights, settings, &slopes.sizes);
            }
            self.observer.advance(1);
        }
        self.state.head.totals = totals;
        self.state.head.saturated = saturated;
        Ok(())
    }
}
