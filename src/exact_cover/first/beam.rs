//! A beam over the sites in the order of a sweep.
//!
//! A layer holds the best states that cover some number of sites. The children of a state place a
//! piece on its first open site; the best children of all states, by score and some noise, make the
//! layers that follow. Scores add up how awkward the pieces used are, less a share of the border of
//! the covered area. Where few pieces are left, an exhaustive search ends the best states.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::completion::{Ending, EndingResult};
use super::layer::{Bucket, Child, Layer, Widths, has, is_covered};
use super::noise::Noise;
use super::structure::{Ground, NONE};
use super::sweep::Table;
use super::{Progress, RunEnd, Watcher};
use crate::exact_cover::OptionId;
use crate::random::{Random, mixed};

/// The largest number of states of a layer that get an ending.
const MAX_ENDINGS: usize = 200;
/// The layers by which a beam without children goes back, at first.
const FIRST_RETREAT: usize = 8;
/// The number of times that it does.
const MAX_RETREATS: usize = 3;
/// The factor by which noise and width grow for the layers that are done again.
const RETREAT_FACTOR: usize = 2;
/// The number of children kept for each state that is wanted: some are equal, or dead ends.
const CHILDREN_KEPT: usize = 2;

/// The settings of one run of the beam.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// The run's number, for reports.
    pub(super) run: u64,
    /// States of a layer.
    pub(super) width: usize,
    /// The weight of the border.
    pub(super) border: f32,
    /// The weight of the noise.
    pub(super) noise: f32,
    /// The pieces left to an ending.
    pub(super) end: f32,
    /// The nodes that an ending may take.
    pub(super) nodes: u64,
}

/// The work of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    /// Children looked at.
    pub(super) children: u64,
    /// Nodes of endings.
    pub(super) nodes: u64,
    /// Endings, and those that reached the limit of nodes.
    pub(super) endings: (u64, u64),
    /// The cells of the options of endings.
    pub(super) cells: u64,
}

/// The beam of one run.
pub(super) struct Beam<'a, 'p> {
    pub(super) ground: &'a Ground<'p>,
    pub(super) table: &'a Table,
    /// The awkwardness of each piece, as it counts in this run.
    pub(super) weights: &'a [f32],
    pub(super) random: &'a mut Random,
    pub(super) noise: &'a Noise,
    pub(super) settings: Settings,
    pub(super) work: Work,
    /// For each state chosen, the one before and the entry placed.
    trace: Vec<(u32, u32)>,
    /// The pieces, the most awkward first.
    order: Vec<u32>,
    stamps: Vec<u32>,
    stamp: u32,
    flood: Vec<u16>,
    /// The layers with states, by the sites covered; old ones are dropped.
    layers: Vec<Option<Layer>>,
    buckets: Vec<Bucket>,
}

impl<'a, 'p> Beam<'a, 'p> {
    pub(super) fn new(
        ground: &'a Ground<'p>,
        table: &'a Table,
        weights: &'a [f32],
        (random, noise): (&'a mut Random, &'a Noise),
        settings: Settings,
    ) -> Beam<'a, 'p> {
        let mut order: Vec<u32> = (0..ground.pieces.len() as u32).collect();
        let weight = |piece: &u32| weights[*piece as usize];
        order.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        let layers = ground.required + 1;
        Beam {
            ground,
            table,
            weights,
            random,
            noise,
            settings,
            work: Work::default(),
            trace: Vec::new(),
            order,
            stamps: vec![0; table.rank_count()],
            stamp: 0,
            flood: Vec::new(),
            layers: vec![None; layers],
            buckets: vec![Bucket::default(); layers],
        }
    }

