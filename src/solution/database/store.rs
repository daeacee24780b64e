//! The writing of results: replacement, and deletion when there is no room.

use std::ops::ControlFlow;
use std::time::Duration;

use rusqlite::types::Type;
use rusqlite::{Connection, params};

use super::load::checksum;
use super::{
    Certificate, Database, DatabaseError, NO_CERTIFICATE, OPTION_ORDER, ProblemDigest,
    ResultSummary, seconds_now,
};
use crate::encode::SymmetryGroup;
use crate::natural::Natural;
use crate::solution::{Counts, Store};

/// A result to be stored.
#[derive(Clone, Debug)]
pub struct NewResult {
    /// The title of the puzzle.
    pub title: String,
    /// The counts of the run.
    pub counts: Counts<Natural>,
    /// True if the run found all solutions that exist.
    pub complete: bool,
    /// The distinct solutions that it kept, perhaps none.
    pub store: Store,
    /// The names of its engines.
    pub engine: String,
    /// Nodes of its search.
    pub nodes: u64,
    /// Time that it took.
    pub elapsed: Duration,
}

/// The contents of the database after a result was stored, possibly more than that result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The counts.
    pub counts: Counts<Natural>,
    /// True if these are the counts of all solutions.
    pub complete: bool,
    /// The number of distinct solutions that are stored.
    pub solutions: u64,
    /// The certificate of them, if there is one.
    pub certificate: Option<Certificate>,
}

/// A result merged with the one already stored for its problem.
struct Merged {
    counts: Counts<Natural>,
    complete: bool,
    /// True if the run of the new result is the one to name.
    names_new_run: bool,
    /// The list to write; `None` where the stored one stays.
    list: Option<Store>,
}

