//! What the rules alone prove about a value within a few plies, to hold the promises of knowledge against.

use crate::{Game, Proof, Window, legal_moves, outcome_at};

/// The approximate number of positions that are looked at for each limit of a value.
const NODES: usize = 300;

/// Limits of the value for the side to move, by minimax as deep as a few hundred positions allow. Where the game goes on
/// beyond that, and at chance nodes, nothing is known.
pub(super) fn limits<G: Game>(game: &G, state: &G::State) -> Proof {
    let mut known = Proof::nothing();
    for depth in 1.. {
        let mut left = NODES;
        match minimax(game, state, depth, &mut left) {
            Some(deeper) if deeper.is_exact() => return deeper,
            Some(deeper) if depth < NODES => known = deeper,
            _ => break,
        }
    }
    known
}

/// The limits after a move, for the side that makes it.
pub(super) fn limits_after<G: Game>(game: &G, state: &G::State, mv: G::Move) -> Proof {
    let child = game.apply(state, mv);
    seen_from_parent(limits(game, &child), game.to_move(&child) != game.to_move(state))
}

/// `None` if too many positions were needed.
fn minimax<G: Game>(game: &G, state: &G::State, depth: usize, left: &mut usize) -> Option<Proof> {
    *left = left.checked_sub(1)?;
    let mover = game.to_move(state);
    if let Some(outcome) = outcome_at(game, state) {
        return Some(Proof::exactly(outcome.score_for(mover)));
    }
    if depth == 0 || game.is_chance(state) {
        return Some(Proof::nothing());
    }
    let mut best = Proof::exactly(Window::FULL.alpha);
    for mv in legal_moves(game, state) {
        let child = game.apply(state, mv);
        let known = seen_from_parent(minimax(game, &child, depth - 1, left)?, game.to_move(&child) != mover);
        best = Proof::between(best.at_least.max(known.at_least), best.at_most.max(known.at_most));
    }
    Some(best)
}

fn seen_from_parent(known: Proof, turn_passed: bool) -> Proof {
    let [one, other] = [known.at_least, known.at_most].map(|score| score.from_child(turn_passed));
    if turn_passed { Proof::between(other, one) } else { Proof::between(one, other) }
}
