//! Solutions of a run put in order outside of memory: any number of them in a few megabytes.
//!
//! What is gathered is sorted and written to a temporary file whenever it fills its share of memory;
//! in the end these files are merged (Knuth, TAOCP 5.4). Few solutions never reach a file.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::chunk;
use super::store::Store;
use crate::encode::ElementSet;
use crate::exact_cover::OptionId;

/// The memory for solutions that wait to be written, in bytes; sorting takes three times as much.
const MAX_BYTES: usize = 24 << 20;
/// The bytes read or written at once of each file.
const BUFFER_BYTES: usize = 1 << 17;

/// Gathers distinct solutions in any order.
pub struct SolutionSorter {
    waiting: Store,
    /// The folder for temporary files.
    folder: PathBuf,
    files: Vec<File>,
    len: usize,
    most_bytes: usize,
    failure: Option<io::Error>,
}

/// Distinct solutions in ascending order, which is the order of their numbers.
pub struct SortedSolutions {
    bits: u32,
    /// Those in memory, sorted.
    rest: Store,
    /// Files of sorted solutions.
    files: Vec<File>,
    len: usize,
}

impl SolutionSorter {
    /// Gathers solutions of a problem with so many options, with temporary files in a folder.
    pub fn new(option_count: usize, folder: &Path) -> SolutionSorter {
        SolutionSorter {
            waiting: Store::new(option_count),
            folder: folder.to_owned(),
            files: Vec::new(),
            len: 0,
            most_bytes: MAX_BYTES,
            failure: None,
        }
    }

    /// The same with another share of memory.
    pub fn with_most_bytes(self, most_bytes: usize) -> SolutionSorter {
        SolutionSorter { most_bytes, ..self }
    }

    /// Adds the solutions of a store, leaving it empty. After a failure they are dropped.
    pub fn append(&mut self, other: &mut Store) {
        self.len += other.len();
        self.waiting.append(other);
        if self.waiting.bytes() >= self.most_bytes {
            let empty = self.waiting.empty();
            let full = std::mem::replace(&mut self.waiting, empty);
            if self.failure.is_none() {
                match written(full, &self.folder) {
                    Ok(file) => self.files.push(file),
                    Err(error) => self.failure = Some(error),
                }
            }
        }
    }

    /// All solutions, in order; none are left.
    ///
    /// # Errors
    /// When a temporary file could not be written.
    pub fn finish(&mut self) -> io::Result<SortedSolutions> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        let empty = self.waiting.empty();
        let mut rest = std::mem::replace(&mut self.waiting, empty);
        rest.sort();
        let (files, len) = (std::mem::take(&mut self.files), std::mem::take(&mut self.len));
        Ok(SortedSolutions { bits: rest.option_bits(), rest, files, len })
    }
}

