//! Reads one Rust file token by token and notes what the rules ask about: unsafe, printing, test-only modules.
//!
//! Tokens and not a syntax tree, because `unsafe` and `println!` count inside macro definitions too; and tokens
//! and not text, because neither counts inside strings and comments.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

/// What one file holds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Scan {
    pub(super) unsafe_uses: Vec<UnsafeUse>,
    /// Lines and names of the printing macros called outside tests.
    pub(super) prints: Vec<(usize, String)>,
    /// Is `#![forbid(unsafe_code)]` there?
    pub(super) forbids_unsafe: bool,
    /// Names of modules declared with `#[cfg(test)] mod name;`.
    pub(super) test_modules: Vec<String>,
}

/// One `unsafe` keyword.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UnsafeUse {
    pub(super) line: usize,
    pub(super) kind: UnsafeKind,
    pub(super) is_documented: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnsafeKind {
    /// Promises that what the compiler cannot see holds: a block, an implementation, an attribute.
    Claim,
    /// Asks its callers or implementors to promise it: a function or a trait.
    Demand,
    /// The type of a function pointer: nothing to explain.
    Type,
}

/// Where a file stops being Rust.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NotRust {
    pub(super) line: usize,
    pub(super) message: String,
}

pub(super) fn scan(text: &str) -> Result<Scan, NotRust> {
    let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| NotRust {
        line: error.span().start().line,
        message: "this is not Rust: the lexer gives up here".to_owned(),
    })?;
    let mut scanner = Scanner { lines: text.lines().map(str::trim).collect(), found: Scan::default() };
    scanner.walk(tokens, Item::default(), true);
    Ok(scanner.found)
}

const PRINTING: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];

struct Scanner<'a> {
    lines: Vec<&'a str>,
    found: Scan,
}

/// What is known about the item or statement that the walk stands in.
#[derive(Debug, Clone, Copy, Default)]
struct Item {
    /// Line of its first token, attributes and doc comments included.
    first_line: Option<usize>,
    /// Line of its first token after them.
    own_line: Option<usize>,
    is_test: bool,
    /// Do its docs have a section `# Safety`?
    has_safety_section: bool,
}

impl Scanner<'_> {
    /// Walks the tokens of a file or of one pair of brackets; `in_block` where items or statements follow each other.
    fn walk(&mut self, tokens: TokenStream, outer: Item, in_block: bool) {
        let mut surroundings = outer;
        if in_block {
            surroundings = Item { is_test: outer.is_test, ..Item::default() };
        }
        let mut item = surroundings;
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut index = 0;
        while let Some(token) = tokens.get(index) {
            let rest = &tokens[index + 1..];
            let line = token.span().start().line;
            item.first_line.get_or_insert(line);
            if let Some((is_inner, attribute, length)) = attribute(token, rest) {
                if is_inner {
                    self.found.forbids_unsafe |= forbids_unsafe(attribute);
                    surroundings.is_test |= marks_test(attribute);
                }
                item.is_test |= marks_test(attribute);
                item.has_safety_section |= documents_safety(attribute);
                self.walk(attribute.stream(), item, false);
                index += length;
                continue;
            }
            item.own_line.get_or_insert(line);
            match token {
                TokenTree::Ident(word) => self.word(word, line, rest, item),
                TokenTree::Group(group) => {
                    let is_block = group.delimiter() == Delimiter::Brace;
                    self.walk(group.stream(), item, is_block);
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            if in_block && ends_item(token) {
                item = surroundings;
            }
            index += 1;
        }
    }

    fn word(&mut self, word: &Ident, line: usize, rest: &[TokenTree], item: Item) {
        if word == "unsafe" {
            let kind = unsafe_kind(rest);
            let is_documented = match kind {
                UnsafeKind::Type => true,
                UnsafeKind::Demand => item.has_safety_section || self.has_safety_comment(line, item),
                UnsafeKind::Claim => self.has_safety_comment(line, item),
            };
            self.found.unsafe_uses.push(UnsafeUse { line, kind, is_documented });
        } else if PRINTING.iter().any(|name| word == name) {
            let is_call =
                matches!(rest, [TokenTree::Punct(bang), TokenTree::Group(_), ..] if bang.as_char() == '!');
            if is_call && !item.is_test {
                self.found.prints.push((line, word.to_string()));
            }
        } else if word == "mod"
            && item.is_test
            && let [TokenTree::Ident(name), TokenTree::Punct(end), ..] = rest
            && end.as_char() == ';'
        {
            self.found.test_modules.push(name.to_string());
        }
    }

    /// Does a comment with `// SAFETY:` end right above the line or above the statement that it belongs to?
    fn has_safety_comment(&self, line: usize, item: Item) -> bool {
        [Some(line), item.own_line, item.first_line].into_iter().flatten().any(|line| {
            let above = self.lines[..line - 1].iter().rev();
            above.take_while(|line| line.starts_with("//")).any(|line| line.starts_with("// SAFETY:"))
        })
    }
}

/// The attribute or doc comment that begins at `token`: whether it is an inner one, its brackets, its length.
fn attribute<'a>(token: &TokenTree, rest: &'a [TokenTree]) -> Option<(bool, &'a Group, usize)> {
    let is_punct =
        |token: &TokenTree, wanted| matches!(token, TokenTree::Punct(mark) if mark.as_char() == wanted);
    let is_bracketed = |group: &Group| group.delimiter() == Delimiter::Bracket;
    if !is_punct(token, '#') {
        return None;
    }
    match rest {
        [TokenTree::Group(group), ..] if is_bracketed(group) => Some((false, group, 2)),
        [bang, TokenTree::Group(group), ..] if is_punct(bang, '!') && is_bracketed(group) => {
            Some((true, group, 3))
        }
        _ => None,
    }
}

