//! From numbers to points and back: the common denominator of a tree.
//!
//! Scores are whole numbers, but trees on paper have leaves like 2.5, and averages like 7/2. All values of a tree are
//! therefore multiplied by the same number, the unit, which makes every one of them whole: every value in the text, and
//! every average that a chance node can have. So no average is ever rounded.

use rootward_game::{Score, TextError};
use rootward_support::text::grouped;

use super::number::{Number, excerpt};

/// How the numbers of a tree are stored and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    /// The points that stand for 1.
    pub(super) unit: i32,
    /// The largest number of decimals of a value in the text.
    pub(super) decimals: u32,
    /// Does the text use fractions? Then a number with more decimals than any value of the text is written as one.
    pub(super) fractions: bool,
}

impl Scale {
    /// The largest unit: with it, the values 1 and -1 are still in the range of points.
    pub(super) const MOST: i64 = Score::POINTS_LIMIT as i64;

    /// A number in points, if it is in range.
    pub(super) fn points(self, number: Number) -> Option<i32> {
        let points = i32::try_from(number.in_units(i64::from(self.unit))?).ok()?;
        (points.abs() <= Score::POINTS_LIMIT).then_some(points)
    }

    /// The error for a number that is too large for this scale.
    pub(super) fn out_of_range(self, text: &str) -> TextError {
        let most = grouped((Score::POINTS_LIMIT / self.unit) as u64);
        let reason = match (self.unit, self.decimals) {
            (1, _) => String::new(),
            (10, 1) => ", since the values of this tree have 1 decimal".to_owned(),
            (unit, decimals) if unit == 10_i32.pow(decimals) => {
                format!(", since the values of this tree have {decimals} decimals")
            }
            (unit, _) => format!(", since the values of this tree are counted in parts of 1/{}", grouped(unit as u64)),
        };
        TextError::new(
            format!("{} is too large", excerpt(text)),
            format!("a number between -{most} and {most}{reason}"),
        )
    }

    /// Points as a number: `3`, `2.5`, `-0.25`, `7/2`.
    pub(super) fn write(self, points: i32) -> String {
        self.write_ratio(i64::from(points), i64::from(self.unit))
    }

    /// A number in the style of the tree's values.
    pub(super) fn write_ratio(self, numerator: i64, denominator: i64) -> String {
        let number = Number::fraction(numerator, denominator);
        let few_decimals = 10_i64.pow(self.decimals) % number.denominator() == 0;
        write_number(number, self.fractions && !few_decimals)
    }

    /// A probability: a fraction if the text writes fractions, else a decimal.
    pub(super) fn write_probability(self, weight: u32, total: u32) -> String {
        write_number(Number::fraction(i64::from(weight), i64::from(total)), self.fractions)
    }
}

/// As a terminating decimal where there is one, or as a fraction.
pub(super) fn write_number(number: Number, as_fraction: bool) -> String {
    let (numerator, denominator) = (number.numerator(), number.denominator());
    if denominator == 1 {
        return numerator.to_string();
    }
    if as_fraction || !has_an_end(denominator) {
        return format!("{numerator}/{denominator}");
    }
    let sign = if numerator < 0 { "-" } else { "" };
    let mut text = format!("{sign}{}.", numerator.abs() / denominator);
    let mut rest = i128::from(numerator.abs() % denominator);
    while rest > 0 {
        rest *= 10;
        text.push(char::from(b'0' + (rest / i128::from(denominator)) as u8));
        rest %= i128::from(denominator);
    }
    text
}

/// Only the prime factors 2 and 5: the decimal terminates.
fn has_an_end(mut denominator: i64) -> bool {
    for factor in [2, 5] {
        while denominator % factor == 0 {
            denominator /= factor;
        }
    }
    denominator == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(decimals: u32) -> Scale {
        Scale { unit: 10_i32.pow(decimals), decimals, fractions: false }
    }

    #[test]
    fn values_out_of_range_have_no_points() {
        let points = |text: &str, scale: Scale| scale.points(Number::parse(text).unwrap());
        assert_eq!(points("1000000000", decimal(0)), Some(1_000_000_000));
        assert_eq!(points("1000000001", decimal(0)), None);
        assert_eq!(points("-1001", decimal(6)), None);
        assert_eq!(points("9999999999.999999", decimal(6)), None);
    }

    #[test]
    fn points_are_written_as_in_the_text() {
        assert_eq!(decimal(1).write(25), "2.5");
        assert_eq!(decimal(2).write(-25), "-0.25");
        assert_eq!(decimal(2).write(300), "3");
        assert_eq!(decimal(0).write(-7), "-7");
        assert_eq!(decimal(6).write(i32::MIN), "-2147.483648");
    }

    #[test]
    fn fractions_are_written_where_the_text_writes_them() {
        let thirds = Scale { unit: 60, decimals: 1, fractions: true };
        assert_eq!([thirds.write(150), thirds.write(-20), thirds.write(75)], ["2.5", "-1/3", "5/4"]);
        let coins = Scale { unit: 8, decimals: 0, fractions: false };
        assert_eq!([coins.write(3), coins.write_probability(1, 4)], ["0.375", "0.25"]);
        assert_eq!(thirds.write_probability(2, 4), "1/2");
    }

    proptest! {
        #[test]
        fn written_points_read_back(points in -Score::POINTS_LIMIT..=Score::POINTS_LIMIT, decimals in 0u32..=6) {
            let scale = decimal(decimals);
            prop_assert_eq!(scale.points(Number::parse(&scale.write(points)).unwrap()), Some(points));
        }

        #[test]
        fn written_fractions_read_back(points in -Score::POINTS_LIMIT..=Score::POINTS_LIMIT, unit in 1i32..100_000) {
            let scale = Scale { unit, decimals: 0, fractions: true };
            prop_assert_eq!(scale.points(Number::parse(&scale.write(points)).unwrap()), Some(points));
        }
    }
}
