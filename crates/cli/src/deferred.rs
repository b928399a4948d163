//! Arguments of a command that are described only when the command is called, or help asks for them: a call needs one command of
//! twenty-eight.

use std::cell::Cell;
use std::ops::Deref;

use clap::builder::Resettable;
use clap::error::Error;
use clap::{ArgMatches, Args, Command, FromArgMatches, Id};

thread_local! {
    static AT_ONCE: Cell<bool> = const { Cell::new(false) };
}

/// The command that `describe` makes, with the arguments of every command in it, for completions and manual pages.
pub fn at_once(describe: fn() -> Command) -> Command {
    AT_ONCE.set(true);
    let command = describe();
    AT_ONCE.set(false);
    command
}

fn defer(command: Command, describe: fn(Command) -> Command, later: fn(Command) -> Command) -> Command {
    if AT_ONCE.get() { describe(command) } else { command.defer(later) }
}

/// clap's own `defer` lets the comment on the arguments' type replace what the command says about itself.
fn keep_about(command: Command, describe: fn(Command) -> Command) -> Command {
    let (about, long_about) = (command.get_about().cloned(), command.get_long_about().cloned());
    describe(command).about(Resettable::from(about)).long_about(Resettable::from(long_about))
}

/// The arguments `A` of a command, described on demand.
pub struct Deferred<A>(A);

impl<A> Deref for Deferred<A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.0
    }
}

impl<A: Args> Args for Deferred<A> {
    fn augment_args(command: Command) -> Command {
        defer(command, A::augment_args, |command| keep_about(command, A::augment_args))
    }

    fn augment_args_for_update(command: Command) -> Command {
        A::augment_args_for_update(command)
    }

    fn group_id() -> Option<Id> {
        A::group_id()
    }
}

impl<A: FromArgMatches> FromArgMatches for Deferred<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        A::from_arg_matches(matches).map(Deferred)
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, Error> {
        A::from_arg_matches_mut(matches).map(Deferred)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }

    fn update_from_arg_matches_mut(&mut self, matches: &mut ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches_mut(matches)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// The long help of every command, built as clap builds it when it is called.
    fn helps(mut command: Command) -> Vec<String> {
        command.build();
        command.get_subcommands_mut().map(|command| command.render_long_help().to_string()).collect()
    }

    #[test]
    fn a_command_described_on_demand_says_the_same_of_itself() {
        let helps_on_demand = helps(crate::Cli::command());
        assert!(helps_on_demand.len() > 20);
        assert_eq!(helps_on_demand, helps(at_once(crate::Cli::command)));
    }
}
