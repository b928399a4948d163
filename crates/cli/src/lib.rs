//! The command line of Rootward. It translates between a terminal and `rootward-session`, and decides nothing itself.
//! [`main`] is that of the program `rootward`, and of every program with games of its own.

mod failure;
mod output;
mod events;
mod numbers;
mod columns;
mod deferred;
mod line;
mod options;
mod progress;
mod interrupt;
mod source;
mod target;
mod games;
mod analyze;
mod annotate;
mod solve;
mod trace;
mod export;
mod exercise;
mod exercise_check;
mod quiz;
mod risk;
mod compare;
mod play;
mod keep_game;
mod match_play;
mod perft;
mod bench;
mod suite;
mod batch;
mod book;
mod explain;
mod tune;
mod tune_learn;
mod tune_generations;
mod tune_network;
mod table;
mod rollout;
mod study;
mod serve;
mod site;
mod matrix;
mod uci;
mod new_game;
mod shell;
mod completions;
mod version;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use deferred::{Deferred, at_once};
use failure::{Code, Failure, from_clap};
use output::Output;
use rootward_registry::Games;

const EXAMPLES: &str = "\
Three to begin with:
  rootward analyze connect-four 4453 --depth 12
  rootward solve tic-tac-toe X.O/.X./..O --all-moves
  rootward trace tree '((3 12 8) (2 4 6) (14 5 2))' --algorithm alpha-beta

'rootward games' lists the games, 'rootward help COMMAND' explains a command.
Exit codes: 0 fine, 1 a check failed or a position was not solved, 2 bad input, 130 interrupted by Ctrl-C.";

/// Adversarial search: a perfect player for small games, the best one the clock allows for others, and the reasons.
#[derive(Parser)]
#[command(name = "rootward", version = version::SHORT.as_str(), long_version = version::LONG.as_str(), after_help = EXAMPLES, arg_required_else_help = true, subcommand_value_name = "COMMAND")]
struct Cli {
    /// Print JSON, one object a line, instead of text (docs/json.md describes the fields)
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the games, with an example position for each
    Games(Deferred<games::Args>),
    /// Search a position for the best move
    Analyze(Deferred<analyze::Args>),
    /// Judge every move of games of chess or draughts, and write the values and better lines into them
    Annotate(Deferred<annotate::Args>),
    /// Prove the value of a position, or of many
    Solve(Deferred<solve::Args>),
    /// Show a search step by step, with the reason for every cut
    Trace(Deferred<trace::Args>),
    /// Make worksheets on alpha-beta and their keys, or check what students hand in
    Exercise(Deferred<exercise::Args>),
    /// Ask about a search, and grade the answers
    Quiz(Deferred<quiz::Args>),
    /// Compare what the same answer costs with more and more techniques
    Compare(Deferred<compare::Args>),
    /// Play against the engine
    Play(Deferred<play::Args>),
    /// Play games between two engines, and tell what the result is worth
    Match(Deferred<match_play::Args>),
    /// Count the lines of play of a given length
    Perft(Deferred<perft::Args>),
    /// Search fixed positions of every game: nodes and results, to be compared
    Bench(Deferred<bench::Args>),
    /// Search chess positions with known answers, from an EPD file
    Suite(Deferred<suite::Args>),
    /// Run jobs of many rows on all cores or on a Ray cluster: solve, analyze, annotate, match, book
    Batch(Deferred<batch::Args>),
    /// Make opening books, and look into them
    Book(Deferred<book::Args>),
    /// Show what the evaluation of a position is made of
    Explain(Deferred<explain::Args>),
    /// Fit the weights of a game's evaluation to solved positions
    Tune(Deferred<tune::Args>),
    /// Compute tables of positions that are solved once and for all, and look into them
    Table(Deferred<table::Args>),
    /// Play a position of backgammon out many times: its equity with an error
    Rollout(Deferred<rollout::Args>),
    /// Measure what sets of weights are worth: matches, and choices held against the solver
    Study(Deferred<study::Args>),
    /// Measure how lost positions are best played against opponents who err
    Risk(Deferred<risk::Args>),
    /// Show searches and games on a page in the browser
    Serve(Deferred<serve::Args>),
    /// Write the page as files for a web host, without a server
    Site(Deferred<site::Args>),
    /// Look at a payoff matrix: dominance, value, equilibria
    Matrix(Deferred<matrix::Args>),
    /// Play as an engine for a graphical program by the UCI protocol: chess, or another game
    Uci(Deferred<uci::Args>),
    /// Write a crate with a game of your own, to begin with
    New(Deferred<new_game::Args>),
    /// Print a script that completes commands in a shell
    Completions(Deferred<shell::CompletionArgs>),
    /// Print the manual page, or write those of all commands
    Man(Deferred<shell::ManArgs>),
}

