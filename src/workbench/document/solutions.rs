//! The solutions of a document: the list in view, the one selected, and its marks.

use std::sync::Arc;

use super::Document;
use crate::encode::{ElementSet, Encoding, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::format::solutions_file;
use crate::format::solutions_file::Source;
use crate::job::{Phase, Snapshot};
use crate::natural::Natural;
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::database::{Certificate, KeptList, Mark, Stored, StoredResult};
use crate::solution::verify::Placed;
use crate::solution::{Counts, Store, View};
use crate::workbench::check::analysis::Analysis;
use crate::workbench::results::{Results, ResultsHandle};
use crate::workbench::saved_runs::Saved;
use crate::workbench::solutions::browser::Browser;
use crate::workbench::solutions::likeness::Likeness;
use crate::workbench::solutions::listing::{ListSettings, Listing, Stage};
use crate::workbench::solutions::marks::MarkCounts;
use crate::workbench::solutions::{
    KnownSolutions, SolutionSource, SolvedPart, SolvedState, lookup,
};
use crate::workbench::solve::recount;
use crate::workbench::task::{Task, Wake};

impl Document {
    /// Begins to look for the result of the puzzle as it is now, unless its solutions are there.
    pub(crate) fn look_for_result(&mut self, results: &Results, wake: &Wake) {
        let Some(analysis) = self.analysis().get().cloned() else { return };
        self.stored = results.are_kept().then(|| {
            let results = results.handle();
            Task::start(wake, move |_| Ok(results.find(&analysis)))
        });
    }

    /// Selects the solution that was looked at before, once all are listed; whether it does.
    pub(crate) fn select_sought(&mut self) -> bool {
        let is_over = self.run().is_some_and(|run| run.phase().is_over());
        let Some(solved) = self.solved.as_mut().filter(|_| is_over) else { return false };
        let Some(sought) = solved.sought.take() else { return false };
        let group = Arc::clone(&solved.analysis.group);
        // It may be listed turned or flipped.
        let mut images = group.elements.iter().map(|element| {
            let mut image: Vec<OptionId> = sought.iter().map(|&o| element.image(o)).collect();
            image.sort_unstable();
            image
        });
        let index = images.find_map(|image| self.with_store(|store| store.position(&image))?);
        let position = index.and_then(|index| self.position_of_index(index));
        if let Some(n) = position {
            self.select(n);
        }
        position.is_some()
    }

    /// Returns whether the solutions belong to the current puzzle.
    pub(crate) fn is_current(&self) -> bool {
        self.solved.is_some() && !self.is_outdated()
    }

    /// Takes the saver of a run that is over once it has nothing left to do; its last outcome.
    pub(crate) fn take_saver_outcome(&mut self) -> Option<Saved> {
        let solved = self.solved.as_mut()?;
        let saver = solved.saver.take_if(|saver| saver.is_over())?;
        let last = saver.last();
        solved.is_stored = last.result.is_some();
        solved.certificate = last.result.as_ref().and_then(|stored| stored.certificate.clone());
        Some(last)
    }

    /// Returns whether the solutions belong to another version of the puzzle than the open one, or
    /// are fewer than those stored.
    pub(crate) fn is_less_than(&self, stored: &Stored) -> bool {
        let shown = self.with_store(Store::len).unwrap_or(0) as u64;
        let complete = self.counts().is_some_and(|(_, complete)| complete);
        self.is_outdated() || shown < stored.solutions || (stored.complete && !complete)
    }

    /// Returns whether stored solutions of the puzzle are still being looked for.
    pub fn is_looking_for_result(&self) -> bool {
        self.stored.as_ref().is_some_and(Task::is_waiting)
    }

    /// Shows the stored result of the puzzle, once it was found, where more is not known; whether
    /// anything is new.
    pub(crate) fn poll_result(&mut self) -> bool {
        if !self.stored.as_mut().is_some_and(Task::poll) {
            return false;
        }
        let Some(Task::Ready(Some(found))) = self.stored.take() else { return false };
        if self.busy().is_some() {
            return false;
        }
        let Some(analysis) = self.analysis().get().cloned() else { return false };
        let StoredResult { summary, store } = found;
        if let Some(solved) = &self.solved {
            // What is being stored, or could not be, is kept until the user replaces it.
            let has_none = self.with_store(Store::is_empty).unwrap_or(true);
            let is_safe = solved.saver.is_none() && (solved.is_stored || has_none);
            let is_better = match self.is_outdated() {
                true => is_safe,
                false => {
                    let shown = self.with_store(Store::len).unwrap_or(0);
                    let complete = self.counts().is_some_and(|(_, complete)| complete);
                    store.len() > shown || (store.len() == shown && summary.complete && !complete)
                }
            };
            if !is_better {
                return false;
            }
        }
        let known = KnownSolutions { store, counts: summary.counts, complete: summary.complete };
        let words = Arc::clone(self.description());
        let answers = SolutionSource::Stored(Box::new(known));
        let solved = SolvedState::new(words, analysis, answers);
        self.solved = Some(SolvedState { certificate: summary.certificate, ..solved });
        true
    }

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
    pub fn counts(&self) -> Option<(Counts<Natural>, bool)> {
        let solved = self.solved.as_ref()?;
        match (&solved.answers, &solved.earlier) {
            (SolutionSource::Run(run), earlier) => {
                let Snapshot { counts, phase, .. } = run.snapshot();
                match earlier {
                    Some(known) if phase.is_over() && phase != Phase::Complete => {
                        Some((known.counts, known.complete))
                    }
                    _ => Some((counts, phase == Phase::Complete)),
                }
            }
            (answers, _) => answers.known().map(|known| (known.counts, known.complete)),
        }
    }

    /// The list of solutions of the puzzle as it is now, if one is known.
    pub(crate) fn known_list(&mut self) -> Option<KnownSolutions> {
        let (counts, complete) = self.counts()?;
        if self.is_outdated() || self.is_running() {
            return None;
        }
        let solved = self.solved.as_ref().filter(|solved| solved.part == SolvedPart::Whole)?;
        let store = match (&solved.answers, &solved.earlier) {
            (_, Some(earlier)) => earlier.store.clone(),
            (SolutionSource::Run(run), None) => run.with_store(Store::clone),
            (answers, None) => answers.known()?.store.clone(),
        };
        (!store.is_empty()).then_some(KnownSolutions { store, counts, complete })
    }

    /// Returns whether solutions are only counted, with no earlier ones to look at.
    pub fn only_counts(&self) -> bool {
        let has_list = self.solved.as_ref().is_some_and(|solved| solved.earlier.is_some());
        self.run_only_counts() && !has_list
    }

    /// Returns whether the run only counts solutions.
    pub fn run_only_counts(&self) -> bool {
        self.run().is_some_and(|run| !run.keeps())
    }

    /// Looks at the distinct solutions kept so far. Keep it short: a run waits meanwhile.
    pub fn with_store<R>(&self, look: impl FnOnce(&Store) -> R) -> Option<R> {
        let solved = self.solved.as_ref()?;
        match (&solved.answers, &solved.earlier) {
            (SolutionSource::Run(_), Some(known)) => Some(look(&known.store)),
            (SolutionSource::Run(run), None) => Some(run.with_store(look)),
            (answers, _) => answers.known().map(|known| look(&known.store)),
        }
    }

    /// The number of listed solutions, which grows during a run.
    pub fn shown(&self) -> u64 {
        match (self.listing(), self.view()) {
            (Some(listing), _) => listing.len(),
            (None, Some(view)) if view.is_all() => view.len(),
            _ => self.with_store(|store| store.len() as u64).unwrap_or(0),
        }
    }

    /// The filter, the order, and what is known of the measures.
    pub fn browser(&self) -> Option<&Browser> {
        self.solved.as_ref().map(|solved| &solved.browser)
    }

    /// Asks for the measures of the solutions that may take long, too; whether that is new.
    pub fn measure_all(&mut self) -> bool {
        self.solved.as_mut().is_some_and(|solved| solved.browser.measure_all())
    }

    /// The list in view; `None` where every solution is listed in the order of the numbers.
    pub fn listing(&self) -> Option<&Arc<Listing>> {
        self.browser()?.listing(self.shows_all())
    }

    /// Changes the filter and the order of the list.
    pub fn set_list(&mut self, settings: ListSettings) {
        let place = self.kept_place();
        let stage = self.stage();
        let Some(solved) = &mut self.solved else { return };
        solved.browser.set(settings);
        self.select_place(place);
        if let Some(solved) = &mut self.solved {
            solved.kept = place.map(|place| (place, stage));
        }
    }

    /// The choice of the solutions that are listed, as they are now.
    pub(in crate::workbench) fn stage(&self) -> Stage {
        Stage {
            len: self.with_store(Store::len).unwrap_or(0),
            final_order: self.run().is_none_or(|run| run.phase().is_over()),
            all: self.shows_all(),
        }
    }

    /// The index of the view of the solution that is selected, or was before the list changed.
    fn kept_place(&self) -> Option<u64> {
        let stage = self.stage();
        let kept = self.solved.as_ref().and_then(|solved| solved.kept);
        let kept = kept.filter(|(_, then)| *then == stage).map(|(place, _)| place);
        kept.or_else(|| self.place(self.selected()))
    }

    /// Asks where a piece lies in the listed solutions, or no longer.
    pub fn show_positions(&mut self, piece: Option<PieceId>) {
        if let Some(solved) = &mut self.solved {
            solved.browser.set_piece(piece);
        }
    }

    /// Asks how many solutions each way of two pieces to lie to each other leaves, or no longer.
    pub fn count_contacts(&mut self, pair: Option<[PieceId; 2]>) {
        if let Some(solved) = &mut self.solved {
            solved.browser.set_pair(pair);
        }
    }

    /// Lets the list follow its settings and the run. Returns whether anything new can be seen.
    pub(crate) fn follow_list(&mut self, wake: &Wake) -> bool {
        let place = self.kept_place();
        let stage = self.stage();
        let Some(analysis) = self.basis().cloned() else { return false };
        let Some(solved) = &mut self.solved else { return false };
        let mut browser = std::mem::take(&mut solved.browser);
        let store = || self.with_store(Store::clone);
        let marks = self.solved.as_ref().map(|solved| Arc::clone(solved.marks.map()));
        let is_new = browser.follow(&analysis, &store, &marks.unwrap_or_default(), stage, wake);
        if let Some(solved) = &mut self.solved {
            solved.browser = browser;
        }
        if is_new {
            let kept = self.solved.as_ref().and_then(|solved| solved.kept);
            self.select_place(place);
            if let Some(solved) = &mut self.solved {
                solved.kept = kept;
            }
        }
        is_new
    }

    /// The index of the view of the n-th listed solution.
    fn place(&self, n: u64) -> Option<u64> {
        self.listing().map_or(Some(n), |listing| listing.place(n))
    }

    /// Selects a solution of the view, or one near it where it is not listed.
    fn select_place(&mut self, place: Option<u64>) {
        let position = |place| self.listing().map_or(place, |listing| listing.nearest(place));
        let selected = place.map_or(0, position);
        self.select(selected);
    }

    /// The number (from 1) of the n-th listed solution among the distinct ones, or among all.
    pub fn number(&self, n: u64) -> Option<u64> {
        let place = self.place(n)?;
        if self.shows_all() {
            return Some(place + 1);
        }
        let of = |store: &Store| (place < store.len() as u64).then(|| store.number(place as usize));
        self.with_store(of).flatten().or(Some(place + 1))
    }

    /// Where the list has the solution with a number; `None` if it is not listed.
    pub fn position_of(&self, number: u64) -> Option<u64> {
        let place = match self.shows_all() {
            true => number.checked_sub(1)?,
            false => self.with_store(|store| store.index_of(number))?? as u64,
        };
        match self.listing() {
            Some(listing) => listing.position(place),
            None => (place < self.shown()).then_some(place),
        }
    }

    fn view(&self) -> Option<&View> {
        self.solved.as_ref()?.view.as_ref()
    }

    /// Returns whether turned and flipped copies are shown.
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
        // In an empty list nothing is selected.
        let selected = self.place(self.selected()).unwrap_or(0);
        let changed = self.with_store(|store| {
            if store.is_empty() {
                return None;
            }
            Some(if all {
                let view = View::all(store, &group);
                (view.position(&group, store, selected as usize), view)
            } else {
                let old = self.view()?;
                (old.entry(&group, store, selected).distinct as u64, View::distinct(store))
            })
        });
        if let (Some(Some((selected, view))), Some(solved)) = (changed, &mut self.solved) {
            solved.view = Some(view);
            self.select_place(Some(selected));
        }
    }

    /// The solution shown large, as an index of the list.
    pub fn selected(&self) -> u64 {
        self.solved.as_ref().map_or(0, |solved| solved.selected)
    }

    /// Shows another solution large, or the last where there are not so many.
    pub fn select(&mut self, n: u64) {
        let last = self.shown().saturating_sub(1);
        if let Some(solved) = &mut self.solved {
            solved.kept = None;
            solved.selected = n.min(last);
        }
    }

    /// Moves the selection within the list.
    pub fn step(&mut self, by: i64) {
        self.select(self.selected().saturating_add_signed(by));
    }

    /// Selects the next symmetric solution of the list, after the last the first; whether there is
    /// one.
    pub fn select_next_symmetric(&mut self) -> bool {
        let Some((now, _)) = self.distinct_index(self.selected()) else { return false };
        let listing = self.listing().cloned();
        let found = self.with_store(|store| {
            let is_symmetric = |&n: &usize| store.stabiliser(n).len() > 1;
            match &listing {
                Some(listing) => {
                    let own = listing.distinct();
                    let at = own.iter().position(|&n| n as usize == now).unwrap_or(0);
                    let cycle = own[at..].iter().skip(1).chain(&own[..=at.min(own.len() - 1)]);
                    cycle.map(|&n| n as usize).find(is_symmetric)
                }
                None => (now + 1..store.len()).chain(0..=now).find(is_symmetric),
            }
        });
        let Some(Some(found)) = found else { return false };
        self.select_distinct(found);
        true
    }

    /// Selects a distinct solution by its index in the store, if it is listed; whether it is.
    fn select_distinct(&mut self, index: usize) -> bool {
        let position = self.position_of_index(index);
        if let Some(position) = position {
            self.select(position);
        }
        position.is_some()
    }

    /// Where the list has a distinct solution by its number (from 1), or the first listed copy.
    pub fn position_of_distinct(&self, number: u64) -> Option<u64> {
        self.position_of_index(self.with_store(|store| store.index_of(number))??)
    }

    /// Where the list has a distinct solution by its index in the store, or the first listed copy.
    fn position_of_index(&self, index: usize) -> Option<u64> {
        let group = &self.basis()?.group;
        let place = match self.view() {
            Some(view) if view.is_all() => {
                self.with_store(|store| view.position(group, store, index))?
            }
            _ => index as u64,
        };
        match self.listing() {
            None => Some(place),
            Some(listing) if !self.shows_all() => listing.position(place),
            // Of all copies some may be listed.
            Some(listing) => {
                listing.distinct().contains(&(index as u32)).then(|| listing.nearest(place))
            }
        }
    }

    /// The distinct solution that others are shown beside.
    pub fn compared(&self) -> Option<&Likeness> {
        self.solved.as_ref()?.compared.as_ref()
    }

    /// Shows the selected solution beside those that are selected later, or no longer.
    pub fn toggle_comparison(&mut self) {
        let solution = self.distinct_solution(self.selected());
        let Some(group) = self.basis().map(|basis| Arc::clone(&basis.group)) else { return };
        let Some(solved) = &mut self.solved else { return };
        solved.compared = match solved.compared.take() {
            Some(_) => None,
            None => solution.map(|solution| Likeness::new(&solution, &group)),
        };
    }

    /// The distinct solution that the n-th of the list is, or is a copy of.
    pub fn distinct_solution(&self, n: u64) -> Option<Vec<OptionId>> {
        let (index, _) = self.distinct_index(n)?;
        self.with_store(|store| store.get(index))
    }

    /// The number (from 1) of a distinct solution, given by its options. Logarithmic in the number
    /// of solutions, but linear while a run goes on.
    pub fn number_of(&self, solution: &[OptionId]) -> Option<u64> {
        let group = self.solved_group()?;
        let sorted = self.run().is_none_or(|run| run.phase().is_over());
        self.with_store(|store| {
            lookup::position(solution, group, store, sorted).map(|index| store.number(index))
        })?
    }

    /// The options of the n-th listed solution, ascending.
    pub fn solution(&self, n: u64) -> Option<Vec<OptionId>> {
        let group = &self.basis()?.group;
        let n = self.place(n)?;
        self.with_store(|store| match self.view() {
            Some(view) if view.is_all() => (n < view.len()).then(|| view.solution(group, store, n)),
            _ => (n < store.len() as u64).then(|| store.get(n as usize)),
        })
        .flatten()
    }

    /// The placed pieces of the n-th listed solution.
    pub fn placed(&self, n: u64) -> Option<Placed> {
        Some(self.basis()?.encoding.decode(&self.solution(n)?))
    }

    /// The number (from 1) of the distinct solution that the n-th of the list is a copy of, and
    /// the symmetries that it keeps.
    pub fn distinct_number(&self, n: u64) -> Option<(u64, ElementSet)> {
        let (index, kept) = self.distinct_index(n)?;
        Some((self.with_store(|store| store.number(index))?, kept))
    }

    /// The index in the store of the distinct solution that the n-th of the list is a copy of, and
    /// the symmetries that it keeps.
    pub fn distinct_index(&self, n: u64) -> Option<(usize, ElementSet)> {
        let group = &self.basis()?.group;
        let n = self.place(n)?;
        self.with_store(|store| {
            let index = match self.view() {
                Some(view) if view.is_all() => view.entry(group, store, n).distinct,
                _ => n as usize,
            };
            (index < store.len()).then(|| (index, store.stabiliser(index)))
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

    /// Returns the numbers of solutions by mark.
    pub fn mark_counts(&self) -> Option<&MarkCounts> {
        self.solved.as_ref().map(|solved| &solved.marks.counts)
    }

    /// Returns the numbers of solutions that pass the filter, by mark; `None` where all are listed.
    pub fn mark_counts_listed(&self) -> Option<MarkCounts> {
        let marks = &self.solved.as_ref()?.marks;
        let listing = self.listing()?;
        // What was marked since the list was made is listed.
        let listed = marks.map.iter().filter(|(record, _)| !listing.leaves_out(record));
        Some(MarkCounts::of(listed.map(|(_, mark)| mark)))
    }

    /// The record of the distinct solution that the n-th of the list is, or is a copy of.
    fn record(&self, n: u64) -> Option<Vec<u8>> {
        let (index, _) = self.distinct_index(n)?;
        self.with_store(|store: &Store| store.record(index).to_vec())
    }

    /// The marks of the n-th listed solution, if it has any.
    pub fn mark(&self, n: u64) -> Option<&Mark> {
        let marks = &self.solved.as_ref()?.marks;
        if marks.map.is_empty() {
            return None;
        }
        marks.map.get(&self.record(n)?)
    }

    /// Marks the n-th listed solution, and keeps that.
    pub(crate) fn set_mark(&mut self, n: u64, mark: Mark, results: &Results) {
        let Some(record) = self.record(n) else { return };
        if let Some(solved) = &mut self.solved {
            solved.marks.set(record, mark, results);
        }
    }

    /// The certificate of the solutions, if another engine has found the same.
    pub fn certificate(&self) -> Option<&Certificate> {
        self.solved.as_ref()?.certificate.as_ref()
    }

    /// The work that makes the certificate of the counts, as the text of a file; `None` where nothing
    /// is solved. Not for the window's thread.
    pub fn certificate_file(
        &self,
        results: ResultsHandle,
    ) -> Option<impl FnOnce() -> Result<String, String> + Send + use<>> {
        let solved = self.solved.as_ref()?;
        let (description, analysis) =
            (Arc::clone(&solved.description), Arc::clone(&solved.analysis));
        Some(move || recount::certificate_text(&results, &description, &analysis))
    }
}

/// The list as it is kept with the results.
impl Document {
    /// Lists the solutions as they were listed last, once that has been read, and keeps from then on how
    /// they are. Returns whether anything new can be seen.
    pub(in crate::workbench) fn follow_kept_list(&mut self, results: &Results) -> bool {
        let is_over = self.run().is_none_or(|run| run.phase().is_over());
        let Some(solved) = self.solved.as_mut().filter(|_| is_over) else { return false };
        let Some((digest, read)) = solved.marks.read_list() else { return false };
        let is_read = solved.list_record.stored.is_some();
        solved.list_record.stored.get_or_insert(read.clone());
        if !is_read {
            return self.list_as_kept(&read);
        }
        let now = (solved.browser.settings().clone(), solved.selected);
        if solved.list_record.last.as_ref() == Some(&now) || self.shows_all() {
            return false;
        }
        let number = self.number(now.1).unwrap_or(1);
        let Some(solved) = &mut self.solved else { return false };
        let analysis = &solved.analysis;
        let kept = now.0.kept(&analysis.puzzle, &analysis.encoding, number);
        solved.list_record.last = Some(now);
        if solved.list_record.stored.as_ref() != Some(&kept) {
            solved.list_record.stored = Some(kept.clone());
            results.handle().keep_list(digest, kept);
        }
        false
    }

    /// Lists the solutions as is kept, unless the list has been changed already.
    fn list_as_kept(&mut self, kept: &KeptList) -> bool {
        let is_new =
            |solved: &&SolvedState| solved.browser.settings().is_plain() && solved.selected == 0;
        let Some(solved) = self.solved.as_ref().filter(is_new) else { return false };
        let analysis = &solved.analysis;
        let settings = ListSettings::of_kept(kept, &analysis.puzzle, &analysis.encoding);
        let place = self.with_store(|store: &Store| store.index_of(kept.selected)).flatten();
        self.select(place.unwrap_or(0) as u64);
        self.set_list(settings);
        true
    }
}
