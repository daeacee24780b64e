//! Columns: measures of all solutions of a store, worked out once and kept.
//!
//! [`Columns`] measures on several threads, in chunks, with progress, and can be cancelled; what
//! is done is kept. While a run goes on and its store grows, [`Columns::extend`] measures what is
//! new. When the run ends its store is sorted: begin with new columns then.
//!
//! Whatever needs no new column is a pass over bytes: filters ([`Columns::apply`]), counts,
//! histograms, sorting and groups. Leans on [`super::measures`] and [`super::filter`].

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use rustc_hash::FxHashMap;

use super::Store;
use super::column::Column;
use super::filter::{ColumnKey, ColumnSource, Filter};
use super::measures::{Layout, MeasureId, Measurer};
use crate::encode::{ElementSet, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::threads::{on_threads, share_out};

/// Solutions that a thread measures at a time.
const CHUNK: usize = 4096;
/// The same where a measure may take long.
const COSTLY_CHUNK: usize = 16;

/// Values below this are counted in a table.
const SMALL_VALUES: usize = 1024;

/// The progress of the work on columns; shared with the code that shows or cancels it.
#[derive(Debug, Default)]
pub struct Progress {
    /// Solutions measured so far.
    pub done: AtomicU64,
    /// Set to stop the work; what is done stays.
    pub cancelled: Arc<AtomicBool>,
}

/// Values of all solutions of a store.
#[derive(Clone, Debug)]
pub struct Columns {
    measurer: Arc<Measurer>,
    columns: FxHashMap<ColumnKey, Column>,
    threads: usize,
}

/// The numbers of solutions that pass a filter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FilteredCounts {
    /// Distinct solutions, of which some member of the orbit passes.
    pub distinct: u64,
    /// Solutions that pass, turned and flipped copies counted.
    pub total: u64,
}

/// Solutions with the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The value.
    pub value: u64,
    /// The solutions, by their indices in the store, in the order of the selection.
    pub solutions: Vec<u32>,
}

/// Reads the options of a solution of a store.
fn read_options(store: &Store, index: usize, options: &mut Vec<OptionId>) {
    store.read(index, options);
}

impl Columns {
    /// No columns yet; `threads` is how many threads will work them out.
    pub fn new(measurer: Arc<Measurer>, threads: usize) -> Columns {
        Columns { measurer, columns: FxHashMap::default(), threads: threads.max(1) }
    }

    /// Returns the measurer.
    pub fn measurer(&self) -> &Measurer {
        &self.measurer
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.columns.values().map(Column::bytes).sum()
    }

    /// Forgets all columns: the store's order has changed.
    pub fn clear(&mut self) {
        self.columns.clear();
    }

    /// For how many solutions of the store, from the first, all of these are known.
    pub fn known(&self, sources: &[ColumnSource]) -> usize {
        let known = |source: &ColumnSource| self.columns.get(&source.key).map_or(0, Column::len);
        sources.iter().map(known).min().unwrap_or(usize::MAX)
    }

    /// The value of a measure of a solution, if it is known.
    pub fn value(&self, measure: MeasureId, solution: u32) -> Option<u64> {
        let column = self.columns.get(&ColumnKey::Measure(measure))?;
        (column.len() > solution as usize).then(|| column.get(solution as usize))
    }

