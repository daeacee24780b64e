//! A search for first solutions: the [finder](crate::exact_cover::first) on threads of its own, and
//! an exhaustive engine beside it, so that small and unsolvable puzzles are decided.
//!
//! [`FirstRun`] is the handle, to be started, paused, resumed and stopped; a [`FirstSnapshot`] shows how
//! far it has come, with the best partial cover so far. Every solution is checked by the
//! [verifier](crate::solution::verify) before it counts. With one thread the same seed finds the same
//! solutions: the exhaustive engine then takes turns with the finder, after so many nodes. With more
//! threads it has one of them. Asked for a second opinion, a SAT solver works in their place.
//!
//! Solutions that are wanted together are unlike each other, turned copies included: they have at
//! most half of their placements in common. Where such are hard to find, more likeness is allowed.
//!
//! ```
//! use polywright::encode::Encoded;
//! use polywright::format::puzzle_file;
//! use polywright::job::first::{FirstRun, FirstSettings};
//!
//! let text = r#"(format: 1, title: "Pentominoes", lattice: Square,
//!     pieces: [Family(free: 5)], board: Rectangle(10, 6))"#;
//! let puzzle = puzzle_file::read(text.into()).expect("a valid puzzle").puzzle;
//! let settings = FirstSettings { threads: 1, ..FirstSettings::default() };
//! let mut run = FirstRun::start(Encoded::new(puzzle)?.into(), settings);
//! run.wait();
//! assert_eq!(run.snapshot().counts.distinct, 1);
//! assert_eq!(run.store().get(0).len(), 12);
//! # Ok::<(), polywright::encode::EncodeError>(())
//! ```

mod by_sat;
mod exhaustive;
mod found;
mod worker;

use std::fs::File;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use self::found::Found;
use self::worker::Work;
use super::gate::{Gate, Phase, Request, panic_message};
use super::handle::{Handle, Runnable};
use super::{Subject, default_threads};
use crate::encode::{Encoded, shortage};
use crate::exact_cover::first::{self, Filled, FirstSearch, Learned};
use crate::exact_cover::{Engine, ItemKind, OptionId, sat};
use crate::format::FileError;
use crate::solution::{Counts, Store};
use crate::threads::lock;

/// The method of looking for solutions.
#[derive(Clone, Debug, Default)]
pub enum FirstMethod {
    /// The finder, with an exhaustive engine beside it.
    #[default]
    FirstSearch,
    /// A [SAT solver](crate::exact_cover::sat) on one thread, for one solution or the certainty that
    /// there is none.
    Sat {
        /// Where the proof that there is none goes. With it nothing is decided without the solver.
        proof: Option<Arc<File>>,
    },
}

/// The settings of a search for first solutions.
#[derive(Clone)]
pub struct FirstSettings {
    /// The method of looking for them.
    pub method: FirstMethod,
    /// Number of threads, at least 1. With more than one the exhaustive engine has one of them.
    pub threads: usize,
    /// The seed of all that is random.
    pub seed: u64,
    /// The number of solutions to find.
    pub wanted: u64,
    /// Solutions that those found must be unlike, each ascending.
    pub known: Vec<Vec<OptionId>>,
    /// The time after which the search stops.
    pub most_time: Option<Duration>,
    /// True if its threads run at low priority, so that a window that shows it stays responsive.
    pub background: bool,
    /// Called from its threads, at most 30 times a second and once at every change of phase. Must
    /// not block.
    pub wake: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Default for FirstSettings {
    fn default() -> FirstSettings {
        FirstSettings {
            method: FirstMethod::FirstSearch,
            threads: default_threads(),
            seed: 1,
            wanted: 1,
            known: Vec::new(),
            most_time: None,
            background: false,
            wake: None,
        }
    }
}

/// A partial cover.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartialCover {
    /// Its options, ascending.
    pub options: Arc<[OptionId]>,
    /// The items that it covers: required sites on a board, else primary items.
    pub covered: usize,
}

