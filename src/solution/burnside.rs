//! The number of distinct solutions, from the numbers that each set of symmetries leaves as they
//! are.
//!
//! Burnside's lemma gives the number of orbits as the mean, over the group, of the solutions that
//! an element fixes. To tell symmetric solutions from others, the same is done for subgroups: the
//! solutions whose stabiliser is exactly a subgroup are those that it fixes less those that are
//! fixed by more (Burnside's table of marks).

use num_bigint::BigUint;

use crate::encode::{ElementSet, SymmetryGroup};

use super::Counts;
use crate::natural::Natural;

/// Counts orbits. `fixed` is asked how many solutions a subgroup leaves as they are, first of all
/// for the identity alone.
///
/// `Ok(None)` when the numbers do not belong together.
///
/// # Errors
/// The first that `fixed` returns.
pub fn counts<E>(
    group: &SymmetryGroup,
    fixed: impl FnMut(ElementSet) -> Result<Natural, E>,
) -> Result<Option<Counts<Natural>>, E> {
    Ok(orbits(group, &fixed_by_subgroups(group, fixed)?))
}

/// Computes the number of solutions that each subgroup leaves as they are, the smallest subgroups
/// first. `fixed` is called only for those that do not follow from others, first of all for the
/// identity alone.
///
/// # Errors
/// The first that `fixed` returns.
pub fn fixed_by_subgroups<E>(
    group: &SymmetryGroup,
    mut fixed: impl FnMut(ElementSet) -> Result<Natural, E>,
) -> Result<Vec<(ElementSet, Natural)>, E> {
    // Where that cannot be counted nothing else is computed in vain.
    let mut identity = ElementSet::default();
    identity.insert(0);
    let mut known: Vec<(ElementSet, Natural)> = vec![(identity, fixed(identity)?)];
    let products = group.products();
    let mut subgroups = subgroups(&products);
    // The smallest first: what none of them leaves as it is no larger one does.
    subgroups.sort_by_key(|subgroup| (subgroup.len(), *subgroup));
    for &subgroup in subgroups.iter().filter(|subgroup| **subgroup != identity) {
        let within = |other: ElementSet| other.is_subset(subgroup);
        let number = if known.iter().any(|&(other, number)| number == 0 && within(other)) {
            Natural::ZERO
        } else if let Some(number) = conjugate(&products, subgroup, &known) {
            number
        } else {
            fixed(subgroup)?
        };
        known.push((subgroup, number));
    }
    Ok(known)
}

/// The numbers of orbits, from those of solutions that each subgroup fixes; `None` when those do not
/// belong together.
fn orbits(group: &SymmetryGroup, known: &[(ElementSet, Natural)]) -> Option<Counts<Natural>> {
    let proper = group.proper();
    // How many have exactly this stabiliser, the largest first.
    let mut exact: Vec<(ElementSet, BigUint)> = Vec::new();
    let mut sums: [BigUint; 4] = Default::default();
    for &(subgroup, number) in known.iter().rev() {
        let more: BigUint =
            exact.iter().filter(|(s, _)| subgroup.is_subset(*s)).map(|(_, n)| n).sum();
        let number = number.to_big();
        if number < more {
            return None;
        }
        let number = number - more;
        let size = subgroup.len();
        // An orbit has as many members as the group over the stabiliser; so what is summed up
        // here is a multiple of the order of the group.
        let turns = (proper & subgroup).len();
        let parts = [1, turns, size, if size > 1 { size } else { 0 }];
        sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += &number * part);
        exact.push((subgroup, number));
    }
    let [total, turned, distinct, symmetric] = sums;
    let order = group.order() as u64;
    Some(Counts {
        total: total.into(),
        turned: (turned / proper.len()).into(),
        distinct: (distinct / order).into(),
        symmetric: (symmetric / order).into(),
    })
}

/// Returns the number known for a subgroup that some element conjugates to this one.
fn conjugate(
    products: &[Vec<usize>],
    subgroup: ElementSet,
    known: &[(ElementSet, Natural)],
) -> Option<Natural> {
    let order = products.len();
    (0..order).find_map(|g| {
        let inverse = (0..order).find(|&h| products[g][h] == 0)?;
        let moved: ElementSet =
            subgroup.iter().map(|h| products[products[g][h]][inverse]).collect();
        known.iter().find(|(other, _)| *other == moved).map(|(_, number)| *number)
    })
}

/// All subgroups: the cyclic ones, and what they generate together. A lattice's point group has at
/// most 98.
pub(super) fn subgroups(products: &[Vec<usize>]) -> Vec<ElementSet> {
    let order = products.len();
    let generated = |elements: ElementSet| {
        let mut closed = elements;
        closed.insert(0);
        loop {
            let mut next = closed;
            for g in closed.iter() {
                elements.iter().for_each(|h| next.insert(products[g][h]));
            }
            if next == closed {
                return closed;
            }
            closed = next;
        }
    };
    let mut all: Vec<ElementSet> = Vec::new();
    let add = |mut subgroup: ElementSet, element: usize, all: &mut Vec<ElementSet>| {
        if subgroup.contains(element) {
            return;
        }
        subgroup.insert(element);
        let subgroup = generated(subgroup);
        if !all.contains(&subgroup) {
            all.push(subgroup);
        }
    };
    (0..order).for_each(|g| add(ElementSet::default(), g, &mut all));
    let mut next = 0;
    while next < all.len() {
        let subgroup = all[next];
        (0..order).for_each(|g| add(subgroup, g, &mut all));
        next += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The symmetries of a square as products of turns r^k and flips r^k f.
    fn square() -> Vec<Vec<usize>> {
        let product = |g: usize, h: usize| {
            let (a, f) = (g % 4, g / 4);
            let (b, e) = (h % 4, h / 4);
            // f r^b = r^-b f.
            let turn = if f == 0 { a + b } else { a + 4 - b } % 4;
            turn + 4 * (f ^ e)
        };
        (0..8).map(|g| (0..8).map(|h| product(g, h)).collect()).collect()
    }

    #[test]
    fn the_square_has_ten_subgroups_in_eight_classes() {
        let products = square();
        let all = subgroups(&products);
        assert_eq!(all.len(), 10);
        let mut classes: Vec<(ElementSet, Natural)> = Vec::new();
        for subgroup in all {
            if conjugate(&products, subgroup, &classes).is_none() {
                classes.push((subgroup, Natural::ZERO));
            }
        }
        assert_eq!(classes.len(), 8);
    }
}
