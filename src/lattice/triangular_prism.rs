//! Triangular prisms: triangles with a height, in layers.
//!
//! Columns, rows and coordinates of a layer are those of `triangle.rs`; a prism is its middle, as high
//! as a side of its triangle is long. In text art an empty row begins the next layer.

use super::triangle;
use super::triangular::{Region, STACKED_GROUP, STEP, stacked};
use super::{AddressForm, Axes, Lattice, NamedBoard, PLAIN, Point, Rulers, SiteClass};

/// The height of the middle of the lowest layer.
const MIDDLE: i32 = STEP / 2;

/// Polyforms of triangular prisms.
pub static LATTICE: Lattice = Lattice {
    name: "triangular prism",
    key: "TriangularPrism",
    polyform: "triangular polyprism",
    site_words: ("prism", "prisms"),
    dimension: 3,
    period: STEP,
    axes: Axes::SIXTY,
    shared_corners: 3,
    classes: &[
        SiteClass {
            residue: [2, 2, MIDDLE],
            corners: &[[-2, -2, -3], [4, -2, -3], [-2, 4, -3], [-2, -2, 3], [4, -2, 3], [-2, 4, 3]],
        },
        SiteClass {
            residue: [4, 4, MIDDLE],
            corners: &[[2, -4, -3], [2, 2, -3], [-4, 2, -3], [2, -4, 3], [2, 2, 3], [-4, 2, 3]],
        },
    ],
    generators: STACKED_GROUP,
    boards: &[
        NamedBoard {
            key: "Parallelogram",
            parameters: &["columns", "rows", "layers"],
            count: |n| 2 * n[0] * n[1] * n[2],
            sites: |n| prisms(Region::parallelogram(n[0], n[1]), n[2]),
        },
        NamedBoard {
            key: "Triangle",
            parameters: &["side", "layers"],
            count: |n| n[0] * n[0] * n[1],
            sites: |n| prisms(Region::trapezoid(0, n[0]), n[1]),
        },
        NamedBoard {
            key: "Trapezoid",
            parameters: &["upper side", "height", "layers"],
            count: |n| (n[1] * (2 * n[0] + n[1])).saturating_mul(n[2]),
            sites: |n| prisms(Region::trapezoid(n[0], n[1]), n[2]),
        },
        NamedBoard {
            key: "Hexagon",
            parameters: &["side", "layers"],
            count: |n| 6 * n[0] * n[0] * n[1],
            sites: |n| prisms(Region::hexagon(n[0]), n[1]),
        },
    ],
    address: AddressForm {
        parts: &["column", "row", "layer"],
        of_site: |p| {
            let (column, row) = triangle::place(p);
            vec![column + 1, row + 1, p.z.div_euclid(STEP) + 1]
        },
        to_site: |n| {
            let up = Point::new(0, 0, STEP * (n[2] - 1) + MIDDLE);
            Some(triangle::triangle(n[0] - 1, n[1] - 1) + up)
        },
        of_corner: |p| p.coordinates().map(|n| n.div_euclid(STEP)).to_vec(),
        rulers: Rulers::Sites,
    },
    art_point: |column, row, _| triangle::triangle(column, row) + Point::new(0, 0, MIDDLE),
    art_place: triangle::place,
    ..PLAIN
};

/// The prisms over the triangles of a region.
fn prisms(region: Region, layers: u32) -> Vec<Point> {
    stacked(region.triangles(), MIDDLE, layers)
}
