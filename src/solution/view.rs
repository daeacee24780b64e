//! Views of a store: the distinct solutions alone, or all with their turned and flipped copies.

use super::chunk::CHUNK_SOLUTIONS;
use super::orbit::image_of;
use super::store::Store;
use crate::encode::{ElementSet, SymmetryGroup};
use crate::exact_cover::OptionId;

/// Number of distinct solutions between two sums that a view of all solutions keeps. Chunks hold a
/// multiple of it.
const SUM_INTERVAL: usize = 64;
const _: () = assert!(CHUNK_SOLUTIONS.is_multiple_of(SUM_INTERVAL));

/// A way to go through a store: the distinct solutions, or all of them.
///
/// All solutions of one orbit follow each other, the distinct one first.
#[derive(Clone, Debug)]
pub struct View {
    /// For "all": the number of solutions before every 64th orbit.
    sums: Option<Vec<u64>>,
    length: u64,
}

/// One solution of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Index of the distinct solution in the store.
    pub distinct: usize,
    /// Index of the group's element that makes this solution of it.
    pub element: usize,
}

impl View {
    /// The distinct solutions of a store.
    pub fn distinct(store: &Store) -> View {
        View { sums: None, length: store.len() as u64 }
    }

    /// All solutions, turned and flipped copies included. Linear in the number of distinct ones, of
    /// which those are not looked at that lie in a chunk where all have the same stabiliser.
    pub fn all(store: &Store, group: &SymmetryGroup) -> View {
        let mut sums = Vec::with_capacity(store.len().div_ceil(SUM_INTERVAL));
        let mut sum = 0;
        let size = |stabiliser: ElementSet| group.order() as u64 / u64::from(stabiliser.len());
        for chunk in store.chunks() {
            let same = chunk.same_stabiliser().map(size);
            for from in (0..chunk.len()).step_by(SUM_INTERVAL) {
                sums.push(sum);
                let to = (from + SUM_INTERVAL).min(chunk.len());
                sum += match same {
                    Some(size) => size * (to - from) as u64,
                    None => (from..to).map(|index| size(chunk.stabiliser(index))).sum(),
                };
            }
        }
        View { sums: Some(sums), length: sum }
    }

    /// Returns the number of solutions in the view.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Returns whether the view has none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Returns whether turned copies are shown.
    pub fn is_all(&self) -> bool {
        self.sums.is_some()
    }

    /// Where the distinct solution of an index comes in the view.
    pub fn position(&self, group: &SymmetryGroup, store: &Store, distinct: usize) -> u64 {
        let Some(sums) = &self.sums else { return distinct as u64 };
        let from = distinct / SUM_INTERVAL * SUM_INTERVAL;
        let sizes = (from..distinct).map(|index| orbit_size(store, group, index));
        sums[distinct / SUM_INTERVAL] + sizes.sum::<u64>()
    }

    /// The distinct solution that the n-th of the view, which must exist, is or is a copy of, by its
    /// index in the store.
    pub fn distinct_of(&self, group: &SymmetryGroup, store: &Store, n: u64) -> usize {
        self.orbit_of(group, store, n).0
    }

    /// The index of a solution's orbit, and its place there.
    fn orbit_of(&self, group: &SymmetryGroup, store: &Store, n: u64) -> (usize, u64) {
        let Some(sums) = &self.sums else { return (n as usize, 0) };
        let block = sums.partition_point(|&sum| sum <= n) - 1;
        let mut distinct = block * SUM_INTERVAL;
        let mut left = n - sums[block];
        loop {
            let size = orbit_size(store, group, distinct);
            if left < size {
                return (distinct, left);
            }
            left -= size;
            distinct += 1;
        }
    }

    /// The n-th solution of the view, which must exist.
    pub fn entry(&self, group: &SymmetryGroup, store: &Store, n: u64) -> Entry {
        let (distinct, mut left) = self.orbit_of(group, store, n);
        if !self.is_all() {
            return Entry { distinct, element: 0 };
        }
        // The first elements that make different images: those not met through an earlier one.
        let solution = store.get(distinct);
        let mut seen: Vec<Vec<OptionId>> = Vec::new();
        let mut image = Vec::new();
        for (element, g) in group.elements.iter().enumerate() {
            image_of(g, &solution, &mut image);
            if seen.contains(&image) {
                continue;
            }
            if left == 0 {
                return Entry { distinct, element };
            }
            left -= 1;
            seen.push(image.clone());
        }
        unreachable!("an orbit has as many images as the group over the stabiliser")
    }

    /// The options of the n-th solution of the view.
    pub fn solution(&self, group: &SymmetryGroup, store: &Store, n: u64) -> Vec<OptionId> {
        let entry = self.entry(group, store, n);
        let mut image = Vec::new();
        image_of(&group.elements[entry.element], &store.get(entry.distinct), &mut image);
        image
    }
}

/// The number of solutions in the orbit of a distinct one, by its index in the store.
pub fn orbit_size(store: &Store, group: &SymmetryGroup, index: usize) -> u64 {
    group.order() as u64 / u64::from(store.stabiliser(index).len())
}
