//! The horizon: the static evaluation, or quiescence search, which goes on through noisy moves (captures, threats) until
//! the position is quiet.

use rootward_game::{Bound, Game, Knowledge, Proof, Score, TableKey, Window};

use super::move_loop::{NEVER, Start};
use super::node::Valued;
use super::pruning::Assessment;
use super::{MAX_PLY, Node, Scope, Worker};
use crate::limits::Stopped;
use crate::{Entry, Observer, Remark, Table, Why};

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Step 5: the static evaluation, or the value of the best noisy move if that is higher (quiescence).
    #[inline]
    pub(super) fn horizon(
        &mut self,
        node: &Node<'_, G>,
        mut window: Window,
        limits: Proof,
        key: Option<TableKey>,
    ) -> Result<Valued, Stopped> {
        if !self.shared.game.has_move(node.state) {
            return Ok(self.over(node, self.shared.game.stuck(node.state)));
        }
        self.doubts += 1;
        let farthest = -(self.shared.techniques.speculative.quiescence as i32);
        let at_the_end = node.depth <= farthest || node.ply >= MAX_PLY || self.is_chance(node.state);
        let in_check = !at_the_end && self.shared.knowledge.in_check(self.shared.game, node.state);
        let mut static_eval = -Score::INFINITY;
        if !in_check {
            self.counts.evaluations += 1;
            // An estimate must not contradict what is proven.
            static_eval = self.corrected_estimate(node).max(limits.at_least).min(limits.at_most);
            if at_the_end {
                return Ok(Self::valued(static_eval, Bound::Exact, Why::Horizon));
            }
            if O::WATCHING {
                let shown = self.shown(node.side, node.ply, static_eval);
                self.observer.remark(node.ply, Remark::StandPat(shown));
            }
            if static_eval >= window.beta {
                return Ok(Self::valued(static_eval, Bound::AtLeast, Why::StandPat));
            }
            window.alpha = window.alpha.max(static_eval);
        }
        self.quiescence(node, window, static_eval, in_check, key)
    }

    /// The best of standing pat and the noisy moves; in check, the best of all moves that answer the threat.
    #[inline]
    fn quiescence(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        stand_pat: Score,
        in_check: bool,
        key: Option<TableKey>,
    ) -> Result<Valued, Stopped> {
        let counted_before = self.counted;
        let level = self.descend(node);
        let base = self.moves.len();
        self.collect_noisy(node);
        let seen = Assessment {
            in_check,
            own_eval: stand_pat,
            static_eval: stand_pat,
            improving: false,
            expects_cutoff: false,
        };
        let assessment = self.is_pruning().then_some(seen);
        let choose_from = if self.is_ordering() { base } else { NEVER };
        let start =
            Start { rank_at: NEVER, choose_from, floor: stand_pat, proofs_from: 0, extension: None, assessment };
        let best = self.best_of(node, window, base, start)?;
        let independent = level.is_none_or(|level| self.path.ascend(level));
        self.moves.truncate(base);
        let bound = window.judge(best.score);
        if let Some(key) = key
            && independent
        {
            let entry = Entry { score: best.score, bound, depth: 0, proven: false, best: None, effort: 0 };
            self.remember(node, key, entry, self.counted != counted_before);
        }
        let why = match best.index {
            None => Why::StandPat,
            Some(_) if best.cut => Why::Cut,
            Some(_) => Why::Searched,
        };
        Ok(Self::valued(best.score, bound, why))
    }
}
