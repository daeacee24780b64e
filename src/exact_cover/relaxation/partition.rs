//! Items that a linear program cannot tell apart, by colour refinement.
//!
//! Items are of one class where they are in equally many options of each class, and options where
//! they have equally many items of each. If the whole system has a solution x ≥ 0, so has that of
//! the classes, and the other way about (Grohe, Kersting, Mladenov, Selman, *Dimension reduction
//! via colour refinement*, 2014). Items that a symmetry maps to each other are of one class.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Budget;
use crate::exact_cover::problem::{ItemKind, Problem};
use crate::random::scattered;

/// The most rounds of refinement; classes that are too coarse only miss some proofs.
const MAX_ROUNDS: usize = 24;

/// The class of each item that is kept.
pub(super) fn refined(
    problem: &Problem,
    kept: &[bool],
    budget: &mut Budget,
) -> Option<Vec<Option<u32>>> {
    let mut marks: Vec<u64> = problem
        .items()
        .iter()
        .map(|item| match item.kind {
            ItemKind::Primary { min, max } => scattered(u64::from(min) << 32 | u64::from(max)),
            ItemKind::Secondary => scattered(u64::MAX),
        })
        .collect();
    let mut classes = 0;
    for _ in 0..MAX_ROUNDS {
        let distinct = distinct(&marks, kept);
        if distinct == classes {
            break;
        }
        classes = distinct;
        budget.take(3 * problem.cell_count())?;
        let mut next: Vec<u64> = marks.iter().map(|&mark| scattered(mark)).collect();
        for (_, option) in problem.options() {
            let items = || option.items().iter().map(|i| i.index()).filter(|&i| kept[i]);
            // A sum does not depend on the order.
            let sum = items().map(|i| scattered(marks[i] ^ 1)).fold(0, u64::wrapping_add);
            let mark = scattered(sum);
            items().for_each(|i| next[i] = next[i].wrapping_add(mark));
        }
        marks = next;
    }
    let mut numbers = FxHashMap::default();
    let number = |(mark, kept): (&u64, &bool)| {
        let next = numbers.len() as u32;
        kept.then(|| *numbers.entry(*mark).or_insert(next))
    };
    Some(marks.iter().zip(kept).map(number).collect())
}

/// The number of different marks.
fn distinct(marks: &[u64], kept: &[bool]) -> usize {
    let marks = marks.iter().zip(kept).filter(|(_, kept)| **kept).map(|(mark, _)| mark);
    marks.collect::<FxHashSet<_>>().len()
}
