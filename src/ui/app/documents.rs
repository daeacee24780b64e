//! Documents come and go: saving, reverting, duplicating, closing, and the question that comes
//! first where unsaved changes would be lost.

use std::io::Write as _;
use std::path::PathBuf;

use super::App;
use crate::format::{self, bundled};
use crate::lattice::Point;
use crate::puzzle::Description;
use crate::text;
use crate::ui::dialogs::{Ask, Dialog};
use crate::ui::platform::files::Save;
use crate::ui::platform::purpose::Purpose;
use crate::ui::replacement::{Intent, Question};
use crate::workbench::command::Tool;
use crate::workbench::{Command, Document, Origin, Screen};

/// The state of the open document.
#[derive(Default)]
pub(crate) struct DocumentState {
    /// The intent to carry out when the document has been saved.
    pub(super) after_save: Option<Intent>,
    /// The document that a path was asked for, by its number.
    pub(super) named: Option<u64>,
    /// True if the window may close although there are changes.
    leaving: bool,
    /// The title of the window.
    title: String,
    /// True when another document has come, so that its panels begin at their top.
    pub(super) is_new: bool,
    /// True while unsaved work is being looked for, or was found and not yet reported.
    news: bool,
}

impl App {
    /// Returns whether changes would be lost if the document were closed.
    fn is_edited(&self) -> bool {
        self.bench.document.as_ref().is_some_and(|d| d.is_edited())
    }

    /// Does what takes the place of the document, or asks first whether to save it. What is opened gets
    /// a tab of its own where the open document has unsaved changes or something is under way, and a
    /// puzzle that is open in another tab is shown there.
    pub(crate) fn intend(&mut self, intent: Intent) {
        if intent.opens_another() {
            let known = intent.origin().and_then(|origin| self.bench.tab_of(&origin));
            if let Some(place) = known.filter(|place| *place != self.bench.shown_tab()) {
                self.show_tab(place);
                match intent {
                    Intent::Play(_) => self.show_play(),
                    _ => self.say("The puzzle is open already, in this tab."),
                }
                return;
            }
            if self.bench.is_tab_in_use() {
                self.new_tab();
                self.carry_out(intent);
                if self.bench.document.is_none() && self.bench.stepper.is_none() {
                    // It could not be opened, which was said.
                    let message = self.message.take();
                    self.close_tab();
                    self.message = message;
                }
                return;
            }
        }
        if !self.is_edited() {
            return self.carry_out(intent);
        }
        // A question that is up already is not asked twice.
        if !matches!(self.dialog, Some(Dialog::Ask(_))) {
            self.ask(Question::Unsaved(intent));
        }
    }

    /// Brings up a question before what is up.
    pub(crate) fn ask(&mut self, question: Question) {
        let behind = self.dialog.take().map(Box::new);
        self.dialog = Some(Dialog::Ask(Ask::new(question, behind)));
    }

    /// Does it; changes that were not saved are lost.
    pub(crate) fn carry_out(&mut self, intent: Intent) {
        match intent {
            Intent::Show(path, mut contents) => {
                let notes = contents.take_notes();
                self.bench.show_contents(&path, *contents, &self.wake);
                self.document_opened();
                if !notes.is_empty() {
                    self.say(notes.join("\n"));
                }
            }
            Intent::Bundled(index) => {
                self.bench.open_bundled(&bundled::ALL[index], &self.wake);
                self.document_opened();
            }
            Intent::Play(index) => {
                self.carry_out(Intent::Bundled(index));
                self.show_play();
            }
            Intent::New(description) => match self.bench.new_document(*description, &self.wake) {
                Ok(()) => {
                    self.document_opened();
                    let document = self.bench.document.as_ref();
                    if document.is_some_and(|d| d.puzzle.board.sites().is_empty()) {
                        self.design.take_up(Tool::Paint);
                    }
                }
                Err(refusal) => self.complain(refusal.to_string()),
            },
            Intent::Variants(description) => {
                match self.bench.new_document(*description, &self.wake) {
                    Ok(()) => {
                        self.document_opened();
                        self.bench.screen = Screen::Variants;
                    }
                    Err(refusal) => self.complain(refusal.to_string()),
                }
            }
            Intent::Recover(place) => match self.bench.recover(place, &self.wake) {
                Ok(()) => {
                    self.document_opened();
                    self.say("Recovered. Save it to keep it.");
                }
                Err(why) => self.complain(why),
            },
            Intent::Duplicate => {
                self.bench.duplicate(&self.wake);
                self.document_opened();
                self.say("This is a copy. It has not been saved to a file yet.");
            }
            Intent::Close => self.close_tab(),
            Intent::Quit => {
                if self.bench.is_other_tab_edited() {
                    if self.is_edited() {
                        // What was changed here is given up; the other tabs are asked about.
                        self.close_tab();
                    }
                    if let Some(place) = self.bench.edited_tab() {
                        self.show_tab(place);
                    }
                    return self.intend(Intent::Quit);
                }
                self.bench.drafts.end();
                self.documents.leaving = true;
                self.send(Command::Quit);
            }
        }
    }

