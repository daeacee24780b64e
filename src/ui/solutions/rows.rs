//! The layout of rows of thumbnails one below the other, with headings where the list has groups.
//!
//! Heights are in rows of thumbnails, with a fraction, in double precision. What is looked up in a
//! frame is found by halving, however many groups there are.

use crate::workbench::solutions::grouping::ListGroup;

/// Where a solution stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Its row among those of thumbnails, from 0.
    pub(super) row: u64,
    /// Its column, from 0.
    pub(super) column: u64,
}

/// A group's first solution, and the row of thumbnails in which it stands.
#[derive(Clone, Copy, Debug, Default)]
struct Start {
    first: u64,
    row: u64,
}

/// The rows of a list.
#[derive(Debug)]
pub(super) struct Rows {
    columns: u64,
    len: u64,
    /// One for each group, or one alone without a heading.
    starts: Vec<Start>,
    is_grouped: bool,
    rows: u64,
    /// Height of a heading.
    heading: f64,
}

impl Rows {
    /// Lays out `len` solutions in groups, or in one without a heading where there are none. Cost:
    /// linear in the groups.
    pub(super) fn new(columns: u64, len: u64, groups: &[ListGroup]) -> Rows {
        let is_grouped = !groups.is_empty();
        let mut starts = Vec::with_capacity(groups.len().max(1));
        let mut row = 0;
        for group in groups {
            starts.push(Start { first: group.first, row });
            row += group.len.div_ceil(columns);
        }
        if !is_grouped {
            starts.push(Start::default());
            row = len.div_ceil(columns);
        }
        Rows { columns, len, starts, is_grouped, rows: row, heading: 0.0 }
    }

    /// Returns whether it is the layout of a list of this length in this number of columns.
    pub(super) fn is_of(&self, columns: u64, len: u64) -> bool {
        self.columns == columns && self.len == len
    }

    /// The number of columns.
    pub(super) fn columns(&self) -> u64 {
        self.columns
    }

    /// The number of solutions.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Gives headings a height.
    pub(super) fn set_heading(&mut self, height: f64) {
        self.heading = if self.is_grouped { height } else { 0.0 };
    }

    /// The height of a heading; 0 without groups.
    pub(super) fn heading(&self) -> f64 {
        self.heading
    }

    /// The number of rows of thumbnails.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// The height of all rows and headings.
    pub(super) fn height(&self) -> f64 {
        self.rows as f64 + self.heading * self.starts.len() as f64
    }

    /// The group of a row of thumbnails.
    fn group_of(&self, row: u64) -> usize {
        self.starts.partition_point(|start| start.row <= row).saturating_sub(1)
    }

    /// Where the upper edge of a row of thumbnails lies.
    pub(super) fn top_of(&self, row: u64) -> f64 {
        row as f64 + self.heading * (self.group_of(row) + 1) as f64
    }

    /// The number of groups with headings.
    pub(super) fn groups(&self) -> usize {
        if self.is_grouped { self.starts.len() } else { 0 }
    }

    /// The group that begins with a row of thumbnails, if one does.
    pub(super) fn begins(&self, row: u64) -> Option<usize> {
        let group = self.group_of(row);
        (self.is_grouped && self.starts[group].row == row).then_some(group)
    }

    /// Where the heading of a group lies.
    pub(super) fn top_of_heading(&self, group: usize) -> f64 {
        self.starts[group].row as f64 + self.heading * group as f64
    }

    /// The first row of thumbnails that ends below a height.
    pub(super) fn first_below(&self, height: f64) -> u64 {
        let group = self.group_at(height);
        let inside = height - self.top_of_heading(group) - self.heading;
        let row = self.starts[group].row + inside.floor().max(0.0) as u64;
        row.min(self.rows.saturating_sub(1))
    }

