//! One game: the referee asks the players in turn, keeps the clocks, and knows when it is over.

use std::time::Duration;

use rootward_session::{OutcomeData, Problem, SeededDice, Session, StopFlag, open};
use serde::{Deserialize, Serialize};

use crate::adjudicate::Opinions;
use crate::{Allowance, Choice, Clock, DrawRule, Ending, Fault, Halves, Player, ResignRule, Setup, Turn};

/// What holds in every game of a match.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// A clock may be overdrawn by so much.
    pub margin: Duration,
    /// A move without a clock may take so long before the player counts as hung.
    pub patience: Duration,
    /// A longer game is a draw.
    pub longest: usize,
    /// When a game is given up.
    pub resign: Option<ResignRule>,
    /// When a game is drawn by agreement.
    pub draw: Option<DrawRule>,
}

impl Default for Rules {
    fn default() -> Rules {
        // The rules of chess allow at most 8,848 moves; 50 ms are lost to other programs now and then.
        let (margin, patience) = (Duration::from_millis(50), Duration::from_secs(60));
        Rules { margin, patience, longest: 20_000, resign: None, draw: None }
    }
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 0. Games 2n and 2n + 1 are a pair.
    pub number: u64,
    /// The position it began with.
    pub opening: String,
    /// Which engine had the first side, 0 or 1.
    pub first: usize,
    /// What engine 0 made of it, in half points.
    pub halves: Halves,
    /// What engine 0 made of it in points, in games that count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payoff: Option<f64>,
    /// Why it ended.
    pub ending: Ending,
    /// Which engine is to blame, if one is.
    pub culprit: Option<usize>,
    /// What there is to say about the ending.
    pub remark: Option<String>,
    /// The moves, in the game's notation.
    pub moves: Vec<String>,
    /// What the engines spent, engine 0 before engine 1.
    pub spent: [Spent; 2],
}

/// What an engine spent in games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Moves it chose.
    pub moves: u64,
    /// Time it took, in milliseconds.
    pub time_ms: f64,
    /// Nodes it told of.
    pub nodes: u64,
    /// Depths it told of, added up …
    pub depths: u64,
    /// … over so many moves.
    pub deep_moves: u64,
}

impl Spent {
    fn add(&mut self, choice: &Choice) {
        self.moves += 1;
        self.time_ms = whole_micros(self.time_ms + choice.time.as_secs_f64() * 1e3);
        self.nodes += choice.nodes.unwrap_or(0);
        if let Some(depth) = choice.depth {
            self.depths += u64::from(depth);
            self.deep_moves += 1;
        }
    }

    /// With another game.
    #[must_use]
    pub fn plus(&self, other: &Spent) -> Spent {
        Spent {
            moves: self.moves + other.moves,
            time_ms: whole_micros(self.time_ms + other.time_ms),
            nodes: self.nodes + other.nodes,
            depths: self.depths + other.depths,
            deep_moves: self.deep_moves + other.deep_moves,
        }
    }
}

/// Milliseconds to three decimals, so that sums are written as short as their parts.
fn whole_micros(millis: f64) -> f64 {
    (millis * 1e3).round() / 1e3
}

/// A game about to be played.
pub struct Pairing<'a> {
    /// The game, as it is written on the command line.
    pub game: &'a str,
    /// Its number in the match.
    pub number: u64,
    /// The position it begins with.
    pub opening: &'a str,
    /// Which engine has the first side.
    pub first: usize,
    /// What each engine may spend.
    pub allowances: [Allowance; 2],
    /// Decides what is left to chance.
    pub seed: u64,
    /// The dice of the game, in games of chance: those of both games of a pair are the same.
    pub dice: SeededDice,
    /// What holds in every game.
    pub rules: &'a Rules,
    /// Ends it without a result.
    pub cancel: &'a StopFlag,
}

/// How a game ended: what the first side made of it in half points, why, who is to blame (as a side), what to say.
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

    /// Lost by a side, through its own fault.
    fn fault(side: usize, ending: Ending, remark: Option<String>) -> Verdict {
        Verdict { culprit: Some(side), remark, ..Verdict::plain(if side == 0 { 0 } else { 2 }, ending) }
    }
}

