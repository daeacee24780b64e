//! An open puzzle: its words, what they mean, what is known of it, and how it came to be so.
//!
//! Changing it is the work of [`super::edit`]; what was found of it is [`super::answers`].

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::analysis::Analysis;
use super::answers::{Answers, Solved};
use super::drafts::Draft;
use super::edit::{Edit, Edited, Refusal};
use super::history::History;
use super::launch::Launch;
use super::pending::{Interest, Pending};
use super::saved_runs::{SavedRun, SavedRuns, Saver};
use super::session::Wake;
use crate::encode::Encoding;
use crate::exact_cover::Engine;
use crate::format::Problems;
use crate::format::puzzle_file::{self, Opened};
use crate::job::{Estimate, Plan, Run, step_back};
use crate::lattice::Point;
use crate::puzzle::{Description, Puzzle};
use crate::words;

/// How long nothing is changed before the search is planned.
const CALM: Duration = Duration::from_millis(120);
/// How many samples of the search tree are taken: so few that time hardly ever cuts them short, and
/// the same puzzle shows the same estimate.
const SAMPLES: u64 = 60;
const SAMPLING: Duration = Duration::from_secs(5);

/// Where a document comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Made here, and not saved yet.
    New,
    /// A bundled puzzle, by its path under `puzzles/`.
    Bundled(&'static str),
    /// A puzzle file, which it is saved to.
    File(PathBuf),
    /// A file that it is not written back to: solutions, or another program's.
    TakenFrom(PathBuf),
}

impl Origin {
    /// The name of the file, without folders.
    pub fn file_name(&self) -> String {
        match self {
            Origin::New => "unsaved".to_owned(),
            Origin::Bundled(path) => path.rsplit('/').next().unwrap_or(path).to_owned(),
            Origin::File(path) | Origin::TakenFrom(path) => {
                path.file_name().unwrap_or_default().to_string_lossy().into_owned()
            }
        }
    }

    /// The origin of what a file holds: a puzzle in our own form is written back to it.
    pub(super) fn of_puzzle_file(path: &Path) -> Origin {
        let own = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"));
        let origin = if own { Origin::File } else { Origin::TakenFrom };
        origin(path.to_owned())
    }
}

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
            write!(f, "far more than {} nodes", words::rounded(estimate.nodes))
        } else if estimate.error == 0.0 {
            write!(f, "{}", words::count_rounded(estimate.nodes, "node"))
        } else {
            write!(f, "{} to {} nodes", words::rounded(least), words::rounded(most))
        }
    }
}

/// Numbers for documents and their states, no two alike in a process.
fn next_number() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// An open puzzle with its solutions, if there are any.
pub struct Document {
    /// The puzzle in the words of its file, as it is now.
    description: Arc<Description>,
    /// The puzzle as it is now; it may still lack pieces or a board.
    pub puzzle: Arc<Puzzle>,
    /// Where it comes from.
    pub origin: Origin,
    /// What was changed, to be taken back.
    history: History,
    /// The words as they stand in the file.
    saved_as: Option<Arc<Description>>,
    /// Whether it is to be saved although nothing was done here: a copy, or recovered.
    precious: bool,
    /// All problems of the file that it was taken from, if that can hold several.
    problems: Option<Problems>,
    /// Which document it is, among all that were ever open.
    serial: u64,
    /// Which state of its words and its file it is in, among all of all documents.
    stamp: u64,
    /// What is known of it; worked out on a thread of its own.
    pub analysis: Pending<Arc<Analysis>>,
    /// What was last known, perhaps of an earlier version.
    recent: Option<Arc<Analysis>>,
    /// How it is to be solved, and by the engine that was wished for; worked out as soon as it is
    /// known what it is.
    plan: Option<(Option<&'static Engine>, Pending<Arc<Plan>>)>,
    /// How large its search tree will be; sampled when the plan is there.
    estimate: Option<Pending<Estimate>>,
    /// A run of it that was put aside, if there is one.
    pub(super) saved: Option<Pending<Option<SavedRun>>>,
    /// A run that was asked for, until it can be started.
    pub(super) launch: Option<Launch>,
    /// What was found of it, or of an earlier version.
    pub solved: Option<Solved>,
}

impl Document {
    /// A document of a puzzle as it stands in its file, or nowhere yet.
    pub(super) fn new(opened: Opened, origin: Origin, wake: &Wake) -> Document {
        let Opened { description, puzzle, problems, .. } = opened;
        let document = Document::of(Arc::new(description), puzzle, origin, wake);
        Document { problems, ..document }
    }

