//! The application: the frame around the screens, and the one place where actions are applied.
//!
//! [`bars`] are around the screens, [`keys`] says what a key means there, [`apply`] does what screens ask
//! for. [`commands`] obeys commands, with those of variants and of playing in files of their own;
//! [`edits`] has what they change. [`documents`] opens, saves and closes, with [`tabs`] for several;
//! [`exports`] and [`make_output`] write files.

mod apply;
pub(crate) mod bars;
mod commands;
mod documents;
#[cfg(test)]
mod documents_tests;
mod edits;
mod exports;
mod keys;
mod make_output;
#[cfg(test)]
pub(crate) mod menu_tests;
mod play_commands;
#[cfg(test)]
mod replay_tests;
mod tabs;
#[cfg(test)]
mod tabs_tests;
mod variant_commands;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{CentralPanel, Frame, ThemePreference, Ui};

use self::documents::DocumentState;
use super::action::{Actions, Model, ProofFile};
use super::design::{self, DesignState};
use super::dialogs::{self, Dialog, RecordFile, Welcome, WhyNone};
use super::drawing::figure_cache::FigureCache;
use super::gallery::{self, GalleryState};
use super::make::{self, MakeState};
use super::menus;
use super::platform::desktop;
use super::platform::files::{Event, Files};
use super::platform::purpose::Purpose;
use super::platform::system_fonts;
use super::play::{self, PlayState};
use super::run::{self, RunState};
use super::sets::{self, SetsState};
use super::solutions::{self, SolutionsState};
use super::steps::{self, StepsState};
use super::variants::{self, VariantsState};
use super::widgets::theme::{self, Palette};
use super::widgets::toast::{self, Message};
use super::widgets::{self, focus};
use crate::files::{self, FORMATS, Format};
use crate::format::bundled;
use crate::lattice::Point;
use crate::picture::Style;
use crate::puzzle::{BoardPiece, Puzzle};
use crate::text;
use crate::ui::replacement::Intent;
use crate::workbench::Wake;
use crate::workbench::edit::{Edit, PieceChange};
use crate::workbench::reason::Position;
use crate::workbench::results;
use crate::workbench::{Command, Screen, Settings, Theme, Workbench};

/// Where eframe keeps the settings.
const SETTINGS: &str = "polywright";
/// The least size of the window in points: what every screen has room in. A window of 900×600 has it
/// with an interface at 200 %.
const MIN_SIZE: [f32; 2] = [450.0, 300.0];
/// The icon of the window.
const ICON: &[u8] = include_bytes!("../../../assets/desktop/icons/128.png");
/// The smallest interface.
pub(super) const MIN_ZOOM: f32 = 0.6;
/// The largest interface.
pub(super) const MAX_ZOOM: f32 = 3.0;

/// The window's state.
pub struct App {
    pub(crate) bench: Workbench,
    pub(crate) wake: Wake,
    /// Figures of the document that the screen shows, as it is now, and the number of that.
    pub(crate) figures: Option<FigureCache>,
    drawn: Option<u64>,
    /// Figures of the puzzle that was solved, which may be an earlier version of it.
    pub(crate) solved_figures: Option<FigureCache>,
    /// The puzzle that these are of.
    solved_puzzle: Option<Arc<Puzzle>>,
    pub(crate) gallery: GalleryState,
    pub(crate) play: PlayState,
    pub(crate) design: DesignState,
    pub(crate) run: RunState,
    pub(crate) solutions: SolutionsState,
    pub(crate) steps: StepsState,
    pub(crate) variants: VariantsState,
    sets: SetsState,
    pub(crate) make: MakeState,
    pub(crate) dialog: Option<Dialog>,
    /// The format of the last export that was not of a single solution.
    export_format: &'static Format,
    pub(crate) files: Files,
    /// The report of a problem that is being saved.
    report: String,
    /// The record of play that is being saved.
    record: Option<RecordFile>,
    /// The picture or certificate of why there is no solution that is being saved.
    proof: ProofFile,
    pub(crate) documents: DocumentState,
    /// The state of the screens for the documents in other tabs.
    views: Vec<Option<tabs::Views>>,
    /// The message about the last action or error, until it is closed.
    message: Option<Message>,
    /// The actions to apply when the frame has been drawn.
    actions: Actions,
    /// All actions that were applied.
    #[cfg(test)]
    pub(crate) applied: Vec<super::action::Action>,
}

