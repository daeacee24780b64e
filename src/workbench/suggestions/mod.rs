//! Suggestions where a puzzle has no solution: the partial solution that comes closest, and changes
//! of the puzzle that were tried and give it solutions.
//!
//! The work is done on one thread at low priority, and given up when the puzzle is changed or
//! solved again. `trials` lists the changes that are tried. Leans on [`crate::job::closest`] and
//! [`crate::job::count_few`].

#[cfg(test)]
mod tests;
mod trials;

use std::cell::Cell;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::check::analysis::Analysis;
use super::edit::Edit;
use super::task::{CancelToken, Task, Wake};
use crate::encode::Encoding;
use crate::job::{BoundedLimits, Closest, closest, count_few, lower_priority};
use crate::puzzle::{Description, Puzzle};
use crate::text;
use crate::threads::lock;
use trials::Trial;

/// The time that the search for what comes closest may take.
const CLOSEST_TIME: Duration = Duration::from_secs(if cfg!(test) { 60 } else { 6 });
/// The limits of the search that follows each change.
const LIMITS: BoundedLimits = BoundedLimits {
    solutions: 1000,
    nodes: 200_000,
    // Tests compare whole counts, however busy the machine is.
    time: Duration::from_millis(if cfg!(test) { 100_000 } else { 400 }),
};
/// The time that all trials together may take.
const TRIAL_TIME: Duration = Duration::from_secs(if cfg!(test) { 1000 } else { 30 });
/// Time without an edit before anything is tried.
const DEBOUNCE: Duration = Duration::from_millis(300);
/// The shortest time between two reports of how far the trials are.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);
/// The number of suggestions that are kept.
const MAX_SUGGESTIONS: usize = 200;

/// A change of the puzzle that gives it solutions.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// The change, in words: "Use U in place of L".
    pub words: String,
    /// The edits, undone together.
    pub edits: Vec<Edit>,
    /// The distinct solutions that it gives, or those found before a limit was reached.
    pub distinct: u64,
    /// True if there are no others.
    pub complete: bool,
}

impl Suggestion {
    /// The number of distinct solutions: "17", "at least 40".
    pub fn count_words(&self) -> String {
        let count = text::grouped(self.distinct);
        if self.complete { count } else { format!("at least {count}") }
    }
}

/// The suggestions found so far.
#[derive(Clone, Debug, Default)]
pub struct Suggestions {
    /// The closest partial solution; `None` while it is searched for, and where none was found.
    pub closest: Option<Arc<Closest>>,
    /// True if the closest partial solution is still being searched for.
    pub is_looking: bool,
    /// The changes that give solutions, those with the fewest first.
    pub suggestions: Vec<Suggestion>,
    /// The changes that were tried, and all that are to be tried.
    pub tried: (usize, usize),
    /// True if the time ran out before all were tried.
    pub is_cut: bool,
}

/// The search for what helps.
pub(super) struct SuggestionSearch {
    /// The puzzle without a solution.
    pub(super) analysis: Arc<Analysis>,
    pub(super) suggestions: Arc<Mutex<Suggestions>>,
    pub(super) task: Task<()>,
}

impl SuggestionSearch {
    /// Begins to look for what helps.
    pub(super) fn start(
        analysis: Arc<Analysis>,
        description: Arc<Description>,
        wake: &Wake,
    ) -> SuggestionSearch {
        let suggestions = Suggestions { is_looking: true, ..Suggestions::default() };
        let suggestions = Arc::new(Mutex::new(suggestions));
        let shared = Arc::clone(&suggestions);
        let (own, notify) = (Arc::clone(&analysis), Arc::clone(wake));
        let work = move |interest: CancelToken| {
            lower_priority();
            std::thread::sleep(DEBOUNCE);
            let (analysis, description) = (&*own, &*description);
            let woken = Cell::new(Instant::now());
            Worker { analysis, description, interest: &interest, wake: &notify, woken }
                .work(&shared);
            Ok(())
        };
        let task = Task::start(wake, work);
        SuggestionSearch { analysis, suggestions, task }
    }
}

/// The thread that tries changes.
struct Worker<'a> {
    analysis: &'a Analysis,
    description: &'a Description,
    interest: &'a CancelToken,
    wake: &'a Wake,
    /// When the wake was called last.
    woken: Cell<Instant>,
}

impl Worker<'_> {
    /// Changes what has been found. Whoever shows it is called at once, or only now and then.
    fn note(
        &self,
        suggestions: &Mutex<Suggestions>,
        at_once: bool,
        change: impl FnOnce(&mut Suggestions),
    ) {
        change(&mut lock(suggestions));
        if at_once || self.woken.get().elapsed() >= REPORT_INTERVAL {
            self.woken.set(Instant::now());
            (self.wake)();
        }
    }

    fn work(&self, suggestions: &Mutex<Suggestions>) {
        let wanted = || !self.interest.is_lost();
        if !wanted() {
            return;
        }
        let Analysis { puzzle, encoding, .. } = self.analysis;
        let found = closest(puzzle, encoding, CLOSEST_TIME, &wanted);
        self.note(suggestions, true, |suggestions| {
            suggestions.closest = found.map(Arc::new);
            suggestions.is_looking = false;
        });
        let trials = trials::all(self.analysis);
        let end = Instant::now() + TRIAL_TIME;
        let all = trials.len();
        self.note(suggestions, true, |suggestions| suggestions.tried = (0, all));
        for (n, trial) in trials.into_iter().enumerate() {
            if !wanted() {
                return;
            }
            let is_cut = Instant::now() > end;
            let suggestion = if is_cut { None } else { self.outcome(trial) };
            self.note(suggestions, suggestion.is_some() || is_cut, |suggestions| {
                suggestions.is_cut |= is_cut;
                if !is_cut {
                    suggestions.tried.0 = n + 1;
                }
                let list = &mut suggestions.suggestions;
                if let Some(new) = suggestion.filter(|_| list.len() < MAX_SUGGESTIONS) {
                    let key = |one: &Suggestion| (!one.complete, one.distinct);
                    let at = list.partition_point(|old| key(old) <= key(&new));
                    list.insert(at, new);
                }
            });
            if is_cut {
                return;
            }
        }
    }

    /// Returns the suggestion that results from a change, if it gives solutions.
    fn outcome(&self, trial: Trial) -> Option<Suggestion> {
        let changed = applied(&trial.edits, self.description, &self.analysis.puzzle)?;
        if !changed.is_complete() || changed.area_conflict().is_some() {
            return None;
        }
        let wanted = || !self.interest.is_lost();
        let encoding = Encoding::new_unless(&changed, &|| !wanted()).ok()?;
        let few = count_few(&changed, &encoding, LIMITS, &wanted)?;
        let Trial { words, edits } = trial;
        let (distinct, complete) = (few.distinct, few.complete);
        (distinct > 0).then_some(Suggestion { words, edits, distinct, complete })
    }
}

/// The puzzle after some edits; `None` if one of them is refused.
fn applied(edits: &[Edit], description: &Description, puzzle: &Puzzle) -> Option<Puzzle> {
    let (first, rest) = edits.split_first()?;
    let mut edited = first.apply(description, puzzle).ok()?;
    for edit in rest {
        edited = edit.apply(&edited.description, &edited.puzzle).ok()?;
    }
    Some(edited.puzzle)
}
