//! How often the record's move is among the best by one move and quiescence.

use crate::corpus::Corpus;
use crate::gradient::position_at;
use crate::margins::Margins;
use crate::objective::{Objective, Totals};
use crate::parallel::sweep;
use crate::quiescence::Prepared;
use crate::variations::Searcher;
use crate::{LearnError, Observer};

/// Games that are in memory at a time.
pub(crate) const BLOCK: usize = 256;

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    /// All positions.
    pub all: Totals,
    /// Those whose position is not in the first plies of a game of the other side of the split.
    pub fresh: Totals,
    /// How far moves change the evaluation.
    pub margins: Margins,
}

/// The positions of some games of a block: game and ply.
pub(crate) type Items = Vec<(u32, u32)>;

/// All used positions of the games.
pub(crate) fn items(games: &[crate::Chosen]) -> Items {
    let of = |(game, chosen): (usize, &crate::Chosen)| {
        chosen.plies().map(move |ply| (game as u32, ply as u32)).collect::<Vec<_>>()
    };
    games.iter().enumerate().flat_map(of).collect()
}

/// Measures the agreement with the games of these numbers. One position in `margins` is used for the margins too (0: none).
pub fn measure(
    corpus: &mut Corpus,
    numbers: &[u32],
    prepared: &Prepared,
    threads: usize,
    margins: u32,
    observer: &dyn Observer,
) -> Result<Agreement, LearnError> {
    struct State<'a> {
        searcher: Searcher<'a>,
        fresh: Totals,
        margins: Margins,
    }
    let objective = Objective::new();
    let mut measured = Agreement::default();
    for block in numbers.chunks(BLOCK) {
        let games = corpus.load(block)?;
        let items = items(&games);
        let corpus = &*corpus;
        let make = || State {
            searcher: Searcher::new(prepared, &objective),
            fresh: Totals::default(),
            margins: Margins::default(),
        };
        let work = |state: &mut State, &(game, ply): &(u32, u32)| {
            let chosen = &games[game as usize];
            let position = position_at(chosen, ply as usize);
            let before = state.searcher.totals;
            state.searcher.compare(&position, chosen.game.moves[ply as usize]);
            if !corpus.is_shared(position.key().low()) {
                state.fresh.add_difference(&state.searcher.totals, &before);
            }
            if margins > 0 && (game + ply).is_multiple_of(margins) {
                state.margins.add(prepared, &position);
            }
        };
        for state in sweep(threads, &items, make, work, &|done| observer.advance(done)) {
            measured.all.add(&state.searcher.totals);
            measured.fresh.add(&state.fresh);
            measured.margins.merge(&state.margins);
        }
    }
    Ok(measured)
}