impl App {
    /// Makes the window's state; `file` is opened at once.
    pub fn new(context: &eframe::CreationContext<'_>, file: Option<PathBuf>) -> App {
        let ctx = &context.egui_ctx;
        theme::install(ctx);
        let mut bench = Workbench::default();
        if let Some(storage) = context.storage {
            bench.settings = eframe::get_value::<Settings>(storage, SETTINGS).unwrap_or_default();
        }
        let solutions = SolutionsState::drawn(Style::default().with(&bench.settings.picture));
        let waker = ctx.clone();
        let wake: Wake = Arc::new(move || waker.request_repaint());
        let mut app = App {
            gallery: GalleryState::new(&wake),
            make: MakeState::new(&wake),
            bench,
            wake,
            figures: None,
            drawn: None,
            solved_figures: None,
            solved_puzzle: None,
            play: PlayState::default(),
            design: DesignState::default(),
            run: RunState::default(),
            solutions,
            steps: StepsState::default(),
            variants: VariantsState::default(),
            sets: SetsState::default(),
            dialog: None,
            export_format: &files::RON,
            files: Files::default(),
            report: String::new(),
            record: None,
            proof: ProofFile::default(),
            documents: DocumentState::default(),
            views: vec![None],
            message: None,
            actions: Actions::default(),
            #[cfg(test)]
            applied: Vec::new(),
        };
        // Where panels were scrolled to is not remembered from one start to the next either.
        app.documents.is_new = true;
        app.apply_appearance(ctx);
        // Once, and only where it is remembered; not over a file that was asked for.
        if context.storage.is_some() && file.is_none() && !app.bench.settings.welcomed {
            app.bench.settings.welcomed = true;
            app.dialog = Some(Dialog::Welcome(Welcome::default()));
        }
        if let Some(path) = file {
            match bundled::named(&path) {
                Some(index) => app.intend(Intent::Bundled(index)),
                None => app.files.read(path, None, &app.wake),
            }
        }
        app
    }

    /// Stores results in a file from now on, and finds them there.
    pub fn keep_results_in(&mut self, file: PathBuf) {
        self.bench.results.keep_in(file);
        self.bench.results.set_limit(self.bench.settings.results_limit);
    }

    /// Asks for a command to be done after this frame.
    pub(crate) fn send(&mut self, command: Command) {
        self.actions.send(command);
    }

    /// Says that something went wrong.
    pub(crate) fn complain(&mut self, text: impl Into<String>) {
        self.message = Some(Message::new(text.into(), true));
    }