impl Database {
    /// Stores a result, and deletes the least recently used ones, except those with marks, until
    /// all take no more than `limit` bytes. `progress` is called with the number of solutions written so far
    /// and of all, and may cancel.
    ///
    /// Nothing that is stored gets lost by it: a complete list replaces a partial one; partial lists
    /// are united; counts without a list leave a stored list as it is; and partial counts never
    /// replace complete ones.
    ///
    /// # Errors
    /// When the file cannot be written, the result alone takes more than the limit, or it was
    /// cancelled; then nothing has changed.
    pub fn store(
        &mut self,
        digest: &ProblemDigest,
        group: &SymmetryGroup,
        result: &NewResult,
        limit: u64,
        progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Stored, DatabaseError> {
        let sqlite = {
            let path = self.path.clone();
            move |error| DatabaseError::new(&path, error)
        };
        // Sorting needs no lock of the file.
        let mut list = result.store.clone();
        list.sort();
        let begin = "BEGIN IMMEDIATE";
        self.connection.execute_batch(begin).map_err(&sqlite)?;
        let stored = self.store_within(digest, group, (result, list), limit, progress);
        match stored {
            Ok(stored) => {
                self.connection.execute_batch("COMMIT").map_err(&sqlite)?;
                self.give_back()?;
                Ok(stored)
            }
            Err(error) => {
                self.connection.execute_batch("ROLLBACK").map_err(sqlite)?;
                Err(error)
            }
        }
    }

    /// Stores a result within a transaction.
    fn store_within(
        &self,
        digest: &ProblemDigest,
        group: &SymmetryGroup,
        (result, list): (&NewResult, Store),
        limit: u64,
        progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Stored, DatabaseError> {
        let old = self.summary(digest)?;
        let merged = self.merged(old.as_ref(), result, list, group)?;
        let solutions = match (&merged.list, &old) {
            (Some(list), _) => list.len() as u64,
            (None, Some(old)) => old.solutions,
            (None, None) => 0,
        };
        let connection = &self.connection;
        let id = write_row(connection, digest, result, &merged).map_err(|e| self.error(e))?;
        if let Some(list) = &merged.list {
            let written = write_list(connection, id, list, progress).map_err(|e| self.error(e))?;
            if written.is_break() {
                return Err(DatabaseError::Cancelled);
            }
        }
        self.make_room(id, limit)?;
        let certificate = old.filter(|_| !merged.names_new_run).and_then(|old| old.certificate);
        Ok(Stored { counts: merged.counts, complete: merged.complete, solutions, certificate })
    }

    /// Merges a result with the one already stored. The list is sorted.
    fn merged(
        &self,
        old: Option<&ResultSummary>,
        new: &NewResult,
        mut list: Store,
        group: &SymmetryGroup,
    ) -> Result<Merged, DatabaseError> {
        let NewResult { counts, complete, .. } = *new;
        let Some(old) = old else {
            return Ok(Merged { counts, complete, names_new_run: true, list: Some(list) });
        };
        let is_full = complete && counts.distinct == list.len() as u64;
        let was_full = old.complete && old.counts.distinct == old.solutions;
        let is_same = is_full && was_full && counts == old.counts;
        if is_same || (was_full && !is_full) || (list.is_empty() && !is_full) {
            // The stored list stays.
            let names_new_run = complete && !was_full;
            let (counts, complete) =
                if names_new_run { (counts, true) } else { (old.counts, old.complete) };
            return Ok(Merged { counts, complete, names_new_run, list: None });
        }
        if !is_full && old.solutions > 0 {
            list.append(&mut self.read_store(old, group)?);
            list.sort();
            list.dedup();
        }
        if complete {
            return Ok(Merged { counts, complete, names_new_run: true, list: Some(list) });
        }
        let partial = [counts, old.counts, Counts::of_store(&list, group).into()];
        let most = partial.into_iter().max_by_key(|counts| counts.distinct).unwrap_or(counts);
        let counts = if old.complete { old.counts } else { most };
        let (complete, names_new_run) = (old.complete, !old.complete);
        Ok(Merged { counts, complete, names_new_run, list: Some(list) })
    }

    /// Drops results until all fit into the limit, but not this one.
    fn make_room(&self, id: i64, limit: u64) -> Result<(), DatabaseError> {
        let sqlite = |error| self.error(error);
        let own = "SELECT bytes FROM results WHERE id = ?1";
        let needed: i64 = self.connection.query_row(own, [id], |row| row.get(0)).map_err(sqlite)?;
        let needed = needed.max(0) as u64;
        if needed > limit {
            return Err(DatabaseError::TooLarge { needed, limit });
        }
        self.drop_beyond(id, limit)
    }

    /// Drops results until all fit into the limit or have marks, but not this one.
    fn drop_beyond(&self, id: i64, limit: u64) -> Result<(), DatabaseError> {
        while self.bytes()? > limit {
            let delete = "DELETE FROM results WHERE id = (SELECT id FROM results \
                 WHERE id <> ?1 AND bytes > 0 \
                 AND NOT EXISTS (SELECT 1 FROM marks WHERE marks.digest = results.digest) \
                 ORDER BY used_at, stored_at, id LIMIT 1)";
            if self.connection.execute(delete, [id]).map_err(|error| self.error(error))? == 0 {
                // All that is left is marked.
                break;
            }
        }
        Ok(())
    }

    /// Deletes the least recently used results, except those with marks, until all take no more
    /// than `limit` bytes.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn shrink_to(&mut self, limit: u64) -> Result<(), DatabaseError> {
        // No result has this id.
        self.drop_beyond(0, limit)?;
        self.give_back()
    }
}

/// Counts as they are written: total, turned, distinct, symmetric. Those that are too large for
/// SQLite are in a table of their own too.
pub(super) fn numbers(counts: Counts<Natural>) -> [i64; 4] {
    counts.numbers().map(|n| i64::try_from(n.capped()).unwrap_or(i64::MAX))
}

/// The table of counts that are too large for SQLite's numbers, which is made when there are some:
/// their digits, separated by spaces.
const LARGE_COUNTS: &str = "CREATE TABLE IF NOT EXISTS large_counts (
    result INTEGER PRIMARY KEY REFERENCES results (id) ON DELETE CASCADE,
    numbers TEXT NOT NULL
) STRICT";

/// Writes the counts of a result to the table of large ones, if they are.
fn write_large(connection: &Connection, id: i64, counts: Counts<Natural>) -> rusqlite::Result<()> {
    if numbers(counts).contains(&i64::MAX) {
        connection.execute(LARGE_COUNTS, [])?;
        let digits = counts.numbers().map(|n| n.to_string()).join(" ");
        let insert = "INSERT OR REPLACE INTO large_counts VALUES (?1, ?2)";
        connection.execute(insert, params![id, digits])?;
    }
    Ok(())
}

