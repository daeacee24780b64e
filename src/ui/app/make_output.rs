//! Writing what is made of a puzzle.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::App;
use crate::files;
use crate::puzzle::making::Artwork;
use crate::text;
use crate::ui::make::Made;
use crate::ui::platform::purpose::Purpose;
use crate::workbench::CancelToken;
use crate::workbench::edit::Edit;

impl App {
    /// Asks where what is made is to be written, with the usual ending unless another is wanted.
    pub(super) fn choose_make_path(&mut self, ending: Option<&'static str>) {
        if let Err(why) = self.make.can_export() {
            return self.say(why);
        }
        let (what, usual) = self.make.file_words();
        let ending = ending.unwrap_or(usual);
        self.ask_path(Purpose::Make, self.beside(&format!("-{what}.{ending}")), ending);
    }

    /// Returns whether a path is that of the file the puzzle was read from, and reports it if so.
    fn refuses_source(&mut self, path: &Path) -> bool {
        let is_source = self.bench.document.as_ref().is_some_and(|d| d.is_source(path));
        if is_source {
            self.say(
                "The puzzle was read from this file, so it is not overwritten. Choose another \
                 name.",
            );
        }
        is_source
    }

    /// Writes what is made, on a thread.
    pub(super) fn write_made(&mut self, path: PathBuf) {
        let path = match path.extension() {
            Some(_) => path,
            None => path.with_extension(self.make.file_words().1),
        };
        if self.refuses_source(&path) {
            return;
        }
        match self.make.made() {
            None => self.say("There is nothing to write yet."),
            Some(Made::Sheets(sheets)) => {
                let count = text::count(sheets.layout.sheets as u64, "sheet");
                let so_far = if self.make.is_nesting() { ", as nested so far," } else { "" };
                let done = format!("Wrote {count}{so_far} to");
                let files = move |path: &Path| files::sheets_by_ending(&sheets.drawings(), path);
                self.files.write_all(path, files, done, &self.wake);
            }
            Some(Made::Sheet(drawing)) => {
                let sheets = move |path: &Path| {
                    files::sheets_by_ending(std::slice::from_ref(&*drawing), path)
                };
                self.files.write_all(path, sheets, "Wrote one sheet to".to_owned(), &self.wake);
            }
            Some(Made::Plates(print)) => {
                let count = text::count(print.count() as u64, "part");
                let done = format!("Wrote {count} to");
                let files = move |path: &Path| files::parts_by_ending(&print, path);
                self.files.write_all(path, files, done, &self.wake);
            }
            Some(Made::Pages(pages)) => {
                let count = text::count(pages.count as u64, "page");
                let done = format!("Wrote {count} to");
                let write = move |path: &Path, token: &CancelToken| pages.write(path, token);
                self.files.write_by_pieces(path, write, done, &self.wake);
            }
        }
    }

    /// Asks where the moves of the chosen solution are to be written.
    pub(super) fn choose_moves_path(&mut self, ending: &'static str) {
        self.ask_path(Purpose::Moves, self.beside(&format!("-moves.{ending}")), ending);
    }

    /// Writes the moves of the chosen solution, in the form that the ending of the path says.
    pub(super) fn write_moves(&mut self, path: PathBuf) {
        if self.refuses_source(&path) {
            return;
        }
        let (Some(document), Some(shown)) = (&self.bench.document, &self.bench.disassembly) else {
            return;
        };
        let to = match files::moves_by_ending(&path) {
            Ok(to) => to,
            Err(error) => return self.say(text::capitalised(&format!("{error}."))),
        };
        let number = document.distinct_number(document.selected()).map_or(1, |(own, _)| own);
        let solved = document.solved.as_ref();
        let description = solved.map_or(document.description(), |solved| &solved.description);
        let settings = (self.solutions.style, Arc::clone(description));
        match shown.moves_file(number, to, settings) {
            Some(write) => {
                let (first, done) = match to.first_of_several(&path) {
                    Some(first) => (first, "Wrote a picture of each move, beginning with"),
                    None => (path.clone(), "Wrote the moves to"),
                };
                let write = move |_: &Path, token: &CancelToken| write(&path, token);
                self.files.write_by_pieces(first, write, done.to_owned(), &self.wake);
            }
            None => self.say("There are no moves for this solution."),
        }
    }

    /// Asks for a file of settings, or for a picture to engrave.
    pub(super) fn choose_preset(&mut self, purpose: Purpose) {
        let Some(document) = &self.bench.document else { return };
        if purpose == Purpose::Engrave {
            return self.ask_path(purpose, document.folder().join("."), "svg");
        }
        let (what, _) = self.make.file_words();
        let path = document.folder().join(format!("{what}-preset.ron"));
        self.ask_path(purpose, path, "ron");
    }

    /// Writes the settings of the target that is shown.
    pub(super) fn save_preset(&mut self, path: PathBuf) {
        if self.refuses_source(&path) {
            return;
        }
        let Some(document) = &self.bench.document else { return };
        let text = self.make.preset(&document.description().make);
        let bytes = move || Ok(text.into_bytes());
        self.files.write_other(path, bytes, "Wrote the settings to".to_owned(), &self.wake);
    }

    /// Takes over settings for the target that is shown, which can be undone.
    pub(super) fn load_preset(&mut self, path: &Path) {
        let Some(document) = &self.bench.document else { return };
        match self.make.with_preset(&document.description().make, path) {
            Ok(making) => self.actions.edit(Edit::Making(Box::new(making), "load a preset"), None),
            Err(error) => self.say(error.to_string()),
        }
    }

    /// Adds a picture to those that are engraved, on the lid if there is one, else on the base, else on
    /// the first piece.
    pub(super) fn engrave(&mut self, path: &Path) {
        let Some(document) = &self.bench.document else { return };
        let mut making = document.description().make.clone();
        let parts = &making.laser.parts;
        let first = document.puzzle.pieces.first().map(|piece| piece.name.as_str());
        let part = match (parts.lid, parts.base, first) {
            (false, true, _) => "/base",
            (false, false, Some(piece)) => piece,
            _ => "/lid",
        };
        let part = part.to_owned();
        match files::artwork(path) {
            Ok(artwork) => {
                making.laser.artwork.push(Artwork { part, ..artwork });
                self.actions.edit(Edit::Making(Box::new(making), "engrave a picture"), None);
            }
            Err(why) => self.say(why),
        }
    }

    /// Forgets the places of parts that were moved by hand.
    pub(super) fn nest_again(&mut self) {
        let Some(document) = &self.bench.document else { return };
        let mut making = document.description().make.clone();
        making.laser.placements.clear();
        self.actions.edit(Edit::Making(Box::new(making), "nest again"), None);
    }
}
