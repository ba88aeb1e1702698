//! The closing line, `まで96手で後手の勝ち`: read and written.

use crate::{EndingKind, Game};
use shogi::{Color, Handicap};

/// What a closing line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closing {
    /// Number of moves.
    pub(crate) plies: Option<usize>,
    told: Told,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// This side wins; how is in the word, if there is one.
    Wins(Color, How),
    /// This side loses by a foul.
    LosesByFoul(Color),
    /// This side did not play.
    LosesByForfeit(Color),
    /// Words that name no side.
    Word(EndingKind),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Unsaid,
    Time,
    Foul,
    Declaration,
    Forfeit,
}

/// Reads a closing line; `None` if it is none that we know.
pub(crate) fn parse(line: &str) -> Option<Closing> {
    let rest = super::trim(line).strip_prefix("まで")?;
    let (plies, rest) = number(rest.trim_start_matches(['、', '，']));
    let rest = rest.strip_prefix('手').unwrap_or(rest);
    let rest = rest.strip_prefix("にて").or_else(|| rest.strip_prefix('で')).unwrap_or(rest);
    let rest = rest.trim_start_matches(['、', '，', '　', ' ']);
    let told = told(rest.trim_end_matches(['。', '　', ' ']))?;
    Some(Closing { plies, told })
}

fn number(text: &str) -> (Option<usize>, &str) {
    let mut value: Option<usize> = None;
    for (at, c) in text.char_indices() {
        let digit = match c {
            '0'..='9' => c as usize - '0' as usize,
            '０'..='９' => c as usize - '０' as usize,
            _ => return (value, &text[at..]),
        };
        value = Some(value.unwrap_or(0).saturating_mul(10).saturating_add(digit));
    }
    (value, "")
}

fn told(text: &str) -> Option<Told> {
    let (how, text) = match text.split_once("により") {
        Some((reason, rest)) if reason.contains("時間") || reason.contains("切れ") => (How::Time, rest),
        Some((reason, rest)) if reason.contains("反則") => (How::Foul, rest),
        Some((_, rest)) => (How::Unsaid, rest),
        None => (How::Unsaid, text),
    };
    let side =
        [("先手", Color::Black), ("下手", Color::Black), ("後手", Color::White), ("上手", Color::White)];
    let side = side.into_iter().find_map(|(name, color)| Some((color, text.strip_prefix(name)?)));
    let Some((color, rest)) = side else {
        let word = text.trim_start_matches('の');
        // No side is named: words that need one are no use here.
        let kind = EndingKind::from_kif_word(word, Color::Black)?;
        return (!matches!(kind, EndingKind::Foul(_) | EndingKind::Forfeit(_))).then_some(Told::Word(kind));
    };
    Some(match rest.trim_start_matches('の') {
        "勝ち" | "勝" => Told::Wins(color, how),
        "反則勝ち" | "反則勝" => Told::Wins(color, How::Foul),
        "反則負け" | "反則負" => Told::LosesByFoul(color),
        "入玉勝ち" | "入玉勝" | "宣言勝ち" | "入玉宣言勝ち" => {
            Told::Wins(color, How::Declaration)
        }
        "不戦勝" | "不戦勝ち" => Told::Wins(color, How::Forfeit),
        "不戦敗" => Told::LosesByForfeit(color),
        "切れ負け" | "時間切れ負け" => Told::Wins(color.other(), How::Time),
        _ => return None,
    })
}

impl Closing {
    /// The ending when `to_move` is to move after the last move. A plain win over the side to move is a resignation where
    /// that is how the format tells one (`resigns`), otherwise a win of unknown kind.
    pub(crate) fn kind(self, to_move: Color, resigns: bool) -> EndingKind {
        match self.told {
            Told::Word(kind) => kind,
            Told::LosesByFoul(color) => EndingKind::Foul(color),
            Told::LosesByForfeit(color) => EndingKind::Forfeit(color),
            Told::Wins(color, How::Foul) => EndingKind::Foul(color.other()),
            Told::Wins(color, How::Forfeit) => EndingKind::Forfeit(color.other()),
            Told::Wins(color, How::Time) if color != to_move => EndingKind::Timeout,
            Told::Wins(color, How::Declaration) if color == to_move => EndingKind::Declaration,
            Told::Wins(color, How::Unsaid) if color != to_move && resigns => EndingKind::Resignation,
            Told::Wins(color, _) => EndingKind::Win(color),
        }
    }
}

