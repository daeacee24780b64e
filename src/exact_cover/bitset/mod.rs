//! Bitset search: exact cover on bitsets of living options, in problems that shrink as the
//! search goes deeper.
//!
//! The state is the set of options that are still possible and the set of items still open;
//! nothing is counted ahead and nothing undone. Choosing an option clears the rows of its items
//! from the set.
//!
//! A *tier* is the problem of some living options, each set of options held in W words of 64 bits,
//! where W is a power of two. When the living options of a node fit into fewer words, and its
//! subtree is likely large enough to pay for it, they are copied into a smaller tier and the
//! search continues there. The likely size of subtrees is learned during the search. The item
//! chosen does not depend on the tier, so neither does the tree: fewest branches first, ties to
//! the item that comes first.
//!
//! Colours and multiplicities are those of TAOCP 7.2.2.1, Algorithms C and M; a multiplicity that
//! the other items imply is not counted. AVX2 and POPCNT are used where the processor has them, or
//! AVX-512, which counts the bits of eight words at once, and for which small tiers have a layout
//! of their own (see the file `nodes/simd.rs`); which it has is found out at run time.

mod implied;
mod nodes;
mod rest;
mod tier;

use std::ops::ControlFlow;

use implied::implied;
use tier::Tier;

use super::engine::{Engine, Explorer, Loader, Tree, Unsupported};
use super::instructions::Instructions;
use super::meter::Meter;
use super::stack::with_stack;
use super::{Cell, Choice, Effort, ItemKind, Observer, OptionId, Part, Probe, Problem};

/// The row of this engine.
pub static ENGINE: Engine = Engine {
    id: "bitset",
    name: "bitset search",
    supports: BitsetSearch::supports,
    tree: Tree::FewestOptions,
    node_cost,
    loader: Loader::Tree(|problem, _| Ok(Box::new(BitsetSearch::new(problem)))),
};

/// The time that a node takes, in nanoseconds. With very many items it is the open ones that take
/// the time, as each of them is looked at.
fn node_cost(problem: &Problem) -> f64 {
    if problem.primary_count() > 2000 { 2000.0 } else { 80.0 }
}

/// The number of words of the largest tier; a problem of more options than fit is for another
/// engine.
const MAX_WORDS: usize = 256;
/// The sizes of tiers, in words of 64 options.
const TIERS: [usize; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/// The number of living options by which subtrees are grouped when their sizes are learned.
const GROUP: usize = 16;
/// The number of groups; larger subtrees count as of the last.
const GROUPS: usize = 128;
/// The costs and savings of tiers, in nanoseconds.
struct TierCosts {
    /// The time of a node for each word of a row.
    word: f32,
    /// The time to make a tier for each living option, and besides.
    option: f32,
    tier: f32,
}

/// The costs where rows are filled option by option and counted one by one.
const COSTS: TierCosts = TierCosts { word: 10.0, option: 8.0, tier: 250.0 };
/// The costs where rows are copied and eight are counted at once.
const LANE_COSTS: TierCosts = TierCosts { word: 5.0, option: 2.0, tier: 400.0 };
/// The largest number of primary items, which bounds the depth of the recursion.
const MAX_ITEMS: usize = 20_000;
/// The item is covered exactly once.
pub(super) const ONCE: u32 = u32::MAX;
/// No item is left to branch on.
const NONE: u32 = u32::MAX;

/// The data that all tiers share: the rows of each option, numbered the same in every tier.
#[derive(Default)]
pub(super) struct Matrix {
    /// The primary items, whose rows come first.
    pub(super) primary: usize,
    /// The number of rows.
    pub(super) height: usize,
    /// For each option, the rows that it is in.
    pub(super) members: Lists,
    /// For each option, the rows that are cleared when it is chosen; those that it is in when
    /// `plain`.
    pub(super) kills: Lists,
    /// For each option, the primary items that it covers.
    pub(super) covers: Lists,
    /// For each primary item its place among the items with a multiplicity, or [`ONCE`].
    pub(super) counters: Vec<u32>,
    /// True if there are neither colours nor multiplicities.
    plain: bool,
}

/// Lists of numbers, one after the other.
#[derive(Default)]
pub(super) struct Lists {
    starts: Vec<u32>,
    values: Vec<u32>,
}

impl Lists {
    fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.values.clear();
    }

    /// The number of lists.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn end_list(&mut self) {
        self.starts.push(self.values.len() as u32);
    }

    #[inline(always)]
    pub(super) fn get(&self, i: usize) -> &[u32] {
        &self.values[self.starts[i] as usize..self.starts[i + 1] as usize]
    }
}

