//! [`Book`]: exact values of the first positions of a game.

use rootward_game::{Game, Knowledge, Score, legal_moves, outcome_at};

use crate::{TableError, value};

/// The exact value of every position up to some number of plies from the start, where the game is not over.
///
/// Positions are identified by their [table keys](rootward_game::Proofs::table_key), so that mirror images share an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    pub(crate) game: String,
    /// The number of positions that are first reached after 0, 1, 2 … plies.
    pub(crate) counts: Vec<usize>,
    /// All keys, in ascending order.
    pub(crate) keys: Vec<u64>,
    /// The value of each key, as a byte.
    pub(crate) values: Vec<i8>,
}

impl Book {
    /// The game, as [`Notation::name`](rootward_game::Notation::name) writes it.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The plies of the deepest positions.
    pub fn plies(&self) -> u32 {
        self.counts.len().saturating_sub(1) as u32
    }

    /// The number of positions that are first reached after 0, 1, 2 … plies.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Is there no position?
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The value of the position with this key, for the side to move there.
    pub fn get(&self, key: u64) -> Option<Score> {
        let place = self.keys.binary_search(&key).ok()?;
        value::from_byte(self.values[place])
    }

    /// All keys with their values, in ascending order of the keys.
    pub fn entries(&self) -> impl Iterator<Item = (u64, Score)> {
        let values = self.values.iter().map(|&byte| value::from_byte(byte).unwrap_or(Score::DRAW));
        self.keys.iter().copied().zip(values)
    }

    /// Checks that this is a book of this game: that it has its name, and that all positions of the first plies are in it. They
    /// would not be if the game's keys had changed since the book was made.
    pub fn check<G: Game, K: Knowledge<G>>(&self, game: &G, knowledge: &K, name: &str) -> Result<(), TableError> {
        if self.game != name {
            return Err(TableError::OtherGame { found: self.game.clone(), wanted: name.to_owned() });
        }
        check_game(game)?;
        let mut first: Vec<G::State> = vec![game.initial()];
        for _ in 0..=self.plies().min(CHECKED_PLIES) {
            first.retain(|state| outcome_at(game, state).is_none());
            let is_known = |state| knowledge.table_key(game, state).is_some_and(|key| self.get(key.key).is_some());
            if !first.iter().all(is_known) {
                return Err(TableError::OtherKeys);
            }
            let children = |state| legal_moves(game, state).into_iter().map(move |mv| game.apply(state, mv));
            first = first.iter().flat_map(children).collect();
        }
        Ok(())
    }

    /// The book with these values, in any order; an error if one of them does not fit into a byte.
    pub(crate) fn of(game: &str, counts: Vec<usize>, entries: Vec<(u64, Score)>) -> Result<Book, TableError> {
        let pack =
            |(key, score)| Ok((key, value::to_byte(score).ok_or_else(|| TableError::Value(format!("{score:?}")))?));
        let mut entries = entries.into_iter().map(pack).collect::<Result<Vec<(u64, i8)>, TableError>>()?;
        entries.sort_unstable();
        let (keys, values) = entries.into_iter().unzip();
        Ok(Book { game: game.to_owned(), counts, keys, values })
    }
}

/// The plies whose positions are checked when a book is opened: enough to recognise its keys, and quick.
const CHECKED_PLIES: u32 = 2;

/// Can there be an exact book of this game?
pub(crate) fn check_game<G: Game>(game: &G) -> Result<(), TableError> {
    match (G::CAN_REPEAT || G::NO_PROGRESS_RULE, game.has_exact_keys()) {
        (true, _) => Err(TableError::Repeats),
        (_, false) => Err(TableError::KeysNotExact),
        _ => Ok(()),
    }
}
