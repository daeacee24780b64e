//! Cover puzzles from file to solutions, held against brute force and against a verifier that
//! knows the rules of sudoku and of chess and nothing of items.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use polywright::encode::{Encoded, Encoding, SymmetryGroup};
use polywright::exact_cover::{
    Choice, DancingLinks, Effort, Engine, ItemKind, Observer, OptionId, TreeSearch, bitset,
    dancing_links,
};
use polywright::format::bundled;
use polywright::format::{Contents, dlx, puzzle_file, read_ron, solutions_file};
use polywright::job::{Phase, Plan, PlanOptions, Run, Settings};
use polywright::lattice::Point;
use polywright::puzzle::Puzzle;
use polywright::solution::verify::verify;
use polywright::solution::{Counts, Store, View};

/// A puzzle of some cover form.
fn puzzle(cover: &str) -> Arc<Puzzle> {
    let text = format!("(format: 1, title: \"t\", cover: {cover})");
    puzzle_file::read(text.into()).unwrap_or_else(|errors| panic!("{cover}: {}", errors[0])).puzzle
}

fn bundled(name: &str) -> Arc<Puzzle> {
    let found = bundled::ALL.iter().find(|b| b.path == format!("cover/{name}.ron"));
    found.expect("bundled").open().puzzle
}

/// What was found: the counts, and every solution, turned copies included, as what stands in each
/// cell.
struct SolvedState {
    counts: Counts,
    grids: BTreeSet<String>,
}

/// Column and row of a cell, from 0.
fn place(site: Point) -> (usize, usize) {
    ((site.x / 2) as usize, (site.y / 2) as usize)
}

/// Solves a puzzle by an engine, and has every solution checked by its verifier.
fn solve(puzzle: &Arc<Puzzle>, engine: Option<&'static Engine>) -> SolvedState {
    let encoding = Arc::new(Encoding::new(puzzle).unwrap());
    let group = Arc::new(SymmetryGroup::new(puzzle, &encoding));
    let (own, same) = (Arc::clone(&encoding), Arc::clone(&group));
    let encoded = Encoded { puzzle: Arc::clone(puzzle), encoding: own, group: same };
    let plan = Plan::new(encoded, PlanOptions::by(engine)).unwrap();
    assert!(engine.is_none_or(|engine| plan.uses(engine)), "{}", puzzle.title);
    let mut run = Run::start(Arc::new(plan), Settings::default());
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete);
    let sites = puzzle.board.sites();
    let columns = 1 + sites.iter().map(|s| place(s.site).0).max().unwrap();
    let store = run.with_store(Store::clone);
    let mut grids = BTreeSet::new();
    if store.is_empty() {
        return SolvedState { counts: last.counts.small().unwrap(), grids };
    }
    let view = View::all(&store, &group);
    for n in 0..view.len() {
        let placed = encoding.decode(&view.solution(&group, &store, n));
        assert_eq!(verify(puzzle, &placed), Ok(()));
        let mut grid = vec!["."; sites.len()];
        for (piece, sites) in &placed {
            for &site in sites {
                let (column, row) = place(site);
                grid[row * columns + column] = &puzzle.piece(*piece).name;
            }
        }
        assert!(grids.insert(grid.concat()), "found twice");
    }
    SolvedState { counts: last.counts.small().unwrap(), grids }
}

