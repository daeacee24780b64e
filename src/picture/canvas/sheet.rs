//! Sheets of many solutions: rows of fields, each with the number of its solution, and above the first
//! row of a group its heading.

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

/// A sheet of many solutions, each with its number: drawn field by field, so that it need not be in
/// memory as a whole.
pub struct SolutionSheet<'a> {
    canvas: Canvas<'a>,
    /// Width and height of a field with its caption.
    field: Xy,
    columns: usize,
    rows: Vec<SheetRow<'a>>,
    /// The top of the fields of each row, and the bottom of the last.
    tops: Vec<f64>,
    caption: String,
}

impl<'a> SolutionSheet<'a> {
    /// A sheet with room for a number of solutions, about as wide as high; they may be part of a list.
    pub fn new(
        puzzle: &'a Puzzle,
        count: usize,
        excerpt: Option<&'a Excerpt>,
        style: Style,
    ) -> SolutionSheet<'a> {
        let style = Style { names: false, apart: 0.0, layers: None, ..fitting(puzzle, style) };
        let canvas = Canvas::new(puzzle, SCALE, style);
        let [width, height] = canvas.field(&Placed::new()).1;
        let field = [width, height + CAPTION];
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
        let caption = match words {
            Some(words) if puzzle.title.is_empty() => words,
            Some(words) => format!("{}. {words}", puzzle.title),
            None => puzzle.title.clone(),
        };
        SolutionSheet { canvas, field, columns, rows, tops, caption }
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

    /// The solution in field `i` from 0, with its number.
    pub fn field(&self, i: usize, number: u64, placed: &Placed) -> [Node; 2] {
        let row = self.rows.partition_point(|row| row.solutions.end <= i);
        let column = i - self.rows.get(row).map_or(i, |row| row.solutions.start);
        let (x, y) = (column as f64 * self.field[0], self.tops[row]);
        let drawing = Group::new().at([x, y]).with(self.canvas.field(placed).0);
        let at = [x + MARGIN, y + self.field[1] - CAPTION + 4.0];
        let caption = Text::new(number.to_string(), at, CAPTION_TEXT, self.canvas.text());
        [drawing.into(), caption.into()]
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
