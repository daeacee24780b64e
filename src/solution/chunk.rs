//! Chunks of a store: packed solutions, in memory as they are in the database.
//!
//! A solution is a record of whole bytes: the numbers of its options in ascending order, each in a
//! fixed number of bits, the most significant bit first. So the order of records as bytes is the
//! order of solutions. A chunk holds the records of up to [`CHUNK_SOLUTIONS`] solutions one after
//! the other; where they end is noted only if their lengths differ, and their stabilisers only if
//! they do.

use std::ops::Range;

use crate::encode::ElementSet;
use crate::exact_cover::OptionId;

/// The most solutions of a chunk.
pub const CHUNK_SOLUTIONS: usize = 4096;
/// The least number of bits of an option. With a byte or more the number of bytes of a record
/// tells how many options it has.
const MIN_OPTION_BITS: u32 = 8;

/// Packed solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    bits: u32,
    len: usize,
    records: Vec<u8>,
    ends: Ends,
    stabilisers: Stabilisers,
}

/// Where the records of a chunk end.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Ends {
    /// All have this many bytes.
    Every(usize),
    /// In bytes from the start of the chunk.
    At(Vec<u32>),
}

/// The stabilisers of a chunk's solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stabilisers {
    /// All have the same.
    Same(ElementSet),
    /// Indices into a table.
    Indexed { table: Vec<ElementSet>, indices: Vec<u8> },
    /// More different ones than an index can tell apart.
    Each(Vec<ElementSet>),
}

/// The columns of a chunk as they are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChunkParts {
    /// The number of solutions.
    pub len: usize,
    /// The records, one after the other.
    pub records: Vec<u8>,
    /// Where each record ends, in bytes, as little-endian numbers of 4 bytes; `None` if all have
    /// the same length.
    pub ends: Option<Vec<u8>>,
    /// The stabiliser of each solution, as little-endian numbers of 8 bytes with bit n for element n
    /// of the group; only one number if all have the same.
    pub stabilisers: Vec<u8>,
}

/// The number of bits that an option takes in records of a problem with so many options.
pub fn option_bits(option_count: usize) -> u32 {
    let last = option_count.saturating_sub(1).min(u32::MAX as usize) as u32;
    (u32::BITS - last.leading_zeros()).max(MIN_OPTION_BITS)
}

/// Appends the record of a solution, whose options are ascending and fit into the bits.
pub fn append_record(solution: &[OptionId], bits: u32, record: &mut Vec<u8>) {
    let (mut waiting, mut count) = (0_u64, 0);
    for option in solution {
        assert!(u64::from(option.0) < 1 << bits, "option {} is none of the problem's", option.0);
        waiting = waiting << bits | u64::from(option.0);
        count += bits;
        while count >= 8 {
            count -= 8;
            record.push((waiting >> count) as u8);
        }
    }
    if count > 0 {
        record.push((waiting << (8 - count)) as u8);
    }
}

/// Appends the options of a record.
pub fn append_options(record: &[u8], bits: u32, options: &mut Vec<OptionId>) {
    let (mut waiting, mut count) = (0_u64, 0);
    for &byte in record {
        waiting = waiting << 8 | u64::from(byte);
        count += 8;
        if count >= bits {
            count -= bits;
            options.push(OptionId((waiting >> count & ((1 << bits) - 1)) as u32));
        }
    }
}

impl Chunk {
    /// A chunk without solutions.
    pub(super) fn new(bits: u32) -> Chunk {
        let (ends, stabilisers) = (Ends::Every(0), Stabilisers::Same(ElementSet::IDENTITY));
        Chunk { bits, len: 0, records: Vec::new(), ends, stabilisers }
    }

    /// The number of solutions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no solutions.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns whether there is no room for another solution.
    pub fn is_full(&self) -> bool {
        self.len >= CHUNK_SOLUTIONS
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        let ends = match &self.ends {
            Ends::Every(_) => 0,
            Ends::At(ends) => ends.capacity() * size_of::<u32>(),
        };
        let stabilisers = match &self.stabilisers {
            Stabilisers::Same(_) => 0,
            Stabilisers::Indexed { table, indices } => {
                table.capacity() * size_of::<ElementSet>() + indices.capacity()
            }
            Stabilisers::Each(each) => each.capacity() * size_of::<ElementSet>(),
        };
        size_of::<Chunk>() + self.records.capacity() + ends + stabilisers
    }

