//! The questions to a session.

use rootward_search::{Budget, Limits, Techniques};
use serde::{Deserialize, Serialize};

use crate::Problem;

/// A search: for an analysis, or for a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// The textbook's exhaustive minimax.
    Minimax,
    /// The textbook's alpha-beta.
    #[default]
    AlphaBeta,
    /// The engine.
    Engine,
}

/// How to analyse a position.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Which algorithm.
    pub algorithm: Algorithm,
    /// When to stop. Without any limit, a game too large to be searched whole is searched forever.
    pub limits: Limits,
    /// The number of threads. Only one thread gives the same node count every time.
    pub threads: usize,
    /// The number of lines, each with another first move.
    pub lines: usize,
    /// The engine's techniques.
    pub techniques: Techniques,
    /// Bytes for the transposition table.
    pub memory: usize,
    /// The time budget of a move on a clock. The flag of the limits is raised as soon as more thinking is not worth its
    /// time; at the hard limit the search stops in any case.
    pub budget: Option<Budget>,
    /// At a chance node: also the value of each outcome, to the depth that was reached.
    pub outcomes: bool,
    /// Search these moves alone, in the game's notation; empty for all.
    pub only: Vec<String>,
}

impl Default for Ask {
    fn default() -> Ask {
        Ask {
            algorithm: Algorithm::Engine,
            limits: Limits::default(),
            threads: 1,
            lines: 1,
            techniques: Techniques::default(),
            memory: 64 << 20,
            budget: None,
            outcomes: false,
            only: Vec::new(),
        }
    }
}

impl Ask {
    /// Does one setting exclude another?
    pub fn check(&self) -> Result<(), Problem> {
        if self.algorithm != Algorithm::Engine && self.lines > 1 {
            let problem = "only the engine follows several lines";
            return Err(Problem::new(problem, "one line with a textbook algorithm"));
        }
        if self.algorithm != Algorithm::Engine && !self.only.is_empty() {
            let problem = "only the engine searches some of the moves alone";
            return Err(Problem::new(problem, "all moves with a textbook algorithm"));
        }
        Ok(())
    }
}

/// How to solve a position.
#[derive(Clone, Debug)]
pub struct SolveAsk {
    /// Time and nodes; a depth limit is ignored.
    pub limits: Limits,
    /// How many threads.
    pub threads: usize,
    /// Bytes for the transposition table.
    pub memory: usize,
    /// Value every move.
    pub all_moves: bool,
    /// Follow best play to the end of the game; otherwise the line is as long as the search gives it.
    pub whole_line: bool,
    /// Only the winner, not the distance to the win.
    pub weak: bool,
    /// Start with an empty table, so that the cost does not depend on earlier searches.
    pub fresh: bool,
}

impl Default for SolveAsk {
    fn default() -> SolveAsk {
        SolveAsk {
            limits: Limits::default(),
            threads: 1,
            memory: 64 << 20,
            all_moves: false,
            whole_line: true,
            weak: false,
            fresh: true,
        }
    }
}
