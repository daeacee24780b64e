//! Prisms: what stands over a plane area, with clearance and bevel.
//!
//! A [`Plan`] is the area, divided into cells that share corners by their indices. The border follows from
//! it: a side of a cell that no other has. Each corner of the border is moved inwards by the
//! clearance, on the faces above and below by the bevel too, and the cells follow it, so that every
//! cell is cut into triangles by itself. Where cells touch at a corner only, each has
//! its own copy of the corner, so that the surface stays a manifold.

use std::collections::{BTreeMap, BTreeSet};

use super::mesh::{Mesh, Weld};
use super::polygon;
use crate::lattice::{Lattice, Point};
use crate::picture::{Page, Xy};

/// A plane area, y up.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// The corners, in millimetres.
    pub(super) points: Vec<Xy>,
    /// Polygons that go around counterclockwise, by their corners.
    pub(super) cells: Vec<Vec<usize>>,
}

/// A corner of a cell: the cell, and which of its corners.
type Spot = (usize, usize);

/// The shape of a corner of the area, of all cells there that hold together.
#[derive(Clone, Copy, Debug)]
struct Bend {
    /// The place on the faces above and below.
    inner: Xy,
    /// The ends of the upright faces of the side that leads here and of the side that leads on.
    outer: [Xy; 2],
}

impl Plan {
    /// The area of some sites that are cells.
    pub(super) fn of_cells(lattice: &Lattice, sites: &[Point], unit: f64) -> Plan {
        let page = Page::around(lattice, []);
        let mut plan = Plan::default();
        let mut known = BTreeMap::new();
        for &site in sites {
            let corner = |corner: Point| {
                *known.entry(corner).or_insert_with(|| {
                    let [x, y] = page.at(corner);
                    plan.points.push([x * unit, -y * unit]);
                    plan.points.len() - 1
                })
            };
            let mut cell: Vec<usize> = lattice.outline(site).into_iter().map(corner).collect();
            let around: Vec<Xy> = cell.iter().map(|&i| plan.points[i]).collect();
            if polygon::area(&around) < 0.0 {
                cell.reverse();
            }
            plan.cells.push(cell);
        }
        plan
    }

    /// Its sides, each from corner to corner and with its cell and place there.
    fn sides(&self) -> BTreeMap<(usize, usize), Spot> {
        let of_cell = |(n, cell): (usize, &Vec<usize>)| {
            let k = cell.len();
            (0..k).map(|i| ((cell[i], cell[(i + 1) % k]), (n, i))).collect::<Vec<_>>()
        };
        self.cells.iter().enumerate().flat_map(of_cell).collect()
    }

    /// The groups of corners that are one: of cells that hold together by sides there. For each
    /// corner of each cell the number of its group, and how many groups there are.
    fn groups(&self, sides: &BTreeMap<(usize, usize), Spot>) -> (Vec<Vec<usize>>, usize) {
        let mut groups: Vec<Vec<usize>> =
            self.cells.iter().map(|cell| vec![usize::MAX; cell.len()]).collect();
        let mut count = 0;
        for n in 0..self.cells.len() {
            for i in 0..self.cells[n].len() {
                if groups[n][i] != usize::MAX {
                    continue;
                }
                let mut open = vec![(n, i)];
                while let Some((n, i)) = open.pop() {
                    if std::mem::replace(&mut groups[n][i], count) == count {
                        continue;
                    }
                    let cell = &self.cells[n];
                    let k = cell.len();
                    let (here, next, before) = (cell[i], cell[(i + 1) % k], cell[(i + k - 1) % k]);
                    // The side that leads on ends here in the cell beyond; the one that leads here
                    // begins here.
                    if let Some(&(m, j)) = sides.get(&(next, here)) {
                        open.push((m, (j + 1) % self.cells[m].len()));
                    }
                    if let Some(&spot) = sides.get(&(here, before)) {
                        open.push(spot);
                    }
                }
                count += 1;
            }
        }
        (groups, count)
    }

