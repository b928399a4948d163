//! The value of a position for White, with its label.

use std::fmt;

use rootward_pgn::Eval;
use serde::{Serialize, Serializer};

use rootward_session::{Analysis, Bound, Kind, Score, Source, Viewer};

use super::style::{AnnotationStyle, Words};

/// An estimate beyond this many hundredths says no more than "won": losses are not counted beyond it.
const CAP: i32 = 1000;

/// The value of a position from White's point of view, whoever is to move, as in chess notation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Worth {
    /// The value. In JSON it is a score like every other, with `for` telling that it is MAX's, who is White.
    #[serde(rename = "score", serialize_with = "write_score")]
    pub says: WhiteValue,
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
    /// The words for it.
    #[serde(skip)]
    pub words: &'static Words,
}

/// The value itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhiteValue {
    /// A proven mate, White's or Black's, in this many plies; zero means that it is on the board.
    Mate {
        /// White mates.
        by_white: bool,
        /// Plies until then.
        plies: u32,
    },
    /// Neither side can force a win: proven.
    Draw,
    /// An estimate in hundredths of a pawn, or of a man.
    Estimate(i32),
}

impl Worth {
    /// The value that a search found.
    pub(super) fn of(analysis: &Analysis, style: &AnnotationStyle) -> Worth {
        let is_white = (analysis.side == "first") == style.white_begins;
        let sign = if is_white { 1 } else { -1 };
        let Score { kind, plies, value, .. } = &analysis.score;
        let mate = |by_white| (WhiteValue::Mate { by_white, plies: plies.unwrap_or(0) }, f64::from(u8::from(by_white)));
        let (says, chance) = match kind {
            Kind::Win => mate(is_white),
            Kind::Loss => mate(!is_white),
            Kind::Estimate => {
                let pawns = value.as_ref().map_or(0.0, |points| points.number());
                let hundredths = sign * (pawns * 100.0).round() as i32;
                (WhiteValue::Estimate(hundredths), chance(hundredths, style.ten_to_one))
            }
            // These games do not count points: a proven value that is no win or loss is a draw.
            Kind::Draw | Kind::Payoff | Kind::Expected => (WhiteValue::Draw, 0.5),
        };
        let bound = match analysis.bound {
            Bound::AtLeast if !is_white => Bound::AtMost,
            Bound::AtMost if !is_white => Bound::AtLeast,
            bound => bound,
        };
        let proven = analysis.proven && analysis.score.is_proven();
        let source = analysis.source.filter(|_| proven);
        Worth { says, bound, proven, chance, depth: analysis.depth, source, words: style.words }
    }

    /// White's expected score, or Black's.
    pub(crate) fn chance_of(&self, is_white: bool) -> f64 {
        if is_white { self.chance } else { 1.0 - self.chance }
    }

    /// Hundredths for White; wins and other large numbers are capped.
    pub(crate) fn capped(&self) -> i32 {
        match self.says {
            WhiteValue::Estimate(hundredths) => hundredths.clamp(-CAP, CAP),
            WhiteValue::Draw => 0,
            WhiteValue::Mate { by_white: true, .. } => CAP,
            WhiteValue::Mate { by_white: false, .. } => -CAP,
        }
    }