    /// The bytes of records of a range of solutions.
    fn span(&self, range: Range<usize>) -> Range<usize> {
        match &self.ends {
            Ends::Every(size) => range.start * size..range.end * size,
            Ends::At(ends) => {
                let end = |count: usize| count.checked_sub(1).map_or(0, |last| ends[last] as usize);
                end(range.start)..end(range.end)
            }
        }
    }

    /// The record of a solution.
    pub fn record(&self, index: usize) -> &[u8] {
        &self.records[self.span(index..index + 1)]
    }

    /// The stabiliser of a solution.
    pub fn stabiliser(&self, index: usize) -> ElementSet {
        match &self.stabilisers {
            Stabilisers::Same(stabiliser) => *stabiliser,
            Stabilisers::Indexed { table, indices } => table[usize::from(indices[index])],
            Stabilisers::Each(each) => each[index],
        }
    }

    /// The stabiliser of all solutions, if they have the same.
    pub fn same_stabiliser(&self) -> Option<ElementSet> {
        match &self.stabilisers {
            Stabilisers::Same(same) => Some(*same),
            Stabilisers::Indexed { .. } | Stabilisers::Each(_) => None,
        }
    }

    /// Returns the number of solutions with each stabiliser; one may come more than once. Does not
    /// look at the solutions where all have the same.
    pub fn stabiliser_counts(&self) -> Vec<(ElementSet, usize)> {
        match &self.stabilisers {
            Stabilisers::Same(same) => vec![(*same, self.len)],
            Stabilisers::Indexed { table, indices } => {
                let mut counts = [0; 1 << u8::BITS];
                indices.iter().for_each(|&index| counts[usize::from(index)] += 1);
                table.iter().copied().zip(counts).collect()
            }
            Stabilisers::Each(each) => each.iter().map(|stabiliser| (*stabiliser, 1)).collect(),
        }
    }

    /// Adds a solution that has not been packed.
    pub(super) fn push(&mut self, solution: &[OptionId], stabiliser: ElementSet) {
        let start = self.records.len();
        append_record(solution, self.bits, &mut self.records);
        self.note_ends(self.records.len() - start, 1);
        self.note_stabiliser(stabiliser);
        self.len += 1;
    }

    /// Adds solutions of another chunk with the same number of bits.
    pub(super) fn extend(&mut self, other: &Chunk, range: Range<usize>) {
        let count = range.len();
        self.records.extend_from_slice(&other.records[other.span(range.clone())]);
        match &other.ends {
            Ends::Every(size) => {
                self.note_ends(*size, count);
                self.len += count;
            }
            Ends::At(_) => {
                for index in range.clone() {
                    self.note_ends(other.record(index).len(), 1);
                    self.len += 1;
                }
            }
        }
        self.len -= count;
        for index in range {
            self.note_stabiliser(other.stabiliser(index));
            self.len += 1;
        }
    }

    /// Notes where so many records of one size end that come next.
    ///
    /// # Panics
    /// When records of different sizes take 4 GiB in one chunk.
    fn note_ends(&mut self, size: usize, count: usize) {
        match &mut self.ends {
            Ends::Every(every) if self.len == 0 => *every = size,
            Ends::Every(every) if *every == size => {}
            Ends::Every(every) => {
                let ends = (1..=self.len).map(|n| end_as_stored(n * *every)).collect();
                self.ends = Ends::At(ends);
                self.note_ends(size, count);
            }
            Ends::At(ends) => {
                let start = ends.last().map_or(0, |&end| end as usize);
                ends.extend((1..=count).map(|n| end_as_stored(start + n * size)));
            }
        }
    }

    /// Notes the stabiliser of the solution that comes next.
    fn note_stabiliser(&mut self, stabiliser: ElementSet) {
        match &mut self.stabilisers {
            Stabilisers::Same(same) if self.len == 0 => *same = stabiliser,
            Stabilisers::Same(same) if *same == stabiliser => {}
            Stabilisers::Same(same) => {
                let (table, indices) = (vec![*same], vec![0; self.len]);
                self.stabilisers = Stabilisers::Indexed { table, indices };
                self.note_stabiliser(stabiliser);
            }
            Stabilisers::Indexed { table, indices } => {
                let known = table.iter().position(|s| *s == stabiliser).unwrap_or(table.len());
                if let Ok(index) = u8::try_from(known) {
                    if known == table.len() {
                        table.push(stabiliser);
                    }
                    indices.push(index);
                } else {
                    let mut each: Vec<ElementSet> =
                        indices.iter().map(|&index| table[usize::from(index)]).collect();
                    each.push(stabiliser);
                    self.stabilisers = Stabilisers::Each(each);
                }
            }
            Stabilisers::Each(each) => each.push(stabiliser),
        }
    }

