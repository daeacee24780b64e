//! The runs of a document: of the puzzle as it is, or of a part of it.

use std::sync::Arc;

use super::Document;
use crate::exact_cover::{Engine, OptionId};
use crate::job;
use crate::job::{Plan, PlanOptions, Run};
use crate::lattice::Point;
use crate::puzzle::{Description, Puzzle};
use crate::workbench::check::analysis::Analysis;
use crate::workbench::results::{PendingResult, Results};
use crate::workbench::saved_runs::{SaveFile, SavedRuns, Saver};
use crate::workbench::solutions::{SolutionSource, SolvedPart, SolvedState};
use crate::workbench::solve::{Part, PendingKind, PendingStart, Planning, Start};
use crate::workbench::task::{CancelToken, Task, Wake};

impl Document {
    /// Makes the puzzle with all that lies on the board pinned ready to be solved.
    pub(crate) fn finish(&mut self, wish: Option<&'static Engine>, wake: &Wake) {
        let (description, puzzle) = (self.description().all_pinned(), self.puzzle.all_pinned());
        self.prepare_part(SolvedPart::Pinned, description, puzzle, wish, wake);
    }

    /// Makes a part of the puzzle ready to be solved.
    pub(crate) fn prepare_part(
        &mut self,
        part: SolvedPart,
        description: Description,
        puzzle: Puzzle,
        wish: Option<&'static Engine>,
        wake: &Wake,
    ) {
        let description = Arc::new(description);
        let planning = Planning::start();
        let progress = planning.progress.clone();
        let work = move |interest: CancelToken| {
            let analysis = Analysis::new(Arc::new(puzzle)).map_err(|error| error.to_string())?;
            if let Some(error) = analysis.error() {
                let title = &error.title;
                return Err(match part {
                    SolvedPart::Variant { name, .. } => format!("{name} has no solution: {title}."),
                    _ => format!("There is no solution from here: {title}."),
                });
            }
            if interest.is_lost() {
                return Err("nobody waits for it".to_owned());
            }
            let options = PlanOptions { progress, ..PlanOptions::by(wish) };
            let plan = Plan::new(analysis.encoded(), options);
            let plan = plan.map_err(|error| error.to_string())?;
            Ok(Part { part, description, analysis: Arc::new(analysis), plan: Arc::new(plan) })
        };
        let kind = PendingKind::Part(Task::start(wake, work), planning);
        self.pending = Some(PendingStart { kind, wake: Arc::clone(wake) });
    }

    /// Starts a run of the puzzle as it is from the beginning.
    pub(crate) fn start_planned(
        &mut self,
        start: Start,
        plan: Arc<Plan>,
        wish: Option<&'static Engine>,
        job: job::Settings,
        saved_runs: &SavedRuns,
        results: &Results,
    ) {
        let counts = start == Start::Count;
        // Each puzzle has one file. A saved run stays when solutions are only counted.
        if !counts && let Some(Task::Ready(Some(saved))) = self.saved.take() {
            saved.discard();
        }
        let own_engine = wish.is_some_and(|wish| plan.uses(wish));
        self.start(plan, job::Settings { keep: !counts, ..job }, saved_runs, results);
        if let Some(solved) = &mut self.solved {
            solved.own_engine = own_engine;
        }
    }

    /// Starts a run of the puzzle as it is. It is saved now and then, unless the file of the puzzle
    /// holds another. Where solutions are only counted, a list that is known stays.
    pub(crate) fn start(
        &mut self,
        plan: Arc<Plan>,
        job: job::Settings,
        saved_runs: &SavedRuns,
        results: &Results,
    ) {
        let Some(analysis) = self.analysis().get().cloned() else { return };
        let is_free = matches!(self.saved, None | Some(Task::Ready(None)));
        let path = saved_runs.path(&analysis).filter(|_| is_free);
        let file = path.map(|path| SaveFile { path, every: saved_runs.every });
        let earlier = if job.keep { None } else { self.known_list() };
        let (part, description) = (SolvedPart::Whole, Arc::clone(self.description()));
        let part = Part { part, description, analysis, plan };
        self.launch(part, job, file, results).earlier = earlier;
    }

    /// Starts the run of a part of the puzzle.
    pub(in crate::workbench) fn start_part(
        &mut self,
        part: Part,
        wish: Option<&'static Engine>,
        job: job::Settings,
        results: &Results,
    ) {
        let own_engine = wish.is_some_and(|wish| part.plan.uses(wish));
        let sought = match &part.part {
            SolvedPart::Variant { shown, .. } => options_of(&part.analysis, shown),
            _ => None,
        };
        let solved = self.launch(part, job, None, results);
        (solved.own_engine, solved.sought) = (own_engine, sought);
    }

    /// Starts a run, which is saved in a file if there is one.
    fn launch(
        &mut self,
        part: Part,
        job: job::Settings,
        file: Option<SaveFile>,
        results: &Results,
    ) -> &mut SolvedState {
        let Part { part, description, analysis, plan } = part;
        // The run before ends before the next one begins.
        (self.solved, self.first, self.stored) = (None, None, None);
        let wake = job.wake.clone();
        let run = Run::start(plan, job);
        let result = PendingResult::new(&results.handle(), &analysis);
        let saver = wake.map(|wake| Saver::start(&run, file, result, &wake));
        let solved = SolvedState::new(description, analysis, SolutionSource::Run(run));
        self.solved.insert(SolvedState { saver, part, ..solved })
    }
}

/// The placements of a puzzle that lie like some pieces, by their names; `None` where there is none.
fn options_of(analysis: &Analysis, shown: &[(String, Vec<Point>)]) -> Option<Vec<OptionId>> {
    let Analysis { puzzle, encoding, .. } = analysis;
    let option = |(name, sites): &(String, Vec<Point>)| {
        let (piece, _) = puzzle.pieces().find(|(_, piece)| piece.name == *name)?;
        encoding.find(puzzle, piece, sites)
    };
    let options: Option<Vec<OptionId>> = shown.iter().map(option).collect();
    options.filter(|options| !options.is_empty())
}
