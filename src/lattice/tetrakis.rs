//! Squares cut by both diagonals: the lattice of polytans.
//!
//! Coordinates are a square's times 6, y grows downwards. A site is a quarter of a square; the
//! unit that polytans are built of is half a square, two quarters side by side, so that either
//! diagonal may cut a square, but no piece can have a single quarter of its own. An address has
//! the column and row of the square, from 1, and the quarter: 1 above, 2 right, 3 below, 4 left.
//! In text art a square takes three characters by three rows.
//!
//! ```text
//!        x  0     3     6       text art      the half above the
//!      y                                      falling diagonal
//!      0    +-----------+        .#.
//!      1    | \ (3,1) / |        #.#           .#
//!      3    |(1,3)x(5,3)|        .#.           ..#
//!      5    | / (3,5) \ |
//!      6    +-----------+
//! ```

use super::square::SQUARE_GROUP;
use super::{AddressForm, Axes, Lattice, NamedBoard, NamedForm, PLAIN, Point, Rulers, SiteClass};

/// The length of a square's side.
const SIDE: i32 = 6;
/// The quarters in the order of their numbers.
const QUARTERS: [[i32; 3]; 4] = [[3, 1, 0], [5, 3, 0], [3, 5, 0], [1, 3, 0]];

/// Polytans.
pub static LATTICE: Lattice = Lattice {
    name: "tetrakis",
    key: "Tetrakis",
    polyform: "polytan",
    site_words: ("quarter", "quarters"),
    units: &[
        &[QUARTERS[0], QUARTERS[1]],
        &[QUARTERS[1], QUARTERS[2]],
        &[QUARTERS[2], QUARTERS[3]],
        &[QUARTERS[3], QUARTERS[0]],
    ],
    unit_words: Some(("half square", "half squares")),
    period: SIDE,
    axes: Axes::RIGHT,
    classes: &[
        SiteClass { residue: QUARTERS[0], corners: &[[-3, -1, 0], [3, -1, 0], [0, 2, 0]] },
        SiteClass { residue: QUARTERS[1], corners: &[[1, -3, 0], [1, 3, 0], [-2, 0, 0]] },
        SiteClass { residue: QUARTERS[2], corners: &[[3, 1, 0], [-3, 1, 0], [0, -2, 0]] },
        SiteClass { residue: QUARTERS[3], corners: &[[-1, 3, 0], [-1, -3, 0], [2, 0, 0]] },
    ],
    generators: SQUARE_GROUP,
    names: &[NAMES],
    boards: &[
        NamedBoard {
            key: "Rectangle",
            parameters: &["columns", "rows"],
            count: |n| 4 * n[0] * n[1],
            sites: |n| quarters(n[0] as i32, n[1] as i32, |_, _| true),
        },
        NamedBoard {
            key: "Diamond",
            parameters: &["radius"],
            count: |n| 8 * n[0] * n[0],
            sites: |n| {
                let radius = n[0] as i32;
                let far = SIDE * radius;
                quarters(2 * radius, 2 * radius, |x, y| (x - far).abs() + (y - far).abs() < far)
            },
        },
    ],
    address: AddressForm {
        parts: &["column", "row", "quarter"],
        of_site: |p| {
            let residue = [p.x.rem_euclid(SIDE), p.y.rem_euclid(SIDE), 0];
            let quarter = QUARTERS.iter().position(|q| *q == residue).map_or(0, |i| i as i32 + 1);
            vec![p.x.div_euclid(SIDE) + 1, p.y.div_euclid(SIDE) + 1, quarter]
        },
        to_site: |n| {
            let quarter = usize::try_from(n[2] - 1).ok().and_then(|i| QUARTERS.get(i))?;
            Some(Point::new(SIDE * (n[0] - 1), SIDE * (n[1] - 1), 0) + Point::from(*quarter))
        },
        of_corner: |p| vec![p.x, p.y],
        rulers: Rulers::Sites,
    },
    art_point: |column, row, _| Point::new(2 * column + 1, 2 * row + 1, 0),
    art_place: |p| (p.x.div_euclid(2), p.y.div_euclid(2)),
    ..PLAIN
};

/// The quarters of some columns and rows of squares whose middles are wanted.
fn quarters(columns: i32, rows: i32, wanted: impl Fn(i32, i32) -> bool) -> Vec<Point> {
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    squares
        .flat_map(|(x, y)| QUARTERS.map(|q| Point::new(SIDE * x, SIDE * y, 0) + Point::from(q)))
        .filter(|p| wanted(p.x, p.y))
        .collect()
}

/// The ditans by what they are.
const NAMES: &[NamedForm] = &[
    NamedForm { name: "square", art: &[".X", "X.X", ".X"] },
    NamedForm { name: "triangle", art: &[".", "..XX", ".X..X"] },
    NamedForm { name: "parallelogram", art: &["....X", "..XX", ".X"] },
];
