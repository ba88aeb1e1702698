//! Reading and printing positions and actions.
//!
//! A position is its rows from the top, separated by `/`, with `.` for an empty cell, upper case for red and lower
//! case for green, then a space and the side to move, `r` or `g`: the start is `b/B r`. Doves not on the board
//! are in the hand.
//!
//! An action is in the Standard Short Notation that the crate `tokyodoves` defines: `+AN2E1` puts red's aniki two
//! rows north and one column east of red's boss, `mE2` moves green's mamedeppo there, `-t` removes green's totsu.

use crate::geometry::bounds;
use crate::{Action, BadPosition, HAND, Kind, Position, Side};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Why a text is no position or no action.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadText {
    /// A character that has no place there.
    #[error("character {at}: {found:?} where {expected} was expected")]
    Character {
        /// Which character, from 1.
        at: usize,
        /// What stands there; nothing at the end of the text.
        found: Option<char>,
        /// What should.
        expected: &'static str,
    },
    /// A dove that is there already.
    #[error("character {at}: a second {letter}")]
    Twice {
        /// Which character, from 1.
        at: usize,
        /// The letter of the dove.
        letter: char,
    },
    /// More than four rows or columns.
    #[error("character {at}: the {what} number 5; a position has at most 4")]
    TooLarge {
        /// Which character, from 1.
        at: usize,
        /// Row or column.
        what: &'static str,
    },
    /// The doves do not make a position.
    #[error(transparent)]
    Position(#[from] BadPosition),
    /// An action that is not legal in the position.
    #[error("{0} is not legal here")]
    Illegal(String),
}

/// The letter of a dove: upper case for red.
pub fn letter(side: Side, kind: Kind) -> char {
    match side {
        Side::Red => kind.letter(),
        Side::Green => kind.letter().to_ascii_lowercase(),
    }
}

fn dove(letter: char) -> Option<(Side, Kind)> {
    let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Green };
    Kind::from_letter(letter).map(|kind| (side, kind))
}

impl FromStr for Position {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        let mut places = [[HAND; 6]; 2];
        let (mut row, mut column) = (0u8, 0u8);
        let mut characters = text.chars().enumerate().map(|(i, c)| (i + 1, c));
        loop {
            let expected = "a dove (BAYMTH or baymth), '.', '/' or a space";
            let end = text.chars().count() + 1;
            let Some((at, c)) = characters.next() else {
                return Err(BadText::Character { at: end, found: None, expected });
            };
            match c {
                ' ' => break,
                '/' if row == 3 => return Err(BadText::TooLarge { at, what: "row" }),
                '/' => (row, column) = (row + 1, 0),
                _ if column == 4 => return Err(BadText::TooLarge { at, what: "column" }),
                '.' => column += 1,
                _ => {
                    let (side, kind) = dove(c).ok_or(BadText::Character { at, found: Some(c), expected })?;
                    let place = &mut places[side as usize][kind as usize];
                    if *place != HAND {
                        return Err(BadText::Twice { at, letter: c });
                    }
                    *place = 8 * (row + 2) + column + 2;
                    column += 1;
                }
            }
        }
        let end = text.chars().count() + 1;
        let expected = "the side to move, r or g";
        let turn = match characters.next() {
            Some((_, 'r')) => Side::Red,
            Some((_, 'g')) => Side::Green,
            Some((at, c)) => return Err(BadText::Character { at, found: Some(c), expected }),
            None => return Err(BadText::Character { at: end, found: None, expected }),
        };
        if let Some((at, c)) = characters.next() {
            return Err(BadText::Character { at, found: Some(c), expected: "the end" });
        }
        Ok(Position::new(places, turn)?)
    }
}