    /// Saves the document, and does something when that is done.
    pub(crate) fn save_then(&mut self, intent: Intent) {
        self.documents.after_save = Some(intent);
        self.save_document();
    }

    /// Does a command of the File menu.
    pub(crate) fn document_command(&mut self, command: Command) {
        match command {
            Command::Save | Command::SaveAs => {
                self.documents.after_save = None;
                if command == Command::Save {
                    self.save_document();
                } else {
                    self.ask_where_to_save();
                }
            }
            Command::Revert => self.revert(),
            Command::DuplicateDocument => self.intend(Intent::Duplicate),
            Command::NewWindow => self.open_new_window(),
            Command::NewTab => self.new_tab(),
            Command::NextTab => self.step_tab(1),
            Command::PreviousTab => self.step_tab(self.bench.tab_count() - 1),
            _ => self.intend(Intent::Close),
        }
    }

    /// Opens files in windows of their own.
    pub(super) fn open_in_windows(&mut self, files: &[PathBuf]) {
        let open = |file: &PathBuf| {
            let mut window =
                std::process::Command::new(std::env::current_exe()?).arg(file).spawn()?;
            // Waited for, so that nothing is left of it when it is closed.
            crate::threads::start(move || drop(window.wait()))?;
            std::io::Result::Ok(())
        };
        let count = text::count(files.len() as u64, "other file");
        // A test has no other windows.
        let opened = if cfg!(test) { Ok(()) } else { files.iter().try_for_each(open) };
        if let Err(error) = opened {
            self.complain(format!("{count} cannot be opened: {error}."));
        }
    }

    /// Starts the program once more and hands it a copy of the puzzle.
    fn open_new_window(&mut self) {
        let Some(text) = self.bench.copy_text() else { return };
        let started = std::env::current_exe().and_then(|program| {
            let mut window = std::process::Command::new(program)
                .arg(format::STANDARD_INPUT)
                .stdin(std::process::Stdio::piped())
                .spawn()?;
            let input = window.stdin.take();
            let feed = move || {
                // Should it end without having read, it says so itself.
                if let Some(mut input) = input {
                    let _ = input.write_all(text.as_bytes());
                }
                let _ = window.wait();
            };
            crate::threads::start(feed)?;
            Ok(())
        });
        match started {
            Ok(()) => self.say("The copy opens in a new window."),
            Err(error) => self.complain(format!("A new window cannot be opened: {error}.")),
        }
    }

    fn save_document(&mut self) {
        let own = self.bench.document.as_ref().and_then(|d| d.own_file());
        match own.map(ToOwned::to_owned) {
            // What is being saved here is no change by others.
            Some(path) if self.is_file_changed() && !self.files.is_saving() => {
                self.ask(Question::ReplaceChanged(path));
            }
            Some(path) => self.save_to(path),
            None => self.ask_where_to_save(),
        }
    }

    fn is_file_changed(&self) -> bool {
        self.bench.document.as_ref().is_some_and(|document| document.is_file_changed())
    }

    fn ask_where_to_save(&mut self) {
        let Some(document) = &self.bench.document else { return };
        self.ask_path(Purpose::SaveAs, proposal(document), "ron");
    }

    /// A path to save to is typed where there is no dialog.
    pub(crate) fn type_where_to_save(&mut self) {
        let Some(document) = &self.bench.document else { return };
        self.documents.named = Some(document.serial());
        let proposed = proposal(document).display().to_string();
        self.dialog = Some(Dialog::Path(Purpose::SaveAs, proposed));
    }

    /// Saves to a path that was chosen in a dialog, which has asked already whether to replace it.
    pub(crate) fn save_as_chosen(&mut self, path: PathBuf) {
        let whole = with_ending(path.clone());
        if whole != path && whole.exists() {
            self.ask(Question::Replace(whole));
        } else {
            self.save_to(whole);
        }
    }

