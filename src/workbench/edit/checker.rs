//! Colour labels by turns, as on a chessboard: two on squares, triangles and cubes, three on
//! hexagons, four among balls.

use std::collections::{BTreeMap, VecDeque};

use crate::lattice::{Lattice, Point, SiteForm};
use crate::puzzle::Label;

/// The most colours that are tried, and the most periods after which they are repeated.
const MAX_COLOURS: usize = 4;
const MAX_PERIODS: i32 = 3;
/// The most sites that are coloured and uncoloured again before the attempt is given up.
const MAX_ATTEMPTS: usize = 100_000;

/// Colours for all sites of a lattice, as few as possible, so that neighbours across a side differ.
#[derive(Debug)]
struct Checker {
    lattice: &'static Lattice,
    count: usize,
    /// The colours are repeated after so many periods along each axis.
    periods: i32,
    /// By place in these periods, and class.
    colours: Vec<usize>,
}

impl Checker {
    /// Of a lattice of cells; `None` for edges, and where four colours are too few.
    fn new(lattice: &'static Lattice) -> Option<Checker> {
        if lattice.form != SiteForm::Cell {
            return None;
        }
        let ways = (2..=MAX_COLOURS).flat_map(|count| (1..=MAX_PERIODS).map(move |n| (count, n)));
        ways.into_iter().find_map(|(count, periods)| {
            let mut own = Checker { lattice, count, periods, colours: Vec::new() };
            own.colours = own.find()?;
            Some(own)
        })
    }

    /// The colour of a site, from 0.
    fn colour(&self, site: Point) -> usize {
        self.place(site).map_or(0, |place| self.colours[place])
    }

    /// The place of a site in the list of colours; `None` for a point that is no site.
    fn place(&self, site: Point) -> Option<usize> {
        let class = self.lattice.class_of(site)?;
        let periods = site.coordinates().map(|n| n.div_euclid(self.lattice.period));
        let [x, y, z] = periods.map(|n| n.rem_euclid(self.periods));
        let cell = (z * self.periods + y) * self.periods + x;
        Some(cell as usize * self.lattice.classes.len() + class)
    }

    /// The sites that have a side in common with a site.
    fn beside(&self, site: Point) -> impl Iterator<Item = Point> {
        let (lattice, own) = (self.lattice, self.lattice.corners(site));
        lattice.neighbours(site).filter(move |&next| {
            let shared = lattice.corners(next).into_iter().filter(|c| own.contains(c));
            shared.count() >= lattice.dimension
        })
    }

    /// Colours one site after the other, each beside one that has a colour already.
    fn find(&self) -> Option<Vec<usize>> {
        let size =
            self.lattice.classes.len() * self.periods.pow(self.lattice.dimension as u32) as usize;
        let mut sites = VecDeque::from([Point::from(self.lattice.classes[0].residue)]);
        let mut order: Vec<usize> = Vec::new();
        let mut beside = vec![Vec::new(); size];
        let mut seen = vec![false; size];
        while let Some(site) = sites.pop_front() {
            let Some(place) = self.place(site) else { continue };
            if std::mem::replace(&mut seen[place], true) {
                continue;
            }
            order.push(place);
            let next: Vec<Point> = self.beside(site).collect();
            beside[place] = next.iter().filter_map(|&next| self.place(next)).collect();
            sites.extend(next);
        }
        let mut colours = vec![usize::MAX; size];
        let (mut at, mut attempts) = (0, 0);
        while let Some(&place) = order.get(at) {
            let least = colours[place].wrapping_add(1);
            colours[place] = usize::MAX;
            attempts += 1;
            let fits = |colour: &usize| {
                beside[place].iter().all(|&next| next != place && colours[next] != *colour)
            };
            match (least..self.count).find(fits) {
                _ if attempts > MAX_ATTEMPTS => return None,
                Some(colour) => {
                    colours[place] = colour;
                    at += 1;
                }
                None if at == 0 => return None,
                None => at -= 1,
            }
        }
        Some(colours)
    }
}

/// Labels for some sites by turns. Those that the puzzle has are used if there are enough of them;
/// where the sites have these labels already, each gets the next one. `None` on lattices without
/// such a colouring.
pub fn checker_labels(
    lattice: &'static Lattice,
    known: &[Label],
    sites: &[Point],
    now: impl Fn(&Point) -> Option<Label>,
) -> Option<BTreeMap<Point, Label>> {
    let checker = Checker::new(lattice)?;
    let count = checker.count;
    let usual: &[Label] = if count == 2 { &['b', 'w'] } else { &['a', 'b', 'c', 'd'] };
    let used = if known.len() >= count { &known[..count] } else { &usual[..count] };
    let colours: Vec<usize> = sites.iter().map(|&site| checker.colour(site)).collect();
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
        for &lattice in ALL {
            let far = 4 * lattice.period;
            let deep = if lattice.is_solid() { far } else { 0 };
            let sites = box_of(lattice, Point::ORIGIN, Point::new(far, far, deep));
            let Some(checker) = Checker::new(lattice) else {
                assert_eq!(lattice.form, SiteForm::Edge, "{lattice:?} has no colours");
                continue;
            };
            for &site in &sites {
                for next in lattice.neighbours(site) {
                    let ours = lattice.corners(site);
                    let shared = lattice.corners(next).iter().filter(|c| ours.contains(c)).count();
                    // Kings join at corners too, where squares have one colour.
                    let differ = checker.colour(site) != checker.colour(next);
                    assert!(shared < lattice.dimension || differ, "{lattice:?} {site:?}");
                }
            }
        }
        let count = |key| Checker::new(Lattice::by_key(key).unwrap()).unwrap().count;
        let counts = ["Square", "Triangle", "Hexagon", "Tetrakis", "Cube", "Sphere"].map(count);
        assert_eq!(counts, [2, 2, 3, 2, 2, 4]);
    }

    #[test]
    fn labels_go_around_when_they_are_given_once_more() {
        let lattice = ALL[0];
        let sites = box_of(lattice, Point::ORIGIN, Point::new(lattice.period, 0, 0));
        let first = checker_labels(lattice, &[], &sites, |_| None).unwrap();
        assert_eq!(first.values().copied().collect::<String>(), "bw");
        let again = checker_labels(lattice, &[], &sites, |s| first.get(s).copied()).unwrap();
        assert_eq!(again.values().copied().collect::<String>(), "wb");
        let known = checker_labels(lattice, &['1', '2', '3'], &sites, |_| None).unwrap();
        assert_eq!(known.values().copied().collect::<String>(), "12");
    }
}
