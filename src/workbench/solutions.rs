//! The solutions of a document, from a run or a file, and the one selected.

use std::sync::Arc;

use super::analysis::Analysis;
use super::document::Document;
use super::saved_runs::Saver;
use crate::encode::{ElementSet, Encoding, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::format::solutions_file::{self, Source};
use crate::job::{Phase, Run, Snapshot};
use crate::puzzle::{Description, Puzzle};
use crate::solution::verify::Placed;
use crate::solution::{Counts, Store, View};

/// Solutions, from a run or from a file.
pub enum SolutionSource {
    /// A run, in progress or over.
    Run(Run),
    /// Read from a file.
    File(Box<FileSolutions>),
}

/// Solutions read from a file.
pub struct FileSolutions {
    /// The distinct solutions.
    pub store: Store,
    /// Their numbers.
    pub counts: Counts,
    /// Whether the file says that these are all.
    pub complete: bool,
}

/// Solutions with the exact puzzle that they are solutions of.
pub struct SolvedState {
    /// The words of that puzzle.
    pub description: Arc<Description>,
    /// That puzzle and its placements.
    pub analysis: Arc<Analysis>,
    /// The saver of the run; dropped before the run is.
    pub saver: Option<Saver>,
    /// Whether the engine of the run was the user's choice.
    pub own_engine: bool,
    /// Whether it is the puzzle with all that lay on the board pinned.
    pub from_here: bool,
    /// The solutions.
    pub answers: SolutionSource,
    /// The solutions in view: the distinct ones or all.
    view: Option<View>,
    /// The solution shown large, as an index of the view.
    selected: u64,
}

impl SolvedState {
    /// Solutions of which none has been selected yet.
    pub(super) fn new(
        description: Arc<Description>,
        analysis: Arc<Analysis>,
        answers: SolutionSource,
    ) -> SolvedState {
        SolvedState {
            description,
            analysis,
            saver: None,
            own_engine: false,
            from_here: false,
            answers,
            view: None,
            selected: 0,
        }
    }

    /// Takes over names and colours from a later version of the puzzle that has the same
    /// solutions, so that a piece looks alike everywhere.
    pub(super) fn follow(&mut self, description: &Arc<Description>, puzzle: &Arc<Puzzle>) {
        if !self.from_here && self.analysis.puzzle.has_search_of(puzzle) {
            let analysis =
                Analysis { puzzle: Arc::clone(puzzle), ..Analysis::clone(&self.analysis) };
            self.analysis = Arc::new(analysis);
            self.description = Arc::clone(description);
        }
    }
}

impl Document {
    /// The puzzle that was solved, or is being solved, with its placements and symmetries.
    pub fn basis(&self) -> Option<&Arc<Analysis>> {
        self.solved.as_ref().map(|solved| &solved.analysis)
    }

    /// The puzzle that was solved; before that the one that is open.
    pub fn solved_puzzle(&self) -> &Arc<Puzzle> {
        self.basis().map_or(&self.puzzle, |basis| &basis.puzzle)
    }

    /// The encoding of the puzzle that was solved.
    pub fn solved_encoding(&self) -> Option<&Arc<Encoding>> {
        self.basis().map(|basis| &basis.encoding)
    }

    /// The symmetries of the puzzle that was solved.
    pub fn solved_group(&self) -> Option<&Arc<SymmetryGroup>> {
        self.basis().map(|basis| &basis.group)
    }

    /// The numbers of solutions found so far, and whether these are all.
    pub fn counts(&self) -> Option<(Counts, bool)> {
        match &self.solved.as_ref()?.answers {
            SolutionSource::Run(run) => {
                let Snapshot { counts, phase, .. } = run.snapshot();
                Some((counts, phase == Phase::Complete))
            }
            SolutionSource::File(file) => Some((file.counts, file.complete)),
        }
    }

    /// Whether solutions are only counted, so that there is none to look at.
    pub fn only_counts(&self) -> bool {
        self.run().is_some_and(|run| !run.keeps())
    }

    /// Looks at the distinct solutions kept so far. Keep it short: a run waits meanwhile.
    pub fn with_store<R>(&self, look: impl FnOnce(&Store) -> R) -> Option<R> {
        match &self.solved.as_ref()?.answers {
            SolutionSource::Run(run) => Some(run.with_store(look)),
            SolutionSource::File(file) => Some(look(&file.store)),
        }
    }

    /// The number of solutions in view, which grows during a run.
    pub fn shown(&self) -> u64 {
        match self.view() {
            Some(view) if view.is_all() => view.len(),
            _ => self.with_store(|store| store.len() as u64).unwrap_or(0),
        }
    }

    fn view(&self) -> Option<&View> {
        self.solved.as_ref()?.view.as_ref()
    }

    /// Whether turned and flipped copies are shown.
    pub fn shows_all(&self) -> bool {
        self.view().is_some_and(View::is_all)
    }

    /// Shows distinct solutions or all, staying at the same orbit. All can be shown once the
    /// run is over.
    pub fn show_all(&mut self, all: bool) {
        if all == self.shows_all() {
            return;
        }
        let Some(group) = self.basis().map(|basis| Arc::clone(&basis.group)) else { return };
        let selected = self.selected();
        let changed = self.with_store(|store| {
            if store.is_empty() {
                return None;
            }
            Some(if all {
                let view = View::all(store, &group);
                (view.position(selected as usize), view)
            } else {
                let old = self.view()?;
                (old.entry(&group, store, selected).distinct as u64, View::distinct(store))
            })
        });
        if let (Some(Some((selected, view))), Some(solved)) = (changed, &mut self.solved) {
            solved.selected = selected;
            solved.view = Some(view);
        }
    }

    /// The solution shown large, as an index of the view.
    pub fn selected(&self) -> u64 {
        self.solved.as_ref().map_or(0, |solved| solved.selected)
    }

    /// Shows another solution large, or the last where there are not so many.
    pub fn select(&mut self, n: u64) {
        let last = self.shown().saturating_sub(1);
        if let Some(solved) = &mut self.solved {
            solved.selected = n.min(last);
        }
    }

    /// Moves the selection within the view.
    pub fn step(&mut self, by: i64) {
        self.select(self.selected().saturating_add_signed(by));
    }

    /// The options of the n-th solution of the view, ascending.
    pub fn solution(&self, n: u64) -> Option<Vec<OptionId>> {
        let group = &self.basis()?.group;
        self.with_store(|store| match self.view() {
            Some(view) if view.is_all() => (n < view.len()).then(|| view.solution(group, store, n)),
            _ => (n < store.len() as u64).then(|| store.get(n as usize).to_vec()),
        })
        .flatten()
    }

    /// The placed pieces of the n-th solution of the view.
    pub fn placed(&self, n: u64) -> Option<Placed> {
        Some(self.basis()?.encoding.decode(&self.solution(n)?))
    }

    /// The number (from 1) of the distinct solution that the n-th of the view is a copy of, and
    /// the symmetries that it keeps.
    pub fn distinct_number(&self, n: u64) -> Option<(u64, ElementSet)> {
        let group = &self.basis()?.group;
        self.with_store(|store| {
            let index = match self.view() {
                Some(view) if view.is_all() => view.entry(group, store, n).distinct,
                _ => n as usize,
            };
            (index < store.len()).then(|| (index as u64 + 1, store.stabiliser(index)))
        })
        .flatten()
    }

    /// The text of the solutions found, if there is anything to write.
    pub fn solutions_text(&self) -> Option<String> {
        let (counts, complete) = self.counts()?;
        let solved = self.solved.as_ref()?;
        let Analysis { puzzle, encoding, group, .. } = &*solved.analysis;
        self.with_store(|store| {
            solutions_file::write(Source {
                description: &solved.description,
                puzzle,
                encoding,
                group,
                store,
                counts,
                complete: complete && store.len() as u64 == counts.distinct,
            })
        })
    }
}
