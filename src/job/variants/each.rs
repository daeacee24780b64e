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
    let mut result = VariantResult { state: ResultState::Done, ..VariantResult::default() };
    let part = Part { most_nodes, ..Part::default() };
    for case in &plan.cases {
        let mut judge = Judge::new(plan, case, question, check);
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

/// What came of the solutions of a variant that were taken apart.
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
    let mut result = VariantResult { state: ResultState::Done, ..VariantResult::default() };
    for case in &plan.cases {
        let judge = Judge::new(&plan, case, Question::Count, check);
        let mut dismantler = Dismantler { judge, disassembler, assemblies };
        let (effort, flow) = case.search().search(Part::default(), &mut dismantler);
        assemblies = dismantler.assemblies;
        result.nodes += effort.nodes;
        result.counts.merge(&dismantler.judge.counts);
        if dismantler.judge.is_refuted {
            return Ok(Some((VariantResult::proved(Proof::Parity), assemblies)));
        }
        if flow.is_break() {
            return Ok(None);
        }
    }
    Ok(Some((result, assemblies)))
}

/// Takes the distinct solutions of a case apart.
struct Dismantler<'a> {
    judge: Judge<'a>,
    disassembler: &'a Disassembler,
    assemblies: VariantAssemblies,
}

impl Observer for Dismantler<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        let before = self.judge.counts.distinct;
        self.judge.solution(options)?;
        let Judge { plan, counts, least, check, .. } = &self.judge;
        if counts.distinct == before || self.assemblies.several {
            return ControlFlow::Continue(());
        }
        let Some(encoded) = plan.encoded() else { return ControlFlow::Continue(()) };
        let placed = encoded.encoding.decode(least);
        let Some(found) = self.disassembler.take_apart(&placed, *check) else {
            return ControlFlow::Break(());
        };
        // Moves that do not pass their replay show nothing.
        let found = found.map(|own| own.summary()).unwrap_or_default();
        match (found.disassembles, self.assemblies.level) {
            (Some(true), None) => self.assemblies.level = Some(found.level),
            (Some(true), Some(_)) => self.assemblies.several = true,
            (None, _) => self.assemblies.unknown = true,
            (Some(false), _) => {}
        }
        ControlFlow::Continue(())
    }

    fn pulse(&mut self, effort: &Effort, path: &[Choice]) -> ControlFlow<()> {
        self.judge.pulse(effort, path)
    }
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
    let mut kept = Vec::new();
    for case in &plan.cases {
        let judge = Judge::new(&plan, case, Question::Count, check);
        let mut collector = Collector { judge, limit, kept, is_full: false };
        let flow = case.search().search(Part::default(), &mut collector).1;
        let is_full = collector.is_full;
        kept = collector.kept;
        if flow.is_break() {
            if !is_full {
                return Ok(None);
            }
            found.complete = false;
            break;
        }
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

/// Keeps the distinct solutions of a case.
struct Collector<'a> {
    judge: Judge<'a>,
    /// The number at which it is full.
    limit: usize,
    kept: Vec<Vec<OptionId>>,
    is_full: bool,
}

impl Observer for Collector<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        if self.kept.len() == self.limit {
            self.is_full = true;
            return ControlFlow::Break(());
        }
        let before = self.judge.counts.distinct;
        self.judge.solution(options)?;
        if self.judge.counts.distinct > before {
            self.kept.push(self.judge.least.clone());
        }
        ControlFlow::Continue(())
    }

    fn pulse(&mut self, _effort: &Effort, _path: &[Choice]) -> ControlFlow<()> {
        (self.judge.check)()
    }
}

/// Counts the solutions of a case.
struct Judge<'a> {
    plan: &'a Plan,
    case: &'a Case,
    orbits: Orbits<'a>,
    proper: ElementSet,
    question: Question,
    solution: Vec<OptionId>,
    /// The least of the turned and flipped copies of the last solution that counted.
    least: Vec<OptionId>,
    counts: Counts,
    /// True if a reason against any solution was looked for, which is worth it in a long search alone.
    is_asked: bool,
    /// True if it was found.
    is_refuted: bool,
    check: &'a (dyn Fn() -> ControlFlow<()> + Sync),
}

impl<'a> Judge<'a> {
    fn new(
        plan: &'a Plan,
        case: &'a Case,
        question: Question,
        check: &'a (dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Judge<'a> {
        let orbits =
            Orbits::of_search(plan.group(), case.within, case.strategy.restriction.as_ref());
        let (proper, counts) = (plan.group().proper(), Counts::default());
        let (solution, least) = (Vec::new(), Vec::new());
        let (is_asked, is_refuted) = (false, false);
        Judge {
            plan,
            case,
            orbits,
            proper,
            question,
            solution,
            least,
            counts,
            is_asked,
            is_refuted,
            check,
        }
    }
}

impl Observer for Judge<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.solution.clear();
        self.solution.extend(options.iter().map(|option| self.case.options[option.index()]));
        self.solution.sort_unstable();
        if let Verdict::Kept(least, orbit) = self.orbits.judge(&self.solution) {
            self.counts.add(orbit, self.proper);
            self.least.clear();
            self.least.extend_from_slice(least);
        }
        match self.question.is_answered(&self.counts) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn pulse(&mut self, effort: &Effort, _path: &[Choice]) -> ControlFlow<()> {
        if !self.is_asked && effort.nodes >= LONG_SEARCH {
            self.is_asked = true;
            self.is_refuted = self.counts.total == 0 && self.plan.reason(Budget::BRIEF).is_some();
        }
        if self.is_refuted { ControlFlow::Break(()) } else { (self.check)() }
    }
}