    /// Says that something was done.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message::new(text.into(), false));
    }

    pub(super) fn apply_appearance(&self, ctx: &egui::Context) {
        ctx.set_theme(match self.bench.settings.theme {
            Theme::System => ThemePreference::System,
            Theme::Light => ThemePreference::Light,
            Theme::Dark => ThemePreference::Dark,
        });
        self.follow_contrast(ctx);
        ctx.set_zoom_factor(self.shown_zoom(ctx));
    }

    /// Gives the themes the contrast that the user has chosen, or that of the desktop.
    fn follow_contrast(&self, ctx: &egui::Context) {
        let chosen = self.bench.settings.high_contrast;
        let is_high = chosen.unwrap_or_else(|| desktop::wants_high_contrast(ctx));
        theme::set_high_contrast(ctx, is_high);
    }

    /// Returns the zoom of the interface in the window as it is.
    pub(super) fn shown_zoom(&self, ctx: &egui::Context) -> f32 {
        fitting_zoom(self.bench.settings.zoom, ctx.content_rect().size() * ctx.zoom_factor())
    }

    /// Makes ready for a document that has just been opened.
    pub(crate) fn document_opened(&mut self) {
        self.play = PlayState::default();
        self.design = DesignState::default();
        self.draw_figures();
        self.run = RunState::default();
        self.solutions = self.solutions.fresh();
        // Solutions are shown as the puzzle's own pictures are made, where its file says how.
        if let Some(document) = &self.bench.document {
            self.solutions.style = self.picture_style(document);
        }
        self.steps = StepsState::default();
        self.make = MakeState::new(&self.wake);
        self.variants = VariantsState::default();
        self.sets = SetsState::default();
        self.dialog = None;
        self.message = None;
        self.documents.is_new = true;
        self.gallery.keep_selected_in_sight();
    }

    /// Draws the document anew, and what was solved of it.
    pub(super) fn draw_figures(&mut self) {
        let second_layers = self.design.space.second_layers;
        let before = self.figures.take();
        let shown = self.bench.shown_document();
        self.drawn = shown.map(|document| document.serial());
        let draw = |puzzle: &Puzzle| FigureCache::after(before, puzzle, second_layers);
        self.figures = match self.bench.shown_played() {
            Some(played) => Some(draw(&played.pictured())),
            None => shown.map(|document| draw(&document.puzzle)),
        };
        let document = self.bench.document.as_ref();
        // What was solved stays the same while its puzzle is edited.
        let basis = document.and_then(|d| d.basis()).map(|basis| &basis.puzzle);
        if basis.map(Arc::as_ptr) != self.solved_puzzle.as_ref().map(Arc::as_ptr) {
            self.solved_puzzle = basis.cloned();
            self.solved_figures = basis.map(|puzzle| FigureCache::new(puzzle));
        }
    }

    /// Changes the puzzle; edits of one gesture have one number.
    pub(crate) fn edit(&mut self, edit: &Edit, gesture: Option<u64>) -> bool {
        let before = self.bench.document.as_ref().map(|document| Arc::clone(&document.puzzle));
        match self.bench.edit(edit, gesture, &self.wake) {
            Ok(shift) => {
                let kept = self.message.take().filter(|message| message.is_within(gesture));
                self.document_changed(shift);
                self.message = kept;
                match edit {
                    Edit::Cut { .. } => {
                        let now = self.bench.document.as_ref().map(|document| &document.puzzle);
                        let words = before.zip(now).and_then(|(was, now)| cut_in_two(&was, now));
                        if let Some(words) = words {
                            self.message = Some(Message::undoable(words).within(gesture));
                        }
                    }
                    Edit::Board(_) | Edit::BoardForm(_) => self.design.fit(),
                    Edit::TakeUp(taken) if self.bench.screen != Screen::Play => {
                        self.design.forget_laid(taken);
                    }
                    // Under its new name the piece stays chosen.
                    Edit::Pieces(_, PieceChange::Name(name)) => {
                        self.design.select(Some(name.trim()));
                    }
                    Edit::Remove(names) => {
                        let what = match &names[..] {
                            [one] => format!("piece {one}"),
                            all => text::count(all.len() as u64, "piece"),
                        };
                        let text = format!("Removed {what} from the puzzle.");
                        self.message = Some(Message::undoable(text));
                    }
                    _ => {}
                }
                true
            }
            Err(refusal) => {
                self.complain(refusal.to_string());
                false
            }
        }
    }

    /// Makes ready for another version of the document, moved by some shift. What is looked at
    /// stays in view.
    pub(crate) fn document_changed(&mut self, shift: Point) {
        self.draw_figures();
        let is_move = self.bench.screen == Screen::Play;
        if let Some(played) = self.bench.shown_played() {
            self.play.follow(&played.document.puzzle, shift, is_move);
        } else if let (Some(document), Some(figures)) = (&self.bench.document, &self.figures) {
            self.design.follow(&document.puzzle, figures, shift);
            self.play.follow(&document.puzzle, shift, is_move);
        }
        self.message = None;
    }

    /// Opens a file of the list of recent ones; one that is gone is forgotten.
    fn open_recent(&mut self, path: PathBuf) {
        if path.exists() {
            self.open_file(path);
        } else {
            self.bench.settings.forget(&path);
            self.complain(format!(
                "{} no longer exists and was removed from the recent files.",
                path.display()
            ));
        }
    }

    /// Opens a file.
    pub(crate) fn open_file(&mut self, path: PathBuf) {
        self.files.read(path, None, &self.wake);
    }

    /// Opens files that were dropped on the window: the first one here, the others in windows of
    /// their own.
    pub(super) fn open_dropped(&mut self, dropped: Vec<PathBuf>) {
        let (folders, files): (Vec<_>, Vec<_>) =
            dropped.into_iter().partition(|path| path.is_dir());
        if let Some(folder) = folders.first() {
            self.complain(format!("{} is a folder. Drop files instead.", folder.display()));
        }
        let mut files = files.into_iter();
        let Some(first) = files.next() else { return };
        self.open_file(first);
        let others: Vec<PathBuf> = files.collect();
        if !others.is_empty() {
            self.open_in_windows(&others);
        }
    }

    /// Writes the run to a file.
    pub(crate) fn save_run(&mut self, path: PathBuf) {
        match self.bench.document.as_ref().and_then(|document| document.run_file()) {
            Some(contents) => {
                let done = "Saved the run to".to_owned();
                self.files.write_other(path, contents, done, &self.wake);
            }
            None => self.say("There is no run to save."),
        }
    }

    /// Asks where a report of a problem is to be written.
    pub(super) fn save_report(&mut self, text: String) {
        self.report = text;
        self.ask_path(Purpose::Report, "polywright-report.txt".into(), "txt");
    }

    /// Writes the report, as it was shown.
    pub(super) fn write_report(&mut self, path: PathBuf) {
        let text = self.report.clone();
        let done = "Wrote the report to".to_owned();
        self.files.write_other(path, move || Ok(text.into_bytes()), done, &self.wake);
    }

    /// Opens the dialog that shows why the puzzle, or what lies on its board, has no solution.
    pub(super) fn show_reason(&mut self, position: Position) {
        if let Some(document) = &self.bench.document {
            self.dialog = Some(Dialog::WhyNone(WhyNone::new(document, position, &self.wake)));
        }
    }

    /// Asks where a picture or certificate of why there is no solution is to be written.
    pub(super) fn save_proof(&mut self, proof: ProofFile) {
        let path = self.beside(&format!("-no-solution.{}", proof.ending));
        self.ask_path(Purpose::Proof, path, proof.ending);
        self.proof = proof;
    }

    /// Writes that file, as it was shown.
    pub(super) fn write_proof(&mut self, path: PathBuf) {
        let text = self.proof.text.clone();
        let done = "Wrote the reason to".to_owned();
        self.files.write_other(path, move || Ok(text.into_bytes()), done, &self.wake);
    }

    /// Reads a run from a file and goes on with it.
    pub(crate) fn continue_run(&mut self, path: PathBuf) {
        let analysis = self.bench.document.as_ref().and_then(|d| d.analysis().get()).cloned();
        if let Some(analysis) = analysis {
            self.files.read_run(path, analysis, &self.wake);
        }
    }

    /// The path of a file that is made of the document: in its folder, its name with an ending.
    pub(super) fn beside(&self, ending: &str) -> PathBuf {
        let document = self.bench.document.as_ref();
        document.map_or_else(PathBuf::new, |own| own.folder().join(own.stem() + ending))
    }

    /// Asks for the path of a file, and proposes one. It stands for the document that is shown now,
    /// whichever is shown when the answer comes.
    pub(super) fn ask_path(&mut self, purpose: Purpose, proposal: PathBuf, ending: &'static str) {
        if self.files.ask(purpose, proposal, ending, &self.wake) {
            self.documents.named = self.bench.document.as_ref().map(|own| own.serial());
        }
    }

    /// Reads or writes the file at a path that was chosen, or typed.
    pub(super) fn use_path(&mut self, purpose: Purpose, path: PathBuf, is_typed: bool) {
        if purpose.is_of_document() && !self.show_named_document() {
            self.dialog = None;
            return;
        }
        match purpose {
            Purpose::Open => self.open_file(path),
            Purpose::SaveAs if is_typed => self.save_as_typed(path),
            Purpose::SaveAs => self.save_as_chosen(path),
            Purpose::Export => {
                if let Some(Dialog::Export(export)) = &mut self.dialog {
                    export.path = path.display().to_string();
                }
            }
            Purpose::SaveRun => self.save_run(path),
            Purpose::Variants => self.write_variants(path),
            Purpose::PlayRecord => self.write_record(path),
            Purpose::Make => self.write_made(path),
            Purpose::Moves => self.write_moves(path),
            Purpose::Report => self.write_report(path),
            Purpose::Proof => self.write_proof(path),
            Purpose::Certificate => self.write_certificate(path),
            Purpose::LoadPreset => self.load_preset(&path),
            Purpose::SavePreset => self.save_preset(path),
            Purpose::Engrave => self.engrave(&path),
            Purpose::ContinueRun => self.continue_run(path),
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Chosen(purpose, path) => self.use_path(purpose, path, false),
            Event::NoDialog(purpose, _)
                if purpose.is_of_document() && !self.show_named_document() => {}
            Event::NoDialog(Purpose::SaveAs, _) => self.type_where_to_save(),
            Event::NoDialog(Purpose::Export, _) => {
                self.say("This desktop offers no file dialog. Type the path instead.");
            }
            Event::NoDialog(purpose, _) if purpose.is_read() => {
                self.dialog = Some(Dialog::path(purpose));
            }
            Event::NoDialog(purpose, proposal) => {
                self.dialog = Some(Dialog::Path(purpose, proposal.display().to_string()));
            }
            Event::Read(path, contents) => {
                if matches!(self.dialog, Some(Dialog::Path(Purpose::Open, _))) {
                    self.dialog = None;
                }
                self.intend(Intent::Show(path, Box::new(contents)));
            }
            Event::Saved(save) => self.saved(save),
            Event::NotSaved(why) => self.not_saved(why),
            Event::FileWords(serial, words) => self.revert_to(serial, *words),
            Event::Written(path, said) => {
                let is_read_again = |path: &PathBuf| {
                    FORMATS.iter().any(|format| format.is_read() && format.is_named(path))
                };
                if let Some(path) = path.filter(is_read_again) {
                    self.bench.settings.remember(&path);
                }
                self.say(said);
            }
            Event::Run(saved) => {
                let document = self.bench.document.as_mut();
                if document.is_some_and(|document| document.offer(*saved)) {
                    self.send(Command::Solve);
                } else {
                    self.say("The run was not resumed: the puzzle has changed in the meantime.");
                }
            }
            Event::Failed(message) => self.complain(message),
        }
    }

    /// Lets a search that steps by itself go on, where it is shown.
    fn run_stepper(&mut self, ui: &Ui) {
        if self.bench.screen != Screen::Steps {
            return;
        }
        if self.bench.prepare_stepper() {
            self.steps = StepsState::default();
        }
        if let Some(stepper) = &mut self.bench.stepper {
            self.steps.advance(stepper, ui);
        }
    }

    /// Lets a solution that is taken apart go on, where that is shown.
    fn run_moves(&mut self, ui: &Ui) {
        let passed = f64::from(ui.input(|input| input.stable_dt.min(0.1)));
        if self.bench.take_apart(passed, &self.wake) {
            ui.ctx().request_repaint();
        }
    }

    /// Draws the window; what is asked for waits until all of it is drawn.
    fn draw(&mut self, ui: &mut Ui) {
        // A menu that a key closes in this frame has had that key.
        let is_menu_open = egui::Popup::is_any_open(ui.ctx());
        self.follow_played();
        let App { bench, figures, solved_figures, dialog, files, actions: out, .. } = self;
        let model = Model {
            bench,
            figures: figures.as_ref(),
            solved_figures: solved_figures.as_ref(),
            modal: dialog.is_some() || is_menu_open,
            busy: files.busy_words(),
            work: files.work(),
        };
        let palette = Palette::current(ui);
        let is_compact = widgets::is_compact(ui.ctx());
        if !is_compact {
            menus::bar(model, out, ui);
        }
        if !is_compact && bench.tab_count() > 1 {
            tabs::strip(model, out, ui);
        }
        let height = if is_compact { 36.0 } else { 44.0 };
        widgets::bar(ui, "document", height, palette.bars, |ui| {
            if is_compact {
                menus::collapsed(model, out, ui);
            }
            match bench.screen {
                Screen::Gallery => gallery::bar(&mut self.gallery, model, out, ui),
                _ => bars::document_head(model, out, ui),
            }
        });
        let status = status_words(
            model,
            &self.gallery,
            (&self.play, &self.design),
            &self.solutions,
            &self.make,
        );
        let over = self.message.as_ref().and_then(Message::over_status);
        bars::status_line(model, status.clone(), over, out, ui);
        bars::outdated_line(model, ui);
        let canvas = Frame::new().fill(palette.canvas);
        CentralPanel::default().frame(canvas).show(ui, |ui| match bench.screen {
            Screen::Gallery => gallery::show(&mut self.gallery, model, out, ui),
            Screen::Play => play::show(&mut self.play, model, out, ui),
            Screen::Design => design::show(&mut self.design, model, out, ui),
            Screen::Run => run::show(&mut self.run, model, out, ui),
            Screen::Solutions => solutions::show(&mut self.solutions, model, out, ui),
            Screen::Steps => steps::show(&mut self.steps, model, out, ui),
            Screen::Variants if sets::is_shown(model) => {
                sets::show(&mut self.sets, model, out, ui);
            }
            Screen::Variants => variants::show(&mut self.variants, model, out, ui),
            Screen::Make => make::show(&mut self.make, model, out, ui),
        });
        // Above the status line and what stands at the feet of panels.
        let foot = if bench.screen == Screen::Steps { 130.0 } else { 90.0 };
        // What the screen has only just noticed stands in the status line of the next frame.
        if status_words(
            model,
            &self.gallery,
            (&self.play, &self.design),
            &self.solutions,
            &self.make,
        ) != status
        {
            ui.ctx().request_repaint();
        }
        drop_sign(ui);
        if toast::show(&mut self.message, foot, ui) {
            out.send(Command::Undo);
        }
        dialogs::show(dialog, model, out, ui);
        let second_layers = self.design.space.second_layers;
        let drawn = self.figures.as_ref().map(|figures| figures.board.page.has_second_layers());
        if drawn.is_some_and(|drawn| drawn != second_layers) {
            self.draw_figures();
            self.design.fit();
        }
    }
}

