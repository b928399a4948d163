//! The JSON of solutions. In Rust the parts of a proven value are fields; in JSON they are one score, the same as everywhere.

use serde::{Serialize, Serializer};

use crate::{Ending, Expected, Kind, MoveValue, Points, Score, Solution, Source, Viewer};

/// A score of a solution.
#[derive(Serialize)]
#[serde(untagged)]
enum SolvedScore {
    Plain(Score),
    Expected(ExpectedScore),
}

/// The value of a game of chance, with the limits between which it is proven to lie.
#[derive(Serialize)]
struct ExpectedScore {
    kind: Kind,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_probability: Option<f64>,
    error: f64,
    lowest: f64,
    highest: f64,
    #[serde(rename = "for")]
    viewer: Viewer,
}

impl ExpectedScore {
    /// A value that is not proven to within the usual error is an estimate, though its limits are proven.
    fn new(expected: &Expected, proven: bool) -> ExpectedScore {
        let Expected { win_probability, expected, error, lowest, highest } = *expected;
        let kind = if proven { Kind::Expected } else { Kind::Estimate };
        let value = win_probability.map(|share| 2.0 * share - 1.0).or(expected).unwrap_or(0.0);
        ExpectedScore { kind, value, win_probability, error, lowest, highest, viewer: Viewer::Mover }
    }
}

/// The parts of a proven value as a score; none if nothing is known.
struct Parts<'a> {
    kind: Option<Kind>,
    payoff: &'a Option<Points>,
    fraction: &'a Option<String>,
    plies: Option<u32>,
    mate: Option<u32>,
    chance: &'a Option<Expected>,
    proven: bool,
}

impl Parts<'_> {
    fn score(&self) -> Option<SolvedScore> {
        match self.chance {
            Some(expected) => Some(SolvedScore::Expected(ExpectedScore::new(expected, self.proven))),
            None => self.plain().map(SolvedScore::Plain),
        }
    }

    fn plain(&self) -> Option<Score> {
        let decided = Score::decided(self.kind?, self.plies, self.mate);
        let (value, fraction) = (self.payoff.clone(), self.fraction.clone());
        // Points are MAX's, as on paper.
        let viewer = if value.is_some() { Some(Viewer::Max) } else { decided.viewer };
        Some(Score { value, fraction, viewer, ..decided })
    }
}

impl Solution {
    /// The value as one score; none if it is not known, and in games of chance that are solved by a table, whose value is
    /// more exact than a score.
    pub fn score(&self) -> Option<Score> {
        self.parts().plain()
    }

    fn parts(&self) -> Parts<'_> {
        let Solution { payoff, fraction, chance, proven, plies, mate, .. } = self;
        Parts { kind: self.value, payoff, fraction, plies: *plies, mate: *mate, chance, proven: *proven }
    }
}

#[derive(Serialize)]
struct MoveJson<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    score: Option<SolvedScore>,
}

impl Serialize for MoveValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MoveValue { mv, value: kind, payoff, fraction, plies, mate, chance } = self;
        let parts = Parts { kind: *kind, payoff, fraction, plies: *plies, mate: *mate, chance, proven: true };
        MoveJson { mv, score: parts.score() }.serialize(serializer)
    }
}

#[derive(Serialize)]
struct SolutionJson<'a> {
    game: &'a str,
    position: &'a str,
    side: &'a str,
    side_name: &'a str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    chance: bool,
    score: Option<SolvedScore>,
    proven: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: &'a Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: &'a Option<Score>,
    best: &'a Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: &'a Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: &'a Option<Vec<MoveValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Source>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    out_of_memory: bool,
    stopped: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_by: Option<Ending>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    nodes: u64,
    elapsed_ms: f64,
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SolutionJson {
            game: &self.game,
            position: &self.position,
            side: self.side,
            side_name: self.side_name,
            chance: self.is_thrown,
            score: self.parts().score(),
            proven: self.proven,
            at_least: &self.at_least,
            at_most: &self.at_most,
            best: &self.best,
            line: &self.line,
            moves: &self.moves,
            source: self.source,
            out_of_memory: self.out_of_memory,
            stopped: self.stopped,
            ended_by: self.ended_by,
            depth: self.depth,
            nodes: self.nodes,
            elapsed_ms: self.elapsed_ms,
        }
        .serialize(serializer)
    }
}
