//! How the chosen solution is taken apart: its moves, and the moment that is shown.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::derived::{Derived, Same};
use super::task::{CancelToken, Task, Wake};
use crate::disassembly::{
    DEFAULT_MAX_STATES, DisassemblyOptions, Dismantling, MAX_STATES, ReplayError, Separability,
    Slides, Timeline, replay, take_apart,
};
use crate::encode::{Encoded, Placed};
use crate::job::default_threads;
use crate::puzzle::Puzzle;
use crate::solution::Store;

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
    /// The number of positions that were reached.
    pub states: u64,
    /// The moves; without any if it does not come apart.
    pub timeline: Option<Timeline>,
}

/// What a solution is taken apart by.
#[derive(Debug, PartialEq)]
struct Key {
    puzzle: Same<Puzzle>,
    placed: Placed,
    max_states: u64,
}

/// What came of all solutions, by their numbers among the distinct ones, each list ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllTakenApart {
    /// Those that come apart, by their levels, the greatest first.
    pub levels: Vec<(Vec<usize>, Vec<u64>)>,
    /// Those that do not.
    pub locked: Vec<u64>,
    /// Those of which that is not known.
    pub unknown: Vec<u64>,
}

impl AllTakenApart {
    /// The number of those that come apart.
    pub fn disassembled(&self) -> usize {
        self.levels.iter().map(|(_, numbers)| numbers.len()).sum()
    }

    /// The number of all.
    pub fn len(&self) -> usize {
        self.disassembled() + self.locked.len() + self.unknown.len()
    }

    /// Returns whether there are no solutions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
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
#[derive(Debug)]
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
    /// What comes of all solutions of a puzzle, once that was asked for.
    all: Option<(Same<Puzzle>, Task<AllTakenApart>)>,
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
        if let Some((_, task)) = &mut self.all {
            task.poll();
        }
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
        }
    }

    /// What is found of the chosen solution, once it is.
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

    /// The moves of the chosen solution.
    pub fn timeline(&self) -> Option<&Timeline> {
        self.found().and_then(|found| found.timeline.as_ref())
    }

    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.timeline().map_or(0, |timeline| timeline.moves().len())
    }

    /// The moves that are made at the moment shown, the last of them perhaps in part.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// How time goes.
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

    /// Takes all solutions of a puzzle apart, on several threads.
    pub fn take_apart_all(&mut self, encoded: Encoded, store: Store, wake: &Wake) {
        let puzzle = Same(Arc::clone(&encoded.puzzle));
        let max_states = self.max_states;
        let task = Task::start(wake, move |token| all_taken(&encoded, &store, max_states, &token));
        self.all = Some((puzzle, task));
    }

    /// What comes of all solutions, if that was asked for.
    pub fn all(&self) -> Option<&Task<AllTakenApart>> {
        self.all.as_ref().map(|(_, task)| task)
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

fn all_taken(
    encoded: &Encoded,
    store: &Store,
    max_states: u64,
    token: &CancelToken,
) -> Result<AllTakenApart, String> {
    let options = DisassemblyOptions { max_states, ..DisassemblyOptions::default() };
    let dismantling = Dismantling::new((&encoded.puzzle, &encoded.encoding), store, options);
    let all = store.len();
    let watch = |done: u64| token.report(done, all as u64);
    let results = dismantling.take_apart(0..all, default_threads(), &watch);
    let mut taken = AllTakenApart::default();
    let mut levels: BTreeMap<Reverse<Vec<usize>>, Vec<u64>> = BTreeMap::new();
    for (index, result) in results.ok_or("stopped")?.into_iter().enumerate() {
        let number = store.number(index);
        let found = result.map_err(|error| wrong(&error))?;
        match found.result {
            Separability::Apart(whole) => {
                levels.entry(Reverse(whole.level())).or_default().push(number);
            }
            Separability::Locked => taken.locked.push(number),
            Separability::Unknown => taken.unknown.push(number),
        }
    }
    taken.levels = levels.into_iter().map(|(Reverse(level), numbers)| (level, numbers)).collect();
    Ok(taken)
}

fn wrong(error: &ReplayError) -> String {
    format!("internal error; please report it: {error}")
}

fn found(
    puzzle: &Puzzle,
    placed: &Placed,
    max_states: u64,
    token: &CancelToken,
) -> Result<TakenApart, String> {
    let options = DisassemblyOptions { max_states, ..DisassemblyOptions::default() };
    let terms = (puzzle.lattice, puzzle.rules.junctions);
    let mut slides = Slides::new(terms.0, terms.1);
    let check = || match token.is_lost() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let Some(found) = take_apart(&mut slides, placed, &options, &check) else {
        return Err("stopped".to_owned());
    };
    let timeline = match &found.result {
        Separability::Apart(whole) => {
            replay(terms, placed, whole, &|_| false).map_err(|error| wrong(&error))?;
            let sites: Vec<_> = placed.iter().map(|(_, sites)| sites.clone()).collect();
            Some(Timeline::new(puzzle.lattice, &sites, whole))
        }
        _ => None,
    };
    Ok(TakenApart { result: found.result, states: found.states, timeline })
}
