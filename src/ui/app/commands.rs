//! Running commands.

use std::path::PathBuf;
use std::sync::Arc;

use super::{App, MAX_ZOOM, MIN_ZOOM};
use crate::files;
use crate::lattice::Point;
use crate::picture::png::Pixels;
use crate::puzzle::Description;
use crate::text;
use crate::ui::dialogs::{
    self, About, Challenges, Dialog, Lookup, NewPuzzle, Picker, PlayRecord, Program, Report,
    ShapeChoice, Sketch, SolutionTable, StoredResults, VariantsEditor, Welcome,
};
use crate::ui::platform::purpose::Purpose;
use crate::ui::platform::wake;
use crate::ui::run::RunState;
use crate::ui::solutions;
use crate::ui::space::SpaceState;
use crate::ui::widgets::theme;
use crate::workbench::by_hand::Hint;
use crate::workbench::command::SolutionAction;
use crate::workbench::disassembly::ShownDisassembly;
use crate::workbench::piece_use::use_pieces_of;
use crate::workbench::reason::Position;
use crate::workbench::sets::SetsAction;
use crate::workbench::stepper::{StepSize, Stepper};
use crate::workbench::variants::{VariantAction, VariantCommand};
use crate::workbench::{Command, Screen, SearchSize, Start, Theme};

