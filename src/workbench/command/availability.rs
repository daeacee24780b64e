//! What can be done now, and why the rest cannot.

use super::{Command, Whole};
use crate::workbench::edit::Side;
use crate::workbench::walk::Walk;
use crate::workbench::{Document, Origin, Screen, Workbench};

impl Command {
    /// Whether it changes the layers of a solid.
    fn is_of_layers(self) -> bool {
        matches!(
            self,
            Command::Board(Whole::Grow(side) | Whole::Shrink(side) | Whole::Shift(side))
                if matches!(side, Side::First | Side::Last)
        )
    }

    /// Whether it can be done now.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence for tooltip and status line.
    pub fn available(self, workbench: &Workbench) -> Result<(), &'static str> {
        let document = workbench.document.as_ref();
        let walk = workbench.walk.as_ref().filter(|_| workbench.screen == Screen::Steps);
        let running = document.is_some_and(|d| d.is_running());
        let busy = document.and_then(|d| d.busy());
        let need = |condition: bool, why| if condition { Ok(()) } else { Err(why) };
        match self {
            Command::Show(Screen::Design)
            | Command::SaveAs
            | Command::DuplicateDocument
            | Command::NewWindow
            | Command::Export => need(document.is_some(), "Open a puzzle first."),
            Command::Save => match document {
                None => Err("Open a puzzle first."),
                Some(d) => need(
                    d.own_file().is_none() || d.is_edited(),
                    "Nothing has changed since it was saved.",
                ),
            },
            Command::Revert => match document.map(|d| (d.is_edited(), &d.origin)) {
                None => Err("Open a puzzle first."),
                Some((_, Origin::New)) => Err("It was never saved to a file."),
                // Somebody may have changed the file itself.
                Some((_, Origin::File(_))) => Ok(()),
                Some((edited, _)) => need(edited, "Nothing has been changed."),
            },
            Command::OtherProblem => need(
                document.is_some_and(|d| d.problems().is_some()),
                "It was not taken from a file of several problems.",
            ),
            Command::CloseDocument => {
                need(document.is_some() || workbench.walk.is_some(), "Nothing is open.")
            }
            Command::Undo => {
                need(document.is_some_and(|d| !d.history().is_empty()), "Nothing has been changed.")
            }
            Command::Redo => need(
                document.is_some_and(|d| d.history().redo_name().is_some()),
                "Nothing has been taken back.",
            ),
            Command::About => need(document.is_some(), "Open a puzzle first."),
            Command::Solve
            | Command::Count
            | Command::StartOver
            | Command::FinishFromHere
            | Command::Estimate
            | Command::ContinueRun
                if busy.is_some() =>
            {
                busy.map_or(Ok(()), Err)
            }
            Command::PinAll | Command::TakeUpAll | Command::FinishFromHere => need(
                document.is_some_and(|d| !d.puzzle.placed.is_empty()),
                "Nothing lies on the board.",
            ),
            Command::Tool(_)
            | Command::Board(_)
            | Command::TurnPiece
            | Command::TurnPieceBack
            | Command::FlipPiece
            | Command::BoardShape
            | Command::PieceShape
            | Command::AddPiece
            | Command::AddFamily
            | Command::DuplicatePieces
            | Command::SwitchPieces
            | Command::MergePieces
            | Command::RemovePieces => match document {
                None => Err("Open a puzzle first."),
                Some(_) if workbench.screen != Screen::Design => {
                    Err("The board is changed on the Design screen.")
                }
                Some(d) if d.puzzle.cover.is_some() => {
                    Err("A puzzle of items and options has no board to change.")
                }
                Some(d) if self.is_of_layers() && !d.puzzle.lattice.is_solid() => {
                    Err("Only a solid has layers.")
                }
                Some(d) if self == Command::Board(Whole::Tip) && !d.puzzle.lattice.is_solid() => {
                    Err("Only a solid can be tipped over.")
                }
                Some(_) => Ok(()),
            },
            Command::Show(Screen::Run) => need(document.is_some(), "Open a puzzle first."),
            Command::Show(Screen::Solutions) => {
                need(document.is_some_and(|d| d.solved.is_some()), "Nothing has been solved yet.")
            }
            Command::Solve | Command::Count | Command::Estimate | Command::ContinueRun => {
                document.map_or(Err("Open a puzzle first."), Document::can_solve)
            }
            Command::StartOver => need(
                document.is_some_and(|d| d.saved().is_some() && d.can_solve().is_ok()),
                "No run of this puzzle was saved.",
            ),
            Command::SaveRun => need(
                running || document.is_some_and(|d| d.saved().is_some()),
                "No run goes on, and none was stopped.",
            ),
            Command::Show(Screen::Steps) => {
                need(document.is_some() || workbench.walk.is_some(), "Open a puzzle first.")
            }
            Command::PauseOrResume if walk.is_some() => walk.map_or(Ok(()), Walk::can_step),
            Command::Previous if walk.is_some() => walk.map_or(Ok(()), Walk::can_go_back),
            Command::Next | Command::StepOver | Command::ToSolution if walk.is_some() => {
                walk.map_or(Ok(()), Walk::can_step)
            }
            Command::StepOver | Command::ToSolution | Command::RestartSteps => {
                need(walk.is_some(), "The Steps screen walks through the search.")
            }
            Command::Stop => need(busy.is_some(), "Nothing is being solved."),
            Command::PauseOrResume => need(running, "Nothing is being solved."),
            Command::Previous | Command::Next => match workbench.screen {
                Screen::Solutions => need(document.is_some(), "Open a puzzle first."),
                Screen::Design => need(document.is_some(), "Open a puzzle first."),
                _ => Err("There is nothing to step through here."),
            },
            Command::Fit | Command::ZoomIn | Command::ZoomOut => need(
                workbench.screen == Screen::Design || workbench.shows_solid(),
                "There is no board to zoom here.",
            ),
            Command::Look(_) | Command::Turn(_) => {
                need(workbench.shows_solid(), "There is no solid to turn here.")
            }
            Command::TakeApart | Command::ShowAll => need(
                workbench.screen == Screen::Solutions && workbench.shows_solid(),
                "There is no solved solid here.",
            ),
            Command::Search => {
                need(workbench.screen == Screen::Gallery, "The gallery has the search field.")
            }
            _ => Ok(()),
        }
    }
}
