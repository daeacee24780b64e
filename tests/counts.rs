//! The published numbers of solutions, found again.
//!
//! The quick puzzles are solved at every run of the tests. For all of them, which takes
//! minutes:
//!
//! ```text
//! cargo test --release --test counts -- --ignored
//! ```

use std::ops::ControlFlow;
use std::sync::Arc;

use polywright::encode::{Encoding, SymmetryGroup};
use polywright::exact_cover::frontier::{GaveUp, Limits};
use polywright::exact_cover::{Choice, DancingLinks, Effort, EngineKind, Observer, OptionId, Part};
use polywright::format::bundled::{self, Bundled};
use polywright::format::{Opened, puzzle_file, solutions_file};
use polywright::job::{self, Phase, Plan, Run, Settings, Strategy};
use polywright::lattice::Point;
use polywright::polyform::Motions;
use polywright::puzzle::{PieceId, Puzzle};
use polywright::solution::Counts;
use polywright::solution::measure::Measures;
use polywright::solution::verify::verify;
use polywright::workbench::facts::differences;

/// What the literature says of a bundled puzzle; the source is in the puzzle's file.
struct Published {
    path: &'static str,
    total: Option<u64>,
    distinct: Option<u64>,
    symmetric: Option<u64>,
    /// Whether it takes no more than a few seconds without optimisation.
    quick: bool,
}

const fn published(
    path: &'static str,
    total: Option<u64>,
    distinct: Option<u64>,
    quick: bool,
) -> Published {
    Published { path, total, distinct, symmetric: None, quick }
}

const PUBLISHED: &[Published] = &[
    published("square/pentominoes-6x10.ron", Some(9356), Some(2339), true),
    published("square/pentominoes-5x12.ron", Some(4040), Some(1010), true),
    published("square/pentominoes-4x15.ron", Some(1472), Some(368), true),
    published("square/pentominoes-3x20.ron", Some(8), Some(2), true),
    published("square/scotts-board.ron", Some(520), Some(65), true),
    published("square/one-sided-pentominoes-3x30.ron", Some(184), Some(46), false),
    published("square/l-trominoes-9x9.ron", Some(1_193_600), Some(149_200), false),
    published("square/l-trominoes-8x8.ron", Some(30_355), None, true),
    published("square/l-trominoes-7x7.ron", Some(1440), None, true),
    published("square/dominoes-8x8.ron", Some(12_988_816), Some(1_629_189), false),
    published("square/dominoes-two-corners-cut.ron", Some(0), Some(0), true),
    published("square-edges/tetrasticks-5x5-without-h.ron", Some(576), Some(72), true),
    published("square-edges/tetrasticks-5x5-without-j.ron", None, Some(382), false),
    published("square-edges/tetrasticks-5x5-without-l.ron", None, Some(607), false),
    published("square-edges/tetrasticks-5x5-without-n.ron", None, Some(530), false),
    published("square-edges/tetrasticks-5x5-without-y.ron", None, Some(204), false),
    published("square-edges/tetrasticks-5x5-any-one-left-out.ron", None, Some(1795), false),
    Published {
        // "There are only three, two of which are symmetric" (Knuth 2000).
        symmetric: Some(2),
        ..published("square-edges/welded-tetrasticks-4x4.ron", None, Some(3), true)
    },
    published("square-edges/unwelded-tetrasticks-5x5.ron", Some(0), Some(0), true),
];

struct Solved {
    puzzle: Arc<Puzzle>,
    encoding: Arc<Encoding>,
    run: Run,
    counts: Counts,
}

fn solve(opened: Opened) -> Solved {
    let plan = Arc::new(Plan::new(opened.puzzle).unwrap());
    let (puzzle, encoding) = plan.geometry.clone().expect("the plan of a puzzle has geometry");
    let mut run = Run::start(plan, Settings::default());
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete, "{}", puzzle.title);
    Solved { puzzle, encoding, counts: last.counts, run }
}

fn bundled(path: &str) -> &'static Bundled {
    bundled::ALL.iter().find(|b| b.path == path).unwrap_or_else(|| panic!("no {path}"))
}

fn measures(solved: &Solved) -> Vec<Measures> {
    let store = solved.run.store();
    let placed = store.iter().map(|s| solutions_file::placed(&solved.encoding, s));
    placed.map(|placed| Measures::of(&solved.puzzle, &placed)).collect()
}

