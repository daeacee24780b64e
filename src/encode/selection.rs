//! The choices of pieces where some may be left out, as far as they follow without a search.
//!
//! The sizes of the pieces used must add up to the area of the board, and so must, for each
//! weighting of `parity`, the sums of their weights. For each piece the numbers of
//! copies that pass every such test are found by a subset sum from both ends; the combinations
//! that pass them all are then listed, if they are few. Of the sixteen tetrasticks on the edges
//! of the 5×5 square one stays over by area, and only H, J, L, N or Y by colouring (Knuth,
//! *Dancing Links*, 2000): five smaller puzzles instead of one large one.

use super::Encoding;
use super::obstruction::Obstruction;
use super::parity::{Samples, Weighting, add_shifted};
use crate::puzzle::{Copies, Puzzle};

/// More combinations than this are not listed.
const MAX_COMBINATIONS: usize = 512;
/// Words of bitsets that may be worked through: some hundredths of a second.
const MAX_WORK: u64 = 100_000_000;
/// The work that a kept word counts as: no more than 100 MB are kept.
const WORK_OF_KEPT_WORD: u64 = 8;

/// The pieces that can be used, and in how many copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selections {
    /// The numbers of copies of each piece that can occur in a solution lie in these ranges,
    /// which may be (0, 0).
    pub copies: Vec<Copies>,
    /// Every combination of numbers of copies that a solution can have, in ascending order;
    /// `None` when they are too many to list.
    pub combinations: Option<Vec<Vec<u32>>>,
}

impl Selections {
    /// Computes which pieces can be used in a puzzle. Cost: linear in the placements, for each of a
    /// few dozen weightings in the sites of the board, and at most some hundredths of a second for
    /// the sums.
    pub fn new(puzzle: &Puzzle, encoding: &Encoding) -> Selections {
        if puzzle.cover.is_some() {
            // Its items say what is used, and no area or colouring does.
            let copies = puzzle.pieces.iter().map(|piece| piece.copies).collect();
            return Selections { copies, combinations: None };
        }
        let board = puzzle.board.sites().len() as u64;
        let capped = puzzle.pieces().zip(puzzle.copies()).map(|((id, piece), copies)| {
            let Copies { min, max } = copies;
            let room = board / piece.shape.size() as u64;
            let dropped = encoding.pockets().map_or(0, |pockets| pockets.dropped_of(id));
            let most = room.min((encoding.placements_of(id).len() - dropped) as u64);
            Copies { min, max: max.min(most as u32).max(min) }
        });
        let mut selections = Selections { copies: capped.collect(), combinations: None };
        if selections.is_decided() {
            // All numbers are given: whether they fit together is what an obstruction tells.
            let only = selections.copies.iter().map(|copies| copies.min).collect();
            selections.combinations = Some(vec![only]);
            return selections;
        }
        let area = std::iter::once(Weighting::area(puzzle.lattice));
        let weightings = area.chain(Weighting::all(puzzle.lattice));
        let Some(samples) = Samples::new(puzzle, encoding, 2, usize::MAX) else {
            return selections;
        };
        let mut ledgers: Vec<Ledger> =
            weightings.map(|w| Ledger::new(puzzle, &samples, &w)).collect();
        // What one weighting rules out helps the next; two rounds find nearly all.
        let mut work = 0;
        for _ in 0..2 {
            for ledger in &mut ledgers {
                let Some(copies) = ledger.narrow(&selections.copies, &mut work) else { continue };
                if copies.iter().any(|copies| copies.min > copies.max) {
                    selections.combinations = Some(Vec::new());
                    return selections;
                }
                selections.copies = copies;
            }
        }
        let copies = &selections.copies;
        ledgers.retain_mut(|ledger| ledger.look_ahead(copies, &mut work).is_some());
        if let Some(combinations) = list(copies, &ledgers, work) {
            // The ranges that these span.
            if !combinations.is_empty() {
                let numbers = |i: usize| combinations.iter().map(move |numbers| numbers[i]);
                let span = |i| Copies {
                    min: numbers(i).min().unwrap_or(0),
                    max: numbers(i).max().unwrap_or(0),
                };
                selections.copies = (0..puzzle.pieces.len()).map(span).collect();
            }
            selections.combinations = Some(combinations);
        }
        selections
    }

