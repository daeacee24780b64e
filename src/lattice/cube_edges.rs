//! Edges of the grid of cubes: the lattice of polysticks in space.
//!
//! Coordinates are a cube's times 8, y grows downwards, z upwards; an edge is its middle, where one of
//! them is 4 more than a multiple of 8 and the others are multiples. Layers of level edges and of upright
//! ones take turns. Text art has two columns, rows and layers to a cube; an upright edge is a `*`:
//!
//! ```text
//!     layer 1     layer 2     layer 3
//!     +-+         .           +           a square of four edges, with two that go up from it
//!     | |         .           +           to the ends of a fifth one: rows are the same in all
//!     +-+         * *         +-+         layers
//! ```

use super::cube::CUBE_GROUP;
use super::{AddressForm, Axes, Lattice, NamedBoard, PLAIN, Point, Rulers, SiteClass, SiteForm};

/// The length of an edge, and half of it.
const SIDE: i32 = 8;
const HALF: i32 = SIDE / 2;

/// Polysticks in space.
pub static LATTICE: Lattice = Lattice {
    name: "cube edges",
    key: "CubeEdges",
    polyform: "polystick in space",
    site_words: ("edge", "edges"),
    dimension: 3,
    period: SIDE,
    axes: Axes::RIGHT,
    form: SiteForm::Edge,
    shared_corners: 1,
    classes: &[
        SiteClass { residue: [HALF, 0, 0], corners: &[[-HALF, 0, 0], [HALF, 0, 0]] },
        SiteClass { residue: [0, HALF, 0], corners: &[[0, -HALF, 0], [0, HALF, 0]] },
        SiteClass { residue: [0, 0, HALF], corners: &[[0, 0, -HALF], [0, 0, HALF]] },
    ],
    generators: CUBE_GROUP,
    boards: &[NamedBoard {
        key: "Box",
        parameters: &["columns", "rows", "layers"],
        count: |n| {
            let (x, y, z) = (n[0], n[1], n[2]);
            x * (y + 1) * (z + 1) + (x + 1) * y * (z + 1) + (x + 1) * (y + 1) * z
        },
        sites: |n| {
            let [x, y, z] = [n[0], n[1], n[2]].map(|n| n as i32);
            let places = (0..=2 * z).flat_map(|up| (0..=2 * y).map(move |row| (row, up)));
            let places =
                places.flat_map(|(row, up)| (0..=2 * x).map(move |column| [column, row, up]));
            places
                .filter(|place| is_edge(*place))
                .map(|p| Point::from(p.map(|n| HALF * n)))
                .collect()
        },
    }],
    address: AddressForm {
        parts: &["x", "y", "z", "x", "y", "z"],
        of_site: |p| {
            let ends = [-1, 1].map(|way| {
                p.coordinates().map(|n| (n + way * n.rem_euclid(SIDE)).div_euclid(SIDE))
            });
            ends.concat()
        },
        to_site: |n| {
            let [a, b] = [[n[0], n[1], n[2]], [n[3], n[4], n[5]]];
            let length: i32 = (0..3).map(|k| (a[k] - b[k]).abs()).sum();
            (length == 1).then(|| Point::from([0, 1, 2].map(|k| HALF * (a[k] + b[k]))))
        },
        of_corner: |p| p.coordinates().map(|n| n.div_euclid(SIDE)).to_vec(),
        rulers: Rulers::Corners,
    },
    art_point: |column, row, layer| Point::new(HALF * column, HALF * row, HALF * layer),
    art_place: |p| (p.x.div_euclid(HALF), p.y.div_euclid(HALF)),
    art_marks: |p| match p.coordinates().map(|n| n.rem_euclid(SIDE)) {
        [HALF, _, _] => '-',
        [_, HALF, _] => '|',
        _ => '*',
    },
    ..PLAIN
};

/// Returns whether a place of the art, by halves of an edge, is the middle of one.
fn is_edge(place: [i32; 3]) -> bool {
    place.iter().filter(|n| *n % 2 != 0).count() == 1
}
