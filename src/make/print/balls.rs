//! The surface of balls that are joined by necks.
//!
//! A place is inside where its distance to the nearest ball or neck is negative. Space is divided into
//! cubes of a fraction of a unit, these into six tetrahedra each, all in the same way, and the surface
//! where the distance is 0 is a triangle or two in each tetrahedron (Doi and Koide, *An efficient method
//! of triangulating equi-valued surfaces*, 1991). Every edge that it crosses has one vertex, which the
//! tetrahedra around the edge share, so that the surface is closed.

use rustc_hash::FxHashMap;

use super::mesh::Mesh;
use crate::lattice::{Lattice, Point};
use crate::picture::space::{BALL, NECK, Xyz};

/// Cubes along a unit.
const FINENESS: f64 = 20.0;
/// The orders of the axes along which the six tetrahedra of a cube lead from its least corner to its
/// greatest.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// A corner of the cubes.
type Node = [i32; 3];

/// The surface of a piece, in millimetres: balls half a unit less the clearance in radius, those that
/// touch joined by necks.
///
/// Cost: linear in the balls, some ten thousand triangles for five.
pub(super) fn mesh(lattice: &Lattice, sites: &[Point], unit: f64, clearance: f64) -> Mesh {
    let field = Field::new(lattice, sites, 0.5 - clearance / unit);
    let mut surface = Surface { field: &field, mesh: Mesh::default(), known: FxHashMap::default() };
    for node in field.nodes() {
        surface.cube(node);
    }
    let mut mesh = surface.mesh;
    for p in &mut mesh.vertices {
        *p = p.map(|n| n * unit / FINENESS);
    }
    mesh
}

/// The distances of nodes near the surface and inside; all others lie outside.
struct Field {
    distances: FxHashMap<Node, f64>,
}

impl Field {
    /// Of balls of a radius, in units.
    fn new(lattice: &Lattice, sites: &[Point], radius: f64) -> Field {
        let middle = |site: Point| lattice.place(site).map(|n| n * FINENESS);
        let (ball, neck) = (radius * FINENESS, radius * NECK / BALL * FINENESS);
        let mut field = Field { distances: FxHashMap::default() };
        for &site in sites {
            field.add(middle(site), middle(site), ball);
            let next = lattice.neighbours(site).filter(|next| *next > site);
            for next in next.filter(|next| sites.contains(next)) {
                field.add(middle(site), middle(next), neck);
            }
        }
        field
    }

    /// Adds what lies within a radius of a segment.
    fn add(&mut self, a: Xyz, b: Xyz, radius: f64) {
        let way = [0, 1, 2].map(|k| b[k] - a[k]);
        let length = way.iter().map(|n| n * n).sum::<f64>();
        let distance = |p: Xyz| {
            let from = [0, 1, 2].map(|k| p[k] - a[k]);
            let along = (0..3).map(|k| from[k] * way[k]).sum::<f64>();
            let share = if length > 0.0 { (along / length).clamp(0.0, 1.0) } else { 0.0 };
            let away = [0, 1, 2].map(|k| from[k] - share * way[k]);
            away.iter().map(|n| n * n).sum::<f64>().sqrt() - radius
        };
        let reach = radius + 2.0;
        let range = |k: usize| {
            let (low, high) = (a[k].min(b[k]) - reach, a[k].max(b[k]) + reach);
            low.floor() as i32..=high.ceil() as i32
        };
        for z in range(2) {
            for y in range(1) {
                for x in range(0) {
                    let own = distance([x, y, z].map(f64::from));
                    if own < 2.0 {
                        let known = self.distances.entry([z, y, x]).or_insert(own);
                        *known = known.min(own);
                    }
                }
            }
        }
    }

    /// The nodes with a distance, ascending.
    fn nodes(&self) -> Vec<Node> {
        let mut nodes: Vec<Node> = self.distances.keys().copied().collect();
        nodes.sort_unstable();
        nodes
    }

    fn at(&self, node: Node) -> f64 {
        self.distances.get(&node).copied().unwrap_or(2.0)
    }
}

struct Surface<'f> {
    field: &'f Field,
    mesh: Mesh,
    /// The vertices on edges of tetrahedra, by their two nodes.
    known: FxHashMap<[Node; 2], u32>,
}

