//! The exact test of whether three colours are enough.

/// The most pieces whose colourings are decided: those that a word of 64 bits holds.
pub(super) const MAX_PIECES: usize = 64;

/// Returns whether three colours are enough for a graph, given by the neighbours of each vertex as
/// bits.
///
/// A vertex with one colour left takes it at once, one with none ends the branch; then a vertex
/// with two colours left is branched on. Where every open vertex still has all three, its colour
/// is chosen freely, for no neighbour of it is coloured.
pub(super) fn three_colours_suffice(neighbours: &[u64]) -> bool {
    let all = if neighbours.len() == 64 { u64::MAX } else { (1 << neighbours.len()) - 1 };
    extends(neighbours, all, [all; 3])
}

/// Returns whether the open vertices can be coloured, each with one of its remaining colours.
fn extends(neighbours: &[u64], mut open: u64, mut left: [u64; 3]) -> bool {
    loop {
        let [a, b, c] = left;
        if open & !(a | b | c) != 0 {
            return false;
        }
        let two_or_more = (a & b) | (a & c) | (b & c);
        let forced = open & !two_or_more;
        let (vertex, free) = if forced != 0 {
            (forced.trailing_zeros() as usize, true)
        } else if open & !(a & b & c) != 0 {
            ((open & !(a & b & c)).trailing_zeros() as usize, false)
        } else if open != 0 {
            (open.trailing_zeros() as usize, true)
        } else {
            return true;
        };
        open &= !(1 << vertex);
        let mut colours = (0..3).filter(|&colour| left[colour] >> vertex & 1 == 1);
        let first = colours.next().expect("a colour is left");
        if !free {
            let other = colours.next().expect("two colours are left");
            let mut left = left;
            left[other] &= !neighbours[vertex];
            if extends(neighbours, open, left) {
                return true;
            }
        }
        left[first] &= !neighbours[vertex];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wheels_take_three_colours_when_their_rim_is_even() {
        for rim in 3..64 {
            let mut graph = vec![0u64; rim + 1];
            for n in 0..rim {
                for (a, b) in [(n, (n + 1) % rim), (n, rim)] {
                    graph[a] |= 1 << b;
                    graph[b] |= 1 << a;
                }
            }
            assert_eq!(three_colours_suffice(&graph), rim % 2 == 0, "{rim}");
        }
        assert!(three_colours_suffice(&[]) && three_colours_suffice(&[0; 64]));
    }
}