    /// Saves to a path that was typed, and closes the dialog unless the path must be corrected. A
    /// file that is there is replaced only after a question.
    pub(crate) fn save_as_typed(&mut self, path: PathBuf) {
        if path.is_dir() {
            return self.complain(format!("{} is a folder. Add a name.", path.display()));
        }
        if let Some(folder) = path.parent().filter(|folder| !folder.is_dir()) {
            return self.complain(format!("There is no folder {}.", folder.display()));
        }
        let path = with_ending(path);
        let own = self.bench.document.as_ref().and_then(|d| d.own_file());
        if path.exists() && own != Some(&path) {
            self.ask(Question::Replace(path));
        } else {
            self.dialog = None;
            self.save_to(path);
        }
    }

    /// Shows the document that a path was asked for, unless it is shown already; whether it is still
    /// open.
    pub(super) fn show_named_document(&mut self) -> bool {
        let Some(named) = self.documents.named else { return true };
        let is_named = |own: Option<&Document>| own.is_some_and(|own| own.serial() == named);
        let Some(place) = self.bench.tab_documents().position(is_named) else {
            self.complain("The puzzle was closed in the meantime. No file was read or written.");
            return false;
        };
        self.show_tab(place);
        true
    }

    /// Saves the document to a file, which becomes its own.
    pub(crate) fn save_to(&mut self, path: PathBuf) {
        let Some(document) = &self.bench.document else { return };
        self.files.save(Save {
            path,
            serial: document.serial(),
            description: document.description().clone(),
            wake: self.wake.clone(),
        });
    }

    /// A document was saved.
    pub(crate) fn saved(&mut self, save: Save) {
        let Save { path, serial, description, .. } = save;
        self.bench.settings.remember(&path);
        self.say(format!("Saved to {}.", path.display()));
        if let Some(document) = self.bench.document_of_mut(serial) {
            document.saved_to(path, description);
        }
        if let Some(intent) = self.documents.after_save.take() {
            if self.is_edited() {
                // Something was changed while it was being saved.
                self.save_then(intent);
            } else {
                self.carry_out(intent);
            }
        }
    }

    /// A document could not be saved.
    pub(crate) fn not_saved(&mut self, why: String) {
        self.documents.after_save = None;
        self.complain(why);
    }

    fn revert(&mut self) {
        let Some(document) = &self.bench.document else { return };
        match &document.origin {
            Origin::File(path) => {
                self.files.read_description(document.serial(), path.clone(), &self.wake);
            }
            _ => {
                if let Some(words) = document.file_words() {
                    self.revert_to(document.serial(), (**words).clone());
                }
            }
        }
    }

    /// Makes a document, by its number, what its file holds.
    pub(crate) fn revert_to(&mut self, serial: u64, words: Description) {
        let open = self.bench.document.as_mut().filter(|d| d.serial() == serial);
        let Some(document) = open else { return };
        match document.revert_to(words, &self.wake) {
            Ok(changed) => {
                let name = document.origin.file_name();
                self.document_changed(Point::ORIGIN);
                self.say(if changed {
                    format!("Reverted to {name}.")
                } else {
                    format!("No changes: the puzzle already matches {name}.")
                });
            }
            Err(refusal) => self.complain(refusal.to_string()),
        }
    }

    /// Keeps the window open where changes would be lost by closing it, tells of work that was
    /// found, and names the window.
    pub(crate) fn look_after_documents(&mut self, ctx: &egui::Context) {
        if ctx.input(|i| i.viewport().close_requested())
            && !self.documents.leaving
            && let Some(place) = self.bench.edited_tab()
        {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            ctx.send_viewport_cmd(egui::ViewportCommand::Focus);
            if !self.is_edited() && self.dialog.is_none() {
                self.show_tab(place);
            }
            self.intend(Intent::Quit);
        }
        let drafts = &self.bench.drafts;
        if self.documents.news && !drafts.is_looking() && !self.files.is_busy() {
            self.documents.news = false;
            if !drafts.unsaved().is_empty() && self.bench.screen != Screen::Gallery {
                self.say("Unsaved work from an earlier session is in the gallery.");
            }
        }
        let title = match &self.bench.document {
            Some(document) => {
                let mark = if document.is_edited() { "• " } else { "" };
                format!("{mark}{} – Polywright", document.puzzle.title)
            }
            None => "Polywright".to_owned(),
        };
        if self.documents.title != title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.documents.title = title;
        }
    }

    /// Keeps unsaved changes in a folder from now on, and looks there for those of others.
    pub(crate) fn keep_drafts(&mut self, folder: PathBuf) {
        self.bench.drafts.start(folder, &self.wake);
        self.documents.news = true;
    }
}

/// Where a document would be saved to.
fn proposal(document: &Document) -> PathBuf {
    document.folder().join(document.stem() + ".ron")
}

/// A path whose name has an ending.
fn with_ending(path: PathBuf) -> PathBuf {
    if path.extension().is_some() { path } else { path.with_extension("ron") }
}
