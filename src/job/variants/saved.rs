//! A saved run over variants, from which it can be resumed: the checkpoint of the one search, or the
//! results of the variants that are solved.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Proof, Question, ResultState, VariantPlan, VariantResult};
use crate::format::{self, FileError};
use crate::job::Checkpoint;
use crate::job::checkpoint::file::{self, Frame};
use crate::solution::Counts;

/// What the file of results of variants is.
const FRAME: Frame = Frame { magic: "polywright variants", format: 2 };

/// A saved run over variants.
#[derive(Clone, Debug)]
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
    pub(super) digest: String,
    pub(super) title: String,
    pub(super) question: Question,
    seconds: f64,
    done: Vec<SavedResult>,
}

/// The result of a variant: its index; total, turned, distinct, symmetric, nodes and microseconds; and
/// the proof where nothing was searched.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedResult(usize, [u64; 6], Option<Proof>);

impl SavedResults {
    pub(super) fn new(plan: &VariantPlan, results: &[VariantResult], elapsed: Duration) -> Self {
        let done = results.iter().enumerate().filter(|(_, r)| r.state == ResultState::Done);
        let row = |(index, result): (usize, &VariantResult)| {
            let VariantResult { counts, nodes, time, proof, .. } = *result;
            let Counts { total, turned, distinct, symmetric } = counts;
            let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
            SavedResult(index, [total, turned, distinct, symmetric, nodes, micros], proof)
        };
        SavedResults {
            digest: plan.digest().to_owned(),
            title: plan.list().puzzle.title.clone(),
            question: plan.question(),
            seconds: elapsed.as_secs_f64(),
            done: done.map(row).collect(),
        }
    }

    /// The results for so many variants, and the time that they have taken.
    pub(super) fn results(&self, variants: usize) -> Option<(Vec<VariantResult>, Duration)> {
        let mut results = vec![VariantResult::default(); variants];
        for &SavedResult(index, numbers, proof) in &self.done {
            let [total, turned, distinct, symmetric, nodes, micros] = numbers;
            *results.get_mut(index)? = VariantResult {
                state: ResultState::Done,
                counts: Counts { total, turned, distinct, symmetric },
                nodes,
                time: Duration::from_micros(micros),
                proof,
            };
        }
        Some((results, Duration::try_from_secs_f64(self.seconds).ok()?))
    }
}

impl SavedVariants {
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
            SavedVariants::OneByOne(results) => {
                let text = format::ron_options()
                    .to_string(results)
                    .expect("results hold nothing that RON cannot express");
                file::write_framed(out, FRAME, &text, &[])
            }
        }
    }

    /// Reads a saved run of either kind.
    ///
    /// # Errors
    /// When the file cannot be read, is none, is damaged, or is of another version.
    pub fn load(path: &Path) -> Result<SavedVariants, FileError> {
        if file::is_of(path, FRAME) {
            let parse = |text: &str| format::ron_options().from_str(text).ok();
            return Ok(SavedVariants::OneByOne(file::load_text(path, FRAME, parse)?));
        }
        Ok(SavedVariants::Together(Box::new(Checkpoint::load(path)?)))
    }
}
