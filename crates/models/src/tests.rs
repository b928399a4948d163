use std::ops::ControlFlow;

use proptest::prelude::*;
use rootward_game::{Game, Notation, Outcome, Side, contract};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_games::game_2048::{Game2048, Game2048Knowledge};
use rootward_games::mnk::{Mnk, MnkKnowledge};
use rootward_tables::{WholeGame, Work};

use super::*;

fn model(text: &str) -> Model {
    Model::parse(text).unwrap()
}

#[test]
fn the_game_against_a_mind_keeps_the_contract_of_a_game() {
    let (game, knowledge) = (Mnk::default(), MnkKnowledge::default());
    for text in ["softmax:0.5", "random:0.1", "softmax:0,random:1", "softmax:3,random:0.2"] {
        let mind = Softmax::new(&knowledge, model(text));
        contract::check(&Fallible::new(&game).second(&mind), &Against(&knowledge), 20, 1);
        contract::check(&Fallible::new(&game).first(&mind), &Against(&knowledge), 20, 2);
    }
    let (game, knowledge) = (ConnectFour::new(5, 4).unwrap(), ConnectFourKnowledge::default());
    let mind = Softmax::new(&knowledge, model("softmax:1"));
    contract::check(&Fallible::new(&game).second(&mind), &Against(&knowledge), 20, 3);
    let (game, knowledge) = (Game2048::parse_variant("2x2:16").unwrap(), Game2048Knowledge::default());
    let mind = Softmax::new(&knowledge, model("softmax:1"));
    contract::check(&Fallible::new(&game).first(&mind), &Against(&knowledge), 20, 4);
}

#[test]
fn a_stronger_player_tells_moves_apart_and_slips_reach_every_move() {
    let (game, knowledge) = (Mnk::default(), MnkKnowledge::default());
    let state = game.parse_position("XX./OO./X..").unwrap();
    let weights = |text: &str| {
        let mut weights = Vec::new();
        let mind = Softmax::new(&knowledge, model(text));
        mind.weigh(&game, &state, &mut |mv, weight| weights.push((game.write_move(&state, mv), weight)));
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

/// The expected score of the side to move, by the definition: the best of its moves, the mean over the mind's.
fn by_definition(game: &Mnk, mind: &dyn Mind<Mnk>, minded: Side, state: &<Mnk as Game>::State) -> f64 {
    match rootward_game::outcome_at(game, state) {
        Some(Outcome::Win(side)) => return if side == minded { -WON } else { WON },
        Some(_) => return 0.0,
        None => {}
    }
    if game.to_move(state) != minded {
        let value = |&mv: &_| by_definition(game, mind, minded, &game.apply(state, mv));
        return rootward_game::legal_moves(game, state).iter().map(value).fold(f64::NEG_INFINITY, f64::max);
    }
    let (mut sum, mut total) = (0.0, 0.0);
    mind.weigh(game, state, &mut |mv, weight| {
        sum += f64::from(weight) * by_definition(game, mind, minded, &game.apply(state, mv));
        total += f64::from(weight);
    });
    sum / total
}

#[test]
fn the_best_reply_to_a_mind_is_the_whole_games_value() {
    let (game, knowledge) = (Mnk::default(), MnkKnowledge::default());
    for text in ["softmax:0.3", "random:0.1", "softmax:1,random:0.05"] {
        let mind = Softmax::new(&knowledge, model(text));
        for position in ["X../.O./...", "XO./.../...", ".../.X./...", "X.O/OX./..."] {
            let state = game.parse_position(position).unwrap();
            let side = game.to_move(&state);
            let against = Fallible::new(&game).side(side.other(), &mind);
            let mut each = |_: &_| ControlFlow::Continue(());
            let work = Work { tolerance: 0.0, memory: 1 << 26, each: &mut each };
            let knowledge = Against(&knowledge);
            let table = WholeGame::value_all(&against, &knowledge, &state, work).unwrap();
            let (found, expected) = (table.value(&state).unwrap(), by_definition(&game, &mind, side.other(), &state));
            assert!((found.middle() - expected).abs() < 1e-9 * WON, "{text} {position}: {found:?}, {expected}");
            assert!(found.error() < 1e-9 * WON);
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
