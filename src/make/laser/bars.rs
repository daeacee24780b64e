//! Sticks as bars: the outline of what a pen of their width would draw.
//!
//! Edges are followed around every face of the graph that they make, with the bar's half width
//! to the side. Free ends are round and stop before their vertex, bends are arcs that pass it by, so that pieces
//! which touch at a vertex in a solution lie beside each other.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::{PI, TAU};

use super::path::{closed, distance};
use crate::lattice::{Lattice, Point};
use crate::picture::drawing::Contour;
use crate::picture::{Page, Xy};

/// The distance from its vertex at which a bend begins, in lengths of the edge, as in pictures.
const BEND: f64 = 0.42;
/// Angles nearer to each other than this, in radians, are the same.
const SAME_ANGLE: f64 = 1e-6;

/// The joints of bars at the vertices of a lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Joints {
    /// The length of an edge, in millimetres.
    pub(super) edge: f64,
    /// The distance from a vertex to the middle of the round end of a bar, in millimetres.
    pub(super) end: f64,
    /// The greatest width of a bar and the gap beside it together, in millimetres.
    pub(super) most: f64,
    /// True if edges lie between the arms of bends, so that pieces can wind around each other.
    pub(super) crowded: bool,
}

impl Joints {
    /// The joints of a lattice of edges whose bars and gaps have a width together.
    ///
    /// Where edges leave a vertex at an angle of θ, the middle line of a bend passes it at the distance
    /// `m(θ)`. Another bend opposite, a straight bar beside it, or a free end between its arms limit
    /// the width.
    pub(super) fn new(lattice: &Lattice, unit: f64, pitch: f64) -> Joints {
        let page = Page::around(lattice, []);
        let angles = directions(&page);
        let edge = lattice.classes.first().map_or(0.0, |class| {
            let ends = page.outline(Point::from(class.residue));
            distance(ends[0], ends[1]) * unit
        });
        let reach = BEND * edge;
        let has = |angle: f64| {
            angles.iter().any(|&other| {
                let off = (other - angle).rem_euclid(TAU);
                off < SAME_ANGLE || TAU - off < SAME_ANGLE
            })
        };
        let step = angles.windows(2).map(|w| w[1] - w[0]).fold(PI, f64::min);
        let mut end = pitch / step.min(PI / 2.0).sin();
        let mut most = edge - reach;
        let mut crowded = false;
        let first = angles[0];
        for &other in &angles {
            let angle = other - first;
            if !(SAME_ANGLE..=PI - SAME_ANGLE).contains(&angle) {
                continue;
            }
            let passes = reach / (angle / 2.0).cos() - reach * (angle / 2.0).tan();
            // The same bend on the other side of the vertex.
            if has(first + PI) && has(other + PI) {
                most = most.min(2.0 * passes);
            }
            // A bar that goes straight through the vertex, outside of the bend.
            let through = angles.iter().any(|&a| {
                let off = (a - other).rem_euclid(TAU);
                off > SAME_ANGLE && off < PI - angle - SAME_ANGLE && has(a + PI)
            });
            if through {
                most = most.min(passes);
            }
            // A free end between the arms of the bend.
            if angles.iter().any(|&a| a - first > SAME_ANGLE && other - a > SAME_ANGLE) {
                end = end.max(passes + pitch);
                crowded = true;
            }
            // The inner side of the bend is an arc, or nothing.
            most = most.min(2.0 * reach * (angle / 2.0).tan());
        }
        // Between a free end and a bend at the other end of an edge some of it is left.
        let room = edge - reach - end;
        if room < 0.0 {
            most = most.min(pitch + room);
        }
        Joints { edge, end, most, crowded }
    }
}

/// The directions in which edges leave a vertex of some kind, of those with the most, ascending.
pub(super) fn directions(page: &Page) -> Vec<f64> {
    let lattice = page.lattice();
    let mut around: BTreeMap<Point, BTreeSet<Point>> = BTreeMap::new();
    for class in lattice.classes {
        for x in -1..=1 {
            for y in -1..=1 {
                let shift = Point::new(x * lattice.period, y * lattice.period, 0);
                let site = Point::from(class.residue) + shift;
                let corners = lattice.corners(site);
                around.entry(corners[0]).or_default().insert(corners[1]);
                around.entry(corners[1]).or_default().insert(corners[0]);
            }
        }
    }
    let fullest = around.iter().max_by_key(|(_, ends)| ends.len());
    let Some((&vertex, ends)) = fullest else { return vec![0.0] };
    let mut angles: Vec<f64> = ends.iter().map(|&end| angle(page, vertex, end)).collect();
    angles.sort_by(f64::total_cmp);
    angles
}

/// The direction from a point to another, clockwise from the right, from 0 to a full turn.
fn angle(page: &Page, from: Point, to: Point) -> f64 {
    let ([ax, ay], [bx, by]) = (page.at(from), page.at(to));
    let angle = (by - ay).atan2(bx - ax).rem_euclid(TAU);
    if TAU - angle < SAME_ANGLE { 0.0 } else { angle }
}

