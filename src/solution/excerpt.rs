//! Part of a list of distinct solutions, each with the number that it has in the whole list.
//!
//! The number of a solution is its name: it depends on the puzzle alone, so it stays whatever is left
//! out, sorted or grouped. A [`Store`](super::Store) that holds a part knows its excerpt; whoever
//! shows or writes solutions asks the store for their numbers.

use crate::text;

/// Numbers that a caption names one by one, at most.
const MAX_NAMED: usize = 8;

/// Part of a list of distinct solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The numbers of its solutions, from 1, in its order.
    pub numbers: Vec<u64>,
    /// The number of solutions of the whole list, where that has all of the puzzle.
    pub of: Option<u64>,
    /// The filter that they passed, in words; empty if there was none.
    pub filter: String,
    /// Its groups, one after the other; none where it is not divided.
    pub headings: Vec<Heading>,
}

/// A group of solutions that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The index of the first in the excerpt.
    pub first: usize,
    /// Their number.
    pub len: usize,
    /// The property that they have in common.
    pub words: String,
}

impl Excerpt {
    /// Returns whether nothing was left out, and the order is that of the numbers.
    pub(super) fn is_whole(&self) -> bool {
        let len = self.numbers.len() as u64;
        self.filter.is_empty()
            && self.headings.is_empty()
            && self.of.is_none_or(|of| of == len)
            && self.numbers.iter().copied().eq(1..=len)
    }

    /// A caption: `"Solutions 3, 17 and 40 of 2339: no crossroads"`. Empty where all solutions are
    /// there and only their order is another.
    pub fn caption(&self) -> String {
        let len = self.numbers.len();
        if self.filter.is_empty() && self.of == Some(len as u64) {
            return String::new();
        }
        let mut sorted = self.numbers.clone();
        sorted.sort_unstable();
        let names: Vec<String> = sorted.iter().map(|&number| text::grouped(number)).collect();
        let of = self.of.map_or_else(String::new, |of| format!(" of {}", text::grouped(of)));
        let which = match (len, self.of) {
            (1, _) => format!("Solution {}{of}", names[0]),
            (2..=MAX_NAMED, _) => format!("Solutions {}{of}", text::listed(&names)),
            (_, Some(all)) => {
                format!("{} of {}", text::grouped(len as u64), text::count(all, "solution"))
            }
            (_, None) => text::count(len as u64, "solution"),
        };
        let colon = if self.filter.is_empty() { "" } else { ": " };
        format!("{which}{colon}{}", self.filter)
    }

    /// The group that begins at an index of the excerpt.
    pub fn heading_at(&self, index: usize) -> Option<&Heading> {
        let found = self.headings.binary_search_by_key(&index, |heading| heading.first);
        found.ok().map(|n| &self.headings[n])
    }

    /// The group that holds an index of the excerpt.
    pub fn heading_of(&self, index: usize) -> Option<&Heading> {
        let after = self.headings.partition_point(|heading| heading.first <= index);
        self.headings.get(after.checked_sub(1)?)
    }
}

impl Heading {
    /// Its words and its number of solutions: `"F at 1, 1: 12 solutions"`.
    pub fn line(&self) -> String {
        format!("{}: {}", self.words, text::count(self.len as u64, "solution"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_names_a_few_solutions_and_counts_many() {
        let excerpt = |numbers: &[u64], of, filter: &str| {
            let (numbers, filter) = (numbers.to_vec(), filter.to_owned());
            Excerpt { numbers, of, filter, ..Excerpt::default() }.caption()
        };
        let few = excerpt(&[40, 3, 1170], Some(2339), "no crossroads");
        assert_eq!(few, "Solutions 3, 40 and 1170 of 2339: no crossroads");
        assert_eq!(excerpt(&[7], Some(2339), ""), "Solution 7 of 2339");
        let many: Vec<u64> = (1..=94).map(|n| 3 * n).collect();
        assert_eq!(excerpt(&many, Some(2339), "fault-free"), "94 of 2339 solutions: fault-free");
        assert_eq!(excerpt(&many, None, "fault-free"), "94 solutions: fault-free");
        assert_eq!(excerpt(&[], Some(1), "fault-free"), "0 of 1 solution: fault-free");
        assert_eq!(excerpt(&[2, 1], Some(2), ""), "", "all are there");
    }
}
