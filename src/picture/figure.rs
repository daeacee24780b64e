//! A set of sites as lines and areas of the plane.

use std::collections::{BTreeMap, BTreeSet};

use super::MarkInk;
use super::label::{Label, middle};
use crate::lattice::{Lattice, Layering, Point, SiteForm};

/// A point of the page: x to the right, y down, in units of one period.
pub type Xy = [f64; 2];

/// The distances from its vertex at which the free end of a stick stops and at which a bend begins,
/// in lengths of an edge, so that pieces that touch never look like one.
const FREE_END: f64 = 0.25;
const BEND: f64 = 0.42;
/// The greatest width of a name on a stick, in units.
const STICK_ROOM: f64 = 0.8;
/// The thickness of sticks, in units, and its limit as a share of their length, so that three of
/// them can end at a vertex without touching.
const STICK_WIDTH: f64 = 0.21;
const STICK_SHARE: f64 = 0.27;
/// The size of the letters of names on sticks and on cells, in units, and its limit as a share of
/// the radius of the circle inside a cell.
const STICK_LETTERS: f64 = 0.17;
const CELL_LETTERS: f64 = 0.28;
const CELL_SHARE: f64 = 0.97;
/// Straight pieces that stand for the arc of a bend.
const BEND_STEPS: usize = 8;

/// Where the points of a lattice lie on the page: the layers of a solid side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Page<'l> {
    lattice: &'l Lattice,
    /// The distance between the left borders of two layers.
    stride: f64,
    /// True if the layers are those of the second kind, where the lattice has one.
    second_layers: bool,
}

/// Room between two layers, in units.
const LAYER_GAP: f64 = 1.0;

impl<'l> Page<'l> {
    /// The page on which some sites, such as those of a board, are drawn, their layers just clear
    /// of each other.
    pub fn around(lattice: &'l Lattice, sites: impl IntoIterator<Item = Point>) -> Page<'l> {
        Page::in_layers(lattice, false, sites)
    }

    /// The same, if asked for with the second kind of layers of a lattice that has one. There the
    /// whole box around the sites has room, which is wider than they are.
    pub fn in_layers(
        lattice: &'l Lattice,
        second_layers: bool,
        sites: impl IntoIterator<Item = Point>,
    ) -> Page<'l> {
        let mut page = Page { lattice, stride: 0.0, second_layers };
        if lattice.dimension == 3 {
            let bounds = match page.layering() {
                None => Bounds::of_sites(&page, sites),
                Some(_) => Bounds::of_sites(&page, corners_of_box(sites)),
            };
            page.stride = bounds.map_or(0.0, |b| b.size()[0] + LAYER_GAP);
        }
        page
    }

