//! Hexagonal prisms: hexagons with a height, in layers.
//!
//! Columns, rows and coordinates of a layer are those of `hexagon.rs`; a prism is its middle, as high
//! as its hexagon is wide. In text art an empty row begins the next layer.

use super::hexagon;
use super::triangular::{NOWHERE, Region, STACKED_GROUP, STEP, at, stacked};
use super::{AddressForm, Axes, Lattice, NamedBoard, PLAIN, Point, Rulers, SiteClass};

/// The height of the middle of the lowest layer.
const MIDDLE: i32 = STEP / 2;

/// Polyforms of hexagonal prisms.
pub static LATTICE: Lattice = Lattice {
    name: "hexagonal prism",
    key: "HexagonalPrism",
    polyform: "hexagonal polyprism",
    site_words: ("prism", "prisms"),
    dimension: 3,
    period: STEP,
    axes: Axes::SIXTY,
    shared_corners: 4,
    classes: &[SiteClass {
        residue: [0, 0, MIDDLE],
        corners: &[
            [2, -4, -3],
            [4, -2, -3],
            [2, 2, -3],
            [-2, 4, -3],
            [-4, 2, -3],
            [-2, -2, -3],
            [2, -4, 3],
            [4, -2, 3],
            [2, 2, 3],
            [-2, 4, 3],
            [-4, 2, 3],
            [-2, -2, 3],
        ],
    }],
    generators: STACKED_GROUP,
    boards: &[
        NamedBoard {
            key: "Parallelogram",
            parameters: &["columns", "rows", "layers"],
            count: |n| n.iter().product(),
            sites: |n| prisms(Region::parallelogram(n[0] - 1, n[1] - 1), n[2]),
        },
        NamedBoard {
            key: "Triangle",
            parameters: &["side", "layers"],
            count: |n| n[0] * (n[0] + 1) / 2 * n[1],
            sites: |n| prisms(Region::trapezoid(0, n[0] - 1), n[1]),
        },
        NamedBoard {
            key: "Hexagon",
            parameters: &["side", "layers"],
            count: |n| (1 + 3 * n[0] * (n[0] - 1)) * n[1],
            sites: |n| prisms(Region::hexagon(n[0] - 1), n[1]),
        },
    ],
    address: AddressForm {
        parts: &["column", "row", "layer"],
        of_site: |p| p.coordinates().map(|n| n.div_euclid(STEP) + 1).to_vec(),
        to_site: |n| {
            let up = Point::new(0, 0, STEP * (n[2] - 1) + MIDDLE);
            Some(at((n[0] - 1, n[1] - 1)) + up)
        },
        of_corner: |p| p.coordinates().to_vec(),
        rulers: Rulers::Sites,
    },
    art_point: |column, row, _| match (column - row) % 2 {
        0 => at(((column - row) / 2, row)) + Point::new(0, 0, MIDDLE),
        _ => NOWHERE,
    },
    art_place: hexagon::LATTICE.art_place,
    ..PLAIN
};

/// The prisms over the hexagons of a region.
fn prisms(region: Region, layers: u32) -> Vec<Point> {
    stacked(hexagon::hexagons(region), MIDDLE, layers)
}
