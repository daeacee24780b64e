//! Items with a multiplicity that the other items imply, so that a search need not watch them.
//!
//! Where 25 copies of one piece cover 125 cells, five each, their number is right as soon as every
//! cell is covered. To watch it all the same costs a counter at every node, and misleads the
//! choice of items: where hardly more options are left than are still needed, the item of the
//! piece has few branches, but not such as tell much.

use crate::exact_cover::{ItemKind, Problem};

/// For each item whether it has a multiplicity that is implied.
///
/// An item is implied when all of its options cover the same number k > 0 of items that are to be
/// covered once and that no other options cover, and there are k·n such items with n between its
/// least and its most: then n of its options are in every set that covers those. Items that are
/// implied by themselves are implied together, since none is one of those items.
///
/// Cost: linear in the size of the problem, times the items with a multiplicity in one option.
pub(super) fn implied(problem: &Problem) -> Vec<bool> {
    let items = problem.items();
    let bounds = |item: usize| match items[item].kind {
        ItemKind::Primary { min, max } if (min, max) != (1, 1) => Some((min, max)),
        _ => None,
    };
    let mut implied = vec![false; items.len()];
    if (0..problem.primary_count()).all(|item| bounds(item).is_none()) {
        return implied;
    }
    // For each item to be covered once the counted items that all of its options have, once an
    // option of it is seen.
    let mut shared: Vec<Option<Vec<u32>>> = vec![None; items.len()];
    for (_, option) in problem.options() {
        let counted = || option.iter().map(|c| c.item).filter(|i| bounds(i.index()).is_some());
        for cell in option.iter().filter(|cell| items[cell.item.index()].kind == ItemKind::ONCE) {
            match &mut shared[cell.item.index()] {
                Some(known) => known.retain(|&item| counted().any(|other| other.0 == item)),
                first => *first = Some(counted().map(|item| item.0).collect()),
            }
        }
    }
    let has = |once: usize, item: u32| shared[once].as_ref().is_some_and(|all| all.contains(&item));
    // How many of its own items every option of a counted item has; 0 where they differ.
    let mut each: Vec<Option<u32>> = vec![None; items.len()];
    for (_, option) in problem.options() {
        for cell in option.iter().filter(|cell| bounds(cell.item.index()).is_some()) {
            let own = option.iter().filter(|other| has(other.item.index(), cell.item.0)).count();
            let each = &mut each[cell.item.index()];
            *each = Some(match *each {
                Some(known) if known != own as u32 => 0,
                _ => own as u32,
            });
        }
    }
    for (item, each) in each.into_iter().enumerate() {
        let (Some((min, max)), Some(each @ 1..)) = (bounds(item), each) else { continue };
        let own = (0..items.len()).filter(|&once| has(once, item as u32)).count() as u32;
        implied[item] = own.is_multiple_of(each) && (min..=max).contains(&(own / each));
    }
    implied
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::{ItemId, ProblemBuilder};

    /// The items implied where `d` and `f` have a multiplicity, capitals are secondary, and all
    /// others are to be covered once; an item is a letter.
    fn names((min, max): (u32, u32), items: &str, options: &[&str]) -> String {
        let mut builder = ProblemBuilder::default();
        for letter in items.chars() {
            let kind = match letter {
                'd' | 'f' => ItemKind::Primary { min, max },
                'A'..='Z' => ItemKind::Secondary,
                _ => ItemKind::ONCE,
            };
            builder.item(letter, kind);
        }
        for option in options {
            let place = |letter| items.find(letter).expect("an item") as u32;
            builder.option(option.chars().map(|letter| ItemId(place(letter))));
        }
        let implied = implied(&builder.build().unwrap());
        items.chars().zip(implied).filter(|(_, implied)| *implied).map(|(item, _)| item).collect()
    }

    #[test]
    fn a_number_of_copies_is_implied_where_they_alone_cover_all_there_is() {
        assert_eq!(names((2, 2), "dabce", &["dab", "dbc", "dce", "dae"]), "d");
        assert_eq!(names((1, 3), "dabce", &["dab", "dce"]), "d");
        // The items are too many, or none that must be covered.
        assert_eq!(names((3, 3), "dabce", &["dab", "dce"]), "");
        assert_eq!(names((2, 2), "dAB", &["dA", "dB"]), "");
        // Other options cover one of them too, or not all of its options cover as many.
        assert_eq!(names((2, 2), "dabce", &["dab", "dce", "a"]), "");
        assert_eq!(names((2, 2), "dabc", &["dab", "dc"]), "");
        // Each of two kinds has items of its own, or one shares them all.
        assert_eq!(names((2, 2), "dfabxy", &["da", "db", "fx", "fy"]), "df");
        assert_eq!(names((2, 2), "dfab", &["da", "db", "fa", "fb"]), "");
    }
}
