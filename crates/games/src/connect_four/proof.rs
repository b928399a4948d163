//! What can be proven about a position without a search, as far as the window asks for it.

use rootward_game::{Proof, Score, Window};

use super::board::{ANY_STRIDE, Board, Cells, Lines, USUAL_STRIDE};
use super::knowledge::WinningCells;
use super::rules::Position;
use super::tactics::{holds_out, safe_cells, wins_in_three};
use super::zugzwang::{earliest_win, limit_by_follow_up};

/// With fewer plies left, `tactics` is not asked for a quick win: the last cells decide.
const TACTICS_FROM: u32 = 6;

/// Bounds of the value where the side to move has no immediate win. `wins` are the cells where it would complete four,
/// if they are known.
///
/// The note it leaves holds such cells of the opponent. They say which moves are safe here, they order the move that
/// led here, and after a move from here they are the other side's `wins`.
///
/// This is the innermost part of a solver, so it is one piece of code, with the rare cases split off.
#[inline(always)]
pub(super) fn prove_quiet(board: &Board, state: &Position, window: Window, wins: Option<Cells>) -> Proof<WinningCells> {
    if board.is_of_usual_height() {
        prove_along(board.lines::<USUAL_STRIDE>(), state, window, wins)
    } else {
        prove_on_any_board(board, *state, window, wins)
    }
}

#[inline(never)]
fn prove_on_any_board(board: &Board, state: Position, window: Window, wins: Option<Cells>) -> Proof<WinningCells> {
    prove_along(board.lines::<ANY_STRIDE>(), &state, window, wins)
}

#[inline(always)]
fn prove_along<const STRIDE: u32>(
    lines: Lines<'_, STRIDE>,
    state: &Position,
    window: Window,
    wins: Option<Cells>,
) -> Proof<WinningCells> {
    let threats = lines.winning_cells(state.theirs(), state.taken());
    let safe = safe_cells(lines.board(), state, threats);
    if safe == 0 {
        return Proof::exactly(Score::loss_in(2));
    }
    let known = KnownPosition { lines, state, threats, safe };
    let Limits { at_least, mut at_most, settled } = if window.alpha.is_win() {
        known.limits_of_a_win(window, wins)
    } else if window.beta.is_loss() {
        known.limits_of_a_loss(window)
    } else {
        known.limits_of_a_draw(window)
    };
    if !settled && let Some(limit) = limit_by_follow_up(lines, state, threats) {
        at_most = at_most.min(limit);
    }
    Proof { at_least, at_most, note: WinningCells(threats) }
}

/// A lower and an upper bound for the side to move.
struct Limits {
    at_least: Score,
    at_most: Score,
    /// A bound from follow-up would change nothing.
    settled: bool,
}

/// A position with what is known about it.
struct KnownPosition<'a, const STRIDE: u32> {
    lines: Lines<'a, STRIDE>,
    state: &'a Position,
    /// Where the opponent would complete four.
    threats: Cells,
    /// Where the side to move does not lose at once.
    safe: Cells,
}

impl<const STRIDE: u32> KnownPosition<'_, STRIDE> {
    #[inline(always)]
    fn plies_left(&self) -> u32 {
        self.lines.board().capacity() - self.state.stones()
    }

    /// The earliest loss and the earliest win of a side that neither wins at once nor has to lose at once. Nobody wins
    /// before ply 3 (the side to move) or ply 4 (the opponent), and a side that has no stone left by then cannot win.
    #[inline(always)]
    fn nearest_end(&self) -> (Score, Score) {
        match self.plies_left() {
            4.. => (Score::loss_in(4), Score::win_in(3)),
            plies_left => nearest_of_the_last(plies_left),
        }
    }

    /// The window asks how soon the side to move wins.
    #[inline(always)]
    fn limits_of_a_win(&self, window: Window, wins: Option<Cells>) -> Limits {
        let (mine, taken) = (self.state.mine(), self.state.taken());
        let wins = || wins.unwrap_or_else(|| winning_cells_afresh(self.lines.board(), mine, taken));
        let (nearest_loss, nearest_win) = self.nearest_end();
        if window.alpha >= Score::win_in(5) && window.alpha < Score::win_in(3) && self.plies_left() >= TACTICS_FROM {
            let found = wins_in_three(self.lines, mine, taken, wins(), self.safe);
            let (at_least, at_most) = if found { (nearest_win, nearest_win) } else { (nearest_loss, Score::win_in(5)) };
            return Limits { at_least, at_most, settled: true };
        }
        let earliest = earliest_win(self.lines, mine, taken, wins()).unwrap_or(Score::INFINITY);
        Limits { at_least: nearest_loss, at_most: earliest.min(nearest_win), settled: earliest <= window.alpha }
    }

    /// The window asks how soon the side to move loses.
    #[inline(always)]
    fn limits_of_a_loss(&self, window: Window) -> Limits {
        let (mine, taken) = (self.state.mine(), self.state.taken());
        let (nearest_loss, nearest_win) = self.nearest_end();
        if window.beta == Score::loss_in(5) && self.plies_left() >= TACTICS_FROM {
            let holds = holds_out(self.lines, mine, taken, self.threats, self.safe);
            let (at_least, at_most) =
                if holds { (Score::loss_in(6), nearest_win) } else { (nearest_loss, nearest_loss) };
            return Limits { at_least, at_most, settled: true };
        }
        // An immediate win of the opponent is prevented: a safe move does just that.
        let at_least = match earliest_win(self.lines, self.state.theirs(), taken, self.threats) {
            Some(win) => nearest_loss.max(-win),
            None => nearest_loss,
        };
        Limits { at_least, at_most: nearest_win, settled: !self.is_within_follow_up(window) }
    }

    /// The window asks who wins, or anything else.
    #[inline(always)]
    fn limits_of_a_draw(&self, window: Window) -> Limits {
        let (mine, theirs, taken) = (self.state.mine(), self.state.theirs(), self.state.taken());
        let (nearest_loss, nearest_win) = self.nearest_end();
        let cannot_lose = window.beta == Score::DRAW && !self.lines.has_open_line(theirs, taken);
        let cannot_win = window.alpha == Score::DRAW && !self.lines.has_open_line(mine, taken);
        let at_least = if cannot_lose { nearest_loss.max(Score::DRAW) } else { nearest_loss };
        let at_most = if cannot_win { nearest_win.min(Score::DRAW) } else { nearest_win };
        Limits { at_least, at_most, settled: cannot_win || !self.is_within_follow_up(window) }
    }

    /// Could a bound by follow-up be at most alpha? The lowest such bound is a loss on the last ply.
    #[inline(always)]
    fn is_within_follow_up(&self, window: Window) -> bool {
        window.alpha >= Score::loss_in(self.plies_left())
    }
}

#[cold]
fn nearest_of_the_last(plies_left: u32) -> (Score, Score) {
    (Score::DRAW, if plies_left >= 3 { Score::win_in(3) } else { Score::DRAW })
}

#[cold]
fn winning_cells_afresh(board: &Board, stones: Cells, taken: Cells) -> Cells {
    board.winning_cells(stones, taken)
}
