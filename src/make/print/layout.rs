//! Parts on plates: which side a piece lies on, and where parts stand.

use super::PrintPart;
use crate::lattice::{Lattice, Point};
use crate::picture::Xy;
use crate::polyform::{Motions, Shape};

/// A part on a plate.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The part, by its place in the list.
    pub part: usize,
    /// The left front corner of its footprint, in millimetres from that of the plate.
    pub at: Xy,
    /// True if it is turned by 90°, counterclockwise from above.
    pub turned: bool,
}

/// The parts that are printed at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plate {
    /// The parts on it.
    pub items: Vec<Item>,
}

/// The orientation of a solid piece in which it has the fewest sites without one below them, among
/// those the lowest; and how many such sites it has. The motions are those of a hand, so that no mirror
/// image is printed.
pub(super) fn lying(lattice: &Lattice, shape: &Shape, turn: bool) -> (Shape, usize) {
    let orientations =
        if turn { shape.orientations(lattice, Motions::Turn) } else { vec![shape.clone()] };
    let rate = |shape: &Shape| {
        let height = shape.sites().iter().map(|p| p.z).max().unwrap_or(0);
        let extent = |of: fn(&Point) -> i32| shape.sites().iter().map(of).max().unwrap_or(0);
        (overhangs(lattice, shape), height, extent(|p| p.y))
    };
    let best = orientations.into_iter().min_by_key(rate).unwrap_or_else(|| shape.clone());
    let overhangs = overhangs(lattice, &best);
    (best, overhangs)
}

/// Returns the number of sites above the lowest layer that adjoin none below them.
fn overhangs(lattice: &Lattice, shape: &Shape) -> usize {
    let sites = shape.sites();
    let lowest = sites.iter().map(|p| p.z).min().unwrap_or(0);
    let stands = |p: &Point| {
        let mut below = lattice.neighbours(*p).filter(|next| next.z < p.z);
        below.any(|next| sites.binary_search(&next).is_ok())
    };
    sites.iter().filter(|p| p.z > lowest && !stands(p)).count()
}

/// A row of parts on a plate.
struct Row {
    plate: usize,
    /// Where it begins, and how deep it is.
    from: f64,
    depth: f64,
    /// Where the next part may begin.
    next: f64,
}

/// Lays parts in rows on plates, the deepest first, each in the first row with room for it; parts that
/// fit nowhere go to a new plate. Every part must fit on a plate by itself. Where that takes no more
/// plates, the gap is kept to their edges too. The same parts give the same layout.
///
/// Cost: parts times rows.
pub(super) fn lay(parts: &[PrintPart], wanted: &[usize], size: Xy, gap: f64) -> Vec<Plate> {
    let inside = size.map(|length| length - 2.0 * gap);
    let fits = |&part: &usize| {
        let [w, d, _] = parts[part].size;
        w.min(d) <= inside[0].min(inside[1]) && w.max(d) <= inside[0].max(inside[1])
    };
    let mut plates = lay_within(parts, wanted, size, gap);
    if wanted.iter().all(fits) {
        let apart = lay_within(parts, wanted, inside, gap);
        if apart.len() == plates.len() {
            plates = apart;
        }
    }
    for plate in &mut plates {
        centre(plate, parts, size);
    }
    plates
}

/// The same within a rectangle, from its corner.
fn lay_within(parts: &[PrintPart], wanted: &[usize], [width, depth]: Xy, gap: f64) -> Vec<Plate> {
    let mut queue: Vec<(usize, bool, Xy)> = Vec::new();
    for &part in wanted {
        let [w, d, _] = parts[part].size;
        // The longer side along the row, as long as the plate is that wide.
        let turned = if d > w { d <= width && w <= depth } else { w > width || d > depth };
        let size = if turned { [d, w] } else { [w, d] };
        queue.extend((0..parts[part].copies).map(|_| (part, turned, size)));
    }
    queue.sort_by(|a, b| b.2[1].total_cmp(&a.2[1]).then(b.2[0].total_cmp(&a.2[0])));
    let mut plates: Vec<Plate> = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    for (part, turned, [w, d]) in queue {
        let room = |row: &&mut Row| row.next + w <= width && d <= row.depth;
        if let Some(row) = rows.iter_mut().find(room) {
            plates[row.plate].items.push(Item { part, at: [row.next, row.from], turned });
            row.next += w + gap;
            continue;
        }
        let last = rows.last().filter(|row| row.from + row.depth + gap + d <= depth);
        let (plate, from) = match last {
            Some(row) => (row.plate, row.from + row.depth + gap),
            None => {
                plates.push(Plate::default());
                (plates.len() - 1, 0.0)
            }
        };
        plates[plate].items.push(Item { part, at: [0.0, from], turned });
        rows.push(Row { plate, from, depth: d, next: w + gap });
    }
    plates
}

/// Moves all that stands on a plate to its middle.
fn centre(plate: &mut Plate, parts: &[PrintPart], size: Xy) {
    let far = plate.items.iter().fold([0.0f64; 2], |far, item| {
        let [w, d] = item.footprint(parts);
        [far[0].max(item.at[0] + w), far[1].max(item.at[1] + d)]
    });
    for item in &mut plate.items {
        for k in 0..2 {
            item.at[k] += (size[k] - far[k]) / 2.0;
        }
    }
}

impl Item {
    /// Its width and depth on the plate.
    pub fn footprint(&self, parts: &[PrintPart]) -> Xy {
        let [w, d, _] = parts[self.part].size;
        if self.turned { [d, w] } else { [w, d] }
    }

    /// Where a place of its part lies on the plate.
    pub fn place(&self, parts: &[PrintPart], [x, y, z]: [f64; 3]) -> [f64; 3] {
        let [x, y] = if self.turned { [parts[self.part].size[1] - y, x] } else { [x, y] };
        [x + self.at[0], y + self.at[1], z]
    }
}
