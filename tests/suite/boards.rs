//! Variants with boards of their own, given placements and cards; symmetric boards; and the sets of
//! pentominoes on rectangles five wide.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;

use polywright::encode::{Encoding, SymmetryGroup};
use polywright::format::{bundled, puzzle_file};
use polywright::job::variants::{
    Method, Proof, Question, SavedVariants, Summary, VariantList, VariantPlan, VariantResult,
    VariantRun, VariantSettings, solutions_of,
};
use polywright::job::{Phase, Plan, PlanOptions, Run, Settings};
use polywright::puzzle::Puzzle;
use polywright::workbench::variants::description_of_variant;
use serde_json::Value;

fn read(text: &str) -> Arc<Puzzle> {
    puzzle_file::read(text.into()).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0])).puzzle
}

fn refused(text: &str) -> String {
    puzzle_file::read(text.into()).expect_err("a mistake")[0].to_string()
}

/// A puzzle of pieces and a board, with variants.
fn puzzle(pieces: &str, board: &str, of: &str) -> String {
    format!(
        "(format: 1, title: \"t\", lattice: Square, pieces: [{pieces}], board: {board}, \
         variants: (of: [{of}]))"
    )
}

fn list(puzzle: &Arc<Puzzle>) -> (VariantList, Arc<Encoding>) {
    let whole = puzzle.with_all_boards();
    let encoding = Arc::new(Encoding::new(&whole).unwrap());
    let group = SymmetryGroup::new(&whole, &encoding);
    (VariantList::new(&whole, &encoding, &group, false).unwrap(), encoding)
}

fn names(list: &VariantList) -> Vec<String> {
    (0..list.len()).map(|n| list.name(n)).collect()
}

fn solve(list: VariantList, encoding: Arc<Encoding>, question: Question) -> Vec<VariantResult> {
    let plan = VariantPlan::new(list, encoding, question, None).unwrap();
    assert_eq!(plan.method(), Method::OneByOne);
    let mut run = VariantRun::start(Arc::new(plan), VariantSettings::default());
    run.wait();
    assert_eq!(run.snapshot().phase, Phase::Complete);
    run.with_results(<[VariantResult]>::to_vec)
}

/// The counts of a puzzle by itself.
fn counts(puzzle: Arc<Puzzle>) -> (u64, u64) {
    let mut run = Run::start(
        Arc::new(Plan::new(puzzle, PlanOptions::default()).unwrap()),
        Settings::default(),
    );
    run.wait();
    let counts = run.snapshot().counts.small().unwrap();
    (counts.total, counts.distinct)
}

#[test]
fn rectangles_of_a_size_that_fits_are_boards_and_turned_ones_are_one() {
    let of = "Sizes(\"Rectangle\", [(1, 20), (1, 20)])";
    let text = puzzle("Family(free: 5)", "Rectangle(10, 6)", of);
    let (boards, encoding) = list(&read(&text));
    assert_eq!(names(&boards), ["3×20", "4×15", "5×12", "6×10"]);
    assert_eq!(boards.number(), 8);
    assert_eq!(boards.id(3), "6×10");
    let results = solve(boards.clone(), encoding, Question::Count);
    let distinct: Vec<u64> = results.iter().map(|result| result.counts.distinct).collect();
    assert_eq!(distinct, [2, 368, 1010, 2339], "as the bundled rectangles");
    // Pieces that may not be turned make them two.
    let fixed = puzzle(
        "Piece(name: \"D\", art: [\"XX\"], copies: 3, motions: AsDrawn)",
        "Rectangle(2, 3)",
        of,
    );
    assert_eq!(names(&list(&read(&fixed)).0), ["1×6", "2×3", "3×2", "6×1"]);
}

