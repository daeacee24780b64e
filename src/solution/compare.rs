//! Comparing two results of one problem: their counts and, where they are listed, their solutions.

use std::cmp::Ordering;

use super::{Counts, Store};
use crate::natural::Natural;

/// A solution that is in one of two sorted lists alone, or more often than in the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListDifference {
    /// The first list has it, at this index.
    OnlyFirst(usize),
    /// The second list has it, at this index.
    OnlySecond(usize),
}

/// The differences of two sorted lists of solutions of one problem, in their order. Linear in their
/// lengths.
pub fn list_differences<'s>(
    first: &'s Store,
    second: &'s Store,
) -> impl Iterator<Item = ListDifference> + 's {
    let (mut a, mut b) = (0, 0);
    std::iter::from_fn(move || {
        loop {
            let order = match (a < first.len(), b < second.len()) {
                (true, true) => compare(first, a, second, b),
                (true, false) => Ordering::Less,
                (false, true) => Ordering::Greater,
                (false, false) => return None,
            };
            a += usize::from(order.is_le());
            b += usize::from(order.is_ge());
            match order {
                Ordering::Less => return Some(ListDifference::OnlyFirst(a - 1)),
                Ordering::Greater => return Some(ListDifference::OnlySecond(b - 1)),
                Ordering::Equal => {}
            }
        }
    })
}

fn compare(first: &Store, a: usize, second: &Store, b: usize) -> Ordering {
    if first.option_bits() == second.option_bits() {
        first.record(a).cmp(second.record(b))
    } else {
        first.get(a).cmp(&second.get(b))
    }
}

/// The extent to which the lists of two results were compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListsCompared {
    /// Both list all solutions.
    Whole,
    /// The first lists some of its solutions, which were looked for in the second.
    Part,
    /// At least one of them was only counted.
    Not,
}

/// The outcome of comparing a complete result with a recount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// True if all four counts agree.
    pub counts_agree: bool,
    /// The extent to which the lists were compared.
    pub lists: ListsCompared,
    /// The first solution that is in one list alone.
    pub difference: Option<ListDifference>,
}

impl Comparison {
    /// Compares a result, whose list may have some of its solutions only, with a recount. The lists
    /// are sorted.
    pub fn new(first: (Counts<Natural>, &Store), second: (Counts<Natural>, &Store)) -> Comparison {
        let is_whole =
            |(counts, store): (Counts<Natural>, &Store)| store.len() as u64 >= counts.distinct;
        let lists = match (is_whole(first), is_whole(second)) {
            (true, true) => ListsCompared::Whole,
            (false, true) if !first.1.is_empty() => ListsCompared::Part,
            _ => ListsCompared::Not,
        };
        let mut differences = list_differences(first.1, second.1);
        let difference = match lists {
            ListsCompared::Whole => differences.next(),
            ListsCompared::Part => {
                differences.find(|difference| matches!(difference, ListDifference::OnlyFirst(_)))
            }
            ListsCompared::Not => None,
        };
        Comparison { counts_agree: first.0 == second.0, lists, difference }
    }

    /// Returns whether nothing differs.
    pub fn agrees(&self) -> bool {
        self.counts_agree && self.difference.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::ElementSet;
    use crate::exact_cover::OptionId;

    fn store(solutions: &[u32]) -> Store {
        let mut store = Store::new(1000);
        for &n in solutions {
            store.push(&[OptionId(n), OptionId(n + 1)], ElementSet::IDENTITY);
        }
        store
    }

    #[test]
    fn lists_differ_by_what_is_in_one_alone_or_more_often() {
        let differences = |a: &[u32], b: &[u32]| -> Vec<ListDifference> {
            list_differences(&store(a), &store(b)).collect()
        };
        use ListDifference::{OnlyFirst, OnlySecond};
        assert_eq!(differences(&[], &[]), []);
        assert_eq!(differences(&[1, 5, 9], &[1, 5, 9]), []);
        assert_eq!(differences(&[1, 5, 9], &[1, 9]), [OnlyFirst(1)]);
        assert_eq!(differences(&[1, 9], &[1, 5, 9, 11]), [OnlySecond(1), OnlySecond(3)]);
        assert_eq!(differences(&[1, 1, 2], &[1, 2]), [OnlyFirst(1)]);
        assert_eq!(differences(&[3], &[4]), [OnlyFirst(0), OnlySecond(0)]);
        // However wide the numbers are packed.
        let mut wide = Store::default();
        wide.push(&[OptionId(5), OptionId(6)], ElementSet::IDENTITY);
        assert_eq!(list_differences(&store(&[5]), &wide).count(), 0);
    }

    #[test]
    fn a_part_of_a_list_agrees_when_all_of_it_is_found_again() {
        let counts =
            |distinct: u64| Counts { distinct, total: distinct, ..Counts::default() }.into();
        let compare = |a: u64, first: &[u32], b: u64, second: &[u32]| {
            Comparison::new((counts(a), &store(first)), (counts(b), &store(second)))
        };
        let same = compare(2, &[1, 5], 2, &[1, 5]);
        assert!(same.agrees() && same.lists == ListsCompared::Whole);
        let part = compare(2, &[5], 2, &[1, 5]);
        assert!(part.agrees() && part.lists == ListsCompared::Part);
        let wrong = compare(2, &[6], 2, &[1, 5]);
        assert_eq!(wrong.difference, Some(ListDifference::OnlyFirst(0)));
        assert!(!wrong.agrees());
        let counted = compare(2, &[], 2, &[]);
        assert!(counted.agrees() && counted.lists == ListsCompared::Not);
        let fewer = compare(1, &[1], 2, &[1, 5]);
        assert!(!fewer.agrees() && fewer.difference == Some(ListDifference::OnlySecond(1)));
        let none = compare(0, &[], 0, &[]);
        assert!(none.agrees() && none.lists == ListsCompared::Whole);
    }
}
