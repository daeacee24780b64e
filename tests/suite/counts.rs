//! The published numbers of solutions, found again.
//!
//! The quick puzzles are solved at every run of the tests. For all of them, which takes
//! minutes:
//!
//! ```text
//! cargo test --release --test suite counts:: -- --ignored
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use std::time::Duration;

use polywright::encode::symmetry::Restriction;
use polywright::encode::{Encoded, Encoding, SymmetryGroup};
use polywright::exact_cover::frontier::{self, Limits, Stage, SweepError};
use polywright::exact_cover::{
    Choice, DancingLinks, Effort, Engine, Observer, OptionId, Part, Tree, TreeSearch, dancing_links,
};
use polywright::format::bundled::{self, Bundled};
use polywright::format::{Opened, puzzle_file};
use polywright::job::{self, Phase, Plan, PlanError, PlanOptions, Run, Settings, Split, Strategy};
use polywright::lattice::Point;
use polywright::natural::Natural;
use polywright::polyform::Motions;
use polywright::puzzle::{PieceId, Puzzle};
use polywright::solution::verify::verify;
use polywright::solution::{Counts, Store};

/// What the literature says of a bundled puzzle; the source is in the puzzle's file.
struct Published {
    path: &'static str,
    total: Option<u64>,
    turned: Option<u64>,
    distinct: Option<u64>,
    symmetric: Option<u64>,
    pace: Pace,
    /// The order of the puzzle's group.
    symmetries: usize,
}

/// How long a puzzle takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// A few seconds by any engine, without optimisation.
    Quick,
    /// Some minutes by any engine.
    Slow,
    /// Up to a few minutes by the engine that suits it.
    Hard,
    /// More than that.
    Long,
    /// Nobody knows how long, or there are too many to list; first solutions are found.
    Endless,
}
use Pace::{Endless, Hard, Long, Quick, Slow};

const fn published(
    path: &'static str,
    total: Option<u64>,
    distinct: Option<u64>,
    pace: Pace,
    symmetries: usize,
) -> Published {
    Published { path, total, turned: None, distinct, symmetric: None, pace, symmetries }
}

