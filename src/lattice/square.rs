//! Square cells: the lattice of polyominoes.
//!
//! Coordinates are doubled, y grows downwards; a cell is its middle, where both are odd.
//!
//! ```text
//!        x  0   1   2   3   4
//!      y
//!      0    +-------+-------+      cell "column 1, row 1" is (1, 1)
//!      1    | (1,1) | (3,1) |      cell "column 2, row 1" is (3, 1)
//!      2    +-------+-------+      corners are at even coordinates
//! ```

use super::{AddressForm, Axes, Lattice, NamedBoard, NamedForm, PLAIN, Point, Rulers, SiteClass};

/// A quarter turn about the origin.
pub(super) const QUARTER_TURN: [[i32; 3]; 3] = [[0, -1, 0], [1, 0, 0], [0, 0, 1]];

/// The point group of the square (order 8) about the origin: a quarter turn and a flip.
pub const SQUARE_GROUP: &[[[i32; 3]; 3]] = &[QUARTER_TURN, [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]];

/// Polyominoes.
pub static LATTICE: Lattice = Lattice {
    name: "square",
    key: "Square",
    polyform: "polyomino",
    site_words: ("site", "sites"),
    unit_words: Some(("square", "squares")),
    period: 2,
    axes: Axes::RIGHT,
    classes: &[SiteClass {
        residue: [1, 1, 0],
        corners: &[[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]],
    }],
    generators: SQUARE_GROUP,
    names: &[NAMES, PENTOMINOES],
    boards: &[NamedBoard {
        key: "Rectangle",
        parameters: &["columns", "rows"],
        count: |n| n[0] * n[1],
        sites: |n| {
            let (columns, rows) = (n[0] as i32, n[1] as i32);
            (0..rows).flat_map(|row| (0..columns).map(move |column| cell(column, row))).collect()
        },
    }],
    address: AddressForm {
        parts: &["column", "row"],
        of_site: |p| vec![(p.x + 1).div_euclid(2), (p.y + 1).div_euclid(2)],
        to_site: |n| Some(Point::new(2 * n[0] - 1, 2 * n[1] - 1, 0)),
        of_corner: |p| vec![p.x.div_euclid(2), p.y.div_euclid(2)],
        rulers: Rulers::Sites,
    },
    art_point: |column, row, _| cell(column, row),
    art_place: |p| (p.x.div_euclid(2), p.y.div_euclid(2)),
    ..PLAIN
};

/// The cell in a column and row counted from 0.
fn cell(column: i32, row: i32) -> Point {
    Point::new(2 * column + 1, 2 * row + 1, 0)
}

/// Trominoes and tetrominoes, lettered as the pentominoes.
const NAMES: &[NamedForm] = &[
    NamedForm { name: "I", art: &["XXX"] },
    NamedForm { name: "L", art: &["X.", "XX"] },
    NamedForm { name: "I", art: &["XXXX"] },
    NamedForm { name: "L", art: &["X.", "X.", "XX"] },
    NamedForm { name: "O", art: &["XX", "XX"] },
    NamedForm { name: "S", art: &[".XX", "XX."] },
    NamedForm { name: "T", art: &["XXX", ".X."] },
];

/// The pentominoes as Golomb lettered them (1954; *Polyominoes*, 1965), which polycubes and
/// polyspheres that lie flat have as well.
pub(super) const PENTOMINOES: &[NamedForm] = &[
    NamedForm { name: "F", art: &[".XX", "XX.", ".X."] },
    NamedForm { name: "I", art: &["XXXXX"] },
    NamedForm { name: "L", art: &["X.", "X.", "X.", "XX"] },
    NamedForm { name: "N", art: &[".X", ".X", "XX", "X."] },
    NamedForm { name: "P", art: &["XX", "XX", "X."] },
    NamedForm { name: "T", art: &["XXX", ".X.", ".X."] },
    NamedForm { name: "U", art: &["X.X", "XXX"] },
    NamedForm { name: "V", art: &["X..", "X..", "XXX"] },
    NamedForm { name: "W", art: &["X..", "XX.", ".XX"] },
    NamedForm { name: "X", art: &[".X.", "XXX", ".X."] },
    NamedForm { name: "Y", art: &["X.", "XX", "X.", "X."] },
    NamedForm { name: "Z", art: &["XX.", ".X.", ".XX"] },
];
