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

use super::analysis::Analysis;
use super::session::Wake;
use super::task::Task;
use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::job::default_threads;
use crate::puzzle::Puzzle;
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
    /// The order; by their numbers if `None`.
    pub sort: Option<Sort>,
}

impl ListSettings {
    /// Whether any solution may be left out.
    pub fn filters(&self) -> bool {
        !self.properties.is_empty()
            || !self.ranges.is_empty()
            || !self.placements.is_empty()
            || self.expression.is_some()
    }

    /// The placements that distinct solutions must have in no turned or flipped copy.
    fn absent(&self) -> impl Iterator<Item = OptionId> + '_ {
        self.placements.iter().filter(|condition| !condition.present).map(|own| own.option)
    }

    /// Whether every solution is listed in the order of the numbers.
    pub fn is_plain(&self) -> bool {
        !self.filters() && self.sort.is_none()
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
    /// How many distinct ones they are, or are copies of.
    distinct: Vec<u32>,
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
        let found = match self.settings.sort {
            None => self.places.binary_search(&place).ok(),
            Some(_) => self.places.iter().position(|&own| own == place),
        };
        found.map(|n| n as u64)
    }
}

impl Listing {
    /// Where the list has a solution of the view, or else the next one by number, or the first
    /// where it is sorted otherwise.
    pub fn nearest(&self, place: u64) -> u64 {
        match self.settings.sort {
            None => self.places.partition_point(|&own| own < place) as u64,
            Some(_) => self.position(place).unwrap_or(0),
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
}

/// What a thread is to work out.
enum Wish {
    Measurer,
    Listing(ListSettings),
    Spread(MeasureId),
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

    /// The value of a measure for a distinct solution, if it was measured.
    pub fn value(&self, measure: MeasureId, distinct: u32) -> Option<u32> {
        // The thread that measures holds the lock; the value is shown with a later frame.
        let columns = self.columns.try_lock().ok()?;
        columns.as_ref()?.value(measure, distinct)
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
        let Some(wish) = self.next_wish(stage) else { return is_new };
        if let Some(store) = store() {
            self.start(wish, store, stage, analysis, wake);
        }
        is_new
    }

    fn listing_is_wanted(&self, stage: Stage) -> bool {
        let is_current =
            |listing: &Arc<Listing>| listing.settings == self.settings && listing.stage == stage;
        !self.settings.is_plain()
            && self.error.is_none()
            && !self.listing.as_ref().is_some_and(is_current)
    }

    fn next_wish(&self, stage: Stage) -> Option<Wish> {
        let Some(measurer) = &self.measurer else { return Some(Wish::Measurer) };
        if self.listing_is_wanted(stage) {
            return Some(Wish::Listing(self.settings.clone()));
        }
        let is_missing = |measure: &MeasureId| {
            self.spreads.get(measure).is_none_or(|(measured, _)| *measured < stage.len)
        };
        measurer.measures().find(is_missing).map(Wish::Spread)
    }

    fn start(
        &mut self,
        wish: Wish,
        store: Store,
        stage: Stage,
        analysis: &Arc<Analysis>,
        wake: &Wake,
    ) {
        let progress = Arc::new(Progress::default());
        let is_listing = matches!(wish, Wish::Listing(_));
        let worker = Worker {
            analysis: Arc::clone(analysis),
            store,
            stage,
            measurer: self.measurer.clone(),
            columns: Arc::clone(&self.columns),
            progress: Arc::clone(&progress),
        };
        let wake = Arc::clone(wake);
        let task = Task::start(move || worker.work(wish), move || wake());
        self.last_start = Some(Instant::now());
        self.work = Some(Work { task, progress, of: stage.len as u64, stage, is_listing });
    }

    fn take_product(&mut self) -> bool {
        let Some(work) = &mut self.work else { return false };
        if !work.task.poll() {
            return false;
        }
        let Some(Work { task, stage, .. }) = self.work.take() else { return false };
        match task {
            Task::Ready(Product::Measurer(measurer)) => self.measurer = Some(measurer),
            Task::Ready(Product::Listing(listing)) => self.listing = Some(Arc::from(listing)),
            Task::Ready(Product::Spread(measure, spread)) => {
                self.spreads.insert(measure, (stage.len, spread));
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
            Wish::Spread(measure) => {
                if !self.measure(columns, &[ColumnSource::measure(measure)]) {
                    return Ok(Product::Nothing);
                }
                Ok(Product::Spread(measure, Spread { values: columns.histogram(measure, None) }))
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
                Ok(Product::Listing(Box::new(self.list(columns, &filter, &absent, settings))))
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
        if let Some(Sort { measure, descending }) = settings.sort {
            columns.sort(&mut distinct, measure, descending);
        }
        if !stage.all {
            let places = distinct.iter().map(|&n| u64::from(n)).collect();
            return Listing { settings, stage, places, distinct };
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
        Listing { settings, stage, places, distinct }
    }
}
