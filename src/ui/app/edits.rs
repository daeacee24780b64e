//! The edits that commands stand for.
//!
//! A command depends on what is selected on the Design screen, or in hand on the Play screen; the edit does not, so that it can
//! be recorded and applied again.

use super::App;
use crate::polyform::Shape;
use crate::symmetry::tip;
use crate::workbench::edit::{Edit, PieceChange, clockwise, left_to_right};
use crate::workbench::{Command, Screen};

impl App {
    /// The edit that a command stands for; `None` for commands that edit nothing, and for those
    /// that are not available.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub(super) fn edit_of(&mut self, command: Command) -> Result<Option<Edit>, String> {
        if command.available(&self.bench).is_err() {
            return Ok(None);
        }
        match command {
            Command::Board(change) => Ok(Some(Edit::Board(change))),
            Command::TurnPiece
            | Command::TurnPieceBack
            | Command::FlipPiece
            | Command::TiltPiece => self.turned_piece(command),
            Command::PickUp if self.bench.screen == Screen::Play => {
                let puzzle = self.bench.shown_document().map(|document| &document.puzzle);
                puzzle.map_or(Ok(None), |puzzle| self.play.put_back(puzzle))
            }
            Command::PinAll | Command::TakeUpAll => {
                let document = self.bench.shown_document();
                let placed = document.map_or(&[][..], |d| &d.puzzle.placed[..]);
                let all = (0..placed.len()).collect();
                Ok(Some(match command {
                    Command::PinAll => Edit::Pin(all, !placed.iter().all(|laid| laid.pinned)),
                    _ => Edit::TakeUp(all),
                }))
            }
            Command::PickUp => {
                let Some(document) = &self.bench.document else { return Ok(None) };
                let puzzle = &document.puzzle;
                if self.design.edits_texts() {
                    return Ok(self.design.without_texts(puzzle));
                }
                // The chosen one, otherwise that under the pointer, otherwise the last that was placed
                // of the piece that is chosen in the list, or of all.
                let placed = puzzle.placed.len();
                let one = self.design.laid().filter(|&laid| laid < placed);
                let one = one.or_else(|| self.design.hovered_laid(puzzle));
                let one = one.or_else(|| self.design.last_laid_of_selected(puzzle));
                Ok(one.or(placed.checked_sub(1)).map(|laid| Edit::TakeUp(vec![laid])))
            }
            Command::DuplicatePieces
            | Command::SwitchPieces
            | Command::MergePieces
            | Command::RemovePieces => self.changed_pieces(command).map(Some),
            _ => Ok(None),
        }
    }

    /// Turns or flips the piece that is dragged, the selected piece on the board, or the one in
    /// hand; only the second is an edit. On the Play screen also the piece under the pointer.
    fn turned_piece(&mut self, command: Command) -> Result<Option<Edit>, String> {
        let Some(document) = self.bench.shown_document() else { return Ok(None) };
        let puzzle = &document.puzzle;
        let lattice = puzzle.lattice;
        let image = |shape: &Shape| match command {
            Command::TurnPiece => Some(shape.turned(lattice, &clockwise(lattice)?)),
            Command::FlipPiece => Some(shape.turned(lattice, &left_to_right(lattice)?)),
            Command::TiltPiece => Some(shape.turned(lattice, &tip(lattice)?)),
            _ => {
                // A turn back is the last turn forward that does not return to the start.
                let (step, mut now) = (clockwise(lattice)?, shape.clone());
                loop {
                    let next = now.turned(lattice, &step);
                    if next == *shape {
                        break Some(now);
                    }
                    now = next;
                }
            }
        };
        if self.bench.screen == Screen::Play {
            return self.play.turn(puzzle, &image);
        }
        let edit = self.design.turn_held(puzzle, image)?;
        if edit.is_none() {
            self.design.follow_orientation(document);
        }
        Ok(edit)
    }

    /// The edit of the pieces selected in the list.
    fn changed_pieces(&self, command: Command) -> Result<Edit, String> {
        let chosen = self.design.chosen().to_vec();
        if chosen.is_empty() {
            return Err("Choose pieces in the list first.".to_owned());
        }
        Ok(match command {
            Command::DuplicatePieces => Edit::Duplicate(chosen),
            Command::MergePieces => Edit::Merge(chosen),
            Command::RemovePieces => Edit::Remove(chosen),
            _ => {
                let document = self.bench.document.as_ref();
                let off = document.map_or(&[][..], |d| &d.puzzle.off[..]);
                let on = chosen.iter().any(|name| off.iter().any(|piece| piece.name == *name));
                Edit::Pieces(chosen, PieceChange::On(on))
            }
        })
    }
}
