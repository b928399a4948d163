//! Sessions that evaluate with a network.

use rootward_session::{Algorithm, Ask, Limits, Session, open};

fn value(session: &mut dyn Session, algorithm: Algorithm) -> f64 {
    session.forget();
    let ask = Ask { algorithm, limits: Limits::depth(1), memory: 1 << 20, ..Ask::default() };
    session.analyse(&ask, &mut |_| {}).unwrap().score.value.unwrap().number()
}

#[test]
fn chess_begins_with_its_network_and_weights_mean_the_linear_evaluation() {
    let mut session = open("chess", None).unwrap();
    let has_network = |session: &dyn Session| session.network_evaluation().is_some();
    assert!(has_network(session.as_ref()));
    for (choice, expected) in [("linear", false), ("network", true), ("linear", false), ("default", true)] {
        session.set_evaluation(choice).unwrap();
        assert_eq!(has_network(session.as_ref()), expected, "{choice}");
    }
    session.set_weights("tempo:mg=20").unwrap();
    assert!(!has_network(session.as_ref()), "weights are used");
    assert!(!has_network(open("connect-four", None).unwrap().as_ref()));
}

/// A student has to be able to follow the values of the textbook's algorithms, so they are the linear evaluation's.
#[test]
fn lessons_use_the_linear_evaluation_unless_another_is_chosen() {
    let mut session = open("chess", Some("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")).unwrap();
    let [engine, lesson] = [Algorithm::Engine, Algorithm::Minimax].map(|algorithm| value(session.as_mut(), algorithm));
    session.set_evaluation("linear").unwrap();
    assert_eq!(value(session.as_mut(), Algorithm::Minimax), lesson);
    assert_ne!(value(session.as_mut(), Algorithm::Engine), engine);
    session.set_evaluation("network").unwrap();
    assert_eq!(value(session.as_mut(), Algorithm::Engine), engine);
    assert_ne!(value(session.as_mut(), Algorithm::Minimax), lesson);
}
