//! The partial solution that covers the most: what comes closest where no solution exists.
//!
//! Each site that must be covered gets one more option, a *gap*, and all gaps together are an item
//! that may be covered at most some number of times. Pieces may then be left out. The least number
//! of gaps that has a solution is looked for from below, so that what is found is often proved to
//! be the best. Leans on [`crate::exact_cover`]; read next: [`crate::workbench`], which shows it.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::encode::Encoding;
use crate::exact_cover::{
    Cell, Choice, Effort, Engine, ItemId, ItemKind, Observer, OptionId, Part, Problem,
    ProblemBuilder, Tree,
};
use crate::puzzle::{PieceId, Puzzle};

/// The parts of the time that the search for one number of gaps may take.
const PARTS: u32 = 6;
/// From this number of gaps on the next one is twice as large.
const SINGLE_STEPS: u32 = 8;

/// A partial solution that covers as much of the board as was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closest {
    /// The placements, ascending.
    pub options: Vec<OptionId>,
    /// The sites that must be covered and are not, by their positions on the board.
    pub open: Vec<usize>,
    /// The pieces that must be used and are not, each with the number of copies that are left.
    pub unused: Vec<(PieceId, u32)>,
    /// True if no partial solution covers more sites.
    pub is_best: bool,
}

/// Takes the first solution; gives up when the time is over or the result is not wanted.
struct First<'a> {
    end: Instant,
    wanted: &'a (dyn Fn() -> bool + Sync),
    found: Option<Vec<OptionId>>,
}

