//! Books of a session.

use rootward_session::{Ask, BookChoice, Limits, Session, SolveAsk, Source, open};

#[test]
fn a_session_has_no_book_unless_it_is_given_one() {
    let mut session = open("connect-four", None).unwrap();
    assert_eq!(session.book_page(), None);
    let ask = Ask { limits: Limits::depth(2), ..Ask::default() };
    let analyse = |session: &mut Box<dyn Session>| session.analyse(&ask, &mut |_| {}).unwrap();
    assert_eq!((analyse(&mut session).source, analyse(&mut session).proven), (None, false));
    session.set_book(&BookChoice::Shipped).unwrap();
    assert_eq!((analyse(&mut session).source, analyse(&mut session).proven), (Some(Source::Book), true));
    let weak = SolveAsk { weak: true, ..SolveAsk::default() };
    assert_eq!(session.solve(&weak).unwrap().source, Some(Source::Book));
    session.set_book(&BookChoice::Nothing).unwrap();
    assert_eq!(analyse(&mut session).source, None);
}

#[test]
fn a_game_without_a_book_goes_without() {
    let mut session = open("tic-tac-toe", None).unwrap();
    session.set_book(&BookChoice::Shipped).unwrap();
    assert_eq!(session.book_page(), None);
    let missing = session.set_book(&BookChoice::File("/no/such.book".into())).unwrap_err().to_string();
    assert!(missing.starts_with("book '/no/such.book': "), "{missing}");
}
