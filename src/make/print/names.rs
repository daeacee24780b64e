//! Names on flat faces, raised or engraved.
//!
//! Triangles of one plane and one paint that hold together are a face. One with room for the name is
//! cut anew: a frame around the rectangle of the name, what lies between its letters, their walls, and
//! the letters at their own height. So the surface stays closed and does not cut itself.

use std::collections::BTreeMap;

use super::mesh::{Mesh, cross, dot, less, unit_length};
use super::paints::Paint;
use super::polygon;
use super::room::room;
use crate::make::glyphs::Glyphs;
use crate::picture::space::Xyz;
use crate::picture::{Bounds, Xy};

/// The least distance of letters from the border of their face, as a share of their height.
const MARGIN: f64 = 0.16;
/// The same as a share of their depth, so that what lies below a letter is as thick where faces meet at
/// 45°.
const MARGIN_TO_DEPTH: f64 = 1.5;
/// Points of a letter that are nearer to each other are one, in millimetres.
const NEAR: f64 = 1e-3;
/// The greatest distance of a corner from the plane of its face, in millimetres.
const FLAT: f64 = 1e-5;

/// The letters in which names are written: their height, and how far they rise above the face; less
/// than 0 where they are engraved.
pub(super) struct Writing {
    pub(super) glyphs: Glyphs,
    pub(super) height: f64,
    pub(super) rise: f64,
}

/// A surface and what its triangles are painted with; no paints if none has one.
type Painted = (Mesh, Vec<Option<Paint>>);

impl Writing {
    /// A surface with a name on it: on the face that looks up if it has room, else on the largest
    /// other one that has; raised letters are never below. `None` if no face has room.
    ///
    /// Cost: n log n in the triangles, the square of the corners of letters.
    pub(super) fn on(&self, mesh: &Mesh, paints: &[Option<Paint>], name: &str) -> Option<Painted> {
        let word = Word::new(self, name)?;
        let mut faces = faces(mesh, paints);
        faces.retain(|face| face.area >= word.size[0] * word.size[1]);
        faces.retain(|face| self.rise < 0.0 || face.normal[2] > -0.5);
        let rank = |face: &Face| match face.normal[2] {
            z if z > 0.999 => 0,
            z if z > -0.5 => 1,
            _ => 2,
        };
        // Areas are compared by the thousandth, so that the same face is chosen on every machine.
        let size = |face: &Face| -(face.area * 1000.0).round() as i64;
        faces.sort_by_key(|face| (rank(face), size(face)));
        faces.iter().find_map(|face| {
            let borders = face.borders(mesh)?;
            let place = place(mesh, face, &borders, word.size)?;
            let written = cut(mesh, paints, face, &borders, &place, &word, self.rise)?;
            written.0.is_watertight().then_some(written)
        })
    }
}

/// The borders of letters, around the origin, y up: those of the letters counterclockwise, those of what
/// is open inside clockwise.
struct Word {
    rings: Vec<Vec<Xy>>,
    /// Half the width and height of the rectangle that is cut out for it.
    half: Xy,
    /// The room that it needs.
    size: Xy,
}

