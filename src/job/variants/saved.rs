//! A saved run over variants, from which it can be resumed: the checkpoint of the one search, or the
//! results of the variants that are solved.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Proof, Question, ResultState, VariantList, VariantPlan, VariantResult};
use crate::encode::Encoding;
use crate::format::{self, FileError};
use crate::job::Checkpoint;
use crate::job::checkpoint::file::{self, Frame};
use crate::job::share::{Share, StoredPart, Work};
use crate::solution::Counts;

/// The header of a file of variant results.
const FRAME: Frame = Frame { magic: "polywright variants", format: 2 };

/// A saved run over variants.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum SavedVariants {
    /// Of the one search for all of them.
    Together(Box<Checkpoint>),
    /// Of those that are solved one by one.
    OneByOne(SavedResults),
}

/// The results of the variants that are solved.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedResults {
    /// Of the puzzle and its variants.
    digest: String,
    title: String,
    pub(in crate::job) question: Question,
    seconds: f64,
    done: Vec<SavedResult>,
    /// The part of a divided run that this is, and what is left of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<StoredPart>,
}

/// The result of a variant: its index; total, turned, distinct, symmetric, nodes and microseconds; and
/// the proof where nothing was searched.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedResult(usize, [u64; 6], Option<Proof>);

impl SavedResult {
    fn result(&self) -> VariantResult {
        let SavedResult(_, [total, turned, distinct, symmetric, nodes, micros], proof) = *self;
        VariantResult {
            state: ResultState::Done,
            counts: Counts { total, turned, distinct, symmetric },
            nodes,
            time: Duration::from_micros(micros),
            proof,
        }
    }
}

impl SavedResults {
    pub(super) fn new(plan: &VariantPlan, results: &[VariantResult], elapsed: Duration) -> Self {
        let is_done = |index: usize| results[index].state == ResultState::Done;
        let part = plan.share().map(|share| StoredPart::new(share, is_done));
        let done = (0..results.len()).filter(|&index| is_done(index));
        let done = done.map(|index| (index, &results[index]));
        let is_part = part.is_some();
        let row = |(index, result): (usize, &VariantResult)| {
            let VariantResult { counts, nodes, time, proof, .. } = *result;
            let Counts { total, turned, distinct, symmetric } = counts;
            // The result of a part does not depend on the threads and their speed.
            let time = if is_part { Duration::ZERO } else { time };
            let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
            SavedResult(index, [total, turned, distinct, symmetric, nodes, micros], proof)
        };
        SavedResults {
            digest: plan.digest().to_owned(),
            title: plan.list().puzzle.title.clone(),
            question: plan.question(),
            seconds: match &part {
                Some(part) if part.is_complete() => 0.0,
                _ => elapsed.as_secs_f64(),
            },
            done: done.map(row).collect(),
            part,
        }
    }

    /// The part of a divided run whose result this is, and what is left of it.
    pub(in crate::job) fn share(&self) -> Option<(&Share, &[Work])> {
        self.part.as_ref().map(StoredPart::of)
    }

    /// The numbers of solutions of all variants, added.
    pub(in crate::job) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.by_index().for_each(|(_, result)| counts.merge(&result.counts));
        counts
    }

    /// The nodes of all searches.
    pub(in crate::job) fn nodes(&self) -> u64 {
        self.by_index().map(|(_, result)| result.nodes).sum()
    }

    /// The time spent, in seconds.
    pub(in crate::job) fn seconds(&self) -> f64 {
        self.seconds
    }

    /// The results with the indices of their variants.
    pub(in crate::job) fn by_index(&self) -> impl Iterator<Item = (usize, VariantResult)> {
        self.done.iter().map(|row| (row.0, row.result()))
    }

    /// Of a run that has not begun.
    pub(in crate::job) fn begun(plan: &VariantPlan) -> SavedResults {
        SavedResults::new(plan, &[], Duration::ZERO)
    }

    /// The results for so many variants, and the time that they have taken.
    pub(super) fn results(&self, variants: usize) -> Option<(Vec<VariantResult>, Duration)> {
        let mut results = vec![VariantResult::default(); variants];
        for row in &self.done {
            *results.get_mut(row.0)? = row.result();
        }
        Some((results, Duration::try_from_secs_f64(self.seconds).ok()?))
    }
}

impl SavedResults {
    /// Returns whether a file begins as a file of variant results.
    pub(in crate::job) fn is_file(path: &Path) -> bool {
        file::is_of(path, FRAME)
    }

    /// Writes the contents of the file.
    pub(in crate::job) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let text = format::ron_options()
            .to_string(self)
            .expect("results hold nothing that RON cannot express");
        file::write_framed(out, FRAME, &text, &[])
    }

    /// Reads the file.
    pub(in crate::job) fn load(path: &Path) -> Result<SavedResults, FileError> {
        file::load_text(path, FRAME, |text| format::ron_options().from_str(text).ok())
    }
}

impl SavedVariants {
    /// The plan that resumes the run.
    ///
    /// # Errors
    /// When it belongs to something else, or is damaged.
    pub fn plan(&self, list: VariantList, encoding: Arc<Encoding>) -> Result<VariantPlan, String> {
        let saved = match self {
            SavedVariants::Together(saved) => {
                return VariantPlan::of_checkpoint(list, encoding, saved);
            }
            SavedVariants::OneByOne(saved) => saved,
        };
        let plan = VariantPlan::of_list(list, encoding, saved.question);
        if saved.digest != plan.digest() {
            let title = &saved.title;
            return Err(format!("the file belongs to other variants, those of \"{title}\""));
        }
        let results = saved.results(plan.list().len());
        results.map(|_| plan).ok_or_else(|| "the file is damaged".to_owned())
    }

    /// Writes the file, replacing it at once or not at all.
    ///
    /// # Errors
    /// When writing fails; the old file is then as it was.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        format::write_file_with(path, |out| self.write(out))
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            SavedVariants::Together(checkpoint) => checkpoint.write(out),
            SavedVariants::OneByOne(results) => results.write(out),
        }
    }

    /// Reads a saved run of either kind.
    ///
    /// # Errors
    /// When the file cannot be read, is none, is damaged, or is of another version.
    pub fn load(path: &Path) -> Result<SavedVariants, FileError> {
        if SavedResults::is_file(path) {
            return Ok(SavedVariants::OneByOne(SavedResults::load(path)?));
        }
        Ok(SavedVariants::Together(Box::new(Checkpoint::load(path)?)))
    }
}
