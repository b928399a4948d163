//! A position, as the page shows it.

use rootward_session::{Board, ChanceData, FeatureData, OutcomeData, Points, Session, View, find_game};
use serde::Serialize;

use crate::at::At;
use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::Response;

/// An evaluation with more terms than this is not sent along with every position.
const MOST_TERMS: usize = 50;

/// A session's view, with a board to click. The text picture for the terminal is the field `picture`.
#[derive(Serialize)]
pub(crate) struct PositionView {
    game: String,
    position: String,
    /// The moves played since the given position, in the game's notation.
    played: Vec<String>,
    side: &'static str,
    side_name: &'static str,
    /// The number of the next move, in games whose moves are numbered.
    #[serde(skip_serializing_if = "Option::is_none")]
    move_number: Option<u32>,
    picture: String,
    moves: Vec<String>,
    outcome: Option<OutcomeData>,
    /// How the game ended, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<String>,
    /// The names of the first and the second side.
    side_names: [&'static str; 2],
    /// A value that is a great advantage, for the scale of the graph.
    great_advantage: Points,
    /// Whether the game has chance moves.
    has_chance: bool,
    /// The possible outcomes, at a chance node.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<ChanceData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
    features: Vec<FeatureData>,
    /// How a position that is set up by hand is written, where the board's style does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    set_up: Option<&'static str>,
}

impl PositionView {
    pub(crate) fn of(session: &dyn Session) -> PositionView {
        let View { game, position, side, side_name, move_number, board, moves, outcome } = session.view();
        PositionView {
            set_up: find_game(&game).ok().and_then(|entry| entry.set_up),
            game,
            position,
            played: session.moves_played(),
            side,
            side_name,
            move_number,
            picture: board,
            moves,
            outcome,
            ending: session.ending(),
            side_names: session.side_names(),
            great_advantage: session.great_advantage(),
            has_chance: session.has_chance(),
            chance: session.chance(),
            board: session.board(),
            features: Some(session.features()).filter(|terms| terms.len() <= MOST_TERMS).unwrap_or_default(),
        }
    }
}

/// `POST /api/view`.
pub(crate) fn view(lab: &Lab, call: &Call) -> Result<Response, Refusal> {
    let at: At = call.read()?;
    Response::json(&PositionView::of(at.open(lab.limits.moves)?.as_ref()))
}
