//! The program `rootward`.

use std::process::ExitCode;

fn main() -> ExitCode {
    rootward_cli::main(rootward_more_games::added_to(rootward_registry::games()))
}
