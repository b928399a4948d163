//! [`GameEndings`]: endings that belong to a game's rules, for the searches and commands of that game.

use rootward_game::{Game, Notation};

use crate::Endings;

/// The positions of the rules.
pub type StateOf<E> = <<E as GameEndings>::Game as Game>::State;
/// The moves of the rules.
pub type MoveOf<E> = <<E as GameEndings>::Game as Game>::Move;

/// The endings of a game: its rules, and how people name endings. With it a search can ask the tables, and commands can read and
/// write positions and moves. A game with a [`Numbering`](crate::Numbering) has all of it by [`ByRules`](crate::ByRules).
pub trait GameEndings: Endings<Position: PartialEq> + Send + 'static {
    /// The game that is searched.
    type Game: Notation;

    /// Is the longest win published with either side to move, or with the winner?
    const LONGEST_OF_EITHER: bool = true;

    /// The endings of the game in this variant; a sentence if it has none.
    fn of(game: &Self::Game) -> Result<Self, String>;

    /// The rules that the tables are about.
    fn rules(&self) -> &Self::Game;

    /// The position of the rules with this numbered one.
    fn state(&self, position: &Self::Position) -> StateOf<Self>;

    /// The position as tables number it: without clocks, and without what came before.
    fn numbered(&self, state: &StateOf<Self>) -> Self::Position;

    /// The number of pieces of a slice. Where a position has more than any table, no table is asked, which saves time. Games in
    /// which that says nothing have 0 here and in [`pieces_of`](GameEndings::pieces_of).
    fn pieces(&self, slice: &Self::Slice) -> u32 {
        let _ = slice;
        0
    }

    /// The number of pieces of a position.
    fn pieces_of(&self, state: &StateOf<Self>) -> u32 {
        let _ = state;
        0
    }

    /// The slices that a name stands for: one, or all with a number of pieces.
    fn named(&self, name: &str) -> Result<Vec<Self::Slice>, String> {
        Ok(vec![self.slice(name)?])
    }

    /// Why no table can have this position.
    fn no_table_for(&self, state: &StateOf<Self>) -> String {
        let _ = state;
        "it has no number; expected a position of an ending that has tables".into()
    }
}
