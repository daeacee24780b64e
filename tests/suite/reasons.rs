//! Reasons why there is no solution, on puzzles whose answers are known.

use polywright::encode::Encoding;
use polywright::encode::Obstruction;
use polywright::encode::reasons::{obstruction, of_problem};
use polywright::encode::selection::Selections;
use polywright::exact_cover::relaxation::Budget;
use polywright::format::certificate::Certificate;
use polywright::format::puzzle_file::read;
use polywright::format::{bundled, certificate, dlx};
use polywright::job::{Plan, PlanOptions};
use polywright::picture::Style;
use polywright::solution::verify::Verifier;
use polywright::workbench::reason::{Position, Reason};

fn of(text: &str) -> Option<Obstruction> {
    let puzzle = read(text.into()).unwrap().puzzle;
    obstruction(&puzzle, &Encoding::new(&puzzle).unwrap(), Budget::THOROUGH)
}

#[test]
fn dominoes_cannot_cover_the_mutilated_chessboard() {
    let cut = bundled::ALL.iter().find(|b| b.path.contains("two-corners-cut")).unwrap();
    let reason = of(cut.text).expect("Gomory's argument").reason;
    assert!(reason.contains("like a chessboard"), "{reason}");
    assert!(reason.contains("32 of one colour and 30 of the other"), "{reason}");
}

/// A puzzle of squares, or of cubes where the board is a box.
fn puzzle(pieces: &str, board: &str) -> String {
    let lattice = if board.starts_with("Box") { "Cube" } else { "Square" };
    format!("(format: 1, title: \"t\", lattice: {lattice}, pieces: [{pieces}], board: {board})")
}

/// A piece of a text art.
fn piece(name: &str, art: &str, copies: u32) -> String {
    format!("Piece(name: \"{name}\", art: [{art}], copies: {copies})")
}

/// A tetromino of a letter, and one square of four.
fn with_a_square(letter: &str, copies: u32) -> String {
    format!(
        "Family(free: 4, only: [\"{letter}\"], copies: {copies}), Family(free: 4, only: [\"O\"])"
    )
}

/// The reason that is found within the time before a search, which has to be checked weights, also by
/// code that knows nothing of what found them.
fn brief(text: &str) -> String {
    let opened = read(text.into()).unwrap();
    let puzzle = opened.puzzle;
    let encoding = Encoding::new(&puzzle).unwrap();
    let found = obstruction(&puzzle, &encoding, Budget::BRIEF).expect("there is a reason");
    let refutation = found.refutation.as_ref().expect("weights");
    assert!(refutation.holds(&encoding.problem));
    let colouring = found.colouring.as_ref().expect("colours");
    let sites = puzzle.board.sites().len();
    assert_eq!(colouring.of_site.len(), sites);
    assert_eq!(colouring.counts().iter().sum::<u64>(), sites as u64);
    let weights = found.weights.as_ref().expect("weights of sites");
    Verifier::new(&puzzle).refute(weights).expect("verified");
    let certificate =
        Certificate::of_puzzle(&opened.description, &puzzle, &encoding.problem, &found);
    let text = certificate::write(&certificate.expect("a certificate"));
    assert!(certificate::looks_like(text.as_bytes()), "{text}");
    let again = certificate::read(&text).unwrap();
    assert_eq!(certificate::write(&again), text);
    assert_eq!(again.verify(), Ok(()));
    assert_eq!(again.words(), found.reason);
    found.reason
}

#[test]
fn bars_of_four_cover_four_diagonal_colours_alike() {
    let words = "With the sites coloured by diagonals in 4 colours, the board has 9, 10, 9 and 8 \
                 of them. Every copy covers the same number of each colour.";
    assert_eq!(brief(&puzzle(&piece("I", "\"XXXX\"", 9), "Rectangle(6, 6)")), words);
    let large = brief(&puzzle(&piece("I", "\"XXXX\"", 121), "Rectangle(22, 22)"));
    assert!(large.contains("the board has 121, 122, 121 and 120 of them"), "{large}");
    let space = brief(&puzzle(&piece("I", "\"XXXX\"", 250), "Box(10, 10, 10)"));
    assert!(space.contains("With the cubes coloured by diagonals in 4 colours"), "{space}");
    let cut = "Art([\".#######\", \"########\", \"########\", \"########\", \"########\", \
               \"########\", \"########\", \"########\"])";
    let three = brief(&puzzle(&piece("I", "\"XXX\"", 21), cut));
    assert!(three.contains("by diagonals in 3 colours, the board has 20, 22 and 21"), "{three}");
}

