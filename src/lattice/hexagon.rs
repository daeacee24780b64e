//! Hexagons: the lattice of polyhexes.
//!
//! Coordinates are those of `triangular.rs`: a hexagon lies around each vertex of the
//! triangular grid, its corners in the middles of triangles. An address counts columns and rows
//! along the two axes, from 1. In text art a hexagon takes two characters, and each row begins
//! half a hexagon, one character, further right.
//!
//! ```text
//!         / \   / \   / \        text art      addresses
//!        |0,0| |6,0| |12,0       X X X         1,1  2,1  3,1
//!         \ /   \ /   \ /
//!            |0,6| |6,6|          X X             1,2  2,2
//! ```

use super::triangular::{GROUP, NOWHERE, Region, STEP, at};
use super::{AddressForm, Axes, Lattice, NamedBoard, NamedForm, PLAIN, Point, Rulers, SiteClass};

/// Polyhexes.
pub static LATTICE: Lattice = Lattice {
    name: "hexagon",
    key: "Hexagon",
    polyform: "polyhex",
    site_words: ("hexagon", "hexagons"),
    period: STEP,
    axes: Axes::SIXTY,
    classes: &[SiteClass {
        residue: [0, 0, 0],
        corners: &[[2, -4, 0], [4, -2, 0], [2, 2, 0], [-2, 4, 0], [-4, 2, 0], [-2, -2, 0]],
    }],
    generators: GROUP,
    names: &[NAMES],
    boards: &[
        NamedBoard {
            key: "Parallelogram",
            parameters: &["columns", "rows"],
            count: |n| n[0] * n[1],
            sites: |n| hexagons(Region::parallelogram(n[0] - 1, n[1] - 1)),
        },
        NamedBoard {
            key: "Triangle",
            parameters: &["side"],
            count: |n| n[0] * (n[0] + 1) / 2,
            sites: |n| hexagons(Region::trapezoid(0, n[0] - 1)),
        },
        NamedBoard {
            key: "Trapezoid",
            parameters: &["upper side", "rows"],
            count: |n| n[1] * (2 * n[0] + n[1] - 1) / 2,
            sites: |n| hexagons(Region::trapezoid(n[0] - 1, n[1] - 1)),
        },
        NamedBoard {
            key: "Hexagon",
            parameters: &["side"],
            count: |n| 1 + 3 * n[0] * (n[0] - 1),
            sites: |n| hexagons(Region::hexagon(n[0] - 1)),
        },
    ],
    address: AddressForm {
        parts: &["column", "row"],
        of_site: |p| vec![p.x.div_euclid(STEP) + 1, p.y.div_euclid(STEP) + 1],
        to_site: |n| Some(at((n[0] - 1, n[1] - 1))),
        of_corner: |p| vec![p.x, p.y],
        rulers: Rulers::Sites,
    },
    art_point: |column, row, _| {
        if (column - row) % 2 == 0 { at(((column - row) / 2, row)) } else { NOWHERE }
    },
    art_place: |p| ((2 * p.x + p.y).div_euclid(STEP), p.y.div_euclid(STEP)),
    ..PLAIN
};

/// The hexagons of a region.
pub(super) fn hexagons(region: Region) -> Vec<Point> {
    region.vertices().map(at).collect()
}

/// The tetrahexes as Gardner names them (*Mathematical Magic Show*, 1977, chapter 11).
const NAMES: &[NamedForm] = &[
    NamedForm { name: "bar", art: &["X X X X"] },
    NamedForm { name: "worm", art: &["X X X", "     X"] },
    NamedForm { name: "pistol", art: &["X X X", " X"] },
    NamedForm { name: "propeller", art: &["X", " X X", "X"] },
    NamedForm { name: "arch", art: &["  X X", " X   X"] },
    NamedForm { name: "bee", art: &["X X", " X X"] },
    NamedForm { name: "wave", art: &["X X", "   X X"] },
];
