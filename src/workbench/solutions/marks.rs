//! The user's marks of solutions: stars, notes and tags.
//!
//! They are kept in the [database of results](crate::solution::database), by the problem and the
//! distinct solution, so that they are there again whenever the solution is. Marks are read and
//! written on threads of their own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::solution::database::{KeptList, Mark, ProblemDigest};
use crate::workbench::check::analysis::Analysis;
use crate::workbench::results::{MarkMap, Note, Results};
use crate::workbench::task::{Task, Wake};

/// The marks that listed solutions must have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkFilter {
    /// They have a star.
    pub starred: bool,
    /// They have a note.
    pub noted: bool,
    /// They have all of these tags.
    pub tags: BTreeSet<String>,
}

impl MarkFilter {
    /// Returns whether any solution may be left out.
    pub fn filters(&self) -> bool {
        self.starred || self.noted || !self.tags.is_empty()
    }

    /// Returns whether a solution with this mark passes.
    pub fn passes(&self, mark: &Mark) -> bool {
        (!self.starred || mark.starred)
            && (!self.noted || !mark.note.is_empty())
            && self.tags.iter().all(|tag| mark.tags.contains(tag))
    }
}

/// The numbers of solutions by mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkCounts {
    /// Those with a star.
    pub starred: u64,
    /// Those with a note.
    pub noted: u64,
    /// Those with each tag.
    pub tags: BTreeMap<String, u64>,
}

impl MarkCounts {
    fn new(map: &MarkMap) -> MarkCounts {
        MarkCounts::of(map.values())
    }

    pub(in crate::workbench) fn of<'a>(marks: impl Iterator<Item = &'a Mark>) -> MarkCounts {
        let mut counts = MarkCounts::default();
        for mark in marks {
            counts.starred += u64::from(mark.starred);
            counts.noted += u64::from(!mark.note.is_empty());
            for tag in &mark.tags {
                *counts.tags.entry(tag.clone()).or_default() += 1;
            }
        }
        counts
    }

    /// Returns whether nothing is marked.
    pub fn is_empty(&self) -> bool {
        *self == MarkCounts::default()
    }
}

/// The marks of the solutions of a document.
#[derive(Default)]
pub(in crate::workbench) struct Marks {
    /// Shared with the threads that make lists.
    pub(in crate::workbench) map: Arc<MarkMap>,
    pub(in crate::workbench) counts: MarkCounts,
    digest: Option<ProblemDigest>,
    /// The list of the solutions as it was last, read with the marks.
    list: KeptList,
    loading: Option<Task<(ProblemDigest, MarkMap, KeptList)>>,
    /// The solutions marked before the other marks were read.
    unsaved: BTreeSet<Vec<u8>>,
}

impl Marks {
    /// All of them.
    pub(in crate::workbench) fn map(&self) -> &Arc<MarkMap> {
        &self.map
    }

    pub(in crate::workbench) fn set(&mut self, record: Vec<u8>, mark: Mark, results: &Results) {
        let map = Arc::make_mut(&mut self.map);
        match &self.digest {
            Some(digest) => {
                results.handle().keep(Note::Mark(*digest, record.clone(), mark.clone()));
            }
            None => drop(self.unsaved.insert(record.clone())),
        }
        if mark.is_empty() {
            map.remove(&record);
        } else {
            map.insert(record, mark);
        }
        self.counts = MarkCounts::new(map);
    }

    /// The problem, and how its solutions were listed last, once that has been read.
    pub(in crate::workbench) fn read_list(&self) -> Option<(ProblemDigest, KeptList)> {
        Some((self.digest?, self.list.clone()))
    }

    /// Takes in the marks that were read; whether there are any.
    fn take_in(&mut self, digest: ProblemDigest, mut read: MarkMap, results: &Results) -> bool {
        let is_new = !read.is_empty();
        self.digest = Some(digest);
        for record in std::mem::take(&mut self.unsaved) {
            let mark = self.map.get(&record).cloned().unwrap_or_default();
            results.handle().keep(Note::Mark(digest, record.clone(), mark.clone()));
            read.remove(&record);
            if !mark.is_empty() {
                read.insert(record, mark);
            }
        }
        self.counts = MarkCounts::new(&read);
        self.map = Arc::new(read);
        is_new
    }

    /// Reads the marks, once. Returns whether anything new can be seen.
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
            let read = move |_| {
                let digest = ProblemDigest::new(&analysis.encoding.problem, &analysis.group);
                Ok((digest, results.marks(&digest), results.kept_list(&digest)))
            };
            Task::start(wake, read)
        });
        if !loading.poll() {
            return false;
        }
        match self.loading.take() {
            Some(Task::Ready((digest, map, list))) => {
                self.list = list;
                self.take_in(digest, map, results)
            }
            _ => false,
        }
    }
}
