//! `rootward matrix`: payoff matrices and trees from Gambit's files.

mod input;
mod table;
mod report;
mod nature;
mod tree;

use std::time::{Duration, Instant};

use clap::{Args as ClapArgs, ValueEnum};
use rootward_matrix::{
    Extent, Format, Game, Halt, Marks, Nature, Rational, Reading, Report, Settings, analyse, best_replies,
    can_enumerate, read,
};
use rootward_session::{NodeMeter, Problem, millis, parse_time};
use serde::Serialize;

use crate::failure::{Code, Failure};
use crate::interrupt::{code_after, stop_on_interrupt};
use crate::numbers::time;
use crate::output::{FAINT, Output, styled};
use crate::progress::Progress;

const HELP: &str = "\
A matrix on the command line has its rows between semicolons and its cells between blanks. A cell with one number is what \
the row player gets and the column player loses; with two, what each gets. Numbers may be 3, -1/2 or 0.25, and are kept \
exactly. Files may be Gambit's .nfg (two players) and .efg (perfect information), or CSV.

Examples:
  rootward matrix '3,4 1,2; 4,1 2,3' --rows a,b --columns c,d
  rootward matrix '0 -1 1; 1 0 -1; -1 1 0'
  rootward matrix '2 4 3; 9 0 0; 6 1 3' --nature --alpha 1/3
  rootward matrix game.nfg --json
  rootward matrix - --format csv < table.csv

Ctrl-C and --time end the search and print what was found so far, labelled as such.";

/// The options of `matrix`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// A file, - for stdin, or the matrix itself: '3,4 1,2; 4,1 2,3'. Without it, stdin
    #[arg(value_name = "FILE|-|MATRIX", allow_hyphen_values = true)]
    input: Option<String>,
    /// How the text is to be read, if its name or its beginning does not say it
    #[arg(long, value_enum)]
    format: Option<FormatName>,
    /// Names of the rows, with commas
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    rows: Option<Vec<String>>,
    /// Names of the columns, with commas
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    columns: Option<Vec<String>>,
    /// Choose a row against nature instead: maximin, maximax, Laplace, Hurwicz, least regret
    #[arg(long)]
    nature: bool,
    /// Hurwicz' weight of the best case, from 0 to 1
    #[arg(long, requires = "nature", default_value = "1/2", value_parser = parse_share)]
    alpha: Rational,
    /// Which equilibria; without it, all of small games and one of large games
    #[arg(long, value_enum, value_name = "HOW MANY")]
    equilibria: Option<ExtentName>,
    /// Exact strategies of zero-sum games, however long the fractions
    #[arg(long)]
    exact: bool,
    /// Time at most, such as 500ms, 2s or 1m
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatName {
    /// Gambit's strategic games
    Nfg,
    /// Gambit's extensive games
    Efg,
    /// A table with commas, semicolons or tabs
    Csv,
    /// As on the command line
    Inline,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Format {
        match name {
            FormatName::Nfg => Format::Nfg,
            FormatName::Efg => Format::Efg,
            FormatName::Csv => Format::Csv,
            FormatName::Inline => Format::Inline,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum ExtentName {
    /// All extreme ones
    All,
    /// One, by Lemke and Howson
    One,
}

/// Parses a number from 0 to 1.
fn parse_share(text: &str) -> Result<Rational, Problem> {
    let expected = || Problem::new(format!("'{text}' is not a share"), "a number from 0 to 1, such as 1/3 or 0.25");
    let share: Rational = text.parse().map_err(|_| expected())?;
    if share.is_negative() || share > Rational::one() { Err(expected()) } else { Ok(share) }
}

/// The JSON output for a matrix, with its full analysis.
#[derive(Serialize)]
struct MatrixOutput<'a> {
    #[serde(flatten)]
    game: &'a Game,
    best_replies: Marks,
    #[serde(flatten)]
    report: &'a Report,
    elapsed_ms: f64,
}

/// The JSON output for a matrix as a game against nature.
#[derive(Serialize)]
struct NatureOutput<'a> {
    #[serde(flatten)]
    game: &'a Game,
    nature: &'a Nature,
}

/// How to go on after Ctrl-C.
const HOW: &str = "The same command starts again; --equilibria one looks for a single equilibrium.";

/// Analyses a matrix or a tree.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let input = input::find(args.input.as_deref(), args.format.map(Format::from))?;
    let reading = read(&input.text, input.format).map_err(|error| Problem::sentence(&error).within(&input.source))?;
    match reading {
        Reading::Tree(game) => {
            if args.nature || args.rows.is_some() || args.columns.is_some() {
                return Err(Problem::new(
                    "a tree has no rows and columns",
                    "a matrix with --nature, --rows, --columns",
                )
                .into());
            }
            let (flag, start) = (stop_on_interrupt(HOW), Instant::now());
            let asked = || flag.is_raised();
            tree::run(&game, &halt(args, start, &asked), output)?;
            code_after(&flag, HOW, output)
        }
        Reading::Matrix(mut game) => {
            rename(&mut game.rows, args.rows.as_deref(), "rows")?;
            rename(&mut game.columns, args.columns.as_deref(), "columns")?;
            if args.nature { against(&game, &args.alpha, output) } else { look(args, &game, output) }
        }
    }
}

fn rename(names: &mut Vec<String>, new: Option<&[String]>, what: &str) -> Result<(), Problem> {
    let Some(new) = new else { return Ok(()) };
    if new.len() != names.len() {
        return Err(Problem::new(format!("{} names of {what}", new.len()), format!("{}, one for each", names.len())));
    }
    *names = new.iter().map(|name| name.trim().to_owned()).collect();
    Ok(())
}

fn against(game: &Game, alpha: &Rational, output: &mut Output) -> Result<Code, Failure> {
    let nature = Nature::of(game, alpha.clone());
    match output.json {
        true => output.object(&NatureOutput { game, nature: &nature })?,
        false => nature::tell(game, alpha, &nature.choices, output)?,
    }
    Ok(Code::Fine)
}

fn halt<'a>(args: &Args, start: Instant, asked: &'a dyn Fn() -> bool) -> Halt<'a> {
    Halt::new(args.time.and_then(|time| start.checked_add(time)), Some(asked))
}

fn look(args: &Args, game: &Game, output: &mut Output) -> Result<Code, Failure> {
    if matches!(args.equilibria, Some(ExtentName::All)) && !can_enumerate(game) {
        let problem = format!("{} rows and {} columns", game.rows.len(), game.columns.len());
        return Err(Problem::new(problem, "128 together at most for --equilibria all").into());
    }
    let flag = stop_on_interrupt(HOW);
    let start = Instant::now();
    let asked = || flag.is_raised();
    let halt = halt(args, start, &asked);
    let extent = match args.equilibria {
        None => Extent::Fitting,
        Some(ExtentName::All) => Extent::All,
        Some(ExtentName::One) => Extent::One,
    };
    let progress = Progress::start("looking for equilibria", &NodeMeter::default());
    let report = analyse(game, Settings { extent, exact: args.exact }, &halt);
    drop(progress);
    let elapsed_ms = millis(start.elapsed());
    if output.json {
        output.object(&MatrixOutput { game, best_replies: best_replies(game), report: &report, elapsed_ms })?;
    } else {
        table::draw(game, output)?;
        report::print(game, &report, output)?;
        output.line(&styled(FAINT, &time(elapsed_ms)))?;
    }
    code_after(&flag, HOW, output)
}
