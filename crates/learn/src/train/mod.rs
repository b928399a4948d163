//! Teaching a network: gradient descent (AdamW) on the CPU, in `f32`, by several threads.
//!
//! The target of a position is a mixture of two forecasts: the chance of a win by the search's score, and the game's result.
//! The loss is the mean square of the difference to the network's forecast. The hidden layer sees only a few inputs
//! of each position, so both passes touch only their rows.
//!
//! The scale between points and chances is fitted to the data first, so that the network speaks in the points of the evaluation
//! that it learned from.

mod adam;
mod checkpoint;
mod curve;
mod forecast;
mod gradient;
mod parameters;

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rootward_game::Game;
use rootward_search::StopFlag;
use rootward_support::random::Dice;

use crate::data::{Positions, shuffled};
use crate::{Features, Layout, Network, Record};

pub use curve::loss_curve;
pub use forecast::fit_scale;

use adam::Adam;
use gradient::{Batch, Gradient, Teacher};
use parameters::Parameters;

/// How a network is taught.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Neurons of the hidden layer, for each side: a multiple of 64.
    pub hidden: usize,
    /// How often all positions are gone through.
    pub epochs: usize,
    /// Positions for each step.
    pub batch: usize,
    /// The size of the first steps and of the last.
    pub rate: [f32; 2],
    /// How much of the target is the search's score; the rest is the result.
    pub opinion: f32,
    /// Points of an output of 1; none to fit it, or to keep that of `start`.
    pub scale: Option<f32>,
    /// A network of the same shape that is taught further; none to begin with random weights.
    pub start: Option<Arc<Network>>,
    /// Threads.
    pub threads: usize,
    /// The same seed gives the same start and order.
    pub seed: u64,
    /// Ends it after the current step.
    pub stop: StopFlag,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hidden: 256,
            epochs: 12,
            batch: 16_384,
            rate: [0.001, 0.000_01],
            opinion: 0.95,
            scale: None,
            start: None,
            threads: 1,
            seed: 1,
            stop: StopFlag::default(),
        }
    }
}

/// The state after an epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Epoch {
    /// The mean loss on the positions learned from, while they were learned.
    pub loss: f32,
    /// The mean loss on the positions that are held out.
    pub held_out: f32,
}

/// How far it is.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The finished epochs.
    pub epochs: Vec<Epoch>,
    /// Positions gone through in the current one, of this many.
    pub position: usize,
    /// Positions in an epoch.
    pub positions: usize,
    /// Positions a second.
    pub speed: f64,
}

/// What was learned.
pub struct Taught {
    /// The network.
    pub network: Network,
    /// The loss by epoch.
    pub epochs: Vec<Epoch>,
    /// Points of an output of 1.
    pub scale: f32,
    /// The mean loss of a forecast that is always one half, for comparison.
    pub ignorant: f32,
    /// The mean loss of the network in whole numbers on the held-out positions.
    pub quantised: f32,
    /// Ended by the flag, before the last epoch.
    pub stopped: bool,
    /// Positions a second of the epochs taught now.
    pub speed: f64,
}

/// Teaches a network. With a file for it, the state is saved there after each epoch, and the same call resumes from it.
pub fn train<G: Game, F: Features<G>>(
    features: &F,
    positions: &Positions,
    settings: &Settings,
    file: Option<&Path>,
    each: &mut dyn FnMut(&Progress),
) -> Result<Taught, String> {
    let layout = features.layout();
    check(settings, &layout)?;
    let record = Record::of(&layout);
    let is_held = |number: &u32| positions.record(*number as usize)[4] & 8 != 0;
    let (held, taught): (Vec<u32>, Vec<u32>) = (0..positions.len() as u32).partition(is_held);
    if taught.is_empty() || held.is_empty() {
        return Err(format!(
            "{} positions are too few; expected some to learn from and some held out",
            positions.len()
        ));
    }
    let scale = match (settings.scale, &settings.start) {
        (Some(scale), _) => scale,
        (None, Some(start)) => start.scale as f32,
        (None, None) => fit_scale::<F::Words>(positions, &record),
    };
    let teacher = Teacher::new(features, record, settings.hidden, scale, settings.opinion);
    let random = Parameters::random(&layout, settings.hidden, settings.seed);
    let start = settings.start.as_ref().map_or(random.clone(), |network| random.with_network(network));
    let title = title(settings, &layout, positions.len(), scale);
    let state = file.map(|path| checkpoint::read(path, &title, start.values.len())).transpose()?.flatten();
    let (mut parameters, mut adam, mut epochs) = match state {
        Some(state) => (start.with(state.values), Adam::resumed(state.moments, state.steps), state.epochs),
        None => {
            let length = start.values.len();
            (start, Adam::new(length), Vec::new())
        }
    };
    let mut gradients: Vec<Gradient> =
        (0..settings.threads.max(1)).map(|_| Gradient::new(parameters.values.len())).collect();
    let mut speed = Speed::new();
    let mut stopped = false;
    while epochs.len() < settings.epochs {
        let order = shuffled(taught.len(), &mut Dice::new(settings.seed ^ (epochs.len() as u64 + 1) << 32));
        let order: Vec<u32> = order.into_iter().map(|place| taught[place as usize]).collect();
        let mut sum = 0.0;
        for (number, chunk) in order.chunks(settings.batch).enumerate() {
            if settings.stop.is_raised() {
                stopped = true;
                break;
            }
            let batch = Batch { positions, numbers: chunk };
            sum += pass(&teacher, &parameters, batch, &mut gradients, true);
            let gone = epochs.len() as f32 + (number * settings.batch) as f32 / order.len() as f32;
            adam.step(&mut parameters, &mut gradients, chunk.len(), rate_at(settings, gone));
            speed.add(chunk.len());
            let position = (number * settings.batch + chunk.len()).min(order.len());
            each(&Progress { epochs: epochs.clone(), position, positions: order.len(), speed: speed.value() });
        }
        if stopped {
            break;
        }
        let held_out = loss_of(&teacher, &parameters, positions, &held, &mut gradients);
        epochs.push(Epoch { loss: (sum / order.len() as f64) as f32, held_out });
        if let Some(path) = file {
            checkpoint::write(path, &title, &parameters.values, &adam, &epochs)?;
        }
        each(&Progress { epochs: epochs.clone(), position: 0, positions: order.len(), speed: speed.value() });
    }
    let network = parameters.quantised(&layout, scale);
    let rounded = parameters.with_network(&network);
    let quantised = loss_of(&teacher, &rounded, positions, &held, &mut gradients);
    let ignorant = forecast::ignorant_loss::<F::Words>(positions, &held, &record, scale, settings.opinion);
    Ok(Taught { network, epochs, scale, ignorant, quantised, stopped, speed: speed.value() })
}

