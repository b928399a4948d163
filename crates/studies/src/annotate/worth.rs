//! The value of a position for White, with its label.

use std::fmt;

use rootward_pgn::Eval;
use serde::Serialize;

use rootward_session::{Answer, Bound, Kind, Score};

use super::customs::{Customs, Words};

/// An estimate beyond this many hundredths says no more than "won": losses are not counted beyond it.
const CAP: i32 = 1000;

/// The value of a position from White's point of view, whoever is to move, as in chess notation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Worth {
    /// The value.
    #[serde(flatten)]
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
    /// The words for it.
    #[serde(skip)]
    pub words: &'static Words,
}

/// The value itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "value", rename_all = "lowercase")]
pub enum Says {
    /// A proven win in this many plies, in chess a mate: above zero White's, below zero Black's. Zero means that it is on the board;
    /// `chance` tells whose it is.
    Mate(i32),
    /// Neither side can force a win: proven.
    Draw,
    /// An estimate in hundredths of a pawn, or of a man.
    Estimate(i32),
}

impl Worth {
    /// The value that a search found.
    pub(super) fn of(answer: &Answer, customs: &Customs) -> Worth {
        let is_white = (answer.side == "first") == customs.white_begins;
        let sign = if is_white { 1 } else { -1 };
        let Score { kind, plies, value, .. } = &answer.score;
        let plies = plies.unwrap_or(0) as i32;
        let (says, chance) = match kind {
            Kind::Win => (Says::Mate(sign * plies), f64::from(sign.max(0))),
            Kind::Loss => (Says::Mate(-sign * plies), f64::from((-sign).max(0))),
            Kind::Estimate => {
                let pawns = value.as_ref().map_or(0.0, |points| points.number());
                let hundredths = sign * (pawns * 100.0).round() as i32;
                (Says::Estimate(hundredths), chance(hundredths, customs.ten_to_one))
            }
            // These games do not count points: a proven value that is no win or loss is a draw.
            Kind::Draw | Kind::Payoff | Kind::Expected => (Says::Draw, 0.5),
        };
        let bound = match answer.bound {
            Bound::AtLeast if !is_white => Bound::AtMost,
            Bound::AtMost if !is_white => Bound::AtLeast,
            bound => bound,
        };
        let proven = answer.proven && answer.score.is_proven();
        Worth { says, bound, proven, chance, depth: answer.depth, words: customs.words }
    }

    /// White's expected score, or Black's.
    pub(crate) fn chance_of(&self, is_white: bool) -> f64 {
        if is_white { self.chance } else { 1.0 - self.chance }
    }

    /// Hundredths for White; wins and other large numbers are capped.
    pub(crate) fn capped(&self) -> i32 {
        match self.says {
            Says::Estimate(hundredths) => hundredths.clamp(-CAP, CAP),
            Says::Draw => 0,
            Says::Mate(_) => {
                if self.chance > 0.5 {
                    CAP
                } else {
                    -CAP
                }
            }
        }
    }

    /// The PGN command for it: `[%eval 0.35]`, `[%eval #-4]`; none once the mate is on the board.
    pub(crate) fn command(&self) -> Option<Eval> {
        match self.says {
            Says::Estimate(hundredths) => Some(Eval::Pawns(f64::from(hundredths) / 100.0)),
            Says::Draw => Some(Eval::Pawns(0.0)),
            Says::Mate(0) => None,
            Says::Mate(plies) => Some(Eval::Mate((plies + plies.signum()) / 2)),
        }
    }
}

/// White's expected score at this many hundredths: the logistic curve.
fn chance(hundredths: i32, ten_to_one: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-f64::from(hundredths) / ten_to_one))
}

/// `about +0.35`, `White mates in 3 (proven)`, `Black mates in at most 4 (proven)`, `a draw (proven)`.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, wins) = (self.bound.sign(), self.words.wins);
        match self.says {
            Says::Mate(0) => f.write_str(self.words.over),
            Says::Mate(plies) => {
                let (side, as_good) = if plies > 0 { ("White", Bound::AtLeast) } else { ("Black", Bound::AtMost) };
                let moves = plies.unsigned_abs().div_ceil(2);
                match self.bound {
                    // Nothing is sooner than the next move.
                    bound if bound == as_good && moves == 1 => write!(f, "{side} {wins} in 1 (proven)"),
                    bound if bound == as_good => write!(f, "{side} {wins} in at most {moves} (proven)"),
                    _ => write!(f, "{sign}{side} {wins} in {moves} (proven)"),
                }
            }
            Says::Draw => write!(f, "{sign}a draw (proven)"),
            Says::Estimate(0) => write!(f, "{sign}about 0.00"),
            Says::Estimate(hundredths) => write!(f, "{sign}about {:+.2}", f64::from(hundredths) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::customs::{Annotated, CHESS};
    use rootward_games::checkers::Checkers;
    use rootward_games::chess::Chess;
    use rootward_session::{Ask, Limits, open};

    fn worth(fen: &str, depth: u32) -> Worth {
        let mut session = open("chess", Some(fen)).unwrap();
        let answer = session.analyse(&Ask { limits: Limits::depth(depth), ..Ask::default() }, &mut |_| {}).unwrap();
        Worth::of(&answer, &Chess::default().customs())
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
            let (chance, depth, words) = (0.0, None, &CHESS);
            let worth = Worth { says: Says::Mate(plies), bound, proven: true, chance, depth, words };
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
        let chance = |hundredths| chance(hundredths, Chess::default().customs().ten_to_one);
        assert_eq!(chance(0), 0.5);
        assert!((chance(400) - 10.0 / 11.0).abs() < 1e-12 && (chance(-400) + chance(400) - 1.0).abs() < 1e-12);
    }

    /// In English draughts Black is the first side.
    #[test]
    fn values_of_checkers_are_whites_too() {
        let worth = |fen: &str| {
            let mut session = open("checkers", Some(fen)).unwrap();
            let answer = session.analyse(&Ask { limits: Limits::depth(9), ..Ask::default() }, &mut |_| {}).unwrap();
            Worth::of(&answer, &Checkers::default().customs())
        };
        let black_wins = worth("B:WK4:BK10,K18");
        assert_eq!((black_wins.to_string().as_str(), black_wins.chance), ("Black wins in 4 (proven)", 0.0));
        let white_wins = worth("W:WK23,K15:BK29");
        assert_eq!((white_wins.to_string().as_str(), white_wins.chance), ("White wins in 4 (proven)", 1.0));
        assert_eq!(worth("B:W8,11,12:B4").to_string(), "no move is left");
        assert!(worth("W:W21,22,23:B1,2").chance > 0.6);
    }
}
