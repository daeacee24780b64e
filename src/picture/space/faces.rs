//! The faces of bodies that can be seen from somewhere, and what is drawn along their sides.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::{Body, FINENESS, Xyz, dot};
use crate::lattice::{Lattice, Point};

/// The distance within which a place lies in a plane, in parts of a unit: far less than any face is
/// wide, and more than rounding comes to.
pub(super) const IN_PLANE: f64 = 1e-3;

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

/// A plane of space: the places p with normal · p = at, in parts of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    /// Of length 1; the first coordinate that is not 0 is positive.
    pub(super) normal: Xyz,
    pub(super) at: f64,
}

impl Plane {
    /// The distance of a place above it.
    pub(super) fn above(&self, p: Xyz) -> f64 {
        dot(self.normal, p) - self.at
    }

    /// The key that tells planes apart, whatever rounding did: in the order x, y, z of axes they
    /// are square to.
    pub(super) fn key(&self) -> PlaneKey {
        (Reverse(self.normal.map(|n| (n * 1e6).round() as i64)), (self.at * 16.0).round() as i64)
    }
}

/// A plane in whole numbers.
pub(super) type PlaneKey = (Reverse<[i64; 3]>, i64);

/// A convex polygon; places in parts of a unit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Face {
    pub(super) body: usize,
    pub(super) plane: Plane,
    /// True if the body lies below the plane, so that it faces up along the normal.
    pub(super) up: bool,
    /// Its corners, going around.
    pub(super) corners: Vec<Xyz>,
    /// The line from each corner to the next.
    pub(super) sides: Vec<Side>,
}

impl Face {
    /// From where to where it goes along the normal of a plane, counted from there.
    pub(super) fn range(&self, plane: &Plane) -> [f64; 2] {
        let places = self.corners.iter().map(|&p| plane.above(p));
        places.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], n| [low.min(n), high.max(n)])
    }

    /// Its two parts below and above a plane that goes through it.
    pub(super) fn cut(&self, plane: &Plane) -> [Face; 2] {
        [-1.0, 1.0].map(|side| {
            let (mut corners, mut sides) = (Vec::new(), Vec::new());
            let n = self.corners.len();
            for i in 0..n {
                let (a, b) = (self.corners[i], self.corners[(i + 1) % n]);
                // What lies in the plane but for rounding lies in it.
                let [from, to] = [a, b].map(|p| side * plane.above(p));
                let [from, to] = [from, to].map(|n| if n.abs() <= IN_PLANE { 0.0 } else { n });
                if from >= 0.0 {
                    corners.push(a);
                    sides.push(self.sides[i]);
                }
                if (from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0) {
                    let share = from / (from - to);
                    corners.push([0, 1, 2].map(|k| a[k] + share * (b[k] - a[k])));
                    // Where it leaves this part the cut begins, and where it enters the side goes on.
                    sides.push(if from > 0.0 { Side::Cut } else { self.sides[i] });
                } else if from == 0.0 && to < 0.0 {
                    let last = sides.len() - 1;
                    sides[last] = Side::Cut;
                }
            }
            Face { corners, sides, ..self.clone() }
        })
    }
}

/// The least and the greatest coordinates of a site, in units.
pub(super) fn span(lattice: &Lattice, site: Point) -> [Xyz; 2] {
    if lattice.balls {
        let middle = lattice.place(site);
        return [-0.5, 0.5].map(|radius| middle.map(|n| n + radius));
    }
    let places = lattice.corners(site).into_iter().map(|corner| lattice.place(corner));
    places.fold([[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]], |[low, high], p| {
        [[0, 1, 2].map(|k| low[k].min(p[k])), [0, 1, 2].map(|k| high[k].max(p[k]))]
    })
}

/// A corner in whole numbers.
type CornerKey = [i64; 3];

fn corner_key(p: Xyz) -> CornerKey {
    p.map(|n| (n * 16.0).round() as i64)
}

