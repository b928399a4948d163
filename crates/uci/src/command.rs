//! Parses a line of text as a [`Command`]: a pure function that accepts any line.

use std::time::Duration;

use crate::go::Go;

/// A command of a chess GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: asks for identification and options.
    Uci,
    /// `isready`: answered at once, whatever else is going on.
    IsReady,
    /// `ucinewgame`: what follows is unrelated to what came before.
    NewGame,
    /// `debug on|off`: turns verbose output on or off.
    Debug(bool),
    /// `setoption name … value …`.
    SetOption {
        /// The name, as it was written.
        name: String,
        /// The value; none for a button.
        value: Option<String>,
    },
    /// `position startpos|fen … moves …`.
    Position {
        /// The position before the moves; none for the start of the game.
        fen: Option<String>,
        /// Moves in coordinates.
        moves: Vec<String>,
    },
    /// `go …`: search, and answer with a move.
    Go(Box<Go>),
    /// `stop`: answer now.
    Stop,
    /// `ponderhit`: the expected move was played; the clock is running.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: draw the position.
    Draw,
    /// `eval`: the static evaluation of the position.
    Evaluate,
    /// `wait`: read no further until the search is over; for scripts.
    Wait,
    /// Something that needs no answer: an empty line, or a registration.
    Nothing,
}

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The command; none if the line has no meaning.
    pub command: Option<Command>,
    /// A sentence about what was ignored.
    pub complaint: Option<String>,
}

impl Reading {
    fn of(command: Command) -> Reading {
        Reading { command: Some(command), complaint: None }
    }

    fn junk(complaint: String) -> Reading {
        Reading { command: None, complaint: Some(complaint) }
    }
}

/// Words that begin a command, at any place of the line: a program may put something unknown before them.
const COMMANDS: [&str; 11] =
    ["uci", "isready", "ucinewgame", "debug", "setoption", "position", "go", "stop", "ponderhit", "quit", "register"];

/// Parses a line.
pub fn read(line: &str) -> Reading {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        [] => Reading::of(Command::Nothing),
        ["d"] => Reading::of(Command::Draw),
        ["eval"] => Reading::of(Command::Evaluate),
        ["wait"] => Reading::of(Command::Wait),
        words => match words.iter().position(|word| COMMANDS.contains(word)) {
            Some(place) => read_command(words[place], &words[place + 1..]),
            None => Reading::junk(format!("'{}' is not a command of UCI and was ignored", shortened(line.trim()))),
        },
    }
}

fn read_command(name: &str, rest: &[&str]) -> Reading {
    match name {
        "uci" => Reading::of(Command::Uci),
        "isready" => Reading::of(Command::IsReady),
        "ucinewgame" => Reading::of(Command::NewGame),
        "debug" => read_debug(rest),
        "setoption" => read_option(rest),
        "position" => read_position(rest),
        "go" => {
            let (go, complaint) = Go::read(rest);
            Reading { command: Some(Command::Go(Box::new(go))), complaint }
        }
        "stop" => Reading::of(Command::Stop),
        "ponderhit" => Reading::of(Command::PonderHit),
        "quit" => Reading::of(Command::Quit),
        _ => Reading::of(Command::Nothing),
    }
}

fn read_debug(rest: &[&str]) -> Reading {
    match rest {
        ["on", ..] => Reading::of(Command::Debug(true)),
        ["off", ..] => Reading::of(Command::Debug(false)),
        _ => Reading::junk("debug is 'on' or 'off'; the line was ignored".to_owned()),
    }
}

/// Names and values may contain blanks: `setoption name Clear Hash`, `setoption name BookFile value my books/a.bin`.
fn read_option(rest: &[&str]) -> Reading {
    let ["name", rest @ ..] = rest else {
        return Reading::junk("setoption needs 'name' and the name of an option; the line was ignored".to_owned());
    };
    let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
    if end == 0 {
        return Reading::junk("setoption has no name after 'name'; the line was ignored".to_owned());
    }
    let value = (end < rest.len()).then(|| rest[end + 1..].join(" "));
    Reading::of(Command::SetOption { name: rest[..end].join(" "), value })
}

