//! Bad input: exit code 2 and one sentence on stderr, never a panic.

use crate::common::{command, run, scratch};

#[test]
fn each_mistake_is_named_with_what_was_expected() {
    let huge = "1".to_owned() + &"0".repeat(30);
    let cases: &[(&[&str], &str)] = &[
        (&["analyze"], "<GAME>"),
        (&["analyze", "conect-four"], "expected a game such as connect-four"),
        (&["analyze", "go"], "expected one of tree, tic-tac-toe, mnk, connect-four, chess"),
        (&["analyze", "chess", "8/8/8 w - -"], "position '8/8/8 w - -': line 1, column 1: the board has 3 ranks"),
        (&["analyze", "chess:961"], "not a variant of chess"),
        (&["solve", "chess", "e5"], "position 'e5': line 1, column 1: 'e5' is not a legal move here; expected moves"),
        (&["analyze", "chess", "8/8/8/8/8/k7/8/K7", "w", "-", "-"], "quote the FEN: '8/8/8/8/8/k7/8/K7 w - -'"),
        (&["perft", "chess", "8/8/8/8/8/k7/8/K7", "w", "-", "-", "3"], "quote the FEN: '8/8/8/8/8/k7/8/K7 w - - 3'"),
        (&["play", "chess", "e4", "e5"], "quote the moves, as in 'e4 e5'"),
        (&["analyze", "connect-four", "-"], "there is no position on stdin"),
        (&["analyze", "connect-four", "--weights", "-"], "stdin: there are no weights in it"),
        (&["analyze", "connect-four", "--weights", "/dev/null"], "file '/dev/null': there are no weights in it"),
        (&["study", "connect-four", "--set", "a:/dev/null"], "there are no weights in it"),
        (&["analyze", "connect-four:9x9"], "variant '9x9'"),
        (&["analyze", "mnk:5,5"], "columns,rows,in-a-row"),
        (&["analyze", "tic-tac-toe:4"], "no variants"),
        (&["analyze", "pig:0"], "variant '0': there is no game to 0; expected a goal from 1 to 200"),
        (&["analyze", "pig", "22,0"], "position '22,0': line 1, column 5: the position ends after 2 numbers"),
        (&["book", "build", "pig", "--plies", "2", "--out", "refused.book"], "pig is a game of chance"),
        (&["tune", "pig"], "pig has no weights"),
        (&["play", "pig", "--dice", "loaded"], "possible values: seed, ask"),
        (&["analyze", "connect-four", "448"], "line 1, column 3: '8' is not a column"),
        (&["analyze", "tic-tac-toe", "XXXX"], "rows"),
        (&["analyze", "tree", "((3 12) (4 x))"], "tree: line 1, column"),
        (&["analyze", "tree", "@/no/such/file"], "/no/such/file"),
        (&["analyze", "connect-four", "--depth", "0"], "from 1 to 250"),
        (&["analyze", "connect-four", "--depth", "251"], "from 1 to 250"),
        (&["analyze", "connect-four", "--depth", &huge], "from 1 to 250"),
        (&["analyze", "connect-four", "--nodes", &huge], "from 1 to 10^18"),
        (&["analyze", "connect-four", "--time", "soon"], "500ms, 2s or 1m"),
        (&["analyze", "connect-four", "--time", "-1s"], "'-1'"),
        (&["analyze", "connect-four", "--threads", "0"], "from 1 to 256"),
        (&["analyze", "connect-four", "--threads", "100000"], "from 1 to 256"),
        (&["analyze", "connect-four", "--memory", &huge], "64M or 1G"),
        (&["analyze", "connect-four", "--memory", "0"], "64M or 1G"),
        (&["analyze", "connect-four", "--lines", "0"], "from 1 to 1000"),
        (&["analyze", "connect-four", "--techniques", "+null-mov"], "such as null-move"),
        (&["analyze", "connect-four", "--techniques", "-"], "no technique"),
        (&["analyze", "connect-four", "--weights", "middle=1"], "there is no feature 'middle'"),
        (&["analyze", "tree", "(1 2)", "--weights", "a=1"], "no weights"),
        (&["analyze", "connect-four", "--algorithm", "guess"], "possible values"),
        (&["analyze", "connect-four", "--algorithm", "minimax", "--lines", "2"], "several lines"),
        (&["analyze", "connect-four", "--depht", "3"], "--depth"),
        (&["analyse", "connect-four"], "analyze"),
        (&["solve", "connect-four", "--from", "/no/such/file"], "/no/such/file"),
        (&["solve", "connect-four", "44", "--from", "x"], "--from"),
        (&["solve", "go", "--from", "-"], "there is no game 'go'"),
        (&["perft", "connect-four"], "<DEPTH>"),
        (&["perft", "connect-four", "0"], "from 1 to 250"),
        (&["perft", "connect-four", "44", "x"], "from 1 to 250"),
        (&["trace", "/no/such/file"], "file '/no/such/file'"),
        (&["trace", "tree", "--soft", "--hard"], "--hard"),
        (&["compare", "connect-four", "--depths", "8..1"], "smaller depth first"),
        (&["compare", "connect-four", "--depths", "1..999"], "from 1 to 250"),
        (&["compare", "tic-tac-toe", "XXX/OO./..."], "the game is over"),
        (&["play", "connect-four", "--level", "11"], "from 1 to 10"),
        (&["play"], "<GAME"),
        (&["play", "--load", "/no/such/file"], "/no/such/file"),
        (&["bench", "--check", "/no/such/file"], "/no/such/file"),
        (&["compare", "connect-four", "--weights", "middle=1"], "there is no feature 'middle'"),
        (&["play", "connect-four", "--weights", "centre"], "neither a weight nor a file"),
        (&["tune", "tree", "(1 2)"], "no weights"),
        (&["tune", "connect-four", "--samples", "0"], "from 1 to"),
        (&["tune", "connect-four", "--samples", "20"], "20 positions are too few"),
        (&["tune", "connect-four", "--positions", "/no/such/file"], "/no/such/file"),
        (&["tune", "connect-four", "--positions", "x", "--samples", "9"], "--positions"),
        (&["tune", "connect-four", "--out", "/dev/null/x"], "/dev/null/x"),
        (&["tune", "backgammon", "--rate", "0.1"], "two numbers from 0 to 1"),
        (&["tune", "backgammon", "--games", "1", "--out", "/dev/null/x"], "/dev/null/x"),
        (&["tune", "connect-four", "--linear"], "--games and --linear are for backgammon"),
        (&["table", "build", "go", "--out", "x"], "backgammon-bearoff"),
        (&["table", "build", "backgammon-bearoff", "--checkers", "9", "--out", "x"], "from 1 to 8"),
        (
            &["table", "build", "backgammon-bearoff", "--out", "/no/such/folder/x"],
            "there is no folder '/no/such/folder'",
        ),
        (&["table", "info", "/no/such/file"], "table '/no/such/file'"),
        (&["table", "show", "7"], "'7' is not a point of the home board"),
        (&["table", "show", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"], "more than 15 checkers"),
        (&["rollout", "chess"], "'chess' cannot be rolled out"),
        (&["rollout", "backgammon", "nonsense"], "position 'nonsense'"),
        (&["rollout", "backgammon", "--games", "0"], "from 1 to"),
        (&["study", "tree", "(1 2)"], "no weights"),
        (&["study", "connect-four", "--set", "centre=1"], "NAME:WEIGHTS"),
        (&["study", "connect-four", "--set", "a:middle=1"], "set 'a': weights: there is no feature 'middle'"),
        (&["study", "connect-four", "--depth", "0"], "from 1 to 250"),
        (&["completions", "dos"], "possible values"),
        (&["man", "--out", "/dev/null/x"], "/dev/null/x"),
    ];
    for (arguments, text) in cases {
        let run = run(arguments);
        assert_eq!(run.out, "", "{arguments:?}");
        run.refused(text);
    }
}

#[test]
fn memory_beyond_the_machine_is_refused_before_anything_is_shown() {
    let run = run(&["analyze", "connect-four", "--memory", "1T", "--depth", "2"]);
    if run.code != 0 {
        assert_eq!(run.out, "");
        run.refused("does not fit into memory");
    }
}

#[test]
fn what_is_not_text_is_refused() {
    let path = scratch("not-text.txt");
    std::fs::write(&path, b"\xff\xfe\n\0\n.../.../...\n").unwrap();
    let run = run(&["solve", "tic-tac-toe", "--from", path.to_str().unwrap()]);
    let lines = run.json();
    assert_eq!((run.code, lines.len()), (2, 3));
    assert!(lines[0]["error"].is_string() && lines[1]["error"].is_string());
    assert_eq!(lines[2]["score"]["kind"], "draw");
}

#[test]
fn jobs_of_many_rows_say_what_they_need() {
    let mut batch = command(&["batch", "resume", "no-such-job"]);
    let answer = batch.env("ROOTWARD_PYTHON", "/no/such/python").output().unwrap();
    let said = String::from_utf8_lossy(&answer.stderr);
    assert_eq!(answer.status.code(), Some(2), "{said}");
    assert!(said.contains("'/no/such/python' cannot be started") && said.contains("expected Python 3.10"), "{said}");
}
