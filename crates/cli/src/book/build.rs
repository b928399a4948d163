//! `rootward book build`.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args as ClapArgs;
use rootward_session::{
    BookBuild, BookInfo, BookProgress, BuildEnd, NodeMeter, Problem, open, parse_memory, parse_within,
};

use super::{games, info};
use crate::failure::{Code, Failure};
use crate::interrupt::{stop_on_interrupt, tell_stopped};
use crate::numbers::{grouped, short, speed, time};
use crate::options::EngineArgs;
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::{BETWEEN_EVENTS, Progress};
use crate::target::{self, ReplaceArgs};

const HELP: &str = "\
Every position that is exactly PLIES from the start, mirror images once, is solved to the end of the game; the values of
all earlier ones follow from them. With --threads, each thread solves a position of its own, and all share one table.

It may take hours. What is solved goes into FILE.part every half second, and the same command goes on from there, be
it after Ctrl-C or after a power cut. FILE appears when it is whole.

With files of chess games the book holds the moves that were played in them, in the format of Polyglot, which most chess
programs read: a move weighs two for every game that its side won and one for every draw, and is left out if it never
scored or was played in fewer than --min-games games. That is an opinion, not a proof. A million games take
about half a minute; after a kill it starts again.

Examples:
  rootward book build chess games.pgn --plies 24 --out openings.bin
  rootward book build connect-four:5x4 --plies 4 --out small.book
  rootward book build connect-four --plies 6 --out openings.book --threads 2 --memory 1G
  rootward solve connect-four 4453 --book openings.book";

/// The options of `book build`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The game: NAME[:VARIANT]
    game: String,
    /// Files of games (PGN), or - for stdin: then the book holds the moves played in them, with weights. Chess only
    #[arg(value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,
    /// Plies from the start [default with games: 30]
    #[arg(long, value_parser = parse_plies)]
    plies: Option<u32>,
    /// With games: leave out moves that were played in fewer
    #[arg(long, value_name = "N", default_value = "3", value_parser = parse_min_games)]
    min_games: u32,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    engine: EngineArgs,
    /// Memory for the table of positions that all threads share
    #[arg(long, default_value = "1G", value_parser = parse_memory)]
    memory: usize,
    #[command(flatten)]
    replace: ReplaceArgs,
}

fn parse_plies(text: &str) -> Result<u32, Problem> {
    parse_within(text, "number of plies", 0, 1000)
}

fn parse_min_games(text: &str) -> Result<u32, Problem> {
    parse_within(text, "number of games", 1, 1_000_000)
}

/// Makes a book, or continues one.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    args.replace.check([args.out.as_path()])?;
    target::check_growing([args.out.as_path()])?;
    if !args.games.is_empty() {
        let plies = args.plies.unwrap_or(games::USUAL_PLIES);
        return games::build(&args.game, &args.games, &args.out, plies, args.min_games, output);
    }
    let session = open(&args.game, None)?;
    let plies = match args.plies {
        Some(plies) if plies <= 40 => plies,
        Some(plies) => return Err(Problem::new(format!("{plies} plies cannot be solved"), "0 to 40 plies").into()),
        None => return Err(Problem::new("no --plies is given", "--plies N, or files of chess games").into()),
    };
    let stop = stop_on_interrupt(&how_to_go_on(args));
    let Args { out, memory, .. } = args;
    let wanted =
        BookBuild { plies, out: out.clone(), threads: args.engine.threads, memory: *memory, stop: stop.clone() };
    let progress = Progress::start("listing the positions", &NodeMeter::default());
    let mut teller = Teller { last_event: None, written: Ok(()) };
    let end = args.replace.in_place(|| {
        session.build_book(&wanted, &mut |state| {
            teller.tell(state, &progress, output);
            if teller.written.is_err() {
                stop.raise();
            }
        })
    });
    drop(progress);
    teller.written?;
    match end? {
        BuildEnd { book: Some(book), progress } => tell_book(args, &book, &progress, output),
        BuildEnd { book: None, progress } => tell_stop(args, &progress, output),
    }
}

/// Reports progress: always on the progress line of a terminal, now and then on stdout.
struct Teller {
    last_event: Option<Instant>,
    written: Result<(), Failure>,
}

impl Teller {
    fn tell(&mut self, state: &BookProgress, progress: &Progress, output: &mut Output) {
        progress.label(&label(state));
        let is_first = self.last_event.is_none();
        if self.written.is_err() || self.last_event.is_some_and(|last| last.elapsed() < BETWEEN_EVENTS) {
            return;
        }
        self.last_event = Some(Instant::now());
        let _hush = progress.hush();
        if output.json {
            self.written = output.event("progress", state);
        } else if is_first && state.kept > 0 {
            let kept = format!("{} of {} positions are kept from before.", grouped(state.kept as u64), total(state));
            self.written = output.line(&kept).and_then(|()| output.flush()).map_err(Failure::from);
        }
    }
}

fn total(state: &BookProgress) -> String {
    grouped(state.total as u64)
}

fn label(state: &BookProgress) -> String {
    let left = state.left_ms.map(|left| format!(", {} left", time(left))).unwrap_or_default();
    let rate = (state.solved - state.kept) as f64 * 1e3 / state.elapsed_ms.max(1.0);
    format!("solved {} of {} positions, {rate:.1}/s{left}", grouped(state.solved as u64), total(state))
}

fn tell_book(args: &Args, book: &BookInfo, state: &BookProgress, output: &mut Output) -> Result<Code, Failure> {
    if output.json {
        output.event("book", &BuildEnd { book: Some(book.clone()), progress: *state })?;
        return Ok(Code::Fine);
    }
    output.line(&styled(STRONG, &format!("Written: {}", args.out.display())))?;
    info::tell(book, output)?;
    let solved = (state.solved - state.kept) as u64;
    let cost = format!(
        "{} positions solved, {} nodes each, {}, {}",
        grouped(solved),
        short(state.nodes as f64 / solved.max(1) as f64),
        time(state.elapsed_ms),
        speed(state.nodes, state.elapsed_ms)
    );
    output.line(&styled(FAINT, &cost))?;
    Ok(Code::Fine)
}

fn how_to_go_on(args: &Args) -> String {
    format!("Solved positions are kept in {}.part; the same command goes on from there.", args.out.display())
}

fn tell_stop(args: &Args, state: &BookProgress, output: &mut Output) -> Result<Code, Failure> {
    if output.json {
        output.event("stopped", state)?;
    } else if state.total > 0 {
        output.line(&format!("{} of {} positions are solved.", grouped(state.solved as u64), total(state)))?;
    } else {
        output.line("The positions were not all listed yet; none is solved by this run.")?;
    }
    tell_stopped(&how_to_go_on(args), output)
}
