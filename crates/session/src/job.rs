//! A position to be searched, with everything that the search needs.

use rootward_game::{Game, Knowledge, Notation, RootMoves, Score, Tablebase};
use rootward_search::{Limits, Report, Search, SharedTable, twice_before};
use rootward_tables::MountedBook;

use crate::pool::TablePool;
use crate::scribe::Scribe;
use crate::{Judge, SolveAsk, Source};

/// The name of a position in reports.
pub(crate) struct Title {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) side_name: &'static str,
    /// The name of the first side, whose points are counted in games of points.
    pub(crate) first_name: &'static str,
}

/// The input of every search of a session.
pub(crate) struct Job<'a, G: Game, K> {
    pub(crate) game: &'a G,
    pub(crate) judge: Judge<'a, G, K>,
    /// The evaluation of the textbook algorithms.
    pub(crate) lesson: Judge<'a, G, K>,
    pub(crate) state: &'a G::State,
    /// The keys of the earlier positions, to detect repetitions.
    pub(crate) earlier: Vec<u64>,
    /// The book, if there is one.
    pub(crate) book: Option<&'a MountedBook<'a, K>>,
    /// The values that the search need not find: those of the book or of the endgame tables.
    pub(crate) tablebase: Option<&'a dyn Tablebase<G>>,
    /// The result of the endgame tables for the position, if they contain it.
    pub(crate) root_moves: Option<RootMoves<G::Move>>,
    /// Where empty tables come from.
    pub(crate) pool: &'a TablePool,
}

impl<'a, G: Notation, K: Knowledge<G>> Job<'a, G, K> {
    pub(crate) fn search<'s>(&'s self, table: &'s SharedTable) -> Search<'s, G, K, SharedTable> {
        let search = Search::new(self.game).knowledge(self.judge.knowledge()).tablebase(self.tablebase);
        search.evaluator(self.judge.evaluator()).table(table).earlier(&self.earlier)
    }

    /// Searches to the end of the game, or depth by depth if lines need not end.
    pub(crate) fn prove(&self, table: &SharedTable, limits: Limits, ask: &SolveAsk, lines: usize) -> Report<G::Move> {
        if G::CAN_REPEAT {
            return self.search(table).limits(limits).threads(ask.threads).lines(lines).resist(false).run(self.state);
        }
        let search = self.search(table).limits(limits).threads(ask.threads).lines(lines);
        search.resist(false).weak(ask.weak).solve(self.state)
    }

    /// Does the book know the position?
    pub(crate) fn source(&self) -> Option<Source> {
        let known = self.book.and_then(|book| book.value(self.game, self.state));
        known.map(|_| Source::Book)
    }

    /// Do endgame tables know this value of the position? Where they only limit it, the search has found it.
    pub(crate) fn by_tables(&self, score: Score) -> Option<Source> {
        let tables = self.tablebase.filter(|_| self.book.is_none())?;
        let proof = tables.probe(self.game, self.state)?;
        (proof.at_least == score && proof.at_most == score).then_some(Source::Tables)
    }

    /// Extends a line of best play as far as the book knows it.
    pub(crate) fn follow_book(&self, moves: &mut Vec<G::Move>) {
        let Some(book) = self.book else { return };
        let mut state = moves.iter().fold(self.state.clone(), |state, &mv| self.game.apply(&state, mv));
        while let Some((mv, _)) = book.best_move(self.game, &state) {
            moves.push(mv);
            state = self.game.apply(&state, mv);
        }
    }

    /// May the side to move claim a draw, by a no-progress rule or because the position occurs for the third time?
    pub(crate) fn may_claim_draw(&self) -> bool {
        let twice = twice_before(self.game, self.state, &self.earlier);
        let third = self.game.key(self.state).is_some_and(|key| twice.contains(&key));
        third || self.game.may_be_claimed(self.state)
    }

    pub(crate) fn scribe(&self) -> Scribe<'a, G> {
        Scribe { game: self.game, state: self.state }
    }
}
