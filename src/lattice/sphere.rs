//! Spheres: the lattice of balls packed as closely as can be, as in a pyramid of cannonballs.
//!
//! In a layer balls lie in rows and columns, as squares do; each layer lies in the hollows of the
//! one below, half a ball further along both axes. The third axis leads up to such a hollow, so that
//! all whole steps along the axes, and no others, are translations: a face-centred cubic lattice. A
//! ball stands in a cell of its own, a rhombic dodecahedron, which has a face in common with that of
//! each of the 12 balls it touches. With the edges of a cube as axes x, y and z, where touching balls
//! differ by ±1 in two coordinates, the ball (a, b, c) of ours lies at
//! a·(1, 1, 0) + b·(1, −1, 0) + c·(1, 0, 1). (Conway and Sloane, *Sphere Packings, Lattices and
//! Groups*, chapter 4.)
//!
//! Text art and addresses give rows and columns of each layer, the lowest first. A pyramid has all its
//! layers in the upper left corner:
//!
//! ```text
//!     layer 1      layer 2      layer 3      addresses: column, row, layer
//!     ###          ##           #
//!     ###          ##
//!     ###
//! ```

use super::square::PENTOMINOES;
use super::{
    AddressForm, Axes, Lattice, Layering, NamedBoard, NamedForm, PLAIN, Point, Rulers, SiteClass,
    TRIANGLE_HEIGHT,
};

/// The way from a ball to the next in its row.
const STEP: i32 = 4;

/// Polyspheres.
pub static LATTICE: Lattice = Lattice {
    name: "sphere",
    key: "Sphere",
    polyform: "polysphere",
    site_words: ("sphere", "spheres"),
    dimension: 3,
    period: STEP,
    axes: Axes([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, std::f64::consts::FRAC_1_SQRT_2]]),
    balls: true,
    shared_corners: 4,
    classes: &[SiteClass {
        residue: [0, 0, 0],
        corners: &[
            [2, 2, 0],
            [2, -2, 0],
            [-2, -2, 0],
            [-2, 2, 0],
            [-2, -2, 4],
            [2, 2, -4],
            [-1, -3, 2],
            [-3, -1, 2],
            [1, -1, 2],
            [-1, 1, 2],
            [1, 3, -2],
            [3, 1, -2],
            [-1, 1, -2],
            [1, -1, -2],
        ],
    }],
    // Those of the cube, on these axes.
    generators: &[
        [[0, 1, 0], [-1, 0, -1], [0, 0, 1]],
        [[0, 1, 0], [0, 1, 1], [1, -1, 0]],
        [[0, -1, -1], [-1, 0, -1], [0, 0, 1]],
    ],
    names: &[NAMES, PENTOMINOES],
    boards: &[
        NamedBoard {
            key: "Pyramid",
            parameters: &["edge"],
            count: |n| square_pyramidal(n[0]),
            sites: |n| pyramid(n[0] as i32, n[0] as i32),
        },
        NamedBoard {
            key: "TruncatedPyramid",
            parameters: &["edge", "layers"],
            count: |n| square_pyramidal(n[0]) - square_pyramidal(n[0].saturating_sub(n[1])),
            sites: |n| pyramid(n[0] as i32, n[1] as i32),
        },
        NamedBoard {
            key: "Tetrahedron",
            parameters: &["edge"],
            count: |n| n[0] * (n[0] + 1) * (n[0] + 2) / 6,
            sites: |n| {
                // It stands on an edge: a row below, a row across above, rectangles between.
                let n = n[0] as i32;
                let layer = |up: i32| layer(0..n - up, n - 1 - up..n, up);
                (0..n).flat_map(layer).collect()
            },
        },
        NamedBoard {
            key: "Octahedron",
            parameters: &["edge"],
            count: |n| n[0] * (2 * n[0] * n[0] + 1) / 3,
            sites: |n| {
                let n = n[0] as i32;
                let below = (1..n).flat_map(|down| layer(down..n, down..n, n - 1 - down));
                let above = (0..n).flat_map(|up| layer(0..n - up, 0..n - up, n - 1 + up));
                below.chain(above).collect()
            },
        },
        NamedBoard {
            // Layers of one size, each second one in the hollows of its neighbours.
            key: "Block",
            parameters: &["columns", "rows", "layers"],
            count: |n| n.iter().product(),
            sites: |n| {
                let [columns, rows, layers] = [n[0], n[1], n[2]].map(|n| n as i32);
                let back = |up: i32| (layers - 1) / 2 - up / 2;
                let layer = |up: i32| {
                    let from = back(up);
                    layer(from..from + columns, from..from + rows, up)
                };
                (0..layers).flat_map(layer).collect()
            },
        },
    ],
    address: AddressForm {
        parts: &["column", "row", "layer"],
        of_site: |p| p.coordinates().map(|n| n.div_euclid(STEP) + 1).to_vec(),
        to_site: |n| Some(ball(n[0] - 1, n[1] - 1, n[2] - 1)),
        of_corner: |p| p.coordinates().to_vec(),
        rulers: Rulers::Sites,
    },
    art_point: |column, row, _| ball(column, row, 0),
    art_place: |p| (p.x.div_euclid(STEP), p.y.div_euclid(STEP)),
    ..PLAIN
};

