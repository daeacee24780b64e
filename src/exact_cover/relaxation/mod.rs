//! The linear system behind an exact cover problem, and weights that show it has no solution.
//!
//! A solution is a vector x of zeros and ones with A x = b: a row for each item, a column for each
//! option. Where the system has no solution modulo a prime (`elimination`), or none with x ≥ 0
//! (`simplex`), there are weights of the rows that prove it, by Fredholm's alternative and by
//! Farkas' lemma. Rows may be added up, each sum a class of items: the system becomes smaller, and
//! the weights found for it are alike for all items of a class.
//!
//! What is found here is proposed: [`Refutation::holds`] checks it.

mod elimination;
mod partition;
mod simplex;

use rustc_hash::FxHashSet;

use super::problem::{ItemId, ItemKind, Problem};
use super::refutation::Refutation;

/// The least primes by which systems are solved.
const PRIMES: [u32; 3] = [2, 3, 5];
/// The cells of the largest problem whose whole system is laid out, which takes some 100 bytes each.
const MAX_CELLS: usize = 2_000_000;
/// The largest denominator that weights are multiplied by to become whole.
const MAX_DENOMINATOR: u32 = 120;

/// The number of cells of a class in an option, for each class that it has some of, ascending.
pub type Column = Vec<(u32, i64)>;

/// Operations that may still be made, each about a nanosecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(u64);

impl Budget {
    /// Nothing.
    pub const NONE: Budget = Budget(0);
    /// About a millisecond: before any search.
    pub const BRIEF: Budget = Budget(2_000_000);
    /// About half a second: on a thread of its own, or after a search in vain.
    pub const THOROUGH: Budget = Budget(500_000_000);

    /// Takes this number of operations; `None` when there are not so many left.
    pub fn take(&mut self, operations: usize) -> Option<()> {
        let left = self.0.checked_sub(operations as u64);
        self.0 = left.unwrap_or(0);
        left.map(|_| ())
    }

    /// Returns whether nothing is left of it.
    pub fn is_spent(self) -> bool {
        self.0 == 0
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::BRIEF
    }
}

/// Weights of classes of items, and of which number every option weighs a multiple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The weight of an item of each class.
    pub of_class: Vec<i64>,
    /// As in a [`Refutation`].
    pub modulus: Option<u32>,
}

/// A class of items that are weighed alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct ItemClass {
    /// The number of times that its items are covered, together.
    pub needed: i64,
    /// The number of its items.
    pub size: u32,
    /// True if its items may be covered fewer times.
    pub is_optional: bool,
}

/// A system of equations: for each class of items, how often all options of a solution cover it.
#[derive(Clone, Debug)]
pub struct Relaxation {
    classes: Vec<ItemClass>,
    columns: Vec<Column>,
}

impl Relaxation {
    /// The system of some classes and options; options that are alike are given once.
    pub fn new(classes: Vec<ItemClass>, mut columns: Vec<Column>) -> Relaxation {
        // What is not covered is covered by an option of its own.
        let optional = classes.iter().enumerate().filter(|(_, class)| class.is_optional);
        columns.extend(optional.map(|(i, _)| vec![(i as u32, 1)]));
        Relaxation { classes, columns }
    }

    /// The system of a problem whose items have these classes; those without one are left out.
    fn of_problem(problem: &Problem, class_of: &[Option<u32>]) -> Relaxation {
        let count = class_of.iter().flatten().max().map_or(0, |most| *most as usize + 1);
        let mut classes = vec![ItemClass::default(); count];
        for (item, class) in problem.items().iter().zip(class_of) {
            let Some(class) = class.map(|class| &mut classes[class as usize]) else { continue };
            let (min, max) = match item.kind {
                ItemKind::Primary { min, max } => (min, max),
                ItemKind::Secondary => (0, 1),
            };
            class.needed += i64::from(max);
            class.size += 1;
            class.is_optional |= min < max;
        }
        let (mut seen, mut own) = (FxHashSet::default(), Vec::<u32>::new());
        let mut columns: Vec<Column> = Vec::new();
        for (_, option) in problem.options() {
            own.clear();
            own.extend(option.items().iter().filter_map(|item| class_of[item.index()]));
            own.sort_unstable();
            if !seen.contains(&own) {
                let alike = own.chunk_by(|a, b| a == b);
                columns.push(alike.map(|alike| (alike[0], alike.len() as i64)).collect());
                seen.insert(own.clone());
            }
        }
        Relaxation::new(classes, columns)
    }

    /// Weights by which there is no solution: of all such weights those of the least sum without
    /// signs, or else some modulo a small prime. `None` also where the budget does not last.
    pub fn weights(&self, budget: &mut Budget) -> Option<Weights> {
        self.bound(budget).or_else(|| PRIMES.iter().find_map(|&p| self.modulo(p, budget)))
    }

    /// Weights by which no option weighs less than 0, though what is needed does.
    fn bound(&self, budget: &mut Budget) -> Option<Weights> {
        let weights = simplex::least_weights(&self.classes, &self.columns, budget)?;
        Some(Weights { of_class: whole(&weights)?, modulus: None })
    }

    /// Weights by which every option weighs a multiple of a prime, though what is needed does not.
    fn modulo(&self, prime: u32, budget: &mut Budget) -> Option<Weights> {
        let of_class = elimination::weights(prime, &self.classes, &self.columns, budget)?;
        Some(Weights { of_class, modulus: Some(prime) })
    }
}

/// The least whole multiples of fractions with small denominators.
fn whole(fractions: &[f64]) -> Option<Vec<i64>> {
    (1..=MAX_DENOMINATOR).map(f64::from).find_map(|factor| {
        let scaled = fractions.iter().map(|fraction| fraction * factor);
        let is_whole = |number: f64| (number - number.round()).abs() < 1e-6;
        scaled.clone().all(is_whole).then(|| scaled.map(|number| number.round() as i64).collect())
    })
}

/// A proof that a problem has no solution by the items that `keep` accepts, if there is one and the
/// budget lasts.
pub fn refutation(
    problem: &Problem,
    keep: impl Fn(ItemId) -> bool,
    budget: &mut Budget,
) -> Option<Refutation> {
    if problem.cell_count() > MAX_CELLS {
        *budget = Budget::NONE;
        return None;
    }
    budget.take(4 * problem.cell_count())?;
    let mut kept: Vec<bool> = (0..problem.items().len() as u32).map(|i| keep(ItemId(i))).collect();
    if problem.has_colours() {
        for cell in problem.options().flat_map(|(_, option)| option).filter(|c| c.colour != 0) {
            kept[cell.item.index()] = false;
        }
    }
    let checked = |class_of: &[Option<u32>], weights: Weights| {
        let weight = |class: &Option<u32>| class.map_or(0, |n| weights.of_class[n as usize]);
        let weights_of_items = class_of.iter().map(weight).collect();
        let found = Refutation { weights: weights_of_items, modulus: weights.modulus };
        found.holds(problem).then_some(found)
    };
    // A linear program cannot tell the items of such a class apart, nor mostly a large prime.
    let joined = partition::refined(problem, &kept, budget)?;
    let system = Relaxation::of_problem(problem, &joined);
    if let Some(found) = system.weights(budget).and_then(|weights| checked(&joined, weights)) {
        return Some(found);
    }
    let mut next = 0..;
    let single: Vec<Option<u32>> =
        kept.iter().map(|&kept| if kept { next.next() } else { None }).collect();
    let system = Relaxation::of_problem(problem, &single);
    PRIMES
        .iter()
        .find_map(|&prime| system.modulo(prime, budget))
        .and_then(|weights| checked(&single, weights))
}
