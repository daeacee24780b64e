//! The board cut into pieces.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;

use super::Edit;
use crate::format::puzzle_file::Opened;
use crate::lattice::{self, Lattice, Point};
use crate::polyform::connected_parts;
use crate::puzzle::{BoardForm, Description, JunctionRule, Label, NamedShape, Rules};
use crate::workbench::task::Wake;
use crate::workbench::{Document, Origin};

fn wake() -> Wake {
    Arc::new(|| {})
}

/// A board without pieces.
fn bare(lattice: &'static Lattice, board: BoardForm) -> Document {
    let description = Description::empty(lattice, board);
    let puzzle = Arc::new(description.draft().unwrap());
    Document::new(Opened::new(description, puzzle), Origin::Bundled("cut.ron"), &wake())
}

fn square(rows: &[&str]) -> Document {
    let rows = rows.iter().map(|row| (*row).to_owned()).collect();
    bare(&lattice::square::LATTICE, BoardForm::Art(rows))
}

/// The site of a column and a row, from 0.
fn at(column: i32, row: i32) -> Point {
    lattice::square::LATTICE.site_at(&[column + 1, row + 1]).unwrap()
}

/// The sites of a square board from one column to another.
fn run(row: i32, columns: std::ops::Range<i32>) -> Vec<Point> {
    columns.map(|column| at(column, row)).collect()
}

fn cut(document: &mut Document, piece: &str, sites: &[Point]) -> Result<(), String> {
    let edit = Edit::Cut { piece: piece.to_owned(), sites: sites.to_vec() };
    document.edit(&edit, None, &wake()).map(drop).map_err(|refusal| refusal.to_string())
}

/// The pieces that lie on the board: the names, each with the number of its sites.
fn lying(document: &Document) -> Vec<(String, usize)> {
    let puzzle = &document.puzzle;
    let laid = puzzle.placed.iter();
    laid.map(|laid| (puzzle.piece(laid.piece).name.clone(), laid.sites.len())).collect()
}

fn named(lying: &[(&str, usize)]) -> Vec<(String, usize)> {
    lying.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect()
}

#[test]
fn a_stroke_takes_sites_from_other_pieces_which_keep_their_largest_part() {
    let mut document = square(&["#######", "#######"]);
    cut(&mut document, "A", &run(0, 0..7)).unwrap();
    cut(&mut document, "B", &[run(1, 0..2), vec![at(9, 9)]].concat()).unwrap();
    assert_eq!(lying(&document), named(&[("A", 7), ("B", 2)]), "off the board there is nothing");
    // The third site of A parts two from four.
    cut(&mut document, "B", &[at(2, 1), at(2, 0)]).unwrap();
    assert_eq!(lying(&document), named(&[("A", 4), ("B", 4)]));
    assert_eq!(document.puzzle.placed[0].sites, run(0, 3..7));
    // What lost all its sites is no piece any more, and what it is called is free.
    cut(&mut document, "C", &run(0, 0..7)).unwrap();
    assert_eq!(lying(&document), named(&[("B", 3), ("C", 7)]));
    assert_eq!(document.puzzle.pieces.len(), 2);
    while document.undo(&wake()).is_some() {}
    assert!(document.puzzle.pieces.is_empty() && document.puzzle.placed.is_empty());
}

#[test]
fn loose_parts_stay_one_piece_where_the_rules_allow_them() {
    let mut document = square(&["#####"]);
    document
        .edit(&Edit::Rules(Rules { loose_parts: true, ..Rules::default() }), None, &wake())
        .unwrap();
    cut(&mut document, "A", &run(0, 0..5)).unwrap();
    cut(&mut document, "B", &[at(2, 0)]).unwrap();
    assert_eq!(lying(&document), named(&[("A", 4), ("B", 1)]));
}

#[test]
fn labels_stay_on_the_sites_of_a_piece_that_is_cut() {
    let mut document = square(&["####"]);
    cut(&mut document, "A", &run(0, 0..3)).unwrap();
    let label = super::PieceChange::Label(run(0, 2..3), Some('b'));
    document.edit(&Edit::Pieces(vec!["A".to_owned()], label), None, &wake()).unwrap();
    cut(&mut document, "A", &run(0, 3..4)).unwrap();
    let labels =
        |document: &Document| -> Vec<Option<Label>> { document.puzzle.pieces[0].labels.clone() };
    assert_eq!(labels(&document), [None, None, Some('b'), None]);
    cut(&mut document, "B", &run(0, 0..1)).unwrap();
    assert_eq!(labels(&document), [None, Some('b'), None]);
}