    fn layering(&self) -> Option<&'static Layering> {
        self.lattice.second_layers().filter(|_| self.second_layers)
    }

    /// Returns whether the second kind of layers was asked for.
    pub fn has_second_layers(&self) -> bool {
        self.second_layers
    }

    /// The layer of a site.
    pub fn layer(&self, site: Point) -> i32 {
        self.lay(site, 1).1
    }

    /// Where a point lies in its layer, all layers on each other.
    pub fn flat(&self, p: Point) -> Xy {
        self.lay(p, 1).0
    }

    /// Where a point, in parts of a coordinate, lies in its layer, and which that is.
    fn lay(&self, p: Point, parts: i32) -> (Xy, i32) {
        let Some(layering) = self.layering() else {
            let [x, y, _] = self.lattice.place(p);
            return ([x, y], self.lattice.layer(p));
        };
        let (p, unit) = (p.coordinates(), self.lattice.period * parts);
        let along = |k: usize| (0..3).map(|n| layering.axes[n][k] * f64::from(p[n])).sum::<f64>();
        let layer: i32 = (0..3).map(|n| layering.normal[n] * p[n]).sum();
        ([0, 1].map(|k| along(k) / f64::from(unit)), layer.div_euclid(unit))
    }

    /// The lattice.
    pub fn lattice(&self) -> &'l Lattice {
        self.lattice
    }

    /// Where a point lies.
    pub fn at(&self, p: Point) -> Xy {
        self.beside(self.lay(p, 1))
    }

    fn beside(&self, ([x, y], layer): (Xy, i32)) -> Xy {
        [x + self.stride * f64::from(layer), y]
    }

    /// The corners of what is drawn for a site, of which [`Page::corner`] tells where they lie: those
    /// of the lattice, or in parts of its coordinates.
    fn corners(&self, site: Point) -> Vec<Point> {
        let Some(layering) = self.layering() else { return self.lattice.outline(site) };
        let site = Point::from(site.coordinates().map(|n| n * layering.parts));
        layering.outline.iter().map(|&corner| site + Point::from(corner)).collect()
    }

    fn corner(&self, corner: Point) -> Xy {
        self.beside(self.lay(corner, self.layering().map_or(1, |layering| layering.parts)))
    }

    /// The corners of what is drawn for a site: around a cell, or the ends of an edge.
    pub fn outline(&self, site: Point) -> Vec<Xy> {
        self.corners(site).into_iter().map(|corner| self.corner(corner)).collect()
    }

    /// As [`Page::outline`], moved straight up or down to another layer.
    pub fn outline_in_layer(&self, site: Point, layer: i32) -> Vec<Xy> {
        let by = self.stride * f64::from(layer - self.layer(site));
        self.outline(site).into_iter().map(|[x, y]| [x + by, y]).collect()
    }
}

/// The corners of the least box around some sites of a lattice all of whose whole steps are
/// translations.
fn corners_of_box(sites: impl IntoIterator<Item = Point>) -> impl Iterator<Item = Point> {
    let ends = sites.into_iter().map(|site| [site.coordinates(); 2]);
    let ends = ends.reduce(|[low, high], [p, _]| {
        [[0, 1, 2].map(|k| low[k].min(p[k])), [0, 1, 2].map(|k| high[k].max(p[k]))]
    });
    let corner =
        |ends: [[i32; 3]; 2], n: usize| Point::from([0, 1, 2].map(|k| ends[n >> k & 1][k]));
    ends.into_iter().flat_map(move |ends| (0..8).map(move |n| corner(ends, n)))
}

/// The drawn form of a set of sites.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// The cells, each a convex polygon. Empty for sticks.
    pub cells: Vec<Vec<Xy>>,
    /// The closed lines around the cells.
    pub outline: Vec<Vec<Xy>>,
    /// The sides that two cells share.
    pub inner: Vec<[Xy; 2]>,
    /// The lines of sticks, each as long as it goes without branching, bends rounded; one that
    /// ends where it begins is a ring. Empty for cells.
    pub strokes: Vec<Vec<Xy>>,
    /// Where its name stands: once in every layer.
    pub labels: Vec<Label>,
    /// The size of the letters of the name, in units.
    pub letters: f64,
    /// The thickness of the lines of sticks, in units; 0 for cells.
    pub thickness: f64,
    /// Set for what is drawn in one ink upon the board, its cells without outline.
    pub mark: Option<MarkInk>,
}

/// A rectangle of the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Its upper left corner.
    pub min: Xy,
    /// Its lower right corner.
    pub max: Xy,
}

impl Bounds {
    /// The least rectangle around the corners of some sites; `None` without sites.
    pub fn of_sites(page: &Page, sites: impl IntoIterator<Item = Point>) -> Option<Bounds> {
        Bounds::of_points(sites.into_iter().flat_map(|site| page.outline(site)))
    }

    /// The least rectangle around some points; `None` without points.
    pub fn of_points(points: impl IntoIterator<Item = Xy>) -> Option<Bounds> {
        points.into_iter().fold(None, |bounds, [x, y]| {
            let Bounds { min, max } = bounds.unwrap_or(Bounds { min: [x, y], max: [x, y] });
            Some(Bounds {
                min: [min[0].min(x), min[1].min(y)],
                max: [max[0].max(x), max[1].max(y)],
            })
        })
    }

    /// Width and height.
    pub fn size(&self) -> Xy {
        [self.max[0] - self.min[0], self.max[1] - self.min[1]]
    }

