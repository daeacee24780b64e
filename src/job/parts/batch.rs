//! Runs over variants, and searches for sets of pieces, divided: as the search tree of all variants
//! together, or by variants or sets, of which some are sampled for their sizes.

use super::split::{Sized, Watch, begun, divided_whole, packed};
use super::task::Task;
use super::{Header, Parts, PartsError, SourceText};
use crate::job::sets::{SavedSets, SetsPlan};
use crate::job::variants::{SavedResults, SavedVariants, VariantChoice, VariantPlan, each};
use crate::job::{Case, PlanError, Work};
use crate::puzzle::Description;

/// Variants or sets of which samples are taken, at most; the others are like those before them.
const MAX_SAMPLED: usize = 4_000;
/// The same of sets, each of which takes longer.
const MAX_SAMPLED_SETS: usize = 400;
/// Variants that are sampled of a set, where they are solved one by one.
const SAMPLED_OF_SET: usize = 6;
/// Entries of a problem that take about as long to be made ready as a node to be searched.
const ENTRIES_PER_NODE: f64 = 1.0;

impl Parts {
    /// Divides a run over the variants of a choice into so many parts, or fewer where there is less to
    /// be divided. Takes up to about a minute, for samples.
    ///
    /// # Errors
    /// When a variant is too large to be searched, or `watch` ends it.
    pub fn split_variants(
        plan: VariantPlan,
        choice: VariantChoice,
        description: &Description,
        parts: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Parts, PartsError> {
        let (title, question) = (plan.list().puzzle.title.clone(), plan.question());
        let (saved, parts) = match plan.whole_search() {
            Some(search) => {
                let saved = SavedVariants::Together(Box::new(begun(search, false)));
                (saved, divided_whole(search, parts, watch)?)
            }
            None => {
                let saved = SavedVariants::OneByOne(SavedResults::begun(&plan));
                let works: Vec<Work> = (0..plan.list().len()).map(Work::whole_case).collect();
                (saved, packed(variants(&plan, &works)?, parts, 1))
            }
        };
        let task = Task::Variants { choice, question, saved };
        let header = Header::new(&title, SourceText::of_puzzle(description), task).with_digest();
        Ok(Parts { header, parts })
    }

    /// Divides a search for sets of pieces into so many parts, or fewer where there are fewer sets. Takes
    /// up to about a minute, for samples.
    ///
    /// # Errors
    /// When a variant is too large to be searched.
    pub fn split_sets(
        plan: SetsPlan,
        description: &Description,
        parts: usize,
    ) -> Result<Parts, PartsError> {
        let title = plan.list().puzzle.title.clone();
        let hard = plan.sampled_hard()?;
        let saved = SavedSets::begun(&plan);
        let question = plan.question().clone();
        let works: Vec<Work> = (0..plan.sets().len()).map(Work::whole_case).collect();
        let parts = packed(sets(&plan, &works)?, parts, 1);
        let task = Task::Sets { question, hard, saved };
        let header = Header::new(&title, SourceText::of_puzzle(description), task).with_digest();
        Ok(Parts { header, parts })
    }
}

/// About how large the searches of some variants are.
pub(super) fn variants(plan: &VariantPlan, works: &[Work]) -> Result<Vec<Sized>, PlanError> {
    sized(works, MAX_SAMPLED, |index| variant(plan, index))
}

/// About how large the tests of some sets are.
pub(super) fn sets(plan: &SetsPlan, works: &[Work]) -> Result<Vec<Sized>, PlanError> {
    sized(works, MAX_SAMPLED_SETS, |set| {
        let plan = plan.variants_of(set)?;
        if let Some(search) = plan.whole_search() {
            return Ok(size_of(&search.cases));
        }
        let count = plan.list().len();
        let sampled = SAMPLED_OF_SET.min(count);
        let sizes = (0..sampled).map(|n| variant(&plan, n * count / sampled));
        let sum: f64 = sizes.sum::<Result<f64, PlanError>>()?;
        Ok(sum * count as f64 / sampled as f64)
    })
}

/// The sizes of some work, of which so many are found out, evenly spread.
fn sized(
    works: &[Work],
    most: usize,
    size: impl Fn(usize) -> Result<f64, PlanError>,
) -> Result<Vec<Sized>, PlanError> {
    let each = works.len().div_ceil(most).max(1);
    let mut last = 0.0;
    let mut sized = Vec::with_capacity(works.len());
    for (n, work) in works.iter().enumerate() {
        if n % each == 0 {
            last = size(work.case)?;
        }
        sized.push(Sized { work: work.clone(), nodes: last });
    }
    Ok(sized)
}

/// About how many nodes the search of a variant has, with what it takes to make it ready.
fn variant(plan: &VariantPlan, index: usize) -> Result<f64, PlanError> {
    // Where nothing is searched, little is done.
    Ok(each::plan(plan.list(), index, plan.question())?.map_or(1.0, |plan| size_of(&plan.cases)))
}

/// About how many nodes some cases have, with what it takes to make them ready.
fn size_of(cases: &[Case]) -> f64 {
    let size = |case: &Case| {
        let node_cost = (case.strategy.engine.node_cost)(&case.problem);
        let entries = case.problem.cell_count() as f64 / ENTRIES_PER_NODE;
        // What is too large to be sampled is taken for as large as its problem.
        case.cost().map_or(0.0, |cost| cost / node_cost) + entries
    };
    cases.iter().map(size).sum()
}
