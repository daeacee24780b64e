//! The start of a run: from the beginning, from a saved run, or from the pieces on the board.
//!
//! The window never waits for a plan. A run that is asked for before its search is planned is
//! remembered as a `PendingStart` and starts when [`Workbench::poll`] finds the plan there.

pub mod first;
pub mod parts;
pub(crate) mod preparation;
pub(crate) mod recount;

use std::sync::Arc;

use super::check::analysis::Analysis;
use super::document::Document;
use super::results::{PendingResult, Results};
use super::saved_runs::{SaveFile, SavedRun, SavedRuns, Saver};
use super::session::{Screen, Workbench};
use super::settings::Settings;
use super::solutions::{SolutionSource, SolvedPart, SolvedState};
use super::task::{CancelToken, Task, Wake};
use crate::exact_cover::{Engine, OptionId};
use crate::job::{self, Plan, PlanOptions, Run};
use crate::lattice::Point;
use crate::puzzle::{Description, Puzzle};

/// A run that was asked for and waits for its plan.
pub(super) struct PendingStart {
    pub(super) kind: PendingKind,
    /// Called by the run when it has something new.
    pub(super) wake: Wake,
}

/// The plan that a run waits for.
pub(super) enum PendingKind {
    /// The plan of the puzzle as it is.
    Planned(Start),
    /// A part of the puzzle, and its plan.
    Part(Task<Part>),
}

/// A part of the open puzzle, ready to be solved.
pub(super) struct Part {
    pub(super) part: SolvedPart,
    pub(super) description: Arc<Description>,
    pub(super) analysis: Arc<Analysis>,
    pub(super) plan: Arc<Plan>,
}

/// The way to begin to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// With the saved run, if there is one.
    GoOn,
    /// From the beginning; a saved run is discarded.
    Over,
    /// From the beginning, for the numbers alone; a saved run stays.
    Count,
}

