//! Proofs by follow-up: a side that answers every move of its opponent by a fixed rule.
//!
//! Call the side to move the leader and the other one the follower. The empty cells of a column are paired from the top
//! down: the lower cell of a pair is `l`, the upper `f`. When the leader plays an `l`, the follower answers with the `f`
//! above it. In a column with an odd number of empty cells the lowest one, its base `b`, is left over; such columns are
//! taken two by two, and when the leader plays the base of one, the follower answers with the base of the other.
//!
//! ```text
//!   f f x f   So the leader gets no cells but l's and some b's. If with all of them it has no four, it cannot win; and
//!   l l o l   if the follower has one with the f's, it loses before the board is full. There must be an even number of
//!   b f x b   empty cells, or one base has no partner.
//!   x l o o
//!
//!   . f x f   If the number is odd, a threat of the follower makes up for it: at F it would complete four. Its column
//!   F l o l   counts only up to below `u`, the cell under the threat. When all pairs are filled, the leader has no move
//!   u b x b   left but `u`, and the follower wins (zugzwang). This is how the first player wins with an odd threat.
//!   x x o o
//! ```
//!
//! A threat of the follower on an `f` helps in either case: the leader never plays the `l` below it, unless it has nothing
//! else, and gets no cell above. So the column of each such threat is shut from there up, an even number of cells. (The
//! first 100 positions of the set L1_R2: 273 k nodes become 264 k. That of two bases the leader gets only one would save
//! another 0.3 %.)
//!
//! The last proof here needs no pairs: a side whose only hopes are threats that nobody has to step up to yet does not win
//! before the rest of the board is full.
//!
//! Victor Allis uses the parts of this in "A Knowledge-based Approach of Connect-Four" (1988), as claimeven, baseinverse
//! and odd threats.

use rootward_game::Score;

use super::board::{Board, Cells, Lines, lowest};
use super::rules::Position;

/// An upper bound for the side to move against an opponent who follows up, if follow-up proves one.
///
/// The opponent may have better play still, and then the leader's value is lower: this is an upper bound. `threats` are
/// the cells where the opponent would complete four; the leader must have no immediate win.
#[inline(always)]
pub(super) fn limit_by_follow_up<const STRIDE: u32>(
    lines: Lines<'_, STRIDE>,
    state: &Position,
    threats: Cells,
) -> Option<Score> {
    let board = lines.board();
    let plies_left = board.capacity() - state.stones();
    let (empty, playable) = (board.empty(state.taken()), board.playable(state.taken()));
    // The leader's cells if the pairs are counted down from cells in these rows: the lower cell of each pair, and the
    // bases.
    let leaders = |rows: Cells| (empty & !rows) | (playable & rows);
    let from_top = board.rows_from_top();
    let paired = leaders(from_top);
    let out_of_reach = threats & !playable;
    // The follower wins at once on these if the leader plays below them.
    let follow_ups = out_of_reach & from_top;
    if plies_left.is_multiple_of(2) {
        let leads = state.mine() | (paired & !board.upwards_from_each(follow_ups));
        return if lines.has_four_across(leads) || lines.has_four(leads) {
            None
        } else if follow_ups != 0 {
            Some(loss_at_last(board, empty, follow_ups))
        } else if lines.has_four(state.theirs() | (empty & !paired)) {
            Some(Score::loss_in(plies_left))
        } else {
            Some(Score::DRAW)
        };
    }
    // With the threat's column cut off below it, the rest must have an even number of cells: its row decides that.
    let paired_below_threats = leaders(!from_top);
    let mut in_reach_of_zugzwang = out_of_reach & !from_top;
    while in_reach_of_zugzwang != 0 {
        let threat = lowest(in_reach_of_zugzwang);
        let column = board.column_of(threat);
        let waiting = (follow_ups & !column) | threat;
        let open = !board.upwards_from_each(waiting);
        let leads = state.mine() | (((paired & !column) | (paired_below_threats & column)) & open);
        if !lines.has_four_across(leads) && !lines.has_four(leads) {
            return Some(loss_at_last(board, empty, waiting));
        }
        in_reach_of_zugzwang ^= threat;
    }
    None
}

/// The leader fills every cell that is neither above nor below one of these threats before it has to play below one.
#[inline]
fn loss_at_last(board: &Board, empty: Cells, threats: Cells) -> Score {
    let shut = board.upwards_from_each(threats >> 1);
    Score::loss_in((empty & !shut).count_ones() + 2)
}

/// An upper bound for the owner of `stones` if it can win only by waiting, from the point of view of the side to move.
///
/// `threats` are the cells where it would complete four. Suppose that without them it gets no four, even with all other
/// empty cells. Its opponent never steps below a threat as long as there is another cell, and takes the threat's cell if
/// the owner steps there itself. So nothing happens before all columns are full up to below the threats; then follow
/// the step and the win. Only where one threat lies on another, taking the lower opens the way to the upper.
#[inline(always)]
pub(super) fn earliest_win<const STRIDE: u32>(
    lines: Lines<'_, STRIDE>,
    stones: Cells,
    taken: Cells,
    threats: Cells,
) -> Option<Score> {
    // Usually some row is still open, and nothing else has to be tested.
    if lines.has_four_across(stones | (lines.board().empty(taken) & !threats)) {
        return None;
    }
    earliest_win_out_of_row(lines, stones, taken, threats)
}

