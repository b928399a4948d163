//! The nodes near the root on a thread's path. When another thread has settled one of them, the rest of the work below it is
//! wasted, and the thread returns to it.

use rootward_game::{Game, Knowledge, Window};

use super::node::Valued;
use super::transposition::decides;
use super::{Node, Scope, TO_THE_END, Worker};
use crate::limits::Stopped;
use crate::{Entry, Observer, Table};

/// A node on the path, with the window it is searched with.
pub(super) struct Ancestor {
    ply: usize,
    key: u64,
    window: Window,
}

#[derive(Default)]
pub(super) struct Ancestors {
    /// Ancestors are noted for the current question.
    wanted: bool,
    nodes: Vec<Ancestor>,
    /// The ply of the settled node and its table entry, while the thread returns to it.
    overtaken: Option<(usize, Entry)>,
}

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Forgets the ancestors of the last question. They are used with null windows only, since with an open window a node may be
    /// searched twice in a row; and not where values depend on the path, since the value of another thread may not hold here.
    pub(super) fn begin_ancestors(&mut self, window: Window) {
        let wanted = window.is_scout() && !G::CAN_REPEAT && !G::NO_PROGRESS_RULE && !self.mode.has_chance;
        self.ancestors = Ancestors { wanted, ..Ancestors::default() };
    }

    /// Called before each move of a node: forgets the nodes below the moves before, and at the first move notes the node itself.
    #[inline(never)]
    pub(super) fn note_ancestor(&mut self, node: &Node<'_, G>, window: Window, first: bool) {
        if !self.ancestors.wanted {
            return;
        }
        let above = self.ancestors.nodes.partition_point(|other| other.ply < node.ply + usize::from(!first));
        self.ancestors.nodes.truncate(above);
        // The root is not noted: it needs a move, not only a value.
        if first
            && node.ply > 0
            && let Some(key) = self.table_key(node)
        {
            self.ancestors.nodes.push(Ancestor { ply: node.ply, key: key.key, window });
        }
    }

    /// Stops work that other threads have made useless: the whole search if the question at the root is answered, else up to
    /// the settled node nearest to the root. A thread with an observer goes on, since an observer sees every node left.
    pub(super) fn look_at_others(&mut self) -> Result<(), Stopped> {
        let Some(team) = self.shared.team.filter(|_| !O::WATCHING) else { return Ok(()) };
        if self.question > 0 && !team.question.is_open(self.question) {
            return Err(Stopped);
        }
        let settled = |ancestor: &Ancestor| {
            let entry = self.shared.table.probe(ancestor.key)?;
            (self.trusts(entry, TO_THE_END) && decides(entry, ancestor.window)).then_some((ancestor.ply, entry))
        };
        self.ancestors.overtaken = self.ancestors.nodes.iter().find_map(settled);
        if self.ancestors.overtaken.is_some() { Err(Stopped) } else { Ok(()) }
    }

    /// The value of the settled node, once the stopped search has returned to it.
    #[cold]
    pub(super) fn overtaken(&mut self, node: &Node<'_, G>, base: usize, proofs_from: usize) -> Option<Valued> {
        let (_, entry) = self.ancestors.overtaken.take_if(|&mut (ply, _)| ply == node.ply)?;
        self.moves.truncate(base);
        self.proofs.truncate(proofs_from);
        Some(self.use_entry(entry))
    }
}
