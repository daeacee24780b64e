//! The faces of bodies that can be seen from somewhere, and what is drawn along their sides.

use std::collections::BTreeMap;

use super::{Body, FINENESS, Xyz};
use crate::lattice::{Lattice, Point};

/// The two axes along a face, for each axis that it may be square to.
const ALONG: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

/// The line drawn along a side of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A line in ink: the body ends or folds there.
    Edge,
    /// A thin line: the body continues in the same plane.
    Flat,
    /// No line: the face continues, and was only cut there for the depth order.
    Cut,
}

/// A rectangle square to an axis; places in parts of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Face {
    pub(super) body: usize,
    /// The axis that it is square to.
    pub(super) axis: usize,
    /// True if the body lies below it, so that it faces up along the axis.
    pub(super) up: bool,
    /// Where it lies on that axis.
    pub(super) plane: i64,
    /// From where to where it goes along the two other axes.
    pub(super) low: [i64; 2],
    pub(super) high: [i64; 2],
    /// The line from each corner to the next.
    pub(super) sides: [Side; 4],
}

impl Face {
    /// Its corners, going around.
    pub(super) fn corners(&self) -> [[i64; 3]; 4] {
        let [b, c] = ALONG[self.axis];
        let ([b0, c0], [b1, c1]) = (self.low, self.high);
        [[b0, c0], [b1, c0], [b1, c1], [b0, c1]].map(|[at_b, at_c]| {
            let mut p = [self.plane; 3];
            p[b] = at_b;
            p[c] = at_c;
            p
        })
    }

    /// From where to where it goes along an axis.
    pub(super) fn range(&self, axis: usize) -> [i64; 2] {
        match ALONG[self.axis].iter().position(|&along| along == axis) {
            Some(k) => [self.low[k], self.high[k]],
            None => [self.plane, self.plane],
        }
    }

    /// Its two parts below and above a plane that goes through it.
    pub(super) fn cut(&self, axis: usize, plane: i64) -> [Face; 2] {
        let k = usize::from(ALONG[self.axis][1] == axis);
        let (mut below, mut above) = (self.clone(), self.clone());
        below.high[k] = plane;
        above.low[k] = plane;
        // Side 0 is where the second coordinate is least, 1 where the first is greatest, …
        below.sides[[1, 2][k]] = Side::Cut;
        above.sides[[3, 0][k]] = Side::Cut;
        [below, above]
    }
}

/// The least and the greatest corner of a site, in units.
pub(super) fn span(lattice: &Lattice, site: Point) -> [Xyz; 2] {
    let unit = f64::from(lattice.period);
    let corners = lattice.corners(site);
    let places = corners.iter().map(|corner| corner.coordinates().map(|n| f64::from(n) / unit));
    places.fold([[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]], |[low, high], p| {
        [[0, 1, 2].map(|k| low[k].min(p[k])), [0, 1, 2].map(|k| high[k].max(p[k]))]
    })
}

/// Where a face is: its axis, its plane, its least and its greatest corner there.
type Spot = (usize, i64, [i64; 2], [i64; 2]);

/// The faces of some bodies that can be seen from somewhere. Where two boxes touch with their
/// whole faces neither face can be seen, whether they are of one body or of two.
pub(super) fn exposed(lattice: &Lattice, bodies: &[Body]) -> Vec<Face> {
    // At each spot the bodies whose faces look down and up there.
    let mut spots: BTreeMap<Spot, [Option<usize>; 2]> = BTreeMap::new();
    for (number, body) in bodies.iter().enumerate() {
        for &site in &body.sites {
            let fine = |p: Xyz| {
                [0, 1, 2].map(|k| {
                    // The shift is rounded by itself, so that a body is moved as a whole.
                    (p[k] * FINENESS).round() as i64 + (body.shift[k] * FINENESS).round() as i64
                })
            };
            let [low, high] = span(lattice, site).map(fine);
            for (axis, [b, c]) in ALONG.into_iter().enumerate() {
                for (up, plane) in [low[axis], high[axis]].into_iter().enumerate() {
                    let spot = (axis, plane, [low[b], low[c]], [high[b], high[c]]);
                    spots.entry(spot).or_default()[up] = Some(number);
                }
            }
        }
    }
    let seen = |spot: &Spot, up: bool| match spots.get(spot) {
        Some([Some(body), None]) if !up => Some(*body),
        Some([None, Some(body)]) if up => Some(*body),
        _ => None,
    };
    let mut faces = Vec::new();
    for spot in spots.keys() {
        let (axis, plane, low, high) = *spot;
        for up in [false, true] {
            let Some(body) = seen(spot, up) else { continue };
            let size = [high[0] - low[0], high[1] - low[1]];
            let beside = |way: [i64; 2]| {
                let moved = |p: [i64; 2]| [0, 1].map(|k| p[k] + way[k] * size[k]);
                let goes_on = seen(&(axis, plane, moved(low), moved(high)), up) == Some(body);
                if goes_on { Side::Flat } else { Side::Edge }
            };
            let sides = [[0, -1], [1, 0], [0, 1], [-1, 0]].map(beside);
            faces.push(Face { body, axis, up, plane, low, high, sides });
        }
    }
    faces
}
