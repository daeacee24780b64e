//! The state of a frontier sweep, and the steps from one state to the next.
//!
//! The lowest bits of a state are a *window*: which of the items from the first open one on are
//! covered, in the order of the sweep. Above it lie the *others*: a bit for each item that is
//! not swept and covered at most once; for an item with colours a bit for each colour, and one
//! for none; a bit for each item that is to be covered once or more; and a small number for each
//! item with another multiplicity, with a guard bit that is set when it grows too large. [`build`] makes the layout from a problem.

mod build;

pub(super) use build::state_bits;

use super::key::Key;

/// The options that clash with each value of each byte of the state.
#[derive(Debug)]
struct ClashTable<K> {
    /// Words of 64 options.
    words: usize,
    /// The bytes with which options can clash.
    bytes: Vec<u32>,
    /// All options.
    all: Vec<u64>,
    /// For each byte and value, those that clash; `words` each.
    table: Vec<u64>,
    /// The bits that each option sets, and what it adds to the counts.
    effects: Vec<(K, K)>,
}

/// The step taken when a given item is the first open one.
#[derive(Debug)]
struct Level<K> {
    item: u32,
    /// True if the item may stay open.
    optional: bool,
    /// Index of its [`ClashTable`], which it may share with other levels.
    lookup: usize,
    options: Vec<u32>,
    /// The number of times that each option counts; empty when each counts once.
    weights: Vec<u32>,
    /// Index into [`Layout::ahead`].
    ahead: usize,
    /// The others that no option covers from here on: those that must be covered, and those
    /// that need not be, whose bits no longer tell states apart.
    done: K,
    forget: K,
    counters: Vec<Counter<K>>,
}

/// A multiplicity that no option changes from some level on.
#[derive(Clone, Copy, Debug)]
struct Counter<K> {
    field: K,
    /// The field when just enough copies are used.
    least: K,
    /// The value that it is set to, so that it no longer tells states apart.
    settled: K,
}

/// For each of the next items, the ways to cover it: in each, the bits that must not be set.
type Ahead<K> = Vec<Vec<K>>;

/// A problem laid out for an order of its items.
#[derive(Debug)]
pub(super) struct Layout<K> {
    window: u32,
    start: K,
    guards: K,
    levels: Vec<Level<K>>,
    lookups: Vec<ClashTable<K>>,
    ahead: Vec<Ahead<K>>,
    /// True if a window and sets of others determine whether the items ahead can be covered.
    foreseen: bool,
}

impl<K: Key> Layout<K> {
    /// The number of levels, and so the level of a state in which all is covered.
    pub(super) fn last(&self) -> usize {
        self.levels.len() - 1
    }

    /// The largest number of levels that one step can pass.
    pub(super) fn longest_step(&self) -> usize {
        self.window as usize
    }

    /// The item of a level.
    pub(super) fn item(&self, level: usize) -> u32 {
        self.levels[level].item
    }

    /// The state where nothing is covered, unless that rules out a solution already.
    pub(super) fn start(&self) -> Option<K> {
        self.settle(0, self.start)
    }

    /// The weight of a choice, as numbered by [`Layout::children`].
    #[inline(always)]
    pub(super) fn weight(&self, level: usize, choice: u32) -> u32 {
        self.levels[level].weights.get(choice as usize).map_or(1, |w| *w)
    }

    /// The option of a choice, as numbered by [`Layout::children`].
    pub(super) fn option(&self, level: usize, choice: u32) -> Option<u32> {
        self.levels[level].options.get(choice as usize).copied()
    }

    /// Calls back with each state that follows one: the choice made, as a number; the level; the
    /// state. States without a future may be among them.
    #[inline(always)]
    pub(super) fn children(&self, level: usize, key: K, mut each: impl FnMut(u32, usize, K)) {
        let this = &self.levels[level];
        let lookup = &self.lookups[this.lookup];
        if this.optional {
            self.step(level, key | K::from_number(1), u32::MAX, &mut each);
        }
        for w in 0..lookup.words {
            let mut fits = lookup.all[w];
            for (&byte, table) in
                lookup.bytes.iter().zip(lookup.table.chunks_exact(256 * lookup.words))
            {
                fits &= !table[usize::from(key.byte(byte)) * lookup.words + w];
            }
            while fits != 0 {
                let n = 64 * w + fits.trailing_zeros() as usize;
                fits &= fits - 1;
                let (set, counts) = lookup.effects[n];
                let child = (key | set) + counts;
                if child & self.guards == K::ZERO {
                    self.step(level, child, n as u32, &mut each);
                }
            }
        }
    }

