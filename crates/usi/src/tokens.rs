//! A line cut into tokens that know their index and where the rest of the line begins.

use crate::error::{ErrorKind, ParseError};
use shogi::{Move, MoveTextError};
use std::str::FromStr;

/// One word of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) index: usize,
    pub(crate) text: &'a str,
}

impl Token<'_> {
    pub(crate) fn error(&self, kind: impl Into<ErrorKind>) -> ParseError {
        ParseError { index: self.index, token: self.text.to_owned(), kind: kind.into() }
    }

    pub(crate) fn parse<T: FromStr>(&self, expected: &'static str) -> Result<T, ParseError> {
        self.text.parse().map_err(|_| self.error(ErrorKind::Number(expected)))
    }

    pub(crate) fn mv(&self) -> Result<Move, ParseError> {
        self.text.parse().map_err(|error: MoveTextError| self.error(error))
    }
}

/// The words of a line, one after the other.
///
/// ASCII blanks and control characters separate words, so that a carriage return or a stray NUL never becomes part of
/// one. Other Unicode blanks belong to words: they occur in file names.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
    next: usize,
}

fn separates(c: char) -> bool {
    c.is_ascii_whitespace() || c.is_ascii_control()
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        Self { rest: line.trim_start_matches('\u{feff}').trim_matches(separates), next: 0 }
    }

    /// The next token, left where it is.
    pub(crate) fn peek(&self) -> Option<Token<'a>> {
        let text = self.rest.split(separates).next()?;
        (!text.is_empty()).then_some(Token { index: self.next, text })
    }

    /// Takes the next token if it is this word.
    pub(crate) fn accept(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.text == word);
        if found {
            self.next();
        }
        found
    }

    pub(crate) fn expect(&mut self, expected: &'static str) -> Result<Token<'a>, ParseError> {
        self.next().ok_or_else(|| self.missing(expected))
    }

    /// Takes a number. A token that is none stays: it may be the next keyword.
    pub(crate) fn number<T: FromStr>(&mut self, expected: &'static str) -> Result<T, ParseError> {
        let number = self.peek().ok_or_else(|| self.missing(expected))?.parse(expected)?;
        self.next();
        Ok(number)
    }

    pub(crate) fn missing(&self, expected: &'static str) -> ParseError {
        ParseError { index: self.next, token: String::new(), kind: ErrorKind::Missing(expected) }
    }

    /// Everything that is left, inner blanks untouched.
    pub(crate) fn rest(self) -> &'a str {
        self.rest
    }

    /// Hands back whatever is left as one problem per token.
    pub(crate) fn leftovers(self, expected: &'static str, problems: &mut Vec<ParseError>) {
        problems.extend(self.map(|token| token.error(ErrorKind::Unexpected(expected))));
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let token = self.peek()?;
        self.rest = self.rest[token.text.len()..].trim_start_matches(separates);
        self.next += 1;
        Some(token)
    }
}

/// Adds a problem, unless the same token was complained of already.
pub(crate) fn note(problems: &mut Vec<ParseError>, problem: ParseError) {
    if problems.last().is_none_or(|last| last.index != problem.index) {
        problems.push(problem);
    }
}

/// The strict reading of what a lenient one gave: the first problem is the answer.
pub(crate) fn strict<T>((value, problems): (T, Vec<ParseError>)) -> Result<T, ParseError> {
    match problems.into_iter().next() {
        None => Ok(value),
        Some(problem) => Err(problem),
    }
}

/// A text as it may stand in a line: no line end or other control character can smuggle in a second message.
pub(crate) fn one_line(text: &str) -> String {
    text.replace(|c: char| c.is_ascii_control(), " ").trim_matches(' ').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_blanks_separate_and_nothing_else_does() {
        let words: Vec<_> = Tokens::new("\u{feff} \t go\r  a\u{3000}b \0 c \r\n").map(|t| t.text).collect();
        assert_eq!(words, ["go", "a\u{3000}b", "c"]);
        assert!(Tokens::new(" \r\n").next().is_none());
    }

    #[test]
    fn the_rest_keeps_its_blanks() {
        let mut tokens = Tokens::new("a  b   c  d ");
        tokens.next();
        assert_eq!(tokens.peek().map(|t| t.index), Some(1));
        assert_eq!(tokens.rest(), "b   c  d");
    }
}
