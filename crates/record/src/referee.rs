//! The judge: what a move, a claim or an illegal move means for the game. Players claim, this decides.

mod end;

pub use end::{End, Outcome};
use shogi::{Declaration, EnteringKingRule, Move, Position, Repetition};

/// What both sides agreed on.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The rule for entering kings.
    pub entering_king: EnteringKingRule,
    /// Draw after this many moves, counted from the start position of the game, those of the opening included.
    pub max_moves: Option<usize>,
}

impl Rules {
    /// Whether the game is over in a position that a legal move has just led to.
    ///
    /// A mate with the last move of the limit is a mate; a position without a legal move cannot have occurred before.
    pub fn after_move(&self, position: &Position) -> Option<Outcome> {
        let side = position.side_to_move();
        if !position.has_legal_move() {
            let end = if position.in_check() { End::Mate } else { End::NoMoves };
            return Some(Outcome::lost_by(side, end));
        }
        if self.entering_king == EnteringKingRule::Try && position.has_tried(!side) {
            return Some(Outcome::won_by(!side, End::Try));
        }
        match position.repetition() {
            Repetition::None => {}
            Repetition::Draw => return Some(Outcome::draw(End::Repetition)),
            Repetition::Win => return Some(Outcome::won_by(side, End::PerpetualCheck)),
            Repetition::Loss => return Some(Outcome::lost_by(side, End::PerpetualCheck)),
        }
        let limit_reached = self.max_moves.is_some_and(|most| position.history_len() >= most);
        limit_reached.then(|| Outcome::draw(End::MaxMoves))
    }

    /// What a declaration of the side to move (`bestmove win`) is worth.
    pub fn claim(&self, position: &Position) -> Outcome {
        let side = position.side_to_move();
        let count = position.declaration_count(side);
        let (points, pieces) = (count.points, count.pieces_inside);
        match position.declaration(self.entering_king) {
            Declaration::Win => Outcome::won_by(side, End::Declaration { points, pieces }),
            Declaration::Draw => Outcome::draw(End::DeclarationDraw { points, pieces }),
            Declaration::Try(_) => Outcome::won_by(side, End::Try),
            Declaration::None => {
                let king = if count.king_inside { "inside" } else { "outside" };
                let check = if position.in_check() { ", in check" } else { "" };
                let reason = format!("king {king}, {pieces} other pieces inside, {points} points{check}");
                Outcome::lost_by(side, End::FalseDeclaration { reason })
            }
        }
    }

    /// Plays a move and says whether that ended the game.
    pub fn play(&self, position: &mut Position, mv: Move) -> Option<Outcome> {
        let side = position.side_to_move();
        match position.try_apply(mv) {
            Ok(()) => self.after_move(position),
            Err(reason) => {
                let end = End::IllegalMove { mv: mv.to_string(), reason: reason.to_string() };
                Some(Outcome::lost_by(side, end))
            }
        }
    }
}

#[cfg(test)]
mod tests;