const PUBLISHED: &[Published] = &[
    published("square/pentominoes-6x10.ron", Some(9356), Some(2339), Quick, 4),
    published("square/pentominoes-5x12.ron", Some(4040), Some(1010), Quick, 4),
    published("square/pentominoes-4x15.ron", Some(1472), Some(368), Quick, 4),
    published("square/pentominoes-3x20.ron", Some(8), Some(2), Quick, 4),
    published("square/scotts-board.ron", Some(520), Some(65), Quick, 8),
    published("square/pentominoes-and-square-tetromino-8x8.ron", None, Some(16_146), Hard, 8),
    published("square/one-sided-pentominoes-3x30.ron", Some(184), Some(46), Slow, 4),
    published("square/one-sided-pentominoes-5x18.ron", Some(2_746_512), Some(686_628), Hard, 4),
    published("square/one-sided-pentominoes-6x15.ron", Some(10_268_732), Some(2_567_183), Long, 4),
    published("square/one-sided-pentominoes-9x10.ron", None, Some(10_440_433), Long, 4),
    // Computed with this program, by two engines each; too many to be listed.
    Published {
        turned: Some(314_344_228),
        symmetric: Some(10_814),
        ..published(
            "square/pentominoes-at-most-twice-6x10.ron",
            Some(628_669_572),
            Some(157_172_800),
            Endless,
            4,
        )
    },
    published(
        "square/tetrominoes-and-pentominoes-4x20.ron",
        Some(354_007_828),
        Some(88_501_957),
        Endless,
        4,
    ),
    Published {
        turned: Some(2_140_391_251),
        symmetric: Some(63_705),
        ..published(
            "square/tetrominoes-at-most-six-times-8x8.ron",
            Some(8_561_460_848),
            Some(1_070_214_479),
            Endless,
            8,
        )
    },
    published("square/y-pentominoes-15x15.ron", Some(1696), Some(212), Hard, 8),
    published("square/l-trominoes-9x9.ron", Some(1_193_600), Some(149_200), Slow, 8),
    published("square/l-trominoes-8x8.ron", Some(30_355), None, Quick, 2),
    published("square/l-trominoes-7x7.ron", Some(1440), None, Quick, 2),
    published("square/dominoes-8x8.ron", Some(12_988_816), Some(1_629_189), Slow, 8),
    published("square/dominoes-two-corners-cut.ron", Some(0), Some(0), Quick, 4),
    // The board has two squares more than the pieces; its variants leave them open.
    published("square/a-puzzle-a-day.ron", Some(0), Some(0), Quick, 1),
    published("square/calendar-with-weekdays.ron", Some(0), Some(0), Quick, 1),
    published("square/genius-square.ron", Some(0), Some(0), Quick, 8),
    published("square/katamino-5x5.ron", Some(0), Some(0), Quick, 8),
    published("square/katamino-5xn.ron", Some(4040), Some(1010), Quick, 4),
    published("square/small-boards.ron", Some(0), Some(0), Quick, 4),
    published("square-edges/tetrasticks-3x3-six-of-sixteen.ron", Some(0), Some(0), Quick, 8),
    published("square/hexominoes-15x15-less-3x5.ron", None, None, Endless, 4),
    published("square/heptominoes-20x38-less-4.ron", None, None, Endless, 1),
    // Counted in another way in tests/puzzles.rs.
    published("square/chessboard-tetrominoes-7x4.ron", Some(48), Some(24), Quick, 2),
    published("king/trikings-3x5.ron", Some(36), Some(9), Quick, 4),
    published("square-edges/tetrasticks-5x5-any-one-left-out.ron", None, Some(1795), Hard, 8),
    published("square-edges/tetrasticks-5x5-without-h.ron", Some(576), Some(72), Quick, 8),
    published("square-edges/tetrasticks-5x5-without-j.ron", None, Some(382), Slow, 8),
    published("square-edges/tetrasticks-5x5-without-l.ron", None, Some(607), Slow, 8),
    published("square-edges/tetrasticks-5x5-without-n.ron", None, Some(530), Slow, 8),
    published("square-edges/tetrasticks-5x5-without-y.ron", None, Some(204), Slow, 8),
    Published {
        // "There are only three, two of which are symmetric" (Knuth 2000).
        symmetric: Some(2),
        ..published("square-edges/welded-tetrasticks-4x4.ron", None, Some(3), Quick, 8)
    },
    published("square-edges/unwelded-tetrasticks-5x5.ron", Some(0), Some(0), Quick, 8),
    published("square-edges/one-sided-tetrasticks-aztec-diamond.ron", None, Some(107), Long, 8),
    published("triangle/hexiamonds-6x6.ron", Some(624), Some(156), Quick, 4),
    published("triangle/obeirnes-hexagon.ron", Some(1_494_228), Some(124_519), Hard, 12),
    Published {
        turned: Some(3_783_389_108),
        symmetric: Some(0),
        ..published(
            "triangle/fourteen-heptiamonds-7x7.ron",
            Some(7_566_778_216),
            Some(1_891_694_554),
            Endless,
            4,
        )
    },
    published("triangle/octiamonds-22x12.ron", None, None, Endless, 2),
    published("triangle-edges/tritrigs-hexagon.ron", Some(1488), Some(124), Quick, 12),
    published("hexagon/tetrahexes-7x4.ron", Some(18), Some(9), Quick, 2),
    published("hexagon/tetrahexes-triangle.ron", Some(0), Some(0), Quick, 6),
    published("hexagon/hexahexes-29x17-less-centre.ron", None, None, Endless, 2),
    published("hexagon-edges/pentatwigs-3x5.ron", Some(388), Some(194), Quick, 2),
    published("hexagon-edges/polytwigs-triangle.ron", Some(1776), Some(296), Quick, 6),
    published("tetrakis/tangram-square.ron", Some(8), Some(1), Quick, 8),
    published("kite/kites-trapezoid.ron", Some(41_710), Some(20_855), Hard, 2),
    published("drafter/pentadrafters-6x2-less-2.ron", Some(2), Some(1), Quick, 2),
    published("rhombille/pentarhombs-triangle.ron", Some(336), Some(56), Quick, 6),
    published("truncated-square/octagons-and-squares-5x3.ron", Some(752), Some(188), Quick, 4),
    published("snub-square/snubs-3x2.ron", Some(95), Some(50), Quick, 2),
    published("house/trihouses-5x3.ron", Some(2), Some(2), Quick, 1),
    published("cairo/cairos-5x4.ron", Some(58), Some(58), Quick, 1),
    Published {
        turned: Some(480),
        ..published("cube/soma-cube.ron", Some(11_520), Some(240), Quick, 48)
    },
    Published { turned: Some(158), ..published("cube/soma-bathtub.ron", None, Some(79), Quick, 4) },
    Published {
        turned: Some(2800),
        ..published("cube/soma-crystal.ron", None, Some(1400), Quick, 2)
    },
    Published {
        turned: Some(104),
        ..published("cube/soma-long-wall.ron", None, Some(52), Quick, 2)
    },
    Published { turned: Some(14), ..published("cube/soma-pyramid.ron", None, Some(7), Quick, 8) },
    Published { turned: Some(32), ..published("cube/soma-sofa.ron", None, Some(16), Quick, 4) },
    Published { turned: Some(152), ..published("cube/soma-steamer.ron", None, Some(76), Quick, 4) },
    Published { turned: Some(164), ..published("cube/soma-steps.ron", None, Some(82), Quick, 4) },
    Published { turned: Some(26), ..published("cube/soma-tunnel.ron", None, Some(13), Quick, 4) },
    published("cube/slothouber-graatsma.ron", None, Some(1), Quick, 48),
    Published {
        turned: Some(1063),
        ..published("cube/six-piece-burrs.ron", Some(12_597), Some(588), Hard, 24)
    },
    Published {
        turned: Some(3),
        symmetric: Some(0),
        ..published("cube/six-piece-burr-with-holes.ron", Some(36), Some(3), Quick, 12)
    },
    Published {
        turned: Some(3892),
        symmetric: Some(0),
        ..published("cube/six-board-burr.ron", Some(46_704), Some(1946), Quick, 24)
    },
    published("cube/packing-box.ron", Some(34), Some(34), Quick, 1),
    Published {
        turned: Some(1390),
        ..published("cube/tetracubes-2x4x4.ron", Some(11_120), Some(695), Quick, 16)
    },
    Published {
        turned: Some(24),
        ..published("cube/solid-pentominoes-2x3x10.ron", Some(96), Some(12), Quick, 8)
    },
    Published {
        turned: Some(528),
        ..published("cube/solid-pentominoes-2x5x6.ron", Some(2112), Some(264), Slow, 8)
    },
    Published {
        turned: Some(7880),
        ..published("cube/solid-pentominoes-3x4x5.ron", Some(31_520), Some(3940), Hard, 8)
    },
    Published {
        turned: Some(3_551_457_412),
        symmetric: Some(0),
        ..published(
            "cube/ten-pentacubes-2x5x5.ron",
            Some(28_411_659_296),
            Some(1_775_728_706),
            Endless,
            16,
        )
    },
    published("cube/bedlam-cube.ron", Some(460_464), Some(19_186), Hard, 24),
    published("cube/n-pentominoes-5x5x5.ron", Some(192), Some(4), Hard, 48),
    published("cube/hexacubes-10x10x10-less-4.ron", None, None, Endless, 8),
    Published {
        turned: Some(612),
        ..published("sphere/kanoodle-pyramid.ron", Some(2448), Some(306), Slow, 8)
    },
    Published {
        turned: Some(1),
        ..published("sphere/tetrahedron-of-four-pieces.ron", Some(3), Some(1), Quick, 24)
    },
    Published {
        turned: Some(88),
        ..published("triangular-prism/tetraprisms-column.ron", Some(1056), Some(44), Quick, 24)
    },
    Published {
        turned: Some(168),
        ..published("hexagonal-prism/triprisms-triangle.ron", Some(990), Some(84), Quick, 12)
    },
    Published {
        turned: Some(149),
        symmetric: Some(7),
        ..published(
            "rhombic-tetrahedron/trios-in-a-dodecahedron.ron",
            Some(3456),
            Some(76),
            Quick,
            48,
        )
    },
    Published {
        turned: Some(85),
        symmetric: Some(32),
        ..published("tetrahedron/ten-pieces-in-a-cube.ron", Some(1311), Some(47), Quick, 48)
    },
    Published {
        turned: Some(24),
        symmetric: Some(0),
        ..published("tetra-octa/octahedron-of-four-pieces.ron", Some(576), Some(12), Quick, 48)
    },
    Published {
        turned: Some(678),
        symmetric: Some(0),
        ..published("cube-edges/five-sticks-in-two-cubes.ron", Some(5424), Some(339), Quick, 16)
    },
    Published {
        turned: Some(6680),
        ..published("sphere/iq-puzzler-pro-pyramid.ron", Some(26_720), Some(3340), Slow, 8)
    },
    published("square/kanoodle-5x11.ron", Some(371_020), Some(92_755), Hard, 4),
    published("square/iq-puzzler-pro-5x11.ron", Some(4_331_140), Some(1_082_785), Long, 4),
    published("cover/knuth-7-items.ron", Some(1), Some(1), Quick, 1),
    published("cover/queens-4.ron", Some(2), Some(1), Quick, 8),
    Published {
        symmetric: Some(1),
        ..published("cover/queens-8.ron", Some(92), Some(12), Quick, 8)
    },
    published("cover/queens-12.ron", Some(14_200), Some(1787), Quick, 8),
    published("cover/sudoku-17-givens.ron", Some(1), Some(1), Quick, 1),
    published("cover/sudoku-hard.ron", Some(1), Some(1), Quick, 1),
    published("cover/sudoku-6x6.ron", Some(12), Some(10), Quick, 2),
];

