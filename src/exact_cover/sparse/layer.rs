//! The state of a search: which options are alive, and how many of them each open item has.
//!
//! All of it is changed in place, and what was there before is put on trails. How many options an
//! item has is only known as far as needed: its key says either the number or what it is more than.

use super::super::bitset::{Counter, Matrix, ONCE};
use super::rows::{BITS, Block, LANES, Rows};

/// The key of an item that is not open.
pub(super) const CLOSED: u32 = u32::MAX;
/// Not an item of the layer.
const NOWHERE: u32 = u32::MAX;
/// Keys whose least is kept.
const CHUNK: usize = 64;
/// The number of items per lost option: a step that loses more options than one for this many
/// items goes through all open items.
const FEW: usize = 4;

/// The key of an item with exactly `count` branches.
const fn exactly(count: u32) -> u32 {
    2 * count
}

/// The key of an item with at least `count` branches, more than none.
const fn at_least(count: u32) -> u32 {
    2 * count - 1
}

/// Counting stops at this multiple of the number needed, and a few more, so that the bound lasts
/// for some steps.
const MARGIN: u32 = 2;
const MORE: u32 = 16;

/// Returns whether a key gives the exact number of branches.
const fn is_exact(key: u32) -> bool {
    key & 1 == 0
}

/// The lengths of the trails.
#[derive(Clone, Copy, Default)]
pub(super) struct Mark {
    blocks: usize,
    words: usize,
    keys: usize,
    living: usize,
}

/// A problem of the options that were alive and the items that were open at some node, and the
/// state of the search below it.
#[derive(Default)]
pub(super) struct Layer {
    /// The option of each bit.
    pub(super) options: Vec<u32>,
    pub(super) rows: Rows,
    pub(super) alive: Vec<Block>,
    pub(super) living: usize,
    /// The items that were open when the layer was made, in the order of the problem.
    pub(super) items: Vec<u32>,
    /// Where an item is among them, or [`NOWHERE`].
    places: Vec<u32>,
    /// For each of them its key. Filled up to whole chunks.
    keys: Vec<u32>,
    /// The least key of each chunk, unless it is stale.
    least: Vec<u32>,
    stale: Vec<u32>,
    is_stale: Vec<bool>,
    /// Where in its row an item last had options enough.
    hints: Vec<u32>,
    /// The earlier values of blocks, words and keys. A word is only changed after the blocks of the
    /// same step.
    old_blocks: Vec<(u32, Block)>,
    old_words: Vec<(u32, u64)>,
    old_keys: Vec<(u32, u32)>,
    /// The number of the step, and that in which a block or item was last seen.
    step: u32,
    block_steps: Vec<u32>,
    item_steps: Vec<u32>,
}

/// Counts the bits that two blocks have in common.
#[inline(always)]
fn common(a: &Block, b: &Block) -> u32 {
    a.iter().zip(b).map(|(a, b)| u64::from((a & b).count_ones())).sum::<u64>() as u32
}

impl Layer {
    /// A layer of these options and items.
    pub(super) fn new(
        options: Vec<u32>,
        items: Vec<u32>,
        matrix: &Matrix,
        counters: &[Counter],
    ) -> Layer {
        let mut layer = Layer { options, items, ..Layer::default() };
        layer.fill(matrix, counters);
        layer
    }

    /// Becomes a layer of its options and items, all of them alive and open.
    pub(super) fn fill(&mut self, matrix: &Matrix, counters: &[Counter]) {
        let (options, items) = (&self.options, &self.items);
        let count = options.len();
        self.places.clear();
        self.places.resize(matrix.primary, NOWHERE);
        for (place, &item) in items.iter().enumerate() {
            self.places[item as usize] = place as u32;
        }
        let places = &self.places;
        self.rows.fill(matrix, options, |item| places[item as usize] != NOWHERE);
        self.alive.clear();
        self.alive.resize(count.div_ceil(BITS), [u64::MAX; LANES]);
        if let Some(last) = self.alive.last_mut() {
            let used = (count - 1) % BITS + 1;
            for (i, word) in last.iter_mut().enumerate() {
                *word = match used.saturating_sub(64 * i) {
                    n if n >= 64 => u64::MAX,
                    n => (1 << n) - 1,
                };
            }
        }
        self.living = count;
        let chunks = items.len().div_ceil(CHUNK);
        self.keys.clear();
        self.keys.resize(items.len(), 0);
        self.keys.resize(chunks * CHUNK, CLOSED);
        self.least.clear();
        self.least.resize(chunks, CLOSED);
        self.is_stale.clear();
        self.is_stale.resize(chunks, true);
        self.stale.clear();
        self.stale.extend(0..chunks as u32);
        self.hints.clear();
        self.hints.extend(items.iter().map(|&item| self.rows.span(item).start));
        self.old_blocks.clear();
        self.old_words.clear();
        self.old_keys.clear();
        self.step = 0;
        self.block_steps.clear();
        self.block_steps.resize(self.alive.len(), 0);
        self.item_steps.clear();
        self.item_steps.resize(items.len(), 0);
        for place in 0..self.items.len() {
            self.recount(matrix, counters, place, u32::MAX);
        }
        self.choose(matrix, counters);
        self.old_keys.clear();
    }

