//! A run divided into parts, for many machines: each part is solved by itself and written to a
//! file, in any order and any number at a time, and the files together are the result of one run.
//!
//! [`Parts`] is the file of parts: the plan that all follow, and for each part the subtrees of the
//! search tree that it has. It is written once and read by every part, so it holds the puzzle too.
//! Where solutions are only counted, and a frontier sweep is faster than a search, the sweep is divided
//! instead: by the placements of a piece, or through a site, up to symmetry. A run over variants is
//! divided as the search tree of all of them, or, where they are solved one by one, by variants; a
//! search for sets of pieces by sets.
//!
//! The result of a part is a saved run ([`PartResult`]) that names the work the part was given and, if it was
//! stopped, the [`Work`] that is left. So what has been done can be reckoned exactly: all that was
//! given, less all that was left, must be the whole tree, once ([`Ledger`]). [`Gathered`] is what the files of
//! results amount to so far.
//!
//! Stopping in time and handing on the unexplored rest follows Fang and Beckert, *Parallel Tree
//! Search in Volunteer Computing* (2018).

mod batch;
mod file;
mod gather;
mod ledger;
mod merge;
mod rest;
mod result;
mod split;
mod sweep;
mod task;

pub use gather::{ENDING, GatherError, Gathered, PartState, Tally, result_file, results_folder};
pub use ledger::{Ledger, Overlap};
pub use merge::{MergeError, Merged, ranges};
pub use result::PartResult;
pub use split::Watch;
pub use task::{Opened, PartPlan};

use serde::{Deserialize, Serialize};

use self::task::Task;
use super::sets::SetsError;
use super::variants::{ChoiceError, VariantChoice};
use super::{Plan, PlanError, Work};
use crate::format::{TextError, dlx, puzzle_file};
use crate::puzzle::Description;

/// A part of a divided run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its number, from 1.
    pub number: u64,
    /// About how many nodes it has; its representatives, where sweeps are divided.
    pub nodes: f64,
    /// Its subtrees.
    pub works: Vec<Work>,
}

/// A run divided into parts.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The data that all parts have in common.
    header: Header,
    /// The parts, by their numbers.
    pub parts: Vec<Part>,
}

/// The data that all parts of a run have in common.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    title: String,
    /// The digest of the divided run.
    run: String,
    /// The puzzle or problem to solve, as the text of its file.
    source: SourceText,
    /// True if solutions are only counted.
    count: bool,
    /// The task, and how it is done.
    task: Task,
    /// The work that was left of the run and is divided here again; empty for the first division.
    replaces: Vec<Work>,
    /// See [`Share::held`](super::Share::held).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    held: Option<u32>,
}

/// The puzzle or problem to solve, as the text of its file.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum SourceText {
    /// A puzzle.
    Puzzle(String),
    /// Items and options.
    Problem(String),
}

/// The subject that is solved or tested in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartsKind {
    /// A puzzle, or items and options.
    Puzzle,
    /// The variants of a puzzle.
    Variants,
    /// Sets of pieces.
    Sets,
}

/// Why a run cannot be divided, or a part of it not be planned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartsError {
    /// The puzzle cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The division was ended while it was made.
    #[error("stopped")]
    Stopped,
    /// It is known that there is no solution.
    #[error("there is nothing to divide: {0}")]
    Impossible(String),
    /// The engine that was asked for has no tree.
    #[error(
        "the engine {0} does not search a tree that could be divided; choose another with --engine"
    )]
    Engine(&'static str),
    /// The text of the puzzle in the file is not sound.
    #[error("the puzzle in the file of parts is not valid: {0}")]
    Source(TextError),
    /// The plan does not belong to the puzzle.
    #[error("{0}")]
    Damaged(String),
    /// The variants cannot be listed.
    #[error(transparent)]
    Variants(#[from] ChoiceError),
    /// No search for sets can be planned.
    #[error(transparent)]
    Sets(#[from] SetsError),
    /// There is no part of that number.
    #[error("there is no part {number}; the parts are {first} to {last}")]
    Number {
        /// The number.
        number: u64,
        /// The least and the greatest that there are.
        first: u64,
        /// See `first`.
        last: u64,
    },
}

impl Parts {
    /// The title of what is solved.
    pub fn title(&self) -> &str {
        &self.header.title
    }

    /// The digest of the divided run, which its parts and their results share.
    pub fn run(&self) -> &str {
        &self.header.run
    }

    /// Returns whether solutions are only counted.
    pub fn only_counts(&self) -> bool {
        self.header.count
    }

    /// Returns the subject that is solved or tested in parts.
    pub fn kind(&self) -> PartsKind {
        match &self.header.task {
            Task::Run(_) => PartsKind::Puzzle,
            Task::Variants { .. } => PartsKind::Variants,
            Task::Sets { .. } => PartsKind::Sets,
        }
    }

    /// Returns the choice of variants to solve; `None` where none are solved.
    pub fn variant_choice(&self) -> Option<&VariantChoice> {
        match &self.header.task {
            Task::Variants { choice, .. } => Some(choice),
            Task::Run(_) | Task::Sets { .. } => None,
        }
    }

    /// Returns whether solutions are counted by frontier sweeps, each part for some of the
    /// placements of a piece or through a site.
    pub fn is_sweep(&self) -> bool {
        self.header.held.is_some()
    }

    /// About how many nodes all parts have together; the placements that are held, where sweeps are
    /// divided.
    pub fn nodes(&self) -> f64 {
        self.parts.iter().map(|part| part.nodes).sum()
    }

    /// The part of a number.
    ///
    /// # Errors
    /// When there is none.
    pub fn part(&self, number: u64) -> Result<&Part, PartsError> {
        let found = self.parts.binary_search_by_key(&number, |part| part.number);
        found.map(|at| &self.parts[at]).map_err(|_| PartsError::Number {
            number,
            first: self.parts.first().map_or(0, |part| part.number),
            last: self.parts.last().map_or(0, |part| part.number),
        })
    }
}

impl SourceText {
    fn of_puzzle(description: &Description) -> SourceText {
        SourceText::Puzzle(puzzle_file::write(description))
    }

    fn new(plan: &Plan, description: Option<&Description>) -> SourceText {
        match description {
            Some(description) => SourceText::of_puzzle(description),
            None => SourceText::Problem(dlx::write(plan.whole(), plan.title())),
        }
    }
}
