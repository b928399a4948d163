//! Moves as two squares, as chess programs write them: `e2e4`, `e7e8q`, castling `e1g1`, or `e1h1` in Chess960.

use cozy_chess::{File, Move, Piece, Square};
use rootward_game::{TextError, legal_moves};

use super::{Chess, Position};

/// Writes a legal move.
pub fn write(game: &Chess, position: &Position, mv: Move) -> String {
    let to = match castling_file(position, mv) {
        Some(file) if !game.is_960() => Square::new(file, mv.to.rank()),
        _ => mv.to,
    };
    let promotion = mv.promotion.map(|piece| char::from(piece).to_string()).unwrap_or_default();
    format!("{}{to}{promotion}", mv.from)
}

/// Reads a legal move. Castling may be written either way.
pub fn read(game: &Chess, position: &Position, text: &str) -> Result<Move, TextError> {
    let wanted = text.trim().to_ascii_lowercase();
    let either_way = |mv: &Move| mv.to_string() == wanted || write(&Chess::default(), position, *mv) == wanted;
    legal_moves(game, position).into_iter().find(either_way).ok_or_else(|| {
        TextError::new(format!("'{}' is not a legal move here", text.trim()), "two squares such as e2e4")
    })
}

/// The file on which the king ends, if the move is castling.
pub(super) fn castling_file(position: &Position, mv: Move) -> Option<File> {
    let board = position.board();
    let castles = board.piece_on(mv.from) == Some(Piece::King) && board.colors(board.side_to_move()).has(mv.to);
    castles.then_some(if mv.to.file() > mv.from.file() { File::G } else { File::C })
}

/// Does the text have the form of coordinates? Used to tell them from other notation.
pub(super) fn looks_like(text: &str) -> bool {
    let bytes = text.as_bytes();
    let square = |at: usize| matches!(bytes[at], b'a'..=b'h') && matches!(bytes[at + 1], b'1'..=b'8');
    matches!(bytes.len(), 4 | 5) && square(0) && square(2)
}
