//! [`Trainer`]: teaches a network many [samples](super::TrainingSample) by several threads.
//!
//! Steps go down the gradient of the cross-entropy, by Adam (Kingma and Ba). A batch is cut into the same [`SLICES`]
//! whatever the number of threads, and what these say is added up in order: the same samples and seed give the same network.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use rootward_game::contract::Dice;

use super::network::{Layers, Network, Stage};
use super::{Chances, Rate, TrainingSample};

/// The number of parts of a batch; no more threads than this have work.
const SLICES: usize = 16;

/// The steps of an epoch, if there are enough samples.
const STEPS: usize = 1000;

/// The smallest batch.
const FEWEST: usize = 256;

/// How a network is taught.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingSettings {
    /// The number of passes over all samples.
    pub epochs: u32,
    /// Samples for each step; fewer where a thousand steps would not fit into an epoch.
    pub batch: usize,
    /// The size of the steps, which falls along half a wave of a cosine.
    pub rate: Rate,
    /// The same seed gives the same order of samples.
    pub seed: u64,
}

impl Default for TrainingSettings {
    fn default() -> TrainingSettings {
        TrainingSettings { epochs: 12, batch: 4096, rate: Rate { first: 0.01, last: 0.000_01 }, seed: 1 }
    }
}

/// The error of a network on samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SampleError {
    /// The number of samples.
    pub samples: usize,
    /// The mean cross-entropy of all chances, less that of the samples themselves.
    pub loss: f64,
    /// The root of the mean squared difference of the equities.
    pub equity_error: f64,
}

/// The sums of a [`SampleError`].
#[derive(Clone, Copy, Default)]
struct Sums {
    samples: usize,
    loss: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, said: &Chances, target: &Chances) {
        self.samples += 1;
        for (said, target) in said.numbers().into_iter().zip(target.numbers()) {
            let (said, target) = (f64::from(said.clamp(1e-7, 1.0 - 1e-7)), f64::from(target));
            let entropy = |chance: f64, of: f64| if of > 0.0 { -of * (chance / of).ln() } else { 0.0 };
            self.loss += entropy(said, target) + entropy(1.0 - said, 1.0 - target);
        }
        self.squares += f64::from(said.equity() - target.equity()).powi(2);
    }

    fn and(self, other: Sums) -> Sums {
        Sums {
            samples: self.samples + other.samples,
            loss: self.loss + other.loss,
            squares: self.squares + other.squares,
        }
    }

    fn error(self) -> SampleError {
        let count = self.samples.max(1) as f64;
        SampleError { samples: self.samples, loss: self.loss / count, equity_error: (self.squares / count).sqrt() }
    }
}

/// The two parts of a network, taught one after the other.
const PARTS: [Stage; 2] = [Stage::Contact, Stage::Race];

/// A network that is being taught.
pub struct Trainer {
    network: Network,
    adam: [Adam; 2],
    epochs: u32,
}

/// The file of a state is damaged, or belongs to another network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateError;

impl Trainer {
    /// Teaches this network.
    pub fn new(network: Network) -> Trainer {
        let adam = PARTS.map(|part| Adam::new(network.layers(part).values().len()));
        Trainer { network, adam, epochs: 0 }
    }

    /// The network as taught so far.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The number of passes over all samples so far.
    pub fn epochs(&self) -> u32 {
        self.epochs
    }

