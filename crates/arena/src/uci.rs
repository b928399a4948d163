//! A program that speaks UCI, the protocol of Stefan Meyer-Kahlen and Rudolf Huber.
//!
//! The protocol is one of chess. Other games are played by it with positions (after `fen`) and moves in their own notation, and
//! the option `UCI_Variant` tells the game to a program that has this option.

use std::time::{Duration, Instant};

use rootward_session::{Problem, StopFlag};

use crate::player::WON;
use crate::process::Process;
use crate::scoresheet::Scoresheet;
use crate::waiting::Wait;
use crate::{ChildCommand, Choice, Fault, Player, Setup, Turn};

/// How long a late program may take to obey `stop` before it counts as hung.
const GRACE: Duration = Duration::from_secs(2);

/// A UCI engine.
pub(crate) struct Uci {
    command: ChildCommand,
    process: Process,
    sheet: Scoresheet,
    /// How long it may take to identify itself and to be ready: some programs unpack large files first.
    patience: Duration,
    /// Ends the waiting for it.
    cancel: StopFlag,
}

impl Uci {
    /// Starts the program and makes it ready to play.
    pub(crate) fn start(
        game: &str,
        command: &ChildCommand,
        patience: Duration,
        cancel: &StopFlag,
    ) -> Result<Uci, Problem> {
        let sheet = Scoresheet::new(game)?;
        let process = greeted(command, &sheet, patience, cancel)?;
        Ok(Uci { command: command.clone(), process, sheet, patience, cancel: cancel.clone() })
    }

    /// Waits until the program has processed everything so far.
    fn sync(&mut self, cancel: &StopFlag) -> Result<(), Fault> {
        self.process.say("isready")?;
        await_word(&mut self.process, "readyok", self.patience, cancel)
    }

    fn position(&self) -> String {
        let start = self.sheet.start().map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
        match self.sheet.moves() {
            [] => format!("position {start}"),
            moves => format!("position {start} moves {}", moves.join(" ")),
        }
    }

    /// Reads the program's output until it chooses a move.
    fn answer(&mut self, turn: &Turn<'_>, mut wait: Wait) -> Result<Choice, Fault> {
        let mut choice = Choice::default();
        while let Some(line) = wait.hear(&mut self.process, turn.cancel)? {
            let mut words = line.text.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    choice.mv = words.next().unwrap_or_default().to_owned();
                    choice.time = wait.time_of(&line, &self.process);
                    return Ok(choice);
                }
                Some("info") => learn(&mut choice, &line.text),
                _ => {}
            }
        }
        // It lost on time; if it still obeys, it can play the next game.
        self.process.say("stop")?;
        let until = Instant::now() + GRACE;
        while let Some(line) = self.process.hear(until, turn.cancel)? {
            if line.text.starts_with("bestmove") {
                return Err(Fault::Late);
            }
        }
        Err(Fault::Hung)
    }
}

impl Player for Uci {
    fn begin(&mut self, setup: &Setup<'_>) -> Result<(), Fault> {
        self.sheet.begin(setup.start).map_err(|error| Fault::Crashed(error.to_string()))?;
        self.process.forget();
        for line in &self.command.lines.clone() {
            self.process.say(line)?;
        }
        self.process.say("ucinewgame")?;
        self.sync(setup.cancel)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Fault> {
        self.sheet.enter(turn.moves).map_err(|error| Fault::Crashed(error.to_string()))?;
        self.process.forget();
        let position = self.position();
        self.process.say(&position)?;
        let wait = Wait::begin(turn, &self.process);
        self.process.say(&go(turn, self.sheet.white_begins()))?;
        self.answer(turn, wait)
    }

    fn revive(&mut self) -> Result<(), Problem> {
        self.process.kill();
        self.process = greeted(&self.command, &self.sheet, self.patience, &self.cancel)?;
        Ok(())
    }
}

/// Starts a program, reads its identification, and sets its options.
fn greeted(
    command: &ChildCommand,
    sheet: &Scoresheet,
    patience: Duration,
    cancel: &StopFlag,
) -> Result<Process, Problem> {
    let mut process = Process::start(command)?;
    let refused = |fault: Fault, awaited: &str| {
        let reason = if let Fault::Crashed(remark) = fault { remark } else { silent(awaited, patience) };
        Problem::new(format!("'{}': {reason}", command.program), "a program that speaks UCI")
    };
    let mut offered = Vec::new();
    let mut introduction = || {
        process.say("uci")?;
        let until = Instant::now() + patience;
        while let Some(line) = process.hear(until, cancel)? {
            match line.text.trim() {
                "uciok" => return Ok(()),
                text => offered.extend(option_name(text)),
            }
        }
        Err(Fault::Hung)
    };
    introduction().map_err(|fault| refused(fault, "uciok"))?;
    let options = settings(command, &offered, sheet)?;
    let mut set = || {
        for (name, value) in &options {
            process.say(&format!("setoption name {name} value {value}"))?;
        }
        process.say("isready")?;
        await_word(&mut process, "readyok", patience, cancel)
    };
    set().map_err(|fault| refused(fault, "readyok"))?;
    Ok(process)
}

/// The name in `option name Move Overhead type spin …`.
fn option_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option name ")?;
    Some(rest.split_once(" type ").map_or(rest, |(name, _)| name).trim().to_owned())
}

