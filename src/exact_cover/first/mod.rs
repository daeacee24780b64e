//! The finder: first solutions of problems that no engine searches to the end.
//!
//! It makes *runs*, each of which finds a solution or fails, and can never say that there is none,
//! unless a run happened to search everything. On the sites of a board a run is a beam along a
//! sweep, wider from run to run: awkward pieces are placed first, and what the best states leave is
//! searched exhaustively. Pieces of very different sizes are also laid into corners one after the
//! other, the largest first (`dive`). Sites that may stay open in plenty are filled first (`slack`).
//! Other exact covers get ranked random branches with restarts
//! (`branches`). Runs depend on a seed alone, and on what other threads have learned, if they share
//! a [`Learned`].
//!
//! The beam is a stack search with a score; that awkward pieces go first is how people fill large
//! boards by hand (P. Esser on heptominoes). Restarts make short what a search without them may
//! never end (Gomes, Selman and Kautz, *Boosting combinatorial search through randomization*, 1998).
//!
//! ```
//! use std::ops::ControlFlow;
//! use polywright::exact_cover::first::{FirstSearch, Learned, RunEnd, Search, Unwatched};
//! use polywright::exact_cover::{CoverChecker, ItemKind, ProblemBuilder};
//!
//! // Dominoes on a strip of eight cells.
//! let mut builder = ProblemBuilder::default();
//! let cells: Vec<_> = (0..8).map(|n| builder.item(format!("{n}"), ItemKind::ONCE)).collect();
//! (0..7).for_each(|n| drop(builder.option([cells[n], cells[n + 1]])));
//! let problem = builder.build()?;
//! let finder = FirstSearch::new(&problem, None);
//! let mut search = Search::new(&finder, 1);
//! let RunEnd::Found(options) = search.run(&Learned::default(), &mut Unwatched) else { panic!() };
//! assert!(CoverChecker::new(&problem).is_solution(&options));
//! # Ok::<(), polywright::exact_cover::problem::ProblemError>(())
//! ```

mod beam;
mod branches;
mod completion;
mod dive;
mod layer;
mod noise;
mod slack;
mod structure;
mod sweep;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::Mutex;

use self::beam::Beam;
use self::dive::{Corners, Dive};
use self::noise::Noise;
pub use self::slack::Filled;
use self::structure::Ground;
use self::sweep::{Orders, Table};
pub use super::engine::RunEnd;
use super::engine::{Engine, Loader, Tree};
use super::{ItemId, OptionId, Problem};
use crate::random::Random;
use crate::threads::lock;

/// The row of this engine.
pub static ENGINE: Engine = Engine {
    id: "finder",
    name: "finder",
    supports: |_| Ok(()),
    tree: Tree::None,
    node_cost: |_| f64::INFINITY,
    loader: Loader::One(|problem, check| {
        let finder = FirstSearch::new(problem, None);
        let (mut search, learned) = (Search::new(&finder, 1), Learned::default());
        loop {
            match search.run(&learned, &mut Checked(check)) {
                RunEnd::Failed => {}
                end => return end,
            }
        }
    }),
};

/// A watcher that only asks whether to go on.
struct Checked<'c>(&'c (dyn Fn() -> ControlFlow<()> + Sync));

impl Watcher for Checked<'_> {
    fn progress(&mut self, _: &Progress<'_>) -> ControlFlow<()> {
        (self.0)()
    }

    fn check(&mut self) -> ControlFlow<()> {
        (self.0)()
    }
}

/// The states of a layer in the first run; each further run has twice as many, up to a limit.
const FIRST_WIDTH: usize = 32;
/// The largest number of states of a layer.
const MAX_WIDTH: usize = 1024;
/// The weight of the border of the covered area, before it is varied.
const BORDER: f32 = 0.15;
/// The weight of noise.
const NOISE: f32 = 0.5;
/// The weights of awkward pieces, in turn from run to run.
const PIECE_WEIGHTS: [f32; 3] = [4.0, 2.0, 1.0];
/// The pieces left to an ending, at first, and the range in which that is adapted.
const ENDING_PIECES: f32 = 12.0;
const ENDING_RANGE: (f32, f32) = (8.0, 16.0);
/// The nodes that an ending may take.
const ENDING_NODES: u64 = 20_000;
/// Endings that take less than this share of their nodes may begin a piece earlier.
const EASY_ENDING: f32 = 0.02;
/// When more than this share of endings is cut off, they begin a piece later.
const HARD_ENDINGS: f32 = 0.2;
/// The runs along one order of the sites.
const RUNS_PER_ORDER: u64 = 4;
/// The costs of the work of runs, in nanoseconds: estimated, not measured, so that decisions based
/// on them are the same each time. A child that a beam looks at; a node of an ending or of a
/// branch; an ending; a cell of one; a node of a dive; and for each cell of the problem a run by branches.
const CHILD_NS: u64 = 15;
const NODE_NS: u64 = 300;
const ENDING_NS: u64 = 50_000;
const CELL_NS: u64 = 40;
const DIVE_NODE_NS: u64 = 200;
const BRANCHES_NS_PER_CELL: u64 = 30;
/// The additional cost of any run.
const RUN_NS: u64 = 20_000;
/// The amount that a failed run adds to the weight of a piece that no state had a place for.
const LESSON: f32 = 0.3;

