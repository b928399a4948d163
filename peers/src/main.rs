//! Rootward compared with its peers: the same task, the same game code, the same process, in turns.
//!
//! README.md says what is compared, how, and with which results.

mod arguments;
mod measure;
mod print;
mod applied;
mod evaluation;
mod versus_minimax;
mod versus_connect_four_ai;
mod tic_tac_toe;

use std::process::ExitCode;

use arguments::{Arguments, Task, USAGE};
use measure::Case;

fn main() -> ExitCode {
    let arguments = match Arguments::read(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(problem) => {
            eprintln!("{problem}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let tell = |case: Case| if arguments.json { print::json(&case) } else { print::text(&case) };
    for task in arguments.tasks() {
        match task {
            Task::Minimax => versus_minimax::run(&arguments, &mut { tell }),
            Task::ConnectFour => versus_connect_four_ai::run(&arguments, &mut { tell }),
            Task::TicTacToe => tic_tac_toe::run(&arguments, &mut { tell }),
            Task::Agreement if versus_connect_four_ai::check_agreement(&arguments) > 0 => return ExitCode::FAILURE,
            Task::Agreement => {}
            Task::Generic => versus_connect_four_ai::count(&arguments, false),
            Task::Stripped => versus_connect_four_ai::count(&arguments, true),
        }
    }
    ExitCode::SUCCESS
}