/// The options to set: those that the match needs, then those of the specification. An option that the program does not
/// have is refused.
fn settings(command: &ChildCommand, offered: &[String], sheet: &Scoresheet) -> Result<Vec<(String, String)>, Problem> {
    let find = |wanted: &str| offered.iter().find(|name| name.eq_ignore_ascii_case(wanted));
    // A match compares searches: no book of its own, unless the specification asks for it, and no pondering.
    let mut wanted = vec![("OwnBook", "false"), ("Ponder", "false")];
    wanted.retain(|(name, _)| find(name).is_some());
    if sheet.chess_position().is_none() && find("UCI_Variant").is_some() {
        wanted.push(("UCI_Variant", sheet.game()));
    }
    if sheet.is_960() {
        find("UCI_Chess960").ok_or_else(|| Problem::new("it does not play Chess960", "the option UCI_Chess960"))?;
        wanted.push(("UCI_Chess960", "true"));
    }
    let mut settings: Vec<(String, String)> =
        wanted.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    for (name, value) in &command.options {
        let Some(name) = find(name) else {
            let expected = format!("one of {}", offered.join(", "));
            return Err(Problem::new(format!("'{}' has no option '{name}'", command.program), expected));
        };
        settings.push((name.clone(), value.clone()));
    }
    Ok(settings)
}

/// What is said of a program that did not answer.
fn silent(awaited: &str, patience: Duration) -> String {
    format!("it did not answer '{awaited}' within {patience:?} (--patience)")
}

fn await_word(process: &mut Process, word: &str, patience: Duration, cancel: &StopFlag) -> Result<(), Fault> {
    let until = Instant::now() + patience;
    while let Some(line) = process.hear(until, cancel)? {
        if line.text.trim() == word {
            return Ok(());
        }
    }
    Err(Fault::Hung)
}

/// The `go` command, with all limits. Clocks are given by colour.
fn go(turn: &Turn<'_>, white_begins: bool) -> String {
    let mut words = vec!["go".to_owned()];
    let mut add = |name: &str, value: u128| words.push(format!("{name} {value}"));
    let is_white = turn.is_first == white_begins;
    let (white, black) = if is_white { (turn.clock, turn.other_clock) } else { (turn.other_clock, turn.clock) };
    if turn.clock.is_some() {
        for (time, increment, clock) in [("wtime", "winc", white), ("btime", "binc", black)] {
            // An opponent without a clock is reported with the same clock: programs expect both.
            let Some(clock) = clock.or(turn.clock) else { continue };
            add(time, clock.left.as_millis().max(1));
            add(increment, clock.increment().as_millis());
        }
        if let Some(to_go) = turn.clock.and_then(|clock| clock.moves_to_go) {
            add("movestogo", to_go.into());
        }
    }
    if let Some(time) = turn.allowance.time {
        add("movetime", time.as_millis().max(1));
    }
    if let Some(nodes) = turn.allowance.nodes {
        add("nodes", nodes.into());
    }
    if let Some(depth) = turn.allowance.depth {
        add("depth", depth.into());
    }
    words.join(" ")
}

