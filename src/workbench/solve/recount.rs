//! A recount of the stored result beside the window, by another engine.
//!
//! It runs on threads of its own at low priority. What it finds is compared with what is stored;
//! where they agree, a [`Certificate`] is recorded in the database of results.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::format::certified_counts::{self, CertifiedCounts};
use crate::job::{self, Phase, Plan, RecountError, Run, Snapshot};
use crate::natural::Natural;
use crate::puzzle::Description;
use crate::solution::database::{
    Certificate, Database, DatabaseError, ProblemDigest, StoredResult,
};
use crate::solution::verify::VerifyError;
use crate::solution::{Comparison, Counts, ListsCompared, Store, VerifiedList, verify_list};
use crate::text;
use crate::threads::lock;
use crate::workbench::check::analysis::Analysis;
use crate::workbench::results::ResultsHandle;
use crate::workbench::solutions::SolvedState;
use crate::workbench::task::{CancelToken, Task, Wake};

/// Time between two looks at the run.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A recount under way. Dropping it stops it.
#[derive(Debug)]
pub(in crate::workbench) struct Recount {
    task: Task<Result<Certificate, RecountFailure>>,
    progress: Arc<Mutex<RecountProgress>>,
}

/// The progress of a recount.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecountProgress {
    /// The engines at work; empty while they are being chosen.
    pub engine: String,
    /// The share of the search that is done, 0 to 1.
    pub position: f64,
}

/// Why a result is not certified.
#[derive(Debug, thiserror::Error)]
enum RecountFailure {
    #[error("The stored result cannot be recounted: {0}")]
    Database(#[from] DatabaseError),
    #[error("The result cannot be recounted: {0}")]
    Plan(#[from] RecountError),
    #[error("No complete result of this puzzle is stored; solve it first.")]
    NothingStored,
    #[error("The recount by {engine} failed: {message}")]
    Failed { engine: String, message: String },
    #[error("The recount was stopped.")]
    Stopped,
    #[error("The stored result changed during the recount and is not certified.")]
    Changed,
    #[error("The recount by {engine} found an invalid solution: {error}")]
    Wrong { engine: String, error: VerifyError },
    #[error(
        "The recount by {engine} found {} in total and {} distinct; stored are {} and {}. The result \
         is not certified; polywright recount shows where they differ.",
        text::grouped(found.total), text::grouped(found.distinct),
        text::grouped(stored.total), text::grouped(stored.distinct)
    )]
    Different { engine: String, found: Box<Counts<Natural>>, stored: Box<Counts<Natural>> },
}

impl RecountFailure {
    /// Returns whether the recount has found something other than what is stored.
    fn contradicts(&self) -> bool {
        matches!(self, RecountFailure::Wrong { .. } | RecountFailure::Different { .. })
    }
}

/// The subject of a recount, and the means for it.
struct RecountWork {
    results: ResultsHandle,
    analysis: Arc<Analysis>,
    job: job::Settings,
    progress: Arc<Mutex<RecountProgress>>,
}

impl Recount {
    /// Begins to repeat the stored result of a puzzle.
    pub(in crate::workbench) fn start(
        results: ResultsHandle,
        analysis: Arc<Analysis>,
        job: job::Settings,
        wake: &Wake,
    ) -> Recount {
        let progress = Arc::new(Mutex::new(RecountProgress::default()));
        let subject = RecountWork { results, analysis, job, progress: Arc::clone(&progress) };
        let work = move |interest: CancelToken| Ok(subject.recount(&interest));
        Recount { task: Task::start(wake, work), progress }
    }

    /// Returns the progress.
    pub(in crate::workbench) fn progress(&self) -> RecountProgress {
        lock(&self.progress).clone()
    }

    /// Takes in what a recount has found; whether it is over now.
    ///
    /// # Errors
    /// Why the result is not certified.
    pub(in crate::workbench) fn poll(
        recount: &mut Option<Recount>,
        solved: Option<&mut SolvedState>,
    ) -> Result<bool, String> {
        if !recount.as_mut().is_some_and(|recount| recount.task.poll()) {
            return Ok(false);
        }
        let outcome = match recount.take().map(|recount| recount.task) {
            Some(Task::Ready(outcome)) => outcome,
            Some(Task::Failed(why)) => return Err(why),
            _ => return Ok(false),
        };
        let Some(solved) = solved else { return Ok(true) };
        match outcome {
            Ok(certificate) => {
                solved.certificate = Some(certificate);
                Ok(true)
            }
            Err(failure) => {
                if failure.contradicts() {
                    solved.certificate = None;
                }
                Err(failure.to_string())
            }
        }
    }
}

