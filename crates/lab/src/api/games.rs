//! The list of games.

use rootward_session::{GameEntry, Group, LEVELS, Level, PRESETS, TECHNIQUES, games, open_written};
use serde::Serialize;

use crate::refusal::Refusal;
use crate::reply::Response;

#[derive(Serialize)]
struct Games {
    games: Vec<Listed>,
    levels: [Level; LEVELS.len()],
    techniques: Vec<TechniqueData>,
    presets: Vec<PresetData>,
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    description: &'static str,
    variants: &'static str,
    example: &'static str,
    /// The default preset of techniques for its analysis.
    techniques: &'static str,
    has_board: bool,
    is_drawn: bool,
}

#[derive(Serialize)]
struct TechniqueData {
    name: &'static str,
    group: Group,
    description: &'static str,
}

#[derive(Serialize)]
struct PresetData {
    name: &'static str,
    description: &'static str,
}

/// `GET /api/games`.
pub(crate) fn list() -> Result<Response, Refusal> {
    let listed = |entry: &GameEntry| Listed {
        name: entry.name,
        description: entry.description,
        variants: entry.variants,
        example: entry.example,
        techniques: entry.techniques,
        has_board: open_written(entry.name, None).is_ok_and(|session| session.board().is_some()),
        is_drawn: entry.is_drawn,
    };
    let techniques = TECHNIQUES.iter();
    Response::json(&Games {
        games: games().iter().map(listed).collect(),
        levels: LEVELS,
        techniques: techniques
            .map(|t| TechniqueData { name: t.name, group: t.group, description: t.meaning })
            .collect(),
        presets: PRESETS.iter().map(|&(name, _, description)| PresetData { name, description }).collect(),
    })
}
