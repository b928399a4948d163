//! A move entered step by step, as in backgammon.

use rootward_session::Problem;
use serde::Deserialize;

use crate::at::At;
use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::Response;

#[derive(Deserialize)]
struct StepsRequest {
    #[serde(flatten)]
    at: At,
    /// The steps entered so far, each as two squares.
    #[serde(default)]
    steps: Vec<(String, String)>,
}

/// `POST /api/steps`.
pub(crate) fn steps(lab: &Lab, call: &Call) -> Result<Response, Refusal> {
    let body: StepsRequest = call.read()?;
    let session = body.at.open(lab.limits.moves)?;
    let none = || Problem::new("moves of this game are not taken in steps", "a game such as backgammon");
    Response::json(&session.steps(&body.steps)?.ok_or_else(none)?)
}
