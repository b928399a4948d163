//! Values as plain data: the number, and its text.

use std::fmt;

pub use rootward_game::Bound as Mark;
use rootward_game::{Notation, Score, ScoreKind, Side, Window};
use serde::{Deserialize, Serialize};

/// A value for MAX, wins and losses counted in plies from the root; as data, and as text in the game's own unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// The value as data.
    #[serde(flatten)]
    pub amount: Amount,
    /// The value as text: `3`, `−0.5`, `win in 5`, `∞`.
    pub text: String,
}

/// The data of a [`Value`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Amount {
    /// Worse for MAX than anything that occurs.
    MinusInfinity,
    /// MIN wins this many plies after the root.
    Loss {
        /// Plies from the root.
        plies: u32,
    },
    /// A draw (0), a payoff or an estimate.
    Points {
        /// In the game's internal points, before conversion to its unit.
        points: i32,
    },
    /// MAX wins this many plies after the root.
    Win {
        /// Plies from the root.
        plies: u32,
    },
    /// Better for MAX than anything that occurs.
    Infinity,
}

impl From<Score> for Amount {
    fn from(score: Score) -> Amount {
        // A window may end one step beyond the best possible value.
        if score > Score::win_in(0) {
            return Amount::Infinity;
        }
        if score < Score::loss_in(0) {
            return Amount::MinusInfinity;
        }
        match score.kind() {
            ScoreKind::Win(plies) => Amount::Win { plies },
            ScoreKind::Loss(plies) => Amount::Loss { plies },
            ScoreKind::Points(points) => Amount::Points { points },
        }
    }
}

impl From<Amount> for Score {
    fn from(amount: Amount) -> Score {
        match amount {
            Amount::MinusInfinity => -Score::INFINITY,
            Amount::Loss { plies } => Score::loss_in(plies),
            Amount::Points { points } => Score::points(points),
            Amount::Win { plies } => Score::win_in(plies),
            Amount::Infinity => Score::INFINITY,
        }
    }
}

impl Value {
    /// A score for MAX, distances from the root, as this game writes it.
    #[must_use]
    pub fn new<G: Notation>(game: &G, score: Score) -> Value {
        let amount = Amount::from(score);
        let text = match amount {
            Amount::MinusInfinity => "−∞".to_owned(),
            Amount::Loss { plies } => format!("loss in {plies}"),
            Amount::Points { points } => with_minus_sign(game.write_points(points)),
            Amount::Win { plies } => format!("win in {plies}"),
            Amount::Infinity => "∞".to_owned(),
        };
        Value { amount, text }
    }

    /// The score that it was made from; values outside the range become infinite.
    #[must_use]
    pub fn score(&self) -> Score {
        self.amount.into()
    }

    /// Is it a number, a win or a loss, rather than an infinity?
    #[must_use]
    pub fn is_finite(&self) -> bool {
        !matches!(self.amount, Amount::MinusInfinity | Amount::Infinity)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn with_minus_sign(text: String) -> String {
    match text.strip_prefix('-') {
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

/// A closed interval: an α-β window, or the values that a node can still take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The lower end: α, or the least possible value.
    pub low: Value,
    /// The upper end: β, or the greatest possible value.
    pub high: Value,
}

impl Span {
    pub(super) fn of_window<G: Notation>(game: &G, window: Window) -> Span {
        Span { low: Value::new(game, window.alpha), high: Value::new(game, window.beta) }
    }

    /// Is only one value possible?
    #[must_use]
    pub fn is_point(&self) -> bool {
        self.low == self.high
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.low, self.high)
    }
}

/// The lecture's names for the two sides and for chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Role {
    /// The first player, who wants large values.
    Max,
    /// The second player, who wants small ones.
    Min,
    /// Nobody: the dice decide.
    Chance,
}

impl Role {
    /// Who decides at a node: the side to move, or chance.
    pub(super) fn at(side: Side, chance: bool) -> Role {
        if chance { Role::Chance } else { side.into() }
    }

    /// `MAX`, `MIN` or `CHANCE`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Role::Max => Side::First.role(),
            Role::Min => Side::Second.role(),
            Role::Chance => "CHANCE",
        }
    }

    /// The opponent; chance has none.
    #[must_use]
    pub fn other(self) -> Role {
        match self {
            Role::Max => Role::Min,
            Role::Min => Role::Max,
            Role::Chance => Role::Chance,
        }
    }
}

impl From<Side> for Role {
    fn from(side: Side) -> Role {
        match side {
            Side::First => Role::Max,
            Side::Second => Role::Min,
        }
    }
}
