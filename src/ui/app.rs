//! The application: the frame around the screens, and the one place where commands are applied.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{
    Align, CentralPanel, Frame, InputState, Key, KeyboardShortcut, Layout, Margin, Modifiers,
    Panel, RichText, ThemePreference, Ui, UiBuilder, Vec2,
};

use super::design::DesignState;
use super::documents::{DocumentState, Intent};
use super::figures::Figures;
use super::files::{Event, Files, Purpose};
use super::gallery::GalleryState;
use super::icons::Icon;
use super::kit;
use super::message::{self, Message};
use super::overlay::{self, Overlay};
use super::run::RunState;
use super::solutions::SolutionsState;
use super::steps::StepsState;
use super::theme::{self, Palette};
use crate::lattice::Point;
use crate::puzzle::Description;
use crate::puzzle::Puzzle;
use crate::workbench::command::{Menu, Shortcut};
use crate::workbench::edit::Edit;
use crate::workbench::session::Wake;
use crate::workbench::{Command, Screen, Settings, Theme, Workbench};

/// Where eframe keeps the settings.
const SETTINGS: &str = "polywright";

/// The window's state.
pub struct App {
    pub(crate) bench: Workbench,
    pub(crate) wake: Wake,
    /// Figures of the open document as it is now.
    pub(crate) figures: Option<Figures>,
    /// Figures of the puzzle that was solved, which may be an earlier version of it.
    pub(crate) solved_figures: Option<Figures>,
    /// The puzzle that these are of.
    solved_puzzle: Option<Arc<Puzzle>>,
    pub(crate) gallery: GalleryState,
    pub(crate) design: DesignState,
    pub(crate) run: RunState,
    pub(crate) solutions: SolutionsState,
    pub(crate) steps: StepsState,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) files: Files,
    pub(crate) documents: DocumentState,
    /// What was last done or went wrong, until it is closed.
    message: Option<Message>,
    queue: Vec<Command>,
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
        let waker = ctx.clone();
        let wake: Wake = Arc::new(move || waker.request_repaint());
        let mut app = App {
            gallery: GalleryState::new(&wake),
            bench,
            wake,
            figures: None,
            solved_figures: None,
            solved_puzzle: None,
            design: DesignState::default(),
            run: RunState::default(),
            solutions: SolutionsState::default(),
            steps: StepsState::default(),
            overlay: None,
            files: Files::default(),
            documents: DocumentState::default(),
            message: None,
            queue: Vec::new(),
        };
        app.apply_appearance(ctx);
        if let Some(path) = file {
            app.files.read(path, None, &app.wake);
        }
        app
    }

    /// Asks for a command to be done after this frame's panels.
    pub(crate) fn send(&mut self, command: Command) {
        self.queue.push(command);
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
        ctx.set_zoom_factor(self.bench.settings.zoom);
    }

    /// Makes ready for a document that has just been opened.
    pub(crate) fn document_opened(&mut self) {
        self.draw_figures();
        self.design = DesignState::default();
        self.run = RunState::default();
        self.solutions = SolutionsState::default();
        self.steps = StepsState::default();
        self.overlay = None;
        self.message = None;
    }

    /// Draws the document anew, and what was solved of it.
    pub(super) fn draw_figures(&mut self) {
        let document = self.bench.document.as_ref();
        self.figures = document.map(|d| Figures::after(self.figures.take(), &d.puzzle));
        // What was solved stays the same while its puzzle is edited.
        let basis = document.and_then(|d| d.basis()).map(|basis| &basis.puzzle);
        if basis.map(Arc::as_ptr) != self.solved_puzzle.as_ref().map(Arc::as_ptr) {
            self.solved_puzzle = basis.cloned();
            self.solved_figures = basis.map(|puzzle| Figures::of(puzzle));
        }
    }

    /// Changes the puzzle; edits of one gesture have one number.
    pub(crate) fn edit(&mut self, edit: &Edit, gesture: Option<u64>) -> bool {
        match self.bench.edit(edit, gesture, &self.wake) {
            Ok(shift) => {
                self.document_changed(shift);
                if matches!(edit, Edit::Board(_)) {
                    self.design.fit();
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
        if let (Some(document), Some(figures)) = (&self.bench.document, &self.figures) {
            self.design.follow(&document.puzzle, figures, shift);
        }
        self.message = None;
    }

    /// Opens a bundled puzzle by its place in the collection.
    pub(crate) fn open_bundled(&mut self, index: usize) {
        self.intend(Intent::Bundled(index));
    }

    /// Opens a file.
    pub(crate) fn open_file(&mut self, path: PathBuf) {
        self.files.read(path, None, &self.wake);
    }

    /// Writes the run to a file.
    pub(crate) fn save_run(&mut self, path: PathBuf) {
        match self.bench.document.as_ref().and_then(|document| document.run_text()) {
            Some(text) => self.files.write_run(path, text, &self.wake),
            None => self.say("There is no run to save."),
        }
    }

    /// Reads a run from a file and goes on with it.
    pub(crate) fn continue_run(&mut self, path: PathBuf) {
        let analysis = self.bench.document.as_ref().and_then(|d| d.analysis.get()).cloned();
        if let Some(analysis) = analysis {
            self.files.read_run(path, analysis, &self.wake);
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Chosen(Purpose::Open, path) => self.open_file(path),
            Event::Chosen(Purpose::Export, path) => {
                if let Some(Overlay::Export(export)) = &mut self.overlay {
                    export.path = path.display().to_string();
                }
            }
            Event::Chosen(Purpose::SaveAs, path) => self.save_as_chosen(path),
            Event::NoDialog(Purpose::SaveAs) => self.type_where_to_save(),
            Event::Chosen(Purpose::SaveRun, path) => self.save_run(path),
            Event::Chosen(Purpose::ContinueRun, path) => self.continue_run(path),
            Event::NoDialog(
                purpose @ (Purpose::Open | Purpose::SaveRun | Purpose::ContinueRun),
            ) => {
                self.overlay = Some(Overlay::path(purpose));
            }
            Event::NoDialog(Purpose::Export) => {
                self.say("This desktop offers no file dialog. Type the path instead.");
            }
            Event::Read(path, contents) => {
                if matches!(self.overlay, Some(Overlay::Path(Purpose::Open, _))) {
                    self.overlay = None;
                }
                self.intend(Intent::Show(path, Box::new(contents)));
            }
            Event::Saved(save) => self.saved(save),
            Event::NotSaved(why) => self.not_saved(why),
            Event::FileWords(serial, words) => self.revert_to(serial, *words),
            Event::Written(path, said) => {
                let path = path.filter(|path| path.extension().is_some_and(|e| e == "ron"));
                if let Some(path) = path {
                    self.bench.settings.remember(&path);
                }
                self.say(said);
            }
            Event::Run(saved) => {
                let document = self.bench.document.as_mut();
                if document.is_some_and(|document| document.offer(*saved)) {
                    self.send(Command::Solve);
                } else {
                    self.say("The run was read too late: the puzzle has changed meanwhile.");
                }
            }
            Event::Failed(message) => self.complain(message),
        }
    }

    /// Opens a puzzle that was made here.
    pub(crate) fn new_document(&mut self, description: Description) {
        self.intend(Intent::New(Box::new(description)));
    }

    /// Turns keys into commands, those with the most modifiers first.
    fn take_keys(&mut self, ui: &Ui) {
        if self.overlay.is_some() {
            return;
        }
        let typing = ui.ctx().text_edit_focused();
        // Space and arrows belong to a focused widget; other keys only text fields use up.
        let focused = ui.ctx().egui_wants_keyboard_input();
        let mut commands: Vec<(Command, Shortcut)> =
            Command::ALL.iter().filter_map(|&c| Some((c, c.shortcut()?))).collect();
        commands.sort_by_key(|(_, s)| std::cmp::Reverse(u8::from(s.ctrl) + u8::from(s.shift)));
        for (command, shortcut) in commands {
            let bare = !shortcut.ctrl && !shortcut.shift && !shortcut.key.starts_with('F');
            let widget = matches!(shortcut.key, "Space" | "ArrowLeft" | "ArrowRight");
            // A bare key without a meaning here is left to the screen.
            let idle = command.available(&self.bench).is_err();
            if bare && (typing || widget && focused || idle) {
                continue;
            }
            // A key that does nothing here is left to the screen: arrows walk the gallery.
            if command.available(&self.bench).is_err() {
                continue;
            }
            let Some(shortcut) = egui_shortcut(shortcut) else { continue };
            if ui.input_mut(|input| take_key(input, shortcut)) {
                self.send(command);
            }
        }
    }

    fn menu_bar(&mut self, ui: &mut Ui) {
        let palette = Palette::of(ui);
        bar(ui, "menu", 28.0, palette.bars, |ui| {
            egui::MenuBar::new().ui(ui, |ui| {
                ui.spacing_mut().button_padding = Vec2::new(8.0, 2.0);
                for menu in Menu::ALL {
                    let button = ui.menu_button(menu.title(), |ui| {
                        ui.set_min_width(220.0);
                        kit::column(ui, |ui| self.menu(ui, menu));
                    });
                    let button = button.response;
                    kit::focus_ring(ui, &button, button.rect.shrink(2.0), theme::RADIUS);
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let hint = Command::Commands.shortcut().map(Shortcut::words);
                    let button = kit::Button::new("Commands")
                        .hint(hint.as_deref().unwrap_or_default())
                        .quiet()
                        .small();
                    if button.show(ui).clicked() {
                        self.send(Command::Commands);
                    }
                });
            });
        });
    }

    fn menu(&mut self, ui: &mut Ui, menu: Menu) {
        for command in Command::ALL.into_iter().filter(|c| c.menu() == Some(menu)) {
            if command.begins_group() {
                ui.add_space(4.0);
                ui.separator();
                ui.add_space(4.0);
            }
            if self.menu_entry(ui, command) {
                ui.close();
            }
        }
    }

    /// A command in a menu; whether it was asked for.
    pub(crate) fn menu_entry(&mut self, ui: &mut Ui, command: Command) -> bool {
        let available = command.available(&self.bench);
        let keys = command.shortcut().map(Shortcut::words).unwrap_or_default();
        let chosen = matches!(command, Command::Theme(theme) if theme == self.bench.settings.theme);
        let label = self.label(command);
        let button =
            egui::Button::new(label.as_ref()).selected(chosen).min_size(Vec2::new(204.0, 26.0));
        // Without keys, readers of the screen would hear of an empty shortcut.
        let button = match keys.is_empty() {
            true => button,
            false => button.shortcut_text(RichText::new(keys).size(11.0)),
        };
        let response = ui.add_enabled(available.is_ok(), button);
        let tip = available.err().unwrap_or(command.hint());
        let response = response.on_hover_text(tip).on_disabled_hover_text(tip);
        if response.clicked() {
            self.send(command);
        }
        response.clicked()
    }

    /// What a command is called now: undo and redo say what they would do.
    fn label(&self, command: Command) -> Cow<'static, str> {
        let history = self.bench.document.as_ref().map(|d| d.history());
        let name = match command {
            Command::Undo => history.and_then(|history| history.undo_name()),
            Command::Redo => history.and_then(|history| history.redo_name()),
            _ => None,
        };
        match name {
            Some(name) => format!("{}: {name}", command.label()).into(),
            None => command.label().into(),
        }
    }

    fn document_bar(&mut self, ui: &mut Ui) {
        let palette = Palette::of(ui);
        bar(ui, "document", 44.0, palette.bars, |ui| match self.bench.screen {
            Screen::Gallery => super::gallery::bar(self, ui),
            _ => self.document_head(ui),
        });
    }

    fn document_head(&mut self, ui: &mut Ui) {
        let whole = ui.max_rect();
        let choices = [Screen::Design, Screen::Run, Screen::Solutions, Screen::Steps].map(|s| {
            let command = Command::Show(s);
            (s, command.label(), command.available(&self.bench).err())
        });
        let switch = choices.iter().fold(kit::Segmented::new(), |switch, &(s, label, why)| {
            switch.choice_if(why.is_none(), s, label, why.unwrap_or_default())
        });
        let size = Vec2::new(switch.width(ui), 28.0);
        let middle = egui::Rect::from_center_size(whole.center(), size);
        let palette = Palette::of(ui);
        if kit::Button::new("Gallery").icon(Icon::Back).quiet().show(ui).clicked() {
            self.send(Command::Gallery);
        }
        if let Some(document) = &self.bench.document {
            ui.add_space(4.0);
            let room = (middle.left() - ui.cursor().left() - 24.0).max(40.0);
            let edited = if document.is_edited() { " · edited" } else { "" };
            let name = format!("{}{edited}", document.origin.file_name());
            let title_room = room.min(room * 0.68).max(40.0);
            kit::elided(
                ui,
                &document.puzzle.title,
                theme::semibold(15.0),
                palette.text,
                title_room,
            );
            let left = (middle.left() - ui.cursor().left() - 16.0).max(0.0);
            if left > 60.0 {
                kit::elided(ui, &name, theme::regular(12.0), palette.text2, left);
            }
        }
        if let (None, Some(walk)) = (&self.bench.document, &self.bench.walk) {
            let room = (middle.left() - ui.cursor().left() - 24.0).max(40.0);
            let title = walk.subject().title();
            kit::elided(ui, title, theme::semibold(15.0), palette.text, room);
        }
        let mut screen = self.bench.screen;
        let mut place = ui.new_child(UiBuilder::new().max_rect(middle));
        if switch.show(&mut place, &mut screen).changed() {
            self.send(Command::Show(screen));
        }
        let right = egui::Rect::from_min_max(
            egui::pos2(middle.right() + 8.0, whole.top()),
            whole.right_bottom(),
        );
        let builder = UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center));
        ui.scope_builder(builder, |ui| self.solve_button(ui));
    }

    fn solve_button(&mut self, ui: &mut Ui) {
        let Some(document) = &self.bench.document else { return };
        if document.is_running() {
            return;
        }
        let available = Command::Solve.available(&self.bench);
        let saved = document.saved().map(super::run::saved_words);
        let again = document.solved.is_some() && saved.is_none() && !document.only_counts();
        let tip = available.err().or(saved.as_deref()).unwrap_or(Command::Solve.hint());
        let label = match &saved {
            Some(_) => "Go on",
            None if again => "Solve again",
            None => "Solve",
        };
        let button = kit::Button::new(label)
            .icon(Icon::Play)
            .hint("F5")
            .enabled(available.is_ok())
            .tooltip(tip);
        let button = if again { button.plain() } else { button.primary() };
        let go = button.show(ui).clicked();
        let over = saved.is_some() && {
            let over = kit::Button::new("Start over").enabled(available.is_ok());
            over.tooltip(Command::StartOver.hint()).show(ui).clicked()
        };
        if go {
            self.send(Command::Solve);
        } else if over {
            self.send(Command::StartOver);
        }
    }

    fn status_line(&mut self, ui: &mut Ui) {
        let palette = Palette::of(ui);
        bar(ui, "status", 26.0, palette.bars, |ui| {
            ui.spacing_mut().item_spacing.x = 16.0;
            let (left, right) = match self.bench.screen {
                Screen::Gallery => super::gallery::status(self),
                Screen::Design => super::design::status(self),
                Screen::Run => super::run::status(self),
                Screen::Solutions => super::solutions::status(self),
                Screen::Steps => super::steps::status(self),
            };
            let width = ui.available_width();
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let small = theme::regular(12.0);
                if self.files.is_busy() {
                    kit::elided(
                        ui,
                        "Reading or writing a file…",
                        small.clone(),
                        palette.text2,
                        200.0,
                    );
                }
                let zoom = self.bench.settings.zoom;
                if (zoom - 1.0).abs() > 0.001 {
                    let zoom = format!("Interface {:.0}\u{a0}%", zoom * 100.0);
                    kit::elided(ui, &zoom, small.clone(), palette.text2, 120.0);
                }
                kit::elided(ui, &right, small.clone(), palette.text2, width * 0.55);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let room = ui.available_width();
                    kit::elided(ui, &left, small, palette.text2, room);
                });
            });
        });
    }

    /// The line over a run or solutions that are not those of the puzzle as it is now.
    fn outdated_line(&mut self, ui: &mut Ui) {
        let Some(document) = &self.bench.document else { return };
        let shown = matches!(self.bench.screen, Screen::Run | Screen::Solutions);
        let from_here = document.solved.as_ref().is_some_and(|solved| solved.from_here);
        let outdated = document.is_outdated();
        if !shown || !outdated && !from_here {
            return;
        }
        let text = match (outdated, from_here) {
            (true, _) => "This is of an earlier version of the puzzle.",
            (false, _) => "With all pieces kept where they lie on the board.",
        };
        let palette = Palette::of(ui);
        let frame = Frame::new().fill(palette.accent_soft).inner_margin(Margin::symmetric(12, 0));
        Panel::top("outdated").exact_size(32.0).frame(frame).show(ui, |ui| {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), egui::Sense::hover());
                Icon::Info.paint(ui.painter(), rect, palette.accent);
                let room = ui.available_width();
                kit::elided(ui, text, theme::regular(13.0), palette.text, room);
            });
        });
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        let basis =
            |app: &App| app.bench.document.as_ref().and_then(|d| d.basis()).map(Arc::as_ptr);
        let before = basis(self);
        if let Err(message) = self.bench.poll(&self.wake) {
            self.complain(message);
        }
        if basis(self) != before {
            self.draw_figures();
            self.run = RunState::default();
            self.solutions = SolutionsState::default();
        }
        for event in self.files.poll() {
            self.handle(event);
        }
        self.gallery.poll();
        self.look_after_documents(ctx);
        for path in ctx
            .input(|i| i.raw.dropped_files.iter().map(|f| f.path().to_owned()).collect::<Vec<_>>())
        {
            self.open_file(path);
        }
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.take_keys(ui);
        self.menu_bar(ui);
        self.document_bar(ui);
        self.status_line(ui);
        self.outdated_line(ui);
        let palette = Palette::of(ui);
        CentralPanel::default().frame(Frame::new().fill(palette.canvas)).show(ui, |ui| match self
            .bench
            .screen
        {
            Screen::Gallery => super::gallery::show(self, ui),
            Screen::Design => super::design::show(self, ui),
            Screen::Run => super::run::show(self, ui),
            Screen::Solutions => super::solutions::show(self, ui),
            Screen::Steps => super::steps::show(self, ui),
        });
        // Above the status line and what stands at the feet of panels.
        let foot = if self.bench.screen == Screen::Steps { 130.0 } else { 90.0 };
        message::show(&mut self.message, foot, ui);
        overlay::show(self, ui);
        let ctx = ui.ctx().clone();
        for command in std::mem::take(&mut self.queue) {
            self.apply(&ctx, command);
            ctx.request_repaint();
        }
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.bench.drafts.flush();
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, SETTINGS, &self.bench.settings);
    }
}

