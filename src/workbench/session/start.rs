//! The start of work in the open document: runs, a search for a first solution, a recount, variants
//! and sets of pieces.

use std::sync::Arc;

use super::{Screen, Workbench};
use crate::exact_cover::OptionId;
use crate::job;
use crate::job::first::{FirstMethod, FirstRun, FirstSettings};
use crate::workbench::document::Document;
use crate::workbench::saved_runs::SavedRun;
use crate::workbench::sets::SetsAction;
use crate::workbench::settings::Settings;
use crate::workbench::solutions::SolvedPart;
use crate::workbench::solve::first::First;
use crate::workbench::solve::parts::PartsRun;
use crate::workbench::solve::recount::Recount;
use crate::workbench::solve::{PendingKind, PendingStart, Start};
use crate::workbench::task::{Task, Wake};
use crate::workbench::variants::VariantAction;

/// Known solutions that the next one is to be unlike, at most; the first of a longer list.
const MAX_KNOWN: usize = 1000;

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
            PendingKind::Part(mut part, planning) => {
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
                        let kind = PendingKind::Part(waiting, planning);
                        document.pending = Some(PendingStart { kind, wake });
                    }
                }
            }
        }
        Ok(())
    }

    /// Begins to look for a solution, or for one more unlike those that are known.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn find_one(&mut self, wake: &Wake) -> Result<(), &'static str> {
        self.find(FirstMethod::FirstSearch, wake)
    }

    /// Begins to ask a SAT solver whether there is any solution.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn ask_sat(&mut self, wake: &Wake) -> Result<(), &'static str> {
        self.find(FirstMethod::Sat { proof: None }, wake)
    }

    fn find(&mut self, method: FirstMethod, wake: &Wake) -> Result<(), &'static str> {
        let Workbench { document, settings, .. } = self;
        let Some(document) = document else { return Err("Open a puzzle first.") };
        document.can_find()?;
        let Some(analysis) = document.analysis().get().cloned() else {
            return Err("The placements are still being counted.");
        };
        let mut known: Vec<Vec<OptionId>> = document
            .known_list()
            .map(|known| known.store.iter().take(MAX_KNOWN).collect())
            .unwrap_or_default();
        let had_known = !known.is_empty();
        if matches!(method, FirstMethod::Sat { .. }) {
            // A second opinion knows nothing of the first; one that is known will do.
            known.clear();
        }
        let job = FirstSettings {
            method,
            threads: settings.threads(),
            // Each search begins elsewhere, and the first always at the same place.
            seed: 1 + known.len() as u64,
            known,
            background: true,
            wake: Some(Arc::clone(wake)),
            ..FirstSettings::default()
        };
        // The search before ends before the next one begins.
        document.first = None;
        let run = FirstRun::start(analysis.encoded().into(), job);
        document.first = Some(First { run, analysis, taken: 0, newest: None, had_known });
        Ok(())
    }

    /// Begins to repeat the stored result by another engine.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn recount(&mut self, wake: &Wake) -> Result<(), &'static str> {
        self.can_recount()?;
        let job = job_settings(&self.settings, wake);
        let results = self.results.handle();
        let Some(document) = &mut self.document else { return Ok(()) };
        let Some(analysis) = document.basis().cloned() else { return Ok(()) };
        document.recount = Some(Recount::start(results, analysis, job, wake));
        Ok(())
    }

    /// Checks whether the stored result can be repeated.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn can_recount(&self) -> Result<(), &'static str> {
        let document = self.document.as_ref().ok_or("Open a puzzle first.")?;
        if let Some(why) = document.busy() {
            return Err(why);
        }
        if !self.results.are_kept() {
            return Err("Results are not stored.");
        }
        let is_complete = document.counts().is_some_and(|(_, complete)| complete);
        let is_stored = document.solved.as_ref().is_some_and(|solved| solved.is_stored);
        if is_complete && is_stored { Ok(()) } else { Err("No complete result is stored yet.") }
    }

    /// Lists the solutions that all parts have found so far.
    ///
    /// # Errors
    /// Why there are none, as a short sentence.
    pub fn show_parts(&mut self) -> Result<(), &'static str> {
        let Some(document) = &mut self.document else { return Err("No divided run is open.") };
        document.can_show_parts()?;
        let Some(solved) = document.parts().and_then(PartsRun::solved) else {
            return Err("The parts only count solutions.");
        };
        document.solved = Some(solved);
        self.screen = Screen::Solutions;
        Ok(())
    }

    /// Returns whether *Solve* applies to the variants: on their screen, and where the pieces
    /// cannot fill the board as a whole.
    pub fn solves_variants(&self) -> bool {
        let document = self.document.as_ref();
        self.screen == Screen::Variants || document.is_some_and(Document::needs_variants)
    }

    /// Begins to solve the variants of the open puzzle, or resumes that.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn solve_variants(&mut self, wake: &Wake) -> Result<(), &'static str> {
        let threads = self.settings.threads();
        let Some(document) = &mut self.document else { return Err("Open a puzzle first.") };
        document.can_solve_variants()?;
        self.screen = Screen::Variants;
        document.variants.solve(threads, wake);
        Ok(())
    }

    /// Does what the screen of variants asks for.
    pub fn change_variants(&mut self, action: VariantAction) {
        if let Some(document) = &mut self.document {
            document.variants.apply(action);
        }
    }

    /// Begins to test sets of pieces, or resumes that.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn start_sets(&mut self) -> Result<(), &'static str> {
        let Some(document) = &mut self.document else { return Err("Open a puzzle first.") };
        document.can_start_sets()?;
        document.sets.wanted = true;
        Ok(())
    }

    /// Does what the screen asks for.
    pub fn change_sets(&mut self, action: SetsAction) {
        let Some(document) = &mut self.document else { return };
        document.sets.apply(action);
        if !document.sets.shown && document.has_variants().is_err() {
            // Nothing is left to show there.
            self.screen = Screen::Design;
        }
    }

    /// Returns whether the search for sets of pieces is on the screen.
    pub fn shows_sets(&self) -> bool {
        let document = self.document.as_ref();
        self.screen == Screen::Variants && document.is_some_and(|d| d.sets.shown)
    }

    /// Shows the search for sets of pieces.
    pub fn show_sets(&mut self) {
        if let Some(document) = &mut self.document {
            document.sets.shown = true;
            self.screen = Screen::Variants;
        }
    }
}

/// The settings of runs of the window.
fn job_settings(settings: &Settings, wake: &Wake) -> job::Settings {
    job::Settings {
        threads: settings.threads(),
        background: true,
        wake: Some(Arc::clone(wake)),
        ..job::Settings::default()
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::format::bundled;
    use crate::job::{Phase, Run};
    use crate::workbench::saved_runs::SavedRuns;

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
        assert_eq!(document.counts().map(|(counts, _)| counts.distinct.capped()), Some(65));
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
        assert_eq!(
            counts.map(|(counts, _)| counts.small().map(|n| (n.total, n.distinct))),
            Some(Some((9356, 2339)))
        );
    }
}
