//! Finding a solution by what is known of it: its number, or a drawing in letters.
//!
//! A drawing may be turned or flipped, and its letters may be others than the names of the pieces:
//! only which sites have the same letter matters, unless two pieces have the same shape. Where it
//! leaves sites open, with dots, it stands for all solutions that have these pieces there.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::encode::SymmetryGroup;
use crate::exact_cover::OptionId;
use crate::lattice::{Axes, Lattice, Point, SiteForm};
use crate::polyform::{Shape, connected_parts};
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::Store;
use crate::solution::orbit::image_of;
use crate::symmetry::{Matrix, point_group};
use crate::workbench::check::analysis::Analysis;

/// Columns and rows by which a drawing may be off the lattice's own: a drawing begins at its first
/// site, which need not be one of the first kind of site.
const OFFSETS: i32 = 6;
/// Characters of a drawing for each site of the board, and further ones: room for words, spaces and
/// the marks between the edges of a grid.
const MAX_CHARACTERS_PER_SITE: usize = 40;
const FURTHER_CHARACTERS: usize = 10_000;
/// Characters of a drawing of the largest board.
const MAX_CHARACTERS: usize = 500_000;
/// The greatest width of a word in a drawing.
const MAX_WIDTH: usize = 64;

/// The target of a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The solution with a number, from 1.
    Number(u64),
    /// Solutions with numbers from one to another.
    Numbers(u64, u64),
    /// The options of a drawing, ascending; it leaves sites open unless it is `complete`.
    Drawing {
        /// The options.
        options: Vec<OptionId>,
        /// True if every site that must be covered is covered.
        complete: bool,
    },
}

/// Why nothing can be asked for with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LookupError {
    /// It is empty.
    #[error("Type a number, a range such as 100-200, or paste a solution in letters.")]
    Empty,
    /// It is far longer than a drawing of the board.
    #[error(
        "The text has more than {} characters, too many for a drawing of this board. Paste one \
         solution.",
        crate::text::grouped(*most as u64)
    )]
    TooLong {
        /// The length up to which it may be a drawing.
        most: usize,
    },
    /// A range ends before it begins, or begins at 0.
    #[error("A range goes from a smaller number to a larger one, such as 100-200.")]
    Range,
    /// A puzzle of items and options has no board to compare with.
    #[error("This puzzle has no board, so solutions can be found only by number.")]
    NoBoard,
    /// The sites drawn are not those of the board, however it is turned.
    #[error(
        "The drawing has {drawn} cells and the board has {board}, or the outlines differ. Draw \
         every cell of the board: a letter where a piece lies, a dot where it is open."
    )]
    OtherBoard {
        /// Sites that have a letter or a dot.
        drawn: usize,
        /// Sites of the board.
        board: usize,
    },
    /// The sites of a letter are no placement of a piece.
    #[error("The cells with {letter} are not a placement of a piece of this puzzle.")]
    NoPlacement {
        /// The letter.
        letter: String,
    },
}

/// The number of characters up to which a text may be a drawing of a board.
pub fn most_characters(puzzle: &Puzzle) -> usize {
    let own = FURTHER_CHARACTERS + MAX_CHARACTERS_PER_SITE * puzzle.board.sites().len();
    own.min(MAX_CHARACTERS)
}

/// Reads what is asked for. Cost: linear in the text and in the order of the lattice's point group.
///
/// # Errors
/// Why it is neither a number nor a range nor a drawing of the board.
pub fn read(text: &str, analysis: &Analysis) -> Result<Wanted, LookupError> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(LookupError::Empty);
    }
    let most = most_characters(&analysis.puzzle);
    if text.chars().nth(most).is_some() {
        return Err(LookupError::TooLong { most });
    }
    if let Some(numbers) = numbers(trimmed) {
        return numbers;
    }
    if analysis.puzzle.cover.is_some() {
        return Err(LookupError::NoBoard);
    }
    let rows: Vec<&str> = text.lines().map(str::trim_end).collect();
    let first = rows.iter().position(|row| !row.is_empty()).unwrap_or(0);
    let last = rows.iter().rposition(|row| !row.is_empty()).unwrap_or(0);
    drawing(&rows[first..=last], analysis)
}

