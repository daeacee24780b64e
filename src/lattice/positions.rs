//! The positions of many points in a list, found in a few nanoseconds each.

use rustc_hash::FxHashMap;

use super::Point;

/// A table over the points' box is made when it has at most this many places for each of them,
/// which holds of every compact board; strewn points are hashed.
const MAX_PLACES_EACH: u64 = 64;
/// The entry of the table where there is no point.
const NONE: u32 = u32::MAX;

/// The positions of points in a list.
#[derive(Clone, Debug)]
pub struct Positions(Index);

#[derive(Clone, Debug)]
enum Index {
    /// A table over the box that begins at a least point, with a number of places along each axis.
    Box {
        least: Point,
        size: [u32; 3],
        table: Vec<u32>,
    },
    Hash(FxHashMap<Point, u32>),
}

impl Positions {
    /// Of these points, each of which comes once. Linear in their number.
    pub fn new(points: impl Iterator<Item = Point> + Clone) -> Positions {
        let (mut least, mut most) = ([i32::MAX; 3], [i32::MIN; 3]);
        let mut number = 0u64;
        for point in points.clone() {
            number += 1;
            for (axis, n) in point.coordinates().into_iter().enumerate() {
                least[axis] = least[axis].min(n);
                most[axis] = most[axis].max(n);
            }
        }
        let length = |axis: usize| i64::from(most[axis]) - i64::from(least[axis]) + 1;
        let places = (0..3).try_fold(1u64, |places, axis| places.checked_mul(length(axis) as u64));
        let most_places = number.saturating_mul(MAX_PLACES_EACH);
        let numbered = (0..).zip(points);
        match places.filter(|&places| number > 0 && places <= most_places) {
            Some(places) => {
                let size = [0, 1, 2].map(|axis| length(axis) as u32);
                let mut table = vec![NONE; places as usize];
                let least = Point::from(least);
                for (n, point) in numbered {
                    let place = place(least, size, point).expect("it is in the box");
                    table[place] = n;
                }
                Positions(Index::Box { least, size, table })
            }
            None => Positions(Index::Hash(numbered.map(|(n, point)| (point, n)).collect())),
        }
    }

    /// Where a point stands in the list, if it is in it.
    pub fn get(&self, point: Point) -> Option<u32> {
        match &self.0 {
            Index::Box { least, size, table } => {
                place(*least, *size, point).map(|place| table[place]).filter(|&n| n != NONE)
            }
            Index::Hash(known) => known.get(&point).copied(),
        }
    }
}

/// The place of a point in the table, if it is in the box.
fn place(least: Point, size: [u32; 3], point: Point) -> Option<usize> {
    // A coordinate below the least wraps around to far beyond the size.
    let [from, at] = [least, point].map(Point::coordinates);
    let [x, y, z] = [0, 1, 2].map(|axis| at[axis].wrapping_sub(from[axis]) as u32);
    let inside = x < size[0] && y < size[1] && z < size[2];
    let index = || (z as usize * size[1] as usize + y as usize) * size[0] as usize + x as usize;
    inside.then(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_found_where_they_stand_and_others_not_at_all() {
        let far = 1 << 20;
        let compact = [[0, 0, 0], [-3, 2, 1], [4, -5, 0], [1, 1, 1]];
        let strewn = [[far, far, far], [-far, -far, -far], [0, far, -far]];
        for list in [&compact[..], &strewn[..], &[]] {
            let points: Vec<Point> = list.iter().copied().map(Point::from).collect();
            let positions = Positions::new(points.iter().copied());
            for x in -6..6 {
                for (y, z) in (-6..6).flat_map(|y| (-2..3).map(move |z| (y, z))) {
                    let point = Point::new(x, y, z);
                    let found = points.iter().position(|p| *p == point);
                    assert_eq!(positions.get(point).map(|n| n as usize), found);
                }
            }
            for (n, point) in (0..).zip(&points) {
                assert_eq!(positions.get(*point), Some(n));
                assert_eq!(positions.get(*point + Point::new(1 << 29, 0, 0)), None);
            }
        }
    }
}
