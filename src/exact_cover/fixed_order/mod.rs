//! Fixed-order search: exact cover by covering the first open item of a fixed order.
//!
//! The state is the set of covered items as bits. Every option belongs to its first item in the
//! order: by the time that item is the first one open, options that begin earlier are out of the
//! question. Which options of an item still fit is looked up: through a few windows, each of at
//! most eight bits of the state that they can clash with, tables give those that do not, so
//! `fits = all & table₀[window₀] & table₁[window₁] & …`. A node costs a few loads.
//!
//! Where the options look alike from every item, as on most boards, one set of tables does for all
//! items: see the file `sliding.rs`.
//!
//! Superb where the order keeps the border between covered and open items short, as on narrow
//! boards of pieces used once; hopeless on compact ones, where choosing the most constrained
//! item matters more. Knows neither colours nor multiplicities.

mod sliding;

use std::collections::hash_map::Entry;
use std::ops::{ControlFlow, Range};

use rustc_hash::FxHashMap;

use self::sliding::Sliding;
use super::engine::{Engine, Loader, Tree, TreeSearch, Unsupported};
use super::meter::Meter;
use super::{Choice, Effort, ItemId, ItemKind, Observer, OptionId, Part, Probe, Problem};

/// The row of this engine.
pub static ENGINE: Engine = Engine {
    id: "fixed-order",
    name: "fixed-order search",
    supports: FixedOrderSearch::supports,
    tree: Tree::FixedOrder,
    node_cost: |_| 27.0,
    loader: Loader::Tree(|problem, order| Ok(Box::new(FixedOrderSearch::new(problem, order)?))),
};

/// The largest number of words of a state.
const MAX_WORDS: usize = 8;
/// The largest size of all tables together, in bytes.
const MAX_TABLE_BYTES: usize = 64 << 20;
/// The largest number of bits of the state that one table is indexed by: all tables in use at a
/// time should fit into the first-level cache.
const WIDEST: u32 = 8;

/// The time to make a word of the tables of an item, in nanoseconds.
const TABLE_NS: f64 = 10.0;

/// Where a step looks into the state, and the table of what fits there.
struct Window {
    /// The bits of the state: word, shift, mask after the shift.
    word: u8,
    shift: u8,
    mask: u8,
    /// Where its table begins in [`FixedOrderSearch::tables`].
    table: u32,
}

/// The step taken when a given item is the first one open.
struct Step {
    /// The item's number in the problem.
    item: u32,
    /// Words of 64 options.
    words: u32,
    /// The first of its options in [`FixedOrderSearch::options`].
    first: u32,
    /// Where the set of all of its options lies in [`FixedOrderSearch::all`].
    all: u32,
    /// Its windows in [`FixedOrderSearch::windows`].
    windows: (u32, u32),
}

/// The engine.
pub struct FixedOrderSearch {
    steps: Vec<Step>,
    windows: Vec<Window>,
    /// For each window and each value seen through it, the options that do not clash; as many
    /// words each as its step has. Steps with the same clashes share a table, as most in the middle
    /// of a board do, so that the tables stay in the first-level cache.
    tables: Vec<u64>,
    all: Vec<u64>,
    /// The options by their first items, and what each covers, `words` words each.
    options: Vec<OptionId>,
    masks: Vec<u64>,
    /// Words of the state.
    words: usize,
    /// Words of 64 options of every step but the first.
    width: usize,
    /// The options as seen from the items, where they look alike; there are no windows then.
    sliding: Option<Sliding>,
}

/// The tables so far, by width of the window and the options that clash with something in it.
type Known = FxHashMap<(u32, Vec<(u32, u8)>), u32>;

/// A set of items as bits.
type Bits = [u64; MAX_WORDS];

/// The bit of each item in a state: the primary items in their order, then the secondary ones.
struct ItemBits {
    /// By item.
    bit_of: Vec<usize>,
    /// The primary items by their bits.
    by_bit: Vec<u32>,
    /// Words of a state, a power of two.
    words: usize,
}

impl ItemBits {
    fn new(problem: &Problem, order: &[ItemId]) -> ItemBits {
        let (count, primary) = (problem.items().len(), problem.primary_count());
        let mut bit_of = vec![usize::MAX; count];
        let mut by_bit: Vec<u32> = Vec::with_capacity(count);
        let rest = (0..primary).map(|i| ItemId(i as u32));
        for id in order.iter().copied().chain(rest) {
            if problem.is_primary(id) && bit_of[id.index()] == usize::MAX {
                bit_of[id.index()] = by_bit.len();
                by_bit.push(id.0);
            }
        }
        for (i, bit) in bit_of.iter_mut().enumerate().skip(primary) {
            *bit = i;
        }
        ItemBits { bit_of, by_bit, words: count.div_ceil(64).max(1).next_power_of_two() }
    }
}

