//! Disassembly: the ways in which a solution can be taken apart.
//!
//! In a *move* some pieces slide by whole steps in one direction while the others stand, and every
//! position on the way is free. A *separation* is a move after which pieces are free for good. The
//! moves until the first separation, then those until the next one of each part, are the *level* of a
//! solution, such as 5.2.1.
//!
//! The directions of a lattice are its shortest translations and, unless its cells are balls, the
//! shortest ones along their sides, so that faces that touch can slide. Pieces do not turn. [`Slides`] knows how far one
//! piece can slide before it meets another. For a distance, the pieces that a piece pushes, directly or
//! through others, are its closure; all that can move is a union of closures, and what is more than half
//! of all pieces is the others moving the other way.
//!
//! **Rule.** Positions are searched breadth first, so that the moves until each separation are as few as
//! can be from where its pieces are. From a position, moves are tried by direction
//! ([`Slides::directions`]), then by distance, then by pieces in their order in the solution. The first
//! position found that has a separation is taken, and of its separations the one of the fewest pieces,
//! then of the first direction, then of the first pieces. The search goes on with the pieces that stand,
//! then with those that went. So the first number of a level is the least there is, and the others
//! belong to this rule. The answer itself depends on no choice: what can be taken apart can be taken
//! apart from every position that it can be brought to.
//!
//! [`replay`] checks a list of moves by code of its own. [`Disassembler`] takes any solutions of a puzzle
//! apart, from several threads; [`Timeline`] says where the pieces are while they move, and
//! [`Position`] how each can be pushed from there. Leans on [`crate::encode`]. Read next: [`crate::solution`], which has measures of this.

mod directions;
mod disassembler;
mod level;
mod matrix;
mod position;
mod replay;
mod search;
mod slides;
mod states;
mod timeline;
mod words;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicUsize;

pub use disassembler::Disassembler;
pub use level::Level;
pub use position::Position;
pub use replay::{ReplayError, replay};
pub use slides::Slides;
pub use timeline::{TimedMove, Timeline};
pub use words::{MoveWords, level_words};

pub use search::MAX_PIECES;

use self::search::{Group, Search};
use crate::encode::Placed;
use crate::lattice::Point;
use crate::puzzle::PieceId;

/// The positions that a solution may have before it is given up, unless other limits are set.
pub const DEFAULT_MAX_STATES: u64 = 1_000_000;
/// The largest limit that can be set.
pub const MAX_STATES: u64 = u32::MAX as u64 - 1;

/// The terms on which solutions are taken apart.
#[derive(Clone, Debug)]
pub struct DisassemblyOptions {
    /// The most positions of the pieces of one solution, [`MAX_STATES`] at most.
    pub max_states: u64,
    /// Groups of pieces that need not be separated from each other.
    pub together: Vec<Vec<PieceId>>,
}

impl Default for DisassemblyOptions {
    fn default() -> DisassemblyOptions {
        DisassemblyOptions { max_states: DEFAULT_MAX_STATES, together: Vec::new() }
    }
}

/// A solution, taken apart or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disassembly {
    /// The answer.
    pub result: Separability,
    /// The number of positions that were reached, those of parts included.
    pub states: u64,
}

/// The summary that is kept of a [`Disassembly`] when its moves are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// True if the solution can be taken apart; `None` if that is not known.
    pub disassembles: Option<bool>,
    /// The moves of each separation; empty unless it can.
    pub level: Level,
    /// The moves until the first separation; 0 if there is none.
    pub first_moves: u32,
    /// All moves.
    pub moves: u32,
    /// The number of positions that were reached.
    pub states: u64,
}

impl Disassembly {
    /// The result without its moves.
    pub fn summary(&self) -> Summary {
        let (disassembles, level) = match &self.result {
            Separability::Apart(whole) => (Some(true), whole.level()),
            Separability::Locked => (Some(false), Vec::new()),
            Separability::Unknown => (None, Vec::new()),
        };
        Summary {
            disassembles,
            first_moves: level.first().map_or(0, |&moves| moves as u32),
            moves: level.iter().sum::<usize>() as u32,
            level: Level::new(level.into_iter().map(|moves| moves as u64)),
            states: self.states,
        }
    }
}

/// The answer to whether a solution can be taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Separability {
    /// It can: by these moves.
    Apart(Part),
    /// It cannot: all positions were reached.
    Locked,
    /// A limit was reached before that: of positions, or [`MAX_PIECES`], if none was reached.
    Unknown,
}

/// The positions that can be reached from one by moves of pieces, up to those in which something can
/// leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The number of positions, the first one included.
    pub positions: u64,
    /// False if the limit was reached before that.
    pub is_all: bool,
    /// The fewest moves until something is free, that one included; `None` if no position that was
    /// reached has such a move.
    pub moves: Option<usize>,
}

/// Some pieces, by their places in the solution's list, and how they are separated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The pieces, ascending.
    pub pieces: Vec<usize>,
    /// Their separation; `None` of a single piece, and of those that may stay together.
    pub then: Option<Box<Separation>>,
}

