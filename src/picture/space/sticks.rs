//! Sticks in space: bars of a square section along edges, and a cube at each junction where two of a
//! body meet. At a free end a bar stops short, so that bodies that touch never look like one.

use std::collections::{BTreeMap, HashMap};

use super::faces::{Face, Plane, Side};
use super::{Body, FINENESS, Xyz};
use crate::lattice::{Lattice, Point};

/// Half the thickness of a bar, and the distance of a free end from its junction, in parts of a unit.
const HALF: f64 = 104.0;
const FREE_END: f64 = 256.0;

/// A box along the axes, in parts of a unit: its least and its greatest corner, and whether each face is
/// there, the one at the least coordinate first.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub(super) ends: [Xyz; 2],
    is_open: [[bool; 2]; 3],
}

/// The boxes of a body.
pub(super) fn bars(lattice: &Lattice, body: &Body) -> Vec<Bar> {
    let shift = body.shift.map(|n| (n * FINENESS).round());
    let place = |p: Point| {
        let at = lattice.place(p);
        [0, 1, 2].map(|k| at[k] * FINENESS + shift[k])
    };
    let mut junctions: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for &site in &body.sites {
        for corner in lattice.corners(site) {
            junctions.entry(corner).or_default().push(site);
        }
    }
    // The axis along which an edge runs, and the end of it at which a corner is.
    let way = |from: Point, to: Point| {
        let step = (to - from).coordinates();
        let axis = (0..3).max_by_key(|&k| step[k].abs()).unwrap_or(0);
        (axis, usize::from(step[axis] > 0))
    };
    let mut bars = Vec::new();
    for &site in &body.sites {
        let middle = place(site);
        let mut ends = [middle.map(|n| n - HALF), middle.map(|n| n + HALF)];
        let mut is_open = [[true; 2]; 3];
        for corner in lattice.corners(site) {
            let (axis, end) = way(site, corner);
            let is_joined = junctions[&corner].len() > 1;
            let back = if is_joined { HALF } else { FREE_END };
            let outwards = if end == 1 { 1.0 } else { -1.0 };
            ends[end][axis] = place(corner)[axis] - outwards * back;
            is_open[axis][end] = !is_joined;
        }
        bars.push(Bar { ends, is_open });
    }
    for (corner, sites) in junctions.iter().filter(|(_, sites)| sites.len() > 1) {
        let middle = place(*corner);
        let mut is_open = [[true; 2]; 3];
        for &site in sites {
            let (axis, end) = way(*corner, site);
            is_open[axis][end] = false;
        }
        bars.push(Bar { ends: [middle.map(|n| n - HALF), middle.map(|n| n + HALF)], is_open });
    }
    bars
}

/// The faces of some bodies that can be seen from somewhere.
pub(super) fn exposed(lattice: &Lattice, bodies: &[Body]) -> Vec<Face> {
    let mut faces = Vec::new();
    for (number, body) in bodies.iter().enumerate() {
        for bar in bars(lattice, body) {
            for axis in 0..3 {
                for end in (0..2).filter(|&end| bar.is_open[axis][end]) {
                    faces.push(face(number, &bar, axis, end));
                }
            }
        }
    }
    join(&mut faces);
    faces
}

fn face(body: usize, bar: &Bar, axis: usize, end: usize) -> Face {
    let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    let corner = |a: usize, b: usize| {
        let mut at = bar.ends[end];
        (at[u], at[v]) = (bar.ends[a][u], bar.ends[b][v]);
        at
    };
    let corners = vec![corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
    let mut normal = [0.0; 3];
    normal[axis] = 1.0;
    let plane = Plane { normal, at: bar.ends[end][axis] };
    Face { body, plane, up: end == 1, corners, sides: vec![Side::Edge; 4] }
}

/// Takes the lines away where a body goes on in the same plane.
fn join(faces: &mut [Face]) {
    let key = |face: &Face, i: usize| {
        let [a, b] = [i, (i + 1) % face.corners.len()]
            .map(|k| face.corners[k].map(|n| (n * 16.0).round() as i64));
        (face.plane.key(), face.up, face.body, a.min(b), a.max(b))
    };
    let mut met: HashMap<_, usize> = HashMap::new();
    for face in faces.iter() {
        for i in 0..face.corners.len() {
            *met.entry(key(face, i)).or_default() += 1;
        }
    }
    for face in faces {
        for i in 0..face.corners.len() {
            if met[&key(face, i)] > 1 {
                face.sides[i] = Side::Cut;
            }
        }
    }
}