    /// The last group that begins at a height or above it.
    pub(super) fn group_at(&self, height: f64) -> usize {
        let (mut low, mut high) = (0, self.starts.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.top_of_heading(middle) <= height {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low.saturating_sub(1)
    }

    /// Where a solution stands, by its index in the list.
    pub(super) fn place_of(&self, n: u64) -> Place {
        let group = self.starts.partition_point(|start| start.first <= n).saturating_sub(1);
        let Start { first, row } = self.starts[group];
        Place { row: row + (n - first) / self.columns, column: (n - first) % self.columns }
    }

    /// The solutions of a row of thumbnails, as indices in the list.
    pub(super) fn solutions_of(&self, row: u64) -> std::ops::Range<u64> {
        let group = self.group_of(row);
        let start = self.starts[group];
        let end = self.starts.get(group + 1).map_or(self.len, |next| next.first);
        let first = start.first + (row - start.row) * self.columns;
        first..(first + self.columns).min(end)
    }

    /// The solution some rows further down, in the same column or the last of a shorter row; `None`
    /// where there is no such row.
    pub(super) fn below(&self, n: u64, rows: i64) -> Option<u64> {
        let Place { row, column } = self.place_of(n);
        let row = row.checked_add_signed(rows).filter(|&row| row < self.rows)?;
        let own = self.solutions_of(row);
        Some((own.start + column).min(own.end - 1))
    }
}

impl Default for Rows {
    fn default() -> Rows {
        Rows::new(1, 0, &[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workbench::solutions::grouping::group_lengths;

    /// Lists of 10, 1,000 and 1,000,000 solutions in groups of one, of some, and all in one.
    fn layouts() -> Vec<(u64, Vec<ListGroup>)> {
        let mut layouts = Vec::new();
        for len in [10_u64, 1_000, 1_000_000] {
            layouts.push((len, Vec::new()));
            layouts.push((len, group_lengths(&[len])));
            layouts.push((len, group_lengths(&vec![1; len as usize])));
            let some: Vec<u64> = (0..len / 10).map(|n| 1 + n * 7 % 19).collect();
            let rest = len - some.iter().sum::<u64>().min(len);
            let mut some: Vec<u64> = some;
            if rest > 0 {
                some.push(rest);
            }
            layouts.push((some.iter().sum(), group_lengths(&some)));
        }
        layouts
    }

    #[test]
    fn every_solution_stands_in_one_place_and_is_found_there() {
        for (len, groups) in layouts() {
            for columns in [1, 3, 7] {
                let mut rows = Rows::new(columns, len, &groups);
                rows.set_heading(0.25);
                let step = (len / 997).max(1) as usize;
                for n in (0..len).step_by(step).chain([len - 1]) {
                    let Place { row, column } = rows.place_of(n);
                    let own = rows.solutions_of(row);
                    assert!(own.contains(&n) && own.start + column == n, "{n} of {len}");
                    let top = rows.top_of(row);
                    assert_eq!(rows.first_below(top), row, "{n} of {len}");
                    assert_eq!(rows.first_below(top + 0.99), row, "{n} of {len}");
                    if let Some(group) = rows.begins(row) {
                        assert!((top - rows.top_of_heading(group) - rows.heading()).abs() < 1e-6);
                        assert_eq!(groups[group].first, own.start);
                    }
                }
                let last = rows.rows() - 1;
                assert!((rows.top_of(last) + 1.0 - rows.height()).abs() < 1e-6);
                assert_eq!(rows.solutions_of(last).end, len);
            }
        }
    }

    #[test]
    fn steps_down_and_up_go_through_every_row() {
        for (len, groups) in layouts() {
            let rows = Rows::new(3, len, &groups);
            assert_eq!(rows.below(0, -1), None);
            assert_eq!(rows.below(len - 1, 1), None);
            let (mut n, mut steps) = (0, 0);
            while let Some(next) = rows.below(n, 1) {
                assert!(next > n);
                (n, steps) = (next, steps + 1);
            }
            assert_eq!((steps + 1, rows.place_of(n).row + 1), (rows.rows(), rows.rows()));
        }
    }
}
