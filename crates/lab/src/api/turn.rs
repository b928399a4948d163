//! A position, and the engine's reply if it is the engine's turn: all that a click on the board needs, in one request.

use rootward_session::{SeededDice, Session};
use serde::{Deserialize, Serialize};

use super::analyse::{Place, with_table};
use super::limits::{AskedLimits, check_page};
use super::play::{play_one, player};
use super::view::PositionView;
use crate::at::At;
use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::{LINES, Reply, Response, SearchJob, to_json};

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
    /// Which dice fall by themselves; without it none do.
    roll: Option<Rolls>,
    /// The seed of the dice.
    #[serde(default = "one")]
    dice_seed: u64,
}

/// Which dice fall by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Rolls {
    /// All of them.
    Once,
    /// Those of the engine, and those of a player who has just chosen to throw.
    Press,
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

#[derive(Serialize)]
struct Thrown {
    #[serde(rename = "move")]
    mv: String,
    view: PositionView,
}

impl Engine {
    fn name(self) -> &'static str {
        match self {
            Engine::First => "first",
            Engine::Second => "second",
        }
    }
}

/// What happens without the player, in a turn.
#[derive(Clone, Copy)]
struct Others {
    engine: Option<Engine>,
    rolls: Option<Rolls>,
    dice: SeededDice,
}

impl Others {
    /// Is the engine to move?
    fn moves(self, session: &dyn Session) -> bool {
        let view = session.view();
        self.engine.is_some_and(|engine| engine.name() == view.side)
            && view.outcome.is_none()
            && !view.moves.is_empty()
            && session.chance().is_none()
    }

    /// How the dice fall, if they do so by themselves; `before` is the side that moved last.
    fn throw(self, session: &dyn Session, before: Option<&str>) -> Option<String> {
        let chance = session.chance()?;
        let is_due = match self.rolls? {
            Rolls::Once => true,
            Rolls::Press => self.engine.map(Engine::name) == Some(chance.side) || before == Some(chance.side),
        };
        if is_due { self.dice.throw(session) } else { None }
    }
}

/// The side that made the last move; none if there was none, or if chance made it.
fn side_before(session: &dyn Session) -> Option<&'static str> {
    let mut before = session.fork();
    before.undo()?;
    if before.chance().is_some() { None } else { Some(before.view().side) }
}

/// `POST /api/turn`. Lines: a `view`, and as long as it is the engine's turn or the dice fall by themselves, a `move` or a `roll`
/// with the view after it.
pub(crate) fn turn(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    let body: Turn = call.read()?;
    let session = body.at.open(lab.limits.moves)?;
    let view = PositionView::of(session.as_ref());
    let player = player(lab, body.level, body.limits, body.seed)?;
    let page = check_page(body.page)?;
    let others = Others { engine: body.engine, rolls: body.roll, dice: SeededDice { seed: body.dice_seed } };
    let before = side_before(session.as_ref());
    if !others.moves(session.as_ref()) && others.throw(session.as_ref(), before).is_none() {
        // Nothing to search: no search slot is needed.
        let mut line = to_json(&ShownAlone { event: "view", view: &view })?;
        line.push('\n');
        return Ok(Reply::Ready(Response::file(LINES, line.into_bytes())));
    }
    let (game, place) = (body.at.game.clone(), Place::new(lab, body.at));
    Ok(SearchJob::stream(page, move |context| {
        context.event("view", &Shown { view })?;
        let techniques = player.techniques(&game)?;
        with_table(context, place, session, techniques, |context, session| {
            let mut before = before;
            loop {
                if let Some(thrown) = others.throw(session, before) {
                    let mv = session.play(&thrown)?;
                    before = None;
                    context.event("roll", &Thrown { mv, view: PositionView::of(session) })?;
                } else if others.moves(session) {
                    before = Some(session.view().side);
                    let played = play_one(context, session, &player)?;
                    context.event("move", &played)?;
                } else {
                    return Ok(());
                }
            }
        })
    }))
}
