//! Outlines with curves as straight lines.

use crate::picture::Xy;
use crate::picture::drawing::Contour;

/// The most lines that stand for a curve.
const MAX_STEPS: f64 = 200.0;

fn distance(a: Xy, b: Xy) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Collects the lines of outlines, each curve as straight lines that are off it by no more than a
/// distance.
pub(super) struct Flattening {
    most: f64,
    done: Vec<Contour>,
    points: Vec<Xy>,
}

impl Flattening {
    pub(super) fn new(most: f64) -> Flattening {
        Flattening { most: most.max(1e-9), done: Vec::new(), points: Vec::new() }
    }

    /// Begins a line, after the one before it, which stays open.
    pub(super) fn start(&mut self, at: Xy) {
        self.end(false);
        self.points.push(at);
    }

    pub(super) fn line(&mut self, to: Xy) {
        self.points.push(to);
    }

    pub(super) fn quadratic(&mut self, c: Xy, b: Xy) {
        let a = self.at();
        let bend = distance([0, 1].map(|k| a[k] + b[k]), [0, 1].map(|k| 2.0 * c[k]));
        self.curve(bend / 4.0, |t| {
            let u = 1.0 - t;
            [0, 1].map(|k| u * u * a[k] + 2.0 * u * t * c[k] + t * t * b[k])
        });
    }

    pub(super) fn cubic(&mut self, [c, d]: [Xy; 2], b: Xy) {
        let a = self.at();
        let bend =
            |p: Xy, q: Xy, r: Xy| distance([0, 1].map(|k| p[k] + r[k]), [0, 1].map(|k| 2.0 * q[k]));
        self.curve(0.75 * bend(a, c, d).max(bend(c, d, b)), |t| {
            let u = 1.0 - t;
            [0, 1].map(|k| {
                u * u * u * a[k]
                    + 3.0 * u * u * t * c[k]
                    + 3.0 * u * t * t * d[k]
                    + t * t * t * b[k]
            })
        });
    }

    /// Ends a line.
    pub(super) fn end(&mut self, is_closed: bool) {
        let mut points = std::mem::take(&mut self.points);
        points.dedup_by(|a, b| distance(*a, *b) < 1e-6);
        if is_closed && points.len() > 1 && distance(points[0], points[points.len() - 1]) < 1e-6 {
            points.pop();
        }
        if points.len() > if is_closed { 2 } else { 1 } {
            self.done.push(Contour::polyline(points, is_closed));
        }
    }

    /// All lines.
    pub(super) fn finish(mut self) -> Vec<Contour> {
        self.end(false);
        self.done
    }

    fn at(&self) -> Xy {
        self.points.last().copied().unwrap_or_default()
    }

    /// Adds a curve that a single line would be off by some distance: of n lines each is off by the
    /// n²th part of it.
    fn curve(&mut self, off: f64, at: impl Fn(f64) -> Xy) {
        let steps = (off / self.most).sqrt().ceil().clamp(1.0, MAX_STEPS);
        let steps = steps as usize;
        self.points.extend((1..=steps).map(|i| at(i as f64 / steps as f64)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_off_a_quarter_of_a_circle_by_no_more_than_asked() {
        let k = 0.552_284_75;
        for most in [0.001, 0.01, 0.1] {
            let mut lines = Flattening::new(most);
            lines.start([10.0, 0.0]);
            lines.cubic([[10.0, 10.0 * k], [10.0 * k, 10.0]], [0.0, 10.0]);
            let contours = lines.finish();
            let ends: Vec<Xy> = std::iter::once(contours[0].start)
                .chain(contours[0].segments.iter().map(|segment| segment.to()))
                .collect();
            for pair in ends.windows(2) {
                let middle = [0, 1].map(|k| (pair[0][k] + pair[1][k]) / 2.0);
                // The curve itself is off the circle by a quarter of a thousandth.
                assert!(10.0 - middle[0].hypot(middle[1]) < most + 0.003, "{most}");
            }
            assert!(!contours[0].closed);
        }
    }

    #[test]
    fn closed_lines_do_not_repeat_their_start_and_points_are_left_out() {
        let mut lines = Flattening::new(0.1);
        lines.start([0.0; 2]);
        [[5.0, 0.0], [5.0, 5.0], [0.0; 2]].into_iter().for_each(|to| lines.line(to));
        lines.end(true);
        lines.start([9.0; 2]);
        lines.line([9.0; 2]);
        let contours = lines.finish();
        assert_eq!((contours.len(), contours[0].segments.len()), (1, 2));
    }
}
