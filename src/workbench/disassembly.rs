//! The chosen solution taken apart: its moves, and the moment that is shown.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::check::{Check, CheckKind, Severity};
use super::derived::{Derived, Same};
use super::pushing::Pushing;
use super::task::{CancelToken, Wake};
use crate::disassembly::{
    DEFAULT_MAX_STATES, Disassembler, DisassemblyOptions, MAX_STATES, Separability, Summary,
    Timeline,
};
use crate::encode::{Encoded, Placed};
use crate::files::{Moves, MovesError, MovesWriter};
use crate::job::disassembly::DisassemblyRun;
use crate::job::{Phase, default_threads};
use crate::picture::Style;
use crate::puzzle::{Description, Puzzle};
use crate::solution::Store;
use crate::solution::measures::{Disassemblies, DisassemblyTally};
use crate::text;

/// The share of the way out of a solution that a piece is dragged and then leaves by itself.
const LEAVING: f64 = 0.5;
/// The time that a move takes at speed 1, in seconds.
const MOVE: f64 = 0.4;
/// The speeds that are offered; 1 is the usual one.
pub const SPEEDS: [f64; 3] = [0.5, 1.0, 2.0];
/// The factor by which a limit of positions is raised.
const RAISE: u64 = 10;

/// A solution that was taken apart, or could not be.
#[derive(Clone, Debug)]
pub struct TakenApart {
    /// The answer; its list of moves was replayed.
    pub result: Separability,
    /// The summary that is kept of it.
    pub summary: Summary,
    /// The number of positions that were reached.
    pub states: u64,
    /// The moves; without any if it does not come apart.
    pub timeline: Option<Timeline>,
}

/// The check that tells whether the distinct solutions of a puzzle come apart, once some of them
/// were tried.
pub(super) fn check(tally: DisassemblyTally, all: u64) -> Option<Check> {
    let DisassemblyTally { apart, locked } = tally;
    let tried = apart + locked;
    let rest = "No straight moves put the others together; turns are not tried. Take apart on the \
                Solutions screen shows which.";
    let (severity, title, words) = match (apart, locked) {
        (0, 0) => return None,
        (_, 0) if tried >= all => (Severity::Fine, "Every solution comes apart".to_owned(), ""),
        (_, 0) => {
            let tried = text::count(apart, "solution");
            let verb = if apart == 1 { "tried comes" } else { "tried come" };
            let all = text::grouped(all);
            (Severity::Fine, format!("{tried} {verb} apart, of {all}"), "")
        }
        (0, _) if tried >= all => (
            Severity::Notable,
            "No solution comes apart".to_owned(),
            "No straight moves put the pieces together; turns are not tried. Change the pieces before \
             they are made.",
        ),
        (0, _) => (
            Severity::Notable,
            "No solution comes apart so far".to_owned(),
            "No straight moves put together those that were tried; turns are not tried. Take apart the \
             others on the Solutions screen before the pieces are made.",
        ),
        _ => {
            let title = format!("{} of {}", text::grouped(apart), text::grouped(tried));
            let verb = if apart == 1 { "comes" } else { "come" };
            (Severity::Notable, format!("{title} solutions tried {verb} apart"), rest)
        }
    };
    Some(Check::new(CheckKind::Assembly, severity, title, words))
}

/// The puzzle, the pieces and the limit by which a solution is taken apart.
#[derive(Debug, PartialEq)]
struct Key {
    puzzle: Same<Puzzle>,
    placed: Placed,
    max_states: u64,
}

/// The way in which time goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Playing {
    /// Not at all.
    #[default]
    Paused,
    /// Pieces are taken out.
    Apart,
    /// Pieces are put back.
    Together,
}

/// The chosen solution as it is taken apart.
pub struct ShownDisassembly {
    found: Derived<Key, TakenApart>,
    /// Set while what is found is of the solution that was chosen last.
    is_current: bool,
    /// The moves that are made, the last of them perhaps in part.
    time: f64,
    playing: Playing,
    /// One of [`SPEEDS`].
    pub speed: f64,
    max_states: u64,
    /// The pieces that are pushed by hand, once one is chosen for that.
    pushing: Option<Pushing>,
    /// The run over all solutions of a puzzle, once that was asked for.
    all: Option<(Same<Puzzle>, DisassemblyRun)>,
}

impl Default for ShownDisassembly {
    fn default() -> ShownDisassembly {
        ShownDisassembly {
            found: Derived::default(),
            is_current: false,
            time: 0.0,
            playing: Playing::Paused,
            speed: 1.0,
            max_states: DEFAULT_MAX_STATES,
            pushing: None,
            all: None,
        }
    }
}

