//! "Risk in face of loss", measured: the expected score from lost positions against fallible players, by the way of
//! resisting.
//!
//! Everything is exact except the choice of positions. The whole game is in a table, fallible players are chance nodes,
//! and the expected score of a way of resisting against one of them is the value of a game in which nobody has a choice
//! left, or only the player of the best response.

mod players;
mod timed;

use std::sync::Mutex;

use std::collections::HashSet;
use std::ops::ControlFlow;

use rootward_game::contract::{Dice, random_game_from};
use rootward_game::{Game, Knowledge, Notation, Side};
use rootward_models::{Fallible, MixedStrategy, Model, Softmax};
use rootward_tables::{Ending, Progress, WholeGame, WholeGameSettings};
use serde::Serialize;

use players::{Resisting, Slipping, Truth};
use rootward_session::{ForGame, Limits, Position, Problem, Session, Stopwatch, for_game, typed};
use timed::Timed;

pub use players::Way;

/// The settings of the measurement.
#[derive(Clone, Debug)]
pub struct RiskSettings {
    /// The number of lost positions.
    pub positions: usize,
    /// Positions lost in fewer plies than this are skipped: they leave no choice.
    pub least_plies: u32,
    /// Opponents that play perfectly except for this share of random moves.
    pub slips: Vec<f64>,
    /// Opponents that choose by softmax over the game's evaluation, with these strengths.
    pub softmax: Vec<f64>,
    /// The same seed gives the same positions.
    pub seed: u64,
    /// Bytes for a table.
    pub memory: usize,
    /// Time limit, stop flag, and a meter for positions.
    pub limits: Limits,
}

impl Default for RiskSettings {
    fn default() -> RiskSettings {
        RiskSettings {
            positions: 200,
            least_plies: 4,
            slips: vec![0.1],
            softmax: vec![0.5, 2.0],
            seed: 1,
            memory: 1 << 30,
            limits: Limits::default(),
        }
    }
}

/// The score of one way of resisting against one opponent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RiskRow {
    /// The opponent, in words.
    pub opponent: String,
    /// The way.
    pub way: Way,
    /// The mean score over all positions: a win is 1, a draw ½.
    #[serde(rename = "rate")]
    pub score: f64,
    /// Half the 95 % confidence interval, over the choice of positions; each position's score is exact.
    #[serde(rename = "rate_error")]
    pub error: f64,
    /// How many positions.
    pub positions: usize,
}

/// After this many games in a row without a new lost position, the search for positions ends.
const PATIENCE: usize = 5000;

/// The greatest length of a game.
const LONGEST_GAME: usize = 10_000;

/// Measures the expected score from lost positions after the session's one against fallible players. Reports every
/// figure to `each`. `None` if it was stopped.
pub fn risk(
    session: &dyn Session,
    settings: &RiskSettings,
    each: &mut dyn FnMut(&RiskRow),
) -> Result<Option<Vec<RiskRow>>, Problem> {
    for_game(session, Measured { settings, each }).unwrap_or_else(|Measured { each, .. }| {
        let own = OWN.lock().map(|own| own.clone()).unwrap_or_default();
        own.iter().find_map(|risk| risk(session, settings, each)).expect("a game is registered before it is measured")
    })
}

/// Measures a session, if its game is of a certain type.
type RiskOwn =
    fn(&dyn Session, &RiskSettings, &mut dyn FnMut(&RiskRow)) -> Option<Result<Option<Vec<RiskRow>>, Problem>>;

/// How the games are measured that are not part of the project.
static OWN: Mutex<Vec<RiskOwn>> = Mutex::new(Vec::new());

/// Makes sessions of a game with this knowledge measurable.
pub(crate) fn register<G, K>()
where
    G: Notation + Send + 'static,
    K: Knowledge<G> + Send + 'static,
{
    if let Ok(mut own) = OWN.lock() {
        own.push(|session, settings, each| Some(Measured { settings, each }.call(typed::<G, K>(session)?)));
    }
}

struct Measured<'a> {
    settings: &'a RiskSettings,
    each: &'a mut dyn FnMut(&RiskRow),
}

