//! Houses: pentagons with two walls and a roof (the prismatic pentagonal tiling).
//!
//! Rows of upright houses and of houses upside down take turns; two rows stand floor to floor, and roofs
//! fit between roofs. The first axis goes along a row, the second down by two rows and by half a house
//! to the right; a period of either is 24. An address has the column and row of the house, from 1. In text
//! art a house takes two characters, and after every second row the next begins half a house, one
//! character, further right.
//!
//! ```text
//!      /\    /\
//!    /    \/    \           text art       addresses
//!    |    |(15,-6)
//!    +----+----+            X X X          1,1  2,1  3,1
//!    |(9,6)    |            X X X          1,2  2,2  3,2
//!    \    /\    /\            X X X           1,3  2,3  3,3
//!      \/    \/    \
//! ```

use super::{AddressForm, Axes, Lattice, NamedBoard, PLAIN, Point, Rulers, SiteClass};

/// One period along either axis.
const STEP: i32 = 24;
/// The upright house over the floor that begins at the origin, and the one below that floor.
const HOUSES: [Point; 2] = [Point::new(15, -6, 0), Point::new(9, 6, 0)];

/// Polyhouses.
pub static LATTICE: Lattice = Lattice {
    name: "house",
    key: "House",
    polyform: "polyhouse",
    site_words: ("house", "houses"),
    period: STEP,
    // The way down is that of the tiling whose floors are as long as its squares and triangles, of which
    // the houses have their corners in the middles: two walls of 0.79, and a roof of 0.29.
    axes: Axes([[1.0, 0.0, 0.0], [0.5, 1.866_025_403_784_438_6, 0.0], [0.0, 0.0, 1.0]]),
    classes: &[
        SiteClass {
            residue: [15, STEP - 6, 0],
            corners: &[[4, -8, 0], [14, -4, 0], [9, 6, 0], [-15, 6, 0], [-10, -4, 0]],
        },
        SiteClass {
            residue: [9, 6, 0],
            corners: &[[-4, 8, 0], [-14, 4, 0], [-9, -6, 0], [15, -6, 0], [10, 4, 0]],
        },
    ],
    // The flips across an upright line and across a floor.
    generators: &[[[-1, -1, 0], [0, 1, 0], [0, 0, 1]], [[1, 1, 0], [0, -1, 0], [0, 0, 1]]],
    boards: &[
        NamedBoard {
            key: "Rectangle",
            parameters: &["columns", "rows"],
            count: |n| n[0] * n[1],
            sites: |n| rows(n[0], n[1], |row| row / 4),
        },
        NamedBoard {
            key: "Parallelogram",
            parameters: &["columns", "rows"],
            count: |n| n[0] * n[1],
            sites: |n| rows(n[0], n[1], |_| 0),
        },
    ],
    address: AddressForm {
        parts: &["column", "row"],
        of_site: |p| {
            let (column, row) = place(p);
            vec![column + 1, row + 1]
        },
        to_site: |n| Some(house(n[0] - 1, n[1] - 1)),
        of_corner: |p| vec![p.x, p.y],
        rulers: Rulers::Sites,
    },
    art_point: |column, row, _| {
        let along = column - row.div_euclid(2);
        if along % 2 == 0 { house(along / 2, row) } else { Point::ORIGIN }
    },
    art_place: |p| {
        let (column, row) = place(p);
        (2 * column + row.div_euclid(2), row)
    },
    ..PLAIN
};

/// The house at a column and row, from 0.
fn house(column: i32, row: i32) -> Point {
    let floor = Point::new(STEP * column, STEP * (row.div_euclid(2) + 1), 0);
    floor + HOUSES[row.rem_euclid(2) as usize]
}

/// Column and row of a house, from 0.
fn place(p: Point) -> (i32, i32) {
    let upright = i32::from(p.y.rem_euclid(STEP) > STEP / 2);
    (p.x.div_euclid(STEP), 2 * (p.y.div_euclid(STEP) + upright) - 1 - upright)
}

/// Rows of houses, each moved to the left by so many.
fn rows(columns: u32, rows: u32, left: fn(i32) -> i32) -> Vec<Point> {
    let own = |row: i32| (0..columns as i32).map(move |column| house(column - left(row), row));
    (0..rows as i32).flat_map(own).collect()
}
