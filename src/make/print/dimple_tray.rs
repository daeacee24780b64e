//! The tray for a pile of balls: a plate with a dimple under each ball of the lowest layer, and a
//! rim.
//!
//! The plate is a grid of rectangles, each of one height, so that two that adjoin have a whole side
//! in common and the surface is closed. The balls of the lowest layer lie in rows and columns, and
//! each has a square of the grid by itself, with its dimple in the middle.

use std::collections::BTreeSet;
use std::f64::consts::TAU;

use rustc_hash::FxHashMap;

use super::mesh::{Mesh, WELD};
use crate::lattice::{Lattice, Point};
use crate::picture::Xy;

/// The least thickness of the plate that stays below a dimple, in millimetres.
const MIN_FLOOR: f64 = 1.2;
/// The corners around a dimple, a multiple of four, and the rings of them down to its deepest place.
const SEGMENTS: usize = 48;
const RINGS: usize = 8;

/// The measures of a tray, in millimetres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measures {
    /// The way from a ball to the next: a dimple is a part of a sphere with half of it as radius.
    pub(super) unit: f64,
    /// The depth of the dimples, below [`most_depth`].
    pub(super) depth: f64,
    /// The thickness of rim and floor; without one there is no rim.
    pub(super) wall: f64,
    /// The room around the whole board.
    pub(super) room: f64,
}

impl Measures {
    /// The thickness of the plate below a dimple.
    pub(super) fn floor(self) -> f64 {
        self.wall.max(MIN_FLOOR)
    }
}

/// The balls of the lowest layer: those with the least third coordinate.
fn lowest(board: &[Point]) -> impl Iterator<Item = Point> {
    let low = board.iter().map(|site| site.z).min();
    board.iter().copied().filter(move |site| Some(site.z) == low)
}

/// The depth of dimples, in units, from which on the plate reaches the balls of the next layer, or
/// balls that lie beside each other have no plate between them.
pub(super) fn most_depth(lattice: &Lattice, board: &[Point]) -> f64 {
    let heights = || board.iter().map(|&site| lattice.place(site)[2]);
    let low = heights().fold(f64::INFINITY, f64::min);
    let next = heights().filter(|&height| height > low + WELD).fold(low + 1.0, f64::min);
    next - low - 0.5
}

/// The lines of the grid along one axis.
struct Lines {
    at: Vec<f64>,
    /// Between these lies what is inside the rim.
    inside: [f64; 2],
    /// Where the square of the first ball begins.
    first: f64,
}

impl Lines {
    /// Of a board and its lowest layer, by the places of their balls along the axis.
    fn new(board: &[f64], lowest: &[f64], measures: Measures) -> Lines {
        let Measures { unit, wall, room, .. } = measures;
        let least = |places: &[f64]| places.iter().copied().fold(f64::INFINITY, f64::min);
        let most = |places: &[f64]| places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let reach = unit / 2.0 + room;
        let inside = [least(board) - reach, most(board) + reach];
        let first = least(lowest) - unit / 2.0;
        let count = ((most(lowest) - least(lowest)) / unit).round() as usize + 1;
        let squares = (0..=count).map(|n| first + n as f64 * unit);
        let before = [inside[0] - wall, inside[0]].into_iter();
        let mut at: Vec<f64> = before.chain(squares).chain([inside[1], inside[1] + wall]).collect();
        at.dedup_by(|a, b| (*a - *b).abs() < WELD);
        Lines { at, inside, first }
    }

    /// The number of rectangles.
    fn count(&self) -> usize {
        self.at.len() - 1
    }

    fn middle(&self, n: usize) -> f64 {
        (self.at[n] + self.at[n + 1]) / 2.0
    }

    fn is_inside(&self, n: usize) -> bool {
        (self.inside[0]..self.inside[1]).contains(&self.middle(n))
    }

    /// The square in which a place lies, counted from the first ball.
    fn square(&self, place: f64, unit: f64) -> i64 {
        ((place - self.first) / unit).floor() as i64
    }
}

