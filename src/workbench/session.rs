//! The open document and what is done with it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::facts::Analysis;
use super::pending::Pending;
use super::saved_runs::{SavedRun, SavedRuns, Saver};
use super::settings::Settings;
use super::walk::{Subject, Walk};
use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::{EngineKind, OptionId};
use crate::format::bundled::Bundled;
use crate::format::puzzle_file::Opened;
use crate::format::solutions_file::{Source, placed};
use crate::format::{self, Contents, SolutionSet, dlx, puzzle_file, solutions_file};
use crate::job::{self, Phase, Plan, Run, Snapshot};
use crate::puzzle::{CoverForm, Description, Expect, Puzzle};
use crate::solution::verify::Placed;
use crate::solution::{Counts, Store, View};
use crate::words;

/// What the window shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// Puzzles to open.
    #[default]
    Gallery,
    /// The puzzle.
    Design,
    /// The search.
    Run,
    /// The solutions.
    Solutions,
    /// The search, step by step.
    Steps,
}

/// Where a document comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A bundled puzzle, by its path under `puzzles/`.
    Bundled(&'static str),
    /// A file.
    File(PathBuf),
}

impl Origin {
    /// The name of the file, without folders.
    pub fn file_name(&self) -> String {
        match self {
            Origin::Bundled(path) => path.rsplit('/').next().unwrap_or(path).to_owned(),
            Origin::File(path) => {
                path.file_name().unwrap_or_default().to_string_lossy().into_owned()
            }
        }
    }
}

/// Solutions, from a run or from a file.
pub enum Answers {
    /// Of a run, in progress or over.
    Run(Run),
    /// Read from a file.
    File(Box<FileAnswers>),
}

/// Solutions read from a file.
pub struct FileAnswers {
    /// The distinct solutions.
    pub store: Store,
    /// Their numbers.
    pub counts: Counts,
    /// Whether the file says that these are all.
    pub complete: bool,
}

/// An open puzzle with its solutions, if there are any.
pub struct Document {
    /// The puzzle in the words of its file.
    pub description: Description,
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// Where it comes from.
    pub origin: Origin,
    /// What is known of it; worked out on a thread of its own.
    pub analysis: Pending<Arc<Analysis>>,
    /// How it is to be solved, and by the engine that was wished for; worked out as soon as it is
    /// known what it is.
    plan: Option<(Option<EngineKind>, Pending<Arc<Plan>>)>,
    /// A run of it that was put aside, if there is one.
    saved: Option<Pending<Option<SavedRun>>>,
    /// What keeps the run from being lost; let go of before the run is.
    pub saver: Option<Saver>,
    /// Whether the engine of the run was the user's choice.
    pub own_engine: bool,
    /// What was found.
    pub answers: Option<Answers>,
    /// Which solutions are gone through: distinct or all.
    pub view: Option<View>,
    /// The solution shown large, as an index of the view.
    pub selected: u64,
}

/// Everything behind the window.
#[derive(Default)]
pub struct Workbench {
    /// The open document.
    pub document: Option<Document>,
    /// What the window shows.
    pub screen: Screen,
    /// What is remembered.
    pub settings: Settings,
    /// Where runs are kept from being lost.
    pub saved_runs: SavedRuns,
    /// The search of the open document, or of items and options alone, step by step; see
    /// [`Workbench::prepare_walk`].
    pub walk: Option<Walk>,
}

/// How to begin to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// With the run that was put aside, if there is one.
    GoOn,
    /// From the beginning; a run that was put aside is discarded.
    Over,
}

/// Called when something has changed behind the window's back.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

impl Document {
    fn new(opened: Opened, origin: Origin, wake: &Wake) -> Document {
        let Opened { description, puzzle } = opened;
        let (work, wake) = (Arc::clone(&puzzle), Arc::clone(wake));
        let analysis = Pending::start(
            move || Analysis::of(work).map(Arc::new).map_err(|e| e.to_string()),
            move || wake(),
        );
        Document {
            description,
            puzzle,
            origin,
            analysis,
            plan: None,
            saved: None,
            saver: None,
            own_engine: false,
            answers: None,
            view: None,
            selected: 0,
        }
    }

