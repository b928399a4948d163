//! The value over the course of a game: one search for each of its positions.

use std::time::Duration;

use rootward_session::{Ask, Bound, Limits, Score, Session, parse_techniques};
use rootward_support::clock::Instant;
use serde::{Deserialize, Serialize};

use super::analyse::{Place, with_table};
use super::limits::{AskedLimits, check_page};
use crate::at::At;
use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::{Reply, SearchContext, SearchJob};

#[derive(Deserialize)]
struct Graph {
    #[serde(flatten)]
    at: At,
    #[serde(default)]
    limits: AskedLimits,
    techniques: Option<String>,
    page: Option<String>,
}

#[derive(Serialize)]
struct Point {
    /// Moves played from the given position.
    ply: usize,
    /// The move that led here.
    #[serde(rename = "move")]
    mv: Option<String>,
    side: &'static str,
    best: Option<String>,
    score: Score,
    bound: Bound,
    proven: bool,
    depth: Option<u32>,
}

#[derive(Serialize)]
struct End {
    points: usize,
    /// The time was over before the last position.
    stopped: bool,
}

/// The default time for each position.
const USUAL_TIME: Duration = Duration::from_millis(200);

/// `POST /api/graph`.
pub(crate) fn graph(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    let body: Graph = call.read()?;
    let session = body.at.open(lab.limits.moves)?;
    let time = body.limits.time(lab, USUAL_TIME)?;
    let limits = Limits { time: Some(time), ..body.limits.check(lab)? };
    let techniques = body.techniques.as_deref().map(parse_techniques).transpose()?.unwrap_or_default();
    let ask = Ask { limits, techniques, memory: lab.limits.table, ..Ask::default() };
    let (place, deadline) = (Place::new(lab, body.at), lab.limits.search_time);
    Ok(SearchJob::stream(check_page(body.page)?, move |context| {
        with_table(context, place, session, ask.techniques, |context, session| run(context, session, &ask, deadline))
    }))
}

fn run(context: &mut SearchContext<'_>, session: &mut dyn Session, ask: &Ask, most: Duration) -> Result<(), Refusal> {
    let begun = Instant::now();
    let moves = session.moves_played();
    while session.undo().is_some() {}
    let mut points = 0;
    for ply in 0..=moves.len() {
        let mv = ply.checked_sub(1).map(|before| moves[before].clone());
        if let Some(mv) = &mv {
            session.play(mv)?;
        }
        let left = most.saturating_sub(begun.elapsed());
        let time = ask.limits.time.map(|time| time.min(left));
        let limits = Limits { time, ..ask.limits.clone() }.stop(context.stop);
        let answer = session.analyse(&Ask { limits, ..ask.clone() }, &mut |_| {})?;
        if context.stop.is_raised() || left.is_zero() {
            break;
        }
        points += 1;
        let (side, best, score, bound) = (answer.side, answer.best, answer.score, answer.bound);
        let (proven, depth) = (answer.proven, answer.depth);
        context.event("value", &Point { ply, mv, side, best, score, bound, proven, depth })?;
    }
    context.event("end", &End { points, stopped: points <= moves.len() })
}
