//! The test of one set of pieces against all variants.
//!
//! The variants that most sets failed so far are tried first, so that a set that is given up after some
//! unsolvable variants is given up soon. Where all variants are solved together as one exact cover,
//! only a few of these are tried before that.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use super::goal::{MAX_NAMED, SetResult};
use super::plan::{Method, SetsPlan};
use crate::encode::Encoding;
use crate::exact_cover::{Choice, Effort, Observer, OptionId, Part};
use crate::job::variants::cover::{MarkedCover, Marking};
use crate::job::variants::{
    Proof, Question, ResultState, VariantList, VariantResult, each, settled,
};
use crate::job::{Plan, PlanError, PlanOptions, Subject};

/// The hard variants that are tried one by one before all are solved together.
const SCREENED: usize = 12;

/// The number of times each variant had no solution so far, over all sets; in a part of a divided
/// search, whose results must not depend on the order of the sets, the numbers at its beginning.
pub(super) struct Hardness {
    failed: Vec<AtomicU32>,
    is_fixed: bool,
}

impl Hardness {
    /// Of so many variants; of a part, the hard ones are known, the hardest first.
    pub(super) fn new(variants: usize, hard: Option<&[u32]>) -> Hardness {
        let mut failed: Vec<AtomicU32> = (0..variants).map(|_| AtomicU32::new(0)).collect();
        for (rank, &variant) in hard.into_iter().flatten().rev().enumerate() {
            failed[variant as usize] = AtomicU32::new(rank as u32 + 1);
        }
        Hardness { failed, is_fixed: hard.is_some() }
    }

    pub(super) fn note(&self, variant: u32) {
        if !self.is_fixed {
            self.failed[variant as usize].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The variants, the hardest first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.failed.len()).collect();
        let failed: Vec<u32> = self.failed.iter().map(|n| n.load(Ordering::Relaxed)).collect();
        order.sort_by_key(|&n| std::cmp::Reverse(failed[n]));
        order
    }

    fn has_failed(&self, variant: usize) -> bool {
        self.failed[variant].load(Ordering::Relaxed) > 0
    }
}

type Check<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);

/// Tests a set; `None` when that was broken off.
///
/// # Errors
/// When a variant is too large to be searched.
pub(super) fn test(
    plan: &SetsPlan,
    set: usize,
    hardness: &Hardness,
    check: Check<'_>,
) -> Result<Option<SetResult>, PlanError> {
    let began = Instant::now();
    let list = plan.list_of(set);
    let result = match plan.method()? {
        Method::OneByOne => one_by_one(plan, &list, hardness, check)?,
        Method::Together(marking) => together(plan, &list, marking, hardness, check)?,
    };
    Ok(result.map(|mut result| {
        result.set = set as u32;
        result.variants = list.len() as u32;
        result.micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
        result.without.iter().for_each(|&variant| hardness.note(variant));
        result
    }))
}

/// The known results of a set's variants while it is tested.
#[derive(Default)]
struct Known {
    result: SetResult,
    /// The numbers of solutions of those that are solved: index, total, distinct.
    numbers: Vec<(u32, u64, u64)>,
}

impl Known {
    fn add(&mut self, variant: usize, found: &VariantResult) {
        self.result.tested += 1;
        self.result.nodes += found.nodes;
        match found.counts.total {
            0 => self.miss(variant, found.proof),
            _ => self.result.solvable += 1,
        }
        self.numbers.push((variant as u32, found.counts.total, found.counts.distinct));
    }

    fn miss(&mut self, variant: usize, proof: Option<Proof>) {
        self.result.by_parity += u32::from(proof == Some(Proof::Parity));
        self.result.without.push(variant as u32);
    }

    /// The result, with the numbers of solutions where those were counted.
    fn result(mut self, gave_up: bool, counted: bool) -> SetResult {
        self.result.gave_up = gave_up;
        // The first of the list, whatever the order in which they were tried.
        self.result.without.sort_unstable();
        self.result.without.truncate(MAX_NAMED);
        if counted && !gave_up {
            // The first of several variants is the first of the list.
            self.numbers.sort_unstable();
            self.result.sum_up(self.numbers.into_iter());
        }
        self.result
    }
}

