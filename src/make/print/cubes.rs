//! The surface of a polycube with clearance and bevel.
//!
//! The faces of its cubes come first, in integers: each knows the face beyond each of its sides, and
//! whether the surface folds out there (convex), goes on flat, or folds in (concave). Faces that follow
//! each other flat around a vertex form a sheet. A sheet is moved inwards by the clearance and
//! ends short of convex edges by the bevel; concave edges stay sharp. So around every
//! vertex of the lattice each sheet has one corner, or two; strips join the sheets along convex edges
//! and a small polygon closes the surface around the vertex. Where cubes touch along an edge or at
//! a corner only, each keeps its own corners, so that the surface stays a manifold.

use std::collections::{BTreeMap, BTreeSet};

use super::mesh::{Mesh, Weld};
use super::polygon;
use crate::lattice::Point;
use crate::picture::space::Xyz;

/// Lengths of the piece, in millimetres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measures {
    /// The side of a cube.
    pub(super) unit: f64,
    /// The distance by which each face is moved inwards.
    pub(super) clearance: f64,
    /// The legs of the bevel of convex edges.
    pub(super) bevel: f64,
}

/// The fold of the surface at a side of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fold {
    Convex,
    Flat,
    Concave,
}

/// A face of a cube that is seen from outside, and what is around it.
struct Face {
    centre: Point,
    /// The outward normal.
    normal: Point,
    /// The lattice's vertices around it, counterclockwise from outside.
    corners: [Point; 4],
    /// For the side from each corner to the next: the fold, the face beyond and its side there.
    beyond: [(Fold, usize, usize); 4],
    /// The vertices of the mesh at each corner, one or two.
    ends: [Vec<u32>; 4],
}

fn unit(axis: usize, sign: i32) -> Point {
    let mut p = [0; 3];
    p[axis] = sign;
    Point::from(p)
}

fn times(p: Point, n: i32) -> Point {
    Point::new(p.x * n, p.y * n, p.z * n)
}

/// The faces of some cubes, in the order of the cubes.
fn faces(cubes: &[Point]) -> Vec<Face> {
    let known: BTreeSet<Point> = cubes.iter().copied().collect();
    let mut faces: Vec<Face> = Vec::new();
    let mut index = BTreeMap::new();
    for &cube in &known {
        for axis in 0..3 {
            for sign in [-1, 1] {
                let normal = unit(axis, sign);
                if known.contains(&(cube + times(normal, 2))) {
                    continue;
                }
                let (centre, e1, e2) =
                    (cube + normal, unit((axis + 1) % 3, 1), unit((axis + 2) % 3, 1));
                let mut corners =
                    [centre - e1 - e2, centre + e1 - e2, centre + e1 + e2, centre - e1 + e2];
                if sign < 0 {
                    corners.reverse();
                }
                index.insert(centre, faces.len());
                let beyond = [(Fold::Flat, 0, 0); 4];
                faces.push(Face { centre, normal, corners, beyond, ends: Default::default() });
            }
        }
    }
    for n in 0..faces.len() {
        for side in 0..4 {
            let (fold, centre) = beyond(&known, &faces[n], side);
            let other = index[&centre];
            // The side is that of both faces, run through the other way.
            let ends = [faces[n].corners[(side + 1) % 4], faces[n].corners[side]];
            let there = (0..4)
                .find(|&j| [faces[other].corners[j], faces[other].corners[(j + 1) % 4]] == ends)
                .expect("faces beyond a side share it");
            faces[n].beyond[side] = (fold, other, there);
        }
    }
    faces
}