const ENGINES: [Option<&'static Engine>; 3] =
    [None, Some(&dancing_links::ENGINE), Some(&bitset::ENGINE)];

#[test]
fn queens_are_found_as_often_as_published_by_every_engine() {
    // OEIS A000170 and A002562; symmetric ones by A032522 and A033148.
    let published = [(1, 1), (0, 0), (0, 0), (2, 1), (10, 2), (4, 1), (40, 6), (92, 12), (352, 46)];
    for (n, (total, distinct)) in (1..).zip(published) {
        for organ_pipe in [false, true] {
            let puzzle = puzzle(&format!("Queens(size: {n}, organ_pipe: {organ_pipe})"));
            for engine in ENGINES {
                let counts = solve(&puzzle, engine).counts;
                assert_eq!((counts.total, counts.distinct), (total, distinct), "{n} {engine:?}");
            }
        }
    }
}

#[test]
fn from_the_middle_outwards_fewer_nodes_are_searched() {
    let nodes = |organ_pipe: bool| {
        let puzzle = puzzle(&format!("Queens(size: 10, organ_pipe: {organ_pipe})"));
        let problem = Encoding::new(&puzzle).unwrap().problem;
        let mut found = 0;
        let mut engine = DancingLinks::new(&problem);
        let (effort, _) = engine.search(Default::default(), &mut Count(&mut found));
        assert_eq!(found, 724);
        effort.nodes
    };
    let [organ_pipe, plain] = [nodes(true), nodes(false)];
    assert!(4 * organ_pipe < 3 * plain, "{organ_pipe} and {plain}");
}

/// All ways to put n queens, one a row, by trying every permutation of the columns.
fn queens_by_brute_force(n: usize) -> BTreeSet<String> {
    fn extend(n: usize, columns: &mut Vec<usize>, found: &mut BTreeSet<String>) {
        if columns.len() == n {
            let free = (0..n).all(|a| (0..a).all(|b| columns[a].abs_diff(columns[b]) != a - b));
            if free {
                let row = |c: &usize| -> String {
                    (0..n).map(|k| if k == *c { 'Q' } else { '.' }).collect()
                };
                found.insert(columns.iter().map(row).collect());
            }
            return;
        }
        for column in 0..n {
            if !columns.contains(&column) {
                columns.push(column);
                extend(n, columns, found);
                columns.pop();
            }
        }
    }
    let mut found = BTreeSet::new();
    extend(n, &mut Vec::new(), &mut found);
    found
}

#[test]
fn the_boards_of_eight_queens_are_those_of_brute_force() {
    let expected = queens_by_brute_force(8);
    assert_eq!(expected.len(), 92);
    for engine in ENGINES {
        assert_eq!(solve(&bundled("queens-8"), engine).grids, expected);
    }
}

/// Whether a filled grid keeps to the rules of sudoku, by the definition.
fn is_sudoku(grid: &str, (columns, rows): (usize, usize)) -> bool {
    let n = columns * rows;
    let cells: Vec<char> = grid.chars().collect();
    let all: BTreeSet<char> = "123456789ABCDEFG".chars().take(n).collect();
    let holds_all = |places: Vec<usize>| places.iter().map(|&i| cells[i]).eq_all(&all);
    let boxes = (0..n).all(|b| {
        let (left, top) = (b % rows * columns, b / rows * rows);
        holds_all((0..n).map(|k| (top + k / columns) * n + left + k % columns).collect())
    });
    let lines = (0..n).all(|i| {
        holds_all((0..n).map(|k| i * n + k).collect())
            && holds_all((0..n).map(|k| k * n + i).collect())
    });
    cells.len() == n * n && boxes && lines
}

/// Whether an iterator has exactly the elements of a set.
trait EqAll {
    fn eq_all(self, all: &BTreeSet<char>) -> bool;
}

impl<I: Iterator<Item = char>> EqAll for I {
    fn eq_all(self, all: &BTreeSet<char>) -> bool {
        self.collect::<BTreeSet<char>>() == *all
    }
}

/// Every way to fill a grid, by trying digits cell by cell.
fn sudoku_by_brute_force(givens: &str, (columns, rows): (usize, usize)) -> BTreeSet<String> {
    fn extend(
        cells: &mut Vec<char>,
        size: (usize, usize),
        digits: &[char],
        found: &mut BTreeSet<String>,
    ) {
        let n = digits.len();
        let Some(at) = cells.iter().position(|&c| c == '.') else {
            found.insert(cells.iter().collect());
            return;
        };
        let shares = |i: usize| {
            let group = |i: usize| (i / n / size.1, i % n / size.0);
            i / n == at / n || i % n == at % n || group(i) == group(at)
        };
        for &digit in digits {
            if (0..n * n).all(|i| cells[i] != digit || !shares(i)) {
                cells[at] = digit;
                extend(cells, size, digits, found);
                cells[at] = '.';
            }
        }
    }
    let digits: Vec<char> = "123456789".chars().take(columns * rows).collect();
    let mut found = BTreeSet::new();
    extend(&mut givens.chars().collect(), (columns, rows), &digits, &mut found);
    found
}

#[test]
fn sudokus_have_the_solutions_of_brute_force() {
    for (size, givens) in [
        // 288 grids of 4×4 in all.
        ((2, 2), "................"),
        ((2, 2), "1..............."),
        ((3, 2), ".3.....1...54..........45...1.....3."),
        ((2, 3), "12345.......3.....5.......21........"),
        ((4, 1), "1..............."),
    ] {
        let expected = sudoku_by_brute_force(givens, size);
        let puzzle = puzzle(&format!("Sudoku(box: {size:?}, givens: \"{givens}\")"));
        for engine in ENGINES {
            let solved = solve(&puzzle, engine);
            assert!(solved.grids.iter().all(|grid| is_sudoku(grid, size)));
            assert_eq!(solved.grids, expected, "{size:?} {givens}");
            assert_eq!(solved.counts.total, expected.len() as u64);
        }
    }
}

#[test]
fn the_bundled_sudokus_are_solved_and_keep_their_givens() {
    let expected = [
        (
            "sudoku-17-givens",
            "693784512487512936125963874932651487568247391741398625319475268856129743274836159",
        ),
        (
            "sudoku-hard",
            "162857493534129678789643521475312986913586742628794135356478219241935867897261354",
        ),
    ];
    for (name, solution) in expected {
        let puzzle = bundled(name);
        for engine in ENGINES {
            let solved = solve(&puzzle, engine);
            assert_eq!(solved.counts.total, 1, "{name}");
            let grid = solved.grids.first().unwrap();
            assert_eq!(grid, solution, "{name}");
            assert!(is_sudoku(grid, (3, 3)));
            for site in puzzle.board.sites() {
                let (column, row) = place(site.site);
                let cell = &grid[row * 9 + column..][..1];
                assert!(puzzle.text(site.site).is_none_or(|given| given == cell));
            }
        }
    }
    let givens = |name| bundled(name).cover.as_ref().unwrap().scene.texts.len();
    assert_eq!((givens("sudoku-17-givens"), givens("sudoku-hard")), (17, 23));
}

#[test]
fn a_sudoku_of_sixteen_digits_is_solved_with_letters() {
    let digit = |i: usize| b"123456789ABCDEFG"[(i / 16 % 4 * 4 + i / 64 + i % 16) % 16] as char;
    let whole: String = (0..256).map(digit).collect();
    assert!(is_sudoku(&whole, (4, 4)));
    // With one row open, the columns decide.
    let givens = whole.replace(&whole[32..48], &".".repeat(16));
    let solved = solve(&puzzle(&format!("Sudoku(box: (4, 4), givens: \"{givens}\")")), None);
    assert_eq!(solved.grids, BTreeSet::from([whole]));
}

#[test]
fn symmetries_keep_givens_boxes_and_diagonals() {
    let order = |cover: &str| {
        let puzzle = puzzle(cover);
        let encoding = Encoding::new(&puzzle).unwrap();
        SymmetryGroup::new(&puzzle, &encoding).order()
    };
    assert_eq!(order("Queens(size: 8)"), 8);
    assert_eq!(order("Queens(size: 8, organ_pipe: true)"), 8);
    assert_eq!(order("Queens(size: 1)"), 1);
    assert_eq!(order("Sudoku()"), 8);
    // A quarter turn would stand the boxes upright.
    assert_eq!(order("Sudoku(box: (3, 2))"), 4);
    assert_eq!(order("Sudoku(box: (2, 2), givens: \"1...............\")"), 2);
    assert_eq!(order("Sudoku(box: (2, 2), givens: \"12..............\")"), 1);
    // Rows and columns of a matrix have no places in a plane, however even they look.
    assert_eq!(order("Matrix(items: \"a b\", options: [\"a\", \"b\"])"), 1);
    // Every symmetry permutes the options and maps solutions to solutions.
    let puzzle = bundled("queens-8");
    let encoding = Encoding::new(&puzzle).unwrap();
    for element in SymmetryGroup::new(&puzzle, &encoding).elements {
        let mut options: Vec<u32> =
            element.images().flat_map(|images| images.into_owned()).collect();
        options.sort_unstable();
        assert!(options.into_iter().eq(0..64));
    }
}

#[test]
fn the_example_of_the_paper_has_its_solution() {
    let puzzle = bundled("knuth-7-items");
    for engine in ENGINES {
        let solved = solve(&puzzle, engine);
        // Options 1, 4 and 5, each in its row.
        let expected = "..1.11.\
                        .......\
                        .......\
                        4..4...\
                        .5....5\
                        .......";
        assert_eq!(solved.grids, BTreeSet::from([expected.to_owned()]));
    }
}

#[test]
fn multiplicities_and_colours_of_a_matrix_are_those_of_the_same_dlx() {
    let form = "Matrix(items: \"2:3|a b | c d\", options: [\"a b\", \"a c:red\", \"a c:green\", \
                \"a c:red d\", \"b d\", \"a d:red\"])";
    let text = "2:3|a b | c d\na b\na c:red\na c:green\na c:red d\nb d\na d:red\n";
    let puzzle = puzzle(form);
    let problem = dlx::read(text).unwrap();
    assert_eq!(Encoding::new(&puzzle).unwrap().problem, problem);
    assert_eq!(problem.items()[0].kind, ItemKind::Primary { min: 2, max: 3 });
    let mut direct = 0u64;
    let mut count = Count(&mut direct);
    let _ = DancingLinks::new(&problem).search(Default::default(), &mut count);
    assert!(direct > 0);
    for engine in ENGINES {
        assert_eq!(solve(&puzzle, engine).counts.total, direct);
    }
}

/// Counts solutions.
struct Count<'a>(&'a mut u64);

