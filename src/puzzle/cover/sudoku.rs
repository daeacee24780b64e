//! Sudoku of any box size.
//!
//! Items as in TAOCP 7.2.2.1: each cell, each digit in each row, each digit in each column, each
//! digit in each box. An option writes a digit into a cell. What the givens rule out at once, the
//! other digits of their cells and the same digit in their rows, columns and boxes, is no option;
//! a given is the only option of its cell, so that a solution holds it like all others.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Cover, CoverCell, CoverItem, CoverOption, Expanded, GridScene, Ink, cell, corner};
use crate::lattice::{self, Point};
use crate::polyform::{Motions, Shape};
use crate::puzzle::{Board, BoardSite, Colour, Copies, Handling, Piece, PieceId};
use crate::text;

/// The most digits.
const MAX_DIGITS: u32 = 25;
/// The digits, in their order.
const DIGITS: &str = "123456789ABCDEFGHIJKLMNOP";

/// The characters that stand for an empty cell.
const EMPTY: &str = ".0_*";

/// Why a sudoku or a change of it is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SudokuError {
    /// A box without columns or rows.
    #[error("box ({columns}, {rows}): both numbers must be at least 1")]
    EmptyBox {
        /// Its columns.
        columns: u32,
        /// Its rows.
        rows: u32,
    },
    /// A box of more cells than there are digits.
    #[error(
        "box ({columns}, {rows}): a box has at most {MAX_DIGITS} cells, because there are no more \
         digits"
    )]
    LargeBox {
        /// Its columns.
        columns: u32,
        /// Its rows.
        rows: u32,
    },
    /// The givens cannot be read; the problems, a sentence each.
    #[error("{}", .0.join("; "))]
    Givens(Vec<String>),
    /// A sign that is neither a digit nor an empty cell.
    #[error("'{sign}' is not a digit of this sudoku; expected {expected}")]
    Sign {
        /// The sign.
        sign: char,
        /// The digits in words.
        expected: String,
    },
}

/// A sudoku as it is written in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Sudoku")]
pub struct SudokuForm {
    /// Columns and rows of a box.
    #[serde(rename = "box", default = "three", skip_serializing_if = "is_three")]
    pub size: (u32, u32),
    /// The cells row by row, a sign each: a digit, or `.` or `0` for an empty one. Spaces, line
    /// breaks and the lines `|`, `-`, `+` between boxes do not count.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub givens: String,
}

fn three() -> (u32, u32) {
    (3, 3)
}

fn is_three(size: &(u32, u32)) -> bool {
    *size == three()
}

/// The three kinds of groups of cells that hold every digit once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum House {
    Row,
    Column,
    Box,
}

/// A grid of some size, its cells numbered row by row.
#[derive(Clone, Copy)]
struct Grid {
    /// Columns and rows of a box.
    size: (usize, usize),
    /// Columns, rows, boxes, digits.
    n: usize,
}

impl Grid {
    fn house(self, house: House, cell: usize) -> usize {
        let (column, row) = (cell % self.n, cell / self.n);
        match house {
            House::Row => row,
            House::Column => column,
            // There are as many boxes across as a box has rows.
            House::Box => row / self.size.1 * self.size.1 + column / self.size.0,
        }
    }
}

