//! The combinations of choices that symmetry makes equal to a variant of a list: it stands for them, so
//! that it is found by their names, too.

use std::ops::Range;

use super::list::{Variant, VariantList};
use crate::encode::{EncodeError, Encoding, SymmetryGroup};

/// Combinations are not looked through where there are more of them.
const MAX_COMBINATIONS: u64 = 1_000_000;

/// The combinations that are equal to others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EqualVariants {
    /// Each with the variant that stands for it, which comes first; sorted.
    ranks: Vec<(u32, u64)>,
    /// True if there are too many combinations to look through.
    is_left_out: bool,
}

impl EqualVariants {
    /// Those of a list; none where there are more than a million. Cost: as of listing the variants.
    pub fn new(list: &VariantList, group: &SymmetryGroup) -> EqualVariants {
        let is_plain = list.number() == list.len() as u64;
        let is_left_out = !is_plain && list.family.combinations() > MAX_COMBINATIONS;
        if is_plain || is_left_out {
            return EqualVariants { ranks: Vec::new(), is_left_out };
        }
        let own = |index: u32| list.variants()[index as usize].rank;
        let of_ranks = (0..).zip(list.of_ranks(group));
        let others = of_ranks.filter_map(|(rank, index)| Some((index?, rank)));
        let mut ranks: Vec<(u32, u64)> =
            others.filter(|(index, rank)| own(*index) != *rank).collect();
        ranks.sort_unstable();
        EqualVariants { ranks, is_left_out }
    }

    /// Those of a list, whose encoding and symmetries are worked out again.
    ///
    /// # Errors
    /// When the puzzle cannot be encoded.
    pub fn of_list(list: &VariantList) -> Result<EqualVariants, EncodeError> {
        let encoding = Encoding::new(&list.puzzle)?;
        Ok(EqualVariants::new(list, &SymmetryGroup::new(&list.puzzle, &encoding)))
    }

    /// Returns whether there are some that are unknown here because there are too many.
    pub fn is_left_out(&self) -> bool {
        self.is_left_out
    }

    /// The names of those for which a variant stands, its own left out.
    pub fn names<'a>(
        &'a self,
        list: &'a VariantList,
        index: usize,
    ) -> impl Iterator<Item = String> + 'a {
        let own = &self.ranks[self.range(index)];
        own.iter().map(|(_, rank)| list.family.name(&list.puzzle, *rank))
    }

    /// Those of all variants of a list, each by itself; see [`EqualVariants::range`].
    pub fn as_list(&self, list: &VariantList) -> VariantList {
        let own = self.ranks.iter().map(|&(_, rank)| Variant { rank, number: 1 });
        list.of_same_puzzle(own.collect())
    }

    /// The indices in [`EqualVariants::as_list`] of those for which a variant stands.
    pub fn range(&self, index: usize) -> Range<usize> {
        let end = |of| self.ranks.partition_point(|(own, _)| (*own as usize) < of);
        end(index)..end(index + 1)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::encode::Encoding;
    use crate::format::puzzle_file;

    /// Returns what is merged where this many sites of a square of 25 are left open.
    fn merged(open: u32) -> (VariantList, EqualVariants) {
        let text = format!(
            "(format: 1, title: \"Holes\", lattice: Square, board: Rectangle(5, 5),
              pieces: [Family(free: 1, copies: (0, 25))], site_groups: {{\"any\": All}},
              variants: (of: [OpenSome({open}, \"any\")]))"
        );
        let description = puzzle_file::read_description(&text).unwrap();
        let puzzle = Arc::new(description.draft().unwrap());
        let encoding = Encoding::new(&puzzle).unwrap();
        let group = SymmetryGroup::new(&puzzle, &encoding);
        let list = VariantList::new(&puzzle, &encoding, &group, false).unwrap();
        let equal = EqualVariants::new(&list, &group);
        (list, equal)
    }

    #[test]
    fn every_combination_has_its_name_under_the_one_that_stands_for_it_up_to_a_million() {
        let (list, known) = merged(2);
        assert!(!known.is_left_out() && list.number() == 300);
        let others: usize = (0..list.len()).map(|n| known.names(&list, n).count()).sum();
        assert_eq!(others + list.len(), 300);
        // 25 over 8 are 1,081,575.
        let (list, unknown) = merged(8);
        assert!(unknown.is_left_out() && list.len() < 1_081_575);
        assert_eq!(unknown.names(&list, 0).count(), 0);
    }
}
