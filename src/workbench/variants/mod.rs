//! The variants of the open puzzle: their list, the run that solves them, and what is shown of it.
//!
//! Everything that grows with their number is done on threads: [`ListedVariants`] is made when they
//! are first shown, a [`VariantTable`] whenever there are new results or another [`VariantView`] is
//! asked for. Leans on [`crate::job::variants`]. Read next: `ui::variants`, which shows it.

mod map;
mod samples;
mod table;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::check::analysis::Analysis;
use super::edit::{Edit, PieceChange, Refusal, State};
use super::task::{Task, Wake};
use crate::encode::{Encoding, SymmetryGroup};
use crate::format::puzzle_file::Opened;
use crate::job::Phase;
use crate::job::variants::{
    EqualVariants, Question, VariantChoice, VariantList, VariantPlan, VariantRun, VariantSettings,
    VariantSnapshot,
};
use crate::puzzle::{Description, Expect, Puzzle};
use crate::text;

use samples::Samples;

pub use map::{MapForm, VariantMap};
pub use samples::{MAX_SOLUTIONS, VariantDetail};
pub use table::{Histogram, VariantSort, VariantTable, VariantView};

/// Time between two tables of a run, at least.
const TABLE_INTERVAL: Duration = Duration::from_millis(500);
/// Times as long as a table takes is the time to the next one, so that the run has the processor.
const TABLE_REST: u32 = 15;

/// Something to do with variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariantCommand {
    /// Solve all of them.
    SolveAll,
    /// List the solutions of the selected one.
    ShowSolutions,
    /// Open the selected one as a puzzle of its own.
    OpenAsPuzzle,
    /// Show the selected one beside those that are selected later, or no longer.
    Compare,
    /// Search for sets of pieces that make all of them solvable.
    Sets,
    /// Use the pieces of the selected set.
    UseSet,
    /// Write the listed ones as comma-separated values.
    ExportCsv,
    /// Write them as RON.
    ExportRon,
}

/// Something that the screen asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum VariantAction {
    /// Another variant is selected, by its index in the list.
    Select(u32),
    /// The selected variant is shown beside those that are selected later, or no longer.
    Compare,
    /// Others are listed, or in another order.
    View(VariantView),
    /// Pictures of these variants are wanted.
    Pictures(Vec<u32>),
    /// Those that the file excepts are variants, too.
    WithExceptions(bool),
    /// It is only asked whether solutions exist.
    OnlyExists(bool),
}

/// The variants of a puzzle as a list, and where they lie on a map.
#[derive(Debug)]
pub struct ListedVariants {
    /// The list.
    pub list: Arc<VariantList>,
    /// The encoding of the puzzle.
    pub encoding: Arc<Encoding>,
    /// The map, if they make one.
    pub map: Option<VariantMap>,
    /// The combinations that are equal to those of the list by symmetry.
    pub equal: EqualVariants,
}

/// A run, and the number that tells it from those before.
struct NumberedRun {
    number: u64,
    run: Arc<VariantRun>,
}

/// The key of a table.
#[derive(Clone, PartialEq)]
struct TableKey {
    view: VariantView,
    run: u64,
    is_over: bool,
}

/// The variants of the open puzzle.
#[derive(Default)]
pub struct Variants {
    with_exceptions: bool,
    only_exists: bool,
    view: VariantView,
    selected: u32,
    /// True after the filter was changed: the first that passes it is selected unless the selected one
    /// does.
    wants_listed: bool,
    compared: Option<u32>,
    listed: Option<Task<Arc<ListedVariants>>>,
    /// True if they are to be solved as soon as they are listed.
    pub(super) wanted: bool,
    /// The next run, while it is planned and started.
    next: Option<Task<VariantRun>>,
    run: Option<NumberedRun>,
    /// The number of runs so far.
    runs: u64,
    snapshot: Option<VariantSnapshot>,
    table: Option<Arc<VariantTable>>,
    /// The key of the table, and when it was begun.
    made: Option<(TableKey, Instant)>,
    making: Option<Task<(VariantTable, Duration)>>,
    /// The time that the table took.
    table_time: Duration,
    samples: Samples,
}

