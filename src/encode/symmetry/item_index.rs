//! Items by their options, to see whether a permutation of the options keeps them.

use rustc_hash::FxHashMap;

use super::images::OptionImages;
use crate::exact_cover::{ItemKind, OptionId, Problem};

/// The items of a problem by the options that they are in.
pub(super) struct ItemIndex {
    /// The options of each item, ascending, with its colour in each.
    uses: Vec<Vec<(u32, u32)>>,
    /// The number of items of a kind that have the same options.
    known: FxHashMap<(ItemKind, Vec<(u32, u32)>), usize>,
}

impl ItemIndex {
    /// Linear in the size of the problem.
    pub(super) fn new(problem: &Problem) -> ItemIndex {
        let mut uses = vec![Vec::new(); problem.items().len()];
        for (option, cells) in problem.options() {
            for cell in cells {
                uses[cell.item.index()].push((option.0, cell.colour));
            }
        }
        let mut known: FxHashMap<(ItemKind, Vec<(u32, u32)>), usize> = FxHashMap::default();
        for (item, uses) in problem.items().iter().zip(&uses) {
            *known.entry((item.kind, uses.clone())).or_default() += 1;
        }
        ItemIndex { uses, known }
    }

    /// Returns whether a permutation of the options maps the options of every item to those of an
    /// item of the same kind.
    pub(super) fn is_kept(&self, problem: &Problem, images: &OptionImages) -> bool {
        problem.items().iter().zip(&self.uses).all(|(item, uses)| {
            let mut image: Vec<(u32, u32)> =
                uses.iter().map(|&(o, colour)| (images.image(OptionId(o)).0, colour)).collect();
            image.sort_unstable();
            let own = self.known.get(&(item.kind, uses.clone()));
            self.known.get(&(item.kind, image)) == own
        })
    }
}