/// The options sorted by the first of their items, without those of secondary items alone, which
/// are never chosen.
struct Buckets {
    /// The first option of each primary item in its order, and the number of all.
    starts: Vec<usize>,
    options: Vec<OptionId>,
    /// The items that each option covers, as many words each as a state has.
    masks: Vec<u64>,
}

impl Buckets {
    /// The places of the options of an item, by its place in the order.
    fn of(&self, item: usize) -> Range<usize> {
        self.starts[item]..self.starts[item + 1]
    }

    /// Puts the options behind those of the first item into another order, given by their places.
    fn rearrange(&mut self, order: impl Iterator<Item = usize>) {
        let words = self.masks.len() / self.options.len().max(1);
        let rest = self.of(0).end;
        let (mut options, mut masks) = (self.options[..rest].to_vec(), Vec::new());
        masks.extend_from_slice(&self.masks[..rest * words]);
        for place in order {
            options.push(self.options[place]);
            masks.extend_from_slice(&self.masks[place * words..][..words]);
        }
        (self.options, self.masks) = (options, masks);
    }

    /// Sorts by counting.
    fn new(problem: &Problem, bits: &ItemBits) -> Buckets {
        let (primary, words) = (bits.by_bit.len(), bits.words);
        let mut starts = vec![0; primary + 1];
        let firsts: Vec<usize> = problem
            .options()
            .map(|(_, option)| {
                let bits = option.iter().map(|cell| bits.bit_of[cell.item.index()]);
                bits.min().map_or(primary, |bit| bit.min(primary))
            })
            .collect();
        for &first in firsts.iter().filter(|&&first| first < primary) {
            starts[first + 1] += 1;
        }
        for i in 0..primary {
            starts[i + 1] += starts[i];
        }
        let mut options = vec![OptionId(0); starts[primary]];
        let mut masks = vec![0; starts[primary] * words];
        let mut ends = starts.clone();
        for ((id, option), &first) in problem.options().zip(&firsts) {
            if first < primary {
                let n = ends[first];
                ends[first] += 1;
                options[n] = id;
                let mask = &mut masks[n * words..(n + 1) * words];
                for cell in option {
                    let bit = bits.bit_of[cell.item.index()];
                    mask[bit / 64] |= 1 << (bit % 64);
                }
            }
        }
        Buckets { starts, options, masks }
    }
}

/// Windows of a width, given as word and shift, that see all of some bits.
fn windows_over(bits: &Bits, width: u32) -> impl Iterator<Item = (usize, u32)> {
    let (mut k, mut left) = (0, bits[0]);
    std::iter::from_fn(move || {
        while left == 0 {
            k += 1;
            left = *bits.get(k)?;
        }
        let shift = left.trailing_zeros();
        left &= !(((1 << width) - 1) << shift);
        Some((k, shift))
    })
}

impl FixedOrderSearch {
    /// Checks whether this engine can work on a problem at all.
    ///
    /// # Errors
    /// Why not.
    pub fn supports(problem: &Problem) -> Result<(), Unsupported> {
        let (items, most) = (problem.items().len(), 64 * MAX_WORDS);
        if items > most {
            return Err(Unsupported::Items { items, most });
        }
        let once = |kind| matches!(kind, ItemKind::ONCE | ItemKind::Secondary);
        if let Some(item) = problem.items().iter().find(|item| !once(item.kind)) {
            return Err(Unsupported::Multiplicity(item.name.clone()));
        }
        if !problem.has_colours() {
            return Ok(());
        }
        let mut cells = problem.options().flat_map(|(_, option)| option);
        match cells.find(|cell| cell.colour != 0) {
            Some(cell) => Err(Unsupported::Colours(problem.item(cell.item).name.clone())),
            None => Ok(()),
        }
    }

    /// Prepares a problem for an order of items; primary items that it leaves out come after
    /// those that it names.
    ///
    /// # Errors
    /// When the engine does not [support](FixedOrderSearch::supports) the problem, or its tables would
    /// take more than 64 megabytes.
    pub fn new(problem: &Problem, order: &[ItemId]) -> Result<FixedOrderSearch, Unsupported> {
        FixedOrderSearch::prepare(problem, order, Sliding::new)
    }

