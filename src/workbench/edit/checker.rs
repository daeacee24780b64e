//! Colour labels by turns, as on a chessboard: two on squares, triangles and cubes, three on
//! hexagons.

use std::collections::BTreeMap;

use crate::lattice::{Axes, Lattice, Point, SiteForm};
use crate::puzzle::Label;

/// The colour of a site, from 0, and the number of colours: neighbours across a side differ. `None`
/// on lattices without such a colouring.
pub fn checker_colour(lattice: &Lattice, site: Point) -> Option<(usize, usize)> {
    if lattice.form != SiteForm::Cell {
        return None;
    }
    let [x, y, z] = site.coordinates().map(|n| n.div_euclid(lattice.period));
    let (sum, count) = match lattice.classes.len() {
        1 if lattice.axes == Axes::RIGHT => (x + y + z, 2),
        // Neighbours differ by a step along one axis, or by one back along the other as well.
        1 if lattice.axes == Axes::SIXTY && !lattice.is_solid() => (x - y, 3),
        2 if !lattice.is_solid() => (lattice.class_of(site)? as i32, 2),
        _ => return None,
    };
    Some((sum.rem_euclid(count) as usize, count as usize))
}

/// Labels for some sites by turns. Those that the puzzle has are used if there are enough of them;
/// where the sites have these labels already, each gets the next one. `None` on lattices without
/// such a colouring.
pub fn checker_labels(
    lattice: &Lattice,
    known: &[Label],
    sites: &[Point],
    now: impl Fn(&Point) -> Option<Label>,
) -> Option<BTreeMap<Point, Label>> {
    let count = match sites.first() {
        Some(&first) => checker_colour(lattice, first)?.1,
        None => return Some(BTreeMap::new()),
    };
    let usual = if count == 2 { ['b', 'w', ' '] } else { ['a', 'b', 'c'] };
    let used = if known.len() >= count { &known[..count] } else { &usual[..count] };
    let colours: Vec<usize> =
        sites.iter().map(|&site| checker_colour(lattice, site).map_or(0, |(n, _)| n)).collect();
    let label = |colour: usize, turn: usize| used[(colour + turn) % count];
    let is_as = |turn: usize| {
        sites.iter().zip(&colours).all(|(site, &colour)| now(site) == Some(label(colour, turn)))
    };
    let turn = (0..count).find(|&turn| is_as(turn)).map_or(0, |turn| turn + 1);
    Some(sites.iter().zip(colours).map(|(&site, colour)| (site, label(colour, turn))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::ALL;
    use crate::workbench::edit::box_of;

    #[test]
    fn sites_that_share_a_side_have_different_colours() {
        let mut coloured = 0;
        for lattice in ALL {
            let far = 3 * lattice.period;
            let deep = if lattice.is_solid() { far } else { 0 };
            let sites = box_of(lattice, Point::ORIGIN, Point::new(far, far, deep));
            let colour = |site| checker_colour(lattice, site).map(|(colour, _)| colour);
            if colour(sites[0]).is_none() {
                continue;
            }
            coloured += 1;
            // Kings join at corners too, where squares have one colour.
            let sides = if lattice.shared_corners == 1 { 2 } else { lattice.shared_corners };
            for &site in &sites {
                for next in lattice.neighbours(site) {
                    let ours = lattice.corners(site);
                    let shared = lattice.corners(next).iter().filter(|c| ours.contains(c)).count();
                    assert!(shared < sides || colour(site) != colour(next), "{lattice:?} {site:?}");
                }
            }
        }
        assert_eq!(coloured, 5, "squares, kings, triangles, hexagons and cubes");
    }

    #[test]
    fn labels_go_around_when_they_are_given_once_more() {
        let lattice = ALL.iter().find(|lattice| lattice.name == "square").expect("squares");
        let sites = box_of(lattice, Point::ORIGIN, Point::new(lattice.period, 0, 0));
        let first = checker_labels(lattice, &[], &sites, |_| None).unwrap();
        assert_eq!(first.values().copied().collect::<String>(), "bw");
        let again = checker_labels(lattice, &[], &sites, |s| first.get(s).copied()).unwrap();
        assert_eq!(again.values().copied().collect::<String>(), "wb");
        let known = checker_labels(lattice, &['1', '2', '3'], &sites, |_| None).unwrap();
        assert_eq!(known.values().copied().collect::<String>(), "12");
    }
}
