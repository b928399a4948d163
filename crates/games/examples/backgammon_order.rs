//! Makes the weights that order the plays of backgammon: `cargo run --release -p rootward-games --example backgammon_order > order.txt`.
//!
//! The network plays against itself, with one play in eight chosen at random. In every position with contact it
//! evaluates each play, and the weights are those that distinguish these plays best.

use rootward_game::contract::Dice;
use rootward_game::{Evaluation, Game, Linear, Outcome, Side, legal_moves};
use rootward_games::backgammon::{Backgammon, BackgammonKnowledge, Checkers, GAME_POINT, LinearFit, Position, Roll};

/// The number of positions with a choice that are used.
const CHOICES: usize = 20_000;
/// One play in this many is random.
const ERRATIC: usize = 8;

fn main() {
    let (game, network) = (Backgammon::default(), BackgammonKnowledge::default());
    let mut fit = LinearFit::default();
    let mut dice = Dice::new(11);
    let mut state = game.initial();
    let mut seen = 0;
    while seen < CHOICES {
        if game.outcome(&state).is_some() {
            state = game.initial();
        }
        let mut die = || dice.below(6) as u8 + 1;
        let thrown = state.with_dice(Roll::new(die(), die()));
        let after = |mv| game.apply(&thrown, mv);
        let choices: Vec<(Position, f32)> = legal_moves(&game, &thrown)
            .into_iter()
            .map(|mv| (after(mv), equity(&game, &network, &after(mv), thrown.to_move())))
            .collect();
        if choices.len() > 1 && in_contact(&thrown) {
            fit.add_choice(&choices);
            seen += 1;
        }
        let best = choices.iter().max_by(|one, other| one.1.total_cmp(&other.1)).map_or(state, |(after, _)| *after);
        state = if dice.below(ERRATIC) == 0 { choices[dice.below(choices.len())].0 } else { best };
    }
    for feature in fit.solve().features() {
        println!("{}={}", feature.name, feature.weight);
    }
}

/// The equity of a position for a side, in single games.
fn equity(game: &Backgammon, network: &BackgammonKnowledge, state: &Position, side: Side) -> f32 {
    let points = match game.outcome(state) {
        Some(Outcome::Payoff(points)) => points,
        _ => network.evaluate(game, state),
    };
    (if side == Side::First { points } else { -points }) as f32 / GAME_POINT as f32
}

/// Can a checker of one side still meet one of the other (contact)?
fn in_contact(state: &Position) -> bool {
    let farthest = |side: &Checkers| (1..=Checkers::BAR).rev().find(|&place| side.on(place) > 0).unwrap_or(0);
    farthest(state.mine()) + farthest(state.theirs()) > Checkers::BAR
}
