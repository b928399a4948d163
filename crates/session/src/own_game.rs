//! [`OwnGame`]: from rules, knowledge and notation to a game that is opened by its name.

use std::fmt;

use rootward_endgames::{GameEndings, Tables};
use rootward_game::{Game, Knowledge, Linear, Notation, TextError};

use crate::endgame_tables::{OpenEndings, OpenedEndings, endings_of};
use crate::endgames::open_tables;
use crate::played::Played;
use crate::registry::{BenchPosition, COMMON, Opened, Opening, at, read_variant};
use crate::setup::OpenTablebase;
use crate::{GameEntry, Problem, Session};

/// How a game is opened. A reference, so that an entry can be copied and be part of a static.
#[derive(Clone, Copy)]
pub(crate) struct Open(pub(crate) &'static (dyn Fn(&Opening<'_>) -> Opened + Send + Sync));

impl fmt::Debug for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Open")
    }
}

/// Reads a variant of a game.
type ReadVariant<G> = fn(&str) -> Result<G, TextError>;

/// A game to be opened by name, with everything that front ends have to know about it. Only the rules and the knowledge are
/// needed; `()` is knowledge that knows nothing.
///
/// ```
/// # use rootward_games::mnk::{Mnk, MnkKnowledge};
/// use rootward_session::OwnGame;
///
/// let five = OwnGame::new("five-in-a-row", Mnk::new(8, 8, 5).unwrap(), MnkKnowledge::default())
///     .description("five in a row on a board of eight by eight")
///     .sides("X", "O")
///     .linear();
/// assert_eq!(five.entry().name, "five-in-a-row");
/// ```
#[derive(Clone)]
#[must_use]
pub struct OwnGame<G: Game, K> {
    entry: GameEntry,
    game: G,
    knowledge: K,
    sides: [&'static str; 2],
    read_variant: Option<ReadVariant<G>>,
    linear: fn(Played<G, K>) -> Played<G, K>,
    endings: Option<EndingsOf<G>>,
}

/// The endings of a game: for the commands about tables, and for its searches.
struct EndingsOf<G: Game> {
    tables: fn(&G, [&'static str; 2]) -> OpenedEndings,
    mount: OpenTablebase<G>,
}

impl<G: Game> Clone for EndingsOf<G> {
    fn clone(&self) -> EndingsOf<G> {
        *self
    }
}

impl<G: Game> Copy for EndingsOf<G> {}

/// Without a word of the game, `bench` searches its initial position, a few plies deep.
const USUAL_BENCH: &[BenchPosition] = &[(None, 4)];

impl<G, K> OwnGame<G, K>
where
    G: Notation + Clone + Send + Sync + 'static,
    K: Knowledge<G> + Clone + Send + Sync + 'static,
{
    /// A game with its name on the command line. [`Notation::name`] is that name, and the variant after a colon.
    pub fn new(name: &'static str, game: G, knowledge: K) -> OwnGame<G, K> {
        let description = "a game of its own";
        let (can_repeat, has_dice, bench) = (G::CAN_REPEAT, G::HAS_CHANCE, Some(USUAL_BENCH));
        let entry = GameEntry { name, description, can_repeat, has_dice, bench, ..COMMON };
        let sides = ["MAX", "MIN"];
        OwnGame { entry, game, knowledge, sides, read_variant: None, linear: |played| played, endings: None }
    }

    /// What it is, in a sentence.
    pub fn description(mut self, description: &'static str) -> Self {
        self.entry.description = description;
        self
    }

    /// A position to try; it must be written as the game writes it.
    pub fn example(mut self, position: &'static str) -> Self {
        self.entry.example = position;
        self
    }

    /// The names of the sides; MAX and MIN by default.
    pub fn sides(mut self, first: &'static str, second: &'static str) -> Self {
        self.sides = [first, second];
        self
    }

    /// The variants: how they are written, for the help text, and how they are read.
    pub fn variants(mut self, written: &'static str, read: fn(&str) -> Result<G, TextError>) -> Self {
        (self.entry.variants, self.read_variant) = (written, Some(read));
        self
    }

    /// It is too large to be solved: analyses use all techniques, and weights are fitted to the engine's own games.
    pub fn large(mut self) -> Self {
        (self.entry.is_large, self.entry.techniques) = (true, "all");
        self
    }

    /// How a position is found at the beginning of a line of a file; by default it is the first word.
    pub fn position_in_line(mut self, find: fn(&str) -> String) -> Self {
        self.entry.position_in_line = find;
        self
    }

    /// How a position that was set up by hand on the lab's page is written: one of the kinds of `set_up.js`, such as `stones`.
    pub fn set_up(mut self, kind: &'static str) -> Self {
        self.entry.set_up = Some(kind);
        self
    }

    /// Its evaluation is a weighted sum: the weights can be seen, changed and fitted.
    pub fn linear(mut self) -> Self
    where
        K: Linear<G>,
    {
        self.linear = Played::linear;
        self
    }

    /// The positions that `bench` searches, each to a depth; by default the initial one to depth 4. With none, the game is left
    /// out of the signature of all games.
    pub fn bench(mut self, positions: &'static [BenchPosition]) -> Self {
        self.entry.bench = Some(positions);
        self
    }

    /// Its positions can be numbered, so that endgame tables can be built: `table` has the game, and `--tables` mounts them.
    /// [`ByRules`](rootward_endgames::ByRules) makes the endings from the rules and a
    /// [`Numbering`](rootward_endgames::Numbering).
    pub fn endings<E>(mut self) -> Self
    where
        E: GameEndings<Game = G>,
        Tables<E>: Send + Sync,
    {
        self.endings = Some(EndingsOf { tables: endings_of::<E>, mount: open_tables::<E> });
        self
    }

    /// Opens it at its initial position, without a list of games: for games that are made while the program runs.
    pub fn open(self) -> Box<dyn Session> {
        let OwnGame { game, knowledge, sides, linear, endings, .. } = self;
        played(game, knowledge, sides, linear, endings).boxed()
    }

    /// The entry for the list of games.
    pub fn entry(self) -> GameEntry {
        let OwnGame { entry, game, knowledge, sides, read_variant: read, linear, endings } = self;
        let in_variant = move |variant: Option<&str>| match read {
            Some(read) => Ok(read_variant(variant, read)?.unwrap_or_else(|| game.clone())),
            None => {
                read_variant(variant, |_| Err::<(), _>(no_variants(entry.name)))?;
                Ok(game.clone())
            }
        };
        let read_tables = in_variant.clone();
        let tables = endings.map(|endings| {
            let open = move |variant: Option<&str>| (endings.tables)(&read_tables(variant)?, sides);
            OpenEndings(Box::leak(Box::new(open)))
        });
        let open = move |wanted: &Opening<'_>| {
            let game: Result<G, Problem> = in_variant(wanted.variant);
            at(played(game?, knowledge.clone(), sides, linear, endings), wanted)
        };
        GameEntry { open: Open(Box::leak(Box::new(open))), endings: tables, ..entry }
    }
}

/// A session's game with all that the game registered.
fn played<G: Notation, K: Knowledge<G>>(
    game: G,
    knowledge: K,
    [first, second]: [&'static str; 2],
    linear: fn(Played<G, K>) -> Played<G, K>,
    endings: Option<EndingsOf<G>>,
) -> Played<G, K> {
    let played = linear(Played::new(game, knowledge).sides(first, second));
    match endings {
        Some(endings) => played.endgames(endings.mount),
        None => played,
    }
}

fn no_variants(name: &str) -> TextError {
    TextError::new("this game has no variants", name)
}
