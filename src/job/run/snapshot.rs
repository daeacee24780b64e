//! The state of a run at one moment, to be shown or saved.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use super::{Job, Sweep, SweepProgress, TreeRun};
use crate::exact_cover::{Effort, OptionId, subtrees_left};
use crate::job::Forecast;
use crate::job::checkpoint::{Checkpoint, Progress, Stage};
use crate::job::gate::Phase;
use crate::job::share::{Share, Work};
use crate::natural::Natural;
use crate::solution::Counts;
use crate::threads::lock;

/// The share of frontier sweeps in the position of a run that has them: listing what they found
/// takes little time.
const SWEEP_SHARE: f64 = 0.95;

/// A solution that has just been found.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// Its number among the distinct solutions in the order of their discovery, from 1.
    pub number: u64,
    /// Its options, ascending.
    pub options: Arc<[OptionId]>,
    /// When it was found.
    pub at: Instant,
}

/// A run at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The phase of the run.
    pub phase: Phase,
    /// Time spent, pauses left out.
    pub elapsed: Duration,
    /// The fraction of the tree that has been passed, 0 to 1.
    pub position: f64,
    /// The time left; not to be shown before it is [firm](Forecast::firm).
    pub forecast: Option<Forecast>,
    /// The effort of the search so far.
    pub effort: Effort,
    /// States that frontier sweeps have met; 0 where there were none.
    pub states: u64,
    /// The progress of the frontier sweep that is running, or of the last one.
    pub sweep: Option<SweepProgress>,
    /// The numbers of solutions found.
    pub counts: Counts<Natural>,
    /// Jobs done and in all; both 0 while the tree is being cut into jobs, and when there is
    /// nothing to search.
    pub jobs: (usize, usize),
    /// The options chosen at the node where the first thread is now, of the whole problem.
    pub current: Vec<OptionId>,
    /// The level where the first thread is now.
    pub level: usize,
    /// The latest solutions, newest first.
    pub arrivals: Vec<Arrival>,
    /// True if some counted solutions are not kept.
    pub truncated: bool,
    /// The memory of the kept solutions, in bytes.
    pub bytes: usize,
}

impl Snapshot {
    /// Returns whether only frontier sweeps, which have no position in a tree, have run so far.
    pub fn is_sweep(&self) -> bool {
        (self.states > 0 || self.sweep.is_some()) && self.effort.nodes == 0
    }
}

