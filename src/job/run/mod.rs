//! A run: its threads, and the handle that starts, pauses, resumes and stops them. The handle and
//! the data that the threads share are here; the coordinating thread is `coordinator`, the others
//! `worker`.
//!
//! **Lock order.** A thread that holds several locks takes them in this order: the solutions
//! (`store`), the report of one thread (`threads`), the totals (`found`), the clock of the gate (`gate`). Only
//! [`Run::with_store`] runs code of others under a lock, and of the methods of a run only
//! [`Run::checkpoint`] and [`Run::with_store`] itself take that lock again; [`Run::snapshot`] and
//! [`Run::phase`] may be called meanwhile.

mod coordinator;
mod settings;
mod snapshot;
mod sweep;
mod sweep_progress;
mod worker;

pub use settings::Settings;
pub use snapshot::{Arrival, Phase, Snapshot};
pub use sweep_progress::SweepProgress;

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::exact_cover::{Effort, OptionId};
use crate::job::Plan;
use crate::job::checkpoint::{self, Checkpoint, Met, Progress, SweepOutcome, SweptCase};
use crate::job::count::CountProgress;
use crate::job::forecast::JobTimes;
use crate::job::gate::{Gate, Wish};
use crate::solution::{Counts, Store};

/// The number of latest solutions in a snapshot.
const ARRIVALS: usize = 10;
/// The least number of jobs that the search trees of all cases are cut into: one for each
/// [`JOB_NS`] nanoseconds that they take, between these bounds, and the most where that is not known.
/// In a short search each job is felt, as it begins at the root.
pub(in crate::job) const JOBS: RangeInclusive<usize> = 32..=500;
/// See [`JOBS`].
const JOB_NS: f64 = 1e6;
/// The least number of jobs that the search tree of one of several cases is cut into.
const CASE_JOBS: usize = 32;
/// The number of cases whose engines a thread keeps.
const MAX_LOADED: usize = 8;
/// Where there are more cases than that, the number of rounds in which jobs of one case follow
/// each other.
const ROUNDS: usize = 10;

/// A run in progress or done. Dropping it stops and ends its threads.
pub struct Run {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// A handle of a run for another thread; does not keep the run alive.
#[derive(Clone)]
pub struct RunHandle(Arc<Shared>);

impl RunHandle {
    /// As [`Run::phase`].
    pub fn phase(&self) -> Phase {
        self.0.phase()
    }

    /// As [`Run::snapshot`].
    pub fn snapshot(&self) -> Snapshot {
        self.0.snapshot()
    }

    /// As [`Run::checkpoint`].
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.0.checkpoint()
    }

    /// As [`Run::checkpoint_pays`].
    pub fn checkpoint_pays(&self) -> bool {
        self.0.checkpoint_pays()
    }

    /// As [`Run::stop`].
    pub fn stop(&self) {
        self.0.gate.set(Wish::Stop);
    }

    /// As [`Run::engine_names`].
    pub fn engine_names(&self) -> String {
        self.0.engine_names()
    }

