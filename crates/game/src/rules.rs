//! What a game is: two sides, how it ends, and the [`Game`] trait.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{Range, Score};

/// The two players. The lectures call them MAX ([`Side::First`]) and MIN ([`Side::Second`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player for whom points and evaluations count: MAX, who mostly moves first.
    First,
    /// The other one: MIN.
    Second,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 or 1, to index a table by side.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Turns a score seen by MAX into one seen by this side, and back (it is its own inverse).
    #[must_use]
    pub fn view(self, score: Score) -> Score {
        match self {
            Side::First => score,
            Side::Second => -score,
        }
    }

    /// Does this side, seeing values as MAX does, rather have `value` than `other`?
    #[must_use]
    pub fn prefers(self, value: Score, other: Score) -> bool {
        self.view(value) > self.view(other)
    }

    /// The lecture's name of this side: `MAX` or `MIN`.
    #[must_use]
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
    /// So many points to [`Side::First`], as on the leaves of a tree drawn on paper.
    Payoff(i32),
}

impl Outcome {
    /// The utility for `side`, at the very end of the game (distance 0).
    #[must_use]
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
/// Five functions make a game; the rest has defaults. A side may move twice in a row: an extra turn or a pass is an
/// ordinary move after which [`to_move`](Game::to_move) says who is next.
pub trait Game: Sized + Sync {
    /// A position. Small and cheap to clone: [`apply`](Game::apply) returns the next one by value, nothing is undone.
    type State: Clone + Send + Sync;
    /// One player's action.
    type Move: Copy + Eq + Send + Sync + std::fmt::Debug;

    /// Where the game starts.
    fn initial(&self) -> Self::State;

    /// Whose turn it is.
    fn to_move(&self, state: &Self::State) -> Side;

    /// The result, if the game is over here for a reason that can be seen without listing the moves.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Hands every legal move to `push`, each once, always in the same order for the same position. Where it is the turn
    /// of [chance](Game::is_chance), these are its outcomes: the rolls of the dice.
    ///
    /// Called only where [`outcome`](Game::outcome) is `None`.
    fn moves(&self, state: &Self::State, push: &mut impl FnMut(Self::Move));

