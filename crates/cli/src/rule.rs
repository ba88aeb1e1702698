//! The rules for entering kings as options name them.

use clap::ValueEnum;
use shogi::EnteringKingRule;

/// A rule under which a side may declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rule {
    /// 27-point rule: 28 points win for Black, 27 for White
    #[value(name = "27")]
    Points27,
    /// The same, pieces given as a handicap counting as White's
    #[value(name = "27-handicap")]
    Points27Handicap,
    /// 24-point rule: 31 points win, 24 to 30 draw
    #[value(name = "24")]
    Points24,
    /// The same, pieces given as a handicap counting as White's
    #[value(name = "24-handicap")]
    Points24Handicap,
    /// Try rule: the king that reaches the enemy king's first square wins
    #[value(name = "try")]
    Try,
}

impl Rule {
    /// In the order of the option's help.
    pub(crate) const ALL: [Self; 5] =
        [Self::Points27, Self::Points27Handicap, Self::Points24, Self::Points24Handicap, Self::Try];

    /// As the option is written.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Points27 => "27",
            Self::Points27Handicap => "27-handicap",
            Self::Points24 => "24",
            Self::Points24Handicap => "24-handicap",
            Self::Try => "try",
        }
    }
}

/// For an option that may also be `off`.
pub(crate) fn or_off(text: &str) -> Result<EnteringKingRule, String> {
    if text == "off" {
        return Ok(EnteringKingRule::Off);
    }
    let known = || Rule::ALL.iter().map(|rule| rule.name()).collect::<Vec<_>>().join(", ");
    Rule::from_str(text, false).map(Into::into).map_err(|_| format!("expected {} or off", known()))
}

impl From<Rule> for EnteringKingRule {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::Points27 => Self::Points27,
            Rule::Points27Handicap => Self::Points27Handicap,
            Rule::Points24 => Self::Points24,
            Rule::Points24Handicap => Self::Points24Handicap,
            Rule::Try => Self::Try,
        }
    }
}