/// A number with or without separators, or two of them; `None` if it is something else.
fn numbers(text: &str) -> Option<Result<Wanted, LookupError>> {
    let is_separator = |c: char| matches!(c, ' ' | ',' | '.' | '\'' | '\u{a0}' | '\u{202f}');
    let number = |part: &str| {
        let digits: String = part.trim().chars().filter(|&c| !is_separator(c)).collect();
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| digits.parse::<u64>().unwrap_or(u64::MAX))
    };
    let range = text.split_once("..").or_else(|| text.split_once(['-', '\u{2013}']));
    let range = range.and_then(|(from, to)| Some((number(from)?, number(to)?)));
    match range {
        Some((from, to)) if from == 0 || to < from => Some(Err(LookupError::Range)),
        Some((from, to)) => Some(Ok(Wanted::Numbers(from, to))),
        None => number(text.strip_prefix('#').unwrap_or(text)).map(|own| Ok(Wanted::Number(own))),
    }
}

/// Cells of a drawing with what is written there.
type Cells = BTreeMap<Point, String>;

/// The board sites that a drawing is compared with.
struct BoardSites {
    lattice: &'static Lattice,
    /// The number of all sites, and of those that must be covered.
    counts: [usize; 2],
    /// The same as shapes, with the place of each.
    shapes: Vec<(Shape, Point)>,
    /// The extents of both along the axes, ascending, in sites.
    extents: Vec<[i32; 3]>,
    /// The most columns, rows or layers that it takes in a drawing.
    widest: usize,
}

impl BoardSites {
    fn new(puzzle: &Puzzle) -> BoardSites {
        let lattice = puzzle.lattice;
        let sites = puzzle.board.sites();
        let all: Vec<Point> = sites.iter().map(|s| s.site).collect();
        let required: Vec<Point> = sites.iter().filter(|s| s.required).map(|s| s.site).collect();
        let counts = [all.len(), required.len()];
        let own = [&all, &required];
        let shapes = own.into_iter().filter_map(|sites| Shape::normalise(lattice, sites)).collect();
        let extents = own.map(|sites| extents(lattice, sites.iter().copied())).to_vec();
        let drawn = |&site: &Point| {
            let (column, row) = (lattice.art_place)(site);
            [column, row, lattice.layer(site)]
        };
        let long = |axis: usize| {
            let along = all.iter().map(|site| drawn(site)[axis]);
            along.clone().max().unwrap_or(0) - along.min().unwrap_or(0) + 1
        };
        let widest = (0..3).map(long).max().unwrap_or(1) as usize;
        BoardSites { lattice, counts, shapes, extents, widest }
    }

    /// Returns whether a table of words has as many letters as some sites of the board, as far as
    /// that can be determined before it is on the lattice.
    fn may_be(&self, table: &[Vec<String>]) -> bool {
        let (mut dots, mut marks, mut letters) = (0, 0, 0);
        for (_, _, word) in cells(table) {
            match word.as_str() {
                "." => dots += 1,
                "+" => marks += 1,
                _ => letters += 1,
            }
        }
        // Where some points are no sites, dots and marks may stand beside the sites.
        letters <= self.counts[0] && letters + dots + marks >= self.counts[1]
    }

    /// Returns whether cells on the lattice are as many as the board's sites and, for a solid, as
    /// long along its axes, in some order.
    fn has_size_of(&self, drawn: &Cells) -> bool {
        let lettered = drawn.values().filter(|word| *word != ".").count();
        let is_count = |count: &usize| [drawn.len(), lettered].contains(count);
        if !self.counts.iter().any(is_count) {
            return false;
        }
        // A motion turns axes into axes in space, where they are at right angles.
        let with_dots = || extents(self.lattice, drawn.keys().copied());
        let without = || {
            let own = drawn.iter().filter(|(_, word)| *word != ".");
            extents(self.lattice, own.map(|(site, _)| *site))
        };
        !(self.lattice.is_solid() && self.lattice.axes == Axes::RIGHT)
            || self.extents.contains(&with_dots())
            || self.extents.contains(&without())
    }
}

/// The extents of some points along the axes, ascending, in sites.
fn extents(lattice: &Lattice, sites: impl Iterator<Item = Point>) -> [i32; 3] {
    let mut ends = [(i32::MAX, i32::MIN); 3];
    for Point { x, y, z } in sites {
        for (end, own) in ends.iter_mut().zip([x, y, z]) {
            *end = (end.0.min(own), end.1.max(own));
        }
    }
    let mut extents = ends.map(|(least, most)| match least > most {
        true => 0,
        false => (most - least) / lattice.period + 1,
    });
    extents.sort_unstable();
    extents
}

