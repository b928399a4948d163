//! Reading a value as students write it: `3`, `-2,5`, `7/2`, `2 1/3`, `2.33…`, `– ∞`, `inf`, `≤ 2`.

use rootward_trace::Value;

/// What was written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    /// `=`, `≤` or `≥`, if one stands before the value.
    pub(super) sign: Option<&'static str>,
    amount: Amount,
}

#[derive(Clone, Debug, PartialEq)]
enum Amount {
    Number(f64),
    /// A decimal with an ellipsis: the first digits of the value, cut off or rounded.
    Begun {
        number: f64,
        /// The worth of the last digit.
        unit: f64,
    },
    Infinity {
        is_negative: bool,
    },
    /// Such as `win in 3`.
    Words(String),
}

const SIGNS: [(&str, &str); 5] = [("<=", "≤"), (">=", "≥"), ("≤", "≤"), ("≥", "≥"), ("=", "=")];
const INFINITIES: [&str; 5] = ["∞", "inf", "infinity", "oo", "infty"];
const DASHES: [char; 8] = ['−', '–', '—', '‒', '‐', '‑', '﹣', '－'];
const FRACTIONS: [(char, &str); 7] =
    [('½', " 1/2"), ('⅓', " 1/3"), ('⅔', " 2/3"), ('¼', " 1/4"), ('¾', " 3/4"), ('⅙', " 1/6"), ('⅚', " 5/6")];
/// Decimals are compared up to the rounding of a binary number.
const SLACK: f64 = 1e-9;

/// Is an answer this value, in any of the ways to write it? `2 1/3` is `7/3`.
///
/// ```
/// use rootward_draw::quiz::same_value;
///
/// assert!(same_value("2,5", "5/2") && same_value("– 1", "-1") && !same_value("2", "5/2"));
/// ```
pub fn same_value(given: &str, right: &str) -> bool {
    read(given).is_amount(&read(right).amount)
}

/// Reads an answer; anything is readable, if only as words.
pub(super) fn read(answer: &str) -> Reading {
    let plain = plain(answer);
    let found = SIGNS.iter().find_map(|(written, sign)| Some((*sign, plain.strip_prefix(written)?)));
    let (sign, rest) = found.map_or((None, plain.as_str()), |(sign, rest)| (Some(sign), rest.trim()));
    let (is_negative, size) = match (rest.strip_prefix('-'), rest.strip_prefix('+')) {
        (Some(size), _) => (true, size.trim()),
        (None, Some(size)) => (false, size.trim()),
        (None, None) => (false, rest),
    };
    let signed = |number: f64| if is_negative { -number } else { number };
    let amount = if INFINITIES.contains(&size) {
        Amount::Infinity { is_negative }
    } else if let Some((number, unit)) = begun(size) {
        Amount::Begun { number: signed(number), unit }
    } else if let Some(number) = number(size) {
        Amount::Number(signed(number))
    } else {
        Amount::Words(rest.to_owned())
    };
    Reading { sign, amount }
}

/// Lower case, with one kind of minus, one kind of blank, and fractions as two numbers.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.to_lowercase().chars() {
        match FRACTIONS.iter().find(|(fraction, _)| *fraction == letter) {
            Some((_, spelled)) => plain.push_str(spelled),
            None if DASHES.contains(&letter) => plain.push('-'),
            None => plain.push(letter),
        }
    }
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ").replace(" /", "/").replace("/ ", "/")
}

/// `2.33…` or `2.33...`: the digits, and the worth of the last.
fn begun(text: &str) -> Option<(f64, f64)> {
    let digits = text.strip_suffix('…').or_else(|| text.strip_suffix("..."))?.trim();
    let (_, after) = digits.split_once(['.', ','])?;
    let unit = 10_f64.powi(-i32::try_from(after.len()).ok().filter(|&places| (1..=15).contains(&places))?);
    Some((decimal(digits)?, unit))
}

