//! Colouring arguments on puzzles whose answers are known.

use polywright::encode::Encoding;
use polywright::encode::parity::{Obstruction, obstruction};
use polywright::encode::selection::Selections;
use polywright::format::bundled;
use polywright::format::puzzle_file::read;

fn of(text: &str) -> Option<Obstruction> {
    let puzzle = read(text.into()).unwrap().puzzle;
    obstruction(&puzzle, &Encoding::new(&puzzle).unwrap())
}

#[test]
fn dominoes_cannot_cover_the_mutilated_chessboard() {
    let cut = bundled::ALL.iter().find(|b| b.path.contains("two-corners-cut")).unwrap();
    let reason = of(cut.text).expect("Gomory's argument").reason;
    assert!(reason.contains("like a chessboard"), "{reason}");
    assert!(reason.contains("32 of one colour and 30 of the other"), "{reason}");
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
        if expect.total.or(expect.distinct) != Some(0) {
            assert_eq!(of(bundled.text), None, "{}", bundled.path);
        }
    }
}
