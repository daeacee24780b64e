//! Balls as they are drawn in their layer: discs, those of a piece joined by necks.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use super::Xy;
use super::figure::{Figure, Page};
use super::label::middle;
use super::space::{BALL, NECK};
use crate::lattice::Point;

/// The corners of a whole circle.
const CORNERS: f64 = 40.0;

/// A disc and those that a neck joins it to.
struct Disc {
    middle: Xy,
    /// The direction to each, ascending, and its place in the list.
    joined: Vec<(f64, usize)>,
}

impl Disc {
    /// The place on its border in a direction.
    fn at(&self, angle: f64) -> Xy {
        [self.middle[0] + BALL * angle.cos(), self.middle[1] + BALL * angle.sin()]
    }

    /// Its border from one direction on to a greater one.
    fn arc(&self, from: f64, to: f64) -> impl Iterator<Item = Xy> {
        let steps = ((to - from) / TAU * CORNERS).ceil().max(1.0);
        (0..=steps as u32).map(move |n| self.at(from + (to - from) * f64::from(n) / steps))
    }
}

/// Draws the balls of a piece, those of each layer by themselves.
pub(super) fn joined(page: &Page, sites: &[Point]) -> Figure {
    let places: BTreeMap<Point, usize> = sites.iter().enumerate().map(|(n, &p)| (p, n)).collect();
    let lattice = page.lattice();
    let disc = |&site: &Point| {
        let own = middle(page, site);
        let beside = |next: &Point| page.layer(*next) == page.layer(site);
        let direction = |next: Point| {
            let [x, y] = middle(page, next);
            Some(((y - own[1]).atan2(x - own[0]), *places.get(&next)?))
        };
        let mut joined: Vec<(f64, usize)> =
            lattice.neighbours(site).filter(beside).filter_map(direction).collect();
        joined.sort_by(|a, b| a.0.total_cmp(&b.0));
        Disc { middle: own, joined }
    };
    let discs: Vec<Disc> = sites.iter().map(disc).collect();
    let mut cells = apart(page, sites).cells;
    cells.extend(necks(&discs));
    Figure { cells, outline: outlines(&discs), ..Figure::default() }
}

/// Draws balls that nothing joins.
pub(super) fn apart(page: &Page, sites: &[Point]) -> Figure {
    let circle = |&site: &Point| {
        let disc = Disc { middle: middle(page, site), joined: Vec::new() };
        disc.arc(0.0, TAU).skip(1).collect::<Vec<Xy>>()
    };
    let cells: Vec<Vec<Xy>> = sites.iter().map(circle).collect();
    Figure { outline: cells.clone(), cells, ..Figure::default() }
}

/// Half the angle at which a neck meets a disc.
fn opening() -> f64 {
    (NECK / BALL).asin()
}

/// The areas of the necks.
fn necks(discs: &[Disc]) -> Vec<Vec<Xy>> {
    let half = opening();
    let mut necks = Vec::new();
    for (n, disc) in discs.iter().enumerate() {
        for &(angle, next) in disc.joined.iter().filter(|(_, next)| *next > n) {
            let (other, back) = (&discs[next], angle + TAU / 2.0);
            necks.push(vec![
                disc.at(angle - half),
                other.at(back + half),
                other.at(back - half),
                disc.at(angle + half),
            ]);
        }
    }
    necks
}

/// The closed lines around discs and necks: around a disc to the next neck, along its side to the
/// other disc, and so on.
fn outlines(discs: &[Disc]) -> Vec<Vec<Xy>> {
    let half = opening();
    let mut lines = Vec::new();
    let mut is_drawn: Vec<Vec<bool>> =
        discs.iter().map(|disc| vec![false; disc.joined.len()]).collect();
    for (n, disc) in discs.iter().enumerate() {
        if disc.joined.is_empty() {
            lines.push(disc.arc(0.0, TAU).skip(1).collect());
        }
        for first in 0..disc.joined.len() {
            // From the neck by which a disc is reached.
            let (mut at, mut by, mut line) = (n, first, Vec::new());
            while !std::mem::replace(&mut is_drawn[at][by], true) {
                let here = &discs[at];
                let leave = (by + 1) % here.joined.len();
                let (from, (to, next)) = (here.joined[by].0, here.joined[leave]);
                let to = if leave > by { to } else { to + TAU };
                line.extend(here.arc(from + half, to - half));
                let back = discs[next].joined.iter().position(|&(_, disc)| disc == at);
                (at, by) = (next, back.unwrap_or(0));
            }
            if !line.is_empty() {
                lines.push(line);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::sphere;
    use crate::polyform::art::shape_sites;

    fn area(line: &[Xy]) -> f64 {
        let next = line.iter().cycle().skip(1);
        line.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() / 2.0
    }

    #[test]
    fn the_lines_around_balls_enclose_their_discs_and_necks_and_nothing_else() {
        let lattice = &sphere::LATTICE;
        let circle = CORNERS / 2.0 * BALL * BALL * (TAU / CORNERS).sin();
        // The part of a neck beyond the discs that it joins.
        let half = opening();
        let neck = 2.0 * NECK * (1.0 - 2.0 * BALL * half.cos());
        let neck = neck - 2.0 * BALL * BALL * (half - half.sin() * half.cos());
        for (art, necks, lines) in [
            (&["X"][..], 0.0, 1),
            (&["XX"], 1.0, 1),
            (&["XX", "X"], 2.0, 1),
            (&["XX", "XX"], 4.0, 2),
            (&["X.", ".X"], 0.0, 2),
            (&["XXX", "X.X", "XXX"], 8.0, 2),
        ] {
            let sites = shape_sites(lattice, art).unwrap();
            let figure = joined(&Page::around(lattice, []), &sites);
            assert_eq!(figure.outline.len(), lines, "{art:?}");
            let expected = sites.len() as f64 * circle + necks * neck;
            let found: f64 = figure.outline.iter().map(|line| area(line)).sum();
            assert!((found / expected - 1.0).abs() < 0.01, "{art:?}: {found}, not {expected}");
            assert!(figure.cells.iter().all(|cell| area(cell) > 0.0), "{art:?}");
        }
    }
}