    fn of(
        description: Arc<Description>,
        puzzle: Arc<Puzzle>,
        origin: Origin,
        wake: &Wake,
    ) -> Document {
        let analysis = Analysis::start(Arc::clone(&puzzle), wake);
        let saved_as = (origin != Origin::New).then(|| Arc::clone(&description));
        Document {
            description,
            puzzle,
            origin,
            history: History::default(),
            saved_as,
            precious: false,
            problems: None,
            serial: next_number(),
            stamp: next_number(),
            analysis,
            recent: None,
            plan: None,
            estimate: None,
            saved: None,
            launch: None,
            solved: None,
        }
    }

    /// The puzzle in the words of its file, as it is now.
    pub fn description(&self) -> &Arc<Description> {
        &self.description
    }

    /// What has been changed, and can be taken back.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Whether it differs from its file, or was never saved although something was done.
    pub fn is_edited(&self) -> bool {
        match &self.saved_as {
            Some(saved) => !Arc::ptr_eq(saved, &self.description) && **saved != *self.description,
            None => self.precious || !self.history.is_fresh(),
        }
    }

    /// Which document it is: a number that no other has had since the program was started.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// A number that changes whenever its words do, or those of its file.
    pub(super) fn stamp(&self) -> u64 {
        self.stamp
    }

    /// The file that it is saved to without asking.
    pub fn own_file(&self) -> Option<&Path> {
        match &self.origin {
            Origin::File(path) => Some(path),
            Origin::New | Origin::Bundled(_) | Origin::TakenFrom(_) => None,
        }
    }

    /// The name for files made of it, without an ending: that of its own file, or from its title.
    pub fn stem(&self) -> String {
        let name = match &self.origin {
            Origin::New => return words::file_stem(&self.puzzle.title),
            Origin::Bundled(path) => Path::new(path).file_stem(),
            Origin::File(path) | Origin::TakenFrom(path) => path.file_stem(),
        };
        let name = name.unwrap_or_default().to_string_lossy();
        name.strip_suffix("-solutions").unwrap_or(&name).to_owned()
    }

    /// The folder for files made of it: that of its own file, else where the program was started,
    /// else (as from a desktop's menu) the home folder.
    pub fn folder(&self) -> PathBuf {
        let beside = match &self.origin {
            Origin::File(path) | Origin::TakenFrom(path) => path.parent().map(Path::to_owned),
            Origin::Bundled(_) | Origin::New => None,
        };
        let current = || std::env::current_dir().ok().filter(|path| path.parent().is_some());
        beside.or_else(current).or_else(std::env::home_dir).unwrap_or_default()
    }

    /// The file of several problems that it was taken from, and these.
    pub fn problems(&self) -> Option<(&Path, &Problems)> {
        let problems = self.problems.as_ref().filter(|problems| problems.names.len() > 1)?;
        match &self.origin {
            Origin::TakenFrom(path) => Some((path, problems)),
            _ => None,
        }
    }

    /// What is to be kept of it, should the program end without saving it.
    pub fn draft(&self) -> Option<Draft> {
        self.is_edited().then(|| Draft {
            origin: self.origin.clone(),
            saved_as: self.saved_as.clone(),
            description: Arc::clone(&self.description),
        })
    }

    /// A document made of unsaved work.
    ///
    /// # Errors
    /// Why it is no puzzle.
    pub(super) fn recovered(draft: Draft, wake: &Wake) -> Result<Document, Refusal> {
        let Draft { origin, saved_as, description } = draft;
        let puzzle = description.draft().map_err(|problems| Refusal::by(&problems))?;
        let mut document = Document::of(description, Arc::new(puzzle), origin, wake);
        document.saved_as = saved_as;
        document.precious = true;
        Ok(document)
    }

