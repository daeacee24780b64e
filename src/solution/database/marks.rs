//! Marks of solutions: stars, notes and tags.

use rusqlite::params;

use super::{Database, DatabaseError, ProblemDigest};

/// The marks of a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// True if it has a star.
    pub starred: bool,
    /// A note, empty if there is none.
    pub note: String,
    /// Tags, each on one line.
    pub tags: Vec<String>,
}

impl Mark {
    /// Returns whether there is nothing to keep.
    pub fn is_empty(&self) -> bool {
        *self == Mark::default()
    }
}

impl Database {
    /// Marks a solution, given by its [record](crate::solution::Store::record), or takes its marks
    /// away if there is nothing to keep.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn set_mark(
        &mut self,
        digest: &ProblemDigest,
        solution: &[u8],
        mark: &Mark,
    ) -> Result<(), DatabaseError> {
        let done = if mark.is_empty() {
            let delete = "DELETE FROM marks WHERE digest = ?1 AND solution = ?2";
            self.connection.execute(delete, params![digest.as_bytes(), solution])
        } else {
            let insert = "INSERT OR REPLACE INTO marks VALUES (?1, ?2, ?3, ?4, ?5)";
            let tags = mark.tags.join("\n");
            let values = params![digest.as_bytes(), solution, mark.starred, mark.note, tags];
            self.connection.execute(insert, values)
        };
        done.map(|_| ()).map_err(|error| self.error(error))
    }

    /// The marked solutions of a problem as records in ascending order, with their marks.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn marks(&self, digest: &ProblemDigest) -> Result<Vec<(Vec<u8>, Mark)>, DatabaseError> {
        let select =
            "SELECT solution, starred, note, tags FROM marks WHERE digest = ?1 ORDER BY solution";
        let read = || {
            let mut statement = self.connection.prepare(select)?;
            let rows = statement.query_map([digest.as_bytes()], |row| {
                let tags: String = row.get(3)?;
                let tags = tags.lines().map(str::to_owned).collect();
                Ok((row.get(0)?, Mark { starred: row.get(1)?, note: row.get(2)?, tags }))
            })?;
            rows.collect::<Result<Vec<_>, rusqlite::Error>>()
        };
        read().map_err(|error| self.error(error))
    }
}
