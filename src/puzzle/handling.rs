//! The properties of a piece that matter where solutions are taken apart.

/// The properties of a piece for solutions that are taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handling {
    /// Pieces of the same group need not be separated from each other; 0 is no group.
    pub group: u32,
    /// Of pieces that move against each other those of more weight are said to stand, in programs that
    /// ask for it.
    pub weight: i32,
}

impl Default for Handling {
    fn default() -> Handling {
        Handling { group: 0, weight: 1 }
    }
}
