//! The list on the Solutions screen: the solutions that pass a filter, in the order of a measure.
//!
//! [`ListSettings`] is what the user chose; a [`Listing`] is what comes of it. Lists are worked out
//! on a thread of their own from a copy of the store, whose memory is shared, and measures are kept
//! in columns, so that the second list of a measure is quick. While a run goes on the list follows
//! it. Leans on [`crate::solution`].

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use super::analysis::Analysis;
use super::likeness::Likeness;
use super::marks::{MarkFilter, MarkMap};
use super::piece_positions::Positions;
use super::session::Wake;
use super::task::Task;
use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::job::default_threads;
use crate::lattice::Point;
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::columns::{Columns, Progress};
use crate::solution::filter::{ColumnSource, Comparison, Context, Expression, Filter};
use crate::solution::measures::{MeasureId, Measurer};
use crate::solution::{Store, View};

/// Time between two lists while a run goes on.
const FOLLOW_INTERVAL: Duration = Duration::from_secs(1);

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// What the solutions are sorted by; equal ones by their numbers.
    pub measure: MeasureId,
    /// Whether the greatest comes first.
    pub descending: bool,
}

/// A placement that every listed solution has, or has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacementCondition {
    /// The placement. Of distinct solutions some turned or flipped copy has it, or none has.
    pub option: OptionId,
    /// Whether it is there.
    pub present: bool,
}

/// The filter and the order of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListSettings {
    /// Properties that all listed solutions have.
    pub properties: Vec<MeasureId>,
    /// The least and the greatest value of measures.
    pub ranges: BTreeMap<MeasureId, (u32, u32)>,
    /// Placements that they have, or have not.
    pub placements: Vec<PlacementCondition>,
    /// A further condition, as it was typed.
    pub expression: Option<Expression>,
    /// Marks that they have.
    pub marks: MarkFilter,
    /// The least and the greatest number of the distinct solution.
    pub numbers: Option<(u64, u64)>,
    /// The order; by their numbers if `None`.
    pub sort: Option<Sort>,
    /// A distinct solution whose placements they share, those that share most first; comes before
    /// `sort`.
    pub like: Option<Vec<OptionId>>,
}

impl ListSettings {
    /// Whether any solution may be left out.
    pub fn filters(&self) -> bool {
        !self.properties.is_empty()
            || !self.ranges.is_empty()
            || !self.placements.is_empty()
            || self.expression.is_some()
            || self.marks.filters()
            || self.numbers.is_some()
    }

    /// The filter as a condition that can be saved under a name; `None` where it has parts that
    /// none expresses: marks, and ranges of numbers.
    pub fn condition(&self, puzzle: &Puzzle, encoding: &Encoding) -> Option<Expression> {
        let is_whole = self.filters() && !self.marks.filters() && self.numbers.is_none();
        is_whole.then(|| match self.filter(puzzle, encoding, true) {
            Expression::And(parts) if parts.len() == 1 => parts.into_iter().next(),
            all => Some(all),
        })?
    }

