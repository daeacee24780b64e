//! A database of one result with its puzzle, as a file of its own.
//!
//! Its tables are those of every database of results, and one more: `puzzles` with the `digest` of
//! a problem and the `puzzle` as the text of a puzzle file. Where the solutions are part of a longer
//! list, a table `excerpts` has the `numbers` that they have there, of eight bytes each, the least
//! significant first, and, where they are known, the number of solutions of that list (`part_of`) and
//! the `filter`.

use std::ops::ControlFlow;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};

use super::{Database, DatabaseError, NewResult, ProblemDigest, schema};
use crate::encode::SymmetryGroup;
use crate::solution::Excerpt;

const PUZZLES: &str = "
CREATE TABLE puzzles (
    digest BLOB NOT NULL PRIMARY KEY,
    puzzle TEXT NOT NULL
) STRICT;
";
const EXCERPTS: &str = "
CREATE TABLE excerpts (
    digest BLOB NOT NULL PRIMARY KEY,
    part_of INTEGER,
    filter TEXT NOT NULL,
    numbers BLOB NOT NULL
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
    let mut list = result.store.clone();
    list.sort();
    if let Some(Excerpt { numbers, of, filter, .. }) = list.excerpt() {
        let of = of.and_then(|of| i64::try_from(of).ok());
        let numbers: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let values = params![digest.as_bytes(), of, filter, numbers];
        database.connection.execute_batch(EXCERPTS).map_err(sqlite)?;
        let insert = "INSERT INTO excerpts VALUES (?1, ?2, ?3, ?4)";
        database.connection.execute(insert, values).map_err(sqlite)?;
    }
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
            if !self.has_table("puzzles")? {
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

    /// The list that the solutions of a database of one result are part of, if they are.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn excerpt(&self) -> Result<Option<Excerpt>, DatabaseError> {
        let read = || {
            if !self.has_table("excerpts")? {
                return Ok(None);
            }
            let select = "SELECT part_of, filter, numbers FROM excerpts";
            let row = self.connection.query_row(select, [], |row| {
                let of = row.get::<_, Option<i64>>(0)?.and_then(|of| u64::try_from(of).ok());
                let bytes: Vec<u8> = row.get(2)?;
                let numbers = bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
                let (numbers, filter) = (numbers.collect(), row.get(1)?);
                Ok(Excerpt { numbers, of, filter, ..Excerpt::default() })
            });
            row.optional()
        };
        read().map_err(|error| self.error(error))
    }

    pub(super) fn has_table(&self, name: &str) -> rusqlite::Result<bool> {
        let select = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1";
        Ok(self.connection.query_row(select, [name], |_| Ok(())).optional()?.is_some())
    }
}
