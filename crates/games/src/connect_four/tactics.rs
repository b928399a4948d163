//! What the next few plies decide, found from the board without searching them.
//!
//! A move that leaves two ways to complete four wins in three plies, since the opponent can stop only one. To find it,
//! it is enough to know the cells where a third stone would make a threat.

use super::board::{Board, Cells, Lines, lowest};
use super::rules::Position;

/// The cells after which the opponent, who threatens to complete four in `threats`, does not do so at once.
#[inline]
pub(super) fn safe_cells(board: &Board, state: &Position, threats: Cells) -> Cells {
    answers(board.playable(state.taken()), threats)
}

/// The moves among these after which a side that would complete four in `threats` does not do so at once.
#[inline]
fn answers(playable: Cells, threats: Cells) -> Cells {
    let blocks = playable & threats;
    let answers = if blocks == 0 {
        playable
    } else if blocks == lowest(blocks) {
        blocks
    } else {
        0 // Only one of two threats can be met.
    };
    // A stone right below a threat lets the opponent take the threat's cell.
    answers & !(threats >> 1)
}

/// What the next two plies decide.
pub(super) struct Immediate {
    /// Cells where the side to move completes four now.
    pub(super) wins: Cells,
    /// Cells where the opponent would complete four now.
    pub(super) blocks: Cells,
    /// Cells after which the opponent does not win at once.
    pub(super) safe: Cells,
}

impl Immediate {
    #[inline]
    pub(super) fn of(board: &Board, state: &Position) -> Immediate {
        let playable = board.playable(state.taken());
        let threats = board.winning_cells(state.theirs(), state.taken());
        Immediate {
            wins: playable & board.winning_cells(state.mine(), state.taken()),
            blocks: playable & threats,
            safe: answers(playable, threats),
        }
    }
}

/// Is there a safe move after which every reply loses at once? The side to move has the stones `mine` and would
/// complete four in `threats`, but has no immediate win.
pub(super) fn wins_in_three<const STRIDE: u32>(
    lines: Lines<'_, STRIDE>,
    mine: Cells,
    taken: Cells,
    threats: Cells,
    safe: Cells,
) -> bool {
    let board = lines.board();
    // Only a new threat, or a stone below an old one, leaves the opponent fewer replies; or taking the last cell that
    // is not below a threat (zugzwang).
    let mut tries = safe & (lines.cells_of_open_twos(mine, taken) | (threats >> 1));
    let free = board.playable(taken) & !(threats >> 1);
    if free == lowest(free) {
        tries |= safe & free;
    }
    while tries != 0 {
        let stone = lowest(tries);
        let threats = lines.winning_cells(mine | stone, taken | stone);
        if answers(board.playable(taken | stone), threats) == 0 {
            return true;
        }
        tries ^= stone;
    }
    false
}

/// Is there a safe move after which the opponent, who would complete four in `threats`, does not win in three plies? The side
/// to move has the stones `mine`.
pub(super) fn holds_out<const STRIDE: u32>(
    lines: Lines<'_, STRIDE>,
    mine: Cells,
    taken: Cells,
    threats: Cells,
    safe: Cells,
) -> bool {
    let theirs = mine ^ taken;
    let mut tries = safe;
    while tries != 0 {
        let stone = lowest(tries);
        let next_taken = taken | stone;
        let own = lines.winning_cells(mine | stone, next_taken);
        let answers = answers(lines.board().playable(next_taken), own);
        if !wins_in_three(lines, theirs, next_taken, threats & !stone, answers) {
            return true;
        }
        tries ^= stone;
    }
    false
}

#[cfg(test)]
mod tests {
    use rootward_game::contract::Dice;
    use rootward_game::{Game, Score};

    use super::*;
    use crate::connect_four::ConnectFour;
    use crate::connect_four::board::ANY_STRIDE;
    use crate::connect_four::oracle::{Minimax, game_without_winner};

    #[test]
    fn wins_in_three_and_losses_in_four_are_those_of_minimax() {
        for (width, height) in [(4, 4), (5, 4), (7, 6), (8, 7), (6, 9)] {
            let game = ConnectFour::new(width, height).unwrap();
            let (board, lines) = (game.board(), game.board().lines::<ANY_STRIDE>());
            let (mut dice, mut wins, mut losses) = (Dice::new(u64::from(width)), 0, 0);
            for _ in 0..400 {
                let mut minimax = Minimax::new(&game);
                let late = |state: &Position| (6..=10).contains(&(board.capacity() - state.stones()));
                let states = game_without_winner(&game, &mut dice).into_iter().filter(late);
                for state in states.filter(|state| game.outcome(state).is_none()) {
                    let Immediate { wins: at_once, safe, .. } = Immediate::of(board, &state);
                    if at_once != 0 || safe == 0 {
                        continue;
                    }
                    let value = minimax.value(&state);
                    let own = board.winning_cells(state.mine(), state.taken());
                    let theirs = board.winning_cells(state.theirs(), state.taken());
                    assert_eq!(
                        wins_in_three(lines, state.mine(), state.taken(), own, safe),
                        value == Score::win_in(3),
                        "{state:?}"
                    );
                    assert_eq!(
                        holds_out(lines, state.mine(), state.taken(), theirs, safe),
                        value != Score::loss_in(4),
                        "{state:?}"
                    );
                    wins += usize::from(value == Score::win_in(3));
                    losses += usize::from(value == Score::loss_in(4));
                }
            }
            assert!(wins > 3 && losses > 3, "{width}x{height}: {wins} wins, {losses} losses");
        }
    }
}
