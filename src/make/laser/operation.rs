//! The operations of a laser along a line.

/// The operation that a line is for, in the order in which they are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// Areas, such as filled letters.
    Fill,
    /// Lines, such as texts.
    Engrave,
    /// Pieces, and what is cut out of parts of the tray.
    CutInner,
    /// The borders of parts of the tray.
    CutOuter,
}

impl Operation {
    /// All, in their order.
    pub const ALL: [Operation; 4] =
        [Operation::Fill, Operation::Engrave, Operation::CutInner, Operation::CutOuter];

    /// Returns whether it goes through the material.
    pub fn is_cut(self) -> bool {
        matches!(self, Operation::CutInner | Operation::CutOuter)
    }

    /// Its name, which is that of its layer.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Fill => "Engrave areas",
            Operation::Engrave => "Engrave",
            Operation::CutInner => "Cut inner",
            Operation::CutOuter => "Cut outer",
        }
    }
}
