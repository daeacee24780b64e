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
use super::document::Document;
use super::edit::{Edit, PieceChange, Refusal, State};
use super::session::{Screen, Workbench};
use super::solutions::SolvedPart;
use super::task::{Task, Wake};
use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::format::puzzle_file::Opened;
use crate::job::Phase;
use crate::job::variants::{
    EqualVariants, Question, VariantChoice, VariantList, VariantPlan, VariantRun, VariantSettings,
    VariantSnapshot,
};
use crate::lattice::Point;
use crate::puzzle::{Description, Expect, Puzzle};

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

/// The variants of earlier versions of a puzzle whose results are kept for undo.
const MAX_EARLIER: usize = 1_000_000;

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
    compared: Option<u32>,
    listed: Option<Task<Arc<ListedVariants>>>,
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

    /// The variants of another puzzle, nothing of them known yet: asked and sorted as these, not
    /// filtered.
    fn of_another(&self) -> Variants {
        let VariantView { sort, descending, .. } = self.view;
        let view = VariantView { sort, descending, ..VariantView::default() };
        let Variants { with_exceptions, only_exists, runs, .. } = *self;
        Variants { with_exceptions, only_exists, view, runs, ..Variants::default() }
    }

    /// Does what the screen asks for.
    fn apply(&mut self, action: VariantAction) {
        match action {
            VariantAction::Select(index) => self.selected = index,
            VariantAction::View(view) => self.view = view,
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
    Ok(Description {
        title: format!("{}, {name}", whole.title),
        variants: None,
        expect: Expect::default(),
        ..edited.description
    })
}

impl Workbench {
    /// Returns whether *Solve* applies to the variants: on their screen, and where the pieces
    /// cannot fill the board as a whole.
    pub fn solves_variants(&self) -> bool {
        let needs = |document: &Document| document.needs_variants();
        self.screen == Screen::Variants || self.document.as_ref().is_some_and(needs)
    }

    /// Begins to solve the variants of the open puzzle, or resumes that.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn solve_variants(&mut self, wake: &Wake) -> Result<(), &'static str> {
        let threads = self.settings.threads();
        let Some(document) = &mut self.document else { return Err("Open a puzzle first.") };
        document.can_solve_variants()?;
        self.screen = Screen::Variants;
        if document.variants.listed().is_some() {
            document.variants.launch(threads, wake);
        } else {
            document.variants_wanted = true;
        }
        Ok(())
    }

    /// Does what the screen of variants asks for.
    pub fn change_variants(&mut self, action: VariantAction) {
        if let Some(document) = &mut self.document {
            document.variants.apply(action);
        }
    }
}

impl Document {
    /// The variants of the puzzle.
    pub fn variants(&self) -> &Variants {
        &self.variants
    }

    /// Returns whether it is known that only the variants can have solutions: the pieces cannot
    /// fill the board as a whole.
    pub fn needs_variants(&self) -> bool {
        self.analysis().get().is_some_and(|analysis| analysis.needs_variants)
    }

