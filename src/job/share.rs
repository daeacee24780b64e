//! The share of a divided run that a run has, and the work that is left of it.

use serde::{Deserialize, Serialize};

use super::count::CountProgress;
use crate::natural::Natural;
use crate::solution::Counts;

/// A subtree of the search tree of a case, or what lies above the other subtrees of it. Where a count
/// by sweeps is divided, the prefix is the number of a representative of what is held, and above
/// them are the solutions that symmetries leave as they are. Where variants are solved one by one, or
/// sets of pieces tested, the case is the index of the variant or set, and there is no prefix.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Work {
    /// The case, from 0.
    pub case: usize,
    /// The branches that lead to the subtree from the root.
    pub prefix: Vec<u32>,
    /// Only the tree above this level, where the others were cut off.
    pub above: Option<usize>,
}

/// The share of a divided run that a run has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// The digest of the divided run.
    pub run: String,
    /// The number of the part, from 1.
    pub number: u64,
    /// The work given to the part.
    pub given: Vec<Work>,
    /// The item whose representatives divide a count by sweeps; `None` where search trees are
    /// divided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<u32>,
}

/// The part that a saved run is of, and what is left of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::job) struct StoredPart {
    pub(in crate::job) share: Share,
    pub(in crate::job) left: Vec<Work>,
}

impl StoredPart {
    /// A part whose works are cases, of which some are done.
    pub(in crate::job) fn new(share: &Share, is_done: impl Fn(usize) -> bool) -> StoredPart {
        let left = share.given.iter().filter(|work| !is_done(work.case)).cloned().collect();
        StoredPart { share: share.clone(), left }
    }

    /// Returns whether no work is left.
    pub(in crate::job) fn is_complete(&self) -> bool {
        self.left.is_empty()
    }

    pub(in crate::job) fn of(&self) -> (&Share, &[Work]) {
        (&self.share, &self.left)
    }
}

impl Work {
    /// All of a case, or a variant or set of pieces by its index.
    pub(in crate::job) fn whole_case(case: usize) -> Work {
        Work { case, prefix: Vec::new(), above: None }
    }

    /// The solutions of a representative.
    pub(in crate::job) fn representative(number: usize) -> Work {
        Work { case: 0, prefix: vec![number as u32], above: None }
    }

    /// The solutions that symmetries leave as they are.
    pub(in crate::job) fn fixed() -> Work {
        Work { case: 0, prefix: Vec::new(), above: Some(1) }
    }

    /// The number of the representative; `None` for the solutions that symmetries leave as they are.
    pub(in crate::job) fn number(&self) -> Option<usize> {
        self.prefix.first().map(|&number| number as usize)
    }
}

impl Share {
    /// The numbers of the representatives that the part was given.
    pub(in crate::job) fn representatives(&self) -> impl Iterator<Item = usize> {
        self.given.iter().filter_map(Work::number)
    }

    /// Returns whether the part counts the solutions that symmetries leave unchanged.
    pub(in crate::job) fn counts_fixed(&self) -> bool {
        self.given.iter().any(|work| work.number().is_none())
    }

    /// The beginning of its count.
    pub(in crate::job) fn count(&self) -> CountProgress {
        CountProgress::of_part(self.representatives())
    }

    /// Returns the known counts of a part: the number of its solutions.
    pub(in crate::job) fn counted(progress: &CountProgress) -> Counts<Natural> {
        Counts { total: progress.sum(), ..Counts::default() }
    }

    /// Returns the work left of the part.
    pub(in crate::job) fn left(&self, progress: &CountProgress) -> Vec<Work> {
        let mut left: Vec<Work> = match progress.left() {
            Some(left) => left.map(Work::representative).collect(),
            None => self.representatives().map(Work::representative).collect(),
        };
        if self.counts_fixed() && !progress.knows_fixed() {
            left.push(Work::fixed());
        }
        left.sort();
        left
    }
}
