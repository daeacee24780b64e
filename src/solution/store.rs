//! The store of the distinct solutions of a run, packed.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use super::chunk::{self, CHUNK_SOLUTIONS, Chunk};
use super::excerpt::{Excerpt, Heading};
use crate::encode::ElementSet;
use crate::exact_cover::OptionId;

/// Distinct solutions, one after the other.
///
/// Memory: for each solution as many whole bytes as its options need, 18 for twelve pieces with up
/// to 4,096 placements; 1 byte more among solutions that differ in their stabilisers, and 4 more
/// among those that differ in their number of options. A copy of a store shares its memory.
///
/// ```
/// use polywright::encode::ElementSet;
/// use polywright::exact_cover::OptionId;
/// use polywright::solution::Store;
///
/// let mut store = Store::new(2_056);
/// let solution: Vec<OptionId> = (0..12).map(|n| OptionId(n * 171)).collect();
/// store.push(&solution, ElementSet::IDENTITY);
/// assert_eq!(store.get(0), solution);
/// assert_eq!(store.record(0).len(), 18);
/// ```
#[derive(Clone, Debug)]
pub struct Store {
    /// Bits of an option.
    bits: u32,
    /// All are full but the last.
    chunks: Vec<Arc<Chunk>>,
    len: usize,
    /// Memory held by all chunks but the last, in bytes.
    full_bytes: usize,
    /// The list that the solutions are part of; `None` where the n-th of them has the number n.
    excerpt: Option<Arc<Excerpt>>,
}

impl Default for Store {
    /// A store for options of any number, which takes more memory than one that is made for a
    /// problem.
    fn default() -> Store {
        Store::new(usize::MAX)
    }
}

impl Store {
    /// A store for solutions of a problem with so many options.
    pub fn new(option_count: usize) -> Store {
        let bits = chunk::option_bits(option_count);
        Store { bits, chunks: Vec::new(), len: 0, full_bytes: 0, excerpt: None }
    }

    /// A store of chunks, of which all but the last are full. `None` if they do not fit together.
    pub fn from_chunks(option_count: usize, chunks: Vec<Chunk>) -> Option<Store> {
        let mut store = Store::new(option_count);
        let last = chunks.len().saturating_sub(1);
        for (n, chunk) in chunks.into_iter().enumerate() {
            if n < last && !chunk.is_full() {
                return None;
            }
            store.full_bytes += if n < last { chunk.bytes() } else { 0 };
            store.len += chunk.len();
            store.chunks.push(Arc::new(chunk));
        }
        Some(store)
    }

    /// Adds a solution: the least of its orbit, ascending.
    ///
    /// # Panics
    /// When an option has a number that no option of the problem has.
    pub fn push(&mut self, solution: &[OptionId], stabiliser: ElementSet) {
        self.open_chunk().push(solution, stabiliser);
        self.len += 1;
    }

    /// A store for the same problem without solutions.
    pub fn empty(&self) -> Store {
        Store { bits: self.bits, chunks: Vec::new(), len: 0, full_bytes: 0, excerpt: None }
    }

    /// A store for some of these solutions, to be added by [`Store::extend_from`], which keep their
    /// numbers. `is_all` says whether these are all of the puzzle; `filter` is the reason for the
    /// choice, in words.
    pub fn empty_excerpt(&self, is_all: bool, filter: &str) -> Store {
        let mut excerpt = Excerpt {
            of: is_all.then_some(self.len as u64),
            filter: filter.to_owned(),
            ..Excerpt::default()
        };
        if let Some(own) = &self.excerpt {
            excerpt.of = own.of;
            let filters = [own.filter.as_str(), filter];
            excerpt.filter =
                filters.into_iter().filter(|own| !own.is_empty()).collect::<Vec<_>>().join("; ");
        }
        Store { excerpt: Some(Arc::new(excerpt)), ..self.empty() }
    }

    /// The list that the solutions are part of, if they are.
    pub fn excerpt(&self) -> Option<&Excerpt> {
        self.excerpt.as_deref()
    }

    /// Returns whether a filter chose its solutions from a longer list.
    pub fn is_filtered(&self) -> bool {
        self.excerpt().is_some_and(|excerpt| !excerpt.filter.is_empty())
    }

    /// The same solutions as part of a list.
    ///
    /// # Panics
    /// When the excerpt has another number of solutions.
    pub fn with_excerpt(self, excerpt: Excerpt) -> Store {
        assert_eq!(excerpt.numbers.len(), self.len, "each solution has a number");
        Store { excerpt: Some(Arc::new(excerpt)), ..self }
    }

    /// Divides the solutions of an excerpt into groups.
    pub fn set_headings(&mut self, headings: Vec<Heading>) {
        if let Some(excerpt) = &mut self.excerpt {
            Arc::make_mut(excerpt).headings = headings;
        }
    }

    /// The number of a solution, from 1, by its index.
    pub fn number(&self, index: usize) -> u64 {
        self.excerpt.as_ref().map_or(index as u64 + 1, |excerpt| excerpt.numbers[index])
    }

    /// The index of the solution with a number, in a store that is sorted.
    pub fn index_of(&self, number: u64) -> Option<usize> {
        match &self.excerpt {
            Some(excerpt) => excerpt.numbers.binary_search(&number).ok(),
            None => usize::try_from(number.checked_sub(1)?).ok().filter(|&index| index < self.len),
        }
    }

    /// A store without solutions for some of these, which are part of the same list.
    pub fn empty_alike(&self) -> Store {
        match &self.excerpt {
            Some(_) => self.empty_excerpt(false, ""),
            None => self.empty(),
        }
    }

