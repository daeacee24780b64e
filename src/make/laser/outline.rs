//! The borders of sites, as closed polygons.

use std::collections::BTreeMap;

use super::path::{CornerForm, offset, with_corners};
use crate::lattice::{Lattice, Point};
use crate::picture::drawing::Contour;
use crate::picture::{Page, Xy, sides};

/// The form of cut corners, by the radii in millimetres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners {
    /// Of corners that stick out.
    pub(super) convex: CornerForm,
    /// Of corners that go in.
    pub(super) concave: CornerForm,
}

/// The closed contours around cells, their sides moved outwards by `by` millimetres; `None` where
/// a side would vanish. Cells that meet at a corner only are apart, unless sides move outwards.
pub(super) fn contours(
    page: &Page,
    sites: &[Point],
    unit: f64,
    by: f64,
    corners: Corners,
) -> Option<Vec<Contour>> {
    let mut contours = Vec::new();
    for border in borders(page, sites, by > 0.0) {
        let polygon: Vec<Xy> =
            border.iter().map(|&corner| page.at(corner).map(|n| n * unit)).collect();
        let moved = offset(&polygon, by)?;
        contours.push(with_corners(&moved, |turn| {
            if turn > 0.0 { corners.convex } else { corners.concave }
        }));
    }
    Some(contours)
}

/// The closed lines around cells, outer ones clockwise, holes the other way, without the points in
/// the middle of straight runs. Where cells meet at a corner only, each follows its own border; if
/// `joined`, the lines go from one cell to the other.
fn borders(page: &Page, sites: &[Point], joined: bool) -> Vec<Vec<Point>> {
    let mut next = border_sides(page.lattice(), sites);
    let mut borders = Vec::new();
    while let Some((&start, ends)) = next.first_key_value() {
        let first = ends[0];
        let (mut from, mut at) = (start, first);
        let mut line = vec![start];
        take(&mut next, start, first);
        while let Some(ends) = next.get(&at) {
            // At its start a line is closed if the side that it began with is the next one.
            let candidates: Vec<Point> = if at == start {
                ends.iter().copied().chain([first]).collect()
            } else {
                ends.clone()
            };
            let turn = |to: &Point| turn(page, from, at, *to);
            let by_turn = |a: &Point, b: &Point| turn(a).total_cmp(&turn(b));
            let to = if joined {
                candidates.into_iter().min_by(by_turn)
            } else {
                candidates.into_iter().max_by(by_turn)
            };
            let to = to.expect("a corner that is left has a side");
            if at == start && to == first {
                break;
            }
            take(&mut next, at, to);
            line.push(at);
            (from, at) = (at, to);
        }
        borders.push(straightened(&line));
    }
    borders
}

fn take(next: &mut BTreeMap<Point, Vec<Point>>, from: Point, to: Point) {
    if let Some(ends) = next.get_mut(&from) {
        if let Some(i) = ends.iter().position(|&end| end == to) {
            ends.remove(i);
        }
        if ends.is_empty() {
            next.remove(&from);
        }
    }
}

/// The sides at the border of cells: from each corner to where sides lead from it, the cell to the
/// right.
fn border_sides(lattice: &Lattice, sites: &[Point]) -> BTreeMap<Point, Vec<Point>> {
    let mut next: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    let sides = sides(sites.iter().map(|&site| lattice.outline(site)));
    for ways in sides.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
        if let [(lesser, greater, forward)] = *ways {
            let (from, to) = if forward { (lesser, greater) } else { (greater, lesser) };
            next.entry(from).or_default().push(to);
        }
    }
    next
}

/// The turn at a point, in radians, positive where it is clockwise.
fn turn(page: &Page, from: Point, at: Point, to: Point) -> f64 {
    let [a, b, c] = [from, at, to].map(|p| page.at(p));
    let (before, after) = ([b[0] - a[0], b[1] - a[1]], [c[0] - b[0], c[1] - b[1]]);
    (before[0] * after[1] - before[1] * after[0]).atan2(before[0] * after[0] + before[1] * after[1])
}

/// A closed line without the points in the middle of its straight runs.
pub(super) fn straightened(line: &[Point]) -> Vec<Point> {
    let n = line.len();
    (0..n)
        .filter(|&i| !is_straight(line[(i + n - 1) % n], line[i], line[(i + 1) % n]))
        .map(|i| line[i])
        .collect()
}

/// Returns whether a path goes straight on at its middle point.
pub(super) fn is_straight(a: Point, b: Point, c: Point) -> bool {
    let (d, e) = (b - a, c - b);
    let cross = i64::from(d.x) * i64::from(e.y) - i64::from(d.y) * i64::from(e.x);
    let dot = i64::from(d.x) * i64::from(e.x) + i64::from(d.y) * i64::from(e.y);
    // Directions of one lattice that are parallel are multiples of each other; so the sign of the
    // product tells whether they agree, whatever the angle of the axes.
    cross == 0 && dot > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::square;
    use crate::make::laser::path::area;
    use crate::polyform::art::shape_sites;

    const SHARP: Corners = Corners { convex: CornerForm::Sharp, concave: CornerForm::Sharp };

    fn areas(art: &[&str], by: f64) -> Vec<f64> {
        let sites = shape_sites(&square::LATTICE, art).unwrap();
        let page = Page::around(&square::LATTICE, []);
        let contours = contours(&page, &sites, 10.0, by, SHARP).unwrap();
        let mut areas: Vec<f64> = contours.iter().map(|c| (area(c) * 1e6).round() / 1e6).collect();
        areas.sort_by(f64::total_cmp);
        areas
    }

    #[test]
    fn a_ring_shrinks_at_both_borders() {
        assert_eq!(areas(&["XXX", "X.X", "XXX"], -1.0), [-144.0, 784.0]);
    }

    #[test]
    fn cells_that_touch_at_a_corner_are_apart_unless_they_grow() {
        assert_eq!(areas(&["X.", ".X"], -1.0), [64.0, 64.0]);
        assert_eq!(areas(&["X.", ".X"], 0.0), [100.0, 100.0]);
        assert_eq!(areas(&["X.", ".X"], 1.0), [2.0 * 144.0 - 4.0]);
        // A hole that touches the outside at a corner.
        assert_eq!(areas(&["XX.", "X.X", "XXX"], -1.0).len(), 1);
        assert_eq!(areas(&["XX.", "X.X", "XXX"], 1.0).len(), 2);
    }
}
