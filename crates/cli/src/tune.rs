//! `rootward tune`: fits the weights of an evaluation to positions with a proven value, or to the engine's own games.

use std::path::PathBuf;
use std::sync::mpsc::Sender;

use clap::Args as ClapArgs;
use rootward_session::{NodeMeter, Problem, Session, StopFlag, find_game, parse_count, parse_within};
use rootward_studies::tune::{
    GameSettings, Method, Quality, Sample, SampleSettings, Tuned, TunedGroup, collect_games, collect_samples,
    read_games, read_samples, tune,
};

use crate::columns::aligned;
use crate::failure::{Code, Failure};
use crate::interrupt::{stop_on_interrupt, tell_stopped, until_stopped};
use crate::numbers::grouped;
use crate::options::GameArgs;
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::Progress;
use crate::target::ReplaceArgs;
use crate::{source, target, tune_generations, tune_learn, tune_network};

const HELP: &str = "\
Positions are reached by random play from the start (or from POSITION) and solved by the engine, or read from a file \
with a position on each line, then its result for the side to move (win, draw, loss, or a number whose sign says so); \
those without a result are solved. What is fitted is the chance of a win by logistic regression; every fifth position \
is held out, and the table says how well the results of those are foretold before and after.

A game that is too large to be solved, such as chess, is fitted to quiet positions of games that the engine plays \
against itself after a few random moves: to how they ended, and to what the search thought of them. The old weights are \
held on to where little is seen, and every fifth game is held out.

Backgammon is judged by a small network instead of weights. It learns by temporal differences from --games games against itself: each position is taught what the next one says. With --linear, the weights of the linear evaluation are fitted to what the network says of positions in --games games. With --network, generations of networks learn what the one before finds a ply deeper \
(docs/backgammon-strength.md).

Examples:
  rootward tune connect-four --samples 5000 --out solved.txt
  rootward tune connect-four --positions solved.txt
  rootward tune mnk:5,5,4 --json
  rootward tune chess --samples 100k --out games.txt --keep 'lone king' --save weights.txt
  rootward tune chess --network --data learned --samples 1M --threads 2 --save chess.network
  rootward tune backgammon --games 200k --out learned.network --save packed.network
  rootward tune backgammon --network --data learned --samples 1M --generations 3 --threads 2 --save backgammon.network

With --network, a network is taught instead (docs/learning.md): --samples positions of games with --nodes nodes a move, then a training; \
everything is kept in the folder --data, and the same command goes on after a kill.

With --out, each solved position or game is on file at once: after a kill the same command goes on where it was. The line \
of weights at the end, or the file that --save writes, is what analyze, compare, play and study take as --weights.";

/// The options of `tune`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    pub at: GameArgs,
    /// A file of positions, each with its result, or - for stdin
    #[arg(long, value_name = "FILE", conflicts_with_all = ["samples", "seed", "nodes", "quiet", "out"])]
    positions: Option<PathBuf>,
    /// How many positions to collect [default: 2000 that are solved, or 100k from games]
    #[arg(long, value_parser = parse_samples)]
    pub samples: Option<usize>,
    /// The seed of random positions: the same seed gives the same ones
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Leave out positions that take more nodes to solve; in games, nodes for a move [default: 50k, or 2k a move, 1k with --network]
    #[arg(long, value_parser = parse_count)]
    pub nodes: Option<u64>,
    /// Leave out positions that end by force within QUIET plies; 0 keeps them
    #[arg(long, default_value = "2", value_parser = parse_quiet)]
    quiet: u32,
    /// Keep the solved positions or games, or what the network learned, in a file, and go on with what it holds
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The weights to begin and to compare with, instead of the game's own: name=number,… or a file of them
    #[arg(long, value_name = "WEIGHTS", value_parser = source::weights)]
    weights: Option<String>,
    /// Games of another file that tune wrote, to be fitted to as well; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    add: Vec<PathBuf>,
    /// In games: how much of the target is the search's value, in percent; the rest is the result
    /// [default: 90, or 95 with --network]
    #[arg(long, value_parser = parse_percent)]
    pub opinion: Option<u32>,
    /// In games: keep close to the old weights, as if PRIOR positions supported each
    #[arg(long, default_value = "500", value_parser = parse_prior)]
    prior: u32,
    /// In games: a group or feature whose weights stay as they are, such as 'lone king'; may be given several times
    #[arg(long, value_name = "NAME")]
    keep: Vec<String>,
    /// Write the new weights to a file
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    #[command(flatten)]
    pub replace: ReplaceArgs,
    /// Backgammon: how many games teach the network, those in the file included [default: 200k, or 2000 with --linear]
    #[arg(long, value_parser = parse_samples)]
    pub games: Option<usize>,
    /// Backgammon: fit the linear evaluation to the network instead
    #[arg(long)]
    pub linear: bool,
    /// Backgammon: the size of the first and of the last steps, FIRST,LAST [default: 0.03,0.001, or 0.01,0.00001 with --network]
    #[arg(long, value_name = "RATE", value_parser = tune_network::parse_rate)]
    pub rate: Option<rootward_studies::backgammon::Rate>,
    #[command(flatten)]
    pub teach: tune_learn::NetworkArgs,
}

