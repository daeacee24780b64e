//! The search for a way to separate pieces: breadth first over their relative positions.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::directions::Shift;
use super::slides::{Body, FOR_EVER, Slides};
use super::states::States;
use super::{Move, Part, Reach, Separation};
use crate::lattice::Point;

/// The most pieces of a solution that is searched: those of a set of bits.
pub const MAX_PIECES: usize = u128::BITS as usize;
/// The number of positions or moves between two looks at whether the search goes on.
const CHECK_INTERVAL: u64 = 1024;

/// A set of pieces, by their numbers in a group that is searched.
type Set = u128;

/// The reason why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The limit of positions.
    Limit,
    /// Its owner.
    Cancelled,
}

/// The search of one solution.
pub(super) struct Search<'a> {
    pub(super) slides: &'a mut Slides,
    /// Groups that may stay together: whether each piece of the solution belongs to one.
    pub(super) together: Vec<Vec<bool>>,
    pub(super) max_states: u64,
    /// The positions reached, those of all groups.
    pub(super) states: u64,
    pub(super) check: &'a dyn Fn() -> ControlFlow<()>,
}

/// Pieces that are searched by themselves: their numbers in the solution, and where they are.
#[derive(Clone)]
pub(super) struct Group {
    pub(super) pieces: Vec<usize>,
    pub(super) bodies: Vec<Body>,
}

/// A position in which some pieces can go for ever.
struct Parting {
    states: States,
    state: usize,
    moving: Set,
    direction: usize,
}

impl Group {
    fn of(&self, is_in: impl Fn(usize) -> bool) -> Group {
        let members = (0..self.pieces.len()).filter(|&n| is_in(n));
        let (pieces, bodies) = members.map(|n| (self.pieces[n], self.bodies[n])).unzip();
        Group { pieces, bodies }
    }
}

