//! Inventing: a search over choices of pieces for sets that do what a designer wants, such as that
//! every variant of the puzzle has a solution.
//!
//! A [`SetsPlan`] lists the sets whose area fits ([`PieceSets`]) and the variants that each is
//! tested against. A [`SetsRun`] tests them on all threads, each once, also when it is saved and
//! resumed ([`SavedSets`]); what it found of each is a [`SetResult`], whatever the [`Goal`], so that another goal
//! needs no other run.
//!
//! ```
//! use std::sync::Arc;
//!
//! use polywright::format::puzzle_file;
//! use polywright::job::sets::{
//!     Goal, SetsPlan, SetsQuestion, SetsRun, SetsSettings, SetChoice,
//! };
//!
//! // Which three of the twelve pentominoes fill a 3×5 rectangle?
//! let text = r#"(format: 1, title: "Three pentominoes", lattice: Square,
//!     pieces: [Family(free: 5)], board: Rectangle(5, 3))"#;
//! let puzzle = puzzle_file::read(text.into()).expect("a valid puzzle").puzzle;
//! let choice = SetChoice { count: (3, 3), ..SetChoice::default() };
//! let question = SetsQuestion { choice: Some(choice), ..SetsQuestion::default() };
//! let plan = Arc::new(SetsPlan::new(&puzzle, question)?);
//! assert_eq!(plan.sets().len(), 220);
//! let mut run = SetsRun::start(Arc::clone(&plan), SetsSettings::default());
//! run.wait();
//! let met = |goal: Goal| run.with_results(|all| all.iter().filter(|r| goal.is_met(r)).count());
//! // Seven sets fill it, each in one way but for turning and flipping the whole.
//! assert_eq!((met(Goal::Solvable), met(Goal::Unique)), (7, 7));
//! let best = run.snapshot().best.expect("all are tested");
//! assert_eq!(plan.name(best.set as usize), "F P U");
//! # Ok::<(), polywright::job::sets::SetsError>(())
//! ```

mod goal;
mod list;
mod plan;
mod run;
mod saved;
mod table;
mod trial;

use std::time::Duration;

use crate::encode::EncodeError;
use crate::job::batch::BatchSettings;
use crate::job::variants::ListError;
use crate::job::{Forecast, Phase, PlanError};
use crate::puzzle::PieceId;
use crate::text;

pub use goal::{Goal, MAX_NAMED, SetAssemblies, SetResult};
pub use list::{PieceSets, SetChoice};
pub use plan::{Isolated, SetsPlan, SetsQuestion};
pub use run::SetsRun;
pub use saved::SavedSets;
pub use table::write_sets_csv;

/// Why no search can be planned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetsError {
    /// The cards of the file say which pieces are used.
    #[error("the cards of the file say which pieces are used, so there is nothing to choose")]
    CardPieces,
    /// The boards of the variants are those that the pieces fit.
    #[error(
        "the sizes of the board depend on the pieces, so no set can be tested against all of them; \
         list boards instead of sizes"
    )]
    Sizes,
    /// The puzzle cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The puzzle cannot be searched.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// No variant is left.
    #[error(transparent)]
    List(#[from] ListError),
    /// Nothing is chosen.
    #[error("no pieces are chosen; set the number of pieces to use")]
    NoChoice,
    /// More pieces than can be chosen from.
    #[error("a set has at most 128 pieces, not {0}; remove pieces")]
    TooManyPieces(usize),
    /// A piece is in every set and in none.
    #[error("piece {} is both always and never used; choose one", .0.0 + 1)]
    BothWays(PieceId),
    /// So many pieces cannot be chosen.
    #[error(
        "no set can have {least} pieces: {given} are always used, and {free} may be used; choose \
         another number, or allow more pieces"
    )]
    Count {
        /// The least number asked for.
        least: usize,
        /// Those always used.
        given: usize,
        /// Those that may be used.
        free: usize,
    },
    /// The area of no set fits.
    #[error("{}", area_words(*.least, *.most, *.needed))]
    Area {
        /// The least number of sites that a set covers.
        least: u64,
        /// The largest.
        most: u64,
        /// The least and the largest number of sites that variants want covered.
        needed: (u64, u64),
    },
}

fn area_words(least: u64, most: u64, needed: (u64, u64)) -> String {
    let range = |least: u64, most: u64| match least == most {
        true => text::grouped(least),
        false => format!("{} to {}", text::grouped(least), text::grouped(most)),
    };
    format!(
        "the sets cover {} sites, but {} are needed; choose another number of pieces, or allow \
         other pieces",
        range(least, most),
        range(needed.0, needed.1)
    )
}

/// The settings of a search; what was saved must [be of its plan](SavedSets::check).
pub type SetsSettings = BatchSettings<SavedSets>;

/// A search at one moment.
#[derive(Clone, Debug)]
pub struct SetsSnapshot {
    /// The phase of the run.
    pub phase: Phase,
    /// Time spent, pauses left out.
    pub elapsed: Duration,
    /// The time left; not to be shown before it is [firm](Forecast::firm).
    pub forecast: Option<Forecast>,
    /// The sets that are tested.
    pub tested: usize,
    /// The sets in all.
    pub sets: usize,
    /// The set that was begun last.
    pub latest: Option<u32>,
    /// The best set so far.
    pub best: Option<SetResult>,
    /// The nodes of all searches so far.
    pub nodes: u64,
}