/// Returns what is beyond a side of a face: the fold and the centre of the face. Where four faces
/// meet at an edge, those of one cube belong together.
fn beyond(cubes: &BTreeSet<Point>, face: &Face, side: usize) -> (Fold, Point) {
    let cube = face.centre - face.normal;
    let (a, b) = (face.corners[side], face.corners[(side + 1) % 4]);
    let sum = a + b;
    let outwards = Point::new(sum.x / 2, sum.y / 2, sum.z / 2) - face.centre;
    let beside = cube + times(outwards, 2);
    if !cubes.contains(&beside) {
        (Fold::Convex, cube + outwards)
    } else if !cubes.contains(&(beside + times(face.normal, 2))) {
        (Fold::Flat, beside + face.normal)
    } else {
        (Fold::Concave, beside + times(face.normal, 2) - outwards)
    }
}

/// Some faces around a vertex that follow each other flat.
struct FlatFan {
    /// The faces and which of their corners is at the vertex.
    faces: Vec<(usize, usize)>,
    /// The folds of the surface before the first and after the last, if there are any.
    folds: [Fold; 2],
}

/// The surface of some cubes, in millimetres from the lattice's origin, y as in the lattice's hand.
pub(super) fn mesh(cubes: &[Point], measures: Measures) -> Mesh {
    let mut faces = faces(cubes);
    let mut mesh = Mesh::default();
    let cycles = cycles(&faces);
    let touching = touching_vertices(&faces, &cycles);
    for cycle in cycles {
        let vertex = faces[cycle[0].0].corners[cycle[0].1];
        close_vertex(&mut mesh, &mut faces, &cycle, touching.contains(&vertex), measures);
    }
    for n in 0..faces.len() {
        let face = &faces[n];
        add_face(&mut mesh, face);
        for side in 0..4 {
            let (fold, other, there) = face.beyond[side];
            if fold == Fold::Convex && n < other {
                let ends = |face: &Face, side: usize| {
                    let last = face.ends[side].last();
                    (*last.expect("closed"), face.ends[(side + 1) % 4][0])
                };
                let ((a, b), (c, d)) = (ends(face, side), ends(&faces[other], there));
                mesh.quad([b, a, d, c]);
            }
        }
    }
    mesh
}

/// Returns whether some of the cubes touch each other only along an edge or at a corner.
pub(super) fn touches_along_edges(cubes: &[Point]) -> bool {
    let faces = faces(cubes);
    let known: BTreeSet<Point> = cubes.iter().copied().collect();
    // Beyond a convex side nothing is, unless a cube touches there.
    let along_edge = faces.iter().any(|face| {
        let cube = face.centre - face.normal;
        (0..4).filter(|&side| face.beyond[side].0 == Fold::Convex).any(|side| {
            let outwards = faces[face.beyond[side].1].normal;
            known.contains(&(cube + times(outwards + face.normal, 2)))
        })
    });
    // Two hollows that meet at a corner leave the cubes around it joined.
    let joined = |vertex: &Point| {
        let around = |n: usize| {
            let sign = |bit: usize| if n >> bit & 1 == 1 { 1 } else { -1 };
            *vertex + Point::new(sign(0), sign(1), sign(2))
        };
        (0..8).filter(|&n| known.contains(&around(n))).count() > 4
    };
    along_edge || touching_vertices(&faces, &cycles(&faces)).iter().any(|vertex| !joined(vertex))
}

/// The vertices around which the surface closes more than once: cubes or hollows touch there.
fn touching_vertices(faces: &[Face], cycles: &[Vec<(usize, usize)>]) -> BTreeSet<Point> {
    let mut closed = BTreeSet::new();
    let vertex = |cycle: &Vec<(usize, usize)>| faces[cycle[0].0].corners[cycle[0].1];
    cycles.iter().map(vertex).filter(|&vertex| !closed.insert(vertex)).collect()
}

/// Returns whether the surface of some cubes closes around some vertex more than once.
#[cfg(test)]
pub(super) fn touches_at_vertices(cubes: &[Point]) -> bool {
    let faces = faces(cubes);
    !touching_vertices(&faces, &cycles(&faces)).is_empty()
}

