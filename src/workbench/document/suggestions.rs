//! The suggestions for a document whose puzzle has no solution.

use std::sync::Arc;

use super::Document;
use crate::job::Closest;
use crate::text;
use crate::threads::lock;
use crate::workbench::check::analysis::Analysis;
use crate::workbench::check::{CheckKind, Severity};
use crate::workbench::edit::Edit;
use crate::workbench::solutions::SolvedPart;
use crate::workbench::suggestions::{SuggestionSearch, Suggestions};
use crate::workbench::task::Wake;

impl Document {
    /// Returns whether the current puzzle is known to have no solution: all was searched, or an
    /// argument rules it out.
    pub fn has_no_solution(&self) -> bool {
        if self.puzzle.cover.is_some() || self.is_running() || self.is_starting() {
            return false;
        }
        let searched = self.is_current()
            && self.solved.as_ref().is_some_and(|solved| solved.part == SolvedPart::Whole)
            && self.counts().is_some_and(|(counts, complete)| complete && counts.total == 0);
        let ruled_out = |analysis: &Arc<Analysis>| {
            !analysis.is_hopeless() && analysis.check(CheckKind::Obstruction).is_some()
        };
        searched || self.analysis().get().is_some_and(ruled_out)
    }

    /// Returns whether a search for suggestions is worthwhile: the puzzle has no solution, or its
    /// only faults are that the areas of board and pieces differ, or that pockets stay open.
    pub(crate) fn wants_suggestions(&self) -> bool {
        let is_near = |analysis: &Arc<Analysis>| {
            let mut wrong = analysis.checks.iter().filter(|c| c.severity == Severity::Wrong);
            analysis.is_hopeless()
                && wrong.all(|c| matches!(c.kind, CheckKind::Area | CheckKind::Pockets))
        };
        // Variants leave sites open or choose pieces, so that the puzzle as it stands need not fit.
        let stands_alone = self.puzzle.cover.is_none() && self.puzzle.variants.is_none();
        self.has_no_solution() || stands_alone && self.analysis().get().is_some_and(is_near)
    }

    /// Begins to look for what helps, where the puzzle has no solution; whether anything is new.
    pub(crate) fn follow_suggestions(&mut self, wake: &Wake) -> bool {
        let Some(analysis) = self.analysis().get().cloned().filter(|_| self.wants_suggestions())
        else {
            return self.suggestions.take().is_some();
        };
        let is_current = |suggestions: &SuggestionSearch| {
            let old = &suggestions.analysis;
            Arc::ptr_eq(&old.encoding, &analysis.encoding)
                && old.puzzle.is_same_but_for_words(&analysis.puzzle)
        };
        if !self.suggestions.as_ref().is_some_and(is_current) {
            let description = Arc::clone(self.description());
            self.suggestions = Some(SuggestionSearch::start(analysis, description, wake));
            return true;
        }
        self.suggestions.as_mut().is_some_and(|suggestions| suggestions.task.poll())
    }

    /// Returns the suggestions found, where the puzzle has no solution.
    pub fn suggestions(&self) -> Option<Suggestions> {
        let suggestions = self.suggestions.as_ref()?;
        Some(lock(&suggestions.suggestions).clone())
    }

    /// Returns whether suggestions are still being searched for.
    pub fn is_searching_suggestions(&self) -> bool {
        self.suggestions.as_ref().is_some_and(|suggestions| suggestions.task.is_waiting())
    }

    /// The edit that places what comes closest to a solution on the board, less what lies there
    /// pinned already.
    pub fn closest_edits(&self) -> Option<Vec<Edit>> {
        let suggestions = self.suggestions.as_ref()?;
        let closest = self.suggestions()?.closest?;
        let Analysis { puzzle, encoding, .. } = &*suggestions.analysis;
        let pieces = closest.options.iter().map(|&option| {
            let name = puzzle.piece(encoding.placement(option).piece).name.clone();
            (name, encoding.sites(option).collect::<Vec<_>>())
        });
        Some(self.lay_instead(pieces.collect()))
    }

    /// Describes the closest partial solution: "7 of 8 pieces fit; 4 edges stay open: 1, 0 …".
    pub fn closest_words(&self, closest: &Closest) -> String {
        let puzzle = self
            .suggestions
            .as_ref()
            .map_or(&self.puzzle, |suggestions| &suggestions.analysis.puzzle);
        let placed = closest.options.len() as u64;
        let unused: u64 = closest.unused.iter().map(|&(_, copies)| u64::from(copies)).sum();
        let open = puzzle.lattice.count_sites(closest.open.len() as u64);
        let placed = match unused {
            0 => format!("{} fit", text::count(placed, "piece")),
            _ => format!(
                "{} of {} fit",
                text::grouped(placed),
                text::count(placed + unused, "piece")
            ),
        };
        let stays = if closest.open.len() == 1 { "stays" } else { "stay" };
        let left: Vec<String> = closest
            .unused
            .iter()
            .take(NAMED)
            .map(|&(piece, copies)| match copies {
                1 => puzzle.piece(piece).name.clone(),
                n => format!("{} × {}", puzzle.piece(piece).name, text::grouped(u64::from(n))),
            })
            .collect();
        let more = if closest.unused.len() > NAMED { " …" } else { "" };
        let left = match left.is_empty() {
            true => String::new(),
            false => format!("; left over: {}{more}", text::listed(&left)),
        };
        let best = if closest.is_best { "No partial solution covers more" } else { "Best found" };
        format!("{best}: {placed}, {open} {stays} open{left}.")
    }
}

/// The number of pieces left over that are named.
const NAMED: usize = 6;
