//! Writing exports, on a thread of their own.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::App;
use crate::encode::{Encoding, SymmetryGroup};
use crate::format::solutions_file::{self, Source};
use crate::picture::Style;
use crate::picture::space::View;
use crate::puzzle::{Description, Puzzle};
use crate::solution::{Counts, Store};
use crate::text;
use crate::ui::dialogs::{ExportOrder, What};
use crate::ui::space::{self, PartKey};
use crate::workbench::export::Form;
use crate::workbench::listing::Listing;
use crate::workbench::{CancelToken, Document, export};

/// Works out the bytes of a file, on a thread.
type Writer = Box<dyn FnOnce() -> Result<Vec<u8>, String> + Send>;

impl App {
    /// Starts to write on a thread of its own.
    pub(super) fn write_export(&mut self, order: &ExportOrder) {
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
    let (puzzle, _) = solved_puzzle(document);
    let keys = space::keys(&placed).into_iter().enumerate();
    let hidden: Vec<usize> = keys.filter(|(_, key)| hidden.contains(key)).map(|(n, _)| n).collect();
    let number = document.number(document.selected())?;
    let done = format!("Wrote solution {} to", text::grouped(number));
    let (form, style) = (order.form, order.style);
    let bytes = move || export::solution(&puzzle, &placed, &hidden, form, style);
    Some((Box::new(bytes), done))
}

/// The distinct solutions to be written.
struct Distinct {
    description: Arc<Description>,
    puzzle: Arc<Puzzle>,
    encoding: Arc<Encoding>,
    group: Arc<SymmetryGroup>,
    store: Store,
    counts: Counts,
    complete: bool,
    /// The list, where not all are listed in the order of their numbers.
    listing: Option<Arc<Listing>>,
}

impl Distinct {
    fn new(document: &Document) -> Option<Distinct> {
        let (puzzle, description) = solved_puzzle(document);
        let encoding = Arc::clone(document.solved_encoding()?);
        let group = Arc::clone(document.solved_group()?);
        let (counts, complete) = document.counts()?;
        let store = document.with_store(Store::clone)?;
        let complete = complete && store.len() as u64 == counts.distinct;
        let listing = document.listing().cloned();
        Some(Distinct { description, puzzle, encoding, group, store, counts, complete, listing })
    }

    /// The number of solutions to be written.
    fn len(&self) -> u64 {
        self.listing.as_ref().map_or(self.store.len(), |listing| listing.distinct().len()) as u64
    }

    /// Keeps the solutions that are listed: in the order of their numbers where `by_number`, else
    /// in that of the list. Those of a run that goes on are sorted, and counted again, since they
    /// were copied a moment after they were counted.
    fn settle(&mut self, running: bool, by_number: bool) {
        if let Some(listing) = self.listing.take() {
            let mut listed = self.store.empty();
            for &n in listing.distinct() {
                listed.extend_from(&self.store, n as usize..n as usize + 1);
            }
            self.complete &= listed.len() == self.store.len();
            self.store = listed;
        } else if !running {
            return;
        }
        if by_number {
            self.store.sort();
        }
        self.counts = Counts::of_store(&self.store, &self.group);
    }

    fn source(&self) -> Source<'_> {
        let Distinct { description, puzzle, encoding, group, store, counts, complete, .. } = self;
        let (counts, complete) = (*counts, *complete);
        Source { description, puzzle, encoding, group, store, counts, complete }
    }
}

impl App {
    /// Starts to write the distinct solutions that are listed.
    fn write_distinct(&mut self, order: &ExportOrder) {
        let Some(document) = &self.bench.document else { return };
        let running = document.is_running();
        let Some(mut distinct) = Distinct::new(document) else { return };
        let done = format!("Wrote {} to", text::count(distinct.len(), "solution"));
        let (form, style, path) = (order.form, order.style, order.path.clone());
        if form == Form::Ron {
            let write = move |out: &mut dyn Write, interest: &CancelToken| {
                distinct.settle(running, true);
                let progress = &mut |_, _| match interest.is_lost() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                };
                solutions_file::write_to(distinct.source(), out, progress)
            };
            self.files.write_by_pieces(path, write, done, &self.wake);
            return;
        }
        let bytes = move || {
            distinct.settle(running, false);
            export::solutions(distinct.source(), 0..distinct.store.len(), form, style)
        };
        self.files.write(path, bytes, done, &self.wake);
    }
}

/// The puzzle as it was when it was solved, which its solutions are those of.
fn solved_puzzle(document: &Document) -> (Arc<Puzzle>, Arc<Description>) {
    let (puzzle, description) = match &document.solved {
        Some(solved) => (&solved.analysis.puzzle, &solved.description),
        None => (&document.puzzle, document.description()),
    };
    (Arc::clone(puzzle), Arc::clone(description))
}
