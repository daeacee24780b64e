//! Paths of a cutter: contours of straight lines and circular arcs, in millimetres.
//!
//! A region has its outer contours clockwise, as seen on the page, and its holes the other way
//! around: what is inside lies to the right.

use crate::picture::drawing::{Arc, Contour, Segment};
use crate::picture::{Bounds, Xy};

/// The largest deviation of straight lines from the arcs they approximate, in millimetres.
pub(crate) const TOLERANCE: f64 = 0.005;

/// A corner of a polygon as it is to be cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CornerForm {
    /// As it is.
    Sharp,
    /// Rounded with a radius.
    Round(f64),
    /// Widened by a circle of a radius through the corner, as a mill needs it.
    Relief(f64),
}

/// Moves the sides of a closed polygon outwards, or inwards if `by` is negative, each parallel to
/// itself; `None` where a side would vanish. Exact: corners are mitred.
pub(crate) fn offset(polygon: &[Xy], by: f64) -> Option<Vec<Xy>> {
    let n = polygon.len();
    let direction = |i: usize| direction(polygon[i % n], polygon[(i + 1) % n]);
    let moved: Vec<Xy> = (0..n)
        .map(|i| {
            let ([ax, ay], [bx, by_]) = (direction(i + n - 1), direction(i));
            // The normals to the left of both sides: outwards.
            let (before, after) = ([ay, -ax], [by_, -bx]);
            let scale = by / (1.0 + before[0] * after[0] + before[1] * after[1]);
            [0, 1].map(|k| polygon[i][k] + scale * (before[k] + after[k]))
        })
        .collect();
    let keeps = |i: usize| {
        let ([ax, ay], [bx, by]) = (moved[i], moved[(i + 1) % n]);
        let [dx, dy] = direction(i);
        (bx - ax) * dx + (by - ay) * dy > TOLERANCE
    };
    (0..n).all(keeps).then_some(moved)
}

fn direction(a: Xy, b: Xy) -> Xy {
    let length = distance(a, b);
    [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
}

pub(crate) fn distance(a: Xy, b: Xy) -> f64 {
    (b[0] - a[0]).hypot(b[1] - a[1])
}

/// The closed contour around a polygon whose corners get the forms that `form` says: it is asked
/// with the turn at the corner in radians, positive where it is clockwise. Radii that do not fit
/// between the neighbours are made smaller.
pub(crate) fn with_corners(polygon: &[Xy], form: impl Fn(f64) -> CornerForm) -> Contour {
    let n = polygon.len();
    let mut points: Vec<(Xy, f64)> = Vec::with_capacity(2 * n);
    for i in 0..n {
        let (a, b, c) = (polygon[(i + n - 1) % n], polygon[i], polygon[(i + 1) % n]);
        let (before, after) = (direction(a, b), direction(b, c));
        let turn = (before[0] * after[1] - before[1] * after[0])
            .atan2(before[0] * after[0] + before[1] * after[1]);
        // Half of each side belongs to the corner at either end.
        let room = distance(a, b).min(distance(b, c)) / 2.0 * 0.999;
        let form = form(turn);
        let (reach, bulge) = match form {
            CornerForm::Sharp => (0.0, 0.0),
            CornerForm::Round(radius) => (radius * (turn.abs() / 2.0).tan(), (turn / 4.0).tan()),
            CornerForm::Relief(radius) => {
                (2.0 * radius * (turn.abs() / 2.0).sin(), (turn / 2.0).tan())
            }
        };
        let reach = reach.min(room);
        if reach < TOLERANCE {
            points.push((b, 0.0));
        } else {
            points.push(([0, 1].map(|k| b[k] - reach * before[k]), bulge));
            points.push(([0, 1].map(|k| b[k] + reach * after[k]), 0.0));
        }
    }
    closed(&points)
}

/// A closed contour through points, each with the bulge of the segment that begins there.
pub(crate) fn closed(points: &[(Xy, f64)]) -> Contour {
    let n = points.len();
    let mut segments = Vec::with_capacity(n);
    for i in 0..n {
        let ((_, bulge), (to, _)) = (points[i], points[(i + 1) % n]);
        // The last line back is what closing means.
        if bulge != 0.0 {
            segments.push(Segment::Arc { to, bulge });
        } else if i + 1 < n {
            segments.push(Segment::Line { to });
        }
    }
    Contour { start: points.first().map_or([0.0; 2], |p| p.0), segments, closed: true }
}

/// A rectangle with round corners, clockwise.
pub(crate) fn rectangle(min: Xy, max: Xy, radius: f64) -> Contour {
    let corners = [min, [max[0], min[1]], max, [min[0], max[1]]];
    with_corners(
        &corners,
        |_| if radius > 0.0 { CornerForm::Round(radius) } else { CornerForm::Sharp },
    )
}

/// Each segment with its start, the line that closes the contour among them.
pub(crate) fn segments(contour: &Contour) -> impl Iterator<Item = (Xy, Segment)> + '_ {
    let mut at = contour.start;
    let end = contour.segments.last().map_or(contour.start, Segment::to);
    let back = (contour.closed && distance(end, contour.start) > 1e-9)
        .then_some(Segment::Line { to: contour.start });
    contour.segments.iter().copied().chain(back).map(move |segment| {
        let from = at;
        at = segment.to();
        (from, segment)
    })
}

