//! Games of chance in sessions: values are averages and labelled so, and the search agrees with exact values.

use std::ops::ControlFlow;

use rootward_game::{Evaluation, Game, MoveOrdering, Notation, Proofs, Tactics};
use rootward_games::pig::{Pig, PigKnowledge, Position, Thrown};
use rootward_search::{Search, SharedTable};
use rootward_session::{Algorithm, Analysis, Ask, Kind, Limits, SavedGame, SeededDice, SolveAsk, Techniques, open};
use rootward_tables::{Progress, WholeGame, WholeGameSettings};

fn analysed(game: &str, position: &str, ask: Ask) -> Analysis {
    open(game, Some(position)).unwrap().analyse(&Ask { memory: 4 << 20, ..ask }, &mut |_| {}).unwrap()
}

/// Without techniques that see beyond the depth, so that values can be compared.
fn to_depth(depth: u32) -> Ask {
    Ask { limits: Limits::depth(depth), techniques: Techniques::SOUND, ..Ask::default() }
}

fn chance_to_win(answer: &Analysis) -> f64 {
    answer.score.win_probability.unwrap().number()
}

/// An evaluation with one side lost at the horizon: the true value is no worse for that side.
struct AllOrNothing(i32);

impl Evaluation<Pig> for AllOrNothing {
    fn evaluate(&self, _: &Pig, _: &Position) -> i32 {
        self.0
    }
}

impl MoveOrdering<Pig> for AllOrNothing {}

impl Tactics<Pig> for AllOrNothing {}

impl Proofs<Pig> for AllOrNothing {
    type Note = ();
}

/// The exact value is known by value iteration, to twelve digits.
#[test]
fn the_deeper_the_search_the_closer_it_holds_the_exact_value() {
    for (goal, thrown, exact, widest) in [
        (10, Thrown::Die, 0.709_424_322_598, 1e-6),
        (20, Thrown::Die, 0.615_558_549_805, 1e-3),
        (2, Thrown::Coin, 4.0 / 7.0, 1e-4),
        (3, Thrown::Coin, 0.545_454_545_455, 2e-3),
    ] {
        let game = Pig::new(goal, thrown).unwrap();
        let mut gap = 1.0;
        for depth in [6, 12, 24] {
            let chance = |points: i32| {
                let (knowledge, table) = (AllOrNothing(points), SharedTable::with_bytes(4 << 20));
                let search = Search::new(&game).knowledge(&knowledge).table(&table).limits(Limits::depth(depth));
                let report = search.run(&game.initial());
                game.win_probability(report.score.as_estimate().to_raw()).unwrap()
            };
            let (low, high) = (chance(game.range().least), chance(game.range().most));
            assert!(low - 1e-7 <= exact && exact <= high + 1e-7, "{}: {low} to {high}", game.name());
            assert!(high - low <= gap, "{} at depth {depth}: {low} to {high}", game.name());
            gap = high - low;
        }
        println!("{}: {gap}", game.name());
        assert!(gap < widest, "{}: {gap}", game.name());
    }
}

/// Up to a goal of 29 the rule of thumb behind the estimate is best play.
#[test]
fn the_search_agrees_with_value_iteration_on_small_goals() {
    for (game, exact) in [("pig:10", 0.709_424_322_598), ("pig:20", 0.615_558_549_805), ("piglet:2", 4.0 / 7.0)] {
        for depth in [1, 4, 8] {
            let chance = chance_to_win(&analysed(game, "0,0,0", to_depth(depth)));
            assert!((chance - exact).abs() < 1e-8, "{game} at depth {depth}: {chance}");
        }
    }
}

#[test]
fn every_algorithm_finds_the_same_average() {
    for (game, position) in [("pig", "22,0,18"), ("pig", "90,84,4,second,roll"), ("piglet", "3,4,1")] {
        for depth in 1..=3 {
            let score = |algorithm| analysed(game, position, Ask { algorithm, ..to_depth(depth) }).score;
            let engine = score(Algorithm::Engine);
            assert_eq!(score(Algorithm::Minimax), engine, "{game} {position} at depth {depth}");
            assert_eq!(score(Algorithm::AlphaBeta), engine, "{game} {position} at depth {depth}");
        }
    }
}

#[test]
fn where_chance_has_its_turn_there_is_no_move_but_a_value_with_its_terms() {
    for algorithm in [Algorithm::Engine, Algorithm::Minimax] {
        let answer = analysed("pig", "22,0,18,roll", Ask { algorithm, outcomes: true, ..to_depth(3) });
        assert_eq!((answer.chance, answer.best.as_ref(), answer.line.len()), (true, None, 0));
        assert_eq!(answer.outcomes.len(), 6);
        let terms = answer.outcomes.iter().map(|value| value.score.win_probability.unwrap().number() / 6.0);
        assert!((terms.sum::<f64>() - chance_to_win(&answer)).abs() < 1e-8);
        // A 1 ends the turn, and the value stays that of the player who rolled.
        assert!(answer.outcomes[0].score.win_probability.unwrap().number() < chance_to_win(&answer));
        assert_eq!(answer.outcomes[5].best.as_deref(), Some("roll"));
    }
    let decision = analysed("pig", "22,0,18", Ask { outcomes: true, ..to_depth(3) });
    assert!(!decision.chance && decision.outcomes.is_empty());
}