impl Variants {
    /// The list, once it is made.
    pub fn listed(&self) -> Option<&Arc<ListedVariants>> {
        self.listed.as_ref().and_then(Task::get)
    }

    /// Why there is no list.
    pub fn failure(&self) -> Option<&str> {
        match &self.listed {
            Some(Task::Failed(why)) => Some(why),
            _ => None,
        }
    }

    /// The results, once there is a table of them.
    pub fn table(&self) -> Option<&Arc<VariantTable>> {
        self.table.as_ref()
    }

    /// Returns the listed variants and their order.
    pub fn view(&self) -> &VariantView {
        &self.view
    }

    /// Returns whether those that the file excepts are variants, too.
    pub fn has_exceptions(&self) -> bool {
        self.with_exceptions
    }

    /// Returns whether only the existence of solutions is tested.
    pub fn only_exists(&self) -> bool {
        self.only_exists
    }

    /// Returns the question asked of each variant.
    pub fn question(&self) -> Question {
        if self.only_exists { Question::Exists } else { Question::Count }
    }

    /// The index of the selected variant.
    pub fn selected(&self) -> u32 {
        self.selected
    }

    /// The variant that others are compared with.
    pub fn compared(&self) -> Option<u32> {
        self.compared
    }

    /// The run at the last look.
    pub fn snapshot(&self) -> Option<&VariantSnapshot> {
        self.snapshot.as_ref()
    }

    /// The run, in progress or over.
    pub fn run(&self) -> Option<&VariantRun> {
        self.run.as_ref().map(|numbered| &*numbered.run)
    }

    /// Returns whether they are being solved, or the run is paused or planned.
    pub fn is_running(&self) -> bool {
        let is_on = |snapshot: &VariantSnapshot| !snapshot.phase.is_over();
        self.is_planning() || self.run.is_some() && self.snapshot.as_ref().is_none_or(is_on)
    }

    /// Returns whether they are to be solved as soon as they are listed.
    pub fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Returns whether a run was requested and is being planned.
    pub fn is_planning(&self) -> bool {
        self.next.is_some()
    }

    /// Returns whether all are solved.
    pub fn is_complete(&self) -> bool {
        self.snapshot.as_ref().is_some_and(|snapshot| snapshot.phase == Phase::Complete)
    }

    /// Returns whether a run was stopped that can be resumed.
    pub fn can_resume(&self) -> bool {
        self.snapshot.as_ref().is_some_and(|snapshot| snapshot.phase == Phase::Stopped)
    }

    /// The solution for the picture of a variant, once it was looked for: `None` inside where there
    /// is none.
    pub fn picture(&self, index: u32) -> Option<Option<&[crate::exact_cover::OptionId]>> {
        self.samples.picture(index)
    }

    /// Returns whether these pictures are already requested.
    pub fn wants(&self, wanted: &[u32]) -> bool {
        self.samples.wants(wanted)
    }

    /// Returns the facts known about the selected variant.
    pub fn detail(&self) -> Option<&VariantDetail> {
        self.samples.detail(self.selected)
    }

    /// The variant before or after the selected one in the order.
    pub fn neighbour(&self, by: i64) -> Option<u32> {
        let table = self.table.as_ref()?;
        let last = table.order.len().checked_sub(1)?;
        let place = match table.place(self.selected) {
            Some(place) => (place as i64 + by).clamp(0, last as i64) as usize,
            None => 0,
        };
        Some(table.order[place])
    }

    /// Forgets all that was found, but not how it is shown.
    fn restart(&mut self) {
        let Variants { with_exceptions, only_exists, view, runs, .. } = std::mem::take(self);
        *self = Variants { with_exceptions, only_exists, view, runs, ..Variants::default() };
    }

