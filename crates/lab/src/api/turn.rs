//! A position, and the engine's reply if it is the engine's turn: all that a click on the board needs, in one request.

use rootward_session::Session;
use serde::{Deserialize, Serialize};

use super::analyse::{Place, with_table};
use super::limits::{AskedLimits, check_page};
use super::play::{play_one, player};
use super::view::PositionView;
use crate::at::At;
use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::{Answer, LINES, Reply, SearchJob, to_json};

#[derive(Deserialize)]
struct Turn {
    #[serde(flatten)]
    at: At,
    /// The side that the engine plays; without it, the position is shown and nothing else.
    engine: Option<Engine>,
    level: Option<u32>,
    limits: Option<AskedLimits>,
    #[serde(default = "one")]
    seed: u64,
    page: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Engine {
    First,
    Second,
}

fn one() -> u64 {
    1
}

#[derive(Serialize)]
struct Shown {
    view: PositionView,
}

#[derive(Serialize)]
struct ShownAlone<'a> {
    event: &'static str,
    view: &'a PositionView,
}

impl Engine {
    /// Is the engine to move? Where chance decides, the caller says how the dice fall.
    fn is_due(self, session: &dyn Session) -> bool {
        let name = match self {
            Engine::First => "first",
            Engine::Second => "second",
        };
        let view = session.view();
        view.side == name && view.outcome.is_none() && !view.moves.is_empty() && session.chance().is_none()
    }
}

/// `POST /api/turn`. Lines: a `view`, and a `move` with the view after it as long as it is the engine's turn.
pub(crate) fn turn(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    let body: Turn = call.read()?;
    let session = body.at.open(lab.limits.moves)?;
    let view = PositionView::of(session.as_ref());
    let player = player(lab, body.level, body.limits, body.seed)?;
    let page = check_page(body.page)?;
    let Some(engine) = body.engine.filter(|engine| engine.is_due(session.as_ref())) else {
        // Nothing to search: no search slot is needed.
        let mut line = to_json(&ShownAlone { event: "view", view: &view })?;
        line.push('\n');
        return Ok(Reply::Ready(Answer::file(LINES, line.into_bytes())));
    };
    let (game, place) = (body.at.game.clone(), Place::new(lab, body.at));
    Ok(SearchJob::stream(page, move |context| {
        context.event("view", &Shown { view })?;
        let techniques = player.techniques(&game)?;
        with_table(context, place, session, techniques, |context, session| {
            while engine.is_due(session) {
                let played = play_one(context, session, &player)?;
                context.event("move", &played)?;
            }
            Ok(())
        })
    }))
}
