//! The workers of a run: how its search trees are cut into jobs, and the thread that does them.

use std::ops::ControlFlow;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::{
    ARRIVALS, Arrival, CASE_JOBS, JOB_NS, Job, JobPlace, MAX_LOADED, OpenJob, ROUNDS, ReadyCase,
    Report, TreeRun,
};
use crate::encode::ElementSet;
use crate::exact_cover::{Choice, Effort, Observer, OptionId, Part, TreeSearch, position};
use crate::job::Case;
use crate::job::checkpoint::{JOBS, Met};
use crate::job::gate::{REPORT_INTERVAL, Request};
use crate::job::sample::Outcome;
use crate::job::share::Work;
use crate::random::Random;
use crate::solution::{Counts, Orbits, Store, Verdict};
use crate::threads::lock;

impl TreeRun {
    /// Cuts the trees of all cases, or the subtrees that a part of a divided run was given, into
    /// jobs, in shuffled order. Solutions above the cuts are recorded. `None` when the run was
    /// stopped meanwhile.
    pub(super) fn cut(&self) -> Option<Vec<Job>> {
        let whole = || (0..self.ready().len()).map(Work::whole_case).collect();
        let works = self.plan.share.as_ref().map_or_else(whole, |share| share.given.clone());
        let wanted = self.wanted_jobs();
        let enough = match (works.len(), &self.plan.share) {
            (1, _) => wanted,
            (count, None) => (wanted / count.max(1)).max(CASE_JOBS),
            (count, Some(_)) => wanted.div_ceil(count.max(1)),
        };
        let mut jobs = Vec::new();
        let mut engine: Option<(usize, Box<dyn TreeSearch>)> = None;
        for work in &works {
            let engine = match &mut engine {
                Some((case, engine)) if *case == work.case => engine,
                other => &mut other.insert((work.case, self.load(&self.ready()[work.case]))).1,
            };
            let cut = self.cut_work(&mut **engine, work, enough)?;
            jobs.extend(cut.into_iter().map(|prefix| Job { case: work.case, prefix }));
        }
        let mut jobs = shuffled(jobs);
        if works.len() > MAX_LOADED && !jobs.is_empty() {
            // Loading an engine for every job would take longer than the jobs.
            let round = jobs.len().div_ceil(ROUNDS);
            jobs.chunks_mut(round).for_each(|jobs| jobs.sort_by_key(|job| job.case));
        }
        Some(jobs)
    }

    /// The number of jobs that the trees are to be cut into.
    pub(super) fn wanted_jobs(&self) -> usize {
        if let Some(checkpoint) = self.settings.resume.as_ref().filter(|_| self.resumes_search()) {
            return checkpoint.cut_into;
        }
        let cost = |ready: &ReadyCase| self.case(ready).known_cost;
        let cost: Option<f64> = self.ready().iter().map(cost).sum();
        // Parts must not depend on what their plan was made from.
        let cost = cost.filter(|_| self.plan.share.is_none());
        cost.map_or(*JOBS.end(), |cost| {
            ((cost / JOB_NS) as usize).clamp(*JOBS.start(), *JOBS.end())
        })
    }

    /// The number of jobs that the trees are cut into; those that an earlier run left come after them.
    pub(super) fn cut_count(&self) -> usize {
        lock(&self.found).jobs
    }

    /// Searches a part of the tree of the first case, and keeps what is found where it comes to its end.
    pub(super) fn tried(&self, part: Part<'_>) -> ControlFlow<()> {
        let mut worker = Worker { hold: true, ..Worker::new(self, 0, 0, part.prefix.len()) };
        let (effort, flow) = self.load(&self.ready()[0]).search(part, &mut worker);
        *lock(&self.threads[0]) = Report::default();
        if flow.is_continue() {
            worker.end(&effort);
        }
        flow
    }

    /// Takes the outcome of the search of the first case, unless that is more than is wanted.
    pub(super) fn taken(&self, outcome: &Outcome) -> ControlFlow<()> {
        let mut worker = Worker { hold: true, ..Worker::new(self, 0, 0, 0) };
        outcome.solutions.iter().try_for_each(|solution| worker.solution(solution))?;
        worker.end(&outcome.effort);
        ControlFlow::Continue(())
    }

