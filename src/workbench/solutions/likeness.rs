//! The likeness of two solutions: the number of placements they share.

use crate::encode::SymmetryGroup;
use crate::exact_cover::OptionId;
use crate::solution::Store;

/// The placements of all turned and flipped copies of a solution, to compare others with.
#[derive(Clone, Debug)]
pub struct Likeness {
    /// For each option the copies that have it, a bit each: a group has at most 48 elements.
    copies: Vec<u64>,
    /// The number of copies.
    order: usize,
    solution: Vec<OptionId>,
}

impl Likeness {
    /// Prepares to compare with a solution. Memory: 8 bytes for each option.
    pub fn new(solution: &[OptionId], group: &SymmetryGroup) -> Likeness {
        let mut copies = vec![0; group.option_count()];
        for (n, element) in group.elements.iter().enumerate() {
            for &option in solution {
                copies[element.image(option).index()] |= 1 << n;
            }
        }
        Likeness { copies, order: group.order(), solution: solution.to_vec() }
    }

    /// The solution that others are compared with.
    pub fn solution(&self) -> &[OptionId] {
        &self.solution
    }

    /// The copy that has most placements in common with a solution, as an element of the group, and
    /// the number of them.
    pub fn best(&self, solution: &[OptionId]) -> (usize, u32) {
        let mut shared = [0u32; 64];
        for option in solution {
            let mut copies = self.copies[option.index()];
            while copies != 0 {
                shared[copies.trailing_zeros() as usize] += 1;
                copies &= copies - 1;
            }
        }
        let mut best = (0, 0);
        for (n, &count) in shared[..self.order].iter().enumerate() {
            if count > best.1 {
                best = (n, count);
            }
        }
        best
    }

    /// Sorts solutions of a store by the number of placements that they share with this one, most
    /// first, and equal ones by their numbers. Cost: linear in the placements of all.
    pub fn sort(&self, store: &Store, solutions: &mut Vec<u32>) {
        let mut options = Vec::new();
        let mut keyed: Vec<(u32, u32)> = solutions
            .iter()
            .map(|&n| {
                store.read(n as usize, &mut options);
                (u32::MAX - self.best(&options).1, n)
            })
            .collect();
        keyed.sort_unstable();
        solutions.clear();
        solutions.extend(keyed.into_iter().map(|(_, n)| n));
    }
}
