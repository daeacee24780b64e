//! The task of a divided run, as its file gives it, and the plans made from it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Part, PartResult, Parts, PartsError, SourceText};
use crate::encode::Encoded;
use crate::format::{Contents, TextError, dlx, puzzle_file};
use crate::job::sets::{SavedSets, SetsPlan, SetsQuestion};
use crate::job::variants::{Question, SavedVariants, VariantChoice, VariantList, VariantPlan};
use crate::job::{Checkpoint, Plan, PlanError, Share, Subject};
use crate::puzzle::Description;

/// The task of a divided run, with its plan in the form that is saved of a run that has not begun.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Task {
    /// It solves a puzzle, or items and options.
    Run(Box<Checkpoint>),
    /// It solves the variants of a puzzle.
    Variants {
        /// The choice of variants.
        choice: VariantChoice,
        /// The question to answer about each.
        question: Question,
        /// The way they are solved.
        saved: SavedVariants,
    },
    /// It tests sets of pieces.
    Sets {
        /// The question to answer about the sets.
        question: SetsQuestion,
        /// The variants that are tried first, the hardest before the others.
        hard: Vec<u32>,
        /// The search, as saved.
        saved: SavedSets,
    },
}

/// The plan of a divided run, or of a part of it.
#[derive(Clone, Debug)]
pub enum PartPlan {
    /// To solve a puzzle, or items and options.
    Run(Arc<Plan>),
    /// To solve variants.
    Variants(Arc<VariantPlan>),
    /// To test sets of pieces.
    Sets(Arc<SetsPlan>),
}

/// The plan of a divided run, with the puzzle's description.
pub struct Opened {
    /// The plan; with its share, if it is that of a part.
    pub plan: PartPlan,
    /// The description of the puzzle; `None` for items and options.
    pub description: Option<Description>,
}

impl PartPlan {
    /// The plan of the search whose tree, or sweep, is divided; `None` where variants are solved one by
    /// one, and where sets are tested.
    pub fn search(&self) -> Option<&Arc<Plan>> {
        match self {
            PartPlan::Run(plan) => Some(plan),
            PartPlan::Variants(plan) => plan.whole_search(),
            PartPlan::Sets(_) => None,
        }
    }

    /// The engines of the search.
    pub fn engine_names(&self) -> String {
        self.search().map_or_else(|| "chosen for each variant".to_owned(), |p| p.engine_names())
    }
}

impl Parts {
    /// Returns the puzzle or problem to solve, as the contents of its file.
    ///
    /// # Errors
    /// When its text is not sound.
    pub fn contents(&self) -> Result<Contents, PartsError> {
        Ok(match &self.header.source {
            SourceText::Puzzle(text) => Contents::Puzzle(read(text)?),
            SourceText::Problem(text) => {
                Contents::Problem(Box::new(dlx::read(text).map_err(PartsError::Source)?))
            }
        })
    }

    /// The plan that all parts follow.
    ///
    /// # Errors
    /// When the puzzle in the file is not sound, or the plan is of another.
    pub fn open(&self) -> Result<Opened, PartsError> {
        self.planned(None, None)
    }

    /// The plan of a part that begins, or of one that goes on from its result.
    ///
    /// # Errors
    /// As [`Parts::open`].
    pub fn open_part(
        &self,
        part: &Part,
        result: Option<&PartResult>,
    ) -> Result<Opened, PartsError> {
        let (run, number) = (self.header.run.clone(), part.number);
        let share = Share { run, number, given: part.works.clone(), held: self.header.held };
        self.planned(result, Some(share))
    }

    /// The plan of all, or of a share, to go on from a result.
    fn planned(
        &self,
        from: Option<&PartResult>,
        share: Option<Share>,
    ) -> Result<Opened, PartsError> {
        let from = match from {
            Some(PartResult::Run(checkpoint)) => Some(&**checkpoint),
            _ => None,
        };
        let text = match &self.header.source {
            SourceText::Puzzle(text) => text,
            SourceText::Problem(text) => {
                let Task::Run(begun) = &self.header.task else { return Err(damaged()) };
                let problem = dlx::read(text).map_err(PartsError::Source)?;
                let subject = Subject::of_problem(&*self.header.title, problem).with_symmetries();
                let plan = from.unwrap_or(begun).plan(subject);
                let plan = plan.map_err(PartsError::Damaged)?;
                let plan = PartPlan::Run(Arc::new(Plan { share, ..plan }));
                return Ok(Opened { plan, description: None });
            }
        };
        let opened = read(text)?;
        let puzzle = opened.puzzle;
        let plan = match &self.header.task {
            Task::Run(begun) => {
                let encoded = Encoded::new(puzzle).map_err(PlanError::from)?;
                let plan = from.unwrap_or(begun).plan(encoded.into());
                let plan = plan.map_err(PartsError::Damaged)?;
                PartPlan::Run(Arc::new(Plan { share, ..plan }))
            }
            Task::Variants { choice, question, saved } => {
                let (list, encoding) = VariantList::chosen(&puzzle, choice)?;
                let from = from.map(|from| SavedVariants::Together(Box::new(from.clone())));
                let plan = from.as_ref().unwrap_or(saved).plan(list, encoding);
                let plan = plan.map_err(PartsError::Damaged)?.asking(*question);
                self.check_cases(share.as_ref(), &plan)?;
                PartPlan::Variants(Arc::new(match share {
                    Some(share) => plan.of_part(share),
                    None => plan,
                }))
            }
            Task::Sets { question, hard, saved } => {
                let plan = SetsPlan::new(&puzzle, question.clone())?;
                saved.check(&plan).map_err(PartsError::Damaged)?;
                let plan = plan.of_part(share, hard.clone()).ok_or_else(damaged)?;
                PartPlan::Sets(Arc::new(plan))
            }
        };
        Ok(Opened { plan, description: Some(opened.description) })
    }

    /// Checks whether the variants of a share exist, where they are solved one by one.
    fn check_cases(&self, share: Option<&Share>, plan: &VariantPlan) -> Result<(), PartsError> {
        let one_by_one = plan.whole_search().is_none();
        let mut given = share.into_iter().flat_map(|share| &share.given);
        let is_sound = !one_by_one || given.all(|work| work.case < plan.list().len());
        if is_sound { Ok(()) } else { Err(damaged()) }
    }
}

/// The puzzle of a file of parts.
fn read(text: &str) -> Result<puzzle_file::Opened, PartsError> {
    let broken =
        |error: Vec<TextError>| error.into_iter().next().map_or_else(damaged, PartsError::Source);
    puzzle_file::read(text.into()).map_err(broken)
}

fn damaged() -> PartsError {
    PartsError::Damaged(Checkpoint::damaged())
}
