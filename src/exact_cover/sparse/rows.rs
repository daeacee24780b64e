//! Rows of options, of which only the parts that hold options are kept.
//!
//! A row is the set of options of an item (or of those of another colour). Of a row with many
//! options near to each other whole blocks of 512 bits are kept, of a row whose options are
//! scattered words of 64 bits. Where options lie is decided by [`order`]: neighbours in a puzzle
//! should be neighbours here.

use super::super::bitset::Matrix;

/// Words of a block.
pub(super) const LANES: usize = 8;
/// Bits of a block.
pub(super) const BITS: usize = 64 * LANES;
/// So many options in a row.
pub(super) type Block = [u64; LANES];
/// A block of a row is worth keeping where it has this many words with options, on average.
const WORDS_OF_BLOCK: u32 = 2;

/// Where the parts of a row are.
#[derive(Clone, Copy, Default)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
    /// True if they are blocks.
    pub(super) wide: bool,
}

/// The rows of a problem.
#[derive(Default)]
pub(super) struct Rows {
    spans: Vec<Span>,
    /// The blocks, by their index in a set of options, of all wide rows.
    pub(super) blocks: Vec<u32>,
    pub(super) masks: Vec<Block>,
    /// The words of all other rows.
    pub(super) words: Vec<u32>,
    pub(super) bits: Vec<u64>,
}

/// The position up to which a row has been read.
#[derive(Clone, Copy)]
struct Cursor {
    block: u32,
    word: u32,
    blocks: u32,
    words: u32,
}

impl Cursor {
    const START: Cursor = Cursor { block: u32::MAX, word: u32::MAX, blocks: 0, words: 0 };

    fn read(&mut self, bit: usize) {
        let word = (bit / 64) as u32;
        if self.word != word {
            self.word = word;
            self.words += 1;
            let block = (bit / BITS) as u32;
            if self.block != block {
                self.block = block;
                self.blocks += 1;
            }
        }
    }

    fn is_wide(&self) -> bool {
        self.words >= WORDS_OF_BLOCK * self.blocks && self.blocks > 0
    }

    fn parts(&self) -> u32 {
        if self.is_wide() { self.blocks } else { self.words }
    }
}

impl Rows {
    #[inline(always)]
    pub(super) fn span(&self, row: u32) -> Span {
        self.spans[row as usize]
    }

    /// Makes the rows of these options, of which the first is bit 0; without the rows of those
    /// primary items that are not `open`.
    pub(super) fn fill(&mut self, matrix: &Matrix, options: &[u32], open: impl Fn(u32) -> bool) {
        let primary = matrix.primary as u32;
        let wanted = |row: u32| row >= primary || open(row);
        let mut cursors = vec![Cursor::START; matrix.height];
        for (bit, &option) in options.iter().enumerate() {
            for &row in matrix.members.get(option as usize) {
                if wanted(row) {
                    cursors[row as usize].read(bit);
                }
            }
        }
        self.spans.clear();
        let (mut wide, mut narrow) = (0, 0);
        for cursor in &mut cursors {
            let end = if cursor.is_wide() { &mut wide } else { &mut narrow };
            let start = *end;
            *end += cursor.parts();
            self.spans.push(Span { start, end: *end, wide: cursor.is_wide() });
            *cursor = Cursor { blocks: start, words: start, ..Cursor::START };
        }
        self.blocks.clear();
        self.blocks.resize(wide as usize, 0);
        self.masks.clear();
        self.masks.resize(wide as usize, [0; LANES]);
        self.words.clear();
        self.words.resize(narrow as usize, 0);
        self.bits.clear();
        self.bits.resize(narrow as usize, 0);
        for (bit, &option) in options.iter().enumerate() {
            for &row in matrix.members.get(option as usize) {
                if wanted(row) {
                    let cursor = &mut cursors[row as usize];
                    cursor.read(bit);
                    let one = 1u64 << (bit % 64);
                    if self.spans[row as usize].wide {
                        let at = cursor.blocks as usize - 1;
                        self.blocks[at] = cursor.block;
                        self.masks[at][bit / 64 % LANES] |= one;
                    } else {
                        let at = cursor.words as usize - 1;
                        self.words[at] = cursor.word;
                        self.bits[at] |= one;
                    }
                }
            }
        }
    }
}

/// Counts the parts of all rows together if the options lie in this order.
fn parts(matrix: &Matrix, options: &[u32]) -> u64 {
    let mut cursors = vec![Cursor::START; matrix.height];
    for (bit, &option) in options.iter().enumerate() {
        for &row in matrix.members.get(option as usize) {
            cursors[row as usize].read(bit);
        }
    }
    cursors.iter().map(|cursor| u64::from(cursor.parts())).sum()
}

/// The options that can be chosen, in an order that keeps the rows short: of the order that the
/// problem has, and those by the first and by the last primary item of an option, the best.
pub(super) fn order(matrix: &Matrix) -> Vec<u32> {
    let count = matrix.covers.len() as u32;
    let covers = |option: u32| matrix.covers.get(option as usize);
    // An option without primary items is never chosen.
    let own: Vec<u32> = (0..count).filter(|&option| !covers(option).is_empty()).collect();
    let mut by_first = own.clone();
    by_first.sort_by_key(|&option| covers(option).iter().min().copied());
    let mut by_last = own.clone();
    by_last.sort_by_key(|&option| covers(option).iter().max().copied());
    let orders = [own, by_first, by_last];
    orders.into_iter().min_by_key(|order| parts(matrix, order)).unwrap_or_default()
}

/// The number of options that each row shares with each primary item.
pub(super) struct Overlaps {
    width: usize,
    shared: Vec<u32>,
}

/// More numbers than this are not worth their memory.
const MAX_OVERLAPS: usize = 4_000_000;

impl Overlaps {
    /// Counts what rows share; `None` where there are too many of them.
    pub(super) fn new(matrix: &Matrix) -> Option<Overlaps> {
        let width = matrix.primary;
        if matrix.height * width > MAX_OVERLAPS {
            return None;
        }
        let mut shared = vec![0; matrix.height * width];
        for option in 0..matrix.covers.len() {
            for &row in matrix.members.get(option) {
                let shared = &mut shared[row as usize * width..][..width];
                for &item in matrix.covers.get(option) {
                    shared[item as usize] += 1;
                }
            }
        }
        Some(Overlaps { width, shared })
    }

    /// Adds for each primary item how many options it has in common with a row.
    #[inline(always)]
    pub(super) fn add(&self, row: u32, losses: &mut [u32]) {
        let shared = &self.shared[row as usize * self.width..][..self.width];
        for (loss, shared) in losses.iter_mut().zip(shared) {
            *loss += shared;
        }
    }
}
