//! `match`: reproducible games, engines that misbehave, and results that survive a kill.

use std::fs;
use std::path::Path;

use crate::common::{Run, command, run, scratch};
use serde_json::{Value, json};

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of letters")
}

/// A match with two engines and further arguments, as JSON.
fn play_match(game: &str, engines: [&str; 2], arguments: &[&str]) -> Run {
    let [one, other] = engines;
    run(&[&["match", game, "--engine", one, "--engine", other, "--json"], arguments].concat())
}

fn result(run: &Run) -> Value {
    run.json().pop().expect("a match has a result")
}

/// What must be the same when the same match is played again: everything but times.
fn without_times(run: Run) -> Vec<Value> {
    let mut lines = run.fine().json();
    for line in &mut lines {
        for spent in line["spent"].as_array_mut().expect("both engines spent something") {
            spent["time_ms"] = json!(0);
        }
    }
    lines
}

#[test]
fn the_same_match_is_played_again_whatever_the_concurrency() {
    for game in ["tic-tac-toe", "connect-four", "chess"] {
        let play = |concurrency: &str| {
            let arguments = ["--games", "6", "--nodes", "200", "--plies", "2", "--concurrency", concurrency];
            without_times(play_match(game, ["name=A", "name=B techniques=none"], &arguments))
        };
        let lines = play("1");
        assert_eq!(lines, play("3"), "{game}");
        let result = lines.last().unwrap();
        assert_eq!((&result["event"], &result["games"], lines.len()), (&json!("result"), &json!(6), 7));
        let sum: u64 = ["wins", "draws", "losses"].iter().map(|name| result[name].as_u64().unwrap()).sum();
        assert_eq!((sum, &result["faults"], &result["finished"]), (6, &json!([]), &json!(true)));
        // Pairs share their opening and change sides.
        for pair in lines[..6].chunks(2) {
            assert_eq!(pair[0]["opening"], pair[1]["opening"]);
            assert_eq!((&pair[0]["first"], &pair[1]["first"]), (&json!(0), &json!(1)));
        }
    }
}

#[test]
fn the_stronger_engine_wins_and_a_test_says_so_early() {
    let arguments = ["--games", "200", "--plies", "4", "--sprt", "0,100"];
    let result = result(&play_match("connect-four", ["name=A nodes=2k", "name=B depth=1"], &arguments).fine());
    assert_eq!(result["sprt"]["decision"], "h1", "{result}");
    assert!(result["games"].as_u64().unwrap() < 100, "{result}");
    assert!(result["wins"].as_u64() > result["losses"].as_u64());
    assert!(result["elo"].as_f64().is_none_or(|elo| elo > 100.0));
}

#[test]
fn levels_play_every_game_in_words() {
    let told =
        run(&["match", "tic-tac-toe", "--engine", "level=1", "--engine", "level=9", "--games", "8", "--plies", "1"]);
    let told = told.fine().out;
    assert!(
        told.starts_with("tic-tac-toe: level=1 against level=9\n") && told.contains("Pairs with 0, ½, 1, 1½, 2 points")
    );
    assert!(told.contains("Endings: by the rules 8"), "{told}");
}

#[test]
fn a_match_goes_on_where_it_was_killed() {
    let path = scratch("killed-match.jsonl");
    let _ = fs::remove_file(&path);
    let engines = ["name=A nodes=300", "name=B depth=1"];
    let whole = without_times(play_match("connect-four", engines, &["--games", "12"]));
    let arguments = ["--games", "12", "--out", text(&path)];
    assert_eq!(without_times(play_match("connect-four", engines, &arguments)), whole);
    // A kill leaves some games and half a line.
    let kept = fs::read_to_string(&path).unwrap();
    let cut: usize = kept.lines().take(6).map(|line| line.len() + 1).sum();
    fs::write(&path, &kept[..cut + 20]).unwrap();
    assert_eq!(without_times(play_match("connect-four", engines, &arguments)), whole);
    // More games continue it; other engines do not.
    let more = play_match("connect-four", engines, &["--games", "14", "--out", text(&path)]);
    assert_eq!(result(&more)["games"], 14);
    let other = ["name=A nodes=301", engines[1]];
    play_match("connect-four", other, &arguments).refused("line 1 is '{\"match\":");
    fs::remove_file(path).unwrap();
}

