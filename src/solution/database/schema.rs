//! The tables of the database, and how its file is opened.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use super::FORMAT;
use super::error::DatabaseError;

/// SQLite's `application_id`: "PWrt".
const APPLICATION: i32 = 0x5057_7274;
/// Time that a window waits for another to finish writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(20);

const TABLES: &str = "
CREATE TABLE results (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    title TEXT NOT NULL,
    total INTEGER NOT NULL,
    turned INTEGER NOT NULL,
    distinct_solutions INTEGER NOT NULL,
    symmetric INTEGER NOT NULL,
    complete INTEGER NOT NULL,
    solutions INTEGER NOT NULL,
    option_bits INTEGER NOT NULL,
    option_order INTEGER NOT NULL,
    engine TEXT NOT NULL,
    program TEXT NOT NULL,
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    stored_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    certificate_engine TEXT,
    certificate_program TEXT,
    certificate_at INTEGER,
    certificate_listed INTEGER,
    certificate_digest BLOB
) STRICT;
CREATE TABLE chunks (
    result INTEGER NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    solutions INTEGER NOT NULL,
    records BLOB NOT NULL,
    ends BLOB,
    stabilisers BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE (result, number)
) STRICT;
CREATE TABLE marks (
    digest BLOB NOT NULL,
    solution BLOB NOT NULL,
    starred INTEGER NOT NULL,
    note TEXT NOT NULL,
    tags TEXT NOT NULL,
    PRIMARY KEY (digest, solution)
) STRICT, WITHOUT ROWID;
";

/// The tables of what was solved by hand, of what is under way and of how solutions are listed, which
/// files of this version may lack.
const LATER: &str = "
CREATE TABLE IF NOT EXISTS plays (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL,
    title TEXT NOT NULL,
    variant TEXT NOT NULL,
    solved_at INTEGER NOT NULL,
    seconds REAL NOT NULL,
    hints INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS games (
    digest BLOB NOT NULL,
    variant TEXT NOT NULL,
    pieces TEXT NOT NULL,
    seconds REAL NOT NULL,
    hints INTEGER NOT NULL,
    PRIMARY KEY (digest, variant)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lists (
    digest BLOB PRIMARY KEY,
    filter TEXT NOT NULL,
    sort TEXT NOT NULL,
    grouping TEXT NOT NULL,
    selected INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
";

/// The migration of tables of version 1, in which no certificate was ever written.
const FROM_VERSION_1: &str = "
ALTER TABLE results DROP COLUMN certificate_agrees;
ALTER TABLE results ADD COLUMN certificate_digest BLOB;
";

/// Opens the file, which is made if there is none.
pub(super) fn connect(path: &Path) -> Result<Connection, DatabaseError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|source| DatabaseError::File { path: folder.to_owned(), source })?;
    }
    let sqlite = |error| DatabaseError::new(path, error);
    let mut connection = Connection::open(path).map_err(sqlite)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(sqlite)?;
    // A file of a newer version, or of another program, is left as it is.
    let version = version(&connection, path)?;
    if version == 0 {
        // Solutions are large blobs, and what is deleted is given back.
        connection.pragma_update(None, "page_size", 16_384).map_err(sqlite)?;
        connection.pragma_update(None, "auto_vacuum", "INCREMENTAL").map_err(sqlite)?;
    }
    connection.pragma_update(None, "journal_mode", "WAL").map_err(sqlite)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(sqlite)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(sqlite)?;
    if version < FORMAT {
        make_tables(&mut connection, path)?;
    }
    // A file that was cut off is noticed here.
    let look = "SELECT count(*), coalesce(sum(bytes), 0) FROM results";
    connection.query_row(look, [], |_| Ok(())).map_err(sqlite)?;
    connection.execute_batch(LATER).map_err(sqlite)?;
    Ok(connection)
}

/// Makes a database in an empty file that becomes readable by others only as a whole: it needs no
/// protection against crashes, and no file beside it.
pub(super) fn create_single(path: &Path) -> Result<Connection, DatabaseError> {
    let sqlite = |error| DatabaseError::new(path, error);
    let mut connection = Connection::open(path).map_err(sqlite)?;
    connection.pragma_update(None, "page_size", 16_384).map_err(sqlite)?;
    connection.pragma_update(None, "journal_mode", "MEMORY").map_err(sqlite)?;
    connection.pragma_update(None, "synchronous", "OFF").map_err(sqlite)?;
    make_tables(&mut connection, path)?;
    Ok(connection)
}

/// Checks that the tables of a database are those of this version.
pub(super) fn check_version(connection: &Connection, path: &Path) -> Result<(), DatabaseError> {
    match version(connection, path)? {
        FORMAT => Ok(()),
        _ => Err(DatabaseError::Damaged { path: path.to_owned() }),
    }
}

/// The version of the tables; 0 if there are none yet.
fn version(connection: &Connection, path: &Path) -> Result<i32, DatabaseError> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let sqlite = |error| DatabaseError::new(path, error);
    let (application, version) =
        (number("application_id").map_err(sqlite)?, number("user_version").map_err(sqlite)?);
    let count = "SELECT count(*) FROM sqlite_schema";
    let tables: i64 = connection.query_row(count, [], |row| row.get(0)).map_err(sqlite)?;
    let path = path.to_owned();
    match (application, version) {
        (0, 0) if tables == 0 => Ok(0),
        (APPLICATION, 1..=FORMAT) => Ok(version),
        (APPLICATION, found) if found > FORMAT => Err(DatabaseError::Newer { path, found }),
        _ => Err(DatabaseError::Damaged { path }),
    }
}

/// Makes the tables, or those of an earlier version to this one's, unless another window has done so
/// meanwhile.
fn make_tables(connection: &mut Connection, path: &Path) -> Result<(), DatabaseError> {
    let sqlite = |error| DatabaseError::new(path, error);
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite)?;
    match version(&transaction, path)? {
        0 => {
            transaction.execute_batch(TABLES).map_err(sqlite)?;
            transaction.pragma_update(None, "application_id", APPLICATION).map_err(sqlite)?;
        }
        1 => transaction.execute_batch(FROM_VERSION_1).map_err(sqlite)?,
        _ => {}
    }
    transaction.pragma_update(None, "user_version", FORMAT).map_err(sqlite)?;
    transaction.commit().map_err(sqlite)
}

/// Renames a damaged file, so that a new one can be made; its new name. `None` if another window has
/// done so already.
pub(super) fn set_aside(path: &Path) -> Result<Option<PathBuf>, DatabaseError> {
    let file = |path: &Path, source| DatabaseError::File { path: path.to_owned(), source };
    let lock_path = path.with_extension("lock");
    let lock = File::create(&lock_path).map_err(|error| file(&lock_path, error))?;
    lock.lock().map_err(|error| file(&lock_path, error))?;
    if !matches!(connect(path), Err(DatabaseError::Damaged { .. })) {
        return Ok(None);
    }
    let number = (1..).find(|n| !aside(path, *n).exists()).expect("a number is free");
    let kept = aside(path, number);
    std::fs::rename(path, &kept).map_err(|error| file(path, error))?;
    // What belongs to it follows, so that none of it is taken for the new one's.
    for ending in ["-wal", "-shm"] {
        let with_ending = |path: &Path| {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        };
        let (from, to) = (with_ending(path), with_ending(&kept));
        if from.exists() {
            std::fs::rename(&from, to).map_err(|error| file(&from, error))?;
        }
    }
    Ok(Some(kept))
}

fn aside(path: &Path, number: u32) -> PathBuf {
    path.with_extension(format!("damaged-{number}.sqlite"))
}