impl Observer for Count<'_> {
    fn solution(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        *self.0 += 1;
        ControlFlow::Continue(())
    }

    fn pulse(&mut self, _: &Effort, _: &[Choice]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[test]
fn solutions_of_cover_puzzles_are_written_and_read_and_verified() {
    for name in ["queens-8", "sudoku-6x6", "knuth-7-items"] {
        let opened = bundled::ALL.iter().find(|b| b.path == format!("cover/{name}.ron")).unwrap();
        let opened = opened.open();
        let plan = Arc::new(Plan::new(opened.puzzle.clone(), PlanOptions::default()).unwrap());
        let mut run = Run::start(Arc::clone(&plan), Settings::default());
        run.wait();
        let Encoded { encoding, .. } = plan.encoded().cloned().unwrap();
        let written = solutions_file::write(solutions_file::Source {
            description: &opened.description,
            puzzle: &opened.puzzle,
            encoding: &encoding,
            group: plan.group(),
            store: &run.with_store(Store::clone),
            counts: run.snapshot().counts,
            complete: true,
        });
        let Ok(Contents::Solutions(set)) = read_ron(written.as_str().into()) else {
            panic!("{name} is not read again");
        };
        assert_eq!(set.counts, run.snapshot().counts);
        // Tampered with, it is refused.
        let (queen, moved) = ("(\"Q\", [[1, 1]])", "(\"Q\", [[2, 1]])");
        if written.contains(queen) {
            let error = read_ron(written.replacen(queen, moved, 1).into()).unwrap_err();
            assert!(error[0].message.contains("is covered"), "{}", error[0]);
        }
    }
}

#[test]
fn what_cannot_be_is_refused_with_its_place() {
    let said = |cover: &str| {
        let text = format!("(\n    format: 1,\n    title: \"t\",\n    cover: {cover},\n)\n");
        let errors = puzzle_file::read(text.into()).unwrap_err();
        errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let givens = |line: &str| format!("Sudoku(givens: \"{line}{}\")", ".".repeat(81 - line.len()));
    let cases = [
        givens("....................5....5.......5.........5.........5"),
        givens("12x......"),
        "Sudoku(givens: \"53..7\")".to_owned(),
        "Sudoku(box: (9, 9))".to_owned(),
        "Queens(size: 0)".to_owned(),
        "Queens(8)".to_owned(),
        "Matrix(items: \"a b\", options: [\"a\", \"c\"])".to_owned(),
        "Kakuro()".to_owned(),
        "Queens(size: 8), pieces: []".to_owned(),
    ];
    let told: Vec<String> = cases.iter().map(|cover| said(cover)).collect();
    insta::assert_snapshot!(told.join("\n"));
}
