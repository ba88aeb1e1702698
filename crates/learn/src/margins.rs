//! Frontier margins: how far one move changes the evaluation beyond what is known of it beforehand.
//!
//! Futility pruning of the slides leaves out a move where `E(P) + M_cap + M_piece-king + V_max(class) <= alpha`. Measured is
//! what `V_max` has to cover: the change of the evaluation, less the change of material (what is taken, and a promotion), less,
//! unless the king moves, the change of the king-piece table.

use crate::quiescence::Prepared;
use eval::{Coefficients, FRACTION, Weights};
use serde::{Deserialize, Serialize};
use shogi::{Move, PieceKind, Position};

/// The classes of moves.
pub const CLASSES: [&str; 4] = ["king", "other", "capture", "drop"];
/// The quantiles that are reported, in thousandths.
pub const QUANTILES: [u64; 5] = [500, 900, 990, 999, 1000];
/// Changes are counted one by one up to this.
const FARTHEST: i32 = 2000;

/// Counts of changes by class: with the king-piece part taken off, and without.
#[derive(Clone, Debug)]
pub struct Margins {
    rest: [Vec<u64>; 4],
    whole: [Vec<u64>; 4],
}

/// The quantiles of a class, in units of evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quantiles {
    /// The class.
    pub class: String,
    /// Moves counted.
    pub moves: u64,
    /// Of the change less material and king-piece part: the quantiles [`QUANTILES`].
    pub rest: [i32; 5],
    /// Of the change less material only.
    pub whole: [i32; 5],
}

impl Default for Margins {
    fn default() -> Self {
        let empty = || std::array::from_fn(|_| vec![0; 2 * FARTHEST as usize + 1]);
        Self { rest: empty(), whole: empty() }
    }
}

fn class(position: &Position, mv: Move) -> usize {
    let Some(from) = mv.from() else { return 3 };
    if position.piece_at(from).is_some_and(|piece| piece.kind() == PieceKind::King) {
        0
    } else if position.piece_at(mv.to()).is_some() {
        2
    } else {
        1
    }
}

/// The parts of an evaluation that a search knows before it makes a move: material with hands, and king-piece.
fn parts(weights: &Weights, row: &Coefficients) -> [i64; 2] {
    let layout = weights.set().layout();
    let sum = |names: &[&str]| -> i64 {
        let families = names.iter().filter_map(|name| layout.family(name));
        families
            .map(|family| {
                let range = family.range();
                let own = row.entries().iter().filter(|&&(index, _)| range.contains(&(index as usize)));
                let of = |&(index, count): &(u32, i16)| {
                    i64::from(count) * i64::from(weights.values()[index as usize])
                };
                own.map(of).sum::<i64>() * i64::from(family.scale)
            })
            .sum()
    };
    [sum(&["material", "hands"]), sum(&["king-piece"])]
}

impl Margins {
    /// Adds all moves of a position. Moves out of check say little of a quiet frontier: such positions are passed over.
    pub(crate) fn add(&mut self, prepared: &Prepared, position: &Position) {
        if position.in_check() {
            return;
        }
        let weights = prepared.model.weights();
        let set = weights.set();
        let sign = crate::variations::sign(position.side_to_move());
        let mut row = Coefficients::new();
        set.coefficients(position, &mut row);
        let (before, parts_before) = (i64::from(weights.value(&row)), parts(weights, &row));
        let mut position = position.without_history();
        for &mv in &position.legal_moves() {
            let class = class(&position, mv);
            position.apply(mv);
            set.coefficients(&position, &mut row);
            let (after, parts_after) = (i64::from(weights.value(&row)), parts(weights, &row));
            position.undo();
            let known = |part: usize| (parts_after[part] - parts_before[part]) / i64::from(FRACTION);
            let whole = sign * (after - before - known(0));
            let rest = if class == 0 { whole } else { whole - sign * known(1) };
            let place = |change: i64| {
                (change.clamp(-i64::from(FARTHEST), i64::from(FARTHEST)) + i64::from(FARTHEST)) as usize
            };
            self.whole[class][place(whole)] += 1;
            self.rest[class][place(rest)] += 1;
        }
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Self) {
        let pairs = self.rest.iter_mut().zip(&other.rest).chain(self.whole.iter_mut().zip(&other.whole));
        for (mine, theirs) in pairs {
            mine.iter_mut().zip(theirs).for_each(|(sum, count)| *sum += count);
        }
    }

    /// The quantiles of every class that has moves.
    pub fn quantiles(&self) -> Vec<Quantiles> {
        let classes = CLASSES.iter().enumerate();
        let all = classes.map(|(index, class)| Quantiles {
            class: (*class).to_owned(),
            moves: self.rest[index].iter().sum(),
            rest: quantiles(&self.rest[index]),
            whole: quantiles(&self.whole[index]),
        });
        all.filter(|class| class.moves > 0).collect()
    }
}

fn quantiles(counts: &[u64]) -> [i32; 5] {
    let total: u64 = counts.iter().sum();
    QUANTILES.map(|thousandths| {
        let wanted = (total * thousandths).div_ceil(1000);
        let mut seen = 0;
        let place = counts.iter().position(|&count| {
            seen += count;
            seen >= wanted.max(1)
        });
        place.map_or(0, |place| place as i32 - FARTHEST)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::Set;

    #[test]
    fn a_quantile_covers_its_share() {
        let mut counts = vec![0; 4001];
        (counts[2000], counts[2010], counts[2500]) = (900, 99, 1);
        assert_eq!(quantiles(&counts), [0, 0, 10, 10, 500]);
    }

    #[test]
    fn material_leaves_nothing_over() {
        let prepared = Prepared::new(Weights::initial(Set::Slides));
        let mut margins = Margins::default();
        let open = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
        margins.add(&prepared, &Position::from_sfen(open).unwrap());
        let found = margins.quantiles();
        assert_eq!(found.iter().map(|class| class.class.as_str()).collect::<Vec<_>>(), CLASSES[..3]);
        assert!(found.iter().all(|class| class.rest[0] == 0 && class.rest[4] == 0), "{found:?}");
    }
}