/// Runs the command line with these games: the whole `main` of a program.
///
/// ```no_run
/// # use rootward_games::mnk::{Mnk, MnkKnowledge};
/// use rootward_registry::{OwnGame, games};
/// # let (game, knowledge) = (Mnk::new(4, 3, 3).unwrap(), MnkKnowledge::default());
///
/// fn small_rows() -> std::process::ExitCode {
/// # let (game, knowledge) = (Mnk::new(4, 3, 3).unwrap(), MnkKnowledge::default());
///     rootward_cli::main(games().with(OwnGame::new("small-rows", game, knowledge)))
/// }
/// ```
pub fn main(games: Games) -> ExitCode {
    if let Err(problem) = games.install() {
        return ExitCode::from(Failure::from(problem).report() as u8);
    }
    interrupt::catch();
    let parsed = if uci::is_called_for() { Cli::try_parse_from(["rootward", "uci"]) } else { Cli::try_parse() };
    let code = match parsed {
        Ok(cli) => run(cli).unwrap_or_else(Failure::report),
        Err(error) => from_clap(&error),
    };
    ExitCode::from(code as u8)
}

fn run(cli: Cli) -> Result<Code, Failure> {
    let mut output = Output::new(cli.json);
    let code = match cli.command {
        Command::Games(args) => games::run(&args, &mut output),
        Command::Analyze(args) => analyze::run(&args, &mut output),
        Command::Annotate(args) => annotate::run(&args, &mut output),
        Command::Solve(args) => solve::run(&args, &mut output),
        Command::Trace(args) => trace::run(&args, &mut output),
        Command::Exercise(args) => exercise::run(&args, &mut output),
        Command::Quiz(args) => quiz::run(&args, &mut output),
        Command::Compare(args) => compare::run(&args, &mut output),
        Command::Play(args) => play::run(&args, &mut output),
        Command::Match(args) => match_play::run(&args, &mut output),
        Command::Perft(args) => perft::run(&args, &mut output),
        Command::Bench(args) => bench::run(&args, &mut output),
        Command::Suite(args) => suite::run(&args, &mut output),
        Command::Batch(args) => batch::run(&args, cli.json),
        Command::Book(args) => book::run(&args, &mut output),
        Command::Explain(args) => explain::run(&args, &mut output),
        Command::Tune(args) => tune::run(&args, &mut output),
        Command::Table(args) => table::run(&args, &mut output),
        Command::Rollout(args) => rollout::run(&args, &mut output),
        Command::Study(args) => study::run(&args, &mut output),
        Command::Risk(args) => risk::run(&args, &mut output),
        Command::Serve(args) => serve::run(&args, &mut output),
        Command::Site(args) => site::run(&args, &mut output),
        Command::Matrix(args) => matrix::run(&args, &mut output),
        Command::Uci(args) => uci::run(&args),
        Command::New(args) => new_game::run(&args, &mut output),
        Command::Completions(args) => shell::completions(&args, at_once(Cli::command), &mut output),
        Command::Man(args) => shell::man(&args, at_once(Cli::command), &mut output),
    }?;
    output.flush()?;
    Ok(code)
}