/// Reads depth, nodes and score from an `info` line, if it has them.
fn learn(choice: &mut Choice, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    // The rest is free text.
    let words = words.split(|&word| word == "string" || word == "pv").next().unwrap_or_default();
    let after = |name: &str| words.iter().position(|&word| word == name).and_then(|place| words.get(place + 1));
    if let Some(depth) = after("depth").and_then(|word| word.parse().ok()) {
        choice.depth = Some(depth);
    }
    if let Some(nodes) = after("nodes").and_then(|word| word.parse().ok()) {
        choice.nodes = Some(nodes);
    }
    if let Some(points) = after("cp").and_then(|word| word.parse().ok()) {
        choice.score = Some(points);
    }
    if let Some(moves) = after("mate").and_then(|word| word.parse::<i32>().ok()) {
        choice.score = Some(if moves > 0 { WON } else { -WON });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Allowance, Clock, TimeControl, Timekeeping};
    use proptest::prelude::*;

    #[test]
    fn what_a_program_says_of_its_search_is_kept() {
        let mut choice = Choice::default();
        learn(&mut choice, "info depth 7 seldepth 9 score cp -31 nodes 4711 nps 99 pv e2e4 depth 99");
        learn(&mut choice, "info currmove e2e4 currmovenumber 1");
        assert_eq!((choice.depth, choice.score, choice.nodes), (Some(7), Some(-31), Some(4711)));
        learn(&mut choice, "info score mate -3 depth 8");
        assert_eq!((choice.depth, choice.score), (Some(8), Some(-WON)));
        learn(&mut choice, "info string depth 50 is out of reach");
        assert_eq!(choice.depth, Some(8));
    }

    #[test]
    fn both_clocks_are_sent_by_colour() {
        let clock = |text| Clock::new(TimeControl::parse(text).unwrap());
        let (mine, other) = (clock("40/10+0.1"), clock("20"));
        let allowance = Allowance { depth: Some(5), ..Allowance::default() };
        let cancel = StopFlag::default();
        let turn = Turn {
            moves: &[],
            allowance: &allowance,
            clock: Some(&mine),
            other_clock: Some(&other),
            is_first: false,
            timekeeping: Timekeeping::Wall,
            move_timeout: Duration::ZERO,
            patience: Duration::ZERO,
            cancel: &cancel,
        };
        assert_eq!(go(&turn, true), "go wtime 20000 winc 0 btime 10000 binc 100 movestogo 40 depth 5");
        // In English draughts the second side is White.
        assert_eq!(go(&turn, false), "go wtime 10000 winc 100 btime 20000 binc 0 movestogo 40 depth 5");
        let turn = Turn { clock: None, ..turn };
        assert_eq!(go(&turn, true), "go depth 5");
    }

    #[test]
    fn options_are_those_of_the_program_and_its_book_is_closed() {
        let lines = ["option name OwnBook type check default true", "option name Move Overhead type spin", "id name X"];
        let offered: Vec<String> = lines.into_iter().filter_map(option_name).collect();
        assert_eq!(offered, ["OwnBook", "Move Overhead"]);
        let set = |name: &str, game: &str| {
            let options = vec![(name.to_owned(), "5".to_owned())];
            settings(&ChildCommand { options, ..Default::default() }, &offered, &Scoresheet::new(game).unwrap())
        };
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(set("move overhead", "chess"), Ok(vec![pair("OwnBook", "false"), pair("Move Overhead", "5")]));
        assert!(
            set("Hash", "chess").unwrap_err().to_string().contains("has no option 'Hash'; expected one of OwnBook")
        );
        let variant = vec!["UCI_Variant".to_owned()];
        let settings_for = |game: &str| settings(&ChildCommand::default(), &variant, &Scoresheet::new(game).unwrap());
        assert_eq!(settings_for("checkers:russian"), Ok(vec![pair("UCI_Variant", "checkers:russian")]));
        assert_eq!(settings_for("chess"), Ok(vec![]));
        assert!(set("OwnBook", "chess:960").unwrap_err().to_string().starts_with("it does not play Chess960"));
    }

    proptest! {
        #[test]
        fn any_line_is_read_without_a_panic(line in "info (depth|score|cp|mate|nodes|pv|string| |-?[0-9]{0,22}){0,9}") {
            learn(&mut Choice::default(), &line);
        }
    }
}
