//! The solutions that a command works on: those in a file, or all that a run finds.

use std::path::Path;
use std::sync::Arc;

use super::file_work::{self, Listening};
use super::watch::{Watch, check_failure, waker};
use super::{CliError, Outcome, open, plan_error};
use crate::encode::Encoded;
use crate::format::{Contents, SolutionSet};
use crate::job::{Phase, Plan, PlanOptions, Run, Settings, default_threads};
use crate::puzzle::Description;
use crate::solution::Counts;

/// The file of the solutions, or of the puzzle to be solved.
pub(super) struct Wanted<'a> {
    pub(super) file: &'a Path,
    /// The number of the problem in a BurrTools file, from 1.
    pub(super) problem: Option<u32>,
    pub(super) threads: Option<u16>,
}

impl Wanted<'_> {
    /// Reads the solutions, or solves the puzzle; the outcome where that was broken off. What can be
    /// wrong with the arguments for this puzzle is found by `prepare`, before the puzzle is solved.
    pub(super) fn find<T>(
        &self,
        listening: &Listening,
        prepare: impl FnOnce(&Encoded, &Description) -> Result<T, CliError>,
    ) -> Result<Result<(SolutionSet, T), Outcome>, CliError> {
        let said = |message: &str| CliError::Message(format!("{}: {message}", self.file.display()));
        let opened = match listening.aside(|| open(self.file, self.problem))? {
            Contents::Puzzle(opened) => opened,
            Contents::Solutions(set) => {
                let SolutionSet { puzzle, encoding, group, .. } = &*set;
                let (puzzle, encoding) = (Arc::clone(puzzle), Arc::clone(encoding));
                let encoded = Encoded { puzzle, encoding, group: Arc::clone(group) };
                let prepared = prepare(&encoded, &set.description)?;
                return Ok(Ok((*set, prepared)));
            }
            Contents::Problem(_) => {
                return Err(said("items and options alone have no pieces and no placements"));
            }
        };
        let plan = listening.aside(|| Plan::new(opened.puzzle, PlanOptions::default()));
        let plan = Arc::new(plan.map_err(plan_error)?);
        let encoded = plan.encoded().expect("the plan is that of a puzzle").clone();
        let prepared = prepare(&encoded, &opened.description)?;
        let threads = self.threads.map_or_else(default_threads, usize::from);
        let settings = Settings { threads, wake: Some(waker()), ..Settings::default() };
        let run = Run::start(Arc::clone(&plan), settings);
        let bar = file_work::thousandths();
        let last = Watch::new(listening, None, None).wait(&run, &bar, |snapshot| {
            bar.set_position((snapshot.position * 1000.0) as u64);
            bar.set_message("solving");
        });
        check_failure(&last.phase, "the run")?;
        match last.phase {
            Phase::Complete if last.truncated => {
                Err(said("the solutions do not fit in memory, and all of them are needed"))
            }
            Phase::Complete => {
                let Encoded { puzzle, encoding, group } = encoded;
                let store = run.into_store();
                let set = SolutionSet {
                    counts: Counts::of_store(&store, &group).into(),
                    description: opened.description,
                    puzzle,
                    encoding,
                    group,
                    store,
                    complete: true,
                };
                Ok(Ok((set, prepared)))
            }
            _ => Ok(Err(Outcome::Interrupted)),
        }
    }
}
