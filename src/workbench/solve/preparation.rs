//! The study of a document's puzzle, on threads of their own: its analysis, then the plan of its
//! search, then an estimate of the size of that search.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::Planning;
use crate::exact_cover::Engine;
use crate::job::{Estimate, Plan, PlanOptions, lower_priority};
use crate::puzzle::Puzzle;
use crate::text;
use crate::workbench::check::analysis::Analysis;
use crate::workbench::task::{CancelToken, Task, Wake};

/// Time without an edit before the search is planned.
const PLAN_DEBOUNCE: Duration = Duration::from_millis(120);
/// Samples of the search tree: so few that time hardly ever cuts them short, and the same puzzle
/// shows the same estimate.
const SAMPLES: u64 = 60;
const SAMPLING_TIME: Duration = Duration::from_secs(5);

/// The size of the search, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchSize {
    /// Samples are being taken.
    Measuring,
    /// Samples will be taken when the run is over, which needs the processor.
    AfterRun,
    /// Estimated from samples.
    Estimated(Estimate),
}

impl fmt::Display for SearchSize {
    /// Writes the size for people: "2.4 to 3.0 million nodes".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let estimate = match self {
            SearchSize::Measuring => return f.write_str("measuring…"),
            SearchSize::AfterRun => return f.write_str("measured after the run"),
            SearchSize::Estimated(estimate) => estimate,
        };
        let (least, most) = estimate.range();
        if estimate.at_least {
            write!(f, "far more than {} nodes", text::rounded(estimate.nodes))
        } else if estimate.error == 0.0 {
            write!(f, "{}", text::count_rounded(estimate.nodes, "node"))
        } else {
            write!(f, "{} to {} nodes", text::rounded(least), text::rounded(most))
        }
    }
}

/// All that is being worked out of a puzzle before it is solved.
pub(in crate::workbench) struct Preparation {
    analysis: Task<Arc<Analysis>>,
    /// The last analysis, perhaps of an earlier version.
    recent: Option<Arc<Analysis>>,
    /// The plan of the search, with the engine that was wished for.
    plan: Option<(Option<&'static Engine>, Task<Arc<Plan>>)>,
    /// The progress of the plan in the making.
    planning: Option<Planning>,
    /// The size of the search, sampled when the plan is there.
    estimate: Option<Task<Estimate>>,
}

impl Preparation {
    /// Begins to study a puzzle.
    pub(in crate::workbench) fn start(puzzle: &Arc<Puzzle>, wake: &Wake) -> Preparation {
        Preparation::new(Analysis::start(Arc::clone(puzzle), wake))
    }

    /// The study of a puzzle that has been analysed already.
    pub(in crate::workbench) fn new(analysis: Task<Arc<Analysis>>) -> Preparation {
        Preparation { analysis, recent: None, plan: None, planning: None, estimate: None }
    }

    /// Begins to study the next version of the puzzle. Work on the version before is abandoned.
    pub(in crate::workbench) fn restart(&mut self, puzzle: &Arc<Puzzle>, wake: &Wake) {
        let recent = self.recent.take();
        *self = Preparation { recent, ..Preparation::start(puzzle, wake) };
    }

    /// Keeps what is known for a version that differs only in pieces that lie on the board without
    /// being pinned; whether the analysis was there.
    pub(in crate::workbench) fn keep(&mut self, puzzle: &Arc<Puzzle>) -> bool {
        let Task::Ready(analysis) = &mut self.analysis else { return false };
        let next = Analysis { puzzle: Arc::clone(puzzle), ..Analysis::clone(analysis) };
        *analysis = Arc::new(next);
        self.recent = Some(Arc::clone(analysis));
        true
    }

    /// The analysis of the puzzle as it is now.
    pub(in crate::workbench) fn analysis(&self) -> &Task<Arc<Analysis>> {
        &self.analysis
    }

    /// Waits for the analysis. Not for the window's thread.
    pub(in crate::workbench) fn wait_for_analysis(&mut self) -> Option<&Arc<Analysis>> {
        self.analysis.wait()
    }

