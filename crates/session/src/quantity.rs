//! Times, sizes and counts as people write them: `500ms`, `64M`, `10k`.

use std::time::Duration;

use crate::Problem;
use crate::problem::quoted;

const LONGEST: Duration = Duration::from_secs(1000 * 3600);

/// Reads a time: `500ms`, `2s`, `0.5s`, `1m`, `1h`; a bare number counts seconds.
///
/// ```
/// use rootward_session::parse_time;
/// use std::time::Duration;
///
/// assert_eq!(parse_time("0.5s"), Ok(Duration::from_millis(500)));
/// assert!(parse_time("soon").is_err());
/// ```
pub fn parse_time(text: &str) -> Result<Duration, Problem> {
    let expected = "a time such as 500ms, 2s or 1m, above 0 and up to 1000h";
    let wrong = || Problem::new(format!("{} is not a time", quoted(text)), expected);
    let (number, unit) = split_unit(text).ok_or_else(wrong)?;
    let nanos_in_unit = match unit {
        "ms" => 1e6,
        "" | "s" => 1e9,
        "m" | "min" => 60e9,
        "h" => 3600e9,
        _ => return Err(wrong()),
    };
    let nanos = (number * nanos_in_unit).round();
    if !(1.0..=LONGEST.as_nanos() as f64).contains(&nanos) {
        return Err(Problem::new(format!("{} is out of range", quoted(text)), expected));
    }
    Ok(Duration::from_nanos(nanos as u64))
}

/// Reads a memory size: `64M`, `1G`, `512KiB`, `64m`; units are powers of 1024, a bare number counts bytes.
///
/// ```
/// use rootward_session::parse_memory;
///
/// assert_eq!(parse_memory("64M"), Ok(64 << 20));
/// ```
pub fn parse_memory(text: &str) -> Result<usize, Problem> {
    let expected = "a size such as 64M or 1G, from 1K to 1T";
    let wrong = || Problem::new(format!("{} is not a size of memory", quoted(text)), expected);
    let (number, unit) = split_unit(text).ok_or_else(wrong)?;
    // Nobody means a thousandth of a byte by m.
    let unit = unit.to_ascii_lowercase();
    let unit = unit.strip_suffix("ib").or_else(|| unit.strip_suffix('b')).unwrap_or(&unit);
    let bytes_in_unit: u64 = match unit {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        "t" => 1 << 40,
        _ => return Err(wrong()),
    };
    let bytes = number * bytes_in_unit as f64;
    if !(1024.0..=(1u64 << 40) as f64).contains(&bytes) {
        return Err(Problem::new(format!("{} is out of range", quoted(text)), expected));
    }
    Ok(bytes as usize)
}

/// Reads a node count: `1000000`, `1_000_000`, `500k`, `10M`, `10m`, `2G`; units are powers of 1000.
///
/// ```
/// use rootward_session::parse_count;
///
/// assert_eq!(parse_count("10M"), Ok(10_000_000));
/// ```
pub fn parse_count(text: &str) -> Result<u64, Problem> {
    let expected = "a count such as 50000, 500k or 10M, from 1 to 10^18";
    let wrong = || Problem::new(format!("{} is not a count", quoted(text)), expected);
    let (number, unit) = split_unit(text).ok_or_else(wrong)?;
    let in_unit = match unit {
        "" => 1.0,
        "k" | "K" => 1e3,
        "m" | "M" => 1e6,
        "g" | "G" => 1e9,
        _ => return Err(wrong()),
    };
    let count = number * in_unit;
    if !(1.0..=1e18).contains(&count) {
        return Err(Problem::new(format!("{} is out of range", quoted(text)), expected));
    }
    // Whole numbers are parsed as integers: beyond 2^53 a float would change them.
    let digits: String = text.trim().chars().filter(|&c| c != '_').collect();
    Ok(digits.parse().unwrap_or(count.round() as u64))
}

/// Reads a whole number within limits; `what` names it in the error message.
pub fn parse_within(text: &str, what: &str, least: u32, most: u32) -> Result<u32, Problem> {
    let number = text.trim().parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        Problem::new(format!("{} is not a {what}", quoted(text)), format!("a whole number from {least} to {most}"))
    })
}

/// A decimal number and the letters after it.
fn split_unit(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_')).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: String = number.chars().filter(|&c| c != '_').collect();
    let has_digit = number.bytes().any(|byte| byte.is_ascii_digit());
    Some((number.parse().ok().filter(|_| has_digit)?, unit.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn times_are_read_in_every_unit() {
        let millis = |text| parse_time(text).map(|time| time.as_millis());
        let cases = [("500ms", 500), ("2s", 2000), ("1m", 60_000), ("0.5s", 500), (" 1 h", 3_600_000), ("3", 3000)];
        for (text, expected) in cases {
            assert_eq!(millis(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn absurd_times_are_refused() {
        let huge = "1".repeat(31) + "s";
        for text in ["", "s", ".", "0", "0s", "-1s", "2 weeks", "1e9s", "inf", "nan", "1001h", &huge, "0.0000001ms"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_powers_of_1024() {
        for (text, bytes) in [
            ("64M", 64 << 20),
            ("1G", 1 << 30),
            ("1.5K", 1536),
            ("4096", 4096),
            ("2MiB", 2 << 20),
            ("64m", 64 << 20),
            ("1gb", 1 << 30),
            ("3kib", 3 << 10),
        ] {
            assert_eq!(parse_memory(text), Ok(bytes), "{text}");
        }
        for text in ["0", "0M", "10", "M", "64Q", "-1M", "9999T", &("9".repeat(400) + "M")] {
            assert!(parse_memory(text).is_err(), "{text}");
        }
    }

    #[test]
    fn counts_are_whole_and_powers_of_1000() {
        let cases = [
            ("1", 1),
            ("1_000", 1000),
            ("10k", 10_000),
            ("2m", 2_000_000),
            ("1.5M", 1_500_000),
            ("9007199254740993", 9007199254740993),
        ];
        for (text, count) in cases {
            assert_eq!(parse_count(text), Ok(count), "{text}");
        }
        for text in ["0", "-5", "1e6", "many", &("1".to_owned() + &"0".repeat(30))] {
            assert!(parse_count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_number_out_of_range_is_named_with_its_range() {
        let problem = parse_within("0", "number of threads", 1, 256).unwrap_err();
        assert_eq!(problem.to_string(), "'0' is not a number of threads; expected a whole number from 1 to 256");
    }

    proptest! {
        #[test]
        fn arbitrary_text_is_read_or_refused_without_a_panic(text: String) {
            let _ = (parse_time(&text), parse_memory(&text), parse_count(&text), parse_within(&text, "n", 1, 9));
        }

        #[test]
        fn whole_numbers_with_a_unit_are_exact(n in 1u64..1_000_000) {
            prop_assert_eq!(parse_time(&format!("{n}ms")), Ok(Duration::from_millis(n)));
            prop_assert_eq!(parse_memory(&format!("{n}K")), Ok((n as usize) << 10));
            prop_assert_eq!(parse_count(&format!("{n}k")), Ok(n * 1000));
        }
    }
}