impl Surface<'_> {
    /// Adds what the surface has in the cube above a node.
    fn cube(&mut self, node: Node) {
        let corner = |n: usize| [0, 1, 2].map(|k| node[k] + (n >> k & 1) as i32);
        let inside = (0..8).filter(|&n| self.field.at(corner(n)) < 0.0).count();
        if inside == 0 || inside == 8 {
            return;
        }
        for [a, b, _] in ORDERS {
            let corners = [0, 1 << a, (1 << a) | (1 << b), 7].map(corner);
            self.tetrahedron(corners);
        }
    }

    fn tetrahedron(&mut self, corners: [Node; 4]) {
        let (inner, outer): (Vec<Node>, Vec<Node>) =
            corners.iter().partition(|&&node| self.field.at(node) < 0.0);
        match (&inner[..], &outer[..]) {
            ([a], [b, c, d]) | ([b, c, d], [a]) => {
                let triangle = [b, c, d].map(|&other| self.vertex(*a, other));
                self.triangle(triangle, &inner, &outer);
            }
            ([a, b], [c, d]) => {
                let [p, q, r, s] =
                    [[a, c], [a, d], [b, d], [b, c]].map(|[i, o]| self.vertex(*i, *o));
                self.triangle([p, q, r], &inner, &outer);
                self.triangle([p, r, s], &inner, &outer);
            }
            _ => {}
        }
    }

    /// The vertex where the surface crosses an edge.
    fn vertex(&mut self, a: Node, b: Node) -> u32 {
        let key = [a.min(b), a.max(b)];
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let [from, to] = key.map(|node| self.field.at(node));
        // Never at a node itself, where several edges would have their vertices at one place.
        let share = (from / (from - to)).clamp(1e-3, 1.0 - 1e-3);
        let [from, to] = key.map(|[z, y, x]| [x, y, z].map(f64::from));
        let id = self.mesh.vertex([0, 1, 2].map(|k| from[k] + share * (to[k] - from[k])));
        self.known.insert(key, id);
        id
    }

    /// Adds a triangle that is seen from the outer nodes.
    fn triangle(&mut self, [a, b, c]: [u32; 3], inner: &[Node], outer: &[Node]) {
        let mean = |nodes: &[Node]| {
            [2, 1, 0].map(|k| {
                nodes.iter().map(|node| f64::from(node[k])).sum::<f64>() / nodes.len() as f64
            })
        };
        let (from, to) = (mean(inner), mean(outer));
        let [p, q, r] = [a, b, c].map(|i| self.mesh.vertices[i as usize]);
        let [u, v] = [q, r].map(|n| [0, 1, 2].map(|k| n[k] - p[k]));
        let normal =
            [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        let outwards: f64 = (0..3).map(|k| normal[k] * (to[k] - from[k])).sum();
        self.mesh.triangle(if outwards > 0.0 { [a, b, c] } else { [a, c, b] });
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;
    use crate::lattice::sphere;
    use crate::polyform::family;

    #[test]
    fn pieces_of_balls_are_closed_and_have_the_volume_of_balls_and_necks() {
        let lattice = &sphere::LATTICE;
        let (unit, clearance) = (20.0, 0.2);
        let ball = unit / 2.0 - clearance;
        let neck = ball * NECK / BALL;
        let inside = (ball * ball - neck * neck).sqrt();
        let cap = PI * (ball - inside).powi(2) * (2.0 * ball + inside) / 3.0;
        let neck = PI * neck * neck * (unit - 2.0 * inside) - 2.0 * cap;
        for form in family::free_forms(lattice, 3).unwrap() {
            let mesh = mesh(lattice, form.sites(), unit, clearance);
            assert!(mesh.is_watertight(), "{form:?}");
            let touching = form.sites().iter().map(|&site| {
                let own = lattice.neighbours(site).filter(|n| form.sites().contains(n));
                own.count()
            });
            let necks = touching.sum::<usize>() as f64 / 2.0;
            let expected = 3.0 * 4.0 / 3.0 * PI * ball.powi(3) + necks * neck;
            let volume = mesh.volume();
            assert!((volume / expected - 1.0).abs() < 0.01, "{volume} {expected} {form:?}");
        }
    }

    #[test]
    fn two_pieces_of_balls_that_touch_are_apart_by_twice_the_clearance() {
        let lattice = &sphere::LATTICE;
        let at = |x: i32| mesh(lattice, &[Point::new(4 * x, 0, 0)], 20.0, 0.2);
        let gap = at(1).bounds()[0][0] - at(0).bounds()[1][0];
        assert!((gap - 0.4).abs() < 0.02, "{gap}");
    }
}
