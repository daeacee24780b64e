//! Solving by hand: how many solutions contain the pieces on the board, and hints.
//!
//! The placed pieces are a [`Position`]. What it leaves is worked out on threads of their own, at
//! low priority, and given up when the position changes: first the placements that still fit, then
//! the solutions left, from the list of solutions where one is known, else by a short search.
//! Leans on [`crate::solution::by_hand`] and [`crate::job::by_hand`]. Read next: `advice.rs`,
//! the hints.

use crate::natural::Natural;

mod advice;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::check::analysis::Analysis;
use super::task::{CancelToken, Task, Wake};
use crate::encode::Encoding;
use crate::exact_cover::{ItemId, OptionId, Residual};
use crate::job::by_hand::{SearchLimits, search};
use crate::job::lower_priority;
use crate::lattice::Point;
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::{Store, Tally, by_hand};
pub(super) use advice::Advice;
pub use advice::{Hint, HintText, left_words};

/// The limits of the search for the solutions left.
const LIMITS: SearchLimits = SearchLimits {
    solutions: 10_000,
    // Tests compare whole counts, however busy the machine is.
    time: Duration::from_secs(if cfg!(test) { 100 } else { 2 }),
};
/// Time before a count that is under way is spoken of.
pub const COUNTING_DELAY: Duration = Duration::from_millis(200);

/// The aids for placing pieces by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ByHandSettings {
    /// True if the solutions left are counted.
    pub count: bool,
    /// True if a placement that leaves no solution looks different on the Design screen.
    pub warn: bool,
    /// The same on the Play screen, where it gives away whether a move is right.
    pub warn_in_play: bool,
    /// True if sites that no piece can cover are marked.
    pub mark: bool,
    /// True if the time spent is shown while playing.
    pub clock: bool,
}

impl Default for ByHandSettings {
    fn default() -> ByHandSettings {
        ByHandSettings { count: true, warn: true, warn_in_play: false, mark: false, clock: true }
    }
}

/// The placed pieces as options, and what still fits beside them.
#[derive(Debug)]
pub struct Position {
    /// The puzzle whose options these are.
    pub(super) analysis: Arc<Analysis>,
    /// The options of the placed pieces, ascending; `None` if a placed piece breaks a rule of the
    /// puzzle, or two exclude each other.
    pub(super) chosen: Option<Vec<OptionId>>,
    pub(super) residual: Option<Residual>,
    /// For each piece the number of its placements that still fit.
    pub(super) fits: Vec<u32>,
    /// For each site of the board the number of placements through it that still fit.
    pub(super) coverage: Vec<u32>,
    /// Required sites that no placement left covers, by their positions on the board.
    pub(super) dead_sites: Vec<usize>,
    /// Pieces that must still be used and have no placement left.
    pub(super) dead_pieces: Vec<PieceId>,
}

impl Position {
    fn new(analysis: Arc<Analysis>, placed: &Puzzle) -> Position {
        let Analysis { puzzle, encoding, .. } = &*analysis;
        let option =
            |laid: &crate::puzzle::BoardPiece| encoding.find(puzzle, laid.piece, &laid.sites);
        let mut chosen: Option<Vec<OptionId>> = placed.placed.iter().map(option).collect();
        chosen.iter_mut().for_each(|chosen| chosen.sort_unstable());
        let residual = chosen.as_deref().and_then(|chosen| encoding.problem.residual(chosen).ok());
        let mut position = Position {
            chosen,
            fits: vec![0; puzzle.pieces.len()],
            coverage: vec![0; puzzle.board.sites().len()],
            dead_sites: Vec::new(),
            dead_pieces: Vec::new(),
            residual: None,
            analysis: Arc::clone(&analysis),
        };
        let Some(residual) = residual else {
            position.chosen = None;
            return position;
        };
        let mut covered = vec![0; encoding.problem.items().len()];
        for &option in &residual.options {
            position.fits[encoding.placement(option).piece.index()] += 1;
            encoding.problem.option(option).iter().for_each(|cell| covered[cell.item.index()] += 1);
        }
        let of_site = |item: &ItemId| covered[item.index()];
        position.coverage = encoding.site_items.iter().map(of_site).collect();
        let dead = |items: &[ItemId]| -> Vec<usize> {
            let is_open = |item: &ItemId| residual.open.binary_search(item).is_ok();
            let is_dead = |item: &ItemId| is_open(item) && covered[item.index()] == 0;
            (0..items.len()).filter(|&n| is_dead(&items[n])).collect()
        };
        position.dead_sites = dead(&encoding.site_items);
        position.dead_pieces =
            dead(&encoding.piece_items).into_iter().map(|n| PieceId(n as u32)).collect();
        position.residual = Some(residual);
        position
    }

    /// Returns whether the placed pieces are a solution.
    pub(super) fn is_solved(&self) -> bool {
        self.residual.as_ref().is_some_and(Residual::is_solved)
    }

    pub(super) fn encoding(&self) -> &Encoding {
        &self.analysis.encoding
    }
}

/// The solutions that contain the placed pieces.
#[derive(Debug)]
pub(super) struct Count {
    pub(super) tally: Tally,
    /// True if they come from the list of solutions.
    pub(super) is_listed: bool,
    pub(super) advice: Option<Advice>,
}

/// The number of solutions left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionsLeft {
    /// All were counted.
    Exactly(u64),
    /// The search stopped at this number of solutions.
    MoreThan(u64),
    /// The search took too long; it found some.
    AtLeast(u64),
    /// The search took too long and found none.
    Unknown,
}

