//! The list on the Solutions screen, with what is known of the measures of all solutions.
//!
//! A [`Browser`] holds what the user chose and what came of it. Lists, spreads of measures and
//! positions of a piece are worked out on a thread of their own by `worker.rs`, from a copy of
//! the store, whose memory is shared; measures are kept in columns, so that the second list of a
//! measure is quick. While a run goes on the list follows it. Leans on [`super::listing`].

mod worker;

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use self::worker::{Product, Wish, Worker};
use super::listing::{ListSettings, Listing, Stage};
use super::piece_positions::Positions;
use crate::job::default_threads;
use crate::puzzle::PieceId;
use crate::solution::Store;
use crate::solution::columns::{Columns, Progress};
use crate::solution::measures::{MeasureId, Measurer};
use crate::workbench::check::analysis::Analysis;
use crate::workbench::results::MarkMap;
use crate::workbench::task::{Task, Wake};

/// Time between two lists while a run goes on.
const FOLLOW_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Each value that occurs, ascending, with the number of solutions that have it.
    pub values: Vec<(u64, u64)>,
}

impl Spread {
    /// Returns the number of solutions that have a property.
    pub fn holding(&self) -> u64 {
        self.values.iter().filter(|(value, _)| *value != 0).map(|(_, count)| count).sum()
    }

    /// The least and the greatest value.
    pub fn range(&self) -> Option<(u64, u64)> {
        Some((self.values.first()?.0, self.values.last()?.0))
    }
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

/// The key of the positions.
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

/// The numbers of solutions left by contacts between pairs of pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContactCounts {
    /// For each of [`Contact::ALL`](super::listing::Contact::ALL) what it would leave of the list;
    /// empty where no pair is asked for.
    pub left: Vec<u64>,
    /// For each condition of the filter what it alone leaves of all.
    pub alone: Vec<u64>,
}

/// The key of the counts for pairs of pieces.
#[derive(Clone, Debug)]
struct ContactsKey {
    pieces: Option<[PieceId; 2]>,
    /// The filter, in no order.
    settings: ListSettings,
    stage: Stage,
    /// The marks, where the filter looks at them.
    marks: Option<Arc<MarkMap>>,
}

impl ContactsKey {
    fn is_same(&self, other: &ContactsKey) -> bool {
        let marks = [&self.marks, &other.marks].map(|own| own.as_ref().map(Arc::as_ptr));
        self.pieces == other.pieces
            && self.stage == other.stage
            && marks[0] == marks[1]
            && self.settings == other.settings
    }
}

/// Columns, once they are begun.
pub(in crate::workbench) type SharedColumns = Arc<Mutex<Option<Columns>>>;

/// The columns, which are begun if they are not.
pub(in crate::workbench) fn begun<'a>(
    columns: &'a mut Option<Columns>,
    measurer: &Arc<Measurer>,
) -> &'a mut Columns {
    columns.get_or_insert_with(|| Columns::new(Arc::clone(measurer), default_threads()))
}

/// The list of a document's solutions, with the measures that it rests on.
#[derive(Default)]
pub struct Browser {
    settings: ListSettings,
    listing: Option<Arc<Listing>>,
    measurer: Option<Arc<Measurer>>,
    /// True once measures that may take long were asked for.
    is_costly: bool,
    columns: SharedColumns,
    spreads: BTreeMap<MeasureId, (usize, Spread)>,
    /// The same for the solutions of a list.
    left: Option<(Arc<Listing>, BTreeMap<MeasureId, Spread>)>,
    /// The piece whose positions are asked for.
    piece: Option<PieceId>,
    /// Its positions, and the solutions in which it was looked for.
    positions: Option<(PositionsKey, Box<Positions>)>,
    /// The pair of pieces of which it is asked how they may lie to each other.
    pair: Option<[PieceId; 2]>,
    contacts: Option<(Box<ContactsKey>, ContactCounts)>,
    work: Option<Work>,
    /// Why the filter cannot be applied.
    error: Option<String>,
    /// True if the columns are those of the final order.
    final_order: bool,
    last_start: Option<Instant>,
}

/// Drops what may hold the last list of its kind, on a thread of its own: to give back the memory of
/// ten million entries takes longer than a frame.
fn discard<T: Send + 'static>(lists: T) {
    // Where the machine has no thread to spare the window does it.
    let _ = crate::threads::start(move || drop(lists));
}

impl Browser {
    /// Returns the user's choices.
    pub fn settings(&self) -> &ListSettings {
        &self.settings
    }

    /// The list in view, of the distinct solutions or of all; `None` where every solution is
    /// listed in the order of the numbers. An earlier list stays until the next one is there.
    pub fn listing(&self, all: bool) -> Option<&Arc<Listing>> {
        let listing = self.listing.as_ref().filter(|listing| listing.stage().all == all);
        listing.filter(|_| !self.settings.is_plain() && self.error.is_none())
    }

