//! King safety: who bears on the squares around the king, and what the attacker holds in hand.

use shogi::{Bitboard, Color, Hand, PieceKind, Position, Square, attacks};

/// By kind: how much one attacked square next to the king counts.
const ATTACKER: [i32; 16] = [0, 4, 5, 8, 9, 8, 9, 10, 0, 10, 10, 10, 10, 12, 14, 0];

/// By kind: how much a piece in the attacker's hand counts, for the first one and for each further one.
const HELD: [(i32, i32); 8] = [(0, 0), (3, 0), (6, 2), (7, 3), (12, 7), (11, 6), (14, 7), (14, 8)];

/// The squares within two steps, by square.
static NEAR: [Bitboard; 81] = {
    let mut table = [Bitboard::EMPTY; 81];
    let mut index: usize = 0;
    while index < 81 {
        let (file, rank) = (index / 9, index % 9);
        let mut set = Bitboard::EMPTY;
        let mut other_file = file.saturating_sub(2);
        while other_file <= file + 2 && other_file < 9 {
            let mut other_rank = rank.saturating_sub(2);
            while other_rank <= rank + 2 && other_rank < 9 {
                set = set.or(Bitboard::file(other_file).and(Bitboard::rank(other_rank)));
                other_rank += 1;
            }
            other_file += 1;
        }
        table[index] = set;
        index += 1;
    }
    table
};

fn held(hand: Hand) -> i32 {
    let mut sum = 0;
    for kind in PieceKind::HAND {
        let count = hand.count(kind) as i32;
        if count > 0 {
            let (first, further) = HELD[kind.index()];
            sum += first + (count - 1).min(2) * further;
        }
    }
    sum
}

/// What one side does to the squares around a king.
struct Pressure {
    units: i32,
    once: Bitboard,
    twice: Bitboard,
}

fn pressure(position: &Position, by: Color, king: Square, ring: Bitboard) -> Pressure {
    let mut found = Pressure { units: 0, once: Bitboard::EMPTY, twice: Bitboard::EMPTY };
    let occupied = position.occupied();
    let of = |kind| position.of_kind(kind);
    let sliders = of(PieceKind::Bishop)
        | of(PieceKind::Rook)
        | of(PieceKind::Horse)
        | of(PieceKind::Dragon)
        | of(PieceKind::Lance);
    // A knight bears from three ranks away; everything else that steps is within two.
    let jumpers = of(PieceKind::Knight) & NEAR[king.index()].forward(!by);
    let candidates = (NEAR[king.index()] | sliders | jumpers) & position.pieces(by);
    candidates.and_not(of(PieceKind::King)).for_each(|sq| {
        let Some(piece) = position.piece_at(sq) else { return };
        let reach = attacks::attacks(piece, sq, occupied) & ring;
        if reach.any() {
            found.units += ATTACKER[piece.kind().index()] * reach.count() as i32;
            found.twice |= found.once & reach;
            found.once |= reach;
        }
    });
    found
}

/// How endangered the king of `us` is, in hundredths of a pawn, negative for one well guarded; 0 without a king.
pub(super) fn danger(position: &Position, us: Color) -> i32 {
    let Some(king) = position.king(us) else { return 0 };
    let ring = attacks::king(king);
    let attack = pressure(position, !us, king, ring);
    let defence = pressure(position, us, king, ring);
    let own = position.pieces(us);
    // Squares that only the king defends, and squares to which it could go.
    let weak = attack.once.and_not(defence.once);
    let broken = attack.twice.and_not(defence.twice);
    let escapes = ring.and_not(own).and_not(attack.once).count() as i32;
    let open = ring.and_not(defence.once).and_not(own).count() as i32;
    let hand = held(position.hand(!us));
    let cramped = (3 - escapes).max(0);
    let (weak, broken) = (weak.count() as i32, broken.count() as i32);
    let exposure = attack.units + 9 * weak + 6 * broken + 3 * cramped;
    let standing = attack.units * 635 + weak * 3200 + broken * 1800 - defence.units * 370;
    // What stands around the king counts for more, the more the attacker holds in hand.
    standing / 100 + exposure * hand * 16 / 100 + open * hand / 12
}