struct SolvedState {
    puzzle: Arc<Puzzle>,
    encoding: Arc<Encoding>,
    run: Run,
    counts: Counts<Natural>,
}

fn solve(opened: Opened) -> SolvedState {
    let plan = Arc::new(Plan::new(opened.puzzle, PlanOptions::default()).unwrap());
    let Encoded { puzzle, encoding, .. } =
        plan.encoded().cloned().expect("the plan of a puzzle has geometry");
    let mut run = Run::start(plan, Settings::default());
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete, "{}", puzzle.title);
    SolvedState { puzzle, encoding, counts: last.counts, run }
}

fn bundled(path: &str) -> &'static Bundled {
    bundled::ALL.iter().find(|b| b.path == path).unwrap_or_else(|| panic!("no {path}"))
}

/// Solves one puzzle and compares it with its own file, with the table, and every stored
/// solution with the verifier.
fn find_again(row: &Published) {
    let solved = solve(bundled(row.path).open());
    let counts = solved.counts;
    assert_eq!(counts.differences(&solved.puzzle.expect), [], "{}", row.path);
    for (kind, published, found) in [
        ("total", row.total, counts.total),
        ("turned", row.turned, counts.turned),
        ("distinct", row.distinct, counts.distinct),
        ("symmetric", row.symmetric, counts.symmetric),
    ] {
        assert_eq!(published.map_or(found, Natural::from), found, "{kind} of {}", row.path);
    }
    let store = solved.run.with_store(Store::clone);
    assert_eq!(store.len() as u64, counts.distinct, "{}", row.path);
    for (n, solution) in store.iter().enumerate() {
        let placed = solved.encoding.decode(&solution);
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
        let [total, turned, distinct, symmetric] =
            [row.total, row.turned, row.distinct, row.symmetric].map(|n| n.map(Natural::from));
        assert_eq!(expect.total, total, "total of {}", row.path);
        assert!(turned.is_none() || expect.turned == turned, "{}", row.path);
        assert_eq!(expect.distinct, distinct, "distinct of {}", row.path);
        assert!(symmetric.is_none() || expect.symmetric == symmetric, "{}", row.path);
        assert!(!opened.description.source.is_empty(), "{} names no source", row.path);
    }
}

