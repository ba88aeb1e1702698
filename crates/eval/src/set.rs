//! The sets of features there are.

use crate::{Coefficients, Layout, pairs, slides};
use shogi::Position;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// A set of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Set {
    /// The families of the 2007 slides on Bonanza (section "Bonanza search algorithm, outline 3"), and the turn.
    Slides,
    /// Every two things on the board and in the hands, kings included.
    Pairs,
    /// The families of the slides and all pairs.
    Full,
}

impl Set {
    /// All sets.
    pub const ALL: [Self; 3] = [Self::Slides, Self::Pairs, Self::Full];

    /// Its name in files and options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slides => "slides",
            Self::Pairs => "pairs",
            Self::Full => "full",
        }
    }

    /// Where its weights stand.
    pub fn layout(self) -> &'static Layout {
        static SLIDES: OnceLock<Layout> = OnceLock::new();
        static PAIRS: OnceLock<Layout> = OnceLock::new();
        static FULL: OnceLock<Layout> = OnceLock::new();
        match self {
            Self::Slides => SLIDES.get_or_init(slides::layout),
            Self::Pairs => PAIRS.get_or_init(pairs::layout),
            Self::Full => FULL.get_or_init(|| {
                let (places, pairs) = pairs::shapes();
                slides::layout().with(&[("place", &[places], 1), ("pair", &[pairs], 1)])
            }),
        }
    }

    /// The coefficients of a position, from Black's view: Black's features minus White's. `out` is cleared first; it is
    /// not combined.
    pub fn coefficients(self, position: &Position, out: &mut Coefficients) {
        out.clear();
        match self {
            Self::Slides => slides::coefficients(position, out),
            Self::Pairs => pairs::coefficients(position, out),
            Self::Full => {
                slides::coefficients(position, out);
                pairs::add_things(position, slides::END, out);
            }
        }
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Set {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|set| set.name() == text).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|set| set.name()).collect();
            format!("no set of features `{text}`: expected one of {}", names.join(", "))
        })
    }
}
