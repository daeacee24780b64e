//! The frontier sweeps of a run, which come before the search of trees.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use super::{Found, Handover, OpenJob, ReadyCase, Sweep, SweepProgress, TreeRun};
use crate::encode::Encoded;
use crate::exact_cover::ItemId;
use crate::exact_cover::frontier::{Limits, Stage, SweepError, WeightedProblem};
use crate::job::Case;
use crate::job::checkpoint::{SweepOutcome, SweptCase};
use crate::job::count::{
    CountProgress, CountWatcher, Counted, counter, counting_order, division_by, resume_count,
    resume_part, sweep_restriction,
};
use crate::job::gate::Request;
use crate::job::plan::SweepLimit;
use crate::job::share::Share;
use crate::natural::Natural;
use crate::solution::Counts;
use crate::threads::lock;

/// The longest time to wait for the states of a sweep.
const SAVE_PATIENCE: Duration = Duration::from_secs(10);
/// The time that saving may take is 1 part in this number.
const SAVE_SHARE: u32 = 50;

/// A sweep that may meet so many times the states after which another gave up is tried all the same.
const MANY_MORE: u64 = 4;

/// Watches the count of a run.
struct RunWatcher<'s> {
    shared: &'s TreeRun,
    limit: SweepLimit,
    /// The number of states after which it gave up what was not expected to end in time; 0 if it did not.
    gave_up_after: u64,
    /// When saving began.
    since: Instant,
}

impl CountWatcher for RunWatcher<'_> {
    fn pass(&mut self, share: f64, stage: Stage) -> ControlFlow<()> {
        let shared = self.shared;
        shared.report(share, stage);
        let gate = &shared.gate;
        let wanted = || shared.save_wanted.load(Ordering::Relaxed);
        gate.wait_while(|| gate.request() == Request::Pause && !wanted());
        if stage.states > self.limit.sure {
            let ends = |sweep: &SweepProgress| sweep.ends_within(self.limit.most);
            if !lock(&shared.found).sweep.progress.as_ref().is_some_and(ends) {
                self.gave_up_after = stage.states;
            }
        }
        if gate.request() == Request::Stop || self.gave_up_after > 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn saves(&mut self) -> bool {
        let shared = self.shared;
        self.since = Instant::now();
        let ends = shared.gate.request() == Request::Stop;
        ends && shared.settings.last_checkpoint || shared.save_wanted.load(Ordering::Relaxed)
    }

    fn save(&mut self, progress: CountProgress) {
        let mut handover = lock(&self.shared.handover);
        handover.saved = Some(progress);
        let last = self.since.elapsed();
        handover.cost = (handover.cost.0 + last, last);
        self.shared.save_wanted.store(false, Ordering::Relaxed);
        drop(handover);
        self.shared.handed_over.notify_all();
    }
}

impl TreeRun {
    /// Returns whether a sweep may be tried that only counts.
    pub(super) fn may_count(&self) -> bool {
        let settings = &self.settings;
        // A search can end at a limit; a sweep cannot.
        !settings.keep && settings.limit.is_none()
    }

