//! The common parts of the lattices of the triangular grid: coordinates, point group, and regions.
//!
//! The basis has 60° between its axes, y grows downwards and to the right; one period of either
//! axis is 6, so that vertices, edges and triangles of the grid, and the hexagons and edges of
//! the honeycomb grid around its vertices, all have integer middles.
//!
//! ```text
//!    (0,0)---(3,0)---(6,0)---(9,0)--(12,0)      vertex, also hexagon   (0, 0) mod 6
//!       \           /     \           /         edge                   (3, 0) (0, 3) (3, 3)
//!     (0,3) (2,2) (3,3) (4,4) (6,3) (8,2)       triangle, point down   (2, 2)
//!         \     /             \     /           triangle, point up     (4, 4)
//!          (0,6)-----(3,6)-----(6,6)
//! ```

use super::Point;

/// The length of one step of the grid along an axis.
pub(super) const STEP: i32 = 6;

/// The point group of the triangular grid (order 12) about a vertex: a turn by 60°, and the flip
/// that swaps the two axes.
pub(super) const GROUP: &[[[i32; 3]; 3]] =
    &[[[0, -1, 0], [1, 1, 0], [0, 0, 1]], [[0, 1, 0], [1, 0, 0], [0, 0, 1]]];

/// The point group of prisms over the triangular grid (order 24): the same, and the flip that swaps
/// above and below.
pub(super) const STACKED_GROUP: &[[[i32; 3]; 3]] =
    &[GROUP[0], GROUP[1], [[1, 0, 0], [0, 1, 0], [0, 0, -1]]];

/// Some sites of a plane in several layers, the lowest at a height.
pub(super) fn stacked(sites: Vec<Point>, height: i32, layers: u32) -> Vec<Point> {
    let heights = (0..layers as i32).map(|layer| Point::new(0, 0, height + STEP * layer));
    heights.flat_map(|up| sites.iter().map(move |&site| site + up)).collect()
}

/// A vertex of the grid: steps along the first axis, and along the second.
pub(super) type Vertex = (i32, i32);

/// A convex region of the grid, given by its vertices, all of them at least (0, 0).
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    columns: i32,
    rows: i32,
    /// The distances from the upper left corner, in steps of x + y, at which the region begins and
    /// ends.
    diagonals: (i32, i32),
}

impl Region {
    /// A parallelogram with sides of `columns` and `rows` steps.
    pub(super) fn parallelogram(columns: u32, rows: u32) -> Region {
        let (columns, rows) = (columns as i32, rows as i32);
        Region { columns, rows, diagonals: (0, columns + rows) }
    }

    /// An upright trapezoid: its upper side and its height, in steps. Below, it is wider by its
    /// height; with an upper side of 0 it is a triangle.
    pub(super) fn trapezoid(top: u32, height: u32) -> Region {
        let (top, height) = (top as i32, height as i32);
        Region { columns: top + height, rows: height, diagonals: (height, top + 2 * height) }
    }

    /// A regular hexagon with sides of `side` steps.
    pub(super) fn hexagon(side: u32) -> Region {
        let side = side as i32;
        Region { columns: 2 * side, rows: 2 * side, diagonals: (side, 3 * side) }
    }

    /// Returns whether a vertex lies inside or at the border.
    pub(super) fn contains(&self, (x, y): Vertex) -> bool {
        (0..=self.columns).contains(&x)
            && (0..=self.rows).contains(&y)
            && (self.diagonals.0..=self.diagonals.1).contains(&(x + y))
    }

    /// All its vertices, row by row.
    pub(super) fn vertices(&self) -> impl Iterator<Item = Vertex> + '_ {
        (0..=self.rows)
            .flat_map(|y| (0..=self.columns).map(move |x| (x, y)))
            .filter(|&vertex| self.contains(vertex))
    }

    /// Its triangles.
    pub(super) fn triangles(&self) -> Vec<Point> {
        self.filled(TRIANGLES)
    }

    /// The sites all of whose corners are vertices of the region. `sites` are those that belong
    /// to the vertex (0, 0), each with its corners in steps.
    pub(super) fn filled(&self, sites: &[(Point, &[Vertex])]) -> Vec<Point> {
        let mut filled = Vec::new();
        // A site may belong to a vertex beyond the border, one step to the left.
        for y in 0..=self.rows {
            for x in -1..=self.columns {
                for (site, corners) in sites {
                    if corners.iter().all(|(cx, cy)| self.contains((x + cx, y + cy))) {
                        filled.push(*site + at((x, y)));
                    }
                }
            }
        }
        filled
    }
}

