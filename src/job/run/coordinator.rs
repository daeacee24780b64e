//! The thread that coordinates a run: it prepares the problem, starts the workers, and settles how
//! the run ends.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use super::{Job, ReadyCase, TreeRun};
use crate::exact_cover::{Part, TreeSearch};
use crate::job::Case;
use crate::job::cost_model::COSTS;
use crate::job::count::counter;
use crate::job::gate::{Phase, Request, panic_message};
use crate::job::plan::engine_names;
use crate::job::strategy::SAMPLE_NODES;
use crate::threads::{self, lock};

impl TreeRun {
    /// Time spent, pauses left out.
    pub(super) fn elapsed(&self) -> Duration {
        self.gate.elapsed()
    }

    /// The whole run, on the coordinating thread.
    pub(in crate::job) fn run(&self) {
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
        self.gate.stop_clock();
        let found = lock(&self.found);
        let broken_off = self.gate.request() == Request::Stop;
        self.gate.end(if broken_off {
            Phase::Stopped
        } else if self.plan.share.is_none() && found.met.count != found.met.predicted {
            // Of a part of a run they need not agree: images of a solution may lie in other parts.
            Phase::Failed(format!(
                "the search found {} solutions, but the orbits of the {} distinct ones account for \
                 {}; internal error, please report it: the counts cannot be trusted",
                found.met.count, found.counts.distinct, found.met.predicted
            ))
        } else {
            Phase::Complete
        });
        drop(found);
        self.gate.wake(true);
    }

    /// Lets the run fail, unless it has ended before.
    pub(super) fn fail_with(&self, message: String) {
        let _totals = lock(&self.found);
        self.gate.end(Phase::Failed(message));
    }

    /// Lets the run fail with the message of a panic.
    fn fail(&self, panic: &(dyn std::any::Any + Send)) {
        self.fail_with(panic_message(panic));
        self.gate.set(Request::Stop);
    }

    /// Searches all cases, as far as nobody stops it.
    fn search(&self) {
        let found = lock(&self.found).counts.distinct;
        if self.settings.resume.is_some() && self.settings.limit.is_some_and(|limit| found >= limit)
        {
            return self.gate.set(Request::Stop);
        }
        if self.is_over_at_once() {
            return;
        }
        let Some(cost) = self.glanced() else { return };
        if self.counted(cost) || self.prepare().is_break() {
            return;
        }
        let has_jobs = self.jobs.get().is_some() && !lock(&self.found).done.is_empty();
        if !has_jobs && self.enter_jobs().is_none() {
            return;
        }
        let jobs = self.jobs();
        threads::share_out(0..self.settings.threads.min(jobs.len()), |index| {
            let outcome = catch_unwind(AssertUnwindSafe(|| self.do_jobs(jobs, index, None)));
            if let Err(panic) = outcome {
                self.fail(&*panic);
            }
        });
    }

    /// The case of a run that begins with the search of one tree.
    fn only_tree(&self) -> Option<&Case> {
        let [case] = &self.plan.cases[..] else { return None };
        let is_new = self.plan.share.is_none() && self.settings.resume.is_none();
        (is_new && case.strategy.engine.loader.is_tree()).then_some(case)
    }

    /// Takes what the plan has found, if that was all; or else searches for a moment, where nothing says
    /// that it takes longer, and keeps what is found if that is all. Returns whether the run is over. (Of a
    /// puzzle the plan knows the cost where it is that low; one that is only counted may be swept in less.)
    fn is_over_at_once(&self) -> bool {
        // A checkpoint says which jobs are done.
        let Some(case) = self.only_tree().filter(|_| !self.settings.last_checkpoint) else {
            return false;
        };
        if let Some(outcome) = &case.outcome {
            return self.prepare().is_continue() && self.taken(outcome).is_continue();
        }
        let unknown = self.plan.encoded().map_or(COSTS.moment_ns, |_| f64::INFINITY);
        let most = case.known_cost.unwrap_or(unknown);
        let may_be_swept = self.may_count() && self.plan.encoded().is_some();
        if may_be_swept || most > 2.0 * COSTS.moment_ns || self.prepare().is_break() {
            return false;
        }
        let node_cost = (case.strategy.engine.node_cost)(&case.problem);
        let most_nodes = Some((2.0 * most.max(COSTS.moment_ns) / node_cost) as u64);
        self.tried(Part { most_nodes, ..Part::default() }).is_continue()
    }