    /// Begins to solve them, or resumes that, as soon as they are listed.
    pub(super) fn solve(&mut self, threads: usize, wake: &Wake) {
        match self.listed() {
            Some(_) => self.launch(threads, wake),
            None => self.wanted = true,
        }
    }

    /// Follows them, once the puzzle is analysed; whether anything is new.
    ///
    /// # Errors
    /// Why they cannot be solved.
    pub(super) fn follow(
        &mut self,
        analysis: Option<&Arc<Analysis>>,
        is_shown: bool,
        threads: usize,
        wake: &Wake,
    ) -> Result<bool, String> {
        match (&mut self.listed, analysis) {
            (None, Some(analysis)) => self.list(analysis, wake),
            (Some(listed), _) => drop(listed.poll()),
            (None, None) => {}
        }
        let Some(listed) = self.listed().cloned() else { return Ok(false) };
        if std::mem::take(&mut self.wanted) {
            self.launch(threads, wake);
        }
        let started = self.poll_next()?;
        let ended = self.look();
        let tabled = self.follow_table(wake);
        let selected = is_shown.then_some(self.selected);
        let sampled = self.samples.follow(&listed, selected, wake);
        Ok(started || ended || tabled || sampled)
    }

    /// The variants of another puzzle, nothing of them known yet: asked and sorted as these, not
    /// filtered.
    pub(super) fn of_another(&self) -> Variants {
        let VariantView { sort, descending, .. } = self.view;
        let view = VariantView { sort, descending, ..VariantView::default() };
        let Variants { with_exceptions, only_exists, runs, .. } = *self;
        Variants { with_exceptions, only_exists, view, runs, ..Variants::default() }
    }

    /// Does what the screen asks for.
    pub(super) fn apply(&mut self, action: VariantAction) {
        match action {
            VariantAction::Select(index) => self.selected = index,
            VariantAction::Compare => {
                self.compared = match self.compared {
                    Some(_) => None,
                    None => Some(self.selected),
                };
            }
            VariantAction::View(view) => {
                let VariantView { sort, descending, .. } = self.view;
                let is_reordered = VariantView { sort, descending, ..view.clone() } == self.view;
                self.wants_listed |= !is_reordered;
                self.view = view;
            }
            VariantAction::Pictures(wanted) => self.samples.want(wanted),
            VariantAction::WithExceptions(all) => {
                self.restart();
                self.with_exceptions = all;
            }
            VariantAction::OnlyExists(only) => {
                self.only_exists = only;
                self.end_run();
                self.snapshot = None;
            }
        }
    }

    fn end_run(&mut self) {
        self.next = None;
        if let Some(NumberedRun { run, .. }) = self.run.take() {
            run.stop();
        }
    }

    /// Pauses or resumes the run.
    pub fn pause_or_resume(&self) {
        match (&self.run, &self.snapshot) {
            (Some(numbered), Some(VariantSnapshot { phase: Phase::Paused, .. })) => {
                numbered.run.resume();
            }
            (Some(numbered), _) => numbered.run.pause(),
            _ => {}
        }
    }

    /// Stops the run; it can be resumed.
    pub(super) fn stop(&mut self) {
        self.next = None;
        if let Some(numbered) = &self.run {
            numbered.run.stop();
        }
    }

    /// Begins to list the variants of a puzzle.
    fn list(&mut self, analysis: &Arc<Analysis>, wake: &Wake) {
        let (analysis, with_exceptions) = (Arc::clone(analysis), self.with_exceptions);
        let work = move |_| {
            let Analysis { puzzle, encoding, group, .. } = &*analysis;
            let (mut encoding, mut group) = (Arc::clone(encoding), Arc::clone(group));
            let whole = puzzle.with_all_boards();
            if !Arc::ptr_eq(&whole, puzzle) {
                let own = Encoding::new(&whole).map_err(|error| error.to_string())?;
                encoding = Arc::new(own);
                group = Arc::new(SymmetryGroup::new(&whole, &encoding));
            }
            let list = VariantList::new(&whole, &encoding, &group, with_exceptions);
            let list = list.map_err(|error| error.to_string())?;
            let map = VariantMap::new(&list, &group);
            let equal = EqualVariants::new(&list, &group);
            Ok(Arc::new(ListedVariants { list: Arc::new(list), encoding, map, equal }))
        };
        self.listed = Some(Task::start(wake, work));
    }