impl Workbench {
    /// Starts to solve, or resumes a saved run; what was found before is replaced. Where the search
    /// is still being planned, the run starts as soon as it has been; [`Document::stop`] forgets it.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn solve(&mut self, start: Start, wake: &Wake) -> Result<(), &'static str> {
        let Workbench { document, settings, saved_runs, results, .. } = self;
        let Some(document) = document else { return Err("Open a puzzle first.") };
        document.can_solve()?;
        if let Some(why) = document.busy() {
            return Err(why);
        }
        let resumes = |saved: &mut Task<Option<SavedRun>>| match (start, saved) {
            (Start::GoOn, _) => true,
            // A saved count is what was asked for, as far as it has come.
            (Start::Count, Task::Ready(Some(saved))) => !saved.checkpoint.keeps_solutions(),
            _ => false,
        };
        let saved = match document.saved.take_if(resumes) {
            Some(Task::Ready(saved)) => saved,
            _ => None,
        };
        if let Some(saved) = saved {
            let job = job::Settings {
                keep: saved.checkpoint.keeps_solutions(),
                resume: Some(saved.checkpoint),
                ..job_settings(settings, wake)
            };
            document.start(saved.plan, job, saved_runs, results);
            return Ok(());
        }
        let kind = PendingKind::Planned(start);
        document.preparation.prepare(settings.engine(), wake);
        document.pending = Some(PendingStart { kind, wake: Arc::clone(wake) });
        // The plan is often there already. Why there can be none, the next poll tells.
        match document.preparation.plan() {
            Some(_) => self.poll_start().map_err(|_| "The search cannot be planned."),
            None => Ok(()),
        }
    }

    /// Begins to solve the puzzle as if all that lies on the board were pinned; the run starts as
    /// soon as that puzzle has been planned.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn finish_from_here(&mut self, wake: &Wake) -> Result<(), &'static str> {
        let Workbench { document, settings, .. } = self;
        let Some(document) = document else { return Err("Open a puzzle first.") };
        if let Some(why) = document.busy() {
            return Err(why);
        }
        document.finish(settings.engine(), wake);
        Ok(())
    }

    /// Begins to solve the selected variant; its run starts as soon as it is planned. At its end the n-th of the
    /// solutions that are known of it is selected.
    ///
    /// # Errors
    /// Why it cannot, as a sentence.
    pub fn solve_variant(&mut self, known: usize, wake: &Wake) -> Result<(), String> {
        let Workbench { document, settings, .. } = self;
        let Some(document) = document else { return Err("Open a puzzle first.".to_owned()) };
        if let Some(why) = document.busy() {
            return Err(why.to_owned());
        }
        let part = document.variant_description(known).map_err(|refusal| refusal.to_string())?;
        let (description, puzzle, part) = part;
        document.prepare_part(part, description, puzzle, settings.engine(), wake);
        Ok(())
    }

    /// Starts the run that was asked for, if what it waits for has come.
    pub(super) fn poll_start(&mut self) -> Result<(), String> {
        let Workbench { document, settings, saved_runs, results, screen, .. } = self;
        let Some(document) = document else { return Ok(()) };
        let Some(PendingStart { kind, wake }) = document.pending.take() else { return Ok(()) };
        let wish = settings.engine();
        let job = job_settings(settings, &wake);
        match kind {
            PendingKind::Planned(start) => {
                // Another engine may have been chosen meanwhile.
                document.preparation.prepare(wish, &wake);
                match document.preparation.poll_plan()? {
                    Some(plan) => {
                        document.start_planned(start, plan, wish, job, saved_runs, results)
                    }
                    None => {
                        document.pending =
                            Some(PendingStart { kind: PendingKind::Planned(start), wake })
                    }
                }
            }
            PendingKind::Part(mut part) => {
                part.poll();
                match part {
                    Task::Ready(part) => {
                        // A variant has been solved before, with the others.
                        *screen = match part.part {
                            SolvedPart::Variant { .. } => Screen::Solutions,
                            _ => Screen::Run,
                        };
                        document.start_part(part, wish, job, results);
                    }
                    Task::Failed(why) => return Err(why),
                    waiting => {
                        document.pending =
                            Some(PendingStart { kind: PendingKind::Part(waiting), wake });
                    }
                }
            }
        }
        Ok(())
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

/// The settings of runs of the window.
pub(super) fn job_settings(settings: &Settings, wake: &Wake) -> job::Settings {
    job::Settings {
        threads: settings.threads(),
        background: true,
        wake: Some(Arc::clone(wake)),
        ..job::Settings::default()
    }
}

impl Document {
    /// Makes the puzzle with all that lies on the board pinned ready to be solved.
    pub(super) fn finish(&mut self, wish: Option<&'static Engine>, wake: &Wake) {
        let (description, puzzle) = (self.description().all_pinned(), self.puzzle.all_pinned());
        self.prepare_part(SolvedPart::Pinned, description, puzzle, wish, wake);
    }

    /// Makes a part of the puzzle ready to be solved.
    fn prepare_part(
        &mut self,
        part: SolvedPart,
        description: Description,
        puzzle: Puzzle,
        wish: Option<&'static Engine>,
        wake: &Wake,
    ) {
        let description = Arc::new(description);
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
            let plan = Plan::new(analysis.encoded(), PlanOptions::by(wish));
            let plan = plan.map_err(|error| error.to_string())?;
            Ok(Part { part, description, analysis: Arc::new(analysis), plan: Arc::new(plan) })
        };
        let ready = Task::start(wake, work);
        self.pending =
            Some(PendingStart { kind: PendingKind::Part(ready), wake: Arc::clone(wake) });
    }

    /// Starts a run of the puzzle as it is from the beginning.
    fn start_planned(
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
    fn start(
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
        // The run before ends before the next one begins.
        self.solved = None;
        self.first = None;
        self.stored = None;
        let wake = job.wake.clone();
        let run = Run::start(plan, job);
        let result = PendingResult::new(&results.handle(), &analysis);
        let saver = wake.map(|wake| Saver::start(&run, file, result, &wake));
        let words = Arc::clone(self.description());
        let mut solved = SolvedState::new(words, analysis, SolutionSource::Run(run));
        (solved.saver, solved.earlier) = (saver, earlier);
        self.solved = Some(solved);
    }

    /// Starts the run of a part of the puzzle.
    fn start_part(
        &mut self,
        part: Part,
        wish: Option<&'static Engine>,
        job: job::Settings,
        results: &Results,
    ) {
        let Part { part, description, analysis, plan } = part;
        let own_engine = wish.is_some_and(|wish| plan.uses(wish));
        self.solved = None;
        self.first = None;
        self.stored = None;
        let wake = job.wake.clone();
        let run = Run::start(plan, job);
        let result = PendingResult::new(&results.handle(), &analysis);
        let saver = wake.map(|wake| Saver::start(&run, None, result, &wake));
        let mut solved = SolvedState::new(description, analysis, SolutionSource::Run(run));
        solved.saver = saver;
        if let SolvedPart::Variant { shown, .. } = &part {
            solved.sought = options_of(&solved.analysis, shown);
        }
        (solved.own_engine, solved.part) = (own_engine, part);
        self.solved = Some(solved);
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::format::bundled;
    use crate::job::Phase;

    /// A workbench with a bundled puzzle whose placements are known and whose search is not yet
    /// planned.
    fn opened(path: &str, wake: &Wake) -> Workbench {
        let mut bench = Workbench::default();
        let puzzle = bundled::ALL.iter().find(|b| b.path == path).expect("a bundled puzzle");
        bench.open_bundled(puzzle, wake);
        let document = bench.document.as_mut().expect("a document");
        assert!(document.wait_for_analysis().is_some(), "the puzzle is analysed");
        bench
    }

    /// Polls until a run is over.
    fn finished(bench: &mut Workbench, wake: &Wake) -> Phase {
        let began = Instant::now();
        loop {
            bench.poll(wake).expect("nothing fails");
            match bench.document.as_ref().and_then(Document::run).map(Run::phase) {
                Some(phase) if phase.is_over() => return phase,
                _ => std::thread::sleep(Duration::from_millis(2)),
            }
            assert!(began.elapsed() < Duration::from_secs(120), "the run does not end");
        }
    }

    #[test]
    fn a_run_asked_for_before_its_plan_is_there_starts_when_the_plan_comes() {
        let wake: Wake = Arc::new(|| ());
        let mut bench = opened("square/scotts-board.ron", &wake);
        let began = Instant::now();
        assert_eq!(bench.solve(Start::GoOn, &wake), Ok(()));
        // The debounce before planning alone is longer.
        assert!(began.elapsed() < Duration::from_millis(100), "the window waits for nothing");
        let document = bench.document.as_ref().unwrap();
        assert!(document.is_starting() && document.run().is_none());
        assert_eq!(bench.solve(Start::GoOn, &wake), Err("The search is being planned."));
        assert_eq!(finished(&mut bench, &wake), Phase::Complete);
        let document = bench.document.as_ref().unwrap();
        assert!(!document.is_starting());
        assert_eq!(document.counts().map(|(counts, _)| counts.distinct), Some(65));
    }

    #[test]
    fn a_run_that_was_asked_for_and_stopped_does_not_start() {
        let wake: Wake = Arc::new(|| ());
        let mut bench = opened("square/scotts-board.ron", &wake);
        assert_eq!(bench.solve(Start::Count, &wake), Ok(()));
        bench.document.as_mut().unwrap().stop();
        let began = Instant::now();
        while bench.document.as_ref().unwrap().plan().is_none() {
            bench.poll(&wake).expect("nothing fails");
            std::thread::sleep(Duration::from_millis(2));
            assert!(began.elapsed() < Duration::from_secs(120), "the plan does not come");
        }
        bench.poll(&wake).expect("nothing fails");
        assert!(bench.document.as_ref().unwrap().run().is_none());
    }

    #[test]
    fn a_count_by_a_sweep_that_was_stopped_is_resumed_when_its_puzzle_is_opened_again() {
        let wake: Wake = Arc::new(|| ());
        let folder = tempfile::tempdir().expect("a folder");
        let polled = |ready: &dyn Fn(&Document) -> bool| {
            let mut bench = Workbench {
                saved_runs: SavedRuns {
                    folder: Some(folder.path().to_owned()),
                    every: Duration::ZERO,
                },
                ..Workbench::default()
            };
            bench.settings.set_engine(Some(&crate::exact_cover::frontier::ENGINE));
            let puzzle = bundled::ALL.iter().find(|b| b.path == "square/pentominoes-6x10.ron");
            bench.open_bundled(puzzle.expect("a bundled puzzle"), &wake);
            let began = Instant::now();
            while !bench.document.as_ref().is_some_and(ready) {
                bench.poll(&wake).expect("nothing fails");
                std::thread::sleep(Duration::from_millis(2));
                assert!(began.elapsed() < Duration::from_secs(120), "it does not come");
            }
            bench
        };
        let mut bench = polled(&|document| document.plan().is_some());
        assert_eq!(bench.solve(Start::Count, &wake), Ok(()));
        let document = bench.document.as_mut().expect("a document");
        while document.run().is_some_and(|run| run.snapshot().states == 0) {
            std::thread::sleep(Duration::from_millis(1));
        }
        document.stop();
        assert_eq!(finished(&mut bench, &wake), Phase::Stopped);
        drop(bench);

        let mut bench = polled(&|document| document.saved().is_some());
        let saved = bench.document.as_ref().and_then(Document::saved).expect("a saved run");
        assert!(saved.checkpoint.is_sweep() && !saved.checkpoint.keeps_solutions());
        let before = saved.position();
        assert!(before > 0.0);
        assert_eq!(bench.solve(Start::Count, &wake), Ok(()));
        let run = bench.document.as_ref().and_then(Document::run).expect("it needs no plan");
        assert!(run.snapshot().position >= 0.9 * before);
        assert_eq!(finished(&mut bench, &wake), Phase::Complete);
        let counts = bench.document.as_ref().and_then(Document::counts);
        assert_eq!(counts.map(|(counts, _)| (counts.total, counts.distinct)), Some((9356, 2339)));
    }
}
