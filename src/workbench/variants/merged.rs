//! The combinations of choices that symmetry makes equal to a variant of a list: it stands for them, so
//! that it is found by their names, too.

use crate::encode::SymmetryGroup;
use crate::job::variants::VariantList;

/// Combinations are not looked through where there are more of them.
const MOST_COMBINATIONS: u64 = 1_000_000;

/// The combinations that are equal to others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Each with the variant that stands for it, which comes first; sorted.
    ranks: Vec<(u32, u64)>,
}

impl Merged {
    /// Those of a list; none where there are more than a million. Cost: as of listing the variants.
    pub fn new(list: &VariantList, group: &SymmetryGroup) -> Merged {
        let is_plain = list.number() == list.len() as u64;
        if is_plain || list.family.combinations() > MOST_COMBINATIONS {
            return Merged::default();
        }
        let own = |index: u32| list.variants()[index as usize].rank;
        let of_ranks = (0..).zip(list.of_ranks(group));
        let others = of_ranks.filter_map(|(rank, index)| Some((index?, rank)));
        let mut ranks: Vec<(u32, u64)> =
            others.filter(|(index, rank)| own(*index) != *rank).collect();
        ranks.sort_unstable();
        Merged { ranks }
    }

    /// The names of those for which a variant stands, its own left out.
    pub fn names<'a>(
        &'a self,
        list: &'a VariantList,
        index: usize,
    ) -> impl Iterator<Item = String> + 'a {
        let first = self.ranks.partition_point(|(of, _)| (*of as usize) < index);
        let own = self.ranks[first..].iter().take_while(move |(of, _)| *of as usize == index);
        own.map(|(_, rank)| list.family.name(&list.puzzle, *rank))
    }
}