/// A search for first solutions at one moment.
#[derive(Clone, Debug)]
pub struct FirstSnapshot {
    /// The phase. [`Phase::Complete`] when everything was searched: the solutions found are all
    /// that there are, perhaps none. [`Phase::Stopped`] with as many as were wanted, or stopped
    /// before.
    pub phase: Phase,
    /// Time spent, pauses left out.
    pub elapsed: Duration,
    /// The runs begun by all threads.
    pub run: u64,
    /// The runs that ended without a solution that was kept.
    pub tries: u64,
    /// The states of a layer in the run of the first thread; 1 where it is no beam.
    pub width: usize,
    /// The pieces placed in that run.
    pub placed: usize,
    /// The pieces of a whole solution; `None` where their number is not fixed.
    pub pieces: Option<usize>,
    /// The items that must be covered: sites of a board, else primary items.
    pub items: usize,
    /// The partial cover with the most items so far.
    pub best: PartialCover,
    /// The numbers of solutions found.
    pub counts: Counts,
    /// Nodes of all searches, and children of beams; of a SAT solver the conflicts.
    pub nodes: u64,
    /// Why there is no solution, where that is known without a search.
    pub impossible: Option<String>,
}

/// A search for first solutions, in progress or over.
pub type FirstRun = Handle<FinderRun>;

/// The data that the threads of a search for first solutions share.
pub struct FinderRun {
    subject: Subject,
    settings: FirstSettings,
    gate: Gate,
    impossible: OnceLock<String>,
    found: Mutex<Found>,
    report: Mutex<Report>,
    /// The items covered by the best partial cover: read often.
    best: AtomicUsize,
    runs: AtomicU64,
    tries: AtomicU64,
    nodes: AtomicU64,
    /// True if as many solutions as were wanted have been found.
    enough: AtomicBool,
    pieces: Option<usize>,
    items: usize,
}

/// The report of the threads.
#[derive(Default)]
struct Report {
    width: usize,
    placed: usize,
    best: PartialCover,
}

impl FirstRun {
    /// Starts to search.
    pub fn start(subject: Subject, settings: FirstSettings) -> FirstRun {
        let background = settings.background;
        Handle::launch(FinderRun::new(subject, settings), background)
    }
}

impl Runnable for FinderRun {
    type Snapshot = FirstSnapshot;

    fn gate(&self) -> &Gate {
        &self.gate
    }

    fn work(self: Arc<FinderRun>) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| FinderRun::search(&self))) {
            self.fail(&*panic);
        }
        self.end(Phase::Stopped);
    }

    fn snapshot(&self) -> FirstSnapshot {
        self.moment()
    }

    /// Saves nothing: its findings cannot be resumed.
    fn save(&self, _: &Path) -> Result<bool, FileError> {
        Ok(true)
    }
}

impl FinderRun {
    /// Returns the puzzle or problem whose solutions are looked for.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.settings.threads
    }

    /// The engine that looks for them.
    pub fn engine(&self) -> &'static Engine {
        match self.settings.method {
            FirstMethod::FirstSearch => &first::ENGINE,
            FirstMethod::Sat { .. } => &sat::ENGINE,
        }
    }

    /// Returns whether a SAT solver looks for them.
    pub fn is_by_sat(&self) -> bool {
        self.engine() == &sat::ENGINE
    }

    /// The solutions found so far, each the least of its turned copies, in the order in which they
    /// were found.
    pub fn store(&self) -> Store {
        lock(&self.found).store.clone()
    }
}

/// The number of pieces of every solution, if all have the same.
fn fixed_pieces(subject: &Subject) -> Option<usize> {
    let puzzle = &subject.encoded()?.puzzle;
    if puzzle.cover.is_some() {
        return None;
    }
    let fixed = puzzle.pieces.iter().all(|piece| piece.copies.min == piece.copies.max);
    if fixed {
        return Some(puzzle.pieces.iter().map(|piece| piece.copies.max as usize).sum());
    }
    let (least, most) = puzzle.board_area();
    let size = puzzle.pieces.first()?.shape.size();
    let alike = puzzle.pieces.iter().all(|piece| piece.shape.size() == size);
    (alike && least == most).then(|| least as usize / size)
}

