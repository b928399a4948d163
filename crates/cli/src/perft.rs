//! `rootward perft`: counts lines of play, the test of move generation.

use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::Instant;

use clap::Args as ClapArgs;
use rootward_session::{Division, NodeMeter, Problem, Session, StopFlag, chess_of, millis, open, parse_count};
use rootward_studies::{PerftCase, read_perft_suite};
use serde::Serialize;

use crate::failure::{Code, Failure, complain};
use crate::interrupt::{code_after, stop_on_interrupt, tell_stopped, until_stopped};
use crate::numbers::{grouped, speed, time};
use crate::options::parse_depth;
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::Progress;
use crate::source;

/// The options of `perft`.
#[derive(ClapArgs)]
#[command(override_usage = "rootward perft [OPTIONS] <GAME> [POSITION] <DEPTH>\n       rootward perft chess --from <FILE>", after_help = HELP)]
pub struct Args {
    /// The game: NAME[:VARIANT]
    game: String,
    /// The position, if it is not the start (- for stdin), and how many plies
    #[arg(required_unless_present_any = ["depth", "from"], num_args = 0..=2, value_name = "POSITION DEPTH")]
    what: Vec<String>,
    /// How many plies, in place of the last word
    #[arg(long, value_parser = parse_depth)]
    depth: Option<u32>,
    /// Count by first move
    #[arg(long)]
    divide: bool,
    /// Check the counts of a file of chess positions, or - for stdin
    #[arg(long, value_name = "FILE", conflicts_with_all = ["what", "depth", "divide"])]
    from: Option<String>,
    /// With --from: leave out counts of more lines
    #[arg(long, value_name = "COUNT", value_parser = parse_count, requires = "from")]
    most: Option<u64>,
}

const HELP: &str = "\
  rootward perft connect-four 8
  rootward perft chess --depth 5 --divide
  rootward perft chess 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -' 4
  rootward perft chess --from perftsuite.epd --most 10M

A file has lines such as FEN ;D1 20 ;D2 400, or epd FEN and below it perft 1 20. If a count differs, the exit code is 1.";

#[derive(Serialize)]
struct Count<'a> {
    game: &'a str,
    position: &'a str,
    depth: u32,
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a [Division]>,
    /// Ctrl-C ended it: only the listed moves are counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stopped: bool,
    elapsed_ms: f64,
}

/// Counts lines.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    if let Some(file) = &args.from {
        return check(args, file, output);
    }
    let (position, depth) = match (args.what.as_slice(), args.depth) {
        ([], Some(depth)) => (None, depth),
        ([position], Some(depth)) => (Some(position.as_str()), depth),
        ([depth], None) => (None, parse_depth(depth)?),
        ([position, depth], None) => (Some(position.as_str()), parse_depth(depth)?),
        _ => return Err(Problem::new("the depth is given twice", "it once, as --depth or as the last word").into()),
    };
    let position = source::position(&args.game, position)?;
    let session = open(&args.game, position.as_deref())?;
    let stop = stop_on_interrupt(HOW);
    let view = session.view();
    let start = Instant::now();
    let progress = Progress::start("counting", &NodeMeter::default());
    let mut divisions = Vec::new();
    for division in counts(session, depth, &stop) {
        divisions.push(division);
        let (done, all) = (divisions.len(), view.moves.len());
        progress.label(&format!("counted {done} of {all} moves, last {}", divisions[done - 1].mv));
    }
    drop(progress);
    let elapsed_ms = millis(start.elapsed());
    let lines = divisions.iter().map(|division| division.lines).sum();
    let stopped = stop.is_raised();
    // The lines of some moves are no answer without the moves.
    let divide = args.divide || stopped;
    if output.json {
        let moves = divide.then_some(divisions.as_slice());
        let (game, position) = (&view.game, &view.position);
        output.object(&Count { game, position, depth, count: lines, moves, stopped, elapsed_ms })?;
        return code_after(&stop, HOW, output);
    }
    for division in divisions.iter().filter(|_| divide) {
        output.line(&format!("{:<6} {:>15}", division.mv, grouped(division.lines)))?;
    }
    let of = if stopped { format!(" after {} of {} moves", divisions.len(), view.moves.len()) } else { String::new() };
    output.line(&format!("{} lines of {depth} plies{of}", styled(STRONG, &grouped(lines))))?;
    output.line(&styled(FAINT, &format!("{}, {}", time(elapsed_ms), speed(lines, elapsed_ms))))?;
    code_after(&stop, HOW, output)
}

