use std::ops::ControlFlow;

use proptest::prelude::*;
use rootward_game::{Game, Notation, Outcome, Side, contract, perft};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_games::game_2048::{Game2048, Game2048Knowledge};
use rootward_games::mnk::{Mnk, MnkKnowledge};
use rootward_search::textbook::{AlphaBeta, Minimax};
use rootward_search::{Limits, Search, SharedTable, Techniques};
use rootward_tables::{WholeGame, WholeGameSettings};

use super::*;

fn model(text: &str) -> Model {
    Model::parse(text).unwrap()
}

#[test]
fn the_game_against_a_mind_keeps_the_contract_of_a_game() {
    let (game, knowledge) = (Mnk::default(), MnkKnowledge::default());
    for text in ["softmax:0.5", "random:0.1", "softmax:0,random:1", "softmax:3,random:0.2"] {
        let strategy = Softmax::new(&knowledge, model(text));
        contract::check(&Fallible::new(&game).second(&strategy), &Against(&knowledge), 20, 1);
        contract::check(&Fallible::new(&game).first(&strategy), &Against(&knowledge), 20, 2);
    }
    let (game, knowledge) = (ConnectFour::new(5, 4).unwrap(), ConnectFourKnowledge::default());
    let strategy = Softmax::new(&knowledge, model("softmax:1"));
    contract::check(&Fallible::new(&game).second(&strategy), &Against(&knowledge), 20, 3);
    let (game, knowledge) = (Game2048::parse_variant("2x2:16").unwrap(), Game2048Knowledge::default());
    let strategy = Softmax::new(&knowledge, model("softmax:1"));
    contract::check(&Fallible::new(&game).first(&strategy), &Against(&knowledge), 20, 4);
}

#[test]
fn a_stronger_player_distinguishes_moves_and_slips_reach_every_move() {
    let (game, knowledge) = (Mnk::default(), MnkKnowledge::default());
    let state = game.parse_position("XX./OO./X..").unwrap();
    let weights = |text: &str| {
        let mut weights = Vec::new();
        let strategy = Softmax::new(&knowledge, model(text));
        strategy.weigh(&game, &state, &mut |mv, weight| weights.push((game.write_move(&state, mv), weight)));
        weights
    };
    assert_eq!(weights("random:0"), [("c2".to_owned(), PARTS)], "the win");
    let with_slips = weights("random:0.4");
    assert_eq!(with_slips.len(), 4);
    assert!(with_slips.contains(&("c2".to_owned(), 700_000)) && with_slips.contains(&("b1".to_owned(), 100_000)));
    assert!(weights("softmax:0").iter().all(|(_, weight)| *weight == PARTS / 4));
    let of = |text: &str| weights(text).into_iter().find(|(mv, _)| mv == "c2").unwrap().1;
    assert!(of("softmax:0.1") < of("softmax:0.3") && of("softmax:0.3") < of("softmax:1"));
}

const WON: f64 = Fallible::<Mnk>::WIN as f64;

/// The expected score of the side to move, by the definition: the best of its moves, the mean over the strategy's.
fn by_definition(game: &Mnk, strategy: &dyn MixedStrategy<Mnk>, random: Side, state: &<Mnk as Game>::State) -> f64 {
    match rootward_game::outcome_at(game, state) {
        Some(Outcome::Win(side)) => return if side == random { -WON } else { WON },
        Some(_) => return 0.0,
        None => {}
    }
    if game.to_move(state) != random {
        let value = |&mv: &_| by_definition(game, strategy, random, &game.apply(state, mv));
        return rootward_game::legal_moves(game, state).iter().map(value).fold(f64::NEG_INFINITY, f64::max);
    }
    let (mut sum, mut total) = (0.0, 0.0);
    strategy.weigh(game, state, &mut |mv, weight| {
        sum += f64::from(weight) * by_definition(game, strategy, random, &game.apply(state, mv));
        total += f64::from(weight);
    });
    sum / total
}

