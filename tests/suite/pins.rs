//! Pieces laid and pinned by hand, and rules of sites: how they are written, what is refused, and
//! what they leave to the solver. That they leave the right solutions of random puzzles is tested
//! beside the brute force, in `puzzles.rs`.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use polywright::encode::{Encoded, Encoding, SymmetryGroup};
use polywright::exact_cover::{Engine, OptionId, Tree};
use polywright::format::puzzle_file;
use polywright::job::{Phase, Plan, PlanOptions, Run, Settings, digest};
use polywright::lattice::{Point, square};
use polywright::puzzle::{BoardPieceForm, Description, LayError, PieceId, Puzzle, Takes};
use polywright::solution::verify::{Placed, VerifyError, verify};
use polywright::solution::{Counts, Store, View};
use polywright::workbench::check::Severity;
use polywright::workbench::check::analysis::Analysis;

/// A puzzle of squares: its pieces, its board, and more fields.
fn squares(pieces: &str, board: &str, more: &str) -> String {
    format!("(format: 1, title: \"t\", lattice: Square, pieces: {pieces}, board: {board}, {more})")
}

fn read(text: &str) -> (Description, Arc<Puzzle>) {
    let opened = puzzle_file::read(text.into()).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    (opened.description, opened.puzzle)
}

/// The errors of a text: line, column and message.
fn errors(text: &str) -> Vec<String> {
    let Err(errors) = puzzle_file::read(text.into()) else { panic!("nothing is refused") };
    let place = |place: Option<(usize, usize)>| place.expect("an error has a place");
    errors.into_iter().map(|e| format!("{}: {}", place(e.place).1, e.message)).collect()
}

/// Every solution, as sets of placed pieces, and the numbers.
/// Whether an engine cannot work on a puzzle; those that branch on the fewest options always can.
fn is_refused(puzzle: &Arc<Puzzle>, engine: Option<&'static Engine>) -> bool {
    let refused = Plan::new(Arc::clone(puzzle), PlanOptions::by(engine)).is_err();
    assert!(!refused || engine.is_some_and(|engine| engine.tree != Tree::FewestOptions));
    refused
}

fn solve(puzzle: &Arc<Puzzle>, engine: Option<&'static Engine>) -> (BTreeSet<Placed>, Counts) {
    let plan = Arc::new(Plan::new(Arc::clone(puzzle), PlanOptions::by(engine)).unwrap());
    let mut run = Run::start(Arc::clone(&plan), Settings::default());
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete);
    let Encoded { encoding, .. } = plan.encoded().unwrap();
    let store = run.with_store(Store::clone);
    let view = View::all(&store, plan.group());
    let placed = |n| {
        let mut placed = encoding.decode(&view.solution(plan.group(), &store, n));
        verify(puzzle, &placed).unwrap();
        placed.sort();
        placed
    };
    ((0..view.len()).map(placed).collect(), last.counts.small().unwrap())
}

fn group(puzzle: &Puzzle) -> SymmetryGroup {
    SymmetryGroup::new(puzzle, &Encoding::new(puzzle).unwrap())
}

fn cell(column: i32, row: i32) -> Point {
    square::LATTICE.site_at(&[column, row]).unwrap()
}

/// The same puzzle with one piece pinned.
fn pinned(description: &Description, puzzle: &Puzzle, piece: PieceId, sites: &[Point]) -> Puzzle {
    let mut description = description.clone();
    let form = BoardPieceForm::new(puzzle.lattice, puzzle.piece(piece), sites, true);
    description.placed.push(form);
    description.build().unwrap()
}

