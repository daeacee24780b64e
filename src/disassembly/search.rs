//! The search for a way to separate pieces: breadth first over their relative positions.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::directions::Shift;
use super::matrix::{Matrix, Set, place};
use super::slides::{Body, Slides};
use super::states::{BATCH, States};
use super::{Halt, Move, Part, Reach, Separation};
use crate::lattice::Point;
use crate::threads::share_out;

/// The most pieces of a solution that is searched: those of a set of bits.
pub const MAX_PIECES: usize = u128::BITS as usize;
/// The number of positions or batches between two looks at whether the search goes on.
const CHECK_INTERVAL: u64 = 1024;

/// Positions that are gone on from by one thread at a time, when others share the work.
const SHARE: usize = if cfg!(test) { 64 } else { 2048 };
/// The fewest waiting positions that are shared.
const MIN_SHARED: usize = 2 * SHARE;
/// The moves from one position that a thread tries while others wait for what it finds.
const MAX_TRIED: usize = 1 << 14;

/// A set of pieces, by their numbers in a group that is searched.
type Pieces = u128;

/// Receives a position with a separation, the pieces that go and their direction.
type See<'s> = &'s mut dyn FnMut(&States, usize, Pieces, usize) -> ControlFlow<()>;

/// The search of one solution.
pub(super) struct Search<'a> {
    pub(super) slides: &'a mut Slides,
    /// Groups that may stay together: whether each piece of the solution belongs to one.
    pub(super) together: Vec<Vec<bool>>,
    pub(super) max_states: u64,
    /// The positions reached, those of all groups.
    pub(super) states: u64,
    pub(super) check: &'a dyn Fn() -> ControlFlow<()>,
    /// Threads that have nothing else to do.
    pub(super) idle: &'a AtomicUsize,
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
    moving: Pieces,
    direction: usize,
}

/// The working memory that a thread needs to go on from positions.
struct Hand<S> {
    matrix: Matrix<S>,
    /// The position, and room for one that it leads to, and for several.
    state: Vec<i16>,
    next: Vec<i16>,
    batch: Vec<i16>,
}

/// The findings of a thread from some positions, in their order.
struct Looked {
    outcomes: Vec<Outcome>,
    /// Positions that are new, one after the other, and their hashes.
    reached: Vec<i16>,
    hashes: Vec<u64>,
}

/// The finding from a position.
enum Outcome {
    /// Pieces that can go, and their direction.
    Parts(Pieces, usize),
    /// So many new positions.
    Reaches(usize),
    /// More moves than are tried beside others.
    TooMany,
}

impl<S: Set> Hand<S> {
    fn new(bodies: &[Body], slides: &Slides) -> Hand<S> {
        let [state, next, batch] = [const { Vec::new() }; 3];
        Hand { matrix: Matrix::new(bodies, slides), state, next, batch }
    }

    fn fill(&mut self, slides: &mut Slides, state: &[i16]) {
        self.state.clear();
        self.state.extend_from_slice(state);
        self.matrix.fill(slides, state);
    }

    /// Passes on the positions that one move leads to, several at once.
    fn expand(&mut self, reach: &mut dyn FnMut(&[i16]) -> Result<(), Halt>) -> Result<(), Halt> {
        let Hand { matrix, state, next, batch } = self;
        let full = BATCH * state.len();
        batch.clear();
        matrix.expand(state, next, &mut |position| {
            batch.extend_from_slice(position);
            if batch.len() >= full {
                reach(batch)?;
                batch.clear();
            }
            Ok(())
        })?;
        reach(batch)
    }

