//! The plan for solving a puzzle's variants: together or one by one.

use std::sync::Arc;

use super::cover::{self, MarkedCover, Marking};
use super::{Proof, Question, ResultState, VariantList, VariantResult, each};
use crate::encode::{Encoding, SymmetryGroup};
use crate::job::cost_model::COSTS;
use crate::job::{Case, Checkpoint, Plan, PlanError, PlanOptions, Share, Subject, checkpoint};
use crate::lattice::Point;

/// More variants than this are not solved together.
const MAX_TOGETHER: usize = 100_000;
/// More variants than this do not get an option each.
const MAX_MARKERS: usize = 5_000;
/// Variants of which samples are taken.
const SAMPLED: usize = 6;
/// The time to find the placements of a variant and load them, in nanoseconds for each entry.
const ENCODE_NS_PER_ENTRY: f64 = 200.0;

/// The method of solving variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// As one exact cover.
    Together,
    /// One after the other on each thread.
    OneByOne,
}

/// The one search for all variants.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) cover: MarkedCover,
    pub(super) plan: Arc<Plan>,
}

/// The plan for solving the variants of a list.
#[derive(Debug)]
pub struct VariantPlan {
    list: Arc<VariantList>,
    encoding: Arc<Encoding>,
    question: Question,
    digest: String,
    /// The results known before a search.
    results: Vec<VariantResult>,
    search: Option<Search>,
    /// The variants that are solved, if they are solved one by one; `None` for all.
    share: Option<Share>,
}

impl VariantPlan {
    /// Plans to solve the variants of a list, by a method of one's own choice or the one that likely
    /// takes less. The encoding is that of the puzzle of the list.
    ///
    /// # Errors
    /// When a variant is too large to be searched.
    pub fn new(
        list: VariantList,
        encoding: Arc<Encoding>,
        question: Question,
        wish: Option<Method>,
    ) -> Result<VariantPlan, PlanError> {
        let mut plan = VariantPlan::of_list(list, encoding, question);
        let is_possible = cover::suits(&plan.list.puzzle)
            && !plan.list.family.chooses_pieces()
            && !plan.list.family.chooses_cards()
            && !matches!(question, Question::UpTo(_))
            && plan.list.len() <= MAX_TOGETHER;
        if wish == Some(Method::OneByOne) || !is_possible {
            return Ok(plan);
        }
        plan.results = settled(&plan.list);
        let open = plan.open();
        let searches: Vec<Search> =
            plan.markings(&open).into_iter().filter_map(|m| plan.together(&open, m)).collect();
        let costed = searches.into_iter().map(|search| (cost_of(&search), search));
        let Some((cost, search)) = costed.min_by(|a, b| a.0.total_cmp(&b.0)) else {
            return Ok(plan);
        };
        if wish == Some(Method::Together) || cost <= plan.cost_one_by_one(&open, cost)? {
            plan.search = Some(search);
        }
        Ok(plan)
    }

    pub(in crate::job) fn of_list(
        list: VariantList,
        encoding: Arc<Encoding>,
        question: Question,
    ) -> VariantPlan {
        let results = vec![VariantResult::default(); list.len()];
        let digest = digest(&list, &encoding);
        let (search, share) = (None, None);
        VariantPlan { list: Arc::new(list), encoding, question, digest, results, search, share }
    }

    /// The plan that resumes the search for all variants together.
    ///
    /// # Errors
    /// When the checkpoint belongs to something else, or is damaged.
    pub(super) fn of_checkpoint(
        list: VariantList,
        encoding: Arc<Encoding>,
        saved: &Checkpoint,
    ) -> Result<VariantPlan, String> {
        let mut plan = VariantPlan::of_list(list, encoding, Question::Count);
        plan.results = settled(&plan.list);
        let open = plan.open();
        let mut reason = "the file belongs to other variants".to_owned();
        for marking in plan.markings(&open) {
            let Some(Search { cover, plan: search }) = plan.together(&open, marking) else {
                continue;
            };
            match saved.plan(search.subject.clone()) {
                Ok(search) => {
                    plan.search = Some(Search { cover, plan: Arc::new(search) });
                    return Ok(plan);
                }
                Err(why) => reason = why,
            }
        }
        Err(reason)
    }

    /// The same plan for a part of a divided run.
    pub(in crate::job) fn of_part(mut self, share: Share) -> VariantPlan {
        match self.search.take() {
            None => self.share = Some(share),
            Some(Search { cover, plan }) => {
                let plan = Arc::into_inner(plan).expect("the plan is new");
                let plan = Arc::new(Plan { share: Some(share), ..plan });
                self.search = Some(Search { cover, plan });
            }
        }
        self
    }

    /// The same plan, which asks something else. What is solved together is counted in any case.
    pub(in crate::job) fn asking(self, question: Question) -> VariantPlan {
        VariantPlan { question, ..self }
    }

    /// The part of a divided run that is solved, where variants are solved one by one.
    pub(in crate::job) fn share(&self) -> Option<&Share> {
        self.share.as_ref()
    }

    /// The plan of the one search, where variants are solved together.
    pub fn whole_search(&self) -> Option<&Arc<Plan>> {
        self.search.as_ref().map(|search| &search.plan)
    }

    /// The variants.
    pub fn list(&self) -> &Arc<VariantList> {
        &self.list
    }

