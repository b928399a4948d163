//! Numbers in sentences.

/// A count with its noun: `1 leaf`, `2,364 leaves`.
#[must_use]
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// A number with commas between groups of three digits.
#[must_use]
pub fn grouped(number: u64) -> String {
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

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!([0, 999, 1000, 2_322_941].map(grouped), ["0", "999", "1,000", "2,322,941"]);
        assert_eq!((counted(1, "leaf", "leaves"), counted(0, "leaf", "leaves")), ("1 leaf".into(), "0 leaves".into()));
    }
}