    /// This order with the filter that a condition says: what the panel has rows for as such, the
    /// rest as typed.
    pub fn with_condition(
        &self,
        condition: &Expression,
        puzzle: &Puzzle,
        encoding: &Encoding,
    ) -> ListSettings {
        let mut settings = self.without_filter();
        let parts = match condition {
            Expression::And(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        let mut rest = Vec::new();
        for part in parts {
            let (inner, present) = match part {
                Expression::Not(inner) => (&**inner, false),
                other => (other, true),
            };
            match (part, placement(inner, puzzle, encoding)) {
                (_, Some(option)) => {
                    settings.placements.push(PlacementCondition { option, present });
                }
                (&Expression::Property(measure), _) => settings.properties.push(measure),
                (&Expression::Number(measure, Comparison::Within(least, most)), _)
                    if !settings.ranges.contains_key(&measure) =>
                {
                    settings.ranges.insert(measure, (least, most));
                }
                _ => rest.push(part.clone()),
            }
        }
        settings.expression = match rest.len() {
            0 => None,
            1 => rest.pop(),
            _ => Some(Expression::And(rest)),
        };
        settings
    }

    /// The same order without a filter.
    pub fn without_filter(&self) -> ListSettings {
        let ListSettings { sort, like, .. } = self.clone();
        ListSettings { sort, like, ..ListSettings::default() }
    }

    /// Whether the list is in another order than that of the numbers.
    fn is_sorted(&self) -> bool {
        self.sort.is_some() || self.like.is_some()
    }

    /// The placements that distinct solutions must have in no turned or flipped copy.
    fn absent(&self) -> impl Iterator<Item = OptionId> + '_ {
        self.placements.iter().filter(|condition| !condition.present).map(|own| own.option)
    }

    /// Whether every solution is listed in the order of the numbers.
    pub fn is_plain(&self) -> bool {
        !self.filters() && !self.is_sorted()
    }

    /// Asks for a property, or no longer.
    pub fn toggle(&mut self, property: MeasureId) {
        match self.properties.iter().position(|&own| own == property) {
            Some(at) => drop(self.properties.remove(at)),
            None => self.properties.push(property),
        }
    }

    /// The filter as one expression, less the placements that distinct solutions must have in no
    /// turned or flipped copy, which no expression says; see [`ListSettings::absent`].
    fn filter(&self, puzzle: &Puzzle, encoding: &Encoding, all: bool) -> Expression {
        let properties = self.properties.iter().map(|&measure| Expression::Property(measure));
        let ranges = self.ranges.iter().map(|(&measure, &(least, most))| {
            Expression::Number(measure, Comparison::Within(least, most))
        });
        let own = self.placements.iter().filter(|condition| condition.present || all);
        let placements = own.map(|condition| {
            let placed = placed(puzzle, encoding, condition.option);
            if condition.present { placed } else { Expression::Not(Box::new(placed)) }
        });
        let all = properties.chain(ranges).chain(placements).chain(self.expression.clone());
        Expression::And(all.collect())
    }
}

/// The placement that a condition asks for, if it asks for just that.
fn placement(part: &Expression, puzzle: &Puzzle, encoding: &Encoding) -> Option<OptionId> {
    let Expression::Placed { piece, sites } = part else { return None };
    let (id, _) = puzzle.pieces().find(|(_, own)| own.name == *piece)?;
    let site = |address: &Vec<i32>| puzzle.lattice.site_at(address);
    let mut sites: Vec<Point> = sites.iter().map(site).collect::<Option<_>>()?;
    sites.sort_unstable();
    encoding.find(puzzle, id, &sites)
}

/// That a placement is there.
fn placed(puzzle: &Puzzle, encoding: &Encoding, option: OptionId) -> Expression {
    Expression::Placed {
        piece: puzzle.piece(encoding.placement(option).piece).name.clone(),
        sites: encoding.sites(option).map(puzzle.lattice.address.of_site).collect(),
    }
}

/// The state of the solutions that a list was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    /// Their number.
    pub(super) len: usize,
    /// Whether no more will come, and they are in the order of their numbers.
    pub(super) final_order: bool,
    /// Whether turned and flipped copies are listed too.
    pub(super) all: bool,
}

/// A list of solutions.
#[derive(Clone, Debug)]
pub struct Listing {
    settings: ListSettings,
    stage: Stage,
    /// The listed solutions as indices of the view.
    places: Vec<u64>,
    /// The distinct ones that they are, or are copies of.
    distinct: Vec<u32>,
    /// What they are compared with.
    likeness: Option<Arc<Likeness>>,
    /// The marks that the filter looked at.
    marks: Option<Arc<MarkMap>>,
}

impl Listing {
    /// The number of listed solutions.
    pub fn len(&self) -> u64 {
        self.places.len() as u64
    }

    /// Whether no solution passes.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The indices in the store of the distinct solutions that are listed, or copies of which are,
    /// in the order of the list.
    pub fn distinct(&self) -> &[u32] {
        &self.distinct
    }

    /// The index of the view of the n-th listed solution.
    pub fn place(&self, n: u64) -> Option<u64> {
        self.places.get(usize::try_from(n).ok()?).copied()
    }

    /// Where the list has a solution of the view. Linear in the list where it is sorted.
    pub fn position(&self, place: u64) -> Option<u64> {
        let found = match self.settings.is_sorted() {
            false => self.places.binary_search(&place).ok(),
            true => self.places.iter().position(|&own| own == place),
        };
        found.map(|n| n as u64)
    }
}

impl Listing {
    /// What the listed solutions are compared with, where they are sorted by that.
    pub fn likeness(&self) -> Option<&Likeness> {
        self.likeness.as_deref()
    }

