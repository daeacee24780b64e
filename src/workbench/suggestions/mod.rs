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
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::check::analysis::Analysis;
use super::check::{CheckKind, Severity};
use super::document::Document;
use super::edit::Edit;
use super::solutions::SolvedPart;
use super::task::{CancelToken, Task, Wake};
use crate::encode::Encoding;
use crate::job::{BoundedLimits, Closest, closest, count_few, lower_priority};
use crate::puzzle::{Description, Puzzle};
use crate::text;
use trials::Trial;

/// The time that the search for what comes closest may take.
const CLOSEST_TIME: Duration = Duration::from_secs(6);
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
    analysis: Arc<Analysis>,
    suggestions: Arc<Mutex<Suggestions>>,
    task: Task<()>,
}

impl SuggestionSearch {
    /// Begins to look for what helps.
    fn start(
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
        change(&mut suggestions.lock().unwrap_or_else(PoisonError::into_inner));
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

impl Document {
    /// Returns whether the current puzzle is known to have no solution: all was searched, or an
    /// argument rules it out.
    pub fn has_no_solution(&self) -> bool {
        if self.puzzle.cover.is_some() || self.is_running() || self.is_starting() {
            return false;
        }
        let searched = self.is_current()
            && self.solved.as_ref().is_some_and(|solved| solved.part == SolvedPart::Whole)
            && self.counts().is_some_and(|(counts, complete)| complete && counts.total == 0);
        let ruled_out = |analysis: &Arc<Analysis>| {
            !analysis.is_hopeless() && analysis.check(CheckKind::Obstruction).is_some()
        };
        searched || self.analysis().get().is_some_and(ruled_out)
    }

    /// Returns whether a search for suggestions is worthwhile: the puzzle has no solution, or its
    /// only faults are that the areas of board and pieces differ, or that pockets stay open.
    fn wants_suggestions(&self) -> bool {
        let is_near = |analysis: &Arc<Analysis>| {
            let mut wrong = analysis.checks.iter().filter(|c| c.severity == Severity::Wrong);
            analysis.is_hopeless()
                && wrong.all(|c| matches!(c.kind, CheckKind::Area | CheckKind::Pockets))
        };
        // Variants leave sites open or choose pieces, so that the puzzle as it stands need not fit.
        let stands_alone = self.puzzle.cover.is_none() && self.puzzle.variants.is_none();
        self.has_no_solution() || stands_alone && self.analysis().get().is_some_and(is_near)
    }

    /// Begins to look for what helps, where the puzzle has no solution; whether anything is new.
    pub(super) fn follow_suggestions(&mut self, wake: &Wake) -> bool {
        let Some(analysis) = self.analysis().get().cloned().filter(|_| self.wants_suggestions())
        else {
            return self.suggestions.take().is_some();
        };
        let is_current = |suggestions: &SuggestionSearch| {
            let old = &suggestions.analysis;
            Arc::ptr_eq(&old.encoding, &analysis.encoding)
                && old.puzzle.is_same_but_for_words(&analysis.puzzle)
        };
        if !self.suggestions.as_ref().is_some_and(is_current) {
            let description = Arc::clone(self.description());
            self.suggestions = Some(SuggestionSearch::start(analysis, description, wake));
            return true;
        }
        self.suggestions.as_mut().is_some_and(|suggestions| suggestions.task.poll())
    }

    /// Returns the suggestions found, where the puzzle has no solution.
    pub fn suggestions(&self) -> Option<Suggestions> {
        let suggestions = self.suggestions.as_ref()?;
        Some(suggestions.suggestions.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    /// Returns whether suggestions are still being searched for.
    pub fn is_searching_suggestions(&self) -> bool {
        self.suggestions.as_ref().is_some_and(|suggestions| suggestions.task.is_waiting())
    }

    /// The edit that places what comes closest to a solution on the board, less what lies there
    /// pinned already.
    pub fn closest_edits(&self) -> Option<Vec<Edit>> {
        let suggestions = self.suggestions.as_ref()?;
        let closest = self.suggestions()?.closest?;
        let Analysis { puzzle, encoding, .. } = &*suggestions.analysis;
        let is_pinned =
            |sites: &[crate::lattice::Point]| self.puzzle.pinned().any(|pin| pin.sites == sites);
        let pieces = closest.options.iter().map(|&option| {
            let name = puzzle.piece(encoding.placement(option).piece).name.clone();
            (name, encoding.sites(option).collect::<Vec<_>>())
        });
        let pieces = pieces.filter(|(_, sites)| !is_pinned(sites)).collect();
        let loose = (0..self.puzzle.placed.len()).filter(|&n| !self.puzzle.placed[n].pinned);
        let mut edits = Vec::new();
        let loose: Vec<usize> = loose.collect();
        if !loose.is_empty() {
            edits.push(Edit::TakeUp(loose));
        }
        edits.push(Edit::LayAll(pieces));
        Some(edits)
    }

    /// Describes the closest partial solution: "7 of 8 pieces fit; 4 edges stay open: 1, 0 …".
    pub fn closest_words(&self, closest: &Closest) -> String {
        let puzzle = self
            .suggestions
            .as_ref()
            .map_or(&self.puzzle, |suggestions| &suggestions.analysis.puzzle);
        let placed = closest.options.len() as u64;
        let unused: u64 = closest.unused.iter().map(|&(_, copies)| u64::from(copies)).sum();
        let open = puzzle.lattice.count_sites(closest.open.len() as u64);
        let placed = match unused {
            0 => format!("{} fit", text::count(placed, "piece")),
            _ => format!(
                "{} of {} fit",
                text::grouped(placed),
                text::count(placed + unused, "piece")
            ),
        };
        let stays = if closest.open.len() == 1 { "stays" } else { "stay" };
        let left: Vec<String> = closest
            .unused
            .iter()
            .take(NAMED)
            .map(|&(piece, copies)| match copies {
                1 => puzzle.piece(piece).name.clone(),
                n => format!("{} × {}", puzzle.piece(piece).name, text::grouped(u64::from(n))),
            })
            .collect();
        let more = if closest.unused.len() > NAMED { " …" } else { "" };
        let left = match left.is_empty() {
            true => String::new(),
            false => format!("; left over: {}{more}", text::listed(&left)),
        };
        let best = if closest.is_best { "No partial solution covers more" } else { "Best found" };
        format!("{best}: {placed}, {open} {stays} open{left}.")
    }
}

/// The number of pieces left over that are named.
const NAMED: usize = 6;
