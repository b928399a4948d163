//! How a command ends, and the one sentence for an error.

use std::io;

use clap::error::ErrorKind;
use rootward_session::{Problem, find_game};

/// The exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Code {
    /// Success.
    Fine = 0,
    /// A check failed, or the system reported an error.
    Failed = 1,
    /// Bad input.
    BadInput = 2,
    /// Ctrl-C was pressed.
    Interrupted = 130,
}

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong.
    Input(Problem),
    /// The system reported an error.
    System(io::Error),
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        if problem.is_system() { Failure::System(io::Error::other(problem)) } else { Failure::Input(problem) }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::System(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::System(error.into())
    }
}

impl Failure {
    /// Reports it on stderr. A reader that closed the pipe early, as `head` does, has what it wanted: nothing is reported.
    pub fn report(self) -> Code {
        match self {
            Failure::Input(problem) => {
                complain(&problem.to_string());
                Code::BadInput
            }
            Failure::System(error) if error.kind() == io::ErrorKind::BrokenPipe => Code::Fine,
            Failure::System(error) => {
                complain(&error.to_string());
                Code::Failed
            }
        }
    }
}

/// The error of stdout, named: the file of an output can be another.
pub fn lost(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output could not be written ({error})"))
}

/// Writes an error on stderr. If stderr is closed too, it is lost.
pub fn complain(sentence: &str) {
    use io::Write;
    let _ = writeln!(io::stderr(), "error: {sentence}");
}

/// Writes a warning on stderr: not an error, but unexpected.
pub fn remind(sentence: &str) {
    use io::Write;
    let _ = writeln!(io::stderr(), "note: {sentence}");
}

/// The output of the command line parser: help on stdout, mistakes as one line on stderr.
pub fn from_clap(error: &clap::Error) -> Code {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // Help that was not requested still goes to stdout: it is the answer to a bare `rootward`.
            let mut text = error.render().ansi().to_string();
            if !text.ends_with('\n') {
                text.push('\n');
            }
            let mut stdout = anstream::stdout();
            let written =
                io::Write::write_all(&mut stdout, text.as_bytes()).and_then(|()| io::Write::flush(&mut stdout));
            written.map_or_else(|error| Failure::from(lost(error)).report(), |()| Code::Fine)
        }
        _ => {
            let words: Vec<String> = std::env::args().skip(1).collect();
            complain(&format!("{}{}", one_line(&error.render().to_string()), quotes_hint(error.kind(), &words)));
            Code::BadInput
        }
    }
}

/// A position of several words without quotes is read as several arguments; the parser then complains of the second word.
fn quotes_hint(kind: ErrorKind, words: &[String]) -> String {
    if !matches!(kind, ErrorKind::UnknownArgument | ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues) {
        return String::new();
    }
    let Some(board) = words.iter().position(|word| word.matches('/').count() == 7) else {
        let is_move = |word: &String| {
            (2..=7).contains(&word.len()) && word.ends_with(|last: char| "12345678+#OQRBNqrbn".contains(last))
        };
        let has_chess = words.iter().any(|word| find_game(word).is_ok_and(|game| game.chess.is_some()));
        let moves = words.iter().skip(2).filter(|word| is_move(word)).count();
        let hint = "; quote the moves, as in 'e4 e5'";
        return if has_chess && moves > 1 { hint.to_owned() } else { String::new() };
    };
    let is_field = |word: &&String| !word.starts_with("--");
    let fen: Vec<&str> = words[board..].iter().take_while(is_field).take(6).map(String::as_str).collect();
    format!("; quote the FEN: '{}'", fen.join(" "))
}

/// The parser's message on one line, without usage and hints to help.
fn one_line(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let lines = message.lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let parts: Vec<&str> = lines.map(str::trim).filter(|line| !line.is_empty()).collect();
    let sentence = parts.join("; ").replace(":; ", ": ");
    let usage = message.lines().find_map(|line| line.strip_prefix("Usage: "));
    match usage {
        Some(usage) => format!("{sentence} (usage: {usage})"),
        None => sentence,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_without_quotes_gets_a_hint() {
        let hint = |line: &str| {
            quotes_hint(ErrorKind::UnknownArgument, &line.split(' ').map(str::to_owned).collect::<Vec<_>>())
        };
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(hint(&format!("analyze chess {fen} --depth 3")), format!("; quote the FEN: '{fen}'"));
        assert_eq!(hint("analyze Chess e4 e5"), "; quote the moves, as in 'e4 e5'");
        assert_eq!(hint("analyze connect-four 44 --depht 3"), "");
        assert_eq!(quotes_hint(ErrorKind::InvalidValue, &[fen.to_owned()]), "");
    }

    #[test]
    fn a_parsers_message_becomes_one_line() {
        let message = "error: unexpected argument '--foo' found\n\n  tip: a similar one\n\nUsage: rootward solve <GAME>\n\n\
                       For more information, try '--help'.\n";
        let line = "unexpected argument '--foo' found; tip: a similar one (usage: rootward solve <GAME>)";
        assert_eq!(one_line(message), line);
    }
}
