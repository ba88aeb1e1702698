//! Tables for the terminal, all with one look; kanji take two columns.

use comfy_table::{CellAlignment, ContentArrangement, presets};
use std::fmt;
use unicode_width::UnicodeWidthStr;

/// How the cells of a column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For text.
    Left,
    /// For numbers.
    Right,
}

/// A table with a heading; `Display` gives its lines, without a break after the last one.
pub struct Table(comfy_table::Table);

impl Table {
    /// A table with these columns.
    pub fn new<'a>(columns: impl IntoIterator<Item = (&'a str, Align)>) -> Self {
        let (names, alignment): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
        let mut table = comfy_table::Table::new();
        table
            .load_preset(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Disabled)
            .set_header(names);
        let last = alignment.len().saturating_sub(1);
        for (index, (column, align)) in table.column_iter_mut().zip(alignment).enumerate() {
            column.set_padding((0, if index == last { 0 } else { 2 }));
            column.set_cell_alignment(match align {
                Align::Left => CellAlignment::Left,
                Align::Right => CellAlignment::Right,
            });
        }
        Self(table)
    }

    /// Adds a row; cells that are missing stay empty.
    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.0.add_row(cells.into_iter().map(Into::into));
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, line) in self.0.lines().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            f.write_str(line.trim_end())?;
        }
        Ok(())
    }
}

/// The columns of the terminal that a text takes; a kanji takes two.
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The text filled up with blanks to `columns` columns of the terminal.
pub fn padded(text: &str, columns: usize, align: Align) -> String {
    let blanks = " ".repeat(columns.saturating_sub(width(text)));
    match align {
        Align::Left => text.to_owned() + &blanks,
        Align::Right => blanks + text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kanji_take_two_columns_and_numbers_stand_right() {
        let mut table = Table::new([("move", Align::Left), ("score", Align::Right), ("line", Align::Left)]);
        table.row(["７六歩", "+12", "x"]);
        table.row(["同銀", "-1234", ""]);
        assert_eq!(table.to_string(), "move    score  line\n７六歩    +12  x\n同銀    -1234");
    }

    #[test]
    fn texts_are_filled_up_by_columns() {
        assert_eq!(padded("▲７六歩", 10, Align::Left), "▲７六歩   ");
        assert_eq!(padded("+12", 6, Align::Right), "   +12");
        assert_eq!(padded("too long", 3, Align::Right), "too long");
        assert_eq!(width("同　銀"), 6);
    }
}