/// `3`, `3.5`, `7/2` or `2 1/3`.
fn number(text: &str) -> Option<f64> {
    match text.split_once(' ') {
        Some((whole, part)) => Some(whole_number(whole)? + fraction(part)?),
        None => fraction(text).or_else(|| decimal(text)),
    }
}

fn fraction(text: &str) -> Option<f64> {
    let (above, below) = text.split_once('/')?;
    Some(decimal(above)? / decimal(below).filter(|&below| below > 0.0)?)
}

fn whole_number(text: &str) -> Option<f64> {
    decimal(text).filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A number of digits with at most one decimal point or comma.
fn decimal(text: &str) -> Option<f64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b',');
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    (is_plain && has_digit).then(|| text.replace(',', ".").parse().ok()).flatten()
}

impl Reading {
    /// Is it this value, whatever sign stands before it?
    pub(super) fn is(&self, value: &Value) -> bool {
        self.is_amount(&read(&value.text).amount)
    }

    fn is_amount(&self, right: &Amount) -> bool {
        match (&self.amount, right) {
            (Amount::Number(given), Amount::Number(right)) => (given - right).abs() < SLACK,
            (Amount::Begun { number, unit }, Amount::Number(right)) => {
                // In the direction away from 0, as digits are cut off.
                let missing = if *number < 0.0 || *right < 0.0 { number - right } else { right - number };
                let (is_cut_off, is_rounded) =
                    (missing > -SLACK && missing < unit - SLACK, missing.abs() <= unit / 2.0);
                is_cut_off || is_rounded
            }
            (given, right) => given == right,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rootward_trace::Amount as Data;

    fn value(text: &str) -> Value {
        Value::written(Data::Points { value: 0.0.into() }, text)
    }

    #[test]
    fn a_value_may_be_written_in_many_ways() {
        let cases = [
            (
                "−3",
                vec!["-3", "−3", "–3", "— 3", " - 3.0 ", "=-3", "= −3", "-6/2", "<= -3"],
                vec!["3", "", "-3.5", "three"],
            ),
            (
                "7/2",
                vec!["7/2", "3.5", "14/4", "= 7 / 2", "3,50", "3 1/2", "3½", "+3.5"],
                vec!["-7/2", "7/0", "7/", "/2", "7/2/1", "3 1"],
            ),
            (
                "7/3",
                vec!["7/3", "2 1/3", "2.33…", "2.33...", "2,333…", "2⅓", "2.3…"],
                vec!["2.33", "2.34…", "2.4…", "2 1/2", "2…", "2 -1/3"],
            ),
            ("−2/3", vec!["-2/3", "-0.66…", "–0.67…", "−0,6667...", "-⅔"], vec!["0.67…", "-0.65…", "-0.68…"]),
            ("∞", vec!["inf", "+∞", "+ inf", "Infinity", "oo"], vec!["-inf", "8", "1e999"]),
            ("−∞", vec!["-∞", "–∞", "- ∞", "−inf", "- infinity", "-oo"], vec!["∞", "nan", "-"]),
            ("win in 3", vec!["win in 3", "Win  in 3"], vec!["win", "3"]),
        ];
        for (right, same, others) in cases {
            for given in same {
                assert!(read(given).is(&value(right)), "{given} is {right}");
            }
            for given in others {
                assert!(!read(given).is(&value(right)), "{given} is not {right}");
            }
        }
        assert_eq!(
            (read("<= 2").sign, read("≥2").sign, read("= 1/2").sign, read("4").sign),
            (Some("≤"), Some("≥"), Some("="), None)
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_a_value_reads_as_itself(text in "\\PC{0,20}", above in -999i32..1000, below in 1i32..13) {
            let _ = read(&text).is(&value("3"));
            let fraction = format!("{above}/{below}");
            prop_assert!(read(&fraction).is(&value(&fraction)));
            let other = format!("{}/{below}", above + 1);
            prop_assert!(!read(&other).is(&value(&fraction)));
            let digits = format!("{:.3}…", f64::from(above) / f64::from(below));
            prop_assert!(read(&digits).is(&value(&fraction)), "{} for {}", digits, fraction);
        }
    }
}
