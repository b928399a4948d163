//! The rules: dice, plays, and the payoff at the end.

use rootward_game::{Game, Outcome, Range, Side, TextError};

use super::generate::Generator;
use super::{Checkers, Move, Position, Roll};

/// The value of a single game in points of a [`Score`](rootward_game::Score): equities have six digits after the point,
/// and rounding an average is not visible.
pub const GAME_POINT: i32 = 1_000_000;

/// Backgammon without the cube, for money: a gammon counts twice, a backgammon three times.
///
/// ```
/// use rootward_game::Game;
/// use rootward_games::backgammon::Backgammon;
///
/// let game = Backgammon::default();
/// assert!(game.is_chance(&game.initial()));
/// assert_eq!(game.initial().mine().pips(), 167);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backgammon {
    /// The number of checkers of a side.
    checkers: u8,
}

impl Backgammon {
    /// The number of checkers of a side in the usual game.
    pub const USUAL_CHECKERS: u8 = 15;
    /// The largest number in hypergammon.
    pub const HYPER_CHECKERS: u8 = 3;

    /// The game with this many checkers on each side: 15, or 1, 2 or 3 of hypergammon, which starts with single
    /// checkers on the farthest points.
    ///
    /// ```
    /// use rootward_game::Game;
    /// use rootward_games::backgammon::Backgammon;
    ///
    /// assert_eq!(Backgammon::new(3).unwrap().initial().mine().pips(), 24 + 23 + 22);
    /// assert!(Backgammon::new(4).is_err());
    /// ```
    pub fn new(checkers: u8) -> Result<Backgammon, TextError> {
        match checkers {
            1..=Backgammon::HYPER_CHECKERS | Backgammon::USUAL_CHECKERS => Ok(Backgammon { checkers }),
            _ => Err(TextError::new(format!("no game is played with {checkers} checkers"), "15, or 1, 2 or 3")),
        }
    }

    /// The number of checkers of each side.
    pub const fn checkers(&self) -> u8 {
        self.checkers
    }

    fn starting_side(&self) -> Checkers {
        match self.checkers {
            1 => Checkers::at(&[(24, 1)]),
            2 => Checkers::at(&[(24, 1), (23, 1)]),
            3 => Checkers::at(&[(24, 1), (23, 1), (22, 1)]),
            _ => Checkers::at(&[(24, 2), (13, 5), (8, 3), (6, 5)]),
        }
    }

    /// The multiple that the winner gets: one, two or three.
    fn stakes(loser: &Checkers) -> i32 {
        let in_winners_home = |place: &u8| loser.on(*place) > 0;
        match loser.off() {
            0 if (19..=Checkers::BAR).any(|place| in_winners_home(&place)) => 3,
            0 => 2,
            _ => 1,
        }
    }
}

impl Default for Backgammon {
    /// With 15 checkers a side.
    fn default() -> Backgammon {
        Backgammon { checkers: Backgammon::USUAL_CHECKERS }
    }
}

impl Game for Backgammon {
    type State = Position;
    type Move = Move;

    /// First throws. A real game starts with a roll that is no double; here the first roll is like any other.
    fn initial(&self) -> Position {
        Position::new(self.starting_side(), self.starting_side(), Side::First)
    }

    #[inline]
    fn to_move(&self, state: &Position) -> Side {
        state.to_move()
    }

    #[inline]
    fn outcome(&self, state: &Position) -> Option<Outcome> {
        let won = |side| state.checkers(side).off() == self.checkers;
        if won(Side::First) {
            Some(Outcome::Payoff(Backgammon::stakes(state.checkers(Side::Second)) * GAME_POINT))
        } else if won(Side::Second) {
            Some(Outcome::Payoff(-Backgammon::stakes(state.checkers(Side::First)) * GAME_POINT))
        } else {
            None
        }
    }

    /// The 21 rolls, or every play that leads to a different position.
    #[inline]
    fn moves(&self, state: &Position, push: &mut impl FnMut(Move)) {
        match state.dice() {
            None => Roll::ALL.into_iter().for_each(|roll| push(Move::Roll(roll))),
            Some(roll) => Generator::new(state).plays(roll, &mut |play| push(Move::Play(play))),
        }
    }

    /// A player who cannot move passes, and a pass is a move.
    #[inline]
    fn has_move(&self, _: &Position) -> bool {
        true
    }

    #[inline]
    fn apply(&self, state: &Position, mv: Move) -> Position {
        match mv {
            Move::Roll(roll) => state.with_dice(Some(roll)),
            Move::Play(play) => state.after(&play),
        }
    }

    const HAS_CHANCE: bool = true;

    #[inline]
    fn is_chance(&self, state: &Position) -> bool {
        state.dice().is_none()
    }

    #[inline]
    fn weight(&self, _: &Position, outcome: Move) -> u32 {
        match outcome {
            Move::Roll(roll) => roll.weight(),
            Move::Play(_) => 1,
        }
    }

    /// Nobody loses more than a backgammon.
    #[inline]
    fn range(&self) -> Range {
        Range::symmetric(3 * GAME_POINT)
    }

    #[inline]
    fn key(&self, state: &Position) -> Option<u64> {
        Some(if self.has_exact_keys() { state.small_key() } else { state.hash() })
    }

    /// Positions of hypergammon fit into a number.
    #[inline]
    fn has_exact_keys(&self) -> bool {
        self.checkers <= Backgammon::HYPER_CHECKERS
    }

    /// With 15 checkers a side 18,528,584,051,601,162,496, before the dice; hypergammon has few.
    fn position_count(&self) -> Option<f64> {
        (self.checkers == Backgammon::USUAL_CHECKERS).then_some(1.8e19)
    }
}
