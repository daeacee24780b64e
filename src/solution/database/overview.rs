//! The overview of every problem, in a few numbers each.

use std::collections::BTreeMap;

use super::{Database, DatabaseError, ProblemDigest};
use crate::natural::Natural;
use crate::solution::Counts;

/// The numbers that are known of a problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overview {
    /// The counts of the stored result, and whether these are of all solutions that exist.
    pub counts: Option<(Counts<Natural>, bool)>,
    /// True if another engine has found the same.
    pub is_certified: bool,
    /// The number of solutions with a star.
    pub starred: u64,
    /// The number of times that its puzzle, or a variant of it, was solved by hand.
    pub played: u64,
}

impl Database {
    /// All problems of which anything is known. Linear in their number, and in that of marks and
    /// plays.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn overviews(&self) -> Result<BTreeMap<ProblemDigest, Overview>, DatabaseError> {
        let results = self.list()?.into_iter().map(|result| {
            let counts = Some((result.counts, result.complete));
            let is_certified = result.certificate.is_some();
            (result.digest, Overview { counts, is_certified, ..Overview::default() })
        });
        let mut all: BTreeMap<ProblemDigest, Overview> = results.collect();
        let starred = "SELECT digest, count(*) FROM marks WHERE starred GROUP BY digest";
        for (digest, number) in self.numbers(starred)? {
            all.entry(digest).or_default().starred = number;
        }
        let played = "SELECT digest, count(*) FROM plays GROUP BY digest";
        for (digest, number) in self.numbers(played)? {
            all.entry(digest).or_default().played = number;
        }
        Ok(all)
    }

    /// The rows of a query for digests, each with a number.
    fn numbers(&self, select: &str) -> Result<Vec<(ProblemDigest, u64)>, DatabaseError> {
        let read = || {
            let mut statement = self.connection.prepare(select)?;
            let rows = statement.query_map([], |row| {
                let number = row.get::<_, i64>(1)?.max(0) as u64;
                Ok((ProblemDigest::from_bytes(row.get(0)?), number))
            })?;
            rows.collect::<Result<Vec<_>, rusqlite::Error>>()
        };
        read().map_err(|error| self.error(error))
    }
}
