//! The rules: who moves, what may be played, how it ends.

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, get_pawn_attacks};
use rootward_game::{Game, Outcome, Side, TextError};

/// Chess, from the usual position or from one of the 960 of Fischer Random Chess (Chess960).
///
/// ```
/// use rootward_game::{Game, legal_moves};
/// use rootward_games::chess::Chess;
///
/// let game = Chess::default();
/// assert_eq!(legal_moves(&game, &game.initial()).len(), 20);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chess {
    /// The number of the first position of Chess960; none is chess as everybody knows it.
    start: Option<u32>,
}

/// The number under which the usual first position goes in Chess960.
const USUAL_START: u32 = 518;
const STARTS: u32 = 960;

/// A position: the board with everything that the rules remember, except for repetitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
}

impl Position {
    /// The position with this board.
    #[must_use]
    pub fn from_board(board: Board) -> Position {
        Position { board }
    }

    /// The board.
    #[must_use]
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Is the side to move in check?
    #[must_use]
    #[inline]
    pub fn is_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// The position after a legal move.
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move) -> Position {
        // Played where it is to stay: a board is too large to be moved about.
        let mut next = self.clone();
        next.board.play_unchecked(mv);
        next
    }

    /// The position after the side to move does nothing; none if it is in check.
    #[must_use]
    pub fn after_nothing(&self) -> Option<Position> {
        self.board.null_move().map(Position::from_board)
    }
}

/// Positions are the same if the same moves are possible: the square behind a pawn that has just made two steps counts only if
/// a pawn stands beside it that could take there.
#[inline]
fn repetition_key(board: &Board) -> u64 {
    match board.en_passant() {
        None => board.hash(),
        Some(file) if can_be_taken(board, file) => board.hash(),
        Some(_) => board.hash_without_ep(),
    }
}

fn can_be_taken(board: &Board, file: File) -> bool {
    let mover = board.side_to_move();
    let behind = cozy_chess::Square::new(file, Rank::Sixth.relative_to(mover));
    !(get_pawn_attacks(behind, !mover) & board.colored_pieces(mover, Piece::Pawn)).is_empty()
}

impl Chess {
    /// Chess960 from the first position with this number, 0 to 959.
    pub fn fischer_random(number: u32) -> Result<Chess, TextError> {
        if number < STARTS {
            return Ok(Chess { start: Some(number) });
        }
        Err(TextError::new(format!("there is no first position {number}"), "a number from 0 to 959"))
    }

    /// What follows the name: `960`, or `960,` and the number of the first position.
    pub fn parse_variant(text: &str) -> Result<Chess, TextError> {
        let expected = "960, or 960 and the number of a first position, such as 960,518";
        let wrong = || TextError::new(format!("'{}' is no variant of chess", text.trim()), expected);
        match text.split_once(',').map_or((text, None), |(name, number)| (name, Some(number))) {
            (name, None) if name.trim() == "960" => Chess::fischer_random(USUAL_START),
            (name, Some(number)) if name.trim() == "960" => {
                Chess::fischer_random(number.trim().parse().map_err(|_| wrong())?)
            }
            _ => Err(wrong()),
        }
    }

    /// Is it Chess960, where castling is written as the king taking its rook?
    #[must_use]
    pub fn is_960(&self) -> bool {
        self.start.is_some()
    }

    /// The number of the first position, in Chess960.
    #[must_use]
    pub fn start(&self) -> Option<u32> {
        self.start
    }
}

pub(super) const fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

impl Game for Chess {
    type State = Position;
    type Move = Move;

    fn initial(&self) -> Position {
        Position::from_board(self.start.map_or_else(Board::startpos, Board::chess960_startpos))
    }

    #[inline]
    fn to_move(&self, state: &Position) -> Side {
        side_of(state.board.side_to_move())
    }

    /// Fifty moves without a capture or a pawn's move (unless the last one mates), or too few pieces left for any mate.
    #[inline]
    fn outcome(&self, state: &Position) -> Option<Outcome> {
        let fifty = state.board.halfmove_clock() >= 100 && (!state.is_check() || self.has_move(state));
        (fifty || is_dead(&state.board)).then_some(Outcome::Draw)
    }

    #[inline]
    fn moves(&self, state: &Position, push: &mut impl FnMut(Move)) {
        state.board.generate_moves(|moves| {
            moves.into_iter().for_each(&mut *push);
            false
        });
    }

    #[inline]
    fn apply(&self, state: &Position, mv: Move) -> Position {
        state.after(mv)
    }

    const PLAYS_IN_PLACE: bool = true;

    #[inline]
    fn play(&self, state: &mut Position, mv: Move) {
        state.board.play_unchecked(mv);
    }

    /// Mate, or stalemate.
    fn stuck(&self, state: &Position) -> Outcome {
        if state.is_check() { Outcome::Win(self.to_move(state).other()) } else { Outcome::Draw }
    }

    #[inline]
    fn key(&self, state: &Position) -> Option<u64> {
        Some(repetition_key(&state.board))
    }

    #[inline]
    fn has_move(&self, state: &Position) -> bool {
        state.board.generate_moves(|_| true)
    }

    fn count_moves(&self, state: &Position) -> u64 {
        let mut count = 0;
        state.board.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        count
    }

    const TURNS_ALTERNATE: bool = true;
    const CAN_REPEAT: bool = true;

    /// Published counts of lines know neither the fifty-move rule nor dead positions.
    const LINES_PASS_DRAWS: bool = true;

    #[inline]
    fn reversible_plies(&self, state: &Position) -> usize {
        usize::from(state.board.halfmove_clock())
    }
}

/// Can no sequence of moves mate any more? A lone minor piece, or bishops all on squares of one colour.
#[inline]
fn is_dead(board: &Board) -> bool {
    let mating = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    mating.is_empty() && {
        let bishops = board.pieces(Piece::Bishop);
        let one_colour =
            (bishops & BitBoard::DARK_SQUARES).is_empty() || (bishops & BitBoard::LIGHT_SQUARES).is_empty();
        board.occupied().len() <= 3 || board.pieces(Piece::Knight).is_empty() && one_colour
    }
}