/// Returns the length of a contour.
pub(crate) fn length(contour: &Contour) -> f64 {
    segments(contour).map(|(from, segment)| segment_length(from, segment)).sum()
}

/// Returns the length of a segment that begins at a point.
pub(crate) fn segment_length(from: Xy, segment: Segment) -> f64 {
    match arc_of(from, segment) {
        Some(arc) => arc.radius * arc.sweep.abs(),
        None => distance(from, segment.to()),
    }
}

/// The area inside a closed contour: positive if it runs clockwise.
pub(crate) fn area(contour: &Contour) -> f64 {
    segments(contour)
        .map(|(a, segment)| {
            let b = segment.to();
            let chord = (a[0] * b[1] - a[1] * b[0]) / 2.0;
            let beyond = arc_of(a, segment)
                .map_or(0.0, |arc| arc.radius * arc.radius * (arc.sweep - arc.sweep.sin()) / 2.0);
            chord + beyond
        })
        .sum()
}

fn arc_of(from: Xy, segment: Segment) -> Option<Arc> {
    match segment {
        Segment::Arc { to, bulge } => Arc::new(from, to, bulge),
        Segment::Line { .. } | Segment::Cubic { .. } => None,
    }
}

/// The points of a contour with its arcs as straight lines that stray by at most [`TOLERANCE`].
pub(crate) fn flat(contour: &Contour) -> Vec<Xy> {
    let mut points = vec![contour.start];
    for (from, segment) in segments(contour) {
        if let Some(arc) = arc_of(from, segment) {
            let step = 2.0 * (1.0 - (TOLERANCE / arc.radius).min(1.0)).acos();
            let steps = (arc.sweep.abs() / step.max(1e-3)).ceil().max(1.0) as usize;
            points.extend(
                (1..steps).map(|i| arc.at(arc.start + arc.sweep * i as f64 / steps as f64)),
            );
        }
        points.push(segment.to());
    }
    if contour.closed && points.len() > 1 && distance(points[0], points[points.len() - 1]) < 1e-9 {
        points.pop();
    }
    points
}

/// The least rectangle around contours, arcs as they are; `None` without any.
pub(crate) fn bounds<'a>(contours: impl IntoIterator<Item = &'a Contour>) -> Option<Bounds> {
    let mut points = Vec::new();
    for contour in contours {
        points.push(contour.start);
        for (from, segment) in segments(contour) {
            points.push(segment.to());
            if let Some(arc) = arc_of(from, segment) {
                let quarter = std::f64::consts::FRAC_PI_2;
                let (low, high) =
                    (arc.start.min(arc.start + arc.sweep), arc.start.max(arc.start + arc.sweep));
                let (first, last) =
                    ((low / quarter).ceil() as i32, (high / quarter).floor() as i32);
                points.extend((first..=last).map(|i| arc.at(f64::from(i) * quarter)));
            }
        }
    }
    Bounds::of_points(points)
}

