//! The engine of this program as a player.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rootward_session::{
    Analysis, Ask, Budget, GameClock, Kind, Limits, Opponent, Points, Problem, Session, StopFlag, ThreadClock, Viewer,
    open,
};

use crate::player::WON;
use crate::spec::OwnSettings;
use crate::{Allowance, Choice, Clock, Fault, Level, Player, Setup, Timekeeping, Turn};

/// The default time limit for a move of an opponent of a level.
pub(crate) const TIME_OF_A_LEVEL: Duration = Duration::from_secs(1);

/// The overhead of a move besides thinking: a search checks the time about every millisecond, and allocating the table's
/// memory may be slow.
const OVERHEAD: Duration = Duration::from_millis(5);

/// How often the match's stop flag is checked while the engine thinks.
const PERIOD: Duration = Duration::from_millis(20);

/// This program's engine, with a session of its own.
pub struct Own {
    played_by: PlayedBy,
    session: Box<dyn Session>,
    seed: u64,
    played: usize,
}

enum PlayedBy {
    Settings(Box<OwnSettings>),
    Level(Level),
}

impl Own {
    /// The engine with settings, which are checked here, before a match begins.
    pub fn new(game: &str, settings: &OwnSettings) -> Result<Own, Problem> {
        Own::prepare(game, PlayedBy::Settings(Box::new(settings.clone())))
    }

    /// An opponent of a level.
    pub fn level(game: &str, level: Level) -> Result<Own, Problem> {
        Own::prepare(game, PlayedBy::Level(level))
    }

    fn prepare(game: &str, played_by: PlayedBy) -> Result<Own, Problem> {
        let session = opened(game, &played_by)?;
        Ok(Own { played_by, session, seed: 0, played: 0 })
    }

    fn search(&mut self, turn: &Turn<'_>) -> Result<Choice, Problem> {
        let budget = turn.clock.map(|clock| budget(clock, turn.allowance.time));
        let Allowance { time, nodes, mut depth, .. } = *turn.allowance;
        if budget.is_some() && self.session.moves().len() == 1 {
            // Only one move is legal.
            depth = Some(1);
        }
        let watch = budget.map(|_| Watch::start(turn.cancel));
        let stop = watch.as_ref().map_or(turn.cancel, |watch| &watch.search);
        let thread_clock = turn.timekeeping.thread_clock();
        let limits = Limits { depth, nodes, time, thread_clock, ..Limits::default() }.stop(stop);
        let (best, analysis) = match &self.played_by {
            PlayedBy::Settings(settings) => {
                let OwnSettings { techniques, memory, threads, .. } = **settings;
                let ask = Ask { limits, techniques, memory, threads, budget, ..Ask::default() };
                let analysis = self.session.analyse(&ask, &mut |_| {})?;
                (analysis.best.clone(), analysis)
            }
            PlayedBy::Level(level) => {
                let time = time.or(budget.map(|budget| budget.soft)).unwrap_or(TIME_OF_A_LEVEL);
                let opponent = Opponent { level: *level, seed: self.seed, time, thread_clock };
                match opponent.choose(self.session.as_mut(), stop)? {
                    Some(chosen) => (Some(chosen.mv), chosen.analysis),
                    None => return Err(Problem::sentence("it found no move")),
                }
            }
        };
        let mv = best.ok_or_else(|| Problem::sentence("it found no move"))?;
        let (score, depth, nodes) = (points(&analysis), analysis.depth, Some(analysis.nodes));
        let time = Duration::from_secs_f64(analysis.elapsed_ms / 1e3);
        Ok(Choice { mv, time, score, depth, nodes })
    }
}

/// A session with these settings.
fn opened(game: &str, played_by: &PlayedBy) -> Result<Box<dyn Session>, Problem> {
    let mut session = open(game, None)?;
    if let PlayedBy::Settings(settings) = played_by {
        if let Some(weights) = &settings.weights {
            session.set_weights(weights)?;
        }
        if let Some(evaluation) = &settings.evaluation {
            session.set_evaluation(evaluation)?;
        }
        if let Some(folders) = &settings.syzygy {
            session.set_endgames(folders)?;
        }
        if let Some(folders) = &settings.tables {
            session.set_tables(folders)?;
        }
        session.set_book(&settings.book)?;
        session.expect(settings.opponent);
        session.reserve(settings.memory)?;
    }
    Ok(session)
}

