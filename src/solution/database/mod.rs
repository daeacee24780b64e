//! The database of results: what runs found, kept for the next time that the puzzle is opened.
//!
//! One SQLite file holds the results of all puzzles, each under the [digest](ProblemDigest) of its
//! problem and symmetries. Other programs can read it; its tables are
//!
//! - `results`: a row for each problem. `digest`; `title` of the puzzle when it was stored; the
//!   counts `total`, `turned`, `distinct_solutions`, `symmetric`, and whether they are `complete`;
//!   the number of `solutions` in `chunks`; `option_bits` of their records and the version
//!   `option_order` of the numbers of options; `engine`, `program` version, `nodes` and `seconds`
//!   of the run; `stored_at` and `used_at` in seconds since 1970; `bytes` of the solutions; and,
//!   where a recount by another engine found the same, a certificate: `certificate_engine` and
//!   `certificate_program` that counted again, `certificate_at`, whether all solutions were compared
//!   too (`certificate_listed`), and then their [digest](ListDigest) (`certificate_digest`). It is of
//!   the counts in the row, and goes when another run's result replaces them.
//! - `chunks`: the solutions of a `result` in ascending order, up to 4,096 a row in the order of
//!   `number`, as they are in memory: see [`crate::solution::chunk`] for `records` and
//!   [`ChunkParts`](crate::solution::chunk::ChunkParts) for `ends` and `stabilisers`; `checksum` is
//!   the CRC-32 of the three one after the other.
//! - `marks`: stars, notes and tags of a solution, given by the `digest` of its problem and its
//!   record.
//! - `plays`: what was solved by hand. `digest` of the problem of the puzzle with all its variants;
//!   its `title` and the name of the `variant`; `solved_at` in seconds since 1970; the `seconds` that it
//!   took, and the number of `hints`. They stay when results are deleted.
//! - `games`: what was begun by hand and is not solved yet, one for each `variant` of a problem:
//!   `pieces` on the board, as a JSON list of names, each with the coordinates of its sites; `seconds`
//!   and `hints` so far. They stay, too.
//! - `lists`: how the solutions of a problem were listed last: the `filter` as an expression, `sort` and
//!   `grouping` by their ids, and the number of the solution that was `selected`.
//! - `disassemblies`, once something was taken apart: whether and how a `solution` of a problem comes
//!   apart (its options, four bytes each, little-endian), on some `terms`: lattice, rule and limit.
//!   `disassembles` is NULL where that is not known; `level` is packed, see
//!   [`Level`](crate::disassembly::Level).
//!
//! The file is written ahead (WAL) in whole transactions, each on the disk before it counts as
//! done. So a program that is killed loses nothing that was reported as stored, and several windows
//! can use the file at once.

mod digest;
mod disassemblies;
mod error;
mod games;
mod lists;
mod load;
mod marks;
mod overview;
mod plays;
mod schema;
mod single;
mod store;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension as _, Row};

pub use digest::{ListDigest, ProblemDigest};
pub use disassemblies::{StoredDisassembly, disassembly_terms};
pub use error::DatabaseError;
pub use games::Game;
pub use lists::KeptList;
pub use marks::Mark;
pub use overview::Overview;
pub use plays::PlayEntry;
pub use single::write_single;
pub use store::{NewResult, Stored};

use super::{Counts, Store};
use crate::natural::Natural;

/// The version of the tables, SQLite's `user_version`.
const FORMAT: i32 = 2;
/// The version of the numbers of options: another order of placements has another version.
const OPTION_ORDER: i32 = 1;

/// An open database.
#[derive(Debug)]
pub struct Database {
    path: PathBuf,
    connection: Connection,
}

/// A database that was opened, and what became of a damaged one in its place.
#[derive(Debug)]
pub struct OpenedDatabase {
    /// The database.
    pub database: Database,
    /// The new name of a damaged file, which is kept for whoever can repair it.
    pub set_aside: Option<PathBuf>,
}

/// A certificate of a result: another engine has found the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The names of the engines that counted again.
    pub engine: String,
    /// The version of the program that they belong to.
    pub program: String,
    /// When it was done.
    pub at: SystemTime,
    /// The digest of all distinct solutions, where both engines listed them and the lists were
    /// compared; `None` where only the counts were.
    pub solutions: Option<ListDigest>,
}

impl Certificate {
    /// A certificate of this version of the program, from now on; with the list that was compared,
    /// if one was. Linear in that.
    pub fn new(engine: String, compared: Option<&Store>) -> Certificate {
        Certificate {
            engine,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            at: SystemTime::now(),
            solutions: compared.map(ListDigest::new),
        }
    }
}