/// The corners of all faces, in the order in which the surface goes around each vertex.
fn cycles(faces: &[Face]) -> Vec<Vec<(usize, usize)>> {
    let mut seen: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut cycles = Vec::new();
    for start in (0..faces.len()).flat_map(|face| (0..4).map(move |corner| (face, corner))) {
        if !seen.contains(&start) {
            let cycle = around(faces, start);
            seen.extend(&cycle);
            cycles.push(cycle);
        }
    }
    cycles
}

/// The faces around a vertex, with their corners there, in the order in which the surface goes on.
fn around(faces: &[Face], start: (usize, usize)) -> Vec<(usize, usize)> {
    let mut cycle = vec![start];
    loop {
        let (face, corner) = cycle[cycle.len() - 1];
        let (_, other, side) = faces[face].beyond[corner];
        let next = (other, (side + 1) % 4);
        if next == start {
            return cycle;
        }
        cycle.push(next);
    }
}

/// The sheets of a cycle around a vertex.
fn sheets(faces: &[Face], cycle: &[(usize, usize)]) -> Vec<FlatFan> {
    let fold = |&(face, corner): &(usize, usize)| faces[face].beyond[corner].0;
    let Some(last) = cycle.iter().position(|c| fold(c) != Fold::Flat) else {
        return vec![FlatFan { faces: cycle.to_vec(), folds: [Fold::Flat; 2] }];
    };
    let mut sheets = Vec::new();
    let mut before = fold(&cycle[last]);
    let mut open = Vec::new();
    for n in 1..=cycle.len() {
        let corner = cycle[(last + n) % cycle.len()];
        open.push(corner);
        let after = fold(&corner);
        if after != Fold::Flat {
            sheets.push(FlatFan { faces: std::mem::take(&mut open), folds: [before, after] });
            before = after;
        }
    }
    sheets
}

/// Returns the distance from an edge at which a sheet ends.
fn inset(fold: Fold, measures: Measures) -> f64 {
    match fold {
        Fold::Convex => measures.clearance + measures.bevel,
        _ => -measures.clearance,
    }
}

/// For each sheet around a vertex how far along its two edges, away from the vertex, it has its
/// corners. `touching` says whether the surface closes around the vertex more than once.
fn corners_along_edges(sheets: &[FlatFan], touching: bool, measures: Measures) -> Vec<[f64; 2]> {
    // The corner of a hollow that touches another one keeps so far away that it does not open
    // into it.
    let is_hollow = |sheet: &FlatFan| sheet.faces.len() == 1 && sheet.folds == [Fold::Concave; 2];
    let hollow = touching && sheets.iter().all(is_hollow);
    // Where the two borders of a sheet meet, if they do.
    let wish = |sheet: &FlatFan| {
        let [l, r] = sheet.folds;
        let [by_l, by_r] = [l, r].map(|fold| inset(fold, measures));
        match sheet.faces.len() {
            _ if hollow => [Some(3.0 * measures.clearance); 2],
            1 => [Some(by_r), Some(by_l)],
            3 => [Some(-by_r), Some(-by_l)],
            _ if l == r => [Some(0.0), Some(0.0)],
            _ => [None, None],
        }
    };
    let wishes: Vec<[Option<f64>; 2]> = sheets.iter().map(wish).collect();
    let n = sheets.len();
    let along = |i: usize, end: usize| -> Option<f64> {
        if sheets[i].folds[end] != Fold::Concave {
            return wishes[i][end];
        }
        // Along a concave edge two sheets have one vertex: the one farther out.
        let other = if end == 0 { wishes[(i + n - 1) % n][1] } else { wishes[(i + 1) % n][0] };
        match (wishes[i][end], other) {
            (Some(own), Some(other)) => Some(own.max(other)),
            (own, other) => Some(own.or(other).unwrap_or(inset(Fold::Convex, measures))),
        }
    };
    let both = |i: usize| match [along(i, 0), along(i, 1)] {
        [Some(l), Some(r)] => [l, r],
        // Straight on from a concave edge to a convex one: at one place, seen from either.
        [Some(l), None] => [l, -l],
        [None, Some(r)] => [-r, r],
        [None, None] => [0.0; 2],
    };
    (0..n).map(both).collect()
}

