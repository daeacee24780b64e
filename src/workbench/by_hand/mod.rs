//! Solving by hand: how many solutions contain the pieces on the board, and hints.
//!
//! The placed pieces are a [`Position`]. What it leaves is worked out on threads of their own, at
//! low priority, and given up when the position changes: first the placements that still fit, then
//! the solutions left, from the list of solutions where one is known, else by a short search.
//! Leans on [`crate::solution::by_hand`] and [`crate::job::by_hand`]. Read next: `advice.rs`,
//! the hints.

mod advice;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::check::analysis::Analysis;
use super::document::Document;
use super::edit::Edit;
use super::solutions::listing::ListSettings;
use super::task::{CancelToken, Task, Wake};
use crate::encode::Encoding;
use crate::exact_cover::{ItemId, OptionId, Residual};
use crate::job::by_hand::{SearchLimits, search};
use crate::job::lower_priority;
use crate::lattice::Point;
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::{Store, Tally, by_hand};
use advice::Advice;
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
    /// True if a placement that leaves no solution looks different.
    pub warn: bool,
    /// True if sites that no piece can cover are marked.
    pub mark: bool,
}

impl Default for ByHandSettings {
    fn default() -> ByHandSettings {
        ByHandSettings { count: true, warn: true, mark: false }
    }
}

/// The placed pieces as options, and what still fits beside them.
#[derive(Debug)]
pub struct Position {
    /// The puzzle whose options these are.
    analysis: Arc<Analysis>,
    /// The options of the placed pieces, ascending; `None` if a placed piece breaks a rule of the
    /// puzzle, or two exclude each other.
    chosen: Option<Vec<OptionId>>,
    residual: Option<Residual>,
    /// For each piece the number of its placements that still fit.
    fits: Vec<u32>,
    /// For each site of the board the number of placements through it that still fit.
    coverage: Vec<u32>,
    /// Required sites that no placement left covers, by their positions on the board.
    dead_sites: Vec<usize>,
    /// Pieces that must still be used and have no placement left.
    dead_pieces: Vec<PieceId>,
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
    fn is_solved(&self) -> bool {
        self.residual.as_ref().is_some_and(Residual::is_solved)
    }

    fn encoding(&self) -> &Encoding {
        &self.analysis.encoding
    }
}

/// The solutions that contain the placed pieces.
#[derive(Debug)]
struct Count {
    tally: Tally,
    /// True if they come from the list of solutions.
    is_listed: bool,
    advice: Option<Advice>,
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
    fn new(tally: &Tally) -> SolutionsLeft {
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
    Distinct(u64),
    /// They are being counted; with the number of the position before.
    Counting(Option<SolutionsLeft>),
    /// They were counted.
    Left(SolutionsLeft),
    /// The placed pieces are a solution; with its number and that of all distinct solutions, if
    /// they are listed.
    Solved(Option<(u64, u64)>),
}

/// The inputs that the state of a position depends on.
struct Key {
    puzzle: Arc<Puzzle>,
    analysis: Arc<Analysis>,
    basis: Option<Arc<Analysis>>,
    is_complete: bool,
}

/// The facts known about the pieces on the board.
#[derive(Default)]
pub struct ByHand {
    key: Option<Key>,
    /// The analysis behind the list of solutions, if that is for the puzzle with these pieces
    /// placed.
    list: Option<Arc<Analysis>>,
    position: Option<Task<Arc<Position>>>,
    count: Option<Task<Count>>,
    started: Option<Instant>,
    /// The number of the position before.
    last: Option<SolutionsLeft>,
    /// The puzzle for which something was asked.
    asked_of: Option<Arc<Puzzle>>,
    /// The number of hints that are shown.
    hints: usize,
    /// True if something that needs the solutions was requested.
    is_asked: bool,
    /// True if the board is to be filled as soon as a solution is known.
    is_filling: bool,
    /// The number of random solutions so far.
    fills: usize,
}

impl ByHand {
    fn position(&self) -> Option<&Arc<Position>> {
        self.position.as_ref()?.get()
    }

    fn count(&self) -> Option<&Count> {
        self.count.as_ref()?.get()
    }

