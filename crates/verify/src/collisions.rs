//! Entry collisions and hash collisions, counted on real searches by tables that store the whole position.

use std::fmt;

use game::value::INFINITY;
use game::{Game, History, Rule};
use shogi::{Color, PieceKind, Square};
use table::audit::{Audit, AuditCounts, Packed};
use table::clear::false_hit_probability;
use table::{Index, Options, Table, TableError};

use crate::mode::Mode;
use crate::searcher::{Audits, Searcher, Setup};
use crate::shogi_game::ShogiGame;
use crate::shogi_set::ShogiLine;

/// Board, hands and side to move without loss: twelve squares of 5 bits to a word, and 4 bits of the rest in each of
/// the first six. White's hand is what the other pieces leave of the set.
pub fn pack_shogi(game: &ShogiGame) -> Packed {
    let position = game.position();
    let mut packed = Packed::default();
    for sq in Square::all() {
        let code = position.piece_at(sq).map_or(0, |piece| piece.index() as u64);
        packed[sq.index() / 12] |= code << (sq.index() % 12 * 5);
    }
    let mut rest = u64::from(position.side_to_move() == Color::White);
    for kind in PieceKind::HAND {
        let most = kind.set_size() + 1;
        rest = rest * u64::from(most) + u64::from(position.hand(Color::Black).count(kind));
    }
    for (at, word) in packed[..6].iter_mut().enumerate() {
        *word |= (rest >> (4 * at) & 15) << 60;
    }
    packed
}

/// What a table that compares so many bits did.
#[derive(Clone, Copy, Debug)]
pub struct CollisionRow {
    /// Bits of the key compared.
    pub bits: u32,
    /// What was counted.
    pub counts: AuditCounts,
}

/// Heading of the rows.
pub const HEADING: &str =
    "bits compared       probes         hits   false hits  expected   per 10^9 probes  entry collisions";

impl fmt::Display for CollisionRow {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = &self.counts;
        write!(
            out,
            "{:>13} {:>12} {:>12} {:>12} {:>9.1} {:>17.0} {:>17}",
            self.bits,
            counts.probes,
            counts.hits,
            counts.false_hits,
            counts.chances as f64 * false_hit_probability(1.0, self.bits),
            counts.false_hits as f64 * 1e9 / counts.probes.max(1) as f64,
            counts.entry_collisions
        )
    }
}

/// Searches the lines to `depth` in the exact mode while tables of `buckets` buckets that compare 8, 16, 24, 32 and 64 bits
/// see the same probes and stores.
///
/// # Errors
/// If the table of the search cannot be made.
pub fn collision_report(
    lines: &[ShogiLine],
    depth: u32,
    buckets: u64,
) -> Result<Vec<CollisionRow>, TableError> {
    let bits = [8, 16, 24, 32, 64];
    let index = Index::MultiplyHigh;
    let mut tables: Vec<Audit> = bits.iter().map(|&bits| Audit::new(buckets, index, bits)).collect();
    let table = Table::new(Options { bytes: buckets * 64, index, ..Options::default() })?;
    for line in lines {
        let mut game = ShogiGame::new(line.start.without_history());
        let mut history = History::start(&game);
        for &mv in &line.moves {
            game.play(mv);
            history.push_game(&game);
        }
        let setup = Setup { pvs: true, ..Setup::new(Rule::ENGINE, Mode::Exact) };
        let mut searcher = Searcher::new(game, history, &table, setup);
        searcher.audits = Some(Audits { pack: pack_shogi, tables });
        for depth in 1..=depth {
            searcher.search(depth, -INFINITY, INFINITY);
        }
        tables = searcher.audits.take().map_or_else(Vec::new, |audits| audits.tables);
    }
    let row = |(audit, bits): (&Audit, u32)| CollisionRow { bits, counts: audit.counts() };
    Ok(tables.iter().zip(bits).map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::Random;
    use std::collections::HashMap;

    #[test]
    fn packing_tells_positions_apart_exactly_as_keys_do() {
        let mut seen: HashMap<Packed, u64> = HashMap::new();
        let mut random = Random::new(2);
        let mut moves = Vec::new();
        for _ in 0..60 {
            let mut game = ShogiGame::new(shogi::Position::startpos());
            for _ in 0..150 {
                game.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                game.play(random.pick(&moves));
                let key = *seen.entry(pack_shogi(&game)).or_insert(game.key());
                assert_eq!(key, game.key());
            }
        }
        let mut keys: Vec<u64> = seen.values().copied().collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), seen.len());
    }
}
