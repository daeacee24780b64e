//! Inventing in the window: which pieces make all variants solvable?
//!
//! [`Sets`] holds what is wished for, the search for it, and what is shown of that. All that grows with the
//! number of sets is done on threads. Leans on [`crate::job::sets`]. Read next: `ui::sets`, which
//! shows it.

mod detail;
mod table;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::derived::Derived;
use super::edit::{Edit, Refusal};
use super::task::{CancelToken, Task, Wake};
use crate::disassembly::Level;
use crate::job::Phase;
use crate::job::sets::{
    Goal, SavedSets, SetChoice, SetResult, SetsPlan, SetsQuestion, SetsRun, SetsSettings,
    SetsSnapshot,
};
use crate::puzzle::{Description, PieceId, Puzzle};

pub use detail::SetDetail;
pub use table::{SetSort, SetTable, SetView};

/// Time between two tables of a run.
const TABLE_INTERVAL: Duration = Duration::from_millis(500);
/// Unsolvable variants at which a set is given up, where that is wished for.
pub const GIVE_UP: u32 = 4;

/// The use of a piece in the sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Use {
    /// Some sets do.
    #[default]
    May,
    /// Every set does.
    Always,
    /// No set does.
    Never,
}

impl Use {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Use::May => "may",
            Use::Always => "always",
            Use::Never => "never",
        }
    }

    /// The one after this.
    pub fn next(self) -> Use {
        match self {
            Use::May => Use::Always,
            Use::Always => Use::Never,
            Use::Never => Use::May,
        }
    }
}

/// The sets to test, and the way to test them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetsRequest {
    /// The pieces of a set.
    pub count: u32,
    /// For each piece of the candidates whether sets have it.
    pub uses: Vec<Use>,
    /// True if only the existence of solutions is tested.
    pub only_exists: bool,
    /// True if a set is given up at [`GIVE_UP`] variants without a solution.
    pub gives_up: bool,
    /// True if solutions are taken apart, which needs all of them.
    pub takes_apart: bool,
}

/// Something that the screen asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum SetsAction {
    /// The search is shown in place of the variants, or no longer.
    Show(bool),
    /// Other sets are to be tested.
    Wish(SetsRequest),
    /// Other sets are listed, or in another order.
    View(SetView),
    /// Another set is selected.
    Select(u32),
    /// The selected set is shown beside those that are selected later, or no longer.
    Compare,
}

/// Inventing with the pieces of the open puzzle.
#[derive(Default)]
pub struct Sets {
    pub(super) shown: bool,
    wish: SetsRequest,
    view: SetView,
    /// The puzzle with all pieces, those that are switched off too.
    candidates: Option<Arc<Puzzle>>,
    /// The puzzle that they were made of.
    of: Option<Arc<Puzzle>>,
    plan: Option<Task<Arc<SetsPlan>>>,
    /// True if a run is to start as soon as it is planned.
    pub(super) wanted: bool,
    run: Option<Arc<SetsRun>>,
    saved: Option<SavedSets>,
    snapshot: Option<SetsSnapshot>,
    table: Option<Arc<SetTable>>,
    /// The key of the table, and when it was begun.
    made: Option<((SetView, bool), Instant)>,
    making: Option<Task<SetTable>>,
    selected: Option<u32>,
    compared: Option<u32>,
    detail: Derived<u32, SetDetail>,
}

impl Sets {
    /// Returns whether it is shown in place of the variants.
    pub fn is_shown(&self) -> bool {
        self.shown
    }

    /// Returns the requested sets.
    pub fn wish(&self) -> &SetsRequest {
        &self.wish
    }

    /// Returns the listed sets and their order.
    pub fn view(&self) -> &SetView {
        &self.view
    }

    /// The puzzle with all pieces to choose from.
    pub fn candidates(&self) -> Option<&Arc<Puzzle>> {
        self.candidates.as_ref()
    }

    /// The sets of the wish, once they are listed.
    pub fn plan(&self) -> Option<&Arc<SetsPlan>> {
        self.plan.as_ref().and_then(Task::get)
    }

    /// Why there are no such sets.
    pub fn failure(&self) -> Option<&str> {
        match &self.plan {
            Some(Task::Failed(why)) => Some(why),
            _ => None,
        }
    }