    /// Finds what some positions lead to that is not known yet.
    fn look(&mut self, slides: &mut Slides, states: &States, range: Range<usize>) -> Looked {
        let (outcomes, reached, hashes) = (Vec::new(), Vec::new(), Vec::new());
        let mut looked = Looked { outcomes, reached, hashes };
        for state in range {
            self.fill(slides, states.get(state));
            if let Some((moving, direction)) = self.matrix.parting() {
                looked.outcomes.push(Outcome::Parts(moving, direction));
                continue;
            }
            let before = looked.hashes.len();
            let mut tried = 0;
            let expanded = self.expand(&mut |reached| {
                tried += reached.len();
                if tried > MAX_TRIED * states.width() {
                    return Err(Halt::Limit);
                }
                let positions = reached.chunks_exact(states.width().max(1));
                let hashes = states.hashes(reached);
                states.glance(&hashes[..positions.len()]);
                for (position, hash) in positions.zip(hashes) {
                    if !states.contains(position, hash) {
                        looked.hashes.push(hash);
                        looked.reached.extend_from_slice(position);
                    }
                }
                Ok(())
            });
            looked.outcomes.push(match expanded {
                Ok(()) => Outcome::Reaches(looked.hashes.len() - before),
                Err(_) => {
                    looked.hashes.truncate(before);
                    looked.reached.truncate(before * states.width());
                    Outcome::TooMany
                }
            });
        }
        looked
    }
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
            let state = parting.states.get(parting.state);
            body.at = place(*body, state, n, self.slides.dimension());
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
    /// position is passed to `see`, with the pieces that go and their direction. What is found, and in
    /// which order, does not depend on the threads that share the work.
    fn explore(&mut self, bodies: &[Body], see: See<'_>) -> (States, Result<(), Halt>) {
        match bodies.len() <= u32::BITS as usize {
            true => self.explore_with::<u32>(bodies, see),
            false => self.explore_with::<u128>(bodies, see),
        }
    }

    fn explore_with<S: Set>(
        &mut self,
        bodies: &[Body],
        see: See<'_>,
    ) -> (States, Result<(), Halt>) {
        let mut states = States::new(bodies.len().saturating_sub(1) * self.slides.dimension());
        let mut own = Hand::<S>::new(bodies, self.slides);
        let mut others: Vec<(Slides, Hand<S>)> = Vec::new();
        let mut state = 0;
        let end = loop {
            let waiting = states.len() - state;
            if waiting == 0 {
                break Ok(());
            }
            let idle = match waiting < MIN_SHARED {
                true => 0,
                false => self.idle.swap(0, Ordering::Relaxed),
            };
            let flow = if idle == 0 {
                state += 1;
                self.visit(&mut own, &mut states, state - 1, see)
            } else {
                while others.len() < idle {
                    others.push((self.slides.clone(), Hand::new(bodies, self.slides)));
                }
                let shared = state..state + waiting.min(SHARE * (idle + 1));
                state = shared.end;
                let helpers = &mut others[..idle];
                let flow = self.visit_together((&mut own, helpers), &mut states, shared, see);
                self.idle.fetch_add(idle, Ordering::Relaxed);
                flow
            };
            if let ControlFlow::Break(end) = flow {
                break end;
            }
        };
        self.states += states.len() as u64;
        (states, end)
    }

    /// Goes on from one position.
    fn visit<S: Set>(
        &mut self,
        hand: &mut Hand<S>,
        states: &mut States,
        state: usize,
        see: See<'_>,
    ) -> ControlFlow<Result<(), Halt>> {
        let is_over = |n: u64| n.is_multiple_of(CHECK_INTERVAL) && (self.check)().is_break();
        if is_over(state as u64) {
            return ControlFlow::Break(Err(Halt::Cancelled));
        }
        hand.fill(self.slides, states.get(state));
        if let Some((moving, direction)) = hand.matrix.parting() {
            return see(states, state, moving, direction).map_break(Ok);
        }
        let most = self.max_states - self.states.min(self.max_states);
        let mut batches = 0;
        let expanded = hand.expand(&mut |reached| {
            batches += 1;
            if is_over(batches) {
                return Err(Halt::Cancelled);
            }
            let positions = reached.chunks_exact(states.width().max(1));
            let hashes = states.hashes(reached);
            states.glance(&hashes[..positions.len()]);
            for (position, hash) in positions.zip(hashes) {
                states.insert(position, hash, state);
                if states.len() as u64 > most {
                    return Err(Halt::Limit);
                }
            }
            Ok(())
        });
        expanded.map_or_else(|halt| ControlFlow::Break(Err(halt)), ControlFlow::Continue)
    }

