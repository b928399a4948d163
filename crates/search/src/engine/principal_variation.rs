//! The principal variations found below the nodes of the current path.

use rootward_game::{Game, Knowledge, Score, Window};

use super::{Node, Scope, Worker};
use crate::{Observer, Table};

/// One line for each ply. Only nodes with an open window (PV nodes) keep one.
pub(crate) struct PrincipalVariations<M> {
    by_ply: Vec<Vec<M>>,
}

impl<M: Copy> PrincipalVariations<M> {
    pub(crate) fn new() -> PrincipalVariations<M> {
        PrincipalVariations { by_ply: Vec::new() }
    }

    pub(crate) fn clear(&mut self, ply: usize) {
        if let Some(line) = self.by_ply.get_mut(ply) {
            line.clear();
        }
    }

    /// The line at `ply` becomes `mv`, followed by the line of the ply below if that was searched with an open window.
    pub(crate) fn raise(&mut self, ply: usize, mv: M, with_rest: bool) {
        if self.by_ply.len() < ply + 2 {
            self.by_ply.resize_with(ply + 2, Vec::new);
        }
        let (upper, lower) = self.by_ply.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        if with_rest {
            line.extend_from_slice(&lower[0]);
        }
    }

    pub(crate) fn get(&self, ply: usize) -> &[M] {
        self.by_ply.get(ply).map_or(&[], Vec::as_slice)
    }
}

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Makes `mv` the first move of the principal variation, if one is kept here: at PV nodes, and always at the root, which
    /// has to name a move.
    #[inline(never)]
    pub(super) fn keep_line(&mut self, node: &Node<'_, G>, window: Window, mv: G::Move, score: Score, first: bool) {
        if node.ply > 0 && node.window.is_scout() {
            return;
        }
        // The child has a principal variation only if it was searched with an open window.
        let with_rest = !window.is_scout() && (first || score < window.beta);
        self.lines.raise(node.ply, mv, with_rest);
        if node.ply == 0 && !self.leaves_one_out(node) {
            self.root.raised = Some((score, self.lines.get(0).to_vec()));
        }
    }
}
