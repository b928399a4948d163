//! `rootward tune GAME --network`: a network that learns from the engine's own games.
//!
//! A generation is games and a training: the first is played with the game's own evaluation (or with none), each further one
//! with the network before it. Everything lies in the folder `--data`, under names that say what it is, and what is there is not
//! done again.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args as ClapArgs, ValueEnum};
use rootward_learn::{Learner, Network, data, self_play, train};
use rootward_session::{NodeMeter, Problem, StopFlag, find_game, learner_of, parse_within};
use serde_json::json;

use crate::failure::{Code, Failure};
use crate::interrupt::{stop_on_interrupt, tell_stopped};
use crate::numbers::grouped;
use crate::options::parse_threads;
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::Progress;
use crate::target;
use crate::tune::Args;

/// The options of networks.
#[derive(ClapArgs)]
pub struct NetworkArgs {
    /// Teach a network from the engine's own games
    #[arg(long, conflicts_with_all = ["positions", "out", "add", "keep", "linear", "games", "weights"])]
    pub network: bool,
    /// With --network: the folder for games, trainings and the network of each generation
    #[arg(long, value_name = "DIR", default_value = "learned", requires = "network")]
    pub data: PathBuf,
    /// With --network: neurons of the hidden layer for each side, a multiple of 64 (backgammon: for positions with contact)
    #[arg(long, default_value = "256", requires = "network", value_parser = parse_hidden)]
    pub hidden: usize,
    /// With --network: how often games are played and learned from
    #[arg(long, default_value = "1", requires = "network", value_parser = parse_generations)]
    pub generations: u32,
    /// With --network: how often a training goes through all positions
    #[arg(long, default_value = "12", requires = "network", value_parser = parse_epochs)]
    pub epochs: usize,
    /// With --network: games at the same time, and threads of the training
    #[arg(long, default_value = "1", requires = "network", value_parser = parse_threads)]
    pub threads: usize,
    /// With --network: a network to be taught further, and the judge of the first generation's games, instead of random weights
    #[arg(long, value_name = "FILE", requires = "network", conflicts_with = "teacher")]
    pub start: Option<PathBuf>,
    /// With --network: what judges the games of the first generation
    #[arg(long, value_enum, default_value = "linear", requires = "network")]
    pub teacher: Teacher,
    /// With --network: do only a part of the work, with what is in the folder
    #[arg(long, value_enum, default_value = "all", requires = "network")]
    pub step: Step,
}

/// The first judge.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Teacher {
    /// The game's own evaluation
    Linear,
    /// Every position is worth 0: rules and results alone; in backgammon, games by temporal differences come first
    Nothing,
}

/// A part of the work.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Step {
    /// Everything
    All,
    /// Only play the games of the last generation
    Games,
    /// Only train on the games of all generations so far
    Train,
    /// Check the files of positions and say what is in them
    Verify,
    /// Write all positions into one file, in random order
    Shuffle,
}

fn parse_hidden(text: &str) -> Result<usize, Problem> {
    let wrong = || Problem::new(format!("there is no hidden layer of '{text}'"), "a multiple of 64 from 64 to 2048");
    text.parse().ok().filter(|size| (64..=2048).contains(size) && size % 64 == 0).ok_or_else(wrong)
}

fn parse_generations(text: &str) -> Result<u32, Problem> {
    parse_within(text, "number of generations", 1, 1000)
}

fn parse_epochs(text: &str) -> Result<usize, Problem> {
    parse_within(text, "number of epochs", 1, 10_000).map(|epochs| epochs as usize)
}

/// The default number of positions of a generation, nodes for a move, and share of the search's value.
const SAMPLES: usize = 1_000_000;
const NODES: u64 = 1_000;
const OPINION: u32 = 95;

/// The size of the first steps and of the last when a network is taught further: large steps would undo what it knows.
const FURTHER: [f32; 2] = [0.000_2, 0.000_01];

/// The work with its settings.
struct LearningRun<'a> {
    args: &'a Args,
    of: &'a NetworkArgs,
    learner: Box<dyn Learner>,
    stop: StopFlag,
}

