//! The command line.

pub const USAGE: &str = "\
usage: rootward-peers [minimax|connect-four|tic-tac-toe|all|agreement|generic|stripped] [options]

  agreement       no times: do Rootward and `connect-four-ai` give 1000 random positions the same scores?
  generic, stripped   no times: solve four positions with the generic recursion, or with a loop written for Connect Four
                  alone, for a tool that counts instructions

  --json          one object a line
  --rounds N      how often each contender runs (default 9; connect-four: 3)
  --table-mib N   size of the tables in the comparison with `minimax` (default 1, that crate's own)
  --positions N   at most N positions of each set of Connect Four (default: 1000, of L1_R2 100)";

/// One comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    Minimax,
    ConnectFour,
    TicTacToe,
    Agreement,
    Generic,
    Stripped,
}

impl Task {
    const ALL: [Task; 6] =
        [Task::Minimax, Task::ConnectFour, Task::TicTacToe, Task::Agreement, Task::Generic, Task::Stripped];

    fn name(self) -> &'static str {
        match self {
            Task::Minimax => "minimax",
            Task::ConnectFour => "connect-four",
            Task::TicTacToe => "tic-tac-toe",
            Task::Agreement => "agreement",
            Task::Generic => "generic",
            Task::Stripped => "stripped",
        }
    }
}

/// What to measure, and how often.
pub struct Arguments {
    /// None for all of them.
    only: Option<Task>,
    pub json: bool,
    pub rounds: Option<usize>,
    pub table_bytes: usize,
    pub positions: usize,
}

impl Arguments {
    pub fn read(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments =
            Arguments { only: None, json: false, rounds: None, table_bytes: 1 << 20, positions: usize::MAX };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--json" => arguments.json = true,
                "--rounds" => arguments.rounds = Some(number(&word, words.next())?),
                "--table-mib" => arguments.table_bytes = number(&word, words.next())? << 20,
                "--positions" => arguments.positions = number(&word, words.next())?,
                "all" => arguments.only = None,
                name => arguments.only = Some(task(name)?),
            }
        }
        Ok(arguments)
    }

    pub fn tasks(&self) -> impl Iterator<Item = Task> {
        let by_default = |task| matches!(task, Task::Minimax | Task::ConnectFour | Task::TicTacToe);
        Task::ALL.into_iter().filter(move |&task| self.only.map_or(by_default(task), |only| only == task))
    }
}

fn task(name: &str) -> Result<Task, String> {
    Task::ALL.into_iter().find(|task| task.name() == name).ok_or_else(|| format!("there is no '{name}'"))
}

fn number(option: &str, word: Option<String>) -> Result<usize, String> {
    let word = word.ok_or_else(|| format!("{option} needs a number"))?;
    let number = word.parse().ok().filter(|&number: &usize| (1..=1 << 20).contains(&number));
    number.ok_or_else(|| format!("{option} needs a number from 1 to {}, not '{word}'", 1 << 20))
}
