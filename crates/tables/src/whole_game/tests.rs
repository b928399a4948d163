use std::ops::ControlFlow;

use proptest::prelude::*;
use rootward_game::contract::Dice;
use rootward_game::{Evaluation, Game, MoveOrdering, Outcome, Proofs, Range, Side, TableKey, Tactics};

use super::*;

fn work(each: &mut dyn FnMut(&Progress) -> ControlFlow<()>) -> WholeGameSettings<'_> {
    WholeGameSettings { tolerance: 1e-13, memory: 1 << 28, each }
}

/// The probability that the side to move wins.
fn win_probability<G: Game, K: Knowledge<G>>(game: &G, knowledge: &K, root: &G::State) -> Bracket {
    let mut each = |_: &Progress| ControlFlow::Continue(());
    let table = WholeGame::value_all(game, knowledge, root, work(&mut each)).unwrap();
    assert_eq!((table.ending(), table.has_draws()), (Ending::Whole, false));
    let value = table.value(root).unwrap();
    let share = |value: f64| (value / f64::from(game.range().most) + 1.0) / 2.0;
    Bracket { low: share(value.low), high: share(value.high) }
}

/// Pig with a coin: heads scores one, tails loses the turn's points.
struct Piglet {
    goal: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Act {
    Flip,
    Hold,
    Heads,
    Tails,
}

#[derive(Clone, Copy)]
struct Turn {
    scores: [u8; 2],
    turn: u8,
    side: Side,
    flipping: bool,
}

impl Game for Piglet {
    type State = Turn;
    type Move = Act;
    const HAS_CHANCE: bool = true;

    fn initial(&self) -> Turn {
        Turn { scores: [0, 0], turn: 0, side: Side::First, flipping: false }
    }
    fn to_move(&self, state: &Turn) -> Side {
        state.side
    }
    fn outcome(&self, state: &Turn) -> Option<Outcome> {
        let won = state.scores[state.side.index()] + state.turn >= self.goal;
        won.then_some(Outcome::Win(state.side))
    }
    fn moves(&self, state: &Turn, push: &mut impl FnMut(Act)) {
        let acts = if state.flipping { [Act::Heads, Act::Tails] } else { [Act::Flip, Act::Hold] };
        acts.into_iter().for_each(push);
    }
    fn apply(&self, state: &Turn, act: Act) -> Turn {
        let mut next = Turn { flipping: act == Act::Flip, ..*state };
        match act {
            Act::Flip => {}
            Act::Heads => next.turn += 1,
            Act::Hold | Act::Tails => {
                next.scores[state.side.index()] += if act == Act::Hold { state.turn } else { 0 };
                next.turn = 0;
                next.side = state.side.other();
            }
        }
        next
    }
    fn is_chance(&self, state: &Turn) -> bool {
        state.flipping
    }
    fn key(&self, state: &Turn) -> Option<u64> {
        let [first, second] = state.scores.map(u64::from);
        let bits = u64::from(state.turn) << 2 | u64::from(state.flipping) << 1 | state.side.index() as u64;
        Some(first << 32 | second << 24 | bits)
    }
    fn has_exact_keys(&self) -> bool {
        true
    }
    fn range(&self) -> Range {
        Range::symmetric(1000)
    }
}

/// Knowledge that gives a position of either side the same key: the scores as the side to move sees them.
struct EitherSide;

impl Evaluation<Piglet> for EitherSide {}

impl MoveOrdering<Piglet> for EitherSide {}

impl Tactics<Piglet> for EitherSide {}

impl Proofs<Piglet> for EitherSide {
    type Note = ();

