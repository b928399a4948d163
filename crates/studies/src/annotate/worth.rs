//! The value of a position for White, with its label.

use std::fmt;

use rootward_pgn::Eval;
use serde::{Serialize, Serializer};

use rootward_session::{Answer, Bound, Kind, Score, Source, Viewer};

/// An estimate beyond this many centipawns says no more than "won": losses are not counted beyond it.
const CAP: i32 = 1000;

/// The value of a position from White's point of view, whoever is to move, as in chess notation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Worth {
    /// The value. In JSON it is a score like every other, with `for` telling that it is MAX's, who is White.
    #[serde(rename = "score", serialize_with = "write_score")]
    pub says: Says,
    /// How it relates to the true value, or to the value at the searched depth.
    pub bound: Bound,
    /// It does not rest on an estimate.
    pub proven: bool,
    /// White's expected score for it, from 0 to 1: certain if proven, otherwise the average result of games with such
    /// an advantage.
    pub chance: f64,
    /// The depth that was searched; none where the game is over.
    pub depth: Option<u32>,
    /// The source of the value, if not a search: endgame tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}

/// The value itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// A proven mate, White's or Black's, in this many plies; zero means that it is on the board.
    Mate {
        /// White mates.
        by_white: bool,
        /// Plies until then.
        plies: u32,
    },
    /// Neither side can force a win: proven.
    Draw,
    /// An estimate in centipawns.
    Estimate(i32),
}

impl Worth {
    /// The value that a search found.
    pub(crate) fn of(answer: &Answer) -> Worth {
        let is_white = answer.side == "first";
        let sign = if is_white { 1 } else { -1 };
        let Score { kind, plies, value, .. } = &answer.score;
        let mate = |by_white| (Says::Mate { by_white, plies: plies.unwrap_or(0) }, f64::from(u8::from(by_white)));
        let (says, chance) = match kind {
            Kind::Win => mate(is_white),
            Kind::Loss => mate(!is_white),
            Kind::Estimate => {
                let pawns = value.as_ref().map_or(0.0, |points| points.number());
                let hundredths = sign * (pawns * 100.0).round() as i32;
                (Says::Estimate(hundredths), chance(hundredths))
            }
            // Chess does not count points: a proven value that is no win or loss is a draw.
            Kind::Draw | Kind::Payoff | Kind::Expected => (Says::Draw, 0.5),
        };
        let bound = match answer.bound {
            Bound::AtLeast if !is_white => Bound::AtMost,
            Bound::AtMost if !is_white => Bound::AtLeast,
            bound => bound,
        };
        let proven = answer.proven && answer.score.is_proven();
        Worth { says, bound, proven, chance, depth: answer.depth, source: answer.source.filter(|_| proven) }
    }

    /// White's expected score, or Black's.
    pub(crate) fn chance_of(&self, is_white: bool) -> f64 {
        if is_white { self.chance } else { 1.0 - self.chance }
    }

    /// Centipawns for White; mates and other large numbers are capped.
    pub(crate) fn capped(&self) -> i32 {
        match self.says {
            Says::Estimate(hundredths) => hundredths.clamp(-CAP, CAP),
            Says::Draw => 0,
            Says::Mate { by_white: true, .. } => CAP,
            Says::Mate { by_white: false, .. } => -CAP,
        }
    }

    /// The PGN command for it: `[%eval 0.35]`, `[%eval #-4]`; none once the mate is on the board.
    pub(crate) fn command(&self) -> Option<Eval> {
        match self.says {
            Says::Estimate(hundredths) => Some(Eval::Pawns(f64::from(hundredths) / 100.0)),
            Says::Draw => Some(Eval::Pawns(0.0)),
            Says::Mate { plies: 0, .. } => None,
            Says::Mate { by_white, plies } => {
                let moves = plies.div_ceil(2) as i32;
                Some(Eval::Mate(if by_white { moves } else { -moves }))
            }
        }
    }
}