/// How the two sides are called.
#[derive(Clone, Copy)]
pub(crate) struct Names([&'static str; 2]);

impl Names {
    pub(crate) fn of(game: &Game) -> Self {
        match game.handicap() {
            Some(Handicap::Even) | None => Self(["先手", "後手"]),
            Some(_) => Self(["下手", "上手"]),
        }
    }

    pub(crate) fn get(self, color: Color) -> &'static str {
        self.0[color.index()]
    }
}

/// The closing line for an ending after `plies` moves.
pub(crate) fn line(kind: EndingKind, to_move: Color, plies: usize, names: Names) -> String {
    let (us, them) = (names.get(to_move), names.get(to_move.other()));
    let told = match kind {
        EndingKind::Resignation => format!("{them}の勝ち"),
        EndingKind::Win(winner) => format!("{}の勝ち", names.get(winner)),
        EndingKind::Timeout => format!("時間切れにより{them}の勝ち"),
        EndingKind::Foul(loser) if loser == to_move => format!("{us}の反則負け"),
        EndingKind::Foul(_) => format!("{us}の反則勝ち"),
        EndingKind::Declaration => format!("{us}の入玉勝ち"),
        EndingKind::Forfeit(loser) if loser == to_move => format!("{us}の不戦敗"),
        EndingKind::Forfeit(_) => format!("{us}の不戦勝"),
        other => other.kif_word(to_move).unwrap_or("中断").to_owned(),
    };
    format!("まで{plies}手で{told}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn lines_of_several_programs() {
        let kind = |line: &str, to_move| parse(line).unwrap().kind(to_move, true);
        assert_eq!(kind("まで96手で後手の勝ち", Black), EndingKind::Resignation);
        assert_eq!(kind("まで96手で先手の勝ち", Black), EndingKind::Win(Black));
        assert_eq!(kind("まで、１００手で千日手", Black), EndingKind::Repetition);
        assert_eq!(kind("まで109手で時間切れにより後手の勝ち", Black), EndingKind::Timeout);
        assert_eq!(kind("まで89手で上手の反則負け", White), EndingKind::Foul(White));
        assert_eq!(kind("まで89手で先手の入玉勝ち", Black), EndingKind::Declaration);
        assert_eq!(kind("まで0手で先手の不戦勝", Black), EndingKind::Forfeit(White));
        assert_eq!(parse("まで96手で後手の勝ち").unwrap().plies, Some(96));
        assert_eq!(parse("までで投げる"), None);
    }

    #[test]
    fn every_ending_reads_back() {
        let names = Names(["先手", "後手"]);
        for to_move in Color::ALL {
            for kind in [
                EndingKind::Resignation,
                EndingKind::Interruption,
                EndingKind::Repetition,
                EndingKind::Impasse,
                EndingKind::Mate,
                EndingKind::NoMate,
                EndingKind::Timeout,
                EndingKind::Foul(Black),
                EndingKind::Foul(White),
                EndingKind::Declaration,
                EndingKind::Forfeit(Black),
                EndingKind::Forfeit(White),
                EndingKind::MaxMoves,
                EndingKind::Draw,
                EndingKind::Error,
                EndingKind::TakeBack,
                EndingKind::Sealed,
                EndingKind::Win(to_move),
            ] {
                let line = line(kind, to_move, 7, names);
                let read = parse(&line).unwrap();
                assert_eq!((read.plies, read.kind(to_move, true)), (Some(7), kind), "{line}");
            }
        }
    }
}
