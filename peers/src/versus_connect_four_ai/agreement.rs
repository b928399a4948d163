//! Checks that both solvers give every position the same score. Positions of all stages, from random play with a seed.

use rootward_game::contract::Dice;
use rootward_game::{Game, legal_moves};
use rootward_games::connect_four::ConnectFour;
use rootward_search::SharedTable;

use super::peer::Peer;
use super::positions::Problem;
use super::{TABLE_BYTES, rootward};
use crate::arguments::Arguments;

/// With fewer stones the peer takes a minute or more.
const FEWEST_STONES: usize = 8;
const MOST_STONES: usize = 41;

/// Solves positions with both, prints each score that differs, and returns their number.
pub fn check(arguments: &Arguments) -> usize {
    let (mut dice, mut peer, mut table) = (Dice::new(2026), Peer::new(), SharedTable::with_bytes(TABLE_BYTES));
    let wanted = arguments.positions.min(1000);
    let (mut solved, mut different) = (0, 0);
    while solved < wanted {
        let stones = FEWEST_STONES + dice.below(MOST_STONES - FEWEST_STONES + 1);
        let Some(problem) = random_problem(&mut dice, stones) else {
            continue;
        };
        let (ours, theirs) = (rootward(&problem, &mut table).value, peer.solve(&problem).value);
        if ours != theirs {
            println!("{}: {ours} and {theirs}", problem.moves);
            different += 1;
        }
        solved += 1;
        if solved % 100 == 0 {
            eprintln!("{solved} positions, {different} differ");
        }
    }
    println!("{solved} random positions of {FEWEST_STONES} to {MOST_STONES} stones: {different} scores differ");
    different
}

/// A position after this many random moves; none if the game ends before.
fn random_problem(dice: &mut Dice, stones: usize) -> Option<Problem> {
    let game = ConnectFour::default();
    let (mut state, mut moves) = (game.initial(), String::new());
    for _ in 0..stones {
        let legal = legal_moves(&game, &state);
        let mv = *legal.get(dice.below(legal.len().max(1)))?;
        moves += &mv.to_string();
        state = game.apply(&state, mv);
        if game.outcome(&state).is_some() {
            return None;
        }
    }
    Problem::new(&moves, 0)
}