#[test]
fn the_rectangle_with_a_cross_pinned_has_those_of_its_9356_solutions_that_have_it_there() {
    let (description, puzzle) = read(&squares("[Family(free: 5)]", "Rectangle(10, 6)", ""));
    let (all, counts) = solve(&puzzle, None);
    assert_eq!((all.len(), counts.total), (9356, 9356));
    let (x, _) = puzzle.pieces().find(|(_, piece)| piece.name == "X").unwrap();
    let encoding = Encoding::new(&puzzle).unwrap();
    let crosses: Vec<Vec<Point>> = encoding
        .placements_of(x)
        .map(|option| encoding.sites(OptionId(option as u32)).collect())
        .collect();
    assert_eq!(crosses.len(), 32);
    let mut total = 0;
    for (n, cross) in crosses.iter().enumerate() {
        let expected: BTreeSet<Placed> =
            all.iter().filter(|s| s.contains(&(x, cross.clone()))).cloned().collect();
        total += expected.len();
        let one = Arc::new(pinned(&description, &puzzle, x, cross));
        // A rectangle of even sides has no row or column in its middle.
        assert_eq!(group(&one).order(), 1);
        // All engines for a few of them.
        let engines = Engine::exhaustive().filter(|_| n % 11 == 2);
        for engine in [None].into_iter().chain(engines.map(Some)) {
            if is_refused(&one, engine) {
                continue;
            }
            let (found, counts) = solve(&one, engine);
            assert_eq!(found, expected, "{cross:?} by {engine:?}");
            assert_eq!(counts.total, expected.len() as u64);
        }
    }
    assert_eq!(total, 9356);
}

#[test]
fn what_is_laid_without_a_pin_changes_nothing() {
    let bare = squares("[Family(free: 4)]", "Rectangle(5, 4)", "");
    let laid = squares(
        "[Family(free: 4)]",
        "Rectangle(5, 4)",
        "placed: [Placed(piece: \"O\", sites: [[1, 1], [2, 1], [1, 2], [2, 2]])]",
    );
    let (bare, laid) = (read(&bare).1, read(&laid).1);
    let [a, b] = [&bare, &laid].map(|puzzle| Encoding::new(puzzle).unwrap());
    assert_eq!((&a.problem, &a.placements), (&b.problem, &b.placements));
    assert_eq!(group(&bare).order(), group(&laid).order());
    assert_eq!(laid.placed.len(), 1);
    assert!(laid.pinned().next().is_none());
}

#[test]
fn what_is_pinned_is_in_every_solution_even_on_sites_that_may_stay_open() {
    let board = "Art([\"oo##\"])";
    let pieces = "[Piece(name: \"I\", art: [\"XX\"], copies: (0, 2))]";
    let (all, _) = solve(&read(&squares(pieces, board, "")).1, None);
    assert_eq!(all.len(), 2);
    let pin = "placed: [Placed(piece: \"I\", sites: [[1, 1], [2, 1]], pinned: true)]";
    let puzzle = read(&squares(pieces, board, pin)).1;
    for engine in Engine::exhaustive() {
        if is_refused(&puzzle, Some(engine)) {
            continue;
        }
        let (found, counts) = solve(&puzzle, Some(engine));
        assert_eq!((found.len(), counts.total), (1, 1), "{engine:?}");
        assert_eq!(found.first().unwrap().len(), 2);
    }
    // The one that is pinned is all that may be used.
    let puzzle = read(&squares(&pieces.replace("(0, 2)", "(0, 1)"), board, pin)).1;
    assert_eq!(solve(&puzzle, None).0.len(), 0);
    assert_eq!(puzzle.piece_area(), (2, 2));
}

