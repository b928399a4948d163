//! Positions, moves, forks and searches of a session.

use rootward_session::{Ask, Limits, OutcomeData, open};

#[test]
fn moves_are_played_and_taken_back() {
    let mut session = open("connect-four", Some("44")).unwrap();
    assert_eq!(session.view().position, "44", "as it was given");
    assert_eq!(session.play(" 5 "), Ok("5".to_owned()));
    assert_eq!((session.view().side, session.view().side_name), ("second", "O"));
    assert_eq!(session.moves_played(), ["5"]);
    assert!(session.play("9").is_err());
    assert_eq!((session.undo().as_deref(), session.undo()), (Some("5"), None));
    assert_eq!(session.view().position, "44");
}

#[test]
fn a_position_that_is_there_for_the_third_time_is_a_draw() {
    let mut session = open("chess", None).unwrap();
    for round in 0..2 {
        for mv in ["Nf3", "Nf6", "Ng1", "Ng8"] {
            assert!(session.view().outcome.is_none(), "round {round}");
            session.play(mv).unwrap();
        }
    }
    assert_eq!(session.view().outcome, Some(OutcomeData::Draw));
    session.undo();
    assert!(session.view().outcome.is_none());
}

#[test]
fn weights_are_listed_changed_and_refused() {
    let mut session = open("connect-four", Some("4")).unwrap();
    session.set_weights("centre=77").unwrap();
    let centre = session.features().into_iter().find(|term| term.name == "centre").unwrap();
    assert_eq!((centre.weight, centre.count), (77, 1));
    assert!(session.set_weights("center=1").unwrap_err().to_string().starts_with("weights: "));
    let mut tree = open("tree", None).unwrap();
    assert!(tree.features().is_empty());
    assert!(tree.set_weights("a=1").unwrap_err().to_string().contains("; expected a game whose evaluation has"));
}

#[test]
fn an_analysis_hands_out_data_a_depth_at_a_time() {
    let mut session = open("connect-four", None).unwrap();
    let mut depths = Vec::new();
    let ask = Ask { limits: Limits::depth(5), lines: 3, ..Ask::default() };
    let answer = session.analyse(&ask, &mut |iteration| depths.push(iteration.depth)).unwrap();
    assert_eq!(depths, [1, 2, 3, 4, 5].map(Some));
    assert_eq!((answer.lines.len(), answer.depth, answer.stopped), (3, Some(5), false));
    assert_eq!(answer.best.as_ref(), answer.line.first());
    assert_eq!((answer.game.as_str(), answer.position.as_str()), ("connect-four", "-"));
}

#[test]
fn a_fork_is_played_on_its_own_and_searched_meanwhile() {
    let mut session = open("chess", None).unwrap();
    for mv in ["e4", "e5"] {
        session.play(mv).unwrap();
    }
    let mut fork = session.fork();
    fork.play("Nf3").unwrap();
    assert_eq!((session.moves_played().len(), fork.moves_played()), (2, ["e4", "e5", "Nf3"].map(str::to_owned).into()));
    let ask = Ask { limits: Limits::depth(3), ..Ask::default() };
    let mut inner = Vec::new();
    // It hung once: the position was locked as long as it was searched.
    session
        .fork()
        .analyse(&ask, &mut |_| inner.push(session.fork().analyse(&ask, &mut |_| {}).unwrap().nodes))
        .unwrap();
    assert_eq!(inner.len(), 3);
    let threads: Vec<_> = (0..2)
        .map(|_| session.fork())
        .map(|mut fork| {
            std::thread::spawn(move || {
                fork.analyse(&Ask { limits: Limits::depth(3), ..Ask::default() }, &mut |_| {}).unwrap().nodes
            })
        })
        .collect();
    let found: Vec<u64> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert_eq!(found, [inner[0]; 2], "tables are not shared");
}

#[test]
fn a_session_follows_its_forks_and_no_other() {
    let mut engine = open("connect-four", None).unwrap();
    let mut fork = engine.fork();
    fork.set_position("44").unwrap();
    fork.play("5").unwrap();
    assert!(engine.follow(&*fork));
    assert_eq!((engine.written(), engine.moves_played()), (fork.written(), fork.moves_played()));
    assert!(!engine.follow(&*open("connect-four", Some("4")).unwrap()), "opened apart");
    assert!(!engine.follow(&*open("chess", None).unwrap()), "another game");
    fork.set_weights("centre=9").unwrap();
    assert!(!engine.follow(&*fork), "other weights");
}

#[test]
fn memory_that_is_not_there_is_a_problem_and_no_crash() {
    let mut session = open("connect-four", None).unwrap();
    assert!(session.reserve(usize::MAX / 4).is_err());
    assert!(session.reserve(1 << 20).is_ok());
}

#[test]
fn the_lines_of_perft_are_divided_by_first_move() {
    let session = open("connect-four", None).unwrap();
    let mut calls = 0;
    let divisions = session.divide(3, &mut |_| calls += 1);
    assert_eq!((divisions.len(), calls), (7, 7));
    assert!(divisions.iter().all(|division| division.lines == 49));
}
