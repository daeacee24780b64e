//! Where the name of a body can stand, or an arrow begin: on a face, where nothing covers it.

use super::{Patch, contains};
use crate::picture::Xy;

/// The middle of the place for the name of a body, half as wide and high as `half` says, among
/// patches from far to near: inside one of its patches, with no later patch upon it. Level
/// patches are preferred, then large ones, then those nearest to the body's middle.
///
/// Cost: the patches of the body times all patches.
pub fn name_place(patches: &[Patch], body: usize, half: Xy) -> Option<Xy> {
    let own = || patches.iter().enumerate().filter(|(_, patch)| patch.body == body);
    let n = own().count().max(1) as f64;
    let mean =
        own().map(|(_, patch)| middle(patch)).fold([0.0; 2], |s, p| [s[0] + p[0], s[1] + p[1]]);
    let mean = mean.map(|sum| sum / n);
    let free = |place: usize, at: Xy| {
        let text = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
            .map(|way| [0, 1].map(|k| at[k] + way[k] * half[k]));
        text.iter().all(|&p| contains(&patches[place].corners, p))
            && patches[place + 1..].iter().all(|later| !overlap(&later.corners, &text))
    };
    let rank = |patch: &Patch| {
        let [x, y] = middle(patch);
        let from_middle = (x - mean[0]).powi(2) + (y - mean[1]).powi(2);
        // Rounded, so that rounding does not decide between equals.
        let whole = |n: f64| (n * 1e6).round() as i64;
        (!patch.level, -whole(area(&patch.corners)), whole(from_middle))
    };
    let mut order: Vec<usize> = own().map(|(place, _)| place).collect();
    order.sort_by_key(|&place| rank(&patches[place]));
    order
        .into_iter()
        .map(|place| (place, middle(&patches[place])))
        .find_map(|(place, at)| free(place, at).then_some(at))
}

/// Where an arrow can begin on one of some bodies, among patches from far to near: the middle of a
/// patch with no later one upon it. The largest of those that are not level, where names stand, is taken,
/// or else the largest.
///
/// Cost: the patches of the bodies times all patches.
pub fn arrow_place(patches: &[Patch], is_meant: impl Fn(usize) -> bool) -> Option<Xy> {
    let own = patches.iter().enumerate().filter(|(_, patch)| is_meant(patch.body));
    let open = own.filter(|(n, patch)| {
        let at = middle(patch);
        !patches[n + 1..].iter().any(|later| contains(&later.corners, at))
    });
    let best = open.max_by(|(_, a), (_, b)| {
        let areas = area(&a.corners).total_cmp(&area(&b.corners));
        (!a.level).cmp(&!b.level).then(areas)
    });
    best.map(|(_, patch)| middle(patch))
}

fn middle(patch: &Patch) -> Xy {
    let n = patch.corners.len() as f64;
    [0, 1].map(|k| patch.corners.iter().map(|p| p[k]).sum::<f64>() / n)
}

fn area(corners: &[Xy]) -> f64 {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    sides.map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>().abs() / 2.0
}

/// Returns whether the interiors of two convex polygons intersect: no side of either separates
/// them.
fn overlap(one: &[Xy], other: &[Xy]) -> bool {
    let apart = |of: &[Xy]| {
        (0..of.len()).any(|i| {
            let (a, b) = (of[i], of[(i + 1) % of.len()]);
            let across = [a[1] - b[1], b[0] - a[0]];
            let along = |p: &Xy| across[0] * p[0] + across[1] * p[1];
            let range = |polygon: &[Xy]| {
                let all = polygon.iter().map(along);
                all.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), n| (l.min(n), m.max(n)))
            };
            let ((low, high), (least, most)) = (range(one), range(other));
            high <= least + 1e-9 || most <= low + 1e-9
        })
    };
    !apart(one) && !apart(other)
}