impl ForGame for Measured<'_> {
    type Output = Result<Option<Vec<RiskRow>>, Problem>;

    fn call<G: Notation, K: Knowledge<G>>(self, position: Position<'_, G, K>) -> Self::Output {
        let Position { game, judge, state, .. } = position;
        let knowledge = judge.knowledge();
        // The constants decide at compile time, so that the rest is not compiled for games that are never fit.
        if G::HAS_CHANCE || game.counts_points() {
            return unfit(game, "is a game of chance or of points");
        }
        if G::CAN_REPEAT || G::NO_PROGRESS_RULE || !game.has_exact_keys() || game.plies_played(state).is_none() {
            return unfit(game, "cannot be put into a table as a whole");
        }
        measure(game, knowledge, state, self.settings, self.each)
    }
}

/// Measures every way against every opponent and reports rows to `each`. `None` if it was stopped.
fn measure<G: Notation, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    root: &G::State,
    settings: &RiskSettings,
    each: &mut dyn FnMut(&RiskRow),
) -> Result<Option<Vec<RiskRow>>, Problem> {
    let measurement = Measurement { settings, watch: Stopwatch::start(&settings.limits) };
    let timed = Timed(game);
    let Some(truth) = measurement.table(&timed, std::slice::from_ref(root))? else { return Ok(None) };
    let lost = lost_positions(game, &timed, &truth, root, settings);
    if lost.is_empty() {
        let problem = format!(
            "random play met no position of {} that is lost in {} plies or more",
            game.name(),
            settings.least_plies
        );
        return Err(Problem::new(problem, "another position to start from, or fewer plies"));
    }
    let mut opponents: Vec<(String, Box<dyn MixedStrategy<G> + '_>)> = Vec::new();
    for &slips in &settings.slips {
        opponents
            .push((format!("perfect but {} % random", slips * 100.0), Box::new(Slipping { truth: &truth, slips })));
    }
    for &strength in &settings.softmax {
        let model = Model { strength, slips: 0.0 };
        opponents.push((model.to_string(), Box::new(Softmax::new(knowledge, model))));
    }
    let mut rows = Vec::new();
    for (name, opponent) in &opponents {
        for way in Way::ALL {
            let Some(scores) = measurement.scores(game, &truth, opponent.as_ref(), way, &lost)? else {
                return Ok(None);
            };
            let (score, error) = mean(&scores);
            let row = RiskRow { opponent: name.clone(), way, score, error, positions: scores.len() };
            each(&row);
            rows.push(row);
        }
    }
    Ok(Some(rows))
}

/// The game does not meet a condition of the study.
fn unfit<G: Notation, R>(game: &G, why: &str) -> Result<R, Problem> {
    let expected = "a small game of wins and draws without chance, such as connect-four:5x4 or mnk:4,4,3";
    Err(Problem::new(format!("{} {why}", game.name()), expected))
}

/// The settings and the stopwatch of a measurement.
struct Measurement<'a> {
    settings: &'a RiskSettings,
    watch: Stopwatch,
}

impl Measurement<'_> {
    /// All positions reachable from these with their values; none if it was stopped.
    fn table<'g, G: Game>(&self, game: &'g G, roots: &[G::State]) -> Result<Option<WholeGame<'g, G, ()>>, Problem> {
        let mut each = |progress: &Progress| {
            if let Some(meter) = &self.settings.limits.meter {
                meter.show(progress.positions as u64);
            }
            if self.watch.must_end() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let work = WholeGameSettings { tolerance: 1e-12, memory: self.settings.memory, each: &mut each };
        let table = WholeGame::value_from(game, &(), roots, work);
        let table = table.map_err(|error| Problem::sentence(error.to_string()))?;
        match table.ending() {
            Ending::Whole => Ok(Some(table)),
            Ending::Stopped => Ok(None),
            Ending::OutOfMemory => {
                let problem =
                    format!("{} positions and more do not fit into {} MiB", table.len(), self.settings.memory >> 20);
                Err(Problem::new(problem, "a smaller game, a later position, or more --memory"))
            }
        }
    }

    /// The expected score from each lost position, for this way against this opponent.
    fn scores<G: Notation>(
        &self,
        game: &G,
        truth: &Truth<'_, G>,
        opponent: &dyn MixedStrategy<G>,
        way: Way,
        lost: &[G::State],
    ) -> Result<Option<Vec<f64>>, Problem> {
        let resisting = Resisting { truth, way };
        let mut scores = Vec::new();
        for side in [Side::First, Side::Second] {
            let roots: Vec<G::State> = lost.iter().filter(|state| game.to_move(state) == side).cloned().collect();
            let against = Fallible::new(game).side(side.other(), opponent);
            let against = if way == Way::BestResponse { against } else { against.side(side, &resisting) };
            let Some(table) = self.table(&against, &roots)? else { return Ok(None) };
            let score =
                |state| table.value(state).map(|value| value.middle() / f64::from(Fallible::<G>::WIN) / 2.0 + 0.5);
            scores.extend(roots.iter().filter_map(score));
        }
        Ok(Some(scores))
    }
}

