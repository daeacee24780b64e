//! The solutions of a document that are written to files.

use std::sync::Arc;

use super::check::analysis::Analysis;
use super::document::Document;
use super::solutions::listing::Listing;
use crate::format::solutions_file::Source;
use crate::natural::Natural;
use crate::puzzle::{Description, Puzzle};
use crate::solution::{Counts, Excerpt, Heading, Store};

/// The distinct solutions of a document that are to be written.
#[derive(Clone)]
pub struct DistinctSolutions {
    description: Arc<Description>,
    analysis: Arc<Analysis>,
    store: Store,
    counts: Counts<Natural>,
    complete: bool,
    /// The list, where not all are listed in the order of their numbers.
    listing: Option<Arc<Listing>>,
}

impl DistinctSolutions {
    /// Those that are listed; `None` before there are any.
    pub fn new(document: &Document) -> Option<DistinctSolutions> {
        let solved = document.solved.as_ref()?;
        let (description, analysis) =
            (Arc::clone(&solved.description), Arc::clone(&solved.analysis));
        let (counts, complete) = document.counts()?;
        let store = document.with_store(Store::clone)?;
        let complete = complete && store.len() as u64 == counts.distinct;
        let listing = document.listing().cloned();
        Some(DistinctSolutions { description, analysis, store, counts, complete, listing })
    }

    /// All of them, whatever is listed; `None` before there are any.
    pub fn whole(document: &Document) -> Option<DistinctSolutions> {
        DistinctSolutions::new(document).map(|listed| listed.unfiltered())
    }

    /// All of them, where they are not settled yet.
    pub fn unfiltered(&self) -> DistinctSolutions {
        DistinctSolutions { listing: None, ..self.clone() }
    }

    /// The number of solutions to be written.
    pub fn len(&self) -> u64 {
        self.listing.as_ref().map_or(self.store.len(), |listing| listing.distinct().len()) as u64
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Keeps the solutions that are listed, with their numbers: in the order of these where
    /// `by_number`, else in that of the list, with its groups. Those of a run that goes on are sorted,
    /// and counted again, since they were copied a moment after they were counted.
    pub fn settle(&mut self, running: bool, by_number: bool) {
        if let Some(listing) = self.listing.take() {
            let mut listed = self.excerpt(&listing);
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
        self.counts = Counts::of_store(&self.store, &self.analysis.group).into();
    }

    /// A store for what is listed, with the filter and the groups in words.
    fn excerpt(&self, listing: &Listing) -> Store {
        let Analysis { puzzle, encoding, .. } = &*self.analysis;
        let filter = listing.filter_words(puzzle, encoding);
        let mut excerpt = self.store.empty_excerpt(self.complete, &filter);
        // The groups of all copies are none of the distinct solutions.
        if let (Some(grouping), false) = (listing.grouping(), listing.lists_all()) {
            let heading = |group: &super::solutions::grouping::ListGroup| Heading {
                first: group.first as usize,
                len: group.len as usize,
                words: group.words(grouping, &self.analysis).replace('\u{a0}', " "),
            };
            excerpt.set_headings(listing.groups().iter().map(heading).collect());
        }
        excerpt
    }

    /// Returns the content to write, once it was settled.
    pub fn source(&self) -> Source<'_> {
        let DistinctSolutions { description, analysis, store, counts, complete, .. } = self;
        let Analysis { puzzle, encoding, group, .. } = &**analysis;
        let (counts, complete) = (*counts, *complete);
        Source { description, puzzle, encoding, group, store, counts, complete }
    }
}

/// A caption of the list that the solutions of the file are part of; empty where they are none.
pub fn part_caption(document: &Document) -> String {
    let caption = |store: &Store| store.excerpt().map_or_else(String::new, Excerpt::caption);
    document.with_store(caption).unwrap_or_default()
}

/// Returns whether a filter leaves solutions out of the list, or has left them out of its file.
pub fn is_filtered(document: &Document) -> bool {
    document.listing().is_some_and(|listing| listing.filters())
        || document.with_store(Store::is_filtered).unwrap_or(false)
}

/// The puzzle as it was when it was solved, which its solutions are those of.
pub fn solved_puzzle(document: &Document) -> (Arc<Puzzle>, Arc<Description>) {
    let (puzzle, description) = match &document.solved {
        Some(solved) => (&solved.analysis.puzzle, &solved.description),
        None => (&document.puzzle, document.description()),
    };
    (Arc::clone(puzzle), Arc::clone(description))
}
