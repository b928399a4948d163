//! Rootward as a chess engine for GUIs: the engine side of the Universal Chess Interface (UCI).
//!
//! [`serve`] reads commands and answers them until the input ends. It uses three threads: one reads, so that `isready` and
//! `stop` are received at any time; one searches (or several, with the option Threads); and one watches the time during the
//! search. They share a `Gate`.
//!
//! There is no search here: a `Task` is a [`Search`](rootward_search::Search) of the one engine, with chess's rules and
//! knowledge, and its reports are written in UCI.

mod command;
mod go;
mod lines;
mod speaker;
mod settings;
mod strength;
mod moves;
mod info;
mod gate;
mod lag;
mod task;
mod thinking;
mod engine;
mod server;

pub use command::{Command, Reading, read};
pub use go::Go;
pub use server::serve;
pub use settings::Settings;
