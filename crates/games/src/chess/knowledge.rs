//! Knowledge of chess: an evaluation, move ordering, noisy moves, and where a null move is safe.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, PieceMoves};
use rootward_game::{Evaluation, MoveOrdering, Proof, Proofs, Score, SearchParameters, Tactics, Window};

use super::evaluation::Evaluator;
use super::{Chess, Position, check, movegen, see};

/// Knowledge of chess.
#[derive(Clone, Debug)]
pub struct ChessKnowledge {
    evaluator: Evaluator,
    parameters: SearchParameters,
}

impl Default for ChessKnowledge {
    fn default() -> ChessKnowledge {
        ChessKnowledge { evaluator: Evaluator::default(), parameters: PARAMETERS }
    }
}

/// The numbers of the speculative techniques, fitted at 20,000 nodes a move.
const PARAMETERS: SearchParameters = SearchParameters {
    aspiration_margin: 20,
    aspiration_growth: 200,
    reduction_history: 8_192,
    internal_reduction_depth: 3,
    multi_cut: true,
    keeps_hash_move: true,
    ..SearchParameters::GENERAL
};

impl ChessKnowledge {
    /// Knowledge with an evaluation by material and piece-square tables alone: fast, and the baseline for everything
    /// else.
    pub fn piece_squares() -> ChessKnowledge {
        ChessKnowledge { evaluator: Evaluator::piece_squares(), ..ChessKnowledge::default() }
    }

    /// The same knowledge with other numbers for the speculative techniques.
    pub fn with_parameters(self, parameters: SearchParameters) -> ChessKnowledge {
        ChessKnowledge { parameters, ..self }
    }

    pub(super) fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    pub(super) fn evaluator_mut(&mut self) -> &mut Evaluator {
        &mut self.evaluator
    }
}

/// Captures that lose material are ordered after quiet moves, all others before.
const GOOD: i32 = 10_000;

impl Evaluation<Chess> for ChessKnowledge {
    /// Centipawns.
    fn evaluate(&self, _: &Chess, state: &Position) -> i32 {
        self.evaluator.evaluate(state.board())
    }

    /// A pawn.
    fn unit(&self) -> i32 {
        100
    }

    /// The pawns, White's other pieces, Black's other pieces.
    const CORRECTION_KEYS: usize = 3;

    #[inline]
    fn correction_key(&self, _: &Chess, state: &Position, which: usize) -> u64 {
        let board = state.board();
        let pawns = board.pieces(Piece::Pawn);
        let own = match which {
            0 => {
                return mixed([
                    board.colored_pieces(Color::White, Piece::Pawn),
                    board.colored_pieces(Color::Black, Piece::Pawn),
                ]);
            }
            1 => board.colors(Color::White),
            _ => board.colors(Color::Black),
        } & !pawns;
        let minor = board.pieces(Piece::Knight) | board.pieces(Piece::King);
        let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        mixed([own & minor, own & straight]) ^ mixed([own, own & board.pieces(Piece::Queen)]).rotate_left(17)
    }
}

impl MoveOrdering<Chess> for ChessKnowledge {
    /// Captures and promotions by MVV-LVA; those that lose material by SEE last.
    #[inline]
    fn priority(&self, _: &Chess, state: &Position, mv: Move) -> i32 {
        let quiet = mv.promotion.is_none() && !see::takes(state.board(), mv);
        if quiet { 0 } else { noisy_priority(state.board(), mv) }
    }

    /// One for each kind of piece and target square.
    fn history_slots(&self) -> usize {
        6 * 64
    }

    #[inline]
    fn history_slot(&self, _: &Chess, state: &Position, mv: Move) -> usize {
        let piece = state.board().piece_on(mv.from).map_or(0, |piece| piece as usize);
        piece * 64 + mv.to as usize
    }

    /// One for each kind of piece, target square and kind of victim.
    fn capture_slots(&self) -> usize {
        6 * 64 * 6
    }

