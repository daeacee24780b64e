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
use std::io::{self, Write};
use std::sync::Arc;

use super::{Opened, TextError, plain};
use crate::exact_cover::{Cell, ItemId, ItemKind, Problem, ProblemBuilder};
use crate::lattice::{self, MAX_SITES};
use crate::puzzle::cover::{MatrixForm, notation};
use crate::puzzle::{BoardForm, CoverForm, Description};
use crate::text;

/// Reads a problem.
///
/// ```
/// use polywright::format::dlx;
///
/// let problem = dlx::read("| two ways\na b | c\na b c\na\nb\n")?;
/// assert_eq!((problem.primary_count(), problem.option_count()), (2, 3));
/// assert_eq!(dlx::read("a b\na x\n").unwrap_err().place, Some((2, 3)));
/// # Ok::<(), polywright::format::TextError>(())
/// ```
///
/// # Errors
/// The first thing that is wrong, with its line and column.
pub fn read(text: &str) -> Result<Problem, TextError> {
    let mut lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('|') && !line.trim().is_empty());
    let Some((first, header)) = lines.next() else {
        return Err(error(0, 1, "no items; the first line must name them"));
    };
    let mut reader = ProblemReader::default();
    let rest = lines.clone();
    let read = reader
        .items(first, header)
        .and_then(|()| lines.try_for_each(|(line, option)| reader.option(line, option)));
    if let Err(error) = read {
        return Err(dialect(&reader, (first, header), rest).unwrap_or(error));
    }
    reader.builder.name_colours(reader.colours);
    reader.builder.build().map_err(|e| TextError { place: None, message: e.to_string() })
}

/// Beginnings of comments in other programs.
const FOREIGN_COMMENTS: [&str; 6] = ["//", "#", "%", ";", "*", "c "];

/// The error of a file that cannot be read because it is written as other programs would have it: with
/// other comments, without its line of items, with the items one a line, or with costs.
fn dialect<'t>(
    reader: &ProblemReader<'_>,
    (first, header): (usize, &'t str),
    mut rest: impl Iterator<Item = (usize, &'t str)> + Clone,
) -> Option<TextError> {
    let begins = |line: &str| FOREIGN_COMMENTS.into_iter().find(|sign| line.starts_with(sign));
    let is_unknown = |line: &&str| {
        let name =
            |word: &str| word.split(':').next().is_some_and(|n| reader.items.contains_key(n));
        !line.split_whitespace().any(name)
    };
    // An item that no option has is none.
    let first_word = header.split_whitespace().next();
    let is_used =
        rest.clone().any(|(_, line)| line.split_whitespace().any(|w| Some(w) == first_word));
    let of_header = begins(header).filter(|_| !is_used).map(|sign| (first, sign));
    let comment = of_header.or_else(|| {
        let mut unknown = rest.clone().filter(|(_, line)| is_unknown(line));
        unknown.find_map(|(n, line)| Some((n, begins(line)?)))
    });
    if let Some((line, sign)) = comment {
        let sign = sign.trim_end();
        let message =
            format!("a comment begins with \"|\" at the start of the line, not \"{sign}\"");
        return Some(error(line, 1, message));
    }
    let cost = rest.clone().find_map(|(n, line)| {
        let word = line.split_whitespace().find(|word| {
            let (name, cost) = word.split_once('|').unwrap_or_default();
            name.is_empty()
                && !cost.is_empty()
                && cost.bytes().all(|b| b.is_ascii_digit() || b == b'$')
        })?;
        Some((n, column(line, word)))
    });
    if let Some((line, column)) = cost {
        let message = "options have no costs here; a cost, such as |3, must be removed";
        return Some(error(line, column, message));
    }
    let numbers = |line: &str| line.split_whitespace().all(|word| word.parse::<u64>().is_ok());
    let is_numbered = numbers(header) && rest.all(|(_, line)| numbers(line));
    is_numbered.then(|| {
        let message = "the first line must name all items, once each, as in \"1 2 3 4\"";
        error(first, 1, message)
    })
}

/// An error in a line, counted from 0, and a column, counted from 1.
fn error(line: usize, column: usize, message: impl Into<String>) -> TextError {
    TextError { place: Some((line + 1, column)), message: message.into() }
}

/// A problem as far as it is read.
#[derive(Default)]
struct ProblemReader<'t> {
    builder: ProblemBuilder,
    /// The items by their names; whether each is secondary.
    items: HashMap<&'t str, (ItemId, bool)>,
    /// The line that named each item last.
    named_in: Vec<usize>,
    colours: Vec<String>,
    /// The numbers of the colours, from 1.
    colour_ids: HashMap<&'t str, u32>,
}

impl<'t> ProblemReader<'t> {
    /// Reads the line that names the items.
    fn items(&mut self, line: usize, header: &'t str) -> Result<(), TextError> {
        let mut secondary = false;
        for word in header.split_whitespace() {
            let error = |message: String| error(line, column(header, word), message);
            if word == "|" {
                if secondary {
                    return Err(error(
                        "there is a second bar; only one separates the items".to_owned(),
                    ));
                }
                secondary = true;
                continue;
            }
            let (range, name) = notation::item(word).map_err(|e| error(e.to_string()))?;
            let kind = match (secondary, range) {
                (false, None) => ItemKind::ONCE,
                (false, Some((min, max))) => ItemKind::Primary { min, max },
                (true, None) => ItemKind::Secondary,
                (true, Some(_)) => {
                    return Err(error(format!(
                        "item {name} is secondary and cannot have a multiplicity"
                    )));
                }
            };
            let id = self.builder.item(name, kind);
            self.named_in.push(line);
            if self.items.insert(name, (id, secondary)).is_some() {
                return Err(error(format!("item {name} is named twice")));
            }
        }
        Ok(())
    }

