//! Opponents who err: what is the best move against them.

use rootward_session::{Analysis, Ask, Kind, Limits, Model, open};

fn answer(game: &str, position: &str, opponent: &str, depth: u32) -> Analysis {
    let mut session = open(game, Some(position)).unwrap();
    session.expect(Some(Model::parse(opponent).unwrap()));
    session.analyse(&Ask { limits: Limits::depth(depth), ..Ask::default() }, &mut |_| {}).unwrap()
}

#[test]
fn a_draw_becomes_a_chance_and_is_labelled_as_one() {
    // With best play this is a draw; a random opponent does not find it.
    let answer = answer("tic-tac-toe", ".../.../...", "random:1", 9);
    let value = answer.score.value.clone().unwrap().number();
    assert_eq!((answer.score.kind, answer.proven), (Kind::Expected, true));
    // MAX, playing best against random play, wins 191/192 of the games and draws the rest.
    assert!((value - 0.995).abs() < 0.002, "{value}");
    assert_eq!(answer.opponent.as_deref(), Some("random:1"));
    assert!(answer.remarks()[0].contains("an opponent who errs (random:1)"), "{:?}", answer.remarks());
}

#[test]
fn a_win_is_proven_only_where_every_reply_loses() {
    assert_eq!(answer("tic-tac-toe", "XX./OO./...", "random:0.5", 3).score.kind, Kind::Win);
    let hopeful = answer("tic-tac-toe", "X.O/.../...", "random:0.5", 2);
    assert_ne!(hopeful.score.kind, Kind::Win);
}

#[test]
fn chess_counts_moves_and_not_plies_against_an_opponent_who_errs() {
    let answer = answer("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "random:0.5", 2);
    assert_eq!((answer.score.kind, answer.score.plies, answer.score.mate), (Kind::Win, Some(1), Some(1)));
}

#[test]
fn a_lost_position_is_played_where_the_opponent_errs() {
    // X threatens b1 and b2 at once: lost for O against best play, but not against a random player.
    let answer = answer("tic-tac-toe", "X.O/O../X.X", "random:1", 9);
    let value = answer.score.value.clone().unwrap().number();
    assert_eq!(answer.score.kind, Kind::Expected);
    assert!(value > -0.9 && value < 1.0, "{value}");
    assert!(["b1", "b2"].contains(&answer.best.as_deref().unwrap()), "{:?}", answer.best);
}
