//! `rootward suite`: chess positions with known answers, from an EPD file.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Duration;

use clap::Args as ClapArgs;
use rootward_session::{Ask, Limits, NodeMeter, Problem, Techniques, parse_memory, parse_within, techniques_for};
use rootward_studies::{Suite, SuiteRow, SuiteSummary};
use serde::Serialize;

use crate::failure::{Code, Failure};
use crate::interrupt::{code_after, stop_on_interrupt};
use crate::numbers::{grouped, speed, time};
use crate::options::{EngineArgs, LimitArgs, parse_depth};
use crate::output::{FAINT, GUESSED, Output, PROVEN, STRONG, styled};
use crate::progress::Progress;
use crate::source;

const HELP: &str = "\
A line of the file is a position and what is known of it:
  bm Qg6;                        the best move, or several
  am Qxb3;                       moves to be avoided
  bm #3;  dm 3;                  a mate in three moves, to be proven (bm #-3: the side to move is mated)
  c0 \"f5=10, Be5+=2\";            moves with grades, as in the Strategic Test Suite; else a comment
Every position is searched with an empty table. Without --depth, --nodes and --time each search ends after 1 s.
With --nodes and one thread, every run gives the same answers.

  rootward suite chess wac.epd --nodes 200k
  rootward suite chess mates2000.epd --nodes 1M --limit 100 --json";

/// The options of `suite`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The game: chess or chess:960
    game: String,
    /// The EPD file, or - for stdin
    file: String,
    /// Plies at most for each position
    #[arg(long, value_parser = parse_depth)]
    depth: Option<u32>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Memory for the table of positions, such as 64M or 1G
    #[arg(long, default_value = "64M", value_parser = parse_memory)]
    memory: usize,
    /// Techniques: a preset (all, if there is none) and changes to it
    #[arg(long, value_name = "SETTING", allow_hyphen_values = true)]
    techniques: Option<String>,
    /// The evaluation: network (the default), linear, or a file that 'tune --network' wrote
    #[arg(long, value_name = "EVALUATION")]
    evaluation: Option<String>,
    /// Search only the first COUNT positions
    #[arg(long, value_name = "COUNT", value_parser = parse_most)]
    limit: Option<usize>,
    /// A line for each position, even if stdout is not a terminal
    #[arg(long)]
    verbose: bool,
}

fn parse_most(text: &str) -> Result<usize, Problem> {
    parse_within(text, "number of positions", 1, u32::MAX).map(|most| most as usize)
}

#[derive(Serialize)]
struct SummaryOutput<'a> {
    file: &'a str,
    #[serde(flatten)]
    summary: &'a SuiteSummary,
}

/// Searches the positions.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let techniques = techniques_for(&args.game, args.techniques.as_deref())?;
    let text = source::text(Path::new(&args.file), "suite")?;
    let in_file = |problem: Problem| problem.within(format!("file '{}'", args.file));
    let mut suite = Suite::read(&args.game, &text).map_err(in_file)?;
    if let Some(evaluation) = &args.evaluation {
        suite.set_evaluation(evaluation);
    }
    suite.truncate(args.limit.unwrap_or(usize::MAX));
    let flag = stop_on_interrupt(HOW);
    let meter = NodeMeter::default();
    let mut ask = args.ask(techniques);
    ask.limits.stop = Some(flag.clone());
    ask.limits.meter = Some(meter.clone());
    let progress = Progress::start("searching", &meter);
    let verbose = args.verbose || io::stdout().is_terminal();
    let (mut done, mut solved, mut last_line, mut written) = (0, 0, 0, Ok(()));
    let summary = suite.run(&ask, &mut |row| {
        done += 1;
        last_line = row.line;
        solved += usize::from(row.solved);
        progress.label(&format!("searched {done} of {}, solved {solved}", suite.len()));
        let _hush = progress.hush();
        if written.is_ok() && (verbose || output.json) {
            written = tell_row(row, output);
        }
        // The reader has closed the output, so there is no use in searching on.
        if written.is_err() {
            flag.raise();
        }
    })?;
    drop(progress);
    written?;
    tell(&args.file, &summary, output)?;
    let how = match args.file.as_str() {
        "-" => format!("Positions up to line {last_line} were searched; go on with the next."),
        file => format!("To go on: tail -n +{} {file} | rootward suite {} -", last_line + 1, args.game),
    };
    code_after(&flag, &how, output)
}

/// How to go on after Ctrl-C, as long as nothing is known.
const HOW: &str = "The same command starts again.";

impl Args {
    fn ask(&self, techniques: Techniques) -> Ask {
        let limits = Limits { depth: self.depth, ..self.limits.limits() };
        let unlimited = limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none();
        let time = if unlimited { Some(Duration::from_secs(1)) } else { limits.time };
        let limits = Limits { time, ..limits };
        Ask { limits, threads: self.engine.threads, techniques, memory: self.memory, ..Ask::default() }
    }
}

fn tell_row(row: &SuiteRow, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        return output.event("position", row);
    }
    let verdict = if row.solved { styled(PROVEN, "solved") } else { styled(GUESSED, "missed") };
    let points = match (row.points, row.possible) {
        (Some(points), Some(possible)) => format!("  {points} of {possible}"),
        _ => String::new(),
    };
    let best = row.best.as_deref().unwrap_or("no move");
    let cost = format!("{} nodes, {}", grouped(row.nodes), time(row.elapsed_ms));
    output.line(&format!(
        "{:<28} {verdict}{points}  {best:<7} {:<14} wanted {:<14} {}",
        row.name(),
        row.score.to_string(),
        row.wanted,
        styled(FAINT, &cost)
    ))?;
    Ok(output.flush()?)
}

fn tell(file: &str, summary: &SuiteSummary, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        return output.event("summary", &SummaryOutput { file, summary });
    }
    output.line(&format!("{file}: {}", styled(STRONG, &summary.sentence())))?;
    let (nodes, ms) = (summary.nodes, summary.elapsed_ms);
    Ok(output.line(&styled(FAINT, &format!("{} nodes, {}, {}", grouped(nodes), time(ms), speed(nodes, ms))))?)
}
