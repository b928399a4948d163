//! Makes a player from a specification.

use std::time::Duration;

use rootward_session::{Problem, StopFlag};

use crate::uci::Uci;
use crate::xboard::Xboard;
use crate::{EngineKind, EngineSpec, Own, Player};

/// Makes the player of an engine for a game: starts the program, or prepares this program's engine. A program that does not
/// answer within `patience` is refused; `cancel` ends the waiting.
pub fn start_player(
    game: &str,
    spec: &EngineSpec,
    patience: Duration,
    cancel: &StopFlag,
) -> Result<Box<dyn Player>, Problem> {
    let player: Result<Box<dyn Player>, Problem> = match &spec.kind {
        EngineKind::Own(settings) => Own::new(game, settings).map(|own| Box::new(own) as _),
        EngineKind::Level(level) => Own::level(game, *level).map(|own| Box::new(own) as _),
        EngineKind::Uci(command) => Uci::start(game, command, patience, cancel).map(|uci| Box::new(uci) as _),
        EngineKind::Xboard(command) => {
            Xboard::start(game, command, patience, cancel).map(|xboard| Box::new(xboard) as _)
        }
    };
    player.map_err(|problem| problem.within(format!("engine '{}'", spec.name)))
}
