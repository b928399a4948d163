//! [`Match`]: a match of many games, played by several workers at once, and counted in the order of its openings.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use rootward_session::{Problem, SeededDice, StopFlag};
use serde::Serialize;

use crate::game::Pairing;
use crate::{
    Allowance, Decision, Ending, EngineKind, EngineSpec, Estimate, GameRecord, Journal, Player, PointsAGame, Results,
    Rules, Schedule, Spent, Sprt, SprtState, Tally, Timekeeping, start_player,
};

/// How often the user's stop flag is checked.
const PERIOD: Duration = Duration::from_millis(50);

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game, as written on the command line.
    pub game: String,
    /// The engines, two or more.
    pub engines: Vec<EngineSpec>,
    /// The limits of each engine.
    pub allowances: Vec<Allowance>,
    /// Which of them meet.
    pub schedule: Schedule,
    /// The openings; each gives a pair of games. After the last, the first one is used again.
    pub openings: Vec<String>,
    /// The maximum number of pairs of games of two engines.
    pub pairs: u64,
    /// Ends the match as soon as the test decides; for two engines.
    pub sprt: Option<Sprt>,
    /// Games played at the same time.
    pub concurrency: usize,
    /// The rules for every game.
    pub rules: Rules,
    /// The seed of all randomness.
    pub seed: u64,
    /// Ends the match; the games played so far count.
    pub stop: StopFlag,
}

/// The standings between two engines.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Standings {
    /// Games and pairs, from the point of view of engine 0.
    #[serde(flatten)]
    pub tally: Tally,
    /// The estimated difference in strength.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// Points per game, in games that count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<PointsAGame>,
    /// The state of the test, if there is one.
    pub sprt: Option<SprtState>,
    /// How games ended.
    pub endings: BTreeMap<Ending, u64>,
    /// Faults of the engines: the game's number, the engine, and what it did.
    pub faults: Vec<FaultRecord>,
    /// What each engine spent.
    pub spent: [Spent; 2],
}

/// A fault of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultRecord {
    /// The game's number, from 0.
    pub game: u64,
    /// Which engine, by its place in the match.
    pub engine: usize,
    /// What it did.
    pub ending: Ending,
    /// More about it.
    pub remark: Option<String>,
}

impl Standings {
    fn add(&mut self, pair: &[GameRecord; 2], engines: [usize; 2], sprt: Option<&Sprt>) {
        self.tally.add([pair[0].halves, pair[1].halves]);
        self.estimate = Estimate::of(&self.tally);
        self.points = PointsAGame::after(self.points, pair);
        self.sprt = sprt.map(|sprt| sprt.after(&self.tally.pairs));
        for record in pair {
            *self.endings.entry(record.ending).or_default() += 1;
            if let Some(engine) = record.culprit {
                let (game, ending, remark) = (record.number, record.ending, record.remark.clone());
                self.faults.push(FaultRecord { game, engine: engines[engine % 2], ending, remark });
            }
            self.spent = [0, 1].map(|engine| self.spent[engine].plus(&record.spent[engine]));
        }
    }

    fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|state| state.decision != Decision::Open)
    }
}

/// Finished pairs, counted in order. If a short pair were counted before a long one, the length of a game would influence
/// the result, and the result would depend on the order of the workers.
struct Ledger {
    halves: BTreeMap<u64, GameRecord>,
    counted: u64,
    results: Results,
}

type Each<'a> = &'a mut dyn FnMut(&GameRecord, &Results) -> Result<(), Problem>;

impl Ledger {
    fn new(game_match: &Match) -> Ledger {
        Ledger { halves: BTreeMap::new(), counted: 0, results: Results::new(game_match.encounters()) }
    }

    fn is_decided(&self) -> bool {
        self.results.encounters.iter().any(|encounter| encounter.standings.is_decided())
    }

    fn enter(&mut self, record: GameRecord, game_match: &Match, each: Each<'_>) -> Result<(), Problem> {
        self.halves.insert(record.number, record);
        while 2 * self.counted < game_match.games() && !self.is_decided() {
            let numbers = [2 * self.counted, 2 * self.counted + 1];
            if !numbers.iter().all(|number| self.halves.contains_key(number)) {
                break;
            }
            let Some(pair) = self.halves.remove(&numbers[0]).zip(self.halves.remove(&numbers[1])) else { break };
            let pair = [pair.0, pair.1];
            let place = (self.counted % self.results.encounters.len() as u64) as usize;
            self.counted += 1;
            let encounter = &mut self.results.encounters[place];
            encounter.standings.add(&pair, encounter.engines, game_match.sprt.as_ref());
            for record in &pair {
                each(record, &self.results)?;
            }
        }
        Ok(())
    }
}

