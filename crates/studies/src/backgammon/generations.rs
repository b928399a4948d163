//! Generations of networks: each learns what the one before finds a ply deeper in games against itself.
//!
//! Everything lies in one folder, under names that say what it is: the samples of some games in each of the files
//! `generation-1/00000.samples` …, the state of the training after an epoch, the network. What is there is not made again, so that the same
//! call goes on after a kill.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use rootward_games::backgammon::network::{Network, Precision, Sizes};
use rootward_games::backgammon::{SampleError, SampleGames, Trainer, TrainingSample, TrainingSettings};
use rootward_support::hash::{opened, sealed};
use rootward_support::random::Dice;
use serde::Serialize;

use rootward_session::{Problem, StopFlag, millis, replace_file};

/// What is taught, and where the files lie.
pub struct GenerationSettings {
    /// The folder.
    pub data: PathBuf,
    /// How many generations there are in the end.
    pub generations: u32,
    /// The samples of each, at least; they are whole games.
    pub samples: usize,
    /// The hidden units of what is taught.
    pub sizes: Sizes,
    /// How each training goes.
    pub training: TrainingSettings,
    /// The first network that plays.
    pub first: Network,
    /// Games at the same time, and threads of the training.
    pub threads: usize,
    /// Ends it; finished files stay.
    pub stop: StopFlag,
}

/// The progress.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "at")]
pub enum Generating {
    /// Games are played.
    Games {
        /// The generation.
        generation: u32,
        /// Samples so far, those of earlier runs included.
        samples: usize,
        /// Milliseconds of this run.
        elapsed_ms: f64,
    },
    /// A training is under way.
    Training {
        /// The generation.
        generation: u32,
        /// The epoch.
        epoch: u32,
        /// Samples done in this epoch.
        samples: usize,
        /// Samples in an epoch.
        of: usize,
    },
    /// An epoch is over.
    Epoch {
        /// The generation.
        generation: u32,
        /// The epoch.
        epoch: u32,
        /// The error on the samples held out, in positions with contact.
        contact: Held,
        /// The same in races.
        race: Held,
    },
}

/// The error of a network on samples that were held out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Held {
    /// The number of samples.
    pub samples: usize,
    /// The mean cross-entropy, less that of the samples themselves.
    pub loss: f64,
    /// The root of the mean squared difference of the equities.
    pub equity_error: f64,
}

impl From<SampleError> for Held {
    fn from(error: SampleError) -> Held {
        Held { samples: error.samples, loss: error.loss, equity_error: error.equity_error }
    }
}

/// The result.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The network of the last generation.
    pub network: Network,
    /// Whether it was stopped early: then there is no such network yet, and this is the one before.
    pub stopped: bool,
}

/// The games in a file; fewer in tests, which play all of them several times.
const GAMES: u64 = if cfg!(test) { 5 } else { 20 };
/// One file of this many, beginning with the first, is held out.
const HELD_OUT: usize = 20;
/// Samples are used for this many generations; older ones are worse.
const REMEMBERED: u32 = 2;
/// There is at least one file to learn from and one that is held out.
const FEWEST_FILES: usize = 2;

/// Makes all generations that are not there yet.
pub fn generate(settings: &GenerationSettings, each: &mut dyn FnMut(&Generating)) -> Result<Generated, Problem> {
    let mut network = settings.first.clone();
    for generation in 1..=settings.generations {
        let path = settings.data.join(format!("generation-{generation}.network"));
        if path.exists() {
            network = read_network(&path)?;
            continue;
        }
        let work = Generation { settings, generation, teacher: &network };
        let taught = if work.make_samples(each)? { work.teach(each)? } else { None };
        let Some(taught) = taught else { return Ok(Generated { network, stopped: true }) };
        write(&path, &taught.write(Precision::Whole))?;
        network = taught;
    }
    Ok(Generated { network, stopped: false })
}

