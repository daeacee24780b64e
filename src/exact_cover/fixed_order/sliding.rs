//! The search of problems whose options look alike from every item of the order, as those of a
//! board do whose sites stand in rows of one length.
//!
//! What an option covers, seen from its first item, is a *pattern*: the items that it covers close
//! behind that one, and those at the end of the order, such as its piece. On a board most options
//! share their pattern with others that are the same orientation elsewhere; so there are few
//! patterns, and one set of small tables tells for every item which of them still fit. The state is
//! one word, the *view* from the first open item: some bits for the items behind it, and above them
//! those for the items at the end. When an option is chosen the view slides to the next open item.
//!
//! A node is looked at together with its siblings, and put aside unless nothing fits there: none
//! waits for the one before, and whether something fits needs no jump that the processor would have
//! to guess. That is two to three times as fast as one node after the other with tables for each
//! item.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::{Bits, Buckets, FixedOrderSearch, ItemBits, Search};
use crate::exact_cover::instructions::Instructions;
use crate::exact_cover::{Choice, ItemId, Probe};

/// The bits of a view that one table is looked up by.
const WINDOW: usize = 8;
/// The values of so many bits.
const VALUES: usize = 1 << WINDOW;
/// The largest number of windows: a view is one word.
const MAX_WINDOWS: usize = 8;
/// The largest number of words of a set of patterns. Beyond, tables for each item are quicker.
const MAX_WORDS: usize = 4;

/// The options as seen from the items of an order.
pub(super) struct Sliding {
    /// The number of items that the view slides over; all others are always seen.
    items: usize,
    /// Bits of a view for the items behind the open one.
    near: u32,
    /// The number of windows, each of eight bits, of a view.
    windows: usize,
    /// Words of a set of patterns: 1, 2 or 4. There is one pattern that nothing clashes with, the
    /// last, which stands for the end of the order.
    words: usize,
    /// For each window and each value seen through it, the patterns that do not clash.
    tables: Vec<u64>,
    /// For each open item the patterns that options there have. Behind the last item, the last one.
    begin: Vec<u64>,
    /// For each open item and each pattern that begins there, the option, in the order of
    /// [`FixedOrderSearch::options`].
    options: Vec<u32>,
    /// The items that each pattern covers, in the view from its first item.
    patterns: Vec<u64>,
    /// The bits in a view of items at the end that must be covered.
    required: u64,
}

/// Where views end: the number of items that slide, and the windows for what lies behind the open
/// item and for the end of the order.
struct Layout {
    items: usize,
    near: usize,
    end: usize,
}

impl Layout {
    /// The one with the fewest windows for options in buckets, of which those of the first item are
    /// left out; `None` when a view does not fit into a word.
    fn new(bits: &ItemBits, buckets: &Buckets) -> Option<Layout> {
        let primary = bits.by_bit.len();
        let last = (1..primary).rfind(|&step| !buckets.of(step).is_empty())?;
        // How far from the first item of an option each item is at most.
        let mut reach = vec![0; 64 * bits.words];
        for step in 1..=last {
            let mut seen: Bits = [0; super::MAX_WORDS];
            for option in buckets.of(step) {
                let mask = &buckets.masks[option * bits.words..][..bits.words];
                seen.iter_mut().zip(mask).for_each(|(s, m)| *s |= m);
            }
            for (bit, far) in reach.iter_mut().enumerate().skip(step + 1) {
                if seen[bit / 64] >> (bit % 64) & 1 == 1 {
                    *far = (bit - step).max(*far);
                }
            }
        }
        let all = reach.iter().rposition(|&far| far > 0).map_or(0, |bit| bit + 1).max(primary);
        let mut span = reach[..last].iter().copied().max().unwrap_or(0);
        let layouts = (last + 1..=primary).map(|items| {
            span = span.max(reach[items - 1]);
            let near = span.div_ceil(WINDOW).max(1);
            (span, Layout { items, near, end: (all - items).div_ceil(WINDOW) })
        });
        // The larger part should slide, since that is shared by more options, but no items that are
        // seen from afar, such as pieces, which would look different from everywhere.
        let key =
            |(span, layout): &(usize, Layout)| (layout.windows(), *span, Reverse(layout.items));
        let (_, best) = layouts.min_by_key(key)?;
        (best.windows() <= MAX_WINDOWS).then_some(best)
    }

