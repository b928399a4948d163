//! Checkers by the engine: the values of textbook minimax, proofs beside the draws by repetition and by forty moves.

use rootward_game::contract::{Dice, random_game};
use rootward_game::{Game, Knowledge, Notation, Score, outcome_at};
use rootward_games::checkers::{Checkers, CheckersKnowledge, Colour, Position, Rules};
use rootward_search::textbook::Minimax;
use rootward_search::{Limits, Search, SharedTable, Techniques};
use rootward_session::{Limits as AskLimits, SolveAsk, open};

fn textbook(game: &Checkers, knowledge: &impl Knowledge<Checkers>, state: &Position, depth: u32) -> Score {
    let side = game.to_move(state);
    side.view(Minimax { depth: Some(depth) }.run(game, knowledge, state, ()).value)
}

/// Positions in the middle of random games, by all rules.
fn positions(count: usize, longest: usize) -> Vec<(Checkers, Position)> {
    let mut dice = Dice::new(17);
    let mut positions = Vec::new();
    while positions.len() < count {
        let game = Checkers::new(Rules::ALL[positions.len() % Rules::ALL.len()]);
        let states = random_game(&game, &mut dice, longest);
        let state = states[dice.below(states.len())];
        if outcome_at(&game, &state).is_none() {
            positions.push((game, state));
        }
    }
    positions
}

/// A table may answer with a value that another line's repetitions had no part in, so it is off where kings go back and forth.
#[test]
fn the_engine_has_the_textbook_s_values() {
    for (game, state) in positions(90, 100) {
        let knowledge = CheckersKnowledge::of(game.rules());
        let has_king = [Colour::Black, Colour::White].into_iter().any(|colour| state.kings(colour) != 0);
        let table = SharedTable::with_bytes(1 << 16);
        let mut techniques = Techniques { farsighted: Techniques::NONE.farsighted, ..Techniques::EXACT };
        techniques.sound.transposition_table = !has_king;
        for depth in 1..=4 {
            let search = Search::new(&game).knowledge(&knowledge).table(&table).techniques(techniques);
            let report = search.limits(Limits::depth(depth)).run(&state);
            let context = format!("{} {} to depth {depth}", game.name(), game.write_position(&state));
            let truth = textbook(&game, &knowledge, &state, depth);
            // A proven end may be found without the last plies.
            assert_eq!(report.score, truth, "{context}");
            let child = game.apply(&state, report.best().expect("a move"));
            let value = textbook(&game, &knowledge, &child, depth - 1);
            assert_eq!(value.from_child(true), truth, "{context}: the chosen move is worth less");
        }
    }
}

/// Whatever the strong player claims as won or lost is so by plain minimax, deep enough.
#[test]
fn with_all_techniques_no_win_is_claimed_that_is_none() {
    let mut claims = 0;
    for (game, state) in positions(60, 160) {
        let knowledge = CheckersKnowledge::of(game.rules());
        let table = SharedTable::with_bytes(1 << 18);
        let search = Search::new(&game).knowledge(&knowledge).table(&table).techniques(Techniques::ALL);
        let report = search.limits(Limits::depth(5)).run(&state);
        let Some(plies) = [report.score, -report.score].into_iter().find_map(|score| {
            (1..=6).find(|&plies| score == Score::win_in(plies))
        }) else {
            continue;
        };
        claims += 1;
        let truth = textbook(&game, &knowledge, &state, plies);
        assert_eq!(report.score, truth, "{} {}", game.name(), game.write_position(&state));
    }
    assert!(claims >= 3, "only {claims} claims were checked");
}

fn solved(position: &str) -> String {
    let ask = SolveAsk { limits: AskLimits::nodes(3_000_000), memory: 16 << 20, ..SolveAsk::default() };
    let solution = open("checkers", Some(position)).unwrap().solve(&ask).unwrap();
    format!("{:?} {:?} {:?}", solution.best, solution.score.kind, solution.proven)
}

#[test]
fn forty_moves_take_a_win_away_and_nothing_else() {
    // Two kings against one in the single corner's reach: the win needs some moves, and with a full count there are too few.
    println!("{}", solved("B:WK32:BK18,K23"));
    println!("{}", solved("B:WK32:BK18,K23:H78"));
}
