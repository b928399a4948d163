//! Training the network by self-play, with the weights stored in a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rootward_game::Linear;
use rootward_games::backgammon::network::{Network, Precision, Sizes};
use rootward_games::backgammon::{LinearFit, Rate, Training};
use serde::Serialize;

use rootward_session::{Problem, StopFlag, millis, replace_file};

/// The settings of the training.
pub struct TrainSettings {
    /// The number of training games, those of earlier runs included.
    pub games: u64,
    /// The seed of the dice and of the initial weights.
    pub seed: u64,
    /// The hidden units of a new network.
    pub sizes: Sizes,
    /// The learning rate.
    pub rate: Rate,
    /// The file of the trained weights; training resumes from it.
    pub out: Option<PathBuf>,
    /// Stops the training.
    pub stop: StopFlag,
}

/// The progress of the training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TrainProgress {
    /// Training games so far.
    pub games: u64,
    /// Those of earlier runs.
    pub kept: u64,
    /// The number of games asked for.
    pub total: u64,
    /// Milliseconds so far.
    pub elapsed_ms: f64,
}

/// The result of the training.
#[derive(Clone, Debug, Serialize)]
pub struct Trained {
    /// The progress at the end.
    pub progress: TrainProgress,
    /// Mean number of plies of the games of this run.
    pub plies: f64,
    /// Whether it was stopped early.
    pub stopped: bool,
    /// The network as a file.
    #[serde(skip)]
    pub weights: Vec<u8>,
}

/// How often the weights are written to the file.
const BETWEEN_FILES: Duration = Duration::from_secs(10);

/// Trains a network and reports to `each` after every game.
pub fn train(settings: &TrainSettings, each: &mut dyn FnMut(&TrainProgress)) -> Result<Trained, Problem> {
    let start = Instant::now();
    let mut training = begin(settings)?;
    let kept = training.network().games();
    let mut progress = TrainProgress { games: kept, kept, total: settings.games, elapsed_ms: 0.0 };
    let (mut plies, mut filed) = (0, Instant::now());
    while progress.games < settings.games && !settings.stop.is_raised() {
        plies += u64::from(training.play(settings.rate.after(progress.games, settings.games)));
        progress.games = training.network().games();
        progress.elapsed_ms = millis(start.elapsed());
        each(&progress);
        if filed.elapsed() > BETWEEN_FILES {
            keep(settings, training.network())?;
            filed = Instant::now();
        }
    }
    keep(settings, training.network())?;
    Ok(Trained {
        progress,
        plies: plies as f64 / (progress.games - kept).max(1) as f64,
        stopped: progress.games < settings.games,
        weights: training.network().write(Precision::Packed),
    })
}

fn begin(settings: &TrainSettings) -> Result<Training, Problem> {
    match settings.out.as_deref().filter(|path| path.exists()) {
        Some(path) => Ok(Training::new(read(path)?, settings.seed)),
        None => {
            let training = Training::from_scratch(settings.sizes, settings.seed);
            // A file that cannot be written is reported before the work, not after it.
            keep(settings, training.network())?;
            Ok(training)
        }
    }
}

fn keep(settings: &TrainSettings, network: &Network) -> Result<(), Problem> {
    let Some(path) = &settings.out else { return Ok(()) };
    replace_file(path, &network.write(Precision::Whole)).map_err(|error| Problem::unwritten(path, error))
}

fn read(path: &Path) -> Result<Network, Problem> {
    let within = |problem: Problem| problem.within(format!("network '{}'", path.display())).with_foreign_file(path);
    let bytes = fs::read(path).map_err(|error| within(Problem::sentence(error)))?;
    Network::read(&bytes).map_err(|error| within(error.into()))
}

/// The linear evaluation, fitted to the network's evaluation.
#[derive(Clone, Debug, Serialize)]
pub struct LinearTuned {
    /// Games whose positions were used.
    pub games: u64,
    /// The positions.
    pub positions: u64,
    /// The weights as other commands read them: name=number, line by line.
    pub weights: String,
}

/// Fits the linear evaluation to the shipped network's evaluation of positions from its self-play games. Reports the
/// number of games to `each`.
pub fn fit_linear(games: u64, seed: u64, stop: &StopFlag, each: &mut dyn FnMut(u64)) -> Option<LinearTuned> {
    let training = Training::new(Network::shipped().clone(), seed);
    let mut fit = LinearFit::default();
    for number in 0..games {
        if stop.is_raised() {
            return None;
        }
        training.show(number, &mut fit);
        each(number + 1);
    }
    let line = |feature: &rootward_game::Feature| format!("{}={}\n", feature.name, feature.weight);
    let weights = fit.solve().features().iter().map(line).collect();
    Some(LinearTuned { games, positions: fit.positions(), weights })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(games: u64, out: &Path) -> TrainSettings {
        let rate = Rate { first: 0.05, last: 0.05 };
        TrainSettings {
            games,
            seed: 3,
            sizes: Sizes { contact: 64, race: 32 },
            rate,
            out: Some(out.to_owned()),
            stop: StopFlag::default(),
        }
    }

    #[test]
    fn training_goes_on_where_it_was_and_comes_to_the_same() {
        let folder = std::env::temp_dir().join(format!("rootward-train-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (whole, parts) = (folder.join("whole"), folder.join("parts"));
        let at_once = train(&settings(4, &whole), &mut |_| {}).unwrap();
        train(&settings(2, &parts), &mut |_| {}).unwrap();
        let mut seen = Vec::new();
        let resumed = train(&settings(4, &parts), &mut |progress| seen.push((progress.kept, progress.games))).unwrap();
        assert_eq!(seen, [(2, 3), (2, 4)]);
        assert_eq!(resumed.weights, at_once.weights);
        assert_eq!(fs::read(&whole).unwrap(), fs::read(&parts).unwrap());

        let mut bytes = fs::read(&parts).unwrap();
        bytes.truncate(bytes.len() / 2);
        fs::write(&parts, bytes).unwrap();
        let error = train(&settings(4, &parts), &mut |_| {}).unwrap_err().to_string();
        assert!(
            error.contains("the network is damaged or cut off; expected a network of backgammon as 'rootward tune'"),
            "{error}"
        );
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_linear_fit_has_a_weight_for_every_term() {
        let tuned = fit_linear(3, 1, &StopFlag::default(), &mut |_| {}).unwrap();
        assert_eq!(tuned.weights.lines().count(), 74);
        assert!(tuned.positions > 50);
    }
}
