//! A run: its threads, and the data that they share, which is here; the coordinating thread is `coordinator`, the others
//! `worker`.
//!
//! **Lock order.** A thread that holds several locks takes them in this order: the solutions
//! (`store`), the report of one thread (`threads`), the totals (`found`), the sorter of
//! [`Settings::sorter`], the clock of the gate (`gate`). Only
//! [`TreeRun::with_store`] runs code of others under a lock, and of the methods of a run only
//! [`TreeRun::checkpoint`] and [`TreeRun::with_store`] itself take that lock again; [`TreeRun::snapshot`] and
//! [`TreeRun::phase`] may be called meanwhile.

mod coordinator;
mod settings;
mod snapshot;
mod sweep;
mod sweep_progress;
mod worker;

pub use settings::{KeepIf, Settings};
pub use snapshot::{Arrival, Snapshot};
pub use sweep_progress::SweepProgress;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use crate::exact_cover::{Choice, Effort, OptionId};
use crate::format::FileError;
use crate::job::Plan;
use crate::job::checkpoint::{self, Checkpoint, Met, Progress, SweepOutcome, SweptCase};
use crate::job::count::CountProgress;
use crate::job::forecast::JobTimes;
use crate::job::gate::{Gate, Phase, Request};
use crate::job::handle::{Handle, Runnable};
use crate::natural::Natural;
use crate::solution::{Counts, Store};

/// The number of latest solutions in a snapshot.
const ARRIVALS: usize = 10;
/// The time that a job takes, in nanoseconds; see [`JOBS`](checkpoint::JOBS).
const JOB_NS: f64 = 1e6;
/// The least number of jobs that the search tree of one of several cases is cut into.
const CASE_JOBS: usize = 32;
/// The number of cases whose engines a thread keeps.
const MAX_LOADED: usize = 8;
/// Where there are more cases than that, the number of rounds in which jobs of one case follow
/// each other.
const ROUNDS: usize = 10;

/// A run in progress or done.
pub type Run = Handle<TreeRun>;

/// The data that the threads of a run share.
pub struct TreeRun {
    plan: Arc<Plan>,
    settings: Settings,
    /// Ended under `found`, so that the totals are final by then.
    gate: Gate,
    /// True if the run stopped because the limit was reached.
    limited: AtomicBool,
    next_job: AtomicUsize,
    /// The cases as they are searched, once they are prepared.
    ready: OnceLock<Vec<ReadyCase>>,
    /// The jobs, once the trees are cut.
    jobs: OnceLock<Vec<Job>>,
    found: Mutex<Found>,
    store: RwLock<Store>,
    threads: Vec<Mutex<Report>>,
    /// True if a checkpoint waits for the states of a sweep: read often, so atomic; changed under
    /// `handover`.
    save_wanted: AtomicBool,
    handover: Mutex<Handover>,
    handed_over: Condvar,
}

/// The data passed between a sweep that counts and whoever saves it. No other lock is taken under
/// this one.
#[derive(Default)]
struct Handover {
    /// The progress of the sweeps that the run resumes.
    resumed: checkpoint::SweepProgress,
    /// The states after which a count gives up that is under way, or that has ended and is in the
    /// last checkpoint.
    limit: Option<u64>,
    /// True if a sweep is counting.
    under_way: bool,
    /// The checkpoints that wait for the states of the sweep.
    waiting: usize,
    /// The progress of the count when it was last saved, until the last waiting checkpoint takes
    /// it.
    saved: Option<CountProgress>,
    /// The time that saving has cost the sweep, and that of the last time.
    cost: (Duration, Duration),
}

/// A case as it is searched.
#[derive(Clone)]
struct ReadyCase {
    /// Its index in the plan.
    case: usize,
    /// Its index among the cases of the fallback, if a frontier sweep gave up.
    instead: Option<usize>,
    /// The solutions that an engine for whole problems found.
    swept: Option<Arc<SweptCase>>,
}

/// A subtree to be searched.
struct Job {
    case: usize,
    /// The branches that lead to it from the root of the case.
    prefix: Vec<u32>,
}

/// The totals of all threads.
#[derive(Default)]
struct Found {
    counts: Counts<Natural>,
    /// Solutions met by the search, kept or not.
    met: Met,
    effort: Effort,
    /// The effort spent in jobs that were broken off.
    broken: Effort,
    jobs_done: usize,
    jobs: usize,
    /// True for each job that is done; after those that the trees are cut into come those of
    /// subtrees that an earlier run left.
    done: Vec<bool>,
    /// For each thread, what its unfinished job has handed over.
    open: Vec<OpenJob>,
    /// The checkpoint at the end of the run, if [`Settings::last_checkpoint`] asks for it.
    last_checkpoint: Option<Checkpoint>,
    times: JobTimes,
    arrivals: VecDeque<Arrival>,
    truncated: bool,
    /// The memory of the kept solutions, in bytes.
    bytes: usize,
    sweep: Sweep,
}

impl Found {
    /// Returns the state that a run resumes from; empty for one that begins. `bytes` is the memory
    /// of the solutions.
    fn resumed(
        from: Progress,
        sweeps: &checkpoint::SweepProgress,
        threads: usize,
        bytes: usize,
    ) -> Found {
        let sweep = Sweep {
            under_way: sweeps.count.is_some() || sweeps.is_sweeping,
            share: sweeps.share,
            states: sweeps.states,
            ..Sweep::default()
        };
        Found {
            counts: from.counts,
            met: from.met,
            effort: from.effort,
            jobs_done: from.done.iter().filter(|done| **done).count(),
            jobs: from.done.len(),
            done: from.done,
            open: vec![OpenJob::default(); threads],
            truncated: from.truncated,
            bytes,
            sweep,
            ..Found::default()
        }
    }
}

