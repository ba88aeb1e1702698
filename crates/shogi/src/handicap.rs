//! Handicap starts (駒落ち): White, the stronger side, gives pieces and moves first.

use crate::Position;

/// The usual starts. Left and right are as White sees the board: White's left is file 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handicap {
    /// 平手
    Even,
    /// 香落ち: the left lance.
    Lance,
    /// 右香落ち
    RightLance,
    /// 角落ち
    Bishop,
    /// 飛車落ち
    Rook,
    /// 飛香落ち: rook and left lance.
    RookLance,
    /// 二枚落ち: rook and bishop.
    Two,
    /// 三枚落ち: with the left lance.
    Three,
    /// 四枚落ち: with both lances.
    Four,
    /// 五枚落ち: with the right knight.
    Five,
    /// 左五枚落ち: with the left knight.
    LeftFive,
    /// 六枚落ち: with both knights.
    Six,
    /// 左七枚落ち: with the left silver.
    LeftSeven,
    /// 右七枚落ち: with the right silver.
    RightSeven,
    /// 八枚落ち: with both silvers.
    Eight,
    /// 十枚落ち: with both golds.
    Ten,
}

use Handicap::{
    Bishop, Eight, Even, Five, Four, Lance, LeftFive, LeftSeven, RightLance, RightSeven, Rook, RookLance,
    Six, Ten, Three, Two,
};

impl Handicap {
    /// Every start, from even to ten pieces.
    pub const ALL: [Self; 16] = [
        Even, Lance, RightLance, Bishop, Rook, RookLance, Two, Three, Four, Five, LeftFive, Six, LeftSeven,
        RightSeven, Eight, Ten,
    ];

    /// The Japanese name, as records write it.
    pub const fn name(self) -> &'static str {
        match self {
            Even => "平手",
            Lance => "香落ち",
            RightLance => "右香落ち",
            Bishop => "角落ち",
            Rook => "飛車落ち",
            RookLance => "飛香落ち",
            Two => "二枚落ち",
            Three => "三枚落ち",
            Four => "四枚落ち",
            Five => "五枚落ち",
            LeftFive => "左五枚落ち",
            Six => "六枚落ち",
            LeftSeven => "左七枚落ち",
            RightSeven => "右七枚落ち",
            Eight => "八枚落ち",
            Ten => "十枚落ち",
        }
    }

    /// White's two back ranks in SFEN.
    const fn back(self) -> &'static str {
        match self {
            Even => "lnsgkgsnl/1r5b1",
            Lance => "lnsgkgsn1/1r5b1",
            RightLance => "1nsgkgsnl/1r5b1",
            Bishop => "lnsgkgsnl/1r7",
            Rook => "lnsgkgsnl/7b1",
            RookLance => "lnsgkgsn1/7b1",
            Two => "lnsgkgsnl/9",
            Three => "lnsgkgsn1/9",
            Four => "1nsgkgsn1/9",
            Five => "2sgkgsn1/9",
            LeftFive => "1nsgkgs2/9",
            Six => "2sgkgs2/9",
            LeftSeven => "2sgkg3/9",
            RightSeven => "3gkgs2/9",
            Eight => "3gkg3/9",
            Ten => "4k4/9",
        }
    }

    /// The SFEN of the start.
    pub fn sfen(self) -> String {
        let side = if self == Even { 'b' } else { 'w' };
        format!("{}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {side} - 1", self.back())
    }

    /// The starting position.
    pub fn position(self) -> Position {
        match Position::from_sfen(&self.sfen()) {
            Ok(position) => position,
            Err(error) => unreachable!("{error}"),
        }
    }

    /// The start that a position is, if it is one of the usual.
    pub fn of(position: &Position) -> Option<Self> {
        let sfen = position.sfen_without_number();
        Self::ALL.into_iter().find(|handicap| handicap.sfen().strip_suffix(" 1") == Some(sfen.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Level};

    #[test]
    fn every_start_is_playable_and_gives_what_its_name_says() {
        let given = [0, 1, 1, 1, 1, 2, 2, 3, 4, 5, 5, 6, 7, 7, 8, 10];
        for (handicap, given) in Handicap::ALL.into_iter().zip(given) {
            let position = handicap.position();
            assert_eq!(position.validate().level, Level::Playable, "{handicap:?}");
            assert_eq!(position.pieces(Color::White).count(), 20 - given, "{handicap:?}");
            assert_eq!(Handicap::of(&position), Some(handicap));
        }
    }
}