    /// Counts the solutions by frontier sweeps, where only their number is wanted and that is
    /// faster than a search, which takes `cost` nanoseconds where that is known. Returns whether the run
    /// is over.
    pub(super) fn counted(&self, cost: Option<f64>) -> bool {
        let settings = &self.settings;
        let (encoded, problem) = (self.plan.encoded(), self.plan.whole());
        let resumed = lock(&self.handover).resumed.count.take();
        if !self.may_count() || self.plan.cases.is_empty() {
            return false;
        }
        let part = self.plan.share.as_ref();
        let (limit, mut progress) = match (resumed, part) {
            (Some((most, progress)), _) => (SweepLimit::of(most), progress),
            (None, Some(share)) if share.held.is_some() => (SweepLimit::ENDLESS, share.count()),
            (None, Some(_)) => return false,
            (None, None) if settings.resume.is_some() => return false,
            (None, None) => (self.plan.counting(cost), CountProgress::default()),
        };
        if limit == SweepLimit::NONE {
            return false;
        }
        if self.jobs.get().is_some() {
            // The sweep counts what has been searched too.
            let open = vec![OpenJob::default(); settings.threads];
            *lock(&self.found) = Found { open, ..Found::default() };
        }
        let (bytes, threads) = (settings.sweep_bytes, settings.threads);
        let limits = Limits { bytes, states: limit.most, threads };
        let held = encoded.and_then(|Encoded { puzzle, encoding, group }| {
            match part.and_then(|share| share.held) {
                Some(item) => division_by(ItemId(item), puzzle, encoding, group),
                None => sweep_restriction(puzzle, encoding, group),
            }
        });
        if let Some((engine, _)) = counter()
            && let Some((span, order)) = counting_order(engine, encoded, problem)
        {
            let (encoding, began) = (encoded.map(|encoded| &*encoded.encoding), self.elapsed());
            let sweep = SweepProgress::new(encoding, problem, &order, span as usize, began);
            let only_counts = true;
            lock(&self.found).sweep.progress = Some(SweepProgress { only_counts, ..sweep });
        }
        self.begin_count(limit.most);
        let mut watcher =
            RunWatcher { shared: self, limit, gave_up_after: 0, since: Instant::now() };
        let work = (&mut progress, &mut watcher as &mut dyn CountWatcher);
        let counted = Counted {
            problem,
            of: encoded.map(|encoded| (&*encoded.puzzle, &*encoded.encoding)),
            group: self.plan.group(),
            held: held.as_ref(),
        };
        let counted = match (part, &held) {
            (None, _) => resume_count(&counted, &limits, work),
            (Some(_), None) => Err(SweepError::Damaged),
            (Some(share), Some(_)) => {
                let given = (share.representatives().count(), share.counts_fixed());
                let counted = resume_part(&counted, given, &limits, work);
                counted.map(|()| Some(Share::counted(&progress)))
            }
        };
        let counted = match counted {
            Err(SweepError::Stopped) if watcher.gave_up_after > 0 => Err(SweepError::StateLimit),
            counted => counted,
        };
        self.end_count(&counted, progress);
        match counted {
            Ok(Some(counts)) => {
                let mut found = lock(&self.found);
                found.sweep.counted = true;
                found.counts = counts;
                true
            }
            Ok(None) => {
                let why = "the counts of the sweep contradict each other; internal error, please \
                           report it";
                self.fail_with(why.to_owned());
                true
            }
            Err(SweepError::Stopped) => true,
            Err(error @ SweepError::Damaged) => {
                self.fail_with(format!("{error}; start the run again"));
                true
            }
            Err(error) if part.is_some() => {
                self.fail_with(format!("{error}; give it more memory with --memory"));
                true
            }
            Err(error) => {
                let gave_up_after = match (error, watcher.gave_up_after) {
                    (SweepError::StateLimit, 0) => limit.most,
                    (_, states) => states,
                };
                lock(&self.found).sweep = Sweep { gave_up_after, ..Sweep::default() };
                false
            }
        }
    }

    /// From now on checkpoints wait for the states of a sweep that counts.
    fn begin_count(&self, limit: u64) {
        let mut handover = lock(&self.handover);
        (handover.limit, handover.under_way) = (Some(limit), true);
    }

    /// Checkpoints wait no longer. What was saved last, or the end, is kept for the last one.
    fn end_count(
        &self,
        counted: &Result<Option<Counts<Natural>>, SweepError>,
        progress: CountProgress,
    ) {
        let mut handover = lock(&self.handover);
        handover.under_way = false;
        let kept = match counted {
            Ok(_) => Some(progress),
            Err(SweepError::Stopped) => handover.saved.take(),
            // A sweep that gave up has nothing to save.
            Err(_) => None,
        };
        handover.saved = kept.filter(|_| self.settings.last_checkpoint);
        if handover.saved.is_none() {
            handover.limit = None;
        }
        self.save_wanted.store(false, Ordering::Relaxed);
        drop(handover);
        self.handed_over.notify_all();
    }

    /// The count as it is now, if the run is counting, and the states after which it gives up.
    /// Waits for the end of a round.
    pub(super) fn saved_count(&self) -> Option<(u64, CountProgress)> {
        let mut handover = lock(&self.handover);
        let limit = handover.limit?;
        if !handover.under_way {
            return Some((limit, handover.saved.clone()?));
        }
        if handover.waiting == 0 {
            handover.saved = None;
        }
        handover.waiting += 1;
        self.save_wanted.store(true, Ordering::Relaxed);
        drop(handover);
        // The sweep may wait because the run is paused.
        self.gate.look_again();
        let waits = |handover: &mut Handover| handover.saved.is_none() && handover.under_way;
        let waited =
            self.handed_over.wait_timeout_while(lock(&self.handover), SAVE_PATIENCE, waits);
        let mut handover = waited.unwrap_or_else(PoisonError::into_inner).0;
        handover.waiting -= 1;
        let keeps = handover.waiting > 0 || !handover.under_way;
        let saved = if keeps { handover.saved.clone() } else { handover.saved.take() };
        Some((limit, saved?))
    }

    /// Returns whether another checkpoint would cost no more than 2 % of the run's time so far.
    pub fn checkpoint_pays(&self) -> bool {
        let (spent, last) = lock(&self.handover).cost;
        (spent + last) * SAVE_SHARE <= self.elapsed()
    }

    /// Reports the progress of a frontier sweep, which calls this several times a level.
    fn report(&self, share: f64, stage: Stage) {
        let mut found = lock(&self.found);
        found.sweep.under_way = true;
        found.sweep.share = share;
        found.sweep.states = stage.states;
        if let Some(progress) = &mut found.sweep.progress {
            progress.pass(stage);
        }
        drop(found);
        self.gate.wake(false);
    }

