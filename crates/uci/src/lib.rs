//! Rootward as a chess engine for graphical programs: the server side of the Universal Chess Interface (UCI).
//!
//! [`serve`] reads commands and answers them until the input ends. Three threads take part: the one that reads, so that
//! `isready` and `stop` are heard at any time; one that searches (or several, with the option Threads); and one that keeps
//! the time while the search does its work. They meet at a `Gate`.
//!
//! There is no search here: a `Task` is a [`Search`](rootward_search::Search) of the one engine, with
//! chess's rules and knowledge, and what it reports is written as UCI wants it.

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
