//! Knowledge for searching Connect Four: proofs, candidate moves, and move ordering.

use rootward_game::{Evaluation, MoveOrdering, Proof, Proofs, Score, TableKey, Tactics, Window};

use super::board::{Board, Cells};
use super::evaluation::{Weights, measure};
use super::proof::prove_quiet;
use super::rules::{Column, ConnectFour, Position};
use super::tactics::{Immediate, safe_cells};

/// Knowledge of Connect Four: proofs, candidate moves and move ordering for solving, an evaluation for playing.
///
/// ```
/// use rootward_game::{Evaluation, Linear, MoveOrdering, Notation, Proof, Proofs, Score, Tactics, Window};
/// use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
///
/// let game = ConnectFour::default();
/// let mut knowledge = ConnectFourKnowledge::default();
/// knowledge.set_weights("open-three=40, centre=2").unwrap();
/// let state = game.parse_position("414141").unwrap();
/// assert_eq!(knowledge.prove(&game, &state, Window::FULL), Proof::exactly(Score::win_in(1)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConnectFourKnowledge {
    weights: Weights,
}

impl ConnectFourKnowledge {
    pub(super) fn weights(&self) -> &Weights {
        &self.weights
    }

    pub(super) fn weights_mut(&mut self) -> &mut Weights {
        &mut self.weights
    }
}

/// Up to this many stones mirror images share a table key. When this was introduced, the empty board went from 176 M
/// nodes to 99.7 M.
const MIRRORED_UNTIL: u32 = 12;

/// The note of a proof: the cells where the side that is not to move completes four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinningCells(pub(super) Cells);

/// What a threat adds to a move's priority: more than all the rest together.
const A_THREAT: i32 = 256;

/// A threat that the move gives up counts as this many threats less.
const THROWN_AWAY: i32 = 2;

impl Evaluation<ConnectFour> for ConnectFourKnowledge {
    #[inline]
    fn evaluate(&self, game: &ConnectFour, state: &Position) -> i32 {
        self.weights.sum(measure(game, state))
    }

    /// An open three. Seven openings to depth 12, sound techniques: 1.28 M nodes; with a unit of three times this 1.31
    /// M, without aspiration windows 1.32 M.
    fn unit(&self) -> i32 {
        10
    }
}

impl MoveOrdering<ConnectFour> for ConnectFourKnowledge {
    /// The more winning cells the side to move has afterwards, the better; among equals, the better place. A threat
    /// right above the stone is lost, since the opponent now takes its cell, unless it tops three upright stones.
    ///
    /// Over the first 60 positions of the set L1_R2: 267 k nodes with threats and distance from the centre alone, 252 k if
    /// lost threats count against a move, 238 k if lines through the cell count.
    #[inline]
    fn priority(&self, game: &ConnectFour, state: &Position, mv: Column) -> i32 {
        let landing = game.board().landing(state.taken(), mv.index());
        let threats = game.board().winning_cells(state.mine() | landing, state.taken() | landing);
        priority_with(game.board(), state, mv, threats)
    }

    /// Continuation history saves no nodes, over the first 60 positions of the set L1_R2: 207 k against 201 k, or the
    /// same 201 k if the history weighs half. It would also cost a tenth more instructions.
    fn uses_continuation_history(&self) -> bool {
        false
    }

    /// Over the first 60 positions of the set L1_R2: 201 k nodes, with half this value 218 k, with twice this value 218
    /// k, with history only between equals 238 k.
    const HISTORY_PER_POINT: Option<i32> = Some(1024);

    fn history_slots(&self) -> usize {
        2 * Board::MAX_BITS as usize
    }

    /// The cell, for each side: a good cell for one is often a bad one for the other, because of its row.
    #[inline]
    fn history_slot(&self, game: &ConnectFour, state: &Position, mv: Column) -> usize {
        let cell = game.board().landing(state.taken(), mv.index()).trailing_zeros();
        state.mover().index() * Board::MAX_BITS as usize + cell as usize
    }
}

