//! The surface of pieces of polyhedra: the faces of cells between which nothing lies, moved inwards.
//!
//! Around each corner the faces that meet there are moved by the clearance, and the corner goes to where
//! their planes meet then. Where more than three planes meet that do not meet again in one place, each
//! face has its own corner, where it meets the faces beside it, and what opens between is closed. Where a
//! piece touches itself along an edge, each wedge has corners of its own.

use std::collections::{BTreeMap, BTreeSet};

use super::mesh::{Mesh, cross, dot, less, unit_length};
use crate::lattice::{Lattice, Point};
use crate::picture::space::Xyz;

/// The greatest difference of two normals of length 1 that are one.
const SAME: f64 = 1e-6;
/// The greatest error of a place, in parts of the clearance.
const EXACT: f64 = 1e-5;
/// Keeps the equations of a corner solvable where its faces leave it free to move; far less than 1.
const FREE: f64 = 1e-9;

/// A face that is seen, its corners counterclockwise from outside.
struct Face {
    corners: Vec<Point>,
    normal: Xyz,
}

/// A corner of a face, by the places of both.
type Place = (usize, usize);

/// The surface of a piece, in millimetres, each face moved inwards by the clearance; `None` if it touches
/// itself along an edge between two corners that its wedges share.
///
/// Cost: n log n in its faces.
pub(super) fn mesh(lattice: &Lattice, sites: &[Point], unit: f64, clearance: f64) -> Option<Mesh> {
    let faces = outside(lattice, sites);
    let partners = partners(lattice, &faces);
    let mut surface = Surface { faces: &faces, points: Vec::new(), mesh: Mesh::default() };
    surface.points.extend(faces.iter().map(|face| vec![Vec::new(); face.corners.len()]));
    for (n, face) in faces.iter().enumerate() {
        for (i, &corner) in face.corners.iter().enumerate() {
            if surface.points[n][i].is_empty() {
                let at = lattice.place(corner).map(|n| n * unit);
                surface.corner(&around((n, i), &partners), at, clearance);
            }
        }
    }
    surface.join(&partners);
    surface.mesh.is_watertight().then_some(surface.mesh)
}

/// For each edge of each face, from a corner to the next, the same edge of the face beyond it.
fn partners(lattice: &Lattice, faces: &[Face]) -> Vec<Vec<Place>> {
    let mut partners: Vec<Vec<Place>> =
        faces.iter().map(|face| vec![(0, 0); face.corners.len()]).collect();
    for meeting in edges(faces).values() {
        for [one, other] in wedges(lattice, faces, meeting) {
            partners[one.0][one.1] = other;
            partners[other.0][other.1] = one;
        }
    }
    partners
}

/// The corners of faces that meet at one, going around: each reaches the next across the edge that leads
/// on from it.
fn around(first: Place, partners: &[Vec<Place>]) -> Vec<Place> {
    let mut fan = vec![first];
    let mut at = first;
    loop {
        let (face, edge) = partners[at.0][at.1];
        at = (face, (edge + 1) % partners[face].len());
        if at == first {
            return fan;
        }
        fan.push(at);
    }
}

/// A surface in the making.
struct Surface<'f> {
    faces: &'f [Face],
    /// For each corner of each face where it is now: one vertex, or two where the edges before and after
    /// it do not meet any more.
    points: Vec<Vec<Vec<u32>>>,
    mesh: Mesh,
}

