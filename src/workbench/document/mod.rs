//! An open document: a [`Source`], the study of its puzzle, and what was found of it.
//!
//! The source is changed by the methods of a document alone, which keep the rest in step. Each part
//! here has what a document does with one of its fields.

mod by_hand;
pub mod drafts;
mod first;
pub mod history;
mod runs;
mod sets;
mod solutions;
pub(crate) mod source;
mod suggestions;
mod variants;

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use self::source::{Draft, Origin, Source};
use super::by_hand::ByHand;
use super::check::analysis::Analysis;
use super::edit::{Edit, Refusal};
use super::saved_runs::{SavedRun, SavedRuns, Saver};
use super::sets::Sets;
use super::solutions::{SolutionSource, SolvedPart, SolvedState};
use super::solve::first::First;
use super::solve::parts::PartsRun;
use super::solve::preparation::{Preparation, SearchSize};
use super::solve::recount::{Recount, RecountProgress};
use super::solve::{PendingKind, PendingStart, Planning};
use super::suggestions::SuggestionSearch;
use super::task::{Task, Wake};
use super::variants::Variants;
use crate::encode::Encoding;
use crate::format::puzzle_file::Opened;
use crate::job::{Plan, Run};
use crate::lattice::Point;
use crate::puzzle::{Description, Puzzle};
use crate::solution::database::StoredResult;
use crate::text;

/// An open puzzle with its solutions, if there are any.
pub struct Document {
    source: Source,
    pub(super) preparation: Preparation,
    /// A run of it that was saved, if there is one.
    pub(super) saved: Option<Task<Option<SavedRun>>>,
    /// The stored result of it, while it is being looked for.
    pub(super) stored: Option<Task<Option<StoredResult>>>,
    /// A recount of its stored result, while it is under way.
    pub(super) recount: Option<Recount>,
    /// A run that was asked for, until it can be started.
    pub(super) pending: Option<PendingStart>,
    /// The search for a first solution, in progress or over.
    pub(super) first: Option<First>,
    /// A divided run of it that was opened.
    pub(super) parts: Option<PartsRun>,
    /// The solutions of it, or of an earlier version.
    pub solved: Option<SolvedState>,
    /// The facts known about the pieces on the board.
    pub(super) by_hand: ByHand,
    /// The search for what helps where it has no solution.
    pub(super) suggestions: Option<SuggestionSearch>,
    /// Its variants.
    pub(super) variants: Variants,
    /// Those of earlier versions of the puzzle that were solved, oldest first.
    pub(super) earlier_variants: Vec<(Puzzle, Variants)>,
    /// The search for sets of pieces.
    pub(super) sets: Sets,
    /// True if it is played beside the open document.
    pub(super) is_played: bool,
}

/// A document reads as its source. There is no way to change the source by this, so that puzzle,
/// study and solutions stay in step.
impl Deref for Document {
    type Target = Source;

    fn deref(&self) -> &Source {
        &self.source
    }
}

impl Document {
    /// A document of a puzzle as it stands in its file, or nowhere yet.
    pub(super) fn new(opened: Opened, origin: Origin, wake: &Wake) -> Document {
        Document::from_source(Source::new(opened, origin), wake)
    }

    /// A document made of unsaved work.
    ///
    /// # Errors
    /// Why it is no puzzle.
    pub(super) fn recovered(draft: Draft, wake: &Wake) -> Result<Document, Refusal> {
        Ok(Document::from_source(Source::recovered(draft)?, wake))
    }

    /// A document of solutions from a file.
    pub(super) fn solved(
        opened: Opened,
        origin: Origin,
        analysis: Analysis,
        answers: SolutionSource,
    ) -> Document {
        let source = Source::new(opened, origin);
        let analysis = Arc::new(analysis);
        let description = Arc::clone(source.description());
        let solved = SolvedState::new(description, Arc::clone(&analysis), answers);
        let preparation = Preparation::new(Task::Ready(analysis));
        Document { solved: Some(solved), ..Document::of(source, preparation) }
    }

