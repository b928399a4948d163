//! The value of a zero-sum game and optimal strategies, by linear programming.
//!
//! A fast simplex in floating point guesses the support. The weights then follow from a square system, which is solved
//! in whole numbers where that is affordable: if no other strategy does better against them, the result is exact, and
//! proven by that check alone. Where the guess was wrong, an exact simplex decides. Large games keep their
//! floating-point weights, and what these guarantee to each side brackets the value: the label gives the width.

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use serde::Serialize;

use crate::game::Game;
use crate::halt::{Halt, Halted};
use crate::linear::maximise;
use crate::numeric::{Support, optimal_support, solve_both};
use crate::rational::{Rational, common_denominator};
use crate::square::solve_for_ones;

/// The most bits of fractions for which weights are made exact without being asked for: some ninety digits. Nobody
/// reads longer ones, and floating point is faster.
pub const EXACT_BITS: u64 = 300;

/// The largest error of floating point, as a share of the value, before an exact method is tried.
const WORST_ERROR: f64 = 1e-9;
/// The most cells for which the exact simplex replaces a bad result in floating point. A larger game keeps that result,
/// with its error.
const MOST_CELLS_FOR_SIMPLEX: usize = 2_500;

/// A number that is exact (text in JSON) or a floating-point approximation (a number in JSON).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Number {
    /// The exact number.
    Exact(Rational),
    /// An approximation; the result it belongs to gives the error.
    Numeric(f64),
}

impl Number {
    /// As a floating-point number.
    pub fn to_f64(&self) -> f64 {
        match self {
            Number::Exact(number) => number.to_f64(),
            Number::Numeric(number) => *number,
        }
    }
}

/// A solved zero-sum game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solution {
    /// The value: what the row player can guarantee, and the column player can limit them to.
    pub value: Number,
    /// Weights of the rows in an optimal mixture.
    pub row: Vec<Number>,
    /// Weights of the columns in an optimal mixture.
    pub column: Vec<Number>,
    /// Value and mixtures are exact: checked without rounding against every strategy of the other side.
    pub exact: bool,
    /// The largest possible error of the value; 0 if it is exact.
    pub error: f64,
}

/// Solves the game of the row player's payoffs, in which the column player loses what the row player gains. With `exact`,
/// exactly, whatever the size.
pub fn solve_zero_sum(game: &Game, exact: bool, halt: &Halt<'_>) -> Result<Solution, Halted> {
    let payoffs: Vec<f64> = game.row_payoffs.iter().flatten().map(Rational::to_f64).collect();
    let floats = between_one_and_two(&payoffs);
    let support = optimal_support(&floats, game.columns.len(), halt)?;
    if !exact && let Some(support) = &support {
        // A game whose exact fractions would be long keeps floating point, so their bits are estimated first.
        let longest = |row: &usize| support.columns.iter().map(|&column| bits(&game.row_payoffs[*row][column])).max();
        let bits = support.rows.iter().filter_map(longest).max().unwrap_or(0) * support.rows.len() as u64;
        let quick = (bits > EXACT_BITS).then(|| numeric_weights(game, &payoffs, &floats, support)).flatten();
        let bearable = |solution: &Solution| {
            let is_small = solution.error <= WORST_ERROR * solution.value.to_f64().abs();
            is_small || payoffs.len() > MOST_CELLS_FOR_SIMPLEX && solution.error.is_finite()
        };
        if let Some(solution) = quick.filter(bearable) {
            return Ok(solution);
        }
    }
    let scaled = Scaled::new(&game.row_payoffs);
    if let Some(support) = &support
        && let Some(solution) = scaled.exact_weights(support, halt)?
    {
        return Ok(solution);
    }
    scaled.exact_simplex(halt)
}

/// The number of bits of a fraction.
fn bits(number: &Rational) -> u64 {
    number.numerator().bits().max(number.denominator().bits())
}

