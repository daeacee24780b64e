//! Lines along the sides of sites, as long as they go.

use std::collections::{BTreeMap, BTreeSet};

use super::outline::{is_straight, straightened};
use crate::lattice::Point;
use crate::picture::Page;
use crate::picture::drawing::Contour;

/// The lines along sides, given by their ends, in millimetres: as long as possible, each side once.
pub(super) fn lines_along(page: &Page, sides: BTreeSet<(Point, Point)>, unit: f64) -> Vec<Contour> {
    let contour = |line: Line| {
        let corners = match line.closed {
            true => straightened(&line.points),
            false => open_straightened(&line.points),
        };
        let points = corners.into_iter().map(|p| page.at(p).map(|n| n * unit));
        Contour::polyline(points, line.closed)
    };
    joined(sides).into_iter().map(contour).collect()
}

/// A line from corner to corner.
struct Line {
    points: Vec<Point>,
    closed: bool,
}

/// Joins sides into lines that are as long as possible: at each corner those that run straight on into
/// each other, then any two of the others. Each side is in one line, once; the number of lines is the
/// least.
fn joined(sides: BTreeSet<(Point, Point)>) -> Vec<Line> {
    let mut ends: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for &(a, b) in &sides {
        ends.entry(a).or_default().push(b);
        ends.entry(b).or_default().push(a);
    }
    // Coming to a corner from the one, a line goes on to the other.
    let mut onward: BTreeMap<(Point, Point), Point> = BTreeMap::new();
    for (&corner, around) in &ends {
        let mut open = around.clone();
        while let Some(i) =
            open.iter().position(|&a| open.iter().any(|&b| is_straight(a, corner, b)))
        {
            let a = open.remove(i);
            let Some(j) = open.iter().position(|&b| is_straight(a, corner, b)) else { break };
            let b = open.remove(j);
            onward.extend([((a, corner), b), ((b, corner), a)]);
        }
        for pair in open.chunks_exact(2) {
            onward.extend([((pair[0], corner), pair[1]), ((pair[1], corner), pair[0])]);
        }
    }
    let mut left = sides;
    let mut lines = Vec::new();
    let begins: Vec<(Point, Point)> = ends
        .iter()
        .flat_map(|(&corner, around)| around.iter().map(move |&to| (corner, to)))
        .filter(|&(corner, to)| !onward.contains_key(&(to, corner)))
        .collect();
    let rings: Vec<(Point, Point)> = left.iter().copied().collect();
    for (start, first) in begins.into_iter().chain(rings) {
        let (mut from, mut to) = (start, first);
        let mut points = vec![start];
        let mut closed = false;
        while left.remove(&(from.min(to), from.max(to))) {
            points.push(to);
            let Some(&next) = onward.get(&(from, to)) else { break };
            (from, to) = (to, next);
            closed = (from, to) == (start, first);
        }
        if points.len() > 1 {
            if closed {
                points.pop();
            }
            lines.push(Line { points, closed });
        }
    }
    lines
}

/// A line without the points in the middle of its straight runs.
fn open_straightened(line: &[Point]) -> Vec<Point> {
    let n = line.len();
    (0..n)
        .filter(|&i| i == 0 || i + 1 == n || !is_straight(line[i - 1], line[i], line[i + 1]))
        .map(|i| line[i])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cross_is_two_lines_and_a_square_one() {
        let p = |x, y| Point::new(x, y, 0);
        let cross =
            [(p(0, 1), p(1, 1)), (p(1, 1), p(2, 1)), (p(1, 0), p(1, 1)), (p(1, 1), p(1, 2))];
        let lines = joined(cross.into_iter().collect());
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| open_straightened(&line.points).len() == 2));
        let square =
            [(p(0, 0), p(1, 0)), (p(0, 1), p(1, 1)), (p(0, 0), p(0, 1)), (p(1, 0), p(1, 1))];
        let lines = joined(square.into_iter().collect());
        assert!(lines.len() == 1 && lines[0].closed && lines[0].points.len() == 4);
    }
}