impl Word {
    fn new(writing: &Writing, name: &str) -> Option<Word> {
        let height = writing.height;
        let mut rings: Vec<Vec<Xy>> = Vec::new();
        for contour in writing.glyphs.text(name.trim(), height) {
            let ends = contour.segments.iter().map(|segment| segment.to());
            let mut ring: Vec<Xy> =
                std::iter::once(contour.start).chain(ends).map(|[x, y]| [x, -y]).collect();
            let is_near = |a: Xy, b: Xy| (a[0] - b[0]).hypot(a[1] - b[1]) < NEAR;
            ring.dedup_by(|a, b| is_near(*a, *b));
            while ring.len() > 1 && is_near(ring[0], ring[ring.len() - 1]) {
                ring.pop();
            }
            if ring.len() > 2 {
                rings.push(ring);
            }
        }
        let is_open: Vec<bool> = (0..rings.len())
            .map(|n| {
                let around = |m: usize| m != n && polygon::contains(&rings[m], rings[n][0]);
                (0..rings.len()).filter(|&m| around(m)).count() % 2 == 1
            })
            .collect();
        for (ring, is_open) in rings.iter_mut().zip(is_open) {
            if (polygon::area(ring) < 0.0) != is_open {
                ring.reverse();
            }
        }
        let Bounds { min, max } = Bounds::of_points(rings.iter().flatten().copied())?;
        // Names with and without descenders stand on one baseline.
        let (low, high) = (min[1].min(0.0), max[1].max(height));
        let middle = [(min[0] + max[0]) / 2.0, (low + high) / 2.0];
        for point in rings.iter_mut().flatten() {
            *point = [0, 1].map(|k| point[k] - middle[k]);
        }
        let margin = (MARGIN * height).max(-MARGIN_TO_DEPTH * writing.rise);
        let size = [max[0] - min[0], high - low].map(|n| n + 2.0 * margin);
        Some(Word { rings, half: size.map(|n| (n - margin) / 2.0), size })
    }
}

/// A face: its triangles, its outward normal and its area.
struct Face {
    triangles: Vec<usize>,
    normal: Xyz,
    area: f64,
}

fn faces(mesh: &Mesh, paints: &[Option<Paint>]) -> Vec<Face> {
    let mut beside: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    for (n, &[a, b, c]) in mesh.triangles.iter().enumerate() {
        beside.extend([(a, b), (b, c), (c, a)].map(|edge| (edge, n)));
    }
    let area = |n: usize| {
        let [a, b, c] = mesh.corners(&mesh.triangles[n]);
        let twice = cross(less(b, a), less(c, a));
        dot(twice, twice).sqrt() / 2.0
    };
    let areas: Vec<f64> = (0..mesh.triangles.len()).map(area).collect();
    let mut seen = vec![false; mesh.triangles.len()];
    let mut seeds: Vec<usize> = (0..mesh.triangles.len()).collect();
    // The plane of a large triangle is known best.
    seeds.sort_by(|&a, &b| areas[b].total_cmp(&areas[a]));
    let mut faces = Vec::new();
    for seed in seeds {
        if seen[seed] {
            continue;
        }
        let normal = mesh.normal(&mesh.triangles[seed]);
        let [origin, ..] = mesh.corners(&mesh.triangles[seed]);
        let lies = |n: usize| {
            let triangle = &mesh.triangles[n];
            paints.get(n) == paints.get(seed)
                && dot(mesh.normal(triangle), normal) > 0.5
                && mesh.corners(triangle).iter().all(|p| dot(less(*p, origin), normal).abs() < FLAT)
        };
        let mut face = Face { triangles: Vec::new(), normal, area: 0.0 };
        let mut open = vec![seed];
        while let Some(n) = open.pop() {
            if seen[n] || n != seed && !lies(n) {
                continue;
            }
            seen[n] = true;
            face.triangles.push(n);
            face.area += areas[n];
            let [a, b, c] = mesh.triangles[n];
            open.extend([(b, a), (c, b), (a, c)].iter().filter_map(|edge| beside.get(edge)));
        }
        faces.push(face);
    }
    faces
}

impl Face {
    /// Its borders as vertices, the face to their left. `None` where it touches itself at a corner.
    fn borders(&self, mesh: &Mesh) -> Option<Vec<Vec<u32>>> {
        let edges = |&n: &usize| {
            let [a, b, c] = mesh.triangles[n];
            [(a, b), (b, c), (c, a)]
        };
        let all: std::collections::BTreeSet<(u32, u32)> =
            self.triangles.iter().flat_map(edges).collect();
        let mut onwards = BTreeMap::new();
        for &(a, b) in all.iter().filter(|(a, b)| !all.contains(&(*b, *a))) {
            if onwards.insert(a, b).is_some() {
                return None;
            }
        }
        let mut borders = Vec::new();
        while let Some((start, mut at)) = onwards.pop_first() {
            let mut border = vec![start];
            while at != start {
                border.push(at);
                at = onwards.remove(&at)?;
            }
            borders.push(border);
        }
        Some(borders)
    }
}

