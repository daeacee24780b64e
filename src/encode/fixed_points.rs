//! Solutions that symmetries leave as they are, as a cover problem of its own.
//!
//! Such a solution has with each placement all of its images. So an orbit of placements is chosen
//! as a whole, and of each orbit of items it is enough to cover one. The problem is smaller than
//! the puzzle's by about the number of the symmetries. (Used for counting by Burnside's lemma.)

use rustc_hash::FxHashMap;

use super::{ElementSet, Encoding, SymmetryGroup};
use crate::encode::symmetry::{PuzzleSymmetry, Restriction};
use crate::exact_cover::frontier::{Covered, WeightedProblem};
use crate::exact_cover::{ItemId, ItemKind, OptionId, Problem};
use crate::lattice::Point;

/// The whole problem, in which each kept placement of the restriction counts for all that it
/// stands for, so that counting its solutions counts those of the whole puzzle.
pub fn whole(
    problem: &Problem,
    group: &SymmetryGroup,
    held: Option<&Restriction>,
) -> WeightedProblem {
    let mut cover = WeightedProblem::from_problem(problem);
    let Some(held) = held else { return cover };
    cover.weights = vec![1; cover.options.len()];
    for &option in held.all.iter().filter(|&&option| held.drops(option)) {
        cover.options[option.index()].clear();
    }
    for (&option, size) in held.kept.iter().zip(group.orbit_sizes(held)) {
        cover.weights[option.index()] = size;
    }
    cover
}

/// The problem of the solutions that a subgroup leaves as they are; and an order of its items, after
/// one of the puzzle's. A bare problem has no encoding. `None` when some item is of a kind whose images
/// are not known.
///
/// Cost: for each element of the subgroup, linear in the size of the problem.
pub fn fixed(
    (problem, encoding): (&Problem, Option<&Encoding>),
    group: &SymmetryGroup,
    subgroup: ElementSet,
    order: &[ItemId],
) -> Option<(WeightedProblem, Vec<ItemId>)> {
    let elements: Vec<&PuzzleSymmetry> = subgroup.iter().map(|n| &group.elements[n]).collect();
    let images: Vec<Vec<u32>> = match encoding {
        Some(encoding) => {
            let ruled = RuleItemFinder::new(encoding);
            let images = elements.iter().map(|g| item_images(encoding, &ruled, g));
            images.collect::<Option<_>>()?
        }
        None => elements.iter().map(|g| g.sites.clone()).collect(),
    };
    // Of each orbit of items the least stands for all, under a number of its own.
    let count = problem.items().len() as u32;
    let least = |item: u32| images.iter().map(|image| image[item as usize]).min().unwrap_or(item);
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    let mut cover = WeightedProblem::default();
    for item in (0..count).filter(|&item| least(item) == item) {
        numbers.insert(item, cover.kinds.len() as u32);
        cover.kinds.push(problem.item(ItemId(item)).kind);
    }
    let mut orbit: Vec<u32> = Vec::new();
    for option in 0..problem.option_count() as u32 {
        orbit.clear();
        orbit.extend(elements.iter().map(|g| g.image(OptionId(option)).0));
        orbit.sort_unstable();
        orbit.dedup();
        if orbit[0] != option {
            continue;
        }
        let mut cells: Vec<(u32, u32)> = orbit
            .iter()
            .flat_map(|&o| problem.option(OptionId(o)))
            .filter_map(|cell| Some((*numbers.get(&cell.item.0)?, cell.colour)))
            .collect();
        cells.sort_unstable();
        let covered = |cells: &[(u32, u32)]| Covered {
            item: cells[0].0,
            times: cells.len() as u32,
            colour: cells[0].1,
        };
        // An item in two colours can be in no solution.
        let one_colour = cells.windows(2).all(|two| two[0].0 != two[1].0 || two[0] == two[1]);
        if one_colour {
            cover.options.push(cells.chunk_by(|a, b| a.0 == b.0).map(covered).collect());
        }
    }
    let mut swept = Vec::new();
    let mut met = vec![false; cover.kinds.len()];
    for item in order {
        let number = numbers[&least(item.0)];
        if !std::mem::replace(&mut met[number as usize], true) {
            swept.push(ItemId(number));
        }
    }
    Some((cover, swept))
}

/// Where a symmetry takes each item.
fn item_images(
    encoding: &Encoding,
    ruled: &RuleItemFinder,
    g: &PuzzleSymmetry,
) -> Option<Vec<u32>> {
    let mut images = vec![None; encoding.problem.items().len()];
    for (piece, item) in g.pieces.iter().zip(&encoding.piece_items) {
        images[item.index()] = Some(encoding.piece_items[piece.index()].0);
    }
    for (&to, item) in g.sites.iter().zip(&encoding.site_items) {
        images[item.index()] = Some(encoding.site_items[to as usize].0);
    }
    let junctions: FxHashMap<Point, u32> =
        encoding.junctions.iter().map(|(point, item)| (*point, item.0)).collect();
    for (point, item) in &encoding.junctions {
        images[item.index()] = Some(*junctions.get(&g.isometry.apply(*point))?);
    }
    for (item, image) in ruled.images(g)? {
        images[item.index()] = Some(image.0);
    }
    images.into_iter().collect()
}

/// Finds where symmetries take the items of rules: to those of the images of their options. Items
/// of the same kind and the same options ask for the same, and count as one.
struct RuleItemFinder {
    /// The options of each item, ascending.
    options: Vec<(ItemId, Vec<u32>)>,
    /// The items by their kinds and options.
    items: FxHashMap<(ItemKind, Vec<u32>), ItemId>,
    kinds: Vec<ItemKind>,
}

impl RuleItemFinder {
    /// Linear in the size of the problem, if there are such items.
    fn new(encoding: &Encoding) -> RuleItemFinder {
        let problem = &encoding.problem;
        let places: FxHashMap<ItemId, usize> =
            encoding.rule_items.iter().map(|(_, item)| *item).zip(0..).collect();
        let mut options: Vec<(ItemId, Vec<u32>)> =
            encoding.rule_items.iter().map(|(_, item)| (*item, Vec::new())).collect();
        if !places.is_empty() {
            for (id, option) in problem.options() {
                for place in option.items().iter().filter_map(|item| places.get(item)) {
                    options[*place].1.push(id.0);
                }
            }
        }
        let kinds: Vec<ItemKind> =
            options.iter().map(|(item, _)| problem.item(*item).kind).collect();
        let mut items = FxHashMap::default();
        for ((item, options), kind) in options.iter().zip(&kinds) {
            items.entry((*kind, options.clone())).or_insert(*item);
        }
        RuleItemFinder { options, items, kinds }
    }

    /// Each item with its image; `None` when some has none.
    fn images(&self, g: &PuzzleSymmetry) -> Option<Vec<(ItemId, ItemId)>> {
        let of_item = |((item, options), kind): (&(ItemId, Vec<u32>), &ItemKind)| {
            let mut moved: Vec<u32> = options.iter().map(|&o| g.image(OptionId(o)).0).collect();
            moved.sort_unstable();
            Some((*item, *self.items.get(&(*kind, moved))?))
        };
        self.options.iter().zip(&self.kinds).map(of_item).collect()
    }
}
