//! Numbers as they stand in a text, and points written back as decimals.
//!
//! Scores are whole numbers, but trees on paper have leaves like 2.5. All values of a tree are therefore multiplied by
//! the same power of ten, the smallest that makes every one of them whole.

use rootward_game::{Score, TextError};

/// The finest step a value can have: six decimals leave room for values up to 1,000.
const MOST_DECIMALS: usize = 6;

/// No value with more digits before the point can be in range, whatever the scale.
const MOST_DIGITS: usize = 10;

/// A number with a few decimals, exactly as written: `mantissa` / 10^`decimals`, with no zeros at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    mantissa: i64,
    decimals: u32,
}

impl Decimal {
    /// A whole number.
    pub(super) fn whole(number: i32) -> Decimal {
        Decimal { mantissa: i64::from(number), decimals: 0 }
    }

    /// Reads `3`, `+4`, `-0.25`, `.5`, and `−3` with the minus sign of typography.
    pub(super) fn parse(text: &str) -> Result<Decimal, TextError> {
        let negative = text.starts_with(['-', '−']);
        let digits = text.strip_prefix(['+', '-', '−']).unwrap_or(text);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if fraction.is_empty() || !are_digits(whole) || !are_digits(fraction) || digits.is_empty() {
            return Err(TextError::new(format!("'{}' is not a number", excerpt(text)), "a number like 3, -0.25 or .5"));
        }
        let whole = whole.trim_start_matches('0');
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > MOST_DECIMALS {
            let problem = format!("'{}' has more than {MOST_DECIMALS} decimals", excerpt(text));
            return Err(TextError::new(problem, format!("a number with at most {MOST_DECIMALS} decimals")));
        }
        if whole.len() > MOST_DIGITS {
            return Err(out_of_range(text, 0));
        }
        let digits = whole.bytes().chain(fraction.bytes());
        let size = digits.fold(0, |number, digit| number * 10 + i64::from(digit - b'0'));
        Ok(Decimal { mantissa: if negative { -size } else { size }, decimals: fraction.len() as u32 })
    }

    /// How many decimals it takes to write this number.
    pub(super) fn decimals(self) -> u32 {
        self.decimals
    }

    /// The number times 10^`decimals`, if that is a whole number in the range of points.
    pub(super) fn scaled(self, decimals: u32) -> Option<i32> {
        let factor = 10_i64.pow(decimals.checked_sub(self.decimals)?);
        let points = i32::try_from(self.mantissa.checked_mul(factor)?).ok()?;
        (points.abs() <= Score::POINTS_LIMIT).then_some(points)
    }
}

/// The error for a number that is too large for a tree whose values have so many decimals.
pub(super) fn out_of_range(text: &str, decimals: u32) -> TextError {
    let most = grouped(Score::POINTS_LIMIT / 10_i32.pow(decimals));
    let reason = match decimals {
        0 => String::new(),
        1 => ", since the values of this tree have 1 decimal".to_owned(),
        _ => format!(", since the values of this tree have {decimals} decimals"),
    };
    TextError::new(format!("{} is too large", excerpt(text)), format!("a number between -{most} and {most}{reason}"))
}

/// Points divided by 10^`decimals`, with no more decimals than they need: `2.5`, `-0.25`, `3`.
pub(super) fn write_scaled(points: i32, decimals: u32) -> String {
    let unit = 10_u32.pow(decimals);
    let size = points.unsigned_abs();
    let sign = if points < 0 { "-" } else { "" };
    let whole = size / unit;
    let fraction = format!("{:0width$}", size % unit, width = decimals as usize);
    match fraction.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        fraction => format!("{sign}{whole}.{fraction}"),
    }
}

/// The beginning of a piece of text, short enough for an error message.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 24;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// A number with commas between groups of three digits.
fn grouped(number: i32) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn points(text: &str, decimals: u32) -> Option<i32> {
        Decimal::parse(text).unwrap().scaled(decimals)
    }

    #[test]
    fn numbers_are_read_with_every_sign_and_point() {
        assert_eq!(points("3", 0), Some(3));
        assert_eq!(points("+4", 0), Some(4));
        assert_eq!(points("-3", 0), Some(-3));
        assert_eq!(points("−3", 0), Some(-3));
        assert_eq!(points(".5", 1), Some(5));
        assert_eq!(points("-0.250", 2), Some(-25));
        assert_eq!(points("007.00000000", 0), Some(7));
        assert_eq!(points("-0", 0), Some(0));
    }

    #[test]
    fn a_scale_that_is_too_coarse_or_too_fine_gives_nothing() {
        assert_eq!(points("2.5", 0), None);
        assert_eq!(points("1000000000", 0), Some(1_000_000_000));
        assert_eq!(points("1000000001", 0), None);
        assert_eq!(points("-1001", 6), None);
        assert_eq!(points("9999999999.999999", 6), None);
    }

    #[test]
    fn what_is_not_a_number_is_refused() {
        for text in ["", "-", "+", ".", "3.", "1e5", "--3", "+-3", "1.2.3", "٣", "0x10", "1_000"] {
            assert!(Decimal::parse(text).is_err(), "{text:?} was read as a number");
        }
        let error = Decimal::parse("0.1234567").unwrap_err();
        assert_eq!(error.problem, "'0.1234567' has more than 6 decimals");
        let error = Decimal::parse("123456789012345678901234567890").unwrap_err();
        assert_eq!(error.problem, "123456789012345678901234… is too large");
        assert_eq!(error.expected, "a number between -1,000,000,000 and 1,000,000,000");
    }

    #[test]
    fn points_are_written_as_they_were_meant() {
        assert_eq!(write_scaled(25, 1), "2.5");
        assert_eq!(write_scaled(-25, 2), "-0.25");
        assert_eq!(write_scaled(300, 2), "3");
        assert_eq!(write_scaled(-7, 0), "-7");
        assert_eq!(write_scaled(i32::MIN, 6), "-2147.483648");
    }

    proptest! {
        #[test]
        fn written_points_read_back(points in -Score::POINTS_LIMIT..=Score::POINTS_LIMIT, decimals in 0u32..=6) {
            let text = write_scaled(points, decimals);
            prop_assert_eq!(Decimal::parse(&text).unwrap().scaled(decimals), Some(points));
        }
    }
}
