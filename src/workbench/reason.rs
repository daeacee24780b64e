//! Why a puzzle, or what lies on its board, has no solution: the most direct reason that is found
//! without a search, with what is needed to show it, to draw it and to check it elsewhere.

use std::sync::Arc;

use crate::encode::{Encoded, Obstruction, reasons};
use crate::exact_cover::Problem;
use crate::exact_cover::relaxation::Budget;
use crate::format::certificate::Certificate;
use crate::job::{Plan, PlanOptions};
use crate::picture::{Style, canvas, svg};
use crate::puzzle::{Description, Puzzle};

/// A reason why there is no solution.
#[derive(Debug)]
pub struct Reason {
    /// The proof.
    pub found: Obstruction,
    /// The puzzle that has no solution; `None` for a matrix.
    pub puzzle: Option<Arc<Puzzle>>,
    /// The numbers of sites of each colour that each piece covers; those that cover the same
    /// together.
    pub covered: Vec<Covered>,
    /// The proof as a file; `None` where it does not rest on weights alone.
    pub certificate: Option<Certificate>,
}

/// The numbers of sites of each colour that some pieces cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// Their names.
    pub pieces: Vec<String>,
    /// The least and the largest number of sites of each colour that a placement covers.
    pub numbers: Vec<(u32, u32)>,
}

/// The position that has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// The puzzle as it is.
    Start,
    /// The puzzle with all pieces on its board where they are.
    Here,
}

impl Reason {
    /// Looks for the most direct reason why a puzzle has no solution. Cost: that of encoding it, and
    /// about half a second.
    ///
    /// # Errors
    /// When it cannot be encoded, or what lies on the board breaks a rule; in words.
    pub fn find(description: &Description, position: Position) -> Result<Option<Reason>, String> {
        let mut description = description.clone();
        if position == Position::Here {
            description.placed.iter_mut().for_each(|placed| placed.pinned = true);
        }
        let puzzle = description.build().map_err(|problems| {
            problems.first().map_or_else(String::new, |problem| problem.message.clone())
        })?;
        let options = PlanOptions { reasons: Budget::THOROUGH, ..PlanOptions::quick() };
        let plan = Plan::new(Arc::new(puzzle), options).map_err(|why| why.to_string())?;
        let (Some(found), Some(encoded)) = (plan.impossible.clone(), plan.encoded()) else {
            return Ok(None);
        };
        let Encoded { puzzle, encoding, .. } = encoded;
        let mut covered: Vec<Covered> = Vec::new();
        if let Some(colouring) = &found.colouring {
            let of_pieces = colouring.covered(puzzle, encoding);
            for (piece, numbers) in puzzle.pieces.iter().zip(of_pieces) {
                match covered.iter_mut().find(|own| own.numbers == numbers) {
                    Some(own) => own.pieces.push(piece.name.clone()),
                    None => covered.push(Covered { pieces: vec![piece.name.clone()], numbers }),
                }
            }
        }
        let certificate = Certificate::of_puzzle(&description, puzzle, &encoding.problem, &found);
        Ok(Some(Reason { puzzle: Some(Arc::clone(puzzle)), covered, certificate, found }))
    }

    /// Looks for a reason why a matrix has no solution.
    pub fn of_problem(problem: &Problem) -> Option<Reason> {
        let found = reasons::of_problem(problem, Budget::THOROUGH)?;
        let certificate = Certificate::of_problem(problem, &found);
        Some(Reason { puzzle: None, covered: Vec::new(), certificate, found })
    }

    /// The board in the colours of the proof, as SVG; `None` where it has no colours.
    pub fn picture(&self, style: Style) -> Option<String> {
        let (puzzle, colouring) = (self.puzzle.as_ref()?, self.found.colouring.as_ref()?);
        Some(svg::write(&canvas::colouring(puzzle, colouring, style)))
    }
}