/// A bar across the window.
fn bar(
    ui: &mut Ui,
    name: &'static str,
    height: f32,
    fill: egui::Color32,
    add: impl FnOnce(&mut Ui),
) {
    let frame = Frame::new().fill(fill).inner_margin(Margin::symmetric(12, 0));
    let panel = if name == "status" { Panel::bottom(name) } else { Panel::top(name) };
    panel.exact_size(height).frame(frame).resizable(false).show(ui, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), add);
    });
}

/// Takes a key press out of the input, if there is one of just this shortcut.
fn take_key(input: &mut InputState, shortcut: KeyboardShortcut) -> bool {
    let KeyboardShortcut { modifiers, logical_key: key } = shortcut;
    if key == Key::Plus {
        // The plus sign needs Shift on many keyboards, where it may arrive as "=".
        return input.consume_shortcut(&shortcut)
            || input.consume_shortcut(&KeyboardShortcut::new(modifiers, Key::Equals));
    }
    // egui overlooks a Shift or an Alt too many, so that Shift+F5 would be F5 once nothing is
    // left to be stopped.
    let is_exact = |event: &egui::Event| {
        matches!(event, egui::Event::Key { key: k, pressed: true, modifiers: held, .. }
            if *k == key && held.shift == modifiers.shift && !held.alt)
    };
    input.events.iter().any(is_exact) && input.consume_shortcut(&shortcut)
}

/// A shortcut in egui's terms; `None` should egui not know the key.
fn egui_shortcut(shortcut: Shortcut) -> Option<KeyboardShortcut> {
    let mut modifiers = Modifiers::NONE;
    if shortcut.ctrl {
        modifiers |= Modifiers::COMMAND;
    }
    if shortcut.shift {
        modifiers |= Modifiers::SHIFT;
    }
    Some(KeyboardShortcut::new(modifiers, Key::from_name(shortcut.key)?))
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When no window can be opened.
pub fn open_window(file: Option<PathBuf>) -> eframe::Result {
    let viewport = egui::ViewportBuilder::default()
        .with_title("Polywright")
        .with_app_id("polywright")
        .with_inner_size([1440.0, 900.0])
        .with_min_inner_size([1100.0, 700.0]);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    eframe::run_native(
        "polywright",
        options,
        Box::new(|context| {
            let mut app = App::new(context, file);
            let folders = directories::ProjectDirs::from("", "", "polywright");
            if let Some(folders) = folders {
                app.bench.saved_runs.folder = Some(folders.data_local_dir().join("runs"));
                app.keep_drafts(folders.data_local_dir().join("drafts"));
            }
            Ok(Box::new(app))
        }),
    )
}
