//! [`WithSyzygy`]: chess knowledge that consults endgame tablebases first.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rootward_game::{Feature, Knowledge, Linear, Proof, Score, TableKey, Window};
use rootward_games::chess::{Chess, Move, Position};

use crate::{Advice, Tablebase, Wdl};

/// A win in the tables is certain, but they do not give the distance to mate. It is no more than this many plies: with
/// at most seven pieces there are at most five captures and five pawns with six moves each to come, each within the
/// hundred plies of the fifty-move rule, and then the mate. So the true distance is at most this, as a bound requires.
pub const FARTHEST: u32 = (5 + 5 * 6 + 1) * 100;

/// Chess knowledge with tables that are probed for a proof where few pieces are left.
///
/// Outcomes in the tables hold if the count of the fifty-move rule starts at 0. With a higher count, a draw is still a
/// draw, and a win is at least not a loss.
#[derive(Default)]
pub struct WithSyzygy<K> {
    knowledge: K,
    tables: Option<Arc<Tablebase>>,
    hits: AtomicU64,
}

impl<K> WithSyzygy<K> {
    /// Knowledge with tables; with `None`, the knowledge alone.
    pub fn new(knowledge: K, tables: Option<Arc<Tablebase>>) -> WithSyzygy<K> {
        WithSyzygy { knowledge, tables, hits: AtomicU64::new(0) }
    }

    /// Replaces the tables.
    pub fn set_tables(&mut self, tables: Option<Arc<Tablebase>>) {
        self.tables = tables;
    }

    /// The number of positions found in the tables.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// The tables' advice for a root position; `None` if they do not know it.
    pub fn advise(&self, state: &Position) -> Option<Advice> {
        self.tables.as_ref()?.advise(state.board())
    }

    #[inline]
    fn look_up(&self, state: &Position) -> Option<Proof> {
        let tables = self.tables.as_ref()?;
        if !tables.covers(state.board()) {
            return None;
        }
        let wdl = tables.wdl(state.board())?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        let fresh = state.board().halfmove_clock() == 0;
        Some(match wdl {
            Wdl::Win if fresh => Proof::at_least(Score::win_in(FARTHEST)),
            Wdl::Win => Proof::at_least(Score::DRAW),
            Wdl::Loss if fresh => Proof::at_most(Score::loss_in(FARTHEST)),
            Wdl::Loss => Proof::at_most(Score::DRAW),
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => Proof::exactly(Score::DRAW),
        })
    }
}

impl<K: Knowledge<Chess>> Knowledge<Chess> for WithSyzygy<K> {
    const FORESEES_THE_END: bool = K::FORESEES_THE_END;
    const NEAR_END: u32 = K::NEAR_END;
    const HISTORY_PER_POINT: Option<i32> = K::HISTORY_PER_POINT;

    #[inline]
    fn prove(&self, game: &Chess, state: &Position, window: Window) -> Proof {
        self.look_up(state).unwrap_or_else(|| self.knowledge.prove(game, state, window))
    }

    #[inline]
    fn prove_after_candidate(&self, game: &Chess, state: &Position, window: Window, before: Option<u64>) -> Proof {
        self.look_up(state).unwrap_or_else(|| self.knowledge.prove_after_candidate(game, state, window, before))
    }

    #[inline]
    fn evaluate(&self, game: &Chess, state: &Position) -> i32 {
        self.knowledge.evaluate(game, state)
    }

    fn unit(&self) -> i32 {
        self.knowledge.unit()
    }

    #[inline]
    fn priority(&self, game: &Chess, state: &Position, mv: Move) -> i32 {
        self.knowledge.priority(game, state, mv)
    }

    #[inline]
    fn priority_with_note(&self, game: &Chess, state: &Position, mv: Move, note: u64) -> i32 {
        self.knowledge.priority_with_note(game, state, mv, note)
    }

    #[inline]
    fn noisy_moves(&self, game: &Chess, state: &Position, push: &mut impl FnMut(Move)) {
        self.knowledge.noisy_moves(game, state, push);
    }

    #[inline]
    fn is_noisy(&self, game: &Chess, state: &Position, mv: Move) -> bool {
        self.knowledge.is_noisy(game, state, mv)
    }

    #[inline]
    fn in_check(&self, game: &Chess, state: &Position) -> bool {
        self.knowledge.in_check(game, state)
    }

    #[inline]
    fn gives_check(&self, game: &Chess, state: &Position, mv: Move) -> bool {
        self.knowledge.gives_check(game, state, mv)
    }

    #[inline]
    fn gain(&self, game: &Chess, state: &Position, mv: Move) -> i32 {
        self.knowledge.gain(game, state, mv)
    }

    #[inline]
    fn see_at_least(&self, game: &Chess, state: &Position, mv: Move, points: i32) -> bool {
        self.knowledge.see_at_least(game, state, mv, points)
    }

    fn uses_continuation_history(&self) -> bool {
        self.knowledge.uses_continuation_history()
    }

    fn history_slots(&self) -> usize {
        self.knowledge.history_slots()
    }

    #[inline]
    fn history_slot(&self, game: &Chess, state: &Position, mv: Move) -> usize {
        self.knowledge.history_slot(game, state, mv)
    }

    fn null_move(&self, game: &Chess, state: &Position) -> Option<Position> {
        self.knowledge.null_move(game, state)
    }

    #[inline]
    fn candidates(&self, game: &Chess, state: &Position, note: Option<u64>, push: &mut impl FnMut(Move)) {
        self.knowledge.candidates(game, state, note, push);
    }

    fn value_key(&self, game: &Chess, state: &Position) -> Option<u64> {
        self.knowledge.value_key(game, state)
    }

    #[inline]
    fn table_key(&self, game: &Chess, state: &Position) -> Option<TableKey> {
        self.knowledge.table_key(game, state)
    }
}

impl<K: Linear<Chess>> Linear<Chess> for WithSyzygy<K> {
    fn features(&self) -> Vec<Feature> {
        self.knowledge.features()
    }

    fn measure(&self, game: &Chess, state: &Position) -> Vec<i32> {
        self.knowledge.measure(game, state)
    }

    fn scale(&self) -> i32 {
        self.knowledge.scale()
    }

    fn circumstances(&self, game: &Chess, state: &Position) -> String {
        self.knowledge.circumstances(game, state)
    }

    fn set_weight(&mut self, index: usize, weight: i32) {
        self.knowledge.set_weight(index, weight);
    }
}
