//! The key of a position.

use cozy_chess::{Board, Color, File, Piece, Rank};
use rootward_games::chess::Position;

use super::random::RANDOM;

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The key of a position in a book. In Chess960 the files of the rooks are not part of it.
pub fn polyglot_key(position: &Position) -> u64 {
    let board = position.board();
    let mut key = 0;
    for color in Color::ALL {
        for piece in Piece::ALL {
            let kind = 2 * piece as usize + usize::from(color == Color::White);
            for square in board.colored_pieces(color, piece) {
                key ^= RANDOM[64 * kind + square as usize];
            }
        }
        let rights = board.castle_rights(color);
        let first = CASTLING + if color == Color::White { 0 } else { 2 };
        key ^= rights.short.map_or(0, |_| RANDOM[first]) ^ rights.long.map_or(0, |_| RANDOM[first + 1]);
    }
    if let Some(file) = board.en_passant().filter(|&file| has_neighbour(board, file)) {
        key ^= RANDOM[EN_PASSANT + file as usize];
    }
    if board.side_to_move() == Color::White { key ^ RANDOM[WHITE_TO_MOVE] } else { key }
}

/// Does a pawn of the side to move stand beside the pawn that has just made a double step? Whether it may legally
/// capture does not matter.
fn has_neighbour(board: &Board, file: File) -> bool {
    let mover = board.side_to_move();
    let beside = file.adjacent() & Rank::Fifth.relative_to(mover).bitboard();
    !(beside & board.colored_pieces(mover, Piece::Pawn)).is_empty()
}

#[cfg(test)]
mod tests {
    use rootward_game::{Game, Notation};
    use rootward_games::chess::Chess;

    use super::*;

    /// The test keys of the published description.
    #[test]
    fn published_keys_come_out() {
        for (moves, expected) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            let chess = Chess::default();
            let mut position = chess.initial();
            for text in moves.split_whitespace() {
                position = position.after(chess.parse_move(&position, text).unwrap());
            }
            assert_eq!(polyglot_key(&position), expected, "{moves}: {:016x}", polyglot_key(&position));
        }
    }
}
