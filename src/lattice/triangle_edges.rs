//! Edges of the triangular grid: sticks with six directions.
//!
//! Coordinates are those of `triangular.rs`; an edge is its middle. An address names the
//! two vertices that it joins, counted along the axes from 0. Three straight lines run through
//! every vertex, any two of which cross. In text art a step across takes four characters, and
//! one down takes two rows.
//!
//! ```text
//!    0,0 ------ 1,0 ------ 2,0       + - + - +
//!       \      /   \      /           \ / \ /
//!        \    /     \    /             + - +
//!         0,1 ------ 1,1
//! ```

use super::triangular::{GROUP, NOWHERE, Region, STEP, Vertex};
use super::{AddressForm, Axes, Lattice, NamedBoard, PLAIN, Point, Rulers, SiteClass, SiteForm};

/// Polysticks of the triangular grid, known as polytrigs.
pub static LATTICE: Lattice = Lattice {
    name: "triangle edges",
    key: "TriangleEdges",
    polyform: "polytrig",
    site_words: ("edge", "edges"),
    period: STEP,
    axes: Axes::SIXTY,
    form: SiteForm::Edge,
    shared_corners: 1,
    classes: &[
        SiteClass { residue: [3, 0, 0], corners: &[[-3, 0, 0], [3, 0, 0]] },
        SiteClass { residue: [0, 3, 0], corners: &[[0, -3, 0], [0, 3, 0]] },
        SiteClass { residue: [3, 3, 0], corners: &[[3, -3, 0], [-3, 3, 0]] },
    ],
    generators: GROUP,
    boards: &[
        NamedBoard {
            key: "Parallelogram",
            parameters: &["columns", "rows"],
            count: |n| 3 * n[0] * n[1] + n[0] + n[1],
            sites: |n| Region::parallelogram(n[0], n[1]).filled(OWN),
        },
        NamedBoard {
            key: "Triangle",
            parameters: &["side"],
            count: |n| 3 * n[0] * (n[0] + 1) / 2,
            sites: |n| Region::trapezoid(0, n[0]).filled(OWN),
        },
        NamedBoard {
            key: "Trapezoid",
            parameters: &["upper side", "height"],
            count: |n| n[0] + n[1] * (6 * n[0] + 3 * n[1] + 3) / 2,
            sites: |n| Region::trapezoid(n[0], n[1]).filled(OWN),
        },
        NamedBoard {
            key: "Hexagon",
            parameters: &["side"],
            count: |n| 3 * n[0] * (3 * n[0] + 1),
            sites: |n| Region::hexagon(n[0]).filled(OWN),
        },
    ],
    address: AddressForm {
        parts: &["x", "y", "x", "y"],
        of_site: |p| {
            let [(ax, ay), (bx, by)] = ends(p);
            vec![ax, ay, bx, by]
        },
        to_site: |n| {
            let step = (n[2] - n[0], n[3] - n[1]);
            let joined = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)].contains(&step);
            let half = STEP / 2;
            joined.then(|| Point::new(half * (n[0] + n[2]), half * (n[1] + n[3]), 0))
        },
        of_corner: |p| vec![p.x.div_euclid(STEP), p.y.div_euclid(STEP)],
        rulers: Rulers::Corners,
    },
    art_point: |column, row, _| {
        let half = STEP / 2;
        if (column - row) % 2 == 0 {
            Point::new(half * (column - row) / 2, half * row, 0)
        } else {
            NOWHERE
        }
    },
    art_place: |p| ((2 * p.x + p.y).div_euclid(3), p.y.div_euclid(3)),
    art_marks: |p| match (p.x.rem_euclid(STEP), p.y.rem_euclid(STEP)) {
        (_, 0) => '-',
        (0, _) => '\\',
        _ => '/',
    },
    ..PLAIN
};

/// The two vertices that an edge joins, the upper one first, or the left one.
fn ends(p: Point) -> [Vertex; 2] {
    let (x, y) = (p.x.div_euclid(STEP), p.y.div_euclid(STEP));
    match (p.x.rem_euclid(STEP), p.y.rem_euclid(STEP)) {
        (_, 0) => [(x, y), (x + 1, y)],
        (0, _) => [(x, y), (x, y + 1)],
        _ => [(x + 1, y), (x, y + 1)],
    }
}

/// The three edges that belong to the vertex (0, 0), with their ends.
const OWN: &[(Point, &[Vertex])] = &[
    (Point::new(3, 0, 0), &[(0, 0), (1, 0)]),
    (Point::new(0, 3, 0), &[(0, 0), (0, 1)]),
    (Point::new(3, 3, 0), &[(1, 0), (0, 1)]),
];
