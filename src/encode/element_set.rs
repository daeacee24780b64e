//! Sets of symmetries.

use std::fmt;

/// A set of elements of a [`SymmetryGroup`](super::SymmetryGroup), by their indices. A puzzle has
/// at most 48 symmetries.
///
/// ```
/// use polywright::encode::ElementSet;
///
/// let turns: ElementSet = [0, 2, 5].into_iter().collect();
/// let flips: ElementSet = [0, 5, 7].into_iter().collect();
/// assert_eq!(turns & flips, [0, 5].into_iter().collect());
/// assert!((turns & flips).is_subset(turns));
/// assert_eq!(turns.len(), 3);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementSet(u64);

impl ElementSet {
    /// The identity alone.
    pub const IDENTITY: ElementSet = ElementSet(1);

    /// The first `count` elements of a group; at most 64.
    pub fn first(count: usize) -> ElementSet {
        (0..count).collect()
    }

    /// The set with bit n for element n, as it is stored.
    pub const fn from_bits(bits: u64) -> ElementSet {
        ElementSet(bits)
    }

    /// Bit n for element n.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of elements.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set has no element.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether an element belongs to the set.
    pub const fn contains(self, element: usize) -> bool {
        self.0 >> element & 1 == 1
    }

    /// Adds an element.
    pub fn insert(&mut self, element: usize) {
        self.0 |= 1 << element;
    }

    /// Returns whether all elements belong to another set too.
    pub const fn is_subset(self, other: ElementSet) -> bool {
        self.0 & other.0 == self.0
    }

    /// The elements, ascending.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |&element| self.contains(element))
    }
}

impl std::ops::BitAnd for ElementSet {
    type Output = ElementSet;
    fn bitand(self, other: ElementSet) -> ElementSet {
        ElementSet(self.0 & other.0)
    }
}

impl FromIterator<usize> for ElementSet {
    fn from_iter<I: IntoIterator<Item = usize>>(elements: I) -> ElementSet {
        let mut set = ElementSet::default();
        elements.into_iter().for_each(|element| set.insert(element));
        set
    }
}

impl fmt::Debug for ElementSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
