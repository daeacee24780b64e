//! Errors of the database of results.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use super::FORMAT;
use crate::text;

/// Why results cannot be stored or found.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// A newer version of the program wrote the file.
    #[error(
        "{}: written by a newer version of Polywright (format {found}; this version knows {FORMAT}). \
         Results are not stored until you install that version or move the file away",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of its format.
        found: i32,
    },
    /// The file is no database of results, or a damaged one.
    #[error("{}: not a database of results, or damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// A database that is no export of a single result.
    #[error(
        "{}: the database of results of a whole collection; open a puzzle to see its results",
        path.display()
    )]
    NotSingle {
        /// The file.
        path: PathBuf,
    },
    /// Another window wrote for too long.
    #[error("{}: another program is using the file; try again in a moment", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The result takes more space than all results may.
    #[error(
        "the result needs {}, more than the limit of {} for stored results; raise the limit under \
         File > Stored results…",
        text::bytes(*needed),
        text::bytes(*limit)
    )]
    TooLarge {
        /// Bytes that it needs.
        needed: u64,
        /// Bytes that all results may take.
        limit: u64,
    },
    /// It was cancelled; nothing has changed.
    #[error("cancelled")]
    Cancelled,
    /// The file or its folder cannot be made, moved or locked.
    #[error("{}: {}", path.display(), text::io_error(source))]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The file cannot be written or read.
    #[error("{}: {why}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The reason, and what to do.
        why: &'static str,
    },
    /// Another error of SQLite.
    #[error("{}: {source}", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: rusqlite::Error,
    },
}

impl DatabaseError {
    /// The error that an answer of SQLite stands for.
    pub(super) fn new(path: &Path, source: rusqlite::Error) -> DatabaseError {
        let path = path.to_owned();
        // The statements are sound, so it is the tables that are not.
        if matches!(source, rusqlite::Error::SqlInputError { .. }) {
            return DatabaseError::Damaged { path };
        }
        match source.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt | ErrorCode::Unknown) => {
                DatabaseError::Damaged { path }
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                DatabaseError::Busy { path }
            }
            code => match code.and_then(refusal) {
                Some(why) => DatabaseError::Refused { path, why },
                None => DatabaseError::Sqlite { path, source },
            },
        }
    }
}

/// The reason why a file is not written or read, and what to do.
fn refusal(code: ErrorCode) -> Option<&'static str> {
    Some(match code {
        ErrorCode::ReadOnly | ErrorCode::PermissionDenied => {
            "it or its folder may not be written; choose another file, or change its permissions"
        }
        ErrorCode::CannotOpen => {
            "cannot be opened; does its folder exist, and may you write to it?"
        }
        ErrorCode::DiskFull => "the disk is full; make room and try again",
        ErrorCode::SystemIoFailure => {
            "cannot be read or written; is the disk full, or no longer there?"
        }
        _ => return None,
    })
}
