//! Where the depth ends: the static value, or what is left of it once the noise is over (quiescence).

use rootward_game::{Bound, Game, Knowledge, Proof, Score, TableKey, Window};

use super::node::{NEVER, Start, Valued};
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
    /// Step 5: the static value, or the best of the noisy moves if one is better (quiescence).
    #[inline]
    pub(super) fn horizon(
        &mut self,
        node: &Node<'_, G>,
        mut window: Window,
        limits: Proof,
        key: Option<TableKey>,
    ) -> Result<Valued, Stopped> {
        if !self.game.has_move(node.state) {
            return Ok(self.over(node, self.game.stuck(node.state)));
        }
        self.doubts += 1;
        let farthest = -(self.techniques.speculative.quiescence as i32);
        let at_the_end = node.depth <= farthest || node.ply >= MAX_PLY || self.is_chance(node.state);
        let forced = !at_the_end && self.knowledge.in_check(self.game, node.state);
        let mut value = -Score::INFINITY;
        if !forced {
            self.counts.evaluations += 1;
            // An estimate must not contradict what is proven.
            value = self.estimate(node.state, node.side).max(limits.at_least).min(limits.at_most);
            if at_the_end {
                return Ok(Self::valued(value, Bound::Exact, Why::Horizon));
            }
            if O::WATCHING {
                let shown = self.shown(node.side, node.ply, value);
                self.observer.remark(node.ply, Remark::StandPat(shown));
            }
            if value >= window.beta {
                return Ok(Self::valued(value, Bound::AtLeast, Why::StandPat));
            }
            window.alpha = window.alpha.max(value);
        }
        self.quiescence(node, window, value, forced, key)
    }

    /// The best of standing pat and the noisy moves; where a threat has to be answered, of all moves that do.
    #[inline]
    fn quiescence(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        floor: Score,
        forced: bool,
        key: Option<TableKey>,
    ) -> Result<Valued, Stopped> {
        let counted_before = self.counted;
        let level = self.descend(node);
        let base = self.moves.len();
        self.collect_noisy(node);
        let seen = Assessment { forced, value: floor, improving: false, expects_cutoff: false };
        let assessment = self.is_pruning().then_some(seen);
        let choose_from = if self.is_ordering() { base } else { NEVER };
        let start = Start { rank_at: NEVER, choose_from, floor, proofs_from: 0, singular: None, assessment };
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
