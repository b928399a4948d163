//! `rootward table build`: the options, and which kind of table they are about.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use rootward_endgames::Metric;
use rootward_session::{Problem, parse_memory, parse_time, parse_within};

use super::folder::parse_metric;
use super::{bearoff, endgames};
use crate::failure::{Code, Failure};
use crate::options::parse_threads;
use crate::output::Output;
use crate::target::ReplaceArgs;

const HELP: &str = "\
chess: endgame tables, each with what it needs, as files in a folder (docs/endgames.md). NAMES are endings (KQKR, KRNKNN) or numbers of
pieces, kings included (3, 4). Tables that are there are kept. Long sweeps are saved: after Ctrl-C or a kill, the same
command goes on. What does not fit into memory or onto the disk is refused before it begins.

checkers: the same for English draughts. NAMES are endings (KKMvKM, two kings and a man against a king and a man) or numbers of
pieces, those of both sides together (2 to 5).

tic-tac-toe and mnk, boards of up to 16 cells: NAMES are numbers of stones; each is built with all that have more (0: everything).

A game of your own: NAMES are what its endings are called, or all (docs/programmers.md).

backgammon-bearoff: how many rolls a player needs to bear off up to 15 checkers from the six points of the home board, and
the first one of fifteen (54,264 positions, the chance of every number of rolls); and who wins if both sides have at most
--checkers left, for every pair of positions. Everything is exact up to the rounding of floating point (1e-13). With 6
checkers it is a matter of a second, with 8 of half a minute, so a build that is interrupted starts again. FILE appears when it
is whole.

Examples:
  rootward table build chess 3 KQKR --out tables
  rootward table build checkers 4 --out tables
  rootward table build chess KRNKNN --metric dtc --memory 16G --out tables
  rootward table build backgammon-bearoff --out bearoff.table
  rootward table build backgammon-bearoff --checkers 8 --out large.table --threads 2
  rootward table show 4,5,6 1,2,3 --table bearoff.table";

/// The name of backgammon's table.
pub const BEAR_OFF: &str = "backgammon-bearoff";

/// The options of `table build`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// Whose tables: a game that has endings, such as chess, checkers or one of your own, or backgammon-bearoff
    pub game: String,
    /// The endings, by name or by number of pieces
    pub names: Vec<String>,
    /// What distances count: dtm (to mate), dtc (to conversion: mate, capture, promotion) or wdl (who wins, no distance)
    #[arg(long, value_parser = parse_metric)]
    pub metric: Option<Metric>,
    /// How many checkers a side may have in backgammon's part for both sides: 1 to 8 [default: 6]
    #[arg(long, value_name = "N", value_parser = parse_checkers)]
    checkers: Option<u32>,
    /// The folder for endgame tables [default: tables]; the file for backgammon's table
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Threads; without it, one for each core (backgammon's table: one)
    #[arg(long, value_parser = parse_threads)]
    pub threads: Option<usize>,
    /// The most memory to use, such as 12G; without it, what is free
    #[arg(long, value_parser = parse_memory)]
    pub memory: Option<usize>,
    /// How often the sweeps of a long table are saved
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_time)]
    pub save_every: Duration,
    #[command(flatten)]
    replace: ReplaceArgs,
}

fn parse_checkers(text: &str) -> Result<u32, Problem> {
    parse_within(text, "number of checkers", 1, 8)
}

impl Args {
    /// The threads to use.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }
}

/// Makes tables.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    if args.game != BEAR_OFF {
        if args.checkers.is_some() {
            return Err(Problem::new("--checkers is about backgammon", BEAR_OFF).into());
        }
        return endgames::run(args, output);
    }
    if args.metric.is_some() || args.memory.is_some() {
        let expected = format!("neither with {BEAR_OFF}");
        return Err(Problem::new("--metric and --memory are about endgame tables", expected).into());
    }
    if let Some(name) = args.names.first() {
        return Err(Problem::new(format!("'{name}' is not a part of {BEAR_OFF}"), "no further name").into());
    }
    let Some(out) = &args.out else {
        return Err(Problem::new("there is no --out", "--out FILE, the file to write").into());
    };
    let wanted =
        bearoff::Wanted { checkers: args.checkers.unwrap_or(6) as u8, out, threads: args.threads.unwrap_or(1) };
    args.replace.check([out.as_path()])?;
    bearoff::run(&wanted, output)
}
