//! The sites on a canvas that a pointer can meet, and the way of a drag over them.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Pos2, Rect};

use crate::lattice::{Lattice, Point, SiteForm};
use crate::picture::{Bounds, Page, Xy};
use crate::puzzle::Puzzle;
use crate::ui::drawing::paint::{self, Projection};
use crate::workbench::edit::box_of;

/// The number of periods of a plane around the board that can be painted.
const MARGIN: i32 = 2;
/// The number of periods along each axis to paint on where there is no board.
const EMPTY: i32 = 8;
/// The distance from an edge within which the pointer is on it, in units.
const REACH: f64 = 0.25;
/// The way of the pointer below which it has no direction, in units.
const STILL: f64 = 0.08;
/// The cosine of the angle between edge and drag from which on the drag follows the edge.
const COLLINEAR: f64 = 0.8;
/// The parts at either end of an edge that do not count: of one that the drag follows, and of one
/// that it crosses.
const COLLINEAR_END: f64 = 0.15;
const OTHER_END: f64 = 0.35;

/// The sites that can be painted: those of the board, and holes around and in it.
pub(crate) struct CanvasSites {
    /// In reading order.
    pub(crate) sites: Vec<Point>,
    /// The corners of each.
    pub(crate) corners: Vec<Vec<Xy>>,
    /// The sides of cells, each once; none where sites are edges.
    pub(crate) sides: Vec<[Xy; 2]>,
    /// The lattice, and the corners of the box: what the rest follows from.
    of: (&'static Lattice, Point, Point),
    /// The page on which they are drawn.
    pub(crate) page: Page<'static>,
}

impl CanvasSites {
    /// Around the board of a puzzle, drawn on its page; the one there was before, where it is the
    /// same. In space only the layers of the board have room on the page.
    pub(crate) fn new(
        before: Option<Arc<CanvasSites>>,
        puzzle: &Puzzle,
        page: &Page<'static>,
    ) -> Arc<CanvasSites> {
        let lattice = puzzle.lattice;
        let period = lattice.period;
        let sites = puzzle.board.sites().iter().map(|s| s.site);
        let bounds = sites.map(|p| (p, p)).reduce(|(a, b), (p, _)| {
            (
                Point::new(a.x.min(p.x), a.y.min(p.y), a.z.min(p.z)),
                Point::new(b.x.max(p.x), b.y.max(p.y), b.z.max(p.z)),
            )
        });
        let around = if lattice.is_solid() { 0 } else { MARGIN * period };
        let far = (EMPTY - 1) * period;
        let (low, high) = match bounds {
            Some((low, high)) => {
                let by = Point::new(around, around, 0);
                (low - by, high + by)
            }
            None if lattice.is_solid() => {
                (Point::ORIGIN, Point::new(2 * period, 2 * period, 2 * period))
            }
            None => (Point::ORIGIN, Point::new(far, far, 0)),
        };
        // A small board has as much room as one that is still empty, so that its parts may lie
        // apart from each other.
        let (low, high) = match lattice.is_solid() {
            true => (low, high),
            false => (
                Point::new(low.x.min(0), low.y.min(0), low.z),
                Point::new(high.x.max(far), high.y.max(far), high.z),
            ),
        };
        let same = |ground: &Arc<CanvasSites>| {
            let same_box = (ground.of.1, ground.of.2) == (low, high);
            std::ptr::eq(ground.of.0, lattice) && same_box && ground.page == *page
        };
        before
            .filter(same)
            .unwrap_or_else(|| Arc::new(CanvasSites::of_box(page, lattice, low, high)))
    }

    /// Those of a box around two points, drawn on a page.
    pub(crate) fn of_box(
        page: &Page<'static>,
        lattice: &'static Lattice,
        low: Point,
        high: Point,
    ) -> CanvasSites {
        let sites = box_of(lattice, low, high);
        CanvasSites::of_sites(page, sites, (lattice, low, high))
    }