/// The separation of pieces into two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separation {
    /// The moves, the last of which has no end.
    pub moves: Vec<Move>,
    /// The pieces that stand in the last move.
    pub rest: Part,
    /// The pieces that go.
    pub away: Part,
}

/// A move of some pieces while the others of their part stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The pieces, by their places in the solution's list.
    pub pieces: Vec<usize>,
    /// One step.
    pub step: Point,
    /// The number of steps; `None` of a move that has no end.
    pub steps: Option<u32>,
}

impl Part {
    /// The separations in the order in which they are carried out.
    pub fn separations(&self) -> Vec<&Separation> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(part) = open.pop() {
            if let Some(own) = &part.then {
                found.push(&**own);
                open.extend([&own.away, &own.rest]);
            }
        }
        found
    }

    /// Gives each piece another number, that in a list at its old one.
    fn renumber(&mut self, numbers: &[usize]) {
        let change = |pieces: &mut Vec<usize>| {
            pieces.iter_mut().for_each(|piece| *piece = numbers[*piece]);
            pieces.sort_unstable();
        };
        let mut open = vec![self];
        while let Some(part) = open.pop() {
            change(&mut part.pieces);
            if let Some(own) = &mut part.then {
                own.moves.iter_mut().for_each(|own| change(&mut own.pieces));
                open.extend([&mut own.rest, &mut own.away]);
            }
        }
    }

    /// The moves of each separation.
    pub fn level(&self) -> Vec<usize> {
        self.separations().iter().map(|own| own.moves.len()).collect()
    }

    /// The level as BurrTools gives it: without the parts whose separations all take one move.
    pub fn burrtools_level(&self) -> Vec<usize> {
        let is_long = |part: &&Part| part.level().iter().any(|&moves| moves > 1);
        let (mut level, mut open) = (Vec::new(), vec![self]);
        while let Some(part) = open.pop() {
            if let Some(own) = &part.then {
                level.push(own.moves.len());
                open.extend([&own.away, &own.rest].into_iter().filter(is_long));
            }
        }
        level
    }
}

/// The reason why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Halt {
    /// The limit of positions.
    Limit,
    /// Its owner.
    Cancelled,
}

/// Takes a solution apart; `None` when `check` broke it off.
///
/// ```
/// use std::ops::ControlFlow;
/// use polywright::disassembly::{DisassemblyOptions, Separability, Slides, take_apart};
/// use polywright::lattice::{Lattice, Point};
/// use polywright::puzzle::{JunctionRule, PieceId};
///
/// // A square in a ring of eight, and one in a ring with a gap.
/// let ring = [(1, 1), (3, 1), (5, 1), (1, 3), (1, 5), (3, 5), (5, 5), (5, 3)];
/// let ring: Vec<Point> = ring.into_iter().map(|(x, y)| Point::new(x, y, 0)).collect();
/// let square = vec![Point::new(3, 3, 0)];
/// let mut slides = Slides::new(Lattice::by_key("Square").unwrap(), JunctionRule::NoCrossing);
/// let mut result = |ring: &[Point]| {
///     let placed = vec![(PieceId(0), ring.to_vec()), (PieceId(1), square.clone())];
///     let check = || ControlFlow::Continue(());
///     take_apart(&mut slides, &placed, &DisassemblyOptions::default(), &check).unwrap().result
/// };
/// assert_eq!(result(&ring), Separability::Locked);
/// let Separability::Apart(part) = result(&ring[..7]) else { panic!("there is a gap") };
/// assert_eq!(part.level(), [1]);
/// ```
pub fn take_apart(
    slides: &mut Slides,
    placed: &Placed,
    options: &DisassemblyOptions,
    check: &dyn Fn() -> ControlFlow<()>,
) -> Option<Disassembly> {
    take_apart_with((slides, &AtomicUsize::new(0)), placed, options, check)
}

/// As [`take_apart`], with threads that have nothing else to do.
fn take_apart_with(
    (slides, idle): (&mut Slides, &AtomicUsize),
    placed: &Placed,
    options: &DisassemblyOptions,
    check: &dyn Fn() -> ControlFlow<()>,
) -> Option<Disassembly> {
    if placed.len() > MAX_PIECES {
        return Some(Disassembly { result: Separability::Unknown, states: 0 });
    }
    let bodies = placed.iter().map(|(_, sites)| slides.body(sites)).collect();
    let members =
        |group: &Vec<PieceId>| placed.iter().map(|(piece, _)| group.contains(piece)).collect();
    let together = options.together.iter().map(members).collect();
    let max_states = options.max_states.min(MAX_STATES);
    let mut search = Search { slides, together, max_states, states: 0, check, idle };
    let found = search.take_apart(Group { pieces: (0..placed.len()).collect(), bodies });
    let result = match found {
        Ok(Some(part)) => Separability::Apart(part),
        Ok(None) => Separability::Locked,
        Err(Halt::Limit) => Separability::Unknown,
        Err(Halt::Cancelled) => return None,
    };
    Some(Disassembly { result, states: search.states })
}