    /// What [`resumed`](Self::resumed) needs beside the network: all numbers, little-endian.
    pub fn state(&self) -> Vec<u8> {
        let mut bytes = self.epochs.to_le_bytes().to_vec();
        for adam in &self.adam {
            bytes.extend(adam.steps.to_le_bytes());
            bytes.extend(adam.moments.iter().flatten().flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// A trainer from a saved [`state`](Self::state) and its network.
    pub fn resumed(network: Network, state: &[u8]) -> Result<Trainer, StateError> {
        let mut trainer = Trainer::new(network);
        let (words, rest) = state.as_chunks::<4>();
        let numbers: usize = trainer.adam.iter().map(|adam| 1 + 2 * adam.moments[0].len()).sum();
        if !rest.is_empty() || words.len() != 1 + numbers {
            return Err(StateError);
        }
        let mut words = words.iter().copied();
        let mut whole = || u32::from_le_bytes(words.next().unwrap_or_default());
        trainer.epochs = whole();
        for adam in &mut trainer.adam {
            adam.steps = whole();
            adam.moments.iter_mut().flatten().for_each(|number| *number = f32::from_bits(whole()));
        }
        Ok(trainer)
    }

    /// Goes through all samples once, which are [packed](TrainingSample::pack) one after the other, and calls `each` with the number
    /// of samples done. Ends early once that returns `false`, and then returns `false`: training can only resume from an earlier state.
    pub fn epoch(
        &mut self,
        samples: &[u8],
        training: &TrainingSettings,
        threads: usize,
        each: &mut dyn FnMut(usize) -> bool,
    ) -> bool {
        let mut gone = 0;
        for (place, part) in PARTS.into_iter().enumerate() {
            let mut dice = Dice::new(training.seed ^ u64::from(self.epochs + 1) << 32 ^ (place as u64) << 60);
            let order = shuffled(samples, part, &mut dice);
            let layers = self.network.layers_mut(part);
            let mut gradients: Vec<Vec<f32>> = (0..SLICES).map(|_| vec![0.0; layers.values().len()]).collect();
            let all = order.len().max(1) as f32;
            let size = (order.len() / STEPS).clamp(FEWEST, training.batch.max(FEWEST));
            for (number, batch) in order.chunks(size).enumerate() {
                sum_gradients(layers, samples, batch, part, threads, &mut gradients);
                let epochs = self.epochs as f32 + (number * size) as f32 / all;
                let rate = rate_at(training, epochs);
                self.adam[place].step(layers.values_mut(), &gradients, rate, batch.len(), threads);
                gone += batch.len();
                if !each(gone) {
                    return false;
                }
            }
        }
        self.epochs += 1;
        true
    }

    /// The error of a network on samples, for contact positions and for races.
    pub fn examine(network: &Network, samples: &[u8], threads: usize) -> [SampleError; 2] {
        let (all, _) = samples.as_chunks::<{ TrainingSample::BYTES }>();
        let share = all.len().div_ceil(threads.max(1)).max(1);
        let sums = thread::scope(|scope| {
            let examine = |samples: &[[u8; TrainingSample::BYTES]]| {
                let mut sums = [Sums::default(); 2];
                for sample in samples.iter().filter_map(|bytes| TrainingSample::unpack(bytes)) {
                    let Some(place) = place_of(&sample) else { continue };
                    sums[place].add(&network.chances(&sample.mine, &sample.theirs), &sample.target);
                }
                sums
            };
            let tasks: Vec<_> = all.chunks(share).map(|part| scope.spawn(move || examine(part))).collect();
            let sums = tasks.into_iter().map(|task| task.join().expect("a thread panicked"));
            sums.fold([Sums::default(); 2], |so_far, more| [so_far[0].and(more[0]), so_far[1].and(more[1])])
        });
        sums.map(Sums::error)
    }
}

/// Which of the [`PARTS`] a sample is for.
fn place_of(sample: &TrainingSample) -> Option<usize> {
    PARTS.into_iter().position(|part| part == Stage::of(&sample.mine, &sample.theirs))
}

/// The numbers of the samples for a part, in random order (Fisher and Yates).
fn shuffled(samples: &[u8], part: Stage, dice: &mut Dice) -> Vec<u32> {
    let (all, _) = samples.as_chunks::<{ TrainingSample::BYTES }>();
    let is_of_part = |bytes: &[u8; TrainingSample::BYTES]| {
        TrainingSample::unpack(bytes).is_some_and(|sample| Stage::of(&sample.mine, &sample.theirs) == part)
    };
    let mut order: Vec<u32> = (0..).zip(all).filter(|(_, bytes)| is_of_part(bytes)).map(|(number, _)| number).collect();
    for place in (1..order.len()).rev() {
        order.swap(place, dice.below(place + 1));
    }
    order
}

fn rate_at(training: &TrainingSettings, epochs: f32) -> f32 {
    let Rate { first, last } = training.rate;
    let gone = (epochs / training.epochs.max(1) as f32).min(1.0);
    last + (first - last) * 0.5 * (1.0 + (std::f32::consts::PI * gone).cos())
}

/// Leaves the gradient of each slice of a batch.
fn sum_gradients(
    layers: &Layers,
    samples: &[u8],
    batch: &[u32],
    part: Stage,
    threads: usize,
    gradients: &mut [Vec<f32>],
) {
    let share = batch.len().div_ceil(SLICES).max(1);
    let tasks: Vec<Mutex<(&mut Vec<f32>, &[u32])>> =
        gradients.iter_mut().zip(batch.chunks(share).chain(std::iter::repeat(&[][..]))).map(Mutex::new).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut task = task.lock().unwrap_or_else(PoisonError::into_inner);
            let (gradient, numbers) = &mut *task;
            gradient.fill(0.0);
            for &number in numbers.iter() {
                let at = number as usize * TrainingSample::BYTES;
                if let Some(sample) = TrainingSample::unpack(&samples[at..at + TrainingSample::BYTES]) {
                    layers.blame(sample.view(part), &sample.target, gradient);
                }
            }
        }
    };
    thread::scope(|scope| {
        (1..threads.min(SLICES)).for_each(|_| drop(scope.spawn(work)));
        work();
    });
}

/// The running means of each weight's gradient and of its square.
struct Adam {
    moments: [Vec<f32>; 2],
    steps: u32,
}

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const LEAST: f32 = 1e-8;

impl Adam {
    fn new(length: usize) -> Adam {
        Adam { moments: [vec![0.0; length], vec![0.0; length]], steps: 0 }
    }

