//! Regression tests: each comment names the former fault.

use rootward_game::contract::{Dice, random_game};
use rootward_game::{Game, Outcome, Score, Side, legal_moves, outcome_at};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_games::mnk::{Mnk, MnkKnowledge};
use rootward_games::tree::{Node, RandomTree, Tree, TreeKnowledge};
use rootward_search::{Limits, Search, SharedTable, Singular, Speculative, Techniques};

/// The root without the moves of earlier lines was stored in the table as if it were the whole position.
#[test]
fn several_lines_leave_nothing_false_in_a_shared_table() {
    let game = ConnectFour::new(5, 4).unwrap();
    let knowledge = ConnectFourKnowledge::default();
    let shared = SharedTable::with_bytes(1 << 20);
    let mut dice = Dice::new(41);
    for _ in 0..150 {
        let states = random_game(&game, &mut dice, 30);
        for state in states.iter().rev().take(6) {
            let search = Search::new(&game).knowledge(&knowledge).resist(false);
            let alone = search.solve(state);
            let search = Search::new(&game).knowledge(&knowledge).table(&shared).resist(false);
            assert_eq!(search.lines(9).solve(state).score, alone.score);
        }
    }
}

/// A principal variation continued with moves of another line.
#[test]
fn every_line_is_a_legal_line_whatever_the_techniques() {
    let game = ConnectFour::new(5, 4).unwrap();
    let knowledge = ConnectFourKnowledge::default();
    let mut dice = Dice::new(43);
    for round in 0..400 {
        let states = random_game(&game, &mut dice, 30);
        let state = &states[dice.below(states.len())];
        let singular = [Singular::Off, Singular::Extend, Singular::PruneSiblings][round % 3];
        let speculative = Speculative { secondary_search: 4, singular_extension: singular, ..Speculative::NONE };
        let base = [Techniques::SOUND, Techniques::EXACT, Techniques::ALL][round % 3];
        let techniques = Techniques { speculative, ..base };
        let table = SharedTable::with_bytes(1 << 14);
        let search = Search::new(&game).knowledge(&knowledge).table(&table).techniques(techniques).lines(3);
        let report = search.limits(Limits::depth(1 + dice.below(6) as u32)).run(state);
        let firsts: Vec<_> = report.lines.iter().map(|line| line.moves[0]).collect();
        assert!(firsts.iter().enumerate().all(|(place, mv)| !firsts[..place].contains(mv)), "{firsts:?}");
        assert!(report.lines.len() <= 3);
        for line in &report.lines {
            let mut state = *state;
            for &mv in &line.moves {
                assert!(legal_moves(&game, &state).contains(&mv), "{:?}", line.moves);
                state = game.apply(&state, mv);
            }
        }
    }
}

/// A chain with a deep trap made the secondary search panic.
#[test]
fn a_secondary_search_at_a_line_that_ends_early_is_quiet() {
    let tree = Tree::parse("~25(~-13(~11(-25) 5))").unwrap();
    let speculative = Speculative { secondary_search: 4, ..Speculative::NONE };
    let techniques = Techniques { speculative, ..Techniques::SOUND };
    for depth in 1..5 {
        let search = Search::new(&tree).knowledge(&TreeKnowledge).techniques(techniques);
        assert!(search.limits(Limits::depth(depth)).run(&Node::ROOT).best().is_some());
    }
}

/// A loss found by the secondary search at the end of one line proves nothing.
#[test]
fn a_secondary_search_never_claims_a_loss() {
    let game = Mnk::default();
    let knowledge = MnkKnowledge::default();
    let speculative = Speculative { secondary_search: 4, ..Speculative::NONE };
    let techniques = Techniques { speculative, ..Techniques::EXACT };
    let mut dice = Dice::new(47);
    for _ in 0..300 {
        let states = random_game(&game, &mut dice, 9);
        let state = &states[dice.below(states.len())];
        let search = Search::new(&game).knowledge(&knowledge).techniques(techniques);
        let report = search.limits(Limits::depth(1 + dice.below(3) as u32)).run(state);
        let truth = Search::new(&game).solve(state).score;
        if report.proven {
            assert_eq!((report.score.is_win(), report.score.is_loss()), (truth.is_win(), truth.is_loss()));
        }
    }
}

/// Layers of states with a few edges between them and points at the end: few states, but very many lines.
struct Layers;