    /// Runs from the empty board to the end. Also returns the pieces that the states of the last
    /// layer left out, as shares.
    pub(super) fn run(&mut self, watcher: &mut dyn Watcher) -> (RunEnd, Vec<f32>) {
        let goal = self.ground.required;
        let zone = self.zone();
        self.trace.push((0, NONE));
        self.layers[0] = Some(Layer::root(self.ground, self.table));
        // The layers with states so far, and what each of them stands on.
        let mut history: Vec<(usize, Vec<u32>)> = vec![(0, vec![0])];
        let (mut at, mut retreats, mut again) = (0, 0, 0);
        loop {
            let is_zone = at >= zone;
            if let Some(layer) = self.layers[at].take() {
                if let Err(end) = self.report(at, &layer, watcher) {
                    return (end, Vec::new());
                }
                if is_zone && let Some(end) = self.end_states(at, zone, &layer, watcher) {
                    return (end, Vec::new());
                }
                if at == goal
                    && let Some(solution) = self.solution(&layer)
                {
                    return (RunEnd::Found(solution), Vec::new());
                }
                self.expand(at, &layer, at < again);
                self.layers[at] = Some(layer);
                self.drop_layers(at);
            }
            let next = (at + 1..=goal).find(|&next| self.fill(next, next < again));
            if let Some(next) = next {
                let traces = self.layers[next].as_ref().map(|layer| layer.trace.clone());
                history.push((next, traces.unwrap_or_default()));
                at = next;
                continue;
            }
            let last = history.last().map_or(0, |(at, _)| *at);
            if last >= zone || retreats == MAX_RETREATS || history.len() < 2 {
                return (RunEnd::Failed, self.shares_left(&history));
            }
            // No state has a child: some layers are done again with more states and noise.
            again = last + 1;
            let back = (FIRST_RETREAT << retreats).min(history.len() - 1);
            retreats += 1;
            history.truncate(history.len() - back);
            let (from, traces) = history.last().cloned().unwrap_or_default();
            self.layers.iter_mut().for_each(|layer| *layer = None);
            self.buckets.iter_mut().for_each(|bucket| *bucket = Bucket::default());
            self.layers[from] = Some(self.rebuilt(&traces));
            at = from;
        }
    }

    /// Drops the layers that have no more children.
    fn drop_layers(&mut self, at: usize) {
        let longest = self.ground.longest;
        if let Some(old) = at.checked_sub(longest) {
            self.layers[old.saturating_sub(longest)..=old].fill(None);
        }
    }

    /// The number of covered sites from which states are ended.
    fn zone(&self) -> usize {
        let used = self.ground.pieces.iter().filter(|piece| piece.size > 0.0 && piece.max > 0);
        let (sites, count) = used.fold((0.0, 0.0), |(sites, count), piece| {
            let copies = piece.max.min(self.ground.required as u32) as f32;
            (sites + copies * piece.size, count + copies)
        });
        // So few that the empty board is left to an ending at once.
        if count <= self.settings.end {
            return 0;
        }
        let left = self.settings.end * sites / count;
        self.ground.required.saturating_sub(left.ceil() as usize)
    }

    fn width(&self, again: bool) -> usize {
        self.settings.width * if again { RETREAT_FACTOR } else { 1 }
    }

    /// Adds the children of all states of a layer to the buckets.
    fn expand(&mut self, at: usize, layer: &Layer, again: bool) {
        let keep = CHILDREN_KEPT * self.width(again);
        let noise = self.settings.noise * if again { RETREAT_FACTOR as f32 } else { 1.0 };
        let table = self.table;
        for state in 0..layer.len() {
            let first = layer.first[state] as usize;
            if first >= self.ground.required {
                continue;
            }
            let (sites, full) = (layer.sites(state), layer.full(state));
            for &piece in &self.order {
                let piece = piece as usize;
                if has(full, piece) {
                    continue;
                }
                let base = layer.score[state] + self.weights[piece];
                for entry in table.of(first, piece) {
                    let cells = table.cells(entry);
                    let noisy = base + noise * self.noise.draw(self.random);
                    let to = at + table.size(entry);
                    let bucket = &mut self.buckets[to];
                    // A placement saves at most the border of its own sites.
                    let saved = f32::from(table.fixed[entry]) * self.settings.border;
                    if noisy + saved <= bucket.threshold() {
                        continue;
                    }
                    self.work.children += 1;
                    let (mut all, mut open) = (0, 0);
                    for &rank in cells {
                        let site = sites[usize::from(rank)];
                        all |= site;
                        open += i32::from(site);
                    }
                    if is_covered(all) {
                        continue;
                    }
                    let growth = (2 * open - i32::from(table.fixed[entry])) as f32;
                    let growth = growth * self.settings.border;
                    let key = noisy - growth;
                    if key > bucket.threshold() {
                        let parent = (at as u32, state as u32);
                        let entry = entry as u32;
                        bucket.push(Child { key, score: base - growth, parent, entry }, keep);
                    }
                }
            }
        }
    }

