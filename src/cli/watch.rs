//! The wait for a run: it is shown, saved now and then, stopped when that is wanted, and ends with a
//! status.

use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::file_work::{Listening, Saving};
use super::output::tell;
use super::{CliError, Outcome};
use crate::job::{Forecast, Handle, Phase, Runnable};
use crate::text;

/// The longest wait between two looks at a run.
const MAX_WAIT: Duration = Duration::from_millis(50);

/// The reasons to stop a run that is watched, and where it is saved meanwhile.
pub(super) struct Watch<'a> {
    listening: &'a Listening,
    saving: Option<&'a Saving>,
    // Not the time of the run, which counts that of earlier runs that it resumes.
    began: Instant,
    most: Duration,
}

impl<'a> Watch<'a> {
    /// Stops at Ctrl-C and, from now on, after a time.
    pub(super) fn new(
        listening: &'a Listening,
        saving: Option<&'a Saving>,
        most: Option<Duration>,
    ) -> Watch<'a> {
        Watch { listening, saving, began: Instant::now(), most: most.unwrap_or(Duration::MAX) }
    }

    /// Waits for the end of a run, which is shown on a bar; its last snapshot. Looks at it when its
    /// [`waker`] tells so, and without one soon at first, since most runs are short, then less often.
    ///
    /// A save that fails is told, and tried again the next time.
    pub(super) fn wait<W: Runnable>(
        &self,
        run: &Handle<W>,
        bar: &ProgressBar,
        mut show: impl FnMut(&W::Snapshot),
    ) -> W::Snapshot {
        let mut saved = Instant::now();
        // True if the last save failed.
        let mut fails = false;
        let mut wait = Duration::from_millis(1);
        loop {
            // Looked at first, so that the last snapshot is that of the end.
            let is_over = run.phase().is_over();
            let snapshot = run.snapshot();
            show(&snapshot);
            if is_over {
                bar.finish_and_clear();
                return snapshot;
            }
            if self.listening.is_pressed() || self.began.elapsed() > self.most {
                run.stop();
            } else if let Some(saving) = self.saving.filter(|own| saved.elapsed() >= own.every) {
                match run.save(&saving.path) {
                    Ok(true) => (saved, fails) = (Instant::now(), false),
                    Ok(false) => {}
                    Err(error) => {
                        if !fails {
                            bar.suspend(|| tell!("{error}; the run goes on, and is saved later"));
                        }
                        (saved, fails) = (Instant::now(), true);
                    }
                }
            }
            // Sleeping on would add to the time of a short run, up to as much again.
            std::thread::park_timeout(wait);
            wait = (wait * 2).min(MAX_WAIT);
        }
    }
}

/// The outcome of a run that ended in a phase: what it was to find is found, or cannot be.
pub(super) fn outcome(phase: &Phase, is_found: bool, is_interrupted: bool) -> Outcome {
    match phase {
        Phase::Complete if is_found => Outcome::Done,
        Phase::Complete => Outcome::NoSolution,
        _ if is_interrupted => Outcome::Interrupted,
        _ => Outcome::Stopped,
    }
}

/// Refuses a run that failed, by a name such as "the run".
pub(super) fn check_failure(phase: &Phase, name: &str) -> Result<(), CliError> {
    match phase {
        Phase::Failed(message) => Err(CliError::Message(format!("{name} failed: {message}"))),
        _ => Ok(()),
    }
}

/// The time left, as a bar says it.
pub(super) fn time_left(forecast: Option<Forecast>) -> String {
    forecast.filter(|forecast| forecast.firm).map_or_else(
        || "estimating".to_owned(),
        |f| format!("{} to {} left", text::clock(f.least), text::clock(f.most)),
    )
}

/// Tells a [`Watch`] on this thread to look at once; for the settings of the run that is watched.
pub(super) fn waker() -> Arc<dyn Fn() + Send + Sync> {
    let thread = std::thread::current();
    Arc::new(move || thread.unpark())
}