/// The progress of the frontier sweeps.
#[derive(Default)]
struct Sweep {
    /// True if one is running.
    under_way: bool,
    /// The fraction of all sweeps that is done.
    share: f64,
    states: u64,
    /// True if a sweep has counted the solutions, so that nothing is searched.
    counted: bool,
    /// The number of states after which a count gave up; 0 if none did.
    gave_up_after: u64,
    /// The result of the sweep of each case so far; empty before the first.
    outcomes: Vec<Option<SweepOutcome>>,
    /// The progress of the sweep that is running, or was the last.
    progress: Option<SweepProgress>,
}

/// An unfinished job: where it was at the last report, and what it has handed over since then, which is
/// found again by what is left at that place.
#[derive(Clone, Default)]
struct OpenJob {
    /// The place; `None` before the first report.
    place: Option<JobPlace>,
    counts: Counts,
    met: Met,
    /// Where its solutions lie in the store, as ranges of indices.
    stored: Vec<std::ops::Range<usize>>,
}

/// A place in an unfinished job.
#[derive(Clone)]
struct JobPlace {
    /// The number of the job.
    number: usize,
    /// The path to the node that was just entered.
    path: Vec<Choice>,
    /// The level where the job begins.
    from: usize,
    /// The effort spent before that node.
    effort: Effort,
}

/// The report of one thread.
#[derive(Default)]
struct Report {
    effort: Effort,
    current: Vec<OptionId>,
    level: usize,
    /// The fraction of the current job that is done.
    position: f64,
    /// The start of that job, in time spent.
    began: Option<Duration>,
}

impl Run {
    /// Starts to solve.
    pub fn start(plan: Arc<Plan>, settings: Settings) -> Run {
        let background = settings.background;
        Handle::launch(TreeRun::new(plan, settings), background)
    }

    /// Waits until the run is over; its solutions.
    pub fn into_store(mut self) -> Store {
        self.wait();
        std::mem::take(&mut *self.store.write().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Runnable for TreeRun {
    type Snapshot = Snapshot;

    fn gate(&self) -> &Gate {
        &self.gate
    }

    fn work(self: Arc<TreeRun>) {
        self.run();
    }

    fn snapshot(&self) -> Snapshot {
        TreeRun::snapshot(self)
    }

    fn save(&self, path: &Path) -> Result<bool, FileError> {
        if !self.checkpoint_pays() {
            return Ok(false);
        }
        self.checkpoint().map_or(Ok(()), |checkpoint| checkpoint.save(path)).map(|()| true)
    }
}

impl TreeRun {
    /// A run that has not begun.
    pub(in crate::job) fn new(plan: Arc<Plan>, settings: Settings) -> TreeRun {
        let threads = settings.threads.clamp(1, 1024);
        let wake = settings.wake.clone();
        let checkpoint = settings.resume.as_ref();
        let resumed = checkpoint.and_then(|checkpoint| checkpoint.progress());
        let sweeps = checkpoint.and_then(|checkpoint| checkpoint.sweeps(&plan)).unwrap_or_default();
        let mut resumed = resumed.unwrap_or_default();
        let resume = settings.resume.map(|checkpoint| Box::new(checkpoint.emptied()));
        // A checkpoint does not know how many options there are.
        let mut store = Store::new(plan.group().option_count());
        store.append(&mut resumed.store);
        let elapsed = resumed.elapsed;
        let found = Found::resumed(resumed, &sweeps, threads, store.bytes());
        TreeRun {
            plan,
            settings: Settings { threads, resume, ..settings },
            gate: Gate::new(elapsed, wake),
            limited: AtomicBool::new(false),
            next_job: AtomicUsize::new(0),
            ready: OnceLock::new(),
            jobs: OnceLock::new(),
            found: Mutex::new(found),
            store: RwLock::new(store),
            threads: (0..threads).map(|_| Mutex::default()).collect(),
            save_wanted: AtomicBool::new(false),
            handover: Mutex::new(Handover { resumed: sweeps, ..Handover::default() }),
            handed_over: Condvar::new(),
        }
    }

    /// The phase of the run. Takes no lock.
    pub fn phase(&self) -> Phase {
        self.gate.phase()
    }

    /// Asks the threads to stop; what they found is kept.
    pub fn stop(&self) {
        self.gate.set(Request::Stop);
    }

    /// The distinct solutions kept so far, as [`TreeRun::with_store`] shows them. Copies no more than
    /// those found last.
    pub fn store(&self) -> Store {
        self.with_store(Store::clone)
    }

    /// The plan of the run.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.settings.threads
    }

    /// Returns whether solutions are kept, or only counted.
    pub fn keeps(&self) -> bool {
        self.settings.keep
    }

    /// Reads the distinct solutions kept so far: in the order of arrival while the run lasts, in
    /// ascending order once it is over. Keep it short, since threads wait to add solutions; for the
    /// locks held meanwhile see the top of this module.
    pub fn with_store<R>(&self, look: impl FnOnce(&Store) -> R) -> R {
        look(&self.store.read().unwrap_or_else(PoisonError::into_inner))
    }
}