/// The number of times that an item may (`bound`) and must (`need`) still be covered.
#[derive(Clone, Copy)]
pub(super) struct Counter {
    pub(super) bound: u32,
    pub(super) need: u32,
}

/// A node that is about to be searched, and which of its open items to branch on.
#[derive(Clone, Copy)]
struct BranchNode {
    /// Where the set of its open items lies in the arena.
    open: (usize, usize),
    /// Where its counters begin.
    counters: usize,
    /// The item, or [`NONE`].
    item: u32,
    /// The number of branches; 0 for a dead end.
    degree: u32,
}

/// The subtrees of some size searched so far.
#[derive(Clone, Copy, Default)]
struct Learned {
    nodes: f32,
    visits: f32,
}

/// The rows of the colours. Besides the row of all its options, an item has for each of its colours
/// a row of those options that give it another colour or none.
struct ColourRows {
    /// For each item, its colours.
    colours: Vec<Vec<u32>>,
    /// For each item, the row of its first colour.
    first: Vec<usize>,
    /// The number of rows, those of the items included.
    height: usize,
}

impl ColourRows {
    fn new(problem: &Problem) -> ColourRows {
        let mut colours: Vec<Vec<u32>> = vec![Vec::new(); problem.items().len()];
        for (_, option) in problem.options() {
            for cell in option {
                let known = &mut colours[cell.item.index()];
                if cell.colour != 0 && !known.contains(&cell.colour) {
                    known.push(cell.colour);
                }
            }
        }
        let mut first = Vec::with_capacity(colours.len());
        let mut height = problem.items().len();
        for known in &colours {
            first.push(height);
            height += known.len();
        }
        ColourRows { colours, first, height }
    }
}

impl Matrix {
    /// The rows of a problem, the counters of the items with a multiplicity, and the items that
    /// are open at the root. Implied items are left out of all options.
    pub(super) fn new(problem: &Problem) -> (Matrix, Vec<Counter>, Vec<u32>) {
        let implied = implied(problem);
        let mut counters = Vec::new();
        let counter = |(item, implied): (&super::Item, &bool)| match item.kind {
            ItemKind::Primary { min, max } if (min, max) != (1, 1) && !implied => {
                counters.push(Counter { bound: max, need: min });
                counters.len() as u32 - 1
            }
            _ => ONCE,
        };
        let primary = problem.primary_count();
        let items = problem.items()[..primary].iter().zip(&implied);
        let counter_of: Vec<u32> = items.map(counter).collect();
        let open = (0..primary as u32).filter(|&item| !implied[item as usize]).collect();
        let rows = ColourRows::new(problem);
        let mut matrix = Matrix {
            primary,
            height: rows.height,
            plain: counters.is_empty() && rows.height == problem.items().len(),
            counters: counter_of,
            ..Matrix::default()
        };
        matrix.members.clear();
        matrix.kills.clear();
        matrix.covers.clear();
        for (_, option) in problem.options() {
            for cell in option.iter().filter(|cell| !implied[cell.item.index()]) {
                matrix.push_cell(cell, problem.is_primary(cell.item), &rows);
            }
            matrix.members.end_list();
            matrix.kills.end_list();
            matrix.covers.end_list();
        }
        (matrix, counters, open)
    }

    /// Adds the rows of one cell to the lists of the option in hand.
    fn push_cell(&mut self, cell: Cell, primary: bool, rows: &ColourRows) {
        let item = cell.item.index();
        self.members.values.push(item as u32);
        for (i, &colour) in rows.colours[item].iter().enumerate() {
            let list = if colour == cell.colour { &mut self.kills } else { &mut self.members };
            list.values.push((rows.first[item] + i) as u32);
        }
        if primary {
            self.covers.values.push(item as u32);
            if self.counters[item] == ONCE {
                self.kills.values.push(item as u32);
            }
        } else if cell.colour == 0 {
            self.kills.values.push(item as u32);
        }
    }
}

/// The subtrees searched so far, by their tier and their number of living options.
pub(super) struct Learning(Box<[[Learned; GROUPS]; TIERS.len()]>);

impl Default for Learning {
    fn default() -> Learning {
        Learning(Box::new([[Learned::default(); GROUPS]; TIERS.len()]))
    }
}

/// The engine.
pub struct BitsetSearch {
    matrix: Matrix,
    root: Tier,
    counters: Vec<Counter>,
    instructions: Instructions,
    learned: Learning,
    /// Tiers that are not in use, kept for their memory.
    pool: Vec<Tier>,
}

