//! What the server asks of an engine, whatever its game: [`Engine`] between searches, and [`Work`] for one search.

use std::time::{Duration, Instant};

use crate::gate::Gate;
use crate::go::Go;
use crate::settings::Declared;
use crate::speaker::Speaker;

/// An engine for one game, from one command to the next.
pub trait Engine {
    /// Its name, as a GUI shows it.
    fn name(&self) -> String;

    /// Its options.
    fn options(&self) -> &[Declared];

    /// `ucinewgame`.
    fn new_game(&mut self) -> Result<(), String>;

    /// `debug`.
    fn set_debug(&mut self, on: bool);

    /// `setoption`. Returns a sentence about the effect, if there is something to say.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Option<String>, String>;

    /// `position`. It is applied completely or not at all.
    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String>;

    /// Everything that a search needs for `go`; `spent` is the time of the previous answer.
    fn task(&mut self, go: Go, asked: Instant, spent: Option<Duration>, speaker: &Speaker) -> Box<dyn Work>;

    /// `d`: the position.
    fn drawing(&self) -> String;

    /// `eval`: the static evaluation.
    fn evaluation(&self) -> String;
}

/// One `go`.
pub trait Work: Send + Sync {
    /// The parameters.
    fn go(&self) -> &Go;

    /// The output.
    fn speaker(&self) -> &Speaker;

    /// Its gate. It has an answer from the first moment on.
    fn gate(&self) -> Gate;

    /// Whether there is so little time that passing the search to its thread would take longer than the search.
    fn is_hurried(&self) -> bool;

    /// Searches and reports. Returns the answer, when it may be sent.
    fn run(&self, gate: &Gate) -> String;

    /// Reports the progress of a long search.
    fn tell_news(&self);
}
