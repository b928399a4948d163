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
            spent["elapsed_ms"] = json!(0);
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
    let outcome =
        run(&["match", "tic-tac-toe", "--engine", "level=1", "--engine", "level=9", "--games", "8", "--plies", "1"]);
    let output = outcome.fine().out;
    assert!(
        output.starts_with("tic-tac-toe: level=1 against level=9\n")
            && output.contains("Pairs with 0, ½, 1, 1½, 2 points")
    );
    assert!(output.contains("Endings: by the rules 8"), "{output}");
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

/// A match of three engines with further arguments, as JSON lines without times.
fn play_three(arguments: &[&str]) -> Vec<Value> {
    let engines = ["--engine", "name=A nodes=300", "--engine", "name=B depth=1", "--engine", "name=C depth=3"];
    let mut lines = run(&[&["match", "connect-four", "--json"], &engines[..], arguments].concat()).fine().json();
    for line in &mut lines {
        if let Some(table) = line.get_mut("table") {
            table.as_array_mut().unwrap().iter_mut().for_each(|row| row["spent"]["elapsed_ms"] = json!(0));
        }
        let encounters = line.get_mut("encounters").map(|all| all.as_array_mut().unwrap().iter_mut());
        for spent in encounters.into_iter().flatten().map(|one| &mut one["spent"]) {
            spent.as_array_mut().unwrap().iter_mut().for_each(|spent| spent["elapsed_ms"] = json!(0));
        }
        if let Some(spent) = line.get_mut("spent").and_then(Value::as_array_mut) {
            spent.iter_mut().for_each(|spent| spent["elapsed_ms"] = json!(0));
        }
    }
    lines
}

#[test]
fn in_a_round_robin_all_meet_and_in_a_gauntlet_the_first_meets_all() {
    for (tournament, encounters) in
        [("round-robin", json!([[0, 1], [0, 2], [1, 2]])), ("gauntlet", json!([[0, 1], [0, 2]]))]
    {
        let arguments = ["--tournament", tournament, "--games", "4", "--plies", "2"];
        let lines = play_three(&arguments);
        assert_eq!(lines, play_three(&[&arguments[..], &["--concurrency", "3"]].concat()), "whatever the concurrency");
        let (result, games) = lines.split_last().unwrap();
        let met = encounters.as_array().unwrap().len();
        assert_eq!((games.len(), &result["games"], &result["finished"]), (4 * met, &json!(4 * met), &json!(true)));
        let found: Vec<&Value> = result["encounters"].as_array().unwrap().iter().map(|one| &one["engines"]).collect();
        assert_eq!(json!(found), encounters);
        assert_eq!((&result["tournament"], &result["engines"]), (&json!(tournament), &json!(["A", "B", "C"])));
        // In each round every encounter has the same opening, with either side.
        for round in games.chunks(2 * met) {
            assert!(round.iter().all(|game| game["opening"] == round[0]["opening"]));
            let engines: Vec<&Value> = round.iter().step_by(2).map(|game| &game["engines"]).collect();
            assert_eq!(json!(engines), encounters);
        }
        let table = result["table"].as_array().unwrap();
        let scores: Vec<f64> = table.iter().map(|row| row["rate"].as_f64().unwrap()).collect();
        assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
        let sum = |name: &str| table.iter().map(|row| row[name].as_u64().unwrap()).sum::<u64>();
        assert_eq!((sum("wins"), sum("wins") + sum("draws") + sum("losses")), (sum("losses"), 8 * met as u64));
        // The error is known unless the interval reaches beyond a clean sweep.
        assert!(table.iter().all(|row| row.get("elo").is_some() && row.get("elo_error").is_some()));
    }
}

