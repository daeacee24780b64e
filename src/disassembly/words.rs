//! Moves in words.

use super::{Move, TimedMove};
use crate::encode::Placed;
use crate::lattice::{Lattice, Point};
use crate::puzzle::Puzzle;
use crate::text;

/// A level as it is written, of whatever length: 5.2.1.
pub fn level_words(level: &[usize]) -> String {
    level.iter().map(usize::to_string).collect::<Vec<_>>().join(".")
}

/// The names of the pieces of a solution, for the words of its moves.
#[derive(Clone, Debug)]
pub struct MoveWords {
    lattice: &'static Lattice,
    names: Vec<String>,
}

impl MoveWords {
    /// Of pieces that have these names, in the order of the solution.
    pub fn new(lattice: &'static Lattice, names: Vec<String>) -> MoveWords {
        MoveWords { lattice, names }
    }

    /// Of the pieces of a solution, with a number where several have one name: "S.1", "S.2".
    pub fn of_solution(puzzle: &Puzzle, placed: &Placed) -> MoveWords {
        let name = |n: usize| &puzzle.piece(placed[n].0).name;
        let numbered = |n: usize| {
            let same = |other: &usize| name(*other) == name(n);
            match (0..placed.len()).filter(same).count() {
                1 => name(n).clone(),
                _ => format!("{}.{}", name(n), (0..=n).filter(same).count()),
            }
        };
        MoveWords::new(puzzle.lattice, (0..placed.len()).map(numbered).collect())
    }

    /// The names, in the order of the solution.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// "A, B and C".
    pub fn pieces(&self, pieces: &[usize]) -> String {
        let names: Vec<&str> = pieces.iter().map(|&n| self.names[n].as_str()).collect();
        text::listed(&names)
    }

    /// A direction as it is seen from the front: "up", "right and up".
    pub fn direction(&self, step: Point) -> String {
        let [x, y, z] = self.lattice.place(step);
        let is_solid = self.lattice.is_solid();
        let (front, back) = if is_solid { ("front", "back") } else { ("down", "up") };
        let ways = [(x, "right", "left"), (y, front, back), (z, "up", "down")];
        let longest = ways.iter().map(|(n, ..)| n.abs()).fold(0.0, f64::max);
        let words: Vec<&str> = ways
            .into_iter()
            .filter(|(n, ..)| n.abs() > 0.1 * longest)
            .map(|(n, ahead, behind)| if n > 0.0 { ahead } else { behind })
            .collect();
        text::listed(&words)
    }

    /// "A and B up 2", "C right, free".
    pub fn words(&self, own: &TimedMove) -> String {
        let Move { pieces, step, steps } = &own.own;
        let (pieces, way) = (self.pieces(pieces), self.direction(*step));
        match steps {
            Some(steps) => format!("{pieces} {way} {steps}"),
            None => format!("{pieces} {way}, free"),
        }
    }
}
