//! What to trace, and with which search.

use rootward_session::{Algorithm, CutRule, Fail, MAX_DEPTH, Order, Problem, techniques_for};
use rootward_trace::TraceSettings;
use serde::{Deserialize, Serialize};

use crate::at::At;
use crate::refusal::Refusal;

/// A position and the settings of the search to be traced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// `NAME[:VARIANT]`.
    pub game: String,
    /// The position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves played from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The search algorithm.
    #[serde(default)]
    pub algorithm: Algorithm,
    /// The depth limit in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// When alpha-beta cuts.
    #[serde(default)]
    pub cut: CutName,
    /// What alpha-beta returns outside the window.
    #[serde(default)]
    pub fail: FailName,
    /// In which order alpha-beta tries the moves.
    #[serde(default)]
    pub order: OrderName,
    /// The engine's techniques, as on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub techniques: Option<String>,
}

/// When alpha-beta cuts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CutName {
    /// When beta ≤ alpha.
    #[default]
    At,
    /// When beta < alpha.
    Past,
}

/// What alpha-beta returns outside the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FailName {
    /// The best value found (fail-soft).
    #[default]
    Soft,
    /// The bound of the window (fail-hard).
    Hard,
}

/// In which order alpha-beta tries the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OrderName {
    /// The game's own order.
    #[default]
    Given,
    /// The reverse of the game's order.
    Reversed,
    /// Best static value first.
    Best,
}

impl Setting {
    /// The position.
    pub(crate) fn at(&self) -> At {
        At { game: self.game.clone(), position: self.position.clone(), moves: self.moves.clone() }
    }

    /// The settings of the search.
    pub(crate) fn trace_settings(&self, max_events: usize) -> Result<TraceSettings, Refusal> {
        Ok(TraceSettings {
            algorithm: self.algorithm,
            depth: self.depth.map(check_depth).transpose()?,
            cut: match self.cut {
                CutName::At => CutRule::At,
                CutName::Past => CutRule::Past,
            },
            fail: match self.fail {
                FailName::Soft => Fail::Soft,
                FailName::Hard => Fail::Hard,
            },
            order: match self.order {
                OrderName::Given => Order::Given,
                OrderName::Reversed => Order::Reversed,
                OrderName::Best => Order::Best,
            },
            techniques: techniques_for(&self.game, self.techniques.as_deref())?,
            max_events,
            ..TraceSettings::default()
        })
    }

    /// The id of this setting's trace: equal settings always have equal ids.
    pub(crate) fn id(&self) -> Result<String, Refusal> {
        Ok(fingerprint(crate::reply::to_json(self)?.as_bytes()))
    }
}

/// Accepts a depth that can be searched to.
pub(crate) fn check_depth(depth: u32) -> Result<u32, Refusal> {
    let wrong = || Problem::new(format!("'{depth}' is not a depth"), format!("a number from 1 to {MAX_DEPTH}"));
    if (1..=MAX_DEPTH).contains(&depth) { Ok(depth) } else { Err(wrong().into()) }
}

/// Sixteen hexadecimal digits that stand for some bytes.
pub(crate) fn fingerprint(bytes: &[u8]) -> String {
    format!("{:016x}", rootward_support::hash::fnv1a(bytes))
}
