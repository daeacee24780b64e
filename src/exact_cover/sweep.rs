//! Table sweep: exact cover by covering the first open item of a fixed order.
//!
//! The state is the set of covered items as bits. Every option belongs to its first item in the
//! order: by the time that item is the first one open, options that begin earlier are out of the
//! question. Which options of an item still fit is looked up: for each byte of the state that
//! they can clash with, a table gives the options that do, so
//! `fits = all & !(table₀[byte₀] | table₁[byte₁] | …)`. A node costs a few loads.
//!
//! Superb where the order keeps the border between covered and open items short, as on narrow
//! boards of pieces used once; hopeless on compact ones, where choosing the most constrained
//! item matters more. Knows neither colours nor multiplicities.

use std::ops::ControlFlow;

use super::{
    Choice, Effort, ItemId, ItemKind, Observer, OptionId, PULSE, Part, Probe, Problem, Unobserved,
};

/// The largest number of words of covered items.
const MOST_WORDS: usize = 8;
/// All tables together take at most so many bytes.
const MOST_BYTES: usize = 64 << 20;

/// What is to be done when an item is the first one open.
#[derive(Default)]
struct Step {
    /// The item's number in the problem.
    item: u32,
    /// Words of 64 options.
    words: usize,
    /// The first of its options in [`TableSweep::options`].
    first: usize,
    /// The bytes of the state that its options can clash with: word and shift.
    bytes: Vec<(u8, u8)>,
    /// All of its options, then for each byte and each value those that clash; `words` each.
    all: Vec<u64>,
    table: Vec<u64>,
}

/// The engine.
pub struct TableSweep {
    steps: Vec<Step>,
    /// The options by their first items, and what each covers, `words` words each.
    options: Vec<OptionId>,
    masks: Vec<u64>,
    /// Words of the state.
    words: usize,
}

impl TableSweep {
    /// Whether this engine can work on a problem at all.
    pub fn knows(problem: &Problem) -> bool {
        let once = |kind| matches!(kind, ItemKind::ONCE | ItemKind::Secondary);
        problem.items().len() <= 64 * MOST_WORDS
            && problem.items().iter().all(|item| once(item.kind))
            && problem.options().all(|(_, option)| option.iter().all(|cell| cell.colour == 0))
    }

    /// Prepares a problem for an order of items; primary items that it leaves out come after
    /// those that it names. `None` when the engine does not [know](TableSweep::knows) how, or
    /// the tables would grow beyond 64 megabytes.
    pub fn new(problem: &Problem, order: &[ItemId]) -> Option<TableSweep> {
        if !TableSweep::knows(problem) {
            return None;
        }
        // Bits: the primary items in their order, then the secondary ones.
        let count = problem.items().len();
        let mut bit_of = vec![usize::MAX; count];
        let mut by_bit: Vec<usize> = Vec::with_capacity(count);
        let rest = (0..problem.primary_count()).map(|i| ItemId(i as u32));
        for id in order.iter().copied().chain(rest) {
            if problem.is_primary(id) && bit_of[id.index()] == usize::MAX {
                bit_of[id.index()] = by_bit.len();
                by_bit.push(id.index());
            }
        }
        for (i, bit) in bit_of.iter_mut().enumerate().skip(problem.primary_count()) {
            *bit = by_bit.len();
            by_bit.push(i);
        }
        let words = count.div_ceil(64).max(1).next_power_of_two();

        let mut by_first: Vec<Vec<OptionId>> = vec![Vec::new(); problem.primary_count()];
        for (id, option) in problem.options() {
            let first = option.iter().map(|cell| bit_of[cell.item.index()]).min().unwrap_or(count);
            // An option of secondary items alone is never chosen.
            if first < problem.primary_count() {
                by_first[first].push(id);
            }
        }
        let mut sweep =
            TableSweep { steps: Vec::new(), options: Vec::new(), masks: Vec::new(), words };
        let mut bytes_used = 0;
        for (first, ids) in by_first.iter().enumerate() {
            let mut step = Step {
                item: by_bit[first] as u32,
                words: ids.len().div_ceil(64).max(1),
                first: sweep.options.len(),
                ..Step::default()
            };
            step.all = vec![0; step.words];
            // What the options cover, by byte of the state.
            let mut clashes: Vec<Vec<(usize, u8)>> = vec![Vec::new(); words * 8];
            for (n, &id) in ids.iter().enumerate() {
                step.all[n / 64] |= 1 << (n % 64);
                let mut mask = vec![0u64; words];
                for cell in problem.option(id) {
                    let bit = bit_of[cell.item.index()];
                    mask[bit / 64] |= 1 << (bit % 64);
                }
                for (byte, clash) in clashes.iter_mut().enumerate() {
                    let value = (mask[byte / 8] >> (byte % 8 * 8)) as u8;
                    if value != 0 {
                        clash.push((n, value));
                    }
                }
                sweep.options.push(id);
                sweep.masks.extend_from_slice(&mask);
            }
            // Nothing is covered yet when the first item of all is open.
            let clashes = if first == 0 { Vec::new() } else { clashes };
            for (byte, clash) in clashes.into_iter().enumerate() {
                // A byte whose items all lie before this one is full, and no option meets it; of
                // the item's own byte the earlier bits are full too, which does not matter.
                if clash.is_empty() {
                    continue;
                }
                bytes_used += 256 * step.words * 8;
                if bytes_used > MOST_BYTES {
                    return None;
                }
                step.bytes.push((byte as u8 / 8, byte as u8 % 8 * 8));
                let start = step.table.len();
                step.table.resize(start + 256 * step.words, 0);
                let table = &mut step.table[start..];
                for &(n, mask) in &clash {
                    for bit in (0..8).filter(|bit| mask >> bit & 1 == 1) {
                        table[(1 << bit) * step.words + n / 64] |= 1 << (n % 64);
                    }
                }
                // What clashes with several items clashes with the lowest or with the others.
                for value in 3..256usize {
                    let others = value & (value - 1);
                    let lowest = value ^ others;
                    for w in (0..step.words).filter(|_| others != 0) {
                        table[value * step.words + w] =
                            table[others * step.words + w] | table[lowest * step.words + w];
                    }
                }
            }
            sweep.steps.push(step);
        }
        Some(sweep)
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
    pub(crate) fn probe(&self, seed: u64) -> f64 {
        let probe = Some(Probe::new(seed));
        let (_, _, probe) = self.walk(Part::default(), &mut Unobserved, probe);
        probe.map_or(0.0, |probe| probe.estimate())
    }

    fn walk(
        &self,
        part: Part<'_>,
        observer: &mut impl Observer,
        probe: Option<Probe>,
    ) -> (Effort, ControlFlow<()>, Option<Probe>) {
        let mut search = Search {
            probe,
            sweep: self,
            part,
            observer,
            effort: Effort { by_level: vec![0; 64], ..Effort::default() },
            next_pulse: PULSE,
            path: Vec::new(),
            solution: Vec::new(),
        };
        let flow = match self.words {
            1 => search.enter::<1>([0; 1]),
            2 => search.enter::<2>([0; 2]),
            4 => search.enter::<4>([0; 4]),
            _ => search.enter::<MOST_WORDS>([0; MOST_WORDS]),
        };
        let mut effort = search.effort;
        let levels = effort.by_level.iter().rposition(|&n| n > 0).map_or(0, |i| i + 1);
        effort.by_level.truncate(levels);
        (effort, flow, search.probe)
    }
}

struct Search<'a, O> {
    /// Instead of searching, walk at random.
    probe: Option<Probe>,
    sweep: &'a TableSweep,
    part: Part<'a>,
    observer: &'a mut O,
    effort: Effort,
    next_pulse: u64,
    path: Vec<Choice>,
    solution: Vec<OptionId>,
}

