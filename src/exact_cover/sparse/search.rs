//! The search: a walk through the tree with a stack of its own.

use std::ops::ControlFlow;

use super::super::bitset::{Counter, Matrix, ONCE, Search};
use super::super::{Choice, ItemId, OptionId};
use super::layer::{Layer, Mark};
use super::rows::Overlaps;

/// The stack that bitset search may use, in bytes.
const MAX_STACK_BYTES: usize = 1 << 20;
/// The stack of a level of bitset search besides its sets of options, in bytes.
const LEVEL_BYTES: usize = 1024;
/// The number of sets of options on the stack of a level of bitset search.
const LEVEL_ROWS: usize = 6;
/// An item is scarce if it has at most this number of branches more than the least. Scarce items
/// are looked at first in the children of a node, as they are the likeliest to have none left.
const SCARCE: u32 = 6;
/// The largest number of scarce items of a node.
const MAX_SCARCE: usize = 48;
// From the four times below follows the time that a smaller problem saves.
/// The time of a node here, in nanoseconds.
const NODE: f32 = 2000.0;
/// The time of a node here for each block of its layer, in nanoseconds.
const BLOCK: f32 = 8.0;
/// The time of a node of bitset search, in nanoseconds.
const TIER_NODE: f32 = 150.0;
/// The time of a node of bitset search for each word of its tier, in nanoseconds.
const TIER_WORD: f32 = 6.0;

/// When the search continues in a smaller problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The number of options of the largest problem handed over to bitset search.
    pub(super) handed_over: usize,
    /// The time to make a problem for each of its options, in nanoseconds.
    pub(super) making: f32,
}

/// The limits in use.
pub(super) const LIMITS: Limits = Limits { handed_over: 16_384, making: 50.0 };

/// A node whose branches are being tried.
#[derive(Clone, Copy)]
struct Frame {
    item: u32,
    degree: u32,
    /// The branch to be tried next.
    rank: u32,
    /// The only branch to take.
    wanted: Option<u32>,
    /// Its options, as bits, and its scarce items, in `Stack::numbers`.
    branches: usize,
    scarce: usize,
    /// The state of the node.
    mark: Mark,
    counters: usize,
    /// True if the layer was made for this node.
    owns_layer: bool,
    /// The group of its size, for [`Learning`].
    group: usize,
    nodes: u64,
}

/// The subtrees of some size searched so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Learned {
    nodes: f32,
    visits: f32,
}

/// Groups of sizes, four to each power of two.
const GROUPS: usize = 4 * 32;

/// The subtrees searched so far, by the number of options alive at their roots.
pub(super) struct Learning([Learned; GROUPS]);

impl Default for Learning {
    fn default() -> Learning {
        Learning([Learned::default(); GROUPS])
    }
}

impl Learning {
    fn group(living: usize) -> usize {
        let bits = living.max(8).ilog2() as usize;
        4 * bits + (living.max(8) >> (bits - 2) & 3)
    }

    /// The likely number of nodes of a subtree; the first estimate is its number of options.
    fn nodes(&self, living: usize) -> f32 {
        let seen = &self.0[Learning::group(living)];
        (seen.nodes + living as f32) / (seen.visits + 1.0)
    }

    fn learn(&mut self, group: usize, nodes: u64) {
        let seen = &mut self.0[group];
        seen.nodes += nodes as f32;
        seen.visits += 1.0;
        if seen.visits >= 4096.0 {
            seen.nodes /= 2.0;
            seen.visits /= 2.0;
        }
    }
}

/// A search with its stack.
pub(super) struct Sparse<'a, 's> {
    search: &'s mut Search<'a>,
    setting: Setting<'s>,
    learning: &'s mut Learning,
    /// Layers in use; the last is the current one.
    layers: Vec<Layer>,
    /// Layers kept for their memory.
    spare: Vec<Layer>,
    /// The nodes on the path that are being branched on.
    frames: Vec<Frame>,
    /// The options and scarce items of all frames.
    numbers: Vec<u32>,
    /// Counters before they were changed.
    old_counters: Vec<(u32, Counter)>,
    /// For each primary item, the largest number of options that it can have lost in a step.
    losses: Vec<u32>,
    /// A set of options, in the order of the problem.
    sorter: Vec<u64>,
    /// Options, in the order of the problem.
    buffer: Vec<u32>,
}

