//! Commands of the screen of variants.

use std::path::PathBuf;
use std::sync::Arc;

use super::App;
use crate::job::sets::write_sets_csv;
use crate::job::variants::ResultTable;
use crate::text;
use crate::ui::platform::purpose::Purpose;
use crate::ui::platform::wake;
use crate::ui::replacement::Intent;
use crate::workbench::Screen;
use crate::workbench::variants::{VariantAction, VariantCommand};

impl App {
    /// Solves, opens, compares or writes variants.
    pub(super) fn variant_command(&mut self, ctx: &egui::Context, command: VariantCommand) {
        match command {
            VariantCommand::SolveAll => {
                if let Err(why) = self.bench.solve_variants(&wake::calm_wake(ctx)) {
                    self.say(why);
                }
            }
            VariantCommand::ShowSolutions => {
                if let Err(why) =
                    self.bench.solve_variant(self.variants.shown_solution(), &wake::calm_wake(ctx))
                {
                    self.say(why);
                }
            }
            VariantCommand::OpenAsPuzzle => {
                let Some(document) = &self.bench.document else { return };
                match document.variant_description(0) {
                    Ok((description, ..)) => self.intend(Intent::New(Box::new(description))),
                    Err(refusal) => self.complain(refusal.to_string()),
                }
            }
            VariantCommand::Compare => {
                self.bench.change_variants(VariantAction::Compare);
            }
            VariantCommand::Sets => self.bench.show_sets(),
            VariantCommand::UseSet => self.use_set(),
            VariantCommand::ExportCsv | VariantCommand::ExportRon => {
                let Some(document) = &self.bench.document else { return };
                let ending = if command == VariantCommand::ExportCsv { "csv" } else { "ron" };
                let what = if document.sets().is_shown() { "sets" } else { "variants" };
                self.ask_path(Purpose::Variants, self.beside(&format!("-{what}.{ending}")), ending);
            }
        }
    }

    /// Makes the selected set the pieces of the puzzle, and goes where they are seen.
    fn use_set(&mut self) {
        let Some(document) = &self.bench.document else { return };
        let (edit, name) = match document.sets().use_selected() {
            Ok(set) => set,
            Err(refusal) => return self.complain(refusal.to_string()),
        };
        if self.edit(&edit, None) {
            self.bench.screen = Screen::Design;
            self.say(format!(
                "The puzzle now has the pieces {name}. Undo (Ctrl+Z) brings the others back."
            ));
        }
    }

    /// Writes the listed sets of pieces to a file, on a thread.
    fn write_sets(&mut self, path: PathBuf) {
        let Some(document) = &self.bench.document else { return };
        let sets = document.sets();
        let (Some(run), Some(table)) = (sets.run(), sets.table()) else {
            return self.say("No set of pieces is tested yet.");
        };
        let (plan, table) = (Arc::clone(run.plan()), Arc::clone(table));
        let done = format!("Wrote {} to", text::count(table.order.len() as u64, "set"));
        let bytes = move || {
            let listed = table.order.iter().map(|&n| &table.results[n as usize]);
            let mut bytes = Vec::new();
            let written = write_sets_csv(&plan, listed, &mut bytes);
            written.map_err(|error| text::io_error(&error)).map(|()| bytes)
        };
        self.files.write_other(path, bytes, done, &self.wake);
    }

    /// Writes the listed variants to a file, on a thread.
    pub(super) fn write_variants(&mut self, path: PathBuf) {
        let path = if path.extension().is_some() { path } else { path.with_extension("csv") };
        let Some(document) = &self.bench.document else { return };
        if document.sets().is_shown() {
            return self.write_sets(path);
        }
        let variants = document.variants();
        let (Some(listed), Some(table)) = (variants.listed(), variants.table()) else {
            return self.say("The variants are still being listed.");
        };
        let (listed, table) = (Arc::clone(listed), Arc::clone(table));
        let question = variants.question();
        let is_ron = path.extension().is_some_and(|ending| ending == "ron");
        let done = format!("Wrote {} to", text::count(table.order.len() as u64, "variant"));
        let bytes = move || {
            let order = table.order.iter().map(|&n| n as usize);
            let mut bytes = Vec::new();
            let rows = ResultTable {
                list: &listed.list,
                equal: &listed.equal,
                results: &table.results,
                question,
            };
            let written = match is_ron {
                true => rows.write_ron(order, &mut bytes),
                false => rows.write_csv(order, &mut bytes),
            };
            written.map_err(|error| text::io_error(&error)).map(|()| bytes)
        };
        self.files.write_other(path, bytes, done, &self.wake);
    }
}