impl Search<'_> {
    /// Takes a group apart wholly; `None` if that cannot be done.
    pub(super) fn take_apart(&mut self, mut group: Group) -> Result<Option<Part>, Halt> {
        let pieces = group.pieces.clone();
        if pieces.len() < 2
            || self.together.iter().any(|group| pieces.iter().all(|&piece| group[piece]))
        {
            return Ok(Some(Part { pieces, then: None }));
        }
        let Some(parting) = self.first_parting(&group.bodies)? else { return Ok(None) };
        let moves = self.moves(&group, &parting);
        for (n, body) in group.bodies.iter_mut().enumerate() {
            body.at = self.place(*body, parting.states.get(parting.state), n);
        }
        drop(parting.states);
        let is_away = |n: usize| parting.moving >> n & 1 == 1;
        let Some(rest) = self.take_apart(group.of(|n| !is_away(n)))? else { return Ok(None) };
        let Some(away) = self.take_apart(group.of(is_away))? else { return Ok(None) };
        let then = Some(Box::new(Separation { moves, rest, away }));
        Ok(Some(Part { pieces, then }))
    }

    /// The first position, in the order in which they are found, that has a separation.
    fn first_parting(&mut self, bodies: &[Body]) -> Result<Option<Parting>, Halt> {
        let mut parting = None;
        let (states, end) = self.explore(bodies, &mut |_, state, moving, direction| {
            parting = Some((state, moving, direction));
            ControlFlow::Break(())
        });
        end?;
        Ok(parting.map(|(state, moving, direction)| Parting { states, state, moving, direction }))
    }

    /// The positions that can be reached before something is free.
    pub(super) fn reach(&mut self, bodies: &[Body]) -> Result<Reach, Halt> {
        let mut moves = None;
        let (states, end) = self.explore(bodies, &mut |states, state, _, _| {
            moves.get_or_insert_with(|| states.way_to(state).len());
            ControlFlow::Continue(())
        });
        match end {
            Err(Halt::Cancelled) => Err(Halt::Cancelled),
            _ => Ok(Reach { positions: states.len() as u64, is_all: end.is_ok(), moves }),
        }
    }

    /// Reaches positions, from each of which the search goes on unless it has a separation. Such a
    /// position is passed to `see`, with the pieces that go and their direction.
    fn explore(
        &mut self,
        bodies: &[Body],
        see: &mut dyn FnMut(&States, usize, Set, usize) -> ControlFlow<()>,
    ) -> (States, Result<(), Halt>) {
        let mut states = States::new(bodies.len().saturating_sub(1) * self.slides.dimension());
        let mut matrix = Matrix::new(bodies.len(), self.slides.half());
        let mut end = Ok(());
        let mut state = 0;
        while state < states.len() {
            if (state as u64).is_multiple_of(CHECK_INTERVAL) && (self.check)().is_break() {
                end = Err(Halt::Cancelled);
                break;
            }
            self.fill(&mut matrix, bodies, states.get(state));
            if let Some((moving, direction)) = matrix.parting() {
                if see(&states, state, moving, direction).is_break() {
                    break;
                }
            } else if let Err(halt) = self.expand(&mut matrix, &mut states, state) {
                end = Err(halt);
                break;
            }
            state += 1;
        }
        self.states += states.len() as u64;
        (states, end)
    }

    /// Where a piece is in a position.
    fn place(&self, body: Body, state: &[i16], piece: usize) -> Shift {
        let dimension = self.slides.dimension();
        let Some(from) = piece.checked_sub(1).map(|n| n * dimension) else { return body.at };
        let moved = |k: usize| if k < dimension { i32::from(state[from + k]) } else { 0 };
        [0, 1, 2].map(|k| body.at[k] + moved(k))
    }

    /// Fills the table of the distances between all pieces in a position. Of two pieces that lie to each
    /// other as in the position before, nothing changes.
    fn fill(&mut self, matrix: &mut Matrix, bodies: &[Body], state: &[i16]) {
        let half = self.slides.half();
        for (n, &body) in bodies.iter().enumerate() {
            matrix.bodies[n] = Body { at: self.place(body, state, n), ..body };
        }
        let mut pair = 0;
        for j in 1..bodies.len() {
            for i in 0..j {
                let [a, b] = [matrix.bodies[i], matrix.bodies[j]];
                let offset = Some([0, 1, 2].map(|k| b.at[k] - a.at[k]));
                if std::mem::replace(&mut matrix.offsets[pair], offset) != offset {
                    let distances = self.slides.between(a, b);
                    for direction in 0..half {
                        matrix.note(direction, i, j, distances[direction]);
                        matrix.note(direction, j, i, distances[half + direction]);
                    }
                }
                pair += 1;
            }
        }
    }

    /// Adds all positions that one move leads to.
    fn expand(&self, matrix: &mut Matrix, states: &mut States, state: usize) -> Result<(), Halt> {
        let mut next = states.get(state).to_vec();
        let mut tried = 0;
        for direction in 0..2 * self.slides.half() {
            let step = self.slides.step(direction);
            for distance in 1..FOR_EVER {
                matrix.close_within(direction, distance);
                if !matrix.has_moves() {
                    break;
                }
                let mut visit = |set: Set| {
                    tried += 1;
                    if u64::is_multiple_of(tried, CHECK_INTERVAL) && (self.check)().is_break() {
                        return Err(Halt::Cancelled);
                    }
                    next.copy_from_slice(states.get(state));
                    let shift = step.map(|n| n * i32::from(distance));
                    shift_all(&mut next, set, shift, self.slides.dimension())?;
                    states.insert(&next, state);
                    match self.states + states.len() as u64 > self.max_states {
                        true => Err(Halt::Limit),
                        false => Ok(()),
                    }
                };
                matrix.unions(&mut visit)?;
            }
        }
        Ok(())
    }

    /// The moves that lead to a separation, and that itself.
    fn moves(&self, group: &Group, parting: &Parting) -> Vec<Move> {
        let count = group.pieces.len();
        let numbers = |is_in: &dyn Fn(usize) -> bool| {
            (0..count).filter(|&n| is_in(n)).map(|n| group.pieces[n]).collect()
        };
        let way = parting.states.way_to(parting.state);
        let mut moves = Vec::with_capacity(way.len());
        for pair in way.windows(2) {
            let [before, after] = [pair[0], pair[1]].map(|state| {
                let place = |n: usize| self.place(group.bodies[n], parting.states.get(state), n);
                (0..count).map(place).collect::<Vec<Shift>>()
            });
            let shift = |n: usize| [0, 1, 2].map(|k| after[n][k] - before[n][k]);
            let moved = (0..count).filter(|&n| shift(n) != [0; 3]).count();
            // Of two halves the one without the first piece is said to move.
            let is_moving = |n: usize| (shift(n) != [0; 3]) == (2 * moved <= count);
            let others = (0..count).map(shift).find(|own| *own != [0; 3]).unwrap_or_default();
            let shift = if 2 * moved <= count { others } else { others.map(|n| -n) };
            let Some((direction, steps)) = self.slides.heading(shift) else { continue };
            let step = self.translation(direction);
            moves.push(Move { pieces: numbers(&is_moving), step, steps: Some(steps) });
        }
        let step = self.translation(parting.direction);
        let pieces = numbers(&|n| parting.moving >> n & 1 == 1);
        moves.push(Move { pieces, step, steps: None });
        moves
    }

    fn translation(&self, direction: usize) -> Point {
        self.slides.directions().nth(direction).unwrap_or(Point::ORIGIN)
    }
}

/// Moves a set of pieces in a packed position, in which the first piece stands.
fn shift_all(state: &mut [i16], set: Set, shift: Shift, dimension: usize) -> Result<(), Halt> {
    let (set, shift) = if set & 1 == 1 { (!set, shift.map(|n| -n)) } else { (set, shift) };
    for (n, piece) in state.chunks_exact_mut(dimension).enumerate() {
        if set >> (n + 1) & 1 == 1 {
            for (coordinate, by) in piece.iter_mut().zip(shift) {
                *coordinate =
                    i16::try_from(i32::from(*coordinate) + by).map_err(|_| Halt::Limit)?;
            }
        }
    }
    Ok(())
}