/// The puzzles whose frontiers have more states than 48 MB hold.
const WIDE: &[&str] = &[
    "square/one-sided-pentominoes-5x18.ron",
    "square/one-sided-pentominoes-6x15.ron",
    "square/one-sided-pentominoes-9x10.ron",
    "square-edges/tetrasticks-5x5-any-one-left-out.ron",
    "square-edges/one-sided-tetrasticks-aztec-diamond.ron",
    "triangle/obeirnes-hexagon.ron",
    "cube/solid-pentominoes-3x4x5.ron",
    "cube/bedlam-cube.ron",
    "sphere/iq-puzzler-pro-pyramid.ron",
    "cube/n-pentominoes-5x5x5.ron",
];

/// A puzzle encoded, its symmetries, and what can be held for them: first what keeps the fewest
/// placements, or what shrinks the search most.
fn encoded(puzzle: &Puzzle, fewest: bool) -> (Encoding, SymmetryGroup, Vec<Restriction>) {
    let encoding = Encoding::new(puzzle).unwrap();
    let group = SymmetryGroup::new(puzzle, &encoding);
    let mut restrictions = group.restrictions(puzzle, &encoding);
    if fewest {
        restrictions.sort_by_key(|held| held.kept.len());
    }
    (encoding, group, restrictions)
}

/// Counts a bundled puzzle without listing its solutions, on so many threads and in so many bytes;
/// what keeps the fewest placements is held, or what shrinks the search most.
fn count(
    path: &str,
    threads: usize,
    fewest: bool,
    bytes: usize,
) -> Result<Option<Counts<Natural>>, SweepError> {
    let puzzle = bundled(path).open().puzzle;
    let (encoding, group, restrictions) = encoded(&puzzle, fewest);
    let limits = Limits { threads, bytes, ..Limits::default() };
    let go_on = &mut |_, _| ControlFlow::Continue(());
    job::count(&puzzle, &encoding, &group, restrictions.first(), &limits, go_on)
}

fn is_counted_again(path: &str) {
    let counts = count(path, 2, false, 128 << 20).unwrap().unwrap();
    assert_eq!(counts.differences(&bundled(path).open().puzzle.expect), [], "{path}");
}

#[test]
fn a_count_that_no_one_else_has_published_is_found_again() {
    is_counted_again("square/tetrominoes-and-pentominoes-4x20.ron");
}

#[test]
#[ignore = "takes long without optimisation"]
fn a_large_count_that_no_one_else_has_published_is_found_again() {
    is_counted_again("square/tetrominoes-at-most-six-times-8x8.ron");
}