impl SudokuForm {
    /// The givens cell by cell, `None` for an empty one, as far as each can be read.
    ///
    /// # Errors
    /// Everything that is wrong with size or givens, a sentence each.
    pub fn cells(&self) -> Result<Vec<Option<u32>>, Vec<String>> {
        let grid = self.grid().map_err(|error| vec![error.to_string()])?;
        let n = grid.n;
        let signs: Vec<char> = self
            .givens
            .chars()
            .filter(|c| !c.is_whitespace() && !matches!(c, '|' | '-' | '+'))
            .collect();
        if signs.is_empty() {
            return Ok(vec![None; n * n]);
        }
        let mut wrong = Vec::new();
        if signs.len() != n * n {
            let (at, more) = (signs.len().min(n * n), signs.len() > n * n);
            let end = match (more, at % n) {
                (true, _) => format!("{} too many after row {n}", signs.len() - n * n),
                (false, 0) => format!("row {} is missing", at / n + 1),
                (false, rest) => format!("row {} ends after column {rest}", at / n + 1),
            };
            wrong.push(format!(
                "the givens have {} characters, expected {} ({n}×{n}): {end}; an empty cell is '.' \
                 or 0",
                signs.len(),
                n * n
            ));
        }
        let mut cells = Vec::with_capacity(n * n);
        for (i, &sign) in signs.iter().take(n * n).enumerate() {
            let digit = DIGITS[..n].find(sign.to_ascii_uppercase()).map(|digit| digit as u32);
            if digit.is_none() && !EMPTY.contains(sign) {
                wrong.push(format!(
                    "column {}, row {}: '{}' is not a digit of this sudoku; expected {}, or '.' \
                     for an empty cell",
                    i % n + 1,
                    i / n + 1,
                    sign.escape_debug(),
                    digits_words(n)
                ));
            }
            cells.push(digit);
        }
        cells.resize(n * n, None);
        wrong.extend(clashes(grid, &cells));
        if wrong.is_empty() { Ok(cells) } else { Err(wrong) }
    }

    /// The same with another sign in a cell, given by its index row by row. Whether givens clash is
    /// not checked.
    ///
    /// # Errors
    /// When the sign is neither a digit nor an empty cell, or the sudoku itself is refused.
    pub fn with_given(&self, cell: usize, sign: char) -> Result<SudokuForm, SudokuError> {
        let mut cells = self.cells().map_err(SudokuError::Givens)?;
        let n = self.grid()?.n;
        let digit = DIGITS[..n].find(sign.to_ascii_uppercase()).map(|digit| digit as u32);
        if digit.is_none() && !EMPTY.contains(sign) {
            let expected = digits_words(n);
            return Err(SudokuError::Sign { sign, expected });
        }
        if let Some(own) = cells.get_mut(cell) {
            *own = digit;
        }
        Ok(SudokuForm { size: self.size, givens: SudokuForm::line(&cells) })
    }

    /// The givens as one line, a sign a cell.
    pub fn line(cells: &[Option<u32>]) -> String {
        let sign = |cell: &Option<u32>| {
            cell.and_then(|digit| DIGITS.chars().nth(digit as usize)).unwrap_or('.')
        };
        cells.iter().map(sign).collect()
    }

    fn grid(&self) -> Result<Grid, SudokuError> {
        let (columns, rows) = self.size;
        if columns == 0 || rows == 0 {
            return Err(SudokuError::EmptyBox { columns, rows });
        }
        match columns.checked_mul(rows) {
            Some(n) if n <= MAX_DIGITS => {
                Ok(Grid { size: (columns as usize, rows as usize), n: n as usize })
            }
            _ => Err(SudokuError::LargeBox { columns, rows }),
        }
    }

    pub(super) fn expand(&self) -> Result<Expanded, Vec<String>> {
        let cells = self.cells()?;
        let grid = self.grid().map_err(|error| vec![error.to_string()])?;
        let n = grid.n;
        let one = Shape::normalise(lattice::grid(), &[cell(0, 0)]).expect("a shape of one cell").0;
        let pieces = (0..n).map(|digit| Piece {
            name: sign(digit),
            shape: one.clone(),
            copies: Copies { min: n as u32, max: n as u32 },
            motions: Motions::AsDrawn,
            labels: Vec::new(),
            colour: Colour::nth(digit),
            handling: Handling::default(),
            entry: digit,
            order: digit,
        });
        let sites = (0..n * n).map(|i| BoardSite { site: cell(i % n, i / n), required: true });
        let scene = scene(grid, &cells);
        let givens = match scene.texts.len() {
            0 => "no givens".to_owned(),
            1 => "1 given".to_owned(),
            many => format!("{many} givens"),
        };
        let (columns, rows) = grid.size;
        let cover = Cover {
            kind: "sudoku",
            piece_words: ("digit", "digits"),
            words: format!("{n}×{n}, boxes {columns}×{rows}, {givens}"),
            items: items(n),
            colours: Vec::new(),
            options: options(grid, &cells),
            symmetric: true,
            scene,
        };
        Ok(Expanded { pieces: pieces.collect(), board: Board::new(sites.collect()), cover })
    }
}

