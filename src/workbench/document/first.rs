//! The search for a first solution of a document, and what it adds to the solutions.

use std::sync::Arc;

use super::Document;
use crate::encode::SymmetryGroup;
use crate::job::Phase;
use crate::job::first::FirstSnapshot;
use crate::natural::Natural;
use crate::solution::database::NewResult;
use crate::solution::{Counts, Store};
use crate::workbench::check::analysis::Analysis;
use crate::workbench::edit::Edit;
use crate::workbench::results::{PendingResult, Results};
use crate::workbench::solutions::{KnownSolutions, SolutionSource, SolvedState};
use crate::workbench::solve::first::First;

impl Document {
    /// The search for a first solution, in progress or over.
    pub fn first(&self) -> Option<&First> {
        self.first.as_ref()
    }

    /// Returns whether a first solution is being searched for, or the search is paused.
    pub fn is_searching_first(&self) -> bool {
        self.first.as_ref().is_some_and(|first| !first.is_over())
    }

    /// Checks whether a first solution, or one more, can be searched for.
    ///
    /// # Errors
    /// Why not, as a short sentence.
    pub fn can_find(&self) -> Result<(), &'static str> {
        if let Some(why) = self.busy() {
            return Err(why);
        }
        self.can_solve()?;
        let complete = self.counts().is_some_and(|(_, complete)| complete);
        if complete
            && !self.is_outdated()
            && !self.only_counts()
            && !self.with_store(Store::is_empty).unwrap_or(true)
        {
            return Err("All solutions are known.");
        }
        Ok(())
    }

    /// The edit that places the best partial cover on the board, instead of what lies there.
    ///
    /// # Errors
    /// Why there is none, as a short sentence.
    pub fn best_partial_edits(&self) -> Result<Vec<Edit>, &'static str> {
        let first = self.first.as_ref().ok_or("No solution was looked for.")?;
        if !first.analysis.puzzle.has_search_of(&self.puzzle) {
            return Err("The puzzle has changed since.");
        }
        let pieces = first.best_pieces();
        if pieces.is_empty() {
            return Err("No piece has been placed yet.");
        }
        Ok(self.lay_instead(pieces))
    }

    /// Takes in what was found; whether anything is new.
    pub(crate) fn poll_first(&mut self, results: &Results) -> bool {
        let Some(first) = &self.first else { return false };
        let snapshot = first.run.snapshot();
        let decided = snapshot.phase == Phase::Complete && !first.had_known;
        // That there is none is a result, too.
        let is_new = snapshot.counts.distinct > first.taken || decided && self.solved.is_none();
        if !is_new {
            return false;
        }
        let (analysis, found) = (Arc::clone(&first.analysis), first.run.store());
        let engine = first.engine().id;
        let newest = (!found.is_empty()).then(|| found.get(found.len() - 1));
        let earlier = self.known_list();
        let earlier_counts = self.counts().filter(|_| !self.is_outdated());
        let known = united(earlier, earlier_counts, &found, &analysis.group, decided);
        if let Some(first) = &mut self.first {
            first.taken = snapshot.counts.distinct;
            first.newest.clone_from(&newest);
        }
        store(results, &analysis, &known, &snapshot, engine);
        let settings = self.browser().map(|browser| browser.settings().clone());
        let position = newest.and_then(|newest| known.store.position(&newest));
        let description = Arc::clone(self.description());
        let answers = SolutionSource::Found(Box::new(known));
        self.solved = Some(SolvedState::new(description, analysis, answers));
        self.stored = None;
        if let Some(settings) = settings {
            self.set_list(settings);
        }
        if let Some(position) = position {
            self.select(position as u64);
        }
        true
    }
}

/// Solutions that were known and those that were found, in the order of their numbers.
fn united(
    earlier: Option<KnownSolutions>,
    earlier_counts: Option<(Counts<Natural>, bool)>,
    found: &Store,
    group: &SymmetryGroup,
    decided: bool,
) -> KnownSolutions {
    // Part of a longer list has its numbers no more.
    let mut store = found.empty();
    if let Some(known) = earlier {
        store.extend_from(&known.store, 0..known.store.len());
    }
    store.append(&mut found.clone());
    store.sort();
    store.dedup();
    if let Some((counts, true)) = earlier_counts {
        // All were counted before, though not listed.
        return KnownSolutions { store, counts, complete: true };
    }
    let counts = Counts::of_store(&store, group).into();
    KnownSolutions { store, counts, complete: decided }
}

/// Stores what is known, on a thread of its own.
fn store(
    results: &Results,
    analysis: &Arc<Analysis>,
    known: &KnownSolutions,
    snapshot: &FirstSnapshot,
    engine: &str,
) {
    let Some(pending) = PendingResult::new(&results.handle(), analysis) else { return };
    let result = NewResult {
        title: analysis.puzzle.title.clone(),
        counts: known.counts,
        complete: known.complete,
        store: known.store.clone(),
        engine: engine.to_owned(),
        nodes: snapshot.nodes,
        elapsed: snapshot.elapsed,
    };
    // The end of the program waits for what is pending.
    let _ = crate::threads::start(move || {
        pending.put(&result);
    });
}
