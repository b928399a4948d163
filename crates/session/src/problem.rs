//! Errors in user input.

use std::fmt;
use std::path::{Path, PathBuf};

use rootward_game::TextError;
use rootward_support::journal::Refusal;
use rootward_support::text;

/// Invalid input: one sentence that names the error and what was expected.
///
/// ```
/// use rootward_session::Problem;
///
/// let problem = Problem::new("'0' is not a depth", "a number from 1 to 250");
/// assert_eq!(problem.to_string(), "'0' is not a depth; expected a number from 1 to 250");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    sentence: String,
    expected: Option<String>,
    place: Option<(usize, usize)>,
    /// The system is at fault, not the input: a full disk.
    system: bool,
    /// A file of something else, where this work's own would be.
    foreign: Option<PathBuf>,
}

impl Problem {
    /// An error, and what was expected.
    pub fn new(problem: impl fmt::Display, expected: impl fmt::Display) -> Problem {
        let expected = one_line(expected);
        let sentence = Problem::sentence(format!("{problem}; expected {expected}"));
        Problem { expected: Some(expected), ..sentence }
    }

    /// A whole sentence, without a full stop. Line breaks become spaces: it must stay one line.
    pub fn sentence(sentence: impl fmt::Display) -> Problem {
        Problem { sentence: one_line(sentence), expected: None, place: None, system: false, foreign: None }
    }

    /// A file that could not be written.
    pub fn unwritten(path: &Path, error: impl fmt::Display) -> Problem {
        let sentence = format!("the file '{}' could not be written ({error})", path.display());
        Problem { system: true, ..Problem::sentence(sentence) }
    }

    /// An error of the system that names its file already.
    pub fn system(error: impl fmt::Display) -> Problem {
        Problem { system: true, ..Problem::sentence(error) }
    }

    /// The system is at fault, not the input: a full disk.
    pub fn is_system(&self) -> bool {
        self.system
    }

    /// A file that belongs to something else, where this work would keep its own. It may be replaced if the user says so.
    pub fn foreign_file(&self) -> Option<&Path> {
        self.foreign.as_deref()
    }

    /// The same problem, which goes away with this file.
    pub fn with_foreign_file(self, path: &Path) -> Problem {
        Problem { foreign: Some(path.to_owned()), ..self }
    }

    /// The same problem, found at this place: `the weights '…'`, `line 3 of x.txt`.
    pub fn within(self, place: impl fmt::Display) -> Problem {
        Problem { sentence: one_line(format!("{place}: {}", self.sentence)), ..self }
    }

    /// The same problem, found in one line of a file without its first `before` characters: adds the line and corrects
    /// the column.
    pub fn in_line(self, number: usize, before: usize) -> Problem {
        let own = self.place.map(|(line, column)| (format!("line {line}, column {column}: "), column));
        let rest = own.and_then(|(own, column)| Some((self.sentence.strip_prefix(&own)?.to_owned(), column + before)));
        match rest {
            Some((rest, column)) => Problem {
                sentence: format!("line {number}, column {column}: {rest}"),
                place: Some((number, column)),
                ..self
            },
            None => self.within(format!("line {number}")),
        }
    }

    /// What was expected, if it is known separately.
    pub fn expected(&self) -> Option<&str> {
        self.expected.as_deref()
    }

    /// Line and column of the text, both from 1, if known.
    pub fn place(&self) -> Option<(usize, usize)> {
        self.place
    }
}

fn one_line(text: impl fmt::Display) -> String {
    text::one_line(&text.to_string())
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for Problem {}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let problem = Problem::sentence(&refusal);
        if refusal.is_system() {
            return Problem { system: true, ..problem };
        }
        problem.with_foreign_file(refusal.path())
    }
}

impl From<TextError> for Problem {
    fn from(error: TextError) -> Problem {
        let (expected, place) = (one_line(&error.expected), error.place);
        Problem { expected: Some(expected), place, ..Problem::sentence(error) }
    }
}

/// Text as it is quoted in a sentence: on one line, and truncated.
pub fn quoted(text: &str) -> String {
    text::quoted(text, 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_one_line_whatever_it_quotes() {
        let problem = Problem::from(TextError::new("bad\nnews", "good\r\nnews")).within("here");
        assert_eq!(problem.to_string(), "here: bad news; expected good  news");
        assert_eq!(problem.to_string().lines().count(), 1);
    }

    #[test]
    fn place_and_expectation_survive_the_way_up() {
        let problem = Problem::from(TextError::new("'x'", "a number").at("ab\nx", 3)).within("tree");
        assert_eq!((problem.expected(), problem.place()), (Some("a number"), Some((2, 1))));
        assert_eq!(problem.to_string(), "tree: line 2, column 1: 'x'; expected a number");
    }

    #[test]
    fn a_line_of_a_file_is_named_once() {
        let error = || TextError::new("'x'", "a number");
        let found = Problem::from(error().at("abx", 2)).in_line(7, 4);
        assert_eq!(found.to_string(), "line 7, column 7: 'x'; expected a number");
        assert_eq!(found.place(), Some((7, 7)));
        assert_eq!(Problem::from(error()).in_line(7, 4).to_string(), "line 7: 'x'; expected a number");
    }
}
