//! A variant solved by itself.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Proof, Question, ResultState, VariantList, VariantResult};
use crate::disassembly::{Disassembler, Level};
use crate::encode::symmetry::is_board_symmetric;
use crate::encode::{ElementSet, Encoded, Encoding, SymmetryGroup};
use crate::exact_cover::relaxation::Budget;
use crate::exact_cover::{Choice, Effort, Observer, OptionId, Part};
use crate::job::{Case, Plan, PlanError, PlanOptions};
use crate::puzzle::Puzzle;
use crate::solution::{Counts, Orbits, Verdict};

/// The nodes after which a search without a solution is worth looking for a reason against any: it
/// takes ten times as long by then.
const LONG_SEARCH: u64 = 200_000;

/// Solves a variant, or finds out whether it has a solution; `None` when that was broken off.
///
/// # Errors
/// When it is too large.
pub(in crate::job) fn solve(
    list: &VariantList,
    index: usize,
    question: Question,
    check: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<VariantResult>, PlanError> {
    let plan = match plan(list, index, question)? {
        Ok(plan) => plan,
        Err(proof) => return Ok(Some(VariantResult::proved(proof))),
    };
    let (result, flow) = search_plan(&plan, question, None, check);
    let is_done = flow.is_continue() || question.is_answered(&result.counts);
    Ok(is_done.then_some(result))
}

/// Searches all cases of a plan one after the other, each for at most so many nodes. Breaks when that
/// was broken off, or the question is answered.
pub(in crate::job) fn search_plan(
    plan: &Plan,
    question: Question,
    most_nodes: Option<u64>,
    check: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> (VariantResult, ControlFlow<()>) {
    let goal = Goal { question, most_nodes, check };
    search_each(plan, goal, &mut |_| ControlFlow::Continue(()))
}

/// The aim of a search, and how far it goes.
#[derive(Clone, Copy)]
struct Goal<'a> {
    question: Question,
    /// The most nodes of each case.
    most_nodes: Option<u64>,
    check: &'a (dyn Fn() -> ControlFlow<()> + Sync),
}

impl<'a> Goal<'a> {
    /// All solutions.
    fn all(check: &'a (dyn Fn() -> ControlFlow<()> + Sync)) -> Goal<'a> {
        Goal { question: Question::Count, most_nodes: None, check }
    }
}

/// Receives the least of the turned and flipped copies of each distinct solution; may end the search.
type Distinct<'a> = &'a mut (dyn FnMut(&[OptionId]) -> ControlFlow<()> + Send);

/// As [`search_plan`]; also breaks where `distinct` does.
fn search_each(
    plan: &Plan,
    goal: Goal<'_>,
    distinct: Distinct<'_>,
) -> (VariantResult, ControlFlow<()>) {
    let mut result = VariantResult { state: ResultState::Done, ..VariantResult::default() };
    let part = Part { most_nodes: goal.most_nodes, ..Part::default() };
    for case in &plan.cases {
        let mut judge = Judge::new(plan, case, goal, &mut *distinct);
        let (effort, flow) = case.search().search(part, &mut judge);
        result.nodes += effort.nodes;
        result.counts.merge(&judge.counts);
        if judge.is_refuted {
            return (VariantResult::proved(Proof::Parity), ControlFlow::Continue(()));
        }
        if flow.is_break() {
            return (result, flow);
        }
    }
    (result, ControlFlow::Continue(()))
}

/// The results for the solutions of a variant that were taken apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::job) struct VariantAssemblies {
    /// The level of the first distinct solution that comes apart.
    pub(in crate::job) level: Option<Level>,
    /// True if another one comes apart, too; then the others were not tried.
    pub(in crate::job) several: bool,
    /// True if it is not known of one whether it comes apart.
    pub(in crate::job) unknown: bool,
}

/// Counts the solutions of a variant, and takes them apart until two come apart; `None` when that was
/// broken off.
///
/// # Errors
/// When it is too large.
pub(in crate::job) fn take_apart(
    list: &VariantList,
    index: usize,
    disassembler: &Disassembler,
    check: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<(VariantResult, VariantAssemblies)>, PlanError> {
    let mut assemblies = VariantAssemblies::default();
    let plan = match plan(list, index, Question::Count)? {
        Ok(plan) => plan,
        Err(proof) => return Ok(Some((VariantResult::proved(proof), assemblies))),
    };
    let (result, flow) = search_each(&plan, Goal::all(check), &mut |solution| {
        let Some(encoded) = plan.encoded().filter(|_| !assemblies.several) else {
            return ControlFlow::Continue(());
        };
        let placed = encoded.encoding.decode(solution);
        let Some(found) = disassembler.take_apart(&placed, check) else {
            return ControlFlow::Break(());
        };
        // Moves that do not pass their replay show nothing.
        let found = found.map(|own| own.summary()).unwrap_or_default();
        match (found.disassembles, assemblies.level) {
            (Some(true), None) => assemblies.level = Some(found.level),
            (Some(true), Some(_)) => assemblies.several = true,
            (None, _) => assemblies.unknown = true,
            (Some(false), _) => {}
        }
        ControlFlow::Continue(())
    });
    Ok(flow.is_continue().then_some((result, assemblies)))
}

/// The plan to solve a variant by itself, or why there is nothing to search.
pub(in crate::job) fn plan(
    list: &VariantList,
    index: usize,
    question: Question,
) -> Result<Result<Plan, Proof>, PlanError> {
    let Some(puzzle) = list.puzzle(index) else { return Ok(Err(Proof::Pinned)) };
    if puzzle.area_conflict().is_some() {
        return Ok(Err(Proof::Area));
    }
    let plan = Plan::new(encoded(puzzle, question)?, PlanOptions::quick())?;
    Ok(if plan.impossible.is_some() { Err(Proof::Parity) } else { Ok(plan) })
}

/// A variant made ready to be solved, with its own symmetries unless those do not matter.
pub(super) fn encoded(puzzle: Puzzle, question: Question) -> Result<Encoded, PlanError> {
    let encoding = Encoding::new(&puzzle)?;
    // Most variants have none.
    let group = match question != Question::Exists && is_board_symmetric(&puzzle) {
        true => SymmetryGroup::new(&puzzle, &encoding),
        false => SymmetryGroup::trivial(encoding.problem.option_count()),
    };
    Ok(Encoded { puzzle: Arc::new(puzzle), encoding: Arc::new(encoding), group: Arc::new(group) })
}

/// Some solutions of a variant, as options of the whole puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariantSolutions {
    /// Distinct solutions in the order of their numbers, each ascending; those with a placement that
    /// the whole puzzle does not have, because of rules about its border, are left out.
    pub solutions: Vec<Vec<OptionId>>,
    /// True if there are no others.
    pub complete: bool,
}

/// Searches a variant of a list for solutions until so many are found; `None` when that was broken
/// off. The encoding is that of the puzzle of the list.
///
/// # Errors
/// When it is too large.
pub fn solutions_of(
    list: &VariantList,
    index: usize,
    encoding: &Encoding,
    limit: usize,
    check: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<VariantSolutions>, PlanError> {
    let mut found = VariantSolutions { solutions: Vec::new(), complete: true };
    let Ok(plan) = plan(list, index, Question::Count)? else { return Ok(Some(found)) };
    let whole = |option: &OptionId| {
        let own = &plan.encoded()?.encoding;
        let sites: Vec<_> = own.sites(*option).collect();
        encoding.find(&list.puzzle, own.placement(*option).piece, &sites)
    };
    let mut kept: Vec<Vec<OptionId>> = Vec::new();
    let flow = search_each(&plan, Goal::all(check), &mut |solution| {
        if kept.len() == limit {
            found.complete = false;
            return ControlFlow::Break(());
        }
        kept.push(solution.to_vec());
        ControlFlow::Continue(())
    });
    if flow.1.is_break() && found.complete {
        return Ok(None);
    }
    // In the order of the numbers that they have where the variant is solved alone.
    kept.sort_unstable();
    for solution in &kept {
        let options: Option<Vec<OptionId>> = solution.iter().map(whole).collect();
        found.solutions.extend(options.map(|mut options| {
            options.sort_unstable();
            options
        }));
    }
    Ok(Some(found))
}

/// Counts the solutions of a case, and passes the distinct ones on.
struct Judge<'a> {
    plan: &'a Plan,
    case: &'a Case,
    orbits: Orbits<'a>,
    proper: ElementSet,
    goal: Goal<'a>,
    distinct: Distinct<'a>,
    solution: Vec<OptionId>,
    counts: Counts,
    /// True if a reason against any solution was looked for, which is worth it in a long search alone.
    is_asked: bool,
    /// True if it was found.
    is_refuted: bool,
}

impl<'a> Judge<'a> {
    fn new(plan: &'a Plan, case: &'a Case, goal: Goal<'a>, distinct: Distinct<'a>) -> Judge<'a> {
        let orbits =
            Orbits::of_search(plan.group(), case.within, case.strategy.restriction.as_ref());
        let (proper, counts) = (plan.group().proper(), Counts::default());
        let (solution, is_asked, is_refuted) = (Vec::new(), false, false);
        Judge { plan, case, orbits, proper, goal, distinct, solution, counts, is_asked, is_refuted }
    }
}

impl Observer for Judge<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.solution.clear();
        self.solution.extend(options.iter().map(|option| self.case.options[option.index()]));
        self.solution.sort_unstable();
        if let Verdict::Kept(least, orbit) = self.orbits.judge(&self.solution) {
            self.counts.add(orbit, self.proper);
            (self.distinct)(least)?;
        }
        match self.goal.question.is_answered(&self.counts) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn pulse(&mut self, effort: &Effort, _path: &[Choice]) -> ControlFlow<()> {
        if !self.is_asked && effort.nodes >= LONG_SEARCH {
            self.is_asked = true;
            self.is_refuted = self.counts.total == 0 && self.plan.reason(Budget::BRIEF).is_some();
        }
        if self.is_refuted { ControlFlow::Break(()) } else { (self.goal.check)() }
    }
}