/// A place for a name: its middle, and the directions of its lines and of its height.
struct Place {
    middle: Xyz,
    across: Xyz,
    up: Xyz,
}

impl Place {
    /// Where a vertex lies as seen from it.
    fn flat(&self, p: Xyz) -> Xy {
        let off = less(p, self.middle);
        [dot(off, self.across), dot(off, self.up)]
    }

    /// Where a point lies above the face.
    fn at(&self, [x, y]: Xy, normal: Xyz, rise: f64) -> Xyz {
        [0, 1, 2].map(|k| self.middle[k] + x * self.across[k] + y * self.up[k] + rise * normal[k])
    }
}

/// The place with the most room on a face, its lines level if it has room so, else along one of its sides.
fn place(mesh: &Mesh, face: &Face, borders: &[Vec<u32>], size: Xy) -> Option<Place> {
    let n = face.normal;
    let level =
        if n[2].abs() > 1.0 - 1e-6 { [n[2].signum(), 0.0, 0.0] } else { [-n[1], n[0], 0.0] };
    let level = unit_length(level);
    let up = cross(n, level);
    let middle = mesh.vertices[borders.first()?[0] as usize];
    let base = Place { middle, across: level, up };
    let rings: Vec<Vec<Xy>> = borders
        .iter()
        .map(|border| border.iter().map(|&i| base.flat(mesh.vertices[i as usize])).collect())
        .collect();
    let mut turns = vec![0.0];
    for ring in &rings {
        for i in 0..ring.len() {
            let ([ax, ay], [bx, by]) = (ring[i], ring[(i + 1) % ring.len()]);
            let turn = (by - ay).atan2(bx - ax);
            // Letters are never upside down.
            let half = std::f64::consts::PI;
            let turn = turn - half * (turn / half - 0.5 + 1e-9).ceil();
            if turns.iter().all(|own: &f64| (own - turn).abs() > 1e-6) {
                turns.push(turn);
            }
        }
    }
    turns.sort_by(|a, b| (a.abs() + a.signum() * 1e-9).total_cmp(&(b.abs() + b.signum() * 1e-9)));
    turns.into_iter().find_map(|turn| {
        let (sin, cos) = turn.sin_cos();
        let turned = |[x, y]: Xy| [cos * x + sin * y, cos * y - sin * x];
        let rings: Vec<Vec<Xy>> =
            rings.iter().map(|ring| ring.iter().copied().map(turned).collect()).collect();
        let [x, y] = room(&rings, size)?;
        let across = [0, 1, 2].map(|k| cos * level[k] + sin * up[k]);
        let up = [0, 1, 2].map(|k| cos * up[k] - sin * level[k]);
        let place = Place { middle, across, up };
        Some(Place { middle: place.at([x, y], n, 0.0), ..place })
    })
}

