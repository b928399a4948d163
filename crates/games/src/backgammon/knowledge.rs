//! [`BackgammonKnowledge`]: the knowledge of the strong player.

use std::sync::{Arc, OnceLock};

use rootward_game::{Evaluation, MoveOrdering, Proof, Proofs, Score, Side, Tactics, Window};

use super::bearoff::TwoSided;
use super::network::{Network, Stage};
use super::{Backgammon, Chances, GAME_POINT, LinearKnowledge, Move, Position};

/// Knowledge of backgammon: the estimate of a [network](Network), exact values where both sides bear off their last
/// checkers, and move ordering by the fast [linear](LinearKnowledge) evaluation.
///
/// ```
/// use rootward_game::{Evaluation, Game, MoveOrdering, Proofs, Tactics};
/// use rootward_games::backgammon::{Backgammon, BackgammonKnowledge, GAME_POINT};
///
/// let game = Backgammon::default();
/// let start = BackgammonKnowledge::default().evaluate(&game, &game.initial());
/// // Being on roll is worth something, but little.
/// assert!((0..GAME_POINT / 5).contains(&start), "{start}");
/// ```
#[derive(Clone, Debug)]
pub struct BackgammonKnowledge {
    network: Arc<Network>,
    order: LinearKnowledge,
    table: Option<Arc<TwoSided>>,
}

impl Default for BackgammonKnowledge {
    fn default() -> BackgammonKnowledge {
        static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
        let network = NETWORK.get_or_init(|| Arc::new(Network::shipped().clone()));
        BackgammonKnowledge { network: Arc::clone(network), order: LinearKnowledge::for_order(), table: None }
    }
}

impl BackgammonKnowledge {
    /// With another network.
    #[must_use]
    pub fn with_network(self, network: Network) -> BackgammonKnowledge {
        BackgammonKnowledge { network: Arc::new(network), ..self }
    }

    /// Uses a table of exact values for more checkers than the built-in one, or with `None` the built-in one again.
    pub fn set_table(&mut self, table: Option<Arc<TwoSided>>) {
        self.table = table;
    }

    /// The network's probabilities for the side on roll, or about to roll after its move. The dice are ignored.
    pub fn chances(&self, state: &Position) -> Chances {
        self.network.chances(state.mine(), state.theirs())
    }

    /// The exact equity of the side on roll, rounded to a millionth, if it is known.
    fn exact(&self, state: &Position) -> Option<i32> {
        let Stage::BearOff(own, other) = Stage::of(state.mine(), state.theirs()) else { return None };
        if own.left().max(other.left()) > self.table.as_ref().map_or(SHARED_MEN, |table| table.men()) {
            return None;
        }
        let table = self.table.as_deref().unwrap_or_else(|| shared());
        table.win(own, other).map(|win| points(2.0 * win - 1.0))
    }
}

/// The built-in table is for this many checkers a side; it is computed in a moment on first use.
const SHARED_MEN: u8 = 4;

fn shared() -> &'static TwoSided {
    static TABLE: OnceLock<TwoSided> = OnceLock::new();
    TABLE.get_or_init(|| TwoSided::build(SHARED_MEN, 1, &mut |_| true).expect("nobody ends it"))
}

#[inline]
fn points(equity: f64) -> i32 {
    (equity * f64::from(GAME_POINT)).round() as i32
}

impl Evaluation<Backgammon> for BackgammonKnowledge {
    #[inline]
    fn evaluate(&self, _: &Backgammon, state: &Position) -> i32 {
        let equity = points(f64::from(self.chances(state).equity()));
        if state.to_move() == Side::First { equity } else { -equity }
    }

    fn unit(&self) -> i32 {
        GAME_POINT / 10
    }
}

impl MoveOrdering<Backgammon> for BackgammonKnowledge {
    #[inline]
    fn priority(&self, game: &Backgammon, state: &Position, mv: Move) -> i32 {
        self.order.priority(game, state, mv)
    }
}

