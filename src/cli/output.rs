//! Standard output and standard error: the one place that writes to them.
//!
//! What is said to people and printed as JSON goes through [`line`] and [`notice`], which let no
//! control character of a title or a name reach the terminal. Files that are printed go through
//! [`data`], byte for byte. When nobody reads on, as after `| head`, that is no error; any other
//! failure of standard output ends the command with [`finish`]. A failure of standard error is
//! ignored: there is nobody to tell.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Mutex;

use super::CliError;
use crate::{format, text};

/// The first failure of standard output.
static FAILURE: Mutex<Option<io::Error>> = Mutex::new(None);

/// Prints a line on standard output.
macro_rules! say {
    ($($text:tt)*) => { $crate::cli::output::line(format_args!($($text)*)) };
}
pub(super) use say;

/// Prints a line on standard error.
macro_rules! tell {
    ($($text:tt)*) => { $crate::cli::output::notice(format_args!($($text)*)) };
}
pub(super) use tell;

/// Prints a line on standard output.
pub(super) fn line(line: fmt::Arguments<'_>) {
    let line = line.to_string();
    record(writeln!(io::stdout(), "{}", text::printable(&line)));
}

/// Prints a line on standard error.
pub(super) fn notice(notice: fmt::Arguments<'_>) {
    let notice = notice.to_string();
    let _ = writeln!(io::stderr(), "{}", text::printable(&notice));
}

/// Prints a file on standard output as it comes.
///
/// # Errors
/// Those of `write` that are not about writing: [`io::ErrorKind::InvalidInput`] and
/// [`io::ErrorKind::Interrupted`].
pub(super) fn data(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            Err(CliError::Message(error.to_string()))
        }
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(CliError::Interrupted),
        result => {
            // What is left in the buffer would fail again.
            let _ = out.into_parts();
            record(result);
            Ok(())
        }
    }
}

/// Writes a table to a file, or to standard output for `-`.
///
/// # Errors
/// When the file cannot be written; see [`data`].
pub(super) fn table(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    match path == Path::new("-") {
        true => data(write),
        false => Ok(format::write_file_with(path, |out| write(out))?),
    }
}

fn record(result: io::Result<()>) {
    let Err(error) = result else { return };
    if error.kind() != io::ErrorKind::BrokenPipe
        && let Ok(mut failure) = FAILURE.lock()
    {
        failure.get_or_insert(error);
    }
}

/// Writes out what is still in a buffer.
///
/// # Errors
/// The first failure of standard output, unless nobody reads it any more.
pub(super) fn finish() -> Result<(), CliError> {
    record(io::stdout().flush());
    match FAILURE.lock().ok().and_then(|mut failure| failure.take()) {
        Some(error) => Err(CliError::Output(text::io_error(&error))),
        None => Ok(()),
    }
}