/// A game under way.
struct Table<'a> {
    pairing: &'a Pairing<'a>,
    session: Box<dyn Session>,
    moves: Vec<String>,
    clocks: [Option<Clock>; 2],
    opinions: Opinions,
    spent: [Spent; 2],
}

impl Pairing<'_> {
    /// Plays it. The players are those of engine 0 and engine 1; none if it was cancelled.
    pub fn play(&self, players: &mut [Box<dyn Player>; 2]) -> Result<Option<GameRecord>, Problem> {
        let mut session = open(self.game, None)?;
        session.set_position(self.opening)?;
        let clocks = [0, 1].map(|side| self.allowances[self.engine(side)].clock.map(Clock::new));
        let (moves, opinions) = (Vec::new(), Opinions::default());
        let mut table = Table { pairing: self, session, moves, clocks, opinions, spent: Default::default() };
        let Some(verdict) = table.run(players) else { return Ok(None) };
        let told = ["0-1", "1/2-1/2", "1-0"][usize::from(verdict.halves.min(2))];
        players.iter_mut().for_each(|player| player.end(told));
        Ok(Some(GameRecord {
            number: self.number,
            opening: self.opening.to_owned(),
            first: self.first,
            halves: if self.first == 0 { verdict.halves } else { 2 - verdict.halves },
            payoff: verdict.payoff.map(|points| if self.first == 0 { points } else { -points }),
            ending: verdict.ending,
            culprit: verdict.culprit.map(|side| self.engine(side)),
            remark: verdict.remark,
            moves: table.moves,
            spent: table.spent,
        }))
    }

    /// The engine that has a side.
    fn engine(&self, side: usize) -> usize {
        (side + self.first) % 2
    }
}

impl Table<'_> {
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
                // What the session itself offers, it takes.
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
        // On a clock, the answer is late as soon as the clock and the margin are over.
        let patience = clock.map_or(rules.patience, |clock| clock.left + rules.margin);
        Turn {
            moves: &self.moves,
            allowance,
            clock,
            other_clock: self.clocks[1 - side].as_ref(),
            is_first: side == 0,
            patience,
            cancel: self.pairing.cancel,
        }
    }

    /// Is the game over here?
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

    /// Plays a player's move; a verdict if that ends the game against it.
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

    /// The side did not choose a move; none if nobody is to blame.
    fn blame(&self, side: usize, fault: Fault, repeated: bool) -> Option<Verdict> {
        let at = || format!("after {} plies from {}", self.moves.len(), self.pairing.opening);
        Some(match fault {
            Fault::Cancelled => return None,
            Fault::Crashed(remark) => Verdict::fault(side, Ending::Crash, Some(format!("{remark}, {}", at()))),
            Fault::Hung => Verdict::fault(side, Ending::Hang, Some(at())),
            Fault::Late => Verdict::fault(side, Ending::TimeLoss, Some(format!("no answer in time, {}", at()))),
            Fault::Resigned => Verdict::plain(if side == 0 { 0 } else { 2 }, Ending::Resignation),
            // Programs claim a draw together with the move that makes it, which the referee has not seen.
            Fault::ClaimsDraw if repeated => Verdict::plain(1, Ending::Repetition),
            Fault::ClaimsDraw => Verdict::fault(side, Ending::FalseClaim, Some(format!("a draw, {}", at()))),
            Fault::ClaimsWin => Verdict::fault(side, Ending::FalseClaim, Some(format!("a win, {}", at()))),
        })
    }
}

/// What the first side made of a finished game, in half points.
fn halves(outcome: &OutcomeData) -> Halves {
    match outcome {
        OutcomeData::Win { side, .. } => 2 * u8::from(*side == "first"),
        OutcomeData::Draw => 1,
        OutcomeData::Payoff { value, .. } if value.number() > 0.0 => 2,
        OutcomeData::Payoff { value, .. } => u8::from(value.number() == 0.0),
    }
}
