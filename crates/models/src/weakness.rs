//! [`Weakness`]: how a weaker player chooses among moves of which it has seen the values.
//!
//! Every player of this project that is weaker on purpose chooses by it; they differ in the parameters alone. The levels
//! of `play` make slips, a limited chess engine misjudges values, and a modelled opponent prefers better moves more or
//! less strongly.

use rootward_game::contract::Dice;

/// The errors of a weaker player. Values are seen by the player: higher is better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weakness {
    /// How it misjudges values.
    pub error: Error,
    /// The probability of a slip: a random move, whatever its value.
    pub slips: f64,
    /// A slip is never the best move.
    pub slips_spare_best: bool,
}

/// How a player misjudges values: it plays the move whose value looks best with an error added to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Error {
    /// Not at all.
    None,
    /// A normally distributed error with this standard deviation.
    Normal {
        /// In the unit of the values.
        deviation: f64,
    },
    /// An error by which the choice is a softmax (logit) of the values: a move that is better by 1 is `e` to this strength
    /// times as likely.
    Softmax {
        /// 0 for a random choice, infinite for none but the best moves.
        strength: f64,
    },
}

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The place of the move in the list of values.
    pub place: usize,
    /// Whether it was a slip.
    pub slip: bool,
}

impl Weakness {
    /// A player without weakness.
    pub const NONE: Weakness = Weakness { error: Error::None, slips: 0.0, slips_spare_best: false };

    /// Chooses a move; none if there is none. Whether it slips is decided in whole percent.
    pub fn choose(&self, values: &[f64], dice: &mut Dice) -> Option<Choice> {
        let best = place_of_best(values.iter().copied())?;
        let candidates = values.len() - usize::from(self.slips_spare_best);
        let percent = (100.0 * self.slips).round() as usize;
        if percent > 0 && candidates > 0 && dice.below(100) < percent {
            let place = dice.below(candidates);
            return Some(Choice { place: place + usize::from(self.slips_spare_best && place >= best), slip: true });
        }
        let place = place_of_best(values.iter().map(|value| value + self.error.draw(dice)))?;
        Some(Choice { place, slip: false })
    }

    /// The probability of each choice; none for a [normal error](Error::Normal), which has no closed form.
    pub fn probabilities(&self, values: &[f64]) -> Option<Vec<f64>> {
        let strength = match self.error {
            Error::None => f64::INFINITY,
            Error::Softmax { strength } => strength,
            Error::Normal { .. } => return None,
        };
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // An infinite strength times a difference of 0 would be NaN.
        let share = |value: f64| if value == best { 1.0 } else { (strength * (value - best)).exp() };
        let total: f64 = values.iter().map(|&value| share(value)).sum();
        let first_best = values.iter().position(|&value| value == best);
        let spared = |place| self.slips_spare_best && values.len() > 1 && first_best == Some(place);
        let slip = self.slips / (values.len() - usize::from(self.slips_spare_best && values.len() > 1)) as f64;
        let probability = |(place, &value): (usize, &f64)| {
            let by_slip = if spared(place) { 0.0 } else { slip };
            by_slip + (1.0 - self.slips) * share(value) / total
        };
        Some(values.iter().enumerate().map(probability).collect())
    }
}

impl Error {
    fn draw(self, dice: &mut Dice) -> f64 {
        match self {
            Error::None => 0.0,
            Error::Normal { deviation } => deviation * normal(dice),
            Error::Softmax { strength } if strength.is_infinite() => 0.0,
            // The largest of values with such errors (Gumbel's distribution) is distributed by the softmax.
            Error::Softmax { strength } => gumbel(dice) / strength.max(f64::MIN_POSITIVE),
        }
    }
}

/// The place of the greatest value, of equal ones the first.
fn place_of_best(values: impl Iterator<Item = f64>) -> Option<usize> {
    let better = |best: (usize, f64), next: (usize, f64)| if next.1 > best.1 { next } else { best };
    values.enumerate().reduce(better).map(|(place, _)| place)
}

/// A number from about a normal distribution around 0, mostly between -2 and 2: the sum of four uniform ones.
fn normal(dice: &mut Dice) -> f64 {
    let throws: usize = (0..4).map(|_| dice.below(1000)).sum();
    (throws as f64 - 1998.0) / 577.0
}

/// A number from the standard Gumbel distribution.
fn gumbel(dice: &mut Dice) -> f64 {
    const PARTS: usize = 1 << 30;
    let uniform = (dice.below(PARTS) as f64 + 0.5) / PARTS as f64;
    -(-uniform.ln()).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TRIALS: u64 = 4000;

    /// How often each move is chosen, as a share of all trials.
    fn shares(weakness: Weakness, values: &[f64]) -> Vec<f64> {
        let mut counts = vec![0_u64; values.len()];
        let mut dice = Dice::new(1);
        for _ in 0..TRIALS {
            counts[weakness.choose(values, &mut dice).unwrap().place] += 1;
        }
        counts.into_iter().map(|count| count as f64 / TRIALS as f64).collect()
    }

    #[test]
    fn choices_are_as_frequent_as_they_are_probable() {
        let values = [0.5, 1.0, -1.0, 0.0];
        for (error, slips, slips_spare_best) in [
            (Error::Softmax { strength: 1.0 }, 0.0, false),
            (Error::Softmax { strength: 0.0 }, 0.0, false),
            (Error::Softmax { strength: 2.0 }, 0.2, false),
            (Error::None, 0.3, true),
            (Error::None, 0.4, false),
        ] {
            let weakness = Weakness { error, slips, slips_spare_best };
            let probable = weakness.probabilities(&values).unwrap();
            for (found, probable) in shares(weakness, &values).into_iter().zip(probable) {
                assert!((found - probable).abs() < 0.03, "{weakness:?}: {found} for {probable}");
            }
        }
        assert_eq!(shares(Weakness::NONE, &values), [0.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_normal_error_overlooks_more_the_larger_it_is() {
        let best =
            |deviation| shares(Weakness { error: Error::Normal { deviation }, ..Weakness::NONE }, &[100.0, 20.0])[0];
        assert!(best(200.0) < best(50.0) && best(50.0) < best(20.0) && best(0.0) == 1.0);
        assert!(best(200.0) > 0.5);
    }

    #[test]
    fn where_there_is_one_move_it_is_played_and_where_there_is_none_none() {
        let slipping = Weakness { slips: 1.0, slips_spare_best: true, ..Weakness::NONE };
        assert_eq!(slipping.choose(&[3.0], &mut Dice::new(1)), Some(Choice { place: 0, slip: false }));
        assert_eq!(slipping.choose(&[], &mut Dice::new(1)), None);
        assert_eq!(slipping.choose(&[1.0, 2.0], &mut Dice::new(1)), Some(Choice { place: 0, slip: true }));
    }

    proptest! {
        #[test]
        fn probabilities_add_up_to_one(values in prop::collection::vec(-50.0..50.0_f64, 1..12), strength in 0.0..9.0_f64, slips in 0.0..1.0_f64, spare: bool) {
            let weakness = Weakness { error: Error::Softmax { strength }, slips, slips_spare_best: spare };
            let probabilities = weakness.probabilities(&values).unwrap();
            prop_assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}
