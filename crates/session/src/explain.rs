//! The parts of a position's evaluation: every feature with its count, its weights and its share of the sum.

use std::path::Path;

use rootward_support::file::read_small_text;
use serde::Serialize;

use crate::problem::quoted;
use crate::{FeatureData, PieceData, Problem, Score, Session};

/// An evaluation by features. It is an estimate: nothing was searched, nothing is proven.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The name of the first side; points are counted for it.
    pub first_side: &'static str,
    /// The evaluation that the search uses, for MAX: an estimate.
    pub score: Score,
    /// The sum of the features' points, before rounding, in the game's unit: pawns in chess.
    pub sum: f64,
    /// The points of one unit: weights are in points.
    #[serde(skip)]
    pub per_unit: f64,
    /// What counts and weights depend on here, in a sentence; empty if nothing.
    pub circumstances: String,
    /// The features by group, the largest share first.
    pub groups: Vec<ExplainedGroup>,
}

/// A group of features.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainedGroup {
    /// Its name.
    pub name: &'static str,
    /// Its share of the sum, in the same unit.
    pub points: f64,
    /// Its features, the largest share first.
    pub features: Vec<ExplainedFeature>,
}

/// A feature of a position.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainedFeature {
    /// Its name, without the part after a colon.
    pub name: &'static str,
    /// What it counts.
    pub meaning: &'static str,
    /// The count, MAX minus MIN.
    pub count: f64,
    /// Its weights: one, or one for each game stage.
    pub weights: Vec<ExplainedWeight>,
    /// Its share of the sum, in the same unit.
    pub points: f64,
}

/// A term of a feature.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainedWeight {
    /// The game stage, such as `mg` and `eg`; none if there is one weight for the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<&'static str>,
    /// Points per unit.
    pub weight: i32,
    /// The part of the count that this weight applies to.
    pub count: f64,
}

/// Explains the evaluation of a session's position. Features that do not occur are left out unless `all` is set.
pub fn explain(session: &dyn Session, all: bool) -> Result<Explanation, Problem> {
    let view = session.view();
    let Some(value) = session.evaluation() else {
        let problem = format!("{} has no evaluation with named features", view.game);
        return Err(Problem::new(problem, "a game that has one, such as connect-four or chess"));
    };
    let per_unit = value.per_unit();
    let features = joined(&session.features(), per_unit);
    let sum = features.iter().map(|(_, feature)| feature.points).sum();
    let mut groups: Vec<ExplainedGroup> = Vec::new();
    for (name, feature) in features {
        let place = groups.iter().position(|group| group.name == name);
        let place = place.unwrap_or_else(|| {
            groups.push(ExplainedGroup { name, points: 0.0, features: Vec::new() });
            groups.len() - 1
        });
        groups[place].points += feature.points;
        if all || feature.count != 0.0 {
            groups[place].features.push(feature);
        }
    }
    groups.retain(|group| !group.features.is_empty());
    for group in &mut groups {
        group.features.sort_by(|a, b| b.points.abs().total_cmp(&a.points.abs()));
    }
    groups.sort_by(|a, b| b.points.abs().total_cmp(&a.points.abs()));
    let circumstances = session.circumstances();
    let first_side = session.side_names()[0];
    Ok(Explanation {
        game: view.game,
        position: view.position,
        first_side,
        score: Score::estimate(value),
        sum,
        per_unit,
        circumstances,
        groups,
    })
}

/// What a network says of a position, with and without each piece. It is an estimate as well.
#[derive(Clone, Debug, Serialize)]
pub struct NetworkExplanation {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The name of the first side; points are counted for it.
    pub first_side: &'static str,
    /// The evaluation that the search uses, for MAX: an estimate.
    pub score: Score,
    /// The pieces, the one that matters most first.
    pub pieces: Vec<PieceData>,
}

/// Explains what the session's network says; none if no network was chosen.
pub fn explain_network(session: &dyn Session) -> Result<Option<NetworkExplanation>, Problem> {
    let Some(evaluation) = session.network_evaluation() else { return Ok(None) };
    let view = session.view();
    let Some(mut pieces) = evaluation.pieces else {
        let problem = format!("what a piece is worth to a network is not known for {}", view.game);
        return Err(Problem::new(problem, "chess, or --evaluation linear"));
    };
    pieces.sort_by(|a, b| b.worth.number().abs().total_cmp(&a.worth.number().abs()));
    let (score, first_side) = (Score::estimate(evaluation.value), session.side_names()[0]);
    let (game, position) = (view.game, view.position);
    Ok(Some(NetworkExplanation { game, position, first_side, score, pieces }))
}

/// The terms of one feature, which differ only after a colon, joined; each with the name of its group.
fn joined(terms: &[FeatureData], per_unit: f64) -> Vec<(&'static str, ExplainedFeature)> {
    let mut features: Vec<(&'static str, ExplainedFeature)> = Vec::new();
    for term in terms {
        let (name, stage) = term.name.split_once(':').map_or((term.name, None), |(name, stage)| (name, Some(stage)));
        if features.last().is_none_or(|(_, last)| last.name != name) {
            let feature =
                ExplainedFeature { name, meaning: term.meaning, count: 0.0, weights: Vec::new(), points: 0.0 };
            features.push((term.group, feature));
        }
        if let Some((_, feature)) = features.last_mut() {
            let count = f64::from(term.count) / f64::from(term.parts);
            feature.count += count;
            feature.points += count * f64::from(term.weight) / per_unit;
            feature.weights.push(ExplainedWeight { stage, weight: term.weight, count });
        }
    }
    features
}

/// Weights from a command line: a text with `=` in it, or else the name of a file that contains one.
pub fn weights_text(given: &str) -> Result<String, Problem> {
    if given.trim().is_empty() || given.contains('=') {
        return Ok(given.to_owned());
    }
    let text = read_small_text(Path::new(given)).map_err(|error| {
        let problem = format!("{} is neither a weight nor a file that can be read ({error})", quoted(given));
        Problem::new(problem, EXPECTED_WEIGHTS)
    })?;
    written_weights(text).map_err(|problem| problem.within(format!("file {}", quoted(given))))
}

/// The weights that a file holds. A file without any is a mistake, such as one that a full disk left empty: the search would
/// use the game's own weights without a message.
pub fn written_weights(text: String) -> Result<String, Problem> {
    if text.contains('=') { Ok(text) } else { Err(Problem::new("there are no weights in it", EXPECTED_WEIGHTS)) }
}

const EXPECTED_WEIGHTS: &str = "name=number,… or a file of such lines";