impl Player for Own {
    fn begin(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        let mut ready = || -> Result<(), Problem> {
            // With an empty table, no game depends on earlier ones.
            self.session.forget();
            if let PlayedBy::Settings(settings) = &self.played_by {
                // Clearing the memory is not on the clock.
                self.session.reserve(settings.memory)?;
            }
            self.session.set_position(setup.start)
        };
        ready().map_err(|problem| Fault::Crashed(problem.to_string()))?;
        (self.seed, self.played) = (setup.seed, 0);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Fault> {
        let watch = Stopwatch::start(turn.timekeeping);
        let crashed = |problem: Problem| Fault::Crashed(problem.to_string());
        for mv in &turn.moves[self.played..] {
            self.session.play(mv).map_err(crashed)?;
        }
        self.played = turn.moves.len();
        let choice = self.search(turn).map_err(crashed);
        if turn.cancel.is_raised() {
            return Err(Fault::Cancelled);
        }
        let choice = choice?;
        // By CPU time, the search knows what its other threads used, and this thread what was spent around the search.
        Ok(Choice { time: watch.read().max(choice.time), ..choice })
    }
}

/// Measures the time of this thread, by either clock.
struct Stopwatch {
    start: Instant,
    thread_clock: Option<(ThreadClock, Duration)>,
}

impl Stopwatch {
    fn start(timekeeping: Timekeeping) -> Stopwatch {
        let thread_clock = timekeeping.thread_clock().map(|clock| (clock, clock()));
        Stopwatch { start: Instant::now(), thread_clock }
    }

    fn read(&self) -> Duration {
        self.thread_clock.map_or_else(|| self.start.elapsed(), |(clock, before)| clock().saturating_sub(before))
    }
}

/// The time budget for a move on this clock, within the limit per move.
fn budget(clock: &Clock, most: Option<Duration>) -> Budget {
    let Clock { left, moves_to_go, .. } = *clock;
    let increment = clock.increment();
    let Budget { soft, hard } = GameClock { left, increment, moves_to_go, overhead: OVERHEAD }.budget();
    let most = most.unwrap_or(Duration::MAX);
    Budget { soft: soft.min(most), hard: hard.min(most) }
}

/// A search on the clock has a stop flag of its own, which is raised when it has thought enough. Until it is dropped, this
/// also raises that flag when the match's flag is raised.
struct Watch {
    search: StopFlag,
    end: Option<Sender<()>>,
}

impl Watch {
    fn start(cancel: &StopFlag) -> Watch {
        let (end, ended) = mpsc::channel::<()>();
        let search = StopFlag::default();
        let (cancel, raised) = (cancel.clone(), search.clone());
        thread::spawn(move || {
            while ended.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                if cancel.is_raised() {
                    raised.raise();
                }
            }
        });
        Watch { search, end: Some(end) }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        drop(self.end.take());
    }
}

/// The analysis's value for the player: centipawns in chess, hundredths wherever the unit is divided.
fn points(analysis: &Analysis) -> Option<i32> {
    let score = &analysis.score;
    let value = || score.value.as_ref().map(Points::hundredths);
    match score.kind {
        Kind::Win => Some(WON),
        Kind::Loss => Some(-WON),
        Kind::Draw => Some(0),
        Kind::Payoff | Kind::Expected | Kind::Estimate
            if score.viewer == Some(Viewer::Max) && analysis.side == "second" =>
        {
            value().map(|points| -points)
        }
        Kind::Payoff | Kind::Expected | Kind::Estimate => value(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TimeControl;

    #[test]
    fn a_clock_lasts_however_long_the_game_is() {
        let ms = Duration::from_millis;
        for control in ["1+0.01", "0.3", "40/10", "1/0.05", "0.1+0.5"] {
            let mut clock = Clock::new(TimeControl::parse(control).unwrap());
            for _ in 0..100 {
                // A search that ends a millisecond after its time is still in time.
                let time = budget(&clock, None).soft + ms(1);
                assert!(clock.spend(time, ms(0)), "{control}: {time:?} of {:?}", clock.left);
            }
        }
        let clock = Clock::new(TimeControl::parse("60").unwrap());
        assert_eq!(budget(&clock, Some(ms(7))), Budget { soft: ms(7), hard: ms(7) });
    }
}