    /// The same, to be saved although nothing was done here.
    pub(super) fn made_precious(self) -> Document {
        Document { precious: true, ..self }
    }

    /// The words of a copy, which has another title.
    fn copy(&self) -> Description {
        let title = format!("{} copy", self.puzzle.title);
        Description { title, ..(*self.description).clone() }
    }

    /// The text of a copy.
    pub(super) fn copy_text(&self) -> String {
        puzzle_file::write(&self.copy())
    }

    /// Becomes a copy of itself that has another title and no file. What was found stays.
    pub(super) fn become_copy(&mut self, wake: &Wake) {
        let description = self.copy();
        let title = description.title.clone();
        let puzzle = Puzzle { title, ..(*self.puzzle).clone() };
        self.become_version(Arc::new(description), Arc::new(puzzle), wake);
        self.origin = Origin::New;
        self.history = History::default();
        self.saved_as = None;
        self.precious = true;
        self.serial = next_number();
        self.stamp = next_number();
    }

    /// Becomes what its file holds, as one change that can be taken back; whether it was not so
    /// before.
    ///
    /// # Errors
    /// Why that is no puzzle, or too different a one; then nothing has changed.
    pub fn revert_to(&mut self, words: Description, wake: &Wake) -> Result<bool, Refusal> {
        let puzzle = words.draft().map_err(|problems| Refusal::by(&problems))?;
        let own = &self.description;
        if words.lattice != own.lattice || words.cover.is_some() != own.cover.is_some() {
            return Err(Refusal::of(
                "The file now holds a different kind of puzzle. Open it instead.",
            ));
        }
        let words = Arc::new(words);
        let changed = *words != *self.description;
        self.saved_as = Some(Arc::clone(&words));
        self.stamp = next_number();
        if changed {
            let before = Arc::clone(&self.description);
            self.history.push("revert to file".to_owned(), before, None);
            self.become_version(words, Arc::new(puzzle), wake);
        }
        Ok(changed)
    }

    /// Takes note that some words of it are in a file now.
    pub fn saved_to(&mut self, path: PathBuf, description: Arc<Description>) {
        self.origin = Origin::File(path);
        self.saved_as = Some(description);
        self.stamp = next_number();
    }

    /// The words that stand in its file, if it has one and they differ from those it has now.
    pub fn file_words(&self) -> Option<&Arc<Description>> {
        self.saved_as.as_ref().filter(|_| self.is_edited())
    }

    /// Changes the puzzle. Edits of one gesture, such as a stroke of the brush, have one number
    /// and are taken back together; an edit that changes nothing leaves no trace. Returns how far
    /// everything was moved, where the board grew beyond its upper or left side.
    ///
    /// # Errors
    /// Why it cannot be done; then nothing has changed.
    pub fn edit(
        &mut self,
        edit: &Edit,
        gesture: Option<u64>,
        wake: &Wake,
    ) -> Result<Point, Refusal> {
        let begun = gesture.and_then(|gesture| self.history.begun(gesture)).cloned();
        let Edited { description, puzzle, shift } = edit.apply(&self.description, &self.puzzle)?;
        if description == *self.description {
            return Ok(Point::ORIGIN);
        }
        let before = begun.unwrap_or_else(|| Arc::clone(&self.description));
        let name = edit.name(&before, &description);
        self.history.push(name, before, gesture);
        self.become_version(Arc::new(description), Arc::new(puzzle), wake);
        Ok(shift)
    }

    /// Takes the last change back; what it was.
    pub fn undo(&mut self, wake: &Wake) -> Option<String> {
        let (name, description) = self.history.undo(&self.description)?;
        self.return_to(description, wake);
        Some(name)
    }

    /// Does the change again that was taken back last; what it was.
    pub fn redo(&mut self, wake: &Wake) -> Option<String> {
        let (name, description) = self.history.redo(&self.description)?;
        self.return_to(description, wake);
        Some(name)
    }

