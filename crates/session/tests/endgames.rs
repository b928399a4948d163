//! Searches with endgame tables.

use std::sync::atomic::AtomicBool;

use rootward_endgames::chess::ChessEndings;
use rootward_endgames::{Endings, Metric, Options, build};
use rootward_session::{Analysis, Ask, Kind, Limits, Techniques, open};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../syzygy/tests/tables");

/// The answer at depth 1 with tables, with one line.
fn answer(position: &str) -> Analysis {
    let mut session = open("chess", Some(position)).unwrap();
    session.set_endgames(TABLES).unwrap();
    let ask = Ask { limits: Limits::depth(1), techniques: Techniques::ALL, ..Ask::default() };
    session.analyse(&ask, &mut |_| {}).unwrap()
}

#[test]
fn a_position_of_the_tables_has_a_proven_value_at_depth_one() {
    let won = answer("8/8/8/8/5k2/8/8/KQ6 w - - 0 1");
    assert_eq!((won.score.kind, won.proven), (Kind::Win, true));
    let clock_running = answer("8/8/8/8/5k2/8/8/KQ6 w - - 20 40");
    assert_eq!((clock_running.score.kind, clock_running.proven), (Kind::Win, true));
    let drawn = answer("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1");
    assert_eq!((drawn.score.kind, drawn.proven), (Kind::Draw, true));
}

/// The tables know nothing of the game so far: the way to the win may lead through a third occurrence.
#[test]
fn after_repetitions_the_tables_alone_prove_no_win() {
    let mut session = open("chess", Some("8/8/8/8/5k2/8/8/KQ6 w - - 0 1")).unwrap();
    session.set_endgames(TABLES).unwrap();
    for mv in ["Ka2", "Kg4", "Ka1", "Kf4", "Ka2", "Kg4", "Ka1", "Kf4"] {
        session.play(mv).unwrap();
    }
    let ask = Ask { limits: Limits::depth(1), techniques: Techniques::ALL, ..Ask::default() };
    let answer = session.analyse(&ask, &mut |_| {}).unwrap();
    assert_ne!((answer.score.kind, answer.proven), (Kind::Win, true));
}

/// Tables to mate, as `rootward table build chess KQK` makes them.
fn built() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("rootward-tables-{}", std::process::id()));
    let chess = ChessEndings::default();
    let (slice, options) = (chess.slice("KQK").unwrap(), Options::new(Metric::End, &folder));
    assert!(build(&chess, &[slice], &options, &AtomicBool::new(false), &mut |_| {}).is_ok());
    folder
}

#[test]
fn own_tables_prove_a_mate_to_the_ply_within_the_fifty_moves_and_none_after_repetitions() {
    let folder = built();
    let ask = Ask { limits: Limits::depth(1), techniques: Techniques::ALL, ..Ask::default() };
    let with_tables = |clock: u32| {
        let mut session = open("chess", Some(&format!("8/8/8/5k2/8/8/1Q6/K7 w - - {clock} 80"))).unwrap();
        session.set_tables(folder.to_str().unwrap()).unwrap();
        session
    };
    for (clock, mate) in [(0, Some(10)), (81, Some(10)), (82, None), (99, None)] {
        let answer = with_tables(clock).analyse(&ask, &mut |_| {}).unwrap();
        let proven = answer.score.mate.filter(|_| answer.proven);
        assert_eq!(proven, mate, "the nineteenth ply is the mate; clock {clock}");
    }
    // The tables know nothing of the game so far: every position of the way was there twice.
    let mut session = with_tables(0);
    for mv in ["Ka2", "Kg5", "Ka1", "Kf5", "Ka2", "Kg5", "Ka1", "Kf5"] {
        session.play(mv).unwrap();
    }
    let answer = session.analyse(&ask, &mut |_| {}).unwrap();
    assert!(!answer.proven, "{:?}", answer.score);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn tables_are_for_chess_and_must_be_there() {
    assert!(open("connect-four", None).unwrap().set_endgames(TABLES).unwrap_err().to_string().contains("chess"));
    let mut session = open("chess", None).unwrap();
    assert!(session.set_endgames("/nowhere").unwrap_err().to_string().contains("/nowhere"));
    assert!(session.set_endgames("").is_ok());
}
