//! The record of a puzzle: what of it was solved by hand, when, in what time, with how many hints.
//!
//! It is kept in the [database of results](crate::solution::database), under the problem of the
//! puzzle with all its variants, so that it is there again whenever the puzzle is opened.

use std::sync::Arc;

use crate::solution::database::{PlayEntry, ProblemDigest};
use crate::workbench::check::analysis::Analysis;
use crate::workbench::results::{Note, Results};
use crate::workbench::task::{Task, Wake};

/// The record of a puzzle.
#[derive(Default)]
pub struct PlayRecord {
    digest: Option<ProblemDigest>,
    loading: Option<Task<(ProblemDigest, Vec<PlayEntry>)>>,
    entries: Vec<PlayEntry>,
}

impl PlayRecord {
    /// All that was solved, the earliest first.
    pub fn entries(&self) -> &[PlayEntry] {
        &self.entries
    }

    /// When a variant was solved last; the puzzle itself where the name is empty.
    pub fn last(&self, variant: &str) -> Option<&PlayEntry> {
        self.entries.iter().rev().find(|entry| entry.variant == variant)
    }

    /// Adds what has just been solved, and keeps it.
    pub(super) fn add(&mut self, entry: PlayEntry, results: &Results) {
        if let Some(digest) = self.digest {
            results.handle().keep(Note::Play(digest, entry.clone()));
        }
        self.entries.push(entry);
    }

    /// Reads what is kept, once; what was solved before that is kept then. Returns whether anything
    /// is new.
    pub(super) fn follow(
        &mut self,
        analysis: &Arc<Analysis>,
        results: &Results,
        wake: &Wake,
    ) -> bool {
        if self.digest.is_some() {
            return false;
        }
        let loading = self.loading.get_or_insert_with(|| {
            let (results, analysis) = (results.handle(), Arc::clone(analysis));
            Task::start(wake, move |_| {
                let digest = ProblemDigest::new(&analysis.encoding.problem, &analysis.group);
                Ok((digest, results.plays(&digest)))
            })
        });
        if !loading.poll() {
            return false;
        }
        let Some(Task::Ready((digest, kept))) = self.loading.take() else { return false };
        self.digest = Some(digest);
        let unsaved = std::mem::replace(&mut self.entries, kept);
        unsaved.into_iter().for_each(|entry| self.add(entry, results));
        true
    }
}
