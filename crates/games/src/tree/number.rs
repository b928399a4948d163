//! Numbers in a text: decimals and fractions, both exact.

use rootward_game::TextError;

/// The finest step a decimal can have: six decimals leave room for values up to 1,000.
const MOST_DECIMALS: usize = 6;

/// No value with more digits before the point can be in range, whatever the scale.
const MOST_DIGITS: usize = 10;

/// A number exactly as written, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    numerator: i64,
    denominator: i64,
    form: Form,
}

/// How a number was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// With a point, or as a whole number: the number of decimals, without zeros at the end.
    Decimal(u32),
    /// With a slash.
    Fraction,
}

impl Number {
    /// A whole number.
    pub(super) fn whole(number: i32) -> Number {
        Number { numerator: i64::from(number), denominator: 1, form: Form::Decimal(0) }
    }

    /// A fraction; the denominator must not be 0.
    pub(super) fn fraction(numerator: i64, denominator: i64) -> Number {
        let divisor = gcd(numerator, denominator).max(1) * denominator.signum();
        Number { numerator: numerator / divisor, denominator: denominator / divisor, form: Form::Fraction }
    }

    /// Reads `3`, `+4`, `-0.25`, `.5`, `7/2`, and `−3` with the minus sign of typography.
    pub(super) fn parse(text: &str) -> Result<Number, TextError> {
        let negative = text.starts_with(['-', '−']);
        let digits = text.strip_prefix(['+', '-', '−']).unwrap_or(text);
        let size = match digits.split_once('/') {
            Some((above, below)) => parse_fraction(text, above, below)?,
            None => parse_decimal(text, digits)?,
        };
        Ok(if negative { Number { numerator: -size.numerator, ..size } } else { size })
    }

    pub(super) fn numerator(self) -> i64 {
        self.numerator
    }

    /// Above 0.
    pub(super) fn denominator(self) -> i64 {
        self.denominator
    }

    /// The number of decimals it was written with; 0 for a fraction.
    pub(super) fn decimals(self) -> u32 {
        match self.form {
            Form::Decimal(decimals) => decimals,
            Form::Fraction => 0,
        }
    }

    /// Is it a fraction and not a whole number? (`4/2` is a whole number.)
    pub(super) fn is_fraction(self) -> bool {
        self.form == Form::Fraction && self.denominator > 1
    }

    /// The number as a multiple of 1/`unit`, if that is a whole number.
    pub(super) fn in_units(self, unit: i64) -> Option<i64> {
        (unit % self.denominator == 0).then(|| self.numerator.checked_mul(unit / self.denominator)).flatten()
    }
}

fn parse_decimal(text: &str, digits: &str) -> Result<Number, TextError> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    if fraction.is_empty() || !are_digits(whole) || !are_digits(fraction) || digits.is_empty() {
        return Err(no_number(text));
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > MOST_DECIMALS {
        let problem = format!("'{}' has more than {MOST_DECIMALS} decimals", excerpt(text));
        return Err(TextError::new(problem, format!("a number with at most {MOST_DECIMALS} decimals")));
    }
    let decimals = fraction.len() as u32;
    let power = 10_i64.pow(decimals);
    let numerator = whole_number(text, whole)? * power + whole_number(text, fraction)?;
    Ok(Number { form: Form::Decimal(decimals), ..Number::fraction(numerator, power) })
}

fn parse_fraction(text: &str, above: &str, below: &str) -> Result<Number, TextError> {
    if above.is_empty() || below.is_empty() || !are_digits(above) || !are_digits(below) {
        return Err(no_number(text));
    }
    match whole_number(text, below)? {
        0 => Err(TextError::new(format!("'{}' divides by 0", excerpt(text)), "a number like 7/2")),
        denominator => Ok(Number::fraction(whole_number(text, above)?, denominator)),
    }
}

fn are_digits(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_digit())
}

/// Digits as a number, if there are not too many of them.
fn whole_number(text: &str, digits: &str) -> Result<i64, TextError> {
    let digits = digits.trim_start_matches('0');
    if digits.len() > MOST_DIGITS {
        let range = "a number between -1,000,000,000 and 1,000,000,000";
        return Err(TextError::new(format!("{} is too large", excerpt(text)), range));
    }
    Ok(digits.bytes().fold(0, |number, digit| number * 10 + i64::from(digit - b'0')))
}

fn no_number(text: &str) -> TextError {
    TextError::new(format!("'{}' is not a number", excerpt(text)), "a number like 3, -0.25, .5 or 7/2")
}

/// The greatest common divisor, never negative.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The least common multiple of two numbers above 0, if there is one below 2^63.
pub(super) fn lcm(a: i64, b: i64) -> Option<i64> {
    if a % b == 0 { Some(a) } else { a.checked_mul(b / gcd(a, b)) }
}

/// The beginning of a piece of text, short enough for an error message.
pub(super) fn excerpt(text: &str) -> String {
    rootward_support::text::shortened(text, 24)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> (i64, i64, u32) {
        let number = Number::parse(text).unwrap();
        (number.numerator, number.denominator, number.decimals())
    }

    #[test]
    fn numbers_are_read_with_every_sign_and_point() {
        assert_eq!(parts("3"), (3, 1, 0));
        assert_eq!(parts("+4"), (4, 1, 0));
        assert_eq!(parts("-3"), (-3, 1, 0));
        assert_eq!(parts("−3"), (-3, 1, 0));
        assert_eq!(parts(".5"), (1, 2, 1));
        assert_eq!(parts("-0.250"), (-1, 4, 2));
        assert_eq!(parts("0.000001"), (1, 1_000_000, 6));
        assert_eq!(parts("007.00000000"), (7, 1, 0));
        assert_eq!(parts("-0"), (0, 1, 0));
    }

    #[test]
    fn fractions_are_read_in_lowest_terms() {
        assert_eq!(parts("7/2"), (7, 2, 0));
        assert_eq!(parts("−14/4"), (-7, 2, 0));
        assert_eq!(parts("0/5"), (0, 1, 0));
        assert!(Number::parse("1/3").unwrap().is_fraction());
        assert!(!Number::parse("4/2").unwrap().is_fraction());
        assert!(!Number::parse("0.5").unwrap().is_fraction());
    }

    #[test]
    fn a_unit_that_is_too_coarse_gives_nothing() {
        let units = |text: &str, unit| Number::parse(text).unwrap().in_units(unit);
        assert_eq!(units("2.5", 1), None);
        assert_eq!(units("2.5", 6), Some(15));
        assert_eq!(units("-7/3", 6), Some(-14));
        assert_eq!(units("9999999999.999999", i64::MAX / 1_000_000 * 1_000_000), None);
    }

    #[test]
    fn what_is_not_a_number_is_refused() {
        for text in ["", "-", "+", ".", "3.", "1e5", "--3", "+-3", "1.2.3", "٣", "0x10", "1_000"] {
            assert!(Number::parse(text).is_err(), "{text:?} was read as a number");
        }
        for text in ["/", "1/", "/2", "1/-2", "1/+2", "1/2/3", "1.5/2", "1/2.5", "1/0", "0/0", "1/٣"] {
            assert!(Number::parse(text).is_err(), "{text:?} was read as a number");
        }
        let error = Number::parse("0.1234567").unwrap_err();
        assert_eq!(error.problem, "'0.1234567' has more than 6 decimals");
        let error = Number::parse("123456789012345678901234567890").unwrap_err();
        assert_eq!(error.problem, "123456789012345678901234… is too large");
        assert_eq!(error.expected, "a number between -1,000,000,000 and 1,000,000,000");
    }
}