#[test]
fn openings_come_from_a_file() {
    let (file, pgn) = (scratch("openings.epd"), scratch("openings.pgn"));
    fs::write(
        &file,
        "# two openings\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a\";\n4k3/4p3/8/8/8/8/8/4K3 b - - 3 20\n",
    )
    .unwrap();
    let arguments = ["--games", "4", "--nodes", "50", "--openings", text(&file), "--pgn", text(&pgn)];
    let lines = play_match("chess", ["name=A", "name=B"], &arguments).fine().json();
    let openings: Vec<&Value> = lines[..4].iter().map(|line| &line["opening"]).collect();
    let [one, two] = ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K3 b - - 3 20"];
    assert_eq!(openings, [one, one, two, two]);
    let written = fs::read_to_string(&pgn).unwrap();
    assert_eq!(written.matches("[Event ").count(), 4);
    assert!(written.contains("\n\n20... ") && written.contains("[White \"B\"]"), "{written}");
    // The games of one match are the openings of another.
    let again = ["--games", "2", "--nodes", "50", "--openings", text(&pgn), "--plies", "1"];
    let lines = play_match("chess", ["name=A", "name=B"], &again).fine().json();
    let after_one_ply = lines[0]["opening"].as_str().unwrap();
    assert!(after_one_ply.contains(" b ") && after_one_ply.ends_with(" 1"), "{after_one_ply}");
    play_match("chess", ["", ""], &["--openings", text(&file), "--plies", "2"]).refused("has positions and no plies");
    play_match("tic-tac-toe", ["", ""], &["--openings", text(&pgn)]).refused("PGN holds no openings of tic-tac-toe");
    fs::write(&file, "4k3/8/8/8/8/8/4P3/4K3 w - -\nnonsense\n").unwrap();
    play_match("chess", ["", ""], &["--openings", text(&file)]).refused("line 2 of file");
    fs::remove_file(file).unwrap();
    fs::remove_file(pgn).unwrap();
}

#[test]
fn games_are_ended_early_only_if_that_is_asked_for() {
    let file = scratch("adjudicated.epd");
    fs::write(&file, "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ -\n8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - -\n").unwrap();
    let endings = |rules: &[&str]| {
        let arguments = ["--games", "4", "--nodes", "50", "--openings", text(&file)];
        result(&play_match("chess", ["name=A", "name=B"], &[&arguments, rules].concat()).fine())["endings"].clone()
    };
    assert_eq!(endings(&["--resign", "900,2", "--draw", "300,2,1"]), json!({"agreed-draw": 2, "agreed-win": 2}));
    let played_out = endings(&[]);
    assert!(played_out.get("agreed-win").is_none() && played_out.get("agreed-draw").is_none(), "{played_out}");
    fs::remove_file(file).unwrap();
}

#[test]
fn what_cannot_be_played_is_refused_before_anything_begins() {
    let refused = |arguments: &[&str], told: &str| run(&[&["match"], arguments].concat()).refused(told);
    refused(&["chess", "--engine", "name=A"], "--engine was given 1 times; expected two engines");
    refused(&["go", "--engine", "", "--engine", ""], "there is no game 'go'");
    refused(&["chess", "--engine", "depht=3", "--engine", ""], "'depht' is not a setting of an engine");
    refused(&["connect-four", "--engine", "weights=x=1", "--engine", ""], "engine 'weights=x=1': weights: ");
    refused(&["chess", "--engine", "", "--engine", "uci:/no/such/file"], "'/no/such/file' does not start");
    refused(
        &["connect-four", "--engine", "", "--engine", "uci:/bin/cat"],
        "no program can be asked to play connect-four",
    );
    refused(&["chess", "--engine", "", "--engine", "xboard:/bin/cat", "--nodes", "5"], "has no limit of nodes");
    refused(&["chess", "--engine", "", "--engine", "", "--games", "3"], "expected games in pairs");
    refused(&["chess", "--engine", "", "--engine", "", "--sprt", "5,0"], "not the bounds of a test");
    refused(&["chess", "--engine", "", "--engine", "", "--tc", "soon"], "'soon' is not a time control");
    refused(&["tic-tac-toe", "--engine", "", "--engine", "", "--pgn", "x.pgn"], "PGN is for chess");
    refused(&["tic-tac-toe", "--engine", "", "--engine", "", "--plies", "9"], "expected fewer plies");
}

