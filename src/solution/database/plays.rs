//! The record of what was solved by hand.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Params, params};

use super::{Database, DatabaseError, ProblemDigest};

/// A puzzle, or a variant of one, that was solved by hand.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayEntry {
    /// The title of the puzzle when it was solved.
    pub title: String,
    /// The name of the variant; empty where the puzzle itself was solved.
    pub variant: String,
    /// When it was solved, in whole seconds.
    pub at: SystemTime,
    /// The time that it took.
    pub time: Duration,
    /// The number of hints that were shown.
    pub hints: u32,
}

impl Database {
    /// Adds to the record of a puzzle, which is given by its problem.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add_play(
        &mut self,
        digest: &ProblemDigest,
        entry: &PlayEntry,
    ) -> Result<(), DatabaseError> {
        let insert = "INSERT INTO plays (digest, title, variant, solved_at, seconds, hints) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let PlayEntry { title, variant, at, time, hints } = entry;
        let at = at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() as i64;
        let values = params![digest.as_bytes(), title, variant, at, time.as_secs_f64(), hints];
        self.connection.execute(insert, values).map(|_| ()).map_err(|error| self.error(error))
    }

    /// The record of a puzzle, the earliest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn plays(&self, digest: &ProblemDigest) -> Result<Vec<PlayEntry>, DatabaseError> {
        self.plays_where("digest = ?1", [digest.as_bytes()])
    }

    /// The record of all puzzles, the earliest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn all_plays(&self) -> Result<Vec<PlayEntry>, DatabaseError> {
        self.plays_where("TRUE", [])
    }

    fn plays_where(
        &self,
        condition: &str,
        values: impl Params,
    ) -> Result<Vec<PlayEntry>, DatabaseError> {
        let select = format!(
            "SELECT title, variant, solved_at, seconds, hints FROM plays \
             WHERE {condition} ORDER BY solved_at, id"
        );
        let read = || {
            let mut statement = self.connection.prepare(&select)?;
            let rows = statement.query_map(values, |row| {
                let seconds = row.get::<_, i64>(2)?.max(0) as u64;
                Ok(PlayEntry {
                    title: row.get(0)?,
                    variant: row.get(1)?,
                    at: UNIX_EPOCH + Duration::from_secs(seconds),
                    time: Duration::try_from_secs_f64(row.get(3)?).unwrap_or_default(),
                    hints: row.get(4)?,
                })
            })?;
            rows.collect::<Result<Vec<_>, rusqlite::Error>>()
        };
        read().map_err(|error| self.error(error))
    }
}