    fn table_key(&self, game: &Piglet, state: &Turn) -> Option<TableKey> {
        let [first, second] = state.scores;
        let turned = if state.side == Side::First { [first, second] } else { [second, first] };
        game.key(&Turn { scores: turned, side: Side::First, ..*state }).map(TableKey::of)
    }
}

#[test]
fn piglet_is_won_as_often_as_computed_elsewhere() {
    for (goal, expected) in [(2, 4.0 / 7.0), (3, 0.545454545455), (10, 0.522479407949)] {
        let game = Piglet { goal };
        let found = win_probability(&game, &(), &game.initial());
        assert!((found.middle() - expected).abs() < 1e-12, "to {goal}: {found:?}");
        assert!(found.low <= found.middle() && found.error() < 1e-12, "to {goal}: {found:?}");
        let merged = win_probability(&game, &EitherSide, &game.initial());
        assert!((merged.middle() - expected).abs() < 1e-12, "to {goal}: {merged:?}");
    }
}

#[test]
fn the_best_move_is_that_of_the_values_and_chance_has_none() {
    let game = Piglet { goal: 2 };
    let mut each = |_: &Progress| ControlFlow::Continue(());
    let table = WholeGame::value_all(&game, &(), &game.initial(), work(&mut each)).unwrap();
    let best = table.best(&game.initial()).unwrap();
    assert_eq!((best.mv, best.value), (Act::Flip, table.value(&game.initial()).unwrap()));
    let flipping = game.apply(&game.initial(), Act::Flip);
    assert!(table.best(&flipping).is_none());
    assert_eq!(table.choices(&flipping).len(), 2);
    let over = Turn { scores: [2, 0], ..game.initial() };
    assert_eq!(table.value(&over), Some(Bracket::exactly(1000.0)));
    assert_eq!(table.value(&Turn { side: Side::Second, scores: [2, 0], ..over }), None, "it cannot be reached");
}

#[test]
fn a_limit_leaves_a_bracket_that_holds() {
    let game = Piglet { goal: 60 };
    let whole = win_probability(&game, &(), &game.initial());
    let mut looks = 0;
    for most in [1, 3, 10, 30] {
        let mut each = |_: &Progress| {
            looks += 1;
            if looks < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let table = WholeGame::value_all(&game, &(), &game.initial(), work(&mut each)).unwrap();
        assert_eq!(table.ending(), Ending::Stopped);
        let value = table.value(&game.initial()).unwrap();
        let share = |value: f64| (value / 1000.0 + 1.0) / 2.0;
        assert!(share(value.low) <= whole.middle() && whole.middle() <= share(value.high), "{value:?}");
        looks = 0;
    }
    let mut each = |_: &Progress| ControlFlow::Continue(());
    let work = WholeGameSettings { memory: 100_000, ..work(&mut each) };
    let table = WholeGame::value_all(&game, &(), &game.initial(), work).unwrap();
    assert_eq!(table.ending(), Ending::OutOfMemory);
    assert!(table.len() < 5000, "{}", table.len());
}

/// A game on a few numbered places, drawn at random: any place may lead to any other.
#[derive(Debug, Clone)]
struct Places {
    places: Vec<Place>,
}

#[derive(Debug, Clone)]
struct Place {
    owner: Owner,
    ways: Vec<(u8, u32)>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Owner {
    Max,
    Min,
    Chance,
    End(i32),
}

impl Game for Places {
    type State = u8;
    type Move = u8;
    const HAS_CHANCE: bool = true;

    fn initial(&self) -> u8 {
        0
    }
    fn to_move(&self, state: &u8) -> Side {
        if self.places[usize::from(*state)].owner == Owner::Min { Side::Second } else { Side::First }
    }
    fn outcome(&self, state: &u8) -> Option<Outcome> {
        match self.places[usize::from(*state)].owner {
            Owner::End(points) => Some(Outcome::Payoff(points)),
            _ => None,
        }
    }
    fn moves(&self, state: &u8, push: &mut impl FnMut(u8)) {
        (0..self.places[usize::from(*state)].ways.len() as u8).for_each(push);
    }
    fn apply(&self, state: &u8, way: u8) -> u8 {
        self.places[usize::from(*state)].ways[usize::from(way)].0
    }
    fn is_chance(&self, state: &u8) -> bool {
        self.places[usize::from(*state)].owner == Owner::Chance
    }
    fn weight(&self, state: &u8, way: u8) -> u32 {
        self.places[usize::from(*state)].ways[usize::from(way)].1
    }
    fn key(&self, state: &u8) -> Option<u64> {
        Some(u64::from(*state))
    }
    fn has_exact_keys(&self) -> bool {
        true
    }
    fn range(&self) -> Range {
        Range { least: -7, most: 12 }
    }
}

impl Places {
    /// Two ends, and places where players choose. A chance node follows each of these, and may end the game.
    fn random(dice: &mut Dice) -> Places {
        let players = 2 + dice.below(3);
        let count = (2 + 2 * players) as u8;
        let mut places =
            vec![Place { owner: Owner::Chance, ways: Vec::new() }, Place { owner: Owner::End(-7), ways: Vec::new() }];
        places.push(Place { owner: Owner::End(12), ways: Vec::new() });
        for player in 0..players {
            let owner = if dice.below(2) == 0 { Owner::Max } else { Owner::Min };
            // A player's choice leads to chance nodes only, so that no play is endless.
            let chance = |dice: &mut Dice| 4 + 2 * dice.below(players) as u8;
            let ways = (0..1 + dice.below(3)).map(|_| (chance(dice), 1)).collect();
            places.push(Place { owner, ways });
            let mut ways: Vec<(u8, u32)> = (0..1 + dice.below(3))
                .map(|_| (3 + dice.below(count as usize - 2) as u8, 1 + dice.below(9) as u32))
                .collect();
            ways.push((1 + dice.below(2) as u8, 1 + dice.below(4) as u32));
            assert_eq!(places.len(), 4 + 2 * player);
            places.push(Place { owner: Owner::Chance, ways });
        }
        places[0].ways = (3..3 + 2 * players as u8).map(|place| (place, 1)).collect();
        places
            .iter_mut()
            .flat_map(|place| place.ways.iter_mut())
            .for_each(|way| way.0 = way.0.min(2 + 2 * players as u8));
        Places { places }
    }

    /// The value of the first place if every player always makes the same choice at each place (a pure strategy).
    fn value_of(&self, choices: &[usize]) -> f64 {
        let count = self.places.len();
        let mut rows = vec![vec![0.0; count + 1]; count];
        for (place, row) in rows.iter_mut().enumerate() {
            row[place] = 1.0;
            let Place { owner, ways } = &self.places[place];
            match owner {
                Owner::End(points) => row[count] = f64::from(*points),
                Owner::Chance => {
                    let total: u32 = ways.iter().map(|way| way.1).sum();
                    ways.iter().for_each(|way| row[usize::from(way.0)] -= f64::from(way.1) / f64::from(total));
                }
                _ => row[usize::from(ways[choices[place]].0)] -= 1.0,
            }
        }
        solve_linear(rows)
    }

    /// The maximum over all strategies of MAX of the minimum over all strategies of MIN, by trying them all.
    fn brute_force(&self) -> f64 {
        self.best_from(0, Owner::Max, &mut vec![0; self.places.len()])
    }

    fn best_from(&self, place: usize, owner: Owner, choices: &mut Vec<usize>) -> f64 {
        if place == self.places.len() {
            return if owner == Owner::Max { self.best_from(0, Owner::Min, choices) } else { self.value_of(choices) };
        }
        if self.places[place].owner != owner {
            return self.best_from(place + 1, owner, choices);
        }
        let mut best = if owner == Owner::Max { f64::NEG_INFINITY } else { f64::INFINITY };
        for way in 0..self.places[place].ways.len() {
            choices[place] = way;
            let value = self.best_from(place + 1, owner, choices);
            best = if owner == Owner::Max { best.max(value) } else { best.min(value) };
        }
        best
    }
}

/// The first unknown, by Gaussian elimination with partial pivoting.
fn solve_linear(mut rows: Vec<Vec<f64>>) -> f64 {
    let count = rows.len();
    for column in 0..count {
        let pivot = (column..count).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs())).unwrap();
        rows.swap(column, pivot);
        let pivot = rows[column].clone();
        for (index, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != column) {
            let factor = row[column] / pivot[column];
            assert!(factor.is_finite(), "row {index}");
            row.iter_mut().zip(&pivot).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    rows[0][count] / rows[0][0]
}

proptest! {
    #[test]
    fn cyclic_games_have_the_value_of_the_best_strategies(seed: u64) {
        let game = Places::random(&mut Dice::new(seed));
        let mut each = |_: &Progress| ControlFlow::Continue(());
        let table = WholeGame::value_all(&game, &(), &0, work(&mut each)).unwrap();
        let (found, expected) = (table.value(&0).unwrap(), game.brute_force());
        prop_assert!(found.low - 1e-11 <= expected && expected <= found.high + 1e-11, "{found:?}, {expected}");
        prop_assert!(found.error() < 1e-10, "{found:?}");
    }
}

#[test]
fn endless_play_leaves_the_bracket_open() {
    // MAX may go round forever instead of taking −7; MIN likewise instead of giving 12.
    let place = |owner, ways: &[u8]| Place { owner, ways: ways.iter().map(|&way| (way, 1)).collect() };
    let game = Places {
        places: vec![
            place(Owner::Max, &[1, 2]),
            place(Owner::Min, &[0, 3]),
            place(Owner::End(-7), &[]),
            place(Owner::End(12), &[]),
        ],
    };
    let mut each = |_: &Progress| ControlFlow::Continue(());
    let table = WholeGame::value_all(&game, &(), &0, work(&mut each)).unwrap();
    assert_eq!(table.value(&0), Some(Bracket { low: -7.0, high: 12.0 }));
}

#[test]
fn games_whose_keys_may_clash_are_refused() {
    let game = rootward_games::mnk::Mnk::new(8, 8, 5).unwrap();
    let mut each = |_: &Progress| ControlFlow::Continue(());
    let refused = WholeGame::value_all(&game, &(), &game.initial(), work(&mut each)).err();
    assert_eq!(refused, Some(TableError::KeysNotExact));
}

#[test]
fn whole_numbers_keep_the_order_of_numbers() {
    let sorted = [f64::NEG_INFINITY, -1e300, -1.5, -0.0, 0.0, 1e-300, 0.25, 7.0, f64::INFINITY];
    assert!(sorted.map(super::in_order).is_sorted_by(|a, b| a < b));
}