    /// The run of this document, in progress or over.
    pub fn run(&self) -> Option<&Run> {
        match &self.answers {
            Some(Answers::Run(run)) => Some(run),
            _ => None,
        }
    }

    /// Whether it is being solved, or paused.
    pub fn is_running(&self) -> bool {
        self.run().is_some_and(|run| !run.snapshot().phase.is_over())
    }

    /// Whether a run can be started.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn can_solve(&self) -> Result<(), &'static str> {
        match &self.analysis {
            Pending::Waiting(_) => Err("The placements are being counted."),
            Pending::Failed(_) => Err("The puzzle is too large."),
            Pending::Ready(analysis) if analysis.is_hopeless() => {
                Err("A check must be mended first.")
            }
            Pending::Ready(_) if self.saved.as_ref().is_some_and(Pending::is_waiting) => {
                Err("A saved run is being read.")
            }
            Pending::Ready(_) => Ok(()),
        }
    }

    /// The numbers of solutions found so far, and whether these are all.
    pub fn counts(&self) -> Option<(Counts, bool)> {
        match self.answers.as_ref()? {
            Answers::Run(run) => {
                let Snapshot { counts, phase, .. } = run.snapshot();
                Some((counts, phase == Phase::Complete))
            }
            Answers::File(file) => Some((file.counts, file.complete)),
        }
    }

    /// Looks at the distinct solutions kept so far. Keep it short: a run waits meanwhile.
    pub fn with_store<R>(&self, look: impl FnOnce(&Store) -> R) -> Option<R> {
        match self.answers.as_ref()? {
            Answers::Run(run) => Some(look(&run.store())),
            Answers::File(file) => Some(look(&file.store)),
        }
    }

    /// What turns options into places, once it is known.
    pub fn encoding(&self) -> Option<&Arc<Encoding>> {
        self.analysis.get().map(|analysis| &analysis.encoding)
    }

    /// The symmetries, once they are known.
    pub fn group(&self) -> Option<&Arc<SymmetryGroup>> {
        self.analysis.get().map(|analysis| &analysis.group)
    }

    /// How many solutions the view has now. While a run goes on the distinct ones grow.
    pub fn shown(&self) -> u64 {
        match &self.view {
            Some(view) if view.is_all() => view.len(),
            _ => self.with_store(|store| store.len() as u64).unwrap_or(0),
        }
    }

    /// Whether turned and flipped copies are shown.
    pub fn shows_all(&self) -> bool {
        self.view.as_ref().is_some_and(View::is_all)
    }

    /// Shows distinct solutions or all, staying at the same orbit. All can be shown once the
    /// run is over.
    pub fn show_all(&mut self, all: bool) {
        if all == self.shows_all() {
            return;
        }
        let Some(group) = self.group().cloned() else { return };
        let selected = self.selected;
        let changed = self.with_store(|store| {
            if store.is_empty() {
                return None;
            }
            Some(if all {
                let view = View::all(store, &group);
                (view.position(selected as usize), view)
            } else {
                let old = self.view.as_ref()?;
                (old.entry(&group, store, selected).distinct as u64, View::distinct(store))
            })
        });
        if let Some(Some((selected, view))) = changed {
            self.selected = selected;
            self.view = Some(view);
        }
    }

    /// The options of the n-th solution of the view, ascending.
    pub fn solution(&self, n: u64) -> Option<Vec<OptionId>> {
        let group = self.group()?;
        self.with_store(|store| match &self.view {
            Some(view) if view.is_all() => (n < view.len()).then(|| view.solution(group, store, n)),
            _ => (n < store.len() as u64).then(|| store.get(n as usize).to_vec()),
        })
        .flatten()
    }

    /// The placed pieces of the n-th solution of the view.
    pub fn placed(&self, n: u64) -> Option<Placed> {
        Some(placed(self.encoding()?, &self.solution(n)?))
    }

    /// The number (from 1) of the distinct solution that the n-th of the view is a copy of, and
    /// the symmetries that it keeps, as bits.
    pub fn distinct_number(&self, n: u64) -> Option<(u64, u64)> {
        let group = self.group()?;
        self.with_store(|store| {
            let index = match &self.view {
                Some(view) if view.is_all() => view.entry(group, store, n).distinct,
                _ => n as usize,
            };
            (index < store.len()).then(|| (index as u64 + 1, store.stabiliser(index)))
        })
        .flatten()
    }

    /// Moves the selection within the view.
    pub fn step(&mut self, by: i64) {
        let last = self.shown().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }

    /// Begins to plan the search, unless that was done for the same engine. It takes up to a
    /// second, so that it is better done before anybody waits for it.
    fn prepare(&mut self, wish: Option<EngineKind>) {
        let Some(analysis) = self.analysis.get().cloned() else { return };
        if self.plan.as_ref().is_some_and(|(planned, _)| *planned == wish) {
            return;
        }
        let work = move || {
            let (puzzle, encoding) = (&analysis.puzzle, &analysis.encoding);
            let (puzzle, encoding) = (Arc::clone(puzzle), Arc::clone(encoding));
            let group = Arc::clone(&analysis.group);
            Ok(Arc::new(Plan::of_encoded(puzzle, encoding, group, wish)))
        };
        self.plan = Some((wish, Pending::start(work, || {})));
    }

    /// Begins to look for a run that was put aside.
    fn look_for_saved(&mut self, saved_runs: &SavedRuns, wake: &Wake) {
        let Some(analysis) = self.analysis.get().cloned() else { return };
        self.saved = saved_runs.folder.is_some().then(|| {
            let (saved_runs, wake) = (saved_runs.clone(), Arc::clone(wake));
            Pending::start(move || saved_runs.find(&analysis), move || wake())
        });
    }

    /// A run of this puzzle that was put aside, while none goes on.
    pub fn saved(&self) -> Option<&SavedRun> {
        if self.is_running() {
            return None;
        }
        self.saved.as_ref().and_then(Pending::get)?.as_ref()
    }

    /// Makes a run that was read from a file the one to go on with, if it is one of this puzzle as
    /// it is open now.
    pub fn offer(&mut self, saved: SavedRun) -> bool {
        let own = self.analysis.get().is_some_and(|analysis| saved.belongs_to(analysis));
        if own && !self.is_running() {
            self.saved = Some(Pending::Ready(Some(saved)));
            return true;
        }
        false
    }

    /// What makes the text of a checkpoint of the run as it is now, or was when it was stopped.
    pub fn run_text(&self) -> Option<impl FnOnce() -> Result<String, String> + Send + use<>> {
        let handle = self.run().filter(|_| self.is_running()).map(Run::handle);
        let path = self.saved().map(|saved| saved.path.clone());
        (handle.is_some() || path.is_some()).then_some(move || match (handle, path) {
            (Some(handle), _) => {
                let checkpoint = handle.checkpoint().map(|checkpoint| checkpoint.text());
                checkpoint.ok_or_else(|| "The run has just begun or ended; try again.".to_owned())
            }
            (None, Some(path)) => std::fs::read_to_string(&path)
                .map_err(|error| format!("{}: cannot be read: {error}", path.display())),
            (None, None) => Err("There is no run to save.".to_owned()),
        })
    }

    /// Ends the run, which can be gone on with.
    pub fn stop(&self) {
        match (&self.saver, self.run()) {
            (Some(saver), _) if !saver.is_over() => saver.stop(),
            (_, Some(run)) => run.stop(),
            _ => {}
        }
    }

    /// The text of the solutions found, if there is anything to write.
    pub fn solutions_text(&self) -> Option<String> {
        let (counts, complete) = self.counts()?;
        let (encoding, group) = (self.encoding()?, self.group()?);
        self.with_store(|store| {
            solutions_file::write(Source {
                description: &self.description,
                puzzle: &self.puzzle,
                encoding,
                group,
                store,
                counts,
                complete: complete && store.len() as u64 == counts.distinct,
            })
        })
    }

    /// The text of the puzzle.
    pub fn puzzle_text(&self) -> String {
        puzzle_file::write(&self.description)
    }
}