    /// Sweeps the cases whose engine is a sweep; where one reaches its limits, the cases of its
    /// fallback are searched instead.
    pub(super) fn prepare(&self) -> ControlFlow<()> {
        let mut outcomes = std::mem::take(&mut lock(&self.handover).resumed.outcomes);
        let cases = &self.plan.cases;
        outcomes.resize_with(cases.len(), || None);
        for (i, case) in cases.iter().enumerate() {
            lock(&self.found).sweep.outcomes.clone_from(&outcomes);
            if case.strategy.engine.whole().is_none() || outcomes[i].is_some() {
                continue;
            }
            outcomes[i] = Some(self.sweep_case(i, case)?);
        }
        let swept = outcomes.iter().flatten().any(|o| matches!(o, SweepOutcome::Done(..)));
        let mut found = lock(&self.found);
        found.sweep.under_way = false;
        found.sweep.share = if swept { 1.0 } else { 0.0 };
        found.sweep.outcomes.clone_from(&outcomes);
        drop(found);
        let outcomes = cases.iter().zip(outcomes).enumerate();
        let ready = outcomes.flat_map(|(i, (case, outcome))| ready_cases(i, case, outcome));
        // Set once a run.
        let _ = self.ready.set(ready.collect());
        ControlFlow::Continue(())
    }

    /// Notes how a case is swept, for whoever watches.
    fn begin_sweep(&self, i: usize, case: &Case, cases: usize) {
        let order = &case.strategy.order;
        let size = case.strategy.engine.whole().and_then(|whole| {
            whole.state_size(&WeightedProblem::from_problem(&case.problem), order)
        });
        let span = size.map_or(0, |(_, span)| span as usize);
        let encoding = self.plan.encoded().map(|encoded| &*encoded.encoding);
        let began = self.elapsed();
        let sweep = SweepProgress::new(encoding, &case.problem, order, span, began);
        let number = (i + 1, cases);
        lock(&self.found).sweep.progress = Some(SweepProgress { number, ..sweep });
    }

    /// Sweeps a case; breaks when the run is over.
    fn sweep_case(&self, i: usize, case: &Case) -> ControlFlow<(), SweepOutcome> {
        let Some(whole) = case.strategy.engine.whole() else {
            return ControlFlow::Continue(SweepOutcome::GaveUp);
        };
        let states = case.fallback.as_ref().map_or(u64::MAX, |fallback| fallback.states);
        let (bytes, threads) = (self.settings.sweep_bytes, self.settings.threads);
        let limits = Limits { bytes, states, threads };
        let cases = self.plan.cases.len();
        let mut watch = |stage: Stage| {
            // The backward pass takes about as long as the forward pass.
            let level = stage.level as f64 / stage.levels.max(1) as f64;
            let share = if stage.back { 2.0 - level } else { level } / 2.0;
            self.report((i as f64 + share) / cases as f64, stage);
            self.gate.check()
        };
        // A sweep has no solution before its end, so a search finds the first few sooner. And it hardly
        // ends where a count of the same problem gave up, unless it may meet many more states.
        let in_vain = self.settings.limit.is_some() && !self.plan.asks_for_sweeps()
            || cases == 1 && states / MANY_MORE < lock(&self.found).sweep.gave_up_after;
        let swept = if in_vain && case.fallback.is_some() {
            Err(SweepError::StateLimit)
        } else {
            self.begin_sweep(i, case, cases);
            whole.solve(&case.problem, &case.strategy.order, &limits, &mut watch)
        };
        match swept {
            Ok(solutions) => {
                ControlFlow::Continue(SweepOutcome::Done(Arc::new(SweptCase::new(solutions))))
            }
            Err(SweepError::Stopped) => ControlFlow::Break(()),
            Err(_) if case.fallback.is_some() => ControlFlow::Continue(SweepOutcome::GaveUp),
            Err(error) => {
                // Only a plan made from a checkpoint has a sweep without a fallback.
                self.fail_with(format!("{error}; give it more, or start the run again"));
                ControlFlow::Break(())
            }
        }
    }
}

/// A case as it is searched after its sweep.
fn ready_cases(i: usize, case: &Case, outcome: Option<SweepOutcome>) -> Vec<ReadyCase> {
    let simple = ReadyCase { case: i, instead: None, swept: None };
    match (outcome, &case.fallback) {
        (Some(SweepOutcome::Done(swept)), _) => vec![ReadyCase { swept: Some(swept), ..simple }],
        (Some(SweepOutcome::GaveUp), Some(fallback)) => {
            let numbers = 0..fallback.cases.len();
            numbers.map(|n| ReadyCase { instead: Some(n), ..simple.clone() }).collect()
        }
        _ => vec![simple],
    }
}