impl Surface<'_> {
    /// Moves the faces that meet at a place.
    fn corner(&mut self, fan: &[Place], at: Xyz, clearance: f64) {
        // Faces in one plane side by side are one.
        let mut runs: Vec<(Xyz, Vec<Place>)> = Vec::new();
        for &place in fan {
            let normal = self.faces[place.0].normal;
            match runs.last_mut() {
                Some((own, run)) if is_same(*own, normal) => run.push(place),
                _ => runs.push((normal, vec![place])),
            }
        }
        if runs.len() > 1 && is_same(runs[0].0, runs[runs.len() - 1].0) {
            let (_, mut last) = runs.pop().unwrap_or_default();
            last.append(&mut runs[0].1);
            runs[0].1 = last;
        }
        let mut normals: Vec<Xyz> = Vec::new();
        for (normal, _) in &runs {
            if normals.iter().all(|own| !is_same(*own, *normal)) {
                normals.push(*normal);
            }
        }
        let vertex = |normals: &[Xyz]| {
            let by = inwards(normals);
            let off = normals.iter().map(|n| (dot(*n, by) + 1.0).abs()).fold(0.0, f64::max);
            (off < EXACT).then(|| [0, 1, 2].map(|k| at[k] + by[k] * clearance))
        };
        if let Some(place) = vertex(&normals) {
            let id = self.mesh.vertex(place);
            fan.iter().for_each(|&(face, i)| self.points[face][i] = vec![id]);
            return;
        }
        let count = runs.len();
        for k in 0..count {
            let [before, own, after] = [k + count - 1, k, k + 1].map(|k| runs[k % count].0);
            let ends = [[before, own], [own, after]].map(|two| vertex(&two).unwrap_or(at));
            let is_one = dot(before, cross(own, after)).abs() > EXACT;
            let place = vertex(&[before, own, after]).filter(|_| is_one || ends[0] == ends[1]);
            let ids = match place {
                Some(place) => vec![self.mesh.vertex(place)],
                None => ends.map(|end| self.mesh.vertex(end)).to_vec(),
            };
            let run = &runs[k].1;
            for (n, &(face, i)) in run.iter().enumerate() {
                self.points[face][i] = match (run.len(), n) {
                    (1, _) => ids.clone(),
                    (_, 0) => vec![ids[0]],
                    _ => vec![ids[ids.len() - 1]],
                };
            }
        }
        // What is open between the faces now is closed.
        let mut ring: Vec<u32> = Vec::new();
        for &(face, i) in fan {
            ring.extend(&self.points[face][i]);
        }
        ring.dedup();
        while ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        for i in 1..ring.len().saturating_sub(1) {
            self.mesh.triangle([ring[0], ring[i + 1], ring[i]]);
        }
    }

    /// Adds the faces, and along edges what is between their corners.
    fn join(&mut self, partners: &[Vec<Place>]) {
        for (n, corners) in self.points.iter().enumerate() {
            let ring = corners.concat();
            for i in 1..ring.len() - 1 {
                self.mesh.triangle([ring[0], ring[i], ring[i + 1]]);
            }
            for (i, &(other, j)) in partners[n].iter().enumerate() {
                if (other, j) < (n, i) {
                    continue;
                }
                let first = |face: usize, i: usize| {
                    let corners = &self.points[face];
                    corners[i % corners.len()][0]
                };
                let last = |face: usize, i: usize| {
                    let ids = &self.points[face][i];
                    ids[ids.len() - 1]
                };
                let strip = [last(n, i), first(other, j + 1), last(other, j), first(n, i + 1)];
                self.mesh.quad(strip);
            }
        }
    }
}

fn is_same(a: Xyz, b: Xyz) -> bool {
    (0..3).all(|k| (a[k] - b[k]).abs() < SAME)
}

/// The least distance of a face of a cell from the site of the cell, in units.
pub(super) fn inradius(lattice: &Lattice) -> f64 {
    let of_site = |site: Point| {
        let middle = lattice.place(site);
        let faces = outside(lattice, &[site]).into_iter();
        faces.map(move |face| dot(face.normal, less(lattice.place(face.corners[0]), middle)))
    };
    let classes = lattice.classes.iter();
    classes.flat_map(|class| of_site(Point::from(class.residue))).fold(f64::INFINITY, f64::min)
}