    /// The run, in progress or over.
    pub fn run(&self) -> Option<&SetsRun> {
        self.run.as_deref()
    }

    /// The run at the last look.
    pub fn snapshot(&self) -> Option<&SetsSnapshot> {
        self.snapshot.as_ref()
    }

    /// The results, once there is a table of them.
    pub fn table(&self) -> Option<&Arc<SetTable>> {
        self.table.as_ref()
    }

    /// The selected set, by its index in the plan of the run.
    pub fn selected(&self) -> Option<u32> {
        self.selected
    }

    /// The set that others are compared with.
    pub fn compared(&self) -> Option<u32> {
        self.compared
    }

    /// Returns the facts known about the selected set.
    pub fn detail(&self) -> Option<&SetDetail> {
        self.detail.get().filter(|detail| Some(detail.set) == self.selected)
    }

    /// Returns whether sets are being tested, or the run is paused or planned.
    pub fn is_running(&self) -> bool {
        let is_on = |snapshot: &SetsSnapshot| !snapshot.phase.is_over();
        self.wanted || self.run.is_some() && self.snapshot.as_ref().is_none_or(is_on)
    }

    /// Returns whether a run is paused.
    pub fn is_paused(&self) -> bool {
        self.snapshot.as_ref().is_some_and(|snapshot| snapshot.phase == Phase::Paused)
    }

    /// Returns whether the run was stopped and resumes where it was, with the current request.
    pub fn can_resume(&self) -> bool {
        let plan = self.plan().zip(self.saved.as_ref());
        plan.is_some_and(|(plan, saved)| saved.tested() < plan.sets().len())
            && plan.is_some_and(|(plan, saved)| saved.check(plan).is_ok())
    }

    /// Returns whether all requested sets are tested.
    pub fn is_complete(&self) -> bool {
        let of_wish =
            self.run().zip(self.plan()).is_some_and(|(run, plan)| Arc::ptr_eq(run.plan(), plan));
        of_wish && self.snapshot.as_ref().is_some_and(|s| s.phase == Phase::Complete)
    }