impl Game for Layers {
    type State = (u8, u8);
    type Move = u8;
    fn initial(&self) -> (u8, u8) {
        (0, 0)
    }
    fn to_move(&self, state: &(u8, u8)) -> Side {
        if state.0.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn outcome(&self, state: &(u8, u8)) -> Option<Outcome> {
        (state.0 == 60).then(|| Outcome::Payoff(i32::from(state.1) * 7 % 31 - 15))
    }
    fn moves(&self, _: &(u8, u8), push: &mut impl FnMut(u8)) {
        (0..3).for_each(push);
    }
    fn apply(&self, state: &(u8, u8), mv: u8) -> (u8, u8) {
        // The edges are pseudo-random, but always the same.
        let mut dice = Dice::new(u64::from(state.0) << 16 | u64::from(state.1) << 8 | u64::from(mv));
        (state.0 + 1, dice.below(30) as u8)
    }
    fn key(&self, state: &(u8, u8)) -> Option<u64> {
        Some(u64::from(state.0) << 8 | u64::from(state.1))
    }
}

/// Open windows did not use the table, so solving a game of points took forever.
#[test]
fn solving_a_game_of_points_uses_the_table() {
    let table = SharedTable::with_bytes(1 << 20);
    let report = Search::new(&Layers).table(&table).limits(Limits::nodes(200_000)).solve(&(0, 0));
    assert!(report.proven && !report.stopped, "{:?}", report.counts);
}

#[test]
fn weak_solving_gives_points_as_they_are() {
    for seed in 0..200 {
        let settings = RandomTree { seed, depth: 4, values: -3..=3, irregular: true, ..RandomTree::default() };
        let tree = Tree::random(&settings);
        let full = Search::new(&tree).solve(&Node::ROOT);
        let weak = Search::new(&tree).weak(true).solve(&Node::ROOT);
        assert_eq!((weak.score, weak.proven), (full.score, true));
    }
}

/// Late move reductions counted as doubts even if the reduced search had met no horizon.
#[test]
fn a_draw_seen_to_the_end_is_proven_with_all_techniques_on() {
    let game = Mnk::default();
    let (knowledge, table) = (MnkKnowledge::default(), SharedTable::with_bytes(1 << 20));
    let search = Search::new(&game).knowledge(&knowledge).table(&table).techniques(Techniques::ALL);
    let report = search.limits(Limits::depth(40)).run(&game.initial());
    assert_eq!((report.score, report.proven), (Score::DRAW, true));
}

/// A game: take one match; who takes the last one wins.
struct OneByOne(u32);

impl Game for OneByOne {
    type State = u32;
    type Move = ();
    fn initial(&self) -> u32 {
        self.0
    }
    fn to_move(&self, left: &u32) -> Side {
        if (self.0 - left).is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn outcome(&self, left: &u32) -> Option<Outcome> {
        (*left == 0).then(|| Outcome::Win(self.to_move(left).other()))
    }
    fn moves(&self, _: &u32, push: &mut impl FnMut(())) {
        push(());
    }
    fn apply(&self, left: &u32, _: ()) -> u32 {
        left - 1
    }
}

/// Lines that were too long to be searched to their end narrowed the proven limits.
#[test]
fn a_game_too_long_to_be_followed_is_not_called_proven() {
    let game = OneByOne(1501);
    let report = Search::new(&game).solve(&game.initial());
    assert!(!report.proven);
    assert!(report.limits.at_least < report.limits.at_most);
    let short = OneByOne(901);
    let report = Search::new(&short).solve(&short.initial());
    assert_eq!((report.score, report.proven), (Score::win_in(901), true));
}

/// A stopped solve forgot the move that reaches the proven lower limit.
#[test]
fn a_stopped_solve_names_the_move_behind_what_it_has_proven() {
    let game = ConnectFour::default();
    let knowledge = ConnectFourKnowledge::default();
    let mut dice = Dice::new(53);
    let mut seen = 0;
    for _ in 0..60 {
        let states = random_game(&game, &mut dice, 14);
        let state = &states[states.len() - 1];
        if outcome_at(&game, state).is_some() {
            continue;
        }
        let table = SharedTable::with_bytes(1 << 20);
        let search = Search::new(&game).knowledge(&knowledge).table(&table).limits(Limits::nodes(20_000));
        let report = search.solve(state);
        if report.stopped && report.limits.at_least.is_win() {
            seen += 1;
            assert!(report.proven && report.score.is_win());
            let child = game.apply(state, report.best().unwrap());
            let weak = Search::new(&game).knowledge(&knowledge).table(&table).weak(true).solve(&child);
            assert!(weak.score.is_loss(), "the move keeps the win");
        }
    }
    assert!(seen > 0, "some of them are won and stopped in time");
}