/// The surface of the tray for a board of balls, which lies as it does for its pieces: x to the
/// right, rows towards the front, the least height below.
///
/// Cost: linear in the rectangle around the lowest layer, some eight hundred triangles a dimple.
pub(super) fn mesh(lattice: &Lattice, board: &[Point], measures: Measures) -> Mesh {
    debug_assert!(lattice.axes.are_square(), "rows and columns");
    let Measures { unit, depth, .. } = measures;
    let place = |site: Point| {
        let [x, y, _] = lattice.place(site);
        [x * unit, -y * unit]
    };
    let lowest: Vec<Xy> = lowest(board).map(place).collect();
    let lines = [0, 1].map(|k| {
        let all: Vec<f64> = board.iter().map(|&site| place(site)[k]).collect();
        let low: Vec<f64> = lowest.iter().map(|p| p[k]).collect();
        Lines::new(&all, &low, measures)
    });
    let square = |p: Xy| [0, 1].map(|k| lines[k].square(p[k], unit));
    let balls: BTreeSet<[i64; 2]> = lowest.iter().map(|&p| square(p)).collect();
    // Below, the plate, and the rim up to the middles of the lowest balls.
    let floor = measures.floor();
    let heights = [0.0, floor + depth, floor + unit / 2.0];
    let level = |i: usize, j: usize| match lines[0].is_inside(i) && lines[1].is_inside(j) {
        true => 1,
        false => 2,
    };
    let (columns, rows) = (lines[0].count(), lines[1].count());
    let mut mesh = Mesh::default();
    let mut known: FxHashMap<(usize, usize, usize), u32> = FxHashMap::default();
    for (i, j) in (0..columns).flat_map(|i| (0..rows).map(move |j| (i, j))) {
        let corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
        let mut at = |corner: usize, level: usize| {
            let (i, j) = corners[corner];
            *known
                .entry((i, j, level))
                .or_insert_with(|| mesh.vertex([lines[0].at[i], lines[1].at[j], heights[level]]))
        };
        let own = level(i, j);
        let [below, above] = [0, own].map(|level| [0, 1, 2, 3].map(|corner| at(corner, level)));
        // Beyond each side, in the order of the corners; 0 outside.
        let beside = [
            if j > 0 { level(i, j - 1) } else { 0 },
            if i + 1 < columns { level(i + 1, j) } else { 0 },
            if j + 1 < rows { level(i, j + 1) } else { 0 },
            if i > 0 { level(i - 1, j) } else { 0 },
        ];
        let mut walls = Vec::new();
        for side in (0..4).filter(|&side| beside[side] < own) {
            let (from, to) = (side, (side + 1) % 4);
            walls.push([at(from, beside[side]), at(to, beside[side]), above[to], above[from]]);
        }
        for wall in walls {
            mesh.quad(wall);
        }
        mesh.quad([below[3], below[2], below[1], below[0]]);
        let middle = [lines[0].middle(i), lines[1].middle(j)];
        match own == 1 && balls.contains(&square(middle)) {
            true => dimple(&mut mesh, above, middle, heights[1], measures),
            false => mesh.quad(above),
        }
    }
    mesh
}

