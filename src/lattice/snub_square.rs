//! Squares and triangles, two by two around each corner (the snub square tiling).
//!
//! Coordinates are those of a grid of period 22, y grows downwards. A square lies askew at each point
//! of the grid and, the other way round, in the middle between four; about these points are the quarter
//! turns, and the mirrors go between them, see `FLIP`. The corners have integer coordinates,
//! for which the sides are 11.4 and 11.3 long. An address has the column and row of the period, from 1, and the
//! cell: 1 and 2 for the squares, 3 and 4 for the two triangles to the right of the first, 5 and 6 for
//! the two below it. In text art a period has four columns and rows.
//!
//! ```text
//!        x   0    9    13     22       text art      numbers
//!      y
//!      0     S    T     T      S         XX.X         1 3 . 4
//!      9        T                        X...         5 . . .
//!     11             S                   ..X.         . . 2 .
//!     13                   T             X...         6 . . .
//!     22     S    T     T      S
//! ```

use super::square::QUARTER_TURN;
use super::{AddressForm, Axes, Lattice, NamedBoard, PLAIN, Point, Rulers, SiteClass};

/// The period.
const STEP: i32 = 22;
/// The cells of a period in the order of their numbers, and where they stand in text art.
const CELLS: [([i32; 3], (i32, i32)); 6] = [
    ([0, 0, 1], (0, 0)),
    ([11, 11, 1], (2, 2)),
    ([9, -2, 1], (1, 0)),
    ([13, 2, 1], (3, 0)),
    ([2, 9, 1], (0, 1)),
    ([-2, 13, 1], (0, 3)),
];
/// The columns and rows of text art to a period.
const ART: i32 = 4;

/// The flip across the line x + y = half a period, which is no flip about the origin: it moves what lies
/// at the height 1, as all sites do.
const FLIP: [[i32; 3]; 3] = [[0, -1, STEP / 2], [-1, 0, STEP / 2], [0, 0, 1]];

/// Polyforms of squares and triangles.
pub static LATTICE: Lattice = Lattice {
    name: "snub square",
    key: "SnubSquare",
    polyform: "polysnub",
    site_words: ("cell", "cells"),
    period: STEP,
    axes: Axes::RIGHT,
    classes: &[
        SiteClass {
            residue: [0, 0, 1],
            corners: &[[7, 4, 0], [-4, 7, 0], [-7, -4, 0], [4, -7, 0]],
        },
        SiteClass {
            residue: [11, 11, 1],
            corners: &[[-7, 4, 0], [-4, -7, 0], [7, -4, 0], [4, 7, 0]],
        },
        SiteClass { residue: [9, 20, 1], corners: &[[-2, 6, 0], [-5, -5, 0], [6, -2, 0]] },
        SiteClass { residue: [2, 9, 1], corners: &[[-6, -2, 0], [5, -5, 0], [2, 6, 0]] },
        SiteClass { residue: [13, 2, 1], corners: &[[2, -6, 0], [5, 5, 0], [-6, 2, 0]] },
        SiteClass { residue: [20, 13, 1], corners: &[[6, 2, 0], [-5, 5, 0], [-2, -6, 0]] },
    ],
    generators: &[QUARTER_TURN, FLIP],
    boards: &[NamedBoard {
        key: "Rectangle",
        parameters: &["columns", "rows"],
        count: |n| {
            let (columns, rows) = (n[0], n[1]);
            columns * rows
                + (columns - 1) * (rows - 1)
                + 2 * (columns - 1) * rows
                + 2 * columns * (rows - 1)
        },
        sites: |n| {
            let far = Point::new(STEP * (n[0] as i32 - 1), STEP * (n[1] as i32 - 1), 0);
            let squares = (0..n[1] as i32).flat_map(|y| (0..n[0] as i32).map(move |x| (x, y)));
            let cells = squares.flat_map(|at| (0..CELLS.len()).map(move |cell| site(at, cell)));
            cells.filter(|p| p.x <= far.x + STEP / 4 && p.y <= far.y + STEP / 4).collect()
        },
    }],
    address: AddressForm {
        parts: &["column", "row", "cell"],
        of_site: |p| {
            let ((column, row), cell) = place(p);
            vec![column + 1, row + 1, cell as i32 + 1]
        },
        to_site: |n| {
            let cell = usize::try_from(n[2] - 1).ok().filter(|cell| *cell < CELLS.len())?;
            Some(site((n[0] - 1, n[1] - 1), cell))
        },
        of_corner: |p| vec![p.x, p.y],
        rulers: Rulers::Sites,
    },
    art_point: |column, row, _| {
        let at = (column.div_euclid(ART), row.div_euclid(ART));
        let within = (column.rem_euclid(ART), row.rem_euclid(ART));
        let cell = CELLS.iter().position(|(_, place)| *place == within);
        cell.map_or(Point::ORIGIN, |cell| site(at, cell))
    },
    art_place: |p| {
        let ((column, row), cell) = place(p);
        let (right, below) = CELLS[cell].1;
        (ART * column + right, ART * row + below)
    },
    ..PLAIN
};

/// A cell of the period in a column and row, from 0.
fn site((column, row): (i32, i32), cell: usize) -> Point {
    Point::new(STEP * column, STEP * row, 0) + Point::from(CELLS[cell].0)
}

/// Column and row of the period, and the cell in it.
fn place(p: Point) -> ((i32, i32), usize) {
    let cells = CELLS.iter().enumerate();
    let mut found = cells.filter_map(|(cell, (residue, _))| {
        let corner = p - Point::from(*residue);
        let is_there = corner.x % STEP == 0 && corner.y % STEP == 0;
        is_there.then_some(((corner.x / STEP, corner.y / STEP), cell))
    });
    found.next().unwrap_or_default()
}
