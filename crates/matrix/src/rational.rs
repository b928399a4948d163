//! Fractions of whole numbers of any size: the type of payoffs, so that results can be exact.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::str::FromStr;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{One, Signed, ToPrimitive, Zero};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The most digits of one numeral: enough for every use, and too few to make arithmetic slow.
pub const MOST_DIGITS: usize = 400;
/// The largest absolute value of an exponent.
const MOST_EXPONENT: i32 = 400;

/// An exact fraction in lowest terms. As text and in JSON: `3`, `-1/2`.
///
/// ```
/// use rootward_matrix::Rational;
///
/// let tenth: Rational = "0.1".parse().unwrap();
/// assert_eq!((tenth.clone() + tenth).to_string(), "1/5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rational(Ratio<BigInt>);

impl Rational {
    /// A fraction; `None` if the denominator is zero.
    pub fn new(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Option<Rational> {
        let denominator = denominator.into();
        (!denominator.is_zero()).then(|| Rational(Ratio::new(numerator.into(), denominator)))
    }

    /// Zero.
    pub fn zero() -> Rational {
        Rational(Ratio::zero())
    }

    /// One.
    pub fn one() -> Rational {
        Rational(Ratio::one())
    }

    /// Is it zero?
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Is it positive?
    pub fn is_positive(&self) -> bool {
        self.0.is_positive()
    }

    /// Is it negative?
    pub fn is_negative(&self) -> bool {
        self.0.is_negative()
    }

    /// The numerator, with the sign.
    pub fn numerator(&self) -> &BigInt {
        self.0.numer()
    }

    /// The denominator, positive.
    pub fn denominator(&self) -> &BigInt {
        self.0.denom()
    }

    /// The nearest floating-point number, to within two units in the last place.
    pub fn to_f64(&self) -> f64 {
        let ((above, up), (below, down)) = (leading(self.numerator()), leading(self.denominator()));
        let exponent = (up - down) as i32;
        // In two steps, as the power alone may be out of range where the result is not.
        above / below * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2)
    }

    /// The exact fraction of a floating-point number; `None` if it is not finite.
    pub fn from_f64(number: f64) -> Option<Rational> {
        let (mantissa, exponent, sign) = num_traits::float::FloatCore::integer_decode(number);
        let whole = BigInt::from(mantissa) * sign;
        let power = BigInt::one() << exponent.unsigned_abs();
        match number.is_finite() {
            false => None,
            true if exponent < 0 => Rational::new(whole, power),
            true => Some(Rational::from(whole * power)),
        }
    }
}

impl Rational {
    /// Numerator and denominator, where both fit a word. Nearly all payoffs do, and words are compared many times as fast.
    fn words(&self) -> Option<(i64, i64)> {
        Some((self.numerator().to_i64()?, self.denominator().to_i64()?))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        match (self.words(), other.words()) {
            // Denominators are positive, and the products of words fit two words.
            (Some((above, below)), Some((other_above, other_below))) => {
                (i128::from(above) * i128::from(other_below)).cmp(&(i128::from(other_above) * i128::from(below)))
            }
            _ => self.0.cmp(&other.0),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The leading 64 bits, and the number of bits after them.
fn leading(number: &BigInt) -> (f64, i64) {
    if let Some(word) = number.to_i64() {
        return (word as f64, 0);
    }
    let excess = number.bits().saturating_sub(64);
    ((number >> excess).to_f64().unwrap_or(f64::NAN), excess as i64)
}

/// The most bits of the common denominator of a game's payoffs. Exact pivoting multiplies its length by the number of
/// strategies; LCM(1 … 2800) still fits.
pub const MOST_DENOMINATOR_BITS: u64 = 4096;

/// Do all these numbers have a common denominator that is not too long?
pub(crate) fn have_common_denominator<'a>(numbers: impl Iterator<Item = &'a Rational>) -> bool {
    let mut seen = HashSet::new();
    let mut common = BigInt::one();
    for denominator in numbers.map(Rational::denominator) {
        // Whole numbers are frequent, and need no set.
        if !denominator.is_one() && seen.insert(denominator) {
            common = common.lcm(denominator);
        }
        if common.bits() > MOST_DENOMINATOR_BITS {
            return false;
        }
    }
    true
}

/// The least common multiple of the denominators.
pub(crate) fn common_denominator<'a>(numbers: impl Iterator<Item = &'a Rational>) -> BigInt {
    let mut common = BigInt::one();
    for number in numbers {
        if !(&common % number.denominator()).is_zero() {
            common = common.lcm(number.denominator());
        }
    }
    common
}

impl From<BigInt> for Rational {
    fn from(whole: BigInt) -> Rational {
        Rational(Ratio::from_integer(whole))
    }
}

impl From<i64> for Rational {
    fn from(whole: i64) -> Rational {
        Rational::from(BigInt::from(whole))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator().is_one() {
            true => f.pad(&self.numerator().to_string()),
            false => f.pad(&format!("{}/{}", self.numerator(), self.denominator())),
        }
    }
}

/// Text that is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotANumber;

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a number such as 3, -1/2 or 0.25")
    }
}

impl std::error::Error for NotANumber {}

impl FromStr for Rational {
    type Err = NotANumber;