impl Tactics<Backgammon> for BackgammonKnowledge {}

impl Proofs<Backgammon> for BackgammonKnowledge {
    type Note = ();

    /// The bear-off of the last few checkers is known exactly, up to rounding to a millionth of a point.
    #[inline]
    fn prove(&self, _: &Backgammon, state: &Position, _: Window) -> Proof {
        if state.dice().is_some() {
            return Proof::nothing();
        }
        self.exact(state).map_or_else(Proof::nothing, |equity| Proof::exactly(Score::points(equity)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::Checkers;
    use rootward_game::Game;
    use rootward_game::contract::{self, Dice, random_game};

    fn mirrored(state: &Position) -> Position {
        Position::new(*state.checkers(Side::Second), *state.checkers(Side::First), state.to_move().other())
            .with_dice(state.dice())
    }

    #[test]
    fn the_contract_holds() {
        contract::check(&Backgammon::default(), &BackgammonKnowledge::default(), 3, 1);
        contract::check(&Backgammon::default(), &LinearKnowledge::default(), 3, 2);
    }

    #[test]
    fn both_sides_are_judged_alike() {
        let (game, knowledge, mut dice) = (Backgammon::default(), BackgammonKnowledge::default(), Dice::new(7));
        for state in random_game(&game, &mut dice, 300).iter().filter(|state| game.outcome(state).is_none()) {
            assert_eq!(knowledge.evaluate(&game, &mirrored(state)), -knowledge.evaluate(&game, state), "{state:?}");
        }
    }

    /// The value of a position is the mean over its rolls. An evaluation that is no equity violates this, and gets
    /// worse with every ply of search.
    #[test]
    fn the_network_agrees_with_itself_a_ply_later() {
        let (game, network, mut dice) = (Backgammon::default(), Network::shipped(), Dice::new(4));
        let (mut count, mut bias, mut miss) = (0.0, 0.0, 0.0);
        for _ in 0..12 {
            let mut position = game.initial();
            while !matches!(Stage::of(position.mine(), position.theirs()), Stage::Over(_) | Stage::BearOff(..)) {
                let now = network.chances(position.mine(), position.theirs()).equity();
                let results = super::super::Roll::ALL.map(|roll| (roll, network.best(&game, &position, roll)));
                let later = Chances::mean(results.iter().map(|(roll, best)| (roll.weight() as f32, best.1))).equity();
                count += 1.0;
                bias += later - now;
                miss += (later - now).abs();
                position = results[dice.below(21)].1.0;
            }
        }
        let (bias, miss): (f32, f32) = (bias / count, miss / count);
        assert!(bias.abs() < 0.02 && miss < 0.06, "{bias} {miss}");
    }

    #[test]
    fn the_last_checkers_are_proven() {
        let (game, knowledge) = (Backgammon::default(), BackgammonKnowledge::default());
        let two_on_six = Checkers::at(&[(0, 13), (6, 2)]);
        let state = Position::new(two_on_six, two_on_six, Side::First);
        let expected = (2.0 * 410_592_493.0 / 544_195_584.0 - 1.0) * f64::from(GAME_POINT);
        let proof = knowledge.prove(&game, &state, Window::FULL);
        assert_eq!(proof, Proof::exactly(Score::points(expected.round() as i32)));
        // The result is the same for either side on roll.
        assert_eq!(knowledge.prove(&game, &mirrored(&state), Window::FULL), proof);
        assert_eq!(knowledge.prove(&game, &game.initial(), Window::FULL), Proof::nothing());

        let five = Checkers::at(&[(0, 10), (2, 5)]);
        let state = Position::new(five, five, Side::First);
        assert_eq!(knowledge.prove(&game, &state, Window::FULL), Proof::nothing(), "more than the table at hand knows");
        let mut larger = knowledge;
        larger.set_table(Some(Arc::new(TwoSided::build(5, 1, &mut |_| true).unwrap())));
        assert!(larger.prove(&game, &state, Window::FULL).is_exact());
    }
}
