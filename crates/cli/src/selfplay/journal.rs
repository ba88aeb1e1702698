//! The finished games on disk, in the order in which they ended.

use super::arguments::Settings;
use super::played::Played;
use crate::json_lines::{Content, JsonLines, Span};
use std::collections::BTreeMap;
use std::path::Path;

const CONTENT: Content = Content { of: "selfplay", result: "game" };

/// An open journal. Nobody else can open it meanwhile.
#[derive(Debug)]
pub(crate) struct Journal {
    lines: JsonLines,
    /// Where each game stands, by its number.
    places: BTreeMap<usize, Span>,
}

impl Journal {
    /// Opens a journal, new or of the same settings, and hands each game numbered up to `most` to `seen`. Games beyond stay
    /// in the file and are not counted.
    pub(crate) fn open(
        path: &Path,
        settings: &Settings,
        most: usize,
        mut seen: impl FnMut(&Played),
    ) -> anyhow::Result<Self> {
        let mut places = BTreeMap::new();
        let lines = JsonLines::open(path, &CONTENT, settings, |game: Played, span| {
            if places.contains_key(&game.game) {
                return Err(format!("game {} for the second time", game.game));
            }
            if (1..=most).contains(&game.game) {
                places.insert(game.game, span);
                seen(&game);
            }
            Ok(())
        })?;
        Ok(Self { lines, places })
    }

    /// Adds a finished game: after this it is on disk.
    pub(crate) fn add(&mut self, game: &Played) -> anyhow::Result<()> {
        let span = self.lines.append(game)?;
        self.places.insert(game.game, span);
        Ok(())
    }

    /// Whether this game is in it.
    pub(crate) fn has(&self, game: usize) -> bool {
        self.places.contains_key(&game)
    }

    /// The games by their numbers, read one at a time.
    pub(crate) fn games(&mut self) -> impl Iterator<Item = anyhow::Result<Played>> {
        let Self { lines, places } = self;
        places.values().map(|&span| lines.at(span))
    }
}
