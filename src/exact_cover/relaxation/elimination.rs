//! Weights by which a system A x = b has no solution modulo a prime: Gauss' elimination.
//!
//! The weights y with yᵀA = 0 are what a basis of the columns leaves free. The basis is begun with
//! some columns; those that the weights then found do not bring to 0 are added to it, until there
//! are none. Of the weights with yᵀb ≠ 0 those with few items other than 0 are looked for.

use super::{Budget, Column, ItemClass};

/// Columns in succession that add nothing to the basis, after which it is tried.
const MAX_IN_VAIN: usize = 24;
/// Rounds of looking for weights with more zeros.
const MAX_ROUNDS: usize = 4;

/// The weights, from −p/2 to p/2; `None` where there are none, or the budget does not last.
pub(super) fn weights(
    prime: u32,
    classes: &[ItemClass],
    columns: &[Column],
    budget: &mut Budget,
) -> Option<Vec<i64>> {
    // Each compiled for its prime, since a division by what is known is a multiplication.
    match prime {
        2 => of_prime::<2>(classes, columns, budget),
        3 => of_prime::<3>(classes, columns, budget),
        5 => of_prime::<5>(classes, columns, budget),
        _ => None,
    }
}

fn of_prime<const P: u8>(
    classes: &[ItemClass],
    columns: &[Column],
    budget: &mut Budget,
) -> Option<Vec<i64>> {
    let needed: Vec<u8> = classes.iter().map(|class| residue::<P>(class.needed)).collect();
    let mut basis = Basis::<P> { rows: classes.len(), vectors: Vec::new() };
    let mut in_vain = 0;
    // In strides, so that what is alike is apart.
    let stride = columns.len() / 2 + columns.len() / 8 + 1;
    let mut at = 0;
    for _ in 0..columns.len() {
        let is_new = basis.add(&columns[at], budget)?;
        in_vain = if is_new { 0 } else { in_vain + 1 };
        if in_vain > MAX_IN_VAIN {
            break;
        }
        at = (at + stride) % columns.len();
    }
    loop {
        let kernel = basis.kernel(budget)?;
        if kernel.iter().all(|y| dot::<P>(y, &needed) == 0) {
            return None;
        }
        let mut is_sound = true;
        for column in columns {
            budget.take(kernel.len() * column.len())?;
            if kernel.iter().any(|y| sparse_dot::<P>(y, column) != 0) {
                is_sound = false;
                basis.add(column, budget)?;
            }
        }
        if is_sound {
            let best = sparsest::<P>(kernel, &needed, classes, budget)?;
            let centred = |w: u8| i64::from(w) - if 2 * w > P { i64::from(P) } else { 0 };
            return Some(best.into_iter().map(centred).collect());
        }
    }
}

/// The residue of a number.
fn residue<const P: u8>(n: i64) -> u8 {
    n.rem_euclid(i64::from(P)) as u8
}

/// The number that a residue other than 0 has the product 1 with.
fn inverse<const P: u8>(n: u8) -> u8 {
    (1..P).find(|m| m * n % P == 1).unwrap_or(1)
}

fn dot<const P: u8>(a: &[u8], b: &[u8]) -> u8 {
    (a.iter().zip(b).map(|(a, b)| u64::from(a * b)).sum::<u64>() % u64::from(P)) as u8
}

fn sparse_dot<const P: u8>(y: &[u8], column: &Column) -> u8 {
    let products = column.iter().map(|&(i, n)| u32::from(y[i as usize] * residue::<P>(n)));
    (products.sum::<u32>() % u32::from(P)) as u8
}

/// Adds a multiple of a vector to another.
fn add_multiple<const P: u8>(to: &mut [u8], from: &[u8], factor: u8) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = (*to + factor * from) % P);
}

/// Vectors, each with a 1 at its pivot, where those after it have 0.
struct Basis<const P: u8> {
    rows: usize,
    vectors: Vec<(usize, Vec<u8>)>,
}

impl<const P: u8> Basis<P> {
    /// Adds a column; returns whether it is no combination of those before.
    fn add(&mut self, column: &Column, budget: &mut Budget) -> Option<bool> {
        let mut vector = vec![0; self.rows];
        column.iter().for_each(|&(i, n)| vector[i as usize] = residue::<P>(n));
        budget.take(self.rows + self.vectors.len())?;
        for (pivot, own) in &self.vectors {
            if vector[*pivot] != 0 {
                budget.take(self.rows)?;
                let factor = P - vector[*pivot];
                add_multiple::<P>(&mut vector, own, factor);
            }
        }
        let Some(pivot) = vector.iter().position(|n| *n != 0) else { return Some(false) };
        let factor = inverse::<P>(vector[pivot]);
        vector.iter_mut().for_each(|n| *n = *n * factor % P);
        self.vectors.push((pivot, vector));
        Some(true)
    }

    /// A basis of the weights by which every vector weighs 0, after the vectors have been reduced by
    /// each other.
    fn kernel(&mut self, budget: &mut Budget) -> Option<Vec<Vec<u8>>> {
        for i in (0..self.vectors.len()).rev() {
            let (before, own) = self.vectors.split_at_mut(i);
            let (pivot, own) = &own[0];
            for (_, vector) in before {
                if vector[*pivot] != 0 {
                    budget.take(self.rows)?;
                    let factor = P - vector[*pivot];
                    add_multiple::<P>(vector, own, factor);
                }
            }
        }
        let mut is_free = vec![true; self.rows];
        self.vectors.iter().for_each(|(pivot, _)| is_free[*pivot] = false);
        let free = (0..self.rows).filter(|&row| is_free[row]);
        let weights = |row: usize| {
            let mut weights = vec![0; self.rows];
            weights[row] = 1;
            for (pivot, vector) in &self.vectors {
                weights[*pivot] = (P - vector[row]) % P;
            }
            weights
        };
        budget.take(self.rows * (self.rows - self.vectors.len()))?;
        Some(free.map(weights).collect())
    }
}

/// Of the combinations of weights with a product other than 0 one with few items that weigh
/// anything: the best that steps from one to the next lead to.
fn sparsest<const P: u8>(
    kernel: Vec<Vec<u8>>,
    needed: &[u8],
    classes: &[ItemClass],
    budget: &mut Budget,
) -> Option<Vec<u8>> {
    let cost = |weights: &[u8]| -> u64 {
        let items = weights.iter().zip(classes).filter(|(weight, _)| **weight != 0);
        items.map(|(_, class)| u64::from(class.size)).sum()
    };
    let mut best =
        kernel.iter().filter(|y| dot::<P>(y, needed) != 0).min_by_key(|y| cost(y)).cloned()?;
    for _ in 0..MAX_ROUNDS {
        let before = cost(&best);
        for other in &kernel {
            for factor in 1..P {
                // Without the budget for it the first will do.
                if budget.take(2 * needed.len()).is_none() {
                    return Some(best);
                }
                let mut next = best.clone();
                add_multiple::<P>(&mut next, other, factor);
                if dot::<P>(&next, needed) != 0 && cost(&next) < cost(&best) {
                    best = next;
                }
            }
        }
        if cost(&best) == before {
            break;
        }
    }
    Some(best)
}