    /// Returns whether no choice of copies is left.
    pub fn is_decided(&self) -> bool {
        self.copies.iter().all(|copies| copies.min == copies.max)
    }

    /// Why there can be no solution, when that is what they tell.
    pub fn obstruction(&self) -> Option<Obstruction> {
        self.combinations.as_ref().is_some_and(Vec::is_empty).then(|| {
            let reason = "No selection of the pieces matches both the area of the board and all \
                          its colourings.";
            Obstruction::new("area and colouring", reason.to_owned())
        })
    }

    /// Describes in a sentence the result for the pieces that may be left out, if there is any.
    pub fn words(&self, puzzle: &Puzzle) -> Option<String> {
        let named = |which: &dyn Fn(Copies, Copies) -> bool| -> Vec<&str> {
            let pieces = puzzle.pieces.iter().zip(&self.copies);
            let pieces = pieces.filter(|(piece, now)| which(piece.copies, **now));
            pieces.map(|(piece, _)| piece.name.as_str()).collect()
        };
        let must = named(&|before, now| now.min >= 1 && before.min == 0);
        let never = named(&|_, now| now.max == 0);
        let open = named(&|_, now| now.min == 0 && now.max > 0);
        let mut sentences = Vec::new();
        for (names, what) in
            [(never, "cannot be used"), (must, "must be used"), (open, "may be left out")]
        {
            if !names.is_empty() && names.len() < puzzle.pieces.len() {
                sentences.push(format!("{} {what}", names.join(", ")));
            }
        }
        let known = self
            .copies
            .iter()
            .zip(&puzzle.pieces)
            .any(|(now, piece)| now.max == 0 || now.min >= 1 && piece.copies.min == 0);
        let tells = known && !sentences.is_empty() && self.obstruction().is_none();
        tells.then(|| format!("{}.", sentences.join("; ")))
    }
}

/// A set of totals, as bits from some least one on.
type Totals = Vec<u64>;

