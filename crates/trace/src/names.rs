//! The names of nodes: on paper, or the moves that lead there.

use rootward_game::Notation;

use super::log::{TraceNode, Way};
use super::replay::{Open, Replay};

/// The name of a root that has none of its own.
pub(super) const ROOT: &str = "root";

impl<G: Notation> Replay<'_, G> {
    /// Its own name, or else the path from the nearest node that has one.
    pub(super) fn name(&self, state: &G::State, via: Option<G::Move>, way: Way, ply: usize) -> String {
        let parent = self.open.last();
        let above = parent.map_or("", |parent| self.nodes[parent.id].name.as_str());
        match way {
            Way::SingularTest => return format!("{above} (others)"),
            Way::NullMove => return format!("{above}.null"),
            Way::Top | Way::Move | Way::Known => {}
        }
        if let Some(name) = (self.input.name_of)(state) {
            return name;
        }
        let state_above = parent.map_or(self.input.root, |parent| parent.state);
        match via.map(|mv| self.input.game.write_move(state_above, mv)) {
            Some(mv) if above.is_empty() || above == ROOT => mv,
            Some(mv) => format!("{above}.{mv}"),
            None if ply == 0 => ROOT.to_owned(),
            None => self.name_of_same(state, ply).unwrap_or_else(|| "end of line".to_owned()),
        }
    }

    /// The name of an earlier visit to this position, for a search that begins at the end of a line.
    fn name_of_same(&self, state: &G::State, ply: usize) -> Option<String> {
        let key = self.input.game.key(state)?;
        let same = |visit: &&TraceNode| visit.ply == ply && self.keys[visit.id] == Some(key);
        self.nodes.iter().rev().find(same).map(|visit| visit.name.clone())
    }

    /// The name of an unvisited node, one move below an open one.
    pub(super) fn name_below(&self, node: &Open<'_, G>, child: &G::State, by: &str) -> String {
        let above = &self.nodes[node.id].name;
        let path = || if above == ROOT { by.to_owned() } else { format!("{above}.{by}") };
        (self.input.name_of)(child).unwrap_or_else(path)
    }

    pub(super) fn child_name(&self, level: usize, by: G::Move) -> String {
        let node = &self.open[level];
        let visit = node.visit_by(by).map(|visit| self.nodes[visit].name.clone());
        visit.unwrap_or_else(|| self.input.game.write_move(node.state, by))
    }
}

/// Does the name of a node contain the move that led to it?
pub(super) fn names_move(name: &str, by: &str) -> bool {
    name.strip_suffix(by).is_some_and(|path| path.is_empty() || path.ends_with('.'))
}
