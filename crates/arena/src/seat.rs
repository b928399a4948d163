//! From a specification to a player.

use rootward_session::Problem;

use crate::{EngineKind, EngineSpec, Own, Player};

/// Seats an engine at a game: starts the program, or makes this program's engine ready.
pub fn seat(game: &str, spec: &EngineSpec) -> Result<Box<dyn Player>, Problem> {
    let within = |problem: Problem| problem.within(format!("engine '{}'", spec.name));
    Ok(match &spec.kind {
        EngineKind::Own(settings) => Box::new(Own::new(game, settings).map_err(within)?),
        EngineKind::Level(level) => Box::new(Own::level(game, *level).map_err(within)?),
        EngineKind::Uci(_) | EngineKind::Xboard(_) => {
            return Err(within(Problem::sentence("programs cannot play yet")));
        }
    })
}