    fn windows(&self) -> usize {
        self.near + self.end
    }
}

impl Sliding {
    /// Finds the patterns of a problem's options, sorted by their first items; `None` when they are
    /// too unlike. The options of each item are put into the order of their patterns, which is the order
    /// of their branches. Takes time in proportion to the options and to the tables, of at most 64
    /// kilobytes.
    pub(super) fn new(bits: &ItemBits, buckets: &mut Buckets) -> Option<Sliding> {
        let layout = Layout::new(bits, buckets)?;
        let (items, windows) = (layout.items, layout.windows());
        let near = (WINDOW * layout.near) as u32;
        let mut first_items = vec![0; buckets.options.len()];
        for step in 1..items {
            first_items[buckets.of(step)].fill(step);
        }
        // By the numbers of the options, so that siblings are tried in their order.
        let count = buckets.options.iter().map(|option| option.index() + 1).max().unwrap_or(0);
        let mut places = vec![None; count];
        for place in buckets.of(0).end..buckets.options.len() {
            places[buckets.options[place].index()] = Some(place);
        }
        let mut known: FxHashMap<u64, usize> = FxHashMap::default();
        let mut patterns = Vec::new();
        let mut found = Vec::with_capacity(buckets.options.len());
        for place in places.into_iter().flatten() {
            let mask = &buckets.masks[place * bits.words..][..bits.words];
            let pattern = view(mask, first_items[place], items, near);
            let n = *known.entry(pattern).or_insert_with(|| {
                patterns.push(pattern);
                patterns.len() - 1
            });
            if n + 1 >= 64 * MAX_WORDS {
                return None;
            }
            found.push((first_items[place], n, place));
        }
        let words = (patterns.len() / 64 + 1).next_power_of_two();
        patterns.resize(64 * words, 0);
        let mut begin = vec![0; (items + 1) * words];
        let mut options = vec![u32::MAX; (items + 1) * 64 * words];
        for (item, n, place) in found {
            begin[item * words + n / 64] |= 1 << (n % 64);
            // One of two options that cover the same would be lost.
            let slot = &mut options[item * 64 * words + n];
            if *slot != u32::MAX {
                return None;
            }
            *slot = place as u32;
        }
        let rest = buckets.of(0).end;
        let taken = options.iter_mut().filter(|slot| **slot != u32::MAX);
        let order = taken.zip(rest as u32..).map(|(slot, n)| std::mem::replace(slot, n) as usize);
        buckets.rearrange(order);
        begin[(items + 1) * words - 1] = 1 << 63;
        let primary = bits.by_bit.len();
        let mut all_primary = vec![0; bits.words];
        for bit in 0..primary {
            all_primary[bit / 64] |= 1 << (bit % 64);
        }
        let required = bits_from(&all_primary, items, 64 * bits.words);
        let tables = tables(&patterns, words, windows);
        let required = required.unbounded_shl(near);
        Some(Sliding { items, near, windows, words, tables, begin, options, patterns, required })
    }

    /// The time that a node takes, in nanoseconds.
    pub(super) fn node_cost(&self) -> f64 {
        match self.words {
            1 => 7.0,
            2 => 10.0,
            _ => 15.0,
        }
    }

    /// Returns the bits that covered items beyond a view add to it as it slides over each item.
    fn ahead(&self, covered: &[u64]) -> Vec<u64> {
        let near = ones(self.near);
        (0..=self.items).map(|open| bits_from(covered, open + 1, self.items) & near).collect()
    }

    /// The view from an open item of what is covered.
    fn view(&self, covered: &[u64], open: usize) -> u64 {
        view(covered, open, self.items, self.near)
    }

    /// Returns whether nothing is left to cover where the view has reached the end.
    fn is_complete(&self, view: u64) -> bool {
        view & self.required == self.required
    }