#[test]
fn sites_of_which_a_piece_covers_at_most_one_are_counted() {
    let corners = brief(&puzzle(&piece("L", "\"XX\", \"X\"", 3), "Rectangle(3, 3)"));
    assert_eq!(
        corners,
        "With the sites coloured by columns and rows in 4 colours, the board has 4 of one colour. \
         Every copy covers at most 1 of them, all together at most 3."
    );
    for (squares, all) in [(6, 19), (9, 18)] {
        let (o, l) = (piece("O", "\"XX\", \"XX\"", squares), piece("L", "\"XX\", \"X\"", 21));
        let l = l.replace("21", &((63 - 4 * squares) / 3).to_string());
        let words = brief(&puzzle(&format!("{o}, {l}"), "Rectangle(7, 9)"));
        assert!(words.contains("the board has 20 of one colour"), "{words}");
        assert!(words.contains(&format!("all together at most {all}.")), "{words}");
    }
}

#[test]
fn odd_and_even_numbers_of_a_colour_rule_out_tetrominoes_with_one_square() {
    for letter in ["I", "L", "T", "S"] {
        let words = brief(&puzzle(&with_a_square(letter, 15), "Rectangle(8, 8)"));
        assert!(words.contains("odd number") && words.contains("even number"), "{words}");
    }
    brief(&puzzle("Family(free: 4, only: [\"S\"], copies: 25)", "Rectangle(10, 10)"));
}

#[test]
fn a_certificate_that_was_changed_is_refused() {
    let opened = read(puzzle(&piece("I", "\"XXXX\"", 9), "Rectangle(6, 6)").into()).unwrap();
    let reason = Reason::find(&opened.description, Position::Start).unwrap().expect("a reason");
    let text = certificate::write(&reason.certificate.expect("a certificate"));
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}\n{text}");
        let changed = certificate::read(&text.replacen(from, to, 1)).unwrap();
        changed.verify().expect_err("it proves nothing")
    };
    assert!(refused("Rectangle(6, 6)", "Rectangle(6, 4)").contains("is not on the board"));
    assert!(refused("copies: 9", "copies: 10").contains("prove nothing"));
    assert!(!refused("XXXX", "XX").is_empty());
    assert!(refused("board: ", "board: 1").contains("not as the certificate says"));
    assert!(refused("I\", [", "J\", [").contains("weigh something else"));
    assert!(certificate::read("(format: 1, no_solution: \"\")").unwrap().verify().is_err());
}

#[test]
fn a_matrix_has_a_certificate_too() {
    let problem = dlx::read("a b c\na b\nb c\na c\n").unwrap();
    let reason = Reason::of_problem(&problem).expect("three items in pairs");
    let text = certificate::write(&reason.certificate.expect("a certificate"));
    assert_eq!(certificate::read(&text).unwrap().verify(), Ok(()));
    let changed = text.replace("modulus: 2", "modulus: 3");
    assert!(certificate::read(&changed).unwrap().verify().is_err());
}

#[test]
fn the_most_direct_reason_comes_first() {
    let direct = puzzle(&piece("L", "\"XX\", \"X.\"", 1), "Rectangle(3, 1)");
    let opened = read(direct.as_str().into()).unwrap();
    let plan = Plan::new(opened.puzzle, PlanOptions::default()).unwrap();
    let found = plan.impossible.expect("it does not fit");
    assert!(found.reason.starts_with("Piece L has no placement"), "{}", found.reason);
    let reason = Reason::find(&opened.description, Position::Start).unwrap().expect("a reason");
    assert_eq!(reason.found.reason, found.reason);
    assert_eq!(reason.certificate.expect("no weights are needed").verify(), Ok(()));
}

#[test]
fn the_colours_of_a_reason_are_counted_and_drawn() {
    let text = puzzle(&piece("L", "\"XX\", \"X\"", 3), "Rectangle(3, 3)");
    let description = read(text.as_str().into()).unwrap().description;
    let reason = Reason::find(&description, Position::Start).unwrap().expect("four corners");
    let [covered] = &reason.covered[..] else { panic!("{:?}", reason.covered) };
    assert_eq!(
        (&covered.pieces[..], &covered.numbers[..]),
        (&["L".to_owned()][..], &[(2, 3), (0, 1)][..])
    );
    let drawn = |dark| reason.picture(Style { dark, ..Style::default() }).expect("a picture");
    assert_eq!(drawn(false).matches(">1</text>").count(), 4, "{}", drawn(false));
    assert_ne!(drawn(false), drawn(true));
}

#[test]
fn what_lies_on_the_board_may_leave_no_solution_for_a_reason_of_its_own() {
    // Dominoes fill the board, but not what a domino off the grid of two cuts off.
    let text = "(format: 1, title: \"t\", lattice: Square, board: Rectangle(5, 2), \
         pieces: [Piece(name: \"I\", art: [\"XX\"], copies: 5)], \
         placed: [Placed(piece: \"I\", sites: [[2, 1], [3, 1]]), \
         Placed(piece: \"I\", sites: [[3, 2], [4, 2]])])";
    let description = read(text.into()).unwrap().description;
    assert!(Reason::find(&description, Position::Start).unwrap().is_none());
    let reason = Reason::find(&description, Position::Here).unwrap().expect("an odd part is left");
    assert_eq!(reason.certificate.expect("a certificate").verify(), Ok(()));
}

