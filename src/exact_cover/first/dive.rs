//! Dives: a search in depth along a sweep, for pieces of very different sizes.
//!
//! The first open site of the sweep is a corner of the covered area. Each piece is tried in it, the
//! largest first but for some noise, and a dive is begun again after a number of nodes that follows
//! Luby's sequence. A node costs what the placements at its corner have sites, however large the board
//! is. A beam compares states by the area that they cover, and does badly where pieces differ
//! tenfold in theirs, such as the squares of R. Wainwright's partridge puzzle.

use super::branches::luby;
use super::noise::shuffle;
use super::structure::{Ground, PieceFacts};
use super::sweep::Table;
use super::{Progress, RunEnd, Watcher};
use crate::exact_cover::OptionId;
use crate::random::Random;

/// The nodes of the shortest dive.
const DIVE_NODES: u64 = 100_000;
/// Nodes between two reports.
const REPORT_NODES: u64 = 4096;
/// The noise beside the diameters of pieces, as a share of their spread: more makes dives less alike.
const NOISE: f32 = 0.4;
/// The ratio of sizes of pieces from which dives are made.
const UNLIKE: f32 = 3.0;

/// Returns whether pieces are of so different sizes that dives are worth while. Pieces that may lie
/// beside the sweep have no place in a dive.
pub(super) fn is_worth(ground: &Ground<'_>) -> bool {
    let used = ground.pieces.iter().filter(|piece| piece.max > 0 && piece.size > 0.0);
    let (least, most) = used.fold((f32::INFINITY, 0.0), |(least, most): (f32, f32), piece| {
        (least.min(piece.size), most.max(piece.size))
    });
    most >= UNLIKE * least && ground.loose.is_empty()
}

/// A node: the placements tried in a corner.
struct Frame {
    /// The rank of the corner.
    rank: usize,
    /// Where its entries begin among those of all nodes.
    start: usize,
    /// The next of them.
    next: usize,
}

/// The options along the sweep of a dive, with the sites of each as bits.
pub(super) struct Corners {
    table: Table,
    /// Where the words of each entry begin.
    starts: Vec<u32>,
    /// For each entry the words of ranks in which it has some, and its ranks in each.
    words: Vec<(u16, u64)>,
}

impl Corners {
    /// `None` where there would be too many lists. Linear in the cells of all options.
    pub(super) fn new(ground: &Ground<'_>, order: &[u32]) -> Option<Corners> {
        let table = Table::new(ground, order)?;
        let (mut starts, mut words) = (vec![0], Vec::new());
        for entry in 0..table.options.len() {
            let from = words.len();
            for &rank in table.cells(entry) {
                let (word, bit) = (rank / 64, 1 << (rank % 64));
                match words[from..].last_mut() {
                    Some((last, bits)) if *last == word => *bits |= bit,
                    _ => words.push((word, bit)),
                }
            }
            starts.push(words.len() as u32);
        }
        Some(Corners { table, starts, words })
    }

    #[inline]
    fn words(&self, entry: u32) -> &[(u16, u64)] {
        &self.words[self.starts[entry as usize] as usize..self.starts[entry as usize + 1] as usize]
    }
}

/// One dive.
pub(super) struct Dive<'a, 'p> {
    ground: &'a Ground<'p>,
    corners: &'a Corners,
    random: &'a mut Random,
    /// The open ranks as bits.
    free: Vec<u64>,
    /// The copies of each piece that are left.
    left: Vec<u32>,
    /// About how long and wide each piece is.
    diameters: Vec<f32>,
    noise: f32,
    /// The required sites that are open.
    open: usize,
    frames: Vec<Frame>,
    /// The pieces of a node by their scores, for one node at a time.
    ranked: Vec<(f32, usize)>,
    /// The entries of all nodes.
    entries: Vec<u32>,
    /// The entries placed.
    placed: Vec<u32>,
    /// The nodes so far.
    pub(super) nodes: u64,
}

impl<'a, 'p> Dive<'a, 'p> {
    pub(super) fn new(
        ground: &'a Ground<'p>,
        corners: &'a Corners,
        random: &'a mut Random,
    ) -> Self {
        let root = 1.0 / ground.dimension as f32;
        let diameters: Vec<f32> = ground.pieces.iter().map(|piece| piece.size.powf(root)).collect();
        let ends = diameters.iter().filter(|n| **n > 0.0);
        let (least, most) =
            (ends.clone().copied().fold(f32::MAX, f32::min), ends.copied().fold(0.0, f32::max));
        Dive {
            ground,
            corners,
            random,
            diameters,
            noise: NOISE * (most - least).max(0.0),
            free: vec![u64::MAX; corners.table.rank_count().div_ceil(64)],
            left: ground.pieces.iter().map(|piece| piece.max).collect(),
            open: ground.required,
            frames: Vec::new(),
            ranked: Vec::new(),
            entries: Vec::new(),
            placed: Vec::new(),
            nodes: 0,
        }
    }