    /// Its middle.
    pub fn middle(&self) -> Xy {
        [0, 1].map(|k| (self.min[k] + self.max[k]) / 2.0)
    }
}

impl Figure {
    /// Draws some sites, of which there is at least one. Linear in their number.
    pub fn new(page: &Page, sites: &[Point]) -> Figure {
        let mut figure = match page.lattice.form {
            SiteForm::Cell => cells(page, sites),
            SiteForm::Edge => sticks(page, sites),
        };
        figure.measure(page, sites);
        let mut layers: BTreeMap<i32, Vec<Point>> = BTreeMap::new();
        for &site in sites {
            layers.entry(page.layer(site)).or_default().push(site);
        }
        let label = |sites: &Vec<Point>| match page.lattice.form {
            SiteForm::Cell => Label::on_cells(page, sites, figure.letters),
            SiteForm::Edge => Label::on_sticks(page, sites, STICK_ROOM),
        };
        figure.labels = layers.values().map(label).collect();
        figure
    }

    /// Draws some sites of a board, of which there is at least one: as [`Figure::new`], but no two
    /// balls are joined.
    pub fn of_board(page: &Page, sites: &[Point]) -> Figure {
        match page.lattice.balls {
            true => super::discs::apart(page, sites),
            false => Figure::new(page, sites),
        }
    }

    /// The lines around and between some cells, as suits a board that is filled site by site. The
    /// edges of a board are no sticks, and have none.
    pub fn area(page: &Page, sites: &[Point]) -> Figure {
        let mut figure = match page.lattice.form {
            SiteForm::Cell => borders(page, sites),
            SiteForm::Edge => Figure::default(),
        };
        figure.measure(page, sites);
        figure
    }

    /// Sets the size of letters and the thickness of lines.
    fn measure(&mut self, page: &Page, sites: &[Point]) {
        let Some(&site) = sites.first() else { return };
        match page.lattice.form {
            SiteForm::Cell => {
                self.letters = CELL_LETTERS.min(CELL_SHARE * inradius(page, site));
            }
            SiteForm::Edge => {
                self.letters = STICK_LETTERS;
                self.thickness = STICK_WIDTH.min(STICK_SHARE * length(page, site));
            }
        }
    }
}

/// Returns the length of an edge, in units.
fn length(page: &Page, edge: Point) -> f64 {
    let ends = page.lattice.corners(edge);
    let [from, to] = [ends[0], ends[1]].map(|end| page.lattice.place(end));
    (0..3).map(|k| (to[k] - from[k]).powi(2)).sum::<f64>().sqrt()
}

/// Returns the least distance of a cell's sides from its middle.
fn inradius(page: &Page, cell: Point) -> f64 {
    let [x, y] = middle(page, cell);
    let corners = page.outline(cell);
    let distances = (0..corners.len()).map(|i| {
        let ([ax, ay], [bx, by]) = (corners[i], corners[(i + 1) % corners.len()]);
        let (dx, dy) = (bx - ax, by - ay);
        (dx * (y - ay) - dy * (x - ax)).abs() / dx.hypot(dy)
    });
    distances.fold(f64::INFINITY, f64::min)
}

fn cells(page: &Page, sites: &[Point]) -> Figure {
    if page.lattice.balls {
        return super::discs::joined(page, sites);
    }
    let cells = sites.iter().map(|&site| page.outline(site)).collect();
    Figure { cells, ..borders(page, sites) }
}

/// The sides of cells, given by their corners: each as its lesser and its greater corner and whether
/// it runs from the lesser one, ascending. Every cell's sides run the same way around, so that a side
/// between two cells is there both ways.
pub(crate) fn sides(cells: impl Iterator<Item = Vec<Point>>) -> Vec<(Point, Point, bool)> {
    let mut sides: Vec<(Point, Point, bool)> = Vec::new();
    for corners in cells {
        for (i, &a) in corners.iter().enumerate() {
            let b = corners[(i + 1) % corners.len()];
            sides.push((a.min(b), a.max(b), a < b));
        }
    }
    sides.sort_unstable();
    sides.dedup();
    sides
}

