//! A program that speaks the xboard protocol, the Chess Engine Communication Protocol of Tim Mann and H. G. Muller.

mod edit;
mod features;
mod line;

use std::time::{Duration, Instant};

use rootward_session::{Problem, StopFlag};

use crate::process::Process;
use crate::scoresheet::Scoresheet;
use crate::waiting::Wait;
use crate::{Allowance, ChildCommand, Choice, Fault, Player, Setup, TimeControl, Turn};
use features::Features;
use line::{ProgramLine, parse_line};

/// A program that knows version 2 of the protocol says so within this time; an older one says nothing.
const FEATURES: Duration = Duration::from_secs(2);

/// How long a program may take to answer after its time is over.
const GRACE: Duration = Duration::from_secs(2);

/// An xboard engine.
pub(crate) struct Xboard {
    command: ChildCommand,
    process: Process,
    features: Features,
    sheet: Scoresheet,
    /// The program is in force mode: it waits for `go`, and afterwards answers every move by itself.
    in_force_mode: bool,
    pings: u32,
    is_fresh: bool,
    /// How long a program may take that asks for more time, or to answer `ping`.
    patience: Duration,
    /// Ends the waiting for it.
    cancel: StopFlag,
}

impl Xboard {
    /// Starts the program and makes it ready to play.
    pub(crate) fn start(
        game: &str,
        command: &ChildCommand,
        patience: Duration,
        cancel: &StopFlag,
    ) -> Result<Xboard, Problem> {
        let sheet = Scoresheet::new(game)?;
        if sheet.chess_position().is_none() {
            return Err(Problem::new(
                format!("programs that speak xboard are not asked to play {game}"),
                "chess, or a program that speaks UCI",
            ));
        }
        if sheet.is_960() {
            return Err(Problem::new(
                "programs that speak xboard are not asked to play Chess960",
                "one that speaks UCI",
            ));
        }
        let (process, features) = greeted(command, patience, cancel)?;
        let (command, cancel) = (command.clone(), cancel.clone());
        let (in_force_mode, pings, is_fresh) = (true, 0, true);
        Ok(Xboard { command, process, features, sheet, in_force_mode, pings, is_fresh, patience, cancel })
    }

    /// Waits until the program has processed everything so far, if it can report that.
    fn sync(&mut self, cancel: &StopFlag) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        self.process.say(&ping)?;
        let until = Instant::now() + self.patience;
        while let Some(line) = self.process.hear(until, cancel)? {
            if line.text.trim() == pong {
                return Ok(());
            }
        }
        Err(Fault::Hung)
    }

    fn tell_move(&mut self, mv: &str) -> Result<(), Fault> {
        let line = if self.features.usermove { format!("usermove {mv}") } else { mv.to_owned() };
        self.process.say(&line)
    }

    /// Reads the program's output until it chooses a move or ends the game.
    fn answer(&mut self, turn: &Turn<'_>, mut wait: Wait) -> Result<Choice, Fault> {
        let mut choice = Choice::default();
        while let Some(line) = wait.hear(&mut self.process, turn.cancel)? {
            match parse_line(&line.text) {
                ProgramLine::Move(mv) => {
                    choice.mv = mv.to_owned();
                    choice.time = wait.time_of(&line, &self.process);
                    return Ok(choice);
                }
                ProgramLine::Thinks { depth, score, nodes } => {
                    (choice.depth, choice.score, choice.nodes) = (Some(depth), Some(score), Some(nodes));
                }
                ProgramLine::Result(halves) => return Err(claim(halves, turn.is_first)),
                ProgramLine::Resigns => return Err(Fault::Resigned),
                ProgramLine::Protests(words) => return Err(Fault::Crashed(format!("it protests: '{words}'"))),
                ProgramLine::Other => {}
            }
        }
        // It lost on time; if it still obeys, it can play the next game.
        self.process.say("?")?;
        let until = Instant::now() + GRACE;
        while let Some(line) = self.process.hear(until, turn.cancel)? {
            if matches!(parse_line(&line.text), ProgramLine::Move(_) | ProgramLine::Result(_) | ProgramLine::Resigns) {
                return Err(Fault::Late);
            }
        }
        Err(Fault::Hung)
    }
}