    /// Does some jobs of a count that a sweep might be faster for. Most searches are over sooner than a
    /// sample would tell how long they take, and of the others these jobs are the sample. Returns the time
    /// that the whole search takes by them, in nanoseconds, where that is known; `None` when the run is
    /// over.
    fn glanced(&self) -> Option<Option<f64>> {
        let Some(case) = self.only_tree().filter(|_| self.plan.weighs_sweep()) else {
            return Some(None);
        };
        if !self.may_count() || self.prepare().is_break() {
            return Some(None);
        }
        self.enter_jobs()?;
        let jobs = self.jobs();
        let above = lock(&self.found).effort.nodes;
        self.do_jobs(jobs, 0, Some(SAMPLE_NODES));
        self.next_job.store(0, Ordering::Relaxed);
        let found = lock(&self.found);
        if self.gate.request() == Request::Stop || found.jobs_done == jobs.len() {
            return None;
        }
        let done = (found.effort.nodes - above) as f64 / found.jobs_done as f64;
        let nodes = above as f64 + done * jobs.len() as f64;
        let node_cost = (case.strategy.engine.node_cost)(&case.problem);
        Some((found.jobs_done > 0).then_some(nodes * node_cost))
    }

    fn jobs(&self) -> &[Job] {
        self.jobs.get().map_or(&[], Vec::as_slice)
    }

    /// Cuts the trees into jobs; `None` when the run is over.
    fn enter_jobs(&self) -> Option<()> {
        let jobs = self.cut()?;
        let mut found = lock(&self.found);
        // A checkpoint finds both or neither.
        let (cut, mut jobs) = (jobs.len(), jobs);
        if let Some(checkpoint) = self.settings.resume.as_ref().filter(|_| self.resumes_search()) {
            let known = self.ready().len();
            let begun = checkpoint.subtrees().filter(|(case, _)| *case < known);
            jobs.extend(begun.map(|(case, prefix)| Job { case, prefix }));
        }
        let jobs = self.jobs.get_or_init(|| jobs);
        if !self.resumes_search() {
            found.jobs = cut;
            found.done = vec![false; cut];
        } else if found.jobs == cut {
            found.done.resize(jobs.len(), false);
        } else {
            // Impossible, since the digest and the version have been compared.
            let message = "the checkpoint does not match the search tree".to_owned();
            self.gate.end(Phase::Failed(message));
            return None;
        }
        Some(())
    }

    /// Returns whether the run was resumed after its trees had been cut into jobs, so that it
    /// already has the solutions above the cuts.
    pub(super) fn resumes_search(&self) -> bool {
        self.settings.resume.as_ref().is_some_and(|checkpoint| !checkpoint.is_sweep())
    }

    /// The names of the engines at work: those of the plan, unless a frontier sweep gave up or
    /// counted without a search.
    pub fn engine_names(&self) -> String {
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
    pub(super) fn case(&self, ready: &ReadyCase) -> &Case {
        let case = &self.plan.cases[ready.case];
        let instead = ready.instead.and_then(|n| Some(&case.fallback.as_ref()?.cases[n]));
        instead.unwrap_or(case)
    }

    /// The cases as they are searched.
    pub(super) fn ready(&self) -> &[ReadyCase] {
        self.ready.get().map_or(&[], Vec::as_slice)
    }

    /// An engine with a case loaded.
    pub(super) fn load(&self, ready: &ReadyCase) -> Box<dyn TreeSearch> {
        match &ready.swept {
            Some(swept) => Arc::clone(&swept.solutions).lister(),
            None => self.case(ready).search(),
        }
    }
}