/// The properties of a problem that do not change, and how it is searched.
#[derive(Clone, Copy)]
pub(super) struct Setting<'s> {
    /// The least number of items covered exactly once that an option covers.
    pub(super) least_cover: usize,
    pub(super) overlaps: Option<&'s Overlaps>,
    pub(super) limits: Limits,
}

/// The action at a node.
enum Node {
    /// There is nothing below it.
    Leaf,
    /// Branch on an item.
    Branch { item: u32, degree: u32 },
}

impl<'a, 's> Sparse<'a, 's> {
    /// A search at the root of a problem, all of it in a layer.
    pub(super) fn new(
        search: &'s mut Search<'a>,
        setting: Setting<'s>,
        root: Layer,
        spare: Vec<Layer>,
        learning: &'s mut Learning,
    ) -> Sparse<'a, 's> {
        let matrix = search.matrix;
        Sparse {
            search,
            setting,
            learning,
            layers: vec![root],
            spare,
            frames: Vec::new(),
            numbers: Vec::new(),
            old_counters: Vec::new(),
            losses: vec![0; matrix.primary],
            sorter: vec![0; matrix.covers.len().div_ceil(64)],
            buffer: Vec::new(),
        }
    }

    /// The layer at hand, and what else its methods need.
    #[inline(always)]
    fn layer(&mut self) -> (&mut Layer, &'a Matrix, &[Counter]) {
        let layer = self.layers.last_mut().expect("the root layer stays");
        (layer, self.search.matrix, &self.search.counters)
    }

    /// The layer of the root as it was, and those kept for their memory.
    pub(super) fn into_layers(mut self) -> (Layer, Vec<Layer>) {
        // A search that was broken off is undone branch by branch: a layer can only undo the
        // changes of one branch at a time.
        while let Some(frame) = self.frames.pop() {
            self.layer().0.undo(frame.mark);
            if frame.owns_layer {
                self.spare.extend(self.layers.pop());
            }
        }
        (self.layers.swap_remove(0), self.spare)
    }

    /// Searches everything below the root.
    #[inline(always)]
    pub(super) fn run(&mut self) -> ControlFlow<()> {
        let mut node = self.enter(false)?;
        loop {
            if let Node::Branch { item, degree } = node
                && !self.hand_over(item, degree)?
            {
                self.push(item, degree);
            }
            // Up to where a branch is left.
            loop {
                let Some(frame) = self.frames.last() else { return ControlFlow::Continue(()) };
                let (mark, counters) = (frame.mark, frame.counters);
                self.layer().0.undo(mark);
                for (at, old) in self.old_counters.drain(counters..).rev() {
                    self.search.counters[at as usize] = old;
                }
                if let Some(dead) = self.advance() {
                    node = self.enter(dead)?;
                    break;
                }
                self.pop();
            }
        }
    }

    /// Enters a node: counts it, reports it if it is a solution.
    #[inline(always)]
    fn enter(&mut self, dead: bool) -> ControlFlow<(), Node> {
        let level = self.search.path.len();
        let from = self.search.part.prefix.len();
        let (layer, matrix, counters) = self.layer();
        let chosen = if dead { Some((0, 0)) } else { layer.choose(matrix, counters) };
        if let Some((_, 1..)) = chosen
            && self.search.part.cut_off.is_some_and(|cut_off| level >= cut_off)
        {
            // Whoever searches below the cut counts this node.
            self.search.observer.cut(&self.search.path);
            return ControlFlow::Continue(Node::Leaf);
        }
        if level >= from {
            self.search.count(level)?;
        }
        match chosen {
            Some((_, 0)) => ControlFlow::Continue(Node::Leaf),
            Some((item, degree)) => ControlFlow::Continue(Node::Branch { item, degree }),
            None if level >= from => {
                self.search.report()?;
                ControlFlow::Continue(Node::Leaf)
            }
            None => ControlFlow::Continue(Node::Leaf),
        }
    }

