//! A puzzle with its encoding and its symmetries: what most work on a puzzle begins with.

use std::sync::Arc;

use super::{EncodeError, Encoding, SymmetryGroup};
use crate::puzzle::Puzzle;

/// A puzzle, its encoding and its symmetries. Copies share them.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// Its placements.
    pub encoding: Arc<Encoding>,
    /// The symmetries that map solutions to equivalent ones.
    pub group: Arc<SymmetryGroup>,
}

impl Encoded {
    /// Encodes a puzzle and finds its symmetries.
    ///
    /// # Errors
    /// When the puzzle is too large to encode.
    pub fn new(puzzle: Arc<Puzzle>) -> Result<Encoded, EncodeError> {
        let encoding = Arc::new(Encoding::new(&puzzle)?);
        let group = Arc::new(SymmetryGroup::new(&puzzle, &encoding));
        Ok(Encoded { puzzle, encoding, group })
    }
}
