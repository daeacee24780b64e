//! A run: its threads, and the handle that starts, pauses, resumes and stops them.
//!
//! **Lock order.** A thread that holds several locks takes them in this order: the solutions
//! (`store`), the report of one thread (`threads`), the totals (`found`), the clock (`gate`). Only
//! [`Run::with_store`] runs code of others under a lock, and of the methods of a run only
//! [`Run::checkpoint`] and [`Run::with_store`] itself take that lock again; [`Run::snapshot`] and
//! [`Run::phase`] may be called meanwhile.

mod sweep;
mod worker;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::exact_cover::{Effort, OptionId, SolutionSet, TreeSearch};
use crate::job::checkpoint::{Checkpoint, Met, Progress};
use crate::job::count::counter;
use crate::job::forecast::JobTimes;
use crate::job::plan::engine_names;
use crate::job::{Case, Forecast, Plan, default_threads};
use crate::solution::{Counts, Store};

/// How a run is to be done.
#[derive(Clone)]
pub struct Settings {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Stop when this many distinct solutions are found.
    pub limit: Option<u64>,
    /// Whether to keep solutions, or only count them.
    pub keep: bool,
    /// Memory that a frontier sweep may take, in bytes, before the search goes on without it.
    pub sweep_bytes: usize,
    /// Solutions are kept until they fill so many bytes; later ones are counted.
    pub most_bytes: usize,
    /// Whether a checkpoint can still be had when the run is over; costs a copy of the solutions.
    pub last_checkpoint: bool,
    /// Where to go on from; the plan must have been made with its strategy.
    pub resume: Option<Box<Checkpoint>>,
    /// Whether its threads let others go first, as suits a window that shows it.
    pub background: bool,
    /// Called from the run's threads, at most 30 times a second and once at every change of
    /// phase, so that whoever shows the run can look at it. Must not block.
    pub wake: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: default_threads(),
            limit: None,
            keep: true,
            sweep_bytes: SWEEP_BYTES,
            most_bytes: 512 << 20,
            last_checkpoint: false,
            resume: None,
            background: false,
            wake: None,
        }
    }
}

/// What a run is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Searching.
    Running,
    /// Waiting to be resumed.
    Paused,
    /// Done: every solution was found.
    Complete,
    /// Ended before all was searched.
    Stopped,
    /// Ended by a fault of the program; what was found is kept.
    Failed(String),
}

impl Phase {
    /// Whether the threads have ended.
    pub fn is_over(&self) -> bool {
        !matches!(self, Phase::Running | Phase::Paused)
    }
}

/// A solution that has just been found.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// It is the so-manieth distinct one found.
    pub number: u64,
    /// Its options, ascending.
    pub options: Arc<[OptionId]>,
    /// When it was found.
    pub at: Instant,
}

/// A run at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// What the run is doing.
    pub phase: Phase,
    /// Time spent, pauses left out.
    pub elapsed: Duration,
    /// How much of the tree has been passed, 0 to 1.
    pub position: f64,
    /// How long it will still take; not to be told before it is [firm](Forecast::firm).
    pub forecast: Option<Forecast>,
    /// What the search has done.
    pub effort: Effort,
    /// States that frontier sweeps have met; 0 where there were none.
    pub states: u64,
    /// What it has found.
    pub counts: Counts,
    /// Jobs done and in all; both 0 while the tree is being cut into jobs, and when there is
    /// nothing to search.
    pub jobs: (usize, usize),
    /// The options chosen where the first thread is now, of the whole problem.
    pub current: Vec<OptionId>,
    /// The level where the first thread is now.
    pub level: usize,
    /// The latest solutions, newest first.
    pub arrivals: Vec<Arrival>,
    /// Whether solutions were counted that are not kept.
    pub truncated: bool,
    /// Memory that the kept solutions take, in bytes.
    pub bytes: usize,
}

impl Snapshot {
    /// Whether so far all was done by frontier sweeps, which have no place in a tree.
    pub fn is_sweep(&self) -> bool {
        self.states > 0 && self.effort.nodes == 0
    }
}

