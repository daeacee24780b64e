//! A divided run of the open puzzle, which other processes work on, perhaps on other machines: what
//! its files say, read again while they change. Leans on [`crate::job::parts`].

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use crate::format::Contents;
use crate::job::parts::{Gathered, MergeError, PartPlan, PartState, Parts, Tally, results_folder};
use crate::job::variants::Summary;
use crate::job::{Plan, parts};
use crate::natural::Natural;
use crate::puzzle::Description;
use crate::solution::Counts;
use crate::workbench::check::analysis::Analysis;
use crate::workbench::solutions::{KnownSolutions, SolutionSource, SolvedState};
use crate::workbench::task::{Task, Wake};

/// Time between two looks at the folder of results.
const EVERY: Duration = Duration::from_secs(2);
/// Between two readings lies at least so much of the time that one takes, so that reading many
/// results does not keep a core busy.
const REST: u32 = 10;

/// A divided run, and what was last read of it.
pub struct PartsRun {
    path: PathBuf,
    reading: Option<Task<Arc<Progress>>>,
    progress: Option<Arc<Progress>>,
    failure: Option<String>,
    /// When it was last looked whether the files have changed.
    looked: Option<Instant>,
    /// The state of the files when they were last read.
    stamp: Option<Stamp>,
}

/// The state of a divided run when its files were read.
pub struct Progress {
    /// The parts by their numbers, the nodes expected of each, and how far it is.
    pub parts: Vec<(u64, f64, PartState)>,
    /// The progress of all parts.
    pub tally: Tally,
    /// The time until all are done, if they go on as so far.
    pub time_left: Option<Duration>,
    /// Solutions so far; where sweeps are divided, their total alone, and more of it is known at the
    /// end.
    pub counts: Counts<Natural>,
    /// Nodes searched.
    pub nodes: u64,
    /// States swept.
    pub states: u64,
    /// True if sweeps count the solutions, so that there are none to show.
    pub is_sweep: bool,
    /// True if the number of distinct solutions among those found is known only at the end.
    pub counts_late: bool,
    /// True if all parts are done, and fit together.
    pub complete: bool,
    /// Why results that are all there do not fit together.
    pub contradiction: Option<String>,
    /// The engines of the plan.
    pub engine: String,
    /// The piece or site that is fixed for symmetry.
    pub held: Option<String>,
    /// The time it took to read all.
    cost: Duration,
    /// The solutions, and what they are solutions of; `None` where they are only counted.
    solutions: Option<Known>,
}

/// Solutions with the puzzle of the divided run.
struct Known {
    plan: Arc<Plan>,
    description: Arc<Description>,
    list: KnownSolutions,
}

/// A stamp that reveals changes to files: their number, their total size, and the latest change.
type Stamp = (usize, u64, Option<SystemTime>);

impl PartsRun {
    /// The divided run of a file of parts.
    pub(in crate::workbench) fn new(path: PathBuf) -> PartsRun {
        let (reading, progress, failure) = (None, None, None);
        PartsRun { path, reading, progress, failure, looked: None, stamp: None }
    }

    /// The file of parts.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the last progress read; `None` before the first reading has ended.
    pub fn progress(&self) -> Option<&Progress> {
        self.progress.as_deref()
    }

    /// Why the files could not be read the last time.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Returns whether results are still to come.
    pub fn is_going_on(&self) -> bool {
        self.progress.as_ref().is_none_or(|progress| !progress.complete)
    }

    /// Reads the files again if they have changed, and takes in what was read; whether it is new.
    pub(in crate::workbench) fn follow(&mut self, wake: &Wake) -> bool {
        let is_new = self.take_in();
        let cost = self.progress.as_ref().map_or(Duration::ZERO, |progress| progress.cost);
        let pause = EVERY.max(cost * REST);
        let due = self.looked.is_none_or(|looked| looked.elapsed() >= pause);
        if self.reading.is_some() || !due || !self.is_going_on() {
            return is_new;
        }
        self.looked = Some(Instant::now());
        let stamp = stamp(&self.path);
        if self.stamp != Some(stamp) {
            self.stamp = Some(stamp);
            let path = self.path.clone();
            self.reading = Some(Task::start(wake, move |_| read(&path).map(Arc::new)));
        }
        is_new
    }

    fn take_in(&mut self) -> bool {
        if !self.reading.as_mut().is_some_and(Task::poll) {
            return false;
        }
        match self.reading.take() {
            Some(Task::Ready(progress)) => (self.progress, self.failure) = (Some(progress), None),
            Some(Task::Failed(why)) => self.failure = Some(why),
            _ => {}
        }
        true
    }