    /// The borders, the area to their left, straight runs joined. Where cells touch at a corner only
    /// a border goes on to the other cell.
    pub(super) fn borders(&self) -> Vec<Vec<Xy>> {
        let sides = self.sides();
        let mut onwards: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &(a, b) in sides.keys().filter(|(a, b)| !sides.contains_key(&(*b, *a))) {
            onwards.entry(a).or_default().push(b);
        }
        let mut borders = Vec::new();
        while let Some((&start, next)) = onwards.iter().find(|(_, next)| !next.is_empty()) {
            let first = next[0];
            let (mut before, mut here) = (start, first);
            let mut border = vec![start];
            loop {
                let next = onwards.get_mut(&here).expect("borders are closed");
                let choice = self.rightmost(before, here, next);
                if (here, next[choice]) == (start, first) {
                    next.swap_remove(choice);
                    break;
                }
                border.push(here);
                before = here;
                here = next.swap_remove(choice);
            }
            borders.push(self.without_straight_corners(&border));
        }
        borders
    }

    /// The way on that turns farthest to the right.
    fn rightmost(&self, before: usize, here: usize, next: &[usize]) -> usize {
        let angle = |to: usize| {
            let (o, p, q) = (self.points[before], self.points[here], self.points[to]);
            let (a, b) = ([p[0] - o[0], p[1] - o[1]], [q[0] - p[0], q[1] - p[1]]);
            (a[0] * b[1] - a[1] * b[0]).atan2(a[0] * b[0] + a[1] * b[1])
        };
        let by_angle = |&a: &usize, &b: &usize| angle(next[a]).total_cmp(&angle(next[b]));
        (0..next.len()).min_by(by_angle).unwrap_or(0)
    }

    fn without_straight_corners(&self, border: &[usize]) -> Vec<Xy> {
        let n = border.len();
        let at = |i: usize| self.points[border[i % n]];
        (0..n)
            .filter(|&i| {
                let (a, b, c) = (at(i + n - 1), at(i), at(i + 1));
                let size = (c[0] - a[0]).hypot(c[1] - a[1]);
                polygon::cross(a, b, c).abs() > 1e-6 * size
            })
            .map(at)
            .collect()
    }

    /// Returns whether some of its cells touch each other only at a corner.
    pub(super) fn touches_at_corners(&self) -> bool {
        let (groups, count) = self.groups(&self.sides());
        let used: BTreeSet<usize> = self.cells.iter().flatten().copied().collect();
        debug_assert_eq!(groups.len(), self.cells.len());
        count > used.len()
    }
}

