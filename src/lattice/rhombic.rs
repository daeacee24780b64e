//! Rhombic tetrahedra: cubes cut by their six diagonal planes into 24 cells each.
//!
//! A cell has the middle of a cube, the middle of one of its faces, and the ends of an edge of that
//! face as corners. The four cells at a face make a pyramid, and the pyramids of six neighbours upon
//! a cube make a rhombic dodecahedron. Coordinates are a cube's times 8; a cell is its cube's middle
//! and a permutation of (±3, ±2, 0), so that all 24 have residues of their own.
//!
//! Five layers go through a cube. Text art and addresses have five columns and five rows to a cube as
//! well, which is how BurrTools counts cells; most places in it are empty:
//!
//! ```text
//!     coordinates    layer 1   layer 2   layer 3   layer 4   layer 5
//!     1              .....     ..#..     .#.#.     ..#..     .....
//!     2              ..#..     .....     #...#     .....     ..#..
//!     4              .#.#.     #...#     .....     #...#     .#.#.
//!     6              ..#..     .....     #...#     .....     ..#..
//!     7              .....     ..#..     .#.#.     ..#..     .....
//! ```

use super::cube::CUBE_GROUP;
use super::{AddressForm, Axes, Lattice, NamedBoard, PLAIN, Point, Rulers, SiteClass};

/// The length of a cube's side.
const SIDE: i32 = 8;
/// The coordinates of cells in a cube, by their places in the art.
const COORDINATES: [i32; 5] = [1, 2, 4, 6, 7];
/// The number of those places.
const PLACES: i32 = COORDINATES.len() as i32;

/// Polyforms of rhombic tetrahedra.
pub static LATTICE: Lattice = Lattice {
    name: "rhombic tetrahedron",
    key: "RhombicTetrahedron",
    polyform: "rhombic polytetrahedron",
    site_words: ("tetrahedron", "tetrahedra"),
    dimension: 3,
    period: SIDE,
    axes: Axes::RIGHT,
    shared_corners: 3,
    classes: &[
        SiteClass {
            residue: [4, 2, 1],
            corners: &[[0, 2, 3], [0, 2, -1], [4, -2, -1], [-4, -2, -1]],
        },
        SiteClass {
            residue: [2, 4, 1],
            corners: &[[2, 0, 3], [2, 0, -1], [-2, 4, -1], [-2, -4, -1]],
        },
        SiteClass {
            residue: [6, 4, 1],
            corners: &[[-2, 0, 3], [-2, 0, -1], [2, 4, -1], [2, -4, -1]],
        },
        SiteClass {
            residue: [4, 6, 1],
            corners: &[[0, -2, 3], [0, -2, -1], [4, 2, -1], [-4, 2, -1]],
        },
        SiteClass {
            residue: [4, 1, 2],
            corners: &[[0, 3, 2], [0, -1, 2], [4, -1, -2], [-4, -1, -2]],
        },
        SiteClass {
            residue: [1, 4, 2],
            corners: &[[3, 0, 2], [-1, 0, 2], [-1, 4, -2], [-1, -4, -2]],
        },
        SiteClass {
            residue: [7, 4, 2],
            corners: &[[-3, 0, 2], [1, 0, 2], [1, 4, -2], [1, -4, -2]],
        },
        SiteClass {
            residue: [4, 7, 2],
            corners: &[[0, -3, 2], [0, 1, 2], [4, 1, -2], [-4, 1, -2]],
        },
        SiteClass {
            residue: [2, 1, 4],
            corners: &[[2, 3, 0], [2, -1, 0], [-2, -1, 4], [-2, -1, -4]],
        },
        SiteClass {
            residue: [6, 1, 4],
            corners: &[[-2, 3, 0], [-2, -1, 0], [2, -1, 4], [2, -1, -4]],
        },
        SiteClass {
            residue: [1, 2, 4],
            corners: &[[3, 2, 0], [-1, 2, 0], [-1, -2, 4], [-1, -2, -4]],
        },
        SiteClass {
            residue: [7, 2, 4],
            corners: &[[-3, 2, 0], [1, 2, 0], [1, -2, 4], [1, -2, -4]],
        },
        SiteClass {
            residue: [1, 6, 4],
            corners: &[[3, -2, 0], [-1, -2, 0], [-1, 2, 4], [-1, 2, -4]],
        },
        SiteClass {
            residue: [7, 6, 4],
            corners: &[[-3, -2, 0], [1, -2, 0], [1, 2, 4], [1, 2, -4]],
        },
        SiteClass {
            residue: [2, 7, 4],
            corners: &[[2, -3, 0], [2, 1, 0], [-2, 1, 4], [-2, 1, -4]],
        },
        SiteClass {
            residue: [6, 7, 4],
            corners: &[[-2, -3, 0], [-2, 1, 0], [2, 1, 4], [2, 1, -4]],
        },
        SiteClass {
            residue: [4, 1, 6],
            corners: &[[0, 3, -2], [0, -1, -2], [4, -1, 2], [-4, -1, 2]],
        },
        SiteClass {
            residue: [1, 4, 6],
            corners: &[[3, 0, -2], [-1, 0, -2], [-1, 4, 2], [-1, -4, 2]],
        },
        SiteClass {
            residue: [7, 4, 6],
            corners: &[[-3, 0, -2], [1, 0, -2], [1, 4, 2], [1, -4, 2]],
        },
        SiteClass {
            residue: [4, 7, 6],
            corners: &[[0, -3, -2], [0, 1, -2], [4, 1, 2], [-4, 1, 2]],
        },
        SiteClass {
            residue: [4, 2, 7],
            corners: &[[0, 2, -3], [0, 2, 1], [4, -2, 1], [-4, -2, 1]],
        },
        SiteClass {
            residue: [2, 4, 7],
            corners: &[[2, 0, -3], [2, 0, 1], [-2, 4, 1], [-2, -4, 1]],
        },
        SiteClass {
            residue: [6, 4, 7],
            corners: &[[-2, 0, -3], [-2, 0, 1], [2, 4, 1], [2, -4, 1]],
        },
        SiteClass {
            residue: [4, 6, 7],
            corners: &[[0, -2, -3], [0, -2, 1], [4, 2, 1], [-4, 2, 1]],
        },
    ],
    generators: CUBE_GROUP,
    boards: &[
        NamedBoard {
            key: "Box",
            parameters: &["columns", "rows", "layers"],
            count: |n| n.iter().fold(24, |count, &n| count.saturating_mul(n)),
            sites: |n| cells([n[0], n[1], n[2]].map(|n| n as i32), |_| true),
        },
        NamedBoard {
            // The pyramids on both sides of the faces between two layers of cubes.
            key: "Bipyramids",
            parameters: &["columns", "rows"],
            count: |n| 8 * n[0] * n[1],
            sites: |n| {
                let is_next_to_face = |cell: Point| (cell.z - SIDE).abs() == 1;
                cells([n[0] as i32, n[1] as i32, 2], is_next_to_face)
            },
        },
        NamedBoard {
            // About the middle of a cube; an edge is half a diagonal of so many cubes.
            key: "RhombicDodecahedron",
            parameters: &["edge"],
            count: |n| 48u64.saturating_mul(n[0].pow(3)),
            sites: |n| around_a_cube(n[0], |[_, middle, most]| middle + most),
        },
        NamedBoard {
            // The first stellation of the same, which Escher drew.
            key: "Stellation",
            parameters: &["edge"],
            count: |n| 96u64.saturating_mul(n[0].pow(3)),
            sites: |n| around_a_cube(n[0], |[least, _, most]| least + most),
        },
    ],
    address: AddressForm {
        parts: &["column", "row", "layer"],
        of_site: |p| p.coordinates().map(|n| place(n) + 1).to_vec(),
        to_site: |n| {
            let site = [n[0], n[1], n[2]].map(|n| coordinate(n - 1));
            is_cell(site).then(|| Point::from(site))
        },
        of_corner: |p| p.coordinates().to_vec(),
        rulers: Rulers::Sites,
    },
    art_point: |column, row, layer| Point::from([column, row, layer].map(coordinate)),
    art_place: |p| (place(p.x), place(p.y)),
    ..PLAIN
};