/// Says which pieces have lost more to a cut than the sites that another piece was given: the parts
/// that no longer hung together with the rest.
fn cut_in_two(before: &Puzzle, now: &Puzzle) -> Option<String> {
    let covered: BTreeSet<Point> =
        now.placed.iter().flat_map(|laid| &laid.sites).copied().collect();
    let is_open = |site: &Point| !covered.contains(site);
    let is_cut = |laid: &&BoardPiece| laid.sites.iter().any(is_open);
    let cut: Vec<&BoardPiece> = before.placed.iter().filter(is_cut).collect();
    let open = cut.iter().flat_map(|laid| &laid.sites).filter(|site| is_open(site)).count();
    let [first, others @ ..] = &cut[..] else { return None };
    let name = &before.piece(first.piece).name;
    let is_own = |laid: &&BoardPiece| now.piece(laid.piece).name == *name;
    let kept = now.placed.iter().filter(is_own).map(|laid| laid.sites.len()).sum::<usize>();
    let part = match others.is_empty() && kept == open {
        true => "one half",
        false => "the larger part",
    };
    let and = if others.is_empty() { "" } else { ", and others," };
    let sites = before.lattice.count_sites(open as u64);
    let are = if open == 1 { "is" } else { "are" };
    Some(format!("Piece {name}{and} was cut in two. It keeps {part}; {sites} {are} open."))
}

