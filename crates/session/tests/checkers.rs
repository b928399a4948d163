//! Checkers by the engine: the values of textbook minimax, proofs beside the draws by repetition and by forty moves.

use rootward_game::contract::{Dice, random_game};
use rootward_game::{Game, Knowledge, Notation, Score, outcome_at};
use rootward_games::checkers::{Checkers, CheckersKnowledge, Colour, Position, Rules};
use rootward_search::textbook::Minimax;
use rootward_search::{Limits, Search, SharedTable, Techniques};
use rootward_session::{Kind, SolveAsk, open};

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
    for (game, state) in positions(300, 100) {
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
    for (game, state) in positions(300, 160) {
        let knowledge = CheckersKnowledge::of(game.rules());
        let table = SharedTable::with_bytes(1 << 18);
        let search = Search::new(&game).knowledge(&knowledge).table(&table).techniques(Techniques::ALL);
        let report = search.limits(Limits::depth(5)).run(&state);
        let claim = (1..=6).find(|&plies| [Score::win_in(plies), Score::loss_in(plies)].contains(&report.score));
        let Some(plies) = claim else { continue };
        claims += 1;
        let truth = textbook(&game, &knowledge, &state, plies);
        let context =
            format!("{} {}: {:?}, by minimax {truth:?}", game.name(), game.write_position(&state), report.score);
        // Minimax may find a shorter way.
        if report.score > Score::DRAW {
            assert!(truth >= report.score, "{context}");
        } else {
            assert!(truth <= report.score, "{context}");
        }
    }
    assert!(claims >= 20, "only {claims} claims were checked");
}

/// Two kings catch one in seven plies, six of them without progress.
#[test]
fn forty_moves_take_a_win_away_and_nothing_else() {
    let solved = |count: &str| {
        let ask = SolveAsk { limits: Limits::nodes(2_000_000), memory: 1 << 20, ..SolveAsk::default() };
        let solution = open("checkers", Some(&format!("B:WK4:BK10,K18{count}"))).unwrap().solve(&ask).unwrap();
        (solution.value, solution.plies)
    };
    assert_eq!(solved(""), (Some(Kind::Win), Some(7)));
    assert_eq!(solved(":H73"), (Some(Kind::Win), Some(7)));
    assert_eq!(solved(":H74").0, Some(Kind::Draw));
}
