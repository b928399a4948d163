//! Which moves give check, decided without making them.

use cozy_chess::{
    Move, Piece, get_bishop_moves, get_bishop_rays, get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

use super::Position;

/// Does the move give check? The answer equals that of making the move and testing, at a fraction of the cost.
pub(super) fn gives_check(position: &Position, mv: Move) -> bool {
    let board = position.board();
    let mover = board.side_to_move();
    let king = board.king(!mover);
    let Some(moved) = board.piece_on(mv.from) else { return false };
    let castles = board.colors(mover).has(mv.to);
    let en_passant = moved == Piece::Pawn && mv.from.file() != mv.to.file() && !board.occupied().has(mv.to);
    if castles || en_passant {
        return position.after(mv).is_check();
    }
    let occupied = (board.occupied() ^ mv.from.bitboard()) | mv.to.bitboard();
    let direct = match mv.promotion.unwrap_or(moved) {
        Piece::Pawn => get_pawn_attacks(king, !mover).has(mv.to),
        Piece::Knight => get_knight_moves(king).has(mv.to),
        Piece::Bishop => get_bishop_rays(king).has(mv.to) && get_bishop_moves(mv.to, occupied).has(king),
        Piece::Rook => get_rook_rays(king).has(mv.to) && get_rook_moves(mv.to, occupied).has(king),
        Piece::Queen => {
            (get_bishop_rays(king) | get_rook_rays(king)).has(mv.to)
                && (get_bishop_moves(mv.to, occupied) | get_rook_moves(mv.to, occupied)).has(king)
        }
        Piece::King => false,
    };
    if direct {
        return true;
    }
    // The move may uncover a piece behind it that now attacks the king.
    let own = board.colors(mover) & !mv.from.bitboard();
    let queens = board.pieces(Piece::Queen);
    let behind_on_diagonal = get_bishop_rays(king).has(mv.from)
        && !(get_bishop_moves(king, occupied) & own & (board.pieces(Piece::Bishop) | queens)).is_empty();
    behind_on_diagonal
        || get_rook_rays(king).has(mv.from)
            && !(get_rook_moves(king, occupied) & own & (board.pieces(Piece::Rook) | queens)).is_empty()
}