    /// Measures the solutions before `end` for which some of the columns are not known yet;
    /// whether all are now. `end` may be anything up to the length of the store: where the store
    /// is behind a lock, measure a part at a time.
    ///
    /// Cost: linear in those solutions, some hundred nanoseconds each for a measure.
    pub fn extend(
        &mut self,
        store: &Store,
        end: usize,
        sources: &[ColumnSource],
        progress: &Progress,
    ) -> bool {
        let end = end.min(store.len());
        let mut missing: FxHashMap<usize, Vec<&ColumnSource>> = FxHashMap::default();
        for source in sources {
            let length = self.columns.entry(source.key).or_default().len();
            let of_length = missing.entry(length).or_default();
            if length < end && of_length.iter().all(|other| other.key != source.key) {
                of_length.push(source);
            }
        }
        let mut missing: Vec<_> = missing.into_iter().filter(|(from, _)| *from < end).collect();
        missing.sort_by_key(|(from, _)| *from);
        missing.into_iter().all(|(from, sources)| {
            let chunks = self.measure(store, from..end, &sources, progress);
            let mut at = from;
            for source in &sources {
                // Doubling would leave up to half of the memory empty.
                self.columns.entry(source.key).or_default().reserve(end - from);
            }
            for (start, columns) in chunks {
                // What comes after a gap was measured in vain when the work was cancelled.
                if start != at {
                    break;
                }
                at += columns.first().map_or(0, Column::len);
                for (source, column) in sources.iter().zip(&columns) {
                    self.columns.entry(source.key).or_default().append(column);
                }
            }
            at == end
        })
    }

    /// Measures a range of solutions on all threads: columns by their first solution, ascending.
    fn measure(
        &self,
        store: &Store,
        range: Range<usize>,
        sources: &[&ColumnSource],
        progress: &Progress,
    ) -> Vec<(usize, Vec<Column>)> {
        let next = AtomicUsize::new(range.start);
        let is_cancelled = || progress.cancelled.load(Ordering::Relaxed);
        let chunk = match sources.iter().any(|source| source.is_costly()) {
            true => COSTLY_CHUNK,
            false => CHUNK,
        };
        let work = || {
            let mut layout = self.measurer.layout();
            layout.heed(&progress.cancelled);
            let mut done = Vec::new();
            while !is_cancelled() {
                let start = next.fetch_add(chunk, Ordering::Relaxed);
                if start >= range.end {
                    break;
                }
                let end = (start + chunk).min(range.end);
                let columns = self.chunk(store, start..end, sources, &mut layout);
                if chunk == COSTLY_CHUNK && is_cancelled() {
                    break;
                }
                done.push((start, columns));
                progress.done.fetch_add((end - start) as u64, Ordering::Relaxed);
            }
            done
        };
        let threads = self.threads.min(range.len().div_ceil(chunk)).max(1);
        let mut all: Vec<_> = on_threads(threads, work).into_iter().flatten().collect();
        all.sort_unstable_by_key(|(start, _)| *start);
        all
    }

    fn chunk(
        &self,
        store: &Store,
        range: Range<usize>,
        sources: &[&ColumnSource],
        layout: &mut Layout,
    ) -> Vec<Column> {
        let mut values = vec![Vec::with_capacity(range.len()); sources.len()];
        for n in range {
            layout.start(store.stabiliser(n), |options| read_options(store, n, options));
            for (source, values) in sources.iter().zip(&mut values) {
                values.push(source.value(&self.measurer, layout));
            }
        }
        values.iter().map(|values| Column::new(values)).collect()
    }

    /// The indices of the distinct solutions that pass a filter, ascending, among those for which
    /// its columns are known: some member of their orbit passes.
    pub fn apply(&self, filter: &Filter) -> Vec<u32> {
        let parts = self.parts(filter, |start, masks, found: &mut Vec<u32>| {
            let passing = (start as u32..).zip(masks).filter(|(_, mask)| **mask != 0);
            found.extend(passing.map(|(n, _)| n));
        });
        parts.concat()
    }