    /// The option of a pattern that begins at an item, by its place in the options of the search.
    fn option(&self, open: usize, pattern: usize) -> usize {
        self.options[open * 64 * self.words + pattern] as usize
    }

    /// The patterns that fit at a node, by the words of a set of them.
    fn fitting(&self, view: u64, open: usize) -> [u64; MAX_WORDS] {
        let mut fits = [0; MAX_WORDS];
        let fits_in = &mut fits[..self.words];
        fits_in.copy_from_slice(&self.begin[open * self.words..][..self.words]);
        for window in 0..self.windows {
            let value = (view >> (WINDOW * window)) as usize % VALUES;
            let row = (VALUES * window + value) * self.words;
            let row = &self.tables[row..row + self.words];
            fits_in.iter_mut().zip(row).for_each(|(f, t)| *f &= t);
        }
        fits
    }
}

/// The view from an open item of what is covered, with so many bits for the items behind it.
fn view(covered: &[u64], open: usize, items: usize, near: u32) -> u64 {
    let end = bits_from(covered, items, 64 * covered.len());
    bits_from(covered, open + 1, items) & ones(near) | end.unbounded_shl(near)
}

/// For each window and each value the patterns that do not clash.
fn tables(patterns: &[u64], words: usize, windows: usize) -> Vec<u64> {
    let mut tables = vec![u64::MAX; windows * VALUES * words];
    for (window, table) in tables.chunks_exact_mut(VALUES * words).enumerate() {
        for (n, pattern) in patterns.iter().enumerate() {
            let bits = (pattern >> (WINDOW * window)) as usize % VALUES;
            for bit in (0..WINDOW).filter(|bit| bits >> bit & 1 == 1) {
                table[(words << bit) + n / 64] &= !(1 << (n % 64));
            }
        }
        // A pattern fits beside several items if it fits beside the last of them and beside all the
        // others.
        for bit in 1..WINDOW {
            let (others, rest) = table.split_at_mut(words << bit);
            let (last, more) = rest.split_at_mut(words);
            for (i, row) in more[..others.len() - words].iter_mut().enumerate() {
                *row = others[words + i] & last[i % words];
            }
        }
    }
    tables
}

/// The lowest bits, so many of them.
fn ones(count: u32) -> u64 {
    !u64::MAX.unbounded_shl(count)
}

/// The bits of a set from one to before another, the first as the lowest; as many as a word has.
fn bits_from(set: &[u64], from: usize, to: usize) -> u64 {
    let word = |n: usize| set.get(n).copied().unwrap_or(0);
    let shift = from % 64;
    let bits = word(from / 64) >> shift | (word(from / 64 + 1) << 1) << (63 - shift);
    bits & ones(to.saturating_sub(from) as u32)
}

/// A node that waits to be searched.
#[derive(Clone, Copy)]
struct Waiting<const F: usize> {
    /// The covered items, seen from the first open item.
    view: u64,
    /// The patterns that fit.
    fits: [u64; F],
    open: u32,
    /// The pattern that was chosen to come here.
    pattern: u16,
    /// The level below the node where the search of all began.
    level: u16,
}

/// The items that a view slides over.
struct Slide<'a> {
    near_bits: u64,
    /// The items covered before, as [`Sliding::ahead`] returns them.
    ahead: &'a [u64],
    covered: &'a [u64],
}

impl Slide<'_> {
    /// The next open item when that of a view has been covered too, and the view from there.
    #[inline(always)]
    fn on(&self, view: u64, open: u32) -> (u64, u32) {
        let near = view & self.near_bits;
        let run = near.trailing_ones();
        let end = view & !self.near_bits;
        let open = open + run + 1;
        if near == self.near_bits {
            return self.over(end, open);
        }
        let near = (near >> run) >> 1;
        (near | end | self.ahead.get(open as usize).copied().unwrap_or(0), open)
    }

    /// The same where all that was seen is covered: what comes next may have been covered before.
    #[cold]
    fn over(&self, end: u64, mut open: u32) -> (u64, u32) {
        let is_covered = |item: u32| self.covered[item as usize / 64] >> (item % 64) & 1 == 1;
        while (open as usize) + 1 < self.ahead.len() && is_covered(open) {
            open += 1;
        }
        (end | self.ahead.get(open as usize).copied().unwrap_or(0), open)
    }
}

