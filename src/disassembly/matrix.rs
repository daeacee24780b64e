//! What can move in one position: the distances between all pieces, and the least sets of pieces that move
//! together.

use std::cmp::Reverse;
use std::ops::{BitAnd, BitOr, Not};

use super::Halt;
use super::directions::Shift;
use super::slides::{Body, FOR_EVER, Slides};

/// A set of pieces, by their numbers in a group that is searched: the bits of a number.
pub(super) trait Set:
    Copy + Ord + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + Send
{
    /// No piece.
    const EMPTY: Self;
    /// One piece, if it is in, or none.
    fn piece(number: usize, is_in: bool) -> Self;
    /// The first so many pieces.
    fn first(count: usize) -> Self;
    /// Returns whether a piece is in the set.
    fn has(self, piece: usize) -> bool;
    /// The set if it has a piece, or else none.
    fn if_has(self, piece: usize, set: Self) -> Self;
    /// The number of pieces.
    fn len(self) -> u32;
    /// Its first piece; there is one.
    fn lowest(self) -> usize;
    /// The set with its bits in the opposite order.
    fn reversed(self) -> Self;
    /// The set among more pieces.
    fn widened(self) -> u128;
}

macro_rules! sets {
    ($($bits:ty,)*) => {
        $(impl Set for $bits {
            const EMPTY: $bits = 0;

            #[inline(always)]
            fn piece(number: usize, is_in: bool) -> $bits {
                <$bits>::from(is_in) << number
            }

            fn first(count: usize) -> $bits {
                <$bits>::MAX >> (<$bits>::BITS as usize - count)
            }

            #[inline(always)]
            fn has(self, piece: usize) -> bool {
                self >> piece & 1 == 1
            }

            #[inline(always)]
            fn if_has(self, piece: usize, set: $bits) -> $bits {
                set & (self >> piece & 1).wrapping_neg()
            }

            #[inline(always)]
            fn len(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            fn reversed(self) -> $bits {
                self.reverse_bits()
            }

            #[inline(always)]
            fn widened(self) -> u128 {
                self.into()
            }
        })*
    };
}

// Few groups have more pieces than the first has bits.
sets! { u32, u128, }

/// The distances between all pieces of a group in one position, and what can move.
pub(super) struct Matrix<S> {
    count: usize,
    half: usize,
    dimension: usize,
    /// One step in each direction.
    steps: Vec<Shift>,
    /// Where the pieces are at first.
    start: Vec<Body>,
    /// Where they are in the position.
    bodies: Vec<Body>,
    /// How each two pieces lie to each other, in the order of the second and then the first.
    offsets: Vec<Option<Shift>>,
    /// By direction of the first half, moving piece and standing piece.
    distances: Vec<u16>,
    /// By direction and piece, the pieces that it touches in that direction.
    touched: Vec<S>,
    /// By direction of the first half and piece, the pieces that it meets sooner or later.
    met: Vec<S>,
    /// For each piece those that move with it.
    closures: Vec<S>,
    /// The closures of at most half the pieces, each with its piece.
    small: Vec<(usize, S)>,
    /// The sets that are being extended: each, the pieces that are left out, and the next closure.
    open: Vec<(S, S, usize)>,
}

impl<S: Set> Matrix<S> {
    /// That of pieces which slide as a table says.
    pub(super) fn new(bodies: &[Body], slides: &Slides) -> Matrix<S> {
        let (count, half) = (bodies.len(), slides.half());
        Matrix {
            count,
            half,
            dimension: slides.dimension(),
            steps: (0..2 * half).map(|direction| slides.step(direction)).collect(),
            start: bodies.to_vec(),
            bodies: bodies.to_vec(),
            offsets: vec![None; count * count.saturating_sub(1) / 2],
            distances: vec![FOR_EVER; half * count * count],
            touched: vec![S::EMPTY; 2 * half * count],
            met: vec![S::EMPTY; half * count],
            closures: vec![S::EMPTY; count],
            small: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Fills it for a position. Of two pieces that lie to each other as in the position before, nothing
    /// changes.
    pub(super) fn fill(&mut self, slides: &mut Slides, state: &[i16]) {
        for (n, &body) in self.start.iter().enumerate() {
            self.bodies[n] = Body { at: place(body, state, n, self.dimension), ..body };
        }
        let half = self.half;
        let mut pair = 0;
        for j in 1..self.count {
            for i in 0..j {
                let [a, b] = [self.bodies[i], self.bodies[j]];
                let offset = Some([0, 1, 2].map(|k| b.at[k] - a.at[k]));
                if std::mem::replace(&mut self.offsets[pair], offset) != offset {
                    let distances = slides.between(a, b);
                    for direction in 0..half {
                        self.note(direction, i, j, distances[direction]);
                        self.note(direction, j, i, distances[half + direction]);
                    }
                }
                pair += 1;
            }
        }
    }

    /// Passes on all positions that one move leads to from a position that it was filled for. `next` is
    /// room for one of them.
    pub(super) fn expand(
        &mut self,
        state: &[i16],
        next: &mut Vec<i16>,
        reach: &mut dyn FnMut(&[i16]) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let dimension = self.dimension;
        for direction in 0..2 * self.half {
            let step = self.steps[direction];
            for distance in 1..FOR_EVER {
                if !self.close_within(direction, distance) {
                    break;
                }
                let shift = step.map(|n| n * i32::from(distance));
                self.unions(&mut |set| {
                    next.clear();
                    next.extend_from_slice(state);
                    shift_all(next, set, shift, dimension)?;
                    reach(next)
                })?;
            }
        }
        Ok(())
    }

    /// Notes how far a piece can go, in a direction of the first half, before it meets another.
    fn note(&mut self, direction: usize, moving: usize, standing: usize, distance: u16) {
        let (count, half) = (self.count, self.half);
        self.distances[(direction * count + moving) * count + standing] = distance;
        let place = |sets: &mut Vec<S>, row: usize, piece: usize, is_in: bool| {
            let set = &mut sets[row];
            *set = *set & !S::piece(piece, true) | S::piece(piece, is_in);
        };
        place(&mut self.touched, direction * count + moving, standing, distance == 0);
        place(&mut self.touched, (direction + half) * count + standing, moving, distance == 0);
        place(&mut self.met, direction * count + moving, standing, distance != FOR_EVER);
    }

    /// Finds for each piece the least set that moves with it by a distance in a direction, where that is
    /// at most half of the pieces. Distances follow one another, from 1. Returns whether there is one.
    fn close_within(&mut self, direction: usize, distance: u16) -> bool {
        let count = self.count;
        if distance == 1 {
            let touched = self.touched[direction * count..][..count].iter().enumerate();
            self.closures.clear();
            self.closures.extend(touched.map(|(n, set)| *set | S::piece(n, true)));
            return self.close_small();
        }
        // What moved by the distance before still does, and with it what it meets now.
        let is_back = direction >= self.half;
        let table = &self.distances[direction % self.half * count * count..][..count * count];
        let mut grows = false;
        for (i, row) in table.chunks_exact(count).enumerate() {
            for (j, _) in row.iter().enumerate().filter(|(_, own)| **own == distance - 1) {
                let (pushing, pushed) = if is_back { (j, i) } else { (i, j) };
                let closure = &mut self.closures[pushing];
                grows |= !closure.has(pushed);
                *closure = *closure | S::piece(pushed, true);
            }
        }
        if grows { self.close_small() } else { true }
    }

    /// Makes of the pieces that each piece pushes by itself, or by others, all that move with it; or all
    /// there are where it is more than half of them. Lists the smaller sets; returns whether there is one.
    fn close_small(&mut self) -> bool {
        let (all, most) = (S::first(self.count), self.count as u32 / 2);
        self.small.clear();
        for n in 0..self.count {
            let mut set = self.closures[n];
            let mut closed = S::piece(n, true);
            while set != closed && set.len() <= most {
                let next = (set & !closed).lowest();
                closed = closed | S::piece(next, true);
                set = set | self.closures[next];
            }
            if set.len() > most {
                set = all;
            } else {
                self.small.push((n, set));
            }
            self.closures[n] = set;
        }
        !self.small.is_empty()
    }

    /// Makes of the pieces that each piece pushes by itself all that move with it, itself included.
    fn close(&mut self) {
        for (n, closure) in self.closures.iter_mut().enumerate() {
            *closure = *closure | S::piece(n, true);
        }
        for k in 0..self.count {
            let further = self.closures[k];
            for closure in &mut self.closures {
                *closure = *closure | closure.if_has(k, further);
            }
        }
    }

    /// The pieces that can go for ever, and their direction: the fewest, in the first direction that
    /// lets so few go, and of those the ones with the lowest numbers.
    pub(super) fn parting(&mut self) -> Option<(u128, usize)> {
        let all = S::first(self.count);
        let mut best: Option<(u32, usize, Reverse<S>)> = None;
        for direction in 0..self.half {
            self.closures.copy_from_slice(&self.met[direction * self.count..][..self.count]);
            self.close();
            for &closure in self.closures.iter().filter(|closure| **closure != all) {
                let is_less = 2 * closure.len() as usize <= self.count;
                // When many can go, the others can go the other way.
                let (set, way) = if is_less {
                    (closure, direction)
                } else {
                    (all & !closure, direction + self.half)
                };
                let key = (set.len(), way, Reverse(set.reversed()));
                best = Some(best.map_or(key, |other| other.min(key)));
            }
        }
        best.map(|(_, way, Reverse(set))| (set.reversed().widened(), way))
    }

    /// Visits every union of closures that has at most half the pieces, each once.
    fn unions(&mut self, visit: &mut impl FnMut(S) -> Result<(), Halt>) -> Result<(), Halt> {
        let most = self.count as u32 / 2;
        self.open.clear();
        self.open.push((S::EMPTY, S::EMPTY, 0));
        while let Some((set, mut left_out, mut next)) = self.open.pop() {
            while let Some(&(piece, closure)) = self.small.get(next) {
                let union = set | closure;
                let is_new = !set.has(piece);
                let before = left_out;
                left_out = left_out | S::piece(piece, is_new);
                next += 1;
                if is_new && closure & before == S::EMPTY && union.len() <= most {
                    visit(union)?;
                    self.open.push((set, left_out, next));
                    self.open.push((union, before, next));
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Where a piece is in a packed position.
pub(super) fn place(body: Body, state: &[i16], piece: usize, dimension: usize) -> Shift {
    let Some(from) = piece.checked_sub(1).map(|n| n * dimension) else { return body.at };
    let moved = |k: usize| if k < dimension { i32::from(state[from + k]) } else { 0 };
    [0, 1, 2].map(|k| body.at[k] + moved(k))
}

/// Moves a set of pieces in a packed position, in which the first piece stands.
fn shift_all<S: Set>(
    state: &mut [i16],
    set: S,
    shift: Shift,
    dimension: usize,
) -> Result<(), Halt> {
    let (set, shift) = if set.has(0) { (!set, shift.map(|n| -n)) } else { (set, shift) };
    for (n, piece) in state.chunks_exact_mut(dimension).enumerate() {
        if set.has(n + 1) {
            for (coordinate, by) in piece.iter_mut().zip(shift) {
                *coordinate =
                    i16::try_from(i32::from(*coordinate) + by).map_err(|_| Halt::Limit)?;
            }
        }
    }
    Ok(())
}
