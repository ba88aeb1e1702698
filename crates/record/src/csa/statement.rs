//! The statements of CSA: lines, or parts of lines between commas, with their columns.

/// A statement and the column (from 1) where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Statement<'a> {
    pub(super) text: &'a str,
    pub(super) column: usize,
}

/// The statements of a line. Comments, names and information fields take a whole line, commas included.
pub(super) fn statements(line: &str) -> Vec<Statement<'_>> {
    let line = line.trim_end();
    if line.starts_with('\'') || line.starts_with('$') || line.starts_with("N+") || line.starts_with("N-") {
        return vec![Statement { text: line, column: 1 }];
    }
    let mut found = Vec::new();
    let mut column = 1;
    for part in line.split(',') {
        let text = part.trim();
        if !text.is_empty() {
            let blanks = part.chars().take_while(|c| c.is_whitespace()).count();
            found.push(Statement { text, column: column + blanks });
        }
        column += part.chars().count() + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_join_statements_but_not_names() {
        let texts = |line| statements(line).into_iter().map(|s| (s.text, s.column)).collect::<Vec<_>>();
        assert_eq!(texts("+9796FU,T12"), [("+9796FU", 1), ("T12", 9)]);
        assert_eq!(texts("+9796FU, T12 ,"), [("+9796FU", 1), ("T12", 10)]);
        assert_eq!(texts("N+Tanaka, Ichiro"), [("N+Tanaka, Ichiro", 1)]);
        assert_eq!(texts("'a,b"), [("'a,b", 1)]);
    }
}