#[test]
fn boards_pieces_left_out_and_open_sites_are_combined() {
    let of = "Boards([Rectangle(5, 4), Art([\"#####\", \"#####\", \"#####\", \"####.\", \"..#..\"])]), \
              LeftOut(1, [])";
    let (boards, encoding) = list(&read(&puzzle("Family(free: 4)", "Rectangle(5, 4)", of)));
    assert_eq!((boards.len(), boards.number()), (10, 10));
    assert_eq!(boards.name(0), "5×4 without T");
    assert_eq!(boards.name(9), "board 2 without I");
    let results = solve(boards.clone(), encoding, Question::Count);
    // Sixteen squares of twenty.
    assert!(results.iter().all(|result| result.proof == Some(Proof::Area)));
    let open = "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 4)], board: \
                Rectangle(5, 4), site_groups: {\"row\": Sites([[1, 1], [2, 1], [5, 4]])}, variants: \
                (of: [Boards([Rectangle(5, 4), Rectangle(3, 7)]), OpenOne(\"row\")]))";
    let (open, encoding) = list(&read(open));
    // The corners are equal, and (5, 4) is not on the narrow board.
    assert_eq!(names(&open), ["5×4 (1, 1)", "5×4 (2, 1)", "3×7 (1, 1)", "3×7 (2, 1)"]);
    assert_eq!((open.number(), open.variants()[0].number), (5, 2));
    let results = solve(open.clone(), encoding, Question::Count);
    for (n, result) in results.iter().enumerate().filter(|(_, result)| result.proof.is_none()) {
        let own = counts(Arc::new(open.puzzle(n).unwrap()));
        assert_eq!((result.counts.total, result.counts.distinct), own);
    }
}

/// A brute-force count of the fillings of a rectangle by sets of pentominoes: the first empty square
/// is covered in every way.
struct Filler {
    /// For each piece the squares of each orientation, from the first in reading order.
    pieces: Vec<Vec<Vec<(i32, i32)>>>,
    width: i32,
    height: i32,
    filled: Vec<bool>,
    found: BTreeMap<u32, u64>,
}

impl Filler {
    /// Drawn anew: not the pieces of the program.
    fn new(width: i32, height: i32) -> Filler {
        let drawn: [&[(i32, i32)]; 12] = [
            &[(1, 0), (2, 0), (0, 1), (1, 1), (1, 2)],
            &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)],
            &[(0, 0), (1, 0), (2, 0), (3, 0), (0, 1)],
            &[(0, 0), (1, 0), (1, 1), (2, 1), (3, 1)],
            &[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)],
            &[(0, 0), (1, 0), (2, 0), (1, 1), (1, 2)],
            &[(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)],
            &[(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)],
            &[(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)],
            &[(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)],
            &[(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)],
            &[(0, 0), (1, 0), (1, 1), (1, 2), (2, 2)],
        ];
        let orientations = |cells: &[(i32, i32)]| {
            let mut all = BTreeSet::new();
            let mut cells = cells.to_vec();
            for turn in 0..8 {
                let mut image: Vec<(i32, i32)> = cells.iter().map(|&(x, y)| (y, x)).collect();
                image.sort_unstable();
                let (y, x) = image[0];
                all.insert(image.iter().map(|&(b, a)| (a - x, b - y)).collect::<Vec<_>>());
                cells.iter_mut().for_each(|cell| *cell = (-cell.1, cell.0));
                if turn == 3 {
                    cells.iter_mut().for_each(|cell| cell.0 = -cell.0);
                }
            }
            all.into_iter().collect()
        };
        let pieces = drawn.into_iter().map(orientations).collect();
        let filled = vec![false; (width * height) as usize];
        Filler { pieces, width, height, filled, found: BTreeMap::new() }
    }

    fn fill(&mut self, used: u32) {
        let Some(first) = self.filled.iter().position(|filled| !filled) else {
            *self.found.entry(used).or_default() += 1;
            return;
        };
        let (x, y) = (first as i32 % self.width, first as i32 / self.width);
        for piece in (0..12).filter(|piece| used >> piece & 1 == 0) {
            for orientation in self.pieces[piece].clone() {
                let squares = orientation.iter().map(|&(a, b)| (x + a, y + b));
                let inside = |&(a, b): &(i32, i32)| {
                    (0..self.width).contains(&a) && (0..self.height).contains(&b)
                };
                let squares: Vec<(i32, i32)> = squares.collect();
                let at = |&(a, b): &(i32, i32)| (b * self.width + a) as usize;
                if !squares.iter().all(|square| inside(square) && !self.filled[at(square)]) {
                    continue;
                }
                let squares: Vec<usize> = squares.iter().map(at).collect();
                squares.iter().for_each(|&square| self.filled[square] = true);
                self.fill(used | 1 << piece);
                squares.iter().for_each(|&square| self.filled[square] = false);
            }
        }
    }
}