impl BitsetSearch {
    /// Checks whether this engine can hold a problem.
    ///
    /// # Errors
    /// Why not.
    pub fn supports(problem: &Problem) -> Result<(), Unsupported> {
        let (options, items) = (problem.option_count(), problem.primary_count());
        if options > 64 * MAX_WORDS {
            return Err(Unsupported::Options { options, most: 64 * MAX_WORDS });
        }
        if items > MAX_ITEMS {
            return Err(Unsupported::Items { items, most: MAX_ITEMS });
        }
        Ok(())
    }

    /// Prepares a problem. Memory is a bit for each item (or colour) and option.
    ///
    /// # Panics
    /// When the engine does not [support](BitsetSearch::supports) the problem.
    pub fn new(problem: &Problem) -> BitsetSearch {
        if let Err(why) = BitsetSearch::supports(problem) {
            panic!("{why}");
        }
        let (matrix, counters, open) = Matrix::new(problem);
        let mut places = vec![0; matrix.primary];
        for (place, &item) in open.iter().enumerate() {
            places[item as usize] = place as u32;
        }
        let count = problem.option_count();
        let words = words_for(count);
        let mut root = Tier {
            words,
            options: (0..count as u32).map(OptionId).collect(),
            rows: vec![0; matrix.height * words],
            items: open,
            places,
            ..Tier::default()
        };
        for option in 0..count {
            for &row in matrix.members.get(option) {
                root.rows[row as usize * words + option / 64] |= 1 << (option % 64);
            }
        }
        let (instructions, learned, pool) =
            (Instructions::found(), Learning::default(), Vec::new());
        root.lay(&matrix, true, instructions);
        root.arrange(&matrix);
        BitsetSearch { matrix, root, counters, instructions, learned, pool }
    }
}

/// The stack that a search may need: it recurses a level for each item, and the functions of a level
/// hold some sets of options.
fn stack_bytes(items: usize, words: usize) -> usize {
    const SETS: usize = 6;
    const BESIDES: usize = 1 << 10;
    (items + 1) * (words * size_of::<u64>() * SETS + BESIDES)
}

impl Explorer for BitsetSearch {
    fn explore(
        &mut self,
        part: Part<'_>,
        observer: &mut dyn Observer,
        probe: Option<Probe>,
    ) -> (Effort, ControlFlow<()>, Option<Probe>) {
        let stack = stack_bytes(self.root.items.len(), self.root.words);
        let learned = &mut self.learned;
        let mut search =
            Search::new(part, observer, probe, &self.matrix, learned, self.instructions);
        search.arena.extend(full_set(self.root.items.len()));
        search.counters.clone_from(&self.counters);
        search.counter_count = self.counters.len();
        search.pool = std::mem::take(&mut self.pool);
        let flow = with_stack(stack, || nodes::start(&mut search, &self.root));
        self.pool = std::mem::take(&mut search.pool);
        (search.meter.into_effort(), flow, search.probe)
    }
}

/// The number of words of the smallest tier with room for this number of options.
fn words_for(options: usize) -> usize {
    options.div_ceil(64).next_power_of_two().clamp(1, MAX_WORDS)
}

pub(super) struct Search<'a> {
    /// The random walk to take instead of searching.
    pub(super) probe: Option<Probe>,
    pub(super) part: Part<'a>,
    pub(super) observer: &'a mut dyn Observer,
    pub(super) meter: Meter,
    /// The choices that lead here.
    pub(super) path: Vec<Choice>,
    solution: Vec<OptionId>,
    pub(super) matrix: &'a Matrix,
    /// The sets of open items of all nodes on the path, by the bits of their tiers; words beyond
    /// these are undefined.
    arena: Vec<u64>,
    /// The counters of all nodes on the path, `counter_count` for each.
    pub(super) counters: Vec<Counter>,
    pub(super) counter_count: usize,
    pub(super) learned: &'a mut Learning,
    /// The instruction set, at most [`Instructions::found`].
    instructions: Instructions,
    /// Tiers that are not in use, kept for their memory.
    pool: Vec<Tier>,
}

