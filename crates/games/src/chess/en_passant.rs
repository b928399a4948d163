//! En passant rights in positions that no game leads to: the pawn's double step did not end the check.
//!
//! The generator does not build such a board, but it handles one correctly. So the board is reached by play: the pawn
//! goes back, the other side's last move is undone, and both moves are made again.

use cozy_chess::{BitBoard, Board, BoardBuilder, Color, File, Move, Piece, Rank, Square};

/// The board with the right to capture en passant on `file`; `None` if no pawn has just made a double step there.
///
/// Where a knight or another pawn gives check, a capture en passant would not answer it: the right does not exist, and
/// the board stays as it is.
pub(super) fn with_right(board: &Board, file: File) -> Option<Board> {
    let pusher = !board.side_to_move();
    let [from, over, to] = [Rank::Second, Rank::Third, Rank::Fourth].map(|rank| on(file, rank, pusher));
    let stands = board.colored_pieces(pusher, Piece::Pawn).has(to);
    if !stands || board.occupied().has(from) || board.occupied().has(over) {
        return None;
    }
    let leapers = board.pieces(Piece::Knight) | board.pieces(Piece::Pawn);
    if !(board.checkers() & leapers & !to.bitboard()).is_empty() {
        return Some(board.clone());
    }
    let mut before = BoardBuilder::from_board(board);
    *before.square_mut(to) = None;
    *before.square_mut(from) = Some((Piece::Pawn, pusher));
    movable(board).into_iter().find_map(|square| {
        let free = !board.occupied() & !from.bitboard();
        free.into_iter().find_map(|earlier| played(board, &before, [mv(earlier, square), mv(from, to)]))
    })
}

fn on(file: File, rank: Rank, color: Color) -> Square {
    Square::new(file, rank.relative_to(color))
}

fn mv(from: Square, to: Square) -> Move {
    Move { from, to, promotion: None }
}

/// Pieces of the side to move that may have made the last move without a trace. Kings and rooks would have lost
/// castling rights.
fn movable(board: &Board) -> BitBoard {
    let mover = board.side_to_move();
    let rights = board.castle_rights(mover);
    let own = board.colors(mover);
    match rights.short.or(rights.long) {
        None => own,
        Some(_) => own & !board.pieces(Piece::King) & !board.pieces(Piece::Rook),
    }
}

/// The board after the two moves from `before`, if it can be built and has the pieces of `wanted`.
fn played(wanted: &Board, before: &BoardBuilder, [first, second]: [Move; 2]) -> Option<Board> {
    let mut earlier = before.clone();
    *earlier.square_mut(first.from) = earlier.square_mut(first.to).take();
    let mut board = earlier.build().ok()?;
    board.play_unchecked(first);
    board.play_unchecked(second);
    board.set_halfmove_clock(wanted.halfmove_clock());
    board.set_fullmove_number(wanted.fullmove_number());
    (board.hash_without_ep() == wanted.hash_without_ep()).then_some(board)
}
