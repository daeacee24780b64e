//! A database of one result with its puzzle, as a file of its own.
//!
//! Its tables are those of every database of results, and one more: `puzzles` with the `digest` of
//! a problem and the `puzzle` as the text of a puzzle file.

use std::ops::ControlFlow;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};

use super::{Database, DatabaseError, NewResult, ProblemDigest, schema};
use crate::encode::SymmetryGroup;

const PUZZLES: &str = "
CREATE TABLE puzzles (
    digest BLOB NOT NULL PRIMARY KEY,
    puzzle TEXT NOT NULL
) STRICT;
";

/// Writes a database of one result into an empty file. `puzzle` is the text of its puzzle file;
/// `progress` is called with the number of solutions written so far and of all, and may cancel.
///
/// # Errors
/// When the file cannot be written or it was cancelled; the file is then of no use.
pub fn write_single(
    path: &Path,
    puzzle: &str,
    (digest, group): (&ProblemDigest, &SymmetryGroup),
    result: &NewResult,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<(), DatabaseError> {
    let sqlite = |error| DatabaseError::new(path, error);
    let connection = schema::create_single(path)?;
    connection.execute_batch(PUZZLES).map_err(sqlite)?;
    let insert = "INSERT INTO puzzles VALUES (?1, ?2)";
    connection.execute(insert, params![digest.as_bytes(), puzzle]).map_err(sqlite)?;
    let mut database = Database { path: path.to_owned(), connection };
    database.store(digest, group, result, u64::MAX, progress)?;
    database.connection.close().map_err(|(_, error)| DatabaseError::new(path, error))
}

impl Database {
    /// Opens the database in a file to be read alone.
    ///
    /// # Errors
    /// When there is no such file, or it is no such database.
    pub fn open_to_read(path: &Path) -> Result<Database, DatabaseError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags);
        let connection = connection.map_err(|error| DatabaseError::new(path, error))?;
        schema::check_version(&connection, path)?;
        Ok(Database { path: path.to_owned(), connection })
    }

    /// The text of the puzzle of a database of one result.
    ///
    /// # Errors
    /// When the file cannot be read, or holds no puzzle or several.
    pub fn puzzle(&self) -> Result<String, DatabaseError> {
        let path = || self.path.clone();
        let read = || {
            let table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'puzzles'";
            if self.connection.query_row(table, [], |_| Ok(())).optional()?.is_none() {
                return Ok(Vec::new());
            }
            let mut statement = self.connection.prepare("SELECT puzzle FROM puzzles LIMIT 2")?;
            let rows = statement.query_map([], |row| row.get(0))?;
            rows.collect::<Result<Vec<String>, rusqlite::Error>>()
        };
        let mut puzzles = read().map_err(|error| self.error(error))?;
        match (puzzles.pop(), puzzles.len()) {
            (Some(puzzle), 0) => Ok(puzzle),
            _ => Err(DatabaseError::NotSingle { path: path() }),
        }
    }
}
