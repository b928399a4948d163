//! One game: the referee asks the players in turn, keeps the clocks, and decides when the game is over.

use std::time::Duration;

use rootward_session::{OutcomeData, Problem, SeededDice, Session, StopFlag, open};
use serde::{Deserialize, Serialize};

use crate::adjudicate::Opinions;
use crate::{Allowance, Choice, Clock, DrawRule, Ending, Fault, Halves, Player, ResignRule, Setup, Timekeeping, Turn};

/// The rules for every game of a match.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// What the clocks measure.
    pub timekeeping: Timekeeping,
    /// How far a clock may be exceeded.
    pub margin: Duration,
    /// How long a move without a clock may take before the player counts as hung.
    pub move_timeout: Duration,
    /// The maximum length in plies; a longer game is a draw.
    pub longest: usize,
    /// When a game is resigned.
    pub resign: Option<ResignRule>,
    /// When a game is adjudicated a draw.
    pub draw: Option<DrawRule>,
}

impl Default for Rules {
    fn default() -> Rules {
        // The rules of chess allow at most 8,848 moves; now and then 50 ms are lost to other programs.
        let (margin, move_timeout) = (Duration::from_millis(50), Duration::from_secs(60));
        Rules { timekeeping: Timekeeping::Wall, margin, move_timeout, longest: 20_000, resign: None, draw: None }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 0. Games 2n and 2n + 1 are a pair.
    pub number: u64,
    /// The engines that play it, by their places in the match. Below they are called engine 0 and engine 1.
    #[serde(default = "the_first_two")]
    pub engines: [usize; 2],
    /// The starting position.
    pub opening: String,
    /// The engine with the first side, 0 or 1.
    pub first: usize,
    /// The result for engine 0, in half points.
    pub halves: Halves,
    /// The result for engine 0 in points, in games that count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payoff: Option<f64>,
    /// Why it ended.
    pub ending: Ending,
    /// The engine at fault, if one is.
    pub culprit: Option<usize>,
    /// A remark about the ending.
    pub remark: Option<String>,
    /// The moves, in the game's notation.
    pub moves: Vec<String>,
    /// What the engines spent, engine 0 before engine 1.
    pub spent: [Spent; 2],
}

/// Journals of matches with two engines did not tell them.
fn the_first_two() -> [usize; 2] {
    [0, 1]
}

/// What an engine spent in games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Moves that it chose.
    pub moves: u64,
    /// Time in milliseconds.
    #[serde(alias = "time_ms")]
    pub elapsed_ms: f64,
    /// Nodes that it reported.
    pub nodes: u64,
    /// The sum of the depths that it reported …
    pub depths: u64,
    /// … and the number of moves with a reported depth.
    pub deep_moves: u64,
}

impl Spent {
    fn add(&mut self, choice: &Choice) {
        self.moves += 1;
        self.elapsed_ms = whole_micros(self.elapsed_ms + choice.time.as_secs_f64() * 1e3);
        self.nodes += choice.nodes.unwrap_or(0);
        if let Some(depth) = choice.depth {
            self.depths += u64::from(depth);
            self.deep_moves += 1;
        }
    }

    /// The sum with another game.
    pub fn plus(&self, other: &Spent) -> Spent {
        Spent {
            moves: self.moves + other.moves,
            elapsed_ms: whole_micros(self.elapsed_ms + other.elapsed_ms),
            nodes: self.nodes + other.nodes,
            depths: self.depths + other.depths,
            deep_moves: self.deep_moves + other.deep_moves,
        }
    }
}

/// Milliseconds rounded to three decimals, so that sums are written as short as their parts.
fn whole_micros(millis: f64) -> f64 {
    (millis * 1e3).round() / 1e3
}

/// A game to be played.
pub struct Pairing<'a> {
    /// The game, as written on the command line.
    pub game: &'a str,
    /// Its number in the match.
    pub number: u64,
    /// The engines, by their places in the match.
    pub engines: [usize; 2],
    /// The starting position.
    pub opening: &'a str,
    /// The engine with the first side.
    pub first: usize,
    /// The limits of each engine.
    pub allowances: [Allowance; 2],
    /// The seed of all randomness.
    pub seed: u64,
    /// The dice, in games of chance; both games of a pair have the same dice.
    pub dice: SeededDice,
    /// The rules for every game.
    pub rules: &'a Rules,
    /// Ends the game without a result.
    pub cancel: &'a StopFlag,
}