    /// Gets ready to try the branches of a node.
    #[inline(always)]
    fn push(&mut self, item: u32, degree: u32) {
        let group = Learning::group(self.layer().0.living);
        let owns_layer = self.search.path.len() >= self.search.part.prefix.len() && self.thin_out();
        let branches = self.numbers.len();
        let layer = self.layers.last_mut().expect("the root layer stays");
        layer.collect(item, &mut self.numbers);
        let options = &layer.options;
        self.numbers[branches..].sort_unstable_by_key(|&bit| options[bit as usize]);
        let scarce = self.numbers.len();
        layer.collect_scarce(degree + SCARCE, &mut self.numbers);
        self.numbers.truncate(scarce + MAX_SCARCE);
        let frame = Frame {
            item,
            degree,
            rank: 0,
            wanted: self.search.wanted(degree),
            branches,
            scarce,
            mark: layer.mark(),
            counters: self.old_counters.len(),
            owns_layer,
            group,
            nodes: self.search.meter.nodes(),
        };
        self.frames.push(frame);
        self.search.path.push(Choice { item: ItemId(item), option: None, rank: 0, degree });
    }

    fn pop(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.numbers.truncate(frame.branches);
        self.search.path.pop();
        self.learning.learn(frame.group, self.search.meter.nodes() - frame.nodes);
        if frame.owns_layer {
            self.spare.extend(self.layers.pop());
        }
    }

    /// Takes the next branch of the last frame; whether it is seen to be a dead end. `None` when
    /// there is none left.
    #[inline(always)]
    fn advance(&mut self) -> Option<bool> {
        let at = self.frames.len() - 1;
        let frame = &mut self.frames[at];
        let mut rank = frame.rank;
        if let Some(wanted) = frame.wanted {
            if rank > wanted {
                return None;
            }
            rank = wanted;
        }
        if rank >= frame.degree {
            return None;
        }
        frame.rank = rank + 1;
        let (item, degree) = (frame.item, frame.degree);
        let (branches, scarce) = (frame.branches, frame.scarce);
        let matrix = self.search.matrix;
        let layer = self.layers.last_mut().expect("the root layer stays");
        let mark = layer.begin();
        let bit = self.numbers[branches..scarce].get(rank as usize).copied();
        let option = bit.map(|bit| layer.options[bit as usize]);
        let choice = Choice { item: ItemId(item), option: option.map(OptionId), rank, degree };
        self.search.path[at] = choice;
        let Some(option) = option else {
            // The last branch: no further option for this item.
            if layer.rows.span(item).wide {
                layer.clear_wide(item);
            }
            layer.clear_narrow_of(item);
            layer.close(item);
            let counters = &self.search.counters;
            return Some(layer.recount_hit(matrix, counters, mark, degree, None));
        };
        Some(self.take(option, mark))
    }

    /// Takes an option for the item of the last frame; whether that is seen to be a dead end.
    #[inline(always)]
    fn take(&mut self, option: u32, mark: Mark) -> bool {
        let matrix = self.search.matrix;
        let Frame { item, degree, rank, branches, scarce, .. } =
            *self.frames.last().expect("a node is branched on");
        let layer = self.layers.last_mut().expect("the root layer stays");
        let counters = &mut self.search.counters;
        let kills = matrix.kills.get(option as usize);
        let covers = matrix.covers.get(option as usize);
        for &row in kills {
            if layer.rows.span(row).wide {
                layer.clear_wide(row);
            }
        }
        for &covered in covers {
            let counter = matrix.counters[covered as usize];
            if counter == ONCE {
                layer.close(covered);
                continue;
            }
            let now = &mut counters[counter as usize];
            self.old_counters.push((counter, *now));
            now.bound -= 1;
            now.need = now.need.saturating_sub(1);
            if now.bound == 0 {
                layer.close(covered);
                if layer.rows.span(covered).wide {
                    layer.clear_wide(covered);
                }
            }
        }
        // Rows that are not wide reach everywhere; most dead ends show without them.
        if layer.recount_some(matrix, counters, &self.numbers[scarce..], degree) {
            return true;
        }
        for &row in kills {
            layer.clear_narrow_of(row);
        }
        if matrix.counters[item as usize] != ONCE {
            // An option tried before is not used again: each set is met once.
            for &bit in &self.numbers[branches..branches + rank as usize] {
                layer.clear_option(bit);
            }
        }
        if self.search.counter_count != 0 && take_counted(layer, matrix, counters, covers) {
            return true;
        }
        let losses = match self.setting.overlaps {
            Some(overlaps) if self.search.counter_count == 0 => {
                self.losses.fill(0);
                for &row in kills {
                    overlaps.add(row, &mut self.losses);
                }
                Some(&self.losses[..])
            }
            _ => None,
        };
        layer.recount_hit(matrix, counters, mark, degree, losses)
    }

