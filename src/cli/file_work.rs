//! The common parts of commands at a terminal: Ctrl+C (`Listening`), where a run is saved (`Saving`), the
//! bar and the expected size of files.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{CliError, SavingArgs};
use crate::encode::Encoding;
use crate::format::{self, FileError, Progress};
use crate::puzzle::Puzzle;
use crate::solution::{Store, VerifiedList, verify_list};
use crate::text;

/// True if Ctrl-C was pressed since the last [`Listening`] began.
static PRESSED: AtomicBool = AtomicBool::new(false);
/// The number of listeners for Ctrl-C.
static LISTENERS: AtomicUsize = AtomicUsize::new(0);
static HANDLER: Once = Once::new();

/// While it lives, Ctrl-C does not end the program the first time, but is noted.
pub(super) struct Listening(());

impl Listening {
    /// Begins to listen; what was pressed before anybody listened is forgotten.
    pub(super) fn start() -> Listening {
        if LISTENERS.fetch_add(1, Ordering::SeqCst) == 0 {
            PRESSED.store(false, Ordering::SeqCst);
        }
        HANDLER.call_once(|| {
            // It fails where there is a handler already, as in a test.
            let _ = ctrlc::set_handler(|| {
                let is_heard = LISTENERS.load(Ordering::SeqCst) > 0;
                if !is_heard || PRESSED.swap(true, Ordering::SeqCst) {
                    std::process::exit(130);
                }
            });
        });
        Listening(())
    }

    /// Returns whether Ctrl-C was pressed.
    pub(super) fn is_pressed(&self) -> bool {
        PRESSED.load(Ordering::SeqCst)
    }

    /// Does work that cannot be told to end and before which nothing is found, such as reading and
    /// planning: Ctrl-C meanwhile ends the program at once, and so does one that was noted before.
    pub(super) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        LISTENERS.fetch_sub(1, Ordering::SeqCst);
        if self.is_pressed() {
            std::process::exit(130);
        }
        let done = work();
        LISTENERS.fetch_add(1, Ordering::SeqCst);
        done
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENERS.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The file of the checkpoints of a run, and the time between two.
pub(super) struct Saving {
    pub(super) path: PathBuf,
    pub(super) every: Duration,
}

impl Saving {
    /// To a file, every so many seconds.
    ///
    /// # Errors
    /// When the seconds are no time.
    pub(super) fn new(path: PathBuf, seconds: f64) -> Result<Saving, CliError> {
        let every = Duration::try_from_secs_f64(seconds).map_err(|_| {
            CliError::Message("--checkpoint-every needs a number of seconds".to_owned())
        })?;
        Ok(Saving { path, every })
    }
}

impl SavingArgs {
    /// Where a run that is begun or resumed is saved, if it is; tried before the run.
    ///
    /// # Errors
    /// When a run is begun and the file exists, when it cannot be written, or the time is none.
    pub(super) fn open(&self) -> Result<Option<Saving>, CliError> {
        let Some(path) = self.checkpoint.as_ref().or(self.resume.as_ref()) else { return Ok(None) };
        if self.checkpoint.is_some() && path.exists() {
            let path = path.display();
            return Err(CliError::Message(format!(
                "{path}: already exists; resume it with --resume, or delete it"
            )));
        }
        format::probe_writing(path)?;
        Saving::new(path.clone(), self.checkpoint_every).map(Some)
    }
}

/// A bar of a thousand parts, on a terminal.
pub(super) fn thousandths() -> ProgressBar {
    bar("{percent:>3} % {wide_bar} {msg}")
}

/// A line of text that changes, on a terminal.
pub(super) fn status_line() -> ProgressBar {
    bar("{msg}")
}

fn bar(template: &str) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr_with_hz(10)
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(1000), target);
    bar.set_style(ProgressStyle::with_template(template).expect("the template is sound"));
    bar
}

/// Works on a file with a bar that says what is done; Ctrl-C cancels it.
pub(super) fn with_bar<T>(what: String, work: impl FnOnce(&mut Progress<'_>) -> T) -> T {
    let listening = Listening::start();
    let bar = bar("{msg} {percent:>3} % {wide_bar}");
    bar.set_message(text::printable(&what).into_owned());
    let result = work(&mut |done, all| {
        bar.set_length(all);
        bar.set_position(done);
        match listening.is_pressed() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    bar.finish_and_clear();
    result
}

/// As [`with_bar`], for work that tells the fraction that is done.
pub(super) fn with_fraction<T>(
    what: String,
    work: impl FnOnce(&mut dyn FnMut(f64) -> ControlFlow<()>) -> T,
) -> T {
    with_bar(what, |progress| work(&mut |done| progress((1000.0 * done) as u64, 1000)))
}

/// Returns the text of the progress bar for a file being written, with its expected size if known.
pub(super) fn writing(path: &Path, expected: Option<u64>) -> String {
    match expected {
        Some(bytes) => format!("Writing {}, about {}", path.display(), text::bytes(bytes)),
        None => format!("Writing {}", path.display()),
    }
}

/// Writes a file whose size is not known before, and shows how much is written; Ctrl-C cancels it.
///
/// # Errors
/// When writing fails or was cancelled; the old file is then as it was.
pub(super) fn write_metered(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    let (bar, what) = (status_line(), writing(path, None));
    let result = format::write_file_with(path, |out| {
        let mut out = Metered { out, bytes: 0, what, bar: bar.clone(), listening: None };
        write(&mut out).map_err(|error| match &out.listening {
            Some(listening) if listening.is_pressed() => io::ErrorKind::Interrupted.into(),
            _ => error,
        })
    });
    bar.finish_and_clear();
    result
}

/// A writer that shows how much has passed, and ends when Ctrl-C is pressed.
struct Metered<'a> {
    out: &'a mut dyn Write,
    bytes: u64,
    what: String,
    bar: ProgressBar,
    /// From the first byte on; before, Ctrl-C ends the program.
    listening: Option<Listening>,
}

impl Write for Metered<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        let before = self.bytes >> 20;
        self.bytes += written as u64;
        let listening = self.listening.get_or_insert_with(Listening::start);
        if self.bytes >> 20 > before {
            self.bar.set_message(format!("{}: {}", self.what, text::bytes(self.bytes)));
            if listening.is_pressed() {
                return Err(io::Error::other("cancelled"));
            }
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Verifies all solutions of a store by the rules of the puzzle alone, with a bar.
pub(super) fn verify_all(
    (puzzle, encoding): (&Puzzle, &Encoding),
    store: &Store,
    threads: usize,
    listening: &Listening,
) -> VerifiedList {
    let bar = thousandths();
    bar.set_message("verifying");
    let all = store.len().max(1) as u64;
    let watch = |done: u64| {
        bar.set_position(done * 1000 / all);
        match listening.is_pressed() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let verified = verify_list(puzzle, encoding, store, threads, &watch);
    bar.finish_and_clear();
    verified
}
