//! One value of every solution, as compactly as the largest allows.

use std::ops::Range;

/// Whole numbers in order, 1, 2, 4 or 8 bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Column {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
}

/// The values that a column stores.
trait Word: Copy {
    /// The low bits of a number.
    fn cut(value: u64) -> Self;
    /// As a number.
    fn number(self) -> u64;
}

macro_rules! impl_word {
    ($($word:ty)*) => {
        $(impl Word for $word {
            fn cut(value: u64) -> $word {
                value as $word
            }

            fn number(self) -> u64 {
                self as u64
            }
        })*
    };
}
impl_word!(u8 u16 u32 u64);

/// Appends numbers that fit.
fn extend<W: Word, V: Word>(own: &mut Vec<W>, values: &[V]) {
    own.extend(values.iter().map(|&value| W::cut(value.number())));
}

/// Does the same with the numbers of a column, whichever their width: `$values` is a vector.
macro_rules! with_values {
    ($column:expr, $values:ident => $body:expr) => {
        match $column {
            Column::U8($values) => $body,
            Column::U16($values) => $body,
            Column::U32($values) => $body,
            Column::U64($values) => $body,
        }
    };
}

impl Default for Column {
    fn default() -> Column {
        Column::U8(Vec::new())
    }
}

impl Column {
    /// The numbers as compactly as they can be.
    pub(super) fn new(values: &[u64]) -> Column {
        let mut column = Column::default().widened(values.iter().copied().max().unwrap_or(0));
        with_values!(&mut column, own => extend(own, values));
        column
    }

    pub(super) fn len(&self) -> usize {
        with_values!(self, values => values.len())
    }

    pub(super) fn get(&self, index: usize) -> u64 {
        with_values!(self, values => values[index].number())
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        with_values!(self, values => values.capacity() * size_of_val(values.first().unwrap_or(&0)))
    }

    /// Makes room for more numbers of the same width.
    pub(super) fn reserve(&mut self, more: usize) {
        with_values!(self, values => values.reserve(more));
    }

    /// Appends another column.
    pub(super) fn append(&mut self, other: &Column) {
        if other.width() > self.width() {
            *self = std::mem::take(self).widened(other.greatest());
        }
        with_values!(self, own => with_values!(other, values => {
            extend(own, values);
        }));
    }

    /// Bytes of a number.
    fn width(&self) -> u32 {
        match self {
            Column::U8(_) => 1,
            Column::U16(_) => 2,
            Column::U32(_) => 4,
            Column::U64(_) => 8,
        }
    }

    /// The greatest number that fits.
    fn greatest(&self) -> u64 {
        u64::MAX >> (64 - 8 * self.width())
    }

    /// The same numbers where a greater one fits too.
    fn widened(self, most: u64) -> Column {
        macro_rules! collected {
            ($word:ty) => {
                with_values!(self, values => values.into_iter().map(|v| <$word>::cut(v.number())).collect())
            };
        }
        match most {
            _ if most <= self.greatest() => self,
            0..=0xFFFF => Column::U16(collected!(u16)),
            0x1_0000..=0xFFFF_FFFF => Column::U32(collected!(u32)),
            _ => Column::U64(collected!(u64)),
        }
    }

    /// Replaces each of `out` by `bits` where the number of a range lies between two others, both
    /// included, or does not, if so wanted, and by 0 elsewhere.
    pub(super) fn test(
        &self,
        range: Range<usize>,
        (least, most): (u64, u64),
        inside: bool,
        bits: u64,
        out: &mut [u64],
    ) {
        with_values!(self, values => {
            for (out, &value) in out.iter_mut().zip(&values[range]) {
                let value = value.number();
                let holds = (least <= value && value <= most) == inside;
                *out = bits & 0u64.wrapping_sub(u64::from(holds));
            }
        });
    }

    /// Replaces each of `out` by the number of a range.
    pub(super) fn copy(&self, range: Range<usize>, out: &mut [u64]) {
        with_values!(self, values => {
            for (out, &value) in out.iter_mut().zip(&values[range]) {
                *out = value.number();
            }
        });
    }

    /// Calls back with each of some indices and the number there.
    pub(super) fn each(
        &self,
        indices: impl Iterator<Item = usize>,
        mut found: impl FnMut(usize, u64),
    ) {
        with_values!(self, values => indices.for_each(|n| found(n, values[n].number())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_largest_number() {
        let mut column = Column::new(&[1, 255]);
        assert_eq!(column.width(), 1);
        let mut all = vec![1, 255];
        for (value, width) in [(256, 2), (3, 2), (1 << 16, 4), (1 << 32, 8), (u64::MAX, 8)] {
            column.append(&Column::new(&[value]));
            all.push(value);
            assert_eq!((column.width(), column.len()), (width, all.len()));
            let mut copy = vec![0; all.len()];
            column.copy(0..all.len(), &mut copy);
            assert_eq!(copy, all);
            assert!((0..all.len()).all(|n| column.get(n) == all[n]));
        }
    }
}