/// The faces of some bodies that can be seen from somewhere. Where two cells touch with their whole
/// faces neither face can be seen, whether they are of one body or of two; of two bodies with a site in
/// common the later one is seen there.
///
/// Cost: linear in the sites, and n log n in the faces that are seen.
pub(super) fn exposed(lattice: &Lattice, bodies: &[Body]) -> Vec<Face> {
    // Cells touch with their whole faces if they were moved alike. A shift is rounded by itself, so that
    // a body is moved as a whole.
    let shift = |body: &Body| body.shift.map(|n| (n * FINENESS).round() as i64);
    let mut owners: FxHashMap<(Point, [i64; 3]), usize> = FxHashMap::default();
    for (number, body) in bodies.iter().enumerate() {
        owners.extend(body.sites.iter().map(|&site| ((site, shift(body)), number)));
    }
    let mut faces = Vec::new();
    for (number, body) in bodies.iter().enumerate() {
        let shift = shift(body);
        let owner = |site: Point| owners.get(&(site, shift));
        for &site in body.sites.iter().filter(|&&site| owner(site) == Some(&number)) {
            let is_open = |next: Option<Point>| next.and_then(owner).is_none();
            if !lattice.across(site).any(is_open) {
                continue;
            }
            for (face, next) in lattice.faces(site).into_iter().zip(lattice.across(site)) {
                let place = |&corner: &Point| {
                    let p = lattice.place(corner);
                    [0, 1, 2].map(|k| p[k] * FINENESS + shift[k] as f64)
                };
                let corners: Vec<Xyz> = face.iter().map(place).collect();
                if is_open(next)
                    && let Some((plane, up)) = plane_of(&corners)
                {
                    let sides = vec![Side::Edge; corners.len()];
                    faces.push(Face { body: number, plane, up, corners: ordered(corners), sides });
                }
            }
        }
    }
    faces.sort_by_cached_key(|face| {
        let mut corners: Vec<CornerKey> = face.corners.iter().map(|&p| corner_key(p)).collect();
        corners.sort_unstable();
        (face.plane.key(), corners)
    });
    join(&mut faces);
    faces
}

/// Makes sides thin where a body goes on in the same plane.
fn join(faces: &mut [Face]) {
    let key = |face: &Face, i: usize| {
        let [a, b] = [i, (i + 1) % face.corners.len()].map(|k| corner_key(face.corners[k]));
        (face.plane.key(), face.up, face.body, a.min(b), a.max(b))
    };
    let mut met: FxHashMap<_, usize> = FxHashMap::default();
    for face in faces.iter() {
        for i in 0..face.corners.len() {
            *met.entry(key(face, i)).or_default() += 1;
        }
    }
    for face in faces {
        for i in 0..face.corners.len() {
            if met[&key(face, i)] > 1 {
                face.sides[i] = Side::Flat;
            }
        }
    }
}

/// The plane of the corners of a face of a lattice, and whether outside is along its normal.
fn plane_of(corners: &[Xyz]) -> Option<(Plane, bool)> {
    let way = |k: usize| [0, 1, 2].map(|i| corners[k][i] - corners[0][i]);
    let [a, b] = [way(1), way(corners.len() - 1)];
    let normal = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let length = dot(normal, normal).sqrt();
    let normal = normal.map(|n| n / length).map(|n| if n.abs() < 1e-9 { 0.0 } else { n });
    let up = *normal.iter().find(|n| **n != 0.0)? > 0.0;
    let normal = if up { normal } else { normal.map(|n| 0.0 - n) };
    Some((Plane { normal, at: dot(normal, corners[0]) }, up))
}

/// The same corners from the least on, towards the greater of its two neighbours.
fn ordered(corners: Vec<Xyz>) -> Vec<Xyz> {
    let n = corners.len();
    let key = |i: usize| corner_key(corners[i % n]);
    let first = (0..n).min_by_key(|&i| key(i)).unwrap_or(0);
    let forwards = key(first + 1) > key(first + n - 1);
    (0..n).map(|i| corners[if forwards { first + i } else { first + n - i } % n]).collect()
}
