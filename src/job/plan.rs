//! What a run solves: the puzzle, encoded, with its symmetries and the restricted search.

use std::sync::Arc;

use super::checkpoint::Checkpoint;
use super::strategy::{Strategy, restricted};
use crate::encode::symmetry::{Held, Restriction};
use crate::encode::{EncodeError, Encoding, SymmetryGroup};
use crate::exact_cover::{Engine, EngineKind, OptionId, Problem};
use crate::puzzle::Puzzle;

/// A problem ready to be searched, with or without a puzzle behind it.
#[derive(Debug)]
pub struct Plan {
    /// The title of the puzzle.
    pub title: String,
    /// The puzzle and its encoding; `None` for a bare exact cover problem.
    pub geometry: Option<(Arc<Puzzle>, Arc<Encoding>)>,
    /// The symmetries by which solutions are told apart.
    pub group: Arc<SymmetryGroup>,
    /// How the problem is searched; its engine can work on it.
    pub strategy: Strategy,
    /// The problem that is searched: that of the encoding, less the placements that the
    /// strategy's restriction drops.
    pub problem: Problem,
    /// For each option of it, the option of the whole problem.
    pub options: Vec<OptionId>,
}

/// Why no plan could be made.
pub type PlanError = EncodeError;

impl Plan {
    /// Plans to solve a puzzle, the search restricted as far as its symmetries allow, by the
    /// engine that suits it.
    ///
    /// # Errors
    /// When the puzzle is too large to encode.
    pub fn new(puzzle: Arc<Puzzle>) -> Result<Plan, PlanError> {
        Plan::by_engine(puzzle, None)
    }

    /// As [`Plan::new`], by an engine of one's own choice where it can work on the puzzle.
    ///
    /// # Errors
    /// When the puzzle is too large to encode.
    pub fn by_engine(puzzle: Arc<Puzzle>, wish: Option<EngineKind>) -> Result<Plan, PlanError> {
        let encoding = Arc::new(Encoding::new(&puzzle)?);
        let group = Arc::new(SymmetryGroup::of(&puzzle, &encoding));
        Ok(Plan::of_encoded(puzzle, encoding, group, wish))
    }

    /// As [`Plan::by_engine`], for a puzzle that has been encoded already.
    pub fn of_encoded(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
        wish: Option<EngineKind>,
    ) -> Plan {
        let strategy = Strategy::choose(&puzzle, &encoding, &group, wish);
        Plan::by_strategy(puzzle, encoding, group, strategy)
    }

    /// As [`Plan::of_encoded`], with a restriction of one's own choice, or none.
    pub fn with_restriction(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
        restriction: Option<Restriction>,
    ) -> Plan {
        let strategy = Strategy::simple(restriction, &encoding.problem);
        Plan::by_strategy(puzzle, encoding, group, strategy)
    }

    /// Plans to search in a way of one's own choice.
    pub fn by_strategy(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
        strategy: Strategy,
    ) -> Plan {
        let (problem, options) = restricted(&encoding, strategy.restriction.as_ref());
        let title = puzzle.title.clone();
        Plan { title, geometry: Some((puzzle, encoding)), group, strategy, problem, options }
    }

    /// Plans to solve a bare exact cover problem, in which every solution is distinct, by an
    /// engine of one's own choice where it can work on the problem.
    pub fn of_problem(title: String, problem: Problem, wish: Option<EngineKind>) -> Plan {
        let group = Arc::new(SymmetryGroup::trivial(problem.option_count()));
        let options = (0..problem.option_count() as u32).map(OptionId).collect();
        let mut strategy = Strategy::simple(None, &problem);
        if let Some(engine) = wish.filter(|&kind| Engine::new(kind, &problem, &[]).is_some()) {
            strategy.engine = engine;
        }
        Plan { title, geometry: None, group, strategy, problem, options }
    }

    /// The plan to go on from a checkpoint: the strategy is that of the checkpoint.
    ///
    /// # Errors
    /// When the checkpoint belongs to something else.
    pub fn resumed(self, checkpoint: &Checkpoint) -> Result<Plan, String> {
        let geometry = self.geometry.as_ref().map(|(p, e)| (p.as_ref(), e.as_ref()));
        let strategy = checkpoint.strategy(geometry, self.whole(), &self.group)?;
        Ok(match &self.geometry {
            Some((puzzle, encoding)) => {
                let (puzzle, encoding) = (Arc::clone(puzzle), Arc::clone(encoding));
                Plan::by_strategy(puzzle, encoding, self.group, strategy)
            }
            None => Plan { strategy, ..self },
        })
    }

    /// The problem in the engine of the strategy.
    pub(super) fn engine(&self) -> Engine {
        let Strategy { engine, order, .. } = &self.strategy;
        // A strategy was made by loading its engine once; links stand in should one have been
        // put together by hand for a problem that its engine does not know.
        Engine::new(*engine, &self.problem, order)
            .or_else(|| Engine::new(EngineKind::DancingLinks, &self.problem, &[]))
            .expect("dancing links work on every problem")
    }

    /// The whole problem, unrestricted.
    pub fn whole(&self) -> &Problem {
        self.geometry.as_ref().map_or(&self.problem, |(_, encoding)| &encoding.problem)
    }

    /// What is held for symmetry, in words: "piece X", "site 8, 8".
    pub fn held(&self) -> Option<String> {
        let (puzzle, _) = self.geometry.as_ref()?;
        Some(match self.strategy.restriction.as_ref()?.held {
            Held::Piece(piece) => format!("piece {}", puzzle.piece(piece).name),
            Held::Site(site) => {
                format!("{} {}", puzzle.lattice.site_words.0, puzzle.lattice.site_label(site))
            }
        })
    }
}