    /// Some sites of a box, in reading order, drawn on a page.
    pub(crate) fn of_sites(
        page: &Page<'static>,
        sites: Vec<Point>,
        of: (&'static Lattice, Point, Point),
    ) -> CanvasSites {
        let corners: Vec<Vec<Xy>> = sites.iter().map(|&site| page.outline(site)).collect();
        let sides = match of.0.form {
            SiteForm::Cell => sides(&corners),
            SiteForm::Edge => Vec::new(),
        };
        CanvasSites { sites, corners, sides, of, page: *page }
    }

    /// The corner of the box with the least coordinates.
    pub(crate) fn low(&self) -> Point {
        self.of.1
    }

    /// The corner of the box with the largest coordinates.
    pub(crate) fn high(&self) -> Point {
        self.of.2
    }

    /// The rectangle around all of it.
    pub(crate) fn bounds(&self) -> Bounds {
        let points = self.corners.iter().flatten();
        let mut bounds = Bounds { min: [f64::INFINITY; 2], max: [f64::NEG_INFINITY; 2] };
        for [x, y] in points {
            bounds.min = [bounds.min[0].min(*x), bounds.min[1].min(*y)];
            bounds.max = [bounds.max[0].max(*x), bounds.max[1].max(*y)];
        }
        bounds
    }

    /// The site at a point of the plane: the cell that contains it, or the edge nearest to it
    /// within a quarter of a unit.
    pub(crate) fn site_at(&self, lattice: &Lattice, p: Xy) -> Option<Point> {
        let i = site_at(lattice, &self.corners, p)?;
        Some(self.sites[i])
    }

    /// The sites that a straight line passes over, in its order; `heading` is the way in which the
    /// pointer has gone lately, by which edges are told apart where several meet.
    pub(crate) fn along(&self, lattice: &Lattice, from: Xy, to: Xy, heading: Xy) -> Vec<Point> {
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let length = match lattice.form {
            SiteForm::Cell => 0.2,
            SiteForm::Edge => 0.1,
        };
        let steps = (dx.hypot(dy) / length).ceil().clamp(1.0, 1000.0) as usize;
        let mut passed: Vec<usize> = Vec::new();
        for n in 0..=steps {
            let t = n as f64 / steps as f64;
            let p = [from[0] + t * dx, from[1] + t * dy];
            let next = match lattice.form {
                // Most steps stay in one cell.
                SiteForm::Cell if passed.last().is_some_and(|&i| contains(&self.corners[i], p)) => {
                    continue;
                }
                SiteForm::Cell => site_at(lattice, &self.corners, p),
                SiteForm::Edge => self.edge_on_way(p, heading),
            };
            passed.extend(next.filter(|i| passed.last() != Some(i)));
        }
        passed.into_iter().map(|i| self.sites[i]).collect()
    }

    /// The edge that a drag follows at a point of its way. Near a vertex, where several edges are
    /// equally near, only one that goes on in the way of the drag counts.
    fn edge_on_way(&self, p: Xy, heading: Xy) -> Option<usize> {
        let speed = heading[0].hypot(heading[1]);
        let fit = |ends: &[Xy]| {
            let (dx, dy) = (ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]);
            let length = dx.hypot(dy);
            let (x, y) = (p[0] - ends[0][0], p[1] - ends[0][1]);
            let (share, across) =
                ((x * dx + y * dy) / (length * length), (x * dy - y * dx).abs() / length);
            let alike = match speed > STILL {
                true => (dx * heading[0] + dy * heading[1]).abs() / (length * speed),
                false => 0.0,
            };
            let end = if alike >= COLLINEAR { COLLINEAR_END } else { OTHER_END };
            let on_it = across < REACH && (end..=1.0 - end).contains(&share);
            on_it.then_some(across + 0.1 * (1.0 - alike))
        };
        let fits = self.corners.iter().enumerate().filter_map(|(i, ends)| Some((i, fit(ends)?)));
        fits.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i)
    }

