//! Regions as rows of bits: where on a sheet there is room for a part.
//!
//! Both sides err on the safe side: a part takes every cell that it touches, and an obstacle every
//! cell nearer to it than the gap. So a place without a clash is free.

use super::part::Region;
use crate::picture::Xy;

/// Bits of a word.
const WORD: usize = 64;

/// The cells that a region touches: for each row the columns from … up to, ascending.
#[derive(Clone, Debug)]
pub(super) struct Mask {
    rows: Vec<Vec<(usize, usize)>>,
}

impl Mask {
    /// The cells of a size that a region touches whose upper left corner is the origin's.
    pub(super) fn new(region: &Region, cell: f64) -> Mask {
        let moved = region.shifted([-region.bounds.min[0], -region.bounds.min[1]]);
        let rows = rows_near(&moved, 0.0, cell);
        let column = |x: f64| (x / cell).floor().max(0.0) as usize;
        let runs = |spans: Vec<(f64, f64)>| {
            let cells = spans.into_iter().map(|(a, b)| (column(a), column(b) + 1)).collect();
            joined(cells)
        };
        Mask { rows: rows.into_iter().filter(|(row, _)| *row >= 0).map(|(_, s)| runs(s)).collect() }
    }

    /// The number of cells.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.rows.iter().flatten().map(|(from, to)| to - from).sum()
    }
}

/// Runs that overlap or adjoin become one.
fn joined(mut runs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    runs.sort_unstable();
    let mut joined: Vec<(usize, usize)> = Vec::new();
    for (from, to) in runs {
        match joined.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    joined
}

/// For each row of cells, where a region or what is nearer to it than a distance reaches.
fn rows_near(region: &Region, near: f64, cell: f64) -> Vec<(isize, Vec<(f64, f64)>)> {
    let first = ((region.bounds.min[1] - near) / cell).floor() as isize;
    let last = ((region.bounds.max[1] + near) / cell).floor() as isize;
    let mut rows: Vec<(isize, Vec<(f64, f64)>)> =
        (first..=last).map(|row| (row, Vec::new())).collect();
    for polygon in &region.polygons {
        for (i, &a) in polygon.iter().enumerate() {
            let b = polygon[(i + 1) % polygon.len()];
            let from = ((a[1].min(b[1]) - near) / cell).floor() as isize;
            let to = ((a[1].max(b[1]) + near) / cell).floor() as isize;
            for row in from..=to {
                let band = [row as f64 * cell, (row + 1) as f64 * cell];
                if let Some(span) = span_near(a, b, near, band)
                    && let Ok(index) = usize::try_from(row - first)
                    && let Some(entry) = rows.get_mut(index)
                {
                    entry.1.push(span);
                }
            }
        }
    }
    for (row, spans) in &mut rows {
        spans.extend(insides(region, (*row as f64 + 0.5) * cell));
    }
    rows
}

/// The spans of a level line that lie inside a region.
fn insides(region: &Region, y: f64) -> Vec<(f64, f64)> {
    let mut crossings = Vec::new();
    for polygon in &region.polygons {
        for (i, a) in polygon.iter().enumerate() {
            let b = polygon[(i + 1) % polygon.len()];
            if (a[1] > y) != (b[1] > y) {
                crossings.push(a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]));
            }
        }
    }
    crossings.sort_by(f64::total_cmp);
    crossings.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// From where to where the points reach that are within a distance of a straight line and in a
/// level band. What they make is convex, so the ends lie on the borders of the band or at the height
/// of an end of the line.
fn span_near(a: Xy, b: Xy, near: f64, band: [f64; 2]) -> Option<(f64, f64)> {
    let heights = [band[0], band[1], a[1], b[1]];
    let spans = heights
        .into_iter()
        .filter(|y| (band[0]..=band[1]).contains(y))
        .filter_map(|y| span_at(a, b, near, y));
    spans.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
}

fn span_at(a: Xy, b: Xy, near: f64, y: f64) -> Option<(f64, f64)> {
    let mut span: Option<(f64, f64)> = None;
    let mut add = |low: f64, high: f64| {
        let (least, most) = span.unwrap_or((low, high));
        span = Some((least.min(low), most.max(high)));
    };
    for p in [a, b] {
        let dy = y - p[1];
        if dy.abs() <= near {
            let reach = (near * near - dy * dy).sqrt();
            add(p[0] - reach, p[0] + reach);
        }
    }
    // The sides of the strip around the line.
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let length = dx.hypot(dy);
    if length > 0.0 && dy != 0.0 {
        for side in [-near, near] {
            let (ox, oy) = (-dy / length * side, dx / length * side);
            let t = (y - a[1] - oy) / dy;
            if (0.0..=1.0).contains(&t) {
                let x = a[0] + ox + t * dx;
                add(x, x);
            }
        }
    }
    span
}

/// The room of a sheet inside its margin, in cells.
#[derive(Clone, Debug)]
pub(super) struct Room {
    cell: f64,
    columns: usize,
    words: usize,
    rows: Vec<Vec<u64>>,
}