    /// Where the list has a solution of the view, or else the next one by number, or the first
    /// where it is sorted otherwise.
    pub fn nearest(&self, place: u64) -> u64 {
        match self.settings.is_sorted() {
            false => self.places.partition_point(|&own| own < place) as u64,
            true => self.position(place).unwrap_or(0),
        }
    }
}

/// How the values of a measure are spread over the distinct solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Each value that occurs, ascending, with the number of solutions that have it.
    pub values: Vec<(u32, u64)>,
}

impl Spread {
    /// How many solutions have a property.
    pub fn holding(&self) -> u64 {
        self.values.iter().filter(|(value, _)| *value != 0).map(|(_, count)| count).sum()
    }

    /// The least and the greatest value.
    pub fn range(&self) -> Option<(u32, u32)> {
        Some((self.values.first()?.0, self.values.last()?.0))
    }
}

/// What a thread works out.
enum Product {
    Measurer(Arc<Measurer>),
    Listing(Box<Listing>),
    Spread(MeasureId, Spread),
    Left(BTreeMap<MeasureId, Spread>),
    Positions(Box<Positions>),
    /// It was cancelled; what was measured stays.
    Nothing,
}

/// Work on a thread.
struct Work {
    task: Task<Product>,
    progress: Arc<Progress>,
    /// The number of solutions to be measured, in all columns that were missing.
    of: u64,
    stage: Stage,
    is_listing: bool,
    /// The list that is being looked at.
    list: Option<Arc<Listing>>,
}

/// What a thread is to work out.
enum Wish {
    Measurer,
    Listing(Box<ListSettings>),
    Spread(MeasureId),
    Left(Arc<Listing>),
    Positions(PieceId, Option<Arc<Listing>>),
}

/// What positions are of.
#[derive(Clone, Debug)]
struct PositionsKey {
    piece: PieceId,
    stage: Stage,
    listing: Option<Arc<Listing>>,
}

impl PositionsKey {
    fn is_same(&self, other: &PositionsKey) -> bool {
        let lists = [&self.listing, &other.listing].map(|own| own.as_ref().map(Arc::as_ptr));
        self.piece == other.piece && self.stage == other.stage && lists[0] == lists[1]
    }
}

/// Columns, once they are begun.
type SharedColumns = Arc<Mutex<Option<Columns>>>;

/// The list of a document's solutions, with the measures that it rests on.
#[derive(Default)]
pub struct Browser {
    settings: ListSettings,
    listing: Option<Arc<Listing>>,
    measurer: Option<Arc<Measurer>>,
    columns: SharedColumns,
    spreads: BTreeMap<MeasureId, (usize, Spread)>,
    /// The same for the solutions of a list.
    left: Option<(Arc<Listing>, BTreeMap<MeasureId, Spread>)>,
    /// The piece whose positions are asked for.
    piece: Option<PieceId>,
    /// Its positions, and the solutions in which it was looked for.
    positions: Option<(PositionsKey, Box<Positions>)>,
    work: Option<Work>,
    /// Why the filter cannot be applied.
    error: Option<String>,
    /// Whether the columns are those of the final order.
    final_order: bool,
    last_start: Option<Instant>,
}

impl Browser {
    /// What the user chose.
    pub fn settings(&self) -> &ListSettings {
        &self.settings
    }

    /// The list in view, of the distinct solutions or of all; `None` where every solution is
    /// listed in the order of the numbers. An earlier list stays until the next one is there.
    pub fn listing(&self, all: bool) -> Option<&Arc<Listing>> {
        let listing = self.listing.as_ref().filter(|listing| listing.stage.all == all);
        listing.filter(|_| !self.settings.is_plain() && self.error.is_none())
    }

    /// Whether a list was asked for that is not there yet.
    pub fn is_waiting(&self) -> bool {
        !self.settings.is_plain()
            && self.error.is_none()
            && self.listing.as_ref().is_none_or(|listing| listing.settings != self.settings)
    }

    /// The part of the work on the list that is done, while it is being worked out.
    pub fn fraction(&self) -> Option<f32> {
        let work = self.work.as_ref().filter(|work| work.is_listing)?;
        let done = work.progress.done.load(Ordering::Relaxed);
        Some((done as f32 / work.of.max(1) as f32).min(1.0))
    }

    /// Why the filter cannot be applied.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// What measures the solutions, once it is made.
    pub fn measurer(&self) -> Option<&Arc<Measurer>> {
        self.measurer.as_ref()
    }

