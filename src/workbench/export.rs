//! The solutions of a document that are written to files.

use std::sync::Arc;

use super::document::Document;
use super::solutions::listing::Listing;
use crate::encode::{Encoding, SymmetryGroup};
use crate::format::solutions_file::Source;
use crate::puzzle::{Description, Puzzle};
use crate::solution::{Counts, Store};

/// The distinct solutions of a document that are to be written.
pub struct DistinctSolutions {
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

impl DistinctSolutions {
    /// Those that are listed; `None` before there are any.
    pub fn new(document: &Document) -> Option<DistinctSolutions> {
        let (puzzle, description) = solved_puzzle(document);
        let encoding = Arc::clone(document.solved_encoding()?);
        let group = Arc::clone(document.solved_group()?);
        let (counts, complete) = document.counts()?;
        let store = document.with_store(Store::clone)?;
        let complete = complete && store.len() as u64 == counts.distinct;
        let listing = document.listing().cloned();
        Some(DistinctSolutions {
            description,
            puzzle,
            encoding,
            group,
            store,
            counts,
            complete,
            listing,
        })
    }

    /// All of them, whatever is listed; `None` before there are any.
    pub fn whole(document: &Document) -> Option<DistinctSolutions> {
        Some(DistinctSolutions { listing: None, ..DistinctSolutions::new(document)? })
    }

    /// The number of solutions to be written.
    pub fn len(&self) -> u64 {
        self.listing.as_ref().map_or(self.store.len(), |listing| listing.distinct().len()) as u64
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Keeps the solutions that are listed: in the order of their numbers where `by_number`, else
    /// in that of the list. Those of a run that goes on are sorted, and counted again, since they
    /// were copied a moment after they were counted.
    pub fn settle(&mut self, running: bool, by_number: bool) {
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

    /// Returns the content to write, once it was settled.
    pub fn source(&self) -> Source<'_> {
        let DistinctSolutions {
            description, puzzle, encoding, group, store, counts, complete, ..
        } = self;
        let (counts, complete) = (*counts, *complete);
        Source { description, puzzle, encoding, group, store, counts, complete }
    }
}

/// The puzzle as it was when it was solved, which its solutions are those of.
pub fn solved_puzzle(document: &Document) -> (Arc<Puzzle>, Arc<Description>) {
    let (puzzle, description) = match &document.solved {
        Some(solved) => (&solved.analysis.puzzle, &solved.description),
        None => (&document.puzzle, document.description()),
    };
    (Arc::clone(puzzle), Arc::clone(description))
}