/// [`earliest_win`] of a side that gets no four in a row without its threats.
#[inline(never)]
fn earliest_win_out_of_row<const STRIDE: u32>(
    lines: Lines<'_, STRIDE>,
    stones: Cells,
    taken: Cells,
    threats: Cells,
) -> Option<Score> {
    let board = lines.board();
    let empty = board.empty(taken);
    if threats & (threats << 1) != 0 || lines.has_four(stones | (empty & !threats)) {
        return None;
    }
    if threats == 0 {
        return Some(Score::DRAW);
    }
    // A threat that can be reached now is blocked now.
    let out_of_reach = threats & !board.playable(taken);
    let shut = board.upwards_from_each(out_of_reach >> 1);
    Some(Score::win_in((empty & !shut).count_ones() + 2))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rootward_game::contract::Dice;
    use rootward_game::{Game, Notation, legal_moves};

    use super::*;
    use crate::connect_four::ConnectFour;
    use crate::connect_four::board::ANY_STRIDE;
    use crate::connect_four::oracle::{Minimax, game_without_winner};
    use crate::connect_four::tactics::Immediate;

    /// How often each kind of bound occurred.
    #[derive(Debug, Default)]
    struct Seen {
        losses: usize,
        draws: usize,
    }

    /// The bound, where it may be asked for: the game is not over, and the side to move has no immediate win.
    fn limit(game: &ConnectFour, state: &Position) -> Option<Score> {
        let board = game.board();
        let wins = board.winning_cells(state.mine(), state.taken()) & board.playable(state.taken());
        let threats = board.winning_cells(state.theirs(), state.taken());
        (game.outcome(state).is_none() && wins == 0)
            .then(|| limit_by_follow_up(board.lines::<ANY_STRIDE>(), state, threats))?
    }

    /// Neither side wins earlier than the bound; the side to move has no immediate win, and can block the opponent's.
    fn check_earliest(game: &ConnectFour, state: &Position, minimax: &mut Minimax<'_>) -> usize {
        let Immediate { wins, safe, .. } = Immediate::of(game.board(), state);
        if game.outcome(state).is_some() || wins != 0 || safe == 0 {
            return 0;
        }
        let value = minimax.value(state);
        let earliest = |stones| {
            let threats = game.board().winning_cells(stones, state.taken());
            earliest_win(game.board().lines::<ANY_STRIDE>(), stones, state.taken(), threats)
        };
        let (own, theirs) = (earliest(state.mine()), earliest(state.theirs()));
        assert!(own.is_none_or(|own| value <= own), "{value:?} exceeds {own:?} in\n{}", game.draw(state));
        assert!(theirs.is_none_or(|theirs| value >= -theirs), "{value:?}, {theirs:?} in\n{}", game.draw(state));
        own.iter().chain(&theirs).filter(|score| score.is_win()).count()
    }

    #[test]
    fn nobody_wins_before_its_earliest_win() {
        for (width, height) in [(4, 4), (5, 4), (4, 5), (7, 6), (8, 7), (6, 9), (7, 5)] {
            let game = ConnectFour::new(width, height).unwrap();
            let (mut dice, mut seen) = (Dice::new(u64::from(width + height)), 0);
            let late = |state: &Position| game.board().capacity() - state.stones() <= 12;
            for _ in 0..300 {
                let mut minimax = Minimax::new(&game);
                let states = game_without_winner(&game, &mut dice).into_iter().rev().take_while(late);
                seen += states.map(|state| check_earliest(&game, &state, &mut minimax)).sum::<usize>();
            }
            assert!(seen > 10, "{width}x{height}: {seen}");
        }
    }

    fn check(game: &ConnectFour, state: &Position, minimax: &mut Minimax<'_>, seen: &mut Seen) {
        let Some(limit) = limit(game, state) else {
            return;
        };
        let value = minimax.value(state);
        assert!(value <= limit, "{value:?} exceeds {limit:?} in\n{}", game.draw(state));
        *(if limit == Score::DRAW { &mut seen.draws } else { &mut seen.losses }) += 1;
    }

    #[test]
    fn no_position_of_a_small_board_is_better_than_its_limit() {
        for (width, height) in [(4, 2), (4, 3), (5, 2), (6, 2), (5, 3), (4, 4)] {
            let game = ConnectFour::new(width, height).unwrap();
            let (mut minimax, mut seen) = (Minimax::new(&game), Seen::default());
            let (mut reached, mut open) = (HashSet::new(), vec![game.initial()]);
            while let Some(state) = open.pop() {
                if game.outcome(&state).is_none() && reached.insert(game.key(&state)) {
                    check(&game, &state, &mut minimax, &mut seen);
                    open.extend(legal_moves(&game, &state).into_iter().map(|mv| game.apply(&state, mv)));
                }
            }
            assert!(seen.draws > 0, "{width}x{height}: {seen:?}");
        }
    }

    #[test]
    fn no_late_position_of_a_larger_board_is_better_than_its_limit() {
        for (width, height) in [(7, 6), (8, 7), (7, 5), (6, 9), (5, 4), (4, 5)] {
            let game = ConnectFour::new(width, height).unwrap();
            let (mut dice, mut seen) = (Dice::new(u64::from(width * height)), Seen::default());
            let late = |state: &Position| game.board().capacity() - state.stones() <= 12;
            for _ in 0..1500 {
                let mut minimax = Minimax::new(&game);
                let states = game_without_winner(&game, &mut dice).into_iter().rev().take_while(late);
                states.for_each(|state| check(&game, &state, &mut minimax, &mut seen));
            }
            assert!(seen.draws > 20 && seen.losses > 20, "{width}x{height}: {seen:?}");
        }
    }
}
