//! Kites, six to a hexagon: the lattice of polykites.
//!
//! Coordinates are those of `triangular.rs`. A kite has a corner in the middle of a hexagon of the
//! honeycomb grid, one at a corner of the hexagon, and two in the middles of its sides. Three kites make
//! a triangle of the triangular grid, so that boards may have straight sides, too. An address has the
//! column and row of the hexagon, from 1, and the kite: 1 is the upper one, the others follow to the
//! right. In text art a hexagon takes three characters by four rows; the next one in the row begins
//! four further right, and the next row three below and two to the right.
//!
//! ```text
//!         /\           text art      numbers
//!       / |  \
//!      |\  | /|          .X            1
//!      |  \ /  |         X.X          6 2
//!      |  / \  |         X.X          5 3
//!      |/  |  \|         .X            4
//!       \  | /
//!         \/
//! ```

use super::triangular::{GROUP, Parts, Region, STEP};
use super::{AddressForm, Axes, Lattice, NamedBoard, PLAIN, Rulers, SiteClass};

/// Polykites.
pub static LATTICE: Lattice = Lattice {
    name: "kite",
    key: "Kite",
    polyform: "polykite",
    site_words: ("kite", "kites"),
    period: STEP,
    axes: Axes::SIXTY,
    classes: &[
        SiteClass {
            residue: [1, 4, 0],
            corners: &[[-1, 2, 0], [-1, -1, 0], [1, -2, 0], [2, -1, 0]],
        },
        SiteClass { residue: [2, 5, 0], corners: &[[-2, 1, 0], [1, -2, 0], [2, -1, 0], [1, 1, 0]] },
        SiteClass {
            residue: [1, 1, 0],
            corners: &[[-1, -1, 0], [2, -1, 0], [1, 1, 0], [-1, 2, 0]],
        },
        SiteClass { residue: [5, 2, 0], corners: &[[1, -2, 0], [1, 1, 0], [-1, 2, 0], [-2, 1, 0]] },
        SiteClass {
            residue: [4, 1, 0],
            corners: &[[2, -1, 0], [-1, 2, 0], [-2, 1, 0], [-1, -1, 0]],
        },
        SiteClass {
            residue: [5, 5, 0],
            corners: &[[1, 1, 0], [-2, 1, 0], [-1, -1, 0], [1, -2, 0]],
        },
    ],
    generators: GROUP,
    boards: &[
        NamedBoard {
            key: "Parallelogram",
            parameters: &["columns", "rows"],
            count: |n| 6 * n[0] * n[1],
            sites: |n| KITES.within(Region::parallelogram(n[0], n[1])),
        },
        NamedBoard {
            key: "Triangle",
            parameters: &["side"],
            count: |n| 3 * n[0] * n[0],
            sites: |n| KITES.within(Region::trapezoid(0, n[0])),
        },
        NamedBoard {
            key: "Trapezoid",
            parameters: &["upper side", "height"],
            count: |n| 3 * n[1] * (2 * n[0] + n[1]),
            sites: |n| KITES.within(Region::trapezoid(n[0], n[1])),
        },
        NamedBoard {
            key: "Hexagon",
            parameters: &["side"],
            count: |n| 18 * n[0] * n[0],
            sites: |n| KITES.within(Region::hexagon(n[0])),
        },
        NamedBoard {
            key: "HexagonOfHexagons",
            parameters: &["side"],
            count: |n| 6 * (1 + 3 * n[0] * (n[0] - 1)),
            sites: |n| KITES.around(Region::hexagon(n[0] - 1)),
        },
    ],
    address: AddressForm {
        parts: &["column", "row", "kite"],
        of_site: |p| KITES.address(p),
        to_site: |n| KITES.site(n),
        of_corner: |p| vec![p.x, p.y],
        rulers: Rulers::Sites,
    },
    art_point: |column, row, _| KITES.art_point(column, row),
    art_place: |p| KITES.art_place(p),
    ..PLAIN
};

/// The kites of a hexagon, and of a triangle.
const KITES: Parts = Parts {
    around: &[(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)],
    places: &[(1, 0), (2, 1), (2, 2), (1, 3), (0, 2), (0, 1)],
    down: 3,
    within: &[(-1, -1), (2, -1), (-1, 2)],
};
