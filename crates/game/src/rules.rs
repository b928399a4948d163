//! The rules of a game: two sides, outcomes, and the [`Game`] trait.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{Range, Score};

/// The two players. The lectures call them MAX ([`Side::First`]) and MIN ([`Side::Second`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// MAX, who mostly moves first. Points and evaluations are given for this side.
    First,
    /// The other one: MIN.
    Second,
}

impl Side {
    /// The opponent.
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 or 1, to index a table by side.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Converts a score for MAX into one for this side, and back (it is its own inverse).
    pub fn view(self, score: Score) -> Score {
        match self {
            Side::First => score,
            Side::Second => -score,
        }
    }

    /// Does this side prefer `value` to `other`, both given for MAX?
    pub fn prefers(self, value: Score, other: Score) -> bool {
        self.view(value) > self.view(other)
    }

    /// The lecture's name of this side: `MAX` or `MIN`.
    pub const fn role(self) -> &'static str {
        match self {
            Side::First => "MAX",
            Side::Second => "MIN",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Nobody won.
    Draw,
    /// Points for [`Side::First`], as at the leaves of a tree drawn on paper.
    Payoff(i32),
}

impl Outcome {
    /// The utility for `side` at the end of the game (distance 0).
    pub fn score_for(self, side: Side) -> Score {
        match self {
            Outcome::Win(winner) if winner == side => Score::win_in(0),
            Outcome::Win(_) => Score::loss_in(0),
            Outcome::Draw => Score::DRAW,
            Outcome::Payoff(points) => side.view(Score::points(points)),
        }
    }
}

/// The rules of a two-player, zero-sum game with perfect information, with or without chance.
///
/// Five methods are required; the others have defaults. A side may move twice in a row: an extra turn or a pass is an
/// ordinary move after which [`to_move`](Game::to_move) says who is next.
pub trait Game: Sized + Sync {
    /// A position. Small and cheap to clone: [`apply`](Game::apply) returns the next one by value, nothing is undone.
    type State: Clone + Send + Sync;
    /// One player's action.
    type Move: Copy + Eq + Send + Sync + std::fmt::Debug;

    /// Where the game starts.
    fn initial(&self) -> Self::State;

    /// The side to move.
    fn to_move(&self, state: &Self::State) -> Side;

    /// The outcome, if the game is over here for a reason that can be found without listing the moves.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Passes every legal move to `push`, each once, always in the same order for the same position. At a
    /// [chance node](Game::is_chance) these are the outcomes of chance: the rolls of the dice.
    ///
    /// Called only where [`outcome`](Game::outcome) is `None`.
    fn moves(&self, state: &Self::State, push: &mut impl FnMut(Self::Move));

