//! Drafters, twelve to a hexagon: the lattice of polydrafters.
//!
//! Coordinates are those of `triangular.rs`. A drafter is a triangle with angles of 30°, 60° and 90°: a
//! hexagon of the honeycomb grid cut from its middle to its corners and to the middles of its sides
//! (the kisrhombille tiling). Six make a triangle of the triangular grid, so that boards may have
//! straight sides in six directions. An address has the column and row of the hexagon, from 1, and the
//! drafter: 1 is right of the top, the others follow to the right around the hexagon. In text art a
//! hexagon is a ring of twelve characters in four columns and rows; the next one in the row begins
//! four further right, and the next row four below and two to the right. Characters of the ring that
//! follow each other are neighbours, and so are those of two hexagons that are side by side.
//!
//! Proper polydrafters, halves of triangles of which a short leg may lie on half a hypotenuse, are no
//! units of this grid: six of them make an L of three rectangles that may lie half a side further
//! along, which no motion of the grid does (1025 classes, where A056842 has 1024 shapes).
//!
//! ```text
//!        12/|\1         text art       numbers
//!       /\ | /\
//!    11/  \|/  \2         XXXX       11 12  1  2
//!     |---+---|          X  X       10        3
//!    10\  /|\  /3         X  X        9        4
//!       \/ | \/           XXXX        8  7  6  5
//!         \|/
//! ```

use super::triangular::{GROUP, Parts, Region, STEP};
use super::{AddressForm, Axes, Lattice, NamedBoard, PLAIN, Point, Rulers, SiteClass};

/// Polydrafters.
pub static LATTICE: Lattice = Lattice {
    name: "drafter",
    key: "Drafter",
    polyform: "polydrafter",
    site_words: ("drafter", "drafters"),
    period: STEP,
    axes: Axes::SIXTY,
    classes: &[
        SiteClass { residue: [2, 3, 0], corners: &[[-2, 3, 0], [0, -1, 0], [1, 0, 0]] },
        SiteClass { residue: [3, 4, 0], corners: &[[-3, 2, 0], [0, -1, 0], [1, 0, 0]] },
        SiteClass { residue: [3, 5, 0], corners: &[[-3, 1, 0], [1, -1, 0], [0, 1, 0]] },
        SiteClass { residue: [2, 1, 0], corners: &[[-2, -1, 0], [1, -1, 0], [0, 1, 0]] },
        SiteClass { residue: [1, 2, 0], corners: &[[-1, -2, 0], [1, 0, 0], [-1, 1, 0]] },
        SiteClass { residue: [5, 3, 0], corners: &[[1, -3, 0], [1, 0, 0], [-1, 1, 0]] },
        SiteClass { residue: [4, 3, 0], corners: &[[2, -3, 0], [0, 1, 0], [-1, 0, 0]] },
        SiteClass { residue: [3, 2, 0], corners: &[[3, -2, 0], [0, 1, 0], [-1, 0, 0]] },
        SiteClass { residue: [3, 1, 0], corners: &[[3, -1, 0], [-1, 1, 0], [0, -1, 0]] },
        SiteClass { residue: [4, 5, 0], corners: &[[2, 1, 0], [-1, 1, 0], [0, -1, 0]] },
        SiteClass { residue: [5, 4, 0], corners: &[[1, 2, 0], [-1, 0, 0], [1, -1, 0]] },
        SiteClass { residue: [1, 3, 0], corners: &[[-1, 3, 0], [-1, 0, 0], [1, -1, 0]] },
    ],
    generators: GROUP,
    boards: &[
        NamedBoard {
            key: "Rectangle",
            parameters: &["columns", "rows"],
            count: |n| 6 * n[0] * n[1],
            sites: |n| rectangle(n[0], n[1]),
        },
        NamedBoard {
            key: "Parallelogram",
            parameters: &["columns", "rows"],
            count: |n| 12 * n[0] * n[1],
            sites: |n| DRAFTERS.within(Region::parallelogram(n[0], n[1])),
        },
        NamedBoard {
            key: "Triangle",
            parameters: &["side"],
            count: |n| 6 * n[0] * n[0],
            sites: |n| DRAFTERS.within(Region::trapezoid(0, n[0])),
        },
        NamedBoard {
            key: "Trapezoid",
            parameters: &["upper side", "height"],
            count: |n| 6 * n[1] * (2 * n[0] + n[1]),
            sites: |n| DRAFTERS.within(Region::trapezoid(n[0], n[1])),
        },
        NamedBoard {
            key: "Hexagon",
            parameters: &["side"],
            count: |n| 36 * n[0] * n[0],
            sites: |n| DRAFTERS.within(Region::hexagon(n[0])),
        },
        NamedBoard {
            key: "HexagonOfHexagons",
            parameters: &["side"],
            count: |n| 12 * (1 + 3 * n[0] * (n[0] - 1)),
            sites: |n| DRAFTERS.around(Region::hexagon(n[0] - 1)),
        },
    ],
    address: AddressForm {
        parts: &["column", "row", "drafter"],
        of_site: |p| DRAFTERS.address(p),
        to_site: |n| DRAFTERS.site(n),
        of_corner: |p| vec![p.x, p.y],
        rulers: Rulers::Sites,
    },
    art_point: |column, row, _| DRAFTERS.art_point(column, row),
    art_place: |p| DRAFTERS.art_place(p),
    ..PLAIN
};

/// The drafters of a hexagon, and of a triangle.
const DRAFTERS: Parts = Parts {
    around: &[
        (2, -3),
        (3, -2),
        (3, -1),
        (2, 1),
        (1, 2),
        (-1, 3),
        (-2, 3),
        (-3, 2),
        (-3, 1),
        (-2, -1),
        (-1, -2),
        (1, -3),
    ],
    places: &[
        (2, 0),
        (3, 0),
        (3, 1),
        (3, 2),
        (3, 3),
        (2, 3),
        (1, 3),
        (0, 3),
        (0, 2),
        (0, 1),
        (0, 0),
        (1, 0),
    ],
    down: 4,
    within: &[(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)],
};

/// The drafters of a rectangle: columns as wide as half a triangle, rows as high as one.
fn rectangle(columns: u32, rows: u32) -> Vec<Point> {
    // Further to the right than the rectangle is wide, so that its last row has room.
    let all = DRAFTERS.within(Region::parallelogram(columns + rows + 1, rows));
    let shift = Point::new(-STEP * ((rows as i32 + 1) / 2), 0, 0);
    let across = 0..STEP * columns as i32;
    all.into_iter().map(|p| p + shift).filter(|p| across.contains(&(2 * p.x + p.y))).collect()
}