    /// Goes on from some positions, on this thread and on others.
    fn visit_together<S: Set>(
        &mut self,
        (own, others): (&mut Hand<S>, &mut [(Slides, Hand<S>)]),
        states: &mut States,
        shared: Range<usize>,
        see: See<'_>,
    ) -> ControlFlow<Result<(), Halt>> {
        if (self.check)().is_break() {
            return ControlFlow::Break(Err(Halt::Cancelled));
        }
        let mut hands: Vec<(&mut Slides, &mut Hand<S>)> = vec![(&mut *self.slides, &mut *own)];
        hands.extend(others.iter_mut().map(|(slides, hand)| (slides, hand)));
        let each = shared.len().div_ceil(hands.len());
        let from = |n: usize| (shared.start + n * each).min(shared.end);
        let shares = hands.into_iter().enumerate();
        let looked = share_out(
            shares.map(|(n, (slides, hand))| (slides, hand, from(n)..from(n + 1))),
            |(slides, hand, range)| hand.look(slides, states, range),
        );
        let most = self.max_states - self.states.min(self.max_states);
        let mut state = shared.start;
        for Looked { outcomes, reached, hashes } in looked {
            let positions = reached.chunks_exact(states.width().max(1));
            let mut found = positions.zip(hashes.iter().copied()).zip(0..);
            for outcome in outcomes {
                match outcome {
                    Outcome::Parts(moving, direction) => {
                        see(states, state, moving, direction).map_break(Ok)?;
                    }
                    Outcome::Reaches(count) => {
                        for ((position, hash), n) in found.by_ref().take(count) {
                            if n % BATCH == 0 {
                                states.glance(&hashes[n..hashes.len().min(n + BATCH)]);
                            }
                            states.insert(position, hash, state);
                            if states.len() as u64 > most {
                                return ControlFlow::Break(Err(Halt::Limit));
                            }
                        }
                    }
                    Outcome::TooMany => self.visit(own, states, state, see)?,
                }
                state += 1;
            }
        }
        ControlFlow::Continue(())
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
                let state = parting.states.get(state);
                let place = |n: usize| place(group.bodies[n], state, n, self.slides.dimension());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::polyform::art::shape_sites;
    use crate::puzzle::JunctionRule;

    /// All that a search finds: its positions in their order, and the separations.
    type Found = (Vec<Vec<i16>>, Vec<(usize, Pieces, usize)>, Result<(), Halt>);

    /// The findings on three pieces in a ring, with a gap or not, by this thread and idle ones.
    fn found(ring: [&str; 7], idle: usize, max_states: u64) -> Found {
        let lattice = Lattice::by_key("Square").unwrap();
        let mut slides = Slides::new(lattice, JunctionRule::NoCrossing);
        let mut piece = |art: &[&str]| slides.body(&shape_sites(lattice, art).unwrap());
        let bodies = [
            piece(&ring),
            piece(&[".......", ".X.....", ".X....."]),
            piece(&[".......", "...XX.."]),
            piece(&[".......", ".......", ".......", "..X...."]),
        ];
        let idle = AtomicUsize::new(idle);
        let check = || ControlFlow::Continue(());
        let (slides, together) = (&mut slides, Vec::new());
        let mut search =
            Search { slides, together, max_states, states: 0, check: &check, idle: &idle };
        let mut partings = Vec::new();
        let (states, end) = search.explore(&bodies, &mut |_, state, moving, direction| {
            partings.push((state, moving, direction));
            ControlFlow::Continue(())
        });
        assert_eq!(search.states, states.len() as u64);
        ((0..states.len()).map(|n| states.get(n).to_vec()).collect(), partings, end)
    }

    #[test]
    fn what_is_found_does_not_depend_on_threads() {
        let closed = ["XXXXXXX", "X.....X", "X.....X", "X.....X", "X.....X", "X.....X", "XXXXXXX"];
        let mut open = closed;
        open[5] = "X......";
        for ring in [closed, open] {
            let (states, partings, end) = found(ring, 0, 1_000_000);
            assert!(states.len() > 2 * MIN_SHARED && end.is_ok(), "{}", states.len());
            assert_eq!(partings.is_empty(), ring == closed);
            let limits = [1_000_000, states.len() as u64 - 1000];
            for (idle, most) in [1, 3].into_iter().flat_map(|n| limits.map(|most| (n, most))) {
                assert_eq!(found(ring, idle, most), found(ring, 0, most), "{idle} {most}");
            }
        }
    }
}
