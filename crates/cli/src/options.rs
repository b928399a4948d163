//! Options that several commands share.

use std::time::Duration;

use clap::{Args, ValueEnum};
use rootward_session::{
    Algorithm, Limits, MAX_DEPTH, Model, Problem, Session, open, parse_count, parse_time, parse_within,
};

use crate::source;

/// Which position.
#[derive(Args)]
pub struct GameArgs {
    /// The game: NAME[:VARIANT], such as chess, connect-four, connect-four:8x7, mnk:5,5,4 or tree
    pub game: String,
    /// The position in the game's notation, or - for stdin; for chess also moves, 'e4 e5'; for a tree, the tree itself or a
    /// file with one. Without it, the start
    pub position: Option<String>,
}

impl GameArgs {
    /// Opens the position.
    pub fn open(&self) -> Result<Box<dyn Session>, Problem> {
        open(&self.game, self.position()?.as_deref())
    }

    /// The position, which may come from stdin.
    pub fn position(&self) -> Result<Option<String>, Problem> {
        source::position(&self.game, self.position.as_deref())
    }
}

/// When to end.
#[derive(Args)]
pub struct LimitArgs {
    /// Nodes at most, such as 50000, 500k or 10M
    #[arg(long, value_parser = parse_count)]
    pub nodes: Option<u64>,
    /// Time at most, such as 500ms, 2s or 1m
    #[arg(long, value_parser = parse_time)]
    pub time: Option<Duration>,
}

impl LimitArgs {
    /// The limits of the search.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, time: self.time, ..Limits::default() }
    }
}

/// Which algorithm.
#[derive(Clone, Copy, ValueEnum)]
pub enum AlgorithmName {
    /// The engine with its techniques
    Engine,
    /// The textbook's minimax
    Minimax,
    /// The textbook's alpha-beta
    AlphaBeta,
}

impl From<AlgorithmName> for Algorithm {
    fn from(name: AlgorithmName) -> Algorithm {
        match name {
            AlgorithmName::Engine => Algorithm::Engine,
            AlgorithmName::Minimax => Algorithm::Minimax,
            AlgorithmName::AlphaBeta => Algorithm::AlphaBeta,
        }
    }
}

/// How to search.
#[derive(Args)]
pub struct EngineArgs {
    /// Threads; only one gives the same nodes every time
    #[arg(long, default_value = "1", value_parser = parse_threads)]
    pub threads: usize,
}

/// By what the engine judges positions, and whom it plays against.
#[derive(Args)]
pub struct JudgementArgs {
    /// Weights of the evaluation: name=number,… or a file of them ('rootward explain' lists them)
    #[arg(long, value_name = "WEIGHTS", value_parser = source::weights)]
    weights: Option<String>,
    /// The evaluation: network (the one that comes with the program; chess uses it by default), linear, or a file that 'tune --network' wrote
    #[arg(long, value_name = "EVALUATION", conflicts_with = "weights")]
    evaluation: Option<String>,
    /// Assume that the opponent errs: softmax:STRENGTH, random:SHARE, or both with a comma; values are expected ones then
    #[arg(long, value_name = "MODEL", value_parser = parse_model)]
    opponent: Option<Model>,
}

impl JudgementArgs {
    /// Sets them up in a session.
    pub fn apply(&self, session: &mut dyn Session) -> Result<(), Problem> {
        if let Some(weights) = &self.weights {
            session.set_weights(weights)?;
        }
        if let Some(evaluation) = &self.evaluation {
            session.set_evaluation(evaluation)?;
        }
        session.expect(self.opponent);
        Ok(())
    }
}

/// Parses a depth.
pub fn parse_depth(text: &str) -> Result<u32, Problem> {
    parse_within(text, "depth", 1, MAX_DEPTH)
}

/// Parses a number of threads.
pub fn parse_threads(text: &str) -> Result<usize, Problem> {
    parse_within(text, "number of threads", 1, 256).map(|threads| threads as usize)
}

/// Parses the model of how an opponent errs.
fn parse_model(text: &str) -> Result<Model, Problem> {
    Ok(Model::parse(text)?)
}

/// Parses a number of lines.
pub fn parse_lines(text: &str) -> Result<usize, Problem> {
    parse_within(text, "number of lines", 1, 1000).map(|lines| lines as usize)
}
