//! **One move of a node**: principal variation search (PVS) with reductions, extensions and searches again, down to the call of the recursion in
//! `node.rs`.

use rootward_game::{Game, Knowledge, Score, Side, Window};

use super::move_loop::Start;
use super::reductions::LateMove;
use super::{Candidate, Node, Scope, Worker};
use crate::limits::Stopped;
use crate::{Observer, Remark, Table};

/// A position one ply below a node.
pub(super) struct Child<'s, G: Game> {
    pub state: &'s G::State,
    pub side: Side,
    pub mv: G::Move,
    pub proof: Option<usize>,
    /// A cut-off is expected there.
    pub cut_node: bool,
}

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// The side to move in a child of the node.
    #[inline]
    pub(super) fn side_after(&self, node: &Node<'_, G>, child: &G::State) -> Side {
        if G::TURNS_ALTERNATE { node.side.other() } else { self.shared.game.to_move(child) }
    }

    /// The value of one move by PVS: the first move with the whole window, the others with a null window, and again with the
    /// whole window if that fails high.
    #[inline]
    pub(super) fn child(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        candidate: Candidate<G::Move>,
        place: usize,
        start: &Start,
    ) -> Result<Score, Stopped> {
        let mut state = match G::PLAYS_IN_PLACE {
            true => node.state.clone(),
            false => self.shared.game.apply(node.state, candidate.mv),
        };
        if G::PLAYS_IN_PLACE {
            self.shared.game.play(&mut state, candidate.mv);
        }
        // The table entry is prefetched while the child is prepared.
        if T::PRESENT
            && self.is_quiescing()
            && let Some(key) = self.key_of(&state)
        {
            self.shared.table.prefetch(key.key);
        }
        let extension = start.extension.filter(|extension| extension.index == candidate.index);
        let mut depth = node.depth - 1 + extension.map_or(0, |extension| extension.plies);
        let gives_check =
            self.is_pruning() && node.depth > 0 && self.shared.knowledge.in_check(self.shared.game, &state);
        // No line is extended beyond twice the depth of the iteration.
        let forcing =
            K::EVERY_CHECK_EXTENDS || !window.is_scout() || start.assessment.is_some_and(|seen| seen.in_check);
        if gives_check
            && forcing
            && self.shared.techniques.speculative.check_extension
            && node.ply < 2 * self.root.depth as usize
        {
            depth = depth.max(node.depth);
        }
        self.walk(node, Some(candidate.mv));
        if O::WATCHING {
            self.tell_extension(node, depth);
        }
        let proof = self.proven_before(&candidate, start);
        let child =
            Child { state: &state, side: self.side_after(node, &state), mv: candidate.mv, proof, cut_node: false };
        let scouting = place > 0 && (!S::ANYTHING || self.shared.techniques.sound.pvs);
        let (mut asked, mut plies) = (window, depth);
        if scouting {
            asked = window.scout();
            if let Some(assessment) = start.assessment
                && depth > 0
            {
                let late_move = LateMove { place, depth, gives_check, assessment };
                plies -= self.reduction(node, window, &candidate, late_move);
            }
        }
        loop {
            // A reduced move is expected to fail low, so its position is a cut node; else cut nodes alternate with the others.
            let cut_node = asked.is_scout() && (plies < depth || !node.cut_node);
            let score = self.ask(node, &Child { cut_node, ..child }, asked, plies)?;
            if !scouting || score <= window.alpha {
                return Ok(score);
            }
            // A failed-high reduced search is repeated at full depth, then with the whole window. Doubts need no care here: a
            // reduced search that met no horizon is complete, and one that met it has counted a doubt.
            if plies < depth {
                plies = depth;
            } else if asked.beta < window.beta && score < window.beta {
                asked = window;
            } else {
                return Ok(score);
            }
            self.tell_research(node);
        }
    }

    /// The place of what was proven about the position after a move before it is searched.
    #[inline]
    fn proven_before(&self, candidate: &Candidate<G::Move>, start: &Start) -> Option<usize> {
        let proven = K::FORESEES_THE_END && candidate.proof > 0;
        proven.then(|| start.proofs_from + usize::from(candidate.proof) - 1)
    }

    fn tell_extension(&mut self, node: &Node<'_, G>, depth: i32) {
        let plies = depth - (node.depth - 1);
        if plies > 0 {
            self.observer.remark(node.ply, Remark::Extension(plies as u32));
        } else if plies < 0 {
            self.observer.remark(node.ply, Remark::NegativeExtension(plies.unsigned_abs()));
        }
    }

    fn tell_research(&mut self, node: &Node<'_, G>) {
        if O::WATCHING {
            self.observer.remark(node.ply, Remark::Research);
        }
    }

    /// The value of one move of `node`, without the others.
    pub(super) fn value_of_move(&mut self, node: &Node<'_, G>, mv: G::Move, window: Window) -> Result<Score, Stopped> {
        let state = self.shared.game.apply(node.state, mv);
        let child = Child { state: &state, side: self.side_after(node, &state), mv, proof: None, cut_node: false };
        self.ask(node, &child, window, node.depth - 1)
    }

    /// A leaf that needs steps 1 and 5 only. Most nodes are such leaves, and they are handled without a call of
    /// [`node`](Self::node) (plain alpha-beta of Connect Four: 294 instructions a node instead of 328).
    #[inline]
    fn leaf(&mut self, child: &Child<'_, G>, ply: usize) -> Result<Score, Stopped> {
        self.tick()?;
        let outcome = self.shared.game.outcome(child.state);
        let outcome =
            outcome.or_else(|| (!self.shared.game.has_move(child.state)).then(|| self.shared.game.stuck(child.state)));
        if let Some(outcome) = outcome {
            self.counts.terminals += 1;
            self.note_count(child.state, outcome);
            return Ok(outcome.score_for(child.side));
        }
        self.counts.evaluations += 1;
        self.doubts += 1;
        Ok(self.estimate(child.state, child.side, ply))
    }

    /// Searches a child and returns its value as the parent sees it.
    #[inline(always)]
    pub(super) fn ask(
        &mut self,
        node: &Node<'_, G>,
        child: &Child<'_, G>,
        window: Window,
        depth: i32,
    ) -> Result<Score, Stopped> {
        let turn_passed = G::TURNS_ALTERNATE || child.side != node.side;
        if !window.is_scout() {
            self.lines.clear(node.ply + 1);
        }
        if S::ANYTHING && !G::CAN_REPEAT && self.mode.plain_leaves && depth <= 0 && !O::WATCHING {
            return Ok(self.leaf(child, node.ply + 1)?.from_child(turn_passed));
        }
        if O::WATCHING {
            self.via = Some(child.mv);
        }
        let below = Node::child(node, child.state, child.side, depth, window.for_child(turn_passed));
        // The limits were proven for the same window: ETC only looks at children where the node's window is a null window.
        let score = self.node(&Node { proof: child.proof, cut_node: child.cut_node, ..below })?;
        Ok(score.from_child(turn_passed))
    }
}