/// Returns the texts at the two ends of the status line.
fn status_words(
    model: Model,
    gallery: &GalleryState,
    (play, design): (&PlayState, &DesignState),
    solutions: &SolutionsState,
    make: &MakeState,
) -> (String, String) {
    match model.bench.screen {
        Screen::Gallery => gallery::status(gallery),
        Screen::Play => play::status(play, model),
        Screen::Design => design::status(design, model),
        Screen::Run => run::status(model),
        Screen::Solutions => solutions::status(solutions, model),
        Screen::Steps => steps::status(model),
        Screen::Variants if sets::is_shown(model) => (sets::status(model), String::new()),
        Screen::Variants => variants::status(model),
        Screen::Make => make::status(make, model),
    }
}

/// A sign over the window while a file is held over it.
fn drop_sign(ui: &egui::Ui) {
    let count = ui.input(|i| i.raw.hovered_files.len());
    if count == 0 {
        return;
    }
    let palette = Palette::current(ui);
    let whole = ui.ctx().content_rect();
    let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop sign"));
    let painter = ui.ctx().layer_painter(layer);
    painter.rect_filled(whole, 0.0, palette.canvas.gamma_multiply(0.85));
    let frame = whole.shrink(12.0);
    let stroke = egui::Stroke::new(2.0, palette.accent);
    painter.rect_stroke(frame, theme::RADIUS_NOTICE, stroke, egui::StrokeKind::Inside);
    let words = if count == 1 { "Drop the file to open it" } else { "Drop the files to open them" };
    let font = theme::semibold(15.0);
    painter.text(whole.center(), egui::Align2::CENTER_CENTER, words, font, palette.text);
}