/// Reads a network.
pub fn read_network(path: &Path) -> Result<Network, Problem> {
    let within = |problem: Problem| problem.within(format!("network '{}'", path.display()));
    let bytes = fs::read(path).map_err(|error| within(Problem::sentence(error)))?;
    Network::read(&bytes).map_err(|error| within(error.into()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    replace_file(path, bytes).map_err(|error| Problem::unwritten(path, error))
}

/// One generation.
struct Generation<'a> {
    settings: &'a GenerationSettings,
    generation: u32,
    teacher: &'a Network,
}

impl Generation<'_> {
    fn folder(&self, generation: u32) -> PathBuf {
        self.settings.data.join(format!("generation-{generation}"))
    }

    /// The first line of a file of samples: two that were made differently do not go together.
    fn title(&self, file: usize) -> String {
        // The checksum that the file of the teacher ends with; that of the file with its checksum is the same for all files.
        let teacher = self.teacher.write(Precision::Whole);
        let teacher = opened(&teacher).map_or(0, |(_, written, _)| written);
        let seed = self.settings.training.seed;
        format!(
            "rootward backgammon samples 1: generation {}, file {file}, seed {seed}, taught by {teacher:08x}\n",
            self.generation
        )
    }

    /// The number of samples in a file of this generation, if it is there.
    fn samples_in(&self, file: usize) -> Result<Option<usize>, Problem> {
        let path = path_of(&self.folder(self.generation), file);
        let Some(bytes) = read_file(&path)? else { return Ok(None) };
        let title = self.title(file);
        if !bytes.starts_with(title.as_bytes()) {
            let found = String::from_utf8_lossy(bytes.split(|&byte| byte == b'\n').next().unwrap_or_default());
            let found = found.chars().take(200).collect::<String>();
            let problem = Problem::new(format!("it begins with '{found}'"), format!("'{}'", title.trim_end()));
            return Err(problem.within(format!("file '{}'", path.display())));
        }
        samples_of(&path, &bytes).map(|samples| Some(samples.len() / TrainingSample::BYTES))
    }

    /// Plays games until there are enough samples; says whether there are.
    fn make_samples(&self, each: &mut dyn FnMut(&Generating)) -> Result<bool, Problem> {
        let folder = self.folder(self.generation);
        fs::create_dir_all(&folder).map_err(|error| {
            let problem = format!("the folder '{}' cannot be made: {error}", folder.display());
            Problem::new(problem, "a folder that can be written to")
        })?;
        let (start, settings) = (Instant::now(), self.settings);
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let is_enough = |file: usize| file >= FEWEST_FILES && done.load(Ordering::Relaxed) >= settings.samples;
        let work = |sender: mpsc::Sender<Result<(), Problem>>| {
            while !settings.stop.is_raised() {
                let file = next.fetch_add(1, Ordering::Relaxed);
                if is_enough(file) {
                    return;
                }
                let samples = match self.samples_in(file).transpose() {
                    Some(there) => there,
                    None => self.make_file(file),
                };
                let result = samples.map(|count| {
                    done.fetch_add(count, Ordering::Relaxed);
                });
                if sender.send(result).is_err() {
                    return;
                }
            }
        };
        let mut problem = None;
        thread::scope(|scope| {
            let (tell, receiver) = mpsc::channel();
            for _ in 0..settings.threads.max(1) {
                let tell = tell.clone();
                scope.spawn(|| work(tell));
            }
            drop(tell);
            for result in receiver {
                if let Err(error) = result {
                    settings.stop.raise();
                    problem.get_or_insert(error);
                }
                let samples = done.load(Ordering::Relaxed);
                each(&Generating::Games { generation: self.generation, samples, elapsed_ms: millis(start.elapsed()) });
            }
        });
        match problem {
            Some(problem) => Err(problem),
            None => Ok(!settings.stop.is_raised()),
        }
    }

    /// Plays the games of a file and writes it; returns the number of its samples, or 0 if it was stopped.
    fn make_file(&self, file: usize) -> Result<usize, Problem> {
        let seed = Dice::new(self.settings.training.seed ^ u64::from(self.generation) << 32).bits();
        let games = SampleGames { network: self.teacher, seed };
        let mut bytes = self.title(file).into_bytes();
        let head = bytes.len();
        for game in 0..GAMES {
            if self.settings.stop.is_raised() {
                return Ok(0);
            }
            games.of_game(file as u64 * GAMES + game).iter().for_each(|sample| sample.pack(&mut bytes));
        }
        let samples = (bytes.len() - head) / TrainingSample::BYTES;
        write(&path_of(&self.folder(self.generation), file), &sealed(bytes))?;
        Ok(samples)
    }

    /// The samples of the last generations: to learn from, and held out; and the number of games.
    fn samples(&self) -> Result<([Vec<u8>; 2], u64), Problem> {
        let (mut taught, mut held, mut games) = (Vec::new(), Vec::new(), 0);
        for generation in (self.generation + 1).saturating_sub(REMEMBERED).max(1)..=self.generation {
            let (mut file, mut count) = (0, 0);
            // As many files as are needed, so that the number of threads, which may have made more, does not matter.
            while count < self.settings.samples * TrainingSample::BYTES || file < FEWEST_FILES {
                let path = path_of(&self.folder(generation), file);
                let Some(bytes) = read_file(&path)? else { break };
                let samples = samples_of(&path, &bytes)?;
                count += samples.len();
                if file.is_multiple_of(HELD_OUT) { &mut held } else { &mut taught }.extend_from_slice(samples);
                file += 1;
            }
            if generation == self.generation {
                games = file as u64 * GAMES;
            }
        }
        Ok(([taught, held], games))
    }

    /// Teaches a network; none if it was stopped.
    fn teach(&self, each: &mut dyn FnMut(&Generating)) -> Result<Option<Network>, Problem> {
        let (settings, generation) = (self.settings, self.generation);
        let ([samples, held], games) = self.samples()?;
        let path = settings.data.join(format!("generation-{generation}.training"));
        let title = format!(
            "rootward backgammon training 1: generation {generation}, {} samples of {games} games, {:?}, {:?}\n",
            samples.len() / TrainingSample::BYTES,
            settings.sizes,
            settings.training
        );
        let mut trainer = match read_file(&path)? {
            Some(bytes) => {
                resumed(&bytes, &title).map_err(|error| error.within(format!("file '{}'", path.display())))?
            }
            None => Trainer::new(self.beginner()),
        };
        while trainer.epochs() < settings.training.epochs {
            let (epoch, of) = (trainer.epochs() + 1, samples.len() / TrainingSample::BYTES);
            let goes_on = trainer.epoch(&samples, &settings.training, settings.threads, &mut |samples| {
                each(&Generating::Training { generation, epoch, samples, of });
                !settings.stop.is_raised()
            });
            if !goes_on {
                return Ok(None);
            }
            write(&path, &checkpoint(&trainer, &title))?;
            let [contact, race] = Trainer::examine(trainer.network(), &held, settings.threads).map(Held::from);
            each(&Generating::Epoch { generation, epoch, contact, race });
        }
        Ok(Some(trainer.network().clone().with_games(self.teacher.games() + games)))
    }

    /// The network that a training begins with: the teacher, if it is as large, else one that knows nothing.
    fn beginner(&self) -> Network {
        if self.teacher.sizes() == self.settings.sizes {
            return self.teacher.clone();
        }
        let mut dice = Dice::new(self.settings.training.seed);
        Network::untaught(self.settings.sizes, || (dice.bits() >> 40) as f32 / (1 << 23) as f32 - 1.0)
    }
}