/// The default share of the search's value in the target, in percent.
const OPINION: u32 = 90;

fn parse_samples(text: &str) -> Result<usize, Problem> {
    let samples = parse_count(text)?;
    parse_within(&samples.to_string(), "number of samples", 1, 1_000_000_000).map(|samples| samples as usize)
}

fn parse_percent(text: &str) -> Result<u32, Problem> {
    parse_within(text, "percentage", 0, 100)
}

fn parse_prior(text: &str) -> Result<u32, Problem> {
    parse_within(text, "number of positions", 0, 1_000_000)
}

fn parse_quiet(text: &str) -> Result<u32, Problem> {
    parse_within(text, "number of plies", 0, 20)
}

/// Fits the weights.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let has_network = find_game(&args.at.game)?.has_network && !args.at.game.contains(':');
    if args.teach.network {
        return if has_network { tune_generations::run(args, output) } else { tune_learn::run(args, output) };
    }
    if has_network {
        return tune_network::run(args, output);
    }
    if args.linear || args.games.is_some() {
        return Err(Problem::new("--games and --linear are for backgammon", "--samples, or the game backgammon").into());
    }
    args.replace.check(args.save.as_deref())?;
    target::check_growing(args.out.as_deref())?;
    let how = how_to_go_on(args);
    let flag = stop_on_interrupt(&how);
    let mut session = args.at.open()?;
    // Called even without new weights, so that a game without weights is refused at once.
    session.set_weights(args.weights.as_deref().unwrap_or_default())?;
    let samples = samples(args, session.as_mut(), &flag)?;
    let count = grouped(samples.len() as u64);
    let stopped = |output: &mut Output| tell_stopped(&format!("{count} positions were collected. {how}"), output);
    if flag.is_raised() {
        return stopped(output);
    }
    let progress = Progress::start("fitting", &NodeMeter::default());
    let (game, features, method) = (session.view().game, session.features(), method(args)?);
    let fitted = until_stopped(&flag, move |sender: &Sender<Result<Tuned, Problem>>| {
        let _ = sender.send(tune(&game, &features, &samples, method));
    });
    let Some(tuned) = fitted.last() else { return stopped(output) };
    drop(progress);
    let tuned = tuned?;
    if output.json {
        output.object(&tuned)?;
    } else {
        tell(&tuned, session.side_names()[0], output)?;
    }
    if let Some(path) = &args.save {
        target::write(path, tuned.file().as_bytes(), output)?;
    }
    Ok(Code::Fine)
}

fn how_to_go_on(args: &Args) -> String {
    match &args.out {
        _ if args.positions.is_some() => "The same command starts again.".to_owned(),
        Some(path) => format!("They are kept in {}; the same command goes on from there.", path.display()),
        None => "They are kept only with --out FILE; the same command starts again.".to_owned(),
    }
}

/// Whether the weights are fitted to games that the engine plays.
fn is_played(args: &Args) -> Result<bool, Problem> {
    Ok(args.positions.is_none() && find_game(&args.at.game)?.is_large)
}

fn method(args: &Args) -> Result<Method, Problem> {
    if find_game(&args.at.game)?.is_large {
        let (prior, opinion) = (Some(f64::from(args.prior)), f64::from(args.opinion.unwrap_or(OPINION)) / 100.0);
        Ok(Method { prior, opinion, keep: args.keep.clone(), ..Method::GAMES })
    } else {
        Ok(Method::SOLVED)
    }
}

