//! Sheets of many solutions: rows of fields, each with the number of its solution and what else is to
//! be said of it, and above the first row of a group its heading.

use std::ops::Range;

use super::{CAPTION, CAPTION_TEXT, Canvas, MARGIN, blank, fitting};
use crate::picture::drawing::{Drawing, Group, Node, Text};
use crate::picture::fonts::OwnFont;
use crate::picture::{Style, Xy};
use crate::puzzle::Puzzle;
use crate::solution::verify::Placed;
use crate::solution::{Excerpt, Heading};

/// Points a unit on a sheet.
const SCALE: f64 = 16.0;
/// The distance of the lines below a solution, in points.
const LINE: f64 = 14.0;
/// The height of a heading, in points.
const HEADING: f64 = 28.0;

/// A row of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow<'a> {
    /// Its solutions, by their indices.
    pub solutions: Range<usize>,
    /// The group that begins with it.
    pub heading: Option<&'a Heading>,
}

/// The rows of so many solutions in columns: each group of an excerpt begins a row.
pub fn sheet_rows(count: usize, columns: usize, excerpt: Option<&Excerpt>) -> Vec<SheetRow<'_>> {
    let headings = excerpt.map_or(&[][..], |excerpt| &excerpt.headings);
    let starts = std::iter::once(0).chain(headings.iter().map(|heading| heading.first));
    let mut starts: Vec<usize> = starts.filter(|&start| start < count).collect();
    starts.dedup();
    let ends = starts.iter().skip(1).copied().chain([count]);
    let rows = starts.iter().zip(ends).flat_map(|(&start, end)| {
        (start..end).step_by(columns.max(1)).map(move |from| SheetRow {
            solutions: from..(from + columns).min(end),
            heading: excerpt.filter(|_| from == start).and_then(|own| own.heading_at(from)),
        })
    });
    rows.collect()
}

/// The contents of a sheet, except the solutions.
#[derive(Clone, Copy, Debug, Default)]
pub struct SheetContents<'a> {
    /// The number of solutions.
    pub count: usize,
    /// The list that they are part of.
    pub excerpt: Option<&'a Excerpt>,
    /// The number of lines below the number of each solution.
    pub lines: usize,
    /// The counts, for the caption of a whole list.
    pub account: &'a str,
}

/// A sheet of many solutions, each with its number: drawn field by field, so that it need not be in
/// memory as a whole.
pub struct SolutionSheet<'a> {
    canvas: Canvas<'a>,
    /// Width and height of a field with its caption, and the height of that.
    field: Xy,
    foot: f64,
    columns: usize,
    rows: Vec<SheetRow<'a>>,
    /// The top of the fields of each row, and the bottom of the last.
    tops: Vec<f64>,
    caption: String,
}

impl<'a> SolutionSheet<'a> {
    /// A sheet with room for a number of solutions, about as wide as high; they may be part of a list.
    pub fn new(puzzle: &'a Puzzle, contents: SheetContents<'a>, style: Style) -> SolutionSheet<'a> {
        let SheetContents { count, excerpt, lines, account } = contents;
        let style = Style { names: false, apart: 0.0, layers: None, ..fitting(puzzle, style) };
        let canvas = Canvas::new(puzzle, SCALE, style);
        let [width, height] = canvas.field(&Placed::new()).1;
        let foot = CAPTION + lines as f64 * LINE;
        let field = [width, height + foot];
        let n = count.max(1);
        let square = ((n as f64 * field[1] / field[0]).sqrt().ceil() as usize).clamp(1, n);
        let headings = excerpt.map_or(&[][..], |excerpt| &excerpt.headings);
        let longest = headings.iter().map(|heading| heading.len).max().unwrap_or(square);
        let columns = square.min(longest);
        let rows = sheet_rows(n, columns, excerpt);
        let mut tops = vec![0.0; rows.len() + 1];
        for (i, row) in rows.iter().enumerate() {
            tops[i] += if row.heading.is_some() { HEADING } else { 0.0 };
            tops[i + 1] = tops[i] + field[1];
        }
        let words = excerpt.map(Excerpt::caption).filter(|words| !words.is_empty());
        let words = words.unwrap_or_else(|| account.to_owned());
        let parts = [puzzle.title.as_str(), &words].into_iter().filter(|part| !part.is_empty());
        let caption = parts.collect::<Vec<_>>().join(". ");
        SolutionSheet { canvas, field, foot, columns, rows, tops, caption }
    }

    /// The sheet without solutions.
    pub fn page(&self) -> Drawing {
        let height = self.tops.last().copied().unwrap_or_default();
        let mut page = blank(
            [self.columns as f64 * self.field[0], height],
            self.canvas.scale,
            self.canvas.style,
        );
        for (row, top) in self.rows.iter().zip(&self.tops) {
            let Some(heading) = row.heading else { continue };
            let line = heading.line();
            let width = OwnFont::new(true).width(&line) * CAPTION_TEXT + 2.0 * MARGIN;
            page.size[0] = page.size[0].max(width.ceil());
            let at = [MARGIN, top - 6.0];
            page.push(Text::new(line, at, CAPTION_TEXT, self.canvas.text()).semibold());
        }
        self.canvas.caption(&mut page, &self.caption);
        page
    }

    /// The solution in field `i` from 0, with its number and the lines below that.
    pub fn field(
        &self,
        i: usize,
        number: u64,
        placed: &Placed,
        lines: impl Iterator<Item = String>,
    ) -> Vec<Node> {
        let row = self.rows.partition_point(|row| row.solutions.end <= i);
        let column = i - self.rows.get(row).map_or(i, |row| row.solutions.start);
        let (x, y) = (column as f64 * self.field[0], self.tops[row]);
        let drawing = Group::new().at([x, y]).with(self.canvas.field(placed).0);
        let mut nodes: Vec<Node> = vec![drawing.into()];
        let mut below = y + self.field[1] - self.foot + 4.0;
        let room = self.field[0] - 2.0 * MARGIN;
        for line in std::iter::once(number.to_string()).chain(lines) {
            // What is too long for the field is set smaller.
            let size = CAPTION_TEXT.min(room / OwnFont::new(false).width(&line).max(1e-6));
            nodes.push(Text::new(line, [x + MARGIN, below], size, self.canvas.text()).into());
            below += LINE;
        }
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_begin_rows_and_all_solutions_are_in_one() {
        let heading = |first, len| Heading { first, len, words: format!("from {first}") };
        let headings = vec![heading(0, 5), heading(5, 1), heading(6, 4)];
        let excerpt = Excerpt { numbers: (1..=10).collect(), headings, ..Excerpt::default() };
        let rows = sheet_rows(10, 3, Some(&excerpt));
        let seen: Vec<_> =
            rows.iter().map(|row| (row.solutions.clone(), row.heading.is_some())).collect();
        let expected = [(0..3, true), (3..5, false), (5..6, true), (6..9, true), (9..10, false)];
        assert_eq!(seen, expected);
        // A preview shows the beginning alone.
        assert_eq!(
            sheet_rows(4, 3, Some(&excerpt)).last().map(|row| row.solutions.clone()),
            Some(3..4)
        );
        assert_eq!(sheet_rows(4, 3, None).len(), 2);
        assert!(sheet_rows(0, 3, None).is_empty());
    }
}