impl Match {
    /// The pairs of engines that meet. Each plays the first opening before any plays the second.
    pub fn encounters(&self) -> Vec<[usize; 2]> {
        self.schedule.encounters(self.engines.len())
    }

    /// The maximum number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs * self.encounters().len() as u64
    }

    /// The engines of a game.
    pub fn engines_of(&self, number: u64) -> [usize; 2] {
        let encounters = self.encounters();
        encounters[(number / 2) as usize % encounters.len()]
    }

    /// The round of a game: the number of its opening.
    fn round(&self, number: u64) -> u64 {
        number / 2 / self.encounters().len() as u64
    }

    /// The match in one line; a journal must agree with it to be continued.
    pub fn title(&self) -> String {
        let engine = |place: usize| format!("{} ({})", self.engines[place].written, self.allowances[place]);
        let engines: Vec<String> = (0..self.engines.len()).map(engine).collect();
        let Rules { timekeeping, margin, move_timeout, longest, resign, draw } = &self.rules;
        let schedule = if engines.len() > 2 { format!("{}, ", self.schedule.name()) } else { String::new() };
        let mut title = format!("{}: {schedule}{}, seed {}", self.game, engines.join(" against "), self.seed);
        if *timekeeping == Timekeeping::Cpu {
            title.push_str(", CPU time");
        }
        title.push_str(&format!(", margin {margin:?}, patience {move_timeout:?}, at most {longest} plies"));
        if let Some(resign) = resign {
            title.push_str(&format!(", {resign:?}"));
        }
        if let Some(draw) = draw {
            title.push_str(&format!(", {draw:?}"));
        }
        title
    }

    /// Checks that every engine can keep its limits. Each is started once, so that no match begins that cannot be played. If
    /// the match is stopped meanwhile, an engine may be refused without a fault of its own.
    pub fn check(&self) -> Result<(), Problem> {
        self.rules.timekeeping.check()?;
        let count = self.engines.len();
        if count < 2 {
            return Err(Problem::new(format!("a match of {count} engines"), "two engines or more"));
        }
        if count > 2 && self.sprt.is_some() {
            return Err(Problem::new(
                format!("a test of {count} engines"),
                "two engines, since it is about one difference",
            ));
        }
        for (engine, allowance) in self.engines.iter().zip(&self.allowances) {
            if matches!(engine.kind, EngineKind::Xboard(_)) && allowance.nodes.is_some() {
                let problem = format!("engine '{}': the protocol of xboard has no limit of nodes", engine.name);
                return Err(Problem::new(problem, "--tc, --movetime or --depth"));
            }
            self.start(engine)?;
        }
        Ok(())
    }

    /// Plays the games that the journal does not have yet, and calls `each` for all games in order.
    pub fn run(&self, mut journal: Option<Journal>, each: Each<'_>) -> Result<Results, Problem> {
        let mut ledger = Ledger::new(self);
        let known = journal.as_ref().map(|journal| journal.games().to_vec()).unwrap_or_default();
        let played: HashSet<u64> = known.iter().map(|record| record.number).collect();
        let missing: Vec<u64> = (0..self.games()).filter(|number| !played.contains(number)).collect();
        for record in known {
            if record.number < self.games() && record.opening != *self.opening(record.number) {
                let problem = format!("game {} of the journal began with '{}'", record.number, record.opening);
                return Err(Problem::new(problem, format!("'{}'", self.opening(record.number))));
            }
            ledger.enter(record, self, each)?;
        }
        if !ledger.is_decided() && !self.stop.is_raised() {
            let played = self.play_missing(&missing, &mut ledger, &mut journal, each);
            // What is stopped from outside is no engine's fault, even if one was being started.
            if !self.stop.is_raised() {
                played?;
            }
        }
        Ok(ledger.results)
    }

    /// Plays one pair of games alone, with players of its own: games 2n and 2n + 1, the same as in the whole match. None if it is stopped.
    /// Pairs can be played anywhere, and [counted](Match::count) together.
    pub fn play_pair(&self, pair: u64) -> Result<Option<[GameRecord; 2]>, Problem> {
        let (cancel, next) = (StopFlag::default(), AtomicUsize::new(0));
        let (sender, receiver) = mpsc::channel();
        let numbers = [2 * pair, 2 * pair + 1];
        thread::scope(|scope| {
            let played = scope.spawn(|| self.work(&numbers, &next, &cancel, &sender));
            while !played.is_finished() {
                if self.stop.is_raised() {
                    cancel.raise();
                }
                thread::sleep(PERIOD.min(Duration::from_millis(1)));
            }
            played.join().unwrap_or_else(|_| Err(Problem::sentence("a player of the match panicked")))
        })?;
        drop(sender);
        let games = receiver.into_iter().collect::<Result<Vec<GameRecord>, Problem>>()?;
        Ok(games.try_into().ok())
    }

    /// The results of games that were played elsewhere, in any order. They are counted as the match would have counted them: pair after
    /// pair, up to the first that is missing, or to the one that decides the test.
    pub fn count(&self, games: impl IntoIterator<Item = GameRecord>) -> Result<Results, Problem> {
        let mut ledger = Ledger::new(self);
        for record in games {
            ledger.enter(record, self, &mut |_, _| Ok(()))?;
        }
        Ok(ledger.results)
    }

    fn play_missing(
        &self,
        missing: &[u64],
        ledger: &mut Ledger,
        journal: &mut Option<Journal>,
        each: Each<'_>,
    ) -> Result<(), Problem> {
        let cancel = StopFlag::default();
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.concurrency.clamp(1, missing.len().max(1)) {
                let (sender, cancel, next) = (sender.clone(), &cancel, &next);
                scope.spawn(move || {
                    if let Err(problem) = self.work(missing, next, cancel, &sender) {
                        let _ = sender.send(Err(problem));
                    }
                });
            }
            drop(sender);
            let result = loop {
                match receiver.recv_timeout(PERIOD) {
                    Ok(record) => {
                        let entered = record.and_then(|record| {
                            journal.as_mut().map_or(Ok(()), |journal| journal.append(&record))?;
                            ledger.enter(record, self, each)
                        });
                        if entered.is_err() || ledger.is_decided() {
                            break entered;
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                }
                if self.stop.is_raised() {
                    break Ok(());
                }
            };
            cancel.raise();
            result
        })
    }

    /// Plays games until there are none left.
    fn work(
        &self,
        missing: &[u64],
        next: &AtomicUsize,
        cancel: &StopFlag,
        sender: &Sender<Result<GameRecord, Problem>>,
    ) -> Result<(), Problem> {
        let mut idle = Idle { game_match: self, players: self.engines.iter().map(|_| None).collect() };
        while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
            let engines = self.engines_of(number);
            let mut players = [idle.take(engines[0])?, idle.take(engines[1])?];
            let Some(record) = self.pairing(number, cancel).play(&mut players)? else { break };
            let culprit = record.culprit;
            if sender.send(Ok(record)).is_err() {
                break;
            }
            if let Some(culprit) = culprit {
                players[culprit].revive()?;
            }
            for (engine, player) in engines.into_iter().zip(players) {
                idle.players[engine] = Some(player);
            }
        }
        Ok(())
    }

    /// Starting counts as a move does: an engine that is silent for longer than a move may take is at fault.
    fn start(&self, engine: &EngineSpec) -> Result<Box<dyn Player>, Problem> {
        start_player(&self.game, engine, self.rules.move_timeout, &self.stop)
    }

    fn opening(&self, number: u64) -> &String {
        &self.openings[self.round(number) as usize % self.openings.len()]
    }

    fn pairing<'a>(&'a self, number: u64, cancel: &'a StopFlag) -> Pairing<'a> {
        Pairing {
            game: &self.game,
            number,
            engines: self.engines_of(number),
            opening: self.opening(number),
            first: (number % 2) as usize,
            allowances: self.engines_of(number).map(|engine| self.allowances[engine]),
            seed: self.seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15)),
            dice: SeededDice { seed: self.seed.wrapping_add(self.round(number).wrapping_mul(0xD1B5_4A32_D192_ED03)) },
            rules: &self.rules,
            cancel,
        }
    }
}

/// The players of a worker that are not in a game. An engine is started when it is first needed.
struct Idle<'a> {
    game_match: &'a Match,
    players: Vec<Option<Box<dyn Player>>>,
}

impl Idle<'_> {
    fn take(&mut self, engine: usize) -> Result<Box<dyn Player>, Problem> {
        let game_match = self.game_match;
        self.players[engine].take().map_or_else(|| game_match.start(&game_match.engines[engine]), Ok)
    }
}
