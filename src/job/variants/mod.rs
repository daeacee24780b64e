//! All variants of a puzzle, solved in one run.
//!
//! [`VariantList`] names the variants, of those that symmetry makes equal one. A [`VariantPlan`] says
//! how they are solved: together as one exact cover (`cover`), which is searched as that of a puzzle
//! is, or one by one on all threads (`one_by_one`); what takes less is estimated from samples of
//! both. [`VariantRun`] is the handle of either: it can be paused, resumed, stopped and saved, and
//! shows the results as they come.
//!
//! ```
//! use std::sync::Arc;
//!
//! use polywright::encode::{Encoding, SymmetryGroup};
//! use polywright::format::puzzle_file;
//! use polywright::job::variants::{Question, VariantList, VariantPlan, VariantRun, VariantSettings};
//!
//! // Four dominoes on a square of nine, one of which stays open.
//! let text = r#"(format: 1, title: "Dominoes", lattice: Square,
//!     pieces: [Family(free: 2, copies: 4)], board: Rectangle(3, 3),
//!     site_groups: {"any": All}, variants: (of: [OpenOne("any")]))"#;
//! let puzzle = puzzle_file::read(text.into()).expect("a valid puzzle").puzzle;
//! let encoding = Arc::new(Encoding::new(&puzzle)?);
//! let group = SymmetryGroup::new(&puzzle, &encoding);
//! let list = VariantList::new(&puzzle, &encoding, &group, false)?;
//! // A corner, a side, the middle: by symmetry there are no others.
//! assert_eq!((list.len(), list.number()), (3, 9));
//! let plan = VariantPlan::new(list, encoding, Question::Count, None)?;
//! let mut run = VariantRun::start(Arc::new(plan), VariantSettings::default());
//! run.wait();
//! let totals = run.with_results(|all| all.iter().map(|v| v.counts.total).collect::<Vec<_>>());
//! // With an open side, more sites of one colour than of the other are left.
//! assert_eq!(totals, [4, 0, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cards;
mod count;
pub(in crate::job) mod cover;
pub(in crate::job) mod each;
mod equal;
mod list;
mod one_by_one;
mod plan;
mod saved;
mod summary;
mod table;
pub(in crate::job) mod together;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use self::one_by_one::OneByOne;
use self::together::TogetherRun;
use crate::format::FileError;
use crate::job::batch::{Batch, BatchSettings};
use crate::job::gate::Gate;
use crate::job::handle::{Handle, Runnable};
use crate::job::{Forecast, Phase};
use crate::solution::Counts;

pub use count::VariantCount;
pub use each::{VariantSolutions, solutions_of};
pub use equal::EqualVariants;
pub use list::{ChoiceError, ListError, Variant, VariantChoice, VariantList};
pub(in crate::job) use plan::settled;
pub use plan::{Method, VariantPlan};
pub use saved::{SavedResults, SavedVariants};
pub use summary::{Summary, SummaryDifference};
pub use table::ResultTable;

/// The question asked of each variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// The numbers of its solutions.
    Count,
    /// The existence of a solution.
    Exists,
    /// The number of its distinct solutions, of which no more are looked for than this; at least 2.
    UpTo(u64),
}

impl Question {
    /// Returns whether no more solutions need to be found.
    pub(in crate::job) fn is_answered(self, counts: &Counts) -> bool {
        match self {
            Question::Count => false,
            Question::Exists => counts.total > 0,
            Question::UpTo(most) => counts.distinct >= most,
        }
    }
}

/// The degree to which a variant is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResultState {
    /// Nothing is known of it.
    #[default]
    Open,
    /// So many solutions are found, and there may be more; only their total is known.
    SoFar,
    /// It is solved.
    Done,
}

/// Why a variant has no solution, where that is known without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proof {
    /// A pinned piece lies on a site that is left open.
    Pinned,
    /// The pieces cover more or fewer sites than the board has.
    Area,
    /// A colouring, or the sizes of the pieces, rule it out.
    Parity,
}

impl Proof {
    /// All of them.
    pub const ALL: [Proof; 3] = [Proof::Pinned, Proof::Area, Proof::Parity];

    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Proof::Pinned => "pinned",
            Proof::Area => "area",
            Proof::Parity => "parity",
        }
    }
}

