//! `rootward solve`: proven values of one position or of a file of positions.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::time::Duration;

use clap::Args as ClapArgs;
use rootward_session::{
    Kind, Limits, MoveValue, NodeMeter, Problem, Session, Solution, SolveAsk, StopFlag, View, find_game, open,
    parse_memory,
};
use serde::Serialize;

use crate::analyze::head;
use crate::book::BookArgs;
use crate::failure::{Code, Failure};
use crate::interrupt::{code_after, stop_on_interrupt, tell_stopped};
use crate::line::numbered;
use crate::numbers::{grouped, speed, time};
use crate::options::{EngineArgs, GameArgs, LimitArgs};
use crate::output::{FAINT, Output, PROVEN, STRONG, styled};
use crate::progress::Progress;

const HELP: &str = "\
In games whose positions can come again (chess) no line need end: the search goes depth by depth until a mate or a draw is
proven, and without --time and --nodes it ends after 10 s. What is called proven is proven; the report says how far the search looked.

Games of chance (pig, 2048:3x3) are solved by a table of all positions that can be reached, whose size --memory limits: the value is \
a probability or a mean with its proven error. Where a limit strikes, the bounds proven so far are given.

With --from, every line holds a position (its first word; for a tree the whole line; FEN for chess), blank lines and lines that \
start with # are skipped, and one JSON object a line comes out, in order. A line that cannot be read gives an \
object with the error, the rest goes on, and the exit code is 2 at the end.

Ctrl-C ends the search and prints what is known, labelled as such. The exit code is 1 if a position was not solved, with --from if \
any was not.";

/// How to go on after Ctrl-C.
const HOW: &str = "The same command starts again; --time and --nodes say where it ends by itself.";

/// The default time for a position of a game that may go on forever.
const USUAL_TIME: Duration = Duration::from_secs(10);

/// The options of `solve`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    at: GameArgs,
    /// A file with one position a line, or - for stdin
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    from: Option<String>,
    /// Give the value of every move
    #[arg(long)]
    all_moves: bool,
    /// Only who wins, not how soon: several times quicker
    #[arg(long)]
    weak: bool,
    #[command(flatten)]
    engine: EngineArgs,
    /// Memory for the table of positions, such as 64M or 1G
    #[arg(long, default_value = "256M", value_parser = parse_memory)]
    memory: usize,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    book: BookArgs,
    /// With --from: keep the table from one position to the next (quicker; nodes then depend on the order)
    #[arg(long, requires = "from")]
    keep_table: bool,
}

/// A line that could not be solved.
#[derive(Serialize)]
struct Refusal<'a> {
    position: &'a str,
    line_number: usize,
    error: String,
}

/// Solves one position or many.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let flag = stop_on_interrupt(HOW);
    let meter = NodeMeter::default();
    let mut ask = SolveAsk {
        limits: limits(args)?,
        threads: args.engine.threads,
        memory: args.memory,
        all_moves: args.all_moves,
        whole_line: args.from.is_none(),
        weak: args.weak,
        fresh: !args.keep_table,
    };
    ask.limits.stop = Some(flag.clone());
    ask.limits.meter = Some(meter.clone());
    match &args.from {
        Some(file) => solve_all(args, file, &ask, &flag, output),
        None => {
            let is_solved = solve_one(args, &ask, &meter, output)?;
            match code_after(&flag, HOW, output)? {
                Code::Fine if !is_solved => Ok(Code::Failed),
                code => Ok(code),
            }
        }
    }
}

/// In a game that may go on forever, a search without limits might not end either.
fn limits(args: &Args) -> Result<Limits, Problem> {
    let limits = args.limits.limits();
    let endless = find_game(&args.at.game)?.can_repeat && limits.nodes.is_none() && limits.time.is_none();
    Ok(Limits { time: if endless { Some(USUAL_TIME) } else { limits.time }, ..limits })
}

/// The value is proven, and so is that of every move, if all were asked for.
fn is_solved(solution: &Solution) -> bool {
    let is_open = |mv: &MoveValue| mv.value.is_none() && mv.payoff.is_none() && mv.chance.is_none();
    solution.proven && !(solution.stopped && solution.moves.iter().flatten().any(is_open))
}

/// Solves a position, if the limits allow it; says whether it is solved.
fn solve_one(args: &Args, ask: &SolveAsk, meter: &NodeMeter, output: &mut Output) -> Result<bool, Failure> {
    let mut session = args.at.open()?;
    args.book.mount_proofs(session.as_mut())?;
    session.reserve(ask.memory)?;
    if !output.json {
        head(session.as_ref(), output)?;
    }
    let progress = Progress::start("solving", meter);
    let solution = session.solve(ask)?;
    drop(progress);
    if output.json {
        output.object(&solution)?
    } else {
        tell(&solution, &session.view(), output)?
    }
    Ok(is_solved(&solution))
}