/// Memory of a frontier sweep when nothing else is said: what a machine can spare beside others.
const SWEEP_BYTES: usize = 384 << 20;
/// How much of the position a frontier sweep stands for: listing what it found takes little.
const SWEEP_SHARE: f64 = 0.95;
/// How many of the latest solutions a snapshot shows.
const ARRIVALS: usize = 10;
/// The tree is cut where at least so many jobs arise; of each case where there are several, where
/// its share of them arises, but at least the second number.
const JOBS: usize = 500;
const CASE_JOBS: usize = 32;
/// A thread keeps the engines of so many cases.
const ENGINES: usize = 8;
/// Where there are more cases, jobs of one case follow each other in so many rounds.
const ROUNDS: usize = 10;
/// Shortest time between two reports of a thread.
const REPORT: Duration = Duration::from_millis(33);

/// A run in progress or done. Dropping it stops and ends its threads.
pub struct Run {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// Looks after a run from another thread; does not keep it going.
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

    /// As [`Run::stop`].
    pub fn stop(&self) {
        self.0.wish(STOP);
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

const GO: u8 = 0;
const PAUSE: u8 = 1;
const STOP: u8 = 2;

struct Shared {
    plan: Arc<Plan>,
    settings: Settings,
    /// What the threads are asked to do: read often, so atomic; changed under `gate`.
    wish: AtomicU8,
    gate: Mutex<Clock>,
    opened: Condvar,
    /// Whether the limit was reached, so that stopping was not the user's doing.
    limited: AtomicBool,
    next_job: AtomicUsize,
    /// The cases as they are searched, once that is settled.
    ready: OnceLock<Vec<ReadyCase>>,
    found: Mutex<Found>,
    /// How the run ended; set under `found`, so that the totals are final by then.
    outcome: OnceLock<Phase>,
    store: RwLock<Store>,
    threads: Vec<Mutex<Report>>,
    last_wake: AtomicU64,
    began: Instant,
}

/// A case to be searched.
#[derive(Clone)]
struct ReadyCase {
    /// Its number in the plan.
    case: usize,
    /// Its number among the cases that are searched instead, if a frontier sweep gave up.
    instead: Option<usize>,
    /// The solutions that an engine for whole problems found.
    solutions: Option<Arc<dyn SolutionSet>>,
}

/// A subtree to be searched.
struct Job {
    case: usize,
    /// The branches that lead to it from the root of the case.
    prefix: Vec<u32>,
}

/// Time spent: what had passed before the last start, and when that was.
struct Clock {
    before: Duration,
    running_since: Option<Instant>,
}

/// What the threads have done together.
#[derive(Default)]
struct Found {
    counts: Counts,
    /// Solutions met by the search, kept or not.
    met: Met,
    effort: Effort,
    /// What was done in jobs that were broken off.
    broken: Effort,
    jobs_done: usize,
    jobs: usize,
    /// Which jobs are done.
    done: Vec<bool>,
    /// What the job of each thread has handed over, until it is done.
    open: Vec<OpenJob>,
    /// The run when it was over, if that was asked for.
    last_checkpoint: Option<Checkpoint>,
    times: JobTimes,
    arrivals: VecDeque<Arrival>,
    truncated: bool,
    /// Memory that the kept solutions take, in bytes.
    bytes: usize,
    sweep: Sweep,
}

/// How far the frontier sweeps are.
#[derive(Default)]
struct Sweep {
    /// Whether one is at work.
    under_way: bool,
    /// How much of all sweeps is behind.
    share: f64,
    states: u64,
    /// Whether the solutions were counted by it, so that nothing is searched.
    counted: bool,
}

/// What an unfinished job has handed over.
#[derive(Clone, Default)]
struct OpenJob {
    counts: Counts,
    met: Met,
    /// Where its solutions lie in the store, as ranges of indices.
    stored: Vec<std::ops::Range<usize>>,
}

/// What one thread is doing now.
#[derive(Default)]
struct Report {
    effort: Effort,
    current: Vec<OptionId>,
    level: usize,
    /// Fraction of the job in hand that has been passed.
    position: f64,
    /// When that job began, in time spent.
    began: Option<Duration>,
}

/// A lock is poisoned only when a thread panicked, which is caught and reported; what it
/// guarded is plain data that stays usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Run {
    /// Starts to solve.
    pub fn start(plan: Arc<Plan>, settings: Settings) -> Run {
        let threads = settings.threads.clamp(1, 1024);
        let now = Instant::now();
        let resumed = settings.resume.as_ref().and_then(|checkpoint| checkpoint.progress());
        let mut resumed = resumed.unwrap_or_default();
        // A checkpoint does not know how many options there are.
        let mut store = Store::new(plan.group.option_count());
        store.append(&mut resumed.store);
        let found = Found {
            counts: resumed.counts,
            met: resumed.met,
            effort: resumed.effort,
            jobs_done: resumed.done.iter().filter(|done| **done).count(),
            jobs: resumed.done.len(),
            done: resumed.done,
            open: vec![OpenJob::default(); threads],
            truncated: resumed.truncated,
            bytes: store.bytes(),
            ..Found::default()
        };
        let shared = Arc::new(Shared {
            plan,
            settings: Settings { threads, ..settings },
            wish: AtomicU8::new(GO),
            gate: Mutex::new(Clock { before: resumed.elapsed, running_since: Some(now) }),
            opened: Condvar::new(),
            limited: AtomicBool::new(false),
            next_job: AtomicUsize::new(0),
            ready: OnceLock::new(),
            found: Mutex::new(found),
            outcome: OnceLock::new(),
            store: RwLock::new(store),
            threads: (0..threads).map(|_| Mutex::default()).collect(),
            last_wake: AtomicU64::new(0),
            began: now,
        });
        let owned = Arc::clone(&shared);
        let background = shared.settings.background;
        let work = move || {
            // The threads that it starts are like it.
            if background {
                super::lower_priority();
            }
            owned.work();
        };
        let thread = std::thread::Builder::new().spawn(work).expect("the system gives a thread");
        Run { shared, thread: Some(thread) }
    }

    /// Asks the threads to wait. They do within a few thousand nodes.
    pub fn pause(&self) {
        self.shared.wish(PAUSE);
    }

    /// Lets waiting threads go on.
    pub fn resume(&self) {
        self.shared.wish(GO);
    }

    /// Asks the threads to end; what they found is kept.
    pub fn stop(&self) {
        self.shared.wish(STOP);
    }

    /// Waits until the threads have ended.
    pub fn wait(&mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic has been caught and reported inside; there is nothing left to learn here.
            let _ = thread.join();
        }
    }