    /// The position after a legal move.
    fn apply(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// Does making a move cost far more than searching a node does, as with rules in an interpreted language? Then no move is made
    /// only to look the position after it up in the table (enhanced transposition cut-offs).
    const MOVES_ARE_COSTLY: bool = false;

    /// Is a move made in place quicker than [`apply`](Game::apply)? It is if a position is too large to be returned by value.
    /// Then the search copies the position and calls [`play`](Game::play).
    const PLAYS_IN_PLACE: bool = false;

    /// Makes a legal move in place.
    fn play(&self, state: &mut Self::State, mv: Self::Move) {
        *state = self.apply(state, mv);
    }

    /// The outcome where [`outcome`](Game::outcome) is `None` and there is no legal move. A draw, unless the game says
    /// otherwise.
    fn stuck(&self, state: &Self::State) -> Outcome {
        let _ = state;
        Outcome::Draw
    }

    /// A hash of the position, side to move included: the same for the same position and (almost surely) different for different
    /// ones. `None` switches the transposition table and repetition off. [`state_hash`] computes one.
    fn key(&self, state: &Self::State) -> Option<u64> {
        let _ = state;
        None
    }

    /// **Promise**, if `true`: different positions always have different [`key`](Game::key)s, not just almost surely. Books of
    /// solved positions rest on it. Knowledge of such a game must not give positions of different values the same
    /// [`table_key`](crate::Proofs::table_key).
    fn has_exact_keys(&self) -> bool {
        false
    }

    /// The number of plies played to reach this position, if the position tells it. Positions beyond an opening book are then not
    /// looked up in it.
    fn plies_played(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// Is there a legal move? Used at the horizon, where the moves themselves are not needed. A game whose
    /// [`outcome`](Game::outcome) covers every end returns `true` at once.
    fn has_move(&self, state: &Self::State) -> bool {
        let mut any = false;
        self.moves(state, &mut |_| any = true);
        any
    }

    /// The number of legal moves; a game may count them more quickly than by listing them.
    ///
    /// Called only where [`moves`](Game::moves) may be called.
    fn count_moves(&self, state: &Self::State) -> u64 {
        let mut count = 0;
        self.moves(state, &mut |_| count += 1);
        count
    }

    /// **Promise**, if `true`: every move passes the turn to the other side. A search then does not call
    /// [`to_move`](Game::to_move).
    const TURNS_ALTERNATE: bool = false;

    /// Can this type of game have chance nodes: dice, cards, a random opponent? Then [`is_chance`](Game::is_chance) says where,
    /// and values are averages inside the [`range`](Game::range).
    const HAS_CHANCE: bool = false;

    /// Does this game have chance nodes? The same as [`HAS_CHANCE`](Game::HAS_CHANCE), unless only some games of the type have
    /// them, such as trees drawn on paper.
    fn has_chance(&self) -> bool {
        Self::HAS_CHANCE
    }

    /// Is this a chance node? Then the [`moves`](Game::moves) are the outcomes of chance, which nobody chooses, and
    /// [`to_move`](Game::to_move) is the side whose dice are thrown.
    fn is_chance(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Is a move made here a ply, a player's action? Only plies use depth. Everywhere but at a [chance node](Game::is_chance),
    /// unless chance stands for a player: the moves of one who errs are plies like anybody's.
    fn is_ply(&self, state: &Self::State) -> bool {
        !self.is_chance(state)
    }

    /// The weight of an outcome of chance: its probability is the weight over the sum of all weights of the position. Above 0;
    /// the sum is at most `u32::MAX`. All outcomes are equally likely, unless the game says otherwise.
    fn weight(&self, state: &Self::State, outcome: Self::Move) -> u32 {
        let _ = (state, outcome);
        1
    }

    /// Passes every outcome of chance to `push` with its [`weight`](Game::weight), in the order of [`moves`](Game::moves).
    ///
    /// Called only where [`is_chance`](Game::is_chance) holds.
    fn chances(&self, state: &Self::State, push: &mut impl FnMut(Self::Move, u32)) {
        self.moves(state, &mut |outcome| push(outcome, self.weight(state, outcome)));
    }

    /// **Promise** of a game with chance: all its payoffs and evaluations lie in this range, and in averages a win counts as its
    /// upper end for the winner. Cut-offs at chance nodes rest on it, so the narrower the better.
    fn range(&self) -> Range {
        Range::ALL
    }

    /// The approximate number of positions, if it is known to be very large: a table of all positions would not fit into memory
    /// and is not begun.
    fn position_count(&self) -> Option<f64> {
        None
    }

    /// The same position with the sides exchanged: each has what the other had, and the other one is to move. `None` for a game
    /// that is not the same for both sides, or does not say; it is used by the [contract kit](crate::contract::check) alone.
    fn with_sides_exchanged(&self, state: &Self::State) -> Option<Self::State> {
        let _ = state;
        None
    }

    /// Published perft counts of this game go on past draws that leave legal moves (chess: the fifty-move rule, too few pieces
    /// to mate). [`moves`](Game::moves) must then list the moves there, too.
    const LINES_PASS_DRAWS: bool = false;

    /// **Promise**, if `true`: the sides take turns, and a win comes by the winner's own move. A win then takes an odd number of
    /// plies and a loss an even one, and solving asks about no other distances.
    const LAST_MOVE_WINS: bool = false;

    /// Can a position occur twice in one game? If so, its third occurrence is a draw, and [`key`](Game::key) must not be `None`,
    /// so that it is noticed.
    ///
    /// A search may score the second occurrence on one of its own lines as a draw: a side that can win need not repeat a
    /// position to do so. The engine's `repetition.rs` has the argument.
    const CAN_REPEAT: bool = false;

    /// The number of the last plies that later moves could undo: how far back to look for an earlier occurrence. Called only if
    /// the game [can repeat](Game::CAN_REPEAT).
    fn reversible_plies(&self, state: &Self::State) -> usize {
        let _ = state;
        usize::MAX
    }

    /// Is the game a draw after some number of plies without progress, as by the fifty-move rule of chess or the forty-move rule
    /// of checkers? Then [`plies_to_draw`](Game::plies_to_draw) says how far off that draw is, and [`key`](Game::key) does not
    /// include the count, so that a position with another count is still the same position.
    const NO_PROGRESS_RULE: bool = false;

    /// The number of plies without progress that may follow before the game is a draw; 0 where it is a draw here.
    ///
    /// **Promise**: a move takes off at most one ply, and the count changes nothing else. The same position with fewer plies left
    /// has the same moves and the same ends, only the draw comes sooner. Because of this promise, what is proven with one count
    /// is used with another.
    fn plies_to_draw(&self, state: &Self::State) -> u32 {
        let _ = state;
        u32::MAX
    }

    /// Is the game a draw here only if a player claims it, as after fifty moves of chess? [`outcome`](Game::outcome) says that the
    /// game is over, since one of the two sides always gains by the claim. But in a position that is given, or in a game that
    /// was played on, nobody has claimed, and there are moves to choose from.
    fn may_be_claimed(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }
}

/// A [`Game::key`] from the state's `Hash`. Convenient; a key kept up to date move by move is faster.
///
/// ```
/// assert_eq!(rootward_game::state_hash(&(3, 5)), rootward_game::state_hash(&(3, 5)));
/// ```
pub fn state_hash(state: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// All legal moves as a list; empty where the game is over. Where a draw [may be claimed](Game::may_be_claimed), the moves
/// are listed.
pub fn legal_moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if game.outcome(state).is_none() || game.may_be_claimed(state) {
        game.moves(state, &mut |mv| moves.push(mv));
    }
    moves
}

/// The outcome of the game if it is over here, for any reason.
pub fn outcome_at<G: Game>(game: &G, state: &G::State) -> Option<Outcome> {
    game.outcome(state).or_else(|| legal_moves(game, state).is_empty().then(|| game.stuck(state)))
}

/// The outcome of the game if it is over here even if nobody [claims](Game::may_be_claimed) a draw.
pub fn final_outcome<G: Game>(game: &G, state: &G::State) -> Option<Outcome> {
    outcome_at(game, state).filter(|_| !game.may_be_claimed(state))
}