    /// As [`FixedOrderSearch::new`], with the function that says how options look, so that tests can
    /// do without.
    fn prepare(
        problem: &Problem,
        order: &[ItemId],
        look: impl FnOnce(&ItemBits, &mut Buckets) -> Option<Sliding>,
    ) -> Result<FixedOrderSearch, Unsupported> {
        FixedOrderSearch::supports(problem)?;
        let bits = ItemBits::new(problem, order);
        let mut buckets = Buckets::new(problem, &bits);
        let sliding = look(&bits, &mut buckets);
        let Buckets { starts, options, masks } = buckets;
        let primary = bits.by_bit.len();
        let size = |step: usize| starts[step + 1] - starts[step];
        let width = (1..primary).map(size).max().unwrap_or(0);
        let mut search = FixedOrderSearch {
            steps: Vec::with_capacity(primary),
            windows: Vec::new(),
            tables: Vec::new(),
            all: Vec::new(),
            options,
            masks,
            words: bits.words,
            width: width.div_ceil(64).max(1).next_power_of_two(),
            sliding,
        };
        let mut known = Known::default();
        for (i, &item) in bits.by_bit.iter().enumerate() {
            search.add_step(i, item, starts[i]..starts[i + 1], &mut known)?;
        }
        Ok(search)
    }

    /// Adds the step of an item, given the range of its options.
    fn add_step(
        &mut self,
        step: usize,
        item: u32,
        options: Range<usize>,
        known: &mut Known,
    ) -> Result<(), Unsupported> {
        let words = if step == 0 { options.len().div_ceil(64).max(1) } else { self.width };
        let all = self.all.len() as u32;
        self.all.extend((0..words).map(|w| match options.len().saturating_sub(64 * w) {
            0 => 0,
            n if n >= 64 => u64::MAX,
            n => (1 << n) - 1,
        }));
        let (window, first) = (self.windows.len() as u32, options.start as u32);
        // Nothing is covered yet when the first item of all is open.
        if step > 0 && self.sliding.is_none() {
            let tables = self.look(step, options, known);
            tables.ok_or(Unsupported::Tables(MAX_TABLE_BYTES >> 20))?;
        }
        let windows = (window, self.windows.len() as u32);
        self.steps.push(Step { item, words: words as u32, first, all, windows });
        Ok(())
    }

    /// Adds the windows of a step, and the tables that are not `known` yet.
    fn look(&mut self, step: usize, options: Range<usize>, known: &mut Known) -> Option<()> {
        let mut seen: Bits = [0; MAX_WORDS];
        let masks = &self.masks[options.start * self.words..options.end * self.words];
        for mask in masks.chunks_exact(self.words) {
            seen.iter_mut().zip(mask).for_each(|(s, m)| *s |= m);
        }
        // The step's own item is open.
        seen[step / 64] &= !(1 << (step % 64));
        // The least number of windows, and those as narrow as that number allows.
        let count = windows_over(&seen, WIDEST).count();
        let width = (1..=WIDEST).find(|&w| windows_over(&seen, w).count() == count)?;
        for (word, shift) in windows_over(&seen, width) {
            let mask = ((1 << width) - 1) as u8;
            let clashes: Vec<(u32, u8)> = masks
                .chunks_exact(self.words)
                .enumerate()
                .map(|(n, bits)| (n as u32, (bits[word] >> shift) as u8 & mask))
                .filter(|&(_, bits)| bits != 0)
                .collect();
            let table = match known.entry((width, clashes)) {
                Entry::Occupied(entry) => *entry.get(),
                Entry::Vacant(entry) => {
                    let start = self.tables.len();
                    if (start + (self.width << width)) * 8 > MAX_TABLE_BYTES {
                        return None;
                    }
                    self.tables.resize(start + (self.width << width), u64::MAX);
                    let table = &mut self.tables[start..];
                    for &(n, bits) in &entry.key().1 {
                        for bit in (0..width).filter(|bit| bits >> bit & 1 == 1) {
                            table[(self.width << bit) + n as usize / 64] &= !(1 << (n % 64));
                        }
                    }
                    // An option fits beside several items if it fits beside the last of them and
                    // beside all the others.
                    for bit in 1..width {
                        let (others, rest) = table.split_at_mut(self.width << bit);
                        let (last, more) = rest.split_at_mut(self.width);
                        for (i, row) in more[..others.len() - self.width].iter_mut().enumerate() {
                            *row = others[self.width + i] & last[i % self.width];
                        }
                    }
                    *entry.insert(start as u32)
                }
            };
            self.windows.push(Window { word: word as u8, shift: shift as u8, mask, table });
        }
        Some(())
    }

