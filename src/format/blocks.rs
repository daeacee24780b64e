//! Pieces and boards drawn in a plain text file, in blocks with empty lines between.
//!
//! ```text
//! title: Two corners cut
//! lattice: Square
//!
//! V x 2:
//! XX
//! X
//!
//! bar x 0..1, as drawn:
//! XXX
//!
//! board:
//! .###
//! ###o
//! ```
//!
//! A block is text art as in a puzzle file. The line at its head, which ends in a colon, names the
//! piece, says how many of it there are (one, if it does not) and how it may move (as usual on the
//! lattice). A name that would read as something else stands in quotes: `"1 x 2" x 3:`. In a board `#`
//! must be covered, `o` may be and `.` is a hole; any other letter is a piece that lies there. Where
//! sites are left to cover, these pieces are given, and stay in every solution:
//!
//! ```text
//! IIIIL
//! VVLLL
//! V####
//! ```
//!
//! A board that letters fill is a solution, and is read as the puzzle that has it. Letters of one shape
//! are copies of one piece. A single block is a board, even without a head; a
//! block without one beside others is a piece, called by its letter. The lattice is `Square` when it
//! is not named; on `Cube` a line of hyphens begins the next layer. Rules and labels need a puzzle
//! file. Leans on [`crate::puzzle`].

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use super::{Opened, TextError, plain};
use crate::lattice::{self, Lattice, Point};
use crate::polyform::{Motions, Shape, art};
use crate::puzzle::{
    BoardForm, BoardPieceForm, Copies, CopiesError, Description, Drawing, Handling, PieceForm,
    Place, Puzzle, SingleForm,
};
use crate::text;

/// The head of the block that is the board.
const BOARD: &str = "board";
/// Files of this kind are drawn by hand.
const MAX_BYTES: usize = 4 << 20;
/// No puzzle may have more pieces.
const MAX_BLOCKS: usize = 20_000;

/// The distance of the outer of three letters with blanks between. Two letters may be two columns.
const WIDE: usize = 4;
/// The note on blanks that may have been meant otherwise.
const BLANKS: &str = "The blanks between the sites of the board were left out, so # # is read as ##. If \
                      they are gaps, draw dots: #.#.";

/// A block of lines.
struct Block<'t> {
    /// The line of the file where its drawing begins, from 1.
    line: usize,
    /// The text of its head, without the colon.
    head: Option<(&'t str, usize)>,
    rows: Vec<String>,
}

/// Reads a puzzle; `name` is its title when it has none of its own.
///
/// # Errors
/// A mistake of form with its line, or all mistakes of meaning.
pub fn read(text: &str, name: &str) -> Result<Opened, Vec<TextError>> {
    if text.len() > MAX_BYTES {
        return Err(vec![plain(format!("is larger than {} megabytes", MAX_BYTES >> 20))]);
    }
    let empty = Description::empty(lattice::grid(), BoardForm::Art(Vec::new()));
    let mut description = Description { title: name.to_owned(), ..empty };
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).collect();
    let first = fields(&lines, &mut description)?;
    let mut blocks = blocks(&lines, first, description.lattice)?;

    let heads = |block: &Block<'_>| block.head.is_some_and(|(head, _)| head == BOARD);
    let mut board = match (blocks.iter().position(heads), blocks.len()) {
        (Some(at), _) => blocks.remove(at),
        (None, 1) if blocks[0].head.is_none() => blocks.remove(0),
        _ => {
            let message = "has no board; put the line `board:` above its drawing";
            return Err(vec![plain(message)]);
        }
    };
    if let Some(second) = blocks.iter().find(|block| heads(block)) {
        return Err(vec![at_line(second.line, "there is a second board; a puzzle has only one")]);
    }
    let is_square = ["Square", "King", "Cube"].contains(&description.lattice.key);
    let note = is_square.then(|| close_up(&mut board, &mut blocks)).flatten();
    let mut places = Vec::new();
    for block in blocks {
        places.push(block.line);
        let form = piece(block, description.pieces.len(), description.lattice)?;
        description.pieces.push(PieceForm::Piece(form));
    }
    let drawn = picture(&board, description.lattice, &description.pieces)?;
    description.board = drawn.board;
    description.placed = drawn.given;
    places.extend(drawn.pieces.iter().map(|_| board.line));
    description.pieces.extend(drawn.pieces.into_iter().map(PieceForm::Piece));

    match description.build() {
        Ok(puzzle) => {
            let notes = note.into_iter().collect();
            Ok(Opened { notes, ..Opened::new(description, Arc::new(puzzle)) })
        }
        Err(problems) => {
            let located = |problem: crate::puzzle::Diagnostic| match problem.place {
                Place::Piece(entry) => at_line(places[entry], problem.message),
                Place::Board => at_line(board.line, problem.message),
                _ => plain(problem.message),
            };
            Err(problems.into_iter().map(located).collect())
        }
    }
}