    /// Checks whether there are solutions to show.
    ///
    /// # Errors
    /// Why not, as a short sentence.
    pub(in crate::workbench) fn can_show(&self) -> Result<(), &'static str> {
        let progress = self.progress().ok_or("The parts are still being read.")?;
        if progress.contradiction.is_some() {
            return Err("The results of the parts do not fit together.");
        }
        let Some(known) = &progress.solutions else {
            return Err(
                "These parts have no solutions to show: they only count, solve variants or test sets of \
                 pieces, or the puzzle has no board.",
            );
        };
        if known.list.store.is_empty() { Err("No part has found a solution yet.") } else { Ok(()) }
    }

    /// The solutions that all parts have found so far; `None` where they only count.
    pub(in crate::workbench) fn solved(&self) -> Option<SolvedState> {
        let known = self.progress.as_ref()?.solutions.as_ref()?;
        let analysis = Analysis::of_encoded(known.plan.encoded()?.clone());
        let KnownSolutions { store, counts, complete } = &known.list;
        let list = KnownSolutions { store: store.clone(), counts: *counts, complete: *complete };
        let answers = SolutionSource::File(Box::new(list));
        Some(SolvedState::new(Arc::clone(&known.description), Arc::new(analysis), answers))
    }
}

/// The present state of a file of parts and its results.
fn stamp(path: &Path) -> Stamp {
    let results = std::fs::read_dir(results_folder(path)).into_iter().flatten().flatten();
    let files = std::iter::once(path.to_owned()).chain(results.map(|entry| entry.path()));
    let known = files.filter_map(|file| std::fs::metadata(file).ok());
    known.fold((0, 0, None), |(count, size, last), file| {
        (count + 1, size + file.len(), last.max(file.modified().ok()))
    })
}

/// Reads all files of a divided run.
fn read(path: &Path) -> Result<Progress, String> {
    let began = Instant::now();
    let gathered = Gathered::read(path, &[]).map_err(|error| error.to_string())?;
    gathered.sound().map_err(|error| error.to_string())?;
    let parts::Opened { plan, description } =
        gathered.parts.open().map_err(|error| format!("{}: {error}", path.display()))?;
    let (states, tally, time_left) = (gathered.states(), gathered.tally(), gathered.time_left());
    let (is_sweep, only_counts) = (gathered.parts.is_sweep(), gathered.parts.only_counts());
    let mut merged = gathered.merged;
    let (nodes, swept) = (merged.effort.nodes, merged.states);
    let mut contradiction = None;
    let mut complete = false;
    match merged.clone().finish(&plan) {
        Ok(whole) => (merged, complete) = (whole, true),
        Err(MergeError::Missing(_)) => merged.store.sort(),
        Err(error) => contradiction = Some(error.to_string()),
    }
    let mut counts = merged.counts;
    let mut counts_late = is_sweep;
    if let PartPlan::Variants(variants) = &plan {
        counts_late |= variants.whole_search().is_some();
        if complete {
            let results = merged.variant_results(variants).map_err(|error| error.to_string())?;
            let Summary { total, distinct, .. } = Summary::new(&results);
            counts = Counts { total: total.into(), distinct: distinct.into(), ..counts };
        }
    }
    let has_list = !only_counts && contradiction.is_none();
    let run = match &plan {
        PartPlan::Run(run) if has_list && run.encoded().is_some() => Some(Arc::clone(run)),
        _ => None,
    };
    let known = run.zip(description).map(|(plan, description)| {
        let is_all = complete && !merged.truncated;
        let list = KnownSolutions { store: merged.store, counts, complete: is_all };
        Known { plan, description: Arc::new(description), list }
    });
    Ok(Progress {
        parts: states,
        tally,
        time_left,
        counts,
        nodes,
        states: swept,
        is_sweep,
        counts_late,
        complete,
        contradiction,
        engine: plan.engine_names(),
        held: plan.search().and_then(|search| search.held()),
        cost: began.elapsed(),
        solutions: known,
    })
}

/// Returns the subject of a divided run, as the contents of a file to be opened.
pub(in crate::workbench) fn contents(path: &Path) -> Result<Contents, String> {
    let parts = Parts::load(path).map_err(|error| error.to_string())?;
    parts.contents().map_err(|error| format!("{}: {error}", path.display()))
}
