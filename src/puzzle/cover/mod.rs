//! Cover puzzles: items and options without pieces that are turned and moved.
//!
//! A [`CoverForm`] is what stands in the file; it is expanded into named items and options and a
//! picture: a grid of cells, and for each option what it writes into which of them. The grid is a
//! board of the square lattice and what is written are its pieces, each with one way to lie, so
//! that solutions are drawn, listed, browsed and compared under symmetry like all others. One file
//! a kind: `sudoku.rs`, `queens.rs`, `matrix.rs`. Leans on [`crate::lattice`] alone.

pub mod matrix;
pub mod notation;
mod queens;
mod sudoku;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

pub use matrix::MatrixForm;
pub use queens::QueensForm;
pub use sudoku::{SudokuError, SudokuForm};

use super::{Board, BoardPiece, Copies, Piece, PieceId};
use crate::lattice::Point;

/// A cover puzzle in the words of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoverForm {
    /// Digits in a square, each once in every row, column and box.
    Sudoku(SudokuForm),
    /// Queens on a chessboard, none of which attacks another.
    Queens(QueensForm),
    /// Any items and options.
    Matrix(MatrixForm),
}

/// An item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverItem {
    /// Its name, unique among the items, without spaces, bars or colons.
    pub name: String,
    /// The number of times it must be covered; `None` for a secondary item.
    pub copies: Option<Copies>,
}

/// An item as it stands in an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverCell {
    /// Index of the item.
    pub item: u32,
    /// Its colour there, from 1; 0 for none.
    pub colour: u32,
}

/// An option, and what it writes where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverOption {
    /// The sign that it writes.
    pub piece: PieceId,
    /// The shift from the sites of the piece's shape to its cells.
    pub shift: Point,
    /// The items, each once.
    pub items: Vec<CoverCell>,
}

/// The way to draw what an option writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The name of the piece stands in the cell.
    Name,
    /// A queen stands in the cell.
    Queen,
    /// The cells are filled in the piece's colour, and keep their texts.
    Cells,
}

/// The appearance of the grid before anything is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridScene {
    /// The way to draw what is written.
    pub ink: Ink,
    /// Heavier lines between cells, from corner to corner.
    pub lines: Vec<[Point; 2]>,
    /// True if every other cell is darker.
    pub chequered: bool,
    /// The texts in cells from the beginning, such as givens.
    pub texts: BTreeMap<Point, String>,
    /// The captions above the columns and beside the rows; the usual numbers when empty.
    pub captions: [Vec<String>; 2],
}

/// Items and options with their picture.
///
/// Invariants: primary items come first; the options of a piece follow each other, in the order
/// of the pieces; every option has an item, and cells on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// The name of this kind of puzzle, such as `"sudoku"`.
    pub kind: &'static str,
    /// The words for one of the pieces and for several.
    pub piece_words: (&'static str, &'static str),
    /// The puzzle in a few words: "9×9, boxes of 3×3".
    pub words: String,
    /// The items.
    pub items: Vec<CoverItem>,
    /// The names of the colours; colour n is the one before the n-th.
    pub colours: Vec<String>,
    /// The options.
    pub options: Vec<CoverOption>,
    /// True if turns and flips of the grid can be symmetries of the puzzle.
    pub symmetric: bool,
    /// The picture.
    pub scene: GridScene,
}

/// The result of expanding a form.
pub(super) struct Expanded {
    pub(super) pieces: Vec<Piece>,
    pub(super) board: Board,
    pub(super) cover: Cover,
}

impl CoverForm {
    /// Expands the form.
    ///
    /// # Errors
    /// Everything that is wrong with it, a sentence each.
    pub(super) fn expand(&self) -> Result<Expanded, Vec<String>> {
        match self {
            CoverForm::Sudoku(form) => form.expand(),
            CoverForm::Queens(form) => form.expand().map_err(|message| vec![message]),
            CoverForm::Matrix(form) => form.expand().map_err(|message| vec![message]),
        }
    }
}

impl Cover {
    /// The number of primary items.
    pub fn primary_count(&self) -> usize {
        self.items.iter().filter(|item| item.copies.is_some()).count()
    }

    /// Returns whether each cell of the board is an item by itself, so that the number of options
    /// that write into it is meaningful.
    pub fn counts_cells(&self) -> bool {
        self.scene.ink == Ink::Name
    }

    /// The cells that are given, with their signs: those that have a text where signs are written.
    pub fn givens(&self) -> impl Iterator<Item = (Point, &str)> {
        let texts = self.scene.texts.iter().filter(|_| self.counts_cells());
        texts.map(|(&cell, text)| (cell, text.as_str()))
    }

    /// Returns whether a cell is given.
    pub fn is_given(&self, cell: Point) -> bool {
        self.counts_cells() && self.scene.texts.contains_key(&cell)
    }

    /// For each of some placed signs, whether it cannot stand beside the others, or not at all. Cost:
    /// that of all options, and of the items of those that are placed.
    pub fn clashes(&self, pieces: &[Piece], placed: &[BoardPiece]) -> Vec<bool> {
        let mut options: FxHashMap<(PieceId, Point), &CoverOption> = FxHashMap::default();
        options.extend(self.options.iter().map(|option| ((option.piece, option.shift), option)));
        let option = |laid: &BoardPiece| {
            let own = pieces.get(laid.piece.index())?.shape.sites().first()?;
            options.get(&(laid.piece, *laid.sites.first()? - *own)).copied()
        };
        let chosen: Vec<Option<&CoverOption>> = placed.iter().map(option).collect();
        let mut covering: FxHashMap<u32, Vec<(usize, u32)>> = FxHashMap::default();
        for (n, option) in chosen.iter().enumerate() {
            for cell in option.iter().flat_map(|option| &option.items) {
                covering.entry(cell.item).or_default().push((n, cell.colour));
            }
        }
        let mut clashes: Vec<bool> = chosen.iter().map(Option::is_none).collect();
        for (item, by) in covering {
            let is_wrong = match self.items[item as usize].copies {
                Some(copies) => by.len() > copies.max as usize,
                None => {
                    by.len() > 1 && by.iter().any(|(_, colour)| *colour == 0 || *colour != by[0].1)
                }
            };
            by.iter().filter(|_| is_wrong).for_each(|&(n, _)| clashes[n] = true);
        }
        clashes
    }

    /// Returns the text in a cell from the beginning.
    pub fn text(&self, cell: Point) -> Option<&str> {
        self.scene.texts.get(&cell).map(String::as_str)
    }
}

/// The cell in a column and row counted from 0.
fn cell(column: usize, row: usize) -> Point {
    (crate::lattice::grid().art_point)(column as i32, row as i32, 0)
}

/// The corner where as many columns and rows of cells come before.
fn corner(columns: usize, rows: usize) -> Point {
    let period = crate::lattice::grid().period;
    Point::new(columns as i32 * period, rows as i32 * period, 0)
}
