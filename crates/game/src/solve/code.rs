//! The value of a position and its 16-bit code in tables.

use std::fmt;

/// What a position is worth to the side to move, with the plies to the end under best play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// The side to move wins in this many plies.
    Win(u16),
    /// The side to move loses in this many plies.
    Lose(u16),
    /// Neither side can force an end.
    Draw,
}

/// A code that no value has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadCode(pub u16);

impl fmt::Display for BadCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "value code {} is reserved", self.0)
    }
}

impl std::error::Error for BadCode {}

impl Value {
    /// The largest depth a code can hold.
    pub const MAX_DEPTH: u16 = 0x7ffe;

    /// 0 for a draw, `2k + 1` for a win in `k`, `2k + 2` for a loss in `k`.
    ///
    /// # Panics
    /// If the depth exceeds [`Value::MAX_DEPTH`].
    pub fn code(self) -> u16 {
        match self {
            Value::Draw => 0,
            Value::Win(k) | Value::Lose(k) if k > Self::MAX_DEPTH => panic!("depth {k} has no code"),
            Value::Win(k) => 2 * k + 1,
            Value::Lose(k) => 2 * k + 2,
        }
    }

    /// The inverse of [`Value::code`].
    ///
    /// # Errors
    /// `0xffff` is the code of no value.
    pub fn from_code(code: u16) -> Result<Self, BadCode> {
        match code {
            0 => Ok(Value::Draw),
            u16::MAX => Err(BadCode(code)),
            c if c % 2 == 1 => Ok(Value::Win(c / 2)),
            c => Ok(Value::Lose(c / 2 - 1)),
        }
    }

    /// The value one ply earlier, seen by the player who moved into a position of this value.
    #[must_use]
    pub fn before(self) -> Self {
        match self {
            Value::Win(k) => Value::Lose(k + 1),
            Value::Lose(k) => Value::Win(k + 1),
            Value::Draw => Value::Draw,
        }
    }

    /// Orders values by preference of the side to move: a quick win first, then a draw, a quick loss last.
    pub fn preference(self) -> i32 {
        match self {
            Value::Win(k) => 0x1_0000 - i32::from(k),
            Value::Draw => 0,
            Value::Lose(k) => i32::from(k) - 0x1_0000,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(k) => write!(f, "Win {k}"),
            Value::Lose(k) => write!(f, "Lose {k}"),
            Value::Draw => f.write_str("Draw"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip_and_the_reserved_one_is_refused() {
        for code in 0..u16::MAX {
            assert_eq!(Value::from_code(code).unwrap().code(), code);
        }
        assert_eq!(Value::from_code(u16::MAX), Err(BadCode(u16::MAX)));
    }

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        let order = [Value::Win(1), Value::Win(9), Value::Draw, Value::Lose(8), Value::Lose(0)];
        assert!(order.windows(2).all(|w| w[0].preference() > w[1].preference()));
    }
}