#[test]
fn a_tournament_has_a_table_goes_on_after_a_kill_and_names_the_players_in_its_pgn() {
    let (journal, pgn, roster) = (scratch("tournament.jsonl"), scratch("tournament.pgn"), scratch("engines.txt"));
    for path in [&journal, &pgn] {
        let _ = fs::remove_file(path);
    }
    let whole = play_three(&["--games", "2"]);
    let kept = ["--games", "2", "--out", text(&journal)];
    assert_eq!(play_three(&kept), whole);
    let written = fs::read_to_string(&journal).unwrap();
    let cut: usize = written.lines().take(4).map(|line| line.len() + 1).sum();
    fs::write(&journal, &written[..cut + 20]).unwrap();
    assert_eq!(play_three(&kept), whole);
    let other = ["--engine", "name=A nodes=300", "--engine", "name=B depth=1"];
    run(&[&["match", "connect-four"], &other[..], &kept].concat()).refused("line 1 is '{\"match\":");
    fs::write(&roster, "# the others\nname=B depth=1\n\nname=B techniques=none depth=1\n").unwrap();
    let first = ["match", "chess", "--engine", "name=A depth=1", "--engines", text(&roster)];
    let rest = ["--tournament", "gauntlet", "--games", "2", "--longest", "30", "--pgn", text(&pgn)];
    let output = run(&[&first[..], &rest].concat()).fine().out;
    assert!(output.starts_with("chess: gauntlet of A against B, B (2)\nat most 4 games, 1 opening, "), "{output}");
    assert!(output.contains("place  engine  games  won") && output.contains("\nA against B (2): +"), "{output}");
    let games = fs::read_to_string(&pgn).unwrap();
    let players = |name: &str| games.matches(&format!(" \"{name}\"]")).count();
    assert_eq!((players("A"), players("B"), players("B (2)")), (4, 2, 2), "{games}");
    run(&[&first[..], &["--sprt", "0,5"]].concat()).refused("a test of 3 engines; expected two engines");
    fs::write(&roster, "name=B\ndepht=1\n").unwrap();
    run(&first).refused("line 2: engine 'depht=1'");
    for path in [journal, pgn, roster] {
        fs::remove_file(path).unwrap();
    }
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

/// Six random plies are usual, but a small game is over by then.
#[test]
fn a_small_game_has_shorter_openings() {
    for game in ["mnk:2,2,2", "mnk:3,1,1", "tree:((3 5) (2 9))"] {
        let run = play_match(game, ["name=A", "name=B"], &["--games", "2", "--nodes", "100"]).fine();
        assert_eq!(result(&run)["games"], 2, "{game}");
    }
    let asked = play_match("mnk:2,2,2", ["name=A", "name=B"], &["--games", "2", "--plies", "4"]);
    asked.refused("fewer plies");
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
    let refused = |arguments: &[&str], message: &str| run(&[&["match"], arguments].concat()).refused(message);
    refused(&["chess", "--engine", "name=A"], "the number of engines is 1; expected two engines to 256");
    refused(&["go", "--engine", "", "--engine", ""], "there is no game 'go'");
    refused(&["chess", "--engine", "depht=3", "--engine", ""], "'depht' is not a setting of an engine");
    refused(&["connect-four", "--engine", "weights=x=1", "--engine", ""], "engine 'weights=x=1': weights: ");
    refused(&["chess", "--engine", "", "--engine", "uci:/no/such/file"], "'/no/such/file' does not start");
    refused(
        &["backgammon", "--engine", "", "--engine", "uci:/bin/cat"],
        "no program can be asked to play backgammon; expected a game without dice",
    );
    refused(
        &["checkers", "--engine", "", "--engine", "xboard:/bin/cat", "--movetime", "10ms"],
        "programs that speak xboard are not asked to play checkers; expected chess, or a program that speaks UCI",
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
    use std::sync::atomic::{AtomicUsize, Ordering};
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
            busy) while true; do :; done ;;
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
        // Tests run at the same time.
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = program(&format!("fake-{protocol}-{mode}-{number}"), script);
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

    /// A program that plays checkers by UCI: two kings go back and forth in their double corners.
    const DRAUGHTS: &str = r#"#!/bin/sh
game=none
while read -r line; do
    case "$line" in
    uci) echo "option name UCI_Variant type string default chess"; echo uciok ;;
    isready) echo readyok ;;
    "setoption name UCI_Variant value "*) game=${line##* } ;;
    position*) set -- $line ;;
    quit) exit 0 ;;
    go*)
        # After "position fen B:WK32:BK1 moves" come the moves.
        [ $game = checkers ] && [ "$2 $3" = "fen B:WK32:BK1" ] || exit 3
        moves=$(($# > 4 ? $# - 4 : 0))
        case $((moves % 4)) in
        0) move=1-6 ;; 1) move=32-27 ;; 2) move=6-1 ;; 3) move=27-32 ;;
        esac
        echo "info depth 3 score cp 0 nodes 34 pv $move"
        echo "bestmove $move" ;;
    esac
done
"#;

    #[test]
    fn programs_play_other_games_in_their_own_notation() {
        let (path, openings) = (program("fake-draughts", DRAUGHTS), scratch("draughts-openings"));
        fs::write(&openings, "B:WK32:BK1\n").unwrap();
        let engine = format!("uci:{} name=fake", text(&path));
        let arguments = ["--games", "2", "--openings", text(&openings), "--tc", "10"];
        let run = play_match("checkers", [&engine, &format!("uci:{} name=other", text(&path))], &arguments).fine();
        let result = result(&run);
        assert_eq!((&result["endings"], &result["faults"]), (&json!({"repetition": 2}), &json!([])), "{result}");
        fs::remove_file(path).unwrap();
        fs::remove_file(openings).unwrap();
    }

    #[test]
    fn an_engine_that_misbehaves_loses_and_plays_the_next_game() {
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

    /// Waiting for a core costs no CPU time: here a program sleeps instead.
    #[test]
    #[cfg(target_os = "linux")]
    fn by_cpu_time_only_those_who_work_lose_on_time() {
        let cpu = ["--tc", "0.5", "--margin", "1ms", "--clock", "cpu"];
        let waited = against("uci", FAKE, "late", &cpu);
        assert_eq!((&waited["draws"], &waited["faults"]), (&json!(2), &json!([])), "{waited}");
        assert!(waited["spent"][1]["elapsed_ms"].as_f64().unwrap() < 500.0, "{waited}");
        let worked = against("uci", FAKE, "busy", &cpu);
        assert_eq!((&worked["wins"], &worked["faults"][0]["engine"]), (&json!(2), &json!(1)), "{worked}");
        // It does not sleep forever either.
        let hung = against("uci", FAKE, "hang", &[&cpu[..], &["--patience", "700ms"]].concat());
        assert_eq!((&hung["wins"], &hung["endings"]), (&json!(2), &json!({"hang": 2})), "{hung}");
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
    fn an_interrupted_match_reports_the_result_so_far() {
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
