//! Levels packed into a number, so that they are compared, sorted and counted as numbers are.

use std::fmt;

use serde::{Deserialize, Serialize};

/// For each length of code: its first number, the bits that begin it, and the bits that follow. The
/// code of a smaller number comes first, and no code begins another.
const CODES: [(u64, (u64, u32), u32); 6] = [
    (1, (0b01, 2), 0),
    (2, (0b10, 2), 2),
    (6, (0b110, 3), 3),
    (14, (0b1110, 4), 6),
    (78, (0b1_1110, 5), 12),
    (78 + (1 << 12), (0b1_1111, 5), 32),
];

/// The moves of each separation, such as 5.2.1, in 64 bits. The order is that of the lists: compared
/// from the first number on, and what begins another comes before it. Twenty or thirty small numbers
/// fit; of a longer level the last ones are left out.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Level(u64);

impl Level {
    /// Packs a list of numbers, each of them at least 1.
    pub fn new(numbers: impl IntoIterator<Item = u64>) -> Level {
        let (mut bits, mut free) = (0u64, u64::BITS);
        for number in numbers {
            let code = CODES.iter().rev().find(|(first, ..)| *first <= number);
            let Some(&(first, (head, head_bits), rest)) = code else { continue };
            let length = head_bits + rest;
            let code = head << rest | (number - first).min((1 << rest) - 1);
            if length > free {
                bits |= code >> (length - free);
                break;
            }
            free -= length;
            bits |= code << free;
            if free == 0 {
                break;
            }
        }
        Level(bits)
    }

    /// Reads 5.2.1; `None` where that is no level.
    pub fn read(text: &str) -> Option<Level> {
        let numbers: Option<Vec<u64>> =
            text.split('.').map(|own| own.trim().parse().ok()).collect();
        numbers.filter(|own| own.iter().all(|&n| n > 0)).map(Level::new)
    }

    /// The level of this number.
    pub fn from_bits(bits: u64) -> Level {
        Level(bits)
    }

    /// As a number.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The numbers, and whether these are all.
    pub fn numbers(self) -> (Vec<u64>, bool) {
        let (mut numbers, mut at) = (Vec::new(), 0);
        let next = |at: u32, count: u32| (self.0 << at) >> (u64::BITS - count);
        while at < u64::BITS {
            let left = u64::BITS - at;
            let code =
                CODES.iter().find(|(_, (head, bits), _)| *bits <= left && next(at, *bits) == *head);
            let Some(&(first, (_, head_bits), rest)) = code else {
                return (numbers, self.0 << at == 0);
            };
            if head_bits + rest > left {
                return (numbers, false);
            }
            at += head_bits;
            numbers.push(first + if rest == 0 { 0 } else { next(at, rest) });
            at += rest;
        }
        (numbers, true)
    }
}

impl fmt::Display for Level {
    /// Writes 5.2.1, or 0 where there is no separation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numbers, is_whole) = self.numbers();
        if numbers.is_empty() {
            return f.write_str("0");
        }
        for (n, number) in numbers.iter().enumerate() {
            write!(f, "{}{number}", if n == 0 { "" } else { "." })?;
        }
        f.write_str(if is_whole { "" } else { ".…" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_ordered_as_their_lists_and_read_again() {
        let lists: Vec<Vec<u64>> = vec![
            vec![],
            vec![1],
            vec![1, 1],
            vec![1, 1, 1, 1, 1],
            vec![1, 2, 1, 1, 1],
            vec![2],
            vec![3, 5, 16, 6, 4, 1, 1, 1],
            vec![5, 2],
            vec![5, 2, 1],
            vec![5, 3],
            vec![6],
            vec![13, 1],
            vec![14],
            vec![77, 4],
            vec![78],
            vec![98, 2, 4, 1, 1, 1],
            vec![98, 2, 5],
            vec![4173],
            vec![4174, 1],
            vec![1_000_000],
        ];
        let levels: Vec<Level> = lists.iter().map(|list| Level::new(list.clone())).collect();
        assert!(levels.is_sorted());
        for (list, level) in lists.iter().zip(&levels) {
            assert_eq!(level.numbers(), (list.clone(), true));
            assert_eq!(Level::from_bits(level.bits()), *level);
        }
        assert_eq!(levels[15].to_string(), "98.2.4.1.1.1");
        assert_eq!(levels[0].to_string(), "0");
    }

    #[test]
    fn a_level_that_is_too_long_is_cut_and_says_so() {
        let long = Level::new([7; 40]);
        let (numbers, is_whole) = long.numbers();
        assert!(!is_whole && numbers.len() == 10 && numbers.iter().all(|n| *n == 7));
        assert!(long.to_string().ends_with(".7.…"));
        assert!(Level::new([7, 7, 8]) > long && long > Level::new([7, 7]));
    }
}
