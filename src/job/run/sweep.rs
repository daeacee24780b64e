//! The frontier sweeps of a run, which come before the search of trees.

use std::ops::ControlFlow;

use super::{ReadyCase, Shared, Sweep, lock};
use crate::exact_cover::frontier::{Limits, Stage, SweepError};
use crate::job::count::{count, sweep_restriction};

impl Shared {
    /// Counts the solutions by frontier sweeps, where only their number is wanted and that is
    /// faster than a search. Returns whether the run is over.
    pub(super) fn counted(&self) -> bool {
        let settings = &self.settings;
        let Some((puzzle, encoding)) = &self.plan.geometry else { return false };
        // A search can be saved, and can end at a limit; a sweep cannot.
        if settings.keep
            || settings.limit.is_some()
            || settings.last_checkpoint
            || settings.resume.is_some()
            || self.plan.cases.is_empty()
        {
            return false;
        }
        let states = self.plan.counting();
        if states == 0 {
            return false;
        }
        let limits = Limits { bytes: settings.sweep_bytes, states, threads: settings.threads };
        let group = &self.plan.group;
        let held = sweep_restriction(puzzle, encoding, group);
        let mut watch = |share, stage| self.watch(share, stage);
        match count(puzzle, encoding, group, held.as_ref(), &limits, &mut watch) {
            Ok(Some(counts)) => {
                let mut found = lock(&self.found);
                found.sweep.counted = true;
                found.counts = counts;
                true
            }
            Ok(None) => {
                let message = format!("there are more than {} solutions", u64::MAX);
                self.fail_with(message);
                true
            }
            Err(SweepError::Stopped) => true,
            Err(_) => {
                lock(&self.found).sweep = Sweep::default();
                false
            }
        }
    }

    /// Reports the progress of a frontier sweep, which calls this several times a level.
    fn watch(&self, share: f64, stage: Stage) -> ControlFlow<()> {
        let mut found = lock(&self.found);
        found.sweep.under_way = true;
        found.sweep.share = share;
        found.sweep.states = stage.states;
        drop(found);
        self.wake(false);
        self.check()
    }

    /// Sweeps the cases whose engine is a sweep; where one reaches its limits, the cases of its
    /// fallback are searched instead.
    pub(super) fn prepare(&self) -> ControlFlow<()> {
        let mut ready = Vec::new();
        let cases = &self.plan.cases;
        for (i, case) in cases.iter().enumerate() {
            let simple = ReadyCase { case: i, instead: None, solutions: None };
            let Some(whole) = case.strategy.engine.whole() else {
                ready.push(simple);
                continue;
            };
            let states = case.fallback.as_ref().map_or(u64::MAX, |fallback| fallback.states);
            let (bytes, threads) = (self.settings.sweep_bytes, self.settings.threads);
            let limits = Limits { bytes, states, threads };
            let mut watch = |stage: Stage| {
                // The backward pass takes about as long as the forward pass.
                let level = stage.level as f64 / stage.levels.max(1) as f64;
                let share = if stage.back { 2.0 - level } else { level } / 2.0;
                self.watch((i as f64 + share) / cases.len() as f64, stage)
            };
            // A sweep has no solution before its end, so a search finds the first few sooner.
            let in_vain = self.settings.limit.is_some() && !self.plan.wishes_sweeps();
            let swept = if in_vain && case.fallback.is_some() {
                Err(SweepError::StateLimit)
            } else {
                whole.solve(&case.problem, &case.strategy.order, &limits, &mut watch)
            };
            match swept {
                Ok(solutions) => ready.push(ReadyCase { solutions: Some(solutions), ..simple }),
                Err(SweepError::Stopped) => return ControlFlow::Break(()),
                Err(error) => match &case.fallback {
                    Some(fallback) => {
                        let numbers = 0..fallback.cases.len();
                        ready.extend(
                            numbers.map(|n| ReadyCase { instead: Some(n), ..simple.clone() }),
                        );
                    }
                    None => {
                        // Only a plan made from a checkpoint has a sweep without a fallback.
                        let message = format!("{error}; give it more, or start the run again");
                        self.fail_with(message);
                        return ControlFlow::Break(());
                    }
                },
            }
        }
        let swept = ready.iter().any(|ready| ready.solutions.is_some());
        let mut found = lock(&self.found);
        found.sweep.under_way = false;
        found.sweep.share = if swept { 1.0 } else { 0.0 };
        drop(found);
        // Set once a run.
        let _ = self.ready.set(ready);
        ControlFlow::Continue(())
    }
}