    /// Checks whether a run can start.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence.
    pub fn can_start(&self) -> Result<(), &'static str> {
        match &self.plan {
            None => Err("The pieces are still being counted."),
            Some(Task::Failed(_)) => Err("No set of pieces can be tested; see the choice."),
            Some(_) if self.is_complete() => Err("All sets are tested."),
            Some(_) => Ok(()),
        }
    }

    /// The set before or after the selected one in the order.
    pub fn neighbour(&self, by: i64) -> Option<u32> {
        let order = &self.table.as_ref()?.order;
        let last = order.len().checked_sub(1)?;
        let place = self.table.as_ref()?.place(self.selected?);
        let next = place.map_or(0, |place| (place as i64 + by).clamp(0, last as i64) as usize);
        Some(self.table.as_ref()?.results[order[next] as usize].set)
    }

    /// Pauses or resumes the run.
    pub fn pause_or_resume(&self) {
        match &self.run {
            Some(run) if self.is_paused() => run.resume(),
            Some(run) => run.pause(),
            None => {}
        }
    }

    /// Stops the run; it can be resumed.
    pub(super) fn stop(&mut self) {
        self.wanted = false;
        if let Some(run) = &self.run {
            run.stop();
        }
    }

    pub(super) fn apply(&mut self, action: SetsAction) {
        match action {
            SetsAction::Show(shown) => self.shown = shown,
            SetsAction::Wish(wish) => {
                if wish != self.wish {
                    self.plan = None;
                }
                self.wish = wish;
            }
            SetsAction::View(view) => self.view = view,
            SetsAction::Select(set) => self.selected = Some(set),
            SetsAction::Compare => {
                self.compared = match self.compared {
                    Some(_) => None,
                    None => self.selected,
                }
            }
        }
    }

    /// The edit that replaces the pieces of the puzzle by those of the selected set, and their names.
    ///
    /// # Errors
    /// Why there is none.
    pub fn use_selected(&self) -> Result<(Edit, String), Refusal> {
        let set = self.selected.zip(self.run.as_ref());
        let (set, run) = set.ok_or_else(|| Refusal::new("Select a set of pieces first."))?;
        let (plan, puzzle) = (run.plan(), &run.plan().list().puzzle);
        let used = plan.sets().used(set as usize).into_iter();
        let edit = Edit::use_pieces(used.map(|id| puzzle.piece(id).name.clone()));
        Ok((edit, plan.name(set as usize)))
    }

    /// Follows the search; whether anything is new.
    pub(super) fn follow(
        &mut self,
        is_shown: bool,
        with_exceptions: bool,
        threads: usize,
        wake: &Wake,
    ) -> bool {
        let planned = match &mut self.plan {
            None => {
                self.plan_sets(with_exceptions, wake);
                false
            }
            Some(plan) => plan.poll(),
        };
        if self.failure().is_some() {
            self.wanted = false;
        }
        let started = self.start(threads, wake);
        let ended = self.look();
        let tabled = self.follow_table(wake);
        let known = is_shown && self.follow_detail(wake);
        planned || started || ended || tabled || known
    }

    /// Offers all pieces of a puzzle, those too that are switched off, unless it did before.
    pub(super) fn follow_pieces(&mut self, description: &Description, puzzle: &Arc<Puzzle>) {
        if self.of.as_ref().is_some_and(|before| Arc::ptr_eq(before, puzzle)) {
            return;
        }
        self.of = Some(Arc::clone(puzzle));
        if puzzle.off.is_empty() {
            return self.offer(Puzzle::clone(puzzle));
        }
        let all = puzzle.pieces.iter().chain(&puzzle.off).map(|piece| piece.name.clone());
        if let Ok(edited) = Edit::use_pieces(all).apply(description, puzzle) {
            self.offer(edited.puzzle);
        }
    }

    /// Takes in the puzzle with all its pieces; forgets what was found where that is another one now.
    fn offer(&mut self, candidates: Puzzle) {
        let is_same = self.candidates.as_ref().is_some_and(|before| {
            // Choices of pieces are gone once a set is used, and with them all variants where nothing
            // else is chosen.
            let open = |puzzle: &Puzzle| {
                let open = puzzle.variants.as_ref().map(|family| family.open_part());
                open.filter(|open| open.chooses_cards() || !open.choices.is_empty())
            };
            before.has_search_of(&candidates) && open(before) == open(&candidates)
        });
        if is_same {
            return;
        }
        self.stop();
        let wish = SetsRequest {
            only_exists: self.wish.only_exists,
            gives_up: self.wish.gives_up,
            takes_apart: self.wish.takes_apart,
            ..usual_wish(&candidates)
        };
        let candidates = Some(Arc::new(candidates));
        *self = Sets { shown: self.shown, wish, candidates, ..Sets::default() };
    }

    /// Lists the sets of the wish on a thread.
    fn plan_sets(&mut self, with_exceptions: bool, wake: &Wake) {
        let Some(puzzle) = self.candidates.clone() else { return };
        let wish = self.wish.clone();
        let work = move |_| {
            let with = |used: Use| {
                let pieces = (0..).map(PieceId).zip(&wish.uses);
                pieces.filter(|(_, own)| **own == used).map(|(id, _)| id).collect()
            };
            let count = wish.count as usize;
            let choice = SetChoice {
                count: (count, count),
                always: with(Use::Always),
                never: with(Use::Never),
            };
            let question = SetsQuestion {
                choice: Some(choice),
                only_exists: wish.only_exists && !wish.takes_apart,
                give_up: wish.gives_up.then_some(GIVE_UP),
                with_exceptions,
                takes_apart: wish.takes_apart,
            };
            SetsPlan::new(&puzzle, question).map(Arc::new).map_err(|error| error.to_string())
        };
        self.plan = Some(Task::start(wake, work));
    }

    /// Starts the run that is wanted, once its sets are listed.
    fn start(&mut self, threads: usize, wake: &Wake) -> bool {
        let Some(plan) = self.plan().filter(|_| self.wanted).cloned() else { return false };
        self.wanted = false;
        let resume = self.saved.take().filter(|saved| saved.check(&plan).is_ok());
        let wake = Arc::clone(wake);
        let wake = Some(wake);
        let settings =
            SetsSettings { threads, resume, background: true, wake, ..SetsSettings::default() };
        self.run = Some(Arc::new(SetsRun::start(plan, settings)));
        (self.snapshot, self.table, self.made, self.making) = (None, None, None, None);
        (self.selected, self.compared, self.detail) = (None, None, Derived::default());
        true
    }

    /// Takes in how far the run is; whether it has just ended.
    fn look(&mut self) -> bool {
        let Some(run) = &self.run else { return false };
        if self.snapshot.as_ref().is_some_and(|snapshot| snapshot.phase.is_over()) {
            return false;
        }
        let snapshot = run.snapshot();
        let is_over = snapshot.phase.is_over();
        if snapshot.phase == Phase::Stopped {
            self.saved = Some(run.saved());
        }
        self.snapshot = Some(snapshot);
        is_over
    }

    /// Takes in a table, and begins the next one where there is something new to show.
    fn follow_table(&mut self, wake: &Wake) -> bool {
        let Some(run) = self.run.clone() else { return false };
        let mut is_new = false;
        if let Some(making) = &mut self.making
            && making.poll()
            && let Some(Task::Ready(table)) = self.making.take()
        {
            // What is not listed, since the goal is another now, cannot be used by mistake.
            let is_listed = |set: u32| table.place(set).is_some();
            if !self.selected.is_some_and(is_listed) {
                self.selected = table.order.first().map(|&n| table.results[n as usize].set);
            }
            self.table = Some(Arc::new(table));
            is_new = true;
        }
        let is_over = self.snapshot.as_ref().is_some_and(|snapshot| snapshot.phase.is_over());
        let key = (self.view.clone(), is_over);
        let is_due = self
            .made
            .as_ref()
            .is_none_or(|(made, at)| *made != key || !is_over && at.elapsed() >= TABLE_INTERVAL);
        if self.making.is_none() && is_due {
            let view = self.view.clone();
            let work = move |_| {
                let results = run.with_results(<[SetResult]>::to_vec);
                Ok(SetTable::new(run.plan(), results, &view))
            };
            self.making = Some(Task::start(wake, work));
            self.made = Some((key, Instant::now()));
        }
        is_new
    }

    /// Finds out what is shown of the selected set.
    fn follow_detail(&mut self, wake: &Wake) -> bool {
        let (Some(set), Some(run)) = (self.selected, &self.run) else { return false };
        self.detail.follow(set, wake, |_| {
            let plan = Arc::clone(run.plan());
            move |token: CancelToken| SetDetail::new(&plan, set, &token)
        })
    }
}