fn path_of(folder: &Path, file: usize) -> PathBuf {
    folder.join(format!("{file:05}.samples"))
}

fn read_file(path: &Path) -> Result<Option<Vec<u8>>, Problem> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Problem::sentence(error).within(format!("file '{}'", path.display()))),
    }
}

/// The samples in a file, after its first line.
fn samples_of<'a>(path: &Path, bytes: &'a [u8]) -> Result<&'a [u8], Problem> {
    let damaged = || {
        let problem = Problem::new("it is damaged or cut off", "a file that 'rootward tune' wrote");
        problem.within(format!("file '{}'", path.display()))
    };
    let (content, ..) = opened(bytes).filter(|(_, written, computed)| written == computed).ok_or_else(damaged)?;
    let head = content.iter().position(|&byte| byte == b'\n').ok_or_else(damaged)?;
    let samples = &content[head + 1..];
    if samples.chunks(TrainingSample::BYTES).all(|bytes| TrainingSample::unpack(bytes).is_some()) {
        return Ok(samples);
    }
    Err(damaged())
}

/// A training as a file: a line of text, the length of the network, the network, the state; CRC-32.
fn checkpoint(trainer: &Trainer, title: &str) -> Vec<u8> {
    let network = trainer.network().write(Precision::Whole);
    let length = (network.len() as u32).to_le_bytes();
    sealed([title.as_bytes(), &length, &network, &trainer.state()].concat())
}