    /// The last analysis: while the next version is analysed that of the one before.
    pub(in crate::workbench) fn recent(&self) -> Option<&Arc<Analysis>> {
        self.analysis.get().or(self.recent.as_ref())
    }

    /// Takes in the analysis; whether it has come.
    pub(in crate::workbench) fn poll_analysis(&mut self) -> bool {
        let known = self.analysis.poll();
        if let Some(analysis) = self.analysis.get().filter(|_| known) {
            self.recent = Some(Arc::clone(analysis));
        }
        known
    }

    /// Begins to plan the search, unless that was done for the same engine. It takes up to a
    /// second, so that it is better done before anybody waits for it.
    pub(in crate::workbench) fn prepare(&mut self, wish: Option<&'static Engine>, wake: &Wake) {
        let Some(analysis) = self.analysis.get().cloned() else { return };
        if self.plan.as_ref().is_some_and(|(planned, _)| *planned == wish) {
            return;
        }
        let planning = Planning::start();
        let progress = planning.progress.clone();
        let work = move |interest: CancelToken| {
            lower_priority();
            // While edits follow each other quickly none of them is planned.
            std::thread::sleep(PLAN_DEBOUNCE);
            if interest.is_lost() {
                return Err("nobody waits for it".to_owned());
            }
            let options = PlanOptions { progress, ..PlanOptions::by(wish) };
            let plan = Plan::new(analysis.encoded(), options);
            Ok(Arc::new(plan.map_err(|error| error.to_string())?))
        };
        self.plan = Some((wish, Task::start(wake, work)));
        self.planning = Some(planning);
        self.estimate = None;
    }

    /// Begins to sample the search tree once it is known how it will be searched, while no run needs
    /// the processor more; whether anything is new.
    pub(in crate::workbench) fn poll_estimate(&mut self, is_running: bool, wake: &Wake) -> bool {
        if is_running {
            self.estimate.take_if(|estimate| matches!(estimate, Task::Waiting(_)));
            return false;
        }
        let Some((_, plan)) = &mut self.plan else { return false };
        plan.poll();
        match (&mut self.estimate, plan.get()) {
            (Some(estimate), _) => estimate.poll(),
            (None, Some(plan)) => {
                let plan = Arc::clone(plan);
                let work = move |interest: CancelToken| {
                    lower_priority();
                    Ok(plan.estimate(SAMPLES, SAMPLING_TIME, &|| !interest.is_lost()))
                };
                self.estimate = Some(Task::start(wake, work));
                false
            }
            (None, None) => false,
        }
    }

    /// The size of the search; `None` where it is not planned, or cannot be estimated.
    pub(in crate::workbench) fn search_size(&self, is_running: bool) -> Option<SearchSize> {
        // No search is planned for solutions from a file, nor during a run.
        let (_, plan) = self.plan.as_ref()?;
        match (plan, &self.estimate) {
            (Task::Failed(_), _) | (_, Some(Task::Failed(_))) => None,
            (_, Some(Task::Ready(estimate))) => Some(SearchSize::Estimated(*estimate)),
            // A run has the processor.
            _ if is_running => Some(SearchSize::AfterRun),
            _ => Some(SearchSize::Measuring),
        }
    }

    /// The planning of the search, if it was begun.
    pub(in crate::workbench) fn planning(&self) -> Option<&Planning> {
        self.planning.as_ref()
    }

    /// The plan of the search, as far as it is known.
    pub(in crate::workbench) fn plan(&self) -> Option<&Arc<Plan>> {
        self.plan.as_ref().and_then(|(_, plan)| plan.get())
    }

    /// Takes in the plan of the search if it has come; `None` while it is worked out.
    ///
    /// # Errors
    /// Why the search cannot be planned.
    pub(in crate::workbench) fn poll_plan(&mut self) -> Result<Option<Arc<Plan>>, String> {
        let Some((_, plan)) = &mut self.plan else { return Ok(None) };
        plan.poll();
        match plan {
            Task::Ready(plan) => Ok(Some(Arc::clone(plan))),
            Task::Waiting(_) => Ok(None),
            Task::Failed(why) => Err(format!("The search cannot be planned: {why}.")),
        }
    }
}
