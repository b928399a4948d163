//! Numbers and quotations in messages.

/// A count with its noun: `1 leaf`, `2,364 leaves`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// A number with commas between groups of three digits.
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

/// The beginning of a text: at most this many characters, and `…` if something was left out.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Text as it is quoted in a message: on one line, and [`shortened`].
pub fn quoted(text: &str, most: usize) -> String {
    let line: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("'{}'", shortened(&line, most))
}

/// A text on one line: line breaks become spaces.
pub fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).map(str::trim).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!([0, 999, 1000, 2_322_941].map(grouped), ["0", "999", "1,000", "2,322,941"]);
        assert_eq!((counted(1, "leaf", "leaves"), counted(0, "leaf", "leaves")), ("1 leaf".into(), "0 leaves".into()));
    }

    #[test]
    fn long_text_is_quoted_in_part() {
        assert_eq!(quoted(" 4\t4 \n", 9), "'4 4'");
        assert_eq!(quoted(&"é".repeat(100), 60), format!("'{}…'", "é".repeat(60)));
        assert_eq!((shortened("abc", 3), shortened("abcd", 3)), ("abc".into(), "abc…".into()));
        assert_eq!(one_line("a \r\n b\nc"), "a  b c");
    }
}