/// Puzzles whose count takes seconds.
const HEAVY: &[&str] = &[
    "square/pentominoes-and-square-tetromino-8x8.ron",
    "cube/solid-pentominoes-2x5x6.ron",
    "sphere/kanoodle-pyramid.ron",
];

#[test]
fn solutions_are_counted_without_listing_them() {
    counts_without_listing(|path| !HEAVY.contains(&path), 4 << 20);
}

#[test]
#[ignore = "takes minutes"]
fn the_solutions_of_large_puzzles_are_counted_without_listing_them() {
    counts_without_listing(|path| HEAVY.contains(&path) || WIDE.contains(&path), 48 << 20);
}

/// Counts the puzzles of some paths; those whose frontiers are wide give up in so few bytes.
fn counts_without_listing(includes: impl Fn(&str) -> bool, too_few: usize) {
    let rows = PUBLISHED.iter().filter(|row| row.pace != Endless && includes(row.path));
    for row in rows {
        for (threads, fewest) in [(1, false), (2, false), (2, true)] {
            if (fewest || threads == 1) && row.pace != Quick {
                continue;
            }
            let wide = WIDE.contains(&row.path);
            if wide && threads == 1 {
                // To give up takes as long as to count.
                continue;
            }
            // Far from what either kind needs, since threads share memory out as it happens.
            let is_cover = row.path.starts_with("cover/");
            let bytes = if wide || is_cover { too_few } else { 128 << 20 };
            let counted = count(row.path, threads, fewest, bytes);
            if row.path == "cube/six-piece-burrs.ron" {
                // A state would have to say how many are left of each of 25 pieces.
                assert_eq!(counted, Err(SweepError::Unsupported), "{}", row.path);
                continue;
            }
            if is_cover && let Err(error) = counted {
                // Of most of them no order of the items keeps the frontier short.
                let gives_up = matches!(error, SweepError::Unsupported | SweepError::Memory);
                assert!(gives_up, "{}: {error}", row.path);
                continue;
            }
            if wide {
                assert_eq!(counted, Err(SweepError::Memory), "{}", row.path);
                continue;
            }
            let counts = counted.expect(row.path).unwrap();
            let expect = bundled(row.path).open().puzzle.expect;
            assert_eq!(counts.differences(&expect), [], "{}", row.path);
        }
    }
}

/// Whatever is held and however many threads there are: two sweeps that meet halfway come to what was
/// published, and meet fewer states than one that goes all the way.
fn counted_from_both_ends(path: &str, most_states: u64) {
    let puzzle = bundled(path).open().puzzle;
    let (encoding, group, restrictions) = encoded(&puzzle, true);
    let expect = &puzzle.expect;
    let mut met = Vec::new();
    for (held, threads) in [(restrictions.first(), 1), (restrictions.first(), 2), (None, 2)] {
        let limits = Limits { threads, bytes: 1 << 30, ..Limits::default() };
        let mut states = 0;
        let watch = &mut |_, stage: Stage| {
            states = stage.states;
            ControlFlow::Continue(())
        };
        let counts = job::count(&puzzle, &encoding, &group, held, &limits, watch);
        assert_eq!(counts.unwrap().unwrap().differences(expect), []);
        met.push(states);
    }
    println!("{path}: {met:?} states");
    assert!(met[0] == met[1] && met[0] < most_states, "{met:?}");
}

#[test]
fn one_sided_pentominoes_are_counted_from_both_ends() {
    counted_from_both_ends("square/one-sided-pentominoes-3x30.ron", 100_000);
}

#[test]
#[ignore = "takes long without optimisation"]
fn many_one_sided_pentominoes_are_counted_from_both_ends() {
    counted_from_both_ends("square/one-sided-pentominoes-5x18.ron", 10_000_000);
}

#[test]
fn what_does_not_fit_into_memory_at_once_is_counted_in_parts() {
    let puzzle = bundled("square/pentominoes-6x10.ron").open().puzzle;
    let (encoding, group, restrictions) = encoded(&puzzle, true);
    // What is counted in so many bytes, the states met and the bytes taken for that.
    let count = |bytes| {
        let limits = Limits { bytes, ..Limits::default() };
        let (mut states, mut most, mut behind) = (0, 0, 0.0);
        let watch = &mut |share: f64, stage: Stage| {
            assert!((0.0..=1.0).contains(&share));
            (states, most) = (stage.states.max(states), stage.bytes.max(most));
            behind = share.max(behind);
            ControlFlow::Continue(())
        };
        let held = restrictions.first();
        let counts = job::count(&puzzle, &encoding, &group, held, &limits, watch);
        assert!(behind > 0.9 || counts.is_err());
        counts.map(|counts| (counts.unwrap(), states, most))
    };
    let (whole, states, most) = count(64 << 20).unwrap();
    assert_eq!(whole.distinct, 2339);
    let parts: Vec<(Counts<Natural>, u64, usize)> =
        (2..8).filter_map(|eighths| count(most * eighths / 8).ok()).collect();
    // Each part goes a way of its own, so that together they meet more states.
    assert!(parts.iter().filter(|(_, more, _)| *more > states).count() >= 2, "{parts:?}");
    for (counts, more, bytes) in parts {
        assert_eq!(counts, whole);
        assert!(more >= states && bytes < most, "{more} states in {bytes} bytes");
    }
    assert_eq!(count(1000), Err(SweepError::Memory));
}

