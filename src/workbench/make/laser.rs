//! The sheets of a puzzle for a cutter, laid out on a thread of their own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::encode::Placed;
use crate::make::laser::{LaserError, Sheets};
use crate::puzzle::Puzzle;
use crate::puzzle::making::LaserSettings;
use crate::workbench::task::{Task, Wake};

/// Sheets that are kept up to date with a puzzle and its settings.
#[derive(Default)]
pub struct LaserSheets {
    job: Option<Job>,
    /// The sheets last laid out, of earlier settings while others are laid out.
    shown: Option<Arc<Sheets>>,
}

/// One run of the layout.
struct Job {
    puzzle: Arc<Puzzle>,
    settings: LaserSettings,
    /// The number of the solution that is cut, if it is one.
    solution: Option<u64>,
    task: Task<Result<Sheets, LaserError>>,
    shared: Arc<Shared>,
    /// The reason why there are no sheets.
    error: Option<LaserError>,
}

/// The state shared by the thread and its owner.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    /// The best layout so far.
    best: Mutex<Option<Sheets>>,
}

impl Drop for Job {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}

impl LaserSheets {
    /// Lays the parts out again if puzzle or settings have changed, and takes what is ready.
    /// Of a solution, which has its number with it, the strips with their joints are cut.
    pub fn follow(
        &mut self,
        puzzle: &Arc<Puzzle>,
        solution: Option<(u64, &dyn Fn() -> Option<Placed>)>,
        settings: &LaserSettings,
        wake: &Wake,
    ) {
        let number = solution.map(|(number, _)| number);
        let is_current = self.job.as_ref().is_some_and(|job| {
            Arc::ptr_eq(&job.puzzle, puzzle) && job.settings == *settings && job.solution == number
        });
        if !is_current {
            let placed = solution.and_then(|(number, placed)| Some((number, placed()?)));
            self.job = Some(Job::start(puzzle, placed, settings, wake));
        }
        let Some(job) = &mut self.job else { return };
        let best = job.shared.best.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(best) = best {
            self.shown = Some(Arc::new(best));
        }
        if job.task.poll() {
            match job.task.get() {
                Some(Ok(sheets)) => self.shown = Some(Arc::new(sheets.clone())),
                Some(Err(error)) => {
                    job.error = Some(error.clone());
                    self.shown = None;
                }
                None => self.shown = None,
            }
        }
    }

    /// The sheets; those of earlier settings while others are laid out.
    pub fn sheets(&self) -> Option<&Arc<Sheets>> {
        self.shown.as_ref()
    }

    /// Why there are none, as a sentence.
    pub fn error(&self) -> Option<String> {
        let job = self.job.as_ref()?;
        match (&job.error, &job.task) {
            (Some(error), _) => Some(error.to_string()),
            (None, Task::Failed(why)) => Some(why.clone()),
            _ => None,
        }
    }

    /// Returns whether parts are being laid out.
    pub fn is_nesting(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.task.is_waiting())
    }

    /// Ends the search for a better layout; the best so far stays.
    pub fn stop(&self) {
        if let Some(job) = &self.job {
            job.shared.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Job {
    fn start(
        puzzle: &Arc<Puzzle>,
        placed: Option<(u64, Placed)>,
        settings: &LaserSettings,
        wake: &Wake,
    ) -> Job {
        let solution = placed.as_ref().map(|(number, _)| *number);
        let shared = Arc::new(Shared::default());
        let (own, wake_best) = (Arc::clone(&shared), Arc::clone(wake));
        let (its_puzzle, its_settings) = (Arc::clone(puzzle), settings.clone());
        let work = move |_| {
            let stop = || own.stop.load(Ordering::Relaxed);
            let mut best = |sheets: Sheets| {
                *own.best.lock().unwrap_or_else(PoisonError::into_inner) = Some(sheets);
                wake_best();
            };
            Ok(match &placed {
                None => Sheets::new(&its_puzzle, &its_settings, &stop, &mut best),
                Some((_, placed)) => {
                    Sheets::of_solution(&its_puzzle, placed, &its_settings, &stop, &mut best)
                }
            })
        };
        let task = Task::start(wake, work);
        let (puzzle, settings) = (Arc::clone(puzzle), settings.clone());
        Job { puzzle, settings, solution, task, shared, error: None }
    }
}