/// The layers in which each ball touches six: those through the rows of a layer of squares and the
/// rows next to them in the layer below, as the front of a pyramid. They are seen from the front, and
/// counted from the back. The hexagon around a ball has a corner in the middle of each triangle of
/// balls.
pub(super) static TRIANGULAR_LAYERS: Layering = Layering {
    names: ["Square", "Triangular"],
    normal: [0, 1, 1],
    axes: [[1.0, 0.0], [0.0, 2.0 / 3.0 * TRIANGLE_HEIGHT], [0.5, -TRIANGLE_HEIGHT / 3.0]],
    outline: &[[8, 4, -4], [4, 8, -8], [-4, 4, -4], [-8, -4, 4], [-4, -8, 8], [4, -4, 4]],
    parts: 3,
};

/// The coordinates of a ball along the edges of a cube, in which balls that touch differ by 1 in two.
pub(super) fn cubic(site: Point) -> [i32; 3] {
    let [a, b, c] = site.coordinates().map(|n| n.div_euclid(STEP));
    [a + b + c, a - b, c]
}

/// The ball at such coordinates; `None` where their sum is odd and there is none.
pub(super) fn of_cubic([x, y, z]: [i32; 3]) -> Option<Point> {
    let is_ball = (x + y + z) % 2 == 0;
    is_ball.then(|| ball((x - z + y).div_euclid(2), (x - z - y).div_euclid(2), z))
}

/// The ball at a column, row and layer, counted from 0.
fn ball(column: i32, row: i32, layer: i32) -> Point {
    Point::new(STEP * column, STEP * row, STEP * layer)
}

/// The balls of some columns and rows of a layer.
fn layer(columns: std::ops::Range<i32>, rows: std::ops::Range<i32>, up: i32) -> Vec<Point> {
    let row = |row: i32| columns.clone().map(move |column| ball(column, row, up));
    rows.flat_map(row).collect()
}

/// The number of balls of a pyramid.
fn square_pyramidal(edge: u64) -> u64 {
    edge * (edge + 1) * (2 * edge + 1) / 6
}

/// The lowest layers of a pyramid.
fn pyramid(edge: i32, layers: i32) -> Vec<Point> {
    (0..layers.min(edge)).flat_map(|up| layer(0..edge - up, 0..edge - up, up)).collect()
}

/// Smaller pieces that lie flat in a layer, by the letters of the polyominoes; together with the
/// pentominoes, among them those of Kanoodle, Lonpos and IQ Puzzler Pro. And the four balls of a
/// tetrahedron.
const NAMES: &[NamedForm] = &[
    NamedForm { name: "I", art: &["XXX"] },
    NamedForm { name: "V", art: &["X.", "XX"] },
    NamedForm { name: "I", art: &["XXXX"] },
    NamedForm { name: "L", art: &["X.", "X.", "XX"] },
    NamedForm { name: "O", art: &["XX", "XX"] },
    NamedForm { name: "T", art: &["XXX", ".X."] },
    NamedForm { name: "Z", art: &["XX.", ".XX"] },
    NamedForm { name: "tetrahedron", art: &["XX", "", "X", "X"] },
];