    /// The measures that say something of the solutions, once that is known.
    pub fn measures(&self) -> impl Iterator<Item = MeasureId> + '_ {
        self.measurer.iter().flat_map(|measurer| measurer.measures())
    }

    /// How the values of a measure are spread, once that is known.
    pub fn spread(&self, measure: MeasureId) -> Option<&Spread> {
        self.spreads.get(&measure).map(|(_, spread)| spread)
    }

    /// How the values of a measure are spread over the listed solutions, where a filter leaves some
    /// out, once that is known.
    pub fn spread_left(&self, measure: MeasureId) -> Option<&Spread> {
        let (listing, spreads) = self.left.as_ref()?;
        let current = self.listing(listing.stage.all)?;
        (Arc::ptr_eq(listing, current) && self.settings.filters()).then_some(())?;
        spreads.get(&measure)
    }

    /// The value of a measure for a distinct solution, if it was measured.
    pub fn value(&self, measure: MeasureId, distinct: u32) -> Option<u32> {
        // The thread that measures holds the lock; the value is shown with a later frame.
        let columns = self.columns.try_lock().ok()?;
        columns.as_ref()?.value(measure, distinct)
    }

    /// The piece whose positions are asked for.
    pub fn piece(&self) -> Option<PieceId> {
        self.piece
    }

    /// Asks where a piece lies in the listed solutions, or no longer.
    pub fn set_piece(&mut self, piece: Option<PieceId>) {
        self.piece = piece;
        self.last_start = None;
        if piece.is_none() {
            self.positions = None;
        }
    }

    /// Where the piece lies in the listed solutions, once that is known. An earlier list's stay
    /// until then.
    pub fn positions(&self) -> Option<&Positions> {
        let (_, positions) = self.positions.as_ref()?;
        (self.piece == Some(positions.piece)).then_some(&**positions)
    }

    fn positions_key(&self, stage: Stage) -> Option<PositionsKey> {
        let listing = self.listing(stage.all).cloned();
        self.piece.map(|piece| PositionsKey { piece, stage, listing })
    }

    /// Changes what is listed. The list follows with a later call of [`Browser::follow`].
    pub fn set(&mut self, settings: ListSettings) {
        if settings == self.settings {
            return;
        }
        self.settings = settings;
        self.error = None;
        self.cancel();
        // A new wish does not wait for the interval.
        self.last_start = None;
        if self.settings.is_plain() {
            self.listing = None;
            self.left = None;
        }
    }

    fn cancel(&mut self) {
        if let Some(work) = self.work.take() {
            work.progress.cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Takes in what a thread has worked out, and starts the next work on the solutions of a view.
    /// Returns whether anything new can be seen.
    pub(super) fn follow(
        &mut self,
        analysis: &Arc<Analysis>,
        store: &dyn Fn() -> Option<Store>,
        marks: &Arc<MarkMap>,
        stage: Stage,
        wake: &Wake,
    ) -> bool {
        let final_order = stage.final_order;
        let mut is_new = self.take_product();
        if final_order != self.final_order {
            // The order of the store has changed, and every index with it.
            self.cancel();
            *self = Browser {
                settings: std::mem::take(&mut self.settings),
                measurer: self.measurer.take(),
                piece: self.piece,
                final_order,
                ..Browser::default()
            };
            is_new = true;
        }
        if self.work.is_some() || stage.len == 0 {
            return is_new;
        }
        let is_early = self.last_start.is_some_and(|start| start.elapsed() < FOLLOW_INTERVAL);
        if !final_order && is_early {
            return is_new;
        }
        let Some(wish) = self.next_wish(stage, marks) else { return is_new };
        if let Some(store) = store() {
            self.start(wish, store, Arc::clone(marks), stage, analysis, wake);
        }
        is_new
    }

    fn listing_is_wanted(&self, stage: Stage, marks: &Arc<MarkMap>) -> bool {
        let is_current = |listing: &Arc<Listing>| {
            listing.settings == self.settings
                && listing.stage == stage
                && listing.marks.as_ref().is_none_or(|known| Arc::ptr_eq(known, marks))
        };
        !self.settings.is_plain()
            && self.error.is_none()
            && !self.listing.as_ref().is_some_and(is_current)
    }

    fn next_wish(&self, stage: Stage, marks: &Arc<MarkMap>) -> Option<Wish> {
        let Some(measurer) = &self.measurer else { return Some(Wish::Measurer) };
        if self.listing_is_wanted(stage, marks) {
            return Some(Wish::Listing(Box::new(self.settings.clone())));
        }
        let is_missing = |measure: &MeasureId| {
            self.spreads.get(measure).is_none_or(|(measured, _)| *measured < stage.len)
        };
        if let Some(key) = self.positions_key(stage)
            && !self.positions.as_ref().is_some_and(|(known, _)| known.is_same(&key))
        {
            return Some(Wish::Positions(key.piece, key.listing));
        }
        if let Some(missing) = measurer.measures().find(is_missing) {
            return Some(Wish::Spread(missing));
        }
        let listing = self.listing(stage.all).filter(|_| self.settings.filters())?;
        let is_known = self.left.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, listing));
        (!is_known).then(|| Wish::Left(Arc::clone(listing)))
    }

    fn start(
        &mut self,
        wish: Wish,
        store: Store,
        marks: Arc<MarkMap>,
        stage: Stage,
        analysis: &Arc<Analysis>,
        wake: &Wake,
    ) {
        let progress = Arc::new(Progress::default());
        let is_listing = matches!(wish, Wish::Listing(_));
        let list = match &wish {
            Wish::Left(listing) => Some(Arc::clone(listing)),
            Wish::Positions(_, listing) => listing.clone(),
            _ => None,
        };
        let worker = Worker {
            analysis: Arc::clone(analysis),
            store,
            marks,
            stage,
            measurer: self.measurer.clone(),
            columns: Arc::clone(&self.columns),
            progress: Arc::clone(&progress),
        };
        let wake = Arc::clone(wake);
        let task = Task::start(move || worker.work(wish), move || wake());
        self.last_start = Some(Instant::now());
        self.work = Some(Work { task, progress, of: stage.len as u64, stage, is_listing, list });
    }

    fn take_product(&mut self) -> bool {
        let Some(work) = &mut self.work else { return false };
        if !work.task.poll() {
            return false;
        }
        let Some(Work { task, stage, list, .. }) = self.work.take() else { return false };
        match task {
            Task::Ready(Product::Measurer(measurer)) => self.measurer = Some(measurer),
            Task::Ready(Product::Listing(listing)) => self.listing = Some(Arc::from(listing)),
            Task::Ready(Product::Spread(measure, spread)) => {
                self.spreads.insert(measure, (stage.len, spread));
            }
            Task::Ready(Product::Left(spreads)) => {
                self.left = list.map(|listing| (listing, spreads));
            }
            Task::Ready(Product::Positions(positions)) => {
                let key = PositionsKey { piece: positions.piece, stage, listing: list };
                self.positions = Some((key, positions));
            }
            Task::Ready(Product::Nothing) => {}
            Task::Failed(why) => self.error = Some(why),
            Task::Waiting(_) => {}
        }
        true
    }
}

