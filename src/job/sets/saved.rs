//! A saved search for sets of pieces: the results of the sets that are tested.

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::SetsPlan;
use super::goal::SetResult;
use crate::format::{self, FileError};
use crate::job::checkpoint::file::{self, Frame};
use crate::job::share::{Share, StoredPart, Work};
use crate::solution::Counts;

const FRAME: Frame = Frame { magic: "polywright invent", format: 1 };

/// A saved search for sets of pieces.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedSets {
    digest: String,
    title: String,
    pub(in crate::job) seconds: f64,
    pub(in crate::job) done: Vec<SetResult>,
    /// The part of a divided run that this is, and what is left of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<StoredPart>,
}

impl SavedSets {
    pub(in crate::job) fn new(plan: &SetsPlan, done: &[SetResult], elapsed: Duration) -> SavedSets {
        let (digest, title) = (plan.digest().to_owned(), plan.list().puzzle.title.clone());
        let (mut seconds, mut done) = (elapsed.as_secs_f64(), done.to_vec());
        let part = plan.share().map(|share| {
            // The result of a part does not depend on the threads and their speed.
            done.sort_by_key(|result| result.set);
            done.iter_mut().for_each(|result| result.micros = 0);
            let is_done =
                |set: usize| done.binary_search_by_key(&(set as u32), |result| result.set).is_ok();
            StoredPart::new(share, is_done)
        });
        if part.as_ref().is_some_and(StoredPart::is_complete) {
            seconds = 0.0;
        }
        SavedSets { digest, title, seconds, done, part }
    }

    /// Of a search that has not begun.
    pub(in crate::job) fn begun(plan: &SetsPlan) -> SavedSets {
        SavedSets::new(plan, &[], Duration::ZERO)
    }

    /// Returns whether a file begins as a file of set results.
    pub(in crate::job) fn is_file(path: &Path) -> bool {
        file::is_of(path, FRAME)
    }

    /// The part of a divided run whose result this is, and what is left of it.
    pub(in crate::job) fn share(&self) -> Option<(&Share, &[Work])> {
        self.part.as_ref().map(StoredPart::of)
    }

    /// The numbers of solutions of all sets, added; of these only the total and the distinct ones are
    /// known.
    pub(in crate::job) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for SetResult { total, distinct, .. } in &self.done {
            counts.total += total;
            counts.distinct += distinct;
        }
        counts
    }

    /// The nodes of all searches.
    pub(in crate::job) fn nodes(&self) -> u64 {
        self.done.iter().map(|result| result.nodes).sum()
    }

    /// Checks that it belongs to a plan.
    ///
    /// # Errors
    /// That it belongs to something else, or is damaged.
    pub fn check(&self, plan: &SetsPlan) -> Result<(), String> {
        if self.digest != plan.digest() {
            return Err(format!(
                "the file belongs to another search, for \"{}\", or to other settings",
                self.title
            ));
        }
        let is_sound = self.has_each_once(plan.sets().len())
            && Duration::try_from_secs_f64(self.seconds).is_ok();
        if is_sound { Ok(()) } else { Err("the file is damaged".to_owned()) }
    }

    /// Returns whether its results are of this many sets, of each at most once.
    fn has_each_once(&self, sets: usize) -> bool {
        let mut met = vec![false; sets];
        self.done.iter().all(|result| {
            met.get_mut(result.set as usize).is_some_and(|met| !std::mem::replace(met, true))
        })
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
