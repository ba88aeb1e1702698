//! The move counts of `tests/data/perft.tsv`.

/// One position with its known counts.
pub(crate) struct Row {
    pub(crate) id: &'static str,
    pub(crate) sfen: &'static str,
    /// The count at depth 1, 2, …; `None` where it is not asked.
    pub(crate) counts: Vec<Option<u64>>,
    /// The depth at which the speed bench counts the position, for the eight positions of its set.
    pub(crate) speed_depth: Option<u32>,
}

impl Row {
    /// The count at `depth`.
    pub(crate) fn count(&self, depth: u32) -> Option<u64> {
        *self.counts.get(depth as usize - 1)?
    }
}

/// All rows, in the order of the file.
pub(crate) fn rows() -> Vec<Row> {
    let text = include_str!("../data/perft.tsv");
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

fn row(line: &'static str) -> Row {
    let fields: Vec<&str> = line.split('\t').collect();
    let [id, sfen, counts, speed_depth] = fields[..] else { panic!("four fields expected: {line}") };
    let number = |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("{text:?} is no count: {line}"));
    let counts = counts.split(' ').map(|text| (text != "?").then(|| number(text))).collect();
    let speed_depth = (speed_depth != "-").then(|| number(speed_depth) as u32);
    Row { id, sfen, counts, speed_depth }
}