fn tell(solution: &Solution, view: &View, output: &mut Output) -> Result<(), Failure> {
    output.line(&styled(STRONG, &solution.sentence()))?;
    if let Some(line) = solution.line.as_ref().filter(|line| line.len() > 1) {
        // A limit may cut the principal variation short of the end of the game.
        let cut_short = solution.stopped && solution.plies != Some(line.len() as u32);
        output.line(&format!("Line: {}{}", numbered(view, line), if cut_short { " …" } else { "" }))?;
    }
    for value in solution.moves.iter().flatten() {
        output.line(&format!("  {:<6} {}", value.mv, styled(PROVEN, &move_words(value))))?;
    }
    let ms = solution.elapsed_ms;
    let counted = if solution.chance.is_some() { "positions" } else { "nodes" };
    let cost = format!("{} {counted}, {}, {}", grouped(solution.nodes), time(ms), speed(solution.nodes, ms));
    Ok(output.line(&styled(FAINT, &cost))?)
}

/// The value of a move in words.
pub fn move_words(value: &MoveValue) -> String {
    if let Some(chance) = &value.chance {
        return chance.number();
    }
    let plies = value.plies.map(|plies| format!(" in {plies}")).unwrap_or_default();
    match (value.value, value.mate) {
        (Some(Kind::Win), Some(mate)) => return format!("mate in {mate}"),
        (Some(Kind::Loss), Some(mate)) => return format!("mated in {mate}"),
        _ => {}
    }
    match (value.value, &value.payoff) {
        (Some(Kind::Win), _) => format!("win{plies}"),
        (Some(Kind::Loss), _) => format!("loss{plies}"),
        (Some(Kind::Draw), _) => format!("draw{plies}"),
        (_, Some(payoff)) => payoff.to_string(),
        _ => "not solved".to_owned(),
    }
}

fn solve_all(args: &Args, file: &str, ask: &SolveAsk, flag: &StopFlag, output: &mut Output) -> Result<Code, Failure> {
    // Lists come out as JSON, with or without the option.
    output.json = true;
    let entry = find_game(&args.at.game)?;
    let mut session = open(&args.at.game, None)?;
    args.book.mount_proofs(session.as_mut())?;
    session.reserve(ask.memory)?;
    let mut code = Code::Fine;
    let progress = Progress::start("solving", &ask.limits.meter.clone().unwrap_or_default());
    for (number, line) in lines_of(file)?.enumerate() {
        let line = line.map_err(|error| Problem::sentence(format!("line {} of '{file}': {error}", number + 1)))?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let position = &(entry.position_in_line)(line);
        progress.label(&format!("solving line {} of {file}", number + 1));
        let solved = go_to(&mut session, &args.at.game, entry.is_drawn, position).and_then(|()| session.solve(ask));
        let _hushed = progress.hush();
        match solved {
            Ok(solution) => {
                if code == Code::Fine && !is_solved(&solution) {
                    code = Code::Failed;
                }
                output.object(&solution)?;
            }
            Err(problem) => {
                code = Code::BadInput;
                output.object(&Refusal { position, line_number: number + 1, error: problem.to_string() })?;
            }
        }
        if flag.is_raised() {
            let how = go_on_from(&args.at.game, file, number + 1);
            return tell_stopped(&how, output);
        }
    }
    Ok(code)
}

/// The line that was not solved to its end is the next one.
fn go_on_from(game: &str, file: &str, line: usize) -> String {
    match file {
        "-" => format!("Line {line} was not solved to its end: go on with it."),
        file => format!("To go on with line {line}: tail -n +{line} {file} | rootward solve {game} --from -"),
    }
}

fn go_to(session: &mut Box<dyn Session>, game: &str, is_drawn: bool, position: &str) -> Result<(), Problem> {
    if is_drawn && !game.contains(':') {
        *session = open(game, Some(position))?;
        return Ok(());
    }
    session.set_position(position)
}

/// The lines of a file. Bytes that are not UTF-8 become replacement characters, which no position contains.
fn lines_of(file: &str) -> Result<impl Iterator<Item = io::Result<String>>, Problem> {
    let reader: Box<dyn BufRead> = match file {
        "-" => Box::new(io::stdin().lock()),
        path => {
            let opened = File::open(path).map_err(|error| Problem::sentence(format!("file '{path}': {error}")))?;
            Box::new(BufReader::new(opened))
        }
    };
    Ok(reader.split(b'\n').map(|line| line.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())))
}
