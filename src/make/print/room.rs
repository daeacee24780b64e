//! Room for a rectangle within borders.

use super::polygon;
use crate::picture::{Bounds, Xy};

/// The most places that are tried along a side.
const MAX_STEPS: f64 = 40.0;

/// The middle of a rectangle of a size within some borders, that with the most room around it.
pub(super) fn room(rings: &[Vec<Xy>], size: Xy) -> Option<Xy> {
    let bounds = Bounds::of_points(rings.iter().flatten().copied())?;
    let left = [0, 1].map(|k| bounds.size()[k] - size[k]);
    if left.iter().any(|n| *n < 0.0) {
        return None;
    }
    let step = size[0].min(size[1]) / 2.0;
    let counts = left.map(|n| (n / step).ceil().clamp(1.0, MAX_STEPS));
    let mut best: Option<(f64, Xy)> = None;
    for i in 0..=counts[0] as usize {
        for j in 0..=counts[1] as usize {
            let share = [i as f64 / counts[0], j as f64 / counts[1]];
            let at = [0, 1].map(|k| bounds.min[k] + size[k] / 2.0 + left[k] * share[k]);
            let Some((free, at)) = centred(rings, size, at) else { continue };
            if best.is_none_or(|(most, _)| free > most + 1e-6) {
                best = Some((free, at));
            }
        }
    }
    best.map(|(_, at)| at)
}

/// A rectangle moved to the middle of the room to its left and right, above and below, and the least
/// room that is left; `None` if it does not lie within the borders.
fn centred(rings: &[Vec<Xy>], size: Xy, at: Xy) -> Option<(f64, Xy)> {
    if rings.iter().filter(|ring| polygon::contains(ring, at)).count() % 2 == 0 {
        return None;
    }
    let mut at = at;
    let mut free = [0.0; 2];
    for axis in [0, 1, 0] {
        let [from, to] = span(rings, axis, at, size[1 - axis] / 2.0)?;
        free[axis] = to - from - size[axis];
        if free[axis] < 0.0 {
            return None;
        }
        at[axis] = (from + to) / 2.0;
    }
    Some((free[0].min(free[1]), at))
}

/// The ends of a strip along an axis, so wide to both sides of a place, that reaches from there to
/// the borders.
fn span(rings: &[Vec<Xy>], axis: usize, at: Xy, half: f64) -> Option<[f64; 2]> {
    let (low, high) = (at[1 - axis] - half, at[1 - axis] + half);
    let [mut from, mut to] = [f64::NEG_INFINITY, f64::INFINITY];
    for ring in rings {
        for i in 0..ring.len() {
            let (p, q) = (ring[i], ring[(i + 1) % ring.len()]);
            let (a, b) = (p[1 - axis], q[1 - axis]);
            if a.max(b) <= low + 1e-9 || a.min(b) >= high - 1e-9 {
                continue;
            }
            let along = |level: f64| {
                let share = if a == b { 0.0 } else { (level - a) / (b - a) };
                p[axis] + (q[axis] - p[axis]) * share
            };
            let ends = match a == b {
                true => [p[axis], q[axis]],
                false => [along(a.clamp(low, high)), along(b.clamp(low, high))],
            };
            let (least, most) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            if most <= at[axis] {
                from = from.max(most);
            } else if least >= at[axis] {
                to = to.min(least);
            } else {
                return None;
            }
        }
    }
    (from.is_finite() && to.is_finite()).then_some([from, to])
}
