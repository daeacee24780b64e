//! The search for a first solution of the open puzzle.
//!
//! It starts at once, without a plan. What it finds joins the solutions that are known, is shown
//! with them, and is stored with them on a thread of its own. A search begun again looks for a
//! solution unlike those. Leans on [`crate::job::first`].

use std::sync::Arc;

use crate::exact_cover::{Engine, OptionId};
use crate::job::Phase;
use crate::job::first::{FirstRun, FirstSnapshot};
use crate::lattice::Point;
use crate::workbench::check::analysis::Analysis;

/// A search for a first solution, in progress or over.
pub struct First {
    pub(in crate::workbench) run: FirstRun,
    /// The puzzle and its placements.
    pub(in crate::workbench) analysis: Arc<Analysis>,
    /// Solutions found that have joined those that are known.
    pub(in crate::workbench) taken: u64,
    /// The newest of them.
    pub(in crate::workbench) newest: Option<Vec<OptionId>>,
    /// True if solutions were known when it began.
    pub(in crate::workbench) had_known: bool,
}

impl First {
    /// The search at this moment. Takes locks and copies; once a frame is often enough.
    pub fn snapshot(&self) -> FirstSnapshot {
        self.run.snapshot()
    }

    /// Its phase.
    pub fn phase(&self) -> Phase {
        self.run.phase()
    }

    /// Returns whether it is over.
    pub fn is_over(&self) -> bool {
        self.phase().is_over()
    }

    /// Pauses the search, or resumes it.
    pub fn pause_or_resume(&self) {
        match self.run.phase() {
            Phase::Paused => self.run.resume(),
            _ => self.run.pause(),
        }
    }

    /// Asks it to stop; what it found is kept.
    pub(in crate::workbench) fn stop(&self) {
        self.run.stop();
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.run.threads()
    }

    /// The puzzle and its placements.
    pub fn analysis(&self) -> &Arc<Analysis> {
        &self.analysis
    }

    /// The solution that was found last.
    pub fn newest(&self) -> Option<&[OptionId]> {
        self.newest.as_deref()
    }

    /// Returns whether a SAT solver is used in place of the finder.
    pub fn is_by_sat(&self) -> bool {
        self.run.is_by_sat()
    }

    /// The engine that searches.
    pub fn engine(&self) -> &'static Engine {
        self.run.engine()
    }

    /// Returns whether solutions were known when it began, so that it searches for another one.
    pub fn looks_for_another(&self) -> bool {
        self.had_known
    }

    /// The pieces of the best partial cover so far, by their names, with the sites of each.
    pub(in crate::workbench) fn best_pieces(&self) -> Vec<(String, Vec<Point>)> {
        let Analysis { puzzle, encoding, .. } = &*self.analysis;
        let piece = |option: &OptionId| {
            let piece = encoding.placement(*option).piece;
            (puzzle.piece(piece).name.clone(), encoding.sites(*option).collect())
        };
        self.run.snapshot().best.options.iter().map(piece).collect()
    }
}
