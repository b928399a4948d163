//! The settings of a trace, and what was traced, in words.

use rootward_search::Techniques;
use rootward_search::textbook::{CutRule, Fail, Order};
use rootward_session::{Algorithm, active_techniques};
use serde::{Deserialize, Serialize};

/// The settings of a trace. Minimax uses only the depth, the engine depth and techniques.
#[derive(Clone, Debug)]
pub struct TraceSettings {
    /// Which search to trace.
    pub algorithm: Algorithm,
    /// The horizon. `None` is the end of the game if its whole tree is small enough to be searched; otherwise a depth
    /// is chosen, and the trace says so.
    pub depth: Option<u32>,
    /// When alpha-beta cuts.
    pub cut: CutRule,
    /// What alpha-beta returns beyond the window.
    pub fail: Fail,
    /// In which order alpha-beta tries the moves.
    pub order: Order,
    /// The engine's techniques. With iterative deepening, every iteration is in the steps and the last one is drawn.
    pub techniques: Techniques,
    /// The greatest number of recorded events; the search itself continues to its end, and the rest is counted.
    pub max_events: usize,
    /// The greatest number of steps in the text.
    pub text_steps: usize,
    /// The greatest number of nodes in the drawn tree.
    pub drawn_nodes: usize,
    /// The keys of the positions that led here, oldest first. A session fills in those of its own game.
    pub earlier: Vec<u64>,
}

impl Default for TraceSettings {
    fn default() -> TraceSettings {
        TraceSettings {
            algorithm: Algorithm::default(),
            depth: None,
            cut: CutRule::default(),
            fail: Fail::default(),
            order: Order::default(),
            techniques: Techniques::default(),
            max_events: 200_000,
            text_steps: 300,
            drawn_nodes: 150,
            earlier: Vec::new(),
        }
    }
}

impl TraceSettings {
    /// Plain alpha-beta with Star1 at chance nodes: the engine with no other technique.
    pub fn star1() -> TraceSettings {
        let mut techniques = Techniques::NONE;
        techniques.sound.star1 = true;
        TraceSettings { algorithm: Algorithm::Engine, techniques, ..TraceSettings::default() }
    }

    /// The same with Star2: it first probes a single move behind each outcome.
    pub fn star2() -> TraceSettings {
        let mut settings = TraceSettings::star1();
        settings.techniques.sound.star2 = true;
        settings
    }
}

/// What was traced, for the reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Which search was traced.
    pub algorithm: Algorithm,
    /// The horizon; none if the search went to the end of the game.
    pub depth: Option<u32>,
    /// The depth was not given, but chosen because the whole game is too large.
    pub depth_was_chosen: bool,
    /// `at` (β ≤ α) or `past` (β < α); alpha-beta only.
    pub cut: Option<String>,
    /// `soft` or `hard`; alpha-beta only.
    pub fail: Option<String>,
    /// `given`, `reversed` or `best`; alpha-beta only.
    pub order: Option<String>,
    /// The engine's techniques; empty for the others.
    pub techniques: Vec<String>,
    /// There are chance nodes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chance: bool,
}

impl Setup {
    pub(super) fn new(settings: &TraceSettings, depth: Option<u32>, chance: bool) -> Setup {
        let algorithm = settings.algorithm;
        let word = |word: &str| (algorithm == Algorithm::AlphaBeta).then(|| word.to_owned());
        let techniques = match algorithm {
            Algorithm::Engine => active_techniques(settings.techniques),
            Algorithm::Minimax | Algorithm::AlphaBeta => Vec::new(),
        };
        Setup {
            algorithm,
            depth,
            depth_was_chosen: settings.depth.is_none() && depth.is_some(),
            cut: word(match settings.cut {
                CutRule::At => "at",
                CutRule::Past => "past",
            }),
            fail: word(match settings.fail {
                Fail::Soft => "soft",
                Fail::Hard => "hard",
            }),
            order: word(match settings.order {
                Order::Given => "given",
                Order::Reversed => "reversed",
                Order::Best => "best",
            }),
            techniques,
            chance,
        }
    }

    /// Does the search pass a window down?
    pub fn has_windows(&self) -> bool {
        self.algorithm != Algorithm::Minimax
    }

    /// The settings in one line: `alpha-beta, fail-soft, cut when β ≤ α, moves as given, to the end of the game`.
    pub fn in_words(&self) -> String {
        let mut parts = vec![match self.algorithm {
            Algorithm::Minimax if self.chance => "expectiminimax".to_owned(),
            Algorithm::Minimax => "minimax".to_owned(),
            Algorithm::AlphaBeta if self.chance => "alpha-beta, averages at chance nodes".to_owned(),
            Algorithm::AlphaBeta => "alpha-beta".to_owned(),
            Algorithm::Engine if self.techniques.is_empty() => "the engine without any technique".to_owned(),
            Algorithm::Engine => format!("the engine with {}", self.techniques.join(", ")),
        }];
        parts.extend(self.fail.as_ref().map(|fail| format!("fail-{fail}")));
        parts.extend(self.cut.as_deref().map(|cut| {
            let relation = if cut == "past" { "<" } else { "≤" };
            format!("cut when β {relation} α")
        }));
        parts.extend(self.order.as_deref().map(|order| {
            let words = match order {
                "best" => "best static value first",
                "reversed" => "moves from right to left",
                _ => "moves as given",
            };
            words.to_owned()
        }));
        parts.push(match self.depth {
            None => "to the end of the game".to_owned(),
            Some(depth) => format!("depth {depth}"),
        });
        if self.depth_was_chosen {
            parts.push("chosen because the whole game is too large to be searched".to_owned());
        }
        parts.join(", ")
    }
}
