//! Known facts of endings of three pieces, and what is refused.

use std::sync::LazyLock;

use rootward_endgames::{Endings, Metric, Options, build};

use super::*;

static VIEW: LazyLock<EndgameView> = LazyLock::new(EndgameView::default);

#[test]
fn the_endings_of_three_pieces_need_no_folder() {
    let endings = VIEW.endings();
    let found: Vec<_> =
        endings.iter().map(|entry| (entry.name.as_str(), entry.positions, entry.longest_win_moves)).collect();
    let wanted = [
        ("KBK", 52_234, None),
        ("KNK", 53_806, None),
        ("KPK", 165_676, Some(28)),
        ("KQK", 46_137, Some(10)),
        ("KRK", 50_015, Some(16)),
    ];
    assert_eq!(found, wanted);
}

#[test]
fn every_move_of_a_position_has_a_value_the_best_first() {
    let looked = VIEW.position("8/8/8/1k6/8/8/K5P1/8 w - -").unwrap();
    assert_eq!((looked.ending.as_deref(), looked.side, looked.metric), (Some("KPK"), "first", "dtm"));
    assert_eq!((looked.score.kind, looked.score.plies, looked.score.mate), (Kind::Win, Some(55), Some(28)));
    let listed: Vec<_> =
        looked.moves.iter().map(|mv| (mv.mv.as_str(), mv.score.as_ref().map(|score| score.kind))).collect();
    assert_eq!((listed[0], listed.len()), (("Kb3", Some(Kind::Win)), 7));
    assert!(listed[1..].iter().all(|(_, outcome)| *outcome == Some(Kind::Draw)), "{listed:?}");
    assert_eq!((looked.moves[0].from.as_deref(), looked.moves[0].to.as_str()), (Some("a2"), "b3"));
    assert!(looked.moves[0].after.starts_with("8/8/8/1k6/8/1K6/6P1/8 b"), "{}", looked.moves[0].after);
    let mate = VIEW.position("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1").unwrap();
    assert_eq!((mate.over, mate.score.kind, mate.score.plies), (Some("checkmate"), Kind::Loss, Some(0)));
    let kings = VIEW.position("8/8/8/8/8/8/k6K/8 b - - 0 1").unwrap();
    assert_eq!((kings.ending, kings.score.kind), (None, Kind::Draw));
}

/// The queen of KQK over all squares, with Black to move: taken, stalemate, mate, or lost later.
#[test]
fn a_piece_has_a_value_on_every_square_where_it_may_stand() {
    let answer = VIEW.squares("8/8/8/8/8/8/1Q6/k1K5 b - - 0 1", "b2").unwrap();
    assert_eq!((answer.ending.as_str(), answer.piece), ("KQK", 'Q'));
    let black = |at: &str| answer.black.get(at).map(|value| (value.kind, value.plies));
    assert_eq!(
        (black("b2"), black("a8"), black("b3")),
        (Some((Kind::Loss, Some(0))), Some((Kind::Loss, Some(0))), Some((Kind::Draw, None)))
    );
    assert_eq!((black("a1"), black("c1")), (None, None), "the kings are there");
    assert_eq!(answer.black.len(), 62);
    // With White to move, Black must not be in check already.
    assert_eq!((answer.white.get("a8"), answer.white.get("d1").map(|value| value.plies)), (None, Some(Some(1))));
    // The position as it stands may be illegal: the piece is on its way.
    assert_eq!(VIEW.squares("8/8/8/8/8/8/1Q6/k1K5 w - - 0 1", "b2").unwrap().white.len(), answer.white.len());
}

#[test]
fn the_longest_win_and_best_play_are_walked_move_by_move() {
    let longest = VIEW.longest("KRvK").unwrap();
    assert_eq!((longest.score.kind, longest.score.plies, longest.line.len()), (Kind::Loss, Some(32), 32));
    assert!(longest.line[31].mv.ends_with('#'));
    let from_here = VIEW.line(&longest.line[0].after).unwrap();
    assert_eq!(from_here.line.len(), 31);
    assert!(VIEW.longest("KBK").unwrap_err().to_string().contains("no won position"));
    assert!(VIEW.line("8/8/8/8/8/8/k6K/8 b - - 0 1").unwrap_err().to_string().contains("is a draw"));
}

#[test]
fn the_sweeps_of_an_ending_settle_what_is_not_drawn() {
    let found = VIEW.sweeps("KQK").unwrap();
    let first = &found.sweeps[0];
    assert_eq!((found.sweeps.len(), first.kind, first.plies, first.positions), (21, "loss", 0, 46));
    assert_eq!((found.sweeps[20].so_far, found.left), (43_241, 2_896));
    let refused = VIEW.sweeps("KQKR").unwrap_err().to_string();
    assert!(refused.contains("KQKR is too large") && refused.contains("KQK, KRK"), "{refused}");
}

#[test]
fn what_cannot_be_looked_into_is_refused_in_a_sentence() {
    for (text, said) in [
        ("startpos", "32 pieces"),
        ("8/8/8/8/8/8/1Q6/k1K5 w - - 0 1", "cannot stand like this"),
        ("8/8/8/8/8/8/8/kK6 w - - 0 1", "kings stand side by side"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling"),
        ("8/8/8/2k5/8/8/2r5/K6Q w - - 0 1", "no table of KQKR here"),
        ("nonsense", "expected"),
    ] {
        let problem = VIEW.position(text).map(|_| ()).unwrap_err().to_string();
        assert!(problem.contains(said), "{text}: {problem}");
    }
    for (text, square, said) in [
        ("8/8/8/8/8/8/1Q6/k1K5", "a8", "no piece on 'a8'"),
        ("8/8/8/8/8/8/1Q6/k1K5", "z9", "is not a square"),
        ("8/8/8/8/8/8/1Q6/2K5", "b2", "Black has 0 kings"),
        ("8/8/8/8/8/8/1QK5/k1K5", "b2", "White has 2 kings"),
        ("8/8/8/8/8/8/8/k1K5", "c1", "is a draw"),
        ("QQQQQQQQ/8/8/8/8/8/8/k1K5", "c1", "too many pieces"),
    ] {
        let message = VIEW.squares(text, square).map(|_| ()).unwrap_err().to_string();
        assert!(message.contains(said), "{text} {square}: {message}");
    }
    for name in ["", "KXK", "KQQQQQQK", "KK", "K".repeat(10_000).as_str()] {
        assert!(VIEW.longest(name).is_err() && VIEW.sweeps(name).is_err(), "{name}");
    }
    assert!(EndgameView::open("/no/such/folder").is_err());
}

/// A folder with tables of outcomes alone: values without distances, and no line.
#[test]
fn tables_without_distances_say_who_wins() {
    let folder = std::env::temp_dir().join(format!("rootward-view-{}", std::process::id()));
    let chess = ChessEndings::default();
    let slice = chess.slice("KNNK").unwrap();
    let options = Options::new(Metric::Outcome, &folder);
    assert!(build(&chess, &[slice], &options, &AtomicBool::new(false), &mut |_| {}).is_ok());
    let view = EndgameView::open(folder.to_str().unwrap()).unwrap();
    assert!(view.endings().iter().any(|entry| entry.name == "KNNK" && entry.metric == "wdl"));
    let looked = view.position("8/8/8/8/8/2K5/3N4/k4N2 w - - 0 1").unwrap();
    assert_eq!((looked.metric, looked.score.plies), ("wdl", None));
    assert!(view.longest("KNNK").unwrap_err().to_string().contains("no distances"));
    std::fs::remove_dir_all(&folder).unwrap();
}
