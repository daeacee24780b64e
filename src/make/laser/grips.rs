//! Places for fingers: round holes in the base, through which pieces are pushed out, and half-round
//! notches in the frame, at which they are grasped.

use super::path::{clear_distance, closed, distance, flat, segments};
use crate::picture::drawing::{Contour, Segment};
use crate::picture::{Bounds, Xy};
use crate::puzzle::making::Length;

/// The least room between a hole and the border of the board, a text or another hole.
pub(super) const BESIDE_HOLE: Length = Length::mm(2);
/// The least that is left of the frame beside a notch.
pub(super) const BESIDE_NOTCH: Length = Length::mm(3);

/// The middles of one, two or four holes spread over a board: near its middle, the middles of its
/// halves or of its quarters, and if possible mirror images of each other. Each is one of the given
/// places, and two are at least `apart` from each other; `None` where that is not possible.
///
/// Cost: about the square of the number of places.
pub(super) fn spread(count: usize, board: Bounds, places: &[Xy], apart: f64) -> Option<Vec<Xy>> {
    let size = board.size();
    let middle = board.middle();
    let shares: &[Xy] = match count {
        1 => &[[0.0, 0.0]],
        2 if size[0] >= size[1] => &[[-0.25, 0.0], [0.25, 0.0]],
        2 => &[[0.0, -0.25], [0.0, 0.25]],
        _ => &[[-0.25, -0.25], [0.25, -0.25], [-0.25, 0.25], [0.25, 0.25]],
    };
    let wanted = |share: &Xy| [0, 1].map(|k| middle[k] + share[k] * size[k]);
    let by_distance = |from: Xy| {
        let mut sorted = places.to_vec();
        // Rounded, so that among equals the first stays first.
        sorted.sort_by_key(|&at| (distance(at, from) * 1e6).round() as i64);
        sorted
    };
    let is_apart = |at: Xy, others: &[Xy]| others.iter().all(|&o| distance(at, o) >= apart - 1e-9);
    // The images of the first hole in the places of the others; of two, one may be the other after
    // half a turn.
    let images = |first: Xy, is_turned: bool| {
        let mut holes = Vec::with_capacity(shares.len());
        for share in shares {
            let image = [0, 1].map(|k| {
                let is_moved = *share != shares[0] && (is_turned || share[k] != shares[0][k]);
                if is_moved { 2.0 * middle[k] - first[k] } else { first[k] }
            });
            let place = *places.iter().find(|&&at| distance(at, image) < 1e-6)?;
            is_apart(place, &holes).then(|| holes.push(place))?;
        }
        Some(holes)
    };
    let firsts = by_distance(wanted(&shares[0]));
    let alike = firsts.into_iter().find_map(|first| {
        images(first, false).or_else(|| images(first, true).filter(|_| shares.len() == 2))
    });
    alike.or_else(|| {
        let mut holes = Vec::with_capacity(shares.len());
        for share in shares {
            let next = by_distance(wanted(share)).into_iter().find(|&at| is_apart(at, &holes))?;
            holes.push(next);
        }
        Some(holes)
    })
}

/// A side of the window that gets a notch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// The direction out of the window, of length 1.
    pub(super) outward: Xy,
    /// The point that the notch is to be near.
    pub(super) near: Xy,
}

impl Side {
    /// The two long sides of a window with these bounds; the upper and the lower one of a square.
    pub(super) fn long_sides(bounds: Bounds) -> [Side; 2] {
        let ([x, y], [width, height]) = (bounds.middle(), bounds.size());
        let Bounds { min, max } = bounds;
        if width >= height {
            [([0.0, -1.0], [x, min[1]]), ([0.0, 1.0], [x, max[1]])]
        } else {
            [([-1.0, 0.0], [min[0], y]), ([1.0, 0.0], [max[0], y])]
        }
        .map(|(outward, near)| Side { outward, near })
    }
}

/// Widens the contours of a window by a notch with a radius; its middle, which lies on a straight
/// edge of the window as that is once the beam has removed the kerf. `None` where no straight edge
/// on that side leaves [`BESIDE_NOTCH`] of the frame beside the notch.
pub(super) fn cut_notch(window: &mut [Contour], side: Side, radius: f64, kerf: f64) -> Option<Xy> {
    let half_kerf = kerf / 2.0;
    let out = side.outward;
    let reach = radius + BESIDE_NOTCH.in_mm() + half_kerf;
    let flats: Vec<Vec<Xy>> = window.iter().map(flat).collect();
    // The distance from the middle of the side, then the contour, its segment, and the middle.
    let mut best: Option<(f64, usize, usize, Xy)> = None;
    for (n, contour) in window.iter().enumerate() {
        for (i, (from, segment)) in segments(contour).enumerate() {
            let (length, to) = (distance(from, segment.to()), segment.to());
            if !matches!(segment, Segment::Line { .. }) || length < 2.0 * reach {
                continue;
            }
            let along = [0, 1].map(|k| (to[k] - from[k]) / length);
            // What is inside lies to the right.
            if along[1] * out[0] - along[0] * out[1] < 1.0 - 1e-9 {
                continue;
            }
            let way = (0..2).map(|k| (side.near[k] - from[k]) * along[k]).sum::<f64>();
            let way = way.clamp(reach, length - reach);
            let middle = [0, 1].map(|k| from[k] + way * along[k] + half_kerf * out[k]);
            let off = distance(middle, side.near);
            let is_better = best.is_none_or(|(least, ..)| off < least - 1e-9);
            if is_better && flats.iter().all(|line| clear_beyond(middle, from, out, line) >= reach)
            {
                best = Some((off, n, i, middle));
            }
        }
    }
    let (_, n, i, middle) = best?;
    let mut points: Vec<(Xy, f64)> = segments(&window[n])
        .map(|(from, segment)| match segment {
            Segment::Arc { bulge, .. } => (from, bulge),
            Segment::Line { .. } | Segment::Cubic { .. } => (from, 0.0),
        })
        .collect();
    // The beam runs inside the notch, and the middle lies beyond its path along the edge.
    let inner = radius - half_kerf;
    let half_chord = (inner * inner - half_kerf * half_kerf).sqrt();
    let sweep = std::f64::consts::PI + 2.0 * (half_kerf / inner).asin();
    let along = [-out[1], out[0]];
    let end = |way: f64| [0, 1].map(|k| middle[k] - half_kerf * out[k] + way * along[k]);
    let ends = [(end(-half_chord), (sweep / 4.0).tan()), (end(half_chord), 0.0)];
    points.splice(i + 1..i + 1, ends);
    window[n] = closed(&points);
    Some(middle)
}

/// The distance of a point from the parts of a closed line that lie further out than another point.
fn clear_beyond(at: Xy, edge: Xy, out: Xy, line: &[Xy]) -> f64 {
    let beyond = |p: Xy| (0..2).map(|k| (p[k] - edge[k]) * out[k]).sum::<f64>() > 1e-6;
    let n = line.len();
    let sides = (0..n).map(|i| [line[i], line[(i + 1) % n]]);
    let further = sides.filter(|ends| ends.iter().any(|&p| beyond(p)));
    further.map(|ends| clear_distance(at, &ends)).fold(f64::INFINITY, f64::min)
}
