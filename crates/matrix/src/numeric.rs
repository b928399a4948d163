//! Zero-sum games in floating point: fast, and never trusted. The result is a guess at the support; `zero_sum.rs` then
//! solves for the weights and measures the error.

use crate::halt::{Halt, Halted};

/// Entries smaller than this count as zero when a pivot is chosen. Entries of the matrix lie between 1 and 2.
const TINY: f64 = 1e-9;
/// Pivots without progress before the search switches to Bland's rule, which cannot cycle.
const PATIENCE: usize = 64;

/// The support: the rows and columns with positive weight, equal in number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Support {
    pub rows: Vec<usize>,
    pub columns: Vec<usize>,
}

/// Finds the support of optimal strategies of a matrix of positive numbers, `width` in a row: maximises `Σy` where
/// `matrix·y ≤ 1` and `y ≥ 0`. `None` if rounding errors prevent it.
pub(crate) fn optimal_support(matrix: &[f64], width: usize, halt: &Halt<'_>) -> Result<Option<Support>, Halted> {
    let mut tableau = Tableau::new(matrix, width);
    let mut stalled = 0;
    let mut best = 0.0;
    // Many times what any game has needed; it guards against cycles caused by rounding errors.
    for _ in 0..200 * (tableau.height + width) {
        halt.check()?;
        let Some(column) = tableau.entering(stalled > PATIENCE) else { return Ok(Some(tableau.support())) };
        let Some(row) = tableau.leaving(column) else { return Ok(None) };
        tableau.pivot(row, column);
        let value = tableau.value();
        stalled = if value > best + TINY * 1e-3 { 0 } else { stalled + 1 };
        best = value.max(best);
    }
    Ok(None)
}

struct Tableau {
    height: usize,
    width: usize,
    /// Rows with the right-hand side at their end; the last row is the objective.
    entries: Vec<f64>,
    /// The variable of each row and of each column: columns of the game first, then slacks.
    basic: Vec<usize>,
    nonbasic: Vec<usize>,
}

impl Tableau {
    fn new(matrix: &[f64], width: usize) -> Tableau {
        let height = matrix.len() / width;
        let mut entries = Vec::with_capacity((height + 1) * (width + 1));
        for row in matrix.chunks_exact(width) {
            entries.extend_from_slice(row);
            entries.push(1.0);
        }
        entries.extend(std::iter::repeat_n(-1.0, width));
        entries.push(0.0);
        Tableau { height, width, entries, basic: (width..width + height).collect(), nonbasic: (0..width).collect() }
    }

    fn value(&self) -> f64 {
        self.entries[self.height * (self.width + 1) + self.width]
    }

    /// The column with the largest coefficient, or if cautious the first variable with a positive one (Bland's rule).
    fn entering(&self, cautious: bool) -> Option<usize> {
        let start = self.height * (self.width + 1);
        let promises = &self.entries[start..start + self.width];
        let hopeful = (0..self.width).filter(|&column| promises[column] < -TINY);
        match cautious {
            true => hopeful.min_by_key(|&column| self.nonbasic[column]),
            false => hopeful.min_by(|&a, &b| promises[a].total_cmp(&promises[b])),
        }
    }

    /// The row with the smallest ratio; among those within rounding of it the one with the largest pivot.
    fn leaving(&self, column: usize) -> Option<usize> {
        let width = self.width + 1;
        let mut best: Option<(f64, f64, usize)> = None;
        for (row, line) in self.entries.chunks_exact(width).take(self.height).enumerate() {
            let step = line[column];
            if step <= TINY {
                continue;
            }
            let ratio = line[self.width].max(0.0) / step;
            let better = match best {
                None => true,
                Some((held, held_step, _)) => ratio < held - TINY || (ratio < held + TINY && step > held_step),
            };
            if better {
                best = Some((ratio, step, row));
            }
        }
        best.map(|(_, _, row)| row)
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let width = self.width + 1;
        let (before, rest) = self.entries.split_at_mut(row * width);
        let (source, after) = rest.split_at_mut(width);
        let inverse = 1.0 / source[column];
        for entry in source.iter_mut() {
            *entry *= inverse;
        }
        source[column] = inverse;
        for line in before.chunks_exact_mut(width).chain(after.chunks_exact_mut(width)) {
            let factor = line[column];
            if factor == 0.0 {
                continue;
            }
            line[column] = 0.0;
            for (entry, &from) in line.iter_mut().zip(source.iter()) {
                *entry -= factor * from;
            }
        }
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
    }

