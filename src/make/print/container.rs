//! The containers for the pieces: a box for solids, a tray for flat pieces, and a lid that slips
//! over it.

use super::mesh::Mesh;
use super::polygon;
use super::prism::{Plan, inset};
use crate::picture::space::Xyz;
use crate::picture::{Bounds, Xy};

/// The room between the box and the lid around it, on each side, in millimetres.
pub(super) const LID_ROOM: f64 = 0.2;
/// The depth of a lid: this share of the height of the box, in whole millimetres, and the minimum
/// in millimetres.
const LID_SHARE: f64 = 0.2;
const MIN_LID: f64 = 4.0;
/// The least that is left of a wall of the box beside and below a notch, in millimetres.
const BESIDE_NOTCH: f64 = 3.0;
/// The least radius of a notch, in millimetres.
pub(super) const MIN_NOTCH: f64 = 1.0;
/// The straight lines that stand for the half circle of a notch.
const NOTCH_STEPS: usize = 48;

/// An open box around an inner room of some size: floor and walls are equally thick.
pub(super) fn open_box(inner: Xyz, wall: f64) -> Mesh {
    let outer = [inner[0] + 2.0 * wall, inner[1] + 2.0 * wall, inner[2] + wall];
    let mut mesh = Mesh::default();
    let mut ring = |[x0, y0]: Xy, [x1, y1]: Xy, z: f64| {
        [[x0, y0], [x1, y0], [x1, y1], [x0, y1]].map(|[x, y]| mesh.vertex([x, y, z]))
    };
    let (low, high) = ([wall; 2], [wall + inner[0], wall + inner[1]]);
    let rings = [
        ring([0.0; 2], [outer[0], outer[1]], 0.0),
        ring([0.0; 2], [outer[0], outer[1]], outer[2]),
        ring(low, high, outer[2]),
        ring(low, high, wall),
    ];
    let [bottom, .., floor] = rings;
    mesh.quad([bottom[3], bottom[2], bottom[1], bottom[0]]);
    for pair in rings.windows(2) {
        for i in 0..4 {
            let j = (i + 1) % 4;
            mesh.quad([pair[0][i], pair[0][j], pair[1][j], pair[1][i]]);
        }
    }
    mesh.quad(floor);
    mesh
}

/// The greatest radius of the notches of a box around an inner room, in millimetres; less than
/// [`MIN_NOTCH`] where there is no room for any.
pub(super) fn most_notch(inner: Xyz) -> f64 {
    (inner[0].max(inner[1]) / 2.0).min(inner[2]) - BESIDE_NOTCH
}

/// The same box with a half-round notch in the rim of each of its two long walls, of a radius from
/// [`MIN_NOTCH`] to [`most_notch`]; `None` for another one.
pub(super) fn notched_box(inner: Xyz, wall: f64, radius: f64) -> Option<Mesh> {
    if !(MIN_NOTCH..=most_notch(inner)).contains(&radius) {
        return None;
    }
    if inner[0] < inner[1] {
        let turned = notched_box([inner[1], inner[0], inner[2]], wall, radius)?;
        return Some(turned.quarter_turned());
    }
    let [width, depth, height] = [inner[0] + 2.0 * wall, inner[1] + 2.0 * wall, inner[2] + wall];
    let mut mesh = Mesh::default();
    // A face of a long wall: its corners from the lower left counterclockwise as seen from the
    // front, with the notch from right to left before the last one.
    let arc = |i: usize| {
        let (sin, cos) = (std::f64::consts::PI * i as f64 / NOTCH_STEPS as f64).sin_cos();
        [width / 2.0 + radius * cos, height - radius * sin]
    };
    let outline = |by: f64| {
        let mut outline = vec![[by, by], [width - by, by], [width - by, height]];
        outline.extend((0..=NOTCH_STEPS).map(arc));
        outline.push([by, height]);
        outline
    };
    let mut face = |by: f64, y: f64| {
        outline(by).into_iter().map(|[x, z]| mesh.vertex([x, y, z])).collect::<Vec<u32>>()
    };
    let front = [face(0.0, 0.0), face(wall, wall)];
    let back = [face(wall, depth - wall), face(0.0, depth)];
    let first = 3;
    let last = first + NOTCH_STEPS;
    let top = last + 1;
    for ([near, far], [near_by, far_by]) in [(&front, [0.0, wall]), (&back, [wall, 0.0])] {
        for triangle in polygon::triangles(&outline(near_by))? {
            mesh.triangle(triangle.map(|i| near[i]));
        }
        for [a, b, c] in polygon::triangles(&outline(far_by))? {
            mesh.triangle([far[a], far[c], far[b]]);
        }
        mesh.quad([near[top], near[last], far[last], far[top]]);
        mesh.quad([near[first], near[2], far[2], far[first]]);
        for i in first..last {
            mesh.quad([near[i + 1], near[i], far[i], far[i + 1]]);
        }
    }
    let ([outer_front, inner_front], [inner_back, outer_back]) = (&front, &back);
    // Bottom and floor, then the short walls outside, inside and at the rim.
    mesh.quad([outer_back[0], outer_back[1], outer_front[1], outer_front[0]]);
    mesh.quad([inner_front[0], inner_front[1], inner_back[1], inner_back[0]]);
    mesh.quad([outer_back[0], outer_front[0], outer_front[top], outer_back[top]]);
    mesh.quad([outer_front[1], outer_back[1], outer_back[2], outer_front[2]]);
    mesh.quad([inner_front[0], inner_back[0], inner_back[top], inner_front[top]]);
    mesh.quad([inner_back[1], inner_front[1], inner_front[2], inner_back[2]]);
    mesh.quad([outer_front[top], inner_front[top], inner_back[top], outer_back[top]]);
    mesh.quad([outer_front[2], outer_back[2], inner_back[2], inner_front[2]]);
    Some(mesh)
}

