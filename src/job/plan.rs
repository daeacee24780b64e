//! What a run solves: the puzzle, encoded, with its symmetries and the restricted search.

use std::sync::Arc;

use crate::encode::symmetry::Restriction;
use crate::encode::{EncodeError, Encoding, SymmetryGroup};
use crate::exact_cover::{OptionId, Problem};
use crate::puzzle::{PieceId, Puzzle};

/// A problem ready to be searched, with or without a puzzle behind it.
#[derive(Debug)]
pub struct Plan {
    /// The title of the puzzle.
    pub title: String,
    /// The puzzle and its encoding; `None` for a bare exact cover problem.
    pub geometry: Option<(Arc<Puzzle>, Arc<Encoding>)>,
    /// The symmetries by which solutions are told apart.
    pub group: Arc<SymmetryGroup>,
    /// The piece held to representatives, if any.
    pub restriction: Option<Restriction>,
    /// The problem that is searched.
    pub problem: Problem,
    /// For each option of it, the option of the whole problem.
    pub options: Vec<OptionId>,
}

/// Why no plan could be made.
pub type PlanError = EncodeError;

impl Plan {
    /// Plans to solve a puzzle, the search restricted as far as its symmetries allow.
    ///
    /// # Errors
    /// When the puzzle is too large to encode.
    pub fn new(puzzle: Arc<Puzzle>) -> Result<Plan, PlanError> {
        let encoding = Arc::new(Encoding::new(&puzzle)?);
        let group = Arc::new(SymmetryGroup::of(&puzzle, &encoding));
        Ok(Plan::of_encoded(puzzle, encoding, group))
    }

    /// As [`Plan::new`], for a puzzle that has been encoded already.
    pub fn of_encoded(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
    ) -> Plan {
        let restriction = group.best_restriction(&puzzle, &encoding);
        Plan::with_restriction(puzzle, encoding, group, restriction)
    }

    /// As [`Plan::of_encoded`], with a restriction of one's own choice, or none.
    pub fn with_restriction(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
        restriction: Option<Restriction>,
    ) -> Plan {
        let (problem, options) = match &restriction {
            Some(Restriction { piece, kept }) => {
                let held = encoding.placements_of(*piece);
                encoding
                    .problem
                    .restricted(|o| !held.contains(&o.index()) || kept.binary_search(&o).is_ok())
            }
            None => encoding.problem.restricted(|_| true),
        };
        let title = puzzle.title.clone();
        Plan { title, geometry: Some((puzzle, encoding)), group, restriction, problem, options }
    }

    /// Plans to solve a bare exact cover problem, in which every solution is distinct.
    pub fn of_problem(title: String, problem: Problem) -> Plan {
        let group = Arc::new(SymmetryGroup::trivial(problem.option_count()));
        let options = (0..problem.option_count() as u32).map(OptionId).collect();
        Plan { title, geometry: None, group, restriction: None, problem, options }
    }

    /// The whole problem, unrestricted.
    pub fn whole(&self) -> &Problem {
        self.geometry.as_ref().map_or(&self.problem, |(_, encoding)| &encoding.problem)
    }

    /// The name of the piece that is held for symmetry, if one is.
    pub fn held_piece(&self) -> Option<&str> {
        let (puzzle, _) = self.geometry.as_ref()?;
        self.restriction.as_ref().map(|r| puzzle.piece(r.piece).name.as_str())
    }

    /// All options of the held piece in the whole problem.
    pub fn held_range(&self) -> Option<(PieceId, std::ops::Range<usize>)> {
        let (_, encoding) = self.geometry.as_ref()?;
        self.restriction.as_ref().map(|r| (r.piece, encoding.placements_of(r.piece)))
    }
}
