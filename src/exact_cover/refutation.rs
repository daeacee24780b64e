//! A proof that a problem has no solution, in the form of weights, and its check in exact integers.
//!
//! Leans on [`super::problem`] alone: whatever found the weights ([`super::relaxation`]), here they
//! are checked, in time linear in the problem.

use super::problem::{ItemKind, Problem};

/// Weights of items by which there can be no solution.
///
/// The options of a solution together weigh what the items that they cover weigh together. Where
/// no option weighs less than 0, but all that a solution may cover does, there is no solution; nor
/// where every option weighs a multiple of some number, but what a solution must cover does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The weight of each item.
    pub weights: Vec<i64>,
    /// The number of which every option weighs a multiple; `None` where it weighs at least 0.
    pub modulus: Option<u32>,
}

impl Refutation {
    /// Returns whether the weights prove that the problem has no solution. Linear in the problem.
    pub fn holds(&self, problem: &Problem) -> bool {
        let modulus = self.modulus.map(i128::from);
        if self.weights.len() != problem.items().len() || modulus.is_some_and(|m| m < 2) {
            return false;
        }
        let weight = |item: usize| i128::from(self.weights[item]);
        for (_, option) in problem.options() {
            // What has a colour may be covered any number of times.
            if option.iter().any(|cell| cell.colour != 0 && weight(cell.item.index()) != 0) {
                return false;
            }
            let sum: i128 = option.items().iter().map(|item| weight(item.index())).sum();
            if modulus.map_or(sum < 0, |m| sum.rem_euclid(m) != 0) {
                return false;
            }
        }
        let mut total = 0;
        for (i, item) in problem.items().iter().enumerate() {
            let (min, max) = match item.kind {
                ItemKind::Primary { min, max } => (i128::from(min), i128::from(max)),
                ItemKind::Secondary => (0, 1),
            };
            if min != max && modulus.is_some_and(|m| weight(i).rem_euclid(m) != 0) {
                return false;
            }
            total += weight(i) * if weight(i) < 0 { min } else { max };
        }
        modulus.map_or(total < 0, |m| total.rem_euclid(m) != 0)
    }
}
