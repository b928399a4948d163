//! Extended Position Description (EPD): positions with remarks, one per line.
//!
//! A line is a board, a side, castling rights and an en passant square, as in FEN, and then operations that end in
//! semicolons: `bm Qg6; id "WAC.001";`. Files in use are careless, and these faults are accepted: move counters as in
//! FEN, a superfluous semicolon, a blank before `+`, a move that fits two pieces, text after the last operation.

use cozy_chess::Move;
use rootward_game::{Notation, TextError};

use super::{Chess, Position, fen, san};

/// A line of EPD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position.
    pub position: Position,
    /// The remarks about it, in order.
    pub operations: Vec<Operation>,
}

/// One remark: `bm Nf3 Nc3` has the code `bm` and two operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The kind of remark, such as `bm` or `id`.
    pub code: String,
    /// The words after it, those in quotation marks without the marks.
    pub operands: Vec<String>,
}

const EXAMPLE: &str = "four fields of a position and operations, such as 8/8/8/8/8/1k6/1p6/1K6 w - - bm Ka1; id \"x\";";

impl Record {
    /// Reads a line.
    pub fn read(line: &str) -> Result<Record, TextError> {
        let line = line.trim_matches(|letter: char| letter.is_whitespace() || letter.is_control());
        let (board, rest) = split_position(line)?;
        // Chess960 writes castling rights in other ways. If neither reading works, the error is that of chess.
        let read = fen::read(&board, false).or_else(|error| fen::read(&board, true).map_err(|_| error));
        let position = read?;
        let operations = statements(line, rest)?.into_iter().filter_map(Operation::read).collect();
        Ok(Record { position, operations })
    }

    /// The operands of the first operation with this code.
    pub fn operands(&self, code: &str) -> Option<&[String]> {
        self.operations.iter().find(|operation| operation.code == code).map(|operation| operation.operands.as_slice())
    }

    /// The name of the position.
    pub fn id(&self) -> Option<String> {
        self.operands("id").map(|operands| operands.join(" ")).filter(|id| !id.is_empty())
    }

    /// The moves that an operation names; empty if it is missing. A move that fits two pieces gives both moves.
    pub fn moves(&self, game: &Chess, code: &str) -> Result<Vec<Move>, TextError> {
        let mut moves = Vec::new();
        for word in self.operands(code).unwrap_or_default().iter().filter(|word| !is_mark(word)) {
            let word = word.trim_end_matches(',');
            match game.parse_move(&self.position, word) {
                Ok(mv) => moves.push(mv),
                Err(_) => moves.extend(san::read_all(game, &self.position, word)?),
            }
        }
        Ok(moves)
    }
}

/// A mark of check or quality that stands alone, as in `bm Qd1 +`.
fn is_mark(word: &str) -> bool {
    word.chars().all(|letter| "+#!?,".contains(letter))
}

/// The position as FEN, and where the operations begin.
fn split_position(line: &str) -> Result<(String, usize), TextError> {
    let mut words = line.split_whitespace();
    let mut fields: Vec<&str> = words.by_ref().take(4).collect();
    if fields.len() < 4 {
        let problem = format!("the line has {} field{}", fields.len(), if fields.len() == 1 { "" } else { "s" });
        return Err(TextError::new(problem, EXAMPLE).at(line, 0));
    }
    // Written without a blank before the counter that follows it: `- -1 12`.
    let en_passant = fields[3].trim_end_matches(';');
    if let Some(clock) = en_passant.strip_prefix('-').filter(|clock| is_count(clock)) {
        fields.splice(3.., ["-", clock]);
    }
    let mut end = offset(line, fields[fields.len() - 1]) + fields[fields.len() - 1].len();
    if fields[3].ends_with(';') {
        fields[3] = en_passant;
    } else {
        for word in words.take(6 - fields.len()) {
            let count = word.trim_end_matches(';');
            if !is_count(count) {
                break;
            }
            fields.push(count);
            end = offset(line, count) + count.len();
            if count.len() < word.len() {
                break;
            }
        }
    }
    Ok((fields.join(" "), end))
}