#[cfg(unix)]
mod programs {
    use super::*;
    use std::io::{BufRead, BufReader};
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;
    use std::process::Command;
    use std::time::{Duration, Instant};

    /// A program that speaks UCI and moves a knight back and forth, until it does what its first argument says.
    const FAKE: &str = r#"#!/bin/sh
while read -r line; do
    case "$line" in
    uci) echo "id name Fake"; echo "option name Hash type spin default 1 min 1 max 9"; echo uciok ;;
    isready) echo readyok ;;
    position*) set -- "$1" $line ;;
    quit) exit 0 ;;
    go*)
        # After "MODE position startpos moves" come the moves.
        moves=$(($# > 4 ? $# - 4 : 0))
        case $((moves % 4)) in
        0) move=g1f3 ;; 1) move=g8f6 ;; 2) move=f3g1 ;; 3) move=f6g8 ;;
        esac
        if [ $moves -ge 4 ]; then
            case "$1" in
            crash) exit 7 ;;
            hang) while true; do sleep 1; done ;;
            illegal) move=e2e5 ;;
            none) move= ;;
            late) sleep 1.4 ;;
            esac
        fi
        echo "info depth 3 score cp 12 nodes 34 pv $move"
        echo "bestmove $move" ;;
    esac
done
"#;

    /// The same in the xboard protocol.
    const XBOARD: &str = r#"#!/bin/sh
moves=0
answer() {
    case $((moves % 4)) in
    0) move=g1f3 ;; 1) move=g8f6 ;; 2) move=f3g1 ;; 3) move=f6g8 ;;
    esac
    if [ $moves -ge 4 ]; then
        case "$1" in
        resign) echo resign; return ;;
        claim) echo "1/2-1/2 {I say so}"; return ;;
        crash) exit 7 ;;
        esac
    fi
    moves=$((moves + 1))
    echo "3 12 1 34 $move"
    echo "move $move"
}
while read -r line; do
    case "$line" in
    protover*) echo "feature ping=1 setboard=1 usermove=1 san=0 myname=\"Fake\" done=1" ;;
    ping*) echo "pong ${line#ping }" ;;
    new) moves=0; forced=0 ;;
    force) forced=1 ;;
    go) forced=0; answer "$1" ;;
    usermove*) moves=$((moves + 1)); [ $forced = 1 ] || answer "$1" ;;
    quit) exit 0 ;;
    esac
