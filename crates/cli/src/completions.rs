//! The scripts of `rootward completions`, with the names of this program's games where a command takes a game.
//!
//! The names are values of the described command for the script alone. The program itself accepts more: variants, and other
//! ways to write a name.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use rootward_session::games;

/// The script for this shell that completes the program of this name.
pub fn script(shell: Shell, command: Command, program: &str) -> String {
    // The other shells offer files by themselves where no game fits.
    let mut command = with_games(command, (shell == Shell::Zsh).then_some(FILES));
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, program, &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Zsh => with_files(&script, program),
        Shell::Fish => script + &fish_lines(&command, program),
        _ => script,
    }
}

/// A placeholder that is no game's name, where files are offered too.
const FILES: &str = "ROOTWARD-FILES";

/// The command with the games as the possible values of each argument GAME, and this value for files of each FILE|GAME.
fn with_games(command: Command, files: Option<&'static str>) -> Command {
    let offer = |arg: Arg| {
        if !takes_game(&arg) {
            return arg;
        }
        let files = files.filter(|_| takes_file(&arg));
        // A default need not be one of the names.
        arg.default_value(None).value_parser(PossibleValuesParser::new(names().chain(files)))
    };
    command.mut_args(offer).mut_subcommands(|inner| with_games(inner, files))
}

fn names() -> impl Iterator<Item = &'static str> {
    games().iter().map(|entry| entry.name)
}

fn takes_game(arg: &Arg) -> bool {
    arg.is_positional() && (arg.get_id() == "game" || is_named(arg, "GAME"))
}

fn takes_file(arg: &Arg) -> bool {
    is_named(arg, "FILE")
}

/// Is this one of the names of the argument's value, such as FILE in `FILE|GAME`?
fn is_named(arg: &Arg, name: &str) -> bool {
    arg.get_value_names().is_some_and(|names| names.iter().any(|value| value.split('|').any(|part| part == name)))
}

/// For zsh, which offers possible values or files: both, by a function.
fn with_files(script: &str, program: &str) -> String {
    let names: Vec<&str> = names().collect();
    let function = format!("_{program}_game_or_file");
    let script = script.replace(&format!("({} {FILES})", names.join(" ")), &function);
    let (head, rest) = script.split_once('\n').unwrap_or((&script, ""));
    let names = names.join(" ");
    format!("{head}\n\n{function}() {{\n    _alternative 'games:game:({names})' 'files:file:_files'\n}}\n{rest}")
}

/// For fish, for which the generator writes no values of positional arguments.
fn fish_lines(command: &Command, program: &str) -> String {
    let names = names().collect::<Vec<_>>().join(" ");
    let using = format!("__fish_{}_using_subcommand", program.replace('-', "_"));
    let mut lines = String::new();
    let mut add = |command: &Command, condition: &str| {
        if command.get_positionals().any(takes_game) {
            lines.push_str(&format!("complete -c {program} -n \"{using} {condition}\" -a \"{names}\"\n"));
        }
    };
    for outer in command.get_subcommands().filter(|outer| outer.get_name() != "help") {
        add(outer, outer.get_name());
        for inner in outer.get_subcommands() {
            add(inner, &format!("{}; and __fish_seen_subcommand_from {}", outer.get_name(), inner.get_name()));
        }
    }
    lines
}
