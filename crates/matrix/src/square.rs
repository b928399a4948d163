//! Square systems in whole numbers, solved exactly (Bareiss' elimination).

use num_bigint::BigInt;
use num_traits::{One, Zero};

use crate::halt::{Halt, Halted};

/// Numerators `x` and a common denominator `d ≠ 0` with `matrix·x = d·(1, …, 1)`. `None` if the matrix is singular.
pub(crate) fn solve_for_ones(
    mut matrix: Vec<Vec<BigInt>>,
    halt: &Halt<'_>,
) -> Result<Option<(Vec<BigInt>, BigInt)>, Halted> {
    let size = matrix.len();
    for row in &mut matrix {
        row.push(BigInt::one());
    }
    let mut last = BigInt::one();
    for step in 0..size {
        halt.check()?;
        let Some(pivot) = (step..size).find(|&row| !matrix[row][step].is_zero()) else { return Ok(None) };
        matrix.swap(step, pivot);
        let (above, below) = matrix.split_at_mut(step + 1);
        let source = &above[step];
        for line in below {
            let factor = std::mem::take(&mut line[step]);
            for place in step + 1..=size {
                line[place] = (&line[place] * &source[step] - &factor * &source[place]) / &last;
            }
        }
        last = matrix[step][step].clone();
    }
    // From the bottom up, everything over the determinant: by Cramer's rule all divisions are exact.
    let determinant = last;
    let mut solution = vec![BigInt::zero(); size];
    for row in (0..size).rev() {
        let mut rest = &matrix[row][size] * &determinant;
        for place in row + 1..size {
            rest -= &matrix[row][place] * &solution[place];
        }
        solution[row] = rest / &matrix[row][row];
    }
    Ok(Some((solution, determinant)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(numbers: &[&[i64]]) -> Vec<Vec<BigInt>> {
        numbers.iter().map(|row| row.iter().map(|&number| BigInt::from(number)).collect()).collect()
    }

    #[test]
    fn the_solution_fits_every_row() {
        let system = matrix(&[&[0, 2, 1], &[1, 1, 1], &[2, 1, 3]]);
        let (solution, over) = solve_for_ones(system.clone(), &Halt::NEVER).unwrap().unwrap();
        for row in &system {
            let product: BigInt = row.iter().zip(&solution).map(|(a, x)| a * x).sum();
            assert_eq!(product, over);
        }
        assert_eq!(solve_for_ones(matrix(&[&[1, 2], &[2, 4]]), &Halt::NEVER), Ok(None));
    }
}