/// The counts of a result with those that are in the table of large ones.
pub(super) fn with_large(
    connection: &Connection,
    summary: ResultSummary,
) -> rusqlite::Result<ResultSummary> {
    if !numbers(summary.counts).contains(&i64::MAX) {
        return Ok(summary);
    }
    let select = "SELECT numbers FROM large_counts JOIN results ON result = id WHERE digest = ?1";
    let digest = summary.digest.as_bytes();
    let read = connection.query_row(select, [digest], |row| row.get::<_, String>(0));
    // No version before this one wrote larger ones.
    let Ok(digits) = read else { return Ok(summary) };
    let numbers: Vec<Natural> = digits.split(' ').filter_map(|n| n.parse().ok()).collect();
    let [total, turned, distinct, symmetric] = numbers[..] else {
        return Err(rusqlite::Error::InvalidColumnType(0, "numbers".to_owned(), Type::Text));
    };
    Ok(ResultSummary { counts: Counts { total, turned, distinct, symmetric }, ..summary })
}

/// Writes the row of a result; its id.
fn write_row(
    connection: &Connection,
    digest: &ProblemDigest,
    new: &NewResult,
    merged: &Merged,
) -> rusqlite::Result<i64> {
    let now = seconds_now();
    let insert = "INSERT INTO results (digest, title, total, turned, distinct_solutions, \
         symmetric, complete, solutions, option_bits, option_order, engine, program, nodes, \
         seconds, stored_at, used_at, bytes) \
         VALUES (?1, ?2, 0, 0, 0, 0, 0, 0, ?3, ?4, '', '', 0, 0, ?5, ?5, 0) \
         ON CONFLICT (digest) DO UPDATE SET title = ?2, used_at = ?5 RETURNING id";
    let values = params![digest.as_bytes(), new.title, new.store.option_bits(), OPTION_ORDER, now];
    let id: i64 = connection.query_row(insert, values, |row| row.get(0))?;
    let counts = "UPDATE results SET total = ?2, turned = ?3, distinct_solutions = ?4, \
         symmetric = ?5, complete = ?6 WHERE id = ?1";
    let [total, turned, distinct, symmetric] = numbers(merged.counts);
    connection.execute(counts, params![id, total, turned, distinct, symmetric, merged.complete])?;
    write_large(connection, id, merged.counts)?;
    if merged.names_new_run {
        // A certificate is of the run before.
        let run = format!(
            "UPDATE results SET engine = ?2, program = ?3, nodes = ?4, seconds = ?5, \
             stored_at = ?6, {NO_CERTIFICATE} WHERE id = ?1"
        );
        let nodes = i64::try_from(new.nodes).unwrap_or(i64::MAX);
        let seconds = new.elapsed.as_secs_f64();
        let program = env!("CARGO_PKG_VERSION");
        connection.execute(&run, params![id, new.engine, program, nodes, seconds, now])?;
    }
    Ok(id)
}

/// Writes the solutions of a result in the place of those that it had.
fn write_list(
    connection: &Connection,
    id: i64,
    list: &Store,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> rusqlite::Result<ControlFlow<()>> {
    connection.execute("DELETE FROM chunks WHERE result = ?1", [id])?;
    let mut insert =
        connection.prepare("INSERT INTO chunks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    let (mut written, mut bytes) = (0, 0);
    for (number, chunk) in list.chunks().iter().enumerate() {
        if progress(written, list.len() as u64).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let (ends, stabilisers) = (chunk.stored_ends(), chunk.stored_stabilisers());
        let records = chunk.records();
        let sum = checksum(records, ends.as_deref(), &stabilisers);
        let (number, count) = (number as i64, chunk.len() as i64);
        bytes += records.len() + ends.as_ref().map_or(0, Vec::len) + stabilisers.len();
        written += chunk.len() as u64;
        insert.execute(params![id, number, count, records, ends, stabilisers, sum])?;
    }
    let update = "UPDATE results SET solutions = ?2, bytes = ?3, option_bits = ?4 WHERE id = ?1";
    connection.execute(update, params![id, list.len() as i64, bytes as i64, list.option_bits()])?;
    Ok(ControlFlow::Continue(()))
}