/// Refuses settings that do not fit the game or each other.
fn check(settings: &Settings, layout: &Layout) -> Result<(), String> {
    if settings.hidden == 0 || !settings.hidden.is_multiple_of(64) || settings.hidden > crate::network::MOST_HIDDEN {
        return Err(format!("there is no hidden layer of {}; expected a multiple of 64 up to 2048", settings.hidden));
    }
    if let Some(start) = &settings.start {
        start.check(layout).map_err(|error| error.to_string())?;
        if start.hidden != settings.hidden {
            let Settings { hidden, .. } = settings;
            return Err(format!("the network to begin with has {} neurons; expected {hidden}", start.hidden));
        }
    }
    Ok(())
}

/// The first line of a saved state, which says what it belongs to.
fn title(settings: &Settings, layout: &Layout, positions: usize, scale: f32) -> String {
    let from = settings.start.as_ref().map_or(String::new(), |network| format!("from {:08x}, ", checksum(network)));
    format!(
        "{from}{}, {} hidden, {} positions, batch {}, seed {}, opinion {}, scale {scale:.2}, {} epochs, rate {:?}",
        layout.name,
        settings.hidden,
        positions,
        settings.batch,
        settings.seed,
        settings.opinion,
        settings.epochs,
        settings.rate
    )
}

/// Tells networks apart in the title of a saved state.
fn checksum(network: &Network) -> u32 {
    network.to_bytes().last_chunk().map_or(0, |&bytes| u32::from_le_bytes(bytes))
}

/// The rate falls along half a wave of a cosine.
fn rate_at(settings: &Settings, epochs: f32) -> f32 {
    let [first, last] = settings.rate;
    let gone = (epochs / settings.epochs.max(1) as f32).min(1.0);
    last + (first - last) * 0.5 * (1.0 + (std::f32::consts::PI * gone).cos())
}

/// The mean loss, without learning.
fn loss_of(
    teacher: &Teacher<'_>,
    parameters: &Parameters,
    positions: &Positions,
    numbers: &[u32],
    gradients: &mut [Gradient],
) -> f32 {
    let sum = pass(teacher, parameters, Batch { positions, numbers }, gradients, false);
    (sum / numbers.len().max(1) as f64) as f32
}

/// Goes through a batch with all threads and returns the sum of the losses; learning, it leaves the gradients.
fn pass(
    teacher: &Teacher<'_>,
    parameters: &Parameters,
    batch: Batch<'_>,
    gradients: &mut [Gradient],
    learns: bool,
) -> f64 {
    let share = batch.numbers.len().div_ceil(gradients.len()).max(1);
    let mut parts: Vec<&[u32]> = batch.numbers.chunks(share).collect();
    parts.resize(gradients.len(), &[]);
    thread::scope(|scope| {
        let mut tasks = gradients.iter_mut().zip(parts);
        let first = tasks.next();
        let others: Vec<_> = tasks
            .map(|(gradient, numbers)| {
                let batch = Batch { numbers, ..batch };
                scope.spawn(move || teacher.pass(parameters, batch, gradient, learns))
            })
            .collect();
        let mut sum = first
            .map_or(0.0, |(gradient, numbers)| teacher.pass(parameters, Batch { numbers, ..batch }, gradient, learns));
        for other in others {
            sum += other.join().expect("a thread panicked");
        }
        sum
    })
}

/// Positions a second.
struct Speed {
    start: Instant,
    positions: usize,
}

impl Speed {
    fn new() -> Speed {
        Speed { start: Instant::now(), positions: 0 }
    }

    fn add(&mut self, positions: usize) {
        self.positions += positions;
    }

    fn value(&self) -> f64 {
        self.positions as f64 / self.start.elapsed().max(Duration::from_millis(1)).as_secs_f64()
    }
}
