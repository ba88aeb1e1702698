//! The tables in the folder, each opened once.

use super::{Name, open};
use crate::folder;
use retro::solved::{Dobutsu, Doves, Solved};
use serde::Serialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use tablebase::{BlockFile, TableError};

/// A table of one of the games.
pub(crate) enum AnyTable {
    Doves(Box<Solved<Doves>>),
    Dobutsu(Solved<Dobutsu>),
}

/// What is told of a table.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TableView {
    pub(crate) file: String,
    /// Of Tokyo Doves the most doves on the board.
    pub(crate) variant: u64,
    pub(crate) entries: u64,
    pub(crate) bytes: u64,
}

/// A table with its file.
pub(crate) struct Table {
    pub(crate) table: AnyTable,
    pub(crate) view: TableView,
}

impl Table {
    pub(crate) fn name(&self) -> Name {
        match self.table {
            AnyTable::Doves(_) => Name::Doves,
            AnyTable::Dobutsu(_) => Name::Dobutsu,
        }
    }
}

/// What was found: tables, the one with the most positions first, and files that should be tables.
pub(crate) struct Found {
    pub(crate) tables: Vec<Arc<Table>>,
    pub(crate) problems: Vec<String>,
}

/// A file as it was when it was looked at.
type Stamp = (Option<SystemTime>, u64);
/// A table; `None`: none of ours; or what is wrong with it.
type Opened = Result<Option<Arc<Table>>, String>;

/// The folder of tables.
pub(crate) struct Tables {
    folder: Option<PathBuf>,
    opened: Mutex<HashMap<String, (Stamp, Opened)>>,
}

impl Tables {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, opened: Mutex::new(HashMap::new()) }
    }

    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The folder as commands name it.
    pub(crate) fn folder_text(&self) -> String {
        self.folder.as_ref().map_or_else(|| "tables".to_owned(), |folder| folder.display().to_string())
    }

    /// The tables that lie in the folder now.
    pub(crate) fn find(&self) -> Found {
        let mut found = Found { tables: Vec::new(), problems: Vec::new() };
        let Some(folder) = &self.folder else { return found };
        let names = match folder::names(folder, Path::is_file) {
            Ok(names) => names,
            Err(error) => {
                found.problems.push(format!("the folder of tables: {error}"));
                return found;
            }
        };
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        opened.retain(|name, _| names.contains(name));
        for name in names {
            let Ok(path) = folder::inside(folder, &name, "table") else { continue };
            let stamp = path.metadata().map(|data| (data.modified().ok(), data.len())).unwrap_or_default();
            let known = opened.get(&name).filter(|(at, _)| *at == stamp).map(|(_, table)| table.clone());
            let table = known.unwrap_or_else(|| {
                let table = look(&path, &name).map(|table| table.map(Arc::new));
                opened.insert(name.clone(), (stamp, table.clone()));
                table
            });
            match table {
                Ok(Some(table)) => found.tables.push(table),
                Ok(None) => {}
                Err(problem) => found.problems.push(problem),
            }
        }
        found.tables.sort_by_key(|table| std::cmp::Reverse(table.view.entries));
        found
    }
}

/// Opens a file, if it is a table of values. Its path is not told: only its name is the client's business.
fn look(path: &Path, name: &str) -> Result<Option<Table>, String> {
    let told = |error: &dyn std::fmt::Display| error.to_string().replace(&path.display().to_string(), name);
    let (game, bytes) = match BlockFile::open(path) {
        Ok(file) if file.label().content == "values" => (file.label().game.clone(), file.bytes()),
        // Other files may lie beside the tables.
        Ok(_) | Err(TableError::Foreign { .. }) => return Ok(None),
        Err(error) => return Err(told(&error)),
    };
    let table = open(path, &game).map_err(|error| told(&error))?;
    Ok(table.map(|table| {
        let values = match &table {
            AnyTable::Doves(solved) => &solved.table,
            AnyTable::Dobutsu(solved) => &solved.table,
        };
        let (variant, entries) = (values.variant(), values.entries());
        Table { table, view: TableView { file: name.to_owned(), variant, entries, bytes } }
    }))
}
