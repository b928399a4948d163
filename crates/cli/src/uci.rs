//! `rootward uci`: a chess engine for graphical programs.

use std::io::{self, BufRead, IsTerminal};

use crate::failure::{Code, Failure};

#[derive(clap::Args)]
#[command(after_help = "\
A chess program starts this by itself: name the program 'rootward' there as a new UCI engine (docs/uci.md).
Started without any arguments by such a program, 'rootward' does the same.

To look by hand:
  printf 'position startpos moves e2e4\\ngo depth 8\\nwait\\n' | rootward uci")]
pub struct Args {}

pub fn run(_: &Args) -> Result<Code, Failure> {
    rootward_uci::serve(io::stdin().lock(), io::stdout())?;
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