impl<'a> Search<'a> {
    /// A search at the root of a problem without multiplicities.
    pub(super) fn new(
        part: Part<'a>,
        observer: &'a mut dyn Observer,
        probe: Option<Probe>,
        matrix: &'a Matrix,
        learned: &'a mut Learning,
        instructions: Instructions,
    ) -> Search<'a> {
        Search {
            probe,
            part,
            observer,
            meter: Meter::new(part, 64),
            path: Vec::new(),
            solution: Vec::new(),
            matrix,
            arena: Vec::new(),
            counters: Vec::new(),
            counter_count: 0,
            learned,
            instructions,
            pool: Vec::new(),
        }
    }

    /// Searches the subtree of a node whose state another engine holds: branches on an item, with
    /// these options alive, in the order of the problem, and these items open. There are no
    /// counters but those of the node. Recurses once per level of the subtree.
    pub(super) fn search_below(
        &mut self,
        living: &[u32],
        open: &[u32],
        (item, degree): (u32, u32),
    ) -> ControlFlow<()> {
        let mut small = self.pool.pop().unwrap_or_default();
        small.options.clear();
        small.options.extend(living.iter().map(|&option| OptionId(option)));
        small.items.clear();
        small.items.extend_from_slice(open);
        small.words = words_for(living.len());
        small.lay(self.matrix, self.is_complete(), self.instructions);
        small.fill(self.matrix);
        small.arrange(self.matrix);
        self.arena.clear();
        self.arena.extend(full_set(open.len()));
        let open = (0, self.arena.len());
        let flow = nodes::below(self, &small, BranchNode { open, counters: 0, item, degree });
        self.pool.push(small);
        flow
    }

    /// Returns whether every branch is taken from here on.
    fn is_complete(&self) -> bool {
        let part = self.part;
        self.probe.is_none() && part.cut_off.is_none() && self.path.len() >= part.prefix.len()
    }

    /// Counts a node of a level, and reports from time to time.
    #[inline(always)]
    pub(super) fn count(&mut self, level: usize) -> ControlFlow<()> {
        if let Some(probe) = &mut self.probe {
            probe.visit();
        }
        self.meter.enter(level, self.observer, &self.path)
    }

    /// The only branch to take, if it is given by a prefix or a random walk.
    #[inline(always)]
    pub(super) fn wanted(&mut self, degree: u32) -> Option<u32> {
        match &mut self.probe {
            None => self.part.prefix.get(self.path.len()).copied(),
            Some(probe) => Some(probe.branch(degree)),
        }
    }

    pub(super) fn report(&mut self) -> ControlFlow<()> {
        self.solution.clear();
        self.solution.extend(self.path.iter().filter_map(|choice| choice.option));
        self.observer.solution(&self.solution)
    }

    /// A copy of a node's counters for its child, as an offset.
    #[inline(always)]
    fn copy_counters(&mut self, from: usize) -> usize {
        let at = self.counters.len();
        self.counters.extend_from_within(from..from + self.counter_count);
        at
    }

    /// A copy of a node's open items for its child.
    #[inline(always)]
    fn copy_open(&mut self, (begin, end): (usize, usize)) -> (usize, usize) {
        let size = end - begin;
        if self.arena.len() < end + size {
            self.arena.resize(2 * (end + size), 0);
        }
        let (own, copy) = self.arena.split_at_mut(end);
        for (to, from) in copy.iter_mut().zip(&own[begin..]) {
            *to = *from;
        }
        (end, end + size)
    }

    /// Closes an item of a node.
    #[inline(always)]
    fn close(&mut self, tier: &Tier, (begin, _): (usize, usize), item: u32) {
        let place = tier.places[item as usize] as usize;
        self.arena[begin + place / 64] &= !(1 << (place % 64));
    }

    /// Returns whether copying the living options into a smaller tier is likely to pay: the
    /// subtree, as large as others of its size were, saves more than the copying costs.
    #[inline(always)]
    fn pays(&self, words: usize, smaller: usize, living: usize) -> bool {
        let seen =
            &self.learned.0[words.trailing_zeros() as usize][(living / GROUP).min(GROUPS - 1)];
        let costs = if self.instructions == Instructions::Wide { LANE_COSTS } else { COSTS };
        // The first estimate is as many nodes as options.
        let saved = (seen.nodes + living as f32) * (words - smaller) as f32 * costs.word;
        saved > (living as f32 * costs.option + costs.tier) * (seen.visits + 1.0)
    }

    #[inline(always)]
    fn learn(&mut self, words: usize, living: usize, nodes: u64) {
        let group = (living / GROUP).min(GROUPS - 1);
        let seen = &mut self.learned.0[words.trailing_zeros() as usize][group];
        seen.nodes += nodes as f32;
        seen.visits += 1.0;
        // Halving keeps the sums from losing small numbers.
        if seen.visits >= 4096.0 {
            seen.nodes /= 2.0;
            seen.visits /= 2.0;
        }
    }

    /// Makes the smaller tier of a node's living options and open items, those with the fewest
    /// options first, so that dead ends show early; appends the set of its items to the arena.
    /// Returns where that lies.
    fn compact<const W: usize>(
        &mut self,
        tier: &Tier,
        alive: &[u64; W],
        (begin, end): (usize, usize),
        words: usize,
        small: &mut Tier,
    ) -> (usize, usize) {
        small.options.clear();
        for (own, word) in tier.options.chunks(64).zip(alive) {
            let mut word = *word;
            while word != 0 {
                small.options.push(own[word.trailing_zeros() as usize]);
                word &= word - 1;
            }
        }
        small.items.clear();
        small.items.extend(members(&self.arena[begin..end], &tier.items));
        small.words = words;
        small.lay(self.matrix, self.is_complete(), self.instructions);
        let size = small.items.len().div_ceil(64);
        self.arena.truncate(end);
        self.arena.extend(full_set(small.items.len()));
        (end, end + size)
    }
}