impl Player for Xboard {
    fn begin(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        let crashed = |reason: String| Fault::Crashed(reason);
        self.sheet.begin(setup.start).map_err(|error| crashed(error.to_string()))?;
        if !self.features.reuse && !self.is_fresh {
            self.revive().map_err(|problem| crashed(problem.to_string()))?;
        }
        self.is_fresh = false;
        self.process.forget();
        let mut lines = vec!["new".to_owned(), "force".to_owned(), "easy".to_owned(), "post".to_owned()];
        lines.extend(self.command.lines.iter().cloned());
        lines.extend(limits(setup.allowance));
        if let Some(fen) = self.sheet.start() {
            match self.features.setboard {
                true => lines.push(format!("setboard {fen}")),
                false => lines.extend(self.sheet.chess_position().map(edit::lines).unwrap_or_default()),
            }
        }
        lines.iter().try_for_each(|line| self.process.say(line))?;
        self.in_force_mode = true;
        self.sync(setup.cancel)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Fault> {
        let new = self.sheet.enter(turn.moves).map_err(|error| Fault::Crashed(error.to_string()))?;
        // Its own last move is the first of the new ones, once it has made one.
        let new: Vec<String> = new.iter().skip(usize::from(!self.in_force_mode)).cloned().collect();
        self.process.forget();
        let centiseconds = |time: Duration| (time.as_millis() / 10).max(1);
        if let Some(clock) = turn.clock.filter(|_| self.features.time) {
            let other = turn.other_clock.unwrap_or(clock);
            self.process.say(&format!("time {}", centiseconds(clock.left)))?;
            self.process.say(&format!("otim {}", centiseconds(other.left)))?;
        }
        let wait = Wait::begin(turn, &self.process);
        for mv in &new {
            self.tell_move(mv)?;
        }
        if std::mem::take(&mut self.in_force_mode) {
            self.process.say("go")?;
        }
        self.answer(turn, wait)
    }

    fn end(&mut self, result: &str) {
        // A program that has crashed does not receive it; the crash is detected before the next game.
        let _ = self.process.say(&format!("result {result} {{the game is over}}"));
        let _ = self.process.say("force");
    }

    fn revive(&mut self) -> Result<(), Problem> {
        self.process.kill();
        (self.process, self.features) = greeted(&self.command, self.patience, &self.cancel)?;
        self.is_fresh = true;
        Ok(())
    }
}

/// Starts a program and reads its features.
fn greeted(command: &ChildCommand, patience: Duration, cancel: &StopFlag) -> Result<(Process, Features), Problem> {
    let mut process = Process::start(command)?;
    let mut greet = || {
        let mut features = Features::default();
        process.say("xboard")?;
        process.say("protover 2")?;
        let mut until = Instant::now() + FEATURES.min(patience);
        while let Some(line) = process.hear(until, cancel)? {
            for (name, value) in features::named(&line.text) {
                let verdict = if features.set(&name, &value) { "accepted" } else { "rejected" };
                process.say(&format!("{verdict} {name}"))?;
                if name == "done" {
                    until = if value == "1" { Instant::now() } else { Instant::now() + patience };
                }
            }
        }
        for (name, value) in &command.options {
            process.say(&format!("option {name}={value}"))?;
        }
        Ok(features)
    };
    let greeted = greet();
    let features = greeted.map_err(|fault: Fault| {
        let reason = if let Fault::Crashed(remark) = fault { remark } else { "it does not answer".to_owned() };
        Problem::new(format!("'{}': {reason}", command.program), "a program that speaks the protocol of xboard")
    })?;
    Ok((process, features))
}

/// The lines that set a program's limits; the protocol has no node limit.
fn limits(allowance: &Allowance) -> Vec<String> {
    let Allowance { clock, time, depth, .. } = *allowance;
    let mut lines = Vec::new();
    match (clock, time) {
        (Some(clock), _) => lines.push(level(&clock)),
        (None, Some(time)) => lines.push(format!("st {}", time.as_secs_f64().ceil())),
        // Only a depth: the clock must not end the search first.
        (None, None) => lines.push("level 0 600 0".to_owned()),
    }
    lines.extend(depth.map(|depth| format!("sd {depth}")));
    lines
}

/// `level MOVES MINUTES:SECONDS INCREMENT`. The protocol has no fractions of a second here: a program gets at least one
/// second, and the time that it really has before each move.
fn level(control: &TimeControl) -> String {
    let seconds = control.base.as_secs().max(1);
    let base = if seconds.is_multiple_of(60) {
        format!("{}", seconds / 60)
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    };
    // Programs that read a whole number here take the digits before the point.
    format!("level {} {base} {}", control.moves.unwrap_or(0), control.increment.as_secs_f64())
}

/// The meaning of a claimed result for the side that claims it.
fn claim(halves: u8, is_first: bool) -> Fault {
    match (halves, is_first) {
        (1, _) => Fault::ClaimsDraw,
        (2, true) | (0, false) => Fault::ClaimsWin,
        _ => Fault::Resigned,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_sent_in_the_words_of_the_protocol() {
        let command = |text: &str| level(&TimeControl::parse(text).unwrap());
        for (control, line) in [
            ("40/5m", "level 40 5 0"),
            ("10+0.1", "level 0 0:10 0.1"),
            ("0.5", "level 0 0:01 0"),
            ("90+2", "level 0 1:30 2"),
        ] {
            assert_eq!(command(control), line);
        }
        let depth = Allowance { depth: Some(4), ..Allowance::default() };
        assert_eq!(limits(&depth), ["level 0 600 0", "sd 4"]);
    }

    #[test]
    fn a_claim_is_seen_from_the_side_that_makes_it() {
        assert_eq!((claim(2, true), claim(0, true)), (Fault::ClaimsWin, Fault::Resigned));
        assert_eq!((claim(2, false), claim(0, false)), (Fault::Resigned, Fault::ClaimsWin));
        assert_eq!(claim(1, true), Fault::ClaimsDraw);
    }
}
