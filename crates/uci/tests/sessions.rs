//! Whole conversations over pipes, as a GUI has them.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use rootward_game::{Notation, legal_moves};
use rootward_games::chess::{Chess, coordinates};
use rootward_pgn::polyglot::polyglot_key;
use rootward_uci::{Command, read};

/// A GUI that talks to the engine.
struct Client {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
    server: JoinHandle<()>,
}

impl Client {
    fn new() -> Client {
        let (input, to) = pipe().unwrap();
        let (from, output) = pipe().unwrap();
        let server = thread::spawn(move || rootward_uci::serve(BufReader::new(input), output).unwrap());
        Client { to: Some(to), from: BufReader::new(from), server }
    }

    fn send(&mut self, lines: &str) {
        let to = self.to.as_mut().expect("the input is open");
        writeln!(to, "{lines}").unwrap();
    }

    /// The lines up to and including the next that starts with `word`.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "'{word}' never came after {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(word) {
                return lines;
            }
        }
    }

    fn best_move(&mut self) -> String {
        let lines = self.until("bestmove");
        lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move").to_owned()
    }

    /// Ends the input and returns all remaining lines.
    fn end(mut self) -> Vec<String> {
        self.to = None;
        let lines = self.from.lines().map(Result::unwrap).collect();
        self.server.join().unwrap();
        lines
    }
}

/// The whole output for these lines.
fn said(lines: &str) -> Vec<String> {
    let mut client = Client::new();
    client.send(lines);
    client.end()
}

fn legal(fen: &str) -> Vec<String> {
    let chess = Chess::default();
    let state = chess.parse_position(fen).unwrap();
    legal_moves(&chess, &state).into_iter().map(|mv| coordinates::write(&chess, &state, mv)).collect()
}

#[test]
fn the_introduction_lists_the_options_and_ends_in_uciok() {
    let lines = said("uci");
    assert!(lines[0].starts_with("id name Rootward"));
    for name in ["Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "UCI_Chess960", "UCI_Elo"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {name} type "))), "{name}");
    }
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));
}

#[test]
fn a_mate_is_found_and_named() {
    let mut client = Client::new();
    client.send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo depth 4");
    let lines = client.until("bestmove");
    assert!(lines.last().unwrap().starts_with("bestmove a1a8"));
    assert!(lines.iter().any(|line| line.contains("score mate 1 ")), "{lines:?}");
}

#[test]
fn an_infinite_search_answers_isready_and_ends_only_after_stop() {
    let mut client = Client::new();
    // A mate in one: the search itself is over at once.
    client.send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo infinite");
    client.until("info depth");
    thread::sleep(Duration::from_millis(100));
    let asked = Instant::now();
    client.send("isready");
    let lines = client.until("readyok");
    assert!(asked.elapsed() < Duration::from_millis(100));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    client.send("stop");
    assert_eq!(client.best_move(), "a1a8");
    client.send("position startpos\ngo");
    thread::sleep(Duration::from_millis(50));
    client.send("isready\nstop");
    client.until("readyok");
    client.best_move();
}

#[test]
fn a_search_that_is_stopped_at_once_has_looked_at_its_moves() {
    let mut client = Client::new();
    // The first move in the list of legal moves is not the one that captures the queen.
    let fen = "3qk3/8/8/8/3R4/8/7P/4K3 w - - 0 1";
    assert_ne!(legal(fen)[0], "d4d8");
    for _ in 0..20 {
        client.send(&format!("position fen {fen}\ngo infinite\nstop"));
        assert_eq!(client.best_move(), "d4d8");
    }
}

#[test]
fn clocks_are_kept() {
    let mut client = Client::new();
    client.send("isready");
    client.until("readyok");
    for (go, most) in [("movetime 100", 100), ("wtime 1000 btime 1", 1000), ("wtime 300 btime 300 movestogo 1", 300)] {
        let asked = Instant::now();
        client.send(&format!("position startpos\ngo {go}"));
        client.best_move();
        // Test machines have other work too; an ignored clock would be late by seconds.
        assert!(asked.elapsed() < Duration::from_millis(most + 400), "{go}: {:?}", asked.elapsed());
    }
    for go in
        ["wtime 0 btime 0", "wtime -200 btime 5", "movetime 0", "wtime 1 winc 0 movestogo 1", "nodes 1", "depth 0"]
    {
        client.send(&format!("position startpos\ngo {go}"));
        assert!(legal("").contains(&client.best_move()), "{go}");
    }
}

