//! The states of a layer of the beam, side by side in memory.

use super::structure::{COVERED, Ground};
use super::sweep::Table;

/// A child of a state, before it is chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// By which the best are chosen: the score with noise.
    pub(super) key: f32,
    pub(super) score: f32,
    /// The state that it comes from, as the number of sites covered there and its index.
    pub(super) parent: (u32, u32),
    /// The entry that is placed.
    pub(super) entry: u32,
}

/// The best children that cover a number of sites.
#[derive(Clone, Debug, Default)]
pub(super) struct Bucket {
    pub(super) children: Vec<Child>,
    /// The key that a child must exceed.
    threshold: f32,
    /// True once the threshold holds: before, all are taken.
    is_full: bool,
}

impl Bucket {
    /// The key that a child must exceed.
    #[inline]
    pub(super) fn threshold(&self) -> f32 {
        if self.is_full { self.threshold } else { f32::NEG_INFINITY }
    }

    /// Adds a child, and from time to time drops all but the best `keep`.
    #[inline]
    pub(super) fn push(&mut self, child: Child, keep: usize) {
        self.children.push(child);
        if self.children.len() >= 2 * keep {
            let best_first = |a: &Child, b: &Child| b.key.total_cmp(&a.key);
            let (_, last, _) = self.children.select_nth_unstable_by(keep - 1, best_first);
            self.threshold = last.key;
            self.is_full = true;
            self.children.truncate(keep);
        }
    }

    /// The children, the best first; empties the bucket.
    pub(super) fn sorted(&mut self) -> Vec<Child> {
        self.is_full = false;
        let mut children = std::mem::take(&mut self.children);
        let order = |c: &Child| (c.parent, c.entry);
        children
            .sort_unstable_by(|a, b| b.key.total_cmp(&a.key).then_with(|| order(a).cmp(&order(b))));
        children
    }
}

/// The sizes of the rows of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    /// Bits.
    pub(super) sites: usize,
    /// Words of pieces that are used up.
    pub(super) full: usize,
    /// Numbers of copies used; 0 where every piece comes once.
    pub(super) counts: usize,
}

impl Widths {
    pub(super) fn new(ground: &Ground<'_>) -> Widths {
        let pieces = ground.pieces.len();
        let counts = if ground.pieces.iter().any(|piece| piece.max > 1) { pieces } else { 0 };
        let words = |bits: usize| bits.div_ceil(64).max(1);
        Widths { sites: ground.items.len(), full: words(pieces), counts }
    }
}

/// States, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    widths: Widths,
    /// For each rank of a state how many open ones adjoin it, and whether it is [`COVERED`].
    sites: Vec<u8>,
    full: Vec<u64>,
    counts: Vec<u16>,
    pub(super) score: Vec<f32>,
    pub(super) hash: Vec<u64>,
    /// The first open rank.
    pub(super) first: Vec<u32>,
    /// Where each state stands in the trace.
    pub(super) trace: Vec<u32>,
}

impl Layer {
    pub(super) fn new(widths: Widths) -> Layer {
        Layer {
            widths,
            sites: Vec::new(),
            full: Vec::new(),
            counts: Vec::new(),
            score: Vec::new(),
            hash: Vec::new(),
            first: Vec::new(),
            trace: Vec::new(),
        }
    }

    /// The layer of the empty board.
    pub(super) fn root(ground: &Ground<'_>, table: &Table) -> Layer {
        let widths = Widths::new(ground);
        let mut layer = Layer::new(widths);
        layer.sites.extend((0..widths.sites).map(|rank| table.neighbours.get(rank).len() as u8));
        layer.full.resize(widths.full, 0);
        layer.counts.resize(widths.counts, 0);
        layer.score.push(0.0);
        layer.hash.push(0);
        layer.first.push(0);
        layer.trace.push(0);
        for (n, piece) in ground.pieces.iter().enumerate() {
            if piece.max == 0 {
                layer.full[n / 64] |= 1 << (n % 64);
            }
        }
        layer
    }

    pub(super) fn len(&self) -> usize {
        self.score.len()
    }

    /// For each rank how many open ones adjoin it, and whether it is [`COVERED`].
    #[inline]
    pub(super) fn sites(&self, state: usize) -> &[u8] {
        &self.sites[state * self.widths.sites..(state + 1) * self.widths.sites]
    }

    #[inline]
    pub(super) fn full(&self, state: usize) -> &[u64] {
        &self.full[state * self.widths.full..(state + 1) * self.widths.full]
    }

    /// Returns the number of copies of a piece that are used.
    pub(super) fn copies(&self, state: usize, piece: usize) -> u32 {
        match self.widths.counts {
            0 => u32::from(has(self.full(state), piece)),
            width => u32::from(self.counts[state * width + piece]),
        }
    }

    /// Adds a state that comes from another by placing a piece on some ranks. Its hash is left to the
    /// caller.
    pub(super) fn push_child(
        &mut self,
        from: &Layer,
        state: usize,
        (piece, most): (usize, u32),
        (table, entry): (&Table, usize),
    ) {
        let index = self.len();
        self.sites.extend_from_slice(from.sites(state));
        self.full.extend_from_slice(from.full(state));
        let width = self.widths.counts;
        self.counts.extend_from_slice(&from.counts[state * width..(state + 1) * width]);
        let sites = &mut self.sites[index * self.widths.sites..];
        for &rank in table.cells(entry) {
            sites[usize::from(rank)] |= COVERED;
            for &near in table.neighbours.get(usize::from(rank)) {
                sites[near as usize] -= 1;
            }
        }
        let copies = from.copies(state, piece) + 1;
        if width > 0 {
            self.counts[index * width + piece] = copies as u16;
        }
        if copies >= most {
            self.full[index * self.widths.full + piece / 64] |= 1 << (piece % 64);
        }
        let mut first = from.first[state] as usize;
        let sites = &self.sites[index * self.widths.sites..];
        while sites.get(first).is_some_and(|&site| is_covered(site)) {
            first += 1;
        }
        self.first.push(first as u32);
        self.score.push(from.score[state]);
        self.hash.push(from.hash[state]);
        self.trace.push(from.trace[state]);
    }

    /// Appends the states of another layer, leaving it empty.
    pub(super) fn append(&mut self, other: &mut Layer) {
        self.sites.append(&mut other.sites);
        self.full.append(&mut other.full);
        self.counts.append(&mut other.counts);
        self.score.append(&mut other.score);
        self.hash.append(&mut other.hash);
        self.first.append(&mut other.first);
        self.trace.append(&mut other.trace);
    }

    /// Takes the last state away.
    pub(super) fn pop(&mut self) {
        let len = self.len() - 1;
        self.sites.truncate(len * self.widths.sites);
        self.full.truncate(len * self.widths.full);
        self.counts.truncate(len * self.widths.counts);
        self.score.pop();
        self.hash.pop();
        self.first.pop();
        self.trace.pop();
    }
}

/// Returns whether a bit is in a set.
#[inline]
pub(super) fn has(set: &[u64], bit: usize) -> bool {
    set[bit / 64] >> (bit % 64) & 1 == 1
}

/// Returns whether a rank with this byte is covered.
#[inline]
pub(super) fn is_covered(site: u8) -> bool {
    site & COVERED != 0
}