/// The range of the payoffs; 1 if they are all equal.
fn span(payoffs: &[f64]) -> f64 {
    let (least, most) = ends(payoffs);
    if most > least { most - least } else { 1.0 }
}

fn ends(numbers: &[f64]) -> (f64, f64) {
    let wider = |(least, most): (f64, f64), &number: &f64| (least.min(number), most.max(number));
    numbers.iter().fold((f64::INFINITY, f64::NEG_INFINITY), wider)
}

/// Payoffs shifted and scaled, which changes no optimal strategy.
fn between_one_and_two(payoffs: &[f64]) -> Vec<f64> {
    let (least, span) = (ends(payoffs).0, span(payoffs));
    payoffs.iter().map(|payoff| 1.0 + (payoff - least) / span).collect()
}

/// Payoffs as positive whole numbers: `payoff = (number − 1) / scale + least`.
struct Scaled {
    numbers: Vec<Vec<BigInt>>,
    scale: BigInt,
    least: Rational,
}

impl Scaled {
    fn new(payoffs: &[Vec<Rational>]) -> Scaled {
        let scale = common_denominator(payoffs.iter().flatten());
        let whole = |number: &Rational| number.numerator() * (&scale / number.denominator());
        let mut numbers: Vec<Vec<BigInt>> = payoffs.iter().map(|row| row.iter().map(whole).collect()).collect();
        let least = numbers.iter().flatten().min().cloned().unwrap_or_default();
        for number in numbers.iter_mut().flatten() {
            *number += BigInt::one() - &least;
        }
        let least = Rational::new(least, scale.clone()).unwrap_or_else(Rational::zero);
        Scaled { numbers, scale, least }
    }

    /// The weights that make all strategies of the other side's support equally good, if they are optimal.
    fn exact_weights(&self, support: &Support, halt: &Halt<'_>) -> Result<Option<Solution>, Halted> {
        let Support { rows, columns } = support;
        let part: Vec<Vec<BigInt>> =
            rows.iter().map(|&row| columns.iter().map(|&column| self.numbers[row][column].clone()).collect()).collect();
        let turned = (0..columns.len()).map(|column| part.iter().map(|row| row[column].clone()).collect()).collect();
        let Some((column_part, over)) = solve_for_ones(part, halt)? else { return Ok(None) };
        let Some((row_part, row_over)) = solve_for_ones(turned, halt)? else { return Ok(None) };
        let (column, over) = spread(column_part, over, columns, self.numbers[0].len());
        let (row, row_over) = spread(row_part, row_over, rows, self.numbers.len());
        Ok(self.checked(row, row_over, column, over))
    }

    /// `row/row_over` and `column/over` if they prove each other optimal.
    fn checked(&self, row: Vec<BigInt>, row_over: BigInt, column: Vec<BigInt>, over: BigInt) -> Option<Solution> {
        if row.iter().chain(&column).any(Signed::is_negative) {
            return None;
        }
        let holds = |line: &Vec<BigInt>| dot(line, &column) <= over;
        let mut gains = vec![BigInt::zero(); column.len()];
        for (weight, line) in row.iter().zip(&self.numbers).filter(|(weight, _)| !weight.is_zero()) {
            gains.iter_mut().zip(line).for_each(|(gain, number)| *gain += weight * number);
        }
        let (row_sum, sum): (BigInt, BigInt) = (row.iter().sum(), column.iter().sum());
        let agree = &row_sum * &over == &sum * &row_over;
        let optimal = agree && self.numbers.iter().all(holds) && gains.iter().all(|gain| *gain >= row_over);
        optimal.then(|| self.solution(&row, &row_sum, &column, &sum, &over))
    }