#[test]
fn a_forced_move_is_played_at_once() {
    let mut client = Client::new();
    client.send("position fen k7/8/8/8/8/8/1r6/K7 w - - 0 1\ngo wtime 6000000 btime 6000000");
    let asked = Instant::now();
    assert_eq!(client.best_move(), "a1b2");
    assert!(asked.elapsed() < Duration::from_secs(5));
}

#[test]
fn pondering_ends_after_ponderhit_or_stop() {
    let mut client = Client::new();
    client.send("position startpos moves e2e4\ngo ponder wtime 1000 btime 1000");
    client.until("info depth 4");
    client.send("isready");
    let lines = client.until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    let hit = Instant::now();
    client.send("ponderhit");
    client.best_move();
    assert!(hit.elapsed() < Duration::from_millis(1400));
    client.send("go ponder wtime 1000 btime 1000\nstop");
    client.best_move();
}

#[test]
fn several_lines_are_numbered_and_differ() {
    let mut client = Client::new();
    client.send("setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\ngo depth 4");
    let lines = client.until("bestmove");
    let last: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth 4 ")).collect();
    let first_move = |line: &&String| line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    let mut firsts: Vec<String> = last.iter().map(first_move).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!((last.len(), firsts.len()), (3, 3));
    assert!(last[2].contains(" multipv 3 ") && last[2].contains(" wdl "));
}

/// Lines came out of order where techniques guess, and the best move could be worse than another line.
#[test]
fn lines_are_best_first_and_the_first_is_played() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for go in ["go depth 6", "go nodes 9000", "go nodes 17000", "go nodes 30000"] {
        let mut client = Client::new();
        client.send(&format!("setoption name MultiPV value 4\nposition fen {kiwipete}\n{go}"));
        let lines = client.until("bestmove");
        let after = |line: &str, word: &str| {
            let mut words = line.split(' ').skip_while(|&other| other != word).skip(1);
            words.next().unwrap_or_default().to_owned()
        };
        let (mut last, mut best) = (i32::MIN, String::new());
        for line in lines.iter().filter(|line| line.contains(" multipv ")) {
            let points: i32 = after(line, "cp").parse().expect("no mate is near");
            if after(line, "multipv") == "1" {
                best = after(line, "pv");
            } else {
                assert!(points <= last, "{go}: {lines:?}");
            }
            last = points;
        }
        assert_eq!(after(&lines[lines.len() - 1], "bestmove"), best, "{go}");
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut client = Client::new();
    client.send("go depth 5 searchmoves a2a3 h2h4");
    assert!(["a2a3", "h2h4"].contains(&client.best_move().as_str()));
}

#[test]
fn castling_is_written_as_the_variant_has_it() {
    let fen = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1 searchmoves";
    let mut client = Client::new();
    client.send(&format!("{fen} e1g1"));
    assert_eq!(client.best_move(), "e1g1");
    client.send(&format!("setoption name UCI_Chess960 value true\n{fen} e1h1"));
    assert_eq!(client.best_move(), "e1h1");
}

#[test]
fn where_the_game_is_over_there_is_still_an_answer() {
    let mut client = Client::new();
    for fen in ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        client.send(&format!("position fen {fen}\ngo depth 3"));
        assert_eq!(client.best_move(), "0000", "{fen}");
    }
    // Drawn by rule, but a GUI that plays on gets a legal move.
    client.send("position fen 7k/8/6K1/8/8/8/8/N7 w - - 0 1\ngo wtime 100 btime 100");
    assert_ne!(client.best_move(), "0000");
}