fn at_line(line: usize, message: impl Into<String>) -> TextError {
    TextError { place: Some((line, 1)), message: message.into() }
}

/// Reads the lines `title: …` and the like at the head of the file; where the blocks begin.
fn fields(lines: &[&str], description: &mut Description) -> Result<usize, Vec<TextError>> {
    for (i, line) in lines.iter().enumerate() {
        if line.is_empty() {
            continue;
        }
        let Some((key, value)) = line.split_once(':') else { return Ok(i) };
        let value = value.trim();
        if value.is_empty() {
            return Ok(i);
        }
        let field = match key.trim().to_lowercase().as_str() {
            "title" => &mut description.title,
            "author" => &mut description.author,
            "source" => &mut description.source,
            "note" => &mut description.note,
            "lattice" => {
                let known = lattice::ALL
                    .iter()
                    .find(|l| [l.key, l.name].iter().any(|name| name.eq_ignore_ascii_case(value)));
                description.lattice = known.ok_or_else(|| {
                    let keys: Vec<&str> = lattice::ALL.iter().map(|l| l.key).collect();
                    let message = format!(
                        "no lattice is called {}; expected one of {}",
                        text::shortened(value, 40),
                        keys.join(", ")
                    );
                    vec![at_line(i + 1, message)]
                })?;
                continue;
            }
            _ => return Ok(i),
        };
        value.clone_into(field);
    }
    Ok(lines.len())
}

/// The blocks from a line on.
fn blocks<'t>(
    lines: &[&'t str],
    first: usize,
    lattice: &Lattice,
) -> Result<Vec<Block<'t>>, Vec<TextError>> {
    let mut blocks: Vec<Block<'t>> = Vec::new();
    let mut inside = false;
    for (i, &line) in lines.iter().enumerate().skip(first) {
        if line.is_empty() {
            inside = false;
            continue;
        }
        if line.contains('\t') {
            let message = "a drawing cannot contain tabs; use spaces or dots";
            return Err(vec![at_line(i + 1, message)]);
        }
        if !inside {
            inside = true;
            if blocks.len() > MAX_BLOCKS {
                let message = format!("more than {MAX_BLOCKS} drawings; use copies of pieces");
                return Err(vec![at_line(i + 1, message)]);
            }
            let head = line.strip_suffix(':').map(|head| (head.trim(), i + 1));
            let line = if head.is_some() { i + 2 } else { i + 1 };
            blocks.push(Block { line, head, rows: Vec::new() });
            if head.is_some() {
                continue;
            }
        }
        let next_layer = lattice.dimension == 3 && line.chars().all(|c| c == '-');
        let row = if next_layer { String::new() } else { line.to_owned() };
        if let Some(block) = blocks.last_mut() {
            block.rows.push(row);
        }
    }
    Ok(blocks)
}

/// The columns of a drawing.
struct Columns {
    first: usize,
    /// The distance of the last from the first.
    span: usize,
    /// True if there is only every second of them.
    is_apart: bool,
    /// True if a row has two letters with one blank between.
    has_pairs: bool,
}

impl Columns {
    fn new(block: &Block<'_>) -> Columns {
        let columns = |row: &String| -> Vec<usize> {
            row.chars().enumerate().filter(|(_, c)| *c != ' ').map(|(column, _)| column).collect()
        };
        let rows: Vec<Vec<usize>> = block.rows.iter().map(columns).collect();
        let all = || rows.iter().flatten().copied();
        let (first, last) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
        Columns {
            first,
            span: last - first,
            is_apart: all().all(|column| (column - first) % 2 == 0),
            has_pairs: rows.iter().any(|row| row.windows(2).any(|pair| pair[1] == pair[0] + 2)),
        }
    }
}

/// Takes the blanks out of drawings that have one between any two letters, as many programs print them;
/// what to say about that. Where other drawings have none they stay, and a piece has gaps; but a board is
/// hardly ever made of columns that touch nowhere. Only a narrow board without letters, whose parts need
/// not touch, leaves a doubt.
fn close_up(board: &mut Block<'_>, pieces: &mut [Block<'_>]) -> Option<String> {
    let of_board = Columns::new(board);
    let of_pieces: Vec<Columns> = pieces.iter().map(Columns::new).collect();
    let are_apart = of_board.is_apart && of_pieces.iter().all(|own| own.is_apart);
    let is_spaced = of_pieces.iter().any(|own| own.has_pairs);
    let is_wide = of_board.is_apart && of_board.has_pairs && of_board.span >= WIDE;
    let has_letters = board.rows.iter().flat_map(|row| row.chars()).any(is_piece);
    let is_doubtful = of_board.has_pairs && !(is_spaced || is_wide || has_letters);
    let closes = are_apart && (of_board.has_pairs || is_spaced);
    let close = |(block, columns): (&mut Block<'_>, Columns)| {
        for row in &mut block.rows {
            *row = row.chars().skip(columns.first).step_by(2).collect();
        }
    };
    if closes || is_wide {
        close((board, of_board));
    }
    if closes {
        pieces.iter_mut().zip(of_pieces).for_each(close);
    }
    (closes && is_doubtful).then(|| BLANKS.to_owned())
}

