//! The solutions of a document, from a run or a file, and the one selected.

pub mod browser;
pub mod grouping;
mod kept;
pub mod likeness;
pub mod listing;
pub mod lookup;
pub mod marks;
pub mod piece_positions;

use std::sync::Arc;

use self::browser::Browser;
use self::kept::ListRecord;
use self::likeness::Likeness;
use self::listing::Stage;
use self::marks::Marks;
use super::check::analysis::Analysis;
use super::results::Results;
use super::saved_runs::Saver;
use super::task::Wake;
use crate::exact_cover::OptionId;
use crate::job::Run;
use crate::lattice::Point;
use crate::natural::Natural;
use crate::puzzle::{Description, Puzzle};
use crate::solution::database::Certificate;
use crate::solution::{Counts, Store, View};

/// The part of the open puzzle that is solved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SolvedPart {
    /// All of it.
    #[default]
    Whole,
    /// The puzzle with every piece on the board pinned.
    Pinned,
    /// One of its variants.
    Variant {
        /// Its name.
        name: String,
        /// The sites that it leaves open.
        open: Vec<Point>,
        /// The puzzle that it is a variant of.
        of: Arc<Puzzle>,
        /// The solution of it that was looked at: pieces by their names, and the sites of each.
        shown: Vec<(String, Vec<Point>)>,
    },
}

/// Solutions, from a run or from a file.
pub enum SolutionSource {
    /// A run, in progress or over.
    Run(Run),
    /// Read from a file.
    File(Box<KnownSolutions>),
    /// Stored when a run was over.
    Stored(Box<KnownSolutions>),
    /// Some were found by a search for first solutions.
    Found(Box<KnownSolutions>),
}

impl SolutionSource {
    /// The solutions, unless a run has them.
    pub(super) fn known(&self) -> Option<&KnownSolutions> {
        match self {
            SolutionSource::Run(_) => None,
            SolutionSource::File(known)
            | SolutionSource::Stored(known)
            | SolutionSource::Found(known) => Some(known),
        }
    }
}

/// Solutions that no run is looking for.
pub struct KnownSolutions {
    /// The distinct solutions.
    pub store: Store,
    /// Their numbers.
    pub counts: Counts<Natural>,
    /// True if these are the numbers of all solutions.
    pub complete: bool,
}

/// Solutions with the exact puzzle that they are solutions of.
pub struct SolvedState {
    /// The words of that puzzle.
    pub description: Arc<Description>,
    /// That puzzle and its placements.
    pub analysis: Arc<Analysis>,
    /// The saver of the run; dropped before the run is.
    pub saver: Option<Saver>,
    /// True if the user chose the engine of the run.
    pub own_engine: bool,
    /// The part of the puzzle that was solved.
    pub part: SolvedPart,
    /// The solutions.
    pub answers: SolutionSource,
    /// True if they are also in a file or in the database.
    pub(super) is_stored: bool,
    /// The certificate of what is stored, if another engine has found the same.
    pub(super) certificate: Option<Certificate>,
    /// A list that was known before a run that only counts.
    pub(super) earlier: Option<KnownSolutions>,
    /// The solutions in view: the distinct ones or all.
    pub(super) view: Option<View>,
    /// The solution shown large, as an index of the list.
    pub(super) selected: u64,
    /// The one that was selected when the list was last filtered, sorted or grouped, as an index of
    /// the solutions at that stage: it is selected again once the list has it.
    pub(super) kept: Option<(u64, Stage)>,
    /// The list of them.
    pub(super) browser: Browser,
    /// The user's marks.
    pub(super) marks: Marks,
    /// The record of the list as it is kept.
    pub(super) list_record: ListRecord,
    /// A distinct solution that others are shown beside.
    pub(super) compared: Option<Likeness>,
    /// The solution that was looked at before all were listed, until it is found among them.
    pub(super) sought: Option<Vec<OptionId>>,
}

impl SolvedState {
    /// Solutions of which none has been selected yet.
    pub(super) fn new(
        description: Arc<Description>,
        analysis: Arc<Analysis>,
        answers: SolutionSource,
    ) -> SolvedState {
        let is_stored = !matches!(answers, SolutionSource::Run(_));
        SolvedState {
            description,
            analysis,
            saver: None,
            own_engine: false,
            part: SolvedPart::Whole,
            answers,
            is_stored,
            certificate: None,
            earlier: None,
            view: None,
            selected: 0,
            kept: None,
            browser: Browser::default(),
            marks: Marks::default(),
            list_record: ListRecord::default(),
            compared: None,
            sought: None,
        }
    }

    /// Reads the marks, once. Returns whether anything new can be seen.
    pub(super) fn follow_marks(&mut self, results: &Results, wake: &Wake) -> bool {
        self.marks.follow(&self.analysis, results, wake)
    }

    /// Takes over names and colours from a later version of the puzzle that has the same
    /// solutions, so that a piece looks alike everywhere.
    pub(super) fn follow(&mut self, description: &Arc<Description>, puzzle: &Arc<Puzzle>) {
        if self.part == SolvedPart::Whole && self.analysis.puzzle.has_search_of(puzzle) {
            let analysis =
                Analysis { puzzle: Arc::clone(puzzle), ..Analysis::clone(&self.analysis) };
            self.analysis = Arc::new(analysis);
            self.description = Arc::clone(description);
        }
    }
}
