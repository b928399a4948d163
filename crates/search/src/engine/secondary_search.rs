//! Secondary search: after the move is chosen, search below the end of its line, to find a trap just past the horizon. If
//! there is one, choose again; the other root moves and their values are still known.

use rootward_game::{Bound, Game, Knowledge, Score, Side, Window, outcome_at};

use super::iterative_deepening::MaybeSecondarySearch;
use super::{Node, Scope, Worker};
use crate::limits::Stopped;
use crate::report::sort_best_first;
use crate::{Line, Observer, SecondarySearch, Table};

/// A value and the line that leads to it.
type Scored<M> = (Score, Vec<M>);

/// The most moves that get a secondary search.
const TRIES: usize = 3;

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Searches past the end of the best line. If the line leads into a trap, a better line takes its place.
    pub(super) fn secondary_search(
        &mut self,
        state: &G::State,
        side: Side,
    ) -> Result<MaybeSecondarySearch<G::Move>, Stopped> {
        let plies = self.shared.techniques.speculative.secondary_search as i32;
        let Some(line) = self.root.found.first().filter(|line| plies > 0 && !line.proven && !self.mode.has_chance)
        else {
            return Ok(None);
        };
        let (before, first_choice) = (line.score, line.moves[0]);
        let Some(after) = self.value_past(state, &line.moves.clone(), plies)? else { return Ok(None) };
        let margin = self.shared.knowledge.unit();
        if after >= before.plus(-margin) {
            return Ok(Some(SecondarySearch { first_choice, before, after, changed: false }));
        }
        self.root.note(first_choice, after, Bound::Exact);
        let mut best = (after, vec![first_choice]);
        self.root.found[0].score = after;
        for _ in 1..TRIES {
            let Some((score, moves)) = self.next_best(state, side, first_choice, &best)? else { break };
            let seen = self.value_past(state, &moves, plies)?.unwrap_or(score).min(score);
            self.root.note(moves[0], seen, Bound::Exact);
            self.lower(moves[0], seen, best.0);
            if seen > best.0 {
                best = (seen, moves);
            }
        }
        let (score, moves) = best;
        if moves[0] != first_choice {
            let (proven, bound) = (score.is_decided(), self.label(score, false, self.root.depth));
            let lines = self.root.found.len();
            self.root.found.retain(|line| line.moves[0] != moves[0]);
            self.root.found.insert(0, Line { score, bound, proven, moves });
            sort_best_first(&mut self.root.found);
            self.root.found.truncate(lines);
        }
        self.root.put_best_first();
        let changed = self.root.found[0].moves[0] != first_choice;
        Ok(Some(SecondarySearch { first_choice, before, after, changed }))
    }

    /// Lowers the value of a line to what was seen past its end. At or below `alpha` it is only a bound.
    fn lower(&mut self, mv: G::Move, seen: Score, alpha: Score) {
        let bound = if seen <= alpha { Bound::AtMost } else { self.label(seen, false, self.root.depth) };
        let line = self.root.found.iter_mut().find(|line| line.moves[0] == mv);
        if let Some(line) = line.filter(|line| !line.proven && seen < line.score) {
            (line.score, line.bound, line.proven) = (seen, bound, seen.is_decided());
        }
    }

    /// The value of a line by a search of `plies` plies from its end, for the side to move at `state`.
    fn value_past(&mut self, state: &G::State, moves: &[G::Move], plies: i32) -> Result<Option<Score>, Stopped> {
        let mut states = vec![state.clone()];
        for &mv in moves {
            states.push(self.shared.game.apply(&states[states.len() - 1], mv));
        }
        let end = &states[states.len() - 1];
        if outcome_at(self.shared.game, end).is_some() {
            return Ok(None);
        }
        self.reset();
        let node = Node::new(end, self.shared.game.to_move(end), moves.len(), plies, Window::FULL);
        let mut score = self.node(&node)?;
        for pair in states.windows(2).rev() {
            score = score.from_child(self.shared.game.to_move(&pair[0]) != self.shared.game.to_move(&pair[1]));
        }
        // The other moves along the line were not searched, so the value at its end proves nothing about the start.
        Ok(Some(score.as_estimate()))
    }

    /// The most promising other root move that may beat `best`, searched to the iteration's depth.
    fn next_best(
        &mut self,
        state: &G::State,
        side: Side,
        trap: G::Move,
        best: &Scored<G::Move>,
    ) -> Result<Option<Scored<G::Move>>, Stopped> {
        let hopeful = self
            .root
            .moves
            .iter()
            .filter(|root| root.mv != trap && root.mv != best.1[0])
            .filter_map(|root| Some((root.value?.0, root.mv)))
            .filter(|&(value, _)| value > best.0)
            .max_by_key(|&(value, _)| value);
        let Some((_, mv)) = hopeful else { return Ok(None) };
        self.reset();
        let root = self.root_node(state, side);
        self.lines.clear(1);
        let score = self.value_of_move(&root, mv, Window::new(best.0, Score::INFINITY))?;
        let mut moves = vec![mv];
        moves.extend_from_slice(self.lines.get(1));
        self.root.note(mv, score, Bound::Exact);
        Ok(Some((score, moves)))
    }
}
