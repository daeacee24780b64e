//! Compact tiers: exact cover on bitsets of living options, in problems that shrink as the
//! search goes deeper.
//!
//! The state is the set of options that are still possible and the list of items still open;
//! nothing is counted ahead and nothing undone. Choosing an option clears the rows of its items
//! from the set. The problem is held in W words of 64 options; when the living options would fit
//! into fewer words, and the subtree is likely large enough to pay for it, they are copied into
//! a problem of that size (a tier) and the search goes on there. How large subtrees are is
//! learned while searching. Which item is chosen does not depend on the tiers, so neither do
//! the tree and its nodes: fewest branches first, ties to the item that comes first.
//!
//! Colours and multiplicities are those of TAOCP 7.2.2.1, Algorithms C and M. On processors that
//! have them, AVX2 and POPCNT are used; they are looked for when the program runs.

use std::ops::ControlFlow;

use super::{
    Choice, Effort, ItemId, ItemKind, Observer, OptionId, PULSE, Part, Probe, Problem, Unobserved,
};

/// Words of the largest tier; a problem of more options than fit is for another engine.
const MOST_WORDS: usize = 256;
/// The tiers: words of 64 options.
const TIERS: [usize; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/// Living options are grouped by this many when subtree sizes are learned.
const GROUP: usize = 16;
/// Groups beyond this one are learned together.
const GROUPS: usize = 128;
/// What a node costs for each word of a row, what compacting costs for each living option, and
/// what it costs besides, in nanoseconds.
const WORD_COST: f32 = 10.0;
const COPY_COST: f32 = 8.0;
const TIER_COST: f32 = 250.0;
/// More items than this would make the recursion too deep.
const MOST_ITEMS: usize = 20_000;
/// The item is covered exactly once.
const ONCE: u32 = u32::MAX;
/// An item with so many living options or more is long from being chosen.
const MANY: usize = 63;

/// What all tiers share: the options by what they meet. Rows are numbered as here in every tier.
#[derive(Default)]
struct Matrix {
    /// The primary items, whose rows come first.
    primary: usize,
    /// The number of rows.
    height: usize,
    /// For each option, the rows that it is in.
    members: Lists,
    /// For each option, the rows that are cleared when it is chosen; those that it is in when
    /// `plain`.
    kills: Lists,
    /// For each option, the primary items that it covers.
    covers: Lists,
    /// For each primary item its place among the items with a multiplicity, or [`ONCE`].
    counters: Vec<u32>,
    /// Whether there are neither colours nor multiplicities.
    plain: bool,
}

/// A problem held in W words a row.
#[derive(Default)]
struct Tier {
    /// Words a row.
    words: usize,
    /// The option that each bit stands for.
    options: Vec<OptionId>,
    /// Sets of options, `words` words each. Rows of items that are no longer open hold rubbish.
    rows: Vec<u64>,
}

/// Lists of numbers, one after the other.
#[derive(Default)]
struct Lists {
    starts: Vec<u32>,
    values: Vec<u32>,
}

impl Lists {
    fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.values.clear();
    }

    fn end_list(&mut self) {
        self.starts.push(self.values.len() as u32);
    }

    #[inline(always)]
    fn get(&self, i: usize) -> &[u32] {
        &self.values[self.starts[i] as usize..self.starts[i + 1] as usize]
    }
}

/// How often an item may and must still be covered.
#[derive(Clone, Copy)]
struct Counter {
    bound: u32,
    need: u32,
}

/// A node that is about to be searched, and which of its open items to branch on.
#[derive(Clone, Copy)]
struct Chosen {
    /// Where its open items lie in the arena.
    open: (usize, usize),
    /// Where its counters begin.
    counters: usize,
    item: u32,
    /// The number of branches; 0 for a dead end.
    degree: u32,
}

/// What has been seen of subtrees of some size.
#[derive(Clone, Copy, Default)]
struct Learned {
    nodes: f32,
    visits: f32,
}

/// The engine.
pub struct CompactTiers {
    matrix: Matrix,
    root: Tier,
    counters: Vec<Counter>,
    fast: bool,
    learned: Box<[[Learned; GROUPS]; TIERS.len()]>,
}

impl CompactTiers {
    /// Whether this engine can hold a problem.
    pub fn fits(problem: &Problem) -> bool {
        problem.option_count() <= 64 * MOST_WORDS && problem.primary_count() <= MOST_ITEMS
    }

