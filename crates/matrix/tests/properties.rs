//! Properties of every game.

use proptest::prelude::*;
use rootward_matrix::{
    Equilibrium, Game, Halt, Number, Player, Rational, Strength, components, eliminate_strictly, eliminate_weakly,
    extreme_equilibria, lemke_howson, pure_equilibria, solve_zero_sum,
};

fn table(height: usize, width: usize, most: i64) -> impl Strategy<Value = Vec<Vec<Rational>>> {
    let number = (-most..=most, 1..=3i64).prop_map(|(above, below)| Rational::new(above, below).unwrap());
    prop::collection::vec(prop::collection::vec(number, width), height)
}

/// Games of up to five by five; small payoffs make ties frequent.
fn bimatrix() -> impl Strategy<Value = Game> {
    (1usize..=5, 1usize..=5, prop_oneof![Just(1i64), Just(3), Just(100)]).prop_flat_map(|(height, width, most)| {
        let both = (table(height, width, most), table(height, width, most));
        both.prop_map(|(row, column)| Game::bimatrix(row, column).unwrap())
    })
}

fn zero_sum() -> impl Strategy<Value = Game> {
    (1usize..=9, 1usize..=9, prop_oneof![Just(1i64), Just(5), Just(1000)])
        .prop_flat_map(|(height, width, most)| table(height, width, most))
        .prop_map(|payoffs| Game::zero_sum(payoffs).unwrap())
}

fn exact(numbers: &[Number]) -> Vec<Rational> {
    let number = |number: &Number| match number {
        Number::Exact(number) => number.clone(),
        Number::Numeric(_) => panic!("small games are exact"),
    };
    numbers.iter().map(number).collect()
}

/// All equilibria by the definition: for every pair of supports of equal size, the weights that make the other side
/// indifferent. Finds all equilibria of games that are not degenerate.
fn by_supports(game: &Game) -> Vec<Equilibrium> {
    let (height, width) = (game.rows.len(), game.columns.len());
    let mut found = Vec::new();
    for rows in 1u32..1 << height {
        for columns in 1u32..1 << width {
            if rows.count_ones() != columns.count_ones() {
                continue;
            }
            let places =
                |bits: u32, count: usize| (0..count).filter(|&place| bits >> place & 1 == 1).collect::<Vec<_>>();
            let (rows, columns) = (places(rows, height), places(columns, width));
            let column = indifferent(game, Player::Row, &rows, &columns);
            let row = indifferent(game, Player::Column, &columns, &rows);
            let pair = row.zip(column).and_then(|(row, column)| Equilibrium::checked(game, row, column));
            found.extend(pair);
        }
    }
    found
}

