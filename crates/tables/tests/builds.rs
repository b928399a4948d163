//! The values of a book are those of a direct solve, and a search with a book gives the same values as one without.

use std::collections::HashMap;

use rootward_game::contract::{Dice, random_game};
use rootward_game::{Game, Knowledge, Notation, Proofs, Score, legal_moves, outcome_at};
use rootward_games::connect_four::{Column, ConnectFour, ConnectFourKnowledge};
use rootward_games::mnk::{Mnk, MnkKnowledge};
use rootward_search::{Limits, Report, Search, SharedTable, StopFlag, Techniques};
use rootward_tables::{Book, MountedBook, Openings, TableError, Values, Workers, back_up, solve_openings};

fn build<G: Notation, K: Knowledge<G>>(game: &G, knowledge: &K, plies: u32, threads: usize) -> Book {
    let openings = Openings::list(game, knowledge, plies).unwrap();
    let workers = Workers { threads, table: &SharedTable::with_bytes(1 << 22), stop: StopFlag::default() };
    let mut values = Values::new();
    let mut calls = 0;
    solve_openings(game, knowledge, &openings, &mut values, &workers, &mut |_| calls += 1).unwrap();
    assert_eq!(calls, openings.len());
    back_up(game, knowledge, &openings, values, &game.name()).unwrap()
}

/// Every position up to `plies` where the game is not over.
fn positions<G: Game>(game: &G, plies: u32) -> Vec<G::State> {
    let mut level = vec![game.initial()];
    let mut all = level.clone();
    for _ in 0..plies {
        let children =
            |state: &G::State| legal_moves(game, state).into_iter().map(|mv| game.apply(state, mv)).collect::<Vec<_>>();
        level = level.iter().flat_map(children).filter(|state| outcome_at(game, state).is_none()).collect();
        all.extend(level.iter().cloned());
    }
    all
}

/// Compares every entry with a solve of its position without a book.
fn check_every_entry<G: Notation, K: Knowledge<G>>(game: &G, knowledge: &K, plies: u32) {
    let book = build(game, knowledge, plies, 2);
    assert_eq!(book.check(game, knowledge, &game.name()), Ok(()));
    let table = SharedTable::with_bytes(1 << 22);
    let mut met = HashMap::new();
    for state in positions(game, plies) {
        let key = knowledge.table_key(game, &state).unwrap().key;
        let solved = *met
            .entry(key)
            .or_insert_with(|| Search::new(game).knowledge(knowledge).table(&table).resist(false).solve(&state).score);
        assert_eq!(book.get(key), Some(solved), "{}", game.write_position(&state));
    }
    assert_eq!(book.len(), met.len(), "no position is missing and none is in it that should not be");
    assert_eq!(book.counts().iter().sum::<usize>(), book.len());
}

#[test]
fn every_entry_is_what_a_direct_solve_says() {
    for (width, height, plies) in [(4, 4, 5), (5, 4, 4), (6, 3, 3)] {
        check_every_entry(&ConnectFour::new(width, height).unwrap(), &ConnectFourKnowledge::default(), plies);
    }
    check_every_entry(&Mnk::default(), &MnkKnowledge::default(), 4);
    check_every_entry(&Mnk::new(4, 3, 3).unwrap(), &MnkKnowledge::default(), 2);
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let (game, knowledge) = (ConnectFour::new(5, 4).unwrap(), ConnectFourKnowledge::default());
    assert_eq!(build(&game, &knowledge, 4, 1).to_bytes(), build(&game, &knowledge, 4, 3).to_bytes());
}

#[test]
fn a_build_goes_on_where_it_was_stopped() {
    let (game, knowledge) = (ConnectFour::new(5, 4).unwrap(), ConnectFourKnowledge::default());
    let openings = Openings::list(&game, &knowledge, 4).unwrap();
    let table = SharedTable::with_bytes(1 << 20);
    let mut values = Values::new();
    let mut solved_anew = 0;
    for most in [3, 20, usize::MAX] {
        let workers = Workers { threads: 2, table: &table, stop: StopFlag::default() };
        let mut solved = 0;
        let each = &mut |_| {
            solved += 1;
            if solved >= most {
                workers.stop.raise();
            }
        };
        solve_openings(&game, &knowledge, &openings, &mut values, &workers, each).unwrap();
        solved_anew += solved;
    }
    assert_eq!((values.len(), solved_anew), (openings.len(), openings.len()), "nothing is solved twice");
    let book = back_up(&game, &knowledge, &openings, values, "connect-four:5x4").unwrap();
    assert_eq!(book.to_bytes(), build(&game, &knowledge, 4, 1).to_bytes());
}