/// Teaches a network.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let of = &args.teach;
    find_game(&args.at.game)?;
    let none =
        || Problem::new(format!("{} has no features for a network", args.at.game), "chess, connect-four or checkers");
    let learner = learner_of(&args.at.game)?.ok_or_else(none)?;
    if args.at.position.is_some() {
        return Err(Problem::new("a network learns from whole games", "no position").into());
    }
    fs::create_dir_all(&of.data).map_err(|error| {
        Problem::new(
            format!("the folder '{}' cannot be made: {error}", of.data.display()),
            "a folder that can be written to",
        )
    })?;
    args.replace.check(args.save.as_deref())?;
    let how = format!("What is done is kept in {}; the same command goes on from there.", of.data.display());
    let work = LearningRun { args, of, learner, stop: stop_on_interrupt(&how) };
    match of.step {
        Step::Verify => return work.verify(output),
        Step::Shuffle => return work.shuffle(output),
        Step::Games => work.games(of.generations, output)?,
        Step::Train => work.train(of.generations, output)?,
        Step::All => {
            for generation in 1..=of.generations {
                if !work.path(generation, "network").exists() {
                    work.games(generation, output)?;
                    work.train(generation, output)?;
                }
            }
        }
    }
    if work.stop.is_raised() {
        return tell_stopped(&how, output);
    }
    if let Some(path) = args.save.as_ref().filter(|_| of.step != Step::Games) {
        let last = work.path(of.generations, "network");
        let bytes = fs::read(&last).map_err(|error| sentence(format!("file '{}': {error}", last.display())))?;
        target::write(path, &bytes, output)?;
    }
    Ok(Code::Fine)
}

fn sentence(problem: String) -> Problem {
    Problem::sentence(problem)
}

fn read_network(path: &Path) -> Result<Arc<Network>, Problem> {
    let named = |problem: String| sentence(format!("file '{}': {problem}", path.display()));
    let bytes = fs::read(path).map_err(|error| named(error.to_string()))?;
    Network::from_bytes(&bytes).map(Arc::new).map_err(|error| named(error.to_string()))
}

