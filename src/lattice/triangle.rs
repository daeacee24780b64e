//! Triangles: the lattice of polyiamonds.
//!
//! Coordinates are those of `triangular.rs`; a triangle is its middle. In text art and in
//! addresses a row of triangles is a row of characters, and the triangles that point down and
//! up take turns: down where column and row are both even or both odd, counted from 1.
//!
//! ```text
//!      (0,0)-------(6,0)------(12,0)        text art        addresses
//!          \  (2,2)  / \  (8,2)  / \
//!           \  down /(4,4)\     /   \       ▽△▽△▽           1,1 2,1 3,1 4,1 5,1
//!            \     /  up   \   /     \       ▽△▽△               2,2 3,2 4,2 5,2
//!          (0,6)-------(6,6)------(12,6)
//! ```

use super::triangular::{GROUP, Region, STEP, at};
use super::{AddressForm, Axes, Lattice, NamedBoard, NamedForm, PLAIN, Point, Rulers, SiteClass};

/// Polyiamonds.
pub static LATTICE: Lattice = Lattice {
    name: "triangle",
    key: "Triangle",
    polyform: "polyiamond",
    site_words: ("triangle", "triangles"),
    period: STEP,
    axes: Axes::SIXTY,
    classes: &[
        SiteClass { residue: [2, 2, 0], corners: &[[-2, -2, 0], [4, -2, 0], [-2, 4, 0]] },
        SiteClass { residue: [4, 4, 0], corners: &[[2, -4, 0], [2, 2, 0], [-4, 2, 0]] },
    ],
    generators: GROUP,
    names: &[NAMES],
    boards: &[
        NamedBoard {
            key: "Parallelogram",
            parameters: &["columns", "rows"],
            count: |n| 2 * n[0] * n[1],
            sites: |n| Region::parallelogram(n[0], n[1]).triangles(),
        },
        NamedBoard {
            key: "Triangle",
            parameters: &["side"],
            count: |n| n[0] * n[0],
            sites: |n| Region::trapezoid(0, n[0]).triangles(),
        },
        NamedBoard {
            key: "Trapezoid",
            parameters: &["upper side", "height"],
            count: |n| n[1] * (2 * n[0] + n[1]),
            sites: |n| Region::trapezoid(n[0], n[1]).triangles(),
        },
        NamedBoard {
            key: "Hexagon",
            parameters: &["side"],
            count: |n| 6 * n[0] * n[0],
            sites: |n| Region::hexagon(n[0]).triangles(),
        },
        NamedBoard {
            key: "HexagonOfHexagons",
            parameters: &["side"],
            count: |n| 6 * (1 + 3 * n[0] * (n[0] - 1)),
            sites: |n| hexagon_of_hexagons(n[0]),
        },
    ],
    address: AddressForm {
        parts: &["column", "row"],
        of_site: |p| {
            let (column, row) = place(p);
            vec![column + 1, row + 1]
        },
        to_site: |n| Some(triangle(n[0] - 1, n[1] - 1)),
        of_corner: |p| vec![p.x.div_euclid(STEP), p.y.div_euclid(STEP)],
        rulers: Rulers::Sites,
    },
    art_point: |column, row, _| triangle(column, row),
    art_place: place,
    ..PLAIN
};

/// The triangle at a column and row of text art.
pub(super) fn triangle(column: i32, row: i32) -> Point {
    let vertex = at(((column - row).div_euclid(2), row));
    let residue = if (column - row) % 2 == 0 { [2, 2, 0] } else { [4, 4, 0] };
    vertex + Point::from(residue)
}

/// Column and row of text art.
pub(super) fn place(p: Point) -> (i32, i32) {
    ((2 * p.x + p.y).div_euclid(STEP) - 1, p.y.div_euclid(STEP))
}

/// The six triangles around each of the vertices that make a hexagon of hexagons.
fn hexagon_of_hexagons(side: u32) -> Vec<Point> {
    let around = [(2, 2), (-2, 4), (-4, 2), (-2, -2), (2, -4), (4, -2)];
    let far = side as i32 - 1;
    Region::hexagon(side - 1)
        .vertices()
        .flat_map(|(a, b)| {
            // Neighbouring hexagons of triangles lie (1, 1) and (-1, 2) apart.
            let (a, b) = (a - far, b - far);
            let centre = at((a - b + 2 * far + 1, a + 2 * b + 2 * far + 1));
            around.map(|(x, y)| centre + Point::new(x, y, 0))
        })
        .collect()
}

/// The hexiamonds as O'Beirne named them (*New Scientist*, 1961; Gardner, *Sixth Book of
/// Mathematical Games*, 1971, chapter 18).
const NAMES: &[NamedForm] = &[
    NamedForm { name: "bar", art: &["XXXXXX"] },
    NamedForm { name: "crook", art: &[".X", ".XXXXX"] },
    NamedForm { name: "crown", art: &["...X", ".XXXXX"] },
    NamedForm { name: "sphinx", art: &["XXXXX", "...X"] },
    NamedForm { name: "snake", art: &[".X", ".XXXX", "....X"] },
    NamedForm { name: "yacht", art: &["XXXX", ".X.X"] },
    NamedForm { name: "chevron", art: &["XXXX", "...XX"] },
    NamedForm { name: "signpost", art: &["...XX", ".XXXX"] },
    NamedForm { name: "lobster", art: &["XXXX", ".XX"] },
    NamedForm { name: "hook", art: &["XXXX", "..XX"] },
    NamedForm { name: "hexagon", art: &[".XXX", ".XXX"] },
    NamedForm { name: "butterfly", art: &["...X", ".XXXX", "..X"] },
];
