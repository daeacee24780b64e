//! Tetrahedra: cubes cut into a regular tetrahedron and four corners each.
//!
//! The corners of a cube are cut off by turns: those whose steps along the edges have an odd sum. The
//! eight corner tetrahedra about such a corner make an octahedron, so that pieces of whole octahedra
//! and regular tetrahedra are a part of what can be made here. Puzzle files of BurrTools have this
//! cutting, and use it: their pieces have single corners. Those who want octahedra whole have fewer and
//! better forms on the lattice of `tetra_octa.rs`, where no piece can divide one.
//!
//! Along the edges of cubes, of side 8, a regular tetrahedron is the middle of its cube, and a corner is
//! that and (±2, ±2, ±2); `skew.rs` says how coordinates follow from these. Three layers go through
//! a cube. Text art and addresses have three columns and three rows to a cube as well, which is how
//! BurrTools counts cells:
//!
//! ```text
//!     layer 1    layer 2    layer 3
//!     ..##..     ......     #....#     two cubes beside each other: corners and,
//!     ......     .#..#.     ......     in layer 2, the regular tetrahedra
//!     #....#     ......     ..##..
//! ```

use super::skew::{self, cubic, of_cubic};
use super::{AddressForm, Lattice, NamedBoard, PLAIN, Point, Rulers, SiteClass};

/// The length of a cube's side.
const SIDE: i32 = 8;
/// The coordinates of cells in a cube, by their places in the art.
const COORDINATES: [i32; 3] = [2, 4, 6];
/// The number of those places.
const PLACES: i32 = COORDINATES.len() as i32;

/// Polyforms of regular tetrahedra and corners of cubes.
pub static LATTICE: Lattice = Lattice {
    name: "tetrahedron",
    key: "Tetrahedron",
    polyform: "polytetrahedron",
    site_words: ("tetrahedron", "tetrahedra"),
    dimension: 3,
    period: SIDE,
    axes: skew::AXES,
    shared_corners: 3,
    classes: &[
        SiteClass {
            residue: [1, 2, 2],
            corners: &[[3, -2, -2], [-1, -2, -2], [-1, 6, -2], [-1, -2, 6]],
        },
        SiteClass {
            residue: [3, 2, 2],
            corners: &[[1, -2, -2], [5, -2, -2], [-3, 6, -2], [-3, -2, 6]],
        },
        SiteClass {
            residue: [3, 6, 2],
            corners: &[[1, 2, -2], [-3, 2, -2], [5, -6, -2], [-3, 2, 6]],
        },
        SiteClass {
            residue: [5, 6, 2],
            corners: &[[-1, 2, -2], [3, 2, -2], [3, -6, -2], [-5, 2, 6]],
        },
        SiteClass {
            residue: [2, 4, 4],
            corners: &[[-2, -4, 4], [-2, 4, -4], [6, -4, -4], [-2, 4, 4]],
        },
        SiteClass {
            residue: [6, 4, 4],
            corners: &[[2, -4, -4], [-6, 4, 4], [2, -4, 4], [2, 4, -4]],
        },
        SiteClass {
            residue: [3, 2, 6],
            corners: &[[1, -2, 2], [-3, -2, 2], [-3, 6, 2], [5, -2, -6]],
        },
        SiteClass {
            residue: [5, 2, 6],
            corners: &[[-1, -2, 2], [3, -2, 2], [-5, 6, 2], [3, -2, -6]],
        },
        SiteClass {
            residue: [5, 6, 6],
            corners: &[[-1, 2, 2], [-5, 2, 2], [3, -6, 2], [3, 2, -6]],
        },
        SiteClass { residue: [7, 6, 6], corners: &[[-3, 2, 2], [1, 2, 2], [1, -6, 2], [1, 2, -6]] },
    ],
    generators: skew::GROUP,
    boards: &[
        NamedBoard {
            key: "Box",
            parameters: &["columns", "rows", "layers"],
            count: |n| n.iter().fold(5, |count, &n| count.saturating_mul(n)),
            sites: |n| skew::sites_within(&LATTICE, [n[0], n[1], n[2]].map(|n| n as i32), |_| true),
        },
        NamedBoard {
            // It stands in a cube of this edge.
            key: "Tetrahedron",
            parameters: &["edge"],
            count: |n| {
                let n = n[0];
                let tetrahedra = n * (n * n + 2) / 3;
                tetrahedra + 8 * (n * (n * n - 1) / 6)
            },
            sites: |n| skew::tetrahedron(&LATTICE, n[0]),
        },
        NamedBoard {
            key: "Octahedron",
            parameters: &["edge"],
            count: |n| {
                let n = n[0];
                8 * (n * (2 * n * n + 1) / 3) + 4 * (n * (n * n - 1) / 3)
            },
            sites: |n| skew::octahedron(&LATTICE, n[0]),
        },
    ],
    address: AddressForm {
        parts: &["column", "row", "layer"],
        of_site: |p| cubic(p).map(|n| place(n) + 1).to_vec(),
        to_site: |n| {
            let at = [n[0], n[1], n[2]].map(|n| coordinate(n - 1));
            is_cell(at).then(|| of_cubic(at))
        },
        of_corner: |p| cubic(p).map(|n| n.div_euclid(SIDE)).to_vec(),
        rulers: Rulers::Sites,
    },
    art_point: |column, row, layer| {
        let at = [column, row, layer].map(coordinate);
        if is_cell(at) { of_cubic(at) } else { Point::ORIGIN }
    },
    art_place: |p| {
        let [x, y, _] = cubic(p);
        (place(x), place(y))
    },
    ..PLAIN
};

/// The coordinate of a place along an edge, and the place of a coordinate; between two places the one
/// before.
fn coordinate(place: i32) -> i32 {
    SIDE * place.div_euclid(PLACES) + COORDINATES[place.rem_euclid(PLACES) as usize]
}

fn place(coordinate: i32) -> i32 {
    PLACES * coordinate.div_euclid(SIDE) + (coordinate.rem_euclid(SIDE) / 2 - 1).max(0)
}

/// Returns whether a place of the art is a cell: the middle of a cube or a corner that is cut off.
fn is_cell(at: [i32; 3]) -> bool {
    let cubes: i32 = at.iter().map(|n| n.div_euclid(SIDE)).sum();
    let from_middle = at.map(|n| (n.rem_euclid(SIDE) - SIDE / 2) / 2);
    let hand = from_middle.iter().product::<i32>();
    from_middle == [0; 3] || hand == if cubes.rem_euclid(2) == 0 { 1 } else { -1 }
}