impl SolutionsLeft {
    pub(super) fn new(tally: &Tally) -> SolutionsLeft {
        match (tally.complete, tally.total) {
            (true, total) => SolutionsLeft::Exactly(total),
            (false, 0) => SolutionsLeft::Unknown,
            (false, total) if total >= LIMITS.solutions => SolutionsLeft::MoreThan(total),
            (false, total) => SolutionsLeft::AtLeast(total),
        }
    }
}

/// The status of the solutions left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByHandStatus {
    /// Nothing is placed, and nothing is known.
    NotCounted,
    /// Nothing is placed; all solutions are known.
    Distinct(Natural),
    /// They are being counted; with the number of the position before.
    Counting(Option<SolutionsLeft>),
    /// They were counted.
    Left(SolutionsLeft),
    /// The placed pieces are a solution; with its number and that of all distinct solutions, if
    /// they are listed.
    Solved(Option<(u64, u64)>),
}

/// The inputs that the state of a position depends on.
pub(super) struct Key {
    pub(super) puzzle: Arc<Puzzle>,
    pub(super) analysis: Arc<Analysis>,
    pub(super) basis: Option<Arc<Analysis>>,
    pub(super) is_complete: bool,
}

/// The facts known about the pieces on the board.
#[derive(Default)]
pub struct ByHand {
    pub(super) key: Option<Key>,
    /// The analysis behind the list of solutions, if that is for the puzzle with these pieces
    /// placed.
    pub(super) list: Option<Arc<Analysis>>,
    pub(super) position: Option<Task<Arc<Position>>>,
    pub(super) count: Option<Task<Count>>,
    pub(super) started: Option<Instant>,
    /// The number of the position before.
    pub(super) last: Option<SolutionsLeft>,
    /// The puzzle for which something was asked.
    pub(super) asked_of: Option<Arc<Puzzle>>,
    /// The number of hints that are shown.
    pub(super) hints: usize,
    /// True if something that needs the solutions was requested.
    pub(super) is_asked: bool,
    /// True if the board is to be filled as soon as a solution is known.
    pub(super) is_filling: bool,
    /// The number of random solutions so far.
    pub(super) fills: usize,
}

impl ByHand {
    pub(super) fn position(&self) -> Option<&Arc<Position>> {
        self.position.as_ref()?.get()
    }

    pub(super) fn count(&self) -> Option<&Count> {
        self.count.as_ref()?.get()
    }

    pub(super) fn left(&self) -> Option<SolutionsLeft> {
        self.count().map(|count| SolutionsLeft::new(&count.tally))
    }

    /// Forgets what was asked for once a piece was moved.
    pub(super) fn follow_moves(&mut self, puzzle: &Arc<Puzzle>) {
        let is_same = |old: &Arc<Puzzle>| Arc::ptr_eq(old, puzzle) || old.placed == puzzle.placed;
        if !self.asked_of.as_ref().is_some_and(is_same) {
            // After a move the ladder of hints starts again.
            (self.hints, self.is_asked, self.is_filling) = (0, false, false);
        }
        self.asked_of = Some(Arc::clone(puzzle));
    }

    /// Begins with another position.
    pub(super) fn restart(&mut self, key: Key, list: Option<Arc<Analysis>>, wake: &Wake) {
        let last = self.left().or(self.last);
        let basis = list.clone().unwrap_or_else(|| Arc::clone(&key.analysis));
        let puzzle = Arc::clone(&key.puzzle);
        let work = move |interest: CancelToken| {
            lower_priority();
            if interest.is_lost() {
                return Err("nobody waits for it".to_owned());
            }
            Ok(Arc::new(Position::new(basis, &puzzle)))
        };
        *self = ByHand {
            position: Some(Task::start(wake, work)),
            started: Some(Instant::now()),
            asked_of: self.asked_of.take(),
            hints: self.hints,
            is_asked: self.is_asked,
            is_filling: self.is_filling,
            fills: self.fills,
            last,
            key: Some(key),
            list,
            count: None,
        };
    }

    /// Begins to count the solutions left.
    pub(super) fn start_count(&mut self, store: Option<Store>, wake: &Wake) {
        let Some(position) = self.position().cloned() else { return };
        let work = move |interest: CancelToken| {
            lower_priority();
            let tally = tally(&position, store.as_ref(), &interest);
            let tally = tally.ok_or_else(|| "nobody waits for it".to_owned())?;
            let advice = Advice::new(&position, &tally);
            Ok(Count { tally, is_listed: store.is_some(), advice })
        };
        self.count = Some(Task::start(wake, work));
    }

    /// The placements left of a piece that lead to a solution, as far as that is known.
    pub(super) fn leads_on(&self, piece: PieceId, sites: &[Point]) -> Option<bool> {
        let (position, count) = (self.position()?, self.count()?);
        let puzzle = &position.analysis.puzzle;
        match position.encoding().find(puzzle, piece, sites) {
            Some(option) => count.tally.leads_on(option),
            // A rule of the puzzle excludes it.
            None => Some(false),
        }
    }
}

/// The solutions that contain a position, from a list or by a search.
fn tally(position: &Position, store: Option<&Store>, interest: &CancelToken) -> Option<Tally> {
    let Analysis { puzzle, encoding, group, .. } = &*position.analysis;
    let wanted = || !interest.is_lost();
    let (Some(chosen), Some(residual)) = (&position.chosen, &position.residual) else {
        return Some(Tally::new(encoding.problem.option_count()));
    };
    match store {
        Some(store) => by_hand::of_store(store, group, chosen, &wanted),
        None => search((puzzle, encoding, group), chosen, residual, LIMITS, &wanted),
    }
}