    fn return_to(&mut self, description: Arc<Description>, wake: &Wake) {
        let puzzle = description.draft().expect("every version was a puzzle when it was made");
        self.become_version(description, Arc::new(puzzle), wake);
    }

    fn become_version(&mut self, description: Arc<Description>, puzzle: Arc<Puzzle>, wake: &Wake) {
        self.description = description;
        self.stamp = next_number();
        let known = puzzle.is_same_but_for_words(&self.puzzle);
        self.puzzle = puzzle;
        if let Some(solved) = &mut self.solved {
            solved.follow(&self.description, &self.puzzle);
        }
        if known {
            return;
        }
        // Dropping what is under way tells its thread to give up.
        self.analysis = Analysis::start(Arc::clone(&self.puzzle), wake);
        self.plan = None;
        self.estimate = None;
        self.launch = None;
        self.saved = None;
    }

    /// Whether a run can be started.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn can_solve(&self) -> Result<(), &'static str> {
        match &self.analysis {
            Pending::Waiting(_) => Err("The placements are still being counted."),
            Pending::Failed(_) => Err("The puzzle is too large."),
            Pending::Ready(analysis) if analysis.is_hopeless() => {
                Err("Fix the errors under Checks first.")
            }
            Pending::Ready(_) if self.saved.as_ref().is_some_and(Pending::is_waiting) => {
                Err("A saved run is being read.")
            }
            Pending::Ready(_) => Ok(()),
        }
    }

    /// What turns options of the puzzle as it is now into places, once it is known.
    pub fn encoding(&self) -> Option<&Arc<Encoding>> {
        self.analysis.get().map(|analysis| &analysis.encoding)
    }

    /// What was last known of the puzzle. While the next version is looked at it is still of the
    /// one before.
    pub fn recent(&self) -> Option<&Arc<Analysis>> {
        self.analysis.get().or(self.recent.as_ref())
    }

    /// Whether what was found belongs to an earlier version of the puzzle.
    pub fn is_outdated(&self) -> bool {
        self.solved.as_ref().is_some_and(|solved| {
            let basis = &solved.analysis.puzzle;
            match solved.from_here {
                true => !basis.has_search_of(&self.puzzle.all_pinned()),
                false => !basis.has_search_of(&self.puzzle),
            }
        })
    }

    /// The run of this document, in progress or over.
    pub fn run(&self) -> Option<&Run> {
        match &self.solved.as_ref()?.answers {
            Answers::Run(run) => Some(run),
            Answers::File(_) => None,
        }
    }

    /// Whether it is being solved, or paused.
    pub fn is_running(&self) -> bool {
        self.run().is_some_and(|run| !run.phase().is_over())
    }

    /// Whether a run was asked for and its search is still being planned.
    pub fn is_starting(&self) -> bool {
        self.launch.is_some()
    }