fn is_count(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The byte offset of a part within its text.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The words between semicolons. A semicolon in quotation marks does not separate.
fn statements(line: &str, from: usize) -> Result<Vec<Vec<String>>, TextError> {
    let mut statements = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut quoted_since = None;
    let end_word = |word: &mut Option<String>, statements: &mut Vec<Vec<String>>| {
        if let (Some(word), Some(statement)) = (word.take(), statements.last_mut()) {
            statement.push(word);
        }
    };
    for (place, letter) in line[from..].char_indices() {
        match letter {
            '"' if quoted_since.take().is_some() => end_word(&mut word, &mut statements),
            '"' => {
                end_word(&mut word, &mut statements);
                (word, quoted_since) = (Some(String::new()), Some(place));
            }
            ';' if quoted_since.is_none() => {
                end_word(&mut word, &mut statements);
                statements.push(Vec::new());
            }
            letter if letter.is_whitespace() && quoted_since.is_none() => end_word(&mut word, &mut statements),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(place) = quoted_since {
        return Err(
            TextError::new("a quotation mark opens and nothing closes it", "\" at its end").at(line, from + place)
        );
    }
    end_word(&mut word, &mut statements);
    Ok(statements)
}

impl Operation {
    /// `None` for an empty statement between two semicolons.
    fn read(words: Vec<String>) -> Option<Operation> {
        let mut words = words.into_iter();
        Some(Operation { code: words.next()?, operands: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BOARD: &str = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -";

    fn read(line: &str) -> Record {
        Record::read(line).unwrap()
    }

    fn best(line: &str) -> Vec<String> {
        read(line).moves(&Chess::default(), "bm").unwrap().iter().map(Move::to_string).collect()
    }

    #[test]
    fn operations_follow_the_position() {
        let record = read(&format!("{BOARD} bm Qd1+ Qd2+; id \"BK 01; easy\"; c0 \"Qd1+=10, Qd2+=3\";"));
        assert_eq!(record.id().as_deref(), Some("BK 01; easy"));
        assert_eq!(record.operands("c0"), Some(&["Qd1+=10, Qd2+=3".to_owned()][..]));
        assert_eq!(record.moves(&Chess::default(), "bm").unwrap().len(), 2);
        assert_eq!(record.moves(&Chess::default(), "am"), Ok(Vec::new()));
    }

    /// In the form of the collections kaufman.epd, bratko-kopec.epd and zugts.epd.
    #[test]
    fn small_slips_do_no_harm() {
        assert_eq!(best(&format!("{BOARD} ; bm Qd1 + ; id BK.01 \0")), ["d6d1"]);
        assert_eq!(best("r1bqrnk1/pp2bp1p/2p2np1/3p2B1/3P4/2NBPN2/PPQ2PPP/1R3RK1 w - -1 12 ; bm b4 "), ["b2b4"]);
        assert_eq!(best("rn1qkb1r/pb1p1ppp/1p2pn2/2p5/2PP4/5NP1/PP2PPBP/RNBQK2R w KQkq c6 1 6; bm d5 "), ["d4d5"]);
        let talk = "4KBkr/7p/6PP/4P3/8/3P1p2/8/8 w - - bm g7; id \"ZPTS.02\"; CCC post 27.4.2004 by Gerd Isenberg";
        assert_eq!((best(talk), read(talk).id().as_deref()), (vec!["g6g7".to_owned()], Some("ZPTS.02")));
        assert!(read(BOARD).operations.is_empty());
        let two_knights = "r1bqk2r/ppp2ppp/2n5/4P3/2Bp2n1/5N1P/PP1N1PP1/R2Q1RK1 b kq - 1 10 ; bm Ne5 ";
        assert_eq!(best(two_knights), ["g4e5", "c6e5"]);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let error = |line: &str| Record::read(line).unwrap_err().to_string();
        assert!(error("8/8 w").contains("2 fields"));
        assert!(error("8/8/8/8/8/8/8/8 w - - bm e4;").contains("cannot stand"));
        assert!(error(&format!("{BOARD} id \"open;")).contains("quotation mark"));
        let illegal = read(&format!("{BOARD} bm Qd9;")).moves(&Chess::default(), "bm");
        assert!(illegal.unwrap_err().to_string().contains("'Qd9'"));
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused_without_a_panic(
            line in "([a-h1-8kqKQ/]{0,20} ?){0,4}( [-w]){0,3}[ ;\"#=+,0-9a-zA-Zé\u{0}]{0,40}|\\PC{0,60}"
        ) {
            let _ = Record::read(&line);
            let with_board = format!("{BOARD} {line}");
            if let Ok(record) = Record::read(&with_board) {
                let _ = (record.id(), record.moves(&Chess::default(), "bm"));
            }
        }

        #[test]
        fn written_operations_are_read_back(
            operations in prop::collection::vec(("[a-z][a-z0-9]{0,5}", prop::collection::vec("[^\"\\p{Cc}]{0,12}", 0..4)), 0..5)
        ) {
            let written: String = operations.iter().map(|(code, operands)| {
                let operands: String = operands.iter().map(|operand| format!(" \"{operand}\"")).collect();
                format!(" {code}{operands};")
            }).collect();
            let record = read(&format!("{BOARD}{written}"));
            let expected: Vec<Operation> =
                operations.into_iter().map(|(code, operands)| Operation { code, operands }).collect();
            prop_assert_eq!(record.operations, expected);
        }
    }
}