/// Puts the vertices of the mesh around a vertex of the lattice, and closes the surface there.
fn close_vertex(
    mesh: &mut Mesh,
    faces: &mut [Face],
    cycle: &[(usize, usize)],
    touching: bool,
    measures: Measures,
) {
    let sheets = sheets(faces, cycle);
    let along = corners_along_edges(&sheets, touching, measures);
    let mut weld = Weld::default();
    let mut ring = Vec::new();
    for (sheet, t) in sheets.iter().zip(along) {
        let (first, last) = (sheet.faces[0], sheet.faces[sheet.faces.len() - 1]);
        let face = &faces[first.0];
        let vertex = face.corners[first.1];
        let base = place(vertex, face.normal, measures);
        let ends = if sheet.folds == [Fold::Flat; 2] {
            [base; 2]
        } else {
            // From the vertex along the edge, and from the edge into the sheet.
            let before = |(f, k): (usize, usize)| half(faces[f].corners[(k + 3) % 4] - vertex);
            let after = |(f, k): (usize, usize)| half(faces[f].corners[(k + 1) % 4] - vertex);
            let [by_first, by_last] = sheet.folds.map(|fold| inset(fold, measures));
            [
                shifted(base, after(first), by_first, before(first), t[0]),
                shifted(base, before(last), by_last, after(last), t[1]),
            ]
        };
        let ends = ends.map(|at| weld.vertex(mesh, at));
        // Where a sheet has two corners, both are on one face: the one beside the concave edge.
        let concave_first = sheet.folds == [Fold::Concave, Fold::Convex];
        let (other, both) = if concave_first { (ends[1], first) } else { (ends[0], last) };
        for &(face, corner) in &sheet.faces {
            faces[face].ends[corner] = vec![other];
        }
        if ends[0] != ends[1] {
            faces[both.0].ends[both.1] = ends.to_vec();
        }
        ring.extend(ends);
    }
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    ring.reverse();
    for k in 2..ring.len() {
        mesh.triangle([ring[0], ring[k - 1], ring[k]]);
    }
}

/// The polygon of a face, in its plane.
fn add_face(mesh: &mut Mesh, face: &Face) {
    let ring: Vec<u32> = face.ends.iter().flatten().copied().collect();
    let axis = face.normal.coordinates().iter().position(|&n| n != 0).expect("a normal");
    let sign = f64::from(face.normal.coordinates()[axis]);
    let flat: Vec<[f64; 2]> = ring
        .iter()
        .map(|&i| {
            let p = mesh.vertices[i as usize];
            [sign * p[(axis + 1) % 3], p[(axis + 2) % 3]]
        })
        .collect();
    let cut = polygon::triangles(&flat).unwrap_or_else(|| {
        debug_assert!(false, "the bevel is less than half a unit");
        (2..ring.len()).map(|k| [0, k - 1, k]).collect()
    });
    for triangle in cut {
        mesh.triangle(triangle.map(|i| ring[i]));
    }
}

/// Where a vertex of the lattice lies in the plane of a face that is moved inwards.
fn place(vertex: Point, normal: Point, measures: Measures) -> Xyz {
    let (v, n) = (vertex.coordinates(), normal.coordinates());
    [0, 1, 2].map(|k| f64::from(v[k]) * measures.unit / 2.0 - f64::from(n[k]) * measures.clearance)
}

fn half(p: Point) -> Point {
    Point::new(p.x / 2, p.y / 2, p.z / 2)
}

fn shifted(from: Xyz, a: Point, by_a: f64, b: Point, by_b: f64) -> Xyz {
    let (a, b) = (a.coordinates(), b.coordinates());
    [0, 1, 2].map(|k| from[k] + f64::from(a[k]) * by_a + f64::from(b[k]) * by_b)
}