/// The same line run the other way.
pub(crate) fn reversed(contour: &Contour) -> Contour {
    let all: Vec<(Xy, Segment)> = segments(contour).collect();
    let start = all.last().map_or(contour.start, |(_, segment)| segment.to());
    let back = |(from, segment): &(Xy, Segment)| match *segment {
        Segment::Arc { bulge, .. } => Segment::Arc { to: *from, bulge: -bulge },
        Segment::Line { .. } => Segment::Line { to: *from },
        Segment::Cubic { controls: [c, d], .. } => Segment::Cubic { controls: [d, c], to: *from },
    };
    Contour { start, segments: all.iter().rev().map(back).collect(), closed: contour.closed }
}

/// A turn, after a flip from left to right if there is one, then a shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Motion {
    /// Clockwise, in degrees.
    pub(crate) turn: u16,
    pub(crate) flip: bool,
    pub(crate) shift: Xy,
}

impl Motion {
    pub(crate) const NONE: Motion = Motion { turn: 0, flip: false, shift: [0.0; 2] };

    pub(crate) fn apply(&self, [x, y]: Xy) -> Xy {
        let x = if self.flip { -x } else { x };
        let [cos, sin] = turn_of(self.turn);
        [x * cos - y * sin + self.shift[0], x * sin + y * cos + self.shift[1]]
    }

    /// Moves a contour; one that is flipped is run the other way, so that what is inside stays to the
    /// right.
    pub(crate) fn contour(&self, contour: &Contour) -> Contour {
        let mut moved = contour.map(|at| self.apply(at));
        if !self.flip {
            return moved;
        }
        for segment in &mut moved.segments {
            if let Segment::Arc { bulge, .. } = segment {
                *bulge = -*bulge;
            }
        }
        reversed(&moved)
    }
}

/// Cosine and sine of an angle in degrees, exact for multiples of 90°.
fn turn_of(degrees: u16) -> Xy {
    match degrees % 360 {
        0 => [1.0, 0.0],
        90 => [0.0, 1.0],
        180 => [-1.0, 0.0],
        270 => [0.0, -1.0],
        other => {
            let (sin, cos) = f64::from(other).to_radians().sin_cos();
            [cos, sin]
        }
    }
}