#[test]
fn a_board_of_four_that_bars_of_four_cover_has_no_reason_against_it() {
    assert_eq!(of(&puzzle(&piece("I", "\"XXXX\"", 4), "Rectangle(4, 4)")), None);
}

#[test]
fn items_of_a_matrix_have_weights_that_are_checked() {
    let problem = dlx::read("a b c\na b\nb c\na c\n").unwrap();
    let found = of_problem(&problem, Budget::BRIEF).expect("three items in pairs");
    let mut refutation = found.refutation.expect("weights");
    assert!(refutation.holds(&problem));
    assert_eq!(
        found.reason,
        "Let items have weights: a, b and c weigh 1; then every option weighs a multiple of 2, but \
         what must be covered does not."
    );
    for item in 0..3 {
        let mut changed = refutation.clone();
        changed.weights[item] += 1;
        assert!(!changed.holds(&problem), "{changed:?}");
    }
    refutation.modulus = Some(3);
    assert!(!refutation.holds(&problem));
    // What may stay open, and what may be covered twice in a colour, proves nothing.
    for open in ["a b | c\na b\nb c\na c\n", "a b | c\na b c:x\nb c:x\na c:x\n"] {
        let problem = dlx::read(open).unwrap();
        assert!(of_problem(&problem, Budget::BRIEF).is_none(), "{open}");
    }
}

#[test]
fn of_the_tetrasticks_only_five_can_be_left_out_of_the_square() {
    let puzzle = |left_out: &str| {
        format!(
            "(format: 1, title: \"t\", lattice: SquareEdges, board: Rectangle(5, 5), \
             pieces: [Family(free: 4, without: [\"{left_out}\"])])"
        )
    };
    let possible: String = "FHIJLNOPRTUVWXYZ"
        .chars()
        .filter(|name| of(&puzzle(&name.to_string())).is_none())
        .collect();
    assert_eq!(possible, "HJLNY");
}

fn selections(text: &str) -> (Selections, Vec<String>) {
    let puzzle = read(text.into()).unwrap().puzzle;
    let names = puzzle.pieces.iter().map(|piece| piece.name.clone()).collect();
    (Selections::new(&puzzle, &Encoding::new(&puzzle).unwrap()), names)
}

#[test]
fn that_any_tetrastick_may_be_left_out_leaves_a_choice_of_five() {
    let text = bundled::ALL.iter().find(|b| b.path.contains("any-one-left-out")).unwrap().text;
    let (selections, names) = selections(text);
    let left_out = |numbers: &Vec<u32>| {
        let left: String =
            names.iter().zip(numbers).filter(|(_, n)| **n == 0).map(|(name, _)| &**name).collect();
        left
    };
    let mut choices: Vec<String> = selections.combinations.iter().flatten().map(left_out).collect();
    choices.sort();
    assert_eq!(choices, ["H", "J", "L", "N", "Y"]);
    let puzzle = read(text.into()).unwrap().puzzle;
    assert_eq!(
        selections.words(&puzzle).unwrap(),
        "F, I, O, P, R, T, U, V, W, X, Z must be used; H, J, L, N, Y may be left out."
    );
}

#[test]
fn pieces_that_can_never_be_used_are_told() {
    // The T-tetromino makes a difference of 2, and nothing else does.
    let text = "(format: 1, title: \"t\", lattice: Square, board: Rectangle(4, 3), pieces: [\
         Family(free: 4, only: [\"O\", \"T\"], copies: (0, 1)), \
         Family(free: 4, only: [\"L\"], copies: 2)])";
    let (selections, _) = selections(text);
    assert_eq!(selections.combinations.as_deref(), Some(&[vec![1, 0, 2]][..]));
    let puzzle = read(text.into()).unwrap().puzzle;
    assert_eq!(selections.words(&puzzle).unwrap(), "T cannot be used; O must be used.");
}

#[test]
fn sizes_that_do_not_add_up_to_the_board_are_the_reason() {
    let reason = of("(format: 1, title: \"t\", lattice: Square, board: Rectangle(4, 4), \
         pieces: [Family(free: 5, copies: (0, 1))])");
    assert_eq!(
        reason.unwrap().reason,
        "The pieces can cover 15 or 20 sites, but the board needs 16."
    );
}

#[test]
fn no_bundled_puzzle_with_solutions_is_refuted() {
    for bundled in bundled::ALL.iter().filter(|puzzle| !puzzle.path.contains("hexacubes")) {
        let opened = bundled.open();
        let expect = opened.puzzle.expect;
        if expect.total.or(expect.distinct).is_none_or(|number| number > 0) {
            assert_eq!(of(bundled.text), None, "{}", bundled.path);
        }
    }
}