#[test]
fn a_run_that_only_counts_gives_the_same_numbers_and_keeps_nothing() {
    for row in PUBLISHED.iter().filter(|row| row.pace == Quick) {
        let plan = Plan::new(bundled(row.path).open().puzzle, PlanOptions::default()).unwrap();
        let listed = solve(bundled(row.path).open()).counts;
        let mut run = Run::start(Arc::new(plan), Settings { keep: false, ..Settings::default() });
        run.wait();
        assert_eq!(run.snapshot().phase, Phase::Complete, "{}", row.path);
        let counted = run.snapshot().counts;
        assert_eq!(counted, listed, "{}", row.path);
        assert!(run.with_store(Store::is_empty));
    }
}

#[test]
fn a_frontier_sweep_without_memory_gives_way_to_a_search() {
    for path in ["square/l-trominoes-7x7.ron", "square/scotts-board.ron", "cube/soma-cube.ron"] {
        let run = |sweep_bytes| {
            let puzzle = bundled(path).open().puzzle;
            let plan = Plan::new(puzzle, PlanOptions::by(&frontier::ENGINE)).unwrap();
            let settings = Settings { sweep_bytes, ..Settings::default() };
            let mut run = Run::start(Arc::new(plan), settings);
            run.wait();
            assert_eq!(run.snapshot().phase, Phase::Complete);
            let solutions: Vec<Vec<OptionId>> = run.with_store(Store::clone).iter().collect();
            (run.engine_names(), solutions)
        };
        let (swept, searched) = (run(64 << 20), run(1000));
        assert_eq!(swept.0, "frontier sweep", "{path}");
        assert!(!searched.0.contains("frontier"), "{path}: {}", searched.0);
        assert_eq!(swept.1, searched.1, "{path}");
    }
}

#[test]
fn a_short_search_gives_way_to_a_count_that_is_expected_to_end_first() {
    let path = "square/kanoodle-5x11.ron";
    let plan = Plan::new(bundled(path).open().puzzle, PlanOptions::default()).unwrap();
    assert!(!plan.uses(&frontier::ENGINE), "{}", plan.engine_names());
    let mut run = Run::start(Arc::new(plan), Settings { keep: false, ..Settings::default() });
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.counts.differences(&bundled(path).open().puzzle.expect), []);
    assert_eq!((last.effort.nodes, run.engine_names().as_str()), (0, "frontier sweep"));
    assert!(last.states > 100_000);
}

#[test]
fn who_wants_only_some_solutions_need_not_wait_for_a_sweep() {
    let path = "square/y-pentominoes-15x15.ron";
    let plan = Arc::new(Plan::new(bundled(path).open().puzzle, PlanOptions::default()).unwrap());
    assert!(plan.uses(&frontier::ENGINE));
    let settings = Settings { limit: Some(1), ..Settings::default() };
    let mut run = Run::start(plan, settings);
    run.wait();
    let last = run.snapshot();
    assert_eq!((last.phase, last.states), (Phase::Stopped, 0));
    assert!(!run.engine_names().contains("frontier"));
    assert!(!run.with_store(Store::is_empty));
}

#[test]
fn a_limit_is_kept_to_the_solution_however_many_threads_find_them() {
    for (path, limits) in [
        ("square/scotts-board.ron", [1, 7, 40]),
        ("square/dominoes-8x8.ron", [1, 999, 1501]),
        ("cover/queens-8.ron", [1, 5, 11]),
    ] {
        for (limit, threads) in limits.into_iter().flat_map(|limit| [(limit, 1), (limit, 8)]) {
            let plan =
                Arc::new(Plan::new(bundled(path).open().puzzle, PlanOptions::default()).unwrap());
            let settings = Settings { limit: Some(limit), threads, ..Settings::default() };
            let mut run = Run::start(plan, settings);
            run.wait();
            let last = run.snapshot();
            let distinct = last.counts.distinct.capped();
            assert_eq!((&last.phase, distinct), (&Phase::Stopped, limit), "{path}");
            assert_eq!(run.with_store(Store::len) as u64, limit, "{path}");
        }
    }
}

