//! A player below full strength: what it likes, what it overlooks, and how it chooses.

use super::Strength;
use crate::{Limits, Options, Score};
use game::random::{Random, mix};
use shogi::{Color, Move, PieceKind, Position, Square};

/// A player for one move of one game.
pub(crate) struct Player {
    strength: &'static Strength,
    /// Of this game, this level and this move of the game.
    seed: u64,
    /// What a piece of a kind is misjudged by on a square, as Black sees the board, in hundredths of a pawn.
    places: Box<[[i16; 81]; 16]>,
    /// What a piece in hand is misjudged by.
    hand: [i32; 16],
}

/// Worth of a piece, by kind, in hundredths of a pawn: what misjudgements of values are measured by. Kings and kinds that
/// do not exist are worth nothing.
const WORTH: [i32; 16] = [0, 100, 300, 350, 500, 900, 1050, 550, 0, 550, 550, 550, 550, 1200, 1350, 0];
/// Kings stand well or badly more than other pieces do.
const KING: i32 = 2;
/// What a player does not see of its own moves, against what it does not see of others later on, in percent.
const OWN: u32 = 50;

impl Player {
    /// The player that a search with these options is to be, if it is to be below full strength. Analysis without an end is
    /// not play, and always at full strength.
    pub(crate) fn new(options: &Options, limits: &Limits, position: &Position) -> Option<Self> {
        let strength = options.level.strength().filter(|_| !limits.infinite)?;
        let game = mix(options.level_seed ^ u64::from(options.level.number()) << 56);
        let seed = mix(game.wrapping_add(position.history_len() as u64 + 1));
        let mut random = Random::new(game);
        let mut places = Box::new([[0; 81]; 16]);
        let mut hand = [0; 16];
        for kind in PieceKind::ALL {
            // A promoted piece is misjudged as what it was.
            let base = kind.unpromoted().index();
            if !kind.is_promoted() {
                hand[base] = normal(&mut random, WORTH[base] * strength.values / 100);
            }
            let spread = strength.places * if kind == PieceKind::King { KING } else { 1 };
            for place in &mut places[kind.index()] {
                *place = (hand[base] + normal(&mut random, spread)) as i16;
            }
        }
        Some(Self { strength, seed, places, hand })
    }

    /// Options and limits of its search.
    pub(crate) fn bounds(&self, options: &Options, limits: &Limits) -> (Options, Limits) {
        let strength = self.strength;
        let options =
            Options { threads: 1, multi_pv: strength.lines.max(options.multi_pv), ..options.clone() };
        let limits = Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(strength.depth)),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(strength.nodes)),
            ..limits.clone()
        };
        (options, limits)
    }

    /// What keys are combined with besides what full strength combines them with: what this player believes is not to be
    /// found by another one, nor in another move of the game.
    pub(crate) const fn salt(&self) -> u64 {
        // As in the salt of draws, the bits that signatures are made of stay as they are.
        self.seed & !(0xffff << 20)
    }

    /// What the evaluation is off by for the side to move.
    pub(crate) fn misjudges(&self, position: &Position) -> i32 {
        let mut sum = 0;
        for color in Color::ALL {
            let sign = if color == position.side_to_move() { 1 } else { -1 };
            for square in position.pieces(color) {
                sum += sign * i32::from(self.places[position.code_at(square) & 15][relative(square, color)]);
            }
            let hand = position.hand(color);
            for kind in PieceKind::HAND {
                sum += sign * self.hand[kind.index()] * hand.count(kind) as i32;
            }
        }
        sum
    }

    /// Whether `mv`, legal in `position`, is a move that does not come to mind while looking ahead.
    pub(crate) fn overlooks(&self, position: &Position, mv: Move) -> bool {
        self.overlooks_at(position, mv, self.strength.overlooks)
    }

    /// Leaves out the moves of the root that do not come to mind, unless none would be left.
    pub(crate) fn narrow<T>(&self, position: &Position, moves: &mut Vec<T>, of: impl Fn(&T) -> Move) {
        let mate = position.mate_in_one().filter(|_| self.strength.sees_mates);
        let chance = self.strength.overlooks * OWN / 100;
        let seen = |mv| Some(mv) == mate || position.in_check() || !self.overlooks_at(position, mv, chance);
        if moves.iter().any(|item| seen(of(item))) {
            moves.retain(|item| seen(of(item)));
        }
    }

    fn overlooks_at(&self, position: &Position, mv: Move, chance: u32) -> bool {
        let chance = chance * inconspicuousness(position, mv) / 100;
        // The same move is overlooked wherever it appears in the same piece's hands.
        let word = u64::from(position.move32(mv).bits());
        chance > 0 && mix(self.seed ^ word) % 100 < u64::from(chance)
    }

    /// One of `lines`, best first and at least one: the better a move seems, the likelier it is.
    pub(crate) fn choose(&self, lines: &[(Move, Score)]) -> Option<Move> {
        let &(mv, best) = lines.first()?;
        // Who sees a win plays it, and who sees no way out plays on as long as possible.
        if !matches!(best, Score::Cp(_)) {
            return Some(mv);
        }
        let strength = self.strength;
        let loss = |score: Score| best.centipawns() - score.centipawns();
        let good: Vec<_> = lines.iter().filter(|&&(_, score)| loss(score) <= strength.loss).collect();
        let weight = |score| (-f64::from(loss(score)) / f64::from(strength.temperature)).exp();
        let total: f64 = good.iter().map(|&&(_, score)| weight(score)).sum();
        let mut left = total * Random::new(self.seed).below(1 << 30) as f64 / f64::from(1 << 30);
        let chosen = good.iter().find(|&&&(_, score)| {
            left -= weight(score);
            left < 0.0
        });
        Some(chosen.map_or(mv, |&&(mv, _)| mv))
    }
}

