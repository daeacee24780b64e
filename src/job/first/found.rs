//! The solutions found: distinct, and unlike each other.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::encode::SymmetryGroup;
use crate::exact_cover::OptionId;
use crate::solution::orbit::image_of;
use crate::solution::{Counts, Orbits, Store, Verdict};

/// The quarters of its placements that a solution may have in common with another, at first; at four
/// it need only be distinct.
const FIRST_LIKENESS: usize = 2;
/// Solutions turned down one after the other before more likeness is allowed.
const MAX_REFUSALS: u32 = 10;

/// The result of offering a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offer {
    /// It is kept.
    Kept,
    /// It is too much like another.
    Refused,
    /// It is kept, and no more are wanted.
    Enough,
}

/// The solutions found so far.
pub(super) struct Found {
    group: Arc<SymmetryGroup>,
    pub(super) store: Store,
    pub(super) counts: Counts,
    wanted: u64,
    /// The solutions that others must be unlike.
    known: Vec<Vec<OptionId>>,
    /// Of each of them the least turned copy.
    least: FxHashSet<Vec<OptionId>>,
    likeness: usize,
    refusals: u32,
    image: Vec<OptionId>,
}

impl Found {
    pub(super) fn new(group: Arc<SymmetryGroup>, wanted: u64, known: Vec<Vec<OptionId>>) -> Found {
        let mut found = Found {
            store: Store::new(group.option_count()),
            group,
            counts: Counts::default(),
            wanted: wanted.max(1),
            known: Vec::new(),
            least: FxHashSet::default(),
            likeness: FIRST_LIKENESS,
            refusals: 0,
            image: Vec::new(),
        };
        found.least = known.iter().map(|solution| found.least_of(solution)).collect();
        Found { known, ..found }
    }

    /// Returns whether no more are wanted.
    pub(super) fn is_enough(&self) -> bool {
        self.counts.distinct >= self.wanted
    }

    /// Offers a solution, ascending. Cost: order of the group times the solutions known, while
    /// solutions must be unlike.
    pub(super) fn offer(&mut self, solution: &[OptionId]) -> Offer {
        if self.is_enough() {
            return Offer::Refused;
        }
        let is_refused = match self.likeness {
            4.. => self.least.contains(&self.least_of(solution)),
            quarters => self.is_alike(solution, quarters),
        };
        if is_refused {
            self.refusals += 1;
            if self.refusals >= MAX_REFUSALS && self.likeness < 4 {
                (self.likeness, self.refusals) = (self.likeness + 1, 0);
            }
            return Offer::Refused;
        }
        self.refusals = 0;
        self.keep(solution)
    }

    /// Offers a solution that is kept if it is distinct from the others. Cost: order of the group.
    pub(super) fn offer_any(&mut self, solution: &[OptionId]) -> Offer {
        match self.is_enough() {
            true => Offer::Refused,
            false => self.keep(solution),
        }
    }

    /// Returns whether a solution or a turned copy of it has more than a number of quarters of its
    /// placements in common with a known one.
    fn is_alike(&mut self, solution: &[OptionId], quarters: usize) -> bool {
        for element in &self.group.elements {
            image_of(element, solution, &mut self.image);
            let is_like =
                |known: &Vec<OptionId>| 4 * common(known, &self.image) > quarters * known.len();
            if self.known.iter().any(is_like) {
                return true;
            }
        }
        false
    }

    /// The least of a solution and its turned copies.
    fn least_of(&self, solution: &[OptionId]) -> Vec<OptionId> {
        let (mut least, mut image) = (solution.to_vec(), Vec::new());
        for element in &self.group.elements {
            image_of(element, solution, &mut image);
            if image < least {
                std::mem::swap(&mut image, &mut least);
            }
        }
        least
    }

    fn keep(&mut self, solution: &[OptionId]) -> Offer {
        let least = self.least_of(solution);
        if !self.least.insert(least.clone()) {
            return Offer::Refused;
        }
        let group = Arc::clone(&self.group);
        let mut orbits = Orbits::of_list(&group);
        if let Verdict::Kept(least, orbit) = orbits.judge(&least) {
            self.counts.add(orbit, group.proper());
            self.store.push(least, orbit.stabiliser);
        }
        self.known.push(least);
        if self.is_enough() { Offer::Enough } else { Offer::Kept }
    }
}

/// The number of options in both of two ascending lists.
fn common(a: &[OptionId], b: &[OptionId]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while let (Some(own), Some(other)) = (a.get(i), b.get(j)) {
        count += usize::from(own == other);
        (i, j) = (i + usize::from(own <= other), j + usize::from(other <= own));
    }
    count
}
