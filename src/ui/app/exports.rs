//! Writing exports, on a thread of their own.

use std::sync::Arc;

use super::App;
use crate::format::solutions_file::Source;
use crate::picture::Style;
use crate::solution::{Counts, Store};
use crate::ui::overlay::{ExportOrder, What};
use crate::words;
use crate::workbench::export;

impl App {
    /// Starts to write on a thread of its own.
    pub(super) fn write_export(&mut self, order: &ExportOrder) {
        let Some(document) = &self.bench.document else { return };
        let ExportOrder { what, form, style, ref path } = *order;
        let path = path.clone();
        // Solutions are those of the puzzle as it was when it was solved.
        let (puzzle, description) = match &document.solved {
            Some(solved) if what != What::Puzzle => (&solved.analysis.puzzle, &solved.description),
            _ => (&document.puzzle, document.description()),
        };
        let (puzzle, description) = (Arc::clone(puzzle), Arc::clone(description));
        match what {
            What::Puzzle => {
                let style = Style { view: self.design.space.view, ..style };
                let bytes = move || export::puzzle(&description, &puzzle, form, style);
                self.files.write(path, bytes, "Wrote the puzzle to".to_owned(), &self.wake);
            }
            What::Solution => {
                let Some(placed) = document.placed(document.selected()) else { return };
                // Of a solid the picture is the one that is looked at.
                let space = &self.solutions.space;
                let keys = crate::ui::space::keys(&placed).into_iter().enumerate();
                let hidden: Vec<usize> =
                    keys.filter(|(_, key)| space.hidden.contains(key)).map(|(n, _)| n).collect();
                let done = format!("Wrote solution {} to", words::grouped(document.selected() + 1));
                let bytes = move || export::solution(&puzzle, &placed, &hidden, form, style);
                self.files.write(path, bytes, done, &self.wake);
            }
            What::Distinct => {
                let (Some(encoding), Some(group)) =
                    (document.solved_encoding(), document.solved_group())
                else {
                    return;
                };
                let (encoding, group) = (Arc::clone(encoding), Arc::clone(group));
                let running = document.is_running();
                let Some((counts, complete)) = document.counts() else { return };
                let Some(mut store) = document.with_store(Store::clone) else { return };
                let complete = complete && store.len() as u64 == counts.distinct;
                let done = format!("Wrote {} to", words::count(store.len() as u64, "solution"));
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
                self.files.write(path, bytes, done, &self.wake);
            }
        }
    }
}