/// The room inside the lid of a box with these outer sizes.
pub(super) fn lid_room(outer: Xyz) -> Xyz {
    let depth = (outer[2] * LID_SHARE).floor().max(MIN_LID).min(outer[2]);
    [outer[0] + 2.0 * LID_ROOM, outer[1] + 2.0 * LID_ROOM, depth]
}

/// A tray: a plate with a hollow in the form of an area, with some room around it. `None` when the
/// room makes the hollow overlap itself.
pub(super) fn tray(area: &Plan, depth: f64, wall: f64, room: f64) -> Option<Mesh> {
    let loops = hollow(area, room);
    let bounds = Bounds::of_points(loops.iter().flatten().copied())?;
    let (min, max) = (bounds.min.map(|n| n - wall), bounds.max.map(|n| n + wall));
    let outline = [min, [max[0], min[1]], max, [min[0], max[1]]];
    let mut mesh = Mesh::default();
    // Every point of the hollow's border is there twice: at its floor and at its rim.
    let mut all: Vec<Xy> = Vec::new();
    let mut rings: Vec<Vec<usize>> = Vec::new();
    for ring in &loops {
        rings.push((all.len()..all.len() + ring.len()).collect());
        all.extend(ring);
    }
    let [floor, rim] = [wall, wall + depth]
        .map(|z| all.iter().map(|&[x, y]| mesh.vertex([x, y, z])).collect::<Vec<u32>>());
    let [bottom, top] = [0.0, wall + depth].map(|z| outline.map(|[x, y]| mesh.vertex([x, y, z])));
    mesh.quad([bottom[3], bottom[2], bottom[1], bottom[0]]);
    for i in 0..4 {
        let j = (i + 1) % 4;
        mesh.quad([bottom[i], bottom[j], top[j], top[i]]);
    }
    // The border goes around the hollow counterclockwise, and its walls look inwards.
    for ring in &rings {
        for (k, &i) in ring.iter().enumerate() {
            let j = ring[(k + 1) % ring.len()];
            mesh.quad([floor[j], floor[i], rim[i], rim[j]]);
        }
    }
    for triangle in polygon::triangles_of_rings(&all, &rings)? {
        mesh.triangle(triangle.map(|i| floor[i]));
    }
    let first = all.len();
    all.extend(outline);
    let mut around: Vec<Vec<usize>> =
        rings.iter().map(|ring| ring.iter().rev().copied().collect()).collect();
    around.push((first..first + 4).collect());
    for triangle in polygon::triangles_of_rings(&all, &around)? {
        mesh.triangle(triangle.map(|i| if i < first { rim[i] } else { top[i - first] }));
    }
    Some(mesh)
}

/// The borders of an area with some room around it; the area lies to the left. Where cells touch at a
/// corner the hollow goes on through it, so that what stands between stays apart.
fn hollow(area: &Plan, room: f64) -> Vec<Vec<Xy>> {
    area.borders()
        .into_iter()
        .map(|border| {
            let n = border.len();
            let normal = |i: usize| {
                let ([ax, ay], [bx, by]) = (border[i % n], border[(i + 1) % n]);
                let length = (bx - ax).hypot(by - ay);
                [(by - ay) / length, (ax - bx) / length]
            };
            (0..n).map(|i| inset(border[i], normal(i + n - 1), normal(i), -room)).collect()
        })
        .collect()
}
