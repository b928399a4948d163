//! Numbers in readable form.

pub use rootward_session::grouped;

/// `850`, `12.3 k`, `4.56 M`, `7.89 G`.
pub fn short(number: f64) -> String {
    let (value, unit) = match number {
        n if n < 1e3 => return format!("{n:.0}"),
        n if n < 1e6 => (n / 1e3, "k"),
        n if n < 1e9 => (n / 1e6, "M"),
        n => (n / 1e9, "G"),
    };
    let decimals = if value < 10.0 { 2 } else { 1 };
    format!("{value:.decimals$} {unit}")
}

/// `0.123 ms`, `45 ms`, `1.23 s`, `2 m 05 s`.
pub fn time(millis: f64) -> String {
    match millis {
        ms if ms < 10.0 => format!("{ms:.2} ms"),
        ms if ms < 1e3 => format!("{ms:.0} ms"),
        ms if ms < 1e5 => format!("{:.2} s", ms / 1e3),
        ms => format!("{} m {:02} s", (ms / 6e4) as u64, (ms / 1e3) as u64 % 60),
    }
}

/// Nodes per second, or a dash if the time is too short to measure.
pub fn speed(nodes: u64, millis: f64) -> String {
    if millis < 1.0 { "–".to_owned() } else { format!("{}/s", short(nodes as f64 * 1e3 / millis)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (39_394_572, "39,394,572")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn large_numbers_and_times_are_short() {
        for (number, text) in [(850.0, "850"), (12_345.0, "12.3 k"), (4.56e6, "4.56 M"), (7.891e9, "7.89 G")] {
            assert_eq!(short(number), text);
        }
        for (ms, text) in [(0.123, "0.12 ms"), (45.4, "45 ms"), (1230.0, "1.23 s"), (125_000.0, "2 m 05 s")] {
            assert_eq!(time(ms), text);
        }
        assert_eq!((speed(5, 0.1).as_str(), speed(1000, 1.0).as_str()), ("–", "1.00 M/s"));
    }
}