    /// Returns the method of solving them.
    pub fn method(&self) -> Method {
        if self.search.is_some() { Method::Together } else { Method::OneByOne }
    }

    /// Returns the way the variants are marked, if they are solved together.
    pub(in crate::job) fn marking(&self) -> Option<Marking> {
        self.search.as_ref().map(|search| search.cover.marking)
    }

    /// Returns the question asked of each variant.
    pub fn question(&self) -> Question {
        self.question
    }

    /// Returns whether the only question is whether solutions exist.
    pub fn only_exists(&self) -> bool {
        self.question == Question::Exists
    }

    /// Returns the digest that identifies the puzzle and its variants in a file.
    pub(super) fn digest(&self) -> &str {
        &self.digest
    }

    /// The encoding of the puzzle.
    pub(super) fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    pub(super) fn search(&self) -> Option<&Search> {
        self.search.as_ref()
    }

    /// Returns the results known before a search.
    pub(super) fn results(&self) -> Vec<VariantResult> {
        self.results.clone()
    }

    /// The variants that have to be searched.
    fn open(&self) -> Vec<usize> {
        let is_open = |n: &usize| self.results[*n].state == ResultState::Open;
        (0..self.results.len()).filter(is_open).collect()
    }

    /// The ways to mark the variants that are possible.
    fn markings(&self, open: &[usize]) -> Vec<Marking> {
        let mut markings = Vec::new();
        if !open.is_empty() && cover::has_independent_choices(&self.list) {
            markings.push(Marking::Choices);
        }
        if !open.is_empty() && open.len() <= MAX_MARKERS {
            markings.push(Marking::Variants);
        }
        markings
    }

    /// The search for all variants together; `None` where it would be too large.
    fn together(&self, open: &[usize], marking: Marking) -> Option<Search> {
        let cover = MarkedCover::new(&self.list, &self.encoding, open, marking).ok()?;
        if cover.problem.cell_count() > COSTS.most_sampled_entries {
            return None;
        }
        let subject = Subject::of_problem(&*self.list.puzzle.title, cover.problem.clone());
        let plan = Plan::new(subject, PlanOptions::default()).ok()?;
        Some(Search { cover, plan: Arc::new(plan) })
    }

    /// The estimated time of solving the variants one by one, in nanoseconds, from a few of them; more
    /// than `enough` is not told exactly.
    fn cost_one_by_one(&self, open: &[usize], enough: f64) -> Result<f64, PlanError> {
        let sampled = SAMPLED.min(open.len());
        let mut sum = 0.0;
        for n in 0..sampled {
            // Evenly spread.
            let index = open[n * open.len() / sampled];
            if let Ok(plan) = each::plan(&self.list, index, self.question)? {
                let entries: usize = plan.cases.iter().map(|c| c.problem.cell_count()).sum();
                let cases = plan.cases.iter().map(|case| case.cost().unwrap_or(f64::INFINITY));
                sum += cases.sum::<f64>() + entries as f64 * ENCODE_NS_PER_ENTRY;
            }
            if sum * open.len() as f64 / sampled as f64 > 2.0 * enough {
                break;
            }
        }
        Ok(sum * open.len() as f64 / sampled.max(1) as f64)
    }
}

/// The estimated time of a search, in nanoseconds.
fn cost_of(search: &Search) -> f64 {
    let cost = search.plan.cases.first().and_then(Case::cost);
    cost.unwrap_or(f64::INFINITY)
}

/// Returns the result of each variant as far as it is known without its placements.
pub(in crate::job) fn settled(list: &VariantList) -> Vec<VariantResult> {
    let result = |index| match list.puzzle(index) {
        None => VariantResult::proved(Proof::Pinned),
        Some(puzzle) if puzzle.area_conflict().is_some() => VariantResult::proved(Proof::Area),
        Some(_) => VariantResult::default(),
    };
    (0..list.len()).map(result).collect()
}

/// Computes the digest that identifies a puzzle and its variants in a file.
fn digest(list: &VariantList, encoding: &Encoding) -> String {
    let mut ranks = crc32fast::Hasher::new();
    for index in 0..list.len() {
        let variant = list.variants()[index];
        ranks.update(&variant.rank.to_le_bytes());
    }
    // Where choices differ, so do the sites that the first and the last variant leave open.
    for index in [0, list.len() - 1] {
        ranks.update(list.id(index).as_bytes());
    }
    for card in list.family.cards.iter().flat_map(|choice| &choice.cards) {
        for site in card.board.iter().flat_map(|own| own.board.sites()) {
            let Point { x, y, z } = site.site;
            [x, y, z, site.required.into()].iter().for_each(|n| ranks.update(&n.to_le_bytes()));
        }
        for piece in card.pieces.iter().flatten() {
            ranks.update(&piece.0.to_le_bytes());
        }
        for given in &card.given {
            ranks.update(&given.piece.0.to_le_bytes());
            for Point { x, y, z } in &given.sites {
                [x, y, z].iter().for_each(|n| ranks.update(&n.to_le_bytes()));
            }
        }
    }
    let group = SymmetryGroup::trivial(encoding.problem.option_count());
    let problem = checkpoint::digest(&encoding.problem, &group);
    format!("{problem}-{}-{:08x}", list.len(), ranks.finalize())
}
