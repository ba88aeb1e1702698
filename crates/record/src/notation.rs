//! Written Japanese moves: `７六歩(77)`, `同銀`, `５八金右`, and what they mean in a position.

use shogi::{Color, Illegal, Move, MoveSet, PieceKind, Position, Square};

mod resolve;

/// Why a written move has no meaning in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misread {
    /// It is not a move at all.
    #[error("{reason}")]
    Unreadable {
        /// Character within the text, from 0.
        at: usize,
        /// What was expected there.
        reason: String,
    },
    /// Several moves are written this way.
    #[error("ambiguous: it could be {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or "))]
    Ambiguous(Vec<Move>),
    /// It is a move, but no legal one.
    #[error("{0}")]
    Illegal(String),
}

/// The move that is written in Japanese notation, without the side's mark, read as KI2 writes it (with the words that tell
/// several pieces apart) or as KIF does (with the origin in parentheses). `同` is the square of the latest move.
///
/// The text is read leniently: half-width digits, 竜, 王, 行 for 上, a relative word that was not needed.
///
/// ```
/// use shogi::Position;
/// let start = Position::startpos();
/// assert_eq!(record::read_japanese(&start, "７六歩").unwrap().to_string(), "7g7f");
/// assert_eq!(record::read_japanese(&start, "58金右").unwrap().to_string(), "4i5h");
/// let error = record::read_japanese(&start, "５八金").unwrap_err();
/// assert_eq!(error.to_string(), "ambiguous: it could be 4i5h or 6i5h");
/// ```
pub fn read_japanese(position: &Position, text: &str) -> Result<Move, Misread> {
    let (written, end) = Written::parse(text)?;
    if let Some(c) = text.chars().skip(end).find(|c| !c.is_whitespace()) {
        return Err(Misread::Unreadable { at: end, reason: format!("{c:?} behind the move") });
    }
    let same = position.last_move().map(Move::to);
    written.resolve(position, same).map(|(mv, _)| mv)
}

/// Words that tell pieces apart. Each may stand or not, by itself or with others.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Relative {
    pub(crate) left: bool,
    pub(crate) right: bool,
    pub(crate) straight: bool,
    pub(crate) up: bool,
    pub(crate) aside: bool,
    pub(crate) back: bool,
}

/// Where a KIF move says that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Hand,
    Square(Square),
}

/// A written move, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// `None` for 同.
    pub(crate) target: Option<Square>,
    pub(crate) kind: PieceKind,
    pub(crate) relative: Relative,
    pub(crate) drop: bool,
    /// 成 or 不成, where it is written.
    pub(crate) promotes: Option<bool>,
    pub(crate) origin: Option<Origin>,
}

/// 1 to 9 for a digit in ASCII, full width or kanji.
pub(crate) fn digit(c: char) -> Option<usize> {
    match c {
        '0'..='9' => Some(c as usize - '0' as usize),
        '０'..='９' => Some(c as usize - '０' as usize),
        _ => "〇一二三四五六七八九".chars().position(|other| other == c),
    }
}

/// The kind of a piece written with one character.
pub(crate) fn kind_of(c: char) -> Option<PieceKind> {
    Some(match c {
        '王' => PieceKind::King,
        '竜' => PieceKind::Dragon,
        _ => return PieceKind::ALL.into_iter().find(|kind| kind.kanji() == c),
    })
}

fn square_at(file: usize, rank: usize) -> Option<Square> {
    Square::new(file.wrapping_sub(1), rank.wrapping_sub(1))
}

/// Characters with a position, for messages.
struct Reader<'a> {
    chars: std::iter::Peekable<std::iter::Enumerate<std::str::Chars<'a>>>,
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.chars.peek().map(|&(_, c)| c)
    }

    fn next(&mut self) -> Option<char> {
        let (at, c) = self.chars.next()?;
        self.at = at + 1;
        Some(c)
    }

    fn take_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        if self.peek().is_some_and(wanted) { self.next() } else { None }
    }

    fn skip_blanks(&mut self) {
        while self.take_if(char::is_whitespace).is_some() {}
    }

    fn error<T>(&mut self, expected: &str) -> Result<T, Misread> {
        let found = self.peek().map_or("the end".to_owned(), |c| format!("{c:?}"));
        Err(Misread::Unreadable { at: self.at, reason: format!("expected {expected}, found {found}") })
    }
}

impl Written {
    /// Takes a move apart; also the number of characters that it has, for what follows it.
    pub(crate) fn parse(text: &str) -> Result<(Self, usize), Misread> {
        let mut reader = Reader { chars: text.chars().enumerate().peekable(), at: 0 };
        let target = Self::target(&mut reader)?;
        let kind = Self::kind(&mut reader)?;
        let mut written =
            Self { target, kind, relative: Relative::default(), drop: false, promotes: None, origin: None };
        while let Some(c) = reader.peek() {
            let relative = &mut written.relative;
            match c {
                '左' => relative.left = true,
                '右' => relative.right = true,
                '直' => relative.straight = true,
                '上' | '行' | '入' => relative.up = true,
                '寄' => relative.aside = true,
                '引' => relative.back = true,
                '打' => written.drop = true,
                '成' => written.promotes = Some(true),
                '生' => written.promotes = Some(false),
                '不' => {
                    reader.next();
                    if reader.peek() != Some('成') {
                        return reader.error("不成");
                    }
                    written.promotes = Some(false);
                }
                _ => break,
            }
            reader.next();
        }
        if matches!(reader.peek(), Some('(' | '（')) {
            reader.next();
            written.origin = Some(Self::origin(&mut reader)?);
        }
        Ok((written, reader.at))
    }

    fn target(reader: &mut Reader<'_>) -> Result<Option<Square>, Misread> {
        if reader.take_if(|c| c == '同').is_some() {
            reader.skip_blanks();
            return Ok(None);
        }
        let Some(file) = reader.peek().and_then(digit).filter(|file| (1..=9).contains(file)) else {
            return reader.error("a file (１ to ９) or 同");
        };
        reader.next();
        let Some(rank) = reader.peek().and_then(digit).filter(|rank| (1..=9).contains(rank)) else {
            return reader.error("a rank (一 to 九)");
        };
        reader.next();
        reader.skip_blanks();
        Ok(square_at(file, rank))
    }

    fn kind(reader: &mut Reader<'_>) -> Result<PieceKind, Misread> {
        if reader.take_if(|c| c == '成').is_some() {
            let promoted = reader.peek().and_then(kind_of).and_then(PieceKind::promoted);
            return match promoted {
                Some(kind) => {
                    reader.next();
                    Ok(kind)
                }
                None => reader.error("香, 桂 or 銀 after 成"),
            };
        }
        let Some(kind) = reader.peek().and_then(kind_of) else { return reader.error("a piece") };
        reader.next();
        Ok(kind)
    }

    fn origin(reader: &mut Reader<'_>) -> Result<Origin, Misread> {
        let mut digits = [0; 2];
        for place in &mut digits {
            let Some(value) = reader.peek().and_then(digit) else {
                return reader.error("an origin such as (77)");
            };
            *place = value;
            reader.next();
        }
        let origin = match digits {
            [0, 0] => Some(Origin::Hand),
            [file, rank] => square_at(file, rank).map(Origin::Square),
        };
        let Some(origin) = origin else { return reader.error("an origin from 11 to 99, or 00 for the hand") };
        if !matches!(reader.peek(), Some(')' | '）')) {
            return reader.error("')'");
        }
        reader.next();
        Ok(origin)
    }
}
