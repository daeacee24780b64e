//! Solutions in a SQLite file: a [database](crate::solution::database) of one result with its
//! puzzle.

use std::path::Path;
use std::time::Duration;

use super::bytes::{Prepared, as_part, check_counts};
use super::puzzle_file::{self, locate};
use super::solutions_file::{SolutionSet, Source};
use super::stream::{Progress, ReadError};
use super::{FileError, FileErrorKind, plain, replace_file};
use crate::solution::Counts;
use crate::solution::database::{
    Database, DatabaseError, NewResult, ProblemDigest, StoredResult, write_single,
};

/// The beginning of every SQLite file.
const SIGN: &[u8] = b"SQLite format 3\0";

/// Returns whether a file that begins with these bytes is an SQLite file.
pub(crate) fn looks_like(start: &[u8]) -> bool {
    start.starts_with(SIGN)
}

/// Writes solutions to a file that is replaced at once or not at all. `progress` is called with the
/// number of solutions written so far and of all, and may cancel.
///
/// # Errors
/// When writing fails or was cancelled; the old file is then as it was.
pub fn write(
    source: Source<'_>,
    path: &Path,
    progress: &mut Progress<'_>,
) -> Result<(), FileError> {
    let Source { puzzle, encoding, group, store, counts, complete, .. } = source;
    let digest = ProblemDigest::new(&encoding.problem, group);
    let result = NewResult {
        title: puzzle.title.clone(),
        counts,
        complete,
        store: store.clone(),
        engine: String::new(),
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    let text = puzzle_file::write(source.description);
    replace_file(path, |temporary| {
        let written = write_single(temporary, &text, (&digest, group), &result, progress);
        written.map_err(|error| match error {
            DatabaseError::Cancelled => {
                let message = "cancelled; nothing was changed";
                FileError::new(path, FileErrorKind::Cancelled, message)
            }
            other => {
                let message = without_path(&other, temporary);
                FileError::new(path, FileErrorKind::Write(std::io::ErrorKind::Other), message)
            }
        })
    })
}

/// The message of an error without the path that it begins with.
fn without_path(error: &DatabaseError, path: &Path) -> String {
    let message = error.to_string();
    let start = format!("{}: ", path.display());
    message.strip_prefix(&start).unwrap_or(&message).to_owned()
}

/// Reads the puzzle and the solutions of a file.
pub(crate) fn read(path: &Path) -> Result<SolutionSet, ReadError> {
    let explain = |error: DatabaseError| ReadError::from(plain(without_path(&error, path)));
    let mut database = Database::open_to_read(path).map_err(explain)?;
    let text = database.puzzle().map_err(explain)?;
    let description = puzzle_file::read_description(&text)?;
    let puzzle =
        description.build().map_err(|problems| ReadError::Contents(locate(&text, 0, &problems)))?;
    let Prepared { description, puzzle, encoding, group } = Prepared::new(description, puzzle)?;
    let digest = ProblemDigest::new(&encoding.problem, &group);
    let stored = database.load(&digest, &group).map_err(explain)?;
    let Some(StoredResult { summary, store }) = stored else {
        return Err(plain("the result in the file does not belong to its puzzle").into());
    };
    let complete = summary.complete && summary.counts.distinct == summary.solutions;
    let counts = Counts::of_store(&store, &group).into();
    if complete {
        check_counts(summary.counts, counts)?;
    }
    let counts = if summary.complete { summary.counts } else { counts };
    let store = match database.excerpt().map_err(explain)? {
        Some(excerpt) if excerpt.numbers.len() != store.len() => {
            return Err(
                plain("the numbers of the solutions are not as many as the solutions").into()
            );
        }
        Some(excerpt) => as_part(store.with_excerpt(excerpt.clone()), excerpt.of, excerpt.filter)?,
        None => store,
    };
    Ok(SolutionSet { description, puzzle, encoding, group, store, counts, complete })
}