    /// Reads `3`, `-1/2`, `0.25`, `.5`, `1e-3`.
    fn from_str(text: &str) -> Result<Rational, NotANumber> {
        if text.len() > MOST_DIGITS {
            return Err(NotANumber);
        }
        match text.split_once('/') {
            None => decimal(text),
            Some((above, below)) => {
                let below = Some(decimal(below)?).filter(|below| !below.is_zero()).ok_or(NotANumber)?;
                Ok(decimal(above)? / below)
            }
        }
    }
}

fn decimal(text: &str) -> Result<Rational, NotANumber> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().map_err(|_| NotANumber)?),
        None => (text, 0),
    };
    let (negative, digits) = match mantissa.as_bytes() {
        [b'-', ..] => (true, &mantissa[1..]),
        [b'+', ..] => (false, &mantissa[1..]),
        _ => (false, mantissa),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + part.len() == 0 || !all_digits(whole) || !all_digits(part) || exponent.abs() > MOST_EXPONENT {
        return Err(NotANumber);
    }
    let places = exponent - part.len() as i32;
    if let Some(number) = short_decimal(negative, whole, part, places) {
        return Ok(number);
    }
    let number: BigInt = format!("{whole}{part}").parse().map_err(|_| NotANumber)?;
    let number = if negative { -number } else { number };
    let power = BigInt::from(10).pow(places.unsigned_abs());
    if places < 0 { Rational::new(number, power).ok_or(NotANumber) } else { Ok(Rational::from(number * power)) }
}

/// The most digits of a number that fits a word for certain.
const SHORT: usize = 18;

/// A decimal of few digits, in the arithmetic of words: most of the time of reading a file was spent on reducing fractions
/// of long numbers.
fn short_decimal(negative: bool, whole: &str, part: &str, places: i32) -> Option<Rational> {
    if whole.len() + part.len() > SHORT || !(-(SHORT as i32)..=0).contains(&places) {
        return None;
    }
    let digits = whole.bytes().chain(part.bytes());
    let number = digits.fold(0i64, |number, digit| 10 * number + i64::from(digit - b'0'));
    let number = if negative { -number } else { number };
    let power = 10i64.pow(places.unsigned_abs());
    let divisor = number.gcd(&power);
    Some(Rational(Ratio::new_raw((number / divisor).into(), (power / divisor).into())))
}

macro_rules! operator {
    ($trait:ident, $method:ident, $sign:tt) => {
        impl $trait for Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                Rational(self.0 $sign other.0)
            }
        }
        impl $trait<&Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                Rational(&self.0 $sign &other.0)
            }
        }
    };
}
operator!(Add, add, +);
operator!(Sub, sub, -);
operator!(Mul, mul, *);
operator!(Div, div, /);

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational(-self.0)
    }
}

impl Sum for Rational {
    fn sum<I: Iterator<Item = Rational>>(numbers: I) -> Rational {
        numbers.fold(Rational::zero(), |sum, number| sum + number)
    }
}

impl Serialize for Rational {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rational {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rational, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Option<String> {
        text.parse::<Rational>().ok().map(|number| number.to_string())
    }

    #[test]
    fn numerals_are_read_exactly() {
        let cases = [
            ("3", "3"),
            ("-1/2", "-1/2"),
            ("0.25", "1/4"),
            (".5", "1/2"),
            ("+2.", "2"),
            ("1e-3", "1/1000"),
            ("4/-6", "-2/3"),
        ];
        for (text, written) in cases {
            assert_eq!(read(text).as_deref(), Some(written), "{text}");
        }
        assert_eq!(read("1.5/0.5").as_deref(), Some("3"));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "-", ".", "1/0", "1/", "/2", "1e", "1e999999999", "--1", "1_000", "NaN", "inf", "1/2/3", "٣"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&"9".repeat(MOST_DIGITS + 1)), None);
    }

    #[test]
    fn floating_point_comes_close() {
        for text in ["1/3", "-0.1", "1e300", "1e-300", "123456789012345678901234567890/7", "0"] {
            let number: Rational = text.parse().unwrap();
            let back = Rational::from_f64(number.to_f64()).unwrap();
            let error = (&back - &number).to_f64().abs();
            assert!(error <= 4e-16 * number.to_f64().abs(), "{text}: {error}");
        }
        assert_eq!(Rational::from_f64(f64::INFINITY), None);
        assert_eq!(Rational::from_f64(-0.75).unwrap().to_string(), "-3/4");
    }

    proptest! {
        /// Short numbers are read and compared by words, longer ones by long arithmetic: both must agree.
        #[test]
        fn short_numbers_are_like_long_ones(one in "-?[0-9]{1,20}(\\.[0-9]{0,20})?(e-?[0-9]{1,2})?", other in "-?[0-9]{0,3}\\.[0-9]{1,3}") {
            let longer = |text: &str| match text.split_once('e') {
                Some((mantissa, exponent)) => format!("{:0>30}e{exponent}", mantissa),
                None => format!("{text:0>30}"),
            };
            let [short, long] = [one.clone(), longer(one.trim_start_matches('-'))].map(|text| text.parse::<Rational>().unwrap());
            let long = if one.starts_with('-') { -long } else { long };
            prop_assert_eq!(&short, &long);
            let other: Rational = other.parse().unwrap();
            prop_assert_eq!(short.cmp(&other), short.0.cmp(&other.0));
            prop_assert_eq!(short.cmp(&other), (&short - &other).cmp(&Rational::zero()));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[-+0-9./eE]{0,12}") {
            if let Some(written) = read(&text) {
                prop_assert_eq!(read(&written), Some(written.clone()));
            }
        }
    }
}