    fn solution(&self, row: &[BigInt], row_sum: &BigInt, column: &[BigInt], sum: &BigInt, over: &BigInt) -> Solution {
        let share = |weight: &BigInt, sum: &BigInt| {
            Number::Exact(Rational::new(weight.clone(), sum.clone()).unwrap_or_else(Rational::zero))
        };
        let scaled_value = Rational::new(over.clone(), sum.clone()).unwrap_or_else(Rational::zero);
        let value = (scaled_value - Rational::one()) / Rational::from(self.scale.clone()) + self.least.clone();
        Solution {
            value: Number::Exact(value),
            row: row.iter().map(|weight| share(weight, row_sum)).collect(),
            column: column.iter().map(|weight| share(weight, sum)).collect(),
            exact: true,
            error: 0.0,
        }
    }

    /// Without a guess: maximise `Σy` where `numbers·y ≤ 1`.
    fn exact_simplex(&self, halt: &Halt<'_>) -> Result<Solution, Halted> {
        let ones = |count: usize| vec![BigInt::one(); count];
        let optimum = maximise(&self.numbers, &ones(self.numbers.len()), &ones(self.numbers[0].len()), halt)?;
        // All numbers are positive, so the program is bounded.
        let optimum = optimum.ok_or(Halted)?;
        let over = common_denominator(optimum.solution.iter().chain(&optimum.prices));
        let whole = |number: &Rational| number.numerator() * (&over / number.denominator());
        let column: Vec<BigInt> = optimum.solution.iter().map(whole).collect();
        let row: Vec<BigInt> = optimum.prices.iter().map(whole).collect();
        self.checked(row, over.clone(), column, over).ok_or(Halted)
    }
}

fn dot(line: &[BigInt], weights: &[BigInt]) -> BigInt {
    line.iter().zip(weights).filter(|(_, weight)| !weight.is_zero()).map(|(number, weight)| number * weight).sum()
}

/// Weights of the support, extended to all strategies, over a positive denominator.
fn spread(part: Vec<BigInt>, over: BigInt, places: &[usize], count: usize) -> (Vec<BigInt>, BigInt) {
    let negative = over.is_negative();
    let mut all = vec![BigInt::zero(); count];
    for (&place, weight) in places.iter().zip(part) {
        all[place] = if negative { -weight } else { weight };
    }
    (all, over.abs())
}

/// The weights in floating point, with what they guarantee to both sides.
fn numeric_weights(game: &Game, payoffs: &[f64], floats: &[f64], support: &Support) -> Option<Solution> {
    let (height, width) = (game.rows.len(), game.columns.len());
    let Support { rows, columns } = support;
    let part: Vec<f64> =
        rows.iter().flat_map(|&row| columns.iter().map(move |&column| floats[row * width + column])).collect();
    let (column_part, row_part) = solve_both(&part, &vec![1.0; rows.len()])?;
    let row = normalised(&row_part, rows, height)?;
    let column = normalised(&column_part, columns, width)?;
    let lines = payoffs.chunks_exact(width);
    let most = lines.clone().map(|line| line.iter().zip(&column).map(|(a, y)| a * y).sum::<f64>());
    let most = most.fold(f64::NEG_INFINITY, f64::max);
    let mut gains = vec![0.0; width];
    for (line, weight) in lines.zip(&row) {
        gains.iter_mut().zip(line).for_each(|(gain, a)| *gain += weight * a);
    }
    let least = gains.iter().copied().fold(f64::INFINITY, f64::min);
    // Sums of n products of weights with sum 1 have an error of at most n units in the last place of the largest
    // payoff; the extra terms cover the rounding of payoffs and weights themselves.
    let largest = payoffs.iter().fold(0.0, |largest: f64, a| largest.max(a.abs()));
    let rounding = (height + width + 8) as f64 * f64::EPSILON * largest;
    let numeric = |weights: Vec<f64>| weights.into_iter().map(Number::Numeric).collect();
    Some(Solution {
        value: Number::Numeric((most + least) / 2.0),
        row: numeric(row),
        column: numeric(column),
        exact: false,
        error: ((most - least) / 2.0).max(0.0) + rounding,
    })
}

