//! Dice rolls from a seed.

use rootward_session::{Problem, SeededDice};
use serde::{Deserialize, Serialize};

use super::view::PositionView;
use crate::at::At;
use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::Response;

#[derive(Deserialize)]
struct Roll {
    #[serde(flatten)]
    at: At,
    #[serde(default = "one")]
    seed: u64,
}

fn one() -> u64 {
    1
}

#[derive(Serialize)]
struct Rolled {
    #[serde(rename = "move")]
    mv: String,
    view: PositionView,
}

/// `POST /api/roll`. A roll depends on the seed and on the number of rolls of that side, so the same game has the same
/// dice.
pub(crate) fn roll(lab: &Lab, call: &Call) -> Result<Response, Refusal> {
    let body: Roll = call.read()?;
    let mut session = body.at.open(lab.limits.moves)?;
    let throw = SeededDice { seed: body.seed }.throw(session.as_ref());
    let mv = throw.ok_or_else(|| Problem::new("nothing is thrown at this position", "a turn of chance"))?;
    let mv = session.play(&mv)?;
    Response::json(&Rolled { mv, view: PositionView::of(session.as_ref()) })
}
