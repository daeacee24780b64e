//! Edges of the honeycomb grid: sticks that fork in threes.
//!
//! Coordinates are those of `triangular.rs`: the honeycomb's vertices are the middles of
//! the triangles, and an edge of it crosses an edge of the triangular grid, with which it shares
//! its middle. No two edges are in line, so nothing runs straight through a vertex. Text art and
//! addresses draw the honeycomb as a brick wall: a vertex has a column and a row, counted from
//! 0; rows are joined across, and from a vertex an edge goes down where column and row differ by
//! an odd number. In text art vertices are two characters apart.
//!
//! ```text
//!      1,0     3,0             0,0 - 1,0 - 2,0 - 3,0      +-+-+-+
//!     /   \   /                       |           |         |   |
//!  0,0     2,0                       1,1 - 2,1 - 3,1        +-+-+
//! ```

use super::triangular::{GROUP, NOWHERE, Region, STEP, Vertex, at};
use super::{AddressForm, Axes, Lattice, NamedBoard, PLAIN, Point, Rulers, SiteClass, SiteForm};

/// Polysticks of the honeycomb grid, known as polytwigs.
pub static LATTICE: Lattice = Lattice {
    name: "honeycomb edges",
    key: "HexagonEdges",
    polyform: "polytwig",
    site_words: ("edge", "edges"),
    period: STEP,
    axes: Axes::SIXTY,
    form: SiteForm::Edge,
    shared_corners: 1,
    classes: &[
        SiteClass { residue: [3, 0, 0], corners: &[[1, -2, 0], [-1, 2, 0]] },
        SiteClass { residue: [0, 3, 0], corners: &[[-2, 1, 0], [2, -1, 0]] },
        SiteClass { residue: [3, 3, 0], corners: &[[-1, -1, 0], [1, 1, 0]] },
    ],
    generators: GROUP,
    boards: &[
        NamedBoard {
            key: "Parallelogram",
            parameters: &["columns", "rows"],
            count: |n| 3 * n[0] * n[1] + 2 * (n[0] + n[1]) - 1,
            sites: |n| around(Region::parallelogram(n[0] - 1, n[1] - 1)),
        },
        NamedBoard {
            key: "Triangle",
            parameters: &["side"],
            count: |n| 3 * n[0] * (n[0] + 3) / 2,
            sites: |n| around(Region::trapezoid(0, n[0] - 1)),
        },
        NamedBoard {
            key: "Hexagon",
            parameters: &["side"],
            count: |n| 3 * n[0] * (3 * n[0] - 1),
            sites: |n| around(Region::hexagon(n[0] - 1)),
        },
    ],
    address: AddressForm {
        parts: &["x", "y", "x", "y"],
        of_site: |p| {
            let [(ax, ay), (bx, by)] = ends(p);
            vec![ax, ay, bx, by]
        },
        to_site: |n| {
            let (a, b) = (vertex((n[0], n[1])), vertex((n[2], n[3])));
            let double = a + b;
            let middle = Point::new(double.x.div_euclid(2), double.y.div_euclid(2), 0);
            let joined =
                middle + middle == double && SHORT.contains(&[a.x - middle.x, a.y - middle.y]);
            joined.then_some(middle)
        },
        of_corner: |p| {
            let (x, y) = column_and_row(p);
            vec![x, y]
        },
        rulers: Rulers::Corners,
    },
    art_point: |column, row, _| {
        let y = (row + 1).div_euclid(2);
        let x = (column - 2 * y).div_euclid(4);
        let along = (column - 2 * y).rem_euclid(4);
        match (row.rem_euclid(2), along) {
            (1, 0) => at((x, y)) + Point::new(3, 0, 0),
            (1, _) => NOWHERE,
            (_, 3) => at((x + 1, y)) + Point::new(0, 3, 0),
            (_, n) => at((x, y)) + Point::new(2 + n, 2 + n, 0),
        }
    },
    art_place: |p| {
        let row = 2 * p.y.div_euclid(STEP) - i32::from(p.y.rem_euclid(STEP) == 0);
        ((2 * p.x + p.y).div_euclid(3) - 2, row)
    },
    art_marks: |p| if p.y.rem_euclid(STEP) == 0 { '|' } else { '-' },
    ..PLAIN
};

/// From the middle of an edge to its ends, for edges of all three directions.
const SHORT: [[i32; 2]; 6] = [[1, -2], [-1, 2], [-2, 1], [2, -1], [-1, -1], [1, 1]];

/// Column and row of a vertex of the honeycomb in the brick wall.
fn column_and_row(p: Point) -> Vertex {
    ((2 * p.x + p.y).div_euclid(STEP) - 1, p.y.div_euclid(STEP))
}

/// The vertex at a column and row of the brick wall.
fn vertex((column, row): Vertex) -> Point {
    let residue = if (column - row) % 2 == 0 { 2 } else { 4 };
    at(((column - row).div_euclid(2), row)) + Point::new(residue, residue, 0)
}

/// The two vertices that an edge joins, the upper one first, or the left one.
fn ends(p: Point) -> [Vertex; 2] {
    let (dx, dy) = match (p.x.rem_euclid(STEP), p.y.rem_euclid(STEP)) {
        (_, 0) => (1, -2),
        (0, _) => (-2, 1),
        _ => (-1, -1),
    };
    let away = Point::new(dx, dy, 0);
    [column_and_row(p + away), column_and_row(p - away)]
}

/// The edges around the hexagons that lie around the vertices of a region, moved so that columns
/// and rows of the brick wall begin at 0 or 1.
fn around(region: Region) -> Vec<Point> {
    let sides = [(3, 0), (0, 3), (-3, 3), (-3, 0), (0, -3), (3, -3)];
    let mut edges: Vec<Point> = region
        .vertices()
        .flat_map(|(x, y)| sides.map(|(dx, dy)| at((x + 1, y + 1)) + Point::new(dx, dy, 0)))
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}
