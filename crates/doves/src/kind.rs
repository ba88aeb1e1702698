//! The six kinds of doves and the two sides.

/// A kind of dove; each side has one of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Boss: one step in eight directions; surrounded, it loses the game. Never in the hand.
    Boss,
    /// Aniki: one step in eight directions.
    Aniki,
    /// Yaibato: one step orthogonally.
    Yaibato,
    /// Mamedeppo: one step diagonally.
    Mamedeppo,
    /// Totsu: slides orthogonally, without jumping.
    Totsu,
    /// Hajike: a knight's jump over anything.
    Hajike,
}

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Kind; 6] =
        [Kind::Boss, Kind::Aniki, Kind::Yaibato, Kind::Mamedeppo, Kind::Totsu, Kind::Hajike];

    /// The kinds other than the boss: those a hand can hold.
    pub const OTHERS: [Kind; 5] = [Kind::Aniki, Kind::Yaibato, Kind::Mamedeppo, Kind::Totsu, Kind::Hajike];

    /// The letter of the kind, upper case.
    pub const fn letter(self) -> char {
        ['B', 'A', 'Y', 'M', 'T', 'H'][self as usize]
    }

    /// The kind of a letter in either case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|k| k.letter() == letter.to_ascii_uppercase())
    }
}

/// A side; red moves first and is written in upper case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// Upper case; moves first.
    Red,
    /// Lower case.
    Green,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Red => Side::Green,
            Side::Green => Side::Red,
        }
    }
}