fn katamino(only: impl Fn(&str) -> bool) -> (VariantList, Vec<VariantResult>) {
    let path = "square/katamino-5xn.ron";
    let puzzle = bundled::ALL.iter().find(|b| b.path == path).expect("it is bundled").open().puzzle;
    let (sets, encoding) = list(&puzzle);
    assert_eq!(sets.len() as u64, sets.family.expect.variants.unwrap());
    let sets = sets.filtered(|list, n| only(&list.name(n))).unwrap();
    let results = solve(sets.clone(), encoding, Question::Count);
    (sets, results)
}

#[test]
fn sets_of_pentominoes_fill_rectangles_five_wide_as_often_as_by_brute_force() {
    let is_small = |name: &str| ["3×5:", "4×5:", "5×5:"].iter().any(|size| name.starts_with(size));
    let (sets, results) = katamino(is_small);
    assert_eq!(sets.len(), 220 + 495 + 792);
    let mut found: BTreeMap<(usize, u32), u64> = BTreeMap::new();
    for (n, result) in results.iter().enumerate() {
        let used: u32 = !sets.left_out(n).iter().fold(0, |mask, piece| mask | 1 << piece.0) & 0xfff;
        found.insert((used.count_ones() as usize, used), result.counts.total);
    }
    let mut sums = Vec::new();
    for width in 3..=5 {
        let mut filler = Filler::new(width, 5);
        filler.fill(0);
        let of_width = found.iter().filter(|((count, _), _)| *count == width as usize);
        let own: BTreeMap<u32, u64> =
            of_width.filter(|(_, total)| **total > 0).map(|((_, used), n)| (*used, *n)).collect();
        assert_eq!(own, filler.found, "{width}");
        sums.push((own.len(), own.values().sum::<u64>()));
    }
    assert_eq!(sums[2].0, 45);
    assert_eq!(
        results.iter().map(|result| result.counts.total).sum::<u64>(),
        sums.iter().map(|s| s.1).sum::<u64>()
    );
}

#[test]
fn all_twelve_on_five_by_twelve_are_the_bundled_puzzle() {
    let (sets, results) = katamino(|name| name.starts_with("12×5:") || name.starts_with("11×5:"));
    assert_eq!(sets.len(), 13);
    let last = results[12].counts;
    assert_eq!((last.total, last.distinct), (4040, 1010));
    assert_eq!(sets.name(12), "12×5: F I L N P T U V W X Y Z");
}

#[test]
#[ignore = "a minute: all 4017 sets"]
fn every_set_of_pentominoes_on_five_by_n() {
    let (sets, results) = katamino(|_| true);
    let mut by_size: BTreeMap<usize, (u64, u64, u64)> = BTreeMap::new();
    for (n, result) in results.iter().enumerate() {
        let size = by_size.entry(12 - sets.left_out(n).len()).or_default();
        size.0 += u64::from(result.counts.distinct > 0);
        size.1 += u64::from(result.counts.distinct == 1);
        size.2 += result.counts.distinct;
    }
    // Solvable sets, those with one solution, and the distinct solutions, of 5, 6, 7 and 12 pieces.
    assert_eq!(by_size[&5], (45, 19, 107));
    assert_eq!(by_size[&6], (172, 68, 541));
    assert_eq!(by_size[&7], (245, 60, 1396));
    assert_eq!(by_size[&12], (1, 0, 1010));
    let puzzle = &sets.puzzle;
    let expect = puzzle.variants.as_ref().unwrap().expect;
    assert_eq!(Summary::new(&results).differences(&expect), []);
}