impl ShownDisassembly {
    /// Keeps up with the chosen solution, given by its pieces and their sites. Another one is shown
    /// whole.
    pub fn follow(&mut self, puzzle: &Arc<Puzzle>, placed: &Placed, wake: &Wake) {
        let key = Key {
            puzzle: Same(Arc::clone(puzzle)),
            placed: placed.clone(),
            max_states: self.max_states,
        };
        self.all.take_if(|(of, _)| *of != key.puzzle);
        let was_current = self.is_current;
        let has_come = self.found.follow(key, wake, |key| {
            let (puzzle, placed, most) = (key.puzzle.clone(), key.placed.clone(), key.max_states);
            move |token: CancelToken| found(&puzzle.0, &placed, most, &token)
        });
        self.is_current = self.found.entry().is_some_and(|(of, _)| {
            of.placed == *placed && of.max_states == self.max_states && *of.puzzle.0 == **puzzle
        });
        // The answer may come as soon as it is asked for.
        if has_come || !self.is_current && was_current {
            (self.time, self.playing) = (0.0, Playing::Paused);
            self.pushing = None;
        }
        self.follow_pushing(wake);
    }

    /// Keeps what can be pushed up with the moment that is shown.
    fn follow_pushing(&mut self, wake: &Wake) {
        let Some(mut pushing) = self.pushing.take() else { return };
        let made = self.time.ceil() as usize;
        let moves = pushing.timeline().or(self.found_timeline()).map_or(&[][..], Timeline::moves);
        let moves = moves[..made.min(moves.len())].to_vec();
        pushing.go_to(&moves);
        if self.playing == Playing::Paused {
            pushing.follow_reach(self.max_states, wake);
        }
        self.pushing = Some(pushing);
    }

    /// The result for the chosen solution, once there is one.
    pub fn found(&self) -> Option<&TakenApart> {
        self.found.get().filter(|_| self.is_current)
    }

    /// The reason why it could not be found out.
    pub fn failure(&self) -> Option<&str> {
        self.found.failure()
    }

    /// The greatest number of positions that is tried.
    pub fn max_states(&self) -> u64 {
        self.max_states
    }

    /// Tries more positions than before.
    pub fn raise_limit(&mut self) {
        self.max_states = (self.max_states * RAISE).min(MAX_STATES);
    }

    /// The moves that are shown: those that were made by hand, or else those that were found.
    pub fn timeline(&self) -> Option<&Timeline> {
        let by_hand = self.pushing.as_ref().and_then(Pushing::timeline);
        by_hand.or(self.found_timeline())
    }

    fn found_timeline(&self) -> Option<&Timeline> {
        self.found().and_then(|found| found.timeline.as_ref())
    }

    /// The pieces that are pushed by hand, once one is chosen for that.
    pub fn pushing(&self) -> Option<&Pushing> {
        self.pushing.as_ref()
    }

    /// Returns whether the moves that are shown were made by hand.
    pub fn is_by_hand(&self) -> bool {
        self.pushing.as_ref().is_some_and(|pushing| pushing.timeline().is_some())
    }

    /// Chooses a piece to be pushed, by its place in the solution.
    pub fn choose_pushed(&mut self, piece: usize) {
        let Some((of, _)) = self.found.entry().filter(|_| self.is_current) else { return };
        match &mut self.pushing {
            Some(pushing) => pushing.choose(piece),
            None => self.pushing = Some(Pushing::new(&of.puzzle.0, &of.placed, piece)),
        }
        self.go_to(self.time.ceil());
    }

    /// Pushes the chosen piece one of its ways: as far as it goes, or where it was dragged, which is
    /// given in steps. A piece that was dragged far where nothing stops it leaves.
    pub fn push(&mut self, way: usize, dragged: Option<f64>) {
        let Some(mut pushing) = self.pushing.take() else { return };
        if let Some(own) = pushing.ways().get(way) {
            let made = pushing.made() as f64;
            let share = dragged.unwrap_or(0.0) / f64::from(own.steps.max(1));
            let leaves = own.own.steps.is_none() && share >= LEAVING;
            let steps = dragged.map(|steps| steps.round().clamp(0.0, f64::from(own.steps)) as u32);
            if steps != Some(0) {
                let steps = steps.filter(|&steps| !leaves && own.own.steps != Some(steps));
                pushing.push(way, steps, self.found_timeline());
                let rests = dragged.is_some() && !leaves;
                self.time = made + if rests { 1.0 } else { Timeline::time_of(share) };
                self.playing = if rests { Playing::Paused } else { Playing::Apart };
            }
        }
        self.pushing = Some(pushing);
    }

    /// Shows the moves that were found instead of those made by hand.
    pub fn discard_pushes(&mut self) {
        self.pushing = None;
        self.go_to(0.0);
    }

