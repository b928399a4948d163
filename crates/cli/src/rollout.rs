//! `rootward rollout`: a backgammon position played out many times.

use clap::Args as ClapArgs;
use rootward_session::{NodeMeter, Problem, parse_count, parse_within};
use rootward_studies::backgammon::{RolledOut, RolloutAsk, RolloutReport, roll_out};

use crate::columns::aligned;
use crate::events::GamesDone;
use crate::failure::{Code, Failure};
use crate::interrupt::{stop_on_interrupt, tell_stopped};
use crate::numbers::{grouped, time};
use crate::options::{GameArgs, parse_threads};
use crate::output::{FAINT, GUESSED, Output, STRONG, styled};
use crate::progress::{Progress, ProgressEvents};

const HELP: &str = "\
The network plays both sides, and the mean of the results is an estimate of the position's equity: the points that the side on roll
wins on average. Luck is taken out of each result: what every roll brought, beside the mean of all rolls. That leaves the
mean as it is and makes its error a fraction of what it were. Where the dice are thrown, the best plays are rolled out with the same
dice, and compared.

Examples:
  rootward rollout backgammon --games 144
  rootward rollout backgammon 4HPwATDgc/ABMA --plies 10 --threads 2 --json";

/// The options of `rollout`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    at: GameArgs,
    /// How many games, for each play if the dice are thrown; best a multiple of 36, since each first throw is then as frequent
    #[arg(long, default_value = "360", value_parser = parse_games)]
    games: u64,
    /// The seed of the dice: the same seed gives the same result
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Take the network's estimate as the result after PLIES plies; otherwise games are played until both sides bear off
    #[arg(long, value_parser = parse_plies)]
    plies: Option<u32>,
    /// How many plays to roll out, where the dice are thrown
    #[arg(long, value_name = "N", default_value = "3", value_parser = parse_candidates)]
    candidates: u32,
    /// Threads; the result does not depend on their number [default: all there are]
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
}

fn parse_games(text: &str) -> Result<u64, Problem> {
    let games = parse_count(text)?;
    parse_within(&games.to_string(), "number of games", 1, 10_000_000).map(u64::from)
}

fn parse_plies(text: &str) -> Result<u32, Problem> {
    parse_within(text, "number of plies", 0, 10_000)
}

fn parse_candidates(text: &str) -> Result<u32, Problem> {
    parse_within(text, "number of plays", 1, 1000)
}

/// How to go on after Ctrl-C.
const HOW: &str = "The same command starts again; the games with another --seed are others.";

/// Rolls a position out.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    let stop = stop_on_interrupt(HOW);
    let ask = RolloutAsk {
        games: args.games,
        seed: args.seed,
        plies: args.plies,
        candidates: args.candidates as usize,
        threads: args.threads.unwrap_or_else(all),
        stop: stop.clone(),
    };
    let position = args.at.position()?;
    let progress = Progress::start("playing", &NodeMeter::default());
    let mut events = ProgressEvents::new(output, &stop);
    let report = roll_out(&args.at.game, position.as_deref(), &ask, &mut |games, total| {
        progress.label(&format!("{} of {} games", grouped(games), grouped(total)));
        events.progress(&GamesDone { games, total });
    });
    drop(progress);
    events.finish()?;
    let report = report?;
    if output.json {
        output.event("rollout", &report)?;
    } else {
        tell(&report, output)?;
    }
    if report.stopped { tell_stopped(HOW, output) } else { Ok(Code::Fine) }
}

fn tell(report: &RolloutReport, output: &mut Output) -> Result<(), Failure> {
    let Some(best) = report.results.first() else { return Ok(output.line("No game was over yet.")?) };
    let sentence = match &best.mv {
        Some(mv) => format!("{mv}: equity {}", equity(best.equity, best.error)),
        None => format!("Equity {} for {}, who is on roll", equity(best.equity, best.error), report.side_name),
    };
    output.line(&styled(STRONG, &sentence))?;
    output.line("")?;
    let head = ["play", "equity", "±", "wins", "gammons", "bg", "loses g", "bg", "network", "plain ±"];
    let rows: Vec<Vec<String>> =
        std::iter::once(head.map(str::to_owned).to_vec()).chain(report.results.iter().map(row)).collect();
    for (place, line) in aligned(&rows).iter().enumerate() {
        output.line(&styled(if place == 0 { FAINT } else { GUESSED }, line))?;
    }
    output.line("")?;
    let cost = format!(
        "{} games each, {:.1} plies on average, seed {}, {}; an estimate, ± is one standard error",
        grouped(best.games),
        best.plies,
        report.seed,
        time(report.elapsed_ms)
    );
    output.line(&styled(FAINT, &cost))?;
    Ok(())
}

fn equity(mean: f64, error: f64) -> String {
    format!("{mean:+.4} ± {error:.4}")
}

fn row(result: &RolledOut) -> Vec<String> {
    let percent = |chance: f64| format!("{:.1} %", chance * 100.0);
    vec![
        result.mv.clone().unwrap_or_else(|| "–".to_owned()),
        format!("{:+.4}", result.equity),
        format!("{:.4}", result.error),
        percent(result.win),
        percent(result.gammon),
        percent(result.backgammon),
        percent(result.lost_gammon),
        percent(result.lost_backgammon),
        format!("{:+.4}", result.network),
        format!("{:.4}", result.plain.1),
    ]
}