/// The distances between all pieces of a group in one position.
struct Matrix {
    count: usize,
    half: usize,
    bodies: Vec<Body>,
    /// How each two pieces lie to each other, in the order of the second and then the first.
    offsets: Vec<Option<Shift>>,
    /// By direction of the first half, moving piece and standing piece.
    distances: Vec<u16>,
    /// By direction and piece, the pieces that it touches in that direction.
    touched: Vec<Set>,
    /// By direction of the first half and piece, the pieces that it meets sooner or later.
    met: Vec<Set>,
    /// For each piece those that move with it.
    closures: Vec<Set>,
    /// The sets that are being extended: each, the pieces that are left out, and the next piece.
    open: Vec<(Set, Set, usize)>,
}

impl Matrix {
    fn new(count: usize, half: usize) -> Matrix {
        Matrix {
            count,
            half,
            bodies: vec![Body { shape: 0, at: [0; 3] }; count],
            offsets: vec![None; count * count.saturating_sub(1) / 2],
            distances: vec![FOR_EVER; half * count * count],
            touched: vec![0; 2 * half * count],
            met: vec![0; half * count],
            closures: vec![0; count],
            open: Vec::new(),
        }
    }

    /// Notes how far a piece can go, in a direction of the first half, before it meets another.
    fn note(&mut self, direction: usize, moving: usize, standing: usize, distance: u16) {
        let (count, half) = (self.count, self.half);
        self.distances[(direction * count + moving) * count + standing] = distance;
        let place = |sets: &mut Vec<Set>, row: usize, piece: usize, is_in: bool| {
            let set = &mut sets[row];
            *set = *set & !(1 << piece) | Set::from(is_in) << piece;
        };
        place(&mut self.touched, direction * count + moving, standing, distance == 0);
        place(&mut self.touched, (direction + half) * count + standing, moving, distance == 0);
        place(&mut self.met, direction * count + moving, standing, distance != FOR_EVER);
    }

    /// Finds for each piece the least set that moves with it by a distance in a direction. Distances
    /// follow one another, from 1.
    fn close_within(&mut self, direction: usize, distance: u16) {
        let count = self.count;
        if distance == 1 {
            self.closures.copy_from_slice(&self.touched[direction * count..][..count]);
            return self.close();
        }
        // What moved by the distance before still does, and with it what it meets now.
        let is_back = direction >= self.half;
        let table = &self.distances[direction % self.half * count * count..][..count * count];
        let mut grows = false;
        for (i, row) in table.chunks_exact(count).enumerate() {
            for (j, _) in row.iter().enumerate().filter(|(_, own)| **own == distance - 1) {
                let (pushing, pushed) = if is_back { (j, i) } else { (i, j) };
                grows |= self.closures[pushing] >> pushed & 1 == 0;
                self.closures[pushing] |= 1 << pushed;
            }
        }
        if grows {
            self.close();
        }
    }

    /// Makes of the pieces that each piece pushes by itself all that move with it, itself included.
    fn close(&mut self) {
        for (n, closure) in self.closures.iter_mut().enumerate() {
            *closure |= 1 << n;
        }
        for k in 0..self.count {
            let further = self.closures[k];
            for closure in &mut self.closures {
                *closure |= further & (*closure >> k & 1).wrapping_neg();
            }
        }
    }

    /// The pieces that can go for ever, and their direction: the fewest, in the first direction that
    /// lets so few go, and of those the ones with the lowest numbers.
    fn parting(&mut self) -> Option<(Set, usize)> {
        let all = Set::MAX >> (MAX_PIECES - self.count);
        let mut best: Option<(u32, usize, Reverse<Set>)> = None;
        for direction in 0..self.half {
            self.closures.copy_from_slice(&self.met[direction * self.count..][..self.count]);
            self.close();
            for &closure in self.closures.iter().filter(|closure| **closure != all) {
                let is_less = 2 * closure.count_ones() as usize <= self.count;
                // When many can go, the others can go the other way.
                let (set, way) = if is_less {
                    (closure, direction)
                } else {
                    (all & !closure, direction + self.half)
                };
                let key = (set.count_ones(), way, Reverse(set.reverse_bits()));
                best = Some(best.map_or(key, |other| other.min(key)));
            }
        }
        best.map(|(_, way, Reverse(set))| (set.reverse_bits(), way))
    }

    /// Returns whether some pieces can move without most of the others.
    fn has_moves(&self) -> bool {
        let most = self.count as u32 / 2;
        self.closures.iter().any(|closure| closure.count_ones() <= most)
    }

    /// Visits every union of closures that has at most half the pieces, each once.
    fn unions(&mut self, visit: &mut impl FnMut(Set) -> Result<(), Halt>) -> Result<(), Halt> {
        let most = self.count as u32 / 2;
        self.open.clear();
        self.open.push((0, 0, 0));
        while let Some((set, mut left_out, mut next)) = self.open.pop() {
            while next < self.count {
                let closure = self.closures[next];
                let union = set | closure;
                let is_new = set >> next & 1 == 0;
                left_out |= Set::from(is_new) << next;
                next += 1;
                let before = left_out & !(Set::from(is_new) << (next - 1));
                if is_new && closure & before == 0 && union.count_ones() <= most {
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