/// The positions; fewer if the user ended it.
fn samples(args: &Args, session: &mut dyn Session, flag: &StopFlag) -> Result<Vec<Sample>, Failure> {
    let played = is_played(args)?;
    let progress = Progress::start(if played { "playing games" } else { "solving positions" }, &NodeMeter::default());
    let seed = args.seed;
    Ok(if let Some(path) = &args.positions {
        let each = &mut |count: usize| progress.label(&format!("{} positions read", grouped(count as u64)));
        read_samples(session, path, flag, each)?
    } else if played {
        let usual = GameSettings::default();
        let samples = args.samples.unwrap_or(usual.samples);
        let settings = GameSettings { samples, seed, nodes: args.nodes.unwrap_or(usual.nodes), stop: flag.clone() };
        let of = grouped(samples as u64);
        let each = &mut |games: usize, count: usize| {
            let (games, count) = (grouped(games as u64), grouped(count as u64));
            progress.label(&format!("{games} games, {count} of {of} positions"));
        };
        let mut samples = args.replace.in_place(|| collect_games(session, &settings, args.out.as_deref(), each))?;
        for (number, path) in (1..).zip(&args.add) {
            progress.label(&format!("reading {}", path.display()));
            read_games(session, &source::file(path, "games")?, number, &mut samples)?;
        }
        samples
    } else {
        let usual = SampleSettings::default();
        let (samples, nodes) = (args.samples.unwrap_or(usual.samples), args.nodes.unwrap_or(usual.nodes));
        let settings = SampleSettings { samples, seed, nodes, quiet: args.quiet, stop: flag.clone() };
        let of = grouped(samples as u64);
        let each = &mut |count: usize| progress.label(&format!("{} of {of} positions solved", grouped(count as u64)));
        args.replace.in_place(|| collect_samples(session, &settings, args.out.as_deref(), each))?.samples
    })
}

/// The maximum number of terms listed one by one; more are summed by group.
const LISTED: usize = 40;

fn tell(tuned: &Tuned, first_side: &str, output: &mut Output) -> Result<(), Failure> {
    let number = |count: usize| grouped(count as u64);
    let [wins, draws, losses] = tuned.results.map(number);
    let (all, held) = (number(tuned.positions), number(tuned.held_out));
    let positions = match tuned.games {
        Some(games) => format!("positions of {} games", number(games)),
        None => "solved positions".to_owned(),
    };
    output.line(&styled(STRONG, &format!("{}: {all} {positions}, {held} of them held out", tuned.game)))?;
    output.line(&format!("Won by {first_side} {wins}, drawn {draws}, lost {losses}"))?;
    output.line("")?;
    let is_long = tuned.features.len() > LISTED;
    if is_long {
        table(output, &["group", "terms", "changed by", "±", "share"], &groups(tuned))?;
    } else {
        table(output, &["feature", "old", "new", "±", "share", "meaning"], &weights(tuned))?;
    }
    output.line("")?;
    let forecasts = [
        ("no evaluation", tuned.forecasts.none),
        ("old weights", tuned.forecasts.old),
        ("new weights", tuned.forecasts.new),
    ];
    table(output, &["held-out positions", "log-loss", "winner named"], &forecasts.map(forecast))?;
    if !is_long {
        output.line("")?;
        output.line(&format!("--weights {}", tuned.weights))?;
    }
    Ok(())
}

fn groups(tuned: &Tuned) -> Vec<Vec<String>> {
    let row = |group: &TunedGroup| {
        let share = format!("{:.1} %", group.share * 100.0);
        let (change, error) = (format!("{:.1}", group.change), format!("{:.1}", group.error));
        vec![group.name.to_owned(), group.terms.to_string(), change, error, share]
    };
    tuned.groups().iter().map(row).collect()
}

fn table(output: &mut Output, head: &[&str], rows: &[Vec<String>]) -> Result<(), Failure> {
    let head = head.iter().map(|&text| text.to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows.iter().cloned()).collect();
    for (place, line) in aligned(&rows).iter().enumerate() {
        output.line(&if place == 0 { styled(FAINT, line) } else { line.clone() })?;
    }
    Ok(())
}

fn weights(tuned: &Tuned) -> Vec<Vec<String>> {
    let row = |feature: &rootward_studies::tune::TunedFeature| {
        let error = feature.error.map_or("–".to_owned(), |error| format!("{error:.1}"));
        let share = format!("{:.0} %", feature.share * 100.0);
        let (old, new) = (feature.old.to_string(), feature.new.to_string());
        vec![feature.name.to_owned(), old, new, error, share, feature.meaning.to_owned()]
    };
    tuned.features.iter().map(row).collect()
}

fn forecast((name, quality): (&str, Quality)) -> Vec<String> {
    vec![name.to_owned(), format!("{:.4}", quality.log_loss), format!("{:.1} %", quality.accuracy * 100.0)]
}