    fn left(&self) -> Option<SolutionsLeft> {
        self.count().map(|count| SolutionsLeft::new(&count.tally))
    }

    /// Forgets what was asked for once a piece was moved.
    fn follow_moves(&mut self, puzzle: &Arc<Puzzle>) {
        let is_same = |old: &Arc<Puzzle>| Arc::ptr_eq(old, puzzle) || old.placed == puzzle.placed;
        if !self.asked_of.as_ref().is_some_and(is_same) {
            // After a move the ladder of hints starts again.
            (self.hints, self.is_asked, self.is_filling) = (0, false, false);
        }
        self.asked_of = Some(Arc::clone(puzzle));
    }

    /// Begins with another position.
    fn restart(&mut self, key: Key, list: Option<Arc<Analysis>>, wake: &Wake) {
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
    fn start_count(&mut self, store: Option<Store>, wake: &Wake) {
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
    fn leads_on(&self, piece: PieceId, sites: &[Point]) -> Option<bool> {
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

impl Document {
    /// Returns whether placing pieces by hand makes sense for it.
    pub fn is_playable(&self) -> bool {
        self.puzzle.cover.is_none() && !self.puzzle.pieces.is_empty()
    }

    /// Checks whether hints can be given.
    ///
    /// # Errors
    /// Why not, as a short sentence.
    pub fn can_hint(&self) -> Result<(), &'static str> {
        match self.analysis() {
            _ if !self.is_playable() => Err("There are no pieces to place."),
            Task::Waiting(_) => Err("The placements are still being counted."),
            Task::Failed(_) => Err("The puzzle is too large."),
            Task::Ready(analysis) if analysis.is_hopeless() => {
                Err("Fix the errors under Checks first.")
            }
            Task::Ready(analysis) if analysis.needs_variants => {
                Err("Open one of the variants as a puzzle to solve it by hand.")
            }
            Task::Ready(_) => Ok(()),
        }
    }

    /// The puzzle whose complete list of solutions is known, if what lies on the board now can be
    /// found in that list.
    fn list_basis(&self) -> Option<Arc<Analysis>> {
        let (counts, complete) = self.counts()?;
        let basis = &self.solved.as_ref()?.analysis;
        let listed = self.with_store(|store| store.len() as u64)?;
        let is_placed = |pin: &crate::puzzle::BoardPiece| {
            let mut placed = self.puzzle.placed.iter();
            placed.any(|laid| laid.piece == pin.piece && laid.sites == pin.sites)
        };
        let fits = complete
            && listed == counts.distinct
            && basis.puzzle.pinned().all(is_placed)
            && basis.puzzle.is_same_without_placed(&self.puzzle);
        fits.then(|| Arc::clone(basis))
    }

    /// Follows the pieces on the board; whether anything is new.
    pub(super) fn follow_by_hand(&mut self, settings: ByHandSettings, wake: &Wake) -> bool {
        if self.can_hint().is_err() {
            let is_new = self.by_hand.position.is_some();
            if !self.analysis().is_waiting() {
                self.by_hand = ByHand::default();
            }
            return is_new;
        }
        let puzzle = Arc::clone(&self.puzzle);
        self.by_hand.follow_moves(&puzzle);
        let Some(analysis) = self.analysis().get().cloned() else { return false };
        let basis = self.basis().cloned();
        let is_complete = self.counts().is_some_and(|(_, complete)| complete);
        let is_current = self.by_hand.key.as_ref().is_some_and(|key| {
            let same = |a: &Option<Arc<Analysis>>, b: &Option<Arc<Analysis>>| {
                a.as_ref().map(Arc::as_ptr) == b.as_ref().map(Arc::as_ptr)
            };
            Arc::ptr_eq(&key.puzzle, &self.puzzle)
                && Arc::ptr_eq(&key.analysis, &analysis)
                && same(&key.basis, &basis)
                && key.is_complete == is_complete
        });
        if !is_current {
            let puzzle = Arc::clone(&self.puzzle);
            let key = Key { puzzle, analysis, basis, is_complete };
            let list = self.list_basis();
            self.by_hand.restart(key, list, wake);
        }
        let mut is_new = self.by_hand.position.as_mut().is_some_and(Task::poll);
        let is_wanted = settings.count || settings.warn || self.by_hand.is_asked;
        // The search of the whole puzzle is a run's.
        let is_begun = !self.puzzle.placed.is_empty() || self.by_hand.is_asked;
        if self.by_hand.count.is_none()
            && self.by_hand.position().is_some()
            && is_wanted
            && (is_begun || self.by_hand.list.is_some())
        {
            let is_listed = self.by_hand.list.is_some();
            let store = is_listed.then(|| self.with_store(Store::clone)).flatten();
            self.by_hand.start_count(store, wake);
        }
        is_new |= self.by_hand.count.as_mut().is_some_and(Task::poll);
        is_new
    }

    /// Returns the status of the solutions left; `None` where there is nothing to say.
    pub fn by_hand_status(&self, settings: ByHandSettings) -> Option<ByHandStatus> {
        let is_waiting = self.is_playable() && self.analysis().is_waiting();
        if is_waiting && settings.count && !self.puzzle.placed.is_empty() {
            return Some(ByHandStatus::Counting(self.by_hand.left().or(self.by_hand.last)));
        }
        if !is_waiting {
            self.can_hint().ok()?;
        }
        let distinct = self.list_size();
        if !self.puzzle.placed.is_empty() && self.by_hand.position().is_some_and(|p| p.is_solved())
        {
            return Some(ByHandStatus::Solved(self.solved_number().zip(distinct)));
        }
        if !settings.count && !self.by_hand.is_asked {
            return None;
        }
        if self.puzzle.placed.is_empty() && !self.by_hand.is_asked {
            let known = self.counts().filter(|_| !self.is_outdated());
            return Some(match known {
                Some((counts, true)) => ByHandStatus::Distinct(counts.distinct),
                _ => ByHandStatus::NotCounted,
            });
        }
        Some(match self.by_hand.left() {
            Some(left) => ByHandStatus::Left(left),
            None => ByHandStatus::Counting(self.by_hand.last),
        })
    }

    /// Returns whether the placed pieces are known to be a solution.
    pub fn is_solved_by_hand(&self) -> bool {
        let is_solved = self.by_hand.position().is_some_and(|position| position.is_solved());
        is_solved && !self.puzzle.placed.is_empty()
    }

    /// For each site of the board the number of placements through it that still fit beside the
    /// placed pieces; `None` while that is not known.
    pub fn coverage_left(&self) -> Option<&[u32]> {
        let is_current = self.by_hand.key.as_ref().is_some_and(|key| {
            Arc::ptr_eq(&key.puzzle, &self.puzzle) && self.analysis().get().is_some()
        });
        let position = self.by_hand.position().filter(|_| is_current)?;
        position.residual.as_ref()?;
        Some(&position.coverage)
    }

    /// The number of the distinct solution that the placed pieces are a copy of, if it is listed.
    pub fn solved_number(&self) -> Option<u64> {
        self.by_hand.position().filter(|position| position.is_solved())?;
        let count = self.by_hand.count().filter(|count| count.is_listed)?;
        let place = count.tally.first?;
        self.with_store(|store| (place < store.len()).then(|| store.number(place)))?
    }

    /// The number of distinct solutions in the list that the pieces on the board are looked up in.
    fn list_size(&self) -> Option<u64> {
        self.by_hand.list.as_ref()?;
        self.with_store(|store| store.len() as u64)
    }

    /// The time for which the solutions left have been counted, while they are.
    pub fn counting_time(&self) -> Option<Duration> {
        let is_counting = self.by_hand.count().is_none() && !self.analysis().is_waiting();
        self.by_hand.started.filter(|_| is_counting).map(|started| started.elapsed())
    }

    /// The number of placements of a piece that still fit beside the placed pieces, once that is
    /// known.
    pub fn fits(&self, piece: PieceId) -> Option<u32> {
        self.by_hand.position()?.fits.get(piece.index()).copied()
    }

    /// Returns whether all copies of a piece are on the board.
    pub fn is_used_up(&self, piece: PieceId) -> bool {
        let laid = self.puzzle.placed.iter().filter(|laid| laid.piece == piece).count();
        self.puzzle.pieces.get(piece.index()).is_none_or(|own| laid >= own.copies.max as usize)
    }

    /// Required sites that no placement left covers, by their positions on the board.
    pub fn dead_sites(&self) -> &[usize] {
        self.by_hand.position().map_or(&[], |position| &position.dead_sites)
    }

    /// The reasons why no solution is left, as sentences, as far as they can be seen at once: the
    /// first ones, and the number of the others.
    pub fn dead_ends(&self, most: usize) -> (Vec<String>, usize) {
        let Some(position) = self.by_hand.position() else { return Default::default() };
        let puzzle = &self.puzzle;
        if position.chosen.is_none() {
            return (vec!["The placed pieces break a rule of the puzzle.".to_owned()], 0);
        }
        let site = |&n: &usize| {
            let (one, _) = puzzle.lattice.site_words;
            let label = puzzle.lattice.site_label(puzzle.board.sites()[n].site);
            format!(
                "{} {label}: no placement of the remaining pieces covers it.",
                crate::text::capitalised(one)
            )
        };
        let piece = |&id: &PieceId| {
            format!("Piece {}: none of its placements fits any more.", puzzle.piece(id).name)
        };
        let sites = position.dead_sites.iter().map(site);
        let all = sites.chain(position.dead_pieces.iter().map(piece));
        let count = position.dead_sites.len() + position.dead_pieces.len();
        (all.take(most).collect(), count.saturating_sub(most))
    }

    /// Selects the solution on the board in the list of solutions, which shows all distinct ones if
    /// it is not among those that are listed.
    pub fn select_solved(&mut self) {
        let Some(number) = self.solved_number() else { return };
        self.show_all(false);
        if self.position_of(number).is_none() {
            self.set_list(ListSettings::default());
        }
        if let Some(position) = self.position_of(number) {
            self.select(position);
        }
    }

    /// Returns whether a solution is left when a piece is placed on some sites, as far as that is
    /// known.
    pub fn leads_on(&self, piece: PieceId, sites: &[Point]) -> Option<bool> {
        self.by_hand.leads_on(piece, sites)
    }

    /// Fills the board with one of the solutions left, at once or as soon as one is known.
    pub fn fill(&mut self) {
        let puzzle = Arc::clone(&self.puzzle);
        self.by_hand.follow_moves(&puzzle);
        (self.by_hand.is_asked, self.by_hand.is_filling) = (true, true);
    }

    /// The edit that fills the board, once a solution is known.
    ///
    /// # Errors
    /// Why there is none.
    pub fn take_fill(&mut self) -> Option<Result<Edit, &'static str>> {
        if !self.by_hand.is_filling {
            return None;
        }
        let (Some(position), Some(count)) = (self.by_hand.position(), self.by_hand.count()) else {
            // Without a thread at work none will be.
            let is_failed = matches!(self.by_hand.count, Some(Task::Failed(_)));
            self.by_hand.is_filling = !is_failed;
            return is_failed.then_some(Err("The solutions left cannot be counted."));
        };
        // Steps that are coprime to most numbers, so that one after the other all are shown.
        let sample = &count.tally.sample;
        let edit = match sample.get((self.by_hand.fills * 61 + 17) % sample.len().max(1)) {
            None if count.tally.complete => Err("No solution is left."),
            None => Err("No solution was found in a short search."),
            Some(_) if position.is_solved() => Err("The placed pieces are a solution."),
            Some(solution) => Ok(self.lay_all(position, solution)),
        };
        (self.by_hand.is_filling, self.by_hand.fills) = (false, self.by_hand.fills + 1);
        Some(edit)
    }

    /// The edit that places what a solution has beside the placed pieces.
    fn lay_all(&self, position: &Position, solution: &[OptionId]) -> Edit {
        let chosen = position.chosen.as_deref().unwrap_or_default();
        let new = solution.iter().filter(|option| !chosen.contains(option));
        Edit::LayAll(new.map(|&option| self.placement_of(position, option)).collect())
    }

    /// The name of the piece of an option, and the sites that it covers.
    fn placement_of(&self, position: &Position, option: OptionId) -> (String, Vec<Point>) {
        let piece = position.encoding().placement(option).piece;
        (self.puzzle.piece(piece).name.clone(), position.encoding().sites(option).collect())
    }
}