impl Workbench {
    /// Whether a solid can be turned on the screen that is shown.
    pub fn shows_solid(&self) -> bool {
        matches!(self.screen, Screen::Design | Screen::Solutions)
            && self.document.as_ref().is_some_and(|d| d.puzzle.lattice.is_solid())
    }

    /// Opens a bundled puzzle.
    pub fn open_bundled(&mut self, bundled: &Bundled, wake: &Wake) {
        let document = Document::new(bundled.open(), Origin::Bundled(bundled.path), wake);
        self.document = Some(document);
        self.screen = Screen::Design;
    }

    /// Gives the open cover puzzle other items and options, such as other givens. What was found
    /// of it before is let go of, since it no longer belongs to it.
    ///
    /// # Errors
    /// Why it cannot be done; then nothing has changed.
    pub fn change_cover(&mut self, cover: CoverForm, wake: &Wake) -> Result<(), String> {
        let Some(document) = &self.document else { return Err("Open a puzzle first.".into()) };
        if document.is_running() {
            return Err("Stop the run first; then the puzzle can be changed.".into());
        }
        let description = Description { cover: Some(cover), ..document.description.clone() };
        // The numbers that the file expects are those of the puzzle as it was.
        let description = Description { expect: Expect::default(), ..description };
        let puzzle = description.build().map_err(|problems| {
            let said: Vec<String> = problems.into_iter().map(|problem| problem.message).collect();
            words::capitalised(&said.join("; "))
        })?;
        let opened = Opened { description, puzzle: Arc::new(puzzle) };
        self.document = Some(Document::new(opened, document.origin.clone(), wake));
        Ok(())
    }