    /// Reads an option.
    fn option(&mut self, line: usize, option: &'t str) -> Result<(), TextError> {
        let mut cells: Vec<Cell> = Vec::new();
        for word in option.split_whitespace() {
            let error = |message: String| error(line, column(option, word), message);
            let (name, colour) = notation::coloured(word).map_err(|e| error(e.to_string()))?;
            let Some(&(item, secondary)) = self.items.get(name) else {
                return Err(error(format!("no item is called {name}")));
            };
            if colour.is_some() && !secondary {
                return Err(error(format!(
                    "item {name} is primary; only secondary items have colours"
                )));
            }
            // Lines are counted from 0, and the first names the items.
            if std::mem::replace(&mut self.named_in[item.index()], line) == line {
                return Err(error(format!("the option names item {name} twice")));
            }
            let colour = colour.map_or(0, |colour| self.colour(colour));
            cells.push(Cell { item, colour });
        }
        self.builder.coloured_option(cells);
        Ok(())
    }

    /// The number of a colour.
    fn colour(&mut self, name: &'t str) -> u32 {
        *self.colour_ids.entry(name).or_insert_with(|| {
            self.colours.push(name.to_owned());
            self.colours.len() as u32
        })
    }
}

/// The column of a word of a line, from 1. Takes time in proportion to what lies before it.
fn column(line: &str, word: &str) -> usize {
    let offset = word.as_ptr() as usize - line.as_ptr() as usize;
    line[..offset].chars().count() + 1
}

/// The text of a problem; reading it gives the same problem. Where there are millions of options,
/// [`write_to`] takes less memory.
pub fn write(problem: &Problem, title: &str) -> String {
    let mut text = Vec::new();
    write_to(problem, title, &mut text).expect("memory can be written to");
    String::from_utf8(text).expect("names and titles are text")
}

/// Writes the text of a problem, an option at a time.
///
/// # Errors
/// When the writer fails.
pub fn write_to(problem: &Problem, title: &str, out: &mut dyn Write) -> io::Result<()> {
    for line in title.lines() {
        writeln!(out, "| {line}")?;
    }
    // A bar at the very start of a line would make it a comment.
    let indent = if problem.primary_count() == 0 { " " } else { "" };
    writeln!(out, "{indent}{}", items(problem))?;
    problem.options().try_for_each(|(_, option)| {
        for (n, cell) in option.iter().enumerate() {
            let space = if n == 0 { "" } else { " " };
            write!(out, "{space}{}", problem.item(cell.item).name)?;
            if cell.colour != 0 {
                write!(out, ":{}", problem.colour_name(cell.colour))?;
            }
        }
        writeln!(out)
    })
}

/// A problem as a puzzle whose items and options are drawn as a matrix, so that it can be solved
/// and browsed as any other. Its options are those of the problem, in their order.
///
/// # Errors
/// Why it cannot be drawn: most often it is too large.
pub fn puzzle(problem: &Problem, title: &str) -> Result<Opened, Vec<TextError>> {
    // Before a long text is made of it.
    let cells = problem.items().len() as u64 * problem.option_count() as u64;
    if cells > MAX_SITES {
        let message = format!("{} cells are too many to draw", text::grouped(cells));
        return Err(vec![TextError { place: None, message }]);
    }
    let options = option_lines(problem);
    let form = CoverForm::Matrix(MatrixForm { items: items(problem), options });
    let mut description = Description::empty(lattice::grid(), BoardForm::Art(Vec::new()));
    description.title = title.to_owned();
    description.cover = Some(form);
    let puzzle = description.build().map_err(|problems| {
        problems.into_iter().map(|problem| plain(problem.message)).collect::<Vec<_>>()
    })?;
    Ok(Opened::new(description, Arc::new(puzzle)))
}

/// The line of a problem that names its items.
fn items(problem: &Problem) -> String {
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
    match header.is_empty() {
        // A blank line would name no items.
        true => "|".to_owned(),
        false => header.join(" "),
    }
}

/// The lines of its options.
fn option_lines(problem: &Problem) -> Vec<String> {
    let text = write(problem, "");
    text.lines().skip(1).map(str::to_owned).collect()
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
    fn a_problem_that_can_be_drawn_is_a_puzzle_too() {
        let problem = read(EXAMPLE).unwrap();
        let opened = puzzle(&problem, "with \"quotes\"").unwrap();
        assert_eq!(opened.puzzle.title, "with \"quotes\"");
        let encoding = crate::encode::Encoding::new(&opened.puzzle).unwrap();
        assert_eq!(encoding.problem, problem);
        // Too large, or nothing to choose.
        let many = format!("a b c\n{}", "a\n".repeat(22_000));
        assert!(puzzle(&read(&many).unwrap(), "t").is_err());
        assert!(puzzle(&read(" | x\nx\n").unwrap(), "t").is_err());
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