/// Returns whether a point lies inside closed polygons, by the even-odd rule.
pub(crate) fn contains(polygons: &[Vec<Xy>], [x, y]: Xy) -> bool {
    let crossings = polygons.iter().flat_map(|polygon| {
        let n = polygon.len();
        (0..n).filter(move |&i| {
            let ([ax, ay], [bx, by]) = (polygon[i], polygon[(i + 1) % n]);
            (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
        })
    });
    crossings.count() % 2 == 1
}

/// The distance of a point from a straight line between two others.
pub(crate) fn point_to_line(p: Xy, a: Xy, b: Xy) -> f64 {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    let square = dx * dx + dy * dy;
    let t = if square == 0.0 { 0.0 } else { ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square };
    let t = t.clamp(0.0, 1.0);
    distance(p, [a[0] + t * dx, a[1] + t * dy])
}

/// The distance of a point from the sides of a closed polygon.
pub(crate) fn clear_distance(at: Xy, polygon: &[Xy]) -> f64 {
    let n = polygon.len();
    let sides = (0..n).map(|i| point_to_line(at, polygon[i], polygon[(i + 1) % n]));
    sides.fold(f64::INFINITY, f64::min)
}

/// Returns whether two straight lines cross.
fn lines_cross(a: Xy, b: Xy, c: Xy, d: Xy) -> bool {
    let side = |p: Xy, q: Xy, r: Xy| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// Returns whether the borders of two regions, each with its bounds, are nearer to each other than
/// a distance anywhere, or one region lies in the other.
pub(crate) fn nearer(
    (one, one_bounds): (&[Vec<Xy>], Bounds),
    (other, other_bounds): (&[Vec<Xy>], Bounds),
    than: f64,
) -> bool {
    let apart = |k: usize| {
        one_bounds.min[k] - other_bounds.max[k] >= than
            || other_bounds.min[k] - one_bounds.max[k] >= than
    };
    if apart(0) || apart(1) {
        return false;
    }
    let inside = |outer: &[Vec<Xy>], inner: &[Vec<Xy>]| {
        inner.iter().any(|polygon| contains(outer, polygon[0]))
    };
    if inside(one, other) || inside(other, one) {
        return true;
    }
    let sides = |polygons: &[Vec<Xy>]| -> Vec<[Xy; 2]> {
        polygons
            .iter()
            .flat_map(|p| (0..p.len()).map(move |i| [p[i], p[(i + 1) % p.len()]]))
            .collect()
    };
    let others = sides(other);
    sides(one).iter().any(|&[a, b]| {
        others.iter().any(|&[c, d]| {
            let far = |k: usize| {
                a[k].min(b[k]) - c[k].max(d[k]) >= than || c[k].min(d[k]) - a[k].max(b[k]) >= than
            };
            !far(0)
                && !far(1)
                && (lines_cross(a, b, c, d)
                    || point_to_line(a, c, d) < than
                    || point_to_line(b, c, d) < than
                    || point_to_line(c, a, b) < than
                    || point_to_line(d, a, b) < than)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    const SQUARE: [Xy; 4] = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];

    #[test]
    fn the_middle_of_a_circle_is_clear_by_its_radius() {
        let circle = flat(&Contour::circle([3.0, -1.0], 2.0));
        assert!((clear_distance([3.0, -1.0], &circle) - 2.0).abs() < 2.0 * TOLERANCE);
    }

    #[test]
    fn sides_move_in_parallel_and_corners_are_round_within_and_without() {
        let grown = offset(&SQUARE, 1.0).unwrap();
        assert_eq!(grown[2], [11.0, 11.0]);
        assert_eq!(offset(&SQUARE, -5.0), None);
        let round = with_corners(&SQUARE, |_| CornerForm::Round(2.0));
        assert!((area(&round) - (100.0 - (4.0 - PI) * 4.0)).abs() < 1e-9);
        assert!((length(&round) - (24.0 + 4.0 * PI)).abs() < 1e-9);
        let b = bounds([&round]).unwrap();
        assert!(distance(b.min, [0.0; 2]) + distance(b.max, [10.0; 2]) < 1e-9);
    }

    #[test]
    fn a_relief_passes_through_the_corner() {
        let relieved = with_corners(&SQUARE, |_| CornerForm::Relief(1.5));
        assert!(area(&relieved) > 100.0);
        for corner in SQUARE {
            let off = flat(&relieved)
                .windows(2)
                .map(|w| point_to_line(corner, w[0], w[1]))
                .fold(f64::INFINITY, f64::min);
            assert!(off < 2.0 * TOLERANCE, "{off}");
        }
    }

    #[test]
    fn a_motion_keeps_area_and_direction() {
        let round = with_corners(&[[0.0, 0.0], [9.0, 0.0], [2.0, 7.0]], |_| CornerForm::Round(0.7));
        for (turn, flip) in [(0, true), (60, false), (90, true), (300, true)] {
            let moved = Motion { turn, flip, shift: [3.0, -4.0] }.contour(&round);
            assert!((area(&moved) - area(&round)).abs() < 1e-9, "{turn} {flip}");
            assert!((length(&moved) - length(&round)).abs() < 1e-9);
        }
        assert!((area(&reversed(&round)) + area(&round)).abs() < 1e-9);
    }

    #[test]
    fn regions_are_near_when_they_meet_and_when_one_holds_the_other() {
        let at = |shift: Xy, scale: f64| {
            let polygon: Vec<Xy> =
                SQUARE.iter().map(|p| [0, 1].map(|k| p[k] * scale + shift[k])).collect();
            let bounds = Bounds::of_points(polygon.iter().copied()).unwrap();
            (vec![polygon], bounds)
        };
        let near = |a: &(Vec<Vec<Xy>>, Bounds), b: &(Vec<Vec<Xy>>, Bounds), than| {
            nearer((&a.0, a.1), (&b.0, b.1), than)
        };
        let square = at([0.0; 2], 1.0);
        assert!(near(&square, &at([12.0, 3.0], 1.0), 2.1));
        assert!(!near(&square, &at([12.0, 3.0], 1.0), 2.0));
        assert!(near(&square, &at([4.0, 4.0], 0.1), 1.0));
        assert!(!near(&square, &at([13.0, 14.0], 1.0), 4.9));
    }
}
