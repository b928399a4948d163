//! Values as plain data, each with its label: proven or estimate, exact or a bound.

use std::fmt;

use rootward_game::{Bound, Notation, Side, Verdict};
use serde::{Serialize, Serializer};

/// A value in points, and how the game writes it in its own unit: `3`, `2.5`, `53.06 %`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    points: i32,
    /// The points of one unit.
    per_unit: i32,
    text: String,
    /// The winning probability, if that is what points stand for.
    chance: Option<Probability>,
}

impl Points {
    /// Points as the game writes them.
    pub fn new<G: Notation>(game: &G, points: i32) -> Points {
        let chance = game.win_probability(points).map(Probability::new);
        Points { points, per_unit: game.points_per_unit().max(1), text: game.write_points(points), chance }
    }

    /// The number in the game's unit, or from -1 (certain loss) to 1 (certain win) if it is a winning probability.
    pub fn number(&self) -> f64 {
        match self.chance {
            Some(Probability(billionths)) => (2.0 * billionths as f64 - BILLION) / BILLION,
            None => f64::from(self.points) / f64::from(self.per_unit),
        }
    }

    /// The points of one unit, 1 where the game writes its points as they are.
    pub(crate) fn per_unit(&self) -> f64 {
        f64::from(self.per_unit)
    }

    /// The number in hundredths, such as centipawns, where the game divides its unit or gives a probability; elsewhere in
    /// whole points.
    pub fn hundredths(&self) -> i32 {
        let is_divided = self.per_unit > 1 || self.chance.is_some();
        (self.number() * if is_divided { 100.0 } else { 1.0 }).round() as i32
    }

    /// The number as a fraction, `5/2`, if the game writes it so.
    pub fn fraction(&self) -> Option<String> {
        self.text.contains('/').then(|| self.text.replace('−', "-"))
    }

    /// Is the text rounded? A fraction is exact; a decimal is, if the number ends with its last digit.
    pub fn is_rounded(&self) -> bool {
        if self.text.contains('/') {
            return false;
        }
        let (number, unit) = match self.chance {
            Some(Probability(billionths)) => (100 * billionths, BILLION as u64),
            None => (u64::from(self.points.unsigned_abs()), u64::from(self.per_unit.unsigned_abs())),
        };
        (0..self.decimals()).fold(number % unit, |rest, _| rest * 10 % unit) != 0
    }

    /// The number of digits after the decimal point.
    fn decimals(&self) -> usize {
        let digits = |rest: &str| rest.bytes().take_while(u8::is_ascii_digit).count();
        self.text.split_once('.').map_or(0, |(_, rest)| digits(rest))
    }

    /// With its sign, for averages; a leading `≈ ` says that it is rounded.
    pub fn averaged(&self) -> String {
        format!("{}{}", if self.is_rounded() { "≈ " } else { "" }, self.signed())
    }

    /// Is it at the limit of estimates? (In a game that counts points a true estimate never is.)
    fn is_at_limit(&self) -> bool {
        self.chance.is_none() && self.points.abs() >= rootward_game::Score::POINTS_LIMIT
    }

    fn is_negative(&self) -> bool {
        self.number() < 0.0
    }

    /// With its sign, for estimates.
    pub fn signed(&self) -> String {
        let plain = self.chance.is_some() || self.number() <= 0.0 || self.text.starts_with('+');
        if plain { self.text.clone() } else { format!("+{}", self.text) }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A JSON number: whole if the game writes it so, otherwise with all digits. A fraction is in a field beside it.
impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.text.contains(['.', '/', '%']) || self.is_rounded() {
            true => serializer.serialize_f64(self.number()),
            false => serializer.serialize_i32(self.points / self.per_unit),
        }
    }
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The side to move wins: proven.
    Win,
    /// The side to move loses: proven.
    Loss,
    /// Neither side can force a win: proven.
    Draw,
    /// The points with best play by both: proven.
    Payoff,
    /// The expected points with best play by both: proven.
    Expected,
    /// A static evaluation at a horizon, or another estimate.
    Estimate,
}

/// Whose points a value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    /// MAX, the first side: in games that count points, as on the leaves of a tree drawn on paper.
    Max,
    /// The side to move: in games of wins and draws.
    Mover,
}

/// A value with its label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Its kind.
    pub kind: Kind,
    /// Plies to the end, for wins and losses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// The same as moves to mate, in games that use this count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<u32>,
    /// Points, for payoffs and estimates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Points>,
    /// The same as an exact fraction, where it is written as one: `5/2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraction: Option<String>,
    /// The winning probability, in games where points stand for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_probability: Option<Probability>,
    /// Whose points, win or loss it is; missing for a draw, which is everybody's.
    #[serde(rename = "for", skip_serializing_if = "Option::is_none")]
    pub viewer: Option<Viewer>,
}

/// A probability, stored as a whole number of billionths so that equal ones compare equal; a JSON number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probability(u64);

