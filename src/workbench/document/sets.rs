//! The search for sets of pieces of the puzzle of a document.

use super::Document;
use crate::workbench::sets::Sets;
use crate::workbench::task::Wake;

impl Document {
    /// The search for sets of pieces.
    pub fn sets(&self) -> &Sets {
        &self.sets
    }

    /// Checks whether sets of pieces can be searched for.
    ///
    /// # Errors
    /// Why they cannot, as a short sentence.
    pub fn can_search_sets(&self) -> Result<(), &'static str> {
        match (&self.puzzle.cover, self.puzzle.pieces.len() + self.puzzle.off.len()) {
            (Some(_), _) => Err("A puzzle of items and options has no pieces to choose."),
            (None, 0 | 1) => Err("There are no pieces to choose from. Add some first."),
            (None, _) if self.puzzle.variants.as_ref().is_some_and(|family| family.must_fit()) => {
                Err("The sizes of the board depend on the pieces here. List boards instead of \
                     sizes.")
            }
            (None, 2..=128) => Ok(()),
            (None, _) => Err("Sets of more than 128 pieces cannot be tested."),
        }
    }

    /// Checks whether a search can start now.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn can_start_sets(&self) -> Result<(), &'static str> {
        self.can_search_sets()?;
        if let Some(why) = self.busy() {
            return Err(why);
        }
        self.sets.can_start()
    }

    /// Follows the search where it is shown or runs; whether anything is new.
    pub(crate) fn follow_sets(&mut self, is_shown: bool, threads: usize, wake: &Wake) -> bool {
        let is_shown = is_shown && self.sets.is_shown();
        if !is_shown && !self.sets.is_running() {
            return false;
        }
        self.sets.follow_pieces(self.source.description(), &self.source.puzzle);
        self.sets.follow(is_shown, self.variants.has_exceptions(), threads, wake)
    }
}
