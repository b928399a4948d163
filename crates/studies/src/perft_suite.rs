//! Perft files: positions with the number of lines of play from them, by depth.

use rootward_game::Notation;
use rootward_games::chess::Chess;
use rootward_games::chess::epd::Record;
use serde::Serialize;

use rootward_session::{Problem, quoted};

/// The perft count of a position, from a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PerftCase {
    /// The line of the file, from 1.
    #[serde(rename = "line_number")]
    pub line: usize,
    /// The position.
    pub position: String,
    /// The length of the lines in plies.
    pub depth: u32,
    /// The number of lines.
    #[serde(rename = "count")]
    pub lines: u64,
}

/// Reads perft counts for chess. A line is a position with its counts, `FEN ;D1 20 ;D2 400`, or the counts are on lines
/// of their own: `epd FEN`, then `perft 1 20`. Blank lines, comments (`#`) and names (`id`) are skipped.
pub fn read_perft_suite(text: &str) -> Result<Vec<PerftCase>, Problem> {
    let mut cases = Vec::new();
    let mut position = None;
    for (index, line) in text.lines().enumerate() {
        let (number, before) = (index + 1, line.chars().take_while(|letter| letter.is_whitespace()).count());
        let line = line.trim();
        let in_line = |problem: Problem| problem.in_line(number, before);
        match line.split_once(char::is_whitespace).unwrap_or((line, "")) {
            ("", _) | ("id", _) => {}
            (word, _) if word.starts_with('#') => {}
            ("epd", board) => {
                let word = before + line.len() - board.len();
                let read = read_position(board).map_err(|problem| problem.in_line(number, word));
                position = Some(read?.0);
            }
            ("perft", counts) => {
                let position =
                    position.clone().ok_or_else(|| in_line(Problem::new("no position came before", "epd FEN")))?;
                let (depth, lines) = read_count(counts).map_err(in_line)?;
                cases.push(PerftCase { line: number, position, depth, lines });
            }
            _ => {
                let (position, record) = read_position(line).map_err(in_line)?;
                for operation in &record.operations {
                    let written =
                        format!("{} {}", operation.code.trim_start_matches('D'), operation.operands.join(" "));
                    let (depth, lines) = read_count(&written).map_err(in_line)?;
                    cases.push(PerftCase { line: number, position: position.clone(), depth, lines });
                }
            }
        }
    }
    if cases.is_empty() {
        return Err(Problem::new("there are no counts in it", "lines such as FEN ;D1 20 ;D2 400"));
    }
    Ok(cases)
}

fn read_position(text: &str) -> Result<(String, Record), Problem> {
    let record = Record::read(text)?;
    // Castling rights by files are those of Chess960; such a position is written in that variant's notation.
    let usual = Chess::default();
    let written = usual.write_position(&record.position);
    let is_usual = usual.parse_position(&written).is_ok_and(|read| read == record.position);
    Ok((if is_usual { written } else { Chess::fischer_random(0)?.write_position(&record.position) }, record))
}

/// `3 8902`.
fn read_count(text: &str) -> Result<(u32, u64), Problem> {
    let wrong =
        || Problem::new(format!("{} is not a count", quoted(text)), "a depth and a number of lines, such as 3 8902");
    let mut words = text.split_whitespace();
    let (depth, lines) = (words.next().ok_or_else(wrong)?, words.next().ok_or_else(wrong)?);
    let depth: u32 = depth.parse().map_err(|_| wrong())?;
    match (lines.replace(['_', ','], "").parse(), words.next()) {
        (Ok(lines), None) if (1..=250).contains(&depth) => Ok((depth, lines)),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use rootward_session::open;

    /// From the public collection perftsuite.epd and from tricky.perft of python-chess.
    const SAMPLE: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D4 197281
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039 ;D3 97862

# Position 3.
id pos-3
epd 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -
perft 1 14
perft 4 43238
";

    #[test]
    fn both_ways_of_writing_are_read_and_the_counts_hold() {
        let cases = read_perft_suite(SAMPLE).unwrap();
        assert_eq!(cases.len(), 9);
        assert_eq!((cases[8].line, cases[8].depth, cases[8].lines), (8, 4, 43_238));
        for case in cases {
            let session = open("chess", Some(&case.position)).unwrap();
            let lines: u64 = session.divide(case.depth, &mut |_| {}).iter().map(|division| division.lines).sum();
            assert_eq!(lines, case.lines, "{} depth {}", case.position, case.depth);
        }
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        let error = |text: &str| read_perft_suite(text).unwrap_err().to_string();
        assert!(error("\nperft 1 20").starts_with("line 2: no position came before"));
        assert!(error("\n8/8 w - -").starts_with("line 2, column 1: "), "{}", error("\n8/8 w - -"));
        assert!(error("epd 8/8 w - -").starts_with("line 1, column 5: "), "{}", error("epd 8/8 w - -"));
        assert!(error("k7/8/K7/8/8/8/8/8 w - - ;D1 many").contains("'1 many' is not a count"));
        assert!(error("k7/8/K7/8/8/8/8/8 w - - ;D0 1").contains("is not a count"));
        assert!(error("# nothing").contains("no counts"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_a_panic(text in "((epd|perft|id|#|k7/8/K7/8/8/8/8/8 w - -|;D1|[0-9]{1,3}|.{0,6})[ \\n]){0,12}") {
            let _ = read_perft_suite(&text);
        }
    }
}
