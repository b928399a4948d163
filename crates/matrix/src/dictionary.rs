//! The simplex dictionary in whole numbers, with the lexicographic rule.
//!
//! `A·x + s = b` with `x, s ≥ 0` and `b ≥ 0`. Variables are numbered: first the columns of `A`, then the slacks. Entries
//! have one common denominator, the determinant of the basis (Edmonds' integer pivoting), so every division is exact
//! and no fraction is ever reduced. Ties of the ratio test are broken as if `b` had been perturbed by powers of an
//! infinitesimal number: no pivot is degenerate, so nothing cycles, whatever the payoffs.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::One;

use crate::halt::{Halt, Halted};
use crate::whole::{Overflow, Whole};

/// A dictionary: basic variables in terms of the others.
#[derive(Clone, Debug)]
pub(crate) struct Dictionary<T> {
    rows: usize,
    columns: usize,
    /// Row after row, each with its right-hand side at the end; the objective, if there is one, is the last row.
    entries: Vec<T>,
    determinant: T,
    basic: Vec<usize>,
    nonbasic: Vec<usize>,
    /// Where a variable is: a row if it is basic, else a column.
    place: Vec<usize>,
    is_basic: Vec<bool>,
    /// A ratio test met a tie: more constraints are tight than there are dimensions.
    pub met_tie: bool,
}

impl<T: Whole> Dictionary<T> {
    /// `matrix` and `bounds` in whole numbers, `bounds ≥ 0`; `objective` is to be maximised.
    pub fn new(matrix: &[Vec<BigInt>], bounds: &[BigInt], objective: Option<&[BigInt]>) -> Result<Self, Overflow> {
        let (rows, columns) = (matrix.len(), matrix.first().map_or(0, Vec::len));
        let mut entries = Vec::with_capacity((rows + 1) * (columns + 1));
        for (row, bound) in matrix.iter().zip(bounds) {
            for number in row.iter().chain([bound]) {
                entries.push(T::narrow(number)?);
            }
        }
        if let Some(objective) = objective {
            for number in objective {
                entries.push(T::narrow(number)?.negated());
            }
            entries.push(T::narrow(&BigInt::ZERO)?);
        }
        Ok(Dictionary {
            rows,
            columns,
            entries,
            determinant: T::narrow(&BigInt::one())?,
            basic: (columns..columns + rows).collect(),
            nonbasic: (0..columns).collect(),
            place: (0..columns).chain(0..rows).collect(),
            is_basic: (0..columns + rows).map(|variable| variable >= columns).collect(),
            met_tie: false,
        })
    }

    fn at(&self, row: usize, column: usize) -> &T {
        &self.entries[row * (self.columns + 1) + column]
    }

    /// The number of columns, which is the dimension.
    pub fn dimension(&self) -> usize {
        self.columns
    }

    /// The variable that is basic in this row.
    pub fn basic(&self, row: usize) -> usize {
        self.basic[row]
    }

    /// The variable in this column, which is zero.
    pub fn nonbasic(&self, column: usize) -> usize {
        self.nonbasic[column]
    }

    /// The column of a variable, if it is not basic.
    pub fn column_of(&self, variable: usize) -> Option<usize> {
        (!self.is_basic[variable]).then(|| self.place[variable])
    }

    /// The value of a variable, times the determinant.
    pub fn value(&self, variable: usize) -> Option<&T> {
        self.is_basic[variable].then(|| self.at(self.place[variable], self.columns))
    }

    /// The common denominator of all values.
    pub fn determinant(&self) -> &T {
        &self.determinant
    }

    /// The objective's entry in this column, or its value (`column == dimension()`), times the determinant.
    pub fn objective(&self, column: usize) -> &T {
        self.at(self.rows, column)
    }

    /// Is this variable zero, basic or not?
    pub fn is_tight(&self, variable: usize) -> bool {
        self.value(variable).is_none_or(Whole::is_zero)
    }

    /// The row that leaves the basis when this column enters: the smallest ratio, ties broken lexicographically. `None`
    /// if the variable is unbounded.
    pub fn leaving(&mut self, column: usize) -> Result<Option<usize>, Overflow> {
        let mut best: Option<usize> = None;
        for row in 0..self.rows {
            if !self.at(row, column).sign().is_gt() {
                continue;
            }
            best = match best {
                Some(held) if !self.gives_way_before(row, held, column)? => Some(held),
                _ => Some(row),
            };
        }
        Ok(best)
    }

    fn gives_way_before(&mut self, row: usize, held: usize, column: usize) -> Result<bool, Overflow> {
        let (step, held_step) = (self.at(row, column), self.at(held, column));
        let order = T::compare(self.at(row, self.columns), held_step, self.at(held, self.columns), step)?;
        if order.is_ne() {
            return Ok(order.is_lt());
        }
        self.met_tie = true;
        let (step, held_step) = (self.at(row, column), self.at(held, column));
        for slack in self.columns..self.columns + self.rows {
            let order = match (self.is_basic[slack], self.place[slack]) {
                // A basic slack's column is a unit vector.
                (true, place) if place == row => Ordering::Greater,
                (true, place) if place == held => Ordering::Less,
                (true, _) => Ordering::Equal,
                (false, place) => T::compare(self.at(row, place), held_step, self.at(held, place), step)?,
            };
            if order.is_ne() {
                return Ok(order.is_lt());
            }
        }
        Ok(false)
    }

    /// Exchanges the variables of a row and a column whose entry is positive. After an error the dictionary is invalid.
    pub fn pivot(&mut self, row: usize, column: usize, halt: &Halt<'_>) -> Result<(), PivotError> {
        let width = self.columns + 1;
        let source: Vec<T> = self.entries[row * width..(row + 1) * width].to_vec();
        let pivot = source[column].clone();
        for (number, line) in self.entries.chunks_exact_mut(width).enumerate() {
            if number == row {
                continue;
            }
            if T::UNBOUNDED {
                halt.check()?;
            }
            let factor = line[column].clone();
            for (place, entry) in line.iter_mut().enumerate() {
                if place != column {
                    *entry = T::cross(entry, &pivot, &factor, &source[place], &self.determinant)?;
                }
            }
            line[column] = factor.negated();
        }
        self.entries[row * width + column] = std::mem::replace(&mut self.determinant, pivot);
        let (enters, leaves) = (self.nonbasic[column], self.basic[row]);
        self.basic[row] = enters;
        self.nonbasic[column] = leaves;
        (self.place[enters], self.is_basic[enters]) = (row, true);
        (self.place[leaves], self.is_basic[leaves]) = (column, false);
        Ok(())
    }
}

/// Why exact arithmetic did not finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PivotError {
    /// A number exceeded 128 bits: repeat with larger ones.
    Overflow,
    /// It was asked to stop.
    Halted,
}

impl From<Overflow> for PivotError {
    fn from(_: Overflow) -> PivotError {
        PivotError::Overflow
    }
}

impl From<Halted> for PivotError {
    fn from(_: Halted) -> PivotError {
        PivotError::Halted
    }
}

/// Computes with 128 bits, and again with numbers of any size if those did not suffice.
macro_rules! with_enough_bits {
    ($work:ident ( $($argument:expr),* )) => {
        match $work::<i128>($($argument),*) {
            Err($crate::dictionary::PivotError::Overflow) => $work::<num_bigint::BigInt>($($argument),*),
            done => done,
        }
    };
}
pub(crate) use with_enough_bits;