fn normalised(part: &[f64], places: &[usize], count: usize) -> Option<Vec<f64>> {
    let mut all = vec![0.0; count];
    for (&place, &weight) in places.iter().zip(part) {
        all[place] = weight.max(0.0);
    }
    let sum: f64 = all.iter().sum();
    let usable = sum.is_finite() && sum > 0.0;
    usable.then(|| all.iter().map(|weight| weight / sum).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::samples::game;

    fn exact(numbers: &[Number]) -> Vec<String> {
        let write = |number: &Number| match number {
            Number::Exact(number) => number.to_string(),
            Number::Numeric(number) => panic!("{number} is not exact"),
        };
        numbers.iter().map(write).collect()
    }

    #[test]
    fn known_games_have_their_value_and_strategies() {
        for (text, value, row, column) in [
            ("1 -1; -1 1", "0", vec!["1/2", "1/2"], vec!["1/2", "1/2"]),
            ("0 -1 1; 1 0 -1; -1 1 0", "0", vec!["1/3"; 3], vec!["1/3"; 3]),
            ("3 -1; -2 4", "1", vec!["3/5", "2/5"], vec!["1/2", "1/2"]),
            ("3 1 4; 2 0 1", "1", vec!["1", "0"], vec!["0", "1", "0"]),
            ("7", "7", vec!["1"], vec!["1"]),
            ("0 0; 0 0", "0", vec!["1", "0"], vec!["1", "0"]),
            ("1/3 0.5; 0.5 1/3", "5/12", vec!["1/2", "1/2"], vec!["1/2", "1/2"]),
        ] {
            let solution = solve_zero_sum(&game(text), false, &Halt::NEVER).unwrap();
            assert!(solution.exact && solution.error == 0.0, "{text}");
            assert_eq!(exact(&[solution.value]), [value], "{text}");
            assert_eq!((exact(&solution.row), exact(&solution.column)), (to(row), to(column)), "{text}");
        }
    }

    #[test]
    fn a_wrong_guess_at_the_support_does_not_pass() {
        let pennies = Scaled::new(&game("1 -1; -1 1").row_payoffs);
        let guess = |rows: &[usize], columns: &[usize]| {
            pennies.exact_weights(&Support { rows: rows.to_vec(), columns: columns.to_vec() }, &Halt::NEVER).unwrap()
        };
        for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            assert_eq!(guess(&[row], &[column]), None);
        }
        assert!(guess(&[0, 1], &[0, 1]).is_some_and(|solution| solution.exact));
        // The row player could do better with the second row; then the column player with the second column.
        let better_row = Scaled::new(&game("1; 2").row_payoffs);
        assert_eq!(better_row.exact_weights(&Support { rows: vec![0], columns: vec![0] }, &Halt::NEVER), Ok(None));
        let better_column = Scaled::new(&game("2 1").row_payoffs);
        assert_eq!(better_column.exact_weights(&Support { rows: vec![0], columns: vec![0] }, &Halt::NEVER), Ok(None));
    }

    #[test]
    fn the_exact_simplex_needs_no_guess() {
        let scaled = Scaled::new(&game("3 -1; -2 4").row_payoffs);
        let solution = scaled.exact_simplex(&Halt::NEVER).unwrap();
        assert_eq!(exact(&[solution.value]), ["1"]);
        assert_eq!((exact(&solution.row), exact(&solution.column)), (to(vec!["3/5", "2/5"]), to(vec!["1/2", "1/2"])));
    }

    #[test]
    fn payoffs_beyond_floating_point_are_solved_exactly() {
        let solution = solve_zero_sum(&game("1e390 -1e390; -1e390 1e390"), false, &Halt::NEVER).unwrap();
        assert!(solution.exact);
        assert_eq!((exact(&[solution.value]), exact(&solution.row)), (to(vec!["0"]), to(vec!["1/2", "1/2"])));
        let solution = solve_zero_sum(&game("1e300 1e-300; 1e-300 3e-300"), false, &Halt::NEVER).unwrap();
        assert!(solution.exact);
    }

    fn to(texts: Vec<&str>) -> Vec<String> {
        texts.into_iter().map(str::to_owned).collect()
    }
}