    /// Dives until a solution, or for a number of nodes that depends on the number of the dive.
    pub(super) fn run(&mut self, run: u64, watcher: &mut dyn Watcher) -> RunEnd {
        let most = DIVE_NODES.saturating_mul(luby(run));
        self.enter(0);
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return RunEnd::Exhausted;
            };
            let Some(&entry) = self.entries.get(frame.next) else {
                self.leave();
                continue;
            };
            frame.next += 1;
            let from = frame.rank + 1;
            self.lay(entry);
            self.nodes += 1;
            if self.open == 0 && self.has_enough() {
                return RunEnd::Found(self.options());
            }
            match self.first_free(from) {
                Some(rank) => self.enter(rank),
                None => self.lift(),
            }
            if self.nodes.is_multiple_of(REPORT_NODES) {
                let covered = self.ground.required - self.open;
                let options = || self.options();
                let progress = Progress { run, width: 1, states: 1, covered, options: &options };
                if watcher.progress(&progress).is_break() {
                    return RunEnd::Stopped;
                }
                if self.nodes >= most {
                    return RunEnd::Failed;
                }
            }
        }
    }

    /// Lists the placements that fit into a corner.
    fn enter(&mut self, rank: usize) {
        let start = self.entries.len();
        let mut ranked = std::mem::take(&mut self.ranked);
        let table = &self.corners.table;
        for (piece, diameter) in self.diameters.iter().enumerate() {
            if self.left[piece] > 0 && !table.of(rank, piece).is_empty() {
                let score = diameter + self.noise * self.random.fraction();
                ranked.push((score, piece));
            }
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, piece) in ranked.drain(..) {
            let from = self.entries.len();
            let free = &self.free;
            let fits = |entry: &u32| {
                let mut words = self.corners.words(*entry).iter();
                words.all(|&(word, bits)| free[usize::from(word)] & bits == bits)
            };
            let all = table.of(rank, piece).map(|entry| entry as u32);
            self.entries.extend(all.filter(fits));
            shuffle(&mut self.entries[from..], self.random);
        }
        self.ranked = ranked;
        self.frames.push(Frame { rank, start, next: start });
    }

    /// The first rank, from one on, that is open and must be covered.
    fn first_free(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut bits = self.free.get(word)? & (u64::MAX << (from % 64));
        while bits == 0 {
            word += 1;
            bits = *self.free.get(word)?;
        }
        let rank = word * 64 + bits.trailing_zeros() as usize;
        (rank < self.ground.required).then_some(rank)
    }

    /// Goes back to the node above.
    fn leave(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.entries.truncate(frame.start);
        }
        self.lift();
    }

    fn lay(&mut self, entry: u32) {
        self.placed.push(entry);
        self.change(entry, false);
    }

    fn lift(&mut self) {
        if let Some(entry) = self.placed.pop() {
            self.change(entry, true);
        }
    }

    fn change(&mut self, entry: u32, is_free: bool) {
        for &(word, bits) in self.corners.words(entry) {
            self.free[usize::from(word)] ^= bits;
        }
        let table = &self.corners.table;
        let size = table.size(entry as usize);
        let left = &mut self.left[self.ground.piece(table.options[entry as usize]) as usize];
        if is_free {
            (self.open, *left) = (self.open + size, *left + 1);
        } else {
            (self.open, *left) = (self.open - size, *left - 1);
        }
    }

    /// Returns whether no piece is used too few times.
    fn has_enough(&self) -> bool {
        let is_enough =
            |(piece, left): (&PieceFacts, &u32)| !piece.is_primary || piece.max - left >= piece.min;
        self.ground.pieces.iter().zip(&self.left).all(is_enough)
    }

    fn options(&self) -> Vec<OptionId> {
        let option = |entry: &u32| self.corners.table.options[*entry as usize];
        let mut options: Vec<OptionId> = self.placed.iter().map(option).collect();
        options.sort_unstable();
        options
    }
}
