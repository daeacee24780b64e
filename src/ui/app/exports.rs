//! Writing exports, on a thread of their own.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::App;
use crate::format::solutions_file::Source;
use crate::picture::Style;
use crate::picture::space::View;
use crate::puzzle::{Description, Puzzle};
use crate::solution::{Counts, Store};
use crate::text;
use crate::ui::dialogs::{ExportOrder, What};
use crate::ui::space::{self, PartKey};
use crate::workbench::{Document, export};

/// Works out the bytes of a file, on a thread.
type Writer = Box<dyn FnOnce() -> Result<Vec<u8>, String> + Send>;

impl App {
    /// Starts to write on a thread of its own.
    pub(super) fn write_export(&mut self, order: &ExportOrder) {
        let Some(document) = &self.bench.document else { return };
        let writer = match order.what {
            What::Puzzle => Some(puzzle_writer(document, order, self.design.space.view)),
            What::Solution => solution_writer(document, order, &self.solutions.space.hidden),
            What::Distinct => distinct_writer(document, order),
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
    let (puzzle, _) = solved_puzzle(document);
    let keys = space::keys(&placed).into_iter().enumerate();
    let hidden: Vec<usize> = keys.filter(|(_, key)| hidden.contains(key)).map(|(n, _)| n).collect();
    let done = format!("Wrote solution {} to", text::grouped(document.selected() + 1));
    let (form, style) = (order.form, order.style);
    let bytes = move || export::solution(&puzzle, &placed, &hidden, form, style);
    Some((Box::new(bytes), done))
}

/// Writes all distinct solutions.
fn distinct_writer(document: &Document, order: &ExportOrder) -> Option<(Writer, String)> {
    let (puzzle, description) = solved_puzzle(document);
    let encoding = Arc::clone(document.solved_encoding()?);
    let group = Arc::clone(document.solved_group()?);
    let running = document.is_running();
    let (counts, complete) = document.counts()?;
    let mut store = document.with_store(Store::clone)?;
    let complete = complete && store.len() as u64 == counts.distinct;
    let done = format!("Wrote {} to", text::count(store.len() as u64, "solution"));
    let (form, style) = (order.form, order.style);
    let bytes = move || {
        // Of a run that goes on the store is not in order, and it was copied a moment
        // after it was counted.
        let counts = if running {
            store.sort();
            Counts::of_store(&store, &group)
        } else {
            counts
        };
        let source = Source {
            description: &description,
            puzzle: &puzzle,
            encoding: &encoding,
            group: &group,
            store: &store,
            counts,
            complete,
        };
        export::solutions(source, 0..store.len(), form, style)
    };
    Some((Box::new(bytes), done))
}

/// The puzzle as it was when it was solved, which its solutions are those of.
fn solved_puzzle(document: &Document) -> (Arc<Puzzle>, Arc<Description>) {
    let (puzzle, description) = match &document.solved {
        Some(solved) => (&solved.analysis.puzzle, &solved.description),
        None => (&document.puzzle, document.description()),
    };
    (Arc::clone(puzzle), Arc::clone(description))
}
