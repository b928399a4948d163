//! Squares and moves as text: `11-15`, `22x15`, and `22x15x8` with the path where the ends alone do not tell it.

use rootward_game::{Notation, TextError, legal_moves};

use super::squares::{column, row, square_at};
use super::{Checkers, Move, Position, SquareNames};

/// The name of a square.
pub(super) fn name(names: SquareNames, square: u8) -> String {
    match names {
        SquareNames::Numbers => (square + 1).to_string(),
        SquareNames::Letters => letters(row(square), column(square)),
    }
}

/// The name of any field of the board as in chess, light ones too.
pub(super) fn letters(row: u32, column: u32) -> String {
    format!("{}{}", char::from(b'a' + column as u8), 8 - row)
}

/// The dark square with this name, of either kind.
pub(super) fn read_square(name: &str) -> Option<u8> {
    match *name.as_bytes() {
        [letter, digit @ b'1'..=b'8'] if letter.is_ascii_alphabetic() => {
            square_at(u32::from(b'8' - digit), u32::from(letter.to_ascii_lowercase().wrapping_sub(b'a')))
        }
        [digit @ b'1'..=b'9'] => Some(digit - b'1'),
        [tens @ b'0'..=b'3', ones @ b'0'..=b'9'] => {
            ((tens - b'0') * 10 + ones - b'0').checked_sub(1).filter(|&square| square < 32)
        }
        _ => None,
    }
}

/// Writes a move: from where to where, and with all its squares if another capture has the same ends.
pub(super) fn write(game: &Checkers, state: &Position, mv: Move) -> String {
    if mv.captured() == 0 {
        return join(game, "-", [mv.from(), mv.to()]);
    }
    let alike = |other: &Move| (other.from(), other.to()) == (mv.from(), mv.to());
    let is_told = legal_moves(game, state).iter().filter(|other| alike(other)).count() < 2;
    if is_told { join(game, "x", [mv.from(), mv.to()]) } else { write_in_full(game, mv) }
}

/// Writes a move with all its squares.
pub(super) fn write_in_full(game: &Checkers, mv: Move) -> String {
    join(game, if mv.captured() == 0 { "-" } else { "x" }, std::iter::once(mv.from()).chain(mv.path()))
}

fn join(game: &Checkers, sign: &str, squares: impl IntoIterator<Item = u8>) -> String {
    let names: Vec<String> = squares.into_iter().map(|square| name(game.rules().names, square)).collect();
    names.join(sign)
}

/// Reads a move: its first and last square and any of those between, in order. Between them may stand `-`, `x`, `:` or `*`; after a
/// letter and a digit nothing is needed.
pub(super) fn read(game: &Checkers, state: &Position, text: &str) -> Result<Move, TextError> {
    let text = text.trim();
    let moves = legal_moves(game, state);
    let all = || match moves.len() {
        0 => "no move: the game is over".to_owned(),
        _ => format!("one of {}", moves.iter().map(|&mv| game.write_move(state, mv)).collect::<Vec<_>>().join(", ")),
    };
    let Some(squares) = squares_of(text) else {
        return Err(TextError::new(format!("'{text}' is not a move"), all()));
    };
    let fitting: Vec<Move> = moves.iter().copied().filter(|&mv| fits(mv, &squares)).collect();
    match fitting[..] {
        [mv] => Ok(mv),
        [] => Err(TextError::new(format!("'{text}' is not a legal move here"), all())),
        // A path that is another's beginning or part is meant if it is all that was written.
        _ => fitting.iter().copied().find(|mv| mv.path().eq(squares[1..].iter().copied())).ok_or_else(|| {
            let paths: Vec<String> = fitting.iter().map(|&mv| write_in_full(game, mv)).collect();
            TextError::new(
                format!("'{text}' may be any of {} captures", fitting.len()),
                format!("one of {}", paths.join(", ")),
            )
        }),
    }
}

/// Does the move have these ends, and these squares between them in this order?
fn fits(mv: Move, squares: &[u8]) -> bool {
    let [first, between @ .., last] = squares else { return false };
    let mut path = mv.path();
    (*first, *last) == (mv.from(), mv.to()) && between.iter().all(|square| path.any(|passed| passed == *square))
}

/// The squares of a move, two or more.
fn squares_of(text: &str) -> Option<Vec<u8>> {
    let mut squares = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_letter = rest.starts_with(|c: char| c.is_ascii_alphabetic());
        let length = match is_letter {
            true => rest.len().min(2),
            false => rest.bytes().take_while(u8::is_ascii_digit).count(),
        };
        squares.push(read_square(rest.get(..length)?)?);
        rest = &rest[length..];
        let sign = rest.chars().next();
        match sign {
            Some('-' | 'x' | 'X' | ':' | '*') => {
                rest = &rest[1..];
                if rest.is_empty() {
                    return None;
                }
            }
            Some(_) if is_letter => {}
            None => {}
            Some(_) => return None,
        }
    }
    (squares.len() >= 2).then_some(squares)
}