    /// Shows what was read from a file: a puzzle for design, solutions for browsing, items and
    /// options as a puzzle too, or for watching their search.
    pub fn show_contents(&mut self, path: &Path, contents: Contents, wake: &Wake) {
        match contents {
            Contents::Puzzle(opened) => {
                self.document = Some(Document::new(opened, Origin::File(path.to_owned()), wake));
                self.screen = Screen::Design;
            }
            Contents::Solutions(set) => {
                let SolutionSet { description, puzzle, encoding, group, store, counts, complete } =
                    *set;
                let opened = Opened { description, puzzle: Arc::clone(&puzzle) };
                let mut document = Document::new(opened, Origin::File(path.to_owned()), wake);
                let analysis = Analysis::of_encoded(puzzle, encoding, group);
                document.analysis = Pending::Ready(Arc::new(analysis));
                let answers = FileAnswers { store, counts, complete };
                document.answers = Some(Answers::File(Box::new(answers)));
                self.document = Some(document);
                self.screen = Screen::Solutions;
            }
            Contents::Problem(problem) => {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                if let Ok(opened) = dlx::puzzle(&problem, &name) {
                    return self.show_contents(path, Contents::Puzzle(opened), wake);
                }
                // What is too large to be drawn as a matrix is a search to watch all the same.
                self.walk = Some(Walk::new(Subject::Problem(name, Arc::from(problem))));
                self.document = None;
                self.screen = Screen::Steps;
            }
        }
        self.settings.remember(path);
    }

