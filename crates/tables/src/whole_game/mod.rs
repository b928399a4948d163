//! [`WholeGame`]: every reachable position with its value, for games with chance, whose values are averages and whose play may
//! go on forever. Value iteration with a lower and an upper bound (interval iteration), so that the error of the result is
//! known.

mod bracket;
mod component;
mod explore;
mod positions;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::ops::ControlFlow;

use rootward_game::{Game, Knowledge, Range, Side, outcome_at};

pub use bracket::Bracket;

use crate::TableError;
use explore::{Explorer, points};
use positions::Positions;

/// The progress of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions found so far.
    pub positions: usize,
    /// Positions that have their value.
    pub valued: usize,
}

/// Why the work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every position has its value.
    Whole,
    /// The callback stopped it.
    Stopped,
    /// More positions would not fit into the memory.
    OutOfMemory,
}

/// How the table of a whole game is computed.
pub struct WholeGameSettings<'a> {
    /// Values are narrowed until their brackets are no wider than this share of the game's range. Rounding may keep them a
    /// little wider; the brackets hold in any case.
    pub tolerance: f64,
    /// The memory limit in bytes.
    pub memory: usize,
    /// Called from time to time with the progress; returns whether to continue.
    pub each: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
}

/// The values of all positions that can be reached from one, on the scale of the game's [range](Game::range): a win is its
/// upper end, a loss its lower end.
///
/// Where play can go on forever, the brackets hold for every value of endless play; they close if neither side can gain by it.
///
/// ```
/// use std::ops::ControlFlow;
/// use rootward_game::Game;
/// use rootward_games::mnk::{Mnk, MnkKnowledge};
/// use rootward_tables::{WholeGame, WholeGameSettings};
///
/// let (game, knowledge) = (Mnk::default(), MnkKnowledge::default());
/// let settings = WholeGameSettings { tolerance: 0.0, memory: 1 << 26, each: &mut |_| ControlFlow::Continue(()) };
/// let table = WholeGame::value_all(&game, &knowledge, &game.initial(), settings).unwrap();
/// assert_eq!(table.value(&game.initial()).unwrap().middle(), 0.0);
/// ```
pub struct WholeGame<'a, G, K> {
    game: &'a G,
    knowledge: &'a K,
    positions: Positions,
    range: Range,
    has_draws: bool,
    ending: Ending,
}

/// A move with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move, or an outcome of chance.
    pub mv: M,
    /// Its value for the side whose turn it is.
    pub value: Bracket,
}

impl<'a, G: Game, K: Knowledge<G>> WholeGame<'a, G, K> {
    /// Computes the value of every position that can be reached from `root`; positions with the same
    /// [key](rootward_game::Proofs::value_key) count as one.
    pub fn value_all(
        game: &'a G,
        knowledge: &'a K,
        root: &G::State,
        settings: WholeGameSettings<'_>,
    ) -> Result<Self, TableError> {
        WholeGame::value_from(game, knowledge, std::slice::from_ref(root), settings)
    }

    /// Computes the value of every position that can be reached from one of these.
    pub fn value_from(
        game: &'a G,
        knowledge: &'a K,
        roots: &[G::State],
        settings: WholeGameSettings<'_>,
    ) -> Result<Self, TableError> {
        if !game.has_exact_keys() {
            return Err(TableError::KeysNotExact);
        }
        let mut explorer = Explorer::new(game, knowledge, settings);
        for root in roots {
            explorer.explore(root)?;
        }
        let Explorer { positions, has_draws, ending, .. } = explorer;
        Ok(WholeGame { game, knowledge, positions, range: game.range(), has_draws, ending })
    }

    /// The value of a position for the side [to move](Game::to_move); none if it was not reached.
    pub fn value(&self, state: &G::State) -> Option<Bracket> {
        let side = self.game.to_move(state);
        if let Some(outcome) = outcome_at(self.game, state) {
            let value = Bracket::exactly(f64::from(points(self.range, outcome)));
            return Some(if side == Side::First { value } else { -value });
        }
        let key = self.knowledge.value_key(self.game, state)?;
        self.positions.find(key).map(|number| self.positions.brackets[number as usize])
    }

    /// The moves of a position with their values, best first; outcomes of chance in the game's order. Moves to positions that
    /// were not reached are left out.
    pub fn choices(&self, state: &G::State) -> Vec<Choice<G::Move>> {
        let side = self.game.to_move(state);
        let mut choices = Vec::new();
        if self.game.outcome(state).is_some() {
            return choices;
        }
        self.game.moves(state, &mut |mv| {
            let child = self.game.apply(state, mv);
            let same_side = self.game.to_move(&child) == side;
            let seen = self.value(&child).map(|value| if same_side { value } else { -value });
            choices.extend(seen.map(|value| Choice { mv, value }));
        });
        if !self.game.is_chance(state) {
            // By cached keys, so that the sort is not compiled for each game.
            choices.sort_by_cached_key(|choice| Reverse(in_order(choice.value.middle())));
        }
        choices
    }

    /// A best move; none where the game is over or at a chance node.
    pub fn best(&self, state: &G::State) -> Option<Choice<G::Move>> {
        if self.game.is_chance(state) { None } else { self.choices(state).first().copied() }
    }

    /// The number of positions; those where the game is over are not counted.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Was the game over where the work began?
    pub fn is_empty(&self) -> bool {
        self.positions.len() == 0
    }

    /// Can the game end in a draw? If not, a value is the probability of winning on another scale.
    pub fn has_draws(&self) -> bool {
        self.has_draws
    }

    /// Why the work ended. Unless it is [`Ending::Whole`], the brackets hold but may be wide.
    pub fn ending(&self) -> Ending {
        self.ending
    }
}

/// A whole number for each number, in the same order: that of [`f64::total_cmp`].
fn in_order(number: f64) -> i64 {
    let bits = number.to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}
