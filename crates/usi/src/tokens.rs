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
/// Blanks and tabs separate words, and nothing else does. Line ends may stand around the line. Any other control character
/// (Unicode category Cc, a line end inside the line included) makes the whole line unusable: whether `go\0` was meant as
/// `go` nobody knows. Other Unicode blanks belong to words: they occur in file names.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
    next: usize,
}

fn separates(c: char) -> bool {
    c == ' ' || c == '\t'
}

/// A control character that has no place inside a line.
fn is_stray(c: char) -> bool {
    c.is_control() && c != '\t'
}

impl<'a> Tokens<'a> {
    /// Cuts a line; the error is its first stray control character.
    pub(crate) fn new(line: &'a str) -> Result<Self, ParseError> {
        let around = |c: char| separates(c) || c == '\r' || c == '\n';
        let tokens = Self { rest: line.trim_start_matches('\u{feff}').trim_matches(around), next: 0 };
        for token in tokens.clone() {
            if let Some(at) = token.text.chars().position(is_stray) {
                return Err(token.error(ErrorKind::Control { at: at + 1 }));
            }
        }
        Ok(tokens)
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

/// A text as it may stand in a line, so that what is written can be read: in the place of a control character a blank.
pub(crate) fn one_line(text: &str) -> String {
    text.replace(is_stray, " ").trim_matches(separates).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_tabs_separate_and_nothing_else_does() {
        let words = |line| Tokens::new(line).unwrap().map(|token| token.text).collect::<Vec<_>>();
        assert_eq!(words("\u{feff} \t go  a\u{3000}b \t c \r\n"), ["go", "a\u{3000}b", "c"]);
        assert!(words(" \r\n").is_empty());
        for stray in ['\0', '\u{b}', '\u{c}', '\r', '\n', '\u{1b}', '\u{7f}', '\u{85}'] {
            let error = Tokens::new(&format!(" go  a{stray}b c\r\n")).unwrap_err();
            assert_eq!((error.index, error.token), (1, format!("a{stray}b")));
            assert_eq!(error.kind, ErrorKind::Control { at: 2 });
        }
    }

    #[test]
    fn the_rest_keeps_its_blanks() {
        let mut tokens = Tokens::new("a  b \t c  d ").unwrap();
        tokens.next();
        assert_eq!(tokens.peek().map(|t| t.index), Some(1));
        assert_eq!(tokens.rest(), "b \t c  d");
    }
}