impl Tactics<ConnectFour> for ConnectFourKnowledge {
    /// The moves that complete four, or else those that stop the opponent from it.
    #[inline]
    fn noisy_moves(&self, game: &ConnectFour, state: &Position, push: &mut impl FnMut(Column)) {
        let Immediate { wins, blocks, .. } = Immediate::of(game.board(), state);
        push_columns(game.board(), if wins != 0 { wins } else { blocks }, push);
    }
}

impl Proofs<ConnectFour> for ConnectFourKnowledge {
    type Note = WinningCells;

    #[inline]
    fn priority_from_note(&self, game: &ConnectFour, state: &Position, mv: Column, note: WinningCells) -> Option<i32> {
        Some(priority_with(game.board(), state, mv, note.0))
    }

    /// Wins in one ply and losses in two are seen at once. Otherwise nobody wins before ply 3 (the side to move) or ply
    /// 4 (the opponent), and a side that has no stone left by then cannot win.
    ///
    /// More is proven where the window asks for it. With each proof the mean nodes of the first 100 positions of the
    /// set L1_R2 fall: who wins within three or five plies (`tactics`): 344 k become 288 k; a side cannot win against
    /// follow-up (`zugzwang`): over the first 40 positions 556 k become 296 k; a side does not win before the board is
    /// nearly full (`zugzwang`): 288 k become 277 k.
    #[inline]
    fn prove(&self, game: &ConnectFour, state: &Position, window: Window) -> Proof<WinningCells> {
        let wins = game.board().winning_cells(state.mine(), state.taken());
        if wins & game.board().playable(state.taken()) != 0 {
            return Proof::exactly(Score::win_in(1));
        }
        prove_quiet(game.board(), state, window, Some(wins))
    }

    /// After a candidate move nobody wins at once: it has met every threat. The note holds these threats, as they were
    /// before the move.
    #[inline(always)]
    fn prove_after_candidate(
        &self,
        game: &ConnectFour,
        state: &Position,
        window: Window,
        before: Option<WinningCells>,
    ) -> Proof<WinningCells> {
        prove_quiet(game.board(), state, window, before.map(|threats| threats.0 & !state.taken()))
    }

    /// Mirror images share a key while there are few stones. Later they are rare, since the second one was usually cut
    /// off near the root, and mirroring the board costs time.
    #[inline]
    fn table_key(&self, game: &ConnectFour, state: &Position) -> Option<TableKey> {
        let key = game.board().key(state.mine(), state.taken());
        if state.stones() > MIRRORED_UNTIL {
            return Some(TableKey::of(key));
        }
        let turn = |cells| game.board().mirror(cells);
        let mirrored = game.board().key(turn(state.mine()), turn(state.taken()));
        Some(TableKey { key: key.min(mirrored), reversed: mirrored < key })
    }

    /// Where a move wins, `prove` has said so, and also where only the last cell is left.
    const FORESEES_THE_END: bool = true;

    /// Wins within three plies and losses within four are seen without a search. Four positions of the set L1_R2 take
    /// 1,154 M instructions with this, 1,362 M with 0.
    const NEAR_END: u32 = 6;

    /// The winning moves; else those after which the opponent does not win at once; else, as all of them lose, every
    /// move.
    #[inline]
    fn candidates(
        &self,
        game: &ConnectFour,
        state: &Position,
        note: Option<WinningCells>,
        push: &mut impl FnMut(Column),
    ) {
        if let Some(WinningCells(threats)) = note {
            return push_columns(game.board(), safe_cells(game.board(), state, threats), push);
        }
        let Immediate { wins, safe, .. } = Immediate::of(game.board(), state);
        let worth_a_look = if wins != 0 {
            wins
        } else if safe != 0 {
            safe
        } else {
            game.board().playable(state.taken())
        };
        push_columns(game.board(), worth_a_look, push);
    }
}

