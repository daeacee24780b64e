//! The reading of results from the database.

use std::sync::Mutex;
use std::sync::mpsc::sync_channel;

use rusqlite::{Connection, OptionalExtension as _, params};

use super::{Database, DatabaseError, ProblemDigest, ResultSummary, StoredResult, seconds_now};
use crate::encode::SymmetryGroup;
use crate::solution::Store;
use crate::solution::chunk::{Chunk, ChunkParts};
use crate::threads::lock;

/// The number of chunks that are read before they are looked over.
const CHUNKS_AHEAD: usize = 16;
/// The number of threads that look chunks over, which takes about as long as reading them.
const CHECKERS: usize = 2;
/// Seconds after which another use of a result is noted.
const USE_INTERVAL: i64 = 60;

impl Database {
    /// The result of a problem with its solutions, if it has one. The group is that of the problem.
    /// Linear in the bytes of the solutions, which are not unpacked but looked over.
    ///
    /// # Errors
    /// When the file cannot be read, or the solutions in it are damaged.
    pub fn load(
        &mut self,
        digest: &ProblemDigest,
        group: &SymmetryGroup,
    ) -> Result<Option<StoredResult>, DatabaseError> {
        let path = self.path.clone();
        let sqlite = |error| DatabaseError::new(&path, error);
        // All that is read is of one moment.
        self.connection.execute_batch("BEGIN").map_err(sqlite)?;
        let read = self.summary(digest).and_then(|summary| match summary {
            None => Ok(None),
            Some(summary) => {
                let store = self.read_store(&summary, group)?;
                Ok(Some(StoredResult { summary, store }))
            }
        });
        self.connection.execute_batch("COMMIT").map_err(sqlite)?;
        if let Ok(Some(_)) = read {
            self.note_use(digest);
        }
        read
    }

    /// The solutions of a result.
    pub(super) fn read_store(
        &self,
        summary: &ResultSummary,
        group: &SymmetryGroup,
    ) -> Result<Store, DatabaseError> {
        let chunks = read_chunks(&self.connection, &summary.digest, group);
        let chunks = chunks.map_err(|error| self.error(error))?;
        let store = chunks.and_then(|chunks| Store::from_chunks(group.option_count(), chunks));
        store
            .filter(|store| store.len() as u64 == summary.solutions)
            .ok_or_else(|| DatabaseError::Damaged { path: self.path.clone() })
    }

    /// Notes that a result is used, so that others are dropped before it. Where that cannot be
    /// written now, nothing is lost.
    fn note_use(&self, digest: &ProblemDigest) {
        let update = "UPDATE results SET used_at = ?2 WHERE digest = ?1 AND used_at < ?2 - ?3";
        let values = params![digest.as_bytes(), seconds_now(), USE_INTERVAL];
        let _ = self.connection.execute(update, values);
    }
}

/// The chunks of a problem's result; `None` if one is damaged.
fn read_chunks(
    connection: &Connection,
    digest: &ProblemDigest,
    group: &SymmetryGroup,
) -> rusqlite::Result<Option<Vec<Chunk>>> {
    let id = "SELECT id FROM results WHERE digest = ?1";
    let id: Option<i64> =
        connection.query_row(id, [digest.as_bytes()], |row| row.get(0)).optional()?;
    let mut statement = connection.prepare(
        "SELECT solutions, records, ends, stabilisers, checksum FROM chunks WHERE result = ?1 \
         ORDER BY number",
    )?;
    let mut rows = statement.query([id])?;
    let of_puzzle = (group.option_count(), group.order());
    // Chunks are looked over while the next ones are read.
    let (send, receive) = sync_channel::<ReadChunk>(CHUNKS_AHEAD);
    let receive = Mutex::new(receive);
    let check = || -> Vec<(usize, Option<Chunk>)> {
        let next = || lock(&receive).recv().ok();
        let read = std::iter::from_fn(next);
        read.map(|chunk| (chunk.number, chunk.checked(of_puzzle))).collect()
    };
    std::thread::scope(|scope| {
        let checker = |_| std::thread::Builder::new().spawn_scoped(scope, check).ok();
        let checkers: Vec<_> = (0..CHECKERS).map_while(checker).collect();
        let mut own = Vec::new();
        let mut number = 0;
        while let Some(row) = rows.next()? {
            let parts = ChunkParts {
                len: row.get::<_, i64>(0)?.max(0) as usize,
                records: row.get(1)?,
                ends: row.get(2)?,
                stabilisers: row.get(3)?,
            };
            let chunk = ReadChunk { number, parts, checksum: row.get(4)? };
            if checkers.is_empty() {
                own.push((number, chunk.checked(of_puzzle)));
            } else {
                // The checkers end after this.
                send.send(chunk).expect("the checkers wait for it");
            }
            number += 1;
        }
        drop(send);
        let checked = checkers.into_iter().map(|checker| checker.join());
        let checked = checked.map(|found| found.unwrap_or_else(|p| std::panic::resume_unwind(p)));
        let mut chunks: Vec<(usize, Option<Chunk>)> = checked.flatten().chain(own).collect();
        chunks.sort_unstable_by_key(|(number, _)| *number);
        Ok(chunks.into_iter().map(|(_, chunk)| chunk).collect())
    })
}

/// A chunk as it was read.
struct ReadChunk {
    number: usize,
    parts: ChunkParts,
    checksum: i64,
}

impl ReadChunk {
    /// The chunk, for a problem of so many options and a group of so many elements, if it is sound.
    fn checked(self, (option_count, group_order): (usize, usize)) -> Option<Chunk> {
        let ChunkParts { records, ends, stabilisers, .. } = &self.parts;
        let sum = checksum(records, ends.as_deref(), stabilisers);
        let sound = i64::from(sum) == self.checksum;
        sound.then(|| Chunk::from_parts(self.parts, option_count, group_order))?
    }
}

/// The CRC-32 of the columns of a chunk.
pub(super) fn checksum(records: &[u8], ends: Option<&[u8]>, stabilisers: &[u8]) -> u32 {
    let mut hash = crc32fast::Hasher::new();
    hash.update(records);
    hash.update(ends.unwrap_or_default());
    hash.update(stabilisers);
    hash.finalize()
}