impl FinderRun {
    fn new(subject: Subject, settings: FirstSettings) -> FinderRun {
        let items = match subject.encoded() {
            Some(own) if own.puzzle.cover.is_none() => {
                let board = &own.puzzle.board;
                match Filled::is_worth(board.required(), board.sites().len()) {
                    true => board.sites().len(),
                    false => board.required(),
                }
            }
            _ => {
                let items = subject.problem().items().iter();
                items.filter(|item| item.kind == ItemKind::ONCE).count()
            }
        };
        let group = Arc::clone(subject.group());
        let found = Found::new(group, settings.wanted, settings.known.clone());
        let pieces = fixed_pieces(&subject);
        let threads = match settings.method {
            FirstMethod::FirstSearch => settings.threads.clamp(1, 1024),
            FirstMethod::Sat { .. } => 1,
        };
        let settings = FirstSettings { threads, ..settings };
        FinderRun {
            subject,
            gate: Gate::new(Duration::ZERO, settings.wake.clone()),
            settings,
            impossible: OnceLock::new(),
            found: Mutex::new(found),
            report: Mutex::default(),
            best: AtomicUsize::new(0),
            runs: AtomicU64::new(0),
            tries: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            enough: AtomicBool::new(false),
            pieces,
            items,
        }
    }

    fn search(shared: &Arc<FinderRun>) {
        let proves = matches!(shared.settings.method, FirstMethod::Sat { proof: Some(_) });
        if let (false, Some(own)) = (proves, shared.subject.encoded()) {
            let Encoded { puzzle, encoding, .. } = own;
            let pockets = || encoding.pockets().and_then(|p| p.obstruction(puzzle, encoding));
            let plain = || shortage::obstruction(puzzle, encoding).or_else(pockets);
            let conflict = puzzle.area_conflict();
            if let Some(reason) = conflict.or_else(|| plain().map(|found| found.reason)) {
                let _ = shared.impossible.set(reason);
                return shared.end(Phase::Complete);
            }
        }
        if let FirstMethod::Sat { proof } = &shared.settings.method {
            return by_sat::search(shared, proof.as_deref());
        }
        let threads = shared.settings.threads;
        let owned = Arc::clone(shared);
        let aside = move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| exhaustive::search(&owned)));
            outcome.unwrap_or_else(|panic| owned.fail(&*panic));
        };
        // Not waited for: to prepare a large problem may take long after the end.
        let is_alone = threads == 1 || crate::threads::start(aside).is_err();
        let (layout, narrowed) = match shared.subject.encoded() {
            Some(Encoded { puzzle, encoding, .. }) => {
                let drops = encoding.pockets().is_some_and(|pockets| pockets.dropped() > 0);
                (encoding.layout(puzzle), drops.then(|| encoding.restricted(|_| true)))
            }
            None => (None, None),
        };
        let (problem, options) = match &narrowed {
            Some((problem, options)) => (problem, Some(options.as_slice())),
            None => (shared.subject.problem(), None),
        };
        let filled = layout.as_ref().and_then(|layout| Filled::new(problem, layout));
        let finder = match &filled {
            Some(filled) => FirstSearch::new(&filled.problem, Some(&filled.layout)),
            None => FirstSearch::new(problem, layout.as_ref()),
        };
        let learned = Learned::default();
        let filled = filled.as_ref();
        let work = Work { shared, finder: &finder, learned: &learned, options, filled };
        if is_alone {
            return work.alone();
        }
        crate::threads::share_out(0..threads - 1, |index| work.beside(index));
    }

    /// Ends the search; the first end counts.
    fn end(&self, phase: Phase) {
        self.gate.end(phase);
        self.gate.set(Request::Stop);
        self.gate.wake(true);
    }

    fn fail(&self, panic: &(dyn std::any::Any + Send)) {
        self.end(Phase::Failed(panic_message(panic)));
    }

    /// Waits while the search is paused; breaks when it is to stop, or its time is over.
    fn check(&self) -> ControlFlow<()> {
        self.gate.check()?;
        if self.settings.most_time.is_some_and(|most| self.gate.elapsed() > most) {
            self.gate.set(Request::Stop);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn moment(&self) -> FirstSnapshot {
        let (phase, elapsed) = (self.gate.phase(), self.gate.elapsed());
        let counts = lock(&self.found).counts;
        let report = lock(&self.report);
        FirstSnapshot {
            phase,
            elapsed,
            run: self.runs.load(Ordering::Relaxed),
            tries: self.tries.load(Ordering::Relaxed),
            width: report.width,
            placed: report.placed,
            pieces: self.pieces,
            items: self.items,
            best: report.best.clone(),
            counts,
            nodes: self.nodes.load(Ordering::Relaxed),
            impossible: self.impossible.get().cloned(),
        }
    }
}
