//! Closed surfaces of triangles.

use std::collections::BTreeMap;

use crate::picture::space::Xyz;

/// A surface of triangles, in millimetres; seen from outside each goes around counterclockwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The corners.
    pub vertices: Vec<Xyz>,
    /// The triangles, as indices of their corners.
    pub triangles: Vec<[u32; 3]>,
}

/// Places less than this apart are one vertex, in millimetres.
const WELD: f64 = 1e-6;

impl Mesh {
    /// Adds a vertex.
    pub(super) fn vertex(&mut self, at: Xyz) -> u32 {
        self.vertices.push(at);
        self.vertices.len() as u32 - 1
    }

    /// Adds a triangle, unless two of its corners are one.
    pub(super) fn triangle(&mut self, [a, b, c]: [u32; 3]) {
        if a != b && b != c && c != a {
            self.triangles.push([a, b, c]);
        }
    }

    /// Adds a plane convex polygon of four corners, some of which may be one.
    pub(super) fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    /// Returns whether it is closed: the reverse of every directed edge is there, and each exactly
    /// once.
    pub fn is_watertight(&self) -> bool {
        let mut edges = BTreeMap::new();
        for &[a, b, c] in &self.triangles {
            for edge in [(a, b), (b, c), (c, a)] {
                if edge.0 == edge.1 || edges.insert(edge, ()).is_some() {
                    return false;
                }
            }
        }
        edges.keys().all(|&(a, b)| edges.contains_key(&(b, a)))
    }

    /// The volume inside, in mm³: by the divergence theorem, so exact up to rounding.
    pub fn volume(&self) -> f64 {
        let Some(&origin) = self.vertices.first() else { return 0.0 };
        let six = |[a, b, c]: [u32; 3]| {
            let [a, b, c] = [a, b, c].map(|i| {
                let p = self.vertices[i as usize];
                [0, 1, 2].map(|k| p[k] - origin[k])
            });
            a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
        };
        self.triangles.iter().map(|&triangle| six(triangle)).sum::<f64>() / 6.0
    }

    /// Its least and greatest coordinates; all zero without vertices.
    pub fn bounds(&self) -> [Xyz; 2] {
        let Some(&first) = self.vertices.first() else { return [[0.0; 3]; 2] };
        self.vertices.iter().fold([first, first], |[low, high], p| {
            [[0, 1, 2].map(|k| low[k].min(p[k])), [0, 1, 2].map(|k| high[k].max(p[k]))]
        })
    }

    /// Returns its width, depth and height.
    pub fn size(&self) -> Xyz {
        let [low, high] = self.bounds();
        [0, 1, 2].map(|k| high[k] - low[k])
    }

    /// The same surface somewhere else.
    pub(super) fn moved(mut self, by: Xyz) -> Mesh {
        for p in &mut self.vertices {
            *p = [0, 1, 2].map(|k| p[k] + by[k]);
        }
        self
    }

    /// The same surface, its least coordinates at the origin.
    pub(super) fn at_origin(self) -> Mesh {
        let [low, _] = self.bounds();
        self.moved(low.map(|n| -n))
    }

    /// The mirror image across the plane of x and z, still with its triangles counterclockwise.
    pub(super) fn mirrored(mut self) -> Mesh {
        for p in &mut self.vertices {
            p[1] = -p[1];
        }
        for triangle in &mut self.triangles {
            triangle.swap(1, 2);
        }
        self
    }

    /// Takes over another surface.
    pub(super) fn append(&mut self, other: &Mesh) {
        let first = self.vertices.len() as u32;
        self.vertices.extend_from_slice(&other.vertices);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i + first)));
    }
}

/// The vertices around one place of a surface, each place once.
#[derive(Default)]
pub(super) struct Weld {
    known: Vec<(Xyz, u32)>,
}

impl Weld {
    /// The vertex at a place, which is added to the mesh if none is there yet.
    pub(super) fn vertex(&mut self, mesh: &mut Mesh, at: Xyz) -> u32 {
        let near = |p: &Xyz| (0..3).all(|k| (p[k] - at[k]).abs() < WELD);
        if let Some(&(_, id)) = self.known.iter().find(|(p, _)| near(p)) {
            return id;
        }
        let id = mesh.vertex(at);
        self.known.push((at, id));
        id
    }
}