    /// Moves a state to the level of its next open item.
    #[inline(always)]
    fn step(&self, level: usize, key: K, choice: u32, each: &mut impl FnMut(u32, usize, K)) {
        let window = K::low(self.window);
        let seen = key & window;
        let covered = seen.trailing_ones();
        let level = level + covered as usize;
        let moved = if covered == K::BITS { K::ZERO } else { seen >> covered };
        if let Some(key) = self.settle(level, moved | (key & !window)) {
            each(choice, level, key);
        }
    }

    /// Settles the items that no option covers any more; `None` when one of them is not covered as
    /// often as it must be.
    #[inline(always)]
    fn settle(&self, level: usize, key: K) -> Option<K> {
        let this = &self.levels[level];
        if key & this.done != this.done {
            return None;
        }
        let mut key = key | this.forget;
        for counter in &this.counters {
            if key & counter.field < counter.least {
                return None;
            }
            key = (key & !counter.field) | counter.settled;
        }
        Some(key)
    }

    /// Returns whether a [`super::lookahead::LookaheadCache`] can answer [`Layout::is_feasible`].
    pub(super) fn caches_lookahead(&self) -> bool {
        self.foreseen
    }

    /// The number of different outlooks; an outlook is the ways to cover each of the next items.
    pub(super) fn outlook_count(&self) -> usize {
        self.ahead.len()
    }

    /// The index of the outlook of a level, which levels can share.
    #[inline(always)]
    pub(super) fn outlook(&self, level: usize) -> usize {
        self.levels[level].ahead
    }

    /// Returns whether no level after this one has the same outlook.
    pub(super) fn is_last_with_outlook(&self, level: usize) -> bool {
        let outlook = self.outlook(level);
        self.levels[level + 1..].iter().all(|later| later.ahead != outlook)
    }

    /// The window of a state.
    #[inline(always)]
    pub(super) fn window_of(&self, key: K) -> K {
        key & K::low(self.window)
    }

    /// The covered items from level `from` on, in a state of that level or a later one.
    pub(super) fn profile(&self, from: usize, level: usize, key: K) -> K {
        let passed = (level - from) as u32;
        self.window_of(key) << passed | K::low(passed)
    }

    /// The part of a state that holds the others.
    pub(super) fn others(&self, key: K) -> K {
        key >> self.window
    }

    /// A state with these others and an empty window.
    pub(super) fn state(&self, others: K) -> K {
        others << self.window
    }

    /// The sets of others that a window needs: of each set at least one must not be covered. `None`
    /// when one of the next open items cannot be covered at all. For a layout that is foreseen.
    pub(super) fn asks(&self, outlook: usize, window: K) -> Option<Vec<K>> {
        let beyond = !K::low(self.window);
        let mut asked: Vec<K> = Vec::new();
        let mut bit = K::from_number(1);
        for ways in &self.ahead[outlook] {
            if window & bit == K::ZERO {
                let mut set = K::ZERO;
                let (mut possible, mut always) = (false, false);
                for &way in ways.iter().filter(|&&way| way & window == K::ZERO) {
                    possible = true;
                    always |= way & beyond == K::ZERO;
                    set = set | (way & beyond);
                }
                if !possible {
                    return None;
                }
                // A set is satisfied whenever a set within it is.
                if !always && !asked.iter().any(|&less| less & set == less) {
                    asked.retain(|&more| more & set != set);
                    asked.push(set);
                }
            }
            bit = bit << 1;
        }
        Some(asked)
    }

    /// Returns whether each of the next open items can still be covered.
    #[inline(always)]
    pub(super) fn is_feasible(&self, level: usize, key: K) -> bool {
        let mut bit = K::from_number(1);
        for ways in &self.ahead[self.levels[level].ahead] {
            if key & bit == K::ZERO && !ways.iter().any(|&way| key & way == K::ZERO) {
                return false;
            }
            bit = bit << 1;
        }
        true
    }
}