done
"#;

    fn program(name: &str, script: &str) -> PathBuf {
        let path = scratch(name);
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// A match of two games from the start between a correct program and one that misbehaves.
    fn against(protocol: &str, script: &str, mode: &str, arguments: &[&str]) -> Value {
        let path = program(&format!("fake-{protocol}-{mode}"), script);
        let engine = |mode: &str| format!("{protocol}:{} {mode} name={mode}", text(&path));
        let all = [&["--games", "2", "--plies", "0"], arguments].concat();
        let run = play_match("chess", [&engine("sound"), &engine(mode)], &all).fine();
        fs::remove_file(path).unwrap();
        result(&run)
    }

    #[test]
    fn programs_play_to_the_end() {
        for (protocol, script) in [("uci", FAKE), ("xboard", XBOARD)] {
            let result = against(protocol, script, "good", &["--tc", "10+0.1"]);
            assert_eq!((&result["draws"], &result["endings"]), (&json!(2), &json!({"repetition": 2})), "{protocol}");
            assert_eq!((&result["spent"][0]["moves"], &result["spent"][0]["nodes"]), (&json!(8), &json!(8 * 34)));
            assert_eq!(result["faults"], json!([]));
        }
    }

    #[test]
    fn whoever_misbehaves_loses_and_plays_the_next_game() {
        let on_the_clock = ["--tc", "1", "--margin", "1ms"];
        let patiently = ["--depth", "3", "--patience", "2s"];
        // It makes two moves in each game before it misbehaves; an illegal one is a third.
        for (mode, ending, arguments, moves) in [
            ("crash", "crash", &patiently[..], 4),
            ("illegal", "illegal-move", &patiently, 6),
            ("none", "illegal-move", &patiently, 6),
            ("hang", "hang", &patiently, 4),
            ("hang", "hang", &on_the_clock, 4),
            ("late", "time-loss", &on_the_clock, 4),
        ] {
            let start = Instant::now();
            let result = against("uci", FAKE, mode, arguments);
            assert_eq!((&result["wins"], &result["endings"][ending]), (&json!(2), &json!(2)), "{mode}: {result}");
            assert_eq!(result["spent"][1]["moves"], json!(moves), "{mode}: it plays the second game, too");
            for fault in result["faults"].as_array().unwrap() {
                assert_eq!((&fault["engine"], &fault["ending"]), (&json!(1), &json!(ending)));
            }
            // A hung program gets two seconds to obey before it is killed.
            assert!(start.elapsed() < Duration::from_secs(15), "{mode}");
        }
    }

    #[test]
    fn claims_and_resignations_of_xboard_are_judged() {
        let resigned = against("xboard", XBOARD, "resign", &["--tc", "10"]);
        assert_eq!((&resigned["wins"], &resigned["endings"]), (&json!(2), &json!({"resignation": 2})));
        assert_eq!(resigned["faults"], json!([]), "giving up is no fault");
        let crashed = against("xboard", XBOARD, "crash", &["--tc", "10"]);
        assert_eq!((&crashed["wins"], &crashed["endings"]), (&json!(2), &json!({"crash": 2})));
        // At the claim the position has occurred twice in one game, and in the other it is about to.
        let claimed = against("xboard", XBOARD, "claim", &["--tc", "10"]);
        assert_eq!(claimed["losses"], json!(0), "{claimed}");
    }

    #[test]
    fn options_that_a_program_does_not_have_are_refused() {
        let path = program("fake-options", FAKE);
        let engine = |option: &str| format!("uci:{} sound option.{option}=1", text(&path));
        play_match("chess", ["", &engine("Hush")], &[]).refused("has no option 'Hush'; expected one of Hash");
        let arguments = ["--games", "2", "--plies", "0", "--depth", "1"];
        play_match("chess", [&engine("hash"), &engine("Hash")], &arguments).fine();
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_program_that_never_answers_is_refused_after_the_patience() {
        let greeting = "while read line; do case $line in uci) echo uciok;; esac; done";
        for (name, script, word) in [("deaf", "while read line; do :; done", "uciok"), ("unready", greeting, "readyok")]
        {
            let path = program(name, &format!("#!/bin/sh\n{script}\n"));
            let engine = format!("uci:{}", text(&path));
            let start = Instant::now();
            let run = play_match("chess", ["", &engine], &["--patience", "1s", "--depth", "1"]);
            run.refused(&format!(
                "it did not answer '{word}' within 1s (--patience); expected a program that speaks UCI"
            ));
            assert!(start.elapsed() < Duration::from_secs(10));
            // Ctrl-C does not wait for it.
            let mut child = command(&["match", "chess", "--engine", "", "--engine", &engine]).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(1000));
            let start = Instant::now();
            let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(killed.is_ok_and(|status| status.success()));
            assert_eq!(child.wait().unwrap().code(), Some(130));
            assert!(start.elapsed() < Duration::from_secs(4));
            fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn an_interrupted_match_tells_the_result_so_far() {
        let arguments = ["match", "connect-four", "--engine", "", "--engine", "techniques=exact", "--games", "100000"];
        let mut child =
            command(&[&arguments[..], &["--nodes", "500", "--json", "--plies", "3"]].concat()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap()).lines().map(|line| line.unwrap());
        // The first game is reported, so the handler is installed.
        let first = out.next().unwrap();
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()));
        let lines: Vec<Value> =
            std::iter::once(first).chain(out).map(|line| serde_json::from_str(&line).unwrap()).collect();
        let result = lines.last().unwrap();
        assert_eq!((child.wait().unwrap().code(), &result["event"]), (Some(130), &json!("result")));
        assert_eq!((&result["finished"], result["games"].as_u64().unwrap() as usize), (&json!(false), lines.len() - 1));
    }
}