    /// Makes a layer of the best children of a bucket; whether there are any.
    fn fill(&mut self, at: usize, again: bool) -> bool {
        let children = self.buckets[at].sorted();
        if children.is_empty() {
            return false;
        }
        let width = self.width(again);
        let mut layer = Layer::new(Widths::new(self.ground));
        let mut known: FxHashSet<u64> = FxHashSet::default();
        for child in children {
            let (from, state) = (child.parent.0 as usize, child.parent.1 as usize);
            let Some(source) = self.layers[from].as_ref() else { continue };
            let entry = child.entry as usize;
            let hash = self.hash_of(entry, source.hash[state], |p| source.copies(state, p));
            if !known.insert(hash) {
                continue;
            }
            let piece = self.piece(entry);
            let most = self.ground.pieces[piece].max;
            layer.push_child(source, state, (piece, most), (self.table, entry));
            let index = layer.len() - 1;
            layer.hash[index] = hash;
            layer.score[index] = child.score;
            let parent = source.trace[state];
            if self.is_dead(&layer, index, entry) || self.lacks_place(&layer, index) {
                layer.pop();
                continue;
            }
            layer.trace[index] = self.trace.len() as u32;
            self.trace.push((parent, child.entry));
            if layer.len() == width {
                break;
            }
        }
        let is_some = layer.len() > 0;
        self.layers[at] = is_some.then_some(layer);
        is_some
    }

    fn piece(&self, entry: usize) -> usize {
        self.ground.piece(self.table.options[entry]) as usize
    }

    /// The hash of a state after a placement, which depends on the covered ranks and the copies used.
    fn hash_of(&self, entry: usize, before: u64, copies: impl Fn(usize) -> u32) -> u64 {
        let piece = self.piece(entry);
        let cells = self.table.cells(entry).iter();
        let sum = cells.fold(before, |sum, &rank| sum.wrapping_add(mixed(u64::from(rank))));
        sum.wrapping_add(mixed((u64::from(copies(piece)) << 40) | (1 << 32) | piece as u64))
    }

