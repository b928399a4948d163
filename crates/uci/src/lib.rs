//! Rootward as an engine for GUIs: the engine side of the Universal Chess Interface (UCI), for chess and, with positions and moves in
//! their own notation, for every other game without dice.
//!
//! [`serve`] and [`serve_engine`] read commands and answer them until the input ends. They use three threads: one reads, so that `isready` and
//! `stop` are received at any time; one searches (or several, with the option Threads); and one watches the time during the
//! search. They share a `Gate`.
//!
//! There is no search here: a `Task` is a [`Search`](rootward_search::Search) of the one engine, with chess's rules and
//! knowledge, a `GameTask` an analysis of a [`Session`](rootward_session::Session), and their reports are written in UCI.

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
mod plan;
mod work;
mod task;
mod thinking;
mod engine;
mod game_task;
mod game_engine;
mod server;

pub use command::{Command, Reading, read};
pub use game_engine::engine_for;
pub use go::Go;
pub use server::{serve, serve_engine};
pub use settings::Settings;
pub use work::{Engine, Work};