    fn sample<const K: usize>(&self, seed: u64) -> f64 {
        let mut random = Probe::new(seed);
        // One branch of the root is taken, at random.
        let Some(root) = self.steps.first() else { return 1.0 };
        let degree: u32 = self.all[..root.words as usize].iter().map(|w| w.count_ones()).sum();
        if degree == 0 {
            return 1.0;
        }
        let state = self.with(&[0; K], random.branch(degree) as usize);
        let open = first_open(&state);
        if let Some(sliding) = &self.sliding {
            return self.sample_sliding(sliding, &state, open, degree, random);
        }
        let mut fits = Vec::new();
        sample_below(self.steps.len(), open, state, degree, random, |state, open, children| {
            let step = &self.steps[open];
            fits.clear();
            fits.resize(step.words as usize, 0);
            self.fits(state, step, &mut fits);
            for (w, &word) in fits.iter().enumerate() {
                let mut word = word;
                while word != 0 {
                    let n = step.first as usize + 64 * w + word.trailing_zeros() as usize;
                    word &= word - 1;
                    let child = self.with(state, n);
                    children.push((child, first_open(&child)));
                }
            }
        })
    }

    /// The options of a step that do not clash with what is covered, into a slice of as many
    /// words as the step has.
    #[inline(always)]
    fn fits<const K: usize>(&self, state: &[u64; K], step: &Step, fits: &mut [u64]) {
        fits.copy_from_slice(&self.all[step.all as usize..][..fits.len()]);
        for window in &self.windows[step.windows.0 as usize..step.windows.1 as usize] {
            let seen = (state[usize::from(window.word) % K] >> window.shift) as u8 & window.mask;
            let row = window.table as usize + usize::from(seen) * fits.len();
            let row = &self.tables[row..row + fits.len()];
            fits.iter_mut().zip(row).for_each(|(f, t)| *f &= t);
        }
    }

    /// The same without tables, for the few nodes above those that a sliding view searches.
    fn fits_one_by_one<const K: usize>(&self, state: &[u64; K], step: &Step, fits: &mut [u64]) {
        fits.copy_from_slice(&self.all[step.all as usize..][..fits.len()]);
        for (w, word) in fits.iter_mut().enumerate() {
            let mut left = *word;
            while left != 0 {
                let option = step.first as usize + 64 * w + left.trailing_zeros() as usize;
                let mask = &self.masks[option * K..][..K];
                if state.iter().zip(mask).any(|(s, m)| s & m != 0) {
                    *word ^= left & left.wrapping_neg();
                }
                left &= left - 1;
            }
        }
    }

    /// The choice being tried at a node.
    fn choice<const K: usize, const F: usize>(&self, node: &Branching<K, F>) -> Choice {
        let step = &self.steps[node.step as usize];
        let mut fits = [0; F];
        self.fits(&node.state, step, &mut fits);
        let tried = (node.option - node.first) as usize;
        let before = |(w, word): (usize, &u64)| match tried.saturating_sub(64 * w) {
            n if 64 * w > tried || n == 0 => 0,
            n if n >= 64 => word.count_ones(),
            n => (word & ((1 << n) - 1)).count_ones(),
        };
        Choice {
            item: ItemId(step.item),
            option: Some(self.options[node.option as usize]),
            rank: fits.iter().enumerate().map(before).sum(),
            degree: fits.iter().map(|w| w.count_ones()).sum(),
        }
    }

    /// The state when an option is chosen.
    #[inline(always)]
    fn with<const K: usize>(&self, state: &[u64; K], option: usize) -> [u64; K] {
        let mask = &self.masks[option * K..][..K];
        std::array::from_fn(|k| state[k] | mask[k])
    }
}

impl TreeSearch for FixedOrderSearch {
    fn search(&mut self, part: Part<'_>, observer: &mut dyn Observer) -> (Effort, ControlFlow<()>) {
        let mut search = Search {
            sweep: self,
            part,
            observer,
            meter: Meter::new(part, self.steps.len() + 1),
            path: Vec::new(),
            solution: Vec::new(),
        };
        let flow = match self.words {
            1 => search.enter::<1>([0; 1]),
            2 => search.enter::<2>([0; 2]),
            4 => search.enter::<4>([0; 4]),
            _ => search.enter::<MAX_WORDS>([0; MAX_WORDS]),
        };
        (search.meter.into_effort(), flow)
    }