/// A square with a dimple in its middle, its corners counterclockwise from the least.
fn dimple(mesh: &mut Mesh, corners: [u32; 4], [x, y]: Xy, top: f64, measures: Measures) {
    let (radius, depth) = (measures.unit / 2.0, measures.depth);
    let deepest = top - depth;
    let widest = ((radius - depth) / radius).acos();
    let rings: Vec<Vec<u32>> = (0..RINGS)
        .map(|n| {
            let angle = widest * (1.0 - n as f64 / RINGS as f64);
            let (out, up) = (radius * angle.sin(), radius * (1.0 - angle.cos()));
            let turn = |k: usize| TAU * k as f64 / SEGMENTS as f64;
            let place = |k: usize| [x + out * turn(k).cos(), y + out * turn(k).sin(), deepest + up];
            (0..SEGMENTS).map(|k| mesh.vertex(place(k))).collect()
        })
        .collect();
    let (edge, quarter) = (&rings[0], SEGMENTS / 4);
    for k in 0..SEGMENTS {
        let next = (k + 1) % SEGMENTS;
        // The third corner is that of the first quarter of the circle.
        let [corner, last] = [2, 1].map(|n| corners[(n + k / quarter) % 4]);
        if k % quarter == 0 {
            mesh.triangle([edge[k], last, corner]);
        }
        mesh.triangle([edge[k], corner, edge[next]]);
        for pair in rings.windows(2) {
            mesh.quad([pair[0][k], pair[0][next], pair[1][next], pair[1][k]]);
        }
    }
    let pole = mesh.vertex([x, y, deepest]);
    let inner = &rings[RINGS - 1];
    for k in 0..SEGMENTS {
        mesh.triangle([inner[k], inner[(k + 1) % SEGMENTS], pole]);
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;
    use crate::lattice::sphere;

    const MEASURES: Measures = Measures { unit: 20.0, depth: 2.5, wall: 2.0, room: 0.5 };

    fn board(key: &str, numbers: &[u32]) -> Vec<Point> {
        let named = sphere::LATTICE.boards.iter().find(|board| board.key == key).unwrap();
        (named.sites)(numbers)
    }

    /// The width and the depth of the whole board, without room.
    fn extent(board: &[Point]) -> Xy {
        let [x, y, _] = crate::picture::space::extent(&sphere::LATTICE, board);
        [x * MEASURES.unit, y * MEASURES.unit]
    }

    #[test]
    fn a_tray_is_closed_and_a_plate_with_a_rim_without_the_caps_of_its_dimples() {
        let boards = [
            board("Pyramid", &[5]),
            board("TruncatedPyramid", &[4, 2]),
            board("Tetrahedron", &[4]),
            board("Octahedron", &[3]),
            board("Block", &[3, 2, 4]),
            vec![Point::new(4, 8, -4)],
            // Of two balls apart in a layer, and one above.
            vec![Point::new(0, 0, 0), Point::new(12, 8, 0), Point::new(0, 4, 4)],
        ];
        for sites in &boards {
            for (wall, room) in [(2.0, 0.5), (0.0, 0.5), (0.0, 0.0), (6.0, 0.0)] {
                let measures = Measures { wall, room, ..MEASURES };
                let Measures { unit, depth, .. } = measures;
                let mesh = mesh(&sphere::LATTICE, sites, measures);
                assert!(mesh.is_watertight(), "{sites:?} {wall} {room}");
                let inner = extent(sites).map(|n| n + 2.0 * room);
                let outer = inner.map(|n| n + 2.0 * wall);
                let floor: f64 = if wall == 0.0 { 1.2 } else { wall };
                let area = |[w, d]: Xy| w * d;
                let rim = (area(outer) - area(inner)) * (unit / 2.0 - depth);
                let plate = area(outer) * (floor + depth);
                let balls = lowest(sites).count() as f64;
                let caps = balls * PI * depth * depth * (3.0 * unit / 2.0 - depth) / 3.0;
                let away = plate + rim - mesh.volume();
                assert!((away / caps - 1.0).abs() < 0.01, "{away} {caps} {sites:?}");
                let high = if wall == 0.0 { floor + depth } else { floor + unit / 2.0 };
                let expected = [outer[0], outer[1], high];
                let size = mesh.size();
                assert!((0..3).all(|k| (size[k] - expected[k]).abs() < 1e-9), "{size:?}");
            }
        }
    }

    #[test]
    fn each_ball_of_the_lowest_layer_and_no_other_has_a_dimple_under_its_middle() {
        let boards = [
            board("Pyramid", &[5]),
            board("Tetrahedron", &[4]),
            board("Octahedron", &[3]),
            vec![Point::new(0, 0, 0), Point::new(12, 8, 0), Point::new(0, 4, 4)],
        ];
        for (sites, expected) in boards.iter().zip([25, 4, 1, 2]) {
            let mesh = mesh(&sphere::LATTICE, sites, MEASURES);
            let deepest = |p: &&[f64; 3]| (p[2] - MEASURES.floor()).abs() < 1e-9;
            let mut found: Vec<Xy> =
                mesh.vertices.iter().filter(deepest).map(|&[x, y, _]| [x, y]).collect();
            assert_eq!(found.len(), expected);
            for site in lowest(sites) {
                let [x, y, _] = sphere::LATTICE.place(site).map(|n| n * MEASURES.unit);
                let under = |p: &Xy| (p[0] - x).abs() < 1e-9 && (p[1] + y).abs() < 1e-9;
                let n = found.iter().position(under).expect("a dimple under the ball");
                found.swap_remove(n);
            }
        }
    }

    #[test]
    fn the_plate_stays_below_the_balls_of_the_second_layer() {
        let pyramid = board("Pyramid", &[3]);
        let most = most_depth(&sphere::LATTICE, &pyramid);
        assert!((most - (0.5f64.sqrt() - 0.5)).abs() < 1e-9, "{most}");
        let flat = board("Pyramid", &[1]);
        assert!((most_depth(&sphere::LATTICE, &flat) - 0.5).abs() < 1e-9);
        // A ball far above the lowest leaves no more than half a ball.
        let apart = [Point::new(0, 0, 0), Point::new(0, 0, 12)];
        assert!((most_depth(&sphere::LATTICE, &apart) - 0.5).abs() < 1e-9);
    }
}