    /// Checks whether the variants can be solved now.
    ///
    /// # Errors
    /// Why they cannot, as a short sentence.
    pub fn can_solve_variants(&self) -> Result<(), &'static str> {
        self.has_variants()?;
        match self.analysis() {
            Task::Waiting(_) => return Err("The placements are still being counted."),
            Task::Failed(_) => return Err("The puzzle is too large."),
            Task::Ready(_) => {}
        }
        if let Some(why) = self.busy() {
            return Err(why);
        }
        if self.variants.failure().is_some() {
            return Err("There are no variants to solve.");
        }
        if self.variants.is_complete() {
            return Err("All variants are solved.");
        }
        Ok(())
    }

    /// Checks whether the puzzle has variants.
    ///
    /// # Errors
    /// That it has none, as a short sentence.
    pub fn has_variants(&self) -> Result<(), &'static str> {
        match self.puzzle.variants {
            Some(_) => Ok(()),
            None => Err("The puzzle has no variants. Choose what varies: Puzzle, Variants…"),
        }
    }

    /// Checks whether a variant is selected.
    ///
    /// # Errors
    /// Why none is, as a short sentence.
    pub fn can_use_variant(&self) -> Result<(), &'static str> {
        self.has_variants()?;
        match self.variants.listed() {
            Some(_) => Ok(()),
            None => Err("The variants are still being listed."),
        }
    }

    /// Shows the selected variant beside those that are selected later, or no longer.
    pub fn toggle_compared_variant(&mut self) {
        let variants = &mut self.variants;
        variants.compared = match variants.compared {
            Some(_) => None,
            None => Some(variants.selected),
        };
    }

    /// The words of the selected variant as a puzzle of its own, and what it is; with the n-th of the solutions
    /// that are known of it.
    ///
    /// # Errors
    /// Why it is no puzzle.
    pub fn variant_description(
        &self,
        known: usize,
    ) -> Result<(Description, Puzzle, SolvedPart), Refusal> {
        let Some(listed) = self.variants.listed() else {
            return Err(Refusal::new("The variants are still being listed."));
        };
        let (list, index) = (&listed.list, self.variants.selected as usize);
        let (name, open) = (list.name(index), list.open_sites(index));
        let description = description_of_variant(self.description(), list, index)?;
        let mut puzzle = description.draft().map_err(|problems| Refusal::by(&problems))?;
        // The texts of the open sites are what its pictures are about. A file cannot have them, since
        // its board lacks these sites.
        let texts = &self.puzzle.site_texts;
        let own = |site: &Point| Some((*site, texts.get(site)?.clone()));
        puzzle.site_texts.extend(open.iter().filter_map(own));
        let of = Arc::clone(&self.puzzle);
        let detail = self.variants.detail();
        let solution = detail.and_then(|detail| detail.found.solutions.get(known));
        let placement = |&option: &OptionId| {
            let piece = listed.encoding.placement(option).piece;
            (list.puzzle.piece(piece).name.clone(), listed.encoding.sites(option).collect())
        };
        let shown = solution.into_iter().flatten().map(placement).collect();
        Ok((description, puzzle, SolvedPart::Variant { name, open, of, shown }))
    }

    /// Keeps what was found of the variants of the puzzle before an edit, and goes back to what was
    /// found of those that it has now, as after an undo.
    pub(super) fn follow_variants_of(&mut self, before: &Puzzle) {
        let is_same = |own: &Puzzle, other: &Puzzle| {
            own.variants == other.variants
                && own.site_texts == other.site_texts
                && own.has_search_of(other)
        };
        let now = Arc::clone(&self.puzzle);
        if is_same(&now, before) {
            return;
        }
        let earlier = &mut self.earlier_variants;
        let known = earlier.iter().position(|(puzzle, _)| is_same(&now, puzzle));
        let next = match known {
            Some(n) => earlier.remove(n).1,
            None => self.variants.of_another(),
        };
        let mut last = std::mem::replace(&mut self.variants, next);
        last.stop();
        if last.run.is_some() {
            earlier.push((before.clone(), last));
        }
        let rows = |variants: &Variants| variants.listed().map_or(0, |listed| listed.list.len());
        while earlier.iter().map(|(_, variants)| rows(variants)).sum::<usize>() > MAX_EARLIER {
            earlier.remove(0);
        }
        self.variants_wanted = false;
    }

    /// Follows the variants where they are shown or solved; whether anything is new.
    ///
    /// # Errors
    /// Why they cannot be solved.
    pub(super) fn follow_variants(
        &mut self,
        is_shown: bool,
        threads: usize,
        wake: &Wake,
    ) -> Result<bool, String> {
        if !is_shown && !self.variants.is_running() || self.puzzle.variants.is_none() {
            return Ok(false);
        }
        let analysis = self.analysis().get().cloned();
        let variants = &mut self.variants;
        match (&mut variants.listed, &analysis) {
            (None, Some(analysis)) => variants.list(analysis, wake),
            (Some(listed), _) => drop(listed.poll()),
            (None, None) => {}
        }
        let Some(listed) = variants.listed().cloned() else { return Ok(false) };
        if std::mem::take(&mut self.variants_wanted) {
            variants.launch(threads, wake);
        }
        let started = variants.poll_next()?;
        let ended = variants.look();
        let tabled = variants.follow_table(wake);
        let selected = is_shown.then_some(variants.selected);
        let sampled = variants.samples.follow(&listed, selected, wake);
        Ok(started || ended || tabled || sampled)
    }
}
