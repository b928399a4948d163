//! A position to be searched, with all that the search needs.

use rootward_game::{Game, Knowledge, Notation};
use rootward_search::{Limits, Report, Search, SharedTable};

use crate::scribe::Scribe;
use crate::{Problem, SolveAsk};

/// How a position is named in what is written about it.
pub(crate) struct Title {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) side_name: &'static str,
}

/// What every search of a session starts from.
pub(crate) struct Job<'a, G: Game, K> {
    pub(crate) game: &'a G,
    pub(crate) knowledge: &'a K,
    pub(crate) state: &'a G::State,
    /// The keys of the positions before, so that repetitions are seen.
    pub(crate) earlier: Vec<u64>,
}

impl<'a, G: Notation, K: Knowledge<G>> Job<'a, G, K> {
    pub(crate) fn search<'s>(&'s self, table: &'s SharedTable) -> Search<'s, G, K, SharedTable> {
        Search::new(self.game).knowledge(self.knowledge).table(table).earlier(&self.earlier)
    }

    /// Searches to the end of the game.
    pub(crate) fn prove(&self, table: &SharedTable, limits: Limits, ask: &SolveAsk, lines: usize) -> Report<G::Move> {
        let search = self.search(table).limits(limits).threads(ask.threads).lines(lines);
        search.resist(false).weak(ask.weak).solve(self.state)
    }

    pub(crate) fn scribe(&self) -> Scribe<'a, G> {
        Scribe { game: self.game, state: self.state }
    }
}

/// A table of this many bytes, or a sentence if the system does not have them.
pub(crate) fn new_table(bytes: usize) -> Result<SharedTable, Problem> {
    SharedTable::try_with_bytes(bytes).ok_or_else(|| too_much(bytes))
}

fn too_much(bytes: usize) -> Problem {
    let megabytes = bytes >> 20;
    Problem::new(format!("a table of {megabytes} MiB does not fit into memory"), "a smaller size, such as 64M")
}