    /// What the run is doing. Takes no lock.
    pub fn phase(&self) -> Phase {
        self.shared.phase()
    }

    /// The run at this moment. Takes locks and copies; once a frame is often enough.
    pub fn snapshot(&self) -> Snapshot {
        self.shared.snapshot()
    }

    /// The run as it could be put aside now; `None` while the tree is being cut into jobs, and
    /// when the run is over, unless [`Settings::last_checkpoint`] asked for it. Copies the
    /// solutions.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.shared.checkpoint()
    }

    /// A handle for another thread that looks after the run.
    pub fn handle(&self) -> RunHandle {
        RunHandle(Arc::clone(&self.shared))
    }

    /// What is being solved.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.shared.plan
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.shared.settings.threads
    }

    /// Whether solutions are kept, or only counted.
    pub fn keeps(&self) -> bool {
        self.shared.settings.keep
    }

    /// The names of the engines at work: those of the plan, unless a frontier sweep gave up or
    /// counted without a search.
    pub fn engine_names(&self) -> String {
        self.shared.engine_names()
    }

    /// Looks at the distinct solutions kept so far: in the order of arrival while the run goes on,
    /// in ascending order once it is over. Keep it short, since threads wait to add; for the locks
    /// held meanwhile see the head of this module.
    pub fn with_store<R>(&self, look: impl FnOnce(&Store) -> R) -> R {
        look(&self.shared.store.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Ends the run if need be and gives away its solutions.
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

impl Shared {
    fn wish(&self, wish: u8) {
        let mut clock = lock(&self.gate);
        let now = self.wish.load(Ordering::Relaxed);
        if now == STOP || now == wish {
            return;
        }
        if now == GO {
            if let Some(since) = clock.running_since.take() {
                clock.before += since.elapsed();
            }
        } else if wish == GO {
            clock.running_since = Some(Instant::now());
        }
        self.wish.store(wish, Ordering::Relaxed);
        drop(clock);
        self.opened.notify_all();
        self.wake(true);
    }

    /// Lets the owner know that there is something new; at most 30 times a second unless it
    /// must know now.
    fn wake(&self, now: bool) {
        let Some(wake) = &self.settings.wake else { return };
        let millis = self.began.elapsed().as_millis() as u64;
        let last = self.last_wake.load(Ordering::Relaxed);
        if now || millis >= last + REPORT.as_millis() as u64 {
            self.last_wake.store(millis, Ordering::Relaxed);
            wake();
        }
    }

    /// Waits while the run is paused; breaks when it is to end.
    fn check(&self) -> ControlFlow<()> {
        match self.wish.load(Ordering::Relaxed) {
            GO => ControlFlow::Continue(()),
            STOP => ControlFlow::Break(()),
            _ => {
                let mut clock = lock(&self.gate);
                while self.wish.load(Ordering::Relaxed) == PAUSE {
                    clock = self.opened.wait(clock).unwrap_or_else(PoisonError::into_inner);
                }
                drop(clock);
                self.check()
            }
        }
    }

    fn elapsed(&self) -> Duration {
        let clock = lock(&self.gate);
        clock.before + clock.running_since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// The whole run, on the coordinating thread.
    fn work(&self) {
        let outcome = catch_unwind(AssertUnwindSafe(|| self.search()));
        if let Err(panic) = outcome {
            self.fail(&*panic);
        }
        if self.settings.last_checkpoint {
            let last = self.checkpoint();
            lock(&self.found).last_checkpoint = last;
        }
        let mut store = self.store.write().unwrap_or_else(PoisonError::into_inner);
        store.sort();
        drop(store);
        let mut clock = lock(&self.gate);
        if let Some(since) = clock.running_since.take() {
            clock.before += since.elapsed();
        }
        drop(clock);
        let found = lock(&self.found);
        let broken_off = self.wish.load(Ordering::Relaxed) == STOP;
        self.end(if broken_off {
            Phase::Stopped
        } else if found.met.count != found.met.predicted {
            Phase::Failed(format!(
                "the search met {} solutions, but the orbits of the {} distinct ones account \
                 for {}; internal error, please report it: the counts cannot be trusted",
                found.met.count, found.counts.distinct, found.met.predicted
            ))
        } else {
            Phase::Complete
        });
        drop(found);
        self.wake(true);
    }

    /// Settles how the run ends, unless that has been settled before; called under `found`.
    fn end(&self, outcome: Phase) {
        let _ = self.outcome.set(outcome);
    }

    /// Settles that the run fails, unless it has ended before.
    fn fail_with(&self, message: String) {
        let _totals = lock(&self.found);
        self.end(Phase::Failed(message));
    }

    /// What the run is doing.
    fn phase(&self) -> Phase {
        self.outcome.get().cloned().unwrap_or_else(|| match self.wish.load(Ordering::Relaxed) {
            PAUSE => Phase::Paused,
            _ => Phase::Running,
        })
    }

    fn fail(&self, panic: &(dyn std::any::Any + Send)) {
        let message = panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()))
            .unwrap_or_else(|| "a worker ended without a message".to_owned());
        self.fail_with(message);
        self.wish(STOP);
    }

    fn search(&self) {
        let found = lock(&self.found).counts.distinct;
        if self.settings.resume.is_some() && self.settings.limit.is_some_and(|limit| found >= limit)
        {
            return self.wish(STOP);
        }
        if self.counted() || self.prepare().is_break() {
            return;
        }
        let Some(jobs) = self.cut() else { return };
        let mut found = lock(&self.found);
        if self.settings.resume.is_none() {
            found.jobs = jobs.len();
            found.done = vec![false; jobs.len()];
        } else if found.jobs != jobs.len() {
            // The digest and the version have been compared; this cannot be.
            let message = "the checkpoint does not agree with the search tree".to_owned();
            self.end(Phase::Failed(message));
            return;
        }
        drop(found);
        std::thread::scope(|scope| {
            for index in 0..self.settings.threads.min(jobs.len()) {
                let jobs = &jobs;
                let work = move || {
                    let outcome = catch_unwind(AssertUnwindSafe(|| self.do_jobs(jobs, index)));
                    if let Err(panic) = outcome {
                        self.fail(&*panic);
                    }
                };
                std::thread::Builder::new()
                    .spawn_scoped(scope, work)
                    .expect("the system gives a thread");
            }
        });
    }

    fn engine_names(&self) -> String {
        let sweep = &lock(&self.found).sweep;
        if sweep.counted || (sweep.under_way && !self.settings.keep) {
            return counter().map_or_else(String::new, |(engine, _)| engine.name.to_owned());
        }
        match self.ready.get() {
            Some(ready) => engine_names(ready.iter().map(|ready| self.case(ready))),
            None => self.plan.engine_names(),
        }
    }

    /// A case as it is searched.
    fn case(&self, ready: &ReadyCase) -> &Case {
        let case = &self.plan.cases[ready.case];
        let instead = ready.instead.and_then(|n| Some(&case.fallback.as_ref()?.cases[n]));
        instead.unwrap_or(case)
    }

    /// The cases as they are searched.
    fn ready(&self) -> &[ReadyCase] {
        self.ready.get().map_or(&[], Vec::as_slice)
    }

    /// An engine with a case loaded.
    fn load(&self, ready: &ReadyCase) -> Box<dyn TreeSearch> {
        match &ready.solutions {
            Some(solutions) => Arc::clone(solutions).lister(),
            None => self.case(ready).search(),
        }
    }

    fn checkpoint(&self) -> Option<Checkpoint> {
        let elapsed = self.elapsed();
        // Solutions are handed over under both locks, so all of this is of one moment.
        let store = self.store.read().unwrap_or_else(PoisonError::into_inner);
        let found = lock(&self.found);
        if self.outcome.get().is_some() {
            return found.last_checkpoint.clone();
        }
        if found.done.is_empty() {
            return None;
        }
        let mut unfinished: Vec<_> = found.open.iter().flat_map(|job| job.stored.clone()).collect();
        unfinished.sort_by_key(|range| range.start);
        let mut finished = store.empty();
        let mut from = 0;
        for range in &unfinished {
            finished.extend_from(&store, from..range.start);
            from = range.end;
        }
        finished.extend_from(&store, from..store.len());
        let (mut counts, mut met) = (found.counts, found.met);
        for job in &found.open {
            counts.subtract(&job.counts);
            met.subtract(job.met);
        }
        let progress = Progress {
            done: found.done.clone(),
            elapsed,
            effort: found.effort.clone(),
            counts,
            met,
            kept: self.settings.keep,
            truncated: found.truncated,
            store: finished,
        };
        let cases = self.ready().iter().map(|ready| self.case(ready));
        Some(Checkpoint::new(&self.plan, cases, progress))
    }

    fn snapshot(&self) -> Snapshot {
        let elapsed = self.elapsed();
        let mut effort = Effort::default();
        let (mut under_way, mut spent) = (0.0, Duration::ZERO);
        let mut current = Vec::new();
        let mut level = 0;
        for (i, thread) in self.threads.iter().enumerate() {
            let report = lock(thread);
            effort.add(&report.effort);
            under_way += report.position;
            spent += report.began.map_or(Duration::ZERO, |began| elapsed.saturating_sub(began));
            if i == 0 {
                current.clone_from(&report.current);
                level = report.level;
            }
        }
        let found = lock(&self.found);
        effort.add(&found.effort);
        effort.add(&found.broken);
        let phase = self.phase();
        let jobs = found.jobs as f64;
        let passed = found.jobs_done as f64 + under_way;
        let position = match phase {
            Phase::Complete => 1.0,
            _ if found.sweep.under_way => SWEEP_SHARE * found.sweep.share,
            _ if found.jobs == 0 => 0.0,
            // Short of 1 until the run says itself that it is complete.
            _ => {
                let before = SWEEP_SHARE * found.sweep.share;
                (before + (1.0 - before) * passed / jobs).min(0.999)
            }
        };
        let left = (jobs - passed).max(0.0);
        let part = (under_way, spent);
        let forecast = (!phase.is_over())
            .then(|| found.times.forecast(left, self.settings.threads, part))
            .flatten();
        Snapshot {
            phase,
            elapsed,
            position,
            forecast,
            effort,
            states: found.sweep.states,
            counts: found.counts,
            jobs: (found.jobs_done, found.jobs),
            current,
            level,
            arrivals: found.arrivals.iter().cloned().collect(),
            truncated: found.truncated,
            bytes: found.bytes,
        }
    }
}