    /// The solutions that pass a filter, turned and flipped copies among them, by their places in
    /// [`View::all`](super::View::all), ascending.
    pub fn apply_to_all(&self, filter: &Filter, store: &Store, group: &SymmetryGroup) -> Vec<u64> {
        let Some(orders) = self.columns.get(&ColumnKey::StabiliserOrder) else {
            return Vec::new();
        };
        let products = group.products();
        let mut members: FxHashMap<ElementSet, Vec<usize>> = FxHashMap::default();
        let mut passing = Vec::new();
        let parts = self.parts(filter, |start, masks, found: &mut Vec<(u32, u64)>| {
            let own = (start as u32..).zip(masks).filter(|(_, mask)| **mask != 0);
            found.extend(own.map(|(n, mask)| (n, *mask)));
        });
        let (mut position, mut counted) = (0, 0);
        for (n, mask) in parts.concat() {
            orders.each(counted..n as usize, |_, order| position += group.order() as u64 / order);
            counted = n as usize;
            let stabiliser = store.stabiliser(n as usize);
            let members =
                members.entry(stabiliser).or_insert_with(|| representatives(&products, stabiliser));
            let own = (position..).zip(members.iter());
            passing.extend(own.filter(|(_, element)| mask >> **element & 1 == 1).map(|(n, _)| n));
        }
        passing
    }

    /// Returns the number of solutions that pass a filter, among those whose columns are known.
    pub fn count(&self, filter: &Filter) -> FilteredCounts {
        self.count_each(filter, &[]).0
    }

    /// Counts the solutions that pass a filter, and those that also pass each of some others: what
    /// each choice of a panel would leave.
    pub fn count_each(
        &self,
        filter: &Filter,
        others: &[Filter],
    ) -> (FilteredCounts, Vec<FilteredCounts>) {
        let fixed = &self.columns.get(&ColumnKey::StabiliserOrder);
        let known = others.iter().map(|other| self.known(other.sources())).min();
        let known = known.unwrap_or(usize::MAX);
        let add = |counts: &mut FilteredCounts, n: usize, mask: u64| {
            counts.distinct += u64::from(mask != 0);
            let order = fixed.filter(|column| column.len() > n).map_or(1, |column| column.get(n));
            counts.total += u64::from(mask.count_ones()) / order.max(1);
        };
        let parts = self.parts(filter, |start, masks, counts: &mut Vec<FilteredCounts>| {
            counts.resize(others.len() + 1, FilteredCounts::default());
            (start..).zip(masks).for_each(|(n, mask)| add(&mut counts[0], n, *mask));
            let masks = &masks[..masks.len().min(known.saturating_sub(start))];
            let mut own = vec![0; masks.len()];
            for (other, counts) in others.iter().zip(&mut counts[1..]) {
                other.evaluate(start..start + masks.len(), &self.lookup(other), &mut own);
                for (n, (mask, own)) in (start..).zip(masks.iter().zip(&own)) {
                    add(counts, n, mask & own);
                }
            }
        });
        let mut sums = vec![FilteredCounts::default(); others.len() + 1];
        for part in parts {
            for (sum, counts) in sums.iter_mut().zip(part) {
                sum.distinct += counts.distinct;
                sum.total += counts.total;
            }
        }
        (sums[0], sums.split_off(1))
    }

    fn lookup(&self, filter: &Filter) -> Vec<&Column> {
        filter.sources().iter().map(|source| &self.columns[&source.key]).collect()
    }

    /// Evaluates a filter on all threads: what each thread makes of its solutions, in order.
    fn parts<T: Default + Send>(
        &self,
        filter: &Filter,
        each: impl Fn(usize, &[u64], &mut T) + Sync,
    ) -> Vec<T> {
        if filter.sources().iter().any(|source| !self.columns.contains_key(&source.key)) {
            return Vec::new();
        }
        let columns = self.lookup(filter);
        let length = columns.iter().map(|column| column.len()).min().unwrap_or(0);
        let share = length.div_ceil(self.threads).next_multiple_of(CHUNK);
        let work = |part: usize| {
            let mut result = T::default();
            let mut masks = [0u64; CHUNK];
            let end = length.min((part + 1) * share);
            for start in (length.min(part * share)..end).step_by(CHUNK) {
                let masks = &mut masks[..(end - start).min(CHUNK)];
                filter.evaluate(start..start + masks.len(), &columns, masks);
                each(start, masks, &mut result);
            }
            result
        };
        share_out(0..self.threads.max(1), work)
    }

