//! The settings of a run.

use std::sync::{Arc, Mutex};

use crate::exact_cover::OptionId;
use crate::job::checkpoint::Checkpoint;
use crate::job::default_threads;
use crate::solution::SolutionSorter;

/// The memory of frontier sweeps by default, in bytes: what a machine can spare beside other
/// programs.
const SWEEP_BYTES: usize = 384 << 20;
/// The memory of kept solutions by default, in bytes.
const SOLUTION_BYTES: usize = 512 << 20;

/// Says of a distinct solution, by its options, whether it is kept; called from all threads.
pub type KeepIf = Arc<dyn Fn(&[OptionId]) -> bool + Send + Sync>;

/// The settings of a run.
#[derive(Clone)]
pub struct Settings {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Stop when this many distinct solutions are found.
    pub limit: Option<u64>,
    /// True to keep solutions, false to only count them.
    pub keep: bool,
    /// Of the solutions that are kept, only those for which this holds; the others are counted.
    pub keep_if: Option<KeepIf>,
    /// Takes the solutions that are kept instead of the store of the run, which has none then. Not for a
    /// run that is saved or resumed.
    pub sorter: Option<Arc<Mutex<SolutionSorter>>>,
    /// The most memory that a frontier sweep may take, in bytes; when that is not enough, the
    /// search continues without it.
    pub sweep_bytes: usize,
    /// The most memory that kept solutions may take, in bytes; later ones are only counted.
    pub most_bytes: usize,
    /// True if a checkpoint is still available when the run is over; costs a copy of the solutions.
    pub last_checkpoint: bool,
    /// The checkpoint to resume from; the plan must have been made with its strategy.
    pub resume: Option<Box<Checkpoint>>,
    /// True if its threads run at low priority, so that a window that shows it stays responsive.
    pub background: bool,
    /// Called from the run's threads, at most 30 times a second and once at every change of
    /// phase, so that whoever shows the run can look at it. Must not block.
    pub wake: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: default_threads(),
            limit: None,
            keep: true,
            keep_if: None,
            sorter: None,
            sweep_bytes: SWEEP_BYTES,
            most_bytes: SOLUTION_BYTES,
            last_checkpoint: false,
            resume: None,
            background: false,
            wake: None,
        }
    }
}