/// Solves one puzzle and compares it with its own file, with the table, and every stored
/// solution with the verifier.
fn find_again(row: &Published) {
    let solved = solve(bundled(row.path).open());
    let counts = solved.counts;
    assert_eq!(differences(&solved.puzzle.expect, &counts), [""; 0], "{}", row.path);
    for (kind, published, found) in [
        ("total", row.total, counts.total),
        ("distinct", row.distinct, counts.distinct),
        ("symmetric", row.symmetric, counts.symmetric),
    ] {
        assert_eq!(published.unwrap_or(found), found, "{kind} of {}", row.path);
    }
    let store = solved.run.store();
    assert_eq!(store.len() as u64, counts.distinct, "{}", row.path);
    for (n, solution) in store.iter().enumerate() {
        let placed = solutions_file::placed(&solved.encoding, solution);
        if let Err(error) = verify(&solved.puzzle, &placed) {
            panic!("{}, solution {}: {error}", row.path, n + 1);
        }
    }
}

#[test]
fn every_bundled_puzzle_is_in_the_table_and_expects_what_was_published() {
    let paths = |mut paths: Vec<&'static str>| {
        paths.sort_unstable();
        paths
    };
    assert_eq!(
        paths(PUBLISHED.iter().map(|p| p.path).collect()),
        paths(bundled::ALL.iter().map(|b| b.path).collect())
    );
    for row in PUBLISHED {
        let opened = bundled(row.path).open();
        let expect = opened.puzzle.expect;
        assert_eq!(expect.total, row.total, "total of {}", row.path);
        assert_eq!(expect.distinct, row.distinct, "distinct of {}", row.path);
        assert!(row.symmetric.is_none() || expect.symmetric == row.symmetric, "{}", row.path);
        assert!(!opened.description.source.is_empty(), "{} names no source", row.path);
    }
}

/// Counts a bundled puzzle without listing its solutions, on so many threads.
fn count(path: &str, threads: usize) -> Result<Option<Counts>, GaveUp> {
    let puzzle = bundled(path).open().puzzle;
    let encoding = Encoding::new(&puzzle).unwrap();
    let group = SymmetryGroup::of(&puzzle, &encoding);
    let held = group.restrictions(&puzzle, &encoding).into_iter().next();
    let limits = Limits { threads, bytes: 64 << 20, ..Limits::default() };
    let go_on = &mut |_, _| ControlFlow::Continue(());
    job::count(&puzzle, &encoding, &group, held.as_ref(), &limits, go_on)
}

#[test]
fn solutions_are_counted_without_listing_them() {
    for row in PUBLISHED {
        for threads in [1, 2] {
            let counts = count(row.path, threads).unwrap().unwrap();
            let expect = bundled(row.path).open().puzzle.expect;
            assert_eq!(differences(&expect, &counts), [""; 0], "{}", row.path);
        }
    }
}

/// The distinct solutions of a puzzle by one engine, its symmetry used or not, ascending.
fn solutions_by(
    puzzle: &Arc<Puzzle>,
    engine: EngineKind,
    threads: usize,
    restricted: bool,
) -> (Counts, Vec<Vec<OptionId>>) {
    let plan = if restricted {
        Plan::by_engine(Arc::clone(puzzle), Some(engine)).unwrap()
    } else {
        let encoding = Arc::new(Encoding::new(puzzle).unwrap());
        let group = Arc::new(SymmetryGroup::of(puzzle, &encoding));
        let chosen = Strategy::choose(puzzle, &encoding, &group, Some(engine));
        let strategy = Strategy { restriction: None, ..chosen };
        Plan::by_strategy(Arc::clone(puzzle), encoding, group, strategy)
    };
    let settings = Settings { threads, ..Settings::default() };
    let mut run = Run::start(Arc::new(plan), settings);
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete, "{engine:?} on {}", puzzle.title);
    let solutions = run.store().iter().map(<[OptionId]>::to_vec).collect();
    // What the search met depends on the restriction; the numbers of solutions do not.
    (Counts { predicted: 0, ..last.counts }, solutions)
}

/// Holds every engine, with one thread and two, with symmetry and without, to dancing links.
fn engines_agree(row: &Published, unrestricted: bool) {
    let puzzle = bundled(row.path).open().puzzle;
    let reference = solutions_by(&puzzle, EngineKind::DancingLinks, 1, true);
    for engine in EngineKind::ALL {
        for threads in [1, 2] {
            for restricted in [true, false] {
                if restricted || unrestricted {
                    let found = solutions_by(&puzzle, engine, threads, restricted);
                    assert!(
                        found == reference,
                        "{engine:?} on {}, {threads} threads, symmetry {restricted}",
                        row.path
                    );
                }
            }
        }
    }
}

#[test]
fn every_engine_gives_the_same_solutions_with_one_thread_and_two() {
    for row in PUBLISHED.iter().filter(|row| row.quick) {
        engines_agree(row, false);
    }
}

#[test]
#[ignore = "takes many minutes; see the head of this file"]
fn every_engine_gives_the_same_solutions_also_without_symmetry() {
    // Thirteen million dominoes six times over would only try one's patience, and so would the
    // tetrasticks of which any one is left out.
    for row in PUBLISHED.iter().filter(|row| row.total != Some(12_988_816)) {
        engines_agree(row, !row.path.contains("any-one"));
    }
}