/// The certificate that is stored of a puzzle's counts, as the text of a file. Not for the window's
/// thread.
///
/// # Errors
/// Why there is none, as a sentence.
pub(in crate::workbench) fn certificate_text(
    results: &ResultsHandle,
    description: &Description,
    analysis: &Analysis,
) -> Result<String, String> {
    let digest = ProblemDigest::new(&analysis.encoding.problem, &analysis.group);
    let summary = || results.open()?.map_or(Ok(None), |database| database.summary(&digest));
    let summary = summary().map_err(|error| error.to_string())?;
    let certificate = summary.and_then(|summary| CertifiedCounts::new(description, &summary));
    certificate.map(|own| certified_counts::write(&own)).ok_or_else(|| {
        "The certificate is not stored any more. Recount by another engine again.".to_owned()
    })
}

impl RecountWork {
    /// Solves again, verifies and compares; the certificate that is recorded.
    fn recount(&self, interest: &CancelToken) -> Result<Certificate, RecountFailure> {
        let Analysis { puzzle, encoding, group, .. } = &*self.analysis;
        let mut database = self.results.open()?.ok_or(RecountFailure::NothingStored)?;
        let digest = ProblemDigest::new(&encoding.problem, group);
        let stored = database.load(&digest, group)?.filter(|stored| stored.summary.complete);
        let stored = stored.ok_or(RecountFailure::NothingStored)?;
        let plan = Plan::recounting(&self.analysis.encoded(), &stored.summary.engine, None)?;
        let (engine, counts, store) = self.search(plan, !stored.store.is_empty(), interest)?;
        let watch = |_| match interest.is_lost() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        match verify_list(puzzle, encoding, &store, self.job.threads, &watch) {
            VerifiedList::Sound => {}
            VerifiedList::Cancelled => return Err(RecountFailure::Stopped),
            VerifiedList::Wrong(_, error) => {
                database.withdraw_certificate(&digest)?;
                return Err(RecountFailure::Wrong { engine, error });
            }
        }
        let certified = certify(&mut database, &digest, &stored, (engine, counts, store));
        self.results.note_change();
        certified
    }

    /// Searches to the end: the engines, the counts, and the solutions if they are kept.
    fn search(
        &self,
        plan: Plan,
        keep: bool,
        interest: &CancelToken,
    ) -> Result<(String, Counts<Natural>, Store), RecountFailure> {
        let settings = job::Settings { keep, ..self.job.clone() };
        let run = Run::start(Arc::new(plan), settings);
        let last: Snapshot = loop {
            let snapshot = run.snapshot();
            if snapshot.phase.is_over() {
                break snapshot;
            }
            if interest.is_lost() {
                run.stop();
            }
            let now = RecountProgress { engine: run.engine_names(), position: snapshot.position };
            *lock(&self.progress) = now;
            std::thread::sleep(POLL_INTERVAL);
        };
        let engine = run.engine_names();
        match last.phase {
            Phase::Complete => Ok((engine, last.counts, run.into_store())),
            Phase::Failed(message) => Err(RecountFailure::Failed { engine, message }),
            _ => Err(RecountFailure::Stopped),
        }
    }
}

/// Compares what was found with what is stored, and records that they agree.
fn certify(
    database: &mut Database,
    digest: &ProblemDigest,
    stored: &StoredResult,
    (engine, counts, store): (String, Counts<Natural>, Store),
) -> Result<Certificate, RecountFailure> {
    let before = stored.summary.counts;
    let comparison = Comparison::new((before, &stored.store), (counts, &store));
    if !comparison.agrees() {
        database.withdraw_certificate(digest)?;
        let [found, stored] = [counts, before].map(Box::new);
        return Err(RecountFailure::Different { engine, found, stored });
    }
    let list = (comparison.lists == ListsCompared::Whole).then_some(&store);
    let certificate = Certificate::new(engine, list);
    match database.certify(digest, counts, &certificate)? {
        true => Ok(certificate),
        false => Err(RecountFailure::Changed),
    }
}
