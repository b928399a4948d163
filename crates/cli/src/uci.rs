//! `rootward uci`: an engine for graphical programs, of chess or of any other game without dice.

use std::io::{self, BufRead, IsTerminal};

use crate::failure::{Code, Failure};

#[derive(clap::Args)]
#[command(after_help = "\
Without a game it is chess. Of every other game, positions after 'fen' and moves are written as that game writes them, so that
\"rootward match othello --engine 'uci:rootward uci othello' --engine level=5\" and programs for UCI variants can ask for it.

A chess program starts this by itself: name the program 'rootward' there as a new UCI engine (docs/uci.md).
Started without any arguments by such a program, 'rootward' does the same.

To look by hand:
  printf 'position startpos moves e2e4\\ngo depth 8\\nwait\\n' | rootward uci
  printf 'position startpos moves d3\\ngo depth 8\\nwait\\n' | rootward uci othello")]
pub struct Args {
    /// The game
    #[arg(default_value = "chess")]
    game: String,
}

pub fn run(args: &Args) -> Result<Code, Failure> {
    rootward_uci::serve_engine(rootward_uci::engine_for(&args.game)?, io::stdin().lock(), io::stdout())?;
    Ok(Code::Fine)
}

/// Whether the program, started without arguments, should be a chess engine: yes if stdin is a pipe and something is
/// written to it. On a terminal, or if nothing arrives, help is of more use.
pub fn is_called_for() -> bool {
    let input = io::stdin();
    std::env::args_os().len() == 1
        && !input.is_terminal()
        && input.lock().fill_buf().is_ok_and(|bytes| !bytes.is_empty())
}