/// The data of a result without its solutions.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultSummary {
    /// The problem.
    pub digest: ProblemDigest,
    /// The title of the puzzle when it was stored.
    pub title: String,
    /// The counts.
    pub counts: Counts<Natural>,
    /// True if these are the counts of all solutions that exist.
    pub complete: bool,
    /// The number of distinct solutions that are stored.
    pub solutions: u64,
    /// The names of the engines.
    pub engine: String,
    /// The version of the program.
    pub program: String,
    /// Nodes of the search.
    pub nodes: u64,
    /// Time of the run.
    pub elapsed: Duration,
    /// When it was stored.
    pub stored_at: SystemTime,
    /// Bytes of the solutions.
    pub bytes: u64,
    /// The number of marked solutions.
    pub marked: u64,
    /// The recount by another engine, if there was one.
    pub certificate: Option<Certificate>,
}

/// A result with its solutions.
#[derive(Clone, Debug)]
pub struct StoredResult {
    /// All but the solutions.
    pub summary: ResultSummary,
    /// The distinct solutions, sorted.
    pub store: Store,
}

/// The columns of a summary, as [`read_summary`] reads them.
const SUMMARY_COLUMNS: &str = "digest, title, total, turned, distinct_solutions, symmetric, \
     complete, solutions, engine, program, nodes, seconds, stored_at, bytes, \
     (SELECT count(*) FROM marks WHERE marks.digest = results.digest), certificate_engine, \
     certificate_program, certificate_at, certificate_digest";

/// The SQL assignments that withdraw a certificate.
const NO_CERTIFICATE: &str = "certificate_engine = NULL, certificate_program = NULL, \
     certificate_at = NULL, certificate_listed = NULL, certificate_digest = NULL";

fn read_summary(row: &Row<'_>) -> rusqlite::Result<ResultSummary> {
    let number = |column| row.get::<_, i64>(column).map(|n| n.max(0) as u64);
    let time = |column| Ok::<_, rusqlite::Error>(UNIX_EPOCH + Duration::from_secs(number(column)?));
    let certificate = match row.get::<_, Option<String>>(15)? {
        None => None,
        Some(engine) => Some(Certificate {
            engine,
            program: row.get(16)?,
            at: time(17)?,
            solutions: row.get::<_, Option<[u8; 32]>>(18)?.map(ListDigest::from_bytes),
        }),
    };
    Ok(ResultSummary {
        digest: ProblemDigest::from_bytes(row.get(0)?),
        title: row.get(1)?,
        counts: Counts {
            total: number(2)?.into(),
            turned: number(3)?.into(),
            distinct: number(4)?.into(),
            symmetric: number(5)?.into(),
        },
        complete: row.get(6)?,
        solutions: number(7)?,
        engine: row.get(8)?,
        program: row.get(9)?,
        nodes: number(10)?,
        elapsed: Duration::try_from_secs_f64(row.get(11)?).unwrap_or_default(),
        stored_at: time(12)?,
        bytes: number(13)?,
        marked: number(14)?,
        certificate,
    })
}

/// The time now, in seconds since 1970.
fn seconds_now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() as i64
}

impl Database {
    /// Opens the database in a file, which is made if there is none, with its folder.
    ///
    /// # Errors
    /// When the file is no such database, damaged or of a newer version; then it is as it was.
    pub fn open(path: &Path) -> Result<Database, DatabaseError> {
        Ok(Database { path: path.to_owned(), connection: schema::connect(path)? })
    }

    /// Opens the database in a file; a damaged file gets another name and a new one its place.
    ///
    /// # Errors
    /// As [`Database::open`], but not for a damaged file.
    pub fn open_or_replace(path: &Path) -> Result<OpenedDatabase, DatabaseError> {
        match Database::open(path) {
            Err(DatabaseError::Damaged { .. }) => {
                let set_aside = schema::set_aside(path)?;
                Ok(OpenedDatabase { database: Database::open(path)?, set_aside })
            }
            opened => Ok(OpenedDatabase { database: opened?, set_aside: None }),
        }
    }

    fn error(&self, error: rusqlite::Error) -> DatabaseError {
        DatabaseError::new(&self.path, error)
    }