/// The priority of a move, given the winning cells of the side that has made it.
#[inline]
fn priority_with(board: &Board, state: &Position, mv: Column, threats: Cells) -> i32 {
    let landing = board.landing(state.taken(), mv.index());
    let is_upright = state.mine() & (landing >> 1) != 0 && state.mine() & (landing >> 2) != 0;
    let thrown_away = threats & (landing << 1) != 0 && !is_upright;
    let gained = threats.count_ones() as i32 - if thrown_away { THROWN_AWAY } else { 0 };
    gained * A_THREAT + board.standing(landing)
}

/// Calls back with the columns of these cells, from left to right.
#[inline]
fn push_columns(board: &Board, cells: Cells, push: &mut impl FnMut(Column)) {
    board.each_column(cells, |column| push(Column::new(column as u8)));
}

#[cfg(test)]
mod tests {
    use rootward_game::contract::{self, Dice};
    use rootward_game::{Game, Notation, legal_moves};

    use super::*;
    use crate::connect_four::oracle::{Minimax, game_without_winner};

    fn game(size: &str) -> ConnectFour {
        ConnectFour::parse_variant(size).unwrap()
    }

    #[test]
    fn the_contract_holds_on_boards_of_all_shapes() {
        for size in ["7x6", "8x7", "8x6", "5x4", "4x4", "6x9", "4x2", "9x6", "16x3", "21x2", "4x15"] {
            contract::check(&game(size), &ConnectFourKnowledge::default(), 40, 31);
        }
    }

    /// Windows of every kind: the full window, a null window at each value that occurs, and the two halves.
    fn windows(plies: u32) -> Vec<Window> {
        let decided = (1..=plies).flat_map(|plies| [Score::win_in(plies), Score::loss_in(plies)]);
        let questions = decided.chain([Score::DRAW, Score::DRAW.next_down()]).map(Window::above);
        let halves = [Window::new(Score::DRAW, Score::INFINITY), Window::new(-Score::INFINITY, Score::DRAW)];
        questions.chain(halves).chain([Window::FULL]).collect()
    }

    fn check_proofs(game: &ConnectFour, state: &Position, minimax: &mut Minimax<'_>) {
        let value = minimax.value(state);
        for window in windows(game.width() * game.height() - state.stones()) {
            let proof = ConnectFourKnowledge::default().prove(game, state, window);
            let holds = proof.at_least <= value && value <= proof.at_most;
            assert!(holds, "{value:?}, but {window:?} gives {proof:?} for\n{}", game.draw(state));
        }
    }

    fn check_candidates(game: &ConnectFour, state: &Position, minimax: &mut Minimax<'_>) {
        let mut kept = Vec::new();
        ConnectFourKnowledge::default().candidates(game, state, None, &mut |mv| kept.push(mv));
        let best_kept = kept.into_iter().map(|mv| minimax.value_of(state, mv)).max();
        assert_eq!(best_kept, Some(minimax.value(state)), "the best move is left out of\n{}", game.draw(state));
    }

    #[test]
    fn mirror_images_share_a_key_and_number_their_moves_the_other_way_round() {
        let game = game("7x6");
        let key = |text: &str| {
            let state = game.parse_position(text).unwrap();
            ConnectFourKnowledge::default().table_key(&game, &state).unwrap()
        };
        let (left, right) = (key("1123"), key("7765"));
        assert_eq!(left.key, right.key);
        assert_ne!(left.reversed, right.reversed);
        assert_eq!(left.turn(0, 7), right.turn(6, 7));
        assert_ne!(key("1123").key, key("1124").key);
        let symmetric = key("44");
        assert!(!symmetric.reversed);
    }

