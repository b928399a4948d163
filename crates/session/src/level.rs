//! Opponents of ten strengths.

use std::time::Duration;

use rootward_game::contract::Dice;
use rootward_game::weighted_place;
use rootward_models::Weakness;
use rootward_search::{Limits, StopFlag, Techniques, ThreadClock};
use serde::Serialize;

use crate::{Algorithm, Analysis, Ask, Problem, Session, Suggestion, find_game};

/// How strong an opponent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Level {
    /// From 1, a beginner, to 10, all that the engine can do.
    pub number: u32,
    /// Plies it looks ahead; none for unlimited within its time.
    pub depth: Option<u32>,
    /// The percentage of deliberate errors: any move but the best.
    pub slips: u32,
}

const fn level(number: u32, depth: u32, slips: u32) -> Level {
    Level { number, depth: Some(depth), slips }
}

/// All levels, weakest first.
///
/// | level | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 |
/// |---|---|---|---|---|---|---|---|---|---|---|
/// | plies ahead | 1 | 1 | 2 | 2 | 3 | 4 | 5 | 6 | 8 | all |
/// | slips in 100 moves | 50 | 30 | 25 | 15 | 10 | 8 | 5 | 2 | 0 | 0 |
pub const LEVELS: [Level; 10] = [
    level(1, 1, 50),
    level(2, 1, 30),
    level(3, 2, 25),
    level(4, 2, 15),
    level(5, 3, 10),
    level(6, 4, 8),
    level(7, 5, 5),
    level(8, 6, 2),
    level(9, 8, 0),
    Level { number: 10, depth: None, slips: 0 },
];

impl Level {
    /// Its errors in the choice of a move: now and then any move but the best.
    fn weakness(self) -> Weakness {
        Weakness { slips: f64::from(self.slips) / 100.0, slips_spare_best: true, ..Weakness::NONE }
    }

    /// The level with this number.
    pub fn find(number: u32) -> Option<Level> {
        LEVELS.into_iter().find(|level| level.number == number)
    }
}

/// An opponent.
#[derive(Clone, Copy, Debug)]
pub struct Opponent {
    /// How strong.
    pub level: Level,
    /// The seed of its errors: the same seed gives the same game.
    pub seed: u64,
    /// Time for a move.
    pub time: Duration,
    /// What measures that time; none for the wall clock.
    pub thread_clock: Option<ThreadClock>,
}

/// The move an opponent chose.
#[derive(Clone, Debug, Serialize)]
pub struct Chosen {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it was a deliberate error.
    pub slip: bool,
    /// It comes from a weighted book: an opinion, not the search's choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<Suggestion>,
    /// The search's analysis.
    #[serde(rename = "answer")]
    pub analysis: Analysis,
}

impl Opponent {
    /// Chooses a move; none if the game is over. Nothing is played.
    pub fn choose(&self, session: &mut dyn Session, stop: &StopFlag) -> Result<Option<Chosen>, Problem> {
        if let Some(suggestion) = self.suggested(session) {
            // One ply, so that there is an analysis for the position.
            let ask = Ask { limits: Limits::depth(1).stop(stop), ..Ask::default() };
            let analysis = session.analyse(&ask, &mut |_| {})?;
            return Ok(Some(Chosen { mv: suggestion.mv.clone(), slip: false, suggestion: Some(suggestion), analysis }));
        }
        let techniques = self.techniques(&session.view().game)?;
        let analysis = session.analyse(&self.ask(techniques, stop), &mut |_| {})?;
        let Some(best) = analysis.best.clone() else { return Ok(None) };
        let moves = session.moves();
        let values: Vec<f64> = moves.iter().map(|mv| f64::from(u8::from(*mv == best))).collect();
        let Some(choice) = self.level.weakness().choose(&values, &mut self.dice(session)) else { return Ok(None) };
        Ok(Some(Chosen { mv: moves[choice.place].clone(), slip: choice.slip, suggestion: None, analysis }))
    }

    /// Random numbers for each ply: taking a move back does not change the next choice.
    fn dice(&self, session: &dyn Session) -> Dice {
        let plies = session.moves_played().len() as u64;
        Dice::new(self.seed.wrapping_add(plies.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// A move of the weighted book, chosen with its share as the probability; none if there is none.
    fn suggested(&self, session: &dyn Session) -> Option<Suggestion> {
        let mut known = session.suggestions()?;
        let weights: Vec<u64> = known.iter().map(|move_| u64::from(move_.weight)).collect();
        let number = self.dice(session).below(weights.iter().sum::<u64>() as usize);
        weighted_place(weights, number as u64).map(|place| known.swap_remove(place))
    }

    /// Its techniques: those of the game, below the top level without the farsighted ones, so that it sees no more than
    /// its plies.
    pub fn techniques(&self, game: &str) -> Result<Techniques, Problem> {
        let own = find_game(game)?.default_techniques();
        let farsighted = if self.level.depth.is_some() { Techniques::NONE.farsighted } else { own.farsighted };
        Ok(Techniques { farsighted, ..own })
    }

    /// The search settings of this opponent.
    fn ask(&self, techniques: Techniques, stop: &StopFlag) -> Ask {
        let Opponent { level, time, thread_clock, .. } = *self;
        let limits = Limits { depth: level.depth, time: Some(time), thread_clock, ..Limits::default() };
        Ask { algorithm: Algorithm::Engine, limits: limits.stop(stop), techniques, ..Ask::default() }
    }
}