    /// Why no other run can be started now, if one is under way.
    pub fn busy(&self) -> Option<&'static str> {
        if self.is_running() {
            Some("The puzzle is being solved.")
        } else if self.is_starting() {
            Some("The search is being planned.")
        } else {
            None
        }
    }

    /// Takes in what threads have worked out; whether the analysis has come.
    pub(super) fn poll_analysis(&mut self) -> bool {
        let known = self.analysis.poll();
        if let Some(analysis) = self.analysis.get().filter(|_| known) {
            self.recent = Some(Arc::clone(analysis));
        }
        known
    }

    /// Begins to plan the search, unless that was done for the same engine. It takes up to a
    /// second, so that it is better done before anybody waits for it.
    pub(super) fn prepare(&mut self, wish: Option<&'static Engine>, wake: &Wake) {
        let Some(analysis) = self.analysis.get().cloned() else { return };
        if self.plan.as_ref().is_some_and(|(planned, _)| *planned == wish) {
            return;
        }
        let work = move |interest: &Interest| {
            step_back();
            // While edits follow each other quickly none of them is planned.
            std::thread::sleep(CALM);
            if interest.is_lost() {
                return Err("nobody waits for it".to_owned());
            }
            let (puzzle, encoding) = (&analysis.puzzle, &analysis.encoding);
            let (puzzle, encoding) = (Arc::clone(puzzle), Arc::clone(encoding));
            let group = Arc::clone(&analysis.group);
            let plan = Plan::of_encoded(puzzle, encoding, group, wish);
            Ok(Arc::new(plan.map_err(|error| error.to_string())?))
        };
        let wake = Arc::clone(wake);
        self.plan = Some((wish, Pending::start_while_wanted(work, move || wake())));
        self.estimate = None;
    }

    /// Begins to sample the search tree once it is known how it will be searched, while no run needs
    /// the processor more; whether anything is new.
    pub(super) fn poll_estimate(&mut self, wake: &Wake) -> bool {
        if self.is_running() {
            self.estimate.take_if(|estimate| matches!(estimate, Pending::Waiting(_)));
            return false;
        }
        let Some((_, plan)) = &mut self.plan else { return false };
        plan.poll();
        match (&mut self.estimate, plan.get()) {
            (Some(estimate), _) => estimate.poll(),
            (None, Some(plan)) => {
                let (plan, wake) = (Arc::clone(plan), Arc::clone(wake));
                let work = move |interest: &Interest| {
                    step_back();
                    Ok(plan.estimate(SAMPLES, SAMPLING, &|| !interest.is_lost()))
                };
                self.estimate = Some(Pending::start_while_wanted(work, move || wake()));
                false
            }
            (None, None) => false,
        }
    }

    /// The size of the search; `None` where nothing will be searched, or it cannot be estimated.
    pub fn search_size(&self) -> Option<SearchSize> {
        if self.can_solve().is_err() || !self.puzzle.is_complete() {
            return None;
        }
        // Of solutions from a file, and while a run goes on, no search is planned.
        let (_, plan) = self.plan.as_ref()?;
        match (plan, &self.estimate) {
            (Pending::Failed(_), _) | (_, Some(Pending::Failed(_))) => None,
            (_, Some(Pending::Ready(estimate))) => Some(SearchSize::Estimated(*estimate)),
            // A run has the processor.
            _ if self.is_running() => Some(SearchSize::AfterRun),
            _ => Some(SearchSize::Measuring),
        }
    }

    /// How it will be searched, as far as that is known.
    pub fn plan(&self) -> Option<&Arc<Plan>> {
        self.plan.as_ref().and_then(|(_, plan)| plan.get())
    }

    /// Takes in the plan of the search if it has come; `None` while it is worked out.
    ///
    /// # Errors
    /// Why the search cannot be planned.
    pub(super) fn poll_plan(&mut self) -> Result<Option<Arc<Plan>>, String> {
        let Some((_, plan)) = &mut self.plan else { return Ok(None) };
        plan.poll();
        match plan {
            Pending::Ready(plan) => Ok(Some(Arc::clone(plan))),
            Pending::Waiting(_) => Ok(None),
            Pending::Failed(why) => Err(format!("The search cannot be planned: {why}.")),
        }
    }

    /// Begins to look for a run that was put aside.
    pub(super) fn look_for_saved(&mut self, saved_runs: &SavedRuns, wake: &Wake) {
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
                let why = "The run cannot be saved while it starts, ends or sweeps; try again in a moment.";
                checkpoint.ok_or_else(|| why.to_owned())
            }
            (None, Some(path)) => std::fs::read_to_string(&path)
                .map_err(|error| format!("{}: cannot be read: {error}", path.display())),
            (None, None) => Err("There is no run to save.".to_owned()),
        })
    }

    /// Ends the run, which can be resumed, or forgets one that was asked for.
    pub fn stop(&mut self) {
        if self.launch.take().is_some() {
            return;
        }
        let saver = self.solved.as_ref().and_then(|solved| solved.saver.as_ref());
        match (saver, self.run()) {
            (Some(saver), _) if !saver.is_over() => saver.stop(),
            (_, Some(run)) => run.stop(),
            _ => {}
        }
    }

    /// What keeps the run from being lost.
    pub fn saver(&self) -> Option<&Saver> {
        self.solved.as_ref()?.saver.as_ref()
    }

    /// The text of the puzzle.
    pub fn puzzle_text(&self) -> String {
        puzzle_file::write(&self.description)
    }
}