/// Sorts solutions and writes them to a temporary file: for each its length, its stabiliser and its
/// record.
fn written(mut store: Store, folder: &Path) -> io::Result<File> {
    store.sort();
    let mut out = BufWriter::with_capacity(BUFFER_BYTES, tempfile::tempfile_in(folder)?);
    for index in 0..store.len() {
        let record = store.record(index);
        out.write_all(&(record.len() as u32).to_le_bytes())?;
        out.write_all(&store.stabiliser(index).bits().to_le_bytes())?;
        out.write_all(record)?;
    }
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

/// A solution at the head of a file: its record, the number of the file and its stabiliser.
type Head = Reverse<(Vec<u8>, usize, u64)>;

/// The next solution of a file, its record in a buffer that was used before; `None` at the end.
fn next(
    file: &mut BufReader<&File>,
    number: usize,
    mut record: Vec<u8>,
) -> io::Result<Option<Head>> {
    let (mut length, mut stabiliser) = ([0; 4], [0; 8]);
    match file.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    file.read_exact(&mut stabiliser)?;
    record.resize(u32::from_le_bytes(length) as usize, 0);
    file.read_exact(&mut record)?;
    Ok(Some(Reverse((record, number, u64::from_le_bytes(stabiliser)))))
}

/// Sees solutions: the index of each, from 0, its options ascending, and its stabiliser.
pub(super) type Visitor<'a> = dyn FnMut(usize, &[OptionId], ElementSet) -> io::Result<()> + 'a;

impl SortedSolutions {
    /// Shows all solutions in order.
    fn visit(&self, see: &mut Visitor<'_>) -> io::Result<()> {
        self.files.iter().try_for_each(|mut file| file.rewind())?;
        let mut readers: Vec<BufReader<&File>> =
            self.files.iter().map(|file| BufReader::with_capacity(BUFFER_BYTES, file)).collect();
        let mut heads: BinaryHeap<Head> = BinaryHeap::new();
        for (number, reader) in readers.iter_mut().enumerate() {
            heads.extend(next(reader, number, Vec::new())?);
        }
        let (mut options, mut index, mut from_rest) = (Vec::new(), 0, 0);
        let mut show = |record: &[u8], stabiliser: ElementSet| {
            options.clear();
            chunk::append_options(record, self.bits, &mut options);
            index += 1;
            see(index - 1, &options, stabiliser)
        };
        while let Some(Reverse((record, number, stabiliser))) = heads.pop() {
            while from_rest < self.rest.len() && self.rest.record(from_rest) < &record[..] {
                show(self.rest.record(from_rest), self.rest.stabiliser(from_rest))?;
                from_rest += 1;
            }
            show(&record, ElementSet::from_bits(stabiliser))?;
            heads.extend(next(&mut readers[number], number, record)?);
        }
        for index in from_rest..self.rest.len() {
            show(self.rest.record(index), self.rest.stabiliser(index))?;
        }
        Ok(())
    }
}

/// Distinct solutions in order, in memory or outside.
#[derive(Clone, Copy)]
pub enum SolutionList<'a> {
    /// In memory.
    Store(&'a Store),
    /// Outside of it.
    Sorted(&'a SortedSolutions),
}

impl SolutionList<'_> {
    /// The number of solutions.
    pub fn len(self) -> usize {
        match self {
            SolutionList::Store(store) => store.len(),
            SolutionList::Sorted(sorted) => sorted.len,
        }
    }

    /// Returns whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Shows all solutions in order. Memory does not depend on their number.
    ///
    /// # Errors
    /// The first that it was told, or when a temporary file cannot be read.
    pub fn visit(self, see: &mut Visitor<'_>) -> io::Result<()> {
        let store = match self {
            SolutionList::Store(store) => store,
            SolutionList::Sorted(sorted) => return sorted.visit(see),
        };
        let mut options = Vec::new();
        (0..store.len()).try_for_each(|index| {
            store.read(index, &mut options);
            see(index, &options, store.stabiliser(index))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::solution::chunk::CHUNK_SOLUTIONS;

    /// Distinct solutions of one to three options, in any order.
    fn shuffled() -> Vec<Vec<OptionId>> {
        let mut all: Vec<Vec<OptionId>> = Vec::new();
        for a in 0..60 {
            all.push(vec![OptionId(a)]);
            for b in a + 1..300 {
                all.push(vec![OptionId(a), OptionId(b)]);
                all.push(vec![OptionId(a), OptionId(b), OptionId(400)]);
            }
        }
        Random::default().shuffle(&mut all);
        all
    }

    #[test]
    fn solutions_come_in_the_same_order_from_memory_and_from_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let all = shuffled();
        assert!(all.len() > 4 * CHUNK_SOLUTIONS);
        let stabiliser = |solution: &[OptionId]| ElementSet::first(1 + solution.len() % 3);
        let mut store = Store::new(401);
        let sorter = || SolutionSorter::new(401, folder.path());
        let (mut small, mut large) = (sorter().with_most_bytes(40_000), sorter());
        for part in all.chunks(1000) {
            for sorter in [&mut small, &mut large] {
                let mut some = Store::new(401);
                part.iter().for_each(|solution| some.push(solution, stabiliser(solution)));
                sorter.append(&mut some);
                assert!(some.is_empty());
            }
            part.iter().for_each(|solution| store.push(solution, stabiliser(solution)));
        }
        store.sort();
        let (small, large) = (small.finish().expect("files"), large.finish().expect("files"));
        assert!(small.files.len() > 2 && large.files.is_empty(), "{}", small.files.len());
        for sorted in [&small, &large, &small] {
            let list = SolutionList::Sorted(sorted);
            let mut count = 0;
            let seen = list.visit(&mut |index, options, own| {
                assert_eq!((index, options), (count, &store.get(index)[..]));
                assert_eq!(own, stabiliser(options));
                count += 1;
                Ok(())
            });
            assert!(seen.is_ok() && count == all.len() && list.len() == count);
        }
        // A visitor can end it.
        let stop = |_: usize, _: &[OptionId], _: ElementSet| Err(io::ErrorKind::Interrupted.into());
        assert!(SolutionList::Sorted(&small).visit(&mut { stop }).is_err());
    }

    #[test]
    fn a_folder_that_is_not_there_is_told_in_the_end() {
        let mut sorter = SolutionSorter::new(401, Path::new("/nowhere")).with_most_bytes(1);
        let mut some = Store::new(401);
        some.push(&[OptionId(1)], ElementSet::IDENTITY);
        sorter.append(&mut some);
        assert!(sorter.finish().is_err());
    }
}