#[test]
fn a_pinned_stick_is_not_crossed() {
    let text = |rules: &str| {
        format!(
            "(format: 1, title: \"t\", lattice: SquareEdges, board: Rectangle(2, 2), {rules}
            pieces: [Piece(name: \"I\", art: [\"+-+-+\"], copies: 2),
                Piece(name: \"L\", art: [\"+-+\", \"|\"], copies: 4)],
            placed: [Placed(piece: \"I\", sites: [[0, 1, 1, 1], [1, 1, 2, 1]], pinned: true)])"
        )
    };
    let up = [[1, 0, 1, 1], [1, 1, 1, 2]];
    let has_up = |puzzle: &Puzzle| {
        let sites = up.map(|address| puzzle.lattice.site_at(&address).unwrap());
        Encoding::new(puzzle).unwrap().find(puzzle, PieceId(0), &sites).is_some()
    };
    assert!(!has_up(&read(&text("")).1));
    assert!(has_up(&read(&text("rules: (junctions: Free),")).1));
    let crossed = text("").replace(
        "pinned: true)",
        "pinned: true), Placed(piece: \"I\", sites: [[1, 0, 1, 1], [1, 1, 1, 2]])",
    );
    let messages = errors(&crossed);
    assert!(messages[0].ends_with("piece I crosses piece I at junction 1, 1"), "{messages:?}");
}

#[test]
fn symmetries_keep_what_is_pinned_in_its_place() {
    let orders = |pieces: &str, pins: &str| {
        let more = format!("placed: [{pins}], rules: (leftover: true)");
        let puzzle = read(&squares(pieces, "Rectangle(3, 3)", &more)).1;
        let group = group(&puzzle);
        (group.order(), group.turns())
    };
    let dots = "[Piece(name: \"A\", art: [\"X\"], copies: 9), Piece(name: \"B\", art: [\"X\"], \
                copies: 9)]";
    let at = |piece: &str, address: &str| {
        format!("Placed(piece: \"{piece}\", sites: [{address}], pinned: true),")
    };
    assert_eq!(orders(dots, ""), (8, 4));
    assert_eq!(orders(dots, &at("A", "[2, 2]")), (8, 4));
    assert_eq!(orders(dots, &at("A", "[1, 1]")), (2, 1));
    assert_eq!(orders(dots, &at("A", "[2, 1]")), (2, 1));
    let two = |piece: &str| at("A", "[1, 1]") + &at(piece, "[3, 3]");
    assert_eq!(orders(dots, &two("A")), (4, 2));
    // A and B change places with their pins.
    assert_eq!(orders(dots, &two("B")), (4, 2));
    // B is another piece now.
    let other = dots.replace("\"B\", art: [\"X\"], copies: 9", "\"B\", art: [\"X\"], copies: 8");
    assert_eq!(orders(&other, &two("B")), (2, 1));
    // What is forced beside a pin is not pinned: the only place that is left to the second domino
    // is the image of that of the first.
    let text = squares(
        "[Piece(name: \"I\", art: [\"XX\"], copies: 2)]",
        "Art([\"##.##\"])",
        "placed: [Placed(piece: \"I\", sites: [[1, 1], [2, 1]], pinned: true)]",
    );
    assert_eq!(group(&read(&text).1).order(), 1);
}

#[test]
fn rules_of_sites_bar_pieces_and_symmetries() {
    let puzzle = |rules: &str| {
        let more = format!("site_rules: [{rules}]");
        read(&squares("[Family(free: 5)]", "Rectangle(10, 6)", &more)).1
    };
    let free = puzzle("");
    let x = free.pieces().find(|(_, piece)| piece.name == "X").unwrap().0;
    // A cross reaches no corner, so that it is no matter that it must not.
    let never = puzzle("Site(at: [1, 1], never: [\"X\"])");
    assert_eq!(never.barred.len(), 1);
    assert_eq!(group(&never).order(), 4);
    let never = puzzle("Site(at: [2, 1], never: [\"X\", \"I\"])");
    assert_eq!(group(&never).order(), 1);
    assert!(!never.may_cover(x, cell(2, 1)) && never.may_cover(x, cell(3, 1)));
    let both = puzzle("Site(at: [2, 1], never: [\"X\"]), Site(at: [9, 1], never: [\"X\"])");
    assert_eq!(group(&both).order(), 2);
    let (all, _) = solve(&free, None);
    let only = puzzle("Site(at: [2, 2], only: [\"X\", \"W\"]), Site(at: [5, 3], never: [\"I\"])");
    let lies = |solution: &Placed, at: Point, names: &[&str]| {
        let (id, _) = solution.iter().find(|(_, sites)| sites.contains(&at)).unwrap();
        names.contains(&free.piece(*id).name.as_str())
    };
    let left: BTreeSet<Placed> = all
        .into_iter()
        .filter(|s| lies(s, cell(2, 2), &["X", "W"]) && !lies(s, cell(5, 3), &["I"]))
        .collect();
    assert!(left.len() > 100, "{}", left.len());
    let (found, counts) = solve(&only, None);
    assert_eq!(found, left);
    assert_eq!(counts.total, left.len() as u64);
    assert_eq!(counts.distinct, counts.total);
}

#[test]
fn the_verifier_knows_pins_and_rules_by_itself() {
    let pieces = "[Piece(name: \"A\", art: [\"XX\"]), Piece(name: \"B\", art: [\"XX\"])]";
    let puzzle = |more: &str| read(&squares(pieces, "Rectangle(2, 2)", more)).1;
    let row = |row| vec![cell(1, row), cell(2, row)];
    let solution = vec![(PieceId(0), row(1)), (PieceId(1), row(2))];
    assert_eq!(verify(&puzzle(""), &solution), Ok(()));
    let pin = |piece: &str| {
        puzzle(&format!(
            "placed: [Placed(piece: \"{piece}\", sites: [[2, 1], [1, 1]], pinned: true)]"
        ))
    };
    assert_eq!(verify(&pin("A"), &solution), Ok(()));
    assert_eq!(verify(&pin("B"), &solution), Err(VerifyError::PinMoved { piece: "B".to_owned() }));
    let rule = puzzle("site_rules: [Site(at: [1, 2], never: [\"B\"])]");
    let barred = VerifyError::Barred { piece: "B".to_owned(), site: "1, 2".to_owned() };
    assert_eq!(verify(&rule, &solution), Err(barred));
}

#[test]
fn what_cannot_lie_there_is_refused_with_its_place_and_reason() {
    let pieces = "[Family(free: 3, only: [\"I\"], off: [\"I\"]), Piece(name: \"V\", \
                  art: [\"XX\", \"X.\"]), Piece(name: \"dot\", art: [\"X\"], copies: (0, 2))]";
    let head = "(format: 1, title: \"t\", lattice: Square, board: Rectangle(4, 2),\npieces: ";
    let refused = |entries: &str| errors(&format!("{head}{pieces},\nplaced: [{entries}])"));
    let one = |entry: &str| refused(entry).join("; ");
    assert_eq!(one("Placed(piece: \"Q\", sites: [[1, 1]])"), "10: no piece is called Q");
    assert_eq!(
        one("Placed(piece: \"I\", sites: [[1, 1], [2, 1], [3, 1]])"),
        "10: piece I is not used; use it, or remove it from the board"
    );
    let corner = "Placed(piece: \"V\", sites: [[1, 1], [2, 1], [1, 2]])";
    assert_eq!(
        one("Placed(piece: \"V\", sites: [[1, 1], [2, 1], [3, 1]])"),
        "10: piece V does not have this shape (turn and flip)"
    );
    for sites in ["[]", "[[1, 1], [1, 1], [2, 1], [1, 2]]"] {
        let entry = format!("Placed(piece: \"V\", sites: {sites})");
        assert!(one(&entry).contains("does not have this shape"), "{sites}");
    }
    assert_eq!(
        one("Placed(piece: \"V\", sites: [[4, 1], [5, 1], [4, 2]])"),
        "10: piece V leaves the board at site 5, 1"
    );
    assert_eq!(
        one("Placed(piece: \"dot\", sites: [[1]])"),
        "10: [1] is no site of the lattice \"square\"; expected [column, row]"
    );
    assert_eq!(
        one(&format!("{corner}, Placed(piece: \"dot\", sites: [[2, 1]])")),
        "63: piece V already covers site 2, 1"
    );
    let dot = |column| format!("Placed(piece: \"dot\", sites: [[{column}, 2]])");
    assert_eq!(
        one(&[dot(1), dot(2), dot(3)].join(", ")),
        "88: all 2 copies of piece dot are already on the board"
    );
    assert_eq!(
        one(&format!("{corner}, {}", corner.replace("[1,", "[3,").replace("[2,", "[4,"))),
        "63: piece V is already on the board"
    );
    // Everything that is wrong at once.
    assert_eq!(
        refused("Placed(piece: \"Q\", sites: []), Placed(piece: \"R\", sites: [])").len(),
        2
    );

    let rule =
        |entries: &str| errors(&format!("{head}{pieces},\nsite_rules: [{entries}])")).join("; ");
    assert_eq!(rule("Site(at: [5, 1], never: [\"V\"])"), "14: the board does not have site 5, 1");
    assert_eq!(
        rule("Site(at: [1, 1], never: [\"V\", \"W\"])"),
        "14: site 1, 1: no piece is called W"
    );
    // Of a piece that is off something may be said.
    let text = format!("{head}{pieces}, site_rules: [Site(at: [1, 1], never: [\"I\"])])");
    assert!(read(&text).1.barred.is_empty());
    assert_eq!(
        rule("Site(at: [1, 1], never: [\"V\"]), Site(at: [1, 1], only: [\"V\"])"),
        "46: site 1, 1 has two rules; combine them"
    );
    for fields in ["", "only: [\"V\"], never: [\"dot\"]", "only: []"] {
        let message = rule(&format!("Site(at: [1, 1], {fields})"));
        assert!(message.contains("exactly one of `only` and `never`, with names"), "{message}");
    }
    // A rule bars what is laid, too.
    let both = format!(
        "{head}{pieces},\nplaced: [{corner}], site_rules: [Site(at: [1, 1], only: [\"dot\"])])"
    );
    assert_eq!(errors(&both), ["10: piece V must not cover site 1, 1"]);
    // And labels.
    let labels = squares(
        "[Piece(name: \"I\", art: [\"XX\"], labels: [\"bw\"])]",
        "Labelled(Rectangle(2, 2), [\"bb\", \"ww\"])",
        "placed: [Placed(piece: \"I\", sites: [[1, 1], [2, 1]])]",
    );
    let message = errors(&labels).join("");
    assert!(
        message.ends_with("labels of piece I do not agree with those of the board"),
        "{message}"
    );
    assert!(puzzle_file::read(labels.replace("[2, 1]", "[1, 2]").into()).is_ok());
    // Puzzles without geometry have neither.
    let cover = "(format: 1, title: \"t\", cover: Queens(size: 4), placed: [Placed(piece: \"Q\", \
                 sites: [[1, 1]])])";
    assert!(errors(cover)[0].contains("has no field `placed`"), "{:?}", errors(cover));
}

#[test]
fn files_keep_what_is_laid_and_said_as_it_was_written() {
    let text = "\
(
    format: 1,
    title: \"t\",
    lattice: Square,
    pieces: [
        Family(free: 4),
    ],
    board: Rectangle(5, 4),
    site_rules: [
        Site(at: [4, 4], only: [\"L\", \"T\"]),
        Site(at: [1, 1], never: [\"I\"]),
    ],
    placed: [
        Placed(piece: \"O\", sites: [[1, 1], [2, 1], [1, 2], [2, 2]], pinned: true),
        Placed(piece: \"T\", sites: [[3, 1], [4, 1], [5, 1], [4, 2]]),
    ],
)
";
    let (description, puzzle) = read(text);
    assert_eq!(puzzle_file::write(&description), text);
    assert_eq!(puzzle.placed.len(), 2);
    assert_eq!(puzzle.barred.len(), 2);
    let own = &puzzle.placed[1];
    let form = BoardPieceForm::new(puzzle.lattice, puzzle.piece(own.piece), &own.sites, own.pinned);
    assert_eq!(form, description.placed[1]);
    // From here on all is pinned, and no numbers are expected any more.
    let all = Description {
        expect: polywright::puzzle::Expect { total: Some(7.into()), ..Default::default() },
        ..description
    };
    assert_eq!(all.all_pinned().build().unwrap(), all.build().unwrap().all_pinned());
    assert_eq!(all.all_pinned().build().unwrap().pinned().count(), 2);
    assert_eq!(all.all_pinned().expect.total, None);
}

#[test]
fn finishing_from_a_part_of_a_solution_finds_those_that_have_it() {
    let (description, puzzle) = read(&squares("[Family(free: 5)]", "Rectangle(12, 5)", ""));
    let (all, _) = solve(&puzzle, None);
    assert_eq!(all.len(), 4040);
    let part = &all.first().unwrap()[..4];
    let mut description = description;
    for (id, sites) in part {
        let form = BoardPieceForm::new(puzzle.lattice, puzzle.piece(*id), sites, false);
        description.placed.push(form);
    }
    let from_here = Arc::new(description.build().unwrap().all_pinned());
    let expected: BTreeSet<Placed> =
        all.iter().filter(|s| part.iter().all(|laid| s.contains(laid))).cloned().collect();
    assert_eq!(solve(&from_here, None).0, expected);
}

#[test]
fn a_puzzle_is_another_for_its_pins_and_rules_and_the_same_for_what_is_off_or_only_laid() {
    let of = |pieces: &str, more: &str| {
        let puzzle = read(&squares(pieces, "Rectangle(4, 5)", more)).1;
        let encoding = Encoding::new(&puzzle).unwrap();
        digest(&encoding.problem, &SymmetryGroup::new(&puzzle, &encoding))
    };
    let pieces = "[Family(free: 4, copies: (0, 2))]";
    let laid = "placed: [Placed(piece: \"O\", sites: [[1, 1], [2, 1], [1, 2], [2, 2]])]";
    let pinned = laid.replace("]])", "]], pinned: true)");
    let moved = pinned.replace("[1,", "[3,").replace("[2,", "[4,");
    let rule = "site_rules: [Site(at: [1, 1], never: [\"O\"])]";
    let bare = of(pieces, "");
    assert_eq!(of(pieces, laid), bare);
    let with_off = pieces.replace("]", ", Piece(name: \"dot\", art: [\"X\"], off: true)]");
    assert_eq!(of(&with_off, ""), bare);
    let all = [bare, of(pieces, &pinned), of(pieces, &moved), of(pieces, rule)];
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 4, "{all:?}");
}

#[test]
fn after_an_edit_what_does_not_suit_any_more_is_taken_away_and_the_rest_stays() {
    let text = squares(
        "[Family(free: 4), Piece(name: \"dot\", art: [\"X\"], copies: 2)]",
        "Rectangle(6, 4)",
        "placed: [Placed(piece: \"O\", sites: [[1, 1], [2, 1], [1, 2], [2, 2]], pinned: true), \
         Placed(piece: \"dot\", sites: [[6, 4]]), Placed(piece: \"dot\", sites: [[6, 3]])], \
         site_rules: [Site(at: [6, 1], never: [\"dot\", \"I\"]), Site(at: [5, 1], only: [\"dot\"]), \
         Site(at: [6, 4], never: [\"I\"])]",
    );
    let (before, _) = read(&text);
    let mut same = before.clone();
    assert_eq!(same.prune_stale(), []);
    assert_eq!(same, before);

    // The dot goes: from the board, and from the rules.
    let mut without = before.clone();
    without.pieces.pop();
    assert_eq!(without.prune_stale().len(), 4);
    assert_eq!(without.placed.len(), 1);
    let named: Vec<&Takes> = without.site_rules.iter().map(|rule| &rule.takes).collect();
    let never = Takes::Never(vec!["I".to_owned()]);
    assert_eq!(named, [&never, &never]);
    without.draft().unwrap();

    // A column goes, with what is said of it and lay there.
    let narrow = read(&squares("[Family(free: 1)]", "Rectangle(5, 4)", "")).0;
    let mut narrow = Description { board: narrow.board, ..before.clone() };
    assert_eq!(narrow.prune_stale().len(), 4);
    assert_eq!((narrow.placed.len(), narrow.site_rules.len()), (1, 1));
    narrow.draft().unwrap();

    // Where the board itself is wrong nothing is taken away.
    let wrong = read(&squares("[Family(free: 1)]", "Rectangle(5, 4)", "")).0;
    let mut wrong = Description { format: 9, board: wrong.board, ..before.clone() };
    assert_eq!(wrong.prune_stale(), []);
    assert_eq!(wrong.placed, before.placed);
}

#[test]
fn a_piece_that_is_moved_is_not_in_its_own_way() {
    let text = squares(
        "[Piece(name: \"I\", art: [\"XX\"])]",
        "Rectangle(3, 1)",
        "placed: [Placed(piece: \"I\", sites: [[1, 1], [2, 1]])]",
    );
    let puzzle = read(&text).1;
    let to = [cell(3, 1), cell(2, 1)];
    let here = puzzle.can_lay(PieceId(0), &to, None);
    let (other, site) = ("I".to_owned(), "site 2, 1".to_owned());
    assert_eq!(here, Err(LayError::Covered { other, site }));
    assert_eq!(here.unwrap_err().to_string(), "piece I already covers site 2, 1");
    assert_eq!(puzzle.can_lay(PieceId(0), &to, Some(0)), Ok(()));
}

#[test]
fn what_is_left_beside_pins_is_counted_and_told() {
    let text = squares(
        "[Piece(name: \"I\", art: [\"XX\"]), Piece(name: \"V\", art: [\"XX\", \"X.\"])]",
        "Art([\"###\", \"##.\"])",
        "placed: [Placed(piece: \"I\", sites: [[1, 1], [2, 1]], pinned: true)]",
    );
    let analysis = Analysis::new(read(&text).1).unwrap();
    assert_eq!(analysis.coverage, [1, 1, 0, 0, 0]);
    assert!(analysis.facts().iter().any(|f| f.label == "Pinned" && f.value == "1 piece"));
    let wrong: Vec<String> = analysis
        .checks
        .iter()
        .filter(|check| check.severity == Severity::Wrong)
        .map(|check| format!("{}. {}", check.title, check.text))
        .collect();
    assert_eq!(
        wrong,
        [
            "Piece V has no placement. Pinned pieces and restricted sites leave too little room for \
             it. Unpin a piece, lift a restriction, or change the board or the piece.",
            "3 sites cannot be covered. No piece reaches 3, 1. Erase it, make it optional, lift a \
             pin or restriction, or add a piece."
        ]
    );
    let ruled = text.replace(
        "placed: [Placed(piece: \"I\", sites: [[1, 1], [2, 1]], pinned: true)]",
        "site_rules: [Site(at: [3, 1], only: [\"I\"])]",
    );
    let analysis = Analysis::new(read(&ruled).1).unwrap();
    let told = |label: &str| analysis.facts().into_iter().find(|f| f.label == label);
    assert_eq!(told("Restricted sites").map(|f| f.value), Some("1 site".to_owned()));
    assert!(!analysis.is_hopeless());
}

#[test]
fn a_large_board_full_of_pins_and_rules_is_read_and_analysed_without_a_stall() {
    let side = 120;
    let cells = || (1..=side).flat_map(|row| (1..=side).map(move |column| (column, row)));
    let placed: Vec<String> = cells()
        .map(|(c, r)| format!("Placed(piece: \"dot\", sites: [[{c}, {r}]], pinned: {})", c > 1))
        .collect();
    let rules: Vec<String> =
        cells().map(|(c, r)| format!("Site(at: [{c}, {r}], only: [\"dot\"])")).collect();
    let more = format!("placed: [{}], site_rules: [{}]", placed.join(", "), rules.join(", "));
    let pieces = "[Piece(name: \"dot\", art: [\"X\"], copies: 65536), Family(free: 6)]";
    let text = squares(pieces, &format!("Rectangle({side}, {side})"), &more);
    let began = Instant::now();
    let (mut description, puzzle) = read(&text);
    let analysis = Analysis::new(puzzle).unwrap();
    // All but the first column is pinned.
    assert_eq!(analysis.encoding.placements.len(), (side * side) as usize);
    assert_eq!(analysis.group.order(), 2);
    description.board = read(&squares("[Family(free: 1)]", "Rectangle(60, 60)", "")).0.board;
    assert_eq!(description.prune_stale().len(), 2 * 3 * 60 * 60);
    assert_eq!(description.placed.len(), 60 * 60);
    // Some tenths of a second on an idle machine.
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
fn rules_that_bar_too_much_are_refused() {
    let only: Vec<String> = (1..=10_000)
        .map(|n| format!("Site(at: [{}, {}], only: [\"1\"])", (n - 1) % 100 + 1, (n - 1) / 100 + 1))
        .collect();
    let text = squares(
        "[Family(fixed: 1), Family(fixed: 8)]",
        "Rectangle(100, 100)",
        &format!("site_rules: [{}]", only.join(", ")),
    );
    let message = errors(&text).join("; ");
    assert!(message.ends_with("use fewer rules or pieces"), "{message}");
}
