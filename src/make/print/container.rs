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
    for triangle in cut(&all, &rings)? {
        mesh.triangle(triangle.map(|i| floor[i]));
    }
    let first = all.len();
    all.extend(outline);
    let mut around: Vec<Vec<usize>> =
        rings.iter().map(|ring| ring.iter().rev().copied().collect()).collect();
    around.push((first..first + 4).collect());
    for triangle in cut(&all, &around)? {
        mesh.triangle(triangle.map(|i| if i < first { rim[i] } else { top[i - first] }));
    }
    Some(mesh)
}

/// The triangles of an area with any number of outlines (counterclockwise) and holes (clockwise).
fn cut(points: &[Xy], rings: &[Vec<usize>]) -> Option<Vec<[usize; 3]>> {
    let at = |ring: &Vec<usize>| ring.iter().map(|&i| points[i]).collect::<Vec<Xy>>();
    let (outlines, holes): (Vec<&Vec<usize>>, Vec<&Vec<usize>>) =
        rings.iter().partition(|ring| polygon::area(&at(ring)) > 0.0);
    let mut inside: Vec<Vec<Vec<usize>>> = vec![Vec::new(); outlines.len()];
    for hole in holes {
        let size = |&n: &usize| polygon::area(&at(outlines[n]));
        let around = (0..outlines.len())
            .filter(|&n| polygon::contains(&at(outlines[n]), points[hole[0]]))
            .min_by(|a, b| size(a).total_cmp(&size(b)))?;
        inside[around].push(hole.clone());
    }
    let mut triangles = Vec::new();
    for (outline, holes) in outlines.into_iter().zip(inside) {
        triangles.extend(polygon::triangles_with_holes(points, outline, &holes)?);
    }
    Some(triangles)
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