/// The two triangles that belong to the vertex (0, 0), with their corners.
const TRIANGLES: &[(Point, &[Vertex])] = &[
    (Point::new(2, 2, 0), &[(0, 0), (1, 0), (0, 1)]),
    (Point::new(4, 4, 0), &[(1, 0), (1, 1), (0, 1)]),
];

/// The point of a vertex.
pub(super) fn at((x, y): Vertex) -> Point {
    Point::new(STEP * x, STEP * y, 0)
}

/// The way in which the hexagons of the honeycomb grid around the vertices are cut into sites, and
/// where these stand in text art, with four characters from a hexagon to the next in its row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    /// The sites of a hexagon, relative to its middle, in the order of their numbers from 1.
    pub(super) around: &'static [(i32, i32)],
    /// Their columns and rows within the drawing of the hexagon.
    pub(super) places: &'static [(i32, i32)],
    /// The rows from one row of hexagons to the next, which is two characters further right.
    pub(super) down: i32,
    /// The sites of a triangle that points down, relative to its middle; those of one that points up are
    /// opposite.
    pub(super) within: &'static [(i32, i32)],
}

/// The characters from a hexagon to the next in its row.
const ACROSS: i32 = 4;

impl Parts {
    /// The sites of the triangles of a region.
    pub(super) fn within(&self, region: Region) -> Vec<Point> {
        let sites = |middle: Point| {
            let sign = if middle.x.rem_euclid(STEP) == 2 { 1 } else { -1 };
            self.within.iter().map(move |&(x, y)| middle + Point::new(sign * x, sign * y, 0))
        };
        region.triangles().into_iter().flat_map(sites).collect()
    }

    /// The sites of the hexagons around the vertices of a region.
    pub(super) fn around(&self, region: Region) -> Vec<Point> {
        let sites = |vertex: Vertex| {
            self.around.iter().map(move |&(x, y)| at(vertex) + Point::new(x, y, 0))
        };
        region.vertices().flat_map(sites).collect()
    }

    /// The vertex in the middle of the hexagon of a site, and the place of the site in the lists.
    fn place(&self, site: Point) -> Option<(Vertex, usize)> {
        self.around.iter().enumerate().find_map(|(part, &(x, y))| {
            let middle = site - Point::new(x, y, 0);
            let is_vertex = middle.x % STEP == 0 && middle.y % STEP == 0;
            is_vertex.then_some(((middle.x / STEP, middle.y / STEP), part))
        })
    }

    /// Column and row of the hexagon, and number, all from 1.
    pub(super) fn address(&self, site: Point) -> Vec<i32> {
        let ((x, y), part) = self.place(site).unwrap_or_default();
        vec![x + 1, y + 1, part as i32 + 1]
    }

    /// The site at an address.
    pub(super) fn site(&self, address: &[i32]) -> Option<Point> {
        let part = usize::try_from(address[2] - 1).ok()?;
        let &(x, y) = self.around.get(part)?;
        Some(at((address[0] - 1, address[1] - 1)) + Point::new(x, y, 0))
    }

    /// Column and row of text art.
    pub(super) fn art_place(&self, site: Point) -> (i32, i32) {
        let ((x, y), part) = self.place(site).unwrap_or_default();
        let (column, row) = self.places[part];
        (ACROSS * x + ACROSS / 2 * y + column, self.down * y + row)
    }

    /// The site at a column and row of text art, or a point that is none.
    pub(super) fn art_point(&self, column: i32, row: i32) -> Point {
        let parts = self.places.iter().zip(self.around);
        let mut found = parts.filter_map(|(&(right, below), &(dx, dy))| {
            let (y, rest) = ((row - below) / self.down, (row - below) % self.down);
            let along = column - right - ACROSS / 2 * y;
            let is_there = rest == 0 && along % ACROSS == 0;
            is_there.then_some(at((along / ACROSS, y)) + Point::new(dx, dy, 0))
        });
        found.next().unwrap_or(NOWHERE)
    }
}

/// A point that is no site of any lattice of the triangular grid.
pub(super) const NOWHERE: Point = Point::new(1, 0, 0);
