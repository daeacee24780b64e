//! The weights of least sum by which a system A x = b has no solution x ≥ 0: a linear program.
//!
//! Wanted are weights y with yᵀA ≤ 0 and yᵀb ≥ 1, and the least sum of their sizes. The dual
//! program is to make t as large as it can be, where no row of t b − A x exceeds the size of its
//! class either way and x, t ≥ 0. It begins at 0 without a first phase, and is unbounded exactly if
//! A x = b has a solution. (Dantzig's simplex method on a dense tableau without the columns of the
//! basis; Chvátal, *Linear Programming*, 1983.)
//!
//! In floating point: what comes of it is checked elsewhere.

use super::{Budget, Column, ItemClass};
use crate::random::scattered;

/// Numbers nearer to 0 than this are 0.
const TINY: f64 = 1e-9;

/// The tableau: the rows of the basis, and last that of the objective.
struct Tableau {
    /// Row after row, in each the columns outside the basis and last the right hand side.
    cells: Vec<f64>,
    width: usize,
    /// The variable of each row.
    basis: Vec<usize>,
    /// The variable of each column.
    outside: Vec<usize>,
}

/// The weights, with no option less than 0 and −1 for all that is needed; `None` where there are
/// none, or the budget does not last.
pub(super) fn least_weights(
    classes: &[ItemClass],
    columns: &[Column],
    budget: &mut Budget,
) -> Option<Vec<f64>> {
    let size = (2 * classes.len() + 1) * (columns.len() + 2);
    budget.take(size)?;
    let mut tableau = Tableau::new(classes, columns);
    while let Some(column) = tableau.entering() {
        budget.take(size)?;
        let row = tableau.leaving(column)?;
        tableau.pivot(row, column);
    }
    let n = columns.len() + 1;
    let mut weights = vec![0.0; classes.len()];
    let objective = &tableau.cells[tableau.basis.len() * tableau.width..];
    for (&variable, value) in tableau.outside.iter().zip(objective) {
        match variable.checked_sub(n) {
            Some(slack) if slack < classes.len() => weights[slack] -= value,
            Some(slack) => weights[slack - classes.len()] += value,
            None => {}
        }
    }
    Some(weights)
}

impl Tableau {
    fn new(classes: &[ItemClass], columns: &[Column]) -> Tableau {
        let rows = classes.len();
        let width = columns.len() + 2;
        let mut cells = vec![0.0; (2 * rows + 1) * width];
        for (i, class) in classes.iter().enumerate() {
            for (row, sign) in [(i, 1.0), (rows + i, -1.0)] {
                cells[row * width] = sign * class.needed as f64;
                // No two alike, so that every step is one forwards.
                let bent = 1.0 + (scattered(row as u64) >> 44) as f64 * 1e-9;
                cells[row * width + width - 1] = f64::from(class.size) * bent;
            }
        }
        for (j, column) in columns.iter().enumerate() {
            for &(i, n) in column {
                cells[i as usize * width + j + 1] = -n as f64;
                cells[(rows + i as usize) * width + j + 1] = n as f64;
            }
        }
        cells[2 * rows * width] = -1.0;
        let n = width - 1;
        Tableau { cells, width, basis: (n..n + 2 * rows).collect(), outside: (0..n).collect() }
    }

    /// The column by which the objective grows fastest; `None` when it is as large as it can be.
    fn entering(&self) -> Option<usize> {
        let objective = &self.cells[self.basis.len() * self.width..][..self.width - 1];
        let least = objective.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1))?;
        (*least.1 < -TINY).then_some(least.0)
    }

    /// The row that limits a column first; `None` when none does.
    fn leaving(&self, column: usize) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for row in 0..self.basis.len() {
            let cell = self.cells[row * self.width + column];
            if cell > TINY {
                let limit = self.cells[(row + 1) * self.width - 1] / cell;
                if best.is_none_or(|(least, _)| limit < least) {
                    best = Some((limit, row));
                }
            }
        }
        best.map(|(_, row)| row)
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let width = self.width;
        let pivot = self.cells[row * width + column];
        let mut own: Vec<f64> = self.cells[row * width..(row + 1) * width].to_vec();
        own[column] = 1.0;
        own.iter_mut().for_each(|cell| *cell /= pivot);
        for (k, other) in self.cells.chunks_exact_mut(width).enumerate() {
            let factor = other[column];
            if k == row || factor == 0.0 {
                continue;
            }
            other[column] = 0.0;
            other.iter_mut().zip(&own).for_each(|(cell, own)| *cell -= factor * own);
        }
        self.cells[row * width..(row + 1) * width].copy_from_slice(&own);
        std::mem::swap(&mut self.basis[row], &mut self.outside[column]);
    }
}