    fn support(&self) -> Support {
        let mut columns: Vec<usize> = self.basic.iter().copied().filter(|&variable| variable < self.width).collect();
        let slacks = self.nonbasic.iter().filter(|&&variable| variable >= self.width);
        let mut rows: Vec<usize> = slacks.map(|variable| variable - self.width).collect();
        columns.sort_unstable();
        rows.sort_unstable();
        Support { rows, columns }
    }
}

/// Solves `matrix·x = right` and `matrixᵀ·z = right` for a square matrix, with two steps of iterative refinement for
/// each solution. `None` if the matrix is singular to working precision.
pub(crate) fn solve_both(matrix: &[f64], right: &[f64]) -> Option<(Vec<f64>, Vec<f64>)> {
    let size = right.len();
    let mut factors = matrix.to_vec();
    let mut order: Vec<usize> = (0..size).collect();
    for step in 0..size {
        let best =
            (step..size).max_by(|&a, &b| factors[a * size + step].abs().total_cmp(&factors[b * size + step].abs()))?;
        if factors[best * size + step].abs() < 1e-14 {
            return None;
        }
        if best != step {
            for place in 0..size {
                factors.swap(best * size + place, step * size + place);
            }
            order.swap(best, step);
        }
        let (above, below) = factors.split_at_mut((step + 1) * size);
        let source = &above[step * size..];
        for line in below.chunks_exact_mut(size) {
            let factor = line[step] / source[step];
            line[step] = factor;
            for place in step + 1..size {
                line[place] -= factor * source[place];
            }
        }
    }
    let plain = |right: &[f64]| forward(&factors, &order, right);
    let turned = |right: &[f64]| backward(&factors, &order, right);
    let corrected = |solve: &dyn Fn(&[f64]) -> Vec<f64>, transposed: bool| {
        let mut solution = solve(right);
        for _ in 0..2 {
            let rest = residue(matrix, &solution, right, transposed);
            let correction = solve(&rest);
            solution.iter_mut().zip(&correction).for_each(|(number, by)| *number += by);
        }
        solution
    };
    Some((corrected(&plain, false), corrected(&turned, true)))
}

fn residue(matrix: &[f64], solution: &[f64], right: &[f64], transposed: bool) -> Vec<f64> {
    let size = right.len();
    let mut rest = right.to_vec();
    for row in 0..size {
        for column in 0..size {
            let (into, from) = if transposed { (column, row) } else { (row, column) };
            rest[into] -= matrix[row * size + column] * solution[from];
        }
    }
    rest
}

/// `L·U·x = P·right`.
fn forward(factors: &[f64], order: &[usize], right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let mut solution: Vec<f64> = order.iter().map(|&row| right[row]).collect();
    for row in 0..size {
        let known: f64 = (0..row).map(|column| factors[row * size + column] * solution[column]).sum();
        solution[row] -= known;
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| factors[row * size + column] * solution[column]).sum();
        solution[row] = (solution[row] - known) / factors[row * size + row];
    }
    solution
}

/// `Uᵀ·Lᵀ·P·z = right`.
fn backward(factors: &[f64], order: &[usize], right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let mut inner = right.to_vec();
    for row in 0..size {
        inner[row] /= factors[row * size + row];
        for column in row + 1..size {
            inner[column] -= factors[row * size + column] * inner[row];
        }
    }
    for row in (0..size).rev() {
        for column in 0..row {
            inner[column] -= factors[row * size + column] * inner[row];
        }
    }
    let mut solution = vec![0.0; size];
    for (place, &row) in order.iter().enumerate() {
        solution[row] = inner[place];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_systems_are_solved() {
        let matrix = [0.0, 2.0, 1.0, 1.0, 1.0, 1.0, 2.0, 1.0, 3.0];
        let (x, z) = solve_both(&matrix, &[5.0, 6.0, 14.0]).unwrap();
        for (number, expected) in x.iter().zip([2.0, 1.0, 3.0]) {
            assert!((number - expected).abs() < 1e-12, "{x:?}");
        }
        let back = residue(&matrix, &z, &[5.0, 6.0, 14.0], true);
        assert!(back.iter().all(|rest| rest.abs() < 1e-12), "{z:?}");
        assert_eq!(solve_both(&[1.0, 2.0, 2.0, 4.0], &[1.0, 1.0]), None);
    }
}