/// The letter on each cell of the box around all doves, row by row; `.` where none stands.
pub fn rows(position: &Position) -> Vec<Vec<char>> {
    let b = bounds(position.occupied());
    let mut rows = vec![vec!['.'; b.width as usize]; b.height as usize];
    for side in [Side::Red, Side::Green] {
        for kind in Kind::ALL {
            let place = position.place(side, kind);
            if place != HAND {
                let (row, column) = (u32::from(place) / 8 - b.top, u32::from(place) % 8 - b.left);
                rows[row as usize][column as usize] = letter(side, kind);
            }
        }
    }
    rows
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = rows(self)
            .into_iter()
            .map(|row| row.into_iter().collect::<String>().trim_end_matches('.').to_owned())
            .collect();
        write!(f, "{} {}", rows.join("/"), if self.turn() == Side::Red { 'r' } else { 'g' })
    }
}

/// The position as a board for people: a frame around the box, `#` marks a wall, hands at the side.
pub fn draw(position: &Position) -> String {
    use fmt::Write;
    let rows = self::rows(position);
    let (height, width) = (rows.len(), rows[0].len());
    let edge =
        |wall: bool| (if wall { "####" } else { "+---" }).repeat(width) + if wall { "#\n" } else { "+\n" };
    let bar = if width == 4 { '#' } else { '|' };
    let mut out = edge(height == 4);
    for (i, row) in rows.iter().enumerate() {
        out.push(bar);
        for (j, cell) in row.iter().enumerate() {
            let shown = if *cell == '.' { ' ' } else { *cell };
            let between = if j + 1 == width { bar } else { '|' };
            let _ = write!(out, " {shown} {between}");
        }
        out.push('\n');
        out += &edge(height == 4 && i + 1 == height);
    }
    for side in [Side::Green, Side::Red] {
        let hand: String = Kind::OTHERS
            .into_iter()
            .filter(|&k| position.place(side, k) == HAND)
            .map(|k| letter(side, k))
            .collect();
        let to_move = if position.turn() == side { " to move" } else { "" };
        let _ = writeln!(out, "{side:?}{to_move}, in hand: {}", if hand.is_empty() { "-" } else { &hand });
    }
    out
}

fn relative(cell: u8, origin: u8) -> String {
    let (down, right) =
        (i32::from(cell / 8) - i32::from(origin / 8), i32::from(cell % 8) - i32::from(origin % 8));
    let part = |n: i32, plus: char, minus: char| match n {
        0 => String::new(),
        n if n > 0 => format!("{plus}{n}"),
        n => format!("{minus}{}", -n),
    };
    part(down, 'S', 'N') + &part(right, 'E', 'W')
}

/// An action of the side to move, in Standard Short Notation.
pub fn action_text(position: &Position, action: Action) -> String {
    let origin = position.place(Side::Red, Kind::Boss);
    let dove = letter(position.turn(), action.kind());
    match action {
        Action::Put { to, .. } => format!("+{dove}{}", relative(to, origin)),
        Action::Move { to, .. } => format!("{dove}{}", relative(to, origin)),
        Action::Remove { .. } => format!("-{dove}"),
    }
}

/// Reads an action of the side to move and checks that it is legal.
///
/// # Errors
/// [`BadText::Illegal`] if no legal action has this text.
pub fn read_action(position: &Position, text: &str) -> Result<Action, BadText> {
    position
        .legal_actions()
        .into_iter()
        .find(|&a| action_text(position, a) == text)
        .ok_or_else(|| BadText::Illegal(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_prints_as_documented() {
        assert_eq!(Position::start().to_string(), "b/B r");
        assert_eq!("b/B r".parse(), Ok(Position::start()));
        assert_eq!(draw(&Position::start()).lines().next(), Some("+---+"));
    }

    #[test]
    fn bad_texts_name_the_character() {
        let at = |text: &str| text.parse::<Position>().unwrap_err().to_string();
        assert!(at("b/Q r").starts_with("character 3: Some('Q')"));
        assert!(at("bb r").starts_with("character 2: a second b"));
        assert!(at("b....B r").starts_with("character 5: the column number 5"));
        assert!(at("b/B x").starts_with("character 5"));
        assert!(at("b/B").starts_with("character 4: None"));
        assert_eq!(at("b/./B r"), "the dove on row 2, column 2 has no neighbour");
        assert_eq!(at("B r"), "the boss of Green is not on the board");
    }
}
