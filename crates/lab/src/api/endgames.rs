//! Endgame tables of chess: values of positions and squares, lines of best play, and the sweeps of a small ending.
//!
//! The first question solves the endings of three pieces, so each needs a search slot.

use std::sync::Arc;

use rootward_session::Problem;
use rootward_session::endgame_view::{EndgameView, EndingEntry};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::{Reply, Response, SearchJob};

#[derive(Serialize)]
struct Endings {
    endings: Vec<EndingEntry>,
}

/// `GET /api/endgames`: the endings that can be looked into.
pub(crate) fn list(lab: &Lab) -> Reply {
    let view = lab.endgames.clone();
    SearchJob::single(None, move |_| Response::json(&Endings { endings: view.endings() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    position: String,
}

/// `POST /api/endgames/position`: the value of a position and of each of its moves.
pub(crate) fn position(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    asked(lab, call, |view, Position { position }| view.position(&position))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Squares {
    position: String,
    square: String,
}

/// `POST /api/endgames/squares`: the values for every square of one piece.
pub(crate) fn squares(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    asked(lab, call, |view, Squares { position, square }| view.squares(&position, &square))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineRequest {
    position: Option<String>,
    ending: Option<String>,
}

/// `POST /api/endgames/line`: best play from a position, or the longest win of an ending.
pub(crate) fn line(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    asked(lab, call, |view, wanted| match wanted {
        LineRequest { position: Some(position), ending: None } => view.line(&position),
        LineRequest { position: None, ending: Some(ending) } => view.longest(&ending),
        _ => Err(Problem::new("the body has neither or both of position and ending", "one of them")),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ending {
    ending: String,
}

/// `POST /api/endgames/sweeps`: how many positions each sweep settles.
pub(crate) fn sweeps(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    asked(lab, call, |view, Ending { ending }| view.sweeps(&ending))
}

fn asked<B: DeserializeOwned + Send + 'static, T: Serialize + 'static>(
    lab: &Lab,
    call: &Call,
    answer: fn(&EndgameView, B) -> Result<T, Problem>,
) -> Result<Reply, Refusal> {
    let (body, view): (B, Arc<EndgameView>) = (call.read()?, lab.endgames.clone());
    Ok(SearchJob::single(None, move |_| Response::json(&answer(&view, body)?)))
}