/// The known result of a variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VariantResult {
    /// The degree to which it is solved.
    pub state: ResultState,
    /// Its solutions, under its own symmetries. Where only existence is asked, some of them.
    pub counts: Counts,
    /// The nodes of its search; 0 where all variants are solved together.
    pub nodes: u64,
    /// The time of its search, likewise.
    pub time: Duration,
    /// Why it has no solution, where nothing was searched.
    pub proof: Option<Proof>,
}

impl VariantResult {
    fn proved(proof: Proof) -> VariantResult {
        VariantResult { state: ResultState::Done, proof: Some(proof), ..VariantResult::default() }
    }

    /// Returns whether it has a solution, if that is known.
    pub fn is_solvable(&self) -> Option<bool> {
        match (self.counts.total, self.state) {
            (0, ResultState::Done) => Some(false),
            (0, _) => None,
            _ => Some(true),
        }
    }
}

/// The settings of a run over variants; the plan must be [that of what
/// was saved](SavedVariants::plan).
pub type VariantSettings = BatchSettings<SavedVariants>;

/// A run over variants at one moment.
#[derive(Clone, Debug)]
pub struct VariantSnapshot {
    /// The phase of the run.
    pub phase: Phase,
    /// Time spent, pauses left out.
    pub elapsed: Duration,
    /// The fraction that is done, from 0 to 1.
    pub position: f64,
    /// The time left; not to be shown before it is [firm](Forecast::firm).
    pub forecast: Option<Forecast>,
    /// The variants that are solved. While all are solved together, those that need no search.
    pub solved: usize,
    /// The variants in all.
    pub variants: usize,
    /// The nodes of the search so far.
    pub nodes: u64,
}

/// A run over variants in progress or done.
pub type VariantRun = Handle<VariantWork>;

/// The data that the threads of a run over variants share.
pub struct VariantWork {
    plan: Arc<VariantPlan>,
    kind: Kind,
}

enum Kind {
    Together(Box<TogetherRun>),
    OneByOne(Box<Batch<OneByOne>>),
}

impl VariantRun {
    /// Starts to solve.
    pub fn start(plan: Arc<VariantPlan>, settings: VariantSettings) -> VariantRun {
        let background = settings.background;
        let kind = match plan.search() {
            Some(cover) => Kind::Together(Box::new(TogetherRun::begin(&plan, cover, settings))),
            None => Kind::OneByOne(Box::new(OneByOne::begin(&plan, settings))),
        };
        Handle::launch(VariantWork { plan, kind }, background)
    }
}

impl Runnable for VariantWork {
    type Snapshot = VariantSnapshot;

    fn gate(&self) -> &Gate {
        match &self.kind {
            Kind::Together(own) => own.run.gate(),
            Kind::OneByOne(run) => run.gate(),
        }
    }

    fn work(self: Arc<VariantWork>) {
        match &self.kind {
            Kind::Together(own) => own.run.run(),
            Kind::OneByOne(run) => run.run(),
        }
    }

    fn snapshot(&self) -> VariantSnapshot {
        match &self.kind {
            Kind::Together(own) => own.snapshot(&self.plan),
            Kind::OneByOne(run) => run.snapshot(),
        }
    }

    fn save(&self, path: &Path) -> Result<bool, FileError> {
        self.saved().map_or(Ok(()), |saved| saved.save(path)).map(|()| true)
    }
}

impl VariantWork {
    /// The plan of the run.
    pub fn plan(&self) -> &Arc<VariantPlan> {
        &self.plan
    }

    /// Looks at the results so far, one for each variant of the list, in its order. Keep it short,
    /// since threads wait to add theirs. Where all are solved together, this tells the new solutions
    /// apart, and once the run is over finds those that symmetry makes equal.
    pub fn with_results<R>(&self, look: impl FnOnce(&[VariantResult]) -> R) -> R {
        match &self.kind {
            Kind::Together(own) => own.with_results(&self.plan, look),
            Kind::OneByOne(run) => run.with_found(|results| look(results)),
        }
    }

    /// Returns the state from which the run can be resumed later; `None` while there is nothing to
    /// save.
    pub fn saved(&self) -> Option<SavedVariants> {
        match &self.kind {
            Kind::Together(own) => {
                own.run.checkpoint().map(|saved| SavedVariants::Together(Box::new(saved)))
            }
            Kind::OneByOne(run) => {
                let elapsed = run.elapsed();
                let saved = |all: &mut Vec<_>| SavedResults::new(&self.plan, all, elapsed);
                Some(SavedVariants::OneByOne(run.with_found(saved)))
            }
        }
    }
}
