//! The pieces that can move in one position: the distances between all pieces, and the least sets
//! of pieces that move together.

use std::cmp::Reverse;
use std::ops::{BitAnd, BitOr, Not};

use super::Halt;
use super::directions::Shift;
use super::slides::{Body, FOR_EVER, Slides, packed};

/// A set of pieces, by their numbers in a group that is searched: the bits of a number.
pub(super) trait Set:
    Copy + Ord + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + Send
{
    /// No piece.
    const EMPTY: Self;
    /// One piece.
    fn piece(number: usize) -> Self;
    /// Puts a piece in, or takes it out if it is in.
    fn toggle(&mut self, piece: usize);
    /// The first so many pieces.
    fn first(count: usize) -> Self;
    /// Returns whether a piece is in the set.
    fn has(self, piece: usize) -> bool;
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
            fn piece(number: usize) -> $bits {
                1 << number
            }

            #[inline(always)]
            fn toggle(&mut self, piece: usize) {
                *self ^= 1 << piece;
            }

            fn first(count: usize) -> $bits {
                <$bits>::MAX >> (<$bits>::BITS as usize - count)
            }

            #[inline(always)]
            fn has(self, piece: usize) -> bool {
                self >> piece & 1 == 1
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
    /// Where they are in the position, and that as numbers.
    bodies: Vec<Body>,
    places: Vec<i64>,
    /// Every two pieces, in the order of the second and then the first.
    pairs: Vec<Pair>,
    /// For each two pieces how far the first can go in each direction before it meets the second.
    distances: Vec<u16>,
    /// By direction and piece, the pieces that it touches in that direction.
    touched: Vec<S>,
    /// By direction and piece, the pieces that it meets sooner or later.
    met: Vec<S>,
    /// For each piece those that move with it.
    closures: Vec<S>,
    /// The closures of at most half the pieces, each with its piece.
    small: Vec<(usize, S)>,
    /// The sets that are being extended: each, the pieces that are left out, and the next closure.
    open: Vec<(S, S, usize)>,
    /// The pieces that a piece meets on its way, each with the distance and the piece that moves.
    on_the_way: Vec<(u16, u8, u8)>,
}

/// The positions of two pieces relative to each other.
#[derive(Clone, Copy)]
struct Pair {
    /// The difference of their places, as a number; `None` until it is known.
    offset: Option<i64>,
    /// The directions in which the first touches the second, and those in which it meets it at all.
    directions: [u64; 2],
}

impl<S: Set> Matrix<S> {
    /// That of pieces which slide as a table says.
    pub(super) fn new(bodies: &[Body], slides: &Slides) -> Matrix<S> {
        let (count, half) = (bodies.len(), slides.half());
        let pairs = count * count.saturating_sub(1) / 2;
        Matrix {
            count,
            half,
            dimension: slides.dimension(),
            steps: (0..2 * half).map(|direction| slides.step(direction)).collect(),
            start: bodies.to_vec(),
            bodies: bodies.to_vec(),
            places: vec![0; count],
            pairs: vec![Pair { offset: None, directions: [0; 2] }; pairs],
            distances: vec![FOR_EVER; 2 * half * pairs],
            touched: vec![S::EMPTY; 2 * half * count],
            met: vec![S::EMPTY; 2 * half * count],
            closures: vec![S::EMPTY; count],
            small: Vec::new(),
            open: Vec::new(),
            on_the_way: Vec::new(),
        }
    }

    /// Fills it for a position. Of two pieces that lie to each other as in the position before, nothing
    /// changes.
    pub(super) fn fill(&mut self, slides: &mut Slides, state: &[i16]) {
        for (n, &body) in self.start.iter().enumerate() {
            let at = place(body, state, n, self.dimension);
            self.bodies[n].at = at;
            self.places[n] = packed(at);
        }
        let mut pair = 0;
        for j in 1..self.count {
            let place = self.places[j];
            for i in 0..j {
                let offset = Some(place - self.places[i]);
                if self.pairs[pair].offset != offset {
                    self.pairs[pair].offset = offset;
                    self.note(slides, (i, j), pair);
                }
                pair += 1;
            }
        }
    }

    /// Notes how far two pieces can go before they meet each other.
    fn note(&mut self, slides: &mut Slides, (i, j): (usize, usize), pair: usize) {
        let (count, half) = (self.count, self.half);
        let between = slides.between(self.bodies[i], self.bodies[j]);
        self.distances[2 * half * pair..][..2 * half].copy_from_slice(between.distances);
        let directions = [between.touching, between.meeting];
        let before = std::mem::replace(&mut self.pairs[pair].directions, directions);
        for (n, sets) in [&mut self.touched, &mut self.met].into_iter().enumerate() {
            let mut changed = before[n] ^ directions[n];
            while changed != 0 {
                let direction = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                let opposite = (direction + half) % (2 * half);
                sets[direction * count + i].toggle(j);
                sets[opposite * count + j].toggle(i);
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
        let (dimension, half) = (self.dimension, self.half);
        let mut linked = 0_u64;
        for direction in 0..2 * half {
            // In opposite directions the same pieces are linked.
            if direction < half {
                let touched = &self.touched[direction * self.count..][..self.count];
                linked |= u64::from(self.is_linked(touched)) << direction;
            }
            if linked >> (direction % half) & 1 == 1 {
                continue;
            }
            let sets = self.touched[direction * self.count..][..self.count].iter();
            self.closures.clear();
            self.closures.extend(sets.enumerate().map(|(n, set)| *set | S::piece(n)));
            if !self.close_small() {
                continue;
            }
            self.look_ahead(direction);
            let step = self.steps[direction];
            let mut distance = 1;
            loop {
                // Until something else is met, the same sets move.
                let nearest = self.on_the_way.iter().map(|own| own.0);
                let until = nearest.filter(|&at| at >= distance).min().unwrap_or(FOR_EVER - 1);
                while distance <= until {
                    let shift = step.map(|n| n * i32::from(distance));
                    self.unions(&mut |set| {
                        next.clear();
                        next.extend_from_slice(state);
                        shift_all(next, set, shift, dimension)?;
                        reach(next)
                    })?;
                    distance += 1;
                }
                let mut grows = false;
                for &(_, pushing, pushed) in self.on_the_way.iter().filter(|own| own.0 == until) {
                    let closure = &mut self.closures[usize::from(pushing)];
                    grows |= !closure.has(pushed.into());
                    *closure = *closure | S::piece(pushed.into());
                }
                if grows && !self.close_small() || until == FOR_EVER - 1 {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Lists what pieces meet in a direction after one step or more.
    fn look_ahead(&mut self, direction: usize) {
        let (count, half) = (self.count, self.half);
        let opposite = (direction + half) % (2 * half);
        self.on_the_way.clear();
        for i in 0..count {
            let row = direction * count + i;
            let mut ahead = self.met[row] & !self.touched[row];
            while ahead != S::EMPTY {
                let j = ahead.lowest();
                ahead.toggle(j);
                let pair = |i: usize, j: usize| 2 * half * (j * (j - 1) / 2 + i);
                let entry = if i < j { pair(i, j) + direction } else { pair(j, i) + opposite };
                self.on_the_way.push((self.distances[entry], i as u8, j as u8));
            }
        }
    }

    /// Makes of the pieces that each piece pushes by itself, or by others, all that move with it; or all
    /// there are where it is more than half of them. Lists the smaller sets; returns whether there is one.
    fn close_small(&mut self) -> bool {
        let (all, most) = (S::first(self.count), self.count as u32 / 2);
        self.small.clear();
        for n in 0..self.count {
            let mut set = self.closures[n];
            let mut rest = set & !S::piece(n);
            let mut closed = S::piece(n);
            while rest != S::EMPTY {
                let next = rest.lowest();
                closed = closed | S::piece(next);
                set = set | self.closures[next];
                if set == all {
                    break;
                }
                rest = set & !closed;
            }
            if set != all {
                if set.len() > most {
                    set = all;
                } else {
                    self.small.push((n, set));
                }
            }
            self.closures[n] = set;
        }
        !self.small.is_empty()
    }

    /// Returns whether every piece moves with every other one, when each pushes others by itself.
    fn is_linked(&self, pushed: &[S]) -> bool {
        let all = S::first(self.count);
        // Those that the first piece pushes.
        let mut moving = S::piece(0) | pushed[0];
        let mut rest = pushed[0];
        while rest != S::EMPTY && moving != all {
            let next = rest.lowest();
            let further = pushed[next] & !moving;
            moving = moving | further;
            rest = (rest | further) & !S::piece(next);
        }
        if moving != all {
            return false;
        }
        // Those that push it.
        let mut pushing = S::piece(0);
        loop {
            let before = pushing;
            for (n, &set) in pushed.iter().enumerate() {
                if set & pushing != S::EMPTY {
                    pushing = pushing | S::piece(n);
                }
            }
            if pushing == all || pushing == before {
                return pushing == all;
            }
        }
    }

    /// Makes of the pieces that each piece pushes by itself all that move with it, itself included.
    fn close(&mut self) {
        for (n, closure) in self.closures.iter_mut().enumerate() {
            *closure = *closure | S::piece(n);
        }
        for k in 0..self.count {
            let further = self.closures[k];
            for closure in &mut self.closures {
                if closure.has(k) {
                    *closure = *closure | further;
                }
            }
        }
    }

    /// The pieces that can go for ever, and their direction: the fewest, in the first direction that
    /// lets so few go, and of those the ones with the lowest numbers.
    pub(super) fn parting(&mut self) -> Option<(u128, usize)> {
        let all = S::first(self.count);
        let mut best: Option<(u32, usize, Reverse<S>)> = None;
        for direction in 0..self.half {
            let row = direction * self.count;
            if self.is_linked(&self.met[row..][..self.count]) {
                continue;
            }
            self.closures.copy_from_slice(&self.met[row..][..self.count]);
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
                let before = left_out;
                next += 1;
                if set.has(piece) {
                    continue;
                }
                left_out = left_out | S::piece(piece);
                if closure & before == S::EMPTY && union.len() <= most {
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