/// The pen with which bars are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    /// Half the width of the bars, in millimetres.
    pub(super) half: f64,
    /// The side of a unit in millimetres.
    pub(super) unit: f64,
    /// The joints of the bars.
    pub(super) joints: Joints,
    /// True if it is the room for pieces, in which bars reach their vertices and there is room for
    /// every bend.
    pub(super) channel: bool,
    /// The radius of corners that go in, in millimetres.
    pub(super) corner_radius: f64,
}

/// The closed contours around bars along some edges: outer ones clockwise, holes the other way.
pub(super) fn contours(page: &Page, sites: &[Point], pen: Pen) -> Vec<Contour> {
    let mut spokes: BTreeMap<Point, Vec<(f64, Point)>> = BTreeMap::new();
    for &site in sites {
        let ends = page.lattice().corners(site);
        for (from, to) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            spokes.entry(from).or_default().push((angle(page, from, to), to));
        }
    }
    for ends in spokes.values_mut() {
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        ends.dedup();
    }
    let graph = Graph { page, spokes, pen };
    let mut left: BTreeSet<(Point, Point)> = BTreeSet::new();
    for (&from, ends) in &graph.spokes {
        left.extend(ends.iter().map(|&(_, to)| (from, to)));
    }
    let mut contours = Vec::new();
    while let Some(&start) = left.first() {
        let mut points = Vec::new();
        let (mut from, mut at) = start;
        while left.remove(&(from, at)) {
            let to = graph.pass(from, at, &mut points);
            (from, at) = (at, to);
        }
        contours.push(closed(&points));
    }
    contours
}

struct Graph<'p> {
    page: &'p Page<'p>,
    /// Where edges lead from each vertex, by their directions.
    spokes: BTreeMap<Point, Vec<(f64, Point)>>,
    pen: Pen,
}

impl Graph<'_> {
    /// Goes on around a vertex, keeping to the left side of the bars, which is outside: adds the points
    /// there, each with the bulge of what follows; where the way leads.
    fn pass(&self, from: Point, at: Point, points: &mut Vec<(Xy, f64)>) -> Point {
        let ends = &self.spokes[&at];
        let centre = self.page.at(at).map(|n| n * self.pen.unit);
        let back = ends.iter().position(|&(_, to)| to == from).expect("the way came from there");
        // The next direction clockwise, on the left of who arrives.
        let (out, to) = ends[(back + 1) % ends.len()];
        let gap = (out - ends[back].0).rem_euclid(TAU);
        let gap = if gap < SAME_ANGLE { TAU } else { gap };
        let half = self.pen.half;
        let polar = |along: f64, aside: f64, direction: f64| {
            let (sin, cos) = direction.sin_cos();
            [centre[0] + along * cos - aside * sin, centre[1] + along * sin + aside * cos]
        };
        // On arrival the left side is clockwise of the way back, on leaving counter-clockwise of the
        // way on.
        let (arrive, leave) = (ends[back].0, out);
        let bend = BEND * self.pen.joints.edge;
        if ends.len() == 1 {
            let along = if self.pen.channel { 0.0 } else { self.pen.joints.end };
            points.push((polar(along, half, arrive), 1.0));
            points.push((polar(along, -half, leave), 0.0));
        } else if (gap - PI).abs() < SAME_ANGLE {
            // Straight on.
        } else if ends.len() == 2 && !self.pen.channel {
            let bulge = if gap < PI { -((PI - gap) / 4.0).tan() } else { ((gap - PI) / 4.0).tan() };
            points.push((polar(bend, half, arrive), bulge));
            points.push((polar(bend, -half, leave), 0.0));
        } else if gap > PI {
            points.push((polar(0.0, half, arrive), ((gap - PI) / 4.0).tan()));
            points.push((polar(0.0, -half, leave), 0.0));
        } else {
            self.inner_corner(points, gap, |along, aside, is_arrival| {
                polar(along, aside, if is_arrival { arrive } else { leave })
            });
        }
        to
    }

    /// A corner that goes in, between two bars less than half a turn apart.
    fn inner_corner(
        &self,
        points: &mut Vec<(Xy, f64)>,
        gap: f64,
        at: impl Fn(f64, f64, bool) -> Xy,
    ) {
        let half = self.pen.half;
        let tan = (gap / 2.0).tan();
        // Where the sides of both bars cross, by the distance from the vertex along the bars.
        let corner = half / tan;
        let bend = BEND * self.pen.joints.edge;
        let reach = if self.pen.channel {
            bend
        } else {
            (corner + self.pen.corner_radius / tan).min(self.pen.joints.edge / 2.0)
        };
        if reach <= corner + 1e-6 {
            points.push((at(corner, half, true), 0.0));
        } else {
            points.push((at(reach, half, true), -((PI - gap) / 4.0).tan()));
            points.push((at(reach, -half, false), 0.0));
        }
    }
}