    /// The PGN command for it: `[%eval 0.35]`, `[%eval #-4]`; none once the mate is on the board.
    pub(crate) fn command(&self) -> Option<Eval> {
        match self.says {
            WhiteValue::Estimate(hundredths) => Some(Eval::Pawns(f64::from(hundredths) / 100.0)),
            WhiteValue::Draw => Some(Eval::Pawns(0.0)),
            WhiteValue::Mate { plies: 0, .. } => None,
            WhiteValue::Mate { by_white, plies } => {
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

fn write_score<S: Serializer>(says: &WhiteValue, serializer: S) -> Result<S::Ok, S::Error> {
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
        WhiteValue::Mate { by_white, plies } => {
            let (kind, mate) = (if by_white { Kind::Win } else { Kind::Loss }, Some(plies.div_ceil(2)));
            WhitesScore { kind, plies: Some(plies), mate, value, viewer }
        }
        WhiteValue::Draw => WhitesScore { kind: Kind::Draw, plies, mate, value, viewer: None },
        WhiteValue::Estimate(hundredths) => {
            WhitesScore { kind: Kind::Estimate, plies, mate, value: Some(pawns(hundredths)), viewer }
        }
    };
    score.serialize(serializer)
}

/// White's expected score at this many hundredths: the logistic curve.
fn chance(hundredths: i32, ten_to_one: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-f64::from(hundredths) / ten_to_one))
}

/// `about +0.35`, `White mates in 3 (proven)`, `Black mates in at most 4 (proven)`, `a draw (proven, by endgame tables)`.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, wins) = (self.bound.sign(), self.words.wins);
        let proven = if self.source == Some(Source::Tables) { "(proven, by endgame tables)" } else { "(proven)" };
        match self.says {
            WhiteValue::Mate { plies: 0, .. } => f.write_str(self.words.over),
            WhiteValue::Mate { by_white, plies } => {
                let (side, as_good) = if by_white { ("White", Bound::AtLeast) } else { ("Black", Bound::AtMost) };
                let moves = plies.div_ceil(2);
                match self.bound {
                    // Nothing is sooner than the next move.
                    bound if bound == as_good && moves == 1 => write!(f, "{side} {wins} in 1 {proven}"),
                    bound if bound == as_good => write!(f, "{side} {wins} in at most {moves} {proven}"),
                    _ => write!(f, "{sign}{side} {wins} in {moves} {proven}"),
                }
            }
            WhiteValue::Draw => write!(f, "{sign}a draw {proven}"),
            WhiteValue::Estimate(0) => write!(f, "{sign}about 0.00"),
            WhiteValue::Estimate(hundredths) => write!(f, "{sign}about {:+.2}", f64::from(hundredths) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::style::{Annotated, CHESS};
    use rootward_games::checkers::Checkers;
    use rootward_games::chess::Chess;
    use rootward_session::{Ask, Limits, open};

    fn worth(fen: &str, depth: u32) -> Worth {
        let mut session = open("chess", Some(fen)).unwrap();
        let analysis = session.analyse(&Ask { limits: Limits::depth(depth), ..Ask::default() }, &mut |_| {}).unwrap();
        Worth::of(&analysis, &Chess::default().style())
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
    fn a_bound_on_a_mate_is_reported_in_words() {
        let words = |plies: i32, bound| {
            let says = WhiteValue::Mate { by_white: plies > 0, plies: plies.unsigned_abs() };
            let worth = Worth { says, bound, proven: true, chance: 0.0, depth: None, source: None, words: &CHESS };
            worth.to_string()
        };
        assert_eq!(words(5, Bound::AtLeast), "White mates in at most 3 (proven)");
        assert_eq!(words(-6, Bound::AtMost), "Black mates in at most 3 (proven)");
        assert_eq!(
            (words(1, Bound::AtLeast).as_str(), words(3, Bound::Exact).as_str()),
            ("White mates in 1 (proven)", "White mates in 2 (proven)")
        );
    }

    #[test]
    fn chances_follow_the_published_curve() {
        let chance = |hundredths| chance(hundredths, Chess::default().style().ten_to_one);
        assert_eq!(chance(0), 0.5);
        assert!((chance(400) - 10.0 / 11.0).abs() < 1e-12 && (chance(-400) + chance(400) - 1.0).abs() < 1e-12);
    }

    /// In English draughts Black is the first side.
    #[test]
    fn values_of_checkers_are_whites_too() {
        let worth = |fen: &str| {
            let mut session = open("checkers", Some(fen)).unwrap();
            let analysis = session.analyse(&Ask { limits: Limits::depth(9), ..Ask::default() }, &mut |_| {}).unwrap();
            Worth::of(&analysis, &Checkers::default().style())
        };
        let black_wins = worth("B:WK4:BK10,K18");
        assert_eq!((black_wins.to_string().as_str(), black_wins.chance), ("Black wins in 4 (proven)", 0.0));
        let white_wins = worth("W:WK23,K15:BK29");
        assert_eq!((white_wins.to_string().as_str(), white_wins.chance), ("White wins in 4 (proven)", 1.0));
        assert_eq!(worth("B:W8,11,12:B4").to_string(), "no move is left");
        assert!(worth("W:W21,22,23:B1,2").chance > 0.6);
    }
}
