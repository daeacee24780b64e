//! Polygons cut into triangles by clipping ears (Meisters, *Polygons have ears*, 1975), holes joined to
//! the outline by bridges first (Eberly, *Triangulation by ear clipping*, 2002).

use crate::picture::Xy;

/// Twice the area of a triangle, positive when it goes around counterclockwise, y up.
pub(super) fn cross(a: Xy, b: Xy, c: Xy) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Twice the signed area of a polygon.
pub(super) fn area(points: &[Xy]) -> f64 {
    let n = points.len();
    (0..n).map(|i| (points[i], points[(i + 1) % n])).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum()
}

/// Returns whether a polygon contains a point.
pub(super) fn contains(points: &[Xy], [x, y]: Xy) -> bool {
    let n = points.len();
    let crossings = (0..n).filter(|&i| {
        let ([ax, ay], [bx, by]) = (points[i], points[(i + 1) % n]);
        (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
    });
    crossings.count() % 2 == 1
}

/// The triangles of a simple polygon that goes around counterclockwise, as indices of its corners.
/// `None` when it is not one.
///
/// Cost: about the square of the number of corners.
pub(super) fn triangles(points: &[Xy]) -> Option<Vec<[usize; 3]>> {
    clip(points, (0..points.len()).collect())
}

/// The triangles of a polygon with holes, as indices into the points: the outline counterclockwise,
/// holes clockwise. `None` when outline and holes cross.
///
/// Cost: about the square of the number of corners.
pub(super) fn triangles_with_holes(
    points: &[Xy],
    outline: &[usize],
    holes: &[Vec<usize>],
) -> Option<Vec<[usize; 3]>> {
    let mut ring = outline.to_vec();
    let mut left: Vec<&Vec<usize>> = holes.iter().collect();
    while !left.is_empty() {
        // Some corner of some hole sees a corner of the ring.
        let spots =
            left.iter().enumerate().flat_map(|(n, hole)| (0..hole.len()).map(move |k| (n, k)));
        let (n, start, at) = spots
            .into_iter()
            .find_map(|(n, k)| Some((n, k, bridge(points, &ring, &left, left[n][k])?)))?;
        let hole = left.remove(n);
        let there = hole[start..].iter().chain(&hole[..=start]).copied();
        let joined: Vec<usize> = ring[..=at].iter().copied().chain(there).collect();
        ring = joined.into_iter().chain(ring[at..].iter().copied()).collect();
    }
    clip(points, ring)
}

/// The triangles of an area with any number of outlines (counterclockwise) and holes (clockwise), as
/// indices into the points. `None` when some of them cross.
pub(super) fn triangles_of_rings(points: &[Xy], rings: &[Vec<usize>]) -> Option<Vec<[usize; 3]>> {
    let at = |ring: &Vec<usize>| ring.iter().map(|&i| points[i]).collect::<Vec<Xy>>();
    let (outlines, holes): (Vec<&Vec<usize>>, Vec<&Vec<usize>>) =
        rings.iter().partition(|ring| area(&at(ring)) > 0.0);
    let mut inside: Vec<Vec<Vec<usize>>> = vec![Vec::new(); outlines.len()];
    for hole in holes {
        let size = |&n: &usize| area(&at(outlines[n]));
        let around = (0..outlines.len())
            .filter(|&n| contains(&at(outlines[n]), points[hole[0]]))
            .min_by(|a, b| size(a).total_cmp(&size(b)))?;
        inside[around].push(hole.clone());
    }
    let mut triangles = Vec::new();
    for (outline, holes) in outlines.into_iter().zip(inside) {
        triangles.extend(triangles_with_holes(points, outline, &holes)?);
    }
    Some(triangles)
}

/// Where in a ring a bridge can end that begins at a corner of a hole: the nearest corner that it sees
/// past the holes that are left.
fn bridge(points: &[Xy], ring: &[usize], holes: &[&Vec<usize>], from: usize) -> Option<usize> {
    let n = ring.len();
    let from = points[from];
    let distance = |i: usize| {
        let p = points[ring[i]];
        (p[0] - from[0]).powi(2) + (p[1] - from[1]).powi(2)
    };
    let mut candidates: Vec<usize> = (0..n).collect();
    candidates.sort_by(|&a, &b| distance(a).total_cmp(&distance(b)));
    candidates.into_iter().find(|&i| {
        let to = points[ring[i]];
        let (before, after) = (points[ring[(i + n - 1) % n]], points[ring[(i + 1) % n]]);
        // The bridge must leave its end into the inside of the ring.
        let (left_of_first, left_of_second) =
            (cross(before, to, from) > 0.0, cross(to, after, from) > 0.0);
        let inside = if cross(before, to, after) > 0.0 {
            left_of_first && left_of_second
        } else {
            left_of_first || left_of_second
        };
        let is_free = |line: &[usize]| {
            (0..line.len()).all(|j| {
                let (a, b) = (points[line[j]], points[line[(j + 1) % line.len()]]);
                [a, b].iter().any(|p| *p == to || *p == from) || !crosses(from, to, a, b)
            })
        };
        inside && is_free(ring) && holes.iter().all(|hole| is_free(hole))
    })
}

/// Returns whether two lines have a point in common; ends count.
fn crosses(a: Xy, b: Xy, c: Xy, d: Xy) -> bool {
    let apart = |p: f64, q: f64| (p > 0.0 && q > 0.0) || (p < 0.0 && q < 0.0);
    !apart(cross(a, b, c), cross(a, b, d)) && !apart(cross(c, d, a), cross(c, d, b))
}

fn clip(points: &[Xy], mut ring: Vec<usize>) -> Option<Vec<[usize; 3]>> {
    let mut triangles = Vec::with_capacity(ring.len().saturating_sub(2));
    let (mut at, mut misses) = (0, 0);
    while ring.len() > 3 {
        let n = ring.len();
        let [before, here, after] = [(at + n - 1) % n, at % n, (at + 1) % n].map(|i| ring[i]);
        if is_ear(points, &ring, [before, here, after]) {
            triangles.push([before, here, after]);
            ring.remove(at % n);
            misses = 0;
            at = at.checked_sub(1).unwrap_or(ring.len() - 1);
        } else {
            misses += 1;
            at = (at + 1) % n;
            if misses > n {
                return None;
            }
        }
    }
    let last: [usize; 3] = ring.try_into().ok()?;
    (cross(points[last[0]], points[last[1]], points[last[2]]) > 0.0).then(|| {
        triangles.push(last);
        triangles
    })
}

/// Returns whether the triangle at a corner can be cut off.
fn is_ear(points: &[Xy], ring: &[usize], [a, b, c]: [usize; 3]) -> bool {
    let [pa, pb, pc] = [a, b, c].map(|i| points[i]);
    let size = (pc[0] - pa[0]).abs().max((pc[1] - pa[1]).abs());
    if cross(pa, pb, pc) <= 1e-9 * size {
        return false;
    }
    ring.iter().all(|&i| {
        let p = points[i];
        // A bridge has the same point twice.
        p == pa
            || p == pb
            || p == pc
            || cross(pa, pb, p) < 0.0
            || cross(pb, pc, p) < 0.0
            || cross(pc, pa, p) < 0.0
    })
}
