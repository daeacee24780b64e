//! The subject of a run: a puzzle, encoded, or a bare exact cover problem.

use std::sync::Arc;

use crate::encode::{EncodeError, Encoded, SymmetryGroup};
use crate::exact_cover::Problem;
use crate::puzzle::Puzzle;

/// A puzzle or problem to be solved. Copies share it.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A puzzle, encoded.
    Puzzle(Encoded),
    /// Items and options without geometry.
    Problem {
        /// Their title.
        title: String,
        /// The items and options.
        problem: Arc<Problem>,
        /// Its symmetries, or the identity alone, with which every solution is distinct.
        group: Arc<SymmetryGroup>,
    },
}

impl Subject {
    /// A bare problem without its symmetries.
    pub fn of_problem(title: impl Into<String>, problem: impl Into<Arc<Problem>>) -> Subject {
        let problem = problem.into();
        let group = Arc::new(SymmetryGroup::trivial(problem.option_count()));
        Subject::Problem { title: title.into(), problem, group }
    }

    /// The same; of a bare problem with its symmetries, if they are few and found in a moment
    /// ([`SymmetryGroup::of_problem`]).
    pub fn with_symmetries(self) -> Subject {
        match self {
            Subject::Problem { title, problem, .. } => {
                let group = Arc::new(SymmetryGroup::of_problem(&problem));
                Subject::Problem { title, problem, group }
            }
            puzzle => puzzle,
        }
    }

    /// The title.
    pub fn title(&self) -> &str {
        match self {
            Subject::Puzzle(encoded) => &encoded.puzzle.title,
            Subject::Problem { title, .. } => title,
        }
    }

    /// The items and options.
    pub fn problem(&self) -> &Problem {
        match self {
            Subject::Puzzle(encoded) => &encoded.encoding.problem,
            Subject::Problem { problem, .. } => problem,
        }
    }

    /// The symmetries that map solutions to equivalent ones.
    pub fn group(&self) -> &Arc<SymmetryGroup> {
        match self {
            Subject::Puzzle(Encoded { group, .. }) | Subject::Problem { group, .. } => group,
        }
    }

    /// The puzzle with its encoding; `None` for a bare problem.
    pub fn encoded(&self) -> Option<&Encoded> {
        match self {
            Subject::Puzzle(encoded) => Some(encoded),
            Subject::Problem { .. } => None,
        }
    }
}

impl From<Encoded> for Subject {
    fn from(encoded: Encoded) -> Subject {
        Subject::Puzzle(encoded)
    }
}

impl TryFrom<Arc<Puzzle>> for Subject {
    type Error = EncodeError;

    fn try_from(puzzle: Arc<Puzzle>) -> Result<Subject, EncodeError> {
        Encoded::new(puzzle).map(Subject::Puzzle)
    }
}
