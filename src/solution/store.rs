//! The distinct solutions of a run and their numbers.

use crate::encode::{ElementSet, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::puzzle::Expect;

use super::orbit::{Orbit, image_of};

/// A number of solutions that differs from the one that the puzzle's file expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The way of counting: `"total"`, `"turned"`, `"distinct"` or `"symmetric"`.
    pub kind: &'static str,
    /// The number in the file.
    pub expected: u64,
    /// The number that was found.
    pub found: u64,
}

/// The numbers of solutions, by each way of counting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Every solution.
    pub total: u64,
    /// Modulo the symmetries that keep orientation.
    pub turned: u64,
    /// Modulo all symmetries.
    pub distinct: u64,
    /// Distinct ones that some symmetry besides the identity fixes.
    pub symmetric: u64,
}

impl Counts {
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

    /// Takes away what was counted before.
    pub fn subtract(&mut self, other: &Counts) {
        self.total -= other.total;
        self.turned -= other.turned;
        self.distinct -= other.distinct;
        self.symmetric -= other.symmetric;
    }

    /// Adds what another thread counted.
    pub fn merge(&mut self, other: &Counts) {
        self.total += other.total;
        self.turned += other.turned;
        self.distinct += other.distinct;
        self.symmetric += other.symmetric;
    }
}

/// Distinct solutions, one after the other; 4 bytes an option and 16 a solution.
#[derive(Clone, Debug, Default)]
pub struct Store {
    options: Vec<OptionId>,
    ends: Vec<usize>,
    stabilisers: Vec<ElementSet>,
}

impl Store {
    /// Adds a solution: the least of its orbit, ascending.
    pub fn push(&mut self, solution: &[OptionId], stabiliser: ElementSet) {
        self.options.extend_from_slice(solution);
        self.ends.push(self.options.len());
        self.stabilisers.push(stabiliser);
    }

    /// Appends another store, leaving it empty.
    pub fn append(&mut self, other: &mut Store) {
        let offset = self.options.len();
        self.options.append(&mut other.options);
        self.ends.extend(other.ends.drain(..).map(|end| offset + end));
        self.stabilisers.append(&mut other.stabilisers);
    }

    /// The number of solutions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.options.capacity() * size_of::<OptionId>()
            + self.ends.capacity() * size_of::<usize>()
            + self.stabilisers.capacity() * size_of::<ElementSet>()
    }

    /// A solution by its index, from 0.
    pub fn get(&self, index: usize) -> &[OptionId] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.options[start..self.ends[index]]
    }

    /// The elements of the group that fix a solution.
    pub fn stabiliser(&self, index: usize) -> ElementSet {
        self.stabilisers[index]
    }

    /// All solutions in order.
    pub fn iter(&self) -> impl Iterator<Item = &[OptionId]> {
        (0..self.len()).map(|i| self.get(i))
    }

    /// Puts the solutions in ascending order, which is the order of their numbers.
    pub fn sort(&mut self) {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| self.get(a as usize).cmp(self.get(b as usize)));
        let mut sorted = Store {
            options: Vec::with_capacity(self.options.len()),
            ends: Vec::with_capacity(self.len()),
            stabilisers: Vec::with_capacity(self.len()),
        };
        for i in order {
            sorted.push(self.get(i as usize), self.stabiliser(i as usize));
        }
        *self = sorted;
    }
}

/// A way to go through a store: the distinct solutions, or all of them.
///
/// All solutions of one orbit follow each other, the distinct one first.
#[derive(Clone, Debug)]
pub struct View {
    /// For "all": how many solutions come before those of each orbit, and the sum at the end.
    before: Option<Vec<u64>>,
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
        View { before: None, length: store.len() as u64 }
    }

    /// All solutions, turned and flipped copies included. Linear in the number of distinct ones.
    pub fn all(store: &Store, group: &SymmetryGroup) -> View {
        let mut before = Vec::with_capacity(store.len() + 1);
        let mut sum = 0;
        for stabiliser in &store.stabilisers {
            before.push(sum);
            sum += group.order() as u64 / u64::from(stabiliser.len());
        }
        before.push(sum);
        View { before: Some(before), length: sum }
    }

    /// How many solutions the view has.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Whether the view has none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Whether turned copies are shown.
    pub fn is_all(&self) -> bool {
        self.before.is_some()
    }

    /// Where the distinct solution of an index comes in the view.
    pub fn position(&self, distinct: usize) -> u64 {
        self.before.as_ref().map_or(distinct as u64, |before| before[distinct])
    }

    /// The n-th solution of the view, which must exist.
    pub fn entry(&self, group: &SymmetryGroup, store: &Store, n: u64) -> Entry {
        let Some(before) = &self.before else {
            return Entry { distinct: n as usize, element: 0 };
        };
        let distinct = before.partition_point(|&b| b <= n) - 1;
        let mut left = n - before[distinct];
        // The first elements that make different images: those not met through an earlier one.
        let solution = store.get(distinct);
        let mut seen: Vec<Vec<OptionId>> = Vec::new();
        let mut image = Vec::new();
        for (element, g) in group.elements.iter().enumerate() {
            image_of(g, solution, &mut image);
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
        image_of(&group.elements[entry.element], store.get(entry.distinct), &mut image);
        image
    }
}