#[test]
fn a_third_occurrence_of_a_position_of_the_game_is_seen() {
    let mut client = Client::new();
    let lost = "position fen 7k/8/8/8/8/r7/8/6K1 w - - 0 1";
    client.send(&format!("{lost}\ngo depth 2"));
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("depth 2") && line.contains("score cp -")), "{lines:?}");
    let once = "g1f1 h8g8 f1g1 g8h8";
    client.send(&format!("{lost} moves {once}\ngo depth 2"));
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("depth 2") && line.contains("score cp -")), "{lines:?}");
    client.send(&format!("{lost} moves {once} {once}\ngo depth 2"));
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("depth 1 ") && line.contains("score cp 0 ")), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove g1f1")), "{lines:?}");
}

#[test]
fn nonsense_is_answered_with_one_sentence_and_changes_nothing() {
    let lines = said(
        "hello\nposition fen nonsense\nposition fen 8/8/8/3kK3/8/8/8/Q7 w - - 0 1\nposition startpos moves e2e4 e2e4\nsetoption name Nose value 3\n\
         setoption name Hash value huge\ngo perft 1\nwait\nd",
    );
    let remarks: Vec<&String> = lines.iter().filter(|line| line.starts_with("info string")).collect();
    assert_eq!(remarks.len(), 6, "{lines:?}");
    assert!(lines.iter().any(|line| line == "Nodes searched: 20"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")));
}

#[test]
fn the_end_of_the_input_ends_a_search_with_its_answer() {
    let lines = said("position startpos\ngo infinite");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove")), "{lines:?}");
    let lines = said("go depth 3\nwait\nquit\nuci");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove")), "nothing is read after quit: {lines:?}");
}

#[test]
fn a_listener_that_has_gone_ends_it() {
    let (input, mut to) = pipe().unwrap();
    let (from, output) = pipe().unwrap();
    drop(from);
    let server = thread::spawn(move || rootward_uci::serve(BufReader::new(input), output));
    writeln!(to, "uci\ngo infinite").unwrap();
    assert!(server.join().unwrap().is_ok(), "it ends though the input stays open");
}

#[test]
fn a_limited_player_keeps_to_its_few_nodes() {
    let mut client = Client::new();
    client.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 800\ngo infinite");
    thread::sleep(Duration::from_millis(200));
    client.send("stop");
    let lines = client.until("bestmove");
    let nodes = |line: &String| line.split(" nodes ").nth(1)?.split(' ').next()?.parse::<u64>().ok();
    assert!(lines.iter().filter_map(nodes).max().is_none_or(|nodes| nodes <= 40), "{lines:?}");
}

#[test]
fn tables_of_endgames_win_and_draw() {
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../syzygy/tests/tables");
    let mut client = Client::new();
    client.send(&format!("setoption name SyzygyPath value {tables}"));
    assert!(client.until("info string").last().unwrap().contains("6 tables of endgames with up to 4 pieces"));
    // Won, and this is the only move that keeps the win.
    client.send("setoption name UCI_ShowWDL value true\nposition fen 8/8/8/3k4/8/3K4/3P4/8 w - - 0 1\ngo depth 6");
    let lines = client.until("bestmove");
    assert!(
        lines
            .iter()
            .all(|line| !line.contains(" pv ") || line.contains("wdl 1000 0 0") || line.contains("wdl 0 1000 0"))
    );
    assert!(lines.iter().any(|line| line.contains(" tbhits ") && !line.contains(" tbhits 0 ")), "{lines:?}");
    client.send("position fen 8/4k3/8/4K3/4P3/8/8/8 w - - 0 1\ngo depth 5");
    let lines = client.until("bestmove");
    assert!(
        lines.iter().all(|line| !line.contains(" pv ") || line.contains("score cp 0 wdl 0 1000 0 nodes")),
        "{lines:?}"
    );
    client.send("position fen 8/k7/8/8/8/4P3/8/3K4 w - - 0 1\ngo depth 5");
    let lines = client.until("bestmove");
    let lower = |line: &String| line.contains("score cp 20000 wdl 1000 0 0 lowerbound") || line.contains("score mate");
    assert!(lines.iter().all(|line| !line.contains(" pv ") || lower(line)), "{lines:?}");
    client.send("setoption name SyzygyPath value /nowhere/at/all");
    assert!(client.until("info string").last().unwrap().contains("/nowhere/at/all"));
}

#[test]
fn openings_come_from_a_book_where_a_move_is_wanted() {
    // One entry: in the first position, a2a3.
    let chess = Chess::default();
    let start = chess.parse_position("").unwrap();
    let mut entry = polyglot_key(&start).to_be_bytes().to_vec();
    let (from, to) = (8u16, 16u16);
    entry.extend((from << 6 | to).to_be_bytes());
    entry.extend([0, 1, 0, 0, 0, 0]);
    let file = std::env::temp_dir().join(format!("rootward-book-{}.bin", std::process::id()));
    std::fs::write(&file, entry).unwrap();
    let mut client = Client::new();
    client.send(&format!("setoption name BookFile value {}\nsetoption name OwnBook value true", file.display()));
    assert!(client.until("info string").last().unwrap().contains("a book with 1 positions"));
    client.send("position startpos\ngo depth 1");
    assert_eq!(client.until("bestmove"), ["info string from the book", "bestmove a2a3"]);
    client.send("go infinite\nstop");
    assert!(client.until("bestmove").iter().any(|line| line.contains(" pv ")), "an analysis does not look into it");
    client.send(&format!("setoption name BookFile value {}.none", file.display()));
    assert!(client.until("info string").last().unwrap().contains(".none"));
    std::fs::remove_file(&file).unwrap();
}

/// A line of a conversation: mostly words of the protocol, sometimes anything.
fn any_line() -> impl Strategy<Value = String> {
    let known = "uci|isready|ucinewgame|stop|ponderhit|d|eval|wait|debug on|position startpos|\
                 position startpos moves e2e4 e7e5|position fen 8/8/8/8/8/8/8/8 w - - 0 1|\
                 position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1|go depth 2|go nodes 50|go movetime 2|go infinite|\
                 go ponder wtime 50 btime 50|go wtime 20 btime 20|go perft 2|go|go mate 1|go searchmoves a2a3 depth 1|\
                 setoption name Hash value 1|setoption name Threads value 2|setoption name MultiPV value 2|\
                 setoption name UCI_LimitStrength value true|setoption name Clear Hash|\
                 setoption name UCI_Chess960 value true";
    let known: Vec<String> = known.split('|').map(str::to_owned).collect();
    let broken = "(go|position|setoption)( \\PC{0,9}){0,4}";
    let line = prop_oneof![8 => proptest::sample::select(known), 1 => "\\PC{0,20}", 1 => broken];
    line.prop_filter("a conversation that goes on", |line| !matches!(read(line).command, Some(Command::Quit)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn every_conversation_ends_and_every_go_is_answered(lines in proptest::collection::vec(any_line(), 0..14)) {
        let asks = |line: &&String| matches!(read(line).command, Some(Command::Go(go)) if go.perft.is_none());
        let goes = lines.iter().filter(asks).count();
        let ready = lines.iter().filter(|line| read(line).command == Some(Command::IsReady)).count();
        let said = said(&lines.join("\n"));
        let count = |word: &str| said.iter().filter(|line| line.starts_with(word)).count();
        prop_assert_eq!(count("bestmove"), goes);
        prop_assert_eq!(count("readyok"), ready);
    }
}

#[test]
fn the_evaluation_is_chosen_by_an_option() {
    let lines = said(
        "setoption name EvalFile value linear\neval\nsetoption name EvalFile value <empty>\neval\nsetoption name EvalFile value nonsense\nquit",
    );
    let linear = lines.iter().position(|line| line.contains("static evaluation")).expect("the linear evaluation");
    let find = |text: &str| lines[linear + 1..].iter().any(|line| line.contains(text));
    assert!(!lines[linear].contains("static evaluation 33 "), "{lines:?}");
    assert!(find("a network with 256 neurons for each side"), "{lines:?}");
    assert!(find("static evaluation 33 centipawns for White"), "{lines:?}");
    assert!(find("file 'nonsense': "), "{lines:?}");
}