impl<O: Observer> Search<'_, O> {
    /// Enters the node whose covered items are `state`, and searches it.
    fn enter<const K: usize>(&mut self, state: [u64; K]) -> ControlFlow<()> {
        let sweep = self.sweep;
        let level = self.path.len();
        let from = self.part.prefix.len();
        let open = first_open(&state);
        let Some(step) = sweep.steps.get(open) else {
            if level < from {
                return ControlFlow::Continue(());
            }
            self.count(level)?;
            self.solution.clear();
            self.solution.extend(self.path.iter().filter_map(|choice| choice.option));
            return self.observer.solution(&self.solution);
        };
        if step.words == 1 {
            let mut clash = 0;
            for (&(word, shift), table) in step.bytes.iter().zip(step.table.chunks_exact(256)) {
                clash |= table[usize::from((state[usize::from(word) % K] >> shift) as u8)];
            }
            return self.node(level, &state, step, &[step.all[0] & !clash]);
        }
        let mut fits = step.all.clone();
        for (&(word, shift), table) in
            step.bytes.iter().zip(step.table.chunks_exact(256 * step.words))
        {
            let value = usize::from((state[usize::from(word) % K] >> shift) as u8);
            for (f, t) in fits.iter_mut().zip(&table[value * step.words..]) {
                *f &= !t;
            }
        }
        self.node(level, &state, step, &fits)
    }

    /// Tries every option that fits.
    #[inline(always)]
    fn node<const K: usize>(
        &mut self,
        level: usize,
        state: &[u64; K],
        step: &Step,
        fits: &[u64],
    ) -> ControlFlow<()> {
        let degree: u32 = fits.iter().map(|w| w.count_ones()).sum();
        if degree > 0 && self.part.cut_off.is_some_and(|cut_off| level >= cut_off) {
            // Whoever searches below the cut counts this node.
            self.observer.cut(&self.path);
            return ControlFlow::Continue(());
        }
        if level >= self.part.prefix.len() {
            self.count(level)?;
        }
        if degree == 0 {
            return ControlFlow::Continue(());
        }
        let wanted = match &mut self.probe {
            None => self.part.prefix.get(level).copied(),
            Some(probe) => Some(probe.branch(degree)),
        };
        let mut choice = Choice { item: ItemId(step.item), option: None, rank: 0, degree };
        for (w, &word) in fits.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let n = step.first + 64 * w + word.trailing_zeros() as usize;
                word &= word - 1;
                if wanted.is_none_or(|wanted| wanted == choice.rank) {
                    choice.option = Some(self.sweep.options[n]);
                    let masks = &self.sweep.masks[n * K..(n + 1) * K];
                    let next = std::array::from_fn(|k| state[k] | masks[k]);
                    self.path.push(choice);
                    let flow = self.enter::<K>(next);
                    self.path.pop();
                    flow?;
                }
                choice.rank += 1;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn count(&mut self, level: usize) -> ControlFlow<()> {
        if let Some(probe) = &mut self.probe {
            probe.visit();
        }
        self.effort.nodes += 1;
        if level >= self.effort.by_level.len() {
            self.effort.by_level.resize(2 * level, 0);
        }
        self.effort.by_level[level] += 1;
        if self.effort.nodes >= self.next_pulse {
            self.next_pulse = self.effort.nodes + PULSE;
            let levels = self.effort.by_level.iter().rposition(|&n| n > 0).map_or(0, |i| i + 1);
            let all = self.effort.by_level.len();
            self.effort.by_level.truncate(levels);
            let flow = self.observer.pulse(&self.effort, &self.path);
            self.effort.by_level.resize(all, 0);
            return flow;
        }
        ControlFlow::Continue(())
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
