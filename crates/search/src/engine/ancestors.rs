//! The nodes near the root that a thread is below: when another thread has settled one of them, the rest of the work under
//! it is wasted, and the thread goes back up to it.

use rootward_game::{Game, Knowledge, Window};

use super::node::Valued;
use super::transposition::decides;
use super::{Node, Scope, TO_THE_END, Worker};
use crate::limits::Stopped;
use crate::{Entry, Observer, Table};

/// A node on the way to the one under search, and the question there.
pub(super) struct Ancestor {
    ply: usize,
    key: u64,
    window: Window,
}

#[derive(Default)]
pub(super) struct Ancestors {
    /// They are of use for the question under way.
    wanted: bool,
    nodes: Vec<Ancestor>,
    /// The ply of the node that is settled, and what is known about it, on the way back up.
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
    /// Forgets those of the last question. With a window that is not a scout's, a node may be searched twice in a row; and where
    /// values depend on the way to a position, another's value may not be its own.
    pub(super) fn begin_ancestors(&mut self, window: Window) {
        let wanted = window.is_scout() && !G::CAN_REPEAT && !G::NO_PROGRESS_RULE && !self.has_chance;
        self.ancestors = Ancestors { wanted, ..Ancestors::default() };
    }

    /// Notes that the node's moves are searched, when it comes to the first of them; and at each that what was noted below
    /// an earlier one is over.
    #[inline(never)]
    pub(super) fn note_ancestor(&mut self, node: &Node<'_, G>, window: Window, first: bool) {
        if !self.ancestors.wanted {
            return;
        }
        let above = self.ancestors.nodes.partition_point(|other| other.ply < node.ply + usize::from(!first));
        self.ancestors.nodes.truncate(above);
        // At the root a move is wanted, not a value alone.
        if first
            && node.ply > 0
            && let Some(key) = self.table_key(node)
        {
            self.ancestors.nodes.push(Ancestor { ply: node.ply, key: key.key, window });
        }
    }

    /// Ends what others have made useless: all of it if the question at the root is answered, else up to the settled node
    /// that is nearest to the root. An observer is owed the end of every node, so a thread that is watched goes on.
    pub(super) fn look_at_others(&mut self) -> Result<(), Stopped> {
        let Some(team) = self.team.filter(|_| !O::WATCHING) else { return Ok(()) };
        if self.question > 0 && !team.question.is_open(self.question) {
            return Err(Stopped);
        }
        let settled = |ancestor: &Ancestor| {
            let entry = self.table.probe(ancestor.key)?;
            (self.trusts(entry, TO_THE_END) && decides(entry, ancestor.window)).then_some((ancestor.ply, entry))
        };
        self.ancestors.overtaken = self.ancestors.nodes.iter().find_map(settled);
        if self.ancestors.overtaken.is_some() { Err(Stopped) } else { Ok(()) }
    }

    /// The value of a node under which a search was stopped because of it.
    #[cold]
    pub(super) fn overtaken(&mut self, node: &Node<'_, G>, base: usize, proofs_from: usize) -> Option<Valued> {
        let (_, entry) = self.ancestors.overtaken.take_if(|&mut (ply, _)| ply == node.ply)?;
        self.moves.truncate(base);
        self.proofs.truncate(proofs_from);
        Some(self.use_entry(entry))
    }
}