/// How a game ended: the first side's half points, the reason, the side at fault, and a remark.
struct Verdict {
    halves: Halves,
    payoff: Option<f64>,
    ending: Ending,
    culprit: Option<usize>,
    remark: Option<String>,
}

impl Verdict {
    fn plain(halves: Halves, ending: Ending) -> Verdict {
        Verdict { halves, payoff: None, ending, culprit: None, remark: None }
    }

    /// A loss by a side's own fault.
    fn fault(side: usize, ending: Ending, remark: Option<String>) -> Verdict {
        Verdict { culprit: Some(side), remark, ..Verdict::plain(if side == 0 { 0 } else { 2 }, ending) }
    }
}

/// A game in progress.
struct GameInProgress<'a> {
    pairing: &'a Pairing<'a>,
    session: Box<dyn Session>,
    moves: Vec<String>,
    clocks: [Option<Clock>; 2],
    opinions: Opinions,
    spent: [Spent; 2],
}

impl Pairing<'_> {
    /// Plays the game between the players of engine 0 and engine 1; none if it was cancelled.
    pub fn play(&self, players: &mut [Box<dyn Player>; 2]) -> Result<Option<GameRecord>, Problem> {
        let mut session = open(self.game, None)?;
        session.set_position(self.opening)?;
        let clocks = [0, 1].map(|side| self.allowances[self.engine(side)].clock.map(Clock::new));
        let (moves, opinions) = (Vec::new(), Opinions::default());
        let mut game = GameInProgress { pairing: self, session, moves, clocks, opinions, spent: Default::default() };
        let Some(verdict) = game.run(players) else { return Ok(None) };
        let result = ["0-1", "1/2-1/2", "1-0"][usize::from(verdict.halves.min(2))];
        players.iter_mut().for_each(|player| player.end(result));
        Ok(Some(GameRecord {
            number: self.number,
            engines: self.engines,
            opening: self.opening.to_owned(),
            first: self.first,
            halves: if self.first == 0 { verdict.halves } else { 2 - verdict.halves },
            payoff: verdict.payoff.map(|points| if self.first == 0 { points } else { -points }),
            ending: verdict.ending,
            culprit: verdict.culprit.map(|side| self.engine(side)),
            remark: verdict.remark,
            moves: game.moves,
            spent: game.spent,
        }))
    }

    /// The engine that plays a side.
    fn engine(&self, side: usize) -> usize {
        (side + self.first) % 2
    }
}