/// Returns whether a letter of a board is a piece that lies there.
fn is_piece(c: char) -> bool {
    c.is_alphanumeric() && c != 'o'
}

/// The piece that a block draws.
fn piece(block: Block<'_>, index: usize, lattice: &Lattice) -> Result<SingleForm, Vec<TextError>> {
    let (name, copies, motions) = match block.head {
        Some((head, line)) => {
            titled(head).map_err(|error| vec![at_line(line, error.to_string())])?
        }
        None => {
            let marks = art::marks(lattice, &block.rows).unwrap_or_default();
            let letters: BTreeSet<char> = marks.iter().map(|mark| mark.character).collect();
            let own = letters.first().filter(|c| letters.len() == 1 && c.is_alphanumeric());
            let name = own.map_or_else(|| (index + 1).to_string(), char::to_string);
            (name, Copies::default(), None)
        }
    };
    let drawing = Drawing::Art(block.rows);
    Ok(SingleForm {
        name,
        drawing,
        labels: Vec::new(),
        copies,
        motions,
        colour: None,
        off: false,
        handling: Handling::default(),
    })
}

/// Why the head of a block is no name with copies and motions.
#[derive(Debug, thiserror::Error)]
enum HeadError {
    #[error("{0} is not a number of copies; expected a number such as 3, or a range such as 0..2")]
    Number(String),
    #[error(transparent)]
    Copies(#[from] CopiesError),
}

/// Name, copies and motions out of a head such as `V x 0..2, turn only`.
fn titled(head: &str) -> Result<(String, Copies, Option<Motions>), HeadError> {
    let (quoted, mut rest) = unquoted(head);
    let mut motions = None;
    for known in [Motions::TurnAndFlip, Motions::Turn, Motions::AsDrawn] {
        let before = rest.strip_suffix(known.words()).map(str::trim_end);
        if let Some(before) = before.and_then(|before| before.strip_suffix(',')) {
            (rest, motions) = (before.trim_end(), Some(known));
            break;
        }
    }
    let mut from_end = rest.rsplitn(3, char::is_whitespace);
    let (number, sign, name) = (from_end.next(), from_end.next(), from_end.next());
    if let (Some(number), Some("x" | "×"), Some(name)) = (number, sign, name) {
        let range = number.split_once("..").unwrap_or((number, number));
        let count = |text: &str| {
            text.parse::<u32>().map_err(|_| HeadError::Number(text::shortened(number, 40)))
        };
        let copies = Copies::new(count(range.0)?, count(range.1)?)?;
        return Ok((quoted.unwrap_or_else(|| name.trim().to_owned()), copies, motions));
    }
    Ok((quoted.unwrap_or_else(|| rest.to_owned()), Copies::default(), motions))
}

/// A name in quotes, in which quotes are doubled, and what follows it; a head that begins otherwise
/// as it is.
fn unquoted(head: &str) -> (Option<String>, &str) {
    let Some(text) = head.strip_prefix('"') else { return (None, head) };
    let mut from = 0;
    while let Some(at) = text[from..].find('"').map(|at| from + at) {
        let rest = &text[at + 1..];
        match rest.chars().next() {
            Some('"') => from = at + 2,
            None | Some(' ' | ',') => return (Some(text[..at].replace("\"\"", "\"")), rest),
            Some(_) => break,
        }
    }
    (None, head)
}

/// A name as it stands in a head: in quotes where it would read as something else.
fn quoted(name: &str) -> String {
    let name = name.replace(['\n', '\t'], " ");
    let plain = titled(&name).is_ok_and(|(own, copies, motions)| {
        own == name && copies == Copies::default() && motions.is_none()
    });
    match plain && name != BOARD && name.trim() == name && !name.starts_with('"') {
        true => name,
        false => format!("\"{}\"", name.replace('"', "\"\"")),
    }
}

/// The sites and letters that the block of the board draws.
struct Picture {
    board: BoardForm,
    /// The pieces that lie on it and have no block of their own.
    pieces: Vec<SingleForm>,
    /// Where pieces lie that are given.
    given: Vec<BoardPieceForm>,
}

/// The board that a block draws, and the pieces that lie on it; some may be among the pieces that
/// have blocks of their own.
fn picture(
    block: &Block<'_>,
    lattice: &Lattice,
    own: &[PieceForm],
) -> Result<Picture, Vec<TextError>> {
    let marks =
        art::marks(lattice, &block.rows).map_err(|e| vec![at_line(block.line, e.to_string())])?;
    if !marks.iter().any(|mark| is_piece(mark.character)) {
        let board = BoardForm::Art(block.rows.clone());
        return Ok(Picture { board, pieces: Vec::new(), given: Vec::new() });
    }
    let is_left = marks.iter().any(|mark| !is_piece(mark.character) && mark.character != 'o');
    let mut drawn: BTreeMap<char, Vec<Point>> = BTreeMap::new();
    for mark in marks.iter().filter(|mark| is_piece(mark.character)) {
        drawn.entry(mark.character).or_default().push(mark.site);
    }
    let mut kinds: BTreeMap<Shape, usize> = BTreeMap::new();
    let mut pieces: Vec<SingleForm> = Vec::new();
    let mut given: Vec<BoardPieceForm> = Vec::new();
    let mut give = |piece: &str, sites: &[Point]| {
        if is_left {
            let sites = sites.iter().map(|&site| (lattice.address.of_site)(site)).collect();
            given.push(BoardPieceForm { piece: piece.to_owned(), sites, pinned: true });
        }
    };
    let has_block = |letter: &str| {
        own.iter().any(|form| matches!(form, PieceForm::Piece(piece) if piece.name == letter))
    };
    for (letter, sites) in drawn {
        let letter = letter.to_string();
        if is_left && has_block(&letter) {
            give(&letter, &sites);
            continue;
        }
        let Some((shape, _)) = Shape::normalise(lattice, &sites) else { continue };
        let group = Motions::usual(lattice).group(lattice, &sites);
        let at = *kinds.entry(shape.least_image(lattice, &group)).or_insert(pieces.len());
        if let Some(known) = pieces.get_mut(at) {
            let copies = known.copies.max + 1;
            known.copies = Copies { min: copies, max: copies };
            give(&known.name, &sites);
            continue;
        }
        give(&letter, &sites);
        pieces.push(SingleForm {
            name: letter,
            drawing: Drawing::Art(drawing(lattice, &sites)),
            labels: Vec::new(),
            copies: Copies::default(),
            motions: None,
            colour: None,
            off: false,
            handling: Handling::default(),
        });
    }
    // Rows keep their length and their junctions; only the letters become sites.
    let rows = block
        .rows
        .iter()
        .map(|row| row.chars().map(|c| if is_piece(c) { '#' } else { c }).collect());
    Ok(Picture { board: BoardForm::Art(rows.collect()), pieces, given })
}

/// The usual drawing of a piece.
fn drawing(lattice: &Lattice, sites: &[Point]) -> Vec<String> {
    let mark = |site: Point| match (lattice.art_marks)(site) {
        '#' => 'X',
        stroke => stroke,
    };
    art::draw(lattice, &sites.iter().map(|&site| (site, mark(site))).collect::<Vec<_>>())
}

/// Draws board and pieces of a puzzle that has some; reading it gives them again.
pub fn write(puzzle: &Puzzle) -> String {
    let lattice = puzzle.lattice;
    // An empty row, which begins the next layer in space, would end the block.
    let empty = if lattice.dimension == 3 { "--\n" } else { ".\n" };
    let block = |rows: Vec<String>| {
        let row = |row: String| if row.is_empty() { empty.to_owned() } else { row + "\n" };
        rows.into_iter().map(row).collect::<String>()
    };
    let mut out = format!("title: {}\nlattice: {}\n", puzzle.title.replace('\n', " "), lattice.key);
    let mark = |required: bool, site: Point| {
        if required { (lattice.art_marks)(site) } else { 'o' }
    };
    let sites = puzzle.board.sites().iter();
    let board: Vec<_> = sites.map(|s| (s.site, mark(s.required, s.site))).collect();
    let _ = write!(out, "\n{BOARD}:\n{}", block(art::draw(lattice, &board)));
    for piece in &puzzle.pieces {
        let copies = piece.copies;
        let copies = match (copies.min, copies.max) {
            (1, 1) => String::new(),
            (min, max) if min == max => format!(" x {max}"),
            (min, max) => format!(" x {min}..{max}"),
        };
        let motions = match piece.motions {
            usual if usual == Motions::usual(lattice) => String::new(),
            other => format!(", {}", other.words()),
        };
        let rows = block(drawing(lattice, piece.shape.sites()));
        let _ = write!(out, "\n{}{copies}{motions}:\n{rows}", quoted(&piece.name));
    }
    out
}