    #[test]
    fn proofs_and_candidates_agree_with_exhaustive_minimax() {
        // Whole games on the smallest board, the ends of games on the others.
        for (size, plies, games) in
            [("4x4", 16, 400), ("5x4", 14, 150), ("4x5", 14, 150), ("7x6", 11, 60), ("8x7", 11, 60)]
        {
            let game = game(size);
            let (mut dice, mut minimax) = (Dice::new(32), Minimax::new(&game));
            for _ in 0..games {
                let late = |state: &Position| game.width() * game.height() - state.stones() <= plies;
                let states = game_without_winner(&game, &mut dice).into_iter().filter(late);
                for state in states.filter(|state| game.outcome(state).is_none()) {
                    check_proofs(&game, &state, &mut minimax);
                    check_candidates(&game, &state, &mut minimax);
                }
            }
        }
    }

    fn proof(text: &str) -> Proof<WinningCells> {
        let game = ConnectFour::default();
        ConnectFourKnowledge::default().prove(&game, &game.parse_position(text).unwrap(), Window::FULL)
    }

    #[test]
    fn wins_in_one_and_losses_in_two_are_proven_at_once() {
        assert_eq!(proof("414141"), Proof::exactly(Score::win_in(1)), "three on top of each other");
        let open = proof("41415");
        assert_eq!((open.at_least, open.at_most), (Score::loss_in(4), Score::win_in(3)), "not yet");
        assert_eq!(proof("3141517"), Proof::exactly(Score::win_in(1)), "O completes column 1 first");
        assert_eq!(proof("33445"), Proof::exactly(Score::loss_in(2)), "three in a row with both ends free");
    }

    fn candidates(text: &str) -> String {
        let (game, mut columns) = (ConnectFour::default(), String::new());
        let state = game.parse_position(text).unwrap();
        ConnectFourKnowledge::default().candidates(&game, &state, None, &mut |mv| columns += &mv.to_string());
        columns
    }

    #[test]
    fn candidates_win_or_block_or_keep_out_from_under_a_threat() {
        assert_eq!(candidates("-"), "1234567");
        assert_eq!(candidates("414141"), "4", "the win");
        assert_eq!(candidates("41424"), "4", "the only block");
        assert_eq!(candidates("22337474"), "23467", "O wins above 1 and 5");
        assert_eq!(candidates("33445"), "1234567", "all is lost, and prove says so");
    }

    fn noisy(text: &str) -> String {
        let (game, mut columns) = (ConnectFour::default(), String::new());
        let state = game.parse_position(text).unwrap();
        ConnectFourKnowledge::default().noisy_moves(&game, &state, &mut |mv| columns += &mv.to_string());
        columns
    }

    #[test]
    fn a_position_is_quiet_where_nobody_can_complete_four_now() {
        assert_eq!(noisy("22337474"), "");
        assert_eq!(noisy("41424"), "4");
        assert_eq!(noisy("33445"), "26");
        assert_eq!(noisy("3141517"), "1", "a win makes blocking needless");
    }

    /// The columns, best first.
    fn in_order(text: &str) -> String {
        let (game, knowledge) = (ConnectFour::default(), ConnectFourKnowledge::default());
        let state = game.parse_position(text).unwrap();
        let mut moves = legal_moves(&game, &state);
        moves.sort_by_key(|&mv| -knowledge.priority(&game, &state, mv));
        moves.iter().map(Column::to_string).collect()
    }

    #[test]
    fn moves_that_make_threats_go_first_and_then_those_near_the_centre() {
        // X holds 3 and 4 of the bottom row: with 5 or 2 two cells win, with 6 or 1 one.
        assert_eq!(in_order("4433"), "5261437");
    }

    #[test]
    fn a_move_that_throws_a_threat_away_goes_last() {
        // O wins above 1 and 5 if X plays there.
        assert_eq!(in_order("223374746")[5..].chars().rev().collect::<String>(), "15");
        // Three upright stones do not give up an old threat.
        assert!(in_order("7171").starts_with('7'));
    }
}
