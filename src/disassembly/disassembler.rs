//! Taking solutions of one puzzle apart, each verified, from any number of threads.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::search::Search;
use super::{
    Disassembly, DisassemblyOptions, MAX_PIECES, MAX_STATES, Reach, ReplayError, Separability,
    Slides, replay, take_apart_with,
};
use crate::encode::Placed;
use crate::lattice::{Lattice, Point};
use crate::puzzle::{JunctionRule, PieceId, Puzzle};
use crate::threads::lock;

/// Takes solutions of a puzzle apart. The tables of how far pieces slide are kept from one solution to
/// the next; each list of moves that is found is replayed.
#[derive(Debug)]
pub struct Disassembler {
    lattice: &'static Lattice,
    junctions: JunctionRule,
    options: DisassemblyOptions,
    /// Tables that no thread is using.
    slides: Mutex<Vec<Slides>>,
    /// Threads that have nothing else to do.
    idle: AtomicUsize,
}

impl Disassembler {
    /// For the solutions of a puzzle, on these terms. The groups of its pieces may stay together too.
    pub fn new(puzzle: &Puzzle, mut options: DisassemblyOptions) -> Disassembler {
        options.together.extend(puzzle.piece_groups());
        let (lattice, junctions) = (puzzle.lattice, puzzle.rules.junctions);
        let (slides, idle) = (Mutex::default(), AtomicUsize::new(0));
        Disassembler { lattice, junctions, options, slides, idle }
    }

    /// The same, whose large searches share so many threads in all.
    pub fn on_threads(self, threads: usize) -> Disassembler {
        self.set_idle(threads.saturating_sub(1));
        self
    }

    /// Says how many threads have nothing to do now but to share large searches.
    pub(crate) fn set_idle(&self, threads: usize) {
        self.idle.store(threads, Ordering::Relaxed);
    }

    /// Says that one more thread has nothing to do.
    pub(crate) fn add_idle(&self) {
        self.idle.fetch_add(1, Ordering::Relaxed);
    }

    /// The terms.
    pub fn options(&self) -> &DisassemblyOptions {
        &self.options
    }

    /// Takes a solution apart; `None` when `check` broke it off. Pieces are tried by their first sites,
    /// so that the moves do not depend on the order in which pieces are given.
    ///
    /// # Errors
    /// When the moves that were found do not pass their replay.
    pub fn take_apart(
        &self,
        placed: &Placed,
        check: &dyn Fn() -> ControlFlow<()>,
    ) -> Option<Result<Disassembly, ReplayError>> {
        let mut order: Vec<usize> = (0..placed.len()).collect();
        order.sort_by_key(|&piece| placed[piece].1.iter().min());
        let sorted = order.iter().map(|&piece| placed[piece].clone()).collect();
        let mut found = self.with_slides(|slides| {
            take_apart_with((slides, &self.idle), &sorted, &self.options, check)
        })?;
        if let Separability::Apart(whole) = &mut found.result {
            whole.renumber(&order);
        }
        if let Separability::Apart(whole) = &found.result {
            let may_stay = |pieces: &[usize]| {
                let is_of =
                    |group: &Vec<PieceId>| pieces.iter().all(|&n| group.contains(&placed[n].0));
                self.options.together.iter().any(is_of)
            };
            let terms = (self.lattice, self.junctions);
            if let Err(error) = replay(terms, placed, whole, &may_stay) {
                return Some(Err(error));
            }
        }
        Some(Ok(found))
    }

    /// Counts the positions that can be reached by pieces that cover these sites, before something is
    /// free; `None` when `check` broke it off, or where there are more than [`MAX_PIECES`].
    pub fn reach(
        &self,
        pieces: &[Vec<Point>],
        check: &dyn Fn() -> ControlFlow<()>,
    ) -> Option<Reach> {
        if pieces.len() > MAX_PIECES {
            return None;
        }
        self.with_slides(|slides| {
            let bodies: Vec<_> = pieces.iter().map(|sites| slides.body(sites)).collect();
            let (together, max_states) = (Vec::new(), self.options.max_states.min(MAX_STATES));
            let idle = &self.idle;
            let mut search = Search { slides, together, max_states, states: 0, check, idle };
            search.reach(&bodies).ok()
        })
    }

    /// Does something with tables that no other thread is using.
    fn with_slides<T>(&self, act: impl FnOnce(&mut Slides) -> T) -> T {
        let lock = || lock(&self.slides);
        let kept = lock().pop();
        let mut slides = kept.unwrap_or_else(|| Slides::new(self.lattice, self.junctions));
        let done = act(&mut slides);
        lock().push(slides);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::puzzle_file;
    use crate::polyform::art::shape_sites;

    #[test]
    fn positions_are_counted_up_to_those_in_which_something_is_free() {
        let text = "(format: 1, title: \"t\", lattice: Square, board: Rectangle(3, 5), \
                    pieces: [Piece(name: \"a\", art: [\"X\"])])";
        let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
        let reach = |arts: &[&[&str]], max_states: u64| {
            let options = DisassemblyOptions { max_states, ..DisassemblyOptions::default() };
            let pieces: Vec<_> =
                arts.iter().map(|art| shape_sites(puzzle.lattice, art).unwrap()).collect();
            let check = || ControlFlow::Continue(());
            Disassembler::new(&puzzle, options).reach(&pieces, &check).unwrap()
        };
        // A square in a closed tube has three places.
        let tube = ["XXX", "X.X", "X.X", "X.X", "XXX"];
        let square = ["...", ".X.", "...", "...", "..."];
        let locked = Reach { positions: 3, is_all: true, moves: None };
        assert_eq!(reach(&[&tube, &square], 100), locked);
        assert_eq!(reach(&[&tube, &square], 2), Reach { positions: 3, is_all: false, moves: None });
        // A hook is left in two moves, and a gap in one.
        let hook = ["XXXX", "X..X", "X.XX"];
        let inside = ["....", "..X.", "...."];
        assert_eq!(reach(&[&hook, &inside], 100).moves, Some(2));
        let gap = ["....", ".X..", "...."];
        let at_once = Reach { positions: 1, is_all: true, moves: Some(1) };
        assert_eq!(reach(&[&hook, &gap], 100), at_once);
    }
}
