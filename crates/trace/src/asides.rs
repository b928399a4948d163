//! The other events of a search, besides entering, updating, cutting and leaving: table lookups, stand pat, tests,
//! reductions, re-searches, and moves with values known without a visit.

use rootward_game::Notation;
use rootward_search::{Departure, Omission, Remark, Why};

use super::chance::Odds;
use super::interval::Interval;
use super::log::{TraceNode, Way};
use super::replay::Replay;
use super::step::StepKind;
use super::value::Role;
use super::words;

impl<G: Notation> Replay<'_, G> {
    pub(super) fn remark(&mut self, remark: Remark) {
        let top = self.top();
        let mut shown = None;
        let kind = match remark {
            Remark::TableHit { value, .. } => {
                shown = Some(value);
                StepKind::TableHit
            }
            Remark::StandPat(value) => {
                shown = Some(value);
                let node = &mut self.open[top];
                node.floor = Some(value);
                node.ends.stand_pat(node.id, node.side, value);
                self.refresh(top);
                StepKind::StandPat
            }
            Remark::Extension(_) => StepKind::Extension,
            Remark::Reduction(_) | Remark::NegativeExtension(_) => StepKind::Reduction,
            Remark::Research => StepKind::Research,
            Remark::NullMove => StepKind::NullMove,
            Remark::SingularTest => StepKind::SingularTest,
            Remark::Probe => StepKind::Probe,
            Remark::Width { .. } => StepKind::Width,
        };
        let sentence = words::remarked(self, &self.open[top], remark);
        let value = shown.map(|value| self.value(value));
        self.tell(kind, sentence).value = value;
    }

    /// A move is pruned speculatively.
    pub(super) fn left_out(&mut self, mv: G::Move, why: Omission) {
        let node = &self.open[self.top()];
        let sentence = words::left_out(self, node, mv, why);
        self.tell(StepKind::LeftOut, sentence);
    }

    /// A move's value is known without a visit; it is recorded as a visit of the kind `Known`.
    pub(super) fn known(&mut self, mv: G::Move, departure: Departure) {
        let (top, id) = (self.top(), self.nodes.len());
        let node = &self.open[top];
        let child = self.input.game.apply(node.state, mv);
        let by = self.input.game.write_move(node.state, mv);
        let visit = TraceNode {
            id,
            name: self.name_below(node, &child, &by),
            parent: Some(node.id),
            way: Way::Known,
            by: Some(by),
            probability: None,
            ply: node.ply + 1,
            side: Role::at(self.input.game.to_move(&child), Odds::at(self.input.game, &child).is_some()),
            depth: node.depth.map(|depth| depth - 1),
            search: self.searches,
            again: node.visit_by(mv),
        };
        let sentence = words::known(self, node, &visit.name, departure);
        let best = node.best.filter(|&best| !node.side.prefers(departure.value, best)).unwrap_or(departure.value);
        self.keys.push(self.input.game.key(&child));
        self.intervals.push(Interval::of_bound(departure.value, departure.bound));
        self.changes.push(id);
        self.nodes.push(visit);
        let node = &mut self.open[top];
        node.best = Some(best);
        node.tried.retain(|(tried, _)| *tried != mv);
        node.tried.push((mv, id));
        self.refresh(top);
        let kind = if departure.why == Why::Table { StepKind::TableHit } else { StepKind::Leaf };
        let value = self.value(departure.value);
        let step = self.tell_about(id, kind, sentence);
        (step.enters, step.leaves) = (true, true);
        (step.value, step.bound, step.reason) = (Some(value), Some(departure.bound), Some(departure.why));
    }
}
