//! `rootward uci` as a GUI runs it: a process with two pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{command, run, run_with_input};

struct Engine {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut child = command(arguments).stdin(Stdio::piped()).spawn().expect("the binary starts");
        let (to, from) = (child.stdin.take(), child.stdout.take().expect("stdout is piped"));
        Engine { child, to, from: BufReader::new(from) }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.to.as_mut().expect("stdin is open"), "{line}").expect("the engine listens");
    }

    /// The lines up to and including the next that starts with `word`.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("text") > 0, "'{word}' never came after {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(word) {
                return lines;
            }
        }
    }
}

#[test]
fn isready_is_answered_within_a_tenth_of_a_second_during_a_search() {
    let mut engine = Engine::start(&["uci"]);
    engine.send("uci");
    engine.until("uciok");
    engine.send("position startpos moves e2e4\ngo infinite");
    engine.until("info depth 3");
    let waits = (0..5).map(|_| {
        let asked = Instant::now();
        engine.send("isready");
        let lines = engine.until("readyok");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
        asked.elapsed()
    });
    // The fastest of a few: the machine may be busy with other tests.
    assert!(waits.min().is_some_and(|wait| wait < Duration::from_millis(100)));
    engine.send("stop");
    let asked = Instant::now();
    engine.until("bestmove");
    assert!(asked.elapsed() < Duration::from_secs(2));
    engine.send("quit");
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn lines_arrive_when_they_are_sent() {
    let mut engine = Engine::start(&["uci"]);
    // Nothing stays in a buffer: the answer comes although the input stays open.
    engine.send("isready");
    engine.until("readyok");
    engine.send("nonsense");
    assert_eq!(engine.until("info string").len(), 1);
    engine.to = None;
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn the_end_of_the_input_ends_a_search_and_the_program() {
    let mut engine = Engine::start(&["uci"]);
    engine.send("go infinite");
    thread::sleep(Duration::from_millis(50));
    engine.to = None;
    engine.until("bestmove");
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn a_program_that_starts_it_without_arguments_gets_an_engine() {
    let spoken = run_with_input(&[], "uci\nquit\n").fine();
    assert!(spoken.out.starts_with("id name Rootward") && spoken.out.ends_with("uciok\n"), "{}", spoken.out);
    // Without input, help is of more use.
    assert!(run(&[]).fine().out.contains("Usage: rootward"));
}

#[test]
fn junk_of_every_kind_is_survived() {
    let junk = "\u{0}\u{1}go\u{7f}\n\n\r\n😀 position\nposition fen\ngo depth x\nwait\nsetoption name\nquit";
    let spoken = run_with_input(&["uci"], junk).fine();
    assert!(spoken.out.lines().all(|line| ["info", "bestmove"].iter().any(|word| line.starts_with(word))));
}

/// Games without dice other than chess, in their own notation.
#[test]
fn every_game_without_dice_is_played_over_the_protocol() {
    let spoken =
        run_with_input(&["uci", "othello"], "uci\nposition startpos moves d3\nd\ngo depth 4\nwait\n").fine().out;
    assert!(spoken.starts_with("id name Rootward") && spoken.contains("(othello)\n"), "{spoken}");
    let offered: Vec<&str> = spoken.lines().filter_map(|line| line.strip_prefix("option name ")).collect();
    assert!(offered.iter().any(|option| option.starts_with("Hash ")), "{offered:?}");
    for absent in ["SyzygyPath", "UCI_Chess960", "UCI_Elo", "TablePath", "EvalFile", "UCI_ShowWDL"] {
        assert!(!offered.iter().any(|option| option.starts_with(absent)), "{absent} means nothing to othello");
    }
    assert!(spoken.contains("To move: White"), "{spoken}");
    let best = spoken.lines().last().and_then(|line| line.strip_prefix("bestmove ")).unwrap();
    assert!(["c3", "c5", "e3"].contains(&best.split(' ').next().unwrap()), "{best}");
    let four = run_with_input(&["uci", "Connect_Four"], "position fen 414141\ngo movetime 50\nwait\n").fine().out;
    assert!(four.contains(" score mate 1 ") && four.ends_with("bestmove 4\n"), "{four}");
    // In English draughts Black moves first: its clock is that of Black.
    let clocks = "position startpos\ngo wtime 1 btime 60000 depth 3\nwait\n";
    let draughts = run_with_input(&["uci", "checkers"], clocks).fine().out;
    assert!(draughts.contains("info depth 3 "), "{draughts}");
    let counted = run_with_input(&["uci", "othello"], "go perft 3\nwait\n").fine().out;
    assert!(counted.contains("Nodes searched: 56"), "{counted}");
    let forced = run_with_input(&["uci", "kalah"], "go depth 2 searchmoves 2\nwait\n").fine().out;
    assert!(forced.lines().last().unwrap().starts_with("bestmove 2"), "{forced}");
    let chess = run_with_input(&["uci", "chess"], "uci\n").fine().out;
    assert_eq!(chess, run_with_input(&["uci"], "uci\n").fine().out, "chess is what it was");
    for (game, said) in [("pig", "expected a game without dice"), ("no-game", "there is no game"), ("othello:3x3", "")]
    {
        run_with_input(&["uci", game], "").refused(said);
    }
}

#[test]
fn what_makes_no_sense_in_another_game_is_reported_and_changes_nothing() {
    let lines = "position startpos moves 4\nposition startpos moves 4 9\nposition fen xyz\nsetoption name UCI_Elo value 1500\n\
                 setoption name TablePath value /nowhere\neval\ngo nodes 50\nwait\n";
    let said = run_with_input(&["uci", "connect-four"], lines).fine().out;
    assert_eq!(said.matches("the position stays as it was").count(), 2, "{said}");
    assert_eq!(said.matches("there is no option").count(), 2, "{said}");
    assert!(said.contains("static evaluation") && said.lines().last().unwrap().starts_with("bestmove "), "{said}");
    let tables = "setoption name TablePath value /nowhere\ngo depth 1\nwait\n";
    let said = run_with_input(&["uci", "tic-tac-toe"], tables).fine().out;
    assert!(said.contains("/nowhere") && said.contains("bestmove"), "{said}");
    let junk = "\u{0}\u{1}go\u{7f}\n\n\r\n😀 position\nposition fen\ngo depth x\nwait\nsetoption name\nquit";
    let spoken = run_with_input(&["uci", "othello"], junk).fine();
    assert!(
        spoken.out.lines().all(|line| ["info", "bestmove"].iter().any(|word| line.starts_with(word))),
        "{}",
        spoken.out
    );
}

/// The end of the input ends a search that would go on forever, and stop ends it with an answer.
#[test]
fn a_search_of_another_game_goes_on_until_stop() {
    let mut engine = Engine::start(&["uci", "othello"]);
    engine.send("position startpos moves d3\ngo infinite");
    engine.until("info depth 2");
    engine.send("isready");
    assert!(!engine.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    engine.send("stop");
    assert_eq!(engine.until("bestmove").last().map(|line| line.split(' ').count() >= 2), Some(true));
    engine.send("go infinite");
    thread::sleep(Duration::from_millis(30));
    engine.to = None;
    engine.until("bestmove");
    assert!(engine.child.wait().expect("it ends").success());
}

/// Both ends of the protocol: the referee of a match asks this program as any other one.
#[test]
fn matches_of_other_games_are_played_through_it() {
    let program = env!("CARGO_BIN_EXE_rootward");
    for game in ["connect-four:5x4", "othello:4x4", "kalah:3,2", "checkers"] {
        let by_uci = format!("uci:{program} uci {game} name=by-uci option.Hash=1");
        let arguments =
            ["match", game, "--engine", &by_uci, "--engine", "level=1", "--nodes", "200", "--games", "2", "--json"];
        let events = run(&arguments).fine();
        let games: Vec<_> = events.json().into_iter().filter(|event| event["event"] == "game").collect();
        assert_eq!(games.len(), 2, "{}", events.out);
        assert!(!events.out.contains("illegal") && !events.out.contains("crash"), "{}", events.out);
    }
}

/// Other load on the processors, until it is dropped.
struct Busy(Vec<Child>);

impl Busy {
    fn start(count: usize) -> Busy {
        // An endless search is a busy loop.
        let spawn = |_| {
            let mut child = command(&["uci"]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it starts");
            writeln!(child.stdin.as_mut().expect("stdin is open"), "go infinite").expect("it listens");
            child
        };
        Busy((0..count).map(spawn).collect())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[test]
fn a_tenth_of_a_second_and_a_millisecond_a_move_last_for_a_game_on_a_busy_machine() {
    const GAMES: usize = 20;
    const PLIES: usize = 60;
    let (clock, increment) = (Duration::from_millis(100), Duration::from_millis(1));
    let _busy = Busy::start(thread::available_parallelism().map_or(2, usize::from));
    let mut engine = Engine::start(&["uci"]);
    let (mut moves, mut overruns, mut left) = (0, 0, Vec::new());
    for _ in 0..GAMES {
        engine.send("ucinewgame\nisready");
        engine.until("readyok");
        let (mut clocks, mut line) = ([clock; 2], String::new());
        for ply in 0..PLIES {
            let found = clocks.map(|clock| clock.as_millis());
            let asked = Instant::now();
            engine.send(&format!(
                "position startpos moves{line}\ngo wtime {} btime {} winc 1 binc 1",
                found[0], found[1]
            ));
            let said = engine.until("bestmove");
            let spent = asked.elapsed();
            moves += 1;
            let best = said.last().and_then(|answer| answer.split(' ').nth(1)).expect("a move");
            if best == "0000" {
                assert!(said[0].starts_with("info depth 0 score"), "a move is missing after{line}: {said:?}");
                break;
            }
            line = format!("{line} {best}");
            match clocks[ply % 2].checked_sub(spent) {
                Some(rest) => clocks[ply % 2] = rest + increment,
                None => {
                    overruns += 1;
                    break;
                }
            }
        }
        left.push(clocks[0].min(clocks[1]));
    }
    // The system may leave the engine without a processor for a tenth of a second, but not often. Without a reserve and
    // with new threads for every move, every game was lost.
    assert!(overruns <= GAMES / 4, "{overruns} of {moves} moves overran their clocks");
    left.sort();
    assert!(left[GAMES / 2] > Duration::from_millis(25), "a reserve stays on the clock: {left:?}");
}