    /// Begins to plan and start a run, which resumes one that was stopped. On a thread, since there may be
    /// a million results to take over.
    fn launch(&mut self, threads: usize, wake: &Wake) {
        let Some(listed) = self.listed().cloned() else { return };
        let stopped = self.run.as_ref().filter(|_| self.can_resume());
        let stopped = stopped.map(|numbered| Arc::clone(&numbered.run));
        if stopped.is_none() {
            self.end_run();
        }
        let question = self.question();
        let run_wake = Arc::clone(wake);
        let work = move |_| {
            let resume = stopped.and_then(|run| run.saved());
            let (list, encoding) = (VariantList::clone(&listed.list), Arc::clone(&listed.encoding));
            let plan = match &resume {
                Some(saved) => saved.plan(list, encoding)?,
                None => VariantPlan::new(list, encoding, question, None)
                    .map_err(|error| error.to_string())?,
            };
            let settings = VariantSettings {
                threads,
                resume,
                last_checkpoint: true,
                background: true,
                wake: Some(run_wake),
            };
            Ok(VariantRun::start(Arc::new(plan), settings))
        };
        self.snapshot = None;
        self.next = Some(Task::start(wake, work));
    }

    /// Takes in the run once it is started; whether it is.
    ///
    /// # Errors
    /// Why it cannot be planned.
    fn poll_next(&mut self) -> Result<bool, String> {
        if !self.next.as_mut().is_some_and(Task::poll) {
            return Ok(false);
        }
        match self.next.take() {
            Some(Task::Ready(run)) => {
                self.runs += 1;
                self.run = Some(NumberedRun { number: self.runs, run: Arc::new(run) });
                Ok(true)
            }
            Some(Task::Failed(why)) => Err(format!("The variants cannot be solved: {why}.")),
            _ => Ok(false),
        }
    }

    /// Takes in how far the run is; whether it has just ended.
    fn look(&mut self) -> bool {
        let Some(NumberedRun { run, .. }) = &self.run else { return false };
        // What it resumes is over.
        if self.next.is_some()
            || self.snapshot.as_ref().is_some_and(|snapshot| snapshot.phase.is_over())
        {
            return false;
        }
        let snapshot = run.snapshot();
        let is_over = snapshot.phase.is_over();
        self.snapshot = Some(snapshot);
        is_over
    }

    /// Takes in a table, and begins the next one where there is something new to show; whether one has
    /// come.
    fn follow_table(&mut self, wake: &Wake) -> bool {
        let Some(listed) = self.listed().cloned() else { return false };
        let mut is_new = false;
        if let Some(making) = &mut self.making
            && making.poll()
            && let Some(Task::Ready((table, time))) = self.making.take()
        {
            let is_of_view = self.made.as_ref().is_some_and(|(key, _)| key.view == self.view);
            if is_of_view && std::mem::take(&mut self.wants_listed) {
                let is_listed = table.place(self.selected).is_some();
                self.selected =
                    table.order.first().filter(|_| !is_listed).map_or(self.selected, |&n| n);
            }
            self.table = Some(Arc::new(table));
            self.table_time = time;
            is_new = true;
        }
        let number = self.run.as_ref().map_or(0, |numbered| numbered.number);
        let is_over = self.snapshot.as_ref().is_none_or(|snapshot| snapshot.phase.is_over());
        let key = TableKey { view: self.view.clone(), run: number, is_over };
        let is_due = match &self.made {
            None => true,
            Some((made, at)) => {
                let interval = TABLE_INTERVAL.max(self.table_time * TABLE_REST);
                *made != key || !is_over && number > 0 && at.elapsed() >= interval
            }
        };
        if self.making.is_some() || !is_due {
            return is_new;
        }
        let run = self.run.as_ref().map(|numbered| Arc::clone(&numbered.run));
        let view = self.view.clone();
        let work = move |_| {
            let began = Instant::now();
            let results = match run {
                Some(run) => run.with_results(<[_]>::to_vec),
                None => vec![Default::default(); listed.list.len()],
            };
            let table = VariantTable::new(&listed.list, &listed.equal, results, &view);
            Ok((table, began.elapsed()))
        };
        self.making = Some(Task::start(wake, work));
        self.made = Some((key, Instant::now()));
        is_new
    }
}

