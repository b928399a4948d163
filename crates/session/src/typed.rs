//! The way from a session back to its typed game, for work that is generic over games and is no part of a session.
//!
//! Traces, comparisons and measurements live in crates of their own. They hold a `dyn Session` and need its rules and
//! its knowledge as types: [`for_game`] calls a generic function with them. It is compiled in the crate that asks, and
//! only for that function.

use std::any::Any;

use rootward_game::{Knowledge, Notation};
use rootward_games::backgammon::{Backgammon, BackgammonKnowledge, LinearKnowledge};
use rootward_games::checkers::{Checkers, CheckersKnowledge};
use rootward_games::chess::{Chess, ChessKnowledge};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_games::game_2048::{Game2048, Game2048Knowledge};
use rootward_games::mnk::{Mnk, MnkKnowledge};
use rootward_games::pig::{Pig, PigKnowledge};
use rootward_games::tree::{Tree, TreeKnowledge};

use crate::played::Played;
use crate::{Judge, Session};

/// The current position of a session with its game and knowledge.
pub struct Position<'a, G: Notation, K> {
    /// The rules.
    pub game: &'a G,
    /// The knowledge, with the weights of the session, and the network that evaluates in its place, if there is one.
    pub judge: Judge<'a, G, K>,
    /// The evaluation of lessons and comparisons: the one that can be read, unless the user chose another.
    pub lesson: Judge<'a, G, K>,
    /// The position.
    pub state: &'a G::State,
    /// The keys of the positions before it, oldest first, to detect repetitions.
    pub earlier: Vec<u64>,
    /// The name of a position besides its text, such as the name of a tree node.
    pub name_of: fn(&G, &G::State) -> Option<String>,
}

/// A function of a position, generic over games.
pub trait ForGame {
    /// What it returns.
    type Output;

    /// Calls it.
    fn call<G: Notation + 'static, K: Knowledge<G> + 'static>(self, position: Position<'_, G, K>) -> Self::Output;
}

/// Calls a function with the session's game, knowledge and position.
///
/// ```
/// use rootward_session::{ForGame, Position, for_game, open};
///
/// struct Depth;
///
/// impl ForGame for Depth {
///     type Output = Option<u32>;
///
///     fn call<G: rootward_game::Notation, K>(self, position: Position<'_, G, K>) -> Option<u32> {
///         position.game.plies_played(position.state)
///     }
/// }
///
/// let session = open("connect-four", Some("445")).unwrap();
/// assert_eq!(for_game(&*session, Depth).ok(), Some(Some(3)));
/// ```
///
/// A game of the project is found here. If it is another one, the function comes back, to be called by those that know the
/// [type](typed).
pub fn for_game<F: ForGame>(session: &dyn Session, function: F) -> Result<F::Output, F> {
    let mut function = Some(function);
    macro_rules! try_games {
        ($($game:ty, $knowledge:ty;)*) => {
            $(if let Some(position) = typed::<$game, $knowledge>(session)
                && let Some(function) = function.take()
            {
                return Ok(function.call(position));
            })*
        };
    }
    try_games! {
        Tree, TreeKnowledge;
        Mnk, MnkKnowledge;
        ConnectFour, ConnectFourKnowledge;
        Checkers, CheckersKnowledge;
        Chess, ChessKnowledge;
        Pig, PigKnowledge;
        Game2048, Game2048Knowledge;
        Backgammon, BackgammonKnowledge;
        Backgammon, LinearKnowledge;
    }
    Err(function.expect("no game has taken it"))
}

/// The session's game, knowledge and position, if they are of these types.
pub fn typed<G, K>(session: &dyn Session) -> Option<Position<'_, G, K>>
where
    G: Notation + Send + 'static,
    K: Knowledge<G> + Send + 'static,
{
    let session: &dyn Any = session;
    session.downcast_ref::<Played<G, K>>().map(Played::typed)
}