/// What a thread needs for its work.
struct Worker {
    analysis: Arc<Analysis>,
    store: Store,
    marks: Arc<MarkMap>,
    stage: Stage,
    measurer: Option<Arc<Measurer>>,
    columns: SharedColumns,
    progress: Arc<Progress>,
}

impl Worker {
    fn work(self, wish: Wish) -> Result<Product, String> {
        let Analysis { puzzle, encoding, group, .. } = &*self.analysis;
        let Some(measurer) = self.measurer.clone() else {
            return Ok(Product::Measurer(Arc::new(Measurer::new(puzzle, encoding, group))));
        };
        let mut guard = self.columns.lock().unwrap_or_else(PoisonError::into_inner);
        let columns =
            guard.get_or_insert_with(|| Columns::new(Arc::clone(&measurer), default_threads()));
        match wish {
            Wish::Measurer => Ok(Product::Nothing),
            Wish::Positions(piece, listing) => {
                let positions = self.positions(piece, listing.as_deref());
                Ok(Product::Positions(Box::new(positions)))
            }
            Wish::Spread(measure) => {
                if !self.measure(columns, &[ColumnSource::measure(measure)]) {
                    return Ok(Product::Nothing);
                }
                Ok(Product::Spread(measure, Spread { values: columns.histogram(measure, None) }))
            }
            Wish::Left(listing) => {
                let spread = |measure| {
                    let values = columns.histogram(measure, Some(&listing.distinct));
                    (measure, Spread { values })
                };
                Ok(Product::Left(measurer.measures().map(spread).collect()))
            }
            Wish::Listing(settings) => {
                let context = Context { puzzle, encoding, group, measurer: &measurer };
                let compile = |expression: &Expression| {
                    Filter::new(expression, context).map_err(|error| error.to_string())
                };
                let filter = compile(&settings.filter(puzzle, encoding, self.stage.all))?;
                let absent = settings.absent().filter(|_| !self.stage.all);
                let absent: Vec<Filter> = absent
                    .map(|option| compile(&placed(puzzle, encoding, option)))
                    .collect::<Result<_, String>>()?;
                let mut sources = filter.sources().to_vec();
                sources.extend(absent.iter().flat_map(|filter| filter.sources().to_vec()));
                sources.extend(settings.sort.map(|sort| ColumnSource::measure(sort.measure)));
                if !self.measure(columns, &sources) {
                    return Ok(Product::Nothing);
                }
                Ok(Product::Listing(Box::new(self.list(columns, &filter, &absent, *settings))))
            }
        }
    }

