//! The numbers of solutions, by each way of counting.

use std::ops::{AddAssign, SubAssign};

use super::orbit::Orbit;
use super::store::Store;
use crate::encode::{ElementSet, SymmetryGroup};
use crate::natural::Natural;
use crate::puzzle::Expect;

/// A number of solutions that differs from the one that the puzzle's file expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The way of counting: `"total"`, `"turned"`, `"distinct"` or `"symmetric"`.
    pub kind: &'static str,
    /// The number in the file.
    pub expected: Natural,
    /// The number that was found.
    pub found: Natural,
}

/// The numbers of solutions, by each way of counting: of solutions that are listed or met one by
/// one, or as a [`Natural`] of solutions that may have been counted without that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts<N = u64> {
    /// Every solution.
    pub total: N,
    /// Modulo the symmetries that keep orientation.
    pub turned: N,
    /// Modulo all symmetries.
    pub distinct: N,
    /// Distinct ones that some symmetry besides the identity fixes.
    pub symmetric: N,
}

impl From<Counts> for Counts<Natural> {
    fn from(counts: Counts) -> Counts<Natural> {
        let Counts { total, turned, distinct, symmetric } = counts;
        Counts {
            total: total.into(),
            turned: turned.into(),
            distinct: distinct.into(),
            symmetric: symmetric.into(),
        }
    }
}

impl PartialEq<Counts> for Counts<Natural> {
    fn eq(&self, other: &Counts) -> bool {
        *self == Counts::<Natural>::from(*other)
    }
}

impl<N: Copy> Counts<N> {
    /// Total, turned, distinct and symmetric.
    pub fn numbers(&self) -> [N; 4] {
        [self.total, self.turned, self.distinct, self.symmetric]
    }
}

impl<N: AddAssign + SubAssign + Copy> Counts<N> {
    /// Takes away what was counted before.
    pub fn subtract(&mut self, other: &Counts<N>) {
        self.total -= other.total;
        self.turned -= other.turned;
        self.distinct -= other.distinct;
        self.symmetric -= other.symmetric;
    }

    /// Adds what another thread counted.
    pub fn merge(&mut self, other: &Counts<N>) {
        self.total += other.total;
        self.turned += other.turned;
        self.distinct += other.distinct;
        self.symmetric += other.symmetric;
    }
}

impl Counts<Natural> {
    /// The numbers where they all fit.
    pub fn small(&self) -> Option<Counts> {
        Some(Counts {
            total: self.total.to_u64()?,
            turned: self.turned.to_u64()?,
            distinct: self.distinct.to_u64()?,
            symmetric: self.symmetric.to_u64()?,
        })
    }

    /// The numbers that differ from those that a file expects of a complete run.
    pub fn differences(&self, expect: &Expect) -> Vec<Difference> {
        let kinds = [
            ("total", expect.total, self.total),
            ("turned", expect.turned, self.turned),
            ("distinct", expect.distinct, self.distinct),
            ("symmetric", expect.symmetric, self.symmetric),
        ];
        let differing = kinds.into_iter().filter_map(|(kind, expected, found)| {
            let expected = expected.filter(|&expected| expected != found)?;
            Some(Difference { kind, expected, found })
        });
        differing.collect()
    }
}

impl Counts {
    /// The numbers of a store's solutions under a group of symmetries. Linear in their number.
    pub fn of_store(store: &Store, group: &SymmetryGroup) -> Counts {
        let proper = group.proper();
        let mut counts = Counts::default();
        for index in 0..store.len() {
            let stabiliser = store.stabiliser(index);
            let size = group.order() as u32 / stabiliser.len();
            counts.add(Orbit { stabiliser, size, found: 0 }, proper);
        }
        counts
    }

    /// Counts one more orbit; `proper` are the symmetries that keep orientation.
    pub fn add(&mut self, orbit: Orbit, proper: ElementSet) {
        self.total += u64::from(orbit.size);
        self.distinct += 1;
        self.symmetric += u64::from(orbit.stabiliser.len() > 1);
        // Under the proper symmetries the orbit falls into as many parts as its size exceeds the
        // size of one part: their number over those of them that fix the solution.
        let part = proper.len() / (proper & orbit.stabiliser).len();
        self.turned += u64::from(orbit.size / part);
    }
}