impl Observer for First<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.found = Some(options.to_vec());
        ControlFlow::Break(())
    }

    fn pulse(&mut self, _: &Effort, _: &[Choice]) -> ControlFlow<()> {
        match Instant::now() < self.end && (self.wanted)() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

/// The problem whose solutions leave at most `gaps` sites open. The first options are those of the
/// puzzle. Linear in the size of the problem.
fn with_gaps(encoding: &Encoding, gaps: u32) -> Option<Problem> {
    let problem = &encoding.problem;
    let mut sites = vec![false; problem.items().len()];
    encoding.site_items.iter().for_each(|item| sites[item.index()] = true);
    let mut builder = ProblemBuilder::default();
    // What is no site need not be covered.
    let kind = |n: usize, kind: ItemKind| match kind {
        ItemKind::Primary { max: 1, .. } if !sites[n] => ItemKind::Secondary,
        ItemKind::Primary { max, .. } if !sites[n] => ItemKind::Primary { min: 0, max },
        kind => kind,
    };
    let mut place = vec![ItemId(0); problem.items().len()];
    let mut add = |builder: &mut ProblemBuilder, secondary: bool| {
        for (n, item) in problem.items().iter().enumerate() {
            let kind = kind(n, item.kind);
            if (kind == ItemKind::Secondary) == secondary {
                place[n] = builder.item(n.to_string(), kind);
            }
        }
    };
    add(&mut builder, false);
    let all = (gaps > 1).then(|| builder.item("gaps", ItemKind::Primary { min: 0, max: gaps }));
    add(&mut builder, true);
    let all = all.unwrap_or_else(|| builder.item("gaps", ItemKind::Secondary));
    for (_, cells) in problem.options() {
        let moved = |cell: Cell| Cell { item: place[cell.item.index()], ..cell };
        builder.coloured_option(cells.iter().map(moved));
    }
    for &site in &encoding.site_items {
        if gaps > 0 && problem.is_primary(site) {
            builder.option([place[site.index()], all]);
        }
    }
    builder.build().ok()
}

/// Looks for the partial solution that covers the most sites, within some time. `None` for a puzzle
/// of items and options, where no site must be covered, and when the result is no longer wanted.
pub fn closest(
    puzzle: &Puzzle,
    encoding: &Encoding,
    time: Duration,
    wanted: &(dyn Fn() -> bool + Sync),
) -> Option<Closest> {
    let required = puzzle.board.required() as u32;
    if puzzle.cover.is_some() || required == 0 {
        return None;
    }
    let coverable = u32::try_from(puzzle.piece_area().1).unwrap_or(u32::MAX);
    let mut gaps = required.saturating_sub(coverable);
    // Whether every smaller number of gaps is known to be too few.
    let mut is_best = true;
    loop {
        let problem = with_gaps(encoding, gaps)?;
        let engine = Engine::cheapest(Tree::FewestOptions, &problem)?;
        let mut search = engine.load(&problem, &[]).ok()?;
        let mut first = First { end: Instant::now() + time / PARTS, wanted, found: None };
        let (_, flow) = search.search(Part::default(), &mut first);
        if let Some(found) = first.found {
            return Some(Closest::new(puzzle, encoding, &found, is_best));
        }
        if !wanted() || gaps >= required {
            return None;
        }
        is_best &= flow.is_continue();
        gaps = if gaps < SINGLE_STEPS { gaps + 1 } else { (2 * gaps).min(required) };
    }
}

impl Closest {
    fn new(puzzle: &Puzzle, encoding: &Encoding, found: &[OptionId], is_best: bool) -> Closest {
        let count = encoding.problem.option_count();
        let mut options: Vec<OptionId> =
            found.iter().copied().filter(|option| option.index() < count).collect();
        options.sort_unstable();
        let board = &puzzle.board;
        let mut covered = vec![false; board.sites().len()];
        let sites = options.iter().flat_map(|&option| encoding.sites(option));
        sites.filter_map(|site| board.position(site)).for_each(|n| covered[n] = true);
        let is_open = |&n: &usize| board.sites()[n].required && !covered[n];
        let open = (0..covered.len()).filter(is_open).collect();
        let mut left: Vec<u32> = puzzle.copies().iter().map(|copies| copies.min).collect();
        for &option in &options {
            let own = &mut left[encoding.placement(option).piece.index()];
            *own = own.saturating_sub(1);
        }
        let unused = left.into_iter().enumerate().filter(|(_, left)| *left > 0);
        let unused = unused.map(|(n, left)| (PieceId(n as u32), left)).collect();
        Closest { options, open, unused, is_best }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::puzzle_file;

    const TIME: Duration = Duration::from_secs(600);

    /// Puzzles without a solution.
    const PUZZLES: [&str; 6] = [
        "lattice: Square, pieces: [Piece(name: \"L\", art: [\"XX\", \"X.\"], copies: 3)], \
         board: Rectangle(3, 3)",
        "lattice: Square, pieces: [Family(free: 4)], board: Rectangle(5, 4)",
        "lattice: Square, pieces: [Piece(name: \"T\", art: [\"XXX\", \".X.\"], copies: (0, 5))], \
         board: Rectangle(5, 3)",
        "lattice: SquareEdges, pieces: [Piece(name: \"I\", sites: [[0, 0, 1, 0], [1, 0, 2, 0]], copies: 6)], \
         board: Rectangle(2, 2)",
        "lattice: Triangle, pieces: [Family(free: 4)], board: Parallelogram(3, 2)",
        "lattice: Cube, pieces: [Piece(name: \"S\", art: [\"XX.\", \".XX\"], copies: 3)], \
         board: Box(3, 2, 2)",
    ];

    /// The most sites that placements without a conflict cover, by trying all sets of them.
    fn most_covered(encoding: &Encoding, from: usize, uses: &mut Vec<u32>) -> usize {
        let problem = &encoding.problem;
        let mut most = 0;
        for n in from..problem.option_count() {
            let option = OptionId(n as u32);
            let max = |item: ItemId| match problem.item(item).kind {
                ItemKind::Primary { max, .. } => max,
                ItemKind::Secondary => 1,
            };
            let items = problem.option(option).items();
            if items.iter().any(|&item| uses[item.index()] >= max(item)) {
                continue;
            }
            items.iter().for_each(|item| uses[item.index()] += 1);
            let covered = encoding.sites(option).count();
            most = most.max(covered + most_covered(encoding, n + 1, uses));
            items.iter().for_each(|item| uses[item.index()] -= 1);
        }
        most
    }

    #[test]
    fn what_comes_closest_covers_as_much_as_any_set_of_placements() {
        for words in PUZZLES {
            let text = format!("(format: 1, title: \"t\", {words})");
            let puzzle = puzzle_file::read(text.into()).expect(words).puzzle;
            let encoding = Encoding::new(&puzzle).expect("small");
            let found = closest(&puzzle, &encoding, TIME, &|| true).expect(words);
            assert!(found.is_best, "{words}");
            let mut uses = vec![0; encoding.problem.items().len()];
            let most = most_covered(&encoding, 0, &mut uses);
            assert_eq!(puzzle.board.required() - found.open.len(), most, "{words}");
            assert!(!found.open.is_empty(), "{words}: it has a solution");
            let covered: usize = found.options.iter().map(|&o| encoding.sites(o).count()).sum();
            assert_eq!(covered, most, "{words}: no site twice");
        }
    }

    #[test]
    fn what_is_not_wanted_is_not_looked_for() {
        let text = format!("(format: 1, title: \"t\", {})", PUZZLES[1]);
        let puzzle = puzzle_file::read(text.into()).expect("a puzzle").puzzle;
        let encoding = Encoding::new(&puzzle).expect("small");
        assert_eq!(closest(&puzzle, &encoding, Duration::ZERO, &|| false), None);
    }

    #[test]
    fn a_large_board_is_left_with_gaps_within_its_time() {
        // Far more than can be searched: whatever is found first must do.
        let text = "(format: 1, title: \"t\", lattice: Square, \
             pieces: [Piece(name: \"X\", art: [\".X.\", \"XXX\", \".X.\"], copies: 80)], \
             board: Rectangle(20, 20))";
        let puzzle = puzzle_file::read(text.into()).expect("a puzzle").puzzle;
        let encoding = Encoding::new(&puzzle).expect("it fits");
        let found = closest(&puzzle, &encoding, Duration::from_millis(600), &|| true);
        let found = found.expect("gaps enough");
        assert!(found.options.len() > 10 && found.open.len() + 5 * found.options.len() == 400);
    }
}