#[test]
fn the_best_reply_to_a_mind_is_the_whole_games_value() {
    let (game, knowledge) = (Mnk::default(), MnkKnowledge::default());
    for text in ["softmax:0.3", "random:0.1", "softmax:1,random:0.05"] {
        let strategy = Softmax::new(&knowledge, model(text));
        for position in ["X../.O./...", "XO./.../...", ".../.X./...", "X.O/OX./..."] {
            let state = game.parse_position(position).unwrap();
            let side = game.to_move(&state);
            let against = Fallible::new(&game).side(side.other(), &strategy);
            let mut each = |_: &_| ControlFlow::Continue(());
            let work = WholeGameSettings { tolerance: 0.0, memory: 1 << 26, each: &mut each };
            let knowledge = Against(&knowledge);
            let table = WholeGame::value_all(&against, &knowledge, &state, work).unwrap();
            let (found, expected) =
                (table.value(&state).unwrap(), by_definition(&game, &strategy, side.other(), &state));
            assert!((found.middle() - expected).abs() < 1e-9 * WON, "{text} {position}: {found:?}, {expected}");
            assert!(found.error() < 1e-9 * WON);
        }
    }
}

/// A modelled player's turn cost no depth: a search to depth 8 looked 16 plies ahead.
#[test]
fn depth_counts_the_moves_of_both_sides() {
    let (game, knowledge) = (ConnectFour::new(5, 4).unwrap(), ConnectFourKnowledge::default());
    // Every move is possible, so the tree is that of the game itself.
    let strategy = Softmax::new(&knowledge, model("softmax:1,random:0.1"));
    let against = Fallible::new(&game).second(&strategy);
    for depth in 0..6 {
        let textbook = Minimax { depth: Some(depth) };
        let plain = textbook.run(&game, &knowledge, &game.initial(), ());
        let modelled = textbook.run(&against, &Against(&knowledge), &game.initial(), ());
        assert_eq!(modelled.counts.nodes, plain.counts.nodes, "depth {depth}");
        assert_eq!(perft(&against, &game.initial(), depth), perft(&game, &game.initial(), depth));
    }
}

#[test]
fn the_search_against_a_mind_is_that_of_the_textbook() {
    let (game, knowledge) = (ConnectFour::new(4, 4).unwrap(), ConnectFourKnowledge::default());
    let advice = Against(&knowledge);
    let mut dice = contract::Dice::new(97);
    for round in 0..60 {
        let states = contract::random_game(&game, &mut dice, 10);
        let state = &states[dice.below(states.len())];
        if rootward_game::final_outcome(&game, state).is_some() {
            continue;
        }
        let strategy = Softmax::new(&knowledge, model(["softmax:1", "random:0.2", "softmax:2,random:0.1"][round % 3]));
        // One side is modelled, or the other, or both.
        let side = game.to_move(state);
        let against = match round % 4 {
            0 => Fallible::new(&game).side(side, &strategy).side(side.other(), &strategy),
            1 => Fallible::new(&game).side(side, &strategy),
            _ => Fallible::new(&game).side(side.other(), &strategy),
        };
        // The textbook cuts nothing at chance nodes: to the end of the game only where that is near.
        let near = game.plies_played(state).is_some_and(|plies| plies >= 8);
        for depth in [1, 2, 3, 4, 5, 16].into_iter().take(if near { 6 } else { 5 }) {
            let textbook = AlphaBeta { depth: Some(depth), ..AlphaBeta::default() };
            let expected = textbook.run(&against, &advice, state, ()).value;
            let table = SharedTable::with_bytes(1 << 16);
            for techniques in [Techniques::NONE, Techniques::SOUND, Techniques::EXACT] {
                let search = Search::new(&against).knowledge(&advice).table(&table).techniques(techniques);
                let found = search.limits(Limits::depth(depth)).run(state).score;
                // Proofs look beyond the depth. At the end of the game there is nothing beyond it.
                if techniques == Techniques::EXACT && depth < 16 {
                    continue;
                }
                assert_eq!(side.view(found), expected, "{} depth {depth}", game.write_position(state));
            }
        }
    }
}

proptest! {
    #[test]
    fn a_model_is_read_or_refused_without_a_panic_and_reads_back(text in "(softmax|random|x):?[-0-9.e]{0,6}(,random:0\\.[0-9]{1,3})?|.{0,12}") {
        if let Ok(model) = Model::parse(&text) {
            prop_assert_eq!(Model::parse(&model.to_string()), Ok(model));
        }
    }
}