    /// Returns the frequency of each value of a measure in a selection, or among all measured
    /// solutions: values with their counts, by ascending value. Empty before it is measured.
    pub fn histogram(&self, measure: MeasureId, selection: Option<&[u32]>) -> Vec<(u64, u64)> {
        let Some(column) = self.columns.get(&ColumnKey::Measure(measure)) else {
            return Vec::new();
        };
        // Values are mostly small; a table is quicker than a map.
        let mut small = [0u64; SMALL_VALUES];
        let mut large: std::collections::BTreeMap<u64, u64> = std::collections::BTreeMap::new();
        let add = |_: usize, value: u64| match small.get_mut(value as usize) {
            Some(count) => *count += 1,
            None => *large.entry(value).or_default() += 1,
        };
        match selection {
            None => column.each(0..column.len(), add),
            Some(selection) => {
                let own = selection.iter().map(|&n| n as usize).filter(|&n| n < column.len());
                column.each(own, add);
            }
        }
        let small = (0..).zip(small).filter(|(_, count)| *count > 0);
        small.chain(large).collect()
    }

    /// Sorts a selection by a measure, which must be known for it, keeping the order of equal
    /// ones. Linear in the selection, for measures of few values.
    pub fn sort(&self, selection: &mut Vec<u32>, measure: MeasureId, descending: bool) {
        let mut histogram = self.histogram(measure, Some(selection));
        let Some(column) = self.columns.get(&ColumnKey::Measure(measure)) else { return };
        if descending {
            histogram.reverse();
        }
        let length: u64 = histogram.iter().map(|(_, count)| count).sum();
        let mut sorted = vec![0; length as usize];
        let most = histogram.iter().map(|(value, _)| *value).max().unwrap_or(0);
        if most < SMALL_VALUES as u64 {
            // Where the next solution of each value goes.
            let mut next = [0; SMALL_VALUES];
            let mut start = 0;
            for (value, count) in histogram {
                next[value as usize] = start;
                start += count as usize;
            }
            column.each(selection.iter().map(|&n| n as usize), |n, value| {
                let next = &mut next[value as usize];
                sorted[*next] = n as u32;
                *next += 1;
            });
            *selection = sorted;
        } else if descending {
            selection.sort_by_key(|&n| std::cmp::Reverse(column.get(n as usize)));
        } else {
            selection.sort_by_key(|&n| column.get(n as usize));
        }
    }

    /// Divides a selection into groups with the same value of a measure, by ascending value.
    /// Solutions that are not measured are left out.
    pub fn group(&self, selection: &[u32], measure: MeasureId) -> Vec<Group> {
        let Some(column) = self.columns.get(&ColumnKey::Measure(measure)) else {
            return Vec::new();
        };
        let histogram = self.histogram(measure, Some(selection));
        let new = |&(value, count): &(u64, u64)| Group {
            value,
            solutions: Vec::with_capacity(count as usize),
        };
        let mut groups: Vec<Group> = histogram.iter().map(new).collect();
        let place: FxHashMap<u64, usize> =
            histogram.iter().map(|(value, _)| *value).zip(0..).collect();
        for &n in selection.iter().filter(|n| (**n as usize) < column.len()) {
            let value = column.get(n as usize);
            groups[place[&value]].solutions.push(n);
        }
        groups
    }
}

/// The first elements of a group that make different images of a solution with this stabiliser.
fn representatives(products: &[Vec<usize>], stabiliser: ElementSet) -> Vec<usize> {
    let mut seen = ElementSet::default();
    let mut first = Vec::new();
    for (g, row) in products.iter().enumerate() {
        if !seen.contains(g) {
            first.push(g);
            stabiliser.iter().for_each(|h| seen.insert(row[h]));
        }
    }
    first
}