/// Positive weights on `others` that make `player` indifferent between `own`; `None` if there are none or many.
fn indifferent(game: &Game, player: Player, own: &[usize], others: &[usize]) -> Option<Vec<Rational>> {
    let size = others.len();
    // Unknowns: the weights and the payoff. Rows: one for each own strategy, and the sum of the weights.
    let mut system: Vec<Vec<Rational>> = own
        .iter()
        .map(|&strategy| {
            let weights = others.iter().map(|&other| game.payoff(player, strategy, other).clone());
            weights.chain([Rational::from(-1), Rational::zero()]).collect()
        })
        .collect();
    system.push((0..size).map(|_| Rational::one()).chain([Rational::zero(), Rational::one()]).collect());
    for step in 0..=size {
        let pivot = (step..=size).find(|&row| !system[row][step].is_zero())?;
        system.swap(step, pivot);
        let head = system[step][step].clone();
        system[step].iter_mut().for_each(|number| *number = &*number / &head);
        let source = system[step].clone();
        for row in (0..=size).filter(|&row| row != step) {
            let factor = system[row][step].clone();
            for (number, from) in system[row].iter_mut().zip(&source) {
                *number = &*number - &(&factor * from);
            }
        }
    }
    let mut weights = vec![Rational::zero(); game.count(player.other())];
    for (place, &other) in others.iter().enumerate() {
        weights[other] = system[place][size + 1].clone();
        if !weights[other].is_positive() {
            return None;
        }
    }
    Some(weights)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn vertex_enumeration_finds_what_the_definition_finds(game in bimatrix()) {
        let found = extreme_equilibria(&game, &Halt::NEVER);
        prop_assert!(found.complete && !found.equilibria.is_empty(), "every game has an equilibrium");
        let expected = by_supports(&game);
        if found.degenerate == Some(false) {
            prop_assert_eq!(found.equilibria.len(), expected.len());
            prop_assert_eq!(found.equilibria.len() % 2, 1, "their number is odd");
            for equilibrium in &expected {
                prop_assert!(found.equilibria.contains(equilibrium));
            }
        }
        for cell in pure_equilibria(&game) {
            let here = |one: &&Equilibrium| one.row[cell.row] == Rational::one() && one.column[cell.column] == Rational::one();
            prop_assert!(found.equilibria.iter().any(|one| here(&one)), "pure equilibria are extreme");
        }
    }

    #[test]
    fn every_walk_ends_at_an_equilibrium_of_the_list(game in bimatrix()) {
        let found = extreme_equilibria(&game, &Halt::NEVER);
        for label in 0..game.rows.len() + game.columns.len() {
            let walked = lemke_howson(&game, label, &Halt::NEVER).unwrap();
            prop_assert!(found.equilibria.contains(&walked.equilibrium));
        }
    }

    #[test]
    fn mixtures_within_a_nash_subset_are_equilibria(game in bimatrix()) {
        let found = extreme_equilibria(&game, &Halt::NEVER);
        let together = components(&found.equilibria);
        let mut covered = vec![false; found.equilibria.len()];
        for component in &together.components {
            for &place in &component.equilibria {
                prop_assert!(!std::mem::replace(&mut covered[place], true), "components do not overlap");
            }
            for subset in &component.subsets {
                let middle = |all: &[Vec<Rational>], places: &[usize]| -> Vec<Rational> {
                    let share = Rational::new(1, places.len() as i64).unwrap();
                    let sum = |strategy: usize| places.iter().map(|&place| all[place][strategy].clone()).sum::<Rational>();
                    (0..all[0].len()).map(|strategy| &sum(strategy) * &share).collect()
                };
                let row = middle(&together.row_strategies, &subset.rows);
                let column = middle(&together.column_strategies, &subset.columns);
                prop_assert!(Equilibrium::checked(&game, row, column).is_some());
            }
        }
        prop_assert!(covered.iter().all(|&covered| covered));
    }

    #[test]
    fn both_sides_of_a_zero_sum_game_agree(game in zero_sum()) {
        let solution = solve_zero_sum(&game, true, &Halt::NEVER).unwrap();
        prop_assert!(solution.exact);
        let (row, column) = (exact(&solution.row), exact(&solution.column));
        // The row player's guarantee equals the column player's limit: duality.
        let against = |column: usize| (0..row.len()).map(|own| &row[own] * &game.row_payoffs[own][column]).sum::<Rational>();
        let least = (0..column.len()).map(against).min().unwrap();
        let with = |own: usize| (0..column.len()).map(|other| &column[other] * &game.row_payoffs[own][other]).sum::<Rational>();
        let most = (0..row.len()).map(with).max().unwrap();
        prop_assert_eq!(&least, &most);
        prop_assert_eq!(Number::Exact(least), solution.value);
        prop_assert!(Equilibrium::checked(&game, row, column).is_some());
    }

    #[test]
    fn strict_elimination_keeps_all_equilibria_and_weak_elimination_one(game in bimatrix()) {
        let all = extreme_equilibria(&game, &Halt::NEVER).equilibria;
        let strict = eliminate_strictly(&game, &Halt::NEVER);
        for step in &strict.steps {
            prop_assert_eq!(step.strength, Strength::Strict);
            let weight: Rational = step.by.iter().map(|share| share.weight.clone()).sum();
            prop_assert_eq!(weight, Rational::one());
            for one in &all {
                let weights = match step.player { Player::Row => &one.row, Player::Column => &one.column };
                prop_assert!(weights[step.strategy].is_zero(), "a dominated strategy is in no equilibrium");
            }
        }
        let part = game.part(&strict.rows, &strict.columns);
        prop_assert_eq!(extreme_equilibria(&part, &Halt::NEVER).equilibria.len(), all.len());
        prop_assert!(eliminate_strictly(&part, &Halt::NEVER).steps.is_empty(), "nothing is left to be left out");
        let weak = eliminate_weakly(&game, &strict, &Halt::NEVER);
        let part = game.part(&weak.rows, &weak.columns);
        for one in extreme_equilibria(&part, &Halt::NEVER).equilibria {
            let spread = |weights: &[Rational], places: &[usize], count: usize| {
                let mut all = vec![Rational::zero(); count];
                places.iter().zip(weights).for_each(|(&place, weight)| all[place] = weight.clone());
                all
            };
            let row = spread(&one.row, &weak.rows, game.rows.len());
            let column = spread(&one.column, &weak.columns, game.columns.len());
            prop_assert!(Equilibrium::checked(&game, row, column).is_some(), "it is one of the whole");
        }
    }

    #[test]
    fn a_dominating_mixture_is_better_against_everything_left(game in bimatrix()) {
        let (mut rows, mut columns): (Vec<usize>, Vec<usize>) = ((0..game.rows.len()).collect(), (0..game.columns.len()).collect());
        for step in eliminate_strictly(&game, &Halt::NEVER).steps {
            let (own, answers) = match step.player {
                Player::Row => (&mut rows, &columns),
                Player::Column => (&mut columns, &rows),
            };
            for &answer in answers {
                let mixed: Rational =
                    step.by.iter().map(|share| game.payoff(step.player, share.strategy, answer) * &share.weight).sum();
                prop_assert!(mixed > *game.payoff(step.player, step.strategy, answer));
            }
            prop_assert!(step.by.iter().all(|share| own.contains(&share.strategy)));
            own.retain(|&kept| kept != step.strategy);
        }
    }
}
