//! A batch: items solved or tested one after the other on all threads. Each thread takes the next
//! item; what comes of it is recorded. Variants that are solved one by one, and sets of pieces that are
//! tested, are such items.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::forecast::JobTimes;
use super::gate::{Gate, Phase, Wake, on_threads};
use super::handle::Runnable;
use super::{Forecast, PlanError, Share, default_threads};
use crate::format::FileError;
use crate::threads::lock;

/// The settings of a batch, which may be resumed from what was saved of it.
#[derive(Clone)]
pub struct BatchSettings<S> {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// The saved state of the run, which must be of its plan.
    pub resume: Option<S>,
    /// True if the run can be saved once it has ended.
    pub last_checkpoint: bool,
    /// True if its threads run at low priority.
    pub background: bool,
    /// Called from the run's threads when there is something new. Must not block.
    pub wake: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl<S> Default for BatchSettings<S> {
    fn default() -> BatchSettings<S> {
        BatchSettings {
            threads: default_threads(),
            resume: None,
            last_checkpoint: false,
            background: false,
            wake: None,
        }
    }
}

/// The items of a batch, and what is done with each.
pub trait BatchItems: Send + Sync + Sized + 'static {
    /// The results so far.
    type Results: Send;
    /// The result of one item.
    type Result;
    /// The run at one moment.
    type Snapshot;

    /// Makes ready what all items need.
    ///
    /// # Errors
    /// When nothing can be done.
    fn prepare(&self) -> Result<(), PlanError> {
        Ok(())
    }

    /// Called by each thread for which no item is left.
    fn idle(&self) {}

    /// Works on an item; `None` when that was broken off by `check`.
    ///
    /// # Errors
    /// When the item is too large.
    fn work_on(
        &self,
        item: usize,
        check: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<Option<Self::Result>, PlanError>;

    /// Records a result that took some time; returns its nodes.
    fn record(
        results: &mut Self::Results,
        item: usize,
        result: Self::Result,
        time: Duration,
    ) -> u64;

    /// The run at a moment.
    fn snapshot(&self, moment: Moment, results: &Self::Results) -> Self::Snapshot;

    /// Saves the results.
    ///
    /// # Errors
    /// When writing fails.
    fn save(
        &self,
        path: &Path,
        elapsed: Duration,
        results: &Self::Results,
    ) -> Result<(), FileError>;
}

/// The progress of a batch at one moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The phase of the run.
    pub phase: Phase,
    /// Time spent, pauses left out.
    pub elapsed: Duration,
    /// The time left; not to be shown before it is [firm](Forecast::firm).
    pub forecast: Option<Forecast>,
    /// The items that are done.
    pub done: usize,
    /// The items in all.
    pub all: usize,
    /// The item that was begun last.
    pub latest: Option<usize>,
    /// The nodes of all searches so far.
    pub nodes: u64,
}

/// The results from which a batch begins.
pub(super) struct Begun<R> {
    pub(super) results: R,
    /// The time that they took.
    pub(super) elapsed: Duration,
    /// Their nodes.
    pub(super) nodes: u64,
    /// The items still to be done, in order.
    pub(super) waiting: VecDeque<usize>,
    /// The number of all items, those done included.
    pub(super) all: usize,
}

/// The items of a batch: those of a part, if it is one, else so many.
pub(super) fn given(share: Option<&Share>, count: usize) -> Vec<usize> {
    match share {
        Some(share) => share.given.iter().map(|work| work.case).collect(),
        None => (0..count).collect(),
    }
}

/// A batch in progress or done.
pub struct Batch<T: BatchItems> {
    items: T,
    threads: usize,
    gate: Gate,
    found: Mutex<Found<T::Results>>,
}

struct Found<R> {
    results: R,
    waiting: VecDeque<usize>,
    all: usize,
    done: usize,
    latest: Option<usize>,
    nodes: u64,
    times: JobTimes,
}

impl<T: BatchItems> Batch<T> {
    pub(super) fn new(
        items: T,
        begun: Begun<T::Results>,
        threads: usize,
        wake: Option<Wake>,
    ) -> Batch<T> {
        let Begun { results, elapsed, nodes, waiting, all } = begun;
        let (done, latest, times) = (all - waiting.len(), None, JobTimes::default());
        let found = Found { results, waiting, all, done, latest, nodes, times };
        Batch { items, threads, gate: Gate::new(elapsed, wake), found: Mutex::new(found) }
    }

    /// The items.
    pub(super) fn items(&self) -> &T {
        &self.items
    }

    /// Looks at the results so far. Keep it short, since threads wait to add theirs.
    pub(super) fn with_found<R>(&self, look: impl FnOnce(&mut T::Results) -> R) -> R {
        look(&mut lock(&self.found).results)
    }

    /// Time spent, pauses left out.
    pub(super) fn elapsed(&self) -> Duration {
        self.gate.elapsed()
    }

    /// The whole run.
    pub(super) fn run(&self) {
        if let Err(error) = self.items.prepare() {
            self.gate.fail(error.to_string());
        }
        on_threads(self.threads, || self.next(), |message| self.gate.fail(message));
        self.gate.stop_clock();
        let found = lock(&self.found);
        let is_done = found.done == found.all;
        self.gate.end(if is_done { Phase::Complete } else { Phase::Stopped });
        drop(found);
        self.gate.wake(true);
    }

    /// Works on items until none is left or the run stops: the work of one thread.
    fn next(&self) {
        while self.gate.check().is_continue() {
            let item = {
                let mut found = lock(&self.found);
                let Some(item) = found.waiting.pop_front() else {
                    drop(found);
                    return self.items.idle();
                };
                found.latest = Some(item);
                item
            };
            let began = Instant::now();
            match self.items.work_on(item, &|| self.gate.check()) {
                Ok(Some(result)) => {
                    let time = began.elapsed();
                    let mut found = lock(&self.found);
                    found.done += 1;
                    found.nodes += T::record(&mut found.results, item, result, time);
                    found.times.add(time);
                }
                Ok(None) => lock(&self.found).waiting.push_front(item),
                Err(error) => return self.gate.fail(error.to_string()),
            }
            self.gate.wake(false);
        }
    }
}

impl<T: BatchItems> Runnable for Batch<T> {
    type Snapshot = T::Snapshot;

    fn gate(&self) -> &Gate {
        &self.gate
    }

    fn work(self: Arc<Self>) {
        self.run();
    }

    fn snapshot(&self) -> T::Snapshot {
        let elapsed = self.elapsed();
        let found = lock(&self.found);
        let phase = self.gate.phase();
        let left = (found.all - found.done) as f64;
        let forecast = (!phase.is_over())
            .then(|| found.times.forecast(left, self.threads.max(1), (0.0, Duration::ZERO)))
            .flatten();
        let Found { done, all, latest, nodes, .. } = *found;
        let moment = Moment { phase, elapsed, forecast, done, all, latest, nodes };
        self.items.snapshot(moment, &found.results)
    }

    fn save(&self, path: &Path) -> Result<bool, FileError> {
        self.with_found(|results| self.items.save(path, self.elapsed(), results)).map(|()| true)
    }
}
