//! The result of a part: what is saved of its run, of whichever kind.

use std::path::Path;
use std::time::Duration;

use crate::format::{self, FileError};
use crate::job::sets::SavedSets;
use crate::job::variants::SavedResults;
use crate::job::{Checkpoint, Share, Work};
use crate::natural::Natural;
use crate::solution::Counts;

/// The result of a part, in the form in which a run of its kind is saved.
#[derive(Clone, Debug)]
pub enum PartResult {
    /// Of a search or a sweep.
    Run(Box<Checkpoint>),
    /// Of variants that are solved one by one.
    Variants(SavedResults),
    /// Of sets of pieces that are tested.
    Sets(SavedSets),
}

impl PartResult {
    /// Reads a result.
    ///
    /// # Errors
    /// When the file cannot be read, is no saved run, is damaged, or is of another version.
    pub fn load(path: &Path) -> Result<PartResult, FileError> {
        Ok(if SavedResults::is_file(path) {
            PartResult::Variants(SavedResults::load(path)?)
        } else if SavedSets::is_file(path) {
            PartResult::Sets(SavedSets::load(path)?)
        } else {
            PartResult::Run(Box::new(Checkpoint::load(path)?))
        })
    }

    /// Writes the file, replacing it at once or not at all.
    ///
    /// # Errors
    /// When writing fails; the old file is then as it was.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        match self {
            PartResult::Run(checkpoint) => checkpoint.save(path),
            PartResult::Variants(results) => {
                format::write_file_with(path, |out| results.write(out))
            }
            PartResult::Sets(results) => results.save(path),
        }
    }

    /// The part whose result this is, and what is left of it; `None` of a run that is no part.
    pub fn share(&self) -> Option<(&Share, &[Work])> {
        match self {
            PartResult::Run(checkpoint) => checkpoint.share(),
            PartResult::Variants(results) => results.share(),
            PartResult::Sets(results) => results.share(),
        }
    }

    /// Returns whether no work of the part is left.
    pub fn is_complete(&self) -> bool {
        self.share().is_some_and(|(_, left)| left.is_empty())
    }

    /// The numbers of solutions found; those of all variants or sets added.
    pub fn counts(&self) -> Counts<Natural> {
        match self {
            PartResult::Run(checkpoint) => checkpoint.counts(),
            PartResult::Variants(results) => results.counts().into(),
            PartResult::Sets(results) => results.counts().into(),
        }
    }

    /// The nodes searched.
    pub fn nodes(&self) -> u64 {
        match self {
            PartResult::Run(checkpoint) => checkpoint.nodes(),
            PartResult::Variants(results) => results.nodes(),
            PartResult::Sets(results) => results.nodes(),
        }
    }

    /// The states that sweeps met.
    pub fn states(&self) -> u64 {
        match self {
            PartResult::Run(checkpoint) => checkpoint.states(),
            PartResult::Variants(_) | PartResult::Sets(_) => 0,
        }
    }

    /// Returns the unit of work of such a part, in the singular.
    pub fn unit(&self) -> &'static str {
        match self {
            PartResult::Run(_) => "subtree",
            PartResult::Variants(_) => "variant",
            PartResult::Sets(_) => "set",
        }
    }

    /// The time spent so far; none in a complete result, which must not depend on it.
    pub fn elapsed(&self) -> Duration {
        let seconds = match self {
            PartResult::Run(checkpoint) => return checkpoint.elapsed(),
            PartResult::Variants(results) => results.seconds(),
            PartResult::Sets(results) => results.seconds,
        };
        Duration::try_from_secs_f64(seconds).unwrap_or_default()
    }
}
