//! A short search for the solutions that contain given placements.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::count;
use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::frontier::{Limits, Unsaved, WeightedProblem};
use crate::exact_cover::{
    Choice, Effort, Engine, ItemId, Observer, OptionId, Part, Residual, Tree,
};
use crate::puzzle::Puzzle;
use crate::solution::Tally;
use crate::solution::orbit::image_of;

/// The most entries of solutions that are kept to tell how many of them are distinct.
const DISTINCT_ENTRIES: usize = 4_000_000;
/// Memory for the states of a sweep, in bytes.
const SWEEP_BYTES: usize = 96 << 20;

/// The limits of a short search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// The number of solutions beyond which they are not counted.
    pub solutions: u64,
    /// The time that the search may take; a sweep after it may take as long again.
    pub time: Duration,
}

/// Adds the solutions of a residual problem to a tally.
struct Counter<'a> {
    residual: &'a Residual,
    chosen: &'a [OptionId],
    limits: SearchLimits,
    end: Instant,
    wanted: &'a (dyn Fn() -> bool + Sync),
    tally: Tally,
    least: Option<BTreeSet<Vec<OptionId>>>,
    entries: usize,
    group: &'a SymmetryGroup,
    solution: Vec<OptionId>,
}

impl Counter<'_> {
    /// Records which distinct solution this one is a copy of, while there is room.
    fn add_distinct(&mut self) {
        let Some(least) = &mut self.least else { return };
        let mut image = Vec::new();
        let mut least_image = self.solution.clone();
        for element in &self.group.elements {
            image_of(element, &self.solution, &mut image);
            if image < least_image {
                std::mem::swap(&mut image, &mut least_image);
            }
        }
        self.entries += least_image.len();
        least.insert(least_image);
        if self.entries > DISTINCT_ENTRIES {
            self.least = None;
        }
    }
}

