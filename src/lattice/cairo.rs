//! Cairo pentagons: the lattice of polycairos.
//!
//! Coordinates are those of squares of side 38, y grows downwards. Four pentagons meet at the corner of a
//! square and four in its middle; about these points are the quarter turns, and the mirrors go between
//! them, see `FLIP`. Sides are 15.5 and 11.3 long, four and one of a pentagon. In text art and
//! in addresses pentagons have columns and rows, two of each to a square. Each adjoins those above, below
//! and beside it, and one across a corner.
//!
//! ```text
//!        x  0      15   23      38      text art     addresses
//!      y
//!      0    +                    +        XX         1,1   2,1
//!      7         (12,7)
//!     12                 (31,12)
//!     19    .          +         .        XX         1,2   2,2
//!     26       (7,26)
//!     31              (26,31)
//!     38    +                    +
//! ```

use super::square::QUARTER_TURN;
use super::{AddressForm, Axes, Lattice, NamedBoard, PLAIN, Point, Rulers, SiteClass};

/// The side of a square.
const SIDE: i32 = 38;
/// The pentagons of a square, row by row.
const PENTAGONS: [[i32; 3]; 4] = [[12, 7, 1], [31, 12, 1], [7, 26, 1], [26, 31, 1]];

/// The flip across the line x + y = half a period, which is no flip about the origin: it moves what lies
/// at the height 1, as all sites do.
const FLIP: [[i32; 3]; 3] = [[0, -1, SIDE / 2], [-1, 0, SIDE / 2], [0, 0, 1]];

/// Polycairos.
pub static LATTICE: Lattice = Lattice {
    name: "Cairo",
    key: "Cairo",
    polyform: "polycairo",
    site_words: ("pentagon", "pentagons"),
    period: SIDE,
    axes: Axes::RIGHT,
    classes: &[
        SiteClass {
            residue: [12, 7, 1],
            corners: &[[-12, -7, 0], [3, -11, 0], [11, -3, 0], [7, 12, 0], [-8, 8, 0]],
        },
        SiteClass {
            residue: [31, 12, 1],
            corners: &[[7, -12, 0], [11, 3, 0], [3, 11, 0], [-12, 7, 0], [-8, -8, 0]],
        },
        SiteClass {
            residue: [26, 31, 1],
            corners: &[[12, 7, 0], [-3, 11, 0], [-11, 3, 0], [-7, -12, 0], [8, -8, 0]],
        },
        SiteClass {
            residue: [7, 26, 1],
            corners: &[[-7, 12, 0], [-11, -3, 0], [-3, -11, 0], [12, -7, 0], [8, 8, 0]],
        },
    ],
    generators: &[QUARTER_TURN, FLIP],
    boards: &[NamedBoard {
        key: "Rectangle",
        parameters: &["columns", "rows"],
        count: |n| n[0] * n[1],
        sites: |n| {
            let (columns, rows) = (n[0] as i32, n[1] as i32);
            (0..rows).flat_map(|y| (0..columns).map(move |x| pentagon(x, y))).collect()
        },
    }],
    address: AddressForm {
        parts: &["column", "row"],
        of_site: |p| {
            let (column, row) = place(p);
            vec![column + 1, row + 1]
        },
        to_site: |n| Some(pentagon(n[0] - 1, n[1] - 1)),
        of_corner: |p| vec![p.x, p.y],
        rulers: Rulers::Sites,
    },
    art_point: |column, row, _| pentagon(column, row),
    art_place: place,
    ..PLAIN
};

/// The pentagon at a column and row.
fn pentagon(column: i32, row: i32) -> Point {
    let own = PENTAGONS[(2 * row.rem_euclid(2) + column.rem_euclid(2)) as usize];
    Point::new(SIDE * column.div_euclid(2), SIDE * row.div_euclid(2), 0) + Point::from(own)
}

/// Column and row of a pentagon.
fn place(p: Point) -> (i32, i32) {
    (p.x.div_euclid(SIDE / 2), p.y.div_euclid(SIDE / 2))
}