    /// The work of writing the moves of the chosen solution, which has this number; `None` where there
    /// are none.
    pub fn moves_file(
        &self,
        number: u64,
        to: &'static MovesWriter,
        (style, description): (Style, Arc<Description>),
    ) -> Option<impl FnOnce(&Path, &CancelToken) -> Result<(), MovesError> + Send + 'static> {
        let (key, found) = self.found.entry().filter(|_| self.can_export())?;
        let Separability::Apart(whole) = found.result.clone() else { return None };
        let (Same(puzzle), placed) = (key.puzzle.clone(), key.placed.clone());
        Some(move |path: &Path, token: &CancelToken| {
            let (description, placed) = (&*description, &placed);
            let moves = Moves { description, puzzle: &puzzle, placed, number, whole: &whole };
            moves.write(to, path, style, &mut |done, all| token.report(done, all))
        })
    }

    /// Returns whether there are moves to be written.
    pub fn can_export(&self) -> bool {
        self.found_timeline().is_some_and(|timeline| !timeline.moves().is_empty())
    }

    /// The number of moves that are shown.
    pub fn moves(&self) -> usize {
        self.timeline().map_or(0, |timeline| timeline.moves().len())
    }

    /// The moves that are made at the moment shown, the last of them perhaps in part.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The way in which time goes.
    pub fn playing(&self) -> Playing {
        self.playing
    }

    /// Shows a moment.
    pub fn go_to(&mut self, time: f64) {
        (self.time, self.playing) = (time.clamp(0.0, self.moves() as f64), Playing::Paused);
    }

    /// Goes to the end of the next move, or to the beginning of one.
    pub fn step(&mut self, forwards: bool) {
        let time = if forwards { self.time.floor() + 1.0 } else { self.time.ceil() - 1.0 };
        self.go_to(time);
    }

    /// Takes it apart from here on, or from the beginning if that is done; or pauses.
    pub fn play_or_pause(&mut self) {
        self.playing = match self.playing {
            Playing::Paused => Playing::Apart,
            _ => Playing::Paused,
        };
        if self.playing == Playing::Apart && self.time >= self.moves() as f64 {
            self.time = 0.0;
        }
    }

    /// Puts it together again from here on.
    pub fn assemble(&mut self) {
        if self.time == 0.0 {
            self.time = self.moves() as f64;
        }
        self.playing = Playing::Together;
    }

    /// Takes all solutions of a puzzle apart, on several threads; what is known of them already is not
    /// searched again.
    pub(super) fn take_apart_all(
        &mut self,
        encoded: Encoded,
        store: Store,
        known: Arc<Disassemblies>,
        wake: &Wake,
    ) {
        let Encoded { puzzle, encoding, .. } = encoded;
        let wake = Some(Arc::clone(wake));
        let run = DisassemblyRun::start(encoding, store, known, default_threads(), wake);
        self.all = Some((Same(puzzle), run));
    }

    /// The run over all solutions, if that was asked for.
    pub fn all(&self) -> Option<&DisassemblyRun> {
        self.all.as_ref().map(|(_, run)| run)
    }

    /// Pauses the run over all solutions, or resumes it, also where it was stopped.
    pub fn pause_or_resume_all(&self) {
        match self.all().map(|run| (run, run.phase())) {
            Some((run, Phase::Paused)) => run.resume(),
            Some((run, _)) => run.pause(),
            None => {}
        }
    }

    /// Stops the run over all solutions. What was found stays known.
    pub fn stop_all(&mut self) {
        if let Some(run) = self.all() {
            run.stop();
        }
    }

    /// Lets time pass, in seconds. Returns whether anything moves.
    pub fn advance(&mut self, seconds: f64) -> bool {
        let by = seconds * self.speed / MOVE;
        let end = self.moves() as f64;
        match self.playing {
            Playing::Paused => return false,
            Playing::Apart => self.time += by,
            Playing::Together => self.time -= by,
        }
        if self.time <= 0.0 || self.time >= end {
            self.go_to(self.time);
        }
        true
    }
}

fn found(
    puzzle: &Puzzle,
    placed: &Placed,
    max_states: u64,
    token: &CancelToken,
) -> Result<TakenApart, String> {
    let options = DisassemblyOptions { max_states, ..DisassemblyOptions::default() };
    let check = || match token.is_lost() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let found =
        Disassembler::new(puzzle, options).on_threads(default_threads()).take_apart(placed, &check);
    let found = found
        .ok_or("stopped")?
        .map_err(|error| format!("internal error; please report it: {error}"))?;
    let summary = found.summary();
    let timeline = match &found.result {
        Separability::Apart(whole) => {
            let sites: Vec<_> = placed.iter().map(|(_, sites)| sites.clone()).collect();
            Some(Timeline::new(puzzle.lattice, &sites, whole))
        }
        _ => None,
    };
    Ok(TakenApart { result: found.result, summary, states: found.states, timeline })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_apart_is_said_as_far_as_it_is_known() {
        let said = |apart, locked, all| {
            check(DisassemblyTally { apart, locked }, all)
                .map(|check| (check.severity, check.title))
        };
        let fine = |words: &str| Some((Severity::Fine, words.to_owned()));
        let notable = |words: &str| Some((Severity::Notable, words.to_owned()));
        assert_eq!(said(0, 0, 5), None);
        assert_eq!(said(5, 0, 5), fine("Every solution comes apart"));
        assert_eq!(said(2, 0, 5), fine("2 solutions tried come apart, of 5"));
        assert_eq!(said(0, 5, 5), notable("No solution comes apart"));
        assert_eq!(said(0, 1, 5), notable("No solution comes apart so far"));
        assert_eq!(said(1, 4, 5), notable("1 of 5 solutions tried comes apart"));
        assert_eq!(said(2, 1, 5), notable("2 of 3 solutions tried come apart"));
    }
}
