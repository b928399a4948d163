//! Moves in UCI notation.

use cozy_chess::{File, Piece, Square};
use rootward_games::chess::{Move, Position};

/// Parses a legal move: two squares and the promotion piece. Castling may be written as the king's two steps or as the king
/// capturing its rook. A draw by rule does not matter: a GUI may play on.
pub fn read(position: &Position, text: &str) -> Option<Move> {
    let mv: Move = text.to_ascii_lowercase().parse().ok()?;
    let board = position.board();
    if board.is_legal(mv) {
        return Some(mv);
    }
    if board.piece_on(mv.from) != Some(Piece::King) || mv.from.rank() != mv.to.rank() {
        return None;
    }
    let rights = board.castle_rights(board.side_to_move());
    let rook = match mv.to.file() {
        File::G => rights.short?,
        File::C => rights.long?,
        _ => return None,
    };
    let castling = Move { to: Square::new(rook, mv.from.rank()), ..mv };
    board.is_legal(castling).then_some(castling)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rootward_game::contract::{Dice, random_game};
    use rootward_game::{Game, Notation, legal_moves};
    use rootward_games::chess::{Chess, coordinates};

    #[test]
    fn every_move_is_read_as_it_is_written() {
        for chess in [Chess::default(), Chess::fischer_random(0).unwrap(), Chess::fischer_random(959).unwrap()] {
            for seed in 0..4 {
                for state in random_game(&chess, &mut Dice::new(seed), 150) {
                    for mv in legal_moves(&chess, &state) {
                        assert_eq!(read(&state, &coordinates::write(&chess, &state, mv)), Some(mv));
                    }
                }
            }
        }
    }

    #[test]
    fn castling_is_read_both_ways() {
        let chess = Chess::default();
        let state = chess.parse_position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        assert_eq!(read(&state, "e1g1"), read(&state, "e1h1"));
        assert_eq!(read(&state, "e1c1"), read(&state, "e1a1"));
        assert!(read(&state, "e1g1").is_some());
        assert_eq!(read(&state, "e1e3"), None);
    }

    #[test]
    fn play_goes_on_after_a_draw_by_rule() {
        let chess = Chess::default();
        let state = chess.parse_position("7k/8/6K1/8/8/8/8/N7 w - - 0 1").unwrap();
        assert!(chess.outcome(&state).is_some() && read(&state, "a1b3").is_some());
    }

    proptest! {
        #[test]
        fn no_text_does_harm(text in "\\PC{0,8}|[a-h][1-8][a-h][1-8][qrbnkp]?") {
            let _ = read(&Chess::default().initial(), &text);
        }
    }
}