    /// Gives back memory that no solution uses.
    pub(super) fn shrink(&mut self) {
        self.records.shrink_to_fit();
        if let Ends::At(ends) = &mut self.ends {
            ends.shrink_to_fit();
        }
        if let Stabilisers::Indexed { indices, .. } = &mut self.stabilisers {
            indices.shrink_to_fit();
        }
    }

    /// The records of all solutions, one after the other.
    pub fn records(&self) -> &[u8] {
        &self.records
    }

    /// Where each record ends, as it is stored; see [`ChunkParts::ends`].
    pub fn stored_ends(&self) -> Option<Vec<u8>> {
        match &self.ends {
            Ends::Every(_) => None,
            Ends::At(ends) => Some(ends.iter().flat_map(|end| end.to_le_bytes()).collect()),
        }
    }

    /// The stabilisers as they are stored; see [`ChunkParts::stabilisers`].
    pub fn stored_stabilisers(&self) -> Vec<u8> {
        match &self.stabilisers {
            Stabilisers::Same(same) => same.bits().to_le_bytes().to_vec(),
            _ => (0..self.len).flat_map(|i| self.stabiliser(i).bits().to_le_bytes()).collect(),
        }
    }

    /// A chunk from its stored columns, for a problem of so many options and a group of so many
    /// elements. `None` if they do not hold together. Linear in the size of the chunk.
    pub fn from_parts(parts: ChunkParts, option_count: usize, group_order: usize) -> Option<Chunk> {
        let ChunkParts { len, records, ends, stabilisers } = parts;
        if len == 0 || len > CHUNK_SOLUTIONS {
            return None;
        }
        let bits = option_bits(option_count);
        let ends = match ends {
            None if records.len().is_multiple_of(len) => Ends::Every(records.len() / len),
            None => return None,
            Some(ends) => {
                let (ends, rest) = ends.as_chunks::<4>();
                let ends: Vec<u32> = ends.iter().map(|end| u32::from_le_bytes(*end)).collect();
                let whole = ends.last().is_some_and(|&end| end as usize == records.len());
                if !rest.is_empty() || ends.len() != len || !whole || !ends.is_sorted() {
                    return None;
                }
                Ends::At(ends)
            }
        };
        let same = Stabilisers::Same(ElementSet::IDENTITY);
        let mut chunk = Chunk { bits, len: 0, records, ends, stabilisers: same };
        let (stabilisers, rest) = stabilisers.as_chunks::<8>();
        if !rest.is_empty() || (stabilisers.len() != 1 && stabilisers.len() != len) {
            return None;
        }
        for stabiliser in stabilisers {
            let stabiliser = ElementSet::from_bits(u64::from_le_bytes(*stabiliser));
            if stabiliser.is_empty() || !stabiliser.is_subset(ElementSet::first(group_order)) {
                return None;
            }
            chunk.note_stabiliser(stabiliser);
            chunk.len += 1;
        }
        chunk.len = len;
        chunk.has_sound_records(option_count).then_some(chunk)
    }

    /// Returns whether every record is an ascending list of options of the problem.
    fn has_sound_records(&self, option_count: usize) -> bool {
        (0..self.len).all(|index| is_sound(self.record(index), self.bits, option_count))
    }
}

/// Returns whether a record is an ascending list of options of a problem with this many, and no
/// longer than necessary.
fn is_sound(record: &[u8], bits: u32, option_count: usize) -> bool {
    let mask = (1 << bits) - 1;
    let (mut waiting, mut count, mut options) = (0_u64, 0, 0);
    let (mut before, mut sound) = (0, true);
    for &byte in record {
        waiting = waiting << 8 | u64::from(byte);
        count += 8;
        if count >= bits {
            count -= bits;
            let option = waiting >> count & mask;
            sound &= option >= before;
            (before, options) = (option, options + 1);
        }
    }
    let length = (options * bits as usize).div_ceil(8);
    sound && length == record.len() && (options == 0 || (before as usize) < option_count)
}

/// The end of a record as it is stored.
fn end_as_stored(end: usize) -> u32 {
    u32::try_from(end).expect("records of different sizes take less than 4 GiB in a chunk")
}
