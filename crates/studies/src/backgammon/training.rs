//! Training the network by self-play, with the weights stored in a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rootward_game::Linear;
use rootward_games::backgammon::network::Network;
use rootward_games::backgammon::{LinearFit, Rate, Training};
use rootward_support::hash::{opened, sealed};
use serde::Serialize;

use rootward_session::{Problem, StopFlag, millis, replace_file};

/// The settings of the training.
pub struct TrainSettings {
    /// The number of training games, those of earlier runs included.
    pub games: u64,
    /// The seed of the dice and of the initial weights.
    pub seed: u64,
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
    /// The network as text, rounded for a file of weights.
    #[serde(skip)]
    pub weights: String,
}

/// How often the weights are written to the file.
const BETWEEN_FILES: Duration = Duration::from_secs(10);

/// Decimal places of exported weights: with fewer, play is measurably worse.
const DIGITS: usize = 3;

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
        weights: training.network().write(Some(DIGITS)),
    })
}

fn begin(settings: &TrainSettings) -> Result<Training, Problem> {
    match settings.out.as_deref().filter(|path| path.exists()) {
        Some(path) => Ok(Training::new(read(path)?, settings.seed)),
        None => {
            let training = Training::from_scratch(settings.seed);
            // A file that cannot be written is reported before the work, not after it.
            keep(settings, training.network())?;
            Ok(training)
        }
    }
}

fn keep(settings: &TrainSettings, network: &Network) -> Result<(), Problem> {
    let Some(path) = &settings.out else { return Ok(()) };
    let bytes = sealed(network.write(None).into_bytes());
    replace_file(path, &bytes).map_err(|error| Problem::unwritten(path, error))
}

fn read(path: &Path) -> Result<Network, Problem> {
    let within = |problem: Problem| problem.within(format!("network '{}'", path.display())).with_foreign_file(path);
    let bytes = fs::read(path).map_err(|error| within(Problem::sentence(error)))?;
    let whole = opened(&bytes).filter(|(_, written, computed)| written == computed);
    let text = whole.and_then(|(content, ..)| std::str::from_utf8(content).ok());
    let text =
        text.ok_or_else(|| within(Problem::new("it is damaged or cut off", "a file that 'rootward tune' wrote")))?;
    Network::parse(text).map_err(|error| within(error.into()))
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
        TrainSettings { games, seed: 3, rate, out: Some(out.to_owned()), stop: StopFlag::default() }
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
        assert!(error.contains("it is damaged or cut off; expected a file that 'rootward tune' wrote"), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_linear_fit_has_a_weight_for_every_term() {
        let tuned = fit_linear(3, 1, &StopFlag::default(), &mut |_| {}).unwrap();
        assert_eq!(tuned.weights.lines().count(), 74);
        assert!(tuned.positions > 50);
    }
}
