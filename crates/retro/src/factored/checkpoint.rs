//! The manifest of a run: which half-plies are complete and which files hold their result.

use super::error::SolveError;
use super::solver::Row;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The version of the manifest, and the one of a run that no longer keeps what is lost.
const FORMATS: [u32; 2] = [2, 3];

/// What a folder says about the run in it. It is replaced by renaming, so what it names is whole.
#[derive(Serialize, Deserialize)]
pub(crate) struct Manifest {
    format: u32,
    pub(crate) max_doves: u32,
    pub(crate) history: bool,
    /// Which process of how many keeps this folder, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) share: Option<(usize, usize)>,
    pub(crate) next_ply: u32,
    /// In a run that finds lost positions from those that were won just before, and no longer keeps them: the half-ply after
    /// which all segments were in files. What was won after it may stand in the files of half-plies alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) following: Option<u32>,
    pub(crate) finished: bool,
    pub(crate) rows: Vec<Row>,
    /// By state and class the half-ply whose segment counts.
    pub(crate) segments: [Vec<Option<u32>>; 2],
}

impl Manifest {
    pub(crate) fn new(max_doves: u32, history: bool, share: Option<(usize, usize)>, classes: usize) -> Self {
        let segments = [vec![None; classes], vec![None; classes]];
        Self {
            format: FORMATS[0],
            max_doves,
            history,
            share,
            next_ply: 0,
            following: None,
            finished: false,
            rows: Vec::new(),
            segments,
        }
    }

    /// From now on lost positions are found from those that were won just before, and not kept.
    pub(crate) fn follow(&mut self) {
        self.following = self.next_ply.checked_sub(1);
        self.format = FORMATS[1];
    }

    /// The complete half-plies whose files the folder needs.
    pub(crate) fn needs(&self, ply: u32) -> bool {
        let won_since = |all_in_files: u32| ply > all_in_files && !ply.is_multiple_of(2);
        self.history || ply + 1 == self.next_ply || self.following.is_some_and(won_since)
    }

    fn path(folder: &Path) -> PathBuf {
        folder.join("manifest.json")
    }

    /// Where a manifest waits until those of all processes are whole.
    fn prepared(folder: &Path) -> PathBuf {
        folder.join("manifest.json.prepared")
    }

    /// Reads the manifest of a folder, if there is one.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, SolveError> {
        Self::read_from(&Self::path(folder))
    }

    /// The ply after the one that a folder is prepared to call complete, if it is.
    pub(crate) fn prepared_ply(folder: &Path) -> Result<Option<u32>, SolveError> {
        Ok(Self::read_from(&Self::prepared(folder))?.map(|manifest| manifest.next_ply))
    }

    fn read_from(path: &Path) -> Result<Option<Self>, SolveError> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(SolveError::io(path)(e)),
        };
        let wrong = |what: String| SolveError::Manifest { path: path.to_owned(), what };
        let manifest: Self = serde_json::from_str(&text).map_err(|e| wrong(e.to_string()))?;
        if manifest.format != FORMATS[usize::from(manifest.following.is_some())] {
            let [keeping, following] = FORMATS;
            return Err(wrong(format!("format {}, expected {keeping} or {following}", manifest.format)));
        }
        Ok(Some(manifest))
    }

    /// Checks that the run in the folder is the one asked for.
    pub(crate) fn check(
        &self,
        folder: &Path,
        max_doves: u32,
        history: bool,
        share: Option<(usize, usize)>,
        classes: usize,
    ) -> Result<(), SolveError> {
        let wrong = |what: String| Err(SolveError::Manifest { path: Self::path(folder), what });
        if self.max_doves != max_doves {
            return wrong(format!("a run with at most {} doves; {max_doves} were asked for", self.max_doves));
        }
        if self.share != share {
            let of = |share: Option<(usize, usize)>| match share {
                Some((process, processes)) => format!("process {process} of {processes}"),
                None => "a single process".to_owned(),
            };
            return wrong(format!("a run of {}; {} was asked for", of(self.share), of(share)));
        }
        if history && !self.history {
            return wrong("the run was begun without a history of its plies".to_owned());
        }
        if self.segments.iter().any(|s| s.len() != classes) {
            return wrong(format!("the number of classes is not {classes}"));
        }
        Ok(())
    }

    /// Writes the manifest beside the one that counts.
    pub(crate) fn prepare(&self, folder: &Path) -> Result<(), SolveError> {
        let path = Self::prepared(folder);
        let new = folder.join("manifest.json.new");
        let text = serde_json::to_vec(self).expect("a manifest is plain data");
        let write = || {
            let mut file = File::create(&new)?;
            file.write_all(&text)?;
            file.sync_data()?;
            fs::rename(&new, &path)
        };
        write().map_err(SolveError::io(&path))
    }

    /// Lets the prepared manifest count.
    pub(crate) fn commit(folder: &Path) -> Result<(), SolveError> {
        let path = Self::path(folder);
        fs::rename(Self::prepared(folder), &path).map_err(SolveError::io(&path))
    }
}

/// Keeps other processes out of a folder for as long as it lives; the system lets go of it when a process dies.
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    pub(crate) fn take(folder: &Path) -> Result<Self, SolveError> {
        fs::create_dir_all(folder).map_err(SolveError::io(folder))?;
        let path = folder.join("lock");
        let file = File::create(&path).map_err(SolveError::io(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(fs::TryLockError::WouldBlock) => Err(SolveError::Locked(folder.to_owned())),
            Err(fs::TryLockError::Error(e)) => Err(SolveError::io(&path)(e)),
        }
    }
}