#[test]
fn a_subtree_has_distinct_solutions_to_list_although_the_least_of_their_orbits_are_elsewhere() {
    // Where a search begins, all solutions have dozens of dominoes in common at the top: which of them
    // are the least of their orbits would be settled there, and for millions it would be none.
    let text = "(format: 1, title: \"dominoes\", lattice: Square, pieces: [Piece(name: \"I\", \
                art: [\"XX\"], copies: 300)], board: Rectangle(20, 30))";
    let puzzle = puzzle_file::read(text.into()).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let plan = Plan::new(Arc::clone(&puzzle.puzzle), PlanOptions::default()).unwrap();
    let settings = Settings { limit: Some(500), threads: 1, ..Settings::default() };
    let mut run = Run::start(Arc::new(plan), settings);
    run.wait();
    let counts = run.snapshot().counts.small().unwrap();
    // One of each orbit, of which there are four solutions where none is symmetric.
    assert_eq!((counts.distinct, counts.total), (500, 2000));
    let listed: BTreeSet<Vec<OptionId>> = run.into_store().iter().collect();
    assert_eq!(listed.len(), 500);
}

#[test]
fn a_run_can_be_asked_how_it_goes_while_its_solutions_are_looked_at() {
    let plan = Arc::new(
        Plan::new(bundled("square/scotts-board.ron").open().puzzle, PlanOptions::default())
            .unwrap(),
    );
    for _ in 0..20 {
        let run = Run::start(Arc::clone(&plan), Settings { threads: 4, ..Settings::default() });
        while !run.phase().is_over() {
            run.with_store(|store| {
                // Threads that want to add solutions wait meanwhile.
                std::thread::sleep(Duration::from_millis(2));
                let seen = run.snapshot();
                assert!(seen.counts.distinct >= store.len() as u64);
                assert!(seen.phase == run.phase() || run.phase().is_over());
            });
        }
        assert_eq!(run.phase(), Phase::Complete);
    }
}

/// The distinct solutions of a puzzle by one engine, its symmetry used or not, ascending.
fn solutions_by(
    puzzle: &Arc<Puzzle>,
    engine: &'static Engine,
    threads: usize,
    restricted: bool,
) -> Result<(Counts<Natural>, Vec<Vec<OptionId>>), PlanError> {
    let plan = if restricted {
        Plan::new(Arc::clone(puzzle), PlanOptions::by(engine))?
    } else {
        let encoding = Arc::new(Encoding::new(puzzle).unwrap());
        let group = Arc::new(SymmetryGroup::new(puzzle, &encoding));
        let refused = |why| PlanError::Engine { id: engine.id, name: engine.name, why };
        // An engine for whole problems is tried beside a search, which is what is chosen here.
        let wish = Some(engine).filter(|engine| engine.whole().is_none());
        let chosen = Strategy::choose(puzzle, &encoding, &group, wish).map_err(refused)?;
        let strategy = Strategy { restriction: None, ..chosen };
        let encoded = Encoded { puzzle: Arc::clone(puzzle), encoding, group };
        Plan::new(encoded, PlanOptions::strategy(strategy))?
    };
    let settings = Settings { threads, ..Settings::default() };
    let mut run = Run::start(Arc::new(plan), settings);
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete, "{engine:?} on {}", puzzle.title);
    let solutions = run.with_store(Store::clone).iter().collect();
    // What the search met depends on the restriction; the numbers of solutions do not.
    Ok((last.counts, solutions))
}

