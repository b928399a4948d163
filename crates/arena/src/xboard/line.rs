//! The output of a program that speaks the xboard protocol.

use crate::WON;

/// The meaning of a line.
#[derive(Debug, PartialEq)]
pub(super) enum ProgramLine<'a> {
    Move(&'a str),
    /// A claimed result: 0 for a win of Black, 1 for a draw, 2 for a win of White.
    Result(u8),
    Resigns,
    /// It did not understand a line, or considers a move illegal.
    Protests(&'a str),
    Thinks {
        depth: u32,
        score: i32,
        nodes: u64,
    },
    Other,
}

/// Parses a line.
pub(super) fn parse_line(line: &str) -> ProgramLine<'_> {
    let line = line.trim();
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    match first {
        "move" => words.next().map_or(ProgramLine::Other, ProgramLine::Move),
        "My" | "my" if line.to_ascii_lowercase().starts_with("my move is") => {
            line.rsplit([' ', ':']).next().map_or(ProgramLine::Other, ProgramLine::Move)
        }
        "1-0" => ProgramLine::Result(2),
        "0-1" => ProgramLine::Result(0),
        "1/2-1/2" => ProgramLine::Result(1),
        "resign" | "tellics" if line.ends_with("resign") => ProgramLine::Resigns,
        "Illegal" | "illegal" => ProgramLine::Protests(line),
        _ => thinking(line).unwrap_or(ProgramLine::Other),
    }
}

/// `PLY SCORE TIME NODES LINE`: thinking output. A mate in n is a score of 100,000 + n.
fn thinking(line: &str) -> Option<ProgramLine<'_>> {
    let mut words = line.split_whitespace();
    let depth = words.next()?.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let _time: u64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let score = if score.abs() >= 100_000 { score.signum() * WON } else { score };
    Some(ProgramLine::Thinks { depth, score, nodes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_of_programs_are_understood() {
        let cases = [
            ("move e2e4", ProgramLine::Move("e2e4")),
            ("My move is: Nf3", ProgramLine::Move("Nf3")),
            ("1-0 {White mates}", ProgramLine::Result(2)),
            ("1/2-1/2 {Draw by repetition}", ProgramLine::Result(1)),
            ("resign", ProgramLine::Resigns),
            ("tellics resign", ProgramLine::Resigns),
            ("Illegal move: e2e5", ProgramLine::Protests("Illegal move: e2e5")),
            ("7 -31 12 4711 e2e4 e7e5", ProgramLine::Thinks { depth: 7, score: -31, nodes: 4711 }),
            ("9. 100003 12 4711 Qh7#", ProgramLine::Thinks { depth: 9, score: WON, nodes: 4711 }),
            ("tellics whisper hello", ProgramLine::Other),
            ("# move e2e4", ProgramLine::Other),
            ("", ProgramLine::Other),
        ];
        for (line, meaning) in cases {
            assert_eq!(parse_line(line), meaning, "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read_without_a_panic(line in "\\PC{0,40}|[0-9 .+-]{0,30}|(move|My move is|resign) ?\\PC{0,9}") {
            let _ = parse_line(&line);
        }
    }
}
