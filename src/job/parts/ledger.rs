//! Who has done what of a divided run, and what is left.

use std::collections::{BTreeSet, HashMap};

use super::Parts;
use crate::job::{Share, Work};

/// The account of a divided run: work that was given is on it, what a result has done of it is taken
/// off. In the end nothing is left, and nothing has been done twice.
///
/// A result takes off the work that its part was given and puts back what it left. As what is left
/// are subtrees of what was given, the sum of all is exact, however often work was handed on.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// For each work, how often it is still to be done (negative: it was done too often), and the
    /// part that had it last.
    entries: HashMap<Work, (i64, u64)>,
    /// The greatest number of a part.
    last: u64,
}

/// Work that was done twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// The work.
    pub work: Work,
    /// The part whose result did it again.
    pub part: u64,
}

impl Ledger {
    /// All parts of a division are to be done. Of one that divides what was left of another, the
    /// work that it replaces is not.
    pub fn add_parts(&mut self, parts: &Parts) {
        for work in &parts.header.replaces {
            self.add(work, -1, 0);
        }
        for part in &parts.parts {
            for work in &part.works {
                self.add(work, 1, part.number);
            }
            self.last = self.last.max(part.number);
        }
    }

    /// A part has done what it was given, but for what it left.
    pub fn add_result(&mut self, share: &Share, left: &[Work]) {
        self.last = self.last.max(share.number);
        for work in &share.given {
            self.add(work, -1, share.number);
        }
        for work in left {
            self.add(work, 1, share.number);
        }
    }

    fn add(&mut self, work: &Work, times: i64, part: u64) {
        let entry = self.entries.entry(work.clone()).or_insert((0, part));
        entry.0 += times;
        if part > 0 {
            entry.1 = part;
        }
        if entry.0 == 0 {
            self.entries.remove(work);
        }
    }

    /// Returns the work still to be done, in ascending order.
    pub fn left(&self) -> Vec<Work> {
        let open = self.entries.iter().filter(|(_, (times, _))| *times > 0);
        let mut left: Vec<Work> = open.map(|(work, _)| work.clone()).collect();
        left.sort();
        left
    }

    /// The parts that have it, ascending: those to be run, or to be run on.
    pub fn missing(&self) -> BTreeSet<u64> {
        let open = self.entries.values().filter(|(times, _)| *times > 0);
        open.map(|(_, part)| *part).collect()
    }

    /// The first work that was done twice.
    pub fn overlap(&self) -> Option<Overlap> {
        let twice = self.entries.iter().filter(|(_, (times, _))| *times < 0);
        let first = twice.min_by(|a, b| a.0.cmp(b.0));
        first.map(|(work, (_, part))| Overlap { work: work.clone(), part: *part })
    }

    /// The greatest number of a part.
    pub fn last_number(&self) -> u64 {
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(prefix: &[u32]) -> Work {
        Work { case: 0, prefix: prefix.to_vec(), above: None }
    }

    fn share(number: u64, given: &[Work]) -> Share {
        Share { run: String::new(), number, given: given.to_vec(), held: None }
    }

    #[test]
    fn what_was_given_less_what_was_left_adds_up() {
        let mut ledger = Ledger::default();
        ledger.add(&work(&[0]), 1, 1);
        ledger.add(&work(&[1]), 1, 2);
        assert_eq!(ledger.missing(), BTreeSet::from([1, 2]));
        // Part 1 stops and leaves a subtree, which another part does.
        ledger.add_result(&share(1, &[work(&[0])]), &[work(&[0, 3])]);
        assert_eq!(ledger.missing(), BTreeSet::from([1, 2]));
        assert_eq!(ledger.left(), [work(&[0, 3]), work(&[1])]);
        ledger.add_result(&share(3, &[work(&[0, 3])]), &[]);
        ledger.add_result(&share(2, &[work(&[1])]), &[]);
        assert_eq!((ledger.left(), ledger.overlap(), ledger.last_number()), (vec![], None, 3));
        // What is done twice is said.
        ledger.add_result(&share(2, &[work(&[1])]), &[]);
        assert_eq!(ledger.overlap(), Some(Overlap { work: work(&[1]), part: 2 }));
    }
}
