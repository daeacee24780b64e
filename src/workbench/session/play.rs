//! The actions of the Play screen.

use std::time::Duration;

use super::{Screen, Workbench};
use crate::workbench::document::Document;
use crate::workbench::play::{PlayAction, PlayedPuzzle};
use crate::workbench::task::Wake;

impl Workbench {
    /// The document that the screen shows: on the Play screen what is played in place of the open one,
    /// otherwise that.
    pub fn shown_document(&self) -> Option<&Document> {
        let open = self.document.as_ref()?;
        Some(self.play.document().filter(|_| self.screen == Screen::Play).unwrap_or(open))
    }

    /// The same, to be changed.
    pub fn shown_document_mut(&mut self) -> Option<&mut Document> {
        let open = self.document.as_mut()?;
        Some(self.play.document_mut().filter(|_| self.screen == Screen::Play).unwrap_or(open))
    }

    /// The puzzle that the Play screen shows in place of the open document, while it is shown.
    pub fn shown_played(&self) -> Option<&PlayedPuzzle> {
        self.play.played().filter(|_| self.screen == Screen::Play && self.document.is_some())
    }

    /// Records that what is played was solved, in some time and with so many hints.
    pub fn record_play(&mut self, time: Duration, hints: u32) {
        if let Some(document) = &self.document {
            self.play.add_solved(&document.puzzle.title, (time, hints), &self.results);
        }
    }

    /// Keeps the game that is under way for the next time that the puzzle is played.
    pub fn keep_game(&mut self) {
        self.play.keep_game(&self.results);
    }

    /// Chooses what is played.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn change_play(&mut self, action: PlayAction, wake: &Wake) -> Result<(), String> {
        self.keep_game();
        let threads = self.settings.threads();
        let Some(document) = &mut self.document else { return Ok(()) };
        match action {
            PlayAction::Whole => self.play.choose_whole(),
            PlayAction::Variant(index) => {
                self.play.want(None);
                let chosen = self.play.choose(index, document, wake);
                if chosen.is_err() && !self.play.is_chosen() {
                    self.play.choose_whole();
                }
                chosen.map_err(|refusal| refusal.to_string())?;
            }
            PlayAction::Graded(grade, seed) => {
                if document.variants().only_exists() {
                    let why = "Untick Only test whether solvable on the Variants screen first.";
                    return Err(why.to_owned());
                }
                if !document.variants().is_complete() && !document.variants().is_running() {
                    document.can_solve_variants()?;
                    document.variants.solve(threads, wake);
                }
                self.play.want(Some((grade, seed)));
            }
            PlayAction::AnyGrade => {
                if self.play.awaited().is_some() {
                    document.variants.stop();
                }
                self.play.want(None);
            }
        }
        Ok(())
    }
}