#[test]
fn cards_have_the_solutions_of_the_puzzles_that_they_are() {
    let path = "square/small-boards.ron";
    let opened = bundled::ALL.iter().find(|b| b.path == path).expect("it is bundled").open();
    let (cards, encoding) = list(&opened.puzzle);
    let expect = cards.family.expect;
    assert_eq!((cards.len(), cards.name(0)), (36, "Card 1a".to_owned()));
    let results = solve(cards.clone(), Arc::clone(&encoding), Question::Count);
    assert_eq!(Summary::new(&results).differences(&expect), []);
    assert!(results.iter().all(|result| result.counts.total == 1));
    for index in [0, 17, 35] {
        let description = description_of_variant(&opened.description, &cards, index).unwrap();
        let own = description.build().unwrap();
        assert_eq!(own.title, format!("Small boards to pack, {}", cards.name(index)));
        let used = own.pieces.len() + cards.left_out(index).len();
        assert_eq!((used, own.board_area().0), (17, own.piece_area().0));
        assert_eq!(counts(Arc::new(own)), (1, 1));
        // Solutions are told on the board that has all boards.
        let found =
            solutions_of(&cards, index, &encoding, 10, &|| std::ops::ControlFlow::Continue(()));
        let found = found.unwrap().unwrap();
        assert_eq!((found.solutions.len(), found.complete), (1, true));
        let sites: usize = found.solutions[0].iter().map(|&o| encoding.sites(o).count()).sum();
        assert_eq!(sites, cards.puzzle(index).unwrap().board.sites().len());
    }
}

#[test]
fn given_placements_are_variants_and_bind_their_solutions() {
    let given = "Given([[Placed(piece: \"X\", sites: [[2, 1], [1, 2], [2, 2], [3, 2], [2, 3]])], \
                 [Placed(piece: \"X\", sites: [[5, 2], [4, 3], [5, 3], [6, 3], [5, 4]])], \
                 [Placed(piece: \"X\", sites: [[9, 1], [8, 2], [9, 2], [10, 2], [9, 3]])]])";
    let text = puzzle("Family(free: 5)", "Rectangle(10, 6)", given);
    let opened = puzzle_file::read(text.as_str().into()).ok().unwrap();
    let (variants, encoding) = list(&opened.puzzle);
    // The third is the first, flipped.
    assert_eq!(names(&variants), ["given 1", "given 2"]);
    assert_eq!((variants.number(), variants.variants()[0].number), (3, 2));
    let results = solve(variants.clone(), encoding, Question::Count);
    for (n, result) in results.iter().enumerate() {
        let own = description_of_variant(&opened.description, &variants, n).unwrap();
        assert_eq!(own.placed.len(), 1);
        assert!(own.placed[0].pinned);
        let (total, distinct) = counts(Arc::new(own.build().unwrap()));
        assert_eq!((result.counts.total, result.counts.distinct), (total, distinct));
    }
    // In the corner the cross leaves a square alone.
    assert_eq!((results[0].counts.distinct, results[1].counts.distinct), (0, 337));
    // On a board where the placement has no room it is no variant.
    let both = format!("Boards([Rectangle(10, 6), Rectangle(6, 10)]), {given}");
    let (both, _) = list(&read(&puzzle("Family(free: 5)", "Rectangle(10, 6)", &both)));
    assert_eq!(names(&both), ["10×6 given 1", "10×6 given 2", "6×10 given 2"]);
}

