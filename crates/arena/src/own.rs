//! The engine of this program as a player.

use std::time::{Duration, Instant};

use rootward_session::{Answer, Ask, Kind, Limits, Opponent, Problem, Session, Viewer, open};

use crate::player::WON;
use crate::spec::OwnSettings;
use crate::{Choice, Clock, Fault, Level, Player, Setup, Turn};

/// A move of an opponent of a level, where neither the match nor the level limits it.
const TIME_OF_A_LEVEL: Duration = Duration::from_secs(1);

/// Kept back from every move on the clock: a search looks at its watch about every millisecond, and the table's memory
/// may be slow to come.
const RESERVE: Duration = Duration::from_millis(5);

/// This program's engine at a board of its own.
pub struct Own {
    game: String,
    manner: Manner,
    session: Box<dyn Session>,
    seed: u64,
    played: usize,
}

enum Manner {
    Settings(OwnSettings),
    Level(Level),
}

impl Own {
    /// The engine with settings. They are checked here, so that a match does not begin with wrong ones.
    pub fn new(game: &str, settings: &OwnSettings) -> Result<Own, Problem> {
        Own::seat(game, Manner::Settings(settings.clone()))
    }

    /// An opponent of a level.
    pub fn level(game: &str, level: Level) -> Result<Own, Problem> {
        Own::seat(game, Manner::Level(level))
    }

    fn seat(game: &str, manner: Manner) -> Result<Own, Problem> {
        let session = opened(game, &manner)?;
        Ok(Own { game: game.to_owned(), manner, session, seed: 0, played: 0 })
    }

    fn search(&mut self, turn: &Turn<'_>) -> Result<Choice, Problem> {
        let limits = limits(turn);
        let (best, answer) = match &self.manner {
            Manner::Settings(settings) => {
                let OwnSettings { techniques, memory, threads, .. } = *settings;
                let ask = Ask { limits, techniques, memory, threads, ..Ask::default() };
                let answer = self.session.analyse(&ask, &mut |_| {})?;
                (answer.best.clone(), answer)
            }
            Manner::Level(level) => {
                let time = limits.time.unwrap_or(TIME_OF_A_LEVEL);
                let opponent = Opponent { level: *level, seed: self.seed, time };
                match opponent.choose(self.session.as_mut(), turn.cancel)? {
                    Some(chosen) => (Some(chosen.mv), chosen.answer),
                    None => return Err(Problem::sentence("it found no move")),
                }
            }
        };
        let mv = best.ok_or_else(|| Problem::sentence("it found no move"))?;
        let (score, depth, nodes) = (points(&answer), answer.depth, Some(answer.nodes));
        Ok(Choice { mv, time: Duration::ZERO, score, depth, nodes })
    }
}

/// A session with an empty table, so that no game depends on those before it.
fn opened(game: &str, manner: &Manner) -> Result<Box<dyn Session>, Problem> {
    let mut session = open(game, None)?;
    if let Manner::Settings(settings) = manner {
        if let Some(weights) = &settings.weights {
            session.set_weights(weights)?;
        }
        session.set_book(&settings.book)?;
        session.reserve(settings.memory)?;
    }
    Ok(session)
}

impl Player for Own {
    fn begin(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        let mut ready = || -> Result<(), Problem> {
            self.session = opened(&self.game, &self.manner)?;
            self.session.set_position(setup.start)
        };
        ready().map_err(|problem| Fault::Crashed(problem.to_string()))?;
        (self.seed, self.played) = (setup.seed, 0);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Fault> {
        let start = Instant::now();
        let crashed = |problem: Problem| Fault::Crashed(problem.to_string());
        for mv in &turn.moves[self.played..] {
            self.session.play(mv).map_err(crashed)?;
        }
        self.played = turn.moves.len();
        let choice = self.search(turn).map_err(crashed);
        if turn.cancel.is_raised() {
            return Err(Fault::Cancelled);
        }
        Ok(Choice { time: start.elapsed(), ..choice? })
    }
}

/// The limits of one search.
fn limits(turn: &Turn<'_>) -> Limits {
    let allowance = turn.allowance;
    let on_the_clock = turn.clock.map(share);
    let time = [allowance.time, on_the_clock].into_iter().flatten().min();
    Limits { depth: allowance.depth, nodes: allowance.nodes, time, ..Limits::default() }.stop(turn.cancel)
}

/// How much of a clock to spend on a move.
fn share(clock: &Clock) -> Duration {
    // Few games have more than thirty moves still to come that matter.
    let moves = clock.moves_to_go.unwrap_or(30).clamp(1, 30);
    let spendable = clock.left.saturating_sub(RESERVE);
    let time = spendable / moves + clock.increment() * 3 / 4;
    // However much is added after the move, what is not there cannot be spent.
    time.min(spendable * 4 / 5).max(Duration::from_millis(1))
}

/// The answer's value for the player, as a number.
fn points(answer: &Answer) -> Option<i32> {
    let score = &answer.score;
    let value = || Some(score.value.as_ref()?.number().round() as i32);
    match score.kind {
        Kind::Win => Some(WON),
        Kind::Loss => Some(-WON),
        Kind::Draw => Some(0),
        Kind::Payoff | Kind::Estimate if score.viewer == Some(Viewer::Max) && answer.side == "second" => {
            value().map(|points| -points)
        }
        Kind::Payoff | Kind::Estimate => value(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TimeControl;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_clock_lasts_however_long_the_game_is() {
        for control in ["1+0.01", "0.1", "40/10", "1/0.05", "0.02+0.5"] {
            let mut clock = Clock::new(TimeControl::parse(control).unwrap());
            for _ in 0..500 {
                let time = share(&clock);
                // A search that ends a millisecond late is still in time.
                assert!(time + ms(1) <= clock.left || clock.left <= ms(6), "{control}: {time:?} of {:?}", clock.left);
                clock.spend(time, ms(0));
            }
        }
    }

    #[test]
    fn more_time_is_spent_where_more_is_left() {
        let clock = |text| Clock::new(TimeControl::parse(text).unwrap());
        assert!(share(&clock("10")) > 5 * share(&clock("1")));
        assert!(share(&clock("2/10")) > share(&clock("20/10")));
        assert!(share(&clock("1+0.1")) > share(&clock("1")));
    }
}
