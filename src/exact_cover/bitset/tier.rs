//! A problem of living options, held in sets of W words.

use super::{Matrix, OptionId};
use crate::exact_cover::instructions::Instructions;

/// The number of living options from which items are no longer sorted, as they are far from being
/// chosen.
const MANY: usize = 63;
/// The number of items whose options are counted at once.
pub(super) const LANES: usize = 8;

/// A problem held in W words a row.
#[derive(Default)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "some is read on x86-64 alone"))]
pub(super) struct Tier {
    /// Words a row.
    pub(super) words: usize,
    /// The option that each bit stands for.
    pub(super) options: Vec<OptionId>,
    /// Sets of options, `words` words each. The rows of items that are no longer open are undefined.
    pub(super) rows: Vec<u64>,
    /// The item that each bit of a set of open items stands for.
    pub(super) items: Vec<u32>,
    /// The bit of each open item; that of other items is undefined.
    pub(super) places: Vec<u32>,
    /// True if the sets of its nodes are passed on by value: in tiers of at most 16 words (8, where the
    /// processor takes eight at once) and 128 open items, without colours and multiplicities, that are
    /// searched completely.
    pub(super) is_small: bool,
    /// True if the rows of the open items lie side by side, too: in a small tier, where the processor
    /// can take eight at once.
    pub(super) is_laned: bool,
    /// The rows of eight items at a time, by their places: the first word of each, then the second, to
    /// `words`.
    pub(super) lanes: Vec<Lanes>,
    /// The items that these are of.
    pub(super) lane_items: Vec<Lanes>,
    /// For every row the bit of the place of its item in a set of open items; none for a secondary
    /// item.
    pub(super) place_bits: Vec<[u64; 2]>,
}

/// A number for each of eight items.
#[derive(Clone, Copy, Default)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "read on x86-64 alone"))]
#[repr(align(64))]
pub(super) struct Lanes(pub(super) [u64; LANES]);

impl Tier {
    /// Settles how the tier is searched, given whether all below a node of it is, and thereby how its
    /// rows are laid out.
    pub(super) fn lay(&mut self, matrix: &Matrix, is_complete: bool, instructions: Instructions) {
        let is_wide = instructions == Instructions::Wide;
        let words = if is_wide { LANES } else { 2 * LANES };
        let has_room = self.words <= words && self.items.len() <= 128;
        self.is_small = is_complete && has_room && matrix.plain;
        self.is_laned = self.is_small && is_wide;
    }

    /// Makes the rows of the open items from the options.
    pub(super) fn fill(&mut self, matrix: &Matrix) {
        let words = self.words;
        let shift = words.trailing_zeros();
        let Tier { options, rows, items, .. } = self;
        if rows.len() < matrix.height << shift {
            rows.resize(matrix.height << shift, 0);
        }
        let rows = &mut rows[..matrix.height << shift];
        for &item in &*items {
            rows[(item as usize) << shift..][..words].fill(0);
        }
        rows[matrix.primary << shift..].fill(0);
        for (i, option) in options.iter().enumerate() {
            let (at, bit) = (i / 64, i % 64);
            for &row in matrix.members.get(option.index()) {
                rows[((row as usize) << shift) + at] |= 1 << bit;
            }
        }
    }

    /// Gives the open items their places.
    #[inline(always)]
    pub(super) fn arrange(&mut self, matrix: &Matrix) {
        if self.is_laned {
            self.lay_out();
        } else {
            self.sort(matrix);
        }
        if self.is_small {
            // Those of secondary items stay 0.
            self.place_bits.resize(matrix.height, [0; 2]);
            for (place, &item) in self.items.iter().enumerate() {
                let bits = &mut self.place_bits[item as usize];
                *bits = [0; 2];
                bits[place / 64] = 1 << (place % 64);
            }
        }
    }

    /// Lays the rows out side by side, the items in their order.
    fn lay_out(&mut self) {
        let (words, blocks) = (self.words, self.items.len().div_ceil(LANES));
        if self.lanes.len() < blocks * words {
            self.lanes.resize(blocks * words, Lanes::default());
        }
        if self.lane_items.len() < blocks {
            self.lane_items.resize(blocks, Lanes::default());
        }
        for (place, &item) in self.items.iter().enumerate() {
            let (block, lane) = (place / LANES, place % LANES);
            let row = &self.rows[item as usize * words..][..words];
            for (lanes, word) in self.lanes[block * words..][..words].iter_mut().zip(row) {
                lanes.0[lane] = *word;
            }
            self.lane_items[block].0[lane] = u64::from(item);
        }
    }

    /// Sorts the items by the number of their options.
    #[inline(always)]
    fn sort(&mut self, matrix: &Matrix) {
        let words = self.words;
        let shift = words.trailing_zeros();
        let Tier { rows, items, places, .. } = self;
        // Sorted by counting.
        let count = |item: u32| {
            let row = &rows[(item as usize) << shift..][..words];
            (row.iter().map(|w| w.count_ones()).sum::<u32>() as usize).min(MANY)
        };
        let mut starts = [0; MANY + 2];
        for &item in &*items {
            starts[count(item) + 1] += 1;
        }
        for n in 1..starts.len() {
            starts[n] += starts[n - 1];
        }
        places.resize(matrix.primary, 0);
        for &item in &*items {
            let place = &mut starts[count(item)];
            places[item as usize] = *place as u32;
            *place += 1;
        }
        // Moves each item to its place.
        for i in 0..items.len() {
            while places[items[i] as usize] as usize != i {
                let to = places[items[i] as usize] as usize;
                items.swap(i, to);
            }
        }
    }
}
