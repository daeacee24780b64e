//! Many puzzles in one text: sudokus, one a line, or problems in Knuth's notation with a line of dashes
//! between them.
//!
//! ```text
//! # A comment.
//! ..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
//! 000000010400000000020000000000050407008000300001090000300400200050100000000806000 the second
//! ```
//! Of a line of sudokus the first word counts, up to a comma or semicolon; `.` and 0 are empty cells. Empty
//! lines and those that begin with `#` are skipped.
//!
//! ```text
//! a b
//! a
//! b
//! ---
//! c d
//! c d
//! ```

use std::ops::Range;

/// The fewest signs of a first line that make it one of sudokus, perhaps a wrong one, rather than the
/// name of an item.
const MIN_SIGNS: usize = 16;
/// The fewest dashes of a line between problems.
const MIN_DASHES: usize = 3;

/// The puzzles of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Sudokus of 9×9: each with its line, from 1, and its place in the text.
    Sudokus(Vec<(usize, Range<usize>)>),
    /// Problems in Knuth's notation: each with its first line and its place in the text.
    Problems(Vec<(usize, Range<usize>)>),
}

impl Listed {
    /// Finds the puzzles of a text, without reading them.
    ///
    /// ```
    /// use polywright::format::listed::Listed;
    ///
    /// let listed = Listed::of("a b\na\nb\n---\nc d\nc d\n");
    /// assert_eq!(listed, Listed::Problems(vec![(1, 0..8), (5, 12..20)]));
    /// ```
    pub fn of(text: &str) -> Listed {
        match is_sudokus(text) {
            true => Listed::Sudokus(sudokus(text)),
            false => Listed::Problems(problems(text)),
        }
    }
}

/// The lines of a text with their numbers, from 1, and their places.
fn lines(text: &str) -> impl Iterator<Item = (usize, Range<usize>)> {
    let mut at = 0;
    (1..).zip(text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        start..at
    }))
}

/// The first word of a line.
fn first_word(line: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || c == ',' || c == ';';
    line.trim_start().split(ends).next().unwrap_or_default()
}

/// Returns whether a line is skipped among sudokus.
fn is_skipped(line: &str) -> bool {
    line.trim().is_empty() || line.trim_start().starts_with('#')
}

fn is_sudokus(text: &str) -> bool {
    let mut own = text.lines().filter(|line| !is_skipped(line) && !line.starts_with('|'));
    own.next().is_some_and(|line| {
        let word = first_word(line);
        word.len() >= MIN_SIGNS && word.bytes().all(|b| b.is_ascii_digit() || b == b'.')
    })
}

fn sudokus(text: &str) -> Vec<(usize, Range<usize>)> {
    let word = |(n, line): (usize, Range<usize>)| {
        let own = &text[line.clone()];
        let start = line.start + own.len() - own.trim_start().len();
        (!is_skipped(own)).then(|| (n, start..start + first_word(own).len()))
    };
    lines(text).filter_map(word).collect()
}

fn problems(text: &str) -> Vec<(usize, Range<usize>)> {
    let is_border = |line: &str| {
        let line = line.trim();
        line.len() >= MIN_DASHES && line.bytes().all(|b| b == b'-')
    };
    let mut found = vec![(1, 0..0)];
    for (n, line) in lines(text) {
        match is_border(&text[line.clone()]) {
            true => found.push((n + 1, line.end..line.end)),
            false => found.last_mut().expect("one at least").1.end = line.end,
        }
    }
    let is_empty = |own: &str| own.lines().all(|l| l.starts_with('|') || l.trim().is_empty());
    found.retain(|(_, own)| !is_empty(&text[own.clone()]));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sudokus_are_known_by_their_first_line_and_others_are_problems() {
        let sudoku = ".".repeat(81);
        let text = format!("# few\n\n  {sudoku},with a note\r\n{sudoku}\n123");
        let Listed::Sudokus(found) = Listed::of(&text) else { panic!("sudokus") };
        let words: Vec<(usize, &str)> =
            found.iter().map(|(n, own)| (*n, &text[own.clone()])).collect();
        assert_eq!(words, [(3, &*sudoku), (4, &*sudoku), (5, "123")]);
        // Numbers may be items.
        assert!(
            matches!(Listed::of("1 2 3\n1 2\n3\n"), Listed::Problems(found) if found.len() == 1)
        );
    }

    #[test]
    fn problems_lie_between_lines_of_dashes() {
        let text = "| one\na\na\n\n-----\n---\n| nothing\n---\nb\nb";
        let Listed::Problems(found) = Listed::of(text) else { panic!("problems") };
        let own: Vec<(usize, &str)> = found.iter().map(|(n, at)| (*n, &text[at.clone()])).collect();
        assert_eq!(own, [(1, "| one\na\na\n\n"), (9, "b\nb")]);
        assert_eq!(Listed::of(""), Listed::Problems(Vec::new()));
    }
}
