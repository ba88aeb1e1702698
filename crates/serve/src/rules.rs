//! The rules for entering kings as requests name them.

use serde::{Deserialize, Serialize};
use shogi::EnteringKingRule;

/// A rule for entering kings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Entering {
    #[serde(rename = "off")]
    Off,
    #[default]
    #[serde(rename = "27")]
    Points27,
    #[serde(rename = "27-handicap")]
    Points27Handicap,
    #[serde(rename = "24")]
    Points24,
    #[serde(rename = "24-handicap")]
    Points24Handicap,
    #[serde(rename = "try")]
    Try,
}

impl From<Entering> for EnteringKingRule {
    fn from(rule: Entering) -> Self {
        match rule {
            Entering::Off => Self::Off,
            Entering::Points27 => Self::Points27,
            Entering::Points27Handicap => Self::Points27Handicap,
            Entering::Points24 => Self::Points24,
            Entering::Points24Handicap => Self::Points24Handicap,
            Entering::Try => Self::Try,
        }
    }
}