/// Holds every engine, with one thread and two, with symmetry and without, to dancing links.
fn engines_agree(row: &Published, unrestricted: bool) {
    let puzzle = bundled(row.path).open().puzzle;
    let reference = solutions_by(&puzzle, &dancing_links::ENGINE, 1, true).unwrap();
    for engine in Engine::exhaustive() {
        for threads in [1, 2] {
            for restricted in [true, false] {
                if restricted || unrestricted {
                    let found = match solutions_by(&puzzle, engine, threads, restricted) {
                        Ok(found) => found,
                        Err(why) => {
                            assert!(engine.tree != Tree::FewestOptions, "{}: {why}", row.path);
                            continue;
                        }
                    };
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

/// Quick puzzles that together take most of the time of all; the tests that are ignored by default
/// have them.
const SLOWEST_OF_THE_QUICK: &[&str] = &[
    "square/pentominoes-6x10.ron",
    "square/pentominoes-5x12.ron",
    "square/katamino-5xn.ron",
    "square-edges/tetrasticks-5x5-without-h.ron",
    "cover/queens-12.ron",
];

#[test]
fn every_engine_gives_the_same_solutions_with_one_thread_and_two() {
    let quick = PUBLISHED.iter().filter(|row| row.pace == Quick);
    for row in quick.filter(|row| !SLOWEST_OF_THE_QUICK.contains(&row.path)) {
        engines_agree(row, false);
    }
}

#[test]
#[ignore = "takes many minutes; see the head of this file"]
fn every_engine_gives_the_same_solutions_also_without_symmetry() {
    // Thirteen million dominoes six times over would only try one's patience.
    let all = PUBLISHED.iter().filter(|row| matches!(row.pace, Quick | Slow));
    for row in all.filter(|row| row.total != Some(12_988_816)) {
        engines_agree(row, true);
    }
}

#[test]
fn the_quick_bundled_puzzles_have_as_many_solutions_as_was_published() {
    PUBLISHED.iter().filter(|row| row.pace == Quick).for_each(find_again);
}

/// Every other bundled puzzle but the longest. Minutes without optimisation; run it with
/// `cargo test --release --test suite -- --ignored slow_bundled`.
#[test]
#[ignore = "takes minutes"]
fn the_slow_bundled_puzzles_have_as_many_solutions_as_was_published() {
    PUBLISHED.iter().filter(|row| matches!(row.pace, Slow | Hard)).for_each(find_again);
}

/// The longest; run it with `cargo test --release --test suite -- --ignored longest`.
#[test]
#[ignore = "takes hours, and gigabytes for the solutions"]
fn the_longest_bundled_puzzles_have_as_many_solutions_as_was_published() {
    PUBLISHED.iter().filter(|row| row.pace == Long).for_each(find_again);
}

#[test]
fn bundled_puzzles_have_the_symmetries_of_their_boards_as_far_as_the_pieces_allow() {
    for row in PUBLISHED.iter().filter(|row| !row.path.contains("hexacubes")) {
        let puzzle = bundled(row.path).open().puzzle;
        let encoding = Encoding::new(&puzzle).unwrap();
        let group = SymmetryGroup::new(&puzzle, &encoding);
        assert_eq!(group.order(), row.symmetries, "{}", row.path);
    }
    // One hand alone, turned only, lets no mirror pass.
    let one_hand = r#"(format: 1, title: "t", lattice: Cube, board: Box(3, 3, 3),
        pieces: [Family(one_sided: 4, only: ["A"], copies: 6), Family(free: 3, only: ["V"])])"#;
    let puzzle = puzzle_file::read(one_hand.into()).unwrap().puzzle;
    let encoding = Encoding::new(&puzzle).unwrap();
    assert_eq!(SymmetryGroup::new(&puzzle, &encoding).order(), 24);
}

/// Knuth 2000: 124,519 solutions in seven classes, by how far the hexagonal piece lies from the
/// centre of O'Beirne's hexagon. Squared distances are those of the piece's middle, the side of a
/// triangle being 1.
#[test]
#[ignore = "takes minutes"]
fn obeirnes_hexagon_has_seven_classes_by_the_place_of_the_hexagonal_piece() {
    let solved = solve(bundled("triangle/obeirnes-hexagon.ron").open());
    let place = solved.puzzle.pieces.iter().position(|p| p.name == "hexagon");
    let hexagon = PieceId(place.expect("a hexiamond") as u32);
    // Six times the middle of some triangles, by which sums stay whole.
    let middle = |sites: &[Point], times: i32| {
        let sum = |k: usize| sites.iter().map(|s| s.coordinates()[k]).sum::<i32>();
        [sum(0) * times, sum(1) * times]
    };
    let board: Vec<Point> = solved.puzzle.board.sites().iter().map(|s| s.site).collect();
    let [x, y] = middle(&board, 1);
    let mut classes: BTreeMap<i32, u64> = BTreeMap::new();
    for solution in solved.run.with_store(Store::clone).iter() {
        let placed = solved.encoding.decode(&solution);
        let (_, sites) = placed.iter().find(|(id, _)| *id == hexagon).expect("it is used");
        // The board has 19 times as many triangles as the piece, each of which is 6 wide.
        let [a, b] = middle(sites, 19);
        let unit = 19 * 6 * 6;
        let (a, b) = ((a - x) / unit, (b - y) / unit);
        *classes.entry(a * a + a * b + b * b).or_default() += 1;
    }
    println!("{classes:?}");
    let counts: Vec<u64> = classes.values().copied().collect();
    assert_eq!(counts, [1914, 5727, 11_447, 7549, 6675, 15_717, 75_490]);
    assert_eq!(counts.iter().sum::<u64>(), 124_519);
}

#[test]
fn any_one_of_the_tetrasticks_can_be_left_out_in_five_cases() {
    let path = "square-edges/tetrasticks-5x5-any-one-left-out.ron";
    let puzzle = bundled(path).open().puzzle;
    let options = PlanOptions { split: Split::Full, ..PlanOptions::default() };
    let plan = Plan::new(puzzle, options).unwrap();
    let names = plan.case_names().unwrap();
    assert_eq!(names, "without H · without J · without L · without N · without Y");
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
