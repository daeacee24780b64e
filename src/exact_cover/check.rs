//! The check that options are a solution, by their items alone.

use super::{ItemKind, OptionId, Problem};

/// Checks many sets of options against the items of one problem.
///
/// ```
/// use polywright::exact_cover::{CoverChecker, ItemKind, OptionId, ProblemBuilder};
///
/// let mut builder = ProblemBuilder::default();
/// let [a, b] = ["a", "b"].map(|name| builder.item(name, ItemKind::ONCE));
/// for option in [&[a][..], &[b], &[a, b]] {
///     builder.option(option.iter().copied());
/// }
/// let problem = builder.build()?;
/// let mut checker = CoverChecker::new(&problem);
/// assert!(checker.is_solution(&[OptionId(0), OptionId(1)]));
/// assert!(checker.is_solution(&[OptionId(2)]));
/// assert!(!checker.is_solution(&[OptionId(0), OptionId(2)]));
/// assert!(!checker.is_solution(&[OptionId(0)]));
/// # Ok::<(), polywright::exact_cover::problem::ProblemError>(())
/// ```
#[derive(Debug)]
pub struct CoverChecker<'p> {
    problem: &'p Problem,
    /// The number of times that each item is covered; zero between two checks.
    covered: Vec<u32>,
    /// The colour in which each item was covered last.
    colours: Vec<u32>,
}

impl<'p> CoverChecker<'p> {
    /// A checker for a problem.
    pub fn new(problem: &'p Problem) -> CoverChecker<'p> {
        let items = problem.items().len();
        CoverChecker { problem, covered: vec![0; items], colours: vec![0; items] }
    }

    /// Returns whether options, in ascending order, are a solution: each at most once, every
    /// primary item as often as it must be, and every secondary item once or always in the same
    /// colour. Cost: linear in the items.
    pub fn is_solution(&mut self, options: &[OptionId]) -> bool {
        if !options.is_sorted_by(|a, b| a < b) {
            return false;
        }
        let mut agree = true;
        for cell in options.iter().flat_map(|&option| self.problem.option(option)) {
            let n = cell.item.index();
            let is_shared = self.covered[n] > 0 && !self.problem.is_primary(cell.item);
            agree &= !is_shared || (cell.colour > 0 && cell.colour == self.colours[n]);
            self.covered[n] += 1;
            self.colours[n] = cell.colour;
        }
        let is_covered = agree
            && self.problem.items().iter().zip(&self.covered).all(|(item, covered)| {
                match item.kind {
                    ItemKind::Primary { min, max } => (min..=max).contains(covered),
                    ItemKind::Secondary => true,
                }
            });
        for item in options.iter().flat_map(|&option| self.problem.option(option).items()) {
            self.covered[item.index()] = 0;
        }
        is_covered
    }
}