    /// Prepares a problem. Memory is a bit for each item (or colour) and option.
    ///
    /// # Panics
    /// When the problem does not [fit](CompactTiers::fits).
    pub fn new(problem: &Problem) -> CompactTiers {
        assert!(CompactTiers::fits(problem), "the problem has too many options for this engine");
        let mut counters = Vec::new();
        let counter = |item: &super::Item| match item.kind {
            ItemKind::Primary { min, max } if (min, max) != (1, 1) => {
                counters.push(Counter { bound: max, need: min });
                counters.len() as u32 - 1
            }
            _ => ONCE,
        };
        let primary = problem.primary_count();
        let counter_of: Vec<u32> = problem.items()[..primary].iter().map(counter).collect();

        // Besides the row of all its options, an item has for each of its colours a row of
        // those options that give it another colour or none.
        let mut colours: Vec<Vec<u32>> = vec![Vec::new(); problem.items().len()];
        for (_, option) in problem.options() {
            for cell in option {
                let known = &mut colours[cell.item.index()];
                if cell.colour != 0 && !known.contains(&cell.colour) {
                    known.push(cell.colour);
                }
            }
        }
        let mut first_row = Vec::with_capacity(colours.len());
        let mut row_count = problem.items().len();
        for known in &colours {
            first_row.push(row_count);
            row_count += known.len();
        }

        let count = problem.option_count();
        let words = words_for(count);
        let mut matrix = Matrix {
            primary,
            height: row_count,
            plain: counters.is_empty() && row_count == problem.items().len(),
            counters: counter_of,
            ..Matrix::default()
        };
        let mut root = Tier {
            words,
            options: (0..count as u32).map(OptionId).collect(),
            rows: vec![0; row_count * words],
        };
        matrix.members.clear();
        matrix.kills.clear();
        matrix.covers.clear();
        for (id, option) in problem.options() {
            for cell in option {
                let item = cell.item.index();
                matrix.members.values.push(item as u32);
                for (i, &colour) in colours[item].iter().enumerate() {
                    let list =
                        if colour == cell.colour { &mut matrix.kills } else { &mut matrix.members };
                    list.values.push((first_row[item] + i) as u32);
                }
                if problem.is_primary(cell.item) {
                    matrix.covers.values.push(item as u32);
                    if matrix.counters[item] == ONCE {
                        matrix.kills.values.push(item as u32);
                    }
                } else if cell.colour == 0 {
                    matrix.kills.values.push(item as u32);
                }
            }
            matrix.members.end_list();
            matrix.kills.end_list();
            matrix.covers.end_list();
            let (word, bit) = (id.index() / 64, id.index() % 64);
            for &row in matrix.members.get(id.index()) {
                root.rows[row as usize * words + word] |= 1 << bit;
            }
        }
        CompactTiers {
            matrix,
            root,
            counters,
            fast: has_fast_bits(),
            learned: Box::new([[Learned::default(); GROUPS]; TIERS.len()]),
        }
    }

    /// Searches a part of the tree; as [`super::DancingLinks::search`].
    pub fn search(
        &mut self,
        part: Part<'_>,
        observer: &mut impl Observer,
    ) -> (Effort, ControlFlow<()>) {
        let (effort, flow, _) = self.walk(part, observer, None);
        (effort, flow)
    }

    /// Estimates the nodes of the tree by one random walk.
    pub(crate) fn probe(&mut self, seed: u64) -> f64 {
        let probe = Some(Probe::new(seed));
        let (_, _, probe) = self.walk(Part::default(), &mut Unobserved, probe);
        probe.map_or(0.0, |probe| probe.estimate())
    }

    fn walk(
        &mut self,
        part: Part<'_>,
        observer: &mut impl Observer,
        probe: Option<Probe>,
    ) -> (Effort, ControlFlow<()>, Option<Probe>) {
        let mut search = Search {
            probe,
            part,
            observer,
            effort: Effort::default(),
            next_pulse: PULSE,
            path: Vec::new(),
            solution: Vec::new(),
            matrix: &self.matrix,
            arena: (0..self.matrix.primary as u32).collect(),
            counters: self.counters.clone(),
            counter_count: self.counters.len(),
            stamps: vec![u64::MAX; self.matrix.height],
            stamp: 0,
            learned: &mut self.learned,
            pool: Vec::new(),
        };
        let flow = if self.fast {
            start_fast(&mut search, &self.root)
        } else {
            plain::start(&mut search, &self.root)
        };
        (search.effort, flow, search.probe)
    }
}