/// Where the items of a problem lie, for the beam.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The items of the sites of a board.
    pub sites: Vec<ItemId>,
    /// The coordinates of each site.
    pub places: Vec<[i32; 3]>,
    /// For each site those that adjoin it, as indices into `sites`.
    pub neighbours: Vec<Vec<u32>>,
    /// For each site how many adjoin it on the lattice, on the board or not.
    pub degrees: Vec<u32>,
    /// The items of the pieces. Every option has one of them.
    pub pieces: Vec<ItemId>,
    /// 2 or 3.
    pub dimension: usize,
    /// True if the sites of every piece are connected.
    pub is_connected: bool,
}

/// The progress of a run.
pub struct Progress<'a> {
    /// The number of the run, from 0.
    pub run: u64,
    /// The states that a layer may have.
    pub width: usize,
    /// The states of this layer.
    pub states: usize,
    /// The items that the best of them covers: sites on a board, else primary items.
    pub covered: usize,
    /// Lists the options of that state.
    pub options: &'a dyn Fn() -> Vec<OptionId>,
}

/// Watches runs, and can stop them.
pub trait Watcher: Send {
    /// Called at every layer of a beam, and every few thousand nodes of other searches. May block,
    /// which pauses the run.
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()>;

    /// Called every few thousand nodes of an ending. May block.
    fn check(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A watcher that takes no notice.
pub struct Unwatched;

impl Watcher for Unwatched {
    fn progress(&mut self, _: &Progress<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The lessons of failed runs: the pieces that were left over. Shared by threads.
#[derive(Debug, Default)]
pub struct Learned(Mutex<Vec<f32>>);

impl Learned {
    fn add(&self, shares: &[f32]) {
        let mut weights = lock(&self.0);
        weights.resize(shares.len(), 0.0);
        weights.iter_mut().zip(shares).for_each(|(weight, share)| *weight += LESSON * share);
    }

    fn weights(&self, pieces: usize) -> Vec<f32> {
        let mut weights = lock(&self.0).clone();
        weights.resize(pieces, 0.0);
        weights
    }
}

/// A problem made ready for runs, which threads can share.
pub struct FirstSearch<'p> {
    problem: &'p Problem,
    noise: Noise,
    beam: Option<(Ground<'p>, Orders)>,
    /// The orders of dives, where these are worth while.
    dives: Option<Orders>,
}

impl<'p> FirstSearch<'p> {
    /// Prepares a problem. Linear in its size.
    pub fn new(problem: &'p Problem, layout: Option<&Layout>) -> FirstSearch<'p> {
        let ground = layout.and_then(|layout| Ground::new(problem, layout));
        let beam = ground.map(|ground| {
            let end = ENDING_PIECES as usize * ground.longest;
            let orders = Orders::new(&ground, end);
            (ground, orders)
        });
        let ground = beam.as_ref().map(|(ground, _)| ground).filter(|own| dive::is_worth(own));
        let dives = ground.map(|ground| Orders::new(ground, ground.required));
        FirstSearch { problem, noise: Noise::new(), beam, dives }
    }

    /// Returns whether it uses a beam along a sweep.
    pub fn has_beam(&self) -> bool {
        self.beam.is_some()
    }
}

/// The dives of one thread so far.
#[derive(Default)]
struct Dives {
    /// The options along the sweep of the last ones.
    corners: Option<Corners>,
    count: u64,
    /// About what they cost, in nanoseconds.
    cost_ns: u64,
}

/// The runs of one thread.
pub struct Search<'f, 'p> {
    finder: &'f FirstSearch<'p>,
    random: Random,
    /// The runs so far.
    runs: u64,
    table: Option<Table>,
    dives: Dives,
    end: f32,
    nodes: u64,
    cost_ns: u64,
}

impl<'f, 'p> Search<'f, 'p> {
    /// Runs that depend on the seed.
    pub fn new(finder: &'f FirstSearch<'p>, seed: u64) -> Search<'f, 'p> {
        let random = Random::new(seed);
        Search {
            finder,
            random,
            runs: 0,
            table: None,
            dives: Dives::default(),
            end: ENDING_PIECES,
            nodes: 0,
            cost_ns: 0,
        }
    }

    /// The runs made so far.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Returns the cost of the runs so far: nodes, and children of beams.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// About what the runs cost so far, in nanoseconds, as reckoned from the work that they did.
    pub fn cost_ns(&self) -> u64 {
        self.cost_ns
    }

    /// Makes a run.
    pub fn run(&mut self, learned: &Learned, watcher: &mut dyn Watcher) -> RunEnd {
        let run = self.runs;
        self.runs += 1;
        self.cost_ns += RUN_NS;
        let finder = self.finder;
        if let Some(end) = self.dive(watcher) {
            return end;
        }
        if let Some((ground, orders)) = &finder.beam {
            if self.table.is_none() || (run.is_multiple_of(RUNS_PER_ORDER) && !orders.is_single()) {
                self.table = Table::new(ground, orders.draw(&mut self.random));
            }
            if let Some(table) = self.table.take() {
                let end = self.beam(ground, &table, learned, watcher);
                self.table = Some(table);
                return end;
            }
        }
        let tools = (&mut self.random, &finder.noise);
        let (end, nodes) = branches::run(finder.problem, run, tools, watcher);
        self.nodes += nodes;
        let cells = finder.problem.cell_count() as u64;
        self.cost_ns += nodes * NODE_NS + cells * BRANCHES_NS_PER_CELL;
        end
    }

    /// Dives, if dives are worth while and have not cost more than all other runs.
    fn dive(&mut self, watcher: &mut dyn Watcher) -> Option<RunEnd> {
        let ((ground, _), orders) = self.finder.beam.as_ref().zip(self.finder.dives.as_ref())?;
        let own = &mut self.dives;
        if 2 * own.cost_ns > self.cost_ns {
            return None;
        }
        let is_due = own.count.is_multiple_of(RUNS_PER_ORDER) && !orders.is_single();
        if own.corners.is_none() || is_due {
            own.corners = Corners::new(ground, orders.draw(&mut self.random));
        }
        let mut dive = Dive::new(ground, own.corners.as_ref()?, &mut self.random);
        let end = dive.run(own.count, watcher);
        let cost_ns = dive.nodes * DIVE_NODE_NS;
        self.nodes += dive.nodes;
        self.cost_ns += cost_ns;
        own.count += 1;
        own.cost_ns += cost_ns + RUN_NS;
        Some(end)
    }

    fn beam(
        &mut self,
        ground: &Ground<'p>,
        table: &Table,
        learned: &Learned,
        watcher: &mut dyn Watcher,
    ) -> RunEnd {
        let run = self.runs - 1;
        let factor = PIECE_WEIGHTS[run as usize % PIECE_WEIGHTS.len()];
        let mut weights = learned.weights(ground.pieces.len());
        for (weight, piece) in weights.iter_mut().zip(&ground.pieces) {
            *weight += factor * piece.weight;
        }
        let doublings = run.min(u64::from(MAX_WIDTH.ilog2())) as u32;
        let settings = beam::Settings {
            run,
            width: (FIRST_WIDTH << doublings).min(MAX_WIDTH),
            border: BORDER * (self.random.fraction() - 0.5).exp2(),
            noise: NOISE,
            end: self.end,
            nodes: ENDING_NODES,
        };
        let tools = (&mut self.random, &self.finder.noise);
        let mut beam = Beam::new(ground, table, &weights, tools, settings);
        let (end, shares) = beam.run(watcher);
        let work = beam.work;
        self.nodes += work.nodes + work.children;
        let (endings, cut_off) = work.endings;
        self.cost_ns += work.children * CHILD_NS + work.nodes * NODE_NS + endings * ENDING_NS;
        self.cost_ns += work.cells * CELL_NS;
        if endings > 0 {
            let mean = work.nodes as f32 / endings as f32 / ENDING_NODES as f32;
            if cut_off as f32 > HARD_ENDINGS * endings as f32 {
                self.end = (self.end - 1.0).max(ENDING_RANGE.0);
            } else if mean < EASY_ENDING {
                self.end = (self.end + 1.0).min(ENDING_RANGE.1);
            }
        }
        if end == RunEnd::Failed {
            learned.add(&shares);
        }
        end
    }
}
