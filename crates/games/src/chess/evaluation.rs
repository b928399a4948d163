//! The value of a position at a glance: material and where the pieces stand.

use cozy_chess::{Board, Color, Piece};

use super::exchange::value;

/// Centipawns for White.
pub(super) fn evaluate(board: &Board) -> i32 {
    let mut points = 0;
    for color in Color::ALL {
        let sign = if color == Color::White { 1 } else { -1 };
        for piece in Piece::ALL {
            let worth = if piece == Piece::King { 0 } else { value(piece) };
            for square in board.colored_pieces(color, piece) {
                let rank = square.relative_to(color).rank() as i32;
                let file = square.file() as i32;
                let centre = 3 - (2 * file - 7).abs() / 2;
                let middle = 3 - (2 * rank - 7).abs() / 2;
                points += sign
                    * (worth
                        + match piece {
                            Piece::Pawn => 4 * rank + 3 * centre,
                            Piece::Knight | Piece::Bishop => 8 * (centre + middle),
                            Piece::King => -12 * (centre + middle),
                            _ => 2 * (centre + middle),
                        });
            }
        }
    }
    points
}