impl Room {
    /// Free room of a size in millimetres.
    pub(super) fn new(size: Xy, cell: f64) -> Room {
        let [columns, rows] = size.map(|n| (n / cell).ceil().max(1.0) as usize + 1);
        let words = columns.div_ceil(WORD);
        Room { cell, columns, words, rows: vec![vec![0; words]; rows] }
    }

    /// Takes the cells nearer to a region than a distance. Coordinates begin at the margin.
    pub(super) fn block(&mut self, region: &Region, near: f64) {
        for (row, spans) in rows_near(region, near, self.cell) {
            let Some(bits) = usize::try_from(row).ok().and_then(|row| self.rows.get_mut(row))
            else {
                continue;
            };
            for (a, b) in spans {
                let from = (a / self.cell).floor().max(0.0) as usize;
                let to = ((b / self.cell).floor() + 1.0).clamp(0.0, self.columns as f64) as usize;
                for column in from..to {
                    bits[column / WORD] |= 1 << (column % WORD);
                }
            }
        }
    }

    /// The uppermost place, and of those the leftmost, where a mask is clear of what is blocked, from a
    /// row on: its column and row, at most `most`. `work` counts the words that are looked at.
    pub(super) fn place(
        &self,
        mask: &Mask,
        from_row: usize,
        most: [usize; 2],
        work: &mut u64,
    ) -> Option<[usize; 2]> {
        let mut blocked = vec![0u64; self.words];
        let mut run = vec![0u64; self.words];
        for row in from_row..=most[1] {
            blocked.fill(0);
            for (n, runs) in mask.rows.iter().enumerate() {
                let Some(bits) = self.rows.get(row + n) else { break };
                if bits.iter().all(|word| *word == 0) {
                    continue;
                }
                for &(from, to) in runs {
                    run.copy_from_slice(bits);
                    spread(&mut run, to - from);
                    add_shifted(&mut blocked, &run, from);
                    *work += 8 * self.words as u64;
                }
                if first_clear(&blocked, most[0]).is_none() {
                    break;
                }
            }
            if let Some(column) = first_clear(&blocked, most[0]) {
                return Some([column, row]);
            }
        }
        None
    }
}

/// The first column up to `most` whose bit is not set.
fn first_clear(bits: &[u64], most: usize) -> Option<usize> {
    let column = bits
        .iter()
        .position(|word| *word != u64::MAX)
        .map(|n| n * WORD + (!bits[n]).trailing_zeros() as usize)?;
    (column <= most).then_some(column)
}

/// Sets each bit from which one of the next `length` is set, itself among them.
fn spread(bits: &mut [u64], length: usize) {
    let mut have = 1;
    while have < length {
        let step = have.min(length - have);
        let copy: Vec<u64> = bits.to_vec();
        add_shifted(bits, &copy, step);
        have += step;
    }
}

/// Sets bit i where bit i + by of the others is set.
fn add_shifted(bits: &mut [u64], others: &[u64], by: usize) {
    let (words, rest) = (by / WORD, by % WORD);
    for (i, bit) in bits.iter_mut().enumerate() {
        let low = others.get(i + words).copied().unwrap_or(0);
        let high = others.get(i + words + 1).copied().unwrap_or(0);
        *bit |= if rest == 0 { low } else { low >> rest | high << (WORD - rest) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Bounds;

    fn square(at: Xy, side: f64) -> Region {
        let [x, y] = at;
        let polygon = vec![[x, y], [x + side, y], [x + side, y + side], [x, y + side]];
        let bounds = Bounds { min: at, max: [x + side, y + side] };
        Region { polygons: vec![polygon], bounds }
    }

    #[test]
    fn a_mask_has_every_cell_that_is_touched() {
        assert_eq!(Mask::new(&square([3.0, 4.0], 9.5), 1.0).len(), 100);
    }

    #[test]
    fn a_place_is_the_first_that_is_clear_by_the_gap() {
        let mut room = Room::new([100.0, 30.0], 1.0);
        let mask = Mask::new(&square([0.0; 2], 9.5), 1.0);
        let mut work = 0;
        assert_eq!(room.place(&mask, 0, [90, 20], &mut work), Some([0, 0]));
        room.block(&square([0.0; 2], 9.5), 2.0);
        assert_eq!(room.place(&mask, 0, [90, 20], &mut work), Some([12, 0]));
        for n in 1..8 {
            room.block(&square([12.0 * f64::from(n), 0.0], 9.5), 2.0);
        }
        assert_eq!(room.place(&mask, 0, [90, 20], &mut work), Some([0, 12]));
        assert_eq!(room.place(&mask, 0, [90, 11], &mut work), None);
    }

    #[test]
    fn runs_spread_over_words() {
        let mut bits = [0, 1 << 5, 0];
        spread(&mut bits, 70);
        let set: Vec<usize> = (0..192).filter(|i| bits[i / 64] >> (i % 64) & 1 == 1).collect();
        assert_eq!(set, (0..=69).collect::<Vec<_>>());
    }
}
