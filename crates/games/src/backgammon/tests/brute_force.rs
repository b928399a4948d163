//! A generator that tries everything in every order, compared with the real one.

use std::collections::HashSet;

use proptest::prelude::*;
use rootward_game::contract::{Dice, random_game};
use rootward_game::{Game, Side, legal_moves};

use crate::backgammon::{Backgammon, Checkers, Move, Position, Roll};

/// A position after some steps: checkers of the mover and of the other side, each in its own numbering.
type Boards = ([u8; 26], [u8; 26]);

/// The position after one checker moved by one die, if the rules allow it.
fn after_step((mut mine, mut theirs): Boards, from: usize, die: usize) -> Option<Boards> {
    if mine[from] == 0 || (mine[25] > 0 && from != 25) {
        return None;
    }
    let bears_off = from <= die;
    if bears_off {
        let farther = |point: usize| mine[point] > 0;
        if (7..=25).any(farther) || (from < die && (from + 1..=6).any(farther)) {
            return None;
        }
        mine[0] += 1;
    } else {
        let to = from - die;
        if theirs[25 - to] > 1 {
            return None;
        }
        if theirs[25 - to] == 1 {
            theirs[25 - to] = 0;
            theirs[25] += 1;
        }
        mine[to] += 1;
    }
    mine[from] -= 1;
    Some((mine, theirs))
}

/// Every way to use the dice in this order, until one cannot be used: the number of dice used, the first of them, and
/// the result.
fn all_sequences(boards: Boards, dice: &[usize], used: usize, first: usize, all: &mut Vec<(usize, usize, Boards)>) {
    all.push((used, first, boards));
    if let Some((&die, rest)) = dice.split_first() {
        for next in (1..=25).filter_map(|from| after_step(boards, from, die)) {
            all_sequences(next, rest, used + 1, if used == 0 { die } else { first }, all);
        }
    }
}

/// The positions that the rules of backgammon allow.
fn results(position: &Position, roll: Roll) -> HashSet<Boards> {
    let boards = (*position.mine().counts(), *position.theirs().counts());
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    let orders = if roll.is_double() { vec![vec![high; 4]] } else { vec![vec![high, low], vec![low, high]] };
    let mut all = Vec::new();
    for order in orders {
        all_sequences(boards, &order, 0, 0, &mut all);
    }
    let most = all.iter().map(|(used, ..)| *used).max().unwrap_or(0);
    all.retain(|(used, ..)| *used == most);
    if most == 1 && all.iter().any(|(_, first, _)| *first == high) {
        all.retain(|(_, first, _)| *first == high);
    }
    all.into_iter().map(|(.., boards)| boards).collect()
}

fn compare(game: &Backgammon, position: &Position) {
    for roll in Roll::ALL {
        let thrown = game.apply(position, Move::Roll(roll));
        let listed: Vec<Boards> = legal_moves(game, &thrown)
            .into_iter()
            .map(|mv| game.apply(&thrown, mv))
            .map(|next| (*next.theirs().counts(), *next.mine().counts()))
            .collect();
        let distinct: HashSet<Boards> = listed.iter().copied().collect();
        assert_eq!(distinct.len(), listed.len(), "a result is listed twice: {position:?} {roll:?}");
        assert_eq!(distinct, results(position, roll), "{position:?} {roll:?}");
        assert_eq!(game.count_moves(&thrown), listed.len() as u64);
    }
}

/// Checkers thrown onto the board at random, on points that the other side does not hold.
fn scattered(dice: &mut Dice, total: u8, farthest: [usize; 2]) -> Position {
    let mut sides = [[0u8; 26]; 2];
    for side in [0, 1] {
        for _ in 0..total {
            let place = loop {
                // Half of them on points that are held already, so that some points get made.
                let place = dice.below(farthest[side] + 1);
                let repeated = sides[side][place] > 0 || dice.below(2) == 0;
                if repeated && ([0, 25].contains(&place) || sides[1 - side][25 - place] == 0) {
                    break place;
                }
            };
            sides[side][place] += 1;
        }
    }
    let [first, second] = sides.map(|counts| {
        let places: Vec<(u8, u8)> = (0..).zip(counts).collect();
        Checkers::at(&places)
    });
    Position::new(first, second, if dice.below(2) == 0 { Side::First } else { Side::Second })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_games_have_the_plays_that_trying_everything_finds(seed: u64, checkers in prop::sample::select(vec![1u8, 2, 3, 15])) {
        let game = Backgammon::new(checkers).unwrap();
        let mut dice = Dice::new(seed);
        let states = random_game(&game, &mut dice, 400);
        for _ in 0..4 {
            let state = states[dice.below(states.len())];
            if game.outcome(&state).is_none() {
                compare(&game, &state.with_dice(None));
            }
        }
    }

    #[test]
    fn scattered_checkers_have_the_plays_that_trying_everything_finds(
        seed: u64, total in 1u8..=15, mine in 1usize..=25, theirs in 1usize..=25
    ) {
        let mut dice = Dice::new(seed);
        let position = scattered(&mut dice, total, [mine, theirs]);
        let game = Backgammon::default();
        let (first, second) = (position.checkers(Side::First), position.checkers(Side::Second));
        if first.off() < total && second.off() < total {
            compare(&game, &position);
        }
    }
}