impl TreeRun {
    /// A checkpoint of the run as it is now; `None` while the tree is being cut into jobs, where that
    /// of a resumed run is still the one that it was resumed from, and when the run is over, unless
    /// [`last_checkpoint`](crate::job::Settings::last_checkpoint) asked for it. Copies the
    /// solutions. Waits until a sweep that counts comes to the end of a round, some tenths of a
    /// second, and packs its states, which takes about half of their memory until the checkpoint
    /// is dropped.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        if let Some((limit, progress)) = self.saved_count() {
            let own =
                Progress { states: progress.met, elapsed: self.elapsed(), ..Progress::default() };
            let Some(share) = &self.plan.share else {
                return Some(Checkpoint::new(&self.plan, Stage::Counting(limit, progress), own));
            };
            let left = share.left(&progress);
            let counts = Share::counted(&progress);
            // The result of a part does not depend on the threads and their speed.
            let elapsed = if left.is_empty() { Duration::ZERO } else { own.elapsed };
            let own = Progress { counts, elapsed, ..own };
            let checkpoint = Checkpoint::new(&self.plan, Stage::Counting(limit, progress), own);
            return Some(checkpoint.of_part(share.clone(), left));
        }
        // Not under a lock, since it may take a moment the first time.
        self.ready().iter().filter_map(|ready| ready.swept.as_ref()).for_each(|swept| {
            swept.packed();
        });
        let mut elapsed = self.elapsed();
        // Solutions are handed over under both locks, so all of this is of one moment.
        let store = self.store.read().unwrap_or_else(PoisonError::into_inner);
        let found = lock(&self.found);
        if self.phase().is_over() {
            return found.last_checkpoint.clone();
        }
        let kept = self.settings.keep;
        if self.plan.share.is_some() || self.resumes_search() {
            // Before the trees are cut nothing is done that would be worth saving; and the subtrees that
            // an earlier run left are not among the jobs yet, so that a checkpoint would lack them.
            self.jobs.get()?;
        } else if found.done.is_empty() {
            let Sweep { outcomes, states, .. } = &found.sweep;
            let own = Progress { states: *states, elapsed, kept, ..Progress::default() };
            let stage = Stage::Sweeping(outcomes);
            return (!outcomes.is_empty()).then(|| Checkpoint::new(&self.plan, stage, own));
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
            counts.subtract(&job.counts.into());
            met.subtract(job.met);
        }
        let mut effort = found.effort.clone();
        let mut done = found.done.clone();
        let jobs = self.jobs.get().map_or(&[][..], Vec::as_slice);
        let mut subtrees = Vec::new();
        for place in found.open.iter().filter_map(|job| job.place.as_ref()) {
            effort.add(&place.effort);
            done[place.number] = true;
            let left = subtrees_left(&place.path, place.from).into_iter();
            subtrees.extend(left.map(|prefix| (jobs[place.number].case, prefix)));
        }
        let begun = jobs.iter().zip(&done).skip(found.jobs).filter(|(_, done)| !**done);
        subtrees.extend(begun.map(|(job, _)| (job.case, job.prefix.clone())));
        done.truncate(found.jobs);
        let complete = subtrees.is_empty() && done.iter().all(|done| *done);
        if self.plan.share.is_some() && complete {
            // So that the result of a part does not depend on the threads and their speed.
            finished.sort();
            elapsed = Duration::ZERO;
        }
        let progress = Progress {
            done,
            subtrees,
            cut_into: self.wanted_jobs(),
            elapsed,
            effort,
            counts,
            met,
            kept,
            truncated: found.truncated,
            store: finished,
            states: found.sweep.states,
        };
        let cases = self.ready().iter().map(|ready| (self.case(ready), ready.swept.as_deref()));
        let stage = Stage::Searching(cases.collect());
        let checkpoint = Checkpoint::new(&self.plan, stage, progress);
        Some(match &self.plan.share {
            Some(share) => checkpoint.of_part(share.clone(), self.left(&found.done)),
            None => checkpoint,
        })
    }

    /// The work of the jobs that are not done.
    fn left(&self, done: &[bool]) -> Vec<Work> {
        let jobs = self.jobs.get().map_or(&[][..], Vec::as_slice);
        let open = jobs.iter().zip(done).filter(|(_, done)| !**done);
        let work = |job: &Job| Work { case: job.case, prefix: job.prefix.clone(), above: None };
        let mut left: Vec<Work> = open.map(|(job, _)| work(job)).collect();
        left.sort();
        left
    }

    /// The run at this moment.
    pub fn snapshot(&self) -> Snapshot {
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
            // Before the trees are cut nothing else is done.
            _ if found.sweep.under_way || found.jobs == 0 => SWEEP_SHARE * found.sweep.share,
            // Short of 1 until the run says itself that it is complete.
            _ => {
                let before = SWEEP_SHARE * found.sweep.share;
                (before + (1.0 - before) * passed / jobs).min(0.999)
            }
        };
        let left = (jobs - passed).max(0.0);
        let part = (under_way, spent);
        let forecast = (!phase.is_over())
            .then(|| match &found.sweep.progress {
                Some(sweep) if found.sweep.under_way => sweep.forecast(elapsed),
                _ => found.times.forecast(left, self.settings.threads, part),
            })
            .flatten();
        let mut sweep = found.sweep.progress.clone();
        if let (Some(sweep), Phase::Complete) = (&mut sweep, &phase) {
            sweep.stage.level = sweep.stage.levels;
        }
        Snapshot {
            phase,
            elapsed,
            position,
            forecast,
            effort,
            states: found.sweep.states,
            sweep,
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