fn drawing(rows: &[&str], analysis: &Analysis) -> Result<Wanted, LookupError> {
    let board = BoardSites::new(&analysis.puzzle);
    let matrices = point_group(board.lattice);
    let (readings, drawn) = readings(rows, &board);
    let mut error = None;
    for cells in &readings {
        for matrix in &matrices {
            match on_board(cells, matrix, &board.shapes, analysis) {
                Some(Ok(wanted)) => return Ok(wanted),
                Some(Err(letter)) => {
                    error.get_or_insert(LookupError::NoPlacement { letter });
                }
                None => {}
            }
        }
    }
    Err(error.unwrap_or(LookupError::OtherBoard { drawn, board: board.counts[0] }))
}

/// The ways to read rows of text as cells on the lattice that have the size of the board, and the
/// greatest number of cells in any way. A cell is a character, or one of words of one width with a
/// space between.
fn readings(rows: &[&str], board: &BoardSites) -> (Vec<Cells>, usize) {
    let lattice = board.lattice;
    // Where every point is a site, a drawing may begin anywhere.
    let offsets = if lattice.classes.len() == 1 && lattice.period == 1 { 1 } else { OFFSETS };
    let chars: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let words = chars.iter().flat_map(|row| row.split(|c| c.is_whitespace()).map(<[char]>::len));
    let longest = words.max().unwrap_or(0).min(MAX_WIDTH);
    let (mut readings, mut drawn) = (Vec::new(), 0);
    // Words first: a drawing with spaces is one more often than it has holes.
    for (width, gap) in (1..=longest).map(|width| (width, 1)).chain([(1, 0)]) {
        let Some(table) = table(&chars, width, gap) else { continue };
        if !board.may_be(&table) {
            drawn = drawn.max(cells(&table).count());
            continue;
        }
        for grid in grids(&table, board) {
            let corners = (0..offsets).flat_map(|y| (0..offsets).map(move |x| (x, y)));
            for cells in corners.filter_map(|(dx, dy)| placed(lattice, &grid, dx, dy)) {
                drawn = drawn.max(cells.len());
                if board.has_size_of(&cells) {
                    readings.push(cells);
                }
            }
        }
    }
    (readings, drawn)
}

/// The entries of a drawing: column, row, layer.
type Grid = Vec<((i32, i32), i32, String)>;

/// The ways to read a table as cells: in one layer, or in several, beside each other or with an
/// empty row between.
fn grids(table: &[Vec<String>], board: &BoardSites) -> Vec<Grid> {
    let mut grids = vec![flat(table)];
    if board.lattice.is_solid() {
        // No layer is wider than the board in any direction, with an empty column behind it.
        grids.extend(layered(table, board.widest + 1));
    }
    grids
}

/// Cuts rows into words of one width with a gap of spaces between; `None` where a word goes on into
/// the gap or has a space inside.
fn table(rows: &[Vec<char>], width: usize, gap: usize) -> Option<Vec<Vec<String>>> {
    let cut = |row: &Vec<char>| {
        let words = row.chunks(width + gap).map(|chunk| {
            let (word, gap) = chunk.split_at(width.min(chunk.len()));
            let word: String = word.iter().collect();
            let is_whole =
                gap.iter().all(|c| c.is_whitespace()) && !word.trim().contains(char::is_whitespace);
            is_whole.then(|| word.trim().to_owned())
        });
        words.collect::<Option<Vec<String>>>()
    };
    rows.iter().map(cut).collect()
}

fn cells(table: &[Vec<String>]) -> impl Iterator<Item = (usize, usize, &String)> {
    let cells = table
        .iter()
        .enumerate()
        .flat_map(|(y, row)| row.iter().enumerate().map(move |(x, word)| (x, y, word)));
    cells.filter(|(_, _, word)| !word.is_empty())
}

fn flat(table: &[Vec<String>]) -> Grid {
    cells(table).map(|(x, y, word)| ((x as i32, y as i32), 0, word.clone())).collect()
}

