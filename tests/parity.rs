//! Colouring arguments on puzzles whose answers are known.

use polywright::encode::Encoding;
use polywright::encode::parity::{Obstruction, obstruction};
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

#[test]
fn no_bundled_puzzle_with_solutions_is_refuted() {
    for bundled in bundled::ALL {
        let opened = bundled.open();
        let expect = opened.puzzle.expect;
        if expect.total.or(expect.distinct) != Some(0) {
            assert_eq!(of(bundled.text), None, "{}", bundled.path);
        }
    }
}