    fn from_source(source: Source, wake: &Wake) -> Document {
        let preparation = Preparation::start(&source.puzzle, wake);
        Document::of(source, preparation)
    }

    /// A document of which nothing has been found.
    fn of(source: Source, preparation: Preparation) -> Document {
        let (saved, stored, recount, pending, first) = (None, None, None, None, None);
        let (solved, by_hand, suggestions) = (None, ByHand::default(), None);
        Document {
            source,
            preparation,
            saved,
            stored,
            recount,
            pending,
            first,
            parts: None,
            solved,
            by_hand,
            suggestions,
            variants: Variants::default(),
            earlier_variants: Vec::new(),
            sets: Sets::default(),
            is_played: false,
        }
    }

    /// Becomes a copy of itself that has another title and no file. What was found stays.
    pub(super) fn become_copy(&mut self, wake: &Wake) {
        self.change(wake, Source::become_copy);
    }

    /// Reverts to the description in its file, as one change that can be undone. Returns whether
    /// anything changed.
    ///
    /// # Errors
    /// Why that is no puzzle, or too different a one; then nothing has changed.
    pub fn revert_to(&mut self, words: Description, wake: &Wake) -> Result<bool, Refusal> {
        self.change(wake, |source| source.revert_to(words))
    }

    /// Records that a description of it is in a file now.
    pub fn saved_to(&mut self, path: PathBuf, description: Arc<Description>) {
        self.source.saved_to(path, description);
    }

