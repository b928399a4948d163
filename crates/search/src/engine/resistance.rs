//! When every move loses: the move that loses as late as possible and leaves the opponent the fewest winning replies.

use rootward_game::{Game, Knowledge, Score, ScoreKind, Side, Window, legal_moves};

use super::{Node, Scope, TO_THE_END, Worker};
use crate::limits::Stopped;
use crate::{Observer, Report, Resistance, Table};

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// If the root is lost: among the moves that lose latest, chooses the one after which the fewest replies keep the win.
    pub(super) fn resist(&mut self, state: &G::State, side: Side, report: &mut Report<G::Move>) -> Result<(), Stopped> {
        let ScoreKind::Loss(plies) = report.score.kind() else { return Ok(()) };
        let Some(first) = report.best() else { return Ok(()) };
        let root = self.root_node(state, side);
        let mut equals = 0;
        let mut best: Option<(usize, usize, G::Move)> = None;
        for mv in self.root.open_moves().iter().map(|root| root.mv).collect::<Vec<_>>() {
            // The longest distance is known, so one null-window search is enough: does this move last as long?
            let asked = Window::new(report.score.next_down(), report.score);
            if mv != first && self.answer_of_all(&root, &[mv], asked)? < report.score {
                continue;
            }
            equals += 1;
            let (winning, replies) = self.winning_replies(&root, mv)?;
            if best.is_none_or(|(fewest, _, _)| winning < fewest) || mv == first && best.is_some_and(|b| winning == b.0)
            {
                best = Some((winning, replies, mv));
            }
        }
        let Some((winning_replies, replies, mv)) = best else { return Ok(()) };
        let depth = (self.root.depth < TO_THE_END).then_some(self.root.depth as u32);
        report.resistance = Some(Resistance { plies, equals, winning_replies, replies, depth });
        if mv != first {
            let line = crate::Line { score: report.score, bound: report.bound, proven: true, moves: vec![mv] };
            let lines = report.lines.len();
            report.lines.retain(|other| other.moves.first() != Some(&mv));
            report.lines.insert(0, line);
            report.lines.truncate(lines);
        }
        Ok(())
    }

    /// The root with the depth of the current iteration and the full window.
    pub(super) fn root_node<'s>(&self, state: &'s G::State, side: Side) -> Node<'s, G> {
        Node::root(state, side, self.root.depth, Window::FULL)
    }

    /// How many of the opponent's replies to `mv` keep the win, and how many there are.
    fn winning_replies(&mut self, root: &Node<'_, G>, mv: G::Move) -> Result<(usize, usize), Stopped> {
        let state = self.shared.game.apply(root.state, mv);
        let side = self.shared.game.to_move(&state);
        let replies = legal_moves(self.shared.game, &state);
        if side == root.side {
            return Ok((replies.len(), replies.len()));
        }
        let least_win = Score::win_in(Score::MAX_PLIES);
        let mut winning = 0;
        for &reply in &replies {
            let score = self.answer_of_all(root, &[mv, reply], Window::new(least_win.next_down(), least_win))?;
            winning += usize::from(score.is_win());
        }
        Ok((winning, replies.len()))
    }
}