fn read_position(rest: &[&str]) -> Reading {
    let end = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
    let fen = match rest[..end] {
        ["startpos", ..] => None,
        ["fen", ref fields @ ..] if !fields.is_empty() => Some(fields.join(" ")),
        _ => return Reading::junk("position is 'startpos' or 'fen' with a FEN; the line was ignored".to_owned()),
    };
    let moves = rest.get(end + 1..).unwrap_or_default().iter().map(|&mv| mv.to_owned()).collect();
    Reading::of(Command::Position { fen, moves })
}

/// The start of a line, short enough to be quoted to its sender.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String = text.chars().filter(|c| !c.is_control()).take(MOST).collect();
    if text.chars().count() > MOST {
        shown.push('…');
    }
    shown
}

/// Milliseconds as programs send them: some send a negative clock when a player is late.
pub(crate) fn millis(number: i64) -> Duration {
    Duration::from_millis(u64::try_from(number).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn command(line: &str) -> Command {
        let reading = read(line);
        assert_eq!(reading.complaint, None, "{line}");
        reading.command.expect(line)
    }

    #[test]
    fn the_commands_of_the_protocol() {
        assert_eq!(command("uci"), Command::Uci);
        assert_eq!(command("  isready \r"), Command::IsReady);
        assert_eq!(command("debug off"), Command::Debug(false));
        assert_eq!(command("register later"), Command::Nothing);
        assert_eq!(command(""), Command::Nothing);
        let option = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(command("setoption name Clear Hash"), option("Clear Hash", None));
        assert_eq!(command("setoption name Move Overhead value 30"), option("Move Overhead", Some("30")));
        assert_eq!(command("setoption name SyzygyPath value /my tables/a"), option("SyzygyPath", Some("/my tables/a")));
        assert_eq!(command("setoption name SyzygyPath value"), option("SyzygyPath", Some("")));
    }

    #[test]
    fn positions_with_and_without_moves() {
        let position = |fen: Option<&str>, moves: &[&str]| Command::Position {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
        };
        assert_eq!(command("position startpos"), position(None, &[]));
        assert_eq!(command("position startpos moves e2e4 e7e5"), position(None, &["e2e4", "e7e5"]));
        assert_eq!(
            command("position fen 8/8/8/8/8/8/8/8 w - - 0 1 moves a1a2"),
            position(Some("8/8/8/8/8/8/8/8 w - - 0 1"), &["a1a2"])
        );
    }

    #[test]
    fn an_unknown_word_before_a_command_is_passed_over() {
        assert_eq!(command("joho debug on"), Command::Debug(true));
    }

    #[test]
    fn junk_and_half_lines_are_named_and_ignored() {
        for line in
            ["hello", "position", "position fen", "position fen moves e2e4", "setoption", "setoption name", "debug"]
        {
            let reading = read(line);
            assert_eq!(reading.command, None, "{line}");
            assert!(
                reading.complaint.is_some_and(|complaint| complaint.contains("ignored") && !complaint.contains('\n')),
                "{line}"
            );
        }
    }

    proptest! {
        #[test]
        fn whatever_a_line_holds_it_is_read_and_complaints_are_one_line(bytes: Vec<u8>) {
            let reading = read(&String::from_utf8_lossy(&bytes));
            prop_assert!(reading.command.is_some() || reading.complaint.is_some());
            prop_assert!(reading.complaint.is_none_or(|complaint| !complaint.contains(['\n', '\r']) && complaint.len() < 500));
        }

        #[test]
        fn words_of_the_protocol_in_any_order_do_no_harm(
            words in proptest::collection::vec(
                prop_oneof![
                    proptest::sample::select(
                        "go position fen startpos moves wtime btime winc movestogo depth nodes mate movetime infinite ponder \
                         searchmoves perft setoption name value stop e2e4 -1 0 99999999999999999999 8/8/8/8/8/8/8/8"
                            .split(' ').map(str::to_owned).collect::<Vec<_>>()),
                    "\\PC{0,6}",
                ],
                0..12,
            )
        ) {
            let reading = read(&words.join(" "));
            prop_assert!(reading.command.is_some() || reading.complaint.is_some());
        }
    }
}
