//! The files of a divided run: where the results of its parts are, and what they amount to so far.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{MergeError, Merged, PartResult, Parts};
use crate::format::FileError;
use crate::text;

/// The ending of files of parts.
pub const ENDING: &str = "parts";
/// The ending of the folder of the results that belongs to a file of parts.
const RESULTS: &str = "results";
/// The ending of the result of a part.
const RESULT: &str = "part";

/// The folder of results that belongs to a file of parts: `run.results` beside `run.parts`.
pub fn results_folder(parts: &Path) -> PathBuf {
    parts.with_extension(RESULTS)
}

/// The file of the result of a part, in a folder.
pub fn result_file(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{number:06}.{RESULT}"))
}

/// All that is known of a divided run: its parts, and the results so far put together.
pub struct Gathered {
    /// The parts.
    pub parts: Parts,
    /// The parts of later divisions of what was left.
    pub later: Vec<Parts>,
    /// The results.
    pub merged: Merged,
    /// When parts and results were written: first, and last.
    written: Option<(SystemTime, SystemTime)>,
    /// The nodes searched, or states swept, and the distinct solutions found by each part that has a
    /// result.
    found: BTreeMap<u64, (u64, u64)>,
}

/// Why the results of a divided run cannot be gathered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GatherError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder of results cannot be read.
    #[error("{} cannot be read: {}", .path.display(), text::io_error(.error))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file of parts divides another run.
    #[error("{} divides another run, {run}, not {wanted}; leave it out", .path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The digest of its run.
        run: String,
        /// That of the run that is gathered.
        wanted: String,
    },
    /// A result does not belong to the run.
    #[error("{} {error}", .path.display())]
    Result {
        /// The file.
        path: PathBuf,
        /// Why.
        error: MergeError,
    },
    /// Work was done twice.
    #[error(transparent)]
    Overlap(MergeError),
}

/// The progress of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartState {
    /// Nothing of it is known: it was not begun, or has saved nothing yet.
    Waiting,
    /// It has a result, and work left: it runs and saves now and then, or was stopped.
    Begun {
        /// Nodes searched, or states swept.
        effort: u64,
        /// Distinct solutions found.
        distinct: u64,
    },
    /// All of its work is done, by itself or by parts of a later division.
    Done {
        /// See [`PartState::Begun`].
        effort: u64,
        /// See [`PartState::Begun`].
        distinct: u64,
    },
}

/// The progress of the parts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// The parts; without those that were divided again before anything of them was done.
    pub parts: usize,
    /// Those that are done.
    pub done: usize,
    /// Those that have a result and work left.
    pub begun: usize,
    /// The nodes expected of all.
    pub nodes: f64,
    /// The nodes expected of those that are done.
    pub nodes_done: f64,
}

impl Tally {
    /// The share of the work that is done, by the sizes that were expected.
    pub fn share(&self) -> f64 {
        if self.nodes > 0.0 { self.nodes_done / self.nodes } else { 1.0 }
    }
}

impl Gathered {
    /// Reads the results in files and folders, or, where none are named, those in the folder that
    /// belongs to the parts. Cost: that of reading all of them.
    ///
    /// # Errors
    /// When a file cannot be read, is damaged, or belongs to another run.
    pub fn read(file: &Path, named: &[PathBuf]) -> Result<Gathered, GatherError> {
        let parts = Parts::load(file)?;
        let own = [results_folder(file)];
        let named = match named {
            [] if own[0].is_dir() => &own[..],
            named => named,
        };
        let written = modified(file).map(|at| (at, at));
        let merged = Merged::new(&parts);
        let (later, found) = (Vec::new(), BTreeMap::new());
        let mut gathered = Gathered { parts, later, merged, written, found };
        for path in files(named)? {
            gathered.add(path)?;
        }
        Ok(gathered)
    }

    /// Adds a result, or the parts of a later division.
    fn add(&mut self, path: PathBuf) -> Result<(), GatherError> {
        if Parts::is_file(&path) {
            let again = Parts::load(&path)?;
            if again.run() != self.parts.run() {
                let (run, wanted) = (again.run().to_owned(), self.parts.run().to_owned());
                return Err(GatherError::OtherRun { path, run, wanted });
            }
            self.merged.ledger.add_parts(&again);
            self.later.push(again);
            return Ok(());
        }
        let result = PartResult::load(&path)?;
        if let Some((_, last)) = &mut self.written {
            *last = (*last).max(modified(&path).unwrap_or(*last));
        }
        if let Some((share, _)) = result.share() {
            let effort = result.nodes().max(result.states());
            let entry = self.found.entry(share.number).or_default();
            *entry = (entry.0 + effort, entry.1 + result.counts().distinct.capped());
        }
        let added = self.merged.add(&self.parts, &result);
        added.map_err(|error| GatherError::Result { path, error })
    }

    /// The results put together so far.
    ///
    /// # Errors
    /// When some work was done twice: then their sums mean nothing.
    pub fn sound(&self) -> Result<&Merged, GatherError> {
        match self.merged.ledger.overlap() {
            Some(overlap) => Err(GatherError::Overlap(MergeError::Overlap { part: overlap.part })),
            None => Ok(&self.merged),
        }
    }

    /// The parts of all divisions with their expected nodes and how far they are, by their numbers.
    /// Those that were divided again before anything of them was done are left out.
    pub fn states(&self) -> Vec<(u64, f64, PartState)> {
        let missing = self.merged.ledger.missing();
        let divisions = std::iter::once(&self.parts).chain(&self.later);
        let parts = divisions.flat_map(|parts| &parts.parts).filter_map(|part| {
            let state = match (self.found.get(&part.number), missing.contains(&part.number)) {
                (None, false) => return None,
                (None, true) => PartState::Waiting,
                (Some(&(effort, distinct)), true) => PartState::Begun { effort, distinct },
                (Some(&(effort, distinct)), false) => PartState::Done { effort, distinct },
            };
            Some((part.number, part.nodes, state))
        });
        let mut states: Vec<_> = parts.collect();
        states.sort_by_key(|state| state.0);
        states
    }

    /// Returns the progress of the parts.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for (_, nodes, state) in self.states() {
            tally.parts += 1;
            tally.nodes += nodes;
            match state {
                PartState::Waiting => {}
                PartState::Begun { .. } => tally.begun += 1,
                PartState::Done { .. } => {
                    tally.done += 1;
                    tally.nodes_done += nodes;
                }
            }
        }
        tally
    }

    /// The time until all is done, should it go on as from the moment that the parts were written to
    /// that of the last result; `None` where nothing is done, or all.
    pub fn time_left(&self) -> Option<Duration> {
        let share = self.tally().share();
        let (first, last) = self.written?;
        let spent = last.duration_since(first).ok()?;
        let left = (share > 0.0 && share < 1.0).then(|| (1.0 - share) / share)?;
        Duration::try_from_secs_f64(spent.as_secs_f64() * left).ok()
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|file| file.modified()).ok()
}

/// The files of results, and of divisions, that are named: of a folder the results in it, by their
/// ending.
fn files(named: &[PathBuf]) -> Result<Vec<PathBuf>, GatherError> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let said = |error| GatherError::Folder { path: path.clone(), error };
        let mut found = Vec::new();
        for entry in std::fs::read_dir(path).map_err(said)? {
            let file = entry.map_err(said)?.path();
            if file.extension().is_some_and(|ending| ending == RESULT) {
                found.push(file);
            }
        }
        found.sort();
        files.extend(found);
    }
    Ok(files)
}
