//! Several threads solve like one: the same values, sound bounds when they are stopped, and hardly more work.

use rootward_game::contract::{Dice, random_game};
use rootward_game::{Game, Notation, Score, outcome_at};
use rootward_games::connect_four::{Column, ConnectFour, ConnectFourKnowledge, Position};
use rootward_search::{Departure, Limits, Observer, Report, Search, SharedTable, Visit};

/// A position after `stones` random moves where the game is not over.
fn random_position(game: &ConnectFour, dice: &mut Dice, stones: usize) -> Position {
    loop {
        let states = random_game(game, dice, stones);
        let last = states[states.len() - 1];
        if last.stones() as usize == stones && outcome_at(game, &last).is_none() {
            return last;
        }
    }
}

fn solve(game: &ConnectFour, state: &Position, threads: usize, lines: usize, limits: Limits) -> Report<Column> {
    let knowledge = ConnectFourKnowledge::default();
    let table = SharedTable::with_bytes(1 << 24);
    Search::new(game).knowledge(&knowledge).table(&table).threads(threads).lines(lines).limits(limits).solve(state)
}

#[test]
fn two_to_four_threads_say_what_one_says() {
    let game = ConnectFour::default();
    let mut dice = Dice::new(71);
    let mut lost = 0;
    for round in 0..40 {
        let stones = 13 + dice.below(12);
        let state = random_position(&game, &mut dice, stones);
        let (threads, lines) = (2 + round % 3, [1, 1, 3, 7][round % 4]);
        let context = format!("{}, {threads} threads, {lines} lines", game.write_position(&state));
        let alone = solve(&game, &state, 1, lines, Limits::default());
        let together = solve(&game, &state, threads, lines, Limits::default());
        assert!(together.proven && !together.stopped, "{context}");
        assert_eq!((together.score, together.limits), (alone.score, alone.limits), "{context}");
        let scores = |report: &Report<Column>| report.lines.iter().map(|line| line.score).collect::<Vec<_>>();
        assert_eq!(scores(&together), scores(&alone), "{context}");
        for line in &together.lines {
            let child = game.apply(&state, line.moves[0]);
            let value = solve(&game, &child, 1, 1, Limits::default()).score.from_child(true);
            assert_eq!(value, line.score, "{context}: the move is worth what its line says");
        }
        let resistance = |report: &Report<Column>| report.resistance.map(|r| (r.plies, r.equals, r.winning_replies));
        assert_eq!(resistance(&together), resistance(&alone), "{context}");
        lost += usize::from(together.resistance.is_some());
    }
    assert!(lost >= 4, "some of them are lost, and all threads look for the move that resists: {lost}");
}

#[test]
fn stopped_at_any_time_the_bounds_of_several_threads_hold() {
    let game = ConnectFour::default();
    let mut dice = Dice::new(72);
    let mut stopped = 0;
    for round in 0..40 {
        let stones = 12 + dice.below(5);
        let state = random_position(&game, &mut dice, stones);
        let truth = solve(&game, &state, 1, 1, Limits::default()).score;
        let nodes = 1 << dice.below(17);
        let report = solve(&game, &state, 2 + round % 3, 1, Limits::nodes(nodes));
        let context = format!("{} with {nodes} nodes", game.write_position(&state));
        let limits = report.limits;
        assert!(limits.at_least <= truth && truth <= limits.at_most, "{context}: {limits:?} but {truth:?}");
        assert!(report.stopped || report.score == truth, "{context}");
        assert!(report.best().is_some(), "{context}");
        stopped += usize::from(report.stopped && limits.at_least > -Score::INFINITY);
    }
    assert!(stopped >= 10, "many are stopped halfway: {stopped}");
}

/// All threads work on one question, the first answer ends it, and a subtree is left as soon as another thread has settled it.
/// So the total is 1.02 to 1.13 times the nodes of one thread; if both did all the work, it would be 2. The number varies with
/// the timing of the threads, and the test leaves room for a busy machine.
#[test]
fn two_threads_share_the_work_instead_of_doing_it_twice() {
    let game = ConnectFour::default();
    let mut nodes = [0, 0];
    for position in ["32751571231557", "2416615552", "651426425"] {
        let state = game.parse_position(position).unwrap();
        for (threads, sum) in (1..).zip(&mut nodes) {
            *sum += solve(&game, &state, threads, 1, Limits::default()).counts.nodes;
        }
    }
    let [one, two] = nodes;
    assert!(two * 100 <= one * 160, "{two} nodes with two threads, {one} with one");
}

/// Counts the nodes that were entered and not yet left.
#[derive(Default)]
struct Balance {
    entered: u64,
    open: u64,
}

impl Observer<ConnectFour> for &mut Balance {
    fn enter(&mut self, _: &Visit<'_, ConnectFour>) {
        self.entered += 1;
        self.open += 1;
    }

    fn leave(&mut self, _: usize, _: Departure) {
        self.open -= 1;
    }
}

#[test]
fn an_observer_of_several_threads_sees_every_node_to_its_end() {
    let game = ConnectFour::default();
    let knowledge = ConnectFourKnowledge::default();
    let mut dice = Dice::new(73);
    for _ in 0..6 {
        let state = random_position(&game, &mut dice, 13);
        let table = SharedTable::with_bytes(1 << 20);
        let mut balance = Balance::default();
        Search::new(&game).knowledge(&knowledge).table(&table).threads(2).observer(&mut balance).solve(&state);
        assert!(balance.entered > 0);
        assert_eq!(balance.open, 0, "{}", game.write_position(&state));
    }
}

/// An observer that wants one thread.
struct Alone;

impl Observer<ConnectFour> for Alone {
    const SINGLE_THREAD: bool = true;
}

#[test]
fn an_observer_that_wants_one_thread_gets_one() {
    let game = ConnectFour::default();
    let knowledge = ConnectFourKnowledge::default();
    let mut dice = Dice::new(74);
    for _ in 0..6 {
        let state = random_position(&game, &mut dice, 13);
        let nodes = |threads| {
            let table = SharedTable::with_bytes(1 << 20);
            let search = Search::new(&game).knowledge(&knowledge).table(&table).threads(threads);
            search.observer(&mut Alone).solve(&state).counts.nodes
        };
        assert_eq!(nodes(4), nodes(1), "{}", game.write_position(&state));
    }
}
