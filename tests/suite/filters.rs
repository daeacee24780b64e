//! Published numbers of solutions of some kind, found again among all solutions of a puzzle.
//!
//! Each kind is told here from the sites of the placed pieces alone, by its definition.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use polywright::encode::Encoded;
use polywright::format::bundled;
use polywright::job::{Phase, Plan, PlanOptions, Run, Settings};
use polywright::lattice::Point;
use polywright::polyform::Shape;
use polywright::puzzle::Puzzle;
use polywright::solution::Store;
use polywright::symmetry::point_group;

/// The sites of each piece of each distinct solution of a bundled puzzle.
fn solutions(path: &str) -> (Arc<Puzzle>, Vec<Vec<Vec<Point>>>) {
    let file = bundled::ALL.iter().find(|b| b.path == path).expect("bundled");
    let plan = Arc::new(Plan::new(file.open().puzzle, PlanOptions::default()).unwrap());
    let Encoded { puzzle, encoding, .. } = plan.encoded().cloned().expect("a puzzle has geometry");
    let mut run = Run::start(plan, Settings::default());
    run.wait();
    assert_eq!(run.snapshot().phase, Phase::Complete);
    let pieces = |options: Vec<_>| {
        let placed = encoding.decode(&options);
        placed.into_iter().map(|(_, sites)| sites).collect()
    };
    let found = run.with_store(Store::clone).iter().map(pieces).collect();
    (puzzle, found)
}

/// Whether a straight cut parts the pieces without crossing any: between two columns or two rows
/// no piece lies on both sides.
fn has_fault(pieces: &[Vec<Point>]) -> bool {
    let along = |coordinate: fn(&Point) -> i32| {
        let spans: Vec<(i32, i32)> = pieces
            .iter()
            .map(|sites| {
                let all = sites.iter().map(coordinate);
                (all.clone().min().unwrap(), all.max().unwrap())
            })
            .collect();
        let first = spans.iter().map(|span| span.0).min().unwrap();
        // A cut right before each column that some piece begins in, but the first.
        let cuts = spans.iter().map(|span| span.0).filter(|&at| at > first);
        cuts.into_iter().any(|at| spans.iter().all(|&(from, to)| to < at || from >= at))
    };
    along(|site| site.x) || along(|site| site.y)
}

/// For each piece the pieces that it meets, by an edge or at a corner.
fn meetings(puzzle: &Puzzle, pieces: &[Vec<Point>]) -> Vec<BTreeSet<usize>> {
    let mut around: BTreeMap<Point, BTreeSet<usize>> = BTreeMap::new();
    for (n, sites) in pieces.iter().enumerate() {
        for corner in sites.iter().flat_map(|&site| puzzle.lattice.corners(site)) {
            around.entry(corner).or_default().insert(n);
        }
    }
    let mut meets = vec![BTreeSet::new(); pieces.len()];
    for together in around.values() {
        for &a in together {
            meets[a].extend(together.iter().copied().filter(|&b| b != a));
        }
    }
    meets
}

/// Whether so many colours are enough for pieces that meet.
fn is_coloured_by(meets: &[BTreeSet<usize>], colours: usize, chosen: &mut Vec<usize>) -> bool {
    let n = chosen.len();
    n == meets.len()
        || (0..colours).any(|colour| {
            if meets[n].iter().any(|&other| chosen.get(other) == Some(&colour)) {
                return false;
            }
            chosen.push(colour);
            let done = is_coloured_by(meets, colours, chosen);
            chosen.pop();
            done
        })
}

/// Whether half of the pieces make the same shape as the other half, turned and flipped.
fn has_congruent_halves(puzzle: &Puzzle, pieces: &[Vec<Point>]) -> bool {
    let group = point_group(puzzle.lattice);
    let shape = |mask: u32, side: u32| {
        let own = pieces.iter().enumerate().filter(|(n, _)| mask >> n & 1 == side);
        let sites: Vec<Point> = own.flat_map(|(_, sites)| sites).copied().collect();
        Shape::normalise(puzzle.lattice, &sites).expect("it has sites").0
    };
    let half = pieces.len() as u32 / 2;
    // The last piece is in the second half.
    (0u32..1 << (pieces.len() - 1)).filter(|mask| mask.count_ones() == half).any(|mask| {
        let (first, second) = (shape(mask, 1), shape(mask, 0));
        first.is_connected(puzzle.lattice)
            && second.is_connected(puzzle.lattice)
            && first.least_image(puzzle.lattice, &group)
                == second.least_image(puzzle.lattice, &group)
    })
}

#[test]
fn of_the_solutions_of_6x10_so_many_have_no_fault_and_so_many_take_three_colours() {
    let (puzzle, all) = solutions("square/pentominoes-6x10.ron");
    assert_eq!(all.len(), 2339);
    // Recounted.
    assert_eq!(all.iter().filter(|pieces| !has_fault(pieces)).count(), 2323);
    // TAOCP 7.2.2.1, exercise 277.
    let in_three =
        |pieces: &&Vec<Vec<Point>>| is_coloured_by(&meetings(&puzzle, pieces), 3, &mut Vec::new());
    assert_eq!(all.iter().filter(in_three).count(), 94);
}

#[test]
fn of_the_solutions_of_scotts_board_so_many_part_into_congruent_halves() {
    let (puzzle, all) = solutions("square/scotts-board.ron");
    assert_eq!(all.len(), 65);
    let halves = |pieces: &&Vec<Vec<Point>>| has_congruent_halves(&puzzle, pieces);
    // Recounted.
    assert_eq!(all.iter().filter(halves).count(), 34);
}