/// The words of the least tier that holds so many options.
fn words_for(options: usize) -> usize {
    options.div_ceil(64).next_power_of_two().clamp(1, MOST_WORDS)
}

struct Search<'a, O> {
    /// Instead of searching, walk at random.
    probe: Option<Probe>,
    part: Part<'a>,
    observer: &'a mut O,
    effort: Effort,
    next_pulse: u64,
    /// The choices that lead here.
    path: Vec<Choice>,
    solution: Vec<OptionId>,
    matrix: &'a Matrix,
    /// The open items of all nodes on the path; what lies beyond is rubbish.
    arena: Vec<u32>,
    /// The counters of all nodes on the path, `counter_count` for each.
    counters: Vec<Counter>,
    counter_count: usize,
    /// By row: an item whose stamp is the current one is covered by the option being tried.
    stamps: Vec<u64>,
    stamp: u64,
    learned: &'a mut [[Learned; GROUPS]; TIERS.len()],
    /// Tiers that are not in use, kept for their memory.
    pool: Vec<Tier>,
}

impl<O: Observer> Search<'_, O> {
    /// Counts a node of a level, and reports now and then.
    #[inline(always)]
    fn count(&mut self, level: usize) -> ControlFlow<()> {
        if let Some(probe) = &mut self.probe {
            probe.visit();
        }
        self.effort.nodes += 1;
        if self.effort.by_level.len() <= level {
            self.effort.by_level.resize(level + 1, 0);
        }
        self.effort.by_level[level] += 1;
        if self.effort.nodes >= self.next_pulse {
            self.next_pulse = self.effort.nodes + PULSE;
            return self.observer.pulse(&self.effort, &self.path);
        }
        ControlFlow::Continue(())
    }

    /// The only branch to take, if there is one: of a prefix, or of a random walk.
    #[inline(always)]
    fn wanted(&mut self, degree: u32) -> Option<u32> {
        match &mut self.probe {
            None => self.part.prefix.get(self.path.len()).copied(),
            Some(probe) => Some(probe.branch(degree)),
        }
    }

    fn report(&mut self) -> ControlFlow<()> {
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

    /// Whether copying the living options into a smaller tier is likely to pay: the subtree,
    /// as large as others of its size were, saves more than the copying costs.
    #[inline(always)]
    fn pays(&self, words: usize, smaller: usize, living: usize) -> bool {
        let seen = &self.learned[words.trailing_zeros() as usize][(living / GROUP).min(GROUPS - 1)];
        // Until it is known, a subtree is taken to have as many nodes as options.
        let saved = (seen.nodes + living as f32) * (words - smaller) as f32 * WORD_COST;
        saved > (living as f32 * COPY_COST + TIER_COST) * (seen.visits + 1.0)
    }

    #[inline(always)]
    fn learn(&mut self, words: usize, living: usize, nodes: u64) {
        let group = (living / GROUP).min(GROUPS - 1);
        let seen = &mut self.learned[words.trailing_zeros() as usize][group];
        seen.nodes += nodes as f32;
        seen.visits += 1.0;
        // Forgetting by halves keeps the sums from losing small numbers.
        if seen.visits >= 4096.0 {
            seen.nodes /= 2.0;
            seen.visits /= 2.0;
        }
    }

    /// Makes the smaller tier of a node's living options, and appends its open items to the
    /// arena, those with the fewest options first, so that dead ends show early. Returns where
    /// these lie.
    fn compact<const W: usize>(
        &mut self,
        tier: &Tier,
        alive: &[u64; W],
        (begin, end): (usize, usize),
        words: usize,
        small: &mut Tier,
    ) -> (usize, usize) {
        let matrix = self.matrix;
        let shift = words.trailing_zeros();
        small.words = words;
        small.options.clear();
        if small.rows.len() < matrix.height << shift {
            small.rows.resize(matrix.height << shift, 0);
        }
        let rows = &mut small.rows[..matrix.height << shift];
        for &item in &self.arena[begin..end] {
            rows[(item as usize) << shift..][..words].fill(0);
        }
        rows[matrix.primary << shift..].fill(0);
        for (options, word) in tier.options.chunks(64).zip(alive) {
            let mut word = *word;
            while word != 0 {
                let option = options[word.trailing_zeros() as usize];
                word &= word - 1;
                let (at, bit) = (small.options.len() / 64, small.options.len() % 64);
                small.options.push(option);
                for &row in matrix.members.get(option.index()) {
                    rows[((row as usize) << shift) + at] |= 1 << bit;
                }
            }
        }
        // Sorted by counting.
        let count = |item: u32| {
            let row = &rows[(item as usize) << shift..][..words];
            (row.iter().map(|w| w.count_ones()).sum::<u32>() as usize).min(MANY)
        };
        let mut places = [0; MANY + 2];
        for &item in &self.arena[begin..end] {
            places[count(item) + 1] += 1;
        }
        for n in 1..places.len() {
            places[n] += places[n - 1];
        }
        let size = end - begin;
        if self.arena.len() < end + size {
            self.arena.resize(end + size, 0);
        }
        let (old, new) = self.arena.split_at_mut(end);
        for &item in &old[begin..] {
            let place = &mut places[count(item)];
            new[*place] = item;
            *place += 1;
        }
        (end, end + size)
    }
}

