//! A saved search for sets of pieces: the results of the sets that are tested.

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::InventPlan;
use super::goal::SetResult;
use crate::format::{self, FileError};
use crate::job::checkpoint::file::{self, Frame};

const FRAME: Frame = Frame { magic: "polywright invent", format: 1 };

/// A saved search for sets of pieces.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedSets {
    pub(super) digest: String,
    pub(super) title: String,
    pub(super) seconds: f64,
    pub(super) done: Vec<SetResult>,
}

impl SavedSets {
    pub(super) fn new(plan: &InventPlan, done: &[SetResult], elapsed: Duration) -> SavedSets {
        SavedSets {
            digest: plan.digest().to_owned(),
            title: plan.list().puzzle.title.clone(),
            seconds: elapsed.as_secs_f64(),
            done: done.to_vec(),
        }
    }

    /// Whether it holds results of so many sets, each at most once.
    pub(super) fn check(&self, sets: usize) -> Option<()> {
        let mut met = vec![false; sets];
        let is_new = |result: &SetResult| {
            let met = met.get_mut(result.set as usize)?;
            (!std::mem::replace(met, true)).then_some(())
        };
        self.done.iter().try_for_each(is_new)?;
        Duration::try_from_secs_f64(self.seconds).ok().map(drop)
    }

    /// The number of sets that are tested.
    pub fn tested(&self) -> usize {
        self.done.len()
    }

    /// Writes the file, replacing it at once or not at all.
    ///
    /// # Errors
    /// When writing fails; the old file is then as it was.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let text = format::ron_options()
            .to_string(self)
            .expect("results hold nothing that RON cannot express");
        format::write_file_with(path, |out| file::write_framed(out, FRAME, &text, &[]))
    }

    /// Reads a saved search.
    ///
    /// # Errors
    /// When the file cannot be read, is none, is damaged, or is of another version.
    pub fn load(path: &Path) -> Result<SavedSets, FileError> {
        file::load_text(path, FRAME, |text| format::ron_options().from_str(text).ok())
    }
}