impl LearningRun<'_> {
    fn path(&self, generation: u32, ending: &str) -> PathBuf {
        self.of.data.join(format!("generation-{generation}.{ending}"))
    }

    /// The network of an earlier generation.
    fn network(&self, generation: u32) -> Result<Option<Arc<Network>>, Problem> {
        if generation == 0 {
            if let Some(path) = &self.of.start {
                return read_network(path).map(Some);
            }
            let nothing = || Arc::new(Network::nothing(&self.learner.layout()));
            return Ok((self.of.teacher == Teacher::Nothing).then(nothing));
        }
        read_network(&self.path(generation, "network")).map(Some)
    }

    /// Plays the games of a generation.
    fn games(&self, generation: u32, output: &mut Output) -> Result<(), Failure> {
        if self.stop.is_raised() {
            return Ok(());
        }
        let network = self.network(generation - 1)?;
        let player = match (generation, self.of.teacher) {
            (1, _) if self.of.start.is_some() => "the network it begins with".to_owned(),
            (1, Teacher::Linear) => "linear".to_owned(),
            (1, Teacher::Nothing) => "nothing".to_owned(),
            _ => format!("generation {}", generation - 1),
        };
        let settings = self_play::Settings {
            positions: self.args.samples.unwrap_or(SAMPLES),
            nodes: self.args.nodes.unwrap_or(NODES),
            seed: self.args.seed,
            threads: self.of.threads,
            player,
            stop: self.stop.clone(),
            ..self_play::Settings::default()
        };
        let path = self.path(generation, data::ENDING);
        let (progress, of) =
            (Progress::start("playing games", &NodeMeter::default()), grouped(settings.positions as u64));
        let done = self.learner.generate(network, &settings, &path, &mut |state| {
            let speed = (state.positions - state.found) as f64 / state.elapsed.as_secs_f64().max(1e-3);
            progress.label(&format!(
                "generation {generation}: {} of {of} positions, {speed:.0}/s",
                grouped(state.positions as u64)
            ));
        });
        drop(progress);
        let done = done.map_err(sentence)?;
        let games =
            json!({ "generation": generation, "positions": done.positions, "games": done.games, "nodes": done.nodes });
        if output.json {
            return output.event("games", &games);
        }
        let text = format!("generation {generation}: {} positions", grouped(done.positions as u64));
        Ok(output.line(&styled(STRONG, &text))?)
    }

    /// The share of the search's opinion. Where nothing judged the games, only their results tell something.
    fn opinion(&self, generation: u32) -> f32 {
        if self.is_unjudged(generation) { 0.0 } else { self.args.opinion.unwrap_or(OPINION) as f32 / 100.0 }
    }

    /// The searches of this generation's games took every position to be worth 0.
    fn is_unjudged(&self, generation: u32) -> bool {
        generation == 1 && self.of.teacher == Teacher::Nothing
    }

    /// Trains on the games of all generations so far; on those that nothing judged, only until there are others.
    fn train(&self, generation: u32, output: &mut Output) -> Result<(), Failure> {
        if self.stop.is_raised() {
            return Ok(());
        }
        let mut files = self.files(generation)?;
        if self.is_unjudged(1) && generation > 1 {
            let unjudged = self.path(1, data::ENDING);
            files.retain(|path| *path != unjudged);
        }
        let positions = data::read_positions(&files, &self.learner.layout()).map_err(sentence)?;
        // A network that is given is taught further by each generation; otherwise each starts with random weights and all positions so far.
        let start = if self.of.start.is_some() { self.network(generation - 1)? } else { None };
        let settings = train::Settings {
            hidden: self.of.hidden,
            rate: if start.is_some() { FURTHER } else { train::Settings::default().rate },
            start,
            epochs: self.of.epochs,
            opinion: self.opinion(generation),
            threads: self.of.threads,
            seed: self.args.seed,
            stop: self.stop.clone(),
            ..train::Settings::default()
        };
        let progress = Progress::start("training", &NodeMeter::default());
        let kept = self.path(generation, "training");
        let taught = self.learner.train(&positions, &settings, Some(&kept), &mut |state| {
            let loss = state.epochs.last().map_or(String::new(), |epoch| format!(", held out {:.5}", epoch.held_out));
            let share = 100 * state.position / state.positions.max(1);
            let (epoch, speed) = (state.epochs.len() + 1, grouped(state.speed as u64));
            progress.label(&format!("generation {generation}: epoch {epoch}, {share} %, {speed} positions/s{loss}"));
        });
        drop(progress);
        let taught = taught.map_err(sentence)?;
        if taught.stopped {
            return Ok(());
        }
        let title = format!(
            "{}, generation {generation}: {} positions, {} neurons",
            self.args.at.game,
            grouped(positions.len() as u64),
            settings.hidden
        );
        let curve = train::loss_curve(&taught.epochs, &title);
        target::write(&self.path(generation, "svg"), curve.as_bytes(), output)?;
        target::write(&self.path(generation, "network"), &taught.network.to_bytes(), output)?;
        self.tell(generation, positions.len(), &taught, output)
    }

    fn tell(
        &self,
        generation: u32,
        positions: usize,
        taught: &train::Taught,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let last = taught.epochs.last().copied().unwrap_or_default();
        let network = self.path(generation, "network").display().to_string();
        if output.json {
            let training = json!({
                "generation": generation, "positions": positions, "epochs": taught.epochs.len(), "loss": last.loss,
                "held_out": last.held_out, "quantised": taught.quantised, "ignorant": taught.ignorant,
                "scale": taught.scale, "network": network,
            });
            return output.event("trained", &training);
        }
        let text = format!(
            "generation {generation}: loss {:.5}, held out {:.5} (in whole numbers {:.5}, always one half {:.5})",
            last.loss, last.held_out, taught.quantised, taught.ignorant
        );
        output.line(&text)?;
        Ok(output.line(&styled(FAINT, &format!("Written: {network}")))?)
    }

    /// The files of positions up to a generation.
    fn files(&self, generation: u32) -> Result<Vec<PathBuf>, Problem> {
        let last = self.path(generation, data::ENDING);
        let number = |path: &Path| path.file_stem()?.to_str()?.strip_prefix("generation-")?.parse::<u32>().ok();
        let mut files = data::files_in(&self.of.data).map_err(sentence)?;
        files.retain(|path| number(path).is_none_or(|number| number <= generation));
        if files.is_empty() {
            return Err(Problem::new(format!("there is no file '{}'", last.display()), "games, by --step games"));
        }
        Ok(files)
    }

    fn verify(&self, output: &mut Output) -> Result<Code, Failure> {
        for path in self.files(u32::MAX)? {
            let info = self.learner.inspect(&path).map_err(sentence)?;
            let [lost, drawn, won] = info.results;
            if output.json {
                output.event(
                    "file",
                    &json!({
                        "file": path.display().to_string(), "made_with": info.title, "positions": info.positions,
                        "lost": lost, "drawn": drawn, "won": won, "held_out": info.held_out, "things": info.things,
                        "unfinished_bytes": info.unfinished,
                    }),
                )?;
                continue;
            }
            output
                .line(&styled(STRONG, &format!("{}: {} positions", path.display(), grouped(info.positions as u64))))?;
            output.line(&format!("  {}", info.title))?;
            let counts = [won, drawn, lost, info.held_out].map(|count| grouped(count as u64));
            let [won, drawn, lost, held] = counts;
            output.line(&format!("  won {won}, drawn {drawn}, lost {lost} by the side to move; {held} held out"))?;
        }
        Ok(Code::Fine)
    }

    fn shuffle(&self, output: &mut Output) -> Result<Code, Failure> {
        let problem = || Problem::new("the shuffled positions have no file", "--save FILE");
        let to = self.args.save.as_ref().ok_or_else(problem)?;
        let files = self.files(u32::MAX)?;
        let count = data::shuffle(&files, &self.learner.layout(), self.args.seed, to).map_err(sentence)?;
        if output.json {
            output.event("shuffled", &json!({ "positions": count, "file": to.display().to_string() }))?;
        } else {
            output.line(&format!("Written: {}, {} positions", to.display(), grouped(count as u64)))?;
        }
        Ok(Code::Fine)
    }
}