/// The ways to read a table as layers: one after the other with an empty row between, or beside each
/// other, each as wide as the others and at most `widest` columns.
fn layered(table: &[Vec<String>], widest: usize) -> Vec<Grid> {
    let mut grids = Vec::new();
    let is_empty = |row: &Vec<String>| row.iter().all(String::is_empty);
    if table.iter().any(is_empty) {
        let (mut layer, mut first, mut grid) = (0, 0, Grid::new());
        for (y, row) in table.iter().enumerate() {
            if is_empty(row) {
                (layer, first) = (layer + 1, y + 1);
            }
            for (x, word) in row.iter().enumerate().filter(|(_, word)| !word.is_empty()) {
                grid.push(((x as i32, (y - first) as i32), layer, word.clone()));
            }
        }
        grids.push(grid);
    }
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    for width in 1..columns.min(widest + 1) {
        let place = |(x, y, word): (usize, usize, &String)| {
            (((x % width) as i32, y as i32), (x / width) as i32, word.clone())
        };
        grids.push(cells(table).map(place).collect());
    }
    grids
}

/// The cells of a drawing on the lattice; `None` where something stands beside its sites.
fn placed(lattice: &Lattice, grid: &Grid, dx: i32, dy: i32) -> Option<Cells> {
    let mut cells = Cells::new();
    for ((x, y), layer, word) in grid {
        let site = lattice.art_site(x + dx, y + dy, *layer);
        if lattice.class_of(site).is_some() {
            cells.insert(site, word.clone());
        } else if !(word == "." || (word == "+" && lattice.form == SiteForm::Edge)) {
            return None;
        }
    }
    (!cells.is_empty()).then_some(cells)
}

/// A drawing, turned so that it lies on the board: the options that are drawn, or a letter that is
/// no placement. `None` if it is not the board.
fn on_board(
    cells: &Cells,
    matrix: &Matrix,
    boards: &[(Shape, Point)],
    analysis: &Analysis,
) -> Option<Result<Wanted, String>> {
    let lattice = analysis.puzzle.lattice;
    let turned: Vec<(Point, &str)> =
        cells.iter().map(|(site, word)| (matrix.apply(*site), word.as_str())).collect();
    let with_dots: Vec<Point> = turned.iter().map(|(site, _)| *site).collect();
    let lettered = turned.iter().filter(|(_, word)| *word != ".");
    let lettered: Vec<Point> = lettered.map(|(site, _)| *site).collect();
    let shift = [with_dots, lettered].iter().find_map(|sites| {
        let (shape, start) = Shape::normalise(lattice, sites)?;
        let (_, to) = boards.iter().find(|(board, _)| *board == shape)?;
        Some(*to - start)
    })?;
    let mut letters: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
    for (site, word) in turned.into_iter().filter(|(_, word)| *word != ".") {
        letters.entry(word).or_default().push(site + shift);
    }
    Some(options(&letters, analysis))
}

fn options(letters: &BTreeMap<&str, Vec<Point>>, analysis: &Analysis) -> Result<Wanted, String> {
    let puzzle = &analysis.puzzle;
    let mut options: Vec<OptionId> = Vec::new();
    let mut used: FxHashSet<PieceId> = FxHashSet::default();
    for (letter, sites) in letters {
        let parts = match option(letter, sites, &used, analysis) {
            Some(_) => vec![sites.clone()],
            // Several copies may have one letter where they do not touch.
            None => connected_parts(puzzle.lattice, sites),
        };
        for part in &parts {
            let found = option(letter, part, &used, analysis);
            let found = found.ok_or_else(|| (*letter).to_owned())?;
            used.insert(analysis.encoding.placement(found).piece);
            options.push(found);
        }
    }
    options.sort_unstable();
    options.dedup();
    let covered: FxHashSet<Point> = letters.values().flatten().copied().collect();
    let mut required = puzzle.board.sites().iter().filter(|s| s.required);
    let complete = required.all(|s| covered.contains(&s.site));
    Ok(Wanted::Drawing { options, complete })
}

/// The option on exactly these sites, of the piece of that name if there are several.
fn option(
    letter: &str,
    sites: &[Point],
    used: &FxHashSet<PieceId>,
    analysis: &Analysis,
) -> Option<OptionId> {
    let (puzzle, encoding) = (&analysis.puzzle, &analysis.encoding);
    let of_piece = |n: usize| {
        let piece = PieceId(n as u32);
        encoding.find(puzzle, piece, sites).filter(|&option| encoding.is_open(option))
    };
    let found = (0..puzzle.pieces.len()).filter_map(of_piece);
    found.min_by_key(|&option| {
        let piece = encoding.placement(option).piece;
        (puzzle.piece(piece).name != letter, used.contains(&piece), option)
    })
}