/// Returns whether two sets have a total in common.
fn intersects(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// The sums of one weighting.
struct Ledger {
    /// For each piece, the sums that its placements make.
    sums: Vec<Vec<i64>>,
    /// Between what the total must lie.
    needed: (i64, i64),
    /// The total of bit 0: no part of the board weighs less.
    least: i64,
    /// Words of a set of totals.
    words: usize,
    /// For each piece, the totals of all before it from which those that follow can still make
    /// what is needed; one set more at the end.
    ahead: Vec<Totals>,
}

impl Ledger {
    fn new(puzzle: &Puzzle, samples: &Samples, weighting: &Weighting) -> Ledger {
        let sums = puzzle.pieces().map(|(id, _)| weighting.sums(puzzle.lattice, samples, id));
        // Whatever is covered is part of the board.
        let weights = puzzle.board.sites().iter().map(|s| weighting.of(puzzle.lattice, s.site));
        let (least, most) = weights.fold((0i64, 0i64), |(least, most), weight| {
            (least + i64::from(weight.min(0)), most + i64::from(weight.max(0)))
        });
        Ledger {
            sums: sums.map(|sums| sums.into_iter().collect()).collect(),
            needed: weighting.needed(puzzle),
            least,
            words: (most - least) as usize / 64 + 1,
            ahead: Vec::new(),
        }
    }

    /// The set of the total 0 alone.
    fn nothing(&self) -> Totals {
        self.range(0, 0)
    }

    fn range(&self, from: i64, to: i64) -> Totals {
        let mut totals = vec![0; self.words];
        for total in from..=to {
            let bit = (total - self.least) as usize;
            totals[bit / 64] |= 1 << (bit % 64);
        }
        totals
    }

    /// The totals after one more copy of a piece, or before it; `None` when that is too much work.
    fn with_copy(
        &self,
        totals: &Totals,
        piece: usize,
        sign: i64,
        work: &mut u64,
    ) -> Option<Totals> {
        *work += (self.words * (1 + self.sums[piece].len())) as u64;
        if *work > MAX_WORK {
            return None;
        }
        let mut with = vec![0; self.words];
        for sum in &self.sums[piece] {
            add_shifted(&mut with, totals, sign * sum);
        }
        Some(with)
    }

    /// Counts a set of totals that is kept as work, so that what is kept is bounded too; `None`
    /// when that is too much.
    fn keep_set(&self, work: &mut u64) -> Option<()> {
        *work += WORK_OF_KEPT_WORD * self.words as u64;
        (*work <= MAX_WORK).then_some(())
    }

    /// Fills in what lies ahead of each piece.
    fn look_ahead(&mut self, copies: &[Copies], work: &mut u64) -> Option<()> {
        let mut now = self.range(self.needed.0, self.needed.1);
        let mut ahead = vec![now.clone()];
        for (piece, &Copies { min, max }) in copies.iter().enumerate().rev() {
            let mut gathered = vec![0; self.words];
            for n in 0..=max {
                if n > 0 {
                    now = self.with_copy(&now, piece, -1, work)?;
                }
                if n >= min {
                    add_shifted(&mut gathered, &now, 0);
                }
            }
            self.keep_set(work)?;
            now = gathered;
            ahead.push(now.clone());
        }
        ahead.reverse();
        self.ahead = ahead;
        Some(())
    }

    /// The narrowest ranges of copies for which what is needed can be made, the others being in
    /// their ranges. A range comes out empty when there is none. `None` when that is too much
    /// work.
    fn narrow(&mut self, copies: &[Copies], work: &mut u64) -> Option<Vec<Copies>> {
        self.look_ahead(copies, work)?;
        let mut before = self.nothing();
        let mut narrowed = Vec::new();
        for (piece, &Copies { min, max }) in copies.iter().enumerate() {
            let mut possible = Copies { min: u32::MAX, max: 0 };
            let mut gathered = vec![0; self.words];
            let mut now = before;
            for n in 0..=max {
                if n > 0 {
                    now = self.with_copy(&now, piece, 1, work)?;
                }
                if n >= min && intersects(&now, &self.ahead[piece + 1]) {
                    possible = Copies { min: possible.min.min(n), max: n };
                    add_shifted(&mut gathered, &now, 0);
                }
            }
            before = gathered;
            narrowed.push(possible);
        }
        Some(narrowed)
    }
}

/// A level of the backtracking that lists combinations: one piece.
struct Level {
    /// The number of copies to try next; one less is the number tried now.
    next: u32,
    /// For each ledger, the totals with the copies tried so far.
    totals: Vec<Totals>,
}

/// Lists every combination of numbers of copies that all ledgers allow, in ascending order;
/// `None` when they are too many, or too much work.
///
/// Backtracking on a stack of its own: a puzzle may have thousands of pieces, each a level.
fn list(copies: &[Copies], ledgers: &[Ledger], mut work: u64) -> Option<Vec<Vec<u32>>> {
    let mut found = Vec::new();
    let start = ledgers.iter().map(Ledger::nothing).collect();
    let mut levels = vec![Level { next: 0, totals: start }];
    while let Some(piece) = levels.len().checked_sub(1) {
        let Some(&Copies { min, max }) = copies.get(piece) else {
            found.push(levels[..piece].iter().map(|level| level.next - 1).collect());
            if found.len() > MAX_COMBINATIONS {
                return None;
            }
            levels.pop();
            continue;
        };
        let level = &mut levels[piece];
        let n = level.next;
        if n > max {
            levels.pop();
            continue;
        }
        level.next += 1;
        if n > 0 {
            for (totals, ledger) in level.totals.iter_mut().zip(ledgers) {
                *totals = ledger.with_copy(totals, piece, 1, &mut work)?;
            }
        }
        let possible =
            |(totals, ledger): (&Totals, &Ledger)| intersects(totals, &ledger.ahead[piece + 1]);
        if n >= min && level.totals.iter().zip(ledgers).all(possible) {
            let totals = level.totals.clone();
            for ledger in ledgers {
                ledger.keep_set(&mut work)?;
            }
            levels.push(Level { next: 0, totals });
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::puzzle_file;

    #[test]
    fn thousands_of_optional_pieces_take_no_more_stack_than_a_few() {
        let text = "(format: 1, title: \"t\", lattice: Square, board: Rectangle(12, 12), \
                    pieces: [Family(one_sided: 8, copies: (0, 1))])";
        let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
        assert_eq!(puzzle.pieces.len(), 704);
        let encoding = Encoding::new(&puzzle).unwrap();
        // 128 KiB, where a recursion by piece takes more than 200 bytes a level.
        let look = move || Selections::new(&puzzle, &encoding);
        let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(look).unwrap();
        assert_eq!(thread.join().unwrap().obstruction(), None);
    }
}