/// How to go on after Ctrl-C.
const HOW: &str = "The same command starts again; a move that is missing can be counted by itself, one ply less deep.";

/// The counts of the first moves as they come, until Ctrl-C. Counting is too quick to look for it by itself.
fn counts(session: Box<dyn Session>, depth: u32, stop: &StopFlag) -> impl Iterator<Item = Division> {
    until_stopped(stop, move |sender: &Sender<Division>| {
        session.divide(depth, &mut |division| sender.send(division.clone()).unwrap_or_default());
    })
}

#[derive(Serialize)]
struct Checked<'a> {
    #[serde(flatten)]
    case: &'a PerftCase,
    found: u64,
    agrees: bool,
    elapsed_ms: f64,
}

/// Checks the counts in a file.
fn check(args: &Args, file: &str, output: &mut Output) -> Result<Code, Failure> {
    if chess_of(&args.game)?.is_none() {
        return Err(
            Problem::new(format!("there are no files of counts for {}", args.game), "chess or chess:960").into()
        );
    }
    let in_file = |problem: Problem| problem.within(format!("file '{file}'"));
    let cases = read_perft_suite(&source::text(Path::new(file), "list of counts")?).map_err(in_file)?;
    let stop = stop_on_interrupt(HOW);
    let most = args.most.unwrap_or(u64::MAX);
    let start = Instant::now();
    let progress = Progress::start("counting", &NodeMeter::default());
    let (mut counted, mut lines, mut wrong) = (0, 0, 0);
    for case in cases.iter().filter(|case| case.lines <= most) {
        progress.label(&format!("counting line {} of {file} to depth {}", case.line, case.depth));
        let session = open(&args.game, Some(&case.position)).map_err(in_file)?;
        let begun = Instant::now();
        let found = counts(session, case.depth, &stop).map(|division| division.lines).sum();
        if stop.is_raised() {
            break;
        }
        counted += 1;
        lines += found;
        let agrees = found == case.lines;
        wrong += usize::from(!agrees);
        let _hush = progress.hush();
        if output.json {
            output.object(&Checked { case, found, agrees, elapsed_ms: millis(begun.elapsed()) })?;
        } else if !agrees {
            let says = format!("{} lines of {} plies from {}", grouped(found), case.depth, case.position);
            complain(&format!("file '{file}': line {}: {says}; expected {}", case.line, grouped(case.lines)));
        }
    }
    drop(progress);
    let elapsed = millis(start.elapsed());
    if !output.json {
        let left_out = cases.iter().filter(|case| case.lines > most).count();
        let left_out = if left_out > 0 { format!(", {left_out} left out as too large") } else { String::new() };
        output.line(&format!(
            "{file}: {} of {counted} counts agree{left_out}",
            styled(STRONG, &(counted - wrong).to_string())
        ))?;
        let cost = format!("{} lines, {}, {}", grouped(lines), time(elapsed), speed(lines, elapsed));
        output.line(&styled(FAINT, &cost))?;
    }
    if stop.is_raised() {
        let next = cases.iter().filter(|case| case.lines <= most).nth(counted).map_or(0, |case| case.line);
        return tell_stopped(&format!("Line {next} of {file} was not counted to its end: go on with it."), output);
    }
    Ok(if wrong == 0 { Code::Fine } else { Code::Failed })
}
