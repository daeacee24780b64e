//! The tests of sets: items of a batch.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::goal::SetResult;
use super::trial::{self, Hardness};
use super::{SavedSets, SetsPlan, SetsSettings, SetsSnapshot};
use crate::format::FileError;
use crate::job::PlanError;
use crate::job::batch::{self, Batch, BatchItems, Begun, Moment};
use crate::job::handle::Handle;
use crate::random::Random;

/// A search for sets in progress or done.
pub type SetsRun = Handle<Batch<SetTests>>;

/// The tests of the sets of a plan.
pub struct SetTests {
    plan: Arc<SetsPlan>,
    hardness: Hardness,
}

/// The results of the sets tested so far.
#[derive(Default)]
pub struct TestedSets {
    /// In the order in which they were tested.
    results: Vec<SetResult>,
    /// The place of the best of them.
    best: Option<usize>,
}

impl TestedSets {
    fn add(&mut self, result: SetResult) {
        let is_best = self.best.is_none_or(|best| result.better(&self.results[best]).is_lt());
        if is_best {
            self.best = Some(self.results.len());
        }
        self.results.push(result);
    }
}

impl BatchItems for SetTests {
    type Results = TestedSets;
    type Result = SetResult;
    type Snapshot = SetsSnapshot;

    fn prepare(&self) -> Result<(), PlanError> {
        self.plan.method().map(drop)
    }

    fn work_on(
        &self,
        item: usize,
        check: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<Option<SetResult>, PlanError> {
        trial::test(&self.plan, item, &self.hardness, check)
    }

    fn record(tested: &mut TestedSets, _: usize, result: SetResult, _: Duration) -> u64 {
        let nodes = result.nodes;
        tested.add(result);
        nodes
    }

    fn snapshot(&self, moment: Moment, tested: &TestedSets) -> SetsSnapshot {
        let Moment { phase, elapsed, forecast, done, all, latest, nodes } = moment;
        SetsSnapshot {
            phase,
            elapsed,
            forecast,
            tested: done,
            sets: all,
            latest: latest.map(|set| set as u32),
            best: tested.best.map(|best| tested.results[best].clone()),
            nodes,
        }
    }

    fn save(&self, path: &Path, elapsed: Duration, tested: &TestedSets) -> Result<(), FileError> {
        SavedSets::new(&self.plan, &tested.results, elapsed).save(path)
    }
}

impl SetsRun {
    /// Starts to test the sets, those of the plan that `settings.resume` has not tested yet.
    pub fn start(plan: Arc<SetsPlan>, settings: SetsSettings) -> SetsRun {
        let SetsSettings { threads, resume, background, wake, .. } = settings;
        let seconds = resume.as_ref().map_or(0.0, |saved| saved.seconds);
        let elapsed = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let hardness = Hardness::new(plan.list().len(), plan.hard());
        let (mut results, mut nodes) = (TestedSets::default(), 0);
        let mut is_done = vec![false; plan.sets().len()];
        for result in resume.into_iter().flat_map(|saved| saved.done) {
            is_done[result.set as usize] = true;
            result.without.iter().for_each(|&variant| hardness.note(variant));
            nodes += result.nodes;
            results.add(result);
        }
        let given = batch::given(plan.share(), is_done.len());
        let all = given.len();
        let mut waiting: Vec<usize> = given.into_iter().filter(|&n| !is_done[n]).collect();
        // Those done so far are then a sample of all, which the forecast needs.
        Random::default().shuffle(&mut waiting);
        let waiting = waiting.into_iter().rev().collect();
        let begun = Begun { results, elapsed, nodes, waiting, all };
        Handle::launch(Batch::new(SetTests { plan, hardness }, begun, threads, wake), background)
    }
}

impl Batch<SetTests> {
    /// The plan of the run.
    pub fn plan(&self) -> &Arc<SetsPlan> {
        &self.items().plan
    }

    /// Looks at the results so far, in the order in which the sets were tested. Keep it short, since
    /// threads wait to add theirs.
    pub fn with_results<R>(&self, look: impl FnOnce(&[SetResult]) -> R) -> R {
        self.with_found(|tested| look(&tested.results))
    }

    /// Returns the state from which the search can be resumed later.
    pub fn saved(&self) -> SavedSets {
        let elapsed = self.elapsed();
        self.with_results(|results| SavedSets::new(self.plan(), results, elapsed))
    }
}
