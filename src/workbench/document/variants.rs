//! The variants of the puzzle of a document, which follow its edits.

use std::sync::Arc;

use super::Document;
use crate::exact_cover::OptionId;
use crate::lattice::Point;
use crate::puzzle::{Description, Puzzle};
use crate::workbench::edit::Refusal;
use crate::workbench::solutions::SolvedPart;
use crate::workbench::task::{Task, Wake};
use crate::workbench::variants::{Variants, description_of_variant};

/// The variants of earlier versions of a puzzle whose results are kept for undo.
const MAX_EARLIER: usize = 1_000_000;

impl Document {
    /// The variants of the puzzle.
    pub fn variants(&self) -> &Variants {
        &self.variants
    }

    /// Returns whether it is known that only the variants can have solutions: the pieces cannot
    /// fill the board as a whole.
    pub fn needs_variants(&self) -> bool {
        self.analysis().get().is_some_and(|analysis| analysis.needs_variants)
    }

    /// Checks whether the variants can be solved now.
    ///
    /// # Errors
    /// Why they cannot, as a short sentence.
    pub fn can_solve_variants(&self) -> Result<(), &'static str> {
        self.has_variants()?;
        match self.analysis() {
            Task::Waiting(_) => return Err("The placements are still being counted."),
            Task::Failed(_) => return Err("The puzzle is too large."),
            Task::Ready(_) => {}
        }
        if let Some(why) = self.busy() {
            return Err(why);
        }
        if self.variants.failure().is_some() {
            return Err("There are no variants to solve.");
        }
        if self.variants.is_complete() {
            return Err("All variants are solved.");
        }
        Ok(())
    }

    /// Checks whether the puzzle has variants.
    ///
    /// # Errors
    /// That it has none, as a short sentence.
    pub fn has_variants(&self) -> Result<(), &'static str> {
        match self.puzzle.variants {
            Some(_) => Ok(()),
            None => Err("The puzzle has no variants. Choose what varies: Puzzle, Variants…"),
        }
    }

    /// Checks whether a variant is selected.
    ///
    /// # Errors
    /// Why none is, as a short sentence.
    pub fn can_use_variant(&self) -> Result<(), &'static str> {
        self.has_variants()?;
        match self.variants.listed() {
            Some(_) => Ok(()),
            None => Err("The variants are still being listed."),
        }
    }

    /// The words of the selected variant as a puzzle of its own, and what it is; with the n-th of the solutions
    /// that are known of it.
    ///
    /// # Errors
    /// Why it is no puzzle.
    pub fn variant_description(
        &self,
        known: usize,
    ) -> Result<(Description, Puzzle, SolvedPart), Refusal> {
        let Some(listed) = self.variants.listed() else {
            return Err(Refusal::new("The variants are still being listed."));
        };
        let (list, index) = (&listed.list, self.variants.selected() as usize);
        let (name, open) = (list.name(index), list.open_sites(index));
        let description = description_of_variant(self.description(), list, index)?;
        let mut puzzle = description.draft().map_err(|problems| Refusal::by(&problems))?;
        // The texts of the open sites are what its pictures are about. A file cannot have them, since
        // its board lacks these sites.
        let texts = &self.puzzle.site_texts;
        let own = |site: &Point| Some((*site, texts.get(site)?.clone()));
        puzzle.site_texts.extend(open.iter().filter_map(own));
        let of = Arc::clone(&self.puzzle);
        let detail = self.variants.detail();
        let solution = detail.and_then(|detail| detail.found.solutions.get(known));
        let placement = |&option: &OptionId| {
            let piece = listed.encoding.placement(option).piece;
            (list.puzzle.piece(piece).name.clone(), listed.encoding.sites(option).collect())
        };
        let shown = solution.into_iter().flatten().map(placement).collect();
        Ok((description, puzzle, SolvedPart::Variant { name, open, of, shown }))
    }

    /// Keeps what was found of the variants of the puzzle before an edit, and goes back to what was
    /// found of those that it has now, as after an undo.
    pub(crate) fn follow_variants_of(&mut self, before: &Puzzle) {
        let is_same = |own: &Puzzle, other: &Puzzle| {
            own.variants == other.variants
                && own.site_texts == other.site_texts
                && own.has_search_of(other)
        };
        let now = Arc::clone(&self.puzzle);
        if is_same(&now, before) {
            return;
        }
        let earlier = &mut self.earlier_variants;
        let known = earlier.iter().position(|(puzzle, _)| is_same(&now, puzzle));
        let next = match known {
            Some(n) => earlier.remove(n).1,
            None => self.variants.of_another(),
        };
        let mut last = std::mem::replace(&mut self.variants, next);
        last.stop();
        if last.run().is_some() {
            earlier.push((before.clone(), last));
        }
        let rows = |variants: &Variants| variants.listed().map_or(0, |listed| listed.list.len());
        while earlier.iter().map(|(_, variants)| rows(variants)).sum::<usize>() > MAX_EARLIER {
            earlier.remove(0);
        }
        self.variants.wanted = false;
    }

    /// Follows the variants where they are shown or solved; whether anything is new.
    ///
    /// # Errors
    /// Why they cannot be solved.
    pub(crate) fn follow_variants(
        &mut self,
        is_shown: bool,
        threads: usize,
        wake: &Wake,
    ) -> Result<bool, String> {
        let is_solved = self.variants.is_running() || self.variants.wanted;
        if !is_shown && !is_solved || self.puzzle.variants.is_none() {
            return Ok(false);
        }
        let analysis = self.preparation.analysis().get();
        self.variants.follow(analysis, is_shown, threads, wake)
    }
}
