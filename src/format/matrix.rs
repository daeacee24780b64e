//! Exact cover problems as matrices of zeros and ones: rows are options, columns are items.
//!
//! ```text
//! a,b,c
//! 1,0,0
//! 0,1,1
//! ```
//! Cells stand between commas, semicolons, tabs or blanks, or one behind the other. The first line may
//! name the items, and the first column the rows, whose names are not kept.

use std::borrow::Cow;
use std::collections::HashSet;

use super::TextError;
use crate::exact_cover::{ItemId, ItemKind, Problem, ProblemBuilder};

/// A drawing or a list of items of fewer columns may be meant otherwise.
const MIN_COLUMNS: usize = 3;

/// Returns whether the beginning of a text is that of a matrix: of its whole lines, all but the first
/// are zeros and ones.
pub fn is_matrix(start: &[u8], is_cut_off: bool) -> bool {
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start_matches('\u{feff}');
    let mut lines: Vec<Vec<Cow<'_, str>>> = rows(text).map(|(_, line)| cells(line)).collect();
    if is_cut_off {
        match lines.as_mut_slice() {
            // A long row: its last cell may be cut off too.
            [only] => drop(only.pop()),
            _ => drop(lines.pop()),
        }
    }
    let header = lines.first().is_some_and(|line| is_header(line));
    let rows = &lines[usize::from(header)..];
    let Some(columns) = rows.first().map(Vec::len).filter(|n| *n > 0) else { return false };
    let named = usize::from(rows.iter().all(|row| !is_bit(&row[0])));
    let are_bits = |row: &Vec<Cow<'_, str>>| row[named..].iter().all(|c| is_bit(c));
    columns >= MIN_COLUMNS + named && rows.iter().all(are_bits)
}

/// Reads a matrix. Takes time and memory in proportion to the text.
///
/// ```
/// use polywright::format::matrix;
///
/// let problem = matrix::read("a,b,c\n1,0,0\n0,1,1\n")?;
/// assert_eq!((problem.items()[2].name.as_str(), problem.option_count()), ("c", 2));
/// assert_eq!(matrix::read("100\n01\n").unwrap_err().place, Some((2, 1)));
/// # Ok::<(), polywright::format::TextError>(())
/// ```
///
/// # Errors
/// The first thing that is wrong, with its line and column.
pub fn read(text: &str) -> Result<Problem, TextError> {
    let wrong = |line: usize, column: usize, message: String| TextError {
        place: Some((line + 1, column)),
        message,
    };
    let mut header = rows(text).next().map(|(line, text)| (line, cells(text)));
    header.take_if(|(_, cells)| !is_header(cells));
    let data = || rows(text).skip(usize::from(header.is_some()));
    let Some((_, first)) = data().next() else {
        return Err(wrong(0, 1, "no rows; each row is an option".to_owned()));
    };
    let columns = cells(first).len();
    let named = usize::from(data().all(|(_, row)| !is_bit(&first_cell(row))));
    let mut builder = ProblemBuilder::default();
    match &header {
        Some((line, names)) if names.len() == columns => {
            let mut known = HashSet::new();
            for name in &names[named..] {
                if !known.insert(name) {
                    return Err(wrong(*line, 1, format!("column {name} is named twice")));
                }
                builder.item(name.as_ref(), ItemKind::ONCE);
            }
        }
        Some((line, names)) => {
            let message = format!("{} names for {columns} columns", names.len());
            return Err(wrong(*line, 1, message));
        }
        None => (1..=columns - named).for_each(|n| {
            builder.item(n.to_string(), ItemKind::ONCE);
        }),
    }
    for (line, row) in data() {
        let row = cells(row);
        if row.len() != columns {
            let message = format!("{} cells; the rows before have {columns}", row.len());
            return Err(wrong(line, 1, message));
        }
        if let Some(n) = (named..columns).find(|&n| !is_bit(&row[n])) {
            return Err(wrong(line, 1, format!("cell {}: \"{}\" is not 0 or 1", n + 1, row[n])));
        }
        let ones = (0..).zip(&row[named..]).filter(|(_, cell)| *cell == "1");
        builder.option(ones.map(|(n, _)| ItemId(n)));
    }
    builder.build().map_err(|e| TextError { place: None, message: e.to_string() })
}

/// The lines that are not blank, with their numbers from 0.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty())
}

/// The cells of a line. A cell in quotation marks may have separators in it.
fn cells(line: &str) -> Vec<Cow<'_, str>> {
    let line = line.trim();
    let mut is_quoted = false;
    let separator = line.chars().find(|&c| {
        is_quoted ^= c == '"';
        !is_quoted && ",;\t".contains(c)
    });
    match separator {
        // Some programs end a line with a separator.
        Some(separator) => separated(line.strip_suffix(separator).unwrap_or(line), separator),
        None if line.contains('"') => separated(line, ','),
        None if line.contains(char::is_whitespace) => {
            line.split_whitespace().map(Cow::Borrowed).collect()
        }
        None if line.bytes().all(|byte| matches!(byte, b'0' | b'1')) => {
            (0..line.len()).map(|n| Cow::Borrowed(&line[n..n + 1])).collect()
        }
        None => vec![Cow::Borrowed(line)],
    }
}

fn separated(line: &str, separator: char) -> Vec<Cow<'_, str>> {
    let mut is_quoted = false;
    let is_end = |c: char| {
        is_quoted ^= c == '"';
        c == separator && !is_quoted
    };
    line.split(is_end).map(|cell| unquoted(cell.trim())).collect()
}

/// A cell without its quotation marks; a doubled one in it stands for one.
fn unquoted(cell: &str) -> Cow<'_, str> {
    let inside = cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"'));
    inside.map_or(Cow::Borrowed(cell), |inside| Cow::Owned(inside.replace("\"\"", "\"")))
}

fn first_cell(line: &str) -> Cow<'_, str> {
    cells(line).swap_remove(0)
}

fn is_bit(cell: &str) -> bool {
    matches!(cell, "0" | "1")
}

/// Returns whether a line names columns: none of its cells, the first apart, is 0 or 1.
fn is_header(cells: &[Cow<'_, str>]) -> bool {
    cells.len() > 1 && cells[1..].iter().all(|cell| !is_bit(cell))
}