    /// All results, the one stored last first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn list(&self) -> Result<Vec<ResultSummary>, DatabaseError> {
        let select =
            format!("SELECT {SUMMARY_COLUMNS} FROM results ORDER BY stored_at DESC, id DESC");
        let read = || {
            let mut statement = self.connection.prepare(&select)?;
            let rows = statement.query_map([], read_summary)?;
            let whole = |summary| store::with_large(&self.connection, summary?);
            rows.map(whole).collect::<Result<Vec<_>, rusqlite::Error>>()
        };
        read().map_err(|error| self.error(error))
    }

    /// Returns the summary of a problem's result, if it has one.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn summary(&self, digest: &ProblemDigest) -> Result<Option<ResultSummary>, DatabaseError> {
        let select = format!("SELECT {SUMMARY_COLUMNS} FROM results WHERE digest = ?1");
        let row = self.connection.query_row(&select, [digest.as_bytes()], read_summary);
        let row = row.and_then(|summary| store::with_large(&self.connection, summary));
        row.optional().map_err(|error| self.error(error))
    }

    /// Bytes of the solutions of all results.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn bytes(&self) -> Result<u64, DatabaseError> {
        let sum = "SELECT coalesce(sum(bytes), 0) FROM results";
        let bytes = self.connection.query_row(sum, [], |row| row.get::<_, i64>(0));
        bytes.map(|bytes| bytes.max(0) as u64).map_err(|error| self.error(error))
    }

    /// Deletes the result of a problem, and the marks of its solutions.
    ///
    /// # Errors
    /// When the file cannot be written; then nothing is deleted.
    pub fn delete(&mut self, digest: &ProblemDigest) -> Result<(), DatabaseError> {
        self.delete_where("WHERE digest = ?1", &[digest.as_bytes()])
    }

    /// Deletes all results and marks.
    ///
    /// # Errors
    /// When the file cannot be written; then nothing is deleted.
    pub fn clear(&mut self) -> Result<(), DatabaseError> {
        self.delete_where("", &[])
    }

    fn delete_where(&mut self, which: &str, digests: &[&[u8; 32]]) -> Result<(), DatabaseError> {
        let mut delete = || {
            let is_taken_apart = self.has_table("disassemblies")?;
            let transaction = self.connection.transaction()?;
            let further = is_taken_apart.then_some("disassemblies");
            for table in ["marks", "results"].into_iter().chain(further) {
                let values = rusqlite::params_from_iter(digests);
                transaction.execute(&format!("DELETE FROM {table} {which}"), values)?;
            }
            transaction.commit()
        };
        delete().map_err(|error| DatabaseError::new(&self.path, error))?;
        self.give_back()
    }

    /// Gives the space of what was deleted back to the disk.
    fn give_back(&self) -> Result<(), DatabaseError> {
        let vacuum = self.connection.execute_batch("PRAGMA incremental_vacuum");
        vacuum.map_err(|error| self.error(error))
    }

    /// Records that another engine has found the same counts; whether they are still those of the
    /// problem's complete result.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn certify(
        &mut self,
        digest: &ProblemDigest,
        counts: Counts<Natural>,
        certificate: &Certificate,
    ) -> Result<bool, DatabaseError> {
        if self.summary(digest)?.is_none_or(|summary| summary.counts != counts) {
            return Ok(false);
        }
        let update = "UPDATE results SET certificate_engine = ?2, certificate_program = ?3, \
             certificate_at = ?4, certificate_listed = ?5, certificate_digest = ?6 \
             WHERE digest = ?1 AND complete AND total = ?7 AND turned = ?8 \
             AND distinct_solutions = ?9 AND symmetric = ?10";
        let Certificate { engine, program, at, solutions } = certificate;
        let at = at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() as i64;
        let solutions = solutions.as_ref().map(ListDigest::as_bytes);
        let [total, turned, distinct, symmetric] = store::numbers(counts);
        let values = rusqlite::params![
            digest.as_bytes(),
            engine,
            program,
            at,
            solutions.is_some(),
            solutions,
            total,
            turned,
            distinct,
            symmetric
        ];
        let done = self.connection.execute(update, values);
        done.map(|rows| rows > 0).map_err(|error| self.error(error))
    }

    /// Withdraws the certificate of a result, which a recount has contradicted.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn withdraw_certificate(&mut self, digest: &ProblemDigest) -> Result<(), DatabaseError> {
        let update = format!("UPDATE results SET {NO_CERTIFICATE} WHERE digest = ?1");
        let done = self.connection.execute(&update, [digest.as_bytes()]);
        done.map(|_| ()).map_err(|error| self.error(error))
    }
}