impl GameInProgress<'_> {
    fn run(&mut self, players: &mut [Box<dyn Player>; 2]) -> Option<Verdict> {
        for side in [0, 1] {
            let engine = self.pairing.engine(side);
            let allowance = &self.pairing.allowances[engine];
            let Pairing { opening: start, seed, cancel, .. } = *self.pairing;
            let setup = Setup { start, allowance, seed, cancel };
            if let Err(fault) = players[engine].begin(&setup) {
                return self.blame(side, fault, false);
            }
        }
        loop {
            let standing = self.session.standing();
            if let Some(verdict) = self.verdict(standing.outcome, standing.occurrences) {
                return Some(verdict);
            }
            if let Some(throw) = self.pairing.dice.throw(self.session.as_ref()) {
                // A roll that the session offers is always legal.
                self.moves.extend(self.session.play(&throw));
                continue;
            }
            let side = usize::from(standing.side == "second");
            let engine = self.pairing.engine(side);
            match players[engine].choose(&self.turn(side)) {
                Ok(choice) => {
                    if let Some(verdict) = self.accept(side, choice) {
                        return Some(verdict);
                    }
                }
                Err(fault) => return self.blame(side, fault, standing.occurrences > 1),
            }
        }
    }

    fn turn(&self, side: usize) -> Turn<'_> {
        let rules = self.pairing.rules;
        let allowance = &self.pairing.allowances[self.pairing.engine(side)];
        let clock = self.clocks[side].as_ref();
        // With a clock, an answer is late as soon as the clock and the margin are over.
        let move_timeout = clock.map_or(rules.move_timeout, |clock| clock.left + rules.margin);
        Turn {
            moves: &self.moves,
            allowance,
            clock,
            other_clock: self.clocks[1 - side].as_ref(),
            is_first: side == 0,
            timekeeping: rules.timekeeping,
            move_timeout,
            patience: rules.move_timeout,
            cancel: self.pairing.cancel,
        }
    }

    /// The verdict, if the game is over here.
    fn verdict(&self, outcome: Option<OutcomeData>, occurrences: usize) -> Option<Verdict> {
        let rules = self.pairing.rules;
        if let Some(outcome) = outcome {
            let payoff = if let OutcomeData::Payoff { value, .. } = &outcome { Some(value.number()) } else { None };
            return Some(Verdict { payoff, ..Verdict::plain(halves(&outcome), Ending::Rules) });
        }
        if occurrences >= 3 {
            return Some(Verdict::plain(1, Ending::Repetition));
        }
        if self.moves.len() >= rules.longest {
            return Some(Verdict::plain(1, Ending::Length));
        }
        if rules.draw.is_some_and(|rule| self.opinions.agreed_draw(&rule)) {
            return Some(Verdict::plain(1, Ending::AgreedDraw));
        }
        let winner = rules.resign.and_then(|rule| self.opinions.agreed_winner(&rule));
        winner.map(|first| Verdict::plain(if first { 2 } else { 0 }, Ending::AgreedWin))
    }

    /// Plays a player's move; returns a verdict if the move loses the game by a fault.
    fn accept(&mut self, side: usize, choice: Choice) -> Option<Verdict> {
        self.spent[self.pairing.engine(side)].add(&choice);
        let margin = self.pairing.rules.margin;
        let left = self.clocks[side].map(|clock| clock.left);
        if self.clocks[side].as_mut().is_some_and(|clock| !clock.spend(choice.time, margin)) {
            let remark =
                format!("{} ms with {} ms left", choice.time.as_millis(), left.unwrap_or_default().as_millis());
            return Some(Verdict::fault(side, Ending::TimeLoss, Some(remark)));
        }
        match self.session.play(&choice.mv) {
            Ok(written) => {
                self.moves.push(written);
                self.opinions.hear(side == 0, choice.score);
                None
            }
            Err(problem) => {
                let position = self.session.view().position;
                let remark = format!("'{}' in {position}: {problem}", choice.mv);
                Some(Verdict::fault(side, Ending::IllegalMove, Some(remark)))
            }
        }
    }

    /// The verdict on a side that did not choose a move; none if nobody is at fault.
    fn blame(&self, side: usize, fault: Fault, repeated: bool) -> Option<Verdict> {
        let at = || format!("after {} plies from {}", self.moves.len(), self.pairing.opening);
        Some(match fault {
            Fault::Cancelled => return None,
            Fault::Crashed(remark) => Verdict::fault(side, Ending::Crash, Some(format!("{remark}, {}", at()))),
            Fault::Hung => Verdict::fault(side, Ending::Hang, Some(at())),
            Fault::Late => Verdict::fault(side, Ending::TimeLoss, Some(format!("no answer in time, {}", at()))),
            Fault::Resigned => Verdict::plain(if side == 0 { 0 } else { 2 }, Ending::Resignation),
            // Engines claim a draw together with the move that makes it, which the referee has not seen.
            Fault::ClaimsDraw if repeated => Verdict::plain(1, Ending::Repetition),
            Fault::ClaimsDraw => Verdict::fault(side, Ending::FalseClaim, Some(format!("a draw, {}", at()))),
            Fault::ClaimsWin => Verdict::fault(side, Ending::FalseClaim, Some(format!("a win, {}", at()))),
        })
    }
}

/// The result of a finished game for the first side, in half points.
fn halves(outcome: &OutcomeData) -> Halves {
    match outcome {
        OutcomeData::Win { side, .. } => 2 * u8::from(*side == "first"),
        OutcomeData::Draw => 1,
        OutcomeData::Payoff { value, .. } if value.number() > 0.0 => 2,
        OutcomeData::Payoff { value, .. } => u8::from(value.number() == 0.0),
    }
}
