//! Octagons with squares between them (the truncated square tiling).
//!
//! Coordinates are those of a square grid times 24, y grows downwards. An octagon lies in each cell of
//! the grid, and a square on its corner at each of its points. The corners have integer coordinates, for
//! which the sides of octagons are 10 and 9.9 long. An address has the column and row of an octagon,
//! from 1, and 1 for itself or 2 for the square at its lower right. In text art octagons have every
//! second column and row, and squares those between.
//!
//! ```text
//!        x  0   7  12  17  24        text art
//!      y
//!      0    /   +-------+   \          X X
//!      7      /           \             X
//!     12      |  (12,12)  |           X X
//!     17      \           /
//!     24    \   +-------+   (24,24)
//! ```

use super::square::SQUARE_GROUP;
use super::{AddressForm, Axes, Lattice, NamedBoard, PLAIN, Point, Rulers, SiteClass};

/// The distance between the middles of octagons.
const STEP: i32 = 24;
/// The distance from an octagon to the squares around it, along each axis.
const HALF: i32 = STEP / 2;

/// Polyforms of octagons and squares.
pub static LATTICE: Lattice = Lattice {
    name: "truncated square",
    key: "TruncatedSquare",
    polyform: "polyoctasquare",
    site_words: ("cell", "cells"),
    period: STEP,
    axes: Axes::RIGHT,
    classes: &[
        SiteClass {
            residue: [HALF, HALF, 0],
            corners: &[
                [-5, -12, 0],
                [5, -12, 0],
                [12, -5, 0],
                [12, 5, 0],
                [5, 12, 0],
                [-5, 12, 0],
                [-12, 5, 0],
                [-12, -5, 0],
            ],
        },
        SiteClass { residue: [0, 0, 0], corners: &[[0, -7, 0], [7, 0, 0], [0, 7, 0], [-7, 0, 0]] },
    ],
    generators: SQUARE_GROUP,
    boards: &[NamedBoard {
        key: "Rectangle",
        parameters: &["columns", "rows"],
        count: |n| n[0] * n[1] + (n[0] - 1) * (n[1] - 1),
        sites: |n| {
            let far = |n: u32| 2 * n as i32 - 1;
            let cells = (0..far(n[1])).flat_map(|y| (0..far(n[0])).map(move |x| (x, y)));
            cells.filter(|(x, y)| (x - y) % 2 == 0).map(|(x, y)| cell(x, y)).collect()
        },
    }],
    address: AddressForm {
        parts: &["column", "row", "cell"],
        of_site: |p| {
            let second = i32::from(p.x % STEP == 0);
            let number = |n: i32| n.div_euclid(STEP) + 1 - second;
            vec![number(p.x), number(p.y), second + 1]
        },
        to_site: |n| {
            let second = usize::try_from(n[2] - 1).ok().filter(|k| *k < 2)? as i32;
            Some(cell(2 * (n[0] - 1) + second, 2 * (n[1] - 1) + second))
        },
        of_corner: |p| vec![p.x, p.y],
        rulers: Rulers::Sites,
    },
    art_point: |column, row, _| cell(column, row),
    art_place: |p| (p.x.div_euclid(HALF) - 1, p.y.div_euclid(HALF) - 1),
    ..PLAIN
};

/// The cell in a column and row of text art; no site where an octagon and a square would take turns.
fn cell(column: i32, row: i32) -> Point {
    Point::new(HALF * (column + 1), HALF * (row + 1), 0)
}
