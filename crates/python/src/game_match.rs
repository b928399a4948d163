//! Matches between engines, and the statistics of a result.

use std::time::Duration;

use pyo3::prelude::*;
use rootward_arena::{
    Allowance, EngineSpec, Estimate, GameRecord, Match, Rules, Schedule, Sprt, Tally, TimeControl, Timekeeping,
    draw_openings, tell_apart,
};
use rootward_session::{Problem, StopFlag, open};

use crate::errors::{guarded, json, refused};
use crate::interrupt::Interrupt;
use crate::search::released;

/// The settings of a match, as the attributes of a Python object.
#[derive(FromPyObject)]
pub struct MatchAsked {
    game: String,
    engines: Vec<String>,
    games: u64,
    nodes: Option<u64>,
    depth: Option<u32>,
    time: Option<f64>,
    clock: Option<String>,
    cpu_time: bool,
    plies: Option<usize>,
    openings: Option<Vec<String>>,
    seed: u64,
    concurrency: usize,
    sprt: Option<Vec<f64>>,
}

/// The usual number of random plies of an opening.
const RANDOM_PLIES: usize = 6;

impl MatchAsked {
    fn allowance(&self) -> Result<Allowance, Problem> {
        let clock = self.clock.as_deref().map(TimeControl::parse).transpose()?;
        let time = self.time.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        let limits = Allowance { clock, time, nodes: self.nodes, depth: self.depth };
        Ok(if limits.is_unlimited() { Allowance { nodes: Some(10_000), ..limits } } else { limits })
    }

    fn openings(&self, stop: &StopFlag) -> Result<Vec<String>, Problem> {
        if let Some(openings) = &self.openings {
            let mut session = open(&self.game, None)?;
            openings.iter().try_for_each(|opening| session.set_position(opening))?;
            return Ok(openings.clone());
        }
        let draw = |plies| draw_openings(&self.game, self.games / 2, plies, self.seed, stop);
        if let Some(plies) = self.plies {
            return draw(plies);
        }
        if open(&self.game, None)?.has_chance() {
            return draw(0);
        }
        (1..=RANDOM_PLIES).rev().find_map(|plies| draw(plies).ok()).map_or_else(|| draw(0), Ok)
    }

    fn to_match(&self, stop: &StopFlag) -> Result<Match, Problem> {
        let mut engines: Vec<EngineSpec> =
            self.engines.iter().map(|text| EngineSpec::parse(text)).collect::<Result<_, Problem>>()?;
        tell_apart(&mut engines);
        let limits = self.allowance()?;
        Ok(Match {
            game: self.game.clone(),
            allowances: engines.iter().map(|engine| engine.allowance_in(limits)).collect(),
            schedule: Schedule::RoundRobin,
            openings: self.openings(stop)?,
            engines,
            pairs: self.games / 2,
            sprt: self.sprt.as_deref().map(test_of).transpose()?,
            concurrency: self.concurrency,
            rules: Rules {
                timekeeping: if self.cpu_time { Timekeeping::Cpu } else { Timekeeping::Wall },
                ..Rules::default()
            },
            seed: self.seed,
            stop: stop.clone(),
        })
    }
}

/// The names of the engines, the table and the encounters as JSON, every game as JSON, and the exception that ended it early.
type Played = (Vec<String>, String, Vec<String>, Option<Py<PyAny>>);

/// Plays a match.
#[pyfunction]
pub fn play_match(py: Python<'_>, ask: MatchAsked) -> PyResult<Played> {
    guarded(|| {
        let interrupt = Interrupt::new();
        let mut games = Vec::new();
        let played = released(py, false, || -> Result<_, Problem> {
            let game_match = ask.to_match(&interrupt.flag)?;
            if !game_match.openings.is_empty() && !interrupt.flag.is_raised() {
                game_match.check()?;
            }
            let results = game_match.run(None, &mut |record, _| {
                games.push(json(record));
                Ok(())
            })?;
            let names = game_match.engines.iter().map(|engine| engine.name.clone()).collect();
            Ok((names, json(&(results.table(), &results.encounters))))
        });
        let error = interrupt.error().map(|error| error.into_value(py).into_any());
        match (played, error) {
            (Ok((names, table)), error) => Ok((names, table, games, error)),
            (Err(_), Some(error)) => Ok((Vec::new(), json(&((), ())), games, Some(error))),
            (Err(problem), None) => Err(refused(&problem)),
        }
    })
}

/// Two games as JSON, and the exception that ended them early.
type PlayedPair = (Option<[String; 2]>, Option<Py<PyAny>>);

/// Plays pair `pair` of a match alone.
#[pyfunction]
pub fn play_pair(py: Python<'_>, ask: MatchAsked, pair: u64) -> PyResult<PlayedPair> {
    guarded(|| {
        let interrupt = Interrupt::new();
        let played = released(py, false, || {
            let game_match = ask.to_match(&interrupt.flag)?;
            if pair >= game_match.pairs {
                let problem = format!("pair {pair} of a match of {} pairs", game_match.pairs);
                return Err(Problem::new(problem, format!("0 to {}", game_match.pairs - 1)));
            }
            game_match.play_pair(pair)
        });
        let error = interrupt.error().map(|error| error.into_value(py).into_any());
        match (played, error) {
            (Ok(games), error) => Ok((games.map(|games| games.map(|game| json(&game))), error)),
            (Err(_), Some(error)) => Ok((None, Some(error))),
            (Err(problem), None) => Err(refused(&problem)),
        }
    })
}

/// Counts games that were played pair by pair: the names of the engines, and the table and the encounters as JSON.
#[pyfunction]
pub fn count_games(py: Python<'_>, ask: MatchAsked, games: Vec<String>) -> PyResult<(Vec<String>, String)> {
    guarded(|| {
        let counted = released(py, false, || -> Result<_, Problem> {
            let game_match = ask.to_match(&StopFlag::default())?;
            let read = |text: &String| {
                serde_json::from_str::<GameRecord>(text).map_err(|error| {
                    Problem::new(format!("a game that cannot be read ({error})"), "a game of play_pair")
                })
            };
            let games = games.iter().map(read).collect::<Result<Vec<_>, Problem>>()?;
            let results = game_match.count(games)?;
            let names = game_match.engines.iter().map(|engine| engine.name.clone()).collect();
            Ok((names, json(&(results.table(), &results.encounters))))
        });
        counted.map_err(|problem| refused(&problem))
    })
}

/// A test, as [`Sprt::from_numbers`] reads it.
fn test_of(numbers: &[f64]) -> Result<Sprt, Problem> {
    let expected =
        "two differences in Elo, the lower first, then perhaps two errors below 0.5, such as (0, 5, 0.05, 0.05)";
    Sprt::from_numbers(numbers).ok_or_else(|| Problem::new(format!("sprt: {numbers:?} is no test"), expected))
}

/// The state of a test as JSON, after pairs counted by the points scored in them: 0, ½, 1, 1½, 2.
#[pyfunction]
pub fn sprt(test: Vec<f64>, pairs: [u64; 5]) -> PyResult<String> {
    guarded(|| Ok(json(&test_of(&test).map_err(|problem| refused(&problem))?.after(&pairs))))
}

/// What pairs of games say about strength: points of each pair in halves, 0 to 2 a game.
#[pyfunction]
pub fn estimate(pairs: Vec<(u8, u8)>) -> String {
    let mut tally = Tally::default();
    pairs.iter().for_each(|&(one, other)| tally.add([one, other]));
    json(&(tally, Estimate::of(&tally)))
}
