//! The rules: throw or hold, and a 1 loses the turn.

use rootward_game::{Game, Outcome, Range, Side, TextError, contract::Dice};

/// The points of a win in averages: nine digits of a probability are kept.
const WIN: i32 = 1_000_000_000;

/// What is thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thrown {
    /// A die: 1 ends the turn, 2 to 6 count what they show. The game is called Pig.
    Die,
    /// A coin: tails ends the turn, heads counts 1. The game is called Piglet.
    Coin,
}

impl Thrown {
    /// The number of its sides; they are numbered from 1, and the first ends the turn.
    pub const fn sides(self) -> u8 {
        match self {
            Thrown::Die => 6,
            Thrown::Coin => 2,
        }
    }

    /// The points that a side adds to the turn's total; `None` if it ends the turn.
    pub const fn gain(self, side: u8) -> Option<u16> {
        match (self, side) {
            (_, 1) => None,
            (Thrown::Die, side) => Some(side as u16),
            (Thrown::Coin, _) => Some(1),
        }
    }

    /// The most that a throw adds.
    pub(super) const fn most(self) -> u16 {
        match self {
            Thrown::Die => 6,
            Thrown::Coin => 1,
        }
    }
}

/// A decision, or a chance event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Throw the die, or flip the coin.
    Throw,
    /// Keep the turn's total, and end the turn.
    Hold,
    /// The throw shows this side, numbered from 1.
    Shows(u8),
}

/// The scores, the turn's total, whose turn it is, and whether a throw is pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) scores: [u16; 2],
    pub(super) turn: u16,
    pub(super) mover: Side,
    pub(super) in_air: bool,
}

impl Position {
    /// The score of a side.
    pub const fn score(&self, side: Side) -> u16 {
        self.scores[side.index()]
    }

    /// The turn's total, at risk until the player holds.
    pub const fn turn_total(&self) -> u16 {
        self.turn
    }

    /// The score of the player whose turn it is.
    pub(super) const fn own(&self) -> u16 {
        self.score(self.mover)
    }

    /// The score of the other player.
    pub(super) const fn other(&self) -> u16 {
        self.score(self.mover.other())
    }

    /// The whole position in one number, the scores in this order.
    const fn packed(&self, scores: [u16; 2]) -> u64 {
        (scores[0] as u64) | (scores[1] as u64) << 16 | (self.turn as u64) << 32 | (self.in_air as u64) << 48
    }

    /// The same number for positions that differ only in which player is First, and no others.
    pub(super) fn key_for_mover(&self) -> u64 {
        mixed(self.packed([self.own(), self.other()]))
    }
}

/// The game to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pig {
    goal: u16,
    thrown: Thrown,
}

impl Pig {
    /// The highest goal.
    pub const MOST: u16 = 200;

    /// The game to a goal from 1 to [`Pig::MOST`].
    ///
    /// ```
    /// use rootward_games::pig::{Pig, Thrown};
    ///
    /// assert!(Pig::new(20, Thrown::Die).is_ok());
    /// assert_eq!(Pig::new(0, Thrown::Die).unwrap_err().expected, "a goal from 1 to 200");
    /// ```
    pub fn new(goal: u16, thrown: Thrown) -> Result<Pig, TextError> {
        if (1..=Pig::MOST).contains(&goal) {
            return Ok(Pig { goal, thrown });
        }
        Err(TextError::new(format!("there is no game to {goal}"), format!("a goal from 1 to {}", Pig::MOST)))
    }

    /// Piglet: a coin, and 10 win.
    pub const fn piglet() -> Pig {
        Pig { goal: 10, thrown: Thrown::Coin }
    }

    /// The score that wins.
    pub const fn goal(&self) -> u16 {
        self.goal
    }

    /// What is thrown.
    pub const fn thrown(&self) -> Thrown {
        self.thrown
    }

    /// Has the player whose turn it is won? Nobody would throw again with enough for the goal, so no hold is needed.
    pub(super) const fn is_won(&self, state: &Position) -> bool {
        state.own() + state.turn >= self.goal
    }

    /// The other player's turn, with this score for the player whose turn ends.
    const fn pass(&self, state: &Position, score: u16) -> Position {
        let mut scores = state.scores;
        scores[state.mover.index()] = score;
        Position { scores, turn: 0, mover: state.mover.other(), in_air: false }
    }
}

impl Default for Pig {
    /// A die, and 100 win.
    fn default() -> Pig {
        Pig { goal: 100, thrown: Thrown::Die }
    }
}

impl Game for Pig {
    type State = Position;
    type Move = Action;

    const HAS_CHANCE: bool = true;

    fn initial(&self) -> Position {
        Position { scores: [0; 2], turn: 0, mover: Side::First, in_air: false }
    }

    #[inline]
    fn to_move(&self, state: &Position) -> Side {
        state.mover
    }

    #[inline]
    fn outcome(&self, state: &Position) -> Option<Outcome> {
        self.is_won(state).then_some(Outcome::Win(state.mover))
    }

    /// A turn begins with a throw: holding nothing would be passing.
    #[inline]
    fn moves(&self, state: &Position, push: &mut impl FnMut(Action)) {
        if state.in_air {
            (1..=self.thrown.sides()).for_each(|side| push(Action::Shows(side)));
            return;
        }
        push(Action::Throw);
        if state.turn > 0 {
            push(Action::Hold);
        }
    }

    #[inline]
    fn apply(&self, state: &Position, action: Action) -> Position {
        match action {
            Action::Throw => Position { in_air: true, ..*state },
            Action::Hold => self.pass(state, state.own() + state.turn),
            Action::Shows(side) => match self.thrown.gain(side) {
                Some(gain) => Position { turn: state.turn + gain, in_air: false, ..*state },
                None => self.pass(state, state.own()),
            },
        }
    }

    #[inline]
    fn has_move(&self, _: &Position) -> bool {
        true
    }

    /// Everything fits into one number, and mixing keeps different numbers different.
    #[inline]
    fn key(&self, state: &Position) -> Option<u64> {
        Some(mixed(state.packed(state.scores) | (state.mover.index() as u64) << 49))
    }

    fn has_exact_keys(&self) -> bool {
        true
    }

    #[inline]
    fn is_chance(&self, state: &Position) -> bool {
        state.in_air
    }

    /// A win is the upper end, so a value stands for a winning probability.
    fn range(&self) -> Range {
        Range::symmetric(WIN)
    }
}

/// Mixes a number over all 64 bits, since a table may use any of them.
#[inline]
fn mixed(bits: u64) -> u64 {
    Dice::new(bits).bits()
}

/// The points that stand for a winning probability.
pub(super) fn points(probability: f64) -> i32 {
    ((2.0 * probability - 1.0) * f64::from(WIN)).round().clamp(-f64::from(WIN), f64::from(WIN)) as i32
}

/// The winning probability that points stand for.
pub(super) fn probability(points: i32) -> f64 {
    (f64::from(points) / f64::from(WIN) + 1.0) / 2.0
}