#[test]
fn a_search_with_a_book_finds_the_same_values_in_fewer_nodes() {
    let (game, knowledge) = (ConnectFour::new(5, 4).unwrap(), ConnectFourKnowledge::default());
    let book = build(&game, &knowledge, 4, 1);
    let booked = MountedBook::new(&knowledge, &book);
    let mut dice = Dice::new(5);
    for _ in 0..12 {
        for state in random_game(&game, &mut dice, 7).into_iter().filter(|state| outcome_at(&game, state).is_none()) {
            let plain = Search::new(&game).knowledge(&knowledge).lines(9).solve(&state);
            let quick = Search::new(&game).knowledge(&knowledge).tablebase(Some(&booked)).lines(9).solve(&state);
            let values = |report: &Report<Column>| {
                let mut lines: Vec<_> = report.lines.iter().map(|line| (line.moves[0], line.score)).collect();
                lines.sort_by_key(|(mv, _)| mv.index());
                lines
            };
            assert_eq!(values(&plain), values(&quick), "{}", game.write_position(&state));
            if game.plies_played(&state).is_some_and(|plies| plies < 4) {
                assert!(quick.counts.nodes < 500.min(plain.counts.nodes), "{} nodes", quick.counts.nodes);
            }
            let analysed =
                Search::new(&game).knowledge(&knowledge).tablebase(Some(&booked)).limits(Limits::depth(3)).run(&state);
            if game.plies_played(&state).is_some_and(|plies| plies < 4) {
                assert_eq!((analysed.score, analysed.proven), (plain.score, true));
            }
        }
    }
}

#[test]
fn the_value_of_a_deepest_position_leaves_only_its_move_to_be_found() {
    let (game, knowledge) = (ConnectFour::new(5, 4).unwrap(), ConnectFourKnowledge::default());
    let book = build(&game, &knowledge, 4, 1);
    let booked = MountedBook::new(&knowledge, &book);
    let (mut plain, mut quick) = (0, 0);
    for (_, state) in Openings::list(&game, &knowledge, 4).unwrap().positions() {
        let without = Search::new(&game).knowledge(&knowledge).resist(false).solve(state);
        let with = Search::new(&game).knowledge(&knowledge).tablebase(Some(&booked)).resist(false).solve(state);
        assert_eq!((without.score, without.proven), (with.score, with.proven));
        assert_eq!(booked.value(&game, state), Some(with.score));
        let after = game.apply(state, with.best().unwrap());
        let reply = Search::new(&game).knowledge(&knowledge).resist(false).solve(&after);
        assert_eq!(reply.score.from_child(true), with.score, "the move keeps the value");
        plain += without.counts.nodes;
        quick += with.counts.nodes;
    }
    assert!(quick * 3 < plain * 2, "{quick} nodes with, {plain} without");
}

#[test]
fn without_proofs_a_book_is_not_asked() {
    let (game, knowledge) = (ConnectFour::new(5, 4).unwrap(), ConnectFourKnowledge::default());
    let book = build(&game, &knowledge, 4, 1);
    let nodes = |knowledge: &dyn Fn() -> u64| knowledge();
    let plain = nodes(&|| {
        let search = Search::new(&game).knowledge(&knowledge).techniques(Techniques::SOUND);
        search.limits(Limits::depth(6)).run(&game.initial()).counts.nodes
    });
    let booked = nodes(&|| {
        let booked = MountedBook::new(&knowledge, &book);
        let search = Search::new(&game).knowledge(&knowledge).tablebase(Some(&booked)).techniques(Techniques::SOUND);
        search.limits(Limits::depth(6)).run(&game.initial()).counts.nodes
    });
    assert_eq!(plain, booked);
}

#[test]
fn a_book_of_another_game_is_refused() {
    let (small, knowledge) = (ConnectFour::new(4, 4).unwrap(), ConnectFourKnowledge::default());
    let book = build(&small, &knowledge, 2, 1);
    let usual = ConnectFour::default();
    let found = Err(TableError::OtherGame { found: "connect-four:4x4".into(), wanted: "connect-four".into() });
    assert_eq!(book.check(&usual, &knowledge, "connect-four"), found);
    assert_eq!(book.check(&usual, &knowledge, "connect-four:4x4"), Err(TableError::OtherKeys));
    let start = knowledge.table_key(&small, &small.initial()).unwrap().key;
    assert_eq!(book.get(start), Some(Score::DRAW));
}
