//! Queens on a chessboard, none of which attacks another.
//!
//! Items: the rows and columns, each with exactly one queen, and the diagonals in both
//! directions, each with at most one (Knuth, *Dancing Links*, 2000). Diagonals of one cell forbid
//! nothing and are left out.

use serde::{Deserialize, Serialize};

use super::{Cover, CoverCell, CoverItem, CoverOption, Expanded, GridScene, Ink, cell};
use crate::lattice;
use crate::polyform::{Motions, Shape};
use crate::puzzle::{Board, BoardSite, Colour, Copies, Handling, Piece, PieceId};

/// The largest board: its options fill the memory of a small machine no more than a few megabytes.
const MAX_BOARD: u32 = 100;

/// Queens as they are written in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Queens")]
pub struct QueensForm {
    /// Rows of the board, and its columns.
    pub size: u32,
    /// True if the items come from the middle outwards, like the pipes of an organ, instead of from
    /// the first to the last. An engine that takes the first of equally good items then searches
    /// less (Knuth, *Dancing Links*, 2000).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub organ_pipe: bool,
}

impl QueensForm {
    pub(super) fn expand(&self) -> Result<Expanded, String> {
        if self.size == 0 || self.size > MAX_BOARD {
            return Err(format!("size {}: expected 1 to {MAX_BOARD}", self.size));
        }
        let n = self.size as usize;
        let (items, attacks) = self.items();
        let options = (0..n * n).map(|i| CoverOption {
            piece: PieceId(0),
            shift: cell(i % n, i / n) - cell(0, 0),
            items: attacks.from(i % n, i / n),
        });
        let piece = Piece {
            name: "Q".to_owned(),
            shape: Shape::normalise(lattice::grid(), &[cell(0, 0)]).expect("a shape of one cell").0,
            copies: Copies { min: self.size, max: self.size },
            motions: Motions::AsDrawn,
            labels: Vec::new(),
            colour: Colour::nth(0),
            handling: Handling::default(),
            entry: 0,
            order: 0,
        };
        let sites = (0..n * n).map(|i| BoardSite { site: cell(i % n, i / n), required: false });
        let cover = Cover {
            kind: "queens",
            piece_words: ("queen", "queens"),
            words: format!("{n}×{n}{}", if self.organ_pipe { ", organ-pipe order" } else { "" }),
            items,
            colours: Vec::new(),
            options: options.collect(),
            symmetric: true,
            scene: GridScene {
                ink: Ink::Queen,
                lines: Vec::new(),
                chequered: true,
                texts: Default::default(),
                captions: [Vec::new(), Vec::new()],
            },
        };
        Ok(Expanded { pieces: vec![piece], board: Board::new(sites.collect()), cover })
    }

    /// The items, and which of them a queen covers.
    fn items(&self) -> (Vec<CoverItem>, Attacks) {
        let n = self.size as usize;
        let mut items: Vec<CoverItem> = Vec::new();
        let mut lines = vec![[0; 2]; n];
        for line in if self.organ_pipe { from_the_middle(n) } else { (0..n).collect() } {
            for (k, letter) in ["r", "c"].into_iter().enumerate() {
                lines[line][k] = items.len();
                let name = format!("{letter}{}", line + 1);
                items.push(CoverItem { name, copies: Some(Copies::default()) });
            }
        }
        let mut diagonals = vec![[None; 2]; 2 * n - 1];
        for (k, letter) in ["a", "b"].into_iter().enumerate() {
            for (number, diagonal) in diagonals.iter_mut().enumerate() {
                if number > 0 && number < 2 * n - 2 {
                    diagonal[k] = Some(items.len());
                    items.push(CoverItem { name: format!("{letter}{}", number + 1), copies: None });
                }
            }
        }
        (items, Attacks { lines, diagonals })
    }
}

/// The items of each row, column and diagonal.
struct Attacks {
    /// The items of the rows and of the columns, by their number.
    lines: Vec<[usize; 2]>,
    /// Those of the rising and of the falling diagonals; those of one cell have none.
    diagonals: Vec<[Option<usize>; 2]>,
}

impl Attacks {
    /// The items that a queen covers: the row, the column and the diagonals that she attacks.
    fn from(&self, column: usize, row: usize) -> Vec<CoverCell> {
        let rising = self.diagonals[column + row][0];
        let falling = self.diagonals[column + self.lines.len() - 1 - row][1];
        let items = [Some(self.lines[row][0]), Some(self.lines[column][1]), rising, falling];
        items.into_iter().flatten().map(|item| CoverCell { item: item as u32, colour: 0 }).collect()
    }
}

/// The numbers below n, those near the middle first: 4 3 5 2 6 1 7 0 for n = 8.
fn from_the_middle(n: usize) -> Vec<usize> {
    let middle = n / 2;
    let pairs = (0..=n).flat_map(|k| [middle.checked_sub(k), Some(middle + k).filter(|_| k > 0)]);
    pairs.flatten().filter(|&line| line < n).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pipes_stand_from_the_middle_outwards() {
        assert_eq!(from_the_middle(8), [4, 3, 5, 2, 6, 1, 7, 0]);
        assert_eq!(from_the_middle(5), [2, 1, 3, 0, 4]);
        assert_eq!(from_the_middle(1), [0]);
    }

    #[test]
    fn the_items_of_four_queens_are_those_of_the_book() {
        let cover = |organ_pipe| QueensForm { size: 4, organ_pipe }.expand().unwrap().cover;
        let names = |cover: &Cover| -> String {
            cover.items.iter().map(|i| i.name.as_str()).collect::<Vec<_>>().join(" ")
        };
        let plain = "r1 c1 r2 c2 r3 c3 r4 c4 a2 a3 a4 a5 a6 b2 b3 b4 b5 b6";
        assert_eq!(names(&cover(false)), plain);
        assert!(names(&cover(true)).starts_with("r3 c3 r2 c2 r4 c4 r1 c1 a2 "));
        assert_eq!(cover(false).primary_count(), 8);
        // The corner is on one diagonal of more than one cell, the middle on two.
        let sizes: Vec<usize> = cover(false).options.iter().map(|o| o.items.len()).collect();
        assert_eq!(sizes[..6], [3, 4, 4, 3, 4, 4]);
    }

    #[test]
    fn boards_that_cannot_be_are_refused() {
        let wrong = |size| QueensForm { size, organ_pipe: false }.expand().err();
        assert_eq!(wrong(0), Some("size 0: expected 1 to 100".into()));
        assert_eq!(wrong(101), Some("size 101: expected 1 to 100".into()));
        assert_eq!(wrong(1), None);
    }
}