    fn capture_slot(&self, game: &Chess, state: &Position, mv: Move) -> Option<usize> {
        let victim = see::victim(state.board(), mv)?;
        Some(self.history_slot(game, state, mv) * 6 + victim as usize)
    }

    const CAPTURE_HISTORY_PER_POINT: i32 = 16;
}

impl Tactics<Chess> for ChessKnowledge {
    /// Captures, and promotions to a queen; in check, everything that answers it.
    fn noisy_moves(&self, _: &Chess, state: &Position, push: &mut impl FnMut(Move)) {
        let board = state.board();
        if state.is_check() {
            movegen::each_piece(board, &mut |moves| {
                moves.into_iter().for_each(&mut *push);
                false
            });
            return;
        }
        movegen::noisy(board, &mut |moves| push_noisy(moves, push));
    }

    #[inline]
    fn is_noisy(&self, _: &Chess, state: &Position, mv: Move) -> bool {
        mv.promotion.map_or_else(|| see::takes(state.board(), mv), |piece| piece == Piece::Queen)
    }

    /// A check.
    #[inline]
    fn in_check(&self, _: &Chess, state: &Position) -> bool {
        state.is_check()
    }

    #[inline]
    fn gives_check(&self, _: &Chess, state: &Position, mv: Move) -> bool {
        check::gives_check(state, mv)
    }

    fn gain(&self, _: &Chess, state: &Position, mv: Move) -> i32 {
        see::gain(state.board(), mv)
    }

    fn see_at_least(&self, _: &Chess, state: &Position, mv: Move, points: i32) -> bool {
        see::see_at_least(state.board(), mv, points)
    }

    /// Not in check, and not with king and pawns alone, where every move may be a loss (zugzwang).
    fn null_move(&self, _: &Chess, state: &Position) -> Option<Position> {
        let board = state.board();
        let own = board.colors(board.side_to_move());
        let simple = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        if (own & !simple).is_empty() { None } else { state.after_null_move() }
    }

    fn parameters(&self) -> SearchParameters {
        self.parameters
    }
}

impl Proofs<Chess> for ChessKnowledge {
    type Note = ();

    /// A bare king never wins: no piece of its side can ever give check, whatever the moves and the clock. With any other piece
    /// some sequence of moves may mate, so nothing else is certain.
    #[inline]
    fn prove(&self, _: &Chess, state: &Position, _: Window) -> Proof {
        let board = state.board();
        let is_bare = |color| board.colors(color).len() == 1;
        let own = board.side_to_move();
        if is_bare(own) {
            Proof::at_most(Score::DRAW)
        } else if is_bare(!own) {
            Proof::at_least(Score::DRAW)
        } else {
            Proof::nothing()
        }
    }
}

/// Two sets of squares as one number.
#[inline]
fn mixed(sets: [BitBoard; 2]) -> u64 {
    let product = |set: BitBoard, factor: u64| (set.0 ^ set.0 >> 32).wrapping_mul(factor);
    let [one, other] = sets;
    let sum = product(one, 0x9E37_79B9_7F4A_7C15).rotate_left(29) ^ product(other, 0xC2B2_AE3D_27D4_EB4F);
    sum ^ sum >> 31
}

#[inline(never)]
fn noisy_priority(board: &Board, mv: Move) -> i32 {
    if mv.promotion.is_some_and(|piece| piece != Piece::Queen) {
        return -2 * GOOD;
    }
    let Some(piece) = board.piece_on(mv.from) else { return 0 };
    let gain = see::gain(board, mv);
    let order = gain * 8 - piece as i32;
    if see::see_holds_balance(board, mv, piece, gain) { GOOD + order } else { order - 3 * GOOD / 2 }
}

/// The moves of a piece; of promotions only those to a queen.
#[inline]
fn push_noisy(moves: PieceMoves, push: &mut impl FnMut(Move)) {
    if moves.piece != Piece::Pawn {
        return moves.to.into_iter().for_each(|to| push(Move { from: moves.from, to, promotion: None }));
    }
    moves.into_iter().filter(|mv| mv.promotion.is_none_or(|piece| piece == Piece::Queen)).for_each(push);
}
