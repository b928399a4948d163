//! What is proven about a position without a search, as far as the window asks for it.

use rootward_game::{Proof, Score, Window};

use super::board::{ANY_STRIDE, Board, Cells, Lines, USUAL_STRIDE};
use super::rules::Position;
use super::tactics::{holds_out, safe_cells, wins_in_three};
use super::zugzwang::{earliest_win, limit_by_follow_up};

/// With fewer plies left, tactics are not asked who wins soon: the last cells decide.
const TACTICS_FROM: u32 = 6;

/// Limits of the value where the side to move has no win at once. `wins` are the cells where it would complete four, if they
/// are known.
///
/// The note that it leaves are such cells of the opponent: they say which moves are safe here, they are what the move that
/// led here is worth, and after a move from here they are the other side's `wins`.
#[inline(always)]
pub(super) fn prove_quiet(board: &Board, state: &Position, window: Window, wins: Option<Cells>) -> Proof {
    if board.is_of_usual_height() {
        prove_along(board.lines::<USUAL_STRIDE>(), state, window, wins)
    } else {
        prove_on_any_board(board, state, window, wins)
    }
}

#[inline(never)]
fn prove_on_any_board(board: &Board, state: &Position, window: Window, wins: Option<Cells>) -> Proof {
    prove_along(board.lines::<ANY_STRIDE>(), state, window, wins)
}

#[inline(always)]
fn prove_along<const STRIDE: u32>(
    lines: Lines<'_, STRIDE>,
    state: &Position,
    window: Window,
    wins: Option<Cells>,
) -> Proof {
    let threats = lines.winning_cells(state.theirs(), state.taken());
    let safe = safe_cells(lines.board(), state, threats);
    if safe == 0 {
        return Proof::exactly(Score::loss_in(2));
    }
    let proof = |at_least, at_most| Proof { at_least, at_most, note: threats };
    let wins = || wins.unwrap_or_else(|| winning_cells_afresh(lines.board(), state));
    let plies_left = lines.board().capacity() - state.stones();
    let (mut at_least, nearest_win) = nearest_end(plies_left);
    let mut at_most = Score::INFINITY;
    let asked_to_follow_up;
    if window.alpha.is_win() {
        if plies_left >= TACTICS_FROM && window.alpha >= Score::win_in(5) && window.alpha < Score::win_in(3) {
            let (loss, win) = (Score::loss_in(4), Score::win_in(3));
            let found = wins_in_three(lines, state, wins(), safe);
            return if found { proof(win, win) } else { proof(loss, Score::win_in(5)) };
        }
        at_most = earliest_win(lines, state.mine(), state.taken(), wins()).unwrap_or(at_most);
        asked_to_follow_up = at_most > window.alpha;
    } else {
        if window.beta.is_loss() {
            if plies_left >= TACTICS_FROM && window.beta == Score::loss_in(5) {
                let (loss, win) = (Score::loss_in(4), Score::win_in(3));
                let holds = holds_out(lines, state, threats, safe);
                return if holds { proof(Score::loss_in(6), win) } else { proof(loss, loss) };
            }
            // Where the opponent wins at once unless it is stopped, it is: a safe move does nothing else.
            if let Some(plies) = earliest_win(lines, state.theirs(), state.taken(), threats) {
                at_least = at_least.max(-plies);
            }
        } else if window.beta == Score::DRAW && !lines.has_open_line(state.theirs(), state.taken()) {
            at_least = at_least.max(Score::DRAW);
        }
        let hopeless = window.alpha == Score::DRAW && !lines.has_open_line(state.mine(), state.taken());
        if hopeless {
            at_most = Score::DRAW;
        }
        asked_to_follow_up = !hopeless && window.alpha >= Score::loss_in(plies_left);
    }
    if asked_to_follow_up && let Some(limit) = limit_by_follow_up(lines, state, threats) {
        at_most = at_most.min(limit);
    }
    proof(at_least, at_most.min(nearest_win))
}

/// The soonest loss and the soonest win of a side that neither wins at once nor has to lose at once: nobody wins before
/// ply 3 (the side to move) or ply 4 (the opponent), and a side that has no stone left by then does not win at all.
#[inline(always)]
fn nearest_end(plies_left: u32) -> (Score, Score) {
    let loss = if plies_left >= 4 { Score::loss_in(4) } else { Score::DRAW };
    let win = if plies_left >= 3 { Score::win_in(3) } else { Score::DRAW };
    (loss, win)
}

#[inline(never)]
fn winning_cells_afresh(board: &Board, state: &Position) -> Cells {
    board.winning_cells(state.mine(), state.taken())
}