/// Returns whether some cells touch others only along an edge or at a corner.
pub(super) fn touches_at_corners(lattice: &Lattice, sites: &[Point]) -> bool {
    let mut at: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for &site in sites {
        for corner in lattice.corners(site) {
            at.entry(corner).or_default().push(site);
        }
    }
    at.values().any(|around| {
        let mut left: BTreeSet<Point> = around[1..].iter().copied().collect();
        let mut open = vec![around[0]];
        while let Some(site) = open.pop() {
            open.extend(lattice.neighbours(site).filter(|next| left.remove(next)));
        }
        !left.is_empty()
    })
}

/// The faces beyond which the piece has no cell.
fn outside(lattice: &Lattice, sites: &[Point]) -> Vec<Face> {
    let known: BTreeSet<Point> = sites.iter().copied().collect();
    let mut faces = Vec::new();
    for &site in &known {
        let middle = lattice.place(site);
        for (mut corners, next) in lattice.faces(site).into_iter().zip(lattice.across(site)) {
            if next.is_some_and(|next| known.contains(&next)) {
                continue;
            }
            let at = |i: usize| lattice.place(corners[i]);
            let mut normal = unit_length(cross(less(at(1), at(0)), less(at(2), at(0))));
            if dot(normal, less(at(0), middle)) < 0.0 {
                corners.reverse();
                normal = normal.map(|n| -n);
            }
            faces.push(Face { corners, normal });
        }
    }
    faces
}

/// The edges, each by its lesser and its greater corner, with the places of the faces that have it: of
/// the corner from which it leads on.
fn edges(faces: &[Face]) -> BTreeMap<[Point; 2], Vec<Place>> {
    let mut edges: BTreeMap<[Point; 2], Vec<Place>> = BTreeMap::new();
    for (n, face) in faces.iter().enumerate() {
        for (i, &a) in face.corners.iter().enumerate() {
            let b = face.corners[(i + 1) % face.corners.len()];
            edges.entry([a.min(b), a.max(b)]).or_default().push((n, i));
        }
    }
    edges
}

/// The pairs of faces at an edge between which the piece lies.
fn wedges(lattice: &Lattice, faces: &[Face], meeting: &[Place]) -> Vec<[Place; 2]> {
    if let &[one, other] = meeting {
        return vec![[one, other]];
    }
    // Around the edge, from the direction of the first face on.
    let (first, from) = meeting[0];
    let corner =
        |face: usize, i: usize| lattice.place(faces[face].corners[i % faces[face].corners.len()]);
    let way = less(corner(first, from + 1), corner(first, from));
    let way = way.map(|n| n / dot(way, way).sqrt());
    // The direction from the edge into a face, which has it in either direction.
    let into = |(face, i): Place| {
        let along = less(corner(face, i + 1), corner(face, i));
        cross(faces[face].normal, along)
    };
    let x = into(meeting[0]);
    let y = cross(way, x);
    let mut around: Vec<(f64, bool, Place)> = meeting
        .iter()
        .map(|&place| {
            let into = into(place);
            let turned = cross(way, into);
            let is_before = dot(faces[place.0].normal, turned) < 0.0;
            (dot(into, y).atan2(dot(into, x)), is_before, place)
        })
        .collect();
    around.sort_by(|a, b| a.0.total_cmp(&b.0));
    let n = around.len();
    // The piece lies between a face that it follows and the next one.
    let pairs = (0..n).filter(|&i| around[i].1);
    pairs.map(|i| [around[i].2, around[(i + 1) % n].2]).collect()
}

