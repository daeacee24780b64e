//! The commands of the Play screen.

use std::path::PathBuf;

use super::App;
use crate::text;
use crate::ui::dialogs::RecordFile;
use crate::ui::platform::purpose::Purpose;
use crate::workbench::Screen;
use crate::workbench::play::PlayAction;

impl App {
    /// Chooses what is played.
    pub(super) fn change_play(&mut self, action: PlayAction) {
        if let Err(why) = self.bench.change_play(action, &self.wake) {
            self.say(why);
        }
        self.follow_played();
    }

    /// Draws the document that the screen shows if it is another than before, and begins to play it; the
    /// workbench knows how far the game is.
    pub(super) fn follow_played(&mut self) {
        let shown = self.bench.shown_document().map(|document| document.serial());
        if shown != self.drawn {
            self.draw_figures();
        }
        if let Some(serial) = shown.filter(|_| self.bench.screen == Screen::Play) {
            self.play.begin(serial, self.bench.play.spent());
            self.bench.play.set_spent(self.play.spent());
        }
    }

    /// Asks where the record of play is to be written.
    pub(super) fn save_record(&mut self, file: RecordFile) {
        let document = self.bench.document.as_ref();
        let folder = document.map_or_else(PathBuf::new, |own| own.folder());
        let path = folder.join(format!("{}-record.csv", file.stem));
        self.record = Some(file);
        self.ask_path(Purpose::PlayRecord, path, "csv");
    }

    /// Writes the record of play to a file, as it was listed.
    pub(super) fn write_record(&mut self, path: PathBuf) {
        let Some(RecordFile { rows, text: lines, .. }) = self.record.take() else { return };
        let path = if path.extension().is_some() { path } else { path.with_extension("csv") };
        let done = format!("Wrote the record, {}, to", text::count(rows as u64, "row"));
        self.files.write_other(path, move || Ok(lines.into_bytes()), done, &self.wake);
    }
}
