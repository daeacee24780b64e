//! The results of taking solutions apart. The table is made when the first result is kept.

use rusqlite::params;
use sha2::{Digest as _, Sha256};

use super::{Database, DatabaseError, ProblemDigest};
use crate::disassembly::{Level, Summary};
use crate::exact_cover::OptionId;
use crate::puzzle::Puzzle;

const TABLE: &str = "CREATE TABLE IF NOT EXISTS disassemblies (
    digest BLOB NOT NULL,
    terms TEXT NOT NULL,
    solution BLOB NOT NULL,
    disassembles INTEGER,
    level INTEGER NOT NULL,
    first_moves INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    states INTEGER NOT NULL,
    PRIMARY KEY (digest, terms, solution)
) STRICT, WITHOUT ROWID";

/// The terms on which solutions of a puzzle are taken apart: the lattice, the rule for junctions, the
/// limit of positions, and a digest of the sites of the board and of the groups of pieces.
pub fn disassembly_terms(puzzle: &Puzzle, max_states: u64) -> String {
    let mut sites = Sha256::new();
    for site in puzzle.board.sites() {
        site.site.coordinates().iter().for_each(|n| sites.update(n.to_le_bytes()));
    }
    for (group, own) in puzzle.piece_groups().into_iter().enumerate() {
        sites.update((group as u32).to_le_bytes());
        own.into_iter().for_each(|piece| sites.update(piece.0.to_le_bytes()));
    }
    let digest: String = sites.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{} {:?} {max_states} {digest}", puzzle.lattice.key, puzzle.rules.junctions)
}

/// A solution by its options, and what came of taking it apart.
pub type StoredDisassembly = (Box<[OptionId]>, Summary);

impl Database {
    /// Keeps what came of taking solutions of a problem apart on some terms, which are a text.
    ///
    /// # Errors
    /// When the file cannot be written; then none of them is kept.
    pub fn keep_disassemblies(
        &mut self,
        digest: &ProblemDigest,
        terms: &str,
        results: &[StoredDisassembly],
    ) -> Result<(), DatabaseError> {
        let mut write = || {
            let transaction = self.connection.transaction()?;
            transaction.execute_batch(TABLE)?;
            let insert =
                "INSERT OR REPLACE INTO disassemblies VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
            let mut statement = transaction.prepare(insert)?;
            for (options, summary) in results {
                let solution: Vec<u8> = options.iter().flat_map(|o| o.0.to_le_bytes()).collect();
                statement.execute(params![
                    digest.as_bytes(),
                    terms,
                    solution,
                    summary.disassembles,
                    summary.level.bits().cast_signed(),
                    summary.first_moves,
                    summary.moves,
                    summary.states.cast_signed(),
                ])?;
            }
            drop(statement);
            transaction.commit()
        };
        write().map_err(|error| DatabaseError::new(&self.path, error))
    }

    /// The known results of taking solutions of a problem apart on some terms.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn disassemblies(
        &self,
        digest: &ProblemDigest,
        terms: &str,
    ) -> Result<Vec<StoredDisassembly>, DatabaseError> {
        let select = "SELECT solution, disassembles, level, first_moves, moves, states \
             FROM disassemblies WHERE digest = ?1 AND terms = ?2";
        let read = || {
            if !self.has_table("disassemblies")? {
                return Ok(Vec::new());
            }
            let mut statement = self.connection.prepare(select)?;
            let rows = statement.query_map(params![digest.as_bytes(), terms], |row| {
                let bytes: Vec<u8> = row.get(0)?;
                let numbers = bytes.as_chunks().0.iter().map(|own| u32::from_le_bytes(*own));
                let summary = Summary {
                    disassembles: row.get(1)?,
                    level: Level::from_bits(row.get::<_, i64>(2)?.cast_unsigned()),
                    first_moves: row.get(3)?,
                    moves: row.get(4)?,
                    states: row.get::<_, i64>(5)?.cast_unsigned(),
                };
                Ok((numbers.map(OptionId).collect(), summary))
            })?;
            rows.collect::<Result<Vec<_>, rusqlite::Error>>()
        };
        read().map_err(|error| self.error(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_apart_is_read_again_on_the_same_terms_and_deleted_with_the_result() {
        let folder = tempfile::tempdir().unwrap();
        let mut database = Database::open(&folder.path().join("results.sqlite")).unwrap();
        let digest = ProblemDigest::from_bytes([7; 32]);
        assert_eq!(database.disassemblies(&digest, "Cube").unwrap(), []);
        let options = |numbers: &[u32]| numbers.iter().copied().map(OptionId).collect();
        let apart = Summary {
            disassembles: Some(true),
            level: Level::new([98, 2, 4, 1, 1, 1]),
            first_moves: 98,
            moves: 107,
            states: 14_240,
        };
        let unknown = Summary { states: 1_000_000, ..Summary::default() };
        let results: Vec<StoredDisassembly> =
            vec![(options(&[1, 700, 70_000]), apart), (options(&[2, 3]), unknown)];
        database.keep_disassemblies(&digest, "Cube", &results).unwrap();
        database.keep_disassemblies(&digest, "Cube", &results[1..]).unwrap();
        let mut read = database.disassemblies(&digest, "Cube").unwrap();
        read.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(read, results);
        assert_eq!(database.disassemblies(&digest, "Square").unwrap(), []);
        database.delete(&digest).unwrap();
        assert_eq!(database.disassemblies(&digest, "Cube").unwrap(), []);
    }
}
