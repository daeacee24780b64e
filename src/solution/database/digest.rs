//! The key of results: a digest of a problem and its symmetries.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::encode::SymmetryGroup;
use crate::exact_cover::{ItemKind, Problem};

/// The head of what is digested; another form of it would have another head.
const HEAD: &[u8] = b"polywright problem 1\n";
/// Bytes that are gathered before they are digested.
const BUFFER_BYTES: usize = 1 << 16;

/// A digest of a problem and its symmetries: SHA-256 of their canonical bytes.
///
/// The bytes are `polywright problem 1` and a line feed; the number of items and for each its
/// least and most number of uses (0 and 0 for a secondary item); the number of options and for each its number of cells and for
/// each cell item and colour; the number of symmetries and for each whether it keeps orientation
/// and the images of all options. All numbers are little-endian, of 4 bytes. Names are left out:
/// puzzles that differ in names, colours and words alone have the same solutions, option by option.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProblemDigest([u8; 32]);

impl ProblemDigest {
    /// Digests a problem and its symmetries. Linear in their size.
    pub fn new(problem: &Problem, group: &SymmetryGroup) -> ProblemDigest {
        let mut bytes = Bytes { hash: Sha256::new(), buffer: HEAD.to_vec() };
        bytes.add(problem.items().len() as u32);
        for item in problem.items() {
            let (min, max) = match item.kind {
                ItemKind::Primary { min, max } => (min, max),
                ItemKind::Secondary => (0, 0),
            };
            bytes.add(min);
            bytes.add(max);
        }
        bytes.add(problem.option_count() as u32);
        for (_, option) in problem.options() {
            bytes.add(option.len() as u32);
            for cell in option {
                bytes.add(cell.item.0);
                bytes.add(cell.colour);
            }
        }
        bytes.add(group.order() as u32);
        for element in &group.elements {
            bytes.add(u32::from(element.keeps_orientation));
            for images in element.images() {
                images.iter().for_each(|&image| bytes.add(image));
            }
        }
        let Bytes { mut hash, buffer } = bytes;
        hash.update(&buffer);
        ProblemDigest(hash.finalize().into())
    }

    /// The digest with these bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> ProblemDigest {
        ProblemDigest(bytes)
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for ProblemDigest {
    /// Writes it in hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ProblemDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProblemDigest({self})")
    }
}

/// Bytes on their way into the hash.
struct Bytes {
    hash: Sha256,
    buffer: Vec<u8>,
}

impl Bytes {
    fn add(&mut self, number: u32) {
        if self.buffer.len() >= BUFFER_BYTES {
            self.hash.update(&self.buffer);
            self.buffer.clear();
        }
        self.buffer.extend_from_slice(&number.to_le_bytes());
    }
}
