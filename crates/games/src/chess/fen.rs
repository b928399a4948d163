//! Positions in Forsyth–Edwards notation (FEN).

use cozy_chess::{Board, Color, FenParseError, Piece, Square, get_king_moves};
use rootward_game::TextError;

use super::{Position, en_passant};

const EXAMPLE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// More plies without a capture or a pawn's move than any game has.
const LATEST_CLOCK: u32 = 65_535;

/// Reads a board. The two numbers at the end may be missing, and castling rights may be written with the files of the rooks
/// (Shredder's way) for Chess960. There K and Q also stand for the outermost rook, on whatever file (X-FEN). After a
/// double step by a side that already gave check, en passant is accepted if it answers the check.
pub(super) fn read(text: &str, is_960: bool) -> Result<Position, TextError> {
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    if !(4..=6).contains(&fields.len()) {
        let problem = format!("the position has {} field{}", fields.len(), if fields.len() == 1 { "" } else { "s" });
        return Err(TextError::new(problem, format!("four to six, such as {EXAMPLE}")).at(text, 0));
    }
    let written = fields.clone();
    fields.extend(&["0", "1"][fields.len() - 4..]);
    let rights = if is_960 { rook_files(fields[0], fields[2]) } else { fields[2].to_owned() };
    // The board counts to a hundred; plies beyond that are counted beside it.
    let digits = fields[4].bytes().all(|digit| digit.is_ascii_digit());
    let clock = if digits { fields[4].parse().ok().filter(|&plies| plies <= LATEST_CLOCK) } else { None };
    let counted = if clock.is_some() { "0" } else { "?" };
    let fen = |passed: &str| [fields[0], fields[1], &rights, passed, counted, fields[5]].join(" ");
    let place =
        |field: usize| written.get(field).map_or(text.len(), |part| part.as_ptr() as usize - text.as_ptr() as usize);
    let wrong =
        |field: usize, problem: String, expected: &str| TextError::new(problem, expected).at(text, place(field));
    let by_files = rights.chars().any(|right| !"KQkq-".contains(right));
    let reached = |error: FenParseError| match (&error, fields[3].parse::<Square>()) {
        (FenParseError::InvalidEnPassant, Ok(square)) => {
            let board = Board::from_fen(&fen("-"), by_files)?;
            let is_behind = square.rank() == cozy_chess::Rank::Sixth.relative_to(board.side_to_move());
            is_behind.then(|| en_passant::with_right(&board, square.file())).flatten().ok_or(error)
        }
        _ => Err(error),
    };
    let board = Board::from_fen(&fen(fields[3]), by_files).or_else(reached).map_err(|error| match error {
        FenParseError::InvalidBoard => wrong(0, board_problem(fields[0]), BOARD),
        FenParseError::InvalidSideToMove => wrong(1, format!("'{}' is not a side", fields[1]), "w or b"),
        FenParseError::InvalidCastlingRights => {
            let problem = format!("the castling rights '{}' do not fit the board", fields[2]);
            wrong(2, problem, "letters such as KQkq with king and rook on their squares, or -")
        }
        FenParseError::InvalidEnPassant => {
            let problem = format!("no pawn can be taken in passing on '{}'", fields[3]);
            wrong(3, problem, "the square behind a pawn that has just made two steps, or -")
        }
        FenParseError::InvalidHalfMoveClock => wrong(
            4,
            format!("'{}' does not count the plies since a capture or a pawn's move", fields[4]),
            "a whole number from 0 to 65535",
        ),
        FenParseError::InvalidFullmoveNumber => {
            wrong(5, format!("'{}' is not a number of a move", fields[5]), "1 or more")
        }
        FenParseError::MissingField | FenParseError::TooManyFields => {
            wrong(0, "the position has a wrong number of fields".to_owned(), EXAMPLE)
        }
    })?;
    // The generator accepts this, and then finds a king that can be captured.
    let kings_touch = get_king_moves(board.king(Color::White)) & board.colored_pieces(Color::Black, Piece::King);
    match kings_touch.is_empty() {
        true => Ok(Position::with_clock(board, clock.unwrap_or(0))),
        false => Err(wrong(0, "the kings stand side by side".to_owned(), BOARD)),
    }
}

/// Writes a position, with castling rights by the files of the rooks in Chess960.
pub(super) fn write(position: &Position, is_960: bool) -> String {
    let board = position.board();
    let text = if is_960 { format!("{board:#}") } else { board.to_string() };
    match text.rsplitn(3, ' ').collect::<Vec<_>>()[..] {
        [number, _, rest] => format!("{rest} {} {number}", position.clock()),
        _ => text,
    }
}

/// Castling rights with K and Q replaced by the file of the outermost rook on that side of the king.
fn rook_files(board: &str, rights: &str) -> String {
    let row = |is_white: bool| -> Vec<char> {
        let row = if is_white { board.split('/').next_back() } else { board.split('/').next() };
        let squares = |c: char| std::iter::repeat_n(c, c.to_digit(10).unwrap_or(1) as usize);
        row.unwrap_or_default().chars().flat_map(squares).take(8).collect()
    };
    let file = |right: char| {
        let is_white = right.is_ascii_uppercase();
        let own = |letter: char| if is_white { letter.to_ascii_uppercase() } else { letter };
        let row = row(is_white);
        let king = row.iter().position(|&letter| letter == own('k'))?;
        let rook = match right.to_ascii_lowercase() {
            'k' => row.iter().rposition(|&letter| letter == own('r')).filter(|&rook| rook > king)?,
            'q' => row.iter().position(|&letter| letter == own('r')).filter(|&rook| rook < king)?,
            _ => return None,
        };
        Some(own(char::from(b'a' + rook as u8)))
    };
    rights.chars().map(|right| file(right).unwrap_or(right)).collect()
}

const BOARD: &str = "eight ranks of eight squares from the top, one king each, no pawn on the first or last rank, and the side \
                     that has just moved not in check";

fn board_problem(board: &str) -> String {
    let ranks = board.split('/').count();
    if ranks != 8 {
        return format!("the board has {ranks} ranks");
    }
    for (rank, row) in (1..=8).rev().zip(board.split('/')) {
        let strange = row.chars().find(|letter| !"pnbrqkPNBRQK12345678".contains(*letter));
        if let Some(letter) = strange {
            return format!("{letter:?} on rank {rank} is not a piece");
        }
        let squares: u32 = row.chars().map(|letter| letter.to_digit(10).unwrap_or(1)).sum();
        if squares != 8 {
            return format!("rank {rank} has {squares} squares");
        }
    }
    "the pieces cannot stand like this".to_owned()
}
