//! The threads that make the finder's runs.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::exhaustive::Exhaustive;
use super::found::Offer;
use super::{FinderRun, PartialCover};
use crate::encode::Encoded;
use crate::exact_cover::first::{Filled, FirstSearch, Learned, Progress, RunEnd, Search, Watcher};
use crate::exact_cover::relaxation::Budget;
use crate::exact_cover::{CoverChecker, OptionId};
use crate::job::Subject;
use crate::job::gate::{Phase, REPORT_INTERVAL};
use crate::random::GOLDEN;
use crate::solution::verify::Verifier;
use crate::threads::lock;

/// The runs of the finder before the exhaustive engine takes its first turn, where they share a
/// thread.
const RUNS_ALONE: u64 = 2;

/// The data that the threads that make runs work on.
pub(super) struct Work<'w> {
    pub(super) shared: &'w FinderRun,
    pub(super) finder: &'w FirstSearch<'w>,
    pub(super) learned: &'w Learned,
    /// For each option of the finder's problem that of the whole; the same where there are none.
    pub(super) options: Option<&'w [OptionId]>,
    /// The finder's problem, if it has a filler.
    pub(super) filled: Option<&'w Filled>,
}

/// Reports the runs of one thread.
struct Reporter<'w> {
    work: &'w Work<'w>,
    index: usize,
    reported: Option<Instant>,
}

impl Watcher for Reporter<'_> {
    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        let shared = self.work.shared;
        if progress.covered > shared.best.fetch_max(progress.covered, Ordering::Relaxed) {
            let mut options = self.work.whole((progress.options)());
            options.sort_unstable();
            let best = PartialCover { options: options.into(), covered: progress.covered };
            let mut report = lock(&shared.report);
            // Another thread may have come between.
            if report.best.covered < best.covered {
                report.best = best;
            }
        }
        let is_due = self.reported.is_none_or(|last| last.elapsed() >= REPORT_INTERVAL);
        if self.index == 0 && is_due {
            self.reported = Some(Instant::now());
            let placed = (progress.options)().len();
            let mut report = lock(&shared.report);
            (report.width, report.placed) = (progress.width, placed);
            drop(report);
            shared.gate.wake(false);
        }
        shared.check()
    }

    fn check(&mut self) -> ControlFlow<()> {
        self.work.shared.check()
    }
}

impl FinderRun {
    /// Verifies a solution and offers it; whether the search goes on.
    pub(super) fn offer(&self, solution: &[OptionId], any: bool) -> ControlFlow<()> {
        let sound = match &self.subject {
            Subject::Puzzle(Encoded { puzzle, encoding, .. }) => {
                let verified = Verifier::new(puzzle).verify(&encoding.decode(solution));
                verified.map_err(|error| error.to_string())
            }
            Subject::Problem { problem, .. } => {
                match CoverChecker::new(problem).is_solution(solution) {
                    true => Ok(()),
                    false => Err("the options are not an exact cover".to_owned()),
                }
            }
        };
        if let Err(error) = sound {
            self.end(Phase::Failed(format!("an invalid solution was found: {error}")));
            return ControlFlow::Break(());
        }
        let mut found = lock(&self.found);
        let offer = if any { found.offer_any(solution) } else { found.offer(solution) };
        drop(found);
        match offer {
            Offer::Kept => self.gate.wake(true),
            Offer::Refused => {
                self.tries.fetch_add(1, Ordering::Relaxed);
            }
            Offer::Enough => {
                self.enough.store(true, Ordering::Relaxed);
                self.end(Phase::Stopped);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

impl Work<'_> {
    /// Options of the whole problem for those of the finder's.
    fn whole(&self, mut found: Vec<OptionId>) -> Vec<OptionId> {
        if let Some(filled) = self.filled {
            found = filled.without_fillers(found);
        }
        if let Some(options) = self.options {
            found.iter_mut().for_each(|option| *option = options[option.index()]);
        }
        found
    }

    /// Makes a run and keeps what it finds; whether the search goes on.
    fn run(&self, search: &mut Search<'_, '_>, reporter: &mut Reporter<'_>) -> ControlFlow<()> {
        let shared = self.shared;
        shared.runs.fetch_add(1, Ordering::Relaxed);
        let before = search.nodes();
        let end = search.run(self.learned, reporter);
        shared.nodes.fetch_add(search.nodes() - before, Ordering::Relaxed);
        match end {
            RunEnd::Found(solution) => {
                shared.offer(&self.whole(solution), false)?;
                // A short run does not ask its watcher whether the search is over.
                shared.check()
            }
            RunEnd::Failed => {
                shared.tries.fetch_add(1, Ordering::Relaxed);
                shared.check()
            }
            RunEnd::Exhausted => {
                shared.end(Phase::Complete);
                ControlFlow::Break(())
            }
            RunEnd::Stopped => ControlFlow::Break(()),
        }
    }

    /// The runs of a thread that leaves the exhaustive engine to another.
    pub(super) fn beside(&self, index: usize) {
        let step = GOLDEN.wrapping_mul(index as u64);
        let seed = self.shared.settings.seed.wrapping_add(step);
        let mut search = Search::new(self.finder, seed);
        let mut reporter = Reporter { work: self, index, reported: None };
        while self.run(&mut search, &mut reporter).is_continue() {}
    }

    /// The runs of the only thread, in turn with the exhaustive engine.
    pub(super) fn alone(&self) {
        let shared = self.shared;
        let mut search = Search::new(self.finder, shared.settings.seed);
        let mut reporter = Reporter { work: self, index: 0, reported: None };
        let mut exhaustive = None;
        loop {
            if self.run(&mut search, &mut reporter).is_break() {
                return;
            }
            if search.runs() < RUNS_ALONE {
                continue;
            }
            let exhaustive =
                exhaustive.get_or_insert_with(|| Exhaustive::new(shared, Budget::BRIEF));
            let Some(exhaustive) = exhaustive else { continue };
            while exhaustive.is_due(search.cost_ns()) {
                if exhaustive.turn(shared).is_break() {
                    return;
                }
            }
        }
    }
}