    /// The branches that lead to the jobs of a subtree. Where it is only what lies above others,
    /// there are none.
    fn cut_work(
        &self,
        engine: &mut dyn TreeSearch,
        work: &Work,
        enough: usize,
    ) -> Option<Vec<Vec<u32>>> {
        let Work { case, prefix, above } = work;
        if above.is_none() && enough < 2 {
            return Some(vec![prefix.clone()]);
        }
        let mut levels = 0;
        let mut before = usize::MAX;
        loop {
            levels += 1;
            let cut_off = above.unwrap_or(prefix.len() + levels);
            // Held back, since a deeper cut finds the solutions of a shallower one again.
            let mut worker = Worker { hold: true, ..Worker::new(self, 0, *case, prefix.len()) };
            let part = Part { prefix, cut_off: Some(cut_off), ..Part::default() };
            let (effort, flow) = engine.search(part, &mut worker);
            let jobs = std::mem::take(&mut worker.jobs);
            // Levels of forced choices do not add jobs; up to 16 of them are passed.
            let stuck = levels > 64 || (jobs.len() == before && levels > 16);
            before = jobs.len();
            let ends = jobs.is_empty() || jobs.len() >= enough || stuck || above.is_some();
            if flow.is_break() || ends {
                // A resumed run already has the solutions above the cut.
                if !self.resumes_search() {
                    worker.flush();
                    let mut found = lock(&self.found);
                    found.effort.add(&effort);
                    found.open[0] = OpenJob::default();
                }
                lock(&self.threads[0]).effort = Effort::default();
                return flow.is_continue().then(|| if above.is_some() { Vec::new() } else { jobs });
            }
        }
    }

    /// Does jobs until none is left or the run stops: the work of one thread. With a number of nodes it
    /// ends where the next job would take more; that one is left as it was.
    pub(super) fn do_jobs(&self, jobs: &[Job], index: usize, most_nodes: Option<u64>) {
        let mut left = most_nodes;
        // The engines in use, the one used last at the end.
        let mut engines: Vec<(usize, Box<dyn TreeSearch>)> = Vec::new();
        loop {
            let (n, cut) = (self.next_job.fetch_add(1, Ordering::Relaxed), self.cut_count());
            let Some(number) = job_in_order(n, jobs.len(), cut) else { return };
            let Job { case, prefix } = &jobs[number];
            if lock(&self.found).done[number] {
                continue;
            }
            if self.gate.check().is_break() {
                return;
            }
            // Pauses are not counted in the time of a job.
            let began = self.elapsed();
            lock(&self.threads[index]).began = Some(began);
            match engines.iter().position(|(loaded, _)| loaded == case) {
                Some(i) => engines[i..].rotate_left(1),
                None => {
                    if engines.len() == MAX_LOADED {
                        engines.remove(0);
                    }
                    engines.push((*case, self.load(&self.ready()[*case])));
                }
            }
            let Some((_, engine)) = engines.last_mut() else { return };
            let hold = left.is_some();
            let mut worker =
                Worker { number, hold, ..Worker::new(self, index, *case, prefix.len()) };
            let part = Part { prefix, most_nodes: left, ..Part::default() };
            let (effort, flow) = engine.search(part, &mut worker);
            if flow.is_break() && hold {
                *lock(&self.threads[index]) = Report::default();
                return;
            }
            worker.flush();
            left = left.map(|left| left.saturating_sub(effort.nodes));
            let ended = self.elapsed();
            let mut report = lock(&self.threads[index]);
            let mut found = lock(&self.found);
            report.effort = Effort::default();
            report.position = 0.0;
            report.began = None;
            if flow.is_break() {
                // Unfinished: what it handed over stays marked as such.
                found.broken.add(&effort);
                return;
            }
            found.effort.add(&effort);
            found.open[index] = OpenJob::default();
            found.done[number] = true;
            // A rest of a job that was begun earlier says nothing of the others.
            if number < cut {
                found.jobs_done += 1;
                found.times.add(ended.saturating_sub(began));
            }
            drop((report, found));
            self.gate.wake(false);
        }
    }
}

