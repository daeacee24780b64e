//! Knuth's text of items and options, as his exact cover programs read it.
//!
//! ```text
//! | a comment
//! #F 2:3|#L 1,1 1,2 | +1,1
//! #F 1,1 1,2
//! #L 1,1 +1,1:red
//! ```
//! The first line that is no comment names the items, secondary ones after a bar that stands
//! alone; `2:3|x` says that x must be covered 2 to 3 times, `3|x` three times (TAOCP 7.2.2.1,
//! Algorithm M). Every further line is an option; `x:c` gives the secondary item x colour c.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::TextError;
use crate::exact_cover::{Cell, ItemId, ItemKind, Problem, ProblemBuilder};
use crate::puzzle::cover::notation;

/// Reads a problem.
///
/// # Errors
/// The first thing that is wrong, with its line and column.
pub fn read(text: &str) -> Result<Problem, TextError> {
    let mut lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('|') && !line.trim().is_empty());
    let error = |line: usize, column: usize, message: String| TextError {
        place: Some((line + 1, column)),
        message,
    };
    let Some((first, header)) = lines.next() else {
        return Err(error(0, 1, "no items; the first line must name them".to_owned()));
    };
    let mut builder = ProblemBuilder::default();
    let mut ids: HashMap<&str, (ItemId, bool)> = HashMap::new();
    let mut secondary = false;
    for (column, word) in words(header) {
        if word == "|" {
            if secondary {
                return Err(error(first, column, "a second bar; one separates the items".into()));
            }
            secondary = true;
            continue;
        }
        let (range, name) = notation::item(word).map_err(|m| error(first, column, m))?;
        let kind = match (secondary, range) {
            (false, None) => ItemKind::ONCE,
            (false, Some((min, max))) => ItemKind::Primary { min, max },
            (true, None) => ItemKind::Secondary,
            (true, Some(_)) => {
                let message = format!("item {name} is secondary and cannot have a multiplicity");
                return Err(error(first, column, message));
            }
        };
        let id = builder.item(name, kind);
        if ids.insert(name, (id, secondary)).is_some() {
            return Err(error(first, column, format!("item {name} is named twice")));
        }
    }
    let mut colours: Vec<String> = Vec::new();
    let mut colour_ids: HashMap<&str, u32> = HashMap::new();
    for (line, option) in lines {
        let mut cells: Vec<Cell> = Vec::new();
        for (column, word) in words(option) {
            let (name, colour) =
                notation::coloured(word).map_err(|message| error(line, column, message))?;
            let Some(&(item, secondary)) = ids.get(name) else {
                return Err(error(line, column, format!("no item is called {name}")));
            };
            if colour.is_some() && !secondary {
                let message = format!("item {name} is primary; only secondary items have colours");
                return Err(error(line, column, message));
            }
            if cells.iter().any(|cell| cell.item == item) {
                return Err(error(line, column, format!("the option names item {name} twice")));
            }
            let colour = colour.map_or(0, |colour| {
                *colour_ids.entry(colour).or_insert_with(|| {
                    colours.push(colour.to_owned());
                    colours.len() as u32
                })
            });
            cells.push(Cell { item, colour });
        }
        builder.coloured_option(cells);
    }
    builder.name_colours(colours);
    builder.build().map_err(|e| TextError { place: None, message: e.to_string() })
}

/// The words of a line with their columns, from 1.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(move |word| {
        let offset = word.as_ptr() as usize - line.as_ptr() as usize;
        (line[..offset].chars().count() + 1, word)
    })
}

/// Writes a problem; reading it gives the same problem.
pub fn write(problem: &Problem, title: &str) -> String {
    let mut text = String::new();
    for line in title.lines() {
        let _ = writeln!(text, "| {line}");
    }
    let mut header: Vec<String> = Vec::new();
    for (i, item) in problem.items().iter().enumerate() {
        if i == problem.primary_count() {
            header.push("|".to_owned());
        }
        header.push(match item.kind {
            ItemKind::Primary { min: 1, max: 1 } | ItemKind::Secondary => item.name.clone(),
            ItemKind::Primary { min, max } if min == max => format!("{min}|{}", item.name),
            ItemKind::Primary { min, max } => format!("{min}:{max}|{}", item.name),
        });
    }
    // A bar at the very start of a line would make it a comment.
    let indent = if problem.primary_count() == 0 { " " } else { "" };
    let _ = writeln!(text, "{indent}{}", header.join(" "));
    for (_, option) in problem.options() {
        for (i, cell) in option.iter().enumerate() {
            let space = if i > 0 { " " } else { "" };
            let _ = write!(text, "{space}{}", problem.item(cell.item).name);
            if cell.colour != 0 {
                let _ = write!(text, ":{}", problem.colour_name(cell.colour));
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = "| multiplicities and colours\n2:3|a b | c\na b\na c:red\na c:green\n";

    #[test]
    fn a_problem_is_written_as_it_was_read() {
        let problem = read(EXAMPLE).unwrap();
        assert_eq!(problem.items()[0].kind, ItemKind::Primary { min: 2, max: 3 });
        assert_eq!(problem.primary_count(), 2);
        assert_eq!(write(&problem, "multiplicities and colours"), EXAMPLE);
    }

    #[test]
    fn errors_name_line_and_column() {
        let at = |text| read(text).unwrap_err().place;
        assert_eq!(at("a b\na x\n"), Some((2, 3)));
        assert_eq!(at("a b\n| c\na:1\n"), Some((3, 1)));
        assert_eq!(at("a a\n"), Some((1, 3)));
        assert_eq!(at("3:2|a\n"), Some((1, 1)));
        assert_eq!(at(""), Some((1, 1)));
    }
}