    /// The options alive in the order of the problem, in `buffer`.
    fn sort_living(&mut self) {
        let layer = self.layers.last().expect("the root layer stays");
        for option in layer.living_options() {
            self.sorter[option as usize / 64] |= 1 << (option % 64);
        }
        self.buffer.clear();
        for (i, word) in self.sorter.iter_mut().enumerate() {
            let mut left = std::mem::take(word);
            while left != 0 {
                self.buffer.push(64 * i as u32 + left.trailing_zeros());
                left &= left - 1;
            }
        }
    }

    /// Lets bitset search take over the subtree of a node, if that is likely to pay.
    #[inline(always)]
    fn hand_over(&mut self, item: u32, degree: u32) -> ControlFlow<(), bool> {
        let limits = self.setting.limits;
        let layer = self.layers.last().expect("the root layer stays");
        let living = layer.living;
        if living > limits.handed_over || self.search.path.len() < self.search.part.prefix.len() {
            return ControlFlow::Continue(false);
        }
        let words = living.div_ceil(64).next_power_of_two();
        let saved = NODE + BLOCK * layer.alive.len() as f32 - TIER_NODE - TIER_WORD * words as f32;
        if saved * self.learning.nodes(living) < limits.making * living as f32 {
            return ControlFlow::Continue(false);
        }
        let items = layer.open().count();
        let counted: usize = self.search.counters.iter().map(|c| c.bound as usize + 1).sum();
        let levels = (items / self.setting.least_cover.max(1) + counted).min(living + items);
        if levels * (LEVEL_BYTES + LEVEL_ROWS * 8 * words) > MAX_STACK_BYTES {
            return ControlFlow::Continue(false);
        }
        self.sort_living();
        let layer = self.layers.last().expect("the root layer stays");
        let open: Vec<u32> = layer.open().collect();
        let before = self.search.meter.nodes();
        self.search.search_below(&self.buffer, &open, (item, degree))?;
        self.learning.learn(Learning::group(living), self.search.meter.nodes() - before);
        ControlFlow::Continue(true)
    }

    /// Goes on in a layer of the options alive, if that is likely to pay.
    fn thin_out(&mut self) -> bool {
        let limits = self.setting.limits;
        let layer = self.layers.last().expect("the root layer stays");
        let (all, living) = (layer.options.len(), layer.living);
        if living * 4 > all * 3 {
            return false;
        }
        let saved = BLOCK * (layer.alive.len() - living.div_ceil(512)) as f32;
        if saved * self.learning.nodes(living) < limits.making * living as f32 {
            return false;
        }
        let mut small = self.spare.pop().unwrap_or_default();
        let layer = self.layers.last().expect("the root layer stays");
        small.options.clear();
        small.options.extend(layer.living_options());
        small.items.clear();
        small.items.extend(layer.open());
        small.fill(self.search.matrix, &self.search.counters);
        self.layers.push(small);
        true
    }
}

/// Clears the rows of the covered items that take no more options, and counts the others; whether
/// one of those has no branch left.
fn take_counted(layer: &mut Layer, matrix: &Matrix, counters: &[Counter], covers: &[u32]) -> bool {
    for &covered in covers {
        let counter = matrix.counters[covered as usize];
        if counter == ONCE {
            continue;
        }
        if counters[counter as usize].bound == 0 {
            layer.clear_narrow_of(covered);
        } else if layer.recount_item(matrix, counters, covered) {
            return true;
        }
    }
    false
}