    /// Returns whether a state has, beside the piece placed last, a pocket or a site that no piece
    /// fits.
    fn is_dead(&mut self, layer: &Layer, state: usize, entry: usize) -> bool {
        let sites = layer.sites(state);
        let table = self.table;
        let from = self.stamp + 1;
        for &rank in table.cells(entry) {
            for &near in table.neighbours.get(usize::from(rank)) {
                let near = near as usize;
                let site = sites[near];
                if is_covered(site) || near >= self.ground.required || self.stamps[near] >= from {
                    continue;
                }
                if site <= 1 && !self.is_live(layer, state, near) {
                    return true;
                }
                if self.ground.is_connected && self.is_pocket(sites, near) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether some piece that must still be used has no place left. A piece with few
    /// places, as most with a hole have, would otherwise be missed in all states before an ending
    /// shows it.
    fn lacks_place(&self, layer: &Layer, state: usize) -> bool {
        let sites = layer.sites(state);
        let is_free = |rank: usize| !is_covered(sites[rank]);
        self.ground.pieces.iter().enumerate().any(|(n, piece)| {
            let is_needed = !piece.is_loose && layer.copies(state, n) < piece.min;
            is_needed && !self.table.has_place(n, is_free)
        })
    }

    /// Returns whether the open sites connected to one are too few, or of a number that no pieces
    /// have together. Visited sites are stamped.
    fn is_pocket(&mut self, sites: &[u8], from: usize) -> bool {
        let most = self.ground.fillable.len();
        self.stamp += 1;
        self.flood.clear();
        self.flood.push(from as u16);
        self.stamps[from] = self.stamp;
        let mut next = 0;
        while let Some(&rank) = self.flood.get(next) {
            next += 1;
            for &near in self.table.neighbours.get(usize::from(rank)) {
                let near = near as usize;
                if self.stamps[near] == self.stamp || is_covered(sites[near]) {
                    continue;
                }
                // Sites that may stay open fill up any number.
                if near >= self.ground.required || self.flood.len() >= most {
                    return false;
                }
                self.stamps[near] = self.stamp;
                self.flood.push(near as u16);
            }
        }
        !self.ground.is_fillable(self.flood.len())
    }

    /// Returns whether some piece left fits over an open site.
    fn is_live(&self, layer: &Layer, state: usize, rank: usize) -> bool {
        let (sites, full) = (layer.sites(state), layer.full(state));
        let is_left = |option| !has(full, self.ground.piece(option) as usize);
        let first = layer.first[state] as usize;
        self.table.has_fitting((rank, first), |rank| !is_covered(sites[rank]), is_left)
    }

    /// The options of a state.
    fn options(&self, mut trace: u32) -> Vec<OptionId> {
        let mut options = Vec::new();
        loop {
            let (before, entry) = self.trace[trace as usize];
            if entry == NONE {
                return options;
            }
            options.push(self.table.options[entry as usize]);
            trace = before;
        }
    }

    /// A state that covers every site and uses enough copies of every piece.
    fn solution(&self, layer: &Layer) -> Option<Vec<OptionId>> {
        let pieces = || self.ground.pieces.iter().enumerate();
        let is_enough =
            |&state: &usize| pieces().all(|(n, piece)| layer.copies(state, n) >= piece.min);
        let state = (0..layer.len()).find(is_enough)?;
        let mut options = self.options(layer.trace[state]);
        options.sort_unstable();
        Some(options)
    }

    /// A layer of states that are known by their traces alone.
    fn rebuilt(&self, traces: &[u32]) -> Layer {
        let widths = Widths::new(self.ground);
        let mut rebuilt = Layer::new(widths);
        for &trace in traces {
            let mut path = Vec::new();
            let mut at = trace;
            while self.trace[at as usize].1 != NONE {
                path.push(self.trace[at as usize].1 as usize);
                at = self.trace[at as usize].0;
            }
            let mut state = Layer::root(self.ground, self.table);
            for &entry in path.iter().rev() {
                let mut next = Layer::new(widths);
                let piece = self.piece(entry);
                let hash = self.hash_of(entry, state.hash[0], |p| state.copies(0, p));
                let most = self.ground.pieces[piece].max;
                next.push_child(&state, 0, (piece, most), (self.table, entry));
                next.hash[0] = hash;
                next.score[0] += self.weights[piece];
                state = next;
            }
            state.trace[0] = trace;
            rebuilt.append(&mut state);
        }
        rebuilt
    }

    /// Reports a layer; the end of the run if it was stopped.
    fn report(&self, at: usize, layer: &Layer, watcher: &mut dyn Watcher) -> Result<(), RunEnd> {
        let trace = layer.trace[0];
        let options = || self.options(trace);
        let progress = Progress {
            run: self.settings.run,
            width: self.settings.width,
            states: layer.len(),
            covered: at,
            options: &options,
        };
        match watcher.progress(&progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(RunEnd::Stopped),
        }
    }

    /// Ends the best states of a layer whose parents were not ended.
    fn end_states(
        &mut self,
        at: usize,
        zone: usize,
        layer: &Layer,
        watcher: &mut dyn Watcher,
    ) -> Option<RunEnd> {
        let most = self.width(false).min(MAX_ENDINGS);
        let mut ended = 0;
        for state in 0..layer.len() {
            if ended == most {
                break;
            }
            let (_, entry) = self.trace[layer.trace[state] as usize];
            let before = if entry == NONE { 0 } else { at - self.table.size(entry as usize) };
            if entry != NONE && before >= zone {
                continue;
            }
            ended += 1;
            let ending = Ending::new(self.ground, self.table, layer, state);
            self.work.cells += ending.cells();
            let (result, nodes) = ending.search(self.settings.nodes, self.random, watcher);
            self.work.nodes += nodes;
            self.work.endings.0 += 1;
            match result {
                EndingResult::Solution(mut options) => {
                    options.extend(self.options(layer.trace[state]));
                    options.sort_unstable();
                    return Some(RunEnd::Found(options));
                }
                EndingResult::Limit => self.work.endings.1 += 1,
                EndingResult::Stopped => return Some(RunEnd::Stopped),
                // From the empty board it has seen everything.
                EndingResult::Nothing if at == 0 => return Some(RunEnd::Exhausted),
                EndingResult::Nothing => {}
            }
        }
        None
    }

    /// For each piece the share of the states of the last layer that left it out.
    fn shares_left(&self, history: &[(usize, Vec<u32>)]) -> Vec<f32> {
        let mut shares = vec![0.0; self.ground.pieces.len()];
        let Some((_, traces)) = history.last() else { return shares };
        for &trace in traces {
            let mut used = vec![false; shares.len()];
            for option in self.options(trace) {
                used[self.ground.piece(option) as usize] = true;
            }
            for (share, used) in shares.iter_mut().zip(used) {
                *share += if used { 0.0 } else { 1.0 / traces.len() as f32 };
            }
        }
        shares
    }
}