/// The sign of a digit, counted from 0.
fn sign(digit: usize) -> String {
    DIGITS[digit..=digit].to_owned()
}

/// The items in four blocks of n × n: the cells row by row, then for each kind of house, in the
/// order of [`HOUSES`], the digits of the first house, those of the second, and so on.
fn items(n: usize) -> Vec<CoverItem> {
    let cells = (0..n * n).map(|i| format!("{},{}", i % n + 1, i / n + 1));
    let in_houses = ["r", "c", "b"].into_iter().flat_map(|letter| {
        (0..n * n).map(move |i| format!("{letter}{}={}", i / n + 1, sign(i % n)))
    });
    let names = cells.chain(in_houses);
    names.map(|name| CoverItem { name, copies: Some(Copies::default()) }).collect()
}

/// The options that the givens leave, digit by digit.
fn options(grid: Grid, cells: &[Option<u32>]) -> Vec<CoverOption> {
    let n = grid.n;
    let houses = |i: usize| HOUSES.map(|house| grid.house(house, i));
    let mut options = Vec::new();
    for digit in 0..n {
        for (i, own) in cells.iter().enumerate() {
            let ruled_out = || {
                let same = |j: usize| (0..3).any(|k| houses(i)[k] == houses(j)[k]);
                (0..n * n).any(|j| cells[j] == Some(digit as u32) && same(j))
            };
            match own {
                Some(given) if *given as usize != digit => continue,
                None if ruled_out() => continue,
                _ => {}
            }
            let in_houses =
                houses(i).into_iter().enumerate().map(|(k, h)| (1 + k) * n * n + h * n + digit);
            let items = std::iter::once(i).chain(in_houses);
            options.push(CoverOption {
                piece: PieceId(digit as u32),
                shift: cell(i % n, i / n) - cell(0, 0),
                items: items.map(|item| CoverCell { item: item as u32, colour: 0 }).collect(),
            });
        }
    }
    options
}

/// The givens, and lines between the boxes.
fn scene(grid: Grid, cells: &[Option<u32>]) -> GridScene {
    let (n, (columns, rows)) = (grid.n, grid.size);
    let across = (1..n / columns).map(|k| [corner(k * columns, 0), corner(k * columns, n)]);
    let down = (1..n / rows).map(|k| [corner(0, k * rows), corner(n, k * rows)]);
    let texts: BTreeMap<Point, String> = cells
        .iter()
        .enumerate()
        .filter_map(|(i, digit)| Some((cell(i % n, i / n), sign((*digit)? as usize))))
        .collect();
    GridScene {
        ink: Ink::Name,
        lines: across.chain(down).collect(),
        chequered: false,
        texts,
        captions: [Vec::new(), Vec::new()],
    }
}

const HOUSES: [House; 3] = [House::Row, House::Column, House::Box];

/// The digits in words: "1 to 9", "1 to 9 and A to G".
fn digits_words(n: usize) -> String {
    match n {
        1 => "1".to_owned(),
        2..=9 => format!("1 to {n}"),
        10 => "1 to 9 or A".to_owned(),
        _ => format!("1 to 9 or A to {}", &DIGITS[n - 1..n]),
    }
}

/// Returns whether a given occurs twice in a row, column or box.
fn has_clash(grid: Grid, cells: &[Option<u32>]) -> bool {
    // For each house the set of the digits in it.
    let mut seen = HOUSES.map(|_| vec![0u32; grid.n]);
    let given = |(i, digit): (usize, &Option<u32>)| Some((i, (*digit)?));
    cells.iter().enumerate().filter_map(given).any(|(i, digit)| {
        HOUSES.iter().zip(&mut seen).any(|(&house, seen)| {
            let seen = &mut seen[grid.house(house, i)];
            let is_there = *seen >> digit & 1 == 1;
            *seen |= 1 << digit;
            is_there
        })
    })
}

