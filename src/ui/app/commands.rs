//! Doing commands.

use std::path::PathBuf;

use super::App;
use crate::lattice::Point;
use crate::puzzle::Colour;
use crate::ui::dialogs::{
    self, About, Dialog, NewPuzzle, Picker, ShapeChoice, Sketch, StoredResults,
};
use crate::ui::files::Purpose;
use crate::ui::run::{self, RunState};
use crate::ui::solutions::SolutionsState;
use crate::ui::space::SpaceState;
use crate::workbench::stepper::Stepper;
use crate::workbench::{Command, Screen, SearchSize, Start};

impl App {
    /// Does a command, if it is available.
    pub(super) fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        if let Err(why) = command.available(&self.bench) {
            self.say(why);
            return;
        }
        match command {
            Command::Open => self.files.ask(Purpose::Open, PathBuf::new(), "ron", &self.wake),
            Command::OpenPath => self.dialog = Some(Dialog::path(Purpose::Open)),
            Command::SaveRun => {
                let document = self.bench.document.as_ref();
                let stem = document.map_or_else(String::new, |d| d.stem());
                let name = format!("{stem}.checkpoint");
                self.files.ask(Purpose::SaveRun, name.into(), "checkpoint", &self.wake);
            }
            Command::ContinueRun => {
                self.files.ask(Purpose::ContinueRun, PathBuf::new(), "checkpoint", &self.wake);
            }
            Command::Save
            | Command::SaveAs
            | Command::Revert
            | Command::DuplicateDocument
            | Command::NewWindow
            | Command::CloseDocument => self.document_command(command),
            Command::Export => {
                let document = self.bench.document.as_ref();
                self.dialog = document.map(|d| dialogs::export(d, self.solutions.style));
            }
            Command::OtherProblem => self.dialog = Some(Dialog::Problems),
            Command::StoredResults => {
                let stored = StoredResults::new(self.bench.results.handle(), &self.wake);
                self.dialog = Some(Dialog::StoredResults(stored));
            }
            Command::Undo | Command::Redo => self.undo_or_redo(command),
            Command::Tool(tool) => self.design.take_up(tool),
            Command::Board(_)
            | Command::TurnPiece
            | Command::TurnPieceBack
            | Command::FlipPiece
            | Command::PinAll
            | Command::TakeUpAll
            | Command::DuplicatePieces
            | Command::SwitchPieces
            | Command::MergePieces
            // These are applied as the edits that they stand for.
            | Command::RemovePieces => {}
            Command::New => {
                self.dialog = Some(Dialog::New(NewPuzzle::new(self.bench.document.as_ref())))
            }
            Command::BoardShape
            | Command::AddPiece
            | Command::AddFamily
            | Command::PieceShape
            | Command::About => self.bring_up(command),
            Command::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            Command::Show(screen) => self.bench.screen = screen,
            Command::Solve
            | Command::StartOver
            | Command::Count
            | Command::FinishFromHere
            | Command::Estimate
            | Command::Stop => self.run_search(ctx, command),
            Command::PauseOrResume if self.bench.screen == Screen::Steps => {
                self.stepper(Stepper::play_or_pause);
            }
            Command::StepOver => self.stepper(Stepper::step_over),
            Command::ToSolution => self.stepper(Stepper::to_solution),
            Command::RestartSteps => self.stepper(Stepper::restart),
            Command::PauseOrResume => self.pause_or_resume(),
            Command::Previous | Command::Next => {
                self.step(if command == Command::Next { 1 } else { -1 });
            }
            Command::Fit => {
                self.design.fit();
                self.space().reset();
            }
            Command::ZoomIn | Command::ZoomOut => {
                let factor = if command == Command::ZoomIn { 1.25 } else { 0.8 };
                if self.bench.screen == Screen::Design {
                    self.design.zoom(factor);
                }
                self.space().zoom(factor);
            }
            Command::Look(angle) => self.space().look_from(angle),
            Command::Turn(way) => self.space().turn(way),
            Command::TakeApart => self.space().take_apart(),
            Command::ShowAll => self.space().show_all(),
            Command::LargerInterface | Command::SmallerInterface | Command::UsualInterface => {
                self.zoom_interface(ctx, command);
            }
            Command::Theme(theme) => {
                self.bench.settings.theme = theme;
                self.apply_appearance(ctx);
            }
            Command::Search => self.gallery.focus_search(),
            Command::Commands => self.dialog = Some(Dialog::commands()),
            Command::Keys => self.dialog = Some(Dialog::Keys),
        }
    }

    fn undo_or_redo(&mut self, command: Command) {
        let Some(document) = &mut self.bench.document else { return };
        let done = match command {
            Command::Undo => document.undo(&self.wake),
            _ => document.redo(&self.wake),
        };
        if let Some(name) = done {
            self.document_changed(Point::ORIGIN);
            if let Some(figures) = &self.figures {
                self.design.find(figures);
            }
            let verb = if command == Command::Undo { "Undone" } else { "Redone" };
            self.say(format!("{verb}: {name}."));
        }
    }

    /// Starts and stops searches.
    fn run_search(&mut self, ctx: &egui::Context, command: Command) {
        match command {
            Command::Solve | Command::StartOver | Command::Count => {
                let start = match command {
                    Command::Solve => Start::GoOn,
                    Command::Count => Start::Count,
                    _ => Start::Over,
                };
                match self.bench.solve(start, &run::calm_wake(ctx)) {
                    Ok(()) => {
                        self.draw_figures();
                        self.run = RunState::default();
                        self.solutions = SolutionsState::default();
                        self.bench.screen = Screen::Run;
                    }
                    Err(why) => self.say(why),
                }
            }
            Command::FinishFromHere => {
                if let Err(why) = self.bench.finish_from_here(&run::calm_wake(ctx)) {
                    self.say(why);
                }
            }
            Command::Estimate => self.tell_estimate(),
            Command::Stop => {
                if let Some(document) = &mut self.bench.document {
                    document.stop();
                }
            }
            _ => {}
        }
    }

    fn pause_or_resume(&mut self) {
        if let Some(run) = self.bench.document.as_ref().and_then(|d| d.run()) {
            match run.phase() {
                crate::job::Phase::Paused => run.resume(),
                _ => run.pause(),
            }
        }
    }

    /// Goes to the next or previous solution, placement or step.
    fn step(&mut self, by: i64) {
        match self.bench.screen {
            Screen::Solutions => {
                if let Some(document) = &mut self.bench.document {
                    document.step(by);
                    self.solutions.scroll_to_selected();
                }
            }
            Screen::Design => self.design.step_placement(&self.bench, by),
            Screen::Steps => self.stepper(if by > 0 { Stepper::step } else { Stepper::back }),
            _ => {}
        }
    }

    fn zoom_interface(&mut self, ctx: &egui::Context, command: Command) {
        let zoom = &mut self.bench.settings.zoom;
        *zoom = match command {
            Command::LargerInterface => (*zoom + 0.1).min(2.5),
            Command::SmallerInterface => (*zoom - 0.1).max(0.6),
            _ => 1.0,
        };
        self.apply_appearance(ctx);
    }

    /// Says how large the search will be, and how it will be done.
    fn tell_estimate(&mut self) {
        let Some(document) = &self.bench.document else { return };
        let said = match (document.search_size(), document.plan()) {
            (None, _) => "There is nothing to search.".to_owned(),
            (Some(size @ SearchSize::Estimated(_)), Some(plan)) => {
                let held = plan.held().map_or_else(String::new, |held| format!(", {held} held"));
                format!("Estimated search: {size}, by {}{held}.", plan.searching_names())
            }
            _ => "The search is being measured. See Search in the Design screen.".to_owned(),
        };
        self.say(said);
    }

    /// Brings up what changes a part of the puzzle.
    fn bring_up(&mut self, command: Command) {
        let Some(document) = &self.bench.document else { return };
        let puzzle = &document.puzzle;
        let lattice = puzzle.lattice;
        self.dialog = Some(match command {
            Command::BoardShape => {
                Dialog::BoardShape(ShapeChoice::from_puzzle(puzzle, document.description()))
            }
            Command::AddFamily => Dialog::Family(Picker::new(lattice)),
            Command::AddPiece => {
                let colour = Colour::nth(puzzle.pieces.len() + puzzle.off.len());
                Dialog::Draw(Sketch::new(lattice, colour))
            }
            Command::PieceShape => {
                let all = puzzle.pieces.iter().chain(&puzzle.off);
                let name = self.design.chosen().last();
                let Some(piece) = all.into_iter().find(|piece| Some(&piece.name) == name) else {
                    return self.say("Choose a piece in the list first.");
                };
                Dialog::Draw(Sketch::from_shape(lattice, &piece.name, &piece.shape, piece.colour))
            }
            _ => Dialog::About(About::new(document)),
        });
    }

    /// The canvas in space of the screen that is shown.
    fn space(&mut self) -> &mut SpaceState {
        match self.bench.screen {
            Screen::Design => &mut self.design.space,
            Screen::Steps => &mut self.steps.space,
            _ => &mut self.solutions.space,
        }
    }

    /// Moves the stepper through the search.
    fn stepper(&mut self, step: impl FnOnce(&mut Stepper)) {
        if let Some(stepper) = &mut self.bench.stepper {
            step(stepper);
        }
    }
}
