//! A run: one puzzle being solved on threads of its own.
//!
//! [`Plan`] is what is solved, made once, as one case or several; [`Run`] is the handle of the
//! threads. A case whose frontier may be small is swept first, within limits; what gives up is
//! searched. The tree is cut at a shallow level into jobs that the threads take from a common
//! list, in an order that is shuffled so that the jobs done at any moment are a fair sample of
//! all. Cut, jobs and order do not depend on the number of threads, and neither do the solutions
//! found by a run that is complete. Leans on [`crate::solution`] and [`crate::exact_cover`]. Read
//! next: [`crate::workbench`] and [`crate::cli`], which show a run.

mod batch;
mod bounded;
pub mod by_hand;
mod case;
pub mod challenges;
mod checkpoint;
mod cost_model;
mod count;
pub mod disassembly;
mod estimate;
pub mod first;
mod forecast;
mod gate;
mod handle;
pub mod parts;
mod plan;
mod plan_progress;
mod priority;
mod recount;
mod run;
mod sample;
pub mod series;
pub mod sets;
mod share;
mod strategy;
mod subject;
mod suggestions;
pub mod thumbnail;
pub mod variants;

use std::sync::LazyLock;

pub use batch::Moment;
pub use bounded::{BoundedLimits, Few, count_few};
pub use case::{Case, Split};
pub use checkpoint::{Checkpoint, digest};
pub use count::count;
pub use disassembly::Dismantling;
pub use estimate::Estimate;
pub use forecast::Forecast;
pub use gate::Phase;
pub use handle::{Handle, Runnable};
pub use plan::{Plan, PlanError, PlanOptions, SweepBound};
pub use plan_progress::{PlanProgress, PlanStage, PlanStep};
pub use priority::lower_priority;
pub use recount::RecountError;
pub use run::{Arrival, KeepIf, Run, Settings, Snapshot, SweepProgress, TreeRun};
pub use share::{Share, Work};
pub use strategy::Strategy;
pub use subject::Subject;
pub use suggestions::{Closest, closest};

/// The number of threads for a run when none is asked for: one for each core.
///
/// The one place that decides it.
pub fn default_threads() -> usize {
    // To find out takes dozens of system calls.
    static THREADS: LazyLock<usize> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));
    *THREADS
}
