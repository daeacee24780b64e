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
pub(super) const WELD: f64 = 1e-6;

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

    /// The corners of a triangle of it.
    pub(super) fn corners(&self, triangle: &[u32; 3]) -> [Xyz; 3] {
        triangle.map(|i| self.vertices[i as usize])
    }

    /// The outward normal of a triangle of it, of length 1; 0 if it has no area.
    pub(super) fn normal(&self, triangle: &[u32; 3]) -> Xyz {
        let [a, b, c] = self.corners(triangle);
        unit_length(cross(less(b, a), less(c, a)))
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

    /// The same surface turned by 90° about the z axis, counterclockwise from above.
    pub(super) fn quarter_turned(mut self) -> Mesh {
        for p in &mut self.vertices {
            *p = [-p[1], p[0], p[2]];
        }
        self
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

    /// The same surface without vertices that no triangle has.
    pub(super) fn without_loose_vertices(mut self) -> Mesh {
        let mut places: Vec<Option<u32>> = vec![None; self.vertices.len()];
        let mut vertices = Vec::new();
        for corner in self.triangles.iter_mut().flatten() {
            *corner = *places[*corner as usize].get_or_insert_with(|| {
                vertices.push(self.vertices[*corner as usize]);
                vertices.len() as u32 - 1
            });
        }
        Mesh { vertices, ..self }
    }

    /// Takes over another surface.
    pub(super) fn append(&mut self, other: &Mesh) {
        let first = self.vertices.len() as u32;
        self.vertices.extend_from_slice(&other.vertices);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i + first)));
    }
}

pub(super) fn less(a: Xyz, b: Xyz) -> Xyz {
    [0, 1, 2].map(|k| a[k] - b[k])
}

pub(super) fn dot(a: Xyz, b: Xyz) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

pub(super) fn cross(a: Xyz, b: Xyz) -> Xyz {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A direction with length 1; 0 stays 0.
pub(super) fn unit_length(a: Xyz) -> Xyz {
    let length = dot(a, a).sqrt();
    a.map(|n| if length > 0.0 { n / length } else { 0.0 })
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
