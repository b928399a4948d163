//! [`Layers`]: a network with one hidden layer, all of it logistic.

use super::INPUTS;
use super::kernels::{Kernels, STEP, View};
use crate::backgammon::Chances;

/// The number of outputs.
pub(in crate::backgammon) const OUTPUTS: usize = Chances::COUNT;

/// The largest hidden layer.
pub(in crate::backgammon) const MOST_HIDDEN: usize = 1024;

/// The weights of a network between its inputs, its hidden units and its five outputs.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::backgammon) struct Layers {
    hidden: usize,
    /// For each input its weight in every hidden unit; the units' biases; for each output the weight of every hidden
    /// unit; the outputs' biases.
    values: Vec<f32>,
    kernels: Kernels,
}

impl Layers {
    /// The number of weights with this many hidden units.
    pub(in crate::backgammon) const fn count(hidden: usize) -> usize {
        (INPUTS + 1) * hidden + OUTPUTS * (hidden + 1)
    }

    /// Can a hidden layer have this many units?
    pub(in crate::backgammon) const fn is_size(hidden: usize) -> bool {
        hidden > 0 && hidden <= MOST_HIDDEN && hidden.is_multiple_of(STEP)
    }

    /// With these weights, [`count`](Self::count) of them, those of each input first.
    pub(in crate::backgammon) fn of(hidden: usize, values: Vec<f32>) -> Layers {
        assert!(Layers::is_size(hidden) && values.len() == Layers::count(hidden), "{} weights", values.len());
        Layers { hidden, values, kernels: Kernels::available().pop().unwrap_or(Kernels::Plain) }
    }

    /// With small random weights; `any` gives numbers between −1 and 1.
    pub(in crate::backgammon) fn random(hidden: usize, any: &mut impl FnMut() -> f32) -> Layers {
        const SPREAD: f32 = 0.15;
        let mut values: Vec<f32> = (0..Layers::count(hidden)).map(|_| any() * SPREAD).collect();
        // Gammons are rarer than wins, and backgammons far rarer: these serve as initial guesses.
        let biases = values.len() - OUTPUTS;
        values[biases..].copy_from_slice(&[0.0, -1.5, -4.0, -1.5, -4.0]);
        Layers::of(hidden, values)
    }

    /// The number of hidden units.
    #[inline]
    pub(in crate::backgammon) fn hidden(&self) -> usize {
        self.hidden
    }

    /// All weights: those of each input, the hidden units' biases, those of each output, the outputs' biases.
    pub(in crate::backgammon) fn values(&self) -> &[f32] {
        &self.values
    }

    /// The same, to be changed.
    pub(in crate::backgammon) fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    #[inline]
    pub(in crate::backgammon) fn first(&self) -> &[f32] {
        &self.values[..INPUTS * self.hidden]
    }

    #[inline]
    pub(in crate::backgammon) fn first_bias(&self) -> &[f32] {
        &self.values[INPUTS * self.hidden..(INPUTS + 1) * self.hidden]
    }

    #[inline]
    pub(in crate::backgammon) fn second(&self, output: usize) -> &[f32] {
        let start = (INPUTS + 1 + output) * self.hidden;
        &self.values[start..start + self.hidden]
    }

    #[inline]
    pub(in crate::backgammon) fn second_bias(&self) -> &[f32] {
        &self.values[(INPUTS + 1 + OUTPUTS) * self.hidden..]
    }

    /// The outputs.
    #[inline]
    pub(in crate::backgammon) fn ask(&self, position: View<'_>) -> Chances {
        Chances::of(self.kernels.ask(self, position))
    }

    /// Adds the gradient of the cross-entropy between the outputs and `target`, in the order of the weights, and
    /// returns the outputs.
    pub(in crate::backgammon) fn blame(&self, position: View<'_>, target: &Chances, gradient: &mut [f32]) -> Chances {
        Chances::of(self.kernels.blame(self, position, &target.numbers(), gradient))
    }

    /// Changes the weights a little, so that the next outputs are closer to `target`: a step down the gradient of the
    /// cross-entropy.
    pub(in crate::backgammon) fn teach(&mut self, position: View<'_>, target: &Chances, rate: f32) {
        self.kernels.teach(self, position, &target.numbers(), rate);
    }

    /// The same arithmetic compiled for another processor.
    #[cfg(test)]
    pub(in crate::backgammon) fn with_kernels(&self, kernels: Kernels) -> Layers {
        Layers { kernels, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::Backgammon;
    use crate::backgammon::network::Stage;
    use rootward_game::contract::{Dice, random_game};

    fn random_layers(dice: &mut Dice, hidden: usize) -> Layers {
        Layers::random(hidden, &mut || (dice.bits() >> 40) as f32 / (1 << 22) as f32 - 2.0)
    }

    fn views(dice: &mut Dice, act: &mut impl FnMut(View<'_>)) {
        let game = Backgammon::default();
        for state in random_game(&game, dice, 200) {
            let stage = Stage::of(state.mine(), state.theirs());
            if matches!(stage, Stage::Race | Stage::Contact) {
                act(View { mine: state.mine(), theirs: state.theirs(), is_race: stage == Stage::Race });
            }
        }
    }

    /// A machine that computes other bits would play other moves.
    #[test]
    fn all_processors_compute_the_same_bits() {
        let mut dice = Dice::new(3);
        for hidden in [32, 64, 96, 160, 256] {
            let layers = random_layers(&mut dice, hidden);
            let target = Chances { win: 0.6, gammon: 0.2, ..Chances::default() };
            let mut seen = 0;
            views(&mut dice, &mut |view| {
                let answer = |kernels| {
                    let layers = layers.with_kernels(kernels);
                    let mut gradient = vec![0.0; Layers::count(hidden)];
                    let said = layers.blame(view, &target, &mut gradient);
                    assert_eq!(said, layers.ask(view));
                    (said, gradient)
                };
                let plain = answer(Kernels::Plain);
                for kernels in Kernels::available() {
                    assert_eq!(answer(kernels), plain, "{kernels:?}");
                }
                seen += 1;
            });
            assert!(seen > 30, "{seen} positions");
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_cross_entropy() {
        let mut dice = Dice::new(5);
        let layers = random_layers(&mut dice, 32);
        let target = Chances { win: 0.7, gammon: 0.3, backgammon: 0.1, lost_gammon: 0.2, lost_backgammon: 0.05 };
        let loss = |layers: &Layers, view: View<'_>| -> f64 {
            let pairs = layers.ask(view).numbers().into_iter().zip(target.numbers());
            pairs.map(|(said, target)| -f64::from(target * said.ln() + (1.0 - target) * (1.0 - said).ln())).sum()
        };
        let mut found = 0;
        views(&mut dice, &mut |view| {
            let mut gradient = vec![0.0; Layers::count(32)];
            layers.blame(view, &target, &mut gradient);
            for (place, &slope) in gradient.iter().enumerate().filter(|(_, slope)| slope.abs() > 0.02).take(50) {
                let at = |change: f32| {
                    let mut other = layers.clone();
                    other.values_mut()[place] += change;
                    loss(&other, view)
                };
                let measured = ((at(0.02) - at(-0.02)) / 0.04) as f32;
                assert!((measured - slope).abs() < 0.05 * slope.abs() + 1e-3, "{place}: {slope}, measured {measured}");
                found += 1;
            }
        });
        assert!(found > 500, "{found}");
    }
}
