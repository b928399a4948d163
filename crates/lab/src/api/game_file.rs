//! Games as files: PGN for chess, PDN for draughts, and the project's own form for every game.

use rootward_game::Notation;
use rootward_pgn::{Format, GameResult, Line, Ply, Reader, Record, Tags, written};
use rootward_session::{OutcomeData, Problem, SavedGame, chess_of, draughts_of};
use serde::{Deserialize, Serialize};

use crate::at::At;
use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::Response;

/// A game to be written.
#[derive(Deserialize)]
struct ToWrite {
    #[serde(flatten)]
    at: At,
    /// Moves that were taken back: each an alternative to the move of the game at a ply, from 0.
    #[serde(default)]
    variations: Vec<Variation>,
    /// Who plays the first side: `you`, or the engine.
    you: Option<String>,
    level: Option<u32>,
    #[serde(default)]
    own: bool,
}

#[derive(Clone, Serialize, Deserialize)]
struct Variation {
    ply: usize,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct Written {
    text: String,
    /// The usual end of the file's name.
    extension: &'static str,
}

/// `POST /api/game/write`.
pub(crate) fn write(lab: &Lab, call: &Call) -> Result<Response, Refusal> {
    let body: ToWrite = call.read()?;
    let session = body.at.open(lab.limits.moves)?;
    let (outcome, white) = (session.view().outcome, usize::from(session.side_names()[0] != "White"));
    let chess = chess_of(&body.at.game)?.filter(|_| !body.own);
    let draughts = draughts_of(&body.at.game)?.filter(|_| !body.own);
    let (text, extension) = match (chess, draughts) {
        (Some(rules), _) => (text_of(rules, &body, outcome.as_ref(), white)?, "pgn"),
        (_, Some(rules)) => (text_of(rules, &body, outcome.as_ref(), white)?, "pdn"),
        (None, None) => (own(body), "game"),
    };
    Response::json(&Written { text, extension })
}

fn own(body: ToWrite) -> String {
    let At { game, position, moves } = body.at;
    let human = usize::from(body.you.as_deref() == Some("second"));
    let position = position.filter(|text| !text.trim().is_empty());
    SavedGame { game, position, human, level: body.level.unwrap_or(10), seed: 1, moves }.text()
}

/// The text of a game; `white` is the place of White among the sides: in draughts Black may begin.
fn text_of<G: Format>(
    rules: G,
    body: &ToWrite,
    outcome: Option<&OutcomeData>,
    white: usize,
) -> Result<String, Problem> {
    let start = rules.parse_position(body.at.position.as_deref().unwrap_or(""))?;
    let mut line: Line<G::Move> = line_of(&rules, &start, &body.at.moves)?;
    for variation in &body.variations {
        let Some(before) = body.at.moves.get(..variation.ply) else { continue };
        let now = after(&rules, &start, before)?;
        let other = line_of(&rules, &now, &variation.moves)?;
        if let Some(ply) = line.plies.get_mut(variation.ply) {
            ply.variations.push(other);
        }
    }
    let mut tags = Tags::default();
    let engine = || "Rootward".to_owned() + &body.level.map_or(String::new(), |level| format!(" (level {level})"));
    let players = match body.you.as_deref() {
        Some("first") => ["?".to_owned(), engine()],
        Some("second") => [engine(), "?".to_owned()],
        Some("none") => [engine(), engine()],
        _ => ["?".to_owned(), "?".to_owned()],
    };
    tags.set("White", &players[white]);
    tags.set("Black", &players[1 - white]);
    rules.to_tags(&start, &mut tags);
    let result = match outcome {
        Some(OutcomeData::Win { side_name, .. }) if *side_name == "White" => GameResult::White,
        Some(OutcomeData::Win { .. }) => GameResult::Black,
        Some(OutcomeData::Draw) => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    Ok(written(&Record { tags, game: rules, start, line, result }))
}

fn line_of<G: Notation>(rules: &G, start: &G::State, moves: &[String]) -> Result<Line<G::Move>, Problem> {
    let mut now = start.clone();
    let mut plies = Vec::new();
    for text in moves {
        let mv = rules.parse_move(&now, text)?;
        now = rules.apply(&now, mv);
        plies.push(Ply::new(mv));
    }
    Ok(Line { intro: Vec::new(), plies })
}

fn after<G: Notation>(rules: &G, start: &G::State, moves: &[String]) -> Result<G::State, Problem> {
    moves.iter().try_fold(start.clone(), |now, text| Ok(rules.apply(&now, rules.parse_move(&now, text)?)))
}

/// A file to be read; the game says what it is if the file does not.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToRead {
    text: String,
    game: String,
}

#[derive(Serialize)]
struct ReadGame {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    moves: Vec<String>,
    variations: Vec<Variation>,
}

/// `POST /api/game/read`. Of several games in a file the first is taken.
pub(crate) fn read(lab: &Lab, call: &Call) -> Result<Response, Refusal> {
    let ToRead { text, game } = call.read()?;
    let found = if text.trim_start().starts_with("rootward 1") {
        let SavedGame { game, position, moves, .. } = SavedGame::parse(text.trim_start())?;
        ReadGame { game, position, moves, variations: Vec::new() }
    } else if draughts_of(&game)?.is_some() {
        first_of(Reader::of_draughts(text.as_bytes()))?
    } else if chess_of(&game)?.is_some() || text.trim_start().starts_with('[') {
        first_of(Reader::new(text.as_bytes()))?
    } else {
        let expected = "a game that this page saved, PGN or PDN";
        return Err(Problem::new("this is not a file of a game", expected).into());
    };
    // A game that cannot be played is refused here and not with the first click.
    At { game: found.game.clone(), position: found.position.clone(), moves: found.moves.clone() }
        .open(lab.limits.moves)?;
    Response::json(&found)
}

fn first_of<G: Format>(mut reader: Reader<&[u8], G>) -> Result<ReadGame, Problem> {
    let nothing = || Problem::new("there is no game in the file", "moves such as 1. e4 e5");
    let record = reader.next().ok_or_else(nothing)?.map_err(Problem::sentence)?;
    let Record { game: rules, start, line, .. } = &record;
    let (mut moves, mut variations, mut now) = (Vec::new(), Vec::new(), start.clone());
    for ply in &line.plies {
        for other in &ply.variations {
            variations.push(Variation { ply: moves.len(), moves: texts(rules, &now, other) });
        }
        if G::is_null(ply) {
            break;
        }
        moves.push(rules.write_move(&now, ply.mv));
        now = rules.apply(&now, ply.mv);
    }
    let is_usual = rules.write_position(start) == rules.write_position(&rules.initial());
    let position = (!is_usual).then(|| rules.write_position(start));
    Ok(ReadGame { game: rules.name(), position, moves, variations })
}

/// The moves of a variation, up to the first that only annotators make.
fn texts<G: Format>(rules: &G, start: &G::State, line: &Line<G::Move>) -> Vec<String> {
    let mut now = start.clone();
    let playable = line.plies.iter().take_while(|ply| !G::is_null(ply));
    playable
        .map(|ply| {
            let text = rules.write_move(&now, ply.mv);
            now = rules.apply(&now, ply.mv);
            text
        })
        .collect()
}
