//! The header of KIF and KI2: fields, handicap, diagram, hands, and the start position that they give.

use super::{Shape, diagram, trim};
use crate::setup::Setup;
use crate::{Headers, Key};
use shogi::{Color, Finding, Handicap, Position, Square};

/// What the header has said so far.
#[derive(Debug, Default)]
pub(super) struct Header {
    pub(super) fields: Headers,
    handicap: Option<Named>,
    board: Option<Setup>,
    rows: usize,
    hands: Vec<(Color, Vec<(shogi::PieceKind, u32)>)>,
    side: Option<Color>,
    /// `手数＝67`: moves made before the diagram.
    pub(super) moves_before: Option<usize>,
    /// The square of the move before the diagram, for 同.
    pub(super) last_square: Option<Square>,
    last_mover: Option<Color>,
}

#[derive(Debug, Clone, Copy)]
enum Named {
    Known(Handicap),
    /// その他, or a name that we do not know.
    Other,
}

/// The start of the game and what is to be noted about it.
pub(super) struct Start {
    pub(super) position: Position,
    pub(super) findings: Vec<Finding>,
    pub(super) notes: Vec<String>,
}

impl Header {
    /// Reads a header line of the given shape. `Ok(false)`: nothing was understood.
    pub(super) fn read(&mut self, line: &str, shape: Shape) -> Result<bool, String> {
        match shape {
            Shape::Turn(color) => self.side = Some(color),
            Shape::MoveNumber => self.move_number(line),
            Shape::Row => {
                let cells = diagram::row(line, self.rows)?;
                if self.rows == 9 {
                    return Err("a tenth row in the diagram".to_owned());
                }
                let board = self.board.get_or_insert_with(Setup::empty);
                for (column, piece) in cells.into_iter().enumerate() {
                    if let Some(sq) = Square::new(8 - column, self.rows) {
                        board.set(sq, piece);
                    }
                }
                self.rows += 1;
            }
            Shape::Frame => {}
            Shape::Header => {
                let Some((key, value)) = line.split_once(['：', ':']) else { return Ok(false) };
                return self.field(trim(key), trim(value));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn field(&mut self, key: &str, value: &str) -> Result<bool, String> {
        let holder = match key {
            "先手の持駒" | "下手の持駒" | "先手の持ち駒" | "下手の持ち駒" => {
                Some(Color::Black)
            }
            "後手の持駒" | "上手の持駒" | "後手の持ち駒" | "上手の持ち駒" => {
                Some(Color::White)
            }
            _ => None,
        };
        if let Some(color) = holder {
            self.hands.push((color, diagram::hand(value)?));
        } else if key == "手合割" || key == "手合" {
            self.handicap = Some(named(value));
            if matches!(self.handicap, Some(Named::Other)) && !value.starts_with("その他") {
                self.fields.push(Key::Other("手合割".to_owned()), value);
            }
        } else {
            self.fields.push(Key::from_kif(key), value);
        }
        Ok(true)
    }

    /// `手数＝67　▲６八金　まで`
    fn move_number(&mut self, line: &str) {
        let rest = trim(line).trim_start_matches("手数").trim_start_matches(['＝', '=']);
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        self.moves_before = digits.parse().ok().filter(|&number| number < 1 << 24);
        let mark = rest.char_indices().find_map(|(at, c)| Some((at + c.len_utf8(), super::side_of_mark(c)?)));
        if let Some((at, color)) = mark {
            self.last_mover = Some(color);
            let mut digits = rest[at..].chars().map(crate::notation::digit);
            if let (Some(Some(file)), Some(Some(rank))) = (digits.next(), digits.next()) {
                self.last_square = Square::new(file.wrapping_sub(1), rank.wrapping_sub(1));
            }
        }
    }

    /// The start position. A diagram wins over the name of a handicap.
    pub(super) fn start(&self) -> Result<Start, String> {
        let mut notes = Vec::new();
        let Some(board) = &self.board else {
            if self.hands.iter().any(|(_, held)| !held.is_empty()) {
                return Err("pieces in hand, but no diagram".to_owned());
            }
            let handicap = match self.handicap {
                None => Handicap::Even,
                Some(Named::Known(handicap)) => handicap,
                Some(Named::Other) => {
                    let known = Handicap::ALL.map(Handicap::name).join(" ");
                    return Err(format!("a handicap without a diagram must be one of {known}"));
                }
            };
            let mut setup = Setup::of(&handicap.position());
            if let Some(side) = self.side
                && side != setup.side
            {
                notes.push(format!("{side} moves first, unlike the usual start of {}", handicap.name()));
                setup.side = side;
            }
            setup.ply = self.moves_before.unwrap_or(0) as u32 + 1;
            let (position, findings) = setup.position()?;
            return Ok(Start { position, findings, notes });
        };
        if self.rows != 9 {
            return Err(format!("the diagram has {} rows, expected 9", self.rows));
        }
        let mut setup = board.clone();
        for (color, held) in &self.hands {
            for &(kind, count) in held {
                setup.hold(*color, kind, count);
            }
        }
        let named = match self.handicap {
            Some(Named::Known(handicap)) => Some(handicap),
            _ => None,
        };
        let by_handicap = named.filter(|&handicap| handicap != Handicap::Even).map(|_| Color::White);
        let by_move = self.last_mover.map(Color::other);
        setup.side = self.side.or(by_move).or(by_handicap).unwrap_or(Color::Black);
        setup.ply = self.moves_before.unwrap_or(0) as u32 + 1;
        let (position, findings) = setup.position()?;
        if let Some(handicap) = named
            && position.sfen_without_number() != handicap.position().sfen_without_number()
        {
            notes.push(format!(
                "{} with a diagram that shows another position: the diagram counts",
                handicap.name()
            ));
        }
        Ok(Start { position, findings, notes })
    }
}

fn named(value: &str) -> Named {
    let plain = |name: &str| {
        let name: String = name.chars().filter(|c| !c.is_whitespace()).collect();
        name.trim_end_matches('ち').replace('車', "").replace("飛角落", "二枚落")
    };
    let wanted = plain(value);
    match Handicap::ALL.into_iter().find(|handicap| plain(handicap.name()) == wanted) {
        Some(handicap) => Named::Known(handicap),
        None => Named::Other,
    }
}