/// The least way that takes a corner below the planes of some faces by 1 each, or as near to that as can
/// be: (NᵀN + ε) d = −Nᵀ1, by Cramer's rule.
fn inwards(normals: &[Xyz]) -> Xyz {
    let entry = |i: usize, j: usize| {
        normals.iter().map(|n| n[i] * n[j]).sum::<f64>() + if i == j { FREE } else { 0.0 }
    };
    let columns = [0, 1, 2].map(|j| [0, 1, 2].map(|i| entry(i, j)));
    let right = [0, 1, 2].map(|k| -normals.iter().map(|n| n[k]).sum::<f64>());
    let determinant = |[a, b, c]: [Xyz; 3]| dot(a, cross(b, c));
    let whole = determinant(columns);
    [0, 1, 2].map(|k| {
        let mut columns = columns;
        columns[k] = right;
        determinant(columns) / whole
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{ALL, SiteForm, cube};
    use crate::make::print::cubes;
    use crate::polyform::family;

    /// The lattices whose cells are polyhedra.
    fn lattices() -> impl Iterator<Item = &'static Lattice> {
        let all = ALL.iter().copied().filter(|lattice| lattice.is_solid() && !lattice.balls);
        all.filter(|lattice| lattice.form == SiteForm::Cell)
    }

    #[test]
    fn pieces_of_every_lattice_are_closed_and_lose_the_clearance_on_every_face() {
        let (unit, clearance) = (20.0, 0.05);
        for lattice in lattices() {
            for form in (1..=3).flat_map(|n| family::free_forms(lattice, n).unwrap()) {
                let sites = form.sites();
                let Some(mesh) = mesh(lattice, sites, unit, clearance) else {
                    panic!("{lattice:?} {sites:?} is not closed")
                };
                let whole = self::mesh(lattice, sites, unit, 0.0).unwrap().volume();
                let faces = outside(lattice, sites);
                let area: f64 = faces
                    .iter()
                    .map(|face| {
                        let at = |i: usize| lattice.place(face.corners[i]).map(|n| n * unit);
                        let fans = 1..face.corners.len() - 1;
                        let double =
                            fans.map(|i| cross(less(at(i), at(0)), less(at(i + 1), at(0))));
                        double.map(|n| dot(n, n).sqrt() / 2.0).sum::<f64>()
                    })
                    .sum();
                // To the first order what is lost is the area times the clearance.
                let (lost, expected) = (whole - mesh.volume(), area * clearance);
                let share = lost / expected;
                assert!((0.97..1.02).contains(&share), "{lattice:?} {sites:?}: {share}");
            }
        }
    }

    #[test]
    fn cubes_are_as_those_made_with_bevels_of_nothing() {
        let lattice = &cube::LATTICE;
        let measures = cubes::Measures { unit: 10.0, clearance: 0.1, bevel: 0.0 };
        for form in (1..=5).flat_map(|n| family::free_forms(lattice, n).unwrap()) {
            let ours = mesh(lattice, form.sites(), 10.0, 0.1).unwrap();
            let theirs = cubes::mesh(form.sites(), measures);
            // Where faces do not meet again each closes the corner in its own way.
            let clearance = 0.1f64;
            let off = (ours.volume() - theirs.volume()).abs();
            assert!(off < 10.0 * clearance.powi(3), "{form:?}: {off}");
            let bounds = [ours.bounds(), theirs.bounds()].map(|own| own.concat());
            let differs = (0..6).any(|k| (bounds[0][k] - bounds[1][k]).abs() > 1e-6);
            assert!(!differs, "{form:?}: {bounds:?}");
        }
    }

    #[test]
    fn two_cells_at_an_edge_have_a_wedge_each() {
        let lattice = &cube::LATTICE;
        let at = |x: i32, y: i32, z: i32| Point::new(2 * x + 1, 2 * y + 1, 2 * z + 1);
        let sites = [at(0, 0, 0), at(1, 1, 0)];
        assert!(touches_at_corners(lattice, &sites));
        let mesh = mesh(lattice, &sites, 10.0, 0.5).unwrap();
        assert!((mesh.volume() - 2.0 * 9.0 * 9.0 * 9.0).abs() < 1e-6);
        assert!(!touches_at_corners(lattice, &[at(0, 0, 0), at(1, 0, 0), at(1, 1, 0)]));
    }
}