    fn node_cost(&self) -> Option<f64> {
        self.sliding.as_ref().map(Sliding::node_cost)
    }

    fn tables_cost(&self) -> f64 {
        self.tables.len() as f64 * TABLE_NS
    }

    /// Estimates the nodes of the tree by one sampling that depends on the seed alone.
    ///
    /// Of all nodes of a level that have the same first open item one is kept, at random, to stand
    /// for the others (P. C. Chen, *Heuristic sampling*, SIAM J. Comput. 21, 1992). That is
    /// unbiased, and far steadier than a walk down one path. Costs a few nodes for each item.
    fn walk(&mut self, seed: u64) -> Option<f64> {
        Some(match self.words {
            1 => self.sample::<1>(seed),
            2 => self.sample::<2>(seed),
            4 => self.sample::<4>(seed),
            _ => self.sample::<MAX_WORDS>(seed),
        })
    }
}

struct Search<'a> {
    sweep: &'a FixedOrderSearch,
    part: Part<'a>,
    observer: &'a mut dyn Observer,
    meter: Meter,
    path: Vec<Choice>,
    solution: Vec<OptionId>,
}

/// A node on the path of a search, with the options that are left to try.
#[derive(Clone, Copy)]
struct Branching<const K: usize, const F: usize> {
    state: [u64; K],
    left: [u64; F],
    step: u32,
    /// The first option of the step.
    first: u32,
    /// The option that is being tried.
    option: u32,
}

impl Search<'_> {
    /// Enters the node whose covered items are `state`, and searches it. This is for the levels
    /// where there is more to do than to search all: prefixes, cuts, steps of an odd width.
    fn enter<const K: usize>(&mut self, state: [u64; K]) -> ControlFlow<()> {
        let sweep = self.sweep;
        let level = self.path.len();
        let from = self.part.prefix.len();
        let open = first_open(&state);
        let Some(step) = sweep.steps.get(open) else {
            if level < from {
                return ControlFlow::Continue(());
            }
            self.meter.enter(level, self.observer, &self.path)?;
            self.solution.clear();
            self.solution.extend(self.path.iter().filter_map(|choice| choice.option));
            return self.observer.solution(&self.solution);
        };
        let mut fits = vec![0; step.words as usize];
        match &sweep.sliding {
            Some(_) => sweep.fits_one_by_one(&state, step, &mut fits),
            None => sweep.fits(&state, step, &mut fits),
        }
        let degree: u32 = fits.iter().map(|w| w.count_ones()).sum();
        if degree > 0 && self.part.cut_off.is_some_and(|cut_off| level >= cut_off) {
            // Whoever searches below the cut counts this node.
            self.observer.cut(&self.path);
            return ControlFlow::Continue(());
        }
        if level >= from {
            self.meter.enter(level, self.observer, &self.path)?;
        }
        if degree == 0 {
            return ControlFlow::Continue(());
        }
        if level >= from && self.part.cut_off.is_none() {
            match (&sweep.sliding, step.words) {
                // The view is made for options of all items but the first.
                (Some(sliding), _) if open > 0 => return self.slide(sliding, &state, open),
                (Some(_), _) => {}
                (None, 1) if sweep.width == 1 => return self.sweep::<K, 1>(state, open, &fits),
                (None, 2) if sweep.width == 2 => return self.sweep::<K, 2>(state, open, &fits),
                (None, 4) if sweep.width == 4 => return self.sweep::<K, 4>(state, open, &fits),
                (None, _) => {}
            }
        }
        let wanted = self.part.prefix.get(level).copied();
        let mut choice = Choice { item: ItemId(step.item), option: None, rank: 0, degree };
        for (w, &word) in fits.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let n = step.first as usize + 64 * w + word.trailing_zeros() as usize;
                word &= word - 1;
                if wanted.is_none_or(|wanted| wanted == choice.rank) {
                    choice.option = Some(sweep.options[n]);
                    self.path.push(choice);
                    let flow = self.enter::<K>(sweep.with(&state, n));
                    self.path.pop();
                    flow?;
                }
                choice.rank += 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// Searches all below a node that has been counted, whose options are `fits`. Nearly all
    /// time is spent here.
    fn sweep<const K: usize, const F: usize>(
        &mut self,
        state: [u64; K],
        open: usize,
        fits: &[u64],
    ) -> ControlFlow<()> {
        let sweep = self.sweep;
        let above = self.path.len();
        let left = std::array::from_fn(|w| fits[w]);
        let first = sweep.steps[open].first;
        let root = Branching::<K, F> { state, left, step: open as u32, first, option: 0 };
        let mut path = vec![root; sweep.steps.len() + 1];
        let mut depth = 0;
        let mut flow = ControlFlow::Continue(());
        while flow.is_continue() {
            let node = &mut path[depth];
            let Some(w) = node.left.iter().position(|&word| word != 0) else {
                if depth == 0 {
                    break;
                }
                depth -= 1;
                continue;
            };
            node.option = node.first + 64 * w as u32 + node.left[w].trailing_zeros();
            node.left[w] &= node.left[w] - 1;
            let state = sweep.with(&node.state, node.option as usize);
            if self.meter.visit(above + depth + 1) {
                self.path.extend(path[..=depth].iter().map(|node| sweep.choice(node)));
                flow = self.meter.pulse(self.observer, &self.path);
                self.path.truncate(above);
                if flow.is_break() {
                    break;
                }
            }
            let open = first_open(&state);
            let Some(step) = sweep.steps.get(open) else {
                self.solution.clear();
                self.solution.extend(self.path.iter().filter_map(|choice| choice.option));
                let below = path[..=depth].iter().map(|node| sweep.options[node.option as usize]);
                self.solution.extend(below);
                flow = self.observer.solution(&self.solution);
                continue;
            };
            let mut left = [0; F];
            sweep.fits(&state, step, &mut left);
            if left != [0; F] {
                depth += 1;
                let (step, first) = (open as u32, step.first);
                path[depth] = Branching { state, left, step, first, option: 0 };
            }
        }
        flow
    }
}