fn resumed(bytes: &[u8], title: &str) -> Result<Trainer, Problem> {
    let title_of =
        || String::from_utf8_lossy(bytes.split(|&byte| byte == b'\n').next().unwrap_or_default()).to_string();
    let Some(body) = bytes.strip_prefix(title.as_bytes()) else {
        let found: String = title_of().chars().take(300).collect();
        return Err(Problem::new(format!("it begins with '{found}'"), format!("'{}', or no file", title.trim_end())));
    };
    let damaged = || Problem::new("it is damaged or cut off", "a file that 'rootward tune' wrote, or none");
    opened(bytes).filter(|(_, written, computed)| written == computed).ok_or_else(damaged)?;
    let body = &body[..body.len().saturating_sub(4)];
    let (length, rest) = body.split_first_chunk::<4>().ok_or_else(damaged)?;
    let (network, state) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(damaged)?;
    Trainer::resumed(Network::read(network)?, state).map_err(|_| damaged())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_games::backgammon::Rate;

    fn settings(data: &Path, threads: usize) -> GenerationSettings {
        GenerationSettings {
            data: data.to_owned(),
            generations: 2,
            samples: 100,
            sizes: Sizes { contact: 32, race: 32 },
            training: TrainingSettings { epochs: 2, batch: 256, rate: Rate { first: 0.01, last: 0.001 }, seed: 6 },
            first: Network::shipped().clone(),
            threads,
            stop: StopFlag::default(),
        }
    }

    fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
    }

    #[test]
    fn what_is_interrupted_comes_to_the_same_and_damaged_files_are_refused() {
        let folder = std::env::temp_dir().join(format!("rootward-generations-{}", std::process::id()));
        let (whole, parts) = (folder.join("whole"), folder.join("parts"));
        [&whole, &parts].into_iter().for_each(|path| fs::create_dir_all(path).unwrap());
        let mut epochs = Vec::new();
        let at_once = generate(&settings(&whole, 2), &mut |state| {
            if let Generating::Epoch { generation, epoch, contact, .. } = state {
                assert!(contact.samples > 100 && contact.loss > 0.0 && contact.equity_error > 0.0, "{contact:?}");
                epochs.push((*generation, *epoch));
            }
        });
        let at_once = at_once.unwrap();
        assert_eq!(epochs, [(1, 1), (1, 2), (2, 1), (2, 2)]);
        assert!(!at_once.stopped);
        assert_eq!(at_once.network.games(), Network::shipped().games() + 2 * 2 * GAMES);

        // Stopped after a file of games, after an epoch, and within one.
        for stop_at in 0..3 {
            let settings = settings(&parts, 1);
            let stopped = generate(&settings, &mut |state| {
                let is_there = match (stop_at, state) {
                    (0, Generating::Games { samples, .. }) => *samples > 0,
                    (1, Generating::Epoch { .. }) => true,
                    (2, Generating::Training { generation, .. }) => *generation == 2,
                    _ => false,
                };
                if is_there {
                    settings.stop.raise();
                }
            });
            assert!(stopped.unwrap().stopped, "stop {stop_at}");
        }
        let resumed = generate(&settings(&parts, 1), &mut |_| {}).unwrap();
        assert!(resumed.network == at_once.network);
        assert_eq!(
            files(&whole.join("generation-1")).iter().map(|file| &file.1).collect::<Vec<_>>(),
            files(&parts.join("generation-1")).iter().map(|file| &file.1).collect::<Vec<_>>()
        );

        let refused = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
            let path = parts.join(name);
            let before = fs::read(&path).unwrap();
            let mut bytes = before.clone();
            change(&mut bytes);
            fs::write(&path, bytes).unwrap();
            let _ = fs::remove_file(parts.join("generation-2.network"));
            let error = generate(&settings(&parts, 1), &mut |_| {}).err().map(|error| error.to_string());
            fs::write(&path, before).unwrap();
            error.unwrap_or_default()
        };
        let half = |bytes: &mut Vec<u8>| bytes.truncate(bytes.len() / 2);
        let other = |bytes: &mut Vec<u8>| bytes[30] ^= 1;
        for (name, expected) in [
            ("generation-2/00001.samples", "it is damaged or cut off; expected a file that 'rootward tune' wrote"),
            ("generation-2.training", "it is damaged or cut off; expected a file that 'rootward tune' wrote, or none"),
            ("generation-1.network", "the network is damaged or cut off"),
        ] {
            let error = refused(name, &half);
            assert!(error.contains(expected) && error.contains(name), "{name}: {error}");
        }
        for name in ["generation-2/00001.samples", "generation-2.training"] {
            let error = refused(name, &other);
            assert!(error.contains("it begins with 'rootward backgammon") && error.contains(name), "{error}");
        }
        // Games of another network are not mixed with these.
        fs::remove_file(parts.join("generation-1.network")).unwrap();
        let first = at_once.network.clone();
        let other = generate(&GenerationSettings { first, ..settings(&parts, 1) }, &mut |_| {});
        let error = other.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("file 0, seed 6, taught by ") && error.contains("it begins with"), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }
}
