//! Digests: of a problem and its symmetries, the key of results, and of a list of solutions.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::encode::SymmetryGroup;
use crate::exact_cover::{ItemKind, Problem};
use crate::solution::Store;

/// The head of what is digested; another form of it would have another head.
const HEAD: &[u8] = b"polywright problem 1\n";
/// The head of a list of solutions.
const LIST_HEAD: &[u8] = b"polywright solutions 1\n";
/// Bytes that are gathered before they are digested.
const BUFFER_BYTES: usize = 1 << 16;

/// Defines a digest of 32 bytes, whose type says what was digested.
macro_rules! digest {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name([u8; 32]);

        impl $name {
            /// The digest with these bytes.
            pub fn from_bytes(bytes: [u8; 32]) -> $name {
                $name(bytes)
            }

            /// Its bytes.
            pub fn as_bytes(&self) -> &[u8; 32] {
                &self.0
            }
        }

        impl fmt::Display for $name {
            /// Writes it in hexadecimal digits.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }
    };
}

digest! {
    /// A digest of a problem and its symmetries: SHA-256 of their canonical bytes.
    ///
    /// The bytes are `polywright problem 1` and a line feed; the number of items and for each its
    /// least and most number of uses (0 and 0 for a secondary item); the number of options and for
    /// each its number of cells and for each cell item and colour; the number of symmetries and for
    /// each whether it keeps orientation and the images of all options. All numbers are
    /// little-endian, of 4 bytes. Names are left out: puzzles that differ in names, colours and
    /// words alone have the same solutions, option by option.
    ProblemDigest
}

digest! {
    /// A digest of a list of distinct solutions: SHA-256 of their canonical bytes.
    ///
    /// The bytes are `polywright solutions 1` and a line feed; and for each solution in ascending
    /// order, the number of its options and the numbers of these, ascending. All numbers are
    /// little-endian, of 4 bytes.
    ListDigest
}

impl ProblemDigest {
    /// Digests a problem and its symmetries. Linear in their size.
    pub fn new(problem: &Problem, group: &SymmetryGroup) -> ProblemDigest {
        let mut bytes = Bytes::new(HEAD);
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
        ProblemDigest(bytes.digest())
    }
}

impl ListDigest {
    /// Digests solutions, which must be sorted. Linear in their number.
    pub fn new(solutions: &Store) -> ListDigest {
        let mut bytes = Bytes::new(LIST_HEAD);
        let mut solution = Vec::new();
        for index in 0..solutions.len() {
            solutions.read(index, &mut solution);
            bytes.add(solution.len() as u32);
            solution.iter().for_each(|option| bytes.add(option.0));
        }
        ListDigest(bytes.digest())
    }
}

/// Bytes on their way into the hash.
struct Bytes {
    hash: Sha256,
    buffer: Vec<u8>,
}

impl Bytes {
    fn new(head: &[u8]) -> Bytes {
        Bytes { hash: Sha256::new(), buffer: head.to_vec() }
    }

    fn digest(mut self) -> [u8; 32] {
        self.hash.update(&self.buffer);
        self.hash.finalize().into()
    }

    fn add(&mut self, number: u32) {
        if self.buffer.len() >= BUFFER_BYTES {
            self.hash.update(&self.buffer);
            self.buffer.clear();
        }
        self.buffer.extend_from_slice(&number.to_le_bytes());
    }
}