    /// Makes the walk one through the search of the open document, as soon as its placements are
    /// known; whether it is another now. Linear in the size of the problem.
    pub fn prepare_walk(&mut self) -> bool {
        let Some(document) = &self.document else { return false };
        let Some(encoding) = document.encoding() else { return self.walk.take().is_some() };
        if self.walk.as_ref().is_some_and(|walk| walk.subject().is_of(encoding)) {
            return false;
        }
        let (puzzle, encoding) = (Arc::clone(&document.puzzle), Arc::clone(encoding));
        self.walk = Some(Walk::new(Subject::Puzzle(puzzle, encoding)));
        true
    }

    /// Opens a file on a thread of its own, since solutions can be many.
    pub fn read_file(path: PathBuf, wake: &Wake) -> Pending<(PathBuf, Contents)> {
        let wake = Arc::clone(wake);
        Pending::start(
            move || match format::open(&path) {
                Ok(contents) => Ok((path, contents)),
                Err(error) => Err(error.to_string()),
            },
            move || wake(),
        )
    }

    /// Chooses the engine for runs to come; `None` for the one that suits the puzzle.
    pub fn set_engine(&mut self, engine: Option<EngineKind>) {
        self.settings.set_engine(engine);
        if let Some(document) = self.document.as_mut().filter(|d| d.can_solve().is_ok()) {
            document.prepare(engine);
        }
    }

    /// Starts to solve, or goes on with a run that was put aside. Whatever was found before is
    /// replaced.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn solve(&mut self, start: Start, wake: &Wake) -> Result<(), &'static str> {
        let Workbench { document, settings, saved_runs, .. } = self;
        let Some(document) = document else { return Err("Open a puzzle first.") };
        document.can_solve()?;
        let mut job = job::Settings {
            threads: settings.threads(),
            wake: Some(Arc::clone(wake)),
            ..job::Settings::default()
        };
        let saved = match document.saved.take() {
            Some(Pending::Ready(saved)) => saved,
            _ => None,
        };
        let wish = settings.engine();
        let plan = match (start, saved) {
            (Start::GoOn, Some(saved)) => {
                job.resume = Some(saved.checkpoint);
                job.keep = true;
                document.own_engine = false;
                saved.plan
            }
            (_, saved) => {
                document.prepare(wish);
                let plan = document.plan.as_mut().and_then(|(_, plan)| plan.wait()).cloned();
                let Some(plan) = plan else { return Err("The search could not be planned.") };
                if let Some(saved) = saved {
                    saved.discard();
                }
                document.own_engine = wish.is_some_and(|wish| plan.uses(wish));
                plan
            }
        };
        document.saver = None;
        let run = Run::start(plan, job);
        let path = document.analysis.get().and_then(|analysis| saved_runs.path(analysis));
        document.saver = path.map(|path| Saver::start(&run, path, saved_runs.every, wake));
        document.answers = Some(Answers::Run(run));
        document.view = None;
        document.selected = 0;
        Ok(())
    }

    /// Takes in what threads have worked out; whether anything is new.
    ///
    /// # Errors
    /// What went wrong behind the scenes.
    pub fn poll(&mut self, wake: &Wake) -> Result<bool, String> {
        let Workbench { document, settings, saved_runs, .. } = self;
        let Some(document) = document else { return Ok(false) };
        let known = document.analysis.poll();
        if known && document.can_solve().is_ok() {
            if document.answers.is_none() {
                document.prepare(settings.engine());
            }
            document.look_for_saved(saved_runs, wake);
        }
        // A run that was stopped can be gone on with as soon as it has been saved.
        if document.saver.as_ref().is_some_and(Saver::is_over) && !document.is_running() {
            let failure = document.saver.take().and_then(|saver| saver.last().failure);
            document.look_for_saved(saved_runs, wake);
            if let Some(message) = failure {
                return Err(format!("The run could not be saved: {message}"));
            }
        }
        let found = document.saved.as_mut().is_some_and(Pending::poll);
        if let (true, Some(Pending::Failed(why))) = (found, &document.saved) {
            return Err(format!("A run of this puzzle was saved, but cannot be continued: {why}"));
        }
        Ok(known || found)
    }
}
