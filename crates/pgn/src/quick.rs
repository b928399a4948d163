//! A fast reader for moves in exact standard notation.
//!
//! The general SAN reader of `rootward-games` generates all legal moves and compares. Nearly every move of a file is
//! written exactly as the standard wants it; then it is enough to generate the moves of one kind of piece to one
//! square. Other text is left to the general reader, and the tests compare the two.

use cozy_chess::{BitBoard, Board, File, Piece, Rank, Square};
use rootward_games::chess::{Move, Position, movegen};

/// The one legal move with this notation; `None` if the notation is not exact, or there is not exactly one such move.
pub(crate) fn quick_move(position: &Position, text: &[u8]) -> Option<Move> {
    let board = position.board();
    let text = match text {
        [plain @ .., b'+' | b'#'] => plain,
        plain => plain,
    };
    let (piece, rest) = match text {
        [b'N', rest @ ..] => (Piece::Knight, rest),
        [b'B', rest @ ..] => (Piece::Bishop, rest),
        [b'R', rest @ ..] => (Piece::Rook, rest),
        [b'Q', rest @ ..] => (Piece::Queen, rest),
        [b'K', rest @ ..] => (Piece::King, rest),
        [b'O', ..] => return castling(board, text),
        _ => (Piece::Pawn, text),
    };
    let (rest, promotion) = match rest {
        [rest @ .., b'=', letter] if piece == Piece::Pawn => (rest, Some(promoted(*letter)?)),
        rest => (rest, None),
    };
    let (from, to) = match rest {
        [from @ .., file, rank] => (from, square(*file, *rank)?),
        _ => return None,
    };
    let from = match from {
        [from @ .., b'x'] => from,
        from => from,
    };
    let candidates = match from {
        [] => BitBoard::FULL,
        [file @ b'a'..=b'h'] => File::index(usize::from(file - b'a')).bitboard(),
        [rank @ b'1'..=b'8'] => Rank::index(usize::from(rank - b'1')).bitboard(),
        [file, rank] => square(*file, *rank)?.bitboard(),
        _ => return None,
    };
    only(board, piece, candidates, to, promotion)
}

/// The one legal move of such a piece to this square.
fn only(board: &Board, piece: Piece, from: BitBoard, to: Square, promotion: Option<Piece>) -> Option<Move> {
    // Castling is stored as king takes own rook, and is not written that way.
    if board.colors(board.side_to_move()).has(to) {
        return None;
    }
    let (mut found, mut is_single) = (None, true);
    movegen::each_piece_of(board, from & board.colored_pieces(board.side_to_move(), piece), &mut |moves| {
        if moves.to.has(to) {
            let mv = Move { from: moves.from, to, promotion };
            let is_move = moves.into_iter().any(|other| other == mv);
            is_single &= found.is_none() || !is_move;
            found = found.or(is_move.then_some(mv));
        }
        false
    });
    found.filter(|_| is_single)
}

fn castling(board: &Board, text: &[u8]) -> Option<Move> {
    let rights = board.castle_rights(board.side_to_move());
    let file = match text {
        b"O-O" => rights.short?,
        b"O-O-O" => rights.long?,
        _ => return None,
    };
    let king = board.king(board.side_to_move());
    let mv = Move { from: king, to: Square::new(file, king.rank()), promotion: None };
    board.is_legal(mv).then_some(mv)
}

fn promoted(letter: u8) -> Option<Piece> {
    match letter {
        b'Q' => Some(Piece::Queen),
        b'R' => Some(Piece::Rook),
        b'B' => Some(Piece::Bishop),
        b'N' => Some(Piece::Knight),
        _ => None,
    }
}

fn square(file: u8, rank: u8) -> Option<Square> {
    let is_square = matches!(file, b'a'..=b'h') && matches!(rank, b'1'..=b'8');
    is_square.then(|| Square::new(File::index(usize::from(file - b'a')), Rank::index(usize::from(rank - b'1'))))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rootward_game::{Game, legal_moves};
    use rootward_games::chess::{Chess, coordinates, san};

    use super::*;

    fn random_positions(chess: &Chess, choices: &[u8]) -> Vec<Position> {
        let mut positions = vec![chess.initial()];
        for &choice in choices {
            let last = &positions[positions.len() - 1];
            let moves = legal_moves(chess, last);
            let Some(mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            positions.push(last.after(*mv));
        }
        positions
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn the_quick_reader_knows_every_move_that_is_written_by_the_book(
            choices: [u8; 32], start in 0_u32..960, more in proptest::collection::vec(any::<u8>(), 0..60)
        ) {
            for chess in [Chess::default(), Chess::fischer_random(start).unwrap()] {
                for position in random_positions(&chess, &[&choices[..], &more].concat()) {
                    for mv in legal_moves(&chess, &position) {
                        let text = san::write(&chess, &position, mv);
                        prop_assert_eq!(quick_move(&position, text.as_bytes()), Some(mv), "{}", text);
                    }
                }
            }
        }

        #[test]
        fn the_quick_reader_says_nothing_that_the_patient_one_does_not_say(
            choices: [u8; 20], text in "[NBRQKO]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?[+#]?|.{0,6}"
        ) {
            let chess = Chess::default();
            for position in random_positions(&chess, &choices) {
                if let Some(mv) = quick_move(&position, text.as_bytes()) {
                    let general = san::read(&chess, &position, &text);
                    let known = general.clone().or_else(|_| coordinates::read(&chess, &position, &text));
                    prop_assert_eq!(known, Ok(mv), "{}", text);
                }
            }
        }
    }
}