    /// The sites whose middle lies in a rectangle of the plane.
    pub(crate) fn within(&self, a: Xy, b: Xy) -> Vec<Point> {
        // Nearly reached is reached.
        let low = [a[0].min(b[0]) - 0.2, a[1].min(b[1]) - 0.2];
        let high = [a[0].max(b[0]) + 0.2, a[1].max(b[1]) + 0.2];
        let inside = |corners: &[Xy]| {
            let middle = paint::middle(corners);
            (0..2).all(|k| (low[k]..=high[k]).contains(&middle[k]))
        };
        let here = self.sites.iter().zip(&self.corners).filter(|(_, corners)| inside(corners));
        here.map(|(site, _)| *site).collect()
    }
}

/// The sides of some cells, each once.
fn sides(cells: &[Vec<Xy>]) -> Vec<[Xy; 2]> {
    // Corners of lattices are some units apart: a thousandth tells them apart.
    let key = |p: Xy| p.map(|n| (n * 1e3).round() as i64);
    let mut known = BTreeSet::new();
    let of_cell = |cell: &Vec<Xy>| {
        let next = |i: usize| cell[(i + 1) % cell.len()];
        (0..cell.len()).map(|i| [cell[i], next(i)]).collect::<Vec<_>>()
    };
    let all = cells.iter().flat_map(of_cell);
    all.filter(|&[a, b]| known.insert((key(a).min(key(b)), key(a).max(key(b))))).collect()
}

/// Finds which of some sites, given by their corners, lies at a point of the plane.
pub(crate) fn site_at(lattice: &Lattice, corners: &[Vec<Xy>], p: Xy) -> Option<usize> {
    match lattice.form {
        SiteForm::Cell => corners.iter().position(|cell| contains(cell, p)),
        SiteForm::Edge => {
            let distances = corners.iter().map(|ends| distance(ends[0], ends[1], p));
            let nearest = distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
            nearest.filter(|(_, d)| *d < REACH).map(|(i, _)| i)
        }
    }
}

/// The rectangle of the screen around the corners of a site.
pub(crate) fn around(projection: Projection, corners: &[Xy]) -> Rect {
    let points: Vec<Pos2> = corners.iter().map(|&p| projection.at(p)).collect();
    Rect::from_points(&points)
}

fn contains(cell: &[Xy], p: Xy) -> bool {
    (0..cell.len()).all(|i| {
        let (a, b) = (cell[i], cell[(i + 1) % cell.len()]);
        (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0.0
    })
}

fn distance(a: Xy, b: Xy, p: Xy) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy);
    let t = t.clamp(0.0, 1.0);
    (a[0] + t * dx - p[0]).hypot(a[1] + t * dy - p[1])
}

/// The way of a drag over a canvas.
pub(crate) struct Trace {
    /// Where it began, and where it was last.
    begun: Xy,
    pub(crate) last: Xy,
    /// The way in which it has gone lately.
    heading: Xy,
}

impl Trace {
    /// The way from which on what was before no longer counts for the direction, in units.
    const MEMORY: f64 = 0.3;

    /// Begins at a place.
    pub(crate) fn new(at: Xy) -> Trace {
        Trace { begun: at, last: at, heading: [0.0; 2] }
    }

    /// Goes on to a place: the sites that it passes on the way.
    pub(crate) fn pass(&mut self, ground: &CanvasSites, lattice: &Lattice, to: Xy) -> Vec<Point> {
        let from = std::mem::replace(&mut self.last, to);
        let way = [to[0] - from[0], to[1] - from[1]];
        let kept = 0.5f64.powf(way[0].hypot(way[1]) / Trace::MEMORY);
        self.heading = [0, 1].map(|k| self.heading[k] * kept + way[k]);
        ground.along(lattice, from, to, self.heading)
    }

    /// The site that it was for, if it has passed none: a click near a vertex.
    pub(crate) fn clicked(&self, ground: &CanvasSites, lattice: &Lattice) -> Option<Point> {
        ground.site_at(lattice, self.begun)
    }

    /// Follows a page that is moved.
    pub(crate) fn shift(&mut self, by: Xy) {
        for at in [&mut self.begun, &mut self.last] {
            *at = [0, 1].map(|k| at[k] + by[k]);
        }
    }
}