    /// Where a piece lies in the listed solutions.
    fn positions(&self, piece: PieceId, listing: Option<&Listing>) -> Positions {
        let Analysis { puzzle, encoding, group, .. } = &*self.analysis;
        let store = &self.store;
        match listing {
            Some(listing) if self.stage.all && listing.settings.filters() => {
                let places = listing.places.iter().copied();
                Positions::of_all(piece, puzzle, encoding, group, store, places)
            }
            Some(listing) => {
                let solutions = listing.distinct.iter().map(|&n| n as usize);
                Positions::of_distinct(piece, puzzle, encoding, group, store, solutions)
            }
            None => {
                let solutions = 0..self.stage.len;
                Positions::of_distinct(piece, puzzle, encoding, group, store, solutions)
            }
        }
    }

    /// Measures all solutions; whether that was not cancelled.
    fn measure(&self, columns: &mut Columns, sources: &[ColumnSource]) -> bool {
        columns.extend(&self.store, self.stage.len, sources, &self.progress)
    }

    /// The list of what passes a filter and none of the `absent` ones.
    fn list(
        &self,
        columns: &Columns,
        filter: &Filter,
        absent: &[Filter],
        settings: ListSettings,
    ) -> Listing {
        let stage = self.stage;
        let mut distinct = columns.apply(filter);
        for filter in absent {
            let passing = columns.apply(filter);
            distinct.retain(|n| passing.binary_search(n).is_err());
        }
        // More may be measured than there were when the list was asked for.
        distinct.retain(|&n| (n as usize) < stage.len);
        if let Some((least, most)) = settings.numbers {
            distinct.retain(|&n| (least..=most).contains(&(u64::from(n) + 1)));
        }
        let marks = settings.marks.filters().then(|| Arc::clone(&self.marks));
        if let Some(marks) = &marks {
            let passing = marks.iter().filter(|(_, mark)| settings.marks.passes(mark));
            let records: FxHashSet<&[u8]> = passing.map(|(record, _)| record.as_slice()).collect();
            distinct.retain(|&n| records.contains(self.store.record(n as usize)));
        }
        let likeness = settings.like.as_ref().map(|solution| {
            let likeness = Arc::new(Likeness::new(solution, &self.analysis.group));
            likeness.sort(&self.store, &mut distinct);
            likeness
        });
        if let (None, Some(Sort { measure, descending })) = (&likeness, settings.sort) {
            columns.sort(&mut distinct, measure, descending);
        }
        if !stage.all {
            let places = distinct.iter().map(|&n| u64::from(n)).collect();
            return Listing { settings, stage, places, distinct, likeness, marks };
        }
        let group = &self.analysis.group;
        let view = View::all(&self.store, group);
        let passing = columns.apply_to_all(filter, &self.store, group);
        // The members of each orbit that pass follow each other; the orbits come in their order.
        let mut places = Vec::with_capacity(passing.len());
        for &n in &distinct {
            let from = view.position(group, &self.store, n as usize);
            let size = group.order() as u64 / u64::from(self.store.stabiliser(n as usize).len());
            let start = passing.partition_point(|&place| place < from);
            let own = passing[start..].iter().take_while(|&&place| place < from + size);
            places.extend(own);
        }
        Listing { settings, stage, places, distinct, likeness, marks }
    }
}