/// Centipawns in the unit of every value of chess.
pub(super) fn pawns(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

fn write_score<S: Serializer>(says: &Says, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct WhitesScore {
        kind: Kind,
        #[serde(skip_serializing_if = "Option::is_none")]
        plies: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        mate: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<f64>,
        #[serde(rename = "for", skip_serializing_if = "Option::is_none")]
        viewer: Option<Viewer>,
    }
    let (plies, mate, value, viewer) = (None, None, None, Some(Viewer::Max));
    let score = match *says {
        Says::Mate { by_white, plies } => {
            let (kind, mate) = (if by_white { Kind::Win } else { Kind::Loss }, Some(plies.div_ceil(2)));
            WhitesScore { kind, plies: Some(plies), mate, value, viewer }
        }
        Says::Draw => WhitesScore { kind: Kind::Draw, plies, mate, value, viewer: None },
        Says::Estimate(hundredths) => {
            WhitesScore { kind: Kind::Estimate, plies, mate, value: Some(pawns(hundredths)), viewer }
        }
    };
    score.serialize(serializer)
}

/// White's expected score at this many centipawns: the logistic curve, with four pawns at ten to one, that S. Fischer
/// and P. Kannan found in 405,460 computer games (Chess Programming Wiki, "Pawn Advantage, Win Percentage, and Elo").
fn chance(hundredths: i32) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-f64::from(hundredths) / 400.0))
}

/// `about +0.35`, `White mates in 3 (proven)`, `Black mates in at most 4 (proven)`, `a draw (proven, by endgame tables)`.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = self.bound.sign();
        let proven = if self.source == Some(Source::Tables) { "(proven, by endgame tables)" } else { "(proven)" };
        match self.says {
            Says::Mate { plies: 0, .. } => f.write_str("mate"),
            Says::Mate { by_white, plies } => {
                let (side, as_good) = if by_white { ("White", Bound::AtLeast) } else { ("Black", Bound::AtMost) };
                let moves = plies.div_ceil(2);
                match self.bound {
                    // Nothing is sooner than the next move.
                    bound if bound == as_good && moves == 1 => write!(f, "{side} mates in 1 {proven}"),
                    bound if bound == as_good => write!(f, "{side} mates in at most {moves} {proven}"),
                    _ => write!(f, "{sign}{side} mates in {moves} {proven}"),
                }
            }
            Says::Draw => write!(f, "{sign}a draw {proven}"),
            Says::Estimate(0) => write!(f, "{sign}about 0.00"),
            Says::Estimate(hundredths) => write!(f, "{sign}about {:+.2}", f64::from(hundredths) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_session::{Ask, Limits, open};

    fn worth(fen: &str, depth: u32) -> Worth {
        let mut session = open("chess", Some(fen)).unwrap();
        Worth::of(&session.analyse(&Ask { limits: Limits::depth(depth), ..Ask::default() }, &mut |_| {}).unwrap())
    }

    #[test]
    fn values_are_whites_whoever_moves_and_say_what_they_rest_on() {
        let white_mates = worth("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 3);
        assert_eq!((white_mates.to_string().as_str(), white_mates.chance), ("White mates in 1 (proven)", 1.0));
        assert_eq!(white_mates.command(), Some(Eval::Mate(1)));
        let black_mates = worth("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", 3);
        assert_eq!((black_mates.to_string().as_str(), black_mates.chance), ("Black mates in 1 (proven)", 0.0));
        assert_eq!((black_mates.command(), black_mates.capped()), (Some(Eval::Mate(-1)), -1000));
        let is_mated = worth("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 3);
        assert_eq!((is_mated.to_string().as_str(), is_mated.chance, is_mated.depth), ("mate", 1.0, None));
        assert_eq!(is_mated.command(), None);
        let dead = worth("6k1/8/8/8/8/8/8/6K1 b - - 0 1", 3);
        assert_eq!((dead.to_string().as_str(), dead.proven), ("a draw (proven)", true));
        let ahead = worth("3qk3/8/8/8/8/8/8/4K3 w - - 0 1", 2);
        assert!(!ahead.proven && ahead.chance < 0.1 && ahead.to_string().starts_with("about -"), "{ahead}");
    }

    #[test]
    fn a_bound_on_a_mate_is_told_in_words() {
        let told = |plies: i32, bound| {
            let says = Says::Mate { by_white: plies > 0, plies: plies.unsigned_abs() };
            let worth = Worth { says, bound, proven: true, chance: 0.0, depth: None, source: None };
            worth.to_string()
        };
        assert_eq!(told(5, Bound::AtLeast), "White mates in at most 3 (proven)");
        assert_eq!(told(-6, Bound::AtMost), "Black mates in at most 3 (proven)");
        assert_eq!(
            (told(1, Bound::AtLeast).as_str(), told(3, Bound::Exact).as_str()),
            ("White mates in 1 (proven)", "White mates in 2 (proven)")
        );
    }

    #[test]
    fn chances_follow_the_published_curve() {
        assert_eq!(chance(0), 0.5);
        assert!((chance(400) - 10.0 / 11.0).abs() < 1e-12 && (chance(-400) + chance(400) - 1.0).abs() < 1e-12);
    }
}