const BILLION: f64 = 1e9;

impl Probability {
    /// From a number, clamped to 0 to 1.
    pub fn new(number: f64) -> Probability {
        Probability((number.clamp(0.0, 1.0) * BILLION).round() as u64)
    }

    /// The number, from 0 to 1.
    pub fn number(self) -> f64 {
        self.0 as f64 / BILLION
    }
}

impl Serialize for Probability {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.number())
    }
}

impl Score {
    /// An estimate in points of MAX.
    pub(crate) fn estimate(points: Points) -> Score {
        let (fraction, win_probability) = (points.fraction(), points.chance);
        let (kind, plies, mate, viewer) = (Kind::Estimate, None, None, Some(Viewer::Max));
        Score { kind, plies, mate, value: Some(points), fraction, win_probability, viewer }
    }

    /// A proven win or loss of the side to move, or a draw.
    pub fn decided(kind: Kind, plies: Option<u32>, mate: Option<u32>) -> Score {
        let (value, fraction, win_probability) = (None, None, None);
        let viewer = (kind != Kind::Draw).then_some(Viewer::Mover);
        Score { kind, plies, mate, value, fraction, win_probability, viewer }
    }

    /// It does not rest on an estimate.
    pub fn is_proven(&self) -> bool {
        self.kind != Kind::Estimate
    }
}

/// `win in 5`, `mate in 3`, `draw`, `payoff 3`, `expected +0.25`, `about +12`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = self.plies.unwrap_or(0);
        let points = self.value.as_ref();
        match self.kind {
            Kind::Win if self.mate.is_some() => write!(f, "mate in {}", self.mate.unwrap_or(0)),
            Kind::Loss if self.mate.is_some() => write!(f, "mated in {}", self.mate.unwrap_or(0)),
            Kind::Win => write!(f, "win in {plies}"),
            Kind::Loss => write!(f, "loss in {plies}"),
            Kind::Draw => f.write_str("draw"),
            Kind::Payoff => write!(f, "payoff {}", points.map(Points::to_string).unwrap_or_default()),
            Kind::Expected => write!(f, "expected {}", points.map(Points::averaged).unwrap_or_default()),
            Kind::Estimate => match points {
                // A win or a loss that speculative techniques report without a proof.
                Some(points) if points.is_at_limit() => {
                    f.write_str(if points.is_negative() { "as good as lost" } else { "as good as won" })
                }
                points => write!(f, "about {}", points.map(Points::signed).unwrap_or_default()),
            },
        }
    }
}