/// Different lost positions from random games, at most one from each game.
fn lost_positions<G: Game>(
    game: &G,
    timed: &Timed<'_, G>,
    truth: &Truth<'_, G>,
    root: &G::State,
    settings: &RiskSettings,
) -> Vec<G::State> {
    let mut dice = Dice::new(settings.seed);
    let (mut lost, mut seen, mut fruitless) = (Vec::new(), HashSet::new(), 0);
    while lost.len() < settings.positions && fruitless < PATIENCE {
        fruitless += 1;
        let mut states = random_game_from(game, root.clone(), &mut dice, LONGEST_GAME);
        states.retain(|state| {
            let value = truth.value(state).map_or(0.0, |value| value.middle());
            game.outcome(state).is_none()
                && timed.lost_in(state, value).is_some_and(|plies| plies >= settings.least_plies)
        });
        if states.is_empty() {
            continue;
        }
        let state = states.swap_remove(dice.below(states.len()));
        if seen.insert(game.key(&state)) {
            lost.push(state);
            fruitless = 0;
        }
    }
    lost
}

/// The mean, and half its 95 % confidence interval.
fn mean(scores: &[f64]) -> (f64, f64) {
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_session::open;

    fn rows(settings: &RiskSettings) -> Vec<RiskRow> {
        risk(&*open("connect-four:4x4", Some("12")).unwrap(), settings, &mut |_| {}).unwrap().unwrap()
    }

    #[test]
    fn nothing_beats_the_best_response_and_nothing_helps_against_perfect_play() {
        let settings =
            RiskSettings { positions: 30, slips: vec![0.1, 0.0], softmax: vec![1.0], ..RiskSettings::default() };
        let rows = rows(&settings);
        assert_eq!(rows.len(), 15);
        for opponent in rows.chunks(5) {
            let best = opponent.iter().find(|row| row.way == Way::BestResponse).unwrap();
            assert!(opponent.iter().all(|row| row.score <= best.score + 1e-9), "{opponent:?}");
            assert!(opponent.iter().all(|row| row.positions == 30 && (0.0..=1.0).contains(&row.score)));
        }
        assert!(rows[..5].iter().all(|row| row.score > 0.0), "slips give something to everybody: {rows:?}");
        assert!(rows[5..10].iter().all(|row| row.score == 0.0), "who never errs gives nothing: {rows:?}");
        assert_eq!(rows, self::rows(&settings), "the same seed, the same figures");
    }

    #[test]
    fn games_that_do_not_fit_are_refused_with_the_reason() {
        let refused = |game: &str, settings: &RiskSettings| {
            risk(&*open(game, None).unwrap(), settings, &mut |_| {}).unwrap_err().to_string()
        };
        let usual = RiskSettings::default();
        assert!(refused("chess", &usual).contains("cannot be put into a table"));
        assert!(refused("2048", &usual).contains("is a game of chance"));
        assert!(
            refused("connect-four", &RiskSettings { memory: 1 << 20, ..usual.clone() })
                .contains("do not fit into 1 MiB")
        );
        assert!(refused("tic-tac-toe", &RiskSettings { least_plies: 9, ..usual }).contains("no position"));
    }
}
