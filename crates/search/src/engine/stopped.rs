//! What a stopped iteration leaves: the lines that it found, beside those of the iteration before.
//!
//! Values of two depths are not comparable: without quiescence, odd and even depths are two series. So an older line is reported
//! beside newer ones only as far as this iteration bounds its value, and the lines stay in order, best first.

use rootward_game::{Bound, Game, Knowledge};

use super::iterative_deepening::Plan;
use super::{Scope, TO_THE_END, Worker};
use crate::report::sort_best_first;
use crate::{Line, Observer, Report, Table};

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Uses the result of a stopped iteration: its best moves so far were searched deeper than those of the iteration before.
    pub(super) fn take_stopped(&mut self, plan: Plan, report: &mut Report<G::Move>) {
        let mut lines = std::mem::take(&mut self.root.found);
        let finished = lines.len();
        lines.extend(self.unfinished_line());
        // Every other move was searched for the last finished line, and was no better; for the first line, only some were.
        let searched_all = finished > 0;
        let compared = if searched_all { &lines[..finished] } else { &lines[..] };
        let Some(limit) = compared.iter().map(|line| line.score).min() else { return };
        // Before the first iteration is finished, the report only names some legal move.
        let older = if report.depth == Some(0) { &[][..] } else { &report.lines };
        let is_new = |line: &Line<G::Move>| lines.iter().any(|new| new.moves.first() == line.moves.first());
        let mut rest = Vec::with_capacity(older.len());
        for line in older.iter().filter(|line| !is_new(line)) {
            let shown = |&mv: &G::Move| self.root.is_at_most(mv, limit);
            if line.proven || line.score <= limit {
                rest.push(line.clone());
            } else if searched_all || line.moves.first().is_some_and(shown) {
                let capped = Line { score: limit, bound: Bound::AtMost, proven: false, moves: line.moves.clone() };
                rest.push(capped.with_proven_ends());
            } else if older[0].moves.first() == lines[0].moves.first() {
                // The best move is the same, and what it is worth beside this line is known only one depth less deep.
                return;
            }
        }
        lines.append(&mut rest);
        sort_best_first(&mut lines);
        lines.truncate(plan.lines.max(1));
        report.take_lines(lines);
    }

    /// The best move so far of the line that was being searched.
    fn unfinished_line(&mut self) -> Option<Line<G::Move>> {
        let (score, moves) = self.root.raised.take()?;
        let to_the_end = self.root.depth == TO_THE_END;
        // At a limited depth a loss is not final, and no bound either: the moves not yet searched may be better, and the
        // opponent may win sooner. The last finished iteration stands.
        if !to_the_end && score.is_loss() {
            return None;
        }
        // Solving uses no speculative technique.
        Some(Line { score, bound: Bound::AtLeast, proven: to_the_end || score.is_win(), moves })
    }
}