/// Turns a search's verdict for the side to move into data. In games that count points the value is converted to MAX's
/// point of view, and the bound with it.
pub(crate) fn label<G: Notation>(game: &G, side: Side, verdict: Verdict, bound: Bound) -> (Score, Bound) {
    let for_max = game.counts_points();
    let turned = for_max && side == Side::Second;
    let points = |points: i32| Some(Points::new(game, if turned { -points } else { points }));
    let viewer = Some(if for_max { Viewer::Max } else { Viewer::Mover });
    let mate = |plies: Option<u32>| plies.and_then(|plies| game.mate_after(plies));
    // A win is that of the side to move, also where points are MAX's.
    let decided = |kind, plies| Score::decided(kind, Some(plies), mate(Some(plies)));
    let counted = |kind, points: Option<Points>| Score {
        fraction: points.as_ref().and_then(Points::fraction),
        win_probability: points.as_ref().and_then(|points| points.chance),
        value: points,
        viewer,
        ..Score::decided(kind, None, None)
    };
    let score = match verdict {
        Verdict::Win(plies) => decided(Kind::Win, plies),
        Verdict::Loss(plies) => decided(Kind::Loss, plies),
        // An average of 0 is not a draw.
        Verdict::Draw if game.has_chance() => counted(Kind::Expected, points(0)),
        Verdict::Draw => Score::decided(Kind::Draw, None, None),
        Verdict::Payoff(p) if game.has_chance() => counted(Kind::Expected, points(p)),
        Verdict::Payoff(p) => counted(Kind::Payoff, points(p)),
        Verdict::Estimate(p) => counted(Kind::Estimate, points(p)),
    };
    // Nothing is better than an immediate win.
    let bound = if verdict == Verdict::Win(1) { Bound::Exact } else { bound };
    let turned = turned && score.value.is_some();
    (score, if turned { -bound } else { bound })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_games::connect_four::ConnectFour;
    use rootward_games::tree::Tree;

    #[test]
    fn a_trees_points_are_those_of_max_whoever_moves() {
        let tree = Tree::parse("(2.5 3)").unwrap();
        let (score, bound) = label(&tree, Side::Second, Verdict::Payoff(-25), Bound::AtLeast);
        let json = serde_json::to_string(&(&score, bound)).unwrap();
        assert_eq!(json, r#"[{"kind":"payoff","value":2.5,"for":"max"},"at_most"]"#);
        assert_eq!(score.to_string(), "payoff 2.5");
    }

    #[test]
    fn a_proven_average_says_so_and_is_no_draw() {
        let pig = rootward_games::pig::Pig::default();
        let show = |verdict| {
            let (score, _) = label(&pig, Side::Second, verdict, Bound::Exact);
            (serde_json::to_string(&score).unwrap(), score.to_string())
        };
        let (json, text) = show(Verdict::Draw);
        assert_eq!(json, r#"{"kind":"expected","value":0.0,"win_probability":0.5,"for":"mover"}"#);
        assert_eq!(text, "expected 50.00 %");
        let (json, text) = show(Verdict::Estimate(-388_197_434));
        assert_eq!(json, r#"{"kind":"estimate","value":-0.388197434,"win_probability":0.305901283,"for":"mover"}"#);
        assert_eq!(text, "about 30.59 %");
    }

    #[test]
    fn a_fraction_is_a_number_with_its_text_beside_it() {
        let tree = Tree::parse("(chance(1/2: 0 1/3: 1 1/6: -5) -1)").unwrap();
        let (score, _) = label(&tree, Side::First, Verdict::Payoff(-3), Bound::Exact);
        let json: serde_json::Value = serde_json::to_value(&score).unwrap();
        assert_eq!(json["value"].as_f64(), Some(-0.5), "{json}");
        assert_eq!((json["fraction"].as_str(), score.to_string().as_str()), (Some("-1/2"), "expected -1/2"));
        let (whole, _) = label(&tree, Side::First, Verdict::Payoff(-6), Bound::Exact);
        assert_eq!(serde_json::to_string(&whole).unwrap(), r#"{"kind":"expected","value":-1,"for":"max"}"#);
    }

    #[test]
    fn an_average_whose_digits_are_cut_says_so() {
        let pig = rootward_games::pig::Pig::default();
        let show = |points| label(&pig, Side::First, Verdict::Payoff(points), Bound::Exact).0.to_string();
        assert_eq!([show(0), show(123_456_789)], ["expected 50.00 %", "expected ≈ 56.17 %"]);
    }

    /// The number of a value is that of the search, not of its text: chess has two digits, backgammon shows three of six.
    #[test]
    fn a_value_keeps_its_number() {
        let chess = Points::new(&rootward_games::chess::Chess::default(), -123);
        assert_eq!((chess.number(), chess.hundredths(), chess.is_rounded()), (-1.23, -123, false));
        let backgammon = Points::new(&rootward_games::backgammon::Backgammon::default(), 123_456);
        assert_eq!((backgammon.number(), backgammon.hundredths(), backgammon.is_rounded()), (0.123456, 12, true));
        assert_eq!(
            (backgammon.to_string(), serde_json::to_string(&backgammon).unwrap()),
            ("+0.123".into(), "0.123456".into())
        );
        let four = Points::new(&ConnectFour::default(), 7);
        assert_eq!((four.number(), four.hundredths(), four.is_rounded()), (7.0, 7, false));
        let pig = Points::new(&rootward_games::pig::Pig::default(), 500_000_000);
        assert_eq!((pig.number(), pig.hundredths(), pig.to_string().as_str()), (0.5, 50, "75.00 %"));
        let sixths = Points::new(&Tree::parse("(chance(1/2: 0 1/3: 1 1/6: -5) -1)").unwrap(), -3);
        assert_eq!((sixths.number(), sixths.is_rounded()), (-0.5, false));
    }

    /// A chess value beyond all estimates is a win that is not proven, not ten million pawns.
    #[test]
    fn an_estimate_at_the_limit_is_as_good_as_won() {
        let limit = rootward_game::Score::POINTS_LIMIT;
        let show = |game: &dyn Fn(Verdict) -> Score, points| game(Verdict::Estimate(points)).to_string();
        let chess = |verdict| label(&rootward_games::chess::Chess::default(), Side::First, verdict, Bound::Exact).0;
        let pig = |verdict| label(&rootward_games::pig::Pig::default(), Side::First, verdict, Bound::Exact).0;
        assert_eq!([show(&chess, limit), show(&chess, -limit)], ["as good as won", "as good as lost"]);
        assert_eq!(show(&pig, limit), "about 100.00 %");
    }

    #[test]
    fn other_games_values_are_those_of_the_side_to_move() {
        let game = ConnectFour::default();
        let show = |verdict| {
            let (score, bound) = label(&game, Side::Second, verdict, Bound::AtLeast);
            (serde_json::to_string(&score).unwrap(), format!("{}{score}", bound.sign()))
        };
        let (json, text) = show(Verdict::Estimate(7));
        assert_eq!((json.as_str(), text.as_str()), (r#"{"kind":"estimate","value":7,"for":"mover"}"#, "≥ about +7"));
        let (json, text) = show(Verdict::Win(5));
        assert_eq!((json.as_str(), text.as_str()), (r#"{"kind":"win","plies":5,"for":"mover"}"#, "≥ win in 5"));
    }
}
