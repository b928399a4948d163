//! Comments of annotators, and the commands that programs embed in them.

use std::fmt;
use std::time::Duration;

/// A comment on one line: runs of white space are one blank.
///
/// A `}` would end it in a file, so it becomes `)`; then any comment can be written and read back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment(String);

/// An evaluation that a program noted: `[%eval 0.35]`, `[%eval #-4]`. It is for White, whoever moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Eval {
    /// Pawns for White.
    Pawns(f64),
    /// White mates in this many moves; if negative, Black does.
    Mate(i32),
}

impl Comment {
    /// A comment with this text.
    pub fn new(text: &str) -> Comment {
        let mut tidy = String::with_capacity(text.len());
        let blank = |c: char| c.is_whitespace() || c.is_control();
        for word in text.split(blank).filter(|word| !word.is_empty()) {
            if !tidy.is_empty() {
                tidy.push(' ');
            }
            tidy.extend(word.chars().map(|c| if c == '}' { ')' } else { c }));
        }
        Comment(tidy)
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Is it empty?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The argument of a command: `command("clk")` of `[%clk 0:04:59]` is `0:04:59`.
    pub fn command(&self, name: &str) -> Option<&str> {
        self.0.match_indices("[%").find_map(|(place, opening)| {
            let rest = self.0[place + opening.len()..].strip_prefix(name)?;
            let (value, _) = rest.strip_prefix([' ', ','])?.split_once(']')?;
            Some(value.trim())
        })
    }

    /// The comment without a command: `without("eval")`.
    pub fn without(&self, name: &str) -> Comment {
        let mut rest = self.0.as_str();
        let mut kept = String::new();
        while let Some(place) = rest.find("[%") {
            let (before, command) = rest.split_at(place);
            kept.push_str(before);
            let end = command.find(']').map_or(command.len(), |end| end + 1);
            let is_named = command[2..].strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', ',', ']']));
            if !is_named {
                kept.push_str(&command[..end]);
            }
            rest = &command[end..];
        }
        kept.push_str(rest);
        Comment::new(&kept)
    }

    /// The time left on the clock of the side that moved: `[%clk 0:04:59]`.
    pub fn clock(&self) -> Option<Duration> {
        let mut seconds = 0.0;
        for part in self.command("clk")?.split(':') {
            let number: f64 = part.parse().ok().filter(|number| (0.0..1e9).contains(number))?;
            seconds = seconds * 60.0 + number;
        }
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// The evaluation in the comment: `[%eval -1.25]`, `[%eval #3]`; a depth after a comma is ignored.
    pub fn eval(&self) -> Option<Eval> {
        let value = self.command("eval")?.split(',').next()?.trim();
        match value.strip_prefix('#') {
            Some(moves) => moves.parse().ok().map(Eval::Mate),
            None => value.parse().ok().filter(|pawns: &f64| pawns.is_finite()).map(Eval::Pawns),
        }
    }
}

/// The command itself, as it is written in a comment.
impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eval::Pawns(pawns) => write!(f, "[%eval {pawns:.2}]"),
            Eval::Mate(moves) => write!(f, "[%eval #{moves}]"),
        }
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_one_line_without_a_brace_that_ends_it() {
        assert_eq!(Comment::new(" a\r\n\tb  c} ").text(), "a b c)");
        assert!(Comment::new(" \n").is_empty());
    }

    #[test]
    fn clocks_and_values_are_found_among_words() {
        let comment = Comment::new("good [%eval -1.25,18] and [%clk 1:02:03.5] slow");
        assert_eq!(comment.eval(), Some(Eval::Pawns(-1.25)));
        assert_eq!(comment.clock(), Some(Duration::from_millis(3_723_500)));
        assert_eq!(Comment::new("[%eval #-4]").eval(), Some(Eval::Mate(-4)));
        assert_eq!(Comment::new(&Eval::Mate(-4).to_string()).eval(), Some(Eval::Mate(-4)));
        assert_eq!(comment.without("eval").text(), "good and [%clk 1:02:03.5] slow");
        assert_eq!(Comment::new("a [%evals 1] [%eval 3").without("eval").text(), "a [%evals 1]");
        for odd in ["[%clk]", "[%clk x]", "[%clk 1:-2]", "[%clk 1e300:1]", "[%eval inf]", "[%evaluated 1]", "[%clk 3"] {
            assert_eq!((Comment::new(odd).clock(), Comment::new(odd).eval()), (None, None), "{odd}");
        }
    }
}