#[test]
fn the_quick_bundled_puzzles_have_as_many_solutions_as_was_published() {
    PUBLISHED.iter().filter(|row| row.quick).for_each(find_again);
}

/// Every other bundled puzzle. Minutes without optimisation; run it with
/// `cargo test --release --test counts -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn the_slow_bundled_puzzles_have_as_many_solutions_as_was_published() {
    PUBLISHED.iter().filter(|row| !row.quick).for_each(find_again);
}

#[test]
fn six_by_ten_has_563_solutions_without_crossroads_and_two_with_every_piece_at_the_border() {
    let measures = measures(&solve(bundled("square/pentominoes-6x10.ron").open()));
    assert_eq!(measures.len(), 2339);
    assert_eq!(measures.iter().filter(|m| m.crossroads == 0).count(), 563);
    assert_eq!(measures.iter().filter(|m| m.at_border == 12).count(), 2);
}

// ---- Puzzles of the literature that are not bundled ----

#[test]
fn any_one_of_the_tetrasticks_can_be_left_out_in_five_cases() {
    let path = "square-edges/tetrasticks-5x5-any-one-left-out.ron";
    find_again(PUBLISHED.iter().find(|row| row.path == path).unwrap());
    let plan = Plan::new(bundled(path).open().puzzle).unwrap();
    let names = plan.case_names().unwrap();
    assert_eq!(names, "without H · without J · without L · without N · without Y");
}

/// All pentominoes with the square tetromino (sold by Tenyo): 16146. Run with `cargo test
/// --release --test counts -- --ignored`.
#[test]
#[ignore = "takes a minute"]
fn the_pentominoes_and_the_square_tetromino_fill_the_chessboard_in_16146_ways() {
    let text = r#"(format: 1, title: "Chessboard", lattice: Square,
        pieces: [Family(free: 5), Piece(name: "O", art: ["XX", "XX"])], board: Rectangle(8, 8))"#;
    let solved = solve(puzzle_file::read(text.into()).unwrap());
    assert_eq!(solved.counts.distinct, 16_146);
}

// ---- The search trees of Dancing Links (Knuth 2000) ----

struct Count(u64);

impl Observer for Count {
    fn solution(&mut self, _: &[OptionId]) -> std::ops::ControlFlow<()> {
        self.0 += 1;
        std::ops::ControlFlow::Continue(())
    }

    fn pulse(&mut self, _: &Effort, _: &[Choice]) -> std::ops::ControlFlow<()> {
        std::ops::ControlFlow::Continue(())
    }
}

/// The X pentomino can be centred at column 2 and row 3, at 2 and 4, or at 3 and 3; every other
/// place is a turned copy of one of these. The first two leave no symmetry. The third leaves
/// the flip about the diagonal, which Knuth takes away by not turning P over: of all pieces
/// that shrinks the tree most (he counts 14,045 nodes; L would make it 4 % larger than P does,
/// F 25 %, and no piece at all 84 %). What remains of a difference is how ties are broken
/// between items with equally few options.
#[test]
fn the_trees_of_scotts_board_are_as_large_as_knuth_says() {
    let puzzle = bundled("square/scotts-board.ron").open().puzzle;
    let encoding = Encoding::new(&puzzle).unwrap();
    assert_eq!(encoding.placements.len(), 1568);
    let piece = |name: &str| {
        let at = puzzle.pieces.iter().position(|p| p.name == name);
        PieceId(at.expect("a pentomino") as u32)
    };
    let (x, p) = (piece("X"), piece("P"));
    let not_flipped = puzzle.piece(p).shape.orientations(puzzle.lattice, Motions::Turn);
    for ((column, row), nodes, solutions) in
        [((2, 3), 10_421, 19), ((2, 4), 12_900, 20), ((3, 3), 14_045, 26)]
    {
        let centre = Point::new(2 * column - 1, 2 * row - 1, 0);
        let (problem, _) = encoding.problem.restricted(|option| {
            let placement = encoding.placement(option);
            let shape =
                &encoding.orientations[placement.piece.index()][placement.orientation as usize];
            if placement.piece == x {
                // Sites come in reading order: above, left, centre, right, below.
                encoding.sites(option).nth(2) == Some(centre)
            } else {
                placement.piece != p || column != row || not_flipped.contains(shape)
            }
        });
        let mut count = Count(0);
        let (effort, _) = DancingLinks::new(&problem).search(Part::default(), &mut count);
        println!(
            "X at {column}, {row}: {} nodes (Knuth {nodes}), {} solutions",
            effort.nodes, count.0
        );
        assert_eq!(count.0, solutions, "X at {column}, {row}");
        let apart = effort.nodes.abs_diff(nodes);
        assert!(100 * apart <= 5 * nodes, "X at {column}, {row}: {} nodes", effort.nodes);
    }
}
