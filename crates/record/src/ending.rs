//! How games end, and who has won then.

use shogi::Color;
use std::time::Duration;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Color),
    /// A draw.
    Draw,
    /// No result: interrupted, or the record does not say.
    Unknown,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color) => Some(color),
            _ => None,
        }
    }
}

/// Why a game ended. “The side to move” is the one that would have made the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndingKind {
    /// 投了, `%TORYO`: the side to move resigned.
    Resignation,
    /// 中断, `%CHUDAN`: no result.
    Interruption,
    /// 千日手, `%SENNICHITE`: a draw.
    Repetition,
    /// 持将棋, `%JISHOGI`: a draw.
    Impasse,
    /// 詰み, `%TSUMI`: the side to move is mated.
    Mate,
    /// 不詰, `%FUZUMI`: a problem without a solution; no result.
    NoMate,
    /// 切れ負け, `%TIME_UP`: the side to move ran out of time.
    Timeout,
    /// 反則負け, 反則勝ち, `%ILLEGAL_MOVE`, `%+ILLEGAL_ACTION`: this side broke the rules and has lost.
    Foul(Color),
    /// 入玉勝ち, `%KACHI`: the side to move declared a win.
    Declaration,
    /// 不戦勝, 不戦敗: this side did not play and has lost.
    Forfeit(Color),
    /// 最大手数, `%MAX_MOVES`: the game reached its greatest length; a draw.
    MaxMoves,
    /// 引き分け, `%HIKIWAKE`: a draw for another reason.
    Draw,
    /// `%ERROR`: no result.
    Error,
    /// 待った, `%MATTA`: a move was taken back; no result.
    TakeBack,
    /// 封じ手: the next move is sealed; no result.
    Sealed,
    /// This side has won, and the record does not say how.
    Win(Color),
}

impl EndingKind {
    /// The result when the game ends this way with `to_move` to move.
    pub const fn outcome(self, to_move: Color) -> Outcome {
        match self {
            Self::Resignation | Self::Mate | Self::Timeout => Outcome::Win(to_move.other()),
            Self::Declaration => Outcome::Win(to_move),
            Self::Foul(loser) | Self::Forfeit(loser) => Outcome::Win(loser.other()),
            Self::Win(winner) => Outcome::Win(winner),
            Self::Repetition | Self::Impasse | Self::MaxMoves | Self::Draw => Outcome::Draw,
            Self::Interruption | Self::NoMate | Self::Error | Self::TakeBack | Self::Sealed => {
                Outcome::Unknown
            }
        }
    }

    /// The words of KIF that stand in place of a move. `None` for a win of which only the closing line tells.
    pub(crate) fn kif_word(self, to_move: Color) -> Option<&'static str> {
        Some(match self {
            Self::Resignation => "投了",
            Self::Interruption => "中断",
            Self::Repetition => "千日手",
            Self::Impasse => "持将棋",
            Self::Mate => "詰み",
            Self::NoMate => "不詰",
            Self::Timeout => "切れ負け",
            Self::Foul(loser) if loser == to_move => "反則負け",
            Self::Foul(_) => "反則勝ち",
            Self::Declaration => "入玉勝ち",
            Self::Forfeit(loser) if loser == to_move => "不戦敗",
            Self::Forfeit(_) => "不戦勝",
            Self::MaxMoves => "最大手数",
            Self::Draw => "引き分け",
            Self::Error => "エラー",
            Self::TakeBack => "待った",
            Self::Sealed => "封じ手",
            Self::Win(_) => return None,
        })
    }

    /// What a word in place of a move says, in the spellings of several programs.
    pub(crate) fn from_kif_word(word: &str, to_move: Color) -> Option<Self> {
        Some(match word {
            "投了" => Self::Resignation,
            "中断" => Self::Interruption,
            "千日手" => Self::Repetition,
            "持将棋" => Self::Impasse,
            "詰み" | "詰" => Self::Mate,
            "不詰" => Self::NoMate,
            "切れ負け" | "切れ負" | "時間切れ" | "時間切れ負け" => Self::Timeout,
            "反則負け" | "反則負" => Self::Foul(to_move),
            "反則勝ち" | "反則勝" => Self::Foul(to_move.other()),
            "入玉勝ち" | "入玉勝" | "入玉宣言" | "入玉宣言勝ち" | "宣言勝ち" => {
                Self::Declaration
            }
            "不戦敗" => Self::Forfeit(to_move),
            "不戦勝" => Self::Forfeit(to_move.other()),
            "最大手数" => Self::MaxMoves,
            "引き分け" | "引分け" | "引分" => Self::Draw,
            "エラー" => Self::Error,
            "待った" => Self::TakeBack,
            "封じ手" => Self::Sealed,
            // Some converters put what they have no word for in that of CSA.
            _ if word.starts_with(|c: char| c.is_ascii_uppercase()) => {
                return Self::from_csa_word(&format!("%{word}"), to_move);
            }
            _ => return None,
        })
    }

    /// The closing statement of CSA; `None` where the format has none.
    pub(crate) const fn csa_word(self, to_move: Color) -> Option<&'static str> {
        Some(match self {
            Self::Resignation => "%TORYO",
            Self::Interruption => "%CHUDAN",
            Self::Repetition => "%SENNICHITE",
            Self::Impasse => "%JISHOGI",
            Self::Mate => "%TSUMI",
            Self::NoMate => "%FUZUMI",
            Self::Timeout => "%TIME_UP",
            Self::Foul(loser) if loser as u8 == to_move as u8 => "%ILLEGAL_MOVE",
            Self::Foul(Color::Black) => "%+ILLEGAL_ACTION",
            Self::Foul(Color::White) => "%-ILLEGAL_ACTION",
            Self::Declaration => "%KACHI",
            Self::MaxMoves => "%MAX_MOVES",
            Self::Draw => "%HIKIWAKE",
            Self::Error => "%ERROR",
            Self::TakeBack => "%MATTA",
            Self::Forfeit(_) | Self::Sealed | Self::Win(_) => return None,
        })
    }

    /// What a closing statement of CSA says.
    pub(crate) fn from_csa_word(word: &str, to_move: Color) -> Option<Self> {
        Some(match word {
            "%TORYO" => Self::Resignation,
            "%CHUDAN" => Self::Interruption,
            "%SENNICHITE" => Self::Repetition,
            "%JISHOGI" => Self::Impasse,
            "%TSUMI" => Self::Mate,
            "%FUZUMI" => Self::NoMate,
            "%TIME_UP" => Self::Timeout,
            "%ILLEGAL_MOVE" => Self::Foul(to_move),
            "%+ILLEGAL_ACTION" => Self::Foul(Color::Black),
            "%-ILLEGAL_ACTION" => Self::Foul(Color::White),
            "%KACHI" => Self::Declaration,
            "%MAX_MOVES" => Self::MaxMoves,
            "%HIKIWAKE" => Self::Draw,
            "%ERROR" => Self::Error,
            "%MATTA" => Self::TakeBack,
            _ => return None,
        })
    }
}

