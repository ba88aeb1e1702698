//! `option`: the options that an engine declares.

use crate::error::{ErrorKind, ParseError};
use crate::tokens::{Token, Tokens, one_line};
use std::fmt;

/// One declared option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredOption {
    /// Its name; it may hold blanks.
    pub name: String,
    /// Its type, with default and range.
    pub kind: OptionKind,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// The value that holds until it is set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value that holds until it is set.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value that holds until it is set.
        default: String,
        /// The values to choose from.
        choices: Vec<String>,
    },
    /// Something to do, without a value.
    Button,
    /// Any text.
    String {
        /// The value that holds until it is set.
        default: String,
    },
    /// The path of a file.
    Filename {
        /// The value that holds until it is set.
        default: String,
    },
}

/// The words that begin a new attribute.
const ATTRIBUTES: [&str; 5] = ["type", "default", "min", "max", "var"];

/// The words up to the next attribute, single blanks between them.
fn words(tokens: &mut Tokens<'_>, is_end: impl Fn(&str) -> bool) -> String {
    let mut text = String::new();
    while let Some(token) = tokens.peek().filter(|token| !is_end(token.text)) {
        if !text.is_empty() {
            text.push(' ');
        }
        text += token.text;
        tokens.next();
    }
    text
}

#[derive(Default)]
struct Attributes<'a> {
    default: Option<(Token<'a>, String)>,
    min: Option<i64>,
    max: Option<i64>,
    choices: Vec<String>,
}

fn read_attributes<'a>(tokens: &mut Tokens<'a>, free_text: bool) -> Result<Attributes<'a>, ParseError> {
    let mut found = Attributes::default();
    while let Some(token) = tokens.next() {
        match token.text {
            "default" => {
                let first = tokens.peek().unwrap_or(Token { index: token.index + 1, text: "" });
                // A default text may hold any word, so it takes the rest of the line.
                let text = if free_text {
                    words(tokens, |_| false)
                } else {
                    words(tokens, |word| ATTRIBUTES.contains(&word))
                };
                found.default = Some((first, text));
            }
            "min" => found.min = Some(tokens.number("a whole number")?),
            "max" => found.max = Some(tokens.number("a whole number")?),
            "var" => found.choices.push(words(tokens, |word| ATTRIBUTES.contains(&word))),
            _ => return Err(token.error(ErrorKind::Unexpected("default, min, max or var"))),
        }
    }
    Ok(found)
}

impl DeclaredOption {
    /// Reads what follows `option`.
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Result<Self, ParseError> {
        const TYPES: &str = "check, spin, combo, button, string or filename";
        let keyword = tokens.expect("name and the option's name")?;
        if keyword.text != "name" {
            return Err(keyword.error(ErrorKind::Unexpected("name and the option's name")));
        }
        let name = words(tokens, |word| word == "type");
        if name.is_empty() {
            return Err(tokens.missing("the option's name"));
        }
        tokens.expect("type")?;
        let kind = tokens.expect(TYPES)?;
        let text = matches!(kind.text, "string" | "filename");
        let found = read_attributes(tokens, text)?;
        let default = || found.default.clone().ok_or_else(|| tokens.missing("default"));
        let text = || match found.default.clone() {
            Some((_, text)) if text != "<empty>" => text,
            _ => String::new(),
        };
        let kind = match kind.text {
            "check" => {
                let (token, text) = default()?;
                let default =
                    text.parse().map_err(|_| token.error(ErrorKind::Unexpected("true or false")))?;
                OptionKind::Check { default }
            }
            "spin" => {
                let (token, text) = default()?;
                let default = text.parse().map_err(|_| token.error(ErrorKind::Number("a whole number")))?;
                let min = found.min.ok_or_else(|| tokens.missing("min"))?;
                let max = found.max.ok_or_else(|| tokens.missing("max"))?;
                OptionKind::Spin { default, min, max }
            }
            "combo" => OptionKind::Combo { default: default()?.1, choices: found.choices },
            "button" => OptionKind::Button,
            "string" => OptionKind::String { default: text() },
            "filename" => OptionKind::Filename { default: text() },
            _ => return Err(kind.error(ErrorKind::Unexpected(TYPES))),
        };
        Ok(Self { name, kind })
    }
}

impl fmt::Display for DeclaredOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |text: &str| if text.is_empty() { "<empty>".to_owned() } else { one_line(text) };
        write!(f, "option name {} type ", one_line(&self.name))?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {}", one_line(default))?;
                choices.iter().try_for_each(|choice| write!(f, " var {}", one_line(choice)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } => write!(f, "string default {}", shown(default)),
            OptionKind::Filename { default } => write!(f, "filename default {}", shown(default)),
        }
    }
}