/// The rows of a tier of W words.
#[inline(always)]
fn rows_of<const W: usize>(tier: &Tier) -> &[[u64; W]] {
    tier.rows.as_chunks().0
}

/// How many options of a row are alive; counting may stop once it is more than `enough`.
#[inline(always)]
fn living<const W: usize>(alive: &[u64; W], row: &[u64; W], enough: u32) -> u32 {
    let mut count = 0;
    // Where it is not worth a branch that is hard to foresee, everything is counted.
    let step = if W <= 8 { W } else { 8 };
    for i in (0..W).step_by(step) {
        for k in i..i + step {
            count += (alive[k] & row[k]).count_ones();
        }
        if count > enough {
            break;
        }
    }
    count
}

#[inline(always)]
fn clear<const W: usize>(alive: &mut [u64; W], row: &[u64; W]) {
    for (a, r) in alive.iter_mut().zip(row) {
        *a &= !r;
    }
}

fn all_alive<const W: usize>(options: usize) -> [u64; W] {
    std::array::from_fn(|w| match options.saturating_sub(64 * w) {
        0 => 0,
        n if n >= 64 => u64::MAX,
        n => (1 << n) - 1,
    })
}

/// The functions of the search, which are compiled twice: for any processor, and for those with
/// AVX2 and POPCNT. A function with target features inlines only what has no others.
macro_rules! engine {
    ($(#[$feature:meta])*) => {
        $(#[$feature])*
        pub(super) fn start<O: Observer>(search: &mut Search<'_, O>, tier: &Tier) -> ControlFlow<()> {
            match tier.words {
                1 => root::<1, O>(search, tier),
                2 => root::<2, O>(search, tier),
                4 => root::<4, O>(search, tier),
                8 => root::<8, O>(search, tier),
                16 => root::<16, O>(search, tier),
                32 => root::<32, O>(search, tier),
                64 => root::<64, O>(search, tier),
                128 => root::<128, O>(search, tier),
                _ => root::<256, O>(search, tier),
            }
        }

        $(#[$feature])*
        fn root<const W: usize, O: Observer>(
            search: &mut Search<'_, O>,
            tier: &Tier,
        ) -> ControlFlow<()> {
            let mut alive = [0; W];
            for i in 0..tier.options.len() {
                // An option without primary items is never chosen.
                if !search.matrix.covers.get(i).is_empty() {
                    alive[i / 64] |= 1 << (i % 64);
                }
            }
            let all = Chosen { open: (0, search.matrix.primary), counters: 0, item: 0, degree: 0 };
            survey::<W, O>(search, tier, &alive, all, ONCE)
        }

        /// Chooses an item of a child, whose parent's open items are those of `parent` and whose
        /// own are those without the current stamp or the index `without`; then enters it.
        $(#[$feature])*
        #[inline]
        fn survey<const W: usize, O: Observer>(
            search: &mut Search<'_, O>,
            tier: &Tier,
            alive: &[u64; W],
            parent: Chosen,
            without: u32,
        ) -> ControlFlow<()> {
            let (from, begin) = parent.open;
            if search.arena.len() < begin + (begin - from) {
                search.arena.resize(2 * begin, 0);
            }
            let (older, own) = search.arena.split_at_mut(begin);
            let parents = &older[from..];
            let own = &mut own[..parents.len()];
            let rows = rows_of::<W>(tier);
            let counted = search.counter_count != 0;
            let (stamp, stamps) = (search.stamp, &search.stamps[..]);
            // Number of branches, then item: the least is chosen.
            let mut best = u64::MAX;
            let mut count = 0;
            for &item in parents {
                let mut skip = stamps[item as usize] == stamp;
                let enough = (best >> 32) as u32;
                let mut degree;
                if counted && search.matrix.counters[item as usize] != ONCE {
                    let counter = search.matrix.counters[item as usize];
                    let Counter { bound, need } = search.counters[parent.counters + counter as usize];
                    skip |= bound == 0 || item == without;
                    degree = living::<W>(alive, &rows[item as usize], u32::MAX);
                    degree = (degree + 1).saturating_sub(need);
                } else {
                    degree = living::<W>(alive, &rows[item as usize], enough);
                }
                // No branch on whether the item is covered: that is hard to foresee.
                own[count] = item;
                count += usize::from(!skip);
                let key = u64::from(degree) << 32 | u64::from(item);
                best = best.min(if skip { u64::MAX } else { key });
                if best >> 32 == 0 {
                    break;
                }
            }
            let chosen = Chosen {
                open: (begin, begin + count),
                item: best as u32,
                degree: (best >> 32) as u32,
                ..parent
            };
            enter::<W, O>(search, tier, alive, chosen)
        }

        /// Enters a node: counts it, reports it if it is a solution, and searches it.
        $(#[$feature])*
        #[inline]
        fn enter<const W: usize, O: Observer>(
            search: &mut Search<'_, O>,
            tier: &Tier,
            alive: &[u64; W],
            chosen: Chosen,
        ) -> ControlFlow<()> {
            let level = search.path.len();
            let from = search.part.prefix.len();
            if chosen.degree != 0
                && chosen.open.0 != chosen.open.1
                && search.part.cut_off.is_some_and(|cut_off| level >= cut_off)
            {
                // Whoever searches below the cut counts this node.
                search.observer.cut(&search.path);
                return ControlFlow::Continue(());
            }
            if level >= from {
                search.count(level)?;
            }
            if chosen.degree == 0 {
                return ControlFlow::Continue(());
            }
            if chosen.open.0 == chosen.open.1 {
                return if level >= from { search.report() } else { ControlFlow::Continue(()) };
            }
            if W == 1 || level < from {
                return node::<W, O>(search, tier, alive, chosen);
            }
            let before = search.effort.nodes;
            let count: usize = alive.iter().map(|w| w.count_ones() as usize).sum();
            let words = words_for(count);
            let flow = if words < W && search.pays(W, words, count) {
                compacted::<W, O>(search, tier, alive, chosen, words)
            } else {
                node::<W, O>(search, tier, alive, chosen)
            };
            search.learn(W, count, search.effort.nodes - before);
            flow
        }

        /// Copies the living options into a smaller tier and goes on there.
        $(#[$feature])*
        #[inline(never)]
        fn compacted<const W: usize, O: Observer>(
            search: &mut Search<'_, O>,
            tier: &Tier,
            alive: &[u64; W],
            chosen: Chosen,
            words: usize,
        ) -> ControlFlow<()> {
            let mut small = search.pool.pop().unwrap_or_default();
            let open = search.compact::<W>(tier, alive, chosen.open, words, &mut small);
            let chosen = Chosen { open, ..chosen };
            let n = small.options.len();
            let flow = match words {
                1 => node::<1, O>(search, &small, &all_alive(n), chosen),
                2 => node::<2, O>(search, &small, &all_alive(n), chosen),
                4 => node::<4, O>(search, &small, &all_alive(n), chosen),
                8 => node::<8, O>(search, &small, &all_alive(n), chosen),
                16 => node::<16, O>(search, &small, &all_alive(n), chosen),
                32 => node::<32, O>(search, &small, &all_alive(n), chosen),
                64 => node::<64, O>(search, &small, &all_alive(n), chosen),
                _ => node::<128, O>(search, &small, &all_alive(n), chosen),
            };
            search.pool.push(small);
            flow
        }

        /// Tries every branch of a node.
        $(#[$feature])*
        fn node<const W: usize, O: Observer>(
            search: &mut Search<'_, O>,
            tier: &Tier,
            alive: &[u64; W],
            chosen: Chosen,
        ) -> ControlFlow<()> {
            let row = &rows_of::<W>(tier)[chosen.item as usize];
            let once = search.matrix.counters[chosen.item as usize] == ONCE;
            let wanted = search.wanted(chosen.degree);
            let is_wanted = |rank| wanted.is_none_or(|wanted| wanted == rank);
            let degree = chosen.degree;
            let level = search.path.len();
            let mut choice = Choice { item: ItemId(chosen.item), option: None, rank: 0, degree };
            let mut left = *alive;
            search.path.push(choice);
            for w in 0..W {
                let mut word = alive[w] & row[w];
                while word != 0 && choice.rank < degree {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    if !once {
                        // An option tried before is not used again: each set is met once.
                        left[w] &= !(1 << bit);
                    }
                    if is_wanted(choice.rank) {
                        let option = tier.options[64 * w + bit];
                        choice.option = Some(option);
                        search.path[level] = choice;
                        child::<W, O>(search, tier, &left, chosen, option.index())?;
                    }
                    choice.rank += 1;
                }
            }
            if !once && choice.rank < degree && is_wanted(choice.rank) {
                // The last branch: no further option for this item.
                clear(&mut left, row);
                choice.option = None;
                search.path[level] = choice;
                search.stamp += 1;
                survey::<W, O>(search, tier, &left, chosen, chosen.item)?;
            }
            search.path.pop();
            ControlFlow::Continue(())
        }

        /// Tries one option: clears what meets it, and surveys what is left.
        $(#[$feature])*
        #[inline]
        fn child<const W: usize, O: Observer>(
            search: &mut Search<'_, O>,
            tier: &Tier,
            alive: &[u64; W],
            chosen: Chosen,
            option: usize,
        ) -> ControlFlow<()> {
            let mut alive = *alive;
            let matrix = search.matrix;
            let rows = rows_of::<W>(tier);
            search.stamp += 1;
            if matrix.plain {
                for &row in matrix.members.get(option) {
                    clear(&mut alive, &rows[row as usize]);
                    search.stamps[row as usize] = search.stamp;
                }
                return survey::<W, O>(search, tier, &alive, chosen, ONCE);
            }
            for &row in matrix.kills.get(option) {
                clear(&mut alive, &rows[row as usize]);
            }
            if search.counter_count == 0 {
                for &item in matrix.covers.get(option) {
                    search.stamps[item as usize] = search.stamp;
                }
                return survey::<W, O>(search, tier, &alive, chosen, ONCE);
            }
            let counters = search.copy_counters(chosen.counters);
            for &item in matrix.covers.get(option) {
                let counter = matrix.counters[item as usize];
                if counter == ONCE {
                    search.stamps[item as usize] = search.stamp;
                    continue;
                }
                let counter = &mut search.counters[counters + counter as usize];
                counter.bound -= 1;
                counter.need = counter.need.saturating_sub(1);
                if counter.bound == 0 {
                    clear(&mut alive, &rows[item as usize]);
                }
            }
            let flow = survey::<W, O>(search, tier, &alive, Chosen { counters, ..chosen }, ONCE);
            search.counters.truncate(counters);
            flow
        }
    };
}

/// For any processor.
mod plain {
    use super::*;
    engine!();
}

/// For processors with AVX2, BMI and POPCNT (x86-64-v3).
#[cfg(target_arch = "x86_64")]
mod fast {
    use super::*;
    engine!(#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]);
}

/// Whether the processor has what `fast` needs.
fn has_fast_bits() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("lzcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Starts the search with the better instructions. Called only where [`has_fast_bits`].
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "calling code for instructions that were looked for at run time")]
fn start_fast<O: Observer>(search: &mut Search<'_, O>, tier: &Tier) -> ControlFlow<()> {
    // SAFETY: `has_fast_bits` has found every feature that `fast` is compiled for.
    unsafe { fast::start(search, tier) }
}

#[cfg(not(target_arch = "x86_64"))]
fn start_fast<O: Observer>(search: &mut Search<'_, O>, tier: &Tier) -> ControlFlow<()> {
    plain::start(search, tier)
}
