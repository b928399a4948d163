//! The engine's move in a game, at one of ten levels or within limits.

use std::time::Duration;

use rootward_session::{Analysis, Ask, LEVELS, Level, Limits, Opponent, Problem, Session, StopFlag, Techniques};
use serde::{Deserialize, Serialize};

use super::analyse::{Place, with_table};
use super::limits::{AskedLimits, check_page, with_stop};
use super::view::PositionView;
use crate::at::At;
use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::{Reply, Response, SearchContext, SearchJob};

#[derive(Deserialize)]
struct Play {
    #[serde(flatten)]
    at: At,
    level: Option<u32>,
    limits: Option<AskedLimits>,
    #[serde(default = "one")]
    seed: u64,
    page: Option<String>,
}

fn one() -> u64 {
    1
}

/// A move of the engine.
#[derive(Serialize)]
pub(super) struct EngineMove {
    #[serde(rename = "move")]
    mv: String,
    slip: bool,
    #[serde(rename = "answer")]
    analysis: Analysis,
    view: PositionView,
}

/// The default time for a move.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// `POST /api/play`.
pub(crate) fn play(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    let body: Play = call.read()?;
    let session = body.at.open(lab.limits.moves)?;
    if session.moves().is_empty() {
        return Err(Problem::new("the game is over at this position", "a position with moves").into());
    }
    if session.chance().is_some() {
        return Err(
            Problem::new("it is the turn of chance at this position", "a throw, such as /api/roll gives").into()
        );
    }
    let player = player(lab, body.level, body.limits, body.seed)?;
    let (game, place) = (body.at.game.clone(), Place::new(lab, body.at));
    Ok(SearchJob::single(check_page(body.page)?, move |context| {
        let techniques = player.techniques(&game)?;
        with_table(context, place, session, techniques, |context, session| choose(context, session, &player))
    }))
}

/// Who chooses the engine's moves: a level, or limits.
pub(super) fn player(lab: &Lab, level: Option<u32>, limits: Option<AskedLimits>, seed: u64) -> Result<Player, Refusal> {
    let asked = limits.unwrap_or_default();
    let time = asked.time(lab, USUAL_TIME)?;
    Ok(match level {
        Some(number) => Player::Level(Opponent { level: find_level(number)?, seed, time, thread_clock: None }),
        None => Player::Limits(Limits { time: Some(time), ..asked.check(lab)? }, lab.limits.table),
    })
}

fn find_level(number: u32) -> Result<Level, Refusal> {
    let wrong = || Problem::new(format!("there is no level {number}"), format!("a level from 1 to {}", LEVELS.len()));
    Level::find(number).ok_or_else(|| wrong().into())
}

/// What chooses the move.
pub(super) enum Player {
    Level(Opponent),
    Limits(Limits, usize),
}

impl Player {
    pub(super) fn techniques(&self, game: &str) -> Result<Techniques, Problem> {
        match self {
            Player::Level(opponent) => opponent.techniques(game),
            Player::Limits(..) => Ok(Techniques::ALL),
        }
    }

    fn choose(&self, session: &mut dyn Session, stop: &StopFlag) -> Result<Option<(String, bool, Analysis)>, Problem> {
        match self {
            Player::Level(opponent) => {
                Ok(opponent.choose(session, stop)?.map(|chosen| (chosen.mv, chosen.slip, chosen.analysis)))
            }
            Player::Limits(limits, memory) => {
                let (limits, techniques) = (with_stop(limits, stop), Techniques::ALL);
                let ask = Ask { limits, techniques, memory: *memory, ..Ask::default() };
                let analysis = session.analyse(&ask, &mut |_| {})?;
                Ok(analysis.best.clone().map(|mv| (mv, false, analysis)))
            }
        }
    }
}

fn choose(context: &mut SearchContext<'_>, session: &mut dyn Session, player: &Player) -> Result<Response, Refusal> {
    Response::json(&play_one(context, session, player)?)
}

/// Chooses a move and plays it.
pub(super) fn play_one(
    context: &SearchContext<'_>,
    session: &mut dyn Session,
    player: &Player,
) -> Result<EngineMove, Refusal> {
    let chosen = player.choose(session, context.stop)?;
    let (mv, slip, analysis) = chosen.ok_or_else(Refusal::stopped)?;
    session.play(&mv)?;
    Ok(EngineMove { mv, slip, analysis, view: PositionView::of(session) })
}
