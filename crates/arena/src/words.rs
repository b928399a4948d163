//! Splits a setting into words, as a shell does: at blanks outside quotes.

use rootward_session::Problem;

/// The words of a text. Quotes of either kind keep blanks together and are removed.
pub(crate) fn split(text: &str) -> Result<Vec<String>, Problem> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut open: Option<char> = None;
    for letter in text.chars() {
        match (letter, open) {
            ('"' | '\'', None) => {
                open = Some(letter);
                word.get_or_insert_default();
            }
            (_, Some(quote)) if letter == quote => open = None,
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(quote) = open {
        return Err(Problem::new(format!("'{text}' has a quote that is not closed"), format!("another {quote}")));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quotes_keep_blanks_together() {
        let words = split("  uci:a  'option.Move Overhead=10' x=\"it's\" \"\" ").unwrap();
        assert_eq!(words, ["uci:a", "option.Move Overhead=10", "x=it's", ""]);
        assert!(split("a 'b").unwrap_err().to_string().ends_with("expected another '"));
    }

    proptest! {
        #[test]
        fn words_without_quotes_come_back(words in proptest::collection::vec("[^\\s'\"]{1,8}", 0..6)) {
            prop_assert_eq!(split(&words.join(" ")).unwrap(), words);
        }
    }
}