/// The words of the set of all members, given their number.
fn full_set(members: usize) -> impl Iterator<Item = u64> {
    let word = move |first| match members - first {
        n if n >= 64 => u64::MAX,
        n => (1u64 << n) - 1,
    };
    (0..members).step_by(64).map(word)
}

/// The items of a set of open items.
#[inline(always)]
fn members(open: &[u64], items: &[u32]) -> impl Iterator<Item = u32> {
    let of_word = |(items, word): (_, &u64)| {
        let (items, mut word): (&[u32], u64) = (items, *word);
        std::iter::from_fn(move || {
            (word != 0).then(|| {
                let item = items[word.trailing_zeros() as usize];
                word &= word - 1;
                item
            })
        })
    };
    items.chunks(64).zip(open).flat_map(of_word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::{DancingLinks, ItemId, ProblemBuilder, TreeSearch};

    struct All(Vec<Vec<OptionId>>);

    impl Observer for All {
        fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
            self.0.push(options.to_vec());
            ControlFlow::Continue(())
        }

        fn pulse(&mut self, _: &Effort, _: &[Choice]) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    /// Rooks that leave each other alone, of which one colour stands on light squares, and whose
    /// diagonals are taken at most once; more options than eight words hold.
    fn rooks(n: u32, ways: u32, plain: bool) -> Problem {
        let mut builder = ProblemBuilder::default();
        let mut items = |letter: char, count: u32, kind| -> Vec<ItemId> {
            (0..count).map(|i| builder.item(format!("{letter}{i}"), kind)).collect()
        };
        let rows = items('r', n, ItemKind::ONCE);
        let columns = items('c', n, ItemKind::ONCE);
        let some = items('m', u32::from(!plain), ItemKind::Primary { min: 1, max: n - 1 });
        let diagonals = items('d', 2 * n, ItemKind::Secondary);
        for r in 0..n {
            for c in 0..n {
                for way in 0..ways {
                    let mut cells = vec![rows[r as usize], columns[c as usize]];
                    cells.push(diagonals[(r + c) as usize]);
                    if let Some(&some) = some.first().filter(|_| way == 0 && (r * c) % 3 == 0) {
                        cells.push(some);
                    }
                    builder.option(cells);
                }
            }
        }
        builder.build().unwrap()
    }

    #[test]
    fn the_tree_is_the_same_whatever_the_processor_can_do() {
        let sizes = [(5, 1), (5, 4), (6, 2), (3, 58)];
        for ((n, ways), plain) in sizes.into_iter().flat_map(|s| [(s, false), (s, true)]) {
            let problem = rooks(n, ways, plain);
            let search = |instructions| {
                let mut engine = BitsetSearch { instructions, ..BitsetSearch::new(&problem) };
                let mut all = All(Vec::new());
                let (effort, _) = engine.search(Part::default(), &mut all);
                (effort, all.0)
            };
            let (effort, solutions) = search(Instructions::Plain);
            for instructions in [Instructions::Fast, Instructions::Wide] {
                if instructions <= Instructions::found() {
                    assert!(
                        search(instructions) == (effort.clone(), solutions.clone()),
                        "{instructions:?}"
                    );
                }
            }
            let sorted = |mut solutions: Vec<Vec<OptionId>>| {
                solutions.iter_mut().for_each(|solution| solution.sort_unstable());
                solutions.sort_unstable();
                solutions
            };
            let mut links = All(Vec::new());
            let _ = DancingLinks::new(&problem).search(Part::default(), &mut links);
            assert!(!links.0.is_empty() && sorted(links.0) == sorted(solutions), "{n}, {ways}");
        }
    }
}