fn one_by_one(
    plan: &SetsPlan,
    list: &VariantList,
    hardness: &Hardness,
    check: Check<'_>,
) -> Result<Option<SetResult>, PlanError> {
    let mut known = Known::default();
    for variant in hardness.order() {
        let found = match plan.disassembler() {
            None => each::solve(list, variant, question(plan), check)?,
            Some(disassembler) => {
                let found = each::take_apart(list, variant, disassembler, check)?;
                found.map(|(found, assemblies)| {
                    known.result.assemblies.get_or_insert_default().add(assemblies);
                    found
                })
            }
        };
        let Some(found) = found else { return Ok(None) };
        known.add(variant, &found);
        if plan.gives_up_at(known.result.missing()) {
            let gave_up = known.result.tested < list.len() as u32;
            return Ok(Some(known.result(gave_up, !plan.only_exists())));
        }
    }
    Ok(Some(known.result(false, !plan.only_exists())))
}

fn question(plan: &SetsPlan) -> Question {
    if plan.only_exists() { Question::Exists } else { Question::Count }
}

fn together(
    plan: &SetsPlan,
    list: &VariantList,
    marking: Marking,
    hardness: &Hardness,
    check: Check<'_>,
) -> Result<Option<SetResult>, PlanError> {
    if plan.gives_up() {
        let mut known = Known::default();
        let hard = hardness.order().into_iter().take(SCREENED);
        for variant in hard.filter(|&variant| hardness.has_failed(variant)) {
            let Some(found) = each::solve(list, variant, Question::Exists, check)? else {
                return Ok(None);
            };
            known.add(variant, &found);
            if plan.gives_up_at(known.result.missing()) {
                return Ok(Some(known.result(true, false)));
            }
        }
    }
    let results = settled(list);
    let open: Vec<usize> =
        (0..list.len()).filter(|&n| results[n].state == ResultState::Open).collect();
    let encoding = Encoding::new(&list.puzzle)?;
    let mut totals = vec![0; list.len()];
    let mut nodes = 0;
    if !open.is_empty() {
        let cover = MarkedCover::new(list, &encoding, &open, marking);
        let cover = cover.map_err(|error| PlanError::Encode(error.into()))?;
        let subject = Subject::of_problem("", cover.problem.clone());
        let search = Plan::new(subject, PlanOptions::default())?;
        let mut counter =
            Counter { totals: &mut totals, solution: Vec::new(), cover: &cover, check };
        // There is no case if a variant is known to have no solution.
        if let Some(case) = search.cases.first() {
            let (effort, flow) = case.search().search(Part::default(), &mut counter);
            nodes = effort.nodes;
            if flow.is_break() {
                return Ok(None);
            }
        }
    }
    let mut known = Known::default();
    known.result.nodes = nodes;
    for (variant, total) in totals.into_iter().enumerate() {
        let found = match total {
            // By itself, its own symmetries are found.
            1.. if plan.is_symmetric(variant) => {
                match each::solve(list, variant, Question::Count, check)? {
                    Some(found) => VariantResult { nodes: 0, ..found },
                    None => return Ok(None),
                }
            }
            _ => {
                let mut found = results[variant];
                (found.counts.total, found.counts.distinct) = (total, total);
                found
            }
        };
        known.add(variant, &found);
    }
    if known.result.solvable == 0 {
        // Whether parity shows it is known only of each by itself.
        known.result.by_parity = 0;
        for variant in 0..list.len() {
            if let Err(Proof::Parity) = each::plan(list, variant, Question::Exists)? {
                known.result.by_parity += 1;
            }
        }
    }
    Ok(Some(known.result(false, true)))
}

/// Counts the solutions of each variant.
struct Counter<'a> {
    totals: &'a mut [u64],
    solution: Vec<OptionId>,
    cover: &'a MarkedCover,
    check: Check<'a>,
}

impl Observer for Counter<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.solution.clear();
        self.solution.extend_from_slice(options);
        self.solution.sort_unstable();
        if let Some((variant, _)) = self.cover.variant(&self.solution) {
            self.totals[variant] += 1;
        }
        ControlFlow::Continue(())
    }

    fn pulse(&mut self, _: &Effort, _: &[Choice]) -> ControlFlow<()> {
        (self.check)()
    }
}
