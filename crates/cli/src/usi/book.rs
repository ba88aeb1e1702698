//! Moves from the opening book.

use game::random::Random;
use record::book::{Book, BookMove};
use shogi::Position;
use std::sync::Arc;

/// Which of the good moves of a book is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The one with the best score; of several, the one played most, then the one that stands first.
    Best,
    /// Each as likely as it was played often.
    Often,
    /// Each as likely as the others.
    Any,
}

/// The book and how it is used.
#[derive(Clone, Debug)]
pub(crate) struct BookSettings {
    /// `USI_OwnBook`.
    pub(crate) own: bool,
    /// `BookFile`.
    pub(crate) book: Option<Arc<Book>>,
    /// `BookMoves`: the book is left after this many moves.
    pub(crate) moves: u32,
    /// `BookDepthLimit`: entries of less depth are passed over.
    pub(crate) depth: u32,
    /// `BookEvalDiff`: how much worse than the best a move may be, in hundredths of a pawn.
    pub(crate) difference: i32,
    /// `BookChoice`.
    pub(crate) choice: Choice,
}

impl Default for BookSettings {
    fn default() -> Self {
        Self { own: true, book: None, moves: 30, depth: 0, difference: 30, choice: Choice::Often }
    }
}

impl BookSettings {
    /// A move of the book, if it has one that may be played here.
    pub(crate) fn pick(&self, position: &Position, random: &mut Random) -> Option<BookMove> {
        let book = self.book.as_ref().filter(|_| self.own)?;
        if position.ply() > self.moves {
            return None;
        }
        let mut moves = book.moves(position);
        moves.retain(|entry| entry.depth.unwrap_or(0) >= self.depth);
        let score = |entry: &BookMove| entry.score.unwrap_or(0);
        let best = moves.iter().map(score).max()?;
        moves.retain(|entry| score(entry) >= best - self.difference);
        if self.choice == Choice::Best {
            moves.retain(|entry| score(entry) == best);
            let most = moves.iter().map(|entry| entry.count).max()?;
            return moves.into_iter().find(|entry| entry.count == most);
        }
        let weight = |entry: &BookMove| match self.choice {
            Choice::Often => entry.count.unwrap_or(1).max(1),
            Choice::Best | Choice::Any => 1,
        };
        let total: u64 = moves.iter().map(weight).sum();
        let mut left = random.below(total as usize) as u64;
        moves.into_iter().find(|entry| {
            let own = weight(entry);
            let here = left < own;
            left = left.saturating_sub(own);
            here
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    const TEXT: &str = "#YANEURAOU-DB2016 1.00
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
7g7f 3c3d 40 10 30
2g2f none 40 10 60
5g5f none 15 10 10
6g6f none 60 2 500
9g9f none -90 10 900
";

    fn played(settings: &BookSettings) -> BTreeMap<String, usize> {
        let mut random = Random::new(1);
        let mut times = BTreeMap::new();
        for _ in 0..400 {
            let entry = settings.pick(&Position::startpos(), &mut random);
            *times.entry(entry.map_or("none".to_owned(), |entry| entry.mv.to_string())).or_default() += 1;
        }
        times
    }

    #[test]
    fn the_rules_of_choice() {
        let book = Some(Arc::new(Book::read(TEXT.as_bytes(), "x").unwrap()));
        let settings = BookSettings { book, depth: 5, ..BookSettings::default() };
        let best = BookSettings { choice: Choice::Best, ..settings.clone() };
        assert_eq!(played(&best).into_iter().collect::<Vec<_>>(), [("2g2f".to_owned(), 400)]);
        let often = played(&settings);
        assert_eq!(often.keys().collect::<Vec<_>>(), ["2g2f", "5g5f", "7g7f"]);
        assert!(often["2g2f"] > often["7g7f"] && often["7g7f"] > often["5g5f"], "{often:?}");
        let any = played(&BookSettings { choice: Choice::Any, difference: 0, ..settings.clone() });
        assert_eq!(any.keys().collect::<Vec<_>>(), ["2g2f", "7g7f"]);
        assert!(any.values().all(|&times| times > 150), "{any:?}");
        // Shallow entries count where no depth is asked for.
        let shallow = BookSettings { depth: 0, choice: Choice::Best, ..settings.clone() };
        assert!(played(&shallow).contains_key("6g6f"));
        for none in [BookSettings { own: false, ..settings.clone() }, BookSettings { moves: 0, ..settings }] {
            assert!(played(&none).contains_key("none"));
        }
        assert!(played(&BookSettings::default()).contains_key("none"));
    }
}
