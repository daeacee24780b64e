//! The threads that test sets.

use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::goal::SetResult;
use super::trial::{self, Hardness};
use super::{SavedSets, SetsPlan, SetsSettings, SetsSnapshot};
use crate::job::forecast::JobTimes;
use crate::job::gate::{Gate, Wish, lock, on_threads};
use crate::job::{Phase, lower_priority};
use crate::random::Random;

/// A search for sets in progress or done. Dropping it stops and ends its threads.
pub struct SetsRun {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    plan: Arc<SetsPlan>,
    settings: SetsSettings,
    gate: Gate,
    hardness: Hardness,
    found: Mutex<Found>,
}

struct Found {
    /// In the order in which they were tested.
    results: Vec<SetResult>,
    /// The place of the best of them.
    best: Option<usize>,
    /// The sets to be tested, the next one last.
    waiting: Vec<u32>,
    /// The total number of sets that the search or part tests.
    all: usize,
    latest: Option<u32>,
    nodes: u64,
    times: JobTimes,
    phase: Phase,
}

impl Found {
    fn add(&mut self, result: SetResult) {
        self.nodes += result.nodes;
        let is_best = self.best.is_none_or(|best| result.better(&self.results[best]).is_lt());
        if is_best {
            self.best = Some(self.results.len());
        }
        self.results.push(result);
    }
}

impl SetsRun {
    /// Starts to test the sets, those of the plan that `settings.resume` has not tested yet.
    pub fn start(plan: Arc<SetsPlan>, mut settings: SetsSettings) -> SetsRun {
        let resumed = settings.resume.take();
        let before = resumed.as_ref().map_or(0.0, |saved| saved.seconds);
        let before = Duration::try_from_secs_f64(before).unwrap_or_default();
        let hardness = Hardness::new(plan.list().len(), plan.hard());
        let mut found = Found {
            results: Vec::new(),
            best: None,
            waiting: Vec::new(),
            all: 0,
            latest: None,
            nodes: 0,
            times: JobTimes::default(),
            phase: Phase::Running,
        };
        let mut is_done = vec![false; plan.sets().len()];
        for result in resumed.into_iter().flat_map(|saved| saved.done) {
            is_done[result.set as usize] = true;
            result.without.iter().for_each(|&variant| hardness.note(variant));
            found.add(result);
        }
        let given: Vec<u32> = match plan.share() {
            Some(share) => share.given.iter().map(|work| work.case as u32).collect(),
            None => (0..is_done.len() as u32).collect(),
        };
        found.all = given.len();
        found.waiting = given.into_iter().filter(|&n| !is_done[n as usize]).collect();
        // Those done so far are then a sample of all, which the forecast needs.
        Random::default().shuffle(&mut found.waiting);
        let gate = Gate::new(before, settings.wake.clone());
        let found = Mutex::new(found);
        let shared = Arc::new(Shared { plan, settings, gate, hardness, found });
        let owned = Arc::clone(&shared);
        let thread = std::thread::Builder::new().spawn(move || owned.work());
        SetsRun { shared, thread: Some(thread.expect("the system gives a thread")) }
    }

    /// The plan of the run.
    pub fn plan(&self) -> &Arc<SetsPlan> {
        &self.shared.plan
    }

    /// Asks the threads to pause.
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
            // A panic has been caught and reported inside the threads.
            let _ = thread.join();
        }
    }

    /// The run at this moment.
    pub fn snapshot(&self) -> SetsSnapshot {
        self.shared.snapshot()
    }

    /// Looks at the results so far, in the order in which the sets were tested. Keep it short, since
    /// threads wait to add theirs.
    pub fn with_results<R>(&self, look: impl FnOnce(&[SetResult]) -> R) -> R {
        look(&lock(&self.shared.found).results)
    }

    /// Returns the state from which the search can be resumed later.
    pub fn saved(&self) -> SavedSets {
        let elapsed = self.shared.gate.elapsed();
        self.with_results(|results| SavedSets::new(self.plan(), results, elapsed))
    }
}

impl Drop for SetsRun {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

impl Shared {
    /// The whole run, on a thread of its own.
    fn work(&self) {
        if self.settings.background {
            lower_priority();
        }
        if let Err(error) = self.plan.method() {
            self.fail(error.to_string());
        }
        on_threads(self.settings.threads, || self.test_next(), |message| self.fail(message));
        self.gate.stop_clock();
        let mut found = lock(&self.found);
        if found.phase == Phase::Running {
            let is_done = found.results.len() == found.all;
            found.phase = if is_done { Phase::Complete } else { Phase::Stopped };
        }
        drop(found);
        self.gate.wake(true);
    }

    fn fail(&self, message: String) {
        lock(&self.found).phase = Phase::Failed(message);
        self.gate.set(Wish::Stop);
    }

    /// Tests sets until none is left or the run stops: the work of one thread.
    fn test_next(&self) {
        while self.gate.check().is_continue() {
            let set = {
                let mut found = lock(&self.found);
                let Some(set) = found.waiting.pop() else { return };
                found.latest = Some(set);
                set
            };
            let began = Instant::now();
            let check = || self.gate.check();
            match trial::test(&self.plan, set as usize, &self.hardness, &check) {
                Ok(Some(result)) => {
                    let mut found = lock(&self.found);
                    found.add(result);
                    found.times.add(began.elapsed());
                }
                Ok(None) => lock(&self.found).waiting.push(set),
                Err(error) => return self.fail(error.to_string()),
            }
            self.gate.wake(false);
        }
    }

    fn snapshot(&self) -> SetsSnapshot {
        let elapsed = self.gate.elapsed();
        let found = lock(&self.found);
        let phase = match (self.gate.wish(), &found.phase) {
            (Wish::Pause, Phase::Running) => Phase::Paused,
            (_, phase) => phase.clone(),
        };
        let (all, tested) = (found.all, found.results.len());
        let left = (all - tested) as f64;
        let forecast = (!phase.is_over()).then(|| {
            found.times.forecast(left, self.settings.threads.max(1), (0.0, Duration::ZERO))
        });
        SetsSnapshot {
            phase,
            elapsed,
            forecast: forecast.flatten(),
            tested,
            sets: all,
            latest: found.latest,
            best: found.best.map(|best| found.results[best].clone()),
            nodes: found.nodes,
        }
    }
}