/// The lines around cells and between them.
fn borders(page: &Page, sites: &[Point]) -> Figure {
    let plane = |p: Point| page.corner(p);
    let sides = sides(sites.iter().map(|&site| page.corners(site)));
    let mut next: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    let mut inner = Vec::new();
    for ways in sides.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
        let (lesser, greater, forward) = ways[0];
        if ways.len() > 1 {
            inner.push([plane(lesser), plane(greater)]);
        } else {
            let (from, to) = if forward { (lesser, greater) } else { (greater, lesser) };
            next.entry(from).or_default().push(to);
        }
    }
    // As many border sides leave a corner as enter it, so following them leads back.
    let mut outline = Vec::new();
    while let Some((&start, _)) = next.first_key_value() {
        let mut follow = |at: Point| {
            let ends = next.get_mut(&at).expect("a border closes");
            let end = ends.pop().expect("emptied entries are removed");
            if ends.is_empty() {
                next.remove(&at);
            }
            end
        };
        let mut line = vec![start];
        let mut at = follow(start);
        while at != start {
            line.push(at);
            at = follow(at);
        }
        outline.push(straightened(&line).into_iter().map(plane).collect());
    }
    Figure { outline, inner, ..Figure::default() }
}

/// A closed line without the points in the middle of its straight runs.
fn straightened(line: &[Point]) -> Vec<Point> {
    let n = line.len();
    (0..n)
        .filter(|&i| {
            let (a, b, c) = (line[(i + n - 1) % n], line[i], line[(i + 1) % n]);
            b - a != c - b
        })
        .map(|i| line[i])
        .collect()
}

fn sticks(page: &Page, all: &[Point]) -> Figure {
    let is_level = |site: &Point| page.lattice.corners(*site).iter().all(|end| end.z == site.z);
    let (sites, upright): (Vec<Point>, Vec<Point>) = all.iter().copied().partition(is_level);
    let mut pen = Pen::new(page, &sites);
    // Lines with two ends first, since rings begin anywhere.
    for &site in &sites {
        for corner in page.lattice.corners(site) {
            if pen.next(site, corner).is_none() {
                pen.follow(site, corner);
            }
        }
    }
    for &site in &sites {
        pen.follow(site, page.lattice.corners(site)[0]);
    }
    pen.strokes.extend(upright.iter().map(|&site| page.outline(site)));
    Figure { strokes: pen.strokes, ..Figure::default() }
}

/// Draws edges as lines, each as long as it can be.
struct Pen<'p> {
    page: &'p Page<'p>,
    /// The edges that meet in each corner.
    at: BTreeMap<Point, Vec<Point>>,
    /// The edges that are not drawn yet.
    left: BTreeSet<Point>,
    strokes: Vec<Vec<Xy>>,
}

impl<'p> Pen<'p> {
    fn new(page: &'p Page<'p>, sites: &[Point]) -> Pen<'p> {
        let mut at: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
        for &site in sites {
            for corner in page.lattice.corners(site) {
                at.entry(corner).or_default().push(site);
            }
        }
        Pen { page, at, left: sites.iter().copied().collect(), strokes: Vec::new() }
    }

    /// The edge that continues a line beyond a corner: straight on if there is one, around the corner
    /// if no other edge meets there.
    fn next(&self, edge: Point, corner: Point) -> Option<Point> {
        let here = &self.at[&corner];
        let straight = here.iter().copied().find(|&other| is_straight(edge, corner, other));
        straight.or_else(|| match here[..] {
            [a, b] => Some(if a == edge { b } else { a }),
            _ => None,
        })
    }

    /// Draws the line that begins with an edge, at a corner of it, unless it is drawn already.
    fn follow(&mut self, mut edge: Point, mut corner: Point) {
        let page = self.page;
        let is_ring = self.next(edge, corner).is_some();
        let mut line = if is_ring { Vec::new() } else { vec![self.end(edge, corner)] };
        while self.left.remove(&edge) {
            let ends = page.lattice.corners(edge);
            corner = if ends[0] == corner { ends[1] } else { ends[0] };
            let Some(next) = self.next(edge, corner) else {
                line.push(self.end(edge, corner));
                continue;
            };
            if !is_straight(edge, corner, next) {
                let vertex = page.at(corner);
                let from = towards(vertex, middle(page, edge), BEND * length(page, edge));
                let to = towards(vertex, middle(page, next), BEND * length(page, next));
                line.extend((0..=BEND_STEPS).map(|i| arc(from, vertex, to, i)));
            }
            edge = next;
        }
        if is_ring && !line.is_empty() {
            line.push(line[0]);
        }
        if line.len() > 1 {
            self.strokes.push(line);
        }
    }

    /// The point at which a line ends: the corner, or a little before it where nothing else is.
    fn end(&self, edge: Point, corner: Point) -> Xy {
        let alone = self.at[&corner].len() == 1;
        let back = if alone { FREE_END * length(self.page, edge) } else { 0.0 };
        towards(self.page.at(corner), middle(self.page, edge), back)
    }
}

