//! The best move, depth by depth, and on request the value of every move.

use rootward_session::{
    Algorithm, Ask, Bound, Iteration, Line, Score, Session, TableFolders, Techniques, techniques_for,
};
use serde::{Deserialize, Serialize};

use super::limits::{AskedLimits, check_page, with_stop};
use crate::at::At;
use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::{Reply, SearchContext, SearchJob};

#[derive(Deserialize)]
struct Analyse {
    #[serde(flatten)]
    at: At,
    #[serde(default)]
    limits: AskedLimits,
    lines: Option<usize>,
    #[serde(default)]
    all_moves: bool,
    techniques: Option<String>,
    algorithm: Option<Algorithm>,
    #[serde(default)]
    evaluation: AskedEvaluation,
    page: Option<String>,
}

/// The evaluation of a request. A request may choose a word, not a file.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AskedEvaluation {
    #[default]
    Default,
    Linear,
    Network,
}

impl AskedEvaluation {
    fn word(self) -> &'static str {
        match self {
            AskedEvaluation::Default => "default",
            AskedEvaluation::Linear => "linear",
            AskedEvaluation::Network => "network",
        }
    }
}

/// `POST /api/analyse`.
pub(crate) fn analyse(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    let body: Analyse = call.read()?;
    let mut session = body.at.open(lab.limits.moves)?;
    session.set_evaluation(body.evaluation.word())?;
    let moves = session.moves().len();
    let lines = if body.all_moves { moves } else { body.lines.unwrap_or(1) }.clamp(1, moves.max(1));
    let techniques = techniques_for(&body.at.game, body.techniques.as_deref())?;
    let ask = Ask {
        algorithm: body.algorithm.unwrap_or(Algorithm::Engine),
        limits: body.limits.check(lab)?,
        lines,
        techniques,
        memory: lab.limits.table,
        outcomes: body.all_moves,
        ..Ask::default()
    };
    ask.check()?;
    let (mut place, all_moves) = (Place::new(lab, body.at), body.all_moves);
    place.evaluation = body.evaluation.word();
    Ok(SearchJob::stream(check_page(body.page)?, move |context| {
        let ask = Ask { limits: with_stop(&ask.limits, context.stop), ..ask };
        with_table(context, place, session, ask.techniques, |context, session| run(context, session, &ask, all_moves))
    }))
}

fn run(context: &mut SearchContext<'_>, session: &mut dyn Session, ask: &Ask, all_moves: bool) -> Result<(), Refusal> {
    let mut sent = Ok(());
    let answer = session.analyse(ask, &mut |iteration| {
        if sent.is_ok() {
            sent = send_iteration(context, iteration, all_moves);
        }
    })?;
    sent?;
    context.event("answer", &answer)
}

fn send_iteration(context: &mut SearchContext<'_>, iteration: &Iteration, all_moves: bool) -> Result<(), Refusal> {
    context.event("iteration", iteration)?;
    if all_moves { context.event("values", &Values::of(iteration)) } else { Ok(()) }
}

/// The value of every move after one more depth.
#[derive(Serialize)]
struct Values<'a> {
    depth: Option<u32>,
    moves: Vec<MoveLine<'a>>,
}

#[derive(Serialize)]
struct MoveLine<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    score: &'a Score,
    bound: Bound,
    proven: bool,
}

impl<'a> Values<'a> {
    fn of(iteration: &'a Iteration) -> Values<'a> {
        let of_line = |line: &'a Line| {
            let Line { first, score, bound, proven, .. } = line;
            Some(MoveLine { mv: first.as_deref()?, score, bound: *bound, proven: *proven })
        };
        let mut moves: Vec<MoveLine<'_>> = iteration.lines.iter().filter_map(of_line).collect();
        // A single line is reported without a list.
        if let (true, Some(mv)) = (moves.is_empty(), iteration.line.first()) {
            let Iteration { score, bound, proven, .. } = iteration;
            moves.push(MoveLine { mv, score, bound: *bound, proven: *proven });
        }
        Values { depth: iteration.depth, moves }
    }
}

/// Where to search, and with what.
pub(crate) struct Place {
    at: At,
    /// Transposition tables in use and idle, at most.
    most_tables: usize,
    /// The endgame tables of the lab.
    endgames: TableFolders,
    /// The evaluation that was chosen.
    evaluation: &'static str,
}

impl Place {
    pub(crate) fn new(lab: &Lab, at: At) -> Place {
        Place { at, most_tables: lab.limits.searches, endgames: lab.tables.clone(), evaluation: "default" }
    }

    /// Gives a new session the endgame tables, if its game has some.
    fn mount(&self, session: &mut dyn Session) -> Result<(), Refusal> {
        if self.endgames.is_empty() { Ok(()) } else { Ok(self.endgames.mount_known(&self.at.game, session)?) }
    }
}

/// Searches with the table of an earlier search of the same game and techniques, if there is one.
pub(crate) fn with_table<T>(
    context: &mut SearchContext<'_>,
    place: Place,
    fresh: Box<dyn Session>,
    techniques: Techniques,
    search: impl FnOnce(&mut SearchContext<'_>, &mut dyn Session) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let at = &place.at;
    if !at.is_one_game() {
        let mut session = fresh;
        return search(context, session.as_mut());
    }
    // Heuristic values differ between techniques and evaluations, so each set of them has tables of its own.
    let key = format!("{} {techniques:?} {}", at.game.trim(), place.evaluation);
    let kept = context.active_searches.take(&key, place.most_tables);
    let mut session = match kept {
        Some(session) => session,
        None => {
            let mut session = fresh;
            place.mount(session.as_mut())?;
            session
        }
    };
    at.go(session.as_mut())?;
    let found = search(context, session.as_mut());
    context.active_searches.put_back(key, session);
    found
}
