//! Variants solved one by one: each thread takes the next one and solves it alone.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::{
    ResultState, SavedResults, SavedVariants, VariantPlan, VariantResult, VariantSettings,
    VariantSnapshot, each,
};
use crate::format::FileError;
use crate::job::PlanError;
use crate::job::batch::{self, Batch, BatchItems, Begun, Moment};

/// The variants of a plan that are solved one by one.
pub(super) struct OneByOne(pub(super) Arc<VariantPlan>);

impl OneByOne {
    /// The run that solves them, from the results of the plan or those that were saved.
    pub(super) fn begin(plan: &Arc<VariantPlan>, settings: VariantSettings) -> Batch<OneByOne> {
        let saved = match &settings.resume {
            Some(SavedVariants::OneByOne(saved)) => saved.results(plan.list().len()),
            _ => None,
        };
        let (results, elapsed) = saved.unwrap_or_else(|| (plan.results(), Duration::ZERO));
        let given = batch::given(plan.share(), results.len());
        let (all, nodes) = (given.len(), results.iter().map(|result| result.nodes).sum());
        let is_open = |n: &usize| results[*n].state != ResultState::Done;
        let waiting = given.into_iter().filter(is_open).collect();
        let begun = Begun { results, elapsed, nodes, waiting, all };
        Batch::new(OneByOne(Arc::clone(plan)), begun, settings.threads, settings.wake)
    }
}

impl BatchItems for OneByOne {
    type Results = Vec<VariantResult>;
    type Result = VariantResult;
    type Snapshot = VariantSnapshot;

    fn work_on(
        &self,
        item: usize,
        check: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<Option<VariantResult>, PlanError> {
        each::solve(self.0.list(), item, self.0.question(), check)
    }

    fn record(
        all: &mut Vec<VariantResult>,
        item: usize,
        own: VariantResult,
        time: Duration,
    ) -> u64 {
        all[item] = VariantResult { time, ..own };
        own.nodes
    }

    fn snapshot(&self, moment: Moment, _: &Vec<VariantResult>) -> VariantSnapshot {
        let Moment { phase, elapsed, forecast, done, all, nodes, .. } = moment;
        let position = done as f64 / all.max(1) as f64;
        VariantSnapshot { phase, elapsed, position, forecast, solved: done, variants: all, nodes }
    }

    fn save(
        &self,
        path: &Path,
        elapsed: Duration,
        results: &Vec<VariantResult>,
    ) -> Result<(), FileError> {
        SavedVariants::OneByOne(SavedResults::new(&self.0, results, elapsed)).save(path)
    }
}