    /// The open items, in the order of the problem.
    pub(super) fn open(&self) -> impl Iterator<Item = u32> {
        let open = |(item, key): (&u32, &u32)| (*key != CLOSED).then_some(*item);
        self.items.iter().zip(&self.keys).filter_map(open)
    }

    /// The options alive, in the order of their bits.
    pub(super) fn living_options(&self) -> impl Iterator<Item = u32> {
        let words = self.alive.as_flattened().iter();
        self.options.chunks(64).zip(words).flat_map(|(options, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let option = options[word.trailing_zeros() as usize];
                    word &= word - 1;
                    option
                })
            })
        })
    }

    /// Adds the options alive of a row, as bits.
    #[inline(always)]
    pub(super) fn collect(&self, row: u32, to: &mut Vec<u32>) {
        let mut add = |word: u32, mut bits: u64| {
            while bits != 0 {
                to.push(64 * word + bits.trailing_zeros());
                bits &= bits - 1;
            }
        };
        let span = self.rows.span(row);
        for at in span.start as usize..span.end as usize {
            if span.wide {
                let block = self.rows.blocks[at];
                for (i, (a, m)) in
                    self.alive[block as usize].iter().zip(&self.rows.masks[at]).enumerate()
                {
                    add(block * LANES as u32 + i as u32, a & m);
                }
            } else {
                let word = self.rows.words[at];
                add(word, self.alive.as_flattened()[word as usize] & self.rows.bits[at]);
            }
        }
    }

    #[inline(always)]
    pub(super) fn mark(&self) -> Mark {
        Mark {
            blocks: self.old_blocks.len(),
            words: self.old_words.len(),
            keys: self.old_keys.len(),
            living: self.living,
        }
    }

    /// Begins a step; returns its mark.
    #[inline(always)]
    pub(super) fn begin(&mut self) -> Mark {
        self.step += 1;
        if self.step == u32::MAX {
            self.block_steps.fill(0);
            self.item_steps.fill(0);
            self.step = 1;
        }
        self.mark()
    }

    /// Undoes everything since a mark was made, which must be the end of a step.
    #[inline(always)]
    pub(super) fn undo(&mut self, mark: Mark) {
        let alive = self.alive.as_flattened_mut();
        for &(word, old) in self.old_words[mark.words..].iter().rev() {
            alive[word as usize] = old;
        }
        self.old_words.truncate(mark.words);
        for (block, old) in self.old_blocks[mark.blocks..].iter().rev() {
            self.alive[*block as usize] = *old;
        }
        self.old_blocks.truncate(mark.blocks);
        for &(item, old) in self.old_keys[mark.keys..].iter().rev() {
            self.keys[item as usize] = old;
            let chunk = item as usize / CHUNK;
            if !self.is_stale[chunk] {
                self.is_stale[chunk] = true;
                self.stale.push(chunk as u32);
            }
        }
        self.old_keys.truncate(mark.keys);
        self.living = mark.living;
    }

    /// Takes out the options of a row that is wide. All such rows come first in a step.
    #[inline(always)]
    pub(super) fn clear_wide(&mut self, row: u32) {
        let span = self.rows.span(row);
        let mut cleared = 0;
        let range = span.start as usize..span.end as usize;
        for (&block, mask) in self.rows.blocks[range.clone()].iter().zip(&self.rows.masks[range]) {
            let block = block as usize;
            let alive = &mut self.alive[block];
            let count = common(alive, mask);
            if count == 0 {
                continue;
            }
            cleared += count;
            if self.block_steps[block] != self.step {
                self.block_steps[block] = self.step;
                self.old_blocks.push((block as u32, *alive));
            }
            for (a, m) in alive.iter_mut().zip(mask) {
                *a &= !m;
            }
        }
        self.living -= cleared as usize;
    }

    /// Takes out the options of a row that is not wide.
    #[inline(always)]
    pub(super) fn clear_narrow(&mut self, row: u32) {
        let span = self.rows.span(row);
        let alive = self.alive.as_flattened_mut();
        let mut cleared = 0;
        let range = span.start as usize..span.end as usize;
        for (&word, bits) in self.rows.words[range.clone()].iter().zip(&self.rows.bits[range]) {
            let old = alive[word as usize];
            let hit = old & bits;
            if hit != 0 {
                cleared += hit.count_ones();
                self.old_words.push((word, old));
                alive[word as usize] = old & !hit;
            }
        }
        self.living -= cleared as usize;
    }

    /// Takes out the options of a row unless it is wide.
    #[inline(always)]
    pub(super) fn clear_narrow_of(&mut self, row: u32) {
        if !self.rows.span(row).wide {
            self.clear_narrow(row);
        }
    }

    /// Takes out an option.
    pub(super) fn clear_option(&mut self, bit: u32) {
        let word = &mut self.alive.as_flattened_mut()[bit as usize / 64];
        let one = 1 << (bit % 64);
        if *word & one != 0 {
            self.old_words.push((bit / 64, *word));
            *word &= !one;
            self.living -= 1;
        }
    }

    /// Gives an item another key.
    #[inline(always)]
    fn set_key(&mut self, place: usize, key: u32) {
        let old = self.keys[place];
        if old != key {
            self.old_keys.push((place as u32, old));
            self.keys[place] = key;
            let chunk = place / CHUNK;
            if !self.is_stale[chunk] {
                self.is_stale[chunk] = true;
                self.stale.push(chunk as u32);
            }
        }
    }

    /// An item is no longer branched on.
    #[inline(always)]
    pub(super) fn close(&mut self, item: u32) {
        self.set_key(self.places[item as usize] as usize, CLOSED);
    }

    /// Counts the living options of an item, and returns whether that is all; counting stops once
    /// there are more than enough.
    #[inline(always)]
    fn count(&mut self, place: usize, enough: u32) -> (u32, bool) {
        let span = self.rows.span(self.items[place]);
        let hint = self.hints[place].clamp(span.start, span.end) as usize;
        let mut count = 0;
        for range in [hint..span.end as usize, span.start as usize..hint] {
            let first = range.start;
            if span.wide {
                let masks = &self.rows.masks[range.clone()];
                for (i, (&block, mask)) in self.rows.blocks[range].iter().zip(masks).enumerate() {
                    count += common(&self.alive[block as usize], mask);
                    if count > enough {
                        self.hints[place] = (first + i) as u32;
                        return (count, false);
                    }
                }
            } else {
                let alive = self.alive.as_flattened();
                let bits = &self.rows.bits[range.clone()];
                for (i, (&word, bits)) in self.rows.words[range].iter().zip(bits).enumerate() {
                    count += (alive[word as usize] & bits).count_ones();
                    if count > enough {
                        self.hints[place] = (first + i) as u32;
                        return (count, false);
                    }
                }
            }
        }
        (count, true)
    }

    /// Counts the branches of an open item; exactly if they are not more than enough. Returns
    /// its key.
    #[inline(always)]
    pub(super) fn recount(
        &mut self,
        matrix: &Matrix,
        counters: &[Counter],
        place: usize,
        enough: u32,
    ) -> u32 {
        let counter = matrix.counters[self.items[place] as usize];
        // An item that needs several more options has as many branches fewer.
        let less = if counter == ONCE { 0 } else { counters[counter as usize].need };
        let more = u32::from(counter != ONCE);
        let (count, all) = self.count(place, enough.saturating_add(less));
        let branches = (count + more).saturating_sub(less);
        let key = if all { exactly(branches) } else { at_least(branches) };
        self.set_key(place, key);
        key
    }

    /// Returns whether an item is open.
    #[inline(always)]
    pub(super) fn is_open(&self, place: usize) -> bool {
        self.keys[place] != CLOSED
    }

    /// The open items that have about as few branches as the least, by their places.
    #[inline(always)]
    pub(super) fn collect_scarce(&self, most: u32, to: &mut Vec<u32>) {
        for (chunk, &least) in self.least.iter().enumerate() {
            if least <= exactly(most) {
                for place in chunk * CHUNK..(chunk + 1) * CHUNK {
                    if self.keys[place] <= exactly(most) {
                        to.push(place as u32);
                    }
                }
            }
        }
    }

    /// Counts some items again in this step. Whether one of them has no branch.
    #[inline(always)]
    pub(super) fn recount_some(
        &mut self,
        matrix: &Matrix,
        counters: &[Counter],
        places: &[u32],
        enough: u32,
    ) -> bool {
        for &place in places {
            if self.is_open(place as usize)
                && self.recount(matrix, counters, place as usize, enough) == 0
            {
                return true;
            }
        }
        false
    }

    /// Counts the items again that have lost options since a mark, but for a few. Whether one of
    /// them has no branch.
    #[inline(always)]
    pub(super) fn recount_hit(
        &mut self,
        matrix: &Matrix,
        counters: &[Counter],
        mark: Mark,
        enough: u32,
        losses: Option<&[u32]>,
    ) -> bool {
        let lost = mark.living - self.living;
        if lost * FEW > self.items.len() {
            let mut enough = enough;
            for place in 0..self.items.len() {
                let key = self.keys[place];
                if key == CLOSED {
                    continue;
                }
                if let Some(losses) = losses {
                    let loss = losses[self.items[place] as usize];
                    let left = key.div_ceil(2).saturating_sub(loss);
                    if left > enough {
                        if loss > 0 {
                            self.set_key(place, at_least(left));
                        }
                        continue;
                    }
                }
                let key = self.recount(matrix, counters, place, MARGIN * enough + MORE);
                if key == 0 {
                    return true;
                }
                if is_exact(key) {
                    enough = enough.min(key / 2);
                }
            }
            return false;
        }
        for i in mark.blocks..self.old_blocks.len() {
            let (block, old) = self.old_blocks[i];
            for (lane, old) in old.into_iter().enumerate() {
                let lost = old & !self.alive[block as usize][lane];
                let word = block as usize * LANES + lane;
                if self.recount_word(matrix, counters, word, lost, enough) {
                    return true;
                }
            }
        }
        for i in mark.words..self.old_words.len() {
            let (word, old) = self.old_words[i];
            let lost = old & !self.alive.as_flattened()[word as usize];
            if self.recount_word(matrix, counters, word as usize, lost, enough) {
                return true;
            }
        }
        false
    }

    /// Counts the items of some lost options of a word again.
    #[inline(always)]
    fn recount_word(
        &mut self,
        matrix: &Matrix,
        counters: &[Counter],
        word: usize,
        mut lost: u64,
        enough: u32,
    ) -> bool {
        while lost != 0 {
            let option = self.options[64 * word + lost.trailing_zeros() as usize];
            lost &= lost - 1;
            for &item in matrix.covers.get(option as usize) {
                let place = self.places[item as usize];
                if place == NOWHERE || !self.is_open(place as usize) {
                    continue;
                }
                let place = place as usize;
                if self.item_steps[place] != self.step {
                    self.item_steps[place] = self.step;
                    if self.recount(matrix, counters, place, enough) == 0 {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Counts an item of the problem again if it is open.
    pub(super) fn recount_item(
        &mut self,
        matrix: &Matrix,
        counters: &[Counter],
        item: u32,
    ) -> bool {
        let place = self.places[item as usize];
        place != NOWHERE
            && self.is_open(place as usize)
            && self.recount(matrix, counters, place as usize, 0) == 0
    }

    /// The open item with the fewest branches, the first of those, and their number; `None` when
    /// no item is open.
    #[inline(always)]
    pub(super) fn choose(&mut self, matrix: &Matrix, counters: &[Counter]) -> Option<(u32, u32)> {
        loop {
            while let Some(chunk) = self.stale.pop() {
                let chunk = chunk as usize;
                self.is_stale[chunk] = false;
                let keys = self.keys[chunk * CHUNK..(chunk + 1) * CHUNK].iter();
                self.least[chunk] = keys.copied().min().unwrap_or(CLOSED);
            }
            let least = self.least.iter().copied().min().unwrap_or(CLOSED);
            if least == CLOSED {
                return None;
            }
            let chunk = self.least.iter().position(|&key| key == least)?;
            let keys = &self.keys[chunk * CHUNK..(chunk + 1) * CHUNK];
            let place = chunk * CHUNK + keys.iter().position(|&key| key == least)?;
            if is_exact(least) {
                return Some((self.items[place], least / 2));
            }
            // More than that, but nobody knows how many: it is counted further.
            self.recount(matrix, counters, place, least + 1);
        }
    }
}
