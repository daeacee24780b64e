//! Writing exports, on a thread of their own.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::App;
use crate::picture::Style;
use crate::picture::space::View;
use crate::text;
use crate::ui::dialogs::{ExportOrder, What};
use crate::ui::space::{self, PartKey};
use crate::workbench::export::DistinctSolutions;
use crate::workbench::settings::PictureSettings;
use crate::workbench::{CancelToken, Document, export};

/// Works out the bytes of a file, on a thread.
type Writer = Box<dyn FnOnce() -> Result<Vec<u8>, String> + Send>;

impl App {
    /// Starts to write on a thread of its own.
    pub(super) fn write_export(&mut self, order: &ExportOrder) {
        // The next picture looks like this one.
        self.solutions.style = PictureSettings::of(order.style).style(self.solutions.style);
        let Some(document) = &self.bench.document else { return };
        let writer = match order.what {
            What::Puzzle => Some(puzzle_writer(document, order, self.design.space.view)),
            What::Solution => solution_writer(document, order, &self.solutions.space.hidden),
            What::Distinct => return self.write_distinct(order),
        };
        if let Some((bytes, done)) = writer {
            self.files.write(order.path.clone(), bytes, done, &self.wake);
        }
    }
}

/// Writes the puzzle, of a solid as it is looked at; with what is said when that is done.
fn puzzle_writer(document: &Document, order: &ExportOrder, view: View) -> (Writer, String) {
    let (puzzle, description) = (Arc::clone(&document.puzzle), Arc::clone(document.description()));
    let (form, style) = (order.form, Style { view, ..order.style });
    let bytes = move || export::puzzle(&description, &puzzle, form, style);
    (Box::new(bytes), "Wrote the puzzle to".to_owned())
}

/// Writes the selected solution, of a solid without the parts that are `hidden`.
fn solution_writer(
    document: &Document,
    order: &ExportOrder,
    hidden: &BTreeSet<PartKey>,
) -> Option<(Writer, String)> {
    let placed = document.placed(document.selected())?;
    let (puzzle, _) = export::solved_puzzle(document);
    let keys = space::keys(&placed).into_iter().enumerate();
    let hidden: Vec<usize> = keys.filter(|(_, key)| hidden.contains(key)).map(|(n, _)| n).collect();
    let number = document.number(document.selected())?;
    let done = format!("Wrote solution {} to", text::grouped(number));
    let (form, style) = (order.form, order.style);
    let bytes = move || export::solution(&puzzle, &placed, &hidden, form, style);
    Some((Box::new(bytes), done))
}

impl App {
    /// Starts to write the distinct solutions that are listed.
    fn write_distinct(&mut self, order: &ExportOrder) {
        let Some(document) = &self.bench.document else { return };
        let running = document.is_running();
        let Some(mut distinct) = DistinctSolutions::new(document) else { return };
        let done = format!("Wrote {} to", text::count(distinct.len(), "solution"));
        let (form, style, path) = (order.form, order.style, order.path.clone());
        if !form.holds_any_number() {
            let bytes = move || {
                distinct.settle(running, false);
                export::solutions(distinct.source(), form, style)
            };
            self.files.write(path, bytes, done, &self.wake);
            return;
        }
        let write = move |path: &Path, token: &CancelToken| {
            // Files that are read again have the order of the numbers.
            distinct.settle(running, form.is_read());
            let report = &mut |done, all| token.report(done, all);
            export::write_solutions(distinct.source(), 1, form, path, report)
        };
        self.files.write_by_pieces(path, write, done, &self.wake);
    }
}
