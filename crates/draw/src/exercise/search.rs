//! The search that an exercise asks for.

use rootward_session::Problem;
use rootward_session::{CutRule, Fail, Order};
use rootward_trace::{Algorithm, TraceSettings};
use serde::{Deserialize, Serialize};

/// The search that is to be done on the tree by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HandSearch {
    /// The algorithm. Without it: alpha-beta; with chance nodes expectiminimax, or Star1 if there must be cuts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<Method>,
    /// When alpha-beta cuts.
    #[serde(with = "CutWord")]
    pub cut: CutRule,
    /// What alpha-beta returns outside the window.
    #[serde(with = "FailWord")]
    pub fail: Fail,
    /// In which order alpha-beta tries the moves.
    #[serde(with = "OrderWord")]
    pub order: Order,
    /// The depth at which the search stops, in plies. Nodes there get static values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// An algorithm that can be done by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Minimax; with chance nodes, expectiminimax.
    Minimax,
    /// Alpha-beta.
    AlphaBeta,
    /// Alpha-beta that cuts at chance nodes.
    Star1,
    /// Star1 that first probes one move behind each outcome.
    Star2,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "CutRule", rename_all = "lowercase")]
enum CutWord {
    At,
    Past,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Fail", rename_all = "lowercase")]
enum FailWord {
    Soft,
    Hard,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Order", rename_all = "lowercase")]
enum OrderWord {
    Given,
    Reversed,
    Best,
}

impl Method {
    /// The word for it, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Method::Minimax => "minimax",
            Method::AlphaBeta => "alpha-beta",
            Method::Star1 => "star1",
            Method::Star2 => "star2",
        }
    }
}

impl HandSearch {
    pub(super) fn is_usual(&self) -> bool {
        *self == HandSearch::default()
    }

    /// Do nodes above the leaves need static values?
    pub(super) fn needs_estimates(&self) -> bool {
        self.depth.is_some() || self.order == Order::Best
    }

    pub(super) fn check(&self, depth_of_tree: u32) -> Result<(), Problem> {
        match self.depth {
            Some(depth) if !(1..=depth_of_tree).contains(&depth) => {
                let problem = format!("a search of {depth} plies does not suit a tree of {depth_of_tree}");
                Err(Problem::new(problem, format!("a depth from 1 to {depth_of_tree}")))
            }
            _ => Ok(()),
        }
    }

    /// The settings of the trace, where `usual` is the algorithm that the tree suggests.
    pub(super) fn trace_settings(&self, usual: Method) -> TraceSettings {
        let base = match self.method.unwrap_or(usual) {
            Method::Minimax => TraceSettings { algorithm: Algorithm::Minimax, ..TraceSettings::default() },
            Method::AlphaBeta => TraceSettings::default(),
            Method::Star1 => TraceSettings::star1(),
            Method::Star2 => TraceSettings::star2(),
        };
        TraceSettings { cut: self.cut, fail: self.fail, order: self.order, depth: self.depth, ..base }
    }

    /// The options of the command line that give this search, each with a blank before it.
    pub(super) fn options(&self) -> String {
        let mut options = String::new();
        let mut push = |option: String| options.push_str(&option);
        self.method.into_iter().for_each(|method| push(format!(" --algorithm {}", method.name())));
        if self.cut == CutRule::Past {
            push(" --cut past".to_owned());
        }
        if self.fail == Fail::Hard {
            push(" --hard".to_owned());
        }
        match self.order {
            Order::Given => {}
            Order::Reversed => push(" --order reversed".to_owned()),
            Order::Best => push(" --order best".to_owned()),
        }
        self.depth.into_iter().for_each(|depth| push(format!(" --search-depth {depth}")));
        options
    }
}
