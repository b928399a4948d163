//! Exact bear-off values computed by others.

use std::sync::OnceLock;

use proptest::prelude::*;

use super::*;

/// Sums of a few hundred rounded terms.
const ROUNDING: f64 = 1e-13;

fn home(men: [u8; 6]) -> Home {
    Home::new(men).unwrap()
}

fn small_table() -> &'static TwoSided {
    static TABLE: OnceLock<TwoSided> = OnceLock::new();
    TABLE.get_or_init(|| TwoSided::build(4, 2, &mut |_| true).unwrap())
}

fn near(found: f64, numerator: u64, denominator: u64) {
    let expected = numerator as f64 / denominator as f64;
    assert!((found - expected).abs() < ROUNDING, "{found} is not {numerator}/{denominator} = {expected}");
}

#[test]
fn positions_are_numbered_without_gaps_those_of_fewer_checkers_first() {
    let all = Home::all(15);
    assert_eq!(all.len(), 54_264);
    assert!(all.iter().enumerate().all(|(number, home)| home.number() == number));
    assert!(all.windows(2).all(|pair| pair[0].left() <= pair[1].left()));
    assert_eq!((Home::count(6), Home::count(1), Home::count(0)), (924, 7, 1));
    assert_eq!((Home::new([15, 1, 0, 0, 0, 0]), Home::new([255; 6])), (None, None));
}

#[test]
fn mean_rolls_are_the_exact_ones() {
    let mean = |men| OneSided::shared().last_off(home(men)).mean();
    near(mean([0, 0, 0, 0, 0, 1]), 5, 4);
    near(mean([0, 0, 0, 0, 0, 2]), 49213, 23328);
    near(mean([1; 6]), 628_300_727, 181_398_528);
    assert_eq!(OneSided::shared().last_off(Home::EMPTY).mean(), 0.0);
}

#[test]
fn chances_to_win_are_the_exact_ones() {
    let win = |own, other| small_table().win(home(own), home(other)).unwrap();
    near(win([0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 2]), 410_592_493, 544_195_584);
    near(win([0, 0, 0, 1, 1, 1], [1, 1, 1, 0, 0, 0]), 6785, 15552);
    let five = home([5, 0, 0, 0, 0, 0]);
    assert_eq!(small_table().win(five, five), None, "more checkers than the table holds");
    assert_eq!(small_table().win(Home::EMPTY, home([1, 0, 0, 0, 0, 0])), None, "the game is over");
}

#[test]
fn a_table_for_more_checkers_begins_with_that_for_fewer() {
    let few = TwoSided::build(2, 1, &mut |_| true).unwrap();
    for own in Home::all(2).into_iter().skip(1) {
        for other in Home::all(2).into_iter().skip(1) {
            assert_eq!(few.win(own, other), small_table().win(own, other), "{own:?} {other:?}");
        }
    }
}

#[test]
fn a_build_ends_when_it_is_stopped() {
    assert_eq!(TwoSided::build(2, 1, &mut |done| done < 10), None);
}

#[test]
fn a_six_or_exactly_six_pips_save_the_gammon_with_all_checkers_on_the_six_point() {
    let saved = OneSided::shared().first_off(home([0, 0, 0, 0, 0, 15]));
    // 11 throws with a six; 5 + 1 and 4 + 2 with one checker, twice each; 33 and 22.
    near(saved.chance(1), 11 + 4 + 2, 36);
    assert_eq!(OneSided::shared().first_off(home([14, 0, 0, 0, 0, 0])).mean(), 0.0, "one is off already");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn chances_add_up_to_one_and_to_the_mean(men in prop::array::uniform6(0u8..4)) {
        prop_assume!(men.iter().sum::<u8>() <= 15);
        let rolls = OneSided::shared().last_off(home(men));
        let sum: f64 = rolls.chances().iter().sum();
        let mean: f64 = rolls.chances().iter().enumerate().map(|(rolls, chance)| rolls as f64 * chance).sum();
        prop_assert!((sum - 1.0).abs() < ROUNDING && (mean - rolls.mean()).abs() < ROUNDING * 10.0, "{sum} {mean}");
    }

    #[test]
    fn any_text_is_a_home_or_refused(text in "([0-7],){0,20}[0-9]|.{0,12}") {
        if let Ok(home) = Home::parse(&text) {
            prop_assert_eq!(usize::from(home.left()), text.split(',').count());
        }
    }

    /// Minimizing the mean number of rolls is not always the best way to win, but nearly.
    #[test]
    fn one_sided_chances_are_close_to_the_two_sided_ones(own in prop::array::uniform6(0u8..2), other in prop::array::uniform6(0u8..2)) {
        prop_assume!((1..=4).contains(&own.iter().sum::<u8>()) && (1..=4).contains(&other.iter().sum::<u8>()));
        let (own, other) = (home(own), home(other));
        let table = OneSided::shared();
        let (hurried, exact) = (table.last_off(own).done_first(table.last_off(other)), small_table().win(own, other).unwrap());
        prop_assert!((hurried - exact).abs() < 0.02, "{hurried} {exact}");
    }
}
