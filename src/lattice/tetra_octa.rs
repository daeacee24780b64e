//! Tetrahedra and octahedra: the regular ones, which fill space together.
//!
//! Each octahedron has a face in common with eight tetrahedra, each tetrahedron with four octahedra. The
//! lattice of `tetrahedron.rs` cuts octahedra into eight corners of cubes. Neither can stand for the
//! other: forms here are those of the honeycomb whose cells are all regular, which is the one that has
//! been counted (A343909), and the pieces of puzzle files of BurrTools divide octahedra.
//!
//! Along the edges of cubes, of side 4, an octahedron is a corner whose steps have an odd sum, and a
//! tetrahedron is the middle of a cube; `skew.rs` says how coordinates follow from these. Text art and
//! addresses have two columns, rows and layers to a cube: octahedra stand in odd ones, by turns, and
//! tetrahedra in even ones.
//!
//! ```text
//!     layer 1      layer 2      layer 3
//!     ..#..        .....        ....#      octahedra, and the tetrahedra between them
//!     .....        .#.#.
//!     #...#        .....
//! ```

use super::skew::{self, cubic, of_cubic};
use super::{AddressForm, Lattice, NamedBoard, PLAIN, Point, Rulers, SiteClass};

/// The length of a cube's side, and the distance between two places in the art.
const SIDE: i32 = 4;
const STEP: i32 = 2;

/// Polyforms of regular tetrahedra and octahedra.
pub static LATTICE: Lattice = Lattice {
    name: "tetra-octa",
    key: "TetraOcta",
    polyform: "tetrahedral-octahedral polyform",
    site_words: ("cell", "cells"),
    dimension: 3,
    period: SIDE,
    axes: skew::AXES,
    shared_corners: 3,
    classes: &[
        SiteClass {
            residue: [2, 0, 0],
            corners: &[[2, 0, 0], [-2, 0, 0], [-2, 4, 0], [2, -4, 0], [-2, 0, 4], [2, 0, -4]],
        },
        SiteClass {
            residue: [1, 2, 2],
            corners: &[[-1, -2, 2], [-1, 2, -2], [3, -2, -2], [-1, 2, 2]],
        },
        SiteClass {
            residue: [3, 2, 2],
            corners: &[[1, -2, -2], [-3, 2, 2], [1, -2, 2], [1, 2, -2]],
        },
    ],
    generators: skew::GROUP,
    boards: &[
        NamedBoard {
            // It stands in a cube of this edge.
            key: "Tetrahedron",
            parameters: &["edge"],
            count: |n| {
                let n = n[0];
                n * (n * n + 2) / 3 + n * (n * n - 1) / 6
            },
            sites: |n| skew::tetrahedron(&LATTICE, n[0]),
        },
        NamedBoard {
            key: "Octahedron",
            parameters: &["edge"],
            count: |n| {
                let n = n[0];
                n * (2 * n * n + 1) / 3 + 4 * (n * (n * n - 1) / 3)
            },
            sites: |n| skew::octahedron(&LATTICE, n[0]),
        },
    ],
    address: AddressForm {
        parts: &["column", "row", "layer"],
        of_site: |p| cubic(p).map(|n| n.div_euclid(STEP) + 1).to_vec(),
        to_site: |n| {
            let at = [n[0], n[1], n[2]].map(|n| STEP * (n - 1));
            is_cell(at).then(|| of_cubic(at))
        },
        of_corner: |p| cubic(p).map(|n| n.div_euclid(SIDE)).to_vec(),
        rulers: Rulers::Sites,
    },
    art_point: |column, row, layer| {
        let at = [column, row, layer].map(|n| STEP * n);
        if is_cell(at) { of_cubic(at) } else { NOWHERE }
    },
    art_place: |p| {
        let [x, y, _] = cubic(p);
        (x.div_euclid(STEP), y.div_euclid(STEP))
    },
    ..PLAIN
};

/// No site.
const NOWHERE: Point = Point::ORIGIN;

/// Returns whether a place of the art is a cell: the middle of a cube, or of an octahedron.
fn is_cell(at: [i32; 3]) -> bool {
    let is_corner = at.iter().all(|n| n.rem_euclid(SIDE) == 0);
    let is_middle = at.iter().all(|n| n.rem_euclid(SIDE) == STEP);
    is_middle || is_corner && at.iter().sum::<i32>().rem_euclid(2 * SIDE) == SIDE
}
