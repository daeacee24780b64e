//! Pieces of a solution that are pushed by hand.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::derived::Derived;
use super::task::{CancelToken, Wake};
use crate::disassembly::{Disassembler, DisassemblyOptions, Position, Reach, TimedMove, Timeline};
use crate::encode::Placed;
use crate::job::default_threads;
use crate::lattice::Point;
use crate::puzzle::Puzzle;

/// The pieces whose positions are counted, by their sites, and the greatest number of those.
type ReachKey = (Vec<Vec<Point>>, u64);

/// The pieces that are pushed by hand, and the one that is chosen for that.
pub struct Pushing {
    puzzle: Arc<Puzzle>,
    /// The pieces at the moment that is shown.
    position: Position,
    chosen: usize,
    /// The ways in which the chosen piece can be pushed.
    ways: Vec<TimedMove>,
    /// The moves up to the last one that was made by hand; `None` before the first.
    timeline: Option<Timeline>,
    reach: Derived<ReachKey, Option<Reach>>,
}

impl Pushing {
    /// The pieces of a solution, one of which is chosen.
    pub fn new(puzzle: &Arc<Puzzle>, placed: &Placed, chosen: usize) -> Pushing {
        let sites = placed.iter().map(|(_, sites)| sites.clone()).collect();
        let position = Position::new(puzzle.lattice, puzzle.rules.junctions, sites);
        let (timeline, reach) = (None, Derived::default());
        let mut pushing = Pushing {
            puzzle: Arc::clone(puzzle),
            position,
            chosen,
            ways: Vec::new(),
            timeline,
            reach,
        };
        pushing.choose(chosen);
        pushing
    }

    /// Chooses the piece to be pushed.
    pub fn choose(&mut self, piece: usize) {
        self.chosen = piece;
        self.ways = self.position.ways(piece);
    }

    /// The piece that is chosen.
    pub fn chosen(&self) -> usize {
        self.chosen
    }

    /// The ways in which it can be pushed, as far as it goes.
    pub fn ways(&self) -> &[TimedMove] {
        &self.ways
    }

    /// The number of moves after which the pieces are pushed.
    pub fn made(&self) -> usize {
        self.position.made().len()
    }

    /// The moves, the last of them made by hand; `None` if no piece was pushed.
    pub fn timeline(&self) -> Option<&Timeline> {
        self.timeline.as_ref()
    }

    /// Goes to where the pieces are after some moves.
    pub fn go_to(&mut self, moves: &[TimedMove]) {
        if self.position.made() != moves {
            self.position.go_to(moves);
            self.choose(self.chosen);
        }
    }

    /// Pushes the chosen piece one of its ways, after the moves that are made of those found; as far as
    /// it goes, or this number of steps.
    pub fn push(&mut self, way: usize, steps: Option<u32>, found: Option<&Timeline>) {
        let Some(mut own) = self.ways.get(way).cloned() else { return };
        if let Some(steps) = steps {
            own.steps = steps;
            own.own.steps = Some(steps);
        }
        let freed = self.position.freed_by(&own);
        let made = self.made();
        let whole = || Timeline::without_moves(self.puzzle.lattice, self.position.count());
        let before = self.timeline.as_ref().or(found).cloned().unwrap_or_else(whole);
        let timeline = before.followed_by(made, own, &freed);
        self.go_to(timeline.moves());
        self.timeline = Some(timeline);
    }

    /// Counts the positions that can be reached from the moment shown, in the background.
    pub fn follow_reach(&mut self, max_states: u64, wake: &Wake) {
        let group = self.position.group(self.chosen);
        let sites = group.into_iter().map(|piece| self.position.sites(piece)).collect();
        let puzzle = Arc::clone(&self.puzzle);
        self.reach.follow((sites, max_states), wake, |(sites, _)| {
            let sites = sites.clone();
            move |token: CancelToken| {
                let options = DisassemblyOptions { max_states, ..DisassemblyOptions::default() };
                let check = || match token.is_lost() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                };
                let disassembler = Disassembler::new(&puzzle, options);
                Ok(disassembler.on_threads(default_threads()).reach(&sites, &check))
            }
        });
    }

    /// The positions that can be reached by the pieces that the chosen one is not separated from, once
    /// they are counted.
    pub fn reach(&self) -> Option<Reach> {
        let &of = self.reach.entry().map(|((sites, _), reach)| (sites, reach)).as_ref()?;
        let group = self.position.group(self.chosen);
        let is_current = group.len() == of.0.len()
            && group.iter().zip(of.0).all(|(&piece, sites)| self.position.sites(piece) == *sites);
        of.1.filter(|_| is_current)
    }

    /// Returns whether the chosen piece is free of all others.
    pub fn is_free(&self) -> bool {
        self.position.group(self.chosen).len() < 2
    }
}