/// Names of variants that a message lists.
const MAX_NAMES: usize = 5;

/// The variant with a name as a puzzle of its own, or the only one whose name has these words.
///
/// # Errors
/// Why there is none, or not one alone.
pub fn variant_named(
    description: &Description,
    puzzle: &Arc<Puzzle>,
    name: &str,
) -> Result<Opened, String> {
    let choice = VariantChoice { only: Some(name.to_owned()), with_exceptions: true };
    let (list, _) = VariantList::chosen(puzzle, &choice).map_err(|error| error.to_string())?;
    let named = (0..list.len()).find(|&index| list.name(index).eq_ignore_ascii_case(name));
    let index = named.or((list.len() == 1).then_some(0)).ok_or_else(|| {
        let names: Vec<String> = (0..list.len().min(MAX_NAMES)).map(|n| list.name(n)).collect();
        let more = if list.len() > MAX_NAMES { ", …" } else { "" };
        format!("{name:?} may be {}{more}; give the whole name", names.join(", "))
    })?;
    let own = description_of_variant(description, &list, index).map_err(|why| why.to_string())?;
    let puzzle = own
        .build()
        .map_err(|problems| problems.first().map_or_else(String::new, ToString::to_string))?;
    Ok(Opened::new(own, Arc::new(puzzle)))
}

/// The words of a variant of a list as a puzzle of its own; the description is that of the puzzle.
///
/// # Errors
/// Why it is no puzzle.
pub fn description_of_variant(
    description: &Description,
    list: &VariantList,
    index: usize,
) -> Result<Description, Refusal> {
    let (name, open) = (list.name(index), list.open_sites(index));
    if list.puzzle(index).is_none() {
        return Err(Refusal::new(
            "A pinned or given piece lies on a site that is left open, or on another piece.",
        ));
    }
    let whole = description.draft().map_err(|problems| Refusal::by(&problems))?;
    // The sites are gone with their texts, which are kept in the note.
    let texts: Vec<&str> =
        open.iter().filter_map(|site| whole.site_texts.get(site)).map(String::as_str).collect();
    let own = description.with_cards(&list.cards(index), &whole);
    let puzzle = own.draft().map_err(|problems| Refusal::by(&problems))?;
    let mut edited = Edit::Paint(open, State::Hole).apply(&own, &puzzle)?;
    let left_out = list.left_out(index).into_iter();
    let left_out: Vec<String> = left_out.map(|id| whole.piece(id).name.clone()).collect();
    if !left_out.is_empty() {
        // What chooses pieces cannot name those that are off.
        edited.description.variants = None;
        let off = Edit::Pieces(left_out, PieceChange::On(false));
        edited = off.apply(&edited.description, &edited.puzzle)?;
    }
    let mut note = std::mem::take(&mut edited.description.note);
    if !texts.is_empty() {
        note = format!("{note}\n\nLeft open: {}.", text::listed(&texts)).trim_start().to_owned();
    }
    Ok(Description {
        title: format!("{}, {name}", whole.title),
        note,
        variants: None,
        expect: Expect::default(),
        ..edited.description
    })
}