/// The index in a store of the distinct solution that is a turned or flipped copy of this one.
/// Logarithmic where the store is `sorted`, as it is when a run is over, else linear.
pub fn position(
    solution: &[OptionId],
    group: &SymmetryGroup,
    store: &Store,
    sorted: bool,
) -> Option<usize> {
    let mut image = Vec::new();
    let images = group.elements.iter().map(|element| {
        image_of(element, solution, &mut image);
        image.clone()
    });
    let least = images.min()?;
    match sorted {
        true => store.position(&least),
        false => (0..store.len()).find(|&n| store.get(n) == least),
    }
}

#[cfg(test)]
mod tests {
    use crate::job::PlanOptions;
    use std::sync::Arc;

    use super::*;
    use crate::format::bundled;
    use crate::job::{Plan, Run, Settings};
    use crate::picture::text_art;
    use crate::solution::View;
    use crate::workbench::solutions::likeness::Likeness;

    /// A bundled puzzle, by the end of its path, with its solutions.
    fn solved(name: &str) -> (Analysis, Store) {
        let puzzle = bundled::ALL.iter().find(|b| b.path.ends_with(name)).unwrap();
        let puzzle = puzzle.open().puzzle;
        let plan = Arc::new(Plan::new(Arc::clone(&puzzle), PlanOptions::default()).unwrap());
        let mut run = Run::start(plan, Settings::default());
        run.wait();
        (Analysis::new(puzzle).unwrap(), run.with_store(Store::clone))
    }

    /// Finds solutions by their drawings, in the orientations that the puzzle's symmetries give.
    fn all_are_found(name: &str) {
        let (analysis, store) = solved(name);
        let group = &analysis.group;
        let view = View::all(&store, group);
        assert!(!view.is_empty());
        for n in (0..view.len()).step_by((view.len() as usize / 40).max(1)) {
            let solution = view.solution(group, &store, n);
            let decoded = analysis.encoding.decode(&solution);
            let drawing = text_art::solution(&analysis.puzzle, &decoded);
            let wanted = read(&drawing, &analysis);
            let Ok(Wanted::Drawing { options, complete: true }) = wanted else {
                panic!("{name}: {wanted:?}\n{drawing}")
            };
            let expected = view.entry(group, &store, n).distinct;
            for sorted in [true, false] {
                let found = position(&options, &analysis.group, &store, sorted);
                assert_eq!(found, Some(expected), "{name}\n{drawing}");
            }
        }
    }

    #[test]
    fn solutions_are_found_by_their_drawings_on_every_lattice() {
        for name in [
            "scotts-board.ron",
            "l-trominoes-7x7.ron",
            "hexiamonds-6x6.ron",
            "tetrahexes-7x4.ron",
            "trikings-3x5.ron",
            "tangram-square.ron",
            "welded-tetrasticks-4x4.ron",
            "tetrasticks-5x5-without-l.ron",
            "soma-cube.ron",
            "soma-pyramid.ron",
        ] {
            all_are_found(name);
        }
    }

    #[test]
    fn a_drawing_may_stand_otherwise_with_other_letters_and_open_cells() {
        let (analysis, store) = solved("pentominoes-6x10.ron");
        let solution = store.get(815);
        let decoded = analysis.encoding.decode(&solution);
        let drawing = text_art::solution(&analysis.puzzle, &decoded);
        let rows: Vec<Vec<char>> =
            drawing.lines().map(|row| row.chars().filter(|c| *c != ' ').collect()).collect();
        // Turned by a quarter, in small letters, without spaces, indented.
        let turned: Vec<String> = (0..rows[0].len())
            .map(|x| "  ".chars().chain(rows.iter().rev().map(|row| row[x])).collect())
            .collect();
        let text = turned.join("\n").to_lowercase() + "\n\n";
        let wanted = read(&text, &analysis);
        let Ok(Wanted::Drawing { options, complete: true }) = wanted else {
            panic!("{wanted:?}\n{text}")
        };
        assert_eq!(position(&options, &analysis.group, &store, true), Some(815));
        // All but two pieces left open.
        let open = |c: char| if matches!(c, 'X' | 'I') { c } else { '.' };
        let part: Vec<String> =
            rows.iter().map(|row| row.iter().map(|&c| open(c)).collect()).collect();
        let wanted = read(&part.join("\n"), &analysis);
        let Ok(Wanted::Drawing { options, complete: false }) = wanted else { panic!("{wanted:?}") };
        assert_eq!(options.len(), 2);
        let like = Likeness::new(&solution, &analysis.group);
        assert_eq!(like.best(&options).1, 2);
    }