/// The surface of the prism over an area, from one height to another. `None` when clearance and bevel
/// leave nothing of a narrow place.
pub(super) fn mesh(plan: &Plan, [low, high]: [f64; 2], clearance: f64, bevel: f64) -> Option<Mesh> {
    let sides = plan.sides();
    let (groups, count) = plan.groups(&sides);
    let border: Vec<Spot> = sides
        .iter()
        .filter(|((a, b), _)| !sides.contains_key(&(*b, *a)))
        .map(|(_, &spot)| spot)
        .collect();
    let bends = bends(plan, &groups, count, &border, clearance, bevel);
    let mut mesh = Mesh::default();
    let mut welds: Vec<Weld> = (0..count).map(|_| Weld::default()).collect();
    let mut vertex =
        |mesh: &mut Mesh, group: usize, [x, y]: Xy, z: f64| welds[group].vertex(mesh, [x, y, z]);
    for (n, cell) in plan.cells.iter().enumerate() {
        let flat: Vec<Xy> = (0..cell.len()).map(|i| bends[groups[n][i]].inner).collect();
        for triangle in polygon::triangles(&flat)? {
            let ends = triangle.map(|i| (groups[n][i], flat[i]));
            let [a, b, c] = ends.map(|(group, at)| vertex(&mut mesh, group, at, high));
            mesh.triangle([a, b, c]);
            let [a, b, c] = ends.map(|(group, at)| vertex(&mut mesh, group, at, low));
            mesh.triangle([a, c, b]);
        }
    }
    let levels = [low, low + bevel, high - bevel, high];
    for &(n, i) in &border {
        let [from, to] = [i, (i + 1) % plan.cells[n].len()].map(|i| groups[n][i]);
        let (a, b) = (bends[from], bends[to]);
        // The side must still lead the way it led, or the area is narrower than what is taken off.
        let (p, q) = (plan.points[plan.cells[n][i]], b.inner);
        let ahead = plan.points[plan.cells[n][(i + 1) % plan.cells[n].len()]];
        let way = [ahead[0] - p[0], ahead[1] - p[1]];
        if (q[0] - a.inner[0]) * way[0] + (q[1] - a.inner[1]) * way[1] <= 0.0 {
            return None;
        }
        let starts = [a.inner, a.outer[1], a.outer[1], a.inner];
        let ends = [b.inner, b.outer[0], b.outer[0], b.inner];
        for level in 0..3 {
            let at = [level, level + 1].map(|k| {
                let z = levels[k];
                let start = vertex(&mut mesh, from, starts[k], z);
                (start, vertex(&mut mesh, to, ends[k], z))
            });
            mesh.quad([at[0].0, at[0].1, at[1].1, at[1].0]);
        }
        // The bevel of the upright edge where this side begins.
        let corner = [a.inner, a.outer[0], a.outer[0], a.inner];
        for level in 0..3 {
            let at = [level, level + 1].map(|k| {
                let left = vertex(&mut mesh, from, corner[k], levels[k]);
                (left, vertex(&mut mesh, from, starts[k], levels[k]))
            });
            mesh.quad([at[0].0, at[0].1, at[1].1, at[1].0]);
        }
    }
    Some(mesh)
}

/// Computes the shape of each group of corners.
fn bends(
    plan: &Plan,
    groups: &[Vec<usize>],
    count: usize,
    border: &[Spot],
    clearance: f64,
    bevel: f64,
) -> Vec<Bend> {
    let mut ways: Vec<[Option<Xy>; 2]> = vec![[None; 2]; count];
    let mut places = vec![[0.0; 2]; count];
    for (n, cell) in plan.cells.iter().enumerate() {
        for (i, &corner) in cell.iter().enumerate() {
            places[groups[n][i]] = plan.points[corner];
        }
    }
    for &(n, i) in border {
        let cell = &plan.cells[n];
        let j = (i + 1) % cell.len();
        let (a, b) = (plan.points[cell[i]], plan.points[cell[j]]);
        let way = [b[0] - a[0], b[1] - a[1]];
        let length = way[0].hypot(way[1]);
        // The area lies to the left, so this points out of it.
        let normal = [way[1] / length, -way[0] / length];
        ways[groups[n][i]][1] = Some(normal);
        ways[groups[n][j]][0] = Some(normal);
    }
    let bend = |(&at, normals): (&Xy, &[Option<Xy>; 2])| {
        let &[Some(m), Some(n)] = normals else { return Bend { inner: at, outer: [at; 2] } };
        let inner = inset(at, m, n, clearance + bevel);
        // Positive where the border turns left, so where the area has a corner that sticks out.
        let turn = m[0] * n[1] - m[1] * n[0];
        let outer = if turn > -1e-9 {
            [m, n].map(|n| [inner[0] + bevel * n[0], inner[1] + bevel * n[1]])
        } else {
            [inset(at, m, n, clearance); 2]
        };
        Bend { inner, outer }
    };
    places.iter().zip(&ways).map(bend).collect()
}

/// The point at a distance inwards from both sides at a corner, given by their outward normals.
pub(super) fn inset(at: Xy, m: Xy, n: Xy, by: f64) -> Xy {
    let share = by / (1.0 + m[0] * n[0] + m[1] * n[1]);
    [at[0] - share * (m[0] + n[0]), at[1] - share * (m[1] + n[1])]
}