#[test]
fn a_throw_that_wins_in_any_case_is_a_proven_win() {
    // Only a 1 fails to win; Pig has no position in which every roll wins.
    let answer = analysed("pig", "98,0,0,roll", Ask { outcomes: true, ..to_depth(2) });
    let kinds: Vec<Kind> = answer.outcomes.iter().map(|value| value.score.kind).collect();
    assert_eq!(kinds, [Kind::Estimate, Kind::Win, Kind::Win, Kind::Win, Kind::Win, Kind::Win]);
    assert_eq!(answer.score.kind, Kind::Estimate);
}

#[test]
fn lines_are_counted_the_same_from_a_throw_and_from_the_decision_before() {
    let count = |position: &str, depth: u32| -> u64 {
        let session = open("pig", Some(position)).unwrap();
        session.divide(depth, &mut |_| {}).iter().map(|division| division.lines).sum()
    };
    assert_eq!(count("0,0,0", 3), 71);
    assert_eq!(count("0,0,0", 3), count("0,0,0,roll", 2));
}

#[test]
fn a_saved_game_has_the_dice_in_it() {
    let mut session = open("pig:30", None).unwrap();
    let dice = SeededDice { seed: 4 };
    while session.view().outcome.is_none() {
        let mv = dice.throw(session.as_ref()).unwrap_or_else(|| session.moves().last().unwrap().clone());
        session.play(&mv).unwrap();
    }
    let (game, moves) = (session.view().game, session.moves_played());
    let saved = SavedGame { game, position: None, human: 0, level: 3, seed: 4, moves };
    let again = SavedGame::parse(&saved.text()).unwrap().resume().unwrap();
    assert_eq!(again.view().position, session.view().position);
    assert!(again.view().outcome.is_some());
}

#[test]
fn a_book_is_for_games_without_chance() {
    let session = open("piglet", None).unwrap();
    let wanted = rootward_session::BookBuild {
        plies: 2,
        out: "/dev/null/never".into(),
        threads: 1,
        memory: 1 << 20,
        stop: Default::default(),
    };
    let refused = session.build_book(&wanted, &mut |_| {}).unwrap_err().to_string();
    assert!(refused.starts_with("piglet is a game of chance: "), "{refused}");
}

/// The mean loss of winning probability by decisions of a search to a depth, measured against the table of the whole
/// game.
fn mean_losses(game: &Pig, states: &[Position], depths: &[u32]) -> Vec<f64> {
    let knowledge = PigKnowledge::new(game);
    let mut each = |_: &Progress| ControlFlow::Continue(());
    let work = WholeGameSettings { tolerance: 1e-13, memory: 1 << 30, each: &mut each };
    let whole = WholeGame::value_all(game, &knowledge, &game.initial(), work).unwrap();
    let loss = |state: &Position, depth: u32| {
        let table = SharedTable::with_bytes(1 << 20);
        let search = Search::new(game).knowledge(&knowledge).table(&table).limits(Limits::depth(depth));
        let chosen = search.run(state).best().unwrap();
        let choices = whole.choices(state);
        let value = choices.iter().find(|choice| choice.mv == chosen).unwrap().value.middle();
        (choices[0].value.middle() - value) / 2.0 / f64::from(game.range().most)
    };
    let mean = |&depth: &u32| states.iter().map(|state| loss(state, depth)).sum::<f64>() / states.len() as f64;
    depths.iter().map(mean).collect()
}

/// The estimate is calibrated, so that a deeper search plays better.
#[test]
fn more_depth_plays_better() {
    for (game, scores, turns) in [
        (Pig::new(50, Thrown::Die).unwrap(), vec![0, 8, 15, 22, 30], vec![8, 14, 18, 20, 22, 25]),
        (Pig::piglet(), (0..10).collect(), (1..10).collect()),
    ] {
        let states = positions(&game, &scores, &turns);
        let losses = mean_losses(&game, &states, &[1, 4, 8]);
        println!("{}, {} positions: {losses:?}", game.name(), states.len());
        assert!(losses[0] < 0.01 && losses[1] < losses[0] && losses[2] < losses[0], "{}: {losses:?}", game.name());
    }
}

/// Decisions with these scores of both players and these totals.
fn positions(game: &Pig, scores: &[u16], turns: &[u16]) -> Vec<Position> {
    let mut positions = Vec::new();
    for own in scores {
        for other in scores {
            let open = turns.iter().filter(|&&turn| own + turn < game.goal());
            positions.extend(open.map(|turn| game.parse_position(&format!("{own},{other},{turn}")).unwrap()));
        }
    }
    positions
}

#[test]
fn solving_and_searching_agree() {
    for (game, position) in
        [("pig:20", "5,7,4"), ("pig:25", "0,20,0,second"), ("piglet:2", "0,1,1"), ("pig:10", "3,0,2,roll")]
    {
        let exact = open(game, Some(position)).unwrap().solve(&SolveAsk::default()).unwrap();
        let expected = exact.chance.unwrap().win_probability.unwrap();
        let answer = analysed(game, position, to_depth(6));
        assert!((chance_to_win(&answer) - expected).abs() < 1e-8, "{game} {position}: {expected}");
        assert_eq!(answer.best, exact.best, "{game} {position}");
    }
}
