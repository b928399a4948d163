//! Whole numbers for exact pivoting: 128 bits while they suffice, then any size.

use std::cmp::Ordering;
use std::fmt::Debug;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A number did not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Overflow;

/// The arithmetic that integer pivoting needs.
pub(crate) trait Whole: Clone + Debug + PartialEq {
    /// Numbers may grow without limit, so that even one pivot may take long.
    const UNBOUNDED: bool;
    fn narrow(big: &BigInt) -> Result<Self, Overflow>;
    fn widen(&self) -> BigInt;
    fn sign(&self) -> Ordering;
    fn negated(&self) -> Self;
    /// `(a·b − c·d) / e`, where the division is known to be exact.
    fn cross(a: &Self, b: &Self, c: &Self, d: &Self, e: &Self) -> Result<Self, Overflow>;
    /// Compares `a·b` with `c·d`.
    fn compare(a: &Self, b: &Self, c: &Self, d: &Self) -> Result<Ordering, Overflow>;

    fn is_zero(&self) -> bool {
        self.sign().is_eq()
    }
}

impl Whole for i128 {
    const UNBOUNDED: bool = false;

    fn narrow(big: &BigInt) -> Result<i128, Overflow> {
        // The smallest number has no negative.
        big.to_i128().filter(|&number| number != i128::MIN).ok_or(Overflow)
    }

    fn widen(&self) -> BigInt {
        BigInt::from(*self)
    }

    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }

    fn negated(&self) -> i128 {
        -self
    }

    fn cross(a: &i128, b: &i128, c: &i128, d: &i128, e: &i128) -> Result<i128, Overflow> {
        let difference = match (product(*a, *b), product(*c, *d)) {
            (Some(first), Some(second)) => first.checked_sub(second),
            _ => None,
        };
        let difference = difference.filter(|&number| number != i128::MIN).ok_or(Overflow)?;
        // Division of 128 bits is slow; most numbers are smaller than that.
        Ok(match (i64::try_from(difference), i64::try_from(*e)) {
            _ if *e == 1 => difference,
            (Ok(above), Ok(below)) => i128::from(above / below),
            _ => difference / e,
        })
    }

    fn compare(a: &i128, b: &i128, c: &i128, d: &i128) -> Result<Ordering, Overflow> {
        Ok(product(*a, *b).ok_or(Overflow)?.cmp(&product(*c, *d).ok_or(Overflow)?))
    }
}

/// Two factors of 64 bits cannot overflow, and need no check.
fn product(a: i128, b: i128) -> Option<i128> {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(a), Ok(b)) => Some(i128::from(a) * i128::from(b)),
        _ => a.checked_mul(b),
    }
}

impl Whole for BigInt {
    const UNBOUNDED: bool = true;

    fn narrow(big: &BigInt) -> Result<BigInt, Overflow> {
        Ok(big.clone())
    }

    fn widen(&self) -> BigInt {
        self.clone()
    }

    fn sign(&self) -> Ordering {
        if Zero::is_zero(self) {
            Ordering::Equal
        } else if self.is_positive() {
            Ordering::Greater
        } else {
            Ordering::Less
        }
    }

    fn negated(&self) -> BigInt {
        -self
    }

    fn cross(a: &BigInt, b: &BigInt, c: &BigInt, d: &BigInt, e: &BigInt) -> Result<BigInt, Overflow> {
        let difference = if Zero::is_zero(c) || Zero::is_zero(d) { a * b } else { a * b - c * d };
        Ok(if e.is_one() { difference } else { difference / e })
    }

    fn compare(a: &BigInt, b: &BigInt, c: &BigInt, d: &BigInt) -> Result<Ordering, Overflow> {
        Ok((a * b).cmp(&(c * d)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_do_not_fit_are_noticed() {
        let large = 1 << 100;
        assert_eq!(i128::cross(&large, &large, &1, &1, &1), Err(Overflow));
        assert_eq!(i128::cross(&(1 << 63), &(1 << 63), &-(1 << 63), &(1 << 63), &1), Err(Overflow));
        assert_eq!(i128::compare(&large, &large, &1, &1), Err(Overflow));
        assert_eq!(i128::narrow(&(BigInt::one() << 127)), Err(Overflow));
        assert_eq!(i128::cross(&large, &6, &large, &2, &large), Ok(4));
    }
}