/// Limits the `wanted` zoom of the interface in a window that has a `size` in points at 100 %, so
/// that the window keeps at least the minimum size.
pub(super) fn fitting_zoom(wanted: f32, size: egui::Vec2) -> f32 {
    let most = (size.x / MIN_SIZE[0]).min(size.y / MIN_SIZE[1]);
    // Steps of a twentieth, so that a window that is resized does not change it at every point.
    let most = (most * 20.0 + 0.01).floor() / 20.0;
    wanted.min(most.max(MIN_ZOOM))
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        let basis =
            |app: &App| app.bench.document.as_ref().and_then(|d| d.basis()).map(Arc::as_ptr);
        let before = basis(self);
        let zoom = self.shown_zoom(ctx);
        if zoom != ctx.zoom_factor() {
            ctx.set_zoom_factor(zoom);
        }
        self.follow_contrast(ctx);
        if let Err(message) = self.bench.poll(&self.wake) {
            self.complain(message);
        }
        if basis(self) != before {
            self.draw_figures();
            self.run = RunState::default();
            self.solutions = self.solutions.fresh();
        }
        if std::mem::take(&mut self.documents.is_new) {
            ctx.data_mut(|data| data.remove_by_type::<egui::containers::scroll_area::State>());
        }
        self.fill_board();
        for event in self.files.poll() {
            self.handle(event);
        }
        self.gallery.poll(&self.bench);
        self.look_after_documents(ctx);
        let dropped: Vec<PathBuf> =
            ctx.input(|i| i.raw.dropped_files.iter().map(|f| f.path().to_owned()).collect());
        self.open_dropped(dropped);
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        focus::follow_keys(ui.ctx());
        menus::follow_keys(ui.ctx(), self.dialog.is_none());
        if self.dialog.is_none() && !egui::Popup::is_any_open(ui.ctx()) {
            for command in keys::take(&self.bench, ui) {
                self.actions.send(command);
            }
        }
        self.run_stepper(ui);
        self.run_moves(ui);
        self.draw(ui);
        let ctx = ui.ctx().clone();
        for action in self.actions.take() {
            self.apply(&ctx, action);
            ctx.request_repaint();
        }
        widgets::focus_ring_of_others(&ctx);
        focus::remember(&ctx);
        // What was drawn before a widget took a click or a key shows it in the next frame.
        let is_act = |event: &egui::Event| {
            matches!(event, egui::Event::PointerButton { .. } | egui::Event::Key { .. })
        };
        if ui.input(|input| input.events.iter().any(is_act)) {
            ctx.request_repaint();
        }
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        // Seen as a hair between panels where their borders lie between two pixels.
        visuals.panel_fill.to_normalized_gamma_f32()
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.bench.keep_game();
        self.bench.drafts.flush();
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        self.bench.settings.picture = self.solutions.style.settings();
        eframe::set_value(storage, SETTINGS, &self.bench.settings);
    }
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When no window can be opened.
pub fn open_window(file: Option<PathBuf>) -> eframe::Result {
    let icon = eframe::icon_data::from_png_bytes(ICON).unwrap_or_default();
    let viewport = egui::ViewportBuilder::default()
        .with_title("Polywright")
        .with_icon(icon)
        .with_app_id("polywright")
        .with_inner_size([1440.0, 900.0])
        .with_min_inner_size(MIN_SIZE);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    eframe::run_native(
        "polywright",
        options,
        Box::new(|context| {
            let mut app = App::new(context, file);
            system_fonts::install(&context.egui_ctx);
            desktop::install(&context.egui_ctx);
            if let Some(folder) = results::data_folder() {
                app.bench.saved_runs.folder = Some(folder.join("runs"));
                app.keep_drafts(folder.join("drafts"));
            }
            if let Some(file) = results::default_file() {
                app.keep_results_in(file);
            }
            Ok(Box::new(app))
        }),
    )
}