/// Roughly normally distributed with this standard deviation: the sum of twelve uniform numbers.
fn normal(random: &mut Random, deviation: i32) -> i32 {
    let sum: i32 = (0..12).map(|_| random.between(-500, 500)).sum();
    sum * deviation / 1000
}

/// The square as Black sees it.
const fn relative(square: Square, color: Color) -> usize {
    square.relative(color).index()
}

/// How easily a move is overlooked, in percent of a middling one. A recapture never is: whoever puts a piece where it can be
/// taken has seen that much.
fn inconspicuousness(position: &Position, mv: Move) -> u32 {
    if position.last_move().is_some_and(|last| last.to() == mv.to()) {
        return 0;
    }
    let Some(from) = mv.from() else { return 125 };
    let side = position.side_to_move();
    let (from, to) = (from.relative(side), mv.to().relative(side));
    let ranks = to.rank().abs_diff(from.rank());
    let distance = ranks.max(to.file().abs_diff(from.file()));
    let kind = position.code_at(mv.from().unwrap_or(mv.to())) & 15;
    let mut percent = if distance >= 3 { 150 } else { 100 };
    if to.rank() > from.rank() && kind != PieceKind::King.index() {
        percent += 50;
    }
    if kind == PieceKind::Knight.index() {
        percent += 25;
    }
    if position.piece_at(mv.to()).is_some() {
        percent /= 2;
    }
    if mv.is_promotion() { percent * 3 / 4 } else { percent }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    fn player(level: u8, seed: u64, position: &Position) -> Player {
        let options = Options { level: Level::new(level).unwrap(), level_seed: seed, ..Options::default() };
        Player::new(&options, &Limits::default(), position).unwrap()
    }

    #[test]
    fn full_strength_and_analysis_have_no_player() {
        let start = Position::startpos();
        assert!(Player::new(&Options::default(), &Limits::default(), &start).is_none());
        let low = Options { level: Level::LOWEST, ..Options::default() };
        let analysis = Limits { infinite: true, ..Limits::default() };
        assert!(Player::new(&low, &analysis, &start).is_none());
        assert!(Player::new(&low, &Limits::default(), &start).is_some());
    }

    /// A taste belongs to a game: it does not change from move to move, and is the opposite for the other side.
    #[test]
    fn a_taste_lasts_and_takes_no_side() {
        let mut position = Position::startpos();
        assert_eq!(player(1, 7, &position).misjudges(&position), 0, "both sides have the same");
        position.apply("7g7f".parse().unwrap());
        let (first, other) = (player(1, 7, &position), player(1, 8, &position));
        let now = first.misjudges(&position);
        assert_ne!(now, other.misjudges(&position));
        position.apply_null();
        assert_eq!(player(1, 7, &position).misjudges(&position), -now);
    }

    #[test]
    fn a_recapture_is_never_overlooked_and_a_long_move_often() {
        let mut position = Position::startpos();
        for mv in ["7g7f", "3c3d", "8h2b+"] {
            position.apply(mv.parse().unwrap());
        }
        let overlooked = |mv: &str| {
            let mv = mv.parse().unwrap();
            (0..200).filter(|&seed| player(1, seed, &position).overlooks(&position, mv)).count()
        };
        assert_eq!((overlooked("3a2b"), overlooked("8b2b")), (0, 0));
        let near = overlooked("6c6d");
        let long = overlooked("8b5b");
        assert!((60..120).contains(&near) && long > near, "{near} {long}");
    }

    #[test]
    fn the_better_move_is_the_likelier_and_the_bad_one_never() {
        let position = Position::startpos();
        let moves = ["7g7f", "2g2f", "9i9h"].map(|text| text.parse().unwrap());
        let lines: Vec<_> = moves.into_iter().zip([Score::Cp(40), Score::Cp(0), Score::Cp(-400)]).collect();
        let mut times = [0; 3];
        for seed in 0..300 {
            let mv = player(1, seed, &position).choose(&lines).unwrap();
            times[moves.iter().position(|&other| other == mv).unwrap()] += 1;
        }
        assert!(times[0] > times[1] + 20 && times[1] > 60 && times[2] == 0, "{times:?}");
        let mate = [(moves[0], Score::Mate(3)), (moves[1], Score::Mate(5))];
        assert!((0..50).all(|seed| player(1, seed, &position).choose(&mate) == Some(moves[0])));
        assert_eq!(player(1, 0, &position).choose(&[]), None);
    }
}