/// The coordinate of a place along an axis, and the place of a coordinate; between two places the one
/// before.
fn coordinate(place: i32) -> i32 {
    SIDE * place.div_euclid(PLACES) + COORDINATES[place.rem_euclid(PLACES) as usize]
}

fn place(coordinate: i32) -> i32 {
    let up_to = COORDINATES.iter().filter(|&&n| n <= coordinate.rem_euclid(SIDE)).count();
    PLACES * coordinate.div_euclid(SIDE) + (up_to as i32 - 1).max(0)
}

/// Returns whether a point is a cell.
fn is_cell(point: [i32; 3]) -> bool {
    let mut from_middle = point.map(|n| (n.rem_euclid(SIDE) - SIDE / 2).abs());
    from_middle.sort_unstable();
    from_middle == [0, 2, 3]
}

/// The cells of a box of cubes that are wanted.
fn cells([columns, rows, layers]: [i32; 3], wanted: impl Fn(Point) -> bool) -> Vec<Point> {
    let cubes = (0..layers).flat_map(|z| (0..rows).map(move |y| (y, z)));
    let cubes = cubes.flat_map(|(y, z)| (0..columns).map(move |x| [x, y, z]));
    let of_cube = |cube: [i32; 3]| {
        let corner = Point::from(cube.map(|n| SIDE * n));
        LATTICE.classes.iter().map(move |class| corner + Point::from(class.residue))
    };
    cubes.flat_map(of_cube).filter(|&cell| wanted(cell)).collect()
}

/// The cells about the middle of a cube of which a sum of distances from there along the axes, ordered
/// by length, is at most so many cubes.
fn around_a_cube(cubes: u32, sum: impl Fn([i32; 3]) -> i32) -> Vec<Point> {
    let far = SIDE * cubes as i32;
    let middle = far + SIDE / 2;
    cells([2 * cubes as i32 + 1; 3], |cell| {
        let mut away = cell.coordinates().map(|n| (n - middle).abs());
        away.sort_unstable();
        sum(away) < far
    })
}
