//! The layout of rows one below the other, with headings where the list has groups.
//!
//! Heights are in rows of items, with a fraction, in double precision. What is looked up in a
//! frame is found by halving, however many groups there are.

/// Where an item stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Its row among those of items, from 0.
    pub(crate) row: u64,
    /// Its column, from 0.
    pub(crate) column: u64,
}

/// A group's first item, and the row of items in which it stands.
#[derive(Clone, Copy, Debug, Default)]
struct Start {
    first: u64,
    row: u64,
}

/// The rows of a list.
#[derive(Debug)]
pub(crate) struct Rows {
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
    /// Lays out `len` items in one group without a heading.
    pub(crate) fn new(columns: u64, len: u64) -> Rows {
        let (starts, rows) = (vec![Start::default()], len.div_ceil(columns));
        Rows { columns, len, starts, is_grouped: false, rows, heading: 0.0 }
    }

    /// Lays out groups of these lengths. Cost: linear in them.
    pub(crate) fn grouped(columns: u64, lengths: impl IntoIterator<Item = u64>) -> Rows {
        let (mut starts, mut first, mut row) = (Vec::new(), 0, 0);
        for len in lengths {
            starts.push(Start { first, row });
            first += len;
            row += len.div_ceil(columns);
        }
        Rows { columns, len: first, starts, is_grouped: true, rows: row, heading: 0.0 }
    }

    /// Returns whether it is the layout of a list of this length in this number of columns.
    pub(crate) fn is_of(&self, columns: u64, len: u64) -> bool {
        self.columns == columns && self.len == len
    }

    /// The number of columns.
    pub(crate) fn columns(&self) -> u64 {
        self.columns
    }

    /// The number of items.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Gives headings a height.
    pub(crate) fn set_heading(&mut self, height: f64) {
        self.heading = if self.is_grouped { height } else { 0.0 };
    }

    /// The height of a heading; 0 without groups.
    pub(crate) fn heading(&self) -> f64 {
        self.heading
    }

    /// The number of rows of items.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// The height of all rows and headings.
    pub(crate) fn height(&self) -> f64 {
        self.rows as f64 + self.heading * self.starts.len() as f64
    }

    /// The group of a row of items.
    fn group_of(&self, row: u64) -> usize {
        self.starts.partition_point(|start| start.row <= row).saturating_sub(1)
    }

    /// Where the upper edge of a row of items lies.
    pub(crate) fn top_of(&self, row: u64) -> f64 {
        row as f64 + self.heading * (self.group_of(row) + 1) as f64
    }

    /// The number of groups with headings.
    pub(crate) fn groups(&self) -> usize {
        if self.is_grouped { self.starts.len() } else { 0 }
    }

    /// The group that begins with a row of items, if one does.
    pub(crate) fn begins(&self, row: u64) -> Option<usize> {
        let group = self.group_of(row);
        (self.is_grouped && self.starts[group].row == row).then_some(group)
    }

    /// Where the heading of a group lies.
    pub(crate) fn top_of_heading(&self, group: usize) -> f64 {
        self.starts[group].row as f64 + self.heading * group as f64
    }

    /// The first row of items that ends below a height.
    pub(crate) fn first_below(&self, height: f64) -> u64 {
        let group = self.group_at(height);
        let inside = height - self.top_of_heading(group) - self.heading;
        let row = self.starts[group].row + inside.floor().max(0.0) as u64;
        row.min(self.rows.saturating_sub(1))
    }

    /// The last group that begins at a height or above it.
    pub(crate) fn group_at(&self, height: f64) -> usize {
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

    /// Where an item stands, by its index in the list.
    pub(crate) fn place_of(&self, n: u64) -> Place {
        let group = self.starts.partition_point(|start| start.first <= n).saturating_sub(1);
        let Start { first, row } = self.starts[group];
        Place { row: row + (n - first) / self.columns, column: (n - first) % self.columns }
    }

    /// The items of a row of items, as indices in the list.
    pub(crate) fn items_of(&self, row: u64) -> std::ops::Range<u64> {
        let group = self.group_of(row);
        let start = self.starts[group];
        let end = self.starts.get(group + 1).map_or(self.len, |next| next.first);
        let first = start.first + (row - start.row) * self.columns;
        first..(first + self.columns).min(end)
    }

    /// The item some rows further down, in the same column or the last of a shorter row; `None`
    /// where there is no such row.
    pub(crate) fn below(&self, n: u64, rows: i64) -> Option<u64> {
        let Place { row, column } = self.place_of(n);
        let row = row.checked_add_signed(rows).filter(|&row| row < self.rows)?;
        let own = self.items_of(row);
        Some((own.start + column).min(own.end - 1))
    }
}

impl Default for Rows {
    fn default() -> Rows {
        Rows::new(1, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists of 10, 1,000 and 1,000,000 items in groups of one, of some, and all in one, and the
    /// lengths of the groups.
    fn layouts() -> Vec<(u64, Vec<u64>)> {
        let mut layouts = Vec::new();
        for len in [10_u64, 1_000, 1_000_000] {
            layouts.push((len, Vec::new()));
            layouts.push((len, vec![len]));
            layouts.push((len, vec![1; len as usize]));
            let some: Vec<u64> = (0..len / 10).map(|n| 1 + n * 7 % 19).collect();
            let rest = len - some.iter().sum::<u64>().min(len);
            let mut some: Vec<u64> = some;
            if rest > 0 {
                some.push(rest);
            }
            layouts.push((some.iter().sum(), some));
        }
        layouts
    }

    fn rows_of(columns: u64, len: u64, groups: &[u64]) -> Rows {
        match groups {
            [] => Rows::new(columns, len),
            _ => Rows::grouped(columns, groups.iter().copied()),
        }
    }

    #[test]
    fn every_solution_stands_in_one_place_and_is_found_there() {
        for (len, groups) in layouts() {
            for columns in [1, 3, 7] {
                let mut rows = rows_of(columns, len, &groups);
                rows.set_heading(0.25);
                let step = (len / 997).max(1) as usize;
                for n in (0..len).step_by(step).chain([len - 1]) {
                    let Place { row, column } = rows.place_of(n);
                    let own = rows.items_of(row);
                    assert!(own.contains(&n) && own.start + column == n, "{n} of {len}");
                    let top = rows.top_of(row);
                    assert_eq!(rows.first_below(top), row, "{n} of {len}");
                    assert_eq!(rows.first_below(top + 0.99), row, "{n} of {len}");
                    if let Some(group) = rows.begins(row) {
                        assert!((top - rows.top_of_heading(group) - rows.heading()).abs() < 1e-6);
                        assert_eq!(groups[..group].iter().sum::<u64>(), own.start);
                    }
                }
                let last = rows.rows() - 1;
                assert!((rows.top_of(last) + 1.0 - rows.height()).abs() < 1e-6);
                assert_eq!(rows.items_of(last).end, len);
            }
        }
    }

    #[test]
    fn steps_down_and_up_go_through_every_row() {
        for (len, groups) in layouts() {
            let rows = rows_of(3, len, &groups);
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
