//! Edges of the square grid: the lattice of polysticks.
//!
//! Coordinates are doubled, y grows downwards; an edge is its middle, where one is odd and one
//! even. Junctions are at even coordinates. Text art has a character for every coordinate.
//!
//! ```text
//!        x  0 1 2
//!      y                      edge from junction 0, 0 to 1, 0 is (1, 0)
//!      0    + - +             edge from junction 1, 0 to 1, 1 is (2, 1)
//!      1        |
//!      2        +
//! ```

use super::square::SQUARE_GROUP;
use super::{
    AddressForm, Axes, Lattice, NamedBoard, NamedForm, PLAIN, Point, Rulers, SiteClass, SiteForm,
};

/// Polysticks.
pub static LATTICE: Lattice = Lattice {
    name: "square edges",
    key: "SquareEdges",
    polyform: "polystick",
    site_words: ("edge", "edges"),
    period: 2,
    axes: Axes::RIGHT,
    form: SiteForm::Edge,
    shared_corners: 1,
    classes: &[
        SiteClass { residue: [1, 0, 0], corners: &[[-1, 0, 0], [1, 0, 0]] },
        SiteClass { residue: [0, 1, 0], corners: &[[0, -1, 0], [0, 1, 0]] },
    ],
    generators: SQUARE_GROUP,
    names: &[NAMES],
    boards: &[
        NamedBoard {
            key: "Rectangle",
            parameters: &["columns", "rows"],
            count: |n| n[0] * (n[1] + 1) + n[1] * (n[0] + 1),
            sites: |n| edges(n[0] as i32, n[1] as i32, |_, _| true),
        },
        NamedBoard {
            // The graph of that name: its junctions are the squares of an Aztec diamond.
            key: "AztecDiamond",
            parameters: &["order"],
            count: |n| 4 * n[0] * n[0],
            sites: |n| {
                let order = n[0] as i32;
                let middle = 2 * order - 1;
                edges(middle, middle, |x, y| (x - middle).abs() + (y - middle).abs() < 2 * order)
            },
        },
    ],
    address: AddressForm {
        parts: &["x", "y", "x", "y"],
        of_site: |p| {
            let (dx, dy) = along(p);
            vec![(p.x - dx) / 2, (p.y - dy) / 2, (p.x + dx) / 2, (p.y + dy) / 2]
        },
        to_site: |n| {
            let joined = (n[0] - n[2]).abs() + (n[1] - n[3]).abs() == 1;
            joined.then(|| Point::new(n[0] + n[2], n[1] + n[3], 0))
        },
        of_corner: |p| vec![p.x.div_euclid(2), p.y.div_euclid(2)],
        rulers: Rulers::Corners,
    },
    art_point: |column, row, _| Point::new(column, row, 0),
    art_place: |p| (p.x, p.y),
    art_marks: |p| if p.x.rem_euclid(2) == 1 { '-' } else { '|' },
    ..PLAIN
};

/// The edges of some columns and rows of squares whose middles are wanted.
fn edges(columns: i32, rows: i32, wanted: impl Fn(i32, i32) -> bool) -> Vec<Point> {
    let all = (0..=2 * rows).flat_map(|y| (0..=2 * columns).map(move |x| (x, y)));
    let edges = all.filter(|&(x, y)| (x + y) % 2 == 1 && wanted(x, y));
    edges.map(|(x, y)| Point::new(x, y, 0)).collect()
}

/// The direction of an edge: from its middle to its second end.
fn along(p: Point) -> (i32, i32) {
    if p.x.rem_euclid(2) == 1 { (1, 0) } else { (0, 1) }
}

/// The sixteen tetrasticks as Knuth letters them (*Dancing Links*, 2000, section on polysticks).
const NAMES: &[NamedForm] = &[
    NamedForm { name: "F", art: &["+-+-+", "  | |", "  + +"] },
    NamedForm { name: "H", art: &["+    ", "|    ", "+-+  ", "| |  ", "+ +  "] },
    NamedForm { name: "I", art: &["+-+-+-+-+"] },
    NamedForm { name: "J", art: &["+-+", "| |", "+ +", "  |", "  +"] },
    NamedForm { name: "L", art: &["+", "|", "+", "|", "+", "|", "+-+"] },
    NamedForm { name: "N", art: &["  +-+-+", "  |", "+-+"] },
    NamedForm { name: "O", art: &["+-+", "| |", "+-+"] },
    NamedForm { name: "P", art: &["+", "|", "+-+", "  |", "+-+"] },
    NamedForm { name: "R", art: &["+    ", "|    ", "+-+-+", "  |", "  +"] },
    NamedForm { name: "T", art: &["+-+-+", "  |  ", "  +  ", "  |  ", "  +  "] },
    NamedForm { name: "U", art: &["+-+-+", "|   |", "+   +"] },
    NamedForm { name: "V", art: &["    +", "    |", "    +", "    |", "+-+-+"] },
    NamedForm { name: "W", art: &["    +", "    |", "  +-+", "  |  ", "+-+  "] },
    NamedForm { name: "X", art: &["  +  ", "  |  ", "+-+-+", "  |  ", "  +  "] },
    NamedForm { name: "Y", art: &["+-+-+-+", "  |", "  +"] },
    NamedForm { name: "Z", art: &["  +-+", "  |", "  +", "  |", "+-+"] },
];