    /// The position after a legal move.
    fn apply(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// Is a move made on the position itself quicker than [`apply`](Game::apply)? It is where a position is too large to be
    /// handed about. Then [`play`](Game::play) does so, and the search calls it on copies.
    const PLAYS_IN_PLACE: bool = false;

    /// Makes a legal move on the position itself.
    fn play(&self, state: &mut Self::State, mv: Self::Move) {
        *state = self.apply(state, mv);
    }

    /// The result where there is no outcome but no legal move either. A draw, unless the game says otherwise.
    fn stuck(&self, state: &Self::State) -> Outcome {
        let _ = state;
        Outcome::Draw
    }

    /// A number that is the same for the same position and (almost surely) different for different ones, side to
    /// move included. `None` switches the transposition table and repetition off. [`state_hash`] computes one.
    fn key(&self, state: &Self::State) -> Option<u64> {
        let _ = state;
        None
    }

    /// **Promise**, if `true`: different positions have different [`key`](Game::key)s, always and not just almost surely.
    /// Books of solved positions rest on it. A game that says so must not be given knowledge whose
    /// [`table_key`](crate::Knowledge::table_key) mixes up positions of different values.
    fn has_exact_keys(&self) -> bool {
        false
    }

    /// How many plies were played to reach this position, if it tells. A book of openings is then not asked in vain
    /// about positions beyond it.
    fn plies_played(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// Is there a legal move? Asked at the horizon, where the moves themselves are not needed. A game whose
    /// [`outcome`](Game::outcome) covers every end answers `true` without looking.
    fn has_move(&self, state: &Self::State) -> bool {
        let mut any = false;
        self.moves(state, &mut |_| any = true);
        any
    }

    /// How many legal moves there are; quicker than listing them, if the game knows a way.
    ///
    /// Called only where [`moves`](Game::moves) may be.
    fn count_moves(&self, state: &Self::State) -> u64 {
        let mut count = 0;
        self.moves(state, &mut |_| count += 1);
        count
    }

    /// **Promise**, if `true`: every move passes the turn to the other side. A search then need not ask whose turn it is.
    const TURNS_ALTERNATE: bool = false;

    /// Is there chance in the game: dice, cards, a random opponent? Then [`is_chance`](Game::is_chance) says where, and values
    /// are averages inside the [`range`](Game::range).
    const HAS_CHANCE: bool = false;

    /// Is there chance in this very game? [`HAS_CHANCE`](Game::HAS_CHANCE), unless only some of the kind have it, as trees
    /// drawn on paper.
    fn has_chance(&self) -> bool {
        Self::HAS_CHANCE
    }

    /// Is it the turn of chance here? The [`moves`](Game::moves) are then its outcomes, none of which anybody chooses, and
    /// [`to_move`](Game::to_move) says whose dice they are. Chance is no player: it costs no ply of a search's depth.
    fn is_chance(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// How likely an outcome of chance is, beside the others of the same position: its weight over the sum of all weights is
    /// its probability. Above 0; all of a position together at most `u32::MAX`. Equally likely, unless the game says otherwise.
    fn weight(&self, state: &Self::State, outcome: Self::Move) -> u32 {
        let _ = (state, outcome);
        1
    }

    /// Hands every outcome of chance to `push` with its [`weight`](Game::weight), in the order of [`moves`](Game::moves).
    ///
    /// Called only where [`is_chance`](Game::is_chance) holds.
    fn chances(&self, state: &Self::State, push: &mut impl FnMut(Self::Move, u32)) {
        self.moves(state, &mut |outcome| push(outcome, self.weight(state, outcome)));
    }

    /// **Promise** of a game with chance: all its payoffs and evaluations lie in this range, and in averages a win counts as its
    /// upper end for the winner. What cannot matter any more at a chance node is decided by it, so the narrower the better.
    fn range(&self) -> Range {
        Range::ALL
    }

    /// About how many positions there are, where that is known to be a great many. Asked before a table of all of them is
    /// begun, which would not fit.
    fn position_count(&self) -> Option<f64> {
        None
    }

    /// Published counts of this game's lines go on past draws that leave moves to be made (chess: the fifty-move rule, too few
    /// pieces to mate). [`moves`](Game::moves) must then list them there, too.
    const LINES_PASS_DRAWS: bool = false;

    /// **Promise**, if `true`: the sides take turns, and whoever wins does so by the last move. A win then takes an odd number
    /// of plies and a loss an even one, and a search that looks for the value asks about no others.
    const LAST_MOVE_WINS: bool = false;

    /// Can a position occur twice in one game? If so, its third occurrence is a draw, and [`key`](Game::key) must be there to
    /// notice it.
    ///
    /// A search may take the second occurrence on one of its own lines for a draw already: whoever can win need not repeat
    /// a position to do so. The engine's `repetition.rs` has the argument.
    const CAN_REPEAT: bool = false;

    /// How many of the last plies could be taken back by further moves: how far to look for an earlier occurrence.
    /// Asked only if the game [can repeat](Game::CAN_REPEAT).
    fn reversible_plies(&self, state: &Self::State) -> usize {
        let _ = state;
        usize::MAX
    }

    /// Does a rule that counts plies without progress end the game as a draw: the fifty-move rule of chess, the forty-move rule
    /// of checkers? Then [`plies_to_draw`](Game::plies_to_draw) says how far off that draw is, and [`key`](Game::key) leaves
    /// the count out, so that a position met with another count is still the same position.
    const NO_PROGRESS_RULE: bool = false;

    /// How many plies without progress may follow before the count ends the game as a draw; 0 where it does so here.
    ///
    /// **Promise**: a move takes at most one ply off, and the count changes nothing else. The same position with fewer plies left
    /// has the same moves and the same ends, only the draw comes sooner. What is proven with one count is used with
    /// another on the strength of it.
    fn plies_to_draw(&self, state: &Self::State) -> u32 {
        let _ = state;
        u32::MAX
    }

    /// Is the game a draw here only if a player claims it, as after fifty moves of chess? [`outcome`](Game::outcome) says that it
    /// is over, since one of the two always gains by the claim. But where a position is given, or a game was played on,
    /// nobody has claimed, and there are moves to choose from.
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

/// All legal moves as a list; empty where the game is over. A draw that nobody has [claimed](Game::may_be_claimed) leaves its moves.
pub fn legal_moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if game.outcome(state).is_none() || game.may_be_claimed(state) {
        game.moves(state, &mut |mv| moves.push(mv));
    }
    moves
}

/// The result of the game if it is over here, for whichever reason.
pub fn outcome_at<G: Game>(game: &G, state: &G::State) -> Option<Outcome> {
    game.outcome(state).or_else(|| legal_moves(game, state).is_empty().then(|| game.stuck(state)))
}

/// The result of the game if it is over here even though nobody [claims](Game::may_be_claimed) a draw.
pub fn final_outcome<G: Game>(game: &G, state: &G::State) -> Option<Outcome> {
    outcome_at(game, state).filter(|_| !game.may_be_claimed(state))
}
