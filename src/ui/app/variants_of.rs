//! Commands of the screen of variants.

use std::path::PathBuf;
use std::sync::Arc;

use super::App;
use crate::job::variants::{write_csv, write_ron};
use crate::text;
use crate::ui::files::Purpose;
use crate::ui::intent::Intent;
use crate::ui::run;
use crate::workbench::variants::VariantCommand;

impl App {
    /// Solves, opens, compares or writes variants.
    pub(super) fn variant_command(&mut self, ctx: &egui::Context, command: VariantCommand) {
        match command {
            VariantCommand::SolveAll => {
                if let Err(why) = self.bench.solve_variants(&run::calm_wake(ctx)) {
                    self.say(why);
                }
            }
            VariantCommand::ShowSolutions => {
                if let Err(why) = self.bench.solve_variant(&run::calm_wake(ctx)) {
                    self.say(why);
                }
            }
            VariantCommand::OpenAsPuzzle => {
                let Some(document) = &self.bench.document else { return };
                match document.variant_description() {
                    Ok((description, ..)) => self.intend(Intent::New(Box::new(description))),
                    Err(refusal) => self.complain(refusal.to_string()),
                }
            }
            VariantCommand::Compare => {
                if let Some(document) = &mut self.bench.document {
                    document.toggle_compared_variant();
                }
            }
            VariantCommand::ExportCsv | VariantCommand::ExportRon => {
                let Some(document) = &self.bench.document else { return };
                let ending = if command == VariantCommand::ExportCsv { "csv" } else { "ron" };
                let name = format!("{}-variants.{ending}", document.stem());
                let path = document.folder().join(name);
                self.files.ask(Purpose::Variants, path, ending, &self.wake);
            }
        }
    }

    /// Writes the listed variants to a file, on a thread.
    pub(super) fn write_variants(&mut self, path: PathBuf) {
        let Some(document) = &self.bench.document else { return };
        let variants = document.variants();
        let (Some(listed), Some(table)) = (variants.listed(), variants.table()) else {
            return self.say("The variants are still being listed.");
        };
        let (listed, table) = (Arc::clone(listed), Arc::clone(table));
        let only_exists = variants.only_exists();
        let is_ron = path.extension().is_some_and(|ending| ending == "ron");
        let done = format!("Wrote {} to", text::count(table.order.len() as u64, "variant"));
        let bytes = move || {
            let order = table.order.iter().map(|&n| n as usize);
            let mut bytes = Vec::new();
            let written = match is_ron {
                true => write_ron(&listed.list, &table.results, order, only_exists, &mut bytes),
                false => write_csv(&listed.list, &table.results, order, only_exists, &mut bytes),
            };
            written.map_err(|error| text::io_error(&error)).map(|()| bytes)
        };
        self.files.write_other(path, bytes, done, &self.wake);
    }
}