/// The number of the job that is done after `n` others: first those that an earlier run had begun, which
/// come after the `cut` ones that the trees were cut into. `None` when there are no more.
fn job_in_order(n: usize, jobs: usize, cut: usize) -> Option<usize> {
    let begun = jobs - cut;
    (n < jobs).then(|| if n < begun { cut + n } else { n - begun })
}

/// The jobs in a fixed random order.
fn shuffled(mut jobs: Vec<Job>) -> Vec<Job> {
    Random::default().shuffle(&mut jobs);
    jobs
}

/// The observer of one thread: it judges and collects solutions, and reports.
struct Worker<'s> {
    shared: &'s TreeRun,
    index: usize,
    /// The number of the job.
    number: usize,
    case: &'s Case,
    /// The level where the current job begins.
    from: usize,
    orbits: Orbits<'s>,
    proper: ElementSet,
    solution: Vec<OptionId>,
    counts: Counts,
    met: Met,
    kept: Store,
    jobs: Vec<Vec<u32>>,
    /// True if solutions are held back until [`Worker::flush`] is called from outside.
    hold: bool,
    reported: Instant,
}

impl<'s> Worker<'s> {
    fn new(shared: &'s TreeRun, index: usize, case: usize, from: usize) -> Worker<'s> {
        let plan = &shared.plan;
        let case = shared.case(&shared.ready()[case]);
        let restriction = case.strategy.restriction.as_ref();
        Worker {
            shared,
            index,
            number: 0,
            case,
            from,
            orbits: Orbits::of_search(plan.group(), case.within, restriction),
            proper: plan.group().proper(),
            solution: Vec::new(),
            counts: Counts::default(),
            met: Met::default(),
            kept: Store::new(plan.group().option_count()),
            jobs: Vec::new(),
            hold: false,
            reported: Instant::now(),
        }
    }

    /// Hands over the solutions found since the last call; nothing once the limit is reached.
    fn flush(&mut self) {
        if self.met.count == 0 {
            return;
        }
        let settings = &self.shared.settings;
        // The solutions are locked before the totals, and only where there are new ones.
        let mut store = (!self.kept.is_empty())
            .then(|| self.shared.store.write().unwrap_or_else(PoisonError::into_inner));
        let mut found = lock(&self.shared.found);
        let (counts, met) = (std::mem::take(&mut self.counts), std::mem::take(&mut self.met));
        let empty = self.kept.empty();
        let mut kept = std::mem::replace(&mut self.kept, empty);
        let before = found.counts.distinct.capped();
        if self.shared.limited.load(Ordering::Relaxed) {
            // Another thread has reached the limit. This job stays unfinished.
            return;
        }
        found.counts.merge(&counts.into());
        found.met.add(met);
        found.open[self.index].counts.merge(&counts);
        found.open[self.index].met.add(met);
        let new = kept.len().min(ARRIVALS);
        let at = Instant::now();
        for i in kept.len() - new..kept.len() {
            let number = before + i as u64 + 1;
            found.arrivals.push_front(Arrival { number, options: kept.get(i).into(), at });
        }
        found.arrivals.truncate(ARRIVALS);
        if settings.limit.is_some_and(|limit| found.counts.distinct >= limit) {
            self.shared.limited.store(true, Ordering::Relaxed);
        }
        if let Some(store) = &mut store {
            if let Some(sorter) = &settings.sorter {
                lock(sorter).append(&mut kept);
            } else if settings.keep && store.bytes() < settings.most_bytes {
                let from = store.len();
                store.append(&mut kept);
                found.open[self.index].stored.push(from..store.len());
                found.bytes = store.bytes();
            } else {
                found.truncated = settings.keep;
            }
        }
        drop((store, found));
        if self.shared.limited.load(Ordering::Relaxed) {
            self.shared.gate.set(Request::Stop);
        }
    }

    /// Hands over what was found by a search of everything, which took this effort.
    fn end(&mut self, effort: &Effort) {
        self.flush();
        lock(&self.shared.found).effort.add(effort);
    }

    /// Notes where the job is, after all has been handed over that was found before. The jobs of a part
    /// of a divided run are whole, so that its result does not depend on the threads.
    fn note_place(&mut self, effort: &Effort, path: &[Choice]) {
        let shared = self.shared;
        if shared.plan.share.is_some() || self.met.count > 0 {
            return;
        }
        let mut effort = effort.clone();
        // The node counts when it is entered again.
        effort.nodes -= 1;
        if let Some(nodes) = effort.by_level.get_mut(path.len()) {
            *nodes = nodes.saturating_sub(1);
        }
        let place = JobPlace { number: self.number, path: path.to_vec(), from: self.from, effort };
        let mut found = lock(&shared.found);
        if !shared.limited.load(Ordering::Relaxed) {
            found.open[self.index] = OpenJob { place: Some(place), ..OpenJob::default() };
        }
    }

    /// Returns whether the solutions held back reach the limit.
    fn holds_enough(&self) -> bool {
        let reaches = |limit| {
            lock(&self.shared.found).counts.distinct.capped() + self.counts.distinct >= limit
        };
        // A resumed run already has the solutions above the cut.
        let counts_it = self.hold && !self.shared.resumes_search();
        counts_it && self.shared.settings.limit.is_some_and(reaches)
    }
}

impl Observer for Worker<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        let settings = &self.shared.settings;
        self.met.count += 1;
        // Where they are only counted, some are shown.
        let is_wanted = settings.keep || settings.sorter.is_some() || self.kept.is_empty();
        if let Some(orbit) = self.orbits.alone().filter(|_| !is_wanted) {
            self.counts.add(orbit, self.proper);
            self.met.predicted += 1;
        } else {
            self.solution.clear();
            self.solution.extend(options.iter().map(|o| self.case.options[o.index()]));
            self.solution.sort_unstable();
            if let Verdict::Kept(least, orbit) = self.orbits.judge(&self.solution) {
                self.counts.add(orbit, self.proper);
                self.met.predicted += u64::from(orbit.found);
                if is_wanted && settings.keep_if.as_ref().is_none_or(|keep| keep(least)) {
                    self.kept.push(least, orbit.stabiliser);
                }
            }
        }
        if !self.hold && (self.met.count >= 1024 || settings.limit.is_some()) {
            self.flush();
            if self.shared.limited.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
        }
        if self.holds_enough() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn pulse(&mut self, effort: &Effort, path: &[Choice]) -> ControlFlow<()> {
        if self.reported.elapsed() >= REPORT_INTERVAL {
            self.reported = Instant::now();
            if !self.hold {
                self.flush();
                self.note_place(effort, path);
            }
            let mut report = lock(&self.shared.threads[self.index]);
            report.effort.clone_from(effort);
            report.position = if self.from == 0 { 0.0 } else { position(path, self.from) };
            report.level = path.len();
            report.current.clear();
            let options = &self.case.options;
            report.current.extend(path.iter().filter_map(|c| c.option).map(|o| options[o.index()]));
            drop(report);
            self.shared.gate.wake(false);
        }
        let flow = self.shared.gate.check();
        if flow.is_break() && !self.hold {
            // The last checkpoint has all that was found.
            self.flush();
            self.note_place(effort, path);
        }
        flow
    }

    fn cut(&mut self, path: &[Choice]) {
        self.jobs.push(path.iter().map(|c| c.rank).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::job_in_order;

    #[test]
    fn each_job_is_done_once_and_those_begun_earlier_come_first() {
        let order: Vec<usize> = (0..).map_while(|n| job_in_order(n, 7, 4)).collect();
        assert_eq!(order, [4, 5, 6, 0, 1, 2, 3]);
        // Threads that ask for more while the last jobs are being done get none of them again.
        assert!((7..30).all(|n| job_in_order(n, 7, 4).is_none()));
        assert_eq!(job_in_order(0, 3, 3), Some(0));
    }
}
