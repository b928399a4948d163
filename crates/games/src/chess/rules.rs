//! The rules: the side to move, the legal moves, the end of a game.

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, get_pawn_attacks};
use rootward_game::{Game, Outcome, Side, TextError};

use super::movegen;

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
    /// The number of the first position in Chess960; `None` is ordinary chess.
    start: Option<u32>,
}

/// The number of the usual first position in Chess960.
const USUAL_START: u32 = 518;
const STARTS: u32 = 960;

/// A position: the board with everything the rules depend on, except repetitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    /// Plies without a capture or a pawn move, beyond the hundred that the board counts.
    overdue: u16,
}

/// Plies without a capture or a pawn move after which a player may claim a draw: fifty moves of each side.
const CLAIMABLE_AFTER: u32 = 100;
/// Plies beyond them after which the game is drawn without a claim: seventy-five moves in all.
const DRAWN_WHEN_OVERDUE: u16 = 50;

impl Position {
    /// The position with this board.
    pub fn from_board(board: Board) -> Position {
        Position { board, overdue: 0 }
    }

    /// The position with this board and this many plies since the last capture or pawn move.
    pub fn with_clock(mut board: Board, plies: u32) -> Position {
        let counted = plies.min(CLAIMABLE_AFTER);
        board.set_halfmove_clock(counted as u8);
        Position { board, overdue: u16::try_from(plies - counted).unwrap_or(u16::MAX) }
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn clock(&self) -> u32 {
        u32::from(self.board.halfmove_clock()) + u32::from(self.overdue)
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Is the side to move in check?
    #[inline]
    pub fn is_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// The position after a legal move.
    #[inline]
    pub fn after(&self, mv: Move) -> Position {
        // Cloned to its final place and changed there: a board is expensive to copy.
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// Makes a legal move.
    #[inline]
    fn play(&mut self, mv: Move) {
        let late = u32::from(self.board.halfmove_clock()) == CLAIMABLE_AFTER;
        self.board.play_unchecked(mv);
        if late {
            let goes_on = u32::from(self.board.halfmove_clock()) == CLAIMABLE_AFTER;
            self.overdue = if goes_on { self.overdue.saturating_add(1) } else { 0 };
        }
    }

    /// The position after a null move; `None` if the side to move is in check.
    pub fn after_null_move(&self) -> Option<Position> {
        self.board.null_move().map(Position::from_board)
    }
}

/// Positions are the same if the same moves are possible: the en passant square counts only if some pawn may legally
/// capture there.
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
    let takers = get_pawn_attacks(behind, !mover) & board.colored_pieces(mover, Piece::Pawn);
    takers.into_iter().any(|from| board.is_legal(Move { from, to: behind, promotion: None }))
}

impl Chess {
    /// Chess960 from the first position with this number, 0 to 959.
    pub fn fischer_random(number: u32) -> Result<Chess, TextError> {
        if number < STARTS {
            return Ok(Chess { start: Some(number) });
        }
        Err(TextError::new(format!("there is no first position {number}"), "a number from 0 to 959"))
    }

    /// The text after the name: `960`, or `960,` and the number of the first position.
    pub fn parse_variant(text: &str) -> Result<Chess, TextError> {
        let expected = "960, or 960 and the number of a first position, such as 960,518";
        let wrong = || TextError::new(format!("'{}' is not a variant of chess", text.trim()), expected);
        match text.split_once(',').map_or((text, None), |(name, number)| (name, Some(number))) {
            (name, None) if name.trim() == "960" => Chess::fischer_random(USUAL_START),
            (name, Some(number)) if name.trim() == "960" => {
                Chess::fischer_random(number.trim().parse().map_err(|_| wrong())?)
            }
            _ => Err(wrong()),
        }
    }

    /// Is this Chess960, where castling is written as the king taking its rook?
    pub fn is_960(&self) -> bool {
        self.start.is_some()
    }

    /// The number of the first position, in Chess960.
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

    /// Fifty moves without a capture or a pawn move (unless the last one mates), or too few pieces left for any mate.
    #[inline]
    fn outcome(&self, state: &Position) -> Option<Outcome> {
        let fifty = self.plies_to_draw(state) == 0 && (!state.is_check() || self.has_move(state));
        (fifty || is_dead(&state.board)).then_some(Outcome::Draw)
    }

    #[inline]
    fn moves(&self, state: &Position, push: &mut impl FnMut(Move)) {
        movegen::each_piece(&state.board, &mut |moves| {
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
        state.play(mv);
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
        movegen::any(&state.board)
    }

    fn count_moves(&self, state: &Position) -> u64 {
        movegen::count(&state.board)
    }

    const TURNS_ALTERNATE: bool = true;
    const CAN_REPEAT: bool = true;

    /// Published perft counts apply neither the fifty-move rule nor that of dead positions.
    const LINES_PASS_DRAWS: bool = true;

    #[inline]
    fn reversible_plies(&self, state: &Position) -> usize {
        usize::from(state.board.halfmove_clock())
    }

    const NO_PROGRESS_RULE: bool = true;

    #[inline]
    fn plies_to_draw(&self, state: &Position) -> u32 {
        CLAIMABLE_AFTER.saturating_sub(u32::from(state.board.halfmove_clock()))
    }

    /// After fifty moves either side may claim a draw: before the move that completes them, and after it. After seventy-five the
    /// game is over.
    fn may_be_claimed(&self, state: &Position) -> bool {
        let fifty = self.plies_to_draw(state) == 0 && state.overdue < DRAWN_WHEN_OVERDUE;
        fifty && !is_dead(&state.board) && self.has_move(state)
    }
}

/// Can no sequence of moves mate any more? So it is with a lone minor piece, or with bishops all on squares of one
/// colour.
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