/// The surface with a face cut anew around and into the letters.
fn cut(
    mesh: &Mesh,
    paints: &[Option<Paint>],
    face: &Face,
    borders: &[Vec<u32>],
    place: &Place,
    word: &Word,
    rise: f64,
) -> Option<Painted> {
    let mut new = Mesh { vertices: mesh.vertices.clone(), triangles: Vec::new() };
    let mut kept = vec![true; mesh.triangles.len()];
    face.triangles.iter().for_each(|&n| kept[n] = false);
    let left: Vec<usize> = (0..kept.len()).filter(|&n| kept[n]).collect();
    new.triangles.extend(left.iter().map(|&n| mesh.triangles[n]));
    let [w, h] = word.half;
    let frame = [[-w, -h], [w, -h], [w, h], [-w, h]];
    let corners = frame.map(|p| new.vertex(place.at(p, face.normal, 0.0)));
    // The frame.
    let mut points = frame.to_vec();
    let mut ids = corners.to_vec();
    let mut rings = vec![vec![3, 2, 1, 0]];
    let mut between: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    for border in borders {
        let flat = |i: u32| place.flat(mesh.vertices[i as usize]);
        let bends = bends(border, flat, &mut between);
        rings.push((points.len()..points.len() + bends.len()).collect());
        points.extend(bends.iter().map(|&i| flat(i)));
        ids.extend(bends);
    }
    for triangle in polygon::triangles_of_rings(&points, &rings)? {
        split(&mut new, triangle.map(|i| ids[i]), &between);
    }
    // What lies between the letters.
    let mut points = frame.to_vec();
    let mut letters: Vec<Vec<usize>> = Vec::new();
    for ring in &word.rings {
        letters.push((points.len()..points.len() + ring.len()).collect());
        points.extend(ring);
    }
    let mut level = |by: f64| -> Vec<u32> {
        points[4..].iter().map(|&p| new.vertex(place.at(p, face.normal, by))).collect()
    };
    let [foot, top] = [0.0, rise].map(|by| [corners.to_vec(), level(by)].concat());
    let ground = letters.iter().map(|ring| ring.iter().rev().copied().collect());
    let ground: Vec<Vec<usize>> = std::iter::once(vec![0, 1, 2, 3]).chain(ground).collect();
    for triangle in polygon::triangles_of_rings(&points, &ground)? {
        new.triangle(triangle.map(|i| foot[i]));
    }
    let plain = new.triangles.len();
    for triangle in polygon::triangles_of_rings(&points, &letters)? {
        new.triangle(triangle.map(|i| top[i]));
    }
    for ring in &letters {
        for (k, &i) in ring.iter().enumerate() {
            let j = ring[(k + 1) % ring.len()];
            new.quad([foot[i], foot[j], top[j], top[i]]);
        }
    }
    let own = paints.get(face.triangles[0]).copied().flatten();
    let mut painted: Vec<Option<Paint>> =
        left.iter().map(|&n| paints.get(n).copied().flatten()).collect();
    painted.resize(plain, own);
    painted.resize(new.triangles.len(), Some(Paint::Name));
    Some((new.without_loose_vertices(), painted))
}

/// The vertices of a border at which it bends; the others are noted with the edge that they lie on.
fn bends(
    border: &[u32],
    flat: impl Fn(u32) -> Xy,
    between: &mut BTreeMap<(u32, u32), Vec<u32>>,
) -> Vec<u32> {
    let n = border.len();
    let is_bend = |&i: &usize| {
        let [a, b, c] = [i + n - 1, i, i + 1].map(|i| flat(border[i % n]));
        let size = (c[0] - a[0]).hypot(c[1] - a[1]);
        polygon::cross(a, b, c).abs() > 1e-6 * size.max(1e-6)
    };
    let bends: Vec<usize> = (0..n).filter(is_bend).collect();
    for (k, &from) in bends.iter().enumerate() {
        let to = bends[(k + 1) % bends.len()];
        let steps = (to + n - from) % n;
        let inner: Vec<u32> = (1..steps).map(|i| border[(from + i) % n]).collect();
        if !inner.is_empty() {
            between.insert((border[from], border[to]), inner);
        }
    }
    bends.into_iter().map(|i| border[i]).collect()
}

/// Adds a triangle, divided so that the vertices on its edges are corners.
fn split(mesh: &mut Mesh, [a, b, c]: [u32; 3], between: &BTreeMap<(u32, u32), Vec<u32>>) {
    for [a, b, c] in [[a, b, c], [b, c, a], [c, a, b]] {
        let Some(inner) = between.get(&(a, b)) else { continue };
        let line: Vec<u32> =
            std::iter::once(a).chain(inner.iter().copied()).chain(std::iter::once(b)).collect();
        for pair in line.windows(2) {
            split(mesh, [pair[0], pair[1], c], between);
        }
        return;
    }
    mesh.triangle([a, b, c]);
}
