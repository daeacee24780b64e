//! Placements that close off pockets, on puzzles whose answers are known.

use polywright::encode::Encoding;
use polywright::encode::pockets::Pockets;
use polywright::exact_cover::OptionId;
use polywright::format::puzzle_file;
use polywright::job::{Plan, PlanOptions};
use tempfile::TempDir;

use crate::program::{polywright, stdout};

fn pockets(text: &str) -> (Encoding, Pockets) {
    let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
    let encoding = Encoding::new(&puzzle).unwrap();
    let pockets = Pockets::new(&puzzle, &encoding).expect("it is small");
    (encoding, pockets)
}

/// The 108 heptominoes on 35×22 less a block of 7×2: its hole lies on the board.
fn heptominoes() -> String {
    let row = |y| match y {
        10 | 11 => format!("\"{}.......{}\"", "#".repeat(14), "#".repeat(14)),
        _ => format!("\"{}\"", "#".repeat(35)),
    };
    let rows: Vec<String> = (0..22).map(row).collect();
    format!(
        "(format: 1, title: \"Heptominoes\", lattice: Square, pieces: [Family(free: 7)], \
         board: Art([{}]))",
        rows.join(", ")
    )
}

#[test]
fn a_heptomino_with_a_hole_fits_nowhere_on_a_board_without_one() {
    let text = heptominoes();
    let puzzle = puzzle_file::read(text.as_str().into()).unwrap().puzzle;
    let plan = Plan::new(puzzle, PlanOptions::default()).unwrap();
    assert!(plan.cases.is_empty());
    let reason = plan.impossible.expect("it has a reason").reason;
    assert!(reason.contains("cannot be placed: its hole cannot be filled"), "{reason}");
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("heptominoes.ron");
    std::fs::write(path, text).unwrap();
    let shown = stdout(&polywright(folder.path(), &["check", "heptominoes.ron"]));
    let line = shown.lines().find(|line| line.starts_with("ERROR")).expect("it is refused");
    assert!(line.contains("cannot be placed: its hole cannot be filled"), "{line}");
}

#[test]
fn of_the_x_pentomino_in_a_rectangle_no_placement_may_cut_off_a_corner() {
    let text = "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 5)], \
                board: Rectangle(10, 6))";
    let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
    let (encoding, pockets) = pockets(text);
    let (x, _) = puzzle.pieces().find(|(_, piece)| piece.name == "X").unwrap();
    // Of 8 × 4 places the four in the corners.
    assert_eq!((encoding.placements_of(x).len(), pockets.dropped_of(x)), (32, 4));
    // A small problem keeps the placements of the books.
    assert!(encoding.pockets().is_none());
    assert!((0..2056).map(OptionId).all(|option| encoding.is_open(option)));
}

#[test]
fn a_pocket_is_filled_by_a_piece_only_while_that_has_a_placement_and_a_copy_left() {
    let strip = |length: u32, copies: u32| {
        pockets(&format!(
            "(format: 1, title: \"t\", lattice: Square, board: Rectangle({length}, 1), \
             pieces: [Piece(name: \"I\", art: [\"XX\"], copies: {copies})])"
        ))
        .1
        .dropped()
    };
    // One domino beside another, and one that leaves a square on either side.
    assert_eq!((strip(4, 2), strip(4, 1)), (1, 3));
    assert_eq!(strip(6, 3), 2);
    // No number of dominoes is odd.
    assert_eq!(strip(5, 9), 4);
}

#[test]
fn optional_sites_may_stay_open_in_a_pocket() {
    let puzzle = |corner: char| {
        format!(
            "(format: 1, title: \"t\", lattice: Square, \
             pieces: [Piece(name: \"X\", art: [\".X.\", \"XXX\", \".X.\"])], \
             board: Art([\"{corner}#o\", \"###\", \"o#o\"]))"
        )
    };
    assert_eq!(pockets(&puzzle('o')).1.dropped(), 0);
    let (_, pockets) = pockets(&puzzle('#'));
    assert_eq!((pockets.dropped(), pockets.lost_pieces().len()), (1, 1));
    assert_eq!(pockets.lost_pieces()[0].1.pocket, [0]);
    assert!(!pockets.lost_pieces()[0].1.is_hole);
}