#[test]
fn symmetric_boards_with_one_solution_are_found_and_the_search_resumes() {
    let text = puzzle(
        "Family(free: 5, only: [\"L\", \"P\", \"V\"])",
        "Rectangle(5, 3)",
        "Symmetric(15, Mirror)",
    );
    let (boards, encoding) = list(&read(&text));
    let all = solve(boards.clone(), Arc::clone(&encoding), Question::Count);
    let upto = solve(boards.clone(), Arc::clone(&encoding), Question::UpTo(2));
    let unique = |all: &[VariantResult]| {
        (0..all.len()).filter(|&n| all[n].counts.distinct == 1).collect::<Vec<_>>()
    };
    assert_eq!(unique(&all), unique(&upto));
    assert!(upto.iter().zip(&all).all(|(a, b)| a.counts.distinct == b.counts.distinct.min(2)));
    for &n in unique(&all).iter().take(5) {
        assert_eq!(counts(Arc::new(boards.puzzle(n).unwrap())).1, 1);
    }

    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, saved, best) = (at("boards.ron"), at("saved"), at("best.ron"));
    fs::write(&file, &text).unwrap();
    let invent = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("polywright").unwrap();
        let output = command.args(["invent", &file]).args(arguments).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), text, error)
    };
    let (status, printed, _) =
        invent(&["--goal", "unique", "--json", "--checkpoint", &saved, "--out", &best]);
    assert_eq!(status, Some(0));
    let lines: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = lines.last().unwrap();
    assert_eq!(lines.len(), boards.len() + 1);
    assert_eq!(last["met"], Value::from(unique(&all).len()));
    let met = lines.iter().filter(|line| line["meets"] == true).count();
    assert_eq!(met, unique(&all).len());
    let best = fs::read_to_string(best).unwrap();
    assert_eq!(counts(read(&best)).1, 1);
    assert!(matches!(SavedVariants::load(saved.as_ref()), Ok(SavedVariants::OneByOne(_))));
    let (status, printed, _) = invent(&["--goal", "unique", "--resume", &saved]);
    assert_eq!(status, Some(0));
    assert!(printed.contains("Exactly one solution: "), "{printed}");
    let (status, _, error) = invent(&["--goal", "solvable", "--resume", &saved]);
    assert_eq!(status, Some(2));
    assert!(error.contains("another goal"), "{error}");
}

#[test]
fn a_rectangle_less_two_squares_has_one_solution_in_some_places() {
    let text = "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 3, copies: 2), \
                Family(free: 2)], board: Rectangle(4, 4), site_groups: {\"any\": All}, variants: \
                (of: [OpenSome(2, \"any\")]))";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("holes.ron");
    fs::write(&file, text).unwrap();
    let mut command = assert_cmd::Command::cargo_bin("polywright").unwrap();
    let command = command.arg("invent").arg(&file).args(["--goal", "most=4", "--json"]);
    let output = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let lines: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (holes, encoding) = list(&read(text));
    let plan = VariantPlan::new(holes, encoding, Question::Count, Some(Method::OneByOne)).unwrap();
    let mut run = VariantRun::start(Arc::new(plan), VariantSettings::default());
    run.wait();
    run.with_results(|results| {
        assert_eq!(lines.len(), results.len() + 1);
        for (line, result) in lines.iter().zip(results) {
            let meets = (1..=4).contains(&result.counts.distinct);
            assert_eq!(line["meets"], Value::from(meets));
        }
    });
}

#[test]
fn boards_that_cannot_be_are_refused_with_place_and_remedy() {
    let tetrominoes = |of: &str| refused(&puzzle("Family(free: 4)", "Rectangle(4, 4)", of));
    let cases = [
        ("Boards([])", "choice 1: the list of boards is empty; list at least one"),
        ("Boards([Rectangle(0, 3)])", "choice 1: board 1: "),
        ("Sizes(\"Circle\", [3])", "no board of the square lattice is called Circle"),
        ("Sizes(\"Rectangle\", [3])", "Rectangle has 2 numbers"),
        ("Sizes(\"Rectangle\", [(30, 40), 30])", "none of the sizes has an area"),
        ("Boards([Rectangle(4, 4)]), Boards([Rectangle(2, 8)])", "two choices have boards"),
        ("LeftOut(5, [])", "5 of 5 pieces cannot be left out"),
        ("Symmetric(5, Turn(3))", "has no symmetry by 1/3 of a turn"),
        ("Given([[]])", "given 1: it has no placements"),
        ("Given([[Placed(piece: \"O\", sites: [[4, 1], [5, 1], [4, 2], [5, 2]])]])", "given 1: "),
        ("Cards([Card(pieces: [\"X\"])])", "card 1: no piece is called X"),
        ("Cards([Card(pieces: [\"O\"])]), Pieces(2, [])", "the cards say which pieces are used"),
    ];
    for (of, message) in cases {
        let error = tetrominoes(of);
        assert!(error.starts_with("line ") && error.contains(message), "{of}: {error}");
    }
}
