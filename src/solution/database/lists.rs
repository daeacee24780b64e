//! The lists of the solutions of problems as they were last, for the next time that they are looked
//! at.

use rusqlite::{OptionalExtension as _, params};

use super::{Database, DatabaseError, ProblemDigest};

/// The filter and the order of a list, as texts that a later version may not know, and the solution
/// that is selected in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptList {
    /// The filter, as an expression; empty if there is none.
    pub filter: String,
    /// The id of the measure that it is sorted by, after a `-` if the greatest comes first; empty for
    /// the order of the numbers.
    pub sort: String,
    /// The name of its grouping; empty if it has none.
    pub grouping: String,
    /// The number of the selected solution among the distinct ones, from 1.
    pub selected: u64,
}

impl Database {
    /// Keeps how the solutions of a problem are listed.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep_list(
        &mut self,
        digest: &ProblemDigest,
        list: &KeptList,
    ) -> Result<(), DatabaseError> {
        let insert = "INSERT OR REPLACE INTO lists VALUES (?1, ?2, ?3, ?4, ?5)";
        let KeptList { filter, sort, grouping, selected } = list;
        let selected = i64::try_from(*selected).unwrap_or(0);
        let values = params![digest.as_bytes(), filter, sort, grouping, selected];
        let written = self.connection.execute(insert, values);
        written.map(|_| ()).map_err(|error| self.error(error))
    }

    /// The list of the solutions of a problem as it was last; `None` if they never were listed
    /// otherwise than all in the order of their numbers.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn kept_list(&self, digest: &ProblemDigest) -> Result<Option<KeptList>, DatabaseError> {
        let select = "SELECT filter, sort, grouping, selected FROM lists WHERE digest = ?1";
        let read = self.connection.query_row(select, [digest.as_bytes()], |row| {
            let selected = row.get::<_, i64>(3)?.try_into().unwrap_or(0);
            let [filter, sort, grouping] = [row.get(0)?, row.get(1)?, row.get(2)?];
            Ok(KeptList { filter, sort, grouping, selected })
        });
        read.optional().map_err(|error| self.error(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_kept_and_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.sqlite");
        let mut database = Database::open(&path).expect("a new one");
        let digest = ProblemDigest::from_bytes([7; 32]);
        assert_eq!(database.kept_list(&digest).expect("read"), None);
        let list = |selected| KeptList {
            filter: "crossroads = 0".to_owned(),
            sort: "-faults".to_owned(),
            grouping: "orbit".to_owned(),
            selected,
        };
        database.keep_list(&digest, &list(3)).expect("written");
        database.keep_list(&digest, &list(816)).expect("written");
        drop(database);
        let database = Database::open(&path).expect("it is there");
        assert_eq!(database.kept_list(&digest).expect("read"), Some(list(816)));
        assert_eq!(database.kept_list(&ProblemDigest::from_bytes([8; 32])).expect("read"), None);
    }
}