/// The end of a line of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why it ended.
    pub kind: EndingKind,
    /// The time spent on it.
    pub time: Option<Duration>,
    /// Comments that follow it, one element for each line.
    pub comments: Vec<String>,
}

impl From<EndingKind> for Ending {
    fn from(kind: EndingKind) -> Self {
        Self { kind, time: None, comments: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_reads_back_as_what_it_was_written_for() {
        let both = Color::ALL.map(|color| [EndingKind::Foul(color), EndingKind::Forfeit(color)]).concat();
        let kinds = [
            EndingKind::Resignation,
            EndingKind::Interruption,
            EndingKind::Repetition,
            EndingKind::Impasse,
            EndingKind::Mate,
            EndingKind::NoMate,
            EndingKind::Timeout,
            EndingKind::Declaration,
            EndingKind::MaxMoves,
            EndingKind::Draw,
            EndingKind::Error,
            EndingKind::TakeBack,
            EndingKind::Sealed,
        ];
        for to_move in Color::ALL {
            for kind in kinds.into_iter().chain(both.iter().copied()) {
                let kif = kind.kif_word(to_move).unwrap();
                assert_eq!(EndingKind::from_kif_word(kif, to_move), Some(kind), "{kif}");
                if let Some(csa) = kind.csa_word(to_move) {
                    assert_eq!(EndingKind::from_csa_word(csa, to_move), Some(kind), "{csa}");
                }
            }
        }
    }

    #[test]
    fn winners() {
        use Color::{Black, White};
        let winner = |word, to_move| EndingKind::from_kif_word(word, to_move).unwrap().outcome(to_move);
        assert_eq!(winner("投了", Black), Outcome::Win(White));
        assert_eq!(winner("反則勝ち", Black), Outcome::Win(Black));
        assert_eq!(winner("反則負け", Black), Outcome::Win(White));
        assert_eq!(winner("入玉勝ち", White), Outcome::Win(White));
        assert_eq!(winner("不戦勝", Black), Outcome::Win(Black));
        assert_eq!(winner("持将棋", Black), Outcome::Draw);
        assert_eq!(winner("中断", Black), Outcome::Unknown);
        let csa = |word, to_move| EndingKind::from_csa_word(word, to_move).unwrap().outcome(to_move);
        assert_eq!(csa("%+ILLEGAL_ACTION", Black), Outcome::Win(White));
        assert_eq!(csa("%+ILLEGAL_ACTION", White), Outcome::Win(White));
        assert_eq!(csa("%ILLEGAL_MOVE", White), Outcome::Win(Black));
        assert_eq!(csa("%TIME_UP", White), Outcome::Win(Black));
    }
}
