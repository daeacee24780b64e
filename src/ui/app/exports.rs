//! Writing exports, on a thread of their own.

use std::path::{Path, PathBuf};

use super::App;
use crate::files::Loss;
use crate::picture::{PictureSize, Style};
use crate::puzzle::making::PictureSettings;
use crate::text;
use crate::ui::dialogs::{Dialog, ExportOrder, Sight, StepPictures, What};
use crate::workbench::edit::Edit;
use crate::workbench::export::DistinctSolutions;
use crate::workbench::stepper::{PictureSeries, check_folder};
use crate::workbench::{CancelToken, Document};

impl App {
    /// Returns the current view of solids.
    pub(in crate::ui) fn sight(&self) -> Sight {
        Sight { board: self.design.space.view, hidden: self.solutions.space.hidden.clone() }
    }

    /// Returns the style for pictures of a puzzle: from its file, or else that of the last one.
    pub(in crate::ui) fn picture_style(&self, document: &Document) -> Style {
        let own = &document.description().make.picture;
        match *own == PictureSettings::default() {
            true => self.solutions.style,
            false => self.solutions.style.with(own),
        }
    }

    /// Starts to write on a thread of its own.
    pub(super) fn write_export(&mut self, order: &ExportOrder) {
        if order.what != What::Solution {
            self.export_format = order.format;
        }
        // The next picture looks like this one.
        self.solutions.style = self.solutions.style.with(&order.settings());
        self.solutions.style.measures = order.style.measures;
        let Some(document) = &self.bench.document else { return };
        let mut making = document.description().make.clone();
        if let Some(kept) = order.kept_settings().filter(|kept| *kept != making.picture) {
            making.picture = kept;
            let edit = Edit::Making(Box::new(making), "change the look of pictures");
            self.actions.edit(edit, None);
        }
        // A large picture takes a while: what was pressed is answered at once.
        let begun = format!("Writing {}…", order.path.display());
        if order.what == What::Distinct {
            self.write_distinct(order);
        } else if let Some((bytes, done)) = order.writer(document) {
            self.files.write(order.path.clone(), bytes, done, &self.wake);
        } else {
            return;
        }
        self.say(begun);
    }

    /// Opens the dialog for pictures of the steps from here on.
    pub(super) fn set_up_step_pictures(&mut self) {
        let Some(stepper) = &self.bench.stepper else { return };
        let document = self.bench.document.as_ref();
        let look = document.map_or(self.solutions.style, |document| self.picture_style(document));
        // The words beside the board say what a caption would.
        let style = Style { caption: false, outlines: false, size: PictureSize::default(), ..look };
        let series = PictureSeries { style, ..PictureSeries::from_here(stepper) };
        let (folder, stem) = match document {
            Some(document) => (document.folder(), format!("{}-steps", document.stem())),
            None => (PathBuf::new(), "steps".to_owned()),
        };
        let named = |n: u32| match n {
            1 => folder.join(&stem),
            n => folder.join(format!("{stem}-{n}")),
        };
        let free = (1..100).map(named).find(|folder| check_folder(folder).is_ok());
        let folder = free.unwrap_or_default().display().to_string();
        self.dialog = Some(Dialog::StepPictures(StepPictures::new(series, folder)));
    }

    /// Starts to write pictures of steps to a folder, or an animation of them to a file.
    pub(super) fn write_step_pictures(&mut self, path: PathBuf, series: PictureSeries) {
        self.say(format!("Writing pictures to {}…", path.display()));
        let write = move |path: &Path, token: &CancelToken| {
            let report = &mut |done, all| token.report(done, all);
            let written = series.write(path, report).map_err(|error| error.to_string())?;
            Ok(series.outcome(written, path))
        };
        self.files.write_series(path, write, &self.wake);
    }

    /// Starts to write the certificate of the counts.
    pub(super) fn write_certificate(&mut self, path: PathBuf) {
        let Some(document) = &self.bench.document else { return };
        let Some(certificate) = document.certificate_file(self.bench.results.handle()) else {
            return;
        };
        let text = move || certificate().map(String::into_bytes);
        self.files.write_other(path, text, "Wrote the certificate to".to_owned(), &self.wake);
    }

    /// Starts to write the distinct solutions that are listed.
    fn write_distinct(&mut self, order: &ExportOrder) {
        let Some(document) = &self.bench.document else { return };
        let running = document.is_running();
        let Some(mut distinct) = DistinctSolutions::new(document) else { return };
        let done = format!("Wrote {} to", text::count(distinct.len(), "solution"));
        let (format, style, path) = (order.format, order.style, order.path.clone());
        if !format.holds_any_number() {
            let bytes = move || {
                distinct.settle(running, false);
                format
                    .write_solutions(distinct.source(), style, Loss::Refused)
                    .map_err(|error| error.to_string())
            };
            self.files.write(path, bytes, done, &self.wake);
            return;
        }
        let write = move |path: &Path, token: &CancelToken| {
            // Files that are read again have the order of the numbers.
            distinct.settle(running, format.is_read());
            let report = &mut |done, all| token.report(done, all);
            format.write_list(distinct.source(), path, report)
        };
        self.files.write_by_pieces(path, write, done, &self.wake);
    }
}
