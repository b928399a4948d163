//! Values as plain data: the number, and its text.

use std::cmp::Ordering;
use std::fmt;

use rootward_game::{Bound, Notation, Score, ScoreKind, Side, Window};
use serde::{Deserialize, Serialize};

/// A value for MAX, wins and losses counted in plies from the root; as data, and as text in the game's own unit. Its JSON is
/// that of every score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// The value as data.
    #[serde(flatten)]
    pub amount: Amount,
    /// The number as an exact fraction, where the game writes it as one: `5/2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fraction: Option<String>,
    /// Whose value it is.
    #[serde(rename = "for", default)]
    viewer: Max,
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
        /// In the game's unit: pawns in chess.
        value: Number,
    },
    /// MAX wins this many plies after the root.
    Win {
        /// Plies from the root.
        plies: u32,
    },
    /// Better for MAX than anything that occurs.
    Infinity,
}

/// A number in a game's unit, finite and of at most fifteen digits: it is the same after it was written and read back, which a
/// quick parser of JSON does not promise for the last bit of more.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "f64", into = "Written")]
pub struct Number(f64);

impl Eq for Number {}

impl From<f64> for Number {
    fn from(number: f64) -> Number {
        match number {
            _ if !number.is_finite() => Number(0.0),
            _ if number.fract() == 0.0 => Number(number),
            _ => Number(format!("{number:.14e}").parse().unwrap_or(number)),
        }
    }
}

impl Number {
    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

/// A whole number is written without a decimal point, as in every score.
#[derive(Serialize)]
#[serde(untagged)]
enum Written {
    Whole(i64),
    Number(f64),
}

impl From<Number> for Written {
    fn from(Number(number): Number) -> Written {
        if number.fract() == 0.0 { Written::Whole(number as i64) } else { Written::Number(number) }
    }
}

/// Every value of a trace is MAX's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Max {
    #[default]
    Max,
}

impl Amount {
    /// A score as data, in a unit of this many points.
    pub(super) fn new(score: Score, per_unit: i32) -> Amount {
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
            ScoreKind::Points(points) => Amount::Points { value: (f64::from(points) / f64::from(per_unit)).into() },
        }
    }
}

impl Value {
    /// A score for MAX, distances from the root, as this game writes it.
    pub fn new<G: Notation>(game: &G, score: Score) -> Value {
        let amount = Amount::new(score, game.points_per_unit().max(1));
        let text = match (amount, score.kind()) {
            (Amount::MinusInfinity, _) => "−∞".to_owned(),
            (Amount::Infinity, _) => "∞".to_owned(),
            (_, ScoreKind::Loss(plies)) => format!("loss in {plies}"),
            (_, ScoreKind::Win(plies)) => format!("win in {plies}"),
            (_, ScoreKind::Points(points)) => with_minus_sign(game.write_points(points)),
        };
        Value { fraction: text.contains('/').then(|| text.replace('−', "-")), amount, viewer: Max::Max, text }
    }

    /// A value without a game, for tests: an amount and how it is written.
    #[doc(hidden)]
    pub fn written(amount: Amount, text: &str) -> Value {
        Value { amount, fraction: None, viewer: Max::Max, text: text.to_owned() }
    }

    /// The score that it was made from; `per_unit` is the number of points in the game's unit.
    pub fn score(&self, per_unit: i32) -> Score {
        match self.amount {
            Amount::MinusInfinity => -Score::INFINITY,
            Amount::Loss { plies } => Score::loss_in(plies),
            Amount::Points { value } => Score::points((value.get() * f64::from(per_unit)).round() as i32),
            Amount::Win { plies } => Score::win_in(plies),
            Amount::Infinity => Score::INFINITY,
        }
    }

    /// Which of two values is better for MAX.
    pub fn compare(&self, other: &Value) -> Ordering {
        let place = |value: &Value| match value.amount {
            Amount::MinusInfinity => (-2, 0.0),
            Amount::Loss { plies } => (-1, f64::from(plies)),
            Amount::Points { value } => (0, value.get()),
            Amount::Win { plies } => (1, -f64::from(plies)),
            Amount::Infinity => (2, 0.0),
        };
        let ((kind, within), (others_kind, others_within)) = (place(self), place(other));
        kind.cmp(&others_kind).then(within.total_cmp(&others_within))
    }

    /// Is it a number, a win or a loss, rather than an infinity?
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
    pub fn name(self) -> &'static str {
        match self {
            Role::Max => Side::First.role(),
            Role::Min => Side::Second.role(),
            Role::Chance => "CHANCE",
        }
    }

    /// The opponent; chance has none.
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

/// The sign between a node and its value: `=`, `≥` or `≤`. (The sign of [`Bound`] itself stands before a value alone, and an exact one has none.)
pub fn relation(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "=",
        Bound::AtLeast => "≥",
        Bound::AtMost => "≤",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A neighbour in the last bit, as a quick parser may read it, becomes the number again.
    #[test]
    fn a_number_is_the_same_after_it_was_read_back() {
        for number in [1.0 / 3.0, -2.0 / 7.0, 0.1, 1e9 / 7.0, -123.456, 5.0, 0.0] {
            let written = Number::from(number);
            let near = [written.get().next_up(), written.get().next_down(), written.get()];
            assert!(number.fract() == 0.0 || near.iter().all(|near| Number::from(*near) == written), "{number}");
            let json = serde_json::to_string(&written).unwrap();
            assert_eq!(serde_json::from_str::<Number>(&json).unwrap(), written, "{json}");
        }
    }
}