    #[test]
    fn numbers_ranges_and_what_is_neither_are_told_apart() {
        let (analysis, _) = solved("scotts-board.ron");
        assert_eq!(read(" 65 ", &analysis), Ok(Wanted::Number(65)));
        assert_eq!(read("#1,234", &analysis), Ok(Wanted::Number(1234)));
        assert_eq!(read("12 345", &analysis), Ok(Wanted::Number(12_345)));
        for range in ["10-20", "10 \u{2013} 20", "10..20"] {
            assert_eq!(read(range, &analysis), Ok(Wanted::Numbers(10, 20)), "{range}");
        }
        assert_eq!(read("20-10", &analysis), Err(LookupError::Range));
        assert_eq!(read("0-10", &analysis), Err(LookupError::Range));
        assert_eq!(read("\n", &analysis), Err(LookupError::Empty));
        let other = read("ab\nab", &analysis);
        assert_eq!(other, Err(LookupError::OtherBoard { drawn: 4, board: 60 }));
        // The whole board, with letters that are no pieces.
        let board =
            ["aaaaaaaa"; 3].join("\n") + "\naaa  aaa\naaa  aaa\n" + &["aaaaaaaa"; 3].join("\n");
        let letter = "a".to_owned();
        assert_eq!(read(&board, &analysis), Err(LookupError::NoPlacement { letter }));
    }

    /// Texts of some length that are no drawing: a row, words, a block, dots, spaces, and marks.
    fn wrong_drawings(length: usize) -> Vec<String> {
        let side = length.isqrt();
        vec![
            "a".repeat(length),
            "a ".repeat(length / 2),
            "a\n".repeat(length / 2),
            "ab cd ".repeat(length / 6),
            ("a".repeat(side - 1) + "\n").repeat(side),
            (".".repeat(side - 1) + "\n").repeat(side),
            "a".to_owned() + &".".repeat(length - 1),
            "a".to_owned() + &" ".repeat(length - 2) + "b",
            "+.".repeat(length / 2),
            "a\n\n".repeat(length / 3),
        ]
    }

    #[test]
    fn a_large_wrong_drawing_is_refused() {
        for name in ["scotts-board.ron", "tetrasticks-5x5-without-l.ron", "soma-cube.ron"] {
            let file = bundled::ALL.iter().find(|b| b.path.ends_with(name)).unwrap();
            let analysis = Analysis::new(file.open().puzzle).unwrap();
            let most = most_characters(&analysis.puzzle);
            for length in [10, 1_000, most - 1] {
                for text in wrong_drawings(length) {
                    let start: String = text.chars().take(8).collect();
                    let error = read(&text, &analysis).expect_err(&start);
                    let is_other = matches!(
                        error,
                        LookupError::OtherBoard { .. } | LookupError::NoPlacement { .. }
                    );
                    assert!(is_other, "{name}, {length}, {start}: {error}");
                }
            }
            for text in wrong_drawings(1_000_000) {
                assert_eq!(read(&text, &analysis), Err(LookupError::TooLong { most }));
            }
        }
    }

    #[test]
    fn the_solutions_most_alike_share_most_placements_in_some_orientation() {
        let (analysis, store) = solved("scotts-board.ron");
        let group = &analysis.group;
        let shared = |a: &[OptionId], b: &[OptionId]| a.iter().filter(|o| b.contains(o)).count();
        let target = store.get(7);
        let like = Likeness::new(&target, group);
        let best = |n: u32| {
            let solution = store.get(n as usize);
            let copies = group.elements.iter().map(|element| {
                let mut image = Vec::new();
                image_of(element, &target, &mut image);
                shared(&image, &solution)
            });
            copies.max().unwrap()
        };
        let mut order: Vec<u32> = (0..store.len() as u32).collect();
        like.sort(&store, &mut order);
        assert_eq!(order[0], 7);
        let mut expected: Vec<u32> = (0..store.len() as u32).collect();
        expected.sort_by_key(|&n| (std::cmp::Reverse(best(n)), n));
        assert_eq!(order, expected);
        assert!(order.iter().all(|&n| like.best(&store.get(n as usize)).1 as usize == best(n)));
    }
}