impl App {
    /// Runs a command, or says why it is not available.
    pub(super) fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        if let Err(why) = command.available(&self.bench) {
            self.say(why);
            return;
        }
        match command {
            Command::Open
            | Command::OpenPath
            | Command::SaveRun
            | Command::ContinueRun
            | Command::ExportCertificate => {
                self.ask_for_file(command);
            }
            Command::Save
            | Command::SaveAs
            | Command::Revert
            | Command::DuplicateDocument
            | Command::NewWindow
            | Command::NewTab
            | Command::NextTab
            | Command::PreviousTab
            | Command::CloseDocument => self.document_command(command),
            Command::Undo | Command::Redo => self.undo_or_redo(command),
            Command::Tool(tool) => self.design.take_up(tool),
            Command::SelectAllPieces => {
                if let Some(document) = &self.bench.document {
                    self.design.select_all(&document.puzzle);
                }
            }
            // These have been applied as the edits that they stand for; see `edit_of`.
            Command::Board(_)
            | Command::TurnPiece
            | Command::TurnPieceBack
            | Command::FlipPiece
            | Command::TiltPiece
            | Command::PinAll
            | Command::TakeUpAll
            | Command::PickUp
            | Command::DuplicatePieces
            | Command::SwitchPieces
            | Command::MergePieces
            | Command::RemovePieces => {}
            Command::Export if self.bench.screen == Screen::Make => self.choose_make_path(None),
            Command::New
            | Command::OtherProblem
            | Command::StoredResults
            | Command::MakeChallenges
            | Command::SolutionTable
            | Command::Export
            | Command::Commands
            | Command::Guide
            | Command::Keys
            | Command::Welcome
            | Command::Program => self.open_dialog(command),
            Command::ReportProblem => {
                self.dialog = Some(Dialog::Report(Report::new(&self.bench, ctx)));
            }
            Command::BoardShape
            | Command::AddPiece
            | Command::AddFamily
            | Command::EditPiece
            | Command::EditVariants
            | Command::About => self.open_puzzle_dialog(command),
            Command::PlayRecord => {
                self.dialog = Some(Dialog::PlayRecord(PlayRecord::new(&self.bench, &self.wake)));
            }
            Command::NextHint
            | Command::HideHints
            | Command::RandomSolution
            | Command::ShowSolved => self.help_to_place(command),
            Command::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            Command::Show(screen) => self.show_screen(screen),
            Command::ShowFilter => {
                self.show_screen(Screen::Solutions);
                self.solutions.go_to_filter();
            }
            Command::Solve
            | Command::StartOver
            | Command::Count
            | Command::FindOne
            | Command::AskSat
            | Command::ShowParts
            | Command::PlaceBest
            | Command::FinishFromHere
            | Command::Estimate
            | Command::Recount
            | Command::Stop => self.run_search(ctx, command),
            Command::WhyNone => self.show_reason(Position::Here),
            Command::PauseOrResume => self.pause_or_resume(),
            Command::StepOver => self.stepper(Stepper::step_over),
            Command::ToSolution => self.stepper(Stepper::to_solution),
            Command::NextLevel => self.stepper(Stepper::to_next_level),
            Command::PreviousLevel => self.stepper(Stepper::to_previous_level),
            Command::RestartSteps => self.stepper(Stepper::restart),
            Command::ExportSteps => self.set_up_step_pictures(),
            Command::ToggleLinks => self.steps.toggle_links(),
            Command::StepSize(size) => {
                if size == StepSize::Link {
                    self.steps.show_links();
                }
                self.stepper(|stepper| stepper.set_size(size));
            }
            Command::NestAgain => self.nest_again(),
            Command::Previous => self.step(-1),
            Command::Next => self.step(1),
            Command::Fit
            | Command::ZoomIn
            | Command::ZoomOut
            | Command::Look(_)
            | Command::Turn(_)
            | Command::Explode
            | Command::ShowAll => self.change_view(command),
            Command::TakeApart => self.toggle_disassembly(),
            Command::NextMove => self.moves(|taking| taking.step(true)),
            Command::PreviousMove => self.moves(|taking| taking.step(false)),
            Command::Assemble => self.moves(ShownDisassembly::assemble),
            Command::LargerInterface | Command::SmallerInterface | Command::UsualInterface => {
                self.zoom_interface(ctx, command);
            }
            Command::Theme(theme) => {
                self.bench.settings.theme = theme;
                if theme == Theme::System {
                    self.bench.settings.high_contrast = None;
                }
                self.apply_appearance(ctx);
            }
            Command::HighContrast => {
                self.bench.settings.high_contrast = Some(!theme::has_high_contrast(ctx));
                self.apply_appearance(ctx);
            }
            Command::Search if self.bench.screen == Screen::Variants => {
                self.variants.focus_search()
            }
            Command::Search if self.bench.screen == Screen::Solutions => {
                self.dialog = Some(Dialog::Lookup(Lookup::default()));
            }
            Command::Search => self.gallery.focus_search(),
            Command::Solution(action) => self.solution_command(ctx, action),
            Command::Variant(command) => self.variant_command(ctx, command),
        }
    }

    /// Shows another screen.
    fn show_screen(&mut self, screen: Screen) {
        if self.bench.screen != screen
            && self.message.as_ref().is_some_and(|message| message.is_news())
        {
            self.message = None;
        }
        self.bench.screen = screen;
        self.follow_played();
    }

    /// Goes to another solution, or marks or compares the one selected.
    fn solution_command(&mut self, ctx: &egui::Context, action: SolutionAction) {
        let Some(document) = &mut self.bench.document else { return };
        match action {
            SolutionAction::Random => {
                let seed = ctx.input(|i| i.time).to_bits();
                document.select(solutions::random_below(seed, document.shown()));
            }
            SolutionAction::NextSymmetric => {
                if !document.select_next_symmetric() {
                    self.say("No solution in the list is symmetric.");
                    return;
                }
            }
            SolutionAction::Star => {
                let n = document.selected();
                let mut mark = document.mark(n).cloned().unwrap_or_default();
                mark.starred = !mark.starred;
                self.bench.set_mark(n, mark);
                return;
            }
            SolutionAction::CopyPicture => return self.copy_picture(ctx),
            SolutionAction::UsePieces => return self.use_pieces(),
            SolutionAction::Compare => document.toggle_comparison(),
            SolutionAction::SortByLikeness => {
                let Some(browser) = document.browser() else { return };
                let mut settings = browser.settings().clone();
                settings.like = document.distinct_solution(document.selected());
                document.set_list(settings);
            }
        }
        self.solutions.scroll_to_selected();
    }

    /// Uses the pieces of the selected solution alone, and shows the list of them.
    fn use_pieces(&mut self) {
        let Some(document) = &self.bench.document else { return };
        match use_pieces_of(document, document.selected()) {
            Ok(edit) => {
                let number = document.number(document.selected()).unwrap_or_default();
                if self.edit(&edit, None) {
                    self.bench.screen = Screen::Design;
                    let number = text::grouped(number);
                    self.say(format!("The puzzle now uses only the pieces of solution {number}."));
                }
            }
            Err(why) => self.say(why),
        }
    }

    /// Puts a picture of the selected solution on the clipboard.
    fn copy_picture(&mut self, ctx: &egui::Context) {
        let Some(document) = &self.bench.document else { return };
        let n = document.selected();
        let Some(placed) = document.placed(n) else { return };
        let number = text::grouped(document.number(n).unwrap_or(n + 1));
        let puzzle = document.solved_puzzle();
        match files::solution_pixels(puzzle, &placed, self.solutions.style) {
            Ok(Pixels { width, height, bytes }) => {
                let size = [width, height];
                ctx.copy_image(egui::ColorImage::from_rgba_premultiplied(size, &bytes));
                self.say(format!("Copied solution {number} as a picture."));
            }
            Err(error) => self.complain(format!("Solution {number} was not copied: {error}.")),
        }
    }

    /// Asks for the file to read or write.
    fn ask_for_file(&mut self, command: Command) {
        match command {
            Command::Open => self.ask_path(Purpose::Open, PathBuf::new(), "ron"),
            Command::OpenPath => self.dialog = Some(Dialog::path(Purpose::Open)),
            Command::SaveRun => {
                self.ask_path(Purpose::SaveRun, self.beside(".checkpoint"), "checkpoint");
            }
            Command::ExportCertificate => {
                self.ask_path(Purpose::Certificate, self.beside("-certificate.ron"), "ron");
            }
            _ => self.ask_path(Purpose::ContinueRun, PathBuf::new(), "checkpoint"),
        }
    }

    /// Opens a dialog that does not change the puzzle.
    fn open_dialog(&mut self, command: Command) {
        let document = self.bench.document.as_ref();
        self.dialog = match command {
            Command::New => Some(Dialog::New(NewPuzzle::new(document))),
            Command::OtherProblem => Some(Dialog::Problems),
            Command::StoredResults => {
                let stored = StoredResults::new(self.bench.results.handle(), &self.wake);
                Some(Dialog::StoredResults(stored))
            }
            Command::MakeChallenges => Some(Dialog::Challenges(Challenges::new(&self.wake))),
            Command::SolutionTable => {
                let table = document.and_then(|d| SolutionTable::new(d, &self.wake));
                table.map(Dialog::SolutionTable)
            }
            Command::Export => {
                let format = self.export_format;
                document.map(|d| dialogs::export(d, self.picture_style(d), self.sight(), format))
            }
            Command::Commands => Some(Dialog::commands()),
            Command::Guide => Some(Dialog::Guide(Box::default())),
            Command::Welcome => Some(Dialog::Welcome(Welcome::default())),
            Command::Program => Some(Dialog::Program(Program::default())),
            _ => Some(Dialog::Keys),
        };
    }

    /// Moves the camera of the canvas that is shown.
    fn change_view(&mut self, command: Command) {
        match command {
            Command::Fit => {
                match self.bench.screen {
                    Screen::Play => self.play.fit(),
                    _ => self.design.fit(),
                }
                self.space().reset();
            }
            Command::ZoomIn | Command::ZoomOut => {
                let factor = if command == Command::ZoomIn { 1.25 } else { 0.8 };
                match self.bench.screen {
                    Screen::Design => self.design.zoom(factor),
                    Screen::Play => self.play.zoom(factor),
                    _ => {}
                }
                self.space().zoom(factor);
            }
            Command::Look(angle) => self.space().look_from(angle),
            Command::Turn(way) => self.space().turn(way),
            Command::Explode => self.space().explode(),
            _ => self.space().show_all(),
        }
    }

    fn undo_or_redo(&mut self, command: Command) {
        if command == Command::Undo && self.bench.pushes_to_undo() {
            return self.moves(|taking| taking.step(false));
        }
        if command == Command::Redo && self.bench.pushes_to_redo() {
            return self.moves(|taking| taking.step(true));
        }
        let Some(document) = self.bench.shown_document_mut() else { return };
        let before = Arc::clone(document.description());
        let done = match command {
            Command::Undo => document.undo(&self.wake),
            _ => document.redo(&self.wake),
        };
        if let Some(name) = done {
            self.show_made_otherwise(&before);
            if command == Command::Undo {
                self.play.undo();
            }
            self.document_changed(Point::ORIGIN);
            let is_other = self.bench.shown_played().is_some();
            if let Some(figures) = self.figures.as_ref().filter(|_| !is_other) {
                self.design.fit_if_out_of_view(figures);
            }
            let verb = if command == Command::Undo { "Undone" } else { "Redone" };
            self.say(format!("{verb}: {name}."));
        }
    }

    /// Shows the Make screen where nothing but how the puzzle is made has changed since a version, so
    /// that no change is out of sight.
    fn show_made_otherwise(&mut self, before: &Description) {
        let Some(document) = self.bench.shown_document() else { return };
        let now = document.description();
        let is_rest_same = Description { make: now.make.clone(), ..before.clone() } == **now;
        if is_rest_same && self.make.show_change(&before.make, &now.make) {
            self.bench.screen = Screen::Make;
        }
    }

    /// Gives hints and solutions from the pieces on the board.
    fn help_to_place(&mut self, command: Command) {
        let settings = self.bench.settings.play;
        let Some(document) = self.bench.shown_document_mut() else { return };
        match command {
            Command::NextHint => {
                document.next_hint(settings);
                let shown = document.hints(settings);
                let last = shown.iter().rev().find(|step| step.text.is_some());
                // A number that is shown anyway gives nothing away.
                let is_news = !settings.count || last.is_none_or(|step| step.hint != Hint::HowMany);
                match self.bench.screen {
                    Screen::Design => self.design.show_hints(),
                    _ if is_news => self.play.count_hint(),
                    _ => {}
                }
            }
            Command::HideHints => document.hide_hints(),
            Command::RandomSolution => document.fill(),
            _ => {
                document.select_solved();
                self.solutions.scroll_to_selected();
                self.bench.screen = Screen::Solutions;
            }
        }
    }

    /// Fills the board with a solution that was asked for, once one is known.
    pub(super) fn fill_board(&mut self) {
        match self.bench.document.as_mut().and_then(|document| document.take_fill()) {
            Some(Ok(edit)) => drop(self.edit(&edit, None)),
            Some(Err(why)) => self.say(why),
            None => {}
        }
    }

    /// Starts and stops searches.
    fn run_search(&mut self, ctx: &egui::Context, command: Command) {
        match command {
            Command::Solve if self.bench.shows_sets() => {
                if let Err(why) = self.bench.start_sets() {
                    self.say(why);
                }
            }
            Command::Solve if self.bench.solves_variants() => {
                self.variant_command(ctx, VariantCommand::SolveAll);
            }
            Command::Solve | Command::StartOver | Command::Count => {
                let start = match command {
                    Command::Solve => Start::GoOn,
                    Command::Count => Start::Count,
                    _ => Start::Over,
                };
                match self.bench.solve(start, &wake::calm_wake(ctx)) {
                    Ok(()) => {
                        self.draw_figures();
                        self.run = RunState::default();
                        self.solutions = self.solutions.fresh();
                        self.bench.screen = Screen::Run;
                    }
                    Err(why) => self.say(why),
                }
            }
            Command::FindOne | Command::AskSat => {
                let wake = wake::calm_wake(ctx);
                let begun = match command {
                    Command::AskSat => self.bench.ask_sat(&wake),
                    _ => self.bench.find_one(&wake),
                };
                match begun {
                    Ok(()) => self.bench.screen = Screen::Run,
                    Err(why) => self.say(why),
                }
            }
            Command::ShowParts => match self.bench.show_parts() {
                Ok(()) => {
                    self.draw_figures();
                    self.solutions = self.solutions.fresh();
                }
                Err(why) => self.say(why),
            },
            Command::PlaceBest => self.place_best(),
            Command::FinishFromHere => {
                if let Err(why) = self.bench.finish_from_here(&wake::calm_wake(ctx)) {
                    self.say(why);
                }
            }
            Command::Estimate => self.show_estimate(),
            Command::Recount => match self.bench.recount(&wake::calm_wake(ctx)) {
                Ok(()) => self.bench.screen = Screen::Solutions,
                Err(why) => self.say(why),
            },
            Command::Stop => {
                if let Some(document) = &mut self.bench.document {
                    document.stop();
                }
            }
            _ => {}
        }
    }

    /// Places the best attempt to find a solution on the board.
    fn place_best(&mut self) {
        let Some(document) = &self.bench.document else { return };
        match document.best_partial_edits() {
            Ok(edits) => {
                let gesture = Some(self.design.next_gesture());
                if edits.iter().all(|edit| self.edit(edit, gesture)) {
                    self.bench.screen = Screen::Design;
                }
            }
            Err(why) => self.say(why),
        }
    }

    /// Pauses or resumes the run, or the stepper where it is shown.
    /// Shows how the chosen solution is taken apart, whole and with all its pieces, or no longer.
    fn toggle_disassembly(&mut self) {
        self.bench.toggle_disassembly();
        self.solutions.space.apart = 0.0;
        self.solutions.space.show_all();
    }

    /// Does something with the moves by which the chosen solution is taken apart.
    fn moves(&mut self, change: impl FnOnce(&mut ShownDisassembly)) {
        if let Some(taking) = &mut self.bench.disassembly {
            change(taking);
        }
    }

    fn pause_or_resume(&mut self) {
        if self.bench.screen == Screen::Steps {
            return self.stepper(Stepper::play_or_pause);
        }
        if self.bench.screen == Screen::Solutions && self.bench.disassembly.is_some() {
            return self.moves(ShownDisassembly::play_or_pause);
        }
        let document = self.bench.document.as_ref();
        if let Some(document) = document.filter(|d| d.variants().is_running()) {
            document.variants().pause_or_resume();
        } else if let Some(document) = document.filter(|d| d.sets().is_running()) {
            document.sets().pause_or_resume();
        } else if let Some(first) = document.and_then(|d| d.first()).filter(|own| !own.is_over()) {
            first.pause_or_resume();
        } else if let Some(run) = document.and_then(|d| d.run()) {
            match run.phase() {
                crate::job::Phase::Paused => run.resume(),
                _ => run.pause(),
            }
        }
    }

    /// Moves to the next or previous solution, placement or step.
    fn step(&mut self, by: i64) {
        match self.bench.screen {
            Screen::Solutions => {
                if let Some(document) = &mut self.bench.document {
                    document.step(by);
                    self.solutions.scroll_to_selected();
                }
            }
            Screen::Variants
                if self.bench.document.as_ref().is_some_and(|d| d.sets().is_shown()) =>
            {
                let sets = self.bench.document.as_ref().map(|d| d.sets());
                if let Some(next) = sets.and_then(|sets| sets.neighbour(by)) {
                    self.bench.change_sets(SetsAction::Select(next));
                    self.sets.follow();
                }
            }
            Screen::Variants => {
                let variants = self.bench.document.as_ref().map(|d| d.variants());
                if let Some(next) = variants.and_then(|variants| variants.neighbour(by)) {
                    self.bench.change_variants(VariantAction::Select(next));
                    self.variants.follow();
                }
            }
            Screen::Design => {
                if let Some(document) = &self.bench.document {
                    self.design.step_placement(document, by);
                }
            }
            Screen::Steps => self.stepper(if by > 0 { Stepper::step } else { Stepper::back }),
            _ => {}
        }
    }

    fn zoom_interface(&mut self, ctx: &egui::Context, command: Command) {
        // What the window has no room for is no step.
        let before = self.shown_zoom(ctx);
        self.bench.settings.zoom = match command {
            Command::LargerInterface => (before + 0.1).max(self.bench.settings.zoom).min(MAX_ZOOM),
            Command::SmallerInterface => (before - 0.1).max(MIN_ZOOM),
            _ => 1.0,
        };
        self.apply_appearance(ctx);
        if command == Command::LargerInterface
            && self.shown_zoom(ctx) <= before
            && before < MAX_ZOOM
        {
            self.say("The window is too small for a larger interface.");
        }
    }

    /// Shows how large the search will be, and which engine will do it.
    fn show_estimate(&mut self) {
        let Some(document) = &self.bench.document else { return };
        let said = match (document.search_size(), document.plan()) {
            (None, _) => "There is nothing to search.".to_owned(),
            (Some(size @ SearchSize::Estimated(_)), Some(plan)) => {
                let held = plan.held().map_or_else(String::new, |held| format!(", {held} fixed"));
                format!("Search: {size} ({}{held}).", plan.searching_names())
            }
            _ => "The search is being estimated. See Search on the Design screen.".to_owned(),
        };
        self.say(said);
    }

    /// Opens the dialog that changes a part of the puzzle.
    fn open_puzzle_dialog(&mut self, command: Command) {
        let Some(document) = &self.bench.document else { return };
        let puzzle = &document.puzzle;
        self.dialog = Some(match command {
            Command::BoardShape => {
                Dialog::BoardShape(ShapeChoice::from_puzzle(puzzle, document.description()))
            }
            Command::AddFamily => {
                Dialog::Family(Picker::new(puzzle, &document.description().board))
            }
            Command::EditVariants => Dialog::Variants(VariantsEditor::new(document, &self.wake)),
            Command::AddPiece => Dialog::Draw(Sketch::new(puzzle)),
            Command::EditPiece => {
                let all = puzzle.pieces.iter().chain(&puzzle.off);
                let name = self.design.chosen().last();
                let Some(piece) = all.into_iter().find(|piece| Some(&piece.name) == name) else {
                    return self.say("Choose a piece in the list first.");
                };
                Dialog::Draw(Sketch::of_piece(puzzle, piece))
            }
            _ => Dialog::About(About::new(document)),
        });
    }

    /// The canvas in space of the screen that is shown.
    fn space(&mut self) -> &mut SpaceState {
        match self.bench.screen {
            Screen::Play => &mut self.play.space,
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
