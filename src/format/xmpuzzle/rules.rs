//! Colour rules as colour labels.
//!
//! BurrTools has a table of which colour of a piece may lie on which colour of the result. Labels
//! must be the same where two meet, and a site without one goes with all. A table says the same as
//! labels just when, leaving aside the colours that go with everything, the colours fall into
//! classes, and each goes with all of its class and no other.

use std::collections::{BTreeMap, BTreeSet};

use crate::puzzle::Label;

/// The labels of colours, both counted from 1; a colour that is not listed has none.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Labels {
    pub(super) pieces: BTreeMap<u32, Label>,
    pub(super) result: BTreeMap<u32, Label>,
}

impl Labels {
    /// A label for every colour, to be seen but not to be kept to.
    pub(super) fn shown(pieces: &BTreeSet<u32>, result: &BTreeSet<u32>) -> Labels {
        let all: BTreeSet<u32> = pieces.union(result).copied().collect();
        let labels: BTreeMap<u32, Label> = all.into_iter().zip(signs()).collect();
        let of = |colours: &BTreeSet<u32>| {
            let known = colours.iter().filter_map(|colour| labels.get_key_value(colour));
            known.map(|(&colour, &label)| (colour, label)).collect()
        };
        Labels { pieces: of(pieces), result: of(result) }
    }
}

/// The labels that say the same as a table, for the colours that are used; `None` when there are
/// none such.
pub(super) fn labels(
    pieces: &BTreeSet<u32>,
    result: &BTreeSet<u32>,
    allowed: &BTreeSet<(u32, u32)>,
) -> Option<Labels> {
    let goes = |piece: u32, place: u32| allowed.contains(&(piece, place));
    let choosy = |piece: &u32| result.iter().any(|&place| !goes(*piece, place));
    let special = |place: &u32| pieces.iter().any(|&piece| !goes(piece, *place));
    let pieces: Vec<u32> = pieces.iter().copied().filter(choosy).collect();
    let result: Vec<u32> = result.iter().copied().filter(special).collect();

    let mut signs = signs();
    let mut labels = Labels::default();
    for &place in &result {
        let class: Vec<u32> = pieces.iter().copied().filter(|&p| goes(p, place)).collect();
        let known: BTreeSet<Option<Label>> =
            class.iter().map(|piece| labels.pieces.get(piece).copied()).collect();
        let label = match Vec::from_iter(known)[..] {
            // Of this class another colour of the result was met before, or none was.
            [Some(label)] => label,
            [None] | [] => signs.next()?,
            _ => return None,
        };
        labels.pieces.extend(class.iter().map(|&piece| (piece, label)));
        labels.result.insert(place, label);
    }
    // A colour that goes with no colour of the result has a label that is nowhere else.
    let lonely = pieces.iter().copied().filter(|&p| !result.iter().any(|&r| goes(p, r)));
    for piece in lonely {
        labels.pieces.insert(piece, signs.next()?);
    }
    let same = |piece: &u32, place: &u32| labels.pieces[piece] == labels.result[place];
    let mut pairs = pieces.iter().flat_map(|p| result.iter().map(move |r| (p, r)));
    pairs.all(|(p, r)| same(p, r) == goes(*p, *r)).then_some(labels)
}

/// Enough letters and digits for the 63 colours that BurrTools has, on either side.
fn signs() -> impl Iterator<Item = Label> {
    ('1'..='9').chain('a'..='z').chain('A'..='Z').chain('α'..='ω').chain('а'..='я').chain('А'..='Я')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(pieces: &[u32], result: &[u32], allowed: &[(u32, u32)]) -> Option<Labels> {
        let set = |colours: &[u32]| colours.iter().copied().collect();
        labels(&set(pieces), &set(result), &allowed.iter().copied().collect())
    }

    #[test]
    fn labels_and_table_allow_the_same_or_there_are_no_labels() {
        // Every table of up to 3 colours of pieces and 3 of the result.
        for table in 0..1 << 9 {
            let pairs = (0..9).filter(|bit| table >> bit & 1 == 1).map(|n| (n / 3 + 1, n % 3 + 1));
            let allowed: Vec<(u32, u32)> = pairs.collect();
            let found = find(&[1, 2, 3], &[1, 2, 3], &allowed);
            let fits = |labels: &Labels, p: u32, r: u32| match (
                labels.pieces.get(&p),
                labels.result.get(&r),
            ) {
                (Some(a), Some(b)) => a == b,
                _ => true,
            };
            // Every way to give labels: 0 for none, 1 to 3, or one that only one side has.
            let possible = (0..5u32.pow(6)).any(|code| {
                let digit = |n: u32| code / 5u32.pow(n) % 5;
                (0..9).all(|n| {
                    let (a, b) = (digit(n / 3), digit(3 + n % 3));
                    (a == 0 || b == 0 || a == b && a < 4) == (table >> n & 1 == 1)
                })
            });
            assert_eq!(found.is_some(), possible, "{allowed:?}");
            if let Some(labels) = found {
                for (p, r) in (0..9).map(|n| (n / 3 + 1, n % 3 + 1)) {
                    assert_eq!(fits(&labels, p, r), allowed.contains(&(p, r)), "{allowed:?}");
                }
            }
        }
    }

    #[test]
    fn a_colour_that_goes_with_all_needs_no_label() {
        let labels = find(&[1, 2], &[1, 2], &[(1, 1), (1, 2), (2, 2)]).unwrap();
        assert_eq!(labels.pieces.keys().collect::<Vec<_>>(), [&2]);
        assert_eq!(labels.result.keys().collect::<Vec<_>>(), [&1]);
        assert_eq!(find(&[5], &[], &[]), Some(Labels::default()));
    }
}