/// Returns whether two edges at a corner lie on one line.
fn is_straight(edge: Point, corner: Point, other: Point) -> bool {
    other - corner == corner - edge
}

/// Point i of a curve that leaves `from` towards `vertex` and arrives at `to`: a cubic whose
/// control points make it a quarter circle when the two directions are square to each other.
fn arc(from: Xy, vertex: Xy, to: Xy, i: usize) -> Xy {
    const CIRCLE: f64 = 0.5523;
    let t = i as f64 / BEND_STEPS as f64;
    let u = 1.0 - t;
    let lean = |end: Xy| [0, 1].map(|k| end[k] + (vertex[k] - end[k]) * CIRCLE);
    let (c, d) = (lean(from), lean(to));
    [0, 1].map(|k| {
        u * u * u * from[k] + 3.0 * u * u * t * c[k] + 3.0 * u * t * t * d[k] + t * t * t * to[k]
    })
}

/// The point at a distance from `a` on the way to `b`.
fn towards(a: Xy, b: Xy, distance: f64) -> Xy {
    let length = (b[0] - a[0]).hypot(b[1] - a[1]);
    [0, 1].map(|k| a[k] + (b[k] - a[k]) * distance / length)
}

/// The lines along which to cut so that the pieces come apart: every side at the border of a
/// piece, once, joined into lines as long as they go without branching.
pub fn cut_lines<'a>(page: &Page, pieces: impl IntoIterator<Item = &'a [Point]>) -> Vec<Vec<Xy>> {
    let mut sides: BTreeSet<(Point, Point)> = BTreeSet::new();
    for piece in pieces {
        let mut own: BTreeSet<(Point, Point)> = BTreeSet::new();
        for &site in piece {
            let corners = page.corners(site);
            for (i, &a) in corners.iter().enumerate() {
                let b = corners[(i + 1) % corners.len()];
                let side = (a.min(b), a.max(b));
                // Met twice within a piece, a side is inside it.
                if !own.insert(side) {
                    own.remove(&side);
                }
            }
        }
        sides.append(&mut own);
    }
    let mut at: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for &(a, b) in &sides {
        at.entry(a).or_default().push(b);
        at.entry(b).or_default().push(a);
    }
    let branching: Vec<Point> =
        at.iter().filter(|(_, ends)| ends.len() != 2).map(|(&p, _)| p).collect();
    let mut lines = Vec::new();
    let mut left = sides;
    let mut follow = |start: Point, first: Point, left: &mut BTreeSet<(Point, Point)>| {
        let mut line = vec![start];
        let (mut from, mut to) = (start, first);
        while left.remove(&(from.min(to), from.max(to))) {
            line.push(to);
            let ends = &at[&to];
            if ends.len() != 2 {
                break;
            }
            let onward = if ends[0] == from { ends[1] } else { ends[0] };
            (from, to) = (to, onward);
        }
        if line.len() > 1 {
            lines.push(line);
        }
    };
    for &start in &branching {
        for &first in &at[&start] {
            follow(start, first, &mut left);
        }
    }
    while let Some(&(a, b)) = left.first() {
        follow(a, b, &mut left);
    }
    lines.into_iter().map(|line| line.into_iter().map(|p| page.corner(p)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{ALL, cube, sphere, square, square_edges};
    use crate::polyform::art::shape_sites;

    /// Any sites do where there are no layers.
    fn figure(lattice: &Lattice, sites: &[Point]) -> Figure {
        Figure::new(&Page::around(lattice, []), sites)
    }

    #[test]
    fn a_ring_of_cells_has_an_outer_and_an_inner_border() {
        let sites = shape_sites(&square::LATTICE, &["XXX", "X.X", "XXX"]).unwrap();
        let figure = figure(&square::LATTICE, &sites);
        let mut corners: Vec<usize> = figure.outline.iter().map(Vec::len).collect();
        corners.sort_unstable();
        assert_eq!(corners, [4, 4]);
        assert_eq!(figure.inner.len(), 8);
    }

    #[test]
    fn cells_that_touch_at_a_corner_still_close_their_borders() {
        let sites = shape_sites(&square::LATTICE, &["X.", ".X"]).unwrap();
        let figure = figure(&square::LATTICE, &sites);
        assert_eq!(figure.outline.iter().map(Vec::len).sum::<usize>(), 8);
    }

    #[test]
    fn a_bent_stick_has_an_arc_and_two_free_ends() {
        let sites = shape_sites(&square_edges::LATTICE, &["+-+", "  |"]).unwrap();
        let figure = figure(&square_edges::LATTICE, &sites);
        assert_eq!(figure.strokes.len(), 1);
        assert_eq!(figure.strokes[0][..2], [[FREE_END, 0.0], [1.0 - BEND, 0.0]]);
        assert_eq!(figure.strokes[0].last(), Some(&[1.0, 1.0 - FREE_END]));
    }

    #[test]
    fn sticks_are_drawn_in_as_few_lines_as_they_branch() {
        let lines = |art: &[&str]| {
            let sites = shape_sites(&square_edges::LATTICE, art).unwrap();
            figure(&square_edges::LATTICE, &sites).strokes
        };
        let ring = lines(&["+-+", "| |", "+-+"]);
        assert_eq!(ring.len(), 1);
        assert_eq!(ring[0].first(), ring[0].last());
        let cross = lines(&["  +", "  |", "+-+-+", "  |", "  +"]);
        assert_eq!(cross.len(), 2);
        let branch = lines(&["+-+-+", "  |", "  +"]);
        assert!(branch.contains(&vec![[FREE_END, 0.0], [2.0 - FREE_END, 0.0]]));
        assert!(branch.contains(&vec![[1.0, 0.0], [1.0, 1.0 - FREE_END]]));
    }

    #[test]
    fn layers_lie_side_by_side_and_each_part_bears_the_name() {
        let board = shape_sites(&cube::LATTICE, &["##", "##", "", "##", "##"]).unwrap();
        let page = Page::around(&cube::LATTICE, board.iter().copied());
        assert_eq!(Bounds::of_sites(&page, board).unwrap().size(), [5.0, 2.0]);
        let piece = shape_sites(&cube::LATTICE, &["XX", "", "X"]).unwrap();
        let figure = Figure::new(&page, &piece);
        assert_eq!((figure.outline.len(), figure.inner.len()), (2, 1));
        let names: Vec<Xy> = figure.labels.iter().map(|label| label.at).collect();
        assert_eq!(names, [[0.5, 0.5], [3.5, 0.5]]);
    }

    #[test]
    fn cells_of_every_lattice_are_drawn_clockwise_and_tile_without_overlap() {
        for lattice in ALL.iter().filter(|l| l.form == SiteForm::Cell) {
            let page = Page::around(lattice, []);
            let area = |corners: &[Xy]| {
                let n = corners.len();
                let cross = |i: usize| {
                    let (a, b) = (corners[i], corners[(i + 1) % n]);
                    a[0] * b[1] - a[1] * b[0]
                };
                (0..n).map(cross).sum::<f64>() / 2.0
            };
            let areas = lattice.classes.iter().map(|class| {
                let site = Point::from(class.residue);
                (lattice.layer(site), area(&page.outline(site)))
            });
            let areas: Vec<(i32, f64)> = areas.collect();
            assert!(areas.iter().all(|(_, area)| *area > 1e-9), "{lattice:?}");
            let in_layer = |n: i32| {
                areas.iter().filter(|(layer, _)| *layer == n).map(|(_, area)| area).sum::<f64>()
            };
            let cells = in_layer(0);
            let p = lattice.period;
            let origin = Point::ORIGIN;
            let period = [origin, Point::new(p, 0, 0), Point::new(p, p, 0), Point::new(0, p, 0)];
            let period = area(&period.map(|corner| page.at(corner)));
            // What the cells of a solid are in their middles may leave gaps.
            if lattice.is_solid() {
                assert!((0..lattice.layers()).all(|n| in_layer(n) < period + 1e-9), "{lattice:?}");
                continue;
            }
            assert!((cells - period).abs() < 1e-9, "{lattice:?}: {cells}, not {period}");
        }
    }

    #[test]
    fn triangular_layers_show_spheres_as_they_lie_in_space() {
        let lattice = &sphere::LATTICE;
        let pyramid = (lattice.boards[0].sites)(&[5]);
        let page = Page::in_layers(lattice, true, pyramid.iter().copied());
        let mut sizes = BTreeMap::new();
        for &site in &pyramid {
            *sizes.entry(page.layer(site)).or_insert(0) += 1;
        }
        assert_eq!(sizes.into_values().collect::<Vec<_>>(), [5, 9, 12, 14, 15]);
        // On each other, layers at their true distance make the solid.
        let stacked = |site: Point| {
            let [x, y] = page.flat(site);
            [x, y, f64::from(page.layer(site)) * (2.0f64 / 3.0).sqrt()]
        };
        let away =
            |a: [f64; 3], b: [f64; 3]| (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
        for &a in &pyramid {
            for &b in &pyramid {
                let real = away(lattice.place(a), lattice.place(b));
                assert!((away(stacked(a), stacked(b)) - real).abs() < 1e-9, "{a:?} {b:?}");
            }
            let up = |next: Point| page.layer(next) - page.layer(a);
            let mut around: Vec<i32> = lattice.neighbours(a).map(up).collect();
            around.sort_unstable();
            assert_eq!(around, [-1, -1, -1, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
            // A hexagon around the ball, clockwise.
            let corners = page.outline(a);
            let cross = |i: usize| {
                let ([ax, ay], [bx, by]) = (corners[i], corners[(i + 1) % 6]);
                ax * by - ay * bx
            };
            let area = (0..6).map(cross).sum::<f64>() / 2.0;
            assert!((area - 0.75f64.sqrt()).abs() < 1e-9, "{area}");
            let ([x, y], [mx, my]) = (page.at(a), middle(&page, a));
            assert!((x - mx).abs() + (y - my).abs() < 1e-9);
        }
        // Three balls that touch each other: a ring, in cells that have one corner in common.
        let three = [Point::ORIGIN, Point::new(4, 0, 0), Point::new(4, 4, -4)];
        assert_eq!(Figure::new(&page, &three).outline.len(), 2);
        let board = Figure::area(&page, &three);
        assert_eq!((board.outline.len(), board.inner.len()), (1, 3));
    }

    #[test]
    fn every_side_is_cut_once() {
        let left = shape_sites(&square::LATTICE, &["X", "X"]).unwrap();
        let right = shape_sites(&square::LATTICE, &[".X", ".X"]).unwrap();
        let lines = cut_lines(&Page::around(&square::LATTICE, []), [&left[..], &right[..]]);
        let sides: usize = lines.iter().map(|line| line.len() - 1).sum();
        assert_eq!(sides, 10, "8 around and 2 between");
        assert_eq!(lines.len(), 3, "left, right and between");
    }
}