    /// One step with the gradients of all slices of a batch of this size, each thread for a part of the weights.
    fn step(&mut self, values: &mut [f32], gradients: &[Vec<f32>], rate: f32, batch: usize, threads: usize) {
        self.steps += 1;
        let steps = self.steps.min(100_000) as i32;
        // The means begin at 0, which is corrected.
        let (mean, square) = (1.0 / (1.0 - MEAN.powi(steps)), 1.0 / (1.0 - SQUARE.powi(steps)));
        let scale = 1.0 / batch as f32;
        let share = values.len().div_ceil(threads.clamp(1, SLICES));
        let [means, squares] = &mut self.moments;
        let parts = values.chunks_mut(share).zip(means.chunks_mut(share)).zip(squares.chunks_mut(share));
        let change = |start: usize, values: &mut [f32], means: &mut [f32], squares: &mut [f32]| {
            let moments = means.iter_mut().zip(squares);
            for (place, (value, (mean_of, square_of))) in values.iter_mut().zip(moments).enumerate() {
                let sum: f32 = gradients.iter().map(|gradient| gradient[start + place]).sum();
                let gradient = sum * scale;
                *mean_of = MEAN * *mean_of + (1.0 - MEAN) * gradient;
                *square_of = SQUARE * *square_of + (1.0 - SQUARE) * gradient * gradient;
                *value -= rate * (*mean_of * mean) / ((*square_of * square).sqrt() + LEAST);
            }
        };
        thread::scope(|scope| {
            let change = &change;
            for (number, ((values, means), squares)) in parts.enumerate() {
                scope.spawn(move || change(number * share, values, means, squares));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::backgammon::SampleGames;
    use crate::backgammon::network::Sizes;

    const SETTINGS: TrainingSettings =
        TrainingSettings { epochs: 3, batch: 256, rate: Rate { first: 0.01, last: 0.001 }, seed: 4 };

    /// Samples to learn from, made once for all tests.
    static SAMPLES: LazyLock<Vec<u8>> = LazyLock::new(|| samples(0..30));

    fn samples(games: std::ops::Range<u64>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let teacher = SampleGames { network: Network::shipped(), seed: 1 };
        games.flat_map(|game| teacher.of_game(game)).for_each(|sample| sample.pack(&mut bytes));
        bytes
    }

    fn beginner() -> Network {
        let mut dice = Dice::new(8);
        Network::untaught(Sizes { contact: 32, race: 32 }, || (dice.bits() >> 40) as f32 / (1 << 23) as f32 - 1.0)
    }

    fn teach(trainer: &mut Trainer, samples: &[u8], training: &TrainingSettings, threads: usize) {
        while trainer.epochs() < training.epochs {
            assert!(trainer.epoch(samples, training, threads, &mut |_| true));
        }
    }

    #[test]
    fn the_number_of_threads_and_an_interruption_make_no_difference() {
        let samples = &*SAMPLES;
        let mut alone = Trainer::new(beginner());
        teach(&mut alone, samples, &SETTINGS, 1);
        let mut together = Trainer::new(beginner());
        assert!(together.epoch(samples, &SETTINGS, 3, &mut |_| true));
        let mut resumed = Trainer::resumed(together.network().clone(), &together.state()).unwrap();
        teach(&mut resumed, samples, &SETTINGS, 2);
        assert!(alone.network() == resumed.network());
        assert_eq!(Trainer::resumed(beginner(), &together.state()[1..]).err(), Some(StateError));
    }

    #[test]
    fn what_is_taught_is_known_of_other_games_too() {
        let (taught_by, others) = (&*SAMPLES, samples(30..36));
        let mut trainer = Trainer::new(beginner());
        let [before, _] = Trainer::examine(trainer.network(), &others, 2);
        // Some 180 steps.
        teach(&mut trainer, taught_by, &TrainingSettings { epochs: 30, ..SETTINGS }, 2);
        let [after, race] = Trainer::examine(trainer.network(), &others, 2);
        assert!(
            after.loss < before.loss / 2.0 && after.equity_error < before.equity_error / 2.0,
            "{before:?} {after:?}"
        );
        assert!(after.samples > 100 && race.samples > 10 && after.loss > 0.0);
        assert!(!trainer.epoch(taught_by, &SETTINGS, 1, &mut |_| false), "it was stopped");
    }
}
