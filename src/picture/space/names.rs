//! Where the name of a body can stand, or an arrow begin: on a face, where nothing covers it.

use rustc_hash::FxHashMap;

use super::{Patch, contains};
use crate::picture::{Bounds, Xy};

/// The places for the names of bodies among patches, from far to near.
pub struct NamePlaces<'a> {
    patches: &'a [Patch],
    /// Those that reach into each square of the page, whose sides are a unit long.
    in_square: FxHashMap<[i64; 2], Vec<usize>>,
    /// Those of each body.
    of_body: Vec<Vec<usize>>,
}

impl NamePlaces<'_> {
    /// Those among some patches. Linear in their number.
    pub fn new(patches: &[Patch]) -> NamePlaces<'_> {
        let mut of_body = vec![Vec::new(); patches.iter().map(|p| p.body + 1).max().unwrap_or(0)];
        let mut in_square: FxHashMap<[i64; 2], Vec<usize>> = FxHashMap::default();
        for (place, patch) in patches.iter().enumerate() {
            of_body[patch.body].push(place);
            for square in squares(&patch.corners) {
                in_square.entry(square).or_default().push(place);
            }
        }
        NamePlaces { patches, in_square, of_body }
    }

    /// The middle of the place for the name of a body, half as wide and high as `half` says: inside one
    /// of its patches, with no later patch upon it. Level patches are preferred, then large ones, then
    /// those nearest to the body's middle.
    ///
    /// Cost: the patches of the body times those near them.
    pub fn find(&self, body: usize, half: Xy) -> Option<Xy> {
        let own = self.of_body.get(body)?;
        let middles = own.iter().map(|&place| middle(&self.patches[place]));
        let sum = middles.fold([0.0; 2], |s, p| [s[0] + p[0], s[1] + p[1]]);
        let mean = sum.map(|sum| sum / own.len().max(1) as f64);
        let rank = |&place: &usize| {
            let patch = &self.patches[place];
            let [x, y] = middle(patch);
            let from_middle = (x - mean[0]).powi(2) + (y - mean[1]).powi(2);
            // Rounded, so that rounding does not decide between equals.
            let whole = |n: f64| (n * 1e6).round() as i64;
            (!patch.level, -whole(area(&patch.corners)), whole(from_middle))
        };
        let mut order = own.clone();
        order.sort_by_cached_key(rank);
        let mut places = order.into_iter().map(|place| (place, middle(&self.patches[place])));
        places.find_map(|(place, at)| self.is_free(place, at, half).then_some(at))
    }

    /// Returns whether a text of some size fits at a place of a patch, and no later one is upon it.
    fn is_free(&self, place: usize, at: Xy, half: Xy) -> bool {
        let text = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
            .map(|way| [0, 1].map(|k| at[k] + way[k] * half[k]));
        if !text.iter().all(|&p| contains(&self.patches[place].corners, p)) {
            return false;
        }
        let mut near = squares(&text).filter_map(|square| self.in_square.get(&square)).flatten();
        !near.any(|&later| later > place && overlap(&self.patches[later].corners, &text))
    }
}

/// The squares of the page into which a polygon may reach.
fn squares(corners: &[Xy]) -> impl Iterator<Item = [i64; 2]> {
    let bounds = Bounds::of_points(corners.iter().copied());
    let range = |k: usize| {
        let [least, most] = bounds.as_ref().map_or([0.0, -1.0], |b| [b.min[k], b.max[k]]);
        least.floor() as i64..=most.floor() as i64
    };
    let [columns, rows] = [range(0), range(1)];
    columns.flat_map(move |column| rows.clone().map(move |row| [column, row]))
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
