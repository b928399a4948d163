//! AdamW, by Kingma and Ba, and by Loshchilov and Hutter: steps in proportion to the mean of the gradient over its spread.

use std::thread;

use super::gradient::Gradient;
use super::parameters::Parameters;

/// The running means of each weight's gradient and of its square.
pub(super) struct Adam {
    pub moments: [Vec<f32>; 2],
    pub steps: u32,
}

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const LEAST: f32 = 1e-8;
/// How fast weights fall towards 0 by themselves, a step, in units of the rate.
const DECAY: f32 = 0.01;

/// How fast the rows of regions are drawn to their mean, a step, in units of the rate. Chess, 16.7 million positions, held-out loss:
/// 0.004586 without it (8 epochs), 0.004493 with 2, 0.004521 with 8 (5 epochs).
const TOGETHER: f32 = 2.0;

/// What a step needs besides the lists.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    /// 1 / the number of positions.
    share: f32,
    /// Corrections of the means, which begin at 0.
    mean: f32,
    square: f32,
}

impl Adam {
    pub(super) fn new(length: usize) -> Adam {
        Adam { moments: [vec![0.0; length], vec![0.0; length]], steps: 0 }
    }

    pub(super) fn resumed(moments: [Vec<f32>; 2], steps: u32) -> Adam {
        Adam { moments, steps }
    }

    /// One step with the gradients of all threads, each thread for a part of the weights.
    pub(super) fn step(
        &mut self,
        parameters: &mut Parameters,
        gradients: &mut [Gradient],
        positions: usize,
        rate: f32,
    ) {
        gradients.iter_mut().for_each(|gradient| gradient.share(parameters));
        self.steps += 1;
        let steps = self.steps.min(100_000) as i32;
        let step = Step {
            rate,
            share: 1.0 / positions.max(1) as f32,
            mean: 1.0 / (1.0 - MEAN.powi(steps)),
            square: 1.0 / (1.0 - SQUARE.powi(steps)),
        };
        let [inputs, outputs, biases] = parameters.places();
        let largest: Vec<(usize, f32)> = [inputs, outputs, biases, parameters.values.len()]
            .into_iter()
            .zip([0, inputs, outputs, biases])
            .map(|(end, start)| (end, parameters.largest_at(start)))
            .collect();
        let share = parameters.values.len().div_ceil(gradients.len());
        let [means, squares] = &mut self.moments;
        let parts = parameters.values.chunks_mut(share).zip(means.chunks_mut(share)).zip(squares.chunks_mut(share));
        let gradients = &*gradients;
        thread::scope(|scope| {
            for (place, ((values, means), squares)) in parts.enumerate() {
                let largest = &largest;
                scope.spawn(move || {
                    let mut at = place * share;
                    let (mut values, mut means, mut squares) = (values, means, squares);
                    // The part is cut where the bound of the weights changes.
                    for &(end, most) in largest {
                        let length = end.saturating_sub(at).min(values.len());
                        let (now, later) = values.split_at_mut(length);
                        let (now_means, later_means) = means.split_at_mut(length);
                        let (now_squares, later_squares) = squares.split_at_mut(length);
                        change(step, most, at, now, [now_means, now_squares], gradients);
                        (values, means, squares) = (later, later_means, later_squares);
                        at += length;
                    }
                });
            }
        });
        parameters.spread_shared(rate * TOGETHER);
    }
}

fn change(
    step: Step,
    most: f32,
    at: usize,
    values: &mut [f32],
    [means, squares]: [&mut [f32]; 2],
    gradients: &[Gradient],
) {
    const PIECE: usize = 256;
    let mut start = 0;
    while start < values.len() {
        let length = PIECE.min(values.len() - start);
        let mut sums = [0.0f32; PIECE];
        for gradient in gradients {
            let part = &gradient.values[at + start..at + start + length];
            for (sum, &value) in sums.iter_mut().zip(part) {
                *sum += value;
            }
        }
        let places = values[start..start + length].iter_mut().zip(&mut means[start..start + length]);
        for (((value, mean), square), &sum) in places.zip(&mut squares[start..start + length]).zip(&sums) {
            let gradient = sum * step.share;
            *mean = MEAN * *mean + (1.0 - MEAN) * gradient;
            *square = SQUARE * *square + (1.0 - SQUARE) * gradient * gradient;
            let change = (*mean * step.mean) / ((*square * step.square).sqrt() + LEAST);
            *value = (*value * (1.0 - step.rate * DECAY) - step.rate * change).clamp(-most, most);
        }
        start += length;
    }
}

#[cfg(test)]
mod tests {
    use rootward_games::chess::Chess;

    use super::*;
    use crate::Features;
    use crate::features::ChessFeatures;

    /// A slope in one region moves the row of every region, and that of its own region twice as far, less a little by which regions draw
    /// together; other rows stay.
    #[test]
    fn regions_share_what_one_of_them_learns() {
        let layout = Features::<Chess>::layout(&ChessFeatures);
        let hidden = 64;
        let before = Parameters::random(&layout, hidden, 3);
        let [inputs, outputs, _] = before.places();
        let region = layout.inputs / layout.regions * hidden;
        let place = inputs + region + 70;
        let mut after = before.clone();
        let mut gradients = [Gradient::new(after.values.len()), Gradient::new(after.values.len())];
        gradients[1].values[place] = 1.0;
        let rate = 0.01;
        Adam::new(after.values.len()).step(&mut after, &mut gradients, 1, rate);
        for at in inputs..outputs {
            let change = after.values[at] - before.values[at];
            let steps = match at {
                _ if at == place => 2.0,
                _ if (at - inputs) % region == (place - inputs) % region => 1.0,
                _ => 0.0,
            };
            assert!((change + steps * rate).abs() < 0.03 * rate, "{at}: {change}");
        }
        assert!(after.values[after.shared()].iter().all(|&change| change == 0.0));
    }
}
