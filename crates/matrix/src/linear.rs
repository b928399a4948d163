//! Exact linear programming for programs that are feasible at the origin, as all of ours are.

use num_bigint::BigInt;

use crate::dictionary::{Dictionary, PivotError, with_enough_bits};
use crate::halt::{Halt, Halted};
use crate::rational::Rational;
use crate::whole::Whole;

/// The optimum of a linear program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Optimum {
    pub value: Rational,
    /// One number for each column.
    pub solution: Vec<Rational>,
    /// One dual price for each row.
    pub prices: Vec<Rational>,
}

/// Maximises `objective·x` where `matrix·x ≤ bounds`, `x ≥ 0`, and `bounds ≥ 0`. `None` if it is unbounded.
pub(crate) fn maximise(
    matrix: &[Vec<BigInt>],
    bounds: &[BigInt],
    objective: &[BigInt],
    halt: &Halt<'_>,
) -> Result<Option<Optimum>, Halted> {
    with_enough_bits!(solve(matrix, bounds, objective, halt)).map_err(|_| Halted)
}

fn solve<T: Whole>(
    matrix: &[Vec<BigInt>],
    bounds: &[BigInt],
    objective: &[BigInt],
    halt: &Halt<'_>,
) -> Result<Option<Optimum>, PivotError> {
    let mut dictionary = Dictionary::<T>::new(matrix, bounds, Some(objective))?;
    let one = T::narrow(&BigInt::from(1))?;
    loop {
        halt.check()?;
        let mut entering: Option<usize> = None;
        for column in 0..dictionary.dimension() {
            let promise = dictionary.objective(column);
            let is_better = match entering {
                None => promise.sign().is_lt(),
                Some(held) => T::compare(promise, &one, dictionary.objective(held), &one)?.is_lt(),
            };
            if is_better {
                entering = Some(column);
            }
        }
        let Some(column) = entering else { return Ok(Some(read_off(&dictionary, matrix.len()))) };
        let Some(row) = dictionary.leaving(column)? else { return Ok(None) };
        dictionary.pivot(row, column, halt)?;
    }
}

fn read_off<T: Whole>(dictionary: &Dictionary<T>, rows: usize) -> Optimum {
    let columns = dictionary.dimension();
    let over = |number: Option<&T>| match number {
        Some(number) => Rational::new(number.widen(), dictionary.determinant().widen()).unwrap_or_else(Rational::zero),
        None => Rational::zero(),
    };
    let price = |slack: usize| over(dictionary.column_of(slack).map(|column| dictionary.objective(column)));
    Optimum {
        value: over(Some(dictionary.objective(columns))),
        solution: (0..columns).map(|variable| over(dictionary.value(variable))).collect(),
        prices: (columns..columns + rows).map(price).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn big(numbers: &[i64]) -> Vec<BigInt> {
        numbers.iter().map(|&number| BigInt::from(number)).collect()
    }

    fn rational(texts: &[&str]) -> Vec<Rational> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn a_textbook_program_has_its_optimum() {
        // Maximise 3x + 5y with x ≤ 4, 2y ≤ 12, 3x + 2y ≤ 18: 36 at (2, 6), prices 0, 3/2, 1.
        let matrix = [big(&[1, 0]), big(&[0, 2]), big(&[3, 2])];
        let optimum = maximise(&matrix, &big(&[4, 12, 18]), &big(&[3, 5]), &Halt::NEVER).unwrap().unwrap();
        assert_eq!(optimum.value, Rational::from(36));
        assert_eq!(optimum.solution, rational(&["2", "6"]));
        assert_eq!(optimum.prices, rational(&["0", "3/2", "1"]));
    }

    #[test]
    fn a_program_that_makes_the_plain_rule_cycle_ends() {
        // Beale's example, scaled to whole numbers: the largest-coefficient rule without tie-breaking cycles on it.
        let matrix = [big(&[25, -6000, -4, 900]), big(&[50, -9000, -2, 300]), big(&[0, 0, 1, 0])];
        let objective = big(&[75, -15000, 2, -600]);
        let optimum = maximise(&matrix, &big(&[0, 0, 1]), &objective, &Halt::NEVER).unwrap().unwrap();
        assert_eq!(optimum.value, Rational::from(5));
    }

    #[test]
    fn a_program_without_limit_is_distinguished() {
        assert_eq!(maximise(&[big(&[1, -1])], &big(&[1]), &big(&[0, 1]), &Halt::NEVER), Ok(None));
    }
}