/// The givens that occur twice in a row, column or box. Two that share a row or column as well as a
/// box are listed once.
fn clashes(grid: Grid, cells: &[Option<u32>]) -> Vec<String> {
    let n = grid.n;
    let mut said = Vec::new();
    if !has_clash(grid, cells) {
        return said;
    }
    for house in HOUSES {
        for index in 0..n {
            for digit in 0..n {
                let here: Vec<usize> = (0..n * n)
                    .filter(|&i| cells[i] == Some(digit as u32) && grid.house(house, i) == index)
                    .collect();
                let same =
                    |h: House| here.iter().all(|&i| grid.house(h, i) == grid.house(h, here[0]));
                if here.len() < 2
                    || house == House::Box && (same(House::Row) || same(House::Column))
                {
                    continue;
                }
                let numbers = |number: &dyn Fn(usize) -> usize| {
                    text::listed(
                        &here.iter().map(|&i| (number(i) + 1).to_string()).collect::<Vec<_>>(),
                    )
                };
                let number = index + 1;
                let many = match here.len() {
                    2 => "two".to_owned(),
                    many => many.to_string(),
                };
                let twice = format!("has {many} {}s", &DIGITS[digit..=digit]);
                said.push(match house {
                    House::Row => {
                        format!("row {number} {twice}: columns {}", numbers(&|i| i % n))
                    }
                    House::Column => {
                        format!("column {number} {twice}: rows {}", numbers(&|i| i / n))
                    }
                    House::Box => {
                        let places =
                            here.iter().map(|i| format!("column {}, row {}", i % n + 1, i / n + 1));
                        let places: Vec<String> = places.collect();
                        format!("box {number} {twice}: {}", places.join("; "))
                    }
                });
            }
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(size: (u32, u32), givens: &str) -> SudokuForm {
        SudokuForm { size, givens: givens.to_owned() }
    }

    #[test]
    fn givens_may_be_drawn_with_lines_and_are_read_the_same() {
        let drawn = form((2, 2), "1 2 | 3 4\n3 . | . .\n----+----\n. . | . .\n. . | . 1");
        let cells = drawn.cells().unwrap();
        assert_eq!(SudokuForm::line(&cells), "12343..........1");
        assert_eq!(form((2, 2), "12343..........1").cells().unwrap(), cells);
    }

    #[test]
    fn a_sign_is_written_into_a_cell() {
        let form = form((2, 2), "12343..........1");
        let givens = |cell, sign| {
            form.with_given(cell, sign).map(|form| form.givens).map_err(|e| e.to_string())
        };
        assert_eq!(givens(5, '1'), Ok("123431.........1".into()));
        assert_eq!(givens(0, '.'), Ok(".2343..........1".into()));
        assert_eq!(givens(0, '0'), givens(0, '.'));
        let refused = "'5' is not a digit of this sudoku; expected 1 to 4";
        assert_eq!(givens(0, '5'), Err(refused.into()));
    }

    #[test]
    fn givens_that_clash_are_refused_with_their_places() {
        let wrong = |givens: &str| form((2, 2), givens).cells().unwrap_err();
        assert_eq!(wrong("1..1............"), ["row 1 has two 1s: columns 1 and 4"]);
        assert_eq!(wrong("1...........1..."), ["column 1 has two 1s: rows 1 and 4"]);
        assert_eq!(
            wrong("1....1.........."),
            ["box 1 has two 1s: column 1, row 1; column 2, row 2"]
        );
        assert_eq!(wrong("111............."), ["row 1 has 3 1s: columns 1, 2 and 3"]);
        assert_eq!(
            wrong("1..5............"),
            ["column 4, row 1: '5' is not a digit of this sudoku; expected 1 to 4, or '.' for an \
              empty cell"]
        );
        assert_eq!(
            wrong("1..4.........."),
            ["the givens have 14 characters, expected 16 (4×4): row 4 ends after column 2; an \
              empty cell is '.' or 0"]
        );
        assert!(form((6, 6), "").cells().unwrap_err()[0].starts_with("box (6, 6): a box has at"));
        assert!(form((0, 3), "").cells().is_err());
    }

    #[test]
    fn boxes_lie_where_their_size_says() {
        // Boxes three wide and two high: two across, three down.
        let grid = form((3, 2), "").grid().unwrap();
        let boxes: Vec<usize> = (0..36).map(|i| grid.house(House::Box, i)).collect();
        assert_eq!(boxes[..12], [0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1]);
        assert_eq!(boxes[12..18], [2, 2, 2, 3, 3, 3]);
    }
}
