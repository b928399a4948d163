//! `rootward tune backgammon --network`: generations of networks, each taught what the one before finds a ply deeper.

use std::fs;

use rootward_session::{NodeMeter, Problem, StopFlag};
use rootward_studies::backgammon::{
    Generating, GenerationSettings, Network, Precision, Rate, Sizes, TrainSettings, TrainingSettings, generate,
    read_network, train,
};
use serde_json::json;

use crate::failure::{Code, Failure};
use crate::interrupt::{stop_on_interrupt, tell_stopped};
use crate::numbers::grouped;
use crate::output::{Output, STRONG, styled};
use crate::progress::Progress;
use crate::target;
use crate::tune::Args;
use crate::tune_learn::{Step, Teacher};

/// The samples of a generation.
const SAMPLES: usize = 1_000_000;

/// The games by temporal differences that teach the first teacher where nothing is known.
const FIRST_GAMES: u64 = 20_000;

/// Its learning rate.
const FIRST_RATE: Rate = Rate { first: 0.05, last: 0.005 };

/// Makes the generations.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let of = &args.teach;
    if of.step != Step::All || args.at.position.is_some() || args.nodes.is_some() || args.opinion.is_some() {
        let problem = "backgammon's network takes neither a position nor --step, --nodes or --opinion";
        return Err(Problem::new(problem, "--samples, --generations, --hidden, --epochs, --threads, --seed").into());
    }
    if of.hidden > Sizes::MOST {
        let problem = format!("backgammon's network has no hidden layer of {}", of.hidden);
        return Err(Problem::new(problem, format!("a multiple of 64 up to {}", Sizes::MOST)).into());
    }
    fs::create_dir_all(&of.data).map_err(|error| {
        let problem = format!("the folder '{}' cannot be made: {error}", of.data.display());
        Problem::new(problem, "a folder that can be written to")
    })?;
    args.replace.check(args.save.as_deref())?;
    let how = format!("What is done is kept in {}; the same command goes on from there.", of.data.display());
    let stop = stop_on_interrupt(&how);
    let sizes = Sizes { contact: of.hidden, ..Sizes::default() };
    let Some(first) = first(args, sizes, &stop)? else { return tell_stopped(&how, output) };
    let usual = TrainingSettings { epochs: of.epochs as u32, seed: args.seed, ..TrainingSettings::default() };
    let settings = GenerationSettings {
        data: of.data.clone(),
        generations: of.generations,
        samples: args.samples.unwrap_or(SAMPLES),
        sizes,
        training: TrainingSettings { rate: args.rate.unwrap_or(usual.rate), ..usual },
        first,
        threads: of.threads,
        stop: stop.clone(),
    };
    let progress = Progress::start("playing games", &NodeMeter::default());
    let mut written = Ok(());
    let generated = generate(&settings, &mut |state| {
        progress.label(&label(state, settings.samples, settings.training.epochs));
        if let Generating::Epoch { .. } = state {
            written = if output.json { output.event("epoch", state) } else { tell(state, output) };
        }
        if written.is_err() {
            stop.raise();
        }
    });
    drop(progress);
    written?;
    let generated = generated?;
    if generated.stopped {
        return tell_stopped(&how, output);
    }
    let (network, generations) = (&generated.network, of.generations);
    if output.json {
        output.event("taught", &json!({ "generations": generations, "games": network.games() }))?;
    } else {
        let games = grouped(network.games());
        output.line(&styled(STRONG, &format!("backgammon: generation {generations}, taught by {games} games")))?;
    }
    if let Some(path) = &args.save {
        target::write(path, &network.write(Precision::Packed), output)?;
    }
    Ok(Code::Fine)
}

/// The network that plays the first games; none if it was stopped.
fn first(args: &Args, sizes: Sizes, stop: &StopFlag) -> Result<Option<Network>, Failure> {
    if let Some(path) = &args.teach.start {
        return Ok(Some(read_network(path)?));
    }
    if args.teach.teacher == Teacher::Linear {
        return Ok(Some(Network::shipped().clone()));
    }
    let path = args.teach.data.join("generation-0.network");
    let (seed, rate, games) = (args.seed, FIRST_RATE, args.games.map_or(FIRST_GAMES, |games| games as u64));
    let settings = TrainSettings { games, seed, sizes, rate, out: Some(path.clone()), stop: stop.clone() };
    let progress = Progress::start("playing games", &NodeMeter::default());
    let trained = train(&settings, &mut |state| {
        if state.games.is_multiple_of(100) {
            progress.label(&format!("generation 0: {} of {} games", grouped(state.games), grouped(state.total)));
        }
    })?;
    Ok(if trained.stopped { None } else { Some(read_network(&path)?) })
}

fn label(state: &Generating, samples_of: usize, epochs: u32) -> String {
    match *state {
        Generating::Games { generation, samples, elapsed_ms } => {
            let speed = samples as f64 / (elapsed_ms / 1e3).max(1e-3);
            let (samples, of) = (grouped(samples as u64), grouped(samples_of as u64));
            format!("generation {generation}: {samples} of {of} positions, {speed:.0}/s")
        }
        Generating::Training { generation, epoch, samples, of } => {
            format!("generation {generation}: epoch {epoch} of {epochs}, {} %", 100 * samples / of.max(1))
        }
        Generating::Epoch { generation, epoch, .. } => format!("generation {generation}: epoch {epoch} of {epochs}"),
    }
}

fn tell(state: &Generating, output: &mut Output) -> Result<(), Failure> {
    let Generating::Epoch { generation, epoch, contact, race } = state else { return Ok(()) };
    let text = format!(
        "generation {generation}, epoch {epoch}: held out, loss {:.5} and equity error {:.4} with contact, {:.5} and {:.4} in races",
        contact.loss, contact.equity_error, race.loss, race.equity_error
    );
    Ok(output.line(&text)?)
}
