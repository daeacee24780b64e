//! The common parts of the lattices of tetrahedra and octahedra: coordinates, axes, point group.
//!
//! Regular tetrahedra and octahedra fill space. Their corners are those of a grid of cubes of which the
//! numbers of steps along the three edges have an even sum; the other corners are the middles of
//! octahedra. Translations are the vectors between two corners. With the edges of a cube as axes x, y
//! and z, the coordinates of a lattice are (x − y − z) / 2, y and z, so that all whole periods along its
//! axes, and no others, are translations: the first leads over two cubes, the second to the cube down
//! and to the right, the third to the cube above the one on the right.

use super::{Axes, Lattice, Point};

/// The axes in units of a cube's side.
pub(super) const AXES: Axes = Axes([[2.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 1.0]]);

/// The point group of the cube (order 48) on these axes, about a corner of a cube.
pub(super) const GROUP: &[[[i32; 3]; 3]] = &[
    [[-1, -1, -1], [2, 1, 1], [0, 0, 1]],
    [[1, 0, 1], [0, 0, -1], [0, 1, 0]],
    [[-1, -1, -1], [0, 1, 0], [0, 0, 1]],
];

/// Coordinates along the edges of cubes.
pub(super) fn cubic(p: Point) -> [i32; 3] {
    [2 * p.x + p.y + p.z, p.y, p.z]
}

/// The point at such coordinates, whose sum must be even.
pub(super) fn of_cubic([x, y, z]: [i32; 3]) -> Point {
    Point::new((x - y - z).div_euclid(2), y, z)
}

/// The sites of a lattice in a cube of so many periods that are wanted, by their coordinates along the
/// edges of cubes.
pub(super) fn sites_within(
    lattice: &Lattice,
    [columns, rows, layers]: [i32; 3],
    wanted: impl Fn([i32; 3]) -> bool,
) -> Vec<Point> {
    // The first axis goes over two cubes at a time.
    let steps = (0..layers).flat_map(|z| (0..rows).map(move |y| (y, z)));
    let steps = steps.flat_map(|(y, z)| {
        let first = (-y - z).div_euclid(2) - 1;
        (first..first + columns / 2 + 3).map(move |x| [x, y, z])
    });
    let at = |step: [i32; 3]| {
        let corner = Point::from(step.map(|n| lattice.period * n));
        lattice.classes.iter().map(move |class| corner + Point::from(class.residue))
    };
    let far = [columns, rows, layers].map(|n| lattice.period * n);
    let is_inside = |p: [i32; 3]| (0..3).all(|k| (0..far[k]).contains(&p[k]));
    steps.flat_map(at).filter(|&site| is_inside(cubic(site)) && wanted(cubic(site))).collect()
}

/// The sites in the regular tetrahedron that stands in a cube of so many periods.
pub(super) fn tetrahedron(lattice: &Lattice, edge: u32) -> Vec<Point> {
    let edge = edge as i32;
    let far = 2 * lattice.period * edge;
    let is_inside = |[x, y, z]: [i32; 3]| x < y + z && y < x + z && z < x + y && x + y + z < far;
    sites_within(lattice, [edge; 3], is_inside)
}

/// The sites in the regular octahedron that reaches to the faces of a cube, at half its side.
pub(super) fn octahedron(lattice: &Lattice, edge: u32) -> Vec<Point> {
    let edge = edge as i32;
    let half = lattice.period * edge;
    let is_inside = |at: [i32; 3]| at.iter().map(|n| (n - half).abs()).sum::<i32>() < half;
    sites_within(lattice, [2 * edge; 3], is_inside)
}