/// Computes the initial request: as many pieces as fill the board on average, or as are switched
/// on; where the variants choose a number of some pieces, that number.
fn usual_wish(candidates: &Puzzle) -> SetsRequest {
    let mut uses = vec![Use::May; candidates.pieces.len()];
    let open = candidates
        .variants
        .as_ref()
        .map_or(0, |family| family.choices.iter().map(|choice| choice.sets.size()).sum::<usize>());
    let (required, all) = candidates.board_area();
    let area: u64 = candidates.pieces.iter().map(|piece| piece.shape.size() as u64).sum();
    let filled = |sites: u64| sites.saturating_sub(open as u64) * uses.len() as u64;
    let mut count = match all > required {
        // As many as there is room for.
        true => filled(all) / area.max(1),
        false => (filled(required) + area / 2) / area.max(1),
    };
    if let Some((chosen, of)) = candidates.variants.as_ref().and_then(|f| f.single_piece_choice()) {
        for (n, used) in uses.iter_mut().enumerate() {
            if !of.contains(&PieceId(n as u32)) {
                *used = Use::Always;
            }
        }
        count = (chosen + uses.len() - of.len()) as u64;
    }
    let count = count.clamp(1, uses.len().max(1) as u64) as u32;
    SetsRequest { count, uses, ..SetsRequest::default() }
}

impl Goal {
    /// The goals between which the screen lets choose, with these numbers.
    pub fn choices(least: u32, level: Level) -> [(Goal, &'static str); 4] {
        [
            (Goal::Solvable, "Every variant has a solution"),
            (Goal::Unique, "Every variant has exactly one"),
            (Goal::AtLeast(least), "At least this many variants"),
            (Goal::Apart(level), "Exactly one comes apart"),
        ]
    }

    /// Its numbers for [`Goal::choices`]: those of another goal are the usual ones.
    pub fn numbers(self, variants: u32) -> (u32, Level) {
        match self {
            Goal::AtLeast(least) => (least, Level::default()),
            Goal::Apart(level) => (variants, level),
            _ => (variants, Level::default()),
        }
    }
}