    /// Returns whether a requested list is not available yet, of the distinct solutions or of all.
    pub fn is_waiting(&self, all: bool) -> bool {
        let is_current = |listing: &Arc<Listing>| {
            *listing.settings() == self.settings && listing.stage().all == all
        };
        !self.settings.is_plain()
            && self.error.is_none()
            && !self.listing.as_ref().is_some_and(is_current)
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

    /// Returns the measurer of the solutions, once it is made.
    pub fn measurer(&self) -> Option<&Arc<Measurer>> {
        self.measurer.as_ref()
    }

    /// The measures that say something of the solutions, once that is known; those that may take long
    /// only once one of them was asked for.
    pub fn measures(&self) -> impl Iterator<Item = MeasureId> + '_ {
        let quick = self.measurer.iter().flat_map(|measurer| measurer.measures());
        let costly = self.measurer.iter().flat_map(|measurer| measurer.costly_measures());
        quick.chain(costly.filter(|_| self.is_costly))
    }

    /// Asks for the measures that may take long, too; whether that is new.
    pub fn measure_all(&mut self) -> bool {
        !std::mem::replace(&mut self.is_costly, true)
    }

    /// Returns the distribution of a measure's values, once that is known.
    pub fn spread(&self, measure: MeasureId) -> Option<&Spread> {
        self.spreads.get(&measure).map(|(_, spread)| spread)
    }

    /// Returns the distribution of a measure's values over the listed solutions, where a filter
    /// leaves some out, once that is known.
    pub fn spread_left(&self, measure: MeasureId) -> Option<&Spread> {
        let (listing, spreads) = self.left.as_ref()?;
        let current = self.listing(listing.stage().all)?;
        (Arc::ptr_eq(listing, current) && self.settings.filters()).then_some(())?;
        spreads.get(&measure)
    }

    /// The value of a measure for a distinct solution, if it was measured.
    pub fn value(&self, measure: MeasureId, distinct: u32) -> Option<u64> {
        // The thread that measures holds the lock; the value is shown with a later frame.
        let columns = self.columns.try_lock().ok()?;
        columns.as_ref()?.value(measure, distinct)
    }

    /// The measures that are known, for a thread that needs some.
    pub(in crate::workbench) fn columns(&self) -> SharedColumns {
        Arc::clone(&self.columns)
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

    /// The pair of pieces of which it is asked how they may lie to each other.
    pub fn pair(&self) -> Option<[PieceId; 2]> {
        self.pair
    }

    /// Asks how many solutions each way of two pieces to lie to each other leaves, or no longer.
    pub fn set_pair(&mut self, pair: Option<[PieceId; 2]>) {
        if self.pair != pair {
            self.pair = pair;
            self.last_start = None;
        }
    }

    /// The numbers for the pairs of pieces, once they are known. Those of a moment before stay
    /// until then.
    pub fn contacts(&self) -> Option<&ContactCounts> {
        let (key, counts) = self.contacts.as_ref()?;
        let is_same = key.pieces == self.pair && key.settings.contacts == self.settings.contacts;
        is_same.then_some(counts)
    }

    fn contacts_key(&self, stage: Stage, marks: &Arc<MarkMap>) -> Option<Box<ContactsKey>> {
        (self.pair.is_some() || !self.settings.contacts.is_empty()).then(|| {
            let settings =
                ListSettings { sort: None, like: None, group: None, ..self.settings.clone() };
            let marks = settings.marks.filters().then(|| Arc::clone(marks));
            Box::new(ContactsKey { pieces: self.pair, settings, stage, marks })
        })
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
        self.is_costly |= settings.is_costly();
        self.settings = settings;
        self.error = None;
        self.cancel();
        // A new wish does not wait for the interval.
        self.last_start = None;
        if self.settings.is_plain() {
            discard((self.listing.take(), self.left.take()));
        }
    }

    fn cancel(&mut self) {
        if let Some(work) = self.work.take() {
            work.progress.cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Takes in what a thread has worked out, and starts the next work on the solutions of a view.
    /// Returns whether anything new can be seen.
    pub(in crate::workbench) fn follow(
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
                is_costly: self.is_costly,
                piece: self.piece,
                pair: self.pair,
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
        let is_current = |listing: &Arc<Listing>| listing.is_of(&self.settings, stage, marks);
        !self.settings.is_plain()
            && self.error.is_none()
            && !self.listing.as_ref().is_some_and(is_current)
    }

    fn next_wish(&self, stage: Stage, marks: &Arc<MarkMap>) -> Option<Wish> {
        if self.measurer.is_none() {
            return Some(Wish::Measurer);
        }
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
        if self.error.is_none()
            && let Some(key) = self.contacts_key(stage, marks)
            && !self.contacts.as_ref().is_some_and(|(known, _)| known.is_same(&key))
        {
            return Some(Wish::Contacts(key));
        }
        if let Some(missing) = self.measures().find(is_missing) {
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
        let task = Task::start(wake, move |_| worker.work(wish));
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
            Task::Ready(Product::Listing(listing)) => {
                discard(self.listing.replace(Arc::from(listing)));
            }
            Task::Ready(Product::Spread(measure, spread)) => {
                self.spreads.insert(measure, (stage.len, spread));
            }
            Task::Ready(Product::Left(spreads)) => {
                discard(std::mem::replace(&mut self.left, list.map(|list| (list, spreads))));
            }
            Task::Ready(Product::Positions(positions)) => {
                let key = PositionsKey { piece: positions.piece, stage, listing: list };
                self.positions = Some((key, positions));
            }
            Task::Ready(Product::Contacts(key, counts)) => self.contacts = Some((key, counts)),
            Task::Ready(Product::Nothing) => {}
            Task::Failed(why) => self.error = Some(why),
            Task::Waiting(_) => {}
        }
        true
    }
}
