//! The source of a matrix: a file, stdin, or the command line itself.

use std::io::{self, IsTerminal, Read};
use std::path::Path;

use rootward_matrix::{Format, MOST_TEXT, recognise};
use rootward_session::Problem;

/// A text and its format.
pub struct Input {
    pub text: String,
    pub format: Format,
    /// The name of the text in an error message.
    pub source: String,
}

const EXAMPLE: &str = "a file, - for stdin, or a matrix such as '3,4 1,2; 4,1 2,3'";

/// Finds the text. An argument that is no file and looks like numbers is a matrix.
pub fn find(argument: Option<&str>, format: Option<Format>) -> Result<Input, Problem> {
    match argument {
        None if io::stdin().is_terminal() => Err(Problem::new("there is no matrix", EXAMPLE)),
        None | Some("-") => {
            let text = text_of(&mut io::stdin().lock(), "stdin")?;
            Ok(Input { format: format.unwrap_or_else(|| recognise(&text)), text, source: "stdin".to_owned() })
        }
        Some(path) if Path::new(path).is_file() || !looks_like_numbers(path) => file(path, format),
        Some(matrix) => Ok(Input {
            text: matrix.to_owned(),
            format: format.unwrap_or(Format::Inline),
            source: "the matrix".to_owned(),
        }),
    }
}

fn file(path: &str, format: Option<Format>) -> Result<Input, Problem> {
    let source = format!("file '{path}'");
    let mut file = std::fs::File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Problem::new(format!("{source}: {error}"), EXAMPLE),
        _ => Problem::sentence(format!("{source}: {error}")),
    })?;
    let text = text_of(&mut file, &source)?;
    Ok(Input { format: format.unwrap_or_else(|| recognise(&text)), text, source })
}

fn text_of(reader: &mut impl Read, source: &str) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    let limit = MOST_TEXT as u64 + 1;
    reader.take(limit).read_to_end(&mut bytes).map_err(|error| Problem::sentence(format!("{source}: {error}")))?;
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        Problem::new(format!("{source}: byte {} is not UTF-8", place + 1), "text")
    })
}

/// Whether a text is numbers only, or begins like numbers and has several cells, so that it is no file name.
fn looks_like_numbers(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || c.is_whitespace() || "+-.,;/()eE".contains(c);
    let has_digits = text.contains(|c: char| c.is_ascii_digit());
    let begins = text.trim_start().starts_with(|c: char| c.is_ascii_digit() || "+-.(".contains(c));
    has_digits && text.chars().all(is_part) || text.contains(';') || begins && text.contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_are_distinguished_from_names_of_files() {
        for text in ["3,4 1,2; 4,1 2,3", "7", "-1", "1 x", "(3,4) (1,2)", "x; y", "1\n2"] {
            assert!(looks_like_numbers(text), "{text}");
        }
        for text in ["game.nfg", "my game.csv", "./3.csv", "2x2.nfg", "..", "-", "a,b"] {
            assert!(!looks_like_numbers(text), "{text}");
        }
    }
}