impl FixedOrderSearch {
    /// The size of the tree by one sampling below a child of the root, as
    /// [`walk`](super::TreeSearch::walk) says.
    pub(super) fn sample_sliding(
        &self,
        sliding: &Sliding,
        covered: &[u64],
        open: usize,
        degree: u32,
        random: Probe,
    ) -> f64 {
        let (items, steps) = (sliding.items, self.steps.len());
        let ahead = sliding.ahead(covered);
        let slide = Slide { near_bits: ones(sliding.near), ahead: &ahead, covered };
        let root = sliding.view(covered, open);
        super::sample_below(steps, open, root, degree, random, |&view, open, children| {
            if open >= items {
                return;
            }
            for (w, mut word) in sliding.fitting(view, open).into_iter().enumerate() {
                while word != 0 {
                    let pattern = 64 * w + word.trailing_zeros() as usize;
                    word &= word - 1;
                    let (view, open) = slide.on(view | sliding.patterns[pattern], open as u32);
                    let is_done = open as usize == items && sliding.is_complete(view);
                    children.push((view, if is_done { steps } else { open as usize }));
                }
            }
        })
    }
}

impl Search<'_> {
    /// Searches all below a node that has been counted, given what is covered there and the first
    /// open item. Nearly all time is spent here.
    pub(super) fn slide(
        &mut self,
        sliding: &Sliding,
        covered: &[u64],
        open: usize,
    ) -> ControlFlow<()> {
        macro_rules! by_windows {
            ($words:literal) => {
                match sliding.windows {
                    1 => self.slide_with::<$words, 1>(sliding, covered, open),
                    2 => self.slide_with::<$words, 2>(sliding, covered, open),
                    3 => self.slide_with::<$words, 3>(sliding, covered, open),
                    4 => self.slide_with::<$words, 4>(sliding, covered, open),
                    5 => self.slide_with::<$words, 5>(sliding, covered, open),
                    6 => self.slide_with::<$words, 6>(sliding, covered, open),
                    7 => self.slide_with::<$words, 7>(sliding, covered, open),
                    _ => self.slide_with::<$words, MAX_WINDOWS>(sliding, covered, open),
                }
            };
        }
        match sliding.words {
            1 => by_windows!(1),
            2 => by_windows!(2),
            _ => by_windows!(4),
        }
    }

    /// [`Search::slide_by`] with the instructions that the processor has.
    #[cfg_attr(
        target_arch = "x86_64",
        expect(unsafe_code, reason = "calling code for instructions looked for at run time")
    )]
    fn slide_with<const F: usize, const W: usize>(
        &mut self,
        sliding: &Sliding,
        covered: &[u64],
        open: usize,
    ) -> ControlFlow<()> {
        #[cfg(target_arch = "x86_64")]
        if Instructions::found() >= Instructions::Fast {
            // SAFETY: every feature that `slide_fast` is compiled for has been found.
            return unsafe { self.slide_fast::<F, W>(sliding, covered, open) };
        }
        self.slide_by::<F, W>(sliding, covered, open)
    }

    /// [`Search::slide_by`] for processors with AVX2 and BMI, which find the bits of a word faster.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn slide_fast<const F: usize, const W: usize>(
        &mut self,
        sliding: &Sliding,
        covered: &[u64],
        open: usize,
    ) -> ControlFlow<()> {
        self.slide_by::<F, W>(sliding, covered, open)
    }

    /// [`Search::slide`] for some words and windows.
    #[inline(always)]
    fn slide_by<const F: usize, const W: usize>(
        &mut self,
        sliding: &Sliding,
        covered: &[u64],
        open: usize,
    ) -> ControlFlow<()> {
        let above = self.path.len();
        let ahead = sliding.ahead(covered);
        let slide = Slide { near_bits: ones(sliding.near), ahead: &ahead, covered };
        let (begin, _) = sliding.begin.as_chunks::<F>();
        let (rows, _) = sliding.tables.as_chunks::<F>();
        let (tables, _) = rows.as_chunks::<VALUES>();
        let Ok(tables) = <&[[[u64; F]; VALUES]; W]>::try_from(tables) else {
            unreachable!("a table for each window")
        };
        let (patterns, _) = sliding.patterns.as_chunks::<64>();
        let root = sliding.view(covered, open);
        let fits = std::array::from_fn(|w| sliding.fitting(root, open)[w]);
        let node = Waiting::<F> { view: root, fits, open: open as u32, pattern: 0, level: 0 };
        let mut stack = vec![node];
        let mut top = 1;
        let mut chosen: Vec<u16> = vec![0; sliding.items + 2];
        while top > 0 {
            top -= 1;
            let node = stack[top];
            let level = usize::from(node.level);
            chosen[level] = node.pattern;
            if node.open as usize == sliding.items {
                if sliding.is_complete(node.view) {
                    self.solution.clear();
                    self.solution.extend(self.path.iter().filter_map(|choice| choice.option));
                    let (mut view, mut item) = (root, open as u32);
                    for &pattern in &chosen[1..=level] {
                        let option = sliding.option(item as usize, usize::from(pattern));
                        self.solution.push(self.sweep.options[option]);
                        let pattern = sliding.patterns[usize::from(pattern)];
                        (view, item) = slide.on(view | pattern, item);
                    }
                    self.observer.solution(&self.solution)?;
                }
                continue;
            }
            if stack.len() < top + 64 * F {
                stack.resize(top + 64 * F, node);
            }
            let mut children = 0;
            // The last one is put aside first, to be searched last.
            for (w, patterns) in patterns.iter().enumerate().take(F).rev() {
                let mut word = node.fits[w];
                while word != 0 {
                    let bit = 63 - word.leading_zeros();
                    word ^= 1 << bit;
                    children += 1;
                    let (view, open) = slide.on(node.view | patterns[bit as usize], node.open);
                    let mut fits = begin[open as usize];
                    for (window, table) in tables.iter().enumerate() {
                        let row = &table[(view >> (WINDOW * window)) as usize % VALUES];
                        fits.iter_mut().zip(row).for_each(|(f, t)| *f &= t);
                    }
                    let pattern = 64 * w as u16 + bit as u16;
                    stack[top] = Waiting { view, fits, open, pattern, level: node.level + 1 };
                    top += usize::from(fits != [0; F]);
                }
            }
            if self.meter.visit_all(above + level + 1, children) {
                self.take_path(sliding, &slide, (root, open), &chosen[1..=level]);
                let flow = self.meter.pulse_before(self.observer, &self.path, above, children);
                self.path.truncate(above);
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the choices of some patterns to the path, from a view and its open item on.
    fn take_path(
        &mut self,
        sliding: &Sliding,
        slide: &Slide<'_>,
        (mut view, open): (u64, usize),
        chosen: &[u16],
    ) {
        let mut open = open as u32;
        for &pattern in chosen {
            let (n, item) = (usize::from(pattern), open as usize);
            let fits = sliding.fitting(view, item);
            let before = |(w, word): (usize, &u64)| match n.saturating_sub(64 * w) {
                bits if bits < 64 => (word & ones(bits as u32)).count_ones(),
                _ => word.count_ones(),
            };
            self.path.push(Choice {
                item: ItemId(self.sweep.steps[item].item),
                option: Some(self.sweep.options[sliding.option(item, n)]),
                rank: fits.iter().enumerate().map(before).sum(),
                degree: fits.iter().map(|word| word.count_ones()).sum(),
            });
            (view, open) = slide.on(view | sliding.patterns[n], open);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::exact_cover::{
        Effort, ItemKind, Observer, OptionId, Part, Problem, ProblemBuilder, TreeSearch as _,
    };

    /// Everything that a search tells.
    #[derive(Default, PartialEq, Debug)]
    struct Told {
        solutions: Vec<Vec<OptionId>>,
        cuts: Vec<Vec<u32>>,
    }

    impl Observer for Told {
        fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
            self.solutions.push(options.to_vec());
            ControlFlow::Continue(())
        }

        fn pulse(&mut self, _: &Effort, path: &[Choice]) -> ControlFlow<()> {
            assert!(path.iter().all(|choice| choice.rank < choice.degree), "{path:?}");
            ControlFlow::Continue(())
        }

        fn cut(&mut self, path: &[Choice]) {
            self.cuts.push(path.iter().map(|choice| choice.rank).collect());
        }
    }

    fn told(search: &mut FixedOrderSearch, part: Part<'_>) -> (Told, Effort) {
        let mut told = Told::default();
        let (effort, flow) = search.search(part, &mut told);
        assert!(flow.is_continue());
        (told, effort)
    }

    /// A board of some columns and rows, the second coordinate the faster one, and pieces made of
    /// steps from the first cell; a piece of its own covers one of the first cells of columns.
    fn board(random: &mut Probe, columns: u32, rows: u32) -> (Problem, Vec<ItemId>) {
        let mut builder = ProblemBuilder::default();
        let cells: Vec<ItemId> =
            (0..columns * rows).map(|n| builder.item(format!("c{n}"), ItemKind::ONCE)).collect();
        let first = builder.item("first", ItemKind::ONCE);
        let mut known = BTreeSet::new();
        let mut add = |builder: &mut ProblemBuilder, option: Vec<ItemId>| {
            if known.insert(option.clone()) {
                builder.option(option);
            }
        };
        let fixed = 1 + random.branch(2 * rows) as usize;
        for x in 1..columns {
            let covered = cells.iter().skip((x * rows) as usize).take(fixed);
            add(&mut builder, covered.copied().chain([first]).collect());
        }
        for piece in 0..4 {
            let shape: Vec<(u32, u32)> =
                (0..2).map(|_| (random.branch(2), random.branch(3))).chain([(0, 0)]).collect();
            // The last ones may be used at will.
            let name = (piece < 2).then(|| {
                let kind = if piece == 0 { ItemKind::ONCE } else { ItemKind::Secondary };
                builder.item(format!("p{piece}"), kind)
            });
            for (x, y) in (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y))) {
                if shape.iter().any(|(dx, dy)| x + dx >= columns || y + dy >= rows) {
                    continue;
                }
                let at = |(dx, dy): &(u32, u32)| cells[((x + dx) * rows + y + dy) as usize];
                let covered: BTreeSet<ItemId> = shape.iter().map(at).collect();
                add(&mut builder, covered.into_iter().chain(name).collect());
            }
        }
        let order = [first].into_iter().chain(cells).collect();
        (builder.build().unwrap(), order)
    }

    #[test]
    fn a_sliding_view_walks_the_same_tree_as_tables_for_each_item() {
        let mut random = Probe::new(2026);
        let (mut slid, mut nodes, mut solutions) = (0, 0, 0);
        for round in 0..300 {
            let columns = 2 + random.branch(5);
            let rows = 1 + random.branch(if round % 4 == 0 { 20 } else { 7 });
            if columns * rows > 32 {
                continue;
            }
            let (problem, order) = board(&mut random, columns, rows);
            let mut sliding = FixedOrderSearch::new(&problem, &order).unwrap();
            if sliding.sliding.is_none() {
                continue;
            }
            let mut tables = FixedOrderSearch::prepare(&problem, &order, |_, _| None).unwrap();
            let whole = told(&mut tables, Part::default());
            assert_eq!(told(&mut sliding, Part::default()), whole, "{columns}×{rows}");
            let level = Part { cut_off: Some(2), ..Part::default() };
            let above = told(&mut tables, level);
            assert_eq!(told(&mut sliding, level), above, "{columns}×{rows}, above the cut");
            for seed in 0..5 {
                let walks = (sliding.walk(seed), tables.walk(seed));
                assert_eq!(walks.0, walks.1, "walk {seed} of {columns}×{rows}");
            }
            slid += 1;
            nodes += whole.1.nodes;
            solutions += whole.0.solutions.len();
        }
        assert!(slid > 100 && nodes > 100_000 && solutions > 500, "{slid} {nodes} {solutions}");
    }
}
