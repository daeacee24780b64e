//! The plates of a puzzle for a printer in three dimensions, worked out on a thread of their own.

use std::sync::Arc;

use crate::make::print::Print;
use crate::puzzle::Puzzle;
use crate::puzzle::making::PrintSettings;
use crate::text;
use crate::workbench::task::{Task, Wake};

/// Plates that are kept up to date with a puzzle and its settings.
#[derive(Default)]
pub struct Plates {
    job: Option<Job>,
    shown: Option<Arc<Print>>,
}

struct Job {
    puzzle: Arc<Puzzle>,
    settings: PrintSettings,
    task: Task<Result<Print, String>>,
    error: Option<String>,
}

impl Plates {
    /// Works the parts out again if puzzle or settings have changed, and takes what is ready.
    pub fn follow(&mut self, puzzle: &Arc<Puzzle>, settings: &PrintSettings, wake: &Wake) {
        let is_current = |job: &Job| Arc::ptr_eq(&job.puzzle, puzzle) && job.settings == *settings;
        if !self.job.as_ref().is_some_and(is_current) {
            let (its_puzzle, its_settings) = (Arc::clone(puzzle), settings.clone());
            let work = move |_| {
                let print = Print::new(&its_puzzle, &its_settings);
                Ok(print.map_err(|errors| {
                    let sentence = |error: &crate::make::print::PrintError| {
                        text::capitalised(&error.to_string())
                    };
                    errors.iter().map(sentence).collect::<Vec<_>>().join("\n")
                }))
            };
            let (puzzle, settings) = (Arc::clone(puzzle), settings.clone());
            let task = Task::start(wake, work);
            self.job = Some(Job { puzzle, settings, task, error: None });
        }
        let Some(job) = &mut self.job else { return };
        if job.task.poll() {
            match job.task.get() {
                Some(Ok(print)) => self.shown = Some(Arc::new(print.clone())),
                Some(Err(error)) => (job.error, self.shown) = (Some(error.clone()), None),
                None => self.shown = None,
            }
        }
    }

    /// The plates; those of earlier settings while others are worked out.
    pub fn print(&self) -> Option<&Arc<Print>> {
        self.shown.as_ref()
    }

    /// Why there are none, as sentences.
    pub fn error(&self) -> Option<String> {
        let job = self.job.as_ref()?;
        match (&job.error, &job.task) {
            (Some(error), _) => Some(error.clone()),
            (None, Task::Failed(why)) => Some(why.clone()),
            _ => None,
        }
    }

    /// Returns whether parts are being computed.
    pub fn is_busy(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.task.is_waiting())
    }
}