    /// The last chunk, with room for a solution.
    fn open_chunk(&mut self) -> &mut Chunk {
        if self.len == self.chunks.len() * CHUNK_SOLUTIONS {
            if let Some(full) = self.chunks.last_mut() {
                // A chunk that a copy of the store shares was shrunk there, or will be.
                Arc::get_mut(full).map(Chunk::shrink);
                self.full_bytes += full.bytes();
            }
            self.chunks.push(Arc::new(Chunk::new(self.bits)));
        }
        let last = self.chunks.last_mut().expect("a chunk was added if there was none");
        Arc::make_mut(last)
    }

    /// Appends another store, leaving it empty.
    pub fn append(&mut self, other: &mut Store) {
        self.extend_from(other, 0..other.len());
        *other = other.empty();
    }

    /// Appends solutions of another store; in an excerpt they keep their numbers.
    pub fn extend_from(&mut self, other: &Store, range: Range<usize>) {
        if let Some(excerpt) = &mut self.excerpt {
            let numbers = range.clone().map(|index| other.number(index));
            Arc::make_mut(excerpt).numbers.extend(numbers);
        }
        if self.bits != other.bits {
            let mut solution = Vec::new();
            for index in range {
                other.read(index, &mut solution);
                self.push(&solution, other.stabiliser(index));
            }
            return;
        }
        let mut from = range.start;
        while from < range.end {
            let (source, start) = (&other.chunks[from / CHUNK_SOLUTIONS], from % CHUNK_SOLUTIONS);
            let chunk = self.open_chunk();
            let room = CHUNK_SOLUTIONS - chunk.len();
            let count = room.min(CHUNK_SOLUTIONS - start).min(range.end - from);
            chunk.extend(source, start..start + count);
            self.len += count;
            from += count;
        }
    }

    /// The number of solutions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.full_bytes + self.chunks.last().map_or(0, |last| last.bytes())
    }

    /// Bits of an option in its records.
    pub fn option_bits(&self) -> u32 {
        self.bits
    }

    /// The chunks, of which all but the last are full.
    pub fn chunks(&self) -> &[Arc<Chunk>] {
        &self.chunks
    }

    fn place(&self, index: usize) -> (&Chunk, usize) {
        (&self.chunks[index / CHUNK_SOLUTIONS], index % CHUNK_SOLUTIONS)
    }

    /// A solution by its index, from 0, left in `solution`.
    pub fn read(&self, index: usize, solution: &mut Vec<OptionId>) {
        solution.clear();
        chunk::append_options(self.record(index), self.bits, solution);
    }

    /// A solution by its index, from 0. [`Store::read`] needs no new memory each time.
    pub fn get(&self, index: usize) -> Vec<OptionId> {
        let mut solution = Vec::new();
        self.read(index, &mut solution);
        solution
    }

    /// A solution packed, by its index. The order of records is the order of solutions.
    pub fn record(&self, index: usize) -> &[u8] {
        let (chunk, index) = self.place(index);
        chunk.record(index)
    }

    /// The elements of the group that fix a solution.
    pub fn stabiliser(&self, index: usize) -> ElementSet {
        let (chunk, index) = self.place(index);
        chunk.stabiliser(index)
    }

    /// Returns the number of solutions with each stabiliser; one may occur more than once. Takes a
    /// few milliseconds for ten million.
    pub fn stabiliser_counts(&self) -> impl Iterator<Item = (ElementSet, usize)> + '_ {
        self.chunks.iter().flat_map(|chunk| chunk.stabiliser_counts())
    }

    /// All solutions in order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<OptionId>> {
        (0..self.len()).map(|i| self.get(i))
    }

    /// The index of a solution, given in ascending order, in a store that is sorted. Logarithmic in
    /// the number of solutions.
    pub fn position(&self, solution: &[OptionId]) -> Option<usize> {
        let mut own = Vec::new();
        let (mut low, mut high) = (0, self.len);
        while low < high {
            let middle = low + (high - low) / 2;
            self.read(middle, &mut own);
            match own.as_slice().cmp(solution) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Returns whether the solutions are in ascending order, each once.
    pub fn is_sorted(&self) -> bool {
        (1..self.len).all(|i| self.record(i - 1) < self.record(i))
    }

    /// Puts the solutions in ascending order, which is the order of their numbers. An excerpt has no
    /// groups then, and is none where nothing is left out.
    pub fn sort(&mut self) {
        self.set_headings(Vec::new());
        self.sort_records();
        self.excerpt.take_if(|excerpt| excerpt.is_whole());
    }

    fn sort_records(&mut self) {
        if self.is_sorted() {
            return;
        }
        // The first bytes settle nearly every comparison without a look at the records.
        let mut order: Vec<(u64, u32)> =
            (0..self.len).map(|i| (head(self.record(i)), i as u32)).collect();
        order.sort_unstable_by(|(head_a, a), (head_b, b)| {
            let records = || self.record(*a as usize).cmp(self.record(*b as usize));
            head_a.cmp(head_b).then_with(records)
        });
        let mut sorted = self.empty_alike();
        sorted.chunks.reserve_exact(self.chunks.len());
        for (_, i) in order {
            let i = i as usize;
            sorted.extend_from(self, i..i + 1);
        }
        *self = sorted;
    }

    /// Removes all but one of equal solutions that follow each other.
    pub fn dedup(&mut self) {
        let mut kept = self.empty_alike();
        for i in 0..self.len {
            if i == 0 || self.record(i - 1) != self.record(i) {
                kept.extend_from(self, i..i + 1);
            }
        }
        *self = kept;
    }
}

/// The first bytes of a record as a number that has their order.
fn head(record: &[u8]) -> u64 {
    let mut head = [0; 8];
    let length = record.len().min(8);
    head[..length].copy_from_slice(&record[..length]);
    u64::from_be_bytes(head)
}