#[test]
fn what_is_pinned_or_stands_for_several_pieces_is_not_cut() {
    let mut document = square(&["####"]);
    cut(&mut document, "A", &run(0, 0..2)).unwrap();
    document.edit(&Edit::Pin(vec![0], true), None, &wake()).unwrap();
    let why = cut(&mut document, "B", &run(0, 1..3)).unwrap_err();
    assert_eq!(why, "A is pinned; unpin it to cut it again.");
    cut(&mut document, "B", &run(0, 2..3)).expect("beside it there is room");
    document.edit(&Edit::Pin(vec![0], false), None, &wake()).unwrap();
    document.edit(&Edit::TakeUp(vec![0]), None, &wake()).unwrap();
    let why = cut(&mut document, "A", &run(0, 0..1)).unwrap_err();
    assert_eq!(why, "A is not on the board; place it to cut it again.");
    let copies = super::PieceChange::Copies(crate::puzzle::Copies { min: 2, max: 2 });
    document.edit(&Edit::Pieces(vec!["B".to_owned()], copies), None, &wake()).unwrap();
    let why = cut(&mut document, "C", &run(0, 1..3)).unwrap_err();
    assert!(why.starts_with("B stands for 2 pieces"), "{why}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Whatever is given to whom on whatever lattice: no site has two pieces, all that lie there are
    /// whole, and once each open region is a piece the board is covered.
    #[test]
    fn boards_of_every_lattice_are_cut_at_random(
        lattice in 0..lattice::ALL.len(),
        strokes in prop::collection::vec((0..5u8, any::<u16>(), 1..5usize), 1..9),
    ) {
        let lattice = lattice::ALL[lattice];
        let numbers = vec![3; lattice.boards[0].parameters.len()];
        let shape = NamedShape { key: lattice.boards[0].key, numbers };
        let mut document = bare(lattice, BoardForm::Named(shape));
        let board: Vec<Point> = document.puzzle.board.sites().iter().map(|s| s.site).collect();
        for (piece, from, count) in strokes {
            let mut stroke = vec![board[usize::from(from) % board.len()]];
            while let Some(next) = lattice.neighbours(stroke[stroke.len() - 1])
                .find(|site| stroke.len() < count && board.contains(site) && !stroke.contains(site))
            {
                stroke.push(next);
            }
            let name = char::from(b'A' + piece).to_string();
            let before = lying(&document);
            let done = cut(&mut document, &name, &stroke);
            prop_assert!(done.is_ok() || lying(&document) == before, "{:?}", done);
            check(&document)?;
        }
        let junctions = JunctionRule::Free;
        let loose = Rules { loose_parts: true, junctions, ..document.puzzle.rules.clone() };
        let loose = Edit::Rules(loose);
        document.edit(&loose, None, &wake()).unwrap();
        let covered: BTreeSet<Point> =
            document.puzzle.placed.iter().flat_map(|laid| &laid.sites).copied().collect();
        let open: Vec<Point> =
            board.iter().filter(|site| !covered.contains(site)).copied().collect();
        for (n, part) in connected_parts(lattice, &open).iter().enumerate() {
            prop_assert_eq!(
                super::open_region(&document.puzzle, part[0]).len(), part.len()
            );
            cut(&mut document, &format!("rest {n}"), part).map_err(TestCaseError::fail)?;
        }
        check(&document)?;
        let laid: usize = lying(&document).iter().map(|(_, size)| size).sum();
        // Sites that make no whole units with others can be part of no piece.
        prop_assert!(laid == board.len() || lattice.unit_size() > 1, "{laid} of {}", board.len());
    }
}

fn check(document: &Document) -> Result<(), TestCaseError> {
    let puzzle = &document.puzzle;
    let mut all: Vec<Point> = puzzle.placed.iter().flat_map(|laid| &laid.sites).copied().collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    prop_assert_eq!(all.len(), count);
    prop_assert_eq!(puzzle.placed.len(), puzzle.pieces.len());
    for piece in &puzzle.pieces {
        let is_whole = puzzle.rules.loose_parts || piece.shape.is_connected(puzzle.lattice);
        prop_assert!(is_whole, "{}", piece.name);
    }
    Ok(())
}