impl Observer for Counter<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        if self.tally.total == self.limits.solutions {
            return ControlFlow::Break(());
        }
        self.solution.clear();
        self.solution.extend_from_slice(self.chosen);
        self.solution.extend(options.iter().map(|option| self.residual.options[option.index()]));
        self.solution.sort_unstable();
        self.tally.add(&self.solution);
        self.add_distinct();
        ControlFlow::Continue(())
    }

    fn pulse(&mut self, _: &Effort, _: &[Choice]) -> ControlFlow<()> {
        match Instant::now() < self.end && (self.wanted)() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

/// Searches for the solutions that contain the options that were chosen, from what these leave; see
/// [`crate::exact_cover::Problem::residual`]. Where the search takes too long, they are counted by
/// a sweep, if that is quick. `None` if they are no longer wanted.
pub fn search(
    (puzzle, encoding, group): (&Puzzle, &Encoding, &SymmetryGroup),
    chosen: &[OptionId],
    residual: &Residual,
    limits: SearchLimits,
    wanted: &(dyn Fn() -> bool + Sync),
) -> Option<Tally> {
    let mut counter = Counter {
        residual,
        chosen,
        limits,
        end: Instant::now() + limits.time,
        wanted,
        tally: Tally::new(encoding.problem.option_count()),
        least: Some(BTreeSet::new()),
        entries: 0,
        group,
        solution: Vec::new(),
    };
    let engine = Engine::cheapest(Tree::FewestOptions, &residual.problem);
    let search = engine.and_then(|engine| engine.load(&residual.problem, &[]).ok());
    counter.tally.complete = search
        .is_some_and(|mut search| search.search(Part::default(), &mut counter).1.is_continue());
    let Counter { mut tally, least, .. } = counter;
    if !wanted() {
        return None;
    }
    if tally.complete {
        tally.distinct = least.map(|least| least.len() as u64);
    } else if tally.total < limits.solutions
        && let Some(total) = sweep(puzzle, encoding, residual, limits.time, wanted)
    {
        // What the search has found is still good for hints.
        tally.total = total;
    }
    wanted().then_some(tally)
}

/// Counts the solutions of a residual problem by a frontier sweep, if it takes no longer than some
/// time.
fn sweep(
    puzzle: &Puzzle,
    encoding: &Encoding,
    residual: &Residual,
    time: Duration,
    wanted: &dyn Fn() -> bool,
) -> Option<u64> {
    let (engine, whole) = count::counter()?;
    (engine.supports)(&residual.problem).ok()?;
    let cover = WeightedProblem::from_problem(&residual.problem);
    let moved = |order: Vec<ItemId>| -> Vec<ItemId> {
        order.into_iter().map(|item| residual.place[item.index()]).collect()
    };
    let orders = encoding.sweep_orders(puzzle).into_iter().map(moved);
    let sized = orders.filter_map(|order| Some((whole.state_size(&cover, &order)?.0, order)));
    let (_, order) = sized.min_by_key(|(bits, _)| *bits)?;
    let end = Instant::now() + time;
    let limits = Limits { bytes: SWEEP_BYTES, ..Limits::default() };
    let watch = &mut |_| match Instant::now() < end && wanted() {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let counted = whole.count(&cover, &order, &limits, None, &mut Unsaved(watch));
    counted.ok()?.to_u64()
}

#[cfg(test)]
mod tests {
    use crate::encode::Encoded;
    use crate::job::PlanOptions;
    use std::sync::Arc;

    use crate::encode::{Encoding, SymmetryGroup};
    use crate::exact_cover::OptionId;
    use crate::format::puzzle_file;
    use crate::job::{Plan, Run, Settings};
    use crate::puzzle::Puzzle;
    use crate::solution::{Store, Tally, View, by_hand};

    use super::*;

    /// Small puzzles: a plain one, some with numbers of copies and with optional sites, sticks,
    /// triangles and cubes.
    const PUZZLES: [&str; 6] = [
        "lattice: Square, pieces: [Family(free: 3, copies: 2)], board: Rectangle(4, 3)",
        "lattice: Square, pieces: [Family(free: 2, copies: 2), Family(free: 1, copies: (0, 3)), \
         Family(free: 3)], board: Rectangle(4, 3)",
        "lattice: Square, pieces: [Family(free: 3, copies: (0, 2))], board: Art([\"###\", \"###\", \"o#o\"])",
        "lattice: SquareEdges, pieces: [Family(free: 2, copies: 2), Family(free: 1, copies: 4)], \
         board: Rectangle(2, 2)",
        "lattice: Triangle, pieces: [Family(free: 3, copies: 2), Family(free: 2, copies: 3)], \
         board: Parallelogram(3, 2)",
        "lattice: Cube, pieces: [Family(free: 3, copies: 2)], board: Box(2, 2, 3)",
    ];

    struct Solved {
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
        store: Store,
        all: Vec<Vec<OptionId>>,
    }

    fn solved(words: &str) -> Solved {
        let text = format!("(format: 1, title: \"t\", {words})");
        let puzzle =
            puzzle_file::read(text.into()).unwrap_or_else(|e| panic!("{words}: {e:?}")).puzzle;
        let plan = Arc::new(Plan::new(puzzle, PlanOptions::default()).expect("a plan"));
        let mut run = Run::start(Arc::clone(&plan), Settings::default());
        run.wait();
        let store = run.into_store();
        let view = View::all(&store, plan.group());
        let all = (0..view.len()).map(|n| view.solution(plan.group(), &store, n)).collect();
        let Encoded { puzzle, encoding, .. } =
            plan.encoded().cloned().expect("a puzzle with a board");
        Solved { puzzle, encoding, group: Arc::clone(plan.group()), store, all }
    }

    /// Computes the rest by brute force: the number of solutions, of distinct ones, and of those
    /// with each option.
    fn expected(solved: &Solved, chosen: &[OptionId]) -> (u64, u64, Vec<u64>) {
        let mut uses = vec![0; solved.encoding.problem.option_count()];
        let (mut total, mut least) = (0, std::collections::BTreeSet::new());
        for solution in &solved.all {
            if !chosen.iter().all(|option| solution.contains(option)) {
                continue;
            }
            total += 1;
            solution.iter().for_each(|option| uses[option.index()] += 1);
            let images = solved.group.elements.iter().map(|element| {
                let mut image: Vec<OptionId> = solution.iter().map(|&o| element.image(o)).collect();
                image.sort_unstable();
                image
            });
            least.insert(images.min());
        }
        (total, least.len() as u64, uses)
    }

    fn by_search(solved: &Solved, chosen: &[OptionId], limits: SearchLimits) -> Tally {
        let Solved { puzzle, encoding, group, .. } = solved;
        let residual = encoding.problem.residual(chosen).expect("they fit together");
        search((puzzle, encoding, group), chosen, &residual, limits, &|| true).expect("wanted")
    }

    const UNLIMITED: SearchLimits =
        SearchLimits { solutions: u64::MAX, time: Duration::from_secs(1000) };

    #[test]
    fn list_search_and_brute_force_leave_the_same_solutions() {
        let mut state = 1u64;
        let mut next = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % n
        };
        for words in PUZZLES {
            let solved = solved(words);
            assert!(solved.all.len() > 1, "{words}: {}", solved.all.len());
            let options = solved.encoding.problem.option_count();
            let (mut dead, mut alive) = (0, 0);
            for round in 0..60 {
                // A part of some solution, sometimes with a placement of another.
                let whole = &solved.all[next(solved.all.len())];
                let size = next(whole.len() + 1);
                let mut chosen: Vec<OptionId> =
                    (0..size).map(|_| whole[next(whole.len())]).collect();
                if round % 3 == 0 {
                    chosen.push(OptionId(next(options) as u32));
                }
                chosen.sort_unstable();
                chosen.dedup();
                let (total, distinct, uses) = expected(&solved, &chosen);
                let Solved { store, group, encoding, .. } = &solved;
                let listed = by_hand::of_store(store, group, &chosen, &|| true).expect("wanted");
                let of_list = (listed.total, listed.distinct, &listed.uses);
                assert_eq!(of_list, (total, Some(distinct), &uses), "{words}: {chosen:?}");
                if encoding.problem.residual(&chosen).is_err() {
                    assert_eq!(total, 0);
                    continue;
                }
                let found = by_search(&solved, &chosen, UNLIMITED);
                let of_search = (found.total, found.distinct, &found.uses);
                assert_eq!(of_search, (total, Some(distinct), &uses), "{words}: {chosen:?}");
                for tally in [&listed, &found] {
                    assert!(tally.is_listed());
                    assert_eq!(tally.sample.len() as u64, total.min(100));
                    for own in &tally.sample {
                        assert!(chosen.iter().all(|o| own.contains(o)) && solved.all.contains(own));
                    }
                }
                if total == 0 { dead += 1 } else { alive += 1 }
            }
            assert!(alive > 20, "{words}: {dead} {alive}");
        }
    }

    #[test]
    fn a_search_that_is_cut_short_says_so_and_one_that_is_not_wanted_gives_nothing() {
        let solved = solved(PUZZLES[1]);
        let all = solved.all.len() as u64;
        let limits = |solutions| SearchLimits { solutions, ..UNLIMITED };
        let cut = by_search(&solved, &[], limits(all - 1));
        assert_eq!((cut.total, cut.complete, cut.distinct), (all - 1, false, None));
        let unused = OptionId(solved.all[0][0].0);
        assert_ne!(cut.leads_on(unused), Some(false), "what was not found is not ruled out");
        let whole = by_search(&solved, &[], limits(all));
        assert_eq!((whole.total, whole.complete), (all, true));
        let Solved { puzzle, encoding, group, store, .. } = &solved;
        let residual = encoding.problem.residual(&[]).unwrap();
        let problem = (&**puzzle, &**encoding, &**group);
        assert_eq!(search(problem, &[], &residual, UNLIMITED, &|| false), None);
        assert_eq!(by_hand::of_store(store, group, &[], &|| false), None);
    }
}