    /// The distinct solutions kept so far, as [`Run::with_store`] shows them. Copies no more than
    /// those found last.
    pub fn store(&self) -> Store {
        self.0.store.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

struct Shared {
    plan: Arc<Plan>,
    settings: Settings,
    gate: Gate,
    /// True if the run stopped because the limit was reached.
    limited: AtomicBool,
    next_job: AtomicUsize,
    /// The cases as they are searched, once they are prepared.
    ready: OnceLock<Vec<ReadyCase>>,
    /// The jobs, once the trees are cut.
    jobs: OnceLock<Vec<Job>>,
    found: Mutex<Found>,
    /// The phase in which the run ended; set under `found`, so that the totals are final by then.
    outcome: OnceLock<Phase>,
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
    counts: Counts,
    /// Solutions met by the search, kept or not.
    met: Met,
    effort: Effort,
    /// The effort spent in jobs that were broken off.
    broken: Effort,
    jobs_done: usize,
    jobs: usize,
    /// True for each job that is done.
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
    /// The result of the sweep of each case so far; empty before the first.
    outcomes: Vec<Option<SweepOutcome>>,
    /// The progress of the sweep that is running, or was the last.
    progress: Option<SweepProgress>,
}

/// The results that an unfinished job has handed over.
#[derive(Clone, Default)]
struct OpenJob {
    counts: Counts,
    met: Met,
    /// Where its solutions lie in the store, as ranges of indices.
    stored: Vec<std::ops::Range<usize>>,
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
        let shared = Arc::new(Shared {
            plan,
            settings: Settings { threads, resume, ..settings },
            gate: Gate::new(elapsed, wake),
            limited: AtomicBool::new(false),
            next_job: AtomicUsize::new(0),
            ready: OnceLock::new(),
            jobs: OnceLock::new(),
            found: Mutex::new(found),
            outcome: OnceLock::new(),
            store: RwLock::new(store),
            threads: (0..threads).map(|_| Mutex::default()).collect(),
            save_wanted: AtomicBool::new(false),
            handover: Mutex::new(Handover { resumed: sweeps, ..Handover::default() }),
            handed_over: Condvar::new(),
        });
        let owned = Arc::clone(&shared);
        let background = shared.settings.background;
        let work = move || {
            // The threads that it starts inherit the priority.
            if background {
                super::lower_priority();
            }
            owned.work();
        };
        let thread = std::thread::Builder::new().spawn(work).expect("the system gives a thread");
        Run { shared, thread: Some(thread) }
    }

    /// Asks the threads to pause. They do within a few thousand nodes.
    pub fn pause(&self) {
        self.shared.gate.set(Wish::Pause);
    }

    /// Resumes a paused run.
    pub fn resume(&self) {
        self.shared.gate.set(Wish::Go);
    }

    /// Asks the threads to stop; what they found is kept.
    pub fn stop(&self) {
        self.shared.gate.set(Wish::Stop);
    }

    /// Waits until the threads have ended.
    pub fn wait(&mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic has been caught and reported inside the thread.
            let _ = thread.join();
        }
    }

    /// The phase of the run. Takes no lock.
    pub fn phase(&self) -> Phase {
        self.shared.phase()
    }

    /// The run at this moment. Takes locks and copies; once a frame is often enough.
    pub fn snapshot(&self) -> Snapshot {
        self.shared.snapshot()
    }

    /// A checkpoint of the run as it is now; `None` while the tree is being cut into jobs, and
    /// when the run is over, unless [`Settings::last_checkpoint`] asked for it. Copies the
    /// solutions. Waits until a sweep that counts comes to the end of a round, some tenths of a
    /// second, and packs its states, which takes about half of their memory until the checkpoint
    /// is dropped.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.shared.checkpoint()
    }

    /// Returns whether another checkpoint would cost no more than 2 % of the run's time so far.
    pub fn checkpoint_pays(&self) -> bool {
        self.shared.checkpoint_pays()
    }

    /// A handle for another thread.
    pub fn handle(&self) -> RunHandle {
        RunHandle(Arc::clone(&self.shared))
    }

    /// The plan of the run.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.shared.plan
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.shared.settings.threads
    }

    /// Returns whether solutions are kept, or only counted.
    pub fn keeps(&self) -> bool {
        self.shared.settings.keep
    }

    /// The names of the engines at work: those of the plan, unless a frontier sweep gave up or
    /// counted without a search.
    pub fn engine_names(&self) -> String {
        self.shared.engine_names()
    }

    /// Reads the distinct solutions kept so far: in the order of arrival while the run lasts, in
    /// ascending order once it is over. Keep it short, since threads wait to add solutions; for the
    /// locks held meanwhile see the top of this module.
    pub fn with_store<R>(&self, look: impl FnOnce(&Store) -> R) -> R {
        look(&self.shared.store.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until the run is over; its solutions.
    pub fn into_store(mut self) -> Store {
        self.wait();
        std::mem::take(&mut *self.shared.store.write().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}