/// The number of covered items before the first open one.
#[inline(always)]
fn first_open<const K: usize>(state: &[u64; K]) -> usize {
    for (k, word) in state.iter().enumerate() {
        if *word != u64::MAX {
            return 64 * k + word.trailing_ones() as usize;
        }
    }
    64 * K
}

/// The size of a tree by one sampling below a child of the root, which has so many: the number of
/// steps, the first open item of the child, the child, and what gives the children of a node with
/// their first open items. See [`FixedOrderSearch::walk`].
fn sample_below<N: Copy>(
    steps: usize,
    open: usize,
    child: N,
    degree: u32,
    mut random: Probe,
    mut expand: impl FnMut(&N, usize, &mut Vec<(N, usize)>),
) -> f64 {
    /// Levels are distinguished modulo this number: those of one item are close together.
    const LEVELS: usize = 8;
    // By first open item and level: a node, and how many it stands for.
    let mut kept = vec![(child, 0.0); LEVELS * steps];
    let mut children = Vec::new();
    let mut nodes = 1.0 + f64::from(degree);
    let Some(first) = kept.get_mut(LEVELS * open + 1) else { return nodes };
    first.1 = f64::from(degree);
    // Drawn as for every child, though this one has no rival.
    random.fraction();
    for i in LEVELS * open..LEVELS * steps {
        let (node, weight) = kept[i];
        if weight == 0.0 {
            continue;
        }
        children.clear();
        expand(&node, i / LEVELS, &mut children);
        nodes += weight * children.len() as f64;
        for &(child, open) in &children {
            if let Some((node, sum)) = kept.get_mut(open * LEVELS + (i + 1) % LEVELS) {
                *sum += weight;
                if random.fraction() * *sum <= weight {
                    *node = child;
                }
            }
        }
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::{ProblemBuilder, Unobserved};

    #[test]
    fn samples_come_near_the_true_size_of_the_tree() {
        // Dominoes on a board of 6 × 6.
        let mut builder = ProblemBuilder::default();
        let cells: Vec<ItemId> =
            (0..36).map(|n| builder.item(format!("c{n}"), ItemKind::ONCE)).collect();
        for n in 0..36 {
            if n % 6 < 5 {
                builder.option([cells[n], cells[n + 1]]);
            }
            if n < 30 {
                builder.option([cells[n], cells[n + 6]]);
            }
        }
        let mut sweep = FixedOrderSearch::new(&builder.build().unwrap(), &[]).unwrap();
        let nodes = sweep.search(Part::default(), &mut Unobserved).0.nodes as f64;
        let mean = (0..2000).filter_map(|seed| sweep.walk(seed)).sum::<f64>() / 2000.0;
        assert!((0.9 * nodes..1.1 * nodes).contains(&mean), "{mean} of {nodes}");
    }
}