    /// Changes the puzzle. Edits of one gesture, such as a stroke of the brush, have one number
    /// and are undone together; an edit that changes nothing leaves no trace. Returns how far
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
        let shift = self.change(wake, |source| source.edit(edit, gesture))?;
        Ok(shift.unwrap_or(Point::ORIGIN))
    }

    /// Undoes the last change; its name.
    pub fn undo(&mut self, wake: &Wake) -> Option<String> {
        self.change(wake, Source::undo)
    }

    /// Redoes the change that was undone last; its name.
    pub fn redo(&mut self, wake: &Wake) -> Option<String> {
        self.change(wake, Source::redo)
    }

    /// Changes the source, and brings the rest in step.
    fn change<R>(&mut self, wake: &Wake, change: impl FnOnce(&mut Source) -> R) -> R {
        let before: Arc<Puzzle> = Arc::clone(&self.source.puzzle);
        let result = change(&mut self.source);
        let puzzle = &self.source.puzzle;
        if Arc::ptr_eq(puzzle, &before) {
            return result;
        }
        if let Some(solved) = &mut self.solved {
            solved.follow(self.source.description(), puzzle);
        }
        self.follow_variants_of(&before);
        let puzzle = &self.source.puzzle;
        let has_same_variants = puzzle.variants == before.variants;
        let is_kept = has_same_variants && puzzle.is_same_but_for_pieces_on_board(&before);
        if is_kept && self.preparation.keep(puzzle) {
            // A piece that lies on the board without being pinned changes nothing of the search.
            self.pending = None;
        } else if !puzzle.is_same_but_for_words(&before) {
            self.preparation.restart(puzzle, wake);
            self.pending = None;
            self.first = None;
            self.saved = None;
            self.stored = None;
            self.recount = None;
        } else if !has_same_variants {
            // The checks depend on them, and they are listed from the puzzle that is analysed.
            self.preparation.restart(puzzle, wake);
            self.pending = None;
        } else if !puzzle.has_site_words_of(&before) && !self.preparation.keep(puzzle) {
            // They name variants.
            self.preparation.restart(puzzle, wake);
        }
        result
    }

    /// The analysis of the puzzle as it is now.
    pub fn analysis(&self) -> &Task<Arc<Analysis>> {
        self.preparation.analysis()
    }

    /// Waits for the analysis. Not for the window's thread.
    pub fn wait_for_analysis(&mut self) -> Option<&Arc<Analysis>> {
        self.preparation.wait_for_analysis()
    }

    /// Checks whether a run can be started.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn can_solve(&self) -> Result<(), &'static str> {
        match self.analysis() {
            Task::Waiting(_) => Err("The placements are still being counted."),
            Task::Failed(_) => Err("The puzzle is too large."),
            Task::Ready(analysis) if analysis.is_hopeless() => {
                Err("Fix the errors under Checks first.")
            }
            Task::Ready(analysis) if analysis.needs_variants => {
                Err("The pieces do not fill the whole board. Solve its variants.")
            }
            Task::Ready(_) if self.saved.as_ref().is_some_and(Task::is_waiting) => {
                Err("A saved run is being read.")
            }
            Task::Ready(_) => Ok(()),
        }
    }

    /// The encoding of the puzzle as it is now, once it is known.
    pub fn encoding(&self) -> Option<&Arc<Encoding>> {
        self.analysis().get().map(|analysis| &analysis.encoding)
    }

    /// The last analysis: while the next version is analysed that of the one before.
    pub fn recent(&self) -> Option<&Arc<Analysis>> {
        self.preparation.recent()
    }

    /// The plan of the search, as far as it is known.
    pub fn plan(&self) -> Option<&Arc<Plan>> {
        self.preparation.plan()
    }

    /// The size of the search; `None` where nothing will be searched, or it cannot be estimated.
    pub fn search_size(&self) -> Option<SearchSize> {
        if self.can_solve().is_err() || !self.puzzle.is_complete() {
            return None;
        }
        self.preparation.search_size(self.is_running())
    }

    /// Returns whether the results belong to an earlier version of the puzzle.
    pub fn is_outdated(&self) -> bool {
        self.solved.as_ref().is_some_and(|solved| {
            let basis = &solved.analysis.puzzle;
            match &solved.part {
                SolvedPart::Whole => !basis.has_search_of(&self.puzzle),
                SolvedPart::Pinned => !basis.has_search_of(&self.puzzle.all_pinned()),
                SolvedPart::Variant { of, .. } => !of.has_search_of(&self.puzzle),
            }
        })
    }

    /// The run of this document, in progress or over.
    pub fn run(&self) -> Option<&Run> {
        match &self.solved.as_ref()?.answers {
            SolutionSource::Run(run) => Some(run),
            _ => None,
        }
    }

    /// Returns whether it is being solved, or paused.
    pub fn is_running(&self) -> bool {
        self.run().is_some_and(|run| !run.phase().is_over())
    }

    /// Returns whether a run, or the search for a first solution, is paused.
    pub fn is_paused(&self) -> bool {
        let paused = |phase: crate::job::Phase| phase == crate::job::Phase::Paused;
        self.run().is_some_and(|run| paused(run.phase()))
            || self.first().is_some_and(|first| paused(first.snapshot().phase))
    }

    /// Returns whether a run was requested and its search is still being planned.
    pub fn is_starting(&self) -> bool {
        self.pending.is_some()
    }

    /// The planning of the run that was requested, while it is being planned.
    pub fn planning(&self) -> Option<&Planning> {
        match &self.pending.as_ref()?.kind {
            PendingKind::Planned(_) => self.preparation.planning(),
            PendingKind::Part(_, planning) => Some(planning),
        }
    }

    /// Begins to plan a part that is never ready.
    #[cfg(test)]
    pub(crate) fn plan_without_end(&mut self, wake: &super::task::Wake) {
        let wait = |interest: super::task::CancelToken| {
            while !interest.is_lost() {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            Err("nobody waits for it".to_owned())
        };
        let kind = PendingKind::Part(Task::start(wake, wait), Planning::start());
        self.pending = Some(PendingStart { kind, wake: Arc::clone(wake) });
    }

    /// The reason why no other run can be started now, if one is under way.
    pub fn busy(&self) -> Option<&'static str> {
        if self.is_running() {
            Some("The puzzle is being solved.")
        } else if self.is_starting() {
            Some("The search is being planned.")
        } else if self.is_searching_first() {
            Some("A solution is being looked for.")
        } else if self.recount.is_some() {
            Some("The result is being recounted.")
        } else if self.variants.is_running() {
            Some("The variants are being solved.")
        } else if self.sets.is_running() {
            Some("Sets of pieces are being tested.")
        } else {
            None
        }
    }

    /// Begins to look for a saved run.
    pub(super) fn look_for_saved(&mut self, saved_runs: &SavedRuns, wake: &Wake) {
        let Some(analysis) = self.analysis().get().cloned() else { return };
        self.saved = saved_runs.folder.is_some().then(|| {
            let saved_runs = saved_runs.clone();
            Task::start(wake, move |_| saved_runs.find(&analysis))
        });
    }

    /// Takes in the saved run that was looked for; whether it has come.
    ///
    /// # Errors
    /// Why it cannot be resumed.
    pub(super) fn poll_saved(&mut self) -> Result<bool, String> {
        let read = self.saved.as_mut().is_some_and(Task::poll);
        match &self.saved {
            Some(Task::Failed(why)) if read => {
                Err(format!("The saved run of this puzzle cannot be resumed: {why}"))
            }
            _ => Ok(read),
        }
    }

    /// The saved run of this puzzle, while none is under way.
    pub fn saved(&self) -> Option<&SavedRun> {
        if self.is_running() {
            return None;
        }
        self.saved.as_ref().and_then(Task::get)?.as_ref()
    }

    /// Makes a run that was read from a file the one to resume, if it is one of this puzzle as it
    /// is open now.
    pub fn offer(&mut self, saved: SavedRun) -> bool {
        let own = self.analysis().get().is_some_and(|analysis| saved.belongs_to(analysis));
        if own && !self.is_running() {
            self.saved = Some(Task::Ready(Some(saved)));
            return true;
        }
        false
    }

    /// Makes the file of a checkpoint of the run as it is now, or was when it was stopped.
    pub fn run_file(&self) -> Option<impl FnOnce() -> Result<Vec<u8>, String> + Send + use<>> {
        let handle = self.run().filter(|_| self.is_running()).map(Run::shared);
        let path = self.saved().map(|saved| saved.path.clone());
        (handle.is_some() || path.is_some()).then_some(move || match (handle, path) {
            (Some(handle), _) => {
                let checkpoint = handle.checkpoint().map(|checkpoint| checkpoint.bytes());
                let why = "The run cannot be saved while it starts or ends; try again in a moment.";
                checkpoint.ok_or_else(|| why.to_owned())
            }
            (None, Some(path)) => std::fs::read(&path).map_err(|error| {
                format!("{}: cannot be read: {}", path.display(), text::io_error(&error))
            }),
            (None, None) => Err("There is no run to save.".to_owned()),
        })
    }

    /// Ends the run, which can be resumed, or forgets one that was asked for, or ends a recount.
    pub fn stop(&mut self) {
        if self.pending.take().is_some() || self.recount.take().is_some() {
            return;
        }
        if let Some(first) = self.first.as_ref().filter(|first| !first.is_over()) {
            return first.stop();
        }
        if self.variants.is_running() {
            return self.variants.stop();
        }
        if self.sets.is_running() {
            return self.sets.stop();
        }
        let saver = self.solved.as_ref().and_then(|solved| solved.saver.as_ref());
        match (saver, self.run()) {
            (Some(saver), _) if !saver.is_over() => saver.stop(),
            (_, Some(run)) => run.stop(),
            _ => {}
        }
    }

    /// The saver of the run.
    pub fn saver(&self) -> Option<&Saver> {
        self.solved.as_ref()?.saver.as_ref()
    }

    /// Returns the progress of the recount, if one is under way.
    pub fn recount_progress(&self) -> Option<RecountProgress> {
        self.recount.as_ref().map(Recount::progress)
    }

    /// The divided run that was opened, if one was.
    pub fn parts(&self) -> Option<&PartsRun> {
        self.parts.as_ref()
    }

    /// Checks whether the parts of a divided run have solutions to show.
    ///
    /// # Errors
    /// Why not, as a short sentence.
    pub fn can_show_parts(&self) -> Result<(), &'static str> {
        self.parts().ok_or("No divided run is open.")?.can_show()
    }
}
