//! The language of the words in a picture, and the font that has them.

use crate::Judgement;

/// The language of the words in a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

/// The families of the two built-in fonts, as SVG names them: a browser that has not the first takes the second.
pub(crate) const LATIN: &str = "sans-serif";
pub(crate) const JAPANESE: &str = "Noto Sans CJK JP, sans-serif";

impl Language {
    const fn pick(self, english: &'static str, japanese: &'static str) -> &'static str {
        match self {
            Self::English => english,
            Self::Japanese => japanese,
        }
    }

    /// The family of the font.
    pub(crate) const fn font(self) -> &'static str {
        self.pick(LATIN, JAPANESE)
    }

    /// Above a graph of scores.
    pub const fn score(self) -> &'static str {
        self.pick("Score", "評価値")
    }

    pub(crate) const fn ply(self) -> &'static str {
        self.pick("ply", "手数")
    }

    pub(crate) const fn score_from_black(self) -> &'static str {
        self.pick("score, ▲'s view", "▲先手から見た評価値")
    }

    pub(crate) const fn black_wins(self) -> &'static str {
        self.pick("▲ wins", "▲勝ち")
    }

    pub(crate) const fn white_wins(self) -> &'static str {
        self.pick("△ wins", "△勝ち")
    }

    pub(crate) const fn judgement(self, judgement: Judgement) -> &'static str {
        let japanese = match judgement {
            Judgement::Mistake => "疑問手",
            Judgement::Blunder => "悪手",
        };
        self.pick(judgement.name(), japanese)
    }
}
