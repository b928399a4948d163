//! Static exchange evaluation (SEE): the material balance of a capture if both sides keep capturing on its square.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

/// Piece values in an exchange, pawn to king. The king is worth more than anything it could win.
const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

pub(super) const fn value(piece: Piece) -> i32 {
    VALUES[piece as usize]
}

/// The material that the move wins at once: the captured piece, and the gain of a promotion.
#[inline]
pub(super) fn gain(board: &Board, mv: Move) -> i32 {
    let taken = match victim(board, mv) {
        Some(piece) => value(piece),
        None => 0,
    };
    taken + mv.promotion.map_or(0, |piece| value(piece) - value(Piece::Pawn))
}

/// Is the move a capture?
#[inline]
pub(super) fn takes(board: &Board, mv: Move) -> bool {
    board.colors(!board.side_to_move()).has(mv.to) || is_en_passant(board, mv)
}

#[inline]
fn is_en_passant(board: &Board, mv: Move) -> bool {
    mv.from.file() != mv.to.file() && board.pieces(Piece::Pawn).has(mv.from)
}

/// The piece that the move captures.
#[inline]
pub(super) fn victim(board: &Board, mv: Move) -> Option<Piece> {
    if board.colors(!board.side_to_move()).has(mv.to) {
        return board.piece_on(mv.to);
    }
    is_en_passant(board, mv).then_some(Piece::Pawn)
}

/// Does the mover win at least `points` if both sides capture on the move's square as long as it pays, least valuable
/// piece first? Pins are ignored.
pub(super) fn see_at_least(board: &Board, mv: Move, points: i32) -> bool {
    if board.colors(board.side_to_move()).has(mv.to) {
        // Castling captures nothing and cannot be captured.
        return points <= 0;
    }
    let Some(piece) = board.piece_on(mv.from) else { return false };
    let balance = gain(board, mv) - points;
    balance >= 0 && see_holds_balance(board, mv, piece, balance)
}

/// The same for a move of `piece` that puts the mover ahead by `balance`, as long as nobody recaptures.
#[inline]
pub(super) fn see_holds_balance(board: &Board, mv: Move, piece: Piece, balance: i32) -> bool {
    let balance = balance - value(mv.promotion.unwrap_or(piece));
    balance >= 0 || !is_retaken(board, mv, balance)
}

/// Does the opponent come out ahead by capturing on the move's square? `balance` is the mover's balance without a
/// recapture.
fn is_retaken(board: &Board, mv: Move, balance: i32) -> bool {
    let mover = board.side_to_move();
    let mut occupied = (board.occupied() ^ mv.from.bitboard()) | mv.to.bitboard();
    if victim(board, mv).is_some() && !board.occupied().has(mv.to) {
        occupied ^= Square::new(mv.to.file(), mv.from.rank()).bitboard();
    }
    opponent_profits(board, mv.to, !mover, occupied, balance)
}

/// `balance` is that of the side that has just captured, less the piece on the square. Does the other side, which
/// captures next, come out ahead?
fn opponent_profits(board: &Board, square: Square, taker: Color, mut occupied: BitBoard, mut balance: i32) -> bool {
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut attackers = attackers(board, square, occupied) & occupied;
    let mut side = taker;
    loop {
        let own = attackers & board.colors(side);
        let Some(piece) = Piece::ALL.into_iter().find(|&piece| !(own & board.pieces(piece)).is_empty()) else { break };
        let Some(from) = (own & board.pieces(piece)).next_square() else { break };
        occupied ^= from.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(square, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(square, occupied) & straight;
        }
        attackers &= occupied;
        side = !side;
        balance = -balance - 1 - value(piece);
        // A king that captures where it can be captured loses more than it wins; its value ensures this.
        if balance >= 0 {
            break;
        }
    }
    // The side that has to capture now and cannot, or does not want to, has lost the exchange.
    side != taker
}

fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let pawns = |color: Color| get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn);
    get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_king_moves(square) & board.pieces(Piece::King)
        | get_bishop_moves(square, occupied) & diagonal
        | get_rook_moves(square, occupied) & straight
        | pawns(Color::White)
        | pawns(Color::Black)
}