/// The attribute's name and what it holds in parentheses.
fn name_and_content(attribute: &Group) -> Option<(Ident, TokenStream)> {
    let mut tokens = attribute.stream().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), Some(TokenTree::Group(group))) => Some((name, group.stream())),
        (Some(TokenTree::Ident(name)), _) => Some((name, TokenStream::new())),
        _ => None,
    }
}

fn forbids_unsafe(attribute: &Group) -> bool {
    name_and_content(attribute).is_some_and(|(name, content)| {
        name == "forbid"
            && content
                .into_iter()
                .any(|token| matches!(token, TokenTree::Ident(lint) if lint == "unsafe_code"))
    })
}

/// `#[test]`, `#[cfg(test)]`, `#[cfg(all(test, …))]`; not `#[cfg(any(test, …))]`, which is there outside tests too.
fn marks_test(attribute: &Group) -> bool {
    let is_test = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "test");
    name_and_content(attribute).is_some_and(|(name, content)| {
        let content: Vec<_> = content.into_iter().collect();
        name == "test"
            || name == "cfg"
                && match content.as_slice() {
                    [only] => is_test(only),
                    [TokenTree::Ident(all), TokenTree::Group(group)] if all == "all" => {
                        group.stream().into_iter().any(|token| is_test(&token))
                    }
                    _ => false,
                }
    })
}

/// Is this a doc comment that holds the heading `# Safety`?
fn documents_safety(attribute: &Group) -> bool {
    let mut tokens = attribute.stream().into_iter();
    matches!(tokens.next(), Some(TokenTree::Ident(name)) if name == "doc")
        && matches!(tokens.nth(1), Some(TokenTree::Literal(text)) if text.to_string().contains("# Safety"))
}

fn unsafe_kind(rest: &[TokenTree]) -> UnsafeKind {
    let mut words = rest.iter().filter(|token| !matches!(token, TokenTree::Literal(_)));
    loop {
        return match words.next() {
            Some(TokenTree::Ident(word)) if word == "extern" => continue,
            Some(TokenTree::Ident(word)) if word == "trait" || word == "auto" => UnsafeKind::Demand,
            Some(TokenTree::Ident(word)) if word == "fn" => match words.next() {
                Some(TokenTree::Group(_)) => UnsafeKind::Type,
                _ => UnsafeKind::Demand,
            },
            _ => UnsafeKind::Claim,
        };
    }
}

/// Ends the token an item, a statement, a match arm or a field? A block in the middle of a statement ends it here too;
/// what follows it begins on its line, so that comments above are still found.
fn ends_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(mark) => matches!(mark.as_char(), ';' | ','),
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    }
}

#[cfg(test)]
mod tests;
